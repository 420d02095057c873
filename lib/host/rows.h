/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows' functions, one file each. */
#ifndef CLPWL_HOST_ROWS_H
#define CLPWL_HOST_ROWS_H

#include "host/simd.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define CLPWL__X86 1
#else
#define CLPWL__X86 0
#endif

clpwl__host_eval_fn clpwl__host_scalar;

#endif
