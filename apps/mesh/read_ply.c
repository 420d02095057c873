/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * PLY, the Stanford polygon format: a head in text, then the rows of each element, as text, a row a
 * line, or binary in either order of bytes.
 *
 *   element NAME ROWS
 *   property TYPE NAME
 *   property list TYPE TYPE NAME        a row has the number of values, and the values
 *
 * Of the element vertex x, y and z are read, of the element face the list vertex_indices or
 * vertex_index. The rest is skipped by its size.
 */
#include <string.h>
#include "reader.h"

typedef enum type { I8, U8, I16, U16, I32, U32, F32, F64, TYPES } type;

static const struct {
    const char *name, *other;
    size_t size;
    int is_whole;
} types[TYPES] = {{"char", "int8", 1, 1},     {"uchar", "uint8", 1, 1},   {"short", "int16", 2, 1},
                  {"ushort", "uint16", 2, 1}, {"int", "int32", 4, 1},     {"uint", "uint32", 4, 1},
                  {"float", "float32", 4, 0}, {"double", "float64", 8, 0}};

/* X + k: the k-th coordinate. */
typedef enum role { SKIPPED, X, Y, Z, CORNERS } role;

typedef struct property {
    type type, count; /* count: of a list; TYPES: it is one value */
    role role;
} property;

typedef struct element {
    int64_t rows;
    size_t first, end; /* properties */
    int is_vertex, is_face;
} element;

typedef struct head {
    element *elements;
    property *properties;
    size_t element_count, element_room, property_count, property_room;
    int64_t vertices;
    int has_vertices, has_faces;
    int is_binary, is_big; /* is_big: the first byte has the most weight */
} head;

static int read_type(const mesh_file *f, mesh_word w, type *out)
{
    int code = 0, t = 0;
    while (t < TYPES && !mesh_is_word(w, types[t].name) && !mesh_is_word(w, types[t].other))
        t++;
    CHECK_FILE(f, t < TYPES, "'%.*s' is not a type: char, int8 ... double, float64", MESH_SHOWN(w));
    *out = (type)t;
done:
    return code;
}

static int read_format(mesh_file *f, head *h)
{
    int code = 0;
    const mesh_word w = mesh_word_here(f), version = mesh_word_here(f);
    h->is_big = mesh_is_word(w, "binary_big_endian");
    h->is_binary = h->is_big || mesh_is_word(w, "binary_little_endian");
    CHECK_FILE(f, h->is_binary || mesh_is_word(w, "ascii"),
               "'%.*s' is not a format: ascii, binary_little_endian or binary_big_endian",
               MESH_SHOWN(w));
    CHECK_FILE(f, mesh_is_word(version, "1.0"), "'%.*s' is not version 1.0", MESH_SHOWN(version));
done:
    return code;
}

static int read_element(mesh_file *f, head *h)
{
    int code = 0;
    void *more = h->elements;
    element e = {.first = h->property_count, .end = h->property_count};
    const mesh_word name = mesh_word_here(f);
    TRY(mesh_whole(f, mesh_word_here(f), "a number of rows", 0, MESH_FACES_MOST, &e.rows));
    e.is_vertex = mesh_is_word(name, "vertex");
    e.is_face = mesh_is_word(name, "face");
    CHECK_FILE(f, !(e.is_vertex && h->has_vertices) && !(e.is_face && h->has_faces),
               "a second element '%.*s'", MESH_SHOWN(name));
    h->has_vertices |= e.is_vertex;
    h->has_faces |= e.is_face;
    if (e.is_vertex)
        h->vertices = e.rows;
    TRY(mesh_grow(&more, &h->element_room, h->element_count, sizeof e));
    h->elements = more;
    h->elements[h->element_count++] = e;
done:
    return code;
}

static role role_of(const element *e, mesh_word name, int is_list)
{
    if (e->is_vertex && !is_list && name.length == 1 && *name.at >= 'x' && *name.at <= 'z')
        return X + (role)(*name.at - 'x');
    if (e->is_face && is_list &&
        (mesh_is_word(name, "vertex_indices") || mesh_is_word(name, "vertex_index")))
        return CORNERS;
    return SKIPPED;
}

static int has_role(const head *h, const element *e, role r)
{
    for (size_t i = e->first; i < e->end; i++)
        if (h->properties[i].role == r)
            return 1;
    return 0;
}

static int read_property(mesh_file *f, head *h)
{
    int code = 0;
    void *more = h->properties;
    property p = {.count = TYPES};
    mesh_word w = mesh_word_here(f);
    CHECK_FILE(f, h->element_count, "a property comes before the first element");
    element *e = &h->elements[h->element_count - 1];
    const int is_list = mesh_is_word(w, "list");
    if (is_list) {
        TRY(read_type(f, mesh_word_here(f), &p.count));
        CHECK_FILE(f, types[p.count].is_whole, "the number of a list's values has a whole type");
        w = mesh_word_here(f);
    }
    TRY(read_type(f, w, &p.type));
    w = mesh_word_here(f);
    CHECK_FILE(f, w.length, "the line ends before the name of a property");
    p.role = role_of(e, w, is_list);
    CHECK_FILE(f, p.role != CORNERS || types[p.type].is_whole,
               "the vertices of a face have a whole type");
    CHECK_FILE(f, p.role == SKIPPED || !has_role(h, e, p.role), "a second property '%.*s'",
               MESH_SHOWN(w));
    TRY(mesh_grow(&more, &h->property_room, h->property_count, sizeof p));
    h->properties = more;
    h->properties[h->property_count++] = p;
    e->end = h->property_count;
done:
    return code;
}

static int check_head(const mesh_file *f, const head *h)
{
    int code = 0;
    for (size_t i = 0; i < h->element_count; i++) {
        const element *e = &h->elements[i];
        for (role r = X; e->is_vertex && r <= Z; r++)
            CHECK_FILE(f, has_role(h, e, r), "the element vertex has no property %c",
                       'x' + (int)(r - X));
        CHECK_FILE(f, !e->is_face || has_role(h, e, CORNERS),
                   "the element face has no list vertex_indices or vertex_index");
    }
done:
    return code;
}

/* Up to the line end_header, and beyond its end. */
static int read_head(mesh_file *f, head *h)
{
    int code = 0, has_format = 0;
    CHECK_FILE(f, mesh_is_word(mesh_word_here(f), "ply"), "the first word is not ply");
    for (mesh_word w = mesh_word_next(f); !mesh_is_word(w, "end_header"); w = mesh_word_next(f)) {
        if (mesh_is_word(w, "comment") || mesh_is_word(w, "obj_info")) {
            mesh_skip_line(f);
            continue;
        }
        CHECK_FILE(f, w.length, "the file ends before end_header");
        if (mesh_is_word(w, "format")) {
            TRY(read_format(f, h));
            has_format = 1;
        } else if (mesh_is_word(w, "element")) {
            TRY(read_element(f, h));
        } else {
            CHECK_FILE(f, mesh_is_word(w, "property"), "'%.*s' does not belong to a head",
                       MESH_SHOWN(w));
            TRY(read_property(f, h));
        }
        w = mesh_word_here(f);
        CHECK_FILE(f, !w.length, "'%.*s' follows what the line says", MESH_SHOWN(w));
    }
    CHECK_FILE(f, has_format, "the head has no format");
    CHECK_FILE(f, f->at < f->end && !mesh_word_here(f).length && *f->at == '\n',
               "the line end_header does not end");
    f->at++;
    f->line++;
    TRY(check_head(f, h));
done:
    return code;
}

static double decode(const char *bytes, type t, int is_big)
{
    unsigned char b[8] = {0};
    uint64_t u = 0;
    const size_t size = types[t].size;
    memcpy(b, bytes, size);
    for (size_t i = 0; i < size; i++)
        u = u << 8 | b[is_big ? i : size - 1 - i];
    const uint32_t word = (uint32_t)u;
    float narrow;
    double wide;
    memcpy(&narrow, &word, sizeof narrow);
    memcpy(&wide, &u, sizeof wide);
    switch (t) {
    case I8: return (int8_t)u;
    case I16: return (int16_t)u;
    case I32: return (int32_t)u;
    case F32: return (double)narrow;
    case F64: return wide;
    default: return (double)u;
    }
}

static int read_whole(mesh_file *f, const head *h, type t, const char *what, int64_t least,
                      int64_t most, int64_t *out)
{
    int code = 0;
    const char *bytes;
    if (!h->is_binary)
        return mesh_whole(f, mesh_word_here(f), what, least, most, out);
    TRY(mesh_take(f, types[t].size, &bytes));
    *out = (int64_t)decode(bytes, t, h->is_big);
    CHECK_FILE(f, *out >= least && *out <= most, "%lld is not %s, a whole number from %lld to %lld",
               (long long)*out, what, (long long)least, (long long)most);
done:
    return code;
}

static int read_coordinate(mesh_file *f, const head *h, type t, double *out)
{
    int code = 0;
    const char *bytes;
    if (!h->is_binary)
        return mesh_coordinate(f, mesh_word_here(f), out);
    TRY(mesh_take(f, types[t].size, &bytes));
    *out = decode(bytes, t, h->is_big);
    TRY(mesh_check_coordinate(f, *out));
done:
    return code;
}

static int skip_values(mesh_file *f, const head *h, type t, int64_t count)
{
    int code = 0;
    const char *bytes;
    if (h->is_binary)
        return mesh_take(f, (size_t)count * types[t].size, &bytes);
    for (int64_t k = 0; k < count; k++)
        CHECK_FILE(f, mesh_word_here(f).length, "the line ends before its last value");
done:
    return code;
}

static int read_list(mesh_file *f, const head *h, const property *p, mesh_soup *s)
{
    int code = 0;
    int64_t count, vertex;
    const int is_face = p->role == CORNERS;
    TRY(read_whole(f, h, p->count, is_face ? "a face's number of corners" : "a number of values",
                   is_face, UINT32_MAX, &count));
    if (!is_face)
        return skip_values(f, h, p->type, count);
    TRY(mesh_soup_face(s));
    for (int64_t k = 0; k < count; k++) {
        TRY(read_whole(f, h, p->type, "a vertex", 0, h->vertices - 1, &vertex));
        TRY(mesh_soup_corner(s, (uint32_t)vertex));
    }
done:
    return code;
}

static int read_row(mesh_file *f, const head *h, const element *e, mesh_soup *s)
{
    int code = 0;
    double at[3];
    for (size_t i = e->first; i < e->end; i++) {
        const property *p = &h->properties[i];
        if (p->count != TYPES)
            TRY(read_list(f, h, p, s));
        else if (p->role == SKIPPED)
            TRY(skip_values(f, h, p->type, 1));
        else
            TRY(read_coordinate(f, h, p->type, &at[p->role - X]));
    }
    if (e->is_vertex)
        TRY(mesh_soup_vertex(s, at));
    if (!h->is_binary) {
        const mesh_word rest = mesh_word_here(f);
        CHECK_FILE(f, !rest.length, "'%.*s' follows the last value of the line", MESH_SHOWN(rest));
    }
done:
    return code;
}

int mesh_read_ply(mesh_file *f, mesh_soup *out)
{
    int code = 0;
    head h = {0};
    TRY(read_head(f, &h));
    f->line = h.is_binary ? 0 : f->line;
    for (size_t i = 0; i < h.element_count; i++) {
        const element *e = &h.elements[i];
        for (int64_t row = 0; row < e->rows && e->end > e->first; row++) {
            CHECK_FILE(f, h.is_binary || mesh_go_on(f), "the file ends before row %lld of %lld",
                       (long long)row, (long long)e->rows);
            TRY(read_row(f, &h, e, out));
        }
    }
    CHECK_FILE(f, !mesh_go_on(f), "more follows the last row");
done:
    free(h.elements);
    free(h.properties);
    return code;
}
