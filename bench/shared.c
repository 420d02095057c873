/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shared [VALUES]: clpwl_eval_shared by two sub-devices of half of the compute units each, against
 * one of them, by clpwl_eval and by clpwl_eval_shared: medians of 15 runs, in turn. */
#define CL_TARGET_OPENCL_VERSION 120
#include <clpwl_cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 15, PARTS = 2 };

static void check(int failed, const char *what)
{
    if (failed) {
        fprintf(stderr, "shared: %s: %s\n", what, clpwl_last_message());
        exit(EXIT_FAILURE);
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    size_t n = argc > 1 ? (size_t)strtod(argv[1], NULL) : (size_t)1 << 24;
    float *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    double eval[RUNS], one[RUNS], two[RUNS];
    clpwl_function *f = NULL;
    clpwl_table *table = NULL;
    clpwl_context *whole = NULL, *context[PARTS];
    clpwl_evaluator *e[PARTS];
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
    cl_device_id part[PARTS];
    clpwl_share shares[PARTS];
    check(!x || !y, "memory");
    for (size_t i = 0; i < n; i++)
        x[i] = 20 * (float)i / (float)n, y[i] = 0;
    wish.segments = 512;
    how.method = "buffer";
    check(clpwl_function_from_catalogue(&f, "bessel_j0") || clpwl_design(&table, f, &wish) ||
          clpwl_context_create(&whole, NULL), "set-up");
    unsigned units = clpwl_context_info(whole)->compute_units;
    cl_device_partition_property half[] = { CL_DEVICE_PARTITION_EQUALLY,
                                            (cl_device_partition_property)(units / PARTS), 0 };
    check(units < PARTS || clCreateSubDevices(clpwl_context_device(whole), half, PARTS, part, NULL),
          "the device has no halves");
    cl_context both = clCreateContext(NULL, PARTS, part, NULL, NULL, NULL);
    for (int k = 0; k < PARTS; k++)
        check(clpwl_context_wrap(&context[k], both, part[k], NULL, NULL) ||
              clpwl_evaluator_create(&e[k], context[k], table, &how), "evaluators");
    for (int run = -1; run < RUNS; run++) { /* the first is not counted */
        double began = now();
        check(clpwl_eval(e[0], x, y, n), "one");
        double first = now();
        check(clpwl_eval_shared(e, 1, x, y, n, NULL), "one in chunks");
        double second = now();
        check(clpwl_eval_shared(e, PARTS, x, y, n, shares), "two");
        if (run >= 0)
            eval[run] = first - began, one[run] = second - first, two[run] = now() - second;
    }
    qsort(eval, RUNS, sizeof *eval, compare);
    qsort(one, RUNS, sizeof *one, compare);
    qsort(two, RUNS, sizeof *two, compare);
    const double scale = 1e9 / (double)n;
    printf("%zu values, ns a value: one %.3f, in chunks %.3f, two %.3f (%.2f times as fast)\n", n,
           scale * eval[RUNS / 2], scale * one[RUNS / 2], scale * two[RUNS / 2],
           one[RUNS / 2] / two[RUNS / 2]);
    printf("shares of the last run: %.2f and %.2f\n", (double)shares[0].values / (double)n,
           (double)shares[1].values / (double)n);
    return EXIT_SUCCESS; /* the process ends: nothing is freed */
}
