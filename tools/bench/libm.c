/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The host's own functions. */
#include "bench/yardsticks.h"
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf.h>
#include <math.h>

#define LIBM(name, expression) BENCH_LOOP(libm, name, expression)
#define SCALAR LIBM
#define GSL(name, expression) BENCH_LOOP(gsl, name, expression)
#include "bench/yardsticks.def"
#undef LIBM
#undef GSL

const bench_yardstick bench_scalars[] = {
#define LIBM(name, expression) {"libm", #name, libm_##name},
#define GSL(name, expression) {"gsl", #name, gsl_##name},
#include "bench/yardsticks.def"
    {NULL, NULL, NULL},
};
