/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "proof/tail.h"
#include <float.h>
#include "base/internal.h"
#include "clpwl/proof.h"
#include "function/function.h"
#include "expression/germ.h"

typedef clpwl__tail tail;
typedef clpwl__branch prover;

/* The first z of the cell that shows what happens at infinity: terms in 1/z are below 1e-30. */
static const double far_out = 0x1p100;

static clpwl_status add_side(clpwl__tails *t, const clpwl_table *table, int sign, double to)
{
    clpwl_status status = CLPWL_OK;
    size_t at = sign > 0 ? clpwl_table_segments(table) : 0;
    double x = clpwl_table_knots(table)[at], y = clpwl_table_values(table)[at];
    clpwl_extend extend = clpwl_table_extend(table);
    clpwl_tails slopes = clpwl_table_tails(table);
    if (sign * x == to)
        goto done;
    CHECK(extend == CLPWL_EXTEND_CLAMP || extend == CLPWL_EXTEND_LINEAR ||
              extend == CLPWL_EXTEND_ZERO,
          CLPWL_ERR_ARGUMENT,
          "a table extended by %s has no straight tails: clamp, zero and linear have",
          clpwl_extend_name(extend));
    t->sides[t->count++] = (tail){.sign = sign,
                                  .from = sign * x,
                                  .to = to,
                                  .y0 = extend == CLPWL_EXTEND_ZERO ? 0 : y,
                                  .slope = extend != CLPWL_EXTEND_LINEAR ? 0
                                           : sign > 0                    ? slopes.right
                                                                         : slopes.left};
done:
    return status;
}

clpwl_status clpwl__tails_create(clpwl__tails *out, const clpwl_table *table, double a, double b)
{
    clpwl_status status = CLPWL_OK;
    double from, to;
    clpwl_table_domain(table, &from, &to);
    *out = (clpwl__tails){.a = from, .b = to};
    if (a == 0 && b == 0)
        goto done;
    CHECK(a <= from && to <= b, CLPWL_ERR_ARGUMENT,
          "the reach [%.10g, %.10g] does not hold the table's domain, [%.10g, %.10g]", a, b, from,
          to);
    CHECK(
        (a >= -(double)FLT_MAX || isinf(a)) && (b <= (double)FLT_MAX || isinf(b)),
        CLPWL_ERR_ARGUMENT,
        "the reach [%.10g, %.10g] is beyond fp32's range, +-3.4e38: infinite ends hold all numbers",
        a, b);
    CHECK(clpwl_table_shaper(table) == CLPWL_SHAPER_NONE, CLPWL_ERR_ARGUMENT,
          "the table is straight in %s(x), its tails are in x: design a table without a shaper",
          clpwl_shaper_name(clpwl_table_shaper(table)));
    out->a = a;
    out->b = b;
    TRY(add_side(out, table, 1, b));
    TRY(add_side(out, table, -1, -a));
done:
    return status;
}

static void set_line(const tail *t, clpwl__range *slots)
{
    clpwl__range_set_double(&slots[0], t->y0);
    clpwl__range_set_double(&slots[1], t->slope);
    clpwl__range_set_double(&slots[2], t->sign * t->from);
}

/* The error on a cell as a germ and its values; not finite: unknown. Raises `seen`. */
static clpwl_status take_cell(prover *p, const tail *t, const clpwl__cell *on, clpwl__germ *e,
                              arb_t y)
{
    clpwl_status status = CLPWL_OK;
    RANGE(range);
    TRY(clpwl__germ_enclose(e, &p->claim.e, p->claim.roots[0], on));
    clpwl__germ_range(y, e, on);
    clpwl__range_set_arb(&range, y);
    double least = clpwl__range_least(&range);
    if (least > p->found.seen) {
        p->found.seen = least;
        p->found.worst = t->sign * on->l;
        p->found.accepted = fmax(p->found.accepted, least);
    }
done:
    return status;
}

static double most_of(const arb_t y)
{
    RANGE(range);
    clpwl__range_set_arb(&range, y);
    return clpwl__range_most(&range);
}

/* Why the error has no bound at infinity. */
static clpwl_status refuse(const tail *t, const clpwl__germ *e, const char *name)
{
    const char *where = t->sign > 0 ? "infinity" : "-infinity";
    const int grows = _arb_vec_is_zero(e->g, CLPWL__GROWTHS);
    if (!e->known)
        return clpwl__fail(CLPWL_ERR_NUMERIC,
                           "nothing is proved up to %s: no bound of %.60s is known "
                           "there; --reach takes finite ends, too",
                           where, name);
    double by = fabs(arf_get_d(arb_midref(&e->c[0]), ARF_RND_NEAR));
    if (grows && e->d == 1 && by <= 0x1p-52 * fabs(t->slope))
        return clpwl__fail(CLPWL_ERR_NUMERIC,
                           "nothing is proved up to %s: the slope of the asymptote is near "
                           "the tail's, %.17g, but no double; --reach takes finite ends, too",
                           where, t->slope);
    if (grows && e->d == 1 && arb_rel_accuracy_bits(&e->c[0]) > 0)
        return clpwl__fail(CLPWL_ERR_NUMERIC,
                           "the error has no bound up to %s: it grows by %.3g a unit of "
                           "x from the tail of slope %.9g; --tails auto finds asymptotes",
                           where, by, t->slope);
    return clpwl__fail(CLPWL_ERR_NUMERIC,
                       "the error has no bound up to %s: %.60s has no linear asymptote "
                       "there",
                       where, name);
}

clpwl_status clpwl__tails_look(const clpwl__tails *tails, prover *p, const char *name)
{
    clpwl_status status = CLPWL_OK;
    double most;
    for (int i = 0; i < tails->count; i++) {
        const tail *t = &tails->sides[i];
        GERM(e);
        CELL(on);
        ARB(y);
        double l = isinf(t->to) ? fmax(far_out, t->from) : t->to;
        if (l < 1)
            continue;
        set_line(t, p->claim.e.slots);
        clpwl__cell_init(&on, t->sign, l, t->to);
        TRY(take_cell(p, t, &on, &e, y));
        if (isinf(t->to) && !arb_is_finite(y))
            TRY(refuse(t, &e, name));
        if (isinf(t->to) || isfinite(most_of(y)))
            continue;
        TRY(clpwl__claim_most(&p->claim, 0, t->sign * l, t->sign * l, &most));
        CHECK(isfinite(most), CLPWL_ERR_NUMERIC,
              "nothing is proved up to x = %.9g: %.60s is not defined there, or too large",
              t->sign * l, name);
    }
done:
    return status;
}

/* A number as the model of e on a cell, and the most of the rest. */
static double fit_number(double *number, const arb_t y)
{
    ARB(rest);
    *number = arf_get_d(arb_midref(y), ARF_RND_NEAR);
    arb_set_d(rest, *number);
    arb_sub(rest, y, rest, CLPWL__GERM_BITS);
    double most = most_of(rest) + 1e-15 * fabs(*number); /* roundings of the sums */
    return most * clpwl__outwards;
}

/* Whether a cell is proved by its germ; then its bound and its integrals are added. What the rest of an
 * integral may be is as for segments (branch.c). */
static clpwl_status settle_cell(prover *p, const tail *t, double l, double r, double width,
                                int *settled)
{
    clpwl_status status = CLPWL_OK;
    GERM(e);
    CELL(on);
    ARB(y);
    clpwl__cell_init(&on, t->sign, l, r);
    *settled = 0;
    TRY(take_cell(p, t, &on, &e, y));
    double most = most_of(y) * clpwl__outwards;
    if (!(most <= p->found.accepted * (1 + p->demand.tolerance / 2)))
        goto done;
    if (!p->demand.linf_only) {
        double h = r - l, part = fmax(1, width / h / 4096), number;
        double share1 = p->demand.l1, share2 = p->demand.l2;
        double rest = fit_number(&number, y), least = p->demand.rounding;
        if (!(rest <= fmax(share1 * part, least)) ||
            !(rest * rest <= fmax(share2 * share2 * part, least * least)))
            goto done;
        rest *= clpwl__outwards;
        clpwl__integrals_add(&p->found.sums, &(clpwl__cubic){{number, number, number, number}}, h, rest,
                             rest * rest);
    }
    p->found.bound = fmax(p->found.bound, most);
    *settled = 1;
done:
    return status;
}

/* The germ of the last cell of an infinite tail must prove it. */
static clpwl_status settle_end(prover *p, const tail *t, double width)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__integrals sums = p->found.sums;
    int settled;
    TRY(settle_cell(p, t, fmax(t->from, far_out), t->to, width, &settled));
    CHECK(settled, CLPWL_ERR_NUMERIC,
          "nothing is proved up to %sinfinity: the error does not settle there; --reach takes finite "
          "ends, too",
          t->sign > 0 ? "" : "-");
    p->found.sums = sums; /* a larger cell adds them */
done:
    return status;
}

static clpwl_status prove_side(prover *p, const tail *t, double width)
{
    enum { CELLS = 20 }; /* a cell may take that part of what is left: one of many waves takes it all */
    const long long most = p->budget->most;
    clpwl_status status = CLPWL_OK;
    double l = t->from, r = l;
    int settled = 0;
    set_line(t, p->claim.e.slots);
    if (isinf(t->to))
        TRY(settle_end(p, t, width));
    for (; l < t->to && !settled; l = r) {
        if (l >= 1)
            TRY(settle_cell(p, t, l, t->to, width, &settled));
        if (settled)
            break;
        r = fmin(l < 1 ? 1 : ldexp(1, ilogb(l) + 1), t->to);
        int cut = 0;
        if (l >= 1)
            TRY(settle_cell(p, t, l, r, width, &cut));
        if (cut)
            continue;
        p->budget->most -= clpwl__branch_left(p) / CELLS * (CELLS - 1);
        status = clpwl__branch_segment(p, t->sign > 0 ? l : -r, t->sign > 0 ? r : -l, width);
        p->budget->most = most;
        TRY(status);
    }
done:
    return status;
}

clpwl_status clpwl__tails_pass(const clpwl__tails *tails, prover *p, double width)
{
    clpwl_status status = CLPWL_OK;
    for (int i = 0; i < tails->count; i++)
        TRY(prove_side(p, &tails->sides[i], width));
done:
    return status;
}
