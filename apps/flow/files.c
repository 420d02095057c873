/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "files.h"
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "common/output.h"

static const float tag = 202021.25f; /* the bytes "PIEH" */
static const float unknown = 1e10f;  /* what the truths of Middlebury hold is above 1e9 */

typedef struct header {
    float tag;
    int32_t width, height;
} header;

static int read_flo(flow_field *out, FILE *f, const char *path)
{
    int code = 0;
    header h;
    float pair[2];
    CHECK(fread(&h, sizeof h, 1, f) == 1 && h.tag == tag,
          "'%s' is neither a .flo file, which begins with the float 202021.25, nor a PNG", path);
    CHECK(h.width > 0 && h.height > 0 && h.width <= APP_SIDE_MOST && h.height <= APP_SIDE_MOST,
          "'%s' is damaged: it says %d x %d pixels", path, (int)h.width, (int)h.height);
    TRY(app_picture_is_held(f, h.width, h.height, 1, path));
    TRY(flow_field_make(out, h.width, h.height));
    for (size_t i = 0, n = (size_t)h.width * (size_t)h.height; i < n; i++) {
        CHECK(fread(pair, sizeof pair, 1, f) == 1, "'%s' is cut: pixel %zu of %zu is missing", path,
              i, n);
        CHECK(!isnan(pair[0]) && !isnan(pair[1]),
              "'%s' holds NaN at pixel (%zu, %zu); unknown flow is above 1e9", path,
              i % (size_t)h.width, i / (size_t)h.width);
        if (fabsf(pair[0]) <= 1e9f && fabsf(pair[1]) <= 1e9f)
            out->at[i] = (flow_vector){pair[0], pair[1], 1, 1};
    }
    CHECK(fgetc(f) == EOF, "'%s' has more than its %d x %d pixels", path, (int)h.width,
          (int)h.height);
done:
    return code;
}

static void write_flo(const flow_field *flow, FILE *f)
{
    const header h = {tag, flow->width, flow->height};
    fwrite(&h, sizeof h, 1, f);
    for (size_t i = 0, n = (size_t)flow->width * (size_t)flow->height; i < n; i++) {
        const flow_vector *v = &flow->at[i];
        const float pair[2] = {v->known > 0 ? v->u : unknown, v->known > 0 ? v->v : unknown};
        fwrite(pair, sizeof pair, 1, f);
    }
}

/* KITTI's scale and zero. */
static const double per_px = 64, zero = 32768;

static int read_kitti(flow_field *out, FILE *f, const char *path)
{
    enum { DEPTH = 24, COLORS = 25, RGB = 2 }; /* bytes of a PNG's header */
    int code = 0;
    unsigned char head[COLORS + 1];
    app_picture p = {0};
    CHECK(fread(head, sizeof head, 1, f) == 1 && head[DEPTH] == 16 && head[COLORS] == RGB,
          "'%s' is no flow: KITTI's are PNG of three channels of 16 bits", path);
    TRY(app_picture_read_wide(&p, path, 3));
    const uint16_t *at = (const void *)p.data;
    TRY(flow_field_make(out, p.width, p.height));
    for (size_t i = 0, n = (size_t)p.width * (size_t)p.height; i < n; i++)
        if (at[3 * i + 2])
            out->at[i] = (flow_vector){(float)((at[3 * i] - zero) / per_px),
                                       (float)((at[3 * i + 1] - zero) / per_px), 1, 1};
done:
    app_picture_free(&p);
    return code;
}

static uint16_t code_of(float px)
{
    return (uint16_t)fmin(fmax(rint(px * per_px + zero), 0), 65535);
}

static int write_kitti(const flow_field *flow, FILE *f, const char *path)
{
    int code = 0;
    const size_t n = (size_t)flow->width * (size_t)flow->height;
    uint16_t *at = calloc(3 * n, sizeof *at);
    const app_picture p = {flow->width, flow->height, 3, (unsigned char *)at, 1};
    CHECK(at, "out of memory: '%s'", path);
    for (size_t i = 0; i < n; i++)
        if (flow->at[i].known > 0) {
            at[3 * i] = code_of(flow->at[i].u);
            at[3 * i + 1] = code_of(flow->at[i].v);
            at[3 * i + 2] = 1;
        }
    TRY(app_png_write(&p, f, path));
done:
    free(at);
    return code;
}

int flow_read(flow_field *out, const char *path)
{
    int code = 0;
    FILE *f;
    *out = (flow_field){0};
    TRY(app_file_open(&f, path));
    TRY(app_output_protect(path));
    const int first = getc(f);
    ungetc(first, f);
    TRY(first == 0x89 ? read_kitti(out, f, path) : read_flo(out, f, path));
done:
    if (f)
        fclose(f);
    if (code)
        flow_field_free(out);
    return code;
}

int flow_can_write(const char *path)
{
    if (strcmp(path, "-") == 0 || app_ends_in(path, ".flo"))
        return 0;
    if (app_ends_in(path, ".png"))
        return app_picture_can_write(path);
    return app_usage("'%s' is no flow's name; it must end in .flo or .png (KITTI)", path);
}

int flow_write(const flow_field *flow, const char *path)
{
    int code = 0;
    app_output out = {0};
    TRY(app_output_open(&out, path));
    if (app_ends_in(path, ".png"))
        TRY(write_kitti(flow, out.file, path));
    else
        write_flo(flow, out.file);
done:
    return app_output_end(&out, code);
}
