/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/design.h"
#include <unistd.h>
#include "design/one_sided.h"
#include "execution/weighted.h"
#include "fit/fit.h"
#include "fit/minimax.h"
#include "partition/partition.h"
#include "refine/refine.h"
#include "table/table.h"
#include "function/weight.h"
#include "base/internal.h"

enum { DEFAULT_SEGMENTS = 256, DEFAULT_MOST = 1 << 22, MOST_WEIGHT_BITS = 24 };
/* Of a trial's error: a search for N can tell numbers apart that differ by as much. */
static const double search_digits = 1e-6;

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

static clpwl_status check_execution(const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_execution *how = o->execution;
    if (!how)
        goto done;
    CHECK(how->size == sizeof *how, CLPWL_ERR_ARGUMENT,
          "the execution's size is %zu, not %zu: begin with CLPWL_EXECUTION_INIT", how->size,
          sizeof *how);
    CHECK(o->weight_bits == 0, CLPWL_ERR_ARGUMENT,
          "%u weight bits and an execution: give one of them", o->weight_bits);
    CHECK(clpwl_storage_name(how->storage) && how->storage != CLPWL_STORAGE_ANY,
          CLPWL_ERR_ARGUMENT, "a design for storage %d: it must be float32, half or unorm16",
          (int)how->storage);
done:
    return status;
}

/* The options with their defaults, checked. */
static clpwl_status resolve(clpwl_design_options *o, const clpwl_function *f,
                            const clpwl_design_options *given)
{
    clpwl_status status = CLPWL_OK;
    *o = (clpwl_design_options)CLPWL_DESIGN_INIT;
    if (given) {
        CHECK(given->size == sizeof *o, CLPWL_ERR_ARGUMENT,
              "the design options' size is %zu, not %zu: begin with CLPWL_DESIGN_INIT",
              given->size, sizeof *o);
        *o = *given;
    }
    TRY(check_names(o));
    CHECK(o->effort == CLPWL_EFFORT_ASYMPTOTIC || o->partition == CLPWL_PARTITION_OPTIMIZED, CLPWL_ERR_ARGUMENT,
          "%s knots were asked for in a uniform partition, whose knots are where they are: ask "
          "for an optimized one", clpwl_effort_name(o->effort));
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
    TRY(check_execution(o));
    CHECK(o->weight_bits <= MOST_WEIGHT_BITS, CLPWL_ERR_ARGUMENT,
          "%u weight bits: there are at most %d", o->weight_bits, MOST_WEIGHT_BITS);
    TRY(clpwl__weight_check(o->weight));
    if (!clpwl__weighs(o->weight))
        o->weight = NULL;
    if (o->segments == 0 && o->max_error == 0)
        o->segments = DEFAULT_SEGMENTS;
    if (o->max_segments == 0)
        o->max_segments = DEFAULT_MOST;
    TRY(clpwl__check_domain(o->a, o->b, 1));
done:
    return status;
}

/* Refuses at once what would end in swapping or in the kernel's out-of-memory killer:
 * malloc promises more than there is. */
static clpwl_status check_memory(size_t segments)
{
    enum { ARRAYS = 8 }; /* knots, values, their copies, what a fit and a save need */
    clpwl_status status = CLPWL_OK;
    double need = ((double)segments + 1) * ARRAYS * sizeof(double);
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    double have = pages > 0 && page > 0 ? (double)pages * (double)page : HUGE_VAL;
    CHECK(need <= have / 2, CLPWL_ERR_MEMORY,
          "%zu segments need %.3g GiB of memory, and this machine has %.3g GiB: at most %.0f "
          "segments", segments, ldexp(need, -30), ldexp(have, -30),
          have / 2 / (ARRAYS * sizeof(double)) - 1);
done:
    return status;
}

static clpwl_status make_room(clpwl__plan *plan, size_t segments)
{
    clpwl_status status = CLPWL_OK;
    if (segments <= plan->room)
        goto done;
    TRY(check_memory(segments));
    double *knots = clpwl__realloc(plan->knots, segments + 1, sizeof *knots);
    CHECK(knots, CLPWL_ERR_MEMORY, "out of memory: %zu segments", segments);
    plan->knots = knots;
    double *values = clpwl__realloc(plan->values, segments + 1, sizeof *values);
    CHECK(values, CLPWL_ERR_MEMORY, "out of memory: %zu segments", segments);
    plan->values = values;
    plan->room = segments;
done:
    return status;
}

clpwl_execution clpwl__execution_of(const clpwl_design_options *o)
{
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    if (o->execution)
        return *o->execution;
    how.weight_bits = o->weight_bits;
    return how;
}

int clpwl__plan_progress(double fraction, void *user)
{
    clpwl__plan *plan = user;
    if (!plan->o.progress)
        return 0;
    return plan->o.progress(plan->from + (plan->to - plan->from) * fraction,
                            plan->o.progress_user);
}

/* What is not to be measured is not worth refining. */
static clpwl_status put_knots(clpwl__plan *plan, size_t segments, int refine)
{
    clpwl_status status = CLPWL_OK;
    clpwl_effort effort = plan->o.effort;
    if (plan->o.partition == CLPWL_PARTITION_UNIFORM) {
        TRY(clpwl_partition_uniform(plan->o.a, plan->o.b, segments, plan->knots));
        goto done;
    }
    TRY(clpwl__density_knots(&plan->density, segments, plan->knots));
    if (effort == CLPWL_EFFORT_OPTIMAL && segments > CLPWL__MOST_OPTIMAL)
        effort = CLPWL_EFFORT_REFINED; /* a search for N goes where it must */
    if (refine && effort != CLPWL_EFFORT_ASYMPTOTIC)
        TRY(clpwl_refine_knots(plan->f, plan->o.weight, plan->o.norm, plan->o.fit, effort,
                               plan->knots, segments, clpwl__plan_progress, plan));
done:
    return status;
}

static clpwl_status measure(clpwl__plan *plan, const clpwl_weight *weight, size_t segments,
                            unsigned norms, double give_up, clpwl_error *out)
{
    clpwl__measure how = {weight, norms, give_up, clpwl__plan_progress, plan};
    if (plan->shaped)
        return clpwl__shaped_measure(plan->shaped, &how, plan->f, plan->knots, plan->values,
                                     segments, out);
    return clpwl__error_measure(&how, plan->f, plan->knots, plan->values, segments, out);
}

/* The density of a shaped function has the weight of one norm. */
static void keep_one(clpwl_error *e, clpwl_norm norm)
{
    clpwl_error all = *e;
    *e = (clpwl_error)CLPWL_ERROR_NAN;
    if (norm == CLPWL_NORM_LINF)
        e->linf = all.linf;
    else if (norm == CLPWL_NORM_L1)
        e->l1 = all.l1;
    else
        e->l2 = all.l2;
}

/* Estimates and measurements. A weighted design needs the plain ones for its table only,
 * when all are asked for. */
static clpwl_status find_errors(clpwl__plan *plan, size_t segments, unsigned norms,
                                double give_up, clpwl_table_spec *spec, clpwl_weighting *w)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_weight *weight = plan->o.weight;
    double to = plan->to;
    *w = (clpwl_weighting){.estimate = CLPWL_ERROR_NAN, .measured = CLPWL_ERROR_NAN,
                           .executed = CLPWL_ERROR_NAN};
    if (plan->has_density)
        clpwl__density_estimate(&plan->density, segments, plan->o.partition, plan->o.fit, 0,
                                &spec->estimate);
    if (weight) {
        w->floor = weight->floor;
        w->weight = weight->w ? clpwl_function_name(weight->w) : NULL;
        if (plan->has_density)
            clpwl__density_estimate(&plan->density, segments, plan->o.partition, plan->o.fit, 1,
                                    &w->estimate);
        if (plan->shaped)
            keep_one(&w->estimate, plan->o.norm);
        if (norms == CLPWL__MEASURE_ALL)
            plan->to = plan->from + (to - plan->from) / 2;
        if (norms)
            TRY(measure(plan, weight, segments, norms, give_up, &w->measured));
        spec->weighting = w;
        plan->from = plan->to;
        plan->to = to;
    }
    if (norms && (!weight || norms == CLPWL__MEASURE_ALL))
        TRY(measure(plan, NULL, segments, norms, give_up, &spec->measured));
done:
    return status;
}

clpwl_status clpwl__plan_trial(clpwl__plan *plan, size_t segments, unsigned norms,
                               double give_up, clpwl_table **out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_weighting weighting;
    TRY(make_room(plan, segments));
    TRY(put_knots(plan, segments, norms != 0));
    TRY(clpwl__fit_values(plan->o.fit, plan->f, clpwl__plan_weight(plan, clpwl__fit_norm(plan->o.fit)),
                          plan->knots, segments,
                          norms == CLPWL__MEASURE_ALL ? CLPWL__FIT_TOLERANCE : search_digits,
                          plan->values));
    if (plan->o.fit == CLPWL_FIT_ABOVE || plan->o.fit == CLPWL_FIT_BELOW)
        TRY(clpwl__clear_of_rounding(plan->o.fit, plan->f, plan->o.partition, plan->o.shaper,
                                     &plan->how, plan->knots, segments, plan->values));
    TRY(find_errors(plan, segments, norms, give_up, &spec, &weighting));
    spec.knots = plan->knots;
    spec.values = plan->values;
    spec.segments = segments;
    spec.partition = plan->o.partition;
    spec.fit = plan->o.fit;
    spec.extend = plan->o.extend;
    spec.function = clpwl_function_name(plan->f);
    spec.opencl = clpwl_function_opencl(plan->f);
    spec.opencl_native = clpwl_function_opencl_native(plan->f);
    if (plan->shaped)
        clpwl__plan_unshape(plan, &spec, plan->knots);
    TRY(clpwl_table_create(out, &spec));
done:
    return status;
}

clpwl_status clpwl__plan_may(clpwl__plan *plan, size_t segments, double error, int *may)
{
    clpwl_status status = CLPWL_OK;
    *may = 1;
    if (plan->shaped || plan->o.norm != CLPWL_NORM_LINF || plan->o.effort != CLPWL_EFFORT_ASYMPTOTIC ||
        !clpwl__fit_in_tube(plan->o.fit))
        goto done;
    TRY(make_room(plan, segments));
    TRY(put_knots(plan, segments, 0));
    TRY(clpwl__minimax_may(plan->f, plan->o.weight, plan->o.fit, plan->knots, segments, error,
                           may));
done:
    return status;
}

/* Uniform knots do without f''; only the estimate is then unknown. */
static clpwl_status look_at_curvature(clpwl__plan *plan)
{
    const clpwl_weight *weight = plan->o.weight ? clpwl__plan_weight(plan, plan->o.norm) : NULL;
    clpwl_status status = clpwl__density_create(&plan->density, plan->f, plan->o.a, plan->o.b,
                                                weight, plan->o.norm);
    plan->has_density = status == CLPWL_OK;
    if (plan->o.partition == CLPWL_PARTITION_UNIFORM && (status == CLPWL_ERR_NOT_FINITE ||
                                               status == CLPWL_ERR_NUMERIC))
        status = CLPWL_OK;
    return status;
}

clpwl_error clpwl__plan_measured(const clpwl__plan *plan, const clpwl_table *table)
{
    return plan->o.weight ? clpwl_table_weighting(table)->measured : clpwl_table_measured(table);
}

clpwl_status clpwl__plan_executed(const clpwl__plan *plan, const clpwl_table *table,
                                  const clpwl_execution *how, clpwl_error measured,
                                  clpwl_error *out)
{
    const clpwl_function *f = plan->shaped ? clpwl__shaped_source(plan->shaped) : plan->f;
    return clpwl__executed_weighted(f, plan->o.weight, table, how, measured, 0, out);
}

/* The weighted error in fp32, for the table's record. */
static clpwl_status seal(const clpwl__plan *plan, clpwl_table *table)
{
    clpwl_status status = CLPWL_OK;
    clpwl_error executed;
    if (!plan->o.weight)
        goto done;
    TRY(clpwl__plan_executed(plan, table, NULL, clpwl__plan_measured(plan, table), &executed));
    clpwl__table_set_executed(table, executed);
done:
    return status;
}

clpwl_status clpwl_design(clpwl_table **out, const clpwl_function *f,
                          const clpwl_design_options *options)
{
    clpwl_status status = CLPWL_OK;
    clpwl__plan plan = {.from = 0, .to = 1};
    clpwl_table *table = NULL;
    size_t segments;
    CHECK(out && f, CLPWL_ERR_ARGUMENT, "%s is NULL", out ? "f" : "out");
    *out = NULL;
    TRY(resolve(&plan.o, f, options));
    plan.x0 = plan.o.a;
    plan.width = plan.o.b - plan.o.a;
    plan.how = clpwl__execution_of(&plan.o);
    if (plan.o.shaper == CLPWL_SHAPER_AUTO) {
        status = clpwl__design_any_shaper(out, f, &plan.o);
        goto done;
    }
    if (plan.o.shaper != CLPWL_SHAPER_NONE)
        TRY(clpwl__plan_shape(&plan, f));
    segments = plan.o.segments;
    if (segments)
        TRY(make_room(&plan, segments));
    TRY(clpwl__plan_look(&plan, plan.shaped ? clpwl__shaped_function(plan.shaped) : f));
    TRY(look_at_curvature(&plan));
    if (!segments)
        TRY(clpwl__plan_search(&plan, &segments));
    plan.from = plan.to < 1 ? plan.to : 0;
    plan.to = 1;
    TRY(clpwl__plan_trial(&plan, segments, CLPWL__MEASURE_ALL, HUGE_VAL, &table));
    TRY(seal(&plan, table));
    *out = table;
    table = NULL;
done:
    clpwl_table_free(table);
    clpwl__plan_forget(&plan);
    clpwl__shaped_free(plan.shaped);
    clpwl__density_free(&plan.density);
    clpwl__free(plan.knots);
    clpwl__free(plan.values);
    return status;
}
