/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conversion of all halves, and of the floats around their middles, against long double. */
#include <float.h>
#include "support/suite.h"
#include "cpu/arrays.h"
#include "cpu/rows.h"
#include "support/halves.h"

/* As whole arrays, by vectors where the CPU has any; and one by one, which never are. Both give the same
 * bits, of NaN, too. */
static void widen(const uint16_t *x, float *y, size_t n)
{
    clpwl__floats_from_halves(x, y, n);
    for (size_t i = 0; i < n; i++) {
        float alone;
        clpwl__floats_from_halves(x + i, &alone, 1);
        EXPECT(memcmp(&alone, y + i, sizeof alone) == 0, "%04x: %a, %a", x[i], y[i], alone);
    }
}

static void narrow(const float *x, uint16_t *y, size_t n)
{
    clpwl__halves_from_floats(x, y, n);
    for (size_t i = 0; i < n; i++) {
        uint16_t alone;
        clpwl__halves_from_floats(x + i, &alone, 1);
        EXPECT(alone == y[i], "%a: %04x, %04x", x[i], y[i], alone);
    }
}

TEST(every_half_is_its_float)
{
    static uint16_t halves[HALVES], back[HALVES];
    static float floats[HALVES];
    for (int i = 0; i < HALVES; i++)
        halves[i] = (uint16_t)i;
    widen(halves, floats, HALVES);
    narrow(floats, back, HALVES);
    for (int i = 0; i < HALVES; i++)
        EXPECT(half_is_nan(halves[i]) ? isnan(floats[i]) && half_is_nan(back[i])
                                      : floats[i] == half_value(halves[i]) && back[i] == i,
               "%04x: %a, %04x", i, floats[i], back[i]);
}

/* From every half to the next: the middle, the floats beside it and the middles of both sides; and what no
 * half holds. */
TEST(every_float_between_halves_is_rounded_to_the_nearest)
{
    static const float beyond[] = {FLT_MAX, INFINITY, FLT_MIN, 1e-45f, 0.0f, 65536, 1e10f, 1e-10f};
    enum {
        PLACES = 5,
        BEYOND = sizeof beyond / sizeof *beyond,
        COUNT = 2 * (PLACES * HALF_INFINITY + BEYOND)
    };
    static float x[COUNT];
    static uint16_t y[COUNT];
    int n = 0;
    for (unsigned i = 0; i < HALF_INFINITY; i++) {
        long double low = half_value((uint16_t)i);
        long double high = i + 1 < HALF_INFINITY ? half_value((uint16_t)(i + 1)) : 65536;
        float middle = (float)((low + high) / 2), quarter = (float)((high - low) / 4);
        float at[PLACES] = {middle, nextafterf(middle, 0), nextafterf(middle, INFINITY), middle - quarter,
                            middle + quarter};
        memcpy(x + n, at, sizeof at);
        n += PLACES;
    }
    memcpy(x + n, beyond, sizeof beyond);
    for (int i = 0; i < COUNT / 2; i++)
        x[COUNT / 2 + i] = -x[i];
    narrow(x, y, COUNT);
    for (int i = 0; i < COUNT; i++)
        EXPECT(y[i] == half_of(x[i]), "%a: %04x, not %04x", x[i], y[i], half_of(x[i]));
}
