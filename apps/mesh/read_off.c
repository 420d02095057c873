/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * OFF, as Geomview's manual has it:
 *
 *   [ST][C][N]OFF                       may be missing; ST, C, N: what else a vertex has
 *   VERTICES FACES [EDGES]
 *   x y z [nx ny nz] [r g b [a]] [s t]  a vertex
 *   N v1 ... vN [COLOUR]                a face; the colour is what is left of the line, 4 numbers at most
 *
 * Numbers may stand in any lines, but for colours. A comment is from # to the end of its line.
 */
#include <strings.h>
#include "reader.h"

enum { COLOR = 4 }; /* numbers at most */

typedef struct layout {
    int has_normals, has_colors, has_texture;
    int64_t vertices, faces;
} layout;

static int is_number(mesh_word w)
{
    return w.length && (w.at[0] == '-' || w.at[0] == '+' || w.at[0] == '.' ||
                        (w.at[0] >= '0' && w.at[0] <= '9'));
}

/* How many words the line still has, `most` at most. */
static int count_here(const mesh_file *f, int most)
{
    mesh_file ahead = *f;
    int count = 0;
    while (count < most && mesh_word_here(&ahead).length)
        count++;
    return count;
}

static int read_keyword(mesh_file *f, layout *l)
{
    int code = 0;
    mesh_file ahead = *f;
    mesh_word w = mesh_word_next(&ahead), all = w;
    if (is_number(w))
        return 0;
    if (w.length >= 2 && strncasecmp(w.at, "ST", 2) == 0) {
        l->has_texture = 1;
        w = (mesh_word){w.at + 2, w.length - 2};
    }
    if (w.length && (*w.at == 'C' || *w.at == 'c')) {
        l->has_colors = 1;
        w = (mesh_word){w.at + 1, w.length - 1};
    }
    if (w.length && (*w.at == 'N' || *w.at == 'n')) {
        l->has_normals = 1;
        w = (mesh_word){w.at + 1, w.length - 1};
    }
    *f = ahead;
    CHECK_FILE(f, mesh_is_word(w, "OFF"), "'%.*s' is not OFF, nor OFF behind ST, C or N",
               MESH_SHOWN(all));
    w = mesh_word_here(&ahead);
    CHECK_FILE(f, !mesh_is_word(w, "BINARY"), "the file is a binary OFF; those in text are read");
done:
    return code;
}

/* The number of edges is the rest of the line, or a line of its own. */
static int read_counts(mesh_file *f, layout *l)
{
    int code = 0;
    TRY(mesh_whole(f, mesh_word_next(f), "a number of vertices", 0, MESH_FACES_MOST, &l->vertices));
    TRY(mesh_whole(f, mesh_word_next(f), "a number of faces", 0, MESH_FACES_MOST, &l->faces));
    mesh_file ahead = *f;
    mesh_word w = mesh_word_here(&ahead);
    if (!w.length) {
        w = mesh_word_next(&ahead);
        w.length = count_here(&ahead, 1) ? 0 : w.length;
    }
    if (w.length) {
        int64_t edges;
        TRY(mesh_whole(&ahead, w, "a number of edges", 0, UINT32_MAX, &edges));
        *f = ahead;
    }
done:
    return code;
}

static int read_numbers(mesh_file *f, int count, const char *what)
{
    int code = 0;
    double x;
    for (int i = 0; i < count; i++)
        TRY(mesh_number(f, mesh_word_next(f), what, &x));
done:
    return code;
}

/* A colour without its fourth number is followed by the texture's two, and the line ends. */
static int read_vertex(mesh_file *f, const layout *l, mesh_soup *s)
{
    int code = 0;
    const int texture = l->has_texture ? 2 : 0;
    TRY(mesh_soup_point(s, f, mesh_word_next));
    if (l->has_normals)
        for (int i = 0; i < 3; i++)
            CHECK_FILE(f, mesh_word_next(f).length, "the file ends before a normal");
    if (l->has_colors) {
        TRY(read_numbers(f, 3, "a colour"));
        if (count_here(f, texture + 1) != texture)
            TRY(read_numbers(f, 1, "a colour"));
    }
    TRY(read_numbers(f, texture, "a coordinate of the texture"));
done:
    return code;
}

/* Whether the file ends behind that many faces. has_lines: a face is followed by at most a colour and
 * the end of its line. */
static int are_faces(mesh_file f, int64_t faces, int has_lines)
{
    for (int64_t i = 0; i < faces; i++) {
        mesh_word w = mesh_word_next(&f);
        for (int64_t corners = w.length ? strtoll(w.at, NULL, 10) : 0; corners > 0; corners--)
            if (!mesh_word_next(&f).length)
                return 0;
        if (!w.length || (has_lines && count_here(&f, COLOR + 1) > COLOR))
            return 0;
        if (has_lines)
            mesh_skip_line(&f);
    }
    return !mesh_word_next(&f).length;
}

static int read_face(mesh_file *f, const layout *l, int has_lines, mesh_soup *s)
{
    int code = 0;
    int64_t corners, vertex;
    double color;
    TRY(mesh_whole(f, mesh_word_next(f), "a face's number of corners", 1, MESH_FACES_MOST,
                   &corners));
    TRY(mesh_soup_face(s));
    for (int64_t k = 0; k < corners; k++) {
        TRY(mesh_whole(f, mesh_word_next(f), "a vertex", 0, l->vertices - 1, &vertex));
        TRY(mesh_soup_corner(s, (uint32_t)vertex));
    }
    for (int k = 0; has_lines && count_here(f, 1); k++) {
        CHECK_FILE(f, k < COLOR, "more than a colour, %d numbers, follows face %u", COLOR,
                   s->faces - 1);
        TRY(mesh_number(f, mesh_word_here(f), "a face's colour", &color));
    }
done:
    return code;
}

int mesh_read_off(mesh_file *f, mesh_soup *out)
{
    int code = 0;
    layout l = {0};
    f->comment = '#';
    TRY(read_keyword(f, &l));
    TRY(read_counts(f, &l));
    for (int64_t i = 0; i < l.vertices; i++)
        TRY(read_vertex(f, &l, out));
    const int has_lines = are_faces(*f, l.faces, 1) || !are_faces(*f, l.faces, 0);
    for (int64_t i = 0; i < l.faces; i++)
        TRY(read_face(f, &l, has_lines, out));
    const mesh_word rest = mesh_word_next(f);
    CHECK_FILE(f, !rest.length, "'%.*s' follows the last of %lld faces", MESH_SHOWN(rest),
               (long long)l.faces);
done:
    return code;
}
