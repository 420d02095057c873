/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * host [SEGMENTS ...]: the vector methods of the host by the number of segments, all in one run in turns.
 * Prints TSV:
 *
 *     partition  segments  method  ns  spread  ratio
 *
 * in ns of processor time a value, of arrays in L1. The ratio is the median of the turns' quotients of the
 * time and that of the last method with 256 equal segments, which is host-avx512 where the CPU has it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "measure.h"

enum { VALUES = 4096, MOST = 128 };

static float *x, *y;

static double run_eval(const void *evaluator)
{
    check(clpwl_eval((clpwl_evaluator *)evaluator, x, y, VALUES));
    return 0;
}

static clpwl_table *table_for(clpwl_partition partition, size_t segments)
{
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    wish.aim = CLPWL_AIM_NONE;
    wish.segments = segments;
    wish.b = 20;
    wish.partition = partition;
    return table_of("bessel_j0", &wish);
}

typedef struct contestant {
    const char *method;
    clpwl_partition partition;
    size_t segments;
} contestant;

int main(int argc, char **argv)
{
    static const size_t usual[] = {256, 16, 32, 33, 64, 128, 257, 512, 513, 1024, 1025, 4096};
    static contestant who[MOST];
    static entrant list[MOST];
    size_t count = 0, given = argc > 1 ? (size_t)argc : sizeof usual / sizeof *usual;
    x = random_floats(VALUES, 0, 20);
    y = memory(VALUES * sizeof *y);
    heading(argv, NULL);
    for (int partition = 0; partition < 2; partition++)
        for (size_t i = 0; i < given; i++) {
            const size_t segments = argc > 1 && i > 0 ? strtoul(argv[i], NULL, 10) : i > 0 ? usual[i] : 256;
            clpwl_table *t = table_for((clpwl_partition)partition, segments);
            for (size_t m = clpwl_method_count(); m-- > 0;) {
                const char *name = method_of(m, 1);
                if (!name || strcmp(name, "host-scalar") == 0 || count == MOST)
                    continue;
                clpwl_evaluator *e = evaluator_of(NULL, t, name, CLPWL_STORAGE_FLOAT32);
                who[count] = (contestant){name, (clpwl_partition)partition, segments};
                if (e)
                    list[count++] = (entrant){.run = run_eval, .state = e};
            }
            clpwl_table_free(t);
        }
    take_turns(list, count, app_cpu_seconds);
    printf("# bessel_j0 on [0, 20], %d random arguments, %d runs of each in turns\n", VALUES, RUNS);
    printf("partition\tsegments\tmethod\tns\tspread\tratio\n");
    static double first[RUNS];
    memcpy(first, list[0].seconds, sizeof first);
    for (size_t i = 0; i < count; i++) {
        memcpy(list[0].seconds, first, sizeof first); /* figures sort */
        const double ratio = ratio_of(&list[i], &list[0]);
        figure f = figure_by_value(app_times_of(list[i].seconds, RUNS), VALUES);
        printf("%s\t%zu\t%s\t%.4f\t%.4f\t%.2f\n", clpwl_partition_name(who[i].partition), who[i].segments,
               who[i].method, f.median, f.spread, ratio);
    }
    return EXIT_SUCCESS; /* the process ends: nothing is freed */
}
