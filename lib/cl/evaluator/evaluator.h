/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the evaluator share. */
#ifndef CLPWL_CL_EVALUATOR_H
#define CLPWL_CL_EVALUATOR_H

#include "cl/evaluator/method.h"

enum {
    CLPWL__EVAL_FIRST = 4,        /* clpwl_eval(x, y, first, n, table...) */
    CLPWL__GROUP = 256,           /* work-items in a group, where the device allows it */
    CLPWL__LOCAL_GROUPS = 8,      /* groups a compute unit, for tables in local memory */
    CLPWL__MOST_ITEMS = 1 << 30   /* of a launch: beyond 2^31 NVIDIA's get_global_id is wrong,
                                     beyond 2^32 AMD refuses */
};

/* The larger of two errors; unknown, NaN, where one of them is, which fmax would lose. */
static inline double clpwl__worse(double a, double b)
{
    return isnan(a) || a >= b ? a : b;
}

/* Makes e read its tables by a method: checks, uploads, builds. A failure leaves e as
 * clpwl__evaluator_clear does. A host method has the storage of e's packs. */
clpwl_status clpwl__evaluator_prepare(clpwl_evaluator *e, const clpwl__method *method,
                                      clpwl_storage storage);
/* The same, and fills in the error. */
clpwl_status clpwl__evaluator_ready(clpwl_evaluator *e, const clpwl__method *method,
                                    clpwl_storage storage);
/* Undoes both. */
void clpwl__evaluator_clear(clpwl_evaluator *e);

/* A kernel of a file of kernels/, built after e's source with the name clpwl_t, with
 * the build options. The caller releases it. */
clpwl_status clpwl__evaluator_kernel(cl_kernel *out, const clpwl_evaluator *e, const char *file,
                                     const char *name, const char *options);

/* How a method and a storage execute tables. Fails as clpwl_context_execution does, for
 * methods that want a linear sampler. */
clpwl_status clpwl__evaluator_execution(const clpwl_evaluator *e, const clpwl__method *method,
                                        clpwl_storage storage, clpwl_execution *out);
/* The table's error as a method executes it; not for those with NEEDS_EXACT. Fails likewise. */
clpwl_status clpwl__evaluator_executed(const clpwl_evaluator *e, const clpwl__method *method,
                                       clpwl_storage storage, clpwl_error *out);
/* What execution adds to the tables' own errors; the worst of them. */
clpwl_status clpwl__evaluator_added(const clpwl_evaluator *e, const clpwl__method *method,
                                    clpwl_storage storage, clpwl_error *out);
/* The largest error of e's expression, by reading it beside the table and, where it has
 * native_ built-ins, beside the one without. */
clpwl_status clpwl__exact_error(clpwl_evaluator *e, double *linf);
/* That error on the table's domain, in all three norms. */
clpwl_error clpwl__exact_norms(const clpwl_evaluator *e, double linf);

/* Nanoseconds a value, with e ready. */
clpwl_status clpwl__evaluator_time(clpwl_evaluator *e, clpwl_use use, double *ns);

/* Makes e read by the method that is fastest here and meets the options' error; `only`:
 * NULL, or the one to choose a storage for. */
clpwl_status clpwl__auto(clpwl_evaluator *e, const clpwl__method *only,
                         const clpwl_evaluator_options *o);

/* The methods of the host: at once, and as a native kernel of a CPU device. */
void clpwl__eval_on_host(const clpwl_evaluator *e, const float *x, float *y, size_t n);
clpwl_status clpwl__launch_native(clpwl_evaluator *e, cl_command_queue queue, cl_mem x, cl_mem y,
                                  size_t n, cl_uint n_wait, const cl_event *wait,
                                  cl_event *event);

/* Commands that clpwl_enqueue queued and that may not be finished, on whatever queues: room
 * for one more; one more, whose event is taken (NULL: none); and the end of all of them. */
clpwl_status clpwl__pending_reserve(clpwl_evaluator *e);
void clpwl__pending_add(clpwl_evaluator *e, cl_event event);
void clpwl__pending_wait(clpwl_evaluator *e);

/* The device buffers that clpwl_eval keeps between calls. */
void clpwl__staging_free(clpwl_evaluator *e);

#endif
