/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models in files. The readers of the formats give polygons; here these become triangles. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "common/output.h"
#include "polygon.h"
#include "reader.h"

enum { BYTES_FOR_EACH = 64, BYTES_MORE = 1 << 20 };

/* The whole file, and a 0 behind it. */
static int load(char **out, size_t *size, const char *path)
{
    int code = 0;
    struct stat s;
    FILE *f = NULL;
    *out = NULL;
    TRY(app_file_open(&f, path));
    TRY(app_output_protect(path));
    CHECK(fstat(fileno(f), &s) == 0, "cannot read '%s': %s", path, strerror(errno));
    *size = (size_t)s.st_size;
    CHECK(*size, "'%s' is empty", path);
    *out = malloc(*size + 1);
    CHECK(*out, "out of memory: the %zu bytes of '%s'", *size, path);
    errno = EIO; /* a file that became shorter has no error */
    CHECK(fread(*out, 1, *size, f) == *size, "cannot read '%s': %s", path, strerror(errno));
    (*out)[*size] = 0;
done:
    if (f)
        fclose(f);
    return code;
}

/* Faces of fewer than three corners are left out. */
static int make_triangles(mesh *m, const mesh_soup *s, const char *path)
{
    int code = 0;
    uint32_t most = 3, n;
    mesh_cutter *cutter = NULL;
    for (size_t i = 0; i < s->length; i += n + 1) {
        n = s->corners[i];
        most = n > most ? n : most;
    }
    cutter = mesh_cutter_make(most);
    CHECK(cutter, "out of memory: a face of %u corners", most);
    for (size_t i = 0, face = 0; i < s->length; i += n + 1, face++) {
        n = s->corners[i];
        if (n < 3)
            continue;
        const int is_cut = mesh_polygon_cut(cutter, m->vertices, s->corners + i + 1, n,
                                            m->faces + m->face_count);
        CHECK(is_cut, "'%s': face %zu has %u corners, and is not convex; faces of more than %d are convex",
              path, face, n, MESH_EARS_MOST);
        m->face_count += n - 2;
    }
done:
    mesh_cutter_free(cutter);
    return code;
}

/* The vertices move to the mesh. */
static int take_soup(mesh *m, mesh_soup *s, size_t bytes, const char *path)
{
    int code = 0;
    size_t triangles = 0;
    m->check.left_out = s->left_out;
    for (size_t i = 0; i < s->length; i += s->corners[i] + 1) {
        triangles += s->corners[i] < 3 ? 0 : s->corners[i] - 2;
        m->check.polygons += s->corners[i] > 3;
        m->check.left_out += s->corners[i] < 3;
    }
    CHECK(triangles >= 2, "'%s' has %zu face%s; parts need two at least", path, triangles,
          app_s(triangles));
    CHECK(triangles <= MESH_FACES_MOST, "'%s' has %zu faces, more than 2^30", path, triangles);
    /* Faces that share edges by two have vertices, whose bytes are enough. */
    CHECK((double)triangles * MESH_FACE_BYTES + (double)s->vertex_count * MESH_VERTEX_BYTES <=
              (double)bytes * BYTES_FOR_EACH + BYTES_MORE,
          "'%s' makes %zu triangles of %zu bytes: its faces lie on each other", path, triangles,
          bytes);
    m->vertices = s->vertices;
    m->vertex_count = (uint32_t)s->vertex_count;
    s->vertices = NULL;
    m->faces = malloc(triangles * sizeof *m->faces);
    CHECK(m->faces, "out of memory: a mesh of %zu faces", triangles);
    TRY(make_triangles(m, s, path));
done:
    return code;
}

int mesh_read_by(mesh *out, const char *path, mesh_reader *read)
{
    int code = 0;
    char *bytes = NULL;
    size_t size = 0;
    mesh_soup soup = {0};
    *out = (mesh){0};
    TRY(load(&bytes, &size, path));
    mesh_file f = {.path = path, .bytes = bytes, .at = bytes, .end = bytes + size, .line = 1};
    f.at += strncmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    TRY(read(&f, &soup));
    TRY(take_soup(out, &soup, size, path));
    mesh_soup_free(&soup);
    free(bytes);
    bytes = NULL;
    TRY(mesh_finish(out));
done:
    free(bytes);
    mesh_soup_free(&soup);
    if (code)
        mesh_free(out);
    return code;
}

int mesh_read(mesh *out, const char *path)
{
    static const struct {
        const char *ending;
        mesh_reader *read;
    } formats[] = {{".off", mesh_read_off},
                   {".obj", mesh_read_obj},
                   {".ply", mesh_read_ply},
                   {".stl", mesh_read_stl}};
    *out = (mesh){0};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (app_ends_in(path, formats[i].ending))
            return mesh_read_by(out, path, formats[i].read);
    return app_usage("'%s' is not a model; its name must end in .off, .obj, .ply or .stl", path);
}
