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
#include "function/noise.h"

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
        return NAN;
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
    const gsl_interp_type *type =
        d->info.between == CLPWL_BETWEEN_SPLINE ? gsl_interp_cspline : gsl_interp_steffen;
    gsl_interp *spline = NULL;
    double slope = 0, next = 0;
    if (n == 2 || d->info.between == CLPWL_BETWEEN_LINEAR || d->info.between == CLPWL_BETWEEN_STEP)
        goto done;
    d->bulges = clpwl__alloc(n - 1, 2 * sizeof *d->bulges);
    CHECK_MEMORY(d->bulges);
    clpwl__gsl_enter();
    spline = gsl_interp_alloc(type, n);
    const int code = spline ? gsl_interp_init(spline, d->x, d->y, n) : GSL_ENOMEM;
    clpwl__gsl_leave();
    CHECK(code == GSL_SUCCESS, code == GSL_ENOMEM ? CLPWL_ERR_MEMORY : CLPWL_ERR_NUMERIC,
          "GSL makes no spline through %zu samples: %s", n, gsl_strerror(code));
    for (size_t i = 0; i < n; i++, slope = next) {
        clpwl__gsl_enter();
        gsl_interp_eval_deriv_e(spline, d->x, d->y, d->x[i], NULL, &next); /* an accelerator has no use */
        clpwl__gsl_leave();
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
    gsl_interp_free(spline);
    return status;
}

/* The largest distance from straight lines between rows. */
static void find_distance(clpwl__data *d)
{
    clpwl_samples_info *info = &d->info;
    info->bulge_at = d->x[0];
    for (size_t i = 0; i + 1 < info->n; i++) {
        const double p = clpwl__data_bulge(d, i, 0), q = clpwl__data_bulge(d, i, 1);
        const double l = d->x[i], h = d->x[i + 1] - l, height = fabs(d->y[i + 1] - clpwl__data_end(d, i));
        double t[2] = {1, 1};
        const int count = gsl_poly_solve_quadratic(3 * (p + q), -4 * p - 2 * q, p, t, t + 1);
        for (int k = 0; k < 2; k++) {
            const int is_inside = k < count && t[k] > 0 && t[k] < 1;
            const double most = is_inside ? fabs(bulge_at(d, i, t[k])) : height;
            if (most > info->bulge) {
                info->bulge = most;
                info->bulge_at = l + h * (is_inside ? t[k] : 1);
            }
        }
    }
}

static clpwl_status find_spacing(clpwl__data *d)
{
    clpwl_status status = CLPWL_OK;
    const size_t count = d->info.n - 1;
    double *steps = clpwl__alloc(count, sizeof *steps);
    CHECK_MEMORY(steps);
    for (size_t i = 0; i < count; i++) {
        steps[i] = d->x[i + 1] - d->x[i];
        if (steps[i] > d->info.gap) {
            d->info.gap = steps[i];
            d->info.gap_from = d->x[i];
        }
    }
    d->info.spacing = gsl_stats_median(steps, 1, count);
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
    const row *l = a, *r = b;
    return l->x != r->x ? (l->x > r->x) - (l->x < r->x) : (l->number > r->number) - (l->number < r->number);
}

static clpwl_status take_rows(row *rows, const clpwl_samples *s, int *sorted)
{
    clpwl_status status = CLPWL_OK;
    char where[256];
    for (size_t i = 0; i < s->n; i++) {
        const row at = {s->x[i], s->y[i], s->sigma ? s->sigma[i] : 1, i + 1};
        rows[i] = at;
        *sorted |= i > 0 && at.x < rows[i - 1].x;
        snprintf(where, sizeof where, "%.200s, sample %zu", s->name, at.number);
        TRY(clpwl__sample_check(where, -INFINITY, at.x, at.y, at.sigma));
    }
    if (*sorted)
        qsort(rows, s->n, sizeof *rows, compare_rows);
done:
    return status;
}

/* The mean of rows at one x. Adds their scatter. */
static row find_mean(const row *rows, size_t count, double *squares)
{
    double sum = 0, weights = 0;
    row mean = rows[0];
    for (size_t i = 0; i < count; i++) {
        const double weight = 1 / (rows[i].sigma * rows[i].sigma);
        sum += weight * (rows[i].y - rows[0].y); /* equal ones keep their y */
        weights += weight;
    }
    mean.y += sum / weights;
    mean.sigma = 1 / sqrt(weights);
    for (size_t i = 0; i < count; i++)
        *squares += (rows[i].y - mean.y) * (rows[i].y - mean.y);
    return count > 1 ? mean : rows[0];
}

/* Keeps one of equal rows at one x, of `count`. Two that are left are a jump. */
static clpwl_status find_jump(row *rows, size_t count, const char *name, int is_end, size_t *left)
{
    clpwl_status status = CLPWL_OK;
    char at[CLPWL__NUMBER_ROOM];
    size_t kept = 1;
    clpwl__number_format(at, rows[0].x);
    for (size_t i = 1; i < count; i++) {
        size_t k = 0;
        while (k < kept && rows[k].y != rows[i].y)
            k++;
        CHECK(k < 2, CLPWL_ERR_SAMPLES, "%.200s, sample %zu: x = %s has a third y; two are a jump", name,
              rows[i].number, at);
        if (k == kept)
            rows[kept++] = rows[i];
    }
    CHECK(kept == 1 || !is_end, CLPWL_ERR_SAMPLES, "%.200s, sample %zu: x = %s has two y; a jump lies "
          "between the first and the last x", name, rows[1].number, at);
    *left = kept;
done:
    return status;
}

/* Rows at one x become one, or a jump. */
static clpwl_status join_rows(row *rows, const clpwl_samples *s, clpwl_samples_info *info)
{
    clpwl_status status = CLPWL_OK;
    const int jumps = s->between == CLPWL_BETWEEN_LINEAR || s->between == CLPWL_BETWEEN_STEP;
    double squares = 0, freedoms = 0;
    size_t kept = 0;
    for (size_t i = 0, count; i < s->n; i += count) {
        size_t left = 1;
        for (count = 1; i + count < s->n && rows[i + count].x == rows[i].x;)
            count++;
        if (jumps)
            TRY(find_jump(rows + i, count, s->name, i == 0 || i + count == s->n, &left));
        else
            rows[i] = find_mean(rows + i, count, &squares);
        CHECK(left == 1 || s->between != CLPWL_BETWEEN_STEP || rows[i].y == rows[kept - 1].y,
              CLPWL_ERR_SAMPLES, "%.200s, sample %zu: y is %g before the step at x = %g, but %g in the row "
              "before it", s->name, rows[i].number, rows[i].y, rows[i].x, rows[kept - 1].y);
        freedoms += jumps ? 0 : (double)count - 1;
        info->repeated += count - left;
        if (s->between == CLPWL_BETWEEN_STEP) /* the last one alone tells something */
            rows[kept++] = rows[i + left - 1];
        else
            for (size_t k = 0; k < left; k++)
                rows[kept++] = rows[i + k];
    }
    info->noise = freedoms > 0 ? sqrt(squares / freedoms) : 0;
    info->n = kept;
    CHECK(rows[0].x < rows[kept - 1].x, CLPWL_ERR_SAMPLES, "%s: 1 sample at x = %g; at least two are needed, "
          "of different x", s->name, rows[0].x);
done:
    return status;
}

clpwl_status clpwl__data_create(clpwl__data **out, const clpwl_samples *s)
{
    clpwl_status status = CLPWL_OK;
    clpwl__data *d = clpwl__calloc(1, sizeof *d);
    CHECK_MEMORY(d);
    d->info.n = s->n;
    d->info.between = s->between == CLPWL_BETWEEN_AUTO ? CLPWL_BETWEEN_MONOTONE : s->between;
    TRY(clpwl__copy_text(&d->name, s->name));
    d->x = clpwl__alloc(s->n, 3 * sizeof *d->x);
    CHECK(d->x, CLPWL_ERR_MEMORY, "out of memory: %zu samples", s->n);
    d->y = d->x + s->n;
    d->sigma = s->sigma ? d->y + s->n : NULL;
    *out = d;
    d = NULL;
done:
    clpwl__data_free(d);
    return status;
}

/* Rows, sorted, each x once, or twice at a jump; and the curve between them. */
static clpwl_status take_data(clpwl__data *d, const clpwl_samples *s)
{
    clpwl_status status = CLPWL_OK;
    row *rows = clpwl__alloc(s->n, sizeof *rows);
    CHECK(rows, CLPWL_ERR_MEMORY, "out of memory: %zu samples", s->n);
    TRY(take_rows(rows, s, &d->info.sorted));
    TRY(join_rows(rows, s, &d->info));
    for (size_t i = 0; i < d->info.n; i++) {
        d->x[i] = rows[i].x;
        d->y[i] = rows[i].y;
        if (d->sigma)
            d->sigma[i] = rows[i].sigma;
    }
    TRY(find_bulges(d));
    find_distance(d);
    TRY(find_spacing(d));
done:
    clpwl__free(rows);
    return status;
}

clpwl_status clpwl_function_from_data(clpwl_function **out, const clpwl_samples *samples)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_samples s;
    clpwl__data *d = NULL;
    clpwl__text name = {0};
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
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
    TRY(clpwl__data_create(&d, &s));
    TRY(take_data(d, &s));
    clpwl__append(&name, d->info.between == CLPWL_BETWEEN_SPLINE ? "%s" : "%s (%s)", d->name,
                  clpwl_between_name(d->info.between));
    CHECK(!name.failed, CLPWL_ERR_MEMORY, "out of memory: the name %s", d->name);
    spec.name = name.text;
    spec.f = clpwl__data_value;
    spec.user = d;
    spec.release = clpwl__data_free;
    spec.a = d->x[0];
    spec.b = d->x[d->info.n - 1];
    spec.smooth = 1;
    TRY(clpwl_function_create(out, &spec));
    (*out)->data = d;
    (*out)->is_ours = 1;
    (*out)->sample_noise = clpwl__noise_of_samples(d->x, d->y, d->info.n);
    d = NULL;
done:
    clpwl__free(name.text);
    clpwl__data_free(d);
    return status;
}

clpwl_status clpwl_function_from_samples(clpwl_function **out, const char *name,
                                         const double *x, const double *y, size_t n)
{
    clpwl_samples s = CLPWL_SAMPLES_INIT;
    s.name = name;
    s.x = x;
    s.y = y;
    s.n = n;
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
