/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl_lookup as it is compiled for CPUs with fused multiply-adds. */
#ifndef CLPWL_TEST_LOOK_UP_H
#define CLPWL_TEST_LOOK_UP_H

#include "clpwl_lookup.h"

float look_up_fused(const clpwl_lookup_table *t, float x);
extern const int can_fuse; /* 0: the compiler did not take the target */

#endif
