/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "error/relative_breaks.h"
#include <float.h>
#include "error/residual.h"
#include "base/internal.h"

enum { MOST_STEPS = 100 };
static const double golden = 0.38196601125010515180; /* (3 - sqrt 5) / 2 */
static const double steep = 1.5; /* |f| over that a step on, where it may pass by 0 */
static const double deep = 0.5;  /* of the samples' |f|: a dip */

typedef struct point {
    double x, y;
} point;

static clpwl_status look(const clpwl_function *f, double x, point *p)
{
    p->x = x;
    return clpwl__value(f, x, &p->y);
}

/* Lowers *end to where f passes the level between two points, if it does: the first number
 * on the far side. */
static clpwl_status cut(const clpwl_function *f, double level, point l, point r, double *end)
{
    clpwl_status status = CLPWL_OK;
    if ((l.y < level) == (r.y < level))
        goto done;
    for (;;) {
        point m;
        double x = l.x + (r.x - l.x) / 2;
        if (!(l.x < x && x < r.x))
            break;
        TRY(look(f, x, &m));
        *((m.y < level) == (l.y < level) ? &l : &r) = m;
    }
    *end = fmin(*end, r.x);
done:
    return status;
}

/* Where |f| is least between two points, by golden sections. */
static clpwl_status find_least(const clpwl_function *f, point l, point r, point *out)
{
    clpwl_status status = CLPWL_OK;
    double slack = 2 * DBL_EPSILON * fmax(fabs(l.x), fabs(r.x));
    point m, n;
    TRY(look(f, l.x + golden * (r.x - l.x), &m));
    TRY(look(f, r.x - golden * (r.x - l.x), &n));
    for (int i = 0; i < MOST_STEPS && r.x - l.x > slack; i++) {
        if (fabs(m.y) <= fabs(n.y)) {
            r = n;
            n = m;
            TRY(look(f, l.x + golden * (r.x - l.x), &m));
        } else {
            l = m;
            m = n;
            TRY(look(f, r.x - golden * (r.x - l.x), &n));
        }
    }
    *out = fabs(m.y) <= fabs(n.y) ? m : n;
done:
    return status;
}

/* Lowers *end to a dip of |f| about the middle one of three samples, of which it is the least,
 * where there is one: to the floor if it comes to that, else to its bottom. */
static clpwl_status end_at_dip(const clpwl_function *f, double floor, const point p[3], double *end)
{
    clpwl_status status = CLPWL_OK;
    point bottom;
    double size = fabs(p[1].y), left = fabs(p[0].y), right = fabs(p[2].y);
    if (size <= floor || size > left || size > right || fmax(left, right) < steep * size)
        goto done;
    TRY(find_least(f, p[0], p[2], &bottom));
    if (fabs(bottom.y) > deep * size)
        goto done;
    if (p[0].x < bottom.x && bottom.x < p[2].x)
        *end = fmin(*end, bottom.x);
    if (left > floor)
        TRY(cut(f, p[0].y < 0 ? -floor : floor, p[0], bottom, end));
done:
    return status;
}

clpwl_status clpwl__floor_end(const clpwl_function *f, double floor, double l, double r,
                              size_t steps, double *end)
{
    clpwl_status status = CLPWL_OK;
    point p[3];
    *end = r;
    TRY(look(f, l, &p[1]));
    p[0] = p[1]; /* a dip may be in the first step or in the last */
    for (size_t i = 1; i <= steps && *end == r; i++) {
        TRY(look(f, i < steps ? l + (r - l) * ((double)i / (double)steps) : r, &p[2]));
        TRY(end_at_dip(f, floor, p, end));
        TRY(cut(f, floor, p[1], p[2], end));
        TRY(cut(f, -floor, p[1], p[2], end));
        p[0] = p[1];
        p[1] = p[2];
    }
    if (*end == r)
        TRY(end_at_dip(f, floor, p, end));
done:
    return status;
}
