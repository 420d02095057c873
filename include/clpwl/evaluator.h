/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Evaluators: a table put on a device (or kept on the host) and read by a method.
 *
 * Threads: an evaluator is used by one thread at a time; several evaluators may
 * share a context and a table.
 */
#ifndef CLPWL_EVALUATOR_H
#define CLPWL_EVALUATOR_H

#include "clpwl/calculus.h"
#include "clpwl/context.h"
#include "clpwl/table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct clpwl_evaluator clpwl_evaluator;

/* What an evaluator is for, and so what "auto" measures. */
typedef enum clpwl_use {
    CLPWL_USE_BATCH, /* clpwl_eval and clpwl_enqueue: arrays in memory */
    CLPWL_USE_KERNEL /* clpwl_evaluator_source: many look-ups in somebody's kernel */
} clpwl_use;

/*
 * What an evaluator gives for x: clpwl_eval and clpwl_enqueue one of these, a kernel of
 * one's own v(x) and all down to the one that is asked for (clpwl/device.h). Each is the
 * table's own, as clpwl/calculus.h has it, in fp32: clpwl_evaluator_calculus says how
 * nearly. A derivative costs what a value does; an integral 8 bytes a segment more (or a
 * cell), and one read of them.
 */
typedef enum clpwl_quantity {
    CLPWL_QUANTITY_VALUE,      /* v(x) */
    CLPWL_QUANTITY_DERIVATIVE, /* v'(x) */
    CLPWL_QUANTITY_INTEGRAL    /* the integral of v from a to x */
} clpwl_quantity;

/* "value", "derivative", "integral"; NULL for a value that is none. */
CLPWL_API const char *clpwl_quantity_name(clpwl_quantity quantity);

/* Begin with CLPWL_EVALUATOR_INIT. */
typedef struct clpwl_evaluator_options {
    size_t size;
    const char *method;   /* the name of a clpwl_method; NULL: $CLPWL_METHOD, or else "auto" */
    double max_error;     /* "auto": only methods whose error as executed meets it; 0: those
                             whose error is within 1 % of the best table method's (of what
                             they add, where the table's own error is not known) */
    clpwl_norm norm;      /* of max_error */
    clpwl_use use;
    size_t chunk;         /* clpwl_eval: values per transfer; 0: by device memory */
    unsigned weight_bits; /* host methods only: emulate a B-bit linear filter; 0: fp32 */
    clpwl_storage storage; /* of nodal values in images; other device methods refuse all but
                              CLPWL_STORAGE_FLOAT32, host methods emulate it (values are rounded as if
                              stored so). CLPWL_STORAGE_ANY: the fastest that meets max_error,
                              of the named method too */
    clpwl_quantity quantity; /* not v(x): exact expressions, AVX methods, storage on the host
                                and, for integrals, tables with a shaper are refused */
} clpwl_evaluator_options;

#define CLPWL_EVALUATOR_INIT CLPWL_SIZED(clpwl_evaluator_options)

/* One way to read a table. */
typedef struct clpwl_method_info {
    const char *name; /* "image-linear" */
    const char *text; /* one line */
    int host;         /* 1: runs on the host, without a context */
} clpwl_method_info;

/* How many methods there are, and the i-th, 0 to count - 1; borrowed, constant. A name
 * stands twice, one after the other, where it reads the two partitions in two ways.
 * "auto" is none of them. */
CLPWL_API size_t clpwl_method_count(void);
CLPWL_API const clpwl_method_info *clpwl_method(size_t i);

/*
 * Puts a table where it will be read. The table is copied: it may be freed at once.
 *   context  the device; NULL: the host. It is retained.
 *   options  NULL: the defaults above
 * CLPWL_ERR_ARGUMENT (an option is out of its range), CLPWL_ERR_UNKNOWN_NAME (of the
 * method), CLPWL_ERR_UNSUPPORTED (this method, on this device, for this table; the message
 * says why and names one that works), CLPWL_ERR_TARGET (nothing here meets max_error; the
 * message has the least error), CLPWL_ERR_OPENCL, CLPWL_ERR_BUILD, CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_evaluator_create(clpwl_evaluator **out, clpwl_context *context,
                                              const clpwl_table *table,
                                              const clpwl_evaluator_options *options);

/*
 * Puts two to four tables where one look-up reads all of them: in a kernel NAME(x) is a
 * float2 or a float4, and clpwl_eval and clpwl_enqueue write as many floats for each x
 * (with three tables four, the last 0). One read of an RGBA image, or of a buffer.
 *   tables  with the same knots and the same tails; their numbers may differ
 *   count   2 to 4
 * Otherwise as clpwl_evaluator_create. CLPWL_ERR_ARGUMENT (knots or tails differ; the
 * message names the table).
 */
CLPWL_API clpwl_status clpwl_evaluator_create_vector(clpwl_evaluator **out,
                                                     clpwl_context *context,
                                                     const clpwl_table *const *tables,
                                                     size_t count,
                                                     const clpwl_evaluator_options *options);

/* Floats that a look-up gives: 1, 2 or 4. */
CLPWL_API size_t clpwl_evaluator_lanes(const clpwl_evaluator *evaluator);

/* Waits for the work that clpwl_enqueue has queued, on whatever queues, then frees. NULL is
 * allowed. */
CLPWL_API void clpwl_evaluator_free(clpwl_evaluator *evaluator);

/* The method in use, never "auto"; borrowed. */
CLPWL_API const char *clpwl_evaluator_method(const clpwl_evaluator *evaluator);
/* How its nodal values are stored, never CLPWL_STORAGE_ANY. */
CLPWL_API clpwl_storage clpwl_evaluator_storage(const clpwl_evaluator *evaluator);
/* The device's name, or "host"; borrowed. */
CLPWL_API const char *clpwl_evaluator_device(const clpwl_evaluator *evaluator);
/* The error of the table as this evaluator executes it, against f, on [a,b]; of several
 * tables the largest in each norm. */
CLPWL_API clpwl_error clpwl_evaluator_error(const clpwl_evaluator *evaluator);

/* How far derivative and integral are from the table's own, as this evaluator executes
 * them, for x in [a,b]; of several tables the largest. */
CLPWL_API clpwl_calculus_error clpwl_evaluator_calculus(const clpwl_evaluator *evaluator);

/*
 * y[i] = v(x[i]), or its derivative or integral, for n host values, in chunks where the
 * device's memory is smaller.
 *   x  n floats
 *   y  n floats, n x clpwl_evaluator_lanes of several tables; of one, y may be x
 * Blocks until y is written, and not for what else is in the context's queue, if that is out
 * of order. n = 0 is allowed.
 * CLPWL_ERR_ARGUMENT (x and y overlap otherwise), CLPWL_ERR_OPENCL, CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_eval(clpwl_evaluator *evaluator, const float *x, float *y,
                                  size_t n);

/*
 * The same on device memory, queued and not waited for.
 *   queue    of the evaluator's context and device, in order or not; NULL: the context's own
 *   x, y     buffers of that context of at least so many floats, or parts of buffers that do
 *            not overlap; of one table y may be x
 *   n_wait, wait  events to wait for, as clEnqueueNDRangeKernel takes them
 *   event    NULL, or set to an event that the caller releases; of all the work
 * Queue and event may be released at once, and so may the evaluator be freed, which waits.
 * CLPWL_ERR_ARGUMENT (a queue or a buffer is not as above), CLPWL_ERR_UNSUPPORTED (an
 * evaluator without a context, or a host method where the device runs no native kernels),
 * CLPWL_ERR_OPENCL, CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_enqueue(clpwl_evaluator *evaluator, cl_command_queue queue,
                                     cl_mem x, cl_mem y, size_t n, cl_uint n_wait,
                                     const cl_event *wait, cl_event *event);

/*
 * The table inside a kernel of one's own, as a function of a name of one's own.
 * Prepend clpwl_device_source() and this source to the kernel's; then, with the name
 * "j0":
 *
 *     kernel void mine(global const float *x, global float *y, CLPWL_TABLE(j0))
 *     {
 *         CLPWL_BEGIN(j0);
 *         size_t i = get_global_id(0);
 *         y[i] = j0(x[i]);
 *     }
 *
 * CLPWL_TABLE is one kernel parameter or more, to be set by clpwl_evaluator_bind.
 * CLPWL_BEGIN stands in the kernel function itself, before any return, and is
 * reached by all work-items. To use the table in a function that the kernel calls,
 * declare CLPWL_HANDLE(j0) there and pass CLPWL_PASS(j0).
 * By the method shuffle, which "auto" does not take for kernels, all work-items of a
 * sub-group must also come to each look-up together: outside if and loops of different
 * lengths; and compilers may want -cl-std=CL2.0 or CL3.0 for it. By all others a look-up may
 * stand anywhere.
 * The numbers of the table are in the arguments, not in the text. What follows the text is
 * file "kernel" in compilers' messages, from its line 1 on.
 * The sources of several evaluators, by any methods, can be prepended one after
 * the other.
 *   name    a C identifier, and no word of OpenCL C or built-in function
 *   source  set to the text, which the caller frees with clpwl_source_free
 * CLPWL_ERR_ARGUMENT (not an identifier), CLPWL_ERR_UNSUPPORTED (a host method),
 * CLPWL_ERR_MEMORY.
 */
CLPWL_API clpwl_status clpwl_evaluator_source(const clpwl_evaluator *evaluator, const char *name,
                                              char **source);
CLPWL_API void clpwl_source_free(char *source);

/* The text of clpwl/device.h, which comes first in a program that uses tables, once.
 * Borrowed, constant. It is meant to be given as a string: some drivers' program
 * caches ignore changes in #include'd files. */
CLPWL_API const char *clpwl_device_source(void);

/*
 * Sets the table's kernel arguments.
 *   kernel  of a program that was built from the source above
 *   first   index of CLPWL_TABLE among the kernel's parameters
 *   next    NULL, or set to the index of the parameter after it
 * The evaluator must outlive the kernel's work.
 * CLPWL_ERR_UNSUPPORTED (a host method), CLPWL_ERR_OPENCL.
 */
CLPWL_API clpwl_status clpwl_evaluator_bind(const clpwl_evaluator *evaluator, cl_kernel kernel,
                                            cl_uint first, cl_uint *next);

#ifdef __cplusplus
}
#endif
#endif
