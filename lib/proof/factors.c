/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "proof/factors.h"
#include <flint/flint.h>
#include "base/internal.h"
#include "proof/claim.h"

enum {
    ROUNDS = 1024, /* of a segment; most take one. Pieces that are left have the bounds that they have. */
    DEPTH = 64,    /* of halvings */
    SHARE = 4096,  /* of the mean: by this part a piece may exceed it. A peak takes some 100 pieces. */
    SHARE_OTHER = 64 /* the same where the mean matters little */
};

/* The bound of a factor over its largest value that was seen. Roundings are a small part of errors. */
static const double near = 1.001;

typedef struct piece {
    double l, r;
    double least, most; /* bounds of the factor at its floats; 0: it has none */
} piece;

typedef struct search {
    clpwl__claim claim, relative; /* w s, and s alone: the factor of squares is w s^2 */
    piece stack[DEPTH + 2];
    int depth;
    double excess;   /* by which a piece may exceed the mean, times its part of the segment */
    double seen, at; /* the largest value of the factor, and where */
} search;

/* The part of [l, r] between floats. 0: it has no float. */
static int clip_to_floats(double *l, double *r)
{
    float from = (float)*l, to = (float)*r;
    from = (double)from < *l ? nextafterf(from, INFINITY) : from;
    to = (double)to > *r ? nextafterf(to, -INFINITY) : to;
    *l = (double)from;
    *r = (double)to;
    return from <= to;
}

static clpwl_status see(search *s, double x)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__range *y;
    TRY(clpwl__claim_on(&s->claim, 0, x, x, &y));
    double least = clpwl__range_least(y);
    if (least > s->seen) {
        s->seen = least;
        s->at = x;
    }
done:
    return status;
}

static clpwl_status bound_piece(search *s, double l, double r, piece *out)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__range *y;
    *out = (piece){l, r, 0, 0};
    if (!clip_to_floats(&l, &r))
        goto done;
    TRY(see(s, l));
    TRY(see(s, r));
    TRY(clpwl__claim_on(&s->claim, 0, l, r, &y));
    out->least = clpwl__range_least(y);
    out->most = clpwl__range_most(y);
done:
    return status;
}

static clpwl_status add_piece(search *s, const piece *p, double part, clpwl__factors *out)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__range *y;
    double l = p->l, r = p->r, relative;
    if (!clip_to_floats(&l, &r))
        goto done;
    TRY(clpwl__claim_on(&s->relative, 0, l, r, &y));
    relative = clpwl__range_most(y);
    CHECK(isfinite(p->most) && isfinite(relative), CLPWL_ERR_NUMERIC,
          "no bound of the weight is known near x = %.9g", l);
    out->most = fmax(out->most, p->most);
    out->mean += part * p->most;
    out->square += part * p->most * relative;
done:
    return status;
}

/* Bounds of the factor on [l, r] by halving, of the half with the larger bound first. A piece is done where
 * its bound is near the largest value that was seen, and near its own least value: the mean takes the
 * bound for the piece. The mean is the integral over the segment's length, and [l, r] may be longer. */
static clpwl_status enclose_segment(search *s, double l, double r, double length, clpwl__factors *out)
{
    clpwl_status status = CLPWL_OK;
    *out = (clpwl__factors){0, 0, 0};
    s->seen = 0;
    s->depth = 1;
    TRY(bound_piece(s, l, r, &s->stack[0]));
    for (int round = 1; s->depth > 0; round++) {
        const piece p = s->stack[--s->depth];
        double middle = p.l / 2 + p.r / 2, part = (p.r - p.l) / length;
        int is_near = p.most <= near * s->seen && (p.most - p.least) * part <= s->excess;
        if (!is_near && round < ROUNDS && p.l < middle && middle < p.r && s->depth < DEPTH) {
            piece left, right;
            TRY(bound_piece(s, p.l, middle, &left));
            TRY(bound_piece(s, middle, p.r, &right));
            int is_left_last = !(left.most < right.most); /* NaN and infinity included */
            s->stack[s->depth++] = is_left_last ? right : left;
            s->stack[s->depth++] = is_left_last ? left : right;
            continue;
        }
        TRY(add_piece(s, &p, part, out));
    }
done:
    return status;
}

clpwl_status clpwl__factors_enclose(const clpwl_function *f, const clpwl_weight *weight,
                                    const clpwl_table *table, clpwl_norm norm, double seconds,
                                    const clpwl__watch *watch, clpwl__factors *out, double *missed)
{
    clpwl_status status = CLPWL_OK;
    const size_t segments = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    const long long begin = clpwl__work;
    search s = {.depth = 0};
    clpwl_weight relative = *weight;
    relative.w = NULL;
    *missed = NAN;
    TRY(clpwl__factors_of(f, weight, table, out));
    TRY(clpwl__claim_factor(&s.claim, f, weight));
    TRY(clpwl__claim_factor(&s.relative, f, &relative));
    for (size_t i = 0; i < segments; i++) {
        double l, r, sampled = out[i].most;
        CHECK((double)(clpwl__work - begin) < seconds * CLPWL__WORK_SECOND, CLPWL_ERR_NUMERIC,
              "bounds of the weight on %zu segments take more than some %g s", segments, seconds);
        CHECK(!clpwl__watch_ends(watch, (double)i / (double)segments), CLPWL_ERR_CANCELLED,
              "cancelled while the weight was bounded");
        clpwl__table_reach(table, i, &l, &r);
        s.excess = out[i].mean / (norm == CLPWL_NORM_LINF ? SHARE_OTHER : SHARE);
        TRY(enclose_segment(&s, l, r, knots[i + 1] - knots[i], &out[i]));
        if (isnan(*missed) && s.seen > 1.1 * sampled)
            *missed = s.at;
    }
done:
    clpwl__claim_free(&s.claim);
    clpwl__claim_free(&s.relative);
    flint_cleanup();
    return status;
}
