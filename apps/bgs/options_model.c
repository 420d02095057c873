/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters of the models: names, units, ranges, defaults. */
#include "model.h"
#include "options.h"

#define CHOICE(name, word, text) {word, text},
static const bgs_choice models[] = {BGS_MODEL_LIST(CHOICE){NULL, NULL}};
static const bgs_choice gaussians[] = {BGS_GAUSSIAN_LIST(CHOICE){NULL, NULL}};
static const bgs_choice colors[] = {BGS_COLOR_LIST(CHOICE){NULL, NULL}};
/* In the order of clpwl_partition and clpwl_fit. */
static const bgs_choice partitions[] = {
    {"uniform", "equal segments"}, {"optimized", "knots where the Gaussian bends"}, {NULL, NULL}};
static const bgs_choice fits[] = {
    {"interpolant", "through the Gaussian's values"}, {"projection", "least squares"},
    {NULL, NULL}};

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
    .threshold = 0.5,
    .density = 1e-7,
    .absorb = 250,
    .reset = 0.5,
    .distance = 30,
    .background_share = 0.9,
    .complexity = 0.05,
    .shadow = 0.5,
    .components = 5,
};

/* clang-format off */
#define AT(member) offsetof(bgs_options, member)
#define HEADING(text) {BGS_OPTION_HEADING, NULL, NULL, 0, 0, 0, NULL, text}
#define COUNT(name, member, least, most, text) \
    {BGS_OPTION_COUNT, name, "N", AT(member), least, most, NULL, text}
#define NUMBER(name, member, least, most, text) \
    {BGS_OPTION_NUMBER, name, "X", AT(member), least, most, NULL, text}
#define WORD(name, member, words, text) \
    {BGS_OPTION_CHOICE, name, "WORD", AT(member), 0, 0, words, text}

const bgs_option bgs_model_options[] = {
    HEADING("Model"),
    WORD("model", model, models, "how the background is modelled"),
    WORD("color", color, colors, "what the model sees of a pixel"),
    COUNT("median", median, 0, 15, "side of the median filter of the mask, px, odd; 0: none"),

    HEADING("Gaussian (kde, stkde)"),
    WORD("gaussian", gaussian, gaussians, "how exp(-q/2) is evaluated"),
    {BGS_OPTION_TEXT, "method", "NAME", AT(method), 0, 0, NULL,
     "how the table is read, a method of the library (`clpwl devices` lists them); "
     "not given: the library's choice"},
    COUNT("knots", knots, 2, 65536, "knots of the table"),
    WORD("partition", partition, partitions, "where the table's knots are"),
    WORD("fit", fit, fits, "the values at the knots"),
    COUNT("weight-bits", weight_bits, 0, 16,
          "emulate a filter whose weight has N fractional bits; 0: no"),

    HEADING("Background samples (median, kde, stkde)"),
    COUNT("samples", samples, 1, 250, "samples kept"),
    COUNT("every", every, 1, 100000, "frames from one sample to the next"),
    COUNT("train", train, 0, 1000000000,
          "frames at the start that are learned whatever they show; at least until all "
          "samples are there"),
    COUNT("absorb", absorb, 0, 60000,
          "frames after which a pixel that stayed foreground is learned; 0: never"),
    NUMBER("reset", reset, 0, 1,
           "fraction of the picture; when more of it is foreground, the model starts anew; "
           "1: never"),
    COUNT("radius", radius, 0, 4, "stkde: radius of the window of samples, px"),
    NUMBER("spatial-sigma", spatial_sigma, 0.01, 100,
           "stkde: deviation of the neighbours' weights, px"),

    HEADING("Bandwidths (kde, stkde)"),
    COUNT("bandwidth-frames", bandwidth_frames, 1, 250,
          "frames whose differences the bandwidths are taken from"),
    NUMBER("bandwidth-least", bandwidth_least, 0, 100,
           "least bandwidth, levels; 0: 3 for rgb, 2 for chroma"),
    NUMBER("bandwidth-most", bandwidth_most, 0.1, 100, "largest bandwidth, levels"),

    HEADING("Foreground and decision (stkde; kde where said)"),
    COUNT("fg-frames", fg_frames, 1, 60, "last frames whose foreground is sampled"),
    COUNT("fg-radius", fg_radius, 0, 4, "radius of the window of samples, px"),
    NUMBER("fg-spatial-sigma", fg_spatial_sigma, 0.01, 100,
           "deviation of the neighbours' weights, px"),
    NUMBER("fg-sigma", fg_color_sigma, 0.1, 100, "bandwidth of the samples' colours, levels"),
    NUMBER("fg-uniform", fg_uniform, 0.001, 1,
           "share of the uniform density 1/256^3 in the foreground's"),
    NUMBER("prior", prior_least, 0.001, 0.999, "prior of foreground where there was none"),
    NUMBER("prior-gain", prior_gain, 0, 0.998, "what is added to it where all was foreground"),
    COUNT("prior-radius", prior_radius, 0, 4, "radius of the window that it follows, px"),
    NUMBER("threshold", threshold, 0, 1,
           "stkde, kde: foreground where p(background) is below"),
    NUMBER("density", density, 0, 1, "kde: density of what is no background, per cubic level"),

    HEADING("Simple models"),
    NUMBER("distance", distance, 0, 255,
           "median: foreground beyond this distance in any channel, levels"),
    NUMBER("rate", rate, 0, 1,
           "average, mog: share of a new frame in what is learned; 0: 1/500 for mog, "
           "1/100 for average"),
    NUMBER("deviations", deviations, 0, 100,
           "average, mog: foreground beyond this many standard deviations; 0: 4 for mog, "
           "3 for average"),
    COUNT("components", components, 1, 8, "mog: Gaussians of a pixel, at most"),
    NUMBER("background-share", background_share, 0, 1,
           "mog: share of the time that background takes"),
    NUMBER("complexity", complexity, 0, 1,
           "mog: weight below nothing, which ends components that are not used"),
    NUMBER("shadow", shadow, 0, 1,
           "mog: darkest shadow, as a share of the background's brightness; 1: none is looked "
           "for"),
    BGS_OPTIONS_END,
};
