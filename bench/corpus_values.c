/* SPDX-License-Identifier: GPL-3.0-or-later */
/* corpus --values [GROUP | FUNCTION]: how often a design asks a callback for values, and how many calls
 * for many at once that takes: each function of the corpus as a callback, refined knots, minimax, 1e-4.
 * A line with # sums up a group. */
#include <stdio.h>
#include <string.h>
#include "common/clock.h"
#include "corpus.h"

enum { MOST = 128 };

typedef struct counter {
    clpwl_function *f;
    size_t values, calls;
} counter;

static void count(const double *x, double *y, size_t n, void *user)
{
    counter *c = user;
    c->calls++;
    c->values += n;
    for (size_t i = 0; i < n; i++)
        if (clpwl_function_value(c->f, x[i], &y[i]) != CLPWL_OK)
            y[i] = NAN;
}

static double design(const entry *e)
{
    counter c = {.f = open_entry(e)};
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table = NULL;
    spec.many = count;
    spec.user = &c;
    o.aim = CLPWL_AIM_NONE;
    o.a = e->a;
    o.b = e->b;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.effort = CLPWL_EFFORT_REFINED;
    o.fit = CLPWL_FIT_MINIMAX;
    o.max_error = 1e-4;
    check(clpwl_function_create(&f, &spec));
    clpwl_status status = clpwl_design(&table, f, &o);
    printf("%s\t%s\t%g\t%g\t%s\t%zu\t%zu\t%zu\n", e->group, e->name, e->a, e->b, clpwl_status_name(status),
           table ? clpwl_table_segments(table) : 0, c.values, c.calls);
    clpwl_table_free(table);
    clpwl_function_free(f);
    clpwl_function_free(c.f);
    return (double)c.values;
}

int corpus_values(const char *only)
{
    double values[MOST];
    size_t count = 0;
    printf("group\tfunction\ta\tb\tstatus\tsegments\tvalues\tcalls\n");
    for (const entry *e = corpus_next(NULL, only), *next; e; e = next) {
        values[count++] = design(e);
        fflush(stdout);
        next = corpus_next(e, only);
        if (!next || count == MOST || strcmp(next->group, e->group) != 0) {
            double median = app_times_of(values, count).median;
            printf("# %s\t%zu functions, values in the median %g, at most %g\n", e->group, count, median,
                   values[count - 1]);
            count = 0;
        }
    }
    return EXIT_SUCCESS;
}
