/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights through points, and weights as the density of given arguments. */
#include <gsl/gsl_errno.h>
#include "function/weight.h"
#include "support/wish.h"

TEST(weights_through_points)
{
    static const double x[] = {-1, 0, 2, 3}, y[] = {0, 4, 0, 1};
    static const double at[][2] = {{-1.01, 0}, {-1, 0}, {-0.5, 2}, {0, 4}, {1, 2}, {2, 0},
                                   {2.75, 0.75}, {3, 1}, {3.01, 0}, {1e300, 0}};
    clpwl_function *w;
    size_t kinks;
    OK(clpwl_function_from_points(&w, NULL, x, y, 4));
    ck_assert_str_eq(clpwl_function_name(w), "weight");
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        ck_assert_double_eq(value_of(w, at[i][0]), at[i][1]);
    }
    clpwl_function_kinks(w, &kinks);
    ck_assert_uint_eq(kinks, 4);
    clpwl_function_free(w);
    OK(clpwl_function_from_points(&w, "two", x, y, 2));
    ck_assert_double_eq(value_of(w, -0.75), 1);
    clpwl_function_free(w);
    static const struct {
        double x[2], y[2];
        size_t n;
        const char *named;
    } rows[] = {{{0, 1}, {1, -1}, 2, "point 2"},      {{0, 1}, {1, NAN}, 2, "point 2"},
                {{0, 1}, {1, INFINITY}, 2, "point 2"}, {{4, 0}, {0, 4}, 2, "point 2"},
                {{0, 1}, {1, 1}, 1, "1 point"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FAILS(CLPWL_ERR_SAMPLES, rows[i].named, clpwl_function_from_points(&w,
         "w", rows[i].x, rows[i].y, rows[i].n));
        ck_assert_ptr_null(w);
    }
    FAILS(CLPWL_ERR_ARGUMENT, "x is NULL", clpwl_function_from_points(&w, "w", NULL, y, 2));
    FAILS(CLPWL_ERR_ARGUMENT, "out is NULL", clpwl_function_from_points(NULL, "w", x, y, 2));
}

/* w s, with s = 1 over |f| or over the floor; in L2, where errors are squared, the root of w. */
TEST(weights_by_hand)
{
    static const struct {
        double floor, f, w;
        clpwl_norm norm;
        double right;
    } rows[] = {{0, 2, 9, CLPWL_NORM_LINF, 9},   {0, 2, 9, CLPWL_NORM_L2, 3},   {0, 2, 9, CLPWL_NORM_L1, 9},
                {0.5, -2, 9, CLPWL_NORM_L2, 1.5}, {0.5, 0.25, 9, CLPWL_NORM_L1, 18}};
    double w;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const clpwl_weight weight = {.size = sizeof weight, .floor = rows[i].floor};
        OK(clpwl__weigh_by(&weight, rows[i].norm, 1, rows[i].f, rows[i].w, &w));
        ck_assert_double_eq(w, rows[i].right);
    }
    clpwl_function *negative = function_of("2-x");
    const clpwl_weight weight = {.size = sizeof weight, .w = negative};
    OK(clpwl__weigh(&weight, CLPWL_NORM_L2, -2, 1, &w));
    ck_assert_double_eq(w, 2);
    FAILS(CLPWL_ERR_ARGUMENT, "-1 at x = 3", clpwl__weigh(&weight, CLPWL_NORM_L1, 3, 1, &w));
    clpwl_function_free(negative);
}

static void handler(const char *reason, const char *file, int at, int code)
{
    ck_abort_msg("%s, %s:%d, %d", reason, file, at, code);
}

/* The density of arguments at the quantiles of a normal distribution (by its inverse, from
 * erf by halving) is the normal one; its integral is 1. */
TEST(weights_from_arguments)
{
    enum { COUNT = 20000 };
    static double x[COUNT];
    clpwl_function *w;
    double sum = 0, value;
    for (int i = 0; i < COUNT; i++) {
        double p = 2 * (i + 0.5) / COUNT - 1, lo = -9, hi = 9;
        for (int k = 0; k < 60; k++)
            *(erf((lo + hi) / 2 / sqrt(2)) < p ? &lo : &hi) = (lo + hi) / 2;
        x[(i * 7919L) % COUNT] = lo; /* in no order */
    }
    gsl_set_error_handler(handler);
    OK(clpwl_function_from_arguments(&w, "normal", x, COUNT));
    ck_assert_ptr_eq(gsl_set_error_handler(NULL), handler);
    /* The outermost are 4.0556 from 0: bins of 2.15 COUNT^(-1/5), 0.29666, and half a bin beyond them. */
    size_t kinks;
    clpwl_function_kinks(w, &kinks);
    ck_assert_uint_eq(kinks, (size_t)ceil(2 * 4.0556 / 0.29666) + 2);
    for (double at = -4; at <= 4; at += 1.0 / 64) {
        OK(clpwl_function_value(w, at, &value));
        sum += value / 64;
        /* Bins of 0.3 smooth by h^2 / 24 w'' in themselves and h^2 / 8 w'' by lines: 0.4
         * times 0.015; and are uneven by single counts, 1 / (0.3 COUNT). */
        ck_assert_double_eq_tol(value, exp(-at * at / 2) / sqrt(2 * acos(-1)), 0.007);
    }
    ck_assert_double_eq_tol(sum, 1, 1e-3);
    clpwl_function_free(w);
    static const struct {
        double x[2];
        size_t n;
        const char *named;
    } rows[] = {{{5, 5}, 2, "all 2 arguments are 5"}, {{5, NAN}, 2, "argument 2 is nan"},
    {{5, 6}, 1, "1 argument;"},
                {{-1.7e308, 1.7e308}, 2, "finite"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        FAILS(CLPWL_ERR_SAMPLES, rows[i].named, clpwl_function_from_arguments(&w, NULL, rows[i].x,
                rows[i].n));
    FAILS(CLPWL_ERR_ARGUMENT, "x is NULL", clpwl_function_from_arguments(&w, NULL, NULL, 2));
    /* Two different arguments: a bin and its two slopes. */
    OK(clpwl_function_from_arguments(&w, NULL, (double[]){3, 1}, 2));
    ck_assert_double_gt(value_of(w, 2), 0);
    sum = 0;
    for (double at = -9; at <= 13; at += 1.0 / 512)
        sum += value_of(w, at) / 512;
    ck_assert_double_eq_tol(sum, 1, 1e-5);
    for (double d = 0; d < 3; d += 0.125)
        ck_assert_double_eq_tol(value_of(w, 2 - d), value_of(w, 2 + d), 1e-15);
    clpwl_function_free(w);
}

/* A design by few samples far apart, and one where the weight is 0. */
TEST(a_density_designs)
{
    static const double x[] = {0.1, 0.2, 0.25, 0.3, 0.31, 0.5};
    wish o;
    clpwl_table *table;
    begin_wish(&o, "exp(x)", "0:2 E=1e-5 l2 optimized projection");
    OK(clpwl_function_from_arguments(&o.w, "few", x, 6));
    o.weight.w = o.w;
    o.o.weight = &o.weight;
    OK(clpwl_design(&table, o.f, &o.o));
    ck_assert_double_le(clpwl_table_weighting(table)->executed.l2, 1e-5);
    clpwl_table_free(table);
    add_words(&o, "5:6");
    FAILS(CLPWL_ERR_ARGUMENT, "weight is 0", clpwl_design(&table, o.f, &o.o));
    end_wish(&o);
}
