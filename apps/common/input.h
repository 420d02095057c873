/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Video, frame by frame, in constant memory: a y4m stream or numbered pictures. */
#ifndef APP_INPUT_H
#define APP_INPUT_H

#include "common/picture.h"
#include "common/pattern.h"
#include "common/y4m.h"

typedef struct app_input {
    const char *name; /* borrowed */
    FILE *f;          /* of a stream */
    app_y4m y4m;
    app_pattern pattern; /* of pictures */
    long next, last;     /* numbers; last: of the pictures that exist */
    long first;
    long most; /* frames at most; -1: unknown, as of a pipe */
    int wide;  /* 1: pictures are read in 16 bits; the frames of a stream have 8 */
} app_input;

/*
 *   name   "-" (y4m on standard input), a y4m file, or a pattern such as in%06d.png
 *   first  number of the first frame; -1: the least that exists, 0 for a stream
 */
int app_input_open(app_input *out, const char *name, long first);
/* Reads a frame; *more is 0 at the end. The first call makes the picture, which the caller
 * frees. At the end, or if the next frame is broken, the picture is not changed. */
int app_input_next(app_input *input, app_picture *frame, int *more);
void app_input_close(app_input *input);

#endif
