/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The smoothing spline: of all functions that differ from the samples by the deviation of
 * their noise, the one with the least integral of f''^2 (C. H. Reinsch, Numer. Math. 10
 * (1967) 177-183). With R and Q as there, and the variances V, f'' at the inner samples solves
 * B c = Q'y, B = R + a Q'VQ, and the values are y - a V Q c. a is found by bisection where the deviation is
 * given. Else it minimises the generalised cross-validation n r'r / (n - 1.4 tr A)^2 (P. Craven, G. Wahba,
 * Numer. Math. 31 (1979) 377-403), with tr(I - A) = n - 2 - tr(R B^-1): the band of B^-1 follows from the
 * Cholesky factor of B (M. F. Hutchinson, F. R. de Hoog, Numer. Math. 47 (1985) 99-106).
 */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <stdio.h>
#include "function/function.h"
#include "base/door.h"
#include "base/gsl.h"
#include "function/noise.h"
#include "function/samples.h"
#include "base/internal.h"

static const double finest = 1e-4; /* of decades of a, by validation */
static const double most_decades = 30; /* a from 10^-30, an interpolant, to 10^30, a line */
/* Of degrees of freedom, in the validation (Y.-J. Kim, C. Gu, J. R. Stat. Soc. B 66 (2004) 337-356): with 1
 * the worst one of 20 seeds of bench/smoothing.py smooths a step too little, and an outlier moves it by 9
 * deviations. */
static const double caution = 1.4;
/* An outlier counts as one that scatters so much more. */
static const double outlying = 1e6;

typedef struct smoothing {
    size_t n;
    const double *y;
    double *h;        /* n - 1 steps, in units of their mean, and 1 */
    double *v;        /* variances, in units of their harmonic mean */
    double *out;
    double *d2;       /* f'' at all samples: c, and 0 at the ends */
    gsl_matrix_view band; /* n - 2 rows: diagonal and the two below it, or the one that there is */
} smoothing;

static void fill_system(smoothing *s, double a)
{
    for (size_t j = 0; j < s->n - 2; j++) {
        const double *h = s->h + j, *v = s->v + j, *y = s->y + j, p = 1 / h[0], q = 1 / h[1], r = 1 / h[2];
        const double variance = v[0] * p * p + v[1] * (p + q) * (p + q) + v[2] * q * q;
        const double row[] = {(h[0] + h[1]) / 3 + a * variance,
                              h[1] / 6 - a * q * (v[1] * (p + q) + v[2] * (q + r)), a * v[2] * q * r};
        for (size_t k = 0; k < s->band.matrix.size2; k++)
            gsl_matrix_set(&s->band.matrix, j, k, j + k < s->n - 2 ? row[k] : 0);
        s->d2[j + 1] = (y[2] - y[1]) * q - (y[1] - y[0]) * p;
    }
}

/* An entry of the Cholesky factor: row j + k of column j. */
static double factor_at(const smoothing *s, size_t j, size_t k)
{
    return j + k < s->n - 2 && k < s->band.matrix.size2 ? gsl_matrix_get(&s->band.matrix, j, k) : 0;
}

/* tr(I - A) for the system that is solved: from the last row of B^-1 up, whose 3 entries beside the diagonal
 * are kept for two rows. */
static double find_trace(const smoothing *s)
{
    double next = 0, beside = 0, after = 0; /* of B^-1: (j+1, j+1), (j+1, j+2), (j+2, j+2) */
    double sum = (double)s->n - 2;
    for (size_t j = s->n - 2; j-- > 0;) {
        const double d = factor_at(s, j, 0), l1 = factor_at(s, j, 1) / d, l2 = factor_at(s, j, 2) / d;
        const double first = -l1 * next - l2 * beside, second = -l1 * beside - l2 * after;
        after = next;
        beside = first;
        next = 1 / (d * d) - l1 * first - l2 * second;
        sum -= ((s->h[j] + s->h[j + 1]) * next + s->h[j + 1] * first) / 3;
    }
    return sum;
}

/* Computes the values for one a. Returns their mean square distance from y, NAN on failure. */
static double solve_system(smoothing *s, double a)
{
    double sum = 0, slope = 0, before = 0;
    gsl_vector_view c = gsl_vector_view_array(s->d2 + 1, s->n - 2);
    fill_system(s, a);
    if (gsl_linalg_cholesky_band_decomp(&s->band.matrix) != GSL_SUCCESS ||
        gsl_linalg_cholesky_band_svx(&s->band.matrix, &c.vector) != GSL_SUCCESS)
        return NAN;
    for (size_t i = 0; i < s->n; i++, before = slope) {
        slope = i + 1 < s->n ? (s->d2[i + 1] - s->d2[i]) / s->h[i] : 0;
        const double off = a * s->v[i] * (slope - before);
        sum += off * off / s->v[i];
        s->out[i] = s->y[i] - off;
    }
    return sum / (double)s->n;
}

/* The values that differ from y by sigma. Returns the square of that, NAN on failure. */
static double find_parameter(smoothing *s, double sigma)
{
    double decade = 0, left = 0;
    for (double step = most_decades / 2; step > 1e-16 && isfinite(left); step /= 2) {
        left = solve_system(s, pow(10, decade));
        decade += left < sigma * sigma ? step : -step;
    }
    return left;
}

/* The values with the least score, by half decades, and beside it by halves of these. Returns the variance of
 * the noise, NAN on failure. */
static double find_by_validation(smoothing *s)
{
    /* The spline is a line where a exceeds n^4, and an interpolant far below 1. */
    const double n = (double)s->n;
    double lo = -8, hi = 4 * log10(n) + 4, best = NAN, least = HUGE_VAL;
    for (double step = 0.5; step > finest; step /= 2) {
        for (double decade = lo; decade <= hi; decade += step) {
            const double left = solve_system(s, pow(10, decade));
            const double trace = 1 - caution * (1 - find_trace(s) / n);
            const double found = trace > 0 ? left / (trace * trace) : HUGE_VAL;
            best = found < least ? decade : best;
            least = fmin(found, least);
        }
        lo = best - step / 2;
        hi = best + step / 2;
    }
    const double left = solve_system(s, pow(10, best));
    return left * n / find_trace(s);
}

static clpwl_status allocate_smoothing(smoothing *s, const clpwl__data *data, double noise)
{
    clpwl_status status = CLPWL_OK;
    const size_t n = data->info.n, m = n - 2;
    const double mean = (data->x[n - 1] - data->x[0]) / (double)(n - 1);
    double weights = 0;
    s->n = n;
    s->y = data->y;
    s->h = clpwl__alloc(n, 7 * sizeof *s->h);
    CHECK_MEMORY(s->h);
    s->v = s->h + n;
    s->out = s->v + n;
    s->d2 = s->out + n;
    s->d2[0] = s->d2[n - 1] = 0;
    /* GSL takes no more columns than rows. */
    s->band = gsl_matrix_view_array(s->d2 + n, m, m > 2 ? 3 : 2);
    s->h[n - 1] = 1;
    for (size_t i = 0; i + 1 < n; i++) {
        s->h[i] = (data->x[i + 1] - data->x[i]) / mean;
        CHECK(s->h[i] > 0, CLPWL_ERR_SAMPLES, "%s: a jump at x = %g; only samples without one are smoothed",
              data->name, data->x[i]);
    }
    for (size_t i = 0; i < n && data->sigma; i++)
        weights += 1 / (data->sigma[i] * data->sigma[i]) / (double)n;
    for (size_t i = 0; i < n; i++) {
        s->v[i] = data->sigma ? data->sigma[i] * data->sigma[i] * weights : 1;
        s->v[i] *= clpwl__is_outlier(data->x, data->y, n, i, noise * sqrt(s->v[i])) ? outlying : 1;
    }
done:
    return status;
}

clpwl_status clpwl_function_smoothed(clpwl_function **out, const clpwl_function *samples,
                                     double sigma)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    smoothing s = {0};
    char name[256];
    CHECK_GIVEN(out);
    *out = NULL;
    CHECK_GIVEN(samples);
    const clpwl__data *data = samples->data;
    CHECK(data, CLPWL_ERR_ARGUMENT, "%s is not made from samples; only samples can be smoothed",
          samples->name);
    clpwl_samples smooth = {.size = sizeof smooth, .name = data->name, .x = data->x, .y = data->y,
                            .n = data->info.n, .between = data->info.between};
    CHECK(smooth.n >= 4, CLPWL_ERR_SAMPLES, "%s: %zu samples; smoothing needs at least four", data->name,
          smooth.n);
    CHECK(sigma >= 0 && sigma < HUGE_VAL, CLPWL_ERR_ARGUMENT,
          "the noise is %g; expected a positive number, or 0 to estimate it", sigma);
    CHECK(sigma > 0 || smooth.n >= CLPWL__NOISE_SAMPLES, CLPWL_ERR_SAMPLES,
          "%s: %zu samples; their noise is estimated from %d or more: give its deviation", data->name,
          smooth.n, CLPWL__NOISE_SAMPLES);
    const double noise = sigma > 0 ? sigma : clpwl__noise_of_samples(data->x, data->y, smooth.n);
    if (noise == 0) { /* none is found */
        status = clpwl_function_from_data(out, &smooth);
        goto done;
    }
    TRY(allocate_smoothing(&s, data, noise));
    clpwl__gsl_enter();
    const double variance = sigma > 0 ? find_parameter(&s, sigma) : find_by_validation(&s);
    clpwl__gsl_leave();
    CHECK(isfinite(variance), CLPWL_ERR_NUMERIC,
          "no smoothing spline of %zu samples is found for a noise of %g", smooth.n, noise);
    snprintf(name, sizeof name, "%.200s smoothed by %.3g", smooth.name, sigma > 0 ? sigma : sqrt(variance));
    smooth.name = name;
    smooth.y = s.out;
    smooth.between = CLPWL_BETWEEN_SPLINE;
    TRY(clpwl_function_from_data(out, &smooth));
    for (int k = 0; k < 2; k++)
        TRY(clpwl__copy_text(&((clpwl__data *)(*out)->user)->labels[k], data->labels[k]));
done:
    if (status != CLPWL_OK && out) {
        clpwl_function_free(*out);
        *out = NULL;
    }
    clpwl__free(s.h);
    return status;
}
