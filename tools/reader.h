/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stream of float32 values in constant memory: text with one number a line, or a .npy
 * of real numbers. */
#ifndef CLPWL_TOOL_READER_H
#define CLPWL_TOOL_READER_H

#include <sys/types.h>
#include "npy.h"

typedef struct reader {
    int fd;
    const char *name;
    unsigned char buffer[1 << 16];
    size_t at, fill;
    uint64_t passed, size; /* bytes; size 0: unknown */
    uint64_t line;         /* text */
    int after_return;      /* text: the last character was a CR */
    int npy, terminal;
    npy_header header;
    uint64_t left;    /* npy: values */
    size_t rounded;   /* npy: values that float32 cannot hold exactly, so far */
} reader;

/* Standard input for NULL and "-". 0 or an exit code. */
int reader_open(reader *r, const char *path);
/* Reads at most `room` values. The number read, 0 at the end, or -1 after a message. */
ssize_t reader_read(reader *r, float *values, size_t room);
double reader_fraction(const reader *r); /* read so far, 0 to 1; 0 if the size is unknown */
void reader_close(reader *r);

#endif
