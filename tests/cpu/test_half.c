/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conversion of all halves, and of the floats around their middles, against long double. */
#include <float.h>
#include <math.h>
#include "cpu/arrays.h"
#include "cpu/rows.h"
#include "support/halves.h"
#include "support/suite.h"

/* As whole arrays, by vectors where the CPU has any; and one by one, which never are. */
static void widen(const uint16_t *x, float *y, size_t n, int one_by_one)
{
    if (!one_by_one)
        clpwl__floats_from_halves(x, y, n);
    for (size_t i = 0; one_by_one && i < n; i++)
        clpwl__floats_from_halves(x + i, y + i, 1);
}

static void narrow(const float *x, uint16_t *y, size_t n, int one_by_one)
{
    if (!one_by_one)
        clpwl__halves_from_floats(x, y, n);
    for (size_t i = 0; one_by_one && i < n; i++)
        clpwl__halves_from_floats(x + i, y + i, 1);
}

START_TEST(every_half_is_its_float)
{
    static uint16_t halves[HALVES], back[HALVES];
    static float floats[HALVES];
    for (int i = 0; i < HALVES; i++)
        halves[i] = (uint16_t)i;
    widen(halves, floats, HALVES, _i);
    narrow(floats, back, HALVES, _i);
    for (int i = 0; i < HALVES; i++) {
        if (half_is_nan(halves[i])) {
            EXPECT(isnan(floats[i]) && half_is_nan(back[i]), "%04x: %a, %04x", i, floats[i], back[i]);
            continue;
        }
        EXPECT(floats[i] == half_value(halves[i]) && back[i] == i, "%04x: %a, %04x", i, floats[i],
               back[i]);
    }
}
END_TEST

/* From every half to the next: the middle, the floats beside it and the middles of both sides. */
START_TEST(every_float_between_halves_is_rounded_to_the_nearest)
{
    enum { PLACES = 5, COUNT = 2 * PLACES * HALF_INFINITY };
    float *x = malloc(COUNT * sizeof *x);
    uint16_t *y = malloc(COUNT * sizeof *y);
    int n = 0;
    for (int sign = 0; sign < 2; sign++)
        for (unsigned i = 0; i < HALF_INFINITY; i++) {
            long double low = half_value((uint16_t)i);
            long double high = i + 1 < HALF_INFINITY ? half_value((uint16_t)(i + 1)) : 65536;
            float middle = (float)((low + high) / 2), quarter = (float)((high - low) / 4);
            float at[PLACES] = {middle, nextafterf(middle, 0), nextafterf(middle, INFINITY),
                                middle - quarter, middle + quarter};
            for (int k = 0; k < PLACES; k++)
                x[n++] = sign ? -at[k] : at[k];
        }
    narrow(x, y, COUNT, _i);
    for (int i = 0; i < COUNT; i++)
        EXPECT(y[i] == half_of(x[i]), "%a: %04x, not %04x", x[i], y[i], half_of(x[i]));
    free(x);
    free(y);
}
END_TEST

START_TEST(what_no_half_holds_is_zero_or_infinite)
{
    float x[16] = {FLT_MAX, -FLT_MAX, INFINITY, -INFINITY, FLT_MIN, -FLT_MIN, 1e-45f, -1e-45f,
                   0.0f, -0.0f, 65536, -65536, 1e10f, 1e-10f, NAN, -NAN};
    uint16_t y[16];
    narrow(x, y, 16, _i);
    for (int i = 0; i < 16; i++)
        EXPECT(isnan(x[i]) ? half_is_nan(y[i]) : y[i] == half_of(x[i]), "%a: %04x", x[i], y[i]);
}
END_TEST

/* Both ways give the same bits of NaN, too. */
START_TEST(vectors_give_the_bits_of_scalars)
{
    static uint16_t halves[HALVES], back[2][HALVES];
    static float floats[2][HALVES];
    for (int i = 0; i < HALVES; i++)
        halves[i] = (uint16_t)i;
    for (int k = 0; k < 2; k++) {
        widen(halves, floats[k], HALVES, k);
        narrow(floats[0], back[k], HALVES, k);
    }
    ck_assert_mem_eq(floats[0], floats[1], sizeof floats[0]);
    ck_assert_mem_eq(back[0], back[1], sizeof back[0]);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("half");
    TCase *t = tcase_create("conversions");
    tcase_add_loop_test(t, every_half_is_its_float, 0, 2);
    tcase_add_loop_test(t, every_float_between_halves_is_rounded_to_the_nearest, 0, 2);
    tcase_add_loop_test(t, what_no_half_holds_is_zero_or_infinite, 0, 2);
    tcase_add_test(t, vectors_give_the_bits_of_scalars);
    suite_add_tcase(s, t);
    return s;
}
