/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <string.h>
#include "support/callback.h"
#include "clpwl.h"
#include "function/function.h"
#include "partition/density_knots.h"
#include "partition/partition.h"
#include "support/wish.h"

enum { N = 40 };

CALLBACK(exp_f, exp(x))
CALLBACK(sqrt_f, ldexp(sqrt(x), -60)) /* what counts is relative to f */
CALLBACK(tenth_root_f, pow(fabs(x), 0.1))
CALLBACK(cube_f, x * x * x)
CALLBACK(sine_f, sin(x))
CALLBACK(corner_f, fabs(x - 0.3) + x * x)
CALLBACK(gauss_f, exp(-x *x / 2))
CALLBACK(hole_f, sqrt(x *x - 0.25))
CALLBACK(bent_f, x * x)

/* Names go both ways in the suites that take options by words. */
TEST(names_are_refused)
{
    clpwl_norm norm;
    clpwl_partition partition;
    ck_assert_ptr_null(clpwl_norm_name((clpwl_norm)3));
    ck_assert_ptr_null(clpwl_partition_name((clpwl_partition)-1));
    FAILS(CLPWL_ERR_UNKNOWN_NAME, "\"L3\"; expected linf, l1 or l2", clpwl_norm_parse(&norm, "L3"));
    FAILS(CLPWL_ERR_UNKNOWN_NAME, "uniform or optimized", clpwl_partition_parse(&partition, ""));
    OK(clpwl_partition_parse(&partition, "Optimised"));
    ck_assert_int_eq(partition, CLPWL_PARTITION_OPTIMIZED);
}

/* The result is the least number of equal segments, up to `most`, that have every place inside as a knot. It
 * is 0 where there is no such number. 2 / 5 is no fp32 number, so that 2 segments of [0, 5] are not exact. */
TEST(strides_meet_kinks)
{
    static const struct {
        double a, b, kinks[2];
        size_t count, most;
        int is_exact;
        size_t stride;
    } rows[] = {{-1, 3, {0}, 1, 1000, 0, 4},
                {-1, 0.7, {0}, 1, 1000, 0, 17},
                {-1, 0.7, {0}, 1, 17, 0, 17},
                {-1, 0.7, {0}, 1, 16, 0, 0},
                {-5, 1.4, {0}, 1, 1000, 0, 32},
                {0, 1, {0.25, 0.75}, 2, 1000, 0, 4},
                {0, 1, {0.5, 1.0 / 3}, 2, 1000, 0, 6},
                {0, 1, {0, 1}, 2, 1000, 0, 1},
                {0, 1, {-3, 0.1}, 2, 1000, 0, 10},
                {0, 1, {0.785398}, 1, 1000, 0, 0},
                {0, 64, {1}, 1, 64, 0, 64},
                {0, 65, {1}, 1, 64, 0, 0},
                {2, 5, {3, 4}, 2, 1000, 0, 3},
                {2, 5, {3, 4}, 2, 1000, 1, 3},
                {0, 5, {2.5}, 1, 1000, 0, 2},
                {0, 5, {2.5}, 1, 1000, 1, 10},
                {0, 5, {2.5}, 1, 9, 1, 0},
                {0, 1, {0.1}, 1, 1000, 0, 10},
                {0, 1, {0.1}, 1, 1000, 1, 10},
                /* share by share, to 1e-12 */
                {0, 1, {0.5 + 2e-13}, 1, 1000, 0, 2},
                {0, 1, {0.5 + 2e-13}, 1, 1000, 1, 0},
                {0, 1, {0.5 + 7e-13}, 1, 1000, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t stride = clpwl__find_stride(rows[i].a, rows[i].b, rows[i].kinks, rows[i].count, rows[i].most,
                                           rows[i].is_exact);
        EXPECT(stride == rows[i].stride, "row %zu: %zu", i, stride);
    }
}

/* Two knots in one float part: the left one falls, or the right one rises. Beside 0 they are 32 FLT_MIN
 * apart. Where floats are too few, they stay. */
TESTS(knots_settle_on_floats, 13)
{
    static const struct {
        const char *f;
        size_t segments;
        double knots[5], right[5];
    } rows[] = {
        {"x", 3, {0, 1 - 1e-10, 1, 2}, {0, 1 - 0x1p-24, 1, 2}},
        {"x", 3, {0, 1, 1 + 1e-10, 2}, {0, 1, 1 + 0x1p-23, 2}},
        {"x", 3, {1 - 0x1p-24, 1, 1 + 1e-10, 2}, {1 - 0x1p-24, 1, 1 + 0x1p-23, 2}},
        {"x", 4, {0, 1, 1 + 1e-12, 1 + 2e-12, 2}, {0, 1, 1 + 0x1p-23, 1 + 0x1p-22, 2}},
        {"x", 2, {1, 1 + 0x1p-24, 1 + 0x1p-23}, {1, 1 + 0x1p-24, 1 + 0x1p-23}},
        /* as many floats as segments */
        {"x",
         3,
         {1, 1 + 0x1p-23, 1 + 0x1.01p-23, 1 + 0x3p-23},
         {1, 1 + 0x1p-23, 1 + 0x1p-22, 1 + 0x3p-23}},
        {"x", 2, {0, 0.1, 1}, {0, (double)0.1f, 1}},
        {"x", 2, {1, 1, 2}, {1, 1 + 0x1p-23, 2}},
        {"x", 2, {0, 2, 2}, {0, 2 - 0x1p-23, 2}},
        {"x", 2, {0x1p-100, 0x1.000002p-100, 0x1p-99}, {0x1p-100, 0x1.000008p-100, 0x1p-99}},
        {"x", 2, {1, 1 + 0x1.8p-23, 1 + 0x1p-22}, {1, 1 + 0x1p-23, 1 + 0x1p-22}},
        {"sqrt(x)", 2, {0, 1e-40, 1e-30}, {0, 32 * (double)FLT_MIN, 1e-30}},
        {"sqrt(-x)", 2, {-1e-30, -1e-40, 0}, {-1e-30, -32 * (double)FLT_MIN, 0}}};
    wish w;
    double knots[5];
    begin_wish(&w, rows[_i].f, "callback");
    memcpy(knots, rows[_i].knots, sizeof knots);
    OK(clpwl__settle_knots(w.f, knots, rows[_i].segments));
    for (size_t k = 0; k <= rows[_i].segments; k++)
        EXPECT(knots[k] == rows[_i].right[k], "row %d: knot %zu is %.17g", _i, k, knots[k]);
    end_wish(&w);
}

TEST(uniform_knots_are_the_formula)
{
    double knots[8];
    OK(clpwl_partition_uniform(-1, 0.75, 7, knots));
    for (int i = 0; i <= 7; i++) /* all of these are exact in binary */
        ck_assert_double_eq(knots[i], -1 + i * 0.25);
}

TEST(uniform_refuses)
{
    double x[8], up = nextafter(1, 2);
    FAILS(CLPWL_ERR_ARGUMENT, "[nan, 1] is not finite", clpwl_partition_uniform(NAN, 1, 2, x));
    FAILS(CLPWL_ERR_ARGUMENT, "not finite", clpwl_partition_uniform(0, INFINITY, 2, x));
    FAILS(CLPWL_ERR_ARGUMENT, "[2, 1] is reversed", clpwl_partition_uniform(2, 1, 2, x));
    FAILS(CLPWL_ERR_ARGUMENT, "[1, 1] is empty", clpwl_partition_uniform(1, 1, 2, x));
    FAILS(CLPWL_ERR_ARGUMENT, "not 0", clpwl_partition_uniform(0, 1, 0, x));
    FAILS(CLPWL_ERR_ARGUMENT, "largest float", clpwl_partition_uniform(0, 1e39, 2, x));
    OK(clpwl_partition_uniform(1, up, 1, x));
    FAILS(CLPWL_ERR_ARGUMENT, "2 segments do not fit", clpwl_partition_uniform(1, up, 2, x));
}

static void check_knots(const double *knots, size_t n, double a, double b)
{
    ck_assert_double_eq(knots[0], a);
    ck_assert_double_eq(knots[n], b);
    for (size_t i = 1; i <= n; i++)
        ck_assert_msg(knots[i - 1] < knots[i], "knots %zu: %.17g, %.17g", i, knots[i - 1],
                      knots[i]);
    for (size_t i = 1; i < n; i++)
        ck_assert_msg(knots[i] == (double)(float)knots[i], "knot %zu: %a", i, knots[i]);
}

/* In the norms the densities of exp on [0, 1], sqrt on [0, 1] and x^3 on [-1, 1] are exp(p x), and powers of
 * x; so shares of knots have closed forms. Cells resolve the density to about 1e-5 of its integral. A proxy
 * within 1e-6 of sqrt is flat at x < 1e-12, where 0.1 % of the integral for Linf is. At the zero of x^3''
 * the floor adds up to 0.5 % of the integral. */
TEST(knots_have_equal_shares)
{
    static const double p[] = {[CLPWL_NORM_L1] = 1.0 / 3, [CLPWL_NORM_L2] = 0.4, [CLPWL_NORM_LINF] = 0.5};
    static const clpwl_callback functions[] = {exp_f, sqrt_f, cube_f};
    static const double slack[] = {1e-5, 2e-3, 0.1 / N};
    for (int i = 0; i < 9; i++) {
        const int norm = i / 3, way = i % 3;
        const double a = way == 2 ? -1 : 0;
        clpwl_function *f = callback(functions[way], a, 1, NAN);
        double knots[N + 1];
        OK(clpwl_partition_optimized(f, a, 1, N, (clpwl_norm)norm, knots));
        check_knots(knots, N, a, 1);
        for (int k = 0; k <= N; k++) {
            const double x = knots[k], q = p[norm];
            const double share = way == 0   ? expm1(q * x) / expm1(q)
                                 : way == 1 ? pow(x, 1 - 1.5 * q)
                                            : (1 + copysign(pow(fabs(x), 1 + q), x)) / 2;
            EXPECT(fabs(share - (double)k / N) <= slack[way], "%d: %g of %d", i, share, k);
        }
        clpwl_function_free(f);
    }
}

/* A sine of 159 periods. By equal shares of the density, a segment over an inflection has at
 * most 1.196 times the max error of the others, which is (share)^2 / 8: the chord of x^3 on [-e,
 * d] with e^1.5 + d^1.5 given. 5 % more are for the floor, and for the density between its
 * samples. */
TEST(no_place_of_an_inflection_is_worse)
{
    enum { MANY = 20000, PARTS = 16 };
    static double knots[MANY + 1];
    clpwl_function *f = callback(sine_f, 0, 1000, NAN);
    double mass = 0, worst = 0;
    for (int i = 0; i < 1000000; i++)
        mass += 1e-3 * sqrt(fabs(sin(1e-3 * (i + 0.5)))) / MANY;
    OK(clpwl_partition_optimized(f, 0, 1000, MANY, CLPWL_NORM_LINF, knots));
    for (int i = 0; i < MANY; i++)
        for (int k = 1; k < PARTS; k++) {
            double t = (double)k / PARTS, l = knots[i], r = knots[i + 1];
            worst = fmax(worst, fabs(sin(l + (r - l) * t) - sin(l) - (sin(r) - sin(l)) * t));
        }
    ck_assert_double_lt(worst, 1.05 * 1.196 * mass * mass / 8);
    clpwl_function_free(f);
}

/* The kink is a knot (rounded to fp32) for every number of segments that allows one. */
TEST(kinks_are_knots)
{
    clpwl_function *f = callback(corner_f, 0, 1, 0.3);
    double knots[65];
    for (size_t n = 2; n <= 64; n++) {
        int found = 0;
        OK(clpwl_partition_optimized(f, 0, 1, n, CLPWL_NORM_LINF, knots));
        check_knots(knots, n, 0, 1);
        for (size_t i = 0; i <= n; i++)
            found += knots[i] == (double)0.3f;
        ck_assert_msg(found == 1, "%zu segments", n);
    }
    OK(clpwl_partition_optimized(f, 0, 1, 1, CLPWL_NORM_LINF, knots));
    check_knots(knots, 1, 0, 1);
    clpwl_function_free(f);
}

/* The distances from 0 of the knots of |x|^0.1 in Linf are (i/n)^20, for n segments on one side of 0.
 * Knots nearer to 0 than 32 FLT_MIN, where devices flush, are moved apart. */
TESTS(knots_reach_the_least_numbers, 3)
{
    static const double ends[][2] = {{0, 1}, {-1, 0}, {-1, 1}};
    double a = ends[_i][0], b = ends[_i][1], knots[801];
    clpwl_function *f = callback(tenth_root_f, a, b, 0);
    for (int n = N; n <= 400; n += 400 - N) {
        int sides = _i == 2 ? 2 : 1, zero = _i == 0 ? 0 : n;
        OK(clpwl_partition_optimized(f, a, b, (size_t)(n * sides), CLPWL_NORM_LINF, knots));
        check_knots(knots, (size_t)(n * sides), a, b);
        ck_assert_double_eq(knots[zero], 0);
        for (int i = 0; i <= n * sides; i++) {
            double share = (double)abs(i - zero) / n, exact = pow(share, 20);
            if (exact > 1000 * FLT_MIN) /* numerical f'' differs by 1 % of the integral at most */
                ck_assert_double_eq_tol(pow(fabs(knots[i]), 0.05), share, 0.01);
            if (i > 0) /* up to rounding to fp32 */
                ck_assert_double_ge(knots[i] - knots[i - 1], 31 * FLT_MIN);
        }
    }
    clpwl_function_free(f);
}

/* Where f'' jumps by hand, and ends or rises from 0; the density for Linf is its root. Of those on both sides
 * of a jump the larger is above the mean, and 1.5 times the other. A knot stands there, where segments
 * suffice: pieces have at least one, and the others go to the one with the most mass a segment. The floor is
 * 0.005 of the mean. */
TEST(jumps_by_hand)
{
    static const struct {
        const char *d2f;
        double kink;
        size_t count;
        double at[2];
        size_t segments, knot; /* at[0] is that knot */
    } rows[] = {{"3*x<1?1:4", 0, 1, {1.0 / 3}, 18, 4},
                {"1e-20*(3*x<1?4:1)", 0, 1, {1.0 / 3}, 12, 6},
                {"3*x<1?1:4", 0, 1, {1.0 / 3}, 2, 1},
                {"x<0.25?1:2", 0, 0, {0}, 4, 0},
                {"0*x", 0, 0, {0.5}, 4, 2},
                {"x<0.25?1:2.5", 0, 1, {0.25}, 2, 1},
                {"3*x<1?0:1", 0, 1, {1.0 / 3}, 8, 1},
                {"3*x<1?1:0", 0, 1, {1.0 / 3}, 8, 7},
                {"3*x<1?0:x-1/3", 0, 1, {1.0 / 3}, 8, 1},
                {"3*x<2?2/3-x:0", 0, 1, {2.0 / 3}, 8, 7},
                {"3*x<1?0:exp(40*(x-1))", 0, 0, {0}, 4, 0},
                {"3*x<1?1:3*x<2?4:1", 0, 2, {1.0 / 3, 2.0 / 3}, 11, 3},
                {"3*x<1?16:3*x<1.0006?5:1", 0, 1, {1.0 / 3}, 2, 1},
                {"3*x<2?1:4", 0.5, 1, {2.0 / 3}, 12, 6},
                {"1-abs(x-0.5)", 0.5, 0, {0}, 4, 0}};
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        clpwl_function *d2f = function_of(rows[row].d2f);
        double kink = rows[row].kink, knots[128];
        clpwl_function f = {.f = call_inner,
                            .d2f = call_inner,
                            .user = d2f,
                            .kinks = &kink,
                            .kink_count = kink > 0};
        clpwl__density d = {0};
        OK(clpwl__density_create(&d, &f, 0, 1, NULL, CLPWL_NORM_LINF, NULL));
        const size_t kinks = d.piece_count - 1, jumps = d.part_count - d.piece_count;
        EXPECT(jumps == rows[row].count, "%s: %zu jumps", rows[row].d2f, jumps);
        /* of 16 roundings of the largest value, which is there in all rows */
        ck_assert_double_eq(
            d.rounding,
            ldexp(fmax(fmax(value_of(d2f, 0), value_of(d2f, 0.5)), value_of(d2f, 1)), -48));
        for (size_t k = 0; k < jumps; k++) /* jumps are behind kinks here */
            EXPECT(fabs(d.cells[d.parts[1 + kinks + k]].l - rows[row].at[k]) <= 2e-4, "%s: %zu",
                   rows[row].d2f, k);
        OK(clpwl__density_knots(&d, rows[row].segments, knots));
        EXPECT(fabs(knots[rows[row].knot] - rows[row].at[0]) <= 2e-4, "%s", rows[row].d2f);
        clpwl__density_free(&d);
        clpwl_function_free(d2f);
    }
}

/* Of exp on [0, 1] for Linf the density is exp(x / 2). */
static double mass_of_exp(double l, double r)
{
    return 2 * (exp(r / 2) - exp(l / 2));
}

static int reports, last_report;

static int note_report(double fraction, void *user)
{
    (void)user;
    reports++;
    ck_assert_double_eq(fraction, 0.5 + 0.25 * (1 - 1.0 / reports));
    return reports == last_report;
}

/* Two Gauss points and h <= 1/16 leave h^4 / 4320 / 16 of a mass. Reports of progress are 1 - 1/k of the
 * share, and the first one cancels where it may. */
TEST(cells_hold_the_density)
{
    const clpwl_function f = {.f = exp_f, .d2f = exp_f}, w = {.f = bent_f};
    const clpwl_weight weight = {.size = sizeof weight, .w = &w, .floor = 2};
    clpwl__share share = {.progress = note_report, .from = 0.5, .to = 0.75};
    clpwl__density d = {0};
    double mean, slope;
    OK(clpwl__density_create(&d, &f, 0, 1, NULL, CLPWL_NORM_LINF, &share));
    ck_assert_double_eq_tol(d.total / mass_of_exp(0, 1), 1, 1e-8);
    ck_assert_double_eq_tol(d.floor / d.total, CLPWL__DENSITY_FLOOR, 1e-8);
    ck_assert_uint_eq(d.cell_count, 16);
    for (size_t i = 0; i < d.cell_count; i++) {
        const clpwl__density_cell *c = &d.cells[i];
        ck_assert(c->l == (double)i / 16 && c->r == (double)(i + 1) / 16 && c->noise == d.rounding);
        clpwl__density_on(&d, c, &mean, &slope);
        ck_assert_double_eq_tol(mean / 16 / mass_of_exp(c->l, c->r), 1, 1e-8);
        ck_assert_double_eq_tol(slope / (mean / 2), 1, 1e-3);
        ck_assert_double_eq_tol(c->steepness / 16 / (exp(c->r) - exp(c->l)), 1, 1e-12);
    }
    ck_assert_int_eq(reports, 1);
    clpwl__density_free(&d);
    reports = 0;

    /* The weight x^2 of relative errors, |f| being 2 at least. */
    OK(clpwl__density_create(&d, &f, 0, 1, &weight, CLPWL_NORM_L2, &share));
    for (size_t i = 0; i < d.cell_count; i++)
        for (int k = 0; k < 2; k++) {
            const clpwl__density_cell *c = &d.cells[i];
            double x = c->l + (c->r - c->l) / 2 * (1 + (2 * k - 1) / sqrt(3)),
                   s = 1 / fmax(exp(x), 2);
            ck_assert_double_eq_tol(c->factor[k] / (x * x * s), 1, 1e-12);
            ck_assert_double_eq_tol(c->root[k] / (x * s), 1, 1e-12);
            ck_assert_double_eq_tol(clpwl__density_at(&d, c, k) / pow(exp(x) * x * s, 0.4), 1,
                                    1e-12);
            ck_assert_double_le(c->noise, ldexp(1 / s, -48) * (1 + 1e-12));
        }
    ck_assert_double_eq(d.cells[0].noise, ldexp(2, -48));
    ck_assert_int_ge(reports, 4);
    clpwl__density_free(&d);
    share.done = reports = 0;
    last_report = 1;
    FAILS(CLPWL_ERR_CANCELLED, "curvature",
          clpwl__density_create(&d, &f, 0, 1, NULL, CLPWL_NORM_LINF, &share));
    clpwl__density_free(&d);
}

/* No cell shows the weight at first: cells are halved until all that is seen of f in them is rounding, where
 * 2 h^2 < 16 2^-52 10^6. */
CALLBACK(high_f, 1e6 + x * x)
CALLBACK(two_f, 2)
CALLBACK(narrow_w, exp(-1e6 * (x - 0.0132) * (x - 0.0132)))
TEST(cells_end_at_rounding)
{
    const clpwl_function f = {.f = high_f, .d2f = two_f}, w = {.f = narrow_w};
    const clpwl_weight weight = {.size = sizeof weight, .w = &w};
    clpwl__density d = {0};
    double narrowest = 1;
    OK(clpwl__density_create(&d, &f, 0, 1, &weight, CLPWL_NORM_LINF, NULL));
    for (size_t i = 0; i < d.cell_count; i++)
        narrowest = fmin(narrowest, d.cells[i].r - d.cells[i].l);
    ck_assert_double_eq(narrowest, 0x1p-15);
    clpwl__density_free(&d);
}

/* By the floor of the density no segment is longer than 200 uniform ones. */
TEST(no_segment_grows_without_bound)
{
    clpwl_function *f = callback(gauss_f, 0, 38, NAN);
    static double knots[4097];
    OK(clpwl_partition_optimized(f, 0, 38, 4096, CLPWL_NORM_LINF, knots));
    check_knots(knots, 4096, 0, 38);
    for (int i = 0; i < 4096; i++)
        ck_assert_double_le(knots[i + 1] - knots[i], 201 * 38.0 / 4096);
    OK(clpwl_partition_optimized(f, 0, 38, N, CLPWL_NORM_LINF, knots));
    ck_assert_double_lt(knots[N - 1], 4); /* the tail, straight but for rounding, ends at no knot */
    clpwl_function_free(f);
}

/* Knots finer than fp32 still ascend; knots finer than double are refused. */
TEST(knots_stay_distinct)
{
    double knots[17], b = 1000.0005, last = 1;
    clpwl_function *f = callback(bent_f, 1000, b, NAN);
    OK(clpwl_partition_optimized(f, 1000, b, 16, CLPWL_NORM_L1, knots));
    for (int i = 1; i <= 16; i++)
        ck_assert_double_lt(knots[i - 1], knots[i]);
    ck_assert_double_eq(knots[16], b);
    clpwl_function_free(f);

    for (int i = 0; i < 4; i++)
        last = nextafter(last, 2);
    f = callback(bent_f, 0, 0, NAN);
    OK(clpwl_partition_optimized(f, 1, last, 4, CLPWL_NORM_L1, knots));
    for (int i = 1; i <= 4; i++)
        ck_assert_double_eq(knots[i], nextafter(knots[i - 1], 2));
    FAILS(CLPWL_ERR_ARGUMENT, "5 segments do not fit",
          clpwl_partition_optimized(f, 1, last, 5, CLPWL_NORM_L1, knots));
    clpwl_function_free(f);
}

TEST(optimized_refuses)
{
    double x[9];
    clpwl_function *f = callback(hole_f, -1, 1, NAN);
    FAILS(CLPWL_ERR_NOT_FINITE, "x = -0.49", clpwl_partition_optimized(f, -1, 1, 8, CLPWL_NORM_L2, x));
    FAILS(CLPWL_ERR_ARGUMENT, "reversed", clpwl_partition_optimized(f, 1, -1, 8, CLPWL_NORM_L2, x));
    FAILS(CLPWL_ERR_ARGUMENT, "not 0", clpwl_partition_optimized(f, -1, 1, 0, CLPWL_NORM_L2, x));
    FAILS(CLPWL_ERR_ARGUMENT, "7 is not a clpwl_norm",
          clpwl_partition_optimized(f, -1, 1, 8, (clpwl_norm)7, x));
    clpwl_function_free(f);
}
