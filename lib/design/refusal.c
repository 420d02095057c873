/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/refusal.h"
#include <stdio.h>
#include "base/number.h"
#include "execution/weighted.h"

enum { FINE = 4096 /* segments of a table for the rounding, if the first cannot show it */ };

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
    const clpwl_execution fp32 = clpwl__execution_of(NULL);
    double finer;
    TRY(clpwl__find_rounding(plan, CLPWL__REFERENCE, &fp32, floor));
    if ((!o->weight && o->norm == CLPWL_NORM_LINF) || clpwl__reliable * *floor < o->max_error ||
        FINE > o->max_segments)
        goto done;
    /* Two floors are too high with long segments. A segment that spans magnitudes has the
     * rounding of its largest value and the relative error of its smallest. The sums L1 and L2
     * take a bend of f as a whole if one segment covers it. */
    TRY(clpwl__find_rounding(plan, FINE, &fp32, &finer));
    *floor = fmin(*floor, finer);
done:
    return status;
}

static void write_sentence(const clpwl__plan *plan, const clpwl__refusal *r)
{
    const clpwl_design_options *o = &plan->o;
    const clpwl_storage storage = o->execution->storage;
    const size_t sides = clpwl__sides(o);
    char reason[120] = "", reach[CLPWL__NUMBER_ROOM + 60] = "the first trial did not end";
    char figure[CLPWL__NUMBER_ROOM], needed[60] = "", place[60] = "";
    switch (r->why) {
    case CLPWL__WHY_ROUNDING:
        clpwl__number_apart(figure, r->rounding, o->max_error);
        snprintf(reason, sizeof reason, "cannot be met: rounding in %s alone comes to %s",
                 o->execution->weight_bits || o->execution->value_error > 0 ? "the filter" : "fp32", figure);
        break;
    case CLPWL__WHY_SEGMENTS:
        snprintf(reason, sizeof reason, "cannot be met with at most %zu segments",
                 sides * o->max_segments);
        break;
    case CLPWL__WHY_PLATEAU:
        snprintf(reason, sizeof reason, "was met by no number of segments tried, and more gained nothing");
        break;
    case CLPWL__WHY_TIME:
        snprintf(reason, sizeof reason, "was not met by a search that ended after %g s of processor time",
                 round(plan->patience));
        break;
    }
    if (r->segments) {
        clpwl__number_above(figure, r->error);
        snprintf(reach, sizeof reach, "%zu segment%s reach%s %s", sides * r->segments,
                 sides * r->segments == 1 ? "" : "s", sides * r->segments == 1 ? "es" : "", figure);
    }
    if (r->needed > 0)
        snprintf(needed, sizeof needed, ", and about %.2g are needed", (double)sides * r->needed);
    if (!isnan(r->x))
        snprintf(place, sizeof place, "; the error is largest at x = %.9g", r->x);
    clpwl__fail(CLPWL_ERR_TARGET, "a max error of %g in %s%s%s%s %s: %s%s%s", o->max_error,
                clpwl_norm_name(o->norm),
                storage == CLPWL_STORAGE_FLOAT32 ? "" : ", stored as ",
                storage == CLPWL_STORAGE_FLOAT32 ? "" : clpwl_storage_name(storage),
                storage == CLPWL_STORAGE_FLOAT32 ? "" : ",", reason, reach, needed, place);
}

clpwl_status clpwl__refuse(const clpwl__bracket *b, clpwl__why why, double rounding)
{
    clpwl__plan *plan = b->plan;
    const clpwl__seen *s = b->seen;
    /* Where the error falls as 1/N^2 it is large everywhere. */
    const int is_local = s[1].n && clpwl__fall(&s[1], s[1].measured, &s[0], s[0].measured) < 1;
    const double near = clpwl__bracket_needed(b), needed = near > 0 ? near : b->needed;
    const int is_limited = why == CLPWL__WHY_TIME || why == CLPWL__WHY_SEGMENTS;
    const clpwl__refusal r = {.why = why, .segments = b->best, .error = b->e_best, .rounding = rounding,
                              .needed = is_limited && needed > (double)b->best ? needed : 0,
                              .x = is_local ? clpwl__subject_x(&plan->subject, plan->worst) : (double)NAN};
    write_sentence(plan, &r);
    return CLPWL_ERR_TARGET;
}
