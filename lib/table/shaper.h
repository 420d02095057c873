/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What tables, packs and designs know of shapers. s(x) is g(x), or -g(x) where g
 * descends: it ascends always, and with it a design can go from x to s and back.
 */
#ifndef CLPWL_HOST_SHAPER_H
#define CLPWL_HOST_SHAPER_H

#include <math.h>
#include <stddef.h>
#include "clpwl/shaper.h"

/* Refuses domains on which g does not exist or is not fp32's. CLPWL_ERR_ARGUMENT. */
clpwl_status clpwl__shaper_check(clpwl_shaper shaper, double a, double b);

double clpwl__shaper_s(clpwl_shaper shaper, double x);
/* The x of an s. */
double clpwl__shaper_x(clpwl_shaper shaper, double s);
/* dx/ds at s. */
double clpwl__shaper_width(clpwl_shaper shaper, double s);
/* g'(x), and an integral of g. */
double clpwl__shaper_slope(clpwl_shaper shaper, double x);
long double clpwl__shaper_integral(clpwl_shaper shaper, long double x);
/* g'(inside) in OpenCL C. */
const char *clpwl__shaper_slope_text(clpwl_shaper shaper);

/* Knot i of `segments` ones that are equally far apart in g. */
double clpwl__shaper_knot(clpwl_shaper shaper, double a, double b, size_t segments, size_t i);

/* OpenCL C's bound on g in fp32, in ulp. */
double clpwl__shaper_ulp(clpwl_shaper shaper);

/* g(x) as a host evaluates it: within OpenCL's bound. */
static inline float clpwl__shaper_float(clpwl_shaper shaper, float x)
{
    switch (shaper) {
    case CLPWL_SHAPER_LOG2: return log2f(x);
    case CLPWL_SHAPER_SQRT: return sqrtf(x);
    case CLPWL_SHAPER_RSQRT: return 1 / sqrtf(x);
    case CLPWL_SHAPER_EXP2: return exp2f(x);
    case CLPWL_SHAPER_NONE:
    case CLPWL_SHAPER_AUTO: break;
    }
    return x;
}

#endif
