/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples as functions: what their readers share. */
#ifndef CLPWL__SAMPLES_H
#define CLPWL__SAMPLES_H

#include <gsl/gsl_spline.h>
#include "clpwl/status.h"

/*
 * Checks that a sample is finite and that its x is above the previous one.
 *   where     for the message: "sample 3", "data.csv, line 12"
 *   previous  x of the previous sample; -INFINITY for the first
 * CLPWL_ERR_SAMPLES.
 */
clpwl_status clpwl__sample_check(const char *where, double previous, double x, double y);

/* A spline through samples; by two of them always a line. `noun` names one in messages.
 * CLPWL_ERR_SAMPLES, CLPWL_ERR_ARGUMENT, CLPWL_ERR_MEMORY, CLPWL_ERR_NUMERIC. */
clpwl_status clpwl__spline_create(gsl_spline **out, const gsl_interp_type *type, const char *name,
                                  const char *noun, const double *x, const double *y, size_t n);
/* NaN beyond its ends. */
double clpwl__spline_value(double x, void *spline);
void clpwl__spline_free(void *spline); /* NULL is allowed */

#endif
