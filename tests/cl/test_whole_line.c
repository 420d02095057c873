/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Infinite domains: values far outside, by every host method and `buffer`, against f by libm and GSL. */
#include <gsl/gsl_sf_bessel.h>
#include <gsl/gsl_sf_zeta.h>
#include "cl/cl_suite.h"
#include "support/wish.h"

enum { ARGUMENTS = 100000 };

static double gelu(double x) { return 0.5 * x * erfc(-x / sqrt(2)); }
static double root(double x) { return hypot(1, x); }
static double softplus(double x) { return x > 30 ? x : log1p(exp(x)); }
static double lorentzian(double x) { return 1 / (1 + x * x); }
static double shifted(double x) { return 2 - x + exp(-x * x); }
static double bessel_k1(double x) { return x > 600 ? 0 : gsl_sf_bessel_K1(x); }
static double zeta(double x) { return x > 900 ? 1 : gsl_sf_zeta(x); }

typedef struct row {
    const char *f, *words;
    double (*value)(double);
    double a, b, left, right; /* slopes; NaN: of the finite end, or both constant */
} row;

static const row rows[] = {
    {"gelu", "E=1e-3", gelu, -HUGE_VAL, HUGE_VAL, 0, 1},
    {"gelu", "E=1e-4 optimized refined minimax", gelu, -HUGE_VAL, HUGE_VAL, 0, 1},
    {"gelu", "E=1e-3 uniform minimax ramp", gelu, -HUGE_VAL, HUGE_VAL, 0, 1},
    {"tanh", "E=1e-4 uniform minimax odd", tanh, -HUGE_VAL, HUGE_VAL, NAN, NAN},
    {"tanh", "E=1e-3 optimized interpolant", tanh, -HUGE_VAL, HUGE_VAL, NAN, NAN},
    {"tanh", "E=1e-2 optimized refined minimax half", tanh, -HUGE_VAL, HUGE_VAL, NAN, NAN},
    {"erfc", "E=1e-4", erfc, -HUGE_VAL, HUGE_VAL, NAN, NAN},
    {"atan(x)", "E=1e-4 optimized refined minimax", atan, -HUGE_VAL, HUGE_VAL, NAN, NAN},
    {"sqrt(1+x^2)", "E=1e-3 optimized refined minimax", root, -HUGE_VAL, HUGE_VAL, -1, 1},
    {"ln(1+exp(x))", "E=1e-4", softplus, -HUGE_VAL, HUGE_VAL, 0, 1},
    {"1/(1+x^2)", "E=1e-3 floor=0.5", lorentzian, -HUGE_VAL, HUGE_VAL, NAN, NAN},
    {"2-x+exp(-x^2)", "E=1e-3", shifted, 0, HUGE_VAL, NAN, -1},
    {"bessel_k1(x)", "E=1e-3", bessel_k1, 0.1, HUGE_VAL, NAN, NAN},
    {"zeta(x)", "E=1e-3", zeta, 1.1, HUGE_VAL, NAN, NAN},
    {"tanh", "E=1e-3", tanh, 10, HUGE_VAL, NAN, NAN}, /* near enough at once */
};

/* Over the magnitudes of fp32 on each side, within the error; two roundings of linear tails and of f are added. */
static void check_far(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    const row *r = user;
    const clpwl_target *target = clpwl_table_target(*t);
    float *x = malloc(2 * ARGUMENTS * sizeof *x), *y = x + ARGUMENTS;
    for (size_t i = 0; i < ARGUMENTS; i++) {
        const double size = exp2(60 * ((double)i + 0.5) / ARGUMENTS - 20);
        x[i] = (float)fmin(fmax(i % 2 ? size : -size, r->a), r->b);
        x[i] = (float)(isinf(r->a) ? (double)x[i] : fabs((double)x[i]) + nextafter(r->a, 2 * r->a + 1) + 1e-6);
    }
    OK(clpwl_eval(e, x, y, ARGUMENTS));
    for (size_t i = 0; i < ARGUMENTS; i++) {
        const double f = r->value((double)x[i]);
        const double most = target->max_error * (strstr(r->words, "floor") ? fmax(fabs(f), 0.5) : 1);
        EXPECT(fabs((double)y[i] - f) <= most + (isnan(r->right) ? 0x1p-25 : 0x1p-22) * fabs(f),
               "%s, %s, %s: v(%.9g) = %.9g, f %.9g", r->f, r->words, clpwl_method(method)->name, (double)x[i],
               (double)y[i], f);
    }
    free(x);
}

static int is_read(size_t method, size_t turn)
{
    (void)turn;
    return clpwl_method(method)->host || strcmp(clpwl_method(method)->name, "buffer") == 0;
}

static void check_row(const row *r)
{
    clpwl_prove_options p = CLPWL_PROVE_INIT;
    clpwl_proof proof;
    clpwl_table *t;
    wish w;
    double a, b;
    begin_wish(&w, r->f, r->words);
    w.o.a = r->a;
    w.o.b = r->b;
    w.o.aim = w.o.fit ? CLPWL_AIM_NONE : CLPWL_AIM_BALANCED;
    EXPECT(clpwl_design(&t, w.f, &w.o) == CLPWL_OK, "%s, %s: %s", r->f, r->words, clpwl_last_message());
    clpwl_table_domain(t, &a, &b);
    ck_assert(isfinite(a) && isfinite(b) && (isinf(r->a) || a == r->a));
    ck_assert(!isinf(r->a) || w.o.symmetry == CLPWL_SYMMETRY_NONE || a == -b);
    ck_assert_int_eq(clpwl_table_extend(t), isnan(r->right) ? CLPWL_EXTEND_CLAMP : CLPWL_EXTEND_LINEAR);
    ck_assert(isnan(r->right) || clpwl_table_tails(t).right == r->right);
    ck_assert(isnan(r->left) || clpwl_table_tails(t).left == r->left);
    ck_assert(clpwl_table_target(t)->reached <= w.o.max_error);
    p.weight = w.o.weight;
    p.linf_only = 1;
    p.a = r->a;
    p.b = r->b;
    OK(clpwl_prove(&proof, w.f, t, &p));
    EXPECT(proof.bound.linf <= w.o.max_error, "%s, %s: %g", r->f, r->words, proof.bound.linf);
    ck_assert_uint_gt(with_each_method(context, (const clpwl_table *const *)&t, 1, NULL, is_read, 0, check_far,
                                       (void *)(uintptr_t)r), 1);
    clpwl_table_free(t);
    end_wish(&w);
}

DEVICE_FIXTURE(open_context, close_context)

TEST(tails_are_the_asymptotes)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows && clpwl_can_prove(); i++)
        check_row(&rows[i]);
}

/* An end with fewer digits would be a knot of few equal partitions, where it is an exact value. */
TEST(an_infinite_end_takes_no_more_segments)
{
    clpwl_table *whole, *finite;
    wish w;
    if (!clpwl_can_prove())
        return;
    begin_wish(&w, "ln(1+exp(x))", "E=3e-4 uniform minimax");
    w.o.aim = CLPWL_AIM_NONE;
    w.o.a = 1;
    w.o.b = HUGE_VAL;
    OK(clpwl_design(&whole, w.f, &w.o));
    clpwl_table_domain(whole, &w.o.a, &w.o.b);
    OK(clpwl_design(&finite, w.f, &w.o));
    ck_assert_uint_le(clpwl_table_segments(whole), clpwl_table_segments(finite) + 1);
    clpwl_table_free(whole);
    clpwl_table_free(finite);
    end_wish(&w);
}

TEST(infinite_domains_are_refused)
{
    static const struct {
        const char *f, *words;
        clpwl_status status;
        const char *text;
    } bad[] = {{"tanh", "N=64", CLPWL_ERR_ARGUMENT, "takes a max error in linf"},
               {"tanh", "E=1e-3 l2 projection", CLPWL_ERR_ARGUMENT, "takes a max error in linf"},
               {"tanh", "E=1e-3 repeat", CLPWL_ERR_ARGUMENT, "not by repeat"},
               {"tanh", "E=1e-3 w=exp(-x^2)", CLPWL_ERR_ARGUMENT, "a weight that is a function"},
               {"tanh", "E=1e-3 above", CLPWL_ERR_ARGUMENT, "takes no exact values"},
               {"x^2", "E=1e-3", CLPWL_ERR_UNSUPPORTED, "no linear asymptote of x^2 is known at -infinity"},
               {"tanh", "E=1e-3 callback", CLPWL_ERR_UNSUPPORTED, "a callback"},
               {"sqrt(1+x^2)", "E=1e-5", CLPWL_ERR_TARGET, "is nowhere so near in fp32"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad && clpwl_can_prove(); i++) {
        clpwl_table *t;
        wish w;
        begin_wish(&w, bad[i].f, bad[i].words);
        w.o.a = -HUGE_VAL;
        w.o.b = HUGE_VAL;
        FAILS(bad[i].status, bad[i].text, clpwl_design(&t, w.f, &w.o));
        ck_assert_ptr_null(t);
        end_wish(&w);
    }
}
