/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data as functions: rows, and what lies between them. */
#ifndef CLPWL__SAMPLES_H
#define CLPWL__SAMPLES_H

#include "clpwl/samples.h"

/*
 * On [x_i, x_{i+1}], with t = (x - x_i) / (x_{i+1} - x_i), f is
 *
 *   y_i (1 - t) + end t + t (1 - t) (p (1 - t) - q t)
 *
 * where `end` is y_i for steps and y_{i+1} else, and p and q are 0 for lines and steps: f is exactly this,
 * over the real numbers. At x_i f is y_i. Two rows at one x are a jump.
 */
typedef struct clpwl__data {
    clpwl_samples_info info; /* with n */
    char *name;              /* of samples, without the curve between rows */
    char *labels[2];         /* of x and y; or NULL */
    double *x, *y;           /* x ascends. y and sigma are in the block of x */
    double *sigma;           /* of y; or NULL */
    double *bulges;          /* p and q of each interval; NULL: all are 0 */
    double beyond;           /* f beyond the ends */
} clpwl__data;

/*
 * Checks that a sample is finite, its sigma above 0, and its x above the previous one.
 *   where     for the message: "sample 3", "data.csv, line 12"
 *   previous  x of the previous sample; -INFINITY for the first
 * CLPWL_ERR_SAMPLES.
 */
clpwl_status clpwl__sample_check(const char *where, double previous, double x, double y, double sigma);

/* Makes data without rows, with room for n. Lines are between rows; beyond the ends f is 0. The caller frees
 * *out after a failure, too.
 * CLPWL_ERR_MEMORY. */
clpwl_status clpwl__data_create(clpwl__data **out, size_t n);
void clpwl__data_free(void *data); /* NULL is allowed */
/* f(x) */
double clpwl__data_value(double x, void *data);
/* f where interval i ends, from the left. */
double clpwl__data_end(const clpwl__data *data, size_t i);
/* p or q of interval i: k is 0 or 1. */
static inline double clpwl__data_bulge(const clpwl__data *data, size_t i, int k)
{
    return data->bulges ? data->bulges[2 * i + (size_t)k] : 0;
}

#endif
