/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a device and a table allow a method; and the table's memory on the device. */
#include <stdio.h>
#include "cl/evaluator/method.h"

size_t clpwl__row_segments(size_t image_width)
{
    size_t segments = 1;
    while (2 * segments + 1 <= image_width)
        segments *= 2;
    return segments;
}

static size_t row_count(const clpwl_evaluator *e)
{
    size_t width = clpwl__row_segments(e->context->device.info.image_width);
    return (e->pack->segments + width - 1) / width;
}

static clpwl_status check_image(clpwl_evaluator *e)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_device_info *info = &e->context->device.info;
    clpwl_sampler_info sampler;
    const char *name = e->method->info.name;
    const char *kind = clpwl_storage_name(e->storage);
    CHECK(e->storage != CLPWL_STORAGE_BFLOAT16, CLPWL_ERR_UNSUPPORTED,
          "method %s: no image has bfloat16 numbers: use buffer", name);
    TRY(clpwl_context_sampler(e->context, e->storage, &sampler));
    CHECK(e->lanes == 1 || sampler.vectors, CLPWL_ERR_UNSUPPORTED,
          "method %s: %s does not read CL_RGBA %s images correctly: use buffer", name, info->name,
          kind);
    CHECK(sampler.channels > 0, CLPWL_ERR_UNSUPPORTED,
          "method %s: %s does not read %s images correctly: use buffer", name, info->name, kind);
    CHECK(sampler.linear || !(e->method->needs & NEEDS_LINEAR), CLPWL_ERR_UNSUPPORTED,
          "method %s: the linear filter of %s does not interpolate %s: use image-manual or buffer",
          name, info->name, kind);
    e->channels = e->lanes == 1 ? sampler.channels : 4;
    e->folded = e->pack->segments + 1 > info->image_width;
    CHECK(!e->folded || row_count(e) <= info->image_height, CLPWL_ERR_UNSUPPORTED,
          "method %s: %zu segments are more than an image of %s holds (%zu x %zu): use buffer",
          name, e->pack->segments, info->name, info->image_width, info->image_height);
done:
    return status;
}

clpwl_status clpwl__method_check(clpwl_evaluator *e)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_device_info *info = &e->context->device.info;
    const char *name = e->method->info.name;
    unsigned needs = e->method->needs;
    CHECK(e->lanes == 1 || needs & GIVES_VECTORS, CLPWL_ERR_UNSUPPORTED,
          "method %s reads one table at a time, not %zu: use image-linear or buffer", name,
          e->tables);
    CHECK(e->storage == CLPWL_STORAGE_FLOAT32 || needs & READS_CODES, CLPWL_ERR_UNSUPPORTED,
          "method %s cannot store a table as %s: use buffer, image-linear or image-manual, or the storage "
          "float32", name,
          clpwl_storage_name(e->storage));
    TRY(clpwl__quantity_check(e));
    if (needs & NEEDS_IMAGE)
        TRY(check_image(e));
    CHECK(!(needs & NEEDS_LOCAL) || clpwl__records_bytes(e) <= info->local_memory,
          CLPWL_ERR_UNSUPPORTED,
          "method %s: %zu segments need %zu bytes of local memory, %s has %llu: use buffer", name,
          e->pack->segments, clpwl__records_bytes(e), info->name,
          (unsigned long long)info->local_memory);
    if (needs & NEEDS_LANES)
        TRY(clpwl__context_lanes(&e->exchange, e->context));
    CHECK(!(needs & NEEDS_LANES) || e->exchange != CLPWL__LANES_NONE, CLPWL_ERR_UNSUPPORTED,
          "method %s: %s lacks cl_khr_subgroup_shuffle: use buffer", name, info->name);
    CHECK(!(needs & NEEDS_CELLS) || e->pack->cells, CLPWL_ERR_UNSUPPORTED,
          "method %s: the knots are too uneven for %d cells a segment: use buffer", name,
          CLPWL__CELLS_PER_SEGMENT);
    CHECK(!(needs & NEEDS_EXACT) || e->exact, CLPWL_ERR_UNSUPPORTED,
          "method %s: the function has no %sOpenCL C expression: use buffer", name,
          needs & NEEDS_NATIVE ? "native_ " : "");
done:
    return status;
}

/* Writes values first to first + count - 1 of a table as texels: to every `step`-th number at `to`.
 * Texels behind the last value repeat it and are not read. */
static void put_texels(const clpwl_evaluator *e, size_t k, size_t first, size_t count,
                       size_t step, size_t size, char *to)
{
    const double *values = clpwl__table_half(e->table[k]).values;
    size_t n = e->pack->segments;
    for (size_t t = 0; t < count; t++, to += step * size)
        clpwl__put_number(&e->coding[k], values[first + t < n ? first + t : n], to);
}

static clpwl_status upload_image(clpwl_evaluator *e, cl_mem *out)
{
    clpwl_status status = CLPWL_OK;
    size_t n = e->pack->segments, channels = (size_t)e->channels;
    size_t step = e->folded ? clpwl__row_segments(e->context->device.info.image_width) : n;
    size_t rows = e->folded ? row_count(e) : 1, width = step + 1;
    size_t size = clpwl__storage_bytes(e->storage);
    char *texels = clpwl__calloc(rows * width, channels * size);
    CHECK_MEMORY(texels);
    for (size_t r = 0; r < rows; r++)
        for (size_t k = 0; k < e->tables; k++)
            put_texels(e, k, r * step, width, channels, size,
                       texels + (r * width * channels + k) * size);
    e->grid.row_segments = (float)step;
    e->grid.row_inverse = 1.0f / (float)step;
    e->grid.last_row = (int)rows - 1;
    TRY(clpwl__image_create(out, e->context, e->storage, e->channels, width,
                            e->folded ? rows : 0, texels));
done:
    clpwl__free(texels);
    return status;
}

static clpwl_status upload_rules(clpwl_evaluator *e, cl_mem *out)
{
    clpwl_status status = CLPWL_OK;
    size_t n = e->pack->segments;
    const float *knots = e->pack->knots;
    cl_float2 *rules = clpwl__alloc(n, sizeof *rules);
    CHECK_MEMORY(rules);
    for (size_t i = 0; i < n; i++)
        rules[i] = (cl_float2){{knots[i], (float)(1 / ((double)knots[i + 1] - knots[i]))}};
    TRY(clpwl__buffer_create(out, e->context, CL_MEM_READ_ONLY, rules, n * sizeof *rules));
done:
    clpwl__free(rules);
    return status;
}

/* A segment has the codes of all tables at its left end, then the codes of all tables at its right end. */
static clpwl_status upload_codes(clpwl_evaluator *e, cl_mem *out)
{
    clpwl_status status = CLPWL_OK;
    size_t n = e->pack->segments, lanes = e->lanes, size = clpwl__storage_bytes(e->storage);
    char *codes = clpwl__calloc(clpwl__records_bytes(e), 1);
    CHECK_MEMORY(codes);
    for (size_t k = 0; k < e->tables; k++)
        for (size_t end = 0; end < 2; end++)
            put_texels(e, k, end, n, 2 * lanes, size, codes + (end * lanes + k) * size);
    TRY(clpwl__buffer_create(out, e->context, CL_MEM_READ_ONLY, codes, clpwl__records_bytes(e)));
done:
    clpwl__free(codes);
    return status;
}

/* Each record has the values of all tables, then their slopes. */
static clpwl_status upload_records(clpwl_evaluator *e, cl_mem *out)
{
    if (clpwl__has_codes(e))
        return upload_codes(e, out);
    clpwl_status status = CLPWL_OK;
    size_t n = e->pack->segments, lanes = e->lanes;
    float *records = clpwl__calloc(clpwl__records_bytes(e), 1);
    CHECK_MEMORY(records);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < e->tables; k++) {
            records[2 * lanes * i + k] = e->packs[k]->records[i].value;
            records[2 * lanes * i + lanes + k] = e->packs[k]->records[i].slope;
        }
    TRY(clpwl__buffer_create(out, e->context, CL_MEM_READ_ONLY, records, clpwl__records_bytes(e)));
done:
    clpwl__free(records);
    return status;
}

/* The knot at which the area of a step begins: for a cell its own knot. The search begins at knot
 * `after`. */
static size_t knot_of(const clpwl_evaluator *e, size_t step, size_t after)
{
    const clpwl__pack *p = e->pack;
    if (!(e->method->needs & NEEDS_CELLS))
        return step;
    if (step == p->cell_count)
        return p->segments;
    while (p->knots[after] < p->cells[step].x)
        after++;
    return after;
}

/* The integrals up to a knot of all tables, then what their roundings left. */
static clpwl_status put_areas(const clpwl_evaluator *e, size_t knot, float *to)
{
    clpwl_status status = CLPWL_OK;
    for (size_t k = 0; k < e->tables; k++) {
        long double area = e->areas[k][knot];
        to[k] = (float)area;
        CHECK(isfinite(to[k]), CLPWL_ERR_UNSUPPORTED,
              "the integral of the table is %Lg, which overflows fp32", area);
        to[e->lanes + k] = (float)(area - (long double)to[k]);
    }
done:
    return status;
}

/* Of a table with a symmetry, the areas at the knots of the left side come before those of the right. The
 * first cell of either side has the first knot beyond 0. */
static clpwl_status upload_areas(clpwl_evaluator *e, cl_mem *out)
{
    clpwl_status status = CLPWL_OK;
    size_t steps = (size_t)e->grid.last + 1, knot = 0;
    size_t first = e->pack->symmetry ? steps + 1 : 0, middle = first ? e->pack->segments : 0;
    size_t count = first + steps + 1, size = 2 * e->lanes * sizeof(float);
    float *areas = clpwl__calloc(count, size);
    CHECK_MEMORY(areas);
    for (size_t i = 0; i <= steps; i++) {
        knot = knot_of(e, i, knot);
        TRY(put_areas(e, middle + knot, areas + 2 * e->lanes * (first + i)));
        if (e->pack->symmetry)
            TRY(put_areas(e, middle - knot, areas + 2 * e->lanes * (steps - i)));
    }
    TRY(clpwl__buffer_create(out, e->context, CL_MEM_READ_ONLY, areas, count * size));
done:
    clpwl__free(areas);
    return status;
}

static clpwl_status upload_knots(clpwl_evaluator *e, cl_mem *out)
{
    return clpwl__buffer_create(out, e->context, CL_MEM_READ_ONLY, e->pack->knots,
                       (e->pack->segments + 1) * sizeof *e->pack->knots);
}

static clpwl_status upload_cells(clpwl_evaluator *e, cl_mem *out)
{
    return clpwl__buffer_create(out, e->context, CL_MEM_READ_ONLY, e->pack->cells,
                       e->pack->cell_count * sizeof *e->pack->cells);
}

const clpwl__slot_row clpwl__slots[SLOTS] = {
    [SLOT_IMAGE] = {NULL, NULL, "image", upload_image},
    [SLOT_RULES] = {"global const", "float2", "rules", upload_rules},
    [SLOT_KNOTS] = {"global const", "float", "knots", upload_knots},
    [SLOT_RECORDS] = {"global const", NULL, "records", upload_records},
    [SLOT_CELLS] = {"global const", "float4", "cells", upload_cells},
    [SLOT_LOCAL] = {"local", NULL, "copied", NULL},
    [SLOT_AREAS] = {"global const", NULL, "areas", upload_areas},
};

/* The steps of the pack's grid are its cells, if it has cells. */
static void fill_grid(clpwl_evaluator *e)
{
    e->grid = e->pack->grid;
    if (!(e->method->needs & NEEDS_CELLS))
        e->grid.last = (int)e->pack->segments - 1;
    for (size_t k = 0; k < e->tables; k++) {
        /* A texel is a level divided by the largest one. */
        double levels = clpwl__storage_levels(e->storage);
        double factor = e->method->needs & NEEDS_IMAGE && levels > 0 ? levels : 1;
        e->grid.gain[k] = (float)(factor * (double)e->coding[k].gain);
        e->grid.bias[k] = e->coding[k].bias;
        e->grid.left[k] = e->packs[k]->grid.left[0];
        e->grid.right[k] = e->packs[k]->grid.right[0];
        e->grid.sum[k] = e->packs[k]->grid.sum[0];
    }
}

clpwl_status clpwl__method_upload(clpwl_evaluator *e)
{
    clpwl_status status = CLPWL_OK;
    fill_grid(e);
    for (clpwl__slot slot = 0; slot < SLOTS; slot++)
        if (clpwl__has_slot(e, slot) && clpwl__slots[slot].upload)
            TRY(clpwl__slots[slot].upload(e, &e->memory[slot]));
done:
    return status;
}
