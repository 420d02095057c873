/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of clpwl-bgs. */
#ifndef BGS_COMMAND_H
#define BGS_COMMAND_H

#include "common/program.h"

extern const app_option bgs_scene_rows[]; /* of struct bgs_scene */

extern const app_command bgs_bench_command, bgs_compare_command, bgs_run_command,
    bgs_score_command, bgs_scene_command;

#endif
