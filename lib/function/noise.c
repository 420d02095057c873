/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "function/noise.h"
#include <float.h>
#include <gsl/gsl_statistics_double.h>
#include "base/array.h"
#include "base/door.h"
#include "function/function.h"
#include "function/samples.h"

enum {
    ORDERS = 9,         /* of divided differences of samples */
    PLACES = 7          /* rows of values of a callback; their median counts */
};

/* The divided difference at x[0 ... order], scaled so that independent noise of deviation 1 has
 * a deviation of 1. */
static double scaled_difference(const double *x, const double *y, int order)
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

double clpwl__noise_of_samples(const double *x, const double *y, size_t n)
{
    const double alike = 1.6; /* medians of few samples scatter */
    double most = 0, sigma[ORDERS + 1], found = 0, least, largest;
    double *scratch = n >= CLPWL__NOISE_SAMPLES ? clpwl__alloc(n, sizeof *scratch) : NULL;
    if (!scratch)
        return 0; /* too few samples, or no memory */
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(y[i]));
    for (int order = 2; order <= ORDERS && found == 0; order++) {
        const size_t count = n - (size_t)order;
        for (size_t i = 0; i < count; i++)
            scratch[i] = fmin(fabs(scaled_difference(x + i, y + i, order)), HUGE_VAL); /* NaN: at a jump */
        /* The standard deviation by the median of sizes: a few spikes or kinks do not change it. */
        sigma[order] = gsl_stats_select(scratch, 1, count, count / 2) / 0.6745;
        if (order < 4)
            continue;
        gsl_stats_minmax(&least, &largest, sigma + order - 2, 1, 3);
        if (largest < alike * least)
            found = sigma[order - 1];
    }
    clpwl__free(scratch);
    return found > 64 * DBL_EPSILON * most ? found : 0;
}

int clpwl__is_outlier(const double *x, const double *y, size_t n, size_t i, double sigma)
{
    enum { AROUND = 7 };
    const double far = 6, near = 3; /* of noise a difference exceeds these once in 10^9, and once in 400 */
    double xs[AROUND], ys[AROUND]; /* sample i is the last one */
    if (n < AROUND)
        return 0;
    const size_t first = i < AROUND / 2 ? 0 : i + AROUND / 2 < n ? i - AROUND / 2 : n - AROUND;
    for (size_t k = first, count = 0; k < first + AROUND; k++) {
        const size_t to = k == i ? AROUND - 1 : count++;
        xs[to] = x[k];
        ys[to] = y[k];
    }
    return fabs(scaled_difference(xs, ys, AROUND - 1)) > far * sigma &&
           fabs(scaled_difference(xs, ys, AROUND - 2)) < near * sigma;
}

/* The noise in the values at x, x + h, ...; 0 where one is not finite. */
static double noise_at(const clpwl_function *f, double x, double h)
{
    double places[CLPWL__NOISE_SAMPLES], y[CLPWL__NOISE_SAMPLES], sum = 0;
    for (int i = 0; i < CLPWL__NOISE_SAMPLES; i++)
        places[i] = x + i * h;
    clpwl__values_raw(f, places, y, CLPWL__NOISE_SAMPLES);
    for (int i = 0; i < CLPWL__NOISE_SAMPLES; i++)
        sum += y[i];
    return isfinite(sum) ? clpwl__noise_of_samples(places, y, CLPWL__NOISE_SAMPLES) : 0;
}

double clpwl__noise_of(const clpwl_function *f, double a, double b)
{
    /* With two steps: a fast oscillation may look like noise with the longer one alone. */
    const double longer = 1e-6, shorter = 0.73e-7, width = b - a;
    double found[PLACES], share = 0.5;
    for (int i = 0; i < PLACES; i++) {
        double x = a + share * (width * (1 - CLPWL__NOISE_SAMPLES * longer));
        share = fmod(share + clpwl__golden, 1);
        found[i] = fmin(noise_at(f, x, longer * width), noise_at(f, x, shorter * width));
    }
    return gsl_stats_median(found, 1, PLACES);
}

clpwl_status clpwl_function_noise(const clpwl_function *f, double a, double b, double *sigma)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    CHECK_GIVEN(f);
    CHECK_GIVEN(sigma);
    if (!f->data)
        TRY(clpwl__check_interval("noise on", a, b));
    const clpwl__data *d = f->data;
    *sigma = d ? clpwl__noise_of_samples(d->x, d->y, d->info.n) : clpwl__noise_of(f, a, b);
done:
    return status;
}
