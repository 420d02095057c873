/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables in memory, by AVX2 or AVX-512. avx2.c and avx512.c include it, behind
 *   GATHER                      of floats
 *   load_pairs(records, i)      values and slopes of records i
 *   load_cells(cells, i)        cells i[0], i[4] ..., one in each 128-bit lane
 */

INLINE vec lookup_uniform(const domain *d, vec x)
{
    vec u;
    ints i = locate(d, between(d->grid.lo, x, d->grid.hi), &u);
    pair record = load_pairs(d->pack->records, i);
    return FMA(u - FLOATS(cvtepi32)(i), record.second, record.first);
}

/* The search of clpwl__segment, for all lanes at once. */
INLINE vec lookup_sorted(const domain *d, vec x)
{
    ints i = INTS(set1_epi32)(0);
    const float *knots = d->pack->knots;
    x = between(d->grid.lo, x, d->grid.hi);
    for (size_t length = d->pack->segments; length > 1;) {
        size_t half = length / 2;
        ints middle = INTS(add_epi32)(i, INTS(set1_epi32)((int)half));
        i = (ints)CHOOSE(COMPARE(GATHER(knots, middle), x, _CMP_LE_OQ), (vec)middle, (vec)i);
        length -= half;
    }
    pair record = load_pairs(d->pack->records, i);
    return FMA(x - GATHER(knots, i), record.second, record.first);
}

/* Loads of whole cells and a transposition take half as long as gathers. */
INLINE vec lookup_cells(const domain *d, vec x)
{
    vec u;
    int32_t i[WIDTH] __attribute__((aligned(64)));
    const clpwl__cell *cells = d->pack->cells;
    x = between(d->grid.lo, x, d->grid.hi);
    STORE((float *)i, (vec)locate(d, x, &u));
    vec r0 = load_cells(cells, i), r1 = load_cells(cells, i + 1);
    vec r2 = load_cells(cells, i + 2), r3 = load_cells(cells, i + 3);
    vec xy01 = FLOATS(unpacklo)(r0, r1), xy23 = FLOATS(unpacklo)(r2, r3);
    vec lr01 = FLOATS(unpackhi)(r0, r1), lr23 = FLOATS(unpackhi)(r2, r3);
    vec from = x - FLOATS(shuffle)(xy01, xy23, 0x44);
    vec left = FLOATS(shuffle)(lr01, lr23, 0x44), right = FLOATS(shuffle)(lr01, lr23, 0xee);
    return FMA(from, CHOOSE(SIGNS(from), left, right), FLOATS(shuffle)(xy01, xy23, 0xee));
}

VECTOR_LOOP(uniform, , lookup_uniform(&d, at))
VECTOR_LOOP(sorted, , lookup_sorted(&d, at))
VECTOR_LOOP(cells, , lookup_cells(&d, at))

TARGET static void read_memory(const clpwl__pack *p, const float *x, float *y, size_t n)
{
    (p->cells ? cells : p->knots ? sorted : uniform)(p, x, y, n);
}
