/* SPDX-License-Identifier: GPL-3.0-or-later */
/* f'' from values alone, against closed forms. */
#include <float.h>
#include <string.h>
#include "function/curvature.h"
#include "support/callback.h"
#include "support/wish.h"

/* clang-format off */
static const struct {
    const char *f, *d2f;
    double a, b, tolerance; /* relative to max |f''| on [a,b], which is `size` */
    double size;
} rows[] = {
    {"exp(x)", "exp(x)", -1, 1, 1e-9, M_E},
    {"1/(1+25*x^2)", "(3750*x^2-50)/(1+25*x^2)^3", -1, 1, 1e-9, 50},
    {"sin(x)", "-sin(x)", 0, 20, 1e-9, 1},
    {"sin(x-1000)", "-sin(x-1000)", 1000, 1001, 1e-9, 1},
    {"exp(-1e6*x)*cos(3e6*x)", "1e12*exp(-1e6*x)*(6*sin(3e6*x)-8*cos(3e6*x))", 0, 1e-6, 1e-8, 8e12},
    {"sqrt(x)", "-0.25*x^(-1.5)", 1e-3, 1, 1e-8, 7906},
    {"sin(1000*x)", "-1e6*sin(1000*x)", 0, 10, 1e-6, 1e6},
    /* The domain is a number of whole periods: to coarse steps f looks constant. */
    {"sin(1000*x)", "-1e6*sin(1000*x)", 0, 6.283185307179586, 1e-6, 1e6},
    {"sin(1/x)", "2*cos(1/x)/x^3-sin(1/x)/x^4", 0.01, 1, 1e-8, 1e8},
    {"3*x+0.1", "0*x", 0, 1, 1e-11, 1},
};
/* clang-format on */

/* Over the domain, known or not (_i odd), and beside its ends, where central differences do not fit. A
 * prime number of points: no row has that many periods. */
START_TEST(known_curvatures)
{
    enum { POINTS = 997, NEAR = 120 };
    const double a = rows[_i / 2].a, b = rows[_i / 2].b, slack = rows[_i / 2].tolerance * rows[_i / 2].size;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *inner = function_of(rows[_i / 2].f), *d2f = function_of(rows[_i / 2].d2f), *f;
    spec.f = call_inner;
    spec.user = inner;
    spec.a = _i % 2 ? 0 : a;
    spec.b = _i % 2 ? 0 : b;
    OK(clpwl_function_create(&f, &spec));
    for (int i = 0; i <= POINTS + (_i % 2 ? 0 : NEAR); i++) {
        double d = (b - a) * exp2(-(i - POINTS) / 2 - 1), y;
        double x = i < POINTS ? a + (b - a) * i / POINTS : i == POINTS ? b : i % 2 ? a + d : b - d;
        double right = value_of(d2f, x);
        OK(clpwl_function_curvature(f, x, &y));
        EXPECT(fabs(y - right) <= (i > POINTS ? 10 : 1) * slack, "%s at %.17g: %.12g, not %.12g +- %g",
               rows[_i / 2].f, x, y, right, slack);
    }
    clpwl_function_free(f);
    clpwl_function_free(inner);
    clpwl_function_free(d2f);
}
END_TEST

/* f'' jumps from -8 to 2 at the kink 1/4, which is the right side's but at the end of a domain. */
START_TEST(kinks_are_not_crossed)
{
    wish w;
    double y;
    begin_wish(&w, "x<0.25?-4*(x-0.25)^2-(x-0.25):(x-0.25)^2+3*(x-0.25)", "kink=0.25");
    for (int k = 1; k < 50; k++) {
        OK(clpwl_function_curvature(w.f, 0.25 - 0.25 * exp2(-k), &y));
        ck_assert_double_eq_tol(y, -8, 1e-7);
        OK(clpwl_function_curvature(w.f, 0.25 + 0.75 * exp2(-k), &y));
        ck_assert_double_eq_tol(y, 2, 1e-7);
    }
    OK(clpwl_function_curvature(w.f, 0.25, &y));
    ck_assert_double_eq_tol(y, 2, 1e-7);
    end_wish(&w);
}
END_TEST

CALLBACK(single_f, sinf((float)x))
CALLBACK(bent_f, -4 * (x - 0.25) * (x - 0.25) - (x - 0.25))

START_TEST(floats_and_the_end_of_a_domain)
{
    clpwl_function *f = callback(single_f, NULL, 0, 3, NAN);
    double y;
    for (double x = 0; x <= 3; x += 0.0625) {
        OK(clpwl_function_curvature(f, x, &y));
        /* sqrt(the rounding of float) is the least error of any difference quotient. */
        ck_assert_double_eq_tol(y, -sin(x), 2e-3);
    }
    clpwl_function_free(f);
    f = callback(bent_f, NULL, 0, 0.25, NAN);
    OK(clpwl_function_curvature(f, 0.25, &y));
    ck_assert_double_eq_tol(y, -8, 1e-7);
    clpwl_function_free(f);
}
END_TEST

START_TEST(infinite_curvature_is_said)
{
    static const char *const functions[][2] = {
        {"sqrt(x)", "-inf at x = 0"}, {"x>0?x*ln(x):0", "inf at x = 0"}, {"abs(x-0.5)", "inf at x = 0.5"}};
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *inner = function_of(functions[_i][0]), *f;
    double y;
    spec.f = call_inner;
    spec.user = inner;
    spec.b = 1;
    OK(clpwl_function_create(&f, &spec));
    FAILS(CLPWL_ERR_NOT_FINITE, functions[_i][1], clpwl_function_curvature(f, _i < 2 ? 0 : 0.5, &y));
    clpwl_function_free(f);
    clpwl_function_free(inner);
}
END_TEST

/* A few of a thousand estimates may be too small, but none by much. */
START_TEST(the_error_estimate_is_honest)
{
    wish w;
    clpwl_function *d2f = function_of(rows[1].d2f);
    int low = 0;
    begin_wish(&w, rows[1].f, "callback");
    for (int i = 0; i <= 1000; i++) {
        double x = -1 + i / 500.0, error,
               miss = fabs(clpwl__curvature_numeric(w.f, x, 0, &error) - value_of(d2f, x));
        low += miss > error;
        EXPECT(miss <= 100 * error, "at %g: %g, estimated %g", x, miss, error);
    }
    ck_assert_int_le(low, 20);
    clpwl_function_free(d2f);
    end_wish(&w);
}
END_TEST

/* Nearer and nearer to an end where f'' is infinite, f has all its digits, and no step reaches beyond the
 * end. */
START_TEST(singular_ends_are_seen_from_near_by)
{
    static const struct {
        double factor, power;
    } roots[] = {{-0.25, -1.5}, {-2.0 / 9, -5.0 / 3}};
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *inner = function_of(_i ? "cbrt(x)" : "sqrt(x)"), *f;
    spec.f = call_inner;
    spec.user = inner;
    spec.b = 1;
    OK(clpwl_function_create(&f, &spec));
    for (double x = 1e-2; x > 1e-17; x /= 3) {
        double y, right = roots[_i].factor * pow(x, roots[_i].power);
        OK(clpwl_function_curvature(f, x, &y));
        EXPECT(fabs(y / right - 1) < 1e-5, "%d at %g: %g, not %g", _i, x, y, right);
    }
    clpwl_function_free(f);
    clpwl_function_free(inner);
}
END_TEST

static void count_sines(const double *x, double *y, size_t n, void *user)
{
    size_t *calls = user;
    calls[0]++;
    calls[1] += n;
    for (size_t i = 0; i < n; i++) {
        EXPECT(x[i] >= 0 && x[i] <= 3, "asked at %.17g", x[i]);
        y[i] = sin(x[i]);
    }
}

/* x, 28 steps at once, and at most 8 times 4 more. From one side after that, where x is near an end. */
START_TEST(steps_share_calls_inside_the_domain)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f;
    size_t calls[2];
    spec.many = count_sines;
    spec.user = calls;
    spec.b = 3;
    OK(clpwl_function_create(&f, &spec));
    for (int i = -1; i <= 25; i++) {
        double x = i < 0 ? DBL_MIN : i == 25 ? nextafter(3, 0) : i / 8.0, y;
        calls[0] = calls[1] = 0;
        OK(clpwl_function_curvature(f, x, &y));
        EXPECT(calls[0] <= 1 + 2 * (1 + 8) && calls[1] >= 1 + 2 * 28, "%zu calls for %zu values at %g",
               calls[0], calls[1], x);
        ck_assert_double_eq_tol(y, -sin(x), 1e-8);
    }
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("curvature");
    TCase *t = tcase_create("curvature");
    tcase_set_timeout(t, 60); /* valgrind */
    tcase_add_loop_test(t, known_curvatures, 0, 2 * sizeof rows / sizeof *rows);
    tcase_add_test(t, kinks_are_not_crossed);
    tcase_add_test(t, floats_and_the_end_of_a_domain);
    tcase_add_loop_test(t, singular_ends_are_seen_from_near_by, 0, 2);
    tcase_add_loop_test(t, infinite_curvature_is_said, 0, 3);
    tcase_add_test(t, the_error_estimate_is_honest);
    tcase_add_test(t, steps_share_calls_inside_the_domain);
    suite_add_tcase(s, t);
    return s;
}
