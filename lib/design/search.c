/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/search.h"

enum {
    GROWTH = 4,    /* the most from one trial to the next. 2 and 16: the same time in 864 designs */
    SHARE = 1024,  /* of N, to which long searches find it */
    PROBE = 16,    /* a guess of many segments is tried at this part of `exact` first */
    LIKELY = 48,   /* numbers tried that may meet the target though their neighbours do not */
    WALK = 3       /* fewer segments tried than those that meet the target. Of noise 0 takes 3.6 % more */
};

/* Growth by GROWTH that leaves more of the error than this gains nothing; where the error falls as 1/N it
 * leaves a quarter. */
static const double stale_share = 0.95;

/* Two numbers of segments around the target. */
typedef struct bracket {
    const clpwl__search *s;
    clpwl__found *found;
    clpwl__trial lo, hi; /* lo fails, hi meets the target */
    clpwl__trial early;  /* the first trial from `lawful` segments on */
    double spent;        /* segments, in all trials */
    int turn;            /* between lo and hi */
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

static clpwl_status measure(bracket *b, size_t n, clpwl__trial *t)
{
    clpwl_status status = CLPWL_OK;
    clpwl__trial *best = &b->found->best;
    b->spent += (double)n;
    TRY(b->s->measure(b->s->user, n, t));
    if (t->segments == 0)
        b->found->ended = CLPWL__ENDED_TIME;
    if (t->segments == 0 || !(t->error < HUGE_VAL))
        goto done;
    if (b->early.segments == 0 && n >= b->s->lawful)
        b->early = *t;
    if (best->segments == 0 || t->error < best->error)
        *best = *t;
done:
    return status;
}

/* Tries a number, which becomes lo or hi; with an hi only if the number can meet the target. */
static clpwl_status take(bracket *b, size_t n)
{
    clpwl_status status = CLPWL_OK;
    clpwl__trial t = {n, NAN, 0};
    int can = 1;
    if (b->hi.segments)
        TRY(b->s->can_meet(b->s->user, n, &b->hi, &can));
    if (can)
        TRY(measure(b, n, &t));
    if (t.segments)
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
    if (b->found->ended == CLPWL__ENDED_FOUND && b->spent + segments > b->s->budget)
        b->found->ended = CLPWL__ENDED_BUDGET;
    return b->found->ended != CLPWL__ENDED_FOUND;
}

/* Whether more segments gain nothing: by comparison with the early trial; and where what is added to the
 * error exceeds the target, with a quarter of the segments. Whether many more than the largest N are needed,
 * by the guess and the square law. */
static clpwl_status check_gain(bracket *b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__search *s = b->s;
    const double n = (double)b->lo.segments;
    clpwl__trial quarter;
    if (fmin(s->guess, n * sqrt(b->lo.error / s->target)) > CLPWL__FAR * (double)s->most)
        b->found->ended = CLPWL__ENDED_MOST;
    if (n < fmin(fmax(s->guess, (double)s->lawful), (double)s->most))
        goto done;
    if (b->early.segments && b->lo.segments >= GROWTH * b->early.segments &&
        b->lo.error > stale_share * b->early.error)
        b->found->ended = CLPWL__ENDED_PLATEAU;
    if (stale_share * b->lo.added < s->target)
        goto done;
    TRY(measure(b, round_up(b, n / GROWTH, s->stride, s->most), &quarter));
    if (quarter.segments && b->lo.added >= stale_share * quarter.added)
        b->found->ended = CLPWL__ENDED_FLOOR;
done:
    return status;
}

/* Between the ends, by the power law. In each third turn, and where the error of lo is not known, the
 * middle. */
static double find_between(bracket *b)
{
    const double lo = (double)b->lo.segments, hi = (double)b->hi.segments;
    const double added = fmin(b->hi.added, b->hi.error / 2);
    if (b->turn++ % 3 == 2 || isnan(b->lo.error))
        return (lo + hi) / 2;
    double part = log((b->lo.error - added) / (b->s->target - added)) /
                  log((b->lo.error - added) / (b->hi.error - added));
    return lo * pow(hi / lo, fmin(fmax(part, 0), 1));
}

/* By what N of lo is to be multiplied for the target: by the power of N with which the error fell from the
 * early trial on, or as 1/N^2. */
static double find_growth(const bracket *b)
{
    const double law = square_law(b, &b->lo), times = (double)b->lo.segments / (double)b->early.segments;
    const double power = b->early.segments && times > 1
                             ? log(falling(&b->early) / falling(&b->lo)) / log(times)
                             : 2;
    return power > 0 ? pow(law, 2 / fmin(power, 2)) : HUGE_VAL;
}

/* The next N: more than lo, where nothing has met the target; less than hi, where nothing has failed; or
 * between both. 0: they are neighbours. */
static size_t find_next(bracket *b)
{
    const clpwl__search *s = b->s;
    const size_t lo = b->lo.segments, hi = b->hi.segments, gap = hi - lo;
    if (!hi) {
        const double most = fmax(GROWTH, s->guess / (double)lo);
        const double growth = fmin(find_growth(b), most);
        return lo < s->most ? round_up(b, (double)lo * growth, lo + s->stride, s->most) : 0;
    }
    if (gap <= s->stride || (hi > s->exact && gap <= hi / SHARE))
        return 0;
    const double n = lo ? find_between(b) : (double)hi * fmax(square_law(b, &b->hi), 1.0 / GROWTH);
    return round_up(b, n, lo + s->stride, hi - s->stride);
}

/* Until lo and hi are neighbours. A guess of many segments is tried with few at first. */
static clpwl_status enclose(bracket *b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__search *s = b->s;
    const double first = (double)(s->exact / PROBE);
    size_t n = round_up(b, s->guess > GROWTH * first ? first : s->guess, s->stride, s->most);
    while (n && !is_too_much(b, (double)n)) {
        TRY(take(b, n));
        if (!b->hi.segments && b->found->ended == CLPWL__ENDED_FOUND)
            TRY(check_gain(b));
        n = find_next(b);
    }
done:
    return status;
}

/* Tries WALK numbers at equal steps down from hi. Steps double where one of these meets the target, and halve
 * where none does: each second or third number may meet it, far down. */
static clpwl_status walk_down(bracket *b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__search *s = b->s;
    size_t step = s->unit;
    for (size_t k = 1; k <= WALK && b->hi.segments <= s->exact; k++) {
        const size_t n = b->hi.segments > k * step ? b->hi.segments - k * step : 0;
        if (n > 0 && n != b->lo.segments && !is_too_much(b, (double)n))
            TRY(take(b, n));
        if (b->hi.segments == n)
            step *= 2;
        else if (k < WALK || step == s->unit)
            continue;
        else
            step /= 2;
        k = 0;
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
        if (n % s->unit == 0)
            TRY(take(b, n));
    }
done:
    return status;
}

clpwl_status clpwl__search_fewest(const clpwl__search *s, clpwl__found *out)
{
    clpwl_status status = CLPWL_OK;
    bracket b = {.s = s, .found = out};
    *out = (clpwl__found){.ended = CLPWL__ENDED_FOUND};
    TRY(enclose(&b));
    if (b.hi.segments) {
        TRY(try_likely(&b));
        TRY(walk_down(&b));
    }
    out->segments = b.hi.segments;
    const clpwl__trial *best = &out->best;
    const double times = (double)b.lo.segments / (double)b.early.segments;
    out->is_local = b.early.segments && times >= 2 && falling(&b.lo) * times > falling(&b.early);
    if (!out->is_local && best->segments && best->added < s->target)
        out->needed = (double)best->segments * square_law(&b, best);
    if (out->ended == CLPWL__ENDED_FOUND && !b.hi.segments)
        out->ended = CLPWL__ENDED_MOST;
done:
    return status;
}
