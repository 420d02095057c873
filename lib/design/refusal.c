/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/refusal.h"
#include <stdio.h>
#include "base/number.h"

clpwl_status clpwl__refuse(const clpwl_design_options *o, const clpwl__found *found, double x)
{
    const clpwl__trial *best = &found->best;
    const clpwl_storage storage = o->execution->storage;
    char stored[40] = "", reason[120], reach[CLPWL__NUMBER_ROOM + 60] = "the first trial did not end";
    char figure[CLPWL__NUMBER_ROOM], needed[60] = "", place[60] = "";
    if (found->ended == CLPWL__ENDED_FLOOR || best->added > best->error / 2) {
        clpwl__number_apart(figure, best->added, o->max_error);
        snprintf(reason, sizeof reason, "cannot be met: rounding in %s alone comes to %s",
                 o->execution->weight_bits || o->execution->value_error > 0 ? "the filter" : "fp32", figure);
    } else if (found->ended == CLPWL__ENDED_PLATEAU) {
        snprintf(reason, sizeof reason, "was met by no number of segments tried, and more gained nothing");
    } else if (found->ended == CLPWL__ENDED_TIME) {
        snprintf(reason, sizeof reason, "was not met within %g s", o->seconds);
    } else if (found->ended == CLPWL__ENDED_BUDGET) {
        snprintf(reason, sizeof reason, "was not met by a search of usual length");
    } else {
        snprintf(reason, sizeof reason, "cannot be met with at most %zu segments", o->max_segments);
    }
    if (storage != CLPWL_STORAGE_FLOAT32)
        snprintf(stored, sizeof stored, ", stored as %s,", clpwl_storage_name(storage));
    if (best->segments) {
        clpwl__number_above(figure, best->error);
        snprintf(reach, sizeof reach, "%zu segment%s %s", best->segments,
                 best->segments == 1 ? " reaches" : "s reach", figure);
    }
    if (best->segments && o->constraints && o->constraints->slope_error > 0) {
        snprintf(stored, sizeof stored, " beside slopes within %g", o->constraints->slope_error);
        snprintf(reach, sizeof reach, "with %zu segments one of both is %.3g times too large", best->segments,
                 best->error / o->max_error);
    }
    if (found->ended != CLPWL__ENDED_FLOOR && found->ended != CLPWL__ENDED_PLATEAU &&
        found->needed > (double)best->segments)
        snprintf(needed, sizeof needed, ", and about %.2g are needed", found->needed);
    if (found->is_local) /* where the error falls as 1/N^2 it is large everywhere */
        snprintf(place, sizeof place, "; the error is largest at x = %.9g", x);
    return clpwl__fail(CLPWL_ERR_TARGET, "a max error of %g in %s%s %s: %s%s%s", o->max_error,
                       clpwl_norm_name(o->norm), stored, reason, reach, needed, place);
}
