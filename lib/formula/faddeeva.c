/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * w(z) by trapezoidal and midpoint rules on its integral, with the poles' residues
 * added: M. Al Azah and S. N. Chandler-Wilde, "Computation of the complex error
 * function using modified trapezoidal rules", SIAM J. Numer. Anal. 59 (2021)
 * 2346-2367, with N = 11, for which they prove 2e-15.
 */
#include "formula/faddeeva.h"
#include <math.h>

enum { NODES = 12 };
static const double step = 0.51166335397324427; /* sqrt(pi / 12) */

/*
 * (2 i z h / pi) sum exp(-t^2) / (z^2 - t^2), t = offset, offset + h, ...; term by term
 * i z / (z^2 - t^2) = (i/(z-t) + i/(z+t)) / 2, whose real parts are positive multiples
 * of Im z: nothing cancels in the real part.
 */
static double complex rule(double x, double y, double offset)
{
    double re = 0, im = 0;
    for (int k = NODES - 1; k >= 0; k--) {
        double t = offset + k * step, weight = exp(-t * t);
        double near = 1 / ((x - t) * (x - t) + y * y), far = 1 / ((x + t) * (x + t) + y * y);
        if (t == 0)
            weight /= 2; /* the middle node of a sum from -infinity */
        re += weight * (near + far);
        im += weight * ((x - t) * near + (x + t) * far);
    }
    return CMPLX(step * M_1_PI * y * re, step * M_1_PI * im);
}

/* exp(-z^2) without the cancellation in x^2 - y^2. */
static double complex bell(double x, double y)
{
    double size = exp((y - x) * (y + x));
    return CMPLX(size * cos(2 * x * y), -size * sin(2 * x * y));
}

double complex clpwl__faddeeva(double complex z)
{
    double x = fabs(creal(z)), y = cimag(z);
    double cells = x / step, part = cells - floor(cells);
    double offset = y < x && part >= 0.25 && part <= 0.75 ? 0 : 0.5 * step;
    double complex w = rule(x, y, offset);
    /* The residue; far above the axis it is below rounding. */
    if (y < M_PI / step) {
        double turn = 2 * M_PI * x / step, size = exp(2 * M_PI * y / step);
        double complex e = CMPLX(size * cos(turn), -size * sin(turn));
        w += 2 * bell(x, y) / (offset == 0 ? 1 - e : 1 + e);
    }
    return creal(z) < 0 ? conj(w) : w;
}
