/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "proof/doubt.h"
#include "function/function.h"
#include "proof/claim.h"

clpwl_status clpwl__doubt(const clpwl_function *f, const double *x, double *doubt, size_t n)
{
    clpwl_status status = CLPWL_OK;
    clpwl__expression e = {0};
    RANGE(at);
    RANGE(y);
    int root;
    TRY(clpwl__expression_function(&e, &root, f));
    for (size_t i = 0; i < n; i++) {
        clpwl__range_set_double(&at, x[i]);
        TRY(clpwl__enclose(&e, root, &at));
        clpwl__range_set_double(&y, clpwl__function_raw(f, x[i]));
        clpwl__range_sub(&y, &y, &e.values[root]);
        doubt[i] = clpwl__range_known(&y) ? clpwl__range_most(&y) : (double)NAN;
    }
done:
    clpwl__expression_free(&e);
    return status;
}
