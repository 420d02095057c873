/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions through samples: a natural cubic spline, or a line through two samples. */
#include "function/samples.h"
#include "base/array.h"
#include "function/function.h"
#include "base/door.h"
#include "base/gsl.h"
#include "function/noise.h"
#include "base/number.h"
#include "base/internal.h"
#include <gsl/gsl_errno.h>
#include <stdio.h>

clpwl_status clpwl__sample_check(const char *where, double previous, double x, double y)
{
    clpwl_status status = CLPWL_OK;
    char at[CLPWL__NUMBER_ROOM], before[CLPWL__NUMBER_ROOM];
    CHECK(isfinite(x), CLPWL_ERR_SAMPLES, "%s: x is %g; samples must be finite", where, x);
    CHECK(isfinite(y), CLPWL_ERR_SAMPLES, "%s: y is %g; samples must be finite", where, y);
    if (x > previous)
        return CLPWL_OK;
    clpwl__number_format(at, x);
    clpwl__number_format(before, previous);
    CHECK(x != previous, CLPWL_ERR_SAMPLES,
          "%s: x = %s occurs twice; a function has one value: keep one of them, or their mean", where, at);
    status = clpwl__fail(CLPWL_ERR_SAMPLES, "%s: x = %s follows %s; x must ascend (sort -g sorts lines)",
                         where, at, before);
done:
    return status;
}

double clpwl__spline_value(double x, void *user)
{
    const gsl_spline *spline = user;
    double y;
    if (!(spline->x[0] <= x && x <= spline->x[spline->size - 1]))
        return NAN;
    clpwl__gsl_enter();
    int code = gsl_spline_eval_e(spline, x, NULL, &y); /* an accelerator would be state shared by threads */
    clpwl__gsl_leave();
    return code == GSL_SUCCESS ? y : NAN;
}

void clpwl__spline_free(void *spline)
{
    if (spline)
        gsl_spline_free(spline);
}

clpwl_status clpwl__spline_create(gsl_spline **out, const gsl_interp_type *type, const char *name,
                                  const char *noun, const double *x, const double *y, size_t n)
{
    clpwl_status status = CLPWL_OK;
    gsl_spline *spline = NULL;
    CHECK(n >= 2, CLPWL_ERR_SAMPLES, "%s: %zu %s%s; at least two are needed", name, n, noun,
          n == 1 ? "" : "s");
    CHECK(x && y, CLPWL_ERR_ARGUMENT, "%s is NULL", x ? "y" : "x");
    TRY(clpwl__check_count(noun, "n", n, sizeof *x));
    clpwl__gsl_enter();
    spline = gsl_spline_alloc(n > 2 ? type : gsl_interp_linear, n);
    clpwl__gsl_leave();
    CHECK(spline, CLPWL_ERR_MEMORY, "out of memory: a spline through %zu %ss", n, noun);
    for (size_t i = 0; i < n; i++) {
        char where[256];
        snprintf(where, sizeof where, "%.200s, %s %zu", name, noun, i + 1);
        TRY(clpwl__sample_check(where, i ? x[i - 1] : -INFINITY, x[i], y[i]));
    }
    clpwl__gsl_enter();
    int code = gsl_spline_init(spline, x, y, n);
    clpwl__gsl_leave();
    CHECK(code == GSL_SUCCESS, code == GSL_ENOMEM ? CLPWL_ERR_MEMORY : CLPWL_ERR_NUMERIC,
          "GSL makes no spline through %zu %ss: %s", n, noun, gsl_strerror(code));
    *out = spline;
    spline = NULL;
done:
    clpwl__spline_free(spline);
    return status;
}

clpwl_status clpwl_function_from_samples(clpwl_function **out, const char *name,
                                         const double *x, const double *y, size_t n)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    gsl_spline *spline = NULL;
    CHECK(out, CLPWL_ERR_ARGUMENT, "out is NULL");
    *out = NULL;
    spec.name = name ? name : "samples";
    TRY(clpwl__spline_create(&spline, gsl_interp_cspline, spec.name, "sample", x, y, n));
    for (size_t i = 0; i < n; i++) {
        double bend;
        clpwl__gsl_enter();
        gsl_spline_eval_deriv2_e(spline, x[i], NULL, &bend);
        clpwl__gsl_leave();
        CHECK(isfinite(clpwl__spline_value(x[i], spline)) && isfinite(bend), CLPWL_ERR_SAMPLES,
              "%s: no spline passes through sample %zu, (%g, %g): it is too steep for double arithmetic "
              "there", spec.name, i + 1, x[i], y[i]);
    }
    spec.f = clpwl__spline_value;
    spec.user = spline;
    spec.release = clpwl__spline_free;
    spec.a = x[0];
    spec.b = x[n - 1];
    spec.smooth = 1;
    TRY(clpwl_function_create(out, &spec));
    spline = NULL;
    (*out)->sampled = (*out)->is_ours = 1;
    (*out)->sample_noise = clpwl__noise_of_samples(x, y, n);
done:
    clpwl__spline_free(spline);
    return status;
}
