/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions by a callback for many numbers: the tables of one by one, with fewer calls. */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "support/callback.h"
#include "clpwl.h"
#include "support/suite.h"

static size_t calls, values;

static double one(double x, void *user)
{
    (void)user;
    return exp(-x) * sin(3 * x) + fabs(x - 0.7);
}

static void many(const double *x, double *y, size_t n, void *user)
{
    calls++;
    values += n;
    for (size_t i = 0; i < n; i++)
        y[i] = one(x[i], user);
}

static void many_of_root(const double *x, double *y, size_t n, void *user)
{
    (void)user;
    for (size_t i = 0; i < n; i++)
        y[i] = sqrt(x[i]);
}

static clpwl_function *make(int both)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f;
    spec.f = both == 0 || both == 2 ? one : NULL;
    spec.many = both ? many : NULL;
    spec.a = 0;
    spec.b = 4;
    OK(clpwl_function_create(&f, &spec));
    return f;
}

static const size_t most[] = {14, 11, 9, 6, 5};

/* To the bit, by many alone and by both. The last is in log2(x), where each value was a call. */
START_TEST(tables_are_the_same)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    char *text[3];
    o.max_error = 1e-4;
    if (_i == 4) {
        o.shaper = CLPWL_SHAPER_LOG2;
        o.a = 0.1;
        o.b = 4;
    }
    o.partition = _i & 1 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
    o.effort = _i == 3 ? CLPWL_EFFORT_REFINED : CLPWL_EFFORT_ASYMPTOTIC;
    o.fit = _i & 2 ? CLPWL_FIT_MINIMAX : CLPWL_FIT_INTERPOLANT;
    weight.floor = 0.5;
    o.weight = _i == 2 ? &weight : NULL;
    for (int both = 0; both < 3; both++) {
        clpwl_function *f = make(both);
        clpwl_table *table;
        calls = values = 0;
        OK(clpwl_design(&table, f, &o));
        OK(clpwl_table_save_text(table, &text[both], NULL));
        clpwl_table_free(table);
        clpwl_function_free(f);
        /* Most values come in blocks: steps for f'', nodes of integrals, parts of a weight. Searches for
         * extrema take one. */
        ck_assert_msg(most[_i] * calls <= values, "%zu calls for %zu values", calls, values);
        ck_assert(both == 0 ? values == 0 : values > 1000);
    }
    ck_assert_str_eq(text[0], text[1]);
    ck_assert_str_eq(text[0], text[2]);
    for (int i = 0; i < 3; i++)
        clpwl_free(text[i]);
}
END_TEST

START_TEST(one_number_and_what_is_not_finite)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    double y;
    FAILS(CLPWL_ERR_ARGUMENT, "no callback f and no many", clpwl_function_create(&f, &spec));
    spec.many = many_of_root;
    OK(clpwl_function_create(&f, &spec));
    OK(clpwl_function_value(f, 4, &y));
    ck_assert(y == 2);
    FAILS(CLPWL_ERR_NOT_FINITE, "x = -1", clpwl_function_value(f, -1, &y));
    o.a = -1;
    o.b = 1;
    FAILS(CLPWL_ERR_NOT_FINITE, "x = -", clpwl_design(&table, f, &o));
    clpwl_function_free(f);
}
END_TEST

static double bell(double x, void *user)
{
    (void)user;
    return exp(-x * x / 2);
}

static double bell_of_floats(double x, void *user)
{
    return (float)bell(x, user);
}

static double (*slow)(double x, void *user);
static time_t waited; /* hundredths of a second */
static time_t worked; /* thousandths of a second of processor time */

static void many_slow(const double *x, double *y, size_t n, void *user)
{
    calls++;
    waited++;
    values += n;
    for (size_t i = 0; i < n; i++)
        y[i] = slow(x[i], user);
}

/* 10 segments or so of a function of which a call, or a value, takes long. Calls for each of f'', and steps
 * for f'' that is known, were 1907 with 76485 values; f'' within the rounding of floats took 7 million. Each
 * trial with refined knots took f'' anew. */
START_TEST(few_values_are_enough)
{
    static const struct {
        double (*f)(double x, void *user);
        size_t calls, values, segments;
        clpwl_effort effort;
    } rows[] = {{bell, 500, 55000, 11, CLPWL_EFFORT_ASYMPTOTIC},
                {bell_of_floats, 5000, 120000, 11, CLPWL_EFFORT_ASYMPTOTIC},
                {bell, 10000, 115000, 9, CLPWL_EFFORT_REFINED}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_function *f;
        clpwl_table *t;
        slow = rows[i].f;
        spec.many = many_slow;
        spec.b = 3;
        o.max_error = 1e-2;
        if (rows[i].effort != CLPWL_EFFORT_ASYMPTOTIC) {
            o.norm = CLPWL_NORM_L1;
            o.partition = CLPWL_PARTITION_OPTIMIZED;
            o.effort = rows[i].effort;
        }
        calls = values = 0;
        OK(clpwl_function_create(&f, &spec));
        OK(clpwl_design(&t, f, &o));
        ck_assert_uint_eq(clpwl_table_segments(t), rows[i].segments);
        EXPECT(calls <= rows[i].calls && values <= rows[i].values, "row %zu: %zu calls, %zu values", i, calls,
               values);
        clpwl_table_free(t);
        clpwl_function_free(f);
    }
}
END_TEST

/* Contacts of a tube with a function that waits come from the mesh, and its maxima are to 1e-6: it was 3885 calls for
 * 45 segments. */
START_TEST(a_tube_takes_few_calls)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *t;
    slow = bell;
    spec.many = many_slow;
    spec.b = 3;
    o.max_error = 1e-4;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.effort = CLPWL_EFFORT_REFINED;
    o.fit = CLPWL_FIT_MINIMAX;
    calls = 0;
    OK(clpwl_function_create(&f, &spec));
    OK(clpwl_design(&t, f, &o));
    EXPECT(clpwl_table_segments(t) <= 46 && calls <= 1500, "%zu segments, %zu calls", clpwl_table_segments(t), calls);
    clpwl_table_free(t);
    clpwl_function_free(f);
}
END_TEST

/* The knots of a function that is rounded to floats are those of the function: its f'' by differences of
 * ever shorter cells is noise. They were 529, and 275689 for sin(5x). */
START_TEST(floats_take_as_many_segments)
{
    size_t segments[2];
    for (int i = 0; i < 2; i++) {
        clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_function *f;
        clpwl_table *t;
        spec.f = i ? bell_of_floats : bell;
        spec.b = 3;
        o.max_error = 1e-5;
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        OK(clpwl_function_create(&f, &spec));
        OK(clpwl_design(&t, f, &o));
        segments[i] = clpwl_table_segments(t);
        clpwl_table_free(t);
        clpwl_function_free(f);
    }
    EXPECT(segments[1] <= segments[0] + segments[0] / 100, "%zu, and rounded %zu", segments[0], segments[1]);
}
END_TEST

/* In place of the C library's: a clock by which each call of many_slow takes 10 ms, and a processor time by
 * which each value of many_busy takes 1 ms. */
int clock_gettime(clockid_t clock, struct timespec *t)
{
    int result = (int)syscall(SYS_clock_gettime, clock, t);
    if (clock == CLOCK_MONOTONIC)
        t->tv_sec += waited / 100;
    if (clock == CLOCK_THREAD_CPUTIME_ID)
        t->tv_sec += worked / 1000;
    return result;
}

static double rounded(double x, void *user)
{
    (void)user;
    values++;
    return rint(1e3 * sin(x)) / 1e3;
}

/* Jumps of 1e-3 everywhere. */
START_TEST(a_rounded_function_is_refused_soon)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *t;
    spec.f = rounded;
    spec.b = 6;
    o.max_error = 4e-4;
    OK(clpwl_function_create(&f, &spec));
    for (int p = 0; p < 2; p++) {
        o.partition = (clpwl_partition)p;
        values = 0;
        ck_assert_int_eq(clpwl_design(&t, f, &o), CLPWL_ERR_TARGET);
        EXPECT(values < 12000000, "%zu values", values);
    }
    clpwl_function_free(f);
}
END_TEST

/* sin(x) with noise that is uniform on +-*user. */
static double noisy(double x, void *user)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    u *= 0x9E3779B97F4A7C15u;
    u ^= u >> 29;
    u *= 0xBF58476D1CE4E5B9u;
    u ^= u >> 32;
    return sin(x) + *(const double *)user * ((double)u / 0x1p63 - 1);
}

static void many_noisy(const double *x, double *y, size_t n, void *user)
{
    values += n;
    for (size_t i = 0; i < n; i++)
        y[i] = noisy(x[i], user);
}

/* Noise of a tenth of the target was curvature for optimized knots, which took 14000 segments. The error that
 * noise leaves was pursued up to 4 million segments, by 42 million values. */
START_TEST(noise_is_no_curvature)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *t;
    double size = 1e-4;
    size_t segments[2];
    spec.many = many_noisy;
    spec.user = &size;
    spec.b = 6;
    OK(clpwl_function_create(&f, &spec));
    o.max_error = 1e-3;
    for (int p = 0; p < 2; p++) {
        o.partition = (clpwl_partition)p;
        OK(clpwl_design(&t, f, &o));
        segments[p] = clpwl_table_segments(t);
        clpwl_table_free(t);
    }
    EXPECT(segments[1] <= segments[0], "%zu optimized segments, %zu equal ones", segments[1], segments[0]);
    size = 1e-3;
    o.max_error = 1e-4;
    FAILS(CLPWL_ERR_TARGET, "interpolants about 0.0017", clpwl_design(&t, f, &o));
    o.max_error = 1.8e-3;
    for (int p = 0; p < 2; p++) {
        o.partition = (clpwl_partition)p;
        values = 0;
        ck_assert_int_eq(clpwl_design(&t, f, &o), CLPWL_ERR_TARGET);
        EXPECT(values < 1000000, "%zu values", values);
    }
    clpwl_function_free(f);
}
END_TEST

static double wave(double x, void *user)
{
    (void)user;
    return sin(40 * x);
}

static int stop_before_f(double fraction, void *user)
{
    (void)fraction;
    (void)user;
    return calls == 0;
}

static int stop_soon(double fraction, void *user)
{
    (void)user;
    return fraction > 0 && fraction < 0.1;
}

/* The search is given up when it has waited for f for 10 s, too: it was 75000 calls. Progress is reported from
 * the first value of f on. */
START_TEST(time_that_f_waits_counts)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *t;
    slow = wave;
    spec.many = many_slow;
    spec.b = 3;
    OK(clpwl_function_create(&f, &spec));
    o.max_error = 1e-4;
    calls = 0;
    clpwl_status status = clpwl_design(&t, f, &o);
    ck_assert(status == CLPWL_OK || (status == CLPWL_ERR_TARGET &&
                                     strstr(clpwl_last_message(), "a search that ended after 10 s: ")));
    EXPECT(calls <= 20000, "%zu calls", calls);
    clpwl_table_free(t);
    o.progress = stop_before_f;
    calls = 0;
    FAILS(CLPWL_ERR_CANCELLED, "before f", clpwl_design(&t, f, &o));
    ck_assert_uint_eq(calls, 0);
    o.progress = stop_soon;
    FAILS(CLPWL_ERR_CANCELLED, "curvature", clpwl_design(&t, f, &o));
    EXPECT(calls <= 200, "%zu calls", calls);
    clpwl_function_free(f);
}
END_TEST

static void many_busy(const double *x, double *y, size_t n, void *user)
{
    many(x, y, n, user);
    worked += (time_t)n;
}

/* A fit in a tube ends at the limit of time, too: it took 329051 values, which are five minutes. */
START_TEST(time_of_a_fit_in_a_tube_counts)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *t;
    spec.many = many_busy;
    spec.b = 1;
    OK(clpwl_function_create(&f, &spec));
    o.max_error = 1e-8;
    o.fit = CLPWL_FIT_MINIMAX;
    values = 0;
    FAILS(CLPWL_ERR_TARGET, "a search that ended after 10 s of processor time: ", clpwl_design(&t, f, &o));
    EXPECT(values <= 120000, "%zu values", values); /* 62357: its own processor time counts, too */
    clpwl_function_free(f);
}
END_TEST

static void many_cosines(const double *x, double *y, size_t n, void *user)
{
    (void)user;
    values += n;
    for (size_t i = 0; i < n; i++)
        y[i] = cos(20 * x[i]) * exp(-x[i]);
}

static void many_peaks(const double *x, double *y, size_t n, void *user)
{
    (void)user;
    for (size_t i = 0; i < n; i++)
        y[i] = 1 / (1e-4 + (x[i] - 0.5) * (x[i] - 0.5));
}

/* A target that is far below the rounding is refused without refined knots, in any storage: 1.3 10^8 values
 * of f were taken, and are 3.3 10^7. */
START_TEST(refusals_take_few_values)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_execution half = CLPWL_EXECUTION_INIT;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_function *f, *w;
    clpwl_table *t;
    spec.b = 3;
    spec.many = many_cosines;
    OK(clpwl_function_create(&f, &spec));
    spec.many = many_peaks;
    OK(clpwl_function_create(&w, &spec));
    weight.w = w;
    weight.floor = 1e-3;
    half.storage = CLPWL_STORAGE_HALF;
    o.max_error = 7e-5;
    o.effort = CLPWL_EFFORT_REFINED;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.weight = &weight;
    o.execution = &half;
    values = 0;
    FAILS(CLPWL_ERR_TARGET, "rounding in fp32 alone comes to", clpwl_design(&t, f, &o));
    EXPECT(values <= 60000000, "%zu values", values);
    clpwl_function_free(w);
    clpwl_function_free(f);
}
END_TEST

CALLBACK(steep_f, 4 * (pow(x, -12) - pow(x, -6)))

/* In another norm than its own a fit's error depends on the tolerance of the fit, which searches have, too. */
START_TEST(a_table_that_is_found_meets_its_target)
{
    clpwl_function *f = callback(steep_f, NULL, 0.9, 3, NAN);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.fit = CLPWL_FIT_LEAST_ABSOLUTE;
    for (o.max_error = 7e-4; o.max_error < 2.1e-3; o.max_error += 2e-4) {
        clpwl_table *t;
        OK(clpwl_design(&t, f, &o));
        EXPECT(clpwl_table_target(t)->reached <= o.max_error, "%g for %g",
               clpwl_table_target(t)->reached, o.max_error);
        clpwl_table_free(t);
    }
    clpwl_function_free(f);
}
END_TEST

/* A table file has the name of f alone. */
START_TEST(callbacks_with_names_of_other_functions_are_told_apart)
{
    static const char *const rows[][2] = {{"sin", "sin (callback)"}, {"x^2", "x^2 (callback)"},
                                          {"J0", "J0 (callback)"}, {"mine", "mine"}, {NULL, "f"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_weight w = CLPWL_WEIGHT_INIT;
        clpwl_function *f;
        clpwl_table *t;
        spec.f = steep_f;
        spec.name = rows[i][0];
        spec.a = 0.9;
        spec.b = 3;
        OK(clpwl_function_create(&f, &spec));
        w.w = f;
        o.segments = 8;
        o.b = 0.99; /* the function is a weight there, too: positive */
        o.a = 0.9;
        o.weight = &w;
        OK(clpwl_design(&t, f, &o));
        ck_assert_str_eq(clpwl_table_function(t), rows[i][1]);
        ck_assert_str_eq(clpwl_table_weighting(t)->weight, rows[i][1]);
        clpwl_table_free(t);
        clpwl_function_free(f);
    }
}
END_TEST

static size_t outside;

/* As a spline of GSL, which ends the program outside its interval; singular beside its ends. */
static double enclosed(double x, void *user)
{
    outside += !(x >= 0 && x <= 5);
    return *(const int *)user == 0 ? sqrt(x) : *(const int *)user == 1 ? (x < 2 ? x : 1) : acos(x / 5);
}

/* By each option that searches: kinks, poles, f'' and features look beside the ends of a domain. */
START_TEST(a_callback_is_asked_inside_the_domain)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_function *f;
    clpwl_table *t;
    int kind = _i;
    outside = 0;
    spec.f = enclosed;
    spec.user = &kind;
    OK(clpwl_function_create(&f, &spec));
    weight.w = f;
    for (int i = 0; i < 9; i++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        o.b = 5;
        o.segments = 12;
        o.partition = i > 0 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
        o.effort = i > 1 ? CLPWL_EFFORT_REFINED : CLPWL_EFFORT_ASYMPTOTIC;
        o.fit = i == 2 ? CLPWL_FIT_MINIMAX : i == 3 || i == 4 ? CLPWL_FIT_PROJECTION : CLPWL_FIT_INTERPOLANT;
        o.norm = i == 3 ? CLPWL_NORM_L2 : i == 4 ? CLPWL_NORM_L1 : CLPWL_NORM_LINF;
        o.weight = i == 5 ? &weight : NULL;
        if (i == 4)
            o.fit = CLPWL_FIT_LEAST_ABSOLUTE;
        if (i == 6 || i == 7) {
            o.partition = CLPWL_PARTITION_UNIFORM;
            o.effort = CLPWL_EFFORT_ASYMPTOTIC;
            o.fit = i == 6 ? CLPWL_FIT_ABOVE : CLPWL_FIT_MINIMAX;
            o.shaper = i == 7 ? CLPWL_SHAPER_AUTO : CLPWL_SHAPER_NONE;
        }
        if (i == 8) {
            o.segments = 0;
            o.max_error = 0.05;
        }
        t = NULL;
        clpwl_status status = clpwl_design(&t, f, &o);
        ck_assert_msg(status == CLPWL_OK || status == CLPWL_ERR_TARGET, "%d: %s", i, clpwl_last_message());
        EXPECT(outside == 0, "options %d: %zu values outside the domain", i, outside);
        clpwl_table_free(t);
    }
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("many");
    TCase *t = tcase_create("many");
    tcase_set_timeout(t, 60); /* under valgrind */
    tcase_add_loop_test(t, tables_are_the_same, 0, 5);
    tcase_add_test(t, few_values_are_enough);
    tcase_add_test(t, a_tube_takes_few_calls);
    tcase_add_test(t, floats_take_as_many_segments);
    tcase_add_test(t, noise_is_no_curvature);
    tcase_add_test(t, a_rounded_function_is_refused_soon);
    tcase_add_test(t, time_that_f_waits_counts);
    tcase_add_test(t, time_of_a_fit_in_a_tube_counts);
    tcase_add_test(t, refusals_take_few_values);
    tcase_add_test(t, one_number_and_what_is_not_finite);
    tcase_add_test(t, a_table_that_is_found_meets_its_target);
    tcase_add_test(t, callbacks_with_names_of_other_functions_are_told_apart);
    tcase_add_loop_test(t, a_callback_is_asked_inside_the_domain, 0, 3);
    suite_add_tcase(s, t);
    return s;
}
