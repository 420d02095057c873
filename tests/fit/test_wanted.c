/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a fit begins with, by hand: knots of kinks, values that segments want, a mesh. What lines can reach,
 * and in how many trials. Memory that is refused. */
#include <float.h>
#include "fit/fit.h"
#include "fit/kink_knots.h"
#include "fit/minimax.h"
#include "fit/wanted_values.h"
#include "function/function.h"
#include "support/wish.h"

/* The least gap: below it a device flushes the distance. */
#define GAP 0x1p-102
#define BELOW(x) ((x) * (1 - 0x1p-24)) /* of a power of 2 */
#define ABOVE(x) ((x) * (1 + 0x1p-23))

/* clang-format off */
static const struct {
    const char *f, *words; /* the fit and the norm */
    double most;
    clpwl_kink kinks[2];
    size_t count;
    double knots[4];
} rows[] = {
    {"abs(x-2)", "", INFINITY, {{2, 0, 0}}, 1, {2}},
    {"abs(x-1)", "", INFINITY, {{1, 0, 0}, {1 + 1e-9, 0, 0}}, 1, {1}}, /* two in one float */
    /* f(x) belongs to one side of a jump, or to none. */
    {"x<2", "", INFINITY, {{2, 1, 0}}, 2, {BELOW(2), 2}},
    {"x>2", "", INFINITY, {{2, 0, 1}}, 2, {2, ABOVE(2)}},
    {"sign(x)", "", INFINITY, {{0, -1, 1}}, 2, {-GAP, GAP}},
    /* 4e33 / FLT_MAX: 197.2 of 2^-24 */
    {"x<2?1:x>2?2:1.5", "", INFINITY, {{2, 1, 2}}, 2, {BELOW(2), ABOVE(2)}},
    {"x>=1?1e33:0", "", INFINITY, {{1, 0, 1e33}}, 2, {1 - 198 * 0x1p-24, 1}},
    /* An interpolant passes through the middle of a jump above `most`, at a 4096th of the domain or an
     * eighth of the way to the next. */
    {"x<2", "", 1, {{2, 1, 0}}, 2, {BELOW(2), 2}},
    {"x<2", "", 0.75, {{2, 1, 0}}, 2, {2 - 0x1p-8, 2 + 0x1p-8}},
    {"x<2", "", 0.75, {{2, 1, 0}, {2 + 0x1p-7, 3, 3}}, 3, {2 - 0x1p-10, 2 + 0x1p-10, 2 + 0x1p-7}},
    {"x<2", "", 0.75, {{2, 1, 0}, {2 + 0x1p-13, 3, 3}}, 3, {BELOW(2), 2, 2 + 0x1p-13}}, /* 64 floats */
    /* In L1 and L2 a line is level over a jump, on its side. */
    {"x<2", "minimax l2", INFINITY, {{2, 1, 0}}, 4, {2 - 0x1p-22, BELOW(2), 2, ABOVE(2)}},
    {"x<2", "above l1", INFINITY, {{2, 1, 0}}, 3, {BELOW(2), 2, ABOVE(2)}},
    {"x<2", "below l1", INFINITY, {{2, 1, 0}}, 3, {2 - 0x1p-22, BELOW(2), 2}},
    {"x>=2", "above l1", INFINITY, {{2, 0, 1}}, 3, {2 - 0x1p-22, BELOW(2), 2}},
    {"x<2", "projection l2", INFINITY, {{2, 1, 0}}, 2, {BELOW(2), 2}},
    /* An end of the domain, [-8, 8], takes the place of a knot. */
    {"x>-8", "", INFINITY, {{-8, 0, 1}}, 1, {-8 * (1 - 0x1p-24)}},
    {"x<8", "", INFINITY, {{8, 1, 0}}, 1, {BELOW(8)}},
    {"x<8", "below l1", INFINITY, {{8, 1, 0}}, 2, {8 * (1 - 0x1p-23), BELOW(8)}},
    {"x<=8", "below l1", INFINITY, {{8, 1, 0}}, 0, {0}}, /* the jump is outside */
    /* A jump of a 2048th of all, or less, is the step of a rounded f: this is a 1820th, and a 3000th. */
    {"x<1", "", INFINITY, {{1, 1, 0}, {2, 0, 0.00055}}, 4, {BELOW(1), 1, 2, ABOVE(2)}},
    {"x<1", "", INFINITY, {{1, 1, 0}, {2, 0, 0.00033}}, 2, {BELOW(1), 1}},
};
/* clang-format on */

TESTS(knots_of_kinks, sizeof rows / sizeof *rows)
{
    wish w;
    double *knots;
    size_t count = 1 + (rows[_i].kinks[1].x != 0), n;
    begin_wish(&w, rows[_i].f, rows[_i].words);
    OK(clpwl__kink_knots(w.f, -8, 8, w.o.norm, w.o.fit, rows[_i].most, rows[_i].kinks, count, &knots, &n));
    EXPECT(n == rows[_i].count, "row %d: %zu knots", _i, n);
    for (size_t i = 0; i < n; i++)
        EXPECT(knots[i] == rows[_i].knots[i], "row %d: %.17g, not %.17g", _i, knots[i], rows[_i].knots[i]);
    clpwl__free(knots);
    end_wish(&w);
}

enum { MOST = 7 };
static const double ulp = 0x1p-23;

/* The values by above, below and minimax, and half the width of a one-sided tube over a jump. */
TESTS(values_that_segments_want, 5)
{
    static const struct {
        double x[MOST], y[MOST];
        size_t n;
        double knots[4];
        size_t segments;
        double wanted[3][4], level;
    } cases[] = {
        {{0, 1, 2, 3, 4}, {0, 1, 4, 9, 16}, 5, {0, 2, 4}, 2, {{0, 4, 16}, {-1, 3, 15}, {-0.5, 3.5, 15.5}}, 0},
        {{0, 1, 2, 3, 4}, {0, 1, 2, 9, 4}, 5, {0, 2, 4}, 2, {{0, 8, 10}, {0, 2, 4}, {0, 5, 7}}, 0},
        {{0, 1, 1 + ulp, 2},
         {0, 0, 5, 5},
         4,
         {0, 1, 1 + ulp, 2},
         3,
         {{0, 5, 5, 5}, {0, 0, 0, 5}, {0, 2.5, 2.5, 5}},
         2.5},
        {{0, 1, 1 + ulp, 2},
         {5, 5, 0, 0},
         4,
         {0, 1, 1 + ulp, 2},
         3,
         {{5, 5, 5, 0}, {5, 0, 0, 0}, {5, 2.5, 2.5, 0}},
         2.5},
        /* Four steps have a quarter of the rise each: an infinite slope, and no jump. */
        {{0, 1, 1 + ulp / 4, 1 + ulp / 2, 1 + 3 * ulp / 4, 1 + ulp, 2},
         {0, 0, 0.25, 0.5, 0.75, 1, 1},
         7,
         {0, 1, 1 + ulp, 2},
         3,
         {{0, 0, 1, 1}, {0, 0, 1, 1}, {0, 0, 1, 1}},
         0},
    };
    static const clpwl_fit fits[] = {CLPWL_FIT_ABOVE, CLPWL_FIT_BELOW, CLPWL_FIT_MINIMAX};
    double x[MOST], y[MOST], s[MOST] = {1, 1, 1, 1, 1, 1, 1}, wanted[4], level;
    memcpy(x, cases[_i].x, sizeof x);
    memcpy(y, cases[_i].y, sizeof y);
    const clpwl__mesh m = {.x = x, .y = y, .s = s, .n = cases[_i].n};
    for (int fit = 0; fit < 3; fit++) {
        clpwl__wanted_values(&m, fits[fit], cases[_i].knots, cases[_i].segments, wanted, &level);
        for (size_t k = 0; k <= cases[_i].segments; k++)
            EXPECT(wanted[k] == cases[_i].wanted[fit][k], "%d, fit %d: %g at knot %zu", _i, fit, wanted[k],
                   k);
        ck_assert_double_eq(level, fit < 2 ? cases[_i].level : 0);
    }
}

/* By hand: a value, chords that a limit bears, the noise of a mesh, and the vertex of 16 (x - 5/4)^2. */
TEST(numbers_of_a_mesh)
{
    double x[] = {0, 1, 2, 4, 8}, y[] = {0, 1, 4, 16, 64}, s[] = {1, 2, 5, 17, 65}, v, limit;
    const double knots[] = {0, 2, 8}, size = 4 * DBL_EPSILON;
    const clpwl_weight relative = {.size = sizeof relative, .floor = 2};
    wish w;
    begin_wish(&w, "sin(x)", "0:8 callback");
    clpwl__mesh m = {.f = w.f, .x = x, .y = y, .s = s, .n = 5};
    ck_assert(clpwl__mesh_at(&m, 0.5, &v, &limit) && v == sin(0.5));
    ck_assert_double_eq(clpwl__mesh_chords(&m, knots, 2), 0.5); /* 1 by a limit of 2, and 8 by one of 17 */
    ck_assert_double_eq(clpwl__mesh_noise(&m), size * 64);
    m.weight = &relative;
    ck_assert_double_eq(clpwl__mesh_noise(&m), size * 2);
    m.weight = NULL;
    for (int i = 0; i < 5; i++)
        y[i] *= 0x1p-40;
    ck_assert_double_eq(clpwl__mesh_noise(&m), size * 0x1p-34);
    ck_assert_double_eq(clpwl__mesh_vertex((const double[]){0, 1, 3}, (const double[]){-25, -1, -49}), 1.25);
    end_wish(&w);
}

/* At least as many steps as asked for in each segment, and some in each polynomial; knots, kinks and what is
 * inserted are points, once. The chords over the steps are within r, by f'' at the ends. */
TESTS(points_of_a_mesh, 2)
{
    enum { STEPS = 2, KNOTS = 4, MORE = 5 };
    static const double knots[KNOTS] = {-2, 0.5, 0.75, 2}, more[MORE] = {-2, -0.987, -0.987, 0.6, 1.987};
    const clpwl__proxy_wish how = {.a = -2, .b = 2, .is_guess = 1};
    const double r = _i ? 1e-5 : INFINITY;
    wish w;
    clpwl__proxy p = {.count = 0};
    clpwl__mesh m = {.n = 0};
    begin_wish(&w, "sin(9*x)+abs(x-0.6)", "kink=0.6 w=1+x^2");
    OK(clpwl__proxy_create(&p, w.f, &how));
    OK(clpwl__mesh_create(&m, &p.f, w.o.weight, knots, KNOTS - 1, STEPS));
    if (_i)
        OK(clpwl__mesh_resolve(&m, r));
    size_t before = m.n, found = 0;
    OK(clpwl__mesh_insert(&m, more, MORE));
    ck_assert_uint_eq(m.n, before + 2);
    for (size_t i = 0, k = 0, j = 0; i < m.n; i++) {
        double x = m.x[i], h = i > 0 ? x - m.x[i - 1] : NAN, s = i > 0 ? fmin(m.s[i - 1], m.s[i]) : NAN;
        EXPECT(m.y[i] == value_of(&p.f, x) && fabs(m.s[i] * (1 + x * x) - 1) < 3 * DBL_EPSILON, "x = %g", x);
        EXPECT(!(h <= 0 || h > (1 + 1e-9) * (knots[k] - knots[k - (k > 0)]) / STEPS), "x = %g", x);
        EXPECT(!(h * h * 81 / 8 * fabs(sin(9 * x)) > 1.01 * r * s), "x = %g", x);
        k += x == knots[k];
        found += x == 0.6 || x == -0.987 || x == 1.987;
        while (j + 1 < p.count && x >= p.seams[j + 1])
            j++;
        EXPECT(!(j + 1 < p.count && h > (p.seams[j + 1] - p.seams[j]) / 4), "x = %g", x);
        ck_assert(k < KNOTS || i + 1 == m.n);
    }
    ck_assert_uint_eq(found, 3);
    clpwl__mesh_free(&m);
    clpwl__proxy_free(&p);
    end_wish(&w);
}

/* The line through x^2 at 0, 0.9 and 3 is 0.45^2 and 1.05^2 above it in the middle of its segments. */
TESTS(errors_that_sharpen_a_mesh, 4)
{
    static const struct {
        double centre, share, largest;
        size_t more; /* and the knot at 0.9 */
    } cases[] = {{0, 0.7, 1.1025, 1}, {0, 0.18, 1.1025, 2}, {-1, 0.9, 1, 0}, {1, 0.7, 2.1025, 1}};
    static const double ends[] = {0, 3}, knots[] = {0, 0.9, 3}, values[] = {0, 0.9 * 0.9, 9};
    clpwl_function *f = function_of("x^2");
    clpwl__mesh m = {.n = 0};
    double largest;
    size_t before, found = 0;
    OK(clpwl__mesh_create(&m, f, NULL, ends, 1, 101));
    before = m.n;
    OK(clpwl__mesh_sharpen(&m, knots, values, 2, cases[_i].centre, cases[_i].share, &largest));
    ck_assert_double_eq_tol(largest, cases[_i].largest, 9 * DBL_EPSILON);
    ck_assert_uint_eq(m.n, before + 1 + cases[_i].more);
    for (size_t i = 0; i < m.n; i++)
        found += fabs(m.x[i] - 0.45) < 1e-12 || fabs(m.x[i] - 1.95) < 1e-12;
    ck_assert_uint_eq(found, cases[_i].more);
    clpwl__mesh_free(&m);
    clpwl_function_free(f);
}

/* On N uniform knots of [0, 3] lines are 9 / (8 N^2) from x^2, one-sided lines twice as far; no knots are
 * better. 1e-3 of the error is 5e-4 of a segment. */
TESTS(lines_that_exist, 9)
{
    enum { MANY = 600 };
    static const clpwl_fit fits[] = {CLPWL_FIT_MINIMAX, CLPWL_FIT_ABOVE, CLPWL_FIT_BELOW};
    static const size_t counts[] = {1, 7, MANY};
    const size_t n = counts[_i / 3];
    const clpwl_fit fit = fits[_i % 3];
    const double least = (_i % 3 ? 2 : 1) * 9 / (8.0 * (double)(n * n));
    double knots[MANY + 1];
    size_t fewest;
    const clpwl__proxy_wish how = {.b = 3, .is_guess = 1};
    clpwl__proxy p = {.count = 0};
    clpwl_function *f = function_of("x^2");
    OK(clpwl__proxy_create(&p, f, &how));
    OK(clpwl_partition_uniform(0, 3, n, knots));
    for (int k = -1; k <= 1; k += 2) {
        const double error = least * (1 + 1e-3 * k);
        OK(clpwl__minimax_fewest(&p.f, NULL, fit, NULL, knots, n, error, &fewest));
        ck_assert_uint_eq(fewest, n + (k < 0));
    }
    clpwl__proxy_free(&p);
    clpwl_function_free(f);
}

static int count_report(double done, void *user)
{
    size_t *reports = user;
    (void)done;
    ++*reports;
    return 0;
}

/* Where the chord of exp from l is 2 r above it. */
static double end_of_chord(long double l, long double r)
{
    long double least = l, most = l + 3;
    for (int i = 0; i < 50; i++) {
        long double to = (least + most) / 2, slope = (expl(to) - expl(l)) / (to - l);
        *(expl(l) + slope * (logl(slope) - l - 1) < 2 * r ? &least : &most) = to;
    }
    return (double)least;
}

/* The least errors of lines through exp on [0, 3], and its mirror; without that error lines are chords. Of
 * refined knots, 1e-7 of the error may be left, 1e-5 for interpolants. fp32 moves both knots of a segment by
 * 2^-23; no segment is shorter than 1 / N, and an error is as the square of the length. Seen were 41 to 60
 * tubes; up to 89 errors of interpolants, which tell no margin. */
TESTS(least_errors_take_few_trials, 6)
{
    static const clpwl_fit fits[] = {CLPWL_FIT_MINIMAX, CLPWL_FIT_ABOVE, CLPWL_FIT_INTERPOLANT};
    const clpwl_fit fit = fits[_i / 2];
    const clpwl__proxy_wish how = {.b = 3, .is_guess = 1};
    double knots[81], values[81];
    clpwl__proxy p = {.count = 0};
    clpwl_function *f = function_of(_i % 2 ? "exp" : "-exp(x)");
    OK(clpwl__proxy_create(&p, f, &how));
    for (size_t n = 5; n <= 80; n *= 4) {
        size_t reports = 0;
        const clpwl__watch watch = {count_report, &reports};
        clpwl__minimax_errors e;
        double low = 0, high = 1;
        while (high - low > 1e-9 * high) {
            double r = (low + high) / 2, x = 0;
            for (size_t i = 0; i < n && x < 3; i++)
                x = end_of_chord(x, r);
            *(x < 3 ? &low : &high) = r;
        }
        OK(clpwl_partition_uniform(0, 3, n, knots));
        OK(clpwl__minimax_knots(&p.f, NULL, fit, &watch, knots, n, values, 0, &e));
        double right = fit == CLPWL_FIT_MINIMAX ? high : 2 * high;
        double off = (fit == CLPWL_FIT_INTERPOLANT ? 1e-5 : 1e-7) + 0x1p-21 * (double)n;
        ck_assert_double_eq_tol(e.rounded / right, 1, off);
        ck_assert_uint_le(reports, fit == CLPWL_FIT_INTERPOLANT ? 100 : 80);
    }
    clpwl__proxy_free(&p);
    clpwl_function_free(f);
}

/* A request that is refused ends a fit, or the search for knots of kinks, and nothing is left. */
TESTS(memory_that_is_refused, CLPWL_FIT_BELOW + 1)
{
    static const double at[] = {0, 0.3, 1};
    static const clpwl_kink kink = {0.5, 0, 1};
    const clpwl_fit fit = (clpwl_fit)_i;
    const long blocks = clpwl__live_blocks();
    double values[3], *out;
    size_t n;
    clpwl_function *f = function_of("exp");
    int is_done = 0;
    for (long request = 1; !is_done; request++) {
        clpwl__fault_allocation(request);
        clpwl_status status = clpwl_fit_values(fit, f, NULL, at, 2, values);
        if (!status && !(status = clpwl__kink_knots(f, 0, 1, CLPWL_NORM_L2, fit, 9, &kink, 1, &out, &n)))
            clpwl__free(out);
        is_done = clpwl__requests() < request;
        clpwl__fault_allocation(0);
        EXPECT(status == (is_done ? CLPWL_OK : CLPWL_ERR_MEMORY), "request %ld", request);
    }
    clpwl_function_free(f);
    ck_assert_int_eq(clpwl__live_blocks(), blocks);
}
