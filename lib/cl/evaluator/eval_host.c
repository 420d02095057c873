/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Host methods: called directly, or queued as native kernels on a CPU device. */
#include "cl/evaluator/evaluator.h"
#include "table/calculus.h"
#include "cpu/threads.h"

/* A derivative or an integral of one table, computed in double. */
typedef struct calculus {
    const clpwl_table *table;
    const long double *areas;
    clpwl_quantity quantity;
} calculus;

static void eval_calculus(const void *user, const clpwl__pack *pack, const float *x, float *y,
                          size_t n)
{
    const calculus *c = user;
    (void)pack;
    for (size_t i = 0; i < n; i++)
        y[i] = (float)(c->quantity == CLPWL_QUANTITY_INTEGRAL
                           ? clpwl__integral_to(c->table, c->areas, x[i])
                           : clpwl_table_derivative(c->table, x[i]));
}

static void eval_one(const clpwl_evaluator *e, size_t k, const float *x, float *y, size_t n)
{
    const calculus c = {e->table[k], e->areas[k], e->quantity};
    if (e->quantity != CLPWL_QUANTITY_VALUE)
        clpwl__in_parts(eval_calculus, &c, e->packs[k], 0, x, y, n);
    else if (e->weight_bits)
        clpwl__host_emulate(e->packs[k], e->weight_bits, 0, x, y, n);
    else
        clpwl__host_eval(e->host, e->packs[k], 0, x, y, n);
}

void clpwl__eval_on_host(const clpwl_evaluator *e, const float *x, float *y, size_t n)
{
    enum { BLOCK = 1024 }; /* fits in the first-level cache */
    float block[BLOCK];
    if (e->lanes == 1) {
        eval_one(e, 0, x, y, n);
        return;
    }
    for (size_t at = 0; at < n; at += BLOCK) {
        size_t count = n - at < BLOCK ? n - at : BLOCK;
        for (size_t k = 0; k < e->lanes; k++) {
            if (k < e->tables)
                eval_one(e, k, x + at, block, count);
            for (size_t i = 0; i < count; i++)
                y[(at + i) * e->lanes + k] = k < e->tables ? block[i] : 0.0f;
        }
    }
}

/* The argument of a native kernel. OpenCL copies it and fills in the addresses of the buffers, but
 * pocl 3.1 fills them in by the buffers' age. A native kernel before it notes which one y's is. */
typedef struct native_job {
    const clpwl_evaluator *evaluator;
    size_t n;
    char *first, *second; /* of x and y, in either order; NULL: y is in x's buffer */
    char **y;             /* noted */
    size_t x_offset, y_offset; /* bytes */
} native_job;

typedef struct note_job {
    char *buffer, **place;
} note_job;

static void CL_CALLBACK run_note(void *job)
{
    const note_job *j = job;
    *j->place = j->buffer;
}

static void CL_CALLBACK run_native(void *job)
{
    const native_job *j = job;
    char *y = j->y ? *j->y : j->first, *x = y == j->first && j->second ? j->second : j->first;
    clpwl__eval_on_host(j->evaluator, (const float *)(const void *)(x + j->x_offset),
                        (float *)(void *)(y + j->y_offset), j->n);
}

/* Queues the job on two buffers. */
static clpwl_status launch_on_two(clpwl_evaluator *e, native_job *job, cl_command_queue queue,
                                  const cl_mem *buffers, cl_uint n_wait, const cl_event *wait,
                                  cl_event *event, void **memory)
{
    clpwl_status status = CLPWL_OK;
    const void *places[] = {&job->first, &job->second};
    note_job note = {0};
    const void *place = &note.buffer;
    cl_event noted = NULL;
    note.place = job->y = clpwl__calloc(1, sizeof *job->y);
    CHECK_MEMORY(job->y);
    TRY_CL(clEnqueueNativeKernel,
           (queue, run_note, &note, sizeof note, 1, &buffers[1], &place, n_wait, wait, &noted));
    TRY_CL(clEnqueueNativeKernel,
           (queue, run_native, job, sizeof *job, 2, buffers, places, 1, &noted, event));
    *memory = job->y;
    job->y = NULL;
done:
    if (noted)
        clpwl__pending_add(e, noted, job->y);
    else
        clpwl__free(job->y);
    return status;
}

/* Replaces a part of a buffer by the whole and the offset of the part: pocl 3.1 does not give
 * native kernels the address of a part. */
static clpwl_status find_whole(cl_mem *buffer, size_t *offset)
{
    clpwl_status status = CLPWL_OK;
    cl_mem whole = NULL;
    TRY_CL(clGetMemObjectInfo,
           (*buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof whole, &whole, NULL));
    TRY_CL(clGetMemObjectInfo, (*buffer, CL_MEM_OFFSET, sizeof *offset, offset, NULL));
    *buffer = whole ? whole : *buffer;
done:
    return status;
}

clpwl_status clpwl__launch_native(clpwl_evaluator *e, cl_command_queue queue, cl_mem x, cl_mem y,
                                  size_t n, cl_uint n_wait, const cl_event *wait, cl_event *event,
                                  void **memory)
{
    clpwl_status status = CLPWL_OK;
    native_job job = {.evaluator = e, .n = n};
    cl_mem buffers[] = {x, y};
    const void *place = &job.first;
    CHECK(e->context->device.info.native_kernels, CLPWL_ERR_UNSUPPORTED,
          "clpwl_enqueue: method %s needs native kernels, which %s does not run: use buffer",
          e->method->info.name, e->context->device.info.name);
    TRY(find_whole(&buffers[0], &job.x_offset));
    TRY(find_whole(&buffers[1], &job.y_offset));
    if (buffers[0] != buffers[1])
        TRY(launch_on_two(e, &job, queue, buffers, n_wait, wait, event, memory));
    else /* named twice, pocl 3.1 would fill in one address */
        TRY_CL(clEnqueueNativeKernel,
               (queue, run_native, &job, sizeof job, 1, buffers, &place, n_wait, wait, event));
done:
    return status;
}
