/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stream of float32 values in constant memory: text with one number a line, or NumPy's .npy
 * (numpy.lib.format, versions 1.0 to 3.0) of real numbers, which are read in their order in the file. */
#ifndef CLPWL_TOOL_READER_H
#define CLPWL_TOOL_READER_H

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

enum { NPY_DIMENSIONS = 64 };

typedef struct npy_header {
    char order,
        kind; /* of an element: '>' for the most significant byte first; 'f', 'i', 'u' or 'b' */
    unsigned size;         /* of an element, in bytes: at most 8 */
    char fortran_order[6]; /* "True" or "False" */
    int dimensions;
    uint64_t shape[NPY_DIMENSIONS], count; /* count: the product */
} npy_header;

typedef struct reader {
    FILE *file;
    const char *name;
    double size; /* bytes; 0: unknown */
    size_t line; /* of a text */
    int npy, terminal;
    npy_header header;
    uint64_t left; /* npy: values */
} reader;

/* Standard input for NULL and "-". 0 or an exit code. */
int reader_open(reader *r, const char *path);
/* Reads at most `room` values. The number read, 0 at the end, or -1 after a message. */
ssize_t reader_read(reader *r, float *values, size_t room);
double reader_fraction(const reader *r); /* read so far, 0 to 1; 0 if the size is unknown */
void reader_close(reader *r);
/* Writes a header of version 1.0 for float32. */
void npy_write(const npy_header *h, FILE *file);

#endif
