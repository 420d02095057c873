/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLPWL__SAMPLES_H
#define CLPWL__SAMPLES_H

#include "clpwl/status.h"

/*
 * Checks that a sample is finite and that its x is above the previous one.
 *   where     for the message: "sample 3", "data.csv, line 12"
 *   previous  x of the previous sample; -INFINITY for the first
 * CLPWL_ERR_SAMPLES.
 */
clpwl_status clpwl__sample_check(const char *where, double previous, double x, double y);

#endif
