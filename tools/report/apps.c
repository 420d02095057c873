/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections of the report that a program of apps/ measures. */
#include <ctype.h>
#include <dirent.h>
#include <jansson.h>
#include <string.h>
#include <unistd.h>
#include "common/clock.h"
#include "report/report.h"
#include "run_program.h"

enum { ARGUMENTS = 32, COLUMNS = 24, TEXT = 256, LINE = 4096 };

/* "clpwl-bgs" is named by CLPWL_BGS, or stands beside this program, or in PATH. 1, or 0 and the
 * reason if there is none. */
static int find_program(const char *name, char path[REPORT_PATH], char reason[REPORT_PATH])
{
    char own[REPORT_PATH], folders[8 * REPORT_PATH], variable[TEXT];
    snprintf(variable, sizeof variable, "%s", name);
    for (char *c = variable; *c; c++)
        *c = (char)(*c == '-' ? '_' : toupper((unsigned char)*c));
    const char *named = getenv(variable), *search = getenv("PATH"), *at = folders;
    if (named && *named) {
        snprintf(path, REPORT_PATH, "%s", named);
        snprintf(reason, REPORT_PATH, "%s names no program: '%.2000s'", variable, named);
        return access(path, X_OK) == 0;
    }
    ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    own[n > 0 ? n : 0] = '\0';
    const char *slash = strrchr(own, '/');
    int length = slash ? (int)(slash - own) : 0;
    /* Installed; or in the build folder, where libtool may keep programs in a subfolder. */
    snprintf(folders, sizeof folders, "%.*s:%.*s/../apps:%.*s/../../apps:%s", length, own, length,
             own, length, own, search ? search : "");
    for (size_t n_folder; *at; at += n_folder + (at[n_folder] == ':')) {
        n_folder = strcspn(at, ":");
        snprintf(path, REPORT_PATH, "%.*s/%s", (int)n_folder, at, name);
        if (n_folder > 0 && access(path, X_OK) == 0)
            return 1;
    }
    snprintf(reason, REPORT_PATH, "the program %s is neither beside clpwl nor in PATH", name);
    return 0;
}

/* The share of a section while a program runs of which nothing is known. */
typedef struct waiting {
    report *r;
    double from, to, began;
} waiting;

static void show_waiting(void *user)
{
    const waiting *w = user;
    double typical = w->r->now->seconds * (w->to - w->from), seconds = app_seconds() - w->began;
    report_progress(w->r, w->from + (w->to - w->from) * seconds / (seconds + typical));
}

/* Runs the program. Its standard output goes to a file, which appears if it succeeds. */
static int run_once(waiting *w, const char *program, const char *const *given, const char *file)
{
    int code = 0, n = 1;
    const report *r = w->r;
    char texts[ARGUMENTS][REPORT_PATH];
    const char *argv[ARGUMENTS + 3] = {program};
    app_output out;
    for (; *given && n < ARGUMENTS; n++, given++) {
        argv[n] = texts[n];
        if (**given == '@')
            TRY(report_path(r, *given + 1, "", texts[n]));
        else if (strcmp(*given, "#runs") == 0)
            snprintf(texts[n], REPORT_PATH, "%zu", r->bench.runs < 99 ? r->bench.runs : 99);
        else
            snprintf(texts[n], REPORT_PATH, "%s", *given);
    }
    if (r->device && strcmp(argv[1], "scene") != 0) {
        argv[n++] = "--device";
        argv[n++] = r->device;
    }
    TRY(app_output_open(&out, file));
    int error = run_program(argv, -1, fileno(out.file), 0, show_waiting, w);
    if (error > 0)
        code = app_fail("cannot start %s: %s", argv[0], strerror(error));
    if (error < 0)
        code = app_fail("%s %s failed; see its messages above", argv[0], argv[1]);
    code = app_output_end(&out, code);
done:
    return code;
}

/* What the last run prints goes to PRINTED.tsv. */
static int run_all(report *r, const char *program, const report_app *a, const char *printed)
{
    int count = 0;
    char file[REPORT_PATH];
    int code = report_path(r, printed, ".tsv", file);
    while (a->runs[count])
        count++;
    for (int i = 0; i < count && code == 0; i++) {
        waiting w = {r, (double)i / count, (i + 1.0) / count, app_seconds()};
        code = run_once(&w, program, a->runs[i], i + 1 < count ? "/dev/null" : file);
    }
    return code;
}

/* Removes a folder of files. */
static void remove_folder(const report *r, const char *name)
{
    char folder[REPORT_PATH], path[REPORT_PATH + 256];
    if (report_path(r, name, "", folder))
        return;
    DIR *d = opendir(folder);
    for (const struct dirent *e; d && (e = readdir(d)) != NULL;) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        unlink(path);
    }
    if (d)
        closedir(d);
    rmdir(folder);
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

/* A pattern with the cells in the place of their {names}. */
static int fill(const char *pattern, const char *names[COLUMNS], const char *cells[COLUMNS],
                char out[TEXT])
{
    size_t used = 0;
    *out = '\0';
    for (size_t n; *pattern && used < TEXT - 1; pattern += n) {
        int i = 0;
        n = strcspn(pattern, *pattern == '{' ? "}" : "{") + (*pattern == '{');
        if (*pattern == '{') {
            while (i < COLUMNS && (strlen(names[i]) != n - 2 ||
                                   strncmp(names[i], pattern + 1, n - 2) != 0))
                i++;
            if (i == COLUMNS)
                return app_fail("no column is named %.*s", (int)n, pattern);
        }
        used += (size_t)snprintf(out + used, TEXT - used, "%.*s", (int)(*pattern == '{' ? TEXT : n),
                                 *pattern == '{' ? cells[i] : pattern);
    }
    return 0;
}

/* rows[ROW][COLUMN] is the text of a cell; heads[COLUMN] is null. */
static int read_rows(const report *r, const report_app *a, const char *printed, json_t *rows,
                     json_t *heads)
{
    char heading[LINE], line[LINE], row[TEXT], column[TEXT], cell[TEXT];
    const char *names[COLUMNS], *cells[COLUMNS];
    FILE *file;
    int known = 0, code = report_read(r, printed, ".tsv", &file);
    if (code)
        return code;
    while (fgets(line, sizeof line, file)) {
        if (*line == '#')
            continue;
        if (!known++) {
            split(strcpy(heading, line), names);
            continue;
        }
        split(line, cells);
        TRY(fill(a->rows, names, cells, row));
        TRY(fill(a->columns, names, cells, column));
        TRY(fill(a->cells, names, cells, cell));
        if (a->percent)
            snprintf(cell, sizeof cell, "%.2g", 100 * atof(cell));
        if (a->skip && strcmp(row, a->skip) == 0)
            continue;
        json_object_set_new(heads, column, json_null());
        if (!json_object_get(rows, row))
            json_object_set_new(rows, row, json_object());
        json_object_set_new(json_object_get(rows, row), column, json_string(cell));
    }
    CHECK(json_object_size(rows) > 0, "%s %s printed no line", a->program, a->runs[0][0]);
done:
    return report_read_end(file, printed) || code;
}

/* NAME.tsv: a line for each row; nan stands for cells that were not printed. */
static int write_rows(report *r, const char *name, const report_app *a, json_t *rows,
                      json_t *heads)
{
    const char *row, *column, *text;
    json_t *cells, *unused;
    FILE *file;
    int code = report_data(r, name, &file);
    if (code)
        return code;
    fprintf(file, "%s", a->corner);
    json_object_foreach(heads, column, unused)
        fprintf(file, "\t%s", column);
    json_object_foreach(rows, row, cells) {
        fprintf(file, "\n%s", row);
        json_object_foreach(heads, column, unused) {
            text = json_string_value(json_object_get(cells, column));
            fprintf(file, "\t%s", text ? text : "nan");
            for (const char *c = column; !text && (c = strchr(c, '\t')) != NULL; c++)
                fputs("\tnan", file);
        }
    }
    fputc('\n', file);
    return report_data_end(r, 0);
}

double report_cell(const json_t *rows, const char *row, const char *column)
{
    const char *head;
    json_t *cell, *cells = json_object_get(rows, row);
    json_object_foreach(cells, head, cell)
        if (strncmp(head, column, strlen(column)) == 0)
            return atof(json_string_value(cell));
    return 0.0 / 0.0;
}

static int show_rows(report *r, const report_section *s, const report_app *a)
{
    int code = 0;
    json_t *rows = json_object(), *heads = json_object();
    CHECK(rows && heads, "out of memory");
    TRY(read_rows(r, a, a->printed, rows, heads));
    TRY(write_rows(r, s->name, a, rows, heads));
    TRY(report_table(r, s->name, a->caption, a->paper));
    if (a->script)
        TRY(report_picture(r, s->name, a->script, a->picture));
    if (a->state)
        a->state(r, rows);
done:
    json_decref(rows);
    json_decref(heads);
    return code;
}

/* A section that fails leaves no data, which no page would show. */
static void remove_data(const report *r, const report_section *s, const report_app *a)
{
    const char *const names[] = {s->name, a->rows ? a->printed : s->name};
    char path[REPORT_PATH];
    for (int i = 0; i < 2; i++)
        if (report_path(r, names[i], ".tsv", path) == 0)
            unlink(path);
}

int report_application(report *r, const report_section *s)
{
    const report_app *a = s->data;
    char program[REPORT_PATH];
    int code = 0;
    if (!r->bench.context)
        snprintf(r->reason, sizeof r->reason, "there is no OpenCL device");
    if (!r->bench.context || !find_program(a->program, program, r->reason)) {
        report_left_out(r);
        return 0;
    }
    code = run_all(r, program, a, a->rows ? a->printed : s->name);
    if (a->scratch)
        remove_folder(r, a->scratch);
    TRY(code);
    if (a->text)
        report_paragraph(r, a->text);
    TRY(a->rows ? show_rows(r, s, a) : report_image(r, s->name, a->caption));
done:
    if (code)
        remove_data(r, s, a);
    return code;
}
