/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the methods of refinement are given. */
#ifndef CLPWL__REFINEMENT_H
#define CLPWL__REFINEMENT_H

#include "base/internal.h"
#include "base/progress.h"
#include "clpwl/refine.h"

typedef struct clpwl__refinement {
    const clpwl_function *f;
    const clpwl_weight *weight; /* or NULL */
    clpwl_norm norm;
    clpwl_fit fit;
    size_t segments;
    const clpwl__watch *watch;
    double tolerance; /* of fits in a tube, relative; 0: what rounding leaves */
} clpwl__refinement;

/* Reports the share that is done. CLPWL_ERR_CANCELLED. */
static inline clpwl_status clpwl__report_refinement(const clpwl__refinement *r, double done)
{
    return !clpwl__watch_ends(r->watch, done)
               ? CLPWL_OK
               : clpwl__fail(CLPWL_ERR_CANCELLED, "cancelled while %zu segments were refined", r->segments);
}

#endif
