/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A candidate: a way from a number of segments to knots and nodal values for a problem. Knots by a partition,
 * which may be refined; values by a fit; numbers of a storage; with a symmetry, the other half.
 */
#ifndef CLPWL__CANDIDATE_H
#define CLPWL__CANDIDATE_H

#include "design/problem.h"
#include "partition/density.h"

/* A line that is kept, as the candidate has its last one. */
typedef struct clpwl__kept {
    double *knots, *values;
    size_t room;     /* segments that the arrays hold */
    size_t segments; /* of the line; 0: no line is kept */
} clpwl__kept;

/* The numbers of segments of the part that have knots at all exact values: multiples of `stride`, `least` and
 * more. */
typedef struct clpwl__numbers {
    size_t least, stride;
} clpwl__numbers;

typedef struct clpwl__candidate {
    clpwl_design_options o; /* complete: defaults filled in, `execution` not NULL */
    clpwl__problem problem;
    clpwl__density density; /* serves every number of segments */
    int has_density;        /* 0: f'' does not exist; then the partition is uniform */
    clpwl__share share;     /* the next line's part of the design */
    double *knots, *values; /* of the last line, in s; one block */
    size_t room;            /* of these arrays, in segments */
    clpwl__kept kept;
    clpwl__numbers numbers;
    double ends;            /* the time when a line ends without a result, in seconds; 0: none */
    int has_ended;          /* the last line, by that, with the status CLPWL_ERR_CANCELLED */
} clpwl__candidate;

/*
 * Prepares all that lines share. Free the candidate after a failure too.
 *   options  complete; what they point to is borrowed
 *   tilt     knots are denser where f is steep, for a filter's weight (clpwl__density_tilt_for)
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE, CLPWL_ERR_TARGET, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__candidate_create(clpwl__candidate *c, const clpwl_function *f,
                                     const clpwl_design_options *options, int tilt);
void clpwl__candidate_free(clpwl__candidate *c);

/* Segments of the part that is designed, for so many of the table. */
static inline size_t clpwl__part_of(const clpwl__candidate *c, size_t segments)
{
    return segments / c->problem.sides;
}

/* The same part of the last line's knots. */
static inline double *clpwl__part_knots(const clpwl__candidate *c, size_t segments)
{
    return c->knots + (segments - clpwl__part_of(c, segments));
}

/* Puts the knots of the partition, refined or as they are before that; refined ones have nodal values, too,
 * if the fit is in a tube. The codes of clpwl__candidate_create. */
clpwl_status clpwl__candidate_put_knots(clpwl__candidate *c, size_t segments, int is_refined);

/* Puts knots and nodal values. With a symmetry `segments` is even. */
clpwl_status clpwl__candidate_line(clpwl__candidate *c, size_t segments);

/* Keeps the last line, of so many segments: clpwl__candidate_line takes it, once, where it is asked for as
 * many again. */
void clpwl__candidate_keep(clpwl__candidate *c, size_t segments);

/* A clpwl_progress whose user is the candidate: reports its share, and ends at its time. */
int clpwl__candidate_report(double done, void *user);

#endif
