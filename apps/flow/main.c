/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-flow: the motion between two pictures, by local methods whose weights are tables. */
#include "command.h"

static const app_command *const commands[] = {&flow_score_command, &flow_scene_command,
                                              &flow_bench_command, &flow_compare_command,
                                              NULL};

static const app_program program = {.name = "clpwl-flow", .summary = "", .commands = commands,
                                    .unnamed = &flow_run_command};

int main(int argc, char **argv)
{
    return app_main(&program, argc, argv);
}
