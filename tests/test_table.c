/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "clpwl.h"
#include "suite.h"

/* Numbers that a decimal or a careless writer would lose. */
static const double awkward_knots[] = {-0x1.fffffep+127, -1.0 / 3, -0x1p-1074, 0x1.8p-1060,
                                       0.1, 1e30};
static const double awkward_values[] = {-0.0, 0x1p-1074, FLT_MAX, -FLT_MAX, 1.0 / 3, 0};

static clpwl_table *awkward(void)
{
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table;
    spec.knots = awkward_knots;
    spec.values = awkward_values;
    spec.segments = 5;
    spec.partition = CLPWL_OPTIMIZED;
    spec.fit = CLPWL_PROJECTION;
    spec.extend = CLPWL_MIRROR;
    spec.function = "two\nlines \\n and ü";
    spec.opencl = "exp(-x)";
    spec.estimate = (clpwl_error){1.0 / 3, NAN, INFINITY};
    OK(clpwl_table_create(&table, &spec));
    return table;
}

static int same_bits(const double *a, const double *b, size_t n)
{
    return memcmp(a, b, n * sizeof *a) == 0;
}

START_TEST(a_table_comes_back_to_the_bit)
{
    clpwl_table *table = awkward(), *back;
    OK(clpwl_table_save(table, "tests/awkward.clpwl"));
    OK(clpwl_table_load(&back, "tests/awkward.clpwl"));
    ck_assert_uint_eq(clpwl_table_segments(back), 5);
    ck_assert(same_bits(clpwl_table_knots(back), awkward_knots, 6));
    ck_assert(same_bits(clpwl_table_values(back), awkward_values, 6));
    ck_assert_str_eq(clpwl_table_function(back), "two\nlines \\n and ü");
    ck_assert_str_eq(clpwl_table_opencl(back), "exp(-x)");
    ck_assert_ptr_null(clpwl_table_opencl_native(back));
    ck_assert_int_eq(clpwl_table_partition(back), CLPWL_OPTIMIZED);
    ck_assert_int_eq(clpwl_table_fit(back), CLPWL_PROJECTION);
    ck_assert_int_eq(clpwl_table_extend(back), CLPWL_MIRROR);
    ck_assert_double_eq(clpwl_table_estimate(back).l1, 1.0 / 3);
    ck_assert(isnan(clpwl_table_estimate(back).l2));
    ck_assert(isinf(clpwl_table_estimate(back).linf));
    ck_assert(isnan(clpwl_table_measured(back).linf));
    clpwl_table_free(table);
    clpwl_table_free(back);
    unlink("tests/awkward.clpwl");
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("table");
    TCase *t = tcase_create("table");
    tcase_add_test(t, a_table_comes_back_to_the_bit);
    suite_add_tcase(s, t);
    return s;
}
