/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Models in files: a head of numbers, the planes of the states without their padding, and a
 * checksum of all before it. The head identifies the byte order, which is that of the machine.
 */
#include <errno.h>
#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "common/output.h"
#include "inside.h"

#define MAGIC "clpwl-bgs model"
/* 1000 frames a second for 8900 years. Sums of counts stay far below the largest long. */
#define FRAMES_MOST (INT64_C(1) << 48)
enum { FORMAT = 3, ORDER = 0x01020304, SHAPES = 8, NAMED = 2 };

/* The numbers that must agree, and the progress of the model. */
typedef struct head {
    char magic[16];
    uint32_t version, order;
    int32_t shape[SHAPES];
    int64_t frames, taken, resets, light;
} head;

static const char *const shape_names[SHAPES] = {
    "model", "color", "width", "height", "samples", "bandwidth-frames", "fg-frames", "components"};

#define MODEL_WORD(name, word, row, text) word,
#define COLOR_WORD(name, word, text) word,
static const char *const model_names[] = {BGS_MODEL_LIST(MODEL_WORD)};
static const char *const color_names[] = {BGS_COLOR_LIST(COLOR_WORD)};

static const char *name_of(const char *const *names, int32_t count, int32_t i)
{
    return i >= 0 && i < count ? names[i] : "another one";
}

static head make_head(const bgs_model *m)
{
    const bgs_options *o = &m->o;
    head h = {.magic = MAGIC,
              .version = FORMAT,
              .order = ORDER,
              .shape = {o->model, o->color, m->layout.width, m->layout.height, o->samples,
                        o->bandwidth_frames, o->fg_frames, o->components},
              .frames = m->counters.frames,
              .taken = m->taken,
              .resets = m->counters.resets,
              .light = m->light};
    return h;
}

/* FNV-1a */
static uint64_t hash(uint64_t h, const void *data, size_t n)
{
    const unsigned char *c = data;
    for (size_t i = 0; i < n; i++)
        h = (h ^ c[i]) * UINT64_C(0x100000001b3);
    return h;
}
#define HASH_START UINT64_C(0xcbf29ce484222325)

/* One function writes a model, checks a file without keeping it, or reads it to the device. */
typedef enum direction { WRITE, CHECK_ONLY, READ } direction;

typedef struct stream {
    FILE *file;
    const char *path;
    direction direction;
    uint64_t hash;
} stream;

static int pass(stream *s, void *data, size_t n)
{
    int code = 0;
    if (s->direction == WRITE)
        CHECK(fwrite(data, 1, n, s->file) == n, "cannot write '%s': %s", s->path, strerror(errno));
    else {
        const size_t got = fread(data, 1, n, s->file);
        CHECK(!ferror(s->file), "cannot read '%s': %s", s->path, strerror(errno));
        CHECK(got == n, "%s is cut off: it is not a complete model", s->path);
    }
    s->hash = hash(s->hash, data, n);
done:
    return code;
}

/* The bounds of the floats of a state. A share may exceed 1 by rounding: OpenCL's quotients are
 * exact to 2.5 ulp. */
static const struct {
    float least, most;
} ranges[] = {[BGS_SHARES] = {0, 1 + 4 * FLT_EPSILON},
              [BGS_LEVELS] = {0, 255},
              [BGS_PRODUCTS] = {-255 * 255, 255 * 255}};

static int check_plane(const stream *s, const bgs_state *t, const unsigned char *plane,
                       size_t pixels)
{
    int code = 0;
    for (size_t i = 0; t->content > BGS_INTEGERS && i < t->size / sizeof(float) * pixels; i++) {
        float v;
        memcpy(&v, plane + i * sizeof v, sizeof v);
        CHECK(v >= ranges[t->content].least && v <= ranges[t->content].most,
              "%s is damaged: a value of its %s is %g; it must be from %g to %g", s->path, t->name,
              (double)v, (double)ranges[t->content].least, (double)ranges[t->content].most);
    }
done:
    return code;
}

static int pass_states(stream *s, bgs_model *m)
{
    int code = 0;
    size_t pixels = (size_t)m->layout.width * (size_t)m->layout.height;
    unsigned char *plane = malloc(16 * pixels);
    CHECK(plane, "out of memory: a plane of %zu pixels", pixels);
    for (int k = 0; k < m->state_count; k++) {
        bgs_state *t = &m->states[k];
        for (size_t i = 0; t->content != BGS_SCRATCH && i < t->planes; i++) {
            if (s->direction == WRITE)
                TRY(bgs_plane_transfer(m, t->memory, i, t->size, plane, 0));
            TRY(pass(s, plane, t->size * pixels));
            if (s->direction == CHECK_ONLY)
                TRY(check_plane(s, t, plane, pixels));
            if (s->direction == READ)
                TRY(bgs_plane_transfer(m, t->memory, i, t->size, plane, 1));
        }
    }
done:
    free(plane);
    return code;
}

static int check_head(const head *h, const bgs_model *m, const char *path)
{
    int code = 0;
    const head mine = make_head(m);
    CHECK(memcmp(h->magic, mine.magic, sizeof mine.magic) == 0, "%s is not a model of clpwl-bgs",
          path);
    CHECK(h->order == ORDER && h->version == FORMAT,
          "%s was saved on another kind of machine or by another version", path);
    CHECK(h->shape[0] == mine.shape[0], "%s was saved with --model %s, but this run has %s", path,
          name_of(model_names, BGS_KINDS, h->shape[0]), model_names[mine.shape[0]]);
    CHECK(h->shape[1] == mine.shape[1], "%s was saved with --color %s, but this run has %s", path,
          name_of(color_names, BGS_COLORS, h->shape[1]), color_names[mine.shape[1]]);
    for (int i = NAMED; i < SHAPES; i++)
        CHECK(h->shape[i] == mine.shape[i], "%s was saved with %s%s %d, but this run has %d", path,
              i < NAMED + 2 ? "" : "--", shape_names[i], (int)h->shape[i], (int)mine.shape[i]);
    /* The positions in the rings of samples follow from these counts. */
    CHECK(h->frames <= FRAMES_MOST && h->taken >= 0 && h->resets >= 0 && h->taken <= h->frames &&
              h->resets <= h->frames,
          "%s is damaged: it counts %lld frames, %lld samples and %lld resets", path,
          (long long)h->frames, (long long)h->taken, (long long)h->resets);
    CHECK(h->light >= -BGS_LIGHT_MOST * 1e6 && h->light <= BGS_LIGHT_MOST * 1e6,
          "%s is damaged: the logarithm of its light is %g; it must be from %g to %g", path,
          1e-6 * (double)h->light, -BGS_LIGHT_MOST, BGS_LIGHT_MOST);
done:
    return code;
}

static int pass_all(stream *s, bgs_model *m)
{
    int code = 0;
    uint64_t stored;
    head h = make_head(m);
    s->hash = HASH_START;
    TRY(pass(s, &h, sizeof h));
    if (s->direction != WRITE)
        TRY(check_head(&h, m, s->path));
    TRY(pass_states(s, m));
    const uint64_t sum = stored = s->hash;
    TRY(pass(s, &stored, sizeof stored));
    CHECK(stored == sum, "%s is damaged: its checksum is wrong", s->path);
    CHECK(s->direction == WRITE || getc(s->file) == EOF,
          "%s is damaged: it has data after the model", s->path);
    if (s->direction == READ) {
        m->counters.frames = (long)h.frames;
        m->counters.resets = (long)h.resets;
        m->taken = (long)h.taken;
        m->light = (int)h.light;
    }
done:
    return code;
}

int bgs_model_save(bgs_model *m, const char *path)
{
    app_output file;
    stream s = {.path = path, .direction = WRITE};
    int code = app_output_open(&file, path);
    if (code)
        return code;
    s.file = file.file;
    return app_output_end(&file, pass_all(&s, m));
}

/* Reads the file twice: the model changes only if the file is complete. */
int bgs_model_load(bgs_model *m, const char *path)
{
    int code = 0;
    stream s = {.path = path, .direction = CHECK_ONLY};
    TRY(app_file_open(&s.file, path));
    TRY(pass_all(&s, m));
    rewind(s.file);
    s.direction = READ;
    TRY(pass_all(&s, m));
done:
    if (s.file)
        fclose(s.file);
    return code;
}

/* Ranges of values are left to bgs_model_load: where states are in the file, the model says. */
int bgs_model_check_file(const bgs_options *options, int width, int height, const char *path)
{
    enum { CHUNK = 1 << 16 };
    int code = 0;
    uint64_t stored;
    head h;
    bgs_model m = {0};
    unsigned char *chunk = malloc(CHUNK);
    stream s = {.path = path, .direction = CHECK_ONLY, .hash = HASH_START};
    CHECK(chunk, "out of memory: '%s'", path);
    TRY(app_file_open(&s.file, path));
    bgs_model_shape(&m, options, width, height);
    TRY(pass(&s, &h, sizeof h));
    TRY(check_head(&h, &m, path));
    CHECK(fseeko(s.file, 0, SEEK_END) == 0, "cannot read '%s': %s", path, strerror(errno));
    off_t rest = ftello(s.file) - (off_t)(sizeof h + sizeof stored);
    CHECK(fseeko(s.file, sizeof h, SEEK_SET) == 0, "cannot read '%s': %s", path, strerror(errno));
    for (; rest > 0; rest -= CHUNK)
        TRY(pass(&s, chunk, rest < CHUNK ? (size_t)rest : CHUNK));
    const uint64_t sum = s.hash;
    TRY(pass(&s, &stored, sizeof stored));
    CHECK(stored == sum, "%s is cut off or damaged: its checksum is wrong", path);
done:
    if (s.file)
        fclose(s.file);
    free(chunk);
    return code;
}
