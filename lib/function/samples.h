/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What arrays of samples and files of samples have in common. */
#ifndef CLPWL_HOST_SAMPLES_H
#define CLPWL_HOST_SAMPLES_H

#include "clpwl/status.h"

/*
 * One sample's check: finite, and x above the one before.
 *   where     for the message: "sample 3", "data.csv, line 12"
 *   previous  x of the sample before; -INFINITY for the first
 * CLPWL_ERR_SAMPLES.
 */
clpwl_status clpwl__sample_check(const char *where, double previous, double x, double y);

#endif
