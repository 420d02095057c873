/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gsl/gsl_integration.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "error/quadrature.h"
#include "support/suite.h"

/* Both integrands of a test: two functions of x, and how often they were called. */
typedef struct pair {
    double (*f[2])(double x);
    int calls;
} pair;

static clpwl_status both(const double *x, size_t n, void *user, double (*out)[2])
{
    pair *p = user;
    p->calls += (int)n;
    for (size_t i = 0; i < n; i++)
        for (int j = 0; j < 2; j++)
            out[i][j] = p->f[j](x[i]);
    return CLPWL_OK;
}

static double power;
static double monomial(double x)
{
    return pow(x, power);
}

static double nothing(double x)
{
    (void)x;
    return 0;
}

static double root(double x)
{
    return sqrt(x);
}

static double inverse_root(double x)
{
    return 1 / sqrt(x);
}

static double wave(double x)
{
    return cos(300 * x);
}

static double jump(double x)
{
    return x < 1.0 / 3;
}

static double noise(double x)
{
    return 1 + 1e-3 * sin(1e15 * x);
}

static uint64_t state = 1;
static double draw(void) /* in (-1,1) */
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)state / 9223372036854775808.0;
}

static double polynomial(const double c[7], double u)
{
    double y = 0;
    for (int k = 6; k >= 0; k--)
        y = y * u + c[k];
    return y;
}

/* Random polynomials, with terms above the fourth from 1 to 1e-12, and constants from 1 to 1e-3, so that
 * zeros lie close together. The midpoint rule is off by 3e-8 at most. */
START_TEST(samples_tell_their_integrals)
{
    enum { FUNCTIONS = 4000, STEPS = 16384 };
    int taken[3] = {0, 0, 0}, refused = 0;
    clpwl__quadrature q = {both, NULL, 1e-7, {0, 0}, NULL};
    for (int i = 0; i < FUNCTIONS; i++) {
        double c[7], e[9], most = 0, sum[2] = {0, 0}, out[2] = {0, 0}, far = pow(10, -12 * fabs(draw()));
        int changes = 0;
        for (int k = 0; k < 7; k++)
            c[k] = draw() * (k > 4 ? far : k == 0 ? pow(10, -3 * fabs(draw())) : pow(0.4, k));
        for (int k = 0; k <= 8; k++) {
            e[k] = polynomial(c, 0.25 * k - 1);
            most = fmax(most, fabs(e[k]));
            changes += k > 0 && e[k] * e[k - 1] < 0;
        }
        if (!clpwl__integrate_samples(&q, e, most, 3, out)) {
            refused++;
            ck_assert(out[0] == 0 && out[1] == 0);
            continue;
        }
        for (int k = 0; k < STEPS; k++) {
            double y = polynomial(c, (2 * k + 1.0) / STEPS - 1);
            sum[0] += 3.0 / STEPS * fabs(y);
            sum[1] += 3.0 / STEPS * y * y;
        }
        ck_assert_double_eq_tol(out[0], sum[0], 6e-7 * sum[0]);
        ck_assert_double_eq_tol(out[1], sum[1], 6e-7 * sum[1]);
        taken[changes < 2 ? changes : 2]++;
    }
    for (int k = -1; k <= 1; k += 2) { /* two zeros between 0 and 1/4, where all samples have one sign */
        double e[9], out[2] = {0, 0};
        for (int i = 0; i <= 8; i++)
            e[i] = k * (pow(0.25 * i - 1.125, 2) - 0.001);
        ck_assert(!clpwl__integrate_samples(&q, e, 5, 3, out));
    }
    ck_assert_msg(fmin(fmin(taken[0], taken[1]), fmin(taken[2], refused)) > 100, "%d %d %d taken, %d refused",
                  taken[0], taken[1], taken[2], refused);
}
END_TEST

/* A polynomial that the smaller pair integrates exactly (degree 3n + 1, n = 3) takes its 7
 * nodes. One of the next degree takes the larger pair's 15 nodes too, and is exact. */
START_TEST(pairs_have_their_degrees)
{
    pair p = {{monomial, nothing}, 0};
    clpwl__quadrature q = {both, &p, 1e-13, {0, 0}, NULL};
    for (power = 0; power <= 12; power++) {
        double out[2] = {0, 0};
        p.calls = 0;
        OK(clpwl__integrate(&q, 0, 1, out));
        ck_assert_double_eq_tol(out[0], 1 / (power + 1), 2e-16);
        ck_assert_int_eq(p.calls, power <= 5 ? 7 : 22); /* Gauss with 3 agrees to 5 */
        ck_assert_double_eq(out[1], 0);
    }
}
END_TEST

/* Of the abscissas that f is called at, the first 7 and the next 15 include GSL's Gauss nodes. */
static double seen[64];
static int seen_count;
static double spy(double x)
{
    if (seen_count < 64)
        seen[seen_count++] = x;
    return jump(x); /* the smaller pair never suffices */
}

START_TEST(gauss_nodes_are_those_of_gsl)
{
    pair p = {{spy, nothing}, 0};
    clpwl__quadrature q = {both, &p, 1e-2, {0, 0}, NULL};
    double out[2] = {0, 0}, x, w;
    OK(clpwl__integrate(&q, -1, 1, out));
    ck_assert_int_ge(seen_count, 22);
    for (int rule = 0; rule < 2; rule++) {
        size_t n = rule ? 7 : 3;
        gsl_integration_glfixed_table *gsl = gsl_integration_glfixed_table_alloc(n);
        for (size_t i = 0; i < n; i++) {
            gsl_integration_glfixed_point(-1, 1, i, &x, &w, gsl);
            ck_assert_double_eq_tol(seen[(rule ? 7 : 0) + 1 + 2 * i], x, 1e-15);
        }
        gsl_integration_glfixed_table_free(gsl);
    }
}
END_TEST

START_TEST(hard_integrands_converge)
{
    static const struct {
        double (*f)(double);
        double l, r, right, slack;
        int calls; /* the contract has the number of calls */
    } rows[] = {
        {root, 0, 1, 2.0 / 3, 1e-9, 500},
        {inverse_root, 0, 1, 2, 1e-6, 2000},
        {wave, 0, 1, 0, 1e-9, 3000},
        {jump, 0, 1, 1.0 / 3, 1e-8, 1500},
        {noise, 0, 1, 1, 1e-3, 6000},
    };
    pair p = {{rows[_i].f, nothing}, 0};
    clpwl__quadrature q = {both, &p, 1e-9, {0, 0}, NULL};
    double out[2] = {0, 0}, right = rows[_i].f == wave ? sin(300) / 300 : rows[_i].right;
    OK(clpwl__integrate(&q, rows[_i].l, rows[_i].r, out));
    ck_assert_double_eq_tol(out[0], right, rows[_i].slack);
    ck_assert_int_le(p.calls, rows[_i].calls);
}
END_TEST

static clpwl_status refuse(const double *x, size_t n, void *user, double (*out)[2])
{
    (void)n, (void)user, (void)out;
    return clpwl__fail(CLPWL_ERR_NOT_FINITE, "at %g", x[0]);
}

START_TEST(an_integrand_ends_the_quadrature)
{
    clpwl__quadrature q = {refuse, NULL, 1e-9, {0, 0}, NULL};
    double out[2] = {0, 0};
    FAILS(CLPWL_ERR_NOT_FINITE, "at ", clpwl__integrate(&q, 0, 1, out));
    OK(clpwl__integrate(&q, 1, 1, out)); /* nothing to integrate */
}
END_TEST

static clpwl_status stay_inside(const double *x, size_t n, void *user, double (*out)[2])
{
    const double *ends = user;
    for (size_t i = 0; i < n; i++) {
        out[i][0] = out[i][1] = 1;
        if (!(ends[0] <= x[i] && x[i] <= ends[1]))
            return clpwl__fail(CLPWL_ERR_NOT_FINITE, "asked outside, at %.17g", x[i]);
    }
    return CLPWL_OK;
}

/* The midpoint of neighbouring numbers is one of them; half an ulp below 1 is a number. */
START_TEST(no_node_lies_outside)
{
    double l = 1 - 2 * 0x1p-53;
    for (int i = 0; i < 8; i++, l = nextafter(l, 2)) {
        double r = l;
        for (int k = 0; k < 8; k++) {
            r = nextafter(r, 2);
            double ends[] = {l, r}, out[2] = {0, 0};
            clpwl__quadrature q = {stay_inside, ends, 1e-9, {0, 0}, NULL};
            OK(clpwl__integrate(&q, l, r, out));
            ck_assert_double_eq_tol(out[0], r - l, 1e-12 * (r - l));
        }
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("quadrature");
    TCase *t = tcase_create("quadrature");
    tcase_add_test(t, samples_tell_their_integrals);
    tcase_add_test(t, pairs_have_their_degrees);
    tcase_add_test(t, gauss_nodes_are_those_of_gsl);
    tcase_add_loop_test(t, hard_integrands_converge, 0, 5);
    tcase_add_test(t, no_node_lies_outside);
    tcase_add_test(t, an_integrand_ends_the_quadrature);
    suite_add_tcase(s, t);
    return s;
}
