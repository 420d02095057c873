/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * host [SEGMENTS ...]: the vector methods of the host by the number of segments; functions by the compiler's
 * vector math (libmvec) and by SLEEF; and the copy. All in one run in turns. Prints TSV:
 *
 *     of  segments  method  ns  spread  ratio
 *
 * in ns of processor time a value, of arrays in L1. `of` is the partition, or the rivals' function. The
 * ratio is the median of the turns' quotients of the time and that of the last method with 256 equal
 * segments, which is host-avx512 where the CPU has it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/yardsticks.h"
#include "measure.h"

enum { VALUES = 4096, MOST = 128 };

static float *x, *y;

static double run_eval(const void *evaluator)
{
    check(clpwl_eval((clpwl_evaluator *)evaluator, x, y, VALUES));
    return 0;
}

static double run_rival(const void *yardstick)
{
    ((const bench_yardstick *)yardstick)->run(x, y, VALUES);
    return 0;
}

static double run_copy(const void *unused)
{
    (void)unused;
    memcpy(y, x, VALUES * sizeof *y);
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
    const char *method, *of;
    size_t segments;
} contestant;

static contestant who[MOST];
static entrant list[MOST];
static size_t count;

static void enter(contestant c, double (*run)(const void *state), const void *state)
{
    if (count == MOST)
        fail("too many rows");
    who[count] = c;
    list[count++] = (entrant){.run = run, .state = state};
}

static void enter_rivals(const bench_yardstick *rows)
{
    static const char *const functions[] = {"erf", "exp", "log1p", "sin", "tanh"};
    for (const bench_yardstick *r = rows; r->name; r++)
        for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
            if (strcmp(r->function, functions[i]) == 0)
                enter((contestant){r->name, r->function, 0}, run_rival, r);
}

int main(int argc, char **argv)
{
    static const size_t usual[] = {256, 16, 32, 33, 64, 128, 257, 512, 513, 1024, 1025, 4096};
    size_t given = argc > 1 ? (size_t)argc : sizeof usual / sizeof *usual;
    x = random_floats(VALUES, 0, 20);
    y = memory(VALUES * sizeof *y);
    heading(argv, NULL);
    for (int partition = 0; partition < 2; partition++)
        for (size_t i = 0; i < given; i++) {
            const size_t segments = argc > 1 && i > 0 ? strtoul(argv[i], NULL, 10) : i > 0 ? usual[i] : 256;
            clpwl_table *t = table_for((clpwl_partition)partition, segments);
            for (size_t m = clpwl_method_count(); m-- > 0;) {
                const char *name = method_of(m, 1);
                if (!name || strcmp(name, "host-scalar") == 0)
                    continue;
                clpwl_evaluator *e = evaluator_of(NULL, t, name, CLPWL_STORAGE_FLOAT32);
                if (e)
                    enter((contestant){name, clpwl_partition_name((clpwl_partition)partition), segments},
                          run_eval, e);
            }
            clpwl_table_free(t);
        }
    enter_rivals(bench_vectors);
    enter_rivals(bench_sleef());
    enter((contestant){"memcpy", "copy", 0}, run_copy, NULL);
    take_turns(list, count, app_cpu_seconds);
    printf("# bessel_j0 on [0, 20], %d random arguments, %d runs of each in turns\n", VALUES, RUNS);
    printf("of\tsegments\tmethod\tns\tspread\tratio\n");
    static double first[RUNS];
    memcpy(first, list[0].seconds, sizeof first);
    for (size_t i = 0; i < count; i++) {
        memcpy(list[0].seconds, first, sizeof first); /* figures sort */
        const double ratio = ratio_of(&list[i], &list[0]);
        figure f = figure_by_value(app_times_of(list[i].seconds, RUNS), VALUES);
        printf("%s\t%zu\t%s\t%.4f\t%.4f\t%.2f\n", who[i].of, who[i].segments,
               who[i].method, f.median, f.spread, ratio);
    }
    return EXIT_SUCCESS; /* the process ends: nothing is freed */
}
