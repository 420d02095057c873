/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The proxy of f: against f itself, at places that it did not ask. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/internal.h"
#include "function/proxy.h"
#include "support/suite.h"

typedef double (*real_function)(double x);

/* What was asked. */
static struct {
    real_function f;
    double a, b;
    size_t values, calls, outside, between; /* between: not an fp32 number, and no end */
    double *x;
} asked;

static double count(double x)
{
    asked.x = realloc(asked.x, (asked.values + 1) * sizeof *asked.x);
    asked.x[asked.values++] = x;
    asked.outside += x < asked.a || x > asked.b;
    asked.between += x != (double)(float)x && x != asked.a && x != asked.b;
    return asked.f(x);
}

static double one(double x, void *user)
{
    (void)user;
    return count(x);
}

static void many(const double *x, double *y, size_t n, void *user)
{
    (void)user;
    asked.calls++;
    for (size_t i = 0; i < n; i++)
        y[i] = count(x[i]);
}

/* Free the function and the proxy after a failure, too. */
static clpwl_status make(clpwl__proxy *p, clpwl_function **f, real_function of, const clpwl__proxy_wish *wish,
                         int is_many)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    free(asked.x);
    memset(&asked, 0, sizeof asked);
    asked.f = of;
    asked.a = wish->a;
    asked.b = wish->b;
    spec.f = is_many ? NULL : one;
    spec.many = is_many ? many : NULL;
    OK(clpwl_function_create(f, &spec));
    return clpwl__proxy_create(p, *f, wish);
}

static double gaussian(double x) { return exp(-x * x / 2); }
static double cancelled(double x) { return (1 - cos(x)) / (x * x); }
static double rectified(double x) { return fabs(sin(x)); }
static double corner(double x) { return fabs(x - 0.3) + 2 * fabs(x - 0.7); }
static double cusp(double x) { return 0.2 * sqrt(fabs(x - 0.054618597)) + sin(3 * x); }
static double relu(double x) { return x > 0 ? x : 0; }
static double third(double x) { return x < 1.0 / 3 ? 1 : x; }
static double quarter(double x) { return x < 0.25 ? 0 : 1 + x; }
static double chirp(double x) { return sin(x * x); }
static double of_floats(double x) { return (float)exp(-x * x / 2); }
static double peak(double x) { return 1 / (1 + 1e6 * (x - 0.5003) * (x - 0.5003)); }
static double pole(double x) { return 1 / (x - 0.1 * 3.1415926); }
static double hole(double x) { return x > 0.7 && x < 0.72 ? (double)NAN : x; }
static double steep(double x) { return sqrt(fabs(x - 0.2)) - sqrt(0.05); }
static double sinc(double x) { return sin(x) / x; }
static double sixth(double x) { return (x - sin(x)) / (x * x * x); }
static double planck(double x) { return x * x * x / expm1(x); }
static double cosecant(double x) { return x == 0 ? (double)NAN : 1 / x; }
static double sign(double x) { return x / fabs(x); }
static double dots(double x) { return fmod(x, 0.125) == 0 ? (double)NAN : sin(x); }
static double at_ends(double x) { return x == 0 ? 2 : x == 1 ? 3 : x; }
static double cube(double x) { return x * x * x; }
static double huge(double x) { return exp(100 - x); }

/* sin x with noise that is uniform on +-1e-4, the same at each x. */
static double noisy(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    u *= 0x9E3779B97F4A7C15u;
    u ^= u >> 29;
    u *= 0xBF58476D1CE4E5B9u;
    u ^= u >> 32;
    return sin(x) + 1e-4 * ((double)u / 0x1p63 - 1);
}

/* Values at most, and kinks. A smooth function takes the first look, some 305 values, and few more. */
static const struct row {
    real_function f;
    double a, b, max_error;
    size_t values, kinks;
} rows[] = {
    {gaussian, 0, 3, 1e-4, 330, 0},  {erf, -4, 4, 1e-4, 420, 0},      {exp, -10, 10, 1e-2, 400, 0},
    {tgamma, 0.1, 5, 1e-3, 500, 0},  {chirp, 0, 10, 1e-4, 1200, 0},   {cancelled, 1e-4, 10, 1e-4, 330, 0},
    {sqrt, 0, 1, 1e-4, 1500, 0},     {cbrt, -1, 1, 1e-4, 4000, 0},    {log, 1e-30, 1e30, 1e-3, 6000, 0},
    {acos, -1, 1, 1e-3, 2000, 0},    {rectified, 0, 10, 1e-4, 900, 3}, {corner, 0, 1, 1e-4, 700, 2},
    {relu, -8, 8, 1e-4, 400, 1},     {third, 0, 1, 1e-2, 500, 1},     {quarter, 0, 1, 1e-2, 500, 1},
    {peak, 0, 1, 1e-3, 900, 0},      {of_floats, 0, 3, 1e-5, 500, 0}, {chirp, 1, 1.00001, 1e-4, 330, 0},
    {cusp, 0, 2, 1e-3, 1400, 1},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* At fp32 numbers the proxy is within its tolerance, 1e-3 of the max error, and what its doubt says. */
TESTS(proxies_are_near, ROWS)
{
    const struct row *r = &rows[_i];
    const clpwl__proxy_wish wish = {.a = r->a, .b = r->b, .max_error = r->max_error, .norm = CLPWL_NORM_LINF};
    clpwl__proxy p;
    clpwl_function *f;
    uint32_t seed = 1;
    OK(make(&p, &f, r->f, &wish, 0));
    EXPECT(asked.values <= r->values, "row %d: %zu values", _i, asked.values);
    size_t again = asked.values - p.asked; /* where many pieces are open noise is looked for */
    ck_assert_uint_le(again, 250);
    ck_assert_uint_eq(p.f.kink_count, r->kinks);
    ck_assert_uint_eq(asked.outside + asked.between, 0);
    qsort(asked.x, asked.values, sizeof *asked.x, clpwl__compare_doubles);
    for (size_t i = 1; i < asked.values && again == 0; i++)
        ck_assert(asked.x[i] != asked.x[i - 1]);
    for (int i = 0; i < 100000; i++) {
        seed = seed * 1664525u + 1013904223u;
        double x = r->a + (r->b - r->a) * seed / 0x1p32, y;
        x = fmin(fmax((double)(float)x, r->a), r->b);
        y = clpwl__function_raw(&p.f, x);
        EXPECT(fabs(y - r->f(x)) <= 2 * p.f.doubt.linf + 1e-3 * r->max_error, "row %d: x = %a, %g for %g", _i,
               x, y, r->f(x));
    }
    ck_assert_double_le(p.f.doubt.linf, 1.01e-2 * r->max_error);
    for (size_t i = 0; i < p.asked; i++)
        ck_assert_double_le(fabs(clpwl__function_raw(&p.f, p.x[i]) - p.y[i]), p.f.doubt.linf);
    clpwl__proxy_free(&p);
    clpwl_function_free(f);
}

/* f'' of a proxy within 1e-4: 1e-3 of the largest |f''|. */
TEST(curvature_is_near)
{
    const clpwl__proxy_wish wish = {.a = -3, .b = 2, .max_error = 1e-4, .norm = CLPWL_NORM_LINF};
    clpwl__proxy p;
    clpwl_function *f;
    OK(make(&p, &f, exp, &wish, 1));
    for (int i = 0; i <= 1000; i++) {
        double x = -3 + 0.005 * i;
        ck_assert_double_eq_tol(p.f.d2f(x, p.f.user), exp(x), 1e-3 * exp(2));
    }
    clpwl__proxy_free(&p);
    clpwl_function_free(f);
}

/* A kink is where its lines meet; a jump is between two fp32 numbers, or at an end, and has its limits. */
TEST(kinks_and_jumps_have_their_places)
{
    const clpwl__proxy_wish wish = {.a = 0, .b = 1, .max_error = 1e-4, .norm = CLPWL_NORM_LINF};
    clpwl__proxy p;
    clpwl_function *f;
    OK(make(&p, &f, corner, &wish, 0));
    ck_assert_double_eq_tol(p.f.kinks[0], 0.3, 1e-15);
    ck_assert_double_eq_tol(p.f.kinks[1], 0.7, 1e-15);
    ck_assert_uint_eq(p.f.place_count, 2);
    ck_assert(p.x[1] == 0x1p-32 && p.x[2] == 0x1p-31); /* the first look has 24 octaves below 1/256 */
    clpwl__proxy_free(&p);
    clpwl_function_free(f);
    OK(make(&p, &f, third, &wish, 0));
    ck_assert_uint_eq(p.f.place_count, 1);
    const double l = 1.0 / 3, at = p.f.places[0].x;
    ck_assert(fabs(at - l) <= 0x1p-25 && at != (double)(float)at);
    ck_assert(p.f.places[0].left == 1 && fabs(p.f.places[0].right - l) <= 0x1p-25);
    clpwl__proxy_free(&p);
    clpwl_function_free(f);
    OK(make(&p, &f, at_ends, &wish, 0));
    ck_assert_uint_eq(p.f.place_count, 2);
    ck_assert(p.f.places[0].x == 0 && p.f.places[0].left == 2 && fabs(p.f.places[0].right) < 1e-6);
    ck_assert(p.f.places[1].x == 1 && p.f.places[1].right == 3 && fabs(p.f.places[1].left - 1) < 1e-6);
    ck_assert(clpwl__function_raw(&p.f, 0) == 2 && clpwl__function_raw(&p.f, 1) == 3);
    ck_assert_double_eq_tol(clpwl__function_raw(&p.f, 0.5), 0.5, 1e-12);
    clpwl__proxy_free(&p);
    clpwl_function_free(f);
}

/* The doubt holds the noise, and no piece follows it; above the max error noise is refused by few values. */
TEST(noise_is_measured)
{
    clpwl__proxy_wish wish = {.a = 0, .b = 25, .max_error = 1e-3, .norm = CLPWL_NORM_LINF};
    clpwl__proxy p;
    clpwl_function *f;
    for (int norm = 0; norm < 3; norm++) {
        wish.norm = (clpwl_norm)norm;
        wish.max_error = 1e-3 * (wish.norm == CLPWL_NORM_L1 ? 25 : wish.norm == CLPWL_NORM_L2 ? 5 : 1);
        OK(make(&p, &f, noisy, &wish, 1));
        ck_assert(asked.values < 1200 && p.count <= 4);
        ck_assert(p.f.doubt.linf >= 0.9e-4 && p.f.doubt.linf <= 2e-4);
        ck_assert_double_eq_tol(p.f.doubt.l1 / 25, 0.5e-4, 0.2e-4); /* the mean of a uniform distance */
        ck_assert_uint_gt(p.count, 1);
        for (size_t i = 1; i < p.count; i++) /* pieces meet */
            ck_assert_double_eq_tol(clpwl__function_raw(&p.f, nextafter(p.seams[i], 0)),
                                    clpwl__function_raw(&p.f, p.seams[i]), 1e-14);
        clpwl__proxy_free(&p);
        clpwl_function_free(f);
    }
    wish.norm = CLPWL_NORM_LINF;
    wish.max_error = 1e-5;
    FAILS(CLPWL_ERR_TARGET, "noise", make(&p, &f, noisy, &wish, 1));
    ck_assert_uint_lt(asked.values, 1200);
    clpwl__proxy_free(&p);
    clpwl_function_free(f);
}

TEST(poles_holes_and_large_values_are_refused)
{
    static const struct {
        real_function f;
        double b;
        clpwl_status status;
        const char *place;
    } bad[] = {{pole, 1, CLPWL_ERR_NOT_FINITE, "x = 0.31415"}, {tan, 3, CLPWL_ERR_NOT_FINITE, "x = 1.5707"},
               {hole, 1, CLPWL_ERR_NOT_FINITE, "x = 0.7"},
               {huge, 100, CLPWL_ERR_ARGUMENT, "at x = 0, beyond +-3.4028235e+38, the largest float"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const clpwl__proxy_wish wish = {.a = 0, .b = bad[i].b, .max_error = 1e-3, .norm = CLPWL_NORM_LINF};
        clpwl__proxy p;
        clpwl_function *f;
        FAILS(bad[i].status, bad[i].place, make(&p, &f, bad[i].f, &wish, 0));
        clpwl__proxy_free(&p);
        clpwl_function_free(f);
    }
}

/* Within 1e-6 of the domain a value that is missing, or cancelled away, is bridged: what is known there by
 * another formula is met. Poles, jumps and many gaps are not. */
TESTS(gaps_are_bridged, 12)
{
    static const struct {
        real_function f;
        double a, b, at, value;
        const char *place;
        size_t gaps;
    } bridged[] = {{sinc, 0, 5, 0, 1, NULL, 1},      {sinc, -5, 3, 0, 1, NULL, 1},
                {planck, 0, 10, 0, 0, NULL, 1},   {cancelled, 0, 10, 1e-7, 0.5, NULL, 1},
                {sixth, 0, 10, 1e-7, 1.0 / 6, NULL, 1}, {sixth, 1e-7, 10, 2e-7, 1.0 / 6, NULL, 1},
                {sixth, -10, 10, -3e-7, 1.0 / 6, NULL, 1}, {acos, -1, 1, 1, 0, NULL, 0},
                {steep, 0, 1, 0.25, 0, NULL, 0},
                {cosecant, -1, 1, 0, 0, "x = 0;", 0}, {sign, -1, 1, 0, 0, "x = 0;", 0},
                {dots, 0, 1, 0, 0, "x = ", 0}};
    const clpwl__proxy_wish wish = {.a = bridged[_i].a, .b = bridged[_i].b, .max_error = 1e-4,
                                    .norm = CLPWL_NORM_LINF};
    clpwl__proxy p;
    clpwl_function *f;
    clpwl_status status = make(&p, &f, bridged[_i].f, &wish, 1);
    EXPECT(asked.values < 3500, "row %d: %zu values", _i, asked.values);
    if (bridged[_i].place) {
        FAILS(CLPWL_ERR_NOT_FINITE, bridged[_i].place, status);
    } else {
        OK(status);
        ck_assert_uint_eq(p.gap_count, bridged[_i].gaps);
        EXPECT(fabs(clpwl__function_raw(&p.f, bridged[_i].at) - bridged[_i].value) < 1.3e-5,
               "row %d: %g for %g", _i,
               clpwl__function_raw(&p.f, bridged[_i].at), bridged[_i].value);
        for (size_t i = 0; i < p.gap_count; i++)
            ck_assert(p.gaps[i].l <= bridged[_i].at && bridged[_i].at <= p.gaps[i].r &&
                      p.gaps[i].r - p.gaps[i].l <= 1.01e-6 * (wish.b - wish.a));
        for (size_t i = 0; i < p.asked; i++)
            ck_assert(fabs(clpwl__function_raw(&p.f, p.x[i]) - p.y[i]) <= p.f.doubt.linf &&
                      p.f.doubt.linf < 1.3e-5);
    }
    clpwl__proxy_free(&p);
    clpwl_function_free(f);
}

static int stop(double fraction, void *user)
{
    (void)user;
    ck_assert(fraction >= 0 && fraction <= 1);
    return asked.values >= 400;
}

/* One by one and by many the pieces are the same to the bit; what a proxy knows is not asked again; a
 * watch ends the work between two values. */
TEST(f_is_asked_once)
{
    clpwl__proxy_wish wish = {.a = 0, .b = 10, .max_error = 1e-3, .norm = CLPWL_NORM_LINF};
    clpwl__proxy p[2], finer;
    clpwl_function *f[2], *g;
    for (int i = 0; i < 2; i++)
        OK(make(&p[i], &f[i], chirp, &wish, i));
    ck_assert_uint_lt(asked.calls, 20);
    ck_assert_uint_eq(p[0].count, p[1].count);
    ck_assert(memcmp(p[0].pieces, p[1].pieces, p[0].count * sizeof *p[0].pieces) == 0);
    wish.known = &p[0];
    wish.max_error = 1e-6;
    OK(make(&finer, &g, chirp, &wish, 0));
    ck_assert_uint_eq(finer.asked, p[0].asked + asked.values);
    clpwl__proxy_free(&finer);
    clpwl_function_free(g);
    const clpwl__watch watch = {stop, NULL};
    wish.known = NULL;
    wish.watch = &watch;
    ck_assert_int_eq(make(&finer, &g, chirp, &wish, 0), CLPWL_ERR_CANCELLED);
    ck_assert_uint_eq(asked.values, 400);
    clpwl__proxy_free(&finer);
    clpwl_function_free(g);
    for (int i = 0; i < 2; i++) {
        clpwl__proxy_free(&p[i]);
        clpwl_function_free(f[i]);
    }
}

/* Relative to |f| a proxy is within 1e-3 of the max error, too, over many magnitudes; one side is kept
 * where f was asked. */
TEST(weights_and_sides_count)
{
    clpwl_weight relative = CLPWL_WEIGHT_INIT;
    relative.floor = 1e-30;
    const clpwl__proxy_wish wish = {.a = -20, .b = 20, .max_error = 1e-4, .norm = CLPWL_NORM_LINF,
                                    .weight = &relative};
    clpwl__proxy p;
    clpwl_function *f;
    OK(make(&p, &f, exp, &wish, 1));
    for (int i = 0; i <= 4000; i++) {
        double x = (double)(float)(-20 + 0.01 * i);
        ck_assert_double_eq_tol(clpwl__function_raw(&p.f, x) / exp(x), 1, 1e-7);
    }
    ck_assert_double_le(p.f.doubt_weighted.linf, 1e-7);
    clpwl__proxy_free(&p);
    clpwl_function_free(f);
    const clpwl__proxy_wish plain = {.a = -1, .b = 1, .max_error = 1e-2, .norm = CLPWL_NORM_LINF,
                                     .weight = &relative};
    relative.floor = 4; /* |f| is less: all errors count a quarter */
    OK(make(&p, &f, tanh, &plain, 1));
    double doubt = p.f.doubt.linf;
    ck_assert(p.f.doubt_weighted.linf == doubt / 4 && p.f.doubt_weighted.l1 == p.f.doubt.l1 / 4);
    clpwl__proxy_take_side(&p, 1);
    ck_assert(p.f.doubt.linf == 2 * doubt);
    for (size_t i = 0; i < p.asked; i++)
        ck_assert_double_ge(clpwl__function_raw(&p.f, p.x[i]), p.y[i]);
    clpwl__proxy_free(&p);
    clpwl_function_free(f);
    OK(make(&p, &f, cube, &plain, 1)); /* a polynomial is one piece */
    ck_assert(p.count == 1 && p.f.doubt.linf < 1e-15);
    clpwl__proxy_free(&p);
    clpwl_function_free(f);
    clpwl_function *one;
    clpwl_weight absolute = CLPWL_WEIGHT_INIT;
    OK(clpwl_function_from_formula(&one, "1", NULL, 0));
    absolute.w = one;
    clpwl__proxy_wish same = plain;
    for (int weighted = 0; weighted < 2; weighted++) { /* a weight of 1 asks for no more values */
        size_t without = asked.values;
        same.weight = weighted ? &absolute : NULL;
        OK(make(&p, &f, sin, &same, 1));
        ck_assert(!weighted || asked.values == without);
        clpwl__proxy_free(&p);
        clpwl_function_free(f);
    }
    clpwl_function_free(one);
    OK(clpwl_function_from_catalogue(&f, "tanh")); /* nobody's callback: 1e-6 of the max error */
    OK(clpwl__proxy_create(&p, f, &plain));
    ck_assert(p.f.exact == f && p.f.doubt_weighted.linf <= 1e-8);
    clpwl__proxy_free(&p);
    clpwl_function_free(f);
    OK(clpwl_function_from_formula(&f, "round(8x)", NULL, 0));
    OK(clpwl__proxy_create(&p, f, &plain));
    ck_assert_uint_eq(p.f.place_count, 16);
    clpwl__proxy_free(&p);
    clpwl_function_free(f);
}
