/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ways that the options leave open, and the table by the best of them. */
#ifndef CLPWL__WAYS_H
#define CLPWL__WAYS_H

#include "base/progress.h"
#include "clpwl/design.h"

static inline int clpwl__is_given(const clpwl_design_options *o, clpwl_part part)
{
    return o->given >> part & 1;
}

/* The error of a table as executed, in the norm of the options. */
double clpwl__designed_error(const clpwl_table *table, const clpwl_design_options *options);

/*
 * The best table for f. f is the function of a proxy.
 *   options  complete; the symmetry is that of f; its progress is that of the share
 *   share    goes on to its next part for each guess and each search
 *   ends     the time (clpwl__clock_seconds) when searches end; 0: none
 * CLPWL_ERR_TARGET (the message of the way that comes nearest), CLPWL_ERR_ARGUMENT, CLPWL_ERR_NOT_FINITE,
 * CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__design_ways(clpwl_table **out, const clpwl_function *f,
                                const clpwl_design_options *options, clpwl__share *share, double ends);

#endif
