/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The gap g of v above f (of f above v) is at least the roundings R of a segment, and far less than some c.
 * Branch and bound takes the residual of f and of the line moved by c to the other side of f: its largest
 * |e| is c less the least g, and is to be c - R at most.
 */
#include "proof/prove.h"
#include <flint/flint.h>
#include <float.h>
#include "execution/weighted.h"
#include "proof/branch.h"

/* One-sided tables are moved by 1/64 of R more than R: half of that is for the bounds. */
static const double more = 1 + 1.0 / 128, part = 1.0 / 256;
enum { REPORTS = 256 }; /* segments from one to the next report of progress */

/* What the proofs of one table have in common. */
typedef struct prover {
    clpwl__branch branch;
    const clpwl_table *table;
    double side;       /* 1: above */
    double *roundings; /* of each segment */
    clpwl_proof *out;
    int open;          /* whether nothing is proved somewhere */
} prover;

/* Whether the witness of a large |e| is on the wrong side: on the right one the error is large. */
static clpwl_status is_wrong(clpwl__claim *claim, double side, double x, int *out)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__range *e;
    TRY(clpwl__claim_on(claim, 0, x, x, &e));
    *out = side > 0 ? clpwl__range_lower(e) > 0 : clpwl__range_upper(e) < 0;
done:
    return status;
}

/* Proves that v is on its side by more than a rounding on [from, to] in segment i. */
static clpwl_status prove_on(prover *p, size_t i, double from, double to, double rounding)
{
    clpwl_status status = CLPWL_OK;
    clpwl__branch *b = &p->branch;
    const double *knots = clpwl_table_knots(p->table), *values = clpwl_table_values(p->table);
    const double width = knots[clpwl_table_segments(p->table)] - knots[0];
    const double size = fmax(fabs(values[i]), fabs(values[i + 1]));
    double error = fmax(p->out->bound.linf, clpwl_table_measured(p->table).linf); /* one may be weighted */
    RANGE(move);
    double most;
    int wrong;
    TRY(clpwl__claim_segment(&b->claim, knots, values, i));
    TRY(clpwl__claim_most(&b->claim, 0, from, to, &most)); /* in tails far less than elsewhere */
    error = fmin(error, most);
    const double c = 2 * (error + rounding) + size * 0x1p-40 + DBL_MIN;
    b->demand = (clpwl__demand){.tolerance = part * rounding / c, .linf_only = 1};
    b->found = (clpwl__proof_found){.accepted = c - more * rounding};
    b->suspect = NAN;
    clpwl__range_set_double(&move, p->side * c);
    clpwl__range_sub(&b->claim.e.slots[0], &b->claim.e.slots[0], &move);
    status = clpwl__branch_segment(b, from, to, width);
    if (b->found.seen > c) {
        TRY(is_wrong(&b->claim, p->side, b->found.worst, &wrong));
        p->out->side = wrong ? -1 : p->out->side;
        p->out->side_x = wrong ? b->found.worst : p->out->side_x;
    }
    p->open = p->open || status == CLPWL_ERR_NUMERIC || !(b->found.bound <= c - rounding);
    TRY(status == CLPWL_ERR_NUMERIC ? CLPWL_OK : status);
done:
    return status;
}

/* Segment i, and beside each knot the part that may be executed on the next segment, which may have larger
 * roundings. */
static clpwl_status prove_segment(prover *p, size_t i)
{
    clpwl_status status = CLPWL_OK;
    const double *knots = clpwl_table_knots(p->table), *rounding = p->roundings;
    const double l = knots[i], r = knots[i + 1];
    double from, to;
    clpwl__table_inside(p->table, i, &from, &to);
    TRY(prove_on(p, i, l, r, rounding[i]));
    if (i > 0 && rounding[i - 1] > rounding[i] && from > l)
        TRY(prove_on(p, i, l, from, rounding[i - 1]));
    if (i + 1 < clpwl_table_segments(p->table) && rounding[i + 1] > rounding[i] && to < r)
        TRY(prove_on(p, i, to, r, rounding[i + 1]));
done:
    return status;
}

clpwl_status clpwl__side_enclosed(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                                  const clpwl_execution *execution, const clpwl_prove_options *options,
                                  int by_work)
{
    clpwl_status status = CLPWL_OK;
    const size_t segments = clpwl_table_segments(table);
    const clpwl_execution how = execution ? *execution : clpwl__side_execution(table);
    clpwl__budget budget = clpwl__budget_of(options->seconds, by_work);
    prover *p = clpwl__calloc(1, sizeof *p);
    out->side = 0;
    out->side_x = NAN;
    CHECK_MEMORY(p);
    p->table = table;
    p->side = clpwl_table_fit(table) == CLPWL_FIT_ABOVE ? 1 : -1;
    p->out = out;
    p->roundings = clpwl__alloc(segments, sizeof *p->roundings);
    CHECK_MEMORY(p->roundings);
    clpwl__table_roundings(table, &how, p->roundings);
    TRY(clpwl__claim_create(&p->branch.claim, f, NULL, clpwl_table_shaper(table), 1));
    clpwl__branch_begin(&p->branch, &budget);
    for (size_t i = 0; i < segments && out->side == 0; i++) {
        p->open = p->open || clpwl__branch_left(&p->branch) <= 0;
        if (clpwl__branch_left(&p->branch) <= 0)
            break;
        TRY(prove_segment(p, i));
        if (i % REPORTS == 0)
            TRY(clpwl__prove_report(options, 1));
    }
    out->side = out->side == 0 && !p->open ? 1 : out->side;
done:
    if (p) {
        clpwl__claim_free(&p->branch.claim);
        clpwl__free(p->roundings);
    }
    clpwl__free(p);
    flint_cleanup();
    return status;
}
