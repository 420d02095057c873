/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs in g(x), in s: knots are equally far apart there; and which g is worth it. */
#include "design/design.h"
#include "table/shaper.h"
#include "base/internal.h"

clpwl_status clpwl__plan_shape(clpwl__plan *plan, const clpwl_function *f)
{
    clpwl_status status = CLPWL_OK;
    clpwl_design_options *o = &plan->o;
    CHECK(o->partition == CLPWL_PARTITION_UNIFORM, CLPWL_ERR_ARGUMENT,
          "the shaper %s is for uniform partitions, not for optimized ones",
          clpwl_shaper_name(o->shaper));
    CHECK(o->extend != CLPWL_EXTEND_REPEAT && o->extend != CLPWL_EXTEND_MIRROR, CLPWL_ERR_ARGUMENT,
          "a table in %s(x) cannot be extended by %s: clamp, zero or nan would be right",
          clpwl_shaper_name(o->shaper), clpwl_extend_name(o->extend));
    TRY(clpwl__shaped_create(&plan->shaped, f, o->weight, o->shaper, o->a, o->b));
    o->a = clpwl__shaper_s(o->shaper, plan->x0);
    o->b = clpwl__shaper_s(o->shaper, plan->x0 + plan->width);
done:
    return status;
}

const clpwl_weight *clpwl__plan_weight(const clpwl__plan *plan, clpwl_norm norm)
{
    int weighted = plan->o.weight != NULL;
    return plan->shaped ? clpwl__shaped_weight(plan->shaped, norm, weighted) : plan->o.weight;
}

void clpwl__plan_unshape(const clpwl__plan *plan, clpwl_table_spec *spec, double *knots)
{
    double b = plan->x0 + plan->width;
    for (size_t i = 0; i <= spec->segments; i++)
        knots[i] = clpwl__shaper_knot(plan->o.shaper, plan->x0, b, spec->segments, i);
    spec->shaper = plan->o.shaper;
    spec->estimate.l1 = spec->estimate.l2 = NAN; /* the formulas know of no weight here */
}

/* A part of the work of a choice. */
typedef struct share {
    const clpwl_design_options *o;
    double from, to;
} share;

static int report(double fraction, void *user)
{
    const share *s = user;
    return s->o->progress(s->from + (s->to - s->from) * fraction, s->o->progress_user);
}

/* How good a table is: its segments, or its error; less is better. */
static double cost(const clpwl_table *table, const clpwl_design_options *o)
{
    clpwl_execution how = clpwl__execution_of(o);
    clpwl_error e = o->weight ? clpwl_table_weighting(table)->executed
                              : clpwl_table_executed(table, &how);
    return o->max_error > 0 ? (double)clpwl_table_segments(table) : clpwl_error_in(&e, o->norm);
}

static int is_of_the_work(clpwl_status status)
{
    return status == CLPWL_ERR_MEMORY || status == CLPWL_ERR_CANCELLED;
}

clpwl_status clpwl__design_any_shaper(clpwl_table **out, const clpwl_function *f,
                                      const clpwl_design_options *given)
{
    /* Half of the segments, or what they make of the error, are worth a built-in. */
    const double worth = given->max_error > 0 ? 0.5 : 0.25;
    clpwl_status status = CLPWL_OK;
    clpwl_table *best = NULL, *next = NULL;
    clpwl_design_options o = *given;
    share part = {.o = given};
    o.progress = given->progress ? report : NULL;
    o.progress_user = &part;
    /* None comes last: where all fail, the message is its own. */
    for (int k = CLPWL_SHAPER_AUTO - 1; k >= CLPWL_SHAPER_NONE; k--) {
        int suits = o.partition == CLPWL_PARTITION_UNIFORM && o.extend != CLPWL_EXTEND_REPEAT &&
                    o.extend != CLPWL_EXTEND_MIRROR;
        if (k != CLPWL_SHAPER_NONE && !suits)
            continue;
        o.shaper = (clpwl_shaper)k;
        part.from = part.to;
        part.to = (double)(CLPWL_SHAPER_AUTO - k) / CLPWL_SHAPER_AUTO;
        status = clpwl_design(&next, f, &o);
        if (is_of_the_work(status) || (status != CLPWL_OK && k == CLPWL_SHAPER_NONE && !best))
            goto done;
        int better = status == CLPWL_OK &&
                     (!best || (k == CLPWL_SHAPER_NONE ? worth : 1) * cost(next, &o) <
                                   cost(best, &o));
        clpwl_table *worse = better ? best : next;
        best = better ? next : best;
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
