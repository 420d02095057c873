/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivative and integral by hand; inverses against v. */
#include "clpwl.h"
#include <float.h>
#include <math.h>
#include "base/internal.h"
#include "support/suite.h"
#include "table/calculus.h"
#include "support/tables.h"

static const double knots[] = {-1, 0, 2, 3};
static const double values[] = {4, 1, 2, -3};

static clpwl_table *table_of(const double *x, const double *c, size_t segments,
                             clpwl_extend extend)
{
    /* The errors of inverses follow from this. */
    const clpwl_table_spec spec = {.size = sizeof spec, .knots = x, .values = c, .segments = segments,
                                   .partition = CLPWL_PARTITION_OPTIMIZED, .extend = extend,
                                   .storage = CLPWL_STORAGE_HALF, .measured = {NAN, NAN, 0.25}};
    clpwl_table *table;
    OK(clpwl_table_create(&table, &spec));
    return table;
}

/* By hand: slopes -3, 1/2, -5 on [-1,3]; the period of mirror is 8. */
TEST(slopes_inside_and_outside)
{
    static const double at[][2] = {{-1, -3}, {-0.5, -3}, {0, 0.5}, {1.9, 0.5}, {2, -5}, {3, -5}};
    static const double x[] = {-1.5, -5, 3.5, 4, 6.5, 11, -9, -INFINITY, INFINITY};
    /* By mirror, -5 is at b, 4 at 2 and 6 at 0. To the right of 4 and 6 v is as to the left of
     * 2 and 0. */
    static const double outside[CLPWL_EXTEND_LINEAR + 1][9] = {
        [CLPWL_EXTEND_NAN] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN},
        [CLPWL_EXTEND_REPEAT] = {-5, -3, -3, 0.5, -5, -3, -3, NAN, NAN},
        [CLPWL_EXTEND_MIRROR] = {3, 5, 5, -0.5, 3, 5, -3, NAN, NAN},
        [CLPWL_EXTEND_LINEAR] = {-3, -3, -5, -5, -5, -5, -3, -3, -5}}; /* 0 by others */
    for (int i = 0; i <= CLPWL_EXTEND_LINEAR; i++) {
        clpwl_table *t = table_of(knots, values, 3, (clpwl_extend)i);
        for (size_t k = 0; k < sizeof at / sizeof *at; k++)
            ck_assert_double_eq(clpwl_table_derivative(t, at[k][0]), at[k][1]);
        ck_assert(isnan(clpwl_table_derivative(t, NAN)));
        for (size_t k = 0; k < sizeof x / sizeof *x; k++) {
            double got = clpwl_table_derivative(t, x[k]), right = outside[i][k];
            EXPECT(got == right || (isnan(got) && isnan(right)), "%s at %g: %g",
                   clpwl_extend_name((clpwl_extend)i), x[k], got);
        }
        clpwl_table_free(t);
    }
}

/* By hand: [-1,0] 2.5, [0,2] 3, [2,3] -0.5: 5 in all. */
TEST(integrals_by_hand)
{
    static const struct {
        clpwl_extend extend;
        double x0, x1, right;
    } rows[] = {
        {CLPWL_EXTEND_NAN, -1, 3, 5},          {CLPWL_EXTEND_NAN, 3, -1, -5},
        
        {CLPWL_EXTEND_NAN, 2, 2.4, 0.4},       {CLPWL_EXTEND_NAN, -1, 3.5, NAN},
        {CLPWL_EXTEND_NAN, 7, 7, 0},           {CLPWL_EXTEND_NAN, NAN, 0, NAN},
        
        {CLPWL_EXTEND_CLAMP, -2, 5, 4 + 5 - 6}, {CLPWL_EXTEND_CLAMP, 4, 6, -6},
        {CLPWL_EXTEND_CLAMP, -INFINITY, 0, INFINITY}, {CLPWL_EXTEND_CLAMP, 0, INFINITY, -INFINITY},
        {CLPWL_EXTEND_LINEAR, -3, -2, 8.5},     {CLPWL_EXTEND_LINEAR, -2, 5, 5.5 + 5 - 16},
        {CLPWL_EXTEND_LINEAR, -INFINITY, 0, INFINITY},
        {CLPWL_EXTEND_LINEAR, 0, INFINITY, -INFINITY},
        {CLPWL_EXTEND_ZERO, -9, 9, 5},         {CLPWL_EXTEND_ZERO, -INFINITY, INFINITY, 5},
        {CLPWL_EXTEND_ZERO, 9, 0, -2.5},
        
        {CLPWL_EXTEND_REPEAT, 3, 4, 2.5},      {CLPWL_EXTEND_REPEAT, 2, 4, 2},
        {CLPWL_EXTEND_REPEAT, 0, 4, 5},        {CLPWL_EXTEND_REPEAT, 0, INFINITY, NAN},
        {CLPWL_EXTEND_MIRROR, 3, 4, -0.5},     {CLPWL_EXTEND_MIRROR, -2, 0, 5},
        
        {CLPWL_EXTEND_MIRROR, -9, 15, 30},     {CLPWL_EXTEND_MIRROR, -INFINITY, 0, NAN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_table *t = table_of(knots, values, 3, rows[i].extend);
        double got = clpwl_table_integral(t, rows[i].x0, rows[i].x1), right = rows[i].right;
        long double *areas;
        /* All numbers but 2.4 are dyadic. */
        EXPECT(got == right || (isnan(got) && isnan(right)) || fabs(got - right) <= 8 * DBL_EPSILON,
               "row %zu: %.17g, not %g", i, got, right);
        OK(clpwl__table_areas(&areas, t)); /* the running sum of segments, for evaluators */
        ck_assert(areas[0] == 0 && areas[1] == 2.5 && areas[2] == 5.5 && areas[3] == 5);
        got = clpwl__integral_to(t, areas, rows[i].x1);
        right = clpwl_table_integral(t, -1, rows[i].x1);
        EXPECT(got == right || (isnan(got) && isnan(right)),
         "row %zu: %.17g by areas, not %.17g", i, got, right);
        clpwl__free(areas);
        clpwl_table_free(t);
    }
}

TEST(an_inverse_undoes_the_table)
{
    static const double up[] = {-2, 1, 1.5, 8}, down[] = {5, 4.5, 1, -3};
    for (int i = 0; i < 2; i++) {
        clpwl_table *back, *t = table_of(knots, i ? down : up, 3, CLPWL_EXTEND_MIRROR);
        OK(clpwl_table_inverse(&back, t, CLPWL_EXTEND_CLAMP));
        ck_assert_int_eq(clpwl_table_partition(back), CLPWL_PARTITION_OPTIMIZED);
        ck_assert_int_eq(clpwl_table_extend(back), CLPWL_EXTEND_CLAMP);
        for (int k = 0; k <= 4000; k++) {
            double x = -1 + k / 1000.0;
            /* Each direction has three roundings; the steepest slope of the inverse is 4. */
            ck_assert_double_eq_tol(clpwl_table_value(back, clpwl_table_value(t, x)), x,
                                    64 * DBL_EPSILON);
        }
        ck_assert_double_eq(clpwl_table_value(back, 100), i ? -1 : 3);
        ck_assert_double_eq(clpwl_table_value(back, -100), i ? 3 : -1);
        /* An error of 1/4, divided by the least slope: 1/4, or 1/2. */
        ck_assert_double_eq(clpwl_table_estimate(back).linf, i ? 0.5 : 1);
        ck_assert(isnan(clpwl_table_measured(back).linf));
        ck_assert_str_eq(clpwl_table_function(back), "inverse of f");
        clpwl_table_free(back);
        clpwl_table_free(t);
    }
}

TEST(what_has_no_inverse_is_refused)
{
    static const struct {
        double values[4];
        int extend;
        const char *named;
    } rows[] = {{{0, 1, 1, 2}, CLPWL_EXTEND_CLAMP, "is 1, not above"},
                {{0, 1, -1, -2}, CLPWL_EXTEND_CLAMP, "value 3 of 4, at x = "},
                {{3, 2, 2.5, 1}, CLPWL_EXTEND_CLAMP, "is 2.5, not below"},
                {{0, 1, 2, 3}, CLPWL_EXTEND_ZERO, "zero"},
                {{0, 1, 2, 3}, CLPWL_EXTEND_LINEAR, "linear"},
                {{0, 1, 2, 3}, 7, "clpwl_extend"}};
    clpwl_table *back, *t;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        t = table_of(knots, rows[i].values, 3, CLPWL_EXTEND_CLAMP);
        FAILS(CLPWL_ERR_ARGUMENT, rows[i].named, clpwl_table_inverse(&back, t, (clpwl_extend)rows[i].extend));
        ck_assert_ptr_null(back);
        clpwl_table_free(t);
    }
}
