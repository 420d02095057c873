/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the models share. */
#ifndef BGS_INSIDE_H
#define BGS_INSIDE_H

#include "common/device.h"
#include "model.h"

/* How planes lie in memory; plane.cl has the same numbers as macros. */
typedef struct bgs_layout {
    int width, height, pad, pitch, rows;
    size_t plane; /* pixels of a plane with its spare ones */
} bgs_layout;

/* What a model keeps from frame to frame. Named, so that saving, loading and freeing are
 * loops. */
typedef struct bgs_state {
    const char *name;
    cl_mem memory;
    size_t planes, size; /* size: bytes of a pixel */
    int saved;           /* 0: scratch */
} bgs_state;

enum { BGS_STATES = 16, BGS_OPTIONS_TEXT = 1024 };

typedef struct bgs_kind_row bgs_kind_row;

struct bgs_model {
    bgs_options o;
    bgs_layout layout;
    app_device device;
    const bgs_kind_row *row;
    bgs_state states[BGS_STATES];
    int state_count;
    char build[BGS_OPTIONS_TEXT]; /* the compiler's options, for every program */
    cl_program program;           /* all kernels but those of the densities */
    cl_kernel appearance, picture, median_of, filter;
    /* Planes, borrowed from the states. */
    cl_mem rgb, now, moved, posterior, on, filtered, image;
    unsigned char *host_on; /* width * height, the last mask before the filter */
    void *own;              /* the kind's */
    bgs_counters counters;
    long taken; /* samples of the background since the start or the last reset */
};

/* A kind of model. */
struct bgs_kind_row {
    int (*create)(bgs_model *m);
    void (*free)(bgs_model *m);
    int (*decide)(bgs_model *m);     /* now -> posterior, on */
    int (*learn)(bgs_model *m);      /* after decide */
    int (*restart)(bgs_model *m);    /* forgets the background; NULL: cannot */
    int (*background)(bgs_model *m); /* -> image */
};
extern const bgs_kind_row bgs_stkde_row, bgs_median_row, bgs_average_row, bgs_mog_row;

/* A state of `count` planes of `size` bytes a pixel, zeroed. */
int bgs_state_add(bgs_model *m, cl_mem *out, const char *name, size_t count, size_t size,
                  int saved);
/* Plane i of planes of `size` bytes a pixel, without its padding, from the device, or to
 * it. Blocks. */
int bgs_plane_transfer(bgs_model *m, cl_mem planes, size_t i, size_t size, void *pixels,
                       int write);
/* A kernel of the model's program over all pixels. */
int bgs_over_pixels(bgs_model *m, cl_kernel kernel);
/* A kernel of middle.cl, 16 bytes a work-item. */
int bgs_over_bytes(bgs_model *m, cl_kernel kernel);
/* The median of `count` planes -> m->image. */
int bgs_median_of(bgs_model *m, cl_mem samples, int count);
/* Whether this frame is sampled. */
int bgs_is_sampled(const bgs_model *m);

/* The texts of the .cl files, made by build-aux/embed-cl. */
extern const char *const bgs_source_plane, *const bgs_source_density;
/* All but density.cl. */
extern const char *const bgs_sources[];
extern const cl_uint bgs_source_count;

#endif
