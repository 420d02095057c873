/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error of tables as a method executes them; and an evaluator ready with its error. */
#include "cl/evaluator/evaluator.h"
#include "execution/weighted.h"
#include "table/table.h"

clpwl_status clpwl__evaluator_execution(const clpwl_evaluator *e, const clpwl__method *method,
                                        clpwl_storage storage, clpwl_execution *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    /* Codes in buffers are interpolated between knots as texels are. */
    how.from_image = method->needs & NEEDS_IMAGE ||
                     (method->needs & NEEDS_RECORDS && storage != CLPWL_STORAGE_FLOAT32);
    how.storage = storage;
    if (method->needs & NEEDS_LINEAR)
        TRY(clpwl_context_execution(e->context, storage, &how));
    if (method->info.host)
        how.weight_bits = e->weight_bits;
    *out = how;
done:
    return status;
}

/* The largest error of all tables in each norm. `measured` replaces the tables' own errors; NULL:
 * they are taken. */
static clpwl_status find_worst_error(const clpwl_evaluator *e, const clpwl__method *method,
                                   clpwl_storage storage, const clpwl_error *measured,
                                   clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_execution how;
    clpwl_error worst = {0, 0, 0};
    TRY(clpwl__evaluator_execution(e, method, storage, &how));
    for (size_t k = 0; k < e->tables; k++) {
        const clpwl_table *t = e->table[k];
        clpwl_error error = clpwl__executed(t, &how, measured ? *measured : clpwl__table_known(t),
                                            0, NULL, NULL);
        worst.l1 = clpwl__worse(worst.l1, error.l1);
        worst.l2 = clpwl__worse(worst.l2, error.l2);
        worst.linf = clpwl__worse(worst.linf, error.linf);
    }
    *out = worst;
done:
    return status;
}

clpwl_status clpwl__evaluator_executed(const clpwl_evaluator *e, const clpwl__method *method,
                                       clpwl_storage storage, clpwl_error *out)
{
    return find_worst_error(e, method, storage, NULL, out);
}

clpwl_status clpwl__evaluator_added(const clpwl_evaluator *e, const clpwl__method *method,
                                    clpwl_storage storage, clpwl_error *out)
{
    return find_worst_error(e, method, storage, &(clpwl_error){0, 0, 0}, out);
}

clpwl_status clpwl__evaluator_ready(clpwl_evaluator *e, const clpwl__method *method,
                                    clpwl_storage storage)
{
    clpwl_status status = CLPWL_OK;
    double linf;
    TRY(clpwl__evaluator_prepare(e, method, storage));
    if (method->needs & NEEDS_EXACT) {
        TRY(clpwl__exact_error(e, &linf));
        e->error = clpwl__exact_norms(e, linf);
    } else {
        TRY(clpwl__evaluator_executed(e, method, storage, &e->error));
    }
done:
    if (status != CLPWL_OK)
        clpwl__evaluator_clear(e);
    return status;
}

