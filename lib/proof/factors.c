/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "proof/factors.h"
#include <flint/flint.h>
#include <float.h>
#include "base/internal.h"
#include "proof/branch.h"

enum { SHARE = 4096 }; /* of a mean: by this part its bound may exceed it */

/* The bound of a factor over its largest value that was seen. Roundings are a small part of errors. */
static const double near = 2e-3;
static const double summed = 1 + 0x1p-22; /* as in prove.c */

/* Bounds of a factor on [l, r], of which samples are known: of its largest value, and of its integrals, where
 * these matter, by shares. */
static clpwl_status bound_factor(clpwl__branch *b, double l, double r, double sampled, clpwl_error share,
                                 clpwl_error *above)
{
    clpwl_status status = CLPWL_OK;
    clpwl_error below;
    b->demand = (clpwl__demand){.tolerance = near, .rounding = sampled * 0x1p-50 + DBL_MIN,
                                .l1 = share.l1, .l2 = share.l2};
    b->found = (clpwl__proof_found){.seen = 0};
    b->suspect = NAN;
    TRY(clpwl__branch_segment(b, l, r, r - l));
    clpwl__integrals_bound(&b->found.sums, b->found.bound, r - l, summed, above, &below);
    above->linf = b->found.bound;
done:
    return status;
}

clpwl_status clpwl__factors_enclose(const clpwl_function *f, const clpwl_weight *weight,
                                    const clpwl_table *table, clpwl_norm norm, double seconds,
                                    const clpwl__watch *watch, clpwl__factors *out, double *missed)
{
    clpwl_status status = CLPWL_OK;
    const size_t segments = clpwl_table_segments(table), all = (weight->w ? 2 : 1) * segments;
    const double *knots = clpwl_table_knots(table);
    clpwl__budget budget = clpwl__budget_of(seconds, 1);
    clpwl__branch *b = clpwl__calloc(1, sizeof *b);
    CHECK(b, CLPWL_ERR_MEMORY, "out of memory: bounds of the weight");
    *missed = NAN;
    TRY(clpwl__factors_of(f, weight, table, out));
    clpwl__branch_begin(b, &budget);
    for (size_t k = 0; k < all; k++) { /* w s, then sqrt(w) s, whose square is w s^2 */
        const size_t i = k % segments;
        const int is_root = k >= segments, is_last = k >= all - segments;
        const int matters = norm != CLPWL_NORM_LINF && out[i].most > 0;
        const double length = knots[i + 1] - knots[i], sampled = out[i].most;
        const clpwl_error share = {matters && !is_root ? out[i].mean / SHARE : INFINITY,
                                   matters && is_last ? sqrt(out[i].square) / SHARE : INFINITY, 0};
        clpwl_error above;
        double l, r;
        if (i == 0) {
            clpwl__claim_free(&b->claim);
            TRY(clpwl__claim_factor(&b->claim, f, weight, 1 + is_root, norm != CLPWL_NORM_LINF));
        }
        CHECK(clpwl__branch_left(b) > 0, CLPWL_ERR_NUMERIC,
              "bounds of the weight on %zu segments take more than some %g s", segments, seconds);
        CHECK(!clpwl__watch_ends(watch, (double)k / (double)all), CLPWL_ERR_CANCELLED,
              "cancelled while the weight was bounded");
        clpwl__table_reach(table, i, &l, &r);
        TRY(bound_factor(b, l, r, sampled, share, &above));
        if (is_last)
            out[i].square = above.l2 * above.l2 / length;
        if (!is_root) {
            out[i].most = above.linf;
            out[i].mean = above.l1 / length;
            *missed = isnan(*missed) && b->found.seen > 1.1 * sampled ? b->found.worst : *missed;
        }
    }
done:
    if (b)
        clpwl__claim_free(&b->claim);
    clpwl__free(b);
    flint_cleanup();
    return status;
}
