/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions for suites, from C functions. */
#ifndef CLPWL_TEST_CALLBACK_H
#define CLPWL_TEST_CALLBACK_H

#include "clpwl.h"
#include "suite.h"

/* Defines a callback by an expression of x. */
#define CALLBACK(name, expression)                                             \
    static double name(double x, void *user)                                   \
    {                                                                          \
        (void)x;                                                               \
        (void)user;                                                            \
        return expression;                                                     \
    }

/* One kink where a < kink < b. */
static inline clpwl_function *callback(clpwl_callback f, double a, double b, double kink)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *out;
    spec.f = f;
    spec.a = a;
    spec.b = b;
    if (a < kink && kink < b) {
        spec.kinks = &kink;
        spec.kink_count = 1;
    }
    OK(clpwl_function_create(&out, &spec));
    return out;
}

#endif
