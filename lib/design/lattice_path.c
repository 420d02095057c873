/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/lattice_path.h"
#include <limits.h>
#include "base/internal.h"

/*
 * Knots and values at once: a path with the fewest segments along nodes (x, number) within E of f. Where f is
 * flatter than the numbers are apart, a knot that is moved alone, or a value, has no way to the best place:
 * tanh(20 (x - 0.3)) in half ends in segments between the last two numbers below 1. f is a line on each part.
 */
enum {
    REACH = 8,       /* segments that one of the path may replace */
    AROUND = 5,      /* crossings of a number's window that are nodes: at its sides, its middle and between */
    MOST_NODES = 2 * AROUND + 3, /* of a part */
    DESCENTS = 30,   /* of the error, by a factor of FACTOR: until there is no path */
    FACTOR = 4,
    HALVINGS = 10    /* of the last factor: to a thousandth */
};

/* The part of `most` that a path has to fall below. */
static const double gain = 0.99;

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
            if (to->part > from->part + REACH * CLPWL__LATTICE_PARTS)
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

clpwl_status clpwl__lattice_path(const clpwl__lattice_samples *f, const clpwl__coding *coding,
                                 const clpwl__watch *watch, double most, double *knots, size_t segments,
                                 double *values, int *found)
{
    clpwl_status status = CLPWL_OK;
    way w = {.coding = coding, .parts = segments * CLPWL__LATTICE_PARTS};
    const size_t samples = w.parts + 1, stride = f->count / w.parts;
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
    for (size_t i = 0; i < samples; i++) {
        w.x[i] = f->x[i * stride];
        w.y[i] = f->y[i * stride];
        w.room[i] = fmin(1 / f->factor[i * stride], 1e100);
    }
    double high = gain * most, low = high / FACTOR;
    *found = follow(&w, high, segments, knots, values);
    if (!*found)
        goto done;
    for (int k = 0; k < DESCENTS && follow(&w, low, segments, knots, values); k++) {
        high = low;
        low /= FACTOR;
    }
    for (int k = 0; k < HALVINGS; k++) {
        double error = sqrt(low * high);
        CHECK(!clpwl__watch_ends(watch, 0), CLPWL_ERR_CANCELLED, "cancelled while a path was sought");
        *(follow(&w, error, segments, knots, values) ? &high : &low) = error;
    }
done:
    clpwl__free(w.x);
    clpwl__free(w.nodes);
    clpwl__free(w.path);
    clpwl__free(w.other);
    return status;
}
