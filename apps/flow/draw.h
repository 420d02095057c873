/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of a flow, RGB. */
#ifndef FLOW_DRAW_H
#define FLOW_DRAW_H

#include "flow.h"

/* What is drawn; borrowed. */
typedef struct flow_view {
    const flow_field *flow, *truth; /* truth->at NULL: there is none */
    const flow_image *first, *second;
    double full; /* px, the length of full saturation; 0: the colours set it to the 99th percentile
                    of the lengths */
} flow_view;

/* Directions as hues, lengths as saturation, after S. Baker et al., "A database and evaluation
 * methodology for optical flow", IJCV 92(1), 2011; unknown pixels are black. The wheel in the
 * lower right corner is the legend. */
int flow_draw_colors(app_picture *out, flow_view *v);
/* Arrows of a grid of 16 px over the first picture, as long as the flow, or short flow enlarged so that
 * that of full saturation has 16 px. The factor is in the upper left corner. */
int flow_draw_arrows(app_picture *out, flow_view *v);
/* |flow - truth|: white from 3 px on; blue where the flow, black where the truth is unknown. */
int flow_draw_errors(app_picture *out, flow_view *v);
int flow_draw_confidence(app_picture *out, flow_view *v); /* grey */
/* The second picture warped onto the first, grey; black where the flow is unknown. */
int flow_draw_warped(app_picture *out, flow_view *v);
/* Panels of the first picture and the colours; with a truth also of its colours and the errors. */
int flow_draw_sheet(app_picture *out, flow_view *v);

#endif
