/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What execution adds to the error of a table, term by term, against numbers that were worked out by hand
 * from doc/theory.md: with D the rise of a segment and C its largest value, a value adds (2 C + D) eps, equal
 * segments 2 (i + 1) D eps, and so on. A bound that is larger than its terms fails, as one that is smaller.
 */
#include <float.h>
#include <math.h>
#include "clpwl.h"
#include "support/suite.h"

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
    const double err[] = {fabs(top - 3), off, off, off};
    double linf = 0;
    how.storage = CLPWL_STORAGE_UNORM8;
    for (int i = 0; i < N; i++) {
        double r = (2 * (i + 1) * d[i] + 2 * c[i] + d[i] + 7 * 2) * eps;
        linf = fmax(linf, r + err[i]);
    }
    ck_assert_double_lt(less, off);
    NEAR(clpwl_table_executed_error(t, &how).linf - lines.linf, linf, 1e-12);
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

/* Of a trapezoid h C: 12 and its place's 2 (i + 1); h C of its values; 2 of it and of the sum up to it, which
 * is 0.5, 1.125, 1.6875 and 2.25. The last one has the most: 5 + 7.5 + 0.625 + 2 (2.25 + 0.625). */
START_TEST(integrals)
{
    clpwl_table *t = make(0, 1, NULL);
    NEAR(clpwl_table_executed_calculus_error(t, NULL).integral, 18.875 * eps, 1e-30);
    clpwl_table_free(t);
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
    tcase_add_test(t, weights_of_few_bits);
    tcase_add_test(t, results_of_few_bits);
    tcase_add_test(t, codes_of_8_bits);
    tcase_add_test(t, knots_are_shifted);
    tcase_add_test(t, derivatives_and_their_reach);
    suite_add_tcase(s, t);
    return s;
}
