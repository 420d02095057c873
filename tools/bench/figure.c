/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/figure.h"
#include <math.h>
#include "common/clock.h"

figure figure_of(double *seconds, size_t runs, double values)
{
    double ns = 1e9 / values;
    app_sort(seconds, runs);
    return (figure){ .median = ns * app_quantile(seconds, runs, 0.5),
                     .spread = ns * (app_quantile(seconds, runs, 0.75) -
                                     app_quantile(seconds, runs, 0.25)),
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
    enum { LEAST = 100 }; /* ns; no launch takes less */
    cl_ulong start = 0, end = 0;
    if (clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL) ||
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) ||
        end < start + LEAST)
        return -1;
    return 1e-9 * (double)(end - start);
}
