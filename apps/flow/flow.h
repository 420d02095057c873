/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Dense optical flow between two pictures by two local methods, coarse to fine over a pyramid.
 *
 *   lk   weighted least squares over a window, iterated: B. Lucas, T. Kanade, "An iterative image
 *        registration technique with an application to stereo vision", IJCAI 1981; the pyramid
 *        after J.-Y. Bouguet, "Pyramidal implementation of the Lucas Kanade feature tracker", 2000
 *   ncc  blocks matched by normalised cross correlation: S. Marras et al., "Two examples of GPGPU
 *        acceleration of memory-intensive algorithms", 2010
 *
 * A level of the pyramid that does not fit the memory is processed in tiles, with the same
 * result to the bit.
 *
 * Functions that return int: 0, or an exit code after a message.
 */
#ifndef FLOW_FLOW_H
#define FLOW_FLOW_H

#include "common/device.h"
#include "common/options.h"
#include "common/picture.h"

typedef enum flow_method { FLOW_LK, FLOW_NCC } flow_method;
typedef enum flow_window { FLOW_BOX, FLOW_GAUSS } flow_window;
typedef enum flow_robust {
    FLOW_NONE,
    FLOW_CHARBONNIER,
    FLOW_LORENTZIAN,
    FLOW_WELSCH,
    FLOW_TUKEY
} flow_robust;
typedef enum flow_weights { FLOW_TABLE, FLOW_EXACT } flow_weights;
typedef enum flow_warp { FLOW_WARP_AUTO, FLOW_WARP_IMAGE, FLOW_WARP_BUFFER } flow_warp;

typedef struct flow_options {
    int method;         /* flow_method */
    int levels;         /* of the pyramid; 0: from motion and size */
    double motion;      /* px, the largest component of the flow */
    double texture;     /* a pixel is unknown if the least eigenvalue of its window's or block's slopes
                           is less than so many times what noise adds to it */
    double least;       /* confidence below which a pixel is unknown */
    double check;       /* px, largest distance of forward and backward flow; 0: no check */
    int median;         /* side of the median filter of each level, px; 0: none */
    double memory;      /* MiB of device memory for a level; 0: what the device has */
    int radius;         /* of lk's window, px */
    int window;         /* flow_window */
    int iterations;     /* of lk on each level */
    int robust;         /* flow_robust */
    double scale;       /* of the residual in robust weights, grey of a range of 255 */
    int brightness;     /* 1: gain and offset of a window are unknowns, too; 0: the light is the same */
    int warp;           /* flow_warp */
    int weights;        /* flow_weights */
    int knots;          /* of a table */
    int weight_bits;    /* emulated fractional bits of the tables' linear filter; 0: none */
    const char *table_method; /* NULL: the fastest */
    int block, stride;  /* of ncc, px; stride 0: the block's side */
    int search;         /* px, largest shift on each level but the coarsest */
} flow_options;

extern const flow_options flow_defaults;
/* Refuses options that have no effect with others. 0, or an exit code after a message. */
int flow_options_check(const flow_options *o);
extern const app_option flow_option_rows[]; /* of flow_options */
const char *flow_method_name(int method);
const char *flow_robust_name(int robust);

/* A picture: grey 0 to 255, and where its weight is 0 no grey counts. {grey, weight} by rows. */
typedef struct flow_image {
    int width, height; /* px */
    float (*at)[2];    /* by malloc */
} flow_image;

/* The flow from the first picture to the second: first(x, y) is second(x + u, y + v). */
typedef struct flow_vector {
    float u, v;       /* px, right and down */
    float known;      /* 1, or 0: u and v are no result */
    float confidence; /* 0 to 1 */
} flow_vector;

typedef struct flow_field {
    int width, height; /* px */
    flow_vector *at;   /* by rows; by malloc */
} flow_field;

int flow_image_make(flow_image *out, int width, int height);
/* mask: grey, of the picture's size; where it is 0 the weight is 0. NULL: none. */
int flow_image_from(flow_image *out, const app_picture *picture, const app_picture *mask);
/* Copies whose grey has the range 0 to 255, but for a thousandth at either end, such as dead pixels of a
 * camera, which may lie beyond. What an engine measures in grey, and the rounding of grey, then depend
 * neither on how bright the pictures are nor on how many bits of a file are in use. */
int flow_images_stretch(flow_image out[2], const flow_image *first, const flow_image *second);
void flow_image_free(flow_image *image);
int flow_field_make(flow_field *out, int width, int height); /* all unknown */
void flow_field_free(flow_field *field);

typedef struct flow_summary {
    double known;         /* share of all pixels */
    double mean, largest; /* px, lengths of the known flow */
} flow_summary;

flow_summary flow_summarize(const flow_field *flow);
/* A pixel becomes unknown if the flow back from the pixel where it ends misses it by more than
 * limit px. */
void flow_check(flow_field *there, const flow_field *back, double limit);

typedef struct flow_engine flow_engine; /* programs and memory on a device */

typedef struct flow_counters {
    int levels;
    double reach;         /* px: motion that so many levels can find */
    long tiles;           /* on all levels of the last pair */
    size_t memory;        /* bytes of device memory, at most */
    const char *methods[2]; /* of the tables of the robust and of the window's weights; NULL:
                               no table */
    double table_error;   /* the largest of the tables as executed */
    double seconds, cpu_seconds; /* of the last pair; cpu: of all threads of the process */
} flow_counters;

/* context is borrowed. */
int flow_engine_create(flow_engine **out, const flow_options *options, clpwl_context *context);
/* out is made by the function; the caller frees it. A callback of clpwl_progress, or NULL. */
int flow_run(flow_engine *engine, const flow_image *first, const flow_image *second,
             flow_field *out, clpwl_progress progress, void *user);
flow_counters flow_engine_counters(const flow_engine *engine);
void flow_engine_free(flow_engine *engine);

#endif
