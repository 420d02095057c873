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

/* The bytes as a file, whose path is valid until the next call; and as a string, for free(). */
const char *fuzz_file(const void *data, size_t size);
char *fuzz_text(const uint8_t *data, size_t size);

/* The message of a failure is one printable line. */
void fuzz_refused(clpwl_status status);
/* A function, used and freed. */
void fuzz_use_function(clpwl_function *f);

#endif
