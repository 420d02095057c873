/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <complex.h>
#include <math.h>
#include "catalogue_reference.h"

#define PI 3.14159265358979323846264338327950288L
#define EULER 0.577215664901532860606512090082402431L

/* y'' = x y from 0 to x by Taylor steps. */
static long double airy_from_zero(long double x, long double y, long double dy)
{
    enum { TERMS = 32 };
    int steps = (int)ceill(fabsl(x) * 4) + 1;
    long double h = x / steps;
    for (int k = 0; k < steps; k++) {
        long double at = k * h, c[TERMS] = {y, dy, at * y / 2};
        for (int n = 1; n + 2 < TERMS; n++)
            c[n + 2] = (at * c[n] + c[n - 1]) / ((n + 2) * (n + 1));
        y = dy = 0;
        for (int n = TERMS - 1; n >= 0; n--) {
            y = y * h + c[n];
            if (n > 0)
                dy = dy * h + n * c[n];
        }
    }
    return y;
}

/* The recurrence for Ai is unstable for growing x. There Ai = sqrt(x/3) K_1/3(z) / pi with z =
 * 2/3 x^(3/2), and K is by the trapezoidal rule, which converges exponentially. */
long double ref_airy_ai(long double x, const double *p)
{
    (void)p;
    if (x < 0.5L)
        return airy_from_zero(x, 0.355028053887817239260063186004L,
                              -0.258819403792806798405183560189L);
    long double z = 2 * x * sqrtl(x) / 3, h = 0.125L, sum = 0.5L * expl(-z);
    for (int k = 1; z * coshl(k * h) < z + 60; k++)
        sum += expl(-z * coshl(k * h)) * coshl(k * h / 3);
    return sqrtl(x / 3) * sum * h / PI;
}

long double ref_airy_bi(long double x, const double *p)
{
    (void)p;
    return airy_from_zero(x, 0.614926627446000735150922369094L,
                          0.448288357353826357914823710399L);
}

long double ref_bessel_i0(long double x, const double *p)
{
    long double term = 1, sum = 1;
    (void)p;
    for (int k = 1; k < 80; k++)
        sum += term *= x * x / 4 / ((long double)k * k);
    return sum;
}

/* Bessel's integral over a whole period: the trapezoidal rule is exact to J_128. */
static long double bessel_j(int n, long double x)
{
    enum { POINTS = 64 };
    long double sum = 0;
    for (int k = 0; k < POINTS; k++) {
        long double t = 2 * PI * k / POINTS;
        sum += cosl(n * t - x * sinl(t));
    }
    return sum / POINTS;
}

long double ref_bessel_j0(long double x, const double *p)
{
    (void)p;
    return bessel_j(0, x);
}

long double ref_bessel_j1(long double x, const double *p)
{
    (void)p;
    return bessel_j(1, x);
}

long double ref_bessel_k0(long double x, const double *p)
{
    long double h = 0.125L, sum = 0.5L * expl(-x);
    (void)p;
    if (x <= 0)
        return NAN;
    for (int k = 1; x * coshl(k * h) < x + 60; k++)
        sum += expl(-x * coshl(k * h));
    return sum * h;
}

static long double y0_wave(long double t, long double x)
{
    return sinl(x * sinl(t));
}

static long double y0_tail(long double t, long double x)
{
    return expl(-x * sinhl(t));
}

/* DLMF 10.9.7 */
long double ref_bessel_y0(long double x, const double *p)
{
    (void)p;
    if (x <= 0)
        return NAN;
    return 2 * (integrate(y0_wave, x, 0, PI / 2, 2) -
                integrate(y0_tail, x, 0, asinhl(50 / x), 4)) / PI;
}

/* exp(-x^2) sum x^(2n+1) / (n! (2n+1)): no term is negative. */
long double ref_dawson(long double x, const double *p)
{
    long double term = x, sum = x;
    (void)p;
    for (int n = 1; n < 450; n++) {
        term *= x * x / n;
        sum += term / (2 * n + 1);
    }
    return expl(-x * x) * sum;
}

long double ref_elliptic_k(long double m, const double *p)
{
    enum { POINTS = 512 };
    long double sum = 0;
    (void)p;
    for (int k = 0; k < POINTS; k++) {
        long double s = sinl(PI * (k + 0.5L) / (2 * POINTS));
        sum += 1 / sqrtl(1 - m * s * s);
    }
    return sum * PI / (2 * POINTS);
}

/* DLMF 6.6.2 and the continued fraction 6.9.1, bottom up. */
long double ref_expint(long double x, const double *p)
{
    (void)p;
    if (x <= 0)
        return NAN;
    if (x < 2) {
        long double term = 1, sum = -EULER - logl(x);
        for (int n = 1; n < 60; n++) {
            term *= -x / n;
            sum -= term / n;
        }
        return sum;
    }
    long double tail = 0;
    for (int n = 400; n > 0; n--)
        tail = n / (1 + n / (x + tail));
    return expl(-x) / (x + tail);
}

/* t = u^2 removes the square root. */
static long double fermi_integrand(long double u, long double x)
{
    return 4 / sqrtl(PI) * u * u / (1 + expl(u * u - x));
}

long double ref_fermi_dirac_half(long double x, const double *p)
{
    (void)p;
    return integrate(fermi_integrand, x, 0, sqrtl(x + 60), 8);
}

long double ref_lambert_w(long double x, const double *p)
{
    long double w = x < 0 ? x : log1pl(x) * 0.75L;
    (void)p;
    for (int k = 0; k < 40; k++) {
        long double e = w * expl(w) - x, slope = expl(w) * (w + 1);
        w -= e / (slope - (w + 2) * e / (2 * w + 2));
    }
    return w;
}

static long double normal_cdf(long double x)
{
    return erfcl(-x * sqrtl(0.5L)) / 2;
}

long double ref_normal_quantile(long double x, const double *p)
{
    long double lo = -8, hi = 8, q;
    (void)p;
    if (x <= 0 || x >= 1)
        return NAN;
    for (int k = 0; k < 20; k++) {
        q = (lo + hi) / 2;
        if (normal_cdf(q) < x)
            lo = q;
        else
            hi = q;
    }
    q = (lo + hi) / 2;
    for (int k = 0; k < 4; k++)
        q -= (normal_cdf(q) - x) * sqrtl(2 * PI) * expl(q * q / 2);
    return q;
}

static long double sinc(long double t, long double unused)
{
    (void)unused;
    return t == 0 ? 1 : sinl(t) / t;
}

long double ref_si(long double x, const double *p)
{
    (void)p;
    return integrate(sinc, 0, 0, x, 4);
}

/*
 * Re w(x + iy). If y is not small, the convolution by the trapezoidal rule, whose error is exp(-2
 * pi y / h). Otherwise Taylor's series from the real axis, where w = exp(-x^2) + 2i/sqrt(pi)
 * dawson(x), w' = -2xw + 2i/sqrt(pi), and so on.
 */
static long double voigt_profile(long double x, long double y)
{
    if (y >= 0.05L) {
        long double h = fminl(y / 8, 0.125L), sum = 0;
        for (int k = -(int)(7 / h); k <= (int)(7 / h); k++) {
            long double t = k * h;
            sum += expl(-t * t) / ((x - t) * (x - t) + y * y);
        }
        return sum * h * y / PI;
    }
    long double complex iy = y * I, power = 1, sum = 0;
    long double complex older = expl(-x * x) + 2 * I / sqrtl(PI) * ref_dawson(x, NULL);
    long double complex newer = -2 * x * older + 2 * I / sqrtl(PI);
    for (int n = 0; n < 12; n++) {
        sum += power * older;
        power *= iy / (n + 1);
        long double complex next = -2 * x * newer - 2 * (n + 1) * older;
        older = newer;
        newer = next;
    }
    return creall(sum);
}

long double ref_voigt(long double x, const double *p)
{
    long double s = p[1], root = sqrtl(2);
    return voigt_profile((x - p[0]) / (s * root), p[2] / (s * root)) / (s * sqrtl(2 * PI));
}

/* P. Borwein's alternating sum, error (3 + sqrt(8))^-n. */
long double ref_zeta(long double x, const double *p)
{
    enum { N = 28 };
    long double d[N + 1], term = 1, sum = 0;
    (void)p;
    d[0] = 1;
    for (int k = 1; k <= N; k++) {
        term *= 4.0L * (N + k - 1) * (N - k + 1) / ((2.0L * k) * (2 * k - 1));
        d[k] = d[k - 1] + term;
    }
    for (int k = 0; k < N; k++)
        sum += (k % 2 ? -1 : 1) * (d[N] - d[k]) / d[N] * powl(k + 1, -x);
    return sum / -expm1l((1 - x) * logl(2));
}
