/* SPDX-License-Identifier: GPL-3.0-or-later */
/* corpus --times: the time of designs. Processor time of all threads: the errors of more than 4096 segments
 * are measured by several. Nothing is proved. Lines with # sum up a way to design: the number of designs,
 * microseconds a segment in the median and at least, the longest design, and how many took more
 * than WANTED seconds. */
#include <stdio.h>
#include <stdlib.h>
#include "common/clock.h"
#include "corpus.h"

enum { WANTED = 2, MOST = 128 };

static const struct way {
    clpwl_partition partition;
    clpwl_effort effort;
    clpwl_norm norm;
    clpwl_fit fit;
    size_t segments;
    double max_error;
} ways[] = {
/* clang-format off */
#define WAY(partition, effort, norm, fit, segments, max_error) \
    {CLPWL_PARTITION_##partition, CLPWL_EFFORT_##effort, CLPWL_NORM_##norm, CLPWL_FIT_##fit, \
     segments, max_error},
    WAY(UNIFORM, ASYMPTOTIC, LINF, INTERPOLANT, 1 << 18, 0)
    WAY(UNIFORM, ASYMPTOTIC, LINF, INTERPOLANT, 0, 1e-4)
    WAY(UNIFORM, ASYMPTOTIC, LINF, MINIMAX, 0, 1e-4)
    WAY(OPTIMIZED, ASYMPTOTIC, LINF, INTERPOLANT, 64, 0)
    WAY(OPTIMIZED, ASYMPTOTIC, LINF, INTERPOLANT, 1 << 14, 0)
    WAY(OPTIMIZED, ASYMPTOTIC, LINF, INTERPOLANT, 0, 1e-4)
    WAY(OPTIMIZED, REFINED, LINF, INTERPOLANT, 64, 0)
    WAY(OPTIMIZED, REFINED, LINF, INTERPOLANT, 1024, 0)
    WAY(OPTIMIZED, REFINED, LINF, INTERPOLANT, 0, 1e-3)
    WAY(OPTIMIZED, REFINED, L2, INTERPOLANT, 64, 0)
    WAY(OPTIMIZED, REFINED, L2, INTERPOLANT, 1024, 0)
    WAY(OPTIMIZED, REFINED, LINF, MINIMAX, 64, 0)
    WAY(OPTIMIZED, REFINED, LINF, MINIMAX, 1 << 12, 0)
    WAY(OPTIMIZED, REFINED, LINF, MINIMAX, 0, 1e-3)
    WAY(OPTIMIZED, REFINED, LINF, MINIMAX, 0, 1e-5)
/* clang-format on */
};

/* The design's time; its number of segments, or 0 where the target is refused. */
static double design(const entry *e, const struct way *w, size_t *segments)
{
    clpwl_function *f = open_entry(e);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *table = NULL;
    o.aim = CLPWL_AIM_NONE;
    o.a = e->a;
    o.b = e->b;
    o.partition = w->partition;
    o.effort = w->effort;
    o.norm = w->norm;
    o.fit = w->fit;
    o.segments = w->segments;
    o.max_error = w->max_error;
    o.max_segments = w->max_error > 0 ? 1 << 18 : 0;
    o.proving = CLPWL_PROVING_FEATURES;
    double began = app_cpu_seconds();
    clpwl_status status = clpwl_design(&table, f, &o);
    double took = app_cpu_seconds() - began;
    if (w->max_error == 0 || status != CLPWL_ERR_TARGET)
        check(status);
    *segments = table ? clpwl_table_segments(table) : 0;
    clpwl_table_free(table);
    clpwl_function_free(f);
    return took;
}

static void time_way(const struct way *w)
{
    size_t segments, late = 0, designs = 0;
    double each[MOST], longest = 0;
    const char *slowest = "";
    char name[96];
    snprintf(name, sizeof name, "%s\t%s\t%s\t%s\t%zu\t%g", clpwl_partition_name(w->partition),
             clpwl_effort_name(w->effort), clpwl_norm_name(w->norm), clpwl_fit_name(w->fit),
             w->segments, w->max_error);
    for (const entry *e = NULL; (e = corpus_next(e, NULL)) && designs < MOST;) {
        double took = design(e, w, &segments);
        printf("%s\t%g\t%g\t%s\t%zu\t%.3g\n", e->name, e->a, e->b, name, segments, took);
        fflush(stdout);
        late += took > WANTED;
        slowest = took > longest ? e->name : slowest;
        longest = took > longest ? took : longest;
        if (segments > 0)
            each[designs++] = 1e6 * took / (double)segments;
    }
    double median = app_times_of(each, designs).median;
    printf("# %s\t%zu\t%.3g\t%.3g\t%.3g\t%s\t%zu\n", name, designs, median, each[0], longest, slowest,
           late);
}

int corpus_times(void)
{
    printf("function\ta\tb\tpartition\teffort\tnorm\tfit\tasked\tmax_error\tsegments\tseconds\n"
           "# partition\teffort\tnorm\tfit\tasked\tmax_error\tdesigns\tmedian_us\tleast_us\t"
           "longest_s\tof\tlate\n");
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        time_way(&ways[i]);
    return EXIT_SUCCESS;
}
