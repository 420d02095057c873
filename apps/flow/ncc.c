/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inside.h"

static int reach(const flow_engine *e, int is_coarsest)
{
    return is_coarsest && e->o.search < FLOW_SEARCH_COARSEST ? FLOW_SEARCH_COARSEST : e->o.search;
}

/* llvmpipe ends all loops of a work-item after 65534 iterations in all, without an error. */
int flow_ncc_check(flow_engine *e)
{
    enum { SURE = 65534 };
    int code = 0;
    const double side = 2 * reach(e, 1) + 1, pixels = (double)e->o.block * e->o.block;
    /* The block is read four times; the shifts, and the peak's four neighbours, read it once. */
    const double most = (side * side + 8) * pixels + 2 * side * side +
                        (double)e->o.stride * e->o.stride;
    const cl_int wanted = (cl_int)most;
    cl_int ran = 0;
    if (most <= SURE)
        return 0;
    TRY(flow_plane_make(e, FLOW_SUMS, 2 * sizeof ran));
    TRY(FLOW_RUN(e, FLOW_COUNT, 1, 1, ARG(e->planes[FLOW_SUMS]), ARG(wanted)));
    TRY_CL(clEnqueueReadBuffer, (e->device.queue, e->planes[FLOW_SUMS], CL_TRUE, 0, sizeof ran,
                                 &ran, 0, NULL, NULL));
    CHECK(ran == wanted,
          "a match takes %d iterations, and this device ends loops after %d, without an error: a "
          "smaller --block or --search", (int)wanted, (int)ran);
done:
    return code;
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
                 ARG(search), ARG(t->motion), ARG(texture), ARG(t->rounding), ARG(t->level),
                 ARG(p[FLOW_NOW])));
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
