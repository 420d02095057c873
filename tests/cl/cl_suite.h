/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A suite about one context, and what suites ask of it. */
#ifndef CLPWL_TEST_CL_SUITE_H
#define CLPWL_TEST_CL_SUITE_H

#include "clpwl_cl.h"
#include "support/calculus_reference.h"
#include "support/tables.h"

static clpwl_context *context;

static inline void open_context(void)
{
    OK(clpwl_context_create(&context, NULL));
}

static inline void close_context(void)
{
    clpwl_context_free(context);
}

static inline clpwl_evaluator *on_host(const clpwl_table *t)
{
    return make(NULL, t, "host-scalar", 0, 0);
}

/* A table of numbers alone, whose error against "f" is 0: f is the table. */
static inline clpwl_table *of_numbers(const double *knots, const double *values, size_t n, clpwl_partition partition)
{
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *t;
    spec.knots = knots;
    spec.values = values;
    spec.segments = n;
    spec.partition = partition;
    spec.measured = (clpwl_error){0, 0, 0};
    OK(clpwl_table_create(&t, &spec));
    return t;
}

static inline Suite *suite_of(const char *name, SFun setup, SFun teardown, const TTest *const *tests, size_t count)
{
    Suite *s = suite_create(name);
    TCase *t = tcase_create(name);
    runs_in_one_process();
    tcase_set_timeout(t, 7200);
    tcase_add_unchecked_fixture(t, setup, teardown);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(t, tests[i]);
    suite_add_tcase(s, t);
    return s;
}

/* Defines the suite of these tests, which run in one process. */
#define SUITE(name, setup, teardown, ...)                                                        \
    Suite *suite(void)                                                                           \
    {                                                                                            \
        const TTest *const tests_[] = {__VA_ARGS__};                                             \
        return suite_of(name, setup, teardown, tests_, sizeof tests_ / sizeof *tests_);          \
    }

#endif
