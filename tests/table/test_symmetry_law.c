/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables with a symmetry: what is refused, files, derivatives, integrals, inverses. */
#include <math.h>
#include "clpwl.h"
#include "support/suite.h"
#include "support/tables.h"
#include "table/symmetry.h"

static const clpwl_symmetry laws[] = {CLPWL_SYMMETRY_EVEN, CLPWL_SYMMETRY_ODD, CLPWL_SYMMETRY_RAMP,
                                      CLPWL_SYMMETRY_POINT};
enum { LAWS = 4 };

static clpwl_status make(clpwl_table **out, clpwl_symmetry symmetry, const double x[5], const double y[5],
                         clpwl_extend extend, const clpwl_tails *tails)
{
    const clpwl_table_spec spec = {.size = sizeof spec, .knots = x, .values = y, .segments = 4,
                                   .partition = CLPWL_PARTITION_OPTIMIZED, .symmetry = symmetry,
                                   .storage = CLPWL_STORAGE_HALF, .extend = extend, .tails = tails};
    return clpwl_table_create(out, &spec);
}

static const double knots[] = {-3, -1, 0, 1, 3};
static const double values[LAWS][5] = {
    {9, 1, 0.5, 1, 9}, {-9, -1, 0, 1, 9}, {6, 0, 0.5, 1, 9}, {-8, 0, 0.5, 1, 9}};

/* Of x = 0 1 3 and y = 0.5 1 9 the whole is that of `values`; v(0) of an odd table is 0. */
TESTS(numbers_of_the_law, LAWS)
{
    const clpwl__half half = {knots + 2, values[0] + 2, 2};
    double x[5], y[5];
    clpwl_table *t, *read;
    char *text;
    size_t length;
    clpwl__reflect(clpwl__law_of(laws[_i], 0.5), &half, x, y);
    ck_assert_mem_eq(x, knots, sizeof x);
    for (int i = 0; i < 5; i++)
        ck_assert_double_eq(y[i], values[_i][i]);
    OK(make(&t, laws[_i], knots, values[_i], CLPWL_EXTEND_CLAMP, NULL));
    OK(clpwl_table_save_text(t, &text, &length));
    ck_assert_int_eq(strncmp(text, "clpwl-table 5\n", 14), 0);
    OK(clpwl_table_load_text(&read, text, length));
    ck_assert_int_eq(clpwl_table_symmetry(read), laws[_i]);
    ck_assert_mem_eq(clpwl_table_values(read), values[_i], sizeof y);
    clpwl_free(text);
    clpwl_table_free(read);
    clpwl_table_free(t);
    y[1] = nextafter(y[1], 9);
    FAILS(CLPWL_ERR_ARGUMENT,
          "value 2 of 5, at x = ", make(&t, laws[_i], knots, y, CLPWL_EXTEND_CLAMP, NULL));
    x[0] = -4;
    FAILS(CLPWL_ERR_ARGUMENT, "knot 1 of 5 is -4, not -3",
          make(&t, laws[_i], x, values[_i], CLPWL_EXTEND_CLAMP, NULL));
    x[2] = 0.5;
    FAILS(CLPWL_ERR_ARGUMENT, "a knot at 0", make(&t, laws[_i], x, values[_i], CLPWL_EXTEND_CLAMP, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "repeat", make(&t, laws[_i], knots, values[_i], CLPWL_EXTEND_REPEAT, NULL));
}

TESTS(numbers_without_a_law_are_refused, 4)
{
    static const struct {
        int symmetry;
        double values[5];
        size_t segments;
        const char *named;
    } rows[] = {{CLPWL_SYMMETRY_ODD, {-9, -1, 1e-9, 1, 9}, 4, "value 3 of 5, at x = 0, is "},
                {CLPWL_SYMMETRY_POINT, {3e38, 3e38, 3e38, 3e38, 3e38}, 4, "2 v(0)"},
                {CLPWL_SYMMETRY_AUTO, {9, 1, 0.5, 1, 9}, 4, "symmetry of a table"},
                {CLPWL_SYMMETRY_EVEN, {9, 1, 0.5, 1, 9}, 3, "as many knots on both sides"}};
    const clpwl_table_spec spec = {.size = sizeof spec, .knots = knots, .values = rows[_i].values,
                                   .segments = rows[_i].segments, .partition = CLPWL_PARTITION_OPTIMIZED,
                                   .symmetry = (clpwl_symmetry)rows[_i].symmetry};
    clpwl_table *t;
    FAILS(CLPWL_ERR_ARGUMENT, rows[_i].named, clpwl_table_create(&t, &spec));
}

TEST(one_tail_follows_from_the_other)
{
    static const double left[] = {-0.25, 0.25, 0.75, 0.25}, wrong[] = {0.25, -0.25, 0.25, -0.25};
    static const double ends[] = {-4, 4, -3, 4};
    for (int law = 0; law < LAWS; law++)
        for (int side = 0; side < 3; side++) {
            clpwl_table *t;
            clpwl_tails given = {side == 1 ? (double)NAN : left[law], side == 2 ? (double)NAN : 0.25};
            OK(make(&t, laws[law], knots, values[law], CLPWL_EXTEND_LINEAR, &given));
            ck_assert_double_eq(clpwl_table_tails(t).left, left[law]);
            ck_assert_double_eq(clpwl_table_tails(t).right, 0.25);
            clpwl_table_free(t);
            FAILS(CLPWL_ERR_ARGUMENT, "left tail",
                  make(&t, laws[law], knots, values[law], CLPWL_EXTEND_LINEAR,
                       &(clpwl_tails){wrong[law], 0.25}));
            OK(make(&t, laws[law], knots, values[law], CLPWL_EXTEND_LINEAR, NULL));
            ck_assert_double_eq(clpwl_table_tails(t).right, 4);
            ck_assert_double_eq(clpwl_table_tails(t).left, ends[law]);
            clpwl_table_free(t);
        }
}

TEST(an_inverse_of_an_odd_table_is_odd)
{
    clpwl_table *t, *inverse;
    OK(make(&t, CLPWL_SYMMETRY_ODD, knots, values[1], CLPWL_EXTEND_CLAMP, NULL));
    OK(clpwl_table_inverse(&inverse, t, CLPWL_EXTEND_NAN));
    ck_assert_int_eq(clpwl_table_symmetry(inverse), CLPWL_SYMMETRY_ODD);
    for (double y = -9; y <= 9; y += 0.25)
        ck_assert_double_eq_tol(clpwl_table_value(t, clpwl_table_value(inverse, y)), y, 1e-12);
    clpwl_table_free(inverse);
    clpwl_table_free(t);
    OK(make(&t, CLPWL_SYMMETRY_EVEN, knots, values[0], CLPWL_EXTEND_CLAMP, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "no inverse", clpwl_table_inverse(&inverse, t, CLPWL_EXTEND_NAN));
    clpwl_table_free(t);
}

/* The same v on a wider domain, also of a table without a law. */
TEST(a_widened_table_keeps_the_law_that_its_tails_obey)
{
    static const double ends[][2] = {{-3, 3}, {-7, 7}, {-7, 3}, {-3, 9}};
    static const size_t more[] = {0, 2, 1, 1};
    clpwl_table *t, *wide;
    for (int i = 0; i < 5 * 4 * 2; i++) {
        const int law = i / 8, side = i / 2 % 4, linear = i % 2;
        const clpwl_symmetry symmetry = law < LAWS ? laws[law] : CLPWL_SYMMETRY_NONE;
        const int keeps = side == 0 || (side == 1 && (linear || symmetry != CLPWL_SYMMETRY_RAMP));
        OK(make(&t, symmetry, knots, values[law % LAWS], linear ? CLPWL_EXTEND_LINEAR : CLPWL_EXTEND_CLAMP,
                NULL));
        OK(clpwl_table_widen(&wide, t, ends[side][0], ends[side][1]));
        ck_assert_uint_eq(clpwl_table_segments(wide), 4 + more[side]);
        ck_assert_int_eq(clpwl_table_symmetry(wide), keeps ? symmetry : CLPWL_SYMMETRY_NONE);
        ck_assert_int_eq(clpwl_table_storage(wide), linear ? CLPWL_STORAGE_FLOAT32 : CLPWL_STORAGE_HALF);
        for (double x = -12; x <= 12; x += 0.125)
            ck_assert_double_eq_tol(clpwl_table_value(wide, x), clpwl_table_value(t, x), 1e-13);
        clpwl_table_free(wide);
        if (i == 0)
            FAILS(CLPWL_ERR_ARGUMENT, "domain", clpwl_table_widen(&wide, t, 0, 4));
        clpwl_table_free(t);
    }
    OK(make(&t, CLPWL_SYMMETRY_NONE, knots, values[0], CLPWL_EXTEND_ZERO, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "clamp", clpwl_table_widen(&wide, t, -4, 4));
    ck_assert_ptr_null(wide);
    clpwl_table_free(t);
}
