/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas in which digits cancel, and points at which formulas have a limit but no value. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "clpwl.h"
#include "support/suite.h"

static clpwl_function *function_of(const char *formula)
{
    clpwl_function *f = NULL;
    OK(clpwl_function_from_formula(&f, formula, NULL, 0));
    return f;
}

/* The values are mpmath's, in 700 bits. Double alone has errors from 1e-13 (the tolerance is below that) to all
 * of the value. */
START_TEST(cancelled_digits_are_restored)
{
    static const struct {
        const char *formula;
        double x, f;
    } rows[] = {
        {"(exp(x)-1)/x", 1e-12, 1.0000000000005},
        {"(exp(x)-1)/x", 1e-300, 1.0},
        {"(exp(x)-1)/x", 0.0003, 1.00015001500112507},
        {"(1-cos(x))/x^2", 1e-12, 0.5},
        {"(1-cos(x))/x^2", 1e-06, 0.499999999999958333},
        {"(1-cos(x))/x^2", 0.001, 0.499999958333334722},
        {"(x-sin(x))/x^3", 1e-09, 0.166666666666666667},
        {"(x-sin(x))/x^3", -0.002, 0.166666633333336508},
        {"1/tanh(x)-1/x", 1e-07, 3.33333333333333096e-8},
        {"1/tanh(x)-1/x", -0.01, -0.00333331111132274928},
        {"ln(1+x)/x", 1e-10, 0.99999999995},
        {"ln(cosh(x))", 1e-05, 4.99999999991666748e-11},
        {"acos(1-x^2)", 1e-06, 1.41421356237321284e-6},
        {"erf(x)/x", 5e-324, 1.12837916709551257},
        {"exp(x)/(1+exp(x))", 800, 1.0},
        {"sqrt(1+x)-sqrt(x)", 1e12, 4.99999999999875e-7},
        {"(x-1)/ln(x)", 1.0000000000000002, 1.00000000000000011},
        {"(1+x)^(1/x)", 1e-12, 2.7182818284576861}, /* e (1 - x/2 + 11/24 x^2) */
        {"(1+x/1e12)^1e12", 1, 2.7182818284576861},
        {"ln(1+exp(x))", 1000, 1000},
        {"exp(-x)*sinh(x)", 1000, 0.5},
        {"(erf(x)-1)*exp(x*x)", 4.5, -0.12248480427384141755}, /* 96 bits have two digits of it */
        {"(erf(x)-1)*exp(x*x)", 9, -0.062307724037774684147},  /* and none */
        {"(1-erf(x))*exp(x*x)", 20, 0.028174348741051319319},  /* 600 bits cancel */
        {"cosh(x)-sinh(x)", 20, 2.061153622438557828e-9},
        {"1e9*(x-pi/10)", 0.314159265358979, -3.453133753790204939e-7}, /* so do those of a constant */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function *f = function_of(rows[i].formula);
        double y;
        OK(clpwl_function_value(f, rows[i].x, &y));
        EXPECT(fabs(y / rows[i].f - 1) <= 1e-14, "%s at %g: %.17g, not %.17g", rows[i].formula,
               rows[i].x, y, rows[i].f);
        clpwl_function_free(f);
    }
}
END_TEST

START_TEST(formulas_take_their_limits)
{
    static const struct {
        const char *formula;
        double x, limit;
    } rows[] = {
        {"sin(x)/x", 0, 1},
        {"(exp(x)-1)/x", 0, 1},
        {"x/(exp(x)-1)", 0, 1},
        {"(1-cos(x))/x^2", 0, 0.5},
        {"(x-sin(x))/x^3", 0, 1 / 6.0},
        {"1/tanh(x)-1/x", 0, 0},
        {"1/sin(x)-1/x", 0, 0},
        {"2*bessel_j1(x)/x", 0, 1},
        {"si(x)/x", 0, 1},
        {"x*ln(x)", 0, 0},
        {"-x*log2(x)-(1-x)*log2(1-x)", 1, 0},
        {"(x-1)/ln(x)", 1, 1},
        {"(exp(x-2)-1)/(x-2)", 2, 1},
        {"(x^2-9)/(x+3)", -3, -6},
        {"(1+x)^(1/x)", 0, 2.7182818284590452},
        {"1/x-1/tan(x)", 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function *f = function_of(rows[i].formula);
        double y = NAN;
        OK(clpwl_function_value(f, rows[i].x, &y));
        EXPECT(fabs(y - rows[i].limit) <= 5e-16, "%s at %g: %.17g, not %.17g", rows[i].formula, rows[i].x,
               y, rows[i].limit);
        clpwl_function_free(f);
    }
}
END_TEST

START_TEST(where_there_is_no_limit_there_is_no_value)
{
    static const struct {
        const char *formula;
        double x;
    } rows[] = {{"abs(x)/x", 0}, {"sin(1/x)", 0}, {"sqrt(x)", -1}, {"1/x", 0}, {"0*ln(x)", -1},
                {"1/x-1/x^2", 0}, {"x/x^2", 0}, {"exp(1/x)-exp(2/x)", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function *f = function_of(rows[i].formula);
        double y;
        EXPECT(clpwl_function_value(f, rows[i].x, &y) == CLPWL_ERR_NOT_FINITE, "%s at %g: %g",
               rows[i].formula, rows[i].x, y);
        clpwl_function_free(f);
    }
}
END_TEST

/* No sample of an odd number meets 0: the tables had finite errors, and verify held them. */
START_TEST(poles_at_whole_numbers_are_found)
{
    static const struct {
        const char *name;
        double a, b;
        const char *x;
    } rows[] = {{"lgamma", -3.5, 10, "x = -2;"},  {"tgamma", -0.5, 10, "x = 0;"},
                {"expint_ei(x)", -1, 3.7, "x = 0;"}, {"ci(abs(x))", -1, 3.7, "x = 0;"},
                {"lennard_jones", -1, 3.1, "e-26;"} /* beyond double */, {"ln(abs(x-2))", -1, 8.3, "x = 2;"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function *f = NULL;
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_table *table = NULL;
        if (clpwl_function_from_catalogue(&f, rows[i].name) != CLPWL_OK)
            f = function_of(rows[i].name);
        o.aim = CLPWL_AIM_NONE;
        o.a = rows[i].a;
        o.b = rows[i].b;
        o.segments = 100;
        FAILS(CLPWL_ERR_NOT_FINITE, rows[i].x, clpwl_design(&table, f, &o));
        clpwl_function_free(f);
    }
}
END_TEST

/* Segments as for the function itself: the same as by expm1, and as by half of the square of sin(x/2)/(x/2).
 * A kink that is none would have a knot. */
START_TEST(designs_and_proofs_reach_the_limit)
{
    static const struct {
        const char *formula;
        double a, b;
        size_t segments;
    } rows[] = {{"(exp(x)-1)/x", 1e-12, 1, 25},  {"(exp(x)-1)/x", 0, 1, 25},
                {"(exp(x)-1)/x", 1e-3, 1, 25},   {"(1-cos(x))/x^2", -5, 5, 72},
                {"(x-sin(x))/x^3", 1e-6, 3, 11}, {"1/tanh(x)-1/x", -5, 5, 83},
                {"x*ln(x)", 0, 1, 71},           {"x/(exp(x)-1)", -3, 10, 102}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function *f = function_of(rows[i].formula);
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_table *table = NULL;
        clpwl_proof p;
        size_t kinks;
        o.aim = CLPWL_AIM_NONE;
        o.a = rows[i].a;
        o.b = rows[i].b;
        o.max_error = 1e-4;
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        OK(clpwl_design(&table, f, &o));
        size_t segments = clpwl_table_segments(table);
        EXPECT(segments <= rows[i].segments, "%s: %zu segments, not %zu", rows[i].formula, segments,
               rows[i].segments);
        OK(clpwl_function_find_kinks(f, o.a, o.b, NULL, 0, &kinks));
        EXPECT(kinks == 0, "%s: %zu kinks", rows[i].formula, kinks);
        double measured = clpwl_table_measured(table).linf;
        OK(clpwl_prove(&p, f, table, NULL));
        EXPECT(p.bound.linf >= measured && p.bound.linf <= 1.001 * measured, "%s: %g proved, %g measured",
               rows[i].formula, p.bound.linf, measured);
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

/* The middle of a wide enclosure is no value: 157 jumps were found, which are none. The error of 50 equal
 * segments is mpmath's, in 300 bits. */
START_TEST(what_cancels_has_no_jumps)
{
    clpwl_function *f = function_of("(erf(x)-1)*exp(x*x)");
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *table = NULL;
    size_t kinks;
    o.aim = CLPWL_AIM_NONE;
    o.a = 3;
    o.b = 9;
    o.segments = 50;
    OK(clpwl_function_find_kinks(f, o.a, o.b, NULL, 0, &kinks));
    EXPECT(kinks == 0, "%zu kinks", kinks);
    OK(clpwl_design(&table, f, &o));
    double measured = clpwl_table_measured(table).linf;
    EXPECT(fabs(measured / 5.43921360638452e-5 - 1) <= 1e-6, "%.9g", measured);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* A value that enclosures do not settle, and that double contradicts, does not become one of a table: the x is
 * named. */
START_TEST(what_is_not_settled_is_refused)
{
    clpwl_function *f = function_of("bessel_ynu(1e8,x)-bessel_ynu(1e8,x+1e-9)");
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *table = NULL;
    o.aim = CLPWL_AIM_NONE;
    o.a = 1;
    o.b = 2;
    o.segments = 4;
    EXPECT(clpwl_design(&table, f, &o) == CLPWL_ERR_NOT_FINITE && !table &&
               strstr(clpwl_last_message(), "x = 1"),
           "%s", clpwl_last_message());
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

/* The rounding of a sum took over 20 s to be searched for zeros of f: the timeout of this case is shorter than
 * what the second one took, and each zero would be a kink. */
START_TEST(the_rounding_of_long_sums_has_no_kinks)
{
    enum { TERMS = 1500, WAVES = 200 };
    char *text = malloc(16 * TERMS), *end;
    for (int i = 0; i < 2; i++) {
        end = text;
        for (int k = 1; k <= (i ? WAVES : TERMS); k++)
            end += sprintf(end, i ? "%ssin(%d*x)" : "%sx", k > 1 ? "+" : "", k);
        clpwl_function *f = function_of(text);
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_table *table = NULL;
        size_t kinks;
        o.aim = CLPWL_AIM_NONE;
        o.a = 0;
        o.b = 1;
        o.segments = 16;
        OK(clpwl_design(&table, f, &o));
        OK(clpwl_function_find_kinks(f, o.a, o.b, NULL, 0, &kinks));
        EXPECT(kinks == 0, "%zu kinks", kinks);
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
    free(text);
}
END_TEST

/* Enclosures of huge orders took 85 s for one value: the timeout of this case is shorter. */
START_TEST(huge_orders_are_not_enclosed)
{
    static const char *const formulas[] = {"bessel_ynu(1e8,x)-bessel_ynu(1e8,x+1e-9)",
                                           "gamma_inc_p(1e15,x*1e15)-0.5"};
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        clpwl_function *f;
        double y;
        OK(clpwl_function_from_formula(&f, formulas[i], NULL, 0));
        clpwl_status status = clpwl_function_value(f, 1, &y);
        EXPECT(status == (i ? CLPWL_OK : CLPWL_ERR_NOT_FINITE), "%s: %d", formulas[i], status);
        clpwl_function_free(f);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("sharp");
    TCase *t = tcase_create("sharp");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, cancelled_digits_are_restored);
    tcase_add_test(t, formulas_take_their_limits);
    tcase_add_test(t, where_there_is_no_limit_there_is_no_value);
    tcase_add_test(t, poles_at_whole_numbers_are_found);
    tcase_add_test(t, designs_and_proofs_reach_the_limit);
    tcase_add_test(t, what_cancels_has_no_jumps);
    tcase_add_test(t, what_is_not_settled_is_refused);
    tcase_add_test(t, the_rounding_of_long_sums_has_no_kinks);
    suite_add_tcase(s, t);
    t = tcase_create("orders");
    tcase_set_timeout(t, 30);
    tcase_add_test(t, huge_orders_are_not_enclosed);
    suite_add_tcase(s, t);
    return s;
}
