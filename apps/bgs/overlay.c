/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masks drawn over frames. */
#include "overlay.h"
#include <string.h>

enum { UNKNOWN = 170, HALF = 127 };

static const unsigned char hit[3] = {0, 200, 0}, false_alarm[3] = {230, 0, 0},
                           miss[3] = {0, 70, 255}, contour[3] = {255, 230, 0};

static void blend(unsigned char *to, const unsigned char *color)
{
    for (int k = 0; k < 3; k++)
        to[k] = (unsigned char)((to[k] + color[k] + 1) / 2);
}

/* On, and beside a pixel that is off or the picture's end. */
static int is_contour(const unsigned char *mask, int width, int height, int x, int y)
{
    const unsigned char *m = mask + (size_t)y * (size_t)width + (size_t)x;
    return *m > HALF && (x == 0 || y == 0 || x == width - 1 || y == height - 1 || m[-1] <= HALF ||
                         m[1] <= HALF || m[-width] <= HALF || m[width] <= HALF);
}

void bgs_overlay(bgs_picture *out, const unsigned char *rgb, const unsigned char *mask,
                 const unsigned char *truth)
{
    unsigned char *to = out->data;
    memcpy(to, rgb, 3 * (size_t)out->width * (size_t)out->height);
    for (int y = 0; y < out->height; y++)
        for (int x = 0; x < out->width; x++, to += 3) {
            size_t i = (size_t)y * (size_t)out->width + (size_t)x;
            int on = mask[i] > HALF;
            if (!truth && is_contour(mask, out->width, out->height, x, y))
                memcpy(to, contour, 3);
            else if (truth && truth[i] != UNKNOWN && on && truth[i] == 255)
                blend(to, hit);
            else if (truth && truth[i] != UNKNOWN && on)
                blend(to, false_alarm);
            else if (truth && truth[i] == 255)
                blend(to, miss);
        }
}
