/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of clpwl-flow. */
#ifndef FLOW_COMMAND_H
#define FLOW_COMMAND_H

#include "common/program.h"

extern const app_command flow_run_command, flow_score_command, flow_scene_command,
    flow_bench_command, flow_compare_command;

#endif
