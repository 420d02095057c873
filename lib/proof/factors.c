/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "proof/factors.h"
#include <flint/flint.h>
#include "base/internal.h"
#include "proof/claim.h"

enum {
    ROUNDS = 1024, /* of a segment; most take one. Pieces that are left have the bounds that they have. */
    DEPTH = 64,    /* of halvings */
    PARTS = 16     /* of a segment, within which a mean need not be near */
};

/* How near a bound of a factor must be to a value of it. A rounding is a small part of an error. */
static const double near = 1.001;

typedef struct piece {
    double l, r;
} piece;

typedef struct search {
    clpwl__claim claim, relative; /* w s, and s alone: the factor of squares is w s^2 */
    piece stack[DEPTH + 2];
    int depth;
    double even; /* of a piece: the factor's bound over its least value, for the mean */
    double seen, at; /* the largest value of the factor, and where */
} search;

/* The part of a piece between floats. 0: it has no float. */
static int clip_to_floats(const piece *s, piece *out)
{
    float l = (float)s->l, r = (float)s->r;
    l = (double)l < s->l ? nextafterf(l, INFINITY) : l;
    r = (double)r > s->r ? nextafterf(r, -INFINITY) : r;
    *out = (piece){(double)l, (double)r};
    return l <= r;
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

/* Bounds of the factor on [l, r] by halving. A piece is done where its bound is near the largest value that
 * was seen, and near its own least value unless it is narrow: the mean takes the bound for the piece. */
static clpwl_status enclose_segment(search *s, double l, double r, clpwl__factors *out)
{
    clpwl_status status = CLPWL_OK;
    *out = (clpwl__factors){0, 0, 0};
    s->stack[0] = (piece){l, r};
    s->depth = 1;
    s->seen = 0;
    for (int round = 1; s->depth > 0; round++) {
        const piece p = s->stack[--s->depth];
        double middle = p.l / 2 + p.r / 2;
        const clpwl__range *y;
        double relative;
        piece in;
        if (!clip_to_floats(&p, &in))
            continue;
        if (round <= ROUNDS) {
            TRY(see(s, in.l));
            TRY(see(s, in.r));
        }
        TRY(clpwl__claim_on(&s->claim, 0, in.l, in.r, &y));
        double most = clpwl__range_most(y), least = clpwl__range_least(y);
        int is_near = most <= near * s->seen && (most <= s->even * least || p.r - p.l <= (r - l) / PARTS);
        if (!is_near && round < ROUNDS && in.l < in.r && s->depth < DEPTH) {
            s->stack[s->depth++] = (piece){middle, p.r};
            s->stack[s->depth++] = (piece){p.l, middle};
            continue;
        }
        TRY(clpwl__claim_on(&s->relative, 0, in.l, in.r, &y));
        relative = clpwl__range_most(y);
        CHECK(isfinite(most) && isfinite(relative), CLPWL_ERR_NUMERIC,
              "no bound of the weight is known near x = %.9g", in.l);
        out->most = fmax(out->most, most);
        out->mean += (p.r - p.l) / (r - l) * most;
        out->square += (p.r - p.l) / (r - l) * most * relative;
    }
done:
    return status;
}

clpwl_status clpwl__factors_enclose(const clpwl_function *f, const clpwl_weight *weight,
                                    const clpwl_table *table, clpwl_norm norm, clpwl__factors *out,
                                    double *missed)
{
    clpwl_status status = CLPWL_OK;
    size_t segments = clpwl_table_segments(table);
    search s = {.even = norm == CLPWL_NORM_LINF ? 2 : near};
    clpwl_weight relative = *weight;
    relative.w = NULL;
    *missed = NAN;
    TRY(clpwl__factors_of(f, weight, table, out));
    TRY(clpwl__claim_factor(&s.claim, f, weight));
    TRY(clpwl__claim_factor(&s.relative, f, &relative));
    for (size_t i = 0; i < segments; i++) {
        double l, r, sampled = out[i].most;
        clpwl__table_reach(table, i, &l, &r);
        TRY(enclose_segment(&s, l, r, &out[i]));
        if (isnan(*missed) && s.seen > 1.1 * sampled)
            *missed = s.at;
    }
done:
    clpwl__claim_free(&s.claim);
    clpwl__claim_free(&s.relative);
    flint_cleanup();
    return status;
}
