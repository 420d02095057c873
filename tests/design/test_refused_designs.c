/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs that are refused: the error that the message calls reachable is reached. */
#include <math.h>
#include <stdio.h>
#include "support/callback.h"
#include "clpwl.h"
#include "base/number.h"
#include "design/bracket.h"

CALLBACK(constant_f, 3.7)
CALLBACK(straight_f, 2 * x + 1)
CALLBACK(third_f, x / 3)
CALLBACK(exp_f, exp(x))
CALLBACK(sine_f, sin(x))
CALLBACK(corner_f, fabs(x - 0.3))
CALLBACK(root_f, sqrt(x))
CALLBACK(step_f, x < 2)

typedef struct row {
    clpwl_callback f;
    double a, b;
} row;

static const row rows[] = {
    {constant_f, -1, 2}, {straight_f, 0, 1}, {straight_f, 1e6, 1e6 + 1}, {third_f, 0, 1},
    {exp_f, -8, 0},      {sine_f, 0, 3},     {sine_f, 1000, 1001},       {corner_f, -1, 1}};
enum { ROWS = sizeof rows / sizeof *rows };

/* The number after "reach" or "reaches" in the last message. */
static double figure(void)
{
    const char *at = strstr(clpwl_last_message(), " reach");
    double reached = NAN;
    ck_assert_msg(at, "%s", clpwl_last_message());
    ck_assert_msg(sscanf(at, " reach %lg", &reached) == 1 || sscanf(at, " reaches %lg", &reached) == 1,
                  "%s", clpwl_last_message());
    return reached;
}

static void ask(int which, const clpwl_function *f, clpwl_design_options *o)
{
    char said[300];
    clpwl_table *table;
    o->max_error = 1e-13;
    FAILS(CLPWL_ERR_TARGET, "cannot be met", clpwl_design(&table, f, o));
    snprintf(said, sizeof said, "%s", clpwl_last_message());
    o->max_error = figure();
    clpwl_status status = clpwl_design(&table, f, o);
    ck_assert_msg(status == CLPWL_OK, "row %d, %s, %s, %s: %s; and then: %s", which,
                  clpwl_norm_name(o->norm), clpwl_partition_name(o->partition),
                  clpwl_fit_name(o->fit), said, clpwl_last_message());
    clpwl_table_free(table);
}

/* Each norm and partition, with the interpolant and the norm's own fit; also relative. */
START_TEST(what_is_said_to_be_reached_is_met_when_asked_for)
{
    static const clpwl_fit fits[] = {CLPWL_FIT_MINIMAX, CLPWL_FIT_LEAST_ABSOLUTE, CLPWL_FIT_PROJECTION};
    const row *r = &rows[_i % ROWS];
    clpwl_weight relative = CLPWL_WEIGHT_INIT;
    clpwl_function *f = callback(r->f, NULL, r->a, r->b, NAN);
    relative.floor = 0.1;
    for (int way = 0; way < 4; way++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        o.norm = (clpwl_norm)(_i / ROWS);
        o.partition = way & 1 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        o.fit = way & 2 ? fits[o.norm] : CLPWL_FIT_INTERPOLANT;
        o.max_segments = 100;
        ask(_i % ROWS, f, &o);
        o.weight = &relative;
        if (way % 3 == 0)
            ask(_i % ROWS, f, &o);
    }
    clpwl_function_free(f);
}
END_TEST

/* The floor is measured with 256 segments, whose knots are not fp32 numbers here. One segment,
 * whose knots are, has a lower floor for a straight line; a target between the two is met. */
START_TEST(targets_below_the_rounding_of_many_segments)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = callback(straight_f, NULL, 1e6, 1e6 + 1, NAN);
    clpwl_table *table;
    o.norm = CLPWL_NORM_L1;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.segments = 1;
    OK(clpwl_design(&table, f, &o));
    double one = clpwl_table_executed_error(table, NULL).l1;
    clpwl_table_free(table);
    o.segments = 256;
    OK(clpwl_design(&table, f, &o));
    ck_assert_double_gt(0.9 * clpwl_table_executed_error(table, NULL).l1, one);
    clpwl_table_free(table);
    o.segments = 0;
    o.max_error = one;
    OK(clpwl_design(&table, f, &o));
    ck_assert_double_le(clpwl_table_executed_error(table, NULL).l1, one);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* The message rounds an error up to three digits. */
START_TEST(figures_are_rounded_up)
{
    static const double numbers[] = {0,       1,       0.001,  9.991, 9.999,   9.9949999, 0.47749,
                                     1.2e-42, 3.33e38, 1 / 3., 1e-7,  999.9,   8.8215e-7};
    char text[CLPWL__NUMBER_ROOM];
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        clpwl__number_above(text, numbers[i]);
        double said = strtod(text, NULL);
        ck_assert_double_ge(said, numbers[i]);
        ck_assert_double_le(said, 1.0101 * numbers[i]); /* 0.01 of 0.99 at the most */
    }
}
END_TEST

/* "a max error of 1e-07 cannot be met: rounding comes to 1e-07" */
START_TEST(figures_differ_from_their_targets)
{
    char text[CLPWL__NUMBER_ROOM];
    clpwl__number_apart(text, 1.0004e-7, 1e-7);
    ck_assert_str_eq(text, "1.0004e-07");
    clpwl__number_apart(text, 6.4879e-7, 1e-7); /* an error of at least 6.49e-07 would be false */
    ck_assert_str_eq(text, "6.48e-07");
    clpwl__number_apart(text, 1.004e-4, 1.0001e-4); /* not 0.0001, which is below the target */
    ck_assert_str_eq(text, "0.0001004");
    clpwl__number_apart(text, 0.12345678, 0.12345677);
    ck_assert_str_eq(text, "0.123");
    clpwl__number_apart(text, 0.25, 0.25);
    ck_assert_str_eq(text, "0.25");
}
END_TEST

/* The error of a line at a jump is half of it; of a line above f, all of it. */
START_TEST(jumps_leave_what_is_said)
{
    clpwl_function *f = callback(step_f, NULL, 0, 4, NAN);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *table;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.fit = CLPWL_FIT_MINIMAX;
    o.max_error = 0.499;
    FAILS(CLPWL_ERR_TARGET, "reaches 0.5 at best;", clpwl_design(&table, f, &o));
    o.max_error = 0.501;
    OK(clpwl_design(&table, f, &o));
    clpwl_table_free(table);
    o.fit = CLPWL_FIT_ABOVE;
    FAILS(CLPWL_ERR_TARGET, "reaches 1 at best;", clpwl_design(&table, f, &o));
    o.max_error = 1.001;
    OK(clpwl_design(&table, f, &o));
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* A jump at an end of the domain: the message says where the domain must end instead. In L1 it has a
 * segment of its own, as one inside has. */
START_TEST(jumps_at_ends_are_said)
{
    static const double domains[][2] = {{0, 2}, {2, 4}, {-3, 2}};
    clpwl_function *f = callback(step_f, NULL, 0, 4, NAN);
    clpwl_table *table;
    for (int i = 0; i < 3; i++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        o.a = domains[i][0];
        o.b = domains[i][1];
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        o.max_error = 1e-3;
        if (i == 1) { /* f(2) is the limit from the right */
            OK(clpwl_design(&table, f, &o));
            clpwl_table_free(table);
            continue;
        }
        FAILS(CLPWL_ERR_TARGET, "jumps from 1 to 0 at x = 2, an end of the domain, where interpolants reach 1 "
              "at best; ask for l1", clpwl_design(&table, f, &o));
        const char *at = strstr(clpwl_last_message(), "or end the domain at ");
        ck_assert_msg(at != NULL, "%s", clpwl_last_message());
        double b = strtod(at + strlen("or end the domain at "), NULL);
        ck_assert(b < 2 && b > 2 - 1e-6);
        o.norm = CLPWL_NORM_L1;
        OK(clpwl_design(&table, f, &o));
        ck_assert_uint_eq(clpwl_table_segments(table), 2);
        clpwl_table_free(table);
        o.norm = CLPWL_NORM_LINF;
        o.b = b;
        OK(clpwl_design(&table, f, &o));
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
END_TEST

/* An interpolant has the value of f at an end: beside it, its error is the whole jump. A minimax fit has half of
 * it. An error that no line has is rounded down: 0.345 was 0.346. */
START_TEST(jumps_leave_less_by_minimax)
{
    clpwl_function *f = callback(step_f, NULL, 0, 2, NAN), *inside;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *table;
    for (int partition = 0; partition < 2; partition++) {
        o.partition = (clpwl_partition)partition;
        o.fit = CLPWL_FIT_INTERPOLANT;
        o.max_error = 0.51;
        FAILS(CLPWL_ERR_TARGET, "reach 1 at best; ask for a minimax fit, l1", clpwl_design(&table, f, &o));
        o.max_error = 0.999;
        FAILS(CLPWL_ERR_TARGET, "reach 1 at best; ask for a minimax fit, l1", clpwl_design(&table, f, &o));
        o.max_error = 1.001;
        OK(clpwl_design(&table, f, &o));
        clpwl_table_free(table);
        o.fit = CLPWL_FIT_MINIMAX;
        o.max_error = 0.501;
        OK(clpwl_design(&table, f, &o));
        clpwl_table_free(table);
        o.max_error = 0.499;
        FAILS(CLPWL_ERR_TARGET, "a continuous line reaches 0.5 at best; ask for l1", clpwl_design(&table, f, &o));
    }
    OK(clpwl_function_from_formula(&inside, "x<1.1 ? x^2 : 3-x", NULL, 0));
    o.b = 2;
    o.max_error = 0.1;
    FAILS(CLPWL_ERR_TARGET, "a continuous line reaches 0.345 at best;", clpwl_design(&table, inside, &o));
    o.max_error = 0.34501;
    OK(clpwl_design(&table, inside, &o));
    clpwl_table_free(table);
    clpwl_function_free(inside);
    clpwl_function_free(f);
}
END_TEST

/* The error that is said to be reached is nearly the least. A target just below the rounding is
 * refused for the rounding, not for the number of segments. */
START_TEST(rounding_is_blamed_where_it_limits)
{
    clpwl_function *f = callback(sine_f, NULL, 1, 3, NAN);
    clpwl_table *table;
    for (int way = 0; way < 4; way++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        double rounding;
        o.partition = way & 1 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        o.norm = way & 2 ? CLPWL_NORM_L2 : CLPWL_NORM_LINF;
        o.max_error = 1e-9;
        FAILS(CLPWL_ERR_TARGET, "rounding in fp32 alone comes to ", clpwl_design(&table, f, &o));
        const char *at = strstr(clpwl_last_message(), "comes to ");
        ck_assert_int_eq(sscanf(at, "comes to %lg", &rounding), 1);
        ck_assert_double_le(figure(), 1.03 * rounding); /* 1/64, and three digits */
        o.max_error = 0.95 * rounding;
        FAILS(CLPWL_ERR_TARGET, "rounding in fp32 alone comes to ", clpwl_design(&table, f, &o));
    }
    clpwl_function_free(f);
}
END_TEST

/* Callbacks that count their calls. */
#define COUNTING(name, expression)           \
    static double name(double x, void *user) \
    {                                        \
        ++*(size_t *)user;                   \
        return expression;                   \
    }
COUNTING(count_and_invert, 1 / x)
COUNTING(count_and_square_root, sqrt(x))
COUNTING(count_and_root, cbrt(x))
COUNTING(count_and_wave, j0(x))
COUNTING(count_and_grow, exp(x))
COUNTING(count_and_bend, fabs(x - 4.12) + tanh(8.02 * x))
COUNTING(count_and_oscillate, sin(1e4 * x))
COUNTING(count_and_hasten, sin(1 / (x + 1e-4)))

static clpwl_function *counting(clpwl_callback f, int smooth, size_t *calls)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *out;
    spec.f = f;
    spec.smooth = smooth;
    spec.user = calls;
    *calls = 0;
    OK(clpwl_function_create(&out, &spec));
    return out;
}

/* A table for less than the rounding takes more segments than are tried: what they would reach is met when
 * it is asked for. A trial of as many would take ten times the calls. */
START_TEST(more_segments_reach_what_is_said)
{
    static const clpwl_fit fits[] = {CLPWL_FIT_INTERPOLANT, CLPWL_FIT_MINIMAX};
    static const size_t most[] = {1 << 20, 1 << 18}; /* four times those of which a trial is quick */
    for (int i = 0; i < 2; i++) {
        size_t calls, n;
        double error;
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_function *f = counting(count_and_invert, 1, &calls);
        clpwl_table *table;
        o.a = i ? 4e-3 : 1e-3;
        o.b = 1;
        o.fit = fits[i];
        o.max_error = i ? 2.5e-5 : 1e-4;
        o.max_segments = most[i];
        FAILS(CLPWL_ERR_TARGET, "rounding in fp32 alone comes to ", clpwl_design(&table, f, &o));
        EXPECT(calls <= 10 * most[i], "%zu calls", calls);
        const char *at = strstr(clpwl_last_message(), i ? ", 262144 about " : ", 1048576 about ");
        ck_assert_msg(at, "%s", clpwl_last_message());
        ck_assert_int_eq(sscanf(at, ", %zu about %lg", &n, &error), 2);
        o.max_error = 0;
        o.segments = n;
        OK(clpwl_design(&table, f, &o));
        double seen = clpwl_table_executed_error(table, NULL).linf;
        EXPECT(0.9 * error <= seen && seen <= 1.01 * error, "%g, about %g", seen, error);
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

/* No equal segments are short enough at 0. Four million were tried. */
START_TEST(singular_places_inside_are_seen)
{
    size_t calls;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = counting(count_and_root, 0, &calls);
    clpwl_table *table;
    o.a = -1;
    o.b = 1;
    o.max_error = 1e-4;
    FAILS(CLPWL_ERR_TARGET, "equal segments: the one at x = ", clpwl_design(&table, f, &o));
    EXPECT(calls <= 500000, "%zu calls", calls);
    clpwl_function_free(f);
}
END_TEST

/* Numbers that fail do so at 0: they were measured from the left end, with 28 million calls. */
START_TEST(fewer_segments_fail_at_the_worst_place)
{
    size_t calls;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = counting(count_and_root, 0, &calls);
    clpwl_table *table;
    o.a = -1;
    o.b = 1;
    o.max_error = 1.4e-2;
    OK(clpwl_design(&table, f, &o));
    EXPECT(calls <= 20000000, "%zu calls", calls);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* The first trial has more rounding than the target. One of four times its segments followed: 19 million calls. */
START_TEST(a_first_trial_shows_the_rounding)
{
    size_t calls;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = counting(count_and_wave, 0, &calls);
    clpwl_table *table;
    o.a = 0;
    o.b = 1000;
    o.max_error = 2e-6;
    FAILS(CLPWL_ERR_TARGET, "rounding in fp32 alone comes to ", clpwl_design(&table, f, &o));
    EXPECT(calls <= 12000000, "%zu calls", calls);
    clpwl_function_free(f);
}
END_TEST

/* A sine with 1600 periods takes four times the segments that are allowed. All these were refined. */
START_TEST(far_too_many_segments_are_not_tried)
{
    size_t calls;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = counting(count_and_oscillate, 1, &calls);
    clpwl_table *table;
    o.a = 0;
    o.b = 1;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.effort = CLPWL_EFFORT_REFINED;
    o.max_error = 1e-3;
    o.max_segments = 20000;
    FAILS(CLPWL_ERR_TARGET, "segments, and at most 20000 are allowed: 1", clpwl_design(&table, f, &o));
    clpwl_function_free(f);
}
END_TEST

/* A million steps. The trial, which was thought to take a second, took 49. */
START_TEST(trials_that_take_too_long_end)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    OK(clpwl_function_from_formula(&f, "floor(1/x)", NULL, 0));
    o.a = 1e-6;
    o.b = 1;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.effort = CLPWL_EFFORT_REFINED;
    o.max_error = 0.6;
    FAILS(CLPWL_ERR_TARGET, "the first trial did not end", clpwl_design(&table, f, &o));
    clpwl_function_free(f);
}
END_TEST

/* Two million segments, which take minutes, were tried. */
START_TEST(designs_of_minutes_are_refused)
{
    size_t calls;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = counting(count_and_hasten, 1, &calls);
    clpwl_table *table;
    o.a = 0;
    o.b = 1;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.effort = CLPWL_EFFORT_REFINED;
    o.fit = CLPWL_FIT_MINIMAX;
    o.max_error = 1e-6;
    FAILS(CLPWL_ERR_TARGET, "of processor time: 1024 segments reach 1", clpwl_design(&table, f, &o));
    ck_assert_msg(calls < 20000000, "%zu calls", calls);
    clpwl_function_free(f);
}
END_TEST

/* Refined knots of 13312 segments were tried: three times the calls. */
START_TEST(storages_that_are_too_coarse_are_named)
{
    size_t calls;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_execution coarse = CLPWL_EXECUTION_INIT;
    clpwl_function *f = counting(count_and_bend, 0, &calls);
    clpwl_table *table;
    coarse.storage = CLPWL_STORAGE_BFLOAT16;
    o.a = 0;
    o.b = 10;
    o.norm = CLPWL_NORM_L1;
    o.fit = CLPWL_FIT_LEAST_ABSOLUTE;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.effort = CLPWL_EFFORT_REFINED;
    o.execution = &coarse;
    o.max_error = 3e-4;
    FAILS(CLPWL_ERR_TARGET, "is met in bfloat16 by none of the numbers of segments tried: ", clpwl_design(&table, f, &o));
    EXPECT(calls <= 150000000, "%zu calls", calls);
    clpwl_function_free(f);
}
END_TEST

/* A line in sqrt(x) is exact. Those in other coordinates need hundreds of thousands of segments, and more than
 * the best shaper needs are not tried. All were tried to the end: 337 million calls. */
START_TEST(shapers_that_suit_end_the_trials_of_others)
{
    size_t calls;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = counting(count_and_square_root, 0, &calls);
    clpwl_table *table;
    o.a = 1e-6;
    o.b = 4;
    o.fit = CLPWL_FIT_BELOW;
    o.shaper = CLPWL_SHAPER_AUTO;
    o.max_error = 2.64e-4;
    OK(clpwl_design(&table, f, &o));
    ck_assert_uint_eq(clpwl_table_segments(table), 1);
    ck_assert_int_eq(clpwl_table_shaper(table), CLPWL_SHAPER_SQRT);
    EXPECT(calls <= 2000000, "%zu calls", calls);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* A jump refuses f in each coordinate at once: a second round of trials had none left, and no table. */
START_TEST(shapers_of_jumps_are_refused)
{
    static const char *const formulas[] = {"sign(x-0.3)", "floor(3*x)", "x<0.4?x:2/x"};
    for (int i = 0; i < 3; i++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_function *f;
        clpwl_table *table = NULL;
        OK(clpwl_function_from_formula(&f, formulas[i], NULL, 0));
        o.a = 0.1;
        o.b = 1;
        o.shaper = CLPWL_SHAPER_AUTO;
        o.max_error = 1e-3;
        FAILS(CLPWL_ERR_TARGET, "jumps from", clpwl_design(&table, f, &o));
        FAILS(CLPWL_ERR_TARGET, "no shaper meets the target; without one, ", clpwl_design(&table, f, &o));
        ck_assert_ptr_null(table);
        clpwl_function_free(f);
    }
}
END_TEST

/* A line above f is moved by what execution adds: half of the target is above the rounding, and is not met.
 * A million segments were tried: 90 million calls. */
START_TEST(bounds_count_rounding_twice)
{
    static const double targets[] = {4e-5, 1e-4};
    clpwl_execution filter = CLPWL_EXECUTION_INIT;
    filter.value_error = 2e-7;
    for (int i = 0; i < 2; i++) {
        size_t calls;
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_function *f = counting(count_and_grow, 1, &calls);
        clpwl_table *table;
        o.a = 0;
        o.b = 4;
        o.fit = CLPWL_FIT_ABOVE;
        o.execution = i == 0 ? NULL : &filter;
        o.max_error = targets[i];
        FAILS(CLPWL_ERR_TARGET, "twice in a bound of f, alone comes to ", clpwl_design(&table, f, &o));
        EXPECT(strstr(clpwl_last_message(), "; an optimized partition"), "%s", clpwl_last_message());
        EXPECT(calls <= 20000000, "%zu calls", calls);
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        OK(clpwl_design(&table, f, &o));
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

/* sqrt(1 - x) on [1 - h, 1] is sqrt(h) / 4 from its chord. An optimised partition took a million segments
 * first, and the message for equal ones recommended it. Equal segments that are shorter than the gap meet the
 * target. A jump's own segment has no such error. */
START_TEST(gaps_of_fp32_are_named)
{
    clpwl_function *f;
    clpwl_table *table;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    OK(clpwl_function_from_formula(&f, "sqrt(1-x)", NULL, 0));
    o.b = 1;
    o.max_error = 2e-5;
    for (int i = 0; i < 2; i++) {
        o.partition = i ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        FAILS(CLPWL_ERR_TARGET, "changes by 0.000244 between x = 0.99999994 and 1, neighbours in fp32, and "
              "the error there is at least 6.1e-05", clpwl_design(&table, f, &o));
    }
    o.max_error = 5e-5; /* which a minimax fit meets */
    for (o.fit = CLPWL_FIT_ABOVE; o.fit <= CLPWL_FIT_BELOW; o.fit++)
        FAILS(CLPWL_ERR_TARGET, "the error there is at least 6.1e-05", clpwl_design(&table, f, &o));
    o.fit = CLPWL_FIT_MINIMAX;
    OK(clpwl_design(&table, f, &o));
    clpwl_table_free(table);
    o.fit = CLPWL_FIT_INTERPOLANT;
    o.max_error = 1e-4;
    OK(clpwl_design(&table, f, &o));
    clpwl_table_free(table);
    o.a = 0.9999;
    o.max_error = 2e-5;
    o.partition = CLPWL_PARTITION_UNIFORM;
    OK(clpwl_design(&table, f, &o));
    clpwl_table_free(table);
    clpwl_function_free(f);
    f = callback(step_f, NULL, 0, 4, NAN);
    o = (clpwl_design_options)CLPWL_DESIGN_INIT;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.max_error = 0.6;
    OK(clpwl_design(&table, f, &o));
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

START_TEST(tails_without_the_linear_extension_are_refused)
{
    const clpwl_tails slopes = {0, 1};
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = callback(exp_f, NULL, -4, 1, NAN);
    clpwl_table *table;
    o.tails = &slopes;
    FAILS(CLPWL_ERR_ARGUMENT, "the extension is clamp", clpwl_design(&table, f, &o));
    clpwl_function_free(f);
}
END_TEST

/* Few segments meet what half the distance of bfloat16's numbers, 0.0078, forbids many. */
START_TEST(few_segments_of_a_coarse_storage_are_found)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_execution coarse = CLPWL_EXECUTION_INIT;
    clpwl_function *f = callback(exp_f, NULL, -4, 1, NAN);
    clpwl_table *table;
    coarse.storage = CLPWL_STORAGE_BFLOAT16;
    o.execution = &coarse;
    o.max_error = 0.005;
    OK(clpwl_design(&table, f, &o));
    ck_assert_double_le(clpwl_table_executed_error(table, &coarse).linf, 0.005);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

CALLBACK(odd_corner_f, fabs(x - 0.37))

/* A kink is between knots of most numbers of segments, and a knot of 100. */
START_TEST(kinks_that_are_knots_of_some_numbers_are_not_refused)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = callback(odd_corner_f, NULL, 0, 1, NAN);
    clpwl_table *table;
    o.max_error = 2e-6;
    o.max_segments = 100000;
    OK(clpwl_design(&table, f, &o));
    ck_assert_uint_eq(clpwl_table_segments(table), 100);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* A fit in a tube takes long: the number is the least but for a thousandth. */
START_TEST(long_trials_are_few)
{
    size_t calls;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = counting(count_and_invert, 1, &calls);
    clpwl_table *table;
    o.a = 0.01;
    o.b = 1;
    o.fit = CLPWL_FIT_MINIMAX;
    o.max_error = 2e-5;
    OK(clpwl_design(&table, f, &o));
    size_t n = clpwl_table_segments(table);
    EXPECT(calls <= 25000000, "%zu calls", calls);
    clpwl_table_free(table);
    o.segments = n - n / 512;
    o.max_error = 0;
    OK(clpwl_design(&table, f, &o));
    ck_assert_double_gt(clpwl_table_executed_error(table, NULL).linf, 2e-5);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* Messages name places in x, not in g(x): 2 is 1.414 by sqrt, and an end at 0 in log2 is 1. */
START_TEST(shapers_say_where_in_x)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = callback(step_f, NULL, 0, 4, NAN);
    clpwl_table *table;
    o.shaper = CLPWL_SHAPER_SQRT;
    o.max_error = 1e-3;
    FAILS(CLPWL_ERR_TARGET, "jumps from 1 to 0 at x = 2,", clpwl_design(&table, f, &o));
    clpwl_function_free(f);
    f = callback(root_f, NULL, 0, 1, 0.5);
    o.shaper = CLPWL_SHAPER_EXP2;
    o.max_error = 1e-4;
    o.max_segments = 10000;
    FAILS(CLPWL_ERR_TARGET, "at x = 0 has an error of at least", clpwl_design(&table, f, &o));
    clpwl_function_free(f);
}
END_TEST

/* The chord of sqrt on [0, h] is sqrt(h) / 4 off, any line half of it; by a weight that is 3
 * there, thrice that; relative to what is at most sqrt(h), 1 / 8 on all segments. */
START_TEST(singular_ends_are_seen_by_their_weight)
{
    static const double x[] = {0, 1}, three[] = {3, 3};
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_function *f = callback(root_f, NULL, 0, 1, 0.5), *w;
    clpwl_table *table;
    OK(clpwl_function_from_points(&w, NULL, x, three, 2));
    o.fit = CLPWL_FIT_MINIMAX;
    o.max_segments = 10000;
    o.max_error = 1e-3;
    o.weight = &weight;
    weight.w = w;
    FAILS(CLPWL_ERR_TARGET, "at x = 0 has an error of at least 0.00374",
          clpwl_design(&table, f, &o));
    weight.w = NULL;
    weight.floor = 1e-4;
    o.max_error = 0.1;
    FAILS(CLPWL_ERR_TARGET, "at x = 0 has an error of at least 0.125", clpwl_design(&table, f, &o));
    o.max_error = 0.01; /* the floor counts where values are that small */
    weight.floor = 0.5;
    OK(clpwl_design(&table, f, &o));
    clpwl_table_free(table);
    clpwl_function_free(w);
    clpwl_function_free(f);
}
END_TEST

/* Segments in exp2 are too long at the left end for any line. Millions were tried, for 16 s. */
START_TEST(singular_ends_are_seen_in_sums)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    OK(clpwl_function_from_formula(&f, "x*ln(x)", NULL, 0));
    o.a = 0.00393;
    o.b = 41.4;
    o.norm = CLPWL_NORM_L2;
    o.shaper = CLPWL_SHAPER_EXP2;
    o.max_error = 0.1;
    FAILS(CLPWL_ERR_TARGET, "4194304 equal segments in exp2: the one at x = 0.00393 has an error of",
          clpwl_design(&table, f, &o));
    EXPECT(strstr(clpwl_last_message(), "; another shaper"), "%s", clpwl_last_message());
    clpwl_function_free(f);
}
END_TEST

/* The error of the best line on so many segments is not refused for them. */
START_TEST(sums_that_are_reached_are_not_refused)
{
    static const struct {
        const char *formula;
        double a, b;
        clpwl_shaper shaper;
    } of[] = {{"x*ln(x)", 0.004, 20, CLPWL_SHAPER_EXP2}, {"x", 0, 12, CLPWL_SHAPER_EXP2},
              {"exp(-x)*sin(9*x)", 0, 10, CLPWL_SHAPER_EXP2}, {"x^2", 1, 90, CLPWL_SHAPER_RSQRT},
              {"sqrt(x)", 0, 1, CLPWL_SHAPER_NONE}, {"1/x", 1e-3, 10, CLPWL_SHAPER_NONE},
              {"asin(x)", -1, 1, CLPWL_SHAPER_NONE}, {"ln(x)", 1e-6, 1, CLPWL_SHAPER_SQRT}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        for (int norm = CLPWL_NORM_L1; norm <= CLPWL_NORM_L2; norm++) {
            clpwl_design_options o = CLPWL_DESIGN_INIT;
            clpwl_function *f;
            clpwl_table *table;
            OK(clpwl_function_from_formula(&f, of[i].formula, NULL, 0));
            o.a = of[i].a;
            o.b = of[i].b;
            o.shaper = of[i].shaper;
            o.norm = (clpwl_norm)norm;
            o.fit = o.norm == CLPWL_NORM_L1 ? CLPWL_FIT_LEAST_ABSOLUTE : CLPWL_FIT_PROJECTION;
            o.segments = 16;
            OK(clpwl_design(&table, f, &o));
            clpwl_error e = clpwl_table_executed_error(table, NULL);
            o.max_segments = o.segments;
            o.segments = 0;
            o.max_error = clpwl_error_in(&e, o.norm) * (1 + 1e-6); /* by which trials differ */
            clpwl_table_free(table);
            OK(clpwl_design(&table, f, &o));
            clpwl_table_free(table);
            clpwl_function_free(f);
        }
}
END_TEST

/* The first knot is between two floats, which a steep f feels. With an end that is a float it is met. */
START_TEST(an_end_that_is_no_float_is_named)
{
    clpwl_function *f;
    clpwl_table *table;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    OK(clpwl_function_from_formula(&f, "1/ln(x)", NULL, 0));
    o.a = 1.0001;
    o.b = 3;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.max_error = 0.1;
    FAILS(CLPWL_ERR_TARGET, "; the domain [1.000100016593933, 3], whose ends are fp32 numbers, rounds",
          clpwl_design(&table, f, &o));
    o.a = 1.000100016593933;
    OK(clpwl_design(&table, f, &o));
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* A limit of a jump is a value of f beside it: mod(x,1) is 2^-52 behind 1. */
START_TEST(a_limit_of_0_is_printed_as_0)
{
    clpwl_function *f;
    clpwl_table *table;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    OK(clpwl_function_from_formula(&f, "mod(x,1)", NULL, 0));
    o.b = 3.5;
    o.max_error = 1e-3;
    FAILS(CLPWL_ERR_TARGET, "jumps from 1 to 0 at x = 1, and at 2 or more other places, where a continuous line "
          "reaches 0.5 at best", clpwl_design(&table, f, &o));
    o.b = 3;
    FAILS(CLPWL_ERR_TARGET, "jumps from 1 to 0 at x = 3, an end of the domain, and at 2 or more other places, "
          "where interpolants reach 1 at best", clpwl_design(&table, f, &o));
    clpwl_function_free(f);
}
END_TEST

/* The largest of three jumps is named: its error is met when it is asked for. The first was named. */
START_TEST(the_largest_of_jumps_is_named)
{
    clpwl_function *f;
    clpwl_table *table;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    OK(clpwl_function_from_formula(&f, "floor(x)+floor(x/2)", NULL, 0));
    o.a = 0.5;
    o.b = 3.5;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.max_error = 1e-3;
    FAILS(CLPWL_ERR_TARGET, "jumps from 1 to 3 at x = 2, and at 2 or more other places, where a continuous "
          "line reaches 1 at best; ask for l1 or l2, or for one table between each two of them",
          clpwl_design(&table, f, &o));
    o.max_error = 0.7;
    FAILS(CLPWL_ERR_TARGET, "jumps from 1 to 3 at x = 2, where a continuous line reaches 1 at best; ask for "
          "l1 or l2, or for one table on each side", clpwl_design(&table, f, &o));
    o.fit = CLPWL_FIT_MINIMAX;
    o.max_error = 1.001;
    OK(clpwl_design(&table, f, &o));
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* A table for a max error meets that error, or there is no table. This holds where the last values of f differ
 * from the first. In L2 f drifts too fast for any table. */
static int calls;
static double drift;

static double drift_f(double x, void *user)
{
    (void)user;
    return sin(x) + drift * calls++ * cos(300 * x);
}

START_TEST(values_that_vary_from_call_to_call_are_refused)
{
    int varied = 0, made = 0;
    for (int i = 0; i < 8; i++) {
        clpwl_function *f = callback(drift_f, NULL, 0, 3, NAN);
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_table *table;
        o.partition = i & 1 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        o.fit = i & 2 ? CLPWL_FIT_MINIMAX : CLPWL_FIT_INTERPOLANT;
        o.norm = i & 4 ? CLPWL_NORM_L2 : CLPWL_NORM_LINF;
        o.max_error = 1e-2;
        o.max_segments = 2048; /* more take long */
        drift = i & 4 ? 1e-7 : 1e-8;
        calls = 0;
        clpwl_status status = clpwl_design(&table, f, &o);
        ck_assert(status == CLPWL_ERR_TARGET ||
                  (status == CLPWL_OK && clpwl_table_target(table)->reached <= o.max_error));
        varied += status == CLPWL_ERR_TARGET && strstr(clpwl_last_message(), "values of f vary");
        made += status == CLPWL_OK;
        if (status == CLPWL_OK)
            clpwl_table_free(table);
        clpwl_function_free(f);
    }
    EXPECT(varied > 0 && made > 0, "%d tables, %d refused as values vary", made, varied);
}
END_TEST

/* Over sixty magnitudes no segments in x do. A floor of 8e26 was advised, which is larger than most of f. */
START_TEST(log2_is_advised_over_many_magnitudes)
{
    clpwl_function *f;
    clpwl_table *table;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    OK(clpwl_function_from_formula(&f, "1/x", NULL, 0));
    weight.floor = 1e-40;
    for (int partition = CLPWL_PARTITION_UNIFORM; partition <= CLPWL_PARTITION_OPTIMIZED; partition++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        o.a = 1e-30;
        o.b = 1e30;
        o.weight = &weight;
        o.max_error = 1e-3;
        o.partition = (clpwl_partition)partition;
        FAILS(CLPWL_ERR_TARGET, "; the shaper log2, with a uniform partition, rounds by less",
              clpwl_design(&table, f, &o));
        o.partition = CLPWL_PARTITION_UNIFORM;
        o.shaper = CLPWL_SHAPER_LOG2;
        OK(clpwl_design(&table, f, &o));
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
END_TEST

/* Weights in fp32 round by too much at a spike. Refused designs recommended an optimized partition and refined
 * knots, by which this one is refused, too. What the message calls reachable is met. */
START_TEST(spikes_are_named_beside_the_reason)
{
    clpwl_function *f, *w;
    clpwl_table *table;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    OK(clpwl_function_from_formula(&f, "sin(x)", NULL, 0));
    OK(clpwl_function_from_formula(&w, "1+1e6*exp(-((x-1.23456)/1e-6)^2)", NULL, 0));
    weight.w = w;
    for (int way = 0; way < 3; way++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        o.b = 3;
        o.weight = &weight;
        o.partition = way ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        o.effort = way == 2 ? CLPWL_EFFORT_REFINED : CLPWL_EFFORT_ASYMPTOTIC;
        o.max_error = 1e-4;
        FAILS(CLPWL_ERR_TARGET, "rounding in fp32 alone comes to", clpwl_design(&table, f, &o));
        EXPECT(strstr(clpwl_last_message(), "or its weight has a narrow feature near x = 1.23456"), "%s",
               clpwl_last_message());
        o.max_error = figure();
        OK(clpwl_design(&table, f, &o));
        clpwl_table_free(table);
    }
    clpwl_function_free(w);
    clpwl_function_free(f);
}
END_TEST

/* The values of bfloat16 are 4 apart at 1000. Their error was printed as that of fp32, and the rounding of fp32
 * as that of the storage. */
START_TEST(rounding_and_storage_are_told_apart)
{
    clpwl_function *f;
    clpwl_table *table;
    clpwl_execution coarse = CLPWL_EXECUTION_INIT;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    OK(clpwl_function_from_formula(&f, "cos(x)+1e3", NULL, 0));
    coarse.storage = CLPWL_STORAGE_BFLOAT16;
    o.execution = &coarse;
    o.b = 3;
    o.max_error = 1e-4;
    FAILS(CLPWL_ERR_TARGET, ": rounding in fp32 alone comes to 0.0001", clpwl_design(&table, f, &o));
    EXPECT(figure() > 0.9 && strstr(clpwl_last_message(), " in bfloat16"), "%s", clpwl_last_message());
    clpwl_function_free(f);
}
END_TEST

/* Knots of sin(3e6 x) were refined for 9 s. Then 1.5e4 segments were advised, as if an error of 2 fell by the
 * square law. */
START_TEST(oscillations_are_seen_before_knots_are_refined)
{
    static const struct {
        const char *formula, *said;
        double error;
        clpwl_effort effort;
        clpwl_fit fit;
    } designs[] = {
        {"sin(3e6*x)", "takes about 1.1e+07 segments, and at most 4194304 are allowed: ", 1e-2,
         CLPWL_EFFORT_REFINED, CLPWL_FIT_INTERPOLANT},
        {"sin(1e6*x)", ", and about 7.9e+06 are needed; ask for a larger error", 1e-3, CLPWL_EFFORT_REFINED,
         CLPWL_FIT_MINIMAX},
        {"sin(1e6*x)", "segments reach 1.59; ask for a larger error", 1e-3, CLPWL_EFFORT_ASYMPTOTIC,
         CLPWL_FIT_MINIMAX},
        {"sin(2e5*x)", "e+05 are needed; ask for a number of segments", 1e-2, CLPWL_EFFORT_REFINED,
         CLPWL_FIT_INTERPOLANT}};
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    o.b = 1;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.max_error = designs[_i].error;
    o.effort = designs[_i].effort;
    o.fit = designs[_i].fit;
    OK(clpwl_function_from_formula(&f, designs[_i].formula, NULL, 0));
    FAILS(CLPWL_ERR_TARGET, designs[_i].said, clpwl_design(&table, f, &o));
    clpwl_function_free(f);
}
END_TEST

/* 70980 segments of an optimized partition meet the first target. In half, 1815 segments reach 1.02e-3 and 2000 reach
 * 9.6e-4: it was said that more gain little. The weight of the last row's filter is wrong by 2^-9 of each rise: 2664
 * refined knots reach 5.04e-3, and 64 equal segments 4.3e-3. A faster machine may meet the last two. */
START_TEST(refusals_advise_what_meets_the_target)
{
    static const struct {
        const char *formula, *said;
        double a, b, error;
        clpwl_norm norm;
        clpwl_fit fit;
        clpwl_effort effort;
        clpwl_storage storage;
        unsigned bits;
    } advised[] = {
        {"x*sin(1/x)", "; an optimized partition takes about 6.2e+04", 0, 1, 1e-4, CLPWL_NORM_LINF,
         CLPWL_FIT_INTERPOLANT, CLPWL_EFFORT_ASYMPTOTIC, CLPWL_STORAGE_FLOAT32, 0},
        {"cos(60*x)", " are needed; ask for a number of segments", 0, 5, 1e-3, CLPWL_NORM_LINF, CLPWL_FIT_MINIMAX,
         CLPWL_EFFORT_REFINED, CLPWL_STORAGE_HALF, 0},
        {"x<1?x^2:2*x-1", "; a uniform partition meets it, with ", -1, 3, 5e-3, CLPWL_NORM_L1,
         CLPWL_FIT_LEAST_ABSOLUTE, CLPWL_EFFORT_REFINED, CLPWL_STORAGE_HALF, 8},
    };
    clpwl_execution execution = CLPWL_EXECUTION_INIT;
    clpwl_design_options o = {.size = sizeof o, .a = advised[_i].a, .b = advised[_i].b, .execution = &execution,
                              .max_error = advised[_i].error, .norm = advised[_i].norm, .fit = advised[_i].fit,
                              .effort = advised[_i].effort};
    clpwl_function *f;
    clpwl_table *table;
    int is_refined = o.effort == CLPWL_EFFORT_REFINED;
    execution.storage = advised[_i].storage;
    execution.weight_bits = advised[_i].bits;
    o.partition = is_refined ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
    OK(clpwl_function_from_formula(&f, advised[_i].formula, NULL, 0));
    clpwl_status status = clpwl_design(&table, f, &o);
    ck_assert(status == CLPWL_ERR_TARGET || (status == CLPWL_OK && is_refined));
    if (status == CLPWL_OK)
        clpwl_table_free(table);
    else if (is_refined || !strstr(clpwl_last_message(), "a search that ended after")) /* as on a slow machine */
        FAILS(CLPWL_ERR_TARGET, advised[_i].said, status);
    clpwl_function_free(f);
}
END_TEST

/* exp(-x) sin(1000 x) on [0, 10] by refined minimax knots: 37604 segments reach 1.01e-4, and 38000 reach 9.8e-5. */
START_TEST(a_number_is_advised_where_the_target_is_near)
{
    clpwl__bracket b = {.target = 1e-4, .best = 37604, .e_best = 1.01e-4};
    double needed = clpwl__bracket_needed(&b);
    ck_assert_msg(needed > 37790 && needed < 38600, "%g", needed);
    b.e_best = 5e-4; /* far away */
    ck_assert_double_eq(clpwl__bracket_needed(&b), 0);
    b.e_best = 1.01e-4;
    b.best_rounding = 2e-5; /* which grows with the number */
    ck_assert_double_eq(clpwl__bracket_needed(&b), 0);
    b.best_rounding = 0;
    b.seen[1] = (clpwl__seen){10000, 1.1e-4, 0}; /* a plateau */
    b.seen[0] = (clpwl__seen){37604, 1.01e-4, 0};
    ck_assert_double_eq(clpwl__bracket_needed(&b), 0);
    b.seen[1].measured = 1.3e-3;
    ck_assert_double_gt(clpwl__bracket_needed(&b), 0);
}
END_TEST

/* 442 to 34864 segments reach 1.07e-4. The last number was advised, after 0.4 s, as one that takes 5 s. */
START_TEST(numbers_that_gained_nothing_are_not_advised)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    OK(clpwl_function_from_formula(&f, "sqrt(abs(sin(4.65*x)))", NULL, 0));
    o.a = -1;
    o.b = 1;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.fit = CLPWL_FIT_MINIMAX;
    o.max_error = 7.32e-5;
    FAILS(CLPWL_ERR_TARGET, "is met by none of the numbers of segments tried: ", clpwl_design(&table, f, &o));
    ck_assert(strstr(clpwl_last_message(), ", and more gained nothing"));
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("refused designs");
    TCase *t = tcase_create("refusals");
    tcase_set_timeout(t, 300); /* under valgrind */
    tcase_add_loop_test(t, what_is_said_to_be_reached_is_met_when_asked_for, 0, 3 * ROWS);
    tcase_add_test(t, targets_below_the_rounding_of_many_segments);
    tcase_add_test(t, figures_are_rounded_up);
    tcase_add_test(t, figures_differ_from_their_targets);
    tcase_add_test(t, jumps_leave_what_is_said);
    tcase_add_test(t, jumps_at_ends_are_said);
    tcase_add_test(t, jumps_leave_less_by_minimax);
    tcase_add_test(t, rounding_is_blamed_where_it_limits);
    tcase_add_test(t, more_segments_reach_what_is_said);
    tcase_add_test(t, singular_places_inside_are_seen);
    tcase_add_test(t, fewer_segments_fail_at_the_worst_place);
    tcase_add_test(t, a_first_trial_shows_the_rounding);
    tcase_add_test(t, far_too_many_segments_are_not_tried);
    tcase_add_test(t, designs_of_minutes_are_refused);
    tcase_add_test(t, trials_that_take_too_long_end);
    tcase_add_loop_test(t, oscillations_are_seen_before_knots_are_refined, 0, 4);
    tcase_add_test(t, numbers_that_gained_nothing_are_not_advised);
    tcase_add_test(t, storages_that_are_too_coarse_are_named);
    tcase_add_test(t, shapers_that_suit_end_the_trials_of_others);
    tcase_add_test(t, shapers_of_jumps_are_refused);
    tcase_add_test(t, bounds_count_rounding_twice);
    tcase_add_test(t, gaps_of_fp32_are_named);
    tcase_add_test(t, tails_without_the_linear_extension_are_refused);
    tcase_add_test(t, few_segments_of_a_coarse_storage_are_found);
    tcase_add_test(t, kinks_that_are_knots_of_some_numbers_are_not_refused);
    tcase_add_test(t, long_trials_are_few);
    tcase_add_test(t, shapers_say_where_in_x);
    tcase_add_test(t, singular_ends_are_seen_by_their_weight);
    tcase_add_test(t, singular_ends_are_seen_in_sums);
    tcase_add_test(t, sums_that_are_reached_are_not_refused);
    tcase_add_test(t, an_end_that_is_no_float_is_named);
    tcase_add_test(t, a_limit_of_0_is_printed_as_0);
    tcase_add_test(t, the_largest_of_jumps_is_named);
    tcase_add_test(t, rounding_and_storage_are_told_apart);
    tcase_add_loop_test(t, refusals_advise_what_meets_the_target, 0, 3);
    tcase_add_test(t, a_number_is_advised_where_the_target_is_near);
    tcase_add_test(t, values_that_vary_from_call_to_call_are_refused);
    tcase_add_test(t, log2_is_advised_over_many_magnitudes);
    tcase_add_test(t, spikes_are_named_beside_the_reason);
    suite_add_tcase(s, t);
    return s;
}
