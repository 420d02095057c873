/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * OBJ of Wavefront: a statement a line, of which two are read:
 *
 *   v x y z [w | r g b [a]]     a vertex
 *   f A/T/N ...                 a face; T and N, of textures and normals, may be missing
 *
 * Vertices count from 1, and backwards from -1, the last one so far. Points and lines, p and l, are
 * counted. What else there is, mtllib too, is skipped: no other file is opened.
 */
#include "reader.h"

enum { MORE = 4 }; /* numbers behind a vertex at most */

static int64_t count_vertices(mesh_file f)
{
    int64_t count = 0;
    for (mesh_word w = mesh_word_next(&f); w.length; w = mesh_word_next(&f)) {
        count += mesh_is_word(w, "v");
        mesh_skip_line(&f);
    }
    return count;
}

static int read_vertex(mesh_file *f, mesh_soup *s)
{
    int code = 0;
    double x;
    TRY(mesh_soup_point(s, f, mesh_word_here));
    mesh_word w = mesh_word_here(f);
    for (int k = 0; w.length; w = mesh_word_here(f), k++) {
        CHECK_FILE(f, k < MORE, "a vertex has more than %d numbers", 3 + MORE);
        TRY(mesh_number(f, w, "a weight or a colour", &x));
    }
done:
    return code;
}

/* The vertex of A/T/N, which is cut off at the slash. T and N have no effect. */
static int cut_corner(const mesh_file *f, mesh_word *w)
{
    int code = 0, slashes = 0;
    const mesh_word all = *w;
    for (size_t i = 0; i < all.length; i++) {
        const char c = all.at[i];
        if (c == '/' && slashes++ == 0)
            w->length = i;
        CHECK_FILE(f, slashes <= 2 && (c == '/' || c == '-' || c == '+' || (c >= '0' && c <= '9')),
                   "'%.*s' is not a corner: A, A/T, A//N or A/T/N", MESH_SHOWN(all));
    }
    CHECK_FILE(f, w->length, "'%.*s' is not a corner: A, A/T, A//N or A/T/N", MESH_SHOWN(all));
done:
    return code;
}

static int read_face(mesh_file *f, int64_t vertices, mesh_soup *s)
{
    int code = 0;
    int64_t at;
    TRY(mesh_soup_face(s));
    mesh_word w = mesh_word_here(f);
    CHECK_FILE(f, w.length, "face %u has no corners", s->faces - 1);
    for (; w.length; w = mesh_word_here(f)) {
        TRY(cut_corner(f, &w));
        TRY(mesh_whole(f, w, "a vertex", -(int64_t)s->vertex_count, vertices, &at));
        CHECK_FILE(f, at, "'0' is not a vertex; they count from 1, or backwards from -1");
        at = at < 0 ? (int64_t)s->vertex_count + at : at - 1;
        TRY(mesh_soup_corner(s, (uint32_t)at));
    }
done:
    return code;
}

int mesh_read_obj(mesh_file *f, mesh_soup *out)
{
    int code = 0;
    f->comment = '#';
    f->is_joined = 1;
    const int64_t vertices = count_vertices(*f);
    for (mesh_word w = mesh_word_next(f); w.length; w = mesh_word_next(f)) {
        if (mesh_is_word(w, "v"))
            TRY(read_vertex(f, out));
        else if (mesh_is_word(w, "f"))
            TRY(read_face(f, vertices, out));
        else
            out->left_out += mesh_is_word(w, "p") || mesh_is_word(w, "l");
        mesh_skip_line(f);
    }
done:
    return code;
}
