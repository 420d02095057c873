/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readers of data: the bytes and lines of a file, its columns, and the rows of a function. */
#ifndef CLPWL__READER_H
#define CLPWL__READER_H

#include <stdio.h>
#include "base/internal.h"
#include "clpwl/samples.h"

enum {
    CLPWL__FRONT = 1 << 14, /* bytes by which a format is known */
    CLPWL__LINE = 1 << 14,  /* characters of a line at most, without its comment */
    CLPWL__COLUMNS = 1000,
    CLPWL__WHERE = 256
};

typedef struct clpwl__reader {
    FILE *file;
    const char *path, *name;       /* name: the path's last part */
    const char *columns, *section; /* wanted; or NULL */
    size_t least, most;            /* numbers of a row that are wanted */
    double limit;                  /* of their magnitude */
    int ascends;                   /* x must */
    unsigned char *front;
    size_t ahead, taken; /* bytes of the front */
    size_t number;       /* of the line, from 1 */
    int after_return, is_front; /* is_front: nothing behind it is read */
    char where[CLPWL__WHERE]; /* the line's */
    char *line, **fields;     /* fields: of the line, which is split */
    size_t field_count;
    /* What a format gives. */
    size_t chosen[3], width; /* the columns of x, y, sigma, and how many these are */
    double *rows[3];
    size_t count, room;
    char *labels[2];       /* of x and y; or NULL */
    clpwl_between between; /* where nothing else is wanted */
} clpwl__reader;

/* Opens a file and reads its front. The caller closes in any case. CLPWL_ERR_IO, CLPWL_ERR_MEMORY. */
clpwl_status clpwl__reader_open(clpwl__reader *r, const char *path);
void clpwl__reader_close(clpwl__reader *r);
/* The number of bytes that are read. */
size_t clpwl__reader_bytes(clpwl__reader *r, void *bytes, size_t n);
/*
 * Splits the next line that is not blank into fields, without a comment from '#' on, blanks around fields
 * and quotes. Fields are separated by semicolons where there is one, else by tabs, by commas, or by blanks; a
 * comma between digits separates none where there are blanks.
 *   more  0 at the end of the file
 * CLPWL_ERR_SAMPLES, CLPWL_ERR_IO.
 */
clpwl_status clpwl__reader_line(clpwl__reader *r, int *more);
/* The same, where a line must follow. */
clpwl_status clpwl__reader_next(clpwl__reader *r);
/* The whole of a field as a number, with a decimal comma or an exponent as 5.0D-02, too. 0: it is none. */
int clpwl__reader_number(char *field, double *x);
/* The number in a field that must be there. CLPWL_ERR_SAMPLES. */
clpwl_status clpwl__reader_field(clpwl__reader *r, size_t i, double *x);
/*
 * Chooses the columns of x, y and sigma out of `count`: those that are wanted, or `otherwise`, or all.
 *   names      of columns, each may be NULL
 *   otherwise  as `columns` of clpwl_reading; or NULL
 * CLPWL_ERR_SAMPLES.
 */
clpwl_status clpwl__reader_choose(clpwl__reader *r, char *const *names, size_t count,
                                  const char *otherwise);
/* Appends a row of `width` numbers. CLPWL_ERR_SAMPLES, CLPWL_ERR_MEMORY. */
clpwl_status clpwl__reader_append(clpwl__reader *r, const double row[3]);

/* The formats. CLPWL_ERR_SAMPLES, CLPWL_ERR_IO, CLPWL_ERR_MEMORY. */
clpwl_status clpwl__read_text(clpwl__reader *r); /* separated columns; .xvg */
clpwl_status clpwl__read_npy(clpwl__reader *r);
clpwl_status clpwl__read_lammps(clpwl__reader *r);
clpwl_status clpwl__read_words(clpwl__reader *r); /* .cube, .spi1d */
clpwl_status clpwl__read_csp(clpwl__reader *r);
clpwl_status clpwl__read_icc(clpwl__reader *r);

#endif
