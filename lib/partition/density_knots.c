/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "partition/density_knots.h"
#include <float.h>
#include <stdint.h>
#include "base/internal.h"
#include "function/function.h"

enum { LEAST_APART = 16, MOST_APART = 128 }; /* FLT_MIN from a knot to the next */

static clpwl_status make_ascending(double *knots, size_t segments)
{
    clpwl_status status = CLPWL_OK;
    double b = knots[segments];
    for (size_t i = 1; i < segments; i++)
        if (knots[i] <= knots[i - 1])
            knots[i] = nextafter(knots[i - 1], b);
    for (size_t i = segments; i-- > 1 && knots[i] >= knots[i + 1];)
        knots[i] = nextafter(knots[i + 1], knots[0]);
    CHECK(knots[0] < knots[1], CLPWL_ERR_ARGUMENT,
          "%zu segments do not fit into [%.17g, %.17g]: it has too few numbers",
          segments, knots[0], b);
done:
    return status;
}

/* Rounds inner knots to fp32, except where a knot would reach its neighbour. */
static void round_knots(double *knots, size_t segments)
{
    for (size_t i = 1; i < segments; i++) {
        double x = (double)(float)knots[i];
        if (knots[i - 1] < x && x < knots[i + 1])
            knots[i] = x;
    }
}

/* Moves knots i - 1 and i apart where both are one float, which a device would refuse: the left
 * one down or the right one up, so that a jump of f that lies between them stays there. */
static void part_knots(double *knots, size_t segments, size_t i)
{
    float at = (float)knots[i];
    double down = (double)nextafterf(at, -INFINITY), up = (double)nextafterf(at, INFINITY);
    int may_fall = i > 1 && (double)(float)knots[i - 2] < down;
    int may_rise = i < segments && up < (double)(float)knots[i + 1];
    if (may_fall && (knots[i - 1] < (double)at || !may_rise)) {
        knots[i - 1] = down;
        knots[i] = i < segments ? (double)at : knots[i];
    } else if (may_rise) {
        knots[i - 1] = i > 1 ? (double)at : knots[i - 1];
        knots[i] = up;
    }
}

/* Floats ascend with these numbers, and neighbours differ by 1. */
static int64_t order_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits & 0x80000000u ? -(int64_t)(bits & 0x7fffffffu) : (int64_t)bits;
}

/* Gives each inner knot a float of its own, where the knots crowd in fewer floats than they are. */
static void spread_knots(double *knots, size_t segments)
{
    for (size_t i = 1; i < segments; i++)
        if ((float)knots[i] <= (float)knots[i - 1])
            knots[i] = (double)nextafterf((float)knots[i - 1], INFINITY);
    for (size_t i = segments; i-- > 1 && (float)knots[i] >= (float)knots[i + 1];)
        knots[i] = (double)nextafterf((float)knots[i + 1], -INFINITY);
}

/*
 * How far apart knots beside an end need to be. A device may flush the distance from a knot to 0: of a
 * segment of m FLT_MIN that loses 2 / m of its rise at most. The chord of |x|^p has an error of c of the
 * rise, where c is (1 - p) p^(p / (1 - p)), and the error m^p (c + 2 / m) is least at m = 2 (1 - p) / (p c).
 * As executed, refined:
 *                                         16 FLT_MIN         32         64        128        m
 *   x^(1/7) on [0, 1e-30], 64 segments      4.22e-06   4.27e-06   4.50e-06   4.85e-06       19
 *   1/ln(x) on [0, 0.5], 16 segments        0.0126     0.0119     0.0116     0.0116        170
 */
static double find_apart(const clpwl_function *f, double end, double other)
{
    const double h = copysign(LEAST_APART * FLT_MIN, other - end), y = clpwl__function_raw(f, end);
    double near = fabs(clpwl__function_raw(f, end + h) - y);
    double far = fabs(clpwl__function_raw(f, end + 2 * h) - y), p = log2(far / near);
    if (!(p > 0 && p < 1))
        return LEAST_APART * FLT_MIN;
    double c = (1 - p) * pow(p, p / (1 - p));
    return fmin(fmax(2 * (1 - p) / (p * c), LEAST_APART), MOST_APART) * FLT_MIN;
}

/* Moves inner knots apart that are nearer than what find_apart finds, if there is room. */
static void separate_knots(const clpwl_function *f, double *knots, size_t segments)
{
    double narrowest = HUGE_VAL, first = knots[0], last = knots[segments];
    for (size_t i = 1; i <= segments; i++)
        narrowest = fmin(narrowest, knots[i] - knots[i - 1]);
    if (narrowest >= MOST_APART * FLT_MIN)
        return;
    double apart = fabs(first) < fabs(last) ? find_apart(f, first, last) : find_apart(f, last, first);
    if (!(last - first > 2 * apart * (double)segments))
        return;
    for (size_t i = 1; i < segments; i++)
        if (knots[i] - knots[i - 1] < apart)
            knots[i] = (double)(float)(knots[i - 1] + apart);
    for (size_t i = segments; i-- > 1 && knots[i + 1] - knots[i] < apart;)
        knots[i] = (double)(float)(knots[i + 1] - apart);
}

clpwl_status clpwl__settle_knots(const clpwl_function *f, double *knots, size_t segments)
{
    clpwl_status status = CLPWL_OK;
    TRY(make_ascending(knots, segments));
    round_knots(knots, segments);
    if (order_of((float)knots[segments]) - order_of((float)knots[0]) < (int64_t)segments)
        goto done; /* there are too few floats */
    for (size_t i = 1, from = 0, k = 0; i <= segments; i++) {
        while (k < f->kink_count && (float)f->kinks[k] < (float)knots[i])
            k++;
        if (i == segments || (k < f->kink_count && (float)f->kinks[k] == (float)knots[i])) {
            separate_knots(f, knots + from, i - from);
            from = i;
        }
    }
    for (size_t i = 1; i <= segments; i++)
        if ((float)knots[i - 1] == (float)knots[i])
            part_knots(knots, segments, i);
    spread_knots(knots, segments);
    round_knots(knots, segments); /* knots that had no room before */
done:
    return status;
}

/* The u in [0, width] where the integral of left + slope u reaches the mass. */
static double find_mass(double left, double slope, double mass, double width)
{
    double root = left * left + 2 * slope * mass;
    double u = 2 * mass / (left + sqrt(fmax(root, 0)));
    return u < width ? u : width; /* width for the NaN of 0 / 0, too */
}

static double sum_mass(const clpwl__density *d, size_t from, size_t to)
{
    double mass = 0, mean, slope;
    for (size_t i = from; i < to; i++) {
        clpwl__density_on(d, &d->cells[i], &mean, &slope);
        mass += mean * (d->cells[i].r - d->cells[i].l);
    }
    return mass;
}

/* Writes n knots at equal shares of the cells from ... to - 1, beginning with their left end. */
static void place_knots(const clpwl__density *d, size_t from, size_t to, size_t n, double *knots)
{
    double total = sum_mass(d, from, to), passed = 0, mean, slope;
    size_t cell = from;
    knots[0] = d->cells[from].l;
    clpwl__density_on(d, &d->cells[cell], &mean, &slope);
    for (size_t j = 1; j < n; j++) {
        double target = total * ((double)j / (double)n);
        double width = d->cells[cell].r - d->cells[cell].l;
        while (passed + mean * width < target && cell + 1 < to) {
            passed += mean * width;
            cell++;
            width = d->cells[cell].r - d->cells[cell].l;
            clpwl__density_on(d, &d->cells[cell], &mean, &slope);
        }
        knots[j] = d->cells[cell].l +
                   find_mass(mean - slope * width / 2, slope, fmax(target - passed, 0), width);
    }
}

/* The number of segments of each of n pieces, which begin at ends[0] ... ends[n - 1]: at least one; the
 * others go by mass to the piece with the most mass for each segment. */
static void count_segments(const clpwl__density *d, const size_t *ends, size_t n, size_t segments,
                           double *mass, size_t *counts)
{
    size_t given = 0;
    double total = 0;
    for (size_t k = 0; k < n; k++)
        total += mass[k] = sum_mass(d, ends[k], ends[k + 1]);
    size_t spare = segments - n;
    for (size_t k = 0; k < n; k++) {
        counts[k] = 1 + (size_t)((double)spare * (mass[k] / total) * (1 - 4 * DBL_EPSILON));
        given += counts[k];
    }
    for (; given < segments; given++) {
        size_t best = 0;
        for (size_t k = 1; k < n; k++)
            if (mass[k] * (double)counts[best] > mass[best] * (double)counts[k])
                best = k;
        counts[best]++;
    }
}

/* Writes the knots of n pieces but the last; where `jumps` is 1, with knots at the jumps of f'' in them, as
 * far as there are enough segments. */
static clpwl_status place_pieces(const clpwl__density *d, const size_t *ends, size_t n, size_t segments,
                                 int jumps, double *knots)
{
    clpwl_status status = CLPWL_OK;
    double *mass = clpwl__alloc(n, sizeof *mass);
    size_t *counts = clpwl__alloc(n, sizeof *counts), *inner = NULL;
    CHECK_MEMORY(mass);
    CHECK_MEMORY(counts);
    if (jumps) {
        inner = clpwl__alloc(d->jump_count + 2, sizeof *inner);
        CHECK_MEMORY(inner);
    }
    count_segments(d, ends, n, segments, mass, counts);
    for (size_t k = 0, j = 0; k < n; knots += counts[k++]) {
        size_t count = 0;
        for (; jumps && j < d->jump_count && d->jumps[j] < ends[k + 1]; j++)
            inner[1 + count++] = d->jumps[j];
        if (count == 0 || counts[k] <= count) {
            place_knots(d, ends[k], ends[k + 1], counts[k], knots);
            continue;
        }
        inner[0] = ends[k];
        inner[count + 1] = ends[k + 1];
        TRY(place_pieces(d, inner, count + 1, counts[k], 0, knots));
    }
done:
    clpwl__free(mass);
    clpwl__free(counts);
    clpwl__free(inner);
    return status;
}

clpwl_status clpwl__density_knots(const clpwl__density *d, size_t segments, double *knots)
{
    clpwl_status status = CLPWL_OK;
    const size_t all[] = {0, d->cell_count};
    int are_few = segments < d->piece_count;
    TRY(place_pieces(d, are_few ? all : d->pieces, are_few ? 1 : d->piece_count, segments,
                     d->jump_count > 0, knots));
    knots[segments] = d->b;
    TRY(clpwl__settle_knots(d->f, knots, segments));
done:
    return status;
}
