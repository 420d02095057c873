/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matrix of distances: its buffers, and what is read of it. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "common/output.h"
#include "inside.h"

enum { GROUP = 16 }; /* the side of a work-group that computes a tile */

static cl_ulong before(const mesh_paths *p, cl_ulong row)
{
    return mesh_tiles_before(p->is_half, p->tiles, row);
}

int mesh_matrix_make(mesh_paths *p, double buffer_bytes)
{
    int code = 0;
    const double tile = (double)(MESH_TILE * mesh_size_of(p->bits));
    p->parts = calloc(p->tiles, sizeof *p->parts);
    CHECK(p->parts, "out of memory");
    for (cl_uint first = 0, end; first < p->tiles; first = end) {
        mesh_part *part = &p->parts[p->count];
        end = first + 1;
        while (end < p->tiles &&
               (double)(before(p, end + 1) - before(p, first)) * tile <= buffer_bytes)
            end++;
        *part = (mesh_part){.first = first, .end = end, .base = before(p, first)};
        p->count++;
        TRY(app_buffer(p->device, &part->buffer,
                       (size_t)(before(p, end) - before(p, first)) * (size_t)tile,
                       "the distances"));
    }
done:
    return code;
}

void mesh_matrix_free(mesh_paths *p)
{
    for (int i = 0; i < p->count; i++)
        app_buffer_free(p->device, &p->parts[i].buffer);
    free(p->parts);
}

static size_t tile_row_bytes(const mesh_paths *p, cl_uint row)
{
    return (size_t)mesh_tiles_of(p, row) * MESH_TILE * mesh_size_of(p->bits);
}

void *mesh_tile_row_make(const mesh_paths *p, cl_uint row)
{
    return malloc(tile_row_bytes(p, row));
}

void mesh_tile_row_clear(const mesh_paths *p, cl_uint row, void *tiles)
{
    const size_t count = (size_t)mesh_tiles_of(p, row) * MESH_TILE;
    if (p->bits == 16)
        memset(tiles, 0xff, count * sizeof(cl_ushort)); /* MESH_NONE */
    else
        for (size_t i = 0; i < count; i++)
            ((cl_float *)tiles)[i] = INFINITY;
}

cl_ushort mesh_units(float unit, float distance)
{
    const float units = rintf(distance / unit);
    return units < MESH_NONE ? (cl_ushort)units : MESH_NONE;
}

void mesh_tile_row_put(const mesh_paths *p, uint32_t i, const float *at, void *tiles)
{
    const size_t count = (size_t)mesh_tiles_of(p, i / MESH_SIDE);
    for (size_t tile = 0; tile < count; tile++) {
        const size_t to = tile * MESH_TILE + i % MESH_SIDE * MESH_SIDE;
        const float *from = at + tile * MESH_SIDE;
        if (p->bits == 16)
            for (int j = 0; j < MESH_SIDE; j++)
                ((cl_ushort *)tiles)[to + (size_t)j] = mesh_units(p->unit, from[j]);
        else
            memcpy((cl_float *)tiles + to, from, MESH_SIDE * sizeof *from);
    }
}

int mesh_tile_row_write(const mesh_paths *p, cl_uint row, const void *tiles)
{
    int code = 0;
    const mesh_part *part = p->parts;
    while (row >= part->end)
        part++;
    const size_t at = (size_t)(before(p, row) - part->base) * MESH_TILE * mesh_size_of(p->bits);
    TRY_CL(clEnqueueWriteBuffer, (p->device->queue, part->buffer, CL_TRUE, at,
                                  tile_row_bytes(p, row), tiles, 0, NULL, NULL));
done:
    return code;
}

int mesh_launch(const mesh_paths *p, mesh_kernel kernel, const app_arg *args, size_t count,
                size_t across, size_t down)
{
    int code = 0;
    const size_t side = p->is_wide ? 1 : GROUP;
    const size_t items[2] = {across * side, down * side}, group[2] = {side, side};
    TRY(app_args(p->kernels[kernel], args, (cl_uint)count));
    TRY_CL(clEnqueueNDRangeKernel,
           (p->device->queue, p->kernels[kernel], 2, NULL, items, group, 0, NULL, NULL));
done:
    return code;
}

/* Copies `count` rows from the first on; a row has a multiple of MESH_SIDE of distances. */
static int read_rows(const mesh_paths *p, uint32_t first, uint32_t count, cl_mem buffer, float *out)
{
    int code = 0;
    const size_t width = (size_t)p->tiles * MESH_SIDE;
    const cl_uint from = first;
    for (int i = 0; i < p->count; i++) {
        const mesh_part *part = &p->parts[i];
        const app_arg args[] = {ARG(part->buffer), ARG(part->base), ARG(part->first),
                                ARG(part->end),    ARG(p->tiles),   ARG(from),
                                ARG(p->unit),      ARG(buffer)};
        TRY(app_args(p->kernels[MESH_ROWS], args, sizeof args / sizeof *args));
        TRY(app_launch(p->device, p->kernels[MESH_ROWS], width, count));
    }
    TRY_CL(clEnqueueReadBuffer,
           (p->device->queue, buffer, CL_TRUE, 0, count * width * sizeof *out, out, 0, NULL, NULL));
done:
    return code;
}

int mesh_paths_row(const mesh_paths *p, uint32_t i, float *row)
{
    int code = 0;
    cl_mem buffer = NULL;
    const size_t width = (size_t)p->tiles * MESH_SIDE;
    float *padded = malloc(width * sizeof *padded);
    CHECK(padded, "out of memory for a row of distances");
    CHECK(i < p->nodes, "node %u does not exist: there are %u", i, p->nodes);
    TRY(app_buffer(p->device, &buffer, width * sizeof *padded, "a row of distances"));
    TRY(read_rows(p, i, 1, buffer, padded));
    memcpy(row, padded, p->nodes * sizeof *row);
done:
    app_buffer_free(p->device, &buffer);
    free(padded);
    return code;
}

int mesh_paths_save(const mesh_paths *p, const char *path)
{
    int code = 0;
    cl_mem buffer = NULL;
    app_output file = {0};
    char header[129];
    const size_t width = (size_t)p->tiles * MESH_SIDE;
    float *rows = malloc(MESH_SIDE * width * sizeof *rows);
    CHECK(rows, "out of memory for %d rows of distances", MESH_SIDE);
    TRY(app_buffer(p->device, &buffer, MESH_SIDE * width * sizeof *rows, "rows of distances"));
    TRY(app_output_open(&file, path));
    /* Version 1: the magic, the version, the length of the rest; the dictionary, blanks, \n. */
    snprintf(header, sizeof header, "%-127s\n", "");
    memcpy(header, "\x93NUMPY\x01\x00\x76\x00", 10);
    const int length = snprintf(header + 10, sizeof header - 10,
                                "{'descr': '<f4', 'fortran_order': False, 'shape': (%u, %u), }",
                                p->nodes, p->nodes);
    header[10 + length] = ' ';
    CHECK(fwrite(header, 1, 128, file.file) == 128, "cannot write '%s': %s", path, strerror(errno));
    for (uint32_t i = 0; i < p->nodes; i += MESH_SIDE) {
        TRY(read_rows(p, i, MESH_SIDE, buffer, rows));
        for (uint32_t r = 0; r < MESH_SIDE && i + r < p->nodes; r++)
            CHECK(fwrite(rows + r * width, sizeof *rows, p->nodes, file.file) == p->nodes,
                  "cannot write '%s': %s", path, strerror(errno));
    }
done:
    code = app_output_end(&file, code);
    app_buffer_free(p->device, &buffer);
    free(rows);
    return code;
}

/* buffers: k rows of weights and of sums. Each launch takes some tiles of a column, such that a
 * work-item takes less than 65534 iterations (paths.cl): at most 13000 a tile by vectors, 600
 * otherwise. */
static int add_product(const mesh_paths *p, const mesh_part *part, const cl_mem *buffers, cl_uint k)
{
    int code = 0;
    const cl_uint step = p->is_wide ? 4 : 64;
    for (cl_uint from = p->is_half ? 0 : part->first; from < part->end; from += step) {
        const cl_uint to = from + step;
        TRY(MESH_RUN(p, MESH_PRODUCT, p->tiles, (k + 31) / 32, ARG(part->buffer), ARG(part->base),
                     ARG(part->first), ARG(part->end), ARG(p->tiles), ARG(from), ARG(to),
                     ARG(buffers[0]), ARG(k), ARG(p->unit), ARG(buffers[1])));
    }
done:
    return code;
}

int mesh_paths_product(const mesh_paths *p, uint32_t k, const float *w, float *out)
{
    int code = 0;
    cl_mem buffers[2] = {NULL, NULL};
    const size_t width = (size_t)p->tiles * MESH_SIDE, bytes = k * width * sizeof(float);
    float *padded = calloc(k * width, sizeof *padded);
    CHECK(padded, "out of memory for %u x %u weights", k, p->nodes);
    for (uint32_t r = 0; r < k; r++)
        memcpy(padded + r * width, w + (size_t)r * p->nodes, p->nodes * sizeof *w);
    for (int i = 0; i < 2; i++)
        TRY(app_buffer(p->device, &buffers[i], bytes, "a row of weights for each cluster"));
    TRY_CL(clEnqueueWriteBuffer,
           (p->device->queue, buffers[0], CL_TRUE, 0, bytes, padded, 0, NULL, NULL));
    for (int i = 0; i < p->count; i++)
        TRY(add_product(p, &p->parts[i], buffers, k));
    TRY_CL(clEnqueueReadBuffer,
           (p->device->queue, buffers[1], CL_TRUE, 0, bytes, padded, 0, NULL, NULL));
    for (uint32_t r = 0; r < k; r++)
        memcpy(out + (size_t)r * p->nodes, padded + r * width, p->nodes * sizeof *out);
done:
    for (int i = 0; i < 2; i++)
        app_buffer_free(p->device, &buffers[i]);
    free(padded);
    return code;
}
