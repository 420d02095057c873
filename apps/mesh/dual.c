/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of triangles to their dual graph. */
#include <math.h>
#include <string.h>
#include "mesh.h"

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void subtract(const double *a, const double *b, double *out)
{
    for (int k = 0; k < 3; k++)
        out[k] = a[k] - b[k];
}

static void get_vertex(const mesh *m, uint32_t i, double *out)
{
    for (int k = 0; k < 3; k++)
        out[k] = m->vertices[i][k];
}

static int compare_vertices(const void *a, const void *b, void *vertices)
{
    const double *p = ((const double(*)[3])vertices)[*(const uint32_t *)a];
    const double *q = ((const double(*)[3])vertices)[*(const uint32_t *)b];
    for (int k = 0; k < 3; k++)
        if (p[k] != q[k])
            return p[k] < q[k] ? -1 : 1;
    return 0;
}

static int weld(mesh *m)
{
    int code = 0;
    const uint32_t n = m->vertex_count;
    uint32_t *order = malloc((n + 1) * sizeof *order), *first = malloc((n + 1) * sizeof *first);
    CHECK(order && first, "out of memory: %u vertices", n);
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    qsort_r(order, n, sizeof *order, compare_vertices, m->vertices);
    for (uint32_t i = 0; i < n; i++) {
        const int again = i && compare_vertices(&order[i - 1], &order[i], m->vertices) == 0;
        first[order[i]] = again ? first[order[i - 1]] : order[i];
        m->check.welded += (uint32_t)again;
    }
    for (uint32_t f = 0; f < m->face_count; f++)
        for (int k = 0; k < 3; k++)
            m->faces[f][k] = first[m->faces[f][k]];
done:
    free(order);
    free(first);
    return code;
}

static int measure_faces(mesh *m)
{
    int code = 0;
    double total = 0;
    m->normals = calloc(m->face_count + 1, sizeof *m->normals);
    m->centroids = calloc(m->face_count + 1, sizeof *m->centroids);
    m->areas = calloc(m->face_count + 1, sizeof *m->areas);
    CHECK(m->normals && m->centroids && m->areas, "out of memory: %u faces", m->face_count);
    for (uint32_t f = 0; f < m->face_count; f++) {
        double at[3][3], u[3], v[3], *n = m->normals[f];
        for (int k = 0; k < 3; k++)
            get_vertex(m, m->faces[f][k], at[k]);
        subtract(at[1], at[0], u);
        subtract(at[2], at[0], v);
        for (int k = 0; k < 3; k++) {
            const int p = (k + 1) % 3, q = (k + 2) % 3;
            m->centroids[f][k] = (at[0][k] + at[1][k] + at[2][k]) / 3;
            n[k] = u[p] * v[q] - u[q] * v[p];
        }
        const double length = sqrt(dot(n, n));
        for (int k = 0; k < 3 && length > 0; k++)
            n[k] /= length;
        m->areas[f] = length / 2;
        total += length / 2;
        m->check.degenerate += !(length > 0);
    }
    CHECK(total > 0, "the mesh has no area: all of its %u faces are points or lines",
          m->face_count);
done:
    return code;
}

/* An edge of a face; is_back: the face goes from `high` to `low`. */
typedef struct side {
    uint32_t low, high, face : 31, is_back : 1;
} side;

static int compare_sides(const void *a, const void *b)
{
    const side *p = a, *q = b;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    if (p->high != q->high)
        return p->high < q->high ? -1 : 1;
    return (p->face > q->face) - (p->face < q->face);
}

/* Whether two sides in this order are one edge of different faces. */
static int is_pair(const side *a, const side *b)
{
    return a->low == b->low && a->high == b->high && a->face != b->face;
}

/* Where the centroid of a face lies about an edge: along it, and from it. */
static void unfold(const mesh *m, const side *s, double *along, double *from)
{
    double p[3], d[3], r[3];
    get_vertex(m, s->low, p);
    get_vertex(m, s->high, d);
    subtract(d, p, d);
    const double length = sqrt(dot(d, d));
    subtract(m->centroids[s->face], p, r);
    *along = dot(r, d) / length;
    for (int k = 0; k < 3; k++)
        r[k] -= *along * d[k] / length;
    *from = sqrt(dot(r, r));
}

static void add_pair(mesh *m, const side *a, const side *b)
{
    double t[2], h[2], n[3], between[3], difference[3];
    mesh_pair *pair = &m->pairs[m->pair_count++];
    const double *normal = m->normals[a->face];
    const int is_turned = a->is_back == b->is_back;
    *pair = (mesh_pair){.a = a->face, .b = b->face};
    unfold(m, a, &t[0], &h[0]);
    unfold(m, b, &t[1], &h[1]);
    pair->geodesic = hypot(t[0] - t[1], h[0] + h[1]);
    for (int k = 0; k < 3; k++)
        n[k] = m->normals[b->face][k] * (is_turned ? -1 : 1);
    subtract(normal, n, difference);
    subtract(m->centroids[b->face], m->centroids[a->face], between);
    pair->cosine = 1;
    if (m->areas[a->face] > 0 && m->areas[b->face] > 0) {
        pair->half = fmin(sqrt(dot(difference, difference)) / 2, 1);
        pair->cosine = fmin(fmax(dot(normal, n), -1), 1);
        pair->is_concave = dot(normal, between) > 0;
    }
    m->check.turned += (uint32_t)is_turned;
}

/* The signed volume of a closed mesh is negative where its normals point inwards. */
static int is_inside_out(const mesh *m)
{
    double volume = 0, from[3];
    for (uint32_t f = 0; f < m->face_count; f++) {
        subtract(m->centroids[f], m->centroids[0], from);
        volume += m->areas[f] * dot(m->normals[f], from);
    }
    return m->check.boundary == 0 && m->check.turned == 0 && volume < 0;
}

/* The edges of all faces, in order. A face that meets a vertex twice has fewer than three. */
static side *list_sides(const mesh *m, size_t *count)
{
    side *sides = malloc((3 * (size_t)m->face_count + 1) * sizeof *sides);
    *count = 0;
    for (uint32_t f = 0; sides && f < m->face_count; f++)
        for (int k = 0; k < 3; k++) {
            const uint32_t p = m->faces[f][k], q = m->faces[f][(k + 1) % 3];
            if (p != q)
                sides[(*count)++] = (side){p < q ? p : q, p < q ? q : p, f, p > q};
        }
    if (sides)
        qsort(sides, *count, sizeof *sides, compare_sides);
    return sides;
}

/* Around an edge each face is paired with the next one. */
static int find_pairs(mesh *m)
{
    int code = 0;
    size_t count, pairs = 0;
    side *sides = list_sides(m, &count);
    for (size_t i = 1; i < count; i++)
        pairs += (size_t)is_pair(&sides[i - 1], &sides[i]);
    m->pairs = malloc((pairs + 1) * sizeof *m->pairs);
    CHECK(sides && m->pairs, "out of memory: the edges of %u faces", m->face_count);
    for (size_t i = 0, end; i < count; i = end) {
        uint32_t faces = 1;
        for (end = i + 1; end < count && sides[end].low == sides[i].low &&
                          sides[end].high == sides[i].high; end++)
            if (is_pair(&sides[end - 1], &sides[end])) {
                add_pair(m, &sides[end - 1], &sides[end]);
                faces++;
            }
        m->edge_count++;
        m->check.boundary += faces == 1;
        m->check.crowded += faces > 2;
    }
    const int flip = is_inside_out(m);
    for (uint32_t i = 0; flip && i < m->pair_count; i++)
        m->pairs[i].is_concave = m->pairs[i].half > 0 && !m->pairs[i].is_concave;
done:
    free(sides);
    return code;
}

int mesh_graph_of(mesh_graph *out, const mesh *m)
{
    int code = 0;
    const uint32_t n = m->face_count;
    *out = (mesh_graph){n, calloc((size_t)n + 2, sizeof *out->start),
                        malloc((2 * (size_t)m->pair_count + 1) * sizeof *out->to),
                        malloc((2 * (size_t)m->pair_count + 1) * sizeof *out->length)};
    CHECK(out->start && out->to && out->length, "out of memory: a graph of %u faces", n);
    /* start[f + 2] counts the edges of f; start[f + 1] then moves from the first to the end. */
    for (uint32_t i = 0; i < m->pair_count; i++) {
        out->start[m->pairs[i].a + 2]++;
        out->start[m->pairs[i].b + 2]++;
    }
    for (uint32_t f = 0; f < n; f++)
        out->start[f + 2] += out->start[f + 1];
    for (uint32_t i = 0; i < m->pair_count; i++) {
        const mesh_pair *p = &m->pairs[i];
        const uint32_t e = out->start[p->a + 1]++, back = out->start[p->b + 1]++;
        out->to[e] = p->b;
        out->to[back] = p->a;
        out->length[e] = out->length[back] = p->length;
    }
done:
    if (code)
        mesh_graph_free(out);
    return code;
}

/* The face that stands for those joined to f. */
static uint32_t find_root(uint32_t *joined, uint32_t f)
{
    while (joined[f] != f)
        f = joined[f] = joined[joined[f]];
    return f;
}

/* Each face is joined to one before it, or is the first of its component. */
static int find_components(mesh *m)
{
    int code = 0;
    uint32_t *of = m->component = malloc(m->face_count * sizeof *m->component);
    CHECK(of, "out of memory: %u faces", m->face_count);
    for (uint32_t f = 0; f < m->face_count; f++)
        of[f] = f;
    for (uint32_t i = 0; i < m->pair_count; i++) {
        const uint32_t a = find_root(of, m->pairs[i].a), b = find_root(of, m->pairs[i].b);
        of[a < b ? b : a] = a < b ? a : b;
    }
    for (uint32_t f = 0; f < m->face_count; f++)
        of[f] = of[f] == f ? m->check.components++ : of[of[f]];
done:
    return code;
}

static void set_means(mesh *m)
{
    m->mean_geodesic = 0;
    for (uint32_t i = 0; i < m->pair_count; i++)
        m->mean_geodesic += m->pairs[i].geodesic / m->pair_count;
}

int mesh_finish(mesh *m)
{
    int code = 0;
    TRY(weld(m));
    TRY(measure_faces(m));
    TRY(find_pairs(m));
    set_means(m);
    TRY(find_components(m));
done:
    return code;
}

/* Prim's algorithm: to the components joined so far comes the nearest other one. */
int mesh_link(mesh *m)
{
    int code = 0;
    const uint32_t n = m->face_count, more = m->check.components - 1;
    uint32_t *from = malloc(n * sizeof *from), *fresh = malloc(n * sizeof *fresh);
    double *square = malloc(n * sizeof *square); /* of the distance; negative: joined */
    mesh_pair *pairs = realloc(m->pairs, ((size_t)m->pair_count + more + 1) * sizeof *pairs);
    m->pairs = pairs ? pairs : m->pairs;
    CHECK(from && fresh && square && pairs, "out of memory: %u faces", n);
    for (uint32_t f = 0; f < n; f++)
        square[f] = INFINITY;
    for (uint32_t joined = 0, next = 0; m->links < more; joined = m->component[next]) {
        uint32_t count = 0;
        for (uint32_t f = 0; f < n; f++)
            if (m->component[f] == joined)
                square[fresh[count++] = f] = -1;
        for (uint32_t f = 0; f < n; f++) {
            for (uint32_t i = 0; i < count && square[f] >= 0; i++) {
                double r[3];
                subtract(m->centroids[f], m->centroids[fresh[i]], r);
                if (dot(r, r) < square[f]) {
                    square[f] = dot(r, r);
                    from[f] = fresh[i];
                }
            }
            if (square[f] >= 0 && (square[next] < 0 || square[f] < square[next]))
                next = f;
        }
        m->links++;
        m->pairs[m->pair_count++] = (mesh_pair){.a = from[next],
                                                .b = next,
                                                .geodesic = sqrt(square[next]),
                                                .half = sqrt(0.5),
                                                .is_concave = 1};
    }
    set_means(m);
done:
    free(from);
    free(fresh);
    free(square);
    return code;
}

void mesh_free(mesh *m)
{
    free(m->vertices);
    free(m->faces);
    free(m->normals);
    free(m->centroids);
    free(m->areas);
    free(m->pairs);
    free(m->component);
    *m = (mesh){0};
}
