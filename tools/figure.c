/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure.h"
#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Between the order statistics, linearly. */
static double quantile(const double *sorted, size_t n, double p)
{
    double at = p * (double)(n - 1);
    size_t i = (size_t)at;
    return i + 1 < n ? sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i]) : sorted[n - 1];
}

figure figure_of(double *seconds, size_t runs, double values)
{
    double ns = 1e9 / values;
    qsort(seconds, runs, sizeof *seconds, ascending);
    return (figure){ .median = ns * quantile(seconds, runs, 0.5),
                     .spread = ns * (quantile(seconds, runs, 0.75) - quantile(seconds, runs, 0.25)),
                     .least = ns * seconds[0],
                     .runs = runs };
}

figure figure_beyond(figure a, figure b)
{
    return (figure){ .median = a.median - b.median,
                     .spread = hypot(a.spread, b.spread),
                     .least = a.least - b.least,
                     .runs = a.runs < b.runs ? a.runs : b.runs };
}

double event_seconds(cl_event event)
{
    enum { LEAST = 100 }; /* ns: no launch is done sooner */
    cl_ulong start = 0, end = 0;
    if (clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) ||
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) ||
        end < start + LEAST)
        return -1;
    return 1e-9 * (double)(end - start);
}
