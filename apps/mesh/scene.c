/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene.h"
#include <math.h>
#include <string.h>

const mesh_scene mesh_scene_defaults = {.body = MESH_DUMBBELL, .cells = 32};

typedef struct capsule {
    double from[3], to[3], radius;
} capsule;

enum { CAPSULES = 6 };

static const struct {
    int count;
    capsule parts[CAPSULES];
} bodies[] = {
    [MESH_DUMBBELL] = {3,
                       {{{0, 0, 0}, {0, 0, 0}, 0.5},
                        {{0, 0, 0}, {2, 0, 0}, 0.2},
                        {{2, 0, 0}, {2, 0, 0}, 0.5}}},
    [MESH_HAND] = {6,
                   {{{-0.3, 0, 0}, {0.3, 0, 0}, 0.4},
                    {{-0.51, 0.1, 0}, {-0.62, 1.05, 0}, 0.12},
                    {{-0.17, 0.2, 0}, {-0.2, 1.25, 0}, 0.12},
                    {{0.17, 0.2, 0}, {0.2, 1.2, 0}, 0.12},
                    {{0.51, 0.1, 0}, {0.62, 0.95, 0}, 0.11},
                    {{-0.4, -0.2, 0}, {-1.15, 0.15, 0.2}, 0.13}}},
};

/* Where parts meet, the surface is rounded by about this radius, so that cells can follow it. */
static const double fillet = 0.02;

/* The distance from a body's surface, negative inside, and the nearest part. */
static double find_distance(int body, const double *p, uint32_t *part)
{
    double best = INFINITY, sum = 0;
    for (int i = 0; i < bodies[body].count; i++) {
        const capsule *c = &bodies[body].parts[i];
        double along = 0, length = 0, square = 0;
        for (int k = 0; k < 3; k++) {
            along += (p[k] - c->from[k]) * (c->to[k] - c->from[k]);
            length += (c->to[k] - c->from[k]) * (c->to[k] - c->from[k]);
        }
        const double t = length > 0 ? fmin(fmax(along / length, 0), 1) : 0;
        for (int k = 0; k < 3; k++) {
            const double r = p[k] - c->from[k] - t * (c->to[k] - c->from[k]);
            square += r * r;
        }
        const double d = sqrt(square) - c->radius;
        sum += exp(-d / fillet);
        if (d < best) {
            best = d;
            *part = (uint32_t)i;
        }
    }
    return -fillet * log(sum);
}

typedef struct grid {
    int body, size[3]; /* points */
    double origin[3], step;
    float *distance;  /* by point */
    uint32_t *vertex; /* by cell, which has the number of its first point */
} grid;

static size_t point_at(const grid *g, int x, int y, int z)
{
    return ((size_t)z * (size_t)g->size[1] + (size_t)y) * (size_t)g->size[0] + (size_t)x;
}

static int make_grid(grid *g, const mesh_scene *s)
{
    int code = 0;
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    double longest = 0;
    uint32_t part;
    for (int i = 0; i < bodies[s->body].count; i++)
        for (int k = 0; k < 3; k++) {
            const capsule *c = &bodies[s->body].parts[i];
            low[k] = fmin(low[k], fmin(c->from[k], c->to[k]) - c->radius);
            high[k] = fmax(high[k], fmax(c->from[k], c->to[k]) + c->radius);
        }
    for (int k = 0; k < 3; k++)
        longest = fmax(longest, high[k] - low[k]);
    g->body = s->body;
    g->step = longest / s->cells;
    for (int k = 0; k < 3; k++) {
        g->size[k] = (int)ceil((high[k] - low[k]) / g->step) + 4;
        g->origin[k] = (low[k] + high[k] - (g->size[k] - 1) * g->step) / 2;
    }
    const size_t points = point_at(g, 0, 0, g->size[2]);
    g->distance = malloc(points * sizeof *g->distance);
    g->vertex = malloc(points * sizeof *g->vertex);
    CHECK(g->distance && g->vertex, "out of memory: a grid of %zu points", points);
    for (int z = 0; z < g->size[2]; z++)
        for (int y = 0; y < g->size[1]; y++)
            for (int x = 0; x < g->size[0]; x++) {
                const double p[3] = {g->origin[0] + x * g->step, g->origin[1] + y * g->step,
                                     g->origin[2] + z * g->step};
                g->distance[point_at(g, x, y, z)] = (float)find_distance(g->body, p, &part);
            }
done:
    return code;
}

/* Moves a point to the surface, along the gradient of the distance. */
static void project(int body, double step, double *p)
{
    uint32_t part;
    for (int round = 0; round < 4; round++) {
        const double d = find_distance(body, p, &part);
        double slope[3], square = 0;
        for (int k = 0; k < 3; k++) {
            double q[3] = {p[0], p[1], p[2]};
            q[k] += 1e-4 * step;
            slope[k] = (find_distance(body, q, &part) - d) / (1e-4 * step);
            square += slope[k] * slope[k];
        }
        for (int k = 0; k < 3 && square > 0.1; k++)
            p[k] -= d * slope[k] / square;
    }
}

/* Surface nets (S. Gibson, 1998): a vertex in each cell that the surface crosses, at the mean of
 * its crossings of the cell's edges. */
static void add_vertex(mesh *m, grid *g, int x, int y, int z)
{
    double sum[3] = {0};
    int count = 0;
    for (int edge = 0; edge < 12; edge++) {
        const int axis = edge / 4, u = (axis + 1) % 3, v = (axis + 2) % 3;
        int a[3] = {x, y, z}, b[3];
        a[u] += edge & 1;
        a[v] += edge >> 1 & 1;
        memcpy(b, a, sizeof b);
        b[axis]++;
        const double p = g->distance[point_at(g, a[0], a[1], a[2])];
        const double q = g->distance[point_at(g, b[0], b[1], b[2])];
        if ((p < 0) == (q < 0))
            continue;
        for (int k = 0; k < 3; k++)
            sum[k] += g->origin[k] + g->step * (a[k] + (k == axis ? p / (p - q) : 0));
        count++;
    }
    if (count == 0)
        return;
    for (int k = 0; k < 3; k++)
        sum[k] /= count;
    project(g->body, g->step, sum);
    g->vertex[point_at(g, x, y, z)] = m->vertex_count;
    for (int k = 0; k < 3; k++)
        m->vertices[m->vertex_count][k] = round(sum[k] * 1e7) / 1e7; /* short in files */
    m->vertex_count++;
}

/* Two faces for the grid's edge from `at` along an axis, if the surface crosses it. */
static void add_faces(mesh *m, const grid *g, const int *at, int axis)
{
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    int end[3] = {at[0], at[1], at[2]};
    uint32_t corner[4];
    end[axis]++;
    const int is_in = g->distance[point_at(g, at[0], at[1], at[2])] < 0;
    if (is_in == (g->distance[point_at(g, end[0], end[1], end[2])] < 0))
        return;
    for (int k = 0; k < 4; k++) { /* around the edge: (-1, -1), (0, -1), (0, 0), (-1, 0) */
        int cell[3] = {at[0], at[1], at[2]};
        cell[u] -= k == 0 || k == 3;
        cell[v] -= k < 2;
        corner[is_in ? k : 3 - k] = g->vertex[point_at(g, cell[0], cell[1], cell[2])];
    }
    const uint32_t faces[2][3] = {{corner[0], corner[1], corner[2]},
                                  {corner[0], corner[2], corner[3]}};
    memcpy(m->faces[m->face_count], faces, sizeof faces);
    m->face_count += 2;
}

static void make_surface(mesh *m, grid *g)
{
    int at[3];
    for (int pass = 0; pass < 2; pass++)
        for (at[2] = 1; at[2] < g->size[2] - 1; at[2]++)
            for (at[1] = 1; at[1] < g->size[1] - 1; at[1]++)
                for (at[0] = 1; at[0] < g->size[0] - 1; at[0]++)
                    if (pass == 0)
                        add_vertex(m, g, at[0], at[1], at[2]);
                    else
                        for (int axis = 0; axis < 3; axis++)
                            add_faces(m, g, at, axis);
}

int mesh_scene_make(const mesh_scene *s, mesh *out, mesh_seg *truth)
{
    int code = 0;
    grid g = {0};
    *out = (mesh){0};
    *truth = (mesh_seg){0};
    TRY(make_grid(&g, s));
    const size_t points = point_at(&g, 0, 0, g.size[2]);
    out->vertices = malloc(points * sizeof *out->vertices);
    out->faces = malloc(6 * points * sizeof *out->faces);
    CHECK(out->vertices && out->faces, "out of memory: a mesh of %zu cells", points);
    make_surface(out, &g);
    TRY(mesh_finish(out));
    truth->faces = out->face_count;
    truth->label = malloc(out->face_count * sizeof *truth->label);
    CHECK(truth->label, "out of memory: %u faces", out->face_count);
    for (uint32_t f = 0; f < out->face_count; f++)
        find_distance(s->body, out->centroids[f], &truth->label[f]);
done:
    free(g.distance);
    free(g.vertex);
    if (code) {
        mesh_free(out);
        mesh_seg_free(truth);
    }
    return code;
}
