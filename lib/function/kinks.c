/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search for kinks: places where f' or f jumps, from values of f alone.
 *
 * With the step h, a second difference falls as h^2 where f is smooth, as h at a kink, as h^p
 * with 0 < p < 1 at a cusp, and not at all at a jump; at these places it exceeds the second
 * differences beside it. f is scanned for second differences that stand out. The interval
 * around each is then sampled on ever finer levels, until noise sets in or x has no more
 * digits.
 */
#include "function/kinks.h"
#include <float.h>
#include "base/array.h"
#include "base/number.h"
#include "function/function.h"
#include "function/noise.h"

enum {
    SCAN = 4096,     /* steps over the whole domain */
    FINE = 16,       /* times as many where bends are dense, unless f is a callback: 3 ms of |sin| */
    DENSE = SCAN / 32, /* largest second differences in a row of steps: f bends within that many steps */
    END_SCAN = 512,  /* steps over 1/64, 1/64^2 and 1/64^3 of the domain at either end */
    END_PART = 64,
    END_SCANS = 3,
    STEPS = 8,       /* of a level; the next level has steps four times as short */
    LEVELS = 30,
    BACK = 3,        /* levels back, to measure an exponent of h */
    LONG = 8,        /* levels back, for a cusp */
    MOST_CANDIDATES = 2048, /* two for each kink; more: f is rough */
    MOST_FINE = 8 * MOST_CANDIDATES
};
static const double candidate = 4;     /* times the differences beside it: may be a kink */
static const double certain = 25;      /* times the differences beside it: is a kink */
static const double flat = 0.1;        /* exponents of h below this: no decline, a jump */
static const double declines = 1.35;   /* the largest exponent of a kink; one level has 1 +- 1/4 */
static const double end_share = 1e-9;  /* of the domain, beside an end where f may jump: f rises by */
static const double end_rise = 0.9;    /* this part of it at the end itself; x^p with p > 0.02 by less */

/* The second difference about x[1], of points that are not quite equally spaced. */
static double second_difference(const double *x, const double *y)
{
    double h = (x[2] - x[0]) / 2;
    return fabs((y[2] - y[1]) / (x[2] - x[1]) - (y[1] - y[0]) / (x[1] - x[0])) * h;
}

typedef struct search {
    const clpwl_function *f;
    double a, b, noise;
    double least_jump; /* a lower one is a step of a rounded f or x */
    double step; /* rounding of x makes f constant over less: sign((x+5)/10-0.48645) is 0 for 64 x */
    clpwl_kink *kinks; /* found so far */
    size_t count, room;
    int candidates;    /* so far */
    int peaks;         /* of the second differences in the first scan */
    double *x, *y, *d; /* a scan: points, values, second differences */
} search;

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
        double size = second_difference(v->x + i - 1, v->y + i - 1);
        if (size > v->size) {
            v->size = size;
            v->at = i;
        }
    }
    for (int i = 1; i < STEPS; i++)
        if (i < v->at - 2 || i > v->at + 2)
            v->rest = fmax(v->rest, second_difference(v->x + i - 1, v->y + i - 1));
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
static void bisect_jump(const search *h, clpwl_kink *k, double l, double r)
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
        if (v->size > certain * rest && d < *doubt && exponent_at(levels, i) > flat) {
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

static int is_inside(const search *h, const level *v)
{
    return v->x[v->at - 1] > h->a && v->x[v->at + 1] < h->b;
}

static int locate_jump(const search *h, const level *v, clpwl_kink *k)
{
    bisect_jump(h, k, v->x[v->at - 1], v->x[v->at + 1]);
    /* false for NaN, beside a pole */
    return fabs(k->right - k->left) > fmax(certain * v->noise, h->least_jump);
}

/* Judges the levels. Returns 1 and the kink, or 0. */
static int locate_kink(const search *h, const level *levels, int count, clpwl_kink *k)
{
    double doubt;
    int best = find_best_level(levels, count, &doubt), last = count - 1;
    while (last >= 0 && levels[last].size <= certain * levels[last].noise)
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

static clpwl_status add_kink(search *h, const clpwl_kink *k)
{
    clpwl_status status = CLPWL_OK;
    size_t i = h->count;
    double near = 16 * DBL_EPSILON * fmax(fabs(h->a), fabs(h->b));
    for (size_t j = 0; j < h->count; j++)
        if (fabs(h->kinks[j].x - k->x) <= near)
            goto done;
    if (h->count == h->room) {
        size_t room = 2 * h->room + 16;
        clpwl_kink *kinks = clpwl__realloc(h->kinks, room, sizeof *kinks);
        CHECK(kinks, CLPWL_ERR_MEMORY, "out of memory: %zu kinks", room);
        h->kinks = kinks;
        h->room = room;
    }
    for (; i > 0 && h->kinks[i - 1].x > k->x; i--)
        h->kinks[i] = h->kinks[i - 1];
    h->kinks[i] = *k;
    h->count++;
done:
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
    return d[i] > candidate * fmax(left, right) || (has_both && d[i] > certain * fmin(left, right));
}

static clpwl_status scan_interval(search *h, double l, double r, size_t steps)
{
    clpwl_status status = CLPWL_OK;
    level levels[LEVELS];
    double most = 0;
    for (size_t i = 0; i <= steps; i++)
        h->x[i] = clpwl__step_at(l, r, (double)i, (double)steps);
    clpwl__values_raw(h->f, h->x, h->y, steps + 1);
    for (size_t i = 0; i <= steps; i++)
        if (isfinite(h->y[i]))
            most = fmax(most, fabs(h->y[i]));
    if (steps == SCAN) { /* the first scan, over the whole domain */
        double travel = 0;
        h->noise = fmax(h->noise, 4 * DBL_EPSILON * most);
        for (size_t i = 0; i < steps; i++)
            travel += isfinite(h->y[i + 1] - h->y[i]) ? fabs(h->y[i + 1] - h->y[i]) : 0;
        h->least_jump = 2 * travel / SCAN;
    }
    h->d[0] = h->d[steps] = 0;
    for (size_t i = 1; i < steps; i++) {
        h->d[i] = second_difference(h->x + i - 1, h->y + i - 1);
        if (!isfinite(h->d[i])) /* Non-finite values are reported later, by the fit */
            h->d[i] = 0;
    }
    double noise = fmax(16 * DBL_EPSILON * most, h->noise);
    int candidates = steps > SCAN ? MOST_FINE : MOST_CANDIDATES;
    for (size_t i = 1; i < steps && h->candidates < candidates; i++) {
        clpwl_kink k;
        h->peaks += steps == SCAN && h->d[i] > noise && h->d[i] > h->d[i - 1] && h->d[i] > h->d[i + 1];
        if (!is_candidate(h->d, i, steps, noise))
            continue;
        h->candidates++;
        int count = sample_levels(h->f, h->x[i - 1], h->x[i + 1], h->noise, levels);
        if (locate_kink(h, levels, count, &k))
            TRY(add_kink(h, &k));
    }
done:
    return status;
}

/* Adds the end if f there differs from its limit. */
static clpwl_status search_end(search *h, double end, double other)
{
    clpwl_status status = CLPWL_OK;
    double at = clpwl__function_raw(h->f, end);
    double limit = clpwl__function_raw(h->f, nextafter(end, other));
    double beside = clpwl__function_raw(h->f, end + (other - end) * end_share);
    double height = fabs(limit - at);
    clpwl_kink k = {.x = end, .left = end < other ? at : limit, .right = end < other ? limit : at};
    if (isfinite(height) && height > fmax(certain * h->noise, h->least_jump) &&
        height > end_rise * fabs(beside - at))
        TRY(add_kink(h, &k));
done:
    return status;
}

static clpwl_status search_domain(search *h)
{
    clpwl_status status = CLPWL_OK;
    double **arrays[] = {&h->x, &h->y, &h->d}, width = h->b - h->a;
    const int is_ours = clpwl__function_is_ours(h->f);
    for (int i = 0; i < 3; i++) {
        *arrays[i] = clpwl__alloc(is_ours ? FINE * SCAN + 1 : SCAN + 1, sizeof **arrays[i]);
        CHECK(*arrays[i], CLPWL_ERR_MEMORY, "out of memory: a scan for kinks");
    }
    TRY(scan_interval(h, h->a, h->b, SCAN));
    if (is_ours && h->peaks > DENSE)
        TRY(scan_interval(h, h->a, h->b, FINE * SCAN));
    for (int i = 0; i < END_SCANS; i++) {
        width /= END_PART;
        if (h->a + width / END_SCAN > h->a)
            TRY(scan_interval(h, h->a, h->a + width, END_SCAN));
        if (h->b - width / END_SCAN < h->b)
            TRY(scan_interval(h, h->b - width, h->b, END_SCAN));
    }
    TRY(search_end(h, h->a, h->b));
    TRY(search_end(h, h->b, h->a));
done:
    for (int i = 0; i < 3; i++)
        clpwl__free(*arrays[i]);
    return status;
}

clpwl_status clpwl__find_kinks(const clpwl_function *f, double a, double b, double noise,
                               clpwl_kink **kinks, size_t *count)
{
    /* Kinks and jumps must exceed the noise by some deviations. */
    search h = {.f = f, .a = a, .b = b, .noise = 4 * noise,
                .step = 16 * DBL_EPSILON * fmax(fabs(a), fabs(b))};
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
