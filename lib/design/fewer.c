/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/bracket.h"
#include "base/internal.h"

enum {
    WALK = 3,  /* numbers tried below one that meets the target. Of noise 0 takes 3.6 % more segments */
    DIPS = 48, /* numbers tried that put knots on kinks */
    MOST_PLACES = 1 << 24 /* of kinks in all numbers of segments: some tenths of a second */
};

static const double step = 1e-6; /* of the domain, for the slopes beside a kink */

typedef struct dips {
    double *share; /* the position of each kink in the domain, from 0 to 1 */
    double *jump;  /* of f' there */
    size_t count;
    double width;  /* of the domain */
} dips;

/* As clpwl__bracket_measure of fewer segments than hi, but an error above the target may become infinite. */
static clpwl_status probe_target(clpwl__bracket *b, size_t segments, double *error)
{
    clpwl_status status = CLPWL_OK;
    int can;
    double give_up = b->target;
    if (b->plan->o.norm == CLPWL_NORM_LINF && !b->plan->o.weight) /* else less may add to the largest error */
        give_up -= clpwl__plan_still_added(b->plan, b->rounding) * (double)segments / (double)b->hi;
    *error = HUGE_VAL;
    TRY(clpwl__plan_can_meet(b->plan, segments, b->target, b->rounding, &can));
    if (can)
        TRY(clpwl__bracket_measure(b, segments, give_up, error));
done:
    return status;
}

/* Lowers hi to `segments` if these are fewer and meet the target too. */
static clpwl_status lower(clpwl__bracket *b, size_t segments, int *lowered)
{
    clpwl_status status = CLPWL_OK;
    double error = HUGE_VAL;
    if (0 < segments && segments < b->hi && segments != b->lo && !clpwl__plan_is_late(b->plan, segments))
        TRY(probe_target(b, segments, &error));
    *lowered = error <= b->target;
    if (*lowered)
        b->hi = segments;
done:
    return status;
}

static clpwl_status find_jumps(dips *d, const clpwl__subject *subject)
{
    clpwl_status status = CLPWL_OK;
    size_t count;
    const clpwl_function *f = &subject->in_s;
    const double *kinks = clpwl_function_kinks(f, &count);
    double a = subject->s0, b = subject->s1;
    double h = step * (b - a);
    d->width = b - a;
    d->share = clpwl__alloc(count + 1, sizeof *d->share);
    CHECK_MEMORY(d->share);
    d->jump = clpwl__alloc(count + 1, sizeof *d->jump);
    CHECK_MEMORY(d->jump);
    for (size_t i = 0; i < count; i++) {
        double x = kinks[i], y = clpwl__function_raw(f, x);
        if (!(a + h < x && x < b - h))
            continue;
        double left = y - clpwl__function_raw(f, x - h), right = clpwl__function_raw(f, x + h) - y;
        d->share[d->count] = (x - a) / (b - a);
        d->jump[d->count] = fabs(right - left) / h;
        d->count++;
    }
done:
    return status;
}

/*
 * What one kink adds to Linf, to the integral of the error, or to the integral of its square. In
 * a segment of length h, with the kink at the part t of it, the interpolant's error at the kink
 * is jump h t (1 - t). It falls linearly to the knots.
 */
static double error_at_kink(const dips *d, clpwl_norm norm, size_t i, size_t n)
{
    double h = d->width / (double)n, at = d->share[i] * (double)n, t = at - floor(at);
    double error = d->jump[i] * h * t * (1 - t);
    return norm == CLPWL_NORM_LINF ? error
           : norm == CLPWL_NORM_L1 ? error * h / 2
                                   : error * error * h / 3;
}

/* The least n in [from, below) at which the interpolant's error at the kinks is at most `error`
 * in the norm; `below` if there is none. */
static size_t find_dip(const dips *d, clpwl_norm norm, size_t from, size_t below, double error)
{
    if (norm == CLPWL_NORM_L2)
        error *= error;
    for (size_t n = from; n < below; n++) {
        double sum = 0;
        for (size_t i = 0; i < d->count && sum <= error; i++) {
            double more = error_at_kink(d, norm, i, n);
            sum = norm == CLPWL_NORM_LINF ? fmax(sum, more) : sum + more;
        }
        if (sum <= error)
            return n;
    }
    return below;
}

/* The number of dips, or most + 1 if there are more than `most`. */
static size_t count_dips(const dips *d, clpwl_norm norm, size_t from, size_t below, double error,
                         size_t most)
{
    size_t count = 0;
    while (count <= most && (from = find_dip(d, norm, from, below, error)) < below) {
        from++;
        count++;
    }
    return count;
}

/* Trials at the first dips from n on. */
static clpwl_status try_from(clpwl__bracket *b, const dips *d, size_t n, double allowed,
                             int *lowered)
{
    clpwl_status status = CLPWL_OK;
    *lowered = 0;
    for (int turn = 0; turn < DIPS && n < b->hi && !*lowered; turn++, n++) {
        n = find_dip(d, b->plan->o.norm, n, b->hi, allowed);
        TRY(lower(b, n, lowered));
    }
done:
    return status;
}

clpwl_status clpwl__try_dips(clpwl__bracket *b, double smooth)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &b->plan->o;
    dips d = {0};
    /* Fits other than the interpolant have half of its error at a kink. */
    double allowed = b->target * (o->fit == CLPWL_FIT_INTERPOLANT ? 1 : 2);
    int lowered;
    if (o->partition != CLPWL_PARTITION_UNIFORM || o->weight)
        goto done;
    TRY(find_jumps(&d, &b->plan->subject));
    if (d.count == 0 || b->hi > MOST_PLACES / d.count)
        goto done;
    size_t n = (size_t)(0.9 * fmin(smooth, (double)b->hi)) + 1;
    TRY(try_from(b, &d, n, allowed, &lowered));
    /* If the first dips fail, the deepest are tried. */
    for (int turn = 0; turn < DIPS && !lowered; turn++, allowed *= 0.8)
        if (count_dips(&d, o->norm, n, b->hi, allowed, DIPS) <= DIPS)
            break;
    if (!lowered)
        TRY(try_from(b, &d, n, allowed, &lowered));
done:
    clpwl__free(d.share);
    clpwl__free(d.jump);
    return status;
}

clpwl_status clpwl__try_fewer(clpwl__bracket *b)
{
    clpwl_status status = CLPWL_OK;
    int lowered = 0;
    for (size_t k = 1; k <= WALK && !clpwl__bracket_is_long(b); k = lowered ? 1 : k + 1)
        TRY(lower(b, b->hi - k, &lowered));
done:
    return status;
}
