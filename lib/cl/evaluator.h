/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the evaluator share. */
#ifndef CLPWL_CL_EVALUATOR_H
#define CLPWL_CL_EVALUATOR_H

#include "cl/method.h"

enum {
    CLPWL__EVAL_FIRST = 3,        /* clpwl_eval(x, y, n, table...) */
    CLPWL__GROUP = 256,           /* work-items in a group, where the device allows it */
    CLPWL__LOCAL_GROUPS = 8,      /* groups a compute unit, for tables in local memory */
    CLPWL__MOST_ITEMS = 1 << 30
};

/* Makes e read by a method: checks, uploads, builds, and fills in the error. A failure
 * leaves e as clpwl__evaluator_clear does. */
clpwl_status clpwl__evaluator_ready(clpwl_evaluator *e, const clpwl__method *method);
/* Undoes it. */
void clpwl__evaluator_clear(clpwl_evaluator *e);

/* Makes e read by the method that is fastest here and meets the options' error. */
clpwl_status clpwl__auto(clpwl_evaluator *e, const clpwl_evaluator_options *o);

/* The device buffers that clpwl_eval keeps between calls. */
void clpwl__staging_free(clpwl_evaluator *e);

#endif
