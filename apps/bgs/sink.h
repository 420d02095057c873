/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where frames go: a y4m stream (NAME.y4m or "-") or numbered pictures. */
#ifndef BGS_SINK_H
#define BGS_SINK_H

#include "file.h"
#include "pattern.h"
#include "picture.h"

typedef struct bgs_sink {
    const char *name; /* borrowed; NULL: nothing is wanted */
    int is_stream, is_float;
    long frames;
    bgs_pattern pattern;
    bgs_file file;
} bgs_sink;

/* name may be NULL; then every call does nothing. takes_float: .pfm is allowed. */
int bgs_sink_open(bgs_sink *out, const char *name, int takes_float);
int bgs_sink_put(bgs_sink *sink, long number, const bgs_picture *picture);
int bgs_sink_put_float(bgs_sink *sink, long number, const float *data, int width, int height);
int bgs_sink_close(bgs_sink *sink);

#endif
