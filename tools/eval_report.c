/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "eval_report.h"
#include <math.h>
#include "common/bound.h"
#include "common/message.h"

void eval_report_begin(eval_report *r, const clpwl_table *table)
{
    clpwl_table_domain(table, &r->from, &r->to);
    r->a = (float)r->from;
    r->b = (float)r->to;
    r->extend = clpwl_table_extend(table);
}

void eval_report_count(eval_report *r, const float *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        r->outside += x[i] < r->a || x[i] > r->b;
        r->ends += (x[i] == r->a && x[i] < r->from) || (x[i] == r->b && x[i] > r->to);
    }
}

static clpwl_error error_of(const eval_report *r, const clpwl_evaluator *evaluator)
{
    return r->half ? clpwl_evaluator_half_error(evaluator) : clpwl_evaluator_error(evaluator);
}

/* What rounding adds to a derivative or an integral; NaN: not known. */
static double rounding_of(const eval_report *r, const clpwl_evaluator *evaluator)
{
    clpwl_calculus_error e = clpwl_evaluator_calculus_error(evaluator);
    double error = r->quantity == CLPWL_QUANTITY_DERIVATIVE ? e.derivative : e.integral;
    return isfinite(error) ? error : NAN;
}

static json_t *describe(const eval_report *r, const clpwl_evaluator *e)
{
    json_t *root = json_make(
        "quantity:s device:s method:s storage:s domain:p arguments:z outside:z seconds:n",
        clpwl_quantity_name((clpwl_quantity)r->quantity), clpwl_evaluator_device(e),
        clpwl_evaluator_method(e), clpwl_storage_name(clpwl_evaluator_storage(e)), r->from, r->to,
        r->values, r->outside, r->seconds);
    if (r->quantity == CLPWL_QUANTITY_VALUE)
        json_add(root, "error:e", error_of(r, e));
    else
        json_add(root, "rounding:n", rounding_of(r, e));
    if (r->quantity == CLPWL_QUANTITY_DERIVATIVE) /* so far from a knot */
        json_add(root, "reach:n", clpwl_evaluator_calculus_error(e).reach);
    return root;
}

/* A clamped argument is more often a mistake than wanted. The other extensions were asked for. */
void eval_report_tell(const eval_report *r, const clpwl_evaluator *evaluator, const reader *in)
{
    static const char *const clamped[] = {
        [CLPWL_QUANTITY_VALUE] = "have the value at its nearer end",
        [CLPWL_QUANTITY_DERIVATIVE] = "give 0, the slope of what is clamped",
        [CLPWL_QUANTITY_INTEGRAL] = "continue by the value at its nearer end"};
    int is_clamped = r->outside && r->extend == CLPWL_EXTEND_CLAMP;
    if (r->verbose) {
        json_t *all = describe(r, evaluator);
        if (in->npy)
            json_add(all, "rounded:z", in->rounded); /* to float32 */
        json_end(all, 0, stderr);
    }
    if (r->verbose || is_clamped)
        app_note("%zu of %zu arguments are outside the domain [%g, %g]%s%s", r->outside, r->values,
                 (double)r->a, (double)r->b, is_clamped ? " and " : "; the table extends it: ",
                 is_clamped ? clamped[r->quantity] : clpwl_extend_name(r->extend));
    if (r->verbose && r->ends)
        app_note(
            "%zu more %s of the domain, which fp32 rounds outwards: the error does not hold there",
            r->ends, r->ends == 1 ? "is an end" : "are ends");
}

int eval_report_json(eval_report *r, const clpwl_evaluator *e)
{
    json_t *root = describe(r, e);
    if (r->y)
        json_add(root, "values:j", r->y);
    r->y = NULL;
    return json_print(root);
}
