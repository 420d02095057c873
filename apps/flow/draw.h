/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of a flow, RGB. */
#ifndef FLOW_DRAW_H
#define FLOW_DRAW_H

#include "flow.h"

/* Directions as hues, lengths as saturation, after S. Baker et al., "A database and evaluation
 * methodology for optical flow", IJCV 92(1), 2011; unknown pixels are black. The wheel in the
 * lower right corner is the legend. full: px, the length of full saturation; 0: the 99th
 * percentile of the lengths. *full_used: the length in use. */
int flow_draw_colors(app_picture *out, const flow_field *flow, double full, double *full_used);
/* Arrows of a grid of 16 px over the first picture, as long as the flow. */
int flow_draw_arrows(app_picture *out, const flow_field *flow, const flow_image *first);
/* |flow - truth|: white from 3 px on; blue where the flow, black where the truth is unknown. */
int flow_draw_errors(app_picture *out, const flow_field *flow, const flow_field *truth);
int flow_draw_confidence(app_picture *out, const flow_field *flow); /* grey */
/* The second picture warped onto the first, grey; black where the flow is unknown. */
int flow_draw_warped(app_picture *out, const flow_field *flow, const flow_image *second);
/* Panels of the first picture and the colours; truth->at not NULL: also of its colours and the
 * errors. full, full_used: as of the colours. */
int flow_draw_sheet(app_picture *out, const flow_field *flow, const flow_image *first,
                    const flow_field *truth, double full, double *full_used);

#endif
