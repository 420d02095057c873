/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/search.h"
#include <math.h>

enum {
    GROWTH = 4,    /* the most from one trial to the next. 2 and 16: the same time in 864 designs */
    SHARE = 1024,  /* of N, to which long searches find it */
    PROBE = 16,    /* a guess of many segments is tried at this part of `exact` first */
    FAR = 2,       /* by what guesses are off at most: a sine with 1e8 / 2 pi periods; fewer are no bracket */
    LIKELY = 48,   /* numbers tried that may meet the target though their neighbours do not */
    WALK = 3       /* fewer segments tried than those that meet the target. Of noise 0 takes 3.6 % more */
};

/* Growth by GROWTH that leaves more of the error than this gains nothing; where the error falls as 1/N it
 * leaves a quarter. */
static const double stale_share = 0.95;
static const double reliable = 0.9;      /* the share of what is added that does not vary with N */
static const double least_growth = 1.02; /* of N after a failure */
static const double beyond = 1 + 1.0 / 2048; /* a step goes so much beyond the law, to meet the target */

/* Two numbers of segments around the target. */
typedef struct bracket {
    const clpwl__search *s;
    clpwl__found *found;
    clpwl__trial lo, hi; /* lo fails, hi meets the target */
    clpwl__trial early;  /* the first trial from `lawful` segments on */
    double spent;
    int is_over;         /* the caller's time */
    int is_spent;        /* a trial was left out for the budget */
} bracket;

/* The part of the error that falls. */
static double falling(const clpwl__trial *t)
{
    return t->error - t->added;
}

/* By what N of a trial is to be multiplied for the target if the error falls as 1/N^2. */
static double square_law(const bracket *b, const clpwl__trial *t)
{
    const double left = b->s->target - t->added;
    return left > 0 ? sqrt(falling(t) / left) : HUGE_VAL;
}

static clpwl_status measure(bracket *b, size_t n, int is_rough, clpwl__trial *t)
{
    clpwl_status status = CLPWL_OK;
    clpwl__trial *best = &b->found->best;
    b->spent += (double)n;
    TRY(b->s->measure(b->s->user, n, is_rough, t, &b->is_over));
    if (b->is_over || !(t->error < HUGE_VAL))
        goto done;
    if (b->early.segments == 0 && n >= b->s->lawful)
        b->early = *t;
    if (best->segments == 0 || t->error < best->error)
        *best = *t;
done:
    return status;
}

/* Tries a number, which becomes lo or hi; with an hi only if the number can meet the target.
 *   is_rough  as of clpwl__search.measure */
static clpwl_status take(bracket *b, size_t n, int is_rough)
{
    clpwl_status status = CLPWL_OK;
    clpwl__trial t = {n, NAN, 0};
    int can = 1;
    if (b->hi.segments)
        TRY(b->s->can_meet(b->s->user, n, &b->hi, &can));
    if (can)
        TRY(measure(b, n, is_rough, &t));
    if (!b->is_over)
        *(t.error <= b->s->target ? &b->hi : &b->lo) = t;
done:
    return status;
}

static size_t round_up(const bracket *b, double n, size_t least, size_t most)
{
    const clpwl__search *s = b->s;
    size_t m = s->stride * (size_t)ceil(fmin(n, (double)s->most) / (double)s->stride);
    return m < least ? least : m > most ? most : m;
}

/* Whether a trial with so many segments is left out. */
static int is_too_much(bracket *b, double segments)
{
    int is_much = b->spent + segments > b->s->budget;
    b->is_spent |= is_much;
    return b->is_over || is_much;
}

/* The next N after lo, where nothing has met the target. */
static size_t step_up(const bracket *b)
{
    const size_t n = b->lo.segments;
    const double law = fmin(fmax(square_law(b, &b->lo) * beyond, least_growth), GROWTH);
    return round_up(b, (double)n * law, n + b->s->stride, b->s->most);
}

/* The next N after hi, where nothing has failed. */
static size_t step_down(const bracket *b)
{
    const size_t n = b->hi.segments;
    const double law = fmax(square_law(b, &b->hi), 1.0 / GROWTH);
    return round_up(b, (double)n * law, b->s->stride, n - b->s->stride);
}

/* Whether more segments gain nothing: by comparison with the early trial; and where what is added to the
 * error exceeds the target, with a quarter of the segments. */
static clpwl_status check_gain(bracket *b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__search *s = b->s;
    clpwl__trial quarter;
    if (b->lo.segments < s->lawful)
        goto done;
    if (b->lo.segments >= GROWTH * b->early.segments && b->lo.error > stale_share * b->early.error)
        b->found->ended = CLPWL__ENDED_PLATEAU;
    if (reliable * b->lo.added < s->target)
        goto done;
    TRY(measure(b, round_up(b, (double)b->lo.segments / GROWTH, s->stride, s->most), 0, &quarter));
    if (!b->is_over && b->lo.added >= reliable * quarter.added)
        b->found->ended = CLPWL__ENDED_FLOOR;
done:
    return status;
}

/* A short trial where the guess takes long ones: *guess may become more by what is added to the error, or
 * less if the trial meets the target. If the guess and the square law exceed the segments that are allowed,
 * the search ends. */
static clpwl_status probe(bracket *b, double *guess)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__search *s = b->s;
    const size_t first = s->exact / PROBE / s->stride * s->stride;
    if (*guess <= (double)(GROWTH * first) || first == 0 || first >= s->most)
        goto done;
    TRY(take(b, first, 0));
    if (b->is_over)
        goto done;
    const double least = fmin(*guess, (double)first * sqrt(b->lo.error / s->target));
    if (b->hi.segments)
        *guess = (double)first;
    else if (least > FAR * (double)s->most)
        b->found->ended = CLPWL__ENDED_MOST;
    else if (is_too_much(b, least))
        b->found->ended = CLPWL__ENDED_BUDGET; /* and no longer trial is made */
    else if (b->lo.added < s->target)
        *guess = fmax(*guess, (double)first * square_law(b, &b->lo));
done:
    return status;
}

/* Finds an hi, and a lo if any number fails. */
static clpwl_status enclose(bracket *b, double guess)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__search *s = b->s;
    size_t n = round_up(b, guess, s->stride, s->most);
    while (!is_too_much(b, (double)n)) {
        TRY(take(b, n, 0));
        if (b->is_over)
            break;
        if (b->hi.segments == n) {
            if (b->lo.segments > n / FAR || n == s->stride)
                break;
            n = step_down(b);
        } else {
            if (!b->hi.segments)
                TRY(check_gain(b));
            if (b->hi.segments || n == s->most || b->found->ended != CLPWL__ENDED_FOUND)
                break;
            n = step_up(b);
        }
    }
done:
    return status;
}

/* Between the ends, by the power law. In each third turn, and where the error of lo is not known, the
 * middle. */
static double find_between(const bracket *b, int turn)
{
    const double lo = (double)b->lo.segments, hi = (double)b->hi.segments;
    const double added = fmin(b->hi.added, b->hi.error / 2);
    if (isnan(b->lo.error) || turn % 3 == 2)
        return (lo + hi) / 2;
    double part = log((b->lo.error - added) / (b->s->target - added)) /
                  log((b->lo.error - added) / (b->hi.error - added));
    return lo * pow(hi / lo, fmin(fmax(part, 0), 1));
}

/* Until lo and hi are neighbours. */
static clpwl_status narrow(bracket *b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__search *s = b->s;
    for (int turn = 0; b->lo.segments && !is_too_much(b, (double)b->hi.segments); turn++) {
        const size_t lo = b->lo.segments, hi = b->hi.segments, gap = hi - lo;
        if (gap <= s->stride || (hi > s->exact && gap <= hi / SHARE))
            break;
        TRY(take(b, round_up(b, find_between(b, turn), lo + s->stride, hi - s->stride), 0));
    }
done:
    return status;
}

static clpwl_status walk_down(bracket *b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__search *s = b->s;
    for (size_t k = 1; k <= WALK && b->hi.segments > k * s->unit && b->hi.segments <= s->exact; k++) {
        const size_t n = b->hi.segments - k * s->unit;
        if (n != b->lo.segments && !is_too_much(b, (double)n))
            TRY(take(b, n, 1));
        k = b->hi.segments == n ? 0 : k;
    }
done:
    return status;
}

static clpwl_status try_likely(bracket *b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__search *s = b->s;
    size_t n = 0;
    for (int turn = 0; s->likely && turn < LIKELY && b->hi.segments != n; turn++) {
        n = s->likely(s->user, n + 1, b->hi.segments);
        if (n >= b->hi.segments || is_too_much(b, (double)n))
            break;
        TRY(take(b, n, 1));
    }
done:
    return status;
}

clpwl_status clpwl__search_fewest(const clpwl__search *s, clpwl__found *out)
{
    clpwl_status status = CLPWL_OK;
    bracket b = {.s = s, .found = out};
    double guess = s->guess;
    *out = (clpwl__found){.ended = CLPWL__ENDED_FOUND};
    TRY(probe(&b, &guess));
    if (out->ended == CLPWL__ENDED_FOUND)
        TRY(enclose(&b, guess));
    if (b.hi.segments) {
        TRY(narrow(&b));
        TRY(walk_down(&b));
        TRY(try_likely(&b));
    }
    out->segments = b.hi.segments;
    const clpwl__trial *best = &out->best;
    const double times = (double)b.lo.segments / (double)b.early.segments;
    out->is_local = b.early.segments && times >= 2 && falling(&b.lo) * times > falling(&b.early);
    if (!out->is_local && best->segments && best->added < s->target)
        out->needed = (double)best->segments * square_law(&b, best);
    if (out->ended == CLPWL__ENDED_FOUND)
        out->ended = b.is_over       ? CLPWL__ENDED_TIME
                     : b.is_spent    ? CLPWL__ENDED_BUDGET
                     : b.hi.segments ? CLPWL__ENDED_FOUND
                                     : CLPWL__ENDED_MOST;
done:
    return status;
}
