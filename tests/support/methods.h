/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Evaluators by every method. A method refuses with CLPWL_ERR_UNSUPPORTED the tables and the
 * devices that it is not for; any other failure fails the test.
 */
#ifndef CLPWL_TEST_METHODS_H
#define CLPWL_TEST_METHODS_H

#include <stdio.h>
#include "clpwl.h"
#include "rough.h"

static inline size_t count_devices(void)
{
    clpwl_device_info *devices = NULL;
    size_t count = 0;
    if (clpwl_devices(&devices, &count) != CLPWL_OK)
        return 0;
    clpwl_free(devices);
    return count;
}

static inline clpwl_context *context_of(size_t device)
{
    clpwl_context_options options = CLPWL_CONTEXT_INIT;
    clpwl_context *c;
    char index[24];
    snprintf(index, sizeof index, "%zu", device);
    options.device = index;
    OK(clpwl_context_create(&c, &options));
    return c;
}

/* An evaluator of 1 to 4 tables over the same knots, or NULL if its method refuses them. */
static inline clpwl_evaluator *try_evaluator(clpwl_context *c, const clpwl_table *const *t,
                                             size_t count, const clpwl_evaluator_options *o)
{
    clpwl_evaluator *e = NULL;
    clpwl_status status = count == 1 ? clpwl_evaluator_create(&e, c, t[0], o)
                                     : clpwl_evaluator_create_vector(&e, c, t, count, o);
    ck_assert_msg(status == CLPWL_OK || status == CLPWL_ERR_UNSUPPORTED,
                  "%s, %zu segments, %s, %s: %s", o->method, clpwl_table_segments(t[0]),
                  clpwl_partition_name(clpwl_table_partition(t[0])),
                  clpwl_extend_name(clpwl_table_extend(t[0])), clpwl_last_message());
    return e;
}

/* 1 if the method evaluates tables: exact evaluates f. */
static inline int reads_tables(size_t method, size_t turn)
{
    (void)turn;
    return strncmp(clpwl_method(method)->name, "exact", 5) != 0;
}

/* 1 if the method has an earlier row, for the other partition. */
static inline int is_repeated(size_t method)
{
    return method > 0 && strcmp(clpwl_method(method)->name, clpwl_method(method - 1)->name) == 0;
}

typedef int method_filter(size_t method, size_t turn);
typedef void method_check(clpwl_evaluator *e, const clpwl_table *const *t, size_t method,
                          void *user);

/* Calls `check` with an evaluator by each method for which is_tried(method, turn) is 1; all
 * methods if is_tried is NULL. `options` has all but the method; NULL: the defaults. Returns
 * the number of evaluators. */
static inline size_t with_each_method(clpwl_context *c, const clpwl_table *const *t, size_t count,
                                      const clpwl_evaluator_options *options,
                                      method_filter *is_tried, size_t turn, method_check *check,
                                      void *user)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    size_t created = 0;
    if (options)
        o = *options;
    for (size_t m = 0; m < clpwl_method_count(); m++) {
        o.method = clpwl_method(m)->name;
        int wanted = !is_repeated(m) && (!is_tried || is_tried(m, turn));
        clpwl_evaluator *e = wanted ? try_evaluator(c, t, count, &o) : NULL;
        if (!e)
            continue;
        ck_assert_str_eq(clpwl_evaluator_method(e), o.method);
        check(e, t, m, user);
        clpwl_evaluator_free(e);
        created++;
    }
    return created;
}

/* The evaluator's values are within the error that it reports, which for these tables is an
 * error against the table itself: their error against f is 0. */
static inline void check_evaluator(clpwl_evaluator *e, const clpwl_table *table, const char *what)
{
    line l = line_of(table);
    size_t n;
    float *x = probes(&l, &n), *y = malloc(n * sizeof *y);
    char name[300];
    snprintf(name, sizeof name, "%s, %s", what, clpwl_evaluator_method(e));
    OK(clpwl_eval(e, x, y, n));
    check_within(name, &l, x, y, n, clpwl_evaluator_error(e).linf);
    free(x);
    free(y);
}

#endif
