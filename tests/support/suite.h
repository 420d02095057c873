/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A suite program defines suite(); tests/support/main.c runs it. */
#ifndef CLPWL_TEST_SUITE_H
#define CLPWL_TEST_SUITE_H

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include "clpwl.h"

Suite *suite(void);

/* A suite that calls OpenCL says so first: OpenCL does not survive Check's fork(). */
static inline void runs_in_one_process(void)
{
    setenv("CK_FORK", "no", 1);
}

/* CLPWL_TEST_FACTOR=N: the larger forms, of which make check takes shares; random suites
 * try N times as many. 1 where it is not set. */
static inline int test_factor(void)
{
    const char *wish = getenv("CLPWL_TEST_FACTOR");
    return wish && atoi(wish) > 1 ? atoi(wish) : 1;
}

/* The call succeeds, or the test fails with the library's message. */
#define OK(call)                                                               \
    do {                                                                       \
        clpwl_status status_ = (call);                                         \
        ck_assert_msg(status_ == CLPWL_OK, "%s: %s: %s", #call,                \
                      clpwl_status_name(status_), clpwl_last_message());       \
    } while (0)

/* The call fails with the code, and the message holds the part. */
#define FAILS(code, part, call)                                                \
    do {                                                                       \
        clpwl_status status_ = (call);                                         \
        ck_assert_msg(status_ == (code), "%s: %s, not %s: %s", #call,          \
                      clpwl_status_name(status_), #code, clpwl_last_message());\
        ck_assert_msg(strstr(clpwl_last_message(), part) != NULL,              \
                      "%s: \"%s\" lacks \"%s\"", #call, clpwl_last_message(), part); \
    } while (0)

#endif
