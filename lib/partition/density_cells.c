/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "partition/density_cells.h"
#include <float.h>
#include "base/array.h"
#include "base/internal.h"
#include "function/function.h"
#include "function/weight.h"

enum {
    AT_ONCE = 32,  /* cells */
    ROUNDINGS = 16 /* in a value of f, about */
};

static const double gauss = 0.57735026918962576451; /* 1 / sqrt(3): the Gauss points of [-1,1] */

/* The factors of the weight at Gauss point k, where f is y and w is of_x, and the rounding of f. For relative
 * errors that is the rounding of f(x), which may be far below the rounding of the largest |f|. */
static clpwl_status weigh_point(const clpwl__density *d, clpwl__density_cell *cell, int k, double x, double y,
                                double of_x)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__weigh_by(d->weight, CLPWL_NORM_LINF, x, y, of_x, &cell->factor[k]));
    TRY(clpwl__weigh_by(d->weight, CLPWL_NORM_L2, x, y, of_x, &cell->root[k]));
    if (d->weight->floor > 0)
        cell->noise = fmin(cell->noise, ROUNDINGS * DBL_EPSILON * fmax(fabs(y), d->weight->floor));
done:
    return status;
}

/* At most AT_ONCE cells. */
static clpwl_status evaluate_batch(const clpwl__density *d, clpwl__density_cell *cells, size_t n)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_function *f = d->f;
    const double width = d->b - d->a;
    double x[2 * AT_ONCE], y[2 * AT_ONCE], w[2 * AT_ONCE];
    for (size_t i = 0; i < 2 * n; i++) {
        clpwl__density_cell *cell = &cells[i / 2];
        double half = (cell->r - cell->l) / 2;
        x[i] = cell->l + half * (i % 2 == 0 ? 1 - gauss : 1 + gauss);
        cell->factor[i % 2] = cell->root[i % 2] = 1;
        cell->noise = d->rounding;
    }
    if (d->weight) {
        TRY(clpwl__values(f, x, y, 2 * n));
        TRY(clpwl__weights(d->weight, x, w, 2 * n));
    }
    for (size_t i = 0; i < 2 * n; i++) {
        clpwl__density_cell *cell = &cells[i / 2];
        double d2f = fabs(f->d2f(x[i], f->user));
        if (d->weight)
            TRY(weigh_point(d, cell, (int)(i % 2), x[i], y[i], w[i]));
        cell->d2f[i % 2] = d2f * width * width <= cell->noise ? 0 : d2f;
        if (i % 2 == 1)
            cell->steepness = fabs(clpwl__function_raw(f, cell->r) - clpwl__function_raw(f, cell->l)) /
                              (cell->r - cell->l);
    }
done:
    return status;
}

clpwl_status clpwl__density_evaluate(const clpwl__density *d, clpwl__density_cell *cells, size_t n)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i < n; i += AT_ONCE)
        TRY(evaluate_batch(d, cells + i, n - i < AT_ONCE ? n - i : AT_ONCE));
done:
    return status;
}

clpwl_status clpwl__density_find_rounding(clpwl__density *d)
{
    enum { PLACES = 128 };
    clpwl_status status = CLPWL_OK;
    double most = 0, y;
    for (int i = 0; i <= PLACES; i++) {
        TRY(clpwl__value(d->f, clpwl__step_at(d->a, d->b, i, PLACES), &y));
        most = fmax(most, fabs(y));
    }
    d->rounding = ROUNDINGS * DBL_EPSILON * most;
done:
    return status;
}

double clpwl__density_at(const clpwl__density *d, const clpwl__density_cell *cell, int k)
{
    double factor = d->norm == CLPWL_NORM_L2 ? cell->root[k] : cell->factor[k];
    double density = pow(factor * cell->d2f[k], d->power), steep = d->tilt * factor * cell->steepness;
    return steep > 0 && isfinite(steep) ? steep + hypot(steep, density) : density;
}

void clpwl__density_on(const clpwl__density *d, const clpwl__density_cell *cell, double *mean,
                       double *slope)
{
    double half = (cell->r - cell->l) / 2;
    double p0 = clpwl__density_at(d, cell, 0), p1 = clpwl__density_at(d, cell, 1);
    *mean = fmax((p0 + p1) / 2, d->floor);
    *slope = (p1 - p0) / (2 * gauss * half);
    if (!(fabs(*slope) * half <= *mean - d->floor))
        *slope = copysign((*mean - d->floor) / half, *slope);
}

double clpwl__density_mass(const clpwl__density *d, size_t from, size_t to)
{
    double mass = 0, mean, slope;
    for (size_t i = from; i < to; i++) {
        clpwl__density_on(d, &d->cells[i], &mean, &slope);
        mass += mean * (d->cells[i].r - d->cells[i].l);
    }
    return mass;
}

void clpwl__density_tilt(clpwl__density *d, double tilt)
{
    d->tilt = tilt;
    d->total = 0;
    for (size_t i = 0; i < d->cell_count; i++)
        d->total += (d->cells[i].r - d->cells[i].l) * clpwl__density_mean(d, &d->cells[i]);
    /* total is 0 where f is straight between kinks. */
    d->floor = d->total > 0 ? CLPWL__DENSITY_FLOOR * d->total / (d->b - d->a) : 1;
    d->total = clpwl__density_mass(d, 0, d->cell_count);
}
