/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Branch and bound over each segment. On a piece [l, r] of width h the residual e is a model and a
 * rest, the first of
 *
 *   the cubic with e and e' at both ends   |rest| <= h^4/384 max |e''''|
 *   the line between e(l) and e(r)         |rest| <= h^2/8 max |e''|
 *   the mean of e(l) and e(r)              |rest| <= h/2 max |e'|
 *   0                                      |rest| <= max |e|
 *
 * whose derivative is known and that meets the tolerance. Where none does, the piece is halved.
 */
#include "proof/branch.h"
#include <float.h>
#include "base/internal.h"
#include "base/parallel.h"

typedef clpwl__end end;
typedef clpwl__piece piece;
typedef clpwl__branch prover;

enum {
    MANY_ROUNDS = 4096, /* of a segment, most of which take some 10: from here on a refusal says so */
    LOOK_ROUNDS = 512   /* of a look: a spike of 1e-6 of a segment takes some 100 */
};

clpwl__budget clpwl__budget_of(double seconds, int by_work)
{
    const double most = fmin(seconds, 1e9) * CLPWL__WORK_SECOND;
    return (clpwl__budget){.most = (long long)most, .is_time = !by_work};
}

static long long read_meter(const clpwl__budget *b)
{
    return b->is_time ? (long long)(clpwl__thread_seconds() * CLPWL__WORK_SECOND) : clpwl__work;
}

void clpwl__branch_begin(prover *p, clpwl__budget *budget)
{
    p->budget = budget;
    p->since = read_meter(budget);
    p->suspect = NAN;
}

long long clpwl__branch_left(const prover *p)
{
    return p->budget->most - atomic_load(&p->budget->spent) - (read_meter(p->budget) - p->since);
}

clpwl_status clpwl__branch_spend(prover *p, double x, long rounds)
{
    clpwl_status status = CLPWL_OK;
    long long now = read_meter(p->budget), part = now - p->since;
    long long spent = atomic_fetch_add(&p->budget->spent, part) + part;
    p->since = now;
    CHECK(spent < p->budget->most, CLPWL_ERR_NUMERIC,
          "the proof was given up at x = %.9g, after some %.2g s: %s", x, (double)spent / CLPWL__WORK_SECOND,
          rounds > MANY_ROUNDS  ? "f is too steep there, or its enclosures are too wide"
          : p->demand.linf_only ? "so many segments need more seconds"
                                : "so many segments need more seconds, or a proof of linf alone");
done:
    return status;
}

static clpwl_status visit(prover *p, double x, end *out)
{
    clpwl_status status = CLPWL_OK;
    const double enough = fmax(p->demand.rounding, p->demand.tolerance / 64 * p->found.accepted);
    double least;
    TRY(clpwl__claim_at(&p->claim, x, enough, out, &least));
    for (int order = 0; order < 2; order++)
        out->doubt[order] *= clpwl__outwards;
    if (least > p->found.seen) {
        p->found.seen = least;
        p->found.worst = x;
        p->found.accepted = fmax(p->found.accepted, least);
    }
done:
    return status;
}

/* A model of e, and bounds of |e - model|, of its integral, and of that of its square. The integrals
 * are over [0, 1]. */
typedef struct model {
    clpwl__cubic cubic;
    double rest, rest1, rest2;
    double doubt;  /* the part of the rests that a narrower piece would have, too */
    double slopes; /* the part that comes from the slopes at the ends: wide where e has a kink */
} model;

clpwl__cubic clpwl__branch_cubic(double h, const end *l, const end *r, double *doubt, double *slopes)
{
    const double a = l->value[0], b = r->value[0], da = h / 3 * l->value[1], db = h / 3 * r->value[1];
    *doubt = fmax(l->doubt[0], r->doubt[0]) + 1e-15 * (fabs(a) + fabs(b));
    *slopes = h / 3 * fmax(l->doubt[1], r->doubt[1]) + 1e-15 * (fabs(da) + fabs(db));
    return (clpwl__cubic){{a, a + da, b - db, b}};
}

/* The cubic with the values and slopes of e at both ends: the rest is x^2 (h - x)^2 / 24 times the fourth
 * derivative. 0: that derivative is not known. */
static int make_cubic(const piece *s, model *m)
{
    double h = s->r - s->l, rest = s->most[4] * h * h * h * h; /* h^4 alone may round to 0 */
    m->cubic = clpwl__branch_cubic(h, &s->at_l, &s->at_r, &m->doubt, &m->slopes);
    m->rest = rest / 384 + m->slopes;
    m->rest1 = rest / 720 + m->slopes;
    m->rest2 = m->rest * m->rest1; /* or less */
    m->rest = (m->rest + m->doubt) * clpwl__outwards;
    m->rest1 = (m->rest1 + m->doubt) * clpwl__outwards;
    m->rest2 = (m->rest2 + 2 * m->doubt * sqrt(m->rest2) + m->doubt * m->doubt) * clpwl__outwards;
    return isfinite(m->rest);
}

/* 0: the rest is e. */
static int make_hull(const piece *s, model *m)
{
    double most = s->most[0] * clpwl__outwards;
    *m = (model){.rest = most, .rest1 = most, .rest2 = most * most * clpwl__outwards};
    return isfinite(most);
}

static int make_model(const piece *s, int order, model *m)
{
    return order ? make_cubic(s, m) : make_hull(s, m);
}

/* Whether the model proves what the tolerance demands; then its integrals are added. Half of the
 * tolerance of Linf is for the bound, the other half for the witness. Rests of integrals may be as large
 * as demanded, by width. Without derivatives a piece may have 1/4096 of that whatever its width:
 * halving makes few such pieces. */
static int take_model(prover *p, const piece *s, const model *m, int order, double width)
{
    double h = s->r - s->l, limit = p->found.accepted * (1 + p->demand.tolerance / 2);
    double bound = (clpwl__cubic_most(&m->cubic, p->found.accepted) + m->rest) * clpwl__outwards;
    if (!(bound <= limit + 2 * m->doubt))
        return 0;
    if (!p->demand.linf_only) {
        double part = order > 0 ? 1 : fmax(1, width / h / 4096);
        double least = 2 * m->doubt; /* no demand is below it */
        double l1 = p->demand.l1, l2 = p->demand.l2;
        if (!(m->rest1 <= fmax(l1 * part, least)) || !(m->rest2 <= fmax(l2 * l2 * part, least * least)))
            return 0;
        clpwl__integrals_add(&p->found.sums, &m->cubic, h, m->rest1, m->rest2);
    }
    if (bound > p->found.bound) {
        p->found.bound = bound;
        p->suspect = s->l + h * clpwl__cubic_place(&m->cubic);
    }
    return 1;
}

/* Tries the models of a piece, first with the derivatives of pieces that contain it. Derivatives alone
 * do not show that f is defined: that of 0 * sqrt(x) is 0. */
static clpwl_status settle_piece(prover *p, piece *s, double width, int *settled)
{
    clpwl_status status = CLPWL_OK;
    model m;
    double most;
    *settled = 0;
    if (!isfinite(s->most[0]))
        TRY(clpwl__claim_most(&p->claim, 0, s->l, s->r, &s->most[0]));
    if (!isfinite(s->most[0]))
        goto done;
    for (int order = 4; order >= 0 && !*settled; order -= 4)
        *settled = make_model(s, order, &m) && take_model(p, s, &m, order, width);
    for (int order = 4; order >= 0 && !*settled; order -= 4) {
        TRY(clpwl__claim_most(&p->claim, order, s->l, s->r, &most));
        s->most[order] = fmin(s->most[order], most);
        *settled = make_model(s, order, &m) && take_model(p, s, &m, order, width);
        if (order > 0 && isfinite(s->most[order]) && m.slopes <= m.doubt)
            break; /* a narrower piece needs no hull */
    }
done:
    return status;
}

/* Puts both halves on the stack. A half without a finite enclosure comes first: it may hold a pole, towards
 * which every other piece is slow. 0: there is no number between, or no room. */
static clpwl_status halve(prover *p, const piece *s, int *halved)
{
    clpwl_status status = CLPWL_OK;
    double m = s->l / 2 + s->r / 2;
    piece right = *s, left = *s;
    *halved = s->l < m && m < s->r && p->depth + 2 <= CLPWL__MOST_HALVINGS;
    if (!*halved)
        goto done;
    right.l = left.r = m;
    TRY(visit(p, m, &right.at_l));
    left.at_r = right.at_l;
    if (!isfinite(s->most[0]))
        TRY(clpwl__claim_most(&p->claim, 0, s->l, m, &left.most[0]));
    int is_right_first = isfinite(left.most[0]) && !isfinite(right.most[0]);
    p->stack[p->depth++] = is_right_first ? left : right;
    p->stack[p->depth++] = is_right_first ? right : left;
done:
    return status;
}

/* Takes a piece between neighbouring numbers, which no halving narrows, as where f jumps: its enclosure is
 * the bound. 0: there is none, as at a pole. */
static int take_hull(prover *p, const piece *s)
{
    double most = s->most[0] * clpwl__outwards;
    if (!isfinite(most) || nextafter(s->l, INFINITY) < s->r)
        return 0;
    clpwl__integrals_add(&p->found.sums, &(clpwl__cubic){{0}}, s->r - s->l, most, most * most);
    if (most > p->found.bound) {
        p->found.bound = most;
        p->suspect = s->l;
    }
    return 1;
}

/* Branch and bound over the piece s, whose ends were visited. */
static clpwl_status prove_piece(prover *p, piece s, double width)
{
    clpwl_status status = CLPWL_OK;
    p->stack[0] = s;
    p->depth = 1;
    for (long rounds = 1; p->depth > 0; rounds++) {
        int settled = 0, halved = 1;
        s = p->stack[--p->depth];
        TRY(settle_piece(p, &s, width, &settled));
        if (!settled)
            TRY(halve(p, &s, &halved));
        if (p->demand.is_look && rounds > LOOK_ROUNDS)
            break;
        CHECK(halved || take_hull(p, &s) || p->demand.is_look, CLPWL_ERR_NUMERIC,
              "nothing is proved near x = %.9g: f has a pole or a jump there, or is not defined",
              fabs(s.l) < 0x1p-150 ? 0 : s.l); /* rounds to 0 in fp32 */
        if (rounds % 256 == 0)
            TRY(clpwl__branch_spend(p, s.l, rounds));
    }
done:
    return status;
}

clpwl_status clpwl__branch_segment(prover *p, double l, double r, double width)
{
    clpwl_status status = CLPWL_OK;
    piece s = {.l = l, .r = r};
    for (int i = 0; i < CLPWL__ORDERS; i++)
        s.most[i] = INFINITY;
    TRY(visit(p, l, &s.at_l)); /* values of f that the last segment's end had are kept */
    for (int order = 0; order < CLPWL__ORDERS; order += 4)
        TRY(clpwl__claim_most(&p->claim, order, l, r, &s.most[order]));
    TRY(visit(p, r, &s.at_r));
    TRY(prove_piece(p, s, width));
    if (p->suspect >= l && p->suspect <= r) { /* a witness beside the bound */
        TRY(visit(p, p->suspect, &s.at_l));
        p->suspect = NAN;
    }
done:
    return status;
}
