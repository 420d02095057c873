/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The whole way, as ./quickstart shows it: a table for the Bessel function J0 on
 * [0, 20] with a max error of 1e-4, 2^24 random abscissas by the fastest method of the best
 * OpenCL device, the result against GSL, and the time of J0 itself.
 *   j0_demo [TABLE]   also saves the table
 */
#include <clpwl.h>
#include <gsl/gsl_sf_bessel.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COUNT = 1 << 24 };
static const double A = 0, B = 20, TARGET = 1e-4;

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Random numbers in [A,B]; xorshift64. */
static void fill(float *x)
{
    uint64_t s = 88172645463325252u;
    for (size_t i = 0; i < COUNT; i++) {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        x[i] = (float)(A + (B - A) * ((double)(s >> 40) / (1 << 24)));
    }
}

static double worst(const float *x, const float *y)
{
    double most = 0;
    for (size_t i = 0; i < COUNT; i++)
        most = fmax(most, fabs((double)y[i] - gsl_sf_bessel_J0((double)x[i])));
    return most;
}

/* The best device, or NULL, the host, where there is none. */
static clpwl_status open_device(clpwl_context **context)
{
    clpwl_status status = clpwl_context_create(context, NULL);
    if (status != CLPWL_ERR_NO_DEVICE)
        return status;
    printf("note       %s; the host evaluates instead\n", clpwl_last_message());
    return CLPWL_OK;
}

static clpwl_status design(clpwl_table **table, clpwl_context *context)
{
    clpwl_function *f = NULL;
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    clpwl_status status = clpwl_function_from_catalogue(&f, "bessel_j0");
    /* The error is met by the device's linear filter, too, which may take a segment more. A device
     * without one gets a table for fp32. */
    if (status == CLPWL_OK && context &&
        clpwl_context_execution(context, CLPWL_STORAGE_FLOAT32, &how) == CLPWL_OK)
        wish.execution = &how;
    if (status == CLPWL_OK) {
        wish.a = A;
        wish.b = B;
        wish.max_error = TARGET;
        status = clpwl_design(table, f, &wish);
    }
    clpwl_function_free(f);
    return status;
}

/* Values per second on arrays of the host: once for what is done but once, as building the program for
 * groups of this size, and the best of three by the clock. */
static clpwl_status measure(clpwl_evaluator *evaluator, const float *x, float *y, double *rate)
{
    clpwl_status status = clpwl_eval(evaluator, x, y, COUNT);
    *rate = 0;
    for (int i = 0; i < 3 && status == CLPWL_OK; i++) {
        double began = seconds();
        status = clpwl_eval(evaluator, x, y, COUNT);
        *rate = fmax(*rate, COUNT / (seconds() - began));
    }
    return status;
}

/* J0 itself, by the C library in one thread. */
static double measure_function(const float *x, float *y)
{
    double began = seconds();
    for (size_t i = 0; i < COUNT; i++)
        y[i] = j0f(x[i]);
    return COUNT / (seconds() - began);
}

/* Two ways of reading the table that a device has. */
static void show_others(clpwl_context *context, const clpwl_table *table, const float *x, float *y)
{
    static const char *const methods[] = { "image-linear", "buffer" };
    for (int i = 0; context && i < 2; i++) {
        clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
        clpwl_evaluator *evaluator = NULL;
        double rate;
        options.method = methods[i];
        if (clpwl_evaluator_create(&evaluator, context, table, &options) == CLPWL_OK &&
            measure(evaluator, x, y, &rate) == CLPWL_OK)
            printf("also       %.3g values per second by %s\n", rate, methods[i]);
        clpwl_evaluator_free(evaluator);
    }
}

static clpwl_status show(clpwl_evaluator *evaluator, clpwl_context *context,
                         const clpwl_table *table)
{
    clpwl_status status = CLPWL_ERR_MEMORY;
    float *x = malloc(COUNT * sizeof *x), *y = malloc(COUNT * sizeof *y);
    if (x && y) {
        double rate;
        fill(x);
        status = measure(evaluator, x, y, &rate);
        if (status == CLPWL_OK) {
            printf("function   J0 on [%g, %g], max error asked %g\n", A, B, TARGET);
            printf("device     %s\n", clpwl_evaluator_device(evaluator));
            printf("segments   %zu\n", clpwl_table_segments(table));
            printf("error      %.4g predicted, %.4g measured against GSL at %d abscissas\n",
                   clpwl_evaluator_error(evaluator).linf, worst(x, y), COUNT);
            double own = measure_function(x, y);
            printf("speed      %.3g values per second by %s, which auto took\n", rate,
                   clpwl_evaluator_method(evaluator));
            printf("J0 itself  %.3g values per second by C's j0f in one thread: the table is %.3g "
                   "times as fast\n", own, rate / own);
            show_others(context, table, x, y);
        }
    }
    free(x);
    free(y);
    return status;
}

int main(int argc, char **argv)
{
    clpwl_context *context = NULL;
    clpwl_table *table = NULL;
    clpwl_evaluator *evaluator = NULL;
    clpwl_status status = open_device(&context);
    if (status == CLPWL_OK)
        status = design(&table, context);
    if (status == CLPWL_OK && argc > 1)
        status = clpwl_table_save(table, argv[1]);
    if (status == CLPWL_OK)
        status = clpwl_evaluator_create(&evaluator, context, table, NULL); /* the fastest */
    if (status == CLPWL_OK)
        status = show(evaluator, context, table);
    if (status != CLPWL_OK)
        fprintf(stderr, "j0_demo: %s: %s\n", clpwl_status_text(status), clpwl_last_message());
    clpwl_evaluator_free(evaluator);
    clpwl_table_free(table);
    clpwl_context_free(context);
    return status == CLPWL_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
