/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Host methods: called directly, or queued as native kernels on a CPU device. */
#include "cl/evaluator.h"

static void eval_one(const clpwl_evaluator *e, size_t k, const float *x, float *y, size_t n)
{
    if (e->weight_bits)
        clpwl__host_emulate(e->packs[k], e->weight_bits, 0, x, y, n);
    else
        clpwl__host_eval(e->host, e->packs[k], 0, x, y, n);
}

void clpwl__eval_on_host(const clpwl_evaluator *e, const float *x, float *y, size_t n)
{
    enum { BLOCK = 1024 }; /* small enough for the first cache */
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

/* What a native kernel is given: OpenCL copies it, and puts the buffers' addresses in. */
typedef struct native_job {
    const clpwl_evaluator *evaluator;
    size_t n;
    float *x, *y;
} native_job;

static void CL_CALLBACK run_native(void *job)
{
    const native_job *j = job;
    clpwl__eval_on_host(j->evaluator, j->x, j->y, j->n);
}

clpwl_status clpwl__launch_native(clpwl_evaluator *e, cl_command_queue queue, cl_mem x, cl_mem y,
                                  size_t n, cl_uint n_wait, const cl_event *wait, cl_event *event)
{
    clpwl_status status = CLPWL_OK;
    native_job job = {.evaluator = e, .n = n};
    cl_mem buffers[] = {x, y};
    const void *places[] = {&job.x, &job.y};
    CHECK(e->context->info.native_kernels, CLPWL_ERR_UNSUPPORTED,
          "clpwl_enqueue: %s runs no native kernels, which method %s needs: use buffer or cell",
          e->context->info.name, e->method->info.name);
    e->queued = 1;
    TRY_CL(clEnqueueNativeKernel,
           (queue, run_native, &job, sizeof job, 2, buffers, places, n_wait, wait, event));
done:
    return status;
}
