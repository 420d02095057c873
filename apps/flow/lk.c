/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "inside.h"

enum { STENCIL = 2, STEP_MOST = 2 }; /* px, as in lk.cl */

static size_t sums_size(const flow_engine *e)
{
    const size_t floats = e->o.window == FLOW_GAUSS ? 4 : e->o.brightness ? 16 : 8;
    return floats * sizeof(cl_float);
}

/* The plane that a sampler reads, and an image of it. */
static int make_image(flow_engine *e, const flow_tile *t)
{
    int code = 0;
    cl_int error;
    const size_t width = (size_t)t->second.width, height = (size_t)t->second.height;
    const size_t zero[3] = {0, 0, 0}, part[3] = {width, height, 1};
    if (width != e->image_width || height != e->image_height) {
        const cl_image_format format = {CL_RGBA, CL_FLOAT};
        const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                                    .image_width = width,
                                    .image_height = height};
        if (e->image)
            clReleaseMemObject(e->image);
        e->image = clCreateImage(e->device.cl, CL_MEM_READ_ONLY, &format, &desc, NULL, &error);
        TRY(app_cl(error, "clCreateImage"));
        e->image_width = width;
        e->image_height = height;
    }
    TRY_CL(clEnqueueCopyBufferToImage,
           (e->device.queue, e->planes[FLOW_SECOND_SLOPES], e->image, 0, zero, part, 0, NULL,
            NULL));
done:
    return code;
}

static int find_slopes(flow_engine *e, const flow_tile *t)
{
    int code = 0;
    const flow_rect a = t->own, b = t->second;
    const size_t first = (size_t)a.width * (size_t)a.height, size = 4 * sizeof(cl_float);
    const size_t second = (size_t)b.width * (size_t)b.height;
    TRY(flow_plane_make(e, FLOW_FIRST_SLOPES, first * size));
    TRY(flow_plane_make(e, FLOW_SECOND_SLOPES, second * size));
    TRY(FLOW_RUN(e, FLOW_SLOPES, a.width, a.height, ARG(e->planes[FLOW_FIRST]), ARG(a),
                 ARG(e->planes[FLOW_FIRST_SLOPES])));
    TRY(FLOW_RUN(e, FLOW_SLOPES, b.width, b.height, ARG(e->planes[FLOW_SECOND]), ARG(b),
                 ARG(e->planes[FLOW_SECOND_SLOPES])));
    if (e->sampled)
        TRY(make_image(e, t));
done:
    return code;
}

static int sum_box(flow_engine *e, const flow_tile *t, const cl_mem second, cl_float weighs,
                   cl_int level)
{
    int code = 0;
    const flow_rect a = t->own;
    const cl_mem *p = e->planes;
    const cl_int length = 2 * e->o.radius + 1;
    const cl_float texture = (cl_float)e->o.texture;
    TRY(FLOW_RUN(e, FLOW_TERMS, a.width, a.height, ARG(p[FLOW_FIRST_SLOPES]), ARG(second), ARG(a),
                 ARG(t->second), ARG(t->size), ARG(p[FLOW_NOW]), ARG(p[FLOW_LIGHT]),
                 ARG(weighs), ARG(p[FLOW_SUMS])));
    TRY(FLOW_RUN(e, FLOW_ACROSS, a.width / length + 3, a.height, ARG(p[FLOW_SUMS]), ARG(a),
                 ARG(p[FLOW_SUMS_SPARE])));
    TRY(FLOW_RUN(e, FLOW_DOWN, a.width, a.height / length + 3, ARG(p[FLOW_SUMS_SPARE]), ARG(a),
                 ARG(p[FLOW_SUMS]), ARG(p[FLOW_NOW]), ARG(p[FLOW_LIGHT]), ARG(t->motion),
                 ARG(texture), ARG(t->rounding), ARG(level)));
done:
    return code;
}

static int sum_window(flow_engine *e, const flow_tile *t, const cl_mem second, cl_float weighs,
                      cl_int level)
{
    int code = 0;
    const flow_rect a = t->own;
    cl_mem *p = e->planes;
    const cl_mem from = p[FLOW_NOW];
    const cl_float texture = (cl_float)e->o.texture;
    TRY(FLOW_RUN(e, FLOW_LINES, a.width, a.height, ARG(p[FLOW_FIRST_SLOPES]), ARG(second), ARG(a),
                 ARG(t->second), ARG(t->size), ARG(from), ARG(p[FLOW_SUMS])));
    TRY(FLOW_RUN(e, FLOW_WEIGH, a.width, a.height, ARG(p[FLOW_FIRST_SLOPES]), ARG(p[FLOW_SUMS]),
                 ARG(a), ARG(from), ARG(p[FLOW_SPARE]), ARG(p[FLOW_LIGHT]), ARG(weighs),
                 ARG(t->motion), ARG(texture), ARG(t->rounding), ARG(level)));
    flow_swap(e);
done:
    return code;
}

static int run(flow_engine *e, const flow_tile *t)
{
    int code = 0;
    const size_t pixels = (size_t)t->own.width * (size_t)t->own.height;
    const size_t light = e->o.brightness ? pixels : 1;
    const int is_box = e->o.window == FLOW_BOX;
    /* Motion that the coarsest level has yet to find leaves residuals far above the scale: weights
     * by them would keep it from being found. 320 x 240 px moved by 20 px, tukey: mean error 38 px
     * with such weights, 0.01 without. A single level is the finest, too, and has them. */
    const cl_float weighs = !t->is_coarsest || t->level == 0;
    TRY(find_slopes(e, t));
    TRY(flow_plane_make(e, FLOW_SUMS, pixels * sums_size(e)));
    TRY(is_box ? flow_plane_make(e, FLOW_SUMS_SPARE, pixels * sums_size(e))
               : flow_plane_make(e, FLOW_SPARE, pixels * sizeof(flow_vector)));
    TRY(flow_plane_make(e, FLOW_LIGHT, 2 * sizeof(cl_float) * light));
    TRY(app_zero(&e->device, e->planes[FLOW_LIGHT], 2 * sizeof(cl_float) * light));
    for (int i = 0; i < e->o.iterations; i++) {
        const cl_mem second = e->sampled ? e->image : e->planes[FLOW_SECOND_SLOPES];
        const cl_int level = i + 1 < e->o.iterations ? -1 : t->level;
        TRY(is_box ? sum_box(e, t, second, weighs, level)
                   : sum_window(e, t, second, weighs, level));
    }
done:
    return code;
}

static int halo(const flow_engine *e)
{
    return e->o.iterations * e->o.radius + STENCIL;
}

static int step(const flow_engine *e, int is_coarsest)
{
    (void)is_coarsest;
    return e->o.iterations * STEP_MOST;
}

static void bytes(const flow_engine *e, size_t *own, size_t *second, size_t *largest)
{
    const size_t vector = 4 * sizeof(cl_float), sums = sums_size(e);
    *largest = sums;
    *own = vector + sums + (e->o.window == FLOW_BOX ? sums : 0) +
           (e->o.brightness ? 2 * sizeof(cl_float) : 0);
    *second = vector + (e->sampled ? vector : 0);
}

const flow_method_row flow_lk_row = {run, halo, step, bytes};
