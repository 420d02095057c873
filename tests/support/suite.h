/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A suite defines suite(); tests/support/main.c runs it. */
#ifndef CLPWL_TEST_SUITE_H
#define CLPWL_TEST_SUITE_H

#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "clpwl.h"

Suite *suite(void);

/* A suite that calls OpenCL calls this first: OpenCL does not survive Check's fork(). */
static inline void runs_in_one_process(void)
{
    setenv("CK_FORK", "no", 1);
}

/* The environment's CLPWL_TEST_FACTOR, or 1. If it is more than 1, suites run the loops in full
 * of which make check runs a part, and random suites try that many times as many cases. */
static inline int test_factor(void)
{
    const char *wish = getenv("CLPWL_TEST_FACTOR");
    return wish && atoi(wish) > 1 ? atoi(wish) : 1;
}

/* Random numbers that are the same on every machine. The caller's state begins anywhere. */
static inline uint32_t random_bits(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static inline double random_01(uint32_t *state)
{
    return random_bits(state) / 0x1p24;
}

/* ck_assert_msg for loops over values: ck_assert_msg writes to a file at every call. */
#define EXPECT(condition, ...)                                                 \
    do {                                                                       \
        if (!(condition))                                                      \
            ck_abort_msg(__VA_ARGS__);                                         \
    } while (0)

/* The test fails with the library's message if the call fails. */
#define OK(call)                                                               \
    do {                                                                       \
        clpwl_status status_ = (call);                                         \
        ck_assert_msg(status_ == CLPWL_OK, "%s: %s: %s", #call,                \
                      clpwl_status_name(status_), clpwl_last_message());       \
    } while (0)

/* The test fails unless the call fails with the code, and with the part in its message. */
#define FAILS(code, part, call)                                                \
    do {                                                                       \
        clpwl_status status_ = (call);                                         \
        ck_assert_msg(status_ == (code), "%s: %s, not %s: %s", #call,          \
                      clpwl_status_name(status_), #code, clpwl_last_message());\
        ck_assert_msg(strstr(clpwl_last_message(), part) != NULL,              \
                      "%s: \"%s\" lacks \"%s\"", #call, clpwl_last_message(), part); \
    } while (0)

#endif
