/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/bracket.h"
#include "execution/weighted.h"
#include <float.h>
#include "base/internal.h"
#include "error/estimate.h"
#include "error/residual.h"
#include "partition/partition.h"
#include "table/table_value.h"

enum {
    GROWTH = 4,        /* the most from one trial to the next. 2 and 16: the same time in 864 designs */
    STALE_FROM = 4096, /* from this N on, growth by GROWTH that gains nothing ends the search */
    STALE_REFINED = 64, /* the same for refined knots, whose error falls as 1/N^2 unless fp32 ends it */
    COST_FROM = 1024,  /* the fixed costs of a trial, some 5 ms, are no more than those of so many segments */
    EXACT = 1 << 18,   /* above this N a trial takes a second, */
    EXACT_TUBE = 1 << 15, /* and above this one a tenth, if the fit is in a tube: */
    SHARE_REFINED = 4096, /* of refined knots: no N is sought to less than this part */
    SHARE = 1024       /* then hi - lo may be this part of hi, and no fewer are tried */
};

/* Growth by GROWTH that leaves more of the error than this gains nothing; where the error falls
 * as 1/N it leaves a quarter. 0.8 and 0.99: the same numbers for 90 designs of smooth functions. */
static const double stale_share = 0.95;

static const double least_growth = 1.02; /* of N after the first failure; then its square, and so on */
static const double beyond = 1 + 1.0 / 2048; /* a step goes so much beyond the law, to meet the target */

clpwl__bracket clpwl__bracket_begin(clpwl__plan *plan, double target)
{
    const clpwl__subject *subject = &plan->subject;
    size_t most = plan->o.max_segments, stride = 1, count;
    const double *kinks = clpwl_function_kinks(&subject->in_s, &count);
    if (plan->o.partition == CLPWL_PARTITION_UNIFORM)
        stride = clpwl__find_stride(subject->s0, subject->s1, kinks, count, most);
    clpwl__bracket b = {.plan = plan, .target = target, .stride = stride, .growth = least_growth};
    b.most = most / stride * stride;
    return b;
}

/* A trial, or what the last one of so many segments gave: a search begins where that for another
 * target ended. */
static clpwl_status try_segments(clpwl__plan *plan, size_t segments, double give_up)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table *table = NULL;
    clpwl_norm norm = plan->o.norm;
    clpwl_error measured, executed;
    const int is_all = plan->norms == CLPWL__MEASURE_ALL; /* sums are not given up where Linf is large */
    if (plan->tried == segments)
        goto done;
    double begin = clpwl__plan_seconds(plan);
    plan->tried = 0;
    plan->tried_error = HUGE_VAL;
    /* Trials may take far more than their part of the last ones: 49 s for refined knots of floor(1/x). */
    plan->limit = plan->cost > 0 || segments > COST_FROM ? 1.5 * clpwl__plan_allowed(plan) : 0;
    status = clpwl__plan_trial(plan, segments, plan->norms, is_all ? HUGE_VAL : give_up, &table);
    plan->limit = 0;
    TRY(plan->has_ended ? CLPWL_OK : status);
    if (plan->has_ended)
        goto done;
    measured = clpwl__plan_measured(plan, table);
    if (clpwl_error_in(&measured, norm) > give_up)
        goto done;
    TRY(clpwl__plan_executed(plan, table, plan->o.execution, 0, &executed));
    plan->tried_error = clpwl_error_in(&executed, norm);
    plan->tried_rounding = clpwl__times_added(plan->o.fit) *
                           (plan->tried_error - clpwl_error_in(&measured, norm));
    plan->tried = segments;
    if (give_up == HUGE_VAL && segments >= COST_FROM)
        plan->cost = (clpwl__plan_seconds(plan) - begin) / (double)segments;
done:
    clpwl_table_free(table);
    return status;
}

/* Keeps the trial if it has many more segments than the last one. */
static void note_trial(clpwl__bracket *b, size_t segments, double measured)
{
    clpwl__seen now = {segments, measured, b->rounding}, *seen = b->seen;
    if (segments >= 2 * seen[0].n)
        seen[1] = seen[0];
    if (segments > seen[0].n)
        seen[0] = now;
}

clpwl_status clpwl__bracket_measure(clpwl__bracket *b, size_t segments, double give_up, double *error)
{
    clpwl_status status = CLPWL_OK;
    clpwl__plan *plan = b->plan;
    plan->share.from = plan->share.to;
    plan->share.to += 0.1 * (1 - plan->share.to); /* the number of trials is not known */
    TRY(try_segments(plan, segments, give_up));
    *error = plan->tried_error;
    b->rounding = plan->tried_rounding;
    if (plan->tried == segments)
        note_trial(b, segments, *error - b->rounding);
    if (*error <= b->target && plan->last.segments == segments)
        clpwl__plan_keep(plan);
    plan->least_error = fmin(plan->least_error, *error);
    if ((b->best == 0 && plan->tried) || *error < b->e_best) {
        b->best = segments;
        b->e_best = *error;
        b->best_rounding = b->rounding;
    }
done:
    return status;
}

static size_t round_to_stride(const clpwl__bracket *b, double n, size_t least, size_t most)
{
    size_t m = b->stride * (size_t)ceil(fmin(n, (double)most) / (double)b->stride);
    return m < least ? least : m > most ? most : m;
}

/* The next N after a failure, by the power of N by which the error falls: 2, or less if long trials
 * showed less. A power that short trials of noise show leaps over numbers that would do. If f does not
 * obey such a law, each step is larger than the one before. */
static size_t step_up(clpwl__bracket *b, size_t n, double error)
{
    const clpwl__seen *seen = b->seen;
    double left = b->target - b->rounding, power = 2, law = GROWTH;
    if (seen[1].n >= STALE_FROM)
        power = fmin(clpwl__fall(&seen[1], seen[1].measured, &seen[0], seen[0].measured), power);
    if (left > 0 && power > 0)
        law = pow((error - b->rounding) / left, 1 / power) * beyond;
    law = fmin(fmax(law, b->growth), GROWTH);
    b->growth *= b->growth;
    return round_to_stride(b, (double)n * law, n + b->stride, b->most);
}

/* The next N after one that meets the target. What execution adds does not fall with N. */
static size_t step_down(const clpwl__bracket *b, size_t n, double error)
{
    double law = sqrt((error - b->rounding) / (b->target - b->rounding));
    return round_to_stride(b, (double)n * fmax(law, 1.0 / GROWTH), b->stride, n - b->stride);
}

static int is_stale(clpwl__bracket *b)
{
    const clpwl__plan *plan = b->plan;
    int is_smooth = plan->o.effort == CLPWL_EFFORT_ASYMPTOTIC;
    size_t from = is_smooth ? STALE_FROM : STALE_REFINED;
    if (b->lo < from || b->lo < plan->density.piece_count /* not all kinks are knots */ ||
        (b->mark && b->lo < GROWTH * b->mark))
        return 0;
    int stale = b->mark && b->e_lo > stale_share * b->e_mark;
    b->mark = b->lo;
    b->e_mark = b->e_lo;
    return stale;
}

/* Whether rounding keeps the error above the target: in the last trial, and with more segments. A trial of
 * over 8 times the segments of the last one is compared with one of a quarter, which takes little time. */
static clpwl_status check_rounding(clpwl__bracket *b)
{
    clpwl_status status = CLPWL_OK;
    clpwl__seen *seen = b->seen;
    double now = seen[0].rounding, error;
    int is_above = seen[0].n >= STALE_FROM && clpwl__reliable * now >= b->target;
    if (is_above && 2 * GROWTH * seen[1].n < seen[0].n) {
        size_t n = round_to_stride(b, (double)seen[0].n / GROWTH, b->stride, b->most);
        TRY(clpwl__bracket_measure(b, n, HUGE_VAL, &error));
        seen[1] = (clpwl__seen){n, error - b->rounding, b->rounding};
        b->rounding = now;
    }
    b->floored = is_above && now >= clpwl__reliable * seen[1].rounding ? now : 0;
done:
    return status;
}

clpwl_status clpwl__bracket_try(clpwl__bracket *b, size_t segments, double *error)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__bracket_measure(b, segments, HUGE_VAL, error));
    int met = *error <= b->target;
    *(met ? &b->hi : &b->lo) = segments;
    *(met ? &b->e_hi : &b->e_lo) = *error;
done:
    return status;
}

/* Finds an hi, and a lo if any number fails. */
static clpwl_status enclose_target(clpwl__bracket *b, double guess)
{
    clpwl_status status = CLPWL_OK;
    size_t n = round_to_stride(b, guess, b->stride, b->most);
    b->late = clpwl__bracket_is_hopeless(b, (double)n);
    while (!b->late) {
        double error;
        TRY(clpwl__bracket_try(b, n, &error));
        if (error <= b->target) {
            size_t next = n > b->stride ? step_down(b, n, error) : 0;
            if (b->lo || next == 0 || b->rough || clpwl__plan_is_late(b->plan, next))
                break;
            n = next;
        } else {
            if (b->hi)
                break;
            b->stale = n < b->most && is_stale(b);
            TRY(check_rounding(b));
            if (n == b->most || b->stale || b->floored > 0)
                break;
            n = step_up(b, n, error);
            b->late = clpwl__plan_is_late(b->plan, n);
        }
    }
done:
    return status;
}

int clpwl__bracket_is_long(const clpwl__bracket *b)
{
    return b->hi > (clpwl__fit_in_tube(b->plan->o.fit) ? EXACT_TUBE : EXACT);
}

/* For long trials, and for refined knots: rounding to fp32 makes errors of neighbours differ by more. */
static int is_near(const clpwl__bracket *b)
{
    return (clpwl__bracket_is_long(b) && b->hi - b->lo <= b->hi / SHARE) ||
           (clpwl__plan_has_free_knots(b->plan) && b->hi - b->lo <= b->hi / SHARE_REFINED);
}

/* For long trials: a little above the N at which the power of N between the ends of the bracket meets
 * the target, and at least one SHARE below hi. */
static double find_crossing(const clpwl__bracket *b)
{
    double lo = (double)b->lo, hi = (double)b->hi, added = fmin(b->rounding, b->e_hi / 2);
    double part = log((b->e_lo - added) / (b->target - added)) / log((b->e_lo - added) / (b->e_hi - added));
    return fmin(lo * pow(hi / lo, part) * sqrt(beyond), hi - hi / SHARE);
}

clpwl_status clpwl__bracket_narrow(clpwl__bracket *b, double guess)
{
    clpwl_status status = CLPWL_OK;
    if (!b->lo || !b->hi)
        TRY(enclose_target(b, guess));
    /* Secants of log error over log N take turns with bisection; for refined knots, where secants are near
     * the end sought, with steps from the last trial. */
    int is_free = clpwl__plan_has_free_knots(b->plan);
    size_t last = b->plan->tried;
    double stride = fmax(1, (double)b->hi / SHARE_REFINED); /* doubled each time */
    for (int turn = 0; !b->rough && b->lo > 0 && b->hi > b->lo + b->stride && !is_near(b) &&
                       !clpwl__plan_is_late(b->plan, b->hi);
         turn++) {
        double lo = (double)b->lo, hi = (double)b->hi, n = (lo + hi) / 2, error;
        if (clpwl__bracket_is_long(b) && turn % 4 < 3)
            n = turn % 2 == 0 ? find_crossing(b) : last == b->lo ? lo + hi / SHARE : hi - hi / SHARE;
        else if (turn % 2 == 0 && b->e_hi > 0)
            n = lo * pow(hi / lo, log(b->e_lo / b->target) / log(b->e_lo / b->e_hi));
        else if (is_free) {
            n = last == b->lo ? fmin(n, lo + stride) : last == b->hi ? fmax(n, hi - stride) : n;
            stride *= 2;
        }
        last = round_to_stride(b, n, b->lo + b->stride, b->hi - b->stride);
        TRY(clpwl__bracket_try(b, last, &error));
    }
done:
    return status;
}
