/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the methods of refinement are given. */
#ifndef CLPWL__REFINEMENT_H
#define CLPWL__REFINEMENT_H

#include "base/internal.h"
#include "clpwl/refine.h"

typedef struct clpwl__refinement {
    const clpwl_function *f;
    const clpwl_weight *weight; /* or NULL */
    clpwl_norm norm;
    clpwl_fit fit;
    size_t segments;
    clpwl_progress progress; /* or NULL */
    void *user;
    double tolerance; /* of fits in a tube, relative; 0: what rounding leaves */
} clpwl__refinement;

/* Calls progress with the share that is done. CLPWL_ERR_CANCELLED. */
static inline clpwl_status clpwl__report_refinement(const clpwl__refinement *r, double done)
{
    if (!r->progress || !r->progress(done, r->user))
        return CLPWL_OK;
    return clpwl__fail(CLPWL_ERR_CANCELLED, "cancelled while %zu segments were refined",
                       r->segments);
}

#endif
