/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cl/evaluator/verify.h"
#include "cl/evaluator/method.h"
#include "base/door.h"
#include "base/options.h"
#include "base/progress.h"
#include "function/function.h"
#include "function/weight.h"

enum { BLOCK = 1 << 16, USUAL_ARGUMENTS = 10000000 };
static const double most_arguments = 0x1p32; /* all numbers of 32 bits */

/* L1, L2 squared, and both weighted. */
enum { SUMS = 4 };

typedef struct run {
    clpwl_evaluator *evaluator;
    const clpwl_function *f;
    float *x, *y;
    double *at, *right, *w; /* x, f and the function of the weight at x; w NULL: 1 */
    size_t n; /* arguments in x that are not evaluated yet */
    const clpwl_weight *weighting; /* or NULL */
    double side;                   /* of clpwl__verify_side */
    double weight; /* of an argument in L1 and L2: the width of its stratum; 0 at knots */
    double sums[SUMS];
    double last[SUMS], variance[SUMS]; /* what the last stratum added; from pairs of strata */
    int is_second;                     /* the next stratum is the second one of a pair */
    clpwl_verification *out;
} run;

/* Of strata with one argument each, the squared differences of neighbours bound the variance of the
 * sum (W. G. Cochran, Sampling Techniques, 3rd ed., section 5A.12: collapsed strata). */
static void add_stratum(run *r, const double term[SUMS])
{
    for (int k = 0; k < SUMS; k++) {
        r->sums[k] += term[k];
        if (r->is_second)
            r->variance[k] += (term[k] - r->last[k]) * (term[k] - r->last[k]);
        r->last[k] = term[k];
    }
    r->is_second = !r->is_second;
}

static clpwl_status compare_weighted(run *r, size_t i, double error, double term[2])
{
    clpwl_status status = CLPWL_OK;
    clpwl_verification *v = r->out;
    double x = r->x[i], y = r->right[i], w = r->w ? r->w[i] : 1, factor, root;
    TRY(clpwl__weigh_by(r->weighting, CLPWL_NORM_LINF, x, y, w, &factor));
    TRY(clpwl__weigh_by(r->weighting, CLPWL_NORM_L2, x, y, w, &root));
    if (!(factor * error <= v->weighted_seen.linf)) {
        v->weighted_seen.linf = isfinite(error) ? factor * error : INFINITY;
        v->weighted_x = x;
    }
    term[0] = r->weight * factor * error;
    term[1] = r->weight * root * root * error * error;
done:
    return status;
}

static clpwl_status compare_value(run *r, size_t i)
{
    clpwl_status status = CLPWL_OK;
    clpwl_verification *v = r->out;
    double right = r->right[i];
    double error = isfinite(r->y[i]) ? fabs((double)r->y[i] - right) : INFINITY;
    if (error > v->seen.linf) {
        v->seen.linf = error;
        v->x = r->x[i];
        v->got = r->y[i];
        v->right = right;
    }
    double beyond = r->side * (right - (double)r->y[i]);
    if (beyond > v->beyond) {
        v->beyond = beyond;
        v->beyond_x = r->x[i];
    }
    double term[SUMS] = {r->weight * error, r->weight * error * error};
    if (r->weighting)
        TRY(compare_weighted(r, i, error, term + 2));
    if (r->weight > 0)
        add_stratum(r, term);
done:
    return status;
}

static clpwl_status evaluate_arguments(run *r)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl_eval(r->evaluator, r->x, r->y, r->n));
    for (size_t i = 0; i < r->n; i++)
        r->at[i] = r->x[i];
    TRY(clpwl__values(r->f, r->at, r->right, r->n));
    if (r->w)
        TRY(clpwl__values(r->weighting->w, r->at, r->w, r->n));
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
    const clpwl_table *table = r->evaluator->table[0]; /* the pack of a symmetric one has its half */
    const double *knots = clpwl_table_knots(table);
    TRY(add_argument(r, p->grid.lo));
    TRY(add_argument(r, p->grid.hi));
    for (size_t i = 0; i <= clpwl_table_segments(table); i++) {
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
    double a, b;
    clpwl_table_domain(r->evaluator->table[0], &a, &b);
    size_t n = o->arguments ? o->arguments : USUAL_ARGUMENTS;
    uint32_t state = o->seed * 2654435761u + 1;
    state = state ? state : 1;
    r->weight = (b - a) / (double)n;
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

clpwl_status clpwl_verify(clpwl_evaluator *e, const clpwl_function *f,
                          const clpwl_verify_options *options, clpwl_verification *out)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_verify_options own, *o = &own;
    clpwl_weight weight;
    run r = {.evaluator = e, .f = f, .out = out};
    clpwl__share share = {.progress = NULL};
    CHECK(e && f && out, CLPWL_ERR_ARGUMENT, "clpwl_verify: an argument is NULL");
    TRY(clpwl__options_take(&own, sizeof own, options, "clpwl_verify_options",
                            "CLPWL_VERIFY_INIT"));
    CHECK((double)o->arguments <= most_arguments, CLPWL_ERR_ARGUMENT,
          "clpwl_verify: %zu arguments are more than the %.0f fp32 numbers; clpwl_verify_every takes each "
          "number of the domain", o->arguments, most_arguments);
    TRY(clpwl__weight_take(&weight, &o->weight));
    clpwl__share_take(&share, &o->progress, &o->progress_user);
    memset(out, 0, sizeof *out);
    out->doubt = out->weighted_doubt = NAN;
    r.weighting = clpwl__weighs(o->weight) ? o->weight : NULL;
    clpwl__verified all = {e, f, r.weighting, r.variance, out};
    TRY(clpwl__verify_bounds(&all));
    r.side = clpwl__verify_side(e);
    r.x = clpwl__alloc(BLOCK, sizeof *r.x);
    CHECK_MEMORY(r.x);
    r.y = clpwl__alloc(BLOCK, sizeof *r.y);
    CHECK_MEMORY(r.y);
    r.at = clpwl__alloc(BLOCK, sizeof *r.at);
    CHECK_MEMORY(r.at);
    r.right = clpwl__alloc(BLOCK, sizeof *r.right);
    CHECK_MEMORY(r.right);
    if (r.weighting && r.weighting->w) {
        r.w = clpwl__alloc(BLOCK, sizeof *r.w);
        CHECK_MEMORY(r.w);
    }
    TRY(try_knots(&r));
    TRY(try_strata(&r, o));
    if (r.is_second) /* without a partner */
        for (int k = 0; k < SUMS; k++)
            r.variance[k] += r.last[k] * r.last[k];
    out->evidence = CLPWL_EVIDENCE_MEASURED;
    out->seen.l1 = r.sums[0];
    out->seen.l2 = sqrt(r.sums[1]);
    out->weighted_seen.l1 = r.sums[2];
    out->weighted_seen.l2 = sqrt(r.sums[3]);
    clpwl__verify_judge(&all);
done:
    clpwl__share_end(&share, status == CLPWL_OK);
    clpwl__free(r.x);
    clpwl__free(r.y);
    clpwl__free(r.at);
    clpwl__free(r.right);
    clpwl__free(r.w);
    return status;
}
