/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A harness gives any bytes to one of the readers, uses the result, and checks by FUZZ_HOLDS what
 * is true for any bytes. libFuzzer runs it (build-aux/check fuzz), or tests/fuzz/replay.c does with
 * the kept files (make check).
 */
#ifndef CLPWL_TEST_FUZZ_H
#define CLPWL_TEST_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include "clpwl.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process with the text unless the condition holds. */
#define FUZZ_HOLDS(condition)                                                  \
    do {                                                                       \
        if (!(condition))                                                      \
            fuzz_fails(__FILE__, __LINE__, #condition);                        \
    } while (0)
void fuzz_fails(const char *file, int line, const char *condition);

/* The bytes as a file, whose path is valid until the next call. */
const char *fuzz_file(const void *data, size_t size);
/* A copy of n bytes of a head and of the bytes, with `more` zeros behind, for free(). */
char *fuzz_text(const void *head, size_t n, const uint8_t *data, size_t size, size_t more);

/* The message of a failure is one printable line. */
void fuzz_refused(clpwl_status status);
/* Chooses the i-th reader; its name, or NULL where there is none. */
const char *fuzz_choose(size_t i);

/* Each gives the bytes to a reader; its name is the folder of its corpus. */
typedef void fuzz_reader(const uint8_t *data, size_t size);
#define FUZZ_READERS(X)                                                        \
    X(bmp) X(cache) X(data) X(flow) X(formula) X(function) X(jpeg) X(model)     \
    X(npy) X(obj) X(off) X(ply) X(png) X(pnm) X(seg) X(stl) X(table) X(y4m)
#define FUZZ_READER(name) extern fuzz_reader fuzz_##name;
FUZZ_READERS(FUZZ_READER)

#endif
