/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shapers: a table that is piecewise linear not in x but in g(x), a built-in of every
 * device. Where f bends without bound at an end or over decades, f(g^-1(u)) may be nearly
 * straight: sqrt in sqrt(x), log in log2(x). Its knots are equally far apart in g.
 *
 * Errors are reported with what OpenCL C allows that built-in to err. In a kernel that is built
 * with -cl-fast-relaxed-math it may err more, and no bound of a table with a shaper counts that.
 *
 * Any thread; nothing is kept.
 */
#ifndef CLPWL_SHAPER_H
#define CLPWL_SHAPER_H

#include "clpwl/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum clpwl_shaper {
    CLPWL_SHAPER_NONE,  /* x itself */
    CLPWL_SHAPER_LOG2,  /* on [a,b] with a >= FLT_MIN */
    CLPWL_SHAPER_SQRT,  /* a >= 0 */
    CLPWL_SHAPER_RSQRT, /* 1 / sqrt(x), a >= FLT_MIN */
    CLPWL_SHAPER_EXP2,  /* -126 <= a, b <= 127 */
    CLPWL_SHAPER_AUTO   /* none of them: clpwl_design is to choose */
} clpwl_shaper;

/* "none", "log2", "sqrt", "rsqrt", "exp2", "auto"; NULL for a value that is none. */
CLPWL_API const char *clpwl_shaper_name(clpwl_shaper shaper);
/* The reverse. CLPWL_ERR_UNKNOWN_NAME. */
CLPWL_API clpwl_status clpwl_shaper_parse(clpwl_shaper *out, const char *name);

/* g(x), in double; NaN where g does not exist, and for CLPWL_SHAPER_AUTO. */
CLPWL_API double clpwl_shaper_value(clpwl_shaper shaper, double x);

#ifdef __cplusplus
}
#endif
#endif
