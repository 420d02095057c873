/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-bgs: finds what moves in a video, by kernel densities whose Gaussian is a table. */
#include "command.h"

static const app_command *const commands[] = {&bgs_score_command, &bgs_scene_command,
                                              &bgs_bench_command, &bgs_compare_command, NULL};

static const app_program program = {.name = "clpwl-bgs", .summary = "", .commands = commands,
                                    .unnamed = &bgs_run_command};

int main(int argc, char **argv)
{
    return app_main(&program, argc, argv);
}
