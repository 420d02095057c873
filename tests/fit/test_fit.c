/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gsl/gsl_integration.h>
#include <math.h>
#include <string.h>
#include "support/callback.h"
#include "clpwl.h"
#include "fit/fit.h"

enum { N = 23, NODES = 64 };

CALLBACK(exp_f, exp(x))
CALLBACK(wave_f, sin(9 * x) / (1 + x * x))
CALLBACK(corner_f, fabs(x - 0.3))
CALLBACK(square_f, x * x)
CALLBACK(jump_f, x > 0 ? 1 : -1)
CALLBACK(sqrt_f, sqrt(x))
CALLBACK(fast_f, sin(128 * acos(-1) * x))
CALLBACK(step_f, x < 0.25)
CALLBACK(log_f, log(x))
CALLBACK(hole_f, fabs(x - 0.51) < 0.005 ? (double)NAN : x)

START_TEST(names_go_both_ways)
{
    clpwl_fit fit;
    for (int i = 0; i < 6; i++) {
        OK(clpwl_fit_parse(&fit, clpwl_fit_name((clpwl_fit)i)));
        ck_assert_int_eq(fit, i);
    }
    ck_assert_ptr_null(clpwl_fit_name((clpwl_fit)6));
    FAILS(CLPWL_ERR_UNKNOWN_NAME, "unknown fit \"project\"; expected interpolant, "
          "projection, least-absolute, minimax, above or below",
          clpwl_fit_parse(&fit, "project"));
}
END_TEST

/* Knots on [0,1] of very uneven lengths. */
static void uneven(double knots[N + 1])
{
    for (int i = 0; i <= N; i++)
        knots[i] = pow((double)i / N, 3);
}

START_TEST(the_interpolant_is_f_at_the_knots)
{
    double knots[N + 1], values[N + 1];
    clpwl_function *f = callback(wave_f, NULL, 0, 1, NAN);
    uneven(knots);
    OK(clpwl_fit_values(CLPWL_FIT_INTERPOLANT, f, NULL, knots, N, values));
    for (int i = 0; i <= N; i++)
        ck_assert_double_eq(values[i], wave_f(knots[i], NULL));
    clpwl_function_free(f);
}
END_TEST

/* The residual against the hat function that falls from 1 at x0 to 0 at x1, by GSL's
 * Gauss rule; `split` cuts the interval at a kink. */
static double moment(clpwl_callback f, double x0, double x1, double y0, double y1, double split)
{
    gsl_integration_glfixed_table *rule = gsl_integration_glfixed_table_alloc(NODES);
    double lo = fmin(x0, x1), hi = fmax(x0, x1), sum = 0;
    double ends[3] = {lo, lo < split && split < hi ? split : hi, hi};
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < NODES; i++) {
            double x, w;
            gsl_integration_glfixed_point(ends[k], ends[k + 1], i, &x, &w, rule);
            double t = (x - x0) / (x1 - x0);
            sum += w * (f(x, NULL) - y0 * (1 - t) - y1 * t) * (1 - t);
        }
    gsl_integration_glfixed_table_free(rule);
    return sum;
}

/* The normal equations: f - v is orthogonal to every hat function. */
START_TEST(the_projection_leaves_an_orthogonal_residual)
{
    static const clpwl_callback all[] = {exp_f, wave_f, corner_f};
    clpwl_callback g = all[_i];
    clpwl_function *f = callback(g, NULL, 0, 1, g == corner_f ? 0.3 : NAN);
    double x[N + 1], c[N + 1];
    uneven(x);
    OK(clpwl_fit_values(CLPWL_FIT_PROJECTION, f, NULL, x, N, c));
    for (int i = 0; i <= N; i++) {
        double sum = 0, size = 0;
        if (i > 0) {
            sum += moment(g, x[i], x[i - 1], c[i], c[i - 1], 0.3);
            size += x[i] - x[i - 1];
        }
        if (i < N) {
            sum += moment(g, x[i], x[i + 1], c[i], c[i + 1], 0.3);
            size += x[i + 1] - x[i];
        }
        /* The rounding of f and of c, a few ulp of 1, over the support of the hat function. */
        ck_assert_double_eq_tol(sum / size, 0, 1e-14);
    }
    clpwl_function_free(f);
}
END_TEST

/* x^2: eq. 32 gives -f'' h^2 / 12 at every knot when all h are equal. */
START_TEST(the_projection_of_a_parabola)
{
    double x[N + 1], c[N + 1], h = 2.0 / N;
    clpwl_function *f = callback(square_f, NULL, -1, 1, NAN);
    OK(clpwl_partition_uniform(-1, 1, N, x));
    OK(clpwl_fit_values(CLPWL_FIT_PROJECTION, f, NULL, x, N, c));
    for (int i = 0; i <= N; i++)
        ck_assert_double_eq_tol(c[i], x[i] * x[i] - h * h / 6, 1e-15);
    clpwl_function_free(f);
}
END_TEST

/* Best lines on one segment, by hand: c0 = 4 b0 - 2 b1, c1 = 4 b1 - 2 b0. */
START_TEST(the_best_line)
{
    static const struct {
        clpwl_callback f;
        double c0, c1, slack;
    } rows[] = {
        {square_f, -1.0 / 6, 5.0 / 6, 1e-15},
        {sqrt_f, 4.0 / 15, 16.0 / 15, 1e-9},       /* f'' infinite at 0 */
        {corner_f, 0.006, 0.574, 1e-15},           /* the kink is known */
        {step_f, 0.8125, -0.3125, 1e-7},           /* the jump is not */
    };
    static const double knots[] = {0, 1};
    double c[2];
    clpwl_function *f = callback(rows[_i].f, NULL, 0, 1, rows[_i].f == corner_f ? 0.3 : NAN);
    OK(clpwl_fit_values(CLPWL_FIT_PROJECTION, f, NULL, knots, 1, c));
    ck_assert_double_eq_tol(c[0], rows[_i].c0, rows[_i].slack);
    ck_assert_double_eq_tol(c[1], rows[_i].c1, rows[_i].slack);
    clpwl_function_free(f);
}
END_TEST

/* 64 periods on one segment, which the nodes of one quadrature do not resolve. By parts, with w
 * = 128 pi: b1 = int x sin(w x) = -1/w, b0 = 1/w, so c0 = 6/w, c1 = -6/w. */
START_TEST(oscillations_are_not_missed)
{
    static const double knots[] = {0, 1};
    double c[2], w = 128 * acos(-1);
    clpwl_function *f = callback(fast_f, NULL, 0, 1, NAN);
    OK(clpwl_fit_values(CLPWL_FIT_PROJECTION, f, NULL, knots, 1, c));
    ck_assert_double_eq_tol(c[0], 6 / w, 1e-9);
    ck_assert_double_eq_tol(c[1], -6 / w, 1e-9);
    clpwl_function_free(f);
}
END_TEST

/* A function of the space is its own projection. */
START_TEST(the_projection_is_idempotent)
{
    static const double knots[] = {0, 0.1, 0.3, 0.9, 1};
    double c[5];
    clpwl_function *f = callback(corner_f, NULL, 0, 1, 0.3);
    OK(clpwl_fit_values(CLPWL_FIT_PROJECTION, f, NULL, knots, 4, c));
    for (int i = 0; i < 5; i++)
        ck_assert_double_eq_tol(c[i], fabs(knots[i] - 0.3), 2e-16);
    clpwl_function_free(f);
}
END_TEST

START_TEST(fits_refuse)
{
    static const double up[] = {0, 0.5, 1}, down[] = {0, 1, 0.5}, wild[] = {0, NAN, 1};
    double c[3];
    clpwl_function *f = callback(log_f, NULL, 0, 1, NAN);
    FAILS(CLPWL_ERR_NOT_FINITE, "x = 0", clpwl_fit_values(CLPWL_FIT_INTERPOLANT, f, NULL, up, 2, c));
    FAILS(CLPWL_ERR_NOT_FINITE, "x = 0", clpwl_fit_values(CLPWL_FIT_PROJECTION, f, NULL, up, 2, c));
    FAILS(CLPWL_ERR_ARGUMENT, "knot 3 of 3 is 0.5, not above the knot before it, 1",
          clpwl_fit_values(CLPWL_FIT_INTERPOLANT, f, NULL, down, 2, c));
    FAILS(CLPWL_ERR_ARGUMENT, "knot 2 of 3 is nan", clpwl_fit_values(CLPWL_FIT_PROJECTION, f, NULL, wild, 2, c));
    FAILS(CLPWL_ERR_ARGUMENT, "not 0", clpwl_fit_values(CLPWL_FIT_PROJECTION, f, NULL, up, 0, c));
    FAILS(CLPWL_ERR_ARGUMENT, "f is NULL", clpwl_fit_values(CLPWL_FIT_INTERPOLANT, NULL, NULL, up, 2, c));
    FAILS(CLPWL_ERR_ARGUMENT, "knots is NULL", clpwl_fit_values(CLPWL_FIT_INTERPOLANT, f, NULL, NULL, 2, c));
    FAILS(CLPWL_ERR_ARGUMENT, "values is NULL", clpwl_fit_values(CLPWL_FIT_PROJECTION, f, NULL, up, 2, NULL));
    clpwl_function_free(f);
    /* f is not finite between knots, where only the projection calls it. */
    f = callback(hole_f, NULL, 0, 1, NAN);
    OK(clpwl_fit_values(CLPWL_FIT_INTERPOLANT, f, NULL, up, 2, c));
    FAILS(CLPWL_ERR_NOT_FINITE, "x = 0.50", clpwl_fit_values(CLPWL_FIT_PROJECTION, f, NULL, up, 2, c));
    clpwl_function_free(f);
}
END_TEST

static double falling_weight(double x, void *user)
{
    (void)user;
    return exp(-9 * x);
}

/* The least weighted L1: every hat function meets as much weight where the line is above f as where it is
 * below. Newton's steps were too short or too long by the square of the weight: 0.4 was left. A hat has
 * the weight of PARTS places, and beside each of four zeros half a place counts for the wrong side. */
START_TEST(least_absolute_lines_balance_the_weight)
{
    enum { PARTS = 4096 };
    double x[N + 1], c[N + 1], balance[N + 1] = {0}, all[N + 1] = {0};
    clpwl_function *f = callback(wave_f, NULL, 0, 1, NAN), *falling = callback(falling_weight, NULL, 0, 1, NAN);
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    weight.w = falling;
    OK(clpwl_partition_uniform(0, 1, N, x));
    OK(clpwl_fit_values(CLPWL_FIT_LEAST_ABSOLUTE, f, &weight, x, N, c));
    for (int i = 0; i < N; i++)
        for (int k = 0; k < PARTS; k++) {
            double t = (k + 0.5) / PARTS, at = x[i] + (x[i + 1] - x[i]) * t, w = falling_weight(at, NULL);
            double sign = wave_f(at, NULL) < c[i] * (1 - t) + c[i + 1] * t ? -1 : 1;
            balance[i] += sign * w * (1 - t);
            balance[i + 1] += sign * w * t;
            all[i] += w * (1 - t);
            all[i + 1] += w * t;
        }
    for (int i = 0; i <= N; i++)
        EXPECT(fabs(balance[i]) <= 4.0 / PARTS * all[i], "%g of %g at knot %d", balance[i], all[i], i);
    clpwl_function_free(f);
    clpwl_function_free(falling);
}
END_TEST

typedef struct calls {
    size_t calls, values;
} calls;

static void exp_of_many(const double *x, double *y, size_t n, void *user)
{
    calls *c = user;
    c->calls++;
    c->values += n;
    for (size_t i = 0; i < n; i++)
        y[i] = exp(x[i]);
}

/* The places of a rule, and the points that are added to a mesh, are known beforehand. Each was a call. The zeros
 * of e on different segments are found in step. */
START_TEST(values_are_asked_for_together)
{
    static const clpwl_fit fits[] = {CLPWL_FIT_LEAST_ABSOLUTE, CLPWL_FIT_MINIMAX, CLPWL_FIT_PROJECTION};
    static const size_t values_a_call[] = {100, 100, 100};
    double knots[NODES + 1], values[NODES + 1];
    calls c = {0, 0};
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f;
    spec.many = exp_of_many;
    spec.user = &c;
    OK(clpwl_function_create(&f, &spec));
    OK(clpwl_partition_uniform(0, 1, NODES, knots));
    OK(clpwl_fit_values(fits[_i], f, NULL, knots, NODES, values));
    EXPECT(values_a_call[_i] * c.calls <= c.values, "%zu calls for %zu values", c.calls, c.values);
    clpwl_function_free(f);
}
END_TEST

/* The same of a weight that is a callback. */
START_TEST(weights_are_asked_for_together)
{
    static const clpwl_fit fits[] = {CLPWL_FIT_LEAST_ABSOLUTE, CLPWL_FIT_PROJECTION};
    double knots[NODES + 1], values[NODES + 1];
    calls c = {0, 0};
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_function *f = callback(wave_f, NULL, 0, 1, NAN), *w;
    spec.many = exp_of_many;
    spec.user = &c;
    OK(clpwl_function_create(&w, &spec));
    weight.w = w;
    OK(clpwl_partition_uniform(0, 1, NODES, knots));
    OK(clpwl_fit_values(fits[_i], f, &weight, knots, NODES, values));
    EXPECT(100 * c.calls <= c.values, "%zu calls for %zu values", c.calls, c.values);
    clpwl_function_free(w);
    clpwl_function_free(f);
}
END_TEST

static void root_of_many(const double *x, double *y, size_t n, void *user)
{
    calls *c = user;
    c->calls++;
    c->values += n;
    for (size_t i = 0; i < n; i++)
        y[i] = cbrt(x[i]);
}

/* Newton's method takes 22 turns for the values beside 0, and took 915 values of f in each segment: all others
 * stay after a few turns. */
START_TEST(segments_that_stay_are_not_summed_again)
{
    enum { MANY = 20000 };
    double *knots = malloc(2 * (MANY + 1) * sizeof *knots), *values = knots + MANY + 1;
    calls c = {0, 0};
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f;
    ck_assert_ptr_nonnull(knots);
    spec.many = root_of_many;
    spec.user = &c;
    OK(clpwl_function_create(&f, &spec));
    OK(clpwl_partition_uniform(-1, 1, MANY, knots));
    OK(clpwl_fit_values(CLPWL_FIT_LEAST_ABSOLUTE, f, NULL, knots, MANY, values));
    EXPECT(c.values <= 400 * (size_t)MANY, "%zu values", c.values);
    /* A parabola's line is 3/4 of its height above the chord; cbrt'' = -2/9 at 1. */
    double h = knots[MANY] - knots[MANY - 1], middle = (values[MANY] + values[MANY - 1]) / 2;
    ck_assert_double_eq_tol((middle - (1 + cbrt(1 - h)) / 2) / (0.75 * h * h / 36), 1, 1e-2);
    free(knots);
    clpwl_function_free(f);
}
END_TEST

static int end_later(double done, void *user)
{
    size_t *left = user;
    return done > 0 || (*left)-- == 0;
}

/* A fit that takes long can be ended. Only the search for knots and the measurement could. */
START_TEST(fits_can_be_ended)
{
    static const struct {
        clpwl_fit fit;
        size_t reports;
        const char *part;
    } rows[] = {
        {CLPWL_FIT_LEAST_ABSOLUTE, 2, "cancelled while the values of 23 segments were fitted"},
        {CLPWL_FIT_MINIMAX, 2, "cancelled while f was evaluated at "},
        {CLPWL_FIT_MINIMAX, 20, "cancelled while 23 segments were fitted"},
        {CLPWL_FIT_ABOVE, 20, "cancelled while 23 segments were fitted"},
    };
    double knots[N + 1], values[N + 1];
    clpwl_function *f = callback(wave_f, NULL, 0, 1, NAN);
    size_t left = rows[_i].reports;
    const clpwl__watch watch = {end_later, &left};
    uneven(knots);
    FAILS(CLPWL_ERR_CANCELLED, rows[_i].part,
          clpwl__fit_values(rows[_i].fit, f, NULL, &watch, knots, N, 1e-9, values));
    clpwl_function_free(f);
}
END_TEST

/* The value behind the gap at 0 has next to no part in the integral. It was some number, such as 12.5. */
START_TEST(least_absolute_values_behind_gaps_are_those_of_f)
{
    const double knots[] = {0, 0x1p-125, 0.4, 1};
    double values[4];
    clpwl_function *f = callback(jump_f, NULL, 0, 1, NAN);
    OK(clpwl_fit_values(CLPWL_FIT_LEAST_ABSOLUTE, f, NULL, knots, 3, values));
    ck_assert_double_eq(values[0], -1);
    for (int i = 1; i < 4; i++)
        ck_assert_double_eq_tol(values[i], 1, 1e-12);
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("fit");
    TCase *t = tcase_create("fit");
    tcase_add_test(t, names_go_both_ways);
    tcase_add_test(t, the_interpolant_is_f_at_the_knots);
    tcase_add_loop_test(t, the_projection_leaves_an_orthogonal_residual, 0, 3);
    tcase_add_test(t, the_projection_of_a_parabola);
    tcase_add_loop_test(t, the_best_line, 0, 4);
    tcase_add_test(t, oscillations_are_not_missed);
    tcase_add_test(t, the_projection_is_idempotent);
    tcase_add_test(t, least_absolute_lines_balance_the_weight);
    tcase_add_test(t, least_absolute_values_behind_gaps_are_those_of_f);
    tcase_add_test(t, fits_refuse);
    tcase_add_loop_test(t, values_are_asked_for_together, 0, 3);
    tcase_add_loop_test(t, weights_are_asked_for_together, 0, 2);
    tcase_add_loop_test(t, fits_can_be_ended, 0, 4);
    tcase_add_test(t, segments_that_stay_are_not_summed_again);
    suite_add_tcase(s, t);
    return s;
}
