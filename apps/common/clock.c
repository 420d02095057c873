/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double app_seconds(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double app_cpu_seconds(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

const char *app_time_text(char text[APP_TIME], double seconds)
{
    static const char *const units[] = {"s", "ms", "us", "ns"};
    int k = 0;
    while (k < 3 && seconds < 0.9995) {
        seconds *= 1000;
        k++;
    }
    snprintf(text, APP_TIME, seconds < 999.5 ? "%.3g %s" : "%.0f %s", seconds, units[k]);
    return text;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void app_sort(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_doubles);
}

double app_quantile(const double *sorted, size_t count, double p)
{
    double at = p * (double)(count - 1);
    size_t i = (size_t)at;
    return i + 1 < count ? sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i])
                         : sorted[count - 1];
}

double app_median(double *values, size_t count)
{
    app_sort(values, count);
    return app_quantile(values, count, 0.5);
}
