/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of the error on a smooth piece, closer where it oscillates. */
#ifndef CLPWL__SAMPLING_H
#define CLPWL__SAMPLING_H

#include "error/residual.h"

enum {
    CLPWL__RESOLUTION = 4096, /* samples over the domain, at least */
    CLPWL__PIECES = 128       /* whose samples and searches share calls of a callback */
};

typedef struct clpwl__sampling {
    double *x, *e; /* n + 1 samples, x ascending; e weighted for Linf where there is a weight */
    size_t n, room;
    double most;   /* the largest |e| of them, and where they do not show the course of e, more */
    double place;  /* the sample beside it */
    size_t spent;  /* samples beyond the least ones so far, over all pieces */
    size_t extra;  /* those of them beyond the share of their place */
    struct clpwl__group *groups; /* scratch; or NULL */
    double *ahead;               /* f, and after them w, at the first samples of the next piece; or NULL */
    size_t ahead_count;          /* 0: none are known */
} clpwl__sampling;

/* A smooth piece of a segment, and its samples. */
typedef struct clpwl__piece {
    clpwl__segment s;
    size_t segment;            /* the number of s */
    int is_first, is_last;     /* of its pieces */
    double l, r;
    size_t least;              /* steps */
    double noise, noise_plain; /* of the weighted e, and of e with a weight of 1: e^2 has the weight once */
    clpwl__sampling at;
    double next_to[2];         /* e beside both ends; NaN: not known */
    size_t summit, summits;    /* the first of its searches for maxima, and behind the last */
} clpwl__piece;

/* Free it in any case; all members are 0 at first. */
void clpwl__sampling_free(clpwl__sampling *s);

/* The next piece of the domain is sampled in `next`, which may be s: its counts and its scratch go on. */
static inline void clpwl__sampling_hand_on(clpwl__sampling *s, clpwl__sampling *next)
{
    struct clpwl__group *groups = s->groups;
    s->groups = next->groups;
    next->groups = groups;
    next->spent = s->spent;
    next->extra = s->extra;
}

/*
 * Samples e on [l,r] in at least `least` equal steps. Steps are halved where the samples do not
 * show the course of e, until they do or the differences are within the noise. A search for
 * maxima may start from the samples.
 *   noise   of e
 *   domain  what is still to be sampled: [l, domain]
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (the weight is negative), CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__sample_piece(clpwl__sampling *s, const clpwl__segment *segment, double l,
                                 double r, size_t least, double noise, double domain);

/* Gets the first samples that clpwl__sample_piece takes of many pieces by few calls of f. f is their f. */
clpwl_status clpwl__sample_ahead(clpwl__piece *pieces, size_t count);

/* How far e may rise above sample i, neither the first nor the last, in the direction of the sign
 * of e there, up to its neighbours: twice what the parabola through three samples rises, and what
 * the samples may have missed. 0 where the parabola has no maximum between the neighbours. */
double clpwl__sampled_rise(const clpwl__sampling *s, size_t i);

#endif
