/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters of the models: names, units, ranges, defaults. */
#include "common/device.h"
#include "common/names.h"
#include "model.h"

#define CHOICE(name, word, text) {word, text},
#define MODEL_CHOICE(name, word, row, text) {word, text},
static const app_choice models[] = {BGS_MODEL_LIST(MODEL_CHOICE){NULL, NULL}};
static const app_choice gaussians[] = {BGS_GAUSSIAN_LIST(CHOICE){NULL, NULL}};
static const app_choice colors[] = {BGS_COLOR_LIST(CHOICE){NULL, NULL}};
/* In the order of clpwl_fit. */
static const app_choice fits[] = {
    {"interpolant", "the Gaussian's values"}, {"projection", "least squares"}, {NULL, NULL}};

const char *bgs_model_name(int model)
{
    return models[model].word;
}

const char *bgs_gaussian_name(bgs_gaussian gaussian)
{
    return gaussians[gaussian].word;
}

const bgs_options bgs_defaults = {
    .model = BGS_STKDE,
    .gaussian = BGS_AUTO,
    .color = BGS_RGB,
    .knots = 256,
    .samples = 25,
    .every = 4,
    .radius = 1,
    .spatial_sigma = 0.5,
    .fg_frames = 3,
    .fg_radius = 2,
    .fg_spatial_sigma = 1.7,
    .fg_color_sigma = 8,
    .fg_uniform = 0.5,
    .prior_least = 0.1,
    .prior_gain = 0.4,
    .prior_radius = 2,
    .bandwidth_frames = 32,
    .bandwidth_most = 25,
    .light = -1,
    .threshold = 0.5,
    .field = 0.75, /* F on 23 scenes: bench/results/bgs-scenes.txt */
    .median = -1,
    .density = 1e-7,
    .absorb = 250,
    .reset = 0.5,
    .distance = 30,
    .background_share = 0.9,
    .complexity = 0.05,
    .shadow = 0.5,
    .components = 5,
};

/* The rows keep their lines. */
/* clang-format off */
#define AT(member) offsetof(bgs_options, member)
#define INT(name, member, least, most, text) APP_INT(0, name, "N", member, least, most, text)
#define NUMBER(name, member, least, most, text) APP_NUMBER(0, name, "X", member, least, most, text)
#define WORD(name, member, words, text) APP_CHOICE(0, name, "WORD", member, words, text)

const app_option bgs_choice_options[] = {
    WORD("model", model, models,
         "the model of the background. Processor time, of which stkde takes 1, and F are those of the "
         "scene of 320 x 240 pixels; clpwl-bgs(1) has the commands"),
    APP_OPTIONS_END,
};

const app_option bgs_model_options[] = {
    APP_HEADING("All models"),
    WORD("color", color, colors, "the colour space of the model"),
    INT("median", median, -1, 15,
        "side of the median filter of the mask, px, odd; 0: none; -1: none after a field, 5 else"),
    NUMBER("light", light, -1, 1,
           "logarithm of the change of light that is left to the model; frames are brought back "
           "by what exceeds it; 1: never; -1: 0.06 for models with samples, 1 else"),

    APP_HEADING("Background samples (median, kde, stkde)"),
    INT("samples", samples, 1, 250, "number of samples"),
    INT("every", every, 1, 100000, "frames between samples"),
    INT("train", train, 0, 1000000000,
        "not mog: frames at the start that are learned as background, whatever they show; "
        "learning lasts at least until all samples are taken"),
    INT("absorb", absorb, 0, 60000,
        "kde, stkde, average: frames after which a pixel that stays foreground is learned as "
        "background; 0: never"),
    NUMBER("reset", reset, 0, 1,
           "not mog: fraction of the picture; the model restarts when more of it is foreground; 1: never"),
    INT("radius", radius, 0, 4, "stkde: radius of the window of samples, px"),
    NUMBER("spatial-sigma", spatial_sigma, 0.01, 100,
           "stkde: standard deviation of the window's weights, px"),

    APP_HEADING("Foreground and decision (stkde; kde where stated)"),
    INT("fg-frames", fg_frames, 1, 60, "last frames whose foreground is sampled"),
    INT("fg-radius", fg_radius, 0, 4, "radius of the window of samples, px"),
    NUMBER("fg-spatial-sigma", fg_spatial_sigma, 0.01, 100,
           "standard deviation of the window's weights, px"),
    NUMBER("fg-sigma", fg_color_sigma, 0.1, 100, "bandwidth of the samples' colours, levels"),
    NUMBER("fg-uniform", fg_uniform, 0.001, 1,
           "share of the uniform density 1/256^3 in the foreground's density"),
    NUMBER("prior", prior_least, 0.001, 0.999,
           "prior of foreground where no neighbour was foreground"),
    NUMBER("prior-gain", prior_gain, 0, 0.998,
           "increase of the prior where all neighbours were foreground"),
    INT("prior-radius", prior_radius, 0, 4, "radius of the window of those neighbours, px"),
    NUMBER("threshold", threshold, 0, 1,
           "stkde, kde: a pixel is foreground if p(background) is below this"),
    NUMBER("field", field, 0, 10,
           "stkde, kde: weight of a neighbour in the Markov field that makes the mask; 0: no field"),
    NUMBER("density", density, 1e-30, 1, "kde: density of the foreground, per cubic level"),

    APP_HEADING("Simple models"),
    NUMBER("distance", distance, 0, 255,
           "median: a pixel is foreground beyond this distance in any channel, levels"),
    NUMBER("rate", rate, 0, 1,
           "average, mog: weight of a new frame; 0: 1/500 for mog, 1/100 for average"),
    NUMBER("deviations", deviations, 0, 100,
           "average, mog: a pixel is foreground beyond this many standard deviations; 0: 4 for "
           "mog, 3 for average"),
    INT("components", components, 1, 8, "mog: greatest number of Gaussians of a pixel"),
    NUMBER("background-share", background_share, 0, 1,
           "mog: fraction of the time for which a pixel shows background"),
    NUMBER("complexity", complexity, 0, 1,
           "mog: prior weight that is taken from each component; unused components end"),
    NUMBER("shadow", shadow, 0, 1,
           "mog: brightness of the darkest shadow, relative to the background; 1: no shadow test"),

    APP_HEADING("Bandwidths (kde, stkde)"),
    INT("bandwidth-frames", bandwidth_frames, 1, 250,
        "frames whose differences determine the bandwidths"),
    NUMBER("bandwidth-least", bandwidth_least, 0, 100,
           "least bandwidth, levels; 0: 3 for rgb, 2 for chroma"),
    NUMBER("bandwidth-most", bandwidth_most, 0.1, 100, "largest bandwidth, levels"),

    APP_HEADING("Gaussian (kde, stkde)"),
    WORD("gaussian", gaussian, gaussians, "how exp(-q/2) is evaluated"),
    APP_TEXT(0, "method", "NAME", method,
             "evaluation method of the table, one of `clpwl methods`; by default the fastest, "
             "measured in long runs, and buffer before"),
    INT("knots", knots, 2, 65536, "knots of the table"),
    APP_PARSED(0, "partition", "WORD", partition, app_parse_partition,
               "knots of the table: uniform (default), or optimized for the Gaussian"),
    WORD("fit", fit, fits, "values at the knots"),
    INT("weight-bits", weight_bits, 0, 16,
        "emulates a linear filter whose weight has N fractional bits; 0: none"),
    APP_OPTIONS_END,
};
/* clang-format on */

enum {
    SAMPLED = 1 << BGS_MEDIAN | 1 << BGS_KDE | 1 << BGS_STKDE,
    RUNNING = 1 << BGS_AVERAGE | 1 << BGS_MOG,
    DENSITY = 1 << BGS_KDE | 1 << BGS_STKDE,
    MEDIAN_ONLY = 1 << BGS_MEDIAN,
    MOG_ONLY = 1 << BGS_MOG,
    KDE_ONLY = 1 << BGS_KDE,
    STKDE_ONLY = 1 << BGS_STKDE,
    LEARNING = 1 << BGS_AVERAGE | DENSITY, /* by the mask */
    RESTARTING = 1 << BGS_MEDIAN | LEARNING,
    WITH_TABLE = 1 << BGS_AUTO | 1 << BGS_TABLE | 1 << BGS_TABLE_Q /* of the Gaussians */
};

static const app_scope scopes[] = {
    {"samples", SAMPLED}, {"every", SAMPLED}, {"train", RESTARTING}, {"absorb", LEARNING},
    {"reset", RESTARTING}, {"radius", STKDE_ONLY},
    {"spatial-sigma", STKDE_ONLY}, {"fg-frames", STKDE_ONLY}, {"fg-radius", STKDE_ONLY},
    {"fg-spatial-sigma", STKDE_ONLY}, {"fg-sigma", STKDE_ONLY}, {"fg-uniform", STKDE_ONLY},
    {"prior", STKDE_ONLY}, {"prior-gain", STKDE_ONLY}, {"prior-radius", STKDE_ONLY},
    {"threshold", DENSITY}, {"field", DENSITY}, {"density", KDE_ONLY},
    {"distance", MEDIAN_ONLY}, {"rate", RUNNING},
    {"deviations", RUNNING}, {"components", MOG_ONLY}, {"background-share", MOG_ONLY},
    {"complexity", MOG_ONLY}, {"shadow", MOG_ONLY}, {"bandwidth-frames", DENSITY},
    {"bandwidth-least", DENSITY}, {"bandwidth-most", DENSITY}, {"gaussian", DENSITY},
    {"method", DENSITY}, {"knots", DENSITY}, {"partition", DENSITY}, {"fit", DENSITY},
    {"weight-bits", DENSITY}, {NULL, 0},
};
static const app_scope table_scopes[] = {
    {"method", WITH_TABLE}, {"knots", WITH_TABLE}, {"partition", WITH_TABLE},
    {"fit", WITH_TABLE}, {"weight-bits", WITH_TABLE}, {NULL, 0},
};

int bgs_model_has_gaussian(int model)
{
    return DENSITY >> model & 1;
}

long bgs_options_learning(const bgs_options *o)
{
    const long samples = SAMPLED >> o->model & 1 ? (long)o->samples * o->every : 0;
    return samples > o->train ? samples : o->train;
}

int bgs_options_check(const bgs_options *o)
{
    int code = app_options_scopes(bgs_model_options, scopes, bgs_choice_options, o->model);
    if (code == 0)
        code = app_options_scopes(bgs_model_options, table_scopes,
                                  app_option_find(bgs_model_options, "gaussian"), o->gaussian);
    return code ? code : app_kernel_method("method", o->method);
}
