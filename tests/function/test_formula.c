/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions from formulas, against the C library and GSL. */
#include <gsl/gsl_sf.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "clpwl.h"
#include "support/suite.h"

static double value_of(const char *formula, double x)
{
    clpwl_function *f;
    double y = NAN;
    OK(clpwl_function_from_formula(&f, formula, NULL, 0));
    ck_assert_str_eq(clpwl_function_name(f), formula);
    OK(clpwl_function_value(f, x, &y));
    clpwl_function_free(f);
    return y;
}

/* The parser and the compiler may order an expression differently: 4 ulp for a few operations. */
static void assert_near(double got, double right)
{
    ck_assert_msg(fabs(got - right) <= 4 * 0x1p-52 * fabs(right), "%.17g, not %.17g", got, right);
}

START_TEST(inverse_hyperbolic_functions_keep_their_digits)
{
    static const struct {
        const char *text;
        double x, f;
    } cases[] = {{"asinh(x)", -1000, -7.60090270954198861e+0}, /* in 60 digits */
                 {"acosh(x)", 1 + 0x1p-26, 1.72633491286251998e-4},
                 {"atanh(x)", 1e-8, 1.00000000000000005e-8}};
    for (int i = 0; i < 3; i++) {
        clpwl_function *f;
        double y;
        OK(clpwl_function_from_formula(&f, cases[i].text, NULL, 0));
        OK(clpwl_function_value(f, cases[i].x, &y));
        ck_assert_double_eq_tol(y / cases[i].f, 1, 1e-15); /* libm is within 4 ulp */
        clpwl_function_free(f);
    }
}
END_TEST

START_TEST(formulas_have_values)
{
    for (double x = 0.125; x < 3; x += 0.375) {
        assert_near(value_of("exp(-x^2/2)", x), exp(-x * x / 2));
        assert_near(value_of("x < 1 ? pi*x : e", x), x < 1 ? acos(-1.0) * x : exp(1.0));
        assert_near(value_of("bessel_jnu(1.5,x)", x), gsl_sf_bessel_Jnu(1.5, x));
        assert_near(value_of("2*bessel_j0(x)", x), 2 * gsl_sf_bessel_J0(x)); /* the catalogue */
    }
    ck_assert(value_of("bessel_jnu(0,x)", 0) == 1); /* where GSL fails */
    ck_assert(value_of("ellint_e(x)", 1) == 1 && value_of("ellint_e(x)", -1) == 1); /* there, too */
    for (double x = 0; x < 3; x++) { /* == is looser than <, as in C */
        ck_assert(value_of("x==1<2", x) == (x == (1 < 2)));
        ck_assert(value_of("1>0!=x", x) == ((1 > 0) != x));
        ck_assert(value_of("x==1&&x<2||x>1==0", x) == ((x == 1 && x < 2) || (x > 1) == 0));
    }
}
END_TEST

/* What users type, and the same with all signs. */
START_TEST(natural_spellings_are_taken)
{
    static const struct {
        const char *typed, *right;
    } rows[] = {
        {"x**2", "x^2"}, {"2x", "2*x"}, {"2x^2", "2*(x^2)"}, {"3 sin(x)", "3*sin(x)"},
        {"(x+1)(x-1)", "(x+1)*(x-1)"}, {"2(x+1)", "2*(x+1)"}, {"x(x+1)", "x*(x+1)"},
        {"pi x", "pi*x"}, {"2pi", "2*pi"}, {"2e", "2*e"}, {"2e-x", "2*e-x"}, {"1e-3x", "0.001*x"},
        {"1e2+x", "100+x"}, {"2 exp(-x)", "2*exp(-x)"}, {"J0(x)", "bessel_j0(x)"},
        {"j1(X)", "bessel_j1(x)"}, {"Sin(x)", "sin(x)"}, {"PI*x", "pi*x"}, {"arctan(x)", "atan(x)"},
        {"Gelu(x)", "gelu(x)"}, {"floor(3x)", "rint(3*x-0.5)"}, {"ceil(3x)", "rint(3*x+0.5)"},
        {"mod(x,1)", "x-rint(x-0.5)"}, {"pow(x,3)", "x^3"}, {"bessel_jnu(2,x)x", "bessel_jnu(2,x)*x"},
        {"x<1?2x:2", "x<1 ? 2*x : 2"}, {"log2(x)", "ln(x)/ln(2)"}, {"(2)x", "2*x"}, {"(x)2", "2*x"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (double x = 0.15; x < 3; x += 0.4) {
            double got = value_of(rows[i].typed, x), right = value_of(rows[i].right, x);
            ck_assert_msg(fabs(got - right) <= 8 * 0x1p-52 * (1 + fabs(right)),
                          "%s at %g: %.17g, not %.17g", rows[i].typed, x, got, right);
        }
    for (double x = -2.9; x < 3; x += 0.4) {
        assert_near(value_of("exp2(x)", x), exp2(x));
        assert_near(value_of("exp10(x)", x), pow(10, x));
        ck_assert(value_of("fmax(x,1)", x) == fmax(x, 1) && value_of("fmin(x,1)", x) == fmin(x, 1));
        ck_assert(value_of("fdim(x,1)", x) == fdim(x, 1) && value_of("fma(x,2,1)", x) == 2 * x + 1);
        ck_assert(value_of("copysign(2,x)", x) == copysign(2, x));
        ck_assert(value_of("ldexp(x,3.9)", x) == ldexp(x, 3) && value_of("nearbyint(x)", x) == nearbyint(x));
        ck_assert_double_eq_tol(value_of("remainder(x,0.75)", x), remainder(x, 0.75), 1e-15);
        ck_assert(value_of("!(x>1)", x) == !(x > 1) && value_of("!x!=1", x) == ((!x) != 1));
        ck_assert(value_of("1-!!(x<0)", x) == 1 - !!(x < 0));
    }
    assert_near(value_of("mod(x,1)", -0.25), 0.75);
    assert_near(value_of("fmod(x,1)", -0.25), -0.25);
}
END_TEST

START_TEST(wrong_formulas_are_refused)
{
    static const struct {
        clpwl_status code;
        const char *formula, *part;
    } rows[] = {
        {CLPWL_ERR_ARGUMENT, "1+", "formula '1+', character 3: a number"},
        {CLPWL_ERR_ARGUMENT, "1 2", "character 3: an operator is missing"},
        {CLPWL_ERR_ARGUMENT, "x=1", "== compares"},
        {CLPWL_ERR_ARGUMENT, "x%2", "mod(x,2)"},
        {CLPWL_ERR_ARGUMENT, "|x|", "abs(x)"},
        {CLPWL_ERR_ARGUMENT, "(x", "a ) is missing"},
        {CLPWL_ERR_ARGUMENT, "x)", "a ) without its ("},
        {CLPWL_ERR_ARGUMENT, "sin x", "'sin' takes its argument in brackets, as sin(x)"},
        {CLPWL_ERR_ARGUMENT, "sin^2(x)", "a power of sin stands behind its argument, as sin(x)^2"},
        {CLPWL_ERR_ARGUMENT, "sin\xc2\xb2(x)", "a power of sin stands behind its argument, as sin(x)^2"},
        {CLPWL_ERR_ARGUMENT, "sin^-1(x)", "an inverse function has a name of its own, as asin(x)"},
        {CLPWL_ERR_ARGUMENT, "sin(x\xc2\xb0)", "angles of sin are in radians, as x*pi/180"},
        {CLPWL_ERR_UNKNOWN_NAME, "gaussian(sigma=2)", "stand behind a colon, as gaussian:sigma=2"},
        {CLPWL_ERR_ARGUMENT, "power(x,3)", "power has one argument; pow has two"},
        {CLPWL_ERR_UNKNOWN_NAME, "np.power(x,2)", "'np.power': write pow"},
        {CLPWL_ERR_UNKNOWN_NAME, "besselj(0,x)", "'besselj': write bessel_jnu(n,x)"},
        {CLPWL_ERR_UNKNOWN_NAME, "x and 1", "'and': write a && b"},
        {CLPWL_ERR_ARGUMENT, "(x>1) & (x<2)", "& is no operator; && is"},
        {CLPWL_ERR_ARGUMENT, "x//2", "// is no operator; floor(x/2) rounds down"},
        {CLPWL_ERR_ARGUMENT, "x^^2", "^^ is no operator; a power is x^2"},
        {CLPWL_ERR_ARGUMENT, "^x", "a number, a name or a ( is missing"},
        {CLPWL_ERR_ARGUMENT, "x<>1", "<> is no operator; != is"},
        {CLPWL_ERR_UNKNOWN_NAME, "t^2", "'t': the variable is x"},
        {CLPWL_ERR_ARGUMENT, "x mod 2", "character 3: 'mod' takes its arguments in brackets, as mod(x,2)"},
        {CLPWL_ERR_ARGUMENT, "min x", "'min' takes its arguments in brackets, as min(x,2)"},
        {CLPWL_ERR_ARGUMENT, "sin(x,1)", "sin has too many arguments"},
        {CLPWL_ERR_ARGUMENT, "pow(x)", "pow takes two arguments"},
        {CLPWL_ERR_ARGUMENT, "fdim(x)", "fdim takes two arguments"},
        {CLPWL_ERR_ARGUMENT, "fma(x,1)", "fma takes three arguments"},
        {CLPWL_ERR_ARGUMENT, "exp2(x,1)", "exp2 has too many arguments"},
        {CLPWL_ERR_ARGUMENT, "nearbyint(x,1)", "nearbyint has too many arguments"},
        {CLPWL_ERR_ARGUMENT, "fma*x", "fma takes three arguments, as fma(x,2,1)"},
        {CLPWL_ERR_ARGUMENT, "x!", "gamma(x+1)"},
        {CLPWL_ERR_UNKNOWN_NAME, "a+x", "in the formula 'a'"}, /* a names an argument within definitions alone */
        {CLPWL_ERR_ARGUMENT, "x<1?2", "the : of a ?: is missing"},
        {CLPWL_ERR_ARGUMENT, "1.2.3", "one point"},
        {CLPWL_ERR_ARGUMENT, "", "formula '', character 1"},
        {CLPWL_ERR_ARGUMENT, "1,2", "more than one result, where"},
        {CLPWL_ERR_ARGUMENT, "x\n+1", "one line"},
        {CLPWL_ERR_UNKNOWN_NAME, "sine(x)", "unknown name in the formula 'sine': did you mean "},
    };
    clpwl_function *f;
    double y;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FAILS(rows[i].code, rows[i].part, clpwl_function_from_formula(&f, rows[i].formula, NULL, 0));
        ck_assert_ptr_null(f);
    }
    FAILS(CLPWL_ERR_ARGUMENT, "formula is NULL", clpwl_function_from_formula(&f, NULL, NULL, 0));
    FAILS(CLPWL_ERR_ARGUMENT, "out is NULL", clpwl_function_from_formula(NULL, "x", NULL, 0));
    OK(clpwl_function_from_formula(&f, "log(x)", NULL, 0));
    FAILS(CLPWL_ERR_NOT_FINITE, "x = -1", clpwl_function_value(f, -1, &y));
    clpwl_function_free(f);
    OK(clpwl_function_from_formula(&f, "sign(log(x))", NULL, 0)); /* NaN has no sign */
    FAILS(CLPWL_ERR_NOT_FINITE, "x = -1", clpwl_function_value(f, -1, &y));
    clpwl_function_free(f);
}
END_TEST

START_TEST(long_tokens_are_refused)
{
    static char formula[5000];
    clpwl_function *f;
    memset(formula, 'q', sizeof formula - 1);
    FAILS(CLPWL_ERR_ARGUMENT, "more than 255", clpwl_function_from_formula(&f, formula, NULL, 0));
    memset(formula, '1', sizeof formula - 1);
    FAILS(CLPWL_ERR_ARGUMENT, "more than 255", clpwl_function_from_formula(&f, formula, NULL, 0));
    memset(formula, '"', sizeof formula - 1);
    FAILS(CLPWL_ERR_ARGUMENT, "character 1", clpwl_function_from_formula(&f, formula, NULL, 0));
    memset(formula, '(', sizeof formula - 1);
    FAILS(CLPWL_ERR_ARGUMENT, "128 deep", clpwl_function_from_formula(&f, formula, NULL, 0));
    memset(formula, '-', sizeof formula - 1); /* signs are no depth */
    formula[sizeof formula - 2] = 'x';
    OK(clpwl_function_from_formula(&f, formula, NULL, 0));
    clpwl_function_free(f);
}
END_TEST

/* 4096 operations at most; each refused formula of any length gets one short line. */
START_TEST(a_long_formula_with_an_error_is_refused)
{
    enum { LONG = 60000 };
    static char formula[LONG + 1];
    static const char *const units[] = {"(", "\"a b", "x + ", "x x ", "sin(", "1,", "\xc3\xa9 ", ")"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        for (size_t length = 500; length <= LONG; length += length / 2) {
            clpwl_function *f = NULL;
            for (size_t k = 0; k < length; k++)
                formula[k] = units[i][k % strlen(units[i])];
            formula[length] = '\0';
            clpwl_status status = clpwl_function_from_formula(&f, formula, NULL, 0);
            ck_assert_int_eq(status == CLPWL_OK, f != NULL); /* as x + x + x */
                ck_assert(f || status == CLPWL_ERR_ARGUMENT || status == CLPWL_ERR_UNKNOWN_NAME);
            ck_assert(f || strlen(clpwl_last_message()) < 250);
            clpwl_function_free(f);
        }
}
END_TEST

static void *evaluate_in_thread(void *f)
{
    static int wrong;
    for (int i = 1; i < 20000; i++) {
        double y = NAN;
        if (clpwl_function_value(f, i, &y) != CLPWL_OK || y != (double)i * i + 1)
            return &wrong;
    }
    return NULL;
}

START_TEST(threads_share_a_formula)
{
    pthread_t threads[4];
    clpwl_function *f;
    OK(clpwl_function_from_formula(&f, "x^2+1", NULL, 0));
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, evaluate_in_thread, f), 0);
    for (int i = 0; i < 4; i++) {
        void *wrong;
        ck_assert_int_eq(pthread_join(threads[i], &wrong), 0);
        ck_assert_ptr_null(wrong);
    }
    clpwl_function_free(f);
}
END_TEST

START_TEST(kinks_are_given_searched_or_none)
{
    static const double kinks[] = {0.3};
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *table;
    clpwl_function *f;
    size_t count;
    o.a = -1;
    o.b = 1;
    o.max_error = 1e-6;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    OK(clpwl_function_from_formula(&f, "abs(x-0.3)", kinks, 1));
    ck_assert(*clpwl_function_kinks(f, &count) == 0.3);
    clpwl_function_free(f);
    OK(clpwl_function_from_formula(&f, "abs(x-0.3)", NULL, 0));
    OK(clpwl_design(&table, f, &o));
    ck_assert_uint_eq(clpwl_table_segments(table), 2); /* the kink was found */
    clpwl_table_free(table);
    clpwl_function_free(f);
    OK(clpwl_function_from_formula(&f, "abs(x-0.3)", kinks, 0)); /* declared smooth */
    o.max_error = 0;
    o.segments = 2;
    OK(clpwl_design(&table, f, &o));
    ck_assert(clpwl_table_measured(table).linf > 1e-3);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

START_TEST(special_functions_are_listed)
{
    const char *name, *text;
    size_t count = 0;
    while ((name = clpwl_formula_function(count, &text)) != NULL) {
        ck_assert_uint_gt(strlen(name), 1);
        ck_assert_uint_gt(strlen(text), 1);
        count++;
    }
    ck_assert_uint_gt(count, 10);
    ck_assert_ptr_nonnull(clpwl_formula_function(0, NULL));
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("formula");
    TCase *t = tcase_create("formula");
    tcase_add_test(t, inverse_hyperbolic_functions_keep_their_digits);
    tcase_add_test(t, formulas_have_values);
    tcase_add_test(t, natural_spellings_are_taken);
    tcase_add_test(t, wrong_formulas_are_refused);
    tcase_add_test(t, long_tokens_are_refused);
    tcase_add_test(t, threads_share_a_formula);
    tcase_add_test(t, a_long_formula_with_an_error_is_refused);
    tcase_add_test(t, kinks_are_given_searched_or_none);
    tcase_add_test(t, special_functions_are_listed);
    suite_add_tcase(s, t);
    return s;
}
