/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "partition/density_cells.h"
#include <float.h>
#include "base/internal.h"
#include "function/curvature.h"
#include "function/function.h"
#include "function/weight.h"

enum { AT_ONCE = 32 /* cells */ };

/* The second difference of f over the halves of [l, r]: f'' (r - l)^2 / 4 for a constant f''. */
static double second_difference(const double y[3])
{
    return y[0] - 2 * y[1] + y[2];
}

/* f'' at a place beside a cusp, some ulp away, where values of f show none. */
static clpwl_status find_finite(const clpwl_function *f, clpwl__curved_place *p, double *d2f)
{
    clpwl_status status = CLPWL_OK;
    const double x[3] = {p->l, p->l + (p->r - p->l) / 2, p->r};
    double y[3];
    if (!f->d2f) {
        clpwl__values_raw(f, x, y, 3);
        *d2f = second_difference(y) / ((p->r - p->l) * (p->r - p->l)) * 4;
        p->error = 0;
    }
    if (!isfinite(*d2f)) {
        TRY(clpwl__value(f, p->x, d2f)); /* reports f itself, where f is not finite */
        TRY(clpwl_function_curvature(f, p->x, d2f));
    }
done:
    return status;
}

clpwl_status clpwl__density_curvatures(const clpwl__density *d, const clpwl_function *f,
                                       clpwl__curved_place *places, size_t n)
{
    clpwl_status status = CLPWL_OK;
    const double width = d->b - d->a;
    double x[2 * AT_ONCE], scale[2 * AT_ONCE], d2f[2 * AT_ONCE], error[2 * AT_ONCE];
    for (size_t i = 0; i < n; i++) {
        x[i] = places[i].x;
        scale[i] = f->noise > 0 ? 0 : 8 * (places[i].r - places[i].l); /* noise hides f'' from short steps */
        error[i] = 0;
        if (f->d2f)
            d2f[i] = clpwl__curvature_raw(f, x[i]);
    }
    if (!f->d2f && n > 0)
        TRY(clpwl__curvatures_numeric(f, x, scale, n, d2f, error));
    for (size_t i = 0; i < n; i++) {
        clpwl__curved_place *p = &places[i];
        p->error = error[i];
        if (!isfinite(d2f[i]))
            TRY(find_finite(f, p, &d2f[i]));
        p->d2f = fabs(d2f[i]);
        if (p->d2f <= p->error || p->d2f * width * width <= p->rounding)
            p->d2f = 0;
    }
done:
    return status;
}

/* The factors of the weight at x, where f is y and w is of_x, and the rounding of f. For relative errors that
 * is the rounding of f(x), which may be far below the rounding of the largest |f|. */
static clpwl_status evaluate_weight(const clpwl__density *d, const clpwl_function *f, double x, double y,
                                    double of_x, double *factor, double *root, double *rounding)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__weigh_by(d->weight, CLPWL_NORM_LINF, x, y, of_x, factor));
    TRY(clpwl__weigh_by(d->weight, CLPWL_NORM_L2, x, y, of_x, root));
    if (d->weight->floor > 0)
        *rounding = CLPWL__ROUNDINGS * fmax(d->unit * fmax(fabs(y), d->weight->floor), f->noise);
done:
    return status;
}

/* At most AT_ONCE cells. */
static clpwl_status evaluate_batch(const clpwl__density *d, const clpwl_function *f,
                                   clpwl__density_cell *cells, size_t n)
{
    enum { VALUES = 5 }; /* at the ends, the middle and the Gauss points */
    clpwl_status status = CLPWL_OK;
    clpwl__curved_place places[2 * AT_ONCE];
    double x[VALUES * AT_ONCE], y[VALUES * AT_ONCE], w[2 * AT_ONCE];
    double *const x_gauss = x + 3 * n, *const y_gauss = y + 3 * n;
    for (size_t i = 0; i < n; i++) {
        double l = cells[i].l, r = cells[i].r;
        const double of_cell[] = {l, l + (r - l) / 2, r};
        memcpy(x + 3 * i, of_cell, sizeof of_cell);
        for (size_t k = 0; k < 2; k++)
            x_gauss[2 * i + k] = l + (r - l) / 2 * (k == 0 ? 1 - clpwl__gauss : 1 + clpwl__gauss);
    }
    clpwl__values_raw(f, x, y, 3 * n);
    if (d->weight) {
        TRY(clpwl__values(f, x_gauss, y_gauss, 2 * n));
        TRY(clpwl__weights(d->weight, x_gauss, w, 2 * n));
    }
    for (size_t i = 0; i < 2 * n; i++) {
        clpwl__density_cell *cell = &cells[i / 2];
        places[i] = (clpwl__curved_place){cell->l, cell->r, x_gauss[i], d->rounding, 0, 0};
        cell->factor[i % 2] = cell->root[i % 2] = 1;
        if (d->weight)
            TRY(evaluate_weight(d, f, x_gauss[i], y_gauss[i], w[i], &cell->factor[i % 2],
                                &cell->root[i % 2], &places[i].rounding));
    }
    TRY(clpwl__density_curvatures(d, f, places, 2 * n));
    for (size_t i = 0; i < n; i++) {
        cells[i].bend = fabs(second_difference(y + 3 * i));
        cells[i].steepness = fabs(y[3 * i + 2] - y[3 * i]) / (cells[i].r - cells[i].l);
        cells[i].noise = fmin(d->rounding, fmin(places[2 * i].rounding, places[2 * i + 1].rounding));
        for (size_t k = 0; k < 2; k++) {
            cells[i].d2f[k] = places[2 * i + k].d2f;
            cells[i].error[k] = places[2 * i + k].error;
        }
    }
done:
    return status;
}

clpwl_status clpwl__density_evaluate(const clpwl__density *d, const clpwl_function *f,
                                     clpwl__density_cell *cells, size_t n)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i < n; i += AT_ONCE)
        TRY(evaluate_batch(d, f, cells + i, n - i < AT_ONCE ? n - i : AT_ONCE));
done:
    return status;
}

/* Whether f rounds its argument to a float at each of the places. */
static int rounds_argument(const clpwl_function *f, const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double at = (double)(float)x[i], next = (double)nextafterf((float)x[i], INFINITY);
        if (clpwl__function_raw(f, at) != clpwl__function_raw(f, at + (next - at) / 4))
            return 0;
    }
    return 1;
}

clpwl_status clpwl__density_find_rounding(clpwl__density *d, const clpwl_function *f)
{
    enum { PLACES = 128, TRIED = 16 };
    clpwl_status status = CLPWL_OK;
    double x[PLACES + 1], y[PLACES + 1], most = 0, steps = 0;
    int are_floats = !f->is_formula && !f->entry; /* x*x*(3-2*x) has floats on [-1, 2] by chance */
    for (int i = 0; i <= PLACES; i++)
        x[i] = i < PLACES ? d->a + (d->b - d->a) * i / PLACES : d->b;
    TRY(clpwl__values(f, x, y, 1));
    TRY(clpwl__values(f, x + PLACES, y + PLACES, 1));
    clpwl__values_raw(f, x + 1, y + 1, PLACES - 1);
    for (int i = 0; i <= PLACES; i++)
        if (isfinite(y[i])) {
            most = fmax(most, fabs(y[i]));
            are_floats = are_floats && y[i] == (float)y[i];
            double place = i > 0 ? fmax(fabs(x[i]), fabs(x[i - 1])) : 0;
            if (i > 0 && isfinite(y[i - 1]))
                steps = fmax(steps, place * fabs(y[i] - y[i - 1]) / (x[i] - x[i - 1]));
        }
    if (are_floats && rounds_argument(f, x + PLACES / 2, TRIED))
        most += steps;
    d->unit = are_floats ? FLT_EPSILON / 8 : DBL_EPSILON; /* half an ulp, 4 times in a second difference */
    d->rounding = CLPWL__ROUNDINGS * fmax(d->unit * most, f->noise);
done:
    return status;
}

double clpwl__density_power(clpwl_norm norm)
{
    return norm == CLPWL_NORM_L1 ? 1.0 / 3 : norm == CLPWL_NORM_L2 ? 2.0 / 5 : 1.0 / 2;
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
    *slope = (p1 - p0) / (2 * clpwl__gauss * half);
    if (!(fabs(*slope) * half <= *mean - d->floor))
        *slope = copysign((*mean - d->floor) / half, *slope);
}

void clpwl__density_tilt(clpwl__density *d, double tilt)
{
    d->tilt = tilt;
    d->total = 0;
    for (size_t i = 0; i < d->cell_count; i++)
        for (int k = 0; k < 2; k++)
            d->total += (d->cells[i].r - d->cells[i].l) / 2 * clpwl__density_at(d, &d->cells[i], k);
    /* total is 0 where f is straight between kinks. */
    d->floor = d->total > 0 ? CLPWL__DENSITY_FLOOR * d->total / (d->b - d->a) : 1;
    d->total = 0;
    for (size_t i = 0; i < d->cell_count; i++) {
        double mean, slope;
        clpwl__density_on(d, &d->cells[i], &mean, &slope);
        d->total += mean * (d->cells[i].r - d->cells[i].l);
    }
}
