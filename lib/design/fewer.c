/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/bracket.h"
#include "base/internal.h"

enum {
    WALK = 3,          /* numbers tried just below the one found */
    ALL_BELOW = 64,    /* up to this N, all numbers down to its half are tried */
    PROBES_REFINED = 12, /* of refined knots, whose error goes up and down by rounding alone */
    PROBES = 12,       /* above it, so many numbers further below */
    MANY_PROBES = 64,  /* or so many, if an inflection matters more and a trial is quick: up to */
    MANY_BELOW = 4096, /* this N for Linf, */
    FEW_CODED = 256,   /* in a storage of 8 or 16 bits up to this N: a trial takes a tenth of a second */
    FEW_BELOW = 1024,  /* and this N for L1 and L2, which sum local ups and downs */
    DIPS = 48,         /* numbers tried that put knots on kinks */
    MOST_PLACES = 1 << 24, /* of kinks in all numbers of segments: some tenths of a second */
    FEW = 8            /* times stride: numbers that leave jumps without knots */
};

/* Fewer segments may meet the target if the best number reaches so many times the target. For 1/ln(x) on
 * [0, 0.5] 13 segments had 1.2 times the error of 11, with knots 16 FLT_MIN apart. */
static const double near_target = 1.25;

/*
 * The share of hi down to which the probes go. Tried on functions of bench/corpus, to 1e-2 ...
 * 1e-4:
 *   probe_reach  1/15: up to 15 % more segments (line 173 for 150, wild 631 for 565, airy_ai 104
 *                for 94); 4/15, with the same number of probes: up to 5 % more (wild 732 for 700)
 *   MANY_PROBES  12: up to 5.6 % more (wild 739 for 700, line 158 for 150, bessel_j0 312 for
 *                299); 160: 1.7 % fewer at best (chirp 2315 for 2356), and each one is a trial
 *   PROBES       4 and 36: the same tables; 36 in a fifth more time
 * mish and digits came to the same numbers with all of these. The other constants, for the 864
 * designs of smooth functions to the same targets (three norms, interpolant and best fit), give
 * the same numbers of segments when they vary:
 *   WALK         0: 8 % less time, 8: 13 % more. Only noisy needs it: up to 3.6 % more segments
 *                with 0 (1740 for 1679)
 *   ALL_BELOW    16: 15 % less time, 128: 20 % more
 *   FEW_BELOW    256: 15 % less time, 4096: 19 % more
 *   MANY_BELOW   256: the same time
 */
static const double probe_reach = 2.0 / 15;

/* What execution adds goes up and down with N by this part, mostly: 0.3 % at most for GELU within 1e-6. */
static const double varies = 0.002;

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

/* Tries the multiples of stride in [from, end) until one meets the target. */
static clpwl_status try_between(clpwl__bracket *b, size_t from, size_t end)
{
    clpwl_status status = CLPWL_OK;
    double error;
    for (size_t n = (from + b->stride - 1) / b->stride * b->stride; !b->hi && n < end; n += b->stride) {
        if (clpwl__plan_is_late(b->plan, n))
            break;
        TRY(clpwl__bracket_try(b, n, &error));
    }
done:
    return status;
}

clpwl_status clpwl__try_few(clpwl__bracket *b)
{
    clpwl_status status = CLPWL_OK;
    const size_t first = b->lo, best = b->best, kinks = b->plan->subject.in_s.kink_count;
    size_t end = kinks < FEW * b->stride ? kinks + 1 : FEW * b->stride + 1;
    b->lo = 0;
    TRY(try_between(b, 1, end < first ? end : first));
    if (best <= ALL_BELOW * b->stride && b->e_best <= near_target * b->target)
        TRY(try_between(b, end > best / 2 ? end : best / 2, best));
    b->lo = b->hi ? b->lo : first;
done:
    return status;
}

/* How many numbers are tried below hi, and how far below. */
static size_t choose_probes(const clpwl__bracket *b, size_t *reach)
{
    const clpwl_design_options *o = &b->plan->o;
    int is_uniform = o->partition == CLPWL_PARTITION_UNIFORM;
    int is_refined = clpwl__plan_has_free_knots(b->plan) && o->fit != CLPWL_FIT_INTERPOLANT;
    int is_rounding = b->rounding > b->target / 2 && b->hi <= FEW_BELOW; /* it then varies by any part */
    int is_coded = o->execution->storage != CLPWL_STORAGE_FLOAT32; /* errors go up and down with N */
    double part = probe_reach;
    if (is_refined && !is_rounding) /* the error varies as 1/N^2, but for rounding */
        part = fmin(part, varies * b->rounding / (2 * fmax(b->target - b->rounding, 0)));
    if (is_coded && b->hi <= ALL_BELOW)
        return *reach = b->hi / 2;
    *reach = (size_t)((double)b->hi * part);
    if (is_coded && b->hi <= FEW_CODED)
        return PROBES;
    if (o->effort != CLPWL_EFFORT_ASYMPTOTIC && o->norm != CLPWL_NORM_LINF)
        return 0; /* the least sum falls with N: 84 designs had as few segments, and took 12 s for 41 */
    size_t most = is_rounding ? MANY_PROBES : PROBES_REFINED;
    if (is_refined)
        return *reach < most ? *reach : most;
    if (b->hi <= ALL_BELOW)
        return *reach = b->hi / 2;
    if (o->norm == CLPWL_NORM_LINF)
        return b->hi > MANY_BELOW || is_uniform ? PROBES : MANY_PROBES;
    return b->hi > FEW_BELOW ? 0 : b->hi > FEW_BELOW / 4 ? PROBES : MANY_PROBES;
}

/* The lowest of the numbers first. Most fail in their first segments, which takes little time. */
static clpwl_status leap_down(clpwl__bracket *b, int *lowered)
{
    clpwl_status status = CLPWL_OK;
    size_t reach, count = choose_probes(b, &reach), hi = b->hi, last = 0;
    *lowered = 0;
    for (size_t k = count; k > 0 && !*lowered; k--) {
        size_t at = hi - (reach * k + count - 1) / count;
        if (at != last)
            TRY(lower(b, at, lowered));
        last = at;
    }
done:
    return status;
}

/* The next few numbers; after one that meets the target, strides that double. */
static clpwl_status walk_down(clpwl__bracket *b, int *lowered)
{
    clpwl_status status = CLPWL_OK;
    *lowered = 0;
    for (size_t k = 1; k <= WALK && !*lowered; k++)
        TRY(lower(b, b->hi - k, lowered));
    int more = *lowered;
    for (size_t k = 2; more && k < b->hi; k *= 2)
        TRY(lower(b, b->hi - k, &more));
done:
    return status;
}

clpwl_status clpwl__try_fewer(clpwl__bracket *b)
{
    clpwl_status status = CLPWL_OK;
    int lowered = 1;
    while (lowered && !clpwl__bracket_is_long(b)) {
        TRY(leap_down(b, &lowered));
        if (!lowered && (b->hi <= FEW_BELOW || !clpwl__plan_has_free_knots(b->plan)))
            TRY(walk_down(b, &lowered));
    }
done:
    return status;
}

clpwl_status clpwl__bracket_from_fewest(clpwl__bracket *b, double floor, double *guess)
{
    clpwl_status status = CLPWL_OK;
    size_t fewest[3] = {1, 1, 1};
    double error = 0, added = floor;
    b->above_free = floor;
    for (int i = 0; i < 2; i++) {
        double n = *guess, sure = clpwl__plan_sure_error(b->plan, (size_t)n, b->target, added);
        double errors[3] = {sure, b->target - floor, error - added};
        int is_mesh = i > 0 && clpwl__plan_limit(b->plan) == CLPWL_FIT_INTERPOLANT;
        TRY(clpwl__plan_fewest(b->plan, n, errors, fewest, is_mesh ? 3 : 2));
        if (fewest[1] == 1 || fewest[1] > b->most)
            break;
        *guess = is_mesh ? n / (double)fewest[2] * (double)fewest[1] : (double)fewest[1];
        if (i == 1 || clpwl__bracket_is_hopeless(b, *guess))
            break;
        TRY(clpwl__bracket_try(b, (size_t)*guess, &error));
        if (clpwl__plan_is_late(b->plan, (size_t)*guess))
            goto done;
        added = fmin(b->rounding, b->target / 2);
        floor = fmin(fmax(b->rounding, b->above_free), b->target / 2);
    }
    if (fewest[0] > 1 && fewest[0] <= b->most && fewest[0] > b->lo) {
        b->lo = fewest[0] - 1;
        b->e_lo = b->target * pow(fmax(*guess, (double)fewest[0]) / (double)b->lo, 2);
    }
    if ((double)b->lo < *guess && *guess < (double)b->hi)
        TRY(clpwl__bracket_try(b, (size_t)*guess, &error));
done:
    return status;
}
