/* SPDX-License-Identifier: GPL-3.0-or-later */
/* corpus --times: the time of designs, asymptotic and refined. Processor time, which load does not
 * change; a design runs in one thread. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "corpus.h"

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int corpus_times(void)
{
    static const struct {
        clpwl_effort effort;
        size_t segments;
        double most; /* the limit for smooth functions */
    } ways[] = {{CLPWL_EFFORT_ASYMPTOTIC, 64, 0.2}, {CLPWL_EFFORT_ASYMPTOTIC, 1024, 0.2},
                {CLPWL_EFFORT_REFINED, 64, 5}, {CLPWL_EFFORT_REFINED, 1024, 5}};
    static const clpwl_norm norms[] = {CLPWL_NORM_LINF, CLPWL_NORM_L2};
    size_t count, late = 0;
    const corpus_entry *entries = corpus_entries(&count);
    printf("group\tfunction\ta\tb\teffort\tnorm\tsegments\tseconds\twanted\n");
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 8; k++) {
            const corpus_entry *e = &entries[i];
            clpwl_function *f = corpus_open(e);
            clpwl_design_options o = CLPWL_DESIGN_INIT;
            clpwl_table *table;
            o.a = e->a;
            o.b = e->b;
            o.norm = norms[k / 4];
            o.partition = CLPWL_PARTITION_OPTIMIZED;
            o.effort = ways[k % 4].effort;
            o.segments = ways[k % 4].segments;
            double began = seconds();
            corpus_check(clpwl_design(&table, f, &o));
            double took = seconds() - began;
            printf("%s\t%s\t%g\t%g\t%s\t%s\t%zu\t%.3g\t%g\n", e->group, e->name, e->a, e->b,
                   clpwl_effort_name(o.effort), clpwl_norm_name(o.norm), o.segments, took,
                   ways[k % 4].most);
            fflush(stdout);
            late += took > ways[k % 4].most;
            clpwl_table_free(table);
            clpwl_function_free(f);
        }
    printf("# %zu of %zu later than wanted\n", late, 8 * count);
    return EXIT_SUCCESS;
}
