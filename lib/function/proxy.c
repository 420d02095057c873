/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "function/proxy.h"
#include <float.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_statistics_double.h>
#include <stdio.h>
#include "base/array.h"
#include "base/gsl.h"
#include "base/internal.h"
#include "base/number.h"
#include "function/noise.h"
#include "function/samples.h"

enum {
    TERMS = CLPWL__DEGREE + 1,
    HALF_DEGREE = CLPWL__DEGREE / 2, /* is tried first; its nodes are among those of the full degree */
    LOOK = 256, LOOK_OF_FORMULA = 4096, /* steps of the first look */
    OCTAVES = 24,    /* of both ends, which it looks at */
    NARROW = 128,    /* numbers: a piece of so few is a line */
    CHAIN = 3,       /* halvings of which one half alone failed, not always the same: a break is located */
    STEPS = 4,       /* between which a break is looked for */
    PLACES = 1024,   /* breaks that are located; more are noise, */
    PLACES_OF_OURS = 1 << 15, /* where no callback gives the values */
    POLE_OCTAVES = 13,
    SUSPECT = 16,    /* open parts, after which noise is looked for */
    MOST_VALUES = 1 << 20, MOST_OF_OURS = 1 << 21,
    BLOCK = 256,     /* values of a function that takes many */
    CROWD = 16       /* parts, within a gap */
};

static const double share = 1e-3, share_of_ours = 1e-6; /* of the max error: the tolerance */
static const double fp32_share = 0x1p-27, double_share = 0x1p-44; /* of |f|: no tolerance is less */
static const double widest_bend = 1e-3; /* of the domain: slopes that differ are compared over so much */
static const double most_noise = 0.95;  /* of the max error */
static const double noise_of_proxy = 4e-3; /* what steps between its pieces may leave */
static const double unseen = 1.1;      /* noise at other places may be so many times what was seen */
static const double widest_gap = 1e-6; /* of the domain */
static const double smooth_ratio = 0.75;

typedef clpwl__chebyshev part;

/* What comes next for a part: it is tried, a piece, followed by its halves, or its break is located. */
enum { OPEN, GOOD, HALVED, BROKEN, LOCATED };

typedef struct list {
    union {
        void *items;
        part *parts;
        double *numbers;
        clpwl_kink *places;
    };
    size_t count, room;
} list;

typedef struct builder {
    clpwl__proxy *p;
    const clpwl_function *f;
    const clpwl__proxy_wish *wish;
    list wanted;    /* places to ask */
    list pieces;
    double error;   /* the max error, in the maximum norm, where the weight is 1 */
    double noise_share; /* of the error, that noise may take */
    list places; /* ascending; their limits may be NaN, then f is continuous there */
    size_t located;
    double finished; /* width of the pieces that are made */
    double noise;   /* its deviation, if that was looked for */
    double least_factor, most_weighted; /* of errors by the weight; of values, with it */
    int is_checked; /* for noise */
    int is_full;    /* too many values or places */
    int has_bridged; /* a gap: the proxy begins again */
    clpwl_status status; /* CLPWL_ERR_MEMORY after a list did not grow, for the next look */
} builder;

static void add(builder *b, list *l, const void *one, size_t size)
{
    if (b->status == CLPWL_OK)
        b->status = clpwl__reserve(&l->items, &l->room, l->count + 1, size);
    if (b->status == CLPWL_OK)
        memcpy((char *)l->items + size * l->count++, one, size);
}

/* The places where f may be asked are numbers of p->bits binary digits behind the first, evenly spaced below
 * 2^-126, as fp32 numbers are. Their order counts them from 0 on. */
static int64_t order_of(const clpwl__proxy *p, double x)
{
    const int octave = ilogb(fmax(fabs(x), FLT_MIN));
    const int64_t before = (int64_t)(octave + 1 - FLT_MIN_EXP) << p->bits;
    const int64_t order = before + llrint(ldexp(fabs(x), p->bits - octave));
    return x < 0 ? -order : order;
}

static double number_at(const clpwl__proxy *p, int64_t order)
{
    int64_t size = llabs(order), octave = size >> p->bits;
    octave = octave > 1 ? octave - 1 : 0;
    double x = ldexp((double)(size - (octave << p->bits)), (int)octave + FLT_MIN_EXP - 1 - p->bits);
    return order < 0 ? -x : x;
}

static int64_t count_numbers(const clpwl__proxy *p, double l, double r)
{
    return order_of(p, r) - order_of(p, l);
}

static int is_step(const clpwl__proxy *p, const part *q)
{
    return count_numbers(p, q->l, q->r) <= 1;
}

/* The number so many steps from x. */
static double step_from(const clpwl__proxy *p, double x, int steps)
{
    return number_at(p, order_of(p, x) + steps);
}

/* The number near x in [l, r]. */
static double at_number(const clpwl__proxy *p, double x, double l, double r)
{
    return fmin(fmax(step_from(p, x, 0), l), r);
}

/* The number at a share of the way from l to r, which need not be numbers. */
static double at_share(const clpwl__proxy *p, double l, double r, double way)
{
    return way <= 0 ? l : way >= 1 ? r : at_number(p, l + (r - l) * way, l, r);
}

/* Step i of n from l to r: by octaves far from 0, one by one between few numbers. */
static double step_of(const clpwl__proxy *p, double l, double r, int i, int n)
{
    const double numbers = (double)count_numbers(p, l, r), ratio = fmin(l / r, r / l), way = (double)i / n;
    const int is_far = ratio > 0 && ratio < 1.0 / 64 && fmin(fabs(l), fabs(r)) >= FLT_MIN;
    return (is_far || numbers <= 2 * n) && i > 0 && i < n
               ? number_at(p, order_of(p, l) + (int64_t)(numbers * way))
               : at_share(p, l, r, way);
}

static double node_of(const clpwl__proxy *p, const part *q, int i)
{
    return at_share(p, q->l, q->r, (1 - cos(M_PI * i / q->n)) / 2);
}

/* Asking f. */

/* The first of the places asked that is at least x. */
static size_t find_asked(const clpwl__proxy *p, double x)
{
    return clpwl__count_up_to(p->x, p->asked, nextafter(x, -INFINITY));
}

static void want(builder *b, double x)
{
    const size_t at = find_asked(b->p, x);
    if (at == b->p->asked || b->p->x[at] != x)
        add(b, &b->wanted, &x, sizeof x);
}

/* f at a place that was asked. */
static double value_at(const clpwl__proxy *p, double x)
{
    return p->y[find_asked(p, x)];
}

/* Merges n values into what was asked, from the last one on. */
static clpwl_status merge(clpwl__proxy *p, const double *x, const double *y, size_t n)
{
    clpwl_status status = CLPWL_OK;
    size_t i = p->asked, to = i + n, room = p->asked_room;
    TRY(clpwl__reserve(&p->x, &room, to, sizeof *p->x));
    TRY(clpwl__reserve(&p->y, &p->asked_room, to, sizeof *p->y));
    for (p->asked = to; n > 0;) {
        const int is_old = i > 0 && p->x[i - 1] > x[n - 1];
        n -= !is_old;
        i -= (size_t)is_old;
        p->x[--to] = is_old ? p->x[i] : x[n];
        p->y[to] = is_old ? p->y[i] : y[n];
        p->largest = fmax(p->largest, fabs(p->y[to]));
    }
done:
    return status;
}

/* Sets those of n values whose places are in gaps. */
static void fill_gaps(const clpwl__proxy *p, const double *x, double *y, size_t n)
{
    for (const clpwl__gap *g = p->gaps; g < p->gaps + p->gap_count; g++)
        for (size_t i = 0; i < n; i++)
            if (g->l <= x[i] && x[i] <= g->r)
                y[i] = g->y + g->slope * (x[i] - g->x);
}

/* f at n places, not checked. */
static void evaluate(const builder *b, const double *x, double *y, size_t n)
{
    clpwl__values_raw(b->f, x, y, n);
    fill_gaps(b->p, x, y, n);
}

static void bridge(builder *b, double l, double r);

/* Asks f at what is wanted. f has values there, or a bridge where a callback has none; else the work ends. */
static clpwl_status ask(builder *b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__proxy_wish *wish = b->wish;
    const clpwl__proxy *p = b->p;
    double *y = NULL;
    TRY(b->status);
    if (b->wanted.count == 0)
        goto done;
    double *x = b->wanted.numbers;
    const size_t n = clpwl__sort_distinct(x, b->wanted.count), most = b->f->many ? BLOCK : 1;
    const double done = fmin(b->finished / (wish->b - wish->a), 1);
    y = clpwl__alloc(n, sizeof *y);
    CHECK_MEMORY(y);
    for (size_t i = 0; i < n; i += most) {
        CHECK(!clpwl__watch_ends(wish->watch, done), CLPWL_ERR_CANCELLED, "cancelled while %s was evaluated",
              clpwl_function_name(b->f));
        evaluate(b, x + i, y + i, n - i < most ? n - i : most);
    }
    TRY(merge(b->p, x, y, n));
    for (size_t i = 0; i < p->asked; i++) {
        if (isnan(p->y[i]) && !b->f->is_ours)
            bridge(b, p->x[i], p->x[i]);
        if (!isfinite(p->y[i]))
            TRY(clpwl_function_value(b->f, p->x[i], &p->y[i]));
    }
    b->is_full |= p->asked > (size_t)(b->f->is_ours ? MOST_OF_OURS : MOST_VALUES);
done:
    b->wanted.count = 0;
    clpwl__free(y);
    return status;
}

/* Gaps: f is a line where it has no value, or none that tells. */

/* Bridges a gap around l and r, if f goes smoothly to both of its sides and does not jump between them.
 * Over a step half as long, nearer to the gap, f differs by half as much; beside a pole as of log(x) by 0.79
 * at least. */
static void bridge(builder *b, double l, double r)
{
    clpwl__proxy *p = b->p;
    const double error = b->error > 0 ? b->error : 0x1p-10 * p->largest; /* else it is not known */
    const double width = widest_gap * (p->b - p->a), little = error / 8;
    const double begin = fmax(fmin(l + (r - l) / 2 - width / 2, p->b - width), p->a);
    double x[6], y[6], most = little; /* three places on each side, from the gap on */
    int has[2];
    if (p->gap_count == CLPWL_GAPS_MOST)
        return;
    l = fmin(at_number(p, begin, p->a, p->b), step_from(p, l, -1));
    r = fmax(at_number(p, begin + width, p->a, p->b), step_from(p, r, 1));
    for (int side = 0; side < 2; side++) {
        const double edge = side ? r : l, step = (side ? r - l : l - r) / 2;
        double *at = x + 3 * side, *of = y + 3 * side;
        has[side] = edge + 3 * step > p->a && edge + 3 * step < p->b;
        if (!has[side])
            continue;
        for (int i = 0; i < 3; i++)
            at[i] = at_number(p, edge + ((1 << i) - 1) * step, p->a, p->b);
        evaluate(b, at, of, 3);
        const double near = fabs(of[1] - of[0]), far = fabs(of[2] - of[1]);
        if (!(far < HUGE_VAL && near <= smooth_ratio * far + little))
            return;
        most += 4 * near;
    }
    /* Both are of one side where the other side is beyond the domain. */
    const int one = has[0] ? 0 : 4, other = has[1] ? 3 : 1;
    if ((!has[0] && !has[1]) || fabs(y[other] - y[one]) > most)
        return;
    p->gaps[p->gap_count++] = (clpwl__gap){has[0] ? nextafter(l, r) : p->a, has[1] ? nextafter(r, l) : p->b,
                                           x[one], y[one], (y[other] - y[one]) / (x[other] - x[one])};
    fill_gaps(p, p->x, p->y, p->asked);
    p->largest = 0;
    for (size_t i = 0; i < p->asked; i++)
        p->largest = fmax(p->largest, fabs(p->y[i]));
    b->has_bridged = 1;
}

/* Polynomials. */

double clpwl__clenshaw(const double *c, int n, double t)
{
    double b1 = 0, b2 = 0;
    for (int k = n; k >= 1; k--) {
        double next = 2 * t * b1 - b2 + c[k];
        b2 = b1;
        b1 = next;
    }
    return n < 0 ? 0 : t * b1 - b2 + c[0];
}

static double place_in(double l, double r, double x)
{
    return (2 * x - l - r) / (r - l);
}

static double polynomial_at(const part *q, double x)
{
    return clpwl__clenshaw(q->c, q->n, place_in(q->l, q->r, x));
}

/* Whether the part is a line, as between few numbers. */
static int is_narrow(const clpwl__proxy *p, const part *q)
{
    return count_numbers(p, q->l, q->r) <= NARROW;
}

/* The polynomial of degree q->n that is nearest to values y at x in least squares: through them, where these
 * are q->n + 1. The nodes are rounded, so that no cosine transform serves; the polynomials are nearly
 * orthogonal at them. The first and the last x are the ends: the fit is of what their line leaves, so that
 * lines are exact. */
static void fit(part *q, const double *x, const double *y, size_t count)
{
    const size_t terms = (size_t)q->n + 1;
    const double rise = (y[count - 1] - y[0]) / 2, middle = y[0] + rise;
    double gram[TERMS * TERMS] = {0};
    gsl_matrix_view g = gsl_matrix_view_array(gram, terms, terms);
    gsl_vector_view c = gsl_vector_view_array(q->c, terms);
    memset(q->c, 0, sizeof q->c);
    for (size_t i = 0; i < count; i++) {
        const double at = place_in(q->l, q->r, x[i]), rest = y[i] - (middle + rise * at);
        double t[TERMS] = {1, at};
        for (size_t k = 0; k < terms; k++) {
            t[k] = k < 2 ? t[k] : 2 * at * t[k - 1] - t[k - 2];
            q->c[k] += t[k] * rest;
            for (size_t j = 0; j <= k; j++)
                gram[k * terms + j] += t[k] * t[j];
        }
    }
    clpwl__gsl_enter();
    gsl_linalg_cholesky_decomp1(&g.matrix);
    gsl_linalg_cholesky_svx(&g.matrix, &c.vector);
    clpwl__gsl_leave();
    q->c[0] += middle;
    q->c[1] += rise;
    q->tail = 0;
    for (int k = q->n - 2; k <= q->n && q->n > 1; k++)
        q->tail = fmax(q->tail, fabs(q->c[k]));
}

/* The largest distance from f at the places of the part that were asked. */
static double find_residual(const clpwl__proxy *p, const part *q)
{
    double most = 0;
    for (size_t i = find_asked(p, q->l); i < p->asked && p->x[i] <= q->r; i++)
        most = fmax(most, fabs(p->y[i] - polynomial_at(q, p->x[i])));
    return most;
}

/* A bound of the factors of errors between n places where f is y and w is of_x. Where f has a zero between
 * them, the floor divides the errors. */
static double find_factor(const clpwl_weight *w, clpwl_norm norm, const double *y, const double *of_x,
                          size_t n)
{
    double least, largest;
    gsl_stats_minmax(&least, &largest, y, 1, n);
    const double most = gsl_stats_max(of_x, 1, n), factor = norm == CLPWL_NORM_L2 ? sqrt(most) : most;
    return w && w->floor > 0 ? factor / fmax(fmax(least, -largest), w->floor) : factor;
}

/* Tries a part by its degree. Errors may be as the weights at the nodes say; they are fewer where an error
 * counts more. */
static clpwl_status try_part(const builder *b, part *q)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__proxy *p = b->p;
    const double little = b->f->is_ours ? double_share : fp32_share;
    double x[TERMS], y[TERMS], of_x[TERMS], factor = 0, local = 0, least = little * p->largest;
    const size_t terms = (size_t)q->n + 1;
    for (size_t i = 0; i < terms; i++) {
        x[i] = node_of(p, q, (int)i);
        y[i] = value_at(p, x[i]);
        local = fmax(local, fabs(y[i]));
    }
    q->error = b->error;
    if (b->wish->weight) {
        TRY(clpwl__weights(b->wish->weight, x, of_x, terms));
        factor = find_factor(b->wish->weight, b->wish->norm, y, of_x, terms);
        q->error = fmin(b->error / factor, p->largest); /* where nothing counts, too */
        /* Beside zeros of f, too. */
        least = fmax(fmin(little * b->most_weighted / factor, least), DBL_EPSILON * local);
    }
    q->tolerance = fmax(p->share * q->error, least);
    fit(q, x, y, terms);
    if (is_step(p, q) || (q->tail <= q->tolerance / 4 && find_residual(p, q) <= q->tolerance))
        q->state = GOOD;
done:
    return status;
}

/* A break in a part is located by second differences; lo and hi close in on it. */

static int count_steps(const clpwl__proxy *p, const part *q)
{
    const int64_t numbers = count_numbers(p, q->lo, q->hi);
    return numbers < STEPS ? (int)numbers : STEPS;
}

/* One step, where the values are known. A kink is where the first and the last line meet. */
static void close_in(const clpwl__proxy *p, part *q)
{
    const int n = count_steps(p, q);
    double x[STEPS + 1], y[STEPS + 1], slope[STEPS], most = -1, least = HUGE_VAL;
    int best = 1;
    for (int i = 0; i <= n; i++) {
        x[i] = step_of(p, q->lo, q->hi, i, n);
        y[i] = value_at(p, x[i]);
        if (i > 0)
            slope[i - 1] = (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
        if (i < 2)
            continue;
        const double bend = fabs(slope[i - 1] - slope[i - 2]);
        least = fmin(least, bend);
        best = bend > most ? i - 1 : best;
        most = fmax(most, bend);
    }
    q->lo = x[best - 1];
    q->hi = x[best + 1];
    q->is_found = most * (q->hi - q->lo) / 2 <= q->tolerance / 16;
    q->is_smooth = q->is_found && 8 * least >= most; /* a kink bends f at one place alone */
    const double at = x[0] + (y[n] - y[0] - slope[n - 1] * (x[n] - x[0])) / (slope[0] - slope[n - 1]);
    q->kink = at > q->lo && at < q->hi ? at : x[best];
    q->state = q->is_found || count_numbers(p, q->lo, q->hi) <= 2 ? LOCATED : BROKEN;
}

/* Tries each part: by a line if it is narrow, else by half of the degree, then by all of it. Closes in on
 * breaks. */
static clpwl_status try_parts(builder *b, const list *l)
{
    clpwl_status status = CLPWL_OK;
    part *const end = l->parts + l->count;
    for (int n = HALF_DEGREE; n <= CLPWL__DEGREE; n += HALF_DEGREE) {
        for (part *q = l->parts; q < end; q++) {
            for (int i = 1, steps = count_steps(b->p, q); i < steps && q->state == BROKEN; i++)
                want(b, step_of(b->p, q->lo, q->hi, i, steps));
            if (q->state != OPEN)
                continue;
            q->n = is_narrow(b->p, q) ? 1 : n;
            for (int i = 0; i <= q->n; i++)
                want(b, node_of(b->p, q, i));
            want(b, at_share(b->p, q->l, q->r, 0.3819));
            want(b, at_share(b->p, q->l, q->r, 0.77));
        }
        TRY(ask(b));
        for (part *q = l->parts; q < end; q++) {
            if (q->state == BROKEN)
                close_in(b->p, q);
            if (q->state == OPEN)
                TRY(try_part(b, q));
        }
    }
done:
    return status;
}

/* Building. */

static void add_place(builder *b, double x, double left, double right)
{
    add(b, &b->places, &(clpwl_kink){x, left, right}, sizeof(clpwl_kink));
}

static void add_part(builder *b, list *to, const part *q)
{
    add(b, to, q, sizeof *q);
}

/* Adds the part from l to r, if there is one. */
static void add_between(builder *b, list *to, double from, double l, double r, int is_bent)
{
    if (l < r)
        add_part(b, to, &(part){.from = from, .l = l, .r = r, .is_bent = is_bent});
}

static void emit(builder *b, part *q)
{
    for (int i = 0; i < 2; i++)
        q->at[i] = q->is_noisy ? clpwl__clenshaw(q->c, q->n, 2 * i - 1) : value_at(b->p, i ? q->r : q->l);
    b->finished += q->r - q->l;
    add_part(b, &b->pieces, q);
}

/* Whether halving leaves the tail: then it is noise, at which the polynomial ends. */
static void end_in_noise(builder *b, part *q, const part half[2])
{
    clpwl__proxy *p = b->p;
    const double error = b->noise_share * q->error;
    if (half[0].state != OPEN || half[1].state != OPEN || q->n != CLPWL__DEGREE || q->tail > error / 2 ||
        half[0].tail < q->tail / 4 || half[1].tail < q->tail / 4)
        return;
    part ended = *q;
    const size_t first = find_asked(p, q->l), behind = clpwl__count_up_to(p->x, p->asked, q->r);
    while (ended.n > 1 && fabs(q->c[ended.n]) <= 4 * q->tail)
        ended.n--;
    ended.is_noisy = 1;
    ended.state = GOOD;
    fit(&ended, p->x + first, p->y + first, behind - first);
    const double residual = find_residual(p, &ended);
    if (residual <= error) {
        p->noise = fmax(p->noise, residual);
        *q = ended;
    }
}

/* Divides a part at its break into both sides. Where no kink was found, the steps between the numbers there
 * are parts, too: one of these steps may be a jump. */
static void part_at(builder *b, const part *q, list *next)
{
    const double near = step_from(b->p, q->kink, 0);
    double lo = q->lo, hi = q->hi;
    if (q->is_found) { /* the numbers beside it */
        lo = fmax(near > q->kink ? step_from(b->p, near, -1) : near, lo);
        hi = fmin(near < q->kink ? step_from(b->p, near, 1) : near, hi);
    }
    add_between(b, next, q->from, q->l, lo, q->is_bent);
    for (double l = lo, r; l < hi && !q->is_found; l = r) {
        r = fmin(step_from(b->p, l, 1), hi);
        add_between(b, next, l, l, r, l == q->l && q->is_bent);
    }
    add_between(b, next, q->kink, hi, q->r, !q->is_smooth);
}

/* Sorts what was tried into pieces and what is tried next. Returns how many parts are halved; each is before
 * its halves. */
static size_t sort_parts(builder *b, const list *tried, list *next)
{
    const unsigned all = (1u << CHAIN) - 1;
    size_t count = 0;
    for (part *q = tried->parts; q < tried->parts + tried->count; q++) {
        const unsigned last = q->sides & all;
        if (q->state == HALVED)
            end_in_noise(b, q, q + 1);
        for (unsigned k = 0; k < 2 && q->state == HALVED && q[1].state != q[2].state; k++)
            q[1 + k].sides = (q->sides ? q->sides : 1) << 1 | k;
        if (q->state == OPEN && q->sides > all && last != 0 && last != all) {
            q->state = BROKEN;
            q->lo = q->l;
            q->hi = q->r;
            b->located++;
        }
        if (q->state == GOOD)
            emit(b, q);
        if (q->state == LOCATED)
            part_at(b, q, next);
        if (q->state == BROKEN)
            add_part(b, next, q);
        if (q->state == OPEN) {
            const double middle = step_of(b->p, q->l, q->r, 1, 2);
            q->state = HALVED;
            add_part(b, next, q);
            add_between(b, next, q->from, q->l, middle, q->is_bent);
            add_between(b, next, middle, middle, q->r, 0);
            count++;
        }
        if (q->is_noisy)
            q += 2; /* nothing is left to do in its halves */
    }
    return count;
}

/* Whether the values of the callback are cancelled away in a crowd of parts: in half of these f goes up and
 * down. Beside an infinite slope it goes up or down alone. */
static int is_cancelled(const builder *b, const part *crowd, size_t count)
{
    const clpwl__proxy *p = b->p;
    size_t turns = 0;
    for (const part *q = crowd; q < crowd + count; q++) {
        double way = 0;
        for (size_t i = find_asked(p, q->l); p->x[i] < q->r; i++)
            way += fabs(p->y[i + 1] - p->y[i]);
        turns += way > fabs(value_at(p, q->r) - value_at(p, q->l)) + p->share * b->error;
    }
    return 2 * turns >= count;
}

/* Bridges where the values of a callback are cancelled away: parts that are left crowd there. */
static void bridge_crowds(builder *b, const list *left)
{
    const double width = widest_gap * (b->p->b - b->p->a);
    list narrow = {0};
    for (const part *q = left->parts; q < left->parts + left->count && !b->f->is_ours; q++) {
        const double away = fmin(fabs(q->l), fabs(q->r)); /* beside 0 log has octaves of parts */
        if (q->state == OPEN && q->r - q->l < fmin(width / CROWD, away / 8))
            add_part(b, &narrow, q);
    }
    if (narrow.count > 0)
        qsort(narrow.parts, narrow.count, sizeof *narrow.parts, clpwl__compare_doubles); /* by l */
    for (size_t first = 0, last; first < narrow.count; first = last) {
        const part *crowd = narrow.parts + first;
        for (last = first; last < narrow.count && narrow.parts[last].l - crowd->l < width;)
            last++;
        if (last - first >= CROWD && 4 * (last - first) >= narrow.count &&
            is_cancelled(b, crowd, last - first))
            bridge(b, crowd->l, narrow.parts[last - 1].r);
    }
    clpwl__free(narrow.parts);
}

/* f at numbers of the domain, for the look for noise. */
static double rounded_value(double x, void *user)
{
    const builder *b = user;
    return clpwl__function_raw(b->f, at_number(b->p, x, b->p->a, b->p->b));
}

static clpwl_status refuse(const builder *b)
{
    char figure[60] = "have too many kinks or jumps, or vary too often";
    if (b->noise > 0)
        snprintf(figure, sizeof figure, "carry noise of about %.2g", b->noise);
    return clpwl__fail(CLPWL_ERR_TARGET, "the values of %s %s for a max error of %g in %s: choose a narrower "
                       "domain, or a larger error", clpwl_function_name(b->f), figure, b->p->max_error,
                       clpwl_norm_name(b->wish->norm));
}

/* Whether so many values are noise, which the pieces would follow. */
static clpwl_status check_noise(builder *b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__proxy_wish *wish = b->wish;
    clpwl_function rounded = {.name = b->f->name, .f = rounded_value, .user = b};
    b->is_checked = 1;
    b->noise = clpwl__noise_of(&rounded, b->p->a, b->p->b);
    if (wish->is_guess)
        b->error = fmax(b->error, 4 * b->noise);
    /* The error by noise of that deviation: of uniform noise at most, the root of its mean square, its
     * mean. */
    const double left =
        (wish->norm == CLPWL_NORM_LINF ? sqrt(3) : wish->norm == CLPWL_NORM_L2 ? 0.9 : 0.7) * b->noise;
    b->is_full = 2 * left > b->noise_share * b->error; /* a piece has more than the usual noise */
    if (b->least_factor * left > most_noise * b->error && !wish->is_guess)
        TRY(refuse(b));
done:
    return status;
}

static clpwl_status build(builder *b)
{
    clpwl_status status = CLPWL_OK;
    list tried = {0}, next = {0};
    clpwl__proxy *p = b->p;
    b->pieces.count = b->located = 0;
    p->noise = b->finished = 0;
    b->is_full = b->has_bridged = 0;
    for (double l = p->a, r; l < p->b; l = r) { /* f's own kinks come first */
        r = clpwl__piece_end(b->f, l, p->b);
        add_between(b, &next, l, l, r, l > p->a);
    }
    while (next.count > 0 && !b->is_full && !b->has_bridged) {
        const list free = tried;
        tried = next;
        next = free;
        next.count = 0;
        TRY(try_parts(b, &tried));
        const size_t halved = sort_parts(b, &tried, &next);
        b->is_full |= b->located > (b->f->is_ours ? PLACES_OF_OURS : PLACES);
        bridge_crowds(b, &next);
        if (halved >= SUSPECT && !b->has_bridged && !b->is_checked)
            TRY(check_noise(b));
    }
done:
    clpwl__free(tried.parts);
    clpwl__free(next.parts);
    if (status == CLPWL_OK && b->has_bridged)
        return build(b);
    return status;
}

void clpwl__differentiate(const double *c, int n, double *d)
{
    double above = 0, next = 0;
    for (int k = n - 1; k >= 0; k--) {
        double now = above + 2 * (k + 1) * c[k + 1];
        above = next;
        next = now;
        d[k] = k ? now : now / 2;
    }
}

/* f'' of the coefficients above the plateau: the last ones would be amplified by n^4. */
static void find_curvature(clpwl__chebyshev *q)
{
    double d[CLPWL__DEGREE], level = 8 * DBL_EPSILON * fmax(fabs(q->at[0]), fabs(q->at[1])); /* rounding */
    int n = q->n;
    level = q->is_noisy ? level : fmax(level, 2 * q->tail);
    while (n > 1 && fabs(q->c[n]) <= level)
        n--;
    q->n2 = n - 2;
    if (n < 2)
        return;
    clpwl__differentiate(q->c, n, d);
    clpwl__differentiate(d, n - 1, q->d2);
    for (int k = 0; k <= q->n2; k++)
        q->d2[k] *= 4 / ((q->r - q->l) * (q->r - q->l));
}

/* Data are pieces as they are. */

static part piece_of_rows(const clpwl__data *d, size_t i)
{
    const double y = d->y[i], end = clpwl__data_end(d, i), p = clpwl__data_bulge(d, i, 0),
                 q = clpwl__data_bulge(d, i, 1);
    return (part){.l = d->x[i], .r = d->x[i + 1], .from = d->x[i], .at = {y, end}, .n = 3,
                  .c = {y + (end - y) / 2 + (p - q) / 16, (end - y) / 2 - (p + q) / 32, (q - p) / 16,
                        (p + q) / 32}};
}

/* The error in the norm, by the scale of b->error, of the best line over interval i and the next one, about.
 * Of steps f is the line through the rows. Sets *bend to the change of slope. */
static double error_of_bend(const builder *b, size_t i, double *bend)
{
    const clpwl__data *d = b->f->data;
    const double *x = d->x + i, *y = d->y + i, h = x[1] - x[0], next = i + 2 < d->info.n ? x[2] - x[1] : 0;
    const double over = (h + next) / (b->wish->b - b->wish->a);
    *bend = h > 0 && next > 0 ? fabs((y[2] - y[1]) / next - (y[1] - y[0]) / h) : 0;
    const double height = *bend > 0 ? *bend * h * (next / (h + next)) : 0; /* over the chord */
    return b->wish->norm == CLPWL_NORM_L1   ? height * over / 4
           : b->wish->norm == CLPWL_NORM_L2 ? height * sqrt(over / 12)
                                            : height / 2;
}

/* Where lines have a knot for certain is a kink. Other bends are taken for curvature, as those of the lines
 * of steep functions are; all of them where the error is not known. */
static clpwl_status take_rows(builder *b)
{
    clpwl_status status = CLPWL_OK;
    clpwl__proxy *p = b->p;
    const clpwl__proxy_wish *wish = b->wish;
    const clpwl__data *d = b->f->data;
    const size_t n = d->info.n, first = clpwl__count_up_to(d->x, n, wish->a) - 1;
    const int is_straight = !d->bulges, is_known = wish->max_error > 0;
    const double rounding = 16 * DBL_EPSILON * p->largest;
    double *factors = clpwl__alloc(n, sizeof *factors), bend_before = 0;
    CHECK_MEMORY(factors);
    TRY(clpwl__weigh_many(wish->weight, wish->norm, d->x, d->y, factors, n));
    for (size_t i = first; i + 1 < n && d->x[i] < wish->b; i++) {
        const double end = d->x[i + 1], y = clpwl__data_value(end, (void *)d), left = clpwl__data_end(d, i);
        const int is_jump = left != y;
        double bend, error = error_of_bend(b, i, &bend);
        if (d->x[i] == end) /* of a jump */
            continue;
        error = fmax(error, fabs(y - left) / 2);
        const int is_kink = error * factors[i + 1] > (is_known ? b->error : 0) && error > rounding;
        part q = piece_of_rows(d, i);
        q.from = fmax(q.from, wish->a);
        bend = is_kink && is_known ? 0 : bend;
        q.d2[0] = (bend_before + bend) / 2 / (end - d->x[i]); /* of lines */
        bend_before = bend;
        add_part(b, &b->pieces, &q);
        if (is_jump && end <= wish->b)
            add_place(b, end, left, y);
        else if (is_straight && is_kink && end < wish->b)
            add_place(b, end, NAN, NAN);
        if (is_jump && end == wish->b)
            add_part(b, &b->pieces, &(part){.l = nextafter(end, -INFINITY), .r = end, .from = end,
                                            .at = {y, y}, .n2 = -1, .c = {y}});
    }
done:
    clpwl__free(factors);
    return status;
}

/* Refuses values beyond fp32; and a pole, where |f| grows towards its largest value by a power, from octave
 * to octave of the distance in numbers, to the end. */
static clpwl_status check_largest(const builder *b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__proxy *p = b->p;
    double most[POLE_OCTAVES] = {0};
    size_t top = 0;
    int growths = 0;
    for (size_t i = 1; i < p->asked; i++)
        top = fabs(p->y[i]) > fabs(p->y[top]) ? i : top;
    const double x = p->x[top], y = p->y[top];
    for (size_t i = 0; i < p->asked && !b->f->data; i++) {
        const int octave = ilogb((double)llabs(count_numbers(p, x, p->x[i])) + 0.5);
        if (octave >= 0 && octave < POLE_OCTAVES)
            most[octave] = fmax(most[octave], fabs(p->y[i]));
    }
    for (int k = 1; k + 1 < POLE_OCTAVES; k++)
        growths += most[k + 1] > 0 && most[k] > 1.1 * most[k + 1];
    CHECK(growths < POLE_OCTAVES - 4, CLPWL_ERR_NOT_FINITE,
          "%s has a pole at x = %.9g; choose a domain without it", clpwl_function_name(b->f),
          fabs(x) < FLT_MIN ? 0 : x);
    CHECK(fabs(y) <= FLT_MAX, CLPWL_ERR_ARGUMENT, "%s is %g at x = %.9g, beyond +-%.8g, the largest float: "
          "choose a narrower domain, or a smaller multiple of f", clpwl_function_name(b->f), y, x,
          (double)FLT_MAX);
done:
    return status;
}

/* The first values: at rows of data and at two places between, which fails beyond the rows; else at equal
 * steps, with octaves at both ends. From these the least factor of errors; and the error where that is not
 * known: a part of the largest value, weighted. */
static clpwl_status look(builder *b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__proxy *p = b->p;
    const clpwl__data *d = b->f->data;
    const double l = p->a, r = p->b, steps = b->f->is_formula ? LOOK_OF_FORMULA : LOOK;
    double most = DBL_MIN, *factors = NULL;
    want(b, l);
    want(b, r);
    for (size_t i = 1; d && i < d->info.n; i++)
        for (int k = 1; k <= 3; k++)
            want(b, fmin(fmax(clpwl__step_at(d->x[i - 1], d->x[i], k, 3), l), r));
    for (int i = 1; i < steps && !d; i++)
        want(b, at_share(p, l, r, i / steps));
    for (int i = 1; i <= OCTAVES && !d; i++) {
        want(b, at_share(p, l, r, ldexp(1 / steps, -i)));
        want(b, at_share(p, l, r, 1 - ldexp(1 / steps, -i)));
    }
    TRY(ask(b));
    factors = clpwl__alloc(p->asked, sizeof *factors);
    CHECK_MEMORY(factors);
    TRY(clpwl__weigh_many(b->wish->weight, b->wish->norm, p->x, p->y, factors, p->asked));
    b->least_factor = factors[0];
    for (size_t i = 0; i < p->asked; i++) {
        most = fmax(most, factors[i] * fabs(p->y[i]));
        b->least_factor = fmin(b->least_factor, factors[i]);
    }
    b->most_weighted = most;
    if (!(b->error > 0)) /* of erf on [-4, 4] by N segments 0.8 / N^2 */
        b->error = most * fmin(0x1p-10, 1 / ((double)b->wish->segments * (double)b->wish->segments));
done:
    clpwl__free(factors);
    return status;
}

/* The finished proxy. */

static double slope_at(const clpwl__chebyshev *q, double t)
{
    double d[CLPWL__DEGREE];
    clpwl__differentiate(q->c, q->n, d);
    return clpwl__clenshaw(d, q->n - 1, t) * 2 / (q->r - q->l);
}

/* The curvature of a line, from the slopes beside it. */
static void bend_line(const clpwl__proxy *p, size_t i)
{
    clpwl__chebyshev *q = &p->pieces[i];
    const clpwl__chebyshev *l = i > 0 ? q - 1 : q, *r = i + 1 < p->count ? q + 1 : q;
    const double run = (r->l + r->r - l->l - l->r) / 2; /* 0: it is alone */
    q->n2 = 0;
    q->d2[0] = (slope_at(r, -1) - slope_at(l, 1)) / fmax(run, DBL_MIN);
}

/* Whether slopes differ by more than the tolerance of two pieces allows. */
static int is_kink(const clpwl__proxy *p, const clpwl__chebyshev *l, const clpwl__chebyshev *r)
{
    const double width = fmin(fmin(l->r - l->l, r->r - r->l), widest_bend * (p->b - p->a));
    const double bend = fabs(slope_at(l, 1) - slope_at(r, -1));
    return !is_narrow(p, l) && !is_narrow(p, r) && bend * width > 36 * fmax(l->tolerance, r->tolerance);
}

/* The size of the slope before piece i or behind it, where f may have a value of its own between. */
static double slope_beside(const clpwl__proxy *p, size_t i, int side)
{
    i += (size_t)side;
    i += i < p->count && is_step(p, &p->pieces[i]) ? (size_t)side : 0;
    return i < p->count ? fabs(slope_at(&p->pieces[i], -side)) : 0;
}

/* Whether f jumps in the step between two numbers that piece i is: it rises by far more than noise does, and
 * than f beside it would, as the slopes there tell. */
static int is_jump(const clpwl__proxy *p, size_t i)
{
    const part *q = &p->pieces[i];
    const double slopes = slope_beside(p, i, -1) + slope_beside(p, i, 1);
    return is_step(p, q) && fabs(q->at[1] - q->at[0]) >
                                fmax(fmax(q->tolerance, 8 * p->noise), 100 * slopes * (q->r - q->l));
}

/* Looks at the seams of pieces. f bends if a kink is known or was located, or if slopes differ; but not
 * behind a jump. */
static void find_breaks(builder *b)
{
    clpwl__proxy *p = b->p;
    int has_jumped = 0; /* in the steps before */
    for (size_t i = 0; i < p->count; i++) {
        part *q = &p->pieces[i];
        q->is_jump = is_jump(p, i);
        q->is_bent = !has_jumped && (q->is_bent || (i > 0 && is_kink(p, q - 1, q)));
        has_jumped = q->is_jump || (has_jumped && is_step(p, q));
        q->kink = q->from;
        if (i > 0 && q[-1].r == q->l) /* it does not begin at a kink before it */
            q->from = q->l;
    }
}

/* A jump is in the middle between two numbers: the piece before it goes on to it, the one behind begins
 * there. A polynomial goes on over another step, too. Two jumps that follow each other are one, by way of a
 * value of its own. At an end of the domain f has such a value. */
static void join_pieces(builder *b)
{
    clpwl__proxy *p = b->p;
    size_t kept = 0;
    find_breaks(b);
    for (size_t i = 0, next; i < p->count; i = next) {
        part *q = &p->pieces[i];
        for (next = i; next < p->count && p->pieces[next].is_jump;)
            next++;
        if (q->is_bent)
            add_place(b, q->kink, NAN, NAN);
        if (next > i) {
            const double left = q->at[0], right = p->pieces[next - 1].at[1];
            const double middle = q->l + (q->r - q->l) / 2;
            const double at = i == 0                           ? p->a
                              : next == p->count               ? p->b
                              : next > i + 1 || middle <= q->l ? q->r /* doubles may have no middle */
                                                               : middle;
            add_place(b, at, left, right);
            if (i > 0 && next < p->count) {
                if (kept > 1 && is_step(p, &p->pieces[kept - 1]) && !is_narrow(p, &p->pieces[kept - 2]))
                    kept--;
                if (next + 1 < p->count && is_step(p, &p->pieces[next]) &&
                    !is_narrow(p, &p->pieces[next + 1]))
                    next++;
                p->pieces[next].from = at;
                continue;
            }
            if (next < p->count)
                p->pieces[next].from = nextafter(p->a, INFINITY);
            q->n = 0;
            q->c[0] = i == 0 ? left : right;
            q->from = at;
        }
        p->pieces[kept++] = *q;
        next = next > i ? next : i + 1;
    }
    p->count = kept;
}

static const clpwl__chebyshev *find_piece(const clpwl__proxy *p, double x)
{
    size_t k = clpwl__count_up_to(p->seams, p->count, x);
    return &p->pieces[k ? k - 1 : 0];
}

/* A piece is not searched again for numbers in it. */
static void proxy_values(const double *x, double *y, size_t n, void *user)
{
    const clpwl__proxy *p = user;
    const clpwl__chebyshev *q = p->pieces, *last = q + p->count - 1;
    for (size_t i = 0; i < n; i++) {
        if (x[i] < q->from || (q < last && x[i] >= q[1].from))
            q = find_piece(p, x[i]);
        y[i] = x[i] == q->l ? q->at[0] : x[i] == q->r ? q->at[1] : polynomial_at(q, x[i]);
        y[i] += p->side * q->seen;
    }
}

static double proxy_curvature(double x, void *user)
{
    const clpwl__chebyshev *q = find_piece(user, x);
    return clpwl__clenshaw(q->d2, q->n2, place_in(q->l, q->r, x));
}

/* Adds a line that is `by` at the right end, 1, or the left one, -1. */
static void lift(clpwl__chebyshev *q, int end, double by)
{
    q->c[0] += by / 2;
    q->c[1] += end * by / 2;
    q->at[end > 0] += by;
}

/* Polynomials that end at the plateau of noise do not meet: each takes a line more, so that they do. */
static void join_noise(clpwl__proxy *p)
{
    for (size_t i = 0; i + 1 < p->count; i++) {
        clpwl__chebyshev *l = &p->pieces[i], *r = l + 1;
        const double gap = r->at[0] - l->at[1], by = !l->is_noisy ? 0 : r->is_noisy ? gap / 2 : gap;
        if (l->r == r->l && r->from == r->l) {
            lift(l, 1, by);
            lift(r, -1, by - gap);
        }
    }
}

/* Adds a piece's part: `seen` by the weight of L1 and Linf, `root` by that of L2. L2 is a square so far. */
static void add_seen(clpwl_error *e, double width, double seen, double root, double most)
{
    e->linf = fmax(e->linf, most);
    e->l1 += width * seen;
    e->l2 += width * root * root;
}

/* Of noise the root of the mean square counts in L1 and L2, else the most that was seen. */
static clpwl_status find_seen(const builder *b)
{
    clpwl_status status = CLPWL_OK;
    clpwl__proxy *p = b->p;
    const clpwl_weight *weight = b->wish->weight;
    double *of_x = clpwl__alloc(p->asked, sizeof *of_x);
    CHECK_MEMORY(of_x);
    TRY(clpwl__weights(weight, p->x, of_x, p->asked));
    for (size_t i = 0, k = 0; i < p->count; i++) {
        clpwl__chebyshev *q = &p->pieces[i];
        const double end = i + 1 < p->count ? q[1].from : p->b, more = q->is_noisy ? unseen : 1;
        const size_t first = k;
        double most = q->is_noisy ? 0 : 4 * q->tail, squares = 0, count = 0; /* what was left out, too */
        for (; k < p->asked && (p->x[k] < end || i + 1 == p->count); k++) {
            double e = fabs(p->y[k] - polynomial_at(q, p->x[k]));
            if (p->x[k] < q->l || p->x[k] > q->r) /* within a jump */
                continue;
            most = fmax(most, e);
            squares += e * e;
            count++;
        }
        const double seen = q->is_noisy && count > 0 ? sqrt(squares / count) : most;
        const double factor = find_factor(weight, CLPWL_NORM_LINF, p->y + first, of_x + first, k - first);
        const double root = find_factor(weight, CLPWL_NORM_L2, p->y + first, of_x + first, k - first);
        q->seen = more * most;
        add_seen(&p->f.doubt, end - q->from, seen, seen, more * most);
        add_seen(&p->f.doubt_weighted, end - q->from, factor * seen, root * seen, more * factor * most);
    }
    p->f.doubt.l2 = sqrt(p->f.doubt.l2);
    p->f.doubt_weighted.l2 = sqrt(p->f.doubt_weighted.l2);
done:
    clpwl__free(of_x);
    return status;
}

static clpwl_status finish(builder *b)
{
    clpwl_status status = CLPWL_OK;
    clpwl__proxy *p = b->p;
    const clpwl__data *d = b->f->data;
    const int degree = !d ? CLPWL__DEGREE : d->bulges ? 3 : 1;
    p->pieces = b->pieces.parts;
    p->count = b->pieces.count;
    b->pieces.parts = NULL;
    qsort(p->pieces, p->count, sizeof *p->pieces, clpwl__compare_doubles); /* by l */
    if (!d) {
        join_pieces(b);
        join_noise(p);
    }
    TRY(b->status);
    p->seams = clpwl__alloc(p->count, sizeof *p->seams);
    CHECK_MEMORY(p->seams);
    for (size_t i = 0; i < p->count; i++) {
        clpwl__chebyshev *q = &p->pieces[i];
        p->seams[i] = q->from;
        while (q->n > 0 && q->c[q->n] == 0)
            q->n--;
        if (!d && is_narrow(p, q))
            bend_line(p, i);
        else if (degree > 1)
            find_curvature(q);
    }
    p->f = *b->f;
    p->f.d2f = proxy_curvature;
    p->f.many = proxy_values;
    p->f.user = p;
    p->f.smooth = 1;
    p->f.exact = b->f->is_ours ? b->f : NULL;
    p->f.is_ours = 1;
    p->f.seams = p->seams;
    p->f.seam_count = p->count;
    p->f.degree = degree;
    p->f.kink_count = 0;
    p->f.kinks = clpwl__alloc(b->places.count + 1, sizeof *p->f.kinks);
    CHECK_MEMORY(p->f.kinks);
    for (size_t i = 0; i < b->places.count; i++) { /* which get their limits */
        clpwl_kink *k = &b->places.places[i];
        if (isnan(k->left))
            k->left = k->right = clpwl__function_raw(&p->f, k->x);
        if (k->x > p->a && k->x < p->b)
            p->f.kinks[p->f.kink_count++] = k->x;
    }
    p->f.places = b->places.places;
    p->f.place_count = b->places.count;
    b->places.places = NULL;
    if (!d)
        TRY(find_seen(b));
done:
    return status;
}

clpwl_status clpwl__proxy_create(clpwl__proxy *out, const clpwl_function *f, const clpwl__proxy_wish *wish)
{
    clpwl_status status = CLPWL_OK;
    builder b = {.p = out, .f = f, .wish = wish, .noise_share = wish->is_of_proxy ? noise_of_proxy : 1.0 / 4};
    const double width = wish->b - wish->a;
    if (f->places) { /* it is a proxy */
        *out = (clpwl__proxy){.f = *f};
        return CLPWL_OK;
    }
    *out = (clpwl__proxy){.a = wish->a, .b = wish->b,
                          .share = f->is_ours ? share_of_ours : share,
                          .bits = f->is_ours ? DBL_MANT_DIG - 1 : FLT_MANT_DIG - 1};
    if (wish->known) {
        TRY(merge(out, wish->known->x, wish->known->y, wish->known->asked));
        out->gap_count = wish->known->gap_count;
        memcpy(out->gaps, wish->known->gaps, sizeof out->gaps);
    }
    const double scale = wish->norm == CLPWL_NORM_L1 ? width : wish->norm == CLPWL_NORM_L2 ? sqrt(width) : 1;
    b.error = wish->max_error / scale;
    TRY(look(&b));
    out->max_error = b.error * scale;
    TRY(f->data ? take_rows(&b) : build(&b));
    TRY(b.status);
    TRY(check_largest(&b));
    if (b.is_full) { /* noise may take more */
        b.noise_share = most_noise;
        TRY(build(&b));
    }
    if (b.is_full)
        TRY(refuse(&b));
    TRY(finish(&b));
done:
    clpwl__free(b.wanted.items);
    clpwl__free(b.pieces.items);
    clpwl__free(b.places.items);
    return status;
}

int clpwl__proxy_is_near(const clpwl__proxy *p, clpwl_norm norm, double error)
{
    return error >= p->max_error || clpwl_error_in(&p->f.doubt_weighted, norm) <= 2 * p->share * error;
}

static clpwl_error twice(clpwl_error e)
{
    return (clpwl_error){2 * e.l1, 2 * e.l2, 2 * e.linf};
}

void clpwl__proxy_take_side(clpwl__proxy *p, int side)
{
    p->side = side;
    p->f.doubt = twice(p->f.doubt);
    p->f.doubt_weighted = twice(p->f.doubt_weighted);
}

void clpwl__proxy_free(clpwl__proxy *p)
{
    if (p->f.user == p) {
        clpwl__free(p->f.kinks);
        clpwl__free((void *)p->f.places);
    }
    clpwl__free(p->pieces);
    clpwl__free(p->seams);
    clpwl__free(p->x);
    clpwl__free(p->y);
    *p = (clpwl__proxy){0};
}
