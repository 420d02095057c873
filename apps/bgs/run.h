/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run over a video: its options, and what is open meanwhile. */
#ifndef BGS_RUN_H
#define BGS_RUN_H

#include "common/blobs.h"
#include "common/input.h"
#include "common/progress.h"
#include "common/sink.h"
#include "model.h"
#include "score.h"

typedef struct bgs_run_options {
    const char *device, *roi, *truth;
    const char *masks, *posterior, *background, *overlay, *blobs, *sheet, *load, *save;
    int first, frames, sheet_frame; /* -1: not given */
    int smallest;                   /* px */
    int rule, json, quiet;
    bgs_options model;
} bgs_run_options;

typedef struct bgs_run {
    bgs_run_options o;
    app_input input;
    long most; /* frames, at most; -1: unknown */
    clpwl_context *context;
    bgs_model *model;
    app_picture frame;
    app_picture mask, roi, truth; /* truth.data is NULL where the frame has none */
    app_pattern truth_names;
    float *posterior;
    app_sink masks, posteriors, overlays;
    app_blobs blobs;
    app_output blob_file;
    int sheet_done;
    bgs_score score;
    app_progress progress;
    long done; /* frames */
    /* The first frames compile kernels. The clock when BGS_FIRST_FRAMES were
     * done, and the counters and the frames then. */
    double began, ready; /* seconds */
    double cpu_began;    /* of all threads */
    bgs_counters at_ready;
    long done_at_ready;
} bgs_run;

/* The first frame has no background yet; with the second all kernels of a model have run. */
enum { BGS_FIRST_FRAMES = 2 };

/* Overlay, list of blobs, background and sheet: run_pictures.c. */
int bgs_run_open_pictures(bgs_run *run);
int bgs_run_draw(bgs_run *run, long number); /* after the mask is made and the truth is read */
int bgs_run_draw_last(bgs_run *run);         /* the background after the last frame; the sheet */
int bgs_run_close_pictures(bgs_run *run);
/* The report at the end: run_report.c. */
void bgs_run_report(const bgs_run *run);

#endif
