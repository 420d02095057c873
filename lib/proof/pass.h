/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branch and bound over all segments of a table, on several threads. */
#ifndef CLPWL__PASS_H
#define CLPWL__PASS_H

#include "clpwl/proof.h"
#include "clpwl/table.h"
#include "proof/branch.h"
#include "proof/tail.h"

enum { CLPWL__MOST_THREADS = 64 };

typedef struct clpwl__pass {
    const clpwl_function *f;
    const clpwl_table *table;
    const clpwl_prove_options *options;
    clpwl__tails tails;
    double width; /* of the reach */
    int power;    /* of clpwl__claim_create */
    clpwl__demand demand;
    clpwl__proof_found found; /* with the sums of the last pass */
    clpwl__budget budget;
    double done; /* passes */
    clpwl__branch *branches[CLPWL__MOST_THREADS]; /* by thread; NULL: not needed yet */
} clpwl__pass;

/*
 * Runs a pass. The first one looks at the ends of the tails, and each proves these at last, on the caller's
 * thread. Segments are proved in blocks, and blocks in waves. Each block of a wave knows what the waves
 * before have found, so that the result does not depend on the number of threads. The caller's thread
 * reports progress. CLPWL_ERR_NUMERIC, CLPWL_ERR_CANCELLED, CLPWL_ERR_UNSUPPORTED, CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__pass_run(clpwl__pass *p);
/* Frees the claims: a pass with another power follows, or none. */
void clpwl__pass_end(clpwl__pass *p);

#endif
