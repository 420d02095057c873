/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search for kinks: places where f' or f jumps. f is scanned for second differences that stand out. The
 * operations of a formula say where they switch. Levels decide around each such place.
 */
#include "function/kinks.h"
#include <float.h>
#include "base/array.h"
#include "base/door.h"
#include "function/function.h"
#include "function/kink_levels.h"
#include "function/noise.h"

enum {
    SCAN = 4096,     /* steps over the whole domain */
    FINE = 16,       /* times as many where bends are dense, unless f is a callback: 3 ms of |sin| */
    DENSE = SCAN / 32, /* largest second differences in a row of steps: f bends within that many steps */
    END_SCAN = 512,  /* steps over 1/64, 1/64^2 and 1/64^3 of the domain at either end */
    END_PART = 64,
    END_SCANS = 3,
    MOST_CANDIDATES = 2048, /* two for each kink; more: f is rough */
    MOST_FINE = 8 * MOST_CANDIDATES
};
static const double candidate = 4;     /* times the differences beside it: may be a kink */
static const double end_share = 1e-9;  /* of the domain, beside an end where f may jump: f rises by */
static const double end_rise = 0.9;    /* this part of it at the end itself; x^p with p > 0.02 by less */

typedef struct search {
    clpwl__kink_limits at;
    clpwl_kink *kinks; /* found so far */
    size_t count, room;
    int candidates;    /* so far */
    int peaks;         /* of the second differences in the first scan */
    double *x, *y, *d; /* a scan: points, values, second differences */
} search;

static size_t count_below(const search *h, double x)
{
    size_t l = 0, r = h->count;
    while (l < r) {
        size_t middle = l + (r - l) / 2;
        if (h->kinks[middle].x < x)
            l = middle + 1;
        else
            r = middle;
    }
    return l;
}

static clpwl_status add_kink(search *h, const clpwl_kink *k)
{
    clpwl_status status = CLPWL_OK;
    double near = 16 * DBL_EPSILON * fmax(fabs(h->at.a), fabs(h->at.b));
    size_t i = count_below(h, k->x);
    if ((i > 0 && k->x - h->kinks[i - 1].x <= near) || (i < h->count && h->kinks[i].x - k->x <= near))
        goto done;
    if (h->count == h->room) {
        size_t room = 2 * h->room + 16;
        clpwl_kink *kinks = clpwl__realloc(h->kinks, room, sizeof *kinks);
        CHECK(kinks, CLPWL_ERR_MEMORY, "out of memory: %zu kinks", room);
        h->kinks = kinks;
        h->room = room;
    }
    memmove(h->kinks + i + 1, h->kinks + i, (h->count - i) * sizeof *h->kinks);
    h->kinks[i] = *k;
    h->count++;
done:
    return status;
}

/* Adds the kinks among the places where the operations of a formula switch. A low jump there is one of f, and
 * no rounding. */
static clpwl_status take_switches(search *h)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_function *f = h->at.f;
    clpwl__kink_limits limits = h->at;
    double *x = NULL, wide = (h->at.b - h->at.a) / SCAN;
    size_t count = 0;
    if (!f->switches)
        goto done;
    TRY(f->switches(f->user, h->at.a, h->at.b, &x, &count));
    limits.least_jump = 0;
    for (size_t i = 0; i < count; i++) {
        double left = i > 0 ? x[i - 1] : h->at.a, right = i + 1 < count ? x[i + 1] : h->at.b;
        double half = fmin(wide, 0.45 * fmin(x[i] - left, right - x[i]));
        clpwl_kink k;
        if (!clpwl__locate_kink(&limits, x[i] - half, x[i] + half, &k))
            continue;
        if (k.left == k.right && fabs(k.x - x[i]) < 0.01 * half)
            k.x = x[i];
        TRY(add_kink(h, &k));
    }
done:
    clpwl__free(x);
    return status;
}

/* Whether the second difference at i stands out from those three and four points away, or far from those
 * on one side: a box has two walls. Closer ones are not compared: a jump with a third value in between has
 * two large ones. */
static int is_candidate(const double *d, size_t i, size_t steps, double noise)
{
    double left = 0, right = 0;
    if (!(d[i] >= d[i - 1] && d[i] >= d[i + 1] && d[i] > noise))
        return 0;
    for (size_t k = 3; k <= 4; k++) {
        left = fmax(left, i > k ? d[i - k] : 0);
        right = fmax(right, i + k < steps ? d[i + k] : 0);
    }
    int has_both = steps >= SCAN && i > 4 && i + 4 < steps; /* scans of ends may see steps of rounding */
    return d[i] > candidate * fmax(left, right) || (has_both && d[i] > clpwl__certain * fmin(left, right));
}

static clpwl_status scan_interval(search *h, double l, double r, size_t steps)
{
    clpwl_status status = CLPWL_OK;
    double most = 0;
    for (size_t i = 0; i <= steps; i++)
        h->x[i] = clpwl__step_at(l, r, (double)i, (double)steps);
    clpwl__values_raw(h->at.f, h->x, h->y, steps + 1);
    for (size_t i = 0; i <= steps; i++)
        if (isfinite(h->y[i]))
            most = fmax(most, fabs(h->y[i]));
    if (steps == SCAN) { /* the first scan, over the whole domain */
        double travel = 0;
        h->at.noise = fmax(h->at.noise, 4 * DBL_EPSILON * most);
        for (size_t i = 0; i < steps; i++)
            travel += isfinite(h->y[i + 1] - h->y[i]) ? fabs(h->y[i + 1] - h->y[i]) : 0;
        h->at.least_jump = 2 * travel / SCAN;
        TRY(take_switches(h));
    }
    h->d[0] = h->d[steps] = 0;
    for (size_t i = 1; i < steps; i++) {
        h->d[i] = clpwl__second_difference(h->x + i - 1, h->y + i - 1);
        if (!isfinite(h->d[i])) /* Non-finite values are reported later, by the fit */
            h->d[i] = 0;
    }
    double noise = fmax(16 * DBL_EPSILON * most, h->at.noise);
    int candidates = steps > SCAN ? MOST_FINE : MOST_CANDIDATES;
    for (size_t i = 1; i < steps && h->candidates < candidates; i++) {
        clpwl_kink k;
        h->peaks += steps == SCAN && h->d[i] > noise && h->d[i] > h->d[i - 1] && h->d[i] > h->d[i + 1];
        if (!is_candidate(h->d, i, steps, noise) ||
            count_below(h, h->x[i - 1]) < count_below(h, h->x[i + 1])) /* a switch is there */
            continue;
        h->candidates++;
        if (clpwl__locate_kink(&h->at, h->x[i - 1], h->x[i + 1], &k))
            TRY(add_kink(h, &k));
    }
done:
    return status;
}

/* Adds the end if f there differs from its limit. */
static clpwl_status search_end(search *h, double end, double other)
{
    clpwl_status status = CLPWL_OK;
    double at = clpwl__function_raw(h->at.f, end);
    double limit = clpwl__function_raw(h->at.f, nextafter(end, other));
    double beside = clpwl__function_raw(h->at.f, end + (other - end) * end_share);
    double height = fabs(limit - at);
    clpwl_kink k = {.x = end, .left = end < other ? at : limit, .right = end < other ? limit : at};
    if (isfinite(height) && height > fmax(clpwl__certain * h->at.noise, h->at.least_jump) &&
        height > end_rise * fabs(beside - at))
        TRY(add_kink(h, &k));
done:
    return status;
}

static clpwl_status search_domain(search *h)
{
    clpwl_status status = CLPWL_OK;
    double **arrays[] = {&h->x, &h->y, &h->d}, width = h->at.b - h->at.a;
    const int is_ours = clpwl__function_is_ours(h->at.f);
    for (int i = 0; i < 3; i++) {
        *arrays[i] = clpwl__alloc(is_ours ? FINE * SCAN + 1 : SCAN + 1, sizeof **arrays[i]);
        CHECK(*arrays[i], CLPWL_ERR_MEMORY, "out of memory: a scan for kinks");
    }
    TRY(scan_interval(h, h->at.a, h->at.b, SCAN));
    if (is_ours && h->peaks > DENSE)
        TRY(scan_interval(h, h->at.a, h->at.b, FINE * SCAN));
    for (int i = 0; i < END_SCANS; i++) {
        width /= END_PART;
        if (h->at.a + width / END_SCAN > h->at.a)
            TRY(scan_interval(h, h->at.a, h->at.a + width, END_SCAN));
        if (h->at.b - width / END_SCAN < h->at.b)
            TRY(scan_interval(h, h->at.b - width, h->at.b, END_SCAN));
    }
    TRY(search_end(h, h->at.a, h->at.b));
    TRY(search_end(h, h->at.b, h->at.a));
done:
    for (int i = 0; i < 3; i++)
        clpwl__free(*arrays[i]);
    return status;
}

clpwl_status clpwl__find_kinks(const clpwl_function *f, double a, double b, double noise,
                               clpwl_kink **kinks, size_t *count)
{
    /* Kinks and jumps must exceed the noise by some deviations. */
    search h = {.at = {.f = f, .a = a, .b = b, .noise = 4 * noise,
                       .step = 16 * DBL_EPSILON * fmax(fabs(a), fabs(b))}};
    clpwl_status status = search_domain(&h);
    if (status == CLPWL_OK) {
        *kinks = h.kinks;
        *count = h.count;
        h.kinks = NULL;
    }
    clpwl__free(h.kinks);
    return status;
}

clpwl_status clpwl_function_find_kinks(const clpwl_function *f, double a, double b,
                                       clpwl_kink *kinks, size_t room, size_t *count)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_kink *found = NULL;
    CHECK(f && count, CLPWL_ERR_ARGUMENT, "%s is NULL", f ? "count" : "f");
    CHECK(kinks || room == 0, CLPWL_ERR_ARGUMENT, "room is %zu, but kinks is NULL", room);
    TRY(clpwl__check_interval("kinks on", a, b));
    TRY(clpwl__find_kinks(f, a, b, clpwl__noise_of(f, a, b), &found, count));
    for (size_t i = 0; i < *count && i < room; i++)
        kinks[i] = found[i];
done:
    clpwl__free(found);
    return status;
}
