/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include "support/callback.h"
#include "support/wish.h"

static const clpwl_fit in_tube[] = {CLPWL_FIT_MINIMAX, CLPWL_FIT_ABOVE, CLPWL_FIT_BELOW};

/* The least max error of N segments with knots anywhere. */
static double linf(const char *formula, const char *words)
{
    wish w;
    clpwl_table *table;
    begin_wish(&w, formula, words);
    add_words(&w, "optimized refined");
    OK(clpwl_design(&table, w.f, &w.o));
    double error = clpwl_table_measured(table).linf;
    clpwl_table_free(table);
    end_wish(&w);
    return error;
}

/* sin is concave on [0, pi]: the knots are on sin + E, and each line is tangent to sin - E.
 * Returns where the line from the knot at x meets sin + E again. */
static long double next_knot(long double x, long double e)
{
    long double t = x + 0.3L, lo, hi;
    for (int i = 0; i < 100; i++) /* Newton: the tangent's foot */
        t -= (sinl(t) - sinl(x) - 2 * e + cosl(t) * (x - t)) / (sinl(t) * (t - x));
    for (lo = t, hi = t + 2; hi - lo > 1e-18L;) {
        long double m = (lo + hi) / 2;
        if (m == lo || m == hi)
            break;
        *(sinl(x) + cosl(t) * (m - x) < sinl(m) ? &lo : &hi) = m;
    }
    return lo;
}

/* The least max error of 7 segments on [0, pi] to 15 digits, by that construction (0.00765408 by
 * Imamoto and Tang, 2008). */
static double seven_on_sin(void)
{
    const long double pi = 3.14159265358979323846L;
    long double lo = 0.0076L, hi = 0.0077L;
    for (int i = 0; i < 60; i++) {
        long double e = (lo + hi) / 2, x = 0;
        for (int k = 0; k < 6; k++)
            x = next_knot(x, e);
        /* By symmetry the last segment is the first one: it must be long enough. */
        *(x + next_knot(0, e) < pi ? &lo : &hi) = e;
    }
    return (double)hi;
}

TEST(known_optimum_of_sin)
{
    double error = linf("sin(x)", "0:3.141592653589793 N=7 minimax"), right = seven_on_sin();
    ck_assert_double_eq_tol(right, 0.00765414, 1e-8);
    /* Knots are rounded to fp32: each moves by 1e-7 at most, the error by about 1e-8. */
    ck_assert_double_eq_tol(error, right, 2e-8);
}

/* Knots at sqrt(x) = i (i + 1) / (n (n + 1)): the error is 1 / (4 n (n + 1)). The first segment is 1 / (n
 * (n + 1))^2 long. */
TESTS(known_optimum_of_sqrt, 5)
{
    static const size_t n[] = {1, 2, 7, 64, 300};
    char words[2][40];
    double right = 0.25 / (double)(n[_i] * (n[_i] + 1));
    /* fp32 moves knot i by up to 2^-25 x, i/4 2^-25 of a segment, which changes the error by 16 times
     * that. */
    double off = 0x1p-23 * (double)n[_i] + 1e-6;
    snprintf(words[0], sizeof *words, "0:1 N=%zu minimax", n[_i]);
    snprintf(words[1], sizeof *words, "0:1 N=%zu below", n[_i]);
    ck_assert_double_eq_tol(linf("sqrt(x)", words[0]) / right, 1, off);
    strcpy(strrchr(words[0], ' '), " interpolant");
    ck_assert_double_eq_tol(linf("sqrt(x)", words[0]) / right, 2, 2e-4);
    /* One-sided lines are the same lines, moved by the error and by the rounding in fp32: 4 roundings of
     * 1, and 2 n + 6 of rises up to 2 / (n + 1), together 12 at most. */
    double below = linf("sqrt(x)", words[1]);
    ck_assert_double_ge(below / right, 2 - 2 * off);
    ck_assert_double_le(below, right * (2 + 2 * off) + 12.2 * 0x1p-24);
}

/* Of x^2 exactly (integral of |f''|^(1/2))^2 / (16 N^2). Straight pieces whose seven corners are rounded
 * to fp32, 3e-8 at most, at slopes of 1; with fewer it is more. A segment for each half period, and too
 * few for any: the best line is flat. */
TEST(known_errors)
{
    static const char zigzag[] = "abs(abs(abs(x-0.3)-0.2)-0.07)";
    ck_assert_double_eq_tol(linf("x^2", "-1:3 N=50 minimax") / (2.0 * 16 / (16 * 2500)), 1, 1e-5);
    ck_assert_double_lt(linf(zigzag, "0:1 N=8 minimax"), 3e-8);
    ck_assert_double_gt(linf(zigzag, "0:1 N=5 minimax"), 1e-3);
    ck_assert_double_lt(linf("sin(1000*x)", "0:1 N=1500 minimax"), 0.05);
    ck_assert_double_eq_tol(linf("sin(1000*x)", "0:1 N=3 minimax"), 1, 1e-6);
}

/* On given knots the least max error of x^2 is that of the longest segment. */
TEST(given_knots)
{
    static const double knots[] = {-1, -0.7, 0.1, 0.2, 1, 1.25};
    static const double scale[] = {1.0 / 8, 1.0 / 4, 1.0 / 4}; /* of h^2, for f'' = 2 */
    clpwl_function *f = function_of("x^2");
    double values[6];
    clpwl_error e;
    for (int k = 0; k < 3; k++) {
        OK(clpwl_fit_values(in_tube[k], f, NULL, knots, 5, values));
        OK(clpwl_error_measure(f, NULL, knots, values, 5, &e));
        ck_assert_double_eq_tol(e.linf, 0.64 * scale[k], 1e-8);
        for (int i = 0; i <= 2000; i++) {
            double x = -1 + 2.25 * i / 2000, v;
            int s = 0;
            while (s < 4 && x > knots[s + 1])
                s++;
            v = values[s] + (values[s + 1] - values[s]) * (x - knots[s]) / (knots[s + 1] - knots[s]);
            if (in_tube[k] == CLPWL_FIT_ABOVE)
                ck_assert_double_ge(v, x * x - 1e-9);
            if (in_tube[k] == CLPWL_FIT_BELOW)
                ck_assert_double_le(v, x * x + 1e-9);
        }
    }
    clpwl_function_free(f);
}

/* Away from the longest segment, values minimise the error of their own segments. */
TEST(slack_is_well_used)
{
    double knots[9], values[9];
    clpwl_function *f = function_of("exp");
    clpwl_error all, rest;
    for (int i = 0; i <= 7; i++)
        knots[i] = i / 14.0;
    knots[8] = 1;
    OK(clpwl_fit_values(CLPWL_FIT_MINIMAX, f, NULL, knots, 8, values));
    OK(clpwl_error_measure(f, NULL, knots, values, 8, &all));
    OK(clpwl_error_measure(f, NULL, knots, values, 6, &rest));
    /* h^2 f'' / 16, with h a seventh of the last one's. */
    ck_assert_double_lt(rest.linf, 1.1 * exp(0.5) / 16 / 196);
    ck_assert_double_gt(all.linf, 20 * rest.linf);
    clpwl_function_free(f);
}
