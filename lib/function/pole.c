/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "function/pole.h"
#include <float.h>

/* A unit of rounding of x; beside 0, of what `width` leaves to resolve there. */
static double unit_at(double x, double width)
{
    return x != 0 ? DBL_EPSILON * fabs(x) : DBL_EPSILON * DBL_EPSILON * width;
}

/* |f| grows by more than 2 from 2^14 to 2^9 units of rounding on one side of x, to 2^4, and to x: as
 * a power of the distance of at least 0.3. At a jump, at a narrow peak, and at a logarithm's end, it
 * does not. */
int clpwl__is_pole(const clpwl_function *f, double x, double width)
{
    double at = fabs(clpwl__function_raw(f, x)), unit = unit_at(x, width);
    for (int side = -1; side <= 1; side += 2) {
        double near = fabs(clpwl__function_raw(f, x + side * 0x1p4 * unit));
        double middle = fabs(clpwl__function_raw(f, x + side * 0x1p9 * unit));
        double far = fabs(clpwl__function_raw(f, x + side * 0x1p14 * unit));
        if (far > 0 && middle > 2 * far && near > 2 * middle && !(at < 2 * near))
            return 1;
    }
    return 0;
}

/* f changes by equal amounts whenever the distance on one side of x falls to 1/16, from 2^24 to 2^8
 * units of rounding, and by one more down to x; or as a power of at least -0.3. At x^p with p > 0.004
 * the amounts fall by 1 %. Beside a step or a peak of finite height they grow as powers below -1. */
static int grows_slowly(const clpwl_function *f, double x, double width)
{
    enum { FIRST = 8, STEP = 4, STEPS = 4 };
    double at = clpwl__function_raw(f, x), unit = unit_at(x, width);
    for (int side = -1; side <= 1; side += 2) {
        double inner = clpwl__function_raw(f, x + side * ldexp(unit, FIRST));
        double change = at - inner; /* the last one, nearest to x */
        if (isnan(at)) /* as at a pole */
            change = inner - clpwl__function_raw(f, x + side * ldexp(unit, FIRST + STEP));
        int grows = !isnan(inner);
        for (int i = 1; i <= STEPS && grows; i++) {
            double outer = clpwl__function_raw(f, x + side * ldexp(unit, FIRST + i * STEP));
            double next = inner - outer;
            /* less than 2^-20 of f may be the noise beside a jump */
            grows = fabs(next) > 0x1p-20 * fabs(outer) && isfinite(next) &&
                    (change < 0) == (next < 0) && fabs(change) >= 0.99 * fabs(next) &&
                    (i == 1 || fabs(change) <= 2.5 * fabs(next)); /* 16^0.3 is 2.3 */
            change = next;
            inner = outer;
        }
        if (grows)
            return 1;
    }
    return 0;
}

/* Whether f has a value at 0 in place of a pole, as x==0?0:1/x has. A pole at 0 shows beside 0, where doubles
 * resolve any distance: where the distance is squared, |f| nearly doubles, as a logarithm does, or grows by
 * more. */
static int is_filled_pole(const clpwl_function *f)
{
    enum { FIRST = 64, LAST = 1024 };
    for (int side = -1; side <= 1; side += 2) {
        double inner = fabs(clpwl__function_raw(f, ldexp(side, -FIRST)));
        int grows = inner > 0;
        for (int e = 2 * FIRST; e <= LAST && grows; e *= 2) {
            double outer = inner;
            inner = fabs(clpwl__function_raw(f, ldexp(side, -e)));
            grows = inner >= 1.9 * outer; /* inf where both are; not NaN */
        }
        if (grows)
            return 1;
    }
    return 0;
}

int clpwl__is_unbounded(const clpwl_function *f, double x, double width)
{
    if (x == 0 && isfinite(clpwl__function_raw(f, x)))
        return is_filled_pole(f);
    return clpwl__is_pole(f, x, width) || grows_slowly(f, x, width);
}

/* The x between l and r where |f| ascends to its maximum. NaN is below all. */
static double climb(const clpwl_function *f, double l, double r)
{
    enum { STEPS = 60, PLACES = 7 }; /* 4^-60 of the interval is below the rounding of its ends */
    for (int i = 0; i < STEPS; i++) {
        double x[PLACES + 2] = {l}, y[PLACES + 2];
        int most = 1;
        for (int k = 1; k <= PLACES + 1; k++)
            x[k] = k <= PLACES ? l + (r - l) * k / (PLACES + 1) : r;
        if (x[1] == l && x[PLACES] == r)
            break;
        clpwl__values_raw(f, x + 1, y + 1, PLACES);
        for (int k = 2; k <= PLACES; k++)
            if (fabs(y[k]) > fabs(y[most]) || (isnan(y[most]) && !isnan(y[k])))
                most = k;
        l = x[most - 1];
        r = x[most + 1];
    }
    return (l + r) / 2;
}

int clpwl__find_pole(const clpwl_function *f, double a, double b, double *x)
{
    enum { SAMPLES = 1024 };
    double places[SAMPLES], values[SAMPLES], h = (b - a) / SAMPLES;
    int most = 0;
    for (int i = 0; i < SAMPLES; i++)
        places[i] = a + h * (i + 0.5);
    clpwl__values_raw(f, places, values, SAMPLES);
    for (int i = 1; i < SAMPLES; i++)
        if (fabs(values[i]) > fabs(values[most]) || isnan(values[most]))
            most = i;
    *x = climb(f, fmax(a, places[most] - h), fmin(b, places[most] + h));
    if (a <= 0 && 0 <= b && fabs(*x) < DBL_EPSILON * DBL_EPSILON * (b - a))
        *x = 0;
    return clpwl__is_unbounded(f, *x, b - a);
}

int clpwl__find_whole_pole(const clpwl_function *f, double a, double b, double *x)
{
    enum { MOST = 32 };
    for (double k = fmax(ceil(a), -MOST); k <= fmin(b, MOST); k++) {
        double y = clpwl__function_raw(f, k);
        *x = k + 0.0; /* not -0 */
        if (isinf(y) || (isnan(y) && clpwl__is_unbounded(f, k, b - a)))
            return 1;
    }
    return 0;
}
