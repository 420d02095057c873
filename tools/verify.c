/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "verify.h"
#include <math.h>
#include <string.h>
#include "bench/bench.h"
#include "common/bound.h"
#include "common/message.h"
#include "common/progress.h"
#include "open_device.h"
#include "target.h"

/* A sum over random arguments may exceed a bound or a target by this part, and is then not told from it. */
static const double near = 1.0 / 64;

int verify_has_weight(const verify_job *j)
{
    return j->weight.floor > 0 || j->weight.w;
}

/* The place of x among the fp32 numbers in ascending order: 0 is +0, -1 is -0. */
static int64_t order_of(float x)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits < 0 ? -1 - (int64_t)(bits & INT32_MAX) : bits;
}

size_t verify_count_arguments(const clpwl_table *table)
{
    double a, b;
    clpwl_table_domain(table, &a, &b);
    float lo = (float)a, hi = (float)b;
    lo = lo < a ? nextafterf(lo, INFINITY) : lo;
    hi = hi > b ? nextafterf(hi, -INFINITY) : hi;
    return (size_t)(order_of(hi + 0.0f) - order_of(lo + 0.0f) + 1);
}

clpwl_evaluator_options verify_how(const verify_job *j, const clpwl_context *context,
                                   const char *method, clpwl_storage storage)
{
    clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
    how.method = method;
    how.storage = storage;
    if (context && names_device(j->device))
        how.use = CLPWL_USE_KERNEL; /* which no method of the host serves */
    return how;
}

const char *verify_place(const clpwl_evaluator *e, const clpwl_context *context,
                         char place[VERIFY_PLACE_ROOM])
{
    char cpu[256];
    if (context && !is_host_method(clpwl_evaluator_method(e))) {
        const clpwl_device_info *d = clpwl_context_info(context);
        snprintf(place, VERIFY_PLACE_ROOM, "%s: %s, driver %s", d->platform, d->name, d->driver);
        return place;
    }
    bench_cpu_name(cpu, sizeof cpu);
    snprintf(place, VERIFY_PLACE_ROOM, "host: %s", cpu);
    return place;
}

void verify_print_place(FILE *out, const verify_job *j, const char *place)
{
    int is_unasked = strncmp(place, "host:", 5) == 0 && !j->device && !names_device(NULL);
    fprintf(out, "device     %s%s\n", place,
            is_unasked ? "; --device verifies an OpenCL device" : "");
}

int verify_run(const verify_job *j, clpwl_evaluator *e, const clpwl_function *f,
               clpwl_verification *seen)
{
    clpwl_verify_options options = CLPWL_VERIFY_INIT;
    app_progress bar;
    options.arguments = j->arguments;
    options.weight = verify_has_weight(j) ? &j->weight : NULL;
    options.seed = (uint32_t)j->seed;
    options.progress = app_progress_show;
    options.progress_user = &bar;
    app_progress_begin(&bar, "verify");
    int code = app_status(clpwl_verify(e, f, &options, seen));
    app_progress_end(&bar);
    return code;
}

json_t *verify_json(const verify_job *j, const clpwl_evaluator *e, const clpwl_verification *v)
{
    json_t *root = json_pack("{s:o, s:s, s:s, s:I, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b}",
                             "device", json_text(clpwl_evaluator_device(e)), "method",
                             clpwl_evaluator_method(e), "storage",
                             clpwl_storage_name(clpwl_evaluator_storage(e)), "arguments",
                             (json_int_t)v->arguments, "evidence", clpwl_evidence_name(v->evidence), "bound",
                             json_norms(v->bound), "allowed", json_norms(v->allowed), "seen",
                             json_norms(v->seen), "x", json_number(v->x), "got",
                             json_number(v->got), "right", json_number(v->right), "beyond",
                             json_number(v->beyond), "holds",
                             v->holds);
    if (verify_has_weight(j))
        json_object_set_new(root, "weighted",
                            json_pack("{s:o, s:o, s:o, s:o}", "bound",
                                      json_norms(v->weighted_bound), "allowed",
                                      json_norms(v->weighted_allowed), "seen",
                                      json_norms(v->weighted_seen), "x",
                                      json_number(v->weighted_x)));
    return root;
}

static int exceeds(const clpwl_error *seen, const clpwl_error *bound)
{
    return seen->l1 > (1 + near) * bound->l1 || seen->l2 > (1 + near) * bound->l2;
}

static const char *word_of(const clpwl_verification *v)
{
    if (v->holds)
        return exceeds(&v->seen, &v->bound) || exceeds(&v->weighted_seen, &v->weighted_bound)
                   ? "holds within what is allowed"
                   : "holds";
    return isnan(v->bound.linf) ? "not known" : "BROKEN";
}

/* What word_of leaves out: whether it is the side that is broken, or is not judged. */
static const char *side_of(const clpwl_table *table, const clpwl_verification *v)
{
    if (!target_is_one_sided(table))
        return "";
    return isnan(v->beyond) ? ", side not judged" : v->beyond > 0 ? ": on the wrong side" : "";
}

static void print_errors(FILE *out, const char *label, const clpwl_error *e)
{
    fprintf(out, "%-10s linf %-12.6g l2 %-12.6g l1 %.6g\n", label, e->linf, e->l2, e->l1);
}

static void print_bounds(FILE *out, const char *label, const clpwl_error *e)
{
    char linf[APP_BOUND_ROOM], l2[APP_BOUND_ROOM], l1[APP_BOUND_ROOM];
    fprintf(out, "%-10s linf %-12s l2 %-12s l1 %s\n", label, app_bound(linf, e->linf, 6),
            app_bound(l2, e->l2, 6), app_bound(l1, e->l1, 6));
}

typedef enum meeting { MEETS_NOT, MEETS, MEETS_PERHAPS, HAS_NO_TARGET } meeting;

/* HAS_NO_TARGET also for one of another weight. `more`: what is allowed beyond the target. */
static meeting meets_target(const verify_job *j, const clpwl_table *table, const clpwl_verification *v,
                            double *more)
{
    const clpwl_target *t = clpwl_table_target(table);
    int is_weighted = clpwl_table_weighting(table) != NULL;
    if (!t || !target_is_weighted_by(table, &j->weight))
        return HAS_NO_TARGET;
    const clpwl_error *seen = is_weighted ? &v->weighted_seen : &v->seen;
    const clpwl_error *bound = is_weighted ? &v->weighted_bound : &v->bound;
    const clpwl_error *allowed = is_weighted ? &v->weighted_allowed : &v->allowed;
    double beyond = clpwl_error_in(seen, t->norm) - t->max_error;
    *more = clpwl_error_in(allowed, t->norm) - clpwl_error_in(bound, t->norm);
    if (!(beyond <= *more) || v->beyond > 0)
        return MEETS_NOT;
    return beyond <= near * t->max_error ? MEETS : MEETS_PERHAPS;
}

json_t *verify_target_json(const verify_job *j, const clpwl_table *table, const clpwl_verification *v)
{
    json_t *target = target_json(table);
    double more;
    meeting meets = meets_target(j, table, v, &more);
    if (clpwl_table_target(table))
        json_object_set_new(target, "met", meets == MEETS       ? json_true()
                                           : meets == MEETS_NOT ? json_false()
                                                                : json_null());
    return target;
}

static void print_target(FILE *out, const verify_job *j, const clpwl_table *table,
                         const clpwl_verification *v)
{
    const clpwl_target *t = clpwl_table_target(table);
    int is_weighted = clpwl_table_weighting(table) != NULL;
    char kind[TARGET_ROOM], text[APP_BOUND_ROOM];
    double more;
    meeting meets = meets_target(j, table, v, &more);
    if (meets == HAS_NO_TARGET) {
        if (t)
            fprintf(out, "target     %s %.10g: not judged by another weight\n",
                    target_kind(table, t->norm, kind), t->max_error);
        return;
    }
    double seen = clpwl_error_in(is_weighted ? &v->weighted_seen : &v->seen, t->norm);
    fprintf(out, "target     %s %.10g: %s, seen %s", target_kind(table, t->norm, kind), t->max_error,
            meets == MEETS ? "met" : meets == MEETS_NOT ? "NOT met" : "not judged",
            app_bound_within(text, seen, 6, t->max_error));
    if (meets == MEETS_PERHAPS)
        fprintf(out, ": a sum over these arguments may be off by %.3g", more);
    fputc('\n', out);
}

/* The first norm in which an error seen is more than what is allowed; -1: none. */
static int broken_norm(const clpwl_error *seen, const clpwl_error *allowed)
{
    static const clpwl_norm norms[] = { CLPWL_NORM_LINF, CLPWL_NORM_L2, CLPWL_NORM_L1 };
    for (int i = 0; i < 3; i++)
        if (clpwl_error_in(seen, norms[i]) > clpwl_error_in(allowed, norms[i]))
            return (int)norms[i];
    return -1;
}

/* Of a one-sided table. */
static void print_side(FILE *out, const clpwl_table *table, const clpwl_verification *v)
{
    clpwl_fit fit = clpwl_table_fit(table);
    if (!target_is_one_sided(table))
        return;
    const char *side = clpwl_fit_name(fit), *other = fit == CLPWL_FIT_ABOVE ? "below" : "above";
    if (isnan(v->beyond))
        fprintf(out, "side       not judged through this storage or filter\n");
    else if (v->beyond > 0)
        fprintf(out, "side       NOT %s f: %s by %.6g at x = %.9g\n", side, other, v->beyond, v->beyond_x);
    else
        fprintf(out, "side       %s f, or equal, at all these arguments\n", side);
}

void verify_print(FILE *out, const verify_job *j, const clpwl_table *table,
                  const clpwl_evaluator *e, const clpwl_verification *v)
{
    int is_exhausted = v->evidence == CLPWL_EVIDENCE_EXHAUSTED;
    const char *seen = is_exhausted ? "exhausted" : "seen";
    fprintf(out, "method     %s\nstorage    %s\narguments  %zu%s\n", clpwl_evaluator_method(e),
            clpwl_storage_name(clpwl_evaluator_storage(e)), v->arguments,
            is_exhausted ? ": every fp32 number of the domain" : "");
    print_bounds(out, "bound", &v->bound);
    print_bounds(out, "allowed", &v->allowed);
    print_errors(out, seen, &v->seen);
    fprintf(out, "worst      at x = %.9g: %.9g; f(x) = %.9g\n", v->x, v->got, v->right);
    if (verify_has_weight(j)) {
        print_bounds(out, "weighted", &v->weighted_bound);
        print_bounds(out, "allowed", &v->weighted_allowed);
        print_errors(out, seen, &v->weighted_seen);
        fprintf(out, "worst      at x = %.9g\n", v->weighted_x);
    }
    print_side(out, table, v);
    print_target(out, j, table, v);
    int is_side = v->beyond > 0 && broken_norm(&v->seen, &v->allowed) < 0 &&
                  broken_norm(&v->weighted_seen, &v->weighted_allowed) < 0;
    fprintf(out, "%s  %s%s\n", is_side ? "the side " : "the bound", v->holds ? "" : "is ", word_of(v));
}

void verify_print_heading(FILE *out, const verify_job *j)
{
    fprintf(out, "  %-13s %-8s %10s  %-12s %-12s %s\n", "method", "storage", "arguments", "bound",
            j->every ? "exhausted" : "seen",
            verify_has_weight(j) ? "worst at x      (weighted)" : "worst at x");
}

void verify_print_row(FILE *out, const verify_job *j, const clpwl_table *table, const clpwl_evaluator *e,
                      const clpwl_verification *v)
{
    int is_weighted = verify_has_weight(j);
    char bound[APP_BOUND_ROOM];
    fprintf(out, "  %-13s %-8s %10zu  %-12s %-12.6g %-15.9g %s%s\n", clpwl_evaluator_method(e),
            clpwl_storage_name(clpwl_evaluator_storage(e)), v->arguments,
            app_bound(bound, is_weighted ? v->weighted_bound.linf : v->bound.linf, 6),
            is_weighted ? v->weighted_seen.linf : v->seen.linf,
            is_weighted ? v->weighted_x : v->x, word_of(v), side_of(table, v));
}

static int fail_norm(const char *who, const char *kind, clpwl_norm norm, const clpwl_error *bound,
                     const clpwl_error *seen, const clpwl_error *allowed, double x)
{
    const char *name = clpwl_norm_name(norm);
    if (norm == CLPWL_NORM_LINF)
        return app_fail("%sthe bound is broken: the %serror is %.6g at x = %.9g; the bound is %.6g",
                        who, kind, seen->linf, x, bound->linf);
    return app_fail("%sthe bound is broken: the %s%s error is %.6g; the bound is %.6g, and %.6g with "
                    "the uncertainty of the comparison", who, kind, name,
                    clpwl_error_in(seen, norm), clpwl_error_in(bound, norm),
                    clpwl_error_in(allowed, norm));
}

int verify_verdict(const clpwl_verification *v, const char *who)
{
    int norm = broken_norm(&v->seen, &v->allowed);
    if (v->holds)
        return 0;
    if (isinf(v->seen.linf))
        return app_fail("%sthe value at x = %.9g is %g; f(x) is %.9g", who, v->x, v->got, v->right);
    if (isnan(v->bound.linf))
        return app_fail("%sthe error of this table was never measured, as it was made from nodal "
                        "values: there is no bound to verify; the error reaches %.6g at x = %.9g",
                        who, v->seen.linf, v->x);
    if (norm >= 0)
        return fail_norm(who, "", (clpwl_norm)norm, &v->bound, &v->seen, &v->allowed, v->x);
    norm = broken_norm(&v->weighted_seen, &v->weighted_allowed);
    if (norm < 0 && v->beyond > 0)
        return app_fail("%sa value of this one-sided table is on the wrong side of f, by %.6g at x = %.9g",
                        who, v->beyond, v->beyond_x);
    return fail_norm(who, "weighted ", norm < 0 ? CLPWL_NORM_LINF : (clpwl_norm)norm,
                     &v->weighted_bound, &v->weighted_seen, &v->weighted_allowed, v->weighted_x);
}
