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

/* The low bytes of the 32-bit words of two registers, by 128-bit lanes, twice. */
INLINE ints low_bytes(void)
{
    return _mm512_add_epi8(
        _mm512_broadcast_i32x4(_mm_setr_epi32(0x0c080400, 0x4c484440, 0x0c080400, 0x4c484440)),
        _mm512_setr_epi32(0, 0, 0, 0, 0x10101010, 0x10101010, 0x10101010, 0x10101010, 0x20202020, 0x20202020,
                          0x20202020, 0x20202020, 0x30303030, 0x30303030, 0x30303030, 0x30303030));
}

typedef struct table {
    domain domain;
    const unsigned char *planes;
    vec scale, magic;
    ints low_bytes;
} table;

/* First stage: t, whose low bits are floor(u). */
typedef struct started {
    vec x[4], t[4];
} started;

INLINE started start(const table *k, const float *x, int from_0, int tails)
{
    started s;
    EACH(q)
    {
        vec at = enter(&k->domain, LOAD(x + 16 * q), tails);
        s.x[q] = argument(&k->domain, at, k->domain.planes.most, from_0);
        s.t[q] = _mm512_fmadd_round_ps(s.x[q], k->scale, k->magic, DOWN);
    }
    return s;
}

/* Second stage: d, and the indices of the four registers, by 128-bit lanes in turn. */
typedef struct placed {
    vec d[4];
    ints index;
} placed;

INLINE placed place(const table *k, const started *s)
{
    placed p;
    EACH(q) p.d[q] = FMA(s->x[q], k->scale, k->magic - s->t[q]);
    ints first = _mm512_permutex2var_epi8((ints)s->t[0], k->low_bytes, (ints)s->t[1]);
    ints second = _mm512_permutex2var_epi8((ints)s->t[2], k->low_bytes, (ints)s->t[3]);
    p.index = _mm512_mask_mov_epi64(first, 0xaa, second);
    return p;
}

/* Third stage. */
INLINE four read_at(const table *k, const placed *p, int room)
{
    four value = words_at(k->planes, p->index, room), y;
    four slope = words_at(k->planes + 4 * room, p->index, room);
    EACH(q) y.v[q] = FMA(p->d[q], slope.v[q], value.v[q]);
    return y;
}

/* Evaluates whole blocks. The stages ahead of the last block repeat the current one. */
INLINE void evaluate_blocks(const clpwl__pack *p, const float *x, float *y, size_t n, int room,
                            int from_0, int tails)
{
    const table k = {domain_of(p), p->planes.bytes, SET(p->grid.scale), SET(0x1.8p23f - p->planes.turn),
                     low_bytes()};
    started s = start(&k, x, from_0, tails);
    placed at = place(&k, &s);
    s = start(&k, x + (n > BLOCK ? BLOCK : 0), from_0, tails);
    for (size_t i = 0; i < n; i += BLOCK) {
        size_t ahead = i + 2 * BLOCK < n ? i + 2 * BLOCK : i;
        started s2 = start(&k, x + ahead, from_0, tails);
        placed at1 = place(&k, &s);
        four v = read_at(&k, &at, room);
        EACH(q)
        {
            size_t j = i + 16 * (size_t)q;
            STORE(y + j, leave(&k.domain, LOAD(x + j), v.v[q], tails));
        }
        at = at1;
        s = s2;
    }
}

#define LOOP(name, room, from_0)                                                                   \
    TARGET static void name(const clpwl__pack *p, const float *x, float *y, size_t n)              \
    {                                                                                              \
        BY_TAILS(p, evaluate_blocks, p, x, y, n, room, from_0)                                     \
    }
LOOP(from_a_128, 128, 0)
LOOP(from_0_128, 128, 1)
LOOP(from_a_256, 256, 0)
LOOP(from_0_256, 256, 1)

void clpwl__host_avx512_bytes(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    static clpwl__host_eval_fn *const loops[][2] = {{from_a_128, from_0_128}, {from_a_256, from_0_256}};
    in_blocks(loops[p->planes.room == 256][p->planes.from_0], BLOCK, p, x, y, n);
}
#endif
