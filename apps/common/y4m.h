/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * YUV4MPEG2 streams of 8 bits: C420 (of any siting), C422, C444, Cmono. Colours are BT.601 of
 * limited range, or of full range if the header holds XCOLORRANGE=FULL. Chroma is repeated, not
 * interpolated.
 */
#ifndef APP_Y4M_H
#define APP_Y4M_H

#include <stdio.h>
#include "common/output.h"
#include "common/picture.h"

typedef struct app_y4m {
    FILE *f;
    const char *name; /* borrowed; for messages */
    int width, height, chroma_width, chroma_height; /* 0 for mono */
    int full; /* range */
    unsigned char *planes;
    size_t size, room; /* bytes of a frame, and of planes so far */
} app_y4m;

/* f is at the beginning; the caller closes it. */
int app_y4m_open(app_y4m *out, FILE *f, const char *name);
/* Reads a frame; *more is 0 at the end of the stream. *rgb is written only if the frame is
 * complete. If it is NULL it is allocated; the caller frees it. */
int app_y4m_read(app_y4m *y4m, unsigned char **rgb, long number, int *more);
/* The frames that can follow in a regular file; -1 for a pipe. */
long app_y4m_frames_most(const app_y4m *y4m);
void app_y4m_close(app_y4m *y4m);

/* Writes grey as Cmono with unchanged values, RGB as C444 of limited range, and before the first
 * frame the header. */
int app_y4m_write(app_output *file, const app_picture *picture, int is_first);

#endif
