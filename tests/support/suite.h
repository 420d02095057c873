/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A suite is the tests of one file; tests/support/main.c runs them in their order. */
#ifndef CLPWL_TEST_SUITE_H
#define CLPWL_TEST_SUITE_H

#include <check.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "clpwl.h"

/* A test that is part of the suite where it stands: once, or for each _i from 0 to count - 1. */
#define TEST(name) TESTS(name, 1)
#define TESTS(name, count)                                                     \
    static const TTest *name;                                                  \
    AT_START(add_##name)                                                       \
    {                                                                          \
        add_tests(name, (int)(count));                                         \
    }                                                                          \
    START_TEST(name)

/* A fixture of each test that follows. */
#define FIXTURE(setup, teardown)                                               \
    AT_START(with_##setup)                                                     \
    {                                                                          \
        begin_case(setup, teardown, 0);                                        \
    }

/* OpenCL does not survive Check's fork(). */
#define ONE_PROCESS                                                            \
    AT_START(stay_in_one_process)                                              \
    {                                                                          \
        setenv("CK_FORK", "no", 1);                                            \
    }

/* The same, with a fixture of all tests that follow. */
#define DEVICE_FIXTURE(setup, teardown)                                        \
    ONE_PROCESS                                                                \
    AT_START(with_##setup)                                                     \
    {                                                                          \
        begin_case(setup, teardown, 1);                                        \
    }

/* A function that runs before main, after those above it. */
#define AT_START(name) __attribute__((constructor(1000 + __COUNTER__))) static void name(void)

void add_tests(const TTest *test, int count);
void begin_case(SFun setup, SFun teardown, int is_of_all);

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
