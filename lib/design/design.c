/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "clpwl/design.h"
#include "base/internal.h"
#include "base/number.h"
#include "base/options.h"
#include "design/plan.h"
#include "design/proved.h"
#include "design/search.h"
#include "design/singular.h"
#include "error/breaks.h"
#include "error/estimate.h"
#include "execution/weighted.h"
#include "function/defined.h"
#include "function/weight.h"
#include "partition/partition.h"
#include "refine/refine.h"
#include "table/table.h"
#include <stdio.h>

enum {
    DEFAULT_SEGMENTS = 256,
    DEFAULT_MOST = 1 << 22,
    FIRST_ROUND = 4096 /* segments for each shaper: a search finds the floor of rounding with so many */
};

static clpwl_status check_names(const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    CHECK(clpwl_norm_name(o->norm), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_norm", (int)o->norm);
    CHECK(clpwl_partition_name(o->partition), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_partition",
          (int)o->partition);
    CHECK(clpwl_fit_name(o->fit), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_fit", (int)o->fit);
    CHECK(clpwl_effort_name(o->effort), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_effort",
          (int)o->effort);
    CHECK(clpwl_extend_name(o->extend), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_extend",
          (int)o->extend);
    CHECK(clpwl_shaper_name(o->shaper), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_shaper",
          (int)o->shaper);
    CHECK((unsigned)o->proving <= CLPWL_PROVING_REQUIRED, CLPWL_ERR_ARGUMENT,
          "%d is not a clpwl_proving", (int)o->proving);
done:
    return status;
}

/* The options, checked, with their defaults and an execution. The weight and the execution are
 * copies that the caller owns. */
static clpwl_status complete_options(clpwl_design_options *o, clpwl_execution *execution,
                                     clpwl_weight *weight, const clpwl_function *f,
                                     const clpwl_design_options *given)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__options_take(o, sizeof *o, given, "clpwl_design_options", "CLPWL_DESIGN_INIT"));
    TRY(check_names(o));
    CHECK(o->effort == CLPWL_EFFORT_ASYMPTOTIC || o->partition == CLPWL_PARTITION_OPTIMIZED,
          CLPWL_ERR_ARGUMENT, "%s knots need an optimized partition: those of a uniform one are "
          "fixed", clpwl_effort_name(o->effort));
    TRY(clpwl__refine_check(o->norm, o->fit, o->effort, o->segments));
    if (o->a == 0 && o->b == 0) {
        clpwl_function_domain(f, &o->a, &o->b);
        CHECK(o->a < o->b, CLPWL_ERR_ARGUMENT,
              "%s has no default domain: give the ends a and b", clpwl_function_name(f));
    }
    CHECK(o->max_error >= 0 && o->max_error < HUGE_VAL, CLPWL_ERR_ARGUMENT,
          "the max error is %g: it must be a positive number", o->max_error);
    CHECK(o->segments == 0 || o->max_error == 0, CLPWL_ERR_ARGUMENT,
          "%zu segments and a max error of %g: give one of them", o->segments, o->max_error);
    TRY(clpwl__execution_take(execution, &o->execution));
    CHECK(execution->storage != CLPWL_STORAGE_ANY, CLPWL_ERR_ARGUMENT,
          "a design for storage any: it must be " CLPWL__STORAGE_NAMES);
    TRY(clpwl__weight_take(weight, &o->weight));
    if (!clpwl__weighs(o->weight))
        o->weight = NULL;
    if (o->segments == 0 && o->max_error == 0)
        o->segments =
            o->effort == CLPWL_EFFORT_OPTIMAL ? (size_t)CLPWL__MOST_OPTIMAL : DEFAULT_SEGMENTS;
    TRY(clpwl__tails_check(o->extend, o->tails));
    if (o->max_segments == 0)
        o->max_segments = DEFAULT_MOST;
    TRY(clpwl__check_domain(o->a, o->b, 1));
    TRY(clpwl__symmetric_check(o, f));
done:
    return status;
}

static int is_final(clpwl_status status)
{
    return status == CLPWL_ERR_MEMORY || status == CLPWL_ERR_CANCELLED;
}

/* The number of segments if the options have a max_error; otherwise the error as executed. */
static double rate_table(const clpwl_table *table, const clpwl_design_options *o)
{
    clpwl_error e = o->weight ? clpwl_table_weighting(table)->executed
                              : clpwl_table_executed_error(table, o->execution);
    return o->max_error > 0 ? (double)clpwl_table_segments(table) : clpwl_error_in(&e, o->norm);
}

/* The better of the best table so far and the next one, which is taken; the other one is freed. */
static void take_better(clpwl_table **best, clpwl_table *next, double factor, const clpwl_design_options *o)
{
    int is_better = next && (!*best || factor * rate_table(next, o) < rate_table(*best, o));
    clpwl_table *worse = is_better ? *best : next;
    *best = is_better ? next : *best;
    clpwl_table_free(worse);
}

static clpwl_status build_with(clpwl_table **out, const clpwl_function *f, const clpwl_design_options *o,
                               double weight_error)
{
    clpwl_status status = CLPWL_OK;
    clpwl__plan plan;
    TRY(clpwl__plan_create(&plan, f, o));
    if (weight_error > 0)
        clpwl__density_tilt_for(&plan.density, o->fit, weight_error, o->max_error, o->segments);
    TRY(clpwl__find_table(out, &plan));
done:
    clpwl__plan_free(&plan);
    return status;
}

/* The better of two tables where optimized knots by the curvature alone may not be best: a filter whose
 * weights have few bits errs by the slope (GELU within 1e-4 by 8 bits has 261 segments for 1330, exp on
 * [-8, 0] 99 for 92), and relative errors are large beside zeros (tanh to 1e-8 within 1e-3: 64 for none). */
static clpwl_status build_table(clpwl_table **out, const clpwl_function *f, const clpwl_design_options *given)
{
    clpwl_status status = CLPWL_OK, first, second;
    double weight_error = clpwl__weight_error(given->execution);
    clpwl_design_options o = *given;
    clpwl_table *best = NULL, *next = NULL;
    clpwl__broken graded[2] = {0};
    char message[CLPWL__MESSAGE_ROOM];
    clpwl__share share = {.progress = o.progress, .user = o.progress_user, .to = 0.5};
    if (o.partition == CLPWL_PARTITION_OPTIMIZED && o.norm == CLPWL_NORM_LINF)
        TRY(clpwl__grade_zeros(f, &o, graded));
    else
        weight_error = 0;
    if (!(weight_error > 0) && !graded[1].kinks) {
        status = build_with(out, f, given, 0);
        goto done;
    }
    o.progress = clpwl__share_report;
    o.progress_user = &share;
    first = build_with(&best, f, &o, 0);
    TRY(is_final(first) ? first : CLPWL_OK);
    snprintf(message, sizeof message, "%s", first == CLPWL_OK ? "" : clpwl_last_message());
    share.from = 0.5;
    share.to = 1;
    o.effort = CLPWL_EFFORT_ASYMPTOTIC; /* knots are refined for the error of the line alone */
    if (best && o.max_error > 0) /* a search that may go beyond finds more */
        o.max_segments = (size_t)fmin(1.25 * (double)clpwl_table_segments(best), (double)o.max_segments);
    second = build_with(&next, graded[1].kinks ? &graded[1].f : f, &o, weight_error);
    TRY(is_final(second) ? second : CLPWL_OK);
    take_better(&best, next, 1, given);
    CHECK(best, first, "%s", message);
    *out = best;
    best = NULL;
done:
    clpwl_table_free(best);
    clpwl__broken_free(&graded[1]);
    clpwl__broken_free(&graded[0]);
    return status;
}

/* With a symmetry the half [0,b], and then both. What both have more than the half, as the rounding
 * of an addition, or a failure of the law, is taken from the half's target. */
static clpwl_status build_halves(clpwl_table **out, const clpwl_function *f,
                                 const clpwl_design_options *o)
{
    enum { TRIALS = 4 };
    clpwl_status status = CLPWL_OK;
    clpwl_table *half = NULL, *table = NULL;
    clpwl_design_options of_half = clpwl__symmetric_half(o);
    /* In even and odd tables the values left of 0 are those right of 0, but for the sign. */
    int is_same = o->norm == CLPWL_NORM_LINF && (o->symmetry == CLPWL_SYMMETRY_EVEN ||
                                                 o->symmetry == CLPWL_SYMMETRY_ODD);
    char figure[CLPWL__NUMBER_ROOM] = "";
    if (o->symmetry == CLPWL_SYMMETRY_NONE)
        return build_table(out, f, o);
    for (int trial = 0;; trial++) {
        int is_over = trial > TRIALS || (trial > 0 && !(of_half.max_error > 0));
        status = is_over ? CLPWL_ERR_TARGET : build_table(&half, f, &of_half);
        CHECK(status != CLPWL_ERR_TARGET || trial == 0, CLPWL_ERR_TARGET,
              "a max error of %g in %s cannot be met on both sides of 0, where %s was reached: ask for "
              "that, or design a table without the symmetry %s", o->max_error,
              clpwl_norm_name(o->norm), figure, clpwl_symmetry_name(o->symmetry));
        CHECK(status != CLPWL_ERR_TARGET || is_same, CLPWL_ERR_TARGET,
              "on [0, %.9g], half of the domain, %s", o->b, clpwl_last_message());
        TRY(status);
        TRY(clpwl__symmetric_table(&table, half, f, o));
        const clpwl_target *t = clpwl_table_target(table);
        if (!t || t->reached <= t->max_error)
            break;
        clpwl__number_above(figure, t->reached);
        of_half.max_error -=
            1.01 * (t->reached - t->max_error) * (of_half.max_error / t->max_error);
        clpwl_table_free(half);
        clpwl_table_free(table);
        half = table = NULL;
    }
    *out = table;
    table = NULL;
done:
    clpwl_table_free(half);
    clpwl_table_free(table);
    return status;
}

/* The refusal of the shaper whose trials came nearest to the target. Of equal ones the last counts. */
typedef struct nearest_refusal {
    clpwl_shaper shaper;
    double reach;
    char message[CLPWL__MESSAGE_ROOM];
} nearest_refusal;

static void keep_nearest(nearest_refusal *n, clpwl_shaper shaper, double reach)
{
    if (reach <= n->reach) {
        n->shaper = shaper;
        n->reach = reach;
        snprintf(n->message, sizeof n->message, "%s", clpwl_last_message());
    }
}

typedef struct shaper_plan {
    clpwl__plan plan;
    int is_made, is_impossible; /* f or its domain does not suit the shaper */
} shaper_plan;

/* A table of one shaper with at most so many segments. */
static clpwl_status try_shaper(clpwl_table **out, const clpwl_function *f, const clpwl_design_options *o,
                               shaper_plan *p)
{
    clpwl_status status = CLPWL_OK;
    clpwl__plan *plan = &p->plan;
    if (!p->is_made) {
        p->is_impossible = p->is_made = 1;
        TRY(clpwl__plan_create(plan, f, o));
        p->is_impossible = 0;
    }
    plan->o.max_segments = o->max_segments;
    plan->begin += clpwl__plan_seconds(plan); /* others took their time */
    TRY(clpwl__find_table(out, plan));
done:
    return status;
}

/* The best table of each shaper with at most so many segments. The nearest refusal is kept from round to
 * round: a shaper that is impossible is tried once. */
static clpwl_status try_shapers(clpwl_table **best, const clpwl_function *f,
                                const clpwl_design_options *given, size_t most, shaper_plan *plans,
                                nearest_refusal *nearest, clpwl__share *share)
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
        double factor = k == CLPWL_SHAPER_NONE ? handicap : 1;
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
        status = is_possible ? try_shaper(&next, f, &o, &plans[k]) : CLPWL_ERR_TARGET;
        if (status == CLPWL_ERR_TARGET && is_possible)
            keep_nearest(nearest, o.shaper, plans[k].is_impossible ? HUGE_VAL : plans[k].plan.least_error);
        int is_refused = is_last && suits && status == CLPWL_ERR_TARGET;
        CHECK(!is_refused, CLPWL_ERR_TARGET, "no shaper meets the target; %s%s%s",
              nearest->shaper == CLPWL_SHAPER_NONE ? "without one, " : clpwl_shaper_name(nearest->shaper),
              nearest->shaper == CLPWL_SHAPER_NONE ? "" : " comes nearest: ", nearest->message);
        if (is_final(status) || (status != CLPWL_OK && is_last))
            goto done;
        take_better(best, next, factor, &o);
        status = CLPWL_OK;
    }
done:
    return status;
}

/* Rounds with more and more segments: a shaper that suits f meets a target with few, where others would need
 * more than millions. */
static clpwl_status choose_shaper(clpwl_table **out, const clpwl_function *f,
                                  const clpwl_design_options *given)
{
    enum { GROWTH = 32 }; /* what fails takes little of the next round's time */
    clpwl_status status = CLPWL_OK;
    shaper_plan plans[CLPWL_SHAPER_AUTO] = {0};
    clpwl__share share = {.progress = given->progress, .user = given->progress_user};
    clpwl_table *best = NULL;
    nearest_refusal nearest = {.reach = HUGE_VAL};
    size_t all = given->max_segments, most = given->max_error > 0 && all > FIRST_ROUND ? FIRST_ROUND : all;
    while ((status = try_shapers(&best, f, given, most, plans, &nearest, &share)) == CLPWL_ERR_TARGET &&
           most < all)
        most = most < all / GROWTH ? GROWTH * most : all;
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

/* The table has the target that was asked for, where a lower one was designed for. */
static void restore_target(clpwl_table *table, const clpwl_design_options *o)
{
    if (clpwl_table_target(table)) {
        clpwl_target target = *clpwl_table_target(table);
        target.max_error = o->max_error;
        clpwl__table_set_target(table, &target);
    }
}

/* Whether the target's error is proved, but above the target; then *lower is a target whose table may meet it. */
static int is_nearly_proved(clpwl_status status, const clpwl_table *table, const clpwl_design_options *o,
                            double *lower)
{
    static const double nearly = 0.9, less = 1 - 2e-3; /* bounds of neighbours vary: for erfcx by 1e-3 */
    const clpwl_target *t = clpwl_table_target(table);
    double part = t ? o->max_error / t->reached : 0;
    if (status != CLPWL_ERR_NUMERIC || o->proving != CLPWL_PROVING_REQUIRED || !(nearly < part && part < 1))
        return 0;
    *lower *= part * less;
    return 1;
}

/* A table whose errors were measured where f has narrow features, too: their places become kinks. */
static clpwl_status build_complete(clpwl_table **out, const clpwl_function *f,
                                   const clpwl_design_options *o)
{
    enum { MOST = 4 /* a search takes up to 20 s */, MOST_LOWER = 3 };
    int lowered = 0;
    clpwl_status status = CLPWL_OK;
    clpwl_kink features[MOST];
    clpwl_table *table = NULL;
    clpwl__broken found = {0}, with = {0}; /* f with the kinks of a search; with the features, too */
    clpwl_proof p;
    clpwl_design_options unproved = *o;
    clpwl__share before = {.progress = o->progress, .user = o->progress_user,
                           .to = clpwl__design_proof_begins(o)};
    unproved.progress = clpwl__share_report;
    unproved.progress_user = &before;
    for (int count = 0;;) {
        const clpwl_function *known = count ? &with.f : f;
        clpwl__proved proved;
        double x = NAN;
        int is_missed = 0;
        status = o->shaper == CLPWL_SHAPER_AUTO ? choose_shaper(&table, known, &unproved)
                                                : build_halves(&table, known, &unproved);
        if (status == CLPWL_ERR_TARGET && count > 0)
            TRY(clpwl__refuse_feature(f, o, features[count - 1].x));
        TRY(status);
        restore_target(table, o);
        TRY(clpwl__design_prove(f, o, table, &p, &proved));
        if (proved) {
            status = clpwl__design_take_proof(known, o, &p, proved, table, &is_missed);
            if (lowered < MOST_LOWER && is_nearly_proved(status, table, o, &unproved.max_error)) {
                lowered++;
                clpwl_table_free(table);
                table = NULL;
                continue;
            }
            TRY(status);
            x = p.worst;
        }
        if (!is_missed && o->weight) {
            TRY(clpwl__design_prove_plain(f, o, table, &x, &is_missed));
            /* A line is on the side that was asked for where a feature has little weight, too. */
            is_missed = is_missed && clpwl__fit_is_one_sided(o->fit) && count < MOST && o->a < x && x < o->b;
        }
        if (!is_missed)
            break;
        CHECK(count < MOST && o->a < x && x < o->b, CLPWL_ERR_TARGET,
              "%s or its weight has narrow features, the last one near x = %.9g: design one table for "
              "each side, or name them as kinks", clpwl_function_name(f), x);
        clpwl_table_free(table);
        table = NULL;
        features[count] = (clpwl_kink){.x = o->symmetry ? fabs(x) : x};
        if (count == 0)
            TRY(clpwl__broken_create(&found, f, o->a, o->b, NULL, 0));
        clpwl__broken_free(&with);
        TRY(clpwl__broken_create(&with, &found.f, o->a, o->b, features, (size_t)count + 1));
        count++;
    }
    *out = table;
    table = NULL;
done:
    clpwl_table_free(table);
    clpwl__broken_free(&with);
    clpwl__broken_free(&found);
    return status;
}

clpwl_status clpwl_design(clpwl_table **out, const clpwl_function *f,
                          const clpwl_design_options *options)
{
    clpwl_status status = CLPWL_OK;
    clpwl_design_options o;
    clpwl_execution execution;
    clpwl_weight weight;
    clpwl__broken w = {0};
    clpwl__share all = {.progress = NULL};
    CHECK(out && f, CLPWL_ERR_ARGUMENT, "%s is NULL", out ? "f" : "out");
    *out = NULL;
    TRY(complete_options(&o, &execution, &weight, f, options));
    clpwl__share_take(&all, &o.progress, &o.progress_user);
    if (o.weight && weight.w) {
        TRY(clpwl__broken_create(&w, weight.w, o.a, o.b, NULL, 0));
        weight.w = &w.f;
    }
    status = build_complete(out, f, &o);
    if (status == CLPWL_ERR_NOT_FINITE && (f->entry || f->is_formula))
        clpwl__explain_undefined(f, o.a, o.b);
done:
    clpwl__share_end(&all, status == CLPWL_OK);
    clpwl__broken_free(&w);
    return status;
}
