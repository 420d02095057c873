/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A failed call ends a program of bench/ with its line. */
#ifndef BENCH_CHECK_H
#define BENCH_CHECK_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "clpwl_cl.h"

static inline void fail(const char *what)
{
    fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
    exit(EXIT_FAILURE);
}

static inline void check(clpwl_status status)
{
    if (status != CLPWL_OK)
        fail(clpwl_last_message());
}

static inline void check_cl(cl_int code, const char *what)
{
    char text[128];
    snprintf(text, sizeof text, "%s: OpenCL error %d", what, (int)code);
    if (code != CL_SUCCESS)
        fail(text);
}

#endif
