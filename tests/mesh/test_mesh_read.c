/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readers of models: a cube as people write it, broken files, memory, other files. */
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "mesh/seg.h"
#include "support/said.h"

#if defined(__has_feature)
#define CLANG_SANITIZES (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define CLANG_SANITIZES 0
#endif

enum { ROOM = 1 << 23 };
static char bytes[ROOM], path[64];
static size_t size;
static mesh m;

static const char *name_of(const char *ending)
{
    snprintf(path, sizeof path, "test_mesh_read-%ld.%s", (long)getpid(), ending);
    return path;
}

/* Reads bytes[0 ... size - 1] as a file of that name. */
static int read_bytes(const char *ending)
{
    FILE *f = fopen(name_of(ending), "wb");
    ck_assert(f && fwrite(bytes, 1, size, f) == size && fclose(f) == 0);
    const int code = SAID(mesh_read(&m, path));
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
static void expect_cube(const char *what)
{
    EXPECT(m.face_count == 12 && m.edge_count == 18 && m.vertex_count - m.check.welded == 8,
           "%s: %u faces, %u edges, %u vertices, %u welded", what, m.face_count, m.edge_count,
           m.vertex_count, m.check.welded);
    EXPECT(m.check.boundary + m.check.crowded + m.check.turned + m.check.degenerate == 0, "%s: not closed",
           what);
    EXPECT(area() == 6, "%s: the area is %.17g", what, area());
    mesh_free(&m);
}

static const int corners[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                  {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
static const int triangles[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                                     {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
static const int quads[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

static void put_text(const char *format, ...) CLPWL_PRINTF(1, 2);
static void put_text(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size += (size_t)vsnprintf(bytes + size, ROOM - size, format, args);
    va_end(args);
    ck_assert_uint_lt(size, ROOM);
}

static double origin[3], side = 1; /* of the cube */

static double place(int corner, int k)
{
    return origin[k] + side * corners[corner][k];
}

/* The pattern with the vertex's coordinates for xyz, or the face's corners for abcd. */
static void put_pattern(const char *pattern, int vertex, const int *face, int from)
{
    for (; *pattern; pattern++) {
        const char *letter = strchr(face ? "abcd" : "xyz", *pattern);
        if (letter && face)
            put_text("%d", face[*pattern - 'a'] + from);
        else if (letter)
            put_text("%.12g", place(vertex, *pattern - 'x'));
        else
            bytes[size++] = *pattern;
    }
}

/* A cube: a pattern with x, y, z for each vertex, and one with a, b, c for each triangle or with d, too, for
 * each square. */
typedef struct cube {
    const char *ending, *head, *vertex, *face, *tail, *between;
    int from, is_turned; /* the number of the first vertex; faces come before vertices */
} cube;

static void put_cube(const cube *c)
{
    const int is_square = strchr(c->face, 'd') != NULL;
    put_text("%s", c->head);
    for (int part = 0; part < 2; part++) {
        for (int i = 0; i < 8 && part == c->is_turned; i++)
            put_pattern(c->vertex, i, NULL, 0);
        for (int i = 0; i < (is_square ? 6 : 12) && part != c->is_turned; i++)
            put_pattern(c->face, 0, is_square ? quads[i] : triangles[i], c->from);
        put_text("%s", part == 0 && c->between ? c->between : "");
    }
    put_text("%s", c->tail ? c->tail : "");
}

#define POINTS "0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n"
#define OBJ_POINTS "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
#define QUADS "4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n"
#define PLY "ply\nformat ascii 1.0\nelement vertex 8\n"
#define XYZ "property float x\nproperty float y\nproperty float z\n"
#define FACES "element face 6\nproperty list uchar int vertex_indices\n"
#define V "x y z\n"
#define T "3 a b c\n"
#define Q "4 a b c d\n"
#define F "f a b c d\n"

/* clang-format off */
static const cube cubes[] = {
    {"off", "off 8\n12\n18\n", V, T, 0, 0, 0, 0},
    {"off", "8 12 18\n", V, T, 0, 0, 0, 0},
    {"off", "# a\nOFF # b\n# c\n8 12 18# d\n\n# e\n", "x y z #\n", "#\n\n3 a b c\n", "# g\n# h", 0, 0, 0},
    {"off", "\xef\xbb\xbf\n\nOFF\n \n8 12 18\n\t\n", V, T, 0, 0, 0, 0},
    {"off", "OFF 8 6 0\n", "x\ny z ", "4 a b\nc d\n", 0, "\n", 0, 0},
    {"off", "STCNOFF 8 6 12\n", "+x.0e0 y. z0E-1 0 0 1 9 9 9 9 0 1\n", "4 a b c d 255 0 0\n", 0, 0, 0, 0},
    {"obj", "", "V x y z\n", "F a b c d\n", 0, 0, 1, 1},
    {"obj", "", "v x y z\n", F, 0, 0, -8, 0},
    {"obj", "vt 0 0\nvn 0 0 1\n", "v x y z\n", "f a/-1/-1 b/1 c//1 d/1/1\n", 0, 0, 1, 0},
    {"obj", "# C:\\dir\\\n", "v x \\\n y\\\r\n z\n", "f a\\\n b c \\\nd\n", 0, 0, 1, 0},
    {"obj", "mtllib a.mtl\no cube\ng a b\ns off\nusemtl v\nvp 1 2\ncstype bezier\ncurv 0 1 \\\nv 9 9\n\n",
        "v x y z\n", F, "#end", "usemtl f\n", 1, 0},
    {"ply", "ply\ncomment format binary\nformat ascii 1.0\nobj_info element face 9\ncomment\n"
        "element vertex 8\nproperty double x\nproperty double y\ncomment\nproperty double z\n"
        "element face 6\nproperty list uint8 uint32 vertex_index\nend_header\n", V, Q, 0, 0, 0, 0},
    {"ply", PLY "property float z\nproperty list char double w\nproperty uchar red\nproperty float "
        "y\nproperty float nx\nproperty float32 x\nelement face 6\nproperty list int float "
        "uv\nproperty list uchar int vertex_indices\nproperty float64 q\nend_header\n",
        "z 2 .5 .5 255 y nan x\n", "1 .5 4 a b c d inf\n", 0, 0, 0, 0},
    {"ply", "ply\nformat ascii 1.0\nelement none 7\nelement face 6\nproperty list uchar int "
        "vertex_indices\nelement edge 2\nproperty int a\nproperty list int int b\nelement "
        "vertex 8\n" XYZ "end_header\n", V, Q, 0, "1 0\n1 2 3 4\n", 0, 1},
};
/* clang-format on */

enum { OBJ = 7 }; /* a row */

static void end_lines_as_dos(void)
{
    for (size_t i = size; i-- > 0;)
        if (bytes[i] == '\n' && (i == 0 || bytes[i - 1] != '\r')) {
            memmove(bytes + i + 1, bytes + i, size++ - i);
            bytes[i] = '\r';
        }
}

TESTS(cubes_are_read, sizeof cubes / sizeof *cubes)
{
    const cube *c = &cubes[_i];
    size = 0;
    put_cube(c);
    for (int is_dos = 0; is_dos < 2; is_dos++) {
        ck_assert_msg(read_bytes(c->ending) == 0, "%s: %s", c->head, said);
        ck_assert_uint_eq(m.check.polygons, strchr(c->face, 'd') ? 6 : 0);
        expect_cube(c->head);
        end_lines_as_dos();
    }
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

/* Coordinates in one type, numbers of corners and vertices in a whole one, among other properties and
 * elements, with either end of a line in the head. */
static void put_binary_ply(const char *type, const char *whole, int is_big)
{
    put_text("ply\nformat binary_%s_endian 1.0\nelement other 2\nproperty list %s %s a\nproperty %s b\n",
             is_big ? "big" : "little", whole, type, type);
    put_text("element vertex 8\nproperty %s z\nproperty %s c\nproperty %s y\nproperty %s x\n", type, type, type,
             type);
    put_text("element face 12\nproperty list %s %s vertex_index\nend_header\n", whole, whole);
    if (is_big)
        end_lines_as_dos();
    for (int i = 0; i < 2; i++) {
        put_number(whole, 3 * i, is_big);
        for (int k = 0; k < 3 * i + 1; k++)
            put_number(type, 10, is_big); /* the bytes of a line's end */
    }
    for (int i = 0; i < 8; i++) {
        put_number(type, place(i, 2), is_big);
        put_number(type, *type == 'f' ? NAN : 13, is_big);
        put_number(type, place(i, 1), is_big);
        put_number(type, place(i, 0), is_big);
    }
    for (int i = 0; i < 12; i++) {
        put_number(whole, 3, is_big);
        for (int k = 0; k < 3; k++)
            put_number(whole, triangles[i][k], is_big);
    }
}

static void put_stl(const char *name, int is_upper)
{
    const size_t from = size;
    put_text("solid%s\n", name);
    for (int f = 0; f < 12; f++) {
        put_text(" facet normal %s\n  outer loop\n", f ? "0 0 1" : "nan nan nan");
        for (int k = 0; k < 3; k++)
            put_pattern("   VERTEX x y z\n", triangles[f][k], NULL, 0);
        put_text("  endloop\n endfacet\n");
    }
    put_text("endsolid%s\n", name);
    for (size_t i = from; i < size && is_upper; i++)
        bytes[i] = (char)toupper(bytes[i]);
}

static const char *const types[] = {"int8",  "uint8",  "int16",   "uint16",
                                    "int32", "uint32", "float32", "float64"};

TESTS(binary_ply, 16)
{
    size = 0;
    put_binary_ply(types[_i / 2], types[_i / 2 % 6], _i % 2);
    ck_assert_msg(read_bytes("ply") == 0, "%s: %s", types[_i / 2], said);
    expect_cube(types[_i / 2]);
    for (const size_t all = size; size > 0; size -= size > 100 ? 7 : 1) /* no beginning of the file is read */
        if (size < all)
            REFUSED(EXIT_FAILURE, "", read_bytes("ply"));
}

/* A second solid comes in the first one's place. */
TESTS(text_stl, 2)
{
    size = 0;
    put_stl(" solid of facets", _i);
    ck_assert_msg(read_bytes("stl") == 0, "%s", said);
    ck_assert_uint_eq(m.check.welded, 28);
    expect_cube("text");
    put_stl("", _i);
    ck_assert_msg(read_bytes("stl") == 0 && m.face_count == 24, "%s", said);
    mesh_free(&m);
    size -= strlen("endsolid\n");
    REFUSED(EXIT_FAILURE, "'endsolid'", read_bytes("stl"));
}

TEST(binary_stl)
{
    size = 0;
    put_text("%-80s", "solid facet normal"); /* which begins as text does */
    put_number("uint32", 12, 0);
    for (int f = 0; f < 12; f++) {
        for (int k = 0; k < 12; k++)
            put_number("float32", k < 3 ? NAN : place(triangles[f][k / 3 - 1], k % 3), 0);
        put_number("uint16", 0, 0);
    }
    ck_assert_msg(read_bytes("stl") == 0, "%s", said);
    expect_cube("binary");
    size--;
    ck_assert_int_eq(read_bytes("stl"), EXIT_FAILURE);
    size++;
    memset(bytes + 100, 0xff, 4); /* the second coordinate of the first vertex: not a number */
    REFUSED(EXIT_FAILURE, "byte 134", read_bytes("stl"));
}

/* A cube of side .2 at coordinates of a survey, to the rounding of doubles: 2^-31 of a coordinate, so 2^-30
 * of a side, and 12 .2 times as much of the area. Files keep these doubles. */
TESTS(large_coordinates, 4)
{
    static const char *const endings[] = {"off", "obj", "ply", "stl"};
    mesh copy;
    size = 0;
    origin[0] = 431207.35, origin[1] = 5378911.62, origin[2] = 88.1, side = 0.2;
    if (_i < 2)
        put_cube(&cubes[_i ? OBJ : 0]);
    else if (_i == 2)
        put_binary_ply("float64", "uint8", 0);
    else
        put_stl("", 0);
    ck_assert_msg(read_bytes(endings[_i]) == 0, "%s", said);
    ck_assert_double_eq_tol(area(), 0.24, 12 * 0.2 * 0x1p-30);
    ck_assert_uint_eq(m.check.boundary, 0);
    for (int ply = 0; ply < 2; ply++) {
        const uint32_t label[12] = {0};
        ck_assert_int_eq((ply ? mesh_ply_write : mesh_off_write)(&m, label, name_of(ply ? "ply" : "off")), 0);
        ck_assert_int_eq(mesh_read(&copy, path), 0);
        ck_assert_mem_eq(copy.vertices, m.vertices, m.vertex_count * sizeof *m.vertices);
        mesh_free(&copy);
        remove(path);
    }
    mesh_free(&m);
}

#define ONE "OFF\n8 1 12\n" POINTS
#define HEAD "ply\nformat ascii 1.0\n"
#define ROW "element vertex 1\n"

/* clang-format off */
static const struct {
    const char *ending, *text, *part; /* the line, and what is wrong */
} refused[] = {
    {"off", "OFX 8 6 12\n" POINTS QUADS, "1: 'OFX'"},
    {"off", "OFF\n99999999999999999999 6 12\n", "2: '99999999999999999999'"},
    {"off", "OFF\n1000000000 1000000000 0\n" POINTS, "11:"},
    {"off", "OFF\n9 6 12\n" POINTS QUADS, "17:"},
    {"off", "OFF\n8 2 12\n" POINTS "3 0 1 2 1 2 3 4 5\n3 0 1 3\n", "11:"},
    {"obj", "v 0 0\n", "1:"},
    {"obj", OBJ_POINTS "f 1 2 9\n", "9: '9'"},
    {"obj", OBJ_POINTS, "0 faces"},
    {"ply", HEAD ROW "property int x\nproperty int z\nend_header\n", "property y"},
    {"ply", PLY XYZ FACES "end_header\n" POINTS "4 0 3 2 8\n", "18: '8'"},
};
/* clang-format on */

TESTS(broken_files_are_refused, sizeof refused / sizeof *refused)
{
    REFUSED(EXIT_FAILURE, refused[_i].part, read_text(refused[_i].ending, refused[_i].text));
    ck_assert_ptr_null(m.vertices);
}

/* Whatever the size of a model, lengths are numbers; below the range of floats it has none. The 13th face
 * has 5e-10. */
TESTS(tiny_and_large_numbers, 3)
{
    static const double sides[] = {1e-300, 2e-38, 3e37};
    char ninth[64];
    const cube c = {"off", "OFF 9 13 0\n", V, T, "3 8 0 1\n", ninth, 0, 0};
    side = sides[_i];
    snprintf(ninth, sizeof ninth, "0 0 %g\n", side * 1e-9);
    size = 0;
    put_cube(&c);
    ck_assert_msg(read_bytes("off") == (_i ? 0 : EXIT_FAILURE), "%s", said);
    ck_assert(_i == 0 || fabs(area() / side / side - 6) <= 1e-9);
    for (uint32_t i = 0; i < m.pair_count; i++)
        ck_assert(m.pairs[i].geodesic > 0 && m.pairs[i].geodesic < 2 * side);
    mesh_free(&m);
}

/* No file is opened but the model: not the one behind mtllib, a pipe, for which it would wait. What is no
 * face, a point and a line by f, p and l, is counted. */
TEST(one_file_is_opened)
{
    static const char pipe[] = "test_mesh_read.pipe";
    const cube c = {
        "obj", "mtllib test_mesh_read.pipe\n", "v x y z\n", F, "f 1\nf 1 2\np 1 2\nl 1 2 3\n", 0, 1, 0};
    remove(pipe);
    ck_assert_int_eq(mkfifo(pipe, 0600), 0);
    size = 0;
    put_cube(&c);
    ck_assert_int_eq(read_bytes("obj"), 0);
    remove(pipe);
    ck_assert_uint_eq(m.check.left_out, 4);
    expect_cube("mtllib");
}

enum { CORNERS = 200000 };

/* A face of 200,000 corners in a file: round, with six decimals; twice around. */
TESTS(large_faces, 2)
{
    size = 0;
    put_text("OFF %d 2 0\n", CORNERS + 1);
    for (int i = 0; i < CORNERS; i++) {
        const double t = 2 * M_PI * i / CORNERS * (_i + 1);
        put_text("%.6f %.6f 0\n", cos(t), sin(t));
    }
    put_text("0 0 1\n%d", CORNERS);
    for (int i = 0; i < CORNERS; i++)
        put_text(" %d", i);
    put_text("\n3 0 1 %d\n", CORNERS);
    ck_assert_int_eq(read_bytes("off"), _i == 0 ? 0 : EXIT_FAILURE);
    if (_i) {
        ck_assert_ptr_nonnull(strstr(said, "face 0"));
        return;
    }
    ck_assert_uint_eq(m.face_count, CORNERS - 1);
    /* The disc, and a triangle of height 1 on an edge. Coordinates are rounded by 5e-7. */
    ck_assert_double_eq_tol(area() - m.areas[m.face_count - 1], M_PI, 2 * M_PI * 1e-6);
    mesh_free(&m);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !CLANG_SANITIZES
/* The files that make most of their bytes: 4 a face of the edges of all others; in text. */
static const char *make_greedy(int which)
{
    enum { MANY = 500000 };
    static const char *const heads[] = {
        "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty uchar x\nproperty uchar "
        "y\nproperty uchar z\n"
        "element face 500000\nproperty list uchar uchar vertex_indices\nend_header\n\1\2\3\4\5\7\4\2\2",
        "OFF 4 500000 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n", "v 0 0 0\nv 1 0 0\nv 0 1 0\n"};
    size = 0;
    put_text("%s", heads[which]);
    for (int i = 0; i < MANY; i++) {
        if (which)
            put_text(which == 1 ? "3 0 1 2\n" : i % 2 ? "f 1 2 3\n" : "v 1 1 1\n");
        else
            memcpy(bytes + size, "\3\0\1\2", 4);
        size += which ? 0 : 4;
    }
    return which == 0 ? "ply" : which == 1 ? "off" : "obj";
}

/* 64 bytes of memory for each of the file, and 1 MiB, are enough. */
TESTS(memory_is_bounded, 3)
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
    ck_assert_msg(code == 0, "%s", said);
    mesh_free(&m);
}
#endif
