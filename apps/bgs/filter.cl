/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The median filter of a mask: a pixel is on if more than half of its window is on. */
#ifndef FILTER_RADIUS
#define FILTER_RADIUS 2
#endif

kernel void filter(global const uchar *restrict from, global uchar *restrict to)
{
    int x = get_global_id(0), y = get_global_id(1);
    int on = 0, all = 0;
    for (int dy = -FILTER_RADIUS; dy <= FILTER_RADIUS; dy++)
        for (int dx = -FILTER_RADIUS; dx <= FILTER_RADIUS; dx++) {
            int u = x + dx, v = y + dy;
            int inside = u >= 0 && u < WIDTH && v >= 0 && v < HEIGHT;
            all += inside;
            on += inside && from[place(clamp(u, 0, WIDTH - 1), clamp(v, 0, HEIGHT - 1))] != 0;
        }
    if (x < WIDTH)
        to[place(x, y)] = 2 * on > all ? 255 : 0;
}
