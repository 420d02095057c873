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

enum { N = 4, SIZE = sizeof(clpwl_execution) };
static const double eps = 0x1p-24;
static const clpwl_error lines = {0.01, 0.02, 0.03};
static const double values[] = {1, 3, 2, 2.5, 2}, rises[] = {2, 1, 0.5, 0.5}, largest[] = {3, 3, 2.5, 2.5};

static clpwl_table *make_of(const double *knots, const double *y, size_t segments, clpwl_partition partition,
                            clpwl_symmetry symmetry)
{
    const clpwl_table_spec spec = {.size = sizeof spec, .knots = knots, .values = y, .segments = segments,
                                   .partition = partition, .symmetry = symmetry, .measured = lines};
    clpwl_table *t;
    OK(clpwl_table_create(&t, &spec));
    return t;
}

static clpwl_table *make(double a, double b)
{
    double equal[N + 1];
    for (int i = 0; i <= N; i++)
        equal[i] = a + (b - a) * i / N;
    return make_of(equal, values, N, CLPWL_PARTITION_UNIFORM, CLPWL_SYMMETRY_NONE);
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

/* In eps, 2 (i + 1) D for the place and 2 C + D for the value. Where x - a is rounded, from 2 on for a = 1,
 * up to -2.5 for a = -5, (i + 1) D more; as much again where a is between floats, and for an image's
 * coordinate. The error w of a weight adds w D: half of it in L1, and in L2 as a uniform error; v of a
 * filter adds v C. */
TEST(terms_of_equal_segments)
{
    static const struct {
        double a, b, roundings[N], w;
        clpwl_execution how;
    } rows[] = {{0, 1, {12, 11, 8.5, 9.5}, 0, {.size = SIZE}},
                {1, 5, {12, 13, 10, 11.5}, 0, {.size = SIZE}},
                {-5, -1, {12, 11, 10, 11.5}, 0, {.size = SIZE}},
                {0.1, 1.1, {16, 15, 11.5, 13.5}, 0, {.size = SIZE}},
                {0, 1, {14, 13, 10, 11.5}, 0x1p-9, {.size = SIZE, .weight_bits = 8}},
                {0, 1, {14, 13, 10, 11.5}, 0.01, {.size = SIZE, .weight_bits = 8, .weight_error = 0.01}},
                {0, 1, {14, 13, 10, 11.5}, 0, {.size = SIZE, .value_error = 1e-3}}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const double h = (rows[k].b - rows[k].a) / N;
        double linf = 0, l1 = 0, square = 0, weights = 0;
        clpwl_table *t = make(rows[k].a, rows[k].b);
        for (int i = 0; i < N; i++) {
            const double r = rows[k].roundings[i] * eps + rows[k].how.value_error * largest[i],
                         w = rows[k].w * rises[i];
            linf = fmax(linf, r + w);
            l1 += h * (r + w / 2);
            square += h * r * r;
            weights += h * w * w / 3;
        }
        compare(t, &rows[k].how, linf, l1, sqrt(lines.l2 * lines.l2 + weights) - lines.l2 + sqrt(square));
        clpwl_table_free(t);
    }
}

/* With f(x) - f(-x) = x the half on [0, 1] adds 7 and 7.5. On the left the addition of x rounds the sum: 1.5
 * more, and eps of its error. */
TEST(sums_of_a_symmetry)
{
    static const double knots[] = {-1, -0.5, 0, 0.5, 1}, ramp[] = {1.5, 1.5, 1, 2, 2.5};
    static const double level[] = {-2, -1, 0, 0, 0};
    const clpwl_execution filter = {.size = SIZE, .value_error = 1e6},
                          weight = {.size = SIZE, .weight_error = 0.5};
    clpwl_table *t = make_of(knots, ramp, N, CLPWL_PARTITION_UNIFORM, CLPWL_SYMMETRY_RAMP);
    compare(t, NULL, 9 * eps, 0.5 * (9 + 8.5 + 7 + 7.5) * eps,
            sqrt(0.5 * (9 * 9 + 8.5 * 8.5 + 7 * 7 + 7.5 * 7.5)) * eps);
    /* (2 2 + 6) / h, and two roundings of the slope and the ramp's 1. */
    NEAR(clpwl_table_executed_calculus_error(t, NULL).derivative, (20 + 2 * (1 + 2)) * eps, 1e-30);
    /* 2.5 million by the filter, eps of that, and 11 eps of the values. */
    const double more = clpwl_table_executed_error(t, &filter).linf - lines.linf - 2.5e6;
    EXPECT(fabs(more / eps - 2.5e6) < 20, "%g eps", more / eps);
    clpwl_table_free(t);
    t = make_of((double[]){-2, -1, 0, 1, 2}, level, N, CLPWL_PARTITION_UNIFORM, CLPWL_SYMMETRY_RAMP);
    /* the weight adds 0 */
    ck_assert_double_le(clpwl_table_executed_error(t, &weight).linf - lines.linf, 3 * eps);
    clpwl_table_free(t);
    /* A distance from 0 that is flushed, and on the left both numbers that are added: 2 FLT_MIN each. */
    const clpwl_table_spec tiny = {.size = sizeof tiny, .knots = (double[]){-1e-36, 0, 1e-36}, .segments = 2,
                                   .values = (double[]){1e-36, 1e-36, 2e-36},
                                   .symmetry = CLPWL_SYMMETRY_RAMP};
    OK(clpwl_table_create(&t, &tiny));
    NEAR(clpwl_table_executed_error(t, NULL).linf, 4 * FLT_MIN, 1e-41);
    clpwl_table_free(t);
}

/* In 8 bits levels are 2/255 apart, as a float, from 1 on. 2 is 127.5 levels, 2.5 is 191.25. Reading adds 7
 * eps of the range, 2. A slope has that and 4 C eps of both values, and 6 D; an area adds up 2 (i + 1) and
 * 14 of h C, h of the values, and 2 of the sum before, 0.5, 1.125, 1.6875 and 2.25. */
TEST(codes_of_8_bits)
{
    clpwl_table *t = make(0, 1);
    const clpwl_execution how = {.size = SIZE, .storage = CLPWL_STORAGE_UNORM8};
    const double gain = (double)(float)(2.0 / 255), two = 1 + rint(1 / gain) * gain, more = 1 + 191 * gain;
    const double top = 1 + 255 * gain, off = fabs(two - 2), less = 2.5 - more;
    const double d[] = {top - 1, top - two, more - two, more - two}, c[] = {top, top, more, more};
    const double ends[] = {0, fabs(top - 3), off, fabs(less), off}, sums[] = {0.5, 1.125, 1.6875, 2.25};
    double linf = 0, l1 = 0, rounded = 0, stored = 0, slope = 0, area = 0;
    for (int i = 0; i < N; i++) {
        double r = (2 * (i + 1) * d[i] + 2 * c[i] + d[i] + 7 * 2) * eps;
        const double l = ends[i], e = ends[i + 1], value = (4 * c[i] + 7 * 2) * eps + fmax(l, e);
        linf = fmax(linf, r + fmax(l, e));
        l1 += (r + (l + e) / 2) / N;
        rounded += r * r / N;
        stored += (l * l + l * e + e * e) / 3 / N;
        slope = fmax(slope, (2 * value + 6 * d[i] * eps) * N);
        area = fmax(area, ((2 * (i + 1) + 14) * c[i] * eps + value) / N + 2 * sums[i] * eps);
    }
    compare(t, &how, linf, l1, sqrt(rounded) + sqrt(stored));
    NEAR(clpwl_table_executed_calculus_error(t, &how).derivative, slope, 1e-30);
    NEAR(clpwl_table_executed_calculus_error(t, &how).integral, area, 1e-30);
    clpwl_table_free(t);
}

/* Knots that are no fp32 numbers are shifted; the distance from a knot is rounded once: twice more where a
 * part of a run is read from an image. */
TEST(knots_are_shifted)
{
    static const double knots[] = {0, 0.1, 0.3, 0.7, 1};
    const clpwl_execution image = {.size = SIZE, .from_image = 1};
    double linf[2] = {0, 0}, slope = 0;
    clpwl_table *t = make_of(knots, values, N, CLPWL_PARTITION_OPTIMIZED, CLPWL_SYMMETRY_NONE);
    for (int i = 0; i < N; i++) {
        const double l = (double)(float)knots[i], r = (double)(float)knots[i + 1];
        const double shift = fmax(fabs(l - knots[i]), fabs(r - knots[i + 1])) / (r - l);
        for (int k = 0; k < 2; k++)
            linf[k] = fmax(linf[k], ((k ? 3 : 1) * eps + shift) * rises[i]
                           + (2 * largest[i] + rises[i]) * eps);
        slope = fmax(slope, ((2 * largest[i] + 8 * rises[i]) * eps + 2 * shift * rises[i]) /
                                (knots[i + 1] - knots[i]));
    }
    NEAR(clpwl_table_executed_error(t, NULL).linf - lines.linf, linf[0], 1e-17);
    NEAR(clpwl_table_executed_error(t, &image).linf - lines.linf, linf[1], 1e-17);
    NEAR(clpwl_table_executed_calculus_error(t, NULL).derivative, slope, 1e-30);
    clpwl_table_free(t);
}

/* (2 C + 6 D) / h of the first segment; a knot is reached within the place's error, 8 h of the last one. Of
 * a trapezoid h C: 12 and its place's 2 (i + 1); h C of its values; 2 of it and of the sum up to it: 5 + 7.5
 * + 0.625 + 2 (2.25 + 0.625) for the last one. */
TEST(derivatives_and_integrals)
{
    clpwl_table *t = make(0, 1);
    const clpwl_calculus_error e = clpwl_table_executed_calculus_error(t, NULL);
    NEAR(e.derivative, (2 * 3 + 6 * 2) / 0.25 * eps, 1e-30);
    NEAR(e.reach, 8 * 0.25 * eps, 1e-30);
    NEAR(e.integral, 18.875 * eps, 1e-30);
    clpwl_table_free(t);
}

/* What may overflow has no bound: a value beside the largest float, a slope, an area. */
TEST(overflows)
{
    static const struct {
        double h, left, right;
        int is_value, is_slope, is_area;
    } cases[] = {{0.5, 0, 1e38, 0, 0, 0}, {0.5, 0, 3e38, 0, 1, 0}, {0.25, FLT_MAX, FLT_MAX, 1, 0, 0},
                 {0.5, 0, FLT_MAX * (1 - 1e-5), 0, 1, 0}, {2e-29, 1e10, 2e10, 0, 1, 0},
                 {6e28, 1e10, 2e10, 0, 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double knots[] = {0, cases[i].h}, ends[] = {cases[i].left, cases[i].right};
        clpwl_table *t = make_of(knots, ends, 1, CLPWL_PARTITION_UNIFORM, CLPWL_SYMMETRY_NONE);
        const clpwl_calculus_error e = clpwl_table_executed_calculus_error(t, NULL);
        EXPECT(isinf(clpwl_table_executed_error(t, NULL).linf) == cases[i].is_value &&
                   isinf(e.derivative) == cases[i].is_slope && isinf(e.integral) == cases[i].is_area,
               "case %zu: %g %g", i, e.derivative, e.integral);
        clpwl_table_free(t);
    }
}

/* What devices that flush subnormal numbers lose: a value, a difference, a slope. One segment of values
 * `left` and `right`, h long; also as a table, where x - 1 is exact. */
TEST(numbers_that_are_flushed)
{
    static const struct {
        double h, left, right, lost;
    } cases[] = {{1, 0, 1e-37, FLT_MIN},        /* a value */
                 {1, -1e-37, 1e-37, FLT_MIN},   /* between them */
                 {1, 1e-37, 1.1e-37, FLT_MIN + 1e-38}, /* the difference, and the slope */
                 {0.25, 1e-37, 1.1e-37, FLT_MIN},
                 {4, 1e-37, 1.3e-37, FLT_MIN + 3e-38}, /* the slope alone */
                 {0x1p-100, 0.5, 1.5, 2 * FLT_MIN * 0x1p100}}; /* a distance from a knot */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double ends[] = {cases[i].left, cases[i].right}, knots[] = {1, 1 + cases[i].h};
        NEAR(clpwl__flushed(cases[i].h, ends[0], ends[1]), cases[i].lost, 1e-74);
        if (cases[i].h > 1 || cases[i].h < 0x1p-50)
            continue;
        const clpwl_table_spec spec = {.size = sizeof spec, .knots = knots, .values = ends, .segments = 1};
        const double rise = fabs(ends[1] - ends[0]), most = fmax(fabs(ends[0]), fabs(ends[1]));
        clpwl_table *t;
        OK(clpwl_table_create(&t, &spec));
        NEAR(clpwl_table_executed_error(t, NULL).linf, cases[i].lost + (3 * rise + 2 * most) * eps, 1e-74);
        clpwl_table_free(t);
    }
}

/* Arguments beside a knot may be read on the other segment: as far as the other one's place may be off. */
TEST(reach_of_segments)
{
    static const double knots[] = {0, 0.125, 0.25, 0.5, 1};
    clpwl_table *t = make_of(knots, values, N, CLPWL_PARTITION_OPTIMIZED, CLPWL_SYMMETRY_NONE);
    for (size_t i = 0; i < N; i++) {
        double from, to, off[N];
        for (size_t k = 0; k < N; k++) /* of a filter */
            off[k] = (3 + 2 * ((double)k + 1)) * eps * (1 + 0x1p-20) * (knots[k + 1] - knots[k]);
        clpwl__table_reach(t, i, &from, &to);
        ck_assert_double_eq_tol(from, knots[i] - (i > 0 ? off[i - 1] : 0), 1e-16);
        ck_assert_double_eq_tol(to, knots[i + 1] + (i + 1 < N ? off[i + 1] : 0), 1e-16);
        clpwl__table_inside(t, i, &from, &to);
        ck_assert_double_eq_tol(from, knots[i] + off[i], 1e-16);
        ck_assert_double_eq_tol(to, knots[i + 1] - off[i], 1e-16);
    }
    clpwl_table_free(t);
}

CALLBACK(falling, exp(-x))
CALLBACK(curved, 1 + x * x)
CALLBACK(identity, x)
CALLBACK(cosine, 1.5 + cos(200 * x))
static double zero;
CALLBACK(wavy_to_line, x < 1.5 ? sin(3000 * x) : x - zero)

static void factors_are(const clpwl__factors *seen, size_t i, double most, double mean,
                        double square, double part)
{
    ck_assert_msg(fabs(seen[i].most / most - 1) <= part && fabs(seen[i].mean / mean - 1) <= part &&
                      fabs(seen[i].square / square - 1) <= part,
                  "%zu: %.9g %.9g %.9g, not %.9g %.9g %.9g", i, seen[i].most, seen[i].mean, seen[i].square,
                  most, mean, square);
}

static void find_factors(clpwl_callback of, clpwl_callback weight, double a, double b, double kink,
                         double floor,
                         clpwl__factors *seen)
{
    clpwl_table *t = make(a, b);
    clpwl_function *f = callback(of, a, b, kink), *w = weight ? callback(weight, a, b, NAN) : NULL;
    const clpwl_weight how = {.size = sizeof how, .w = w, .floor = floor};
    OK(clpwl__factors_of(f, &how, t, seen));
    clpwl_function_free(f);
    clpwl_function_free(w);
    clpwl_table_free(t);
}

/* 1 / f is e^x, w is 1 + x^2: closed forms. A step is 2^-12 of the domain, and its second difference 2e-7. */
TEST(factors_of_weights)
{
    clpwl__factors both[N];
    find_factors(falling, curved, 0, 2, NAN, 1e-3, both);
    for (size_t i = 0; i < N; i++) { /* the primitives of (1 + x^2) e^x and (1 + x^2) e^2x */
        double l = 0.5 * (double)i, r = l + 0.5;
        double mean = 2 * ((3 - 2 * r + r * r) * exp(r) - (3 - 2 * l + l * l) * exp(l));
        double square = (r * r - r + 1.5) * exp(2 * r) - (l * l - l + 1.5) * exp(2 * l);
        factors_are(both, i, (1 + r * r) * exp(r), mean, square, 2e-6);
    }
}

/* A zero of f: the integrals of 1 / max(|x|, d) and of its square on [0, b] are 1 + log(b / d) and 2 / d - 1
 * / b. The largest factor is at the float beside it, exactly where the waves before have used up all
 * halvings. Of a minimum between samples it has half a second difference, 0.0095, more. */
TEST(factors_beside_a_zero)
{
    const double floor = 1.0 / 64;
    clpwl__factors seen[N];
    find_factors(identity, NULL, -1, 1, NAN, floor, seen);
    for (size_t i = 1; i < 3; i++) /* the steps at the corner are some 1e-4 wide, and bounds */
        factors_are(seen, i, 1 / floor, 2 * (1 + log(0.5 / floor)), 2 * (2 / floor - 2), 1e-3);
    factors_are(seen, 3, 2, 2 * log(2), 2 * (2 - 1), 5e-6);
    for (zero = 1.76; zero < 1.99; zero += 0.03) {
        const float below = (double)(float)zero < zero ? (float)zero : nextafterf((float)zero, 0);
        find_factors(wavy_to_line, NULL, 1, 2, 1.5, 1e-20, seen);
        ck_assert_double_eq_tol(seen[3].most * fmin(zero - (double)below, (double)nextafterf(below, 2) - zero), 1,
                                1e-6);
    }
    find_factors(cosine, NULL, 0, 2, NAN, 1e-3, seen);
    for (int i = 0; i < N; i++)
        EXPECT(seen[i].most >= 2 && seen[i].most <= 1 / (0.5 - 0.0048), "%g", seen[i].most);
}

/* A function of many values at once that counts its calls; its jump is at 3. */
static size_t calls, asked;

static void many_identities(const double *x, double *y, size_t n, void *user)
{
    (void)user;
    calls++;
    asked += n;
    for (size_t i = 0; i < n; i++)
        y[i] = x[i];
}

static void many_jumps(const double *x, double *y, size_t n, void *user)
{
    many_identities(x, y, n, user);
    for (size_t i = 0; i < n; i++)
        y[i] = x[i] < 3 ? 1 : 5;
}

/* With the shaper log2 on [1, 4] the line by 1, 2, 4 is 1 + log2(x), and 2 log2(x) from 2 on. Errors in x,
 * by sums over midpoints; the weight jumps at 3. */
TEST(errors_of_a_shaper)
{
    enum { STEPS = 300000 };
    static const double line[] = {1, 2, 4}, three = 3;
    const clpwl_function_spec of_f = {.size = sizeof of_f, .many = many_identities},
                              of_w = {.size = sizeof of_w, .many = many_jumps, .kinks = &three,
                                      .kink_count = 1};
    const clpwl_table_spec spec = {.size = sizeof spec, .knots = line, .values = line, .segments = 2,
                                   .shaper = CLPWL_SHAPER_LOG2};
    clpwl_function *f, *w;
    clpwl_table *t;
    clpwl__shaped *shaped;
    clpwl__factors factors[2];
    clpwl_error seen;
    OK(clpwl_function_create(&f, &of_f));
    OK(clpwl_function_create(&w, &of_w));
    OK(clpwl_table_create(&t, &spec));
    clpwl_weight how = {.size = sizeof how, .w = w};
    for (int weighted = 0; weighted < 2; weighted++) {
        double each[2], most[2] = {0, 0}, l1 = 0, l2 = 0;
        OK(clpwl__shaped_measure_table(f, weighted ? &how : NULL, t, line, each, &seen));
        for (int i = 0; i < STEPS; i++) {
            double x = 1 + 3 * (i + 0.5) / STEPS, e = fabs(x - (x < 2 ? 1 + log2(x) : 2 * log2(x)));
            double of = weighted && x > 3 ? 5 : 1;
            most[x >= 2] = fmax(most[x >= 2], of * e);
            l1 += of * e * 3 / STEPS;
            l2 += of * e * e * 3 / STEPS;
        }
        ck_assert_double_eq_tol(seen.l1, l1, 1e-6 * l1);
        ck_assert_double_eq_tol(seen.l2, sqrt(l2), 1e-6 * l2);
        for (int k = 0; k < 2; k++) /* beside the jump a sum over midpoints misses 1e-5 */
            ck_assert_double_eq_tol(each[k], most[k], 2e-5 * most[k]);
        ck_assert_double_eq(seen.linf, fmax(each[0], each[1]));
    }
    OK(clpwl__shaped_create(&shaped, f, &how, CLPWL_SHAPER_LOG2, 1, 4));
    ck_assert_uint_eq(clpwl__shaped_function(shaped)->kink_count, 0); /* of f alone */
    clpwl__shaped_free(shaped);
    OK(clpwl__factors_of(f, &how, t, factors));
    EXPECT(50 * calls <= asked, "%zu calls for %zu values", calls, asked);
    how.floor = -1;
    FAILS(CLPWL_ERR_ARGUMENT, "floor", clpwl_error_executed(f, &how, t, NULL, &seen));
    clpwl_table_free(t);
    clpwl_function_free(f);
    clpwl_function_free(w);
}

CALLBACK(line, 1 + x / 2)
CALLBACK(cubic, x * (1 - x) * (2 - x))

/* How far each value moves: by `need` and by roundings. */
static void moves_are(clpwl_callback of, int segments, double h, clpwl_fit fit, clpwl_storage storage,
                      const double *need, const double *roundings)
{
    const clpwl_execution how = {.size = SIZE, .storage = storage};
    clpwl_function *f = callback(of, 0, h * segments, NAN);
    double knots[N + 1], y[N + 1];
    for (int i = 0; i <= segments; i++) {
        knots[i] = h * i;
        y[i] = of(knots[i], NULL);
    }
    OK(clpwl__move_to_side(f, fit, CLPWL_PARTITION_UNIFORM, CLPWL_SHAPER_NONE, &how, knots, (size_t)segments,
                           y));
    for (int i = 0; i <= segments; i++) {
        const double moved = fabs(y[i] - of(knots[i], NULL)), more = (moved - need[i]) / eps;
        EXPECT(more >= roundings[i] && more <= 1.06 * roundings[i] &&
               (y[i] > of(knots[i], NULL)) == (fit == CLPWL_FIT_ABOVE),
               "fit %d: value %d moves by %g and %g eps, not %g eps", (int)fit, i, need[i], more,
                   roundings[i]);
    }
    clpwl_function_free(f);
}

/* Each nodal value moves by the larger need of its segments: by f - v on the wrong side, and
 * by roundings, of which a 64th is spare. A straight line with D = 1/2 has 2 (i
 * + 1) D + 2 C + D of these. A cubic with the values 0 is b = 2 / sqrt(27) on one side of its first chord,
 * and on the other of its second. Both ends of that chord move by b, and have 2 b; the other one then rises
 * by b, i = 1: 4 b + 2 b + b. Levels add 7 of their range, which is b. */
TEST(values_move_to_their_side)
{
    const double b = 2 / sqrt(27), none[N + 1] = {0}, first[] = {b, b, 0}, second[] = {0, b, b};
    const double of_line[] = {4.5, 6.5, 8.5, 10.5, 10.5}; /* (i + 1) + 2 (1 + (i + 1) / 2) + 1 / 2 */
    const double of_first[] = {2 * b, 2 * b, 7 * b}, of_second[] = {5 * b, 2 * b, 2 * b},
                 levels[] = {9 * b, 9 * b, 14 * b};
    moves_are(line, N, 1, CLPWL_FIT_ABOVE, CLPWL_STORAGE_FLOAT32, none, of_line);
    moves_are(cubic, 2, 1, CLPWL_FIT_ABOVE, CLPWL_STORAGE_FLOAT32, first, of_first);
    moves_are(cubic, 2, 1, CLPWL_FIT_BELOW, CLPWL_STORAGE_FLOAT32, second, of_second);
    moves_are(cubic, 1, 2, CLPWL_FIT_ABOVE, CLPWL_STORAGE_FLOAT32, first, of_first);
    moves_are(cubic, 2, 1, CLPWL_FIT_ABOVE, CLPWL_STORAGE_UNORM8, first, levels);
}
