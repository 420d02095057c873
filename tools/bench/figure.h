/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The median and spread of repeated measurements. The programs in bench/ use them, too. */
#ifndef CLPWL_FIGURE_H
#define CLPWL_FIGURE_H

#include "clpwl_cl.h"
#include "common/clock.h"

/* In nanoseconds, for one value or evaluation. */
typedef app_times figure;

enum { FIGURE_RUNS_MOST = 101 };

figure figure_by_value(app_times seconds, double values);
/*
 * Seconds that the device worked on a finished event. Negative if the device keeps no times (or
 * the queue was made without profiling), or if the times cannot be true: rusticl 22.3 reports
 * 1 ns for everything.
 */
double event_seconds(cl_event event);

#endif
