/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Jumps of f'', and places where f ceases to be straight, as max(x,0)^3 at 0. A segment over such a place has
 * up to four times the error of its neighbours: where one side is straight, by as much as the segment reaches
 * into the other side. A knot there costs less than a segment. Cells are halved around a jump until the
 * density in one of them is a tiny part of all. Without such knots an optimised interpolant of max(x,0)^2 on
 * [-3, 3] within 1e-3 takes 77 segments, not 49.
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
/* Where f ceases to be straight the density in a small cell is more than such a part of its peak. In the tail
 * of a Gaussian, which is straight but for rounding, it is less. With 1/1024 to 1/128 max(x,0)^3 on [-3, 3]
 * takes 104 segments within 1e-3, and 116 without the knot. */
static const double rise = 1.0 / 256;

static int are_level(double p, double q)
{
    return fabs(p - q) <= level * fmax(p, q);
}

/* Whether the density jumps between the cells i - 2 and i - 1 on the left, and j + 1 and j + 2 on the right,
 * or is 0 on one side. f'' of a proxy is rough in tails, where the density is low. */
static int is_jump(const clpwl__density *d, size_t i, size_t j, double peak)
{
    const clpwl__density_cell *l = d->cells + i, *r = d->cells + j;
    double left = clpwl__density_mean(d, l - 1), right = clpwl__density_mean(d, r + 1);
    double most = fmax(left, right);
    double width = l == r ? l->r - l->l : 0; /* of the cell that holds the jump, or 0 */
    double before = clpwl__density_mean(d, l - 2), behind = clpwl__density_mean(d, r + 2);
    int is_end = fmax(before, left) == 0 || fmax(right, behind) == 0;
    int is_level = most > d->total / (d->b - d->a) && most > steep * fmin(left, right) &&
                   are_level(before, left) && are_level(right, behind);
    return (is_end ? most > rise * peak : is_level) && most * width <= tiny * d->total;
}

clpwl_status clpwl__density_find_parts(clpwl__density *d)
{
    clpwl_status status = CLPWL_OK;
    double peak = 0;
    for (size_t i = 0; i < d->cell_count; i++)
        peak = fmax(peak, clpwl__density_mean(d, d->cells + i));
    d->parts = clpwl__alloc(d->cell_count + 1, sizeof *d->parts);
    CHECK_MEMORY(d->parts);
    for (size_t k = 0; k < d->piece_count; k++) {
        double end = d->cells[d->pieces[k + 1] - 1].r, last = d->cells[d->pieces[k]].l;
        const double apart = near * (end - last);
        d->parts[d->part_count++] = d->pieces[k];
        for (size_t i = d->pieces[k] + 2; i + 2 < d->pieces[k + 1] && !d->f->data; i++) {
            /* The jump is within cell i, or between the cells i - 1 and i. */
            if (d->cells[i].l - last < apart || end - d->cells[i].l < apart ||
                (!is_jump(d, i, i, peak) && !is_jump(d, i, i - 1, peak)))
                continue;
            last = d->cells[i].l;
            d->parts[d->part_count++] = i;
            i += 2;
        }
    }
    d->parts[d->part_count] = d->cell_count;
done:
    return status;
}
