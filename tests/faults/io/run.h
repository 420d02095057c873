/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command that runs with one failing call, or is killed, and the files that it leaves. It runs
 * in a folder whose files are known: a new file is the command's output, or a leak. */
#ifndef CLPWL_TEST_IO_RUN_H
#define CLPWL_TEST_IO_RUN_H

#include <stddef.h>

enum { ARGUMENTS = 16, OUTPUTS = 10, PROGRAMS_ROOM = 8192 };

/* The command. Its files are in the folder, which is its working directory. */
typedef struct work {
    const char *name;
    const char *program;         /* in the build tree */
    const char *argv[ARGUMENTS]; /* after its name */
    const char *input;           /* standard input, through a pipe; NULL: nothing */
    const char *outputs[OUTPUTS]; /* the files that it writes; none: standard output */
    int has_times;     /* or a CPU's name, in standard output: its lines count, and not its bytes */
    const char *needs; /* an external program that it runs; NULL: none */
    int is_slow;       /* its start takes long: it uses a device */
    int keeps_part; /* any signal may leave FILE.part behind, not SIGKILL alone */
    int may_differ; /* after a success the file may be the old one, or another whole one */
    /* Returns 1 if a file that differs from the one without faults is whole; or NULL. */
    int (*is_whole)(const char *path);
} work;

typedef struct bytes {
    char *data; /* NULL: no such file */
    size_t size;
} bytes;

/* What the command leaves if nothing fails. */
typedef struct lesson {
    bytes outputs[OUTPUTS], text; /* the files, and standard output */
} lesson;

typedef struct outcome {
    int status;    /* of wait() */
    int met;       /* 1 if a call met the fault */
    char call[80]; /* the names of the call and of the code */
    int left_open; /* a descriptor, or references to OpenCL objects; 0: none */
    char not_on_disk[80]; /* a file that was renamed before it was on disk; "": none */
} outcome;

/* Creates the empty folder tests/NAME.dir/work in the build tree and changes to it. */
void io_begin(const char *name);
/* From now on `fault` is a fault of OpenCL, as CLPWL_FAULT. */
void io_use_layer(void);
/* The files in the folder now are those that belong there. */
void io_settle(void);
/* Restores the folder: removes other files; the outputs are absent, or old ones. */
void io_reset(const work *w, int with_old);

/* Runs the command to its end; `fault` as CLPWL_IO_FAULT, or NULL: none. */
outcome io_run(const work *w, const char *fault);
/* Starts the command in a process group of its own. The caller waits for the process. */
int io_start(const work *w, const char *fault);

void io_learn(const work *w, lesson *l);
/* Frees the outcome, and restores the outputs. */
void io_forget(const work *w, lesson *l);

/* The number of errors, each of them printed with `how`. The process may have ended by `signal`. */
int io_judge(const work *w, const lesson *l, const outcome *o, int with_old, int signal,
             const char *how);
/* The number of files that do not belong there, which it removes. A killed process may leave
 * FILE.PID-N.part and FILE.part. */
int io_leftovers(const work *w, int killed, const char *how);

bytes io_read(const char *path);
/* For is_whole: a y4m of masks of 32 x 32 that may end early. */
int io_frames_are_whole(const char *path);

#endif
