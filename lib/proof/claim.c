/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "proof/claim.h"
#include "function/function.h"
#include "function/weight.h"

/* g of the shapers. */
static const char *const formulas[] = {
#define SHAPER(NAME, formula, ...) [CLPWL_SHAPER_##NAME] = formula,
#include "table/shapers.def"
#undef SHAPER
};

/* The residual r becomes w s r. */
static clpwl_status add_weight(clpwl__expression *e, int *root, const clpwl_weight *weight, int f,
                               int power)
{
    static const char *const names[] = {"r", "f", "w", NULL};
    clpwl_status status = CLPWL_OK;
    int w;
    if (weight->floor > 0) {
        TRY(clpwl__expression_node(e, &w, (clpwl__node){.op = CLPWL__NUMBER, .value = weight->floor}));
        TRY(clpwl__expression_add(e, root, "r/max(abs(f),w)", names, (int[]){*root, f, w}));
    }
    if (weight->w) {
        TRY(clpwl__expression_function(e, &w, weight->w));
        TRY(clpwl__expression_add(e, root, power == 2 ? "r*sqrt(w)" : "r*w", names,
                                  (int[]){*root, f, w}));
    }
done:
    return status;
}

static void begin_claim(clpwl__claim *c)
{
    *c = (clpwl__claim){.bits = CLPWL__USUAL_BITS};
    clpwl__range_forget(&c->none);
}

/* The derivatives, as many as a tree has operations for, and the limits. */
static clpwl_status derive_claim(clpwl__claim *c)
{
    clpwl_status status = CLPWL_OK;
    for (c->orders = 1; c->orders < CLPWL__ORDERS; c->orders++) {
        int i = c->orders, count = c->e.tree.count;
        status = clpwl__expression_derive(&c->e, &c->roots[i], c->roots[i - 1]);
        if (status == CLPWL_ERR_ARGUMENT) { /* more operations than a tree may have */
            c->e.tree.count = count;
            break;
        }
        TRY(status);
    }
    TRY(clpwl__limits_find(&c->limits, &c->e, c->roots[0]));
done:
    return status;
}

clpwl_status clpwl__claim_factor(clpwl__claim *c, const clpwl_function *f, const clpwl_weight *weight,
                                 int power, int is_derived)
{
    clpwl_status status = CLPWL_OK;
    int y = -1;
    begin_claim(c);
    if (weight->floor > 0)
        TRY(clpwl__expression_function(&c->e, &y, f));
    TRY(clpwl__expression_node(&c->e, &c->roots[0], (clpwl__node){.op = CLPWL__NUMBER, .value = 1}));
    TRY(add_weight(&c->e, &c->roots[0], weight, y, power));
    c->orders = 1;
    if (is_derived)
        TRY(derive_claim(c));
done:
    return status;
}

clpwl_status clpwl__claim_create(clpwl__claim *c, const clpwl_function *f,
                                 const clpwl_weight *weight, clpwl_shaper shaper, int power)
{
    static const char *const names[] = {"y0", "slope", "u0", "f", "u", NULL};
    clpwl_status status = CLPWL_OK;
    int y;
    begin_claim(c);
    TRY(clpwl__expression_function(&c->e, &y, f));
    TRY(clpwl__expression_add(&c->e, &c->shaped, formulas[shaper], NULL, NULL));
    TRY(clpwl__expression_add(&c->e, &c->roots[0], "f-(y0+slope*(u-u0))", names,
                              (int[]){-1, -1, -1, y, c->shaped}));
    if (clpwl__weighs(weight))
        TRY(add_weight(&c->e, &c->roots[0], weight, y, power));
    TRY(derive_claim(c));
done:
    return status;
}

void clpwl__claim_free(clpwl__claim *c)
{
    clpwl__expression_free(&c->e);
    clpwl__range_clear(&c->x);
    clpwl__range_clear(&c->none);
    memset(c, 0, sizeof *c); /* Arb's numbers are 0 then */
}

/* g at a number. */
static clpwl_status shape(clpwl__claim *c, clpwl__range *u, double x)
{
    clpwl_status status = CLPWL_OK;
    clpwl__range_set_double(u, x);
    if (c->e.tree.nodes[c->shaped].op == CLPWL__X) /* values that depend on x are kept */
        goto done;
    clpwl__range_set(&c->x, u);
    TRY(clpwl__enclose(&c->e, c->shaped, &c->x));
    clpwl__range_set(u, &c->e.values[c->shaped]);
done:
    return status;
}

clpwl_status clpwl__claim_segment(clpwl__claim *c, const double *knots, const double *values, size_t i)
{
    clpwl_status status = CLPWL_OK;
    RANGE(run);
    RANGE(y1);
    c->bits = CLPWL__USUAL_BITS;
    clpwl__range_set_double(&c->e.slots[0], values[i]);
    clpwl__range_set_double(&y1, values[i + 1]);
    TRY(shape(c, &c->e.slots[2], knots[i]));
    TRY(shape(c, &run, knots[i + 1]));
    clpwl__range_sub(&run, &run, &c->e.slots[2]);
    clpwl__range_sub(&y1, &y1, &c->e.slots[0]);
    clpwl__range_div(&c->e.slots[1], &y1, &run);
done:
    return status;
}

/* Restores the bits. */
static clpwl_status enclose(clpwl__claim *c, int order)
{
    clpwl__range_bits = c->bits;
    clpwl_status status =
        order == 0 ? clpwl__enclose_by_steps(&c->e, c->roots[0], &c->x)
                   : clpwl__enclose(&c->e, c->roots[order], &c->x);
    clpwl__range_bits = CLPWL__USUAL_BITS;
    return status;
}

clpwl_status clpwl__claim_on(clpwl__claim *c, int order, double l, double r,
                             const clpwl__range **out)
{
    clpwl_status status = CLPWL_OK;
    *out = &c->none;
    if (order >= c->orders)
        goto done;
    clpwl__range_set_ends(&c->x, l, r);
    TRY(enclose(c, order));
    *out = &c->e.values[c->roots[order]];
    TRY(clpwl__limits_narrow(&c->e.values[c->roots[order]], &c->limits, &c->e, c->roots[order], &c->x));
done:
    return status;
}

clpwl_status clpwl__claim_most(clpwl__claim *c, int order, double l, double r, double *most)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__range *e;
    TRY(clpwl__claim_on(c, order, l, r, &e));
    *most = clpwl__range_most(e);
done:
    return status;
}

clpwl_status clpwl__claim_at(clpwl__claim *c, double x, double enough, clpwl__end *out, double *least)
{
    enum { MOST_BITS = 16 * CLPWL__USUAL_BITS };
    clpwl_status status = CLPWL_OK;
    const clpwl__range *e;
    double before = INFINITY;
    for (;; c->bits *= 2) {
        for (int order = 1; order >= 0; order--) {
            TRY(clpwl__claim_on(c, order, x, x, &e));
            const double low = clpwl__range_lower(e), high = clpwl__range_upper(e);
            out->value[order] = isfinite(high - low) ? low / 2 + high / 2 : 0;
            out->doubt[order] = high - low;
        }
        *least = clpwl__range_least(e);
        if (out->doubt[0] <= enough || !(out->doubt[0] < before / 2) || c->bits >= MOST_BITS)
            break;
        before = out->doubt[0];
    }
done:
    return status;
}
