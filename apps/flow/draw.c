/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "common/clock.h"
#include "common/draw.h"

static const double turn = 6.283185307179586;

/* The corners of the wheel, and how many of its 55 steps lie before the next one: more where the
 * eye tells more hues apart. */
static const struct {
    int steps;
    unsigned char rgb[3];
} wheel[] = {{15, {255, 0, 0}},   {6, {255, 255, 0}},  {4, {0, 255, 0}},
             {11, {0, 255, 255}}, {13, {0, 0, 255}},   {6, {255, 0, 255}},
             {0, {255, 0, 0}}};
enum { STEPS = 55, CORNERS = 6 };

/* length: 1 has full saturation, and so have longer ones. */
static void color_of(double u, double v, double length, unsigned char *rgb)
{
    double at = (atan2(-v, -u) / turn + 0.5) * STEPS;
    int k = 0;
    while (k < CORNERS - 1 && at >= wheel[k].steps)
        at -= wheel[k++].steps;
    const double part = fmin(at / wheel[k].steps, 1), white = 1 - fmin(length, 1);
    for (int c = 0; c < 3; c++) {
        const double hue = (1 - part) * wheel[k].rgb[c] + part * wheel[k + 1].rgb[c];
        rgb[c] = (unsigned char)(hue + white * (255 - hue));
    }
}

static unsigned char *pixel_of(app_picture *p, int x, int y)
{
    return p->data + (size_t)p->channels * ((size_t)y * (size_t)p->width + (size_t)x);
}

static void draw_wheel(app_picture *p, double full)
{
    const int side = p->width < p->height ? p->width : p->height, radius = side / 10;
    const int cx = p->width - radius - 3, cy = p->height - radius - 3;
    char text[32];
    if (radius < 8)
        return;
    for (int y = -radius - 1; y <= radius + 1; y++)
        for (int x = -radius - 1; x <= radius + 1; x++) {
            const double r = hypot(x, y) / radius;
            if (r <= 1)
                color_of(x, y, r, pixel_of(p, cx + x, cy + y));
            else if (r <= 1 + 1.5 / radius)
                memset(pixel_of(p, cx + x, cy + y), 0, 3);
        }
    snprintf(text, sizeof text, "%.3g PX", full);
    app_draw_text(p, text, cx + radius - 6 * (int)strlen(text), cy - radius - 12,
                  6 * (int)strlen(text));
}

static int find_full(const flow_field *flow, double *out)
{
    int code = 0;
    const size_t count = (size_t)flow->width * (size_t)flow->height;
    size_t n = 0;
    double *lengths = malloc(count * sizeof *lengths);
    CHECK(lengths, "out of memory: the lengths of %zu pixels", count);
    for (size_t i = 0; i < count; i++)
        if (flow->at[i].known > 0)
            lengths[n++] = hypot(flow->at[i].u, flow->at[i].v);
    app_sort(lengths, n);
    *out = n ? fmax(app_quantile(lengths, n, 0.99), 1e-3) : 1;
done:
    free(lengths);
    return code;
}

int flow_draw_colors(app_picture *out, flow_view *view)
{
    int code = 0;
    const flow_field *flow = view->flow;
    if (view->full <= 0)
        TRY(find_full(flow, &view->full));
    TRY(app_picture_make(out, flow->width, flow->height, 3, "a picture of the flow"));
    for (int y = 0; y < flow->height; y++)
        for (int x = 0; x < flow->width; x++) {
            const flow_vector *v = &flow->at[(size_t)y * (size_t)flow->width + (size_t)x];
            if (v->known > 0)
                color_of(v->u, v->v, hypot(v->u, v->v) / view->full, pixel_of(out, x, y));
            else
                memset(pixel_of(out, x, y), 0, 3);
        }
    draw_wheel(out, view->full);
done:
    return code;
}

static void draw_line(app_picture *p, double x, double y, double u, double v)
{
    const unsigned char ink[3] = {255, 80, 0};
    const int steps = (int)ceil(fmax(fmax(fabs(u), fabs(v)), 1));
    for (int i = 0; i <= steps; i++) {
        const int X = (int)lrint(x + u * i / steps), Y = (int)lrint(y + v * i / steps);
        if (X >= 0 && Y >= 0 && X < p->width && Y < p->height)
            memcpy(pixel_of(p, X, Y), ink, 3);
    }
}

int flow_draw_arrows(app_picture *out, flow_view *view)
{
    enum { GRID = 16 };
    const flow_field *flow = view->flow;
    const double head = 0.3; /* of the length */
    char text[32];
    int code = 0;
    if (view->full <= 0)
        TRY(find_full(flow, &view->full));
    TRY(app_picture_make(out, flow->width, flow->height, 3, "arrows"));
    const double factor = view->full < GRID ? GRID / view->full : 1;
    for (size_t i = 0; i < (size_t)flow->width * (size_t)flow->height; i++)
        memset(out->data + 3 * i, (int)(view->first->at[i][0] / 2 + 0.5f), 3);
    for (int y = GRID / 2; y < flow->height; y += GRID)
        for (int x = GRID / 2; x < flow->width; x += GRID) {
            const flow_vector *v = &flow->at[(size_t)y * (size_t)flow->width + (size_t)x];
            if (v->known == 0)
                continue;
            const double u = factor * v->u, w = factor * v->v;
            draw_line(out, x, y, u, w);
            draw_line(out, x + u, y + w, -head * (u - w / 2), -head * (w + u / 2));
            draw_line(out, x + u, y + w, -head * (u + w / 2), -head * (w - u / 2));
        }
    snprintf(text, sizeof text, "X %.3g", factor);
    app_draw_text(out, text, 4, 4, out->width - 8);
done:
    return code;
}

int flow_draw_errors(app_picture *out, flow_view *view)
{
    const flow_field *flow = view->flow, *truth = view->truth;
    const unsigned char blue[3] = {0, 60, 200};
    int code = app_picture_make(out, truth->width, truth->height, 3, "errors");
    for (size_t i = 0; code == 0 && i < (size_t)truth->width * (size_t)truth->height; i++) {
        const flow_vector *f = &flow->at[i], *t = &truth->at[i];
        const double e = hypot((double)f->u - t->u, (double)f->v - t->v);
        memset(out->data + 3 * i, t->known > 0 ? (int)(255 * fmin(e / 3, 1)) : 0, 3);
        if (t->known > 0 && f->known == 0)
            memcpy(out->data + 3 * i, blue, 3);
    }
    return code;
}

int flow_draw_confidence(app_picture *out, flow_view *view)
{
    const flow_field *flow = view->flow;
    int code = app_picture_make(out, flow->width, flow->height, 1, "the confidence");
    for (size_t i = 0; code == 0 && i < (size_t)flow->width * (size_t)flow->height; i++)
        out->data[i] = (unsigned char)(255 * flow->at[i].confidence + 0.5f);
    return code;
}

static double read_between(const flow_image *p, double x, double y)
{
    x = fmin(fmax(x, 0), p->width - 1);
    y = fmin(fmax(y, 0), p->height - 1);
    const int left = (int)x, top = (int)y;
    const size_t right = left + 1 < p->width, below = top + 1 < p->height ? (size_t)p->width : 0;
    const float(*at)[2] = (const float(*)[2])p->at + (size_t)top * (size_t)p->width + left;
    const double a = x - left, b = y - top;
    return (1 - b) * ((1 - a) * at[0][0] + a * at[right][0]) +
           b * ((1 - a) * at[below][0] + a * at[below + right][0]);
}

int flow_draw_warped(app_picture *out, flow_view *view)
{
    const flow_field *flow = view->flow;
    int code = app_picture_make(out, flow->width, flow->height, 1, "the warped picture");
    for (int y = 0; code == 0 && y < flow->height; y++)
        for (int x = 0; x < flow->width; x++) {
            const flow_vector *v = &flow->at[(size_t)y * (size_t)flow->width + (size_t)x];
            *pixel_of(out, x, y) =
                v->known > 0 ? (unsigned char)(read_between(view->second, (double)x + v->u,
                                                            (double)y + v->v) + 0.5)
                             : 0;
        }
    return code;
}

int flow_draw_sheet(app_picture *out, flow_view *view)
{
    app_panel panels[4] = {{.title = "FIRST"}, {.title = "MOTION"}, {.title = "TRUTH"},
                           {.title = "ERROR"}};
    int code = 0;
    const int has_truth = view->truth->at != NULL;
    const flow_image *first = view->first;
    flow_view truth = {.flow = view->truth};
    TRY(app_picture_make(&panels[0].picture, first->width, first->height, 1, "the sheet"));
    for (size_t i = 0; i < (size_t)first->width * (size_t)first->height; i++)
        panels[0].picture.data[i] = (unsigned char)(first->at[i][0] + 0.5f);
    TRY(flow_draw_colors(&panels[1].picture, view));
    truth.full = view->full;
    if (has_truth) {
        TRY(flow_draw_colors(&panels[2].picture, &truth));
        TRY(flow_draw_errors(&panels[3].picture, view));
    }
    TRY(app_draw_sheet(out, panels, has_truth ? 4 : 2, 2));
done:
    for (int i = 0; i < 4; i++)
        app_picture_free(&panels[i].picture);
    return code;
}
