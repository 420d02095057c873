/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The error of a function's own expression on a device. OpenCL bounds the error of a built-in in
 * ulp, but not that of an expression, nor that of native_ built-ins. The error is therefore
 * measured. At a knot an interpolant is f, and the distance of the expression from the table is the
 * error of the expression. Other fits add the error of the table, which makes the measurement
 * pessimistic. Between knots native_ built-ins are compared with the ordinary expression.
 */
#include "cl/evaluator/evaluator.h"
#include "execution/rounding.h"
#include "function/function.h"

enum { POINTS = 4096 };

/* Raises *most to the largest distance of e from reference[i] at n points; NULL: from the table. */
static clpwl_status raise_distance(clpwl_evaluator *e, const float *x, const float *reference,
                             float *y, size_t n, double *most)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl_eval(e, x, y, n));
    for (size_t i = 0; i < n; i++) {
        double right = reference ? (double)reference[i] : clpwl_table_value(e->table[0], x[i]);
        double error = fabs((double)y[i] - right);
        if (!(error <= *most))
            *most = isnan(error) ? INFINITY : error;
    }
done:
    return status;
}

static float find_knot_inside(const clpwl_evaluator *e, size_t i)
{
    float x = (float)clpwl_table_knots(e->table[0])[i];
    return x < e->pack->grid.lo ? e->pack->grid.lo : x > e->pack->grid.hi ? e->pack->grid.hi : x;
}

static clpwl_status compare_at_knots(clpwl_evaluator *e, float *x, float *y, double *most)
{
    clpwl_status status = CLPWL_OK;
    size_t n = clpwl_table_segments(e->table[0]), step = n / POINTS + 1, used = 0;
    for (size_t i = 0; i <= n; i += step)
        x[used++] = find_knot_inside(e, i);
    TRY(raise_distance(e, x, NULL, y, used, most));
done:
    return status;
}

static clpwl_status compare_with_ordinary(clpwl_evaluator *e, float *x, float *y, double *most)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__method *exact;
    clpwl_evaluator ordinary = *e; /* borrows the tables, and has memory of its own */
    float *right = y + POINTS + 1;
    memset(ordinary.loops, 0, sizeof ordinary.loops);
    memset(ordinary.memory, 0, sizeof ordinary.memory);
    memset(ordinary.staging, 0, sizeof ordinary.staging);
    ordinary.staging_room = 0;
    for (int i = 0; i <= POINTS; i++)
        x[i] = e->pack->grid.lo + (float)i / POINTS * (e->pack->grid.hi - e->pack->grid.lo);
    TRY(clpwl__method_find(&exact, "exact", e->pack->partition));
    TRY(clpwl__evaluator_prepare(&ordinary, exact, CLPWL_STORAGE_FLOAT32));
    TRY(clpwl_eval(&ordinary, x, right, POINTS + 1));
    TRY(raise_distance(e, x, right, y, POINTS + 1, most));
done:
    clpwl__staging_free(&ordinary);
    clpwl__evaluator_clear(&ordinary);
    return status;
}

/* f is narrow beside the numbers that place it, as x0 of a lorentzian: x at distances from each
 * parameter that double from one unit in the last place on. fp32 also rounds the parameter itself. */
static clpwl_status compare_at_parameters(clpwl_evaluator *e, float *x, float *y, double *most)
{
    clpwl_status status = CLPWL_OK;
    clpwl_function *f = NULL;
    double right;
    if (clpwl_function_from_catalogue(&f, clpwl_table_function(e->table[0])) != CLPWL_OK)
        goto done; /* a function of the user's, which has no parameters */
    for (int k = 0; k < CLPWL_PARAMETERS_MAX && f->entry->parameters[k].name; k++) {
        float center = (float)f->parameters[k], step = nextafterf(fabsf(center), INFINITY) -
                                                       fabsf(center);
        size_t used = 0;
        for (; step <= e->pack->grid.hi - e->pack->grid.lo && used + 2 <= POINTS; step *= 2) {
            x[used++] = center - step;
            x[used++] = center + step;
        }
        size_t inside = 0;
        for (size_t i = 0; i < used; i++)
            if (x[i] >= e->pack->grid.lo && x[i] <= e->pack->grid.hi)
                x[inside++] = x[i];
        TRY(clpwl_eval(e, x, y, inside));
        for (size_t i = 0; i < inside; i++)
            if (clpwl_function_value(f, x[i], &right) == CLPWL_OK)
                *most = fmax(*most, fabs((double)y[i] - right));
    }
done:
    clpwl_function_free(f);
    return status;
}

clpwl_status clpwl__exact_error(clpwl_evaluator *e, double *linf)
{
    clpwl_status status = CLPWL_OK;
    double knots = 0, native = 0, largest = 0;
    float *x = clpwl__alloc(POINTS + 1, sizeof *x);
    float *y = clpwl__alloc(2 * (POINTS + 1), sizeof *y);
    CHECK_MEMORY(x);
    CHECK_MEMORY(y);
    TRY(compare_at_knots(e, x, y, &knots));
    TRY(compare_at_parameters(e, x, y, &knots));
    if (e->method->needs & NEEDS_NATIVE)
        TRY(compare_with_ordinary(e, x, y, &native));
    for (size_t i = 0; i <= e->pack->segments; i++)
        largest = fmax(largest, fabs((double)e->pack->values[i]));
    /* Twice the measured error, as not all arguments were tried; and the rounding of the result. */
    *linf = 2 * (knots + native) + 4 * clpwl__eps * largest;
done:
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
