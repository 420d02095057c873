/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "function/noise.h"
#include <float.h>
#include "function/function.h"
#include "base/internal.h"

enum {
    ORDERS = 9,   /* of divided differences of samples */
    LEAST = 16,   /* samples */
    VALUES = 9,   /* in a row, for a callback */
    PLACES = 11   /* such rows: their median counts */
};

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A divided difference of the samples at x[0 ... order], of which independent noise of
 * deviation 1 makes a deviation of 1. */
static double contrast(const double *x, const double *y, int order)
{
    double sum = 0, norm = 0, scale = x[order] - x[0];
    for (int i = 0; i <= order; i++) {
        double w = 1;
        for (int j = 0; j <= order; j++)
            if (j != i)
                w *= scale / (x[i] - x[j]);
        sum += w * y[i];
        norm += w * w;
    }
    return sum / sqrt(norm);
}

/* The median of |contrast|, by which a normal distribution's deviation is known; few
 * spikes or kinks do not move it. */
static double deviation(const double *x, const double *y, size_t n, int order, double *scratch)
{
    size_t count = n - (size_t)order;
    for (size_t i = 0; i < count; i++)
        scratch[i] = fabs(contrast(x + i, y + i, order));
    qsort(scratch, count, sizeof *scratch, ascending);
    return scratch[count / 2] / 0.6745;
}

double clpwl__noise_of_samples(const double *x, const double *y, size_t n)
{
    const double alike = 1.6; /* medians of few samples scatter */
    double most = 0, sigma[ORDERS + 1], found = 0;
    double *scratch = n >= LEAST ? clpwl__alloc(n, sizeof *scratch) : NULL;
    if (!scratch)
        return 0; /* too few, or no memory: nothing is known */
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(y[i]));
    for (int order = 2; order <= ORDERS && found == 0; order++) {
        sigma[order] = deviation(x, y, n, order, scratch);
        if (order < 4)
            continue;
        const double *s = sigma + order - 2;
        double least = fmin(fmin(s[0], s[1]), s[2]), largest = fmax(fmax(s[0], s[1]), s[2]);
        if (largest < alike * least)
            found = s[1];
    }
    clpwl__free(scratch);
    return found > 64 * DBL_EPSILON * most ? found : 0;
}

/*
 * The deviation of the noise in values at x, x + h, ...: the first order of differences
 * that agrees with the next two and changes its sign (J. J. More, S. M. Wild, SIAM J. Sci.
 * Comput. 33 (2011) 1292-1314). 0 where there is none.
 */
static double noise_at(const clpwl_function *f, double x, double h)
{
    double t[VALUES], sigma[VALUES] = {0}, scale = 1;
    int changes[VALUES] = {0};
    for (int i = 0; i < VALUES; i++)
        if (!isfinite(t[i] = clpwl__function_raw(f, x + i * h)))
            return 0;
    for (int k = 1; k < VALUES; k++) {
        double sum = 0;
        for (int i = 0; i + k < VALUES; i++) {
            t[i] = t[i + 1] - t[i];
            sum += t[i] * t[i];
            changes[k] |= i > 0 && t[i] * t[i - 1] < 0;
        }
        scale *= k / (2.0 * (2 * k - 1)); /* (k!)^2 / (2k)! */
        sigma[k] = sqrt(scale * sum / (VALUES - k));
    }
    for (int k = 1; k + 2 < VALUES; k++) {
        double least = fmin(fmin(sigma[k], sigma[k + 1]), sigma[k + 2]);
        double largest = fmax(fmax(sigma[k], sigma[k + 1]), sigma[k + 2]);
        if (changes[k] && largest <= 4 * least)
            return sigma[k];
    }
    return 0;
}

double clpwl__noise_of(const clpwl_function *f, double a, double b)
{
    /* Twice: what is but a fast oscillation to the longer steps is smooth to the others. */
    const double longer = 1e-6, shorter = 0.73e-7, golden = 0.6180339887498949;
    double found[PLACES], most = 0, width = b - a, share = 0.5;
    for (int i = 0; i < PLACES; i++) {
        double x = a + share * (width * (1 - VALUES * longer));
        share = fmod(share + golden, 1);
        found[i] = fmin(noise_at(f, x, longer * width), noise_at(f, x, shorter * width));
        double y = fabs(clpwl__function_raw(f, x));
        most = isfinite(y) ? fmax(most, y) : most;
    }
    qsort(found, PLACES, sizeof *found, ascending);
    double sigma = found[PLACES / 2];
    return sigma > 64 * DBL_EPSILON * most ? sigma : 0;
}

clpwl_status clpwl_function_noise(const clpwl_function *f, double a, double b, double *sigma)
{
    clpwl_status status = CLPWL_OK;
    CHECK(f && sigma, CLPWL_ERR_ARGUMENT, "%s is NULL", f ? "sigma" : "f");
    CHECK(isfinite(a) && isfinite(b) && a < b, CLPWL_ERR_ARGUMENT,
          "the noise on [%g, %g] was asked for: both ends must be finite and the first the "
          "smaller", a, b);
    *sigma = f->sampled ? f->sample_noise : clpwl__noise_of(f, a, b);
done:
    return status;
}
