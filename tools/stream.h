/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Streams of float32 values: text, one number a line, or NumPy's .npy. Neither the
 * reader nor the writer holds more than a buffer of fixed size.
 */
#ifndef CLPWL_STREAM_H
#define CLPWL_STREAM_H

#include <stdint.h>
#include <sys/types.h>
#include "tool.h"

enum { NPY_DIMENSIONS = 64, NPY_MAGIC = 6 };

/* What an .npy header says. Elements are taken in their order in the file, so that
 * either order of the axes passes through. */
typedef struct npy_header {
    int dimensions;
    uint64_t shape[NPY_DIMENSIONS];
    int fortran_order;
    uint64_t count; /* product of the shape */
} npy_header;

int npy_is_magic(const unsigned char *bytes); /* NPY_MAGIC of them */
/* Reads the dictionary of a header, `length` bytes of text; name is the file's.
 * 0 or an exit code. */
int npy_parse(npy_header *header, const char *text, size_t length, const char *name);
/* Writes a version 1.0 header for float32. */
void npy_write(const npy_header *header, FILE *file);

typedef struct reader {
    int fd;
    const char *name;
    unsigned char buffer[1 << 16];
    size_t at, fill;
    uint64_t passed, size; /* bytes; size 0: not known */
    uint64_t line;         /* text */
    int npy, terminal;
    npy_header header;
    uint64_t left;         /* npy: values */
} reader;

/* Standard input for NULL and "-". 0 or an exit code. */
int reader_open(reader *r, const char *path);
/* Reads at most room values; how many, 0 at the end, or -1 when it has said what
 * is wrong. */
ssize_t reader_read(reader *r, float *values, size_t room);
double reader_fraction(const reader *r); /* done, 0 to 1; 0 when not known */
void reader_close(reader *r);

#endif
