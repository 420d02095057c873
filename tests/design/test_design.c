/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "support/callback.h"
#include "clpwl.h"
#include "support/executed.h"

static size_t calls;
static double counted_j0(double x, void *user)
{
    (void)user;
    calls++;
    return j0(x);
}

static double inside_f(double x, void *user)
{
    *(size_t *)user += x < 0.89 || x > 3.01; /* differences are taken 4e-12 beyond an end */
    return 1 / x;
}

CALLBACK(gauss_f, exp(-x *x / 2))
CALLBACK(sqrt_f, sqrt(x))
CALLBACK(wave_f, sin(1 / x))
CALLBACK(corner_f, fabs(x) + x * x)
CALLBACK(step_f, x < 0.3)
CALLBACK(log_f, log(x))
CALLBACK(huge_f, 1e300 * x)
CALLBACK(hidden_f, x * x)
CALLBACK(no_d2f, x > 0.5 ? (double)NAN : 2)
CALLBACK(third_f, x > 1.0 / 3 && x < 0.334 ? (double)NAN : x * x)

static const char *const smooth[] = {"gaussian", "lorentzian", "bessel_j0"};

/* Paper, eqs. 19, 23 and 24: at N = 511 the estimates are within 2 % of the truth. */
START_TEST(estimates_hold_at_511_segments)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    OK(clpwl_function_from_catalogue(&f, smooth[_i / 4]));
    o.norm = CLPWL_NORM_L2;
    o.segments = 511;
    o.partition = _i & 1 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
    o.fit = _i & 2 ? CLPWL_FIT_PROJECTION : CLPWL_FIT_INTERPOLANT;
    OK(clpwl_design(&table, f, &o));
    ck_assert_double_eq_tol(clpwl_table_estimate(table).l2 / clpwl_table_measured(table).l2, 1,
                            0.02);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* 24000 periods are too many for the cells of the density. Those that are longer than periods have the largest
 * density of some samples in Linf, so that no segment is much longer than equal ones would be. */
START_TEST(many_periods_have_knots_everywhere)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    double error[2];
    OK(clpwl_function_from_formula(&f, "sin(1.5e5*x)", NULL, 0));
    o.a = 0;
    o.b = 1;
    o.segments = 500000;
    for (int p = 0; p < 2; p++) {
        clpwl_table *table;
        o.partition = p ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        OK(clpwl_design(&table, f, &o));
        error[p] = clpwl_table_measured(table).linf;
        clpwl_table_free(table);
    }
    EXPECT(error[1] <= 1.4 * error[0], "%g, with equal segments %g", error[1], error[0]);
    clpwl_function_free(f);
}
END_TEST

START_TEST(defaults_are_those_of_the_header)
{
    clpwl_function *f;
    clpwl_table *table;
    OK(clpwl_function_from_catalogue(&f, "bessel_j0"));
    OK(clpwl_design(&table, f, NULL));
    ck_assert_uint_eq(clpwl_table_segments(table), 256);
    ck_assert_int_eq(clpwl_table_partition(table), CLPWL_PARTITION_UNIFORM);
    ck_assert_int_eq(clpwl_table_fit(table), CLPWL_FIT_INTERPOLANT);
    ck_assert_int_eq(clpwl_table_extend(table), CLPWL_EXTEND_CLAMP);
    ck_assert_double_eq(clpwl_table_knots(table)[0], 0);
    ck_assert_double_eq(clpwl_table_knots(table)[256], 20);
    ck_assert_str_eq(clpwl_table_function(table), clpwl_function_name(f));
    for (int i = 0; i <= 256; i++) /* GSL's J0 and the C library's differ by a few ulp */
        ck_assert_double_eq_tol(clpwl_table_values(table)[i], j0(20.0 * i / 256), 1e-15);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

START_TEST(options_reach_the_table)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = callback(gauss_f, NULL, 0, 1, NAN);
    clpwl_table *table;
    o.a = -2;
    o.b = 3;
    o.segments = 20;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.fit = CLPWL_FIT_PROJECTION;
    o.extend = CLPWL_EXTEND_MIRROR;
    OK(clpwl_design(&table, f, &o));
    ck_assert_uint_eq(clpwl_table_segments(table), 20);
    ck_assert_double_eq(clpwl_table_knots(table)[0], -2);
    ck_assert_double_eq(clpwl_table_knots(table)[20], 3);
    ck_assert_int_eq(clpwl_table_partition(table), CLPWL_PARTITION_OPTIMIZED);
    ck_assert_int_eq(clpwl_table_fit(table), CLPWL_FIT_PROJECTION);
    ck_assert_int_eq(clpwl_table_extend(table), CLPWL_EXTEND_MIRROR);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* The error of the table, measured here: midpoints of 1e5 steps, and the knots. */
static clpwl_error dense(clpwl_callback f, const clpwl_table *table)
{
    enum { M = 100000 };
    const double *x = clpwl_table_knots(table);
    size_t n = clpwl_table_segments(table);
    double h = (x[n] - x[0]) / M, l1 = 0, l2 = 0, linf = 0;
    for (int i = 0; i < M; i++) {
        double at = x[0] + (i + 0.5) * h, e = fabs(f(at, NULL) - clpwl_table_value(table, at));
        l1 += h * e;
        l2 += h * e * e;
        linf = fmax(linf, e);
    }
    for (size_t i = 0; i <= n; i++)
        linf = fmax(linf, fabs(f(x[i], NULL) - clpwl_table_value(table, x[i])));
    return (clpwl_error){l1, sqrt(l2), linf};
}

static const struct {
    clpwl_callback f;
    double a, b, kink, target;
} wishes[] = {
    {gauss_f, 0, 8, NAN, 1e-3},     {gauss_f, -4, 4, NAN, 3e-6},  {counted_j0, 0, 20, NAN, 1e-4},
    {sqrt_f, 0, 1, NAN, 1e-3},      {wave_f, 0.02, 1, NAN, 1e-3}, {corner_f, -1, 2, 0, 1e-4},
    {corner_f, -1, 2.1, 0, 3e-4},
};

/* Targets in each norm, partition and fit: an independent measure confirms that they are met,
 * and that one segment less, or 5 or 20 % less, do not meet them. */
START_TEST(targets_are_met_by_the_smallest_table)
{
    clpwl_function *f = callback(wishes[_i].f, NULL, wishes[_i].a, wishes[_i].b, wishes[_i].kink);
    for (int way = 0; way < 12; way++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_table *table;
        o.max_error = wishes[_i].target;
        o.norm = (clpwl_norm)(way % 3);
        o.partition = way / 3 % 2 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        o.fit = way / 6 ? CLPWL_FIT_PROJECTION : CLPWL_FIT_INTERPOLANT;
        OK(clpwl_design(&table, f, &o));
        size_t n = clpwl_table_segments(table);
        clpwl_error seen = dense(wishes[_i].f, table), e = clpwl_table_executed_error(table, NULL);
        ck_assert_double_le(clpwl_error_in(&e, o.norm), o.max_error);
        ck_assert_double_le(clpwl_error_in(&seen, o.norm), o.max_error);
        clpwl_table_free(table);
        const size_t fewer[] = {n - 1, n * 19 / 20, n * 4 / 5};
        for (int k = 0; k < 3; k++)
            if (fewer[k] > 0 && fewer[k] < n) {
                e = executed_with(f, o, fewer[k]);
                ck_assert_msg(clpwl_error_in(&e, o.norm) > o.max_error,
                              "way %d: %zu segments, but %zu would do", way, n, fewer[k]);
            }
    }
    clpwl_function_free(f);
}
END_TEST

/* The target and the error that meets it, by each kind of design. */
START_TEST(the_target_is_kept)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_function *f;
    clpwl_table *table;
    OK(clpwl_function_from_catalogue(&f, "bessel_j0"));
    OK(clpwl_design(&table, f, NULL));
    ck_assert_ptr_null(clpwl_table_target(table));
    clpwl_table_free(table);
    o.max_error = 3e-3; /* results of a filter of few bits are multiples of 1/65535 */
    o.norm = (clpwl_norm)(_i % 3);
    o.fit = _i & 4 ? CLPWL_FIT_PROJECTION : CLPWL_FIT_INTERPOLANT;
    how.weight_bits = _i & 1 ? 9 : 0;
    how.storage = _i & 1 ? CLPWL_STORAGE_UNORM16 : CLPWL_STORAGE_FLOAT32;
    o.execution = &how;
    weight.floor = 0.1;
    o.weight = _i & 2 ? &weight : NULL;
    OK(clpwl_design(&table, f, &o));
    const clpwl_target *t = clpwl_table_target(table);
    ck_assert_double_eq(t->max_error, 3e-3);
    ck_assert_int_eq(t->norm, o.norm);
    ck_assert_int_eq(t->storage, how.storage);
    ck_assert_uint_eq(t->weight_bits, how.weight_bits);
    clpwl_error e;
    OK(clpwl_error_executed(f, o.weight, table, &how, &e));
    /* The same sum, of errors that are measured again. For 16 bits it has the stored values, and
     * the target a bound of their error, which is larger but for segments next to each other. */
    double again = clpwl_error_in(&e, o.norm);
    ck_assert_double_ge(t->reached / again, how.storage ? 1 - 1e-2 : 1 - 1e-3);
    ck_assert_double_le(t->reached / again, how.storage ? 1.5 : 1 + 1e-3);
    ck_assert_double_le(t->reached, t->max_error);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* A filter with weights of 8 bits: its error falls as 1/N, so many more segments are needed. */
START_TEST(weight_bits_are_accounted_for)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    clpwl_function *f = callback(gauss_f, NULL, 0, 8, NAN);
    clpwl_table *table;
    o.max_error = 1e-5;
    OK(clpwl_design(&table, f, &o));
    size_t fp32 = clpwl_table_segments(table);
    clpwl_table_free(table);
    how.weight_bits = 8;
    o.execution = &how;
    OK(clpwl_design(&table, f, &o));
    size_t n = clpwl_table_segments(table);
    clpwl_table_free(table);
    ck_assert_uint_gt(n, fp32 + fp32 / 2);
    clpwl_error e = executed_with(f, o, n), less = executed_with(f, o, n - 1);
    ck_assert_double_le(e.linf, 1e-5);
    ck_assert_double_gt(less.linf, 1e-5);
    clpwl_function_free(f);
}
END_TEST

/* Measured errors of a filter: a truncated weight, and inexact values. They are the same as a
 * number of bits where they describe the same filter. */
START_TEST(an_execution_is_accounted_for)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    clpwl_function *f = callback(gauss_f, NULL, 0, 8, NAN);
    clpwl_table *table;
    o.max_error = 1e-5;
    how.weight_bits = 8;
    o.execution = &how;
    OK(clpwl_design(&table, f, &o));
    size_t n = clpwl_table_segments(table);
    clpwl_table_free(table);
    how.weight_error = 0x1p-9;
    OK(clpwl_design(&table, f, &o));
    ck_assert_uint_eq(clpwl_table_segments(table), n);
    clpwl_table_free(table);
    how.weight_error = 0x1p-8;
    how.value_error = 1e-6;
    how.from_image = 1;
    OK(clpwl_design(&table, f, &o));
    ck_assert_uint_gt(clpwl_table_segments(table), n + n / 2);
    ck_assert_double_le(clpwl_table_executed_error(table, &how).linf, 1e-5);
    clpwl_table_free(table);
    how.storage = CLPWL_STORAGE_ANY;
    FAILS(CLPWL_ERR_ARGUMENT, "float32, half, unorm16, unorm8 or bfloat16", clpwl_design(&table, f, &o));
    how.size = 1;
    FAILS(CLPWL_ERR_ARGUMENT, "CLPWL_EXECUTION_INIT", clpwl_design(&table, f, &o));
    clpwl_function_free(f);
}
END_TEST

/* The cost of a design is its calls of f: 154 000 for 917 segments were seen. */
START_TEST(a_search_is_sparing)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = callback(counted_j0, NULL, 0, 20, NAN);
    clpwl_table *table;
    o.max_error = 3e-5; /* about 900 segments */
    calls = 0;
    OK(clpwl_design(&table, f, &o));
    ck_assert_uint_gt(clpwl_table_segments(table), 800);
    ck_assert_uint_lt(calls, 250000);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* A target below the rounding of fp32 is refused at once, with a reachable error; that error is
 * reached. */
START_TEST(hopeless_targets_are_refused_at_once)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = callback(counted_j0, NULL, 0, 20, NAN);
    clpwl_table *table;
    size_t segments;
    double reached;
    o.max_error = 1e-9;
    calls = 0;
    FAILS(CLPWL_ERR_TARGET, "rounding in fp32 alone comes to ", clpwl_design(&table, f, &o));
    ck_assert_ptr_null(table);
    ck_assert_uint_lt(calls, 1500000);
    ck_assert_int_eq(sscanf(strrchr(clpwl_last_message(), ':'), ": %zu segments reach %lg", &segments, &reached), 2);
    clpwl_error e = executed_with(f, o, segments);
    ck_assert_double_eq_tol(e.linf / reached, 1, 0.006); /* the message has three digits */
    clpwl_function_free(f);
}
END_TEST

START_TEST(targets_out_of_reach_are_said)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = callback(counted_j0, NULL, 0, 20, NAN);
    clpwl_table *table;
    o.max_error = 1e-4;
    o.max_segments = 100;
    FAILS(CLPWL_ERR_TARGET, "with at most 100 segments: 100 segments reach 0.0024",
          clpwl_design(&table, f, &o));
    clpwl_function_free(f);
    f = callback(step_f, NULL, 0, 1, NAN);
    o.max_segments = 0;
    FAILS(CLPWL_ERR_TARGET, "jumps from 1 to 0 at x = 0.3", clpwl_design(&table, f, &o));
    ck_assert_ptr_null(table);
    clpwl_function_free(f);
    f = callback(step_f, NULL, 0, 1, 0.9); /* the kinks are given, so no search for kinks */
    FAILS(CLPWL_ERR_TARGET, "x = 0.299999", clpwl_design(&table, f, &o));
    ck_assert_ptr_null(table);
    clpwl_function_free(f);
}
END_TEST

/* f and f'' of a callback have its own user. */
static double scaled_f(double x, void *user)
{
    return *(const double *)user * x * x;
}

static double scaled_d2f(double x, void *user)
{
    (void)x;
    return 2 * *(const double *)user;
}

START_TEST(the_curvature_of_a_callback_has_its_user)
{
    double scale = 3;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    spec.f = scaled_f;
    spec.d2f = scaled_d2f;
    spec.user = &scale;
    OK(clpwl_function_create(&f, &spec));
    o.b = 1;
    o.segments = 10;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    OK(clpwl_design(&table, f, &o));
    ck_assert_double_eq_tol(clpwl_table_estimate(table).linf, 3 * 0.01 / 4, 1e-12);
    ck_assert_double_eq_tol(clpwl_table_measured(table).linf, 3 * 0.01 / 4, 1e-6);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

static double hole_f(double x, void *user)
{
    (void)user;
    return x > 0.7 && x < 0.7001 ? NAN : sin(3 * x);
}

START_TEST(functions_that_are_not_finite)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = callback(log_f, NULL, 0, 1, NAN);
    clpwl_table *table;
    FAILS(CLPWL_ERR_NOT_FINITE, "x = 0", clpwl_design(&table, f, NULL));
    ck_assert_ptr_null(table);
    clpwl_function_free(f);
    f = callback(third_f, NULL, 0, 1, NAN);
    o.fit = CLPWL_FIT_PROJECTION;
    FAILS(CLPWL_ERR_NOT_FINITE, "x = 0.33", clpwl_design(&table, f, &o));
    clpwl_function_free(f);
    f = callback(huge_f, NULL, 0, 1, NAN);
    FAILS(CLPWL_ERR_ARGUMENT, "largest float", clpwl_design(&table, f, NULL));
    clpwl_function_free(f);
    f = callback(hole_f, NULL, 0, 1, NAN); /* the search for kinks passed over the hole alone */
    o = (clpwl_design_options)CLPWL_DESIGN_INIT;
    o.max_error = 1e-4;
    FAILS(CLPWL_ERR_NOT_FINITE, "the value is nan at x = 0.700", clpwl_design(&table, f, &o));
    ck_assert_ptr_null(table);
    clpwl_function_free(f);
}
END_TEST

/* Beyond fp32 the message named a value of an inner trial, and in half a distance of NaN at the other end. */
START_TEST(the_end_of_fp32_is_named)
{
    clpwl_function *f;
    clpwl_table *table;
    OK(clpwl_function_from_formula(&f, "exp(x)", NULL, 0));
    for (int way = 0; way < 4; way++) {
        clpwl_execution execution = CLPWL_EXECUTION_INIT;
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        o.a = way & 1 ? -100 : 0;
        o.b = 100;
        o.max_error = 1e-3;
        o.partition = way & 1 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        execution.storage = way & 2 ? CLPWL_STORAGE_HALF : CLPWL_STORAGE_FLOAT32;
        o.execution = &execution;
        FAILS(CLPWL_ERR_ARGUMENT, "the largest float; f reaches this at x = 88.722",
              clpwl_design(&table, f, &o));
        o.max_error = 0;
        o.segments = 9;
        o.b = strtod(strstr(clpwl_last_message(), "this at x = ") + strlen("this at x = "), NULL);
        OK(clpwl_design(&table, f, &o));
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
END_TEST

/* Uniform knots need no f''. The estimate is unknown then, and the search does not need it. */
START_TEST(f_is_not_asked_for_far_beyond_the_domain)
{
    size_t outside = 0;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    spec.f = inside_f;
    spec.user = &outside;
    OK(clpwl_function_create(&f, &spec));
    o.a = 0.9;
    o.b = 3;
    o.max_error = 1e-3;
    for (int p = 0; p < 2; p++) {
        o.partition = p ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        OK(clpwl_design(&table, f, &o));
        ck_assert_uint_eq(outside, 0);
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
END_TEST

START_TEST(uniform_tables_do_without_curvature)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = callback(hidden_f, no_d2f, 0, 1, NAN);
    clpwl_table *table;
    o.max_error = 1e-4;
    OK(clpwl_design(&table, f, &o));
    ck_assert(isnan(clpwl_table_estimate(table).linf));
    ck_assert_uint_eq(clpwl_table_segments(table), 51); /* h^2/4 <= 1e-4 - rounding */
    clpwl_table_free(table);
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    FAILS(CLPWL_ERR_NOT_FINITE, "x = 0.5", clpwl_design(&table, f, &o));
    clpwl_function_free(f);
}
END_TEST

START_TEST(options_are_checked)
{
    static const clpwl_execution wide = {.size = sizeof wide, .weight_bits = 99};
    static const struct {
        const char *part;
        clpwl_design_options o;
    } rows[] = {
        {"[2, 1] is reversed", {.a = 2, .b = 1}},
        {"[1, 1] is empty", {.a = 1, .b = 1}},
        {"not finite", {.a = 0, .b = INFINITY}},
        {"the max error is -1: it must be a positive number", {.max_error = -1}},
        {"the max error is nan", {.max_error = NAN}},
        {"the max error is inf", {.max_error = INFINITY}},
        {"3 segments and a max error of 0.1: give one", {.segments = 3, .max_error = 0.1}},
        {"7 is not a clpwl_norm", {.norm = (clpwl_norm)7}},
        {"7 is not a clpwl_partition", {.partition = (clpwl_partition)7}},
        {"7 is not a clpwl_fit", {.fit = (clpwl_fit)7}},
        {"7 is not a clpwl_extend", {.extend = (clpwl_extend)7}},
        {"99 weight bits", {.execution = &wide}},
    };
    clpwl_function *f = callback(gauss_f, NULL, 0, 8, NAN);
    clpwl_design_options o;
    clpwl_table *table;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        o = rows[i].o;
        o.size = sizeof o;
        FAILS(CLPWL_ERR_ARGUMENT, rows[i].part, clpwl_design(&table, f, &o));
        ck_assert_ptr_null(table);
    }
    o.size = 0;
    FAILS(CLPWL_ERR_ARGUMENT, "CLPWL_DESIGN_INIT", clpwl_design(&table, f, &o));
    FAILS(CLPWL_ERR_ARGUMENT, "f is NULL", clpwl_design(&table, NULL, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "out is NULL", clpwl_design(NULL, f, NULL));
    clpwl_function_free(f);
    f = callback(gauss_f, NULL, 0, 0, NAN);
    FAILS(CLPWL_ERR_ARGUMENT, "f has no default domain", clpwl_design(&table, f, NULL));
    clpwl_function_free(f);
}
END_TEST

START_TEST(more_segments_than_memory_are_refused)
{
    static const size_t many[] = {1000000000000, SIZE_MAX / 64, SIZE_MAX - 1, SIZE_MAX};
    clpwl_function *f = callback(gauss_f, NULL, 0, 8, NAN);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *table;
    for (int i = 0; i < 4; i++) {
        o.segments = many[i];
        FAILS(CLPWL_ERR_MEMORY, "this machine has", clpwl_design(&table, f, &o));
        ck_assert_ptr_null(table);
    }
    clpwl_function_free(f);
}
END_TEST

static int reports, stop_after;
static int watch(double fraction, void *user)
{
    (void)fraction;
    ck_assert_ptr_eq(user, &reports);
    return ++reports == stop_after;
}

START_TEST(work_is_reported_and_can_be_cancelled)
{
    clpwl_function *f = callback(gauss_f, NULL, 0, 8, NAN);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *table;
    o.progress = watch;
    o.progress_user = &reports;
    o.max_error = 1e-4;
    OK(clpwl_design(&table, f, &o));
    clpwl_table_free(table);
    int all = reports;
    ck_assert_int_gt(all, 20);
    for (stop_after = 1; stop_after < all; stop_after += 7) {
        reports = 0;
        FAILS(CLPWL_ERR_CANCELLED, "cancelled", clpwl_design(&table, f, &o));
        ck_assert_ptr_null(table);
    }
    clpwl_function_free(f);
}
END_TEST

/* A filter's weights of 8 bits err by the slope: optimized knots are fewer than equal ones, and refined knots
 * no more. Without that they were 1330, 2072 and 3990 where 360 and 498 equal ones do. exp has its slope where
 * it bends. */
START_TEST(optimized_knots_know_the_filter)
{
    static const struct {
        const char *name;
        double a, b;
        size_t optimized, refined;
    } rows[] = {{"gelu", 0, 0, 265, 265}, {"softplus", 0, 0, 390, 390}, {"tanh", 0, 0, 220, 220},
                {"exp", -8, 0, 93, 92}};
    for (size_t i = 0; i < 2 * (sizeof rows / sizeof *rows); i++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_execution how = CLPWL_EXECUTION_INIT;
        clpwl_function *f;
        clpwl_table *table;
        size_t most = i % 2 ? rows[i / 2].refined : rows[i / 2].optimized;
        OK(clpwl_function_from_catalogue(&f, rows[i / 2].name));
        o.a = rows[i / 2].a;
        o.b = rows[i / 2].b;
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        o.effort = i % 2 ? CLPWL_EFFORT_REFINED : CLPWL_EFFORT_ASYMPTOTIC;
        o.max_error = 1e-4;
        how.weight_bits = 8;
        o.execution = &how;
        OK(clpwl_design(&table, f, &o));
        ck_assert_double_le(clpwl_table_executed_error(table, &how).linf, o.max_error);
        EXPECT(clpwl_table_segments(table) <= most, "%s: %zu segments", rows[i / 2].name,
               clpwl_table_segments(table));
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

/* A period is closed by each fit, with refined knots, and in storages. What f itself jumps by stays. */
START_TEST(periods_are_closed)
{
    static const clpwl_fit fits[] = {CLPWL_FIT_INTERPOLANT, CLPWL_FIT_MINIMAX, CLPWL_FIT_ABOVE, CLPWL_FIT_BELOW,
                                     CLPWL_FIT_PROJECTION, CLPWL_FIT_LEAST_ABSOLUTE};
    static const clpwl_norm norms[] = {CLPWL_NORM_LINF, CLPWL_NORM_LINF, CLPWL_NORM_LINF, CLPWL_NORM_LINF,
                                       CLPWL_NORM_L2, CLPWL_NORM_L1};
    clpwl_execution stored = CLPWL_EXECUTION_INIT;
    for (int way = 0; way < 9; way++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_function *f;
        clpwl_table *table;
        OK(clpwl_function_from_formula(&f, way < 8 ? "sin(x)+cos(3*x)/3" : "exp(-x)", NULL, 0));
        o.b = 6.283185307179586;
        o.fit = fits[_i];
        o.norm = norms[_i];
        o.extend = CLPWL_EXTEND_REPEAT;
        o.max_error = way % 4 == 3 ? 5e-3 : 1e-3;
        o.partition = way % 2 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        o.effort = way % 2 && way > 3 ? CLPWL_EFFORT_REFINED : CLPWL_EFFORT_ASYMPTOTIC;
        stored.storage = way % 4 == 3 ? CLPWL_STORAGE_HALF : CLPWL_STORAGE_FLOAT32;
        o.execution = &stored;
        OK(clpwl_design(&table, f, &o));
        const double *v = clpwl_table_values(table);
        double jump = fabs(v[0] - v[clpwl_table_segments(table)]);
        EXPECT(way < 8 ? jump == 0 : fabs(jump - 1) < 0.01, "way %d: a jump of %g", way, jump);
        EXPECT(clpwl_table_target(table)->reached <= o.max_error, "way %d", way);
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("design");
    TCase *t = tcase_create("design");
    tcase_set_timeout(t, 120); /* under valgrind */
    tcase_add_loop_test(t, estimates_hold_at_511_segments, 0, 12);
    tcase_add_test(t, many_periods_have_knots_everywhere);
    tcase_add_test(t, defaults_are_those_of_the_header);
    tcase_add_test(t, options_reach_the_table);
    tcase_add_loop_test(t, targets_are_met_by_the_smallest_table, 0, 7);
    tcase_add_loop_test(t, the_target_is_kept, 0, 8);
    tcase_add_test(t, weight_bits_are_accounted_for);
    tcase_add_test(t, an_execution_is_accounted_for);
    tcase_add_test(t, optimized_knots_know_the_filter);
    tcase_add_test(t, a_search_is_sparing);
    tcase_add_test(t, hopeless_targets_are_refused_at_once);
    tcase_add_test(t, targets_out_of_reach_are_said);
    tcase_add_test(t, functions_that_are_not_finite);
    tcase_add_test(t, the_curvature_of_a_callback_has_its_user);
    tcase_add_test(t, the_end_of_fp32_is_named);
    tcase_add_test(t, f_is_not_asked_for_far_beyond_the_domain);
    tcase_add_test(t, uniform_tables_do_without_curvature);
    tcase_add_test(t, options_are_checked);
    tcase_add_test(t, more_segments_than_memory_are_refused);
    tcase_add_test(t, work_is_reported_and_can_be_cancelled);
    tcase_add_loop_test(t, periods_are_closed, 0, 6);
    suite_add_tcase(s, t);
    return s;
}
