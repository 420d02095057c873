/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures, as the readers, the models and the writers of clpwl-bgs hand them on. */
#ifndef BGS_FRAME_H
#define BGS_FRAME_H

typedef struct bgs_frame {
    int width, height;
    unsigned char *rgb; /* width * height * 3, row by row, R G B */
} bgs_frame;

typedef struct bgs_mask {
    int width, height;
    unsigned char *on; /* 0 background, 255 foreground */
    float *posterior;  /* p(background), 0 to 1; may be NULL */
} bgs_mask;

#endif
