/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLPWL__GIVEN_JUMPS_H
#define CLPWL__GIVEN_JUMPS_H

#include "clpwl/function.h"

/* The kinks in [a,b] that f came with, if f jumps at one of them; otherwise *count is 0.
 *   found  set to an array of *count kinks, which the caller frees
 * CLPWL_ERR_MEMORY. */
clpwl_status clpwl__find_given_jumps(const clpwl_function *f, double a, double b, clpwl_kink **found,
                                     size_t *count);

#endif
