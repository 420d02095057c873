/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-mesh: the parts of a triangle mesh, by fuzzy clustering on its dual graph. */
#include "command.h"

static const app_command *const commands[] = {&mesh_score_command, &mesh_scene_command,
                                              &mesh_compare_command, &mesh_bench_command, NULL};

static const app_program program = {.name = "clpwl-mesh", .summary = "", .commands = commands,
                                    .unnamed = &mesh_run_command};

int main(int argc, char **argv)
{
    return app_main(&program, argc, argv);
}
