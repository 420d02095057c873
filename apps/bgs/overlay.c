/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "overlay.h"
#include <string.h>
#include "common/draw.h"

enum { UNKNOWN = 170, HALF = 127 };

static const unsigned char hit[3] = {0, 200, 0}, false_alarm[3] = {230, 0, 0},
                           miss[3] = {0, 70, 255}, contour[3] = {255, 230, 0};

static void blend(unsigned char *to, const unsigned char *color)
{
    for (int k = 0; k < 3; k++)
        to[k] = (unsigned char)((to[k] + color[k] + 1) / 2);
}

void bgs_overlay(app_picture *out, const unsigned char *rgb, const unsigned char *mask,
                 const unsigned char *truth)
{
    const size_t pixels = (size_t)out->width * (size_t)out->height;
    memcpy(out->data, rgb, 3 * pixels);
    if (!truth)
        app_draw_contour(out, mask, contour);
    for (size_t i = 0; truth && i < pixels; i++) {
        unsigned char *to = out->data + 3 * i;
        int on = mask[i] > HALF;
        if (truth[i] != UNKNOWN && on)
            blend(to, truth[i] == 255 ? hit : false_alarm);
        else if (truth[i] == 255)
            blend(to, miss);
    }
}
