/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions from callbacks: creation, values, getters. */
#include "function/function.h"
#include "base/array.h"
#include "base/door.h"
#include "base/options.h"

clpwl_status clpwl_function_create(clpwl_function **out, const clpwl_function_spec *spec)
{
    CLPWL__DOOR;
    clpwl_function_spec own;
    clpwl_status status = CLPWL_OK;
    clpwl_function *f = NULL;
    CHECK_GIVEN(out);
    *out = NULL;
    CHECK_GIVEN(spec);
    TRY(clpwl__options_take(&own, sizeof own, spec, "clpwl_function_spec", "CLPWL_FUNCTION_SPEC_INIT"));
    CHECK(own.f || own.many, CLPWL_ERR_ARGUMENT, "the spec has no callback f and no many");
    if (own.a != 0 || own.b != 0)
        TRY(clpwl__check_interval("default domain (both 0: none)", own.a, own.b));
    CHECK(own.kinks || own.kink_count == 0, CLPWL_ERR_ARGUMENT, "kink_count is %zu, but kinks is NULL",
          own.kink_count);
    TRY(clpwl__check_count("kinks", "kink_count", own.kink_count, sizeof *own.kinks));
    TRY(clpwl__check_ascending("kink", own.kinks, own.kink_count));
    f = clpwl__alloc(1, sizeof *f);
    CHECK_MEMORY(f);
    *f = (clpwl_function){.f = own.f, .many = own.many, .user = own.user, .a = own.a, .b = own.b,
                          .smooth = own.smooth != 0 || own.kink_count > 0, .kink_count = own.kink_count};
    TRY(clpwl__copy_text(&f->name, own.name ? own.name : "f"));
    TRY(clpwl__copy_text(&f->opencl, own.opencl));
    TRY(clpwl__copy_text(&f->opencl_native, own.opencl_native));
    if (own.kink_count > 0)
        TRY(clpwl__copy_numbers(&f->kinks, own.kinks, own.kink_count));
    /* Not before: where the call fails, the caller still owns user. */
    f->release = own.release;
    *out = f;
    f = NULL;
done:
    clpwl_function_free(f);
    return status;
}

void clpwl_function_free(clpwl_function *f)
{
    CLPWL__DOOR;
    if (!f)
        return;
    if (f->release)
        f->release(f->user);
    clpwl__free(f->name);
    clpwl__free(f->kinks);
    clpwl__free(f->opencl);
    clpwl__free(f->opencl_native);
    clpwl__free(f);
}

clpwl_status clpwl_function_value(const clpwl_function *f, double x, double *y)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    CHECK_GIVEN(f);
    CHECK_GIVEN(y);
    CHECK(isfinite(x), CLPWL_ERR_NOT_FINITE, "%s: the argument x is %g, not finite", f->name, x);
    *y = clpwl__function_raw(f, x);
    CHECK(!isnan(*y) || !f->data || (x >= f->a && x <= f->b), CLPWL_ERR_NOT_FINITE,
          "%s: the samples %s at x = %.9g, so that there is no value at x = %.9g", f->name,
          x < f->a ? "begin" : "end", x < f->a ? f->a : f->b, x);
    /* A limit as of x*sin(ln(x)) at 0 is not looked for. */
    CHECK(!isnan(*y) || !f->is_formula, CLPWL_ERR_NOT_FINITE, "%s: the value is nan at x = %.17g; choose a "
          "domain without this x, or give the limit, if there is one, by x==%.17g ? LIMIT : FORMULA", f->name,
          x, x);
    CHECK(isfinite(*y), CLPWL_ERR_NOT_FINITE, "%s: the value is %s at x = %.17g; choose a domain without "
          "this x", f->name, isnan(*y) ? "nan" : *y > 0 ? "inf" : "-inf", x);
done:
    return status;
}

const char *clpwl_function_name(const clpwl_function *f)
{
    return f->name;
}

const char *clpwl_function_opencl(const clpwl_function *f)
{
    return f->opencl;
}

const char *clpwl_function_opencl_native(const clpwl_function *f)
{
    return f->opencl_native;
}

void clpwl_function_domain(const clpwl_function *f, double *a, double *b)
{
    if (a)
        *a = f->a;
    if (b)
        *b = f->b;
}

const double *clpwl_function_kinks(const clpwl_function *f, size_t *count)
{
    if (count)
        *count = f->kink_count;
    return f->kinks;
}

size_t clpwl__count_up_to(const double *numbers, size_t n, double x)
{
    size_t lo = 0, hi = n;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (numbers[middle] <= x)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

double clpwl__piece_end(const clpwl_function *f, double l, double r)
{
    size_t next = clpwl__count_up_to(f->kinks, f->kink_count, l);
    return next < f->kink_count && f->kinks[next] < r ? f->kinks[next] : r;
}
