/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions from callbacks, and the catalogue. tests/proof/test_proof compares its values with enclosures. */
#include <gsl/gsl_errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "function/function.h"
#include "base/gsl.h"
#include "base/number.h"
#include "support/comma.h"
#include "support/suite.h"

static double square_of(double x, void *user)
{
    return x * x + *(double *)user;
}

static double two(double x, void *user)
{
    (void)x;
    (void)user;
    return 2;
}

static double reciprocal(double x, void *user)
{
    (void)user;
    return 1 / x;
}

static int released;

static void release(void *user)
{
    released++;
    ck_assert_double_eq(*(double *)user, 3);
}

TEST(a_callback_is_asked)
{
    double three = 3, y, a, b, kinks[] = {-0.5, 0.5};
    char name[] = "square", opencl[] = "x*x+3.0f";
    size_t count;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f;
    spec.name = name;
    spec.f = square_of;
    spec.user = &three;
    spec.release = release;
    spec.a = -1;
    spec.b = 1;
    spec.kinks = kinks;
    spec.kink_count = 2;
    spec.opencl = opencl;
    OK(clpwl_function_create(&f, &spec));
    name[0] = opencl[0] = '?'; /* the function has copies */
    kinks[0] = 7;
    OK(clpwl_function_value(f, 2, &y));
    ck_assert_double_eq(y, 7);
    ck_assert_str_eq(clpwl_function_name(f), "square");
    ck_assert_str_eq(clpwl_function_opencl(f), "x*x+3.0f");
    ck_assert_ptr_null(clpwl_function_opencl_native(f));
    clpwl_function_domain(f, &a, &b);
    ck_assert_double_eq(a, -1);
    ck_assert_double_eq(b, 1);
    ck_assert_double_eq(clpwl_function_kinks(f, &count)[0], -0.5);
    ck_assert_uint_eq(count, 2);
    ck_assert_int_eq(released, 0);
    clpwl_function_free(f);
    ck_assert_int_eq(released, 1);
}

TEST(defaults_are_none)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f;
    double a = 1, b = 1;
    size_t count = 1;
    spec.f = reciprocal;
    OK(clpwl_function_create(&f, &spec));
    ck_assert_str_eq(clpwl_function_name(f), "f");
    ck_assert_ptr_null(clpwl_function_opencl(f));
    clpwl_function_domain(f, &a, &b);
    ck_assert(a == 0 && b == 0);
    ck_assert_ptr_null(clpwl_function_kinks(f, &count));
    ck_assert_uint_eq(count, 0);
    clpwl_function_free(f);
    clpwl_function_free(NULL);
}

TEST(values_that_are_not_finite_are_told)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f;
    double y;
    spec.f = reciprocal;
    spec.name = "1/x";
    OK(clpwl_function_create(&f, &spec));
    FAILS(CLPWL_ERR_NOT_FINITE, "1/x: the value is inf at x = 0", clpwl_function_value(f, 0, &y));
    FAILS(CLPWL_ERR_NOT_FINITE, "x is nan", clpwl_function_value(f, NAN, &y));
    FAILS(CLPWL_ERR_NOT_FINITE, "x is -inf", clpwl_function_value(f, -INFINITY, &y));
    FAILS(CLPWL_ERR_ARGUMENT, "y is NULL", clpwl_function_value(f, 1, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "f is NULL", clpwl_function_value(NULL, 1, &y));
    clpwl_function_free(f);
}

TEST(bad_specs_are_refused)
{
    enum { SIZE = sizeof(clpwl_function_spec) };
    static const double kinks[] = {1, 2, 2}, infinite[] = {1, NAN};
    static const struct {
        const char *named;
        clpwl_function_spec spec;
    } rows[] = {
        {"CLPWL_FUNCTION_SPEC_INIT", {.size = 0}},
        {"callback", {.size = SIZE}},
        {"[1, 0]", {.size = SIZE, .f = two, .a = 1}},
        {"[1, 1]", {.size = SIZE, .f = two, .a = 1, .b = 1}},
        {"[0, inf]", {.size = SIZE, .f = two, .b = INFINITY}},
        {"kinks is NULL", {.size = SIZE, .f = two, .kink_count = 3, .release = release}},
        {"kink 3 of 3 is 2", {.size = SIZE, .f = two, .kink_count = 3, .kinks = kinks, .release = release}},
        {"kink 2 of 2 is nan", {.size = SIZE, .f = two, .kink_count = 2, .kinks = infinite}}};
    clpwl_function *f;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FAILS(CLPWL_ERR_ARGUMENT, rows[i].named, clpwl_function_create(&f, &rows[i].spec));
        ck_assert_ptr_null(f);
    }
    FAILS(CLPWL_ERR_ARGUMENT, "out is NULL", clpwl_function_create(NULL, &rows[3].spec));
    FAILS(CLPWL_ERR_ARGUMENT, "spec is NULL", clpwl_function_create(&f, NULL));
    ck_assert_int_eq(released, 0); /* the caller keeps what `user` points to */
}

static const struct {
    const char *text, *name;
    double a, b;
} texts[] = {
    {"gaussian", "gaussian", 0, 8},
    {"gaussian:sigma=1,mu=-0", "gaussian", 0, 8},
    {"gaussian:sigma=.5,mu=10", "gaussian:mu=10,sigma=0.5", 10, 14},
    {"lorentzian:gamma=1e-3", "lorentzian:x0=0,gamma=0.001", 0, 0.02},
    {"clamp:lo=0,hi=4", "clamp:lo=0,hi=4", -2, 6},
    {"clamp", "clamp", -2, 2},
    {"voigt:x0=100,sigma=2,gamma=4", "voigt:x0=100,sigma=2,gamma=4", 100, 130},
    {"lanczos:lobes=2", "lanczos:lobes=2", 0, 2},
    {"sinc:omega=4", "sinc:omega=4", 0, 5},
    {"lennard_jones:sigma=2", "lennard_jones:sigma=2,epsilon=1", 1.8, 6},
};

TESTS(texts_are_read, sizeof texts / sizeof texts[0])
{
    clpwl_function *f, *again;
    double a, b;
    OK(clpwl_function_from_catalogue(&f, texts[_i].text));
    ck_assert_str_eq(clpwl_function_name(f), texts[_i].name);
    clpwl_function_domain(f, &a, &b);
    ck_assert_double_eq(a, texts[_i].a);
    ck_assert_double_eq_tol(b, texts[_i].b, 1e-15);
    /* clpwl_function_from_catalogue makes the same function from the function's name. */
    OK(clpwl_function_from_catalogue(&again, clpwl_function_name(f)));
    ck_assert_str_eq(clpwl_function_name(again), texts[_i].name);
    clpwl_function_free(again);
    clpwl_function_free(f);
}

/* What is named: what stands there, or what would be right. */
static const struct {
    const char *text, *named;
    clpwl_status code;
} bad_texts[] = {
    {"gausian", "\"gausian\"; similar: gaussian", CLPWL_ERR_UNKNOWN_NAME},
    {"bessel", "bessel_i0, bessel_j0 or bessel_j1", CLPWL_ERR_UNKNOWN_NAME},
    {"qqqqqqqqqq", "`clpwl functions`", CLPWL_ERR_UNKNOWN_NAME},
    {"", "\"\"", CLPWL_ERR_UNKNOWN_NAME},
    {":mu=0", "\"\"", CLPWL_ERR_UNKNOWN_NAME},
    {"gaussian:", "\"\" instead of name=number", CLPWL_ERR_ARGUMENT},
    {"gaussian:mu", "\"mu\" instead", CLPWL_ERR_ARGUMENT},
    {"gaussian:mu=1,", "\"\" instead", CLPWL_ERR_ARGUMENT},
    {"gaussian:mu=", "mu= is", CLPWL_ERR_ARGUMENT},
    {"gaussian:mu=1x", "mu=1x is", CLPWL_ERR_ARGUMENT},
    {"gaussian:mu=nan", "[-1e+30, 1e+30]", CLPWL_ERR_ARGUMENT},
    {"gaussian:mu=1e999", "mu=1e999", CLPWL_ERR_ARGUMENT},
    {"gaussian:sigma=0", "[1e-30, 1e+30]", CLPWL_ERR_ARGUMENT},
    {"gaussian:sgma=1", "sigma", CLPWL_ERR_UNKNOWN_NAME},
    {"gaussian:mu=1,mu=2", "mu is given twice", CLPWL_ERR_ARGUMENT},
    {"gaussian:mu=1e30", "mu=1e+30,sigma=1: these parameters leave no default domain", CLPWL_ERR_ARGUMENT},
    {"bessel_j0:nu=1", "bessel_j0 has no parameters", CLPWL_ERR_UNKNOWN_NAME},
    {"clamp:lo=2", "lo=2,hi=1: these parameters", CLPWL_ERR_ARGUMENT},
    {"clamp:lo=1", "lo=1,hi=1: these parameters", CLPWL_ERR_ARGUMENT},
    {"power:exponent=0", "[0.001, 100]", CLPWL_ERR_ARGUMENT},
};

TESTS(bad_texts_are_refused, sizeof bad_texts / sizeof bad_texts[0])
{
    clpwl_function *f;
    FAILS(bad_texts[_i].code, bad_texts[_i].named, clpwl_function_from_catalogue(&f, bad_texts[_i].text));
    ck_assert_ptr_null(f);
}

TESTS(long_texts_are_refused_in_one_line, 3)
{
    static const char *const begins[] = {"x", "gaussian:", "gaussian:mu="};
    static char text[100000];
    clpwl_function *f;
    memset(text, 'x', sizeof text - 1);
    memcpy(text, begins[_i], strlen(begins[_i]));
    ck_assert_int_eq(clpwl_function_from_catalogue(&f, text), _i ? CLPWL_ERR_ARGUMENT
                     : CLPWL_ERR_UNKNOWN_NAME);
    ck_assert_uint_lt(strlen(clpwl_last_message()), 200);
    FAILS(CLPWL_ERR_ARGUMENT, "text is NULL", clpwl_function_from_catalogue(&f, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "out is NULL", clpwl_function_from_catalogue(NULL, "erf"));
}

TEST(expressions_hold_their_parameters_as_literals)
{
    clpwl_function *f;
    OK(clpwl_function_from_catalogue(&f, "gaussian:mu=-1,sigma=0.1"));
    ck_assert_str_eq(clpwl_function_opencl(f), "exp(((-(((x - (-1.0f)) * 10.0f) * ((x - (-1.0f)) * 10.0f))) * 0.5f))");
    ck_assert_ptr_nonnull(strstr(clpwl_function_opencl_native(f), "native_exp("));
    clpwl_function_free(f);
    OK(clpwl_function_from_catalogue(&f, "clamp:lo=-1e-20,hi=16777217"));
    ck_assert_str_eq(clpwl_function_opencl(f), "fmin(fmax(x, (-1e-20f)), 16777216.0f)");
    ck_assert_ptr_null(clpwl_function_opencl_native(f));
    clpwl_function_free(f);
    OK(clpwl_function_from_catalogue(&f, "bessel_j0"));
    ck_assert_ptr_null(clpwl_function_opencl(f));
    clpwl_function_free(f);
}

/* Finite on the domain; elsewhere finite, or refused. */
TEST(rows_of_the_catalogue)
{
    static const double odd[] = {-INFINITY, -1e300, -1000, -1e-300, 0, 1e-300, 1000, 1e300, INFINITY, NAN};
    size_t count, kinks;
    const clpwl_catalogue_entry *e = clpwl_catalogue(&count);
    for (size_t i = 0; i < count; i++) {
        clpwl_function *f;
        double y;
        EXPECT(i == 0 || strcmp(e[i - 1].name, e[i].name) < 0, "%s is not in order", e[i].name);
        ck_assert(strlen(e[i].text) > 3 && !strchr(e[i].text, '\n'));
        OK(clpwl_function_from_catalogue(&f, e[i].name));
        const double *x = clpwl_function_kinks(f, &kinks);
        for (size_t k = 0; k < kinks; k++)
            ck_assert(e[i].a < x[k] && x[k] < e[i].b);
        for (int k = 0; k <= 2000; k++)
            OK(clpwl_function_value(f, k < 2000 ? e[i].a + (e[i].b - e[i].a) * k / 2000 : e[i].b, &y));
        for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
            clpwl_status status = clpwl_function_value(f, odd[k], &y);
            ck_assert(status == CLPWL_OK ? isfinite(y) : status == CLPWL_ERR_NOT_FINITE);
        }
        clpwl_function_free(f);
    }
}

TEST(numbers_come_back)
{
    static const double numbers[] = {0, 1, -1, 0.1, 1.0 / 3, 20, 1e6, 123456789, 1e-30, 5e-324,
                                     1.7976931348623157e308, 2.2};
    char text[CLPWL__NUMBER_ROOM], *end;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        clpwl__number_format(text, numbers[i]);
        ck_assert_double_eq(clpwl__number_parse(text, &end), numbers[i]);
        ck_assert_int_eq(*end, '\0');
        clpwl__number_literal(text, fmin(numbers[i], 1e38));
        ck_assert_float_eq(strtof(text, &end), (float)fmin(numbers[i], 1e38));
        ck_assert_str_eq(end, "f");
        ck_assert_ptr_nonnull(strpbrk(text, ".e"));
    }
}

TEST(a_decimal_comma_changes_nothing)
{
    clpwl_function *f;
    if (!enter_comma_locale())
        return;
    OK(clpwl_function_from_catalogue(&f, "gaussian:sigma=0.5"));
    ck_assert_str_eq(clpwl_function_name(f), "gaussian:mu=0,sigma=0.5");
    ck_assert_ptr_null(strchr(clpwl_function_opencl(f), ','));
    clpwl_function_free(f);
    ck_assert_str_eq(localeconv()->decimal_point, ",");
}

static int handled;

static void handler(const char *reason, const char *file, int line, int code)
{
    (void)reason;
    (void)file;
    (void)line;
    (void)code;
    __atomic_add_fetch(&handled, 1, __ATOMIC_RELAXED);
}

TEST(the_handler_of_gsl_is_the_callers_again)
{
    clpwl_function *f;
    double y;
    gsl_set_error_handler(handler);
    OK(clpwl_function_from_catalogue(&f, "airy_ai"));
    OK(clpwl_function_value(f, 1000, &y)); /* GSL reports an underflow */
    ck_assert_double_eq(y, 0);
    clpwl_function_free(f);
    clpwl__gsl_enter();
    clpwl__gsl_enter();
    clpwl__gsl_leave();
    gsl_error("inside", __FILE__, __LINE__, GSL_EDOM);
    ck_assert_int_eq(handled, 0);
    clpwl__gsl_leave();
    gsl_error("outside", __FILE__, __LINE__, GSL_EDOM);
    ck_assert_int_eq(handled, 1);
    ck_assert_ptr_eq(gsl_set_error_handler(NULL), handler);
}

/* GSL reports an error at every second call. */
static void *ask_much(void *user)
{
    for (int i = 0; i < 20000; i++)
        if (!isnan(clpwl__function_raw(user, i % 2 ? -1 : 0.25)) != !(i % 2))
            return NULL;
    return user;
}

TESTS(threads_share_a_function_and_the_handler, 2)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    clpwl_function *f;
    void *result;
    gsl_set_error_handler(handler);
    if (_i)
        OK(clpwl_function_from_formula(&f, "lambert_w(x)+x^2", NULL, 0));
    else
        OK(clpwl_function_from_catalogue(&f, "lambert_w"));
    for (int i = 0; i < THREADS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, ask_much, f), 0);
    for (int i = 0; i < THREADS; i++) {
        ck_assert_int_eq(pthread_join(threads[i], &result), 0);
        ck_assert_ptr_eq(result, f);
    }
    ck_assert_int_eq(handled, 0);
    ck_assert_ptr_eq(gsl_set_error_handler(NULL), handler);
    clpwl_function_free(f);
}
