/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * With the step h, a second difference falls as h^2 where f is smooth, as h at a kink, as h^p
 * with 0 < p < 1 at a cusp, and not at all at a jump; at these places it exceeds the second
 * differences beside it.
 */
#include "function/kink_levels.h"
#include <float.h>
#include "base/number.h"
#include "function/function.h"

enum {
    STEPS = 8,   /* of a level; the next level has steps four times as short */
    LEVELS = 30,
    BACK = 3,    /* levels back, to measure an exponent of h */
    LONG = 8     /* levels back, for a cusp */
};
static const double flat = 0.1;      /* exponents of h below this: no decline, a jump */
static const double declines = 1.35; /* the largest exponent of a kink; one level has 1 +- 1/4 */

/* The samples of an interval and their second differences. */
typedef struct level {
    double x[STEPS + 1], y[STEPS + 1];
    int at;       /* the middle of the largest second difference */
    double size;  /* of that one */
    double rest;  /* the largest of those more than two points away */
    double noise; /* in all of them */
} level;

static int sample_level(const clpwl_function *f, double l, double r, double noise, level *v)
{
    double most = 0, far = fmax(fabs(l), fabs(r));
    double h = (r - l) / STEPS;
    if (!(h > 8 * DBL_EPSILON * far) || h < DBL_MIN / DBL_EPSILON)
        return 0;
    for (int i = 0; i <= STEPS; i++) {
        volatile double x = i < STEPS ? l + h * i : r;
        v->x[i] = x;
    }
    clpwl__values_raw(f, v->x, v->y, STEPS + 1);
    for (int i = 0; i <= STEPS; i++) {
        if (!isfinite(v->y[i]))
            return 0;
        most = fmax(most, fabs(v->y[i]));
    }
    v->at = 1;
    v->size = v->rest = 0;
    for (int i = 1; i < STEPS; i++) {
        double size = clpwl__second_difference(v->x + i - 1, v->y + i - 1);
        if (size > v->size) {
            v->size = size;
            v->at = i;
        }
    }
    for (int i = 1; i < STEPS; i++)
        if (i < v->at - 2 || i > v->at + 2)
            v->rest = fmax(v->rest, clpwl__second_difference(v->x + i - 1, v->y + i - 1));
    v->noise = fmax(4 * DBL_EPSILON * most, noise);
    return 1;
}

/* Samples [l, r] on ever finer levels, around the largest second difference. Ends where that
 * declines as fast as on a smooth function. Returns the number of levels. */
static int sample_levels(const clpwl_function *f, double l, double r, double noise, level *levels)
{
    int count = 0;
    while (count < LEVELS && sample_level(f, l, r, noise, &levels[count])) {
        const level *v = &levels[count++];
        if (count > BACK && v->size * 500 < levels[count - 1 - BACK].size)
            break;
        if (v->size <= v->noise)
            break;
        l = v->x[v->at - 1];
        r = v->x[v->at + 1];
    }
    return count;
}

/* The crossing of the lines through the two points on either side; NAN where points lack. */
static double intersect_lines(const level *v)
{
    int l = v->at - 1, r = v->at + 1;
    if (l < 1 || r > STEPS - 1)
        return NAN;
    double left = (v->y[l] - v->y[l - 1]) / (v->x[l] - v->x[l - 1]);
    double right = (v->y[r + 1] - v->y[r]) / (v->x[r + 1] - v->x[r]);
    double rise = v->y[r] - v->y[l];
    return v->x[l] + (rise - right * (v->x[r] - v->x[l])) / (left - right);
}

/* Bisects for neighbouring numbers between which f jumps, following the larger rise. */
static void bisect_jump(const clpwl__kink_limits *h, clpwl_kink *k, double l, double r)
{
    const clpwl_function *f = h->f;
    double yl = clpwl__function_raw(f, l), yr = clpwl__function_raw(f, r);
    for (;;) {
        double m = l + (r - l) / 2, y = clpwl__function_raw(f, m);
        if (!(l < m && m < r) || !isfinite(y))
            break;
        if (fabs(y - yl) > fabs(yr - y)) {
            r = m;
            yr = y;
        } else {
            l = m;
            yl = y;
        }
    }
    /* f one number further out, or still further: it may have a third value in between, as sign(x) at 0. */
    k->left = clpwl__function_raw(f, nextafter(l, -INFINITY));
    k->right = clpwl__function_raw(f, nextafter(r, INFINITY));
    yl = clpwl__function_raw(f, fmax(l - h->step, h->a));
    yr = clpwl__function_raw(f, fmin(r + h->step, h->b));
    if (fabs(yr - yl) > 1.5 * fabs(k->right - k->left))
        k->left = yl, k->right = yr;
    double x = clpwl__number_shorten(r, r - l);
    k->x = x == 0 || x == l ? x : r;
}

/* The exponent of h in the decline of the second difference between two levels. */
static double measure_exponent(const level *from, const level *to)
{
    return log(from->size / to->size) /
           log((from->x[1] - from->x[0]) / (to->x[1] - to->x[0]));
}

/* The exponent at level i. */
static double exponent_at(const level *levels, int i)
{
    return measure_exponent(&levels[i > BACK ? i - BACK : 0], &levels[i]);
}

/* The level that locates a kink best, and the uncertainty there; -1 where no second difference
 * is certain. Levels without a decline show a jump, or a step of a rounded f. */
static int find_best_level(const level *levels, int count, double *doubt)
{
    int best = -1;
    *doubt = INFINITY;
    for (int i = 2; i < count; i++) {
        const level *v = &levels[i];
        double rest = v->rest + v->noise, d = (v->x[1] - v->x[0]) * rest / v->size;
        if (v->size > clpwl__certain * rest && d < *doubt && exponent_at(levels, i) > flat) {
            *doubt = d;
            best = i;
        }
    }
    return best;
}

/* Whether it is a cusp: its second differences never become certain, but decline more slowly
 * than those of a smooth function on many levels. */
static int is_cusp(const level *levels, int last)
{
    if (last < LONG)
        return 0;
    double p = measure_exponent(&levels[last - LONG], &levels[last]);
    for (int i = last - LONG; i <= last; i++)
        if (levels[i].size < 2 * levels[i].rest)
            return 0;
    return p > 0.1 && p < 0.8;
}

static int is_inside(const clpwl__kink_limits *h, const level *v)
{
    return v->x[v->at - 1] > h->a && v->x[v->at + 1] < h->b;
}

/* Whether f changes by a quarter of the jump between the fp32 numbers beside it. Else it is a steep smooth f
 * on a wide domain: the step is 3.6e5 on [-1e20, 1e20], over which tanh seems to jump. */
static int is_sharp(const clpwl_function *f, const clpwl_kink *k)
{
    double l = clpwl__float_at_most(nextafter(k->x, -INFINITY));
    double r = clpwl__float_at_least(nextafter(k->x, INFINITY));
    double change = fabs(clpwl__function_raw(f, r) - clpwl__function_raw(f, l));
    return !(change < fabs(k->right - k->left) / 4); /* also where f has no value there */
}

static int locate_jump(const clpwl__kink_limits *h, const level *v, clpwl_kink *k)
{
    bisect_jump(h, k, v->x[v->at - 1], v->x[v->at + 1]);
    /* false for NaN, beside a pole */
    return fabs(k->right - k->left) > fmax(clpwl__certain * v->noise, h->least_jump) &&
           is_sharp(h->f, k);
}

/* Judges the levels. Returns 1 and the kink, or 0. */
static int judge_levels(const clpwl__kink_limits *h, const level *levels, int count, clpwl_kink *k)
{
    double doubt;
    int best = find_best_level(levels, count, &doubt), last = count - 1;
    while (last >= 0 && levels[last].size <= clpwl__certain * levels[last].noise)
        last--;
    if (last < 2 || !is_inside(h, &levels[last]))
        return 0;
    int coarse = last;
    while (coarse > 2 && levels[coarse].x[STEPS] - levels[coarse].x[0] < h->step)
        coarse--;
    if (exponent_at(levels, coarse) < flat && locate_jump(h, &levels[coarse], k))
        return 1;
    if (best < 0 && is_cusp(levels, last))
        best = last;
    if (best < 0 || !is_inside(h, &levels[best]) || !(exponent_at(levels, best) < declines) ||
        !(measure_exponent(&levels[last - 2], &levels[last]) < declines))
        return 0;
    int corner = exponent_at(levels, best) > 0.75; /* else a cusp: the finest level locates it */
    const level *v = &levels[corner ? best : last];
    double l = v->x[v->at - 1], r = v->x[v->at + 1];
    double crossing = intersect_lines(v), ulp = DBL_EPSILON * fmax(fabs(l), fabs(r));
    if (corner && l <= crossing && crossing <= r)
        k->x = clpwl__number_shorten(crossing, 2 * doubt + 2 * ulp);
    else /* a cusp, or too few points for the lines */
        k->x = clpwl__number_shorten(l + (r - l) / 2, (r - l) / 2);
    k->left = k->right = clpwl__function_raw(h->f, k->x);
    return h->a < k->x && k->x < h->b && isfinite(k->left);
}

int clpwl__locate_kink(const clpwl__kink_limits *h, double l, double r, clpwl_kink *k)
{
    level levels[LEVELS];
    int count = sample_levels(h->f, l, r, h->noise, levels);
    return judge_levels(h, levels, count, k);
}
