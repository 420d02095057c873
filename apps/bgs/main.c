/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-bgs: what moves in a video, by densities whose Gaussians are read from tables. */
#include <stdio.h>
#include <string.h>
#include "command.h"
#include "message.h"

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "score") == 0)
        return bgs_score_command(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "scene") == 0)
        return bgs_scene_command(argc - 1, argv + 1);
    return bgs_run_command(argc, argv);
}
