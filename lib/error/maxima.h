/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The largest |e| of pieces from their samples. The searches for maxima of many pieces share calls of f. */
#ifndef CLPWL__MAXIMA_H
#define CLPWL__MAXIMA_H

#include "error/extremum.h"
#include "error/sampling.h"

typedef struct clpwl__maxima {
    double linf;  /* the largest |e| so far */
    double place; /* where that was seen: a sample */
    clpwl__summit *summits; /* searches that were done ahead; or NULL */
    size_t count, room;
    int is_ahead; /* searches are listed, and not done */
} clpwl__maxima;

void clpwl__maxima_free(clpwl__maxima *m);

/*
 * Does the searches that the measurement of these pieces may need. All other members of m stay. The result
 * of the measurement is the same to the bit.
 *   each  the largest |e| of each segment is measured by itself
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_ARGUMENT (negative weight), CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__maxima_ahead(clpwl__maxima *m, clpwl__piece *pieces, size_t count, int each);

/* Raises linf to the largest |e| of a piece. The codes are the same. */
clpwl_status clpwl__maxima_measure(clpwl__maxima *m, clpwl__piece *p);

#endif
