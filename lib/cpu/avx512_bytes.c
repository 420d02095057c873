/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Uniform tables of 33 to 256 segments by permutations of bytes (AVX-512 VBMI), 64 values at a
 * time.
 *
 * vpermi2b looks up one byte for each of 64 values in a table of 128 bytes, here two cache lines.
 * Eight of them give values and slopes; permutations of floats, 16 at a time in tables of 32,
 * would need 32 and as many blends. Indices are packed within 128-bit lanes, so that the four
 * bytes of a value (see register_tables.c) are in order after unpacking within the same lanes.
 * Index and position are computed as in avx512_permute.c.
 *
 * 64 values take about forty cycles from x to y, but occupy the CPU for thirty only, with more
 * instructions in flight than its schedulers hold. Therefore the loop has three stages, which work
 * on three blocks of 64 values.
 */
#include "cpu/rows.h"
#if CLPWL__X86
#include "cpu/avx512_bytes.h"

typedef struct table {
    const unsigned char *planes;
    __m512 scale, magic;
    __m512i low_bytes;
    domain domain;
} table;

VBMI_INLINE table table_of(const clpwl__pack *p, enum from from)
{
    const bounds b = bounds_of(p, from);
    return (table){
        .planes = p->planes.bytes,
        .scale = _mm512_set1_ps(p->grid.scale),
        .magic = _mm512_set1_ps(b.magic),
        /* The low bytes of the 32-bit words of two registers, by 128-bit lanes, twice. */
        .low_bytes = _mm512_add_epi8(
            _mm512_broadcast_i32x4(_mm_setr_epi32(0x0c080400, 0x4c484440, 0x0c080400, 0x4c484440)),
            _mm512_setr_epi32(0, 0, 0, 0, 0x10101010, 0x10101010, 0x10101010, 0x10101010,
                              0x20202020, 0x20202020, 0x20202020, 0x20202020, 0x30303030,
                              0x30303030, 0x30303030, 0x30303030)),
        .domain = domain_of(p, &b),
    };
}

/* First stage: t, whose low bits are floor(u). */
typedef struct started {
    __m512 x[4], t[4];
} started;

VBMI_INLINE started start(const table *k, const float *x, enum tails tails, enum from from)
{
    started s;
    EACH(q)
    {
        s.x[q] = enter(&k->domain, _mm512_loadu_ps(x + 16 * q), tails, from);
        s.t[q] = _mm512_fmadd_round_ps(s.x[q], k->scale, k->magic, DOWN);
    }
    return s;
}

/* Second stage: d, and the indices of the four registers, by 128-bit lanes in turn. */
typedef struct placed {
    __m512 d[4];
    __m512i index;
} placed;

VBMI_INLINE placed place(const table *k, const started *s)
{
    placed p;
    __m512i t[4];
    EACH(q)
    {
        p.d[q] = _mm512_fmadd_ps(s->x[q], k->scale, _mm512_sub_ps(k->magic, s->t[q]));
        t[q] = _mm512_castps_si512(s->t[q]);
    }
    __m512i first = _mm512_permutex2var_epi8(t[0], k->low_bytes, t[1]);
    __m512i second = _mm512_permutex2var_epi8(t[2], k->low_bytes, t[3]);
    p.index = _mm512_mask_mov_epi64(first, 0xaa, second);
    return p;
}

/* Third stage. */
VBMI_INLINE four read_at(const table *k, const placed *p, int room)
{
    __mmask64 upper = room == 128 ? 0 : _mm512_movepi8_mask(p->index);
    __m512i values[4], slopes[4];
    EACH(q)
    {
        values[q] = look_up(k->planes + q * room, p->index, upper, room);
        slopes[q] = look_up(k->planes + (4 + q) * room, p->index, upper, room);
    }
    four value = join(values), slope = join(slopes), y;
    EACH(q) y.v[q] = _mm512_fmadd_ps(p->d[q], slope.v[q], value.v[q]);
    return y;
}

/* Evaluates `count` whole blocks. The stages ahead of the last block repeat the current one. */
VBMI_INLINE void evaluate_blocks(const clpwl__pack *p, const float *x, float *y, size_t count, int room,
                        enum tails tails, enum from from)
{
    const table k = table_of(p, from);
    started s = start(&k, x, tails, from);
    placed at = place(&k, &s);
    s = start(&k, x + (count > 1 ? BLOCK : 0), tails, from);
    for (size_t i = 0; i < count; i++) {
        size_t ahead = i + 2 < count ? i + 2 : i;
        started s2 = start(&k, x + BLOCK * ahead, tails, from);
        placed at1 = place(&k, &s);
        four v = read_at(&k, &at, room);
        EACH(q)
        {
            size_t j = BLOCK * i + 16 * (size_t)q;
            _mm512_storeu_ps(y + j, leave(&k.domain, _mm512_loadu_ps(x + j), v.v[q], tails));
        }
        at = at1;
        s = s2;
    }
}

#define LOOP(name, room, tails, from)                                                              \
    VBMI static void name##_##room(const clpwl__pack *p, const float *x, float *y, size_t count)   \
    {                                                                                              \
        evaluate_blocks(p, x, y, count, room, tails, from);                                                 \
    }
#define ALL_LOOPS(room)                                                                            \
    LOOP(clamped_from_0, room, CLAMPED, FROM_0)                                                    \
    LOOP(clamped_from_a, room, CLAMPED, FROM_A)                                                    \
    LOOP(filled_from_0, room, FILLED, FROM_0)                                                      \
    LOOP(filled_from_a, room, FILLED, FROM_A)                                                      \
    LOOP(folded_from_0, room, FOLDED, FROM_0)                                                      \
    LOOP(folded_from_a, room, FOLDED, FROM_A)                                                      \
    LOOP(lined_from_0, room, LINED, FROM_0)                                                        \
    LOOP(lined_from_a, room, LINED, FROM_A)                                                        \
    LOOP(mirrored_from_0, room, MIRRORED, FROM_0)                                                  \
    LOOP(mirrored_tailed_from_0, room, MIRRORED_TAILED, FROM_0)
ALL_LOOPS(128)
ALL_LOOPS(256)

void clpwl__host_avx512_bytes(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    static clpwl__host_eval_fn *const loops[][LOOPS][2] = {AVX512_ROW(128), AVX512_ROW(256)};
    clpwl__host_eval_fn *loop = loops[p->planes.room == 256][tails_of(p)][p->planes.from_0];
    evaluate_all(loop, p, x, y, n);
}
#endif
