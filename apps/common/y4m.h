/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * YUV4MPEG2 streams of 8 bits: C420 (of any siting), C422, C444, Cmono. Colours are
 * BT.601 of limited range, or of full range where the header says XCOLORRANGE=FULL;
 * chroma is repeated, not interpolated.
 */
#ifndef APP_Y4M_H
#define APP_Y4M_H

#include <stdio.h>
#include "common/output.h"
#include "common/picture.h"
#include "common/picture.h"

typedef struct app_y4m {
    FILE *f;
    const char *name; /* borrowed; for messages */
    int width, height, chroma_width, chroma_height; /* 0 for mono */
    int full; /* range */
    unsigned char *planes;
    size_t size, room; /* bytes of a frame, and of planes so far */
} app_y4m;

/* f stands at the begin and stays the caller's. */
int app_y4m_open(app_y4m *out, FILE *f, const char *name);
/* *more is 0 at the stream's end. *rgb is written only when the frame was whole; where it
 * is NULL it is allocated then, for the caller to free. */
int app_y4m_read(app_y4m *y4m, unsigned char **rgb, long number, int *more);
void app_y4m_close(app_y4m *y4m);

/* Grey as Cmono, the values as they are; RGB as C444, limited range. The header comes
 * with the first frame. */
int app_y4m_write(app_output *file, const app_picture *picture, int is_first);

#endif
