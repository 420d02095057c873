/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl plot: a picture of a table, its function and its error, drawn by gnuplot. */
#include <math.h>
#include <string.h>
#include "commands.h"
#include "common/output.h"
#include "gnuplot.h"
#include "plot/plot.h"
#include "source.h"

typedef struct job {
    source named;
    const char *output;
    plot_style style;
    const char *weight_text;
    clpwl_weight weight;
} job;

/* "800x600" in pixels of 1/96 inch; "8.5x6cm"; "3.3x2.5in". */
static int parse_size(const app_option *row, const char *text, void *member)
{
    static const struct {
        const char *name;
        double per_inch, dpi;
    } units[] = {{"", 96, 96}, {"px", 96, 96}, {"cm", 2.54, 300}, {"in", 1, 300}};
    plot_size *s = member;
    int end = 0;
    if (sscanf(text, "%lf%*1[xX]%lf%n", &s->width, &s->height, &end) == 2)
        for (size_t i = 0; i < sizeof units / sizeof *units; i++)
            if (strcmp(text + end, units[i].name) == 0) {
                s->width /= units[i].per_inch;
                s->height /= units[i].per_inch;
                s->dpi = units[i].dpi;
                if (s->width >= 1 && s->height >= 1 && s->width <= 40 && s->height <= 40)
                    return 0;
            }
    return app_usage("--%s: '%s' is not a size from 1 to 40 inches; expected WIDTHxHEIGHT in "
                     "pixels, or as 8.5x6cm or 3.3x2.5in",
                     row->name, text);
}

/* "NAME,SIZE", "NAME" or ",SIZE". */
static int parse_font(const app_option *row, const char *text, void *member)
{
    plot_font *font = member;
    const char *comma = strrchr(text, ',');
    size_t length = comma ? (size_t)(comma - text) : strlen(text);
    int code = comma ? app_parse_positive(row->name, comma + 1, &font->points) : 0;
    if (code)
        return code;
    if (length >= sizeof font->name || strpbrk(text, "'\"`\\") ||
        (comma && !(font->points >= 1 && font->points <= 100)))
        return app_usage("--%s: '%s' is not a font of 1 to 100 points; expected NAME,SIZE, as "
                         "sans,11",
                         row->name, text);
    if (length)
        snprintf(font->name, sizeof font->name, "%.*s", (int)length, text);
    return 0;
}

/* In the order of plot_log. */
static const app_choice logs[] = {
    {"auto", "where the knots and the values ask for it"},
    {"none", "linear axes"},
    {"x", "the abscissas"},
    {"y", "the values"},
    {"xy", "both"},
    {NULL, NULL},
};

#define AT(member) offsetof(job, member)
static const app_option rows[] = {
    APP_TEXT('o', "output", "FILE", output,
             "the picture: PNG, SVG or PDF by the ending of its name"),
    APP_POSITIVE(0, "relative", "FLOOR", weight.floor,
                 "draws the relative error; by default as the table was designed"),
    APP_TEXT(0, "weight", "W", weight_text,
             "draws the weighted error: a formula, a function or a file; by default as the table "
             "was designed"),
    APP_HEADING("The picture"),
    APP_PARSED(0, "size", "SIZE", style.size, parse_size,
               "WIDTHxHEIGHT in pixels, 96 to the inch (default: 800x640), or as 8.5x7cm or "
               "3.3x2.8in; a PNG then has 300 pixels to the inch"),
    APP_PARSED(0, "font", "NAME,SIZE", style.font, parse_font,
               "the font and its size in points (default: sans, of the largest size up to 11 that fits)"),
    APP_TEXT(0, "title", "TEXT", style.title,
             "the title, \"\" for none; otherwise function and design"),
    APP_TEXT(0, "xlabel", "TEXT", style.xlabel,
             "the name of x, with its unit; otherwise the heading of the samples, or x"),
    APP_TEXT(0, "ylabel", "TEXT", style.ylabel,
             "the name of f(x), with its unit; otherwise the heading of the samples, or f(x)"),
    APP_CHOICE(0, "log", "AXES", style.log, logs, "logarithmic axes of the function"),
    APP_OPTIONS_END,
};

/* gnuplot's terminal for a file name; 0 if the ending is unknown. A terminal takes fonts of 1/96
 * inch, pixels or 1/72 inch for points: fontscale makes them points. Small pictures have thinner
 * lines. */
static int find_terminal(const char *path, plot_size s, char *out, size_t room)
{
    double thin = fmin(fmax(s.width / 8, 0.6), 1), scale = s.dpi / 96;
    if (app_ends_in(path, ".png"))
        return snprintf(out, room,
                        "pngcairo size %.0f,%.0f fontscale %.4g linewidth %.4g "
                        "pointscale %.4g",
                        s.width * s.dpi, s.height * s.dpi, scale, scale * thin, scale * thin);
    if (app_ends_in(path, ".svg"))
        return snprintf(out, room,
                        "svg size %.0f,%.0f fontscale %.4g linewidth %.4g background "
                        "rgb 'white'",
                        s.width * 96, s.height * 96, 96 / 72., thin);
    if (app_ends_in(path, ".pdf"))
        return snprintf(out, room,
                        "pdfcairo size %.4gin,%.4gin fontscale %.4g linewidth %.4g "
                        "pointscale %.4g",
                        s.width, s.height, 72 / 96., thin, thin);
    return 0;
}

/* The target and the error of the table, if the picture shows the error of its design. */
static void find_levels(plot_picture *p)
{
    const clpwl_weighting *designed = clpwl_table_weighting(p->table);
    const clpwl_target *target = clpwl_table_target(p->table);
    const char *name = p->weight->w ? clpwl_function_name(p->weight->w) : "";
    int is_designed = p->weight->floor == (designed ? designed->floor : 0) &&
                      strcmp(name, designed && designed->weight ? designed->weight : "") == 0;
    int is_plain = !p->weight->w && p->weight->floor <= 0;
    p->target = p->largest = NAN;
    if (is_plain)
        p->largest = clpwl_table_measured(p->table).linf;
    else if (is_designed)
        p->largest = designed->measured.linf;
    if (target && target->norm == CLPWL_NORM_LINF && is_designed)
        p->target = target->max_error;
}

static int draw(job *j, plot_picture *p, const clpwl_function *f, const char *terminal)
{
    FILE *script;
    int code = 0;
    find_levels(p);
    TRY(plot_axis_x(p->table, (plot_log)j->style.log, &p->x));
    TRY(plot_curves_fill(&p->curves, p->table, f, p->weight, p->x));
    if (isnan(p->largest) || (p->function && strcmp(p->function, clpwl_table_function(p->table)) != 0))
        p->largest = plot_curves_largest(&p->curves);
    if (j->named.samples)
        TRY(plot_samples_read(&p->samples, j->named.samples));
    TRY(plot_axes(p, (plot_log)j->style.log));
    TRY(plot_font_fit(p, &j->style));
    if (!app_ends_in(j->output, ".svg")) /* the font of an SVG is found where it is shown */
        gnuplot_note_font(j->style.font.name);
    TRY(gnuplot_begin(&script));
    code = gnuplot_draw(script, j->output, plot_script(script, p, &j->style, terminal));
done:
    plot_curves_free(&p->curves);
    plot_samples_free(&p->samples);
    return code;
}

/* gnuplot warns of a curve without a point. */
static int is_finite_somewhere(const clpwl_function *f, const clpwl_table *table)
{
    enum { PLACES = 257 };
    double a, b, y;
    clpwl_table_domain(table, &a, &b);
    for (int i = 0; i < PLACES; i++)
        if (clpwl_function_value(f, a + (b - a) * i / (PLACES - 1), &y) == CLPWL_OK)
            return 1;
    return 0;
}

static int run(void *options, int count, char **operands)
{
    job *j = options;
    clpwl_table *table = NULL;
    clpwl_function *f = NULL, *weight = NULL;
    char terminal[160], reason[SOURCE_REASON];
    int code = 0;
    CHECK_USAGE(j->output, "-o FILE.png, FILE.svg or FILE.pdf is needed");
    CHECK_USAGE(find_terminal(j->output, j->style.size, terminal, sizeof terminal),
                "'%s' ends in none of .png, .svg and .pdf", j->output);
    TRY(app_output_spares(j->output, operands[0]));
    TRY(app_output_spares(j->output, j->named.samples));
    TRY(app_output_spares(j->output, j->weight_text));
    TRY(source_take(&j->named, count > 1 ? operands[1] : NULL));
    TRY(table_open(operands[0], &table));
    source_note_smooth(&j->named, table);
    TRY(source_of_table(&j->named, table, &f));
    if (f && !is_finite_somewhere(f, table)) {
        app_note("%s has no value on the domain: only the table is drawn", clpwl_function_name(f));
        clpwl_function_free(f);
        f = NULL;
    } else if (f)
        TRY(weight_of_table(j->weight_text, table, &j->weight, &weight));
    else
        app_note("%s: only the table is drawn", source_reason(clpwl_table_function(table), reason));
    /* The names of samples and of their smoothed function differ from file to file. */
    plot_picture p = {.table = table, .weight = &j->weight,
                      .function = f && !j->named.samples ? clpwl_function_name(f) : NULL};
    TRY(draw(j, &p, f, terminal));
done:
    clpwl_function_free(f);
    clpwl_function_free(weight);
    clpwl_table_free(table);
    return code;
}

static void set_defaults(void *options)
{
    *(job *)options = (job){.style = {.size = {800 / 96., 640 / 96., 96}, .font = {"sans", 0}},
                            .weight = CLPWL_WEIGHT_INIT};
}

const app_command plot_command = {
    .name = "plot",
    .summary = "draws a table, its function and its error",
    .synopsis = "TABLE [FUNCTION] [OPTION ...]",
    .text = "Draws the table with its knots, the function and the samples, and below them the "
            "error for which the table was designed: absolute, relative or weighted. Needs "
            "gnuplot, and --output.\n"
            "\n"
            "A table holds only the name of its function. If the name is neither in the catalogue "
            "nor a formula, give the function; otherwise only the table is drawn.\n",
    .least = 1,
    .most = 2,
    .rows = {{rows, 0, 0}, {source_rows, offsetof(job, named), 0}},
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
