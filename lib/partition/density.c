/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "partition/density.h"
#include <float.h>
#include "base/internal.h"
#include "function/curvature.h"
#include "function/function.h"
#include "function/weight.h"

enum {
    START_CELLS = 128,  /* over the whole domain; each is halved at least once */
    MOST_CELLS = 8192,  /* in one of those: f'' may be noise. After each that has so many, */
    FEWEST_CELLS = 16,  /* half as many, down to this */
    ALL_CELLS = 1 << 16, /* half a second of a formula's values */
    UNSEEN_CELLS = 256, /* around bends in one of those; two a halving, of some 50 */
    DEEPEST = 70,       /* halvings around an unseen bend */
    COARSE_SAMPLES = 64, /* of a cell that is not divided any more: those of a sine have its mean to 8 % */
    ROUNDINGS = 16      /* in a value of f, about */
};
static const double tolerance = 2e-6; /* of a cell, relative to the total; some 100 cells count */
static const double wide = 1e4; /* the equal cells of such a domain are 80 wide each */
static const double narrowest = 0x1p-149; /* cells, twice: fp32's least number */
static const double gauss = 0.57735026918962576451; /* 1 / sqrt(3) */

double clpwl__density_power(clpwl_norm norm)
{
    return norm == CLPWL_NORM_L1 ? 1.0 / 3 : norm == CLPWL_NORM_L2 ? 2.0 / 5 : 1.0 / 2;
}

double clpwl__density_at(const clpwl__density *d, const clpwl__density_cell *cell, int k)
{
    double factor = d->norm == CLPWL_NORM_L2 ? cell->root[k] : cell->factor[k];
    return pow(factor * cell->d2f[k], d->power);
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

static double integrate_cell(const clpwl__density *d, const clpwl__density_cell *cell)
{
    return (cell->r - cell->l) / 2 *
           (clpwl__density_at(d, cell, 0) + clpwl__density_at(d, cell, 1));
}

/* The second difference of f over the halves of [l, r]: f'' (r - l)^2 / 4 for a constant f''. */
static double second_difference(const clpwl_function *f, double l, double r)
{
    const double x[3] = {l, l + (r - l) / 2, r};
    double y[3];
    clpwl__values_raw(f, x, y, 3);
    return y[0] - 2 * y[1] + y[2];
}

/* |f''(x)| in the cell [l, r]; 0 where it is not above the given rounding of f. */
static clpwl_status evaluate_curvature(const clpwl__density *d, const clpwl_function *f, double l,
                                       double r, double x, double rounding, double *out)
{
    clpwl_status status = CLPWL_OK;
    double error = 0, y, width = d->b - d->a;
    y = f->d2f ? clpwl__curvature_raw(f, x) : clpwl__curvature_numeric(f, x, 8 * (r - l), &error);
    if (!isfinite(y) && !f->d2f) { /* beside a cusp, some ulp away */
        y = second_difference(f, l, r) / ((r - l) * (r - l)) * 4;
        error = 0;
    }
    if (!isfinite(y)) {
        TRY(clpwl__value(f, x, &y)); /* reports f itself, where f is not finite */
        TRY(clpwl_function_curvature(f, x, &y));
    }
    y = fabs(y);
    *out = y <= error || y * width * width <= rounding ? 0 : y;
done:
    return status;
}

/* The factors of the weight at x, and the rounding of f there. For relative errors it is the
 * rounding of f(x), which may be far below that of the largest |f|. */
static clpwl_status evaluate_weight(const clpwl__density *d, const clpwl_function *f, double x,
                                    double *factor, double *root, double *rounding)
{
    clpwl_status status = CLPWL_OK;
    double y;
    TRY(clpwl__value(f, x, &y));
    TRY(clpwl__weigh(d->weight, CLPWL_NORM_LINF, x, y, factor));
    TRY(clpwl__weigh(d->weight, CLPWL_NORM_L2, x, y, root));
    if (d->weight->floor > 0)
        *rounding = ROUNDINGS * fmax(DBL_EPSILON * fmax(fabs(y), d->weight->floor), f->noise);
done:
    return status;
}

static clpwl_status evaluate_cell(const clpwl__density *d, const clpwl_function *f, double l,
                                  double r, clpwl__density_cell *cell)
{
    clpwl_status status = CLPWL_OK;
    *cell = (clpwl__density_cell){.l = l, .r = r, .factor = {1, 1}, .root = {1, 1}};
    cell->noise = d->rounding;
    for (int k = 0; k < 2; k++) {
        double x = l + (r - l) / 2 * (k == 0 ? 1 - gauss : 1 + gauss), rounding = d->rounding;
        if (d->weight)
            TRY(evaluate_weight(d, f, x, &cell->factor[k], &cell->root[k], &rounding));
        TRY(evaluate_curvature(d, f, l, r, x, rounding, &cell->d2f[k]));
        cell->noise = fmin(cell->noise, rounding);
    }
done:
    return status;
}

/* The rounding of f on [a,b]. f must be finite at the ends, which will be knots. */
static clpwl_status find_rounding(clpwl__density *d, const clpwl_function *f)
{
    clpwl_status status = CLPWL_OK;
    double x[START_CELLS + 1] = {d->a, d->b}, y[START_CELLS + 1], most = 0;
    TRY(clpwl__values(f, x, y, 2));
    for (int i = 1; i < START_CELLS; i++)
        x[i + 1] = d->a + (d->b - d->a) * i / START_CELLS;
    clpwl__values_raw(f, x + 2, y + 2, START_CELLS - 1);
    for (int i = 0; i <= START_CELLS; i++)
        if (isfinite(y[i]))
            most = fmax(most, fabs(y[i]));
    d->rounding = ROUNDINGS * fmax(DBL_EPSILON * most, f->noise);
done:
    return status;
}

static clpwl_status append_cell(clpwl__density *d, const clpwl__density_cell *cell)
{
    clpwl_status status = CLPWL_OK;
    if (d->cell_count == d->cell_room) {
        size_t room = 2 * d->cell_room + 4 * START_CELLS;
        clpwl__density_cell *cells = clpwl__realloc(d->cells, room, sizeof *cells);
        CHECK(cells, CLPWL_ERR_MEMORY, "out of memory: the knot density in %zu cells", room);
        d->cells = cells;
        d->cell_room = room;
    }
    d->cells[d->cell_count++] = *cell;
done:
    return status;
}

/* Whether f'' may have a zero within the halves: the least of the four values is less than a
 * third of the largest. A piecewise linear density is inaccurate there. */
static int is_uneven(const clpwl__density_cell *left, const clpwl__density_cell *right)
{
    double least = fmin(fmin(left->d2f[0], left->d2f[1]), fmin(right->d2f[0], right->d2f[1]));
    double most = fmax(fmax(left->d2f[0], left->d2f[1]), fmax(right->d2f[0], right->d2f[1]));
    return least < most / 3;
}

/* Whether f bends in a cell by more than f'' at its Gauss points tells. Knots cannot divide a few ulp. */
static int has_unseen_bend(const clpwl__density_cell *cell, const clpwl_function *f)
{
    double width = cell->r - cell->l, bend = fabs(second_difference(f, cell->l, cell->r));
    int is_divisible = width > 4 * FLT_EPSILON * fmax(fabs(cell->l), fabs(cell->r));
    return is_divisible && isfinite(bend) &&
           bend > fmax(cell->d2f[0], cell->d2f[1]) * width * width + cell->noise;
}

/* Gives both halves of a cell that is not divided any more its mean density, by samples: in halves that are
 * longer than the periods of f, f'' at the Gauss points may be any. */
static clpwl_status flatten(const clpwl__density *d, const clpwl_function *f, double l, double r,
                            clpwl__density_cell *left, clpwl__density_cell *right)
{
    static const double golden = 0.6180339887498949;
    clpwl_status status = CLPWL_OK;
    double sum = 0;
    for (int k = 1; k <= COARSE_SAMPLES; k++) {
        double y, at = golden * k - floor(golden * k);
        TRY(evaluate_curvature(d, f, left->l, left->r, l + at * (r - l), d->rounding, &y));
        sum += pow(y, d->power);
    }
    double mean = pow(sum / COARSE_SAMPLES, 1 / d->power);
    left->d2f[0] = left->d2f[1] = right->d2f[0] = right->d2f[1] = mean;
done:
    return status;
}

/* Halves a cell until the integral of the density over the halves agrees with that over the
 * whole, or the curvature is below rounding, and no bend is unseen. Appends the resulting cells. */
static clpwl_status refine_cell(clpwl__density *d, const clpwl_function *f,
                                const clpwl__density_cell *cell, double slack, size_t limit)
{
    clpwl_status status = CLPWL_OK;
    double middle = cell->l + (cell->r - cell->l) / 2;
    double width = cell->r - cell->l;
    clpwl__density_cell left, right;
    if (width < 64 * DBL_EPSILON * fmax(fabs(cell->l), fabs(cell->r)) ||
        (fmax(cell->d2f[0], cell->d2f[1]) * width * width < cell->noise && !has_unseen_bend(cell, f))) {
        TRY(append_cell(d, cell));
        goto done;
    }
    TRY(evaluate_cell(d, f, cell->l, middle, &left));
    TRY(evaluate_cell(d, f, middle, cell->r, &right));
    double mass = integrate_cell(d, &left) + integrate_cell(d, &right);
    double unknown = is_uneven(&left, &right) ? mass : fabs(integrate_cell(d, cell) - mass);
    int is_seen = unknown <= slack && !has_unseen_bend(&left, f) && !has_unseen_bend(&right, f);
    int is_whole = is_seen || width < 2 * narrowest;
    if (is_whole || d->cell_count >= limit) {
        if (!is_whole)
            TRY(flatten(d, f, cell->l, cell->r, &left, &right));
        TRY(append_cell(d, &left));
        TRY(append_cell(d, &right));
    } else {
        TRY(refine_cell(d, f, &left, slack, limit));
        TRY(refine_cell(d, f, &right, slack, limit));
    }
done:
    return status;
}

/*
 * The next edge towards r: r, or in a wide domain near 0, whose equal cells see nothing of a bend
 * between 0 and 1, 0 and the powers of 8 times 1e-3 on both sides of it.
 */
static double next_edge(const clpwl__density *d, double l, double r)
{
    static const double least = 1e-3, step = 8;
    double edge;
    if (d->b - d->a <= wide || r <= -least || l >= (d->b - d->a) / START_CELLS)
        return r;
    if (l < 0) {
        for (edge = least; edge * step < -l; edge *= step)
            ;
        edge = l < -least ? -edge : 0;
    } else {
        for (edge = least; edge <= l; edge *= step)
            ;
    }
    return fmin(edge, r);
}

/* Appends a cell, halved around a bend that it does not see until it does. */
static clpwl_status append_seeing(clpwl__density *d, const clpwl_function *f, double l, double r,
                                  size_t limit, int depth)
{
    clpwl_status status = CLPWL_OK;
    clpwl__density_cell cell;
    double middle = l + (r - l) / 2;
    TRY(evaluate_cell(d, f, l, r, &cell));
    if (depth < DEEPEST && d->cell_count < limit && has_unseen_bend(&cell, f)) {
        TRY(append_seeing(d, f, l, middle, limit, depth + 1));
        TRY(append_seeing(d, f, middle, r, limit, depth + 1));
    } else {
        TRY(append_cell(d, &cell));
    }
done:
    return status;
}

/*
 * Appends the cells from l to r.
 *   room   for cells around unseen bends, halved where they fill it: f oscillates
 */
static clpwl_status create_cell(clpwl__density *d, const clpwl_function *f, double l, double r, int narrow,
                                size_t *room)
{
    clpwl_status status = CLPWL_OK;
    const size_t limit = d->cell_count + *room;
    for (double to; l < r; l = to) {
        clpwl__density_cell cell = {.l = l, .r = to = narrow ? r : next_edge(d, l, r)};
        if (narrow) /* a jump, or too narrow for f'': a single segment */
            TRY(append_cell(d, &cell));
        else
            TRY(append_seeing(d, f, l, to, limit, 0));
    }
    if (d->cell_count >= limit)
        *room /= 2;
done:
    return status;
}

/* Divides each piece between kinks into equal cells. */
static clpwl_status create_cells(clpwl__density *d, const clpwl_function *f)
{
    clpwl_status status = CLPWL_OK;
    size_t kinks, room = UNSEEN_CELLS;
    clpwl_function_kinks(f, &kinks);
    d->pieces = clpwl__alloc(kinks + 2, sizeof *d->pieces);
    CHECK(d->pieces, CLPWL_ERR_MEMORY, "out of memory: %zu kinks", kinks);
    for (double l = d->a, r; l < d->b; l = r) {
        r = clpwl__piece_end(f, l, d->b);
        double share = (r - l) / (d->b - d->a);
        int narrow = r - l < 2 * FLT_EPSILON * fmax(fmax(fabs(l), fabs(r)), (d->b - d->a) / 4);
        int n = 8 + (int)(share * (START_CELLS - 8));
        d->pieces[d->piece_count++] = d->cell_count;
        for (int i = 0; i < n; i++) {
            double from = l + (r - l) * i / n, to = i + 1 < n ? l + (r - l) * (i + 1) / n : r;
            TRY(create_cell(d, f, from, to, narrow, &room));
        }
    }
    d->pieces[d->piece_count] = d->cell_count;
done:
    return status;
}

/* Whether the weight is positive anywhere. */
static int has_weight(const clpwl__density *d)
{
    for (size_t i = 0; i < d->cell_count; i++)
        if (d->cells[i].factor[0] > 0 || d->cells[i].factor[1] > 0)
            return 1;
    return 0;
}

clpwl_status clpwl__density_create(clpwl__density *d, const clpwl_function *f, double a,
                                   double b, const clpwl_weight *weight, clpwl_norm norm)
{
    clpwl_status status = CLPWL_OK;
    clpwl__density coarse = {.a = a, .b = b, .f = f, .norm = norm, .power = clpwl__density_power(norm)};
    size_t most = MOST_CELLS;
    coarse.weight = clpwl__weighs(weight) ? weight : NULL;
    *d = coarse;
    TRY(find_rounding(&coarse, f));
    TRY(create_cells(&coarse, f));
    d->rounding = coarse.rounding;
    for (size_t i = 0; i < coarse.cell_count; i++)
        coarse.total += integrate_cell(&coarse, &coarse.cells[i]);
    d->pieces = coarse.pieces;
    d->piece_count = coarse.piece_count;
    coarse.pieces = NULL;
    for (size_t i = 0, piece = 0; i < coarse.cell_count; i++) {
        if (piece < d->piece_count && d->pieces[piece] == i)
            d->pieces[piece++] = d->cell_count;
        size_t limit = d->cell_count + most;
        TRY(refine_cell(d, f, &coarse.cells[i], tolerance * coarse.total, limit));
        if (d->cell_count >= limit && most > FEWEST_CELLS)
            most /= 2;
        if (d->cell_count >= ALL_CELLS)
            most = FEWEST_CELLS;
    }
    d->pieces[d->piece_count] = d->cell_count;
    for (size_t i = 0; i < d->cell_count; i++)
        d->total += integrate_cell(d, &d->cells[i]);
    CHECK(!coarse.weight || has_weight(d), CLPWL_ERR_ARGUMENT,
          "the weight is 0 at every x of [%g, %g] that was tried: choose a domain that holds its "
          "positive values, and is not much wider than they are", a, b);
    CHECK(isfinite(d->total), CLPWL_ERR_NUMERIC, "f'' is too large on [%g, %g]: the integral of "
          "its knot density overflows", a, b);
    /* total is 0 where f is straight between kinks. */
    d->floor = d->total > 0 ? CLPWL__DENSITY_FLOOR * d->total / (b - a) : 1;
    d->total = 0;
    for (size_t i = 0; i < d->cell_count; i++) {
        double mean, slope;
        clpwl__density_on(d, &d->cells[i], &mean, &slope);
        d->total += mean * (d->cells[i].r - d->cells[i].l);
    }
done:
    clpwl__density_free(&coarse);
    return status;
}

void clpwl__density_free(clpwl__density *d)
{
    clpwl__free(d->cells);
    clpwl__free(d->pieces);
    memset(d, 0, sizeof *d);
}
