/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl report: starts clpwl.report of Python, which measures the paper's tables and figures anew. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "bench/figure.h"
#include "commands.h"
#include "common/message.h"
#include "open_device.h"

typedef struct job {
    const char *device, *only;
    size_t values;
    int runs;
} job;

static const app_choice parts[] = {
    { "figures", NULL }, { "timings", NULL }, { "video", NULL }, { "flow", NULL }, { "mesh", NULL },
    { NULL, NULL }
};

#define AT(member) offsetof(job, member)
static const app_option rows[] = {
    DEVICE_ROW(device, "otherwise the best device"),
    APP_SIZE(0, "values", "COUNT", values,
             "number of streamed values (default: 2^22, and 2^24 on a GPU)"),
    APP_INT(0, "runs", "COUNT", runs, 1, FIGURE_RUNS_MOST, "runs of each measurement"),
    APP_WORDS(0, "only", "PART", only, parts,
              "only this part, figures, timings, video, flow or mesh, or one figure or table, such "
              "as fig07"),
    APP_OPTIONS_END,
};

/* In the build tree the folder python beside clpwl, or above where libtool keeps it, has the package;
 * elsewhere python3 knows it. The caller's folder, the first of the path, may have files with the names
 * of modules. */
static const char script[] =
    "import os, sys\nown = os.path.dirname(sys.argv[2])\nplaces = [p for p in (own + '/python', own "
    "+ '/../python') if os.path.exists(p + '/clpwl/report')]\nsys.path[:not sys.path[0]] = "
    "places\ntry: from clpwl.report.__main__ import main\nexcept ImportError as e:\n    name = "
    "(e.name or '').split('.')[0]\n    sys.exit('clpwl report: %s: %s%s' % (sys.executable, "
    "str(e).split('\\n')[0],\n        '; bindings/python/README.md has the lines that install it' "
    "if name == 'clpwl' else\n        '; on Debian: apt-get install python3-' + name if name else "
    "''))\n"
    "main()\n";

static void set_defaults(void *options)
{
    ((job *)options)->runs = 5;
}

static int run(void *options, int count, char **folder)
{
    const job *j = options;
    char own[4096], runs[16], values[24];
    ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    own[n > 0 ? n : 0] = '\0';
    const char *argv[16] = { "python3", "-c", script, "--clpwl", n > 0 ? own : "clpwl", "--runs", runs };
    size_t used = 7;
    const char *const more[][2] = { { "--device", j->device }, { "--only", j->only },
                                    { "--values", j->values ? values : NULL } };
    (void)count;
    snprintf(runs, sizeof runs, "%d", j->runs);
    snprintf(values, sizeof values, "%zu", j->values);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        for (size_t k = 0; more[i][1] && k < 2; k++)
            argv[used++] = more[i][k];
    argv[used++] = "--";
    argv[used] = *folder;
    execvp(argv[0], (char **)(uintptr_t)argv); /* the prototype lacks a const */
    return app_fail("cannot start python3: %s; on Debian: apt-get install python3-matplotlib",
                    strerror(errno));
}

const app_command report_command = {
    .name = "report",
    .summary = "measures the paper's tables and figures anew",
    .synopsis = "FOLDER [OPTION ...]",
    .text = "Measures the tables and figures of the paper by Berjon et al. (2015) on this machine. "
            "Writes a .tsv and an .svg of each into FOLDER, and index.html, one page that holds "
            "them all. Needs python3 with matplotlib and the package clpwl.\n"
            "\n"
            "The parts are figures (5 seconds), timings (1 minute), video (3 minutes), flow (2 "
            "minutes) and mesh (1 minute). The last three run clpwl-bgs, clpwl-flow and "
            "clpwl-mesh.\n",
    .least = 1,
    .most = 1,
    .rows = {{rows, 0, 0}},
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
