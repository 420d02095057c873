/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/stabbing_lines.h"

void clpwl__stab_begin(clpwl__stab *s)
{
    s->floor.first = s->floor.end = 0;
    s->ceiling.first = s->ceiling.end = 0;
    s->steep.slope = INFINITY;
    s->flat.slope = -INFINITY;
}

static clpwl__line line_through(const clpwl__point *left, const clpwl__point *right)
{
    return (clpwl__line){*left, *right, (right->y - left->y) / (right->x - left->x)};
}

/* The point of the hull that the tangent from q touches, with the least slope for sign 1, the
 * greatest for -1. NULL where no point of the hull is to the left of q. Contacts only move
 * right, so points that are passed are dropped. */
static const clpwl__point *find_tangent_point(clpwl__hull *h, const clpwl__point *q, double sign)
{
    const clpwl__point *p = h->p + h->first, *last = h->p + h->end - 1;
    if (h->first == h->end || p->x >= q->x)
        return NULL;
    while (p < last && p[1].x < q->x &&
           sign * ((q->y - p[1].y) * (q->x - p->x) - (q->y - p->y) * (q->x - p[1].x)) <= 0)
        p++;
    h->first = (size_t)(p - h->p);
    return p;
}

/* Appends to the hull, from which those fall away that are now on its inner side. */
static void append_point(clpwl__hull *h, const clpwl__point *q, double sign)
{
    while (h->end >= h->first + 2) {
        const clpwl__point *last = &h->p[h->end - 1], *before = last - 1;
        double cross = (last->x - before->x) * (q->y - before->y) -
                       (q->x - before->x) * (last->y - before->y);
        if (sign * cross < 0)
            break;
        h->end--;
    }
    h->p[h->end++] = *q;
}

/* `lowest` of the lines at the point, `highest` for a ceiling point. */
static void add_floor(clpwl__stab *s, const clpwl__point *p, double lowest)
{
    const clpwl__point *left = lowest < p->y ? find_tangent_point(&s->ceiling, p, -1) : NULL;
    if (left)
        s->flat = line_through(left, p);
    append_point(&s->floor, p, 1);
}

static void add_ceiling(clpwl__stab *s, const clpwl__point *p, double highest)
{
    const clpwl__point *left = highest > p->y ? find_tangent_point(&s->floor, p, 1) : NULL;
    if (left)
        s->steep = line_through(left, p);
    append_point(&s->ceiling, p, -1);
}

void clpwl__stab_floor(clpwl__stab *s, clpwl__point p)
{
    add_floor(s, &p, clpwl__stab_lowest(s, p.x));
}

void clpwl__stab_ceiling(clpwl__stab *s, clpwl__point p)
{
    add_ceiling(s, &p, clpwl__stab_highest(s, p.x));
}

int clpwl__stab_add(clpwl__stab *s, double x, double floor, double ceiling, size_t next)
{
    double highest = clpwl__stab_highest(s, x), lowest = clpwl__stab_lowest(s, x);
    if (highest < floor || lowest > ceiling)
        return 0;
    add_floor(s, &(clpwl__point){x, floor, next}, lowest);
    add_ceiling(s, &(clpwl__point){x, ceiling, next}, highest);
    return 1;
}
