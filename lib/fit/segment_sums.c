/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/segment_sums.h"
#include "error/extremum.h"

enum { NODES = 8, MOST_PANELS = 4096 };

/* Gauss-Legendre on [-1,1], Abramowitz and Stegun, table 25.4. */
static const double node[NODES / 2] = {0.183434642495649805, 0.525532409916328986,
                                       0.796666477413626740, 0.960289856497536232};
static const double share[NODES / 2] = {0.362683783378361983, 0.313706645877887287,
                                        0.222381034453374471, 0.101228536290376259};

/* The error at the nodes of a stretch. */
typedef struct panel {
    double l, r;
    double x[NODES], e[NODES], w[NODES]; /* w: the rule's and the weight's */
} panel;

static clpwl_status look(clpwl__summing *how, const clpwl__segment *s, double l, double r,
                         panel *p)
{
    clpwl_status status = CLPWL_OK;
    double half = (r - l) / 2, weight;
    p->l = l;
    p->r = r;
    for (int i = 0; i < NODES; i++) {
        int k = i < NODES / 2 ? NODES / 2 - 1 - i : i - NODES / 2;
        double x = l + half + (i < NODES / 2 ? -half : half) * node[k];
        x = x < l ? l : x > r ? r : x; /* l + half is rounded, and f may end there */
        p->x[i] = x;
        TRY(clpwl__residual(s, x, &p->e[i]));
        p->w[i] = half * share[k];
        if (how->weight) {
            double y = p->e[i] + s->y0 + (s->y1 - s->y0) * ((x - s->x0) / (s->x1 - s->x0));
            TRY(clpwl__weigh(how->weight, how->norm, x, y, &weight));
            p->w[i] *= how->norm == CLPWL_NORM_L2 ? weight * weight : weight;
        }
    }
    how->evaluations += NODES;
done:
    return status;
}

static void add(const clpwl__segment *s, clpwl_norm norm, const panel *p, clpwl__sums *out)
{
    for (int i = 0; i < NODES; i++) {
        double t = (p->x[i] - s->x0) / (s->x1 - s->x0), e = p->e[i], w = p->w[i];
        double slope = norm == CLPWL_NORM_L2 ? w * e : e < 0 ? -w : e > 0 ? w : 0;
        out->error += slope * e;
        out->slopes[0] += slope * (1 - t);
        out->slopes[1] += slope * t;
        if (norm == CLPWL_NORM_L2) {
            out->bends[0] += w * (1 - t) * (1 - t);
            out->bends[1] += w * (1 - t) * t;
            out->bends[2] += w * t * t;
        }
    }
}

/* A zero of e between nodes i - 1 and i: its share of the bends, and where it is. */
static clpwl_status cross(clpwl__summing *how, const clpwl__segment *s, const panel *p, int i,
                          clpwl__sums *out, double *zero)
{
    clpwl_status status = CLPWL_OK;
    double l = p->x[i - 1], r = p->x[i], slope = fabs((p->e[i] - p->e[i - 1]) / (r - l));
    double weight = 1, y;
    TRY(clpwl__zero(s, l, p->e[i - 1], r, p->e[i], zero));
    how->evaluations += 6; /* about */
    if (how->weight) {
        TRY(clpwl__value(s->f, *zero, &y));
        TRY(clpwl__weigh(how->weight, how->norm, *zero, y, &weight));
    }
    double t = (*zero - s->x0) / (s->x1 - s->x0), bend = 2 * weight / slope;
    out->bends[0] += bend * (1 - t) * (1 - t);
    out->bends[1] += bend * (1 - t) * t;
    out->bends[2] += bend * t * t;
done:
    return status;
}

/* |e| has corners where e is 0: the rule stops there. */
static clpwl_status add_parts(clpwl__summing *how, const clpwl__segment *s, const panel *p,
                              clpwl__sums *out)
{
    clpwl_status status = CLPWL_OK;
    double l = p->l, zero;
    panel part;
    for (int i = 1; i < NODES; i++) {
        if (!((p->e[i - 1] < 0 && p->e[i] > 0) || (p->e[i - 1] > 0 && p->e[i] < 0)))
            continue;
        TRY(cross(how, s, p, i, out, &zero));
        if (l < zero && zero < p->r) {
            TRY(look(how, s, l, zero, &part));
            add(s, how->norm, &part, out);
            l = zero;
        }
    }
    if (l > p->l) {
        TRY(look(how, s, l, p->r, &part));
        add(s, how->norm, &part, out);
    } else {
        add(s, how->norm, p, out);
    }
done:
    return status;
}

clpwl_status clpwl__sum_segment(clpwl__summing *how, const clpwl__segment *s,
                                clpwl__sums *out)
{
    clpwl_status status = CLPWL_OK;
    panel p;
    memset(out, 0, sizeof *out);
    for (double l = s->x0, r; l < s->x1; l = r) {
        r = clpwl__weighted_piece_end(s->f, how->weight, l, s->x1);
        double panels = fmin(ceil((r - l) / how->longest), MOST_PANELS);
        for (double i = 0; i < panels; i++) {
            double from = l + (r - l) * (i / panels);
            double to = i + 1 < panels ? l + (r - l) * ((i + 1) / panels) : r;
            TRY(look(how, s, from, to, &p));
            if (how->norm == CLPWL_NORM_L1)
                TRY(add_parts(how, s, &p, out));
            else
                add(s, how->norm, &p, out);
        }
    }
done:
    return status;
}
