/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/lattice_knots.h"
#include <limits.h>
#include "base/array.h"
#include "function/function.h"
#include "function/weight.h"

enum { TURNS = 24 /* of the golden section: 1e-5 of the distance of neighbours */ };

clpwl_status clpwl__cost_samples(const clpwl__costing *how, const double *knots, size_t count, double *y,
                                 double *factor)
{
    enum { ROOM = 8 * (CLPWL__COST_STEPS + 1) }; /* samples that are one call of f */
    clpwl_status status = CLPWL_OK;
    const size_t each = how->steps + 1, most = ROOM / each;
    double x[ROOM];
    for (size_t i = 0, n; i < count; i += n) {
        n = count - i < most ? count - i : most;
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < each; j++)
                x[k * each + j] = clpwl__step_at(knots[i + k], knots[i + k + 1], (double)j,
                                                 (double)how->steps);
        TRY(clpwl__values(how->f, x, y + i * each, n * each));
        TRY(clpwl__weigh_many(how->weight, how->norm, x, y + i * each, factor + i * each, n * each));
    }
done:
    return status;
}

clpwl__cost clpwl__cost_of_line(const clpwl__costing *how, double length, const double *y,
                                const double *factor, double left, double right)
{
    clpwl__cost cost = {0, 0};
    double step = (right - left) / (double)how->steps;
    for (size_t j = 0; j <= how->steps; j++) {
        double e = fabs(factor[j] * (y[j] - (left + step * (double)j)));
        double part = how->norm == CLPWL_NORM_L1 ? e : e * e;
        cost.largest = fmax(cost.largest, e);
        cost.sum += j % how->steps ? part : part / 2; /* the trapezoidal rule */
    }
    cost.sum *= length / (double)how->steps;
    return cost;
}

double clpwl__cost_in(const clpwl__costing *how, clpwl__cost cost)
{
    return how->norm == CLPWL_NORM_LINF ? cost.largest : cost.sum;
}

/* The error of the two segments that meet at knot i, if that is at x. */
static clpwl_status find_cost(const clpwl__costing *how, const double *knots,
                              const double *values, size_t i, double x, double *out)
{
    clpwl_status status = CLPWL_OK;
    const size_t each = how->steps + 1;
    double y[2 * (CLPWL__COST_STEPS + 1)], factor[2 * (CLPWL__COST_STEPS + 1)];
    TRY(clpwl__cost_samples(how, (double[]){knots[i - 1], x, knots[i + 1]}, 2, y, factor));
    double left = clpwl__cost_in(how, clpwl__cost_of_line(how, x - knots[i - 1], y, factor,
                                                          values[i - 1], values[i]));
    double right = clpwl__cost_in(how, clpwl__cost_of_line(how, knots[i + 1] - x, y + each, factor + each,
                                                           values[i], values[i + 1]));
    *out = how->norm == CLPWL_NORM_LINF ? fmax(left, right) : left + right;
done:
    return status;
}

/* Golden section around the knot, over half of each neighbouring segment. */
static clpwl_status move_knot(const clpwl__costing *how, double *knots, const double *values, size_t i)
{
    clpwl_status status = CLPWL_OK;
    double l = (knots[i - 1] + knots[i]) / 2, r = (knots[i] + knots[i + 1]) / 2, before, now;
    double x[2] = {r - clpwl__golden * (r - l), l + clpwl__golden * (r - l)}, cost[2];
    TRY(find_cost(how, knots, values, i, knots[i], &before));
    TRY(find_cost(how, knots, values, i, x[0], &cost[0]));
    TRY(find_cost(how, knots, values, i, x[1], &cost[1]));
    for (int turn = 0; turn < TURNS; turn++) {
        int k = cost[1] < cost[0]; /* the better place, which becomes the other one's */
        *(k ? &l : &r) = x[1 - k];
        x[1 - k] = x[k];
        cost[1 - k] = cost[k];
        x[k] = k ? l + clpwl__golden * (r - l) : r - clpwl__golden * (r - l);
        TRY(find_cost(how, knots, values, i, x[k], &cost[k]));
    }
    double at = (double)(float)x[cost[1] < cost[0]];
    if (!(knots[i - 1] < at && at < knots[i + 1]))
        goto done;
    TRY(find_cost(how, knots, values, i, at, &now));
    if (now < before)
        knots[i] = at;
done:
    return status;
}

clpwl_status clpwl__lattice_knots(const clpwl__costing *how, const double *kinks, size_t count,
                                  double *knots, size_t segments, const double *values)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 1, k = 0; i < segments; i++) {
        CHECK(!clpwl__watch_ends(how->watch, 0), CLPWL_ERR_CANCELLED, "cancelled while knots were moved");
        while (k < count && kinks[k] < knots[i])
            k++;
        if (k == count || kinks[k] != knots[i])
            TRY(move_knot(how, knots, values, i));
    }
done:
    return status;
}

/*
 * Knots and values at once: a path with the fewest segments along nodes (x, number) within E of f. Where f is
 * flatter than the numbers are apart, a knot that is moved alone, or a value, has no way to the best place:
 * tanh(20 (x - 0.3)) in half ends in segments between the last two numbers below 1. f is a line on each of
 * CLPWL__COST_LEAST parts of a segment: its error there is 1/256 of the segment's.
 */
enum {
    REACH = 8,       /* segments that one of the path may replace */
    AROUND = 5,      /* crossings of a number's window that are nodes: at its sides, its middle and between */
    MOST_NODES = 2 * AROUND + 3, /* of a part */
    DESCENTS = 30,   /* of the error, by a factor of FACTOR: until there is no path */
    FACTOR = 4,
    HALVINGS = 10    /* of the last factor: to a thousandth */
};

typedef struct node {
    double x, number;
    size_t part;           /* of f, where x lies */
    unsigned links, from;  /* of the path with the fewest to this node */
} node;

typedef struct way {
    const clpwl__coding *coding;
    double *x, *y, *room; /* samples, and by how many errors a line may be off there */
    size_t parts;
    node *nodes;
    size_t count;
    unsigned *path, *other;
} way;

static void add_node(way *w, size_t part, double x, double number)
{
    w->nodes[w->count++] = (node){x, number, part, UINT_MAX, 0};
}

/* The numbers at sample `part`. */
static void add_at_sample(way *w, size_t part, double error)
{
    for (int k = -1; k <= 1; k++) {
        double number = clpwl__stored_beside(w->coding, w->y[part], k);
        if (fabs(number - w->y[part]) <= error * w->room[part])
            add_node(w, part, w->x[part], number);
    }
}

/* Where f crosses the window of one number, on a part. */
static void add_crossings(way *w, size_t part, double number, double error)
{
    double y = w->y[part], rise = w->y[part + 1] - y, run = w->x[part + 1] - w->x[part];
    double room = error * fmin(w->room[part], w->room[part + 1]) * (1 - 1e-6);
    for (int k = 0; k < AROUND; k++) {
        double side = (rise < 0 ? -1 : 1) * (2.0 * k / (AROUND - 1) - 1);
        double at = (number + side * room - y) / rise;
        if (0 < at && at < 1)
            add_node(w, part, w->x[part] + at * run, number);
    }
}

static void list_nodes(way *w, double error)
{
    w->count = 0;
    for (size_t i = 0; i < w->parts; i++) {
        add_at_sample(w, i, error);
        size_t first = w->count;
        double left = clpwl__stored(w->coding, w->y[i]), right = clpwl__stored(w->coding, w->y[i + 1]);
        add_crossings(w, i, left, error);
        if (right != left)
            add_crossings(w, i, right, error);
        for (size_t k = first + 1; k < w->count; k++) /* two ascending lists */
            for (size_t j = k; j > first && w->nodes[j].x < w->nodes[j - 1].x; j--) {
                node moved = w->nodes[j];
                w->nodes[j] = w->nodes[j - 1];
                w->nodes[j - 1] = moved;
            }
    }
    add_at_sample(w, w->parts, error);
}

/* The slopes of lines from a node that are within the error at samples up to a next node. */
typedef struct tube {
    const node *from;
    double least, most;
    size_t next; /* the first sample that has not been passed */
} tube;

static tube begin_tube(const node *from)
{
    return (tube){from, -INFINITY, INFINITY, from->part + 1};
}

/* Whether the line to a node is in the tube; *is_open = 0: no line to a later node will be. */
static int is_in_tube(const way *w, tube *t, const node *to, double error, int *is_open)
{
    double x = t->from->x, y = t->from->number;
    for (; t->next <= w->parts && w->x[t->next] < to->x; t->next++) {
        double run = w->x[t->next] - x, room = error * w->room[t->next];
        t->least = fmax(t->least, (w->y[t->next] - room - y) / run);
        t->most = fmin(t->most, (w->y[t->next] + room - y) / run);
    }
    *is_open = t->least <= t->most;
    double slope = (to->number - y) / (to->x - x);
    return *is_open && (float)to->x > (float)x && t->least <= slope && slope <= t->most;
}

/* The fewest links of a path within the error, whose nodes are written; UINT_MAX: there is none. */
static unsigned find_way(way *w, double error)
{
    list_nodes(w, error);
    unsigned last = UINT_MAX;
    for (size_t i = 0; i < w->count; i++) {
        node *from = &w->nodes[i];
        if (from->x == w->x[0])
            from->links = 0;
        if (from->links == UINT_MAX)
            continue;
        tube t = begin_tube(from);
        int is_open = 1;
        for (size_t j = i + 1; is_open && j < w->count; j++) {
            node *to = &w->nodes[j];
            if (to->part > from->part + REACH * CLPWL__COST_LEAST)
                break;
            if (is_in_tube(w, &t, to, error, &is_open) && from->links + 1 < to->links) {
                to->links = from->links + 1;
                to->from = (unsigned)i;
            }
        }
    }
    for (size_t i = w->count; i-- > 0 && w->nodes[i].x == w->x[w->parts];)
        if (last == UINT_MAX || w->nodes[i].links < w->nodes[last].links)
            last = (unsigned)i;
    unsigned links = last == UINT_MAX ? UINT_MAX : w->nodes[last].links;
    return links == UINT_MAX ? UINT_MAX : last;
}

/* A node that divides a link into two, the nearest to its middle; 0: none does. */
static unsigned find_between(const way *w, unsigned from, unsigned to, double error)
{
    unsigned middle = from + (to - from) / 2, half = (to - from) / 2;
    for (unsigned k = 0; k < 2 * half; k++) {
        unsigned at = k % 2 ? middle - (k + 1) / 2 : middle + k / 2;
        int is_open;
        tube left = begin_tube(&w->nodes[from]);
        if (at <= from || at >= to || !is_in_tube(w, &left, &w->nodes[at], error, &is_open))
            continue;
        tube right = begin_tube(&w->nodes[at]);
        if (is_in_tube(w, &right, &w->nodes[to], error, &is_open))
            return at;
    }
    return 0;
}

/* Divides links of a path until it has so many segments. Returns whether it has. */
static int divide_links(way *w, unsigned links, size_t segments, double error)
{
    size_t n = links;
    for (size_t before = 0; n < segments && n > before;) {
        size_t to = 0, left = segments - n;
        before = n;
        for (size_t i = 0; i < before; i++) {
            unsigned at = left ? find_between(w, w->path[i], w->path[i + 1], error) : 0;
            w->other[to++] = w->path[i];
            if (at) {
                w->other[to++] = at;
                left--;
            }
        }
        w->other[to] = w->path[before];
        n = to;
        unsigned *swapped = w->path;
        w->path = w->other;
        w->other = swapped;
    }
    return n == segments;
}

/* Whether a path within the error has so many segments: its knots and values are written. */
static int follow(way *w, double error, size_t segments, double *knots, double *values)
{
    unsigned last = find_way(w, error);
    if (last == UINT_MAX || w->nodes[last].links > segments)
        return 0;
    unsigned links = w->nodes[last].links;
    for (unsigned i = links, at = last;; at = w->nodes[at].from) {
        w->path[i] = at;
        if (i-- == 0)
            break;
    }
    if (!divide_links(w, links, segments, error))
        return 0;
    for (size_t i = 0; i <= segments; i++) {
        const node *at = &w->nodes[w->path[i]];
        knots[i] = i == 0 || i == segments ? knots[i] : (double)(float)at->x;
        values[i] = at->number;
    }
    return 1;
}

static clpwl_status sample_way(way *w, const clpwl__costing *how, const double *knots, size_t segments)
{
    clpwl_status status = CLPWL_OK;
    clpwl__costing parts = *how;
    double factor[CLPWL__COST_LEAST + 1];
    parts.steps = CLPWL__COST_LEAST;
    for (size_t i = 0; i < segments; i++) {
        size_t at = i * CLPWL__COST_LEAST;
        TRY(clpwl__cost_samples(&parts, knots + i, 1, w->y + at, factor));
        for (size_t k = 0; k <= CLPWL__COST_LEAST; k++) {
            w->x[at + k] = clpwl__step_at(knots[i], knots[i + 1], (double)k, CLPWL__COST_LEAST);
            w->room[at + k] = fmin(1 / factor[k], 1e100);
        }
    }
done:
    return status;
}

clpwl_status clpwl__lattice_path(const clpwl__costing *how, const clpwl__coding *coding, double most,
                                 double *knots, size_t segments, double *values, int *found)
{
    clpwl_status status = CLPWL_OK;
    way w = {.coding = coding, .parts = segments * CLPWL__COST_LEAST};
    size_t samples = w.parts + 1;
    w.x = clpwl__alloc(3 * samples, sizeof *w.x);
    CHECK_MEMORY(w.x);
    w.y = w.x + samples;
    w.room = w.y + samples;
    w.nodes = clpwl__alloc(samples * MOST_NODES, sizeof *w.nodes);
    CHECK_MEMORY(w.nodes);
    w.path = clpwl__alloc(segments + 1, sizeof *w.path);
    CHECK_MEMORY(w.path);
    w.other = clpwl__alloc(segments + 1, sizeof *w.other);
    CHECK_MEMORY(w.other);
    TRY(sample_way(&w, how, knots, segments));
    double high = clpwl__gain * most, low = high / FACTOR;
    *found = follow(&w, high, segments, knots, values);
    if (!*found)
        goto done;
    for (int k = 0; k < DESCENTS && follow(&w, low, segments, knots, values); k++) {
        high = low;
        low /= FACTOR;
    }
    for (int k = 0; k < HALVINGS; k++) {
        double error = sqrt(low * high);
        CHECK(!clpwl__watch_ends(how->watch, 0), CLPWL_ERR_CANCELLED, "cancelled while a path was sought");
        *(follow(&w, error, segments, knots, values) ? &high : &low) = error;
    }
done:
    clpwl__free(w.x);
    clpwl__free(w.nodes);
    clpwl__free(w.path);
    clpwl__free(w.other);
    return status;
}
