/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of clpwl-mesh. */
#ifndef MESH_COMMAND_H
#define MESH_COMMAND_H

#include "common/program.h"

extern const app_command mesh_run_command, mesh_score_command, mesh_scene_command,
    mesh_compare_command, mesh_bench_command;

#endif
