/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "proof/look.h"
#include <flint/flint.h>
#include <float.h>
#include "function/function.h"
#include "function/weight.h"
#include "proof/branch.h"

/* Bounds up to this part above the known error are not refined: as in a proof that looks for features. */
static const double tolerance = 0.05;
/* Of what is left, an eighth is for one segment: the first one of x^x took all, and a spike in the last one
 * was lost. */
enum { SHARE = 8 };

/* The largest weight on [l, r] of samples or of a callback: at both ends, at its points, which are its kinks,
 * and at some places between. */
static clpwl_status find_factor(const clpwl_weight *weight, double l, double r, double *most)
{
    enum { PLACES = 8 };
    clpwl_status status = CLPWL_OK;
    size_t count;
    const double *kinks = clpwl_function_kinks(weight->w, &count);
    double y;
    *most = 0;
    for (int i = 0; i <= PLACES; i++) {
        TRY(clpwl__value(weight->w, i < PLACES ? l + (r - l) / PLACES * i : r, &y));
        *most = fmax(*most, y);
    }
    for (size_t i = 0; i < count; i++)
        if (l < kinks[i] && kinks[i] < r) {
            TRY(clpwl__value(weight->w, kinks[i], &y));
            *most = fmax(*most, y);
        }
done:
    return status;
}

clpwl_status clpwl__look(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                         const clpwl_weight *weight, double known, double seconds)
{
    clpwl_status status = CLPWL_OK;
    const double *knots = clpwl_table_knots(table), *values = clpwl_table_values(table);
    const clpwl_shaper shaper = clpwl_table_shaper(table);
    clpwl_weight within = weight ? *weight : (clpwl_weight)CLPWL_WEIGHT_INIT; /* of the claim */
    const clpwl_function *beside = NULL; /* a weight that has no enclosure */
    clpwl__budget budget = clpwl__budget_of(seconds, 1);
    const long long most = budget.most;
    clpwl__branch *b = clpwl__calloc(1, sizeof *b);
    double width = knots[clpwl_table_segments(table)] - knots[0], largest = 0;
    CHECK(b, CLPWL_ERR_MEMORY, "out of memory: a search for features");
    *out = (clpwl_proof){.bound = CLPWL_ERROR_NAN, .least = CLPWL_ERROR_NAN};
    out->least.linf = known;
    out->worst = knots[0];
    if (within.w && !within.w->entry && !within.w->is_formula) {
        beside = within.w;
        within.w = NULL;
    }
    TRY(clpwl__claim_create(&b->claim, f, &within, shaper, 1));
    clpwl__branch_begin(b, &budget);
    for (size_t i = 0; i <= clpwl_table_segments(table); i++)
        largest = fmax(largest, fabs(values[i]));
    for (size_t i = 0; i < clpwl_table_segments(table) && clpwl__branch_left(b) > 0; i++) {
        double l = knots[i], r = knots[i + 1], factor = 1;
        if (beside)
            TRY(find_factor(weight, l, r, &factor));
        if (!(factor > 0))
            continue;
        b->demand = (clpwl__demand){.tolerance = tolerance, .linf_only = 1, .is_look = 1};
        b->found = (clpwl__proof_found){.accepted = out->least.linf / factor + largest * 0x1p-50 + DBL_MIN};
        b->suspect = NAN;
        TRY(clpwl__claim_segment(&b->claim, knots, values, i));
        budget.most = most - clpwl__branch_left(b) / SHARE * (SHARE - 1);
        status = clpwl__branch_segment(b, l, r, width);
        TRY(status == CLPWL_ERR_NUMERIC ? CLPWL_OK : status); /* its share is spent */
        budget.most = most;
        if (beside && b->found.seen > 0)
            TRY(clpwl__value(beside, b->found.worst, &factor));
        if (factor * b->found.seen > out->least.linf) {
            out->least.linf = factor * b->found.seen;
            out->worst = b->found.worst;
        }
    }
done:
    if (b)
        clpwl__claim_free(&b->claim);
    clpwl__free(b);
    flint_cleanup();
    return status;
}
