/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Background models: frames in, masks out. Everything between is done on the device.
 *
 * A model is used by one thread. Every function that returns int gives 0, or an exit
 * code after it has said why (message.h).
 */
#ifndef BGS_MODEL_H
#define BGS_MODEL_H

#include <stddef.h>
#include "clpwl.h"
#include "common/options.h"
#include "common/picture.h"

/* X(name, word, text) */
#define BGS_MODEL_LIST(X)                                                      \
    X(MEDIAN, "median", "temporal median of the samples")                      \
    X(AVERAGE, "average", "running Gaussian, with the covariance of the channels") \
    X(MOG, "mog", "adaptive mixture of Gaussians with a shadow test")          \
    X(KDE, "kde", "kernel density of each pixel's own samples")                \
    X(STKDE, "stkde", "spatio-temporal kernel densities of back- and foreground")

#define BGS_GAUSSIAN_LIST(X)                                                   \
    X(AUTO, "auto", "the fastest of those below, measured on the first frames") \
    X(EXACT, "exact", "exp, once per axis")                                    \
    X(NATIVE, "native", "native_exp, once per axis")                           \
    X(TABLE, "table", "a table of exp(-u^2/2) on [0,8], once per axis")        \
    X(EXACT_Q, "exact-q", "exp of the sum of squares, once per sample")        \
    X(NATIVE_Q, "native-q", "native_exp of the sum of squares, once per sample") \
    X(TABLE_Q, "table-q", "a table of exp(-q/2) on [0,64], once per sample")

#define BGS_COLOR_LIST(X)                                                      \
    X(RGB, "rgb", "red, green, blue")                                          \
    X(CHROMA, "chroma", "lightness and two chromaticities")

#define BGS_ENUM(name, word, text) BGS_##name,
typedef enum bgs_kind { BGS_MODEL_LIST(BGS_ENUM) BGS_KINDS } bgs_kind;
typedef enum bgs_gaussian { BGS_GAUSSIAN_LIST(BGS_ENUM) BGS_GAUSSIANS } bgs_gaussian;
typedef enum bgs_color { BGS_COLOR_LIST(BGS_ENUM) BGS_COLORS } bgs_color;
#undef BGS_ENUM

/* All parameters; options_model.c holds their names, units, ranges and explanations. */
typedef struct bgs_options {
    int model;    /* a bgs_kind */
    int gaussian; /* a bgs_gaussian */
    int color;    /* a bgs_color */
    /* The table of the Gaussian. */
    const char *method; /* a method of the library; NULL: its own choice */
    int knots, partition, fit; /* clpwl_partition, clpwl_fit */
    int weight_bits;    /* emulated bits of a linear filter's weight; 0: none */
    /* Samples of the background: median, kde, stkde. */
    int samples, every, train; /* frames */
    int radius;                /* px */
    double spatial_sigma;      /* px */
    /* The foreground: stkde. */
    int fg_frames, fg_radius;
    double fg_spatial_sigma, fg_color_sigma, fg_uniform;
    double prior_least, prior_gain;
    int prior_radius;
    /* Bandwidths: kde, stkde. Not a number: what suits the colour space. */
    int bandwidth_frames;
    double bandwidth_least, bandwidth_most;
    /* Decision and feedback. */
    double threshold; /* foreground where the posterior is below */
    double density;   /* kde: density below which a pixel is foreground */
    int absorb;       /* frames; a pixel that is foreground for longer is learned; 0: never */
    double reset;     /* fraction of the picture; 1: never */
    int median;       /* side of the median filter of the mask, px; 0: none */
    /* median, average, mog */
    double distance;  /* levels */
    double rate, deviations;
    int components;
    double background_share, complexity, shadow;
} bgs_options;

extern const bgs_options bgs_defaults;
extern const app_option bgs_model_options[]; /* their rows */
const char *bgs_model_name(int model);
const char *bgs_gaussian_name(bgs_gaussian gaussian);

typedef struct bgs_mask {
    int width, height;
    unsigned char *on; /* 0 background, 255 foreground */
    float *posterior;  /* p(background), 0 to 1; may be NULL */
} bgs_mask;

typedef struct bgs_model bgs_model;

/*
 * Makes a model for pictures of one size.
 *   options  copied
 *   context  the device; must outlive the model
 */
int bgs_model_create(bgs_model **out, const bgs_options *options, int width, int height,
                     clpwl_context *context);
void bgs_model_free(bgs_model *model); /* NULL is allowed */

/*
 * Takes the next frame, decides, learns.
 *   frame  of the model's size
 *   mask   its arrays are the caller's, of the model's size, and are filled; posterior
 *          may be NULL. mask itself may be NULL: then nothing is read back.
 * Models without a probability fill posterior with a score that is 0.5 at their
 * threshold. The first frame is all background.
 */
int bgs_model_push(bgs_model *model, const app_picture *frame, bgs_mask *mask);

/* The background as the model sees it. out's array is the caller's and is filled. */
int bgs_model_background(bgs_model *model, app_picture *out);

/* What was done so far. */
typedef struct bgs_counters {
    long frames, resets;
    double evaluations;   /* of the Gaussian, in all; 0 for models without one */
    double foreground;    /* fraction of the last frame's pixels, before filters */
    size_t memory;        /* bytes of device memory, at most */
    double seconds;       /* spent in bgs_model_push */
    bgs_gaussian gaussian; /* in use; BGS_AUTO until it is chosen */
    const char *method;   /* of the table in use; NULL without one; borrowed */
    double table_error;   /* of the Gaussian as executed, max norm; 0 without a table */
} bgs_counters;
bgs_counters bgs_model_counters(const bgs_model *model);

/*
 * All that was learned, in one file, which appears by rename; and back. A file made
 * with another size of picture or other parameters that shape the state (model,
 * colour space, numbers of samples and frames) is refused and the model left as it was.
 */
int bgs_model_save(bgs_model *model, const char *path);
int bgs_model_load(bgs_model *model, const char *path);

#endif
