/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Six panels with their titles, as the paper's Fig. 8. */
#include <string.h>
#include "message.h"
#include "overlay.h"

/* Letters of 5 x 7 px, a row in 5 bits; those that the titles need. */
typedef struct letter {
    char name;
    unsigned char rows[7];
} letter;

static const letter letters[] = {
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
    {'Y', {0x11, 0x11, 0x0a, 0x04, 0x04, 0x04, 0x04}},
};

static const char *const titles[BGS_PANELS] = {"INPUT",  "BACKGROUND", "POSTERIOR",
                                               "MASK",   "OVERLAY",    "TRUTH"};

enum { GAP = 6, TITLE = 13, STEP = 6, EMPTY = 225, INK = 20 };

static void put(bgs_picture *p, int x, int y, const unsigned char *color, int channels)
{
    if (x < 0 || y < 0 || x >= p->width || y >= p->height)
        return;
    unsigned char *to = p->data + 3 * ((size_t)y * (size_t)p->width + (size_t)x);
    for (int k = 0; k < 3; k++)
        to[k] = color[channels == 3 ? k : 0];
}

static void draw_letter(bgs_picture *p, char name, int left, int top)
{
    const unsigned char ink = INK;
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        for (int y = 0; y < 7 && letters[i].name == name; y++)
            for (int x = 0; x < 5; x++)
                if (letters[i].rows[y] >> (4 - x) & 1)
                    put(p, left + x, top + y, &ink, 1);
}

static void draw_panel(bgs_picture *out, const bgs_picture *panel, int width, int height,
                       int left, int top, const char *title)
{
    const unsigned char empty = EMPTY;
    for (int i = 0; title[i] && (i + 1) * STEP <= width; i++)
        draw_letter(out, title[i], left + i * STEP, top);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            size_t at = (size_t)y * (size_t)width + (size_t)x;
            if (panel->data)
                put(out, left + x, top + TITLE - 3 + y,
                    panel->data + (size_t)panel->channels * at, panel->channels);
            else
                put(out, left + x, top + TITLE - 3 + y, &empty, 1);
        }
}

int bgs_sheet(bgs_picture *out, const bgs_picture panels[BGS_PANELS])
{
    int code = 0;
    const int width = panels[0].width, height = panels[0].height;
    const int rows = BGS_PANELS / BGS_PANELS_A_ROW;
    BGS_TRY(bgs_picture_make(out, (long)BGS_PANELS_A_ROW * (width + GAP) + GAP,
                             (long)rows * (height + TITLE) + GAP, 3, "the sheet"));
    memset(out->data, 255, 3 * (size_t)out->width * (size_t)out->height);
    for (int i = 0; i < BGS_PANELS; i++)
        draw_panel(out, &panels[i], width, height, GAP + i % BGS_PANELS_A_ROW * (width + GAP),
                   3 + i / BGS_PANELS_A_ROW * (height + TITLE), titles[i]);
done:
    return code;
}
