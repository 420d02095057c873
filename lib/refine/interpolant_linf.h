/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best knots of the interpolant in the max norm. */
#ifndef CLPWL__INTERPOLANT_LINF_H
#define CLPWL__INTERPOLANT_LINF_H

#include "refine/refinement.h"

/*
 * Knots of the least weighted max error of the interpolant: the best choice on a mesh, then
 * on finer meshes around the knots so far. Knots inside become floats.
 *   knots  segments + 1, in and out. In: the mesh is finest where these are closest; the
 *          asymptotic knots are a good choice. Out: the best knots.
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY, CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__interpolant_linf_knots(const clpwl__refinement *r, double *knots);

/* The most by which the best knots have a smaller error than the best ones on the first mesh. For 1008
 * refinements of bench/corpus it was 8.3 %, and 1.2 % with more than 64 segments. */
static inline double clpwl__lower_than_mesh(size_t segments)
{
    return segments > 64 ? 1.0 / 64 : 1.0 / 8;
}

/*
 * The least number of segments between mesh points for a weighted max error of at most `error`. 1 where
 * that error is mere rounding.
 *   knots   r->segments + 1: where the mesh is fine, as for clpwl__interpolant_linf_knots
 *   fewest  set
 * CLPWL_ERR_NOT_FINITE, CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__interpolant_linf_fewest(const clpwl__refinement *r, const double *knots,
                                            double error, size_t *fewest);

#endif
