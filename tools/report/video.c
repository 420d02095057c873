/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paper's application, by clpwl-bgs: Table II, Fig. 8, and the effect of the table on the
 * masks. */
#include <math.h>
#include <string.h>
#include <unistd.h>
#include "report/report.h"

enum { ARGUMENTS = 24, COLUMNS = 16 };

/* The program, or a paragraph that says why there is none: 1 or 0. */
static int find_program(report *r, char path[REPORT_PATH])
{
    int found = report_find_bgs(path, REPORT_PATH);
    if (!r->bench.context)
        report_paragraph(r, "Left out: there is no OpenCL device.");
    else if (!found)
        report_paragraph(r, "Left out: the program <code>clpwl-bgs</code> is neither beside "
                            "<code>clpwl</code> nor in PATH, and CLPWL_BGS does not name it.");
    return r->bench.context && found;
}

/* Runs clpwl-bgs with arguments that end at NULL, on the report's device. Its output goes to
 * NAME.tsv. from, to: shares of the section. */
static int run_bgs(report *r, const char *program, const char *name, const char *const *arguments,
                   double from, double to)
{
    const char *argv[ARGUMENTS] = {program};
    char file[REPORT_PATH];
    int n = 1, code = report_path(r, name, ".tsv", file);
    const int needs_device = strcmp(arguments[0], "scene") != 0;
    while (*arguments && n < ARGUMENTS - 3)
        argv[n++] = *arguments++;
    if (r->device && needs_device) {
        argv[n++] = "--device";
        argv[n++] = r->device;
    }
    return code ? code : report_run(r, argv, file, from, to);
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

/* The Gaussians, and the paper's Table II: ns a pixel. */
static const struct {
    const char *name, *text;
    double paper; /* 0: none */
} gaussians[] = {
    {"exact", "exact: exp, once per axis", 391},
    {"native", "native: native_exp, once per axis", 324},
    {"table", "table: a look-up per axis", 286},
    {"exact-q", "exact-q: exp of the sum", 0},
    {"native-q", "native-q: native_exp of the sum", 0},
    {"table-q", "table-q: one look-up", 0},
    {"auto", "auto", 0},
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
            snprintf(cell->size, sizeof cell->size, "%.15sx%.15s", c[0], c[1]);
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

static int write_cells(report *r, const char *name, timed_cell cells[GAUSSIANS][SIZES])
{
    char line[REPORT_LINE] = "ns a pixel\tpaper";
    FILE *file;
    int code = report_data(r, name, &file);
    if (code)
        return code;
    report_table_begin(r, "By: the method of the table, or the choice of auto.");
    for (int s = 0; s < SIZES; s++)
        report_add(line, "\t%s\tan evaluation\tby", cells[0][s].size);
    report_row(r, "head", line);
    fputs("gaussian\tpicture\tns_per_pixel\tns_per_evaluation\tby\tpaper_ns_per_pixel\n", file);
    for (int g = 0; g < GAUSSIANS; g++) {
        double paper = gaussians[g].paper;
        *line = '\0';
        report_add(line, paper > 0 ? "%s\t%g" : "%s\t", gaussians[g].text, paper);
        for (int s = 0; s < SIZES; s++) {
            const timed_cell *c = &cells[g][s];
            report_add(line, "\t%.4g\t%.3g\t%s", c->pixel, c->evaluation, c->how);
            fprintf(file, "%s\t%s\t%.4g\t%.3g\t%s\t%g\n", gaussians[g].name, c->size, c->pixel,
                    c->evaluation, c->how, paper > 0 ? paper : NAN);
        }
        report_row(r, "", line);
    }
    report_table_end(r, name);
    enum { EXACT, NATIVE, TABLE };
    double exact = cells[EXACT][SIZES - 1].pixel;
    report_fact(r,
                "Table II, %s: table : native_exp : exp take %.2f : %.2f : 1 of the time (paper: "
                "0.73 : 0.83 : 1).",
                cells[0][SIZES - 1].size, cells[TABLE][SIZES - 1].pixel / exact,
                cells[NATIVE][SIZES - 1].pixel / exact);
    return report_data_end(r, 0);
}

static int write_table_two(report *r, const report_section *s)
{
    int code = 0;
    timed_cell cells[GAUSSIANS][SIZES] = {0};
    char rounds[32], program[REPORT_PATH];
    const char *const arguments[] = {"bench", "--rounds", rounds, NULL};
    if (!find_program(r, program))
        return 0;
    snprintf(rounds, sizeof rounds, "%zu", r->bench.runs < 99 ? r->bench.runs : 99);
    TRY(run_bgs(r, program, "bgs-bench", arguments, 0, 1));
    report_paragraph(
        r,
        "<code>clpwl-bgs bench</code>: medians for whole frames of the spatio-temporal model, "
        "including transfers, bandwidths and Bayes' rule, and the same divided by the number of "
        "Gaussians evaluated: three a sample where they are evaluated once per axis. The paper "
        "evaluates a table and the two exponentials per axis. One exponential, or one look-up, of "
        "the sum of squares does a third of that work.");
    TRY(read_bench(r, "bgs-bench", cells));
    TRY(write_cells(r, s->name, cells));
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

static int write_figure_eight(report *r, const report_section *s)
{
    enum { FRAMES = 170 };
    int code = 0;
    char folder[REPORT_PATH], input[REPORT_PATH + 32], truth[REPORT_PATH + 32];
    char sheet[REPORT_PATH], frames[16], program[REPORT_PATH];
    const char *const scene[] = {"scene", "--frames", frames, "--format", "png", folder, NULL};
    const char *const run[] = {input, "--truth", truth, "--sheet", sheet, NULL};
    if (!find_program(r, program))
        return 0;
    TRY(report_path(r, "scene", "", folder));
    TRY(report_path(r, s->name, ".png", sheet));
    snprintf(frames, sizeof frames, "%d", FRAMES);
    snprintf(input, sizeof input, "%s/in%%06d.png", folder);
    snprintf(truth, sizeof truth, "%s/truth%%06d.png", folder);
    code = run_bgs(r, program, "scene", scene, 0, 0.3);
    code = code ? code : run_bgs(r, program, s->name, run, 0.3, 1);
    remove_scene(folder, FRAMES);
    TRY(code);
    TRY(report_image(r, s->name,
                     "The generated scene (clpwl-bgs scene): swaying trees, waves, noise, drifting "
                     "light, and two objects whose truth is known. In the overlay hits are green, "
                     "false alarms red, misses blue."));
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
enum { CURVES = sizeof curves / sizeof *curves, KNOTS = 5, LEAST_KNOTS = 32, BUFFER_CURVE = 4 };

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

/* The data has three columns for each curve: the share, the pixels, and F. */
static int write_curves(report *r, const char *name, curve_point points[CURVES][KNOTS])
{
    char line[REPORT_LINE] = "N + 1";
    FILE *file;
    int code = report_data(r, name, &file);
    if (code)
        return code;
    report_table_begin(r, "Pixels that differ, and in parentheses F against the scene's truth. All "
                          "Gaussians are in bgs-compare.tsv.");
    fputs("N + 1", file);
    for (int i = 0; i < CURVES; i++) {
        fprintf(file, "\t%s\tpixels\tF", curves[i].text);
        report_add(line, "\t%s", curves[i].text);
    }
    report_row(r, "head", line);
    for (int k = 0; k < KNOTS; k++) {
        fprintf(file, "\n%d", LEAST_KNOTS << k);
        *line = '\0';
        report_add(line, "%d", LEAST_KNOTS << k);
        for (int i = 0; i < CURVES; i++) {
            const curve_point *p = &points[i][k];
            fprintf(file, *p->f ? "\t%.4g\t%.0f\t%s" : "\tnan\tnan\tnan", p->share, p->differ,
                    p->f);
            report_add(line, *p->f ? "\t%.0f (%s)" : "\t-", p->differ, p->f);
        }
        report_row(r, "", line);
    }
    fputc('\n', file);
    report_table_end(r, name);
    return report_data_end(r, 0);
}

static const char masks_script[] =
    "set logscale x 2\nset logscale y 10\nset format y '10^{%T}'\nset xlabel 'N+1, knots'\n"
    "set ylabel 'share of the pixels that differ'\nset yrange [3e-7:*]\nset xrange [28:580]\n"
    "plot for [k=0:7] $data using 1:(column(3*k+2) > 0 ? column(3*k+2) : 5e-7) with linespoints "
    "pt k+4 ps 0.7 lc k%4+1 dt k<4?2:1 title columnheader(3*k+2)";

static int write_masks(report *r, const report_section *s)
{
    int code = 0;
    char program[REPORT_PATH];
    curve_point points[CURVES][KNOTS] = {0};
    /* Objects appear when the samples are taken, and are hard to see. The pictures are small, as
     * an emulated sampler is slow. */
    const char *const arguments[] = {"compare", "--width", "96", "--height", "72",  "--every",
                                     "2",       "--empty", "54", "--frames", "100", "--camouflage",
                                     "0.82",    "--noise", "4",  NULL};
    if (!find_program(r, program))
        return 0;
    TRY(run_bgs(r, program, "bgs-compare", arguments, 0, 1));
    report_paragraph(
        r, "<code>clpwl-bgs compare</code>: models that differ in their Gaussian alone "
           "run side by side over the generated scene, each with its own feedback, and "
           "their masks are compared with those of exp. The objects have four fifths of "
           "the background's colour, so that many pixels are near the threshold. Per axis "
           "the table approximates exp(&minus;u&sup2;/2) on [0, 8]; for the sum of squares, "
           "exp(&minus;q/2) on [0, 64].");
    TRY(read_compare(r, "bgs-compare", points));
    TRY(write_curves(r, s->name, points));
    TRY(report_picture(r, s->name, masks_script,
                       "On the lowest line no pixel differs. Broken lines: "
                       "per axis; whole lines: of the sum."));
    const curve_point *last = &points[BUFFER_CURVE][KNOTS - 1];
    report_fact(r,
                "Masks: a table of %d knots for the sum of squares changes %.2g %% of the pixels "
                "of a scene that is hard to see.",
                LEAST_KNOTS << (KNOTS - 1), 100 * last->share);
done:
    return code;
}

const report_section report_videos[] = {
    {"table2", "video", "Table II: a segmenter by its Gaussian", 60, write_table_two, NULL},
    {"fig08", "video", "Fig. 8: a video and its masks", 10, write_figure_eight, NULL},
    {"masks", "video", "The effect of the table on the masks", 90, write_masks, NULL},
    {NULL, NULL, NULL, 0, NULL, NULL},
};
