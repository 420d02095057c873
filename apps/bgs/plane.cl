/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Planes: how all pictures lie in memory. A plane has PAD spare pixels on each side, so
 * that a window over the border reads zeros and needs no test; whoever writes tests
 * x < WIDTH, since launches are rounded up. A colour is packed in a uint: three bytes
 * of appearance, lowest first, and a weight of 0 to 255 on top.
 */
#ifndef WIDTH
#define WIDTH 160
#define HEIGHT 120
#define PAD 2
#define PITCH 176
#define PLANE (PITCH * (HEIGHT + 2 * PAD + 1))
#endif

static inline int place(int x, int y)
{
    return (y + PAD) * PITCH + PAD + x;
}

static inline float3 colour(uint packed)
{
    return (float3)((float)(packed & 255u), (float)((packed >> 8) & 255u),
                    (float)((packed >> 16) & 255u));
}

static inline float weight(uint packed)
{
    return (float)(packed >> 24);
}

static inline uint pack(uint a, uint b, uint c, uint w)
{
    return a | b << 8 | c << 16 | w << 24;
}
