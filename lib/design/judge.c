/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/judge.h"
#include "error/estimate.h"
#include "execution/one_sided.h"
#include "execution/weighted.h"
#include "fit/fit.h"
#include "fit/minimax.h"
#include "partition/partition.h"
#include "table/shaper.h"
#include "table/table.h"

enum {
    QUICK = 1 << 18,         /* segments of which a trial takes a tenth of a second, */
    QUICK_FIT = 1 << 16,     /* so many if nodal values are fitted, */
    QUICK_REFINED = 1 << 14, /* and so many if knots are refined */
    TRIALS = 64              /* the budget of a search is that many times these segments; from a 64th of
                                them on an error is near its law */
};

void clpwl__judge_free(clpwl__judge *j)
{
    clpwl__free(j->each);
    clpwl__candidate_free(&j->c);
    clpwl__free(j->kinks.kinks);
}

static clpwl_status measure_errors(clpwl__judge *j, const clpwl_weight *weight, size_t segments,
                                   unsigned norms, clpwl_error *out)
{
    const clpwl__candidate *c = &j->c;
    clpwl__measure how = {.weight = weight, .norms = norms,
                          .progress = clpwl__candidate_report, .progress_user = &j->c,
                          .each = weight ? j->each : NULL, .worst = &j->worst};
    return clpwl__problem_measure(&c->problem, &how, c->knots, c->values, segments, out);
}

static void estimate_errors(const clpwl__candidate *c, size_t segments, int weighted, clpwl_error *out)
{
    const double halves = (double)c->problem.sides;
    if (!c->has_density)
        return;
    clpwl__density_estimate(&c->density, clpwl__part_of(c, segments), c->o.partition, c->o.fit, weighted,
                            out);
    out->l1 *= halves;
    out->l2 *= sqrt(halves);
    if (c->problem.shaped) { /* the density has the weight of one norm: dx/ds counts in L1 and L2 alone */
        const clpwl_norm norm = weighted ? c->o.norm : CLPWL_NORM_LINF;
        *out = (clpwl_error){norm == CLPWL_NORM_L1 ? out->l1 : (double)NAN,
                             norm == CLPWL_NORM_L2 ? out->l2 : (double)NAN,
                             norm == CLPWL_NORM_LINF ? out->linf : (double)NAN};
    }
}

/* The estimated and measured errors of a table. The unweighted errors of a weighted design are
 * not needed in a search: they are measured only if all norms are. */
static clpwl_status find_errors(clpwl__judge *j, size_t segments, unsigned norms,
                                clpwl_table_spec *spec, clpwl_weighting *w)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__candidate *c = &j->c;
    const clpwl_weight *weight = c->o.weight;
    estimate_errors(c, segments, 0, &spec->estimate);
    if (weight) {
        *w = (clpwl_weighting){.floor = weight->floor, .weight = weight->w ? weight->w->name : NULL,
                               .estimate = CLPWL_ERROR_NAN, .measured = CLPWL_ERROR_NAN,
                               .proved = CLPWL_ERROR_NAN, .executed = CLPWL_ERROR_NAN};
        estimate_errors(c, segments, 1, &w->estimate);
        TRY(measure_errors(j, weight, segments, norms, &w->measured));
        spec->weighting = w;
    }
    if (!weight || norms == CLPWL__MEASURE_ALL)
        TRY(measure_errors(j, NULL, segments, norms, &spec->measured));
    if (norms == CLPWL__MEASURE_ALL) {
        clpwl__drop_estimates(&spec->estimate, &spec->measured);
        if (weight)
            clpwl__drop_estimates(&w->estimate, &w->measured);
    }
done:
    return status;
}

/* A table with so many segments, and its errors in these norms: CLPWL__MEASURE_LINF and so on. */
static clpwl_status make_table(clpwl__judge *j, size_t segments, unsigned norms, clpwl_table **out)
{
    clpwl_status status = CLPWL_OK;
    clpwl__candidate *c = &j->c;
    const clpwl_design_options *o = &c->o;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_weighting weighting;
    clpwl_constraints held;
    clpwl__difference d;
    TRY(clpwl__candidate_line(c, segments));
    TRY(clpwl__reserve(&j->each, &j->room, 2 * segments + 1, sizeof *j->each));
    TRY(find_errors(j, segments, norms, &spec, &weighting));
    spec.knots = c->knots;
    if (c->problem.shaped) {
        double *x = j->each + segments;
        for (size_t i = 0; i <= segments; i++)
            x[i] = clpwl__shaper_knot(o->shaper, o->a, o->b, segments, i);
        spec.knots = x;
    }
    spec.values = c->values;
    spec.segments = segments;
    spec.partition = o->partition;
    spec.shaper = o->shaper;
    spec.fit = o->fit;
    spec.extend = o->extend;
    spec.tails = o->tails;
    spec.symmetry = o->symmetry;
    spec.storage = o->execution->storage;
    if (o->constraints) {
        held = *o->constraints;
        spec.constraints = &held;
    }
    if (o->constraints && (held.keep_integral || held.slope_error > 0)) {
        TRY(clpwl__problem_difference(&c->problem, c->knots, c->values, segments, &d, &j->steepest));
        held.slope_found = held.slope_error > 0 ? d.slope : 0;
        held.integral = d.integral; /* of f less the line, to which that of the line is added */
        for (size_t i = 0; i < segments; i++)
            held.integral += (c->knots[i + 1] - c->knots[i]) * (c->values[i] + c->values[i + 1]) / 2;
    }
    spec.function = c->problem.f->name;
    spec.opencl = clpwl_function_opencl(c->problem.f);
    spec.opencl_native = clpwl_function_opencl_native(c->problem.f);
    TRY(clpwl_table_create(out, &spec));
done:
    return status;
}

/* The error of the last table as executed, in the norm. It is weighted if the design is. */
static clpwl_status find_executed(const clpwl__judge *j, const clpwl_table *table,
                                  const clpwl_execution *execution, clpwl_error *out)
{
    return clpwl__executed_weighted(j->c.problem.f, j->c.o.weight, table, execution,
                                    clpwl__table_measured(table), 0, j->c.o.weight ? j->each : NULL, out);
}

clpwl_status clpwl__judge_all(clpwl__judge *j, const clpwl__found *found, clpwl_table **out)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &j->c.o;
    clpwl_target target = {.max_error = o->max_error, .norm = o->norm, .storage = o->execution->storage,
                           .weight_bits = o->execution->weight_bits,
                           .ended_by = found->ended == CLPWL__ENDED_BUDGET ? CLPWL_ENDED_BY_BUDGET
                                       : found->ended == CLPWL__ENDED_TIME ? CLPWL_ENDED_BY_TIME
                                                                           : CLPWL_ENDED_BY_SEARCH};
    clpwl_table *table = NULL;
    clpwl_error executed;
    TRY(make_table(j, found->segments, CLPWL__MEASURE_ALL, &table));
    const clpwl_execution plain = clpwl__execution_of(table);
    const double off = clpwl_table_constraints_error(table, &plain).range;
    CHECK(!isnan(off), CLPWL_ERR_MEMORY, "out of memory: the roundings of a table");
    CHECK(off == 0, CLPWL_ERR_TARGET,
          "values in fp32 would leave the range from %g to %g by %.3g: exact values "
          "at its ends leave roundings no room", o->constraints->lo, o->constraints->hi, off);
    if (o->weight) {
        TRY(find_executed(j, table, &plain, &executed));
        clpwl__table_set_executed(table, executed);
    }
    if (o->max_error > 0) {
        TRY(find_executed(j, table, o->execution, &executed));
        target.reached = clpwl_error_in(&executed, o->norm);
        clpwl__table_set_target(table, &target);
    }
    *out = table;
    table = NULL;
done:
    clpwl_table_free(table);
    return status;
}

static clpwl_status measure(void *user, size_t segments, clpwl__trial *out)
{
    clpwl__judge *j = user;
    clpwl__candidate *c = &j->c;
    const clpwl_design_options *o = &c->o;
    clpwl_status status = CLPWL_OK;
    clpwl_table *table = NULL;
    clpwl_error measured, executed;
    *out = (clpwl__trial){segments, HUGE_VAL, 0};
    if (clpwl__part_of(c, segments) < c->numbers.least)
        goto done;
    clpwl__share_next(&c->share, 0.1); /* the number of trials is not known */
    status = make_table(j, segments, clpwl__measure_of(o->norm), &table);
    if (status == CLPWL_ERR_CANCELLED && c->has_ended) {
        out->segments = 0;
        status = CLPWL_OK;
        goto done;
    }
    TRY(status);
    measured = clpwl__table_measured(table);
    TRY(find_executed(j, table, o->execution, &executed));
    out->error = clpwl_error_in(&executed, o->norm);
    out->added = clpwl__times_added(o->fit) * (out->error - clpwl_error_in(&measured, o->norm));
    const clpwl_constraints *held = clpwl_table_constraints(table);
    if (held && held->slope_error > 0) {
        const double slope = held->slope_found / held->slope_error;
        j->worst = o->max_error * slope > out->error ? j->steepest : j->worst;
        out->error = fmax(out->error, o->max_error * slope);
    }
    if (out->error <= o->max_error)
        clpwl__candidate_keep(c, segments);
done:
    clpwl_table_free(table);
    return status;
}

/* For refined knots in Linf a path along a mesh tells, far faster than a table, how few segments of the part
 * may have the measured error that is left: fewer are not enough for certain. For interpolants it is that for
 * knots on a mesh. Execution adds a part that varies with N: by 1 % for GELU within 2e-6, by a third where
 * most of the error is rounding. Half of what it adds to another table leaves enough. The moves of one-sided
 * lines may add to smaller errors than the largest one. Where the caller's time ends here, the next trial
 * ends at once. */
static clpwl_status can_meet(void *user, size_t segments, const clpwl__trial *near, int *can)
{
    clpwl_status status = CLPWL_OK;
    clpwl__judge *j = user;
    clpwl__candidate *c = &j->c;
    const clpwl_design_options *o = &c->o;
    /* Values in 8 or 16 bits are chosen, and so may be better than those of an interpolant. */
    const clpwl_fit fit = o->fit == CLPWL_FIT_INTERPOLANT && o->execution->storage != CLPWL_STORAGE_FLOAT32
                              ? CLPWL_FIT_MINIMAX
                              : o->fit;
    const size_t part = clpwl__part_of(c, segments);
    const clpwl_function *f = fit == CLPWL_FIT_INTERPOLANT ? &c->problem.in_s : &c->problem.pieces.f;
    const clpwl__watch watch = {clpwl__candidate_report, c};
    const double left = o->max_error - near->added / 2 / clpwl__times_added(o->fit);
    *can = 1;
    if (o->norm == CLPWL_NORM_LINF && o->effort != CLPWL_EFFORT_ASYMPTOTIC && j->fewest == 0) {
        TRY(clpwl__candidate_put_knots(c, segments, 0));
        TRY(clpwl__minimax_fewest(f, o->weight, fit, &watch, clpwl__part_knots(c, segments), part, left,
                                  &j->fewest));
    }
    *can = part >= j->fewest;
done:
    return status == CLPWL_ERR_CANCELLED && c->has_ended ? CLPWL_OK : status;
}

/* The N at which the estimate is the max error. Estimates of segments longer than the places where f bends
 * are too low, and do not fall as 1/N^2. */
static double guess_segments(const clpwl__candidate *c)
{
    clpwl_error estimate;
    double n = QUICK / TRIALS, at = 0;
    while (c->has_density && n > 1.01 * at && n <= (double)c->o.max_segments) {
        at = n;
        estimate_errors(c, (size_t)at, 1, &estimate);
        n = ceil(at * sqrt(clpwl_error_in(&estimate, c->o.norm) / c->o.max_error));
    }
    return n;
}

static size_t likely(void *user, size_t from, size_t below)
{
    clpwl__judge *j = user;
    const size_t sides = j->c.problem.sides;
    return sides * clpwl__kink_number(&j->kinks, (from + sides - 1) / sides, below / sides);
}

clpwl_status clpwl__judge_search(clpwl__judge *j, clpwl__search *out)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__candidate *c = &j->c;
    const clpwl_design_options *o = &c->o;
    const clpwl__problem *problem = &c->problem;
    const size_t sides = problem->sides;
    const size_t quick = o->effort != CLPWL_EFFORT_ASYMPTOTIC ? QUICK_REFINED
                         : o->fit != CLPWL_FIT_INTERPOLANT    ? QUICK_FIT
                                                              : QUICK;
    const size_t pieces = c->density.piece_count; /* more segments than these have all kinks as knots */
    const size_t lawful = quick / TRIALS;
    size_t count, on_kinks = 0;
    const double *kinks = clpwl_function_kinks(&problem->in_s, &count);
    const size_t least = 2 * (count + 1); /* each kink takes a segment */
    const size_t few = least > CLPWL__SMALL_STRIDE ? least : CLPWL__SMALL_STRIDE;
    if (o->partition == CLPWL_PARTITION_UNIFORM)
        on_kinks = clpwl__find_stride(problem->s0, problem->s1, kinks, count,
                                      few < o->max_segments / sides ? few : o->max_segments / sides, 0);
    size_t stride = on_kinks ? on_kinks : 1;
    stride *= stride % c->numbers.stride ? c->numbers.stride : 1; /* exact values are at kinks, too */
    *out = (clpwl__search){.measure = measure, .can_meet = can_meet, .user = j, .target = o->max_error,
                           .guess = fmax(guess_segments(c), (double)(sides * c->numbers.least)),
                           .unit = sides * c->numbers.stride, .stride = sides * stride, .exact = quick,
                           .lawful = sides * (lawful > pieces ? lawful : pieces),
                           .budget = o->seconds > 0 ? HUGE_VAL : (double)TRIALS * (double)quick};
    if (count > 0 && o->partition == CLPWL_PARTITION_UNIFORM) {
        /* Fits other than the interpolant have half of its error at a kink. */
        const clpwl_error both = {(double)sides, sqrt((double)sides), 1};
        j->kinks = (clpwl__kink_numbers){.norm = o->norm, .stride = on_kinks,
                                         .smooth = out->guess / (double)sides};
        j->kinks.allowed =
            o->max_error * (o->fit == CLPWL_FIT_INTERPOLANT ? 1 : 2) / clpwl_error_in(&both, o->norm);
        TRY(clpwl__kink_numbers_find(&j->kinks, problem));
        out->likely = likely;
    }
done:
    return status;
}
