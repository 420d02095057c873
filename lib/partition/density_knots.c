/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "partition/density_knots.h"
#include <float.h>
#include <stdint.h>
#include "base/internal.h"
#include "base/number.h"
#include "function/function.h"

/* How far apart knots beside 0 need to be, in FLT_MIN. A device may flush the distance from a knot to 0: of a
 * segment of so many that loses 1/16 of its rise at most. Farther ones cost more. As executed, refined:
 *                                                  16         32         64        128
 *   x^(1/7) on [0, 1e-30], 64 segments       4.22e-06   4.27e-06   4.50e-06   4.85e-06
 *   1/ln(x) on [0, 0.5], 16 segments         0.0126     0.0119     0.0116     0.0116 */
enum { APART = 32 };

/* For a domain with fewer floats than segments. */
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

/* Floats ascend with these numbers, and neighbours differ by 1. */
static int64_t order_of(double x)
{
    float y = (float)x;
    uint32_t bits;
    memcpy(&bits, &y, sizeof bits);
    return bits & 0x80000000u ? -(int64_t)(bits & 0x7fffffffu) : (int64_t)bits;
}

/* The least float above x that is at a distance. */
static double float_above(double x, double apart)
{
    return fmax((double)nextafterf((float)x, INFINITY), (double)(float)(x + apart));
}

/* Gives each inner knot a float of its own, at a distance from the next one if there is room for that. */
static void spread_knots(double *knots, size_t segments, double apart)
{
    apart = knots[segments] - knots[0] > 2 * apart * (double)segments ? apart : 0;
    for (size_t i = 1; i < segments; i++)
        knots[i] = fmax((double)(float)knots[i], float_above(knots[i - 1], apart));
    for (size_t i = segments; i-- > 1;)
        knots[i] = fmin(knots[i], -float_above(-knots[i + 1], apart));
}

clpwl_status clpwl__settle_knots(const clpwl_function *f, double *knots, size_t segments)
{
    if (order_of(knots[segments]) - order_of(knots[0]) < (int64_t)segments)
        return make_ascending(knots, segments);
    for (size_t i = 1; i <= segments; i++)
        if ((float)knots[i - 1] == (float)knots[i]) { /* what is between them, as a jump of f, stays there */
            knots[i - 1] = i > 1 ? clpwl__float_at_most(knots[i - 1]) : knots[0];
            knots[i] = i < segments ? clpwl__float_at_least(knots[i]) : knots[segments];
        }
    for (size_t i = 1, from = 0, k = 0; i <= segments; i++) {
        while (k < f->kink_count && (float)f->kinks[k] < (float)knots[i])
            k++;
        if (i == segments || (k < f->kink_count && (float)f->kinks[k] == (float)knots[i])) {
            spread_knots(knots + from, i - from, APART * (double)FLT_MIN);
            from = i;
        }
    }
    spread_knots(knots, segments, 0);
    return CLPWL_OK;
}

/* The u in [0, width] where the integral of left + slope u reaches the mass. */
static double find_mass(double left, double slope, double mass, double width)
{
    double root = left * left + 2 * slope * mass;
    double u = 2 * mass / (left + sqrt(fmax(root, 0)));
    return u < width ? u : width; /* width for the NaN of 0 / 0, too */
}

/* Writes n knots at equal shares of the cells from ... to - 1, beginning with their left end.
 *   total  the mass of these cells */
static void place_knots(const clpwl__density *d, size_t from, size_t to, double total, size_t n,
                        double *knots)
{
    double passed = 0, mean, slope;
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
        total += mass[k] = clpwl__density_mass(d, ends[k], ends[k + 1]);
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

clpwl_status clpwl__density_knots(const clpwl__density *d, size_t segments, double *knots)
{
    clpwl_status status = CLPWL_OK;
    const size_t all[] = {0, d->cell_count}, *ends = all;
    size_t n = 1, *counts = NULL;
    double *mass = NULL, *at = knots;
    if (segments >= d->piece_count) {
        const int are_few = segments < d->part_count;
        ends = are_few ? d->pieces : d->parts;
        n = are_few ? d->piece_count : d->part_count;
    }
    mass = clpwl__alloc(n, sizeof *mass);
    CHECK_MEMORY(mass);
    counts = clpwl__alloc(n, sizeof *counts);
    CHECK_MEMORY(counts);
    count_segments(d, ends, n, segments, mass, counts);
    for (size_t k = 0; k < n; at += counts[k++])
        place_knots(d, ends[k], ends[k + 1], mass[k], counts[k], at);
    knots[segments] = d->b;
    TRY(clpwl__settle_knots(d->f, knots, segments));
done:
    clpwl__free(mass);
    clpwl__free(counts);
    return status;
}
