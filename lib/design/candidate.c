/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/candidate.h"
#include <float.h>
#include <unistd.h>
#include "base/parallel.h"
#include "design/constraints.h"
#include "design/lattice.h"
#include "execution/held.h"
#include "execution/one_sided.h"
#include "fit/fit.h"
#include "fit/shape.h"
#include "partition/density_knots.h"
#include "partition/partition.h"
#include "refine/refine.h"
#include "error/estimate.h"
#include "execution/weighted.h"
#include "table/symmetry.h"

/* Refuses a number of segments that would make the machine swap: malloc promises more than there is. */
static clpwl_status make_room(clpwl__candidate *c, size_t segments)
{
    enum { ARRAYS = 9 }; /* knots, values, their copies, and what fitting and saving need */
    clpwl_status status = CLPWL_OK;
    const double need = ((double)segments + 1) * ARRAYS * sizeof(double);
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    const double have = pages > 0 && page > 0 ? (double)pages * (double)page : HUGE_VAL;
    double *grown;
    if (segments <= c->room)
        goto done;
    CHECK(need <= have / 2, CLPWL_ERR_MEMORY,
          "%zu segments need %.0f GiB of memory, and this machine has %.0f GiB: at most %.0f segments",
          segments, ceil(ldexp(need, -30)), ldexp(have, -30), have / 2 / (ARRAYS * sizeof(double)) - 1);
    grown = clpwl__realloc(c->knots, segments + 1, 2 * sizeof *grown);
    CHECK(grown, CLPWL_ERR_MEMORY, "out of memory: %zu segments", segments);
    c->knots = grown;
    c->values = grown + segments + 1;
    c->room = segments;
done:
    return status;
}

/* The numbers of segments that have knots at all exact values. Paths of chords do not stop there. */
static clpwl_status find_numbers(clpwl__candidate *c)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &c->o;
    const clpwl__problem *problem = &c->problem;
    clpwl__numbers *numbers = &c->numbers;
    *numbers = (clpwl__numbers){1, 1};
    if (!o->constraints || o->constraints->count == 0)
        goto done;
    CHECK(o->fit != CLPWL_FIT_INTERPOLANT || o->effort == CLPWL_EFFORT_ASYMPTOTIC, CLPWL_ERR_ARGUMENT,
          "refined interpolants take no exact values: the fit minimax would be right");
    if (o->partition == CLPWL_PARTITION_OPTIMIZED)
        numbers->least = problem->in_s.kink_count + 1;
    else if (!o->shaper)
        TRY(clpwl__bounds_stride(&problem->limits, problem->s0, problem->s1, o->segments > 0,
                                 &numbers->stride));
    const size_t unit = problem->sides * numbers->stride, least = problem->sides * numbers->least,
                 near = (o->segments + unit / 2) / unit * unit;
    CHECK(o->segments == 0 || (o->segments % unit == 0 && o->segments >= least), CLPWL_ERR_ARGUMENT,
          "%zu segments have no knots at all exact values: %zu would be right", o->segments,
          near > least ? near : least > unit ? least : unit);
done:
    return status;
}

clpwl_status clpwl__candidate_create(clpwl__candidate *c, const clpwl_function *f,
                                     const clpwl_design_options *o, int tilt)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__problem *problem = &c->problem;
    *c = (clpwl__candidate){.o = *o};
    c->share = (clpwl__share){.progress = o->progress, .user = o->progress_user, .to = 0.1};
    TRY(make_room(c, o->segments));
    TRY(clpwl__problem_create(&c->problem, f, o));
    TRY(find_numbers(c));
    status = clpwl__density_create(&c->density, clpwl__problem_curved(problem), problem->s0, problem->s1,
                                   o->weight ? clpwl__problem_weight(problem, o->norm) : NULL, o->norm,
                                   &c->share);
    c->has_density = status == CLPWL_OK;
    /* A uniform partition needs no f''. Without an f'' only its estimate is unknown. */
    if (o->partition == CLPWL_PARTITION_UNIFORM &&
        (status == CLPWL_ERR_NOT_FINITE || status == CLPWL_ERR_NUMERIC))
        status = CLPWL_OK;
    TRY(status);
    if (tilt)
        clpwl__density_tilt_for(&c->density, o->fit, clpwl__weight_error(o->execution), o->max_error,
                                o->segments);
done:
    return status;
}

void clpwl__candidate_free(clpwl__candidate *c)
{
    clpwl__problem_free(&c->problem);
    clpwl__density_free(&c->density);
    clpwl__free(c->knots);
    clpwl__free(c->kept.knots);
}

int clpwl__candidate_report(double done, void *user)
{
    clpwl__candidate *c = user;
    c->has_ended = c->ends > 0 && clpwl__clock_seconds() > c->ends;
    return c->has_ended || clpwl__share_report(done, &c->share);
}

void clpwl__candidate_keep(clpwl__candidate *c, size_t segments)
{
    const clpwl__kept last = {c->knots, c->values, c->room, segments};
    c->knots = c->kept.knots;
    c->values = c->kept.values;
    c->room = c->kept.room;
    c->kept = last;
}

/* Equal knots at exact values are the places themselves, without their rounding. */
static void take_places(const clpwl__problem *problem, size_t part, double *knots)
{
    const clpwl__bounds *l = &problem->limits;
    const double width = problem->s1 - problem->s0;
    const double rounding = 2 * DBL_EPSILON * fmax(fabs(problem->s0), fabs(problem->s1));
    for (size_t i = 0; i < l->count; i++) {
        double *near = &knots[(size_t)rint((l->x[i] - problem->s0) / width * (double)part)];
        *near = fabs(l->x[i] - *near) <= rounding ? l->x[i] : *near;
    }
}

clpwl_status clpwl__candidate_put_knots(clpwl__candidate *c, size_t segments, int is_refined)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &c->o;
    const size_t part = clpwl__part_of(c, segments);
    TRY(make_room(c, segments));
    double *knots = clpwl__part_knots(c, segments);
    if (o->partition == CLPWL_PARTITION_UNIFORM) {
        TRY(clpwl_partition_uniform(c->problem.s0, c->problem.s1, part, knots));
        take_places(&c->problem, part, knots);
        goto done;
    }
    TRY(clpwl__density_knots(&c->density, part, knots));
    if (!is_refined || o->effort == CLPWL_EFFORT_ASYMPTOTIC)
        goto done;
    /* One segment more changes the error by 2 / N. Values are chosen for knots without slack, as by -n. */
    const int is_exact = o->segments || o->execution->storage != CLPWL_STORAGE_FLOAT32;
    const clpwl__watch watch = {clpwl__candidate_report, c};
    clpwl__refinement r = {.f = clpwl__fit_in_tube(o->fit) ? &c->problem.pieces.f : &c->problem.in_s,
                           .weight = o->weight, .norm = o->norm, .fit = o->fit, .segments = part,
                           .watch = &watch, .tolerance = is_exact ? 0 : fmin(1e-4, 0.25 / (double)part)};
    TRY(clpwl__refine_knots(&r, knots, c->values + (segments - part)));
done:
    return status;
}

/* Nodal values within their limits; the last one is the first of a closed line. */
static void hold_values(clpwl__candidate *c, const double *knots, double *values, size_t part)
{
    const clpwl__bounds *limits = c->problem.in_s.limits;
    if (!limits)
        return;
    if (limits->is_closed) {
        /* Of two numbers of a storage one stays. */
        const int is_stored = c->o.execution->storage != CLPWL_STORAGE_FLOAT32;
        const double both = c->o.fit == CLPWL_FIT_ABOVE   ? fmax(values[0], values[part])
                            : c->o.fit == CLPWL_FIT_BELOW ? fmin(values[0], values[part])
                            : is_stored                   ? values[0]
                                                          : values[0] + (values[part] - values[0]) / 2;
        values[0] = values[part] = clpwl__clip(limits->all, both);
        limits->y[0] = limits->y[limits->count - 1] = is_stored ? (double)NAN : values[0];
    }
    for (size_t i = 0; i <= part; i++)
        values[i] = clpwl__clip(clpwl__bounds_at(limits, knots[i]), values[i]);
}

/* Shifts all values so that the line has the integral of f. Where one is held, a symmetry keeps it. */
static clpwl_status keep_integral(const clpwl__candidate *c, const double *knots, double *values, size_t part)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__bounds *limits = c->problem.in_s.limits;
    clpwl__difference d;
    if (!c->o.constraints || !c->o.constraints->keep_integral || (limits->count && !limits->is_closed))
        goto done;
    TRY(clpwl__problem_difference(&c->problem, knots, values, part, &d, NULL));
    for (size_t i = 0; i <= part; i++)
        values[i] += d.integral / (knots[part] - knots[0]);
done:
    return status;
}

static clpwl_status fit_values(clpwl__candidate *c, size_t part, double *knots, double *values)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &c->o;
    const clpwl__problem *problem = &c->problem;
    const clpwl__watch watch = {clpwl__candidate_report, c};
    const clpwl_shape shape = o->constraints ? o->constraints->shape : CLPWL_SHAPE_NONE;
    if (!clpwl__fit_in_tube(o->fit) || o->effort == CLPWL_EFFORT_ASYMPTOTIC)
        TRY(clpwl__fit_values(o->fit, &problem->pieces.f,
                              clpwl__problem_weight(problem, clpwl__fit_norm(o->fit)), &watch, knots, part,
                              CLPWL__FIT_TOLERANCE, values));
    if (clpwl__fit_is_one_sided(o->fit))
        TRY(clpwl__move_to_side(clpwl__problem_curved(problem), o->fit, o->partition, o->shaper,
                                o->execution, knots, part, values));
    hold_values(c, knots, values, part); /* which may be ends of the lattice */
    TRY(clpwl__shape_values(shape, problem->in_s.limits, knots, values, part + 1));
    TRY(keep_integral(c, knots, values, part));
    TRY(clpwl__move_to_lattice(problem, o, &watch, knots, part, values));
    if (o->constraints && o->execution->storage == CLPWL_STORAGE_FLOAT32)
        for (size_t i = 0; i <= part; i++)
            values[i] = (double)(float)values[i];
    hold_values(c, knots, values, part);
    if (o->constraints && o->execution->storage == CLPWL_STORAGE_FLOAT32)
        clpwl__settle_values(problem->in_s.limits, o->partition, o->shaper, knots, part, values);
    /* Numbers that were chosen or moved. */
    TRY(clpwl__shape_values(shape & CLPWL_SHAPE_MONOTONE, problem->in_s.limits, knots, values, part + 1));
done:
    return status;
}

clpwl_status clpwl__candidate_line(clpwl__candidate *c, size_t segments)
{
    clpwl_status status = CLPWL_OK;
    const size_t part = clpwl__part_of(c, segments), other = segments - part;
    c->has_ended = 0;
    if (c->kept.segments == segments) {
        clpwl__candidate_keep(c, 0);
        goto done;
    }
    TRY(clpwl__candidate_put_knots(c, segments, 1));
    TRY(fit_values(c, part, c->knots + other, c->values + other));
    if (other) {
        const clpwl__half half = {c->knots + other, c->values + other, part};
        clpwl__reflect(clpwl__law_of(c->o.symmetry, half.values[0]), &half, c->knots, c->values);
    }
done:
    return status;
}
