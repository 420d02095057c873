/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "clpwl/design.h"
#include "base/door.h"
#include "base/internal.h"
#include "base/number.h"
#include "base/options.h"
#include "design/plan.h"
#include "design/proved.h"
#include "design/search.h"
#include "design/shaper_choice.h"
#include "design/refusal.h"
#include "error/breaks.h"
#include "error/estimate.h"
#include "execution/weighted.h"
#include "function/defined.h"
#include "function/function.h"
#include "function/proxy.h"
#include "function/weight.h"
#include "partition/partition.h"
#include "refine/refine.h"
#include "table/table.h"
#include <float.h>
#include <stdio.h>

enum {
    DEFAULT_SEGMENTS = 256,
    DEFAULT_MOST = 1 << 22,
    TRIES = 4 /* of a search that takes up to 10 s: with other targets, or with more features as kinks */
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
    TRY(clpwl__execution_take(execution, &o->execution, NULL));
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

/* The search has `spent` seconds less than usual: another one took them. */
static clpwl_status build_with(clpwl_table **out, const clpwl_function *f, const clpwl_design_options *o,
                               double weight_error, double spent)
{
    clpwl_status status = CLPWL_OK;
    clpwl__plan plan;
    TRY(clpwl__plan_create(&plan, f, o));
    plan.patience = fmax(plan.patience - spent, plan.patience / 4);
    if (weight_error > 0)
        clpwl__density_tilt_for(&plan.density, o->fit, weight_error, o->max_error, o->segments);
    TRY(clpwl__find_table(out, &plan));
done:
    clpwl__plan_free(&plan);
    return status;
}

/* The better of two tables where optimized knots by the curvature alone may not be best: a filter whose
 * weights have few bits errs by the slope (GELU within 1e-4 by 8 bits has 261 segments for 1330, exp on
 * [-8, 0] 99 for 92). */
static clpwl_status build_table(clpwl_table **out, const clpwl_function *f, const clpwl_design_options *given)
{
    clpwl_status status = CLPWL_OK, first, second;
    const double begin = clpwl__thread_seconds();
    double weight_error = clpwl__weight_error(given->execution);
    clpwl_design_options o = *given;
    clpwl_table *best = NULL, *next = NULL;
    char message[CLPWL__MESSAGE_ROOM];
    clpwl__share share = {.progress = o.progress, .user = o.progress_user, .to = 0.5};
    if (o.partition != CLPWL_PARTITION_OPTIMIZED || o.norm != CLPWL_NORM_LINF || !(weight_error > 0)) {
        status = build_with(out, f, given, 0, 0);
        goto done;
    }
    o.progress = clpwl__share_report;
    o.progress_user = &share;
    first = build_with(&best, f, &o, 0, 0);
    TRY(clpwl__is_final(first) ? first : CLPWL_OK);
    snprintf(message, sizeof message, "%s", first == CLPWL_OK ? "" : clpwl_last_message());
    share.from = 0.5;
    share.to = 1;
    o.effort = CLPWL_EFFORT_ASYMPTOTIC; /* knots are refined for the error of the line alone */
    if (best && o.max_error > 0) /* a search that may go beyond finds more */
        o.max_segments = (size_t)fmin(1.25 * (double)clpwl_table_segments(best), (double)o.max_segments);
    second = build_with(&next, f, &o, weight_error, clpwl__thread_seconds() - begin);
    TRY(clpwl__is_final(second) ? second : CLPWL_OK);
    clpwl__take_better(&best, next, 1, given);
    CHECK(best, first, "%s", message);
    *out = best;
    best = NULL;
done:
    clpwl_table_free(best);
    return status;
}

/* With a symmetry the half [0,b], and then both. What both have more than the half, as the rounding
 * of an addition, or a failure of the law, is taken from the half's target. */
static clpwl_status build_halves(clpwl_table **out, const clpwl_function *f,
                                 const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table *half = NULL, *table = NULL;
    clpwl_design_options of_half = clpwl__symmetric_half(o);
    const double first = of_half.max_error;
    char figure[CLPWL__NUMBER_ROOM] = "";
    if (o->symmetry == CLPWL_SYMMETRY_NONE)
        return build_table(out, f, o);
    for (int trial = 0;; trial++) {
        int is_over = trial > TRIES || (trial > 0 && !(of_half.max_error > 0));
        status = is_over ? CLPWL_ERR_TARGET : build_table(&half, f, &of_half);
        CHECK(status != CLPWL_ERR_TARGET || trial == 0, CLPWL_ERR_TARGET,
              "a max error of %g in %s cannot be met on both sides of 0, where %s was reached: ask for "
              "that, or design a table without the symmetry %s", o->max_error,
              clpwl_norm_name(o->norm), figure, clpwl_symmetry_name(o->symmetry));
        CHECK(status != CLPWL_ERR_TARGET || clpwl__half_is_same(&of_half), CLPWL_ERR_TARGET,
              "on [0, %.9g], half of the domain, %s", o->b, clpwl_last_message());
        TRY(status);
        TRY(clpwl__symmetric_table(&table, half, f, o));
        const clpwl_target *t = clpwl_table_target(table);
        if (!t || t->reached <= t->max_error)
            break;
        clpwl__number_above(figure, t->reached);
        /* Both have as much more when another half comes nearer to its target. */
        double part = first / t->max_error, more = part * t->reached - clpwl_table_target(half)->reached;
        of_half.max_error -= 1.01 * part * (t->reached - t->max_error);
        of_half.max_error = fmin(of_half.max_error, first - 1.01 * more);
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

/* The table has the target that was asked for, where a lower one was designed for. */
static void restore_target(clpwl_table *table, const clpwl_design_options *o)
{
    if (clpwl_table_target(table)) {
        clpwl_target target = *clpwl_table_target(table);
        target.max_error = o->max_error;
        clpwl__table_set_target(table, &target);
    }
}

/* Whether the target's error is proved, but above the target; *lower is then a target for another table. */
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

/* A table whose errors are proved, where that is asked for; or *missed is a place of a narrow feature that
 * was not seen, and there is no table. */
static clpwl_status build_proved(clpwl_table **out, const clpwl_function *f, const clpwl_design_options *o,
                                 double *missed)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table *table = NULL;
    clpwl_proof p;
    clpwl_design_options unproved = *o;
    clpwl__share before = {.progress = o->progress, .user = o->progress_user,
                           .to = clpwl__design_proof_begins(o)};
    unproved.progress = clpwl__share_report;
    unproved.progress_user = &before;
    *missed = NAN;
    for (int lowered = 0;; lowered++) {
        clpwl__proved proved;
        double x = NAN;
        int is_missed = 0;
        p.side = 0;
        TRY(o->shaper == CLPWL_SHAPER_AUTO ? clpwl__choose_shaper(&table, f, &unproved)
                                           : build_halves(&table, f, &unproved));
        restore_target(table, o);
        TRY(clpwl__design_prove(f, o, table, &p, &proved));
        if (proved) {
            status = clpwl__design_take_proof(f, o, &p, proved, table, &is_missed);
            if (lowered < TRIES && is_nearly_proved(status, table, o, &unproved.max_error)) {
                clpwl_table_free(table);
                table = NULL;
                continue;
            }
            TRY(status);
            x = p.side < 0 ? p.side_x : p.worst;
        }
        if (!is_missed && o->weight) {
            TRY(clpwl__design_prove_plain(f, o, table, &x, &is_missed));
            /* A line is on the side that was asked for where a feature has little weight, too. */
            is_missed = is_missed && clpwl__fit_is_one_sided(o->fit) && o->a < x && x < o->b;
        }
        if (is_missed) {
            CHECK(p.side >= 0 || (o->a < x && x < o->b), CLPWL_ERR_TARGET,
                  "%s is %s the table near x = %.9g, between samples of the fit: ask for more segments or "
                  "for a smaller max error, which take more samples", clpwl_function_name(f),
                  o->fit == CLPWL_FIT_ABOVE ? "above" : "below", x);
            *missed = x;
            goto done;
        }
        break;
    }
    *out = table;
    table = NULL;
done:
    clpwl_table_free(table);
    return status;
}

/* The error of a table as executed, in the norm of the options. */
static double find_executed(const clpwl_table *table, const clpwl_design_options *o)
{
    clpwl_error e = o->weight ? clpwl_table_weighting(table)->executed
                              : clpwl_table_executed_error(table, o->execution);
    return clpwl_error_in(&e, o->norm);
}

/* f with one kink more. */
static clpwl_status add_kink(clpwl_function *f, double x)
{
    clpwl_status status = CLPWL_OK;
    size_t at = clpwl__kinks_up_to(f, x);
    double *kinks = clpwl__alloc(f->kink_count + 1, sizeof *kinks);
    CHECK_MEMORY(kinks);
    for (size_t i = 0; i <= f->kink_count; i++)
        kinks[i] = i < at ? f->kinks[i] : i == at ? x : f->kinks[i - 1];
    f->kinks = kinks;
    f->kink_count++;
done:
    return status;
}

/*
 * f is asked for its proxy alone. Where the number of segments is given, the first table shows how near a
 * proxy has to be. Where a proof sees a feature that the proxy missed, f has a kink there.
 */
static clpwl_status build_by_proxy(clpwl_table **out, const clpwl_function *f, const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    clpwl__proxy proxies[2];
    clpwl_function with = *f;
    clpwl_design_options of_proxy = *o;
    clpwl_table *table = NULL;
    clpwl__share share = {.progress = o->progress, .user = o->progress_user, .to = 0.5};
    const clpwl__watch watch = {clpwl__share_report, &share};
    double missed = NAN, last;
    memset(proxies, 0, sizeof proxies);
    clpwl__proxy_wish wish = {.a = o->a, .b = o->b, .max_error = o->max_error, .norm = o->norm,
                              .weight = o->weight, .watch = &watch, .is_guess = o->max_error == 0};
    of_proxy.progress = clpwl__share_report;
    of_proxy.progress_user = &share;
    for (int k = 0, features = 0, is_near = o->max_error > 0;; k++) {
        clpwl__proxy *p = &proxies[k % 2];
        clpwl__proxy_free(p);
        TRY(clpwl__proxy_create(p, &with, &wish));
        wish.known = p;
        share.from = share.to;
        share.to += (1 - share.to) / (k ? 1 : 2);
        if (clpwl__fit_is_one_sided(o->fit))
            clpwl__proxy_take_side(p, o->fit == CLPWL_FIT_ABOVE ? 1 : -1);
        last = missed;
        status = build_proved(&table, &p->f, &of_proxy, &missed);
        CHECK(status != CLPWL_ERR_TARGET || features == 0, CLPWL_ERR_TARGET,
              "%s; %s or its weight has a narrow feature near x = %.9g", clpwl_last_message(),
              clpwl_function_name(f), last);
        TRY(status);
        if (!isnan(missed)) {
            if (o->symmetry)
                TRY(clpwl__symmetric_check_at(o, f, missed));
            missed = o->symmetry ? fabs(missed) : missed;
            CHECK(features++ < TRIES && o->a < missed && missed < o->b, CLPWL_ERR_TARGET,
                  "%s or its weight has narrow features, the last one near x = %.9g: design one table for "
                  "each side, or name them as kinks", clpwl_function_name(f), missed);
            const double *before = with.kinks;
            TRY(add_kink(&with, missed));
            if (before != f->kinks)
                clpwl__free((void *)before);
            continue;
        }
        double error = find_executed(table, o);
        if (is_near || clpwl__proxy_is_near(p, o->norm, error))
            break;
        is_near = 1;
        wish.max_error = error;
        clpwl_table_free(table);
        table = NULL;
    }
    *out = table;
    table = NULL;
done:
    clpwl_table_free(table);
    if (with.kinks != f->kinks)
        clpwl__free(with.kinks);
    clpwl__proxy_free(&proxies[0]);
    clpwl__proxy_free(&proxies[1]);
    return status;
}

/* A weight that is a callback need not exist outside the domain. */
typedef struct domain {
    const clpwl_function *w;
    double a, b;
} domain;

static double value_inside(double x, void *user)
{
    const domain *d = user;
    return clpwl__function_raw(d->w, fmin(fmax(x, d->a), d->b));
}

/* Nearly always all are inside: then w has one call. */
static void values_inside(const double *x, double *y, size_t n, void *user)
{
    const domain *d = user;
    size_t count = 0;
    while (count < n && x[count] >= d->a && x[count] <= d->b)
        count++;
    clpwl__values_raw(d->w, x, y, count);
    for (; count < n; count++)
        y[count] = value_inside(x[count], user);
}

static void keep_inside(const clpwl_function **w, domain *d, clpwl_function *own, double a, double b)
{
    *d = (domain){*w, a, b};
    if ((*w)->is_ours)
        return;
    *own = **w;
    own->f = own->f ? value_inside : NULL;
    own->many = own->many ? values_inside : NULL;
    own->user = d;
    *w = own;
}

clpwl_status clpwl_design(clpwl_table **out, const clpwl_function *f,
                          const clpwl_design_options *options)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_design_options o;
    clpwl_execution execution;
    clpwl_weight weight;
    clpwl__broken w = {0};
    clpwl_function weight_inside;
    domain inside;
    clpwl__share all = {.progress = NULL};
    if (out)
        *out = NULL;
    CHECK(out && f, CLPWL_ERR_ARGUMENT, "%s is NULL", out ? "f" : "out");
    TRY(complete_options(&o, &execution, &weight, f, options));
    clpwl__share_take(&all, &o.progress, &o.progress_user);
    if (o.weight && weight.w) {
        keep_inside(&weight.w, &inside, &weight_inside, o.a, o.b);
        TRY(clpwl__broken_create(&w, weight.w, o.a, o.b));
        weight.w = &w.f;
    }
    status = build_by_proxy(out, f, &o);
    /* A law that holds at the places tried fails at a feature on one side of 0. */
    if (status == CLPWL_ERR_ARGUMENT && o.symmetry && options->symmetry == CLPWL_SYMMETRY_AUTO) {
        o.symmetry = CLPWL_SYMMETRY_NONE;
        status = build_by_proxy(out, f, &o);
    }
    if (status == CLPWL_ERR_NOT_FINITE && (f->entry || f->is_formula))
        clpwl__explain_undefined(f, o.a, o.b);
done:
    clpwl__share_end(&all, status == CLPWL_OK);
    clpwl__broken_free(&w);
    return status;
}
