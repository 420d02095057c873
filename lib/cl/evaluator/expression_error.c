/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The error of a function's own expression on a device. OpenCL bounds the error of a built-in in
 * ulp, but not that of an expression, nor that of native_ built-ins. The error is therefore
 * measured: from f where its name tells f, and else from the table at its knots. There an interpolant is f;
 * other fits add the error of the table, which makes the measurement pessimistic. Between knots native_
 * built-ins are then compared with the ordinary expression.
 */
#include "cl/evaluator/evaluator.h"
#include "base/array.h"
#include "execution/rounding.h"
#include "formula/formula.h"

enum { POINTS = 4096 };

/* Raises *most to the largest distance of e at n points from f; NULL: from reference[i]; NULL, too: from the
 * table. A text of ours that has no value where f has one is refused; the error of a user's is infinite. */
static clpwl_status raise_distance(clpwl_evaluator *e, const clpwl_function *f, const float *reference,
                                   const float *x, float *y, size_t n, double *most)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl_eval(e, x, y, n));
    for (size_t i = 0; i < n; i++) {
        double right = f           ? clpwl__function_raw(f, x[i])
                       : reference ? (double)reference[i]
                                   : clpwl_table_value(e->table[0], x[i]);
        if (!isfinite(right))
            continue;
        CHECK(!f || !isnan(y[i]), CLPWL_ERR_UNSUPPORTED,
              "method %s: the expression of %s has no value in fp32 at x = %.9g", e->method->info.name,
              clpwl_table_function(e->table[0]), (double)x[i]);
        *most = fmax(*most, isnan(y[i]) ? INFINITY : fabs((double)y[i] - right));
    }
done:
    return status;
}

/* Points in the domain about a place, at distances that double from one unit in the last place on: f may be
 * narrow beside the numbers that place it, as x0 of a lorentzian, and digits cancel near 0 and 1. fp32 also
 * rounds the numbers themselves. */
static size_t put_points(const clpwl_evaluator *e, double place, float *x)
{
    const float center = (float)place, lo = e->pack->grid.lo, hi = e->pack->grid.hi;
    float step = nextafterf(fabsf(center), INFINITY) - fabsf(center);
    size_t n = 0;
    for (; step <= hi - lo && n + 2 <= POINTS; step *= 2)
        for (int side = -1; side <= 1; side += 2)
            if (center + (float)side * step >= lo && center + (float)side * step <= hi)
                x[n++] = center + (float)side * step;
    return n;
}

static void put_grid(const clpwl_evaluator *e, float *x)
{
    for (int i = 0; i <= POINTS; i++)
        x[i] = (float)clpwl__step_at(e->pack->grid.lo, e->pack->grid.hi, i, POINTS);
}

static clpwl_status compare_with_function(clpwl_evaluator *e, const clpwl_function *f, float *x, float *y,
                                          double *most)
{
    clpwl_status status = CLPWL_OK;
    const double places[] = {0, 1, e->pack->grid.lo, e->pack->grid.hi};
    put_grid(e, x);
    TRY(raise_distance(e, f, NULL, x, y, POINTS + 1, most));
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        TRY(raise_distance(e, f, NULL, x, y, put_points(e, places[i], x), most));
    for (int k = 0; f->entry && k < CLPWL_PARAMETERS_MAX && f->entry->parameters[k].name; k++)
        TRY(raise_distance(e, f, NULL, x, y, put_points(e, f->parameters[k], x), most));
done:
    return status;
}

static clpwl_status compare_at_knots(clpwl_evaluator *e, float *x, float *y, double *most)
{
    size_t n = clpwl_table_segments(e->table[0]), step = n / POINTS + 1, used = 0;
    for (size_t i = 0; i <= n; i += step) {
        float at = (float)clpwl_table_knots(e->table[0])[i];
        x[used++] = fminf(fmaxf(at, e->pack->grid.lo), e->pack->grid.hi);
    }
    return raise_distance(e, NULL, NULL, x, y, used, most);
}

static clpwl_status compare_with_ordinary(clpwl_evaluator *e, float *x, float *y, double *most)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__method *exact;
    clpwl_evaluator ordinary = *e; /* borrows the tables, and has memory of its own */
    float *right = y + POINTS + 1;
    memset(ordinary.loops, 0, sizeof ordinary.loops);
    memset(ordinary.memory, 0, sizeof ordinary.memory);
    memset(ordinary.stages, 0, sizeof ordinary.stages);
    ordinary.staging_room = 0;
    put_grid(e, x);
    TRY(clpwl__method_find(&exact, "exact", e->pack->partition));
    TRY(clpwl__evaluator_prepare(&ordinary, exact, CLPWL_STORAGE_FLOAT32));
    TRY(clpwl_eval(&ordinary, x, right, POINTS + 1));
    TRY(raise_distance(e, NULL, right, x, y, POINTS + 1, most));
done:
    clpwl__staging_free(&ordinary);
    clpwl__evaluator_clear(&ordinary);
    return status;
}

clpwl_status clpwl__exact_error(clpwl_evaluator *e, double *linf)
{
    clpwl_status status = CLPWL_OK;
    clpwl_function *f = NULL;
    double most = 0, native = 0, largest = 0;
    float *x = clpwl__alloc(POINTS + 1, sizeof *x);
    float *y = clpwl__alloc(2 * (POINTS + 1), sizeof *y);
    CHECK_MEMORY(x);
    CHECK_MEMORY(y);
    status = clpwl__function_named(&f, clpwl_table_function(e->table[0]));
    CHECK(status != CLPWL_ERR_MEMORY, CLPWL_ERR_MEMORY, "out of memory: the function of a table");
    status = CLPWL_OK;
    if (f)
        TRY(compare_with_function(e, f, x, y, &most));
    else
        TRY(compare_at_knots(e, x, y, &most));
    if (!f && e->method->needs & NEEDS_NATIVE)
        TRY(compare_with_ordinary(e, x, y, &native));
    for (size_t i = 0; i <= e->pack->segments; i++)
        largest = fmax(largest, fabs((double)e->pack->values[i]));
    /* Twice the measured error, as not all arguments were tried; and the rounding of the result. */
    *linf = 2 * (most + native) + 4 * clpwl__eps * largest;
done:
    clpwl_function_free(f);
    clpwl__free(x);
    clpwl__free(y);
    return status;
}

clpwl_error clpwl__exact_norms(const clpwl_evaluator *e, double linf)
{
    double a, b;
    clpwl_table_domain(e->table[0], &a, &b);
    return (clpwl_error){.l1 = (b - a) * linf, .l2 = sqrt(b - a) * linf, .linf = linf};
}
