/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/door.h"
#include "base/internal.h"
#include "table/shaper.h"
#include <float.h>

/* The columns of a row as functions: NAME_g ... */
#define SHAPER(NAME, formula, ulp, least, most, sign, G, X, WIDTH, SLOPE, INTEGRAL, ...) \
    static double NAME##_g(double x) { return G; }                                               \
    static double NAME##_x(double s) { return X; }                                               \
    static double NAME##_width(double s) { return (void)s, WIDTH; }                              \
    static double NAME##_slope(double x) { return (void)x, SLOPE; }                              \
    static long double NAME##_integral(long double x) { return INTEGRAL; }
#include "table/shapers.def"
#undef SHAPER

/* By clpwl_shaper. */
static const struct {
    double (*g)(double x), (*x)(double s), (*width)(double s), (*slope)(double x);
    long double (*integral)(long double x);
    double ulp, least, most, sign;
    const char *slope_text;
} rows[] = {
#define SHAPER(NAME, formula, ulp, least, most, sign, g, x, width, slope, integral, float_g, text, ...) \
    [CLPWL_SHAPER_##NAME] = {NAME##_g, NAME##_x, NAME##_width, NAME##_slope, NAME##_integral,    \
                             ulp, least, most, sign, text},
#include "table/shapers.def"
#undef SHAPER
};

double clpwl_shaper_value(clpwl_shaper shaper, double x)
{
    CLPWL__DOOR;
    return (unsigned)shaper < CLPWL_SHAPER_AUTO ? clpwl__shaper_g(shaper, x) : (double)NAN;
}

clpwl_status clpwl__shaper_check(clpwl_shaper shaper, double a, double b)
{
    clpwl_status status = CLPWL_OK;
    CHECK(shaper != CLPWL_SHAPER_AUTO, CLPWL_ERR_ARGUMENT,
          "auto is not a shaper of a table; expected none, log2, sqrt, rsqrt or exp2");
    CHECK((unsigned)shaper < CLPWL_SHAPER_AUTO, CLPWL_ERR_ARGUMENT, "%d is not a clpwl_shaper",
          (int)shaper);
    CHECK(rows[shaper].least <= a && b <= rows[shaper].most, CLPWL_ERR_ARGUMENT,
          "the shaper %s takes domains within [%.8g, %.8g], not [%g, %g]",
          clpwl_shaper_name(shaper), rows[shaper].least, rows[shaper].most, a, b);
done:
    return status;
}

double clpwl__shaper_s(clpwl_shaper shaper, double x)
{
    return rows[shaper].sign * rows[shaper].g(x);
}

#define COLUMN(type, name)                                                                       \
    type clpwl__shaper_##name(clpwl_shaper shaper, type at) { return rows[shaper].name(at); }
COLUMN(double, g)
COLUMN(double, x)
COLUMN(double, width)
COLUMN(double, slope)
COLUMN(long double, integral)
#undef COLUMN

const char *clpwl__shaper_slope_text(clpwl_shaper shaper)
{
    return rows[shaper].slope_text;
}

double clpwl__shaper_knot(clpwl_shaper shaper, double a, double b, size_t segments, size_t i)
{
    double from = clpwl__shaper_s(shaper, a), to = clpwl__shaper_s(shaper, b);
    if (i == 0 || i == segments)
        return i == 0 ? a : b;
    return clpwl__shaper_x(shaper, from + (double)i * (to - from) / (double)segments);
}

double clpwl__shaper_ulp(clpwl_shaper shaper)
{
    return rows[shaper].ulp;
}
