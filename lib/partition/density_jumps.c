/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Jumps of f'', and places where f ceases to be straight, as max(x,0)^3 at 0. A segment over such a place has
 * up to four times the error of its neighbours: where one side is straight, by as much as the segment reaches
 * into the other side. A knot there costs less than a segment. Cells are halved around a jump until the
 * density in one of them is a tiny part of all.
 */
#include "base/array.h"
#include "base/internal.h"
#include "function/function.h"
#include "partition/density_cells.h"

/* Of the densities of cells on one side, which are as near as a smooth f'' in small cells is; of those on
 * both sides of a jump; and of all, the density in a cell at a jump. */
static const double level = 1.0 / 8, steep = 1.5, tiny = 1e-4;
/* Jumps so near to one another, or to a kink, count as one: a part of the way between kinks. At an infinite
 * slope there are some in a row. */
static const double near = 1.0 / 4096;
/* Where f ceases to be straight the density rises to the first of these parts of its peak within a part of
 * the way to the second: within 0.01 as a root, 0.1 as x. In the tail of a Gaussian, which is straight but
 * for rounding, it takes 0.7 of the way, and a knot gains nothing. */
static const double parts[2] = {0.05, 0.5}, soon = 0.25;

static double mean_of(const clpwl__density *d, size_t i)
{
    return (clpwl__density_at(d, &d->cells[i], 0) + clpwl__density_at(d, &d->cells[i], 1)) / 2;
}

static int are_level(double p, double q)
{
    return fabs(p - q) <= level * fmax(p, q);
}

/* How far the density from the cell i on, in the direction of the step, takes to be `least`, as a cell there
 * is. */
static double reach_of(const clpwl__density *d, size_t i, int step, double least)
{
    const double x = step > 0 ? d->cells[i].l : d->cells[i].r;
    while (mean_of(d, i) < least)
        i = step > 0 ? i + 1 : i - 1;
    return fabs((step > 0 ? d->cells[i].l : d->cells[i].r) - x);
}

/* Whether a density counts among all: f'' of a proxy is rough in tails. */
static int is_high(const clpwl__density *d, double density)
{
    return density > d->total / (d->b - d->a);
}

/* Whether the density rises at once from the cell i on. */
static int rises_soon(const clpwl__density *d, size_t i, int step)
{
    double peak = mean_of(d, i);
    for (size_t k = i + (size_t)step; k < d->cell_count; k += (size_t)step) { /* one below 0 is beyond, too */
        double next = mean_of(d, k);
        if (next < (1 - level) * peak)
            break;
        peak = fmax(peak, next);
    }
    return is_high(d, peak) &&
           reach_of(d, i, step, parts[0] * peak) <= soon * reach_of(d, i, step, parts[1] * peak);
}

/* Whether the density jumps between the cells i - 2 and i - 1 on the left, and j + 1 and j + 2 on the right,
 * or is 0 on one side. */
static int is_jump(const clpwl__density *d, size_t i, size_t j)
{
    double l[2] = {mean_of(d, i - 2), mean_of(d, i - 1)}, r[2] = {mean_of(d, j + 1), mean_of(d, j + 2)};
    double least = fmin(l[1], r[0]), most = fmax(l[1], r[0]);
    double width = i == j ? d->cells[i].r - d->cells[i].l : 0; /* of the cell that holds the jump, or 0 */
    int is_end = (l[0] == 0 && l[1] == 0 && r[0] > 0 && rises_soon(d, j + 1, 1)) ||
                 (r[0] == 0 && r[1] == 0 && l[1] > 0 && rises_soon(d, i - 1, -1));
    int is_level = is_high(d, most) && most > steep * least && are_level(l[0], l[1]) && are_level(r[0], r[1]);
    return (is_end || is_level) && most * width <= tiny * d->total;
}

clpwl_status clpwl__density_find_jumps(clpwl__density *d)
{
    clpwl_status status = CLPWL_OK;
    size_t room = 0;
    if (d->f->sampled)
        goto done;
    for (size_t k = 0; k < d->piece_count; k++) {
        double end = d->cells[d->pieces[k + 1] - 1].r, last = d->cells[d->pieces[k]].l;
        const double apart = near * (end - last);
        for (size_t i = d->pieces[k] + 2; i + 2 < d->pieces[k + 1]; i++) {
            /* The jump is within cell i, or between the cells i - 1 and i. */
            if (d->cells[i].l - last < apart || end - d->cells[i].l < apart ||
                (!is_jump(d, i, i) && !is_jump(d, i, i - 1)))
                continue;
            last = d->cells[i].l;
            TRY(clpwl__reserve(&d->jumps, &room, d->jump_count + 1, sizeof *d->jumps));
            d->jumps[d->jump_count++] = i;
            i += 2;
        }
    }
done:
    return status;
}
