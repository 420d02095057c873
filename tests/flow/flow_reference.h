/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flow in plain C and double precision: pixel by pixel, every window summed anew, weights by
 * libm, the whole picture at once. */
#ifndef FLOW_REFERENCE_H
#define FLOW_REFERENCE_H

#include "flow/flow.h"

/* out: width * height pairs (u, v). lk with a box or a gauss window, with or without brightness;
 * ncc. Without a mask. */
void reference_flow(const flow_options *o, const flow_image *first, const flow_image *second,
                    int levels, double (*out)[2]);

#endif
