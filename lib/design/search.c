/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/search.h"
#include <stdio.h>
#include "base/internal.h"
#include "base/number.h"
#include "design/bracket.h"
#include "design/lattice.h"
#include "design/refusal.h"
#include "error/estimate.h"
#include "execution/weighted.h"
#include "table/table.h"

enum {
    FAR_ABOVE = 4,   /* times the target: a floor so high is confirmed by any table */
    FAR_BEYOND = 2,  /* by what estimates are off at most: a sine with 1e8 / 2 pi periods */
    SURE = 4         /* an estimate of so many times the segments of the square law is doubtful */
};

/* The N at which c2 / N^2 + c1 / N + floor = target. c2 is from the estimate, c1 from the
 * precision of the filter's weight. */
static clpwl_status guess_segments(clpwl__plan *plan, double target, double floor, double *n)
{
    clpwl_status status = CLPWL_OK;
    clpwl_error estimate;
    double with_filter = floor;
    *n = 16;
    if (!plan->has_density)
        goto done;
    if (clpwl__weight_error(plan->o.execution) > 0)
        TRY(clpwl__find_rounding(plan, CLPWL__REFERENCE, plan->o.execution, &with_filter));
    clpwl__density_estimate(&plan->density, CLPWL__REFERENCE, plan->o.partition, plan->o.fit, 1,
                            &estimate);
    double c2 = clpwl_error_in(&estimate, plan->o.norm) * CLPWL__REFERENCE * CLPWL__REFERENCE;
    double c1 = (with_filter - floor) * CLPWL__REFERENCE;
    double left = fmax(target - floor, target / 50);
    *n = ceil((c1 + sqrt(c1 * c1 + 4 * left * c2)) / (2 * left));
done:
    return status;
}

/* The segments up to which a trial is quick. */
static size_t count_quick(const clpwl__bracket *b)
{
    size_t quick = clpwl__plan_quick(b->plan);
    return b->most < quick ? b->most : quick / b->stride * b->stride;
}

/* If more than a quick number of segments is allowed and guessed, which may be far too high, a trial shows
 * what segments cost: too much, where the square law takes as many, too. If far more are needed than are
 * allowed, no more than is quick are tried. */
static clpwl_status bracket_target(clpwl__bracket *b, double floor)
{
    clpwl_status status = CLPWL_OK;
    clpwl__plan *plan = b->plan;
    double guess, error = HUGE_VAL;
    size_t quick = count_quick(b), first = quick / CLPWL__FIRST / b->stride * b->stride;
    TRY(guess_segments(plan, b->target, floor, &guess));
    int is_long = b->most > quick && guess > (double)quick;
    if (is_long && first > 0 && plan->cost == 0)
        TRY(clpwl__bracket_measure(b, first, HUGE_VAL, &error));
    double law = (double)first * sqrt(error / b->target);
    if (error <= b->target)
        b->hi = first, b->e_hi = error, guess = (double)first;
    b->needed = guess <= SURE * law ? guess : 0;
    b->late = clpwl__bracket_is_hopeless(b, fmin(guess, law));
    if (b->late)
        goto done;
    b->beyond = is_long && guess > FAR_BEYOND * (double)b->most;
    if (b->beyond)
        b->most = plan->tried && clpwl__plan_is_late(plan, 10 * quick) ? plan->tried : quick;
    b->needed = b->beyond ? guess : b->needed;
    TRY(clpwl__bracket_narrow(b, b->beyond ? (double)b->most : guess));
done:
    return status;
}

/*
 * For a target below the floor. Designs for an error that is nearly the floor, or for as many segments as
 * are quick. If the rounding of that table confirms the floor, or is above the target where no more are
 * quick, the target is refused. Otherwise the floor is lowered to that rounding: fewer segments, for
 * example, may have knots that are exact in fp32. Far below the floor, refined knots are not needed to
 * confirm it: they took 12 s for one table of 12763 segments in half. The best trial is the best one of
 * `all`, which has none yet.
 */
static clpwl_status check_floor(clpwl__bracket *all, double *floor)
{
    clpwl_status status = CLPWL_OK;
    clpwl__plan *plan = all->plan;
    clpwl__bracket b = clpwl__bracket_begin(plan, clpwl__nearly * *floor);
    const clpwl_effort effort = plan->o.effort;
    double guess;
    if (*floor > FAR_ABOVE * plan->o.max_error)
        plan->o.effort = CLPWL_EFFORT_ASYMPTOTIC;
    b.rough = 1;
    b.most = count_quick(&b);
    TRY(guess_segments(plan, b.target, *floor, &guess));
    if (guess > (double)b.most)
        guess = (double)b.most / CLPWL__FIRST;
    TRY(clpwl__bracket_narrow(&b, guess));
    double found = b.best_rounding, most = plan->o.max_error;
    /* The part of a filter's weight falls with the number of segments. */
    int is_least = clpwl__weight_error(plan->o.execution) == 0 || b.most == all->most;
    int is_above = is_least && !b.hi && clpwl__reliable * found >= most;
    int is_confirmed = found >= clpwl__reliable * *floor || is_above;
    if (is_confirmed && b.e_best > most)
        TRY(clpwl__refuse(&b, CLPWL__WHY_ROUNDING, fmin(*floor, found)));
    *floor = found < clpwl__reliable * *floor ? found : fmin(*floor, most);
    all->best = b.best;
    all->e_best = b.e_best;
    all->best_rounding = b.best_rounding;
done:
    plan->o.effort = effort;
    return status;
}

static clpwl_status refuse(const clpwl__bracket *b)
{
    const double rounding = fmax(b->floored, b->best_rounding);
    clpwl__why why = b->beyond                   ? CLPWL__WHY_SEGMENTS
                     : b->late                   ? CLPWL__WHY_TIME
                     : rounding > b->e_best / 2  ? CLPWL__WHY_ROUNDING
                     : b->stale || b->floored > 0 ? CLPWL__WHY_PLATEAU
                                                 : CLPWL__WHY_SEGMENTS;
    return clpwl__refuse(b, why, rounding);
}

static clpwl_status search_segments(clpwl__plan *plan, size_t *segments)
{
    clpwl_status status = CLPWL_OK;
    clpwl__bracket b = clpwl__bracket_begin(plan, plan->o.max_error);
    double floor;
    plan->share.to = clpwl__prepared;
    TRY(clpwl__check_stored_ends(&plan->subject, &plan->o));
    TRY(clpwl__find_floor(plan, &floor));
    while (clpwl__reliable * floor >= b.target)
        TRY(check_floor(&b, &floor));
    TRY(bracket_target(&b, floor));
    if (!b.hi)
        TRY(refuse(&b));
    TRY(clpwl__try_fewer(&b));
    if (b.stride == 1) {
        double smooth;
        TRY(guess_segments(plan, b.target, floor, &smooth));
        TRY(clpwl__try_dips(&b, smooth));
    }
    *segments = b.hi;
done:
    return status;
}

/* The error as executed: in the storage of a weighted table, and for the target. */
static clpwl_status record_errors(const clpwl__plan *plan, clpwl_table *table)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &plan->o;
    clpwl_target target = {.max_error = o->max_error, .norm = o->norm,
                           .storage = o->execution->storage,
                           .weight_bits = o->execution->weight_bits,
                           .evidence = CLPWL_EVIDENCE_MEASURED};
    clpwl_error executed;
    if (o->weight) {
        const clpwl_execution how = clpwl__execution_of(table);
        TRY(clpwl__plan_executed(plan, table, &how, 0, &executed));
        clpwl__table_set_executed(table, executed);
    }
    if (o->max_error > 0) {
        TRY(clpwl__plan_executed(plan, table, o->execution, 0, &executed));
        target.reached = clpwl_error_in(&executed, o->norm);
        clpwl__table_set_target(table, &target);
    }
done:
    return status;
}

static clpwl_status find_once(clpwl_table **out, clpwl__plan *plan)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table *table = NULL;
    size_t segments = plan->o.segments;
    if (segments == 0)
        TRY(search_segments(plan, &segments));
    plan->share.from = plan->share.to;
    plan->share.to = 1;
    TRY(clpwl__plan_trial(plan, segments, CLPWL__MEASURE_ALL, HUGE_VAL, &table));
    TRY(record_errors(plan, table));
    *out = table;
    table = NULL;
done:
    clpwl_table_free(table);
    return status;
}

/* Fits and samples for one norm may differ from those for all: then a second search measures all. */
clpwl_status clpwl__find_table(clpwl_table **out, clpwl__plan *plan)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_target *target; /* NULL: a number of segments was asked for */
    char figure[CLPWL__NUMBER_ROOM];
    clpwl_table *table = NULL;
    TRY(find_once(&table, plan));
    target = clpwl_table_target(table);
    if (target && target->reached > target->max_error && plan->norms != CLPWL__MEASURE_ALL) {
        clpwl_table_free(table);
        table = NULL;
        plan->norms = CLPWL__MEASURE_ALL;
        plan->least_error = HUGE_VAL;
        plan->tried = plan->last.segments = plan->kept.segments = 0;
        TRY(find_once(&table, plan));
        target = clpwl_table_target(table);
    }
    clpwl__number_above(figure, target ? target->reached : 0);
    CHECK(!target || target->reached <= target->max_error, CLPWL_ERR_TARGET,
          "a max error of %g in %s was met by %zu segments, which now reach %s: values of f vary from call "
          "to call", target->max_error, clpwl_norm_name(target->norm), clpwl_table_segments(table), figure);
    *out = table;
    table = NULL;
done:
    clpwl_table_free(table);
    return status;
}
