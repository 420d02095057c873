/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "function/pole.h"
#include <float.h>

/* |f| grows by more than 8 from 2^14 to 2^4 units of rounding on one side of x: as a power of the
 * distance of at least 0.3. At a jump, and at a logarithm's end, it does not. */
int clpwl__is_pole(const clpwl_function *f, double x, double width)
{
    double unit = DBL_EPSILON * fmax(fabs(x), DBL_EPSILON * width);
    for (int side = -1; side <= 1; side += 2) {
        double near = fabs(clpwl__function_raw(f, x + side * 0x1p4 * unit));
        double far = fabs(clpwl__function_raw(f, x + side * 0x1p14 * unit));
        if (far > 0 && near > 8 * far)
            return 1;
    }
    return 0;
}

/* The x between l and r where |f| ascends to its maximum. NaN is below all. */
static double climb(const clpwl_function *f, double l, double r)
{
    enum { STEPS = 200 }; /* (2/3)^200 of the interval is below the rounding of its ends */
    for (int i = 0; i < STEPS; i++) {
        double one = l + (r - l) / 3, two = r - (r - l) / 3;
        double y1 = fabs(clpwl__function_raw(f, one)), y2 = fabs(clpwl__function_raw(f, two));
        *(y1 > y2 ? &r : &l) = y1 > y2 ? two : one;
    }
    return (l + r) / 2;
}

int clpwl__find_pole(const clpwl_function *f, double a, double b, double *x)
{
    enum { SAMPLES = 1024 };
    double h = (b - a) / SAMPLES, most = -1, at = a;
    for (int i = 0; i < SAMPLES; i++) {
        double y = fabs(clpwl__function_raw(f, a + h * (i + 0.5)));
        if (y > most) {
            most = y;
            at = a + h * (i + 0.5);
        }
    }
    *x = climb(f, fmax(a, at - h), fmin(b, at + h));
    if (fabs(*x) < DBL_EPSILON * (b - a))
        *x = 0;
    return clpwl__is_pole(f, *x, b - a);
}
