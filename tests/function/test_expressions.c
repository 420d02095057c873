/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue's OpenCL expressions, compiled here as C from the lines of expressions.def.
 * test_auto tests their text on devices. */
#include <math.h>
#include <string.h>
#include "function/function.h"
#include "support/suite.h"
#include <tgmath.h>

/* The built-ins of OpenCL that C lacks, in double, because float would hide a wrong formula. */
#define PI_ 3.14159265358979323846
#define clamp(x, lo, hi) fmin(fmax(x, lo), hi)
#define pown(x, n) ((float)pow((double)(x), n))
#define rsqrt(x) (1.0f / sqrt(x))
#define sinpi(x) ((float)sin(PI_ * (double)(x)))
#define native_cos cos
#define native_exp exp
#define native_log log
#define native_powr pow
#define native_recip(x) (1.0f / (x))
#define native_rsqrt rsqrt
#define native_sin sin
#define native_sqrt sqrt
#define native_tan tan

static const clpwl_catalogue_entry *entry; /* those with parameters */

static float parameter(const char *name)
{
    for (int i = 0; i < CLPWL_PARAMETERS_MAX && entry->parameters[i].name; i++)
        if (strcmp(entry->parameters[i].name, name) == 0)
            return (float)entry->parameters[i].value;
    ck_abort_msg("%s has no parameter %s", entry->name, name);
    return NAN;
}

#define epsilon parameter("epsilon")
#define exponent parameter("exponent")
#define gamma parameter("gamma")
#define hi parameter("hi")
#define lo parameter("lo")
#define lobes parameter("lobes")
#define mu parameter("mu")
#define omega parameter("omega")
#define sigma parameter("sigma")
#define slope parameter("slope")
#define x0 parameter("x0")

#define EXACT(name, ...) static float exact_##name(float x) { return __VA_ARGS__; }
#define NATIVE(name, ...) static float native_of_##name(float x) { return __VA_ARGS__; }
#include "function/catalogue/expressions.def"
#undef EXACT
#undef NATIVE

static const struct {
    const char *name;
    float (*f)(float x);
    int native;
} rows[] = {
#define EXACT(name, ...) {#name, exact_##name, 0},
#define NATIVE(name, ...) {#name, native_of_##name, 1},
#include "function/catalogue/expressions.def"
};

START_TEST(an_expression_is_its_function)
{
    enum { POINTS = 1000 };
    clpwl_function *f;
    size_t count;
    double a, b, largest = 0;
    entry = clpwl_catalogue(&count);
    while (strcmp(entry->name, rows[_i].name) != 0)
        ck_assert_msg(++entry < clpwl_catalogue(&count) + count, "%s", rows[_i].name);
    OK(clpwl_function_from_catalogue(&f, entry->name));
    ck_assert_ptr_nonnull(rows[_i].native ? clpwl_function_opencl_native(f)
                                          : clpwl_function_opencl(f));
    clpwl_function_domain(f, &a, &b);
    for (int i = 0; i <= POINTS; i++)
        largest = fmax(largest, fabs(clpwl__function_raw(f, a + (b - a) * i / POINTS)));
    for (int i = 0; i <= POINTS; i++) {
        float x = (float)(a + (b - a) * i / POINTS);
        if (x < a || x > b) /* x is rounded out of the domain, where acos is NaN */
            continue;
        double want = clpwl__function_raw(f, x), got = rows[_i].f(x);
        /* About 16 roundings of the largest value; 64 if terms cancel in a native form. */
        double slack = (rows[_i].native ? 64 : 16) * 0x1p-24 * largest;
        ck_assert_msg(fabs(got - want) <= slack, "%s(%.9g): %.9g, not %.9g +- %g", rows[_i].name,
                      (double)x, got, want, slack);
    }
    clpwl_function_free(f);
}
END_TEST

START_TEST(the_text_names_no_parameter)
{
    clpwl_function *f;
    size_t count;
    entry = clpwl_catalogue(&count);
    for (size_t i = 0; i < count; i++) {
        OK(clpwl_function_from_catalogue(&f, entry[i].name));
        const char *text = clpwl_function_opencl(f);
        for (int k = 0; text && k < CLPWL_PARAMETERS_MAX && entry[i].parameters[k].name; k++) {
            const char *name = entry[i].parameters[k].name, *at = strstr(text, name);
            /* Whole words only: "log" contains "lo". */
            ck_assert_msg(!at || (at > text && (at[-1] >= 'a' && at[-1] <= 'z')) ||
                              (at[strlen(name)] >= 'a' && at[strlen(name)] <= 'z'),
                          "%s: %s in %s", entry[i].name, name, text);
        }
        clpwl_function_free(f);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("expressions");
    TCase *t = tcase_create("expressions");
    tcase_add_loop_test(t, an_expression_is_its_function, 0, sizeof rows / sizeof rows[0]);
    tcase_add_test(t, the_text_names_no_parameter);
    suite_add_tcase(s, t);
    return s;
}
