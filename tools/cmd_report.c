/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl report: the paper's tables and figures, measured on this machine. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "commands.h"
#include "open_device.h"
#include "report/report.h"

typedef struct job {
    const char *device, *only;
    size_t values;
    int runs;
} job;

#define AT(member) offsetof(job, member)
static const app_option rows[] = {
    APP_TEXT('D', "device", "DEVICE", device,
             "a number of `clpwl devices`, or part of a device's name; host: no OpenCL; otherwise "
             "the best device"),
    APP_SIZE(0, "values", "COUNT", values,
             "number of streamed values (default: 2^22, and 2^24 on a GPU)"),
    APP_INT(0, "runs", "COUNT", runs, 1, FIGURE_RUNS_MOST, "runs of each measurement"),
    APP_TEXT(0, "only", "PART", only,
             "only this part, figures, timings or video, or one figure, such as fig07"),
    APP_OPTIONS_END,
};

static int make_folder(const char *path)
{
    struct stat s;
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &s) == 0 && S_ISDIR(s.st_mode)))
        return 0;
    return app_fail("cannot make the folder %s: %s", path, strerror(errno));
}

typedef struct part {
    const char *name;
    int (*write)(report *r);
} part;

static const part parts[] = { { "figures", report_figures },
                              { "timings", report_timings },
                              { "video", report_video } };
enum { PARTS = sizeof parts / sizeof *parts };

static int find_part(report *r, const char *text, const part **out)
{
    r->figure = report_is_figure(text) ? text : NULL;
    for (int i = 0; i < PARTS; i++)
        if (strcmp(parts[i].name, r->figure ? "figures" : text) == 0) {
            *out = &parts[i];
            return 0;
        }
    return app_usage("--only: there is no part '%s'; the parts are figures, timings, video, and "
                     "each figure by its name, such as fig07", text);
}

static int write_report(report *r, const part *only)
{
    int code = report_page_open(r);
    if (code)
        return code;
    report_paragraph(r, "The method is from D. Berj&oacute;n, G. Gallego, C. Cuevas, F. "
                        "Mor&aacute;n, N. Garc&iacute;a, <i>Optimal Piecewise Linear Function "
                        "Approximation for GPU-based Applications</i>, IEEE Trans. Cybernetics "
                        "2015. Each heading names the paper's figure or table.");
    for (int i = 0; i < PARTS && code == 0; i++)
        if (!only || only == &parts[i])
            code = parts[i].write(r);
    return report_page_end(r, code);
}

static void set_defaults(void *options)
{
    ((job *)options)->runs = 5;
}

static int run(void *options, int count, char **folder)
{
    const job *j = options;
    report r = { .folder = *folder, .command = app_command_line(), .device = j->device,
                 .bench = { .runs = (size_t)j->runs, .values = j->values } };
    const part *only = NULL;
    int code = 0;
    (void)count;
    if (j->only)
        TRY(find_part(&r, j->only, &only));
    TRY(make_folder(*folder));
    TRY(open_device(r.device, NULL, &r.bench.context));
    TRY(bench_open(&r.bench));
    TRY(write_report(&r, only));
    printf("%s/index.html\n", r.folder);
done:
    bench_close(&r.bench);
    return code;
}

const app_command report_command = {
    .name = "report",
    .summary = "measures the paper's tables and figures anew",
    .synopsis = "FOLDER [OPTION ...]",
    .text = "Measures the tables and figures of the paper by Berjon et al. (\"Optimal Piecewise "
            "Linear Function Approximation for GPU-based Applications\", 2015) on this machine. "
            "Writes a .tsv and an .svg of each into FOLDER, and index.html, one page that holds "
            "them all. Needs gnuplot.\n"
            "\n"
            "The parts are figures, timings (Table I) and video (Table II and Fig. 8). The last "
            "one runs clpwl-bgs: the program that CLPWL_BGS names, or the one beside this "
            "program, or the one in PATH.\n",
    .least = 1,
    .most = 1,
    .rows = { { rows, 0, 0 } },
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
