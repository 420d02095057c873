/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readers of models: a cube as people write it, broken files, memory, other files. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <unistd.h>
#include "mesh/seg.h"
#include "support/suite.h"

#if defined(__has_feature)
#define CLANG_SANITIZES (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define CLANG_SANITIZES 0
#endif

enum { ROOM = 1 << 23 };
static char bytes[ROOM], said[4096], path[64];
static size_t size;
static mesh m;

static const char *name_of(const char *ending)
{
    snprintf(path, sizeof path, "test_mesh_read-%ld.%s", (long)getpid(), ending);
    return path;
}

/* Reads bytes[0 ... size - 1] as a file of that name. `said` becomes what the program says. */
static int read_bytes(const char *ending)
{
    FILE *f = fopen(name_of(ending), "wb"), *old = stderr;
    ck_assert(f && fwrite(bytes, 1, size, f) == size && fclose(f) == 0);
    memset(said, 0, sizeof said);
    stderr = fmemopen(said, sizeof said - 1, "w");
    const int code = mesh_read(&m, path);
    fclose(stderr);
    stderr = old;
    remove(path);
    return code;
}

static int read_text(const char *ending, const char *text)
{
    size = strlen(text);
    memcpy(bytes, text, size);
    return read_bytes(ending);
}

static double area(void)
{
    double sum = 0;
    for (uint32_t f = 0; f < m.face_count; f++)
        sum += m.areas[f];
    return sum;
}

/* A closed cube of 12 triangles. All of its coordinates are exact. */
static void expect_cube(double side, const char *what)
{
    EXPECT(m.face_count == 12 && m.edge_count == 18 && m.vertex_count - m.check.welded == 8,
           "%s: %u faces, %u edges, %u vertices, %u welded", what, m.face_count, m.edge_count,
           m.vertex_count, m.check.welded);
    EXPECT(m.check.boundary + m.check.crowded + m.check.turned + m.check.degenerate == 0, "%s: not closed",
           what);
    EXPECT(area() == 6 * side * side, "%s: the area is %.17g", what, area());
    mesh_free(&m);
}

#define POINTS "0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n"
#define QUADS "4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n"
#define TRIANGLES                                                                                  \
    "3 0 2 1\n3 0 3 2\n3 4 5 6\n3 4 6 7\n3 0 1 5\n3 0 5 4\n3 1 2 6\n3 1 6 5\n3 2 3 7\n3 2 7 6\n"   \
    "3 3 0 4\n3 3 4 7\n"
#define OBJ_POINTS "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
#define OBJ_QUADS "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
#define PLY "ply\nformat ascii 1.0\nelement vertex 8\n"
#define XYZ "property float x\nproperty float y\nproperty float z\n"
#define FACES "element face 6\nproperty list uchar int vertex_indices\n"

/* clang-format off */
static const struct {
    const char *ending, *what, *text;
} cubes[] = {
    {"off", "plain", "OFF\n8 12 18\n" POINTS TRIANGLES},
    {"off", "quads", "OFF\n8 6 12\n" POINTS QUADS},
    {"off", "counts behind the keyword", "OFF 8 12 18\n" POINTS TRIANGLES},
    {"off", "no keyword", "8 12 18\n" POINTS TRIANGLES},
    {"off", "no edges", "OFF\n8 12\n" POINTS TRIANGLES},
    {"off", "a count a line", "OFF\n8\n12\n18\n" POINTS TRIANGLES},
    {"off", "small letters", "off\n8 12 18\n" POINTS TRIANGLES},
    {"off", "comments", "# a\nOFF # b\n# c\n8 12 18# d\n\n# e\n" POINTS "# f\n\n" TRIANGLES "# g\n# h"},
    {"off", "blank lines", "\n\nOFF\n \n8 12 18\n\t\n" POINTS "  \n" TRIANGLES "\n \n"},
    {"off", "a mark of UTF-8", "\xef\xbb\xbfOFF\n8 12 18\n" POINTS TRIANGLES},
    {"off", "capitals, exponents, signs",
        "OFF 8 6 0\n0 0 0 1E0 +0 0 10e-1 1. 0 0 +1 0e5 -0 .0 1 1 0 1.0 1 1 1 0 1 1\n" QUADS},
    {"off", "numbers in any lines",
        "OFF 8 6\n0 0 0 1 0 0 1 1 0 0\n1 0 0\n0 1 1 0 1 1 1 1 0 1\n1\n4 0 3\n2 1 4 4 5 6 7 4 "
        "0 1 5 4 4 1 2 6 5 4 2 3 7 6 4\n3 0 4 7"},
    {"off", "a line",
        "OFF 8 6 12 0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1 4 0 3 2 1 4 4 5 6 7 4 0 "
        "1 5 4 4 1 2 6 5 4 2 3 7 6 4 3 0 4 7"},
    {"off", "two faces a line",
        "OFF 8 6 12\n" POINTS "4 0 3 2 1 4 4 5 6 7\n4 0 1 5 4 4 1 2 6 5\n4 2 3 7 6 4 3 0 4 7\n"},
    {"off", "colours of faces",
        "OFF 8 6 12\n" POINTS
        "4 0 3 2 1 7\n4 4 5 6 7 255 0 0\n4 0 1 5 4 .1 .2 .3 .4 # c\n4 1 2 6 5\n4 2 3 7 6 4 4 "
        "4\n4 3 0 4 7 0 0 0"},
    {"off", "COFF, three numbers",
        "COFF 8 6 12\n0 0 0 255 0 0\n1 0 0 255 0 0\n1 1 0 1 2 3\n0 1 0 1 2 3\n0 0 1 1 2 3\n1 "
        "0 1 1 2 3\n1 1 1 1 2 3\n0 1 1 1 2 3\n" QUADS},
    {"off", "COFF, four numbers",
        "COFF 8 6 12\n0 0 0 1 0 0 .5\n1 0 0 255 0 0 1\n1 1 0 1 2 3 4\n0 1 0 1 2 3 4 0 0 1 1 "
        "2 3 4\n1 0 1 1 2 3 4\n1 1 1 1 2 3 4\n0 1 1 1 2 3 4\n" QUADS},
    {"off", "NOFF",
        "NOFF 8 6 12\n0 0 0 0 0 1\n1 0 0 nan nan nan\n1 1 0 1 2 3\n0 1 0 1 2 3\n0 0 1 1 2 3\n"
        "1 0 1 1 2 3\n1 1 1 1 2 3\n0 1 1 1 2 3\n" QUADS},
    {"off", "STOFF",
        "STOFF 8 6 12\n0 0 0 0 1\n1 0 0 0 .5\n1 1 0 1 2\n0 1 0 1 2\n0 0 1 1 2\n1 0 1 1 2\n1 "
        "1 1 1 2\n0 1 1 1 2\n" QUADS},
    {"off", "STCNOFF",
        "STCNOFF 8 6 12\n0 0 0 0 0 1 9 9 9 0 1\n1 0 0 0 0 1 9 9 9 9 0 1\n1 1 0 0 0 1 9 9 9 0 "
        "1\n0 1 0 0 0 1 9 9 9 0 1\n0 0 1 0 0 1 9 9 9 0 1\n1 0 1 0 0 1 9 9 9 0 1\n1 1 1 0 0 1 "
        "9 9 9 0 1\n0 1 1 0 0 1 9 9 9 0 1\n" QUADS},
    {"obj", "plain", OBJ_POINTS OBJ_QUADS},
    {"obj", "faces first", OBJ_QUADS OBJ_POINTS},
    {"obj", "negative",
        OBJ_POINTS
        "f -8 -5 -6 -7\nf -4 -3 -2 -1\nf -8 -7 -3 -4\nf -7 -6 -2 -3\nf -6 -5 -1 -2\nf -5 -8 "
        "-4 -1\n"},
    {"obj", "textures and normals",
        OBJ_POINTS "vt 0 0\nvn 0 0 1\nf 1/1 4/1 3/1 2/1\nf 5//1 6//1 7//1 8//1\nf 1/1/1 2/1/1 6/1/1 "
        "5/1/1\nf 2/ 3/ 7/ 6/\nf 3// 4// 8// 7//\nf 4/-1/-1 1/-1/-1 5/-1/-1 8/-1/-1\n"},
    {"obj", "joined lines",
        "v 0 \\\n 0 0\nv 1 0\\\r\n 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
        "f 1\\\n 4 3 2\nf 5 6 \\\n7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"},
    {"obj", "a comment's backslash joins nothing", "# C:\\dir\\\n" OBJ_POINTS OBJ_QUADS},
    {"obj", "capitals",
        "V 0 0 0\nV 1 0 0\nV 1 1 0\nV 0 1 0\nV 0 0 1\nV 1 0 1\nV 1 1 1\nV 0 1 1\nF 1 4 3 2\n"
        "F 5 6 7 8\nF 1 2 6 5\nF 2 3 7 6\nF 3 4 8 7\nF 4 1 5 8\n"},
    {"obj", "weights and colours",
        "v 0 0 0 1\nv 1 0 0 .1 .2 .3\nv 1 1 0 1 0 0 1\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv "
        "0 1 1 # d\n" OBJ_QUADS},
    {"obj", "other statements",
        "mtllib a.mtl\no cube\ng a b\ns off\nusemtl v\nvp 1 2\ncstype bezier\ncurv 0 1 \\\nv "
        "9 9\n\n" OBJ_POINTS "usemtl f\n" OBJ_QUADS "#end"},
    {"ply", "plain", PLY XYZ FACES "end_header\n" POINTS QUADS},
    {"ply", "comments, vertex_index",
        "ply\ncomment format binary\nformat ascii 1.0\nobj_info element face 9\ncomment\n"
        "element vertex 8\nproperty double x\nproperty double y\ncomment\nproperty double z\n"
        "element face 6\nproperty list uint8 uint32 vertex_index\nend_header\n" POINTS QUADS},
    {"ply", "other names of types",
        PLY "property int8 x\nproperty uint16 y\nproperty int16 z\nelement face 6\nproperty list "
        "int32 int16 vertex_indices\nend_header\n" POINTS QUADS},
    {"ply", "other properties, in any order",
        PLY "property float z\nproperty list char double w\nproperty uchar red\nproperty float "
        "y\nproperty float nx\nproperty float32 x\nelement face 6\nproperty list int float "
        "uv\nproperty list uchar int vertex_indices\nproperty float64 q\nend_header\n"
        "0 0 255 0 nan 0\n0 2 .5 .5 255 0 0 1\n0 0 255 1 0 1\n0 0 255 1 0 0\n1 0 255 0 0 0\n"
        "1 0 255 0 0 1\n1 0 255 1 0 1\n1 3 1 2 3 255 1 0 0\n"
        "0 4 0 3 2 1 .5\n2 .1 .2 4 4 5 6 7 inf\n0 4 0 1 5 4 0\n0 4 1 2 6 5 0\n0 4 2 3 7 6 0\n"
        "0 4 3 0 4 7 0\n"},
    {"ply", "other elements, faces first",
        "ply\nformat ascii 1.0\nelement none 7\nelement face 6\nproperty list uchar int "
        "vertex_indices\nelement edge 2\nproperty int a\nproperty list int int b\nelement "
        "vertex 8\n" XYZ "end_header\n" QUADS "1 0\n1 2 3 4\n" POINTS},
    {"ply", "blank lines", PLY XYZ FACES "end_header\n\n" POINTS "\n \n" QUADS "\n\n"},
};
/* clang-format on */

START_TEST(cubes_are_read)
{
    ck_assert_msg(read_text(cubes[_i].ending, cubes[_i].text) == 0, "%s, %s: %s", cubes[_i].ending,
                  cubes[_i].what, said);
    ck_assert_uint_eq(m.check.polygons, m.check.polygons ? 6 : 0);
    expect_cube(1, cubes[_i].what);
    /* With the line ends of DOS. */
    size = 0;
    for (const char *c = cubes[_i].text; *c; c++) {
        if (*c == '\n' && (c == cubes[_i].text || c[-1] != '\r'))
            bytes[size++] = '\r';
        bytes[size++] = *c;
    }
    ck_assert_msg(read_bytes(cubes[_i].ending) == 0, "%s, %s, DOS: %s", cubes[_i].ending, cubes[_i].what,
                  said);
    expect_cube(1, cubes[_i].what);
}
END_TEST

static const double corners[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                     {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
static const int triangles[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                                     {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};

static void put_text(const char *format, ...) CLPWL_PRINTF(1, 2);
static void put_text(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size += (size_t)vsnprintf(bytes + size, ROOM - size, format, args);
    va_end(args);
    ck_assert_uint_lt(size, ROOM);
}

/* A number in a type of PLY, in either order of bytes. */
static void put_number(const char *type, double x, int is_big)
{
    const float narrow = (float)x;
    const int count = strstr(type, "8") ? 1 : strstr(type, "16") ? 2 : strstr(type, "64") ? 8 : 4;
    uint64_t u;
    uint32_t word;
    memcpy(&word, &narrow, sizeof word);
    memcpy(&u, &x, sizeof u);
    u = *type != 'f' ? (uint64_t)(int64_t)x : count == 8 ? u : word;
    for (int i = 0; i < count; i++)
        bytes[size++] = (char)(u >> 8 * (is_big ? count - 1 - i : i));
    ck_assert_uint_lt(size, ROOM);
}

static const char *const types[] = {"int8",  "uint8",  "int16",   "uint16",
                                    "int32", "uint32", "float32", "float64"};

/* Coordinates in each type, numbers of corners and vertices in each whole one, either order of bytes,
 * among other properties and elements, with either end of a line in the head. */
START_TEST(binary_ply)
{
    const int is_big = _i % 2;
    const char *type = types[_i / 2], *whole = types[_i / 2 % 6], *end = is_big ? "\r\n" : "\n";
    size = 0;
    put_text("ply%sformat binary_%s_endian 1.0%selement other 2%sproperty list %s %s a%sproperty %s b%s", end,
             is_big ? "big" : "little", end, end, whole, type, end, type, end);
    put_text("element vertex 8%sproperty %s z%sproperty %s c%sproperty %s y%sproperty %s x%s", end, type, end,
             type, end, type, end, type, end);
    put_text("element face 12%sproperty %s d%sproperty list %s %s vertex_index%send_header%s", end, type, end,
             whole, whole, end, end);
    for (int i = 0; i < 2; i++) {
        put_number(whole, 3 * i, is_big);
        for (int k = 0; k < 3 * i + 1; k++)
            put_number(type, 10, is_big); /* the bytes of a line's end */
    }
    for (int i = 0; i < 8; i++) {
        put_number(type, corners[i][2], is_big);
        put_number(type, *type == 'f' ? NAN : 13, is_big);
        put_number(type, corners[i][1], is_big);
        put_number(type, corners[i][0], is_big);
    }
    for (int i = 0; i < 12; i++) {
        put_number(type, 32, is_big);
        put_number(whole, 3, is_big);
        for (int k = 0; k < 3; k++)
            put_number(whole, triangles[i][k], is_big);
    }
    ck_assert_msg(read_bytes("ply") == 0, "%s: %s", type, said);
    expect_cube(1, type);
    /* Each beginning of the file is refused. */
    for (const size_t all = size; size > 0;) {
        size -= size > 100 ? 7 : 1;
        EXPECT(size == 0 || read_bytes("ply") == EXIT_FAILURE, "%zu of %zu bytes", size, all);
        EXPECT(size == 0 || strchr(said, '\n') == said + strlen(said) - 1, "'%s' is not one line", said);
    }
}
END_TEST

/* The cube's triangles: `facet` prints one. */
static void put_stl(const char *name, const char *const words[6])
{
    put_text("%s%s\n", words[0], name);
    for (int f = 0; f < 12; f++) {
        put_text(" %s %s\n  %s\n", words[1], f ? "0 0 1" : "nan nan nan", words[2]);
        for (int k = 0; k < 3; k++) {
            const double *at = corners[triangles[f][k]];
            put_text("   %s %.6e %.1E %g\n", words[3], at[0], at[1], at[2]);
        }
        put_text("  %s\n %s\n", words[4], words[5]);
    }
    put_text("%s%s\n", *words[0] == 'S' ? "ENDSOLID" : "endsolid", name);
}

START_TEST(text_stl)
{
    static const char *const words[2][6] = {
        {"solid", "facet normal", "outer loop", "vertex", "endloop", "endfacet"},
        {"SOLID", "FACET NORMAL", "OUTER LOOP", "VERTEX", "ENDLOOP", "ENDFACET"}};
    static const char *const names[] = {"", " a name of facets", " solid"};
    size = 0;
    put_stl(names[_i / 2], words[_i % 2]);
    ck_assert_msg(read_bytes("stl") == 0, "%s", said);
    ck_assert_uint_eq(m.check.welded, 28);
    expect_cube(1, "text");
    put_stl(names[_i / 2], words[_i % 2]); /* a second solid in the first one's place */
    ck_assert_msg(read_bytes("stl") == 0, "%s", said);
    ck_assert_uint_eq(m.face_count, 24);
    mesh_free(&m);
    size -= strlen("endsolid\n") + strlen(names[_i / 2]);
    ck_assert_int_eq(read_bytes("stl"), EXIT_FAILURE);
    ck_assert_ptr_nonnull(strstr(said, "the file ends before 'endsolid'"));
}
END_TEST

START_TEST(binary_stl)
{
    size = 0;
    put_text("%-80s", _i ? "solid facet normal" : "some program");
    put_number("uint32", 12, 0);
    for (int f = 0; f < 12; f++) {
        for (int k = 0; k < 12; k++)
            put_number("float32", k < 3 ? NAN : corners[triangles[f][k / 3 - 1]][k % 3], 0);
        put_number("uint16", 0, 0);
    }
    ck_assert_msg(read_bytes("stl") == 0, "%s", said);
    expect_cube(1, "binary");
    size--;
    ck_assert_int_eq(read_bytes("stl"), EXIT_FAILURE);
    size++;
    memset(bytes + 100, 0xff, 4); /* the second coordinate of the first vertex: not a number */
    ck_assert_int_eq(read_bytes("stl"), EXIT_FAILURE);
    ck_assert_ptr_nonnull(strstr(said, "byte 134: a coordinate is"));
}
END_TEST

/* A cube of side .2 at coordinates of a survey, to the rounding of doubles: 2^-31 of a coordinate, so 2^-30
 * of a side, and 12 .2 times as much of the area. Files keep these doubles. */
START_TEST(large_coordinates)
{
    static const double at[3] = {431207.35, 5378911.62, 88.1};
    static const char *const endings[] = {"off", "obj", "stl", "ply", "ply"};
    const char *ending = endings[_i], *v = _i == 1 ? "v " : "";
    const int is_binary = _i == 4;
    mesh copy;
    size = 0;
    if (_i == 0)
        put_text("OFF 8 12 18\n");
    if (_i >= 3)
        put_text("ply\nformat %s 1.0\nelement vertex 8\nproperty double x\nproperty double y\n"
                 "property double z\nelement face 12\nproperty list uchar int vertex_indices\nend_header\n",
                 is_binary ? "binary_little_endian" : "ascii");
    for (int i = 0; i < 8 && _i != 2; i++)
        for (int k = 0; k < 3; k++)
            if (is_binary)
                put_number("float64", at[k] + 0.2 * corners[i][k], 0);
            else
                put_text("%s%.4f%c", k ? "" : v, at[k] + 0.2 * corners[i][k], k < 2 ? ' ' : '\n');
    put_text(_i == 2 ? "solid\n" : "");
    for (int f = 0; f < 12; f++) {
        const int *t = triangles[f];
        if (is_binary) {
            put_number("uint8", 3, 0);
            for (int k = 0; k < 3; k++)
                put_number("int32", t[k], 0);
        } else if (_i == 2) {
            put_text("facet normal 0 0 0 outer loop\n");
            for (int k = 0; k < 3; k++)
                put_text("vertex %.4f %.4f %.4f\n", at[0] + 0.2 * corners[t[k]][0],
                         at[1] + 0.2 * corners[t[k]][1], at[2] + 0.2 * corners[t[k]][2]);
            put_text("endloop endfacet\n");
        } else {
            put_text("%s %d %d %d\n", _i == 1 ? "f" : "3", t[0] + (_i == 1), t[1] + (_i == 1),
                     t[2] + (_i == 1));
        }
    }
    put_text(_i == 2 ? "endsolid\n" : "");
    ck_assert_msg(read_bytes(ending) == 0, "%s", said);
    ck_assert_double_eq_tol(area(), 0.24, 12 * 0.2 * 0x1p-30);
    ck_assert_uint_eq(m.check.boundary, 0);
    for (int ply = 0; ply < 2; ply++) {
        const uint32_t label[12] = {0};
        ck_assert_int_eq((ply ? mesh_ply_write : mesh_off_write)(&m, label, name_of(ply ? "ply" : "off")), 0);
        ck_assert_int_eq(mesh_read(&copy, path), 0);
        ck_assert_uint_eq(copy.vertex_count, m.vertex_count);
        ck_assert_mem_eq(copy.vertices, m.vertices, m.vertex_count * sizeof *m.vertices);
        mesh_free(&copy);
        remove(path);
    }
    mesh_free(&m);
}
END_TEST

/* clang-format off */
static const struct {
    const char *ending, *text, *part;
} refused[] = {
    {"off", "OFX 8 6 12\n" POINTS QUADS, "line 1: 'OFX' is not OFF"},
    {"off", "4OFF 8 6 12\n" POINTS QUADS, "line 1: '4OFF' is not"},
    {"off", "OFF BINARY\n8 6 12\n", "binary OFF"},
    {"off", "OFF\n8 -6 12\n", "line 2: '-6' is not a number of faces"},
    {"off", "OFF\n8 6.5 12\n", "line 2: '6.5' is not a number of faces"},
    {"off", "OFF\n99999999999999999999 6 12\n", "line 2: '99999999999999999999' is not a number of vertices"},
    {"off", "OFF\n1000000000 1000000000 0\n" POINTS, "line 11: the file ends before a coordinate"},
    {"off", "OFF\n9 6 12\n" POINTS QUADS, "line 17: the file ends before a face's number of corners"},
    {"off", "OFF\n7 6 12\n" POINTS QUADS, "line 10: "},
    {"off", "OFF\n8 7 12\n" POINTS QUADS, "line 17: the file ends before a face's number of corners"},
    {"off", "OFF\n8 5 12\n" POINTS QUADS, "line 16: '4' follows the last of 5 faces"},
    {"off", "OFF\n8 6 12\n0 0 nan\n", "line 3: 'nan' is not a coordinate; coordinates are finite"},
    {"off", "OFF\n8 6 12\n0 0 0x1p3\n", "line 3: '0x1p3' is not a coordinate"},
    {"off", "OFF\n8 6 12\n0 0,5 0\n", "line 3: '0,5' is not a coordinate"},
    {"off", "OFF\n8 6 12\n0 0 1e39\n",
        "line 3: a coordinate is 1e+39; coordinates are finite, 3.4e38 at most"},
    {"off", "OFF\n8 6 12\n0 0 -1e999\n",
        "line 3: a coordinate is -inf; coordinates are finite, 3.4e38 at most"},
    {"off", "OFF\n8 1 12\n" POINTS "3 0 1 8\n", "line 11: '8' is not a vertex, a whole number from 0 to 7"},
    {"off", "OFF\n8 1 12\n" POINTS "3 0 1 -1\n", "line 11: '-1' is not a vertex"},
    {"off", "OFF\n8 1 12\n" POINTS "0\n", "line 11: '0' is not a face's number of corners"},
    {"off", "OFF\n8 1 12\n" POINTS "1000000000 1 2 3\n", "line 12: the file ends before a vertex"},
    {"off", "OFF\n8 1 12\n" POINTS "3 0 1 2 red\n", "line 11: 'red' is not a face's colour"},
    {"off", "OFF\n8 2 12\n" POINTS "3 0 1 2 1 2 3 4 5\n3 0 1 3\n", "line 11: more than a colour"},
    {"off", "COFF\n1 0 0\n0 0 0 x\n", "line 3: 'x' is not a colour"},
    {"obj", "v 0 0\n", "line 1: the line ends before a coordinate"},
    {"obj", "v 0 0 0 0 0 0 0 0\n", "line 1: a vertex has more than 7 numbers"},
    {"obj", "v 0 0 0 x\n", "line 1: 'x' is not a weight or a colour"},
    {"obj", OBJ_POINTS "f\n", "line 9: face 0 has no corners"},
    {"obj", OBJ_POINTS "f 1 2 9\n", "line 9: '9' is not a vertex, a whole number from -8 to 8"},
    {"obj", OBJ_POINTS "f 1 2 0\n", "line 9: '0' is not a vertex; they count from 1"},
    {"obj", OBJ_POINTS "f 1 2 -9\n", "line 9: '-9' is not a vertex"},
    {"obj", OBJ_POINTS "f 1 2 x\n", "line 9: 'x' is not a corner"},
    {"obj", OBJ_POINTS "f 1 2 3/1/1/1\n", "line 9: '3/1/1/1' is not a corner"},
    {"obj", OBJ_POINTS "f 1 2 /1\n", "line 9: '/1' is not a corner"},
    {"obj", OBJ_POINTS, "has 0 faces; parts need two at least"},
    {"ply", "plx\n", "line 1: the first word is not ply"},
    {"ply",
        "ply\nformat ascii 1.0\nelement vertex 8\n" XYZ "end_headerX\n",
        "line 7: 'end_headerX' does not belong"},
    {"ply", "ply\nend_header", "the head has no format"},
    {"ply", "ply\nformat ascii 1.0\nend_header", "the line end_header does not end"},
    {"ply", "ply\nformat ascii 1.0\nend_header x\n", "the line end_header does not end"},
    {"ply", "ply\nformat ascii 1.1\n", "line 2: '1.1' is not version 1.0"},
    {"ply", "ply\nformat binary 1.0\n", "line 2: 'binary' is not a format"},
    {"ply", "ply\nformat ascii 1.0\nelement vertex -1\n", "line 3: '-1' is not a number of rows"},
    {"ply", "ply\nformat ascii 1.0\nelement vertex 4000000000\n",
        "line 3: '4000000000' is not a number of rows"},
    {"ply", "ply\nformat ascii 1.0\nelement vertex 1\nelement vertex 1\n",
        "line 4: a second element 'vertex'"},
    {"ply", "ply\nformat ascii 1.0\nproperty int x\n", "line 3: a property comes before the first element"},
    {"ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty long x\n", "line 4: 'long' is not a type"},
    {"ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty int\n",
        "line 4: the line ends before the name"},
    {"ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty int x y\n",
        "line 4: 'y' follows what the line says"},
    {"ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int x\n",
        "line 5: a second property 'x'"},
    {"ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty list float int x\n",
        "line 4: the number of a list's values has a whole type"},
    {"ply", "ply\nformat ascii 1.0\nelement face 1\nproperty list int float vertex_index\n",
        "line 4: the vertices of a face have a whole type"},
    {"ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int z\nend_header\n",
        "the element vertex has no property y"},
    {"ply", "ply\nformat ascii 1.0\nelement face 1\nproperty int x\nend_header\n",
        "the element face has no list vertex_indices"},
    {"ply", "ply\nformat ascii 1.0\ncomment", "the file ends before end_header"},
    {"ply",
        PLY XYZ FACES "end_header\n" POINTS "4 0 3 2 8\n",
        "line 18: '8' is not a vertex, a whole number from 0 to 7"},
    {"ply", PLY XYZ FACES "end_header\n" POINTS "0\n", "line 18: '0' is not a face's number of corners"},
    {"ply",
        PLY XYZ FACES "end_header\n" POINTS "4 0 3 2\n4 1 2 3 4\n",
        "line 18: the line ends before a vertex"},
    {"ply", PLY XYZ FACES "end_header\n" POINTS "4 0 3 2 1 5\n", "line 18: '5' follows the last value"},
    {"ply", PLY XYZ FACES "end_header\n0 0 inf\n", "line 10: 'inf' is not a coordinate"},
    {"ply", PLY XYZ FACES "end_header\n" POINTS QUADS "1\n", "more follows the last row"},
    {"ply", PLY XYZ FACES "end_header\n" POINTS, "the file ends before row 0 of 6"},
    {"ply", PLY XYZ "end_header\n" POINTS, "has 0 faces; parts need two at least"},
    {"stl", "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n",
        "line 5: the file ends before a coordinate"},
    {"stl", "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nendloop\n",
        "line 5: 'endloop' stands in the place of 'vertex'"},
    {"stl", "solid\nfacets\n", "line 2: 'facets' stands in the place of 'facet' or 'endsolid'"},
    {"stl", "solid\nendsolid\nx", "line 3: 'x' stands in the place of 'solid'"},
    {"stl", "a binary file with a head of 80 bytes, of which the number of facets is 84 bytes behind",
        "facets of a binary file take"},
};
/* clang-format on */

START_TEST(broken_files_are_refused)
{
    ck_assert_int_eq(read_text(refused[_i].ending, refused[_i].text), EXIT_FAILURE);
    ck_assert_msg(strstr(said, refused[_i].part) != NULL, "%s: '%s' lacks '%s'", refused[_i].text, said,
                  refused[_i].part);
    ck_assert_ptr_eq(strchr(said, '\n'), said + strlen(said) - 1);
    ck_assert_ptr_null(m.vertices);
}
END_TEST

/* Whatever the size of a model, lengths are numbers; below the range of floats it has none. */
START_TEST(tiny_and_large_numbers)
{
    static const double scales[] = {1e-300, 2e-38, 1e-30, 1, 1e30, 3e37};
    size = 0;
    put_text("OFF 9 13 0\n0 0 %g\n", scales[_i] * 1e-9);
    for (int i = 0; i < 8; i++)
        put_text("%.17g %.17g %.17g\n", corners[i][0] * scales[_i], corners[i][1] * scales[_i],
                 corners[i][2] * scales[_i]);
    for (int f = 0; f < 12; f++)
        put_text("3 %d %d %d\n", triangles[f][0] + 1, triangles[f][1] + 1, triangles[f][2] + 1);
    put_text("3 0 1 2\n");
    if (_i == 0) {
        ck_assert_int_eq(read_bytes("off"), EXIT_FAILURE);
        ck_assert_ptr_nonnull(strstr(said, "no area"));
        return;
    }
    ck_assert_msg(read_bytes("off") == 0, "%s", said);
    /* The 13th face has 5e-10. */
    ck_assert_double_eq_tol(area() / scales[_i] / scales[_i], 6, 1e-9);
    for (uint32_t i = 0; i < m.pair_count; i++)
        ck_assert(m.pairs[i].geodesic > 0 && m.pairs[i].geodesic < 2 * scales[_i]);
    mesh_free(&m);
}
END_TEST

/* What is no face is counted: a point and a line by f, p and l. */
START_TEST(points_and_lines_are_left_out)
{
    ck_assert_int_eq(read_text("obj", OBJ_POINTS OBJ_QUADS "f 1\nf 1 2\np 1 2\nl 1 2 3\n"), 0);
    ck_assert_uint_eq(m.check.left_out, 4);
    expect_cube(1, "left out");
}
END_TEST

/* No file is opened but the model: not the one behind mtllib. */
START_TEST(one_file_is_opened)
{
    char event[4096];
    const int watch = inotify_init1(IN_NONBLOCK);
    snprintf(event, sizeof event, "test_mesh_read-%ld.mtl", (long)getpid());
    FILE *f = fopen(event, "w");
    ck_assert(f && fclose(f) == 0 && inotify_add_watch(watch, event, IN_OPEN) >= 0);
    size = 0;
    put_text("mtllib %s\n" OBJ_POINTS OBJ_QUADS, event);
    ck_assert_int_eq(read_bytes("obj"), 0);
    expect_cube(1, "mtllib");
    ck_assert_int_lt(read(watch, event, sizeof event), 0);
    snprintf(event, sizeof event, "test_mesh_read-%ld.mtl", (long)getpid());
    f = fopen(event, "r"); /* the watch works */
    ck_assert(f && fclose(f) == 0);
    remove(event);
    ck_assert_int_gt(read(watch, event, sizeof event), 0);
    close(watch);
}
END_TEST

enum { CORNERS = 200000 };

/* A face of 200,000 corners in a file: round, with six decimals; with one dent; smooth, but not convex; twice
 * around; a star. */
START_TEST(large_faces)
{
    size = 0;
    put_text("OFF %d 2 0\n", CORNERS + 1);
    for (int i = 0; i < CORNERS; i++) {
        const double t = 2 * M_PI * i / CORNERS * (_i == 3 ? 2 : 1);
        const double r = _i == 1 && i == CORNERS / 2 ? 0.999 : _i == 2 ? 1 + 0.3 * cos(3 * t)
                         : _i == 4 && i % 2          ? 0.9 : 1;
        put_text("%.6f %.6f 0\n", r * cos(t), r * sin(t));
    }
    put_text("0 0 1\n%d", CORNERS);
    for (int i = 0; i < CORNERS; i++)
        put_text(" %d", i);
    put_text("\n3 0 1 %d\n", CORNERS);
    ck_assert_int_eq(read_bytes("off"), _i == 0 ? 0 : EXIT_FAILURE);
    if (_i) {
        ck_assert_ptr_nonnull(strstr(said, "face 0 has 200000 corners, and is not convex; faces of more "
                                           "than 4096 are convex"));
        return;
    }
    ck_assert_uint_eq(m.face_count, CORNERS - 1);
    /* The disc, and a triangle of height 1 on an edge. Coordinates are rounded by 5e-7. */
    ck_assert_double_eq_tol(area() - m.areas[m.face_count - 1], M_PI, 2 * M_PI * 1e-6);
    mesh_free(&m);
}
END_TEST

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !CLANG_SANITIZES
/* The files that make most of their bytes: 1 byte a corner or triangle, 3 a vertex, 4 a face of the edges
 * of all others. */
static const char *make_greedy(int which)
{
    size = 0;
    const int is_ply = which < 4;
    if (is_ply)
        put_text("ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty uchar x\n"
                 "property uchar y\nproperty uchar z\nelement face %d\n"
                 "property list uchar uchar vertex_indices\nend_header\n",
                 which == 2 ? 1000000 : 255, which == 0 ? 10000 : which == 2 ? 2 : 1000000);
    for (uint32_t i = 0; is_ply && i < (which == 2 ? 3000000 : 765); i++)
        bytes[size++] = (char)(i * i % 251);
    for (int i = 0; which == 0 && i < 10000; i++)
        for (int k = 0; k < 256; k++)
            bytes[size++] = (char)(k ? k - 1 : 255);
    for (int i = 0; is_ply && which > 0 && i < (which == 2 ? 2 : 1000000); i++) {
        static const char one[] = {3, 0, 1, 2}, point[] = {1, 0};
        memcpy(bytes + size, which == 3 && i > 1 ? point : one, which == 3 && i > 1 ? 2 : 4);
        size += which == 3 && i > 1 ? 2 : 4;
    }
    if (which == 4)
        put_text("OFF 4 500000 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n");
    if (which > 4)
        put_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n");
    for (int i = 0; which > 3 && i < 500000; i++)
        put_text(which == 4 ? "3 0 1 2\n" : which == 5 ? "f 1 2 3\n" : i % 2 ? "f 1 2 3\n" : "v 1 1 1\n");
    return is_ply ? "ply" : which == 4 ? "off" : "obj";
}

/* 64 bytes of memory for each of the file, and 1 MiB, are enough; the file is read, or refused for
 * another reason. */
START_TEST(memory_is_bounded)
{
    struct rlimit old, limit;
    unsigned long pages;
    const char *ending = make_greedy(_i);
    FILE *f = fopen("/proc/self/statm", "r");
    ck_assert(f && fscanf(f, "%lu", &pages) == 1 && fclose(f) == 0);
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &old), 0);
    limit = old;
    limit.rlim_cur = pages * (rlim_t)sysconf(_SC_PAGESIZE) + 64 * size + (1 << 20);
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
    const int code = read_bytes(ending);
    setrlimit(RLIMIT_AS, &old);
    ck_assert_msg(code == (_i == 0 ? EXIT_FAILURE : 0), "%s", said);
    if (_i == 0)
        ck_assert_ptr_nonnull(strstr(said, "makes 2530000 triangles of"));
    mesh_free(&m);
}
END_TEST
#endif

Suite *suite(void)
{
    Suite *s = suite_create("mesh read");
    TCase *t = tcase_create("mesh read");
    tcase_add_loop_test(t, cubes_are_read, 0, sizeof cubes / sizeof *cubes);
    tcase_add_loop_test(t, binary_ply, 0, 16);
    tcase_add_loop_test(t, text_stl, 0, 6);
    tcase_add_loop_test(t, binary_stl, 0, 2);
    tcase_add_loop_test(t, large_coordinates, 0, 5);
    tcase_add_loop_test(t, broken_files_are_refused, 0, sizeof refused / sizeof *refused);
    tcase_add_loop_test(t, tiny_and_large_numbers, 0, 6);
    tcase_add_test(t, points_and_lines_are_left_out);
    tcase_add_test(t, one_file_is_opened);
    tcase_add_loop_test(t, large_faces, 0, 5);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !CLANG_SANITIZES
    tcase_add_loop_test(t, memory_is_bounded, 0, 7);
#endif
    suite_add_tcase(s, t);
    return s;
}
