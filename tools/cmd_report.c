/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl report: the paper's tables and figures, measured on this machine. */
#include <stdio.h>
#include <string.h>
#include "commands.h"
#include "open_device.h"
#include "report/report.h"

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
    APP_WORDS('D', "device", "DEVICE", device, device_words,
             "a number of `clpwl devices`, or part of a device's name; host: no OpenCL; otherwise "
             "the best device"),
    APP_SIZE(0, "values", "COUNT", values,
             "number of streamed values (default: 2^22, and 2^24 on a GPU)"),
    APP_INT(0, "runs", "COUNT", runs, 1, FIGURE_RUNS_MOST, "runs of each measurement"),
    APP_WORDS(0, "only", "PART", only, parts,
             "only this part, figures, timings, video, flow or mesh, or one figure or table, such as fig07"),
    APP_OPTIONS_END,
};

/* The n-th section of the report, or NULL. */
static const report_section *section_at(size_t n)
{
    static const report_section *const lists[] = {report_figures, report_timings, report_videos,
                                                  report_flows, report_meshes};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const report_section *s = lists[i]; s->name; s++)
            if (n-- == 0)
                return s;
    return NULL;
}

static int is_asked(const report_section *s, const char *only)
{
    return !only || strcmp(only, s->part) == 0 || strcmp(only, s->name) == 0;
}

static int write_sections(report *r, const char *only, int count)
{
    const report_section *s;
    char label[160];
    int code = 0, number = 0;
    for (size_t i = 0; (s = section_at(i)) != NULL && code == 0; i++) {
        if (!is_asked(s, only))
            continue;
        snprintf(label, sizeof label, "%d of %d: %.28s", ++number, count, s->heading);
        r->bar.label = label;
        r->now = s;
        report_progress(r, 0);
        report_heading(r, s->name, s->heading);
        code = s->write(r, s);
        r->done += s->seconds;
    }
    CHECK(code || r->left_out < count, "nothing of this report can be made: %s", r->reason);
done:
    return code;
}

static int write_report(report *r, const char *only)
{
    const report_section *s;
    int code = 0, count = 0;
    for (size_t i = 0; (s = section_at(i)) != NULL; i++) {
        count += is_asked(s, only);
        r->all += is_asked(s, only) ? s->seconds : 0;
    }
    code = report_page_open(r);
    code = report_page_end(r, code ? code : write_sections(r, only, count));
    return code;
}

static int check_only(const char *only)
{
    const report_section *s;
    for (size_t i = 0; (s = section_at(i)) != NULL; i++)
        if (is_asked(s, only))
            return 0;
    return app_usage(
        "--only: there is no part '%s'; the parts are figures, timings, video, flow, mesh, and each "
        "figure or table by its name, such as fig07 or table1",
        only);
}

/* The sections of the page of before that the new one leaves out, as " fig02 fig03". */
static void list_lost(const report *r, const char *only, char out[256])
{
    char page[REPORT_PATH], line[4096], heading[64];
    const report_section *s;
    FILE *file = report_path(r, "index", ".html", page) ? NULL : fopen(page, "rb");
    out[0] = '\0';
    while (file && fgets(line, sizeof line, file))
        for (size_t i = 0; (s = section_at(i)) != NULL; i++) {
            size_t used = strlen(out);
            snprintf(heading, sizeof heading, "<h2 id=%s>", s->name);
            if (!is_asked(s, only) && strncmp(line, heading, strlen(heading)) == 0)
                snprintf(out + used, 256 - used, " %s", s->name);
        }
    if (file)
        fclose(file);
}

static void set_defaults(void *options)
{
    ((job *)options)->runs = 5;
}

static int run(void *options, int count, char **folder)
{
    const job *j = options;
    report r = {.folder = *folder,
                .command = app_command_line(),
                .device = j->device,
                .load = -1,
                .bench = {.runs = (size_t)j->runs, .values = j->values}};
    char lost[256];
    int code = 0;
    (void)count;
    (void)!getloadavg(&r.load, 1); /* before it has this program's */
    app_progress_begin(&r.bar, "");
    TRY(check_only(j->only));
    TRY(app_make_folder(*folder));
    TRY(open_device(r.device, NULL, &r.bench.context));
    TRY(bench_open(&r.bench));
    list_lost(&r, j->only, lost);
    TRY(write_report(&r, j->only));
    if (*lost)
        app_note("%s/index.html has %s alone, and no more%s, whose files are still there", r.folder, j->only,
                 lost);
    app_progress_end(&r.bar);
    printf("%s/index.html\n", r.folder);
done:
    app_progress_end(&r.bar);
    bench_close(&r.bench);
    return code;
}

const app_command report_command = {
    .name = "report",
    .summary = "measures the paper's tables and figures anew",
    .synopsis = "FOLDER [OPTION ...]",
    .text =
        "Measures the tables and figures of the paper by Berjon et al. (\"Optimal Piecewise "
        "Linear Function Approximation for GPU-based Applications\", 2015) on this machine. "
        "Writes a .tsv and an .svg of each into FOLDER, and index.html, one page that holds "
        "them all. Needs gnuplot.\n"
        "\n"
        "The parts are figures (3 seconds), timings (Table I; 1 minute), video (Table II and "
        "Fig. 8; 3 minutes on two cores, longer where other programs run) and, which the paper does "
        "not have, flow (motion between pictures; 2 minutes) and mesh (parts of a mesh; 1 minute). "
        "The last three run clpwl-bgs, clpwl-flow and clpwl-mesh: the programs that CLPWL_BGS, "
        "CLPWL_FLOW and CLPWL_MESH name, or those beside this program, or those in PATH.\n",
    .least = 1,
    .most = 1,
    .rows = {{rows, 0, 0}},
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
