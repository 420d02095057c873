/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs of tables with a symmetry. */
#include "design/plan.h"
#include "base/internal.h"
#include "error/measure.h"
#include "execution/weighted.h"
#include "fit/fit.h"
#include "function/function.h"
#include "table/symmetry.h"
#include "table/table.h"

/* The part of the largest |f| by which a law may fail: a function that is computed in fp32 fails by
 * 2^-22. */
static const double law_tolerance = 0x1p-20;
/* Where the error of both halves is so many times that of one, f may have a feature on one side alone. */
static const double beyond = 1.5;

/* A law at pairs of arguments. */
typedef struct law {
    double most;           /* |f| */
    double failure;        /* the largest one */
    double x, right, left; /* where it is, f(x) and f(-x) */
} law;

static clpwl_status try_law(law *l, clpwl__law symmetry, const clpwl_function *f, double x)
{
    clpwl_status status = CLPWL_OK;
    double at[2] = {x, -x}, y[2];
    TRY(clpwl__values(f, at, y, 2));
    double failure = fabs(y[1] - clpwl__law_value(symmetry, x, y[0]));
    l->most = fmax(l->most, fmax(fabs(y[0]), fabs(y[1])));
    if (failure > l->failure) {
        l->failure = failure;
        l->x = x;
        l->right = y[0];
        l->left = y[1];
    }
done:
    return status;
}

/* At equal steps, towards 0, and at one more place. */
static clpwl_status check_law(clpwl_symmetry symmetry, const clpwl_function *f, double b, double place,
                              const char *what)
{
    enum { STEPS = 1000, HALVINGS = 40 };
    clpwl_status status = CLPWL_OK;
    law l = {0};
    double x = 0, at_0;
    TRY(clpwl__values(f, &x, &at_0, 1));
    clpwl__law right = clpwl__law_of(symmetry, at_0);
    for (int i = 0; i <= STEPS; i++)
        TRY(try_law(&l, right, f, b * i / STEPS));
    for (int i = 1; i <= HALVINGS; i++)
        TRY(try_law(&l, right, f, ldexp(b / STEPS, -i)));
    TRY(try_law(&l, right, f, fabs(place)));
    CHECK(l.failure <= law_tolerance * l.most, CLPWL_ERR_ARGUMENT,
          "%s%s has not the symmetry %s: at x = %.9g, f(x) is %.9g and f(-x) is %.9g, not %.9g",
          what, clpwl_function_name(f), clpwl_symmetry_name(symmetry), l.x, l.right, l.left,
          clpwl__law_value(right, l.x, l.right));
done:
    return status;
}

clpwl_status clpwl__symmetric_check_at(const clpwl_design_options *o, const clpwl_function *f, double x)
{
    return check_law(o->symmetry, f, o->b, x, "");
}

static clpwl_status check_symmetry(const clpwl_design_options *o, clpwl_symmetry symmetry,
                                   const clpwl_function *f)
{
    clpwl_status status = CLPWL_OK;
    const char *name = clpwl_symmetry_name(symmetry);
    int is_one_sided = clpwl__fit_is_one_sided(o->fit);
    CHECK(o->a == -o->b, CLPWL_ERR_ARGUMENT,
          "the symmetry %s needs a domain [-b,b], not [%.9g, %.9g]", name, o->a, o->b);
    CHECK(
        o->segments % 2 == 0, CLPWL_ERR_ARGUMENT,
        "the symmetry %s needs an even number of segments, half of them on each side of 0, not %zu",
        name, o->segments);
    CHECK(o->shaper == CLPWL_SHAPER_NONE, CLPWL_ERR_ARGUMENT,
          "the symmetry %s and the shaper %s: give one of them, as no shaper is a function of |x|",
          name, clpwl_shaper_name(o->shaper));
    CHECK(o->extend != CLPWL_EXTEND_REPEAT && o->extend != CLPWL_EXTEND_MIRROR, CLPWL_ERR_ARGUMENT,
          "a table with the symmetry %s cannot be extended by %s; expected clamp, zero, nan or "
          "linear",
          name, clpwl_extend_name(o->extend));
    CHECK(symmetry == CLPWL_SYMMETRY_EVEN || !is_one_sided, CLPWL_ERR_ARGUMENT,
          "a fit %s needs the symmetry even or none: with %s, a bound on one side of 0 %s",
          clpwl_fit_name(o->fit), name,
          symmetry == CLPWL_SYMMETRY_ODD ? "is the opposite bound on the other"
                                         : "is rounded on the other");
    CHECK(symmetry < CLPWL_SYMMETRY_RAMP || !o->weight || o->weight->floor == 0, CLPWL_ERR_ARGUMENT,
          "relative errors need the symmetry even, odd or none: with %s, |f(-x)| is not |f(x)|", name);
    TRY(check_law(symmetry, f, o->b, 0, ""));
    if (o->weight && o->weight->w)
        TRY(check_law(CLPWL_SYMMETRY_EVEN, o->weight->w, o->b, 0, "the weight "));
done:
    return status;
}

clpwl_status clpwl__symmetric_check(clpwl_design_options *o, const clpwl_function *f)
{
    clpwl_status status = CLPWL_OK;
    CHECK(clpwl_symmetry_name(o->symmetry), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_symmetry",
          (int)o->symmetry);
    if (o->symmetry == CLPWL_SYMMETRY_NONE)
        goto done;
    if (o->symmetry != CLPWL_SYMMETRY_AUTO) {
        TRY(check_symmetry(o, o->symmetry, f));
        goto done;
    }
    for (o->symmetry = CLPWL_SYMMETRY_EVEN; o->symmetry < CLPWL_SYMMETRY_AUTO; o->symmetry++) {
        status = check_symmetry(o, o->symmetry, f);
        if (status != CLPWL_ERR_ARGUMENT)
            goto done;
    }
    o->symmetry = CLPWL_SYMMETRY_NONE;
    status = CLPWL_OK;
done:
    return status;
}

/* Both halves have the error of one in Linf, twice that in L1, the root of 2 in L2. */
static double both_halves(clpwl_norm norm)
{
    return norm == CLPWL_NORM_L1 ? 2 : norm == CLPWL_NORM_L2 ? sqrt(2) : 1;
}

clpwl_design_options clpwl__symmetric_half(const clpwl_design_options *o)
{
    clpwl_design_options half = *o;
    half.a = 0;
    half.segments = o->segments / 2;
    half.max_segments = o->max_segments / 2;
    half.max_error = o->max_error / both_halves(o->norm);
    half.extend = CLPWL_EXTEND_CLAMP;
    half.tails = NULL;
    return half;
}

static clpwl_error scale(clpwl_error e)
{
    return (clpwl_error){e.l1 * both_halves(CLPWL_NORM_L1), e.l2 * both_halves(CLPWL_NORM_L2),
                         e.linf};
}

static clpwl_error worse(clpwl_error e, clpwl_error f)
{
    return (clpwl_error){fmax(e.l1, f.l1), fmax(e.l2, f.l2), fmax(e.linf, f.linf)};
}

clpwl_status clpwl__symmetric_table(clpwl_table **out, const clpwl_table *table,
                                    const clpwl_function *f, const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    const clpwl_weighting *had = clpwl_table_weighting(table);
    clpwl_weighting weighting;
    clpwl_error measured, executed;
    double worst = 0;
    const clpwl__half half = {clpwl_table_knots(table), clpwl_table_values(table),
                              clpwl_table_segments(table)};
    size_t n = 2 * half.segments;
    double *numbers = clpwl__alloc(3 * (n + 1), sizeof *numbers);
    CHECK(numbers, CLPWL_ERR_MEMORY, "out of memory: %zu segments", n);
    double *knots = numbers, *values = numbers + n + 1, *each = numbers + 2 * (n + 1);
    clpwl__reflect(clpwl__law_of(o->symmetry, half.values[0]), &half, knots, values);
    TRY(clpwl__error_measure_all(f, NULL, knots, values, n, NULL, &worst, &measured));
    if (measured.linf > beyond * clpwl_table_measured(table).linf)
        TRY(clpwl__symmetric_check_at(o, f, worst));
    spec.knots = knots;
    spec.values = values;
    spec.segments = n;
    spec.partition = clpwl_table_partition(table);
    spec.fit = clpwl_table_fit(table);
    spec.extend = o->extend;
    spec.tails = o->tails;
    spec.symmetry = o->symmetry;
    spec.storage = clpwl_table_storage(table);
    spec.function = clpwl_table_function(table);
    spec.opencl = clpwl_table_opencl(table);
    spec.opencl_native = clpwl_table_opencl_native(table);
    spec.estimate = scale(clpwl_table_estimate(table));
    spec.measured = worse(measured, scale(clpwl_table_measured(table)));
    if (had) {
        weighting = *had;
        TRY(clpwl__error_measure_all(f, o->weight, knots, values, n, each, NULL, &measured));
        weighting.estimate = scale(had->estimate);
        weighting.measured = worse(measured, scale(had->measured));
        spec.weighting = &weighting;
    }
    TRY(clpwl_table_create(out, &spec));
    if (had) {
        const clpwl_execution how = clpwl__execution_of(*out);
        TRY(clpwl__executed_weighted(f, o->weight, *out, &how, weighting.measured, 0, each, &executed));
        clpwl__table_set_executed(*out, executed);
    }
    if (o->max_error > 0) {
        clpwl_target target = *clpwl_table_target(table);
        TRY(clpwl__executed_weighted(f, o->weight, *out, o->execution,
                                     had ? weighting.measured : spec.measured, 0, had ? each : NULL,
                                     &executed));
        target.max_error = o->max_error;
        target.reached = clpwl_error_in(&executed, o->norm);
        clpwl__table_set_target(*out, &target);
    }
done:
    if (status != CLPWL_OK) {
        clpwl_table_free(*out);
        *out = NULL;
    }
    clpwl__free(numbers);
    return status;
}
