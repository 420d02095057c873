/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "common/draw.h"
#include "seg.h"

enum { SIDE = 300, FINE = 2, LARGE = SIDE * FINE, VIEWS = 3, ROW = 14, NONE = -1 };

static const double degree = 0.017453292519943296;

typedef struct view {
    double axes[3][3]; /* right, up, towards the eye */
    double middle[3], scale;
    float depth[LARGE * LARGE];
    int32_t face[LARGE * LARGE]; /* or NONE */
} view;

/* The coordinate axis from which most area is seen. */
static int find_front(const mesh *m)
{
    double area[3] = {0};
    for (uint32_t f = 0; f < m->face_count; f++)
        for (int k = 0; k < 3; k++)
            area[k] += m->areas[f] * fabs(m->normals[f][k]);
    return area[2] >= area[0] && area[2] >= area[1] ? 2 : area[0] >= area[1] ? 0 : 1;
}

static void set_axes(view *v, int front, double yaw, double pitch)
{
    const int up = front == 1 ? 2 : 1, right = 3 - front - up;
    const double sign = (right + 1) % 3 == up ? 1 : -1; /* a right-handed system */
    double eye[3], side[3];
    eye[right] = sin(yaw) * cos(pitch) * sign;
    eye[up] = sin(pitch);
    eye[front] = cos(yaw) * cos(pitch);
    side[right] = cos(yaw) * sign;
    side[up] = 0;
    side[front] = -sin(yaw);
    memcpy(v->axes[0], side, sizeof side);
    memcpy(v->axes[2], eye, sizeof eye);
    for (int k = 0; k < 3; k++) {
        const int p = (k + 1) % 3, q = (k + 2) % 3;
        v->axes[1][k] = eye[p] * side[q] - eye[q] * side[p];
    }
}

static void set_scale(view *v, const mesh *m)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    double longest = 0;
    for (uint32_t f = 0; f < m->face_count; f++)
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < 3; k++) {
                const double *at = m->vertices[m->faces[f][c]];
                const double x = at[0] * v->axes[k][0] + at[1] * v->axes[k][1] +
                                 at[2] * v->axes[k][2];
                low[k] = fmin(low[k], x);
                high[k] = fmax(high[k], x);
            }
    for (int k = 0; k < 3; k++)
        v->middle[k] = (low[k] + high[k]) / 2;
    longest = fmax(high[0] - low[0], high[1] - low[1]);
    v->scale = longest > 0 ? 0.92 * LARGE / longest : 1;
}

static void draw_face(view *v, const mesh *m, uint32_t f)
{
    double p[3][3];
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < 3; k++) {
            const double *at = m->vertices[m->faces[f][c]];
            const double x = at[0] * v->axes[k][0] + at[1] * v->axes[k][1] + at[2] * v->axes[k][2];
            p[c][k] = (x - v->middle[k]) * v->scale * (k == 1 ? -1 : 1) + LARGE / 2;
        }
    const double area = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) -
                        (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]);
    const int left = (int)fmax(fmin(fmin(p[0][0], p[1][0]), p[2][0]), 0);
    const int top = (int)fmax(fmin(fmin(p[0][1], p[1][1]), p[2][1]), 0);
    const int right = (int)fmin(fmax(fmax(p[0][0], p[1][0]), p[2][0]), LARGE - 1);
    const int bottom = (int)fmin(fmax(fmax(p[0][1], p[1][1]), p[2][1]), LARGE - 1);
    for (int y = top; y <= bottom && area != 0; y++)
        for (int x = left; x <= right; x++) {
            double depth = 0;
            int is_in = 1;
            for (int c = 0; c < 3; c++) {
                const double *a = p[(c + 1) % 3], *b = p[(c + 2) % 3];
                const double part =
                    ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
                is_in &= part >= 0;
                depth += part * p[c][2];
            }
            const size_t i = (size_t)y * LARGE + (size_t)x;
            if (is_in && (v->face[i] == NONE || depth > (double)v->depth[i])) {
                v->depth[i] = (float)depth;
                v->face[i] = (int32_t)f;
            }
        }
}

static int label_of(const view *v, const mesh_patches *patches, int x, int y)
{
    const int32_t f = v->face[(size_t)y * LARGE + (size_t)x];
    return f == NONE ? NONE : (int)patches->label[f];
}

/* Borders of patches and silhouettes are dark. */
static void shade(const view *v, const mesh *m, const mesh_patches *patches, int x, int y,
                  double rgb[3])
{
    const int label = label_of(v, patches, x, y);
    unsigned char color[3] = {255, 255, 255};
    double light = 1;
    if ((x + 1 < LARGE && label_of(v, patches, x + 1, y) != label) ||
        (y + 1 < LARGE && label_of(v, patches, x, y + 1) != label)) {
        light = 0.15;
    } else if (label != NONE) {
        const double *n = m->normals[v->face[(size_t)y * LARGE + (size_t)x]];
        const double facing = n[0] * v->axes[2][0] + n[1] * v->axes[2][1] + n[2] * v->axes[2][2];
        light = 0.4 + 0.6 * fabs(facing);
        mesh_color((uint32_t)label, color);
    }
    for (int k = 0; k < 3; k++)
        rgb[k] += light * color[k] / (FINE * FINE);
}

static int draw_view(app_picture *out, view *v, const mesh *m, const mesh_patches *patches)
{
    int code = app_picture_make(out, SIDE, SIDE, 3, "a view");
    for (size_t i = 0; i < LARGE * LARGE; i++)
        v->face[i] = NONE;
    set_scale(v, m);
    for (uint32_t f = 0; f < m->face_count; f++)
        draw_face(v, m, f);
    for (int y = 0; code == 0 && y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            double rgb[3] = {0};
            for (int k = 0; k < FINE * FINE; k++)
                shade(v, m, patches, x * FINE + k % FINE, y * FINE + k / FINE, rgb);
            for (int k = 0; k < 3; k++)
                out->data[3 * ((size_t)y * SIDE + (size_t)x) + (size_t)k] = (unsigned char)rgb[k];
        }
    return code;
}

static int draw_names(app_picture *out, const mesh_patches *patches)
{
    int code = app_picture_make(out, SIDE, SIDE, 3, "the names");
    if (code)
        return code;
    memset(out->data, 255, 3 * (size_t)SIDE * SIDE);
    for (uint32_t i = 0; i < patches->count && (i + 1) * ROW < SIDE; i++) {
        char text[32];
        for (int y = 2; y < ROW - 1; y++)
            for (int x = 6; x < 26; x++)
                mesh_color(i, out->data + 3 * ((i * ROW + (size_t)y) * SIDE + (size_t)x));
        snprintf(text, sizeof text, "%u %s", i, patches->list[i].name);
        for (char *c = text; *c; c++)
            *c = (char)toupper((unsigned char)*c);
        app_draw_text(out, text, 32, (int)i * ROW + 4, SIDE - 32);
    }
    return code;
}

int mesh_draw(app_picture *out, const mesh *m, const mesh_patches *patches)
{
    int code = 0;
    static const struct {
        const char *title;
        double yaw, pitch; /* degrees */
    } views[VIEWS] = {{"FRONT", 20, 15}, {"BACK", 200, 15}, {"SIDE", 110, 25}};
    app_panel panels[VIEWS + 1] = {[VIEWS] = {.title = "PARTS"}};
    view *v = malloc(sizeof *v);
    CHECK(v, "out of memory: a picture of %u faces", m->face_count);
    for (int i = 0; i < VIEWS; i++) {
        panels[i].title = views[i].title;
        set_axes(v, find_front(m), views[i].yaw * degree, views[i].pitch * degree);
        TRY(draw_view(&panels[i].picture, v, m, patches));
    }
    TRY(draw_names(&panels[VIEWS].picture, patches));
    TRY(app_draw_sheet(out, panels, VIEWS + 1, 2));
done:
    for (int i = 0; i <= VIEWS; i++)
        app_picture_free(&panels[i].picture);
    free(v);
    return code;
}
