/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A command, run with one of its calls failing, or killed, and what it left behind. All
 * happens in one folder, whose files are known: what is there afterwards and was not
 * before is the command's output, or a leak.
 */
#ifndef CLPWL_TEST_IO_RUN_H
#define CLPWL_TEST_IO_RUN_H

#include <stddef.h>

enum { ARGUMENTS = 12, OUTPUTS = 10, PROGRAMS_ROOM = 8192 };

/* The command. Files are in the folder, in which it stands. */
typedef struct work {
    const char *name;
    const char *program;         /* in the build tree */
    const char *argv[ARGUMENTS]; /* behind its name */
    const char *input;           /* comes through a pipe as standard input; NULL: nothing */
    const char *outputs[OUTPUTS]; /* the files that it is to write; none: standard output */
    const char *varies[2]; /* what stands between these two may differ; or NULL */
    const char *needs; /* a program of others that it runs; NULL: none */
    int is_slow;       /* to start: on a device */
    int keeps_part; /* any signal may leave FILE.part behind, not SIGKILL alone */
    int may_differ; /* a success may leave the old file, or one that is merely whole */
    /* Whether a file that is not as where nothing failed is whole all the same; or NULL. */
    int (*is_whole)(const char *path);
} work;

typedef struct bytes {
    char *data; /* NULL: no such file */
    size_t size;
} bytes;

/* What the command leaves where nothing fails. */
typedef struct lesson {
    bytes outputs[OUTPUTS], text; /* the files, and standard output */
} lesson;

typedef struct outcome {
    int status;    /* of wait() */
    int met;       /* whether the fault was */
    char call[80]; /* the name of what failed, and how */
    int left_open; /* a descriptor; 0: none */
    char not_on_disk[80]; /* a file that was renamed before it was; "": none */
} outcome;

/* Makes the folder tests/NAME.dir/work in the build tree, empty, and goes there. */
void io_begin(const char *name);
/* From now on the folder's files are those that belong there. */
void io_settle(void);
/* What belongs there again: leftovers are removed; the outputs are absent, or old ones. */
void io_reset(const work *w, int with_old);

/* Runs it to its end; fault as CLPWL_IO_FAULT, or NULL. */
outcome io_run(const work *w, const char *fault);
/* The process, to be waited for; its own process group. */
int io_start(const work *w, const char *fault);

void io_learn(const work *w, lesson *l);
/* Frees it. The outputs are no more, or again what they were if they belong there. */
void io_forget(const work *w, lesson *l);

/*
 * How many things are wrong, each of them printed. `how` is for the text.
 *   signal  the process may have ended by it
 */
int io_judge(const work *w, const lesson *l, const outcome *o, int with_old, int signal,
             const char *how);
/* How many files lie there that do not belong; of a killed process those named
 * FILE.PID-N.part or FILE.part may. Removes them. */
int io_leftovers(const work *w, int killed, const char *how);

bytes io_read(const char *path);

#endif
