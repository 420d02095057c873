/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * STL. Binary: 80 bytes, the number of facets, and 50 bytes for each; the size of a file says whether
 * it is binary, as many of these begin with "solid" too. Text, in letters of any case:
 *
 *   solid NAME
 *   facet normal X Y Z  outer loop  vertex X Y Z (three times)  endloop  endfacet
 *   endsolid NAME
 *
 * Each facet has vertices of its own. Normals are not read: they follow from the vertices.
 */
#include <string.h>
#include "reader.h"

enum { HEAD = 84, FACET = 50, NORMAL = 12 };

static uint32_t read_u32(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static int add_face(mesh_soup *s)
{
    int code = 0;
    TRY(mesh_soup_face(s));
    for (uint32_t k = 3; k > 0; k--)
        TRY(mesh_soup_corner(s, (uint32_t)s->vertex_count - k));
done:
    return code;
}

static int read_binary(mesh_file *f, uint32_t facets, mesh_soup *s)
{
    int code = 0;
    const char *bytes;
    TRY(mesh_take(f, HEAD, &bytes));
    for (uint32_t i = 0; i < facets; i++) {
        TRY(mesh_take(f, FACET, &bytes));
        for (int corner = 0; corner < 3; corner++) {
            double at[3];
            for (int k = 0; k < 3; k++) {
                const uint32_t word = read_u32(bytes + NORMAL * (corner + 1) + 4 * k);
                float x;
                memcpy(&x, &word, sizeof x);
                at[k] = (double)x;
                TRY(mesh_check_coordinate(f, at[k]));
            }
            TRY(mesh_soup_vertex(s, at));
        }
        TRY(add_face(s));
    }
done:
    return code;
}

static int expect(mesh_file *f, const char *text)
{
    int code = 0;
    const mesh_word w = mesh_word_next(f);
    CHECK_FILE(f, w.length, "the file ends before '%s'", text);
    CHECK_FILE(f, mesh_is_word(w, text), "'%.*s' stands in the place of '%s'", MESH_SHOWN(w), text);
done:
    return code;
}

static int read_facet(mesh_file *f, mesh_soup *s)
{
    int code = 0;
    TRY(expect(f, "normal"));
    for (int k = 0; k < 3; k++)
        CHECK_FILE(f, mesh_word_next(f).length, "the file ends before a normal");
    TRY(expect(f, "outer"));
    TRY(expect(f, "loop"));
    for (int k = 0; k < 3; k++) {
        TRY(expect(f, "vertex"));
        TRY(mesh_soup_point(s, f, mesh_word_next));
    }
    TRY(expect(f, "endloop"));
    TRY(expect(f, "endfacet"));
    TRY(add_face(s));
done:
    return code;
}

static int read_text(mesh_file *f, mesh_soup *s)
{
    int code = 0;
    do {
        TRY(expect(f, "solid"));
        mesh_skip_line(f);
        mesh_word w = mesh_word_next(f);
        for (; mesh_is_word(w, "facet"); w = mesh_word_next(f))
            TRY(read_facet(f, s));
        CHECK_FILE(f, w.length, "the file ends before 'endsolid'");
        CHECK_FILE(f, mesh_is_word(w, "endsolid"), "'%.*s' stands in the place of 'facet' or 'endsolid'",
                   MESH_SHOWN(w));
        mesh_skip_line(f);
    } while (mesh_go_on(f));
done:
    return code;
}

int mesh_read_stl(mesh_file *f, mesh_soup *out)
{
    int code = 0;
    const size_t size = (size_t)(f->end - f->bytes);
    const uint32_t facets = size >= HEAD ? read_u32(f->bytes + HEAD - 4) : 0;
    mesh_file ahead = *f;
    if (size >= HEAD && size - HEAD == (size_t)facets * FACET) {
        f->at = f->bytes;
        f->line = 0;
        return read_binary(f, facets, out);
    }
    CHECK(size < HEAD || mesh_is_word(mesh_word_next(&ahead), "solid"),
          "'%s' is cut or damaged: it does not begin with 'solid', and %u facets of a binary file "
          "take %zu bytes, not %zu", f->path, facets, HEAD + (size_t)facets * FACET, size);
    TRY(read_text(f, out));
done:
    return code;
}
