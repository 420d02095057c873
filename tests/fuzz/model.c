/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Model files of clpwl-bgs: as they are, with the correct checksum, and as the states of a file
 * with a correct head. There is no device: the planes are in an array. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"
#include "base/hash.h"
#include "bgs/inside.h"

enum { WIDTH = 3, HEIGHT = 2, PIXELS = WIDTH * HEIGHT, PLANES = 3, HEAD = 88, SUM = 8 };

/* Two states are saved, of 2 planes of 1 byte and 1 of 4; the one between them is not. */
enum { SAVED = (2 + 4) * PIXELS };
static unsigned char kept[PLANES][PLANES][4 * PIXELS];

int bgs_plane_transfer(bgs_model *m, cl_mem planes, size_t i, size_t size, void *pixels, int write)
{
    unsigned char *plane = kept[(size_t)(uintptr_t)planes - 1][i];
    FUZZ_HOLDS(m && i < PLANES && size <= 4);
    if (write)
        memcpy(plane, pixels, size * PIXELS);
    else
        memcpy(pixels, plane, size * PIXELS);
    return 0;
}

void bgs_model_shape(bgs_model *m, const bgs_options *options, int width, int height)
{
    m->o = *options;
    m->layout.width = width;
    m->layout.height = height;
}

static bgs_model make_model(void)
{
    bgs_model m = {.o = {.model = BGS_MEDIAN, .samples = 7, .bandwidth_frames = 9, .fg_frames = 3,
                         .components = 2},
                   .layout = {.width = WIDTH, .height = HEIGHT},
                   .state_count = PLANES};
    for (int k = 0; k < PLANES; k++)
        m.states[k] = (bgs_state){.memory = (cl_mem)(uintptr_t)(k + 1),
                                  .planes = k == 0 ? 2 : 1, .size = k == 0 ? 1 : 4,
                                  .content = k == 0   ? BGS_INTEGERS
                                             : k == 1 ? BGS_SCRATCH
                                                      : BGS_SHARES};
    return m;
}

/* The loaded state is the file's; nothing is loaded from a refused file. What is loaded was checked. */
static void load(const void *data, size_t size)
{
    static unsigned char untouched[sizeof kept];
    bgs_model m = make_model();
    memset(untouched, 0x5a, sizeof kept);
    memset(kept, 0x5a, sizeof kept);
    const char *path = fuzz_file(data, size);
    int is_bad = bgs_model_check_file(&m.o, WIDTH, HEIGHT, path), code = bgs_model_load(&m, path);
    FUZZ_HOLDS(code != 0 || !is_bad);
    FUZZ_HOLDS(memcmp(kept[1], untouched, sizeof kept[1]) == 0);
    if (code != 0) {
        FUZZ_HOLDS(memcmp(kept, untouched, sizeof kept) == 0);
        FUZZ_HOLDS(m.counters.frames == 0 && m.taken == 0);
        return;
    }
    const unsigned char *saved = (const unsigned char *)data + HEAD;
    FUZZ_HOLDS(size == HEAD + SAVED + SUM);
    FUZZ_HOLDS(memcmp(kept[0][0], saved, PIXELS) == 0);
    FUZZ_HOLDS(memcmp(kept[0][1], saved + PIXELS, PIXELS) == 0);
    FUZZ_HOLDS(memcmp(kept[2][0], saved + 2 * PIXELS, 4 * PIXELS) == 0);
    /* Positions in rings of samples follow from sums with these counts. */
    FUZZ_HOLDS(m.counters.frames >= 0 && m.counters.resets >= 0 && m.taken >= 0);
    FUZZ_HOLDS(m.counters.frames + INT32_MAX > 0 && m.taken + INT32_MAX > 0);
    for (size_t i = 0; i < PIXELS; i++) {
        float v;
        memcpy(&v, kept[2][0] + 4 * i, sizeof v);
        FUZZ_HOLDS(v >= 0 && v < 1.001f);
    }
}

static void load_summed(char *text, size_t body)
{
    const uint64_t sum = clpwl__hash(CLPWL__HASH_START, text, body);
    memcpy(text + body, &sum, SUM);
    load(text, body + SUM);
}

/* The head that bgs_model_save writes for this model. */
static const unsigned char *right_head(void)
{
    static unsigned char head[HEAD];
    static const int32_t shape[] = {BGS_MEDIAN, 0, WIDTH, HEIGHT, 7, 9, 3, 2};
    static const uint32_t version[] = {3, 0x01020304};
    memcpy(head, "clpwl-bgs model", 16);
    memcpy(head + 16, version, sizeof version);
    memcpy(head + 24, shape, sizeof shape);
    return head;
}

void fuzz_model(const uint8_t *data, size_t size)
{
    char *text = fuzz_text("", 0, data, size, SUM);
    load(data, size);
    load_summed(text, size > SUM ? size - SUM : 0);
    free(text);
    text = fuzz_text(right_head(), HEAD, data, size, SUM);
    load_summed(text, HEAD + size);
    if (size >= 32) { /* any counts and light */
        memcpy(text + HEAD - 32, data, 32);
        load_summed(text, HEAD + size);
    }
    free(text);
}
