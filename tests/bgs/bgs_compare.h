/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frames of a model against those of the plain C reference, pixel by pixel. */
#ifndef BGS_COMPARE_H
#define BGS_COMPARE_H

#include <math.h>
#include "bgs/model.h"
#include "support/suite.h"

/*
 * Model and reference each feed back their own results. fp32 sums of about 60 terms are exact to
 * about 1e-6. But if a posterior is rounded to another byte, the weight of a sample of the
 * foreground changes by 1/255, and p by p (1 - p) / 255, at most 1e-3.
 */
#define APART 1e-3
#define NEAR APART /* this near to the threshold rounding may decide */

typedef struct tally {
    long pixels, near, on;
    double worst;
} tally;

/* `right` is p(background) by the reference. */
static inline void compare_with_reference(const unsigned char *on, const float *posterior,
                                          const double *right, int pixels, const bgs_options *o,
                                          int t, const char *what, tally *c)
{
    for (int i = 0; i < pixels; i++) {
        double apart = fabs(posterior[i] - right[i]);
        int near = fabs(right[i] - o->threshold) < NEAR;
        int is_on = right[i] < o->threshold;
        ck_assert_msg(near || (on[i] != 0) == is_on, "%s, frame %d, pixel %d: p %.8f, not %.8f",
                      what, t, i, posterior[i], right[i]);
        ck_assert_msg(apart < APART, "%s, frame %d, pixel %d: p %.8f, not %.8f", what, t, i,
                      posterior[i], right[i]);
        c->worst = apart > c->worst ? apart : c->worst;
        c->near += near;
        c->on += is_on;
        c->pixels++;
    }
}

#endif
