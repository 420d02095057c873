/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/segment_sums.h"
#include "base/array.h"
#include "error/extremum.h"

enum { NODES = 8, MOST_PANELS = 4096 };

/* Gauss-Legendre on [-1,1], Abramowitz and Stegun, table 25.4. */
static const double node[NODES / 2] = {0.183434642495649805, 0.525532409916328986,
                                       0.796666477413626740, 0.960289856497536232};
static const double share[NODES / 2] = {0.362683783378361983, 0.313706645877887287,
                                        0.222381034453374471, 0.101228536290376259};

/* The error at the nodes of [l,r]. */
typedef struct panel {
    double l, r;
    double x[NODES], e[NODES];
    double w[NODES]; /* the rule's weight times the error's */
} panel;

static clpwl_status evaluate_panel(clpwl__summation *how, const clpwl__segment *s, double l,
                                   double r, panel *p)
{
    clpwl_status status = CLPWL_OK;
    double half = (r - l) / 2, weight, y[NODES];
    p->l = l;
    p->r = r;
    for (int i = 0; i < NODES; i++) {
        int k = i < NODES / 2 ? NODES / 2 - 1 - i : i - NODES / 2;
        double x = l + half + (i < NODES / 2 ? -half : half) * node[k];
        x = x < l ? l : x > r ? r : x; /* l + half is rounded, and f may end at r */
        p->x[i] = x;
        p->w[i] = half * share[k];
    }
    TRY(clpwl__values(s->f, p->x, y, NODES));
    for (int i = 0; i < NODES; i++) {
        p->e[i] = y[i] - clpwl__segment_value(s, p->x[i]);
        if (how->weight) {
            TRY(clpwl__weigh(how->weight, how->norm, p->x[i], y[i], &weight));
            p->w[i] *= how->norm == CLPWL_NORM_L2 ? weight * weight : weight;
        }
    }
    how->evaluations += NODES;
done:
    return status;
}

/* Adds w pj pk at t. */
static void add_hessian(double w, double t, clpwl__segment_sums *out)
{
    out->hessian[0] += w * (1 - t) * (1 - t);
    out->hessian[1] += w * (1 - t) * t;
    out->hessian[2] += w * t * t;
}

static void add_panel(const clpwl__segment *s, clpwl_norm norm, const panel *p,
                      clpwl__segment_sums *out)
{
    for (int i = 0; i < NODES; i++) {
        double t = (p->x[i] - s->x0) / (s->x1 - s->x0), e = p->e[i], w = p->w[i];
        double slope = norm == CLPWL_NORM_L2 ? w * e : e < 0 ? -w : e > 0 ? w : 0;
        out->error += slope * e;
        out->weight += w;
        out->gradient[0] += slope * (1 - t);
        out->gradient[1] += slope * t;
        if (norm == CLPWL_NORM_L2)
            add_hessian(w, t, out);
    }
}

/* Finds the zero of e between nodes i and k, and adds its share of the hessian. */
static clpwl_status add_zero(clpwl__summation *how, const clpwl__segment *s, const panel *p,
                             int i, int k, clpwl__segment_sums *out, double *zero)
{
    clpwl_status status = CLPWL_OK;
    double l = p->x[i], r = p->x[k], slope = fabs((p->e[k] - p->e[i]) / (r - l));
    double weight = 1, y;
    TRY(clpwl__find_zero(s, l, p->e[i], r, p->e[k], zero));
    how->evaluations += 6; /* about */
    if (how->weight) {
        TRY(clpwl__value(s->f, *zero, &y));
        TRY(clpwl__weigh(how->weight, how->norm, *zero, y, &weight));
    }
    add_hessian(2 * weight / slope, (*zero - s->x0) / (s->x1 - s->x0), out);
done:
    return status;
}

/* Adds a panel in L1, split at the zeros of e: |e| has corners there. */
static clpwl_status add_split_panel(clpwl__summation *how, const clpwl__segment *s,
                                    const panel *p, clpwl__segment_sums *out)
{
    clpwl_status status = CLPWL_OK;
    double l = p->l, zero;
    panel part;
    for (int i = 0, k; i + 1 < NODES; i = k) {
        for (k = i + 1; k + 1 < NODES && p->e[k] == 0;)
            k++;
        if (!((p->e[i] < 0 && p->e[k] > 0) || (p->e[i] > 0 && p->e[k] < 0)))
            continue;
        TRY(add_zero(how, s, p, i, k, out, &zero));
        if (l < zero && zero < p->r) {
            TRY(evaluate_panel(how, s, l, zero, &part));
            add_panel(s, how->norm, &part, out);
            l = zero;
        }
    }
    if (l > p->l)
        TRY(evaluate_panel(how, s, l, p->r, &part));
    add_panel(s, how->norm, l > p->l ? &part : p, out);
done:
    return status;
}

clpwl_status clpwl__sum_segment(clpwl__summation *how, const clpwl__segment *s,
                                clpwl__segment_sums *out)
{
    clpwl_status status = CLPWL_OK;
    panel p;
    memset(out, 0, sizeof *out);
    for (double l = s->x0, r; l < s->x1; l = r) {
        r = clpwl__weighted_piece_end(s->f, how->weight, l, s->x1);
        double panels = fmin(ceil((r - l) / how->longest), MOST_PANELS);
        for (double i = 0; i < panels; i++) {
            TRY(evaluate_panel(how, s, clpwl__step_at(l, r, i, panels),
                               clpwl__step_at(l, r, i + 1, panels), &p));
            if (how->norm == CLPWL_NORM_L1)
                TRY(add_split_panel(how, s, &p, out));
            else
                add_panel(s, how->norm, &p, out);
        }
    }
done:
    return status;
}
