/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every request of the library for memory fails once, in operations on a device; test_doors has the others. */
#include <dlfcn.h>
#include <gsl/gsl_spline.h>
#include <stdio.h>
#include <string.h>
#include "base/internal.h"
#include "support/suite.h"
#include "layer/load.h"
#include "sweep.h"
#include "support/tables.h"

static const struct fault_layer *layer;
static long armed;

static void arm(const trial *t, long n)
{
    (void)t;
    armed = n;
    clpwl__fault_allocation(n);
}

static int has_met(const trial *t)
{
    (void)t;
    return armed > 0 && clpwl__requests() >= armed;
}

static int says_so(const trial *t, clpwl_status status)
{
    (void)t;
    return status == CLPWL_ERR_MEMORY && strstr(clpwl_last_message(), "out of memory");
}

static const fault_kind memory = {"memory", arm, has_met, says_so};

START_TEST(devices_and_contexts)
{
    for (const operation *o = list_operations; o->name; o++) {
        tally sum = {0};
        trial t = {.layer = layer};
        sweep(&sum, o, &t, &memory, NULL);
        tally_report(o->name, &sum);
    }
    for (const operation *o = context_operations; o->name; o++) {
        tally sum = {0};
        trial t = {.layer = layer};
        sweep(&sum, o, &t, &memory, sweep_context);
        tally_report(o->name, &sum);
    }
}
END_TEST

/* Compiling takes long and is the same for all methods: only the first method's is swept. */
static void sweep_tables(tally *sum, const operation *o, trial *t, size_t method, int host,
                         int building)
{
    for (int p = 0; clpwl_partition_name((clpwl_partition)p); p++) {
        clpwl_table *table = make_table(0, 1, 64, (clpwl_partition)p, CLPWL_EXTEND_CLAMP);
        t->table = table;
        if (!sweep_takes(method, o, p) || !sweep_works(t, host)) {
            clpwl_table_free(table);
            continue;
        }
        if (host)
            sweep(sum, o, t, &memory, NULL);
        else if (building)
            sweep(sum, o, t, &memory, sweep_context);
        else
            sweep_one_context(sum, o, t, &memory);
        clpwl_table_free(table);
    }
}

START_TEST(evaluators_by_every_method)
{
    size_t count = clpwl_method_count(), swept = 0;
    const operation *o = &evaluator_operations[_i];
    for (size_t i = 0; i <= count; i++) {
        char what[80];
        tally sum = {0};
        trial t = {.layer = layer, .method = sweep_method_name(i)};
        int host = i < count && clpwl_method(i)->host, first = o == evaluator_operations;
        if (!t.method || (i == count && !first))
            continue;
        if (!tally_all() && !first && !host && swept)
            continue; /* the requests hardly depend on the method */
        t.stride = i < count ? 0 : tally_all() ? 7 : 61;
        sweep_tables(&sum, o, &t, i, host, tally_all() || (first && !swept));
        snprintf(what, sizeof what, "%s, %s", o->name, t.method);
        swept += sum.injected > 0;
        if (sum.injected)
            tally_report(what, &sum);
    }
    ck_assert_uint_gt(swept, 0);
}
END_TEST

/* GSL's one request for memory on the library's behalf: this replaces GSL's function. */
static int gsl_refuses;

gsl_spline *gsl_spline_alloc(const gsl_interp_type *type, size_t n)
{
    gsl_spline *(*real)(const gsl_interp_type *, size_t);
    *(void **)&real = dlsym(RTLD_NEXT, "gsl_spline_alloc");
    return gsl_refuses ? NULL : real(type, n);
}

START_TEST(a_spline_without_memory)
{
    static const double x[] = {0, 1, 2}, y[] = {0, 1, 4};
    clpwl_function *f;
    long blocks = clpwl__live_blocks();
    gsl_refuses = 1;
    FAILS(CLPWL_ERR_MEMORY, "3 samples", clpwl_function_from_samples(&f, "three", x, y, 3));
    ck_assert_ptr_null(f);
    gsl_refuses = 0;
    ck_assert_int_eq(clpwl__live_blocks(), blocks);
    OK(clpwl_function_from_samples(&f, "three", x, y, 3));
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    setvbuf(stdout, NULL, _IOLBF, 0);
    Suite *s = suite_create("memory faults");
    TCase *t = tcase_create("allocations");
    int evaluators = 0;
    unsetenv("HOME");
    unsetenv("XDG_CACHE_HOME");
    layer = layer_load();
    while (evaluator_operations[evaluators].name)
        evaluators++;
    tcase_set_timeout(t, 3600);
    tcase_add_test(t, a_spline_without_memory);
    tcase_add_test(t, devices_and_contexts);
    tcase_add_loop_test(t, evaluators_by_every_method, 0, evaluators);
    suite_add_tcase(s, t);
    return s;
}
