/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "clpwl/verify.h"
#include "cl/evaluator/evaluator.h"
#include "cl/evaluator/method.h"
#include "base/options.h"
#include "execution/weighted.h"
#include "function/weight.h"
#include "table/table.h"

enum { BLOCK = 1 << 16, MOST_ARGUMENTS = 10000000 };

typedef struct run {
    clpwl_evaluator *evaluator;
    const clpwl_function *f;
    float *x, *y;
    size_t n; /* arguments in x that are not evaluated yet */
    const clpwl_weight *weighting; /* or NULL */
    double weight; /* of an argument in L1 and L2: the width of its stratum; 0 at knots */
    double sum1, sum2, weighted1, weighted2;
    int numbers; /* 1: every value so far is finite */
    clpwl_verification *out;
} run;

static clpwl_status compare_weighted(run *r, double x, double right, double error)
{
    clpwl_status status = CLPWL_OK;
    clpwl_verification *v = r->out;
    double factor, root;
    TRY(clpwl__weigh(r->weighting, CLPWL_NORM_LINF, x, right, &factor));
    TRY(clpwl__weigh(r->weighting, CLPWL_NORM_L2, x, right, &root));
    if (!(factor * error <= v->weighted_seen.linf)) {
        v->weighted_seen.linf = isnan(error) ? INFINITY : factor * error;
        v->weighted_x = x;
    }
    r->weighted1 += r->weight * factor * error;
    r->weighted2 += r->weight * root * root * error * error;
done:
    return status;
}

static clpwl_status compare_value(run *r, size_t i)
{
    clpwl_status status = CLPWL_OK;
    clpwl_verification *v = r->out;
    double right = NAN;
    TRY(clpwl_function_value(r->f, r->x[i], &right));
    double error = fabs((double)r->y[i] - right);
    r->numbers &= isfinite(r->y[i]) != 0;
    if (!(error <= v->seen.linf)) { /* NaN too */
        v->seen.linf = isnan(error) ? INFINITY : error;
        v->x = r->x[i];
        v->got = r->y[i];
        v->right = right;
    }
    r->sum1 += r->weight * error;
    r->sum2 += r->weight * error * error;
    if (r->weighting)
        TRY(compare_weighted(r, r->x[i], right, error));
done:
    return status;
}

static clpwl_status evaluate_arguments(run *r)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl_eval(r->evaluator, r->x, r->y, r->n));
    for (size_t i = 0; i < r->n; i++)
        TRY(compare_value(r, i));
    r->out->arguments += r->n;
    r->n = 0;
done:
    return status;
}

/* Adds x to the arguments, if it is in the domain. */
static clpwl_status add_argument(run *r, float x)
{
    const clpwl__pack *p = r->evaluator->pack;
    if (!(x >= p->grid.lo && x <= p->grid.hi))
        return CLPWL_OK;
    r->x[r->n++] = x;
    return r->n == BLOCK ? evaluate_arguments(r) : CLPWL_OK;
}

static clpwl_status try_knots(run *r)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__pack *p = r->evaluator->pack;
    const double *knots = clpwl_table_knots(r->evaluator->table[0]);
    TRY(add_argument(r, p->grid.lo));
    TRY(add_argument(r, p->grid.hi));
    for (size_t i = 0; i <= p->segments; i++) {
        float x = (float)knots[i];
        TRY(add_argument(r, x));
        TRY(add_argument(r, nextafterf(x, -INFINITY)));
        TRY(add_argument(r, nextafterf(x, INFINITY)));
    }
    TRY(evaluate_arguments(r));
done:
    return status;
}

/* A number in [0, 1), by xorshift32; the state must not be 0. */
static double draw_uniform(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return (double)*state * 0x1p-32;
}

static clpwl_status try_strata(run *r, const clpwl_verify_options *o)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__pack *p = r->evaluator->pack;
    const double *knots = clpwl_table_knots(r->evaluator->table[0]);
    double a = knots[0], width = knots[p->segments] - a;
    size_t n = o->arguments ? o->arguments : MOST_ARGUMENTS;
    uint32_t state = o->seed * 2654435761u + 1;
    state = state ? state : 1;
    r->weight = width / (double)n;
    for (size_t i = 0; i < n; i++) {
        float x = (float)(a + ((double)i + draw_uniform(&state)) * r->weight);
        TRY(add_argument(r, x < p->grid.lo ? p->grid.lo : x > p->grid.hi ? p->grid.hi : x));
        CHECK(r->n > 0 || !o->progress ||
                  o->progress((double)i / (double)n, o->progress_user) == 0,
              CLPWL_ERR_CANCELLED, "cancelled after %zu arguments", i);
    }
    TRY(evaluate_arguments(r));
done:
    return status;
}

static int is_designed_for(const clpwl_weighting *had, const clpwl_weight *weight)
{
    const char *name = weight->w ? clpwl_function_name(weight->w) : NULL;
    return had && had->floor == weight->floor && !had->weight == !name &&
           (!name || strcmp(had->weight, name) == 0);
}

static clpwl_status find_weighted_bound(run *r)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_evaluator *e = r->evaluator;
    const clpwl_table *table = e->table[0];
    const clpwl_weighting *had = clpwl_table_weighting(table);
    clpwl_execution how;
    TRY(clpwl__evaluator_execution(e, e->method, e->storage, &how));
    if (is_designed_for(had, r->weighting))
        TRY(clpwl__executed_weighted(r->f, r->weighting, table, &how,
                                     clpwl__weighting_known(had), 0,
                                     NULL, &r->out->weighted_bound));
    else
        TRY(clpwl_error_executed(r->f, r->weighting, table, &how,
                                          &r->out->weighted_bound));
done:
    return status;
}

/* For 16-bit storage the evaluator's L1 and L2 errors are sums of bounds. With f they are
 * measured. */
static clpwl_status find_bound(run *r)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_evaluator *e = r->evaluator;
    clpwl_execution how;
    clpwl_error measured;
    r->out->bound = clpwl_evaluator_error(e);
    if (e->storage == CLPWL_STORAGE_FLOAT32)
        goto done;
    TRY(clpwl__evaluator_execution(e, e->method, e->storage, &how));
    TRY(clpwl_error_executed(r->f, NULL, e->table[0], &how, &measured));
    r->out->bound.l1 = measured.l1;
    r->out->bound.l2 = measured.l2;
done:
    return status;
}

clpwl_status clpwl_verify(clpwl_evaluator *e, const clpwl_function *f,
                          const clpwl_verify_options *options, clpwl_verification *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_verify_options own, *o = &own;
    clpwl_weight weight;
    run r = {.evaluator = e, .f = f, .numbers = 1, .out = out};
    CHECK(e && f && out, CLPWL_ERR_ARGUMENT, "clpwl_verify: an argument is NULL");
    TRY(clpwl__options_take(&own, sizeof own, options, "clpwl_verify_options",
                            "CLPWL_VERIFY_INIT"));
    CHECK(e->lanes == 1, CLPWL_ERR_ARGUMENT, "clpwl_verify takes an evaluator of one table");
    CHECK(e->quantity == CLPWL_QUANTITY_VALUE, CLPWL_ERR_ARGUMENT,
          "clpwl_verify takes an evaluator of values, not of the %s",
          clpwl_quantity_name(e->quantity));
    memset(out, 0, sizeof *out);
    TRY(find_bound(&r));
    TRY(clpwl__weight_take(&weight, &o->weight));
    r.weighting = clpwl__weighs(o->weight) ? o->weight : NULL;
    if (r.weighting)
        TRY(find_weighted_bound(&r));
    r.x = clpwl__alloc(BLOCK, sizeof *r.x);
    CHECK_MEMORY(r.x);
    r.y = clpwl__alloc(BLOCK, sizeof *r.y);
    CHECK_MEMORY(r.y);
    TRY(try_knots(&r));
    TRY(try_strata(&r, o));
    out->seen.l1 = r.sum1;
    out->seen.l2 = sqrt(r.sum2);
    out->weighted_seen.l1 = r.weighted1;
    out->weighted_seen.l2 = sqrt(r.weighted2);
    out->holds = r.numbers && out->seen.linf <= out->bound.linf &&
                 out->weighted_seen.linf <= out->weighted_bound.linf;
done:
    clpwl__free(r.x);
    clpwl__free(r.y);
    return status;
}
