/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of a method. */
#include "cl/evaluator.h"

/* An emulated filter is the scalar method's. */
static const char *host_name(const clpwl_evaluator *e)
{
    return e->weight_bits ? "host-scalar" : clpwl__host_best_row(e->pack)->name;
}

clpwl_status clpwl__auto(clpwl_evaluator *e, const clpwl_evaluator_options *o)
{
    static const char *const order[] = {"image-linear", "buffer"};
    clpwl_status status = CLPWL_OK;
    const clpwl__method *method;
    (void)o;
    if (!e->context) {
        TRY(clpwl__method_find(&method, host_name(e), e->pack->partition));
        TRY(clpwl__evaluator_ready(e, method));
        goto done;
    }
    for (size_t i = e->context->info.type & CL_DEVICE_TYPE_GPU ? 0 : 1; i < 2; i++) {
        TRY(clpwl__method_find(&method, order[i], e->pack->partition));
        status = clpwl__evaluator_ready(e, method);
        if (status != CLPWL_ERR_UNSUPPORTED)
            break;
    }
done:
    return status;
}
