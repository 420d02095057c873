/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The vector instructions of this CPU. */
#include <stdlib.h>
#include "cpu/rows.h"

#if CLPWL__X86
#include <cpuid.h>

int clpwl__x86_level = 1;

/* clang 14 does not know it by __builtin_cpu_supports. */
static int has_f16c(void)
{
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
}

static int find_cpu_level(void)
{
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !has_f16c())
        return 1;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq") ||
        !__builtin_cpu_supports("avx512bw") || !__builtin_cpu_supports("avx512vl"))
        return 3;
    return __builtin_cpu_supports("avx512vbmi") ? 5 : 4;
}

/* When the library is loaded, so that no later call reads the environment. */
__attribute__((constructor)) static void set_level(void)
{
    const char *most = getenv("CLPWL_X86_LEVEL");
    clpwl__x86_level = find_cpu_level();
    if (!most || !*most)
        return;
    int is_level = most[0] >= '1' && most[0] <= '5' && most[1] == '\0';
    if (!is_level || most[0] - '0' < clpwl__x86_level)
        clpwl__x86_level = is_level ? most[0] - '0' : 0;
}
#endif
