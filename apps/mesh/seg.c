/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "seg.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "common/output.h"

enum { LINE = 64, FACES_MOST = 1 << 30 };

static int parse_label(const char *text, uint32_t *out)
{
    char *end;
    errno = 0;
    const unsigned long label = strtoul(text, &end, 10);
    *out = (uint32_t)label;
    text += strspn(text, " \t");
    return *text >= '0' && *text <= '9' && errno == 0 && label <= INT32_MAX &&
           end[strspn(end, " \t\r\n")] == 0;
}

int mesh_seg_read(mesh_seg *out, const char *path)
{
    int code = 0;
    size_t room = 0;
    char line[LINE];
    FILE *f = fopen(path, "rb");
    *out = (mesh_seg){0};
    CHECK(f, "cannot read '%s': %s", path, strerror(errno));
    TRY(app_output_protect(path));
    while (fgets(line, sizeof line, f)) {
        if (line[strspn(line, " \t\r\n")] == 0)
            continue;
        CHECK(out->faces < FACES_MOST, "'%s' has more than 2^30 faces", path);
        if (out->faces == room) {
            room = room ? 2 * room : 1024;
            uint32_t *label = realloc(out->label, room * sizeof *label);
            CHECK(label, "out of memory: the labels of %zu faces", room);
            out->label = label;
        }
        CHECK(strlen(line) < LINE - 1 && parse_label(line, &out->label[out->faces]),
              "'%s' has no label of face %u: a line holds a whole number from 0 to 2147483647",
              path, out->faces);
        out->faces++;
    }
    CHECK(!ferror(f), "cannot read '%s': %s", path, strerror(errno));
    CHECK(out->faces, "'%s' is empty", path);
done:
    if (f)
        fclose(f);
    if (code)
        mesh_seg_free(out);
    return code;
}

void mesh_seg_free(mesh_seg *s)
{
    free(s->label);
    *s = (mesh_seg){0};
}

int mesh_seg_write(const uint32_t *label, uint32_t faces, const char *path)
{
    int code = 0;
    app_output out = {0};
    TRY(app_output_open(&out, path));
    for (uint32_t f = 0; f < faces; f++)
        fprintf(out.file, "%u\n", label[f]);
done:
    return app_output_end(&out, code);
}

/*
 * The colours of M. Okabe, K. Ito, "Color universal design", 2002, without black, which people with
 * any vision of colours can tell apart; then the same mixed with white, and with black.
 */
void mesh_color(uint32_t label, unsigned char rgb[3])
{
    static const unsigned char colors[7][3] = {{230, 159, 0},  {86, 180, 233}, {0, 158, 115},
                                               {240, 228, 66}, {0, 114, 178},  {213, 94, 0},
                                               {204, 121, 167}};
    const uint32_t round = label / 7 % 3;
    for (int k = 0; k < 3; k++) {
        const int c = colors[label % 7][k];
        rgb[k] = (unsigned char)(round == 0 ? c : round == 1 ? (c + 255) / 2 : c / 2);
    }
}

/* As many digits as give back x. */
static void print_number(FILE *f, double x, char after)
{
    char text[32];
    for (int digits = 9; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
    fprintf(f, "%s%c", text, after);
}

int mesh_off_write(const mesh *m, const uint32_t *label, const char *path)
{
    int code = 0;
    app_output out = {0};
    unsigned char c[3];
    TRY(app_output_open(&out, path));
    fprintf(out.file, "OFF\n%u %u %u\n", m->vertex_count, m->face_count, m->edge_count);
    for (uint32_t i = 0; i < m->vertex_count; i++)
        for (int k = 0; k < 3; k++)
            print_number(out.file, m->vertices[i][k], k < 2 ? ' ' : '\n');
    for (uint32_t f = 0; f < m->face_count; f++) {
        fprintf(out.file, "3 %u %u %u", m->faces[f][0], m->faces[f][1], m->faces[f][2]);
        if (label) {
            mesh_color(label[f], c);
            fprintf(out.file, " %d %d %d", c[0], c[1], c[2]);
        }
        fprintf(out.file, "\n");
    }
done:
    return app_output_end(&out, code);
}

/* Whether floats hold all coordinates. */
static int is_float(const mesh *m)
{
    for (uint32_t i = 0; i < m->vertex_count; i++)
        for (int k = 0; k < 3; k++)
            if ((double)(float)m->vertices[i][k] != m->vertices[i][k])
                return 0;
    return 1;
}

int mesh_ply_write(const mesh *m, const uint32_t *label, const char *path)
{
    int code = 0;
    app_output out = {0};
    const int is_narrow = is_float(m);
    const char *type = is_narrow ? "float" : "double";
    TRY(app_output_open(&out, path));
    fprintf(out.file,
            "ply\nformat binary_little_endian 1.0\nelement vertex %u\n"
            "property %s x\nproperty %s y\nproperty %s z\n"
            "element face %u\nproperty list uchar int vertex_indices\n"
            "property uchar red\nproperty uchar green\nproperty uchar blue\n"
            "property int part\nend_header\n",
            m->vertex_count, type, type, type, m->face_count);
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        const double *at = m->vertices[i];
        const float narrow[3] = {(float)at[0], (float)at[1], (float)at[2]};
        fwrite(is_narrow ? (const void *)narrow : at, is_narrow ? sizeof narrow : sizeof *m->vertices,
               1, out.file);
    }
    for (uint32_t f = 0; f < m->face_count; f++) {
        unsigned char face[1 + sizeof *m->faces + 3 + sizeof *label] = {3};
        memcpy(face + 1, m->faces[f], sizeof *m->faces);
        mesh_color(label[f], face + 13);
        memcpy(face + 16, &label[f], sizeof *label);
        fwrite(face, sizeof face, 1, out.file);
    }
done:
    return app_output_end(&out, code);
}
