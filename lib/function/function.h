/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The function object, and f(x) unchecked and checked. */
#ifndef CLPWL__FUNCTION_H
#define CLPWL__FUNCTION_H

#include <math.h>
#include "clpwl/function.h"
#include "clpwl/types.h"
#include "function/bounds.h"

struct clpwl_function {
    char *name;
    clpwl_callback f;   /* may be NULL, if many is not */
    clpwl_callback d2f; /* f'' of a proxy; else NULL */
    clpwl_many_callback many;
    void *user;
    void (*release)(void *user);
    double a, b; /* both 0: no default domain */
    double *kinks;
    size_t kink_count;
    const clpwl_kink *places; /* of a proxy: its kinks, and jumps at the ends, with their limits */
    size_t place_count;
    const clpwl_function *exact; /* of a proxy: f itself, where that calls no callback; or NULL */
    const double *seams;     /* of a proxy: where its polynomials begin, ascending */
    size_t seam_count;
    int degree;              /* of a proxy: of its polynomials, at most; 1: f'' is from the slopes beside */
    char *opencl, *opencl_native;
    int smooth;          /* all kinks are known */
    const struct clpwl__data *data; /* it is made from (function/samples.h); or NULL. A proxy keeps it */
    int is_ours;         /* it calls no callback of the user's, so that any thread may evaluate it. Copies of
                            callbacks that are asked at doubles, on the caller's thread, say so, too */
    const clpwl_catalogue_entry *entry; /* of the catalogue; or NULL */
    double parameters[CLPWL_PARAMETERS_MAX]; /* of the entry */
    int is_formula;      /* the name is the formula */
    double additions;    /* one after another, of a formula: each rounds. 0: few */
    /* How far values may be off: is added to measured errors, without a weight and with that of a design. */
    clpwl_error doubt, doubt_weighted;
    const clpwl__bounds *limits; /* of nodal values, set by designs: fits cut their tube there; or NULL */
};

/* f at n places unchecked, NaN and infinity included. The last message does not change. */
static inline void clpwl__values_raw(const clpwl_function *f, const double *x, double *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = f->many ? (double)NAN : f->f(x[i], f->user);
    if (f->many && n > 0)
        f->many(x, y, n, f->user);
}

/* f(x) unchecked. */
static inline double clpwl__function_raw(const clpwl_function *f, double x)
{
    double y = NAN;
    clpwl__values_raw(f, &x, &y, 1);
    return y;
}

/* f at n places, checked. */
static inline clpwl_status clpwl__values(const clpwl_function *f, const double *x, double *y,
                                         size_t n)
{
    clpwl_status status = CLPWL_OK;
    clpwl__values_raw(f, x, y, n);
    for (size_t i = 0; i < n && status == CLPWL_OK; i++)
        if (!isfinite(y[i]))
            status = clpwl_function_value(f, x[i], &y[i]);
    return status;
}

/* f(x), checked. */
static inline clpwl_status clpwl__value(const clpwl_function *f, double x, double *y)
{
    return clpwl__values(f, &x, y, 1);
}

/* The end of the smooth piece that begins at l: f's next kink, or r. */
double clpwl__piece_end(const clpwl_function *f, double l, double r);

#endif
