/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Connected pieces of a mask (8 neighbours), and tracks of them from frame to frame: a
 * blob goes on with the track whose last box it overlaps most.
 */
#ifndef BGS_BLOBS_H
#define BGS_BLOBS_H

#include <stddef.h>

typedef struct bgs_blob {
    int x, y, width, height; /* box, px */
    long area;               /* px */
    double cx, cy;           /* mean of the pixels' places, px */
    long track;              /* from 1 on */
} bgs_blob;

typedef struct bgs_track {
    bgs_blob last;
    int unseen; /* frames */
} bgs_track;

typedef struct bgs_pair { /* a blob and a track whose boxes overlap */
    size_t blob, track;
    long shared; /* px */
} bgs_pair;

typedef struct bgs_blobs {
    bgs_blob *list; /* of the last frame, from the top to the bottom */
    size_t count;
    bgs_track *tracks;
    size_t track_count;
    long next;                /* number of the next new track, less 1 */
    int *stack, *label;       /* pixels; scratch */
    bgs_pair *pairs;          /* scratch */
    size_t pixels, room, track_room, pair_room;
} bgs_blobs;

enum { BGS_TRACK_KEEP = 10 }; /* frames that a track outlives its blob */

/* Finds the blobs of mask (on above 127). Those of fewer than `least` pixels are no blobs
 * and are set to 0 in mask. Starts from {0}. */
int bgs_blobs_find(bgs_blobs *blobs, unsigned char *mask, int width, int height, long least);
/* Gives each blob its track. */
int bgs_blobs_follow(bgs_blobs *blobs);
void bgs_blobs_free(bgs_blobs *blobs);

#endif
