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

/* Two faces about an edge, the second one folded up by an angle, wound either way. */
START_TEST(hinges)
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
END_TEST

START_TEST(what_is_wrong_is_counted)
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
    DONE(mesh_link(&m));
    ck_assert_uint_eq(m.pair_count, 15);
    const mesh_pair *link = &m.pairs[14];
    double nearest = INFINITY, length = 0;
    for (uint32_t a = 0; a < 10; a++)
        for (uint32_t b = 0; b < 10; b++) {
            double square = 0;
            for (int k = 0; k < 3; k++)
                square += pow(m.centroids[a][k] - m.centroids[b][k], 2);
            if (m.component[a] != m.component[b])
                nearest = fmin(nearest, sqrt(square));
            if (a == link->a && b == link->b)
                length = sqrt(square);
        }
    ck_assert_double_eq_tol(link->geodesic, nearest, 1e-12);
    ck_assert_double_eq_tol(length, nearest, 1e-12);
    ck_assert_uint_ne(m.component[link->a], m.component[link->b]);
}
END_TEST

/* Lengths by another formula: angles by atan2. */
START_TEST(lengths_as_plain_c)
{
    const mesh_scene scene = {MESH_HAND, 16};
    mesh_options o = mesh_defaults;
    mesh_cost_summary cost;
    double *length, mean[2] = {0}, error;
    o.angle = _i / 2;
    o.is_exact = _i % 2;
    DONE(mesh_scene_make(&scene, &m, &truth));
    DONE(mesh_cost(&m, &o, context, &cost));
    length = malloc(2 * m.pair_count * sizeof *length);
    for (uint32_t i = 0; i < m.pair_count; i++) {
        const mesh_pair *p = &m.pairs[i];
        const double *a = m.normals[p->a], *b = m.normals[p->b];
        const double cross[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                                 a[0] * b[1] - a[1] * b[0]};
        const double cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        const double theta = atan2(hypot(hypot(cross[0], cross[1]), cross[2]), cosine);
        length[2 * i] = p->geodesic;
        length[2 * i + 1] = (p->is_concave ? 1 : o.eta) *
                            (o.angle == MESH_COSINE   ? 1 - cosine
                             : o.angle == MESH_LINEAR ? theta
                                                      : -log(1 - theta / M_PI));
        for (int k = 0; k < 2; k++)
            mean[k] += length[2 * i + k] / m.pair_count;
    }
    ck_assert_int_eq(cost.error > 0, o.angle != MESH_COSINE && !o.is_exact);
    /* The mean moves by the table's error too; fp32 has 6e-8 of lengths up to 100. */
    error = 2 * cost.error / mean[1] + 1e-5;
    for (uint32_t i = 0; i < m.pair_count; i++) {
        const double l = 0.3 * length[2 * i] / mean[0] + 0.7 * length[2 * i + 1] / mean[1];
        EXPECT(fabs(m.pairs[i].length - l) <= error * fmax(l, 1), "pair %u: %g, not %g", i,
               (double)m.pairs[i].length, l);
    }
    free(length);
}
END_TEST

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
START_TEST(cuts_as_brute_force)
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
END_TEST

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

/* Step 1 to 3 of patches.h in double, on the distances as stored. */
static void cluster_plainly(uint32_t k, int rounds, uint32_t *label)
{
    const size_t n = m.face_count;
    float *d = malloc(n * n * sizeof *d);
    double *p = malloc(k * n * sizeof *p), *sum = malloc(n * sizeof *sum);
    uint32_t center[8] = {0};
    for (uint32_t f = 0; f < n; f++)
        DONE(mesh_paths_row(paths, f, d + f * n));
    for (size_t f = 0; f < n; f++) {
        sum[f] = 0;
        for (size_t g = 0; g < n; g++)
            sum[f] += (double)d[f * n + g];
        if (sum[f] < sum[center[0]])
            center[0] = (uint32_t)f;
    }
    for (uint32_t i = 1; i <= k; i++) {
        double farthest = -1;
        for (size_t f = 0; f < n; f++) {
            label[f] = 0;
            for (uint32_t j = 1; j < i; j++)
                if (d[f * n + center[j]] < d[f * n + center[label[f]]])
                    label[f] = j;
            if ((double)d[f * n + center[label[f]]] > farthest && i < k) {
                farthest = (double)d[f * n + center[label[f]]];
                center[i] = (uint32_t)f;
            }
        }
    }
    for (int round = 0, changed = 1; changed && round < rounds; round++) {
        uint32_t size[8] = {0}, before[8];
        memset(p, 0, k * n * sizeof *p);
        for (size_t g = 0; g < n; g++) {
            size[label[g]]++;
            for (size_t f = 0; f < n; f++)
                p[label[g] * n + f] += (double)d[f * n + g];
        }
        for (size_t f = 0; f < n; f++) {
            double total = 0;
            for (uint32_t j = 0; j < k; j++)
                total += size[j] / p[j * n + f];
            for (uint32_t j = 0; j < k; j++)
                p[j * n + f] = size[j] / p[j * n + f] / total;
            for (uint32_t j = 0; j < k; j++)
                if (j == 0 || p[j * n + f] > p[label[f] * n + f])
                    label[f] = j;
        }
        memcpy(before, center, sizeof center);
        for (uint32_t j = 0; j < k; j++) {
            double least = INFINITY;
            for (size_t g = 0; g < n; g++) {
                double s = label[g] == j ? 0 : INFINITY;
                for (size_t f = 0; f < n; f++)
                    s += p[j * n + f] * (double)d[f * n + g];
                if (s < least) {
                    least = s;
                    center[j] = (uint32_t)g;
                }
            }
        }
        changed = memcmp(before, center, sizeof center) != 0;
    }
    free(d);
    free(p);
    free(sum);
}

START_TEST(clusters_as_plain_c)
{
    const mesh_scene scene = {MESH_DUMBBELL, 16};
    const uint32_t k = 3 + (uint32_t)_i;
    mesh_options o = mesh_defaults;
    uint32_t *label, differ = 0, moved;
    o.clusters = (int)k;
    o.band = 0; /* no cut */
    DONE(mesh_scene_make(&scene, &m, &truth));
    find_paths(&o, 0.5, 0); /* the body's symmetry would leave ties */
    label = malloc(m.face_count * sizeof *label);
    cluster_plainly(k, o.rounds, label);
    DONE(mesh_connect(&graph, label, k, &moved));
    DONE(mesh_patches_find(&patches, &m, &graph, paths, &o));
    ck_assert_uint_eq(patches.count, k);
    for (uint32_t f = 0; f < m.face_count; f++)
        differ += patches.label[f] != label[f];
    /* A face on the border of two patches may have equal memberships but for rounding. */
    ck_assert_uint_le(differ, m.face_count / 100);
    free(label);
}
END_TEST

static double rand_error(void)
{
    mesh_score s;
    const mesh_seg found = {m.face_count, patches.label};
    DONE(mesh_score_make(&s, &found, &truth));
    return s.rand;
}

/* The borders are rounded fillets; a row of faces on either side of them may go to either part. */
START_TEST(bodies_are_recovered)
{
    const int has_fault = _i > MESH_HAND, body = has_fault ? MESH_DUMBBELL : _i;
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
    ck_assert_str_eq(patches.list[0].name, "body");
    if (has_fault)
        return;
    /* A number that is guessed leaves no part out. */
    mesh_patches_free(&patches);
    o.clusters = 0;
    DONE(mesh_patches_find(&patches, &m, &graph, paths, &o));
    ck_assert_uint_ge(patches.count, body == MESH_HAND ? 6 : 3);
}
END_TEST

START_TEST(each_number_of_parts)
{
    const mesh_scene scene = {MESH_DUMBBELL, 16};
    mesh_options o = mesh_defaults;
    DONE(mesh_scene_make(&scene, &m, &truth));
    find_paths(&o, 0, 0);
    o.is_hierarchical = _i;
    for (o.clusters = 0; o.clusters < 30; o.clusters += 1 + o.clusters / 3) {
        DONE(mesh_patches_find(&patches, &m, &graph, paths, &o));
        ck_assert_uint_eq(patches.count, o.clusters ? (uint32_t)o.clusters : 3);
        ck_assert_uint_eq(count_pieces(patches.label), patches.count);
        mesh_patches_free(&patches);
    }
}
END_TEST

/* The definitions, pair by pair and face by face. */
START_TEST(scores_as_plain_c)
{
    enum { N = 60 };
    uint32_t seed = 9 + (uint32_t)_i, a[N], b[N];
    const mesh_seg s = {N, a}, t = {N, b};
    mesh_score score;
    double rand = 0, missing = N, alarm = N, local[3] = {0};
    double in_a[N] = {0}, in_b[N] = {0}, both[N] = {0};
    for (int f = 0; f < N; f++) {
        a[f] = random_bits(&seed) % 7 * 1000003u;
        b[f] = random_bits(&seed) % 3 ? a[f] / 2 : random_bits(&seed) % 5;
    }
    DONE(mesh_score_make(&score, &s, &t));
    for (int f = 0; f < N; f++)
        for (int g = 0; g < N; g++) {
            rand += g < f && (a[f] == a[g]) != (b[f] == b[g]);
            in_a[f] += a[g] == a[f];
            in_b[f] += b[g] == b[f];
            both[f] += a[g] == a[f] && b[g] == b[f];
        }
    for (int f = 0; f < N; f++) {
        double best[2] = {0};
        for (int g = 0; g < N; g++) {
            best[0] = fmax(best[0], a[g] == a[f] ? both[g] : 0);
            best[1] = fmax(best[1], b[g] == b[f] ? both[g] : 0);
        }
        alarm -= best[0] / in_a[f]; /* the best of a part, from each of its faces */
        missing -= best[1] / in_b[f];
        local[0] += 1 - both[f] / in_a[f];
        local[1] += 1 - both[f] / in_b[f];
        local[2] += 1 - both[f] / fmin(in_a[f], in_b[f]);
    }
    const double right[][2] = {{score.rand, rand / (N * (N - 1) / 2)}, {score.missing, missing / N},
                               {score.alarm, alarm / N}, {score.hamming, (missing + alarm) / (2 * N)},
                               {score.gce, fmin(local[0], local[1]) / N}, {score.lce, local[2] / N}};
    for (int i = 0; i < 6; i++)
        ck_assert_double_eq_tol(right[i][0], right[i][1], 1e-12);
    DONE(mesh_score_make(&score, &s, &s));
    ck_assert(score.rand == 0 && score.hamming == 0 && score.gce == 0 && score.lce == 0);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("mesh");
    TCase *t = tcase_create("mesh");
    runs_in_one_process();
    tcase_add_checked_fixture(t, enter, leave);
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, hinges, 0, 26);
    tcase_add_test(t, what_is_wrong_is_counted);
    tcase_add_loop_test(t, lengths_as_plain_c, 0, 6);
    tcase_add_loop_test(t, cuts_as_brute_force, 0, 40);
    tcase_add_loop_test(t, clusters_as_plain_c, 0, 3);
    tcase_add_loop_test(t, bodies_are_recovered, MESH_DUMBBELL, MESH_HAND + 2);
    tcase_add_loop_test(t, each_number_of_parts, 0, 2);
    tcase_add_loop_test(t, scores_as_plain_c, 0, 20);
    suite_add_tcase(s, t);
    return s;
}
