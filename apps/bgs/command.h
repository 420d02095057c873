/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of clpwl-bgs. Each takes argv from its own name on; an exit code. */
#ifndef BGS_COMMAND_H
#define BGS_COMMAND_H

#include "options.h"

extern const bgs_option bgs_scene_rows[]; /* of struct bgs_scene */

int bgs_bench_command(int argc, char **argv);
int bgs_compare_command(int argc, char **argv);
int bgs_run_command(int argc, char **argv);
int bgs_score_command(int argc, char **argv);
int bgs_scene_command(int argc, char **argv);

#endif
