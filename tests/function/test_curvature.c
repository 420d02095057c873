/* SPDX-License-Identifier: GPL-3.0-or-later */
/* f'' from values alone, against closed forms. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "function/curvature.h"
#include "function/function.h"
#include "support/suite.h"

typedef struct example {
    const char *name;
    double (*f)(double x);
    long double (*d2f)(long double x);
    double a, b;
    double tolerance; /* relative to max |f''| on [a,b] */
} example;

static double runge(double x) { return 1 / (1 + 25 * x * x); }
static long double runge2(long double x)
{
    long double q = 1 + 25 * x * x;
    return (3750 * x * x - 50) / (q * q * q);
}
static long double sin2(long double x) { return -sinl(x); }
static long double exp2nd(long double x) { return expl(x); }
static long double sqrt2(long double x) { return -0.25L * powl(x, -1.5L); }
static double sin_far(double x) { return sin(x - 1000); }
static long double sin_far2(long double x) { return -sinl(x - 1000); }
static double tiny(double x) { return exp(-1e6 * x) * cos(3e6 * x); }
static long double tiny2(long double x)
{
    long double t = 1e6L * x;
    return 1e12L * expl(-t) * (6 * sinl(3 * t) - 8 * cosl(3 * t));
}
static double fast(double x) { return sin(1000 * x); }
static long double fast2(long double x) { return -1e6L * sinl(1000 * x); }
static double wild(double x) { return sin(1 / x); }
static long double wild2(long double x)
{
    return 2 * cosl(1 / x) / (x * x * x) - sinl(1 / x) / (x * x * x * x);
}
static double line(double x) { return 3 * x + 0.1; }
static long double zero(long double x) { return 0 * x; }
static double single(double x) { return sinf((float)x); }

static const example examples[] = {
    {"exp", exp, exp2nd, -1, 1, 1e-9},
    {"runge", runge, runge2, -1, 1, 1e-9},
    {"sin", sin, sin2, 0, 20, 1e-9},
    {"sin(x-1000)", sin_far, sin_far2, 1000, 1001, 1e-9},
    {"on [0,1e-6]", tiny, tiny2, 0, 1e-6, 1e-8},
    {"sqrt", sqrt, sqrt2, 1e-3, 1, 1e-8},
    {"sin(1000x)", fast, fast2, 0, 10, 1e-6},
    /* The domain is a number of whole periods: to coarse steps f looks constant. */
    {"sin(1000x)", fast, fast2, 0, 6.283185307179586, 1e-6},
    {"sin(1/x)", wild, wild2, 0.01, 1, 1e-8},
    {"line", line, zero, 0, 1, 1e-11},
    /* sqrt(the rounding of float) is the least error of any difference quotient. */
    {"float", single, sin2, 0, 3, 2e-3},
};

static double call(double x, void *user)
{
    return ((const example *)user)->f(x);
}

static clpwl_function *make(const example *e, int with_domain)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f;
    spec.name = e->name;
    spec.f = call;
    spec.user = (void *)e;
    spec.a = with_domain ? e->a : 0;
    spec.b = with_domain ? e->b : 0;
    OK(clpwl_function_create(&f, &spec));
    return f;
}

/* A prime number: no case has that many periods. */
enum { POINTS = 997 };

static double largest_curvature(const example *e)
{
    double size = 0;
    for (int i = 0; i <= POINTS; i++)
        size = fmax(size, fabs((double)e->d2f(e->a + (e->b - e->a) * i / POINTS)));
    return size > 0 ? size : 1;
}

static void check(const example *e, int with_domain)
{
    clpwl_function *f = make(e, with_domain);
    double slack = e->tolerance * largest_curvature(e), y, x;
    for (int i = 0; i <= POINTS; i++) {
        x = i == POINTS ? e->b : e->a + (e->b - e->a) * i / POINTS;
        OK(clpwl_function_curvature(f, x, &y));
        double want = (double)e->d2f(x);
        ck_assert_msg(fabs(y - want) <= slack, "%s at %.17g: %.12g, not %.12g +- %g", e->name, x,
                      y, want, slack);
    }
    clpwl_function_free(f);
}

START_TEST(known_curvatures_on_a_domain)
{
    check(&examples[_i], 1);
}
END_TEST

START_TEST(known_curvatures_without_a_domain)
{
    check(&examples[_i], 0);
}
END_TEST

/* Beside an end central differences do not fit. */
START_TEST(ends_are_not_garbage)
{
    const example *e = &examples[_i];
    clpwl_function *f = make(e, 1);
    for (int k = 0; k < 60; k++) {
        double d = (e->b - e->a) * exp2(-k - 1), y;
        double x[2] = {e->a + d, e->b - d};
        for (int side = 0; side < 2; side++) {
            OK(clpwl_function_curvature(f, x[side], &y));
            double want = (double)e->d2f(x[side]);
            double slack = 10 * e->tolerance * largest_curvature(e);
            ck_assert_msg(fabs(y - want) <= slack, "%s at %.17g: %.12g, not %.12g +- %g", e->name,
                          x[side], y, want, slack);
        }
    }
    clpwl_function_free(f);
}
END_TEST

/* f fails the test if it is called outside [0,1]. */
static double fenced(double x, void *user)
{
    (void)user;
    ck_assert_msg(0 <= x && x <= 1, "asked at %.17g", x);
    return exp(x);
}

START_TEST(the_domain_is_never_left)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f;
    double y;
    spec.f = fenced;
    spec.a = 0;
    spec.b = 1;
    OK(clpwl_function_create(&f, &spec));
    for (int i = 0; i <= 64; i++) {
        OK(clpwl_function_curvature(f, i / 64.0, &y));
        ck_assert_double_eq_tol(y, exp(i / 64.0), 1e-8);
    }
    OK(clpwl_function_curvature(f, DBL_MIN, &y));
    ck_assert_double_eq_tol(y, 1, 1e-8);
    OK(clpwl_function_curvature(f, nextafter(1, 0), &y));
    ck_assert_double_eq_tol(y, exp(1), 1e-8);
    clpwl_function_free(f);
}
END_TEST

/* f'' jumps from -8 to 2 at the kink 1/4. */
static double bent(double x, void *user)
{
    (void)user;
    double t = x - 0.25;
    return t < 0 ? -4 * t * t - t : t * t + 3 * t;
}

START_TEST(kinks_are_not_crossed)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f;
    const double kink = 0.25;
    double y;
    spec.f = bent;
    spec.a = 0;
    spec.b = 1;
    spec.kinks = &kink;
    spec.kink_count = 1;
    OK(clpwl_function_create(&f, &spec));
    for (int k = 1; k < 50; k++) {
        OK(clpwl_function_curvature(f, kink - 0.25 * exp2(-k), &y));
        ck_assert_double_eq_tol(y, -8, 1e-7);
        OK(clpwl_function_curvature(f, kink + 0.75 * exp2(-k), &y));
        ck_assert_double_eq_tol(y, 2, 1e-7);
    }
    OK(clpwl_function_curvature(f, kink, &y)); /* the right side's */
    ck_assert_double_eq_tol(y, 2, 1e-7);
    clpwl_function_free(f);
    spec.b = kink; /* the end of the domain */
    OK(clpwl_function_create(&f, &spec));
    OK(clpwl_function_curvature(f, kink, &y));
    ck_assert_double_eq_tol(y, -8, 1e-7);
    clpwl_function_free(f);
}
END_TEST

static double x_log_x(double x, void *user)
{
    (void)user;
    return x > 0 ? x * log(x) : 0;
}
static double root(double x, void *user)
{
    (void)user;
    return sqrt(x);
}
static double corner(double x, void *user)
{
    (void)user;
    return fabs(x - 0.5);
}
static double pole(double x, void *user)
{
    (void)user;
    return 1 / x;
}

START_TEST(infinite_curvature_is_said)
{
    static const struct {
        clpwl_callback f;
        double x;
        const char *text;
    } rows[] = {{root, 0, "is -inf at x = 0"}, {x_log_x, 0, "is inf at x = 0"},
                {corner, 0.5, "is inf at x = 0.5"}, {pole, 0, "nan at x = 0"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
        clpwl_function *f;
        double y;
        spec.f = rows[i].f;
        spec.a = 0;
        spec.b = 1;
        OK(clpwl_function_create(&f, &spec));
        FAILS(CLPWL_ERR_NOT_FINITE, rows[i].text, clpwl_function_curvature(f, rows[i].x, &y));
        clpwl_function_free(f);
    }
}
END_TEST

START_TEST(the_error_estimate_is_honest)
{
    /* A few of a thousand estimates may be too small, but none by much. */
    const example *e = &examples[1];
    clpwl_function *f = make(e, 1);
    int low = 0;
    for (int i = 0; i <= 1000; i++) {
        double x = -1 + i / 500.0, error;
        double y = clpwl__curvature_numeric(f, x, 0, &error);
        double miss = fabs(y - (double)e->d2f(x));
        low += miss > error;
        ck_assert_msg(miss <= 100 * error, "at %g: %g, estimated %g", x, miss, error);
    }
    ck_assert_int_le(low, 20);
    clpwl_function_free(f);
}
END_TEST

static double plain_root(double x) { return sqrt(x); }
static double third_root(double x) { return cbrt(x); }
static long double cbrt2(long double x) { return -2.0L / 9 * powl(x, -5.0L / 3); }
static const example singular[] = {
    {"sqrt", plain_root, sqrt2, 0, 1, 1e-5}, {"cbrt", third_root, cbrt2, 0, 1, 1e-5},
};

/* Points nearer and nearer to an end where f'' is infinite. No step reaches beyond the end, and
 * f has all its digits there. */
START_TEST(singular_ends_are_seen_from_near_by)
{
    const example *e = &singular[_i];
    clpwl_function *f = make(e, 1);
    for (double x = 1e-2; x > 1e-17; x /= 3) {
        double y, want = (double)e->d2f(x);
        OK(clpwl_function_curvature(f, x, &y));
        ck_assert_msg(fabs(y / want - 1) < e->tolerance, "%s at %g: %g, not %g", e->name, x, y,
                      want);
    }
    clpwl_function_free(f);
}
END_TEST

static void count_sines(const double *x, double *y, size_t n, void *user)
{
    size_t *calls = user;
    calls[0]++;
    calls[1] += n;
    for (size_t i = 0; i < n; i++)
        y[i] = sin(x[i]);
}

/* x, 28 steps at once, and at most 8 times 4 more. From one side after that, where x is near an end. */
START_TEST(steps_share_calls)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f;
    size_t calls[2];
    spec.many = count_sines;
    spec.user = calls;
    spec.b = 3;
    OK(clpwl_function_create(&f, &spec));
    for (double x = 0; x <= 3; x += 0.125) {
        double y;
        calls[0] = calls[1] = 0;
        OK(clpwl_function_curvature(f, x, &y));
        EXPECT(calls[0] <= 1 + 2 * (1 + 8) && calls[1] >= 1 + 2 * 28, "%zu calls for %zu values at %g",
               calls[0], calls[1], x);
    }
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    enum { EXAMPLES = sizeof examples / sizeof examples[0] };
    Suite *s = suite_create("curvature");
    TCase *t = tcase_create("curvature");
    tcase_set_timeout(t, 60); /* valgrind */
    tcase_add_loop_test(t, known_curvatures_on_a_domain, 0, EXAMPLES);
    tcase_add_loop_test(t, known_curvatures_without_a_domain, 0, EXAMPLES);
    tcase_add_loop_test(t, ends_are_not_garbage, 0, EXAMPLES);
    tcase_add_test(t, the_domain_is_never_left);
    tcase_add_test(t, kinks_are_not_crossed);
    tcase_add_loop_test(t, singular_ends_are_seen_from_near_by, 0, 2);
    tcase_add_test(t, infinite_curvature_is_said);
    tcase_add_test(t, the_error_estimate_is_honest);
    tcase_add_test(t, steps_share_calls);
    suite_add_tcase(s, t);
    return s;
}
