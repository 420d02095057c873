/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The same functions by the compiler's vector math (GCC with glibc: libmvec). This file alone is
 * compiled with -ffast-math. GCC vectorises it for AVX-512, AVX2 and any x86-64, and the version
 * for the CPU is chosen when the program starts.
 */
#include "bench/yardsticks.h"
#include <math.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#pragma GCC optimize("tree-vectorize,vect-cost-model=dynamic")
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CLONES
#endif

#define SCALAR(name, expression)
#define GSL(name, expression)
#define LIBM(name, expression) CLONES BENCH_LOOP(vector, name, expression)
#include "bench/yardsticks.def"
#undef LIBM

const bench_yardstick bench_vectors[] = {
#define LIBM(name, expression) {"libm-vector", #name, vector_##name},
#include "bench/yardsticks.def"
    {NULL, NULL, NULL},
};
