/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run over a video: what is asked for, and what is open meanwhile. */
#ifndef BGS_RUN_H
#define BGS_RUN_H

#include "blobs.h"
#include "input.h"
#include "model.h"
#include "options.h"
#include "score.h"
#include "sink.h"

typedef struct bgs_run_options {
    const char *device, *roi, *truth;
    const char *masks, *posterior, *background, *overlay, *blobs, *sheet, *load, *save;
    int first, frames, sheet_frame; /* -1: not given */
    int smallest;                   /* px */
    int rule, json, quiet, help, version;
} bgs_run_options;

extern const bgs_run_options bgs_run_defaults;
extern const bgs_option bgs_run_rows[];

typedef struct bgs_run {
    bgs_run_options o;
    bgs_options model_options;
    bgs_input input;
    clpwl_context *context;
    bgs_model *model;
    bgs_frame frame;
    bgs_picture mask, roi, truth; /* truth.data is NULL where the frame has none */
    bgs_pattern truth_names;
    float *posterior;
    bgs_sink masks, posteriors, overlays;
    bgs_blobs blobs;
    bgs_file blob_file;
    int sheet_done;
    bgs_score score;
    double began, shown; /* seconds */
    long done;           /* frames */
} bgs_run;

/* From here on a signal is noted; the one that came, or 0. */
void bgs_watch_signals(void);
int bgs_signal(void);
void bgs_progress(bgs_run *run, int last);
void bgs_report(const bgs_run *run);

#endif
