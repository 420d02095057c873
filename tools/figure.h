/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Figures: what a measurement repeated a few times comes to. Of the command and of the
 * programs in bench/; knows nothing of tables.
 */
#ifndef CLPWL_FIGURE_H
#define CLPWL_FIGURE_H

#include "clpwl_cl.h"
#include <stddef.h>

/* The median, and the distance between the quartiles, which a few disturbed runs do not
 * move; and the least, which is what is left on a busy machine. In nanoseconds, for one
 * value or evaluation. */
typedef struct figure {
    double median, spread, least;
    size_t runs;
} figure;

enum { FIGURE_RUNS_MOST = 101 };

/* Of `runs` samples in seconds (at least 1; they are sorted in place), each of which took
 * `values` values. */
figure figure_of(double *seconds, size_t runs, double values);
/* What a takes beyond b; the spreads add as those of independent figures do. */
figure figure_beyond(figure a, figure b);

/*
 * Seconds that the device worked on a finished event; negative where the device keeps
 * no times (or the queue was made without profiling), or none that can be true (rusticl
 * 22.3 says 1 ns to everything), so that a clock has to do.
 */
double event_seconds(cl_event event);

#endif
