/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/search.h"
#include <math.h>

enum {
    GROWTH = 4,    /* the most from one trial to the next. 2 and 16: the same time in 864 designs */
    SHARE = 1024,  /* of N, to which long searches find it */
    PROBE = 16,    /* a guess of many segments is tried at this part of `exact` first */
    SURE = 4,      /* a guess of so many times the segments of the square law is doubtful */
    FAR = 2,       /* by what guesses are off at most: a sine with 1e8 / 2 pi periods; fewer are no bracket */
    LIKELY = 48,   /* numbers tried that may meet the target though their neighbours do not */
    WALK = 3       /* fewer segments tried than those that meet the target. Of noise 0 takes 3.6 % more */
};

/* Growth by GROWTH that leaves more of the error than this gains nothing; where the error falls
 * as 1/N it leaves a quarter. 0.8 and 0.99: the same numbers for 90 designs of smooth functions. */
static const double stale_share = 0.95;
static const double reliable = 0.9;      /* the share of a floor that does not vary with N */
static const double least_growth = 1.02; /* of N after the first failure; then its square, and so on */
static const double beyond = 1 + 1.0 / 2048; /* a step goes so much beyond the law, to meet the target */

/* Two numbers of segments around the target. */
typedef struct bracket {
    const clpwl__search *s;
    clpwl__found *found;
    clpwl__trial lo, hi;  /* lo fails, hi meets the target */
    clpwl__trial last;    /* the last trial */
    clpwl__trial seen[2]; /* trials, the newest first, of twice the segments of the other one or more */
    clpwl__trial mark;    /* a failure, with which a later one at a larger N is compared */
    double growth, spent;
    int is_over;          /* the caller's time */
    int is_spent;         /* a trial was left out for the budget */
} bracket;

/* The part of the error that falls. */
static double falling(const clpwl__trial *t)
{
    return t->error - t->added;
}

/* The power of N by which the error fell between two trials. */
static double find_power(const clpwl__trial seen[2])
{
    double times = (double)seen[0].segments / (double)seen[1].segments;
    return log(falling(&seen[1]) / falling(&seen[0])) / log(times);
}

static void note(bracket *b, const clpwl__trial *t)
{
    clpwl__trial *seen = b->seen, *best = &b->found->best;
    if (t->segments >= 2 * seen[0].segments)
        seen[1] = seen[0];
    if (t->segments > seen[0].segments)
        seen[0] = *t;
    if (best->segments == 0 || t->error < best->error)
        *best = *t;
    b->last = *t;
}

static clpwl_status measure(bracket *b, size_t n, const clpwl__trial *near, clpwl__trial *t)
{
    clpwl_status status = CLPWL_OK;
    b->spent += (double)n;
    TRY(b->s->measure(b->s->user, n, near, t, &b->is_over));
    if (!b->is_over && t->error < HUGE_VAL)
        note(b, t);
done:
    return status;
}

/* Tries a number, which becomes lo or hi. */
static clpwl_status take(bracket *b, size_t n)
{
    clpwl_status status = CLPWL_OK;
    clpwl__trial t;
    TRY(measure(b, n, NULL, &t));
    if (!b->is_over)
        *(t.error <= b->s->target ? &b->hi : &b->lo) = t;
done:
    return status;
}

/* The same where a trial may not be needed. */
static clpwl_status take_if_possible(bracket *b, size_t n)
{
    clpwl_status status = CLPWL_OK;
    int can;
    TRY(b->s->can_meet(b->s->user, n, &b->last, &can));
    if (can)
        TRY(take(b, n));
    else
        b->lo = (clpwl__trial){n, NAN, 0};
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

/* The next N after a failure, by the power of N by which the error falls: 2, or less if long trials
 * showed less. A power that short trials of noise show leaps over numbers that would do. If f does not
 * obey such a law, each step is larger than the one before. */
static size_t step_up(bracket *b)
{
    const clpwl__search *s = b->s;
    const size_t n = b->lo.segments;
    double left = s->target - b->lo.added, power = 2, law = GROWTH;
    if (b->seen[1].segments >= s->lawful)
        power = fmin(find_power(b->seen), power);
    if (left > 0 && power > 0)
        law = pow(falling(&b->lo) / left, 1 / power) * beyond;
    law = fmin(fmax(law, b->growth), GROWTH);
    b->growth *= b->growth;
    return round_up(b, (double)n * law, n + s->stride, s->most);
}

/* The next N after one that meets the target. */
static size_t step_down(const bracket *b)
{
    const clpwl__search *s = b->s;
    double law = sqrt(falling(&b->hi) / (s->target - b->hi.added));
    return round_up(b, (double)b->hi.segments * fmax(law, 1.0 / GROWTH), s->stride,
                    b->hi.segments - s->stride);
}

/* Whether more segments gain nothing: *ended is set. What is added is compared with that of a quarter of the
 * segments. */
static clpwl_status check_gain(bracket *b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__search *s = b->s;
    clpwl__trial *seen = b->seen;
    if (b->lo.segments < s->lawful)
        goto done;
    if (!b->mark.segments || b->lo.segments >= GROWTH * b->mark.segments) {
        if (b->mark.segments && b->lo.error > stale_share * b->mark.error)
            b->found->ended = CLPWL__ENDED_PLATEAU;
        b->mark = b->lo;
    }
    if (seen[0].segments < s->lawful || reliable * seen[0].added < s->target)
        goto done;
    if (2 * GROWTH * seen[1].segments < seen[0].segments)
        TRY(measure(b, round_up(b, (double)seen[0].segments / GROWTH, s->stride, s->most), NULL, &seen[1]));
    if (seen[0].added >= reliable * seen[1].added)
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
    TRY(take(b, first));
    if (b->is_over)
        goto done;
    double law = (double)first * sqrt(b->last.error / s->target), least = fmin(*guess, law);
    b->found->needed = *guess <= SURE * law ? *guess : 0;
    if (b->hi.segments)
        *guess = (double)first;
    else if (least > FAR * (double)s->most)
        b->found->ended = CLPWL__ENDED_MOST;
    else if (is_too_much(b, least))
        b->found->ended = CLPWL__ENDED_BUDGET; /* and no longer trial is made */
    else if (b->lo.added < s->target)
        *guess = fmax(*guess, (double)first * sqrt(falling(&b->lo) / (s->target - b->lo.added)));
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
        TRY(b->hi.segments ? take_if_possible(b, n) : take(b, n));
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

/* Between the ends: by the power law, in turn with steps from the last trial, each twice the one before.
 * Where lo is not measured, the middle. */
static double find_between(const bracket *b, int turn, double step)
{
    const double lo = (double)b->lo.segments, hi = (double)b->hi.segments, target = b->s->target;
    const double added = fmin(b->hi.added, b->hi.error / 2), middle = (lo + hi) / 2;
    if (isnan(b->lo.error))
        return middle;
    if (turn % 2)
        return b->last.segments == b->lo.segments ? fmin(lo + step, middle) : fmax(hi - step, middle);
    double part = log((b->lo.error - added) / (target - added)) /
                  log((b->lo.error - added) / (b->hi.error - added));
    return lo * pow(hi / lo, fmin(fmax(part, 0), 1));
}

/* Until lo and hi are neighbours. */
static clpwl_status narrow(bracket *b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__search *s = b->s;
    double step = (double)s->stride;
    for (int turn = 0; b->lo.segments && !is_too_much(b, (double)b->hi.segments); turn++) {
        const size_t gap = b->hi.segments - b->lo.segments, part = b->hi.segments / SHARE;
        if (gap <= s->stride || (b->hi.segments > s->exact && gap <= part))
            break;
        step = fmax(step, b->hi.segments > s->exact ? (double)part : 0);
        size_t n = round_up(b, find_between(b, turn, step), b->lo.segments + s->stride,
                            b->hi.segments - s->stride);
        step *= turn % 2 ? 2 : 1;
        TRY(take_if_possible(b, n));
    }
done:
    return status;
}

/* Lowers hi to n segments if these meet the target, too. */
static clpwl_status lower(bracket *b, size_t n, int *lowered)
{
    clpwl_status status = CLPWL_OK;
    clpwl__trial t;
    int can;
    *lowered = 0;
    if (n == 0 || n >= b->hi.segments || n == b->lo.segments || is_too_much(b, (double)n))
        goto done;
    TRY(b->s->can_meet(b->s->user, n, &b->hi, &can));
    if (!can)
        goto done;
    TRY(measure(b, n, &b->hi, &t));
    *lowered = !b->is_over && t.error <= b->s->target;
    if (*lowered)
        b->hi = t;
done:
    return status;
}

static clpwl_status walk_down(bracket *b)
{
    clpwl_status status = CLPWL_OK;
    const size_t unit = b->s->unit;
    int lowered;
    for (size_t k = 1; k <= WALK && b->hi.segments > k * unit && b->hi.segments <= b->s->exact;
         k = lowered ? 1 : k + 1)
        TRY(lower(b, b->hi.segments - k * unit, &lowered));
done:
    return status;
}

static clpwl_status try_likely(bracket *b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__search *s = b->s;
    size_t n = 0;
    int lowered = 0;
    for (int turn = 0; s->likely && turn < LIKELY && !lowered; turn++) {
        n = s->likely(s->user, n + 1, b->hi.segments);
        if (n >= b->hi.segments)
            break;
        TRY(lower(b, n, &lowered));
    }
done:
    return status;
}

clpwl_status clpwl__search_fewest(const clpwl__search *s, clpwl__found *out)
{
    clpwl_status status = CLPWL_OK;
    bracket b = {.s = s, .found = out, .growth = least_growth};
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
    const double best = (double)out->best.segments, over = out->best.error / s->target;
    const double power = b.seen[1].segments ? find_power(b.seen) : 2;
    out->is_local = power < 1;
    if (over < GROWTH && out->best.added < out->best.error / 8 && power > 1)
        out->needed = 1.02 * best * sqrt(over);
    if (out->ended == CLPWL__ENDED_FOUND)
        out->ended = b.is_over       ? CLPWL__ENDED_TIME
                     : b.is_spent    ? CLPWL__ENDED_BUDGET
                     : b.hi.segments ? CLPWL__ENDED_FOUND
                                     : CLPWL__ENDED_MOST;
done:
    return status;
}
