/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify.h"
#include <math.h>
#include "common/bound.h"
#include "common/message.h"
#include "target.h"

/* A sum over random arguments may exceed a target by this part, and is then not told from it. */
static const double near = 1.0 / 64;

/* The error of a verification, or its weighted error. */
typedef struct errors {
    const char *word;
    clpwl_error bound, allowed, seen;
    double x;
} errors;

static errors errors_of(const clpwl_verification *v, int is_weighted)
{
    return is_weighted ? (errors){ "weighted ", v->weighted_bound, v->weighted_allowed,
                                   v->weighted_seen, v->weighted_x }
                       : (errors){ "", v->bound, v->allowed, v->seen, v->x };
}

/* The first norm in which an error seen is more than what is allowed; -1: none. */
static int broken_norm(const errors *e)
{
    static const clpwl_norm norms[] = { CLPWL_NORM_LINF, CLPWL_NORM_L2, CLPWL_NORM_L1 };
    for (int i = 0; i < 3; i++)
        if (clpwl_error_in(&e->seen, norms[i]) > clpwl_error_in(&e->allowed, norms[i]))
            return (int)norms[i];
    return -1;
}

/* Whether the errors seen meet the table's target: 1, 0, or -1: not known. `off`: by how much a sum may be
 * wrong. */
static int meets_target(const verify_job *j, const clpwl_verification *v, double *seen, double *off)
{
    const clpwl_target *t = clpwl_table_target(j->of.table);
    errors e = errors_of(v, clpwl_table_weighting(j->of.table) != NULL);
    *seen = *off = NAN;
    if (!t || !target_is_weighted_by(j->of.table, &j->of.weight))
        return -1;
    *seen = clpwl_error_in(&e.seen, t->norm);
    *off = clpwl_error_in(&e.allowed, t->norm) - clpwl_error_in(&e.bound, t->norm);
    if (!(*seen - t->max_error <= *off) || v->beyond > 0)
        return 0;
    return *seen <= (1 + near) * t->max_error ? 1 : -1;
}

static const char errors_members[] = "bound:e allowed:e seen:e x:n doubt:n";

json_t *verify_json(const verify_job *j, size_t row)
{
    const clpwl_verification *v = &j->seen[row];
    const clpwl_evaluator *e = j->rows[row];
    double a, b, seen, off;
    clpwl_table_domain(j->of.table, &a, &b);
    json_t *target = target_json(j->of.table);
    if (json_is_object(target)) {
        int met = meets_target(j, v, &seen, &off); /* by another weight: not known */
        json_add(target, "met:b seen:n uncertain:n", met, seen, off);
    }
    json_t *root = json_make(
        "device:s place:s method:s storage:s function:s domain:p segments:z arguments:z "
        "evidence:s got:n right:n beyond:n target:j holds:b",
        clpwl_evaluator_device(e), j->place, clpwl_evaluator_method(e),
        clpwl_storage_name(clpwl_evaluator_storage(e)), clpwl_table_function(j->of.table), a, b,
        clpwl_table_segments(j->of.table), v->arguments, clpwl_evidence_name(v->evidence), v->got,
        v->right, v->beyond, target, v->holds);
    json_add(root, errors_members, v->bound, v->allowed, v->seen, v->x, v->doubt);
    if (subject_has_weight(&j->of))
        json_add(root, "weighted:j",
                 json_make(errors_members, v->weighted_bound, v->weighted_allowed, v->weighted_seen,
                           v->weighted_x, v->weighted_doubt));
    return root;
}

void verify_print(FILE *out, const verify_job *j, size_t i)
{
    const clpwl_evaluator *row = j->rows[i];
    const clpwl_verification *v = &j->seen[i];
    errors e = errors_of(v, subject_has_weight(&j->of));
    char bound[APP_BOUND_ROOM];
    if (i == 0)
        fprintf(out, "%s\n  %-13s %-8s %10s  %-12s %-12s worst at x%s\n", j->place, "method",
                "storage", "arguments", "bound", j->every ? "exhausted" : "seen",
                *e.word ? "      (weighted)" : "");
    fprintf(out, "  %-13s %-8s %10zu  %-12s %-12.6g %-15.9g %s\n", clpwl_evaluator_method(row),
            clpwl_storage_name(clpwl_evaluator_storage(row)), v->arguments,
            app_bound(bound, e.bound.linf, 6), e.seen.linf, e.x,
            v->holds               ? "holds"
            : isnan(v->bound.linf) ? "not known"
                                   : "BROKEN");
}

void verify_note_doubt(const verify_job *j)
{
    for (size_t i = 0; i < j->count; i++) {
        const clpwl_verification *v = &j->seen[i];
        int is_weighted = v->weighted_doubt > 0x1p-10 * v->weighted_seen.linf;
        if (is_weighted || v->doubt > 0x1p-10 * v->seen.linf) {
            app_note(
                "f in double is known to %.2g, which is not 2^10 times as exact as the errors seen",
                is_weighted ? v->weighted_doubt : v->doubt);
            return;
        }
    }
}

int verify_verdict(const verify_job *j, size_t i)
{
    const clpwl_verification *v = &j->seen[i];
    const clpwl_evaluator *e = j->rows[i];
    char other[SOURCE_REASON], who[SOURCE_REASON + 128];
    if (v->holds)
        return 0;
    source_other(j->of.table, j->of.f, other);
    snprintf(who, sizeof who, j->is_list ? "%s%s: " : "%s", other, clpwl_evaluator_method(e));
    if (isinf(v->seen.linf))
        return app_fail("%sthe value at x = %.9g is %g; f(x) is %.9g", who, v->x, v->got, v->right);
    for (int k = 0; k < 2 && !isnan(v->bound.linf); k++) {
        errors of = errors_of(v, k);
        int norm = broken_norm(&of);
        if (norm >= 0)
            return app_fail(
                "%sthe bound is broken: the %s%s error is %.6g; at most %.6g is allowed; linf is "
                "largest at x = %.9g",
                who, of.word, clpwl_norm_name((clpwl_norm)norm),
                clpwl_error_in(&of.seen, (clpwl_norm)norm),
                clpwl_error_in(&of.allowed, (clpwl_norm)norm), of.x);
    }
    if (v->beyond > 0)
        return app_fail("%s%s of this table is %s, by %.6g at x = %.9g", who,
                        isnan(v->beyond_x) ? "the integral" : "a value",
                        clpwl_table_constraints(j->of.table) ? "beyond what it is held to"
                                                             : "on the wrong side of f",
                        v->beyond, v->beyond_x);
    return app_fail("%sthere is no bound to verify, as the error was never measured; it reaches "
                    "%.6g at x = %.9g",
                    who, v->seen.linf, v->x);
}
