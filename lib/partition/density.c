/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "partition/density.h"
#include <float.h>
#include "base/internal.h"
#include "base/parallel.h"
#include "function/function.h"
#include "function/weight.h"
#include "partition/density_cells.h"

enum {
    START_CELLS = 128, /* over the whole domain; each is halved at least once */
    MOST_CELLS = 8192,  /* in one of those: f'' may be noise. After each that has so many, */
    FEWEST_CELLS = 16,  /* half as many, down to this */
    ALL_CELLS = 1 << 18, /* two seconds of a formula's values */
    UNSEEN_CELLS = 256, /* around bends in one of those; two a halving, of some 50 */
    DEEPEST = 70,       /* halvings around an unseen bend */
    COARSE_SAMPLES = 64, /* of a cell that is not divided any more: those of a sine have its mean to 8 % */
    BATCH = 16          /* cells that are evaluated together; twice as many halves */
};
/* Seconds after which cells are as few: 24 terms of cosines with up to 2e10 periods took 45 s. */
static const double patience = 2.0 * CLPWL__SLOWNESS;
static const double tolerance = 2e-6; /* of a cell, relative to the total; some 100 cells count */
static const double wide = 1e4; /* the equal cells of such a domain are 80 wide each */
static const double narrowest = 0x1p-149; /* cells, twice: fp32's least number */
static const double peak = 2; /* of a mean density, at most: a sine has 1.31 in Linf, a product of two 1.7 */
static const double periodic = 0.2; /* of f'': 0.05 in a quarter of a period of a sine, 0.25 in a half */
static const double known = 0.01; /* relative errors of f'' below this are noise of f */

/* The error of f'' at a Gauss point as far as it is known: a large one that rounding does not explain is a
 * feature that is not resolved, and no reason to stop. */
static double known_error(const clpwl__density_cell *cell, int k)
{
    double error = cell->error[k], quarter = (cell->r - cell->l) * (cell->r - cell->l) / 4;
    return error < known * cell->d2f[k] || error * quarter < cell->noise ? error : 0;
}

/* How far the errors of f'' may shift the integral over a cell. */
static double find_doubt(const clpwl__density *d, const clpwl__density_cell *cell)
{
    double sum = 0;
    for (int k = 0; k < 2; k++) {
        double factor = d->norm == CLPWL_NORM_L2 ? cell->root[k] : cell->factor[k];
        double most = factor * (cell->d2f[k] + known_error(cell, k));
        sum += pow(most, d->power) - clpwl__density_at(d, cell, k);
    }
    return (cell->r - cell->l) / 2 * sum;
}

static double integrate_cell(const clpwl__density *d, const clpwl__density_cell *cell)
{
    return (cell->r - cell->l) / 2 *
           (clpwl__density_at(d, cell, 0) + clpwl__density_at(d, cell, 1));
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
static int is_uneven(const clpwl__density_cell halves[2])
{
    double least = HUGE_VAL, most = 0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            double error = known_error(&halves[i], k);
            least = fmin(least, halves[i].d2f[k] + error);
            most = fmax(most, halves[i].d2f[k] - error);
        }
    return least < most / 3;
}

/* Whether f bends in a cell by more than f'' at its Gauss points tells. Knots cannot divide a few ulp. */
static int has_unseen_bend(const clpwl__density_cell *cell)
{
    double width = cell->r - cell->l;
    int is_divisible = width > 4 * FLT_EPSILON * fmax(fabs(cell->l), fabs(cell->r));
    return is_divisible && isfinite(cell->bend) &&
           cell->bend > fmax(cell->d2f[0], cell->d2f[1]) * width * width + cell->noise;
}

/* Whether the mean of f'' at the Gauss points differs from the mean that the second difference of f shows. It
 * differs in a cell of half a period of f or more. */
static int has_unseen_period(const clpwl__density_cell *cell)
{
    double quarter = (cell->r - cell->l) * (cell->r - cell->l) / 4, d2f = 0, error = 0;
    for (int k = 0; k < 2; k++) {
        d2f += cell->d2f[k] / 2;
        error += known_error(cell, k) / 2;
    }
    return fabs(d2f * quarter - cell->bend) > periodic * d2f * quarter + error * quarter + cell->noise;
}

/* Gives both halves of a cell that is not divided any more its mean density by samples, or in Linf the
 * largest: in halves that are longer than the periods of f, f'' at the Gauss points may be any. */
static clpwl_status flatten(const clpwl__density *d, const clpwl_function *f, double l, double r,
                            clpwl__density_cell *left, clpwl__density_cell *right)
{
    clpwl_status status = CLPWL_OK;
    clpwl__curved_place places[COARSE_SAMPLES];
    double sum = 0, most = 0;
    for (int k = 0; k < COARSE_SAMPLES; k++) {
        double at = clpwl__golden * (k + 1) - floor(clpwl__golden * (k + 1));
        places[k] = (clpwl__curved_place){left->l, left->r, l + at * (r - l), d->rounding, 0, 0};
    }
    TRY(clpwl__density_curvatures(d, f, places, COARSE_SAMPLES));
    for (int k = 0; k < COARSE_SAMPLES; k++) {
        double p = pow(places[k].d2f, d->power);
        sum += p / COARSE_SAMPLES;
        most = fmax(most, p);
    }
    double p = d->norm == CLPWL_NORM_LINF ? fmin(most, peak * sum) : sum;
    left->d2f[0] = left->d2f[1] = right->d2f[0] = right->d2f[1] = pow(p, 1 / d->power);
done:
    return status;
}

/* Whether nothing is seen of f in a cell but rounding, or it is as narrow as x allows. */
static int is_straight(const clpwl__density_cell *cell)
{
    double width = cell->r - cell->l;
    return width < 64 * DBL_EPSILON * fmax(fabs(cell->l), fabs(cell->r)) ||
           (fmax(cell->d2f[0], cell->d2f[1]) * width * width < cell->noise && !has_unseen_bend(cell));
}

/* Puts the two halves of each cell that is not straight in `halves`, evaluated together. */
static clpwl_status halve_cells(const clpwl__density *d, const clpwl_function *f,
                                const clpwl__density_cell *cells, size_t n, clpwl__density_cell *halves)
{
    clpwl_status status = CLPWL_OK;
    clpwl__density_cell own[2 * BATCH];
    size_t count = 0, next = 0;
    for (size_t i = 0; i < n; i++)
        if (!is_straight(&cells[i])) {
            double l = cells[i].l, r = cells[i].r, middle = l + (r - l) / 2;
            own[count++] = (clpwl__density_cell){.l = l, .r = middle};
            own[count++] = (clpwl__density_cell){.l = middle, .r = r};
        }
    TRY(clpwl__density_evaluate(d, f, own, count));
    for (size_t i = 0; i < 2 * n; i++)
        if (!is_straight(&cells[i / 2]))
            halves[i] = own[next++];
done:
    return status;
}

/* Cells that are still to be appended, the one that is next last: halving goes as deep as x has digits, which
 * a small stack does not hold. */
typedef struct pending {
    clpwl__density_cell cell, halves[2]; /* the halves are evaluated where the cell is not straight */
    int depth;
} pending;

typedef struct pending_cells {
    pending *each;
    size_t count, room;
} pending_cells;

static clpwl_status push_cell(pending_cells *to, const clpwl__density_cell *cell,
                              const clpwl__density_cell *halves, int depth)
{
    clpwl_status status = CLPWL_OK;
    if (to->count == to->room) {
        size_t room = 2 * to->room + 16;
        pending *each = clpwl__realloc(to->each, room, sizeof *each);
        CHECK(each, CLPWL_ERR_MEMORY, "out of memory: %zu cells of the knot density", room);
        to->each = each;
        to->room = room;
    }
    pending *p = &to->each[to->count++];
    p->cell = *cell;
    p->depth = depth;
    if (halves)
        memcpy(p->halves, halves, sizeof p->halves);
done:
    return status;
}

/* Appends a cell, or its halves where the integral of the density over them agrees with that over the
 * whole, as far as f'' is known, or the curvature is below rounding, and no bend is unseen. Else the halves
 * wait. */
static clpwl_status judge_cell(clpwl__density *d, const clpwl_function *f, pending *p, double slack,
                               size_t limit, pending_cells *waiting)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__density_cell *cell = &p->cell;
    clpwl__density_cell *left = &p->halves[0], *right = &p->halves[1], quarters[4];
    if (is_straight(cell)) {
        TRY(append_cell(d, cell));
        goto done;
    }
    double mass = integrate_cell(d, left) + integrate_cell(d, right);
    double unknown = is_uneven(p->halves) ? mass : fabs(integrate_cell(d, cell) - mass);
    double doubt = find_doubt(d, cell), of_halves = find_doubt(d, left) + find_doubt(d, right);
    int is_unseen = has_unseen_bend(left) || has_unseen_bend(right) ||
                    (mass > slack && (has_unseen_period(left) || has_unseen_period(right)));
    int is_seen = unknown <= fmax(slack, doubt + of_halves) && !is_unseen;
    if (is_seen && unknown > slack && doubt < of_halves) { /* noise: halves show less than the whole */
        TRY(append_cell(d, cell));
        goto done;
    }
    int is_whole = is_seen || cell->r - cell->l < 2 * narrowest;
    if (is_whole || d->cell_count >= limit) {
        if (!is_whole)
            TRY(flatten(d, f, cell->l, cell->r, left, right));
        TRY(append_cell(d, left));
        TRY(append_cell(d, right));
    } else {
        TRY(halve_cells(d, f, p->halves, 2, quarters));
        TRY(push_cell(waiting, right, quarters + 2, 0));
        TRY(push_cell(waiting, left, quarters, 0));
    }
done:
    return status;
}

/* Appends a cell, halved until its density is known. */
static clpwl_status refine_cell(clpwl__density *d, const clpwl_function *f, const clpwl__density_cell *cell,
                                const clpwl__density_cell *halves, double slack, size_t limit)
{
    clpwl_status status = CLPWL_OK;
    pending_cells waiting = {0};
    TRY(push_cell(&waiting, cell, halves, 0));
    while (waiting.count > 0) {
        pending p = waiting.each[--waiting.count];
        TRY(judge_cell(d, f, &p, slack, limit, &waiting));
    }
done:
    clpwl__free(waiting.each);
    return status;
}

/*
 * The next edge towards r: r, or in a wide domain near 0, whose equal cells see nothing of a bend
 * between 0 and 1, 0 and the powers of 8 times 1e-3 on both sides of it. A cell has one polynomial of a
 * proxy.
 */
static double next_edge(const clpwl__density *d, double l, double r)
{
    static const double least = 1e-3, step = 8;
    double edge;
    const size_t seam = clpwl__count_up_to(d->f->seams, d->f->seam_count, l);
    if (seam < d->f->seam_count && d->f->seams[seam] < r)
        r = d->f->seams[seam];
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
static clpwl_status append_seeing(clpwl__density *d, const clpwl_function *f, const clpwl__density_cell *cell,
                                  size_t limit)
{
    clpwl_status status = CLPWL_OK;
    pending_cells waiting = {0};
    TRY(push_cell(&waiting, cell, NULL, 0));
    while (waiting.count > 0) {
        const pending p = waiting.each[--waiting.count];
        double l = p.cell.l, r = p.cell.r, middle = l + (r - l) / 2;
        if (p.depth < DEEPEST && d->cell_count < limit && has_unseen_bend(&p.cell)) {
            clpwl__density_cell halves[2] = {{.l = l, .r = middle}, {.l = middle, .r = r}};
            TRY(clpwl__density_evaluate(d, f, halves, 2));
            TRY(push_cell(&waiting, &halves[1], NULL, p.depth + 1));
            TRY(push_cell(&waiting, &halves[0], NULL, p.depth + 1));
        } else {
            TRY(append_cell(d, &p.cell));
        }
    }
done:
    clpwl__free(waiting.each);
    return status;
}

/*
 * Appends n cells.
 *   room   for cells around unseen bends, halved where they fill it: f oscillates
 */
static clpwl_status append_batch(clpwl__density *d, const clpwl_function *f, clpwl__density_cell *cells,
                                 size_t n, size_t *room)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__density_evaluate(d, f, cells, n));
    for (size_t i = 0; i < n; i++) {
        const size_t limit = d->cell_count + *room;
        TRY(append_seeing(d, f, &cells[i], limit));
        if (d->cell_count >= limit)
            *room /= 2;
    }
done:
    return status;
}

/* Appends n equal cells from l to r, divided as next_edge says. */
static clpwl_status create_piece(clpwl__density *d, const clpwl_function *f, double l, double r, int n,
                                 size_t *room)
{
    clpwl_status status = CLPWL_OK;
    clpwl__density_cell batch[BATCH];
    size_t count = 0;
    for (int i = 0; i < n; i++) {
        double from = l + (r - l) * i / n, to = i + 1 < n ? l + (r - l) * (i + 1) / n : r, edge;
        for (; from < to; from = edge) {
            edge = next_edge(d, from, to);
            batch[count++] = (clpwl__density_cell){.l = from, .r = edge};
            if (count == BATCH) {
                TRY(append_batch(d, f, batch, count, room));
                count = 0;
            }
        }
    }
    TRY(append_batch(d, f, batch, count, room));
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
        clpwl__density_cell whole = {.l = l, .r = r}; /* a jump, or too narrow for f'': a single segment */
        d->pieces[d->piece_count++] = d->cell_count;
        if (r - l < 2 * FLT_EPSILON * fmax(fmax(fabs(l), fabs(r)), (d->b - d->a) / 4))
            TRY(append_cell(d, &whole));
        else
            TRY(create_piece(d, f, l, r, 8 + (int)(share * (START_CELLS - 8)), &room));
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
    clpwl__density coarse = {.a = a, .b = b, .f = f, .norm = norm, .power = clpwl__density_power(norm)};
    clpwl__density_cell halves[2 * BATCH];
    size_t most = MOST_CELLS;
    const double begin = clpwl__thread_seconds();
    coarse.weight = clpwl__weighs(weight) ? weight : NULL;
    *d = coarse;
    TRY(clpwl__density_find_rounding(&coarse, f));
    TRY(create_cells(&coarse, f));
    d->rounding = coarse.rounding;
    d->unit = coarse.unit;
    for (size_t i = 0; i < coarse.cell_count; i++)
        coarse.total += integrate_cell(&coarse, &coarse.cells[i]);
    d->pieces = coarse.pieces;
    d->piece_count = coarse.piece_count;
    coarse.pieces = NULL;
    for (size_t i = 0, piece = 0; i < coarse.cell_count; i++) {
        size_t left = coarse.cell_count - i;
        CHECK(!share || !clpwl__share_report((double)i / (double)coarse.cell_count, share),
              CLPWL_ERR_CANCELLED, "cancelled while the curvature of f was sampled");
        if (i % BATCH == 0)
            TRY(halve_cells(d, f, coarse.cells + i, left < BATCH ? left : BATCH, halves));
        if (piece < d->piece_count && d->pieces[piece] == i)
            d->pieces[piece++] = d->cell_count;
        size_t limit = d->cell_count + most;
        TRY(refine_cell(d, f, &coarse.cells[i], halves + 2 * (i % BATCH), tolerance * coarse.total, limit));
        if (d->cell_count >= limit && most > FEWEST_CELLS)
            most /= 2;
        if (d->cell_count >= ALL_CELLS || clpwl__thread_seconds() - begin > patience)
            most = FEWEST_CELLS;
    }
    d->pieces[d->piece_count] = d->cell_count;
    clpwl__density_tilt(d, 0);
    if (!f->seams) /* where polynomials of a proxy meet, f'' jumps a little */
        TRY(clpwl__density_find_jumps(d));
    CHECK(!coarse.weight || has_weight(d), CLPWL_ERR_ARGUMENT,
          "the weight is 0 at every x of the domain that was tried: choose a domain that holds its "
          "positive values, and is not much wider than they are");
    CHECK(isfinite(d->total), CLPWL_ERR_NUMERIC, "f'' is too large on [%g, %g]: the integral of "
          "its knot density overflows", a, b);
done:
    clpwl__density_free(&coarse);
    return status;
}

void clpwl__density_free(clpwl__density *d)
{
    clpwl__free(d->cells);
    clpwl__free(d->pieces);
    clpwl__free(d->jumps);
    clpwl__free(d->own);
    memset(d, 0, sizeof *d);
}
