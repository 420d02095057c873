/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs for functions that are not smooth: kinks, jumps, noise, singular ends. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "support/callback.h"
#include "clpwl.h"
#include "support/executed.h"

static size_t calls;
static double counted_sqrt(double x, void *user)
{
    (void)user;
    calls++;
    return sqrt(x);
}

CALLBACK(tenth_root_f, pow(fabs(x), 0.1))
CALLBACK(abs_f, fabs(x))
CALLBACK(step_f, x < 0.3)
CALLBACK(rise_f, x > 0.3)

/* A uniform partition finds the N that put a knot on the kink. */
START_TEST(kinks_are_met_by_multiples)
{
    static const struct {
        double a, b;
        size_t segments;
    } rows[] = {{-1, 1, 2}, {-1, 3, 4}, {-1, 0.7, 17}, {-5, 1.4, 32}};
    for (int i = 0; i < 4; i++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_function *f = callback(abs_f, NULL, rows[i].a, rows[i].b, 0);
        clpwl_table *table;
        o.max_error = 1e-4;
        OK(clpwl_design(&table, f, &o));
        ck_assert_uint_eq(clpwl_table_segments(table), rows[i].segments);
        clpwl_table_free(table);
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        OK(clpwl_design(&table, f, &o));
        ck_assert_uint_eq(clpwl_table_segments(table), 2);
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

CALLBACK(shifted_f, fabs(x - 0.3))
CALLBACK(clamped_f, fmin(fmax(x, -1), 1))
CALLBACK(sign_f, (x > 0) - (x < 0))

/* Kinks that are not declared: the same tables as with declared kinks. A jump is a segment of
 * its own. */
START_TEST(kinks_are_found)
{
    static const struct {
        clpwl_callback f;
        double a, b, target;
        clpwl_norm norm;
        size_t uniform, optimized;
    } found[] = {
        {shifted_f, -1, 1, 1e-6, CLPWL_NORM_LINF, 20, 2},
        {clamped_f, -2, 2, 1e-6, CLPWL_NORM_LINF, 4, 3},
        {clamped_f, -2, 2, 3e-6, CLPWL_NORM_L1, 4, 3},
        {step_f, 0, 1, 1e-6, CLPWL_NORM_L1, 0, 3},
        {sign_f, -1, 1, 1e-6, CLPWL_NORM_L1, 0, 3},
    };
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_function *f = callback(found[i].f, NULL, found[i].a, found[i].b, NAN);
        clpwl_table *table;
        o.max_error = found[i].target;
        o.norm = found[i].norm;
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        OK(clpwl_design(&table, f, &o));
        ck_assert_uint_eq(clpwl_table_segments(table), found[i].optimized);
        clpwl_table_free(table);
        o.partition = CLPWL_PARTITION_UNIFORM;
        if (found[i].uniform) {
            OK(clpwl_design(&table, f, &o));
            ck_assert_uint_eq(clpwl_table_segments(table), found[i].uniform);
            ck_assert_double_lt(clpwl_table_measured(table).linf, 1e-15);
            clpwl_table_free(table);
        }
        clpwl_function_free(f);
    }
}
END_TEST

/* Noise of 1/1000. */
static double noisy_f(double x, void *user)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = (bits ^ bits >> 31) * 0x9e3779b97f4a7c15;
    bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9;
    (void)user;
    calls++;
    return sin(x) + 1e-3 * ((double)(bits >> 11) * 0x1p-53 - 0.5);
}

/* Without an estimate of the noise it took 60 million calls. */
START_TEST(noise_is_told_and_not_chased)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = callback(noisy_f, NULL, 0, 10, NAN);
    clpwl_table *table;
    double sigma;
    OK(clpwl_function_noise(f, 0, 10, &sigma));
    ck_assert_double_eq_tol(sigma / (1e-3 / sqrt(12)), 1, 0.5); /* from rows of 9 values */
    for (int i = 0; i < 6; i++) {
        o.norm = (clpwl_norm)(i / 2);
        o.partition = (clpwl_partition)(i % 2);
        o.max_error = 1e-4;
        calls = 0;
        FAILS(CLPWL_ERR_TARGET, "carry noise of about 0.000", clpwl_design(&table, f, &o));
        ck_assert_uint_lt(calls, 1000);
        o.max_error = 1e-2;
        calls = 0;
        OK(clpwl_design(&table, f, &o));
        ck_assert_uint_lt(calls, 3000000);
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
END_TEST

CALLBACK(float_f, (float)sin(x))

/* Uniform noise of 5e-4 leaves 5e-4, which was refused as less than 3 sigma. Of values that are floats the
 * rounding of tables, 1.2e-7, is said and not their noise, 5e-9. */
START_TEST(what_noise_leaves_can_be_reached)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *noisy = callback(noisy_f, NULL, 0, 10, NAN);
    clpwl_function *of_floats = callback(float_f, NULL, 0, 10, NAN);
    clpwl_table *table;
    o.fit = CLPWL_FIT_MINIMAX;
    o.max_error = 6e-4;
    OK(clpwl_design(&table, noisy, &o));
    clpwl_table_free(table);
    o.max_error = 1e-8;
    FAILS(CLPWL_ERR_TARGET, "rounding in fp32 alone comes to 1", clpwl_design(&table, of_floats, &o));
    clpwl_function_free(noisy);
    clpwl_function_free(of_floats);
}
END_TEST

CALLBACK(left_w, x < 5)

/* The weighted error of noise and jumps is estimated before any table is made, by some thousand
 * calls of f. If their weight is 0, the target is met. */
START_TEST(what_noise_and_jumps_leave_counts_by_the_weight)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_function *f = callback(noisy_f, NULL, 0, 10, NAN);
    clpwl_function *step = callback(step_f, NULL, -1, 10, NAN);
    clpwl_function *left = callback(left_w, NULL, -1, 10, 5);
    clpwl_table *table;
    o.weight = &weight;
    weight.floor = 0.1;
    for (int norm = 0; norm < 3; norm++) {
        o.norm = (clpwl_norm)norm;
        o.max_error = 1e-6;
        FAILS(CLPWL_ERR_TARGET, "carry noise of about 0.000", clpwl_design(&table, f, &o));
    }
    o.norm = CLPWL_NORM_LINF;
    weight.floor = 0;
    weight.w = left;
    o.max_error = 0.49;
    FAILS(CLPWL_ERR_TARGET, "reaches 0.5 at best;", clpwl_design(&table, step, &o));
    /* A jump from 1 to 0 with weights 1 and 2: the line is 2/3 below the one and 1/3 above the
     * other. */
    weight.w = NULL;
    weight.floor = 0.5;
    o.max_error = 0.6;
    FAILS(CLPWL_ERR_TARGET, "reaches 0.666 at best;", clpwl_design(&table, step, &o));
    clpwl_function_free(f);
    clpwl_function_free(step);
    clpwl_function_free(left);
}
END_TEST

CALLBACK(rectified_f, fabs(sin(x)))

/* Kinks at pi, 2 pi and 3 pi are never knots of a uniform partition. Smaller N are tried; if
 * there are few, all of them. */
START_TEST(kinks_that_are_no_shares_are_nearly_met)
{
    static const struct {
        clpwl_norm norm;
        clpwl_fit fit;
        double target;
        size_t most;
    } cases[] = {
        {CLPWL_NORM_LINF, CLPWL_FIT_INTERPOLANT, 1e-2, 327},  {CLPWL_NORM_LINF, CLPWL_FIT_INTERPOLANT, 1e-3, 1140},
        {CLPWL_NORM_L2, CLPWL_FIT_INTERPOLANT, 1e-3, 468},    {CLPWL_NORM_L2, CLPWL_FIT_PROJECTION, 1e-3, 345},
        {CLPWL_NORM_L1, CLPWL_FIT_LEAST_ABSOLUTE, 1e-4, 741}, {CLPWL_NORM_LINF, CLPWL_FIT_INTERPOLANT, 1e-4, 2147},
        {CLPWL_NORM_LINF, CLPWL_FIT_MINIMAX, 1e-4, 2147},
    };
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = callback(rectified_f, NULL, 0.5, 10, NAN);
    clpwl_table *table;
    o.norm = cases[_i].norm;
    o.fit = cases[_i].fit;
    o.max_error = cases[_i].target;
    OK(clpwl_design(&table, f, &o));
    size_t n = clpwl_table_segments(table);
    clpwl_table_free(table);
    ck_assert_uint_le(n, cases[_i].most);
    for (size_t less = n - 1; _i == 0 && less > n / 3; less--)
        ck_assert_double_gt(executed_with(f, o, less).linf, o.max_error);
    clpwl_function_free(f);
}
END_TEST

/* Samples with few digits: their spline oscillates, and the error is not monotone in N. If there
 * are few N, none down to 10 % below the one found meets the target. */
START_TEST(no_smaller_number_does_for_samples)
{
    enum { SAMPLES = 101 };
    double x[SAMPLES], y[SAMPLES];
    clpwl_function *f;
    for (int i = 0; i < SAMPLES; i++) {
        x[i] = 0.1 * i;
        y[i] = rint(2000 / (1 + x[i])) / 2000;
    }
    OK(clpwl_function_from_samples(&f, "digits", x, y, SAMPLES));
    for (int norm = 0; norm < 3; norm++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_table *table;
        o.norm = (clpwl_norm)norm;
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        o.max_error = o.norm == CLPWL_NORM_L2 ? 1e-4 : 3e-4;
        OK(clpwl_design(&table, f, &o));
        size_t n = clpwl_table_segments(table);
        clpwl_table_free(table);
        ck_assert_uint_le(n, 256);
        for (size_t less = n - n / 10; less < n; less++) {
            clpwl_error e = executed_with(f, o, less);
            ck_assert_msg(clpwl_error_in(&e, o.norm) > o.max_error,
                          "norm %d: %zu segments, but %zu would do", norm, n, less);
        }
    }
    clpwl_function_free(f);
}
END_TEST

/* A minimax error is not monotone in N: it depends on the knots near two inflections, here by
 * about 30 %. 308 segments meet the target, and few N between 308 and 325. */
START_TEST(a_lucky_number_is_found)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    OK(clpwl_function_from_catalogue(&f, "mish"));
    o.a = -8;
    o.b = 8;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.fit = CLPWL_FIT_MINIMAX;
    o.max_error = 1e-5;
    OK(clpwl_design(&table, f, &o));
    ck_assert_uint_le(clpwl_table_segments(table), 308);
    clpwl_error e = clpwl_table_executed_error(table, NULL);
    ck_assert_double_le(e.linf, 1e-5);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

CALLBACK(parts_f, x < 1 ? 1 : x < 2 ? 2 - x : x * x - 4)

/* With 256 segments rounding exceeds the target, as one of them is a whole straight piece. With
 * thousands of segments it does not. */
START_TEST(rounding_that_more_segments_lessen_is_no_end)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = callback(parts_f, NULL, 0, 3, NAN);
    clpwl_table *table;
    o.norm = CLPWL_NORM_L1;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    ck_assert_double_gt(executed_with(f, o, 256).l1 - 2.6e-6, 5e-7); /* less its own, seen */
    o.max_error = 5e-7;
    OK(clpwl_design(&table, f, &o));
    ck_assert_double_le(clpwl_table_executed_error(table, NULL).l1, 5e-7);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* 0.3 is not an fp32 number. The segment that contains it is 2^-24 wide, the distance of fp32
 * numbers here, and up to an ulp more; beside it v is exact. */
START_TEST(a_jump_is_within_its_segment)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    for (int way = 0; way < 2; way++) {
        clpwl_function *f = callback(way ? rise_f : step_f, NULL, -1, 1, NAN);
        clpwl_table *table;
        o.norm = CLPWL_NORM_L1;
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        o.segments = 3;
        OK(clpwl_design(&table, f, &o));
        const double *x = clpwl_table_knots(table), *c = clpwl_table_values(table);
        ck_assert_double_le(x[1], 0.3);
        ck_assert_double_le(0.3, x[2]);
        ck_assert_double_le(x[2] - x[1], 3 * 0x1p-25);
        ck_assert_double_eq(c[0], c[1]);
        ck_assert_double_eq(c[2], c[3]);
        ck_assert_double_le(clpwl_table_measured(table).l1, x[2] - x[1]);
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

/* Equal segments at a singular end. */
START_TEST(singular_ends_of_uniform_tables_are_refused)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = callback(counted_sqrt, NULL, 0, 1, NAN);
    clpwl_table *table;
    for (int i = 0; i < 2; i++) {
        o.fit = i ? CLPWL_FIT_MINIMAX : CLPWL_FIT_INTERPOLANT;
        /* The chord of sqrt on [0, h] is sqrt(h) / 4 off, at h / 4. */
        o.max_segments = 10000;
        o.max_error = (i ? 1.0 / 8 : 1.0 / 4) / 100 * 0.99;
        calls = 0;
        FAILS(CLPWL_ERR_TARGET, i ? "10000 segments reach 0.00126" : "10000 segments reach 0.00251",
              clpwl_design(&table, f, &o));
        ck_assert_double_gt(executed_with(f, o, 10000).linf, o.max_error);
    }
    clpwl_function_free(f);
}
END_TEST

CALLBACK(root_f, pow(x, 1.0 / 7))

/* Beside 0 a device may flush the distance from a knot to 0: what that loses is little, as no knots are
 * subnormal there. The first segment has 0.6 x^(1/7), of which FLT_MIN alone has 2.3e-6. */
START_TEST(knots_beside_0_are_as_far_apart_as_a_device_resolves)
{
    static const double targets[] = {1e-5, 7e-6, 5e-6};
    clpwl_function *f = callback(root_f, NULL, 0, 1e-30, NAN);
    clpwl_table *table;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        for (int refined = 0; refined < 2; refined++) {
            o.effort = refined ? CLPWL_EFFORT_REFINED : CLPWL_EFFORT_ASYMPTOTIC;
            o.max_error = targets[i];
            OK(clpwl_design(&table, f, &o));
            clpwl_table_free(table);
        }
    o.max_error = 0;
    o.segments = 250;
    OK(clpwl_design(&table, f, &o));
    for (size_t i = 0; i < o.segments; i++)
        ck_assert_double_ge(clpwl_table_knots(table)[i + 1] - clpwl_table_knots(table)[i], 16 * FLT_MIN);
    ck_assert_double_lt(clpwl_table_executed_error(table, NULL).linf, 4.3e-6);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* Asymptotically optimal knots for a function that is steeper at 0 than fp32 numbers resolve: nearly as few
 * segments as refined knots have. */
START_TEST(segments_at_a_singular_end_are_few)
{
    for (int i = 0; i < 3; i++) {
        static const double targets[] = {1e-2, 1e-3, 2e-4};
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_function *f = callback(tenth_root_f, NULL, 0, 1, NAN);
        size_t segments[2];
        for (int k = 0; k < 2; k++) {
            clpwl_table *table;
            o.partition = CLPWL_PARTITION_OPTIMIZED;
            o.effort = k ? CLPWL_EFFORT_REFINED : CLPWL_EFFORT_ASYMPTOTIC;
            o.max_error = targets[i];
            OK(clpwl_design(&table, f, &o));
            segments[k] = clpwl_table_segments(table);
            clpwl_table_free(table);
        }
        ck_assert_uint_le(segments[0], segments[1] + segments[1] / 8);
        clpwl_function_free(f);
    }
}
END_TEST

/* A function in float rounds its argument, too: its steps are no curvature. The optimized segments were 55266
 * within 1e-5, where 343 equal ones do, and 100 within 1e-3. */
static double float_sine_f(double x, void *user)
{
    (void)user;
    return (double)sinf((float)x);
}

START_TEST(the_rounding_of_a_float_argument_is_no_curvature)
{
    static const size_t most[] = {9, 30, 92, 290};
    clpwl_function *f = callback(float_sine_f, NULL, 0, 3, NAN);
    for (int i = 0; i < 4; i++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_table *table;
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        o.max_error = pow(10, -2 - i);
        OK(clpwl_design(&table, f, &o));
        EXPECT(clpwl_table_segments(table) <= most[i], "%g: %zu segments", o.max_error,
               clpwl_table_segments(table));
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
END_TEST

/* A search by refined knots gave up at 64 and 256 segments, which cannot have a knot at each jump: it refused
 * what 510 segments meet. */
START_TEST(refined_knots_follow_many_jumps)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    OK(clpwl_function_from_formula(&f, "round(255*x)/255", NULL, 0));
    o.b = 1;
    o.effort = CLPWL_EFFORT_REFINED;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.norm = CLPWL_NORM_L1;
    o.max_error = 1e-5;
    OK(clpwl_design(&table, f, &o));
    ck_assert_uint_le(clpwl_table_segments(table), 511);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* A knot beside an infinite slope stayed between two floats, where its neighbour had been in its way: as
 * executed, these errors were 0.0028 and 0.0103. */
START_TEST(knots_beside_infinite_slopes_are_floats)
{
    static const struct {
        const char *formula;
        double a, b;
        size_t segments;
        double most; /* 43 and 340 segments have so much */
    } rows[] = {{"cbrt(x-0.3)", 0, 1, 70, 0.00088}, {"cbrt(cos(7.553*x))", -0.31, 4.69, 500, 0.0043}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_function *f;
        clpwl_table *table;
        OK(clpwl_function_from_formula(&f, rows[i].formula, NULL, 0));
        o.a = rows[i].a;
        o.b = rows[i].b;
        o.segments = rows[i].segments;
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        o.fit = CLPWL_FIT_MINIMAX;
        o.effort = CLPWL_EFFORT_REFINED;
        OK(clpwl_design(&table, f, &o));
        const double *knots = clpwl_table_knots(table);
        for (size_t k = 1; k < o.segments; k++)
            EXPECT(knots[k] == (double)(float)knots[k], "%s: %.17g", rows[i].formula, knots[k]);
        double seen = clpwl_table_executed_error(table, NULL).linf;
        EXPECT(seen <= rows[i].most, "%s: %g", rows[i].formula, seen);
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("designs of functions that are not smooth");
    TCase *t = tcase_create("design_rough");
    tcase_set_timeout(t, 120); /* under valgrind */
    tcase_add_test(t, kinks_are_met_by_multiples);
    tcase_add_test(t, kinks_are_found);
    tcase_add_test(t, noise_is_told_and_not_chased);
    tcase_add_test(t, what_noise_leaves_can_be_reached);
    tcase_add_test(t, refined_knots_follow_many_jumps);
    tcase_add_test(t, knots_beside_infinite_slopes_are_floats);
    tcase_add_test(t, what_noise_and_jumps_leave_counts_by_the_weight);
    tcase_add_loop_test(t, kinks_that_are_no_shares_are_nearly_met, 0,
                        test_factor() > 1 ? 7 : 6); /* the last takes 2 s */
    tcase_add_test(t, no_smaller_number_does_for_samples);
    tcase_add_test(t, a_lucky_number_is_found);
    tcase_add_test(t, rounding_that_more_segments_lessen_is_no_end);
    tcase_add_test(t, a_jump_is_within_its_segment);
    tcase_add_test(t, knots_beside_0_are_as_far_apart_as_a_device_resolves);
    tcase_add_test(t, singular_ends_of_uniform_tables_are_refused);
    tcase_add_test(t, segments_at_a_singular_end_are_few);
    tcase_add_test(t, the_rounding_of_a_float_argument_is_no_curvature);
    suite_add_tcase(s, t);
    return s;
}
