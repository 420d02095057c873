/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In the place of prove.c, look.c, factors.c and doubt.c where Arb is missing. */
#include "base/internal.h"
#include "clpwl/proof.h"
#include "proof/asymptote.h"
#include "proof/doubt.h"
#include "proof/factors.h"
#include "proof/look.h"
#include "proof/prove.h"

/* All refuse, whatever they are given. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

static clpwl_status refuse(void)
{
    return clpwl__fail(CLPWL_ERR_UNSUPPORTED, "this build of the library proves nothing but samples: it "
                                              "was configured without Arb (Debian: libflint-arb-dev)");
}

clpwl_status clpwl__prove_enclosed(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                                   const clpwl_prove_options *options, int by_work)
{
    return refuse();
}

clpwl_status clpwl__side_enclosed(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                                  const clpwl_execution *execution, const clpwl_prove_options *options,
                                  int by_work)
{
    return refuse();
}

clpwl_status clpwl__tube_enclosed(clpwl__mesh *out, const clpwl_function *f, double a, double b,
                                  double max_error, const clpwl_prove_options *options)
{
    return refuse();
}

clpwl_status clpwl__doubt(const clpwl_function *f, const double *x, double *doubt, size_t n)
{
    return refuse();
}

clpwl_status clpwl__look(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                         const clpwl_weight *weight, double known, double seconds)
{
    return refuse();
}

clpwl_status clpwl__factors_enclose(const clpwl_function *f, const clpwl_weight *weight,
                                    const clpwl_table *table, clpwl_norm norm, double seconds,
                                    const clpwl__watch *watch, clpwl__factors *out, double *missed)
{
    return refuse();
}

clpwl_status clpwl_certificate(char **text, const clpwl_function *f, const clpwl_table *table,
                               double bound)
{
    if (text)
        *text = NULL;
    return refuse();
}

clpwl_status clpwl__find_asymptotes(clpwl__asymptote out[2], const clpwl_function *f)
{
    return refuse();
}

clpwl_status clpwl_find_tails(clpwl_tails *out, const clpwl_function *f)
{
    return refuse();
}

int clpwl_can_prove(void)
{
    return 0;
}
