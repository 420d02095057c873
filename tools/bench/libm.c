/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The host's own functions in plain loops, one value at a time. */
#include "bench/yardsticks.h"
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf.h>
#include <math.h>
#include <string.h>

#define RUN(list, name, expression)                                            \
    static void list##_##name(const float *x_, float *y, size_t n)             \
    {                                                                          \
        for (size_t i = 0; i < n; i++) {                                       \
            float x = x_[i];                                                   \
            y[i] = (float)(expression);                                        \
        }                                                                      \
    }

#define LIBM(name, expression) RUN(libm, name, expression)
#define SCALAR(name, expression) RUN(libm, name, expression)
#define GSL(name, expression) RUN(gsl, name, expression)
#include "bench/yardsticks.def"
#undef LIBM
#undef SCALAR
#undef GSL

static const bench_yardstick libm[] = {
#define LIBM(name, expression) { #name, libm_##name },
#define SCALAR(name, expression) { #name, libm_##name },
#define GSL(name, expression)
#include "bench/yardsticks.def"
#undef LIBM
#undef SCALAR
#undef GSL
}, gsl[] = {
#define LIBM(name, expression)
#define SCALAR(name, expression)
#define GSL(name, expression) { #name, gsl_##name },
#include "bench/yardsticks.def"
};

const bench_yardsticks bench_libm = {
    "libm", "not in C's math library, or not with these parameters", libm,
    sizeof libm / sizeof *libm
};
const bench_yardsticks bench_gsl = {
    "gsl", "not a function for GSL, or not with these parameters", gsl,
    sizeof gsl / sizeof *gsl
};

const bench_yardstick *bench_yardstick_find(const bench_yardsticks *all, const char *function)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->rows[i].function, function) == 0)
            return &all->rows[i];
    return NULL;
}

int bench_run_yardstick(const void *yardstick, const float *x, float *y, size_t n)
{
    ((const bench_yardstick *)yardstick)->run(x, y, n);
    return 0;
}
