/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lucas and Kanade. Around the flow f of each pixel q the second picture is
 *   I2(q + v) = J + g (v - f),   J = I2(q + f), g = the mean of both pictures' gradients
 * and so the residual of a flow v is g v + b with b = J - I1 - g f. The flow of a window minimises
 * sum w (g v + b)^2, with BRIGHTNESS sum w (g v + b - gain I1 - offset)^2.
 */

/* Wide vectors are read and written in place: compilers warn of them as arguments where the CPU has
 * no registers for them. */
#if BRIGHTNESS
#define SUMS float16 /* xx xy yy  xb yb  1  x y b  xi yi ib  i ii  apart own */
#else
#define SUMS float8 /* xx xy yy  xb yb  1  apart own */
#endif
#define MIDDLE 127.5f   /* grey is measured from here, so that its sums lose no digits */
#define STEP_MOST 2.0f  /* px of an iteration; tiles are as much larger */
#define RIDGE 0.01f     /* grey^2 / px^2: added to both eigenvalues, a pixel. 0 to 0.1: the same
                           errors within 0.002 px on pictures with truth */

/* {I, dI/dx, dI/dy, weight} by differences of five points, of the error h^4. */
kernel void slopes(global const float2 *restrict from, int4 s, global float4 *restrict to)
{
    int x = get_global_id(0), y = get_global_id(1), X = s.x + x, Y = s.y + y;
    if (x >= s.z)
        return;
    float2 c = from[y * s.z + x];
    float2 l2 = from[nearest(s, X - 2, Y)], l1 = from[nearest(s, X - 1, Y)];
    float2 r1 = from[nearest(s, X + 1, Y)], r2 = from[nearest(s, X + 2, Y)];
    float2 u2 = from[nearest(s, X, Y - 2)], u1 = from[nearest(s, X, Y - 1)];
    float2 d1 = from[nearest(s, X, Y + 1)], d2 = from[nearest(s, X, Y + 2)];
    float weight = c.y * l2.y * l1.y * r1.y * r2.y * u2.y * u1.y * d1.y * d2.y;
    to[y * s.z + x] = (float4)(c.x - MIDDLE, (8.0f * (r1.x - l1.x) - (r2.x - l2.x)) / 12.0f,
                               (8.0f * (d1.x - u1.x) - (d2.x - u2.x)) / 12.0f, weight);
}

/* The second picture between its pixels. Linear interpolation leaves a (1 - a) / 2 of the second
 * derivative, a the fraction of a pixel; the differences of neighbouring slopes take it away. */
static inline float4 bent(float4 i, float a, float b, float xx, float yy)
{
    return (float4)(i.x - 0.5f * (a * (1.0f - a) * xx + b * (1.0f - b) * yy), i.yzw);
}

#if SAMPLED
constant sampler_t linear =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
#define SECOND read_only image2d_t
static inline float4 warped(SECOND second, int4 t, float x, float y)
{
    float left = floor(x), top = floor(y);
    float2 at = (float2)(x - (float)t.x + 0.5f, y - (float)t.y + 0.5f);
    float2 corner = (float2)(left - (float)t.x + 0.5f, top - (float)t.y + 0.5f);
    float4 west = read_imagef(second, linear, (float2)(corner.x, at.y));
    float4 east = read_imagef(second, linear, (float2)(corner.x + 1.0f, at.y));
    float4 above = read_imagef(second, linear, (float2)(at.x, corner.y));
    float4 under = read_imagef(second, linear, (float2)(at.x, corner.y + 1.0f));
    return bent(mix(west, east, x - left), x - left, y - top, east.y - west.y, under.z - above.z);
}
/* Filters on many devices weigh in 256ths of a pixel. The point where the second picture is
 * linearised is such a one: no accuracy is lost, and tiles read the same. */
#define AROUND(f) (rint((f) * 256.0f) / 256.0f)
#else
#define SECOND global const float4 *restrict
#define AROUND(f) (f)
static inline float4 warped(SECOND second, int4 t, float x, float y)
{
    float left = floor(x), top = floor(y);
    int at = nearest(t, (int)left, (int)top);
    int next = (int)left - t.x < t.z - 1 ? 1 : 0, below = (int)top - t.y < t.w - 1 ? t.z : 0;
    float a = x - left, b = y - top;
    float4 i00 = second[at], i10 = second[at + next];
    float4 i01 = second[at + below], i11 = second[at + below + next];
    float4 above = mix(i00, i10, a), under = mix(i01, i11, a);
    return bent(mix(above, under, b), a, b, mix(i10.y - i00.y, i11.y - i01.y, b),
                under.z - above.z);
}
#endif

/* {gx, gy, b, w} of a pixel: w is 0 where a picture has no weight or the second one ends. */
static inline float4 line_of(float4 a, SECOND second, int4 t, int2 size, float x, float y, float2 f,
                             float *residual)
{
    f = AROUND(f);
    float px = x + f.x, py = y + f.y;
    float2 end = convert_float2(size - 1);
    int inside = px >= 0.0f && py >= 0.0f && px <= end.x && py <= end.y;
    float4 j = warped(second, t, clamp(px, 0.0f, end.x), clamp(py, 0.0f, end.y));
    float2 g = 0.5f * (a.yz + j.yz);
    *residual = j.x - a.x;
    return (float4)(g, *residual - g.x * f.x - g.y * f.y, inside && j.w > 0.999f ? a.w : 0.0f);
}

/* Squares of a pixel: of the difference of both pictures' slopes, as it were if their gain were 1; and of
 * the first picture's slopes. */
static inline float2 squares_of(float4 a, float4 l, float gain)
{
    float2 second = 2.0f * l.xy - a.yz; /* l has the mean */
    float2 apart = second - gain * a.yz;
    float aa = dot(a.yz, a.yz), bb = dot(second, second), both = gain * gain * aa + bb;
    return (float2)(both > 0.0f ? dot(apart, apart) * (aa + bb) / both : aa, a.w * aa);
}

/* What a pixel adds to the sums of a box. Its weight is that of its own residual, or 1 where weighs
 * is 0. */
kernel void terms(global const float4 *restrict first, SECOND second, int4 s, int4 t, int2 size,
                  global const float4 *restrict flow, global const float2 *restrict brightness,
                  float weighs, global SUMS *restrict out ROBUST_TABLE)
{
    ROBUST_BEGIN
    int x = get_global_id(0), y = get_global_id(1), at = y * s.z + x;
    if (x >= s.z)
        return;
    float4 a = first[at];
    float residual;
    float4 l = line_of(a, second, t, size, (float)(s.x + x), (float)(s.y + y), flow[at].xy,
                       &residual);
#if BRIGHTNESS
    residual -= brightness[at].x * a.x + brightness[at].y;
    float gain = fmax(1.0f + brightness[at].x, 0.0f);
#else
    float gain = 1.0f;
#endif
    float w = l.w * ROBUST(weighs * fabs(residual));
    float2 squares = (float2)(w, 1.0f) * squares_of(a, l, gain);
    float3 g = w * l.xyz;
#if BRIGHTNESS
    out[at] = (SUMS)(g.x * l.x, g.x * l.y, g.y * l.y, g.x * l.z, g.y * l.z, w, g, g * a.x, w * a.x,
                     w * a.x * a.x, squares);
#else
    out[at] = (SUMS)(g.x * l.x, g.x * l.y, g.y * l.y, g.x * l.z, g.y * l.z, w, squares);
#endif
}

/*
 * Sums over 2 RADIUS + 1 pixels at two additions a pixel: M. van Herk, "A fast algorithm for
 * local minimum and maximum filters", 1992, with sums. A window is the end of a block of as many
 * pixels and the beginning of the next block. Blocks begin at multiples of their length in the
 * level's picture, not in the tile: the same pixels are added in the same order in every tile.
 */
#define LENGTH (2 * RADIUS + 1)

/* The first pixel, in a plane that begins at `origin`, of its block number k; block 0 begins a
 * whole window left of the plane. */
static inline int block_begin(int k, int origin)
{
    return (k - 1) * LENGTH - origin % LENGTH;
}

kernel void across(global const SUMS *restrict from, int4 s, global SUMS *restrict to)
{
    int begin = block_begin(get_global_id(0), s.x), y = get_global_id(1), row = y * s.z;
    SUMS sum = 0.0f;
    for (int i = LENGTH - 1; i >= 0; i--) {
        int j = begin + i, p = j + RADIUS;
        if (j >= 0 && j < s.z)
            sum += from[row + j];
        if (p >= 0 && p < s.z)
            to[row + p] = sum;
    }
    sum = 0.0f;
    for (int i = 0; i < LENGTH - 1; i++) {
        int j = begin + LENGTH + i, p = j - RADIUS;
        if (j >= 0 && j < s.z)
            sum += from[row + j];
        if (p >= 0 && p < s.z)
            to[row + p] += sum;
    }
}

/* The flow that minimises the sums, at most STEP_MOST px from the old one, and its confidence: the
 * share of the least eigenvalue e that is no noise. Slopes of noise, of variance s in each picture and
 * direction, have a mean of variance s / 2, and their difference has a square of 4 s in both directions: an
 * eighth of it is noise in e, as is what does not match. The window is above the noise if e is more than
 * `texture` times this; it is not where the flow would pass the limit of the motion. A window of which less
 * than a twelfth counts, as beyond the second picture, keeps its flow: in a picture's corner the weights of
 * gauss have a sum of a twelfth and more. Before the last iteration `level` is -1, and nothing is decided. */
static inline float4 solved(private const SUMS *sums, float4 f, global float2 *brightness,
                            float motion, float texture, float rounding, int level)
{
    const SUMS sum = *sums;
    float n = fmax(sum.s5, 1e-6f);
    float xx = sum.s0 / n, xy = sum.s1 / n, yy = sum.s2 / n, xb = sum.s3 / n, yb = sum.s4 / n;
    float exact = EIGENVALUE_LEAST * (xx + yy);
#if BRIGHTNESS
    /* Without the means and what is proportional to the grey: gain and offset are solved for. */
    float x = sum.s6 / n, y = sum.s7 / n, b = sum.s8 / n, i = sum.sc / n;
    float xi = sum.s9 / n - x * i, yi = sum.sa / n - y * i, ib = sum.sb / n - b * i;
    float ii = fmax(sum.sd / n - i * i, 1e-3f);
    xx -= x * x + xi * xi / ii;
    xy -= x * y + xi * yi / ii;
    yy -= y * y + yi * yi / ii;
    xb -= x * b + xi * ib / ii;
    yb -= y * b + yi * ib / ii;
#endif
    float half_trace = 0.5f * (xx + yy), half_apart = 0.5f * (xx - yy);
    float least = half_trace - sqrt(half_apart * half_apart + xy * xy);
    float rx = -(xb + xx * f.x + xy * f.y), ry = -(yb + xy * f.x + yy * f.y);
    float a = xx + RIDGE, c = yy + RIDGE, d = a * c - xy * xy;
    float2 step = d > 0.0f ? (float2)(c * rx - xy * ry, a * ry - xy * rx) / d : (float2)(0.0f);
    float most = fmax(fabs(step.x), fabs(step.y));
    step *= most > STEP_MOST ? STEP_MOST / most : 1.0f;
    float2 v = clamp(f.xy + step, -motion, motion);
    int is_beyond = any(v != f.xy + step);
#if BRIGHTNESS
    float gain = (xi * v.x + yi * v.y + ib) / ii;
    *brightness = (float2)(gain, x * v.x + y * v.y + b - gain * i);
    float apart = sum.se / n, own = sum.sf;
#else
    (void)brightness;
    float apart = sum.s6 / n, own = sum.s7;
#endif
    float noise = fmax(fmax(0.125f * apart, 0.5f * rounding), exact);
    int has_flow = !is_beyond && own > 0.0f, is_above = has_flow && least > texture * noise;
    int counts = !has_flow || sum.s5 > LENGTH * LENGTH / 12.0f;
    f.z = level < 0 ? f.z : known_of(f.z, has_flow, is_above, counts, level);
    return (float4)(v, f.z, has_flow && least > noise ? 1.0f - noise / least : 0.0f);
}

kernel void down(global const SUMS *restrict from, int4 s, global SUMS *restrict suffix,
                 global float4 *restrict flow, global float2 *restrict brightness, float motion,
                 float texture, float rounding, int level)
{
    int x = get_global_id(0), begin = block_begin(get_global_id(1), s.y);
    if (x >= s.z)
        return;
    SUMS sum = 0.0f;
    for (int i = LENGTH - 1; i >= 0; i--) {
        int j = begin + i, p = j + RADIUS;
        if (j >= 0 && j < s.w)
            sum += from[j * s.z + x];
        if (p >= 0 && p < s.w)
            suffix[p * s.z + x] = sum;
    }
    sum = 0.0f;
    for (int i = -1; i < LENGTH - 1; i++) {
        int j = begin + LENGTH + i, p = j - RADIUS, at = p * s.z + x;
        if (i >= 0 && j >= 0 && j < s.w)
            sum += from[j * s.z + x];
        if (p < 0 || p >= s.w)
            continue;
        SUMS all = suffix[at] + sum;
        flow[at] = solved(&all, flow[at], brightness + at, motion, texture, rounding, level);
    }
}

/* The lines of all pixels, for windows whose weights are not separable. */
kernel void lines(global const float4 *restrict first, SECOND second, int4 s, int4 t, int2 size,
                  global const float4 *restrict flow, global float4 *restrict out)
{
    int x = get_global_id(0), y = get_global_id(1), at = y * s.z + x;
    float residual;
    if (x < s.z)
        out[at] = line_of(first[at], second, t, size, (float)(s.x + x), (float)(s.y + y),
                          flow[at].xy, &residual);
}

/* A window whose weights fall with the distance, and with the residual that a pixel has under the
 * flow of the window's centre. The window's weight is a function of r^2 / RADIUS^2. */
kernel void window(global const float4 *restrict first, global const float4 *restrict line, int4 s,
                   global const float4 *restrict from, global float4 *restrict to,
                   global float2 *restrict brightness, float weighs, float motion,
                   float texture, float rounding, int level ROBUST_TABLE WINDOW_TABLE)
{
    ROBUST_BEGIN
    WINDOW_BEGIN
    int x = get_global_id(0), y = get_global_id(1), at = y * s.z + x;
    if (x >= s.z)
        return;
    float4 f = from[at];
    float2 light = BRIGHTNESS ? brightness[at] : (float2)(0.0f);
    float gain = fmax(1.0f + light.x, 0.0f);
    SUMS sum = 0.0f;
    for (int j = max(y - RADIUS, 0); j <= min(y + RADIUS, s.w - 1); j++)
        for (int i = max(x - RADIUS, 0); i <= min(x + RADIUS, s.z - 1); i++) {
            int q = j * s.z + i;
            float4 l = line[q];
            float r2 = (float)((i - x) * (i - x) + (j - y) * (j - y));
            float residual = l.x * f.x + l.y * f.y + l.z;
#if BRIGHTNESS
            float grey = first[q].x;
            residual -= light.x * grey + light.y;
#endif
            float near = WINDOW(r2 * (1.0f / (RADIUS * RADIUS)));
            float w = l.w * near * ROBUST(weighs * fabs(residual));
            float2 squares = (float2)(w, near) * squares_of(first[q], l, gain);
            float3 g = w * l.xyz;
#if BRIGHTNESS
            sum += (SUMS)(g.x * l.x, g.x * l.y, g.y * l.y, g.x * l.z, g.y * l.z, w, g, g * grey,
                          w * grey, w * grey * grey, squares);
#else
            sum += (SUMS)(g.x * l.x, g.x * l.y, g.y * l.y, g.x * l.z, g.y * l.z, w, squares);
#endif
        }
    to[at] = solved(&sum, f, brightness + at, motion, texture, rounding, level);
    (void)light;
}
