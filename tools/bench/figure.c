/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/figure.h"

figure figure_by_value(app_times s, double values)
{
    double ns = 1e9 / values;
    return (figure){ ns * s.median, ns * s.spread, ns * s.least, s.runs };
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
