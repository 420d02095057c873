/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl plot: a picture of a table, its function and its error, drawn by gnuplot. Here are the numbers;
 * plot.gp lays them out. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "commands.h"
#include "common/clock.h"
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

enum { LOG_AUTO, LOG_NONE, LOG_X, LOG_Y, LOG_XY };

typedef struct job {
    subject of;
    const char *output, *title, *xlabel, *ylabel;
    plot_size size;
    plot_font font;
    int log;
} job;

/* "800x600" in pixels of 1/96 inch; "8.5x6cm"; "3.3x2.5in". */
static int parse_size(const app_option *row, const char *text, void *member)
{
    plot_size *s = member;
    char unit[4] = "px";
    int code = 0, read = sscanf(text, "%lf%*1[xX]%lf%3s", &s->width, &s->height, unit);
    int is_px = strcmp(unit, "px") == 0, is_cm = strcmp(unit, "cm") == 0;
    double inch = is_px ? 96 : is_cm ? 2.54 : 1;
    s->width /= inch;
    s->height /= inch;
    s->dpi = is_px ? 96 : 300;
    CHECK_USAGE(read >= 2 && (is_px || is_cm || strcmp(unit, "in") == 0) && s->width >= 1 &&
                    s->height >= 1 && s->width <= 40 && s->height <= 40,
                "--%s: '%s' is not a size from 1 to 40 inches; expected WIDTHxHEIGHT in pixels, or "
                "as 8.5x6cm or "
                "3.3x2.5in",
                row->name, text);
done:
    return code;
}

/* "NAME,SIZE", "NAME" or ",SIZE". */
static int parse_font(const app_option *row, const char *text, void *member)
{
    plot_font *font = member;
    const char *comma = strrchr(text, ',');
    size_t length = comma ? (size_t)(comma - text) : strlen(text);
    int code = 0;
    if (comma)
        TRY(app_parse_positive(row->name, comma + 1, &font->points));
    CHECK_USAGE(length < sizeof font->name && !strpbrk(text, "'\"`\\") &&
                    (!comma || (font->points >= 1 && font->points <= 100)),
                "--%s: '%s' is not a font of 1 to 100 points; expected NAME,SIZE, as sans,11",
                row->name, text);
    if (length)
        snprintf(font->name, sizeof font->name, "%.*s", (int)length, text);
done:
    return code;
}

/* In the order of LOG_AUTO ... */
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
    APP_HEADING("The picture"),
    APP_PARSED(0, "size", "SIZE", size, parse_size,
               "WIDTHxHEIGHT in pixels, 96 to the inch (default: 800x640), or as 8.5x7cm or "
               "3.3x2.8in; a PNG then has 300 pixels to the inch"),
    APP_PARSED(
        0, "font", "NAME,SIZE", font, parse_font,
        "the font and its size in points (default: sans, of the largest size up to 11 that fits)"),
    APP_TEXT(0, "title", "TEXT", title, "the title, \"\" for none; otherwise function and design"),
    APP_TEXT(0, "xlabel", "TEXT", xlabel,
             "the name of x, with its unit; otherwise the heading of the samples, or x"),
    APP_TEXT(0, "ylabel", "TEXT", ylabel,
             "the name of f(x), with its unit; otherwise the heading of the samples, or f(x)"),
    APP_CHOICE(0, "log", "AXES", log, logs, "logarithmic axes of the function"),
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

/* Abscissas, the table v, the function f and the error e; NaN where f is not finite. */
enum { V, F, E, LISTS };
typedef struct curves {
    size_t count;
    double *x, *list[LISTS]; /* x is all of their memory */
} curves;

/* A picture has fewer than COLUMNS columns of pixels that a reader can tell from each other. Of many
 * segments some are left out: f is called 2^21 times at most, which takes a second for a formula. */
enum { COLUMNS = 1000, POINTS = 12, MOST_POINTS = 1 << 21 };

/* Equidistant abscissas on the axis, and some of each segment with its knots. */
static int fill(curves *c, const clpwl_table *table, const clpwl_function *f, const clpwl_weight *weight,
                axis x)
{
    int code = 0;
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    size_t step = n * POINTS / MOST_POINTS + 1, room = COLUMNS + 1 + (n / step + 1) * POINTS;
    CHECK(c->x = malloc((1 + LISTS) * room * sizeof *c->x), "out of memory");
    for (int k = 0; k < LISTS; k++)
        c->list[k] = c->x + (size_t)(k + 1) * room;
    for (int i = 0; i <= COLUMNS; i++) {
        double at = x.log ? x.lo * pow(x.hi / x.lo, i / (double)COLUMNS) : x.lo + (x.hi - x.lo) * i / COLUMNS;
        c->x[c->count++] = fmin(fmax(at, x.lo), x.hi);
    }
    for (size_t s = 0; s < n; s += step)
        for (size_t i = 0; i < POINTS; i++)
            c->x[c->count++] = knots[s] + (knots[s + 1] - knots[s]) * ((double)i / POINTS);
    app_sort(c->x, c->count);
    for (size_t i = 0; i < c->count; i++) {
        double w = 1, y, at = c->x[i], v = clpwl_table_value(table, at);
        if (!f || clpwl_function_value(f, at, &y) != CLPWL_OK)
            y = NAN;
        if (weight->w && clpwl_function_value(weight->w, at, &w) != CLPWL_OK)
            w = NAN;
        CHECK_USAGE(!(w < 0), "--weight: the weight is %g at x = %g; it must not be negative", w,
                    at);
        c->list[V][i] = v;
        c->list[F][i] = y;
        c->list[E][i] = w * (v - y) / (weight->floor > 0 ? fmax(fabs(y), weight->floor) : 1);
    }
done:
    return code;
}

/* The headings of the columns of samples. */
typedef struct headings {
    char x[64], y[64];
} headings;

/* The headings are "x-name, y-name" and no more, apart by a comma, a semicolon or a tab, or by blanks. */
static void take_headings(headings *h, char *line)
{
    line += strspn(line, " \t#");
    const char *apart = strpbrk(line, ",;\t") ? ",;\t\r\n" : " \r\n";
    char *rest = NULL, *x = strtok_r(line, apart, &rest), *y = x ? strtok_r(NULL, apart, &rest) : NULL;
    if (!y || strtok_r(NULL, apart, &rest))
        return;
    snprintf(h->x, sizeof h->x, "%s", x + strspn(x, " "));
    snprintf(h->y, sizeof h->y, "%s", y + strspn(y, " "));
}

/* Writes the samples of a file that clpwl_function_read_samples has read, which takes quotes, a byte order
 * mark and Fortran's exponents, too. A pipe cannot be read again. */
static int write_samples(FILE *script, const char *path, headings *h)
{
    int code = 0, count = 0;
    char line[4096], numbers[4096];
    double x, y;
    struct stat info;
    FILE *file = NULL;
    fputs("$samples << END\n", script);
    if (!path || (stat(path, &info) == 0 && !S_ISREG(info.st_mode)))
        goto done;
    file = fopen(path, "rb");
    CHECK(file, "cannot read '%s': %s", path, strerror(errno));
    while (fgets(line, sizeof line, file)) {
        for (size_t i = 0; i < sizeof line; i++)
            numbers[i] = strchr(",;\"\xEF\xBB\xBF", line[i]) && line[i] ? ' '
                         : tolower((unsigned char)line[i]) == 'd'      ? 'e'
                                                                       : line[i];
        if (sscanf(numbers, "%lf %lf", &x, &y) == 2)
            fprintf(script, "%.12g %.12g\n", x, y), count++;
        else if (count == 0)
            take_headings(h, line);
    }
    CHECK(!ferror(file), "cannot read '%s': %s", path, strerror(errno));
done:
    fputs("END\n", script);
    if (file)
        fclose(file);
    return code;
}

/* A logarithmic axis x shows what a linear one does not where two decades are crossed and half the
 * knots lie in the first tenth: as for optimized knots of 1/x, not for those of x ln(x). */
static const double SPAN = 100, FIRST = 0.1;

static int choose_x(const clpwl_table *table, int asked, axis *x)
{
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    *x = (axis){knots[0], knots[n], asked == LOG_X || asked == LOG_XY};
    if (asked == LOG_AUTO)
        x->log = x->lo > 0 && x->hi / x->lo >= SPAN &&
                 (knots[n / 2] - x->lo < FIRST * (x->hi - x->lo) ||
                  clpwl_table_shaper(table) == CLPWL_SHAPER_LOG2);
    return x->log && !(x->lo > 0)
               ? app_usage("--log x: the domain must be above 0; it begins at %g", x->lo)
               : 0;
}

static int column_of(axis a, double x)
{
    double share = a.log ? log(x / a.lo) / log(a.hi / a.lo) : (x - a.lo) / (a.hi - a.lo);
    return (int)(share * COLUMNS);
}

/* A line "x v f e s" for each abscissa at which a column begins or ends, or a curve has an extremum or a gap;
 * s is the number of knots up to x. gnuplot takes a string for a number that has a point. Whether f has a
 * value. */
static int write_curves(FILE *script, const curves *c, const clpwl_table *table, axis a)
{
    const double *knots = clpwl_table_knots(table);
    size_t end, n = clpwl_table_segments(table), passed = 0;
    int has[LISTS] = {0};
    fputs("$curves << END\n", script);
    for (size_t i = 0; i < c->count; i = end) {
        size_t found[LISTS][3];
        for (int k = 0; k < LISTS; k++) {
            const double *y = c->list[k];
            size_t least = i, most = i, gap = i;
            for (end = i; end < c->count && column_of(a, c->x[end]) == column_of(a, c->x[i]);
                 end++) {
                least = y[end] < y[least] || isnan(y[least]) ? end : least;
                most = y[end] > y[most] || isnan(y[most]) ? end : most;
                gap = isnan(y[end]) ? end : gap;
            }
            memcpy(found[k], (size_t[]){least, most, gap}, sizeof found[k]);
            has[k] |= !isnan(y[least]);
        }
        for (size_t at = i; at < end; at++) {
            int is_shown = at == i || at + 1 == end;
            for (int k = 0; k < LISTS * 3; k++)
                is_shown |= at == found[k / 3][k % 3];
            while (passed <= n && knots[passed] <= c->x[at])
                passed++;
            if (is_shown)
                fprintf(script, "%#.12g %.12g %.12g %#.12g %zu\n", c->x[at], c->list[V][at],
                        c->list[F][at], c->list[E][at], passed);
        }
    }
    fprintf(script, "END\nhas_function = %d\n", has[F]);
    return has[F];
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

/* What the title says of the table; the name of f for the axis: "f(x)", unless the name is short and a
 * word, and that of both curves. */
static void write_names(FILE *script, const job *j, const clpwl_table *table, const char *other,
                        const headings *h)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const char *name = clpwl_table_function(table);
    size_t length = strlen(name);
    char label[40] = "f(x)";
    if (length <= 24 && !*other && strspn(name, letters) == length)
        snprintf(label, sizeof label, "%s(x)", name);
    const char *const texts[][2] = {
        {"partition", clpwl_partition_name(clpwl_table_partition(table))},
        {"shaper", clpwl_shaper_name(clpwl_table_shaper(table))},
        {"symmetry", clpwl_symmetry_name(clpwl_table_symmetry(table))},
        {"fit", clpwl_fit_name(clpwl_table_fit(table))},
        {"name", name},
        {"other", other},
        {"title", j->title},
        {"xlabel", j->xlabel ? j->xlabel
                   : *h->x   ? h->x
                             : "x"},
        {"ylabel", j->ylabel ? j->ylabel
                   : *h->y   ? h->y
                             : label},
        {"font", j->font.name},
        {"kind", kind_of(j->output)},
        {"axes", logs[j->log].word},
        {"weighted", j->of.weight.w ? "weighted " : ""},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        write_text(script, texts[i][0], texts[i][1]);
}

/* By %e: gnuplot divides integers as C does. */
static void write_numbers(FILE *script, const job *j, const clpwl_table *table, int is_other,
                          axis x)
{
    const clpwl_weighting *w = clpwl_table_weighting(table);
    const clpwl_target *target = clpwl_table_target(table);
    int is_designed = target_is_weighted_by(table, &j->of.weight);
    double largest = (w ? w->measured : clpwl_table_measured(table)).linf;
    const struct {
        const char *name;
        double value;
    } numbers[] = {
        {"segments", (double)clpwl_table_segments(table)},
        {"has_title", j->title != NULL},
        {"font_points", j->font.points},
        {"width", j->size.width},
        {"height", j->size.height},
        {"dpi", j->size.dpi},
        {"x_lo", x.lo},
        {"x_hi", x.hi},
        {"x_log", x.log},
        {"relative", j->of.weight.floor},
        {"target",
         target && target->norm == CLPWL_NORM_LINF && is_designed ? target->max_error : 0},
        {"largest",
         is_other || !is_designed || isnan(largest) ? -1 : largest}, /* -1: as the picture shows */
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        fprintf(script, "%s = %.17e\n", numbers[i].name, numbers[i].value);
}

/* Inches at which knots can be told from each other. */
static const double APART = 0.09;

static int write_script(FILE *script, const job *j)
{
    const clpwl_table *table = j->of.table;
    const clpwl_function *f = j->of.f;
    curves c = {0};
    headings h = {"", ""};
    axis x;
    const double *knots = clpwl_table_knots(table), *values = clpwl_table_values(table);
    size_t n = clpwl_table_segments(table), step = (size_t)((double)n * APART / j->size.width) + 1;
    /* The names of samples and of their smoothed function differ from file to file. */
    int is_other = f && !j->of.named.samples &&
                   strcmp(clpwl_function_name(f), clpwl_table_function(table)) != 0;
    int code = 0;
    TRY(choose_x(table, j->log, &x));
    TRY(fill(&c, table, f, &j->of.weight, x));
    TRY(write_samples(script, j->of.named.samples, &h));
    write_names(script, j, table, is_other ? clpwl_function_name(f) : "", &h);
    write_numbers(script, j, table, is_other, x);
    if (!write_curves(script, &c, table, x) && f)
        app_note("%s has no value on the domain: only the table is drawn", clpwl_function_name(f));
    fprintf(script, "knot_step = %zu\n$knots << END\n", step);
    for (size_t i = 0; i <= n; i += step)
        fprintf(script, "%.12g %.12g\n", knots[i], values[i]);
    fprintf(script, "END\n%s", clpwl__source_plot_gp);
done:
    free(c.x);
    return code;
}

/* gnuplot reports no write that fails, and exits with 0: it writes into this. */
static int open_temporary(FILE **out)
{
    *out = tmpfile();
    return *out ? 0 : app_fail("cannot make a temporary file: %s", strerror(errno));
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

static int draw(const job *j)
{
    FILE *script = NULL, *picture = NULL;
    app_output out = {0};
    int code = 0;
    TRY(open_temporary(&script));
    TRY(open_temporary(&picture));
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
    .text = "Draws the table with its knots, the function and the samples, and below them the "
            "error for which the table was designed: absolute, relative or weighted. Needs "
            "gnuplot, and --output.\n"
            "\n"
            "A table holds only the name of its function. If the name is neither in the catalogue "
            "nor a formula, give the function; otherwise only the table is drawn.\n",
    .least = 1,
    .most = 2,
    .rows = {{rows, 0, 0},
             {subject_rows, offsetof(job, of), 0},
             {source_rows, offsetof(job, of.named), 0}},
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
