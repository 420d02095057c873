/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How many segments a max error takes, in each combination of partition, fit, effort and norm. The numbers
 * are those of version 0.2. A number may differ by a 64th with the arithmetic of a machine. The error as
 * executed is at most the one that was asked for.
 */
#include <math.h>
#include "clpwl.h"
#include "support/suite.h"

enum {
    UNIFORM = CLPWL_PARTITION_UNIFORM,
    OPTIMIZED = CLPWL_PARTITION_OPTIMIZED,
    ASYMPTOTIC = CLPWL_EFFORT_ASYMPTOTIC,
    REFINED = CLPWL_EFFORT_REFINED,
    INTERPOLANT = CLPWL_FIT_INTERPOLANT,
    MINIMAX = CLPWL_FIT_MINIMAX,
    ABOVE = CLPWL_FIT_ABOVE,
    PROJECTION = CLPWL_FIT_PROJECTION,
    LEAST_ABSOLUTE = CLPWL_FIT_LEAST_ABSOLUTE,
    LINF = CLPWL_NORM_LINF,
    L1 = CLPWL_NORM_L1,
    L2 = CLPWL_NORM_L2
};

/* clang-format off */
static const struct {
    const char *f;
    double a, b, max_error;
    int partition, fit, effort, norm;
    size_t segments;
} rows[] = {
    {"exp(x)", -8, 0, 0.001, UNIFORM, INTERPOLANT, ASYMPTOTIC, LINF, 88},
    {"exp(x)", -8, 0, 0.001, UNIFORM, MINIMAX, ASYMPTOTIC, LINF, 62},
    {"exp(x)", -8, 0, 0.001, OPTIMIZED, INTERPOLANT, ASYMPTOTIC, LINF, 23},
    {"exp(x)", -8, 0, 0.001, OPTIMIZED, MINIMAX, REFINED, LINF, 16},
    {"exp(x)", -8, 0, 0.001, OPTIMIZED, ABOVE, REFINED, LINF, 22},
    {"exp(x)", -8, 0, 0.001, OPTIMIZED, LEAST_ABSOLUTE, ASYMPTOTIC, L1, 27},
    {"sin(x)", 0, 6, 0.0001, UNIFORM, INTERPOLANT, ASYMPTOTIC, LINF, 213},
    {"sin(x)", 0, 6, 0.0001, UNIFORM, PROJECTION, ASYMPTOTIC, L2, 155},
    {"sin(x)", 0, 6, 0.0001, OPTIMIZED, INTERPOLANT, ASYMPTOTIC, LINF, 179},
    {"sin(x)", 0, 6, 0.0001, OPTIMIZED, INTERPOLANT, REFINED, LINF, 166},
    {"sin(x)", 0, 6, 0.0001, OPTIMIZED, ABOVE, REFINED, LINF, 167},
    {"sin(x)", 0, 6, 0.0001, OPTIMIZED, PROJECTION, REFINED, L2, 141},
    {"bessel_j0(x)", 0, 20, 0.001, UNIFORM, MINIMAX, ASYMPTOTIC, LINF, 112},
    {"bessel_j0(x)", 0, 20, 0.001, UNIFORM, PROJECTION, ASYMPTOTIC, L2, 121},
    {"bessel_j0(x)", 0, 20, 0.001, OPTIMIZED, MINIMAX, REFINED, LINF, 64},
    {"bessel_j0(x)", 0, 20, 0.001, OPTIMIZED, INTERPOLANT, REFINED, LINF, 90},
    {"bessel_j0(x)", 0, 20, 0.001, OPTIMIZED, LEAST_ABSOLUTE, ASYMPTOTIC, L1, 202},
    {"bessel_j0(x)", 0, 20, 0.001, OPTIMIZED, PROJECTION, REFINED, L2, 101},
    {"gelu(x)", -4, 4, 0.001, UNIFORM, INTERPOLANT, ASYMPTOTIC, LINF, 80},
    {"gelu(x)", -4, 4, 0.001, UNIFORM, MINIMAX, ASYMPTOTIC, LINF, 57},
    {"gelu(x)", -4, 4, 0.001, OPTIMIZED, INTERPOLANT, ASYMPTOTIC, LINF, 33},
    {"gelu(x)", -4, 4, 0.001, OPTIMIZED, MINIMAX, REFINED, LINF, 23},
    {"gelu(x)", -4, 4, 0.001, OPTIMIZED, ABOVE, REFINED, LINF, 33},
    {"gelu(x)", -4, 4, 0.001, OPTIMIZED, LEAST_ABSOLUTE, ASYMPTOTIC, L1, 41},
    {"sqrt(x)", 0, 1, 0.001, UNIFORM, PROJECTION, ASYMPTOTIC, L2, 52},
    {"sqrt(x)", 0, 1, 0.001, OPTIMIZED, INTERPOLANT, ASYMPTOTIC, LINF, 23},
    {"sqrt(x)", 0, 1, 0.001, OPTIMIZED, INTERPOLANT, REFINED, LINF, 22},
    {"sqrt(x)", 0, 1, 0.001, OPTIMIZED, ABOVE, REFINED, LINF, 22},
    {"sqrt(x)", 0, 1, 0.001, OPTIMIZED, PROJECTION, REFINED, L2, 10},
    {"abs(x-0.3)+x^2", -1, 1, 0.001, UNIFORM, MINIMAX, ASYMPTOTIC, LINF, 40},
    {"abs(x-0.3)+x^2", -1, 1, 0.001, UNIFORM, PROJECTION, ASYMPTOTIC, L2, 37},
    {"abs(x-0.3)+x^2", -1, 1, 0.001, OPTIMIZED, MINIMAX, REFINED, LINF, 23},
    {"abs(x-0.3)+x^2", -1, 1, 0.001, OPTIMIZED, INTERPOLANT, REFINED, LINF, 33},
    {"abs(x-0.3)+x^2", -1, 1, 0.001, OPTIMIZED, LEAST_ABSOLUTE, ASYMPTOTIC, L1, 23},
    {"abs(x-0.3)+x^2", -1, 1, 0.001, OPTIMIZED, PROJECTION, REFINED, L2, 21},
    {"1/x", 0.01, 1, 0.01, UNIFORM, INTERPOLANT, ASYMPTOTIC, LINF, 4880},
    {"1/x", 0.01, 1, 0.01, UNIFORM, MINIMAX, ASYMPTOTIC, LINF, 3429},
    {"1/x", 0.01, 1, 0.01, OPTIMIZED, INTERPOLANT, ASYMPTOTIC, LINF, 91},
    {"1/x", 0.01, 1, 0.01, OPTIMIZED, MINIMAX, REFINED, LINF, 64},
    {"1/x", 0.01, 1, 0.01, OPTIMIZED, ABOVE, REFINED, LINF, 91},
    {"1/x", 0.01, 1, 0.01, OPTIMIZED, LEAST_ABSOLUTE, ASYMPTOTIC, L1, 25},
    {"tanh(x)", -4, 4, 0.0001, UNIFORM, INTERPOLANT, ASYMPTOTIC, LINF, 250},
    {"tanh(x)", -4, 4, 0.0001, UNIFORM, PROJECTION, ASYMPTOTIC, L2, 158},
    {"tanh(x)", -4, 4, 0.0001, OPTIMIZED, INTERPOLANT, ASYMPTOTIC, LINF, 119},
    {"tanh(x)", -4, 4, 0.0001, OPTIMIZED, INTERPOLANT, REFINED, LINF, 117},
    {"tanh(x)", -4, 4, 0.0001, OPTIMIZED, ABOVE, REFINED, LINF, 117},
    {"tanh(x)", -4, 4, 0.0001, OPTIMIZED, PROJECTION, REFINED, L2, 101},
    {"ln(x)", 0.001, 1, 0.001, UNIFORM, MINIMAX, ASYMPTOTIC, LINF, 7412},
    {"ln(x)", 0.001, 1, 0.001, UNIFORM, PROJECTION, ASYMPTOTIC, L2, 782},
    {"ln(x)", 0.001, 1, 0.001, OPTIMIZED, MINIMAX, REFINED, LINF, 55},
    {"ln(x)", 0.001, 1, 0.001, OPTIMIZED, INTERPOLANT, REFINED, LINF, 78},
    {"ln(x)", 0.001, 1, 0.001, OPTIMIZED, LEAST_ABSOLUTE, ASYMPTOTIC, L1, 25},
    {"ln(x)", 0.001, 1, 0.001, OPTIMIZED, PROJECTION, REFINED, L2, 32},
    {"1/(1+25*x^2)", -1, 1, 0.0001, UNIFORM, INTERPOLANT, ASYMPTOTIC, LINF, 502},
    {"1/(1+25*x^2)", -1, 1, 0.0001, UNIFORM, MINIMAX, ASYMPTOTIC, LINF, 355},
    {"1/(1+25*x^2)", -1, 1, 0.0001, OPTIMIZED, INTERPOLANT, ASYMPTOTIC, LINF, 144},
    {"1/(1+25*x^2)", -1, 1, 0.0001, OPTIMIZED, MINIMAX, REFINED, LINF, 100},
    {"1/(1+25*x^2)", -1, 1, 0.0001, OPTIMIZED, ABOVE, REFINED, LINF, 142},
    {"1/(1+25*x^2)", -1, 1, 0.0001, OPTIMIZED, LEAST_ABSOLUTE, ASYMPTOTIC, L1, 91},
};
/* clang-format on */
enum { ROWS = sizeof rows / sizeof *rows };

START_TEST(targets_take_so_many_segments)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    OK(clpwl_function_from_formula(&f, rows[_i].f, NULL, 0));
    o.a = rows[_i].a;
    o.b = rows[_i].b;
    o.max_error = rows[_i].max_error;
    o.partition = (clpwl_partition)rows[_i].partition;
    o.fit = (clpwl_fit)rows[_i].fit;
    o.effort = (clpwl_effort)rows[_i].effort;
    o.norm = (clpwl_norm)rows[_i].norm;
    OK(clpwl_design(&table, f, &o));
    const double n = (double)clpwl_table_segments(table), expected = (double)rows[_i].segments;
    clpwl_error e = clpwl_table_executed_error(table, NULL);
    EXPECT(fabs(n - expected) <= expected / 64, "%s: %g segments, not %g", rows[_i].f, n, expected);
    EXPECT(clpwl_error_in(&e, o.norm) <= o.max_error, "%s: %g", rows[_i].f, clpwl_error_in(&e, o.norm));
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("expected numbers");
    TCase *t = tcase_create("expected");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, targets_take_so_many_segments, 0, ROWS);
    suite_add_tcase(s, t);
    return s;
}
