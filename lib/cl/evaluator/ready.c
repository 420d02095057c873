/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error of tables as a method executes them; and an evaluator ready with its error. */
#include "cl/evaluator/evaluator.h"
#include "base/door.h"
#include "execution/weighted.h"
#include "fit/fit.h"
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

static void take_worse(clpwl_error *worst, clpwl_error error)
{
    worst->l1 = clpwl__worse(worst->l1, error.l1);
    worst->l2 = clpwl__worse(worst->l2, error.l2);
    worst->linf = clpwl__worse(worst->linf, error.linf);
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
        take_worse(&worst, clpwl__executed(t, &how, measured ? *measured : clpwl__table_known(t), 0, NULL,
                                           NULL));
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

int clpwl__evaluator_is_one_sided(const clpwl_evaluator *e)
{
    size_t k = 0;
    while (k < e->tables && !clpwl__fit_is_one_sided(clpwl_table_fit(e->table[k])))
        k++;
    return k < e->tables;
}

/* A bound of the rounding to half of numbers up to `most`; NaN for NaN. */
static double bound_half(double most)
{
    int exponent = 0;
    (void)frexp(most, &exponent); /* most < 2^exponent: halves are 2^(exponent - 11) apart */
    return isnan(most)      ? NAN
           : most >= 65520 ? INFINITY
                           : fmax(ldexp(1, exponent - 12), 0x1p-25);
}

/* What rounding to half adds to the values of a table that are `slack` from it at most. */
static clpwl_error find_half_rounding(const clpwl_table *t, double slack)
{
    const double *knots = clpwl_table_knots(t), *values = clpwl_table_values(t);
    clpwl_error sum = {0, 0, 0};
    for (size_t i = 0; i < clpwl_table_segments(t); i++) {
        double length = knots[i + 1] - knots[i];
        double error = bound_half(fmax(fabs(values[i]), fabs(values[i + 1])) + slack);
        sum.l1 += length * error;
        sum.l2 += length * error * error;
        sum.linf = clpwl__worse(sum.linf, error);
    }
    sum.l2 = sqrt(sum.l2);
    return sum;
}

clpwl_error clpwl_evaluator_half_error(const clpwl_evaluator *e)
{
    CLPWL__DOOR;
    clpwl_error worst = {0, 0, 0};
    for (size_t k = 0; k < e->tables; k++) {
        /* exact differs from the table by the table's error, too. */
        double slack = e->error.linf + clpwl__table_known(e->table[k]).linf;
        take_worse(&worst, find_half_rounding(e->table[k], slack));
    }
    return (clpwl_error){e->error.l1 + worst.l1, e->error.l2 + worst.l2,
                         e->error.linf + worst.linf};
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

