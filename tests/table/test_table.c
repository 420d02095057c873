/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <string.h>
#include "clpwl.h"
#include "support/suite.h"

static const double knots[] = {-1, 0, 2, 3};
static const double values[] = {4, 1, 2, -3};

static clpwl_table_spec spec_of(clpwl_extend extend)
{
    return (clpwl_table_spec){.size = sizeof(clpwl_table_spec), .knots = knots, .values = values,
                              .segments = 3,
                              .partition = CLPWL_PARTITION_OPTIMIZED, .extend = extend,
                              .measured = CLPWL_ERROR_NAN};
}

static clpwl_table *table_of(clpwl_extend extend)
{
    clpwl_table_spec spec = spec_of(extend);
    clpwl_table *table;
    OK(clpwl_table_create(&table, &spec));
    return table;
}

TEST(a_table_has_copies)
{
    clpwl_table_spec spec = spec_of(CLPWL_EXTEND_ZERO);
    char texts[][16] = {"name", "exp(x)", "native_exp(x)"};
    double copy[4];
    clpwl_table *table;
    memcpy(copy, values, sizeof copy);
    spec.values = copy;
    spec.function = texts[0];
    spec.opencl = texts[1];
    spec.opencl_native = texts[2];
    OK(clpwl_table_create(&table, &spec));
    memset(copy, 0, sizeof copy);
    memset(texts, '?', sizeof texts);
    ck_assert_mem_eq(clpwl_table_values(table), values, sizeof values);
    ck_assert_str_eq(clpwl_table_function(table), "name");
    ck_assert_str_eq(clpwl_table_opencl(table), "exp(x)");
    ck_assert_str_eq(clpwl_table_opencl_native(table), "native_exp(x)");
    clpwl_table_free(table);
    clpwl_table_free(NULL);
    table = table_of(CLPWL_EXTEND_CLAMP);
    ck_assert_str_eq(clpwl_table_function(table), "f");
    ck_assert_ptr_null(clpwl_table_opencl(table));
    ck_assert(isnan(clpwl_table_tails(table).left) && isnan(clpwl_table_tails(table).right));
    clpwl_table_free(table);
}

/* On [-1,3], by hand. The period of mirror is 8. */
TEST(values_inside_and_outside)
{
    static const double at[][2] = {{-1, 4}, {-0.5, 2.5}, {-0.0, 1}, {0, 1}, {0.5, 1.25}, {2, 2}, {3, -3},
                                   {2.75, -1.75}};
    static const double x[] = {-1.5, -5, 3.5, 4, 7, 11, -9, -INFINITY, INFINITY, 1e300, -1e300};
    static const double right[CLPWL_EXTEND_LINEAR + 1][11] = {
        [CLPWL_EXTEND_CLAMP] = {4, 4, -3, -3, -3, -3, 4, 4, -3, -3, 4},
        [CLPWL_EXTEND_NAN] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN},
        [CLPWL_EXTEND_REPEAT] = {-0.5, 4, 2.5, 1, 4, 4, 4, NAN, NAN, 1, 0},
        [CLPWL_EXTEND_MIRROR] = {2.5, -3, -0.5, 2, 4, -3, 4, NAN, NAN, 1, 0},
        [CLPWL_EXTEND_LINEAR] = {5.5, 16, -5.5, -8, -23, -43, 28, INFINITY, -INFINITY, -5e300, 3e300}};
    for (int extend = 0; extend <= CLPWL_EXTEND_LINEAR; extend++) {
        clpwl_table *table = table_of((clpwl_extend)extend);
        for (size_t i = 0; i < sizeof at / sizeof *at; i++)
            ck_assert_double_eq(clpwl_table_value(table, at[i][0]), at[i][1]);
        ck_assert(isnan(clpwl_table_value(table, NAN)));
        for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
            const double got = clpwl_table_value(table, x[i]), wanted = right[extend][i];
            const int folds = extend == CLPWL_EXTEND_REPEAT || extend == CLPWL_EXTEND_MIRROR;
            if (i >= 9 && folds) /* the phase has no digit left, but the value is one of v */
                ck_assert(-3 <= got && got <= 4);
            else
                EXPECT(got == wanted || (isnan(got) && isnan(wanted)), "%s at %g: %g",
                       clpwl_extend_name((clpwl_extend)extend), x[i], got);
        }
        clpwl_table_free(table);
    }
}

/* Slopes that are given, one of them, or none; a slope of 0 holds the value at infinity. */
TEST(linear_tails_have_the_slopes_given)
{
    const clpwl_tails given[] = {{0, 1}, {NAN, 2}, {0.25, NAN}};
    const clpwl_tails right[] = {{0, 1}, {-3, 2}, {0.25, -5}};
    for (size_t i = 0; i < 3; i++) {
        clpwl_table_spec spec = spec_of(CLPWL_EXTEND_LINEAR);
        clpwl_table *table;
        spec.tails = &given[i];
        OK(clpwl_table_create(&table, &spec));
        ck_assert_double_eq(clpwl_table_tails(table).left, right[i].left);
        ck_assert_double_eq(clpwl_table_tails(table).right, right[i].right);
        ck_assert_double_eq(clpwl_table_value(table, -5), 4 - 4 * right[i].left);
        ck_assert_double_eq(clpwl_table_value(table, 5), -3 + 2 * right[i].right);
        if (i == 0)
            ck_assert_double_eq(clpwl_table_value(table, -INFINITY), 4);
        clpwl_table_free(table);
    }
}

/* Just outside, where x - a rounds to a multiple of the width. */
TEST(folding_stays_inside)
{
    clpwl_table *repeat = table_of(CLPWL_EXTEND_REPEAT), *mirror = table_of(CLPWL_EXTEND_MIRROR);
    ck_assert_double_eq_tol(clpwl_table_value(repeat, nextafter(-1, -2)), -3, 1e-12);
    ck_assert_double_eq_tol(clpwl_table_value(repeat, nextafter(3, 4)), 4, 1e-12);
    ck_assert_double_eq_tol(clpwl_table_value(mirror, nextafter(-1, -2)), 4, 1e-12);
    ck_assert_double_eq_tol(clpwl_table_value(mirror, nextafter(3, 4)), -3, 1e-12);
    clpwl_table_free(repeat);
    clpwl_table_free(mirror);
}

static const clpwl_tails none = {NAN, NAN}, one = {NAN, 1}, steep = {0, -1e39};

TEST(create_refuses_specs)
{
    static const clpwl_weighting weighting = {.floor = NAN};
    const struct {
        const char *named;
        clpwl_table_spec spec;
    } rows[] = {
#define SPEC(...) {.size = sizeof(clpwl_table_spec), .partition = CLPWL_PARTITION_OPTIMIZED, __VA_ARGS__}
#define THREE .knots = knots, .values = values, .segments = 3
        {"1 segment", SPEC(.knots = knots, .values = values)},
        {"no knots", SPEC(.values = values, .segments = 3)},
        {"no values", SPEC(.knots = knots, .segments = 3)},
        {"9 is not a clpwl_extend", SPEC(THREE, .extend = (clpwl_extend)9)},
        {"6 is", SPEC(THREE, .storage = CLPWL_STORAGE_ANY)},
        {"-1", SPEC(THREE, .storage = (clpwl_storage)-1)},
        {"linear", SPEC(THREE, .tails = &one)},
        {"fp32", SPEC(THREE, .extend = CLPWL_EXTEND_LINEAR, .tails = &steep)},
        {"floor", SPEC(THREE, .weighting = &weighting)},
        {"CLPWL_TABLE_SPEC_INIT", {.size = 1}},
    };
    clpwl_table *table;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FAILS(CLPWL_ERR_ARGUMENT, rows[i].named, clpwl_table_create(&table, &rows[i].spec));
        ck_assert_ptr_null(table);
    }
    clpwl_table_spec spec = SPEC(THREE, .tails = &none);
    OK(clpwl_table_create(&table, &spec));
    clpwl_table_free(table);
    spec.partition = (clpwl_partition)9;
    FAILS(CLPWL_ERR_ARGUMENT, "9 is not a clpwl_partition", clpwl_table_create(&table, &spec));
}

/* One number of a valid table is replaced. */
TEST(create_refuses_numbers)
{
    static const struct {
        const char *named;
        int is_value, index;
        double number;
    } rows[] = {{"knot 3 of 4 is 0, not above", 0, 2, 0},
                {"knot 2 of 4 is nan", 0, 1, NAN},
                {"knot 4 of 4 is inf", 0, 3, INFINITY},
                {"knot 4 of 4 is 1e+308", 0, 3, 1e308},
                {"value 1 of 4, at x = -1, is nan", 1, 0, NAN},
                {"value 4 of 4, at x = 3, is -inf", 1, 3, -INFINITY},
                {"value 2 of 4, at x = 0, is 3.40282e+38", 1, 1, (double)FLT_MAX * (1 + DBL_EPSILON)},
                {"knot 2 of 4 is 0, not 0.33333333333333", 1, 0, 4}}; /* uniform */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_table_spec spec = spec_of(CLPWL_EXTEND_CLAMP);
        clpwl_table *table;
        double x[4], y[4];
        memcpy(x, knots, sizeof x);
        memcpy(y, values, sizeof y);
        (rows[i].is_value ? y : x)[rows[i].index] = rows[i].number;
        spec.knots = x;
        spec.values = y;
        spec.partition = i == 7 ? CLPWL_PARTITION_UNIFORM : CLPWL_PARTITION_OPTIMIZED;
        FAILS(CLPWL_ERR_ARGUMENT, rows[i].named, clpwl_table_create(&table, &spec));
    }
}
