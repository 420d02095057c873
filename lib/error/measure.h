/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured errors, one norm at a time: searches pay for no more than they ask. */
#ifndef CLPWL_HOST_MEASURE_H
#define CLPWL_HOST_MEASURE_H

#include "clpwl/progress.h"
#include "clpwl/error.h"

enum { CLPWL__MEASURE_LINF = 1, CLPWL__MEASURE_L1 = 2, CLPWL__MEASURE_L2 = 4 };
#define CLPWL__MEASURE_ALL (CLPWL__MEASURE_LINF | CLPWL__MEASURE_L1 | CLPWL__MEASURE_L2)

/* The one for a norm. */
static inline unsigned clpwl__measure_of(clpwl_norm norm)
{
    return norm == CLPWL_NORM_L1   ? CLPWL__MEASURE_L1
           : norm == CLPWL_NORM_L2 ? CLPWL__MEASURE_L2
                              : CLPWL__MEASURE_LINF;
}

typedef struct clpwl__measure {
    const clpwl_weight *weight; /* checked; or NULL */
    unsigned norms;  /* which; the others come out NaN */
    double give_up;  /* Linf beyond this is enough to know: then any larger value; or
                        infinity */
    clpwl_progress progress; /* or NULL */
    void *progress_user;
} clpwl__measure;

/* See clpwl_error_measure, whose arguments have been checked. CLPWL_ERR_CANCELLED. */
clpwl_status clpwl__error_measure(const clpwl__measure *how, const clpwl_function *f,
                                  const double *knots, const double *values, size_t segments,
                                  clpwl_error *out);

#endif
