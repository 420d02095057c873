/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The header of NumPy's .npy files (numpy.lib.format, versions 1.0 to 3.0): a Python
 * dictionary of 'descr', 'fortran_order' and 'shape', in any order.
 */
#ifndef CLPWL_TOOL_NPY_H
#define CLPWL_TOOL_NPY_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { NPY_DIMENSIONS = 64, NPY_MAGIC = 6, NPY_ELEMENT = 16 };

/* Elements are read in their order in the file, whatever the order of the axes. */
typedef struct npy_header {
    char kind;         /* of an element: 'f', 'i', 'u' or 'b' */
    unsigned size;     /* of an element, in bytes: at most NPY_ELEMENT */
    int is_big;        /* 1: the most significant byte comes first */
    int dimensions;
    uint64_t shape[NPY_DIMENSIONS];
    int fortran_order;
    uint64_t count; /* product of the shape */
} npy_header;

int npy_is_magic(const unsigned char *bytes); /* NPY_MAGIC of them */
/* Parses the dictionary, `length` bytes of text, of the file `name`. All real types are taken. 0
 * or an exit code. */
int npy_parse(npy_header *header, const char *text, size_t length, const char *name);
/* Converts n elements of the file to float32, to nearest. Returns how many changed their value. */
size_t npy_convert(const npy_header *header, const unsigned char *elements, float *values, size_t n);
/* Writes a header of version 1.0 for float32, or for float16. */
void npy_write(const npy_header *header, int half, FILE *file);

#endif
