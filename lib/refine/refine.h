/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the floors above see of refinement, besides clpwl/refine.h. */
#ifndef CLPWL_HOST_REFINE_H
#define CLPWL_HOST_REFINE_H

#include "clpwl/refine.h"

/* More segments than an optimum is looked for with. */
enum { CLPWL__MOST_OPTIMAL = 64 };

/* Refuses a norm that the fit is not refined for, and too many segments for an optimum. */
clpwl_status clpwl__refine_check(clpwl_norm norm, clpwl_fit fit, clpwl_effort effort,
                                 size_t segments);

#endif
