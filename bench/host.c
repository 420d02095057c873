/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * host [--over LIBRARY] [SEGMENTS ...]: the vector methods of the host by the number of segments; functions
 * by the compiler's vector math (libmvec) and by SLEEF; and the copy. All in one run in turns. Prints TSV:
 *
 *     of  segments  method  ns  spread  ratio  over
 *
 * in ns of processor time a value, of arrays in L1. `of` is the partition, or the rivals' function. The
 * ratio is the median of the turns' quotients of the time and that of the last method with 256 equal
 * segments, which is host-avx512 where the CPU has it. `over` is how many times the speed of LIBRARY, another
 * build of libclpwl.so, the speed is: the same table by its method, right before; nan: none was run.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/yardsticks.h"
#include "measure.h"

enum { VALUES = 4096, MOST = 160 };

static float *x, *y;

static double run_eval(const void *evaluator)
{
    check(clpwl_eval((clpwl_evaluator *)evaluator, x, y, VALUES));
    return 0;
}

/* What is called in the other library. */
static struct {
    clpwl_status (*load)(clpwl_table **out, const char *text, size_t length);
    clpwl_status (*create)(clpwl_evaluator **out, clpwl_context *context, const clpwl_table *table,
                           const clpwl_evaluator_options *options);
    clpwl_status (*eval)(clpwl_evaluator *evaluator, const float *x, float *y, size_t n);
} other;

static void open_other(const char *library)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (!handle)
        fail(dlerror());
    *(void **)&other.load = dlsym(handle, "clpwl_table_load_text");
    *(void **)&other.create = dlsym(handle, "clpwl_evaluator_create");
    *(void **)&other.eval = dlsym(handle, "clpwl_eval");
    if (!other.load || !other.create || !other.eval)
        fail("not a libclpwl");
}

static double run_other(const void *evaluator)
{
    check(other.eval((clpwl_evaluator *)evaluator, x, y, VALUES));
    return 0;
}

static clpwl_evaluator *evaluator_of_other(const clpwl_table *table, const char *method)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e = NULL;
    clpwl_table *its;
    char *text;
    o.method = method;
    o.storage = CLPWL_STORAGE_FLOAT32;
    check(clpwl_table_save_text(table, &text, NULL));
    if (other.load(&its, text, strlen(text)) != CLPWL_OK || other.create(&e, NULL, its, &o) != CLPWL_OK)
        fail("the other library cannot read a table");
    clpwl_free(text);
    return e;
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

/* The vector methods of the host. */
static void enter_methods(clpwl_partition partition, size_t segments)
{
    const char *of = clpwl_partition_name(partition);
    if (segments == 0)
        fail("the arguments are [--over LIBRARY] [SEGMENTS ...]");
    clpwl_table *t = table_for(partition, segments);
    for (size_t m = clpwl_method_count(); m-- > 0;) {
        const char *name = method_of(m, 1);
        clpwl_evaluator *e = NULL;
        if (name && strcmp(name, "host-scalar") != 0)
            e = evaluator_of(NULL, t, name, CLPWL_STORAGE_FLOAT32);
        if (e && other.eval)
            enter((contestant){.of = NULL}, run_other, evaluator_of_other(t, name)); /* no row */
        if (e)
            enter((contestant){name, of, segments}, run_eval, e);
    }
    clpwl_table_free(t);
}

static void print(void)
{
    const size_t base = other.eval ? 1 : 0;
    static double first[RUNS];
    printf("# bessel_j0 on [0, 20], %d random arguments, %d runs of each in turns\n", VALUES, RUNS);
    printf("of\tsegments\tmethod\tns\tspread\tratio\tover\n");
    memcpy(first, list[base].seconds, sizeof first);
    for (size_t i = 0; i < count; i++) {
        if (!who[i].of)
            continue;
        memcpy(list[base].seconds, first, sizeof first); /* figures sort */
        const double ratio = ratio_of(&list[i], &list[base]);
        const double over = i > 0 && !who[i - 1].of ? ratio_of(&list[i - 1], &list[i]) : NAN;
        figure f = figure_by_value(app_times_of(list[i].seconds, RUNS), VALUES);
        printf("%s\t%zu\t%s\t%.4f\t%.4f\t%.2f\t%.2f\n", who[i].of, who[i].segments, who[i].method, f.median,
               f.spread, ratio, over);
    }
}

int main(int argc, char **argv)
{
    static const size_t usual[] = {256, 16, 32, 33, 64, 128, 257, 512, 513, 1024, 1025, 4096};
    const int options = argc > 2 && strcmp(argv[1], "--over") == 0 ? 2 : 0;
    const size_t given = argc - options > 1 ? (size_t)(argc - options) : sizeof usual / sizeof *usual;
    if (options)
        open_other(argv[2]);
    x = random_floats(VALUES, 0, 20);
    y = memory(VALUES * sizeof *y);
    heading(argv, NULL);
    for (int partition = 0; partition < 2; partition++)
        for (size_t i = 0; i < given; i++)
            enter_methods((clpwl_partition)partition,
                          argc - options > 1 && i > 0 ? strtoul(argv[options + i], NULL, 10) : usual[i]);
    enter_rivals(bench_vectors);
    enter_rivals(bench_sleef());
    enter((contestant){"memcpy", "copy", 0}, run_copy, NULL);
    take_turns(list, count, app_cpu_seconds);
    print();
    return EXIT_SUCCESS; /* the process ends: nothing is freed */
}
