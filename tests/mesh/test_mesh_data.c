/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * clpwl-mesh on models of the Princeton benchmark (Chen et al., SIGGRAPH 2009), each with a dozen
 * human segmentations. The suite is skipped unless the folder $CLPWL_TEST_DATA has
 * mesh/NUMBER/model.off and mesh/NUMBER/NUMBER_0.seg ... for the numbers below.
 */
#include <stdio.h>
#include <unistd.h>
#include "mesh/cost.h"
#include "mesh/patches.h"
#include "mesh/score.h"
#include "support/suite.h"

enum { SKIPPED = 77, HUMANS = 20 };

/* The number of parts is the middle one of the people's. The last takes a minute. */
static const struct {
    int number, parts;
} models[] = {{125, 5}, {348, 3}, {399, 10}, {166, 8}};

static clpwl_context *context;
static app_device device;

static const char *name_of(const char *rest, int number, int human)
{
    static char path[4096];
    const char *folder = getenv("CLPWL_TEST_DATA");
    int length = snprintf(path, sizeof path - 32, "%s/mesh/%d/", folder ? folder : "/nowhere",
                          number);
    snprintf(path + length, 32, rest, number, human);
    return path;
}

static void segment(mesh_patches *out, mesh *m, const mesh_options *o)
{
    mesh_cost_summary cost;
    mesh_graph graph;
    mesh_paths *paths;
    ck_assert_int_eq(mesh_cost(m, o, context, &cost), 0);
    ck_assert_int_eq(mesh_graph_of(&graph, m), 0);
    ck_assert_int_eq(mesh_paths_find(&paths, &device, &graph, &o->paths, NULL, NULL), 0);
    ck_assert_int_eq(mesh_patches_find(out, m, &graph, paths, o), 0);
    mesh_paths_free(paths);
    mesh_graph_free(&graph);
}

static double error_of(const mesh_patches *p, uint32_t faces, int number)
{
    double sum = 0;
    int humans = 0;
    mesh_seg found = {faces, p->label}, human;
    mesh_score score;
    for (int i = 0; i < HUMANS; i++)
        if (access(name_of("%d_%d.seg", number, i), R_OK) == 0) {
            ck_assert_int_eq(mesh_seg_read(&human, name_of("%d_%d.seg", number, i)), 0);
            ck_assert_int_eq(mesh_score_make(&score, &found, &human), 0);
            sum += score.rand;
            humans++;
            mesh_seg_free(&human);
        }
    ck_assert_int_gt(humans, 0);
    return sum / humans;
}

/* Published means over all 380 models: random cuts .15, shape diameters .175. With the people's number of
 * parts, and with a guessed one. */
START_TEST(people_agree)
{
    double sum = 0;
    int count = test_factor() > 1 ? 4 : 3;
    for (int i = 0; i < count; i++) {
        mesh m;
        mesh_patches p;
        mesh_options o = mesh_defaults;
        o.clusters = _i ? 0 : models[i].parts;
        ck_assert_int_eq(mesh_read(&m, name_of("model.off", models[i].number, 0)), 0);
        segment(&p, &m, &o);
        sum += error_of(&p, m.face_count, models[i].number);
        mesh_patches_free(&p);
        mesh_free(&m);
    }
    ck_assert_double_le(sum / count, 0.15);
}
END_TEST

static void enter(void)
{
    OK(clpwl_context_create(&context, NULL));
    app_device_open(&device, context);
}

static void leave(void)
{
    clpwl_context_free(context);
}

Suite *suite(void)
{
    Suite *s = suite_create("mesh data");
    TCase *t = tcase_create("mesh data");
    if (access(name_of("model.off", models[0].number, 0), R_OK) != 0)
        exit(SKIPPED);
    runs_in_one_process();
    tcase_add_unchecked_fixture(t, enter, leave);
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, people_agree, 0, 2);
    suite_add_tcase(s, t);
    return s;
}
