/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * NEON of 64-bit ARM: four values at a time. There are no gathers. Uniform tables of at most 64
 * segments are in registers. One instruction looks 16 bytes up in a table of 64 bytes, and 64 bytes are 16
 * floats. Larger tables are read by loads of pairs.
 */
#include "cpu/rows.h"
#if CLPWL__NEON
#include <arm_neon.h>
#include "base/internal.h"
#include "cpu/locate.h"

#define INLINE static inline __attribute__((always_inline))

typedef struct domain {
    const clpwl__pack *pack;
    float32x4_t lo, hi, origin, scale, offset, fill, period, left, right;
    float32x4_t zero, law_least, law_most, left_beyond;
    uint32x4_t last, signs, fills;
    int mirror;
} domain;

INLINE domain domain_of(const clpwl__pack *p)
{
    const law l = law_of(p);
    return (domain){
        .pack = p,
        .lo = vdupq_n_f32(p->grid.lo),
        .hi = vdupq_n_f32(p->grid.hi),
        .origin = vdupq_n_f32(p->grid.origin),
        .scale = vdupq_n_f32(p->grid.scale),
        .offset = vdupq_n_f32(p->grid.offset),
        .fill = vdupq_n_f32(p->extend == CLPWL_EXTEND_NAN ? NAN : 0),
        .period = vdupq_n_f32(p->grid.period),
        .left = vdupq_n_f32(p->grid.left[0]),
        .right = vdupq_n_f32(p->grid.right[0]),
        .last = vdupq_n_u32((uint32_t)p->grid.last),
        .zero = vdupq_n_f32(l.zero),
        .signs = vreinterpretq_u32_f32(vdupq_n_f32(l.signs)),
        .law_least = vdupq_n_f32(l.least),
        .law_most = vdupq_n_f32(l.most),
        .left_beyond = vdupq_n_f32(-p->grid.left[0]),
        .fills = vdupq_n_u32(p->extend == CLPWL_EXTEND_LINEAR ? 0 : 0xffffffffu),
        .mirror = p->extend == CLPWL_EXTEND_MIRROR,
    };
}

INLINE uint32x4_t outside(const domain *d, float32x4_t x) /* 0 for NaN */
{
    return vorrq_u32(vcltq_f32(x, d->lo), vcgtq_f32(x, d->hi));
}

/* As clpwl_fold, to the rounding of its formula. */
INLINE float32x4_t fold(const domain *d, float32x4_t x)
{
    float32x4_t from = vsubq_f32(x, d->origin), periods = vdivq_f32(from, d->period);
    if (d->mirror) {
        periods = vmulq_n_f32(vrndnq_f32(vmulq_n_f32(periods, 0.5f)), 2);
        from = vabsq_f32(vfmsq_f32(from, periods, d->period));
    } else {
        from = vfmsq_f32(from, vrndmq_f32(periods), d->period);
    }
    return vaddq_f32(d->origin, from);
}

/* x in the domain. NaN remains. */
INLINE float32x4_t enter(const domain *d, float32x4_t x, enum tails tails)
{
    if (tails == FOLDED)
        x = vbslq_f32(outside(d, x), fold(d, x), x);
    if (is_mirrored(tails))
        x = vabsq_f32(x);
    return vminq_f32(d->hi, vmaxq_f32(d->lo, x));
}

/* slope times length, or 0 where the slope is 0: the length may be infinite. */
INLINE float32x4_t product(float32x4_t slope, float32x4_t length)
{
    uint32x4_t none = vceqzq_f32(slope);
    return vmulq_f32(slope, vbslq_f32(none, vdupq_n_f32(0), length));
}

/* What a linear tail adds at x; NaN for NaN. */
INLINE float32x4_t rise(const domain *d, float32x4_t x)
{
    float32x4_t below = vminq_f32(vsubq_f32(x, d->lo), vdupq_n_f32(0));
    float32x4_t above = vmaxq_f32(vsubq_f32(x, d->hi), vdupq_n_f32(0));
    return vaddq_f32(product(d->left, below), product(d->right, above));
}

/* y where the bits are set, else 0. */
INLINE float32x4_t kept(uint32x4_t bits, float32x4_t y)
{
    return vreinterpretq_f32_u32(vandq_u32(bits, vreinterpretq_u32_f32(y)));
}

/* The value at x by the law, where y is that at |x|, and the tails. */
INLINE float32x4_t reflect(const domain *d, float32x4_t x, float32x4_t y, enum tails tails)
{
    float32x4_t right = vabsq_f32(x);
    uint32x4_t left = vreinterpretq_u32_s32(vshrq_n_s32(vreinterpretq_s32_f32(x), 31));
    uint32x4_t sign = vandq_u32(vreinterpretq_u32_f32(x), d->signs);
    y = vreinterpretq_f32_u32(veorq_u32(vreinterpretq_u32_f32(y), sign));
    y = kept(vmvnq_u32(vceqq_f32(right, d->zero)), y);
    y = vaddq_f32(y, kept(left, vmaxq_f32(d->law_least, vminq_f32(x, d->law_most))));
    if (tails == MIRRORED)
        return y;
    uint32x4_t out = vcgtq_f32(right, d->hi);
    float32x4_t slope = vbslq_f32(left, d->left_beyond, d->right);
    float32x4_t rise = product(slope, vsubq_f32(right, d->hi));
    y = vaddq_f32(y, kept(vandq_u32(out, vceqq_f32(slope, slope)), rise));
    return vbslq_f32(vandq_u32(out, d->fills), d->fill, y);
}

/* y, or the fill for x outside, or the line there. */
INLINE float32x4_t leave(const domain *d, float32x4_t x, float32x4_t y, enum tails tails)
{
    if (is_mirrored(tails))
        return reflect(d, x, y, tails);
    if (tails == LINED)
        return vaddq_f32(y, rise(d, x));
    return tails == FILLED ? vbslq_f32(outside(d, x), d->fill, y) : y;
}

/* The position of x, and its index. A conversion gives 0 for NaN and for less. */
INLINE uint32x4_t locate(const domain *d, float32x4_t x, float32x4_t *u)
{
    *u = vfmaq_f32(d->offset, vsubq_f32(x, d->origin), d->scale);
    return vminq_u32(d->last, vcvtq_u32_f32(*u));
}

/* Values and slopes in registers, 16 of each in four. */
typedef struct entries {
    uint8x16x4_t value[4], slope[4];
} entries;

INLINE uint8x16x4_t entries_from(const float *table)
{
    return (uint8x16x4_t){{vreinterpretq_u8_f32(vld1q_f32(table)),
                           vreinterpretq_u8_f32(vld1q_f32(table + 4)),
                           vreinterpretq_u8_f32(vld1q_f32(table + 8)),
                           vreinterpretq_u8_f32(vld1q_f32(table + 12))}};
}

INLINE entries entries_of(const clpwl__pack *p, int room)
{
    float value[64] = {0}, slope[64] = {0};
    entries e;
    for (size_t i = 0; i < p->segments; i++) {
        value[i] = p->records[i].value;
        slope[i] = p->records[i].slope;
    }
    for (int k = 0; k < room / 16; k++) {
        e.value[k] = entries_from(value + 16 * k);
        e.slope[k] = entries_from(slope + 16 * k);
    }
    return e;
}

/* The bytes of entries whose first bytes are at `at`: an extended look-up keeps what is outside its 64
 * bytes. */
INLINE float32x4_t pick(const uint8x16x4_t *table, uint8x16_t at, int room)
{
    uint8x16_t y = vqtbl4q_u8(table[0], at);
    for (int k = 1; k < room / 16; k++)
        y = vqtbx4q_u8(y, table[k], vsubq_u8(at, vdupq_n_u8((uint8_t)(64 * k))));
    return vreinterpretq_f32_u8(y);
}

INLINE float32x4_t lookup_entries(const domain *d, const entries *e, float32x4_t x, int room)
{
    float32x4_t u;
    uint32x4_t i = locate(d, x, &u);
    uint8x16_t at = vreinterpretq_u8_u32(
        vmlaq_n_u32(vdupq_n_u32(0x03020100), i, 0x04040404)); /* 4 i to 4 i + 3 */
    return vfmaq_f32(pick(e->value, at, room), vsubq_f32(u, vcvtq_f32_u32(i)),
                     pick(e->slope, at, room));
}

/* The line of each lane's record at a distance from where the record begins. */
INLINE float32x4_t line(const clpwl__record *r, const uint32_t *i, float32x4_t distance)
{
    float32x4_t low = vcombine_f32(vld1_f32(&r[i[0]].value), vld1_f32(&r[i[1]].value));
    float32x4_t high = vcombine_f32(vld1_f32(&r[i[2]].value), vld1_f32(&r[i[3]].value));
    return vfmaq_f32(vuzp1q_f32(low, high), distance, vuzp2q_f32(low, high));
}

INLINE float32x4_t lookup_uniform(const domain *d, float32x4_t x)
{
    float32x4_t u;
    uint32_t i[4];
    uint32x4_t at = locate(d, x, &u);
    vst1q_u32(i, at);
    return line(d->pack->records, i, vsubq_f32(u, vcvtq_f32_u32(at)));
}

INLINE float32x4_t lookup_sorted(const domain *d, float32x4_t x)
{
    float at[4], knot[4];
    uint32_t i[4];
    vst1q_f32(at, x);
    for (int k = 0; k < 4; k++) {
        i[k] = (uint32_t)clpwl__segment(d->pack, at[k]);
        knot[k] = d->pack->knots[i[k]];
    }
    return line(d->pack->records, i, vsubq_f32(x, vld1q_f32(knot)));
}

INLINE float32x4_t lookup_cells(const domain *d, float32x4_t x)
{
    float32x4_t u;
    uint32_t i[4];
    const clpwl__cell *cells = d->pack->cells;
    vst1q_u32(i, locate(d, x, &u));
    float32x4_t c0 = vld1q_f32(&cells[i[0]].x), c1 = vld1q_f32(&cells[i[1]].x);
    float32x4_t c2 = vld1q_f32(&cells[i[2]].x), c3 = vld1q_f32(&cells[i[3]].x);
    float32x4_t xl01 = vuzp1q_f32(c0, c1), xl23 = vuzp1q_f32(c2, c3); /* x left x left */
    float32x4_t yr01 = vuzp2q_f32(c0, c1), yr23 = vuzp2q_f32(c2, c3); /* y right y right */
    float32x4_t from = vsubq_f32(x, vuzp1q_f32(xl01, xl23));
    float32x4_t slope = vbslq_f32(vcltzq_f32(from), vuzp2q_f32(xl01, xl23), vuzp2q_f32(yr01, yr23));
    return vfmaq_f32(vuzp1q_f32(yr01, yr23), from, slope);
}

/* Defines NAME, a loop of LOOKUP, an expression of d and at, over an array, with TABLE before it. */
#define LOOP(NAME, TABLE, LOOKUP, TAILS)                                                           \
    static void NAME(const clpwl__pack *p, const float *x, float *y, size_t n)                     \
    {                                                                                              \
        const domain d = domain_of(p);                                                             \
        TABLE;                                                                                     \
        for (size_t i = 0; i < n; i += 4) {                                                        \
            float rest[4] = {0};                                                                   \
            size_t left = n - i < 4 ? n - i : 4;                                                   \
            if (left < 4)                                                                          \
                memcpy(rest, x + i, left * sizeof *x);                                             \
            float32x4_t given = vld1q_f32(left < 4 ? rest : x + i), at = enter(&d, given, TAILS);  \
            float32x4_t v = leave(&d, given, LOOKUP, TAILS);                                       \
            vst1q_f32(left < 4 ? rest : y + i, v);                                                 \
            if (left < 4)                                                                          \
                memcpy(y + i, rest, left * sizeof *y);                                             \
        }                                                                                          \
    }
#define ALL_LOOPS(name, table, lookup)                                                             \
    LOOP(clamped_##name, table, lookup, CLAMPED)                                                   \
    LOOP(filled_##name, table, lookup, FILLED)                                                     \
    LOOP(folded_##name, table, lookup, FOLDED)                                                     \
    LOOP(lined_##name, table, lookup, LINED)                                                       \
    LOOP(mirrored_##name, table, lookup, MIRRORED)                                                 \
    LOOP(mirrored_tailed_##name, table, lookup, MIRRORED_TAILED)
#define ROW(name)                                                                                  \
    {                                                                                              \
        clamped_##name, filled_##name, folded_##name, lined_##name, mirrored_##name,               \
            mirrored_tailed_##name                                                                 \
    }
ALL_LOOPS(entries16, const entries e = entries_of(p, 16), lookup_entries(&d, &e, at, 16))
ALL_LOOPS(entries32, const entries e = entries_of(p, 32), lookup_entries(&d, &e, at, 32))
ALL_LOOPS(entries64, const entries e = entries_of(p, 64), lookup_entries(&d, &e, at, 64))
ALL_LOOPS(uniform, , lookup_uniform(&d, at))
ALL_LOOPS(sorted, , lookup_sorted(&d, at))
ALL_LOOPS(cells, , lookup_cells(&d, at))

void clpwl__host_neon(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    static clpwl__host_eval_fn *const loops[][LOOPS] = {
        ROW(uniform), ROW(sorted), ROW(cells), ROW(entries16), ROW(entries32), ROW(entries64)};
    size_t k = p->segments;
    int loop = p->cells ? 2 : p->knots ? 1 : 0;
    /* Both ways give the same bits. Registers are filled before the first value. */
    if (loop == 0 && k <= 64 && n >= 4 * k)
        loop = k <= 16 ? 3 : k <= 32 ? 4 : 5;
    loops[loop][tails_of(p)](p, x, y, n);
}
#endif
