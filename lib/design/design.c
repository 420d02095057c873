/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/door.h"
#include "base/options.h"
#include "base/parallel.h"
#include "design/constraints.h"
#include "design/problem.h"
#include "design/proved.h"
#include "design/symmetric.h"
#include "design/ways.h"
#include "design/whole_line.h"
#include "execution/weighted.h"
#include "fit/fit.h"
#include "formula/formula.h"
#include "partition/partition.h"
#include "refine/refine.h"
#include "table/table.h"
#include <float.h>

enum {
    DEFAULT_SEGMENTS = 256,
    DEFAULT_MOST = 1 << 22,
    TRIES = 6 /* new attempts: for lower errors, or with more features as kinks */
};

static clpwl_status check_names(const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    CHECK_NAMED(norm, o->norm);
    CHECK_NAMED(partition, o->partition);
    CHECK_NAMED(fit, o->fit);
    CHECK_NAMED(effort, o->effort);
    CHECK_NAMED(extend, o->extend);
    CHECK_NAMED(shaper, o->shaper);
    CHECK_NAMED(symmetry, o->symmetry);
    CHECK_NAMED(aim, o->aim);
    CHECK((unsigned)o->proving <= CLPWL_PROVING_REQUIRED, CLPWL_ERR_ARGUMENT,
          "%d is not a clpwl_proving", (int)o->proving);
done:
    return status;
}

/* What is given, by `given` and by members; the fit and the symmetry that the aim takes. */
static clpwl_status take_aim(clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    CHECK(o->aim != CLPWL_AIM_FASTEST, CLPWL_ERR_ARGUMENT,
          "the aim fastest is measured on a device: clpwl_design_fastest takes one");
    CHECK(o->given >> (CLPWL_PART_SYMMETRY + 1) == 0, CLPWL_ERR_ARGUMENT,
          "0x%x is given: it must be of 1 << CLPWL_PART_PARTITION and so on", o->given);
    if (o->aim == CLPWL_AIM_NONE)
        o->given = ~0u;
    if (o->effort != CLPWL_EFFORT_ASYMPTOTIC && !clpwl__is_given(o, CLPWL_PART_PARTITION))
        o->partition = CLPWL_PARTITION_OPTIMIZED;
    o->given |= (unsigned)!!o->partition << CLPWL_PART_PARTITION | (unsigned)!!o->fit << CLPWL_PART_FIT |
                (unsigned)!!o->shaper << CLPWL_PART_SHAPER | (unsigned)!!o->symmetry << CLPWL_PART_SYMMETRY;
    if (!clpwl__is_given(o, CLPWL_PART_FIT))
        o->fit = o->norm == CLPWL_NORM_L1   ? CLPWL_FIT_LEAST_ABSOLUTE
                 : o->norm == CLPWL_NORM_L2 ? CLPWL_FIT_PROJECTION
                                            : CLPWL_FIT_MINIMAX;
    if (o->aim == CLPWL_AIM_SMALLEST && !clpwl__is_given(o, CLPWL_PART_SYMMETRY) &&
        !clpwl__is_given(o, CLPWL_PART_SHAPER))
        o->symmetry = CLPWL_SYMMETRY_AUTO;
done:
    return status;
}

/* The options, checked, with their defaults and an execution. The weight and the execution are
 * copies that the caller owns. */
static clpwl_status complete_options(clpwl_design_options *o, clpwl_execution *execution,
                                     clpwl_weight *weight, clpwl__whole_line *line, const clpwl_function *f,
                                     const clpwl_design_options *given)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__options_take(o, sizeof *o, given, "clpwl_design_options", "CLPWL_DESIGN_INIT"));
    TRY(check_names(o));
    if (o->runner_up)
        *o->runner_up = (clpwl_runner_up){0};
    if (o->gaps)
        *o->gaps = (clpwl_gaps){0};
    TRY(take_aim(o));
    CHECK(o->effort == CLPWL_EFFORT_ASYMPTOTIC || o->partition == CLPWL_PARTITION_OPTIMIZED,
          CLPWL_ERR_ARGUMENT, "%s knots need an optimized partition: those of a uniform one are "
          "fixed", clpwl_effort_name(o->effort));
    TRY(clpwl__refine_check(o->norm, o->fit, o->effort));
    if (o->a == 0 && o->b == 0) {
        clpwl_function_domain(f, &o->a, &o->b);
        CHECK(o->a < o->b, CLPWL_ERR_ARGUMENT,
              "%s has no default domain: give the ends a and b", clpwl_function_name(f));
    }
    CHECK(o->max_error >= 0 && o->max_error < HUGE_VAL, CLPWL_ERR_ARGUMENT,
          "the max error is %g: it must be a positive number", o->max_error);
    CHECK(o->seconds >= 0, CLPWL_ERR_ARGUMENT, "a time of %g s: it must be a number of at least 0",
          o->seconds);
    CHECK(o->segments == 0 || o->max_error == 0, CLPWL_ERR_ARGUMENT,
          "%zu segments and a max error of %g: give one of them", o->segments, o->max_error);
    TRY(clpwl__execution_take(execution, &o->execution, NULL));
    CHECK(execution->storage != CLPWL_STORAGE_ANY, CLPWL_ERR_ARGUMENT,
          "a design for storage any: it must be " CLPWL__STORAGE_NAMES);
    TRY(clpwl__weight_take(weight, &o->weight));
    if (!clpwl__weighs(o->weight))
        o->weight = NULL;
    if (o->segments == 0 && o->max_error == 0)
        o->segments = DEFAULT_SEGMENTS;
    TRY(clpwl__whole_line_take(line, o, f));
    TRY(clpwl__tails_check(o->extend, o->tails));
    if (o->max_segments == 0)
        o->max_segments = DEFAULT_MOST;
    TRY(clpwl__check_domain(o->a, o->b, 1));
    TRY(clpwl__symmetric_check(o));
done:
    return status;
}

/* Whether the target's error is above the target: as measured in all norms, or as proved. */
static int is_exceeded(const clpwl_target *t)
{
    return t && t->reached > t->max_error;
}

/* The name that a table keeps of f. A table file holds nothing else of f. A callback with the name of a
 * function of the catalogue, or with a formula as its name, would be taken for that function. */
static clpwl_status keep_name(char **out, const clpwl_function *f)
{
    clpwl_function *other = NULL;
    clpwl__text name = {0};
    clpwl_status status = CLPWL_OK;
    if (!f->entry && !f->is_formula) {
        status = clpwl__function_named(&other, f->name);
        TRY(status == CLPWL_ERR_MEMORY ? status : CLPWL_OK);
    }
    clpwl__append(&name, other ? "%s (callback)" : "%s", f->name);
    CHECK(!name.failed, CLPWL_ERR_MEMORY, "out of memory: the name %s", f->name);
    *out = name.text;
done:
    clpwl_function_free(other);
    return status;
}

/* A design under way: attempts, each of which knows more than the one before. */
typedef struct attempt {
    const clpwl_design_options *o; /* complete */
    clpwl_design_options now;      /* the same with another target, with its symmetry, and with a share of the
                                      progress */
    clpwl_function f;              /* with the kinks that were missed, and the table's name of it */
    const clpwl_function *given;
    clpwl__proxy proxies[2];
    clpwl__proxy_wish wish;        /* which knows the last one; 0 as its max error becomes that of a table */
    clpwl__share share;
    double ends;                   /* the time when searches end; 0: none */
    double *kinks;                 /* NULL: no feature was missed */
    double missed;                 /* the last one; NaN */
    int tries;                     /* new attempts */
} attempt;

/* A new proxy, where a feature was missed or another error is to be told. */
static clpwl_status make_proxy(attempt *a)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_fit fit = a->o->fit;
    const clpwl__watch watch = {clpwl__share_report, &a->share};
    clpwl__proxy *p = &a->proxies[a->wish.known == a->proxies];
    a->wish.watch = &watch;
    clpwl__proxy_free(p);
    TRY(clpwl__proxy_create(p, &a->f, &a->wish));
    a->wish.known = p;
    a->now.symmetry = a->o->symmetry;
    TRY(clpwl__symmetric_take(&a->now, a->given, p));
    if (clpwl__fit_is_one_sided(fit))
        clpwl__proxy_take_side(p, fit == CLPWL_FIT_ABOVE ? 1 : -1);
done:
    return status;
}

/* Designs one table. None: the next attempt knows more. */
static clpwl_status try_once(attempt *a, clpwl_table **out)
{
    static const double less = 1 - 2e-3; /* bounds of neighbours vary: for erfcx by 1e-3 */
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = a->o;
    const clpwl__proxy *proxy = a->wish.known;
    clpwl_table *table = NULL;
    double missed = NAN;
    status = clpwl__design_ways(&table, &proxy->f, &a->now, &a->share, a->ends);
    CHECK(status != CLPWL_ERR_TARGET || isnan(a->missed), CLPWL_ERR_TARGET,
          "%s; %s or its weight has a narrow feature near x = %.9g", clpwl_last_message(),
          clpwl_function_name(a->given), a->missed);
    TRY(status);
    const clpwl_target *t = clpwl_table_target(table);
    if (t) {
        clpwl_target asked = *t; /* a lower one may have been designed for */
        asked.max_error = o->max_error;
        clpwl__table_set_target(table, &asked);
    }
    if (!is_exceeded(t))
        status = clpwl__design_check(&proxy->f, o, table, &missed);
    if (is_exceeded(t) && (status == CLPWL_OK || status == CLPWL_ERR_NUMERIC) && a->tries++ < TRIES) {
        /* The error may be met as it was found last. */
        a->now.max_error *= less * t->max_error / t->reached;
        status = CLPWL_OK;
        goto done;
    }
    TRY(status);
    CHECK(!is_exceeded(t), CLPWL_ERR_TARGET,
          "a max error of %g in %s was met by %zu segments, which now reach %.10g", o->max_error,
          clpwl_norm_name(o->norm), clpwl_table_segments(table), t->reached);
    const clpwl_error measured = clpwl__table_measured(table);
    const int is_met = a->wish.max_error > 0;
    double error = clpwl_error_in(&measured, o->norm);
    /* The error as executed is at least the measured one, and takes longer to find. */
    if (!is_met && !clpwl__proxy_is_near(proxy, o->norm, error))
        error = clpwl__designed_error(table, o);
    if (!isnan(missed)) { /* f gets a kink there; with a symmetry, on both sides of 0 */
        CHECK(a->tries++ < TRIES && o->a < missed && missed < o->b, CLPWL_ERR_TARGET,
              "%s or its weight has narrow features, the last one near x = %.9g: design one table for "
              "each side, or name them as kinks", clpwl_function_name(a->given), missed);
        a->missed = missed;
        TRY(clpwl__add_kinks(&a->f, &a->kinks, (double[]){missed, -missed}, o->symmetry ? 2 : 1, o->a, o->b));
    } else if (!is_met && !clpwl__proxy_is_near(proxy, o->norm, error)) {
        a->wish.max_error = fmax(error, DBL_MIN);
    } else {
        *out = table;
        table = NULL;
        goto done;
    }
    TRY(make_proxy(a));
done:
    clpwl_table_free(table);
    return status;
}

/*
 * f is asked for its proxy alone. Where the number of segments is given, the table shows whether the proxy is
 * near enough. Where a proof sees a feature that the proxy missed, f has a kink there.
 *   ends  values at the ends of the domain, or NaN
 */
static clpwl_status build_by_proxy(clpwl_table **out, const clpwl_function *f, const clpwl_design_options *o,
                                   const double ends[2])
{
    clpwl_status status = CLPWL_OK;
    clpwl__constrained held = {0};
    attempt a = {.o = o, .now = *o, .f = *f, .given = f, .missed = NAN,
                 .wish = {.a = o->a, .b = o->b, .max_error = o->max_error, .norm = o->norm,
                          .segments = o->segments, .weight = o->weight, .is_guess = o->max_error == 0}};
    clpwl__share_take(&a.share, &a.now.progress, &a.now.progress_user);
    a.share.to = 0.5;
    a.ends = o->seconds > 0 ? clpwl__clock_seconds() + o->seconds : 0;
    a.f.name = NULL;
    TRY(keep_name(&a.f.name, f));
    TRY(make_proxy(&a));
    TRY(clpwl__constrained_take(&held, &a.now, ends, f, a.wish.known));
    while (!*out)
        TRY(try_once(&a, out));
    const clpwl__proxy *last = a.wish.known;
    for (size_t i = 0; o->gaps && i < last->gap_count; i++) {
        o->gaps->a[i] = last->gaps[i].l;
        o->gaps->b[i] = last->gaps[i].r;
        o->gaps->count = i + 1;
    }
done:
    if (status != CLPWL_OK && o->runner_up)
        *o->runner_up = (clpwl_runner_up){0};
    clpwl__free(a.kinks);
    clpwl__free(a.f.name);
    clpwl__free(held.held.x);
    clpwl__proxy_free(&a.proxies[0]);
    clpwl__proxy_free(&a.proxies[1]);
    return status;
}

clpwl_status clpwl_design(clpwl_table **out, const clpwl_function *f,
                          const clpwl_design_options *options)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_design_options o;
    clpwl_execution execution;
    clpwl_weight weight;
    clpwl__whole_line line;
    clpwl__broken w = {0};
    char *name = NULL; /* of the weight */
    clpwl__share all = {0};
    if (out)
        *out = NULL;
    CHECK_GIVEN(out);
    CHECK_GIVEN(f);
    TRY(complete_options(&o, &execution, &weight, &line, f, options));
    clpwl__share_take(&all, &o.progress, &o.progress_user);
    if (o.weight && weight.w) {
        TRY(clpwl__broken_create(&w, weight.w, o.a, o.b));
        TRY(keep_name(&name, weight.w));
        w.f.name = name;
        weight.w = &w.f;
    }
    status = build_by_proxy(out, f, &o, line.y);
done:
    clpwl__share_end(&all, status == CLPWL_OK);
    clpwl__broken_free(&w);
    clpwl__free(name);
    return status;
}
