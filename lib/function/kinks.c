/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Kinks found: places where f' or f jumps, from values of f alone.
 *
 * Where f is smooth a second difference falls as h^2 with its step h, at a kink as h, at
 * a cusp as h^p with 0 < p < 1, and at a jump not at all; and it leaves those beside it
 * behind. f is scanned for second differences that stand out, and each is looked at ever
 * closer, to where noise sets in or x has no more digits.
 */
#include <float.h>
#include <stdio.h>
#include "function/function.h"
#include "base/internal.h"

enum {
    SCAN = 4096,     /* steps over the whole domain */
    END_SCAN = 512,  /* and over 1/64, 1/64^2 and 1/64^3 of it at either end */
    END_PART = 64,
    END_SCANS = 3,
    STEPS = 8,       /* of a close look; the next is four times closer */
    LEVELS = 30,
    BACK = 3,        /* levels over which the decline is judged */
    LONG = 8,        /* and for a cusp */
    MOST_LOOKS = 768 /* close ones: a function that stands out everywhere is rough */
};
static const double stands_out = 4;    /* times those beside it, to be looked at */
static const double stands_alone = 25; /* to be believed */
static const double flat = 0.1;        /* a power of h that is none */
static const double declines = 1.35;   /* as a power of h: a kink at most, one look is 1 +- 1/4 */

/* The second difference about x[1], of points that are not quite equally spaced. */
static double bend(const double *x, const double *y)
{
    double h = (x[2] - x[0]) / 2;
    return fabs((y[2] - y[1]) / (x[2] - x[1]) - (y[1] - y[0]) / (x[1] - x[0])) * h;
}

/* What has been found so far. */
typedef struct hunt {
    const clpwl_function *f;
    double a, b, noise;
    double least_jump; /* less is a stair among many, of a rounded f or x */
    clpwl_kink *kinks;
    size_t count, room;
    int looks;
    double *x, *y, *d; /* a scan */
} hunt;

/* One close look: STEPS + 1 points, and the second difference that is largest. */
typedef struct level {
    double x[STEPS + 1], y[STEPS + 1];
    int at;            /* its middle */
    double size, rest; /* it, and the largest of those farther off than two */
    double noise;      /* in all of them */
} level;

static int look(const clpwl_function *f, double l, double r, double noise, level *v)
{
    double most = 0, far = fmax(fabs(l), fabs(r));
    double h = (r - l) / STEPS;
    if (!(h > 8 * DBL_EPSILON * far) || h < DBL_MIN / DBL_EPSILON)
        return 0;
    for (int i = 0; i <= STEPS; i++) {
        volatile double x = i < STEPS ? l + h * i : r;
        v->x[i] = x;
        v->y[i] = clpwl__function_raw(f, x);
        if (!isfinite(v->y[i]))
            return 0;
        most = fmax(most, fabs(v->y[i]));
    }
    v->at = 1;
    v->size = v->rest = 0;
    for (int i = 1; i < STEPS; i++) {
        double size = bend(v->x + i - 1, v->y + i - 1);
        if (size > v->size) {
            v->size = size;
            v->at = i;
        }
    }
    for (int i = 1; i < STEPS; i++)
        if (i < v->at - 2 || i > v->at + 2)
            v->rest = fmax(v->rest, bend(v->x + i - 1, v->y + i - 1));
    v->noise = fmax(4 * DBL_EPSILON * most, noise);
    return 1;
}

/* Ever closer looks at [l, r]; returns their number. Over when what stood out declines as
 * fast as on a smooth function. */
static int approach(const clpwl_function *f, double l, double r, double noise, level *levels)
{
    int count = 0;
    while (count < LEVELS && look(f, l, r, noise, &levels[count])) {
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

/* Where the lines through the two points on either side meet; NAN where there is no room
 * for them. */
static double cross(const level *v)
{
    int l = v->at - 1, r = v->at + 1;
    if (l < 1 || r > STEPS - 1)
        return NAN;
    double left = (v->y[l] - v->y[l - 1]) / (v->x[l] - v->x[l - 1]);
    double right = (v->y[r + 1] - v->y[r]) / (v->x[r + 1] - v->x[r]);
    double rise = v->y[r] - v->y[l];
    return v->x[l] + (rise - right * (v->x[r] - v->x[l])) / (left - right);
}

/* Of the numbers within `slack` of x the one that is shortest in decimal digits. */
static double shortest(double x, double slack)
{
    char text[40];
    if (fabs(x) <= slack)
        return 0;
    for (int digits = 1; digits < 17; digits++) {
        snprintf(text, sizeof text, "%.*e", digits - 1, x);
        double y = strtod(text, NULL);
        if (fabs(y - x) <= slack)
            return y;
    }
    return x;
}

/* Neighbouring numbers between which f jumps: the larger half of the rise is followed. */
static void close_in(const clpwl_function *f, clpwl_kink *k, double l, double r)
{
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
    /* One further out: f may have a third value between the two, as sign(x) has at 0. */
    k->left = clpwl__function_raw(f, nextafter(l, -INFINITY));
    k->right = clpwl__function_raw(f, nextafter(r, INFINITY));
    double x = shortest(r, r - l);
    k->x = x == l ? l : r;
}

/* The exponent of h in the decline from one level to another. */
static double power(const level *from, const level *to)
{
    return log(from->size / to->size) /
           log((from->x[1] - from->x[0]) / (to->x[1] - to->x[0]));
}

/* The exponent on the way to level i. */
static double power_at(const level *levels, int i)
{
    return power(&levels[i > BACK ? i - BACK : 0], &levels[i]);
}

/* The level at which the place of a kink can be told the most exactly, and by how much; -1
 * where nothing ever stands alone. What no longer declines is a jump, or a stair of a
 * rounded f. */
static int sharpest(const level *levels, int count, double *doubt)
{
    int best = -1;
    *doubt = INFINITY;
    for (int i = 2; i < count; i++) {
        const level *v = &levels[i];
        double rest = v->rest + v->noise, d = (v->x[1] - v->x[0]) * rest / v->size;
        if (v->size > stands_alone * rest && d < *doubt && power_at(levels, i) > flat) {
            *doubt = d;
            best = i;
        }
    }
    return best;
}

/* A cusp does not stand alone, but it declines more slowly than anything smooth, ever
 * on. */
static int is_cusp(const level *levels, int last)
{
    if (last < LONG)
        return 0;
    double p = power(&levels[last - LONG], &levels[last]);
    for (int i = last - LONG; i <= last; i++)
        if (levels[i].size < 2 * levels[i].rest)
            return 0;
    return p > 0.1 && p < 0.8;
}

static int inside(const hunt *h, const level *v)
{
    return v->x[v->at - 1] > h->a && v->x[v->at + 1] < h->b;
}

static int judge_jump(const hunt *h, const level *v, clpwl_kink *k)
{
    close_in(h->f, k, v->x[v->at - 1], v->x[v->at + 1]);
    /* NaN included: beside a pole */
    return fabs(k->right - k->left) > fmax(stands_alone * v->noise, h->least_jump);
}

/* What the levels show: 1 with a kink, or 0. */
static int judge(const hunt *h, const level *levels, int count, clpwl_kink *k)
{
    double doubt;
    int best = sharpest(levels, count, &doubt), last = count - 1;
    while (last >= 0 && levels[last].size <= stands_alone * levels[last].noise)
        last--;
    if (last < 2 || !inside(h, &levels[last]))
        return 0;
    if (power_at(levels, last) < flat && judge_jump(h, &levels[last], k))
        return 1;
    if (best < 0 && is_cusp(levels, last))
        best = last;
    if (best < 0 || !inside(h, &levels[best]) || !(power_at(levels, best) < declines) ||
        !(power(&levels[last - 2], &levels[last]) < declines))
        return 0;
    int corner = power_at(levels, best) > 0.75; /* or a cusp: a closer look says more of it */
    const level *v = &levels[corner ? best : last];
    double l = v->x[v->at - 1], r = v->x[v->at + 1];
    double crossing = cross(v), ulp = DBL_EPSILON * fmax(fabs(l), fabs(r));
    if (corner && l <= crossing && crossing <= r)
        k->x = shortest(crossing, 2 * doubt + 2 * ulp);
    else /* a cusp, or no room for the lines */
        k->x = shortest(l + (r - l) / 2, (r - l) / 2);
    k->left = k->right = clpwl__function_raw(h->f, k->x);
    return h->a < k->x && k->x < h->b && isfinite(k->left);
}

static clpwl_status add(hunt *h, const clpwl_kink *k)
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

/* Whether the second difference at i stands out from those three and four away: a jump
 * through a third value makes two, two apart. */
static int is_candidate(const double *d, size_t i, size_t steps, double noise)
{
    if (!(d[i] >= d[i - 1] && d[i] >= d[i + 1] && d[i] > noise))
        return 0;
    double beside = 0;
    for (size_t k = 3; k <= 4; k++) {
        beside = fmax(beside, i > k ? d[i - k] : 0);
        beside = fmax(beside, i + k < steps ? d[i + k] : 0);
    }
    return d[i] > stands_out * beside;
}

static clpwl_status scan(hunt *h, double l, double r, size_t steps)
{
    clpwl_status status = CLPWL_OK;
    level levels[LEVELS];
    double most = 0;
    for (size_t i = 0; i <= steps; i++) {
        h->x[i] = i < steps ? l + (r - l) * ((double)i / (double)steps) : r;
        h->y[i] = clpwl__function_raw(h->f, h->x[i]);
        if (isfinite(h->y[i]))
            most = fmax(most, fabs(h->y[i]));
    }
    if (steps == SCAN) { /* the first, which sees the whole */
        double travel = 0;
        h->noise = fmax(h->noise, 4 * DBL_EPSILON * most);
        for (size_t i = 0; i < steps; i++)
            travel += isfinite(h->y[i + 1] - h->y[i]) ? fabs(h->y[i + 1] - h->y[i]) : 0;
        h->least_jump = 2 * travel / SCAN;
    }
    h->d[0] = h->d[steps] = 0;
    for (size_t i = 1; i < steps; i++) {
        h->d[i] = bend(h->x + i - 1, h->y + i - 1);
        if (!isfinite(h->d[i])) /* f is told so where it matters */
            h->d[i] = 0;
    }
    double noise = fmax(16 * DBL_EPSILON * most, h->noise);
    for (size_t i = 1; i < steps && h->looks < MOST_LOOKS; i++) {
        clpwl_kink k;
        if (!is_candidate(h->d, i, steps, noise))
            continue;
        h->looks++;
        int count = approach(h->f, h->x[i - 1], h->x[i + 1], h->noise, levels);
        if (judge(h, levels, count, &k))
            TRY(add(h, &k));
    }
done:
    return status;
}

static clpwl_status hunt_down(hunt *h)
{
    clpwl_status status = CLPWL_OK;
    double **arrays[] = {&h->x, &h->y, &h->d}, width = h->b - h->a;
    for (int i = 0; i < 3; i++) {
        *arrays[i] = clpwl__alloc(SCAN + 1, sizeof **arrays[i]);
        CHECK(*arrays[i], CLPWL_ERR_MEMORY, "out of memory: a scan for kinks");
    }
    TRY(scan(h, h->a, h->b, SCAN));
    for (int i = 0; i < END_SCANS; i++) {
        width /= END_PART;
        if (h->a + width / END_SCAN > h->a)
            TRY(scan(h, h->a, h->a + width, END_SCAN));
        if (h->b - width / END_SCAN < h->b)
            TRY(scan(h, h->b - width, h->b, END_SCAN));
    }
done:
    for (int i = 0; i < 3; i++)
        clpwl__free(*arrays[i]);
    return status;
}

clpwl_status clpwl__find_kinks(const clpwl_function *f, double a, double b, double noise,
                               clpwl_kink **kinks, size_t *count)
{
    /* A kink must stand out from noise by some deviations, as a jump must. */
    hunt h = {.f = f, .a = a, .b = b, .noise = 4 * noise};
    clpwl_status status = hunt_down(&h);
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
    CHECK(kinks || room == 0, CLPWL_ERR_ARGUMENT, "there is room for %zu kinks, but kinks is NULL",
          room);
    CHECK(isfinite(a) && isfinite(b) && a < b, CLPWL_ERR_ARGUMENT,
          "kinks on [%g, %g] were asked for: both ends must be finite and the first the smaller",
          a, b);
    TRY(clpwl__find_kinks(f, a, b, clpwl__noise_of(f, a, b), &found, count));
    for (size_t i = 0; i < *count && i < room; i++)
        kinks[i] = found[i];
done:
    clpwl__free(found);
    return status;
}
