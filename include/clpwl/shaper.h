/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shapers: a table with a shaper is piecewise linear in g(x), a built-in of every device.
 *
 * Where f bends without bound at an end, or over decades, f as a function of g(x) may be
 * nearly straight: sqrt in sqrt(x), log in log2(x). The knots are equally spaced in g(x).
 *
 * Reported errors include the error that OpenCL C allows that built-in. A kernel that is built
 * with -cl-fast-relaxed-math may exceed them; no bound of a table with a shaper covers that
 * option. The shapers are listed with clpwl_shaper in clpwl/types.h. No state; any thread.
 *
 * Advanced (doc/abi.md).
 */
#ifndef CLPWL_SHAPER_H
#define CLPWL_SHAPER_H

#include "clpwl/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* g(x) in double; NaN where g is undefined, and for CLPWL_SHAPER_AUTO. */
CLPWL_API double clpwl_shaper_value(clpwl_shaper shaper, double x);

#ifdef __cplusplus
}
#endif
#endif
