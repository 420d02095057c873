/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What execution adds to the error of a table, term by term, against numbers that were worked out by hand
 * from doc/theory.md: with D the rise of a segment and C its largest value, a value adds (2 C + D) eps, equal
 * segments 2 (i + 1) D eps, and so on. A bound that is larger than its terms fails, as one that is smaller.
 */
#include <float.h>
#include <math.h>
#include "clpwl.h"
#include "execution/one_sided.h"
#include "execution/shaped_function.h"
#include "execution/weighted.h"
#include "support/callback.h"

static const double eps = 0x1p-24;
static const clpwl_error lines = {0.01, 0.02, 0.03};

/* D: 2, 1, .5, .5. C: 3, 3, 2.5, 2.5. */
static const double values[] = {1, 3, 2, 2.5, 2};
enum { N = 4 };

static clpwl_table *make(double a, double b, const double *knots)
{
    double equal[N + 1];
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *t;
    for (int i = 0; i <= N; i++)
        equal[i] = a + (b - a) * i / N;
    spec.partition = knots ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
    spec.knots = knots ? knots : equal;
    spec.values = values;
    spec.segments = N;
    spec.measured = lines;
    OK(clpwl_table_create(&t, &spec));
    return t;
}

/* Products of roundings add 2^-20 of a bound; with a table's own error, double rounds the sum. */
#define NEAR(seen, wanted, least)                                                                          \
    EXPECT(fabs((seen) - (wanted)) <= 2e-6 * fabs(wanted) + (least), "%s is %.9g eps, not %.9g eps",       \
           #seen, (seen) / eps, (wanted) / eps)

static void compare(const clpwl_table *t, const clpwl_execution *how, double linf, double l1, double l2)
{
    const clpwl_error e = clpwl_table_executed_error(t, how);
    NEAR(e.linf - lines.linf, linf, 1e-17);
    NEAR(e.l1 - lines.l1, l1, 1e-17);
    NEAR(e.l2 - lines.l2, l2, 1e-17);
}

static double norm_of(double h, double a, double b, double c, double d)
{
    return sqrt(h * (a * a + b * b + c * c + d * d));
}

/* 2 (i + 1) D + 2 C + D: 12, 11, 8.5, 9.5. */
START_TEST(equal_segments_from_0)
{
    clpwl_table *t = make(0, 1, NULL);
    compare(t, NULL, 12 * eps, 0.25 * (12 + 11 + 8.5 + 9.5) * eps, norm_of(0.25, 12, 11, 8.5, 9.5) * eps);
    clpwl_table_free(t);
}
END_TEST

/* From 2 on x - 1 is rounded, too: 2, 6, 9 and 12 D are places. */
START_TEST(distances_that_are_rounded)
{
    clpwl_table *t = make(1, 5, NULL);
    compare(t, NULL, 13 * eps, (12 + 13 + 10 + 11.5) * eps, norm_of(1, 12, 13, 10, 11.5) * eps);
    clpwl_table_free(t);
}
END_TEST

/* To the left of 0, x + 5 is exact for x up to -2.5 only: 2, 4, 9 and 12 D are places. */
START_TEST(distances_from_a_negative_end)
{
    clpwl_table *t = make(-5, -1, NULL);
    compare(t, NULL, 12 * eps, (12 + 11 + 10 + 11.5) * eps, norm_of(1, 12, 11, 10, 11.5) * eps);
    clpwl_table_free(t);
}
END_TEST

/* With f(x) - f(-x) = x the half on [0, 1] adds 7 and 7.5. On the left the addition of x rounds the sum: 1.5
 * more. */
START_TEST(sums_of_a_symmetry)
{
    const double knots[] = {-1, -0.5, 0, 0.5, 1}, ramp[] = {1.5, 1.5, 1, 2, 2.5};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *t;
    spec.knots = knots;
    spec.values = ramp;
    spec.segments = N;
    spec.symmetry = CLPWL_SYMMETRY_RAMP;
    spec.measured = lines;
    OK(clpwl_table_create(&t, &spec));
    compare(t, NULL, 9 * eps, 0.5 * (9 + 8.5 + 7 + 7.5) * eps, norm_of(0.5, 9, 8.5, 7, 7.5) * eps);
    /* (2 2 + 6) / h, and two roundings of the slope and the ramp's 1. */
    NEAR(clpwl_table_executed_calculus_error(t, NULL).derivative, (20 + 2 * (1 + 2)) * eps, 1e-30);
    clpwl_table_free(t);
}
END_TEST

/* 2^-(B+1) D, in L2 as a uniform error; coordinates of images are rounded once more: 14, 13, 10, 11.5. */
START_TEST(weights_of_few_bits)
{
    clpwl_table *t = make(0, 1, NULL);
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    const double w = 0x1p-9, r = norm_of(0.25, 14, 13, 10, 11.5) * eps;
    const double l2 = sqrt(lines.l2 * lines.l2 + w * w * 0.25 * (4 + 1 + 0.25 + 0.25) / 3) - lines.l2;
    how.weight_bits = 8;
    compare(t, &how, 2 * w + 14 * eps,
            w / 2 * 0.25 * (2 + 1 + 0.5 + 0.5) + 0.25 * (14 + 13 + 10 + 11.5) * eps, l2 + r);
    how.weight_bits = 0;
    how.weight_error = 3 * w; /* a weight that is named */
    ck_assert_double_eq_tol(clpwl_table_executed_error(t, &how).linf, lines.linf + 6 * w + 14 * eps, 1e-12);
    clpwl_table_free(t);
}
END_TEST

/* A filter's result is wrong by a part of C. */
START_TEST(results_of_few_bits)
{
    clpwl_table *t = make(0, 1, NULL);
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    const double v = 1e-3;
    how.value_error = v;
    compare(t, &how, 3 * v + 14 * eps, 0.25 * (3 + 3 + 2.5 + 2.5) * v + 0.25 * (14 + 13 + 10 + 11.5) * eps,
            norm_of(0.25, 3 * v + 14 * eps, 3 * v + 13 * eps, 2.5 * v + 10 * eps, 2.5 * v + 11.5 * eps));
    clpwl_table_free(t);
}
END_TEST

/* In 8 bits levels are 2/255 apart, as a float, from 1 on. 2 is 127.5 levels, 2.5 is 191.25. Reading adds
 * 7 eps of the range, 2. */
START_TEST(codes_of_8_bits)
{
    clpwl_table *t = make(0, 1, NULL);
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    const double gain = (double)(float)(2.0 / 255), two = 1 + rint(1 / gain) * gain, more = 1 + 191 * gain;
    const double top = 1 + 255 * gain, off = fabs(two - 2), less = 2.5 - more;
    const double d[] = {top - 1, top - two, more - two, more - two}, c[] = {top, top, more, more};
    const double ends[] = {0, fabs(top - 3), off, fabs(less), off};
    double linf = 0, l1 = 0, rounded = 0, stored = 0;
    how.storage = CLPWL_STORAGE_UNORM8;
    for (int i = 0; i < N; i++) {
        double r = (2 * (i + 1) * d[i] + 2 * c[i] + d[i] + 7 * 2) * eps;
        const double l = ends[i], e = ends[i + 1];
        linf = fmax(linf, r + fmax(l, e));
        l1 += (r + (l + e) / 2) / N;
        rounded += r * r / N;
        stored += (l * l + l * e + e * e) / 3 / N;
    }
    compare(t, &how, linf, l1, sqrt(rounded) + sqrt(stored));
    clpwl_table_free(t);
}
END_TEST

/* Knots that are no fp32 numbers are shifted; the distance from a knot is rounded once: twice more where a
 * part of a run is read from an image. */
START_TEST(knots_are_shifted)
{
    const double knots[] = {0, 0.1, 0.3, 0.7, 1};
    double linf[2] = {0, 0};
    clpwl_table *t = make(0, 1, knots);
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    for (int i = 0; i < N; i++) {
        const double l = (double)(float)knots[i], r = (double)(float)knots[i + 1];
        const double shift = fmax(fabs(l - knots[i]), fabs(r - knots[i + 1])) / (r - l);
        const double rise = fabs(values[i + 1] - values[i]), most = fmax(values[i], values[i + 1]);
        for (int k = 0; k < 2; k++)
            linf[k] = fmax(linf[k], ((k ? 3 : 1) * eps + shift) * rise + (2 * most + rise) * eps);
    }
    NEAR(clpwl_table_executed_error(t, &how).linf - lines.linf, linf[0], 1e-17);
    how.from_image = 1;
    NEAR(clpwl_table_executed_error(t, &how).linf - lines.linf, linf[1], 1e-17);
    clpwl_table_free(t);
}
END_TEST

/* (2 C + 6 D) / h of the first segment; a knot is reached within the place's error, 8 h of the last one. */
START_TEST(derivatives_and_their_reach)
{
    clpwl_table *t = make(0, 1, NULL);
    const clpwl_calculus_error e = clpwl_table_executed_calculus_error(t, NULL);
    NEAR(e.derivative, (2 * 3 + 6 * 2) / 0.25 * eps, 1e-30);
    NEAR(e.reach, 8 * 0.25 * eps, 1e-30);
    clpwl_table_free(t);
}
END_TEST

/* What may overflow has no bound: a value beside the largest float, a slope. */
START_TEST(overflows)
{
    const double knots[] = {0, 0.5};
    const struct {
        double left, right;
        int is_value, is_slope;
    } cases[] = {{0, 1e38, 0, 0}, {0, 3e38, 0, 1}, {FLT_MAX, FLT_MAX, 1, 0}, {0, FLT_MAX * (1 - 1e-5), 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double ends[] = {cases[i].left, cases[i].right};
        clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
        clpwl_table *t;
        spec.knots = knots;
        spec.values = ends;
        spec.segments = 1;
        spec.measured = (clpwl_error){0, 0, 0};
        OK(clpwl_table_create(&t, &spec));
        ck_assert_int_eq(isinf(clpwl_table_executed_error(t, NULL).linf) != 0, cases[i].is_value);
        const clpwl_calculus_error e = clpwl_table_executed_calculus_error(t, NULL);
        ck_assert_int_eq(isinf(e.derivative) != 0, cases[i].is_slope);
        clpwl_table_free(t);
    }
}
END_TEST

/* Of a trapezoid h C: 12 and its place's 2 (i + 1); h C of its values; 2 of it and of the sum up to it, which
 * is 0.5, 1.125, 1.6875 and 2.25. The last one has the most: 5 + 7.5 + 0.625 + 2 (2.25 + 0.625). */
START_TEST(integrals)
{
    clpwl_table *t = make(0, 1, NULL);
    NEAR(clpwl_table_executed_calculus_error(t, NULL).integral, 18.875 * eps, 1e-30);
    clpwl_table_free(t);
}
END_TEST

/* What devices that flush subnormal numbers lose: a value, a difference, a slope. One segment of values
 * `left` and `right`, h long. */
START_TEST(numbers_that_are_flushed)
{
    static const struct {
        double h, left, right, lost;
    } cases[] = {{1, 0, 1e-37, FLT_MIN},        /* a value */
                 {1, -1e-37, 1e-37, FLT_MIN},   /* between them */
                 {1, 1e-37, 1.1e-37, FLT_MIN + 1e-38}, /* the difference, and the slope */
                 {4, 1e-37, 1.3e-37, FLT_MIN + 3e-38}, /* the slope alone */
                 {4, 1e-37, 3e-37, 0},
                 {0x1p-100, 0.5, 1.5, 2 * FLT_MIN * 0x1p100}}; /* a distance from a knot */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        NEAR(clpwl__flushed(cases[i].h, cases[i].left, cases[i].right), cases[i].lost, 1e-74);
}
END_TEST

/* Arguments beside a knot may be read on the other segment: as far as the other one's place may be off. */
START_TEST(reach_of_segments)
{
    const double knots[] = {0, 0.125, 0.25, 0.5, 1};
    clpwl_table *t = make(0, 1, knots);
    for (size_t i = 0; i < N; i++) {
        double from, to, off[N];
        for (size_t k = 0; k < N; k++)
            off[k] = clpwl__table_place_error(t, k) * (knots[k + 1] - knots[k]);
        clpwl__table_reach(t, i, &from, &to);
        ck_assert_double_eq_tol(from, knots[i] - (i > 0 ? off[i - 1] : 0), 1e-16);
        ck_assert_double_eq_tol(to, knots[i + 1] + (i + 1 < N ? off[i + 1] : 0), 1e-16);
        clpwl__table_inside(t, i, &from, &to);
        ck_assert_double_eq_tol(from, knots[i] + off[i], 1e-16);
        ck_assert_double_eq_tol(to, knots[i + 1] - off[i], 1e-16);
    }
    clpwl_table_free(t);
}
END_TEST

CALLBACK(falling, exp(-x))
CALLBACK(curved, 1 + x * x)
CALLBACK(through_0, x - 0.3)
CALLBACK(identity, x)
CALLBACK(jump, x < 3 ? 1 : 5)

static void factors_are(const clpwl__factors *seen, size_t i, double most, double mean,
                        double square, double part)
{
    ck_assert_msg(fabs(seen[i].most / most - 1) <= part && fabs(seen[i].mean / mean - 1) <= part &&
                      fabs(seen[i].square / square - 1) <= part,
                  "%zu: %.9g %.9g %.9g, not %.9g %.9g %.9g", i, seen[i].most, seen[i].mean, seen[i].square,
                  most, mean, square);
}

/* 1 / f is e^x, w is 1 + x^2: closed forms. A step is 2^-12 of the domain, and its second difference 2e-7. */
START_TEST(factors_of_weights)
{
    clpwl_table *t = make(0, 2, NULL);
    clpwl_function *f = callback(falling, 0, 2, 0), *w = callback(curved, 0, 2, 0);
    clpwl__factors seen[N];
    clpwl_weight how = CLPWL_WEIGHT_INIT;
    how.floor = 1e-3;
    OK(clpwl__factors_of(f, &how, t, seen));
    for (size_t i = 0; i < N; i++) {
        double l = 0.5 * (double)i, r = l + 0.5;
        factors_are(seen, i, exp(r), 2 * (exp(r) - exp(l)), exp(2 * r) - exp(2 * l), 2e-6);
    }
    how.w = w;
    OK(clpwl__factors_of(f, &how, t, seen));
    for (size_t i = 0; i < N; i++) { /* the primitives of (1 + x^2) e^x and (1 + x^2) e^2x */
        double l = 0.5 * (double)i, r = l + 0.5;
        double mean = 2 * ((3 - 2 * r + r * r) * exp(r) - (3 - 2 * l + l * l) * exp(l));
        double square = (r * r - r + 1.5) * exp(2 * r) - (l * l - l + 1.5) * exp(2 * l);
        factors_are(seen, i, (1 + r * r) * exp(r), mean, square, 2e-6);
    }
    how.floor = 0;
    OK(clpwl__factors_of(f, &how, t, seen));
    for (size_t i = 0; i < N; i++) {
        double l = 0.5 * (double)i, r = l + 0.5, mean = 1 + 2 * (r * r * r - l * l * l) / 3;
        factors_are(seen, i, 1 + r * r, mean, mean, 2e-6);
    }
    clpwl_function_free(f);
    clpwl_function_free(w);
    clpwl_table_free(t);
}
END_TEST

/* A zero of f: the largest factor is at the float beside it, or 1 over the floor. The integrals of
 * 1 / max(|x|, f) and of its square on [0, b] are 1 + log(b / f) and 2 / f - 1 / b. */
START_TEST(factors_beside_a_zero)
{
    const double floor = 1.0 / 64;
    clpwl_table *t = make(-1, 1, NULL);
    clpwl_function *f = callback(through_0, -1, 1, -1), *g = callback(identity, -1, 1, -1);
    clpwl__factors seen[N];
    clpwl_weight how = CLPWL_WEIGHT_INIT;
    how.floor = 1e-20;
    OK(clpwl__factors_of(f, &how, t, seen));
    double below = nextafterf(0.3f, 0), above = 0.3f;
    const double least = fmin(above - 0.3, 0.3 - below); /* or an eighth: steps are as small */
    ck_assert(seen[2].most * least >= 1 - 1e-7 && seen[2].most * least < 20);
    ck_assert_double_eq_tol(seen[1].most, 1 / 0.3, 2e-5); /* read on to 0.0000007 */
    how.floor = floor;
    OK(clpwl__factors_of(g, &how, t, seen));
    for (size_t i = 1; i < 3; i++) /* the steps at the corner are some 1e-4 wide, and bounds */
        factors_are(seen, i, 1 / floor, 2 * (1 + log(0.5 / floor)), 2 * (2 / floor - 2), 1e-3);
    factors_are(seen, 3, 2, 2 * log(2), 2 * (2 - 1), 5e-6);
    clpwl_function_free(f);
    clpwl_function_free(g);
    clpwl_table_free(t);
}
END_TEST

/* With the shaper log2 on [1, 4] the line by 1, 2, 4 is 1 + log2(x), and 2 log2(x) from 2 on. Errors in x,
 * by sums over midpoints; the weight jumps at 3. */
START_TEST(errors_of_a_shaper)
{
    enum { STEPS = 300000 };
    const double knots[] = {1, 2, 4}, line[] = {1, 2, 4};
    clpwl_function *f = callback(identity, 1, 4, 0), *w = callback(jump, 1, 4, 3);
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *t;
    spec.knots = knots;
    spec.values = line;
    spec.segments = 2;
    spec.shaper = CLPWL_SHAPER_LOG2;
    OK(clpwl_table_create(&t, &spec));
    for (int weighted = 0; weighted < 2; weighted++) {
        clpwl_weight how = CLPWL_WEIGHT_INIT;
        clpwl_error seen;
        double each[2], largest[2] = {0, 0}, l1 = 0, l2 = 0;
        how.w = w;
        OK(clpwl__shaped_measure_table(f, weighted ? &how : NULL, t, line, each, &seen));
        for (int i = 0; i < STEPS; i++) {
            double x = 1 + 3 * (i + 0.5) / STEPS, e = fabs(x - (x < 2 ? 1 + log2(x) : 2 * log2(x)));
            double of = weighted ? jump(x, NULL) : 1;
            largest[x >= 2] = fmax(largest[x >= 2], of * e);
            l1 += of * e * 3 / STEPS;
            l2 += of * e * e * 3 / STEPS;
        }
        ck_assert_double_eq_tol(seen.l1, l1, 1e-6 * l1);
        ck_assert_double_eq_tol(seen.l2, sqrt(l2), 1e-6 * l2);
        for (int k = 0; k < 2; k++) /* beside the jump a sum over midpoints misses 1e-5 */
            ck_assert_double_eq_tol(each[k], largest[k], 2e-5 * largest[k]);
        ck_assert_double_eq(seen.linf, fmax(each[0], each[1]));
    }
    clpwl_table_free(t);
    clpwl_function_free(f);
    clpwl_function_free(w);
}
END_TEST

CALLBACK(wave, sin(x))

/* Each nodal value moves by the larger need of its segments: the largest error on the wrong side, to 1e-7
 * of it, and a bound of roundings, some 40 places of up to 64 segments of a rise below 1. Samples miss 2e-4
 * of a maximum. */
START_TEST(values_move_to_their_side)
{
    enum { MANY = 64, DENSE = 20000 };
    double knots[MANY + 1], values_of[MANY + 1], need[MANY + 2] = {0};
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    how.storage = CLPWL_STORAGE_FLOAT32;
    clpwl_function *f = callback(wave, 0, 60, 0);
    for (int side = -1; side <= 1; side += 2) {
        for (int i = 0; i <= MANY; i++) {
            knots[i] = 60.0 * i / MANY;
            values_of[i] = sin(knots[i]);
        }
        for (int i = 0; i < MANY; i++) {
            need[i + 1] = 0;
            for (int k = 0; k <= DENSE; k++) {
                double t = (double)k / DENSE, v = values_of[i] + t * (values_of[i + 1] - values_of[i]);
                need[i + 1] = fmax(need[i + 1], side * (sin(knots[i] + t * (knots[i + 1] - knots[i])) - v));
            }
        }
        OK(clpwl__move_to_side(f, side > 0 ? CLPWL_FIT_ABOVE : CLPWL_FIT_BELOW, CLPWL_PARTITION_UNIFORM,
                               CLPWL_SHAPER_NONE, &how, knots, MANY, values_of));
        for (int i = 0; i <= MANY; i++) {
            double moved = side * (values_of[i] - sin(knots[i])), right = fmax(need[i], need[i + 1]);
            ck_assert_msg(moved > right && moved < right + 2 * 200 * eps, "value %d moves by %.9g, not %.9g",
                          i, moved, right);
        }
    }
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("bounds of execution");
    TCase *t = tcase_create("bounds");
    tcase_add_test(t, equal_segments_from_0);
    tcase_add_test(t, distances_that_are_rounded);
    tcase_add_test(t, distances_from_a_negative_end);
    tcase_add_test(t, sums_of_a_symmetry);
    tcase_add_test(t, integrals);
    tcase_add_test(t, overflows);
    tcase_add_test(t, weights_of_few_bits);
    tcase_add_test(t, results_of_few_bits);
    tcase_add_test(t, codes_of_8_bits);
    tcase_add_test(t, knots_are_shifted);
    tcase_add_test(t, derivatives_and_their_reach);
    tcase_add_test(t, values_move_to_their_side);
    tcase_add_test(t, errors_of_a_shaper);
    tcase_add_test(t, factors_beside_a_zero);
    tcase_add_test(t, factors_of_weights);
    tcase_add_test(t, reach_of_segments);
    tcase_add_test(t, numbers_that_are_flushed);
    suite_add_tcase(s, t);
    return s;
}
