/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/refusal.h"
#include <stdio.h>
#include "base/array.h"
#include "base/number.h"
#include "design/shaper_choice.h"
#include "design/singular.h"
#include "error/estimate.h"
#include "execution/weighted.h"
#include "refine/refine.h"

enum {
    FINE = 4096, /* segments of a table for the rounding, if the first cannot show it */
    FLOORS = 6,  /* of relative errors that are tried */
    REACH_ROOM = CLPWL__NUMBER_ROOM + 60
};
static const double least_relative = 0x1p-20; /* a look-up has some roundings of 2^-24 at any floor */

clpwl_status clpwl__find_rounding(clpwl__plan *plan, size_t segments,
                                  const clpwl_execution *execution, double *out)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_effort effort = plan->o.effort;
    clpwl_table *table = NULL;
    clpwl_error e;
    plan->o.effort = CLPWL_EFFORT_ASYMPTOTIC; /* knots that are moved for a storage round no less */
    TRY(clpwl__plan_trial(plan, segments, 0, HUGE_VAL, &table));
    TRY(clpwl__plan_executed(plan, table, execution, 1, &e));
    *out = clpwl__times_added(plan->o.fit) * clpwl_error_in(&e, plan->o.norm);
done:
    plan->o.effort = effort;
    clpwl_table_free(table);
    return status;
}

clpwl_status clpwl__find_floor(clpwl__plan *plan, double *floor)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &plan->o;
    double finer;
    TRY(clpwl__find_rounding(plan, CLPWL__REFERENCE, NULL, floor));
    if ((!o->weight && o->norm == CLPWL_NORM_LINF) || clpwl__reliable * *floor < o->max_error ||
        FINE > o->max_segments)
        goto done;
    /* Two floors are too high with long segments. A segment that spans magnitudes has the
     * rounding of its largest value and the relative error of its smallest. The sums L1 and L2
     * take a bend of f as a whole if one segment covers it. */
    TRY(clpwl__find_rounding(plan, FINE, NULL, &finer));
    *floor = fmin(*floor, finer);
done:
    return status;
}

/* What more segments than were tried would reach: the law of the last three trials, as far as it gains
 * more than a hundredth. Returns their number; 0: three trials show no law. */
static size_t predict_reach(const clpwl__bracket *b, double *reached)
{
    const clpwl__seen *seen = b->seen;
    size_t most = b->plan->o.max_segments / b->stride * b->stride, n = seen[0].n;
    if (seen[2].n == 0)
        return 0;
    double power = clpwl__fall(&seen[1], seen[1].measured, &seen[0], seen[0].measured);
    double before = clpwl__fall(&seen[2], seen[2].measured, &seen[1], seen[1].measured);
    double growth = fmax(-clpwl__fall(&seen[1], seen[1].rounding, &seen[0], seen[0].rounding), 0);
    if (!(fmin(power, before) > 0.1 && fabs(power - before) < 0.1 * power))
        return 0;
    power = fmin(power, 2 * power - before); /* it may go on falling */
    *reached = b->e_best;
    while (n < most) {
        size_t next = n < most / 2 ? 2 * n : most;
        double times = (double)next / (double)seen[0].n;
        double error = seen[0].measured * pow(times, -power) +
                       seen[0].rounding * pow(times, growth);
        if (!(error < 0.99 * *reached))
            break;
        *reached = error;
        n = next;
    }
    return n > seen[0].n ? n : 0;
}

/* Whether the floor, for a filter or a storage the rounding of a fine table, is below the target. A design
 * that fails does not meet it; the status is an error only if no other design is to be tried. */
static clpwl_status may_meet(clpwl__plan *plan, int *may)
{
    const clpwl_design_options *o = &plan->o;
    size_t n = FINE < o->max_segments ? FINE : o->max_segments;
    double floor;
    clpwl_status status = clpwl__is_plain(o->execution) ? clpwl__find_floor(plan, &floor)
                                                 : clpwl__find_rounding(plan, n, o->execution, &floor);
    *may = status == CLPWL_OK && floor < clpwl__reliable * o->max_error;
    return clpwl__is_final(status) ? status : CLPWL_OK;
}

static clpwl_status would_meet(const clpwl_function *f, const clpwl_design_options *o, int *would)
{
    clpwl__plan other;
    clpwl_status status = clpwl__plan_create(&other, f, o);
    *would = 0;
    if (status == CLPWL_OK)
        status = may_meet(&other, would);
    clpwl__plan_free(&other);
    return clpwl__is_final(status) ? status : CLPWL_OK;
}

/* Whether an optimized partition rounds by less than the target: for relative errors also with knots around
 * the zeros of f, as designs have them. */
static clpwl_status may_optimized_meet(clpwl__plan *plan, int *meets)
{
    clpwl_status status = CLPWL_OK;
    clpwl__broken graded[2] = {0};
    clpwl_design_options o = plan->o;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    *meets = 0;
    if (plan->o.partition == o.partition || o.shaper != CLPWL_SHAPER_NONE || !plan->has_density)
        goto done;
    plan->o.partition = o.partition;
    status = may_meet(plan, meets);
    plan->o.partition = CLPWL_PARTITION_UNIFORM;
    TRY(status);
    if (*meets || o.norm != CLPWL_NORM_LINF)
        goto done;
    TRY(clpwl__grade_zeros(plan->subject.f, &o, graded));
    if (graded[1].kinks)
        TRY(would_meet(&graded[1].f, &o, meets));
done:
    clpwl__broken_free(&graded[1]);
    clpwl__broken_free(&graded[0]);
    return status;
}

/* The largest |f| at some places: no relative error has a floor above it. */
static double find_largest(const clpwl__plan *plan)
{
    enum { PLACES = 256 };
    const clpwl__subject *subject = &plan->subject;
    double largest = 0;
    for (int i = 0; i <= PLACES; i++) {
        double s = clpwl__step_at(subject->s0, subject->s1, i, PLACES);
        largest = fmax(largest, fabs(clpwl__function_raw(&subject->in_s, s)));
    }
    return largest;
}

/* Whether equal segments in log2(x) round by less than the target, as for a power over many magnitudes. */
static clpwl_status may_log2_meet(clpwl__plan *plan, int *meets)
{
    clpwl_design_options o = plan->o;
    *meets = 0;
    if (o.a <= 0 || o.shaper != CLPWL_SHAPER_NONE || o.symmetry != CLPWL_SYMMETRY_NONE ||
        o.effort != CLPWL_EFFORT_ASYMPTOTIC || o.extend == CLPWL_EXTEND_REPEAT ||
        o.extend == CLPWL_EXTEND_MIRROR)
        return CLPWL_OK;
    o.partition = CLPWL_PARTITION_UNIFORM;
    o.shaper = CLPWL_SHAPER_LOG2;
    return would_meet(plan->subject.f, &o, meets);
}

/* Whether the search of a callback took half of its time: advice takes some designs more. */
static int is_costly(const clpwl__plan *plan)
{
    const clpwl_function *w = plan->o.weight ? plan->o.weight->w : NULL;
    int is_ours = clpwl__function_is_ours(plan->subject.f) && (!w || clpwl__function_is_ours(w));
    return !is_ours && clpwl__plan_seconds(plan) > plan->patience / 2;
}

/*
 * What would round by less: a domain that begins and ends at fp32 numbers, an optimized partition, whose
 * segments begin at such, equal segments in log2(x), or a higher floor of relative errors. Where |f| is below
 * the present floor, the first floor tried takes `rounding` to half the target. Each other one is ten times
 * that before.
 *   is_most  whether the rounding is most of the error; else no other domain is named
 * Writes at most `room` characters. CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
static clpwl_status write_advice(clpwl__plan *plan, double rounding, int is_most, char *out, size_t room)
{
    clpwl_status status = CLPWL_OK;
    clpwl_design_options o = plan->o;
    char a[CLPWL__NUMBER_ROOM], b[CLPWL__NUMBER_ROOM];
    int meets = 0;
    out[0] = '\0';
    if (is_costly(plan))
        goto done;
    o.a = clpwl__float_at_least(o.a);
    o.b = clpwl__float_at_most(o.b);
    if (is_most && (o.a != plan->o.a || o.b != plan->o.b) && o.a < o.b)
        TRY(would_meet(plan->subject.f, &o, &meets));
    if (meets) {
        clpwl__number_format(a, clpwl__half_is_same(&o) ? -o.b : o.a);
        clpwl__number_format(b, o.b);
        snprintf(out, room, "; the domain [%s, %s], whose ends are fp32 numbers, rounds by less", a, b);
        goto done;
    }
    TRY(may_optimized_meet(plan, &meets));
    if (meets)
        snprintf(out, room, "; an optimized partition rounds by less");
    else
        TRY(may_log2_meet(plan, &meets));
    if (meets && !*out)
        snprintf(out, room, "; the shaper log2, with a uniform partition, rounds by less");
    o = plan->o;
    if (meets || !o.weight || o.weight->floor == 0 || o.max_error < least_relative)
        goto done;
    clpwl_weight weight = *o.weight;
    weight.floor *= 2 * rounding / o.max_error;
    o.weight = &weight;
    const double largest = find_largest(plan);
    for (int i = 0; i < FLOORS && !meets && weight.floor < largest; i++, weight.floor *= 10) {
        snprintf(a, sizeof a, "%.1g", weight.floor);
        weight.floor = strtod(a, NULL);
        TRY(would_meet(plan->subject.f, &o, &meets));
        if (meets)
            snprintf(out, room, "; relative errors with the floor %s round by less", a);
    }
done:
    return status;
}

/* "N segments reach ERROR", of the best trial. */
static void write_reach(const clpwl__bracket *b, char out[REACH_ROOM])
{
    char figure[CLPWL__NUMBER_ROOM];
    clpwl__number_above(figure, b->e_best);
    size_t best = clpwl__sides(&b->plan->o) * b->best;
    if (best)
        snprintf(out, REACH_ROOM, "%zu segment%s reach%s %s", best, best == 1 ? "" : "s",
                 best == 1 ? "es" : "", figure);
    else
        snprintf(out, REACH_ROOM, "the first trial did not end");
}

/* A number of segments that meet the target by another fit and partition; 0: none is found among some. A
 * trial that fails meets no target. CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED. */
static clpwl_status try_other(clpwl__bracket *b, clpwl_fit fit, clpwl_partition partition, size_t *meets)
{
    enum { GROWTH = 16 };
    clpwl_status status = CLPWL_OK;
    clpwl_design_options *o = &b->plan->o;
    const clpwl_design_options given = *o;
    size_t most = b->best < CLPWL__QUICK_FIT ? b->best : CLPWL__QUICK_FIT / b->stride * b->stride;
    double error = HUGE_VAL, least = b->plan->least_error;
    if (partition == CLPWL_PARTITION_OPTIMIZED)
        most = o->max_segments < CLPWL__QUICK_FIT ? o->max_segments : CLPWL__QUICK_FIT;
    *meets = 0;
    o->fit = fit;
    o->partition = partition;
    o->effort = CLPWL_EFFORT_ASYMPTOTIC;
    for (size_t n = GROWTH; status == CLPWL_OK && !*meets && n < GROWTH * most; n *= GROWTH) {
        size_t segments = n < most && partition == CLPWL_PARTITION_OPTIMIZED ? n : most;
        n = segments == most ? GROWTH * most : n;
        b->plan->tried = 0;
        status = clpwl__bracket_measure(b, segments, HUGE_VAL, &error);
        *meets = status == CLPWL_OK && error <= b->target ? segments : 0;
    }
    *o = given;
    b->plan->least_error = least;
    return clpwl__is_final(status) ? status : CLPWL_OK;
}

/* Appends the fit or the partition that meets the target. */
static clpwl_status write_other(clpwl__bracket *b, char *out, size_t room)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__plan *plan = b->plan;
    const clpwl_design_options *o = &plan->o;
    size_t meets = 0, sides = clpwl__sides(o);
    int is_uniform = o->partition == CLPWL_PARTITION_UNIFORM;
    out[0] = '\0';
    if (o->effort == CLPWL_EFFORT_ASYMPTOTIC && o->fit == CLPWL_FIT_INTERPOLANT && o->norm == CLPWL_NORM_LINF)
        TRY(try_other(b, CLPWL_FIT_MINIMAX, o->partition, &meets));
    if (meets) {
        snprintf(out, room, "; a minimax fit meets it, with %zu or fewer", sides * meets);
        goto done;
    }
    if (is_uniform ? o->shaper == CLPWL_SHAPER_NONE && plan->has_density
                   : clpwl__weight_error(o->execution) > 0) /* which grows where knots are dense */
        TRY(try_other(b, o->fit, is_uniform ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM, &meets));
    if (meets)
        snprintf(out, room, "; %s partition meets it, with %zu or fewer",
                 is_uniform ? "an optimized" : "a uniform", sides * meets);
done:
    return status;
}

/* Fails with the line that says why no number of segments meets the target. A floor above the error of the
 * best trial is that of the largest number tried: the rounding of coordinates may grow with the number. */
clpwl_status clpwl__refuse_rounding(const clpwl__bracket *b, double floor)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &b->plan->o;
    char advice[2 * CLPWL__NUMBER_ROOM + 80], reach[REACH_ROOM], least[CLPWL__NUMBER_ROOM];
    char about[CLPWL__NUMBER_ROOM], more[CLPWL__NUMBER_ROOM + 40] = "", of[40] = "";
    double reached = 0;
    size_t n = predict_reach(b, &reached);
    const clpwl_execution *filter = o->execution;
    int is_coded = filter->storage != CLPWL_STORAGE_FLOAT32;
    TRY(write_advice(b->plan, floor, floor > b->e_best / 2, advice, sizeof advice));
    write_reach(b, reach);
    clpwl__number_apart(least, floor, o->max_error);
    if (floor > b->e_best)
        snprintf(of, sizeof of, " with %zu segments", clpwl__sides(o) * b->lo);
    if (n > 0) {
        clpwl__number_above(about, reached);
        snprintf(more, sizeof more, ", %zu about %s", clpwl__sides(o) * n, about);
    }
    CHECK(0, CLPWL_ERR_TARGET,
          "a max error of %g in %s cannot be met: %s%s alone comes to %s%s; %s%s%s%s%s",
          o->max_error, clpwl_norm_name(o->norm),
          filter->weight_bits || filter->value_error > 0 ? "rounding in the filter" : "rounding in fp32",
          clpwl__fit_is_one_sided(o->fit) ? ", twice in a bound of f," : "", least, of,
          reach, is_coded ? " in " : "", is_coded ? clpwl_storage_name(filter->storage) : "", more, advice);
done:
    return status;
}

/* About how many segments of an optimized partition meet the target, by its asymptotic error. */
static clpwl_status write_estimate(const clpwl__bracket *b, char *out, size_t room)
{
    clpwl_status status = CLPWL_OK;
    clpwl__plan *plan = b->plan;
    const size_t many = 1 << 16, sides = clpwl__sides(&plan->o);
    int meets;
    clpwl_error e;
    TRY(may_optimized_meet(plan, &meets));
    if (!meets)
        goto done;
    clpwl__density_estimate(&plan->density, many, CLPWL_PARTITION_OPTIMIZED, plan->o.fit, 1, &e);
    double needed = (double)many * sqrt(clpwl_error_in(&e, plan->o.norm) / b->target);
    if (needed < (double)plan->o.max_segments)
        snprintf(out, room, "; an optimized partition takes about %.2g", (double)sides * needed);
done:
    return status;
}

clpwl_status clpwl__refuse(clpwl__bracket *b)
{
    clpwl_status status = CLPWL_OK;
    clpwl__plan *plan = b->plan;
    const clpwl_storage storage = plan->o.execution->storage;
    const size_t sides = clpwl__sides(&plan->o);
    char reach[REACH_ROOM], plain[CLPWL__NUMBER_ROOM], other[80] = "", more[60] = "", hint[120] = "";
    write_reach(b, reach);
    plan->is_limited = 0;
    int is_coded = storage != CLPWL_STORAGE_FLOAT32;
    int is_least = clpwl__weight_error(plan->o.execution) == 0; /* else errors fall with the segments */
    if (is_coded && is_least && b->late && b->best && !(clpwl__bracket_needed(b) > 0))
        TRY(clpwl__bracket_try_plain(b, b->best));
    clpwl__number_above(plain, b->plain.measured);
    /* Values on one side are not chosen: five of five refined designs were refused, too. */
    int may_refine = plan->o.effort == CLPWL_EFFORT_ASYMPTOTIC && !clpwl__fit_is_one_sided(plan->o.fit) &&
                     clpwl__refine_check(plan->o.norm, plan->o.fit, CLPWL_EFFORT_REFINED, 0) == CLPWL_OK;
    int is_uniform = plan->o.partition == CLPWL_PARTITION_UNIFORM;
    /* Of 13 targets that uniform knots missed, optimized ones met none. Refined ones met six of eight. */
    const char *knots = !may_refine  ? ""
                        : is_uniform ? "an optimized partition with refined knots, "
                                     : "refined knots, ";
    if (is_coded)
        snprintf(hint, sizeof hint, "; ask for %sa larger error or another storage", knots);
    CHECK(!b->plain.n, CLPWL_ERR_TARGET,
          "a max error of %g in %s is met in %s by none of the numbers of segments tried: %s, more gain "
          "little, and in float32 %zu reach %s%s",
          b->target, clpwl_norm_name(plan->o.norm), clpwl_storage_name(storage), reach,
          sides * b->plain.n, plain, hint);
    plan->is_limited = b->beyond > 0 || b->late;
    if (b->beyond > 0 && is_least && !is_coded)
        TRY(write_estimate(b, other, sizeof other));
    CHECK(!b->beyond, CLPWL_ERR_TARGET,
          "a max error of %g in %s takes about %.2g segments, and at most %zu are allowed: %s%s",
          b->target, clpwl_norm_name(plan->o.norm), (double)sides * b->beyond,
          sides * plan->o.max_segments, reach, other);
    if (b->late || b->stale)
        TRY(clpwl__check_gaps(&plan->subject, &plan->o, b->target, plan->worst));
    double up = is_coded ? 1.1 : 1; /* errors in a storage go up and down, those of cos(60 x) by 5 % */
    double near = is_least ? up * clpwl__bracket_needed(b) : 0, needed = near > 0 ? near : b->needed;
    if (near > 0 || needed > 4 * (double)b->best)
        snprintf(more, sizeof more, ", and about %.2g are needed", (double)sides * needed);
    int may_ask = *more && needed <= (double)b->most;
    other[0] = '\0';
    if (b->late && !plan->waits)
        TRY(write_other(b, other, sizeof other));
    CHECK(!b->late, CLPWL_ERR_TARGET,
          "a max error of %g in %s was not met by a search that ended after %g s%s: %s%s%s", b->target,
          clpwl_norm_name(plan->o.norm), round(plan->patience), plan->waits ? "" : " of processor time",
          reach, more, other[0] ? other : may_ask ? "; ask for a number of segments"
                                                  : "; ask for a larger error");
    if (b->floored > 0 || (is_least && b->best_rounding > b->e_best / 2))
        TRY(clpwl__refuse_rounding(b, b->floored > 0 ? b->floored : b->best_rounding));
    TRY(write_other(b, other, sizeof other));
    CHECK(!is_coded && !b->stale, CLPWL_ERR_TARGET, /* errors in a storage go up and down */
          "a max error of %g in %s is met%s%s by none of the numbers of segments tried: %s%s%s%s",
          b->target, clpwl_norm_name(plan->o.norm), is_coded ? " in " : "",
          is_coded ? clpwl_storage_name(storage) : "", reach, b->stale ? ", and more gained nothing" : "",
          hint, other);
    plan->is_limited = 1;
    CHECK(0, CLPWL_ERR_TARGET,
          "a max error of %g in %s cannot be met with at most %zu segments: %s%s", b->target,
          clpwl_norm_name(plan->o.norm), sides * b->most, reach, other);
done:
    return status;
}
