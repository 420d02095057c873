/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A suite of tests with one fixture. */
#ifndef CLPWL_TESTS_OF_H
#define CLPWL_TESTS_OF_H

#include "support/suite.h"

/* `has_device`: OpenCL does not survive a fork, and the fixture is of the suite, not of each test. A
 * device's loops may take long where the environment asks for all. */
static inline Suite *suite_of(const char *name, int has_device, SFun setup, SFun teardown,
                              const TTest *const *tests, size_t count)
{
    Suite *s = suite_create(name);
    TCase *t = tcase_create(name);
    if (has_device)
        runs_in_one_process();
    tcase_set_timeout(t, 7200);
    (has_device ? tcase_add_unchecked_fixture : tcase_add_checked_fixture)(t, setup, teardown);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(t, tests[i]);
    suite_add_tcase(s, t);
    return s;
}

/* Defines suite(). */
#define TESTS_OF(name, has_device, setup, teardown, ...)                                                     \
    Suite *suite(void)                                                                                       \
    {                                                                                                        \
        const TTest *const tests_[] = {__VA_ARGS__};                                                         \
        return suite_of(name, has_device, setup, teardown, tests_, sizeof tests_ / sizeof *tests_);          \
    }

#endif
