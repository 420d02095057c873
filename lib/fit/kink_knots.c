/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/kink_knots.h"
#include <float.h>
#include "base/array.h"
#include "base/internal.h"
#include "base/number.h"
#include "fit/fit.h"
#include "function/function.h"

enum { MOST_PLACES = 4 }; /* knots of a jump */
/* A jump of less than this part of the sum of all gets no knots: it is a step of a rounded f. */
static const double low = 1.0 / 2048;
/* Beside a jump that an interpolant passes through: parts of the domain, and of the way to the next kink. */
static const double narrow = 1.0 / 4096, beside = 1.0 / 8;

typedef struct sides {
    const clpwl_function *f;
    double from, to; /* the ends of the domain */
    clpwl_norm norm;
    clpwl_fit fit;
    double most;     /* interpolants pass through the middle of higher jumps */
    double room;     /* beside the kink */
} sides;

/* The float next to x in a direction, but at least `least` away. */
static double step_from(double x, double direction, double least)
{
    double next = (double)nextafterf((float)x, (float)direction);
    if (fabs(next - x) >= least)
        return next;
    return direction < x ? clpwl__float_at_most(x - least) : clpwl__float_at_least(x + least);
}

/* Over this width the slope of a jump is within fp32, and a flush to 0 loses 2^-23 of the jump at most. */
static double least_gap(const clpwl_kink *jump)
{
    return fmax(0x1p24 * FLT_MIN, 4 * fabs(jump->right - jump->left) / FLT_MAX);
}

/*
 * Puts the knots of a jump in out and returns their number. A jump has two, neighbouring floats unless
 * the slope between these is beyond fp32, so that a segment of its own connects the two values. f(k->x) may
 * belong to one side of the jump: the segment then lies on the other side of k->x. Both knots
 * are floats, as the knots of a table are: otherwise their rounding could move both to one side
 * of the jump. An end of the domain takes the place of a knot beyond it.
 */
static size_t place_jump(const sides *s, const clpwl_kink *k, double *out)
{
    double at = clpwl__function_raw(s->f, k->x), least = least_gap(k);
    double left = fabs(at - k->left), right = fabs(at - k->right);
    double close = fabs(k->right - k->left) / 4; /* a value in the middle belongs to neither side */
    int is_left = left < right && left < close, is_right = !is_left && right < close;
    if (is_right) {
        out[1] = clpwl__float_at_least(k->x);
        out[0] = step_from(out[1], -INFINITY, least);
    } else {
        out[0] = is_left ? clpwl__float_at_most(k->x)
                         : step_from(clpwl__float_at_least(k->x), -INFINITY, least);
        out[1] = step_from(is_left ? out[0] : clpwl__float_at_most(k->x), INFINITY, least);
    }
    if (out[0] <= s->from)
        out[0] = out[1] = fmax(out[1], clpwl__float_at_least(s->from + least));
    if (out[1] >= s->to)
        out[0] = fmin(out[0], clpwl__float_at_most(s->to - least));
    return out[0] < out[1] && out[1] < s->to ? 2 : out[0] < s->to ? 1 : 0;
}

/* Two knots at the same distance from a jump: an interpolant then passes through its middle. Returns 0 where
 * floats are too far apart. */
static int straddle_jump(double x, double room, double least, double *out)
{
    out[0] = clpwl__float_at_most(x - room);
    out[1] = clpwl__float_at_least(x + room);
    return room > fmax(64 * FLT_EPSILON * fabs(x), least);
}

/*
 * Puts the knots of a kink in out, at most MOST_PLACES, and returns their number. A line in a tube is level
 * over a jump: above f at the higher value, below f at the lower one, or in the middle. A knot more on
 * each side where that is far from f, or where the domain ends, keeps its error out of L1 and L2, not Linf.
 */
static size_t place_kink(const sides *s, const clpwl_kink *k, double *out)
{
    double places[2] = {k->x, k->x};
    size_t n = 0;
    int is_jump = k->left != k->right, is_up = k->left < k->right;
    int is_high = fabs(k->right - k->left) > s->most;
    size_t given = !is_jump                                                          ? 1
                   : is_high && straddle_jump(k->x, s->room, least_gap(k), places) ? 2
                                                                                   : place_jump(s, k, places);
    int is_level = is_jump && given > 0 && s->norm != CLPWL_NORM_LINF && clpwl__fit_in_tube(s->fit);
    int is_end = places[0] == places[1];
    double before = step_from(places[0], -INFINITY, least_gap(k));
    double after = step_from(places[1], INFINITY, least_gap(k));
    if (is_level && s->fit != (is_up ? CLPWL_FIT_BELOW : CLPWL_FIT_ABOVE) && before > s->from)
        out[n++] = before;
    for (size_t i = 0; i < given; i++)
        out[n++] = places[i];
    if (is_level && (is_end || s->fit != (is_up ? CLPWL_FIT_ABOVE : CLPWL_FIT_BELOW)) && after < s->to)
        out[n++] = after;
    return n;
}

/* The distance from kink i to what is beside it. */
static double find_room(const sides *s, const clpwl_kink *found, size_t count, size_t i)
{
    double left = found[i].x - (i > 0 ? found[i - 1].x : s->from);
    double right = (i + 1 < count ? found[i + 1].x : s->to) - found[i].x;
    return fmin(narrow * (s->to - s->from), beside * fmin(left, right));
}

clpwl_status clpwl__kink_knots(const clpwl_function *f, double from, double to, clpwl_norm norm,
                               clpwl_fit fit, double most, const clpwl_kink *found, size_t count,
                               double **out, size_t *taken)
{
    clpwl_status status = CLPWL_OK;
    sides s = {.f = f, .from = from, .to = to, .norm = norm, .fit = fit, .most = most};
    double places[MOST_PLACES], heights = 0;
    for (size_t i = 0; i < count; i++)
        heights += fabs(found[i].right - found[i].left);
    double *knots = clpwl__alloc(MOST_PLACES * count, sizeof *knots);
    CHECK(knots, CLPWL_ERR_MEMORY, "out of memory: %zu kinks", count);
    *out = knots;
    *taken = 0;
    for (size_t i = 0; i < count; i++) {
        const double height = fabs(found[i].right - found[i].left);
        s.room = find_room(&s, found, count, i);
        size_t n = height > 0 && height < low * heights ? 0 : place_kink(&s, &found[i], places);
        for (size_t k = 0; k < n; k++) /* two in one float would be one knot of a device */
            if (*taken == 0 || (float)places[k] > (float)knots[*taken - 1])
                knots[(*taken)++] = places[k];
    }
done:
    return status;
}
