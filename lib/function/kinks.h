/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLPWL__KINKS_H
#define CLPWL__KINKS_H

#include "clpwl/function.h"

/* clpwl_function_find_kinks for an f of known noise.
 *   kinks  set to an array of *count kinks, which the caller frees */
clpwl_status clpwl__find_kinks(const clpwl_function *f, double a, double b, double noise,
                               clpwl_kink **kinks, size_t *count);

#endif
