/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>
#include "host/function.h"
#include "suite.h"

static double square_of(double x, void *user)
{
    return x * x + *(double *)user;
}

START_TEST(a_callback_is_asked)
{
    double three = 3, y;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f;
    spec.f = square_of;
    spec.user = &three;
    spec.a = -1;
    spec.b = 1;
    OK(clpwl_function_create(&f, &spec));
    OK(clpwl_function_value(f, 2, &y));
    ck_assert_double_eq(y, 7);
    OK(clpwl_function_curvature(f, 0.25, &y));
    ck_assert_double_eq_tol(y, 2, 1e-8);
    ck_assert_str_eq(clpwl_function_name(f), "f");
    FAILS(CLPWL_ERR_NOT_FINITE, "nan", clpwl_function_value(f, NAN, &y));
    clpwl_function_free(f);
}
END_TEST

START_TEST(catalogue_texts_are_read)
{
    clpwl_function *f;
    double a, b, y;
    OK(clpwl_function_from_catalogue(&f, "lorentzian:gamma=2"));
    ck_assert_str_eq(clpwl_function_name(f), "lorentzian:x0=0,gamma=2");
    clpwl_function_domain(f, &a, &b);
    ck_assert_double_eq(a, 0);
    ck_assert_double_eq(b, 40);
    OK(clpwl_function_value(f, 2, &y));
    ck_assert_double_eq_tol(y, 1 / (M_PI * 4), 1e-16);
    clpwl_function_free(f);
    OK(clpwl_function_from_catalogue(&f, "gaussian:mu=-1,sigma=1"));
    ck_assert_str_eq(clpwl_function_opencl(f), "exp(-0.5f * ((x - (-1.0f)) * (1.0f / 1.0f)) * "
                                               "((x - (-1.0f)) * (1.0f / 1.0f)))");
    clpwl_function_free(f);
    FAILS(CLPWL_ERR_UNKNOWN_NAME, "gaussian", clpwl_function_from_catalogue(&f, "gausian"));
    ck_assert_ptr_null(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("function");
    TCase *t = tcase_create("function");
    tcase_add_test(t, a_callback_is_asked);
    tcase_add_test(t, catalogue_texts_are_read);
    suite_add_tcase(s, t);
    return s;
}
