/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table that a device reads fastest. */
#include <stdio.h>
#include "base/door.h"
#include "base/options.h"
#include "cl/evaluator/evaluator.h"
#include "design/best_of.h"
#include "design/ways.h"

/* A table that takes more than this part of the best time so far is no faster: times vary by some percent. */
static const double clearly = 0.95;

/* The options of choice k: 0 equal segments in x, then in each shaper, then refined knots. Returns 0 where
 * the options have another partition or shaper. */
static int take_choice(clpwl_design_options *o, int k)
{
    const int is_refined = k == CLPWL_SHAPER_AUTO;
    const clpwl_partition partition = is_refined ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
    const clpwl_shaper shaper = is_refined ? CLPWL_SHAPER_NONE : (clpwl_shaper)k;
    const int is_open = !(o->partition || o->effort || clpwl__is_given(o, CLPWL_PART_PARTITION));
    if (!is_open)
        return k == 0; /* as they stand */
    const int has_shaper = o->shaper || clpwl__is_given(o, CLPWL_PART_SHAPER);
    if (has_shaper && o->shaper != CLPWL_SHAPER_AUTO && o->shaper != shaper)
        return 0;
    o->partition = partition;
    o->shaper = shaper;
    o->effort = is_refined ? CLPWL_EFFORT_REFINED : CLPWL_EFFORT_ASYMPTOTIC;
    o->given |= 1u << CLPWL_PART_PARTITION | 1u << CLPWL_PART_SHAPER;
    return 1;
}

static clpwl_status time_table(const clpwl_table *table, clpwl_context *context, clpwl_use use, double *ns)
{
    clpwl_status status = CLPWL_OK;
    clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e = NULL;
    how.use = use;
    TRY(clpwl_evaluator_create(&e, context, table, &how));
    TRY(clpwl__evaluator_time(e, use, ns));
done:
    clpwl_evaluator_free(e);
    return status;
}

clpwl_status clpwl_design_fastest(clpwl_table **out, const clpwl_function *f,
                                  const clpwl_design_options *options, clpwl_context *context, clpwl_use use)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK, first = CLPWL_OK;
    clpwl_design_options given;
    clpwl_table *best = NULL, *next = NULL;
    char message[CLPWL__MESSAGE_ROOM] = "";
    double least = HUGE_VAL, ns;
    if (out)
        *out = NULL;
    CHECK(out && f, CLPWL_ERR_ARGUMENT, "%s is NULL", out ? "f" : "out");
    CHECK((unsigned)use <= CLPWL_USE_KERNEL, CLPWL_ERR_ARGUMENT, "%d is not a clpwl_use", (int)use);
    TRY(clpwl__options_take(&given, sizeof given, options, "clpwl_design_options", "CLPWL_DESIGN_INIT"));
    given.runner_up = NULL;
    if (given.aim == CLPWL_AIM_FASTEST)
        given.aim = CLPWL_AIM_BALANCED;
    for (int k = 0; k <= CLPWL_SHAPER_AUTO; k++) {
        clpwl_design_options o = given;
        if (!take_choice(&o, k))
            continue;
        status = clpwl_design(&next, f, &o);
        if (clpwl__is_final(status))
            goto done;
        if (status != CLPWL_OK) {
            if (first == CLPWL_OK)
                snprintf(message, sizeof message, "%s", clpwl_last_message());
            first = first == CLPWL_OK ? status : first;
            continue;
        }
        TRY(time_table(next, context, use, &ns));
        if (ns < clearly * least) {
            clpwl_table_free(best);
            best = next;
            least = ns;
        } else {
            clpwl_table_free(next);
        }
        next = NULL;
    }
    CHECK(best, first, "%s", message);
    status = CLPWL_OK;
    *out = best;
    best = NULL;
done:
    clpwl_table_free(best);
    clpwl_table_free(next);
    return status;
}
