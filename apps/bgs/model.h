/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Background models: frames in, masks out. All computation is done on the device. A model is
 * used by one thread. Functions that return int: 0, or an exit code after a message.
 */
#ifndef BGS_MODEL_H
#define BGS_MODEL_H

#include <stddef.h>
#include "clpwl.h"
#include "common/options.h"
#include "common/picture.h"

/* X(name, word, row, text): bgs_ROW_row (inside.h) has the functions of the model. */
#define BGS_MODEL_LIST(X)                                                      \
    X(MEDIAN, "median", median,                                                \
      "temporal median of the samples: still scenes; time 0.58, F 0.44")    \
    X(AVERAGE, "average", average,                                             \
      "running Gaussian: still scenes, slow light; time 0.28, F 0.87")      \
    X(MOG, "mog", mog,                                                         \
      "mixture of Gaussians: leaves, water, shadows; time 0.52, F 0.98")    \
    X(KDE, "kde", stkde, "density of each pixel's samples: leaves, water; time 0.68, F 0.93") \
    X(STKDE, "stkde", stkde,                                                   \
      "densities of background and foreground, in space too: all of these; time 1, F 0.97")

/* X(name, word, text) */
#define BGS_GAUSSIAN_LIST(X)                                                   \
    X(AUTO, "auto", "the fastest of the following, measured in long runs") \
    X(EXACT, "exact", "exp, once per axis")                                    \
    X(NATIVE, "native", "native_exp, once per axis")                           \
    X(TABLE, "table", "a table of exp(-u^2/2) on [0,8], once per axis")        \
    X(EXACT_Q, "exact-q", "exp of the sum of squares, once per sample")        \
    X(NATIVE_Q, "native-q", "native_exp of the sum of squares, once per sample") \
    X(POLY_Q, "poly-q", "a polynomial of the sum of squares, once per sample") \
    X(TABLE_Q, "table-q", "a table of exp(-q/2) on [0,64], once per sample")

#define BGS_COLOR_LIST(X)                                                      \
    X(RGB, "rgb", "red, green, blue")                                          \
    X(CHROMA, "chroma", "lightness and two chromaticities")

#define BGS_KIND_ENUM(name, word, row, text) BGS_##name,
#define BGS_ENUM(name, word, text) BGS_##name,
typedef enum bgs_kind { BGS_MODEL_LIST(BGS_KIND_ENUM) BGS_KINDS } bgs_kind;
typedef enum bgs_gaussian { BGS_GAUSSIAN_LIST(BGS_ENUM) BGS_GAUSSIANS } bgs_gaussian;
typedef enum bgs_color { BGS_COLOR_LIST(BGS_ENUM) BGS_COLORS } bgs_color;
#undef BGS_KIND_ENUM
#undef BGS_ENUM

/* All parameters. options_model.c holds their names, units, ranges and descriptions. */
typedef struct bgs_options {
    int model;    /* a bgs_kind */
    int gaussian; /* a bgs_gaussian */
    int color;    /* a bgs_color */
    /* The table of the Gaussian. */
    const char *method; /* an evaluation method; NULL: the fastest, measured */
    int knots, partition, fit; /* clpwl_partition, clpwl_fit */
    int weight_bits;    /* emulated bits of a linear filter's weight; 0: none */
    double light; /* the log of a change of light that the model follows; 1: all; -1: see options */
    /* Samples of the background: median, kde, stkde. */
    int samples, every, train; /* frames */
    int radius;                /* px */
    double spatial_sigma;      /* px */
    /* The foreground: stkde. */
    int fg_frames, fg_radius;
    double fg_spatial_sigma, fg_color_sigma, fg_uniform;
    double prior_least, prior_gain;
    int prior_radius;
    /* Bandwidths: kde, stkde. least 0: by the colour space. */
    int bandwidth_frames;
    double bandwidth_least, bandwidth_most;
    /* Decision and feedback. */
    double threshold; /* foreground where the posterior is below */
    double density;   /* kde: density of the foreground */
    int absorb;       /* frames after which foreground is learned as background; 0: never */
    double reset;     /* fraction of the picture; 1: never */
    double field;     /* kde, stkde: weight of a neighbour in a Markov field; 0: none */
    int median;       /* side of the median filter of the mask, px; 0: none; -1: see options */
    /* median, average, mog */
    double distance;  /* levels */
    double rate, deviations;
    int components;
    double background_share, complexity, shadow;
} bgs_options;

extern const bgs_options bgs_defaults;
/* Refuses options that have no effect with the model. 0, or an exit code after a message. */
int bgs_options_check(const bgs_options *o);
/* The frames that the model learns from before its masks are good. */
long bgs_options_learning(const bgs_options *o);
/* Their rows: --model, and all others. */
extern const app_option bgs_choice_options[], bgs_model_options[];
const char *bgs_model_name(int model);
int bgs_model_has_gaussian(int model);
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
 * Processes the next frame: decides, then learns.
 *   frame  RGB, of the model's size
 *   mask   its arrays are the caller's, of the model's size, and are filled; posterior may be
 *          NULL. mask may be NULL: nothing is read back.
 * Models without a probability fill posterior with a score that is 0.5 at their threshold. The
 * first frame is all background.
 */
int bgs_model_push(bgs_model *model, const app_picture *frame, bgs_mask *mask);

/* The background of the model. out is RGB; its array is the caller's and is filled. */
int bgs_model_background(bgs_model *model, app_picture *out);

/* The share of the pixels whose samples of the background have two far and narrow modes; 0 without
 * samples. */
int bgs_model_two_modes(bgs_model *model, double *share);

/* Counts since the model was made. */
typedef struct bgs_counters {
    long frames, resets;
    double evaluations;   /* of the Gaussian; 0 for models without one */
    double foreground;    /* fraction of the last frame's pixels, before filters */
    size_t memory;        /* bytes of device memory, at most */
    double seconds;       /* spent in bgs_model_push */
    bgs_gaussian gaussian; /* in use; BGS_AUTO before the first frame with samples */
    const char *method;   /* of the table in use; NULL without one; borrowed */
    double table_error;   /* largest error of the table as executed; 0 without a table */
} bgs_counters;
bgs_counters bgs_model_counters(const bgs_model *model);

/*
 * Saves what the model has learned to a file, which appears by rename; and loads it. A file with
 * another picture size, or with other parameters that determine the states (model, colour space,
 * numbers of samples and frames), is refused, and the model is not changed.
 */
int bgs_model_save(bgs_model *model, const char *path);
int bgs_model_load(bgs_model *model, const char *path);
/* 0, or a message if the file is not whole, or is not of such a model; needs no device. */
int bgs_model_check_file(const bgs_options *options, int width, int height, const char *path);

#endif
