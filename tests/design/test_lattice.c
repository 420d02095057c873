/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables designed for a storage: their values are its numbers, no worse than rounded ones. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include "support/callback.h"
#include "clpwl.h"
#include "execution/storage.h"

CALLBACK(inverse_f, 1 / x)
CALLBACK(exp_f, exp(x))
CALLBACK(gelu_f, x / 2 * (1 + erf(x * M_SQRT1_2)))
CALLBACK(silu_f, x / (1 + exp(-x)))
CALLBACK(tanh_f, tanh(x))
CALLBACK(sine_f, sin(x))
CALLBACK(bell_f, exp(-x * x / 2))
CALLBACK(root_f, sqrt(x))
CALLBACK(corner_f, fabs(x - 0.5) + 0.1 * x * x)
CALLBACK(far_f, 1000 + sin(x))
CALLBACK(tiny_f, 1e-30 * j0(x))
CALLBACK(log_f, log(x))

static const struct {
    clpwl_callback f;
    double a, b, kink;
} cases[] = {
    {inverse_f, 1, 2, NAN}, {exp_f, -9, 0, NAN},   {gelu_f, -4, 4, NAN},  {silu_f, -8, 8, NAN},
    {tanh_f, -8, 8, NAN},   {sine_f, 0, 6, NAN},   {bell_f, -4, 4, NAN},  {root_f, 0, 2, NAN},
    {corner_f, -1, 2, 0.5}, {far_f, 0, 6, NAN},    {tiny_f, 0, 20, NAN},  {log_f, 0.5, 4, NAN},
};
enum { CASES = sizeof cases / sizeof *cases };

static clpwl_table *design(const clpwl_function *f, const clpwl_design_options *how,
                           clpwl_storage storage)
{
    clpwl_design_options o = *how;
    clpwl_execution execution = CLPWL_EXECUTION_INIT;
    clpwl_table *table;
    execution.storage = storage;
    o.execution = &execution;
    OK(clpwl_design(&table, f, &o));
    return table;
}

static double executed(const clpwl_function *f, const clpwl_table *t, clpwl_storage storage,
                       const clpwl_design_options *o)
{
    clpwl_execution execution = CLPWL_EXECUTION_INIT;
    clpwl_error e;
    execution.storage = storage;
    OK(clpwl_error_executed(f, o->weight, t, &execution, &e));
    return clpwl_error_in(&e, o->norm);
}

/* What each option gives by default is what it gives for the storage by name. */
static void check_default(const clpwl_function *f, const clpwl_table *t, clpwl_storage storage)
{
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    clpwl_error plain = clpwl_table_executed_error(t, NULL), measured, of_default;
    ck_assert_int_eq(clpwl_table_storage(t), storage);
    OK(clpwl_error_executed(f, NULL, t, NULL, &of_default));
    how.storage = storage;
    how.from_image = storage != CLPWL_STORAGE_FLOAT32;
    clpwl_error named = clpwl_table_executed_error(t, &how);
    OK(clpwl_error_executed(f, NULL, t, &how, &measured));
    ck_assert(memcmp(&plain, &named, sizeof plain) == 0);
    ck_assert(memcmp(&of_default, &measured, sizeof measured) == 0);
    for (int i = 0; i < 2; i++) {
        clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
        clpwl_evaluator *e;
        o.method = "host-scalar";
        o.storage = i ? storage : CLPWL_STORAGE_DEFAULT;
        OK(clpwl_evaluator_create(&e, NULL, t, &o));
        ck_assert_int_eq(clpwl_evaluator_storage(e), storage);
        clpwl_evaluator_free(e);
        o.quantity = CLPWL_QUANTITY_INTEGRAL; /* the values are numbers of the storage */
        OK(clpwl_evaluator_create(&e, NULL, t, &o));
        ck_assert_int_eq(clpwl_evaluator_storage(e), storage);
        clpwl_evaluator_free(e);
    }
}

/* Stored once more, no value changes: nothing is added but the roundings of fp32. */
static void check_values(const clpwl_table *t, clpwl_storage storage)
{
    size_t n = clpwl_table_segments(t);
    const double *values = clpwl_table_values(t);
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    double least = values[0], most = values[0], largest;
    clpwl__coding coding = clpwl__coding_of(storage, values, n + 1);
    how.from_image = 1;
    how.storage = CLPWL_STORAGE_FLOAT32;
    double plain = clpwl_table_executed_error(t, &how).linf;
    how.storage = storage;
    for (size_t i = 0; i <= n; i++) {
        EXPECT(clpwl__stored(&coding, values[i]) == values[i], "%s: value %zu, %a, is stored as %a",
               clpwl_storage_name(storage), i, values[i], clpwl__stored(&coding, values[i]));
        least = fmin(least, values[i]);
        most = fmax(most, values[i]);
    }
    largest = fmax(fabs(least), fabs(most));
    /* Levels are read, interpolated and multiplied: 7 eps of their range. Halves may be flushed. */
    double allowed = 7 * 0x1p-24 * (most - least) + 1e-6 * plain + FLT_MIN +
                     (storage == CLPWL_STORAGE_HALF ? 0x1p-28 * largest : 0);
    ck_assert_double_le(clpwl_table_executed_error(t, &how).linf, plain + allowed);
}

/* What the choice compares are maxima and sums over samples of f, at least 16 a segment: a maximum
 * between them is larger by 1/16^2 at most. */
static const double sampled = 1 + 1.0 / 256;

static void check_choice(const clpwl_function *f, const clpwl_design_options *o, clpwl_storage storage)
{
    clpwl_table *chosen = design(f, o, storage), *plain = design(f, o, CLPWL_STORAGE_FLOAT32);
    double after = executed(f, plain, storage, o), with = executed(f, chosen, storage, o);
    EXPECT(with <= sampled * after, "%s, %s, %zu segments, %s, %s: %g chosen, %g rounded",
           clpwl_function_name(f), clpwl_storage_name(storage), o->segments,
           clpwl_fit_name(o->fit), clpwl_partition_name(o->partition), with, after);
    check_values(chosen, storage);
    clpwl_table_free(plain);
    clpwl_table_free(chosen);
}

static clpwl_function *function_of(int i)
{
    return callback(cases[i].f, NULL, cases[i].a, cases[i].b, cases[i].kink);
}

START_TEST(chosen_values_are_no_worse_than_rounded_ones)
{
    static const struct {
        clpwl_fit fit;
        clpwl_norm norm;
        clpwl_effort effort;
    } ways[] = {{CLPWL_FIT_INTERPOLANT, CLPWL_NORM_LINF, CLPWL_EFFORT_ASYMPTOTIC},
                {CLPWL_FIT_INTERPOLANT, CLPWL_NORM_L1, CLPWL_EFFORT_ASYMPTOTIC},
                {CLPWL_FIT_PROJECTION, CLPWL_NORM_L2, CLPWL_EFFORT_REFINED},
                {CLPWL_FIT_MINIMAX, CLPWL_NORM_LINF, CLPWL_EFFORT_REFINED},
                {CLPWL_FIT_LEAST_ABSOLUTE, CLPWL_NORM_L1, CLPWL_EFFORT_ASYMPTOTIC}};
    static const size_t sizes[] = {4, 16, 60, 300};
    clpwl_function *f = function_of(_i);
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        for (size_t n = 0; n < (w ? 3 : 4); n++) {
            clpwl_design_options o = CLPWL_DESIGN_INIT;
            o.fit = ways[w].fit;
            o.norm = ways[w].norm;
            o.segments = sizes[n];
            for (int p = 0; p < 2; p++) {
                o.partition = (clpwl_partition)p;
                o.effort = p && sizes[n] <= 16 ? ways[w].effort : CLPWL_EFFORT_ASYMPTOTIC;
                size_t turn = w + n + (size_t)(p + _i);
                check_choice(f, &o, turn % 2 ? CLPWL_STORAGE_UNORM8
                                             : (clpwl_storage)(CLPWL_STORAGE_HALF +
                                                               turn / 2 % (CLPWL_STORAGE_ANY - CLPWL_STORAGE_HALF)));
            }
        }
    clpwl_function_free(f);
}
END_TEST

/* From 8 to 16 segments, 1/x in 8 bits gains nothing by values that are rounded afterwards. The error of chosen
 * values falls by a third, and with refined knots to less than a third. */
START_TEST(more_segments_have_a_smaller_error_in_8_bits)
{
    clpwl_function *f = function_of(0);
    for (int refined = 0; refined < 2; refined++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        double error[2];
        o.fit = CLPWL_FIT_PROJECTION;
        o.norm = CLPWL_NORM_L2;
        o.partition = refined ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        o.effort = refined ? CLPWL_EFFORT_REFINED : CLPWL_EFFORT_ASYMPTOTIC;
        for (int k = 0; k < 2; k++) {
            o.segments = 8u << k;
            clpwl_table *t = design(f, &o, CLPWL_STORAGE_UNORM8);
            error[k] = executed(f, t, CLPWL_STORAGE_UNORM8, &o);
            clpwl_table_free(t);
        }
        printf("1/x in 8 bits, refined %d: %g, %g\n", refined, error[0], error[1]);
        ck_assert_double_lt(error[1], refined ? error[0] / 3 : error[0]);
    }
    clpwl_function_free(f);
}
END_TEST

START_TEST(kinks_stay_knots)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = function_of(8);
    size_t met = 0;
    o.segments = 6;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.effort = CLPWL_EFFORT_REFINED;
    clpwl_table *t = design(f, &o, CLPWL_STORAGE_UNORM8);
    for (size_t i = 0; i <= 6; i++)
        met += clpwl_table_knots(t)[i] == 0.5;
    ck_assert_uint_eq(met, 1);
    clpwl_table_free(t);
    clpwl_function_free(f);
}
END_TEST

/* One-sided tables are on their side in exact arithmetic. */
START_TEST(one_sided_values_stay_on_their_side)
{
    clpwl_function *f = function_of(_i);
    for (int below = 0; below < 2; below++)
        for (int storage = CLPWL_STORAGE_HALF; storage < CLPWL_STORAGE_ANY; storage++) {
            clpwl_design_options o = CLPWL_DESIGN_INIT;
            o.segments = 24;
            o.fit = below ? CLPWL_FIT_BELOW : CLPWL_FIT_ABOVE;
            clpwl_table *t = design(f, &o, (clpwl_storage)storage);
            check_values(t, (clpwl_storage)storage);
            for (int i = 0; i <= 10000; i++) {
                double x = cases[_i].a + (cases[_i].b - cases[_i].a) * i / 10000, y;
                OK(clpwl_function_value(f, x, &y));
                double over = clpwl_table_value(t, x) - y;
                EXPECT((below ? -over : over) >= 0, "%s, %s: off by %g at %g",
                       clpwl_fit_name(o.fit), clpwl_storage_name((clpwl_storage)storage), over, x);
            }
            clpwl_table_free(t);
        }
    clpwl_function_free(f);
}
END_TEST

/* The smallest table for a target is within it as executed, and a target below what the levels allow
 * is refused. */
START_TEST(targets_are_met_in_the_storage)
{
    clpwl_function *f = function_of(2);
    for (int storage = CLPWL_STORAGE_HALF; storage < CLPWL_STORAGE_ANY; storage++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_evaluator_options wish = CLPWL_EVALUATOR_INIT;
        clpwl_verify_options arguments = CLPWL_VERIFY_INIT;
        clpwl_verification v;
        clpwl_evaluator *e;
        o.max_error = 0.02;
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        clpwl_table *t = design(f, &o, (clpwl_storage)storage);
        ck_assert_int_eq(clpwl_table_target(t)->storage, storage);
        wish.method = "host-scalar";
        wish.storage = (clpwl_storage)storage;
        OK(clpwl_evaluator_create(&e, NULL, t, &wish));
        arguments.arguments = 20000;
        OK(clpwl_verify(e, f, &arguments, &v));
        EXPECT(v.holds && v.seen.linf <= 0.02, "%s: %g", clpwl_storage_name((clpwl_storage)storage),
               v.seen.linf);
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
    }
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_execution execution = CLPWL_EXECUTION_INIT;
    clpwl_table *t;
    execution.storage = CLPWL_STORAGE_UNORM8;
    o.execution = &execution;
    o.max_error = 1e-4;
    FAILS(CLPWL_ERR_TARGET, "stored as unorm8", clpwl_design(&t, f, &o));
    clpwl_function_free(f);
}
END_TEST

/* By a number of segments, by a target, with a weight and with a symmetry; and in the table's file. */
START_TEST(tables_keep_the_storage)
{
    clpwl_function *f = function_of(2); /* gelu */
    clpwl_weight relative = {.size = sizeof relative, .floor = 0.5};
    clpwl_evaluator *e;
    clpwl_table *wide;
    for (int storage = CLPWL_STORAGE_FLOAT32; storage < CLPWL_STORAGE_ANY; storage++)
        for (int way = 0; way < 4; way++) {
            clpwl_design_options o = CLPWL_DESIGN_INIT;
            clpwl_table *t, *back;
            char *text;
            size_t length;
            o.segments = way == 1 ? 0 : 32;
            o.max_error = way == 1 ? 0.02 : 0;
            o.weight = way == 2 ? &relative : NULL;
            o.symmetry = way == 3 ? CLPWL_SYMMETRY_RAMP : CLPWL_SYMMETRY_NONE;
            t = design(f, &o, (clpwl_storage)storage);
            check_default(f, t, (clpwl_storage)storage);
            if (way == 2) { /* what is weighted has fp32's roundings, and adds nothing by the storage */
                double weighted = executed(f, t, (clpwl_storage)storage, &o);
                ck_assert_double_le(fabs(clpwl_table_weighting(t)->executed.linf - weighted), 1e-3 * weighted);
            }
            OK(clpwl_table_save_text(t, &text, &length));
            int is_told = way == 1 || storage == CLPWL_STORAGE_FLOAT32;
            ck_assert_msg((strncmp(text, "clpwl-table 5\n", 14) != 0) == is_told, "%s", text);
            OK(clpwl_table_load_text(&back, text, length));
            check_default(f, back, (clpwl_storage)storage);
            clpwl_free(text);
            clpwl_table_free(back);
            clpwl_table_free(t);
        }
    /* Where values need not be numbers of the storage, it is float32. Without numbers, no host integrates. */
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_evaluator_options wish = CLPWL_EVALUATOR_INIT;
    o.segments = 32;
    clpwl_table *t = design(f, &o, CLPWL_STORAGE_UNORM8);
    OK(clpwl_table_widen(&wide, t, -5, 5));
    ck_assert_int_eq(clpwl_table_storage(wide), CLPWL_STORAGE_UNORM8);
    clpwl_table_free(wide);
    wish.storage = CLPWL_STORAGE_HALF;
    wish.quantity = CLPWL_QUANTITY_INTEGRAL;
    FAILS(CLPWL_ERR_UNSUPPORTED, "storage half for the integral: use float32",
          clpwl_evaluator_create(&e, NULL, t, &wish));
    clpwl_table_free(t);
    o.extend = CLPWL_EXTEND_LINEAR;
    t = design(f, &o, CLPWL_STORAGE_UNORM8);
    OK(clpwl_table_widen(&wide, t, -5, 5));
    ck_assert_int_eq(clpwl_table_storage(wide), CLPWL_STORAGE_FLOAT32);
    clpwl_table_free(wide);
    clpwl_table_free(t);
    clpwl_function_free(f);
}
END_TEST

CALLBACK(step_f, tanh(20 * (x - 0.3)))

/* Near 1 halves are 2^-11 apart. No knot may be between the last two of them, where 1 - f falls as exp(-40 x):
 * the best line there leaves 0.128 of 2^-11. Knots or values moved in turn left 0.43 of it. */
START_TEST(knots_and_values_are_found_together)
{
    clpwl_function *f = callback(step_f, NULL, 0, 1, NAN);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.effort = CLPWL_EFFORT_REFINED;
    o.segments = 200;
    clpwl_table *t = design(f, &o, CLPWL_STORAGE_HALF);
    check_values(t, CLPWL_STORAGE_HALF);
    double error = executed(f, t, CLPWL_STORAGE_HALF, &o);
    EXPECT(error >= 0.128 * 0x1p-11 && error <= 0.131 * 0x1p-11, "%g", error);
    clpwl_table_free(t);
    clpwl_function_free(f);
}
END_TEST

/* gelu(4) is 1.27e-4 below 4, which no bfloat16 comes nearer to; 65 segments are near that. Paths were not looked
 * for below a sixteenth of the error from which they began: 70 segments had three times the error of 65. */
START_TEST(more_free_knots_have_no_larger_error)
{
    clpwl_function *f = callback(gelu_f, NULL, -4, 4, NAN);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    double before = INFINITY;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.effort = CLPWL_EFFORT_REFINED;
    o.fit = CLPWL_FIT_MINIMAX;
    for (o.segments = 40; o.segments <= 120; o.segments += 10) {
        clpwl_table *t = design(f, &o, CLPWL_STORAGE_BFLOAT16);
        double error = executed(f, t, CLPWL_STORAGE_BFLOAT16, &o);
        EXPECT(error <= 1.01 * before, "%zu segments: %g after %g", o.segments, error, before);
        before = error;
        clpwl_table_free(t);
    }
    EXPECT(before <= 1.3e-4, "%g", before);
    clpwl_function_free(f);
}
END_TEST

CALLBACK(wave_f, sin(x))

/* 20 segments with values in half reach 9.95e-4, where an interpolant of 20 in fp32 has 1.8e-3. Fewer than 25 were
 * taken for too few. */
START_TEST(chosen_values_need_no_more_segments_than_interpolants)
{
    clpwl_function *f = callback(wave_f, NULL, 0, 3, NAN);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.effort = CLPWL_EFFORT_REFINED;
    o.max_error = 1e-3;
    clpwl_table *t = design(f, &o, CLPWL_STORAGE_HALF);
    EXPECT(clpwl_table_segments(t) <= 20, "%zu segments", clpwl_table_segments(t));
    clpwl_table_free(t);
    clpwl_function_free(f);
}
END_TEST

static long calls;

static double counted_f(double x, void *unused)
{
    calls++;
    return gelu_f(x, unused);
}

/* gelu(4) is 1.27e-4 from 4, the nearest half. Trials of up to 4 million segments took 16 s to say so. Within the
 * largest error of both ends the end is no hindrance. */
START_TEST(an_end_beside_the_numbers_refuses_at_once)
{
    static const double targets[] = {1e-5, 1.26e-4, 1.5e-4};
    for (int i = 0; i < 3; i++) {
        clpwl_function *f = callback(counted_f, NULL, -4, 4, NAN);
        clpwl_execution e = CLPWL_EXECUTION_INIT;
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_table *t = NULL;
        e.storage = CLPWL_STORAGE_HALF;
        o.execution = &e;
        o.max_error = targets[i];
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        o.effort = CLPWL_EFFORT_REFINED;
        calls = 0;
        if (i < 2) {
            FAILS(CLPWL_ERR_TARGET, "at the end x = 4", clpwl_design(&t, f, &o));
            EXPECT(calls < 100000, "%ld calls", calls); /* those of the preparation */
        } else {
            OK(clpwl_design(&t, f, &o));
        }
        clpwl_table_free(t);
        clpwl_function_free(f);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("lattice");
    TCase *t = tcase_create("lattice");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, chosen_values_are_no_worse_than_rounded_ones, 0, CASES);
    tcase_add_test(t, more_segments_have_a_smaller_error_in_8_bits);
    tcase_add_test(t, kinks_stay_knots);
    tcase_add_loop_test(t, one_sided_values_stay_on_their_side, 0, CASES);
    tcase_add_test(t, targets_are_met_in_the_storage);
    tcase_add_test(t, tables_keep_the_storage);
    tcase_add_test(t, knots_and_values_are_found_together);
    tcase_add_test(t, more_free_knots_have_no_larger_error);
    tcase_add_test(t, an_end_beside_the_numbers_refuses_at_once);
    tcase_add_test(t, chosen_values_need_no_more_segments_than_interpolants);
    suite_add_tcase(s, t);
    return s;
}
