/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All straight lines that pass above some points (the floor) and below others (the
 * ceiling), the points being added from left to right.
 *
 * Of all these lines two are kept: the steepest, which has a floor point on its left
 * and a ceiling point on its right, and the flattest, which has them the other way
 * round. At any abscissa to the right they are the highest and the lowest. New points
 * cost O(1) on average: each hull is walked from its left end, and never back.
 * J. O'Rourke, Commun. ACM 24 (1981) 574-578; H. Imai and M. Iri, J. Inf. Process. 9
 * (1986) 159-162.
 */
#ifndef CLPWL__STABBING_LINES_H
#define CLPWL__STABBING_LINES_H

#include <math.h>
#include <stddef.h>

typedef struct clpwl__point {
    double x, y;
    size_t next; /* for the caller: the index of the next point */
} clpwl__point;

/* A line through two of the points, the left one first. */
typedef struct clpwl__line {
    clpwl__point left, right;
    double slope; /* infinite: not bounded yet */
} clpwl__line;

static inline double clpwl__line_at(const clpwl__line *l, double x)
{
    return l->right.y + l->slope * (x - l->right.x);
}

/* Points from left to right. Later lines cannot touch the points before `first`. */
typedef struct clpwl__hull {
    clpwl__point *p;
    size_t first, end;
} clpwl__hull;

typedef struct clpwl__stab {
    clpwl__hull floor, ceiling; /* the caller allocates p for all points of one line */
    clpwl__line steep, flat;
} clpwl__stab;

/* Removes all points: any line passes. Keeps the memory of the hulls. */
void clpwl__stab_begin(clpwl__stab *s);

/* Adds a floor and a ceiling point at one x, which must not be to the left of earlier points.
 * Returns 1, or 0 where no line remains; nothing is then added. */
int clpwl__stab_add(clpwl__stab *s, double x, double floor, double ceiling, size_t next);

/* Adds one point. The caller must know that lines remain. */
void clpwl__stab_floor(clpwl__stab *s, clpwl__point p);
void clpwl__stab_ceiling(clpwl__stab *s, clpwl__point p);

/* The highest and the lowest value of the lines at an x to the right of all points; infinite
 * where they are not bounded. */
static inline double clpwl__stab_highest(const clpwl__stab *s, double x)
{
    return isfinite(s->steep.slope) ? clpwl__line_at(&s->steep, x) : INFINITY;
}

static inline double clpwl__stab_lowest(const clpwl__stab *s, double x)
{
    return isfinite(s->flat.slope) ? clpwl__line_at(&s->flat, x) : -INFINITY;
}

#endif
