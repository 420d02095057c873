/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the engine share. */
#ifndef FLOW_INSIDE_H
#define FLOW_INSIDE_H

#include "flow.h"
#include "weights.h"

enum {
    FLOW_SEARCH_COARSEST = 4, /* px: what ncc searches on the coarsest level, at least */
    FLOW_LEVEL_NEAR = 3       /* up to here a window that is above the noise makes a pixel known */
};

typedef enum flow_kernel {
    FLOW_HALVE,
    FLOW_ENLARGE,
    FLOW_MEDIAN,
    FLOW_SLOPES,
    FLOW_TERMS,
    FLOW_ACROSS,
    FLOW_DOWN,
    FLOW_LINES,
    FLOW_WEIGH,
    FLOW_DEVIATIONS,
    FLOW_MATCH,
    FLOW_COUNT,
    FLOW_KERNELS
} flow_kernel;

/* The buffers of a tile, each as large as the largest tile so far. */
typedef enum flow_plane {
    FLOW_FIRST,         /* float2 */
    FLOW_SECOND,        /* float2 */
    FLOW_COARSE,        /* float4, the flow of the coarser level */
    FLOW_NOW,           /* float4, the flow */
    FLOW_SPARE,         /* float4 */
    FLOW_FIRST_SLOPES,  /* float4 */
    FLOW_SECOND_SLOPES, /* float4; ncc: two planes of float */
    FLOW_SUMS,          /* float8, or float16 with brightness; a window's lines: float4 */
    FLOW_SUMS_SPARE,    /* the same */
    FLOW_LIGHT,         /* float2, gain and offset */
    FLOW_PLANES
} flow_plane;

/* A part of a level's picture, in the layout of int4 in flow.cl. */
typedef struct flow_rect {
    cl_int x, y, width, height;
} flow_rect;

typedef struct flow_method_row flow_method_row;
struct flow_engine {
    flow_options o;
    const flow_method_row *method;
    app_device device;
    int sampled; /* the second picture is warped by a linear sampler */
    flow_weight weights[FLOW_TABLES];
    cl_program program;
    cl_kernel kernels[FLOW_KERNELS];
    cl_mem planes[FLOW_PLANES], image;
    size_t bytes[FLOW_PLANES];
    size_t image_width, image_height;
    flow_counters counters;
};

/* A tile of a level: the pixels that it gives, those that it computes, and those that it reads
 * of the second picture. */
typedef struct flow_tile {
    flow_rect inner, own, second;
    cl_int size[2];     /* of the level's picture */
    cl_float motion;    /* px of this level */
    cl_float rounding;  /* of grey to 8 bits: its variance in slopes of this level */
    cl_int level, is_coarsest; /* level 0: the finest */
} flow_tile;

int flow_plane_make(flow_engine *e, flow_plane plane, size_t bytes);
int flow_kernel_run(flow_engine *e, flow_kernel kernel, const app_arg *args, size_t count,
                    cl_int width, cl_int height);
#define FLOW_RUN(e, kernel, width, height, ...)                                \
    flow_kernel_run(e, kernel, (const app_arg[]){__VA_ARGS__},                 \
                    sizeof (const app_arg[]){__VA_ARGS__} / sizeof(app_arg), width, height)
/* Copies a rectangle of host pixels of `size` bytes to a plane that holds it alone, or back from
 * the part `from` of a plane that holds `held`. */
int flow_upload(flow_engine *e, flow_plane plane, const void *host, int width, size_t size,
                const flow_rect *rect);
int flow_download(flow_engine *e, flow_plane plane, const flow_rect *held, const flow_rect *from,
                  void *host, int width, size_t size);

/* A method's part of the engine. */
struct flow_method_row {
    /* The flow of a tile, from FLOW_FIRST, FLOW_SECOND and the flow that begins in FLOW_NOW, in
     * FLOW_NOW. */
    int (*run)(flow_engine *e, const flow_tile *tile);
    /* px around a pixel on which its flow depends, but for the warp and the median. */
    int (*halo)(const flow_engine *e);
    /* px by which a level's flow may differ from the flow that it begins with, and px around
     * its end that are read of the second picture. */
    int (*step)(const flow_engine *e, int is_coarsest);
    /* Bytes of device memory, beyond pictures and flow, for each pixel that a tile computes, and
     * for each that it reads of the second picture. The largest plane has *largest bytes a
     * pixel. */
    void (*bytes)(const flow_engine *e, size_t *own, size_t *second, size_t *largest);
};

extern const flow_method_row flow_lk_row, flow_ncc_row;
/* Fails where the device does not run loops as long as those of ncc. */
int flow_ncc_check(flow_engine *e);
void flow_swap(flow_engine *e); /* FLOW_NOW and FLOW_SPARE */

/* Level number `level`, 0 the finest, in tiles. coarse: the flow of the coarser one; NULL: none. */
int flow_level(flow_engine *e, const flow_image *first, const flow_image *second,
               const flow_field *coarse, int level, flow_field *out);
/* Halves a picture, in strips. */
int flow_halve(flow_engine *e, const flow_image *from, flow_image *to);

#endif
