/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/table.h"
#include <float.h>
#include "base/array.h"
#include "base/door.h"
#include "base/options.h"
#include "table/shaper.h"
#include "table/symmetry.h"

/* Refuses knots that differ from those of a partition that is uniform in g(x) by more than the rounding of
 * another formula; with a shaper, of knots that were rounded in x. */
static clpwl_status check_uniform(const clpwl_table_spec *spec)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_shaper g = spec->shaper;
    const size_t n = spec->segments;
    const double *x = spec->knots, from = clpwl__shaper_s(g, x[0]), to = clpwl__shaper_s(g, x[n]);
    const double size = fmax(fabs(from), fabs(to)), slack = DBL_EPSILON * (g ? 4 + 512 * size : 4 * size);
    for (size_t i = 0; i <= n; i++)
        CHECK(fabs(clpwl__shaper_s(g, x[i]) - (from + (double)i * (to - from) / (double)n)) <= slack,
              CLPWL_ERR_ARGUMENT,
              "the partition is uniform in %s%s, but knot %zu of %zu is %.17g, not %.17g",
              g ? clpwl_shaper_name(g) : "x", g ? "(x)" : "", i + 1, n + 1, x[i],
              clpwl__shaper_knot(g, x[0], x[n], n, i));
done:
    return status;
}

static clpwl_status check_numbers(const clpwl_table_spec *spec)
{
    clpwl_status status = CLPWL_OK;
    const size_t count = spec->segments + 1;
    for (size_t i = 0; i < count; i++) {
        double x = spec->knots[i], y = spec->values[i];
        CHECK(fabs(x) <= FLT_MAX, CLPWL_ERR_ARGUMENT,
              "knot %zu of %zu is %g: knots are within +-%.8g, the largest float", i + 1, count, x, FLT_MAX);
        CHECK(fabs(y) <= FLT_MAX, CLPWL_ERR_ARGUMENT,
              "value %zu of %zu, at x = %.9g, is %g: nodal values are within +-%.8g, the largest float",
              i + 1, count, x, y, FLT_MAX);
    }
    TRY(clpwl__check_ascending("knot", spec->knots, count));
    TRY(clpwl__shaper_check(spec->shaper, spec->knots[0], spec->knots[spec->segments]));
    TRY(clpwl__form_check(spec->partition, spec->shaper, spec->symmetry, spec->extend));
    if (spec->partition == CLPWL_PARTITION_UNIFORM)
        TRY(check_uniform(spec));
done:
    return status;
}

static clpwl_status check_target(const clpwl_target *t)
{
    enum { MOST_BITS = 24 }; /* as clpwl_execution */
    clpwl_status status = CLPWL_OK;
    CHECK(t->max_error > 0 && t->max_error < HUGE_VAL, CLPWL_ERR_ARGUMENT,
          "the max error of the target is %g; expected a positive number", t->max_error);
    CHECK_NAMED(norm, t->norm);
    CHECK(isnan(t->reached) || t->reached >= 0, CLPWL_ERR_ARGUMENT,
          "the error reached is %g; expected a number of at least 0, or NaN", t->reached);
    CHECK_NAMED(evidence, t->evidence);
    CHECK(t->storage == CLPWL_STORAGE_DEFAULT || clpwl__is_storage(t->storage), CLPWL_ERR_ARGUMENT,
          "%d is not a storage of a target; expected " CLPWL__STORAGE_NAMES, (int)t->storage);
    CHECK(t->weight_bits <= MOST_BITS, CLPWL_ERR_ARGUMENT,
          "the target has %u bits of weight; expected at most %d", t->weight_bits, MOST_BITS);
    CHECK_NAMED(ended_by, t->ended_by);
done:
    return status;
}

static clpwl_status check_error(const char *what, const clpwl_error *e)
{
    clpwl_status status = CLPWL_OK;
    const double norms[] = {e->l1, e->l2, e->linf};
    for (int i = 0; i < 3; i++)
        CHECK(isnan(norms[i]) || norms[i] >= 0, CLPWL_ERR_ARGUMENT,
              "the %s error is %g; expected a number of at least 0, or NaN", what, norms[i]);
done:
    return status;
}

/* A proved bound below the measured error contradicts it, by more than what maxima and integrals are measured
 * to, 5e-4, and a part of `size` for the roundings of f in double. */
static clpwl_status check_proof(const char *what, clpwl_error proved, clpwl_error measured, double part,
                                clpwl_error size)
{
    clpwl_status status = CLPWL_OK;
    for (int i = CLPWL_NORM_LINF; i <= CLPWL_NORM_L2; i++) {
        const clpwl_norm norm = (clpwl_norm)i;
        double bound = clpwl_error_in(&proved, norm), seen = clpwl_error_in(&measured, norm);
        double room = fmax(part * clpwl_error_in(&size, norm), 0); /* 0 for NaN */
        CHECK(bound == 0 || !(seen > 1.0005 * bound + room), CLPWL_ERR_ARGUMENT, /* 0: no proof */
              "the %sproved error in %s, %g, is below the measured one, %g: a proved error is a bound of it",
              what, clpwl_norm_name(norm), bound, seen);
    }
done:
    return status;
}

static clpwl_status check_errors(const clpwl_table_spec *spec)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_weighting *w = spec->weighting;
    double width = spec->knots[spec->segments] - spec->knots[0], most = 0;
    for (size_t i = 0; i <= spec->segments; i++)
        most = fmax(most, fabs(spec->values[i]));
    clpwl_error size = {.l1 = most * width, .l2 = most * sqrt(width), .linf = most};
    TRY(check_error("estimated", &spec->estimate));
    TRY(check_error("measured", &spec->measured));
    TRY(check_error("proved", &spec->proved));
    TRY(check_proof("", spec->proved, spec->measured, 1e-12, size));
    if (!w)
        goto done;
    CHECK(w->floor >= 0 && w->floor < HUGE_VAL, CLPWL_ERR_ARGUMENT,
          "the floor of the weighting is %g; expected a positive number, or 0 for an absolute "
          "error", w->floor);
    TRY(check_error("weighted estimated", &w->estimate));
    TRY(check_error("weighted measured", &w->measured));
    TRY(check_error("weighted proved", &w->proved));
    TRY(check_error("weighted executed", &w->executed));
    /* which includes the weighted roundings in fp32 */
    TRY(check_proof("weighted ", w->proved, w->measured, 1e-4, w->executed));
done:
    return status;
}

/* The mirror image of a value is rounded. */
static double rounding_at(const clpwl_table_spec *spec, size_t i)
{
    return 0x1p-50 * (fabs(spec->values[i]) + fabs(spec->knots[i]));
}

static clpwl_status check_constraints(const clpwl_table_spec *spec)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_constraints *c = spec->constraints;
    const double *knots = spec->knots, *v = spec->values;
    CHECK(c->size == sizeof *c && !c->exact_ends && clpwl_shape_name(c->shape) && c->lo < c->hi &&
              (c->count == 0 || (c->x && c->y)), CLPWL_ERR_ARGUMENT,
          "a table is held to a range from %g to %g and %zu values: lo must be below hi, "
          "the values numbers, exact_ends 0", c->lo, c->hi, c->count);
    for (size_t i = 0; i <= spec->segments; i++)
        CHECK(!(fmax(c->lo - v[i], v[i] - c->hi) > rounding_at(spec, i)), CLPWL_ERR_ARGUMENT,
              "value %zu, %.9g, is outside the range from %g to %g", i + 1, v[i], c->lo, c->hi);
    for (size_t i = 0, k = 0; i < c->count; i++) {
        while (k < spec->segments && knots[k] < c->x[i])
            k++;
        CHECK(knots[k] == c->x[i] && fabs(v[k] - c->y[i]) <= rounding_at(spec, k) &&
                  (i == 0 || c->x[i - 1] < c->x[i]), CLPWL_ERR_ARGUMENT,
              "v(%.9g) is to be %.9g: that is no knot with this value, or not behind the one before", c->x[i],
              c->y[i]);
    }
done:
    return status;
}

static clpwl_status check_spec(const clpwl_table_spec *spec)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__check_segments("a table", spec->segments));
    CHECK(spec->knots && spec->values, CLPWL_ERR_ARGUMENT, "the table spec has no %s",
          spec->knots ? "values" : "knots");
    CHECK_NAMED(partition, spec->partition);
    CHECK_NAMED(fit, spec->fit);
    CHECK_NAMED(extend, spec->extend);
    CHECK(spec->storage == CLPWL_STORAGE_DEFAULT || clpwl__is_storage(spec->storage), CLPWL_ERR_ARGUMENT,
          "%d is not a storage of a table; expected " CLPWL__STORAGE_NAMES, (int)spec->storage);
    TRY(check_errors(spec));
    if (spec->target)
        TRY(check_target(spec->target));
    TRY(check_numbers(spec));
    TRY(clpwl__tails_check(spec->extend, spec->tails));
    TRY(clpwl__symmetry_check(spec));
    if (spec->constraints)
        TRY(check_constraints(spec));
done:
    return status;
}

/* 0 in a struct that a caller fills in says that there is no proof. A proved 0 is stored as the next bound
 * that is a normal number. */
static clpwl_error map_zeros(clpwl_error e, double zero)
{
    return (clpwl_error){e.l1 == 0 ? zero : e.l1, e.l2 == 0 ? zero : e.l2,
                         e.linf == 0 ? zero : e.linf};
}

static clpwl_status copy_constraints(clpwl_constraints *own, const clpwl_constraints *c)
{
    clpwl_status status = CLPWL_OK;
    double *numbers = clpwl__alloc(c->count + 1, 2 * sizeof *numbers);
    CHECK_MEMORY(numbers);
    *own = *c;
    own->x = numbers;
    own->y = numbers + c->count;
    for (size_t i = 0; i < c->count; i++) {
        numbers[i] = c->x[i];
        numbers[c->count + i] = c->y[i];
    }
done:
    return status;
}

double clpwl__table_slope(const clpwl_table *t, size_t i)
{
    const double *x = t->spec.knots + i, *v = t->spec.values + i;
    return (v[1] - v[0]) / (clpwl__shaper_g(t->spec.shaper, x[1]) - clpwl__shaper_g(t->spec.shaper, x[0]));
}

clpwl_status clpwl__form_check(clpwl_partition partition, clpwl_shaper shaper, clpwl_symmetry symmetry,
                               clpwl_extend extend)
{
    clpwl_status status = CLPWL_OK;
    CHECK(!shaper || partition == CLPWL_PARTITION_UNIFORM, CLPWL_ERR_ARGUMENT,
          "the shaper %s needs a uniform partition, not an optimized one", clpwl_shaper_name(shaper));
    CHECK(!shaper || !symmetry, CLPWL_ERR_ARGUMENT,
          "the symmetry %s and the shaper %s: give one of them, as no shaper is a function of |x|",
          clpwl_symmetry_name(symmetry), clpwl_shaper_name(shaper));
    CHECK(!(shaper || symmetry) || !clpwl__is_periodic(extend), CLPWL_ERR_ARGUMENT,
          "a table with the %s %s cannot be extended by %s; expected clamp, zero, nan or linear",
          shaper ? "shaper" : "symmetry", shaper ? clpwl_shaper_name(shaper) : clpwl_symmetry_name(symmetry),
          clpwl_extend_name(extend));
done:
    return status;
}

clpwl_status clpwl__tails_check(clpwl_extend extend, const clpwl_tails *tails)
{
    clpwl_status status = CLPWL_OK;
    CHECK(extend == CLPWL_EXTEND_LINEAR || !tails || (isnan(tails->left) && isnan(tails->right)),
          CLPWL_ERR_ARGUMENT, "tails are the slopes of the extension linear; the extension is %s",
          clpwl_extend_name(extend));
done:
    return status;
}

/* The slopes outside the domain: those given, or those at its ends. */
static clpwl_status set_tails(clpwl_table *t, const clpwl_tails *given)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_table_spec *s = &t->spec;
    const size_t n = s->segments;
    clpwl_tails *tails = &t->tails;
    *tails = (clpwl_tails){NAN, NAN};
    if (s->extend != CLPWL_EXTEND_LINEAR)
        goto done;
    if (given)
        *tails = *given;
    TRY(clpwl__symmetry_tails(s->symmetry, tails));
    if (isnan(tails->right))
        tails->right = clpwl__table_slope(t, n - 1) * clpwl__shaper_slope(s->shaper, s->knots[n]);
    TRY(clpwl__symmetry_tails(s->symmetry, tails));
    if (isnan(tails->left))
        tails->left = clpwl__table_slope(t, 0) * clpwl__shaper_slope(s->shaper, s->knots[0]);
    CHECK(fabs(tails->left) <= FLT_MAX && fabs(tails->right) <= FLT_MAX, CLPWL_ERR_ARGUMENT,
          "the slopes of linear tails, %g and %g, must be within fp32's range, +-3.4e38", tails->left,
          tails->right);
done:
    return status;
}

clpwl_storage clpwl__storage_for(const clpwl_table *table, clpwl_storage asked)
{
    return asked != CLPWL_STORAGE_DEFAULT ? asked : table ? table->spec.storage : CLPWL_STORAGE_FLOAT32;
}

clpwl_status clpwl_table_create(clpwl_table **out, const clpwl_table_spec *given)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_table_spec spec, *own;
    clpwl_table *t = NULL;
    CHECK(out, CLPWL_ERR_ARGUMENT, "out is NULL: there is no place for the table");
    *out = NULL;
    CHECK(given, CLPWL_ERR_ARGUMENT, "spec is NULL");
    TRY(clpwl__options_take(&spec, sizeof spec, given, "clpwl_table_spec", "CLPWL_TABLE_SPEC_INIT"));
    TRY(check_spec(&spec));
    t = clpwl__calloc(1, sizeof *t);
    CHECK_MEMORY(t);
    own = &t->spec;
    *own = spec;
    own->knots = own->values = NULL;
    own->function = own->opencl = own->opencl_native = NULL;
    own->proved = map_zeros(spec.proved, NAN);
    if (spec.weighting) {
        t->weighting = *spec.weighting;
        t->weighting.weight = NULL;
        t->weighting.proved = map_zeros(spec.weighting->proved, NAN);
        own->weighting = &t->weighting;
        TRY(clpwl__copy_text(&t->weighting.weight, spec.weighting->weight));
    }
    /* Storage and target, each by the other one's storage where its own is the default. */
    own->storage =
        clpwl__storage_for(NULL, spec.storage || !spec.target ? spec.storage : spec.target->storage);
    if (spec.target) {
        clpwl__table_set_target(t, spec.target);
        t->target.storage = clpwl__storage_for(t, spec.target->storage);
    }
    TRY(clpwl__copy_numbers(&own->knots, spec.knots, spec.segments + 1));
    TRY(clpwl__copy_numbers(&own->values, spec.values, spec.segments + 1));
    if (spec.constraints) {
        own->constraints = &t->constraints;
        TRY(copy_constraints(&t->constraints, spec.constraints));
    }
    TRY(set_tails(t, spec.tails));
    TRY(clpwl__copy_text(&own->function, spec.function ? spec.function : "f"));
    TRY(clpwl__copy_text(&own->opencl, spec.opencl));
    TRY(clpwl__copy_text(&own->opencl_native, spec.opencl_native));
    *out = t;
    t = NULL;
done:
    clpwl_table_free(t);
    return status;
}

void clpwl__table_clear(clpwl_table *t)
{
    const void *const blocks[] = {t->spec.knots, t->spec.values, t->spec.function, t->spec.opencl,
                                  t->spec.opencl_native, t->weighting.weight, t->constraints.x};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        clpwl__free((void *)blocks[i]);
}

void clpwl_table_free(clpwl_table *t)
{
    if (t)
        clpwl__table_clear(t);
    clpwl__free(t);
}

#define GETTER(type, part)                                                                       \
    type clpwl_table_##part(const clpwl_table *t) { return t->spec.part; }
GETTER(size_t, segments)
GETTER(const double *, knots)
GETTER(const double *, values)
GETTER(clpwl_partition, partition)
GETTER(clpwl_shaper, shaper)
GETTER(clpwl_fit, fit)
GETTER(clpwl_extend, extend)
GETTER(clpwl_symmetry, symmetry)
GETTER(clpwl_storage, storage)
GETTER(const char *, function)
GETTER(const char *, opencl)
GETTER(const char *, opencl_native)
GETTER(clpwl_error, estimate)
GETTER(clpwl_error, measured)
GETTER(clpwl_error, proved)
GETTER(const clpwl_weighting *, weighting)
GETTER(const clpwl_target *, target)
GETTER(const clpwl_constraints *, constraints)
#undef GETTER

clpwl_tails clpwl_table_tails(const clpwl_table *t)
{
    return t->tails;
}

void clpwl__table_set_target(clpwl_table *t, const clpwl_target *target)
{
    t->target = *target;
    t->spec.target = &t->target;
    if (target->evidence == CLPWL_EVIDENCE_UNKNOWN && !isnan(target->reached))
        t->target.evidence = CLPWL_EVIDENCE_MEASURED;
}

void clpwl__table_set_measured(clpwl_table *t, clpwl_error measured)
{
    *(t->spec.weighting ? &t->weighting.measured : &t->spec.measured) = measured;
    if (t->spec.target)
        t->target.reached = fmax(t->target.reached, clpwl_error_in(&measured, t->target.norm));
}

clpwl_error clpwl__table_measured(const clpwl_table *t)
{
    return t->spec.weighting ? t->weighting.measured : t->spec.measured;
}

void clpwl__table_set_plain(clpwl_table *t, clpwl_error measured)
{
    t->spec.measured = measured;
}

void clpwl__table_set_proved(clpwl_table *t, clpwl_error proved)
{
    *(t->spec.weighting ? &t->weighting.proved : &t->spec.proved) = map_zeros(proved, DBL_MIN);
}

static clpwl_error prefer(clpwl_error proved, clpwl_error measured)
{
    return (clpwl_error){isnan(proved.l1) ? measured.l1 : proved.l1,
                         isnan(proved.l2) ? measured.l2 : proved.l2,
                         isnan(proved.linf) ? measured.linf : proved.linf};
}

clpwl_error clpwl__table_known(const clpwl_table *t)
{
    return prefer(t->spec.proved, t->spec.measured);
}

clpwl_error clpwl__weighting_known(const clpwl_weighting *w)
{
    return prefer(w->proved, w->measured);
}

void clpwl__table_set_executed(clpwl_table *t, clpwl_error executed)
{
    t->weighting.executed = executed;
}

void clpwl_table_domain(const clpwl_table *table, double *a, double *b)
{
    if (a)
        *a = table->spec.knots[0];
    if (b)
        *b = table->spec.knots[table->spec.segments];
}

clpwl__half clpwl__table_half(const clpwl_table *t)
{
    const size_t n = t->spec.segments, from = t->spec.symmetry ? n / 2 : 0;
    return (clpwl__half){t->spec.knots + from, t->spec.values + from, n - from};
}

clpwl__law clpwl__table_law(const clpwl_table *t)
{
    return clpwl__law_of(t->spec.symmetry, clpwl__table_half(t).values[0]);
}
