/* SPDX-License-Identifier: GPL-3.0-or-later */
#if defined(__x86_64__) && !defined(__clang__)
#pragma GCC target("fma") /* as -mfma */
#endif
#include "look_up.h"

float look_up_fused(const clpwl_lookup_table *t, float x)
{
    return clpwl_lookup(t, x);
}

#ifdef CLPWL_LOOKUP_FUSED
const int can_fuse = 1;
#else
const int can_fuse = 0;
#endif
