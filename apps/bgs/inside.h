/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the models share. */
#ifndef BGS_INSIDE_H
#define BGS_INSIDE_H

#include "common/device.h"
#include "model.h"

/* The layout of planes in memory. plane.cl has the same numbers as macros. */
typedef struct bgs_layout {
    int width, height, pad, pitch, rows;
    size_t plane; /* pixels of a plane, with its padding */
} bgs_layout;

/* The values of a state. Floats that are loaded from a file are checked by state.c. */
typedef enum bgs_content {
    BGS_SCRATCH,  /* any; not saved */
    BGS_INTEGERS, /* any */
    BGS_SHARES,   /* floats from 0 to 1 */
    BGS_LEVELS,   /* floats from 0 to 255 */
    BGS_PRODUCTS  /* floats, products of two differences of levels */
} bgs_content;

/* Planes that a model keeps from frame to frame. The list of states is used to save, load and
 * free them. */
typedef struct bgs_state {
    const char *name;
    cl_mem memory;
    size_t planes, size; /* size: bytes of a pixel */
    bgs_content content;
} bgs_state;

enum { BGS_STATES = 20, BGS_KERNELS = 16, BGS_OPTIONS_TEXT = 1024 };

typedef struct bgs_kind_row bgs_kind_row;
typedef struct bgs_field bgs_field;

struct bgs_model {
    bgs_options o;
    bgs_layout layout;
    app_device device;
    const bgs_kind_row *row;
    bgs_state states[BGS_STATES];
    cl_kernel kernels[BGS_KERNELS]; /* freed with the model */
    int state_count, kernel_count;
    char build[BGS_OPTIONS_TEXT]; /* the compiler's options, for every program */
    cl_program program;           /* all kernels except those of the densities */
    cl_kernel appearance, picture, median_of, filter;
    /* Planes, borrowed from the states. */
    cl_mem rgb, now, moved, posterior, on, fielded, filtered, image;
    bgs_field *field;       /* NULL: none */
    cl_mem samples;         /* of the background, borrowed from the states; NULL: the model has none */
    unsigned char *host_on; /* width * height: the last mask before the filter */
    unsigned char *host_sample; /* 4 * width * height */
    int light;              /* of the frame, relative to the samples': millionths of its logarithm */
    void *own;              /* the struct of the kind, freed with the model */
    bgs_counters counters;
    long taken; /* samples of the background since the start or the last reset */
};

/* A kind of model. */
struct bgs_kind_row {
    size_t size;                     /* of its struct, zeroed before create */
    int (*create)(bgs_model *m);     /* adds states and kernels */
    void (*free)(bgs_model *m);      /* what is neither a state nor a kernel; NULL: nothing */
    int (*decide)(bgs_model *m);     /* now -> posterior, on */
    int (*learn)(bgs_model *m);      /* after decide; NULL: decide learns */
    int (*restart)(bgs_model *m);    /* forgets the background; NULL: never restarts */
    int (*background)(bgs_model *m); /* -> image */
};
#define BGS_ROW_EXTERN(name, word, row, text) extern const bgs_kind_row bgs_##row##_row;
BGS_MODEL_LIST(BGS_ROW_EXTERN)

/* A state of `count` planes of `size` bytes a pixel, zeroed. */
int bgs_state_add(bgs_model *m, cl_mem *out, const char *name, size_t count, size_t size,
                  bgs_content content);
/* A kernel of the model's program. */
int bgs_kernel_add(bgs_model *m, cl_kernel *out, const char *name);
/* Runs a kernel over all pixels: BGS_RUN(m, kernel, ARG(a), ARG(b)). Does not wait. */
int bgs_run(bgs_model *m, cl_kernel kernel, const app_arg *args, size_t count);
#define BGS_RUN(m, kernel, ...)                                                \
    bgs_run(m, kernel, (const app_arg[]){__VA_ARGS__},                         \
            sizeof((const app_arg[]){__VA_ARGS__}) / sizeof(app_arg))
/* Reads plane i, of planes of `size` bytes a pixel, without its padding; or writes it. Waits. */
int bgs_plane_transfer(bgs_model *m, cl_mem planes, size_t i, size_t size, void *pixels,
                       int write);
/* Runs a kernel of middle.cl, whose work-items take 16 bytes. */
int bgs_over_bytes(bgs_model *m, cl_kernel kernel);
/* The median of `count` planes -> m->image. */
int bgs_median_of(bgs_model *m, cl_mem samples, int count);
/* The options and the layout, which need no device. */
void bgs_model_shape(bgs_model *m, const bgs_options *options, int width, int height);
int bgs_is_sampled(const bgs_model *m); /* this frame */

/* The Markov field of --field: posterior -> fielded. Does not wait. */
int bgs_field_create(bgs_model *m);
int bgs_field_run(bgs_model *m);

/* Finds how much brighter than the background the frame is, beyond --light -> m->light. */
int bgs_light_follow(bgs_model *m, const app_picture *frame);
#define BGS_LIGHT_MOST 0.7 /* half the light, or twice as much */

/* The texts of the .cl files, made by build-aux/embed-cl. */
extern const char *const bgs_source_plane, *const bgs_source_density;
extern const char *const bgs_sources[]; /* all but density.cl */
extern const cl_uint bgs_source_count;

#endif
