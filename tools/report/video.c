/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paper's application, by clpwl-bgs: Table II, Fig. 8, and the effect of the table on the
 * masks. */
#include <string.h>
#include <unistd.h>
#include "common/progress.h"
#include "report/report.h"

typedef struct video {
    report *r;
    char program[REPORT_PATH];
} video;

enum { ARGUMENTS = 24, COLUMNS = 16 };

/* Runs clpwl-bgs with arguments that end at NULL, on the report's device. Its output goes to
 * NAME.tsv. */
static int run_bgs(const video *v, const char *name, const char *const *arguments)
{
    const char *argv[ARGUMENTS] = {v->program};
    char file[REPORT_PATH];
    int n = 1, code = report_path(v->r, name, ".tsv", file);
    const int needs_device = strcmp(arguments[0], "scene") != 0;
    while (*arguments && n < ARGUMENTS - 3)
        argv[n++] = *arguments++;
    if (v->r->device && needs_device) {
        argv[n++] = "--device";
        argv[n++] = v->r->device;
    }
    return code ? code : report_run(argv, file);
}

/* Cuts a line into its columns, in place. Missing columns are empty. */
static void split(char *line, const char *columns[COLUMNS])
{
    line[strcspn(line, "\n")] = '\0';
    for (int i = 0; i < COLUMNS; i++) {
        const char *next = strsep(&line, "\t");
        columns[i] = next ? next : "";
    }
}

/* Opens NAME.tsv and skips its comment and its headings. */
static int open_rows(const report *r, const char *name, FILE **out)
{
    char line[4096];
    int code = report_read(r, name, ".tsv", out);
    for (int i = 0; code == 0 && i < 2; i++)
        if (!fgets(line, sizeof line, *out))
            break;
    return code;
}

/* The Gaussians, and three figures of the paper. */
static const struct {
    const char *name, *text, *paper;
} gaussians[] = {
    {"exact", "exact: exp, once per axis", "391"},
    {"native", "native: native_exp, once per axis", "324"},
    {"table", "table: a look-up per axis", "286"},
    {"exact-q", "exact-q: exp of the sum", ""},
    {"native-q", "native-q: native_exp of the sum", ""},
    {"table-q", "table-q: one look-up", ""},
    {"auto", "auto", ""},
};
enum { GAUSSIANS = sizeof gaussians / sizeof *gaussians, SIZES = 3 };

typedef struct timed_cell {
    char size[32], how[64];
    double pixel, evaluation; /* ns */
} timed_cell;

static int read_bench(const report *r, const char *name, timed_cell cells[GAUSSIANS][SIZES])
{
    char line[4096];
    const char *c[COLUMNS];
    int size = -1, found = 0;
    FILE *file;
    int code = open_rows(r, name, &file);
    if (code)
        return code;
    while (fgets(line, sizeof line, file)) {
        split(line, c);
        size += strcmp(c[2], "auto") == 0; /* the first of each size */
        for (int g = 0; g < GAUSSIANS && size >= 0 && size < SIZES; g++) {
            timed_cell *cell = &cells[g][size];
            if (strcmp(c[2], gaussians[g].name) != 0)
                continue;
            snprintf(cell->size, sizeof cell->size, "%s x %s", c[0], c[1]);
            snprintf(cell->how, sizeof cell->how, "%s", strcmp(c[2], "auto") == 0 ? c[3] : c[4]);
            cell->pixel = atof(c[6]);
            cell->evaluation = atof(c[8]);
            found++;
        }
    }
    code = report_read_end(file, name);
    return code || found == GAUSSIANS * SIZES
               ? code
               : app_fail("clpwl-bgs bench printed %d of %d lines", found, GAUSSIANS * SIZES);
}

static int write_table_two(report *r, const char *name, timed_cell cells[GAUSSIANS][SIZES])
{
    FILE *file;
    int code = report_data(r, name, &file);
    if (code)
        return code;
    fputs("Gaussian\tthe paper's Table II", file);
    for (int s = 0; s < SIZES; s++)
        fprintf(file, "\t%s: ns an evaluation\tns a pixel\tby", cells[0][s].size);
    fputc('\n', file);
    for (int g = 0; g < GAUSSIANS; g++) {
        fprintf(file, "%s\t%s", gaussians[g].text, gaussians[g].paper);
        for (int s = 0; s < SIZES; s++)
            fprintf(file, "\t%.3g\t%.4g\t%s", cells[g][s].evaluation, cells[g][s].pixel,
                    cells[g][s].how);
        fputc('\n', file);
    }
    return report_data_end(r, 0);
}

static int table_two(const video *v)
{
    int code = 0;
    timed_cell cells[GAUSSIANS][SIZES] = {0};
    char rounds[32];
    const char *const arguments[] = {"bench", "--rounds", rounds, NULL};
    snprintf(rounds, sizeof rounds, "%zu", v->r->bench.runs < 99 ? v->r->bench.runs : 99);
    TRY(run_bgs(v, "bgs-bench", arguments));
    report_heading(v->r, "Table II: a segmenter by its Gaussian");
    report_paragraph(
        v->r, "<code>clpwl-bgs bench</code>: medians for whole frames of the "
              "spatio-temporal model, including transfers, bandwidths and Bayes' rule, "
              "divided by the number of Gaussians evaluated: three a sample where they are "
              "evaluated once per axis. The paper evaluates a table and the two exponentials "
              "per axis, on a GPU of 2010, with times of 0.73 : 0.83 : 1. One exponential, or "
              "one look-up, of the sum of squares does a third of that work.");
    TRY(read_bench(v->r, "bgs-bench", cells));
    TRY(write_table_two(v->r, "table2", cells));
    TRY(report_table(v->r, "table2", "by: the method of the table, or the choice of auto."));
done:
    return code;
}

/* Removes the files of clpwl-bgs scene. */
static void remove_scene(const char *folder, int frames)
{
    char path[REPORT_PATH + 64];
    for (int t = 0; t < frames; t++) {
        snprintf(path, sizeof path, "%s/in%06d.png", folder, t);
        unlink(path);
        snprintf(path, sizeof path, "%s/truth%06d.png", folder, t);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/temporalROI.txt", folder);
    unlink(path);
    rmdir(folder);
}

static int figure_eight(const video *v)
{
    enum { FRAMES = 170 };
    int code = 0;
    char folder[REPORT_PATH], input[REPORT_PATH + 32], truth[REPORT_PATH + 32];
    char sheet[REPORT_PATH], frames[16];
    const char *const scene[] = {"scene", "--frames", frames, "--format", "png", folder, NULL};
    const char *const run[] = {input, "--truth", truth, "--sheet", sheet, NULL};
    TRY(report_path(v->r, "scene", "", folder));
    TRY(report_path(v->r, "fig08", ".png", sheet));
    snprintf(frames, sizeof frames, "%d", FRAMES);
    snprintf(input, sizeof input, "%s/in%%06d.png", folder);
    snprintf(truth, sizeof truth, "%s/truth%%06d.png", folder);
    code = run_bgs(v, "scene", scene);
    code = code ? code : run_bgs(v, "fig08", run);
    remove_scene(folder, FRAMES);
    TRY(code);
    report_heading(v->r, "Fig. 8: a video and its masks");
    TRY(report_image(v->r, "fig08",
                     "The generated scene (clpwl-bgs scene): swaying trees, waves, noise, drifting "
                     "light, and two objects whose truth is known. In the overlay hits are green, "
                     "false alarms red, misses blue. The report of the run is in fig08.tsv."));
done:
    return code;
}

/* The curves of the picture. */
static const struct {
    const char *gaussian, *fit, *method, *bits, *text;
} curves[] = {
    {"table", "interpolant", "buffer", "0", "per axis, buffer"},
    {"table", "projection", "buffer", "0", "per axis, buffer, projection"},
    {"table", "interpolant", "image-linear", "0", "per axis, image-linear"},
    {"table", "interpolant", "buffer", "8", "per axis, 8-bit weights"},
    {"table-q", "interpolant", "buffer", "0", "of the sum, buffer"},
    {"table-q", "projection", "buffer", "0", "of the sum, buffer, projection"},
    {"table-q", "interpolant", "image-linear", "0", "of the sum, image-linear"},
    {"table-q", "interpolant", "buffer", "8", "of the sum, 8-bit weights"},
};
enum { CURVES = sizeof curves / sizeof *curves, KNOTS = 5, LEAST_KNOTS = 32 };

typedef struct curve_point {
    double differ, share;
    char f[32];
} curve_point;

static int read_compare(const report *r, const char *name, curve_point points[CURVES][KNOTS])
{
    char line[4096];
    const char *c[COLUMNS];
    FILE *file;
    int code = open_rows(r, name, &file);
    if (code)
        return code;
    while (fgets(line, sizeof line, file)) {
        split(line, c);
        for (int i = 0; i < CURVES; i++)
            for (int k = 0; k < KNOTS; k++) {
                if (strcmp(c[0], curves[i].gaussian) || atoi(c[1]) != LEAST_KNOTS << k ||
                    strcmp(c[2], curves[i].fit) || strcmp(c[3], curves[i].method) ||
                    strcmp(c[4], curves[i].bits))
                    continue;
                points[i][k].differ = atof(c[5]);
                points[i][k].share = atof(c[6]);
                snprintf(points[i][k].f, sizeof points[i][k].f, "%s", c[7]);
            }
    }
    return report_read_end(file, name);
}

/* cells 0: shares, for the picture; 1: pixels and F, for the table. */
static int write_curves(report *r, const char *name, curve_point points[CURVES][KNOTS], int cells)
{
    FILE *file;
    int code = report_data(r, name, &file);
    if (code)
        return code;
    fputs("N + 1", file);
    for (int i = 0; i < CURVES; i++)
        fprintf(file, "\t%s", curves[i].text);
    fputc('\n', file);
    for (int k = 0; k < KNOTS; k++) {
        fprintf(file, "%d", LEAST_KNOTS << k);
        for (int i = 0; i < CURVES; i++) {
            const curve_point *p = &points[i][k];
            if (!*p->f)
                fputs(cells ? "\t-" : "\tnan", file);
            else if (cells)
                fprintf(file, "\t%.0f (%s)", p->differ, p->f);
            else
                fprintf(file, "\t%.4g", p->share);
        }
        fputc('\n', file);
    }
    return report_data_end(r, 0);
}

static const char invariance_script[] =
    "set logscale x 2\nset logscale y 10\nset format y '10^{%L}'\nset xlabel 'N+1'\n"
    "set ylabel 'share of the pixels that differ'\nset yrange [3e-7:*]\nset xrange [28:580]\n"
    "plot for [k=2:9] data skip 1 using 1:(column(k) > 0 ? column(k) : 5e-7) with linespoints "
    "pt k lc (k-2)%4+1 dt k<6?2:1 title word('axis-buffer axis-projection axis-image "
    "axis-8-bit sum-buffer sum-projection sum-image sum-8-bit', k-1)";

static int invariance(const video *v)
{
    int code = 0;
    curve_point points[CURVES][KNOTS] = {0};
    /* Objects appear when the samples are taken, and are hard to see. The pictures are small, as
     * an emulated sampler is slow. */
    const char *const arguments[] = {"compare", "--width", "96", "--height", "72",  "--every",
                                     "2",       "--empty", "54", "--frames", "100", "--camouflage",
                                     "0.82",    "--noise", "4",  NULL};
    TRY(run_bgs(v, "bgs-compare", arguments));
    report_heading(v->r, "The effect of the table on the masks");
    report_paragraph(
        v->r, "<code>clpwl-bgs compare</code>: models that differ in their Gaussian alone "
              "run side by side over the generated scene, each with its own feedback, and "
              "their masks are compared with those of exp. The objects have four fifths of "
              "the background's colour, so that many pixels are near the threshold. Per axis "
              "the table approximates exp(&minus;u&sup2;/2) on [0, 8]; for the sum of squares, "
              "exp(&minus;q/2) on [0, 64].");
    TRY(read_compare(v->r, "bgs-compare", points));
    TRY(write_curves(v->r, "invariance", points, 0));
    TRY(write_curves(v->r, "invariance-masks", points, 1));
    TRY(report_picture(
        v->r, "invariance", invariance_script,
        "On the lowest line no pixel differs. Broken lines: per axis; whole lines: of "
        "the sum."));
    TRY(report_table(v->r, "invariance-masks",
                     "Pixels that differ, and in parentheses F against the scene's truth. All "
                     "Gaussians are in bgs-compare.tsv."));
done:
    return code;
}

int report_video(report *r)
{
    int code = 0;
    video v = {.r = r};
    app_progress bar;
    if (!r->bench.context || !report_find_bgs(v.program, sizeof v.program)) {
        report_heading(r, "Table II and Fig. 8: the segmenter");
        report_paragraph(r, r->bench.context
                                ? "Left out: the program <code>clpwl-bgs</code> is neither beside "
                                  "<code>clpwl</code> nor in PATH, and CLPWL_BGS does not name it."
                                : "No OpenCL device: Table II and Fig. 8 are left out.");
        return 0;
    }
    app_progress_begin(&bar, "Table II and Fig. 8");
    TRY(table_two(&v));
    app_progress_show(0.4, &bar);
    TRY(figure_eight(&v));
    app_progress_show(0.5, &bar);
    TRY(invariance(&v));
done:
    app_progress_end(&bar);
    return code;
}
