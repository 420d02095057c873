/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures for people: the frame with the mask drawn in it, and the six-panel sheet. */
#ifndef BGS_OVERLAY_H
#define BGS_OVERLAY_H

#include "picture.h"

/*
 * Draws the mask over the frame. out: RGB, of their size, filled.
 *   truth  NULL: the mask's contour in yellow; else hits green, false alarms red,
 *          misses blue, half transparent. Unknown truth (170) is left as it is.
 */
void bgs_overlay(bgs_picture *out, const unsigned char *rgb, const unsigned char *mask,
                 const unsigned char *truth);

/* Panels of one size, three a row, in this order. Grey or RGB; data NULL: left empty. */
enum { BGS_PANELS = 6, BGS_PANELS_A_ROW = 3 };
int bgs_sheet(bgs_picture *out, const bgs_picture panels[BGS_PANELS]);

#endif
