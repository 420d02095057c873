/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shapers, inside the library. s(x) is g(x), or -g(x) where g descends: s always ascends.
 * The functions take valid shapers other than CLPWL_SHAPER_AUTO.
 */
#ifndef CLPWL__SHAPER_H
#define CLPWL__SHAPER_H

#include <math.h>
#include <stddef.h>
#include "clpwl/shaper.h"

/* Refuses domains where g is undefined or beyond fp32. CLPWL_ERR_ARGUMENT. */
clpwl_status clpwl__shaper_check(clpwl_shaper shaper, double a, double b);

double clpwl__shaper_g(clpwl_shaper shaper, double x);
double clpwl__shaper_s(clpwl_shaper shaper, double x);
double clpwl__shaper_x(clpwl_shaper shaper, double s);     /* x(s) */
double clpwl__shaper_width(clpwl_shaper shaper, double s); /* dx/ds */
double clpwl__shaper_slope(clpwl_shaper shaper, double x); /* g'(x) */
long double clpwl__shaper_integral(clpwl_shaper shaper, long double x); /* of g */
const char *clpwl__shaper_slope_text(clpwl_shaper shaper); /* g'(inside) in OpenCL C */

/* Knot i of the partition of [a,b] that is uniform in g. */
double clpwl__shaper_knot(clpwl_shaper shaper, double a, double b, size_t segments, size_t i);

/* The error that OpenCL C allows g in fp32, in ulp. */
double clpwl__shaper_ulp(clpwl_shaper shaper);

/* g(x) as the host evaluates it, within the error that OpenCL C allows. */
static inline float clpwl__shaper_float(clpwl_shaper shaper, float x)
{
    switch (shaper) {
#define SHAPER(NAME, formula, ulp, least, most, sign, g, inverse, width, slope, integral, float_g, ...) \
    case CLPWL_SHAPER_##NAME: return float_g;
#include "table/shapers.def"
#undef SHAPER
    case CLPWL_SHAPER_AUTO: break;
    }
    return x;
}

#endif
