/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas in which digits cancel, and points at which formulas have a limit but no value. */
#include "support/wish.h"

/* The values are mpmath's, in 700 bits: double alone has errors from 1e-13 to all of the value. Then limits,
 * and places that have none. */
TEST(values_are_sharp)
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
        {"abs(x)/x", 0, NAN},
        {"sin(1/x)", 0, NAN},
        {"sqrt(x)", -1, NAN},
        {"1/x", 0, NAN},
        {"0*ln(x)", -1, NAN},
        {"1/x-1/x^2", 0, NAN},
        {"x/x^2", 0, NAN},
        {"exp(1/x)-exp(2/x)", 0, NAN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function *f = function_of(rows[i].formula);
        double y = NAN, right = rows[i].f;
        clpwl_status status = clpwl_function_value(f, rows[i].x, &y);
        EXPECT(isnan(right) ? status == CLPWL_ERR_NOT_FINITE : fabs(y - right) <= 5e-16 * fabs(right),
               "%s at %g: %.17g, not %.17g", rows[i].formula, rows[i].x, y, right);
        clpwl_function_free(f);
    }
}

/* No sample of an odd number meets 0: the tables had finite errors, and verify held them. A value that
 * enclosures do not settle, and that double contradicts, is none, either; orders of 1e8 took 85 s to
 * enclose, and the timeout of this case is shorter. */
TEST(designs_refuse_places_without_a_value)
{
    static const char *const rows[][3] = {
        {"lgamma", "-3.5:10", "x = -2;"},       {"tgamma", "-0.5:10", "x = 0;"},
        {"expint_ei(x)", "-1:3.7", "x = 0;"},   {"ci(abs(x))", "-1:3.7", "x = 0;"},
        {"lennard_jones", "-1:3.1", "e-26;"} /* beyond double */, {"ln(abs(x-2))", "-1:8.3", "x = 2;"},
        {"bessel_ynu(1e8,x)-bessel_ynu(1e8,x+1e-9)", "1:2", "x = 1"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_table *table;
        wish w;
        begin_wish(&w, rows[i][0], rows[i][1]);
        w.o.segments = 100;
        FAILS(CLPWL_ERR_NOT_FINITE, rows[i][2], clpwl_design(&table, w.f, &w.o));
        end_wish(&w);
    }
    clpwl_function *f = function_of("gamma_inc_p(1e15,x*1e15)-0.5");
    ck_assert(isfinite(value_of(f, 1)));
    clpwl_function_free(f);
}

/* Segments as for the function itself: the same as by expm1, and as by half of the square of sin(x/2)/(x/2).
 * A kink that is none would have a knot. The middle of a wide enclosure is no value: 157 jumps were found of
 * the last one, which has none; its error with 50 equal segments is mpmath's, in 300 bits. */
TEST(designs_and_proofs_reach_the_limit)
{
    static const struct {
        const char *formula, *words;
        size_t segments;
    } rows[] = {{"(exp(x)-1)/x", "1e-12:1 E=1e-4 optimized", 25},
                {"(exp(x)-1)/x", "0:1 E=1e-4 optimized", 25},
                {"(1-cos(x))/x^2", "-5:5 E=1e-4 optimized", 72},
                    {"(x-sin(x))/x^3", "1e-6:3 E=1e-4 optimized", 11},
                {"1/tanh(x)-1/x", "-5:5 E=1e-4 optimized", 83}, {"x*ln(x)", "0:1 E=1e-4 optimized", 71},
                {"x/(exp(x)-1)", "-3:10 E=1e-4 optimized", 102}, {"(erf(x)-1)*exp(x*x)", "3:9 N=50", 50}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_table *table;
        clpwl_proof p;
        wish w;
        size_t kinks;
        begin_wish(&w, rows[i].formula, rows[i].words);
        OK(clpwl_design(&table, w.f, &w.o));
        size_t segments = clpwl_table_segments(table);
        EXPECT(segments <= rows[i].segments, "%s: %zu segments, not %zu", rows[i].formula, segments,
               rows[i].segments);
        OK(clpwl_function_find_kinks(w.f, w.o.a, w.o.b, NULL, 0, &kinks));
        EXPECT(kinks == 0, "%s: %zu kinks", rows[i].formula, kinks);
        double measured = clpwl_table_measured(table).linf;
        if (w.o.segments) {
            ck_assert_double_eq_tol(measured / 5.43921360638452e-5, 1, 1e-6);
        } else {
            OK(clpwl_prove(&p, w.f, table, NULL));
            EXPECT(p.bound.linf >= measured && p.bound.linf <= 1.001 * measured, "%s: %g proved, %g measured",
                   rows[i].formula, p.bound.linf, measured);
        }
        clpwl_table_free(table);
        end_wish(&w);
    }
}

/* The rounding of a sum took over 20 s to be searched for zeros of f: the timeout of this case is shorter
 * than what the second one took, and each zero would be a kink. */
TEST(the_rounding_of_long_sums_has_no_kinks)
{
    enum { TERMS = 1500, WAVES = 200 };
    static char text[16 * TERMS];
    for (int i = 0; i < 2; i++) {
        char *end = text;
        for (int k = 1; k <= (i ? WAVES : TERMS); k++)
            end += sprintf(end, i ? "%ssin(%d*x)" : "%sx", k > 1 ? "+" : "", k);
        clpwl_function *f = function_of(text);
        size_t kinks;
        OK(clpwl_function_find_kinks(f, 0, 1, NULL, 0, &kinks));
        EXPECT(kinks == 0, "%zu kinks", kinks);
        clpwl_function_free(f);
    }
}
