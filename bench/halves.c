/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * halves [DEVICE]: arrays of halves against arrays of floats, by clpwl_eval on the host and by
 * clpwl_enqueue on a device. Both take turns in one run, at the same arguments. Prints TSV; asserts
 * nothing.
 */
#include <math.h>
#include <string.h>
#include "bench/figure.h"
#include "check.h"
#include "common/clock.h"

enum { SEGMENTS = 64, IN_CACHE = 4096, RUNS = 31 };
static const size_t in_memory = (size_t)1 << 23;

typedef struct bench {
    clpwl_context *context; /* NULL: the host */
    clpwl_evaluator *evaluator;
    void *x[2], *y[2]; /* floats, halves */
    cl_mem from[2], to[2];
    size_t n, repeats;
} bench;

static double run_host(bench *b, int halves)
{
    double began = app_seconds();
    for (size_t k = 0; k < b->repeats; k++)
        check(halves ? clpwl_eval_half(b->evaluator, b->x[1], b->y[1], b->n)
                     : clpwl_eval(b->evaluator, b->x[0], b->y[0], b->n));
    return (app_seconds() - began) / (double)b->repeats;
}

/* By the device's clock if it has one. */
static double run_device(bench *b, int halves)
{
    cl_event event;
    double began = app_seconds();
    check((halves ? clpwl_enqueue_half : clpwl_enqueue)(b->evaluator, NULL, b->from[halves],
                                                        b->to[halves], b->n, 0, NULL, &event));
    if (clFinish(clpwl_context_queue(b->context)) != CL_SUCCESS)
        fail("clFinish failed");
    double clock = app_seconds() - began, device = event_seconds(event);
    clReleaseEvent(event);
    return device > 0 ? device : clock;
}

static void compare(bench *b, const clpwl_table *t, const char *method)
{
    double seconds[2][RUNS];
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    options.method = method;
    clpwl_status status = clpwl_evaluator_create(&b->evaluator, b->context, t, &options);
    if (status == CLPWL_ERR_UNSUPPORTED)
        return;
    check(status);
    double (*run)(bench *, int) = b->context ? run_device : run_host;
    b->repeats = 1;
    double once = run(b, 0) + run(b, 1);
    if (!b->context && once < 1e-4)
        b->repeats = (size_t)(1e-4 / (once + 1e-8)) + 1;
    for (int r = 0; r < RUNS; r++)
        for (int halves = 0; halves < 2; halves++)
            seconds[halves][r] = run(b, halves);
    figure f = figure_of(seconds[0], RUNS, (double)b->n);
    figure h = figure_of(seconds[1], RUNS, (double)b->n);
    printf("%s\t%zu\t%.4f\t%.4f\t%.1f\t%.4f\t%.4f\t%.1f\t%.2f\n", method, b->n, f.median, f.spread,
           8 / f.median, h.median, h.spread, 4 / h.median, f.median / h.median);
    fflush(stdout);
    clpwl_evaluator_free(b->evaluator);
}

/* The halves of [0, 16) in a random order, alike as floats. */
static void fill(bench *b, size_t n)
{
    uint32_t state = 1;
    float *x = b->x[0];
    uint16_t *halves = b->x[1];
    for (size_t i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        uint32_t bits = (state >> 16) % 0x4c00; /* of 16 */
        halves[i] = (uint16_t)bits;
        x[i] = bits >> 10 ? ldexpf((float)(1024 + bits % 1024), (int)(bits >> 10) - 25)
                          : ldexpf((float)bits, -24);
    }
}

static cl_mem buffer(bench *b, void *from, size_t bytes)
{
    cl_int code;
    cl_mem m = clCreateBuffer(clpwl_context_cl(b->context),
                              from ? CL_MEM_COPY_HOST_PTR : CL_MEM_READ_WRITE, bytes, from, &code);
    if (code != CL_SUCCESS)
        fail("clCreateBuffer failed");
    return m;
}

static void compare_methods(bench *b, const clpwl_table *t, int host)
{
    for (size_t m = 0; m < clpwl_method_count(); m++)
        if (clpwl_method(m)->host == host &&
            (m == 0 || strcmp(clpwl_method(m)->name, clpwl_method(m - 1)->name) != 0))
            compare(b, t, clpwl_method(m)->name);
}

int main(int argc, char **argv)
{
    bench b = { 0 };
    clpwl_context_options where = CLPWL_CONTEXT_INIT;
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *t;
    wish.segments = SEGMENTS;
    wish.b = 16;
    check(clpwl_function_from_catalogue(&f, "bessel_j0"));
    check(clpwl_design(&t, f, &wish));
    for (int k = 0; k < 2; k++) {
        size_t bytes = in_memory * (k ? sizeof(uint16_t) : sizeof(float));
        b.x[k] = aligned_alloc(64, bytes);
        b.y[k] = aligned_alloc(64, bytes);
        if (!b.x[k] || !b.y[k])
            fail("out of memory");
        memset(b.y[k], 0, bytes);
    }
    fill(&b, in_memory);
    where.device = argc > 1 ? argv[1] : NULL;
    printf("# command: halves%s%s\n# bessel_j0 on [0, 16], %d segments, %d runs of each in turns\n"
           "# ns a value: median and distance between quartiles; ratio: floats' time over "
           "halves'\n",
           argc > 1 ? " " : "", argc > 1 ? argv[1] : "", SEGMENTS, RUNS);
    puts("method\tvalues\tfloats\tspread\tGB/s\thalves\tspread\tGB/s\tratio");
    b.n = IN_CACHE;
    compare_methods(&b, t, 1);
    b.n = in_memory;
    compare_methods(&b, t, 1);
    check(clpwl_context_create(&b.context, &where));
    printf("# device: %s\n", clpwl_context_info(b.context)->name);
    for (int k = 0; k < 2; k++) {
        size_t bytes = in_memory * (k ? sizeof(uint16_t) : sizeof(float));
        b.from[k] = buffer(&b, b.x[k], bytes);
        b.to[k] = buffer(&b, NULL, bytes);
    }
    compare_methods(&b, t, 0);
    for (int k = 0; k < 2; k++) {
        clReleaseMemObject(b.from[k]);
        clReleaseMemObject(b.to[k]);
        free(b.x[k]);
        free(b.y[k]);
    }
    clpwl_context_free(b.context);
    clpwl_table_free(t);
    clpwl_function_free(f);
    return EXIT_SUCCESS;
}
