/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Video, frame by frame, in constant memory: a y4m stream or numbered pictures. */
#ifndef BGS_INPUT_H
#define BGS_INPUT_H

#include "frame.h"
#include "pattern.h"
#include "y4m.h"

typedef struct bgs_input {
    const char *name; /* borrowed */
    FILE *f;          /* of a stream */
    bgs_y4m y4m;
    bgs_pattern pattern; /* of pictures */
    long next, last;     /* numbers; last: of the pictures that exist */
    long first;
} bgs_input;

/*
 *   name   "-" (y4m on standard input), a y4m file, or a pattern such as in%06d.png
 *   first  number of the first frame; -1: the least that exists, 0 for a stream
 */
int bgs_input_open(bgs_input *out, const char *name, long first);
/* *more is 0 at the end. frame's array is made by the first call, filled by each, kept
 * as it is at the end and when the next frame is broken; the caller frees it. */
int bgs_input_next(bgs_input *input, bgs_frame *frame, int *more);
void bgs_input_close(bgs_input *input);

#endif
