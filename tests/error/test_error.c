/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include "support/callback.h"
#include "support/wish.h"
#include "clpwl.h"
#include "error/breaks.h"
#include "error/measure.h"
#include "error/residual.h"
#include "error/series.h"

enum { MOST = 2048 };

CALLBACK(square_f, x * x)
CALLBACK(exp_f, exp(x))
CALLBACK(j0_f, j0(x))
CALLBACK(wave_f, sin(1000 * x))
CALLBACK(sqrt_f, sqrt(x))
CALLBACK(cusp_f, pow(fabs(x - 0.3), 1.5))
CALLBACK(line_f, 1e6 * x + 0.1)
CALLBACK(identity_f, x)
CALLBACK(sine_f, sin(x))
CALLBACK(steps_f, x <= 0 ? 3 : x < 0.25 ? 1 : x < 0.75 ? 0 : x < 1 ? 4 : 2)
static double frequency;
CALLBACK(fast_f, sin(frequency * x))

static double x[MOST + 1], c[MOST + 1];

static void build(const clpwl_function *f, double a, double b, size_t n,
                  clpwl_partition partition, clpwl_fit fit)
{
    if (partition == CLPWL_PARTITION_UNIFORM)
        OK(clpwl_partition_uniform(a, b, n, x));
    else
        OK(clpwl_partition_optimized(f, a, b, n, CLPWL_NORM_L2, x));
    if (fit == CLPWL_FIT_INTERPOLANT)
        OK(clpwl_fit_values(CLPWL_FIT_INTERPOLANT, f, NULL, x, n, c));
    else
        OK(clpwl_fit_values(CLPWL_FIT_PROJECTION, f, NULL, x, n, c));
}

static void about(clpwl_error got, double l1, double l2, double linf, double slack)
{
    ck_assert_double_eq_tol(got.l1 / l1, 1, slack);
    ck_assert_double_eq_tol(got.l2 / l2, 1, slack);
    ck_assert_double_eq_tol(got.linf / linf, 1, slack);
}

/* x^2 on [0,2], f'' = 2: the constants of all fits and norms have closed forms, the estimate is exact, and
 * uniform knots are optimal. The measured errors agree. */
TESTS(a_parabola_has_closed_forms, 6)
{
    static const struct {
        double l1, l2, linf; /* of f'' h^2 times the length; l2 of the square */
    } fits[] = {[CLPWL_FIT_INTERPOLANT] = {1.0 / 12, 1.0 / 120, 1.0 / 8},
                [CLPWL_FIT_PROJECTION] = {0.032075014954979206, 1.0 / 720, 1.0 / 12}, /* 1 / (18 sqrt 3) */
                [CLPWL_FIT_LEAST_ABSOLUTE] = {1.0 / 32, 23.0 / 15360, 3.0 / 32},
                /* 1 / (12 sqrt 2) - 1 / 48 */
                [CLPWL_FIT_MINIMAX] = {0.03809223176554562, 7.0 / 3840, 1.0 / 16},
                [CLPWL_FIT_ABOVE] = {1.0 / 12, 1.0 / 120, 1.0 / 8},
                /* a tangent; its sums are those of above, no less */
                [CLPWL_FIT_BELOW] = {1.0 / 24, 1.0 / 320, 1.0 / 8}};
    clpwl_function *f = callback(square_f, 0, 2, NAN);
    for (size_t n = 1; n <= 64; n *= 4)
        for (int way = 0; way < 6; way++) {
            double h = 2.0 / (double)n;
            int bound = _i == CLPWL_FIT_BELOW ? CLPWL_FIT_ABOVE : _i;
            clpwl_error e, m;
            OK(clpwl_error_estimate(f, NULL, 0, 2, n, (clpwl_partition)(way % 2), (clpwl_norm)(way / 2), (clpwl_fit)_i, &e));
            about(e, 4 * h * h * fits[bound].l1, 2 * h * h * sqrt(2 * fits[bound].l2), 2 * h * h * fits[bound].linf, 1e-12);
            OK(way % 2 ? clpwl_partition_optimized(f, 0, 2, n, CLPWL_NORM_L2, x) : clpwl_partition_uniform(0, 2, n, x));
            OK(clpwl_fit_values((clpwl_fit)_i, f, NULL, x, n, c));
            OK(clpwl_error_measure(f, NULL, x, c, n, &m));
            about(m, 4 * h * h * fits[_i].l1, 2 * h * h * sqrt(2 * fits[_i].l2), 2 * h * h * fits[_i].linf,
                  way % 2 || _i > CLPWL_FIT_PROJECTION ? 1e-5 : 1e-8);
        }
    clpwl_function_free(f);
}

/* exp on [0,1], eqs. 19, 23 and 24 in closed form, (integral of |f''|^p)^(1/p) over N^2: int |f''|^(2/5)
 * is 5/2 (e^(2/5) - 1). The projection has 1/sqrt(6) of it; the knots of other norms have other powers,
 * and minimax half. */
TESTS(estimates_are_the_papers, 8)
{
    static const struct {
        clpwl_partition partition;
        clpwl_norm norm;
        clpwl_fit fit;
        double power, factor;
    } rows[] = {{CLPWL_PARTITION_OPTIMIZED, CLPWL_NORM_L2, CLPWL_FIT_INTERPOLANT, 0.4, 0.09128709291752768},
                {CLPWL_PARTITION_OPTIMIZED, CLPWL_NORM_L2, CLPWL_FIT_PROJECTION, 0.4, 0.03726779962499649},
                {CLPWL_PARTITION_UNIFORM, CLPWL_NORM_L2, CLPWL_FIT_INTERPOLANT, 2, 0.09128709291752768},
                {CLPWL_PARTITION_OPTIMIZED, CLPWL_NORM_LINF, CLPWL_FIT_INTERPOLANT, 0.5, 1.0 / 8},
                {CLPWL_PARTITION_OPTIMIZED, CLPWL_NORM_LINF, CLPWL_FIT_MINIMAX, 0.5, 1.0 / 16},
                {CLPWL_PARTITION_OPTIMIZED, CLPWL_NORM_LINF, CLPWL_FIT_ABOVE, 0.5, 1.0 / 8},
                {CLPWL_PARTITION_OPTIMIZED, CLPWL_NORM_L1, CLPWL_FIT_INTERPOLANT, 1.0 / 3, 1.0 / 12},
                {CLPWL_PARTITION_OPTIMIZED, CLPWL_NORM_L1, CLPWL_FIT_LEAST_ABSOLUTE, 1.0 / 3, 1.0 / 32}};
    clpwl_function *f = callback(exp_f, 0, 1, NAN);
    clpwl_error e;
    double p = rows[_i].power, right = rows[_i].factor * pow(expm1(p) / p, 1 / p) / 1e4;
    OK(clpwl_error_estimate(f, NULL, 0, 1, 100, rows[_i].partition, rows[_i].norm, rows[_i].fit, &e));
    /* The floor of the density and its cells add about 1e-5. */
    ck_assert_double_eq_tol(clpwl_error_in(&e, rows[_i].norm) / right, 1, 1e-4);
    clpwl_function_free(f);
}

/* The estimate of an interpolant of sin(w x) on N optimized segments is (w M)^2 / (8 N^2) in Linf (paper,
 * eq. 16). M is the mean of sqrt|sin|. Eight segments a period have 1.23 times that error, seen for each
 * w. For w = 3e4 it was 3.9 times: cells of the density had values at like phases of different periods. */
TESTS(all_periods_are_resolved, 2)
{
    static const double frequencies[] = {18411.5, 3e4}, mean = 0.762759763501;
    frequency = frequencies[_i];
    size_t n = (size_t)(8 * frequency / 6.2831853);
    double *knots = malloc((n + 1) * sizeof *knots), *values = malloc((n + 1) * sizeof *values);
    clpwl_function *f = callback(fast_f, 0, 1, NAN);
    clpwl_error e;
    OK(clpwl_error_estimate(f, NULL, 0, 1, n, CLPWL_PARTITION_OPTIMIZED, CLPWL_NORM_LINF, CLPWL_FIT_INTERPOLANT,
                            &e));
    double right = pow(frequency * mean / (double)n, 2) / 8;
    EXPECT(fabs(e.linf / right - 1) <= 0.02, "sin(%g x): %g for %g", frequency, e.linf, right);
    OK(clpwl_partition_optimized(f, 0, 1, n, CLPWL_NORM_LINF, knots));
    OK(clpwl_fit_values(CLPWL_FIT_INTERPOLANT, f, NULL, knots, n, values));
    OK(clpwl_error_measure(f, NULL, knots, values, n, &e));
    EXPECT(e.linf <= 1.4 * right, "sin(%g x): %g for %g by %zu segments", frequency, e.linf, right, n);
    clpwl_function_free(f);
    free(knots);
    free(values);
}

/* Simpson's rule and sampling in long double, far denser than the library's own. */
static clpwl_error brute(long double (*g)(long double), size_t n)
{
    const int M = 2 * (int)(60000 / n); /* long double steps a segment */
    long double l1 = 0, l2 = 0, most = 0;
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k <= M; k++) {
            long double t = (long double)k / M, h = (long double)x[i + 1] - x[i];
            long double e = fabsl(g(x[i] + h * t) - c[i] * (1 - t) - c[i + 1] * t);
            long double w = h / (3 * M) * (k == 0 || k == M ? 1 : k % 2 ? 4 : 2);
            l1 += w * e;
            l2 += w * e * e;
            most = fmaxl(most, e);
        }
    return (clpwl_error){(double)l1, (double)sqrtl(l2), (double)most};
}

static long double wave_l(long double t)
{
    return sinl(1000 * t);
}

static long double cusp_l(long double t)
{
    return powl(fabsl(t - (long double)0.3), 1.5L);
}

TESTS(measured_errors_are_those_of_brute_force, 9)
{
    static const struct {
        clpwl_callback f;
        long double (*g)(long double);
        double a, b;
        size_t n;
    } rows[] = {
        {exp_f, expl, -1, 2, 7},      {j0_f, j0l, 0, 20, 9},     {j0_f, j0l, 0, 20, 200},
        {wave_f, wave_l, 0, 1, 1},    {wave_f, wave_l, 0, 1, 3}, {wave_f, wave_l, 0, 1, 50},
        {sqrt_f, sqrtl, 0, 1, 5},     {cusp_f, cusp_l, 0, 1, 4}, {cusp_f, cusp_l, 0, 1, 64},
    };
    clpwl_function *f = callback(rows[_i].f, rows[_i].a, rows[_i].b, NAN);
    clpwl_error m;
    for (int fit = 0; fit < 2; fit++) {
        build(f, rows[_i].a, rows[_i].b, rows[_i].n, CLPWL_PARTITION_UNIFORM, (clpwl_fit)fit);
        OK(clpwl_error_measure(f, NULL, x, c, rows[_i].n, &m));
        clpwl_error right = brute(rows[_i].g, rows[_i].n);
        /* The error of this reference: Simpson's rule at the end of sqrt and at zeros of e, and
         * a maximum between samples, 1e-6 each. */
        about(m, right.l1, right.l2, right.linf, 2e-5);
        ck_assert_double_ge(m.linf, right.linf * (1 - 1e-9));
    }
    clpwl_function_free(f);
}

/* One line by hand: over a corner, declared and not, of e = |x - 0.3| - 0.3 - 0.4 x, which is -0.42 at the
 * kink, and over a jump, of e = x left of it and x - 1 right of it. A spike that rules of a panel missed:
 * the integral of exp(-2 u^2) is sqrt(pi / 2). */
TESTS(errors_by_hand, 5)
{
    static const struct {
        const char *f, *words;
        double end, left, right, l1, l2_squared, linf, slack;
    } rows[] = {{"abs(x-0.3)", "kink=0.3", 1, 0.3, 0.7, 0.21, 0.42 * 0.42 / 3, 0.42, 1e-9},
                {"abs(x-0.3)", "callback", 1, 0.3, 0.7, 0.21, 0.42 * 0.42 / 3, 0.42, 1e-6},
                {"abs(x-0.25)+abs(x-0.75)", "callback", 1, 1, 1, 0.375, 1.0 / 6, 0.5, 1e-6},
                {"x<0.3", "callback", 1, 1, 0, 0.29, (0.027 + 0.343) / 3, 0.7, 1e-6},
                {"exp(-((x-7.0859)/1e-4)^2)",
                 "callback", 10, 0, 0, 1.772453850905516e-4, 1.2533141373155e-4, 1, 1e-4}};
    const double knots[] = {0, rows[_i].end}, values[] = {rows[_i].left, rows[_i].right};
    clpwl_error e;
    wish w;
    begin_wish(&w, rows[_i].f, rows[_i].words);
    OK(clpwl_error_measure(w.f, NULL, knots, values, 1, &e));
    about(e, rows[_i].l1, sqrt(rows[_i].l2_squared), rows[_i].linf, rows[_i].slack);
    end_wish(&w);
}

/* sin on two periods, by segments so short that errors are cubics: the same constants, with the integrals of |sin|
 * and of sin^2. Some polynomials end there, and f'' has five zeros. 1e-4: the projection's ends. */
TESTS(short_segments_have_closed_forms, 2)
{
    enum { SHORT = 1 << 15 };
    static double knots[SHORT + 1], values[SHORT + 1];
    const double b = 4 * M_PI, h = b / SHORT;
    clpwl_function *f = callback(sine_f, 0, b, NAN);
    clpwl_error m;
    OK(clpwl_partition_uniform(0, b, SHORT, knots));
    OK(clpwl_fit_values(_i ? CLPWL_FIT_PROJECTION : CLPWL_FIT_INTERPOLANT, f, NULL, knots, SHORT, values));
    OK(clpwl_error_measure(f, NULL, knots, values, SHORT, &m));
    about(m, 8 * h * h * (_i ? 0.032075014954979206 : 1.0 / 12), h * h * sqrt(2 * M_PI / (_i ? 720 : 120)),
          h * h / (_i ? 12 : 8), 1e-4);
    clpwl_function_free(f);
}

/* The error of a straight line is rounding only, and is not refined. Values that are off by 1 and 2 in turns
 * are lines with a zero. */
TEST(a_line_has_no_error)
{
    clpwl_function *f = callback(line_f, 0, 1, NAN);
    clpwl_error m;
    build(f, 0, 1, 100, CLPWL_PARTITION_UNIFORM, CLPWL_FIT_PROJECTION);
    OK(clpwl_error_measure(f, NULL, x, c, 100, &m));
    ck_assert_double_le(m.linf, 1e-9); /* a few times 1e6 * 2^-52 */
    ck_assert_double_le(m.l1, 1e-9);
    ck_assert_double_le(m.l2, 1e-9);
    clpwl_function_free(f);
    f = callback(identity_f, 0, 1, NAN);
    for (int i = 0; i <= 100; i++)
        c[i] = x[i] + (i % 2 ? 1 : -2);
    OK(clpwl_error_measure(f, NULL, x, c, 100, &m));
    about(m, 5.0 / 6, 1, 2, 1e-9);
    clpwl_function_free(f);
}

/* f'' has no bound at 0, nor has the local estimate; the estimate over the domain is finite. */
TEST(a_singular_end_has_a_sober_estimate)
{
    clpwl_function *f = callback(sqrt_f, 0, 1, NAN);
    clpwl_error e, m;
    OK(clpwl_error_estimate(f, NULL, 0, 1, 64, CLPWL_PARTITION_UNIFORM, CLPWL_NORM_L2, CLPWL_FIT_INTERPOLANT, &e));
    build(f, 0, 1, 64, CLPWL_PARTITION_UNIFORM, CLPWL_FIT_INTERPOLANT);
    OK(clpwl_error_measure(f, NULL, x, c, 64, &m));
    /* At x = h / 4. A search adds at most 1e-7 of the maximum. */
    ck_assert_double_eq_tol(m.linf, 0.25 * sqrt(1.0 / 64), 4e-9);
    about(e, m.l1, m.l2, m.linf, 1.5);
    ck_assert_double_ge(e.linf, m.linf / 2);
    OK(clpwl_error_estimate(f, NULL, 0, 1, 64, CLPWL_PARTITION_OPTIMIZED, CLPWL_NORM_L2, CLPWL_FIT_INTERPOLANT, &e));
    build(f, 0, 1, 64, CLPWL_PARTITION_OPTIMIZED, CLPWL_FIT_INTERPOLANT);
    OK(clpwl_error_measure(f, NULL, x, c, 64, &m));
    ck_assert_double_eq_tol(e.l1 / m.l1, 1, 0.02);
    ck_assert_double_eq_tol(e.l2 / m.l2, 1, 0.02);
    ck_assert_double_eq_tol(e.linf / m.linf, 1.5, 0.5); /* knots for L2: the first segments, at 0 */
    clpwl_function_free(f);
}

TESTS(errors_refuse, 9)
{
    static const struct {
        const char *f, *words;
        double middle, value; /* knots 0, the middle and 1; values 0, the value and 0 */
        clpwl_status status;
        const char *named;
    } rows[] = {{"ln(x)", "callback", 0.25, 0, CLPWL_ERR_NOT_FINITE, "x = 0"},
                {"sqrt(abs(x-0.5)-0.01)", "callback", 0.25, 0, CLPWL_ERR_NOT_FINITE, "x = 0.49"},
                {"x", "", 2, 0, CLPWL_ERR_ARGUMENT, "not above"},
                {"x", "", 0.25, NAN, CLPWL_ERR_ARGUMENT, "value 2 of 3, at x = 0.25, is nan"},
                {"exp(x)", "w=0.75-x", 0.25, 0, CLPWL_ERR_ARGUMENT, "negative"},
                {"exp(x)", "w=sqrt(abs(x-0.6)-0.05)", 0.25, 0, CLPWL_ERR_NOT_FINITE, "at x = 0."},
                {"exp(x)", "floor=-1 w=1", 0.25, 0, CLPWL_ERR_ARGUMENT, "floor"},
                {"exp(x)", "floor=nan w=1", 0.25, 0, CLPWL_ERR_ARGUMENT, "floor"},
                {"exp(x)", "floor=inf w=1", 0.25, 0, CLPWL_ERR_ARGUMENT, "floor"}};
    static const double fine[] = {0, 0.25, 1};
    const double knots[] = {0, rows[_i].middle, 1}, values[] = {0, rows[_i].value, 0};
    clpwl_error e;
    wish w;
    begin_wish(&w, rows[_i].f, rows[_i].words);
    FAILS(rows[_i].status, rows[_i].named, clpwl_error_measure(w.f, w.o.weight, knots, values, 2, &e));
    if (_i == 0 || _i > 3)
        FAILS(rows[_i].status, rows[_i].named,
              clpwl_error_estimate(w.f, w.o.weight, 0, 1, 64, CLPWL_PARTITION_OPTIMIZED, CLPWL_NORM_L2,
                                   CLPWL_FIT_INTERPOLANT, &e));
    FAILS(CLPWL_ERR_ARGUMENT, "not 0", clpwl_error_measure(w.f, NULL, fine, fine, 0, &e));
    FAILS(CLPWL_ERR_ARGUMENT, "f is NULL", clpwl_error_measure(NULL, NULL, fine, fine, 2, &e));
    FAILS(CLPWL_ERR_ARGUMENT, "out is NULL", clpwl_error_measure(w.f, NULL, fine, fine, 2, NULL));
    w.weight.size = 0;
    FAILS(CLPWL_ERR_ARGUMENT, "CLPWL_WEIGHT_INIT", clpwl_error_measure(w.f, &w.weight, fine, fine, 2, &e));
    end_wish(&w);
}

TEST(estimates_refuse)
{
    static const struct {
        double b;
        size_t segments;
        int partition, norm, fit;
        const char *named;
    } rows[] = {{1, 4, 0, 0, 9, "clpwl_fit"}, {1, 4, 0, 9, 0, "clpwl_norm"},
    {1, 4, 9, 0, 0, "clpwl_partition"},
                {1, 0, 0, 0, 0, "not 0"},     {-1, 4, 0, 0, 0, "reversed"}};
    clpwl_function *f = function_of("exp");
    clpwl_error e;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        FAILS(CLPWL_ERR_ARGUMENT, rows[i].named,
              clpwl_error_estimate(f, NULL, 0, rows[i].b, rows[i].segments, (clpwl_partition)rows[i].partition,
                                   (clpwl_norm)rows[i].norm, (clpwl_fit)rows[i].fit, &e));
    clpwl_function_free(f);
}

static pthread_t own_thread;
static size_t foreign_calls;

static double note_thread(double t, void *user)
{
    (void)user;
    foreign_calls += !pthread_equal(pthread_self(), own_thread);
    return sin(t);
}

/* More segments than one thread takes: the errors are those of one CPU to the last bit, for a formula, which
 * threads share, and for a callback, which the caller's thread alone may call. */
TEST(errors_do_not_depend_on_threads)
{
    enum { SEGMENTS = 3 * 4096 + 100 };
    double *many = malloc(2 * (SEGMENTS + 1) * sizeof *many), *at = many + SEGMENTS + 1;
    clpwl_error e[4];
    clpwl_function *f[2];
    cpu_set_t all, one;
    ck_assert_int_eq(sched_getaffinity(0, sizeof all, &all), 0);
    int cpu = 0;
    while (!CPU_ISSET(cpu, &all))
        cpu++;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    OK(clpwl_function_from_formula(&f[0], "sin(x)", NULL, 0));
    f[1] = callback(note_thread, 0, 100, NAN);
    own_thread = pthread_self();
    const double h = 100.0 / SEGMENTS;
    OK(clpwl_partition_uniform(0, 100, SEGMENTS, many));
    OK(clpwl_fit_values(CLPWL_FIT_INTERPOLANT, f[0], NULL, many, SEGMENTS, at));
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(sched_setaffinity(0, sizeof all, i < 2 ? &all : &one), 0);
        OK(clpwl_error_measure(f[i % 2], NULL, many, at, SEGMENTS, &e[i]));
        ck_assert_int_eq(memcmp(&e[i], &e[0], sizeof *e), 0);
    }
    ck_assert_uint_eq(foreign_calls, 0);
    /* f'' is -sin, whose arches have areas of 2: 31 of them, and a part of the next one. */
    about(e[0], h * h / 12 * (63 + cos(100)), h * h * sqrt((50 - sin(200) / 4) / 120), h * h / 8,
          1e-4);
    clpwl_function_free(f[0]);
    clpwl_function_free(f[1]);
    free(many);
}

/* On segments of lengths h the line is off x^2 by d at the knots: e = -h^2 t (1 - t) + d_l (1 - t) + d_r t.
 * Here that is h^2 t (t - 1/2), its mirror image, and the first again. */
TEST(segments_by_hand)
{
    static const double knots[] = {0, 0.25, 0.5, 1}, values[] = {0, 0.03125, 0.25, 0.875};
    clpwl_function *f = callback(square_f, 0, 1, NAN);
    ck_assert_double_eq(clpwl__residual_noise(f, values, 3), ldexp(0.875, -48));
    for (int side = -1; side <= 1; side++) {
        double each[3], worst = 0;
        const clpwl__measure how = {.norms = CLPWL__MEASURE_ALL,
                                    .side = side,
                                    .each = each,
                                    .worst = &worst};
        clpwl_error e;
        OK(clpwl__error_measure(&how, f, knots, values, 3, &e));
        about(e, 5.0 / 256, sqrt(17.0 / 512 / 30), side < 0 ? 1.0 / 64 : 0.125, 1e-9);
        ck_assert_double_eq_tol(worst, side < 0 ? 0.625 : 1, 1e-6);
        for (int i = 0; i < 3; i++) {
            const double h = knots[i + 1] - knots[i];
            ck_assert_double_eq_tol(each[i] / (h * h), side < 0 ? 1.0 / 16 : 0.5, 1e-9);
        }
    }
    clpwl_function_free(f);
}

static int reports, last_report;

static int note_progress(double fraction, void *user)
{
    (void)user;
    ck_assert_double_eq(fraction, 5.0 * reports / 1024);
    return ++reports == last_report;
}

/* One value is off by 1. A measurement reports its progress every fifth segment. */
TEST(measurements_report)
{
    enum { OFF = 700 };
    clpwl_function *f = callback(square_f, 0, 1, NAN);
    double worst = 0;
    clpwl_error e;
    clpwl__measure how = {.norms = CLPWL__MEASURE_LINF, .worst = &worst, .progress = note_progress};
    build(f, 0, 1, 1024, CLPWL_PARTITION_UNIFORM, CLPWL_FIT_INTERPOLANT);
    c[OFF] += 1;
    OK(clpwl__error_measure(&how, f, x, c, 1024, &e));
    ck_assert_double_eq_tol(worst, x[OFF], 1e-6);
    ck_assert(e.linf > 1 - 1e-9 && e.linf <= 1 + 1e-9 && isnan(e.l1) && isnan(e.l2));
    ck_assert_int_eq(reports, 205);
    last_report = 1 + (reports = 0);
    FAILS(CLPWL_ERR_CANCELLED, "1024 segments", clpwl__error_measure(&how, f, x, c, 1024, &e));
    clpwl_function_free(f);
}

/* A jump is three kinks, and two at an end of the domain; where f is 0 on both sides is one. */
TEST(breaks_by_hand)
{
    double kinks[] = {0, 0.25, 0.5, 0.75, 1};
    const double right[] = {0,   0x1p-1074,      0.25 - 0x1p-55, 0.25,           0.25 + 0x1p-54,
                            0.5, 0.75 - 0x1p-53, 0.75,           0.75 + 0x1p-53, 1 - 0x1p-53,
                            1};
    const clpwl_function f = {.f = steps_f, .kinks = kinks, .kink_count = 5, .smooth = 1};
    clpwl__broken b;
    OK(clpwl__broken_create(&b, &f, 0, 1));
    ck_assert_uint_eq(b.f.kink_count, sizeof right / sizeof *right);
    for (size_t i = 0; i < b.f.kink_count; i++)
        ck_assert_double_eq(b.kinks[i], right[i]);
    clpwl__broken_free(&b);
}

/* Of neighbours, no number is between. */
TEST(brackets_end)
{
    for (int i = 0; i < 2; i++) {
        clpwl__bracket b = {.l = 1, .r = 1 + 0x1p-52, .y_l = i ? -3 : -1, .y_r = i ? 1 : 3};
        ck_assert_int_eq(clpwl__bracket_next(&b, 0), 0);
    }
}

/* Equal steps hit nearly one phase of the waves: 0.000962562 was measured. Samples show some of the
 * millions of waves that a segment of the other formula has. */
TEST(waves_do_not_hide_between_samples)
{
    static const char *const formulas[] = {"sin(x)+2e-4*cos(1e7*x)^2", "sin(x)+1e-4*sin(1e9*x)"};
    for (size_t k = 0; k < sizeof formulas / sizeof *formulas; k++) {
        enum { N = 71, DENSE = 2500 };
        clpwl_function *f;
        clpwl_error m;
        double seen = 0, y;
        OK(clpwl_function_from_formula(&f, formulas[k], NULL, 0));
        build(f, 0, 6, N, CLPWL_PARTITION_UNIFORM, CLPWL_FIT_INTERPOLANT);
        OK(clpwl_error_measure(f, NULL, x, c, N, &m));
        for (size_t i = 0; i < N; i++)
            for (int j = 0; j < DENSE; j++) {
                double part = fmod((j + 0.5) * 0.6180339887498949, 1);
                OK(clpwl_function_value(f, x[i] + part * (x[i + 1] - x[i]), &y));
                seen = fmax(seen, fabs(y - (c[i] + part * (c[i + 1] - c[i]))));
            }
        /* One group in twenty still hits one phase: the largest error of those beside it is nearly the
         * same. */
        EXPECT(seen <= 1.001 * m.linf && m.linf <= 1.05 * seen,
         "%s: %.9g measured, %.9g seen", formulas[k], m.linf, seen);
        clpwl_function_free(f);
    }
}
