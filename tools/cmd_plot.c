/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl plot: a picture of a table, its function and its error, drawn by gnuplot. Here are the numbers;
 * plot.gp lays them out. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
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
    source named;
    const char *output, *weight_text, *title, *xlabel, *ylabel;
    plot_size size;
    plot_font font;
    int log;
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
    APP_POSITIVE(0, "relative", "FLOOR", weight.floor,
                 "draws the relative error; by default as the table was designed"),
    APP_TEXT(0, "weight", "W", weight_text,
             "draws the weighted error: a formula, a function or a file; by default as the table "
             "was designed"),
    APP_HEADING("The picture"),
    APP_PARSED(0, "size", "SIZE", size, parse_size,
               "WIDTHxHEIGHT in pixels, 96 to the inch (default: 800x640), or as 8.5x7cm or "
               "3.3x2.8in; a PNG then has 300 pixels to the inch"),
    APP_PARSED(0, "font", "NAME,SIZE", font, parse_font,
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

typedef struct axis {
    double lo, hi;
    int log;
} axis;

/* The function f, the table v and the error e at `count` abscissas; NaN where f is not finite. Of
 * samples, x and f, and the headings of their columns. */
typedef struct curves {
    size_t count, room;
    double *x, *f, *v, *e;
    char xlabel[64], ylabel[64];
} curves;

static int append(curves *c, double x, double f)
{
    if (c->count == c->room) {
        size_t room = c->room ? 2 * c->room : 4096;
        double **const lists[] = {&c->x, &c->f, &c->v, &c->e};
        for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
            double *grown = realloc(*lists[i], room * sizeof *grown);
            if (!grown)
                return app_fail("out of memory");
            *lists[i] = grown;
        }
        c->room = room;
    }
    c->x[c->count] = x;
    c->f[c->count++] = f;
    return 0;
}

static void free_curves(curves *c)
{
    free(c->x);
    free(c->f);
    free(c->v);
    free(c->e);
}

/* A picture has fewer than COLUMNS columns of pixels that a reader can tell from each other. Of 2^20
 * segments or more, some are left out: f is then called 2^21 times, which takes a second for a formula. */
enum { COLUMNS = 1000, POINTS_PER_SEGMENT = 12, MOST_POINTS = 1 << 21 };

/* Equidistant abscissas on the axis, and some of each segment with its knots. */
static int fill(curves *c, const clpwl_table *table, const clpwl_function *f, const clpwl_weight *weight,
                axis x)
{
    int code = 0;
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    size_t points = n > MOST_POINTS / POINTS_PER_SEGMENT ? 2 : POINTS_PER_SEGMENT;
    size_t step = n * points / MOST_POINTS + 1;
    for (int i = 0; i <= COLUMNS; i++) {
        double at = x.log ? x.lo * pow(x.hi / x.lo, i / (double)COLUMNS) : x.lo + (x.hi - x.lo) * i / COLUMNS;
        TRY(append(c, fmin(fmax(at, x.lo), x.hi), NAN));
    }
    for (size_t s = 0; s < n; s += step)
        for (size_t i = 0; i < points; i++)
            TRY(append(c, knots[s] + (knots[s + 1] - knots[s]) * ((double)i / (double)points), NAN));
    app_sort(c->x, c->count);
    for (size_t i = 0; i < c->count; i++) {
        double w = 1, y;
        c->v[i] = clpwl_table_value(table, c->x[i]);
        if (f && clpwl_function_value(f, c->x[i], &y) == CLPWL_OK)
            c->f[i] = y;
        if (weight->w && clpwl_function_value(weight->w, c->x[i], &w) != CLPWL_OK)
            w = NAN;
        CHECK_USAGE(!(w < 0), "--weight: the weight is %g at x = %g; it must not be negative", w, c->x[i]);
        c->e[i] = w * (c->v[i] - c->f[i]) / (weight->floor > 0 ? fmax(fabs(c->f[i]), weight->floor) : 1);
    }
done:
    return code;
}

/* The headings are "x-name, y-name" and no more, apart by a comma, a semicolon or a tab, or by blanks. */
static void take_headings(curves *s, char *line)
{
    line += strspn(line, " \t#");
    const char *apart = strpbrk(line, ",;\t") ? ",;\t\r\n" : " \r\n";
    char *rest = NULL, *x = strtok_r(line, apart, &rest), *y = x ? strtok_r(NULL, apart, &rest) : NULL;
    if (!y || strtok_r(NULL, apart, &rest))
        return;
    snprintf(s->xlabel, sizeof s->xlabel, "%s", x + strspn(x, " "));
    snprintf(s->ylabel, sizeof s->ylabel, "%s", y + strspn(y, " "));
}

/* Reads a file that clpwl_function_read_samples has read, which takes quotes, a byte order mark and Fortran's
 * exponents, too. A pipe cannot be read again. */
static int read_samples(curves *s, const char *path)
{
    int code = 0;
    char line[4096], numbers[4096];
    double x, y;
    struct stat info;
    FILE *file = NULL;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return 0;
    file = fopen(path, "rb");
    CHECK(file, "cannot read '%s': %s", path, strerror(errno));
    while (fgets(line, sizeof line, file)) {
        for (size_t i = 0; i < sizeof line; i++)
            numbers[i] = strchr(",;\"\xEF\xBB\xBF", line[i]) && line[i] ? ' '
                         : tolower((unsigned char)line[i]) == 'd'      ? 'e'
                                                                       : line[i];
        if (sscanf(numbers, "%lf %lf", &x, &y) == 2)
            TRY(append(s, x, y));
        else if (s->count == 0)
            take_headings(s, line);
    }
    CHECK(!ferror(file), "cannot read '%s': %s", path, strerror(errno));
done:
    if (file)
        fclose(file);
    return code;
}

/* Widens the axis to the finite values, and notes where the least is. */
static void include(axis *a, double *at, const double *x, const double *y, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (isfinite(y[i])) {
            if (y[i] < a->lo)
                *at = x[i];
            a->lo = fmin(a->lo, y[i]);
            a->hi = fmax(a->hi, y[i]);
        }
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

/* Relative errors below the floor are absolute: a logarithmic axis ends there. */
static int choose_y(const job *j, const curves *c, const curves *samples, int x_log, axis *y)
{
    double at = NAN;
    *y = (axis){INFINITY, -INFINITY, j->log == LOG_Y || j->log == LOG_XY};
    include(y, &at, c->x, c->v, c->count);
    include(y, &at, c->x, c->f, c->count);
    include(y, &at, samples->x, samples->f, samples->count);
    double least = fmax(y->lo, j->weight.floor / 10);
    if (j->log == LOG_AUTO)
        y->log = y->lo >= 0 && least > 0 && y->hi / least >= SPAN && (j->weight.floor > 0 || x_log);
    if (y->log && (y->lo < 0 || !(least > 0)))
        return app_usage("--log y: the values must be above 0; the least is %g, at x = %g", y->lo, at);
    if (y->log)
        y->lo = least;
    return 0;
}

static int column_of(axis a, double x, int columns)
{
    double share = a.log ? log(x / a.lo) / log(a.hi / a.lo) : (x - a.lo) / (a.hi - a.lo);
    int column = (int)(share * columns);
    return column < columns ? column : columns - 1;
}

/* The first index after i that is of another column, or not finite. *least and *most have the extrema
 * before. */
static size_t take_column(const curves *c, const double *y, axis a, int columns, size_t i, size_t *least,
                          size_t *most)
{
    int column = column_of(a, c->x[i], columns);
    *least = *most = i;
    for (; i < c->count && isfinite(y[i]) && column_of(a, c->x[i], columns) == column; i++) {
        *least = y[i] < y[*least] ? i : *least;
        *most = y[i] > y[*most] ? i : *most;
    }
    return i;
}

/* A data block of lines "x y": of each column the first, the extrema and the last. Whether it has points. */
static int write_curve(FILE *script, const char *name, const curves *c, const double *y, axis a)
{
    size_t least, most, end = 0;
    fprintf(script, "$%s << END\n", name);
    for (size_t i = 0; i < c->count; i++) {
        if (!isfinite(y[i]))
            continue;
        if (end && i > end)
            fputc('\n', script); /* a gap */
        end = take_column(c, y, a, COLUMNS, i, &least, &most);
        const size_t order[] = {i, least < most ? least : most, least < most ? most : least, end - 1};
        for (int k = 0; k < 4; k++)
            if (k == 0 || order[k] != order[k - 1])
                fprintf(script, "%.12g %.12g\n", c->x[order[k]], y[order[k]]);
        i = end - 1;
    }
    fputs("END\n", script);
    return end > 0;
}

static void write_marks(FILE *script, const char *name, const double *x, const double *y, size_t count,
                        size_t step)
{
    fprintf(script, "%s_step = %zu\n$%ss << END\n", name, step, name);
    for (size_t i = 0; i < count; i += step)
        fprintf(script, "%.12g %.12g\n", x[i], y[i]);
    fputs("END\n", script);
}

/* Inches apart at which knots, and strokes of the error, can be told from each other; the share of the
 * width that panels take. */
static const double APART = 0.075, STROKE = 0.045, PANEL = 0.84;
enum { SAMPLES_MOST = 1500, MOST_COLUMNS = 1024 };

/* Segments narrower than NARROW strokes would fill the picture with ink: where the columns have so many
 * knots, with NEAR columns to either side, the errors become a band, lines "x least greatest". */
enum { NEAR = 3 };
static const double NARROW = 0.75;

static int is_narrow(const size_t *knots, int column, int columns)
{
    int first = column < NEAR ? 0 : column - NEAR;
    int end = column + NEAR < columns ? column + NEAR + 1 : columns;
    size_t held = 0;
    for (int i = first; i < end; i++)
        held += knots[i];
    return NARROW * (double)held > end - first;
}

static void write_errors(FILE *script, curves *c, const clpwl_table *table, axis a, double inches)
{
    size_t held[MOST_COLUMNS] = {0}, least, most, next, end = 0;
    int columns = (int)fmin(inches / STROKE, MOST_COLUMNS);
    const double *knots = clpwl_table_knots(table);
    for (size_t k = 0; k < clpwl_table_segments(table); k++)
        held[column_of(a, knots[k], columns)]++;
    fputs("$band << END\n", script);
    for (size_t i = 0; i < c->count; i = next) {
        next = i + 1;
        if (!isfinite(c->e[i]))
            continue;
        next = take_column(c, c->e, a, columns, i, &least, &most);
        int column = column_of(a, c->x[i], columns);
        if (!is_narrow(held, column, columns))
            continue;
        double low = c->e[least], high = c->e[most], from = c->x[i], to = c->x[next - 1];
        if (end && i > end)
            fputc('\n', script);
        if (i != end || !end)
            fprintf(script, "%.12g %.12g %.12g\n", from, low, high);
        fprintf(script, "%.12g %.12g %.12g\n", a.log ? sqrt(from * to) : (from + to) / 2, low, high);
        if (next == c->count || !is_narrow(held, column_of(a, c->x[next], columns), columns))
            fprintf(script, "%.12g %.12g %.12g\n", to, low, high);
        for (size_t k = i; k < next; k++)
            c->e[k] = NAN;
        end = next;
    }
    fprintf(script, "END\nhas_band = %d\n", end > 0);
    fprintf(script, "has_curve = %d\n", write_curve(script, "error", c, c->e, a));
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

/* The names of samples and of their smoothed function differ from file to file. */
static int is_other(const job *j, const clpwl_table *table, const clpwl_function *f)
{
    return f && !j->named.samples && strcmp(clpwl_function_name(f), clpwl_table_function(table)) != 0;
}

/* What the title says of the table; the name of f for the axis: "f(x)", unless the name is short and a
 * word, and that of both curves. */
static void write_names(FILE *script, const job *j, const clpwl_table *table, const clpwl_function *f,
                        const curves *samples)
{
    char text[160];
    const char *name = clpwl_table_function(table), *c = name;
    const char *other = is_other(j, table, f) ? clpwl_function_name(f) : "";
    clpwl_shaper shaper = clpwl_table_shaper(table);
    clpwl_symmetry symmetry = clpwl_table_symmetry(table);
    size_t n = clpwl_table_segments(table);
    write_text(script, "name", name);
    write_text(script, "other", other);
    snprintf(text, sizeof text, ": %zu segment%s, %s%s%s%s%s, %s", n, app_s(n),
             clpwl_partition_name(clpwl_table_partition(table)), shaper ? " in " : "",
             shaper ? clpwl_shaper_name(shaper) : "", symmetry ? ", " : "",
             symmetry ? clpwl_symmetry_name(symmetry) : "", clpwl_fit_name(clpwl_table_fit(table)));
    write_text(script, "design", text);
    write_text(script, "title", j->title);
    fprintf(script, "has_title = %d\n", j->title != NULL);
    write_text(script, "xlabel", j->xlabel ? j->xlabel : *samples->xlabel ? samples->xlabel : "x");
    while (isalnum((unsigned char)*c) || *c == '_')
        c++;
    snprintf(text, sizeof text, *c || c - name > 24 || *other ? "f(x)" : "%.24s(x)", name);
    write_text(script, "ylabel", j->ylabel ? j->ylabel : *samples->ylabel ? samples->ylabel : text);
    write_text(script, "error", j->weight.w && j->weight.floor > 0 ? "weighted relative error"
                                : j->weight.floor > 0              ? "relative error"
                                : j->weight.w                      ? "weighted error"
                                                                   : "error");
    fprintf(script, "font = '%s'\nfont_points = %g\nwidth = %.17e\nheight = %.17e\ndpi = %g\nkind = '%s'\n",
            j->font.name, j->font.points, j->size.width, j->size.height, j->size.dpi,
            kind_of(j->output));
}

/* The target and the error of the table, if the picture shows the error of its design; 0: unknown. */
static void write_levels(FILE *script, const job *j, const clpwl_table *table, const clpwl_function *f,
                         const curves *c)
{
    const clpwl_weighting *designed = clpwl_table_weighting(table);
    const clpwl_target *target = clpwl_table_target(table);
    int is_designed = target_is_weighted_by(table, &j->weight);
    double largest = NAN, seen = 0;
    if (!j->weight.w && j->weight.floor <= 0)
        largest = clpwl_table_measured(table).linf;
    else if (is_designed)
        largest = designed->measured.linf;
    for (size_t i = 0; i < c->count; i++)
        seen = isfinite(c->e[i]) ? fmax(seen, fabs(c->e[i])) : seen;
    fprintf(script, "largest = %.17e\ntarget = %.17e\n",
            isnan(largest) || is_other(j, table, f) ? seen : largest,
            target && target->norm == CLPWL_NORM_LINF && is_designed ? target->max_error : 0.);
}

/* By %e: gnuplot divides integers as C does. */
static void write_axis(FILE *script, const char *name, axis a)
{
    int is_empty = !(a.lo <= a.hi);
    fprintf(script, "%s_lo = %.17e\n%s_hi = %.17e\n%s_log = %d\n", name, is_empty ? 0 : a.lo, name,
            is_empty ? 0 : a.hi, name, a.log);
}

static int write_script(FILE *script, const job *j, const clpwl_table *table, const clpwl_function *f)
{
    curves c = {0}, samples = {0};
    axis x, y, e = {INFINITY, -INFINITY, 0};
    size_t n = clpwl_table_segments(table);
    double inches = PANEL * j->size.width;
    int code = 0;
    TRY(choose_x(table, j->log, &x));
    TRY(fill(&c, table, f, &j->weight, x));
    if (j->named.samples)
        TRY(read_samples(&samples, j->named.samples));
    TRY(choose_y(j, &c, &samples, x.log, &y));
    include(&e, &(double){0}, c.x, c.e, c.count);
    write_names(script, j, table, f, &samples);
    write_levels(script, j, table, f, &c);
    write_axis(script, "x", x);
    write_axis(script, "y", y);
    write_axis(script, "e", e);
    write_curve(script, "table", &c, c.v, x);
    int has_function = write_curve(script, "function", &c, c.f, x);
    if (f && !has_function) /* gnuplot would warn of a curve without a point */
        app_note("%s has no value on the domain: only the table is drawn", clpwl_function_name(f));
    fprintf(script, "has_function = %d\nhas_samples = %d\n", has_function, samples.count > 0);
    write_errors(script, &c, table, x, inches);
    write_marks(script, "knot", clpwl_table_knots(table), clpwl_table_values(table), n + 1,
                (size_t)((double)n * APART / inches) + 1);
    write_marks(script, "sample", samples.x, samples.f, samples.count, samples.count / SAMPLES_MOST + 1);
    fputs(clpwl__source_plot_gp, script);
done:
    free_curves(&c);
    free_curves(&samples);
    return code;
}

/* A file in memory: gnuplot reports no write that fails, and exits with 0. */
static int open_memory(FILE **out)
{
    int fd = memfd_create("plot", MFD_CLOEXEC);
    *out = fd >= 0 ? fdopen(fd, "w+b") : NULL;
    if (!*out && fd >= 0)
        close(fd);
    return *out ? 0 : app_fail("cannot make a file in memory: %s", strerror(errno));
}

/* gnuplot has a group of its own: at an interrupt from the terminal it would read the rest of its data as
 * commands. */
static int run_gnuplot(FILE *script, FILE *picture)
{
    enum { NOT_FOUND = 127 };
    int code = 0, status = 0;
    CHECK(fflush(script) == 0 && !ferror(script) && fseek(script, 0, SEEK_SET) == 0,
          "cannot write a file in memory: %s", strerror(errno));
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
    CHECK(!ferror(picture), "cannot read a file in memory: %s", strerror(errno));
done:
    return code;
}

static int draw(const job *j, const clpwl_table *table, const clpwl_function *f)
{
    FILE *script = NULL, *picture = NULL;
    app_output out = {0};
    int code = 0;
    TRY(open_memory(&script));
    TRY(open_memory(&picture));
    TRY(write_script(script, j, table, f));
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
    clpwl_table *table = NULL;
    clpwl_function *f = NULL, *weight = NULL;
    char reason[SOURCE_REASON];
    int code = 0;
    CHECK_USAGE(j->output, "-o FILE.png, FILE.svg or FILE.pdf is needed");
    CHECK_USAGE(kind_of(j->output), "'%s' ends in none of .png, .svg and .pdf", j->output);
    TRY(app_output_spares(j->output, operands[0]));
    TRY(app_output_spares(j->output, j->named.samples));
    TRY(app_output_spares(j->output, j->weight_text));
    TRY(source_take(&j->named, count > 1 ? operands[1] : NULL));
    TRY(table_open(operands[0], &table));
    source_note_smooth(&j->named, table);
    TRY(source_of_table(&j->named, table, &f));
    if (f)
        TRY(weight_of_table(j->weight_text, table, &j->weight, &weight));
    else
        app_note("%s: only the table is drawn", source_reason(clpwl_table_function(table), reason));
    TRY(draw(j, table, f));
done:
    clpwl_function_free(f);
    clpwl_function_free(weight);
    clpwl_table_free(table);
    return code;
}

static void set_defaults(void *options)
{
    *(job *)options = (job){.size = {800 / 96., 640 / 96., 96}, .font = {"sans", 0},
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
