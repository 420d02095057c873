/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Connected pieces of a mask (8 neighbours), and tracks of them from frame to frame: a
 * blob goes on with the track whose last box it overlaps most.
 */
#ifndef APP_BLOBS_H
#define APP_BLOBS_H

#include <stddef.h>

typedef struct app_blob {
    int x, y, width, height; /* box, px */
    long area;               /* px */
    double cx, cy;           /* mean of the pixels' places, px */
    long track;              /* from 1 on */
} app_blob;

typedef struct app_track {
    app_blob last;
    int unseen; /* frames */
} app_track;

typedef struct app_pair { /* a blob and a track whose boxes overlap */
    size_t blob, track;
    long shared; /* px */
} app_pair;

typedef struct app_blobs {
    app_blob *list; /* of the last frame, from the top to the bottom */
    size_t count;
    app_track *tracks;
    size_t track_count;
    long next;                /* number of the next new track, less 1 */
    int *stack, *label;       /* pixels; scratch */
    app_pair *pairs;          /* scratch */
    size_t pixels, room, track_room, pair_room;
} app_blobs;

enum { APP_TRACK_KEEP = 10 }; /* frames that a track outlives its blob */

/* Finds the blobs of mask (on above 127). Those of fewer than `least` pixels are no blobs
 * and are set to 0 in mask. Starts from {0}. */
int app_blobs_find(app_blobs *blobs, unsigned char *mask, int width, int height, long least);
/* Gives each blob its track. */
int app_blobs_follow(app_blobs *blobs);
void app_blobs_free(app_blobs *blobs);

#endif
