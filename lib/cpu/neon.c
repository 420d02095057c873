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

#define TARGET
#define SET(f) vdupq_n_f32(f)
#define LOAD(from) vld1q_f32(from)
#define STORE(to, v) vst1q_f32(to, v)
#define MIN(a, b) vminq_f32(a, b)
#define MAX(a, b) vmaxq_f32(a, b)
#define ABS(x) vabsq_f32(x)
#define FMA(a, b, c) vfmaq_f32(c, a, b)
#define FLOOR(x) vrndmq_f32(x)
#define NEAREST(x) vrndnq_f32(x)
#define LESS(a, b) vcltq_f32(a, b)
#define CHOOSE(m, a, b) vbslq_f32(m, a, b)
typedef float32x4_t vec;
typedef uint32x4_t ints, mask;
enum { WIDTH = 4 };
#include "cpu/vectors.h"

/* The position of x, and its index. A conversion gives 0 for NaN and for less. */
INLINE ints locate(const domain *d, vec x, vec *u)
{
    *u = FMA(x - SET(d->grid.origin), SET(d->grid.scale), SET(d->grid.offset));
    return vminq_u32(vdupq_n_u32((uint32_t)d->grid.last), vcvtq_u32_f32(*u));
}

/* Values and slopes in registers, 16 of each in four. */
typedef struct entries {
    uint8x16x4_t value[4], slope[4];
} entries;

INLINE uint8x16x4_t entries_from(const float *table)
{
    return (uint8x16x4_t){{vreinterpretq_u8_f32(LOAD(table)),
                           vreinterpretq_u8_f32(LOAD(table + 4)),
                           vreinterpretq_u8_f32(LOAD(table + 8)),
                           vreinterpretq_u8_f32(LOAD(table + 12))}};
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
INLINE vec pick(const uint8x16x4_t *table, uint8x16_t at, int room)
{
    uint8x16_t y = vqtbl4q_u8(table[0], at);
    for (int k = 1; k < room / 16; k++)
        y = vqtbx4q_u8(y, table[k], vsubq_u8(at, vdupq_n_u8((uint8_t)(64 * k))));
    return vreinterpretq_f32_u8(y);
}

INLINE vec lookup_entries(const domain *d, const entries *e, vec x, int room)
{
    vec u;
    ints i = locate(d, between(d->grid.lo, x, d->grid.hi), &u);
    uint8x16_t at = vreinterpretq_u8_u32(
        vmlaq_n_u32(vdupq_n_u32(0x03020100), i, 0x04040404)); /* 4 i to 4 i + 3 */
    return FMA(u - vcvtq_f32_u32(i), pick(e->slope, at, room), pick(e->value, at, room));
}

/* The line of each lane's record at a distance from where the record begins. */
INLINE vec line(const clpwl__record *r, const uint32_t *i, vec distance)
{
    vec low = vcombine_f32(vld1_f32(&r[i[0]].value), vld1_f32(&r[i[1]].value));
    vec high = vcombine_f32(vld1_f32(&r[i[2]].value), vld1_f32(&r[i[3]].value));
    return FMA(distance, vuzp2q_f32(low, high), vuzp1q_f32(low, high));
}

INLINE vec lookup_uniform(const domain *d, vec x)
{
    vec u;
    uint32_t i[4];
    ints at = locate(d, between(d->grid.lo, x, d->grid.hi), &u);
    vst1q_u32(i, at);
    return line(d->pack->records, i, u - vcvtq_f32_u32(at));
}

INLINE vec lookup_sorted(const domain *d, vec x)
{
    float at[4], knot[4];
    uint32_t i[4];
    x = between(d->grid.lo, x, d->grid.hi);
    STORE(at, x);
    for (int k = 0; k < 4; k++) {
        i[k] = (uint32_t)clpwl__segment(d->pack, at[k]);
        knot[k] = d->pack->knots[i[k]];
    }
    return line(d->pack->records, i, x - LOAD(knot));
}

INLINE vec lookup_cells(const domain *d, vec x)
{
    vec u;
    uint32_t i[4];
    const clpwl__cell *cells = d->pack->cells;
    x = between(d->grid.lo, x, d->grid.hi);
    vst1q_u32(i, locate(d, x, &u));
    vec c0 = LOAD(&cells[i[0]].x), c1 = LOAD(&cells[i[1]].x);
    vec c2 = LOAD(&cells[i[2]].x), c3 = LOAD(&cells[i[3]].x);
    vec xl01 = vuzp1q_f32(c0, c1), xl23 = vuzp1q_f32(c2, c3); /* x left x left */
    vec yr01 = vuzp2q_f32(c0, c1), yr23 = vuzp2q_f32(c2, c3); /* y right y right */
    vec from = x - vuzp1q_f32(xl01, xl23);
    vec slope = CHOOSE(LESS(from, SET(0)), vuzp2q_f32(xl01, xl23), vuzp2q_f32(yr01, yr23));
    return FMA(from, slope, vuzp1q_f32(yr01, yr23));
}

VECTOR_LOOP(entries16, const entries e = entries_of(p, 16), lookup_entries(&d, &e, at, 16))
VECTOR_LOOP(entries32, const entries e = entries_of(p, 32), lookup_entries(&d, &e, at, 32))
VECTOR_LOOP(entries64, const entries e = entries_of(p, 64), lookup_entries(&d, &e, at, 64))
VECTOR_LOOP(uniform, , lookup_uniform(&d, at))
VECTOR_LOOP(sorted, , lookup_sorted(&d, at))
VECTOR_LOOP(cells, , lookup_cells(&d, at))

void clpwl__host_neon(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    const size_t k = p->segments;
    clpwl__host_eval_fn *loop = p->cells ? cells : p->knots ? sorted : uniform;
    /* Both ways give the same bits. Registers are filled before the first value. */
    if (loop == uniform && k <= 64 && n >= 4 * k)
        loop = k <= 16 ? entries16 : k <= 32 ? entries32 : entries64;
    loop(p, x, y, n);
}
#endif
