/* SPDX-License-Identifier: GPL-3.0-or-later */
/* As by -mfma, which gcc takes from here, too. */
#if defined(__x86_64__) && !defined(__clang__)
#pragma GCC target("fma")
#endif
#include "lookup_loops.h"

#ifdef CLPWL_LOOKUP_FUSED
const lookup_loops loops_fused = {"fused", sum, sum_by_hand, chain, chain_by_hand};
#else
const lookup_loops loops_fused = {"unfused", sum, sum_by_hand, chain, chain_by_hand};
#endif
