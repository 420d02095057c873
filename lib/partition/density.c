/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "partition/density.h"
#include <float.h>
#include "base/array.h"
#include "base/internal.h"
#include "function/function.h"
#include "function/weight.h"
#include "partition/density_cells.h"

enum {
    START_CELLS = 8,    /* of a polynomial, whose f'' has up to 14 zeros; each is halved at least once */
    ALL_CELLS = 1 << 18 /* after these the density is what it is */
};
static const double tolerance = 2e-6; /* of a cell, relative to the total; some 100 cells count */

typedef struct cells {
    clpwl__density_cell *each;
    size_t count, room;
} cells;

static clpwl_status append_cell(cells *to, const clpwl__density_cell *cell)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__reserve(&to->each, &to->room, to->count + 1, sizeof *to->each));
    to->each[to->count++] = *cell;
done:
    return status;
}

static double integrate_cell(const clpwl__density *d, const clpwl__density_cell *cell)
{
    return (cell->r - cell->l) * clpwl__density_mean(d, cell);
}

/* Whether f'' may have a zero within the halves: the least of the four values is less than a
 * third of the largest. A piecewise linear density is inaccurate there. */
static int is_uneven(const clpwl__density_cell halves[2])
{
    double least = HUGE_VAL, most = 0;
    for (int i = 0; i < 4; i++) {
        least = fmin(least, halves[i / 2].d2f[i % 2]);
        most = fmax(most, halves[i / 2].d2f[i % 2]);
    }
    return least < most / 3;
}

/* Whether nothing is seen of f in a cell but rounding, or it is as narrow as x allows. */
static int is_straight(const clpwl__density_cell *cell)
{
    double width = cell->r - cell->l;
    return width < 64 * DBL_EPSILON * fmax(fabs(cell->l), fabs(cell->r)) ||
           fmax(cell->d2f[0], cell->d2f[1]) * width * width < cell->noise;
}

/* Cells of the polynomials from l to r, where f has no kink; one for a jump, or where f'' has no room: a
 * single segment. */
static clpwl_status begin_cells(const clpwl__density *d, double l, double r, cells *to, cells *known)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_function *f = d->f;
    const int n = f->degree == 1 || f->degree == 3 ? (f->degree + 1) / 2 : START_CELLS; /* f'' is a line */
    const int is_narrow = r - l < 2 * FLT_EPSILON * fmax(fmax(fabs(l), fabs(r)), (d->b - d->a) / 4);
    if (is_narrow)
        TRY(append_cell(known, &(clpwl__density_cell){.l = l, .r = r}));
    for (double end; l < r && !is_narrow; l = end) {
        const size_t seam = clpwl__count_up_to(f->seams, f->seam_count, l);
        end = seam < f->seam_count ? fmin(f->seams[seam], r) : r;
        for (int i = 0; i < n; i++) {
            clpwl__density_cell one = {.l = clpwl__step_at(l, end, i, n),
                                       .r = clpwl__step_at(l, end, i + 1, n)};
            if (one.l < one.r)
                TRY(append_cell(to, &one));
        }
    }
done:
    return status;
}

/* Halves the open cells. A cell, or its halves where the integral of the density over them agrees with that
 * over the whole, is known; other halves stay open. */
static clpwl_status halve_cells(const clpwl__density *d, double slack, cells *open, cells *known)
{
    clpwl_status status = CLPWL_OK;
    cells halves = {0};
    const int is_last = known->count + 2 * open->count > ALL_CELLS;
    for (size_t i = 0; i < open->count; i++) {
        const clpwl__density_cell *cell = &open->each[i];
        double middle = cell->l + (cell->r - cell->l) / 2;
        TRY(append_cell(&halves, &(clpwl__density_cell){.l = cell->l, .r = middle}));
        TRY(append_cell(&halves, &(clpwl__density_cell){.l = middle, .r = cell->r}));
    }
    TRY(clpwl__density_evaluate(d, halves.each, halves.count));
    size_t kept = 0;
    for (size_t i = 0; i < open->count; i++) {
        const clpwl__density_cell *half = &halves.each[2 * i];
        double mass = integrate_cell(d, half) + integrate_cell(d, half + 1);
        double unknown = is_uneven(half) ? mass : fabs(integrate_cell(d, &open->each[i]) - mass);
        for (int k = 0; k < 2; k++) {
            if (unknown <= slack || is_straight(half + k) || is_last)
                TRY(append_cell(known, half + k));
            else
                halves.each[kept++] = half[k];
        }
    }
    halves.count = kept;
    clpwl__free(open->each);
    *open = halves;
    halves = (cells){0};
done:
    clpwl__free(halves.each);
    return status;
}

/* Finds where the cells of each piece between kinks begin. */
static clpwl_status find_pieces(clpwl__density *d)
{
    clpwl_status status = CLPWL_OK;
    d->pieces = clpwl__alloc(d->f->kink_count + 2, sizeof *d->pieces);
    CHECK(d->pieces, CLPWL_ERR_MEMORY, "out of memory: %zu kinks", d->f->kink_count);
    size_t cell = 0;
    for (double l = d->a; l < d->b; l = clpwl__piece_end(d->f, l, d->b)) {
        while (d->cells[cell].l < l)
            cell++;
        d->pieces[d->piece_count++] = cell;
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
                                   double b, const clpwl_weight *weight, clpwl_norm norm,
                                   clpwl__share *share)
{
    clpwl_status status = CLPWL_OK;
    cells open = {0}, known = {0};
    double total = 0;
    *d = (clpwl__density){.a = a, .b = b, .f = f, .norm = norm,
                          .power = norm == CLPWL_NORM_L1 ? 1.0 / 3 : norm == CLPWL_NORM_L2 ? 0.4 : 0.5,
                          .weight = clpwl__weighs(weight) ? weight : NULL};
    TRY(clpwl__density_find_rounding(d));
    for (double l = a, r; l < b; l = r) {
        r = clpwl__piece_end(f, l, b);
        TRY(begin_cells(d, l, r, &open, &known));
    }
    TRY(clpwl__density_evaluate(d, open.each, open.count));
    for (size_t i = 0; i < open.count; i++)
        total += integrate_cell(d, &open.each[i]);
    for (int k = 1; open.count > 0; k++) {
        CHECK(!share || !clpwl__share_report(1 - 1.0 / k, share), CLPWL_ERR_CANCELLED,
              "cancelled while the curvature of f was sampled");
        TRY(halve_cells(d, tolerance * total, &open, &known));
    }
    qsort(known.each, known.count, sizeof *known.each, clpwl__compare_doubles); /* by l */
    d->cells = known.each;
    d->cell_count = known.count;
    known = (cells){0};
    TRY(find_pieces(d));
    clpwl__density_tilt(d, 0);
    TRY(clpwl__density_find_parts(d));
    CHECK(!d->weight || has_weight(d), CLPWL_ERR_ARGUMENT,
          "the weight is 0 at every x of the domain that was tried: choose a domain that holds its "
          "positive values, and is not much wider than they are");
    CHECK(isfinite(d->total), CLPWL_ERR_NUMERIC, "f'' is too large on [%g, %g]: the integral of "
          "its knot density overflows", a, b);
done:
    clpwl__free(open.each);
    clpwl__free(known.each);
    return status;
}

void clpwl__density_free(clpwl__density *d)
{
    clpwl__free(d->cells);
    clpwl__free(d->pieces);
    clpwl__free(d->parts);
    memset(d, 0, sizeof *d);
}
