/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the subcommands of clpwl share. They use the library's public API only. */
#ifndef CLPWL_TOOL_H
#define CLPWL_TOOL_H

#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include "clpwl.h"

/* Exit codes: EXIT_SUCCESS, EXIT_FAILURE, and this. */
enum { EXIT_USAGE = 2 };

/* A subcommand: one of these, in a file of its own, and a row in clpwl.c. */
typedef struct command {
    const char *name;
    const char *summary; /* for `clpwl help`, without a full stop */
    const char *help;    /* `--help`, whole; its first line is the synopsis */
    int (*run)(int argc, char **argv); /* argv[0] is the command's name; returns an exit code */
} command;

extern const command bench_command;
extern const command design_command;
extern const command devices_command;
extern const command eval_command;
extern const command export_command;
extern const command functions_command;
extern const command inspect_command;
extern const command plot_command;
extern const command report_command;
extern const command verify_command;

/* The message goes to stderr as one line, "clpwl design: ...". */
void tool_command_set(const command *running);
int tool_fail(const char *format, ...) CLPWL_PRINTF(1, 2);  /* EXIT_FAILURE */
int tool_usage(const char *format, ...) CLPWL_PRINTF(1, 2); /* EXIT_USAGE, names --help */
void tool_note(const char *format, ...) CLPWL_PRINTF(1, 2); /* not a failure */
/* The library's last message; EXIT_USAGE for what only the command line can have
 * caused, or else EXIT_FAILURE. */
int tool_status(clpwl_status status);

/*
 * The next option, as getopt_long gives it, or -1 behind the last. --help is
 * answered here, and an unknown option is refused with the near ones named; both
 * give '?', and *code is then the exit code.
 */
int tool_option(int argc, char **argv, const char *shorts, const struct option *longs, int *code);
/* Refuses more operands than `most` and fewer than `least`; `what` names them.
 * 0 or an exit code. */
int tool_operands(int argc, int least, int most, const char *what);
/* All of the options and operands of a command that has only --json. 1 to go on; 0 when
 * the command is over, with *code. */
int tool_json_only(int argc, char **argv, int operands, const char *what, int *json, int *code);
/* "unknown WHAT 'NAME': did you mean a, b or c?", EXIT_USAGE. */
int tool_unknown(const char *what, const char *name, const char *(*name_at)(size_t, const void *),
                 const void *names, size_t count);

/* Numbers of the command line: all of the text, finite, in range; `option` is for
 * the message. 0 or EXIT_USAGE. */
int parse_number(const char *option, const char *text, double *out);
int parse_positive(const char *option, const char *text, double *out);
int parse_count(const char *option, const char *text, size_t *out); /* at least 1 */
/* A short decimal that reads back as the same double: "0.1", "1e-06". */
enum { NUMBER_ROOM = 32 };
const char *number_text(char text[NUMBER_ROOM], double x);
int parse_domain(const char *option, const char *text, double *a, double *b); /* "A:B", A < B */

/* A progress bar on stderr, where that is a terminal, for work of more than half a
 * second. progress_show is a clpwl_progress, of which user is the progress. */
typedef struct progress {
    const char *label;
    int on, drawn;
    double began, shown; /* seconds */
} progress;
void progress_begin(progress *p, const char *label);
int progress_show(double fraction, void *user);
void progress_end(progress *p);
double tool_seconds(void); /* monotonic clock */

/*
 * A file that appears by rename when it is whole; standard output for NULL and "-".
 * What is there and is no regular file (a pipe, /dev/null) is written in place.
 * A signal that ends the program removes the temporary file, FILE.PID-N.part.
 */
typedef struct output {
    FILE *file;
    const char *name;  /* for messages */
    char *path, *temp; /* NULL when in place */
} output;
int output_open(output *o, const char *path);
int output_error(const output *o); /* says why a write failed; an exit code */
/* 0, or a message where both are one file: what is read is not replaced. NULL: none. */
int output_spares(const char *path, const char *read);
int output_commit(output *o);   /* 0 or an exit code; frees */
void output_discard(output *o); /* frees; after a commit does nothing */
/* While held, signals that would end the program wait: for the library's files. */
void output_hold_signals(int hold);
/* Flushes standard output; 0 or an exit code. */
int output_stdout(void);

/* The function that a command line asks for: exactly one of the three texts is not NULL. */
enum { SOURCE_KINKS = 256 };
typedef struct source {
    const char *catalogue, *expression, *samples;
    int kinks_given;            /* --kink, for a formula */
    double kinks[SOURCE_KINKS]; /* ascending; with a count of 0: there are none */
    size_t kink_count;
    int smooth;                 /* --smooth, for samples */
    double sigma;               /* 0: auto */
} source;
/* "X[,X...]" or "none"; a further one adds to it. 0 or EXIT_USAGE. */
int parse_kinks(const char *text, source *s);
/* A deviation of noise or "auto". 0 or EXIT_USAGE. */
int parse_smooth(const char *text, source *s);
/* Prints what kinks and jumps f is found to have, where there are any. */
void kinks_print(const clpwl_function *f, double a, double b);
/* Says so where a table is more exact than its samples. */
void noise_note(const clpwl_function *samples, const clpwl_table *table);
/* Sets *out, which the caller frees with clpwl_function_free; 0 or an exit code. */
int source_open(const source *s, clpwl_function **out);
/* The function that was named, or else the one that the table's name makes: of the
 * catalogue, or a formula; NULL, which is no failure, where it is neither. Says so where
 * samples are given as they are to a table that was designed for smoothed ones. */
int source_of_table(const source *named, const clpwl_table *table, clpwl_function **out);

/*
 * The context of a device as --device names it; NULL in *out, the host, for "host" and
 * for methods that run there. Only where nothing was asked for does a machine without
 * devices fall back to the host. 0 or an exit code.
 */
int device_open(const char *device, const char *method, clpwl_context **out);

/* A weight from --weight: the name of a file (weights read by clpwl_function_read_weight), a
 * function of the catalogue, or a formula. Sets *out, which the caller frees; 0 or an exit
 * code. */
int weight_open(const char *text, clpwl_function **out);
/* The same of a function or a formula, without a message where it is neither: 1, or 0. */
int weight_try(const char *text, clpwl_function **out);

/* A function from a formula in x (muParser with the special functions of GSL). */
int expression_open(const source *s, clpwl_function **out);
/* The same without a message where the text is no formula. */
int expression_try(const char *text, clpwl_function **out);
/* The i-th special function and a line on it; NULL behind the last. */
const char *expression_function(size_t i, const char **text);

/* What a table does where its filter has few bits, beside what it says itself. */
typedef struct filtered {
    clpwl_execution how;
    const char *device; /* whose filter it is, or NULL: any of so many bits */
    int asked;          /* 0: the rest is nothing */
    clpwl_error plain, weighted;
} filtered;
/* A table for people, and as one line of JSON; `with` may be NULL. An exit code. */
int table_print(const clpwl_table *table, const filtered *with);
int table_print_json(const clpwl_table *table, const filtered *with);

#endif
