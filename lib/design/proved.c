/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/proved.h"
#include "base/internal.h"
#include "base/progress.h"
#include "execution/weighted.h"
#include "fit/fit.h"
#include "function/function.h"
#include "function/weight.h"
#include "proof/factors.h"
#include "proof/look.h"
#include "proof/prove.h"
#include "table/table.h"
#include "table/table_value.h"

/* Seconds of work of a proof that is required, and of one that is tried; and of the bounds of a weight after
 * a proof. Y0 relative to 1e-6 has 9298 segments whose bounds took 20 s. */
static const double required = 600, tried = 0.5, after_proof = 2;

/* Whether f may have features narrower than samples: formulas, and parameters such as a width. */
static int may_be_narrow(const clpwl_function *f)
{
    return f && (f->is_formula || (f->entry && f->entry->parameters[0].name));
}

static clpwl_error measured_of(const clpwl_design_options *o, const clpwl_table *table)
{
    return o->weight ? clpwl_table_weighting(table)->measured : clpwl_table_measured(table);
}

/* How far a bound may exceed the true error: half of what is left below the target. 1e-5: cubics are
 * bounded to that. */
static double find_tolerance(const clpwl_design_options *o, const clpwl_table *table)
{
    const clpwl_target *t = clpwl_table_target(table);
    double most = 1e-3;
    if (t)
        most = fmin(most, (t->max_error - t->reached) / t->reached / 2);
    return o->proving == CLPWL_PROVING_FEATURES ? 0.05 : fmax(most, 1e-5);
}

/* The size of values: 1e-12 of it is taken for the rounding of f in double. Without a weight it is the
 * largest nodal value. A weight may vary by magnitudes: the size is then the larger nodal value of the
 * segment with the largest error, times the weight there. */
static clpwl_status find_scale(const clpwl_function *f, const clpwl_design_options *o,
                               const clpwl_table *table, const clpwl_proof *p, double *scale)
{
    clpwl_status status = CLPWL_OK;
    const double *values = clpwl_table_values(table), *knots = clpwl_table_knots(table);
    size_t i = 0, last = clpwl_table_segments(table);
    double y, factor = 1;
    if (o->weight) {
        double x = fmin(fmax(p->worst, knots[0]), knots[last]); /* worst is 0 where f - v is 0 */
        TRY(clpwl__value(f, x, &y));
        TRY(clpwl__weigh(o->weight, CLPWL_NORM_LINF, x, y, &factor));
        i = clpwl__segment_of(knots, last, x);
        last = i + 1;
    }
    for (*scale = 0; i <= last; i++)
        *scale = fmax(*scale, factor * fabs(values[i]));
done:
    return status;
}

/* Whether the bounds are as near as a tolerance of 1e-3 leaves them: roundings may keep them far. */
static int is_near(const clpwl_proof *p, double measured, double scale)
{
    return p->bound.linf <= 1.01 * fmax(p->least.linf, measured) + 1e-12 * scale;
}

/* Bounds that are recorded are near. */
static clpwl_status check_bounds(const clpwl_function *f, const clpwl_design_options *o,
                                 const clpwl_table *table, const clpwl_proof *p)
{
    clpwl_status status = CLPWL_OK;
    double scale;
    TRY(find_scale(f, o, table, p, &scale));
    CHECK(is_near(p, measured_of(o, table).linf, scale), CLPWL_ERR_NUMERIC,
          "the bound that is proved of %s, %.6g, is far above its error, at least %.6g",
          clpwl_function_name(f), p->bound.linf, p->least.linf);
done:
    return status;
}

/* A one-sided table whose side is not proved is not proved. */
static clpwl_status check_side(const clpwl_function *f, const clpwl_table *table, const clpwl_proof *p)
{
    clpwl_status status = CLPWL_OK;
    CHECK(p->side != 0 || !clpwl__fit_is_one_sided(clpwl_table_fit(table)), CLPWL_ERR_NUMERIC,
          "it was not proved of %s that the table is %s at all x", clpwl_function_name(f),
          clpwl_fit_name(clpwl_table_fit(table)));
done:
    return status;
}

double clpwl__design_proof_begins(const clpwl_design_options *o)
{
    return o->proving == CLPWL_PROVING_REQUIRED ? 0.5 : 1;
}

/* The part of the whole at which the bounds of a weight begin. */
static double proof_ends(const clpwl_design_options *o)
{
    return o->proving == CLPWL_PROVING_REQUIRED && clpwl__weighs(o->weight) ? 0.9 : 1;
}

/* fp32, without a filter. */
static int is_plain(const clpwl_execution *e)
{
    return e->storage == CLPWL_STORAGE_FLOAT32 && e->weight_bits == 0 && e->value_error == 0;
}

/* With the integrals; without them where these take too long; where narrow features are to be found alone,
 * with a wide tolerance; and where nothing is proved, by a look for features. */
clpwl_status clpwl__design_prove(const clpwl_function *f, const clpwl_design_options *o,
                                 const clpwl_table *table, clpwl_proof *out,
                                 clpwl__proved *proved)
{
    const int is_required = o->proving == CLPWL_PROVING_REQUIRED;
    const int is_narrow = may_be_narrow(f) || (o->weight && may_be_narrow(o->weight->w));
    clpwl_prove_options p = CLPWL_PROVE_INIT;
    clpwl_status status = CLPWL_OK;
    clpwl__share share = {.progress = o->progress, .user = o->progress_user,
                          .from = clpwl__design_proof_begins(o), .to = proof_ends(o)};
    *proved = o->proving != CLPWL_PROVING_FEATURES ? CLPWL__PROVED_ERRORS
              : is_narrow                          ? CLPWL__PROVED_FEATURES
                                                   : CLPWL__PROVED_NOTHING;
    if (!*proved)
        goto done;
    p.weight = o->weight;
    p.tolerance = find_tolerance(o, table);
    p.seconds = is_required ? required : tried;
    p.progress = is_required ? clpwl__share_report : NULL;
    p.progress_user = &share;
    status = clpwl__prove(out, f, table, &p, 1);
    p.linf_only = 1;
    if (status == CLPWL_ERR_NUMERIC && (!is_required || o->norm == CLPWL_NORM_LINF))
        status = clpwl__prove(out, f, table, &p, 1);
    if (status == CLPWL_ERR_NUMERIC && o->proving == CLPWL_PROVING_TRIED && is_narrow) {
        p.tolerance = 0.05;
        *proved = CLPWL__PROVED_FEATURES;
        status = clpwl__prove(out, f, table, &p, 1);
    }
    if (!is_required && (status == CLPWL_ERR_UNSUPPORTED || status == CLPWL_ERR_NUMERIC)) {
        *proved = CLPWL__PROVED_FEATURES;
        status = CLPWL_ERR_UNSUPPORTED;
        if (may_be_narrow(f))
            status = clpwl__look(out, f, table, o->weight, measured_of(o, table).linf, p.seconds);
        if (status == CLPWL_OK && clpwl__fit_is_one_sided(clpwl_table_fit(table)))
            status = clpwl__prove_side(out, f, table, NULL, &p, 1);
    }
    if (status == CLPWL_OK && out->side > 0 && !is_plain(o->execution)) {
        clpwl_execution how = *o->execution; /* which a number of segments does not record */
        how.from_image = 1;
        status = clpwl__prove_side(out, f, table, &how, &p, 1);
    }
    if (!is_required && status == CLPWL_ERR_UNSUPPORTED) {
        *proved = CLPWL__PROVED_NOTHING;
        status = CLPWL_OK;
    }
    if (status == CLPWL_OK && *proved == CLPWL__PROVED_ERRORS &&
        (check_bounds(f, o, table, out) != CLPWL_OK || check_side(f, table, out) != CLPWL_OK)) {
        *proved = CLPWL__PROVED_FEATURES;
        status = is_required ? CLPWL_ERR_NUMERIC : CLPWL_OK; /* the message stands */
    }
done:
    return status;
}

/* What was measured is below a lower bound. 5e-4: maxima are measured to 1e-6 or so, integrals and their
 * lower bounds less well; 1e-12: the roundings of f in double. */
static int is_below(double measured, double least, double scale)
{
    return least > measured * 1.0005 + 1e-12 * scale;
}

static clpwl_status correct_integrals(const clpwl_function *f, const clpwl_design_options *o,
                                      const clpwl_proof *p, double scale, clpwl_table *table)
{
    clpwl_status status = CLPWL_OK;
    clpwl_error e = measured_of(o, table);
    double a, b;
    clpwl_table_domain(table, &a, &b);
    if (!is_below(e.l1, p->least.l1, scale * (b - a)) &&
        !is_below(e.l2, p->least.l2, scale * sqrt(b - a)))
        goto done;
    e.l1 = fmax(e.l1, p->bound.l1);
    e.l2 = fmax(e.l2, p->bound.l2);
    CHECK(o->max_error == 0 || clpwl_error_in(&e, o->norm) <= o->max_error, CLPWL_ERR_TARGET,
          "a max error of %g in %s was not met: %s or its weight has a narrow feature near x = %.9g; a "
          "target in linf finds the segments that the feature needs", o->max_error,
          clpwl_norm_name(o->norm), clpwl_function_name(f), p->worst);
    clpwl__table_set_measured(table, e);
done:
    return status;
}

/* Bounds of the factors by which the weight multiplies roundings. Without a weight `factors` is NULL. */
typedef struct bounds {
    clpwl__factors *factors;
    double missed; /* as of clpwl__factors_enclose */
    int is_known;  /* 0: there are none */
} bounds;

static clpwl_status find_bounds(const clpwl_function *f, const clpwl_design_options *o,
                                const clpwl_table *table, int is_proved, bounds *out)
{
    const int is_required = o->proving == CLPWL_PROVING_REQUIRED;
    clpwl_status status = CLPWL_OK;
    clpwl__share share = {.progress = o->progress, .user = o->progress_user, .from = proof_ends(o), .to = 1};
    const clpwl__watch watch = {clpwl__share_report, &share};
    const double seconds = is_required ? required : is_proved ? after_proof : tried;
    *out = (bounds){NULL, NAN, 1};
    if (!clpwl__weighs(o->weight))
        goto done;
    out->factors = clpwl__alloc(clpwl_table_segments(table), sizeof *out->factors);
    CHECK_MEMORY(out->factors);
    status = clpwl__factors_enclose(f, o->weight, table, o->norm, seconds,
                                    is_required ? &watch : NULL, out->factors, &out->missed);
    if (status == CLPWL_ERR_UNSUPPORTED || (status == CLPWL_ERR_NUMERIC && !is_required)) {
        out->is_known = 0;
        status = CLPWL_OK;
    }
done:
    return status;
}

static clpwl_error executed_error(const clpwl_design_options *o, const clpwl_table *table,
                                  const clpwl_execution *execution, const bounds *b)
{
    clpwl_error known = o->weight ? clpwl__weighting_known(clpwl_table_weighting(table))
                                  : clpwl__table_known(table);
    return clpwl__executed(table, execution, known, 0, b->factors, NULL);
}

/* The target's error with such bounds. A filter's weight adds to L1 and L2 on the average only. */
static clpwl_status record_target(const clpwl_design_options *o, const bounds *b, clpwl_evidence evidence,
                                  clpwl_table *table)
{
    clpwl_status status = CLPWL_OK;
    clpwl_target target;
    if (!clpwl_table_target(table) ||
        (o->norm != CLPWL_NORM_LINF && clpwl__weight_error(o->execution) > 0))
        goto done;
    clpwl_error executed = executed_error(o, table, o->execution, b);
    target = *clpwl_table_target(table);
    target.reached = clpwl_error_in(&executed, o->norm);
    target.evidence = evidence;
    int is_met = target.reached <= target.max_error, is_required = o->proving == CLPWL_PROVING_REQUIRED;
    if (is_met || is_required)
        clpwl__table_set_target(table, &target);
    CHECK(is_met || isnan(b->missed), CLPWL_ERR_TARGET,
          "a max error of %g was not met: the weight, which multiplies roundings, has a narrow feature near "
          "x = %.9g; the bound of the error in fp32 is %.6g", o->max_error, b->missed, target.reached);
    CHECK(is_met || !is_required, CLPWL_ERR_NUMERIC,
          "a max error of %.10g is met by %zu segment%s as measured, but only %.10g is proved: ask for a "
          "larger max error", target.max_error, clpwl_table_segments(table),
          clpwl_table_segments(table) == 1 ? "" : "s", target.reached);
done:
    return status;
}

static void record_proof(const clpwl_design_options *o, const clpwl_proof *p, clpwl_table *table)
{
    clpwl_error measured = measured_of(o, table);
    /* fmin: a number, where there is no bound */
    measured = (clpwl_error){fmin(measured.l1, p->bound.l1), fmin(measured.l2, p->bound.l2),
                             fmin(measured.linf, p->bound.linf)};
    clpwl__table_set_measured(table, measured);
    clpwl__table_set_proved(table, p->bound);
}

/* The errors as executed. The weighted one has the evidence of the target. What is measured is known by
 * segment, so that execution adds to it the rounding of its own segment; a proved error has the largest
 * rounding of all. Where the factors of roundings have no bound, no error in fp32 is proved. */
static clpwl_status record_executed(const clpwl_function *f, const clpwl_design_options *o,
                                    const clpwl_proof *p, clpwl__proved proved, clpwl_table *table)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_target *target = clpwl_table_target(table);
    int is_proved = proved == CLPWL__PROVED_ERRORS && !isnan(clpwl_error_in(&p->bound, o->norm));
    bounds b;
    TRY(find_bounds(f, o, table, is_proved, &b));
    if (!b.is_known || (!is_proved && isnan(b.missed)))
        goto done;
    TRY(record_target(o, &b, is_proved ? CLPWL_EVIDENCE_PROVED : CLPWL_EVIDENCE_MEASURED, table));
    if (o->weight && (!target || target->evidence == CLPWL_EVIDENCE_PROVED || !isnan(b.missed))) {
        const clpwl_execution how = clpwl__execution_of(table);
        clpwl__table_set_executed(table, executed_error(o, table, &how, &b));
    }
done:
    clpwl__free(b.factors);
    return status;
}

clpwl_status clpwl__design_take_proof(const clpwl_function *f, const clpwl_design_options *o,
                                      const clpwl_proof *p, clpwl__proved proved,
                                      clpwl_table *table, int *missed)
{
    clpwl_status status = CLPWL_OK;
    double scale;
    TRY(find_scale(f, o, table, p, &scale));
    *missed = p->side < 0 || is_below(measured_of(o, table).linf, p->least.linf, scale);
    if (*missed)
        goto done;
    TRY(correct_integrals(f, o, p, scale, table));
    if (proved == CLPWL__PROVED_ERRORS)
        record_proof(o, p, table);
    TRY(record_executed(f, o, p, proved, table));
done:
    return status;
}

clpwl_status clpwl__design_prove_plain(const clpwl_function *f, const clpwl_design_options *o,
                                       clpwl_table *table, double *x, int *missed)
{
    clpwl_status status = CLPWL_OK;
    clpwl_design_options plain = *o;
    clpwl_error e = clpwl_table_measured(table);
    clpwl__proved proved;
    clpwl_proof p;
    double scale, a, b;
    *missed = 0;
    plain.weight = NULL;
    plain.proving = CLPWL_PROVING_FEATURES;
    TRY(clpwl__design_prove(f, &plain, table, &p, &proved));
    if (!proved)
        goto done;
    TRY(find_scale(f, &plain, table, &p, &scale));
    clpwl_table_domain(table, &a, &b);
    *missed = is_below(e.linf, p.least.linf, scale);
    *x = p.worst;
    /* fmax: a number, where there is no bound */
    if (*missed)
        e.linf = fmax(e.linf, fmax(p.bound.linf, p.least.linf));
    if (is_below(e.l1, p.least.l1, scale * (b - a)))
        e.l1 = fmax(e.l1, p.bound.l1);
    if (is_below(e.l2, p.least.l2, scale * sqrt(b - a)))
        e.l2 = fmax(e.l2, p.bound.l2);
    clpwl__table_set_plain(table, e);
done:
    return status;
}
