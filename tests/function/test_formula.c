/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions from formulas, against the C library and GSL. */
#include <gsl/gsl_sf.h>
#include "support/wish.h"

static double value_at(const char *formula, double x)
{
    clpwl_function *f;
    OK(clpwl_function_from_formula(&f, formula, NULL, 0));
    ck_assert_str_eq(clpwl_function_name(f), formula);
    double y = value_of(f, x);
    clpwl_function_free(f);
    return y;
}

/* The parser and the compiler may order an expression differently: 4 ulp for a few operations. */
static void assert_near(double got, double right)
{
    EXPECT(fabs(got - right) <= 4 * 0x1p-52 * fabs(right), "%.17g, not %.17g", got, right);
}

TEST(formulas_have_values)
{
    for (double x = 0.125; x < 3; x += 0.375) {
        assert_near(value_at("exp(-x^2/2)", x), exp(-x * x / 2));
        assert_near(value_at("x < 1 ? pi*x : e", x), x < 1 ? acos(-1.0) * x : exp(1.0));
        assert_near(value_at("bessel_jnu(1.5,x)", x), gsl_sf_bessel_Jnu(1.5, x));
        assert_near(value_at("2*bessel_j0(x)", x), 2 * gsl_sf_bessel_J0(x)); /* the catalogue */
    }
    ck_assert(value_at("bessel_jnu(0,x)", 0) == 1); /* where GSL fails */
    ck_assert(value_at("ellint_e(x)", 1) == 1 && value_at("ellint_e(x)", -1) == 1); /* there, too */
    for (double x = 0; x < 3; x++) { /* == is looser than <, as in C */
        ck_assert(value_at("x==1<2", x) == (x == (1 < 2)) && value_at("1>0!=x", x) == ((1 > 0) != x));
        ck_assert(value_at("x==1&&x<2||x>1==0", x) == ((x == 1 && x < 2) || (x > 1) == 0));
    }
    for (double x = -2.9; x < 3; x += 0.4) {
        assert_near(value_at("exp2(x)", x), exp2(x));
        assert_near(value_at("exp10(x)", x), pow(10, x));
        ck_assert(value_at("fmax(x,1)", x) == fmax(x, 1) && value_at("fmin(x,1)", x) == fmin(x, 1));
        ck_assert(value_at("fdim(x,1)", x) == fdim(x, 1) && value_at("fma(x,2,1)", x) == 2 * x + 1);
        ck_assert(value_at("copysign(2,x)", x) == copysign(2, x) &&
                  value_at("ldexp(x,3.9)", x) == ldexp(x, 3));
        ck_assert_double_eq_tol(value_at("remainder(x,0.75)", x), remainder(x, 0.75), 1e-15);
        ck_assert(value_at("nearbyint(x)", x) == nearbyint(x) && value_at("1-!!(x<0)", x) == 1 - !!(x < 0));
        ck_assert(value_at("!(x>1)", x) == !(x > 1) && value_at("!x!=1", x) == ((!x) != 1));
    }
    assert_near(value_at("mod(x,1)", -0.25), 0.75);
    assert_near(value_at("fmod(x,1)", -0.25), -0.25);
    assert_near(value_at("asinh(x)", -1000), -7.60090270954198861e+0); /* in 60 digits */
    assert_near(value_at("acosh(x)", 1 + 0x1p-26), 1.72633491286251998e-4);
    assert_near(value_at("atanh(x)", 1e-8), 1.00000000000000005e-8);
}

/* What users type, and the same with all signs. */
static const char *const spellings[][2] = {
    {"x**2", "x^2"}, {"2x", "2*x"}, {"2x^2", "2*(x^2)"}, {"3 sin(x)", "3*sin(x)"},
    {"(x+1)(x-1)", "(x+1)*(x-1)"},
    {"2(x+1)", "2*(x+1)"}, {"x(x+1)", "x*(x+1)"}, {"pi x", "pi*x"}, {"2pi", "2*pi"}, {"2e-x", "2*e-x"},
    {"1e-3x", "0.001*x"}, {"1e2+x", "100+x"}, {"2 exp(-x)", "2*exp(-x)"}, {"J0(x)", "bessel_j0(x)"},
    {"j1(X)", "bessel_j1(x)"}, {"Sin(x)", "sin(x)"}, {"arctan(x)", "atan(x)"},
    {"floor(3x)", "rint(3*x-0.5)"},
    {"ceil(3x)", "rint(3*x+0.5)"}, {"mod(x,1)", "x-rint(x-0.5)"}, {"pow(x,3)", "x^3"},
    {"bessel_jnu(2,x)x", "bessel_jnu(2,x)*x"}, {"x<1?2x:2", "x<1 ? 2*x : 2"}, {"log2(x)", "ln(x)/ln(2)"},
    {"(x)2", "2*x"}, {"2\xc3\x97-x", "-2*x"}, {"2\xc2\xb7-x", "-2*x"}, {"2\xe2\x8b\x85-x", "-2*x"},
    {"2\xc2\xa0*\xc2\xa0x", "2*x"}, {"2 sigmoid(x)", "2/(1+exp(-x))"}, {"cot(x)", "1/tan(x)"},
    {"sec(x)csc(x)", "2/sin(2x)"}, {"coth(x)", "cosh(x)/sinh(x)"}, {"square(x+1)", "x^2+2x+1"},
    {"factorial(x)", "x*gamma(x)"}, {"heaviside(x-1)+step(1-x)", "1"}, {"clip(x,1,2)", "clamp(x,1,2)"},
    {"if(x<1,x,2)", "x<1?x:2"}, {"where(x<1,x,2)", "x<1?x:2"}, {"power(x,3)", "x*x*x"},
    {"besselj(2,x)-jv(2,x)", "0"}, {"x>1 and x<2 or x<0.5", "x>1&&x<2||x<0.5"},
    {"and(x>1,x<2)+or(x<1,x>2)", "1"}, {"x<1 or x<2 and x>3", "x<1"}, {"sum(x,1,2)", "x+3"},
    {"avg(x,1,2)", "(x+3)/3"}, {"min(x,2,1)-max(x,1,2)", "min(min(x,2),1)-max(x,max(1,2))"}};

TESTS(natural_spellings_are_taken, sizeof spellings / sizeof *spellings)
{
    for (double x = 0.15; x < 3; x += 0.4) {
        double got = value_at(spellings[_i][0], x), right = value_at(spellings[_i][1], x);
        EXPECT(fabs(got - right) <= 8 * 0x1p-52 * (1 + fabs(right)),
         "%s at %g: %.17g, not %.17g", spellings[_i][0], x, got,
               right);
    }
}

/* What is named: the place, or what would be right. */
static const struct {
    const char *formula, *named;
    clpwl_status code;
} wrong[] = {
    {"1+", "'1+', character 3", CLPWL_ERR_ARGUMENT},
    {"1 2", "character 3", CLPWL_ERR_ARGUMENT},
    {"x=1", "==", CLPWL_ERR_ARGUMENT},
    {"x%2", "mod(x,2)", CLPWL_ERR_ARGUMENT},
    {"|x|", "abs(x)", CLPWL_ERR_ARGUMENT},
    {"(x", "a ) is missing", CLPWL_ERR_ARGUMENT},
    {"x)", "a ) without", CLPWL_ERR_ARGUMENT},
    {"sin x", "sin(x)", CLPWL_ERR_ARGUMENT},
    {"sin^2(x)", "sin(x)^2", CLPWL_ERR_ARGUMENT},
    {"sin\xc2\xb2(x)", "sin(x)^2", CLPWL_ERR_ARGUMENT},
    {"sin^-1(x)", "asin(x)", CLPWL_ERR_ARGUMENT},
    {"sin(x\xc2\xb0)", "x*pi/180", CLPWL_ERR_ARGUMENT},
    {"gaussian(sigma=2)", "gaussian:sigma=2", CLPWL_ERR_UNKNOWN_NAME},
    {"np.power(x,2)", "write power", CLPWL_ERR_UNKNOWN_NAME},
    {"std::sin(x)", "'std': write sin", CLPWL_ERR_UNKNOWN_NAME},
    {"a.b.cot(x)", "'a': write cot", CLPWL_ERR_UNKNOWN_NAME},
    {"jv(x)", "bessel_jnu(x,2)", CLPWL_ERR_ARGUMENT},
    {"and", "and(x,2)", CLPWL_ERR_ARGUMENT},
    {"2*if", "if(x,2,1)", CLPWL_ERR_ARGUMENT},
    {"cott(x)", "did you mean cot", CLPWL_ERR_UNKNOWN_NAME},
    {"min", "min(x,2)", CLPWL_ERR_ARGUMENT},
    {"(x>1) & (x<2)", "&&", CLPWL_ERR_ARGUMENT},
    {"x//2", "floor(x/2)", CLPWL_ERR_ARGUMENT},
    {"^x", "missing", CLPWL_ERR_ARGUMENT},
    {"x\xc2\xb2\xc2\xb2+1", "x^23", CLPWL_ERR_ARGUMENT},
    {"x<>1", "!=", CLPWL_ERR_ARGUMENT},
    {"t^2", "the variable is x", CLPWL_ERR_UNKNOWN_NAME},
    {"x mod 2", "character 3: 'mod'", CLPWL_ERR_ARGUMENT},
    {"sin(x,1)", "'sin' takes 1 argument", CLPWL_ERR_ARGUMENT},
    {"pow(x)", "'pow' takes 2 arguments", CLPWL_ERR_ARGUMENT},
    {"fma(x,1)", "'fma' takes 3 arguments", CLPWL_ERR_ARGUMENT},
    {"fma*x", "fma(x,2,1)", CLPWL_ERR_ARGUMENT},
    {"fma^2", "fma(x,2,1)", CLPWL_ERR_ARGUMENT},
    {"bessel_yl(x)", "did you mean bessel_y1", CLPWL_ERR_UNKNOWN_NAME},
    {"powr(x,2)", "did you mean power or pow", CLPWL_ERR_UNKNOWN_NAME},
    {"x!", "gamma(x+1)", CLPWL_ERR_ARGUMENT},
    {"a+x", "'a'", CLPWL_ERR_UNKNOWN_NAME}, /* a names an argument within definitions alone */
    {"x<1?2", "the : of a ?:", CLPWL_ERR_ARGUMENT},
    {"1.2.3", "one point", CLPWL_ERR_ARGUMENT},
    {"", "character 1", CLPWL_ERR_ARGUMENT},
    {"1,2", "more than one result", CLPWL_ERR_ARGUMENT},
    {"x\n+1", "one line", CLPWL_ERR_ARGUMENT},
    {"sine(x)", "did you mean ", CLPWL_ERR_UNKNOWN_NAME},
};

TESTS(wrong_formulas_are_refused, sizeof wrong / sizeof *wrong)
{
    clpwl_function *f;
    FAILS(wrong[_i].code, wrong[_i].named, clpwl_function_from_formula(&f, wrong[_i].formula, NULL, 0));
    ck_assert_ptr_null(f);
}

TESTS(arguments_that_have_no_value, 2)
{
    clpwl_function *f;
    double y;
    FAILS(CLPWL_ERR_ARGUMENT, "formula is NULL", clpwl_function_from_formula(&f, NULL, NULL, 0));
    FAILS(CLPWL_ERR_ARGUMENT, "out is NULL", clpwl_function_from_formula(NULL, "x", NULL, 0));
    f = function_of(_i ? "sign(log(x))" : "log(x)"); /* NaN has no sign */
    FAILS(CLPWL_ERR_NOT_FINITE, "x = -1", clpwl_function_value(f, -1, &y));
    clpwl_function_free(f);
}

/* 4096 operations and 128 levels at most; a formula that is refused gets one
 * short line, whatever it repeats. */
TESTS(long_formulas, 11)
{
    enum { LONG = 60000 };
    static char formula[LONG + 1];
    static const char *const units[] = {"(", "\"a b", "x + ", "x x ", "sin(", "1,", "\xc3\xa9 ", ")", "q",
     "1", "-"};
    for (size_t length = 500; length <= LONG; length += length / 2) {
        clpwl_function *f = NULL;
        for (size_t k = 0; k < length; k++)
            formula[k] = units[_i][k % strlen(units[_i])];
        formula[length] = '\0';
        if (_i == 10) /* signs are no depth */
            formula[length - 1] = 'x';
        clpwl_status status = clpwl_function_from_formula(&f, formula, NULL, 0);
        ck_assert_int_eq(status == CLPWL_OK, f != NULL);
        ck_assert(_i == 10 || f || status == CLPWL_ERR_ARGUMENT || status == CLPWL_ERR_UNKNOWN_NAME);
        ck_assert(f || strlen(clpwl_last_message()) < 250);
        ck_assert(_i != 10 || f || length > 4096);
        clpwl_function_free(f);
    }
}

/* Where the text by native_ built-ins alone is too long, the other one stands; squares of squares take no
 * longer than their text. */
TEST(long_formulas_have_texts)
{
    enum { TERMS = 75, SQUARES = 40 };
    char sum[64 * TERMS] = "0", square[5 * SQUARES + 2] = "";
    clpwl_function *f;
    for (int i = 0; i < TERMS; i++) {
        size_t length = strlen(sum);
        snprintf(sum + length, sizeof sum - length, "+(x/(x+%d))*(x/(x+%d))", 10 + i, 100 + i);
    }
    OK(clpwl_function_from_formula(&f, sum, NULL, 0));
    ck_assert_ptr_nonnull(clpwl_function_opencl(f));
    ck_assert_ptr_null(clpwl_function_opencl_native(f));
    clpwl_function_free(f);
    memset(square, '(', SQUARES);
    strcat(square, "x");
    for (int i = 0; i < SQUARES; i++)
        strcat(square, ")^2");
    OK(clpwl_function_from_formula(&f, square, NULL, 0));
    const char *text = clpwl_function_opencl(f);
    ck_assert_ptr_nonnull(strstr(text, "((x * x) * (x * x))"));
    ck_assert(strncmp(text, "pown(pown(", 10) == 0);
    clpwl_function_free(f);
}

TEST(kinks_are_given_or_searched)
{
    static const double kinks[] = {0.3};
    wish w;
    clpwl_table *table;
    clpwl_function *f;
    size_t count;
    begin_wish(&w, "abs(x-0.3)", "-1:1 N=2 optimized");
    OK(clpwl_design(&table, w.f, &w.o));
    ck_assert_double_le(clpwl_table_measured(table).linf, 1e-7); /* the kink was found; its knot is a float */
    clpwl_table_free(table);
    OK(clpwl_function_from_formula(&f, "abs(x-0.3)", kinks, 1));
    ck_assert(*clpwl_function_kinks(f, &count) == 0.3 && count == 1);
    clpwl_function_free(f);
    end_wish(&w);
}

TEST(special_functions_are_listed)
{
    const char *name, *text;
    size_t count = 0;
    while ((name = clpwl_formula_function(count, &text)) != NULL) {
        ck_assert(strlen(name) > 1 && strlen(text) > 1);
        count++;
    }
    ck_assert_uint_gt(count, 10);
    ck_assert_ptr_nonnull(clpwl_formula_function(0, NULL));
}
