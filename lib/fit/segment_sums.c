/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/segment_sums.h"
#include "base/array.h"

enum {
    NODES = CLPWL__NODES,
    MOST_PANELS = 4096 /* of a piece of a segment */
};

/* Of the way between two nodes, a zero of e. The gradient differs in proportion. */
static const double exact = 1e-10;

/* Gauss-Legendre on [-1,1], Abramowitz and Stegun, table 25.4. */
static const double node[NODES] = {-0.960289856497536232, -0.796666477413626740, -0.525532409916328986,
                                   -0.183434642495649805, 0.183434642495649805,  0.525532409916328986,
                                   0.796666477413626740,  0.960289856497536232};
static const double share[NODES] = {0.101228536290376259, 0.222381034453374471, 0.313706645877887287,
                                    0.362683783378361983, 0.362683783378361983, 0.313706645877887287,
                                    0.222381034453374471, 0.101228536290376259};

/* Of the polynomial through the nodes, in barycentric form: +-sqrt((1 - node^2) share). */
static const double factor[NODES] = {0.088769209651925987,  -0.28502771925561726, 0.47651420873765221,
                                     -0.59201359968459277,  0.59201359968459277,  -0.47651420873765221,
                                     0.28502771925561726,   -0.088769209651925987};

/* The line whose segments are summed. */
typedef struct line {
    const double *knots, *values;
    clpwl__segment_sums *sums;
} line;

static void append_panel(clpwl__panels *p, size_t segment, double l, double r)
{
    double half = (r - l) / 2, *at = p->x + NODES * p->count;
    for (int i = 0; i < NODES; i++)
        at[i] = fmin(fmax(l + half + half * node[i], l), r); /* l + half is rounded, and f may end at r */
    p->l[p->count] = l;
    p->r[p->count] = r;
    p->segment[p->count++] = segment;
}

static clpwl_status evaluate_panels(clpwl__summation *how, const line *v)
{
    clpwl_status status = CLPWL_OK;
    clpwl__panels *p = how->panels;
    const size_t n = NODES * p->count;
    TRY(clpwl__values(how->f, p->x, p->e, n));
    TRY(clpwl__weigh_many(how->weight, how->norm, p->x, p->e, p->w, n));
    for (size_t i = 0; i < n; i++) {
        clpwl__segment s = clpwl__segment_at(v->knots, v->values, p->segment[i / NODES]);
        p->e[i] -= clpwl__segment_value(&s, p->x[i]);
        p->w[i] *= how->norm == CLPWL_NORM_L2 ? p->w[i] : 1;
    }
    how->evaluations += n;
done:
    return status;
}

/* The polynomial through y at the nodes, at t, which is no node. */
static double interpolate(const double *y, double t)
{
    double above = 0, below = 0;
    for (int i = 0; i < NODES; i++) {
        double w = factor[i] / (t - node[i]);
        above += w * y[i];
        below += w;
    }
    return above / below;
}

/* Adds w pj pk at t. */
static void add_hessian(double w, double t, clpwl__segment_sums *out)
{
    out->hessian[0] += w * (1 - t) * (1 - t);
    out->hessian[1] += w * (1 - t) * t;
    out->hessian[2] += w * t * t;
}

static void add_node(clpwl_norm norm, double t, double e, double w, clpwl__segment_sums *out)
{
    double slope = norm == CLPWL_NORM_L2 ? w * e : e < 0 ? -w : e > 0 ? w : 0;
    out->error += slope * e;
    out->weight += w;
    out->gradient[0] += slope * (1 - t);
    out->gradient[1] += slope * t;
    if (norm == CLPWL_NORM_L2)
        add_hessian(w, t, out);
}

/* A panel: e and its weight at the nodes. x = middle + half t. */
typedef struct panel {
    const double *e, *w;
    double middle, half, knot, width;
    clpwl__segment_sums *out;
} panel;

static double place_in(const panel *p, double t)
{
    return (p->middle + p->half * t - p->knot) / p->width;
}

/* Adds a part of a panel in L1, on which e has one sign: by the polynomial through its nodes. */
static void add_part(const panel *p, double l, double r)
{
    double half = (r - l) / 2;
    for (int i = 0; i < NODES; i++) {
        double t = l + half + half * node[i];
        add_node(CLPWL_NORM_L1, place_in(p, t), interpolate(p->e, t),
                 interpolate(p->w, t) * share[i] * half * p->half, p->out);
    }
}

/* A zero of e between nodes i and k. */
static double find_zero(const panel *p, int i, int k)
{
    clpwl__bracket b = {node[i], node[k], p->e[i], p->e[k], 0, 0};
    while (clpwl__bracket_next(&b, exact * (node[k] - node[i])))
        clpwl__bracket_take(&b, interpolate(p->e, b.x));
    return b.x;
}

/* Adds a panel; in L1 split at the zeros of e, where |e| has corners. */
static void add_panel(const panel *p, clpwl_norm norm)
{
    double from = -1;
    for (int i = 0, k; norm == CLPWL_NORM_L1 && i + 1 < NODES; i = k) {
        for (k = i + 1; k + 1 < NODES && p->e[k] == 0;)
            k++;
        if (!((p->e[i] < 0 && p->e[k] > 0) || (p->e[i] > 0 && p->e[k] < 0)))
            continue;
        double zero = find_zero(p, i, k);
        double slope = fabs((p->e[k] - p->e[i]) / (node[k] - node[i])) / p->half;
        add_hessian(2 * interpolate(p->w, zero) / slope, place_in(p, zero), p->out);
        add_part(p, from, zero);
        from = zero;
    }
    for (int i = 0; from == -1 && i < NODES; i++)
        add_node(norm, place_in(p, node[i]), p->e[i], p->w[i] * share[i] * p->half, p->out);
    if (from > -1)
        add_part(p, from, 1);
}

static clpwl_status add_panels(clpwl__summation *how, const line *v)
{
    clpwl_status status = CLPWL_OK;
    clpwl__panels *p = how->panels;
    TRY(evaluate_panels(how, v));
    for (size_t k = 0; k < p->count; k++) {
        const size_t s = p->segment[k];
        const double half = (p->r[k] - p->l[k]) / 2;
        const panel one = {p->e + NODES * k, p->w + NODES * k, p->l[k] + half, half, v->knots[s],
                           v->knots[s + 1] - v->knots[s], &v->sums[s]};
        add_panel(&one, how->norm);
    }
    p->count = 0;
done:
    return status;
}

clpwl_status clpwl__sum_segments(clpwl__summation *how, const double *knots, const double *values,
                                 size_t segments, clpwl__segment_sums *out)
{
    clpwl_status status = CLPWL_OK;
    const line v = {knots, values, out};
    how->panels->count = 0;
    memset(out, 0, segments * sizeof *out);
    for (size_t s = 0; s < segments; s++)
        for (double l = knots[s], r; l < knots[s + 1]; l = r) {
            r = clpwl__weighted_piece_end(how->f, how->weight, l, knots[s + 1]);
            size_t seam = clpwl__count_up_to(how->f->seams, how->f->seam_count, l);
            r = seam < how->f->seam_count ? fmin(r, how->f->seams[seam]) : r;
            double panels = fmin(ceil((r - l) / how->longest), MOST_PANELS);
            for (double i = 0; i < panels; i++) {
                append_panel(how->panels, s, clpwl__step_at(l, r, i, panels),
                             clpwl__step_at(l, r, i + 1, panels));
                if (how->panels->count == CLPWL__PANELS)
                    TRY(add_panels(how, &v));
            }
        }
    TRY(add_panels(how, &v));
done:
    return status;
}
