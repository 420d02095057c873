/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shared [VALUES]: clpwl_eval_shared by two sub-devices of half of the compute units each, against
 * one of them, by clpwl_eval and by clpwl_eval_shared: medians of runs in turn. */
#include <stdio.h>
#include <stdlib.h>
#include "common/clock.h"
#include "measure.h"

static float *x, *y;
static size_t n;
static clpwl_evaluator *e[2];
static clpwl_share shares[2];

static double run_one(const void *none)
{
    (void)none;
    check(clpwl_eval(e[0], x, y, n));
    return 0;
}

static double run_shared(const void *both)
{
    check(clpwl_eval_shared(e, both ? 2 : 1, x, y, n, both ? shares : NULL));
    return 0;
}

int main(int argc, char **argv)
{
    entrant list[] = {{.run = run_one}, {.run = run_shared}, {.run = run_shared, .state = e}};
    clpwl_context *whole, *context;
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    cl_device_id part[2];
    cl_int code;
    double ns[3];
    n = argc > 1 ? (size_t)strtod(argv[1], NULL) : (size_t)1 << 24;
    x = random_floats(n, 0, 20);
    y = memory(n * sizeof *y);
    wish.segments = 512;
    clpwl_table *table = table_of("bessel_j0", &wish);
    check(clpwl_context_create(&whole, NULL));
    cl_device_partition_property half[] = {
        CL_DEVICE_PARTITION_EQUALLY,
        (cl_device_partition_property)(clpwl_context_info(whole)->compute_units / 2), 0};
    check_cl(clCreateSubDevices(clpwl_context_device(whole), half, 2, part, NULL), "clCreateSubDevices");
    cl_context both = clCreateContext(NULL, 2, part, NULL, NULL, &code);
    check_cl(code, "clCreateContext");
    for (int k = 0; k < 2; k++) {
        check(clpwl_context_wrap(&context, both, part[k], NULL, NULL));
        e[k] = evaluator_of(context, table, "buffer", CLPWL_STORAGE_FLOAT32);
    }
    heading(argv, whole);
    take_turns(list, 3, app_seconds);
    double faster = ratio_of(&list[1], &list[2]);
    for (int k = 0; k < 3; k++)
        ns[k] = figure_of(list[k].seconds, RUNS, (double)n).median;
    printf("%zu values, ns a value: one %.3f, in chunks %.3f, two %.3f (%.2f times as fast)\n", n, ns[0],
           ns[1], ns[2], faster);
    printf("shares of the last run: %.2f and %.2f\n", (double)shares[0].values / (double)n,
           (double)shares[1].values / (double)n);
    return EXIT_SUCCESS; /* the process ends: nothing is freed */
}
