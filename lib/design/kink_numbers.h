/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers of segments by which a uniform partition happens to have knots near the kinks of f. If no number
 * puts knots on all kinks, the error goes up and down with N, and the smallest N that meets a target is then
 * one of these: |sin x| on [0.5, 10] within 1e-4 takes 2147 segments, without them 28821 (bench/corpus
 * rectified).
 */
#ifndef CLPWL__KINK_NUMBERS_H
#define CLPWL__KINK_NUMBERS_H

#include "design/problem.h"

typedef struct clpwl__kink_numbers {
    double *share; /* the position of each kink in the domain, from 0 to 1 */
    double *jump;  /* of f' there */
    size_t count;
    double width;  /* of the domain */
    clpwl_norm norm;
    double allowed; /* the error that interpolants may have at kinks */
    double smooth;  /* the segments that f needs without its kinks */
} clpwl__kink_numbers;

/*
 * For segments between the ends of the problem, without a weight. Free it after a failure too.
 *   allowed  the error that interpolants may have at kinks, in the norm
 *   smooth   the segments that f needs without its kinks
 * CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__kink_numbers_create(clpwl__kink_numbers *k, const clpwl__problem *problem,
                                        clpwl_norm norm, double allowed, double smooth);
void clpwl__kink_numbers_free(clpwl__kink_numbers *k);

/* The first number in [from, below) whose error at kinks is allowed; `below` if there is none. */
size_t clpwl__kink_number(const clpwl__kink_numbers *k, size_t from, size_t below);

#endif
