/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl plot: a picture of a table, its function and its error, drawn by gnuplot. Here are the numbers;
 * plot.gp lays them out. */
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "commands.h"
#include "common/output.h"
#include "plot_gp.h"
#include "source.h"
#include "target.h"

/* Inches, and the pixels of an inch in a PNG. */
typedef struct plot_size {
    double width, height, dpi;
} plot_size;

typedef struct plot_font {
    char name[64];
    double points; /* 0: the largest that leaves room, at most 11 */
} plot_font;

typedef struct job {
    subject of;
    const char *output, *title, *xlabel, *ylabel;
    plot_size size;
    plot_font font;
} job;

/* "800x600" in pixels of 1/96 inch; "8.5x6cm"; "3.3x2.5in". */
static int parse_size(const app_option *row, const char *text, void *member)
{
    plot_size *s = member;
    char unit[4] = "px";
    int code = 0, read = sscanf(text, "%lf%*1[xX]%lf%3s", &s->width, &s->height, unit);
    double inch = strcmp(unit, "px") == 0 ? 96 : strcmp(unit, "cm") == 0 ? 2.54 : 1;
    s->width /= inch;
    s->height /= inch;
    s->dpi = inch == 96 ? 96 : 300;
    CHECK_USAGE(read >= 2 && (inch > 1 || strcmp(unit, "in") == 0) && s->width >= 1 &&
                    s->height >= 1 && s->width <= 40 && s->height <= 40,
                "--%s: '%s' is not a size from 1 to 40 inches, as 800x640, 8.5x6cm or 3.3x2.5in",
                row->name, text);
done:
    return code;
}

/* "NAME,SIZE" or "NAME". */
static int parse_font(const app_option *row, const char *text, void *member)
{
    plot_font *font = member;
    int code = 0, used = 0;
    int read = sscanf(text, "%63[^,'\"`\\]%n,%lf%n", font->name, &used, &font->points, &used);
    CHECK_USAGE(read > 0 && !text[used] &&
                    (read == 1 || (font->points >= 1 && font->points <= 100)),
                "--%s: '%s' is not a font of 1 to 100 points; expected NAME,SIZE, as sans,11",
                row->name, text);
done:
    return code;
}

#define AT(member) offsetof(job, member)
static const app_option rows[] = {
    APP_TEXT('o', "output", "FILE", output,
             "the picture: PNG, SVG or PDF by the ending of its name"),
    APP_HEADING("The picture"),
    APP_PARSED(0, "size", "SIZE", size, parse_size,
               "WIDTHxHEIGHT in pixels, 96 to the inch (default: 800x640), or as 8.5x7cm or "
               "3.3x2.8in; a PNG then has 300 pixels to the inch"),
    APP_PARSED(0, "font", "NAME,SIZE", font, parse_font,
               "the font and its points (default: sans, the largest up to 11 that fits)"),
    APP_TEXT(0, "title", "TEXT", title, "the title, \"\" for none; otherwise function and design"),
    APP_TEXT(0, "xlabel", "TEXT", xlabel, "the name of x, with its unit"),
    APP_TEXT(0, "ylabel", "TEXT", ylabel, "the name of f(x), with its unit"),
    APP_OPTIONS_END,
};

static const char *kind_of(const char *path)
{
    return app_ends_in(path, ".png")   ? "png"
           : app_ends_in(path, ".svg") ? "svg"
           : app_ends_in(path, ".pdf") ? "pdf"
                                       : NULL;
}

/* Of x. */
typedef struct axis {
    double lo, hi;
    int log;
} axis;

/* Of an abscissa: the table v, the function f and the error e, NaN where f is not finite. */
typedef struct point {
    double x, v, f, e;
    size_t passed; /* knots up to x */
} point;

static point find_point(const subject *of, double x, size_t passed)
{
    double v = clpwl_table_value(of->table, x), f = NAN, w = 1;
    if (of->f && clpwl_function_value(of->f, x, &f) != CLPWL_OK)
        f = NAN;
    if (of->weight.w && clpwl_function_value(of->weight.w, x, &w) != CLPWL_OK)
        w = NAN;
    return (point){x, v, f,
                   w * (v - f) / (of->weight.floor > 0 ? fmax(fabs(f), of->weight.floor) : 1),
                   passed};
}

/* A picture has fewer than COLUMNS columns of pixels that a reader can tell from each other. Of many
 * segments some are left out: f is called 2^21 times at most, which takes a second for a formula. */
enum { COLUMNS = 1000, POINTS = 12, MOST_POINTS = 1 << 21 };

static size_t column_of(axis a, double x)
{
    double share = a.log ? log(x / a.lo) / log(a.hi / a.lo) : (x - a.lo) / (a.hi - a.lo);
    return (size_t)(share * COLUMNS);
}

/* Some points of each segment, and of each column that it crosses; to be freed. */
static point *find_points(const subject *of, axis a, size_t *count)
{
    size_t n = clpwl_table_segments(of->table), step = n * POINTS / MOST_POINTS + 1;
    const double *knots = clpwl_table_knots(of->table);
    point *all = malloc(((n / step + 1) * POINTS + 2 * COLUMNS) * sizeof *all);
    *count = 0;
    for (size_t s = 0; all && s < n; s += step) {
        double from = knots[s], width = knots[s + 1] - from;
        size_t parts = POINTS + column_of(a, knots[s + 1]) - column_of(a, from);
        for (size_t i = 0; i < parts; i++)
            all[(*count)++] = find_point(
                of,
                a.log ? from * pow(knots[s + 1] / from, (double)i / (double)parts)
                      : from + width * (double)i / (double)parts,
                s + 1);
    }
    if (all)
        all[(*count)++] = find_point(of, knots[n], n + 1);
    return all;
}

/* A line "x v f e s" for each abscissa at which a column begins or ends, v or e has an extremum or f a gap;
 * s is the number of knots up to x. gnuplot takes a string for a number that has a point. */
static int write_curves(FILE *script, const subject *of, axis a)
{
    size_t end, count;
    point *p = find_points(of, a, &count);
    int code = 0, has_function = 0;
    CHECK(p, "out of memory");
    fputs("$curves << END\n", script);
    for (size_t i = 0; i < count; i = end) {
        size_t found[4] = {i, i, i, i};
        for (end = i; end < count && column_of(a, p[end].x) == column_of(a, p[i].x); end++) {
            found[0] = p[end].v < p[found[0]].v ? end : found[0];
            found[1] = p[end].v > p[found[1]].v ? end : found[1];
            found[2] = p[end].e < p[found[2]].e || isnan(p[found[2]].e) ? end : found[2];
            found[3] = p[end].e > p[found[3]].e || isnan(p[found[3]].e) ? end : found[3];
            has_function |= !isnan(p[end].f);
        }
        for (size_t at = i; at < end; at++) {
            int is_shown = at == i || at + 1 == end || isnan(p[at].f) != isnan(p[at - 1].f);
            for (int k = 0; k < 4; k++)
                is_shown |= at == found[k];
            if (is_shown)
                fprintf(script, "%#.12g %.12g %.12g %#.12g %zu\n", p[at].x, p[at].v, p[at].f,
                        p[at].e, p[at].passed);
        }
    }
    fprintf(script, "END\nhas_function = %d\n", has_function);
    if (!has_function && of->f)
        app_note("%s has no value on the domain: only the table is drawn",
                 clpwl_function_name(of->f));
done:
    free(p);
    return code;
}

/* Writes the samples as they are in the file. A pipe cannot be read again. */
static int write_samples(FILE *script, const source *named)
{
    int code = 0;
    struct stat there;
    clpwl_function *f = NULL;
    clpwl_samples_info info = {.n = 0};
    fputs("$samples << END\n", script);
    if (named->samples && stat(named->samples, &there) == 0 && S_ISREG(there.st_mode)) {
        TRY(source_read_samples(named, &f));
        TRY_LIB(clpwl_function_samples(f, &info));
    }
    for (size_t i = 0; i < info.n; i++)
        fprintf(script, "%.12g %.12g\n", info.x[i], info.y[i]);
    fputs("END\n", script);
done:
    clpwl_function_free(f);
    return code;
}

/* A logarithmic axis x shows what a linear one does not where two decades are crossed and half the
 * knots lie in the first tenth: as for optimized knots of 1/x, not for those of x ln(x). */
static const double SPAN = 100, FIRST = 0.1;

static axis choose_x(const clpwl_table *table)
{
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table), lo = knots[0], hi = knots[n];
    return (axis){lo, hi,
                  lo > 0 && hi / lo >= SPAN &&
                      (knots[n / 2] - lo < FIRST * (hi - lo) ||
                       clpwl_table_shaper(table) == CLPWL_SHAPER_LOG2)};
}

/* Writes `name = text`. gnuplot runs what stands between backquotes in double quotes; in single quotes it
 * runs and expands nothing. There two single quotes stand for one, but gnuplot 5.4 reads '''f' as an empty
 * string beside 'f'. A "\047" joined to the text before and behind it is read rightly in every place.
 * Nothing is markup: gnuplot 5.4 reads labels so to guess their widths with `noenhanced`, too, and then
 * warns of "{\". */
static void write_text(FILE *script, const char *name, const char *text)
{
    char *copy = strdup(text ? text : "");
    fprintf(script, "%s = '", name);
    for (const char *c = copy ? app_plain(copy) : ""; *c; c++)
        if (*c == '\'')
            fputs("'.\"\\047\".'", script);
        else
            fprintf(script, strchr("\\{}^_@&~", *c) ? "\\%c" : "%c", *c);
    fputs("'\n", script);
    free(copy);
}

/* What plot.gp needs beside the curves. Numbers by %e: gnuplot divides integers as C does. */
static void write_variables(FILE *script, const job *j, axis x)
{
    const clpwl_table *table = j->of.table;
    const clpwl_weighting *w = clpwl_table_weighting(table);
    const clpwl_target *target = clpwl_table_target(table);
    const char *of = clpwl_table_function(table), *f = j->of.f ? clpwl_function_name(j->of.f) : of;
    /* The names of samples and of their smoothed function differ from file to file. */
    int is_other = !j->of.named.samples && strcmp(f, of) != 0;
    int is_designed = target_is_weighted_by(table, &j->of.weight);
    double largest = (w ? w->measured : clpwl_table_measured(table)).linf;
    clpwl_samples_info info = {.n = 0};
    if (j->of.named.samples && clpwl_function_samples(j->of.f, &info) != CLPWL_OK)
        info = (clpwl_samples_info){.n = 0};
    const char *const texts[][2] = {
        {"partition", clpwl_partition_name(clpwl_table_partition(table))},
        {"shaper", clpwl_shaper_name(clpwl_table_shaper(table))},
        {"symmetry", clpwl_symmetry_name(clpwl_table_symmetry(table))},
        {"fit", clpwl_fit_name(clpwl_table_fit(table))},
        {"name", of},
        {"other", is_other ? f : ""},
        {"title", j->title},
        {"xlabel", j->xlabel ? j->xlabel : info.x_label ? info.x_label : "x"},
        {"ylabel", j->ylabel ? j->ylabel : info.y_label ? info.y_label : "f(x)"},
        {"font", j->font.name},
        {"kind", kind_of(j->output)},
        {"weighted", j->of.weight.w ? "weighted " : ""},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        write_text(script, texts[i][0], texts[i][1]);
    fprintf(script,
            "segments = %zu.\nhas_title = %d\nfont_points = %e\nwidth = %.17e\nheight = %.17e\n"
            "dpi = %e\nx_lo = %.17e\nx_hi = %.17e\nx_log = %d\nrelative = %.17e\ntarget = %.17e\n"
            "largest = %.17e\n", /* -1: as the picture shows */
            clpwl_table_segments(table), j->title != NULL, j->font.points, j->size.width,
            j->size.height, j->size.dpi, x.lo, x.hi, x.log, j->of.weight.floor,
            target && target->norm == CLPWL_NORM_LINF && is_designed ? target->max_error : 0,
            is_other || !is_designed || isnan(largest) ? -1 : largest);
}

/* Inches at which knots can be told from each other. */
static const double APART = 0.09;

static int write_script(FILE *script, const job *j)
{
    const clpwl_table *table = j->of.table;
    const axis x = choose_x(table);
    size_t n = clpwl_table_segments(table), step = (size_t)((double)n * APART / j->size.width) + 1;
    int code = 0;
    TRY(write_samples(script, &j->of.named));
    write_variables(script, j, x);
    TRY(write_curves(script, &j->of, x));
    fprintf(script, "knot_step = %zu\n$knots << END\n", step);
    for (size_t i = 0; i <= n; i += step)
        fprintf(script, "%.12g %.12g\n", clpwl_table_knots(table)[i], clpwl_table_values(table)[i]);
    fprintf(script, "END\n%s", clpwl__source_plot_gp);
done:
    return code;
}

/* gnuplot has a group of its own: at an interrupt from the terminal it would read the rest of its data as
 * commands. */
static int run_gnuplot(FILE *script, FILE *picture)
{
    enum { NOT_FOUND = 127 };
    int code = 0, status = 0;
    CHECK(fflush(script) == 0 && !ferror(script) && fseek(script, 0, SEEK_SET) == 0,
          "cannot write a temporary file: %s", strerror(errno));
    setenv("LC_ALL", "C.UTF-8", 1); /* in the locale C, gnuplot warns of UTF-8 */
    pid_t pid = fork();
    CHECK(pid >= 0, "cannot start gnuplot: %s", strerror(errno));
    if (pid == 0) {
        setpgid(0, 0);
        if (dup2(fileno(script), STDIN_FILENO) >= 0 && dup2(fileno(picture), STDOUT_FILENO) >= 0)
            execlp("gnuplot", "gnuplot", "-d", (char *)NULL); /* -d: no ~/.gnuplot */
        _exit(NOT_FOUND);
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    CHECK(status != NOT_FOUND, "gnuplot is not installed; on Debian: apt-get install gnuplot-nox");
    if (status == EXIT_USAGE) /* plot.gp has said why */
        return status;
    CHECK(status == 0, "gnuplot failed; see its messages above");
done:
    return code;
}

/* Copies a picture that ends as a PNG, an SVG or a PDF does. */
static int copy_picture(FILE *picture, FILE *to)
{
    static const char *const ends[] = {"IEND\xae\x42\x60\x82", "</svg>", "%%EOF"};
    char buffer[4096] = "";
    int code = 0, is_whole = 0;
    size_t size = fseek(picture, -12, SEEK_END) == 0 ? fread(buffer, 1, sizeof buffer, picture) : 0;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        is_whole |= memmem(buffer, size, ends[i], strlen(ends[i])) != NULL;
    CHECK(is_whole, "gnuplot drew no whole picture");
    rewind(picture);
    while ((size = fread(buffer, 1, sizeof buffer, picture)) > 0)
        fwrite(buffer, 1, size, to); /* app_output_end checks */
    CHECK(!ferror(picture), "cannot read a temporary file: %s", strerror(errno));
done:
    return code;
}

/* gnuplot reports no write that fails, and exits with 0: it writes into a temporary file. */
static int draw(const job *j)
{
    FILE *script = tmpfile(), *picture = tmpfile();
    app_output out = {0};
    int code = 0;
    CHECK(script && picture, "cannot make a temporary file: %s", strerror(errno));
    TRY(write_script(script, j));
    TRY(run_gnuplot(script, picture));
    TRY(app_output_open(&out, j->output));
    code = app_output_end(&out, copy_picture(picture, out.file));
done:
    if (script)
        fclose(script);
    if (picture)
        fclose(picture);
    return code;
}

static int run(void *options, int count, char **operands)
{
    job *j = options;
    char reason[SOURCE_REASON];
    int code = 0;
    CHECK_USAGE(j->output, "-o FILE.png, FILE.svg or FILE.pdf is needed");
    CHECK_USAGE(kind_of(j->output), "'%s' ends in none of .png, .svg and .pdf", j->output);
    TRY(app_output_spares(j->output, operands[0]));
    TRY(app_output_spares(j->output, j->of.named.samples));
    TRY(app_output_spares(j->output, j->of.weight_text));
    TRY(subject_open(&j->of, count, operands, NULL));
    if (!j->of.f)
        app_note("%s: only the table is drawn",
                 source_reason(clpwl_table_function(j->of.table), reason));
    TRY(draw(j));
done:
    subject_close(&j->of);
    return code;
}

static void set_defaults(void *options)
{
    *(job *)options = (job){
        .size = {800 / 96., 640 / 96., 96}, .font = {"sans", 0}, .of.weight = CLPWL_WEIGHT_INIT};
}

const app_command plot_command = {
    .name = "plot",
    .summary = "draws a table, its function and its error",
    .synopsis = "TABLE [FUNCTION] [OPTION ...]",
    .text = "Draws the table with its knots, the function and the samples, and below them the error "
            "for which the table was designed. Needs gnuplot, and --output. If the table's name of "
            "its function is neither in the catalogue nor a formula, give the function; otherwise "
            "only the table is drawn.\n",
    .least = 1,
    .most = 2,
    .rows = {{rows, 0, 0},
             {subject_rows, offsetof(job, of), 0},
             {source_rows, offsetof(job, of.named), 0}},
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
