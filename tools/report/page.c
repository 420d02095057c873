/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of the report: one HTML file that contains its pictures. */
#include <errno.h>
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

static void write_text(FILE *page, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<': fputs("&lt;", page); break;
        case '>': fputs("&gt;", page); break;
        case '&': fputs("&amp;", page); break;
        default: fputc(*text, page);
        }
}

static const char style[] =
    "body{font:16px/1.5 sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse;margin:1rem 0;font-size:14px}"
    "td,th{padding:.2rem .6rem;border-bottom:1px solid #ddd;text-align:right}"
    "td:first-child,th:first-child{text-align:left}caption,figcaption{text-align:left;"
    "color:#555;font-size:14px}figure{margin:1.5rem 0}svg,img{max-width:100%;height:auto}"
    "code{background:#f3f3f3;padding:0 .2em}";

int report_page_open(report *r)
{
    char cpu[256], date[64];
    time_t now = time(NULL);
    r->page = open_memstream(&r->text, &r->length);
    if (!r->page)
        return app_fail("out of memory");
    bench_cpu_name(cpu, sizeof cpu);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", gmtime(&now));
    fprintf(r->page, "<!doctype html><html lang=en><meta charset=utf-8>"
                     "<title>clpwl report</title><style>%s</style>\n"
                     "<h1>Piecewise linear tables, measured</h1>\n<table>", style);
    fputs("<tr><td>Device<td style='text-align:left'>", r->page);
    if (r->bench.context) {
        const clpwl_device_info *d = clpwl_context_info(r->bench.context);
        write_text(r->page, d->platform);
        fputs(": ", r->page);
        write_text(r->page, d->name);
        fputs("<tr><td>Driver<td style='text-align:left'>", r->page);
        write_text(r->page, d->driver);
    } else {
        fputs("none: the host alone", r->page);
    }
    fputs("<tr><td>Host<td style='text-align:left'>", r->page);
    write_text(r->page, cpu);
    fprintf(r->page, "<tr><td>Date<td style='text-align:left'>%s"
                     "<tr><td>Command<td style='text-align:left'><code>", date);
    write_text(r->page, r->command);
    fputs("</code></table>\n", r->page);
    return 0;
}

static int write_page(const report *r)
{
    char path[REPORT_PATH];
    app_output out;
    int code = report_path(r, "index", ".html", path);
    code = code ? code : app_output_open(&out, path);
    if (code)
        return code;
    fwrite(r->text, 1, r->length, out.file);
    return app_output_end(&out, 0);
}

int report_page_end(report *r, int code)
{
    fputs("</html>\n", r->page);
    int failed = ferror(r->page);
    failed |= fclose(r->page) != 0;
    if (code == 0)
        code = failed ? app_fail("out of memory") : write_page(r);
    free(r->text);
    r->page = NULL;
    r->text = NULL;
    return code;
}

void report_heading(report *r, const char *text)
{
    fputs("<h2>", r->page);
    write_text(r->page, text);
    fputs("</h2>\n", r->page);
}

void report_paragraph(report *r, const char *html)
{
    fprintf(r->page, "<p>%s</p>\n", html);
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

int report_table(report *r, const char *name, const char *caption)
{
    char line[4096];
    FILE *file;
    int head = 1, code = report_read(r, name, ".tsv", &file);
    if (code)
        return code;
    fputs("<table><caption>", r->page);
    write_text(r->page, caption);
    fputs("</caption>\n", r->page);
    while (fgets(line, sizeof line, file)) {
        char *at = line;
        line[strcspn(line, "\n")] = '\0';
        fputs("<tr>", r->page);
        for (char *cell; (cell = strsep(&at, "\t")) != NULL;) {
            fputs(head ? "<th>" : "<td>", r->page);
            write_text(r->page, cell);
        }
        fputc('\n', r->page);
        head = 0;
    }
    fputs("</table>\n", r->page);
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
            fputs(line, r->page);
    }
    return report_read_end(file, name);
}

/* Draws the picture by gnuplot. */
static int draw(const char *name, const char *script, const char *data, const char *picture)
{
    FILE *plot;
    int code = gnuplot_begin(&plot);
    if (code)
        return code;
    /* The picture's name makes the names of its elements unique in the page. */
    fprintf(plot, "set terminal svg size 900,480 name '%s' background rgb 'white'\n"
                  "set datafile separator '\\t'\nset key outside right\nset grid\n"
                  "data = ", name);
    gnuplot_quote(plot, data);
    fprintf(plot, "\n%s\n", script);
    return gnuplot_draw(plot, picture, 0);
}

static void write_caption(report *r, const char *caption)
{
    fputs("<figcaption>", r->page);
    write_text(r->page, caption);
    fputs("</figcaption></figure>\n", r->page);
}

int report_picture(report *r, const char *name, const char *script, const char *caption)
{
    char data[REPORT_PATH], picture[REPORT_PATH];
    int code = 0;
    TRY(report_path(r, name, ".tsv", data));
    TRY(report_path(r, name, ".svg", picture));
    TRY(draw(name, script, data, picture));
    fputs("<figure>", r->page);
    TRY(include_svg(r, name));
    write_caption(r, caption);
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
    fputs("<figure><img alt='' src='data:image/png;base64,", r->page);
    write_base64(file, r->page);
    fputs("'>", r->page);
    write_caption(r, caption);
    return report_read_end(file, name);
}
