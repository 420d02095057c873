/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models in files, by assimp. */
#include <assimp/cimport.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/output.h"
#include "common/picture.h"
#include "mesh.h"

/* assimp replaces an index that is out of range by another one and logs an error. */
static void find_range_error(const char *line, char *found)
{
    if (strstr(line, "out of range"))
        *found = 1;
}

/* assimp's triangulation trusts all of this. */
static int check_part(const struct aiMesh *part, mesh_check *check, const char *path)
{
    int code = 0;
    for (unsigned i = 0; i < part->mNumVertices; i++) {
        const struct aiVector3D *at = &part->mVertices[i];
        CHECK(isfinite(at->x) && isfinite(at->y) && isfinite(at->z),
              "'%s': vertex %u is (%g, %g, %g); coordinates are finite", path, i, (double)at->x,
              (double)at->y, (double)at->z);
    }
    for (unsigned f = 0; f < part->mNumFaces; f++) {
        const struct aiFace *face = &part->mFaces[f];
        CHECK(face->mNumIndices > 0, "'%s' is cut or damaged: face %u has no corners", path, f);
        for (unsigned k = 0; k < face->mNumIndices; k++)
            CHECK(face->mIndices[k] < part->mNumVertices,
                  "'%s': face %u has a vertex that is not among the %u", path, f,
                  part->mNumVertices);
        check->polygons += face->mNumIndices > 3;
        check->left_out += face->mNumIndices < 3;
    }
done:
    return code;
}

static void copy_part(mesh *m, const struct aiMesh *part)
{
    const uint32_t base = m->vertex_count;
    for (unsigned i = 0; i < part->mNumVertices; i++) {
        const float at[3] = {part->mVertices[i].x, part->mVertices[i].y, part->mVertices[i].z};
        memcpy(m->vertices[m->vertex_count++], at, sizeof at);
    }
    for (unsigned f = 0; f < part->mNumFaces; f++)
        if (part->mFaces[f].mNumIndices == 3) {
            for (int k = 0; k < 3; k++)
                m->faces[m->face_count][k] = base + part->mFaces[f].mIndices[k];
            m->face_count++;
        }
}

static int copy_scene(mesh *m, const struct aiScene *scene, const char *path)
{
    int code = 0;
    size_t vertices = 0, faces = 0;
    for (unsigned k = 0; k < scene->mNumMeshes; k++) {
        vertices += scene->mMeshes[k]->mNumVertices;
        faces += scene->mMeshes[k]->mNumFaces;
    }
    CHECK(vertices < UINT32_MAX / 4 && faces < UINT32_MAX / 4,
          "'%s' has %zu faces, more than 2^30", path, faces);
    m->vertices = malloc((vertices + 1) * sizeof *m->vertices);
    m->faces = malloc((faces + 1) * sizeof *m->faces);
    CHECK(m->vertices && m->faces, "out of memory: a mesh of %zu faces", faces);
    for (unsigned k = 0; k < scene->mNumMeshes; k++)
        copy_part(m, scene->mMeshes[k]);
    CHECK(m->face_count >= 2, "'%s' has %u face%s; parts need two at least", path, m->face_count,
          app_s(m->face_count));
done:
    return code;
}

/* The next line that is not empty. */
static int read_line(FILE *f, char **line, size_t *room)
{
    while (getline(line, room, f) >= 0)
        if ((*line)[strspn(*line, "\r\n")])
            return 1;
    return 0;
}

/* Skips the lines of the vertices, and checks those of the faces: a number of corners, and as many
 * indices of vertices. assimp reads other lines as faces, too. */
static int check_faces(FILE *f, const char *path, double vertices, double faces)
{
    int code = 0;
    char *line = NULL, *at, *end;
    size_t room = 0;
    for (double i = 0; i < vertices; i++)
        CHECK(read_line(f, &line, &room), "'%s' is cut or damaged: it has %.0f of %.0f vertices",
              path, i, vertices);
    for (double i = 0; i < faces; i++) {
        CHECK(read_line(f, &line, &room), "'%s' is cut or damaged: it has %.0f of %.0f faces", path,
              i, faces);
        long corners = strtol(line, &at, 10);
        CHECK(at > line && corners > 0, "'%s' is cut or damaged: face %.0f has no corners", path, i);
        for (long k = 0; k < corners; k++, at = end) {
            long vertex = strtol(at, &end, 10);
            CHECK(end > at, "'%s' is cut or damaged: face %.0f has %ld of %ld corners", path, i, k,
                  corners);
            CHECK(vertex >= 0 && (double)vertex < vertices,
                  "'%s': a face has a vertex that is not in the file", path);
        }
    }
done:
    free(line);
    return code;
}

static double size_of(FILE *f)
{
    long size = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : 0;
    rewind(f);
    return (double)size;
}

/* A .ply file has the line end_header: without it assimp 5.2 reads for ever. The file has a byte at
 * least for each element that it counts: assimp asks for the memory first. Lines of faces are checked
 * if the file is text and has vertices and faces alone, in this order. */
static int check_ply(FILE *f, const char *path)
{
    char line[256];
    int code = 0, is_text = 0, elements = 0, is_end = 0;
    double vertices = 0, faces = 0, count = 0, all = 0, size = size_of(f);
    while (!is_end && fgets(line, sizeof line, f)) {
        is_end = strncmp(line, "end_header", 10) == 0;
        is_text |= strncmp(line, "format ascii", 12) == 0;
        all += sscanf(line, "element %*s %lf", &count) == 1 ? count : 0;
        if (strncmp(line, "element ", 8) == 0 &&
            !(elements == 0 && sscanf(line, "element vertex %lf", &vertices) == 1) &&
            !(elements == 1 && sscanf(line, "element face %lf", &faces) == 1))
            is_text = elements = -1;
        elements += elements >= 0 && strncmp(line, "element ", 8) == 0;
        if (faces > 0 && elements == 2 && strncmp(line, "property ", 9) == 0)
            elements = strncmp(line, "property list ", 14) == 0 ? 3 : -1; /* the list comes first */
    }
    CHECK(is_end, "'%s' is cut or damaged: it has no line end_header", path);
    CHECK(all <= size, "'%s' is cut or damaged: it names more vertices and faces than it has bytes for",
          path);
    if (is_text == 1 && elements == 3)
        TRY(check_faces(f, path, vertices, faces));
done:
    return code;
}

/* An .off file has the bytes for the vertices and faces that it counts: assimp asks for the memory
 * first. A line of a vertex has six bytes at least, one of a face eight. */
static int check_off(FILE *f, const char *path)
{
    char line[256];
    int code = 0;
    double vertices = 0, faces = -1, size = size_of(f);
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "%lf %lf", &vertices, &faces) == 2 ||
            sscanf(line, "OFF %lf %lf", &vertices, &faces) == 2)
            break;
    CHECK(faces != 0, "'%s' has 0 faces; parts need two at least", path);
    CHECK(6 * vertices + 8 * faces <= size,
          "'%s' is cut or damaged: it names more vertices and faces than it has bytes for", path);
    TRY(check_faces(f, path, vertices, faces));
done:
    return code;
}

int mesh_read(mesh *out, const char *path)
{
    int code = 0;
    char is_beyond = 0;
    const struct aiScene *scene = NULL;
    const struct aiLogStream log = {find_range_error, &is_beyond};
    FILE *f = NULL;
    *out = (mesh){0};
    aiAttachLogStream(&log);
    CHECK_USAGE(app_ends_in(path, ".off") || app_ends_in(path, ".obj") ||
                    app_ends_in(path, ".ply") || app_ends_in(path, ".stl"),
                "'%s' is not a model; its name must end in .off, .obj, .ply or .stl", path);
    TRY(app_file_open(&f, path));
    CHECK(fgetc(f) != EOF, "'%s' is empty", path);
    if (app_ends_in(path, ".ply"))
        TRY(check_ply(f, path));
    if (app_ends_in(path, ".off"))
        TRY(check_off(f, path));
    TRY(app_output_protect(path));
    scene = aiImportFile(path, 0);
    CHECK(!is_beyond, "'%s': a face has a vertex that is not in the file", path);
    CHECK(scene, "'%s' is cut or damaged: it is not a model in the format %s", path, strrchr(path, '.'));
    for (unsigned k = 0; k < scene->mNumMeshes; k++)
        TRY(check_part(scene->mMeshes[k], &out->check, path));
    if (out->check.polygons)
        scene = aiApplyPostProcessing(scene, aiProcess_Triangulate);
    CHECK(scene, "'%s': its polygons cannot be triangulated", path);
    TRY(copy_scene(out, scene, path));
    out->check.copied = app_ends_in(path, ".obj");
    TRY(mesh_finish(out));
done:
    aiDetachAllLogStreams();
    aiReleaseImport(scene);
    if (f)
        fclose(f);
    if (code)
        mesh_free(out);
    return code;
}
