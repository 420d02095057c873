/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit/segment_sums.h"
#include "base/array.h"

enum {
    NODES = 8,
    MOST_PANELS = 4096, /* of a piece of a segment */
    /* Panels of one call of f. For 3314 segments in L1 64 took four times as many calls, and a formula as
     * much time. */
    BLOCK = 256,
    PANELS = 128 /* of a whole domain, at most one more for each piece: few segments need less room */
};

/* Of a segment's mean |e|; the tolerance of fits is 1e-9. Of cbrt on 119254 segments Newton's method takes 22
 * turns beside 0, and five or so elsewhere. */
static const double still = 1e-11;

/* Of the way between two nodes, a zero of e. The gradient differs in proportion. */
static const double exact = 1e-10;

/* Gauss-Legendre on [-1,1], Abramowitz and Stegun, table 25.4. */
static const double node[NODES / 2] = {0.183434642495649805, 0.525532409916328986,
                                       0.796666477413626740, 0.960289856497536232};
static const double share[NODES / 2] = {0.362683783378361983, 0.313706645877887287,
                                        0.222381034453374471, 0.101228536290376259};

/* The line whose segments are summed. */
typedef struct line {
    const double *knots, *values;
    clpwl__segment_sums *sums;
} line;

static clpwl_status create_panels(clpwl__panels *p, size_t room)
{
    clpwl_status status = CLPWL_OK;
    p->room = room;
    p->segment = clpwl__alloc(room, sizeof *p->segment);
    CHECK_MEMORY(p->segment);
    p->l = clpwl__alloc(room, (2 + 4 * NODES) * sizeof *p->l);
    CHECK_MEMORY(p->l);
    p->r = p->l + room;
    p->x = p->r + room;
    p->y = p->x + NODES * room;
    p->e = p->y + NODES * room;
    p->w = p->e + NODES * room;
done:
    return status;
}

clpwl_status clpwl__summation_create(clpwl__summation *how, const clpwl_function *f,
                                     const clpwl_weight *weight, clpwl_norm norm, size_t segments)
{
    clpwl_status status = CLPWL_OK;
    const size_t room = segments < BLOCK - PANELS ? segments + PANELS : BLOCK;
    how->f = f;
    how->weight = weight;
    how->norm = norm;
    TRY(create_panels(&how->whole, room));
    if (norm != CLPWL_NORM_L1)
        goto done;
    TRY(create_panels(&how->parts, room * NODES));
    how->crossings = clpwl__alloc(room * (NODES - 1), sizeof *how->crossings);
    CHECK_MEMORY(how->crossings);
done:
    return status;
}

void clpwl__summation_free(clpwl__summation *how)
{
    clpwl__free(how->whole.segment);
    clpwl__free(how->whole.l);
    clpwl__free(how->parts.segment);
    clpwl__free(how->parts.l);
    clpwl__free(how->crossings);
    memset(how, 0, sizeof *how);
}

static void append_panel(clpwl__panels *p, size_t segment, double l, double r)
{
    double half = (r - l) / 2, *at = p->x + NODES * p->count;
    for (int i = 0; i < NODES; i++) {
        int k = i < NODES / 2 ? NODES / 2 - 1 - i : i - NODES / 2;
        double x = l + half + (i < NODES / 2 ? -half : half) * node[k];
        at[i] = x < l ? l : x > r ? r : x; /* l + half is rounded, and f may end at r */
        p->w[NODES * p->count + (size_t)i] = half * share[k];
    }
    p->l[p->count] = l;
    p->r[p->count] = r;
    p->segment[p->count++] = segment;
}

/* The weights of the error at n nodes, where f is y: one call of the weight's function. */
static clpwl_status weigh_nodes(const clpwl__summation *how, const double *x, const double *y, size_t n,
                                double *out)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_weight *weight = how->weight;
    if (weight->w)
        TRY(clpwl__values(weight->w, x, out, n));
    for (size_t i = 0; i < n; i++)
        TRY(clpwl__weigh_by(weight, how->norm, x[i], y[i], weight->w ? out[i] : 1, &out[i]));
done:
    return status;
}

static clpwl_status evaluate_panels(clpwl__summation *how, const line *v, clpwl__panels *p)
{
    clpwl_status status = CLPWL_OK;
    const size_t n = NODES * p->count;
    TRY(clpwl__values(how->f, p->x, p->y, n));
    if (how->weight)
        TRY(weigh_nodes(how, p->x, p->y, n, p->e));
    for (size_t i = 0; how->weight && i < n; i++)
        p->w[i] *= how->norm == CLPWL_NORM_L2 ? p->e[i] * p->e[i] : p->e[i];
    for (size_t k = 0; k < p->count; k++) {
        clpwl__segment s = clpwl__segment_at(how->f, NULL, v->knots, v->values, p->segment[k]);
        for (size_t i = NODES * k; i < NODES * (k + 1); i++)
            p->e[i] = p->y[i] - clpwl__segment_value(&s, p->x[i]);
    }
    how->evaluations += n;
done:
    return status;
}

/* t of x, from 0 to 1 on the segment. */
static double place_in(const line *v, size_t segment, double x)
{
    const double *knots = v->knots + segment;
    return (x - knots[0]) / (knots[1] - knots[0]);
}

/* Adds w pj pk at t. */
static void add_hessian(double w, double t, clpwl__segment_sums *out)
{
    out->hessian[0] += w * (1 - t) * (1 - t);
    out->hessian[1] += w * (1 - t) * t;
    out->hessian[2] += w * t * t;
}

static void add_panel(const line *v, clpwl_norm norm, const clpwl__panels *p, size_t k)
{
    clpwl__segment_sums *out = &v->sums[p->segment[k]];
    for (size_t i = NODES * k; i < NODES * (k + 1); i++) {
        double t = place_in(v, p->segment[k], p->x[i]), e = p->e[i], w = p->w[i];
        double slope = norm == CLPWL_NORM_L2 ? w * e : e < 0 ? -w : e > 0 ? w : 0;
        out->error += slope * e;
        out->weight += w;
        out->gradient[0] += slope * (1 - t);
        out->gradient[1] += slope * t;
        if (norm == CLPWL_NORM_L2)
            add_hessian(w, t, out);
    }
}

/* Finds the zeros of at most BLOCK crossings in step: one call of f takes the next x of all. */
static clpwl_status close_brackets(clpwl__summation *how, const line *v, clpwl__crossing *c, size_t count)
{
    clpwl_status status = CLPWL_OK;
    double x[BLOCK], y[BLOCK];
    size_t open[BLOCK], n;
    do {
        n = 0;
        for (size_t i = 0; i < count; i++)
            if (clpwl__bracket_next(&c[i].zero, c[i].slack)) {
                x[n] = c[i].zero.x;
                open[n++] = i;
            }
        TRY(clpwl__values(how->f, x, y, n));
        for (size_t k = 0; k < n; k++) {
            clpwl__segment s = clpwl__segment_at(how->f, NULL, v->knots, v->values,
                                                 how->whole.segment[c[open[k]].panel]);
            clpwl__bracket_take(&c[open[k]].zero, y[k] - clpwl__segment_value(&s, x[k]));
        }
        how->evaluations += n;
    } while (n > 0);
done:
    return status;
}

/* Lists where e changes its sign between nodes, in the order of x, and finds the zeros. */
static clpwl_status find_crossings(clpwl__summation *how, const line *v, size_t *count)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__panels *p = &how->whole;
    *count = 0;
    for (size_t panel = 0; panel < p->count; panel++) {
        const double *x = p->x + NODES * panel, *e = p->e + NODES * panel;
        for (int i = 0, k; i + 1 < NODES; i = k) {
            for (k = i + 1; k + 1 < NODES && e[k] == 0;)
                k++;
            if (!((e[i] < 0 && e[k] > 0) || (e[i] > 0 && e[k] < 0)))
                continue;
            how->crossings[(*count)++] = (clpwl__crossing){
                panel, {x[i], x[k], e[i], e[k], 0, 0}, exact * (x[k] - x[i]),
                fabs((e[k] - e[i]) / (x[k] - x[i]))};
        }
    }
    for (size_t i = 0; i < *count; i += BLOCK)
        TRY(close_brackets(how, v, how->crossings + i, *count - i < BLOCK ? *count - i : BLOCK));
done:
    return status;
}

/* Adds the shares of the zeros in the hessians. */
static clpwl_status add_zeros(const clpwl__summation *how, const line *v, size_t count)
{
    clpwl_status status = CLPWL_OK;
    double x[BLOCK], y[BLOCK], weight[BLOCK];
    for (size_t i = 0; i < count; i++) {
        size_t now = i % BLOCK, n = count - i < BLOCK ? count - i : BLOCK;
        size_t segment = how->whole.segment[how->crossings[i].panel];
        for (size_t k = 0; now == 0 && k < n; k++) {
            x[k] = how->crossings[i + k].zero.x;
            weight[k] = 1;
        }
        if (how->weight && now == 0) {
            TRY(clpwl__values(how->f, x, y, n));
            TRY(weigh_nodes(how, x, y, n, weight));
        }
        add_hessian(2 * weight[now] / how->crossings[i].slope, place_in(v, segment, x[now]),
                    &v->sums[segment]);
    }
done:
    return status;
}

/* Adds panels in L1, split at the zeros of e: |e| has corners there. */
static clpwl_status add_split_panels(clpwl__summation *how, const line *v)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__panels *whole = &how->whole;
    clpwl__panels *parts = &how->parts;
    size_t count, i = 0;
    TRY(find_crossings(how, v, &count));
    TRY(add_zeros(how, v, count));
    parts->count = 0;
    for (size_t k = 0; k < whole->count; k++) {
        double l = whole->l[k], r = whole->r[k];
        for (; i < count && how->crossings[i].panel == k; i++) {
            double zero = how->crossings[i].zero.x;
            if (l < zero && zero < r) {
                append_panel(parts, whole->segment[k], l, zero);
                l = zero;
            }
        }
        if (l > whole->l[k])
            append_panel(parts, whole->segment[k], l, r);
        else
            add_panel(v, how->norm, whole, k);
    }
    TRY(evaluate_panels(how, v, parts));
    for (size_t k = 0; k < parts->count; k++)
        add_panel(v, how->norm, parts, k);
done:
    return status;
}

static clpwl_status add_panels(clpwl__summation *how, const line *v)
{
    clpwl_status status = CLPWL_OK;
    TRY(evaluate_panels(how, v, &how->whole));
    if (how->norm == CLPWL_NORM_L1)
        TRY(add_split_panels(how, v));
    else
        for (size_t k = 0; k < how->whole.count; k++)
            add_panel(v, how->norm, &how->whole, k);
    how->whole.count = 0;
done:
    return status;
}

/* Whether the nodal values of a segment moved by next to nothing of its mean |e|. */
static int is_still(const clpwl__known_sums *known, const double *values, size_t s)
{
    double moved = fmax(fabs(values[s] - known->values[s]), fabs(values[s + 1] - known->values[s + 1]));
    return moved * known->sums[s].weight <= still * known->sums[s].error;
}

clpwl_status clpwl__sum_segments(clpwl__summation *how, const double *knots, const double *values,
                                 size_t segments, const clpwl__known_sums *known, clpwl__segment_sums *out)
{
    clpwl_status status = CLPWL_OK;
    const line v = {knots, values, out};
    how->whole.count = 0;
    memset(out, 0, segments * sizeof *out);
    for (size_t s = 0; s < segments; s++) {
        if (known && how->norm == CLPWL_NORM_L1 && is_still(known, values, s)) {
            out[s] = known->sums[s];
            continue;
        }
        for (double l = knots[s], r; l < knots[s + 1]; l = r) {
            r = clpwl__weighted_piece_end(how->f, how->weight, l, knots[s + 1]);
            double panels = fmin(ceil((r - l) / how->longest), MOST_PANELS);
            for (double i = 0; i < panels; i++) {
                append_panel(&how->whole, s, clpwl__step_at(l, r, i, panels),
                             clpwl__step_at(l, r, i + 1, panels));
                if (how->whole.count == how->whole.room)
                    TRY(add_panels(how, &v));
            }
        }
    }
    TRY(add_panels(how, &v));
done:
    return status;
}
