/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of the report: one HTML file that contains its pictures. */
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>
#include "gnuplot.h"
#include "report/report.h"

int report_path(const report *r, const char *name, const char *ending, char path[REPORT_PATH])
{
    int n = snprintf(path, REPORT_PATH, "%s/%s%s", r->folder, name, ending);
    return n > 0 && n < REPORT_PATH ? 0 : app_fail("the path of '%s' is too long", r->folder);
}

int report_data(report *r, const char *name, FILE **out)
{
    int code = report_path(r, name, ".tsv", r->data_path);
    if (code == 0)
        code = app_output_open(&r->data, r->data_path);
    *out = r->data.file;
    return code;
}

int report_data_end(report *r, int code)
{
    return app_output_end(&r->data, code);
}

/* Plain text as HTML. */
static void write_text(FILE *page, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<': fputs("&lt;", page); break;
        case '>': fputs("&gt;", page); break;
        case '&': fputs("&amp;", page); break;
        case '"': fputs("&quot;", page); break;
        case '\'': fputs("&#39;", page); break;
        default: fputc((unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text, page);
        }
}

static const char style[] =
    "body{font:16px/1.5 sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "h2{margin-top:2.5rem}a{color:#0057a8}.wide,figure{overflow-x:auto;margin:1rem 0}"
    "table{border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums}"
    "td,th{padding:.2rem .6rem;border-bottom:1px solid "
    "#ddd;text-align:right;vertical-align:bottom}td{white-space:nowrap}"
    "td:first-child,th:first-child,.facts td{text-align:left}.facts td{white-space:normal}"
    ".paper{color:#666;font-style:italic}caption,figcaption,.data{text-align:left;color:#555;"
    "font-size:14px}svg{width:100%;height:auto;min-width:32rem}img{max-width:100%;height:auto}"
    "code{background:#f3f3f3;padding:0 .2em;overflow-wrap:anywhere}ol,ul{padding-left:1.4rem}";

static void write_fact(FILE *page, const char *name, const char *text)
{
    fprintf(page, "<tr><td>%s<td>", name);
    write_text(page, text);
    fputc('\n', page);
}

/* The load of a machine at rest is less: it has programs that wait and look. */
static const double LOADED = 0.5;

/* What was measured, where, and when. */
static void write_head(const report *r, FILE *page)
{
    char text[256];
    time_t now = time(NULL);
    fprintf(page,
            "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport "
            "content='width=device-width,initial-scale=1'>"
            "<title>clpwl report</title><style>%s</style>\n"
            "<h1>Piecewise linear tables, measured</h1>\n<table class=facts>",
            style);
    if (r->bench.context) {
        const clpwl_device_info *d = clpwl_context_info(r->bench.context);
        write_fact(page, "Device", d->name);
        write_fact(page, "Platform", d->platform);
        write_fact(page, "Driver", d->driver);
    } else {
        write_fact(page, "Device", "none: the host alone");
    }
    bench_cpu_name(text, sizeof text);
    write_fact(page, "Host", text);
    snprintf(text, sizeof text, "%.2f when the report began, on %u processor%s%s", r->load, bench_cpus(),
             app_s(bench_cpus()),
             r->load > LOADED ? ": other programs ran, beside which times are longer" : "");
    write_fact(page, "Load", r->load < 0 ? "unknown" : text);
    write_fact(page, "Version", clpwl_version());
    strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", gmtime(&now));
    write_fact(page, "Date", text);
    fputs("<tr><td>Command<td><code>", page);
    write_text(page, r->command);
    fputs(
        "</code></table>\n<p>The method is from D. Berj&oacute;n, G. Gallego, C. Cuevas, F. "
        "Mor&aacute;n, N. Garc&iacute;a, <i>Optimal Piecewise Linear Function Approximation for "
        "GPU-based Applications</i>, IEEE Trans. Cybernetics 2015. Tables I and II and Fig. 2, 5 and 6 "
        "repeat the paper's of these numbers. The figures 7 to 12 of this page do not: in the paper Fig. 7 "
        "is the time against the number of segments, 8 four background models, 9 detections, 10 the L2 "
        "errors of the Lorentzian, and 11 the partition of J0. The paper's numbers are its measurements on "
        "an Intel Core i7-2600K (one core) and an NVIDIA GTX 580.</p>\n",
        page);
}

static int open_text(report_text *t)
{
    t->file = open_memstream(&t->text, &t->length);
    return t->file ? 0 : app_fail("out of memory");
}

static int close_text(report_text *t)
{
    if (!t->file)
        return 0;
    int failed = ferror(t->file);
    failed |= fclose(t->file) != 0;
    t->file = NULL;
    return failed ? app_fail("out of memory") : 0;
}

int report_page_open(report *r)
{
    int code = open_text(&r->contents);
    code = code ? code : open_text(&r->summary);
    return code ? code : open_text(&r->body);
}

static int write_page(const report *r)
{
    char path[REPORT_PATH];
    app_output out;
    int code = report_path(r, "index", ".html", path);
    code = code ? code : app_output_open(&out, path);
    if (code)
        return code;
    write_head(r, out.file);
    if (r->summary.length)
        fprintf(out.file, "<h2 id=summary>Summary</h2>\n<ul>\n%s</ul>\n", r->summary.text);
    fprintf(out.file, "<h2 id=contents>Contents</h2>\n<ol>\n%s</ol>\n%s</html>\n", r->contents.text,
            r->body.text);
    return app_output_end(&out, 0);
}

int report_page_end(report *r, int code)
{
    report_text *const texts[] = {&r->contents, &r->summary, &r->body};
    for (int i = 0; i < 3; i++) {
        int failed = close_text(texts[i]);
        code = code ? code : failed;
    }
    if (code == 0)
        code = write_page(r);
    for (int i = 0; i < 3; i++)
        free(texts[i]->text);
    return code;
}

void report_progress(report *r, double share)
{
    app_progress_show((r->done + share * r->now->seconds) / r->all, &r->bar);
}

void report_heading(report *r, const char *name, const char *text)
{
    fprintf(r->body.file, "<h2 id=%s>", name);
    write_text(r->body.file, text);
    fputs("</h2>\n", r->body.file);
    fprintf(r->contents.file, "<li><a href='#%s'>", name);
    write_text(r->contents.file, text);
    fputs("</a>\n", r->contents.file);
}

void report_paragraph(report *r, const char *html)
{
    fprintf(r->body.file, "<p>%s</p>\n", html);
}

void report_left_out(report *r)
{
    r->left_out++;
    fputs("<p>Left out: ", r->body.file);
    write_text(r->body.file, r->reason);
    fputs(".</p>\n", r->body.file);
}

void report_fact(report *r, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fputs("<li>", r->summary.file);
    write_text(r->summary.file, text);
    fputc('\n', r->summary.file);
}

int report_read(const report *r, const char *name, const char *ending, FILE **out)
{
    char path[REPORT_PATH];
    int code = report_path(r, name, ending, path);
    *out = code ? NULL : fopen(path, "rb");
    return code || *out ? code : app_fail("cannot read '%s': %s", path, strerror(errno));
}

int report_read_end(FILE *file, const char *name)
{
    int code = ferror(file) ? app_fail("cannot read '%s': %s", name, strerror(errno)) : 0;
    fclose(file);
    return code;
}

void report_table_begin(report *r, const char *caption)
{
    fputs("<div class=wide><table><caption>", r->body.file);
    write_text(r->body.file, caption);
    fputs("</caption>\n", r->body.file);
}

void report_add(char line[REPORT_LINE], const char *format, ...)
{
    size_t used = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + used, REPORT_LINE - used, format, arguments);
    va_end(arguments);
}

void report_row(report *r, const char *kind, const char *line)
{
    const char *cell = strcmp(kind, "head") == 0 ? "<th>" : "<td>";
    char text[256];
    fprintf(r->body.file, *kind ? "<tr class=%s>" : "<tr>", kind);
    for (size_t n; *line; line += n + (line[n] == '\t')) {
        n = strcspn(line, "\t\n");
        snprintf(text, sizeof text, "%.*s", (int)n, line);
        fputs(cell, r->body.file);
        write_text(r->body.file, text);
        if (line[n] == '\n')
            break;
    }
    fputc('\n', r->body.file);
}

static void link_file(report *r, const char *name, const char *ending)
{
    fprintf(r->body.file, " <a href='%s%s'>%s%s</a>", name, ending, name, ending);
}

void report_table_end(report *r, const char *name)
{
    fputs("</table></div>\n<p class=data>Data:", r->body.file);
    link_file(r, name, ".tsv");
    fputs("</p>\n", r->body.file);
}

int report_table(report *r, const char *name, const char *caption, const char *const *paper)
{
    char line[4096];
    FILE *file;
    const char *kind = "head";
    int code = report_read(r, name, ".tsv", &file);
    if (code)
        return code;
    report_table_begin(r, caption);
    for (; fgets(line, sizeof line, file); kind = "")
        report_row(r, kind, line);
    for (; paper && *paper; paper++)
        report_row(r, "paper", *paper);
    report_table_end(r, name);
    return report_read_end(file, name);
}

/* Adds the SVG without the lines before its root element. */
static int include_svg(report *r, const char *name)
{
    char line[4096];
    int begun = 0;
    FILE *file;
    int code = report_read(r, name, ".svg", &file);
    if (code)
        return code;
    while (fgets(line, sizeof line, file)) {
        begun = begun || strncmp(line, "<svg", 4) == 0;
        if (begun)
            fputs(line, r->body.file);
    }
    return report_read_end(file, name);
}

/* Those of `clpwl plot`; the points and dashes tell curves from each other too. */
static const char colours[] = "set linetype 1 lc rgb '#000000'\nset linetype 2 lc rgb '#0072b2'\n"
                              "set linetype 3 lc rgb '#d55e00'\nset linetype 4 lc rgb '#56b4e9'\n"
                              "set linetype 5 lc rgb '#009e73'\n";

/* Sends the lines of NAME.tsv to a script, as $data. A file name that begins with '<' would be a
 * command of the shell to gnuplot. */
static int send_data(const report *r, const char *name, FILE *script)
{
    char line[4096];
    FILE *file;
    int code = report_read(r, name, ".tsv", &file);
    if (code)
        return code;
    fputs("$data << END\n", script);
    while (fgets(line, sizeof line, file))
        fputs(line, script);
    fputs("END\n", script);
    return report_read_end(file, name);
}

static void write_caption(report *r, const char *name, const char *ending, const char *caption)
{
    fputs("</figure>\n<p class=data>", r->body.file);
    write_text(r->body.file, caption);
    fputs(" Data:", r->body.file);
    link_file(r, name, ".tsv");
    link_file(r, name, ending);
    fputs("</p>\n", r->body.file);
}

int report_picture(report *r, const char *name, const char *script, const char *caption)
{
    char picture[REPORT_PATH];
    FILE *plot;
    int code = 0;
    TRY(report_path(r, name, ".svg", picture));
    TRY(gnuplot_begin(&plot));
    /* The picture's name makes the names of its elements unique in the page. */
    fprintf(plot,
            "set encoding utf8\nset terminal svg size 760,480 name '%s' font 'sans,13' "
            "background rgb 'white'\nset datafile separator '\\t'\nset datafile "
            "columnheaders\nset minussign\nset key outside top center horizontal "
            "noenhanced\nset tics out nomirror\nset border 3\n%s",
            name, colours);
    code = send_data(r, name, plot);
    fprintf(plot, "%s\n", script);
    TRY(gnuplot_draw(plot, picture, code));
    fputs("<figure>", r->body.file);
    TRY(include_svg(r, name));
    write_caption(r, name, ".svg", caption);
done:
    return code;
}

/* The bytes of a file in base64 (RFC 4648). */
static void write_base64(FILE *from, FILE *to)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char three[3];
    for (size_t n; (n = fread(three, 1, 3, from)) > 0;) {
        unsigned bits = (unsigned)three[0] << 16 | (n > 1 ? (unsigned)three[1] << 8 : 0) |
                        (n > 2 ? three[2] : 0u);
        for (size_t i = 0; i < 4; i++)
            fputc(i <= n ? digits[bits >> (18 - 6 * i) & 63] : '=', to);
    }
}

int report_image(report *r, const char *name, const char *caption)
{
    FILE *file;
    int code = report_read(r, name, ".png", &file);
    if (code)
        return code;
    fputs("<figure><img alt='", r->body.file);
    write_text(r->body.file, caption);
    fputs("' src='data:image/png;base64,", r->body.file);
    write_base64(file, r->body.file);
    fputs("'>", r->body.file);
    write_caption(r, name, ".png", caption);
    return report_read_end(file, name);
}
