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
#ifndef CLPWL_HOST_STAB_H
#define CLPWL_HOST_STAB_H

#include <math.h>
#include <stddef.h>

typedef struct clpwl__point {
    double x, y;
    size_t next; /* the caller's: where to go on behind this point */
} clpwl__point;

/* A line through two of the points, the left one first. */
typedef struct clpwl__line {
    clpwl__point left, right;
    double slope; /* infinite: there is no such line yet */
} clpwl__line;

static inline double clpwl__line_at(const clpwl__line *l, double x)
{
    return l->right.y + l->slope * (x - l->right.x);
}

/* Left to right; those before first can be in no later contact. */
typedef struct clpwl__hull {
    clpwl__point *p;
    size_t first, end;
} clpwl__hull;

typedef struct clpwl__stab {
    clpwl__hull floor, ceiling; /* room: the caller's, for all points of one line */
    clpwl__line steep, flat;
} clpwl__stab;

/* No points: any line will do. Keeps the hulls' room. */
void clpwl__stab_begin(clpwl__stab *s);

/* A floor and a ceiling point at one x, not to the left of those already there. Returns
 * 1, or 0 where no line is left: nothing is then added. */
int clpwl__stab_add(clpwl__stab *s, double x, double floor, double ceiling, size_t next);

/* One point, of which the caller knows that lines are left. */
void clpwl__stab_floor(clpwl__stab *s, clpwl__point p);
void clpwl__stab_ceiling(clpwl__stab *s, clpwl__point p);

/* The highest and the lowest that a line can be at an x to the right of all points;
 * infinite where nothing bounds it. */
static inline double clpwl__stab_highest(const clpwl__stab *s, double x)
{
    return isfinite(s->steep.slope) ? clpwl__line_at(&s->steep, x) : INFINITY;
}

static inline double clpwl__stab_lowest(const clpwl__stab *s, double x)
{
    return isfinite(s->flat.slope) ? clpwl__line_at(&s->flat, x) : -INFINITY;
}

#endif
