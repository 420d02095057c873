/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs of the errors of whole tables: passes of branch and bound over all segments. */
#include <flint/flint.h>
#include <float.h>
#include "base/options.h"
#include "clpwl/proof.h"
#include "function/weight.h"
#include "proof/branch.h"
#include "proof/tail.h"

typedef struct task {
    const clpwl_table *table;
    clpwl_prove_options options;
    double seconds;     /* that are allowed */
    double parts, done; /* passes over all segments, expected and done */
    clpwl__tails tails;
    double width;       /* of the reach */
} task;

/* Gives up early where the first pass would take far longer than allowed. 3: segments differ. */
static clpwl_status check_forecast(const clpwl__branch *p, double seconds, double fraction)
{
    clpwl_status status = CLPWL_OK;
    double taken = seconds - (p->give_up - clpwl__branch_time());
    CHECK(taken < seconds / 10 || taken / fraction < 3 * seconds, CLPWL_ERR_NUMERIC,
          "the proof would take some %.2g s, longer than allowed", taken / fraction);
done:
    return status;
}

static clpwl_status run_pass(clpwl__branch *p, task *w)
{
    clpwl_status status = CLPWL_OK;
    const double *knots = clpwl_table_knots(w->table), *values = clpwl_table_values(w->table);
    size_t n = clpwl_table_segments(w->table);
    p->sums = (clpwl__integrals){0};
    p->bound = 0;
    p->suspect = NAN;
    for (size_t i = 0; i < n; i++) {
        TRY(clpwl__claim_segment(&p->claim, clpwl_table_shaper(w->table), knots, values, i));
        TRY(clpwl__branch_segment(p, knots[i], knots[i + 1], w->width));
        if (i % 64 == 0)
            TRY(clpwl__branch_check_time(p, knots[i]));
        if (i % 64 == 63 && w->done == 0)
            TRY(check_forecast(p, w->seconds, (double)(i + 1) / (double)n));
        double fraction = fmin(1, (w->done + (double)(i + 1) / (double)n) / w->parts);
        CHECK(!w->options.progress || !w->options.progress(fraction, w->options.progress_user),
              CLPWL_ERR_CANCELLED, "the proof was cancelled");
    }
    TRY(clpwl__tails_pass(&w->tails, p, w->width));
    w->done += 1;
done:
    return status;
}

/* Passes until the integrals are as close as the tolerance demands. The first one demands nothing of
 * them. Each shows the next one how small a rest must be. */
static clpwl_status prove_integrals(clpwl__branch *p, task *w, clpwl_error *most, clpwl_error *least)
{
    enum { PASSES = 8 };
    static const double summed = 1 + 0x1p-22; /* 2^-52 for each of at most 2^30 terms */
    clpwl_status status = CLPWL_OK;
    double width = w->width;
    p->l1 = p->l2 = INFINITY;
    for (int i = 0; i < PASSES; i++) {
        TRY(run_pass(p, w));
        most->l1 = (p->sums.model1 + p->sums.rest1) * summed;
        least->l1 = fmax(0, p->sums.model1 * (1 - 1e-3) - p->sums.rest1) / summed;
        most->l2 = (sqrt(p->sums.model2) + sqrt(p->sums.rest2)) * summed;
        least->l2 = fmax(0, sqrt(p->sums.model2) - sqrt(p->sums.rest2)) / summed;
        if (p->bound < 1e-140) { /* squares underflow */
            most->l2 = p->bound * sqrt(width) * (1 + 1e-12);
            least->l2 = 0;
        }
        p->l1 = most->l1 / width + p->rounding;
        p->l2 = most->l2 / sqrt(width) + p->rounding;
        double seen = fmax(p->seen, p->rounding);
        int is_loose = p->accepted > seen && p->bound > seen * (1 + p->tolerance);
        p->accepted = is_loose ? seen : p->accepted; /* the error in the table is too large */
        if (is_loose)
            continue;
        if (p->linf_only || (p->sums.rest1 <= p->tolerance * width * p->l1 &&
                             sqrt(p->sums.rest2) <= p->tolerance * sqrt(width) * p->l2))
            break;
    }
done:
    return status;
}

static clpwl_status prove_norms(clpwl__branch *p, task *w, const clpwl_function *f, clpwl_proof *out)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_error unknown = CLPWL_ERROR_NAN;
    const clpwl_weight *weight = w->options.weight;
    clpwl_shaper shaper = clpwl_table_shaper(w->table);
    clpwl_error measured = clpwl__weighs(weight) ? unknown : clpwl_table_measured(w->table);
    clpwl_error most = unknown, least = unknown;
    double factor;
    for (size_t i = 0; i <= clpwl_table_segments(w->table); i++) /* a negative one has no root */
        TRY(clpwl__weigh(weight, CLPWL_NORM_LINF, clpwl_table_knots(w->table)[i], 1, &factor));
    TRY(clpwl__claim_create(&p->claim, f, weight, shaper, 1));
    p->accepted = fmax(p->accepted, measured.linf);
    TRY(clpwl__tails_look(&w->tails, p, clpwl_function_name(f)));
    TRY(prove_integrals(p, w, &most, &least));
    /* Where the roundings of the models are more than the error, as on a huge domain. */
    CHECK(clpwl__weighs(weight) || p->bound <= 1.1 * p->seen + 1e3 * p->rounding, CLPWL_ERR_NUMERIC,
          "the bounds of linf did not meet, for roundings or a steep part near x = %.9g: the error is "
          "between %.6g and %.6g", isnan(p->suspect) ? p->worst : p->suspect, p->seen, p->bound);
    most.linf = p->bound;
    least.linf = p->seen;
    out->worst = p->worst;
    if (weight && weight->w && !p->linf_only) { /* L2 has another residual: sqrt(w) */
        clpwl_error most2 = unknown, least2 = unknown;
        clpwl__claim_free(&p->claim);
        TRY(clpwl__claim_create(&p->claim, f, weight, shaper, 2));
        TRY(prove_integrals(p, w, &most2, &least2));
        most.l2 = most2.l2;
        least.l2 = least2.l2;
    }
    if (p->linf_only)
        most.l1 = most.l2 = least.l1 = least.l2 = NAN;
    out->bound = most;
    out->least = least;
done:
    clpwl__claim_free(&p->claim);
    return status;
}

clpwl_status clpwl__prove_options_take(clpwl_prove_options *own, clpwl_weight *weight,
                                       const clpwl_prove_options *given)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__options_take(own, sizeof *own, given, "clpwl_prove_options", "CLPWL_PROVE_INIT"));
    TRY(clpwl__weight_take(weight, &own->weight));
    CHECK(own->tolerance == 0 || (own->tolerance >= 1e-6 && own->tolerance <= 1),
          CLPWL_ERR_ARGUMENT, "tolerance is %g: it must be 0 or in [1e-6, 1]", own->tolerance);
    CHECK(own->seconds >= 0, CLPWL_ERR_ARGUMENT, "seconds is %g: it must not be negative",
          own->seconds);
done:
    return status;
}

clpwl_status clpwl_prove(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                         const clpwl_prove_options *options)
{
    static const clpwl_prove_options defaults = CLPWL_PROVE_INIT;
    clpwl_status status = CLPWL_OK;
    clpwl__branch *p = NULL;
    task w = {.table = table};
    clpwl_weight weight;
    double largest = 0;
    CHECK(out && f && table, CLPWL_ERR_ARGUMENT, "%s is NULL", !out ? "out" : f ? "table" : "f");
    TRY(clpwl__prove_options_take(&w.options, &weight, options ? options : &defaults));
    p = clpwl__calloc(1, sizeof *p);
    CHECK_MEMORY(p);
    p->tolerance = w.options.tolerance > 0 ? w.options.tolerance : 1e-3;
    w.seconds = w.options.seconds > 0 ? w.options.seconds : 60;
    p->give_up = clpwl__branch_time() + w.seconds;
    TRY(clpwl__tails_create(&w.tails, table, w.options.a, w.options.b));
    w.width = w.tails.b - w.tails.a;
    p->linf_only = w.options.linf_only != 0 || isinf(w.width);
    w.parts = !p->linf_only && w.options.weight && w.options.weight->w ? 2 : 1;
    for (size_t i = 0; i <= clpwl_table_segments(table); i++)
        largest = fmax(largest, fabs(clpwl_table_values(table)[i]));
    /* Relative errors are of the order of 1 whatever the values are; of other weighted ones nothing is
     * known beforehand. */
    if (clpwl__weighs(w.options.weight))
        largest = w.options.weight->floor > 0 && !w.options.weight->w ? 1 : 0;
    p->accepted = p->rounding = largest * 0x1p-50 + DBL_MIN;
    TRY(prove_norms(p, &w, f, out));
done:
    clpwl__free(p);
    flint_cleanup(); /* this thread's tables of constants */
    return status;
}

int clpwl_can_prove(void)
{
    return 1;
}
