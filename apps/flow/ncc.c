/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inside.h"

static int reach(const flow_engine *e, int is_coarsest)
{
    return is_coarsest && e->o.search < FLOW_SEARCH_COARSEST ? FLOW_SEARCH_COARSEST : e->o.search;
}

static int run(flow_engine *e, const flow_tile *t)
{
    int code = 0;
    const flow_rect a = t->own, b = t->second;
    const cl_int search = reach(e, t->is_coarsest), stride = e->o.stride;
    const cl_float texture = (cl_float)e->o.texture;
    const cl_mem *p = e->planes;
    TRY(flow_plane_make(e, FLOW_SECOND_SLOPES,
                        2 * sizeof(cl_float) * (size_t)b.width * (size_t)b.height));
    TRY(FLOW_RUN(e, FLOW_DEVIATIONS, b.width, b.height, ARG(p[FLOW_SECOND]), ARG(b),
                 ARG(p[FLOW_SECOND_SLOPES])));
    TRY(FLOW_RUN(e, FLOW_MATCH, (a.width + stride - 1) / stride, (a.height + stride - 1) / stride,
                 ARG(p[FLOW_FIRST]), ARG(a), ARG(p[FLOW_SECOND_SLOPES]), ARG(b), ARG(t->size),
                 ARG(search), ARG(t->motion), ARG(texture), ARG(t->is_finest), ARG(p[FLOW_NOW])));
done:
    return code;
}

static int halo(const flow_engine *e)
{
    return e->o.block / 2 + 1 + e->o.stride;
}

/* The block around the end of the largest shift and its neighbour, from a rounded flow. */
static int step(const flow_engine *e, int is_coarsest)
{
    return reach(e, is_coarsest) + 2 + e->o.block / 2;
}

static void bytes(const flow_engine *e, size_t *own, size_t *second, size_t *largest)
{
    (void)e;
    *own = 0;
    *second = 2 * sizeof(cl_float);
    *largest = sizeof(flow_vector);
}

const flow_method_row flow_ncc_row = {run, halo, step, bytes};
