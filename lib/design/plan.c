/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/plan.h"
#include <unistd.h>
#include "design/lattice.h"
#include "error/estimate.h"
#include "execution/weighted.h"
#include "fit/fit.h"
#include "fit/minimax.h"
#include "partition/density_knots.h"
#include "partition/partition.h"
#include "refine/refine.h"
#include "table/shaper.h"
#include "table/table.h"

/* The relative tolerance of a fit. Errors of different N differ by far more than 1e-6; those in other norms
 * than the fit's change by its square root. For what fp32 adds to values 1e-3 is enough. */
static double find_tolerance(const clpwl_design_options *o, unsigned norms)
{
    return norms == CLPWL__MEASURE_ALL || clpwl__fit_norm(o->fit) != o->norm ? CLPWL__FIT_TOLERANCE : 1e-6;
}

/* Refuses a number of segments that would make the machine swap: malloc promises more than there is. */
static clpwl_status check_memory(size_t segments)
{
    enum { ARRAYS = 9 }; /* knots, values, their copies, and what fitting and saving need */
    clpwl_status status = CLPWL_OK;
    double need = ((double)segments + 1) * ARRAYS * sizeof(double);
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    double have = pages > 0 && page > 0 ? (double)pages * (double)page : HUGE_VAL;
    CHECK(need <= have / 2, CLPWL_ERR_MEMORY,
          "%zu segments need %.0f GiB of memory, and this machine has %.0f GiB: at most %.0f segments",
          segments, ceil(ldexp(need, -30)), ldexp(have, -30), have / 2 / (ARRAYS * sizeof(double)) - 1);
done:
    return status;
}

static clpwl_status grow_arrays(clpwl__plan *plan, size_t segments)
{
    clpwl_status status = CLPWL_OK;
    double **const arrays[] = {&plan->knots, &plan->values, &plan->each};
    if (segments <= plan->room)
        goto done;
    TRY(check_memory(segments));
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        double *grown = clpwl__realloc(*arrays[i], segments + 1, sizeof *grown);
        CHECK(grown, CLPWL_ERR_MEMORY, "out of memory: %zu segments", segments);
        *arrays[i] = grown;
    }
    plan->room = segments;
done:
    return status;
}

/* A uniform partition needs no f''. Without an f'' only its estimate is unknown. */
static clpwl_status create_density(clpwl__plan *plan)
{
    const clpwl_design_options *o = &plan->o;
    const clpwl__subject *subject = &plan->subject;
    const clpwl_weight *weight = o->weight ? clpwl__subject_weight(subject, o->norm) : NULL;
    clpwl_status status = clpwl__density_create(&plan->density, subject->curved, subject->s0, subject->s1,
                                                weight, o->norm, &plan->share);
    plan->has_density = status == CLPWL_OK;
    if (o->partition == CLPWL_PARTITION_UNIFORM &&
        (status == CLPWL_ERR_NOT_FINITE || status == CLPWL_ERR_NUMERIC))
        status = CLPWL_OK;
    return status;
}

clpwl_status clpwl__plan_create(clpwl__plan *plan, const clpwl_function *f,
                                const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    *plan = (clpwl__plan){.o = *o, .begin = clpwl__thread_seconds(), .least_error = HUGE_VAL,
                          .patience = CLPWL__SECONDS_UNMET};
    plan->share = (clpwl__share){.progress = o->progress, .user = o->progress_user, .to = clpwl__prepared};
    CHECK(!clpwl__share_report(0, &plan->share), CLPWL_ERR_CANCELLED, "cancelled before f was evaluated");
    plan->norms = clpwl__measure_of(o->norm);
    TRY(grow_arrays(plan, o->segments));
    TRY(clpwl__subject_create(&plan->subject, f, o));
    TRY(create_density(plan));
done:
    return status;
}

static void free_refined(clpwl__refined *r)
{
    clpwl__free(r->knots);
    clpwl__free(r->values);
    *r = (clpwl__refined){0};
}

void clpwl__plan_free(clpwl__plan *plan)
{
    clpwl__subject_free(&plan->subject);
    clpwl__density_free(&plan->density);
    clpwl__free(plan->knots);
    clpwl__free(plan->values);
    clpwl__free(plan->each);
    free_refined(&plan->last);
    free_refined(&plan->kept);
}

static clpwl_status grow_refined(clpwl__refined *r, size_t segments)
{
    clpwl_status status = CLPWL_OK;
    if (segments <= r->room)
        goto done;
    free_refined(r);
    r->knots = clpwl__alloc(segments + 1, sizeof *r->knots);
    CHECK_MEMORY(r->knots);
    r->values = clpwl__alloc(segments + 1, sizeof *r->values);
    CHECK_MEMORY(r->values);
    r->room = segments;
done:
    return status;
}

void clpwl__plan_keep(clpwl__plan *plan)
{
    clpwl__refined last = plan->last;
    plan->last = plan->kept;
    plan->kept = last;
}

/* Whether `last` has the knots; kept ones become the last. */
static int has_refined(clpwl__plan *plan, size_t segments)
{
    if (plan->kept.segments == segments)
        clpwl__plan_keep(plan);
    return plan->last.segments == segments;
}

/* A clpwl_progress whose user is the plan. */
static int report_in_time(double done, void *user)
{
    clpwl__plan *plan = user;
    plan->has_ended = plan->limit > 0 && clpwl__plan_seconds(plan) > plan->limit;
    return plan->has_ended || clpwl__share_report(done, &plan->share);
}

static clpwl_status refine_knots(clpwl__plan *plan, size_t segments, clpwl_effort effort)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &plan->o;
    clpwl__refined *last = &plan->last;
    size_t size = (segments + 1) * sizeof *plan->knots;
    /* One segment more changes the error by 2 / N. Values are chosen for knots without slack, as by -n. */
    int is_exact = o->segments || o->execution->storage != CLPWL_STORAGE_FLOAT32;
    double slack = is_exact ? 0 : fmin(1e-4, 0.25 / (double)segments);
    clpwl__refinement r = {.f = clpwl__plan_refined(plan), .weight = o->weight, .norm = o->norm,
                           .fit = o->fit, .segments = segments,
                           .progress = report_in_time, .user = plan, .tolerance = slack,
                           .density = &plan->density};
    if (!has_refined(plan, segments)) {
        TRY(grow_refined(last, segments));
        last->segments = 0;
        memcpy(last->knots, plan->knots, size);
        TRY(clpwl__refine_knots(&r, effort, last->knots, last->values));
        last->segments = segments;
    }
    memcpy(plan->knots, last->knots, size);
done:
    return status;
}

static clpwl_status put_knots(clpwl__plan *plan, size_t segments, int refine)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &plan->o;
    clpwl_effort effort = o->effort;
    if (o->partition == CLPWL_PARTITION_UNIFORM) {
        TRY(clpwl_partition_uniform(plan->subject.s0, plan->subject.s1, segments, plan->knots));
        goto done;
    }
    TRY(clpwl__density_knots(&plan->density, segments, plan->knots));
    if (effort == CLPWL_EFFORT_OPTIMAL && segments > CLPWL__MOST_OPTIMAL)
        effort = CLPWL_EFFORT_REFINED; /* a search for N may need more than the optimum allows */
    if (refine && effort != CLPWL_EFFORT_ASYMPTOTIC)
        TRY(refine_knots(plan, segments, effort));
done:
    return status;
}

/* v(0) where a symmetry demands it; v(a) = v(b) where f is repeated and f(a) = f(b), but for roundings. */
static clpwl_status set_ends(clpwl__plan *plan, size_t segments)
{
    static const double rounding = 0x1p-40; /* of f(2 pi), beside its largest values */
    clpwl_status status = CLPWL_OK;
    const clpwl_function *f = &plan->subject.pieces.f;
    double x[] = {plan->knots[0], plan->knots[segments]}, y[2], most = 0;
    double *first = plan->values, *last = plan->values + segments;
    if (plan->o.symmetry == CLPWL_SYMMETRY_ODD)
        *first = 0;
    if (plan->o.symmetry == CLPWL_SYMMETRY_POINT)
        TRY(clpwl__values(f, plan->knots, plan->values, 1));
    if (plan->o.extend != CLPWL_EXTEND_REPEAT || *first == *last)
        goto done;
    TRY(clpwl__values(f, x, y, 2));
    for (size_t i = 0; i <= segments; i++)
        most = fmax(most, fabs(plan->values[i]));
    if (fabs(y[0] - y[1]) <= rounding * most) {
        /* Of two numbers of a storage one stays. */
        const int is_stored = plan->o.execution->storage != CLPWL_STORAGE_FLOAT32;
        *first = plan->o.fit == CLPWL_FIT_ABOVE   ? fmax(*first, *last)
                 : plan->o.fit == CLPWL_FIT_BELOW ? fmin(*first, *last)
                 : is_stored                      ? *first
                                                  : *first + (*last - *first) / 2;
        *last = *first;
    }
done:
    return status;
}

static clpwl_status fit_values(clpwl__plan *plan, size_t segments, int refined, double tolerance)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &plan->o;
    const clpwl__subject *subject = &plan->subject;
    const clpwl_weight *weight = clpwl__subject_weight(subject, clpwl__fit_norm(o->fit));
    const clpwl__watch watch = {report_in_time, plan};
    if (refined && clpwl__fit_in_tube(o->fit) && plan->last.segments == segments)
        memcpy(plan->values, plan->last.values, (segments + 1) * sizeof *plan->values);
    else
        TRY(clpwl__fit_values(o->fit, &subject->pieces.f, weight, &watch, plan->knots, segments, tolerance,
                              plan->values));
    if (clpwl__fit_is_one_sided(o->fit))
        TRY(clpwl__move_to_side(&subject->pieces.f, o->fit, o->partition, o->shaper, o->execution,
                                plan->knots, segments, plan->values));
    TRY(clpwl__check_range(subject, plan->knots, plan->values, segments + 1));
    TRY(set_ends(plan, segments)); /* which may be ends of the lattice */
    TRY(clpwl__move_to_lattice(subject, o, &watch, plan->knots, segments, plan->values));
    status = set_ends(plan, segments);
done:
    return status;
}

static clpwl_status measure_errors(clpwl__plan *plan, const clpwl_weight *weight, size_t segments,
                                   unsigned norms, double give_up, clpwl_error *out)
{
    clpwl__measure how = {weight, norms, give_up, report_in_time, plan,
                          weight ? plan->each : NULL, &plan->worst};
    if (weight) /* it may give up */
        memset(plan->each, 0, segments * sizeof *plan->each);
    return clpwl__subject_measure(&plan->subject, &how, plan->knots, plan->values, segments, out);
}

static void forget_other_norms(clpwl_error *e, clpwl_norm norm)
{
    *e = (clpwl_error){norm == CLPWL_NORM_L1 ? e->l1 : (double)NAN,
                       norm == CLPWL_NORM_L2 ? e->l2 : (double)NAN,
                       norm == CLPWL_NORM_LINF ? e->linf : (double)NAN};
}

static void estimate_errors(const clpwl__plan *plan, size_t segments, int weighted, clpwl_error *out)
{
    if (plan->has_density)
        clpwl__density_estimate(&plan->density, segments, plan->o.partition, plan->o.fit, weighted, out);
}

/* The estimated and measured errors of a table. The unweighted errors of a weighted design are
 * not needed in a search: they are measured only if all norms are. */
static clpwl_status find_errors(clpwl__plan *plan, size_t segments, unsigned norms,
                                double give_up, clpwl_table_spec *spec, clpwl_weighting *w)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_weight *weight = plan->o.weight;
    clpwl__share *share = &plan->share;
    double to = share->to;
    estimate_errors(plan, segments, 0, &spec->estimate);
    if (plan->subject.shaped) /* the formulas for L1 and L2 ignore dx/ds */
        spec->estimate.l1 = spec->estimate.l2 = NAN;
    if (weight) {
        *w = (clpwl_weighting){.floor = weight->floor, .weight = plan->subject.weight_name,
                               .estimate = CLPWL_ERROR_NAN, .measured = CLPWL_ERROR_NAN,
                               .proved = CLPWL_ERROR_NAN, .executed = CLPWL_ERROR_NAN};
        estimate_errors(plan, segments, 1, &w->estimate);
        if (plan->subject.shaped) /* the density of a shaped f has the weight of one norm */
            forget_other_norms(&w->estimate, plan->o.norm);
        if (norms == CLPWL__MEASURE_ALL)
            share->to = share->from + (to - share->from) / 2;
        if (norms)
            TRY(measure_errors(plan, weight, segments, norms, give_up, &w->measured));
        spec->weighting = w;
        share->from = share->to;
        share->to = to;
    }
    if (norms && (!weight || norms == CLPWL__MEASURE_ALL))
        TRY(measure_errors(plan, NULL, segments, norms, give_up, &spec->measured));
    if (norms == CLPWL__MEASURE_ALL) {
        clpwl__drop_estimates(&spec->estimate, &spec->measured);
        if (weight)
            clpwl__drop_estimates(&w->estimate, &w->measured);
    }
done:
    return status;
}

/* The knots of a table with a shaper, from s to x. */
static void take_knots_to_x(clpwl__plan *plan, size_t segments)
{
    const clpwl__subject *subject = &plan->subject;
    for (size_t i = 0; subject->shaped && i <= segments; i++)
        plan->knots[i] = clpwl__shaper_knot(subject->shaper, subject->x0, subject->x1, segments, i);
}

clpwl_status clpwl__plan_trial(clpwl__plan *plan, size_t segments, unsigned norms,
                               double give_up, clpwl_table **out)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &plan->o;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_weighting weighting;
    plan->has_ended = 0;
    TRY(grow_arrays(plan, segments));
    TRY(put_knots(plan, segments, norms != 0));
    TRY(fit_values(plan, segments, norms != 0, norms ? find_tolerance(o, norms) : 1e-3));
    TRY(find_errors(plan, segments, norms, give_up, &spec, &weighting));
    take_knots_to_x(plan, segments);
    spec.knots = plan->knots;
    spec.values = plan->values;
    spec.segments = segments;
    spec.partition = o->partition;
    spec.shaper = o->shaper;
    spec.fit = o->fit;
    spec.extend = o->extend;
    spec.tails = o->tails;
    spec.storage = o->execution->storage;
    spec.function = plan->subject.name;
    spec.opencl = clpwl_function_opencl(plan->subject.f);
    spec.opencl_native = clpwl_function_opencl_native(plan->subject.f);
    TRY(clpwl_table_create(out, &spec));
done:
    return status;
}

/* The fit below whose error no table is. Values in 8 or 16 bits are chosen, and so may be better than those
 * of an interpolant. */
static clpwl_fit find_limit(const clpwl__plan *plan)
{
    int is_chosen = plan->o.execution->storage != CLPWL_STORAGE_FLOAT32;
    return is_chosen && plan->o.fit == CLPWL_FIT_INTERPOLANT ? CLPWL_FIT_MINIMAX : plan->o.fit;
}

/* The least number of segments of refined knots for a measured error of at most `error` in Linf: fewer are
 * not enough for certain. For interpolants it is some percent too high: it is that for knots on a mesh. */
static clpwl_status find_fewest(clpwl__plan *plan, size_t segments, double error, size_t *fewest)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &plan->o;
    const clpwl_fit fit = find_limit(plan);
    TRY(put_knots(plan, segments, 0));
    clpwl__refinement r = {.f = &plan->subject.in_s, .weight = o->weight, .norm = o->norm, .fit = fit,
                           .segments = segments};
    if (fit == CLPWL_FIT_INTERPOLANT)
        TRY(clpwl__interpolant_linf_fewest(&r, plan->knots, error, fewest));
    else
        TRY(clpwl__minimax_fewest(&plan->subject.pieces.f, o->weight, fit,
                                  &(clpwl__watch){report_in_time, plan}, plan->knots, segments, error,
                                  fewest));
done:
    return status;
}

/* A measured error for which no fewer segments than find_fewest gives are enough for `error` as executed,
 * where `added` is another trial's part by execution. The moves of one-sided lines may add to smaller errors
 * than the largest one. */
static double find_sure_error(const clpwl__plan *plan, size_t segments, double error, double added)
{
    /* Of a trial's part. From N to N it varies by 1 % for GELU within 2e-6, and by a third where most of the
     * error is rounding: normal_quantile within 3.16e-3. */
    const double surely = added > error / 2 ? 0.5 : 0.98;
    error -= surely * added / clpwl__times_added(plan->o.fit);
    return find_limit(plan) == CLPWL_FIT_INTERPOLANT ? error / (1 - clpwl__lower_than_mesh(segments)) : error;
}

clpwl_status clpwl__plan_can_meet(clpwl__plan *plan, size_t segments, double error, double added,
                                  int *can)
{
    static const double near = 1e-4; /* a change of the error by which no count changes much */
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &plan->o;
    *can = 1;
    TRY(grow_arrays(plan, segments));
    if (clpwl__plan_has_free_knots(plan)) {
        error = find_sure_error(plan, segments, error, added);
        if (!(fabs(error - plan->fewest_error) <= near * error)) {
            TRY(find_fewest(plan, segments, error, &plan->fewest));
            plan->fewest_error = error;
        }
        *can = segments >= plan->fewest;
        goto done;
    }
    if (plan->subject.shaped || o->norm != CLPWL_NORM_LINF ||
        o->effort != CLPWL_EFFORT_ASYMPTOTIC || !clpwl__fit_in_tube(o->fit))
        goto done;
    TRY(put_knots(plan, segments, 0));
    error -= clpwl__plan_still_added(plan, added);
    TRY(clpwl__minimax_may(&plan->subject.pieces.f, o->weight, o->fit, &(clpwl__watch){report_in_time, plan},
                           plan->knots, segments, error, plan->worst, can));
done:
    return status;
}

clpwl_error clpwl__plan_measured(const clpwl__plan *plan, const clpwl_table *table)
{
    return plan->o.weight ? clpwl_table_weighting(table)->measured : clpwl_table_measured(table);
}

clpwl_status clpwl__plan_executed(const clpwl__plan *plan, const clpwl_table *table,
                                  const clpwl_execution *execution, int alone, clpwl_error *out)
{
    return clpwl__executed_weighted(plan->subject.f, plan->o.weight, table, execution,
                                    alone ? (clpwl_error){0} : clpwl__plan_measured(plan, table), 0,
                                    alone || !plan->o.weight ? NULL : plan->each, out);
}
