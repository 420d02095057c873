/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>
#include "clpwl.h"
#include "suite.h"

static const char *const smooth[] = {"gaussian", "lorentzian", "bessel_j0"};

static clpwl_table *design(const char *name, const clpwl_design_options *o)
{
    clpwl_function *f;
    clpwl_table *table;
    OK(clpwl_function_from_catalogue(&f, name));
    OK(clpwl_design(&table, f, o));
    clpwl_function_free(f);
    return table;
}

/* Paper, eqs. 19, 23 and 24: at N = 511 the estimates are within 2 % of the truth. */
START_TEST(estimates_hold_at_511_segments)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.norm = CLPWL_L2;
    o.segments = 511;
    o.partition = _i & 1 ? CLPWL_OPTIMIZED : CLPWL_UNIFORM;
    o.fit = _i & 2 ? CLPWL_PROJECTION : CLPWL_INTERPOLANT;
    clpwl_table *table = design(smooth[_i / 4], &o);
    ck_assert_double_eq_tol(clpwl_table_estimate(table).l2 / clpwl_table_measured(table).l2, 1,
                            0.02);
    clpwl_table_free(table);
}
END_TEST

START_TEST(defaults_are_those_of_the_header)
{
    clpwl_table *table = design("bessel_j0", NULL);
    ck_assert_uint_eq(clpwl_table_segments(table), 256);
    ck_assert_int_eq(clpwl_table_partition(table), CLPWL_UNIFORM);
    ck_assert_int_eq(clpwl_table_fit(table), CLPWL_INTERPOLANT);
    ck_assert_int_eq(clpwl_table_extend(table), CLPWL_CLAMP);
    ck_assert_double_eq(clpwl_table_knots(table)[256], 20);
    clpwl_table_free(table);
}
END_TEST

START_TEST(a_target_is_met_and_not_by_one_segment_less)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.max_error = 1e-4;
    clpwl_table *table = design("bessel_j0", &o);
    size_t n = clpwl_table_segments(table);
    ck_assert_double_le(clpwl_table_executed(table, NULL).linf, 1e-4);
    clpwl_table_free(table);
    o.max_error = 0;
    o.segments = n - 1;
    table = design("bessel_j0", &o);
    ck_assert_double_gt(clpwl_table_executed(table, NULL).linf, 1e-4);
    clpwl_table_free(table);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("design");
    TCase *t = tcase_create("design");
    tcase_add_loop_test(t, estimates_hold_at_511_segments, 0, 12);
    tcase_add_test(t, defaults_are_those_of_the_header);
    tcase_add_test(t, a_target_is_met_and_not_by_one_segment_less);
    suite_add_tcase(s, t);
    return s;
}
