/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "score.h"
#include <math.h>

/* Faces with one label in s and one in t. */
typedef struct cell {
    uint32_t s, t, count;
    double rest[2]; /* of the faces of s, of t: shares outside the cell */
} cell;

static int compare_s(const void *a, const void *b)
{
    const cell *p = a, *q = b;
    return p->s != q->s ? (p->s < q->s ? -1 : 1) : (p->t > q->t) - (p->t < q->t);
}

static int compare_t(const void *a, const void *b)
{
    const cell *p = a, *q = b;
    return p->t != q->t ? (p->t < q->t ? -1 : 1) : (p->s > q->s) - (p->s < q->s);
}

static double pairs_of(double faces)
{
    return faces * (faces - 1) / 2;
}

/* The cells of each label of one segmentation lie together. Sets their rest; sums the pairs within
 * the labels, and the faces outside each label's largest cell. */
static void sum_labels(cell *cells, size_t count, int which, double *pairs, double *outside)
{
    *pairs = *outside = 0;
    for (size_t i = 0, end; i < count; i = end) {
        double faces = 0, largest = 0;
        for (end = i; end < count && (which ? cells[end].t == cells[i].t
                                            : cells[end].s == cells[i].s); end++) {
            faces += cells[end].count;
            largest = fmax(largest, cells[end].count);
        }
        for (size_t k = i; k < end; k++)
            cells[k].rest[which] = (faces - cells[k].count) / faces;
        *pairs += pairs_of(faces);
        *outside += faces - largest;
    }
}

int mesh_score_make(mesh_score *out, const mesh_seg *s, const mesh_seg *t)
{
    int code = 0;
    const double n = s->faces;
    double pairs[2], outside[2], both = 0, sum[3] = {0};
    size_t count = 0;
    cell *cells = malloc((size_t)s->faces * sizeof *cells);
    CHECK(cells, "out of memory: the labels of %u faces", s->faces);
    CHECK(s->faces == t->faces, "the segmentation has %u faces, the other %u", s->faces, t->faces);
    for (uint32_t f = 0; f < s->faces; f++)
        cells[f] = (cell){s->label[f], t->label[f], 1, {0}};
    qsort(cells, s->faces, sizeof *cells, compare_s);
    for (uint32_t f = 0; f < s->faces; f++)
        if (f && compare_s(&cells[f], &cells[count - 1]) == 0)
            cells[count - 1].count++;
        else
            cells[count++] = cells[f];
    sum_labels(cells, count, 0, &pairs[0], &outside[0]);
    qsort(cells, count, sizeof *cells, compare_t);
    sum_labels(cells, count, 1, &pairs[1], &outside[1]);
    for (size_t i = 0; i < count; i++) {
        const double *rest = cells[i].rest;
        both += pairs_of(cells[i].count);
        sum[0] += cells[i].count * rest[0];
        sum[1] += cells[i].count * rest[1];
        sum[2] += cells[i].count * fmin(rest[0], rest[1]);
    }
    *out = (mesh_score){.rand = n > 1 ? (pairs[0] + pairs[1] - 2 * both) / pairs_of(n) : 0,
                        .missing = outside[1] / n,
                        .alarm = outside[0] / n,
                        .hamming = (outside[0] + outside[1]) / (2 * n),
                        .gce = fmin(sum[0], sum[1]) / n,
                        .lce = sum[2] / n};
done:
    free(cells);
    return code;
}
