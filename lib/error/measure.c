/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "error/measure.h"
#include <float.h>
#include "base/array.h"
#include "base/door.h"
#include "base/parallel.h"
#include "error/breaks.h"
#include "error/residual.h"
#include "error/series.h"
#include "function/proxy.h"

enum {
    FEW = 6, /* nodes that are tried first */
    NODES = CLPWL__TERMS,
    LANES = 8, ROOM = 24, /* places that are evaluated at once; for the nodes */
    WAITING = 64, /* stretches, whose weights are one call */
    PENDING = 64, /* halves that wait: of a double, no more */
    /* Halvings over the domain, and for each segment: a kink takes 30. When none is left, the largest value
     * at nodes stands for a series that has not decayed. */
    HALVINGS = 1 << 16,
    HALVINGS_IN_SEGMENT = 64,
    PLACES = 64,  /* knots that are taken at once */
    REPORTS = 256, /* calls of the progress callback */
    BLOCK = 4096   /* segments for a thread: 1 ms, and a thread starts in 0.1 */
};

/* The last two of few coefficients may be such a part of all: the next ones are less. Where |e| is less than
 * was seen, such a part of the integrals so far. */
static const double tail = 1e-9, part = 1e-10;
/* Parts of the second power of e on a short segment: what powers above the third may come to; and the third
 * power, by which the turn and the zeros of a parabola are off, and errors by the square. */
static const double above_cubic = 1e-6, cubic = 1e-3;

/* Chebyshev nodes of the first kind: a stretch has none at its ends, where weights may jump. The cosines make
 * coefficients of values at the nodes. */
typedef struct basis {
    int n;
    double at[NODES], cosines[NODES][NODES];
} basis;

/* What a block of segments adds to the errors. */
typedef struct block {
    double linf, sum[2];
    double worst; /* where the largest |e| was seen; where Linf is not measured, the largest bound */
    double bound;
    double integral; /* of e */
} block;

/* Blocks do not depend on each other, nor the result on the number of threads. */
typedef struct sweep {
    const clpwl__measure *how;
    const clpwl__proxy *p;
    const clpwl_weight *weight;
    const double *knots, *values;
    size_t segments;
    unsigned threads;
    block *blocks;
    basis few, many;
} sweep;

/* A stretch that waits: of a segment, and of a polynomial. */
typedef struct waiting {
    size_t i, k;
    double l, r;
} waiting;

typedef struct measuring {
    const sweep *all;
    const clpwl__measure *how;
    block *out;
    size_t i, halvings; /* the segment; those that are left */
    waiting list[WAITING];
    size_t count; /* that wait */
    clpwl__segment s;
    double linf;        /* so far: of the segment if each is wanted, else of the block */
    const clpwl__chebyshev *q; /* the polynomial, */
    double shift, scale;       /* added to the polynomial's values; a bound of these values */
    clpwl__series d2;          /* its second derivative in [-1, 1] */
    double bound2, bound4;     /* of that, and of the fourth one */
} measuring;

/* A stretch, and the error there: e is w s (f - v), and plain s (f - v). */
typedef struct stretch {
    double l, r;
    clpwl__series e, plain;
    double noise; /* of e */
    double most;  /* the largest e at nodes, */
    int is_rough; /* which tell more than the series */
} stretch;

static void fill_basis(basis *b, int n)
{
    b->n = n;
    for (int j = 0; j < n; j++) {
        b->at[j] = cos(M_PI * (j + 0.5) / n);
        b->cosines[0][j] = 1.0 / n;
        b->cosines[1][j] = 2.0 / n * b->at[j];
        for (int k = 2; k < n; k++)
            b->cosines[k][j] = 2 * b->at[j] * b->cosines[k - 1][j] - (k == 2 ? 2 : 1) * b->cosines[k - 2][j];
    }
}

static void transform(const basis *b, const double *y, clpwl__series *out)
{
    out->degree = b->n - 1;
    for (int k = 0; k < b->n; k++) {
        double sum = 0;
        for (int j = 0; j < b->n; j++)
            sum += b->cosines[k][j] * y[j];
        out->c[k] = sum;
    }
}

static double node_of(const basis *b, double l, double r, size_t j)
{
    return l + (r - l) / 2 * (1 + b->at[j]);
}

/* A polynomial at n places, and at as many more as make blocks of LANES: compilers make vectors of these. */
static void evaluate(const double *c, int degree, const double *t, size_t n, double *y)
{
    for (size_t i = 0; i < n; i += LANES) {
        double b1[LANES] = {0}, b2[LANES] = {0};
        for (int k = degree; k >= 1; k--)
            for (size_t s = 0; s < LANES; s++) {
                const double next = 2 * t[i + s] * b1[s] - b2[s] + c[k];
                b2[s] = b1[s];
                b1[s] = next;
            }
        for (size_t s = 0; s < LANES; s++)
            y[i + s] = t[i + s] * b1[s] - b2[s] + c[0];
    }
}

/* f at all nodes. */
static void evaluate_nodes(const measuring *m, const basis *b, double l, double r, double y[ROOM])
{
    const clpwl__chebyshev *q = m->q;
    const double middle = l + (r - l) / 2, width = q->r - q->l;
    const double center = ((middle - q->l) + (middle - q->r)) / width, reach = (r - l) / width;
    double t[ROOM] = {0};
    for (int j = 0; j < b->n; j++)
        t[j] = center + reach * b->at[j]; /* x is rounded */
    evaluate(q->c, q->n, t, (size_t)b->n, y);
    for (int j = 0; j < b->n; j++)
        y[j] += m->shift;
}

/* An error as it counts. */
static double size_of(const measuring *m, double e)
{
    return m->how->side ? m->how->side * e : fabs(e);
}

/* The series of an error on a stretch. The line is computed at the nodes: where it is steep and the stretch
 * is few doubles, x is rounded too much for it.
 *   known  w at the nodes; or NULL */
static clpwl_status expand(const measuring *m, const basis *b, const double *known, stretch *out)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_weight *weight = m->all->weight;
    const double left = clpwl__segment_value(&m->s, out->l);
    const double rise = clpwl__segment_value(&m->s, out->r) - left;
    double x[NODES], y[ROOM], w[NODES], e[NODES], most = weight ? 0 : 1, relative = 0;
    evaluate_nodes(m, b, out->l, out->r, y);
    for (size_t j = 0; j < (size_t)b->n; j++)
        x[j] = node_of(b, out->l, out->r, j);
    if (weight && !known)
        TRY(clpwl__weights(weight, x, w, (size_t)b->n));
    for (int j = 0; j < b->n; j++) {
        double of_one = 1, factor = 1;
        if (weight) {
            TRY(clpwl__weigh_by(weight, CLPWL_NORM_LINF, x[j], y[j], known ? known[j] : w[j], &factor));
            TRY(clpwl__weigh_by(weight, CLPWL_NORM_LINF, x[j], y[j], 1, &of_one));
            most = fmax(most, factor);
            relative = weight->floor > 0 ? fmax(relative, of_one) : 0;
        }
        y[j] -= left + rise / 2 * (1 + b->at[j]);
        e[j] = factor * y[j];
        y[j] *= of_one;
        out->most = fmax(out->most, size_of(m, e[j]));
    }
    transform(b, e, &out->e);
    if (weight)
        transform(b, y, &out->plain);
    out->noise = 2 * DBL_EPSILON * m->scale * (most + relative * clpwl__series_bound(&out->e));
done:
    return status;
}

/* What further coefficients may come to, from the last ones. */
static double left_out(const clpwl__series *e)
{
    return fabs(e->c[e->degree]) + fabs(e->c[e->degree - 1]);
}

/* Whether the coefficients have decayed, or what is left out cannot count. */
static int is_resolved(const measuring *m, const stretch *s)
{
    const clpwl__series *e = &s->e, *other = m->all->weight ? &s->plain : e;
    const unsigned norms = m->how->norms;
    double left = left_out(e), bound = clpwl__series_bound(e);
    double area = left * (s->r - s->l);
    if (left <= tail * bound + s->noise + DBL_MIN)
        return 1;
    return norms && (!(norms & CLPWL__MEASURE_LINF) || bound + left <= m->linf) &&
           (!(norms & CLPWL__MEASURE_L1) || area <= part * m->out->sum[0]) &&
           (!(norms & CLPWL__MEASURE_L2) || area * clpwl__series_bound(other) <= part * m->out->sum[1]);
}

/* An error of this size at x; where Linf is not measured, a bound of it. */
static void add_size(measuring *m, double size, double x)
{
    double *most = m->how->norms & CLPWL__MEASURE_LINF ? &m->linf : &m->out->bound;
    if (size > *most) {
        *most = size;
        m->out->worst = size > m->out->linf ? x : m->out->worst;
    }
}

/* f' differs from that of its polynomial by at most so much if what was seen between both is another one
 * (A. Markov, 1889). */
static double doubt_of_slope(const clpwl__chebyshev *q)
{
    return 2 * q->n * q->n * q->seen / (q->r - q->l);
}

static void add_difference(measuring *m, const stretch *s)
{
    static const clpwl__series one = {0, {1}};
    const double half = (s->r - s->l) / 2, doubt = doubt_of_slope(m->q);
    double turns[CLPWL__TERMS + 1];
    clpwl__series d = {.degree = s->e.degree > 0 ? s->e.degree - 1 : 0};
    m->out->integral += half * clpwl__series_product(&s->e, &one);
    clpwl__differentiate(s->e.c, s->e.degree, d.c);
    if (2 * half <= (double)FLT_EPSILON * fmax(fabs(s->l), fabs(s->r)))
        return;
    for (int i = clpwl__series_turns(&d, turns); i-- > 0;)
        add_size(m, fabs(clpwl__series_at(&d, turns[i])) / half + doubt, s->l + half * (1 + turns[i]));
}

static void add_stretch(measuring *m, stretch *s)
{
    const double half = (s->r - s->l) / 2, bound = clpwl__series_bound(&s->e);
    const unsigned norms = m->how->norms;
    double turns[CLPWL__TERMS + 1] = {0};
    while (s->e.degree > 0 && fabs(s->e.c[s->e.degree]) <= fmax(DBL_EPSILON * bound, s->noise))
        s->e.degree--;
    if (!norms) {
        add_difference(m, s);
    } else if (!(norms & CLPWL__MEASURE_LINF)) {
        add_size(m, bound, s->l + half);
    } else if (bound > m->linf) {
        int count = s->is_rough ? 1 : clpwl__series_turns(&s->e, turns);
        for (int i = 0; i < count; i++)
            add_size(m, s->is_rough ? s->most : size_of(m, clpwl__series_at(&s->e, turns[i])),
                     s->l + half * (1 + turns[i]));
    }
    if (norms & CLPWL__MEASURE_L1)
        m->out->sum[0] += half * clpwl__series_area(&s->e);
    if (norms & CLPWL__MEASURE_L2)
        m->out->sum[1] += half * clpwl__series_product(&s->e, m->all->weight ? &s->plain : &s->e);
}

/* Without a weight an error is the series of many nodes. */
static clpwl_status add_stretches(measuring *m, double l, double r, const double *known)
{
    clpwl_status status = CLPWL_OK;
    double ends[PENDING] = {r};
    for (int last = 0; last >= 0; known = NULL) {
        stretch s = {.l = l, .r = ends[last]};
        double middle = s.l + (s.r - s.l) / 2;
        TRY(expand(m, &m->all->few, known, &s));
        if (!is_resolved(m, &s))
            TRY(expand(m, &m->all->many, NULL, &s));
        s.is_rough = m->all->weight && !is_resolved(m, &s);
        if (s.is_rough && m->halvings > 0 && last + 1 < PENDING && l < middle && middle < s.r) {
            ends[++last] = middle;
            m->halvings--;
            continue;
        }
        add_stretch(m, &s);
        l = ends[last--];
    }
done:
    return status;
}

static void enter_polynomial(measuring *m, size_t k)
{
    const clpwl__proxy *p = m->all->p;
    double d1[CLPWL__TERMS] = {0};
    if (m->q == &p->pieces[k])
        return;
    m->q = &p->pieces[k];
    m->shift = p->side * m->q->seen;
    m->scale = fabs(m->q->at[0]) + fabs(m->q->at[1]);
    for (int j = 0; j <= m->q->n; j++)
        m->scale = fmax(m->scale, fabs(m->q->c[j]));
    m->d2 = (clpwl__series){.degree = m->q->n > 2 ? m->q->n - 2 : 0};
    clpwl__differentiate(m->q->c, m->q->n, d1);
    clpwl__differentiate(d1, m->q->n - 1, m->d2.c);
    m->bound2 = clpwl__series_bound(&m->d2);
    m->bound4 = 0;
    for (int j = 2; j <= m->d2.degree; j++)
        m->bound4 += j * j * (j * j - 1) / 3 * fabs(m->d2.c[j]);
}

static void expand_f(const measuring *m, const basis *b, double l, double r, clpwl__series *out)
{
    double y[ROOM];
    evaluate_nodes(m, b, l, r, y);
    transform(b, y, out);
}

/* Where f is 0 and where |f| is the floor, and the right end: a relative error has spikes and corners there.
 * Returns their number. */
static size_t find_breaks(measuring *m, size_t k, double l, double r, double *breaks)
{
    const double floor = m->all->weight->floor, half = (r - l) / 2;
    size_t count = 0;
    clpwl__series f;
    if (floor > 0) {
        enter_polynomial(m, k);
        expand_f(m, &m->all->few, l, r, &f);
        int may_cross = 2 * fabs(f.c[0]) - clpwl__series_bound(&f) - 4 * left_out(&f) <= floor;
        if (may_cross)
            expand_f(m, &m->all->many, l, r, &f);
        f.c[0] += floor;
        for (int level = 0; may_cross && level < 3; level++, f.c[0] -= floor) {
            double zeros[CLPWL__TERMS];
            int n = clpwl__series_zeros(&f, zeros);
            for (int i = 0; i < n; i++)
                breaks[count++] = fmin(fmax(l + half * (1 + zeros[i]), l), r);
        }
        qsort(breaks, count, sizeof *breaks, clpwl__compare_doubles);
    }
    breaks[count] = r;
    return count + 1;
}

static void end_segment(measuring *m)
{
    m->out->linf = fmax(m->out->linf, m->linf);
    if (m->how->each && m->i < m->all->segments)
        m->how->each[m->i] = m->linf;
}

static void begin_segment(measuring *m, size_t i)
{
    end_segment(m);
    m->i = i;
    m->s = clpwl__segment_at(m->all->knots, m->all->values, i);
    m->linf = m->how->each ? 0 : m->out->linf;
}

/* Measures the stretches that wait. */
static clpwl_status measure_waiting(measuring *m)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_weight *weight = m->all->weight;
    double x[WAITING * FEW], w[WAITING * FEW];
    for (size_t i = 0; weight && i < m->count * FEW; i++)
        x[i] = node_of(&m->all->few, m->list[i / FEW].l, m->list[i / FEW].r, i % FEW);
    if (weight)
        TRY(clpwl__weights(weight, x, w, m->count * FEW));
    for (size_t i = 0; i < m->count; i++) {
        const waiting *now = &m->list[i];
        if (now->i != m->i)
            begin_segment(m, now->i);
        enter_polynomial(m, now->k);
        TRY(add_stretches(m, now->l, now->r, weight ? w + i * FEW : NULL));
    }
    m->count = 0;
done:
    return status;
}

static clpwl_status add_waiting(measuring *m, size_t i, size_t k, double l, double r)
{
    m->list[m->count++] = (waiting){i, k, l, r};
    return m->count == WAITING ? measure_waiting(m) : CLPWL_OK;
}

/* Adds the error of segment i from l to r, where f is polynomial k, and which may be one place. */
static clpwl_status add_piece(measuring *m, size_t i, size_t k, double l, double r)
{
    clpwl_status status = CLPWL_OK;
    const sweep *all = m->all;
    const clpwl_weight *weight = all->weight;
    const double longest = (all->knots[all->segments] - all->knots[0]) * FEW / CLPWL__RESOLUTION;
    double breaks[3 * CLPWL__TERMS + 1] = {r};
    size_t count = weight ? find_breaks(m, k, l, r, breaks) : 1;
    for (size_t j = 0; j < count; l = breaks[j++])
        for (double from = l, to = l; to < breaks[j] || l == r; from = to) {
            to = breaks[j];
            if (weight && weight->w)
                to = fmin(clpwl__piece_end(weight->w, from, to), fmax(from + longest, nextafter(from, to)));
            TRY(add_waiting(m, i, k, from, to));
            if (l == r)
                break;
        }
done:
    return status;
}

/* Adds segment i, by way of the polynomials that it reaches. A jump at the right end of the domain is a
 * polynomial of one place. */
static clpwl_status add_segment(measuring *m, size_t i)
{
    clpwl_status status = CLPWL_OK;
    const sweep *all = m->all;
    const clpwl__proxy *p = all->p;
    const double x1 = all->knots[i + 1];
    size_t k = clpwl__count_up_to(p->seams, p->count, all->knots[i]);
    k = k ? k - 1 : 0;
    for (double l = all->knots[i], end; l <= x1; l = end, k++) {
        end = k + 1 < p->count ? p->seams[k + 1] : INFINITY;
        TRY(add_piece(m, i, k, l, fmin(end, x1)));
        if (end == x1 && i + 1 < all->segments)
            break;
    }
done:
    return status;
}

/* The integral of a cubic from 0 to t, inside [-1, 1]. */
static double integral_to(const double c[4], double t)
{
    t = t > -1 ? t : -1;
    t = t < 1 ? t : 1;
    return (((c[3] / 4 * t + c[2] / 3) * t + c[1] / 2) * t + c[0]) * t;
}

/* Adds segment i, where e is a cubic in [-1, 1]. */
static void add_cubic(measuring *m, size_t i, const double c[4], double off)
{
    const double l = m->all->knots[i], half = (m->all->knots[i + 1] - l) / 2;
    const double bend = fabs(c[2]) > DBL_MIN ? 2 * c[2] : DBL_MIN, middle = -c[1] / bend;
    const double root = -c[1] - copysign(sqrt(fmax(c[1] * c[1] - 2 * bend * c[0], 0)), c[1]);
    const double one = root / bend, other = root != 0 ? 2 * c[0] / root : one; /* zeros, as of a line */
    const double places[] = {-1, fabs(middle) < 1 ? middle : 1, 1};
    const double zeros[] = {-1, fmin(one, other), fmax(one, other), 1};
    double area = 0;
    begin_segment(m, i);
    for (int k = 0; k < 3; k++) {
        const double t = places[k], y = ((c[3] * t + c[2]) * t + c[1]) * t + c[0];
        add_size(m, fabs(y) + off, l + half * (1 + t));
        area += fabs(integral_to(c, zeros[k + 1]) - integral_to(c, zeros[k]));
    }
    m->out->sum[0] += half * area;
    m->out->sum[1] += 2 * half * (c[0] * (c[0] + c[2] * 2 / 3) + c[1] * (c[1] / 3 + c[3] * 2 / 5) +
                                  c[2] * c[2] / 5 + c[3] * c[3] / 7);
}

/* Adds the segments from i on, `most` or fewer, that are inside one polynomial and far shorter: f'' is nearly
 * a line on each. *done = 0: there are too few. */
static clpwl_status add_short(measuring *m, size_t i, size_t most, size_t *done)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__proxy *p = m->all->p;
    const double *x = m->all->knots + i, *v = m->all->values + i;
    const size_t next = clpwl__count_up_to(p->seams, p->count, x[0]);
    const double end = next < p->count ? p->seams[next] : HUGE_VAL;
    double t[PLACES], e[PLACES], d[PLACES];
    size_t n = 0;
    *done = 0;
    TRY(measure_waiting(m)); /* of another polynomial */
    enter_polynomial(m, next ? next - 1 : 0);
    const clpwl__chebyshev *q = m->q;
    const double noise = 2 * DBL_EPSILON * m->scale, part_of_q = (x[1] - x[0]) / (q->r - q->l);
    if (part_of_q * part_of_q * m->bound4 > above_cubic * m->bound2)
        goto done;
    while (n < most && n + 1 < PLACES && x[n + 1] < end)
        n++;
    *done = n;
    for (size_t s = 0; s < PLACES; s++)
        t[s] = (2 * x[s < n ? s : n] - q->l - q->r) / (q->r - q->l);
    evaluate(q->c, q->n, t, n + 1, e);
    evaluate(m->d2.c, m->d2.degree, t, n + 1, d);
    for (size_t s = 0; s <= n; s++)
        e[s] += m->shift - v[s];
    for (size_t s = 0; s < n; s++) {
        const double reach = (t[s + 1] - t[s]) / 2, square = reach * reach;
        const double c2 = square * (d[s] + d[s + 1]) / 4, c3 = square * (d[s + 1] - d[s]) / 12;
        const double c[] = {(e[s] + e[s + 1]) / 2 - c2, (e[s + 1] - e[s]) / 2 - c3, c2, c3};
        const double above = 5.0 / 24 * square * square * m->bound4;
        if (fabs(c2) + fabs(c3) > noise && (fabs(c3) > cubic * fabs(c2) || above > above_cubic * fabs(c2))) {
            TRY(add_segment(m, i + s));
            TRY(measure_waiting(m));
        } else {
            add_cubic(m, i + s, c, above + 3 * cubic * fabs(c3)); /* as the turn may be off */
        }
    }
done:
    return status;
}

static clpwl_status report_progress(const sweep *s, size_t done)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__measure *how = s->how;
    CHECK(!how->progress || !how->progress((double)done / (double)s->segments, how->progress_user),
          CLPWL_ERR_CANCELLED, "cancelled while the error of %zu segments was measured", s->segments);
done:
    return status;
}

static clpwl_status report_blocks(void *user, size_t done)
{
    const sweep *s = user;
    return report_progress(s, done * BLOCK < s->segments ? done * BLOCK : s->segments);
}

static clpwl_status measure_block(void *user, unsigned thread, size_t j)
{
    clpwl_status status = CLPWL_OK;
    sweep *s = user;
    block *b = &s->blocks[j];
    const size_t from = j * BLOCK, to = s->segments - from > BLOCK ? from + BLOCK : s->segments;
    const size_t step = s->segments / REPORTS + 1;
    measuring m = {.all = s, .how = s->how, .out = b, .i = s->segments,
                   .halvings = HALVINGS / s->segments * (to - from) + HALVINGS_IN_SEGMENT * (to - from)};
    (void)thread;
    for (size_t i = from, n; i < to; i += n) {
        const size_t most = to - i;
        n = 0;
        if (s->threads == 1 && i % step == 0)
            TRY(report_progress(s, i));
        if (!s->weight && !s->how->side && s->how->norms)
            TRY(add_short(&m, i, most < step - i % step ? most : step - i % step, &n));
        if (n == 0) {
            TRY(add_segment(&m, i));
            n = 1;
        }
    }
    TRY(measure_waiting(&m));
    end_segment(&m);
done:
    return status;
}

static void add_blocks(const sweep *s, size_t blocks, clpwl_error *out)
{
    double most = 0, sum[2] = {0, 0}, integral = 0;
    for (size_t j = 0; j < blocks; j++) {
        const block *b = &s->blocks[j];
        double here = fmax(b->linf, b->bound);
        if (s->how->worst && here > most)
            *s->how->worst = b->worst;
        most = fmax(most, here);
        for (int k = 0; k < 2; k++)
            sum[k] += b->sum[k];
        integral += b->integral;
    }
    if (s->how->difference)
        *s->how->difference = (clpwl__difference){most, integral};
    out->linf = s->how->norms & CLPWL__MEASURE_LINF ? most : (double)NAN;
    out->l1 = s->how->norms & CLPWL__MEASURE_L1 ? sum[0] : (double)NAN;
    out->l2 = s->how->norms & CLPWL__MEASURE_L2 ? sqrt(fmax(sum[1], 0)) : (double)NAN;
}

static clpwl_status measure_proxy(const clpwl__measure *how, const clpwl__proxy *p, const double *knots,
                                  const double *values, size_t segments, clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    const size_t blocks = (segments - 1) / BLOCK + 1;
    sweep s = {.how = how, .p = p, .weight = clpwl__weighs(how->weight) ? how->weight : NULL, .knots = knots,
               .values = values, .segments = segments};
    const clpwl_function *w = s.weight ? s.weight->w : NULL;
    fill_basis(&s.few, FEW);
    fill_basis(&s.many, NODES);
    s.threads = w && !w->is_ours ? 1 : clpwl__loop_threads(0, blocks);
    s.blocks = clpwl__calloc(blocks, sizeof *s.blocks);
    CHECK_MEMORY(s.blocks);
    TRY(clpwl__loop_run(&(clpwl__loop){.rounds = blocks, .threads = s.threads, .round = measure_block,
                                       .watch = s.threads > 1 ? report_blocks : NULL, .user = &s}));
    add_blocks(&s, blocks, out);
    if (!how->side || how->side != p->side)
        clpwl__add_doubt(out, how->each, segments, s.weight ? &p->f.doubt_weighted : &p->f.doubt);
done:
    clpwl__free(s.blocks);
    return status;
}

/* Values of f at equal steps, which a proxy takes as known. */
static clpwl_status look_at(const clpwl_function *f, double a, double b, clpwl__proxy *out)
{
    clpwl_status status = CLPWL_OK;
    out->x = clpwl__alloc(out->asked, sizeof *out->x);
    CHECK_MEMORY(out->x);
    out->y = clpwl__alloc(out->asked, sizeof *out->y);
    CHECK_MEMORY(out->y);
    for (size_t i = 0; i < out->asked; i++)
        out->x[i] = clpwl__step_at(a, b, (double)i, CLPWL__RESOLUTION);
    TRY(clpwl__values(f, out->x, out->y, out->asked));
    for (size_t i = 0; i < out->asked; i++)
        out->largest = fmax(out->largest, fabs(out->y[i]));
done:
    return status;
}

clpwl_status clpwl__error_measure(const clpwl__measure *how, const clpwl_function *f,
                                  const double *knots, const double *values, size_t segments,
                                  clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_norm norm = how->norms & CLPWL__MEASURE_LINF ? CLPWL_NORM_LINF
                            : how->norms & CLPWL__MEASURE_L1 ? CLPWL_NORM_L1
                                                             : CLPWL_NORM_L2;
    clpwl__proxy look = {.asked = CLPWL__RESOLUTION + 1};
    clpwl__proxy own[2] = {{.count = 0}, {.count = 0}};
    clpwl__proxy_wish wish = {.a = knots[0], .b = knots[segments], .is_guess = 1, .norm = norm,
                              .weight = how->weight, .known = &look};
    clpwl_function at_doubles = *f;
    clpwl__broken w = {.kinks = NULL};
    clpwl_weight weight;
    clpwl__measure broken = *how;
    if (f->d2f)
        return measure_proxy(how, f->user, knots, values, segments, out);
    at_doubles.is_ours = 1;
    if (how->weight && how->weight->w && !how->weight->w->smooth) { /* its jumps are ends of stretches */
        TRY(clpwl__broken_create(&w, how->weight->w, knots[0], knots[segments]));
        weight = *how->weight;
        weight.w = &w.f;
        broken.weight = wish.weight = &weight;
    }
    TRY(look_at(f, knots[0], knots[segments], &look));
    for (int i = 0; i < 2; i++) {
        status = clpwl__proxy_create(&own[i], &at_doubles, &wish);
        if (i > 0 && status == CLPWL_ERR_TARGET) /* the error was measured, and the noise of f is in it */
            status = CLPWL_OK;
        else if (status == CLPWL_OK)
            status = measure_proxy(&broken, &own[i], knots, values, segments, out);
        wish.max_error = clpwl_error_in(out, norm);
        wish.known = &own[i];
        if (status != CLPWL_OK || clpwl__proxy_is_near(&own[i], norm, wish.max_error))
            break;
    }
done:
    clpwl__proxy_free(&look);
    clpwl__proxy_free(&own[0]);
    clpwl__proxy_free(&own[1]);
    clpwl__broken_free(&w);
    return status;
}

clpwl_status clpwl_error_measure(const clpwl_function *f, const clpwl_weight *weight,
                                 const double *knots, const double *values, size_t segments,
                                 clpwl_error *out)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl__measure all = {.norms = CLPWL__MEASURE_ALL};
    clpwl_weight own;
    TRY(clpwl__weight_take(&own, &weight));
    CHECK_GIVEN(f);
    CHECK_GIVEN(knots);
    CHECK_GIVEN(values);
    CHECK_GIVEN(out);
    TRY(clpwl__check_segments("a line", segments));
    TRY(clpwl__check_ascending("knot", knots, segments + 1));
    for (size_t i = 0; i <= segments; i++)
        CHECK(isfinite(values[i]), CLPWL_ERR_ARGUMENT, "value %zu of %zu, at x = %.9g, is %g, not finite",
              i + 1, segments + 1, knots[i], values[i]);
    all.weight = weight;
    TRY(clpwl__error_measure(&all, f, knots, values, segments, out));
done:
    return status;
}
