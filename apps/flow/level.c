/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A level of the pyramid, in as many tiles as the memory asks for. */
#include <math.h>
#include "inside.h"

enum { MEBIBYTE = 1 << 20, TILE_LEAST = 16 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int largest(int a, int b)
{
    return a > b ? a : b;
}

static flow_rect grow(flow_rect r, int by, const cl_int size[2])
{
    const int right = least(r.x + r.width + by, size[0]);
    const int bottom = least(r.y + r.height + by, size[1]);
    r.x = largest(r.x - by, 0);
    r.y = largest(r.y - by, 0);
    r.width = right - r.x;
    r.height = bottom - r.y;
    return r;
}

static size_t count_pixels(flow_rect r)
{
    return (size_t)r.width * (size_t)r.height;
}

/* The largest component of the known flow, px. */
static double find_largest(const flow_field *field)
{
    const size_t count = (size_t)field->width * (size_t)field->height;
    double most = 0;
    for (size_t i = 0; i < count; i++)
        if (field->at[i].known > 0)
            most = fmax(most, fmax(fabs((double)field->at[i].u), fabs((double)field->at[i].v)));
    return most;
}

/* Pixels across that have one flow. Tiles begin at multiples of it. */
static int cell_side(const flow_engine *e)
{
    return e->o.method == FLOW_NCC ? e->o.stride : 1;
}

/* The rectangle around the pixels with weight; it begins at a multiple of `unit`. */
static flow_rect find_wanted(const flow_image *image, int unit)
{
    int left = image->width, top = image->height, right = 0, bottom = 0;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            if (image->at[(size_t)y * (size_t)image->width + (size_t)x][1] > 0) {
                left = least(left, x);
                top = least(top, y);
                right = largest(right, x + 1);
                bottom = y + 1;
            }
    left = left / unit * unit;
    top = top / unit * unit;
    return (flow_rect){left, top, largest(right - left, 0), largest(bottom - top, 0)};
}

/* The variance that grey rounded to 8 bits leaves in slopes by five points: 0.9 / 12 at the finest level.
 * The filter of flow_halve takes the rest, as white noise that passed it. */
static cl_float find_rounding(int level)
{
    static const double left[] = {0.902, 0.0599, 0.0116, 0.0027};
    enum { COUNT = sizeof left / sizeof *left };
    return (cl_float)(left[least(level, COUNT - 1)] / 12);
}

typedef struct plan {
    cl_int size[2];   /* of the picture */
    flow_rect wanted; /* of it */
    int width, height; /* of a tile */
    int halo, reach;  /* px around a tile of the first and of the second picture */
} plan;

static int round_up(int n, int to)
{
    return (n + to - 1) / to * to;
}

static double count_bytes(const flow_engine *e, const plan *p, size_t *plane)
{
    size_t own, second, largest_plane;
    const size_t picture = 2 * sizeof(cl_float), flow = sizeof(flow_vector);
    const size_t a = (size_t)least(p->width + 2 * p->halo, p->size[0]) *
                     (size_t)least(p->height + 2 * p->halo, p->size[1]);
    const size_t b = (size_t)least(p->width + 2 * p->reach, p->size[0]) *
                     (size_t)least(p->height + 2 * p->reach, p->size[1]);
    e->method->bytes(e, &own, &second, &largest_plane);
    *plane = a * largest_plane > b * flow ? a * largest_plane : b * flow;
    /* The flow, its spare plane, and that of the coarser level. */
    return (double)(a * (own + picture + 2 * flow + flow / 4) + b * (second + picture));
}

/* The largest tiles that the memory holds: the whole, then the longer side is split. */
static int plan_tiles(const flow_engine *e, plan *p)
{
    int code = 0, across = 1, down = 1;
    const clpwl_device_info *info = clpwl_context_info(e->device.context);
    const int unit = cell_side(e);
    const double room = e->o.memory > 0 ? e->o.memory * MEBIBYTE : 0.5 * (double)info->global_memory;
    size_t plane;
    double bytes;
    for (;;) {
        p->width = round_up((p->wanted.width + across - 1) / across, unit);
        p->height = round_up((p->wanted.height + down - 1) / down, unit);
        bytes = count_bytes(e, p, &plane);
        const int fits = bytes <= room && plane <= info->max_allocation &&
                         (!e->sampled || ((size_t)(p->width + 2 * p->reach) <= info->image_width &&
                                          (size_t)(p->height + 2 * p->reach) <= info->image_height));
        if (fits)
            break;
        CHECK(p->width > largest(TILE_LEAST, unit) || p->height > largest(TILE_LEAST, unit),
              "a tile of %d x %d pixels with %d px around it takes %.4g MiB of device memory, and "
              "%.4g are allowed: more --memory, a smaller window, or fewer --iterations",
              p->width, p->height, p->reach, bytes / MEBIBYTE, room / MEBIBYTE);
        if (p->width >= p->height)
            across++;
        else
            down++;
    }
done:
    return code;
}

static int load_tile(flow_engine *e, const flow_tile *t, const flow_image *first,
                     const flow_image *second, const flow_field *coarse)
{
    int code = 0;
    const size_t pixels = count_pixels(t->own);
    TRY(flow_upload(e, FLOW_FIRST, first->at, first->width, sizeof *first->at, &t->own));
    TRY(flow_upload(e, FLOW_SECOND, second->at, second->width, sizeof *second->at, &t->second));
    TRY(flow_plane_make(e, FLOW_NOW, pixels * sizeof(flow_vector)));
    if (coarse) {
        const flow_rect own = t->own;
        flow_rect half = {own.x / 2, own.y / 2, 0, 0};
        half.width = least((own.x + own.width - 1) / 2 + 2, coarse->width) - half.x;
        half.height = least((own.y + own.height - 1) / 2 + 2, coarse->height) - half.y;
        TRY(flow_upload(e, FLOW_COARSE, coarse->at, coarse->width, sizeof *coarse->at, &half));
        TRY(FLOW_RUN(e, FLOW_ENLARGE, own.width, own.height, ARG(e->planes[FLOW_COARSE]),
                     ARG(half), ARG(e->planes[FLOW_NOW]), ARG(own)));
    } else {
        TRY(app_zero(&e->device, e->planes[FLOW_NOW], pixels * sizeof(flow_vector)));
    }
done:
    return code;
}

static int filter(flow_engine *e, const flow_tile *t)
{
    int code = 0;
    const cl_int step = cell_side(e);
    const cl_mem from = e->planes[FLOW_NOW];
    if (e->o.median == 0)
        return 0;
    TRY(flow_plane_make(e, FLOW_SPARE, count_pixels(t->own) * sizeof(flow_vector)));
    TRY(FLOW_RUN(e, FLOW_MEDIAN, t->own.width, t->own.height, ARG(from), ARG(t->own), ARG(step),
                 ARG(e->planes[FLOW_SPARE])));
    flow_swap(e);
done:
    return code;
}

int flow_level(flow_engine *e, const flow_image *first, const flow_image *second,
               const flow_field *coarse, int level, flow_field *out)
{
    int code = 0;
    const int unit = cell_side(e);
    const double motion = ldexp(e->o.motion, -level) + 1;
    const flow_rect wanted = find_wanted(first, unit);
    const int right = wanted.x + wanted.width, bottom = wanted.y + wanted.height;
    plan p = {.size = {first->width, first->height}, .wanted = wanted};
    p.halo = round_up(e->method->halo(e) + e->o.median / 2 * unit, unit);
    const double begins = coarse ? 2 * find_largest(coarse) : 0;
    flow_tile t = {.size = {first->width, first->height},
                   .motion = (cl_float)motion,
                   .rounding = find_rounding(level),
                   .level = level,
                   .is_coarsest = !coarse};
    p.reach = p.halo + (int)ceil(fmin(begins + e->method->step(e, !coarse), motion)) + 2;
    TRY(flow_field_make(out, first->width, first->height));
    TRY(plan_tiles(e, &p));
    for (int y = wanted.y; y < bottom; y += p.height)
        for (int x = wanted.x; x < right; x += p.width) {
            t.inner = (flow_rect){x, y, least(p.width, right - x), least(p.height, bottom - y)};
            t.own = grow(t.inner, p.halo, p.size);
            t.second = grow(t.inner, p.reach, p.size);
            TRY(load_tile(e, &t, first, second, coarse));
            TRY(e->method->run(e, &t));
            TRY(filter(e, &t));
            TRY(flow_download(e, FLOW_NOW, &t.own, &t.inner, out->at, out->width,
                              sizeof *out->at));
            e->counters.tiles++;
        }
done:
    return code;
}

int flow_halve(flow_engine *e, const flow_image *from, flow_image *to)
{
    enum { STRIP = 256, REACH = 2 }; /* rows of the smaller picture; the filter's radius */
    int code = 0;
    const cl_int size[2] = {from->width, from->height};
    TRY(flow_image_make(to, (from->width + 1) / 2, (from->height + 1) / 2));
    for (int y = 0; y < to->height; y += STRIP) {
        const flow_rect strip = {0, y, to->width, least(STRIP, to->height - y)};
        const flow_rect read =
            grow((flow_rect){0, 2 * y, from->width, 2 * strip.height}, REACH, size);
        TRY(flow_upload(e, FLOW_FIRST, from->at, from->width, sizeof *from->at, &read));
        TRY(flow_plane_make(e, FLOW_SECOND, count_pixels(strip) * sizeof *to->at));
        TRY(FLOW_RUN(e, FLOW_HALVE, strip.width, strip.height, ARG(e->planes[FLOW_FIRST]),
                     ARG(read), ARG(e->planes[FLOW_SECOND]), ARG(strip)));
        TRY(flow_download(e, FLOW_SECOND, &strip, &strip, to->at, to->width, sizeof *to->at));
    }
done:
    return code;
}
