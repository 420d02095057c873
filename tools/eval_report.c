/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "eval_report.h"
#include <math.h>
#include "common/bound.h"
#include "common/message.h"
#include "common/names.h"

void eval_report_begin(eval_report *r, const clpwl_table *table)
{
    clpwl_table_domain(table, &r->from, &r->to);
    r->a = (float)r->from;
    r->b = (float)r->to;
    r->extend = clpwl_table_extend(table);
}

void eval_report_count(eval_report *r, const float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        r->outside += x[i] < r->a || x[i] > r->b;
    for (size_t i = 0; i < n; i++)
        r->ends += (x[i] == r->a && x[i] < r->from) || (x[i] == r->b && x[i] > r->to);
}

static clpwl_error error_of(const eval_report *r, const clpwl_evaluator *evaluator)
{
    return r->half ? clpwl_evaluator_half_error(evaluator) : clpwl_evaluator_error(evaluator);
}

/* The fp32 rounding errors of derivative and integral. */
static void print_calculus(const eval_report *r, const clpwl_evaluator *evaluator)
{
    clpwl_calculus_error e = clpwl_evaluator_calculus_error(evaluator);
    int is_derivative = r->quantity == CLPWL_QUANTITY_DERIVATIVE;
    double error = is_derivative ? e.derivative : e.integral;
    const char *name = clpwl_quantity_name((clpwl_quantity)r->quantity);
    char bound[APP_BOUND_ROOM], reach[APP_BOUND_ROOM];
    if (r->quantity == CLPWL_QUANTITY_VALUE)
        return;
    if (!isfinite(error))
        fprintf(stderr, "no bound is known for the rounding of the table's %s\n", name);
    else if (is_derivative)
        fprintf(stderr, "the table's %s within %s, further than %s from a knot\n", name,
                app_bound(bound, error, 3), app_bound(reach, e.reach, 3));
    else
        fprintf(stderr, "the table's %s within %s for x in the domain\n", name, app_bound(bound, error, 3));
}

static void print_all(const eval_report *r, const clpwl_evaluator *evaluator, const reader *in)
{
    clpwl_error e = error_of(r, evaluator);
    char linf[APP_BOUND_ROOM], l2[APP_BOUND_ROOM];
    clpwl_storage kind = clpwl_evaluator_storage(evaluator);
    int is_coded = kind != CLPWL_STORAGE_FLOAT32;
    fprintf(stderr, "device %s, method %s%s%s, error ", clpwl_evaluator_device(evaluator),
            clpwl_evaluator_method(evaluator), is_coded ? ", stored as " : "",
            is_coded ? clpwl_storage_name(kind) : "");
    if (isnan(e.linf))
        fprintf(stderr, "not known\n");
    else
        fprintf(stderr, "linf %s, l2 %s\n", app_bound(linf, e.linf, 3), app_bound(l2, e.l2, 3));
    print_calculus(r, evaluator);
    fprintf(stderr, "%llu value%s in %.3g s", (unsigned long long)r->values, app_s(r->values), r->seconds);
    if (r->values > 1 && r->seconds > 0) /* the time of a value or of none is that of the call */
        fprintf(stderr, ", %.3g a second", (double)r->values / r->seconds);
    fputc('\n', stderr);
    if (in->npy)
        fprintf(stderr, "%llu of these %s rounded to float32\n",
                (unsigned long long)in->rounded, in->rounded == 1 ? "was" : "were");
}

static const char *outside_text(clpwl_extend extend, clpwl_quantity quantity)
{
    int is_integral = quantity == CLPWL_QUANTITY_INTEGRAL;
    switch (extend) {
    case CLPWL_EXTEND_CLAMP:
        return is_integral                           ? "continue by the value at its nearer end"
               : quantity == CLPWL_QUANTITY_DERIVATIVE ? "give 0, the slope of the clamped table"
                                                       : "have the value at its nearer end";
    case CLPWL_EXTEND_ZERO: return is_integral ? "give the integral up to its nearer end" : "give 0";
    case CLPWL_EXTEND_NAN: return "give NaN";
    case CLPWL_EXTEND_LINEAR: return "continue by straight lines";
    case CLPWL_EXTEND_REPEAT:
        return is_integral ? "add the integrals of periods" : "are taken into it by periods";
    case CLPWL_EXTEND_MIRROR:
        return is_integral ? "add the integrals of reflections" : "are taken into it by reflections";
    }
    return "";
}

/* A clamped argument is more often a mistake than wanted. The other extensions were asked for. */
static void tell_outside(const eval_report *r)
{
    if (r->verbose || (r->outside && r->extend == CLPWL_EXTEND_CLAMP))
        app_note("%llu of %llu arguments are outside the domain [%g, %g]%s%s",
                 (unsigned long long)r->outside, (unsigned long long)r->values, (double)r->a,
                 (double)r->b,
                 r->outside ? " and " : "",
                 r->outside ? outside_text(r->extend, (clpwl_quantity)r->quantity) : "");
    if (r->verbose && r->ends)
        app_note("%llu more %s of the domain, which fp32 rounds outwards: the error does not hold there",
                 (unsigned long long)r->ends, r->ends == 1 ? "is an end" : "are ends");
}

void eval_report_tell(const eval_report *r, const clpwl_evaluator *evaluator, const reader *in)
{
    if (r->verbose)
        print_all(r, evaluator, in);
    tell_outside(r);
}

int eval_report_json(eval_report *r, const clpwl_evaluator *e)
{
    const clpwl_calculus_error rounding = clpwl_evaluator_calculus_error(e);
    int is_derivative = r->quantity == CLPWL_QUANTITY_DERIVATIVE;
    json_t *root = json_make("quantity:s device:s method:s storage:s domain:p arguments:z outside:z seconds:n",
                             clpwl_quantity_name((clpwl_quantity)r->quantity), clpwl_evaluator_device(e),
                             clpwl_evaluator_method(e), clpwl_storage_name(clpwl_evaluator_storage(e)), r->from,
                             r->to, (size_t)r->values, (size_t)r->outside, r->seconds);
    if (r->quantity == CLPWL_QUANTITY_VALUE)
        json_add(root, "error:e", error_of(r, e));
    else
        json_add(root, "rounding:n", is_derivative ? rounding.derivative : rounding.integral);
    if (r->y)
        json_object_set_new(root, "values", r->y);
    r->y = NULL;
    return json_print(root);
}
