/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output of frames: a y4m stream (NAME.y4m or "-") or numbered pictures. */
#ifndef APP_SINK_H
#define APP_SINK_H

#include "common/output.h"
#include "common/pattern.h"
#include "common/picture.h"

typedef struct app_sink {
    const char *name; /* borrowed; NULL: no output */
    int is_stream, is_float;
    long frames;
    app_pattern pattern;
    app_output file;
} app_sink;

/* With a NULL name every call does nothing. takes_float: .pfm is allowed. */
int app_sink_open(app_sink *out, const char *name, int takes_float);
int app_sink_put(app_sink *sink, long number, const app_picture *picture);
int app_sink_put_float(app_sink *sink, long number, const float *data, int width, int height);
int app_sink_close(app_sink *sink);

#endif
