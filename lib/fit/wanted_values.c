/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/wanted_values.h"
#include <math.h>

/* The largest distances of f above and below its chord on a segment. */
typedef struct bulge {
    double above, below; /* never negative */
} bulge;

/* The bulge between mesh points *i and the one at x, to which *i moves. */
static bulge find_bulge(const clpwl__mesh *m, double x, size_t *i)
{
    bulge b = {0, 0};
    size_t from = *i, to = from;
    while (m->x[to] < x)
        to++;
    for (size_t p = from + 1; p < to; p++) {
        double e = clpwl__mesh_chord_error(m, from, to, p);
        b.above = fmax(b.above, e);
        b.below = fmax(b.below, -e);
    }
    *i = to;
    return b;
}

/* How far f at the one end of a jump is from f at the other. */
static bulge find_rise(const clpwl__mesh *m, size_t from, size_t to)
{
    return (bulge){fmax(0, m->y[to] - m->y[from]), fmax(0, m->y[from] - m->y[to])};
}

/* Whether f jumps on a segment between neighbouring floats: one mesh step then has most of the rise. Beside
 * an infinite slope each step has less: 0.2 of the rise at most for a cbrt whose 0 is in the middle. */
static int is_jump(const clpwl__mesh *m, size_t from, size_t to)
{
    double rise = fabs(m->y[to] - m->y[from]), most = 0;
    for (size_t p = from; p < to; p++)
        most = fmax(most, fabs(m->y[p + 1] - m->y[p]));
    return most > rise / 2;
}

/* Without that half width a line would be steep over a jump, and far from f on the next segment. */
static double find_level(const clpwl__mesh *m, clpwl_fit fit, size_t left, size_t right)
{
    size_t far = (fit == CLPWL_FIT_ABOVE) == (m->y[left] < m->y[right]) ? left : right;
    const double rise = fabs(m->y[right] - m->y[left]);
    return clpwl__fit_is_one_sided(fit) ? rise / (2 * clpwl__mesh_scale(m, far)) : 0;
}

void clpwl__wanted_values(const clpwl__mesh *m, clpwl_fit fit, const double *knots, size_t segments,
                          double *wanted, double *level)
{
    bulge left = {0, 0};
    *level = 0;
    for (size_t k = 0, i = 0; k <= segments; k++) {
        double y = m->y[i], next = knots[k < segments ? k + 1 : k];
        size_t from = i;
        bulge right = find_bulge(m, next, &i);
        int jumps = k < segments && nextafterf((float)knots[k], INFINITY) >= (float)next &&
                    is_jump(m, from, i);
        if (jumps) {
            right = find_rise(m, from, i);
            *level = fmax(*level, find_level(m, fit, from, i));
        }
        double above = fmax(left.above, right.above), below = fmax(left.below, right.below);
        wanted[k] = y + (fit == CLPWL_FIT_ABOVE   ? above
                         : fit == CLPWL_FIT_BELOW ? -below
                                                  : (above - below) / 2);
        left = jumps ? find_rise(m, i, from) : right;
    }
}
