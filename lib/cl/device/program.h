/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The programs of a context. */
#ifndef CLPWL__PROGRAM_H
#define CLPWL__PROGRAM_H

#include "cl/device/context.h"

typedef struct clpwl__program {
    struct clpwl__program *next;
    char *source, *options;
    cl_program program;
} clpwl__program;

/*
 * Builds a program. The text of clpwl/device.h is prepended. The message has the first error
 * of the compiler.
 *   out  set on success; the caller releases it
 *   log  NULL, or set to the compiler's log, on failure too; the caller frees it; NULL: none
 */
clpwl_status clpwl__program_compile(cl_program *out, char **log, clpwl_context *context,
                                    const char *source, const char *options);

/* Such a program from the context's cache, or built; the caller releases it. */
clpwl_status clpwl__program_get(cl_program *out, clpwl_context *context, const char *source,
                                const char *options);
/* A kernel of such a program; the caller releases it. */
clpwl_status clpwl__kernel_get(cl_kernel *out, clpwl_context *context, const char *source,
                               const char *options, const char *name);
/* Runs a kernel whose argument 0 is y, of a float for each item, and reads y. group: NULL for any. */
clpwl_status clpwl__kernel_read(clpwl_context *context, cl_kernel kernel, size_t items,
                                const size_t *group, float *y);
/* Releases the cache of a context. */
void clpwl__programs_free(clpwl_context *context);

#endif
