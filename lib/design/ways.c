/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/ways.h"
#include "design/best_of.h"
#include "design/judge.h"
#include "design/refusal.h"
#include "execution/storage.h"
#include "execution/weighted.h"
#include "refine/refine.h"
#include "table/table.h"

/* Half of the bytes, which another way must save to be worth what it costs at each look-up. */
static const double half = 2;

enum { MOST_WAYS = CLPWL_SHAPER_AUTO + 4 };

/* One way. */
typedef struct way {
    const clpwl_function *f;
    clpwl_design_options o;
    int tilt;              /* as of clpwl__candidate_create */
    clpwl__share *share;   /* of all ways */
    double ends;           /* the time when searches end, in seconds; 0: none */
    clpwl__judge j;
    clpwl__search search;
} way;

typedef struct ways {
    way plain; /* what all have in common */
    way list[MOST_WAYS];
    clpwl__choice choices[MOST_WAYS];
    size_t count;
} ways;

static clpwl_status guess(void *what, double *segments)
{
    clpwl_status status = CLPWL_OK;
    way *w = what;
    clpwl__share_next(w->share, 1.0 / MOST_WAYS); /* the number of searches is not known */
    TRY(clpwl__candidate_create(&w->j.c, w->f, &w->o, w->tilt));
    *segments = (double)w->o.segments;
    if (w->o.segments == 0) {
        TRY(clpwl__judge_search(&w->j, &w->search));
        *segments = w->search.guess;
    }
done:
    return status;
}

static clpwl_status design(void *what, size_t most, clpwl_table **out, double *reached)
{
    clpwl_status status = CLPWL_OK;
    way *w = what;
    clpwl__candidate *c = &w->j.c;
    clpwl__found found = {.segments = w->o.segments};
    clpwl__share_next(w->share, 1.0 / MOST_WAYS); /* the number of searches is not known */
    if (!found.segments) {
        w->search.most = most / w->search.stride * w->search.stride;
        c->ends = w->ends;
        TRY(clpwl__search_fewest(&w->search, &found));
        c->ends = 0;
        if (found.best.segments)
            *reached = found.best.error;
        if (!found.segments)
            TRY(clpwl__refuse(&c->o, &found, clpwl__problem_x(&c->problem, w->j.worst)));
    }
    clpwl__share_next(&c->share, 1);
    TRY(clpwl__judge_all(&w->j, &found, out));
done:
    return status;
}

double clpwl__designed_error(const clpwl_table *table, const clpwl_design_options *o)
{
    clpwl_error e = o->weight ? clpwl_table_weighting(table)->executed
                              : clpwl_table_executed_error(table, o->execution);
    return clpwl_error_in(&e, o->norm);
}

/* With half of the segments the error of a table is four times as large. */
static double worth(void *what, const clpwl_table *table)
{
    const way *w = what;
    return sqrt(clpwl__designed_error(table, &w->o));
}

static void add(ways *w, const char *name, const clpwl_design_options *o, double handicap, int tilt)
{
    const double knot = o->partition == CLPWL_PARTITION_UNIFORM ? 0 : sizeof(float);
    const double both = (double)clpwl__storage_bytes(o->execution->storage) + knot;
    way *added = &w->list[w->count];
    *added = w->plain;
    added->o = *o;
    added->tilt = tilt;
    w->choices[w->count++] =
        (clpwl__choice){.name = name, .handicap = handicap, .unit = o->symmetry ? both / 2 : both,
                          .what = added};
}

/* Optimized knots by the curvature alone may not be best where a filter's weight has few bits, so that it
 * errs by the slope: GELU within 1e-4 by 8 bits has 261 segments for 1330, exp on [-8, 0] 99 for 92. */
static void add_with_tilt(ways *w, const char *name, const clpwl_design_options *o, double handicap)
{
    clpwl_design_options tilted = *o;
    add(w, name, o, handicap, 0);
    if (o->partition != CLPWL_PARTITION_OPTIMIZED || o->norm != CLPWL_NORM_LINF ||
        !(clpwl__weight_error(o->execution) > 0))
        return;
    tilted.effort = CLPWL_EFFORT_ASYMPTOTIC; /* knots are refined for the error of the line alone */
    add(w, "a partition for the filter", &tilted, handicap, 1);
}

/* Equal segments in each shaper that the options allow. */
static void add_shapers(ways *w, const clpwl_design_options *given, double handicap)
{
    clpwl_design_options o = *given;
    const clpwl_constraints *c = o.constraints; /* with a shaper knots are not exact, lines not straight */
    if (clpwl__is_periodic(o.extend) || o.symmetry ||
        (c && (c->count || c->keep_integral || c->slope_error > 0 || c->shape >= CLPWL_SHAPE_CONVEX)))
        return;
    for (int k = CLPWL_SHAPER_NONE + 1; k < CLPWL_SHAPER_AUTO; k++) {
        o.shaper = (clpwl_shaper)k;
        add(w, clpwl_shaper_name(o.shaper), &o, handicap, 0);
    }
}

static void add_ways(ways *w, const clpwl_design_options *given)
{
    clpwl_design_options o = *given;
    const double handicap = o.aim == CLPWL_AIM_SMALLEST ? 1 : half;
    const int is_uniform = o.partition == CLPWL_PARTITION_UNIFORM;
    const int is_any_shaper = o.shaper == CLPWL_SHAPER_AUTO && is_uniform;
    const int is_open = !clpwl__is_given(&o, CLPWL_PART_PARTITION) && !clpwl__is_given(&o, CLPWL_PART_SHAPER);
    const int has_tails = o.extend == CLPWL_EXTEND_LINEAR; /* straight in x: proved without a shaper */
    if (o.shaper == CLPWL_SHAPER_AUTO)
        o.shaper = CLPWL_SHAPER_NONE;
    add_with_tilt(w, is_uniform ? "a partition of equal segments" : "the partition", &o, 1);
    if (is_any_shaper || (is_open && !has_tails))
        add_shapers(w, &o, handicap);
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.effort = CLPWL_EFFORT_REFINED;
    if (is_open && clpwl__refine_check(o.norm, o.fit, o.effort) == CLPWL_OK)
        add_with_tilt(w, "a partition of refined knots", &o, handicap);
}

/* The choice that comes second. */
static void write_runner_up(const ways *w, clpwl_runner_up *out)
{
    const clpwl__choice *c = &w->choices[1];
    *out = (clpwl_runner_up){0};
    if (w->count < 2 || !c->is_possible)
        return;
    const way *second = c->what;
    *out = (clpwl_runner_up){.partition = second->o.partition, .shaper = second->o.shaper,
                             .segments = (size_t)fmin(c->guess, 0x1p40),
                             .bytes = (size_t)fmin(c->unit * (c->guess + 1), 0x1p40),
                             .is_guess = !c->is_designed};
}

clpwl_status clpwl__design_ways(clpwl_table **out, const clpwl_function *f, const clpwl_design_options *o,
                                clpwl__share *share, double ends)
{
    clpwl_status status = CLPWL_OK;
    ways *w = clpwl__calloc(1, sizeof *w);
    CHECK_MEMORY(w);
    w->plain = (way){.f = f, .share = share, .ends = ends};
    add_ways(w, o);
    const clpwl__choosing how = {guess, design, o->segments && w->count > 1 ? worth : NULL, o->max_segments};
    TRY(clpwl__best_of(&how, w->choices, w->count, out));
    if (o->runner_up)
        write_runner_up(w, o->runner_up);
done:
    for (size_t i = 0; w && i < w->count; i++)
        clpwl__judge_free(&w->list[i].j);
    clpwl__free(w);
    return status;
}
