/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "error/relative_breaks.h"
#include <float.h>
#include "base/array.h"

enum { MOST_STEPS = 100 };
static const double steep = 1.5; /* |f| over |f| of the next sample: a dip may be between */
static const double deep = 0.5;  /* |f| at the bottom of a dip, over that of the sample */

typedef struct point {
    double x, y;
} point;

static clpwl_status evaluate_point(const clpwl_function *f, double x, point *p)
{
    p->x = x;
    return clpwl__value(f, x, &p->y);
}

/* Where f crosses the level between two points, lowers *end to the number beside the crossing where |f| is
 * above |level|: there the relative error varies less than f, which may be steep. The piece before ends
 * beside a crossing, too: one beside `begin` is passed over. */
static clpwl_status end_at_crossing(const clpwl_function *f, double level, double begin, point l, point r,
                                    double *end)
{
    clpwl_status status = CLPWL_OK;
    if ((l.y < level) == (r.y < level))
        goto done;
    for (;;) {
        point m;
        double x = l.x + (r.x - l.x) / 2;
        if (!(l.x < x && x < r.x))
            break;
        TRY(evaluate_point(f, x, &m));
        *((m.y < level) == (l.y < level) ? &l : &r) = m;
    }
    double x = fabs(l.y) >= fabs(level) ? l.x : r.x;
    *end = x > begin ? fmin(*end, x) : *end;
done:
    return status;
}

/* The minimum of |f| between two points, by golden sections. */
static clpwl_status find_least(const clpwl_function *f, point l, point r, point *out)
{
    clpwl_status status = CLPWL_OK;
    double slack = 2 * DBL_EPSILON * fmax(fabs(l.x), fabs(r.x));
    point m, n;
    TRY(evaluate_point(f, r.x - clpwl__golden * (r.x - l.x), &m));
    TRY(evaluate_point(f, l.x + clpwl__golden * (r.x - l.x), &n));
    for (int i = 0; i < MOST_STEPS && r.x - l.x > slack; i++) {
        if (fabs(m.y) <= fabs(n.y)) {
            r = n;
            n = m;
            TRY(evaluate_point(f, r.x - clpwl__golden * (r.x - l.x), &m));
        } else {
            l = m;
            m = n;
            TRY(evaluate_point(f, l.x + clpwl__golden * (r.x - l.x), &n));
        }
    }
    *out = fabs(m.y) <= fabs(n.y) ? m : n;
done:
    return status;
}

/* Where |f| has a dip at the middle one of three samples, lowers *end to the crossing of the
 * floor, or to the bottom of the dip where that is above the floor. */
static clpwl_status end_at_dip(const clpwl_function *f, double floor, double begin, const point p[3],
                               double *end)
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
        TRY(end_at_crossing(f, p[0].y < 0 ? -floor : floor, begin, p[0], bottom, end));
done:
    return status;
}

clpwl_status clpwl__relative_piece_end(const clpwl_function *f, double floor, double l, double r,
                              size_t steps, double *end)
{
    enum { BLOCK = 16 }; /* values of one call of f */
    clpwl_status status = CLPWL_OK;
    double x[BLOCK], y[BLOCK];
    point p[3];
    *end = r;
    for (size_t i = 0; i <= steps && *end == r; i++) {
        size_t k = i % BLOCK, n = 0;
        if (k == 0) {
            for (; n < BLOCK && i + n <= steps; n++)
                x[n] = clpwl__step_at(l, r, (double)(i + n), (double)steps);
            TRY(clpwl__values(f, x, y, n));
        }
        p[2] = (point){x[k], y[k]};
        if (i == 0)
            p[0] = p[1] = p[2]; /* for a dip in the first step; below, for one in the last */
        TRY(end_at_dip(f, floor, l, p, end));
        TRY(end_at_crossing(f, floor, l, p[1], p[2], end));
        TRY(end_at_crossing(f, -floor, l, p[1], p[2], end));
        p[0] = p[1];
        p[1] = p[2];
    }
    if (*end == r)
        TRY(end_at_dip(f, floor, l, p, end));
done:
    return status;
}
