/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In the place of prove.c, look.c, factors.c and doubt.c where Arb is missing. */
#include "base/internal.h"
#include "clpwl/proof.h"
#include "proof/doubt.h"
#include "proof/factors.h"
#include "proof/look.h"
#include "proof/prove.h"

static clpwl_status refuse(void)
{
    return clpwl__fail(CLPWL_ERR_UNSUPPORTED, "this build of the library proves nothing: it was "
                                              "configured without Arb (Debian: libflint-arb-dev)");
}

clpwl_status clpwl_prove(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                         const clpwl_prove_options *options)
{
    (void)out;
    (void)f;
    (void)table;
    (void)options;
    return refuse();
}

clpwl_status clpwl_prove_fewest(size_t *least, const clpwl_function *f, double a, double b,
                                double max_error, const clpwl_prove_options *options)
{
    (void)least;
    (void)f;
    (void)a;
    (void)b;
    (void)max_error;
    (void)options;
    return refuse();
}

clpwl_status clpwl__doubt(const clpwl_function *f, const double *x, double *doubt, size_t n)
{
    (void)f;
    (void)x;
    (void)doubt;
    (void)n;
    return refuse();
}

clpwl_status clpwl__look(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                         const clpwl_weight *weight, double known, double seconds)
{
    (void)out;
    (void)f;
    (void)table;
    (void)weight;
    (void)known;
    (void)seconds;
    return refuse();
}

clpwl_status clpwl__factors_enclose(const clpwl_function *f, const clpwl_weight *weight,
                                    const clpwl_table *table, clpwl_norm norm, double seconds,
                                    const clpwl__watch *watch, clpwl__factors *out, double *missed)
{
    (void)f;
    (void)weight;
    (void)table;
    (void)norm;
    (void)seconds;
    (void)watch;
    (void)out;
    (void)missed;
    return refuse();
}

clpwl_status clpwl_certificate(char **text, const clpwl_function *f, const clpwl_table *table,
                               double bound)
{
    if (text)
        *text = NULL;
    (void)f;
    (void)table;
    (void)bound;
    return refuse();
}

clpwl_status clpwl_find_tails(clpwl_tails *out, const clpwl_function *f)
{
    (void)out;
    (void)f;
    return refuse();
}

int clpwl_can_prove(void)
{
    return 0;
}

clpwl_status clpwl__prove_side(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                               const clpwl_execution *execution, const clpwl_prove_options *options,
                               int by_work)
{
    (void)out;
    (void)f;
    (void)table;
    (void)execution;
    (void)options;
    (void)by_work;
    return refuse();
}

clpwl_status clpwl__prove(clpwl_proof *out, const clpwl_function *f, const clpwl_table *table,
                          const clpwl_prove_options *options, int by_work)
{
    (void)by_work;
    return clpwl_prove(out, f, table, options);
}
