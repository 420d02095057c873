/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/draw.h"
#include <string.h>
#include "common/message.h"

/* Digits, the full stop and capital letters of 5 x 7 px, 5 bits a row. J, Q, W and Z are missing. */
typedef struct letter {
    char name;
    unsigned char rows[7];
} letter;

static const letter letters[] = {
    {'.', {0x00, 0x00, 0x00, 0x00, 0x00, 0x0c, 0x0c}},
    {'0', {0x0e, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0e}},
    {'1', {0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e}},
    {'2', {0x0e, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1f}},
    {'3', {0x0e, 0x11, 0x01, 0x06, 0x01, 0x11, 0x0e}},
    {'4', {0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02}},
    {'5', {0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e}},
    {'6', {0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e}},
    {'7', {0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08}},
    {'8', {0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e}},
    {'9', {0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c}},
    {'A', {0x0e, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11}},
    {'B', {0x1e, 0x11, 0x11, 0x1e, 0x11, 0x11, 0x1e}},
    {'C', {0x0e, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0e}},
    {'D', {0x1e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x1e}},
    {'E', {0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x1f}},
    {'F', {0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x10}},
    {'G', {0x0e, 0x11, 0x10, 0x17, 0x11, 0x11, 0x0f}},
    {'H', {0x11, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11}},
    {'I', {0x0e, 0x04, 0x04, 0x04, 0x04, 0x04, 0x0e}},
    {'K', {0x11, 0x12, 0x14, 0x18, 0x14, 0x12, 0x11}},
    {'L', {0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1f}},
    {'M', {0x11, 0x1b, 0x15, 0x15, 0x11, 0x11, 0x11}},
    {'N', {0x11, 0x19, 0x15, 0x13, 0x11, 0x11, 0x11}},
    {'O', {0x0e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e}},
    {'P', {0x1e, 0x11, 0x11, 0x1e, 0x10, 0x10, 0x10}},
    {'R', {0x1e, 0x11, 0x11, 0x1e, 0x14, 0x12, 0x11}},
    {'S', {0x0f, 0x10, 0x10, 0x0e, 0x01, 0x01, 0x1e}},
    {'T', {0x1f, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04}},
    {'U', {0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e}},
    {'V', {0x11, 0x11, 0x11, 0x11, 0x11, 0x0a, 0x04}},
    {'X', {0x11, 0x11, 0x0a, 0x04, 0x0a, 0x11, 0x11}},
    {'Y', {0x11, 0x11, 0x0a, 0x04, 0x04, 0x04, 0x04}},
};

enum { GAP = 6, TITLE = 13, STEP = 6, EMPTY = 225, INK = 20, HALF = 127 };

/* Sets a pixel of an RGB picture; pixels outside the picture are left out. */
static void set_pixel(app_picture *p, int x, int y, const unsigned char *color, int channels)
{
    if (x < 0 || y < 0 || x >= p->width || y >= p->height)
        return;
    unsigned char *to = p->data + 3 * ((size_t)y * (size_t)p->width + (size_t)x);
    for (int k = 0; k < 3; k++)
        to[k] = color[channels == 3 ? k : 0];
}

static void draw_letter(app_picture *p, char name, int left, int top)
{
    const unsigned char ink = INK;
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        for (int y = 0; y < 7 && letters[i].name == name; y++)
            for (int x = 0; x < 5; x++)
                if (letters[i].rows[y] >> (4 - x) & 1)
                    set_pixel(p, left + x, top + y, &ink, 1);
}

void app_draw_text(app_picture *p, const char *text, int left, int top, int width)
{
    for (int i = 0; text[i] && (i + 1) * STEP <= width; i++)
        draw_letter(p, text[i], left + i * STEP, top);
}

/* Whether a pixel of the mask is on and has a neighbour that is off or outside. */
static int is_contour(const unsigned char *mask, int width, int height, int x, int y)
{
    const unsigned char *m = mask + (size_t)y * (size_t)width + (size_t)x;
    return *m > HALF && (x == 0 || y == 0 || x == width - 1 || y == height - 1 || m[-1] <= HALF ||
                         m[1] <= HALF || m[-width] <= HALF || m[width] <= HALF);
}

void app_draw_contour(app_picture *p, const unsigned char *mask, const unsigned char color[3])
{
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            if (is_contour(mask, p->width, p->height, x, y))
                set_pixel(p, x, y, color, 3);
}

static void draw_panel(app_picture *out, const app_panel *panel, int width, int height, int left,
                       int top)
{
    const unsigned char empty = EMPTY;
    const app_picture *p = &panel->picture;
    app_draw_text(out, panel->title, left, top, width);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            size_t at = (size_t)y * (size_t)width + (size_t)x;
            set_pixel(out, left + x, top + TITLE - 3 + y,
                      p->data ? p->data + (size_t)p->channels * at : &empty,
                      p->data ? p->channels : 1);
        }
}

int app_draw_sheet(app_picture *out, const app_panel *panels, int count, int columns)
{
    int code = 0;
    const int width = panels[0].picture.width, height = panels[0].picture.height;
    const int rows = (count + columns - 1) / columns;
    TRY(app_picture_make(out, (long)columns * (width + GAP) + GAP,
                         (long)rows * (height + TITLE) + GAP, 3, "the sheet"));
    memset(out->data, 255, 3 * (size_t)out->width * (size_t)out->height);
    for (int i = 0; i < count; i++)
        draw_panel(out, &panels[i], width, height, GAP + i % columns * (width + GAP),
                   3 + i / columns * (height + TITLE));
done:
    return code;
}
