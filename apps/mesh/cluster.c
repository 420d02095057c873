/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>
#include "patches.h"

/* A clustering of the faces whose label is not MESH_OUTSIDE. */
typedef struct work {
    const mesh *m;
    const mesh_graph *graph;
    const mesh_paths *paths;
    const mesh_options *o;
    uint32_t n, k;    /* faces, patches */
    uint32_t *label;  /* by face */
    uint32_t *center; /* by patch */
    float *gap;       /* of a representative from those before it, when it was chosen */
    float *near;      /* by face: distance to the nearest representative */
    float *row;       /* by face */
    float *w, *sum;   /* k x n */
    size_t room;      /* k of these */
} work;

static void free_work(work *j)
{
    free(j->label);
    free(j->center);
    free(j->gap);
    free(j->near);
    free(j->row);
    free(j->w);
    free(j->sum);
}

static int make_work(work *j)
{
    int code = 0;
    const size_t n = j->n, most = j->o->clusters ? (size_t)j->o->clusters : MESH_PATCHES_MOST;
    j->label = malloc(n * sizeof *j->label);
    j->center = malloc((most + 1) * sizeof *j->center);
    j->gap = malloc((most + 1) * sizeof *j->gap);
    j->near = malloc(n * sizeof *j->near);
    j->row = malloc(n * sizeof *j->row);
    j->w = malloc(most * n * sizeof *j->w);
    j->sum = malloc(most * n * sizeof *j->sum);
    CHECK(j->label && j->center && j->gap && j->near && j->row && j->w && j->sum,
          "out of memory: memberships of %zu faces in %zu patches", n, most);
done:
    return code;
}

static int is_inside(const work *j, uint32_t f)
{
    return j->label[f] != MESH_OUTSIDE;
}

static int find_middle(work *j, uint32_t *out)
{
    int code = 0;
    uint32_t best = MESH_OUTSIDE;
    for (uint32_t f = 0; f < j->n; f++)
        j->w[f] = (float)is_inside(j, f);
    TRY(mesh_paths_product(j->paths, 1, j->w, j->sum));
    for (uint32_t f = 0; f < j->n; f++)
        if (is_inside(j, f) && (best == MESH_OUTSIDE || j->sum[f] < j->sum[best]))
            best = f;
    *out = best;
done:
    return code;
}

/* A face that is far from all others, but for a few, is a fault of the mesh and no representative:
 * nearer than half of its gap there are fewer faces than a hundredth of the mean patch has. These
 * faces are marked. row: the face's distances. */
static int is_fault(work *j, float gap, uint32_t count)
{
    uint32_t faces = 0, close = 0;
    for (uint32_t f = 0; f < j->n; f++) {
        faces += (uint32_t)is_inside(j, f);
        close += is_inside(j, f) && j->row[f] < gap / 2;
    }
    if (close >= faces / 100.0 / count)
        return 0;
    for (uint32_t f = 0; f < j->n; f++)
        if (is_inside(j, f) && j->row[f] < gap / 2)
            j->near[f] = 0;
    return 1;
}

static uint32_t find_farthest(const work *j, uint32_t first)
{
    uint32_t best = first;
    for (uint32_t f = 0; f < j->n; f++)
        if (is_inside(j, f) && j->near[f] > j->near[best])
            best = f;
    return best;
}

/* Chooses `count` representatives. Each face gets the label of the nearest. */
static int spread_centers(work *j, uint32_t first, uint32_t count)
{
    int code = 0;
    uint32_t next = first;
    for (j->k = 0; j->k < count; j->k++) {
        do {
            next = j->k ? find_farthest(j, first) : first;
            j->gap[j->k] = j->k ? j->near[next] : INFINITY;
            TRY(mesh_paths_row(j->paths, next, j->row));
        } while (next != first && is_fault(j, j->gap[j->k], count));
        j->center[j->k] = next;
        for (uint32_t f = 0; f < j->n; f++)
            if (is_inside(j, f) && (j->k == 0 || j->row[f] < j->near[f])) {
                j->near[f] = j->row[f];
                j->label[f] = j->k;
            }
    }
done:
    return code;
}

/* Two ends: the face farthest from the middle, and the face farthest from that. */
static int spread_ends(work *j)
{
    int code = 0;
    uint32_t middle;
    TRY(find_middle(j, &middle));
    TRY(spread_centers(j, middle, 2));
    TRY(spread_centers(j, j->center[1], 2));
done:
    return code;
}

/* Before the largest drop of gap[1 ... count - 1], the gaps of the second and later patches. */
static uint32_t find_drop(const float *gap, uint32_t count)
{
    uint32_t best = 2;
    for (uint32_t k = 2; k < count; k++)
        if (gap[k - 1] - gap[k] > gap[best - 1] - gap[best])
            best = k;
    return best;
}

/* sum becomes the memberships, by way of the mean distances. A patch without faces keeps its
 * representative. */
static int find_memberships(work *j)
{
    int code = 0;
    const size_t n = j->n;
    memset(j->w, 0, j->k * n * sizeof *j->w);
    for (size_t f = 0; f < n; f++)
        if (is_inside(j, (uint32_t)f))
            j->w[j->label[f] * n + f] = 1;
    for (uint32_t k = 0; k < j->k; k++) {
        float *w = j->w + k * n;
        uint32_t size = 0;
        for (size_t f = 0; f < n; f++)
            size += w[f] > 0;
        if (size == 0)
            w[j->center[k]] = 1;
        for (size_t f = 0; f < n && size; f++)
            w[f] /= (float)size;
    }
    TRY(mesh_paths_product(j->paths, j->k, j->w, j->sum));
    for (size_t f = 0; f < n; f++) {
        double total = 0;
        for (uint32_t k = 0; k < j->k; k++)
            total += 1 / fmax((double)j->sum[k * n + f], 1e-30);
        for (uint32_t k = 0; k < j->k; k++) {
            const double p = 1 / fmax((double)j->sum[k * n + f], 1e-30) / total;
            j->sum[k * n + f] = is_inside(j, (uint32_t)f) ? (float)p : 0;
        }
    }
done:
    return code;
}

/* The faces' labels, and the new representatives. w is lost. */
static int move_centers(work *j, int *changed)
{
    int code = 0;
    const size_t n = j->n;
    for (size_t f = 0; f < n; f++)
        for (uint32_t k = 0; is_inside(j, (uint32_t)f) && k < j->k; k++)
            if (k == 0 || j->sum[k * n + f] > j->sum[j->label[f] * n + f])
                j->label[f] = k;
    TRY(mesh_paths_product(j->paths, j->k, j->sum, j->w));
    *changed = 0;
    for (uint32_t k = 0; k < j->k; k++) {
        uint32_t best = MESH_OUTSIDE;
        for (uint32_t f = 0; f < n; f++)
            if (j->label[f] == k && (best == MESH_OUTSIDE || j->w[k * n + f] < j->w[k * n + best]))
                best = f;
        *changed |= best != MESH_OUTSIDE && best != j->center[k];
        j->center[k] = best == MESH_OUTSIDE ? j->center[k] : best;
    }
done:
    return code;
}

static int cut_bands(work *j, uint32_t *fuzzy)
{
    int code = 0;
    const size_t n = j->n;
    const size_t pairs = (size_t)j->k * j->k;
    unsigned char *touch = calloc(pairs + 1, 1);
    CHECK(touch, "out of memory: %zu pairs of patches", pairs);
    for (uint32_t i = 0; i < j->m->pair_count; i++) {
        const uint32_t a = j->label[j->m->pairs[i].a], b = j->label[j->m->pairs[i].b];
        if (a != MESH_OUTSIDE && b != MESH_OUTSIDE)
            touch[a < b ? a * (size_t)j->k + b : b * (size_t)j->k + a] = 1;
    }
    for (uint32_t a = 0; a < j->k; a++)
        for (uint32_t b = a + 1; b < j->k; b++)
            if (touch[a * (size_t)j->k + b]) {
                uint32_t count;
                TRY(mesh_cut(j->m, j->label, (const uint32_t[]){a, b},
                             (const float *const[]){j->sum + a * n, j->sum + b * n}, j->o->band,
                             &count));
                *fuzzy += count;
            }
done:
    free(touch);
    return code;
}

/* From the first labels to the last. */
static int cluster(work *j, mesh_patches *out)
{
    int code = 0, changed = 1;
    uint32_t moved;
    for (out->rounds = 0; changed && out->rounds < j->o->rounds; out->rounds++) {
        TRY(find_memberships(j));
        TRY(move_centers(j, &changed));
    }
    TRY(cut_bands(j, &out->fuzzy));
    TRY(mesh_connect(j->graph, j->label, j->k, &moved));
    out->strays += moved;
done:
    return code;
}

static int cluster_at_once(work *j, mesh_patches *out)
{
    int code = 0;
    uint32_t middle, count = (uint32_t)j->o->clusters;
    memset(j->label, 0, j->n * sizeof *j->label);
    if (count != 2) {
        TRY(find_middle(j, &middle));
        TRY(spread_centers(j, middle, count ? count : MESH_PATCHES_MOST));
        count = count ? count : find_drop(j->gap, j->k);
        TRY(spread_centers(j, middle, count));
    }
    if (count == 2)
        TRY(spread_ends(j));
    TRY(cluster(j, out));
    memcpy(out->label, j->label, j->n * sizeof *j->label);
    for (uint32_t k = 0; k < j->k; k++)
        out->list[k].center = j->center[k];
    out->count = j->k;
done:
    return code;
}

/* Looks at the patch `part` alone. */
static void look_at(work *j, const uint32_t *label, uint32_t part)
{
    for (uint32_t f = 0; f < j->n; f++)
        j->label[f] = label[f] == part ? 0 : MESH_OUTSIDE;
}

/* *drop: the number of patches before the largest drop of the widths of those that were split. */
static int split_patches(work *j, uint32_t most, mesh_patches *out, uint32_t *drop)
{
    int code = 0;
    float *width = malloc((most + 1) * sizeof *width), *gap = malloc((most + 1) * sizeof *gap);
    CHECK(width && gap, "out of memory: %u patches", most);
    memset(out->label, 0, j->n * sizeof *out->label);
    for (uint32_t made = 1, split = 0;; made++) {
        for (uint32_t half = 0; half < (made > 1 ? 2 : 1); half++) {
            const uint32_t part = half ? made - 1 : split;
            look_at(j, out->label, part);
            TRY(spread_ends(j));
            width[part] = j->gap[1];
            if (made == 1)
                out->list[0].center = j->center[0];
        }
        out->count = made;
        split = 0;
        for (uint32_t k = 1; k < made; k++)
            if (width[k] > width[split])
                split = k;
        if (made == most || !(width[split] > 0))
            break;
        look_at(j, out->label, split);
        TRY(spread_ends(j));
        TRY(cluster(j, out));
        gap[made] = width[split];
        for (uint32_t f = 0; f < j->n; f++)
            if (j->label[f] == 1)
                out->label[f] = made;
        out->list[split].center = j->center[0];
        out->list[made].center = j->center[1];
    }
    *drop = find_drop(gap, out->count);
done:
    free(width);
    free(gap);
    return code;
}

static int cluster_by_halves(work *j, mesh_patches *out)
{
    uint32_t count = (uint32_t)j->o->clusters, drop;
    int code = split_patches(j, count ? count : MESH_PATCHES_MOST, out, &drop);
    if (code == 0 && count == 0 && out->count > drop)
        code = split_patches(j, drop, out, &drop);
    return code;
}

int mesh_patches_check(const mesh *m, const mesh_options *o)
{
    int code = 0;
    CHECK_USAGE((uint32_t)o->clusters <= m->face_count,
                "--clusters %d: the mesh has %u faces only, and each part has one at least: K is %u at most",
                o->clusters, m->face_count, m->face_count);
done:
    return code;
}

int mesh_patches_find(mesh_patches *out, const mesh *m, const mesh_graph *graph,
                      const mesh_paths *paths, const mesh_options *o)
{
    int code = 0;
    work j = {.m = m, .graph = graph, .paths = paths, .o = o, .n = m->face_count};
    const size_t most = o->clusters ? (size_t)o->clusters : MESH_PATCHES_MOST;
    *out = (mesh_patches){.label = malloc(j.n * sizeof *out->label),
                          .list = calloc(most + 1, sizeof *out->list)};
    CHECK(out->label && out->list, "out of memory: %u faces", j.n);
    TRY(mesh_patches_check(m, o));
    TRY(make_work(&j));
    TRY(o->is_hierarchical ? cluster_by_halves(&j, out) : cluster_at_once(&j, out));
    TRY(mesh_patches_describe(out, m));
done:
    free_work(&j);
    if (code)
        mesh_patches_free(out);
    return code;
}
