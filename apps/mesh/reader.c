/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reader.h"
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

int mesh_file_fail(const mesh_file *f, const char *format, ...)
{
    char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (f->line)
        return app_fail("'%s', line %zu: %s", f->path, f->line, text);
    return app_fail("'%s', byte %zu: %s", f->path, (size_t)(f->at - f->bytes), text);
}

static int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* The bytes of a backslash that ends its line; 0: there is none. */
static size_t join_length(const mesh_file *f)
{
    if (!f->is_joined || *f->at != '\\')
        return 0;
    return f->at[1] == '\n' ? 2 : f->at[1] == '\r' && f->at[2] == '\n' ? 3 : 0;
}

static void skip_blanks(mesh_file *f)
{
    for (size_t join; f->at < f->end; f->at += join ? join : 1) {
        join = join_length(f);
        if (!join && !is_blank(*f->at))
            break;
        f->line += join > 0;
    }
    if (f->at < f->end && f->comment && *f->at == f->comment) {
        const char *newline = memchr(f->at, '\n', (size_t)(f->end - f->at));
        f->at = newline ? newline : f->end;
    }
}

mesh_word mesh_word_here(mesh_file *f)
{
    skip_blanks(f);
    mesh_word w = {f->at, 0};
    while (f->at < f->end && *f->at != '\n' && !is_blank(*f->at) && !join_length(f) &&
           (!f->comment || *f->at != f->comment))
        f->at++;
    w.length = (size_t)(f->at - w.at);
    return w;
}

int mesh_go_on(mesh_file *f)
{
    for (skip_blanks(f); f->at < f->end && *f->at == '\n'; skip_blanks(f)) {
        f->at++;
        f->line += f->line > 0;
    }
    return f->at < f->end;
}

mesh_word mesh_word_next(mesh_file *f)
{
    mesh_go_on(f);
    return mesh_word_here(f);
}

void mesh_skip_line(mesh_file *f)
{
    while (mesh_word_here(f).length)
        ;
}

int mesh_is_word(mesh_word w, const char *text)
{
    return w.length == strlen(text) && strncasecmp(w.at, text, w.length) == 0;
}

static int check_word(const mesh_file *f, mesh_word w, const char *what)
{
    if (w.length)
        return 0;
    return mesh_file_fail(f, "the %s ends before %s", f->at < f->end ? "line" : "file", what);
}

/* The programs never leave the locale C, so strtod takes a point. */
static int read_number(mesh_word w, double *out)
{
    char *end;
    if (strspn(w.at, "0123456789+-.eE") < w.length)
        return 0;
    *out = strtod(w.at, &end);
    return end == w.at + w.length;
}

int mesh_number(const mesh_file *f, mesh_word w, const char *what, double *out)
{
    int code = 0;
    TRY(check_word(f, w, what));
    CHECK_FILE(f, read_number(w, out), "'%.*s' is not %s", MESH_SHOWN(w), what);
done:
    return code;
}

int mesh_check_coordinate(const mesh_file *f, double x)
{
    if (fabs(x) <= (double)FLT_MAX)
        return 0;
    return mesh_file_fail(f, "a coordinate is %g; coordinates are finite, 3.4e38 at most", x);
}

int mesh_coordinate(const mesh_file *f, mesh_word w, double *out)
{
    int code = 0;
    TRY(check_word(f, w, "a coordinate"));
    CHECK_FILE(f, read_number(w, out), "'%.*s' is not a coordinate; coordinates are finite numbers",
               MESH_SHOWN(w));
    TRY(mesh_check_coordinate(f, *out));
done:
    return code;
}

int mesh_whole(const mesh_file *f, mesh_word w, const char *what, int64_t least, int64_t most,
               int64_t *out)
{
    int code = 0;
    double x = 0;
    TRY(check_word(f, w, what));
    /* A double holds each whole number that is asked for. */
    const int is_whole = strspn(w.at, "0123456789+-") >= w.length && read_number(w, &x);
    CHECK_FILE(f, is_whole && x >= (double)least && x <= (double)most,
               "'%.*s' is not %s, a whole number from %lld to %lld", MESH_SHOWN(w), what,
               (long long)least, (long long)most);
    *out = (int64_t)x;
done:
    return code;
}

int mesh_take(mesh_file *f, size_t bytes, const char **out)
{
    int code = 0;
    CHECK_FILE(f, bytes <= (size_t)(f->end - f->at), "the file is cut: %zu bytes are missing",
               bytes - (size_t)(f->end - f->at));
    *out = f->at;
    f->at += bytes;
done:
    return code;
}

int mesh_grow(void **array, size_t *room, size_t count, size_t size)
{
    if (count < *room)
        return 0;
    const size_t more = *room ? 2 * *room : 256;
    void *new = more > SIZE_MAX / size ? NULL : realloc(*array, more * size);
    if (!new)
        return app_fail("out of memory: %zu bytes of a model", more * size);
    *array = new;
    *room = more;
    return 0;
}

void mesh_soup_free(mesh_soup *s)
{
    free(s->vertices);
    free(s->corners);
    *s = (mesh_soup){0};
}

int mesh_soup_vertex(mesh_soup *s, const double at[3])
{
    int code = 0;
    void *vertices = s->vertices;
    CHECK(s->vertex_count < MESH_FACES_MOST, "the model has more than 2^30 vertices");
    TRY(mesh_grow(&vertices, &s->vertex_room, s->vertex_count, sizeof *s->vertices));
    s->vertices = vertices;
    for (int k = 0; k < 3; k++) /* products of four differences do not underflow */
        s->vertices[s->vertex_count][k] = fabs(at[k]) < (double)FLT_MIN ? 0 : at[k];
    s->vertex_count++;
done:
    return code;
}

static int append(mesh_soup *s, uint32_t value)
{
    int code = 0;
    void *corners = s->corners;
    TRY(mesh_grow(&corners, &s->room, s->length, sizeof *s->corners));
    s->corners = corners;
    s->corners[s->length++] = value;
done:
    return code;
}

int mesh_soup_face(mesh_soup *s)
{
    int code = 0;
    CHECK(s->faces < MESH_FACES_MOST, "the model has more than 2^30 faces");
    s->face = s->length;
    s->faces++;
    TRY(append(s, 0));
done:
    return code;
}

int mesh_soup_corner(mesh_soup *s, uint32_t vertex)
{
    int code = 0;
    CHECK(s->corners[s->face] < MESH_FACES_MOST, "face %u has more than 2^30 corners",
          s->faces - 1);
    TRY(append(s, vertex));
    s->corners[s->face]++;
done:
    return code;
}

int mesh_soup_point(mesh_soup *s, mesh_file *f, mesh_word_get *next)
{
    int code = 0;
    double at[3];
    for (int k = 0; k < 3; k++)
        TRY(mesh_coordinate(f, next(f), &at[k]));
    TRY(mesh_soup_vertex(s, at));
done:
    return code;
}
