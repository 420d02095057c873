/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The input of clpwl eval: .npy, or a number in each line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"
#include "reader.h"

enum { ROOM = 1000, LONGEST = 1 << 16 };

/* A header that is read and written again reads as the same. */
static void write_again(const npy_header *h)
{
    enum { FRONT = 10 };
    char *text = NULL;
    size_t size = 0;
    npy_header again;
    FILE *f = open_memstream(&text, &size);
    FUZZ_HOLDS(f);
    npy_write(h, 0, f);
    fclose(f);
    FUZZ_HOLDS(size % 64 == 0 && npy_is_magic((unsigned char *)text));
    FUZZ_HOLDS(npy_parse(&again, text + FRONT, size - FRONT, "again") == 0);
    FUZZ_HOLDS(again.count == h->count && again.dimensions == h->dimensions &&
               again.fortran_order == h->fortran_order &&
               memcmp(again.shape, h->shape, sizeof h->shape) == 0);
    free(text);
}

void fuzz_npy(const uint8_t *data, size_t size)
{
    static reader r;
    float values[ROOM];
    uint64_t count = 0;
    ssize_t n;
    if (reader_open(&r, fuzz_file(data, size)) != 0)
        return;
    if (r.npy)
        write_again(&r.header);
    while ((n = reader_read(&r, values, ROOM)) > 0) {
        FUZZ_HOLDS(n <= ROOM);
        count += (uint64_t)n;
    }
    FUZZ_HOLDS(count <= size);
    FUZZ_HOLDS(!r.npy || n < 0 || count == r.header.count);
    reader_close(&r);
}
