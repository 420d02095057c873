/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conversion from RGB to the colour space of the model, and back. */
#ifndef CHROMA
#define CHROMA 0
#endif

/* Integers, rounded half up: the reference on the host computes the same bytes. */
static inline uint seen(uint r, uint g, uint b)
{
#if CHROMA
    uint s = r + g + b, scale = s + 30u;
    return pack((2u * s + 3u) / 6u, (510u * (g + 10u) + scale) / (2u * scale),
                (510u * (r + 10u) + scale) / (2u * scale), 255u);
#else
    return pack(r, g, b, 255u);
#endif
}

/* A saturated channel stays so: what it would be in another light is unknown. */
static inline uint lit(uchar c, float scale)
{
    return scale < 1.0f && c >= 254 ? 255u : convert_uchar_sat_rte((float)c * scale);
}

/* Converts a frame, in the light of the samples, and stores the difference of each channel from the last
 * frame. */
kernel void appearance(global const uchar *restrict rgb, float scale, global uint *restrict now,
                       global uint *restrict moved, int slot)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= WIDTH)
        return;
    int at = place(x, y), from = 3 * (y * WIDTH + x);
    uint packed = seen(lit(rgb[from], scale), lit(rgb[from + 1], scale), lit(rgb[from + 2], scale));
    moved[slot * PLANE + at] = as_uint(abs_diff(as_uchar4(packed), as_uchar4(now[at])));
    now[at] = packed;
}

kernel void picture(global const uint *restrict planes, global uchar *restrict rgb)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= WIDTH)
        return;
    float3 c = colour(planes[place(x, y)]);
#if CHROMA
    float s = 3.0f * c.x, scale = (s + 30.0f) / 255.0f;
    float red = c.z * scale - 10.0f, green = c.y * scale - 10.0f;
    c = (float3)(red, green, s - red - green);
#endif
    int to = 3 * (y * WIDTH + x);
    rgb[to] = convert_uchar_sat_rte(c.x);
    rgb[to + 1] = convert_uchar_sat_rte(c.y);
    rgb[to + 2] = convert_uchar_sat_rte(c.z);
}
