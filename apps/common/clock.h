/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clocks, and quantiles of repeated measurements. */
#ifndef APP_CLOCK_H
#define APP_CLOCK_H

#include <stddef.h>

double app_seconds(void);     /* a monotonic clock */
double app_cpu_seconds(void); /* processor time of all threads of this process */
void app_sort(double *values, size_t count); /* ascending */
/* The p-quantile of ascending values, interpolated between order statistics. */
double app_quantile(const double *sorted, size_t count, double p);
double app_median(double *values, size_t count); /* sorts the values */

#endif
