/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables in g(x): against closed forms, the host's fp32, and files. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "support/callback.h"
#include "support/methods.h"
#include "table/shaper.h"

CALLBACK(root, sqrt(x))
CALLBACK(reciprocal, 1 / x)
CALLBACK(logarithm, log(x))
CALLBACK(power, exp2(x) + 3)
CALLBACK(inverse_root, 2 / sqrt(x) - 1)
CALLBACK(wave, cos(3 * x))
CALLBACK(bump, exp(-pow((x + 5.46) / 0.05, 2)))
CALLBACK(peak, 1 / (0.01 + pow(x + 5.46, 2)))
CALLBACK(ramp, fmax(0, x) + 1e-3 * x)

static clpwl_table *design(clpwl_callback f, double a, double b, size_t n, clpwl_shaper shaper)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *c = callback(f, NULL, a, b, 0);
    clpwl_table *t;
    o.segments = n;
    o.shaper = shaper;
    OK(clpwl_design(&t, c, &o));
    clpwl_function_free(c);
    return t;
}

/* A function that is linear in g(x) is exact with one segment, to rounding in double. */
START_TEST(functions_of_g_are_exact)
{
    static const struct {
        clpwl_callback f;
        double a, b;
        clpwl_shaper shaper;
    } cases[] = {{root, 0, 1, CLPWL_SHAPER_SQRT},
                 {logarithm, 1e-6, 1, CLPWL_SHAPER_LOG2},
                 {power, -20, 7, CLPWL_SHAPER_EXP2},
                 {inverse_root, 1e-3, 50, CLPWL_SHAPER_RSQRT}};
    for (int i = 0; i < 4; i++) {
        clpwl_table *t = design(cases[i].f, cases[i].a, cases[i].b, 1, cases[i].shaper);
        double largest = fmax(fabs(clpwl_table_values(t)[0]), fabs(clpwl_table_values(t)[1]));
        ck_assert_double_le(clpwl_table_measured(t).linf, 16 * DBL_EPSILON * largest);
        for (int k = 0; k <= 1000; k++) {
            double x = cases[i].a + (cases[i].b - cases[i].a) * k / 1000;
            ck_assert_double_le(fabs(clpwl_table_value(t, x) - cases[i].f(x, NULL)),
                                32 * DBL_EPSILON * largest);
        }
        clpwl_table_free(t);
    }
}
END_TEST

/* In log2(x) a chord of x^-1 over a segment of h octaves: with q = 2^h the largest error is
 * at 1/x = the mean slope, and relative to 1/x_i it is (closed form below); it is largest
 * in the first segment. */
START_TEST(the_error_is_that_in_x)
{
    enum { N = 100 };
    clpwl_table *t = design(reciprocal, 1e-3, 1, N, CLPWL_SHAPER_LOG2);
    double h = log2(1e3) / N, slope = (1 - exp2(-h)) / (h * M_LN2);
    double u = -log(slope) / M_LN2; /* octaves from x_0 to where the error is largest */
    double right = 1e3 * (1 - u / h * (1 - exp2(-h)) - exp2(-u));
    ck_assert_double_le(fabs(clpwl_table_measured(t).linf - right), 1e-6 * right);
    /* L1 and L2 in x, by sums over a million strata (midpoints: off by 1e-6 or so). */
    long double l1 = 0, l2 = 0;
    for (int i = 0; i < 1000000; i++) {
        double x = 1e-3 + 0.999 * (i + 0.5) / 1000000, e = clpwl_table_value(t, x) - 1 / x;
        l1 += fabs(e) * 0.999e-6L;
        l2 += e * e * 0.999e-6L;
    }
    ck_assert_double_le(fabs((double)l1 - clpwl_table_measured(t).l1), 1e-3 * (double)l1);
    ck_assert_double_le(fabs(sqrt((double)l2) - clpwl_table_measured(t).l2),
                        1e-3 * sqrt((double)l2));
    clpwl_table_free(t);
}
END_TEST

/* All x below -5 are within 1e-5 of the range of exp2(x). The errors there are measured all the
 * same: the table is 0, so that the errors are the norms of the bump. */
START_TEST(what_g_presses_together_is_seen)
{
    clpwl_table *t = design(bump, -8, 8, 14, CLPWL_SHAPER_EXP2);
    clpwl_error e = clpwl_table_measured(t);
    double l1 = 0.05 * sqrt(M_PI), l2 = sqrt(0.05 * sqrt(M_PI / 2));
    ck_assert_double_le(fabs(e.linf - 1), 1e-4); /* sampled, and refined from there */
    ck_assert_double_le(fabs(e.l1 - l1), 1e-3 * l1);
    ck_assert_double_le(fabs(e.l2 - l2), 1e-3 * l2);
    clpwl_table_free(t);
}
END_TEST

/* So is the weighted error there: against the largest of a million values. */
START_TEST(a_weights_peak_is_seen_where_g_presses_x_together)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_function *f = callback(ramp, NULL, -8, 8, 0), *w = callback(peak, NULL, -8, 8, 0);
    clpwl_table *t;
    double largest = 0;
    weight.w = w;
    o.weight = &weight;
    o.segments = 14;
    o.shaper = CLPWL_SHAPER_EXP2;
    OK(clpwl_design(&t, f, &o));
    for (int i = 0; i <= 1000000; i++) {
        double x = -8 + 16e-6 * i, e = fabs(clpwl_table_value(t, x) - ramp(x, NULL));
        largest = fmax(largest, peak(x, NULL) * e);
    }
    double told = clpwl_table_weighting(t)->measured.linf;
    ck_assert_double_ge(told, largest * (1 - 1e-6));
    ck_assert_double_le(told, largest * 1.01);
    clpwl_table_free(t);
    clpwl_function_free(f);
    clpwl_function_free(w);
}
END_TEST

/* The projection minimises the L2 error in x: no change of the values makes it smaller. */
START_TEST(projections_are_least_in_x)
{
    clpwl_function *f = callback(reciprocal, NULL, 0.01, 1, 0);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *t, *plain;
    o.segments = 20;
    o.shaper = CLPWL_SHAPER_LOG2;
    o.norm = CLPWL_NORM_L2;
    OK(clpwl_design(&plain, f, &o));
    o.fit = CLPWL_FIT_PROJECTION;
    OK(clpwl_design(&t, f, &o));
    ck_assert_double_lt(clpwl_table_measured(t).l2, 0.6 * clpwl_table_measured(plain).l2);
    /* The residual is orthogonal to each hat function, integrated in x. */
    const double *knots = clpwl_table_knots(t);
    for (int i = 1; i < 20; i++) {
        long double moment = 0, size = 0;
        for (int k = 0; k < 20000; k++) {
            double x = knots[i - 1] + (knots[i + 1] - knots[i - 1]) * (k + 0.5) / 20000;
            double hat = 1 - fabs(log2(x / knots[i])) / log2(knots[i] / knots[i - 1]);
            moment += hat * (clpwl_table_value(t, x) - 1 / x);
            size += hat * fabs(clpwl_table_value(t, x) - 1 / x);
        }
        ck_assert_double_le(fabs((double)moment), 1e-4 * (double)size);
    }
    clpwl_table_free(t);
    clpwl_table_free(plain);
    clpwl_function_free(f);
}
END_TEST

typedef struct verified {
    const clpwl_function *f;
    int seen[64]; /* by method */
} verified;

static void check_verified(clpwl_evaluator *e, const clpwl_table *const *t, size_t method,
                           void *user)
{
    verified *of = user;
    clpwl_verify_options o = CLPWL_VERIFY_INIT;
    clpwl_verification v;
    o.arguments = 30000;
    OK(clpwl_verify(e, of->f, &o, &v));
    ck_assert_msg(v.holds, "%s in %s: %g at %g, bound %g", clpwl_method(method)->name,
                  clpwl_shaper_name(clpwl_table_shaper(*t)), v.seen.linf, v.x, v.bound.linf);
    ck_assert_double_le(v.seen.l2, v.bound.l2);
    of->seen[method] = 1;
}

static int has_sampler(clpwl_context *c)
{
    clpwl_sampler_info sampler;
    OK(clpwl_context_sampler(c, CLPWL_STORAGE_FLOAT32, &sampler));
    return sampler.linear;
}

static void verify_on(clpwl_context *c, const clpwl_function *f, const clpwl_table *t)
{
    verified of = {.f = f};
    ck_assert_uint_le(clpwl_method_count(), sizeof of.seen / sizeof *of.seen);
    with_each_method(c, &t, 1, NULL, reads_tables, 0, check_verified, &of);
    for (size_t m = 0; m < clpwl_method_count(); m++) {
        const char *name = clpwl_method(m)->name;
        /* Local memory is 32768 bytes on some devices: 4096 segments. */
        int fits = strcmp(name, "local") || clpwl_table_segments(t) <= 4096;
        /* CPUs have the instructions of host-avx or host-neon, or of neither. */
        int may = fits && strncmp(name, "host-avx", 8) && strcmp(name, "host-neon") &&
                  strcmp(name, "cell") && strcmp(name, "shuffle") && reads_tables(m, 0) && !is_repeated(m) &&
                  (strncmp(name, "image", 5) || has_sampler(c));
        ck_assert_msg(of.seen[m] || !may, "%s refuses %zu segments", name, clpwl_table_segments(t));
    }
}

/* By every method; also tables so fine that rounding in fp32 is most of the error. */
START_TEST(every_method_keeps_its_bound)
{
    static const struct {
        clpwl_callback f;
        double a, b;
    } cases[] = {{root, 0, 1}, {reciprocal, 1e-3, 1}, {logarithm, 1e-6, 1}, {wave, 0.5, 1.5},
                 {wave, 100, 101}};
    static const size_t sizes[] = {7, 200, 5000};
    clpwl_context *c;
    OK(clpwl_context_create(&c, NULL));
    for (int i = 0; i < 5; i++)
        for (int s = CLPWL_SHAPER_LOG2; s < CLPWL_SHAPER_AUTO; s++) {
            clpwl_function *f = callback(cases[i].f, NULL, cases[i].a, cases[i].b, 0);
            if (clpwl__shaper_check((clpwl_shaper)s, cases[i].a, cases[i].b) == CLPWL_OK) {
                clpwl_table *t = design(cases[i].f, cases[i].a, cases[i].b, sizes[(i + s) % 3],
                                        (clpwl_shaper)s);
                verify_on(c, f, t);
                clpwl_table_free(t);
            }
            clpwl_function_free(f);
        }
    clpwl_context_free(c);
}
END_TEST

START_TEST(tails_and_nan_are_those_of_other_tables)
{
    static const clpwl_extend extends[] = {CLPWL_EXTEND_CLAMP, CLPWL_EXTEND_ZERO, CLPWL_EXTEND_NAN,
                                           CLPWL_EXTEND_LINEAR};
    clpwl_context *c;
    clpwl_function *f = callback(logarithm, NULL, 1, 2, 0);
    OK(clpwl_context_create(&c, NULL));
    for (int i = 0; i < 4; i++)
        for (int m = 0; m < 3; m++) {
            static const char *const methods[] = {"buffer", "image-linear", "host-scalar"};
            const float x[] = {-1, 0, 0.5f, 3, INFINITY, -INFINITY, NAN, 1, 2};
            float y[9];
            clpwl_design_options d = CLPWL_DESIGN_INIT;
            clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
            clpwl_evaluator *e;
            clpwl_table *t;
            if (m == 1 && !has_sampler(c))
                continue;
            d.segments = 8;
            d.shaper = CLPWL_SHAPER_LOG2;
            d.extend = extends[i];
            OK(clpwl_design(&t, f, &d));
            o.method = methods[m];
            OK(clpwl_evaluator_create(&e, m == 2 ? NULL : c, t, &o));
            OK(clpwl_eval(e, x, y, 9));
            for (int k = 0; k < 9; k++) {
                double right = clpwl_table_value(t, (double)x[k]);
                ck_assert_msg((isnan(right) && isnan(y[k])) || y[k] == right || fabs(y[k] - right) <= 1e-6,
                              "%s, %s: v(%g) is %g, not %g", methods[m],
                              clpwl_extend_name(extends[i]), x[k], y[k], right);
            }
            clpwl_evaluator_free(e);
            clpwl_table_free(t);
        }
    clpwl_function_free(f);
    clpwl_context_free(c);
}
END_TEST

START_TEST(auto_takes_what_is_worth_it)
{
    static const struct {
        clpwl_callback f;
        double a, b, target;
        clpwl_shaper shaper;
    } cases[] = {{root, 0, 1, 1e-5, CLPWL_SHAPER_SQRT},
                 {logarithm, 1e-6, 1, 1e-4, CLPWL_SHAPER_LOG2},
                 {wave, 0, 5, 1e-4, CLPWL_SHAPER_NONE},
                 {power, -20, 7, 1e-3, CLPWL_SHAPER_EXP2}};
    for (int i = 0; i < 4; i++)
        for (int by_segments = 0; by_segments < 2; by_segments++) {
            clpwl_design_options o = CLPWL_DESIGN_INIT;
            clpwl_function *f = callback(cases[i].f, NULL, cases[i].a, cases[i].b, 0);
            clpwl_table *t;
            o.shaper = CLPWL_SHAPER_AUTO;
            o.segments = by_segments ? 64 : 0;
            o.max_error = by_segments ? 0 : cases[i].target;
            OK(clpwl_design(&t, f, &o));
            ck_assert_str_eq(clpwl_shaper_name(clpwl_table_shaper(t)),
                             clpwl_shaper_name(cases[i].shaper));
            if (!by_segments)
                ck_assert_double_le(clpwl_table_executed_error(t, NULL).linf, cases[i].target);
            clpwl_table_free(t);
            clpwl_function_free(f);
        }
}
END_TEST

START_TEST(derivative_and_integral_are_those_of_v)
{
    static const clpwl_callback fs[] = {logarithm, root, reciprocal, power};
    for (int s = CLPWL_SHAPER_LOG2; s < CLPWL_SHAPER_AUTO; s++)
        for (int i = 0; i < 4; i++) {
            clpwl_table *t = design(fs[i], 0.5, 3, 9, (clpwl_shaper)s);
            long double sum = 0;
            enum { STEPS = 100000 };
            for (int k = 0; k < STEPS; k++)
                sum += clpwl_table_value(t, 0.25 + 3.5 * (k + 0.5) / STEPS) * 3.5L / STEPS;
            /* Midpoints of lines with 10 kinks: (h^2) of each. */
            ck_assert_double_le(fabs(clpwl_table_integral(t, 0.25, 3.75) - (double)sum), 1e-8);
            for (int k = 0; k < 9; k++) {
                const double *x = clpwl_table_knots(t);
                double m = (x[k] + x[k + 1]) / 2, h = 1e-6;
                double right = (clpwl_table_value(t, m + h) - clpwl_table_value(t, m - h)) / (2 * h);
                ck_assert_double_le(fabs(clpwl_table_derivative(t, m) - right),
                                    1e-7 * (1 + fabs(right)));
            }
            clpwl_table *inverse;
            FAILS(CLPWL_ERR_ARGUMENT, "its inverse is not piecewise linear",
                  clpwl_table_inverse(&inverse, t, CLPWL_EXTEND_CLAMP));
            clpwl_table_free(t);
        }
}
END_TEST

/* The executed error, with the arithmetic of the device and of its filter, at many arguments. */
START_TEST(tables_above_stay_above)
{
    enum { M = 100000 };
    static float x[M], y[M];
    clpwl_function *f = callback(reciprocal, NULL, 0.01, 1, 0);
    clpwl_context *c;
    OK(clpwl_context_create(&c, NULL));
    for (int fit = CLPWL_FIT_ABOVE; fit <= CLPWL_FIT_BELOW; fit++)
        for (int s = CLPWL_SHAPER_LOG2; s <= CLPWL_SHAPER_RSQRT; s++) {
            clpwl_design_options o = CLPWL_DESIGN_INIT;
            clpwl_evaluator_options eo = CLPWL_EVALUATOR_INIT;
            clpwl_execution how;
            clpwl_evaluator *e;
            clpwl_table *t;
            o.segments = 300;
            o.fit = (clpwl_fit)fit;
            o.shaper = (clpwl_shaper)s;
            int sampled = s % 2 == 0 && has_sampler(c);
            eo.method = sampled ? "image-linear" : "buffer";
            if (sampled) {
                OK(clpwl_context_execution(c, CLPWL_STORAGE_FLOAT32, &how));
                o.execution = &how;
            }
            OK(clpwl_design(&t, f, &o));
            OK(clpwl_evaluator_create(&e, c, t, &eo));
            for (int i = 0; i < M; i++)
                x[i] = 0.01f + 0.98999f * (float)i / M;
            OK(clpwl_eval(e, x, y, M));
            for (int i = 0; i < M; i++) {
                double above = (double)y[i] - 1 / (double)x[i];
                if (!(fit == CLPWL_FIT_ABOVE ? above >= 0 : above <= 0))
                    ck_abort_msg("%s, %s: %g above at %g", clpwl_fit_name((clpwl_fit)fit),
                                 clpwl_shaper_name((clpwl_shaper)s), above, x[i]);
            }
            clpwl_evaluator_free(e);
            clpwl_table_free(t);
        }
    clpwl_context_free(c);
    clpwl_function_free(f);
}
END_TEST

START_TEST(files_keep_the_shaper)
{
    char path[] = "/tmp/clpwl-shaper-XXXXXX", *text;
    int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    close(fd);
    for (int s = CLPWL_SHAPER_LOG2; s < CLPWL_SHAPER_AUTO; s++) {
        clpwl_table *t = design(logarithm, 0.1, 3, 33, (clpwl_shaper)s), *again;
        OK(clpwl_table_save(t, path));
        OK(clpwl_table_load(&again, path));
        ck_assert_int_eq(clpwl_table_shaper(again), s);
        ck_assert_mem_eq(clpwl_table_knots(t), clpwl_table_knots(again), 34 * sizeof(double));
        FAILS(CLPWL_ERR_UNSUPPORTED, "GLSL does not say",
              clpwl_table_export(t, CLPWL_LANGUAGE_GLSL, "f", &text));
        OK(clpwl_table_export(t, CLPWL_LANGUAGE_OPENCL, "f", &text));
        ck_assert_ptr_nonnull(strstr(text, clpwl_shaper_name((clpwl_shaper)s)));
        clpwl_free(text);
        clpwl_table_free(t);
        clpwl_table_free(again);
    }
    remove(path);
}
END_TEST

START_TEST(what_does_not_go_together_is_said)
{
    clpwl_table *t;
    clpwl_function *f = callback(wave, NULL, -1, 1, 0), *g = callback(wave, NULL, 1, 2, 0);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_shaper shaper;
    o.shaper = CLPWL_SHAPER_LOG2;
    FAILS(CLPWL_ERR_ARGUMENT,
          "log2 takes domains within [1.1754944e-38, 3.4028235e+38], not [-1, 1]",
          clpwl_design(&t, f, &o));
    o.shaper = CLPWL_SHAPER_SQRT;
    FAILS(CLPWL_ERR_ARGUMENT, "sqrt", clpwl_design(&t, f, &o));
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    FAILS(CLPWL_ERR_ARGUMENT, "a uniform partition", clpwl_design(&t, g, &o));
    o.partition = CLPWL_PARTITION_UNIFORM;
    o.extend = CLPWL_EXTEND_REPEAT;
    FAILS(CLPWL_ERR_ARGUMENT, "extended by repeat", clpwl_design(&t, g, &o));
    o.extend = CLPWL_EXTEND_CLAMP;
    o.shaper = (clpwl_shaper)(CLPWL_SHAPER_AUTO + 1);
    FAILS(CLPWL_ERR_ARGUMENT, "is not a clpwl_shaper", clpwl_design(&t, g, &o));
    FAILS(CLPWL_ERR_UNKNOWN_NAME, " or auto", clpwl_shaper_parse(&shaper, "curt"));
    double knots[] = {1, 2, 3}, values[] = {0, 0, 0};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    spec.shaper = CLPWL_SHAPER_AUTO;
    spec.knots = knots;
    spec.values = values;
    spec.segments = 2;
    FAILS(CLPWL_ERR_ARGUMENT, "auto is not a shaper of a table", clpwl_table_create(&t, &spec));
    spec.shaper = CLPWL_SHAPER_LOG2;
    FAILS(CLPWL_ERR_ARGUMENT, "uniform in log2(x), but knot 2 of 3 is 2, not 1.73205080756887",
          clpwl_table_create(&t, &spec));
    clpwl_function_free(f);
    clpwl_function_free(g);
}
END_TEST

/* With numbers for which g(x) is exact. */
START_TEST(g_is_what_its_name_says)
{
    ck_assert(clpwl_shaper_value(CLPWL_SHAPER_NONE, -3.5) == -3.5);
    ck_assert(clpwl_shaper_value(CLPWL_SHAPER_LOG2, 0.125) == -3);
    ck_assert(clpwl_shaper_value(CLPWL_SHAPER_SQRT, 2.25) == 1.5);
    ck_assert(clpwl_shaper_value(CLPWL_SHAPER_RSQRT, 0.0625) == 4);
    ck_assert(clpwl_shaper_value(CLPWL_SHAPER_EXP2, -2) == 0.25);
    ck_assert(isnan(clpwl_shaper_value(CLPWL_SHAPER_LOG2, -1)));
    ck_assert(isnan(clpwl_shaper_value(CLPWL_SHAPER_SQRT, -1)));
    ck_assert(isnan(clpwl_shaper_value(CLPWL_SHAPER_RSQRT, -1)));
    ck_assert(isnan(clpwl_shaper_value(CLPWL_SHAPER_AUTO, 1)));
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("shaper");
    TCase *t = tcase_create("shaper");
    tcase_set_timeout(t, 300);
    tcase_add_test(t, g_is_what_its_name_says);
    tcase_add_test(t, functions_of_g_are_exact);
    tcase_add_test(t, the_error_is_that_in_x);
    tcase_add_test(t, what_g_presses_together_is_seen);
    tcase_add_test(t, a_weights_peak_is_seen_where_g_presses_x_together);
    tcase_add_test(t, projections_are_least_in_x);
    tcase_add_test(t, every_method_keeps_its_bound);
    tcase_add_test(t, tails_and_nan_are_those_of_other_tables);
    tcase_add_test(t, auto_takes_what_is_worth_it);
    tcase_add_test(t, derivative_and_integral_are_those_of_v);
    tcase_add_test(t, tables_above_stay_above);
    tcase_add_test(t, files_keep_the_shaper);
    tcase_add_test(t, what_does_not_go_together_is_said);
    suite_add_tcase(s, t);
    return s;
}
