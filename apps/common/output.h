/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Output files that appear whole or not at all: written beside their name as
 * FILE.PID-N.part, forced to the disk, then renamed. A signal that ends the program removes
 * the temporary files. Pipes and devices are written in place. The file of a descriptor that the
 * program inherited, such as standard output, is refused.
 *
 * A stream of frames or lines is marked after each of them. If a later write fails, the file
 * is kept up to the last mark.
 */
#ifndef APP_OUTPUT_H
#define APP_OUTPUT_H

#include <stdio.h>

typedef struct app_output {
    FILE *file;        /* NULL: not open */
    const char *name;  /* for messages; borrowed */
    char *path, *temp; /* NULL where the file is written in place */
    long whole;        /* bytes up to the last mark */
    int marked;
    int is_rewritten;  /* set by the caller: the program writes this file several times */
    struct app_output *next; /* another open one */
} app_output;

/* Functions that return int: 0, or an exit code after a message. An open output must not be
 * moved in memory. */
int app_output_open(app_output *o, const char *path); /* NULL and "-": standard output */
int app_output_mark(app_output *o);                   /* flushes; all so far is whole */
int app_output_close(app_output *o); /* keeps the file up to its mark; without a mark, removes it */
void app_output_discard(app_output *o); /* removes the file; nothing if it is not open */
/* If code is 0: marks and closes, and returns the code of that. Otherwise discards; code. */
int app_output_end(app_output *o, int code);
int app_output_stdout(void); /* flushes standard output */
void app_output_flush(void); /* so, too, and leaves the message to app_output_stdout */
/* Prints a JSON string in ASCII on standard output; other bytes become "?". */
void app_print_json_text(const char *text);

/* No output replaces this file from now on. A file that an output made is protected, too: a program
 * does not write a file twice. */
int app_output_protect(const char *path);
/* 0, or a message if an existing file `path` is the file `read`. NULL: no file. */
int app_output_spares(const char *path, const char *read);
/* Whether it is "-", or leads to the file or the pipe of standard output. */
int app_output_is_stdout(const char *path);
/* 0, or a message if a file `path` cannot be made. For outputs that are written after long work.
 * NULL, "-", pipes and devices are not tried. */
int app_output_try(const char *path);
/* Opens a file that is read more than once, or by its name. A pipe is refused. */
int app_file_open(FILE **out, const char *path);
/* Whatever the case of the letters. */
int app_ends_in(const char *path, const char *ending);
/* Makes a folder, or takes the one that exists. */
int app_make_folder(const char *path);
/* While held, signals that would end the program wait. For files that the library writes. */
void app_output_hold_signals(int hold);
/* From now on the program handles the signals that are sent to it itself. */
void app_output_leave_signals(void);

#endif
