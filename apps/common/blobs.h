/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Connected components of a mask (8 neighbours), and their tracks from frame to frame. A blob
 * continues the track whose last box it overlaps most. */
#ifndef APP_BLOBS_H
#define APP_BLOBS_H

#include <stddef.h>

typedef struct app_blob {
    int x, y, width, height; /* box, px */
    long area;               /* px */
    double cx, cy;           /* mean position of the pixels, px */
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
    app_blob *list; /* of the last frame, from top to bottom */
    size_t count;
    app_track *tracks;
    size_t track_count;
    long next;                /* number of the last new track */
    int *stack, *label;       /* pixels; scratch */
    app_pair *pairs;          /* scratch */
    size_t pixels, room, track_room, pair_room;
} app_blobs;

enum { APP_TRACK_KEEP = 10 }; /* frames for which a track lasts without a blob */

/* Finds the blobs of mask (on above 127), and sets components of fewer than `least` pixels to 0
 * in mask. The struct begins as {0}. */
int app_blobs_find(app_blobs *blobs, unsigned char *mask, int width, int height, long least);
/* Gives each blob its track. */
int app_blobs_follow(app_blobs *blobs);
void app_blobs_free(app_blobs *blobs);

#endif
