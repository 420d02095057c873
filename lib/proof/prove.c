/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs of the errors of whole tables by enclosures: passes of branch and bound over all segments. */
#include <flint/flint.h>
#include <float.h>
#include "base/progress.h"
#include "function/weight.h"
#include "proof/pass.h"
#include "proof/prove.h"

/* 2^-52 for each of at most 2^30 terms */
static const double summed = 1 + 0x1p-22;

/* How far the bounds of integrals are apart, relative to the integrals; 0: L1 and L2 are not asked for. */
static double find_gap(const clpwl__pass *p, const clpwl_error *most, const clpwl_error *least)
{
    double width = p->width, rounding = p->demand.rounding;
    return p->demand.linf_only ? 0 : fmax((most->l1 - least->l1) / (least->l1 + rounding * width),
                                          (most->l2 - least->l2) / (least->l2 + rounding * sqrt(width)));
}

/* Passes until the integrals are as close as the tolerance demands, or come no closer. The first one demands
 * nothing of them. Each shows the next one how small a rest must be. Where the time is over, bounds that are
 * nearly as close stay. */
static clpwl_status prove_integrals(clpwl__pass *p, clpwl_error *most, clpwl_error *least)
{
    enum { PASSES = 8, NEAR = 10 };
    clpwl_status status = CLPWL_OK;
    double width = p->width, tolerance = p->demand.tolerance, gap = INFINITY;
    p->demand.l1 = p->demand.l2 = INFINITY;
    for (int i = 0; i < PASSES; i++) {
        const clpwl__proof_found last = p->found;
        double gap_before = gap, seen;
        status = clpwl__pass_run(p);
        if (status == CLPWL_ERR_NUMERIC && gap < NEAR * tolerance) {
            p->found = last;
            status = CLPWL_OK;
            break;
        }
        TRY(status);
        clpwl__integrals_bound(&p->found.sums, p->found.bound, width, summed, most, least);
        /* Of the tolerance 0.4 above and 0.4 below: the integrals are known roughly at first. */
        p->demand.l1 = 0.4 * tolerance * (most->l1 / width + p->demand.rounding);
        p->demand.l2 = 0.4 * tolerance * (most->l2 / sqrt(width) + p->demand.rounding);
        seen = fmax(p->found.seen, p->demand.rounding);
        int is_loose = p->found.accepted > seen && p->found.bound > seen * (1 + tolerance);
        p->found.accepted = is_loose ? seen : p->found.accepted; /* the error in the table is too large */
        if (is_loose)
            continue;
        gap = find_gap(p, most, least);
        if (gap <= tolerance || (i > 1 && gap > 0.9 * gap_before))
            break;
    }
done:
    return status;
}

static clpwl_status prove_norms(clpwl__pass *p, clpwl_proof *out)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_error unknown = CLPWL_ERROR_NAN;
    const clpwl_weight *weight = p->options->weight;
    clpwl_error measured = clpwl__weighs(weight) ? unknown : clpwl_table_measured(p->table);
    clpwl_error most = unknown, least = unknown;
    p->power = 1;
    p->found.accepted = fmax(p->found.accepted, measured.linf);
    TRY(prove_integrals(p, &most, &least));
    /* Where the roundings of the models are more than the error, as on a huge domain. */
    CHECK(clpwl__weighs(weight) || p->found.bound <= 1.1 * p->found.seen + 1e3 * p->demand.rounding,
          CLPWL_ERR_NUMERIC,
          "the bounds of linf did not meet, for roundings or a steep part near x = %.9g: the error is "
          "between %.6g and %.6g", p->found.worst, p->found.seen, p->found.bound);
    most.linf = p->found.bound;
    least.linf = p->found.seen;
    out->worst = p->found.worst;
    if (weight && weight->w && !p->demand.linf_only) { /* L2 has another residual: sqrt(w) */
        clpwl_error most2 = unknown, least2 = unknown;
        clpwl__pass_end(p);
        p->power = 2;
        TRY(prove_integrals(p, &most2, &least2));
        most.l2 = most2.l2;
        least.l2 = least2.l2;
    }
    if (p->demand.linf_only)
        most.l1 = most.l2 = least.l1 = least.l2 = NAN;
    out->bound = most;
    out->least = least;
done:
    clpwl__pass_end(p);
    return status;
}

/* Raises *most to a bound of |f' - v'| on [l, r], by halves where enclosures tell more than `enough`.
 *   left  halvings of the table */
static clpwl_status bound_slope(clpwl__claim *c, double l, double r, double enough, int depth, long *left,
                                double *most)
{
    clpwl_status status = CLPWL_OK;
    const double middle = l + (r - l) / 2;
    double bound;
    TRY(clpwl__claim_most(c, 1, l, r, &bound));
    if (bound > enough && depth > 0 && --*left > 0) {
        TRY(bound_slope(c, l, middle, enough, depth - 1, left, most));
        TRY(bound_slope(c, middle, r, enough, depth - 1, left, most));
    } else {
        *most = fmax(*most, bound);
    }
done:
    return status;
}

/* A bound of slope errors, a bit above the largest one found, but beside knots, which are rounded. */
static clpwl_status prove_slopes(double *out, const clpwl_function *f, const clpwl_table *table)
{
    enum { DEPTH = 40, HALVINGS = 1 << 18 }; /* some seconds */
    static const double tolerance = 1e-3;
    clpwl_status status = CLPWL_OK;
    const clpwl_constraints *c = clpwl_table_constraints(table);
    const double *x = clpwl_table_knots(table);
    clpwl__claim claim = {.bits = 0};
    double most = 0, enough;
    long left = HALVINGS;
    if (!c || c->slope_error == 0)
        goto done;
    enough = fmin(c->slope_found * (1 + tolerance), c->slope_error);
    TRY(clpwl__claim_create(&claim, f, NULL, CLPWL_SHAPER_NONE, 1));
    for (size_t i = 0; i < clpwl_table_segments(table); i++) {
        const double l = x[i] + (double)FLT_EPSILON * fabs(x[i]);
        const double r = x[i + 1] - (double)FLT_EPSILON * fabs(x[i + 1]);
        TRY(clpwl__claim_segment(&claim, x, clpwl_table_values(table), i));
        if (l < r)
            TRY(bound_slope(&claim, l, r, enough, DEPTH, &left, &most));
    }
    *out = most < INFINITY ? most : (double)NAN;
done:
    clpwl__claim_free(&claim);
    return status;
}

clpwl_status clpwl__prove_enclosed(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                                   const clpwl_prove_options *options, int by_work)
{
    clpwl_status status = CLPWL_OK;
    clpwl_prove_options o = *options;
    clpwl__pass p = {.f = f, .table = table, .options = &o};
    double largest = 0;
    p.demand.tolerance = o.tolerance > 0 ? o.tolerance : 1e-3;
    TRY(clpwl__tails_create(&p.tails, table, o.a, o.b));
    p.width = p.tails.b - p.tails.a;
    p.demand.linf_only = o.linf_only != 0 || isinf(p.width);
    p.budget = clpwl__budget_of(o.seconds, by_work);
    for (size_t i = 0; i <= clpwl_table_segments(table); i++) {
        double factor = 1, y = clpwl_table_values(table)[i];
        if (clpwl__weighs(o.weight)) /* a negative one has no root */
            TRY(clpwl__weigh(o.weight, CLPWL_NORM_LINF, clpwl_table_knots(table)[i], y, &factor));
        largest = fmax(largest, factor * fabs(y));
    }
    p.found.accepted = p.demand.rounding = largest * 0x1p-50 + DBL_MIN;
    TRY(prove_norms(&p, out));
    TRY(prove_slopes(&out->slope, f, table));
done:
    flint_cleanup(); /* this thread's tables of constants */
    return status;
}

int clpwl_can_prove(void)
{
    return 1;
}
