/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every row of the catalogue against tests/function/catalogue_reference.c. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "function/function.h"
#include "catalogue_reference.h"
#include "support/suite.h"

static clpwl_function *make(const char *text)
{
    clpwl_function *f;
    OK(clpwl_function_from_catalogue(&f, text));
    return f;
}

/* The error of f if its argument and its value are each rounded once. */
START_TEST(values_are_right)
{
    enum { POINTS = 250 };
    const long double part = fmaxl(1e-14L, 400 * reference_epsilon());
    const reference *r = &references[_i];
    clpwl_function *f = make(r->text);
    double a, b, y;
    clpwl_function_domain(f, &a, &b);
    for (int i = 0; i <= POINTS; i++) {
        double x = i == POINTS ? b : a + (b - a) * i / POINTS;
        long double want = r->f(x, r->p), h = 1e-6L * (b - a);
        long double slope = (r->f(x + h, r->p) - r->f(x - h, r->p)) / (2 * h);
        OK(clpwl_function_value(f, x, &y));
        long double slack = part * fabsl(want);
        /* At an end of the domain the reference may have no neighbour. */
        slack += isfinite(slope) ? part / 4 * fabsl(slope * x) : 0;
        ck_assert_msg(fabsl(y - want) <= slack + 10 * reference_epsilon(),
         "%s at %.17g: %.17g, not %.20Lg +- %Lg",
                      r->text, x, y, want, slack);
    }
    clpwl_function_free(f);
}
END_TEST

START_TEST(domains_are_sane)
{
    size_t count;
    const clpwl_catalogue_entry *e = &clpwl_catalogue(&count)[_i];
    clpwl_function *f = make(e->name);
    double a, b, y;
    const double *kinks = clpwl_function_kinks(f, &count);
    clpwl_function_domain(f, &a, &b);
    ck_assert_double_eq(a, e->a);
    ck_assert_double_eq(b, e->b);
    ck_assert_double_lt(a, b);
    for (size_t k = 0; k < count; k++)
        ck_assert(a < kinks[k] && kinks[k] < b);
    for (int i = 0; i <= 2000; i++) {
        double x = i == 2000 ? b : a + (b - a) * i / 2000;
        OK(clpwl_function_value(f, x, &y));
    }
    clpwl_function_free(f);
}
END_TEST

START_TEST(outside_their_range_they_are_nan_or_finite)
{
    static const double odd[] = {-INFINITY, -1e300, -1000, -1, -1e-300, 0, 1e-300, 1, 1000,
                                 1e300, INFINITY};
    size_t count;
    clpwl_function *f = make(clpwl_catalogue(&count)[_i].name);
    for (size_t k = 0; k < sizeof odd / sizeof odd[0]; k++) {
        double y;
        clpwl_status status = clpwl_function_value(f, odd[k], &y);
        ck_assert(status == CLPWL_OK ? isfinite(y) : status == CLPWL_ERR_NOT_FINITE);
    }
    ck_assert(isnan(clpwl__function_raw(f, NAN)));
    clpwl_function_free(f);
}
END_TEST

START_TEST(rows_are_sorted_described_and_referenced)
{
    size_t count;
    const clpwl_catalogue_entry *e = clpwl_catalogue(&count);
    ck_assert_uint_ge(count, 30);
    for (size_t i = 0; i < count; i++) {
        int seen = 0;
        if (i > 0)
            ck_assert_str_lt(e[i - 1].name, e[i].name);
        ck_assert_uint_gt(strlen(e[i].text), 3);
        ck_assert_ptr_null(strchr(e[i].text, '\n'));
        for (size_t k = 0; k < reference_count; k++) {
            size_t n = strcspn(references[k].text, ":");
            seen += strlen(e[i].name) == n && strncmp(references[k].text, e[i].name, n) == 0;
        }
        ck_assert_msg(seen > 0, "%s has no reference", e[i].name);
    }
}
END_TEST

Suite *suite(void)
{
    size_t count;
    Suite *s = suite_create("catalogue");
    TCase *t = tcase_create("rows");
    clpwl_catalogue(&count);
    tcase_set_timeout(t, 300); /* valgrind */
    tcase_add_test(t, rows_are_sorted_described_and_referenced);
    tcase_add_loop_test(t, domains_are_sane, 0, (int)count);
    tcase_add_loop_test(t, outside_their_range_they_are_nan_or_finite, 0, (int)count);
    tcase_add_loop_test(t, values_are_right, 0, (int)reference_count);
    suite_add_tcase(s, t);
    return s;
}
