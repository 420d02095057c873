/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Meshes, costs, clusters, cuts and scores against plain C, brute force and known parts. */
#include <math.h>
#include "mesh/cost.h"
#include "mesh/patches.h"
#include "mesh/scene.h"
#include "mesh/score.h"
#include "support/suite.h"

/* Functions of the program print to stderr why they fail. */
#define DONE(call) ck_assert_int_eq((call), 0)

static clpwl_context *context;
static app_device device;
static mesh m;
static mesh_seg truth;
static mesh_graph graph;
static mesh_paths *paths;
static mesh_patches patches;

static void enter(void)
{
    OK(clpwl_context_create(&context, NULL));
    app_device_open(&device, context);
}

static void leave(void)
{
    mesh_patches_free(&patches);
    mesh_paths_free(paths);
    paths = NULL;
    ck_assert_uint_eq(device.memory, 0);
    mesh_graph_free(&graph);
    mesh_free(&m);
    mesh_seg_free(&truth);
    clpwl_context_free(context);
}

static void make_mesh(const double (*vertices)[3], uint32_t vertex_count, const uint32_t (*faces)[3],
                      uint32_t face_count)
{
    mesh_free(&m);
    m.vertex_count = vertex_count;
    m.face_count = face_count;
    m.vertices = malloc(vertex_count * sizeof *vertices);
    m.faces = malloc(face_count * sizeof *faces);
    memcpy(m.vertices, vertices, vertex_count * sizeof *vertices);
    memcpy(m.faces, faces, face_count * sizeof *faces);
    DONE(mesh_finish(&m));
}

/* A face that all paths to are long is a fault, not a part. */
static const uint32_t FAULT = 100;

static void find_paths(const mesh_options *o, double noise, int has_fault)
{
    mesh_cost_summary cost;
    uint32_t seed = 3;
    DONE(mesh_cost(&m, o, context, &cost));
    for (uint32_t i = 0; i < m.pair_count && has_fault; i++)
        if (m.pairs[i].a == FAULT || m.pairs[i].b == FAULT)
            m.pairs[i].length = 1000;
    for (uint32_t i = 0; i < m.pair_count; i++)
        m.pairs[i].length *= (float)(1 + noise * random_01(&seed));
    DONE(mesh_graph_of(&graph, &m));
    DONE(mesh_paths_find(&paths, &device, &graph, &o->paths, NULL, NULL));
}

ONE_PROCESS
FIXTURE(enter, leave)

/* Two faces about an edge, the second one folded up by an angle, wound either way. */
TESTS(hinges, 26)
{
    const double angle = (_i / 2 - 6) * 0.5;
    const uint32_t faces[2][3] = {{0, 1, 2}, {_i % 2 ? 0u : 1u, _i % 2 ? 1u : 0u, 3}};
    const double vertices[4][3] = {
        {0, 0, 0}, {0, 2, 0}, {-3, 0.5, 0}, {2 * cos(angle), 1.7, 2 * sin(angle)}};
    make_mesh(vertices, 4, faces, 2);
    ck_assert_uint_eq(m.pair_count, 1);
    ck_assert_uint_eq(m.check.turned, _i % 2);
    /* unfolded: the centroids at (-1, 2.5/3) and (2/3, 3.7/3); a dozen roundings of numbers up to 10 */
    ck_assert_double_eq_tol(m.pairs[0].geodesic, hypot(5 / 3.0, 1.2 / 3.0), 1e-13);
    ck_assert_double_eq_tol(m.pairs[0].half, fabs(sin(angle / 2)), 1e-13);
    ck_assert_double_eq_tol(m.pairs[0].cosine, cos(angle), 1e-13);
    /* the normal of the first face is (0, 0, 1) or, wound as here, (0, 0, 1) * 6 > 0 */
    ck_assert_double_gt(m.normals[0][2], 0);
    if (angle != 0)
        ck_assert_int_eq(m.pairs[0].is_concave, angle > 0);
}

TEST(what_is_wrong_is_counted)
{
    /* A tetrahedron, a copy of it far away with vertices of its own, a fin on an edge of the first,
     * and a face without area. */
    const double vertices[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {9, 0, 0}, {10, 0, 0},
                                 {9, 1, 0}, {9, 0, 1}, {-1, -1, 0}, {0, 0, -0.0}};
    const uint32_t faces[][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}, {4, 6, 5}, {4, 5, 7},
                                 {4, 7, 6}, {5, 6, 7}, {9, 3, 8}, {5, 5, 6}};
    make_mesh(vertices, 10, faces, 10);
    const uint32_t counts[][2] = {{m.check.welded, 1}, {m.check.degenerate, 1}, {m.check.components, 2},
                                  {m.check.crowded, 2}, /* of the fin, and of the face without area */
                                  {m.check.boundary, 2}, {m.edge_count, 14}, {m.pair_count, 14}};
    for (int i = 0; i < 7; i++)
        ck_assert_uint_eq(counts[i][0], counts[i][1]);
    /* The centroid of 1, 2, 3 at (1, 1, 1) / 3, and that of 4, 7, 6 at (9, 1/3, 1/3). */
    DONE(mesh_link(&m));
    ck_assert_uint_eq(m.pair_count, 15);
    ck_assert_double_eq_tol(m.pairs[14].geodesic, 26.0 / 3, 1e-12);
    ck_assert_uint_eq(m.pairs[14].a + m.pairs[14].b, 3 + 6);
}

/* Lengths by another formula: angles by atan2. The mean moves by the table's error too; fp32 has 6e-8 of
 * lengths up to 100. */
TESTS(lengths_as_plain_c, 6)
{
    const mesh_scene scene = {MESH_HAND, 16};
    mesh_options o = mesh_defaults;
    mesh_cost_summary cost;
    o.angle = _i / 2;
    o.is_exact = _i % 2;
    DONE(mesh_scene_make(&scene, &m, &truth));
    DONE(mesh_cost(&m, &o, context, &cost));
    ck_assert_int_eq(cost.error > 0, o.angle != MESH_COSINE && !o.is_exact);
    double *bend = malloc(m.pair_count * sizeof *bend), mean[2] = {0};
    for (uint32_t i = 0; i < m.pair_count; i++) {
        const mesh_pair *p = &m.pairs[i];
        const double *a = m.normals[p->a], *b = m.normals[p->b];
        const double cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        const double theta = atan2(
            hypot(hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2]), a[0] * b[1] - a[1] * b[0]),
            cosine);
        bend[i] = (p->is_concave ? 1 : o.eta) * (o.angle == MESH_COSINE   ? 1 - cosine
                                                 : o.angle == MESH_LINEAR ? theta
                                                                          : -log(1 - theta / M_PI));
        mean[0] += p->geodesic / m.pair_count;
        mean[1] += bend[i] / m.pair_count;
    }
    for (uint32_t i = 0; i < m.pair_count; i++) {
        const double l = 0.3 * m.pairs[i].geodesic / mean[0] + 0.7 * bend[i] / mean[1];
        EXPECT(fabs(m.pairs[i].length - l) <= (2 * cost.error / mean[1] + 1e-5) * fmax(l, 1),
               "pair %u: %g, not %g", i, (double)m.pairs[i].length, l);
    }
    free(bend);
}

static double capacity_of(const uint32_t *label, uint32_t a, uint32_t b)
{
    double sum = 0;
    for (uint32_t i = 0; i < m.pair_count; i++) {
        const uint32_t p = label[m.pairs[i].a], q = label[m.pairs[i].b];
        if ((p == a && q == b) || (p == b && q == a))
            sum += 1 / (1 + m.pairs[i].angle / m.mean_angle);
    }
    return sum;
}

/* Random graphs of 14 faces, of which some are fuzzy and some have a third label. */
TESTS(cuts_as_brute_force, 40)
{
    enum { FACES = 14 };
    uint32_t seed = 77 + (uint32_t)_i, label[FACES], best_label[FACES], fuzzy[FACES], n = 0, count;
    float share[2][FACES];
    double best = INFINITY;
    m.face_count = FACES;
    m.mean_angle = 0.4;
    m.pairs = calloc(30, sizeof *m.pairs);
    for (m.pair_count = 0; m.pair_count < 30; m.pair_count++)
        m.pairs[m.pair_count] = (mesh_pair){.a = random_bits(&seed) % FACES,
                                            .b = random_bits(&seed) % FACES,
                                            .angle = random_01(&seed)};
    for (uint32_t f = 0; f < FACES; f++) {
        label[f] = f < 2 ? f : random_bits(&seed) % 5 == 0 ? 2 : random_bits(&seed) % 2;
        const int is_fuzzy = f >= 4 && label[f] < 2;
        share[label[f] == 1][f] = is_fuzzy ? 0.3f : 0.6f;
        share[label[f] != 1][f] = is_fuzzy ? 0.29f : 0.1f;
        if (is_fuzzy)
            fuzzy[n++] = f;
    }
    for (uint32_t bits = 0; bits < 1u << n; bits++) {
        memcpy(best_label, label, sizeof label);
        for (uint32_t i = 0; i < n; i++)
            best_label[fuzzy[i]] = bits >> i & 1;
        best = fmin(best, capacity_of(best_label, 0, 1));
    }
    memcpy(best_label, label, sizeof label);
    DONE(mesh_cut(&m, label, (const uint32_t[]){0, 1}, (const float *const[]){share[0], share[1]},
                  0.04, &count));
    ck_assert_uint_eq(count, n);
    for (uint32_t f = 0; f < FACES; f++)
        if (f < 4 || best_label[f] == 2)
            ck_assert_uint_eq(label[f], best_label[f]);
    ck_assert_double_eq_tol(capacity_of(label, 0, 1), best, 1e-9);
}

static uint32_t count_pieces(const uint32_t *label)
{
    uint32_t *of = malloc(graph.nodes * sizeof *of), pieces = 0;
    for (uint32_t f = 0; f < graph.nodes; f++)
        of[f] = f;
    for (int again = 1; again;) {
        again = 0;
        for (uint32_t f = 0; f < graph.nodes; f++)
            for (uint32_t e = graph.start[f]; e < graph.start[f + 1]; e++)
                if (label[f] == label[graph.to[e]] && of[f] > of[graph.to[e]]) {
                    of[f] = of[graph.to[e]];
                    again = 1;
                }
    }
    for (uint32_t f = 0; f < graph.nodes; f++)
        pieces += of[f] == f;
    free(of);
    return pieces;
}

/* The end of the rounds of patches.h: a face is in the patch whose faces have the least mean distance from
 * it. In the last round a face on the border may move. */
TESTS(a_face_is_in_the_nearest_patch, 3)
{
    const mesh_scene scene = {MESH_DUMBBELL, 16};
    mesh_options o = mesh_defaults;
    uint32_t differ = 0;
    o.clusters = 3 + _i;
    o.band = 0; /* no cut */
    DONE(mesh_scene_make(&scene, &m, &truth));
    find_paths(&o, 0.5, 0); /* the body's symmetry would leave ties */
    DONE(mesh_patches_find(&patches, &m, &graph, paths, &o));
    ck_assert_uint_eq(patches.count, o.clusters);
    float *d = malloc(m.face_count * sizeof *d);
    for (uint32_t f = 0; f < m.face_count; f++) {
        double sum[8] = {0}, size[8] = {0};
        uint32_t nearest = 0;
        DONE(mesh_paths_row(paths, f, d));
        for (uint32_t g = 0; g < m.face_count; g++) {
            sum[patches.label[g]] += (double)d[g];
            size[patches.label[g]]++;
        }
        for (uint32_t k = 1; k < patches.count; k++)
            if (sum[k] / size[k] < sum[nearest] / size[nearest])
                nearest = k;
        differ += nearest != patches.label[f];
    }
    ck_assert_uint_le(differ, m.face_count / 100);
    free(d);
}

static double rand_error(void)
{
    mesh_score s;
    const mesh_seg found = {m.face_count, patches.label};
    DONE(mesh_score_make(&s, &found, &truth));
    return s.rand;
}

/* The borders are rounded fillets; a row of faces on either side of them may go to either part. */
TESTS(bodies_are_recovered, MESH_HAND + 2 - MESH_DUMBBELL)
{
    const int has_fault = (MESH_DUMBBELL + _i) > MESH_HAND, body = has_fault ? MESH_DUMBBELL : (MESH_DUMBBELL + _i);
    const mesh_scene scene = {body, body == MESH_HAND ? 40 : 24};
    mesh_options o = mesh_defaults;
    double area = 0;
    o.clusters = body == MESH_HAND ? 6 : 3;
    DONE(mesh_scene_make(&scene, &m, &truth));
    ck_assert_uint_eq(m.check.boundary + m.check.crowded + m.check.turned + m.check.degenerate, 0);
    ck_assert_uint_eq(m.check.components, 1);
    find_paths(&o, 0, has_fault);
    DONE(mesh_patches_find(&patches, &m, &graph, paths, &o));
    ck_assert_uint_eq(patches.count, (uint32_t)o.clusters);
    ck_assert_double_lt(rand_error(), 0.02);
    ck_assert_uint_eq(count_pieces(patches.label), patches.count);
    for (uint32_t k = 0; k < patches.count; k++)
        area += patches.list[k].area;
    for (uint32_t f = 0; f < m.face_count; f++)
        area -= m.areas[f];
    ck_assert_double_eq_tol(area, 0, 1e-9);
    if (has_fault)
        return;
    /* A number that is guessed leaves no part out. */
    for (int kind = 0; kind < (body == MESH_HAND ? 1 : 14); kind++) {
        mesh_patches_free(&patches);
        o.is_hierarchical = kind % 2;
        o.clusters = kind / 2 * (kind / 2); /* up to 36 */
        DONE(mesh_patches_find(&patches, &m, &graph, paths, &o));
        ck_assert(o.clusters ? patches.count == (uint32_t)o.clusters
                             : patches.count >= (body == MESH_HAND ? 6 : 3));
        ck_assert_uint_eq(count_pieces(patches.label), patches.count);
    }
}

/* By hand. Of a's parts of 4, 2 and 2 faces 3, 1 and 1 are in one part of b, of b's parts of 4, 1, 2 and 1
 * so 3, 1, 1 and 1 in one of a; of 28 pairs 9 are in one part of one of the two alone. */
TEST(scores_by_hand)
{
    uint32_t a[8] = {7, 7, 7, 7, 1000003, 1000003, 5, 5}, b[8] = {0, 0, 0, 3, 0, 1, 1, 2};
    const mesh_seg s = {8, a}, t = {8, b};
    mesh_score got;
    DONE(mesh_score_make(&got, &s, &t));
    const double right[][2] = {{got.rand, 9.0 / 28},    {got.missing, 2.0 / 8}, {got.alarm, 3.0 / 8},
                               {got.hamming, 5.0 / 16}, {got.gce, 5.0 / 16},    {got.lce, 9.0 / 32}};
    for (int i = 0; i < 6; i++)
        ck_assert_double_eq_tol(right[i][0], right[i][1], 1e-15);
    DONE(mesh_score_make(&got, &s, &s));
    ck_assert(got.rand == 0 && got.hamming == 0 && got.gce == 0 && got.lce == 0);
}
