/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The layout of pictures in memory. A plane has PAD pixels of padding on each side, so that a
 * window at the border reads zeros without a test. Launches are rounded up: a kernel tests
 * x < WIDTH before it writes. A colour is packed in a uint: three bytes of channels, lowest first,
 * and a weight of 0 to 255 in the highest byte.
 */
#ifndef WIDTH
#define WIDTH 160
#define HEIGHT 120
#define PAD 2
#define PITCH 176
#define PLANE (PITCH * (HEIGHT + 2 * PAD + 1))
#endif

/* A pixel is background for certain where its density is so many times the rival one: p is 1 then.
 * From 511 on p(background) is 255 of 255, and a sample's weight in the foreground 0. */
#define CERTAIN 512.0f

static inline int place(int x, int y)
{
    return (y + PAD) * PITCH + PAD + x;
}

static inline float3 colour(uint packed)
{
    return (float3)((float)(packed & 255u), (float)((packed >> 8) & 255u),
                    (float)((packed >> 16) & 255u));
}

static inline uint pack(uint a, uint b, uint c, uint w)
{
    return a | b << 8 | c << 16 | w << 24;
}
