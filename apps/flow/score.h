/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Errors of a flow against a truth: S. Baker et al., "A database and evaluation methodology for
 * optical flow", IJCV 92(1), 2011. Over pixels whose truth and flow are known.
 */
#ifndef FLOW_SCORE_H
#define FLOW_SCORE_H

#include "flow.h"

enum { FLOW_SPEEDS = 3 }; /* groups by size of the true motion: below 1, 1 to 5, above 5 px */

typedef struct flow_score {
    double known;      /* pixels with a truth */
    double found;      /* those with a flow */
    double aee;        /* mean |f - t|, px */
    double aae;        /* mean angle of (f, 1) and (t, 1), degrees */
    double r[3];       /* fractions with |f - t| above 0.5, 1, 3 px */
    double a[3];       /* quantiles 0.5, 0.75, 0.95 of |f - t|, px */
    double speed[FLOW_SPEEDS]; /* mean |f - t| by group, px; NaN: there are none */
} flow_score;

/* mask: of the truth's size; where it is 0 nothing counts. NULL: none. */
int flow_score_make(flow_score *out, const flow_field *flow, const flow_field *truth,
                    const app_picture *mask);
void flow_score_print(const flow_score *s, int json);

#endif
