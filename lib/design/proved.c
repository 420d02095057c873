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

/* What is proved of a design: nothing; that no feature was missed; its errors. */
typedef enum proved {
    PROVED_NOTHING,
    PROVED_FEATURES,
    PROVED_ERRORS
} proved;

/* A table that is checked. */
typedef struct check {
    const clpwl_function *f;       /* with the kinks and features that are known */
    const clpwl_design_options *o; /* of the table; or without their weight */
    clpwl_table *table;
    clpwl_error measured;          /* weighted if the options have a weight */
    clpwl_proof p;
    proved proved;
    double scale;                  /* of values: 1e-12 of it is taken for the rounding of f in double */
} check;

static int is_required(const check *c)
{
    return c->o->proving == CLPWL_PROVING_REQUIRED;
}

/* Whether f may have features narrower than samples: formulas, and parameters such as a width. */
static int may_be_narrow(const clpwl_function *f)
{
    return f && (f->is_formula || (f->entry && f->entry->parameters[0].name));
}

/* Without a weight the scale is the largest nodal value. A weight may vary by magnitudes: the scale is then
 * the larger nodal value of the segment with the largest error, times the weight there. */
static clpwl_status find_scale(check *c)
{
    clpwl_status status = CLPWL_OK;
    const double *values = clpwl_table_values(c->table), *knots = clpwl_table_knots(c->table);
    size_t i = 0, last = clpwl_table_segments(c->table);
    double y, factor = 1;
    if (c->o->weight) {
        double x = fmin(fmax(c->p.worst, knots[0]), knots[last]); /* worst is 0 where f - v is 0 */
        TRY(clpwl__value(c->f, x, &y));
        TRY(clpwl__weigh(c->o->weight, CLPWL_NORM_LINF, x, y, &factor));
        i = clpwl__segment_of(knots, last, x);
        last = i + 1;
    }
    for (c->scale = 0; i <= last; i++)
        c->scale = fmax(c->scale, factor * fabs(values[i]));
done:
    return status;
}

/* The part of the whole at which the bounds of a weight begin. Only a required proof takes long. */
static double proof_ends(const check *c)
{
    return is_required(c) && c->o->weight ? 0.9 : 1;
}

/* Bounds that are recorded are as near as a tolerance of 1e-3 leaves them: roundings may keep them far. A
 * one-sided table whose side is not proved is not proved. */
static clpwl_status check_bounds(const check *c)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_proof *p = &c->p;
    const clpwl_fit fit = clpwl_table_fit(c->table);
    CHECK(p->bound.linf <= 1.01 * fmax(p->least.linf, c->measured.linf) + 1e-12 * c->scale, CLPWL_ERR_NUMERIC,
          "the bound that is proved of %s, %.6g, is far above its error, at least %.6g",
          clpwl_function_name(c->f), p->bound.linf, p->least.linf);
    CHECK(p->side != 0 || !clpwl__fit_is_one_sided(fit), CLPWL_ERR_NUMERIC,
          "it was not proved of %s that the table is %s at all x", clpwl_function_name(c->f),
          clpwl_fit_name(fit));
done:
    return status;
}

/* Proves as far as `proving` asks: with the integrals; without them where these take too long. Where nothing
 * is to be proved, or cannot be and need not, a look finds narrow features. */
static clpwl_status prove(check *c)
{
    const clpwl_design_options *o = c->o;
    clpwl_execution how = *o->execution;
    /* fp32, without a filter */
    const int is_plain = how.storage == CLPWL_STORAGE_FLOAT32 && how.weight_bits == 0 && how.value_error == 0;
    const clpwl_target *t = clpwl_table_target(c->table);
    clpwl_prove_options p = CLPWL_PROVE_INIT;
    clpwl_status status = o->proving == CLPWL_PROVING_FEATURES ? CLPWL_ERR_UNSUPPORTED : CLPWL_ERR_NUMERIC;
    clpwl__share share = {.progress = o->progress, .user = o->progress_user, .from = 0.5,
                          .to = proof_ends(c)};
    c->proved = PROVED_ERRORS;
    p.weight = o->weight;
    /* How far a bound may exceed the true error: half of what is left below the target, but the
     * bounds of cubics are not nearer than 1e-5. */
    p.tolerance = fmax(fmin(t ? (t->max_error - t->reached) / t->reached / 2 : 1, 1e-3), 1e-5);
    p.seconds = is_required(c) ? required : tried;
    p.progress = is_required(c) ? clpwl__share_report : NULL;
    p.progress_user = &share;
    for (; status == CLPWL_ERR_NUMERIC && p.linf_only < 2; p.linf_only++)
        if (!p.linf_only || !is_required(c) || o->norm == CLPWL_NORM_LINF)
            status = clpwl__prove(&c->p, c->f, c->table, &p, 1);
    if (!is_required(c) && (status == CLPWL_ERR_UNSUPPORTED || status == CLPWL_ERR_NUMERIC)) {
        c->proved = PROVED_FEATURES;
        status = CLPWL_ERR_UNSUPPORTED;
        if (may_be_narrow(c->f) || (o->weight && may_be_narrow(o->weight->w)))
            status = clpwl__look(&c->p, c->f, c->table, o->weight, c->measured.linf, p.seconds);
        if (status == CLPWL_OK && clpwl__fit_is_one_sided(clpwl_table_fit(c->table)))
            status = clpwl__prove_side(&c->p, c->f, c->table, NULL, &p, 1);
    }
    if (status == CLPWL_OK && c->p.side > 0 && !is_plain) {
        /* A table for a given number of segments does not record its execution. */
        how.from_image = 1;
        status = clpwl__prove_side(&c->p, c->f, c->table, &how, &p, 1);
    }
    if (!is_required(c) && status == CLPWL_ERR_UNSUPPORTED) {
        c->proved = PROVED_NOTHING;
        status = CLPWL_OK;
        goto done;
    }
    TRY(status);
    TRY(find_scale(c));
    if (c->proved == PROVED_ERRORS && check_bounds(c) != CLPWL_OK) {
        c->proved = PROVED_FEATURES;
        status = is_required(c) ? CLPWL_ERR_NUMERIC : CLPWL_OK; /* the message stands */
    }
done:
    return status;
}

/* Measured errors below a lower bound become the bound that is proved, where there is one. Returns whether
 * the largest one is below. 5e-4: maxima are measured to 1e-6 or so, integrals and their lower bounds less
 * well; 1e-12: the roundings of f in double. */
static int correct(const check *c, clpwl_error *e)
{
    static const double near = 1.0005, rounding = 1e-12;
    const clpwl_proof *p = &c->p;
    double a, b;
    clpwl_table_domain(c->table, &a, &b);
    if (p->least.l1 > near * e->l1 + rounding * c->scale * (b - a))
        e->l1 = fmax(e->l1, p->bound.l1);
    if (p->least.l2 > near * e->l2 + rounding * c->scale * sqrt(b - a))
        e->l2 = fmax(e->l2, p->bound.l2);
    if (!(p->least.linf > near * e->linf + rounding * c->scale))
        return 0;
    e->linf = fmax(e->linf, fmax(p->bound.linf, p->least.linf)); /* fmax: a number, where there is no bound */
    return 1;
}

static clpwl_error executed_error(const check *c, const clpwl_execution *execution,
                                  const clpwl__factors *factors)
{
    clpwl_error known = c->o->weight ? clpwl__weighting_known(clpwl_table_weighting(c->table))
                                     : clpwl__table_known(c->table);
    return clpwl__executed(c->table, execution, known, 0, factors, NULL);
}

/* The target's error with these factors of roundings. A filter's weight adds to L1 and L2 on the average
 * only. */
static clpwl_status record_target(const check *c, const clpwl__factors *factors, double missed,
                                  clpwl_evidence evidence)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = c->o;
    clpwl_target target;
    if (!clpwl_table_target(c->table) ||
        (o->norm != CLPWL_NORM_LINF && clpwl__weight_error(o->execution) > 0))
        goto done;
    clpwl_error executed = executed_error(c, o->execution, factors);
    target = *clpwl_table_target(c->table);
    target.reached = clpwl_error_in(&executed, o->norm);
    target.evidence = evidence;
    int is_met = target.reached <= target.max_error;
    if (is_met || is_required(c))
        clpwl__table_set_target(c->table, &target);
    CHECK(is_met || isnan(missed), CLPWL_ERR_TARGET,
          "a max error of %g was not met: the weight, which multiplies roundings, has a narrow feature near "
          "x = %.9g; the bound of the error in fp32 is %.6g", o->max_error, missed, target.reached);
    CHECK(is_met || !is_required(c), CLPWL_ERR_NUMERIC,
          "a max error of %.10g is met by %zu segment%s as measured, but only %.10g is proved: ask for a "
          "larger max error", target.max_error, clpwl_table_segments(c->table),
          clpwl_table_segments(c->table) == 1 ? "" : "s", target.reached);
done:
    return status;
}

/* The errors as executed. The weighted one has the evidence of the target. What is measured is known by
 * segment, so that execution adds to it the rounding of its own segment; a proved error has the largest
 * rounding of all. Where the factors by which the weight multiplies roundings have no bound, no error in fp32
 * is proved. */
static clpwl_status record_executed(const check *c)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = c->o;
    const clpwl_target *target = clpwl_table_target(c->table);
    const int is_proved = c->proved == PROVED_ERRORS && !isnan(clpwl_error_in(&c->p.bound, o->norm));
    clpwl__share share = {.progress = o->progress, .user = o->progress_user, .from = proof_ends(c), .to = 1};
    const clpwl__watch watch = {clpwl__share_report, &share};
    const double seconds = is_required(c) ? required : is_proved ? after_proof : tried;
    clpwl__factors *factors = NULL;
    double missed = NAN;
    if (o->weight) {
        factors = clpwl__alloc(clpwl_table_segments(c->table), sizeof *factors);
        CHECK_MEMORY(factors);
        status = clpwl__factors_enclose(c->f, o->weight, c->table, o->norm, seconds,
                                        is_required(c) ? &watch : NULL, factors, &missed);
        if (status == CLPWL_ERR_UNSUPPORTED || (status == CLPWL_ERR_NUMERIC && !is_required(c))) {
            status = CLPWL_OK;
            goto done;
        }
        TRY(status);
    }
    if (!is_proved && isnan(missed))
        goto done;
    TRY(record_target(c, factors, missed, is_proved ? CLPWL_EVIDENCE_PROVED : CLPWL_EVIDENCE_MEASURED));
    if (o->weight && (!target || target->evidence == CLPWL_EVIDENCE_PROVED || !isnan(missed))) {
        const clpwl_execution how = clpwl__execution_of(c->table);
        clpwl__table_set_executed(c->table, executed_error(c, &how, factors));
    }
done:
    clpwl__free(factors);
    return status;
}

/* Compares the measured errors with the proof. *missed is a place where the largest error was measured too
 * small, or the table is on the wrong side; else NaN, and what is proved is recorded. */
static clpwl_status take_proof(check *c, double *missed)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_proof *p = &c->p;
    clpwl_error e = c->measured;
    *missed = p->side < 0 ? p->side_x : correct(c, &e) ? p->worst : (double)NAN;
    if (!isnan(*missed))
        goto done;
    CHECK(c->o->max_error == 0 || clpwl_error_in(&e, c->o->norm) <= c->o->max_error, CLPWL_ERR_TARGET,
          "a max error of %g in %s was not met: %s or its weight has a narrow feature near x = %.9g; a "
          "target in linf finds the segments that the feature needs", c->o->max_error,
          clpwl_norm_name(c->o->norm), clpwl_function_name(c->f), p->worst);
    if (c->proved == PROVED_ERRORS) { /* fmin takes the measured error where there is no bound */
        e = (clpwl_error){fmin(e.l1, p->bound.l1), fmin(e.l2, p->bound.l2), fmin(e.linf, p->bound.linf)};
        clpwl__table_set_proved(c->table, p->bound);
    }
    clpwl__table_set_measured(c->table, e);
    TRY(record_executed(c));
done:
    return status;
}

/* The same for the errors without the weight of a weighted design. A line is on the side that was asked for
 * where a feature has little weight, too: that is missed alone. */
static clpwl_status check_plain(const check *weighted, double *missed)
{
    clpwl_status status = CLPWL_OK;
    clpwl_design_options o = *weighted->o;
    check c = {.f = weighted->f, .o = &o, .table = weighted->table,
               .measured = clpwl_table_measured(weighted->table)};
    o.weight = NULL;
    o.proving = CLPWL_PROVING_FEATURES;
    TRY(prove(&c));
    if (!c.proved)
        goto done;
    if (correct(&c, &c.measured) && clpwl__fit_is_one_sided(o.fit) && o.a < c.p.worst && c.p.worst < o.b)
        *missed = c.p.worst;
    clpwl__table_set_plain(c.table, c.measured);
done:
    return status;
}

clpwl_status clpwl__design_check(const clpwl_function *f, const clpwl_design_options *o, clpwl_table *table,
                                 double *missed)
{
    clpwl_status status = CLPWL_OK;
    check c = {.f = f, .o = o, .table = table, .measured = clpwl__table_measured(table)};
    *missed = NAN;
    TRY(prove(&c));
    if (c.proved)
        TRY(take_proof(&c, missed));
    if (isnan(*missed) && o->weight)
        TRY(check_plain(&c, missed));
    CHECK(isnan(*missed) || c.p.side >= 0 || (o->a < *missed && *missed < o->b), CLPWL_ERR_TARGET,
          "%s is %s the table near x = %.9g, between samples of the fit: ask for more segments or "
          "for a smaller max error, which take more samples", clpwl_function_name(f),
          o->fit == CLPWL_FIT_ABOVE ? "above" : "below", *missed);
done:
    return status;
}
