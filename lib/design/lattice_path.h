/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knots and numbers of a storage at once: a path with a given number of segments. */
#ifndef CLPWL__LATTICE_PATH_H
#define CLPWL__LATTICE_PATH_H

#include "base/progress.h"
#include "execution/storage.h"

/* Parts of a segment on which f is a line: its error there is 1/256 of the segment's. */
enum { CLPWL__LATTICE_PARTS = 16 };

/* f and the factors of errors at ascending x: a multiple of CLPWL__LATTICE_PARTS for each segment, and 1. */
typedef struct clpwl__lattice_samples {
    double *x, *y, *factor;
    size_t count;
} clpwl__lattice_samples;

/*
 * Knots and values whose largest error is nearly the least, on samples between the knots, if it is less than
 * `most`. *found = 0: it is not, and nothing is written. f has no kinks.
 *   watch  called now and then
 * CLPWL_ERR_CANCELLED, CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__lattice_path(const clpwl__lattice_samples *f, const clpwl__coding *coding,
                                 const clpwl__watch *watch, double most, double *knots, size_t segments,
                                 double *values, int *found);

#endif
