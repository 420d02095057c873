/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/shaper_choice.h"
#include <stdio.h>
#include "base/internal.h"
#include "base/number.h"
#include "design/plan.h"
#include "design/search.h"

enum { FIRST_ROUND = 4096 /* segments for each shaper: a search finds the floor of rounding with so many */ };

/* The number of segments if the options have a max_error; otherwise the error as executed. */
static double rate_table(const clpwl_table *table, const clpwl_design_options *o)
{
    clpwl_error e = o->weight ? clpwl_table_weighting(table)->executed
                              : clpwl_table_executed_error(table, o->execution);
    return o->max_error > 0 ? (double)clpwl_table_segments(table) : clpwl_error_in(&e, o->norm);
}

void clpwl__take_better(clpwl_table **best, clpwl_table *next, double factor, const clpwl_design_options *o)
{
    int is_better = next && (!*best || factor * rate_table(next, o) < rate_table(*best, o));
    clpwl_table *worse = is_better ? *best : next;
    *best = is_better ? next : *best;
    clpwl_table_free(worse);
}

/* A table without a shaper is simpler: one that is named comes to less than 4/5 of the error of that. */
static const double far = 1.25;

/* The refusal of the shaper whose trials came nearest to the target. Of equal ones the last counts. */
typedef struct nearest_refusal {
    clpwl_shaper shaper;
    double reach;
    char message[CLPWL__MESSAGE_ROOM];
} nearest_refusal;

static void keep_nearest(nearest_refusal *n, clpwl_shaper shaper, double reach)
{
    if (reach <= n->reach * (shaper == CLPWL_SHAPER_NONE ? far : 1)) {
        n->shaper = shaper;
        n->reach = reach;
        snprintf(n->message, sizeof n->message, "%s", clpwl_last_message());
    }
}

typedef struct shaper_plan {
    clpwl__plan plan;
    double patience; /* of the plan as it was made */
    int is_made, is_impossible; /* f or its domain does not suit the shaper */
} shaper_plan;

/* A table of one shaper with at most so many segments. All searches began `spent` seconds ago, and the time
 * left is shared with those that follow. Rounds after the first one give the shapers less for certain. */
static clpwl_status try_shaper(clpwl_table **out, const clpwl_function *f, const clpwl_design_options *o,
                               double spent, int is_first, shaper_plan *p)
{
    const double certain = is_first || o->shaper == CLPWL_SHAPER_NONE ? 1.0 / 4 : 1.0 / 16;
    clpwl_status status = CLPWL_OK;
    clpwl__plan *plan = &p->plan;
    if (!p->is_made) {
        p->is_impossible = p->is_made = 1;
        TRY(clpwl__plan_create(plan, f, o));
        p->patience = plan->patience;
        p->is_impossible = 0;
    }
    plan->o.max_segments = o->max_segments;
    plan->begin += clpwl__plan_seconds(plan); /* others took their time */
    plan->patience = fmax((p->patience - spent) / (o->shaper - CLPWL_SHAPER_NONE + 1), certain * p->patience);
    TRY(clpwl__find_table(out, plan));
done:
    return status;
}

/* The best table of each shaper with at most so many segments. The nearest refusal is kept from round to
 * round: a shaper that is impossible is tried once. */
static clpwl_status try_shapers(clpwl_table **best, const clpwl_function *f,
                                const clpwl_design_options *given, size_t most, double begin,
                                shaper_plan *plans, nearest_refusal *nearest, clpwl__share *share)
{
    /* A shaper must save half of the segments. With half of the segments the error of a table
     * is four times as large, so that with equal segments it must save three quarters of it. */
    const double handicap = given->max_error > 0 ? 0.5 : 0.25;
    const int suits = given->partition == CLPWL_PARTITION_UNIFORM &&
                      given->extend != CLPWL_EXTEND_REPEAT &&
                      given->extend != CLPWL_EXTEND_MIRROR;
    clpwl_status status = CLPWL_OK;
    clpwl_design_options o = *given;
    o.progress = clpwl__share_report;
    o.progress_user = share;
    o.max_segments = most;
    /* NONE comes last: if all fail without a trial, its message stays. */
    for (int k = suits ? CLPWL_SHAPER_AUTO - 1 : CLPWL_SHAPER_NONE; k >= CLPWL_SHAPER_NONE; k--) {
        double factor = k == CLPWL_SHAPER_NONE ? handicap : 1, spent = clpwl__thread_seconds() - begin;
        clpwl_table *next = NULL;
        int is_last = k == CLPWL_SHAPER_NONE && !*best, is_possible = !plans[k].is_impossible;
        if (!is_possible && !is_last)
            continue;
        o.shaper = (clpwl_shaper)k;
        if (*best && o.max_error > 0) /* more are no better */
            o.max_segments =
                (size_t)fmin(fmax((double)clpwl_table_segments(*best) / factor, FIRST_ROUND), (double)most);
        share->from = share->to;
        share->to += (1 - share->to) / CLPWL_SHAPER_AUTO; /* the number of rounds is not known */
        status = is_possible ? try_shaper(&next, f, &o, spent, most <= FIRST_ROUND, &plans[k])
                             : CLPWL_ERR_TARGET;
        if (status == CLPWL_ERR_TARGET && is_possible)
            keep_nearest(nearest, o.shaper, plans[k].is_impossible ? HUGE_VAL : plans[k].plan.least_error);
        CHECK(!is_last || !suits || status != CLPWL_ERR_TARGET, CLPWL_ERR_TARGET,
              "no shaper meets the target; %s%s%s",
              nearest->shaper == CLPWL_SHAPER_NONE ? "without one, " : clpwl_shaper_name(nearest->shaper),
              nearest->shaper == CLPWL_SHAPER_NONE ? "" : " comes nearest: ", nearest->message);
        if (clpwl__is_final(status) || (status != CLPWL_OK && is_last))
            goto done;
        clpwl__take_better(best, next, factor, &o);
        status = CLPWL_OK;
    }
done:
    return status;
}

/* Rounds with more and more segments: a shaper that suits f meets a target with few, where others would need
 * more than millions. No round begins when the time of a search is over. */
clpwl_status clpwl__choose_shaper(clpwl_table **out, const clpwl_function *f,
                                  const clpwl_design_options *given)
{
    clpwl_status status = CLPWL_OK;
    shaper_plan plans[CLPWL_SHAPER_AUTO] = {0};
    const double begin = clpwl__thread_seconds();
    clpwl__share share = {.progress = given->progress, .user = given->progress_user};
    clpwl_table *best = NULL;
    nearest_refusal nearest = {.reach = HUGE_VAL};
    size_t all = given->max_segments, most = given->max_error > 0 && all > FIRST_ROUND ? FIRST_ROUND : all;
    while ((status = try_shapers(&best, f, given, most, begin, plans, &nearest, &share)) ==
               CLPWL_ERR_TARGET && most < all && clpwl__thread_seconds() - begin < CLPWL__SECONDS_UNMET)
        most = all;
    CHECK(status != CLPWL_ERR_TARGET || most == all, CLPWL_ERR_TARGET,
          "no shaper meets a max error of %g in %s within %d s of processor time; a shaper that is named has "
          "all of that time", given->max_error, clpwl_norm_name(given->norm), (int)CLPWL__SECONDS_UNMET);
    TRY(status);
    *out = best;
    best = NULL;
done:
    for (int k = 0; k < CLPWL_SHAPER_AUTO; k++)
        if (plans[k].is_made)
            clpwl__plan_free(&plans[k].plan);
    clpwl_table_free(best);
    return status;
}
