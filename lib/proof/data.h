/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Proofs of data, without Arb. Between rows and knots f - v is a cubic: a line where f is linear or a step.
 * A cubic lies within its Bernstein coefficients. All of this is double arithmetic, and its roundings are
 * bounded. Errors that are weighted, tables with a shaper and tails beyond the domain are refused.
 */
#ifndef CLPWL__PROOF_DATA_H
#define CLPWL__PROOF_DATA_H

#include "clpwl/execution.h"
#include "clpwl/proof.h"
#include "fit/mesh.h"

/* clpwl_prove, of options that are taken; without the side.
 * CLPWL_ERR_UNSUPPORTED, CLPWL_ERR_NUMERIC (the data end within the domain), CLPWL_ERR_CANCELLED. */
clpwl_status clpwl__prove_data(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                               const clpwl_prove_options *options);

/* clpwl__prove_side. The same codes, and CLPWL_ERR_MEMORY. */
clpwl_status clpwl__prove_data_side(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                                    const clpwl_execution *execution);

/* Adds a point to the mesh of a tube, whose half width there is s in max_error. CLPWL_ERR_NUMERIC (too many),
 * CLPWL_ERR_MEMORY. */
clpwl_status clpwl__tube_add(clpwl__mesh *m, double x, double y, double s);
/* By how much a tube is wider that nobody asked to be finer, where a width of max_error takes so many steps.
 * The finest has 450 points for each segment of the path, the coarsest 5. */
static const double clpwl__coarsest = 0.1;
double clpwl__tube_part(double steps);

/* A tube that holds f +- max_error: the mesh is zeroed, and the caller frees it.
 *   part  by how much it may be wider; 0: as clpwl_prove_fewest says
 * CLPWL_ERR_NUMERIC (the data end within [a,b], too many points), CLPWL_ERR_MEMORY. */
clpwl_status clpwl__data_tube(clpwl__mesh *out, const clpwl_function *f, double a, double b, double max_error,
                              double part);

#endif
