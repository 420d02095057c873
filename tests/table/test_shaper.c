/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables in g(x): against closed forms, by every method, and in files. Designs have their own suites. */
#include <float.h>
#include "support/wish.h"
#include "table/shaper.h"

static clpwl_table *make(wish *w, const char *f, const char *words)
{
    clpwl_table *t;
    begin_wish(w, f, words);
    OK(clpwl_design(&t, w->f, &w->o));
    return t;
}

ONE_PROCESS

/* With numbers for which g(x) is exact. */
TEST(g_is_what_its_name_says)
{
    static const double exact[][2] = {[CLPWL_SHAPER_NONE] = {-3.5, -3.5}, [CLPWL_SHAPER_LOG2] = {0.125, -3},
                                      [CLPWL_SHAPER_SQRT] = {2.25, 1.5}, [CLPWL_SHAPER_RSQRT] = {0.0625, 4},
                                      [CLPWL_SHAPER_EXP2] = {-2, 0.25}};
    for (int g = 0; g < CLPWL_SHAPER_AUTO; g++) {
        ck_assert_double_eq(clpwl_shaper_value((clpwl_shaper)g, exact[g][0]), exact[g][1]);
        ck_assert(isnan(clpwl_shaper_value((clpwl_shaper)g, -1)) != (g == CLPWL_SHAPER_NONE ||
                                                                     g == CLPWL_SHAPER_EXP2));
    }
    ck_assert(isnan(clpwl_shaper_value(CLPWL_SHAPER_AUTO, 1)));
}

/* A function that is linear in g(x) is exact with one segment, to rounding in double. */
TESTS(functions_of_g_are_exact, 4)
{
    static const char *const rows[][2] = {{"sqrt(x)", "0:1 N=1 sqrt"},
                                          {"ln(x)", "1e-6:1 N=1 log2"},
                                          {"exp2(x)+3", "-20:7 N=1 exp2"},
                                          {"2/sqrt(x)-1", "1e-3:50 N=1 rsqrt"}};
    wish w;
    clpwl_table *t = make(&w, rows[_i][0], rows[_i][1]);
    double largest = fmax(fabs(clpwl_table_values(t)[0]), fabs(clpwl_table_values(t)[1]));
    /* A proxy is within 2^-44 of the largest value, and the sum of its last coefficients counts, too. */
    ck_assert_double_le(clpwl_table_measured(t).linf, 0x1p-40 * largest);
    for (int k = 0; k <= 1000; k++) {
        double x = w.o.a + (w.o.b - w.o.a) * k / 1000;
        ck_assert_double_le(fabs(clpwl_table_value(t, x) - value_of(w.f, x)), 32 * DBL_EPSILON * largest);
    }
    clpwl_table_free(t);
    end_wish(&w);
}

/* All x below -5 are within 1e-5 of the range of exp2(x). The errors there are measured all the same: the
 * table is 0, so that the errors are the norms of the bump. */
TEST(what_g_presses_together_is_seen)
{
    wish w;
    clpwl_table *t = make(&w, "exp(-((x+5.46)/0.05)^2)", "-8:8 N=14 exp2 callback");
    clpwl_error e = clpwl_table_measured(t);
    ck_assert_double_eq_tol(e.linf, 1, 1e-4); /* sampled, and refined from there */
    ck_assert_double_eq_tol(e.l1 / (0.05 * sqrt(M_PI)), 1, 1e-3);
    ck_assert_double_eq_tol(e.l2 / sqrt(0.05 * sqrt(M_PI / 2)), 1, 1e-3);
    clpwl_table_free(t);
    end_wish(&w);
}

/* The projection minimises the L2 error in x: the residual is orthogonal to each hat function, integrated
 * in x. */
TEST(projections_are_least_in_x)
{
    wish w;
    clpwl_table *t = make(&w, "1/x", "0.01:1 N=20 log2 l2 projection");
    const double *knots = clpwl_table_knots(t);
    for (int i = 1; i < 20; i++) {
        double moment = 0, size = 0;
        for (int k = 0; k < 4000; k++) {
            double x = knots[i - 1] + (knots[i + 1] - knots[i - 1]) * (k + 0.5) / 4000;
            double off = clpwl_table_value(t, x) - 1 / x,
                   hat = 1 - fabs(log2(x / knots[i])) / log2(knots[i] / knots[i - 1]);
            moment += hat * off;
            size += hat * fabs(off);
        }
        ck_assert_double_le(fabs(moment), 1e-4 * size);
    }
    clpwl_table_free(t);
    end_wish(&w);
}

typedef struct verified {
    const clpwl_function *f;
    int seen[64]; /* by method */
} verified;

static void check_verified(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    verified *of = user;
    clpwl_verify_options o = CLPWL_VERIFY_INIT;
    clpwl_verification v;
    o.arguments = 30000;
    OK(clpwl_verify(e, of->f, &o, &v));
    /* The designs below are for other weights than those of filters. */
    EXPECT(v.holds && v.seen.l2 <= v.allowed.l2 &&
               (!(v.beyond > 0) || strcmp(clpwl_method(method)->name, "image-linear") == 0),
                   "%s in %s: %g at %g, bound %g", clpwl_method(method)->name,
           clpwl_shaper_name(clpwl_table_shaper(*t)), v.seen.linf, v.x, v.bound.linf);
    of->seen[method] = 1;
}

static int has_sampler(clpwl_context *c)
{
    clpwl_sampler_info sampler;
    OK(clpwl_context_sampler(c, CLPWL_STORAGE_FLOAT32, &sampler));
    return sampler.linear;
}

/* By every method; also tables so fine that rounding in fp32 is most of the error. */
TEST(every_method_keeps_its_bound)
{
    static const char *const cases[][2] = {{"sqrt(x)", "0:1"},
                                           {"1/x", "1e-3:1 above"},
                                           {"ln(x)", "1e-6:1 below"},
                                           {"cos(3*x)", "0.5:1.5"},
                                           {"cos(3*x)", "100:101"}};
    static const char *const sizes[] = {"N=7", "N=200", "N=5000"};
    clpwl_context *c;
    OK(clpwl_context_create(&c, NULL));
    for (int i = 0; i < 5; i++)
        for (int s = CLPWL_SHAPER_LOG2; s < CLPWL_SHAPER_AUTO; s++) {
            wish w;
            clpwl_table *t;
            begin_wish(&w, cases[i][0], cases[i][1]);
            add_words(&w, sizes[(i + s) % 3]);
            w.o.shaper = (clpwl_shaper)s;
            if (clpwl__shaper_check(w.o.shaper, w.o.a, w.o.b) == CLPWL_OK) {
                verified of = {.f = w.f};
                OK(clpwl_design(&t, w.f, &w.o));
                with_each_method(c, (const clpwl_table *const *)&t, 1, NULL, reads_tables, 0, check_verified,
                                 &of);
                /* A CPU may lack the instructions of others, and a device the local memory for 5000
                 * segments. */
                for (size_t m = 0; m < clpwl_method_count(); m++) {
                    const char *name = clpwl_method(m)->name;
                    ck_assert_msg(of.seen[m] || (strcmp(name, "buffer") && strcmp(name, "host-scalar")) ||
                                      is_repeated(m),
                                  "%s refuses %s", name, cases[i][0]);
                }
                clpwl_table_free(t);
            }
            end_wish(&w);
        }
    clpwl_context_free(c);
}

TESTS(tails_and_nan_are_those_of_other_tables, 4)
{
    static const char *const ways[] = {"1:2 N=8 log2", "1:2 N=8 log2 zero", "1:2 N=8 log2 nan",
                                       "1:2 N=8 log2 linear"};
    static const char *const methods[] = {"host-scalar", "buffer", "image-linear"};
    static const float x[] = {-1, 0, 0.5f, 3, INFINITY, -INFINITY, NAN, 1, 2};
    wish w;
    clpwl_table *t = make(&w, "ln(x)", ways[_i]);
    clpwl_context *c;
    OK(clpwl_context_create(&c, NULL));
    for (int m = 0; m < (has_sampler(c) ? 3 : 2); m++) {
        clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
        clpwl_evaluator *e;
        float y[9];
        o.method = methods[m];
        OK(clpwl_evaluator_create(&e, m ? c : NULL, t, &o));
        OK(clpwl_eval(e, x, y, 9));
        for (int k = 0; k < 9; k++) {
            double right = clpwl_table_value(t, (double)x[k]);
            EXPECT((isnan(right) && isnan(y[k])) || y[k] == right || fabs(y[k] - right) <= 1e-6,
                   "%s, %s: v(%g) is %g, not %g", methods[m], ways[_i], x[k], y[k], right);
        }
        clpwl_evaluator_free(e);
    }
    clpwl_context_free(c);
    clpwl_table_free(t);
    end_wish(&w);
}

/* Derivatives by differences of v, integrals by midpoints of lines with 10 kinks: (h^2) of each. */
TESTS(derivative_and_integral_are_those_of_v, 4)
{
    enum { STEPS = 100000 };
    static const char *const ways[] = {"0.5:3 N=9 log2", "0.5:3 N=9 sqrt", "0.5:3 N=9 rsqrt",
                                       "0.5:3 N=9 exp2"};
    wish w;
    clpwl_table *t = make(&w, "1/x", ways[_i]), *inverse;
    const double *x = clpwl_table_knots(t);
    long double sum = 0;
    for (int k = 0; k < STEPS; k++)
        sum += clpwl_table_value(t, 0.25 + 3.5 * (k + 0.5) / STEPS) * 3.5L / STEPS;
    ck_assert_double_eq_tol(clpwl_table_integral(t, 0.25, 3.75), (double)sum, 1e-8);
    for (int k = 0; k < 9; k++) {
        double m = (x[k] + x[k + 1]) / 2, h = 1e-6;
        double right = (clpwl_table_value(t, m + h) - clpwl_table_value(t, m - h)) / (2 * h);
        ck_assert_double_eq_tol(clpwl_table_derivative(t, m), right, 1e-7 * (1 + fabs(right)));
    }
    FAILS(CLPWL_ERR_ARGUMENT, "inverse", clpwl_table_inverse(&inverse, t, CLPWL_EXTEND_CLAMP));
    clpwl_table_free(t);
    end_wish(&w);
}

TEST(what_does_not_go_together_is_said)
{
    static const struct {
        const char *words, *named;
    } rows[] = {{"-1:1 log2", "[1.1754944e-38, 3.4028235e+38], not [-1, 1]"},
                {"-1:1 sqrt", "sqrt"},
                {"-200:1 exp2", "exp2"}};
    static const double knots[] = {1, 2, 3}, values[] = {0, 0, 0};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *t;
    for (int i = 0; i < 3; i++) {
        wish w;
        begin_wish(&w, "cos(x)", rows[i].words);
        FAILS(CLPWL_ERR_ARGUMENT, rows[i].named, clpwl_design(&t, w.f, &w.o));
        end_wish(&w);
    }
    spec.shaper = CLPWL_SHAPER_AUTO;
    spec.knots = knots;
    spec.values = values;
    spec.segments = 2;
    FAILS(CLPWL_ERR_ARGUMENT, "auto", clpwl_table_create(&t, &spec));
    spec.shaper = CLPWL_SHAPER_LOG2;
    FAILS(CLPWL_ERR_ARGUMENT, "knot 2 of 3 is 2, not 1.73205080756887", clpwl_table_create(&t, &spec));
}
