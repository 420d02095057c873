/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs, kernels and planes on the device, and the pyramid. */
#include <math.h>
#include <stdio.h>
#include "common/clock.h"
#include "flow/embedded.h"
#include "inside.h"

/* Px, of the coarsest level. 320 x 240 px moved by 40 and by 60 px: mean errors from 3.9 to 13 px where
 * it has 16 at least, from 0.02 to 0.09 px with 8. */
enum { LEVELS_MOST = 16, SIDE_LEAST = 8 };

/* Px of motion that the coarsest level has yet to find. Nine scenes of 640 x 480 px moved by 60 px, by
 * lk: with 4 px left the mean error of five is 2.6 to 62 px, with 2 px that of all is below 0.05 px. */
static int coarsest_motion(const flow_options *o)
{
    return o->method == FLOW_LK ? 2 : FLOW_SEARCH_COARSEST;
}

static const char *const names[FLOW_KERNELS] = {
    [FLOW_HALVE] = "halve",       [FLOW_ENLARGE] = "enlarge", [FLOW_MEDIAN] = "median",
    [FLOW_SLOPES] = "slopes",     [FLOW_TERMS] = "terms",     [FLOW_ACROSS] = "across",
    [FLOW_DOWN] = "down",         [FLOW_LINES] = "lines",     [FLOW_WEIGH] = "window",
    [FLOW_DEVIATIONS] = "deviations", [FLOW_MATCH] = "match",
    [FLOW_COUNT] = "count",
};

int flow_plane_make(flow_engine *e, flow_plane plane, size_t bytes)
{
    int code = 0;
    if (bytes <= e->bytes[plane])
        return 0;
    app_buffer_free(&e->device, &e->planes[plane]);
    e->bytes[plane] = 0;
    TRY(app_buffer(&e->device, &e->planes[plane], bytes, "a tile"));
    e->bytes[plane] = bytes;
done:
    return code;
}

int flow_kernel_run(flow_engine *e, flow_kernel kernel, const app_arg *args, size_t count,
                    cl_int width, cl_int height)
{
    int code = app_args(e->kernels[kernel], args, (cl_uint)count);
    return code ? code
                : app_launch(&e->device, e->kernels[kernel], (size_t)width, (size_t)height);
}

void flow_swap(flow_engine *e)
{
    const cl_mem plane = e->planes[FLOW_NOW];
    const size_t bytes = e->bytes[FLOW_NOW];
    e->planes[FLOW_NOW] = e->planes[FLOW_SPARE];
    e->bytes[FLOW_NOW] = e->bytes[FLOW_SPARE];
    e->planes[FLOW_SPARE] = plane;
    e->bytes[FLOW_SPARE] = bytes;
}

int flow_upload(flow_engine *e, flow_plane plane, const void *host, int width, size_t size,
                const flow_rect *rect)
{
    int code = 0;
    const size_t zero[3] = {0, 0, 0};
    const size_t from[3] = {(size_t)rect->x * size, (size_t)rect->y, 0};
    const size_t part[3] = {(size_t)rect->width * size, (size_t)rect->height, 1};
    TRY(flow_plane_make(e, plane, part[0] * part[1]));
    TRY_CL(clEnqueueWriteBufferRect,
           (e->device.queue, e->planes[plane], CL_TRUE, zero, from, part, part[0], 0,
            (size_t)width * size, 0, host, 0, NULL, NULL));
done:
    return code;
}

int flow_download(flow_engine *e, flow_plane plane, const flow_rect *held, const flow_rect *from,
                  void *host, int width, size_t size)
{
    int code = 0;
    const size_t at[3] = {(size_t)(from->x - held->x) * size, (size_t)(from->y - held->y), 0};
    const size_t to[3] = {(size_t)from->x * size, (size_t)from->y, 0};
    const size_t part[3] = {(size_t)from->width * size, (size_t)from->height, 1};
    TRY_CL(clEnqueueReadBufferRect,
           (e->device.queue, e->planes[plane], CL_TRUE, at, to, part,
            (size_t)held->width * size, 0, (size_t)width * size, 0, host, 0, NULL, NULL));
done:
    return code;
}

static int choose_warp(const flow_engine *e)
{
    const clpwl_device_info *info = clpwl_context_info(e->device.context);
    if (e->o.warp == FLOW_WARP_AUTO)
        return info->images && info->kind == CLPWL_DEVICE_GPU;
    return e->o.warp == FLOW_WARP_IMAGE;
}

static int make_kernels(flow_engine *e)
{
    int code = 0;
    const int is_lk = e->o.method == FLOW_LK, is_box = e->o.window == FLOW_BOX;
    const int wanted[FLOW_KERNELS] = {
        [FLOW_HALVE] = 1,           [FLOW_ENLARGE] = 1,
        [FLOW_MEDIAN] = e->o.median > 0,
        [FLOW_SLOPES] = is_lk,      [FLOW_TERMS] = is_lk && is_box,
        [FLOW_ACROSS] = is_lk && is_box, [FLOW_DOWN] = is_lk && is_box,
        [FLOW_LINES] = is_lk && !is_box, [FLOW_WEIGH] = is_lk && !is_box,
        [FLOW_DEVIATIONS] = !is_lk, [FLOW_MATCH] = !is_lk,
        [FLOW_COUNT] = !is_lk,
    };
    for (int k = 0; k < FLOW_KERNELS; k++)
        if (wanted[k])
            TRY(app_kernel(&e->kernels[k], e->program, names[k]));
    if (is_lk && is_box)
        TRY(flow_weights_bind(e->weights, 1, e->kernels[FLOW_TERMS]));
    if (is_lk && !is_box)
        TRY(flow_weights_bind(e->weights, FLOW_TABLES, e->kernels[FLOW_WEIGH]));
done:
    return code;
}

static int make_program(flow_engine *e)
{
    int code = 0, is_lk = e->o.method == FLOW_LK;
    char options[256];
    const flow_weight *w = e->weights;
    snprintf(options, sizeof options,
             "-cl-std=CL1.2 -cl-kernel-arg-info -DSIDE=%d -DRADIUS=%d -DBRIGHTNESS=%d -DSAMPLED=%d "
             "-DBLOCK=%d -DSTRIDE=%d -DSEARCH_MOST=%d -DLEVEL_NEAR=%d",
             e->o.median, e->o.radius, e->o.brightness, e->sampled, e->o.block, e->o.stride,
             e->o.search > FLOW_SEARCH_COARSEST ? e->o.search : FLOW_SEARCH_COARSEST,
             (int)FLOW_LEVEL_NEAR);
    const char *texts[] = {w[0].source || w[1].source ? clpwl_device_source() : "",
                           w[0].source ? w[0].source : "",
                           w[1].source ? w[1].source : "",
                           w[0].text,
                           w[1].text,
                           clpwl__source_flow_cl,
                           is_lk ? clpwl__source_lk_cl : clpwl__source_ncc_cl};
    TRY(app_build(&e->device, &e->program, texts, sizeof texts / sizeof *texts, options));
    TRY(make_kernels(e));
done:
    return code;
}

static int check_options(const flow_options *o)
{
    int code = 0;
    CHECK_USAGE(o->levels <= LEVELS_MOST, "--levels is %d; at most %d are of use", o->levels,
                (int)LEVELS_MOST);
done:
    return code;
}

int flow_engine_create(flow_engine **out, const flow_options *options, clpwl_context *context)
{
    int code = 0;
    flow_engine *e = NULL;
    *out = NULL;
    TRY(check_options(options));
    e = calloc(1, sizeof *e);
    CHECK(e, "out of memory: a flow engine");
    e->o = *options;
    e->o.stride = e->o.stride ? e->o.stride : e->o.block;
    e->method = e->o.method == FLOW_LK ? &flow_lk_row : &flow_ncc_row;
    app_device_open(&e->device, context);
    e->sampled = choose_warp(e);
    TRY(flow_weights_create(e->weights, &e->o, context));
    for (int i = 0; i < FLOW_TABLES; i++)
        if (e->weights[i].evaluator) {
            e->counters.methods[i] = clpwl_evaluator_method(e->weights[i].evaluator);
            e->counters.table_error = fmax(e->counters.table_error, e->weights[i].error);
        }
    TRY(make_program(e));
    if (e->o.method == FLOW_NCC)
        TRY(flow_ncc_check(e));
    *out = e;
    e = NULL;
done:
    flow_engine_free(e);
    return code;
}

void flow_engine_free(flow_engine *e)
{
    if (!e)
        return;
    for (int i = 0; i < FLOW_PLANES; i++)
        app_buffer_free(&e->device, &e->planes[i]);
    if (e->image)
        clReleaseMemObject(e->image);
    for (int i = 0; i < FLOW_KERNELS; i++)
        if (e->kernels[i])
            clReleaseKernel(e->kernels[i]);
    if (e->program)
        clReleaseProgram(e->program);
    flow_weights_free(e->weights);
    free(e);
}

flow_counters flow_engine_counters(const flow_engine *e)
{
    flow_counters c = e->counters;
    c.memory = e->device.peak;
    return c;
}

static int count_levels(const flow_options *o, int width, int height)
{
    int levels = 1, side = width < height ? width : height;
    if (o->levels)
        return o->levels;
    while (levels < LEVELS_MOST && (side + 1) / 2 >= SIDE_LEAST &&
           ldexp(o->motion, 1 - levels) > coarsest_motion(o)) {
        side = (side + 1) / 2;
        levels++;
    }
    return levels;
}

static int check_pictures(const flow_engine *e, const flow_image *first, const flow_image *second)
{
    int code = 0;
    const int side = first->width < first->height ? first->width : first->height;
    CHECK(first->width == second->width && first->height == second->height,
          "the first picture has %d x %d pixels, the second %d x %d; both must have one size",
          first->width, first->height, second->width, second->height);
    if (e->o.method == FLOW_LK)
        CHECK_USAGE(2 * e->o.radius + 1 <= side,
                    "--radius %d gives windows of %d px, and the pictures have %d x %d",
                    e->o.radius, 2 * e->o.radius + 1, first->width, first->height);
    else
        CHECK_USAGE(e->o.block <= side, "--block is %d px, and the pictures have %d x %d",
                    e->o.block, first->width, first->height);
    CHECK_USAGE(e->o.levels <= 1 || side >> (e->o.levels - 1) >= 1,
                "--levels is %d, and pictures of %d x %d have %d", e->o.levels, first->width,
                first->height, 1 + (int)log2(side));
done:
    return code;
}

/* A pixel under the least confidence, or without weight, is unknown. */
static void mark_unknown(const flow_engine *e, const flow_image *first, flow_field *out)
{
    const size_t count = (size_t)out->width * (size_t)out->height;
    for (size_t i = 0; i < count; i++) {
        flow_vector *v = &out->at[i];
        if (v->known < 1 || first->at[i][1] == 0 || v->confidence < e->o.least)
            *v = (flow_vector){0, 0, 0, 0};
    }
}

int flow_run(flow_engine *e, const flow_image *first, const flow_image *second, flow_field *out,
             clpwl_progress progress, void *user)
{
    int code = 0, levels;
    const double began = app_seconds(), cpu_began = app_cpu_seconds();
    flow_image pyramid[LEVELS_MOST][2] = {{{0}}};
    flow_field coarse = {0}, fine = {0};
    *out = (flow_field){0};
    TRY(check_pictures(e, first, second));
    levels = count_levels(&e->o, first->width, first->height);
    e->counters.levels = levels;
    e->counters.reach = ldexp(coarsest_motion(&e->o), levels - 1);
    e->counters.tiles = 0;
    TRY(flow_images_stretch(pyramid[0], first, second));
    for (int l = 1; l < levels; l++)
        for (int i = 0; i < 2; i++)
            TRY(flow_halve(e, &pyramid[l - 1][i], &pyramid[l][i]));
    for (int l = levels - 1; l >= 0; l--) {
        TRY(flow_level(e, &pyramid[l][0], &pyramid[l][1], coarse.at ? &coarse : NULL, l,
                       &fine));
        flow_field_free(&coarse);
        coarse = fine;
        fine = (flow_field){0};
        /* A level has a quarter of the pixels of the next. */
        CHECK(!progress || progress(ldexp(1, -2 * l), user) == 0, "cancelled");
    }
    *out = coarse;
    coarse = (flow_field){0};
    mark_unknown(e, first, out);
    e->counters.seconds = app_seconds() - began;
    e->counters.cpu_seconds = app_cpu_seconds() - cpu_began;
done:
    for (int l = 0; l < LEVELS_MOST; l++)
        for (int i = 0; i < 2; i++)
            flow_image_free(&pyramid[l][i]);
    flow_field_free(&coarse);
    flow_field_free(&fine);
    return code;
}
