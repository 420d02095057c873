/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Messages of a program: one line on standard error, "PROGRAM COMMAND: ...". The function
 * that finds an error reports it and returns an exit code; its callers return that code. 0 is
 * success.
 */
#ifndef APP_MESSAGE_H
#define APP_MESSAGE_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include "clpwl.h"

/* Exit codes: EXIT_SUCCESS, EXIT_FAILURE, and this for a wrong command line. */
enum { EXIT_USAGE = 2 };

/* Sets the names that begin every message; both are borrowed. command may be NULL. */
void app_set_names(const char *program, const char *command);
/* Whether standard error has a line of progress: a message takes its place. */
void app_set_line(int is_drawn);
/* From now on there are no notes, and no progress. */
void app_set_quiet(void);
int app_is_quiet(void);
/* From now on only the first failure is reported: what is tried after it fails of the same cause. */
void app_fail_once(void);
int app_fail(const char *format, ...) CLPWL_PRINTF(1, 2);  /* EXIT_FAILURE */
int app_usage(const char *format, ...) CLPWL_PRINTF(1, 2); /* EXIT_USAGE; names --help */
void app_note(const char *format, ...) CLPWL_PRINTF(1, 2); /* a remark, not an error */
/* Replaces what a terminal would obey, in texts that come from files and names; the text. */
char *app_plain(char *text);
/* Prints a text with this replaced, and shortened to a few lines. */
void app_print_plain(FILE *out, const char *text);
/* What a noun has after this number: "1 face", "2 faces". */
const char *app_s(unsigned long long n);
/* Reports the library's last message. 0 for CLPWL_OK; EXIT_USAGE for an invalid argument or an
 * unknown name; EXIT_FAILURE otherwise. */
int app_status(clpwl_status status);
/* "unknown WHAT 'NAME': did you mean A, B or C?", or `list` behind the name where none is near; EXIT_USAGE.
 * at(i, names) is the i-th of `count` known names. */
typedef const char *app_name_at(size_t i, const void *names);
int app_unknown(const char *what, const char *name, app_name_at *at, const void *names,
                size_t count, const char *list);

/* A function that can fail declares `int code = 0;`, ends in `done:`, and returns code. */
#define TRY(call)                                                              \
    do {                                                                       \
        code = (call);                                                         \
        if (code)                                                              \
            goto done;                                                         \
    } while (0)

#define CHECK(condition, ...)                                                  \
    do {                                                                       \
        if (!(condition)) {                                                    \
            code = app_fail(__VA_ARGS__);                                      \
            goto done;                                                         \
        }                                                                      \
    } while (0)

/* The same for a wrong command line. */
#define CHECK_USAGE(condition, ...)                                            \
    do {                                                                       \
        if (!(condition)) {                                                    \
            code = app_usage(__VA_ARGS__);                                     \
            goto done;                                                         \
        }                                                                      \
    } while (0)

#define TRY_LIB(call) TRY(app_status(call))

#endif
