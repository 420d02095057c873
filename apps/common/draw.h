/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text, contours and sheets of panels, drawn in RGB pictures. */
#ifndef APP_DRAW_H
#define APP_DRAW_H

#include "common/picture.h"

/* Writes digits and capital letters of 5 x 7 px, as many as fit in `width`. */
void app_draw_text(app_picture *rgb, const char *text, int left, int top, int width);
/* Colours the pixels of the mask (on above 127) that have a neighbour outside it. mask has the
 * picture's size. */
void app_draw_contour(app_picture *rgb, const unsigned char *mask, const unsigned char color[3]);

typedef struct app_panel {
    const char *title;
    app_picture picture; /* borrowed; grey or RGB, all of one size; data NULL: left empty */
} app_panel;

/* Makes a sheet of titled panels, row by row. The first panel gives their size. */
int app_draw_sheet(app_picture *out, const app_panel *panels, int count, int columns);

#endif
