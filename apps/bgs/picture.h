/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures in files: PNG and JPEG where their libraries were found, PPM, PGM, PFM. */
#ifndef BGS_PICTURE_H
#define BGS_PICTURE_H

#include <stddef.h>
#include <stdio.h>

enum { BGS_SIDE_MOST = 32767 }; /* px */

typedef struct bgs_picture {
    int width, height, channels; /* 1: grey, 3: R G B */
    unsigned char *data;         /* row by row; by malloc */
} bgs_picture;

/* Reads a file, whatever its format, as grey (1) or RGB (3) of 8 bits. */
int bgs_picture_read(bgs_picture *out, const char *path, int channels);
/* Writes the format that the name ends in: .png .ppm .pgm; appears by rename. */
int bgs_picture_write(const bgs_picture *picture, const char *path);
/* 0 where this build writes what the name ends in; says so otherwise. */
int bgs_picture_can_write(const char *path);
/* PFM of one channel, 32-bit float. */
int bgs_pfm_write(const float *data, int width, int height, const char *path);
void bgs_picture_free(bgs_picture *picture);
int bgs_ends_in(const char *path, const char *ending);

/* The formats; f stands at the file's begin, out->channels is what is wished. */
int bgs_pnm_read(bgs_picture *out, FILE *f, const char *path);
int bgs_png_read(bgs_picture *out, FILE *f, const char *path);
int bgs_jpeg_read(bgs_picture *out, FILE *f, const char *path);
int bgs_png_write(const bgs_picture *picture, FILE *f, const char *path);
/* Before memory is taken for what a header claims: 0 where the file has a byte for each
 * `pixels` of it, else it says so. */
int bgs_picture_is_held(FILE *f, long width, long height, long pixels, const char *path);
/* data for width x height x channels, checked. */
int bgs_picture_make(bgs_picture *out, long width, long height, int channels, const char *what);

#endif
