/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "clock.h"
#include <stdlib.h>
#include <time.h>

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bgs_clock(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double bgs_clock_cpu(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bgs_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, ascending);
    return 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}
