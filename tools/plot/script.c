/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/plot.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "common/message.h"
#include "gnuplot.h"

/* Colours of Okabe and Ito (jfly.uni-koeln.de/color), which colour-blind people tell from each
 * other. Their greys differ too, and so do widths and dashes. */
#define FUNCTION "lc rgb '#56b4e9' lw 4"
#define TABLE "lc rgb '#000000' lw 1"
#define SAMPLES "lc rgb '#d55e00' pt 6 ps 0.8 lw 1.2"
#define ERROR "lc rgb '#0072b2' lw 1.2"
#define BAND "fc rgb '#b8d8ec' fs solid 1 noborder"
#define TARGET "lc rgb '#d55e00' lw 1.2 dt (8,5)"
#define LARGEST "lc rgb '#606060' lw 0.8 dt (2,4)"
#define MINUS "\xe2\x88\x92"
#define RUG "lc rgb '#000000' lw 0.8"

/* Inches apart at which knots, and strokes of the error, can be told from each other. */
static const double APART = 0.075, STROKE = 0.045;
static const double LETTER = 0.9; /* the mean width of letters, in characters of a layout */
enum { SAMPLES_MOST = 1500 };

/* Lengths in characters: of digits of the picture's font, 0.64 em wide in DejaVu Sans and less in
 * others, and 1.2 em high. */
typedef struct layout {
    double columns, rows; /* of a panel */
    double left, right, top, bottom, between;
    double share;            /* of the picture's height that panels take */
    double inches;           /* the width of a panel */
    double x_steps, y_steps; /* at most, from tick to tick */
    int key_columns, key_rows;
} layout;

/* As many digits as tell the ticks of a narrow range from each other. */
static int digits_of(plot_axis a)
{
    double share = (a.hi - a.lo) / fmax(fabs(a.lo), fabs(a.hi));
    return share < PLOT_NARROW ? (int)fmin(3.5 - log10(share), 15) : 5;
}

/* Where the lines at the largest error and at the target coincide in the picture, one is enough. */
static int shows_largest(const plot_picture *p)
{
    return isfinite(p->largest) && !(fabs(p->largest - p->target) < 0.01 * (p->e.hi - p->e.lo));
}

static layout find_layout(const plot_picture *p, const plot_style *style)
{
    /* Of the two keys: "1 knot in 123" and its mark, "max 1.23x10^{-4}" and its mark. */
    enum { ENTRY = 16, ERROR_ENTRY = 22 };
    double wide = 0.64 * style->font.points / 72, high = 1.2 * style->font.points / 72;
    int entries = 2 + !!p->curves.f + !!p->samples.count, panels = 1 + !!p->curves.f;
    size_t n = clpwl_table_segments(p->table);
    int digits_x = digits_of(p->x), digits_y = digits_of(p->y);
    layout l = {.left = digits_y + 7, .right = digits_x > 5 ? digits_x / 2 + 2 : 3, .bottom = 3.4};
    l.columns = style->size.width / wide - l.left - l.right;
    l.inches = l.columns * wide;
    l.key_columns = (int)fmax(l.columns / ENTRY, 1);
    l.key_rows = (entries + l.key_columns - 1) / l.key_columns;
    l.top = 0.8 + 1.1 * l.key_rows + (style->title && !*style->title ? 0 : 0.9);
    int may_have_band = clpwl_table_partition(p->table) != CLPWL_PARTITION_UNIFORM ||
                        (double)n * STROKE > l.inches;
    int error_entries = may_have_band + shows_largest(p) + isfinite(p->target);
    l.between = 1 + 1.1 * ceil(error_entries / fmax(floor(l.columns / ERROR_ENTRY), 1));
    l.rows = (style->size.height / high - l.top - l.bottom - (panels - 1) * l.between) / panels;
    l.share = panels * l.rows * high / style->size.height;
    l.x_steps = l.columns / (digits_x > 5 ? digits_x + 4 : 7);
    l.y_steps = fmin(l.rows / 1.3, 9);
    return l;
}

static int has_room(const layout *l)
{
    return l->columns >= 2 * l->left && l->rows >= 3;
}

/* Room for the usual title, too: as "bessel_j0: 24 segments, optimized, interpolant"; and most of the height
 * for the curves. */
static int has_title_room(const layout *l)
{
    enum { TITLE = 45, ROWS = 4 };
    return l->left + l->columns + l->right >= TITLE && l->rows >= ROWS && l->share >= 0.6;
}

/* The largest font of whole points from most down to least that has room; else the least. */
static double find_font(const plot_picture *p, const plot_style *style, double most, double least,
                        int (*has)(const layout *))
{
    plot_style other = *style;
    layout l;
    other.font.points = most + 1;
    do {
        other.font.points--;
        l = find_layout(p, &other);
    } while (!has(&l) && other.font.points > least);
    return other.font.points;
}

/* The size grows, by a tenth of an inch or ten pixels, until the picture has room for its font. */
static void enlarge(const plot_picture *p, plot_style *style)
{
    const double step = style->size.dpi == 96 ? 10 / 96. : 0.1;
    plot_size *s = &style->size;
    s->width = step * ceil(s->width / step - 1e-9);
    s->height = step * ceil(s->height / step - 1e-9);
    for (layout l = find_layout(p, style); !has_room(&l); l = find_layout(p, style))
        *(l.columns < 2 * l.left ? &s->width : &s->height) += step;
}

int plot_font_fit(const plot_picture *p, plot_style *style)
{
    enum { USUAL = 11, LEAST = 5 }; /* a paper's smallest print has 5 points; the least picture allows 1 */
    int is_given = style->font.points > 0;
    if (!is_given)
        style->font.points = find_font(p, style, USUAL, LEAST, has_title_room);
    layout l = find_layout(p, style);
    if (has_room(&l))
        return 0;
    double points = is_given ? find_font(p, style, ceil(style->font.points) - 1, LEAST, has_room) : LEAST;
    style->font.points = points;
    l = find_layout(p, style);
    if (is_given && has_room(&l))
        return app_usage("--size, --font: the font is too large for the picture: --font '%s,%g' or smaller "
                         "fits", style->font.name, points);
    enlarge(p, style);
    int is_pixels = style->size.dpi == 96;
    return app_usage("--size, --font: the picture is too small for a font that is easily read: --size "
                     "%.*fx%.*f%s or more has room for --font '%s,%g'",
                     is_pixels ? 0 : 1, style->size.width * (is_pixels ? 96 : 1), is_pixels ? 0 : 1,
                     style->size.height * (is_pixels ? 96 : 1), is_pixels ? "" : "in", style->font.name,
                     points);
}

static void send_marks(FILE *script, const char *name, const double *x, const double *y,
                       size_t count, size_t step, const plot_picture *p)
{
    fprintf(script, "$%s << END\n", name);
    for (size_t i = 0; i < count; i += step)
        fprintf(script, "%.12g %.12g\n", plot_number(p->x, x[i]), plot_number(p->y, y[i]));
    fputs("END\n", script);
}

static void send_marks_title(FILE *script, const char *one, size_t step)
{
    if (step == 1)
        fprintf(script, " title '%ss'", one);
    else
        fprintf(script, " title '1 %s in %zu'", one, step);
}

static int is_of_other(const plot_picture *p)
{
    return p->function && strcmp(p->function, clpwl_table_function(p->table)) != 0;
}

/* The name of f for an axis: "f(x)", unless the name is short and a word, and that of both curves. */
static void name_value(const plot_picture *p, char *out, size_t room)
{
    const char *name = clpwl_table_function(p->table), *c = name;
    while (isalnum((unsigned char)*c) || *c == '_')
        c++;
    snprintf(out, room, *c || c - name > 24 || is_of_other(p) ? "f(x)" : "%.24s(x)", name);
}

static void send_label(FILE *script, const char *what, const char *text)
{
    fprintf(script, "set %s ", what);
    gnuplot_quote_label(script, text);
    fputc('\n', script);
}

/* The title stands above the middle of the panel; to the left of it where it would end beyond the picture. */
static void send_title(FILE *script, const plot_picture *p, const char *title, const layout *l)
{
    enum { NAME = 160, REST = 40, OTHER = 60 };
    const clpwl_table *table = p->table;
    char text[NAME + 320], name[NAME + 4], other[OTHER + 20] = "";
    clpwl_shaper shaper = clpwl_table_shaper(table);
    clpwl_symmetry symmetry = clpwl_table_symmetry(table);
    size_t n = clpwl_table_segments(table);
    const char *function = clpwl_table_function(table);
    double room = l->left + l->columns + l->right, above = 1.1 * l->key_rows - 0.5;
    int most = (int)fmin(fmax(room - REST, 12), NAME);
    snprintf(name, sizeof name, strlen(function) > (size_t)most ? "%.*s..." : "%.*s", most,
             function);
    if (is_of_other(p))
        snprintf(other, sizeof other, "%.*s, and a table of ", OTHER, p->function);
    snprintf(text, sizeof text, "%s%s: %zu segment%s, %s%s%s%s%s, %s", other, name, n,
             app_s(n), clpwl_partition_name(clpwl_table_partition(table)), shaper ? " in " : "",
             shaper ? clpwl_shaper_name(shaper) : "", symmetry ? ", " : "",
             symmetry ? clpwl_symmetry_name(symmetry) : "", clpwl_fit_name(clpwl_table_fit(table)));
    title = title ? title : text;
    double beyond = LETTER * (double)strlen(title) / 2 - l->columns / 2 - l->right;
    fprintf(script, "set title offset char %.2f,char %.2f\n",
            -fmin(fmax(beyond, 0), (l->left - l->right) / 2), above);
    send_label(script, "title", title);
}

/* The least of 1, 2 and 5 times a power of 10 that makes at most so many steps. */
static double step_of(plot_axis a, double most)
{
    double least = plot_number(a, a.hi - a.lo) / fmax(most, 3), unit = pow(10, floor(log10(least)));
    return unit * (least <= unit ? 1 : least <= 2 * unit ? 2 : least <= 5 * unit ? 5 : 10);
}

/* The range, scale and ticks of the axis x or y, and the unit of its numbers. */
static void send_axis(FILE *script, const char *name, plot_axis a, double most)
{
    int is_x = *name == 'x';
    fprintf(script, "unset logscale %s\nset %srange [%.17g:%.17g]\n", name, name,
            plot_number(a, a.lo), plot_number(a, a.hi));
    if (a.log && a.hi / a.lo >= 100)
        fprintf(script, "set format %s '10^{%%T}'\n", name);
    else
        fprintf(script, "set format %s '%%.%dg'\n", name, digits_of(a));
    double decades = log10(a.hi / a.lo), apart = ceil(decades / fmax(most, 2));
    apart = apart > 3 ? 5 * ceil(apart / 5) : apart;
    if (a.log && decades >= 2 && apart > 1) /* gnuplot would choose as many as a large picture has */
        fprintf(script, "set logscale %s\nset %stics 1e%.0f,1e%.0f\nunset m%stics\n", name, name,
                apart * ceil(log10(a.lo) / apart - 1e-9), apart, name);
    else if (a.log)
        fprintf(script, "set logscale %s\nset %stics autofreq\n%s m%stics\n", name, name,
                decades < 12 ? "set" : "unset", name);
    else
        fprintf(script, "set %stics %.17g\nunset m%stics\n", name, step_of(a, most), name);
    fprintf(script, "unset label %d\n", is_x + 1);
    if (a.power)
        fprintf(script,
                "set label %d '\xc3\x97"
                "10^{%s%d}' at %s\n",
                is_x + 1, a.power < 0 ? MINUS : "", abs(a.power),
                is_x ? "graph 1,0 right offset 0,char -2.2" : "graph 0,1 left offset 0,char 0.7");
}

/* With the sign where there is room. */
static const char *error_label(const clpwl_weight *weight, const layout *l)
{
    if (weight->floor > 0)
        return weight->w ? "weighted relative error" : "relative error";
    if (weight->w)
        return "weighted error";
    return l->rows > 12 ? "error, table " MINUS " function" : "error";
}

/* A number such as 9.97 x 10^-5. */
static void send_number(FILE *script, double value)
{
    int power = (int)floor(log10(value) + 1e-9);
    if (power >= -3 && power <= 4)
        fprintf(script, "%.3g", value);
    else
        fprintf(script,
                "%.3g\xc3\x97"
                "10^{%s%d}",
                value / pow(10, power), power < 0 ? MINUS : "", abs(power));
}

/* Lines at +-value, on the sides that the axis shows. */
static void send_level(FILE *script, const plot_picture *p, double value, const char *look,
                       const char *title)
{
    int is_named = 0;
    for (int sign = 1; sign >= -1 && value > 0; sign -= 2) {
        if (!(sign * value <= p->e.hi && sign * value >= p->e.lo))
            continue;
        fprintf(script, ", %.9g with lines %s ", sign * plot_number(p->e, value), look);
        if (is_named++) {
            fputs("notitle", script);
        } else {
            fprintf(script, "title '%s ", title);
            send_number(script, value);
            fputc('\'', script);
        }
    }
}

static void send_errors(FILE *script, const plot_picture *p, int parts, const layout *l)
{
    double lo = plot_number(p->e, p->e.lo), hi = plot_number(p->e, p->e.hi);
    send_axis(script, "y", p->e, l->y_steps);
    send_label(script, "ylabel", error_label(p->weight, l));
    fputs("unset title\nplot ", script);
    if (parts & PLOT_BAND)
        fputs("$band using 1:2:3 with filledcurves " BAND
              " title 'range', $band using 1:2 with lines " ERROR
              " notitle, $band using 1:3 with lines " ERROR " notitle, ",
              script);
    if (parts & PLOT_CURVE)
        fputs("$error using 1:2 with lines " ERROR " notitle, ", script);
    fprintf(script, "$knots using 1:(%.9g):(0):(%.9g) with vectors nohead " RUG " notitle", lo,
            (hi - lo) * 0.025);
    send_level(script, p, p->target, TARGET, "target");
    if (shows_largest(p))
        send_level(script, p, p->largest, LARGEST, "max");
    fputs("\nunset multiplot\n", script);
}

/* The samples and the knots are marks; many of them are thinned out. */
static void send_function(FILE *script, const plot_picture *p, size_t knot_step, size_t sample_step)
{
    fputs("plot ", script);
    if (p->curves.f)
        fputs("$function using 1:2 with lines " FUNCTION " title 'function', ", script);
    if (p->samples.count) {
        fputs("$samples using 1:2 with points " SAMPLES, script);
        send_marks_title(script, "sample", sample_step);
        fputs(", ", script);
    }
    fputs("$table using 1:2 with lines " TABLE " title 'table', $knots using 1:2 with points " TABLE
          " pt 7 ps 0.45",
          script);
    send_marks_title(script, "knot", knot_step);
    fputc('\n', script);
}

int plot_script(FILE *script, plot_picture *p, const plot_style *style, const char *terminal)
{
    plot_curves *c = &p->curves;
    const plot_samples *s = &p->samples;
    const layout l = find_layout(p, style);
    size_t n = clpwl_table_segments(p->table);
    size_t knot_step = (size_t)((double)n * APART / l.inches) + 1;
    size_t sample_step = s->count / SAMPLES_MOST + 1;
    int parts = 0;
    char value[32], font[96];
    const char *xlabel = style->xlabel ? style->xlabel : *s->xlabel ? s->xlabel : "x";
    name_value(p, value, sizeof value);
    snprintf(font, sizeof font, "%s,%.4g", style->font.name, style->font.points);
    fprintf(script, "set encoding utf8\nset terminal %s font ", terminal);
    gnuplot_quote(script, font);
    fprintf(script,
            "\nset minussign\nset samples 2\nset tics out nomirror\nset border 3\n"
            "set key at graph 1,1.01 right bottom horizontal samplen 2 maxcols %d\n",
            l.key_columns);
    plot_curve_write(script, "table", c, c->v, p->x, p->y);
    send_marks(script, "knots", clpwl_table_knots(p->table), clpwl_table_values(p->table), n + 1,
               knot_step, p);
    if (s->count)
        send_marks(script, "samples", s->x, s->y, s->count, sample_step, p);
    if (c->f) {
        plot_curve_write(script, "function", c, c->f, p->x, p->y);
        parts = plot_error_write(script, c, p->table, (int)(l.inches / STROKE), p->x, p->e);
    }
    send_axis(script, "x", p->x, l.x_steps);
    send_axis(script, "y", p->y, l.y_steps);
    send_title(script, p, style->title, &l);
    fprintf(script,
            "set multiplot layout %d,1 margins char %g,char %g,char %.2f,char %.2f spacing "
            "char 0,char %.2f\n",
            c->f ? 2 : 1, l.left, l.right, l.bottom, l.top, l.between);
    send_label(script, "ylabel", style->ylabel ? style->ylabel : *s->ylabel ? s->ylabel : value);
    if (c->f)
        fputs("set format x ''\nunset label 2\n", script);
    else
        send_label(script, "xlabel", xlabel);
    send_function(script, p, knot_step, sample_step);
    if (!c->f)
        return 0;
    send_axis(script, "x", p->x, l.x_steps);
    send_label(script, "xlabel", xlabel);
    send_errors(script, p, parts, &l);
    return 0;
}
