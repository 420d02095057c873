/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a fit begins with, by hand: knots of kinks, values that segments want, numbers of a mesh. */
#include <float.h>
#include "fit/kink_knots.h"
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
    /* A jump of a 2048th of all, or less, is the step of a rounded f: this is a 1820th, and a 3000th. */
    {"x<1", "", INFINITY, {{1, 1, 0}, {2, 0, 0.00055}}, 4, {BELOW(1), 1, 2, ABOVE(2)}},
    {"x<1", "", INFINITY, {{1, 1, 0}, {2, 0, 0.00033}}, 2, {BELOW(1), 1}},
};
/* clang-format on */

START_TEST(knots_of_kinks)
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
END_TEST

enum { MOST = 7 };
static const double ulp = 0x1p-23;

/* The values by above, below and minimax, and half the width of a one-sided tube over a jump. */
START_TEST(values_that_segments_want)
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
END_TEST

/* By hand: a value, chords that a limit bears, the noise of a mesh, and the vertex of 16 (x - 5/4)^2. */
START_TEST(numbers_of_a_mesh)
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
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("wanted");
    TCase *t = tcase_create("wanted");
    tcase_add_loop_test(t, knots_of_kinks, 0, sizeof rows / sizeof *rows);
    tcase_add_loop_test(t, values_that_segments_want, 0, 5);
    tcase_add_test(t, numbers_of_a_mesh);
    suite_add_tcase(s, t);
    return s;
}
