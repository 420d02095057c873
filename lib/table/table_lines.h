/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines of a table file, for its reader: a line, its value, the texts and numbers in it. The
 * functions return CLPWL_ERR_FORMAT, whose message has the file and the line, CLPWL_ERR_IO or
 * CLPWL_ERR_MEMORY. A line "has a key" if it begins with the key and a blank.
 */
#ifndef CLPWL__TABLE_LINES_H
#define CLPWL__TABLE_LINES_H

#include <stdint.h>
#include <stdio.h>
#include "base/internal.h"

typedef struct clpwl__reader {
    FILE *stream;
    const char *path;
    char *line; /* without its newline */
    size_t length, room, number;
    uint64_t hash; /* of all lines before this one */
} clpwl__reader;

#define FORMAT(r, condition, ...)                                              \
    do {                                                                       \
        if (!(condition)) {                                                    \
            status = clpwl__line_fail(r, __VA_ARGS__);                         \
            goto done;                                                         \
        }                                                                      \
    } while (0)

CLPWL_PRINTF(2, 3)
clpwl_status clpwl__line_fail(const clpwl__reader *r, const char *format, ...);

clpwl_status clpwl__line_next(clpwl__reader *r);
/* The value in this line, after the key and a blank; NULL where the key is another. */
char *clpwl__line_value(const clpwl__reader *r, const char *key);
/* The value in this line, or in the next one, which must have the key. */
clpwl_status clpwl__line_read(clpwl__reader *r, const char *key, char **value);
clpwl_status clpwl__line_next_value(clpwl__reader *r, const char *key, char **value);
/* Copies a value without the escapes of the writer. */
clpwl_status clpwl__line_unescape(const clpwl__reader *r, const char *value, char **out);
/* `count` numbers in this line, which must have the key. */
clpwl_status clpwl__line_numbers(clpwl__reader *r, const char *key, double *numbers, size_t count);
/* A whole number of at least `least` in this line, which must have the key. */
clpwl_status clpwl__line_count(clpwl__reader *r, const char *key, size_t least, size_t *count);
/* `count` lines of a number each, into a new array that grows with them. */
clpwl_status clpwl__line_column(clpwl__reader *r, size_t count, double **out);

#endif
