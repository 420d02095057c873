/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * networks: tables of 8 and 16 segments beside those that papers on hardware for neural networks
 * publish, by the mean square error over the domain.
 *
 * LUT-APP: 16 entries in 8 bits. Ours in 8 bits: values on levels, of equal segments and of refined
 * knots, which are fp32 numbers; and the refined table of fp32 with its values rounded afterwards.
 *
 * Flex-SFU: n breakpoints on [-8,8], and a straight line on either side. Ours: n + 1 pieces on [-8,8]
 * in fp32 and with values in half. `bound` is the least error of n + 1 lines, continuous or not, by
 * dynamic programming over 1600 points: no table has less. `reached` is the number of pieces with which
 * ours is below the published figure.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "measure.h"

enum { ENTRIES = 16, GRID = 1600, MOST_PIECES = 32 };

static clpwl_function *open(const char *name)
{
    clpwl_function *f;
    check(clpwl_function_from_catalogue(&f, name));
    return f;
}

/* How a table is designed. */
typedef struct wish {
    double a, b;
    size_t segments;
    int refined;
    clpwl_storage storage;
} wish;

static clpwl_table *design(const clpwl_function *f, const wish *w)
{
    clpwl_table *table = NULL;
    clpwl_execution execution = CLPWL_EXECUTION_INIT;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    execution.storage = w->storage;
    o.a = w->a;
    o.b = w->b;
    o.segments = w->segments;
    o.norm = CLPWL_NORM_L2;
    o.fit = CLPWL_FIT_PROJECTION;
    o.execution = &execution;
    if (w->refined) {
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        o.effort = CLPWL_EFFORT_REFINED;
    }
    check(clpwl_design(&table, f, &o));
    return table;
}

/* The mean square error over the domain as stored. */
static double mse_of(const clpwl_function *f, const wish *w, clpwl_storage stored)
{
    clpwl_table *table = design(f, w);
    clpwl_execution execution = CLPWL_EXECUTION_INIT;
    clpwl_error e;
    execution.storage = stored;
    check(clpwl_error_executed(f, NULL, table, &execution, &e));
    clpwl_table_free(table);
    return e.l2 * e.l2 / (w->b - w->a);
}

/* Sums of 1, x, x^2, y, x y and y^2 up to each point. */
static double sums[GRID + 1][6];

/* The least sum of squares of a line over points i to j - 1. */
static double line_error(int i, int j)
{
    double s[6];
    for (int k = 0; k < 6; k++)
        s[k] = sums[j][k] - sums[i][k];
    double xx = s[2] - s[1] * s[1] / s[0], xy = s[4] - s[1] * s[3] / s[0];
    double yy = s[5] - s[3] * s[3] / s[0];
    return fmax(yy - (j - i > 1 ? xy * xy / xx : 0), 0);
}

/* Of so many lines, continuous or not. */
static double least_mse(const clpwl_function *f, double a, double b, size_t lines)
{
    static double best[2][GRID + 1];
    for (int i = 0; i < GRID; i++) {
        double x = a + (b - a) * (i + 0.5) / GRID, y;
        check(clpwl_function_value(f, x, &y));
        const double terms[6] = {1, x, x * x, y, x * y, y * y};
        for (int k = 0; k < 6; k++)
            sums[i + 1][k] = sums[i][k] + terms[k];
    }
    for (int j = 0; j <= GRID; j++)
        best[0][j] = j ? INFINITY : 0;
    for (size_t n = 1; n <= lines; n++) {
        const double *before = best[(n - 1) % 2];
        double *now = best[n % 2];
        for (int j = 0; j <= GRID; j++) {
            now[j] = before[j];
            for (int i = 0; i < j; i++)
                if (before[i] < now[j])
                    now[j] = fmin(now[j], before[i] + line_error(i, j));
        }
    }
    return best[lines % 2][GRID] / GRID;
}

static void print_lut_app(void)
{
    static const struct {
        const char *name;
        double a, b, published;
    } rows[] = {{"exp", -9, 0, 1.34e-6},    {"gelu", -4, 4, 4.32e-6}, {"silu", -4, 4, 4.91e-6},
                {"inverse", 1, 2, 2.92e-6}, {"rsqrt", 1, 4, 2.15e-6}};
    printf("LUT-APP, 16 entries in 8 bits: mean square error, and how many times ours is in it\n"
           "%-8s %-8s %10s  %17s  %17s  %17s\n", "", "", "published", "8 bits, equal",
           "8 bits, refined", "rounded afterwards");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function *f = open(rows[i].name);
        char domain[32];
        wish w = {rows[i].a, rows[i].b, ENTRIES, 0, CLPWL_STORAGE_UNORM8};
        double equal = mse_of(f, &w, CLPWL_STORAGE_UNORM8);
        w.refined = 1;
        double refined = mse_of(f, &w, CLPWL_STORAGE_UNORM8);
        w.storage = CLPWL_STORAGE_FLOAT32;
        double rounded = mse_of(f, &w, CLPWL_STORAGE_UNORM8);
        snprintf(domain, sizeof domain, "[%g,%g]", rows[i].a, rows[i].b);
        printf("%-8s %-8s %10.3g  %9.3g %6.3gx  %9.3g %6.3gx  %9.3g %6.3gx\n", rows[i].name, domain,
               rows[i].published, equal, rows[i].published / equal, refined,
               rows[i].published / refined, rounded, rows[i].published / rounded);
        clpwl_function_free(f);
    }
}

static void print_flex_sfu(void)
{
    static const struct {
        const char *name;
        size_t breakpoints;
        double published;
    } rows[] = {{"gelu", 8, 3.65e-6}, {"gelu", 16, 1.89e-7}, {"silu", 8, 4.27e-5},
                {"tanh", 8, 1.37e-5}, {"tanh", 16, 4.26e-7}, {"sigmoid", 16, 2.88e-7}};
    const double reach = 8;
    printf("\nFlex-SFU, n breakpoints on [-8,8]: mean square error, and how many times ours is in it\n"
           "%-8s %3s %10s  %17s  %17s  %10s  %s\n", "", "n", "published", "n + 1 pieces",
           "values in half", "bound", "reached by");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function *f = open(rows[i].name);
        double published = rows[i].published;
        wish w = {-reach, reach, rows[i].breakpoints + 1, 1, CLPWL_STORAGE_FLOAT32};
        double ours = mse_of(f, &w, CLPWL_STORAGE_FLOAT32);
        w.storage = CLPWL_STORAGE_HALF;
        double half = mse_of(f, &w, CLPWL_STORAGE_HALF);
        w.storage = CLPWL_STORAGE_FLOAT32;
        double bound = least_mse(f, -reach, reach, w.segments);
        w.segments = 2;
        while (w.segments < MOST_PIECES && mse_of(f, &w, CLPWL_STORAGE_FLOAT32) > published)
            w.segments++;
        printf("%-8s %3zu %10.3g  %9.3g %6.3gx  %9.3g %6.3gx  %10.3g  %zu\n",
               rows[i].name, rows[i].breakpoints, published, ours, published / ours, half,
               published / half, bound, w.segments);
        fflush(stdout);
        clpwl_function_free(f);
    }
}

int main(void)
{
    print_lut_app();
    print_flex_sfu();
    return EXIT_SUCCESS;
}
