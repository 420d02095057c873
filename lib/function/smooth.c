/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The smoothing spline: of all functions that differ from the samples by the deviation of
 * their noise, the one with the least integral of f''^2 (C. H. Reinsch, Numer. Math. 10
 * (1967) 177-183). With R and Q as there, f'' at the inner samples solves
 * (R + a Q'Q) c = Q'y, and the values are y - a Q c. a is found by bisection.
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

enum { HALVINGS = 60 };
static const double most_decades = 30; /* a from 10^-30, an interpolant, to 10^30, a line */

typedef struct smoothing {
    size_t n;
    const double *y;
    double *h;        /* n - 1 steps, in units of their mean */
    double *out;      /* y - a Q c */
    gsl_matrix_view band; /* n - 2 rows: diagonal and the two below it, or the one that there is */
    gsl_vector_view c;
} smoothing;

/* The three entries of column j of Q, in rows j, j + 1 and j + 2. */
static void get_column(const smoothing *s, size_t j, double q[3])
{
    q[0] = 1 / s->h[j];
    q[2] = 1 / s->h[j + 1];
    q[1] = -q[0] - q[2];
}

static void fill_system(smoothing *s, double a)
{
    const size_t m = s->n - 2;
    for (size_t j = 0; j < m; j++) {
        double q[3], of[3], r[3] = {(s->h[j] + s->h[j + 1]) / 3, s->h[j + 1] / 6, 0};
        get_column(s, j, q);
        for (size_t k = 0; k < 3 && k < s->band.matrix.size2; k++) { /* R + a Q'Q, k columns on */
            double sum = 0;
            if (j + k < m)
                get_column(s, j + k, of);
            for (size_t i = k; i < 3 && j + k < m; i++)
                sum += q[i] * of[i - k];
            gsl_matrix_set(&s->band.matrix, j, k, j + k < m ? r[k] + a * sum : 0);
        }
        gsl_vector_set(&s->c.vector, j, q[0] * s->y[j] + q[1] * s->y[j + 1] + q[2] * s->y[j + 2]);
    }
}

/* Computes the values for one a. Returns their mean square distance from y, NAN on failure. */
static double solve_system(smoothing *s, double a)
{
    double sum = 0;
    fill_system(s, a);
    if (gsl_linalg_cholesky_band_decomp(&s->band.matrix) != GSL_SUCCESS ||
        gsl_linalg_cholesky_band_svx(&s->band.matrix, &s->c.vector) != GSL_SUCCESS)
        return NAN;
    memset(s->out, 0, s->n * sizeof *s->out);
    for (size_t j = 0; j < s->n - 2; j++) {
        double q[3];
        get_column(s, j, q);
        for (size_t k = 0; k < 3; k++)
            s->out[j + k] += a * q[k] * gsl_vector_get(&s->c.vector, j);
    }
    for (size_t i = 0; i < s->n; i++) {
        sum += s->out[i] * s->out[i];
        s->out[i] = s->y[i] - s->out[i];
    }
    return sum / (double)s->n;
}

static clpwl_status find_parameter(smoothing *s, double sigma)
{
    clpwl_status status = CLPWL_OK;
    double lo = -most_decades, hi = most_decades, left = 0;
    for (int i = 0; i < HALVINGS && isfinite(left); i++) {
        double middle = lo + (hi - lo) / 2;
        left = solve_system(s, pow(10, middle));
        if (left < sigma * sigma)
            lo = middle;
        else
            hi = middle;
    }
    CHECK(isfinite(left), CLPWL_ERR_NUMERIC, "no smoothing spline of %zu samples differs by "
          "a noise of %g", s->n, sigma);
done:
    return status;
}

static clpwl_status allocate_smoothing(smoothing *s, const clpwl__data *data)
{
    clpwl_status status = CLPWL_OK;
    s->n = data->info.n;
    s->y = data->y;
    double mean = (data->x[s->n - 1] - data->x[0]) / (double)(s->n - 1);
    const size_t m = s->n - 2;
    s->h = clpwl__alloc(s->n, 6 * sizeof *s->h);
    CHECK_MEMORY(s->h);
    s->out = s->h + s->n;
    s->c = gsl_vector_view_array(s->out + s->n, m);
    /* GSL takes no more columns than rows. */
    s->band = gsl_matrix_view_array(s->out + 2 * s->n, m, m > 2 ? 3 : 2);
    for (size_t i = 0; i + 1 < s->n; i++)
        s->h[i] = (data->x[i + 1] - data->x[i]) / mean;
done:
    return status;
}

static clpwl_status check_arguments(const clpwl_function *samples, double sigma)
{
    clpwl_status status = CLPWL_OK;
    CHECK(samples->data, CLPWL_ERR_ARGUMENT, "%s is not made from samples; only samples can be "
          "smoothed", clpwl_function_name(samples));
    const char *name = samples->data->name;
    size_t n = samples->data->info.n;
    CHECK(n >= 4, CLPWL_ERR_SAMPLES, "%s: %zu samples; smoothing needs at least four", name, n);
    CHECK(sigma >= 0 && sigma < HUGE_VAL, CLPWL_ERR_ARGUMENT,
          "the noise is %g; expected a positive number, or 0 to estimate it", sigma);
    CHECK(sigma > 0 || n >= CLPWL__NOISE_SAMPLES, CLPWL_ERR_SAMPLES,
          "%s: %zu samples; their noise is estimated from %d or more: give its deviation", name, n,
          CLPWL__NOISE_SAMPLES);
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
    CHECK(out, CLPWL_ERR_ARGUMENT, "out is NULL");
    *out = NULL;
    CHECK(samples, CLPWL_ERR_ARGUMENT, "samples is NULL");
    TRY(check_arguments(samples, sigma));
    clpwl_samples smooth = CLPWL_SAMPLES_INIT;
    smooth.name = samples->data->name;
    smooth.x = samples->data->x;
    smooth.y = samples->data->y;
    smooth.n = samples->data->info.n;
    sigma = sigma > 0 ? sigma : samples->sample_noise;
    if (sigma == 0) { /* no noise is found */
        smooth.between = samples->data->info.between;
        status = clpwl_function_from_data(out, &smooth);
        goto done;
    }
    TRY(allocate_smoothing(&s, samples->data));
    clpwl__gsl_enter();
    status = find_parameter(&s, sigma);
    clpwl__gsl_leave();
    TRY(status);
    snprintf(name, sizeof name, "%.200s smoothed by %.3g", smooth.name, sigma);
    smooth.name = name;
    smooth.y = s.out;
    smooth.between = CLPWL_BETWEEN_SPLINE;
    TRY(clpwl_function_from_data(out, &smooth));
    (*out)->sample_noise = 0; /* differences of the smoothed values show none */
done:
    clpwl__free(s.h);
    return status;
}
