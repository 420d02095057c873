/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clocks, and quantiles of repeated measurements. */
#ifndef APP_CLOCK_H
#define APP_CLOCK_H

#include <stddef.h>

double app_seconds(void);     /* a monotonic clock */
double app_cpu_seconds(void); /* processor time of all threads of this process */
/* In the unit from ns to s that gives it 1 to 999, with three digits. */
enum { APP_TIME = 32 };
const char *app_time_text(char text[APP_TIME], double seconds);
void app_sort(double *values, size_t count); /* ascending */
/* The p-quantile of ascending values, interpolated between order statistics. */
double app_quantile(const double *sorted, size_t count, double p);
double app_median(double *values, size_t count); /* sorts the values */

#endif
