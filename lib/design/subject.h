/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a design approximates: the function, its weight and its kinks.
 *
 * Knots have a coordinate s of their own. With a shaper g, s is g(x), or -g(x) if g descends.
 * Without a shaper, s is x. Either way s ascends with x.
 */
#ifndef CLPWL__SUBJECT_H
#define CLPWL__SUBJECT_H

#include "clpwl/design.h"
#include "error/breaks.h"
#include "execution/shaped_function.h"
#include "function/proxy.h"

/* An error so near the least one counts as that: both have roundings. */
static const double clpwl__nearly = 1 + 1.0 / 64;

typedef struct clpwl__subject {
    const clpwl_function *f;    /* the caller's function, of x; borrowed */
    const clpwl_weight *weight; /* the caller's weight, of x; borrowed; NULL: none */
    char *name, *weight_name;   /* by which a table knows f and w */
    clpwl_shaper shaper;
    clpwl__shaped *shaped;      /* f and the weight as functions of s; NULL without a shaper */
    double x0, x1;              /* the domain in x */
    double s0, s1;              /* the domain in s */
    double *kinks;              /* of in_s, NULL: none were found */
    clpwl_function in_s;        /* f as a function of s; its members are borrowed. Knots lie on its kinks */
    const clpwl_function *curved; /* the same with its f'': f, or with a shaper that of */
    clpwl__proxy proxy;         /* f as a function of s */
    clpwl__broken pieces;       /* the same, but with kinks on both sides of jumps: for fits and
                                   measurements */
} clpwl__subject;

/*
 * f, which is that of a proxy, on the options' domain, with the options' weight and shaper. The subject stays
 * where it is. Free it after a failure too.
 * CLPWL_ERR_ARGUMENT (the shaper does not suit the domain or the other options; a negative
 * weight), CLPWL_ERR_NOT_FINITE (the weight), CLPWL_ERR_TARGET (a jump alone exceeds
 * max_error), CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__subject_create(clpwl__subject *subject, const clpwl_function *f,
                                   const clpwl_design_options *options);
void clpwl__subject_free(clpwl__subject *subject);

/* Whether the half of a table with a symmetry, which is designed, has the table's error. */
static inline int clpwl__half_is_same(const clpwl_design_options *half)
{
    return half->norm == CLPWL_NORM_LINF &&
           (half->symmetry == CLPWL_SYMMETRY_EVEN || half->symmetry == CLPWL_SYMMETRY_ODD);
}

/* The segments of a table for each that is designed, in messages; 1 where messages are of a half. */
static inline size_t clpwl__sides(const clpwl_design_options *o)
{
    return clpwl__half_is_same(o) ? 2 : 1;
}

/* Refuses nodal values beyond fp32 at places s. */
clpwl_status clpwl__check_range(const clpwl__subject *subject, const double *s, const double *values,
                                size_t count);

/* The x at s. */
double clpwl__subject_x(const clpwl__subject *subject, double s);

/* The weight, as a function of s, by which an error in the norm counts; NULL: 1. */
const clpwl_weight *clpwl__subject_weight(const clpwl__subject *subject, clpwl_norm norm);

/* The errors in x of a table with these knots in s. They are weighted if how->weight is not
 * NULL. The codes are those of clpwl__error_measure. */
clpwl_status clpwl__subject_measure(const clpwl__subject *subject, const clpwl__measure *how,
                                    const double *knots, const double *values, size_t segments,
                                    clpwl_error *out);

#endif
