/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Callbacks: for one number and for many the same tables; how often, and where, they are asked. */
#include <string.h>
#include "support/wish.h"

static size_t calls, values, outside;
static double (*asked)(double x);

static double one(double x, void *user)
{
    (void)user;
    values++;
    outside += !(x >= 0 && x <= 5);
    return asked(x);
}

static void many(const double *x, double *y, size_t n, void *user)
{
    calls++;
    for (size_t i = 0; i < n; i++)
        y[i] = one(x[i], user);
}

/* 0: f alone, 1: many alone, 2: both. The other options of a row. */
static void begin(wish *w, double (*f)(double x), const char *words, int kind)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    begin_wish(w, "x", words);
    w->inner = w->f;
    spec.f = kind == 1 ? NULL : one;
    spec.many = kind ? many : NULL;
    spec.b = w->o.b > 0 ? w->o.b : 5;
    OK(clpwl_function_create(&w->f, &spec));
    asked = f;
    calls = values = outside = 0;
}

static double mixed(double x)
{
    return exp(-x) * sin(3 * x) + fabs(x - 0.7);
}

/* To the bit. Values come in blocks. */
TESTS(tables_are_the_same, 5)
{
    static const char *const ways[] = {"0:4 E=1e-4", "0:4 E=1e-4 optimized", "0:4 E=1e-4 minimax floor=0.5",
                                       "0:4 E=1e-4 optimized refined minimax", "0.1:4 E=1e-4 log2"};
    char *text[3];
    for (int kind = 0; kind < 3; kind++) {
        wish w;
        clpwl_table *t;
        begin(&w, mixed, ways[_i], kind);
        OK(clpwl_design(&t, w.f, &w.o));
        OK(clpwl_table_save_text(t, &text[kind], NULL));
        EXPECT(kind ? values >= 5 * calls && calls > 0 : calls == 0, "%zu calls for %zu values", calls,
               values);
        clpwl_table_free(t);
        end_wish(&w);
    }
    ck_assert_str_eq(text[0], text[1]);
    ck_assert_str_eq(text[0], text[2]);
    for (int i = 0; i < 3; i++)
        clpwl_free(text[i]);
}

TEST(one_number_and_what_is_not_finite)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f;
    wish w;
    double y;
    FAILS(CLPWL_ERR_ARGUMENT, "many", clpwl_function_create(&f, &spec));
    begin(&w, sqrt, "", 1);
    OK(clpwl_function_value(w.f, 4, &y));
    ck_assert(y == 2 && calls == 1);
    FAILS(CLPWL_ERR_NOT_FINITE, "x = -1", clpwl_function_value(w.f, -1, &y));
    end_wish(&w);
}

static double bell(double x)
{
    return exp(-x * x / 2);
}

static double bell_of_floats(double x)
{
    return (float)bell(x);
}

static double sine_of_floats(double x)
{
    return (double)sinf((float)x);
}

static double pseudo_random(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    u = (u ^ u >> 31) * 0x9e3779b97f4a7c15;
    u = (u ^ u >> 29) * 0xbf58476d1ce4e5b9;
    return (double)(u >> 11) * 0x1p-52 - 1;
}

static double noisy(double x)
{
    return sin(x) + 1e-4 * pseudo_random(x);
}

static double rounded(double x)
{
    return rint(1e3 * sin(x)) / 1e3;
}

static double fast(double x)
{
    return sin(1e4 * x);
}

/* What a design asks of f: at most so many values, in so many calls; and segments, as few as of a function
 * that is not rounded, or 0 for a refusal. Rounding to floats, of values or arguments, is no curvature,
 * nor is noise. */
TESTS(few_values_are_enough, 17)
{
    static const struct {
        double (*f)(double x);
        const char *words;
        size_t values, calls, segments;
    } rows[] = {{bell, "0:3 E=1e-2", 330, 20, 11},
                {bell_of_floats, "0:3 E=1e-2", 330, 20, 11},
                {bell, "0:3 E=1e-2 l1 optimized refined", 330, 20, 9},
                {bell, "0:3 E=1e-4 optimized refined minimax", 330, 20, 46},
                {bell, "0:3 N=4096 above", 500, 40, 4096},
                {j0, "0:5 E=3e-5", 400, 20, 233},
                {bell_of_floats, "0:3 E=1e-5 optimized", 500, 40, 206},
                {sine_of_floats, "0:3 E=1e-5 optimized", 500, 40, 290},
                {noisy, "0:5 E=1e-3 optimized", 400, 40, 60},
                {noisy, "0:5 E=3e-4 minimax", 1500, 300, 107},
                {noisy, "0:5 E=1e-5", 1100, 300, 0},
                {noisy, "0:5 E=1e-5 optimized floor=0.1 l1", 1100, 300, 0},
                {rounded, "0:5 E=4e-4", 500000, 500000, 0},
                {rounded, "0:5 E=4e-4 optimized", 500000, 500000, 0},
                {log, "1e-30:1 E=1e-3 optimized refined", 6000, 300, 776},
                {j0, "0:5 E=1e-9", 500, 40, 0},
                {fast, "0:1 E=1e-3 M=20000 optimized refined", 70000, 1000, 0}};
    wish w;
    clpwl_table *t = NULL;
    begin(&w, rows[_i].f, rows[_i].words, 1);
    clpwl_status status = clpwl_design(&t, w.f, &w.o);
    ck_assert_int_eq(status, rows[_i].segments ? CLPWL_OK : CLPWL_ERR_TARGET);
    EXPECT(values <= rows[_i].values && calls <= rows[_i].calls, "row %d: %zu values, %zu calls", _i, values,
           calls);
    EXPECT(!t || clpwl_table_segments(t) <= rows[_i].segments, "row %d: %zu segments", _i,
           clpwl_table_segments(t));
    clpwl_table_free(t);
    end_wish(&w);
}

static double wave(double x)
{
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

/* Progress is reported from the first value of f on, and ends a design between two blocks of values. */
TEST(a_design_can_be_ended)
{
    wish w;
    clpwl_table *t = NULL;
    begin(&w, wave, "0:3 E=1e-4", 1);
    w.o.progress = stop_before_f;
    calls = 0;
    FAILS(CLPWL_ERR_CANCELLED, "", clpwl_design(&t, w.f, &w.o));
    ck_assert_uint_eq(calls, 0);
    w.o.progress = stop_soon;
    FAILS(CLPWL_ERR_CANCELLED, "", clpwl_design(&t, w.f, &w.o));
    EXPECT(calls > 0 && calls <= 20, "%zu calls", calls);
    end_wish(&w);
}

/* A table file has the name of f alone. */
TESTS(callbacks_with_names_of_other_functions_are_told_apart, 5)
{
    static const char *const rows[][2] = {{"sin", "sin (callback)"},
                                          {"x^2", "x^2 (callback)"},
                                          {"J0", "J0 (callback)"},
                                          {"mine", "mine"},
                                          {NULL, "f"}};
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_weight w = CLPWL_WEIGHT_INIT;
    clpwl_function *f;
    clpwl_table *t;
    asked = bell;
    spec.f = one;
    spec.name = rows[_i][0];
    spec.b = 1;
    OK(clpwl_function_create(&f, &spec));
    w.w = f;
    o.aim = CLPWL_AIM_NONE;
    o.segments = 8;
    o.weight = &w;
    OK(clpwl_design(&t, f, &o));
    ck_assert_str_eq(clpwl_table_function(t), rows[_i][1]);
    ck_assert_str_eq(clpwl_table_weighting(t)->weight, rows[_i][1]);
    clpwl_table_free(t);
    clpwl_function_free(f);
}

static double ramp(double x)
{
    return x < 2 ? x : 1;
}

static double arc(double x)
{
    return acos(x / 5);
}

/* As of a spline of GSL, which ends the program outside its interval; singular beside its ends. By each
 * option that searches: kinks, poles, f'' and features look beside the ends of a domain. */
TESTS(a_callback_is_asked_inside_the_domain, 3)
{
    static double (*const functions[])(double) = {sqrt, ramp, arc};
    static const char *const ways[] = {"N=12",
                                       "N=12 optimized",
                                       "N=12 optimized refined minimax",
                                       "N=12 optimized refined projection l2",
                                       "N=12 optimized refined least-absolute l1",
                                       "N=12 optimized refined floor=0.1",
                                       "N=12 above",
                                       "N=12 minimax auto",
                                       "E=0.05 optimized refined"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        wish w;
        clpwl_table *t = NULL;
        begin(&w, functions[_i], ways[i], (int)(i % 2));
        w.weight.w = i == 5 ? w.f : NULL;
        clpwl_status status = clpwl_design(&t, w.f, &w.o);
        EXPECT(status == CLPWL_OK || status == CLPWL_ERR_TARGET, "%s: %s", ways[i], clpwl_last_message());
        EXPECT(outside == 0 && values > 0, "%s: %zu values outside the domain", ways[i], outside);
        clpwl_table_free(t);
        end_wish(&w);
    }
}
