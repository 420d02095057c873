/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preparing an evaluator to read its tables by a method, on a device or on the host. */
#include "cl/evaluator/evaluator.h"
#include <stdio.h>
#include "cl/embedded.h"
#include "cl/evaluator/source.h"
#include "cpu/rows.h"

clpwl_status clpwl__evaluator_kernel(cl_kernel *out, const clpwl_evaluator *e, const char *file,
                                     const char *name, const char *options)
{
    clpwl_status status = CLPWL_OK;
    clpwl__text t = {0}, all = {0};
    char *source = NULL;
    TRY(clpwl__table_source(e, "clpwl_t", &source));
    clpwl__append(&all, "%s%s", options, clpwl__dialect(e));
    clpwl__append(&t, "%s#define CLPWL_GIVEN %s\n%s", source, clpwl__quantity_function(e), file);
    CHECK(!t.failed && !all.failed, CLPWL_ERR_MEMORY, "out of memory: the source of method %s",
          e->method->info.name);
    TRY(clpwl__kernel_get(out, e->context, t.text, all.text, name));
done:
    clpwl_free(source);
    clpwl__free(all.text);
    clpwl__free(t.text);
    return status;
}

enum { FORM = 96 };

/* By shuffle each lane of a sub-group holds one record. */
static clpwl_status check_lanes(const clpwl_evaluator *e, const clpwl__array_loop *loop)
{
    clpwl_status status = CLPWL_OK;
    size_t lanes = 0;
    if (!(e->method->needs & NEEDS_LANES))
        goto done;
    TRY(clpwl__kernel_lanes(&lanes, e->context, loop->kernel[CLPWL__WHOLE], loop->group));
    CHECK(e->pack->segments <= lanes, CLPWL_ERR_UNSUPPORTED,
          "method %s: %zu segments are more than the %zu lanes of a sub-group: use buffer",
          e->method->info.name, e->pack->segments, lanes);
done:
    return status;
}

/* The form of kernels/eval.cl. In memory that a device shares with the host arrays begin at any number, which
 * no vector may. */
static void choose_form(const clpwl_evaluator *e, clpwl__element element, clpwl__array_loop *loop,
                        char options[FORM])
{
    const clpwl_device_info *info = &e->context->device.info;
    int is_wide = info->kind == CLPWL_DEVICE_GPU && !info->unified_memory && e->lanes == 1;
    int in_step = info->kind == CLPWL_DEVICE_CPU && e->method->needs & NEEDS_LOCAL;
    loop->span = is_wide ? 4 * CLPWL__VECTORS : 1;
    snprintf(options, FORM, "-DCLPWL_VECTORS=%d -DCLPWL_HALVES=%zu%s%s", is_wide ? CLPWL__VECTORS : 0,
             element == CLPWL__HALVES ? e->lanes : 0, e->strides ? " -DCLPWL_GRID_STRIDE" : "",
             in_step ? " -DCLPWL_IN_STEP" : "");
}

static void free_loop(clpwl__array_loop *loop)
{
    for (int i = 0; i < CLPWL__LAUNCHES; i++)
        clpwl__release_cl_kernel(&loop->kernel[i]);
    memset(loop, 0, sizeof *loop);
}

clpwl_status clpwl__evaluator_loop(clpwl_evaluator *e, clpwl__element element)
{
    static const char *const names[CLPWL__LAUNCHES] = {"clpwl_eval", "clpwl_eval_rest"};
    clpwl_status status = CLPWL_OK;
    clpwl__array_loop loop = {.group = CLPWL__GROUP};
    char options[FORM];
    if (e->loops[element].group)
        goto done;
    /* A work-group that fills its local memory should read many values from it. */
    e->strides = (e->method->needs & NEEDS_LOCAL) != 0;
    choose_form(e, element, &loop, options);
    for (int i = 0; i < CLPWL__LAUNCHES; i++) {
        size_t most = 0;
        TRY(clpwl__evaluator_kernel(&loop.kernel[i], e, clpwl__source_eval_cl, names[i], options));
        TRY(clpwl__bind_at(e, loop.kernel[i], CLPWL__EVAL_FIRST));
        TRY_CL(clGetKernelWorkGroupInfo, (loop.kernel[i], e->context->device.id,
                                          CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
        loop.group = most < loop.group ? most : loop.group;
    }
    TRY(check_lanes(e, &loop));
    loop.most_items = e->strides ? loop.group * CLPWL__LOCAL_GROUPS *
                                       e->context->device.info.compute_units
                                 : CLPWL__MOST_ITEMS / loop.group * loop.group;
    e->loops[element] = loop;
    loop = (clpwl__array_loop){.group = 0};
done:
    free_loop(&loop);
    return status;
}

void clpwl__evaluator_clear(clpwl_evaluator *e)
{
    for (int i = 0; i < CLPWL__ELEMENTS; i++)
        free_loop(&e->loops[i]);
    for (int i = 0; i < SLOTS; i++)
        clpwl__release_cl_mem(&e->memory[i]);
    memset(e->memory, 0, sizeof e->memory);
    e->folded = 0;
}

static clpwl_status find_host_row(clpwl_evaluator *e)
{
    clpwl_status status = CLPWL_OK;
    const char *name = e->method->info.name;
    TRY(clpwl__quantity_check(e));
#if CLPWL__X86
    CHECK(clpwl__x86_level > 0, CLPWL_ERR_ARGUMENT, "CLPWL_X86_LEVEL='%s' is not a level from 1 to 5",
          getenv("CLPWL_X86_LEVEL"));
#endif
    e->host = clpwl__host_row_named(name);
    CHECK(e->host && e->host->supported(), CLPWL_ERR_UNSUPPORTED,
          "method %s: this CPU lacks the instructions: use host-scalar or auto", name);
    CHECK(e->host->can(e->pack) || !e->pack->shaper, CLPWL_ERR_UNSUPPORTED,
          "method %s does not read tables with a shaper, here %s: use host-scalar or auto", name,
          clpwl_shaper_name(e->pack->shaper));
    CHECK(e->host->can(e->pack), CLPWL_ERR_UNSUPPORTED,
          "method %s cannot read this table: use host-scalar or auto", name);
done:
    return status;
}

static clpwl_status set_storage(clpwl_evaluator *e, clpwl_storage storage)
{
    clpwl_status status = CLPWL_OK;
    e->storage = storage;
    for (size_t k = 0; k < e->tables; k++) {
        clpwl__half half = clpwl__table_half(e->table[k]);
        e->coding[k] = clpwl__coding_of(storage, half.values, half.segments + 1);
        TRY(clpwl__coding_check(&e->coding[k]));
    }
done:
    return status;
}

clpwl_status clpwl__evaluator_prepare(clpwl_evaluator *e, const clpwl__method *method,
                                      clpwl_storage storage)
{
    clpwl_status status = CLPWL_OK;
    e->method = method;
    TRY(set_storage(e, storage));
    e->exact = method->needs & NEEDS_NATIVE ? clpwl_table_opencl_native(e->table[0])
                                            : clpwl_table_opencl(e->table[0]);
    if (method->info.host) {
        TRY(find_host_row(e));
        goto done;
    }
    CHECK(e->context, CLPWL_ERR_UNSUPPORTED,
          "method %s needs an OpenCL device; on the host use host-scalar or auto",
          method->info.name);
    TRY(clpwl__method_check(e));
    TRY(clpwl__method_upload(e));
    TRY(clpwl__evaluator_loop(e, CLPWL__FLOATS));
done:
    if (status != CLPWL_OK)
        clpwl__evaluator_clear(e);
    return status;
}
