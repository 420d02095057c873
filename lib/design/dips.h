/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers of segments for which all kinks of f happen to lie near knots of a uniform
 * partition. Where no number puts knots on all of them, the max error of a uniform table
 * goes up and down with N, and the smallest N that meets a target is one of these dips.
 */
#ifndef CLPWL_HOST_DIPS_H
#define CLPWL_HOST_DIPS_H

#include "clpwl/partition.h"

typedef struct clpwl__dips {
    double *share; /* of each kink in [a,b]: where it is, from 0 to 1 */
    double *jump;  /* of f' there */
    size_t count;
    double width;  /* b - a */
} clpwl__dips;

/* Zero it to begin; free it in any case. CLPWL_ERR_MEMORY. */
clpwl_status clpwl__dips_create(clpwl__dips *d, const clpwl_function *f, double a, double b);
void clpwl__dips_free(clpwl__dips *d);

/* The least n in [from, below) at which what the interpolant's error at the kinks comes to
 * in the norm is at most that; `below` where there is none. With h the length of a segment
 * and the kink at part t of its own the error there is jump h t (1 - t), and from there
 * straight down to the knots. */
size_t clpwl__dips_next(const clpwl__dips *d, clpwl_norm norm, size_t from, size_t below,
                        double error);

/* How many of these there are; most + 1 where they are more than that. */
size_t clpwl__dips_count(const clpwl__dips *d, clpwl_norm norm, size_t from, size_t below,
                         double error, size_t most);

#endif
