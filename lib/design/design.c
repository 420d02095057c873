/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "clpwl/design.h"
#include "clpwl/proof.h"
#include "base/internal.h"
#include "base/options.h"
#include "design/plan.h"
#include "design/search.h"
#include "error/breaks.h"
#include "execution/weighted.h"
#include "function/weight.h"
#include "partition/partition.h"
#include "refine/refine.h"
#include "table/table.h"

enum { DEFAULT_SEGMENTS = 256, DEFAULT_MOST = 1 << 22 };

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
          "a design for storage any: it must be float32, half or unorm16");
    TRY(clpwl__weight_take(weight, &o->weight));
    if (!clpwl__weighs(o->weight))
        o->weight = NULL;
    if (o->segments == 0 && o->max_error == 0)
        o->segments =
            o->effort == CLPWL_EFFORT_OPTIMAL ? (size_t)CLPWL__MOST_OPTIMAL : DEFAULT_SEGMENTS;
    if (o->max_segments == 0)
        o->max_segments = DEFAULT_MOST;
    TRY(clpwl__check_domain(o->a, o->b, 1));
done:
    return status;
}

/* The weighted error in fp32 is a part of a weighted table. */
static clpwl_status record_executed(const clpwl__plan *plan, clpwl_table *table)
{
    clpwl_status status = CLPWL_OK;
    clpwl_error executed;
    if (!plan->o.weight)
        goto done;
    TRY(clpwl__plan_executed(plan, table, NULL, 0, &executed));
    clpwl__table_set_executed(table, executed);
done:
    return status;
}

static clpwl_status record_target(const clpwl__plan *plan, clpwl_table *table)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &plan->o;
    clpwl_target target = {.max_error = o->max_error, .norm = o->norm,
                           .storage = o->execution->storage,
                           .weight_bits = o->execution->weight_bits};
    clpwl_error executed;
    if (o->max_error == 0)
        goto done;
    TRY(clpwl__plan_executed(plan, table, o->execution, 0, &executed));
    target.reached = clpwl_error_in(&executed, o->norm);
    clpwl__table_set_target(table, &target);
done:
    return status;
}

static clpwl_status build_table(clpwl_table **out, const clpwl_function *f,
                                const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table *table = NULL;
    clpwl__plan plan;
    size_t segments = o->segments;
    TRY(clpwl__plan_create(&plan, f, o));
    if (!segments) {
        TRY(clpwl__search(&plan, &segments));
        plan.share.from = plan.share.to;
    }
    plan.share.to = 1;
    TRY(clpwl__plan_trial(&plan, segments, CLPWL__MEASURE_ALL, HUGE_VAL, &table));
    TRY(record_executed(&plan, table));
    TRY(record_target(&plan, table));
    *out = table;
    table = NULL;
done:
    clpwl_table_free(table);
    clpwl__plan_free(&plan);
    return status;
}

/* The number of segments if the options have a max_error; otherwise the error as executed. */
static double rate_table(const clpwl_table *table, const clpwl_design_options *o)
{
    clpwl_error e = o->weight ? clpwl_table_weighting(table)->executed
                              : clpwl_table_executed_error(table, o->execution);
    return o->max_error > 0 ? (double)clpwl_table_segments(table) : clpwl_error_in(&e, o->norm);
}

static int is_final(clpwl_status status)
{
    return status == CLPWL_ERR_MEMORY || status == CLPWL_ERR_CANCELLED;
}

static clpwl_status choose_shaper(clpwl_table **out, const clpwl_function *f,
                                  const clpwl_design_options *given)
{
    /* A shaper must save half of the segments. With half of the segments the error of a table
     * is four times as large, so that with equal segments it must save three quarters of it. */
    const double handicap = given->max_error > 0 ? 0.5 : 0.25;
    const int suits = given->partition == CLPWL_PARTITION_UNIFORM &&
                      given->extend != CLPWL_EXTEND_REPEAT &&
                      given->extend != CLPWL_EXTEND_MIRROR;
    clpwl_status status = CLPWL_OK;
    clpwl_table *best = NULL, *next = NULL;
    clpwl_design_options o = *given;
    clpwl__share share = {.progress = given->progress, .user = given->progress_user};
    o.progress = clpwl__share_report;
    o.progress_user = &share;
    /* NONE comes last: if all fail, its message stays. */
    for (int k = suits ? CLPWL_SHAPER_AUTO - 1 : CLPWL_SHAPER_NONE; k >= CLPWL_SHAPER_NONE; k--) {
        o.shaper = (clpwl_shaper)k;
        share.from = share.to;
        share.to = (double)(CLPWL_SHAPER_AUTO - k) / CLPWL_SHAPER_AUTO;
        status = build_table(&next, f, &o);
        if (is_final(status) || (status != CLPWL_OK && k == CLPWL_SHAPER_NONE && !best))
            goto done;
        double factor = k == CLPWL_SHAPER_NONE ? handicap : 1;
        int is_better = status == CLPWL_OK &&
                        (!best || factor * rate_table(next, &o) < rate_table(best, &o));
        clpwl_table *worse = is_better ? best : next;
        best = is_better ? next : best;
        clpwl_table_free(worse);
        next = NULL;
        status = CLPWL_OK;
    }
    *out = best;
    best = NULL;
done:
    clpwl_table_free(best);
    return status;
}

/* Whether f may have features narrower than samples: formulas, and parameters such as a width. */
static int may_be_narrow(const clpwl_function *f)
{
    return f && (f->is_formula || (f->entry && f->entry->parameters[0].name));
}

/* The errors of the design, proved. *proved: 0 where nothing can be, or not within a second. */
static clpwl_status prove_errors(const clpwl_function *f, const clpwl_design_options *o,
                                 const clpwl_table *table, clpwl_proof *out, int *proved)
{
    clpwl_prove_options p = CLPWL_PROVE_INIT;
    clpwl_status status = CLPWL_ERR_NUMERIC;
    p.weight = o->weight;
    p.tolerance = 0.05;
    p.seconds = 0.5;
    *proved = may_be_narrow(f) || (o->weight && may_be_narrow(o->weight->w));
    /* With the integrals; without them where these take too long. */
    for (int i = 0; *proved && i < 2 && status == CLPWL_ERR_NUMERIC; i++) {
        p.linf_only = i;
        status = clpwl_prove(out, f, table, &p);
    }
    if (!*proved || status == CLPWL_ERR_UNSUPPORTED || status == CLPWL_ERR_NUMERIC) {
        *proved = 0;
        status = CLPWL_OK;
    }
    return status;
}

/* What was measured is below a lower bound. 5e-4: maxima are measured to 1e-6 or so, integrals and their
 * lower bounds less well; 1e-12: the roundings of f in double. */
static int is_missed(double measured, double least, double rounding)
{
    return least > measured * 1.0005 + 1e-12 * rounding;
}

/* Integrals that the measurement missed become the bounds that are proved, or the target is refused. */
static clpwl_status correct_integrals(clpwl_table *table, const clpwl_function *f,
                                      const clpwl_design_options *o, const clpwl_proof *p,
                                      double rounding)
{
    clpwl_status status = CLPWL_OK;
    clpwl_error e = o->weight ? clpwl_table_weighting(table)->measured
                              : clpwl_table_measured(table);
    double width = clpwl_table_knots(table)[clpwl_table_segments(table)] -
                   clpwl_table_knots(table)[0];
    int missed = is_missed(e.l1, p->least.l1, rounding * width) ||
                 is_missed(e.l2, p->least.l2, rounding * sqrt(width));
    if (!missed)
        goto done;
    e.l1 = fmax(e.l1, p->bound.l1);
    e.l2 = fmax(e.l2, p->bound.l2);
    CHECK(o->max_error == 0 || clpwl_error_in(&e, o->norm) <= o->max_error, CLPWL_ERR_TARGET,
          "a max error of %g in %s was not met: %s or its weight has a narrow feature near x = %.9g; a "
          "target in linf finds the segments that the feature needs", o->max_error,
          clpwl_norm_name(o->norm), clpwl_function_name(f), p->worst);
    clpwl__table_set_measured(table, e);
done:
    return status;
}

/* A table whose errors were measured where f has narrow features, too: their places become kinks. */
static clpwl_status build_complete(clpwl_table **out, const clpwl_function *f,
                                   const clpwl_design_options *o)
{
    enum { MOST = 4 }; /* a search takes up to 20 s */
    clpwl_status status = CLPWL_OK;
    clpwl_kink features[MOST];
    clpwl_table *table = NULL;
    clpwl__broken found = {0}, with = {0}; /* f with the kinks of a search; with the features, too */
    clpwl_proof p;
    for (int count = 0;; count++) {
        const clpwl_function *known = count ? &with.f : f;
        double rounding = 0;
        int proved;
        status = o->shaper == CLPWL_SHAPER_AUTO ? choose_shaper(&table, known, o)
                                                : build_table(&table, known, o);
        CHECK(status != CLPWL_ERR_TARGET || count == 0, CLPWL_ERR_TARGET,
              "a max error of %g in %s was not met: %s or its weight has a narrow feature near x = "
              "%.9g, where %s short segments", o->max_error, clpwl_norm_name(o->norm),
              clpwl_function_name(f), features[count - 1].x,
              o->effort != CLPWL_EFFORT_ASYMPTOTIC ? "fp32 has no"
                                                   : "an optimized partition or refined knots put");
        TRY(status);
        TRY(prove_errors(f, o, table, &p, &proved));
        if (!proved)
            break;
        for (size_t i = 0; !o->weight && i <= clpwl_table_segments(table); i++)
            rounding = fmax(rounding, fabs(clpwl_table_values(table)[i]));
        double measured = o->weight ? clpwl_table_weighting(table)->measured.linf
                                    : clpwl_table_measured(table).linf;
        if (!is_missed(measured, p.least.linf, rounding)) {
            TRY(correct_integrals(table, f, o, &p, rounding));
            break;
        }
        CHECK(count < MOST && o->a < p.worst && p.worst < o->b, CLPWL_ERR_TARGET,
              "%s or its weight has narrow features, the last one near x = %.9g: design one table for "
              "each side, or name them as kinks", clpwl_function_name(f), p.worst);
        clpwl_table_free(table);
        table = NULL;
        features[count] = (clpwl_kink){.x = p.worst};
        if (count == 0)
            TRY(clpwl__broken_create(&found, f, o->a, o->b, NULL, 0));
        clpwl__broken_free(&with);
        TRY(clpwl__broken_create(&with, &found.f, o->a, o->b, features, (size_t)count + 1));
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
    CHECK(out && f, CLPWL_ERR_ARGUMENT, "%s is NULL", out ? "f" : "out");
    *out = NULL;
    TRY(complete_options(&o, &execution, &weight, f, options));
    if (o.weight && weight.w) {
        TRY(clpwl__broken_create(&w, weight.w, o.a, o.b, NULL, 0));
        weight.w = &w.f;
    }
    TRY(build_complete(out, f, &o));
done:
    clpwl__broken_free(&w);
    return status;
}
