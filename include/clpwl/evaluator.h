/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Evaluators: a table on a device, or on the host, and the method that reads it.
 *
 * Threads: one thread at a time may use an evaluator; several evaluators may share a context
 * and a table.
 *
 * Core: clpwl_evaluator_create, clpwl_evaluator_free, clpwl_eval; the rest is advanced
 * (doc/abi.md).
 */
#ifndef CLPWL_EVALUATOR_H
#define CLPWL_EVALUATOR_H

#include <stdint.h>
#include "clpwl/context.h"
#include "clpwl/design.h"
#include "clpwl/execution.h"
#include "clpwl/table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct clpwl_evaluator clpwl_evaluator;

/* What an evaluator is for, which is what "auto" measures. */
typedef enum clpwl_use {
    CLPWL_USE_BATCH, /* clpwl_eval and clpwl_enqueue: arrays in memory */
    CLPWL_USE_KERNEL /* clpwl_program_build: many look-ups in a kernel of the user's */
} clpwl_use;

/*
 * Begin with CLPWL_EVALUATOR_INIT.
 *
 * The method "auto" times methods with the table at hand, and keeps the times for a week in
 * $XDG_CACHE_HOME/clpwl. A method of a device is compiled first, which takes some 0.3 s. For
 * CLPWL_USE_BATCH on a CPU an evaluator therefore begins by the fastest method of the host, which
 * is timed in milliseconds, unless all times are kept. It times the device's methods, and goes over to
 * the fastest, in the clpwl_eval or clpwl_enqueue with which the work by the host, that of earlier
 * evaluators of such a table included, comes to ten times what the timing takes: half a minute
 * (5e10 values by AVX-512). The results of a method are the same in each call, those of "auto"
 * differ by rounding from then on. On other devices, and for CLPWL_USE_KERNEL, all methods are timed when
 * the evaluator is made. On a device with memory of its own they are timed on its arrays. What copies cost is
 * in no such time: after 5e8 values by clpwl_eval "auto" compares with the host's methods, and clpwl_eval takes
 * the faster one (clpwl_evaluator_eval_method).
 *
 * The quantity: clpwl_eval and clpwl_enqueue give that one; a kernel has it and those before it
 * (clpwl/device.h). All are those of clpwl/calculus.h, in fp32, with the errors of
 * clpwl_evaluator_calculus_error. A derivative costs as much as a value. An integral needs 8
 * more bytes a segment (or a cell), and one read of them. For derivatives and integrals the
 * exact expressions, the AVX and NEON methods, on the host a storage that would round the values
 * and, for integrals, tables with a shaper are refused.
 */
typedef struct clpwl_evaluator_options {
    size_t size;           /* sizeof(clpwl_evaluator_options) */
    const char *method;    /* the name of a clpwl_method; NULL: $CLPWL_METHOD, or "auto" */
    double max_error;      /* "auto": only methods whose error as executed is at most this; 0:
                              methods within 1 % of the most accurate table method (in what they
                              add, where the table's own error is unknown) */
    clpwl_norm norm;       /* of max_error */
    clpwl_use use;
    size_t chunk;          /* clpwl_eval: values per transfer, 2^19 at most; 0: so many */
    clpwl_storage storage; /* of nodal values in images, and in the method buffer: codes of both
                              ends of a segment. Other device methods accept CLPWL_STORAGE_FLOAT32
                              only. Host methods emulate it by rounding the values.
                              CLPWL_STORAGE_DEFAULT: the table's; of several tables theirs if it is
                              the same, or else float32. CLPWL_STORAGE_ANY: the fastest that meets
                              max_error, also for a named method. */
    clpwl_quantity quantity;
    const clpwl_execution *execution; /* host methods only: they emulate the filter with its
                              weight_bits; borrowed during the call; NULL: fp32 */
} clpwl_evaluator_options;

#define CLPWL_EVALUATOR_INIT CLPWL_SIZED(clpwl_evaluator_options)

/* One way to read a table. */
typedef struct clpwl_method_info {
    const char *name; /* "image-linear" */
    const char *text; /* one line of description */
    int host;         /* 1: runs on the host, without a context */
} clpwl_method_info;

/* The number of methods. */
CLPWL_API size_t clpwl_method_count(void);
/* The i-th method, 0 to clpwl_method_count() - 1; borrowed, constant. A name occurs twice, in
 * succession, where the two partitions are read in two ways. "auto" is not among them. */
CLPWL_API const clpwl_method_info *clpwl_method(size_t i);

/*
 * Puts a table where it will be read. The table is copied and may be freed at once.
 *   out      set to the new evaluator, which the caller frees; NULL after a failure
 *   context  the device, which is retained; NULL: the host
 *   options  NULL: the defaults above
 * CLPWL_ERR_ARGUMENT (an option is out of its range), CLPWL_ERR_UNKNOWN_NAME (of the method),
 * CLPWL_ERR_UNSUPPORTED (the method does not work on this device for this table; the message
 * gives the reason and a method that works), CLPWL_ERR_TARGET (no method meets max_error; the
 * message gives the least error), CLPWL_ERR_OPENCL, CLPWL_ERR_BUILD, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_evaluator_create(clpwl_evaluator **out, clpwl_context *context,
                                                  const clpwl_table *table,
                                                  const clpwl_evaluator_options *options);

/*
 * Designs with equal segments in x, in each shaper and with refined knots, as far as the options leave these
 * open (clpwl_design_options.given), times each table by its fastest method, and gives the one that is read
 * fastest; of those within 5 % of each other the first in this order. Times vary from run to run, and so
 * may the choice.
 *   out      set to the new table, which the caller frees; NULL after a failure
 *   options  as of clpwl_design, with any aim; runner_up is not written
 *   context  the device; NULL: the host
 *   use      what is timed
 * The codes of clpwl_design and clpwl_evaluator_create, of the first design if none succeeds.
 */
CLPWL_CHECKED clpwl_status clpwl_design_fastest(clpwl_table **out, const clpwl_function *f,
                                                const clpwl_design_options *options,
                                                clpwl_context *context, clpwl_use use);

/*
 * Puts two to four tables where one look-up reads all of them. In a kernel NAME(x) is a float2
 * or a float4. clpwl_eval and clpwl_enqueue write as many floats for each x (four for three
 * tables, the last 0). A look-up is one read of an RGBA image or of a buffer.
 *   tables  with the same knots and the same extension
 *   count   2 to 4
 * Otherwise as clpwl_evaluator_create. CLPWL_ERR_ARGUMENT (knots or extensions differ; the
 * message names the table).
 */
CLPWL_CHECKED clpwl_status clpwl_evaluator_create_vector(clpwl_evaluator **out,
                                                         clpwl_context *context,
                                                         const clpwl_table *const *tables,
                                                         size_t count,
                                                         const clpwl_evaluator_options *options);

/* The floats that a look-up gives: 1, 2 or 4. */
CLPWL_API size_t clpwl_evaluator_lanes(const clpwl_evaluator *evaluator);

/* Waits for the work that clpwl_enqueue has queued, on any queue, then frees the evaluator.
 * NULL is allowed. */
CLPWL_API void clpwl_evaluator_free(clpwl_evaluator *evaluator);

/* The method in use, never "auto"; borrowed. "auto" may change it, and the four below, in calls of
 * clpwl_eval and clpwl_enqueue. */
CLPWL_API const char *clpwl_evaluator_method(const clpwl_evaluator *evaluator);
/* The method of clpwl_eval and clpwl_eval_half: clpwl_evaluator_method, or where "auto" found the host to be
 * faster for arrays of the host than a device with memory of its own, the host's. */
CLPWL_API const char *clpwl_evaluator_eval_method(const clpwl_evaluator *evaluator);
/* The storage in use, never CLPWL_STORAGE_DEFAULT nor CLPWL_STORAGE_ANY. */
CLPWL_API clpwl_storage clpwl_evaluator_storage(const clpwl_evaluator *evaluator);
/* The device's name, or "host"; borrowed. */
CLPWL_API const char *clpwl_evaluator_device(const clpwl_evaluator *evaluator);
/* The error of the table as this evaluator executes it, against f, on [a,b]; for several
 * tables the largest in each norm. */
CLPWL_API clpwl_error clpwl_evaluator_error(const clpwl_evaluator *evaluator);
/* Bounds on the rounding error of derivative and integral (clpwl/execution.h) as this
 * evaluator executes them, for x in [a,b]; for several tables the largest. */
CLPWL_API clpwl_calculus_error clpwl_evaluator_calculus_error(const clpwl_evaluator *evaluator);

/*
 * y[i] = the evaluator's quantity at x[i], for n values in host memory; in chunks, on several
 * threads, if the device has memory of its own.
 *   x  n floats
 *   y  n floats, or n x clpwl_evaluator_lanes for several tables. For one table y may be x.
 * Blocks until y is written. Other work in the context's queue is not waited for if that queue
 * is out of order. n = 0 is allowed.
 * CLPWL_ERR_ARGUMENT (x and y overlap; no array holds n), CLPWL_ERR_OPENCL, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_eval(clpwl_evaluator *evaluator, const float *x, float *y,
                                      size_t n);

/*
 * clpwl_eval on halves, the numbers of IEEE 754 binary16, by their bits. The argument is exact and
 * the arithmetic is that of clpwl_eval, in fp32. Its float is rounded to the nearest half, in the
 * middle to the even one. From 65520 on it becomes infinity; NaN stays NaN. Every device can do
 * this: OpenCL C loads and stores halves without cl_khr_fp16. The first call compiles a kernel.
 *   x, y, n  as for clpwl_eval, in halves
 * CLPWL_ERR_ARGUMENT (x and y overlap; no array holds n), CLPWL_ERR_OPENCL, CLPWL_ERR_BUILD, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_eval_half(clpwl_evaluator *evaluator, const uint16_t *x,
                                           uint16_t *y, size_t n);
/*
 * The error of clpwl_eval_half for values, against f, on [a,b]: that of clpwl_evaluator_error, and
 * the rounding to half on each segment: 2^-11 times the power of two below the largest |value|
 * there, but 2^-25 at least. It is infinite where a value may reach 65520.
 */
CLPWL_API clpwl_error clpwl_evaluator_half_error(const clpwl_evaluator *evaluator);

/* What one evaluator did in clpwl_eval_shared. */
typedef struct clpwl_share {
    size_t values;       /* that it computed */
    double seconds;      /* that these took */
    clpwl_status status; /* CLPWL_OK, or why it computed no more */
    char message[256];   /* of that failure; "" */
} clpwl_share;

/*
 * clpwl_eval by several evaluators at once, as of several devices. Each works on a thread of its
 * own, the first on the caller's, and takes chunks in proportion to its measured speed. The chunk
 * of an evaluator that fails is done again by the others, and that evaluator gets no more: the call
 * fails only if every evaluator does. It pays from some 10^6 values on.
 *   evaluators  `count` of them, no two the same, of one table (or the same tables) and one
 *               quantity, each of any device, sub-device or the host. Their methods may differ, and
 *               then the last bits of y may depend on the chunks
 *   x, y, n     as for clpwl_eval, but y is not x
 *   shares      NULL, or `count` rows, written unless CLPWL_ERR_ARGUMENT is returned
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_MEMORY, and the code of the first evaluator if all fail.
 */
CLPWL_CHECKED clpwl_status clpwl_eval_shared(clpwl_evaluator *const *evaluators, size_t count,
                                             const float *x, float *y, size_t n,
                                             clpwl_share *shares);

/*
 * The OpenCL C of one table, for programs that are put together by hand; clpwl_program_build of
 * <clpwl_cl.h> does that, and describes kernels with tables. A program is the text of
 * clpwl_device_source(), the source of each table, and the kernels. Compilers count the lines of
 * the kernels as those of a file "kernel", from 1. The numbers of the table are not in the
 * source: they are kernel arguments. Macros of the kernels are defined behind these texts: by the option
 * -Dg=7 the compiler would replace a parameter there, too.
 *   name    as in clpwl_kernel_table
 *   source  set to the text; the caller frees it with clpwl_free
 * CLPWL_ERR_ARGUMENT (the name), CLPWL_ERR_UNSUPPORTED (a host method), CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_evaluator_source(const clpwl_evaluator *evaluator,
                                                  const char *name, char **source);

/* The text of clpwl/device.h, which stands once at the head of a program that uses tables;
 * borrowed, constant. Programs take it as a string, because the program caches of some drivers
 * ignore changes in included files. */
CLPWL_API const char *clpwl_device_source(void);

#ifdef __cplusplus
}
#endif
#endif
