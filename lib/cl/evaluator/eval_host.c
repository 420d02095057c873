/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Host methods: called directly, or queued as native kernels on a CPU device. */
#include "cl/evaluator/evaluator.h"
#include "table/calculus.h"
#include "cpu/arrays.h"

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

static void eval_one(const clpwl_evaluator *e, size_t k, clpwl__arrays a)
{
    const calculus c = {e->table[k], e->areas[k], e->quantity};
    if (e->quantity != CLPWL_QUANTITY_VALUE)
        clpwl__in_parts(eval_calculus, &c, e->packs[k], 0, a);
    else if (e->weight_bits)
        clpwl__host_emulate(e->packs[k], e->weight_bits, 0, a);
    else
        clpwl__host_eval(e->host, e->packs[k], 0, a);
}

enum { BLOCK = 1024 }; /* fits in the first-level cache */

/* Lane k of a block, of NULL zeros. */
static void put_lane(clpwl__arrays a, size_t lanes, size_t k, const void *block)
{
    const uint16_t *halves = block;
    const float *floats = block;
    if (a.element == CLPWL__HALVES)
        for (size_t i = 0; i < a.n; i++)
            ((uint16_t *)a.y)[i * lanes + k] = block ? halves[i] : 0;
    else
        for (size_t i = 0; i < a.n; i++)
            ((float *)a.y)[i * lanes + k] = block ? floats[i] : 0.0f;
}

void clpwl__eval_on_host(const clpwl_evaluator *e, clpwl__arrays arrays)
{
    float block[BLOCK]; /* or as many halves */
    if (e->lanes == 1) {
        eval_one(e, 0, arrays);
        return;
    }
    for (size_t at = 0; at < arrays.n; at += BLOCK) {
        clpwl__arrays a = clpwl__arrays_at(arrays, e->lanes, at,
                                           arrays.n - at < BLOCK ? arrays.n - at : BLOCK);
        for (size_t k = 0; k < e->lanes; k++) {
            if (k < e->tables)
                eval_one(e, k, (clpwl__arrays){a.element, a.x, block, a.n});
            put_lane(a, e->lanes, k, k < e->tables ? block : NULL);
        }
    }
}

/* The argument of a native kernel. OpenCL copies it and fills in the addresses of the buffers, but
 * pocl 3.1 fills them in by the buffers' age. A native kernel before it notes which one y's is. */
typedef struct native_job {
    const clpwl_evaluator *evaluator;
    clpwl__element element;
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
    clpwl__eval_on_host(j->evaluator, (clpwl__arrays){j->element, x + j->x_offset,
                                                      y + j->y_offset, j->n});
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

clpwl_status clpwl__find_memory(cl_mem buffer, cl_mem *whole, size_t *first)
{
    clpwl_status status = CLPWL_OK;
    GET(clGetMemObjectInfo, buffer, CL_MEM_ASSOCIATED_MEMOBJECT, *whole);
    GET(clGetMemObjectInfo, buffer, CL_MEM_OFFSET, *first);
    *whole = *whole ? *whole : buffer;
done:
    return status;
}

clpwl_status clpwl__launch_native(clpwl_evaluator *e, cl_command_queue queue,
                                  clpwl__element element, cl_mem x, cl_mem y, size_t n,
                                  cl_uint n_wait, const cl_event *wait, cl_event *event,
                                  void **memory)
{
    clpwl_status status = CLPWL_OK;
    native_job job = {.evaluator = e, .element = element, .n = n};
    cl_mem buffers[2];
    const void *place = &job.first;
    CHECK(e->context->device.info.native_kernels, CLPWL_ERR_UNSUPPORTED,
          "clpwl_enqueue: method %s needs native kernels, which %s does not run: use buffer",
          e->method->info.name, e->context->device.info.name);
    /* pocl 3.1 does not give native kernels the address of a part of a buffer. */
    TRY(clpwl__find_memory(x, &buffers[0], &job.x_offset));
    TRY(clpwl__find_memory(y, &buffers[1], &job.y_offset));
    if (buffers[0] != buffers[1])
        TRY(launch_on_two(e, &job, queue, buffers, n_wait, wait, event, memory));
    else /* named twice, pocl 3.1 would fill in one address */
        TRY_CL(clEnqueueNativeKernel,
               (queue, run_native, &job, sizeof job, 1, buffers, &place, n_wait, wait, event));
done:
    return status;
}
