/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a design approximates: the function, its weight and its kinks.
 *
 * Knots have a coordinate s of their own. With a shaper g, s is g(x), or -g(x) if g descends.
 * Without a shaper, s is x. Either way s ascends with x.
 */
#ifndef CLPWL__PROBLEM_H
#define CLPWL__PROBLEM_H

#include "clpwl/design.h"
#include "error/breaks.h"
#include "execution/shaped_function.h"

typedef struct clpwl__problem {
    const clpwl_function *f;    /* the caller's function, of x; borrowed */
    const clpwl_weight *weight; /* the caller's weight, of x; borrowed; NULL: none */
    clpwl_shaper shaper;
    size_t sides;               /* 2: knots are designed on [0,b], of a domain [-b,b] */
    clpwl__shaped *shaped;      /* f and the weight as functions of s; NULL without a shaper */
    double s0, s1;              /* where knots are designed, in s */
    clpwl__bounds limits;       /* of in_s and pieces, if they have some; in s */
    double *kinks;              /* of in_s, NULL: none were found */
    clpwl_function in_s;        /* f as a function of s; its members are borrowed. Knots lie on its kinks */
    clpwl__proxy proxy;         /* with a shaper: f as a function of s, with its f'' */
    clpwl__broken pieces;       /* the same as in_s, but with kinks on both sides of jumps: for fits */
} clpwl__problem;

/*
 * f, which is that of a proxy, on the options' domain, with the options' weight and shaper. The problem stays
 * where it is. Free it after a failure too.
 * CLPWL_ERR_ARGUMENT (the shaper does not suit the domain or the other options; a negative
 * weight), CLPWL_ERR_NOT_FINITE (the weight), CLPWL_ERR_TARGET (a jump alone exceeds
 * max_error), CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__problem_create(clpwl__problem *problem, const clpwl_function *f,
                                   const clpwl_design_options *options);
void clpwl__problem_free(clpwl__problem *problem);

/* f as a function of s, with its f''. */
static inline const clpwl_function *clpwl__problem_curved(const clpwl__problem *problem)
{
    return problem->shaped ? &problem->proxy.f : &problem->in_s;
}

/* Adds those of `count` places that are between two ends to the kinks of f.
 *   owned  its kinks, if these are not borrowed, or NULL; written
 * CLPWL_ERR_MEMORY. */
clpwl_status clpwl__add_kinks(clpwl_function *f, double **owned, const double *x, size_t count, double from,
                              double to);

/* The x at s. */
double clpwl__problem_x(const clpwl__problem *problem, double s);

/* The weight, as a function of s, by which an error in the norm counts; NULL: 1. */
const clpwl_weight *clpwl__problem_weight(const clpwl__problem *problem, clpwl_norm norm);

/* The errors in x of a table with these knots in s. They are weighted if how->weight is not
 * NULL. The knots are those of a whole table. The codes are those of clpwl__error_measure. */
clpwl_status clpwl__problem_measure(const clpwl__problem *problem, const clpwl__measure *how,
                                    const double *knots, const double *values, size_t segments,
                                    clpwl_error *out);

/* What f and such a line differ by, without a shaper.
 *   steepest  set to where slopes differ most; or NULL */
clpwl_status clpwl__problem_difference(const clpwl__problem *problem, const double *knots,
                                       const double *values, size_t segments, clpwl__difference *out,
                                       double *steepest);

#endif
