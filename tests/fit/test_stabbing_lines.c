/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines above floor points and below ceiling points, against all pairs of points. A slope m
 * is possible if floor - m x at each floor point is at most ceiling - m x at each ceiling
 * point. So each pair of a floor and a ceiling point bounds m from one side.
 * Coordinates are small integers: in doubles only the slopes are rounded, by 2^-53 each.
 */
#include "fit/stabbing_lines.h"
#include "support/rough.h"

enum { MOST = 12, CASES = 20000 };
static const double tolerance = 1e-12; /* thousands of roundings of numbers up to 100 */

typedef struct points {
    double x[MOST], y[MOST];
    size_t n;
} points;

static clpwl__point room[2][MOST];
static clpwl__stab lines;
static points above, below; /* the floor and the ceiling points */

static void setup(void)
{
    lines.floor.p = room[0];
    lines.ceiling.p = room[1];
}

static void begin(void)
{
    clpwl__stab_begin(&lines);
    above.n = below.n = 0;
}

static void append(points *p, double x, double y)
{
    p->x[p->n] = x;
    p->y[p->n++] = y;
}

/* The range of slopes; *possible: 0 if a ceiling is below a floor at the same x. */
static void slopes(double *least, double *most, int *possible)
{
    *least = -INFINITY;
    *most = INFINITY;
    *possible = 1;
    for (size_t i = 0; i < above.n; i++)
        for (size_t j = 0; j < below.n; j++) {
            double dx = below.x[j] - above.x[i], dy = below.y[j] - above.y[i];
            if (dx > 0)
                *most = fmin(*most, dy / dx);
            if (dx < 0)
                *least = fmax(*least, dy / dx);
            if (dx == 0 && dy < 0)
                *possible = 0;
        }
}

/* The highest value at x of a line with slope m: just below each ceiling point. */
static double highest_with(double m, double x)
{
    double y = INFINITY;
    for (size_t j = 0; j < below.n; j++)
        y = fmin(y, below.y[j] + m * (x - below.x[j]));
    return y;
}

static double lowest_with(double m, double x)
{
    double y = -INFINITY;
    for (size_t i = 0; i < above.n; i++)
        y = fmax(y, above.y[i] + m * (x - above.x[i]));
    return y;
}

static int is_near(double a, double b)
{
    return fabs(a - b) <= tolerance;
}

/* Each extreme line passes all points, and no other possible slope goes beyond it. */
static void check_extremes(double least, double most, double x)
{
    double highest = clpwl__stab_highest(&lines, x), lowest = clpwl__stab_lowest(&lines, x);
    EXPECT(isfinite(most) == isfinite(highest), "a steepest line: %g, not %g", highest, most);
    EXPECT(isfinite(least) == isfinite(lowest), "a flattest line: %g, not %g", lowest, least);
    EXPECT(!isfinite(most) || (is_near(lines.steep.slope, most) && is_near(highest, highest_with(most, x)) &&
                               lowest_with(lines.steep.slope, x) <= highest + tolerance),
           "slope %g, not %g; %g at %g", lines.steep.slope, most, highest, x);
    EXPECT(!isfinite(least) || (is_near(lines.flat.slope, least) && is_near(lowest, lowest_with(least, x)) &&
                                highest_with(lines.flat.slope, x) >= lowest - tolerance),
           "slope %g, not %g; %g at %g", lines.flat.slope, least, lowest, x);
    for (int k = 0; isfinite(least) && isfinite(most) && k <= 8; k++) {
        double m = least + (most - least) * k / 8;
        EXPECT(highest_with(m, x) <= highest + tolerance && lowest_with(m, x) >= lowest - tolerance,
               "%g to %g at %g with %g", lowest, highest, x, m);
    }
}

static double integer(uint32_t *state, int count)
{
    return random_bits(state) % (uint32_t)count;
}

/* Slopes that touch but for rounding are decided either way. */
static int is_clear(double least, double most)
{
    return !(fabs(most - least) <= tolerance);
}

START_TEST(a_floor_and_a_ceiling_at_each_abscissa)
{
    uint32_t state = 1;
    size_t stopped = 0;
    for (int c = 0; c < CASES; c++) {
        double least, most, x = 0;
        int possible = 1, height = 2 + (int)integer(&state, 6), turn = (int)integer(&state, 5) - 2;
        begin();
        while (possible && above.n < MOST) {
            double y = turn * x + integer(&state, 2 * height) - height;
            double ceiling = y + integer(&state, height);
            append(&above, x, y);
            append(&below, x, ceiling);
            slopes(&least, &most, &possible);
            if (!is_clear(least, most))
                break;
            possible = least < most;
            EXPECT(clpwl__stab_add(&lines, x, y, ceiling, 0) == possible, "case %d: x %g", c, x);
            x += 1 + integer(&state, 4);
            if (possible)
                check_extremes(least, most, x);
        }
        stopped += !possible;
    }
    ck_assert_uint_gt(stopped, CASES / 4); /* both answers are tested */
    ck_assert_uint_lt(stopped, CASES);
}
END_TEST

START_TEST(floors_and_ceilings_one_by_one)
{
    uint32_t state = 2;
    for (int c = 0; c < CASES; c++) {
        double x = 0, last[2] = {-1, -1};
        begin();
        for (int i = 0; i < MOST; i++) {
            int is_floor = random_bits(&state) % 2, possible;
            x += last[is_floor] == x; /* points of a kind ascend */
            points *of = is_floor ? &above : &below;
            double y = integer(&state, 16) - (is_floor ? 12 : 4), least, most;
            append(of, x, y);
            slopes(&least, &most, &possible);
            if (!possible || !is_clear(least, most) || least > most) {
                of->n--; /* the caller knows that lines are left */
                continue;
            }
            (is_floor ? clpwl__stab_floor : clpwl__stab_ceiling)(&lines,
                                                                 (clpwl__point){x, y, 7});
            check_extremes(least, most, x + 1);
            last[is_floor] = x;
            x += integer(&state, 3);
        }
    }
}
END_TEST

/* The extreme lines name the points that they touch, and what the caller stored there. */
START_TEST(contacts)
{
    begin();
    ck_assert(clpwl__stab_add(&lines, 0, 0, 4, 10));
    ck_assert(isinf(clpwl__stab_highest(&lines, 1)) && isinf(clpwl__stab_lowest(&lines, 1)));
    ck_assert(clpwl__stab_add(&lines, 2, 1, 3, 12));
    ck_assert(clpwl__stab_add(&lines, 4, -9, 9, 14));
    ck_assert_uint_eq(lines.steep.left.next, 10);
    ck_assert_uint_eq(lines.steep.right.next, 12);
    ck_assert_double_eq(lines.steep.slope, 1.5);
    ck_assert_double_eq(lines.flat.slope, -1.5);
    ck_assert_double_eq(lines.flat.left.y, 4);
    ck_assert_double_eq(lines.flat.right.y, 1);
    ck_assert(!clpwl__stab_add(&lines, 6, 10, 11, 16));
    ck_assert_double_eq(clpwl__stab_highest(&lines, 6), 9); /* what is refused changes nothing */
}
END_TEST

/* No width: points on a line of which every number is exact, and one beside it. */
START_TEST(one_line_is_left)
{
    begin();
    for (int x = 0; x < 8; x++)
        ck_assert(clpwl__stab_add(&lines, x, 0.75 * x - 2, 0.75 * x - 2, 0));
    ck_assert_double_eq(clpwl__stab_highest(&lines, 8), 4);
    ck_assert_double_eq(clpwl__stab_lowest(&lines, 8), 4);
    ck_assert(!clpwl__stab_add(&lines, 8, 4.0625, 5, 0));
    ck_assert(!clpwl__stab_add(&lines, 8, 3, 3.9375, 0));
    ck_assert(clpwl__stab_add(&lines, 8, 4, 4, 0));
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("stabbing_lines");
    TCase *t = tcase_create("lines");
    tcase_add_checked_fixture(t, setup, NULL);
    tcase_add_test(t, a_floor_and_a_ceiling_at_each_abscissa);
    tcase_add_test(t, floors_and_ceilings_one_by_one);
    tcase_add_test(t, contacts);
    tcase_add_test(t, one_line_is_left);
    suite_add_tcase(s, t);
    return s;
}
