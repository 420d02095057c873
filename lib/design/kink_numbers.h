/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers of segments by which a uniform partition happens to have knots near the kinks of f. If few numbers
 * or none put knots on all kinks, the error goes up and down with N, and the smallest N that meets a target
 * may be one of these: |sin x| on [0.5, 10] within 1e-4 takes 2147 segments, without them 28821 (bench/corpus
 * rectified).
 */
#ifndef CLPWL__KINK_NUMBERS_H
#define CLPWL__KINK_NUMBERS_H

#include "design/problem.h"

typedef struct clpwl__kink_place {
    double share; /* its position in the domain, from 0 to 1 */
    double jump;  /* of f' there, weighted */
} clpwl__kink_place;

typedef struct clpwl__kink_numbers {
    clpwl__kink_place *kinks; /* to be freed, after a failure too */
    size_t count;
    double width;   /* of the domain */
    clpwl_norm norm;
    double allowed; /* the error that interpolants may have at kinks, in the norm */
    double smooth;  /* the segments that f needs without its kinks */
    size_t stride;  /* multiples of this have knots on all kinks; 0: none up to a few */
} clpwl__kink_numbers;

/* Finds the kinks between the ends of the problem; the rest is set.
 * CLPWL_ERR_ARGUMENT (a negative weight), CLPWL_ERR_NOT_FINITE (the weight), CLPWL_ERR_MEMORY. */
clpwl_status clpwl__kink_numbers_find(clpwl__kink_numbers *k, const clpwl__problem *problem);

/* The first number in [from, below), no multiple of the stride, whose error at kinks is allowed; `below` if
 * there is none. */
size_t clpwl__kink_number(const clpwl__kink_numbers *k, size_t from, size_t below);

#endif
