/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "polygon.h"
#include <math.h>
#include <stdlib.h>

/* Of the polygon's size. Coordinates in files often have six digits. */
static const double slack_share = 1e-6;

typedef struct point {
    double x, y;
} point;

/* A corner of what is left of a polygon, which is a ring. */
typedef struct corner {
    uint32_t next, before, rank; /* rank: the place in the order of x */
    int is_ear, is_dent;         /* is_dent: not convex; the others lie in no ear */
} corner;

struct mesh_cutter {
    point *at;       /* by corner, counter-clockwise about the normal */
    double slack;    /* so near to a line, a corner is on it */
    uint32_t *hull;  /* corners */
    corner *ring;    /* of up to MESH_EARS_MOST */
    uint32_t *order; /* these by x */
};

mesh_cutter *mesh_cutter_make(uint32_t most)
{
    mesh_cutter *c = calloc(1, sizeof *c);
    const size_t n = most, ears = most < MESH_EARS_MOST ? most : MESH_EARS_MOST;
    if (!c)
        return NULL;
    c->at = malloc((n + 1) * sizeof *c->at);
    c->hull = malloc((n + 1) * sizeof *c->hull);
    c->ring = malloc(ears * sizeof *c->ring);
    c->order = malloc(ears * sizeof *c->order);
    if (c->at && c->hull && c->ring && c->order)
        return c;
    mesh_cutter_free(c);
    return NULL;
}

void mesh_cutter_free(mesh_cutter *c)
{
    if (!c)
        return;
    free(c->at);
    free(c->hull);
    free(c->ring);
    free(c->order);
    free(c);
}

/* Sets the corners' points, in the plane of the two coordinates in which the polygon is largest, and the
 * slack, by the size of the polygon. */
static void project(mesh_cutter *c, const double (*vertices)[3], const uint32_t *corners,
                    uint32_t n)
{
    const double *origin = vertices[corners[0]];
    double normal[3] = {0}, size = 0;
    for (uint32_t i = 1; i + 1 < n; i++) {
        const double *p = vertices[corners[i]], *q = vertices[corners[i + 1]];
        for (int k = 0; k < 3; k++) {
            const int u = (k + 1) % 3, v = (k + 2) % 3;
            normal[k] += (p[u] - origin[u]) * (q[v] - origin[v]) -
                         (p[v] - origin[v]) * (q[u] - origin[u]);
        }
    }
    int k = fabs(normal[1]) > fabs(normal[0]);
    k = fabs(normal[2]) > fabs(normal[k]) ? 2 : k;
    const int u = (k + (normal[k] < 0 ? 2 : 1)) % 3, v = 3 - k - u;
    for (uint32_t i = 0; i < n; i++) {
        const double x = vertices[corners[i]][u] - origin[u],
                     y = vertices[corners[i]][v] - origin[v];
        c->at[i] = (point){x, y};
        size = fmax(size, fmax(fabs(x), fabs(y)));
    }
    c->slack = slack_share * size;
}

/* The distance of r from the line from p to q; positive: to its left. */
static double side_of(const mesh_cutter *c, uint32_t i, uint32_t j, uint32_t k)
{
    const point *p = &c->at[i], *q = &c->at[j], *r = &c->at[k];
    const double dx = q->x - p->x, dy = q->y - p->y, length = hypot(dx, dy);
    return length > 0 ? (dx * (r->y - p->y) - dy * (r->x - p->x)) / length : 0;
}

/* How far corner j stands out from the line from i to k. */
static double height(const mesh_cutter *c, uint32_t i, uint32_t j, uint32_t k)
{
    return -side_of(c, i, k, j);
}

static double distance_from_edge(const point *p, const point *a, const point *b)
{
    const double dx = b->x - a->x, dy = b->y - a->y, square = dx * dx + dy * dy;
    const double along = square > 0 ? ((p->x - a->x) * dx + (p->y - a->y) * dy) / square : 0;
    const double t = fmin(fmax(along, 0), 1);
    return hypot(p->x - a->x - t * dx, p->y - a->y - t * dy);
}

static uint32_t find_lowest(const mesh_cutter *c, uint32_t n)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < n; i++)
        if (c->at[i].y < c->at[best].y ||
            (c->at[i].y == c->at[best].y && c->at[i].x < c->at[best].x))
            best = i;
    return best;
}

/*
 * Whether the polygon is convex; not strictly: but for corners that are nearer than the slack to the edges
 * of a convex one. After R. Graham, 1972, in the polygon's own order from its lowest corner. Edges that
 * turn left, and go up and down once, are a convex polygon.
 */
static int is_convex(mesh_cutter *c, uint32_t n, int is_strict)
{
    uint32_t count = 0, *hull = c->hull;
    const uint32_t lowest = find_lowest(c, n);
    const double least = is_strict ? c->slack : 0;
    int is_down = 0;
    for (uint32_t j = 0; j <= n; j++) {
        const uint32_t i = (uint32_t)(((uint64_t)lowest + j) % n);
        for (; count >= 2 && height(c, hull[count - 2], hull[count - 1], i) <= least; count--)
            if (is_strict)
                return 0;
        hull[count++] = i;
    }
    for (uint32_t e = 0; e + 1 < count; e++) {
        const point *a = &c->at[hull[e]], *b = &c->at[hull[e + 1]];
        if (is_down && b->y > a->y)
            return 0;
        is_down |= b->y < a->y;
        for (uint32_t i = hull[e]; i != hull[e + 1]; i = i + 1 < n ? i + 1 : 0)
            if (!(distance_from_edge(&c->at[i], a, b) <= c->slack))
                return 0;
    }
    return count > 3;
}

static int compare_points(const void *a, const void *b, void *at)
{
    const double x = ((const point *)at)[*(const uint32_t *)a].x;
    const double y = ((const point *)at)[*(const uint32_t *)b].x;
    return (x > y) - (x < y);
}

typedef struct triangle {
    const point *at[3];
    point low, high; /* its range, with slack */
    point along[3];  /* of each edge, of length 1; 0 for a point */
} triangle;

static triangle make_triangle(const mesh_cutter *c, uint32_t i, uint32_t j, uint32_t k)
{
    triangle t = {.at = {&c->at[i], &c->at[j], &c->at[k]}};
    t.low = t.high = *t.at[0];
    for (int e = 0; e < 3; e++) {
        const point *p = t.at[e], *q = t.at[(e + 1) % 3];
        const double length = hypot(q->x - p->x, q->y - p->y);
        if (length > 0)
            t.along[e] = (point){(q->x - p->x) / length, (q->y - p->y) / length};
        t.low = (point){fmin(t.low.x, p->x), fmin(t.low.y, p->y)};
        t.high = (point){fmax(t.high.x, p->x), fmax(t.high.y, p->y)};
    }
    t.low = (point){t.low.x - c->slack, t.low.y - c->slack};
    t.high = (point){t.high.x + c->slack, t.high.y + c->slack};
    return t;
}

/* Whether the triangle holds a point, inside or, with slack, on its border. A copy of a corner is none. */
static int holds(const triangle *t, const point *p, double slack)
{
    for (int e = 0; e < 3; e++) {
        const double x = p->x - t->at[e]->x, y = p->y - t->at[e]->y;
        const double side = t->along[e].x * y - t->along[e].y * x;
        if ((x == 0 && y == 0) || !(slack > 0 ? side >= -slack : side > 0))
            return 0;
    }
    return 1;
}

/* Sets is_dent and is_ear. Corners that the triangle may hold are sought in its range of x. */
static void look_at(mesh_cutter *c, uint32_t i, uint32_t n)
{
    corner *r = c->ring;
    const uint32_t a = r[i].before, b = r[i].next;
    const triangle t = make_triangle(c, a, i, b);
    uint32_t k = r[i].rank;
    r[i].is_dent = !(height(c, a, i, b) > c->slack);
    r[i].is_ear = !r[i].is_dent;
    while (r[i].is_ear && k > 0 && c->at[c->order[k - 1]].x >= t.low.x)
        k--;
    for (; r[i].is_ear && k < n; k++) {
        const point *p = &c->at[c->order[k]];
        if (p->x > t.high.x)
            break;
        if (r[c->order[k]].is_dent && p->y >= t.low.y && p->y <= t.high.y && holds(&t, p, c->slack))
            r[i].is_ear = 0;
    }
}

static void make_ring(mesh_cutter *c, uint32_t n)
{
    corner *r = c->ring;
    for (uint32_t i = 0; i < n; i++) {
        r[i].next = i + 1 < n ? i + 1 : 0;
        r[i].before = i ? i - 1 : n - 1;
        c->order[i] = i;
    }
    qsort_r(c->order, n, sizeof *c->order, compare_points, c->at);
    for (uint32_t i = 0; i < n; i++)
        r[c->order[i]].rank = i;
}

static void write_triangle(uint32_t out[3], const uint32_t *corners, uint32_t i, uint32_t j,
                           uint32_t k)
{
    out[0] = corners[i];
    out[1] = corners[j];
    out[2] = corners[k];
}

/* A cut makes and ends ears at its two ends alone, but where corners touch. Ears that touch no corner, and
 * stand out, come first: no triangle is without area where one with area can be had. */
static void cut_ears(mesh_cutter *c, const uint32_t *corners, uint32_t n, uint32_t (*out)[3])
{
    corner *r = c->ring;
    uint32_t i = 0, left = n;
    make_ring(c, n);
    for (int pass = 0; pass < 2; pass++, c->slack = 0) {
        uint32_t seen = 0;
        for (uint32_t k = 0, j = i; k < left; k++, j = r[j].next)
            r[j].is_dent = !(height(c, r[j].before, j, r[j].next) > c->slack);
        for (uint32_t k = 0, j = i; k < left; k++, j = r[j].next)
            look_at(c, j, n);
        while (left > 3 && seen++ < left) {
            if (r[i].is_ear) {
                const uint32_t a = r[i].before, b = r[i].next;
                write_triangle(*out++, corners, a, i, b);
                r[a].next = b;
                r[b].before = a;
                r[i].is_dent = 0;
                left--;
                look_at(c, a, n);
                look_at(c, b, n);
                i = b;
                seen = 0;
            }
            i = r[i].next;
        }
    }
    for (uint32_t j = r[i].next; left >= 3; left--, j = r[j].next)
        write_triangle(*out++, corners, i, j, r[j].next);
}

int mesh_polygon_cut(mesh_cutter *c, const double (*vertices)[3], const uint32_t *corners,
                     uint32_t n, uint32_t (*out)[3])
{
    int is_fan = n == 3;
    if (!is_fan) {
        project(c, vertices, corners, n);
        is_fan = is_convex(c, n, 1) || (n > MESH_EARS_MOST && is_convex(c, n, 0));
    }
    if (!is_fan && n > MESH_EARS_MOST)
        return 0;
    if (!is_fan)
        cut_ears(c, corners, n, out);
    for (uint32_t i = 1; is_fan && i + 1 < n; i++)
        write_triangle(*out++, corners, 0, i, i + 1);
    return 1;
}
