/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cl/evaluator/verify.h"
#include "cl/evaluator/method.h"
#include "base/options.h"
#include "execution/weighted.h"
#include "function/weight.h"
#include "table/table.h"

static const double standard_errors = 5, /* once in 3 million by chance */
    quadrature = 1e-7,                   /* to which L1 and L2 are integrated (lib/error/measure.c) */
    polynomials = 1e-3,                  /* the proxy of a callback (lib/function/proxy.c) */
    uniform = 0.01;    /* of L2 through a filter of few bits, whose weight errs uniformly */
enum { LEAST_JUDGED = 1000 }; /* pairs of fewer strata do not show the standard error */

static int is_designed_for(const clpwl_weighting *had, const clpwl_weight *weight)
{
    const char *name = weight->w ? clpwl_function_name(weight->w) : NULL;
    return had && had->floor == weight->floor && !had->weight == !name &&
           (!name || strcmp(had->weight, name) == 0);
}

/* Whether bounds of how the evaluator reads its table are known. */
static int is_known(const clpwl_evaluator *e, clpwl_execution *how)
{
    return clpwl__evaluator_execution(e, e->method, e->storage, how) == CLPWL_OK &&
           !(e->method->needs & (NEEDS_EXACT | NEEDS_NATIVE));
}

int clpwl__verify_side(const clpwl_evaluator *e)
{
    static const clpwl_target none = {.storage = CLPWL_STORAGE_FLOAT32};
    const clpwl_table *table = e->table[0];
    const clpwl_target *target = clpwl_table_target(table) ? clpwl_table_target(table) : &none;
    clpwl_execution how, designed = CLPWL_EXECUTION_INIT;
    designed.weight_bits = target->weight_bits;
    const int knows = is_known(e, &how);
    int is_stored = e->storage == CLPWL_STORAGE_FLOAT32 || e->storage == clpwl_table_storage(table);
    int is_filter = clpwl__weight_error(&how) > 0 || how.value_error > 0;
    int is_covered = target->weight_bits > 0 && clpwl__weight_error(&how) <= clpwl__weight_error(&designed);
    designed.storage = e->storage;
    is_covered &= e->storage == CLPWL_STORAGE_FLOAT32 || how.value_error <= clpwl__filter_error(&designed);
    if (!knows || !is_stored || (is_filter && !is_covered))
        return 0;
    clpwl_fit fit = clpwl_table_fit(table);
    return fit == CLPWL_FIT_ABOVE ? 1 : fit == CLPWL_FIT_BELOW ? -1 : 0;
}

const clpwl_constraints *clpwl__verify_held(const clpwl_evaluator *e, clpwl_constraints_error *off)
{
    clpwl_execution how;
    *off = (clpwl_constraints_error){.value = 0};
    if (!is_known(e, &how))
        return NULL;
    *off = clpwl_table_constraints_error(e->table[0], &how);
    return clpwl_table_constraints(e->table[0]);
}

/* For 8- and 16-bit storage the evaluator's L1 and L2 errors are sums of bounds. With f they are
 * measured. */
clpwl_status clpwl__verify_bounds(const clpwl_evaluator *e, const clpwl_function *f,
                                  const clpwl_weight *weight, clpwl_verification *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_execution how;
    CHECK(e->lanes == 1, CLPWL_ERR_ARGUMENT, "clpwl_verify takes an evaluator of one table");
    CHECK(e->quantity == CLPWL_QUANTITY_VALUE, CLPWL_ERR_ARGUMENT,
          "clpwl_verify takes an evaluator of values, not of the %s",
          clpwl_quantity_name(e->quantity));
    const clpwl_table *table = e->table[0];
    const clpwl_weighting *had = clpwl_table_weighting(table);
    out->bound = clpwl_evaluator_error(e);
    if (e->storage != CLPWL_STORAGE_FLOAT32) {
        clpwl_error measured;
        TRY(clpwl__evaluator_execution(e, e->method, e->storage, &how));
        TRY(clpwl_error_executed(f, NULL, table, &how, &measured));
        out->bound.l1 = measured.l1;
        out->bound.l2 = measured.l2;
    }
    if (!weight)
        goto done;
    TRY(clpwl__evaluator_execution(e, e->method, e->storage, &how));
    if (is_designed_for(had, weight))
        TRY(clpwl__executed_weighted(f, weight, table, &how, clpwl__weighting_known(had), 0, NULL,
                                     &out->weighted_bound));
    else
        TRY(clpwl_error_executed(f, weight, table, &how, &out->weighted_bound));
done:
    return status;
}

/* The distance of fp32 numbers at x. */
static double fp32_distance(double x)
{
    int exponent;
    (void)frexp(x, &exponent);
    return ldexp(1, exponent > -125 ? exponent - 24 : -149);
}

/* What the rounding of arguments adds to the integral of a function of the error that is at most 1:
 * such a function has four monotone pieces on a segment, so that its variation is 4. */
static double grid_of(const clpwl_table *table)
{
    const double *knots = clpwl_table_knots(table);
    double sum = 0;
    for (size_t i = 0; i < clpwl_table_segments(table); i++)
        sum += 2 * fp32_distance(fmax(fabs(knots[i]), fabs(knots[i + 1])));
    return sum;
}

static clpwl_error allow(const clpwl_error *bound, double model, double grid1, double grid2,
                         const double variance[2])
{
    double l2 = bound->l2 * (1 + model);
    return (clpwl_error){
        .linf = bound->linf,
        .l1 = bound->l1 * (1 + model) + grid1 + standard_errors * sqrt(variance[0]),
        .l2 = sqrt(l2 * l2 + grid2 + standard_errors * sqrt(variance[1])),
    };
}

/* A bound of linf may be infinite, which holds nothing. Of L1 and L2, a bound that is not known is not
 * judged. */
static int keeps(const clpwl_error *seen, const clpwl_error *allowed)
{
    return isfinite(seen->linf) && seen->linf <= allowed->linf &&
           (isnan(allowed->l1) || seen->l1 <= allowed->l1) &&
           (isnan(allowed->l2) || seen->l2 <= allowed->l2);
}

void clpwl__verify_judge(const clpwl_evaluator *e, const clpwl_weight *weight, const double variance[5],
                         clpwl_verification *v)
{
    clpwl_execution how;
    int is_bound = clpwl__evaluator_execution(e, e->method, e->storage, &how) == CLPWL_OK &&
                   clpwl__weight_error(&how) == 0;
    double model = quadrature + (is_bound ? 0 : uniform), grid = grid_of(e->table[0]);
    double most = v->seen.linf, weighted = v->weighted_seen.linf;
    v->allowed = allow(&v->bound, model, grid * most, grid * most * most, variance);
    if (weight) {
        /* Of w s^2 e^2, from w s e, and from s e where there is a w. */
        double other = !weight->w ? weighted : weight->floor > 0 ? most / weight->floor : most;
        v->weighted_allowed =
            allow(&v->weighted_bound, model, grid * weighted, grid * weighted * other, variance + 2);
    }
    if (v->arguments < LEAST_JUDGED && v->evidence != CLPWL_EVIDENCE_EXHAUSTED)
        v->allowed.l1 = v->allowed.l2 = v->weighted_allowed.l1 = v->weighted_allowed.l2 = INFINITY;
    clpwl_constraints_error off;
    const clpwl_constraints *held = clpwl__verify_held(e, &off);
    if (clpwl__verify_side(e) == 0 && !held)
        v->beyond = v->beyond_x = NAN;
    /* What the sum over arguments, the roundings of values, and f's polynomials allow. */
    const double rounding = v->bound.l1 - clpwl_table_measured(e->table[0]).l1 + polynomials * v->bound.l1;
    const double excess = fabs(v->shift) - off.integral - rounding - grid * most -
                          standard_errors * sqrt(variance[4]);
    if (held && held->keep_integral && excess > v->beyond) {
        v->beyond = excess;
        v->beyond_x = NAN;
    }
    v->holds = keeps(&v->seen, &v->allowed) && keeps(&v->weighted_seen, &v->weighted_allowed) &&
               !(v->beyond > 0);
}
