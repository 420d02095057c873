/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-bgs: what moves in a video, by densities whose Gaussians are read from tables. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "command.h"
#include "message.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {{"bench", bgs_bench_command},
                {"compare", bgs_compare_command},
                {"scene", bgs_scene_command},
                {"score", bgs_score_command}};

static int run(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    return bgs_run_command(argc, argv);
}

int main(int argc, char **argv)
{
    int code = run(argc, argv);
    errno = 0;
    if (code == 0 && (fflush(stdout) != 0 || ferror(stdout)))
        code = bgs_fail("writing standard output failed: %s", strerror(errno ? errno : EIO));
    return code;
}
