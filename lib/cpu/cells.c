/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * O(1) location in an optimised partition: a uniform grid of cells, fine enough that
 * no cell holds two knots. The index of a cell is computed in fp32 exactly as the
 * evaluators compute it. Each of those operations is monotone in x, so when the
 * knots' own indices differ, every cell as computed holds one knot at most: no
 * tolerance is needed.
 */
#include "cpu/pack.h"
#include <float.h>
#include "base/internal.h"

static int cell_of(const clpwl_grid *g, float x)
{
    return clpwl_step(clpwl_position(x, *g), g->last);
}

static int separates(const clpwl__pack *p, const clpwl_grid *g)
{
    for (size_t i = 2; i < p->segments; i++)
        if (cell_of(g, p->knots[i - 1]) >= cell_of(g, p->knots[i]))
            return 0;
    return 1;
}

static void fill_cells(clpwl__pack *p)
{
    size_t k = 0;
    for (size_t i = 0; i < p->segments; i++) {
        /* Cells from k up to the one of the knot that ends segment i lie in it. */
        size_t end = i + 1 < p->segments ? (size_t)cell_of(&p->grid, p->knots[i + 1])
                                         : p->cell_count;
        float slope = p->records[i].slope;
        for (; k < end; k++)
            p->cells[k] = (clpwl__cell){p->knots[i], p->values[i], slope, slope};
        if (k < p->cell_count && i + 1 < p->segments) {
            p->cells[k++] = (clpwl__cell){p->knots[i + 1], p->values[i + 1], slope,
                                          p->records[i + 1].slope};
        }
    }
}

clpwl_status clpwl__pack_cells(clpwl__pack *p, double a, double b)
{
    clpwl_status status = CLPWL_OK;
    clpwl_grid g = p->grid;
    size_t most = p->segments * CLPWL__CELLS_PER_SEGMENT;
    most = most < INT32_MAX / 2 ? most : INT32_MAX / 2;
    /* Growing by 2 % finds a count within 2 % of the smallest on this ladder. */
    for (size_t count = p->segments; count <= most; count += count / 50 + 1) {
        double scale = (double)count / (b - a);
        if (!(scale <= FLT_MAX))
            break;
        g.scale = (float)scale;
        g.offset = (float)(((double)g.origin - a) * scale);
        g.last = (int)count - 1;
        if (!separates(p, &g))
            continue;
        p->cells = clpwl__alloc(count, sizeof *p->cells);
        CHECK_MEMORY(p->cells);
        p->cell_count = count;
        p->grid = g;
        fill_cells(p);
        break;
    }
done:
    return status;
}
