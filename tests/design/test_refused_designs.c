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

/* A line at a jump has half of it as its error, a line on one side of f all of it, and so has an interpolant
 * beside an end. Of several jumps the largest counts. A little more than the least error is met, a little less is
 * refused by each way of placing knots. */
START_TEST(jumps_leave_the_least_error)
{
    static const struct {
        const char *formula;
        double a, b, least;
        clpwl_fit fit;
    } jumps[] = {{"x<2", 0, 4, 0.5, CLPWL_FIT_MINIMAX},         {"x<2", 0, 4, 1, CLPWL_FIT_ABOVE},
                 {"x<2", 0, 2, 0.5, CLPWL_FIT_MINIMAX},         {"x<2", 0, 2, 1, CLPWL_FIT_INTERPOLANT},
                 {"x<1.1 ? x^2 : 3-x", 0, 2, 0.345, CLPWL_FIT_MINIMAX},
                 {"floor(x)+floor(x/2)", 0.5, 3.5, 1, CLPWL_FIT_MINIMAX},
                 {"mod(x,1)", 0, 3.5, 0.5, CLPWL_FIT_MINIMAX},  {"mod(x,1)", 0, 3, 1, CLPWL_FIT_INTERPOLANT}};
    for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++)
        for (int way = 0; way < 3; way++) {
            clpwl_design_options o = CLPWL_DESIGN_INIT;
            clpwl_function *f;
            clpwl_table *table = NULL;
            OK(clpwl_function_from_formula(&f, jumps[i].formula, NULL, 0));
            o.a = jumps[i].a;
            o.b = jumps[i].b;
            o.fit = jumps[i].fit;
            o.partition = way ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
            o.effort = way == 2 && o.fit != CLPWL_FIT_ABOVE ? CLPWL_EFFORT_REFINED : CLPWL_EFFORT_ASYMPTOTIC;
            o.max_error = 0.998 * jumps[i].least;
            EXPECT(clpwl_design(&table, f, &o) == CLPWL_ERR_TARGET && !table, "row %zu, %d: less is met", i, way);
            o.max_error = 1.003 * jumps[i].least;
            EXPECT(clpwl_design(&table, f, &o) == CLPWL_OK, "row %zu, %d: %s", i, way, clpwl_last_message());
            clpwl_table_free(table);
            clpwl_function_free(f);
        }
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
COUNTING(count_and_square_root, sqrt(x))
COUNTING(count_and_root, cbrt(x))
COUNTING(count_and_wave, j0(x))
COUNTING(count_and_oscillate, sin(1e4 * x))

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

/* What no table meets, or none of the allowed segments, is refused in bounded work. Each row took minutes once. */
START_TEST(what_cannot_be_met_ends)
{
    static const struct {
        clpwl_callback f;
        double a, b, error;
        clpwl_effort effort; /* refined: of an optimized partition */
        size_t most;
        size_t calls;
    } impossible[] = {
        {count_and_square_root, 0, 1, 1e-4, CLPWL_EFFORT_ASYMPTOTIC, 0, 80000000},
        {count_and_root, -1, 1, 1e-4, CLPWL_EFFORT_ASYMPTOTIC, 0, 40000000},
        {count_and_wave, 0, 1000, 2e-6, CLPWL_EFFORT_ASYMPTOTIC, 0, 40000000},
        {count_and_oscillate, 0, 1, 1e-3, CLPWL_EFFORT_REFINED, 20000, 40000000}};
    size_t calls;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f = counting(impossible[_i].f, 0, &calls);
    clpwl_table *table = NULL;
    o.a = impossible[_i].a;
    o.b = impossible[_i].b;
    o.effort = impossible[_i].effort;
    o.partition = o.effort ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
    o.max_error = impossible[_i].error;
    o.max_segments = impossible[_i].most;
    EXPECT(clpwl_design(&table, f, &o) == CLPWL_ERR_TARGET && !table, "row %d", _i);
    EXPECT(calls <= impossible[_i].calls, "row %d: %zu calls", _i, calls);
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

/* A refusal names the place of its largest error in x, not in g(x): a step at 2 is at 1.414 by sqrt. */
START_TEST(refusals_name_the_place_in_x)
{
    static const clpwl_shaper shapers[] = {CLPWL_SHAPER_NONE, CLPWL_SHAPER_EXP2};
    for (int i = 0; i < 2; i++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_function *f;
        clpwl_table *table;
        double x = NAN;
        OK(clpwl_function_from_formula(&f, "sqrt(x-3)", NULL, 0));
        o.a = 3;
        o.b = 4;
        o.shaper = shapers[i];
        o.max_error = 1e-4;
        o.max_segments = 100000;
        ck_assert_int_eq(clpwl_design(&table, f, &o), CLPWL_ERR_TARGET);
        const char *at = strstr(clpwl_last_message(), " x = ");
        ck_assert_msg(at && sscanf(at, " x = %lg", &x) == 1 && x >= 3 && x < 3 + 1e-4, "%s", clpwl_last_message());
        clpwl_function_free(f);
    }
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
    tcase_add_test(t, jumps_leave_the_least_error);
    tcase_add_test(t, rounding_is_blamed_where_it_limits);
    tcase_add_loop_test(t, what_cannot_be_met_ends, 0, 4);
    tcase_add_test(t, shapers_that_suit_end_the_trials_of_others);
    tcase_add_test(t, tails_without_the_linear_extension_are_refused);
    tcase_add_test(t, kinks_that_are_knots_of_some_numbers_are_not_refused);
    tcase_add_test(t, sums_that_are_reached_are_not_refused);
    tcase_add_test(t, values_that_vary_from_call_to_call_are_refused);
    tcase_add_test(t, a_number_is_advised_where_the_target_is_near);
    tcase_add_test(t, refusals_name_the_place_in_x);
    suite_add_tcase(s, t);
    return s;
}
