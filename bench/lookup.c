/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lookup: one value on the host by clpwl_lookup, against a look-up by hand in the same loop, which take
 * turns in one run. Prints TSV:
 *
 *     loop  compiled  partition  segments  library  spread  hand  spread  ratio
 *
 * in ns a value, without vectors, which a compiler makes of several look-ups by hand. `sum` adds values
 * that do not depend on each other; in `chain` each argument depends on the value before it. `plain` is
 * compiled as the program is, `fused` for CPUs with fused multiply-adds. By hand knots are equal, and the
 * ends clamped; NaN is not thought of, and the table has a record more. A ratio is the median of the turns.
 */
#include <stdio.h>
#include <stdlib.h>
#include "lookup.h"
#include "measure.h"

static const double a = 0, b = 20;

static hand by_hand(const clpwl_table *t)
{
    const size_t n = clpwl_table_segments(t);
    const double *values = clpwl_table_values(t);
    clpwl_lookup_record *records = memory((n + 1) * sizeof *records);
    for (size_t i = 0; i <= n; i++)
        records[i] = (clpwl_lookup_record){(float)values[i], i < n ? (float)(values[i + 1] - values[i]) : 0};
    return (hand){(float)a, (float)b, (float)((double)n / (b - a)), records};
}

static void compete(const char *loop, const char *compiled, const reads *library, const reads *own,
                    loop_fn *one, loop_fn *other)
{
    entrant list[] = {{.run = one, .state = library}, {.run = other, .state = own}};
    take_turns(list, 2, app_cpu_seconds);
    const double ratio = ratio_of(&list[0], &list[1]);
    figure f = figure_by_value(app_times_of(list[0].seconds, RUNS), ARGUMENTS);
    figure g = figure_by_value(app_times_of(list[1].seconds, RUNS), ARGUMENTS);
    printf("%s\t%s\t%s\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%.2f\n", loop, compiled,
           library->table.cells ? "optimized" : "uniform", library->table.grid.last + 1, f.median, f.spread,
           g.median, g.spread, ratio);
}

int main(int argc, char **argv)
{
    static const size_t segments[] = {512, 64, 512};
    const lookup_loops *const compiled[] = {&loops_plain, &loops_fused};
    static reads r[3];
    (void)argc;
    heading(argv, NULL);
    printf("# bessel_j0, %d random arguments, %d runs of each in turns, ns of processor time\n", ARGUMENTS,
           RUNS);
    printf("loop\tcompiled\tpartition\tsegments\tlibrary\tspread\thand\tspread\tratio\n");
    for (int i = 0; i < 3; i++) {
        clpwl_design_options wish = CLPWL_DESIGN_INIT;
        wish.aim = CLPWL_AIM_NONE;
        wish.segments = segments[i];
        wish.b = b;
        wish.partition = i == 2 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        clpwl_table *t = table_of("bessel_j0", &wish);
        r[i].x = random_floats(ARGUMENTS, a, b);
        r[i].table = (clpwl_lookup_table)CLPWL_LOOKUP_TABLE_INIT;
        check(clpwl_lookup_prepare(&r[i].table, t));
        r[i].hand = i == 2 ? r[0].hand : by_hand(t); /* by hand knots are equal */
        for (int k = 0; k < 2; k++) {
            compete("sum", compiled[k]->name, &r[i], &r[i], compiled[k]->sum, compiled[k]->sum_by_hand);
            compete("chain", compiled[k]->name, &r[i], &r[i], compiled[k]->chain, compiled[k]->chain_by_hand);
        }
    }
    return EXIT_SUCCESS; /* the process ends: nothing is freed */
}
