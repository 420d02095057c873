/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masks drawn over frames. */
#ifndef BGS_OVERLAY_H
#define BGS_OVERLAY_H

#include "common/picture.h"

/*
 * Draws the mask over the frame. out: RGB, of their size, filled.
 *   truth  NULL: the mask's contour is yellow. Otherwise hits are green, false alarms red and
 *          misses blue, half transparent; pixels of unknown truth (170) are not coloured.
 */
void bgs_overlay(app_picture *out, const unsigned char *rgb, const unsigned char *mask,
                 const unsigned char *truth);

#endif
