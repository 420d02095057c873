/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The emulation of a filter whose weight has few bits, against its definition. */
#include <stdlib.h>
#include "support/suite.h"
#include "cpu/simd.h"
#include "support/rough.h"

static unsigned bits;

/* The weight is a multiple of 2^-bits, next to any weight that the rounding of the coordinate
 * allows. */
static void check_bits(const line *l, const clpwl__pack *pack)
{
    size_t n;
    float *x = probes(l, &n), *y = malloc(n * sizeof *y);
    long double steps = ldexpl(1, (int)bits), eps = 0x1p-24L;
    clpwl__host_emulate(pack, bits, 2, clpwl__floats(x, y, n));
    for (size_t k = 0; k < n; k++) {
        if (!(x[k] >= l->lo && x[k] <= l->hi))
            continue;
        size_t i = segment_of(l, x[k]);
        long double h = (long double)l->x[i + 1] - l->x[i], w = (x[k] - (long double)l->x[i]) / h;
        long double reach = fmaxl(fabsl((long double)l->x[i]), fabsl((long double)l->x[i + 1]));
        long double blur = eps * (l->uniform ? 4 * (long double)(i + 1) : 4 + 2 * reach / h);
        long double rise = (long double)l->y[i + 1] - l->y[i], bound = rounding(l, i);
        long double least = roundl((w - blur) * steps), most = roundl((w + blur) * steps);
        int found = 0;
        for (long double step = least; step <= most && !found; step++)
            found = fabsl(y[k] - l->y[i] - rise * step / steps) <= bound;
        EXPECT(found, "%u bits, %zu segments: v(%.9g) = %.9g: no weight in [%.9Lg, %.9Lg]",
                      bits, l->n, x[k], y[k], least / steps, most / steps);
    }
    free(x);
    free(y);
}

static void with_table(double a, double b, size_t n, int shape, clpwl_extend extend,
                       void check(const line *l, const clpwl__pack *pack))
{
    clpwl_table *table = rough_table(a, b, n, shape, extend);
    clpwl__pack *pack;
    line l = line_of(table);
    OK(clpwl__pack_create(&pack, table, CLPWL_STORAGE_FLOAT32));
    check(&l, pack);
    clpwl__pack_free(pack);
    clpwl_table_free(table);
}

TEST(a_filter_of_few_bits)
{
    static const size_t sizes[] = {1, 2, 3, 31, 32, 33, 128, 129, 512, 4097};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int shape = UNIFORM; shape <= MILD; shape++)
            for (bits = 1; bits <= 16; bits += 5)
                with_table(-2, 6, sizes[k], shape, CLPWL_EXTEND_ZERO, check_bits); /* at the ends, too */
}

static void check_tails(const line *l, const clpwl__pack *pack)
{
    float x[6] = {NAN, -INFINITY, INFINITY, -1e9f, 1e9f, 100}, y[6];
    clpwl__host_emulate(pack, 8, 1, clpwl__floats(x, y, 6));
    for (int i = 0; i < 6; i++) {
        ck_assert_int_eq(isnan(y[i]) != 0, nan_at(l, x[i]));
        if (!nan_at(l, x[i]) && l->extend == CLPWL_EXTEND_ZERO)
            ck_assert(y[i] == 0);
        if (l->extend == CLPWL_EXTEND_CLAMP && i > 0) {
            span s = span_at(l, x[i]);
            ck_assert(y[i] >= s.least && y[i] <= s.most);
        }
    }
}

TEST(a_filter_of_few_bits_has_tails)
{
    for (int shape = 0; shape < SHAPES; shape++)
        for (int extend = CLPWL_EXTEND_CLAMP; extend <= CLPWL_EXTEND_LINEAR; extend++)
            with_table(0, 8, 33, shape, extend, check_tails);
}

static void check_0(const line *l, const clpwl__pack *pack)
{
    size_t n;
    float *x = probes(l, &n), *y = malloc(n * sizeof *y);
    clpwl__host_emulate(pack, 0, 1, clpwl__floats(x, y, n));
    check_values("0 bits", l, x, y, n);
    free(x);
    free(y);
}

TEST(no_bits_are_all_bits)
{
    with_table(0, 8, 33, UNIFORM, CLPWL_EXTEND_MIRROR, check_0);
}
