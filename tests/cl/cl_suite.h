/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A suite about one context, and what suites ask of it. */
#ifndef CLPWL_TEST_CL_SUITE_H
#define CLPWL_TEST_CL_SUITE_H

#include "clpwl_cl.h"
#include "support/suite.h"
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

static char own_cache[] = "/tmp/clpwl-suite-XXXXXX";

/* With measurements of its own. */
static inline void open_measuring_context(void)
{
    ck_assert_ptr_nonnull(mkdtemp(own_cache));
    setenv("XDG_CACHE_HOME", own_cache, 1);
    open_context();
}

static inline void close_measuring_context(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", own_cache);
    ck_assert_int_eq(system(command), 0);
    close_context();
}

static inline clpwl_evaluator *on_host(const clpwl_table *t)
{
    return make(NULL, t, "host-scalar", 0, 0);
}

/* A table of numbers alone, whose error against "f" is 0: f is the table. */
static inline clpwl_table *of_numbers(const double *knots, const double *values, size_t n,
                                      clpwl_partition partition)
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

#endif
