/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables above or below f are on their side in fp32, by every method of the host. */
#include <math.h>
#include "support/callback.h"
#include "support/methods.h"

CALLBACK(exp_f, exp(x))
CALLBACK(j0_f, j0(x))
CALLBACK(sqrt_f, sqrt(x))
CALLBACK(corner_f, fabs(x - 1) + 0.1 * x * x)
CALLBACK(line_f, 0.1 * x + 0.7)
CALLBACK(far_f, sin(x))
CALLBACK(cos_f, cos(x))

static const struct {
    clpwl_callback f;
    double a, b;
    size_t segments;
    double floor;
} cases[] = {
    {exp_f, -4, 4, 7, 0},   {exp_f, -4, 4, 5000, 0},     {j0_f, 0, 20, 100, 0},
    {sqrt_f, 0, 2, 64, 0},  {corner_f, -1, 2, 33, 0},    {line_f, 0, 8, 3, 0},
    {far_f, 1000, 1004, 40, 0}, {exp_f, -80, 80, 3000, 1e-36}, {j0_f, 0, 20, 1000, 1e-3},
};
enum { CASES = sizeof cases / sizeof *cases };

static clpwl_table *design(const clpwl_function *f, int i, clpwl_partition partition,
                           clpwl_fit fit, unsigned bits)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_table *table;
    weight.floor = cases[i].floor;
    o.segments = cases[i].segments;
    o.weight = &weight;
    o.partition = partition;
    o.fit = fit;
    clpwl_execution filter = CLPWL_EXECUTION_INIT;
    filter.weight_bits = bits;
    o.execution = &filter;
    OK(clpwl_design(&table, f, &o));
    return table;
}

enum { CHUNK = 4096, CHUNKS = 25 };

/* Arguments over the whole domain, and every knot and its neighbours. */
static void fill(const clpwl_table *table, size_t chunk, float *x)
{
    const double *knots = clpwl_table_knots(table);
    size_t n = clpwl_table_segments(table);
    for (size_t i = 0; i < CHUNK; i++) {
        size_t k = chunk * CHUNK + i;
        double t = ((double)k + 0.618) / (CHUNK * CHUNKS);
        x[i] = (float)(i % 4 == 3 ? knots[0] + (knots[n] - knots[0]) * t : knots[k / 4 % (n + 1)]);
        x[i] = i % 4 == 0 ? nextafterf(x[i], -INFINITY) : x[i];
        x[i] = i % 4 == 1 ? nextafterf(x[i], INFINITY) : x[i];
        while (x[i] < knots[0])
            x[i] = nextafterf(x[i], INFINITY);
        while (x[i] > knots[n])
            x[i] = nextafterf(x[i], -INFINITY);
    }
}

/* The number of values on the wrong side of f. */
static size_t count_wrong(clpwl_evaluator *evaluator, const clpwl_table *table, clpwl_callback f)
{
    static float x[CHUNK], y[CHUNK];
    size_t wrong = 0;
    for (size_t chunk = 0; chunk < CHUNKS; chunk++) {
        fill(table, chunk, x);
        OK(clpwl_eval(evaluator, x, y, CHUNK));
        for (size_t i = 0; i < CHUNK; i++) {
            double right = f(x[i], NULL);
            wrong += !(clpwl_table_fit(table) == CLPWL_FIT_ABOVE ? (double)y[i] >= right
                                                                 : (double)y[i] <= right);
        }
    }
    return wrong;
}

static size_t count_wrong_of_filter(const clpwl_table *table, clpwl_callback f, unsigned bits)
{
    clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
    clpwl_execution filter = CLPWL_EXECUTION_INIT;
    how.method = "host-scalar";
    filter.weight_bits = bits;
    how.execution = &filter;
    clpwl_evaluator *e = try_evaluator(NULL, &table, 1, &how);
    size_t wrong = count_wrong(e, table, f);
    clpwl_evaluator_free(e);
    return wrong;
}

static void check_side(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    const clpwl_callback *f = user;
    size_t wrong = count_wrong(e, *t, *f);
    ck_assert_msg(wrong == 0, "%s, %s, %s: %zu values", clpwl_method(method)->name,
                  clpwl_partition_name(clpwl_table_partition(*t)),
                  clpwl_fit_name(clpwl_table_fit(*t)), wrong);
}

START_TEST(values_stay_on_their_side)
{
    clpwl_function *f = callback(cases[_i].f, NULL, cases[_i].a, cases[_i].b,
                                 cases[_i].f == corner_f ? 1 : NAN);
    for (int p = 0; p < 2; p++)
        for (int side = 0; side < 2; side++) {
            clpwl_table *table = design(f, _i, (clpwl_partition)p,
                                        side ? CLPWL_FIT_ABOVE : CLPWL_FIT_BELOW, 0);
            clpwl_callback user = cases[_i].f;
            with_each_method(NULL, (const clpwl_table *const *)&table, 1, NULL, reads_tables, 0,
                             check_side, &user);
            clpwl_table_free(table);
        }
    clpwl_function_free(f);
}
END_TEST

CALLBACK(bell_f, exp(-x * x / 2))
CALLBACK(decay_f, exp(-x))
CALLBACK(rise_f, -exp(-x))

/* Tables in a storage stay on their side where f is far less than the distance of two numbers of the storage:
 * a move to the next number moves the roundings. The values are read in fp32 and in the storage. */
START_TEST(values_in_storages_stay_on_their_side)
{
    static const clpwl_callback functions[] = {bell_f, decay_f, rise_f};
    static const double ends[] = {8, 40, 10};
    clpwl_storage storage = (clpwl_storage)(CLPWL_STORAGE_FLOAT32 + 1 + _i % 4);
    clpwl_callback function = functions[_i / 4];
    clpwl_function *f = callback(function, NULL, 0, ends[_i / 4], NAN);
    clpwl_execution stored = CLPWL_EXECUTION_INIT;
    stored.storage = storage;
    for (int k = 0; k < 4; k++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
        clpwl_table *table;
        o.segments = 40;
        o.partition = (clpwl_partition)(k % 2);
        o.fit = k / 2 ? CLPWL_FIT_ABOVE : CLPWL_FIT_BELOW;
        o.execution = &stored;
        OK(clpwl_design(&table, f, &o));
        with_each_method(NULL, (const clpwl_table *const *)&table, 1, &how, reads_tables, 0, check_side,
                         &function);
        how.storage = storage;
        with_each_method(NULL, (const clpwl_table *const *)&table, 1, &how, reads_tables, 0, check_side,
                         &function);
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
END_TEST

/* With a filter of 8 bits a table stays on its side if it was designed for the filter. */
START_TEST(values_of_filters_stay_on_their_side)
{
    static const clpwl_fit sides[] = {CLPWL_FIT_ABOVE, CLPWL_FIT_BELOW};
    clpwl_function *f = callback(exp_f, NULL, -4, 4, NAN);
    for (int side = 0; side < 2; side++) {
        clpwl_table *table = design(f, 0, CLPWL_PARTITION_UNIFORM, sides[side], 8);
        ck_assert_uint_eq(count_wrong_of_filter(table, exp_f, 8), 0);
        clpwl_table_free(table);
        table = design(f, 0, CLPWL_PARTITION_UNIFORM, sides[side], 0);
        ck_assert_uint_gt(count_wrong_of_filter(table, exp_f, 8), 0);
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
END_TEST

/* The error of the other fit, and no more than the roundings: of the stored values, 4 of the
 * largest value, and 10 (i + 1) of a segment's rise, at most 10 of the largest slope times b -
 * a. */
START_TEST(the_room_is_no_larger_than_needed)
{
    clpwl_function *f = callback(exp_f, NULL, -4, 4, NAN);
    for (int side = 0; side < 2; side++) {
        double knots[5001], values[5001];
        clpwl_fit fit = side ? CLPWL_FIT_ABOVE : CLPWL_FIT_BELOW;
        clpwl_table *table = design(f, 1, CLPWL_PARTITION_UNIFORM, fit, 0);
        clpwl_error ideal;
        OK(clpwl_partition_uniform(-4, 4, 5000, knots));
        OK(clpwl_fit_values(fit, f, NULL, knots, 5000, values));
        OK(clpwl_error_measure(f, NULL, knots, values, 5000, &ideal));
        double most = exp(4) * 0x1p-24 * (4 + 10 * 8);
        ck_assert_double_le(clpwl_table_measured(table).linf, ideal.linf + most);
        ck_assert_double_ge(clpwl_table_measured(table).linf, ideal.linf);
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
END_TEST

/* With a target: it is met as executed, and the table is on its side. */
START_TEST(targets_on_one_side)
{
    clpwl_function *f = callback(j0_f, NULL, 0, 20, NAN);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.max_error = 1e-4;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    for (int side = 0; side < 2; side++) {
        clpwl_table *table;
        o.fit = side ? CLPWL_FIT_ABOVE : CLPWL_FIT_BELOW;
        OK(clpwl_design(&table, f, &o));
        ck_assert_double_le(clpwl_table_executed_error(table, NULL).linf, 1e-4);
        ck_assert_uint_eq(count_wrong_of_filter(table, j0_f, 0), 0);
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
END_TEST

/* The long segment where f'' is 0 is some hundred segments from knot 0: no part of the room grows with
 * that number. */
START_TEST(the_room_of_refined_knots_does_not_grow_with_their_number)
{
    clpwl_function *f = callback(cos_f, NULL, 0, 3, NAN);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *table;
    o.fit = CLPWL_FIT_ABOVE;
    o.effort = CLPWL_EFFORT_REFINED;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.max_error = 1e-6;
    OK(clpwl_design(&table, f, &o));
    ck_assert_uint_lt(clpwl_table_segments(table), 1100); /* 850 as an interpolant */
    ck_assert_uint_eq(count_wrong_of_filter(table, cos_f, 0), 0);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

CALLBACK(up_f, x < -0.34 ? x * x : 2 - x)
CALLBACK(down_f, x < 0.34 ? 2 + x * x : sin(3 * x))

/* A jump takes a segment and one or two beside it, so that its height is no part of an integral. The
 * one-sided error is at most twice that of the interpolant: sqrt(2) as many segments. Bounds hold at
 * the knots of the jump and beside them. */
START_TEST(a_jump_does_not_move_other_segments)
{
    const clpwl_callback functions[] = {up_f, down_f};
    const clpwl_fit fits[] = {CLPWL_FIT_MINIMAX, CLPWL_FIT_ABOVE, CLPWL_FIT_BELOW};
    clpwl_function *f = callback(functions[_i % 2], NULL, -1.73, 1.47, NAN);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *table;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.norm = _i / 2 ? CLPWL_NORM_L1 : CLPWL_NORM_L2;
    o.max_error = 0.01;
    OK(clpwl_design(&table, f, &o));
    double most = 1.5 * (double)clpwl_table_segments(table) + 3;
    clpwl_table_free(table);
    for (int i = 0; i < 3; i++) {
        o.fit = fits[i];
        OK(clpwl_design(&table, f, &o));
        ck_assert_double_le((double)clpwl_table_segments(table), most);
        const double *knots = clpwl_table_knots(table);
        double side = i == 1 ? 1 : -1;
        for (size_t k = 1; i > 0 && k < clpwl_table_segments(table); k++)
            for (int d = -1; d <= 1; d++) {
                double x = d ? (double)nextafterf((float)knots[k], d * INFINITY) : knots[k];
                ck_assert_double_ge(side * (clpwl_table_value(table, x) - functions[_i % 2](x, NULL)), 0);
            }
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
END_TEST

CALLBACK(floor_f, floor(x))
CALLBACK(ceil_f, ceil(x))

/* Floor jumps at 5, too: 264 segments above it had their error before that end. Ceil jumps at 0: 760 segments
 * had theirs behind it. */
START_TEST(a_jump_at_an_end_takes_a_segment_more)
{
    clpwl_callback value = _i ? ceil_f : floor_f;
    clpwl_function *f = callback(value, NULL, 0, 5, NAN);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.norm = CLPWL_NORM_L1;
    o.max_error = 0.01;
    for (int side = 0; side < 2; side++) {
        clpwl_table *table;
        o.fit = side ? CLPWL_FIT_ABOVE : CLPWL_FIT_BELOW;
        OK(clpwl_design(&table, f, &o));
        ck_assert_uint_le(clpwl_table_segments(table), 16); /* three for each jump */
        ck_assert_uint_eq(count_wrong_of_filter(table, value, 0), 0);
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
END_TEST

/* At the floats beside 0.3 cbrt(x - 0.3) is -0.0026 and 0.0023. Segments between these floats were level, as
 * over a jump: with 40 segments or more no error was less than 0.0049. */
START_TEST(an_infinite_slope_is_no_jump)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    OK(clpwl_function_from_formula(&f, "cbrt(x-0.3)", NULL, 0));
    o.b = 1;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.fit = _i % 2 ? CLPWL_FIT_ABOVE : CLPWL_FIT_BELOW;
    o.effort = _i / 2 ? CLPWL_EFFORT_REFINED : CLPWL_EFFORT_ASYMPTOTIC;
    o.max_error = 0.0019;
    OK(clpwl_design(&table, f, &o));
    EXPECT(clpwl_table_segments(table) <= 43, "%zu segments", clpwl_table_segments(table));
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* Segments of 1e-43, of whose coordinates 1e-38 may be flushed: roundings that moves add were more with each
 * round, and a nodal value 1e52. */
START_TEST(moves_that_grow_end)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = callback(sqrt_f, NULL, 0, 1e-36, NAN);
    clpwl_table *table;
    o.a = 0;
    o.b = 1e-36;
    o.segments = 20;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.fit = CLPWL_FIT_ABOVE;
    OK(clpwl_design(&table, f, &o));
    ck_assert_double_le(clpwl_table_values(table)[0], 1e-10);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("one-sided");
    TCase *t = tcase_create("one-sided");
    tcase_set_timeout(t, 120); /* under valgrind */
    tcase_add_loop_test(t, values_stay_on_their_side, 0, CASES);
    tcase_add_loop_test(t, values_in_storages_stay_on_their_side, 0, 12);
    tcase_add_test(t, values_of_filters_stay_on_their_side);
    tcase_add_test(t, moves_that_grow_end);
    tcase_add_test(t, the_room_is_no_larger_than_needed);
    tcase_add_test(t, targets_on_one_side);
    tcase_add_loop_test(t, a_jump_at_an_end_takes_a_segment_more, 0, 2);
    tcase_add_loop_test(t, an_infinite_slope_is_no_jump, 0, 4);
    tcase_add_test(t, the_room_of_refined_knots_does_not_grow_with_their_number);
    tcase_add_loop_test(t, a_jump_does_not_move_other_segments, 0, 4);
    suite_add_tcase(s, t);
    return s;
}
