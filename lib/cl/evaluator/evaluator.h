/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of lib/cl/evaluator share. */
#ifndef CLPWL_CL_EVALUATOR_H
#define CLPWL_CL_EVALUATOR_H

#include "cl/evaluator/method.h"

enum {
    CLPWL__EVAL_FIRST = 4,        /* index of the table in clpwl_eval(x, y, first, n, table...) */
    CLPWL__GROUP = 256,           /* work-items in a group, where the device allows it */
    CLPWL__VECTORS = 2,           /* of 4 values, of a work-item on a GPU; bench/arrays has others */
    CLPWL__LOCAL_GROUPS = 8,      /* work-groups of a compute unit, for tables in local memory */
    CLPWL__MOST_ITEMS = 1 << 30   /* of a launch: beyond 2^31 NVIDIA's get_global_id is wrong,
                                     beyond 2^32 AMD refuses */
};

/* The larger of two errors; NaN, which means unknown, if one of them is NaN. */
static inline double clpwl__worse(double a, double b)
{
    return isnan(a) || a >= b ? a : b;
}

/* Makes e read its tables by a method: checks, uploads, builds. A failure leaves e as
 * clpwl__evaluator_clear does. For a host method the storage must be that of e's packs. */
clpwl_status clpwl__evaluator_prepare(clpwl_evaluator *e, const clpwl__method *method,
                                      clpwl_storage storage);
/* The same, and fills in e->error. */
clpwl_status clpwl__evaluator_ready(clpwl_evaluator *e, const clpwl__method *method,
                                    clpwl_storage storage);
/* Makes the loop for an element, unless it is made. The method is a device's. */
clpwl_status clpwl__evaluator_loop(clpwl_evaluator *e, clpwl__element element);
/* Undoes all three. */
void clpwl__evaluator_clear(clpwl_evaluator *e);

/* Builds a kernel of a file of kernels/ behind the source of e's table, whose name is clpwl_t
 * there. The caller releases the kernel. */
clpwl_status clpwl__evaluator_kernel(cl_kernel *out, const clpwl_evaluator *e, const char *file,
                                     const char *name, const char *options);

/* How a method and a storage execute tables. For methods with a linear sampler it fails as
 * clpwl_context_execution does. */
clpwl_status clpwl__evaluator_execution(const clpwl_evaluator *e, const clpwl__method *method,
                                        clpwl_storage storage, clpwl_execution *out);
/* The error of the tables as a method executes them, the largest in each norm; the method reads
 * tables. Fails likewise. */
clpwl_status clpwl__evaluator_executed(const clpwl_evaluator *e, const clpwl__method *method,
                                       clpwl_storage storage, clpwl_error *out);
/* Whether a table is above or below f: it is, read in fp32. Filters, codes and expressions may put a value on
 * the other side; AUTO takes none of them. */
int clpwl__evaluator_is_one_sided(const clpwl_evaluator *e);
/* The error that execution adds to the tables' own, the largest in each norm. */
clpwl_status clpwl__evaluator_added(const clpwl_evaluator *e, const clpwl__method *method,
                                    clpwl_storage storage, clpwl_error *out);
/* Measures the largest error of e's expression: its distance from the table at knots and, for
 * native_ built-ins, from the ordinary expression. */
clpwl_status clpwl__exact_error(clpwl_evaluator *e, double *linf);
/* Bounds of that error on the table's domain in all three norms. */
clpwl_error clpwl__exact_norms(const clpwl_evaluator *e, double linf);

/* Measures the nanoseconds of a value; e is ready. */
clpwl_status clpwl__evaluator_time(clpwl_evaluator *e, clpwl_use use, double *ns);
/* The same of arrays of the host. */
clpwl_status clpwl__evaluator_time_eval(clpwl_evaluator *e, double *ns);

/* Makes e ready by the fastest method that meets the error of the options.
 *   only      NULL, or a method for which the storage alone is chosen
 *   can_wait  1: if the fastest method that is measured is one of the host, it is taken. Methods of
 *             the device that are not measured then wait until the work is worth it (e->wait) */
clpwl_status clpwl__auto(clpwl_evaluator *e, const clpwl__method *only,
                         const clpwl_evaluator_options *o, int can_wait);
/* Keeps the work of a choice that still waits on disk, for the next evaluator of such a table. */
void clpwl__auto_keep_work(const clpwl_evaluator *e);

/* The host methods: called directly, and queued as a native kernel of a CPU device. There is room for
 * two pending events; `memory` is set to what the event's command uses, or not. */
void clpwl__eval_on_host(const clpwl_evaluator *e, clpwl__arrays arrays);
clpwl_status clpwl__launch_native(clpwl_evaluator *e, cl_command_queue queue,
                                  clpwl__element element, cl_mem x, cl_mem y, size_t n,
                                  cl_uint n_wait, const cl_event *wait, cl_event *event,
                                  void **memory);

/* The buffer that has a buffer's memory, which is the buffer itself or the one that it is part of,
 * and where in it the memory begins. */
clpwl_status clpwl__find_memory(cl_mem buffer, cl_mem *whole, size_t *first);

/* The commands that clpwl_enqueue queued on any queues. _reserve makes room for two events; _add
 * keeps an event, and memory that the command uses, and takes both over; _wait waits for all. */
clpwl_status clpwl__pending_reserve(clpwl_evaluator *e);
void clpwl__pending_add(clpwl_evaluator *e, cl_event event, void *memory);
void clpwl__pending_wait(clpwl_evaluator *e);

/* Whether the `bytes` bytes of x overlap the bytes of y, which are `lanes` times as many.
 *   from, to  where x and y begin */
static inline int clpwl__parts_overlap(size_t from, size_t to, size_t bytes, size_t lanes)
{
    return from <= to ? to - from < bytes : from - to < bytes * lanes;
}

/* Frees the queues and buffers that clpwl_eval keeps between calls. */
void clpwl__staging_free(clpwl_evaluator *e);

#endif
