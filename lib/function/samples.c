/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "function/samples.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_interp.h>
#include <gsl/gsl_poly.h>
#include <gsl/gsl_statistics_double.h>
#include <stdio.h>
#include "base/array.h"
#include "base/door.h"
#include "base/gsl.h"
#include "base/internal.h"
#include "base/number.h"
#include "base/options.h"
#include "function/function.h"

typedef struct row {
    double x, y, sigma;
    size_t number; /* as given */
} row;

clpwl_status clpwl__sample_check(const char *where, double previous, double x, double y, double sigma)
{
    clpwl_status status = CLPWL_OK;
    char at[CLPWL__NUMBER_ROOM], before[CLPWL__NUMBER_ROOM];
    CHECK(isfinite(x), CLPWL_ERR_SAMPLES, "%s: x is %g; samples must be finite", where, x);
    CHECK(isfinite(y), CLPWL_ERR_SAMPLES, "%s: y is %g; samples must be finite", where, y);
    CHECK(sigma > 0 && sigma < HUGE_VAL, CLPWL_ERR_SAMPLES, "%s: sigma is %g; it must be above 0, and finite",
          where, sigma);
    if (x > previous)
        return CLPWL_OK;
    clpwl__number_format(at, x);
    clpwl__number_format(before, previous);
    CHECK(x != previous, CLPWL_ERR_SAMPLES,
          "%s: x = %s occurs twice; a function has one value: keep one of them, or their mean", where, at);
    status = clpwl__fail(CLPWL_ERR_SAMPLES, "%s: x = %s follows %s; x must ascend (sort -g sorts lines)",
                         where, at, before);
done:
    return status;
}

/* The curve between rows. */

double clpwl__data_end(const clpwl__data *d, size_t i)
{
    return d->y[i + (d->info.between != CLPWL_BETWEEN_STEP)];
}

static double bulge_at(const clpwl__data *d, size_t i, double t)
{
    return t * (1 - t) * (clpwl__data_bulge(d, i, 0) * (1 - t) - clpwl__data_bulge(d, i, 1) * t);
}

double clpwl__data_value(double x, void *data)
{
    const clpwl__data *d = data;
    const size_t n = d->info.n;
    if (!(d->x[0] <= x && x <= d->x[n - 1]))
        return d->beyond;
    const size_t i = clpwl__count_up_to(d->x, n, x) - 1;
    if (x == d->x[i])
        return d->y[i];
    const double l = d->y[i], r = clpwl__data_end(d, i), t = (x - d->x[i]) / (d->x[i + 1] - d->x[i]);
    double y = l * (1 - t) + r * t + bulge_at(d, i, t);
    if (d->info.between != CLPWL_BETWEEN_SPLINE) /* roundings leave the range of the rows, too */
        y = fmin(fmax(y, fmin(l, r)), fmax(l, r));
    return y;
}

/* The cubics have the slopes of GSL's at rows. */
static clpwl_status find_bulges(clpwl__data *d)
{
    clpwl_status status = CLPWL_OK;
    const size_t n = d->info.n;
    double slope = 0, next = 0;
    if (n == 2 || d->info.between == CLPWL_BETWEEN_LINEAR || d->info.between == CLPWL_BETWEEN_STEP)
        return CLPWL_OK;
    clpwl__gsl_enter();
    const int is_natural = d->info.between == CLPWL_BETWEEN_SPLINE;
    gsl_interp *spline = gsl_interp_alloc(is_natural ? gsl_interp_cspline : gsl_interp_steffen, n);
    const int code = spline ? gsl_interp_init(spline, d->x, d->y, n) : GSL_ENOMEM;
    d->bulges = clpwl__alloc(n - 1, 2 * sizeof *d->bulges);
    CHECK_MEMORY(d->bulges);
    CHECK(code == GSL_SUCCESS, code == GSL_ENOMEM ? CLPWL_ERR_MEMORY : CLPWL_ERR_NUMERIC,
          "GSL makes no spline through %zu samples: %s", n, gsl_strerror(code));
    for (size_t i = 0; i < n; i++, slope = next) {
        gsl_interp_eval_deriv_e(spline, d->x, d->y, d->x[i], NULL, &next); /* an accelerator has no use */
        if (i == 0)
            continue;
        const double h = d->x[i] - d->x[i - 1], rise = d->y[i] - d->y[i - 1];
        double *bulge = d->bulges + 2 * (i - 1);
        bulge[0] = h * slope - rise;
        bulge[1] = h * next - rise;
        CHECK(isfinite(bulge[0] + bulge[1]), CLPWL_ERR_SAMPLES,
              "%s: no spline passes through sample %zu, (%g, %g): it is too steep for double arithmetic "
              "there", d->name, i + 1, d->x[i], d->y[i]);
    }
done:
    clpwl__gsl_leave();
    gsl_interp_free(spline);
    return status;
}

/* The distances of rows, and the largest distance from straight lines between them. */
static clpwl_status measure_intervals(clpwl__data *d)
{
    clpwl_status status = CLPWL_OK;
    clpwl_samples_info *info = &d->info;
    const size_t count = info->n - 1;
    double *steps = clpwl__alloc(count, sizeof *steps);
    CHECK_MEMORY(steps);
    info->bulge_at = d->x[0];
    for (size_t i = 0; i < count; i++) {
        const double p = clpwl__data_bulge(d, i, 0), q = clpwl__data_bulge(d, i, 1);
        const double l = d->x[i], h = d->x[i + 1] - l, jump = fabs(d->y[i + 1] - clpwl__data_end(d, i));
        double t[2] = {1, 1};
        gsl_poly_solve_quadratic(3 * (p + q), -4 * p - 2 * q, p, t, t + 1);
        for (int k = 0; k < 2; k++) {
            const double at = t[k] > 0 && t[k] < 1 ? t[k] : 1, most = fabs(bulge_at(d, i, at)) + jump;
            if (most > info->bulge) {
                info->bulge = most;
                info->bulge_at = l + h * at;
            }
        }
        steps[i] = h;
        if (h > info->gap) {
            info->gap = h;
            info->gap_from = l;
        }
    }
    info->spacing = gsl_stats_median(steps, 1, count);
done:
    clpwl__free(steps);
    return status;
}

void clpwl__data_free(void *data)
{
    clpwl__data *d = data;
    if (!d)
        return;
    clpwl__free(d->name);
    clpwl__free(d->labels[0]);
    clpwl__free(d->labels[1]);
    clpwl__free(d->x);
    clpwl__free(d->bulges);
    clpwl__free(d);
}

/* Rows as they come. */

static int compare_rows(const void *a, const void *b)
{
    const int by_x = clpwl__compare_doubles(a, b);
    return by_x ? by_x : ((const row *)a)->number < ((const row *)b)->number ? -1 : 1;
}

/* Takes rows in ascending order. Those at one x become their mean, where equal ones keep their y; or a jump
 * of two that differ, whose second one alone a step takes. */
static clpwl_status join_rows(clpwl__data *d, const row *rows, const clpwl_samples *s)
{
    clpwl_status status = CLPWL_OK;
    const int is_step = s->between == CLPWL_BETWEEN_STEP;
    const int jumps = is_step || s->between == CLPWL_BETWEEN_LINEAR;
    char text[CLPWL__NUMBER_ROOM];
    double *x = d->x, *y = d->y, *sigma = y + s->n, jump = NAN; /* x of the last one */
    size_t n = 0;
    for (const row *at = rows; at < rows + s->n; at++) {
        if (n > 0 && x[n - 1] == at->x) {
            const double off = at->y - y[n - 1], before = 1 / (sigma[n - 1] * sigma[n - 1]);
            const double weight = 1 / (at->sigma * at->sigma), weights = before + weight;
            if (!jumps) {
                y[n - 1] += weight / weights * off;
                sigma[n - 1] = 1 / sqrt(weights);
            }
            if (!jumps || off == 0 || (at->x == jump && y[n - 2] == at->y)) {
                d->info.repeated++;
                continue;
            }
            clpwl__number_format(text, at->x);
            CHECK(at->x != jump, CLPWL_ERR_SAMPLES,
                  "%.200s, sample %zu: x = %s has a third y; two are a jump", s->name, at->number, text);
            CHECK(rows[0].x < at->x && at->x < rows[s->n - 1].x, CLPWL_ERR_SAMPLES,
                  "%.200s, sample %zu: x = %s has two y; a jump lies between the first and the last x",
                  s->name, at->number, text);
            CHECK(!is_step || y[n - 1] == y[n - 2], CLPWL_ERR_SAMPLES,
                  "%.200s, sample %zu: y is %g before the step at x = %g, but %g in the row before it",
                  s->name, at[-1].number, y[n - 1], at->x, y[n - 2]);
            jump = at->x;
            n -= (size_t)is_step;
        }
        x[n] = at->x;
        y[n] = at->y;
        sigma[n++] = at->sigma;
    }
    d->info.n = n;
    CHECK(x[0] < x[n - 1], CLPWL_ERR_SAMPLES,
          "%s: 1 sample at x = %g; at least two are needed, of different x", s->name, x[0]);
    for (size_t i = 0; i < s->n && d->info.repeated > 0 && !jumps; i++)
        d->info.noise += pow(s->y[i] - clpwl__data_value(s->x[i], d), 2) / (double)d->info.repeated;
    d->info.noise = sqrt(d->info.noise);
done:
    return status;
}

clpwl_status clpwl__data_create(clpwl__data **out, size_t n)
{
    clpwl_status status = CLPWL_OK;
    clpwl__data *d = *out = clpwl__calloc(1, sizeof *d);
    CHECK_MEMORY(d);
    d->x = clpwl__alloc(n, 3 * sizeof *d->x);
    CHECK(d->x, CLPWL_ERR_MEMORY, "out of memory: %zu samples", n);
    d->y = d->x + n;
done:
    return status;
}

clpwl_status clpwl_function_from_data(clpwl_function **out, const clpwl_samples *samples)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_samples s;
    clpwl__data *d = NULL;
    clpwl__text name = {0};
    row *rows = NULL;
    char where[256];
    CHECK_GIVEN(out);
    *out = NULL;
    CHECK_GIVEN(samples);
    TRY(clpwl__options_take(&s, sizeof s, samples, "clpwl_samples", "CLPWL_SAMPLES_INIT"));
    s.name = s.name ? s.name : "samples";
    CHECK_NAMED(between, s.between);
    CHECK(s.n >= 2, CLPWL_ERR_SAMPLES, "%s: %zu sample%s; at least two are needed", s.name, s.n,
          s.n == 1 ? "" : "s");
    CHECK(s.x && s.y, CLPWL_ERR_ARGUMENT, "%s is NULL", s.x ? "y" : "x");
    TRY(clpwl__check_count(s.name, "n", s.n, sizeof *s.x));
    TRY(clpwl__data_create(&d, s.n));
    TRY(clpwl__copy_text(&d->name, s.name));
    d->info.between = s.between == CLPWL_BETWEEN_AUTO ? CLPWL_BETWEEN_MONOTONE : s.between;
    d->sigma = s.sigma ? d->y + s.n : NULL;
    d->beyond = NAN;
    rows = clpwl__alloc(s.n, sizeof *rows);
    CHECK(rows, CLPWL_ERR_MEMORY, "out of memory: %zu samples", s.n);
    for (size_t i = 0; i < s.n; i++) {
        rows[i] = (row){s.x[i], s.y[i], s.sigma ? s.sigma[i] : 1, i + 1};
        d->info.sorted |= i > 0 && s.x[i] < s.x[i - 1];
        snprintf(where, sizeof where, "%.200s, sample %zu", s.name, i + 1);
        TRY(clpwl__sample_check(where, -INFINITY, s.x[i], s.y[i], rows[i].sigma));
    }
    if (d->info.sorted)
        qsort(rows, s.n, sizeof *rows, compare_rows);
    TRY(join_rows(d, rows, &s));
    TRY(find_bulges(d));
    TRY(measure_intervals(d));
    clpwl__append(&name, d->info.between == CLPWL_BETWEEN_SPLINE ? "%s" : "%s (%s)", d->name,
                  clpwl_between_name(d->info.between));
    CHECK(!name.failed, CLPWL_ERR_MEMORY, "out of memory: the name %s", d->name);
    const clpwl_function_spec spec = {.size = sizeof spec, .name = name.text, .f = clpwl__data_value,
                                      .user = d, .release = clpwl__data_free, .a = d->x[0],
                                      .b = d->x[d->info.n - 1], .smooth = 1};
    TRY(clpwl_function_create(out, &spec));
    (*out)->data = d;
    (*out)->is_ours = 1;
    d = NULL;
done:
    clpwl__free(rows);
    clpwl__free(name.text);
    clpwl__data_free(d);
    return status;
}

clpwl_status clpwl_function_from_samples(clpwl_function **out, const char *name,
                                         const double *x, const double *y, size_t n)
{
    const clpwl_samples s = {.size = sizeof s, .name = name, .x = x, .y = y, .n = n};
    return clpwl_function_from_data(out, &s);
}

clpwl_status clpwl_function_samples(const clpwl_function *f, clpwl_samples_info *info)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    CHECK_GIVEN(f);
    CHECK_GIVEN(info);
    CHECK(f->data, CLPWL_ERR_ARGUMENT, "%s is not made from samples", f->name);
    *info = f->data->info;
    info->x_label = f->data->labels[0];
    info->y_label = f->data->labels[1];
    info->x = f->data->x;
    info->y = f->data->y;
done:
    return status;
}
