/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * halves [DEVICE]: arrays of halves against arrays of floats, by clpwl_eval on the host and by
 * clpwl_enqueue on a device. Both take turns in one run, at the same arguments. Prints TSV.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "common/clock.h"
#include "measure.h"

enum { SEGMENTS = 64, IN_CACHE = 4096, IN_MEMORY = 1 << 23 };

static clpwl_context *context; /* NULL: the host */
static clpwl_evaluator *evaluator;
static float *x, *y;
static uint16_t *half_x, *half_y;
static cl_mem from[2], to[2]; /* floats, halves */
static size_t n;

static double run_host(const void *halves)
{
    check(halves ? clpwl_eval_half(evaluator, half_x, half_y, n) : clpwl_eval(evaluator, x, y, n));
    return 0;
}

static double run_device(const void *halves)
{
    cl_event event;
    int k = halves != NULL;
    check((k ? clpwl_enqueue_half : clpwl_enqueue)(evaluator, NULL, from[k], to[k], n, 0, NULL, &event));
    check_cl(clFinish(clpwl_context_queue(context)), "clFinish");
    double seconds = event_seconds(event);
    clReleaseEvent(event);
    return seconds;
}

static void compare(const clpwl_table *t, size_t values)
{
    n = values;
    for (size_t m = 0; m < clpwl_method_count(); m++) {
        const char *method = method_of(m, !context);
        entrant list[2] = {{.run = context ? run_device : run_host, .state = NULL}};
        list[1] = list[0];
        list[1].state = list;
        evaluator = method ? evaluator_of(context, t, method, CLPWL_STORAGE_FLOAT32) : NULL;
        if (!evaluator)
            continue;
        take_turns(list, 2, app_seconds);
        figure f = figure_of(list[0].seconds, RUNS, (double)n);
        figure h = figure_of(list[1].seconds, RUNS, (double)n);
        printf("%s\t%zu\t%.4f\t%.4f\t%.1f\t%.4f\t%.4f\t%.1f\t%.2f\n", method, n, f.median, f.spread,
               8 / f.median, h.median, h.spread, 4 / h.median, f.median / h.median);
        fflush(stdout);
        clpwl_evaluator_free(evaluator);
    }
}

/* The halves of [0, 16) in a random order, alike as floats. */
static void fill(void)
{
    uint64_t state = 1;
    for (size_t i = 0; i < IN_MEMORY; i++) {
        uint32_t bits = (uint32_t)(0x4c00 * draw(&state)); /* of 16 */
        half_x[i] = (uint16_t)bits;
        x[i] = bits >> 10 ? ldexpf((float)(1024 + bits % 1024), (int)(bits >> 10) - 25)
                          : ldexpf((float)bits, -24);
    }
}

int main(int argc, char **argv)
{
    clpwl_context_options where = CLPWL_CONTEXT_INIT;
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    const size_t bytes = IN_MEMORY * sizeof *x;
    wish.segments = SEGMENTS;
    wish.b = 16;
    where.device = argc > 1 ? argv[1] : NULL;
    clpwl_table *t = table_of("bessel_j0", &wish);
    x = memory(bytes);
    y = memory(bytes);
    half_x = memory(bytes / 2);
    half_y = memory(bytes / 2);
    fill();
    clpwl_context *device;
    check(clpwl_context_create(&device, &where));
    heading(argv, device);
    printf("# bessel_j0 on [0, 16], %d segments, %d runs of each in turns\n"
           "# ns a value: median and distance between quartiles; ratio: floats' time over halves'\n",
           SEGMENTS, RUNS);
    puts("method\tvalues\tfloats\tspread\tGB/s\thalves\tspread\tGB/s\tratio");
    compare(t, IN_CACHE);
    compare(t, IN_MEMORY);
    context = device;
    for (int k = 0; k < 2; k++) {
        from[k] = buffer(context, bytes >> k, k ? (void *)half_x : x);
        to[k] = buffer(context, bytes >> k, NULL);
    }
    compare(t, IN_MEMORY);
    return EXIT_SUCCESS; /* the process ends: nothing is freed */
}
