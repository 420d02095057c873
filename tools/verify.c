/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify.h"
#include <math.h>
#include <string.h>
#include "common/bound.h"
#include "common/message.h"
#include "open_device.h"
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

int verify_has_weight(const verify_job *j)
{
    return j->weight.floor > 0 || j->weight.w;
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

static const char *word_of(const clpwl_verification *v)
{
    return v->holds ? "holds" : isnan(v->bound.linf) ? "not known" : "BROKEN";
}

/* Whether the errors seen meet the table's target: 1, 0, or -1: not known. `off`: by how much a sum may be
 * wrong. */
static int meets_target(const verify_job *j, const clpwl_verification *v, double *seen, double *off)
{
    const clpwl_target *t = clpwl_table_target(j->table);
    errors e = errors_of(v, clpwl_table_weighting(j->table) != NULL);
    if (!t || !target_is_weighted_by(j->table, &j->weight))
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
    const clpwl_evaluator *e = j->rows[row].evaluator;
    double a, b, seen, off;
    clpwl_table_domain(j->table, &a, &b);
    json_t *target = target_json(j->table);
    if (json_is_object(target))
        json_add(target, "met:b", meets_target(j, v, &seen, &off));
    json_t *root = json_make("device:s place:s method:s storage:s function:s domain:p segments:z arguments:z "
                             "evidence:s got:n right:n beyond:n target:j holds:b version:s",
                             clpwl_evaluator_device(e), j->rows[row].place, clpwl_evaluator_method(e),
                             clpwl_storage_name(clpwl_evaluator_storage(e)), clpwl_table_function(j->table), a,
                             b, clpwl_table_segments(j->table), v->arguments, clpwl_evidence_name(v->evidence),
                             v->got, v->right, v->beyond, target, v->holds, PACKAGE_VERSION);
    json_add(root, errors_members, v->bound, v->allowed, v->seen, v->x, v->doubt);
    if (verify_has_weight(j))
        json_add(root, "weighted:j", json_make(errors_members, v->weighted_bound, v->weighted_allowed,
                                               v->weighted_seen, v->weighted_x, v->weighted_doubt));
    return root;
}

static void print_errors(FILE *out, const char *label, const clpwl_error *e)
{
    char linf[APP_BOUND_ROOM], l2[APP_BOUND_ROOM], l1[APP_BOUND_ROOM];
    fprintf(out, "%-10s linf %-12s l2 %-12s l1 %s\n", label, app_bound(linf, e->linf, 6),
            app_bound(l2, e->l2, 6), app_bound(l1, e->l1, 6));
}

static void print_target(FILE *out, const verify_job *j, const clpwl_verification *v)
{
    const clpwl_target *t = clpwl_table_target(j->table);
    char kind[TARGET_ROOM], text[APP_BOUND_ROOM];
    double seen, off;
    int met = meets_target(j, v, &seen, &off);
    if (!t)
        return;
    fprintf(out, "target     %s %.10g: ", target_kind(j->table, t->norm, kind), t->max_error);
    if (!target_is_weighted_by(j->table, &j->weight))
        fprintf(out, "not judged by another weight\n");
    else if (met < 0)
        fprintf(out, "not judged: a sum over these arguments may be off by %.3g\n", off);
    else
        fprintf(out, "%s, seen %s\n", met ? "met" : "NOT met", app_bound_within(text, seen, 6, t->max_error));
}

/* Of a one-sided table; NULL: of another one. */
static const char *side_of(const verify_job *j, const clpwl_verification *v)
{
    return !target_is_one_sided(j->table) ? NULL
           : isnan(v->beyond)             ? "not judged through this storage or filter"
           : v->beyond > 0                ? "NOT so"
                                          : "so at all these arguments";
}

static void print_one(FILE *out, const verify_job *j, const verify_row *row, const clpwl_verification *v)
{
    int is_unasked = strncmp(row->place, "host:", 5) == 0 && !j->device && !names_device(NULL);
    fprintf(out, "device     %s%s\nmethod     %s\nstorage    %s\narguments  %zu%s\n", row->place,
            is_unasked ? "; --device verifies an OpenCL device" : "",
            clpwl_evaluator_method(row->evaluator),
            clpwl_storage_name(clpwl_evaluator_storage(row->evaluator)), v->arguments,
            j->every ? ": every fp32 number of the domain" : "");
    for (int k = 0; k <= verify_has_weight(j); k++) {
        errors e = errors_of(v, k);
        print_errors(out, k ? "weighted" : "bound", &e.bound);
        print_errors(out, "allowed", &e.allowed);
        print_errors(out, j->every ? "exhausted" : "seen", &e.seen);
        fprintf(out, "worst      at x = %.9g", e.x);
        if (k == 0)
            fprintf(out, ": %.9g; f(x) = %.9g", v->got, v->right);
        fputc('\n', out);
    }
    if (side_of(j, v))
        fprintf(out, "side       %s f: %s\n", clpwl_fit_name(clpwl_table_fit(j->table)), side_of(j, v));
    print_target(out, j, v);
    fprintf(out, "the bound  %s%s\n", v->holds ? "" : "is ", word_of(v));
}

void verify_print(FILE *out, verify_job *j, size_t i)
{
    const verify_row *row = &j->rows[i];
    const clpwl_verification *v = &j->seen[i];
    const char *side = side_of(j, v);
    errors e = errors_of(v, verify_has_weight(j));
    char bound[APP_BOUND_ROOM];
    double from, to;
    size_t n = clpwl_table_segments(j->table);
    clpwl_table_domain(j->table, &from, &to);
    if (i == 0) {
        fputs("table      ", out);
        app_print_plain(out, clpwl_table_function(j->table));
        fprintf(out, " on [%.9g, %.9g], %zu segment%s\n", from, to, n, app_s(n));
    }
    if (!j->is_list) {
        print_one(out, j, row, v);
        return;
    }
    if (i == 0 || strcmp(row->place, row[-1].place) != 0)
        fprintf(out, "%s\n  %-13s %-8s %10s  %-12s %-12s worst at x%s\n", row->place, "method", "storage",
                "arguments", "bound", j->every ? "exhausted" : "seen", *e.word ? "      (weighted)" : "");
    fprintf(out, "  %-13s %-8s %10zu  %-12s %-12.6g %-15.9g %s%s%s\n",
            clpwl_evaluator_method(row->evaluator),
            clpwl_storage_name(clpwl_evaluator_storage(row->evaluator)), v->arguments,
            app_bound(bound, e.bound.linf, 6), e.seen.linf, e.x, word_of(v), side ? ", side " : "",
            side ? side : "");
}

void verify_print_doubt(FILE *out, const verify_job *j)
{
    for (int k = 0; k <= verify_has_weight(j); k++) {
        double doubt = k ? j->seen[0].weighted_doubt : j->seen[0].doubt, seen = INFINITY;
        const char *label = k ? "weighted " : "reference", *word = k ? "weighted " : "";
        for (size_t i = 0; i < j->count; i++)
            seen = fmin(seen, errors_of(&j->seen[i], k).seen.linf);
        if (out && isnan(doubt))
            fprintf(out, "%s  f in double, compared with no enclosure\n", label);
        else if (out)
            fprintf(out, "%s  f in double, within %.2g of f at 1024 arguments and the worst\n", label, doubt);
        if (doubt > 0x1p-10 * seen)
            app_note("f in double is known to %.2g, which is not 2^10 times as exact as the %serror "
                     "seen, %.2g", doubt, word, seen);
    }
}

int verify_verdict(const verify_job *j, size_t i)
{
    const clpwl_verification *v = &j->seen[i];
    const clpwl_evaluator *e = j->rows[i].evaluator;
    char other[SOURCE_REASON], who[SOURCE_REASON + 400];
    if (v->holds)
        return 0;
    source_other(j->table, j->f, other);
    snprintf(who, sizeof who, j->is_list ? "%s%s, %s: " : "%s", other, clpwl_evaluator_device(e),
             clpwl_evaluator_method(e));
    if (isinf(v->seen.linf))
        return app_fail("%sthe value at x = %.9g is %g; f(x) is %.9g", who, v->x, v->got, v->right);
    for (int k = 0; k < 2 && !isnan(v->bound.linf); k++) {
        errors of = errors_of(v, k);
        int norm = broken_norm(&of);
        if (norm >= 0)
            return app_fail("%sthe bound is broken: the %s%s error is %.6g; at most %.6g is allowed; linf is "
                            "largest at x = %.9g", who, of.word, clpwl_norm_name((clpwl_norm)norm),
                            clpwl_error_in(&of.seen, (clpwl_norm)norm),
                            clpwl_error_in(&of.allowed, (clpwl_norm)norm), of.x);
    }
    if (v->beyond > 0)
        return app_fail("%sa value of this one-sided table is on the wrong side of f, by %.6g at x = %.9g",
                        who, v->beyond, v->beyond_x);
    return app_fail("%sthere is no bound to verify, as the error was never measured: the table was made from "
                    "nodal values, or its weight is not known; the error reaches %.6g at x = %.9g", who,
                    v->seen.linf, v->x);
}
