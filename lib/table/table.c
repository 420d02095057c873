/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/table.h"
#include <float.h>
#include "base/array.h"
#include "base/door.h"
#include "base/options.h"
#include "table/shaper.h"
#include "table/symmetry.h"

struct clpwl_table {
    double *knots, *values;
    size_t segments;
    clpwl_partition partition;
    clpwl_shaper shaper;
    clpwl_fit fit;
    clpwl_extend extend;
    clpwl_tails tails;
    clpwl_symmetry symmetry;
    clpwl_storage storage;
    char *function, *opencl, *opencl_native;
    clpwl_error estimate, measured, proved;
    int weighted; /* 1: designed with the weighting */
    clpwl_weighting weighting;
    char *weight; /* the name of its weight */
    clpwl_target target; /* max_error 0: none */
    int is_held;         /* 1: to the constraints */
    clpwl_constraints constraints;
    double *held; /* their x, then their y */
};

/* Refuses knots that differ from those of clpwl_partition_uniform by more than the rounding
 * of another formula. */
static clpwl_status check_uniform(const double *knots, size_t segments)
{
    clpwl_status status = CLPWL_OK;
    double a = knots[0], width = knots[segments] - a;
    double slack = 4 * DBL_EPSILON * fmax(fabs(a), fabs(knots[segments]));
    for (size_t i = 0; i <= segments; i++) {
        double right = a + (double)i * width / (double)segments;
        CHECK(fabs(knots[i] - right) <= slack, CLPWL_ERR_ARGUMENT,
              "the partition is uniform, but knot %zu of %zu is %.17g, not %.17g", i + 1, segments + 1,
              knots[i], right);
    }
done:
    return status;
}

/* The same in g(x), for knots that were rounded in x. */
static clpwl_status check_shaped(const clpwl_table_spec *spec)
{
    clpwl_status status = CLPWL_OK;
    size_t n = spec->segments;
    const double *x = spec->knots;
    CHECK(spec->partition == CLPWL_PARTITION_UNIFORM, CLPWL_ERR_ARGUMENT,
          "a table in %s(x) has a uniform partition, not an optimized one",
          clpwl_shaper_name(spec->shaper));
    CHECK(spec->extend != CLPWL_EXTEND_REPEAT && spec->extend != CLPWL_EXTEND_MIRROR,
          CLPWL_ERR_ARGUMENT,
          "a table in %s(x) cannot be extended by %s; expected clamp, zero, nan or linear",
          clpwl_shaper_name(spec->shaper), clpwl_extend_name(spec->extend));
    TRY(clpwl__shaper_check(spec->shaper, x[0], x[n]));
    double from = clpwl__shaper_s(spec->shaper, x[0]), to = clpwl__shaper_s(spec->shaper, x[n]);
    double slack = DBL_EPSILON * (4 + 512 * fmax(fabs(from), fabs(to)));
    for (size_t i = 0; i <= n; i++) {
        double right = from + (double)i * (to - from) / (double)n;
        CHECK(fabs(clpwl__shaper_s(spec->shaper, x[i]) - right) <= slack, CLPWL_ERR_ARGUMENT,
              "the partition is uniform in %s(x), but knot %zu of %zu is %.17g, not %.17g",
              clpwl_shaper_name(spec->shaper), i + 1, n + 1, x[i],
              clpwl__shaper_knot(spec->shaper, x[0], x[n], n, i));
    }
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
    if (spec->shaper != CLPWL_SHAPER_NONE)
        TRY(check_shaped(spec));
    else if (spec->partition == CLPWL_PARTITION_UNIFORM)
        TRY(check_uniform(spec->knots, spec->segments));
done:
    return status;
}

static clpwl_status check_target(const clpwl_target *t)
{
    enum { MOST_BITS = 24 }; /* as clpwl_execution */
    clpwl_status status = CLPWL_OK;
    CHECK(t->max_error > 0 && t->max_error < HUGE_VAL, CLPWL_ERR_ARGUMENT,
          "the max error of the target is %g; expected a positive number", t->max_error);
    CHECK(clpwl_norm_name(t->norm), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_norm", (int)t->norm);
    CHECK(isnan(t->reached) || t->reached >= 0, CLPWL_ERR_ARGUMENT,
          "the error reached is %g; expected a number of at least 0, or NaN", t->reached);
    CHECK(clpwl_evidence_name(t->evidence), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_evidence",
          (int)t->evidence);
    CHECK(t->storage == CLPWL_STORAGE_DEFAULT || clpwl__is_storage(t->storage), CLPWL_ERR_ARGUMENT,
          "%d is not a storage of a target; expected " CLPWL__STORAGE_NAMES, (int)t->storage);
    CHECK(t->weight_bits <= MOST_BITS, CLPWL_ERR_ARGUMENT,
          "the target has %u bits of weight; expected at most %d", t->weight_bits, MOST_BITS);
    CHECK(clpwl_ended_by_name(t->ended_by), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_ended_by",
          (int)t->ended_by);
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
    CHECK(clpwl_partition_name(spec->partition), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_partition",
          (int)spec->partition);
    CHECK(clpwl_fit_name(spec->fit), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_fit", (int)spec->fit);
    CHECK(clpwl_extend_name(spec->extend), CLPWL_ERR_ARGUMENT, "%d is not a clpwl_extend",
          (int)spec->extend);
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

static clpwl_status copy_weighting(clpwl_table *t, const clpwl_weighting *weighting)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__copy_text(&t->weight, weighting->weight));
    t->weighting = *weighting;
    t->weighting.weight = t->weight;
    t->weighting.proved = map_zeros(weighting->proved, NAN);
    t->weighted = 1;
done:
    return status;
}

static clpwl_status copy_constraints(clpwl_table *t, const clpwl_constraints *c)
{
    clpwl_status status = CLPWL_OK;
    t->held = clpwl__alloc(c->count + 1, 2 * sizeof *t->held);
    CHECK_MEMORY(t->held);
    t->constraints = *c;
    t->constraints.x = t->held;
    t->constraints.y = t->held + c->count;
    for (size_t i = 0; i < c->count; i++) {
        t->held[i] = c->x[i];
        t->held[c->count + i] = c->y[i];
    }
    t->is_held = 1;
done:
    return status;
}

double clpwl__table_slope(const clpwl_table *t, size_t i)
{
    return (t->values[i + 1] - t->values[i]) / (clpwl_shaper_value(t->shaper, t->knots[i + 1]) -
                                                clpwl_shaper_value(t->shaper, t->knots[i]));
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
    t->tails = (clpwl_tails){NAN, NAN};
    if (t->extend != CLPWL_EXTEND_LINEAR)
        goto done;
    if (given)
        t->tails = *given;
    TRY(clpwl__symmetry_tails(t->symmetry, &t->tails));
    double a = t->knots[0], b = t->knots[t->segments];
    if (isnan(t->tails.right))
        t->tails.right = clpwl__table_slope(t, t->segments - 1) * clpwl__shaper_slope(t->shaper, b);
    TRY(clpwl__symmetry_tails(t->symmetry, &t->tails));
    if (isnan(t->tails.left))
        t->tails.left = clpwl__table_slope(t, 0) * clpwl__shaper_slope(t->shaper, a);
    CHECK(fabs(t->tails.left) <= FLT_MAX && fabs(t->tails.right) <= FLT_MAX, CLPWL_ERR_ARGUMENT,
          "the slopes of linear tails, %g and %g, must be within fp32's range, +-3.4e38",
          t->tails.left, t->tails.right);
done:
    return status;
}

clpwl_storage clpwl__storage_for(const clpwl_table *table, clpwl_storage asked)
{
    return asked != CLPWL_STORAGE_DEFAULT ? asked : table ? table->storage : CLPWL_STORAGE_FLOAT32;
}

/* Storage and target, each by the other one's storage where its own is the default. */
static void take_storage(clpwl_table *t, clpwl_storage storage, const clpwl_target *target)
{
    t->storage = clpwl__storage_for(NULL, storage || !target ? storage : target->storage);
    if (!target)
        return;
    clpwl_target own = *target;
    own.storage = clpwl__storage_for(t, target->storage);
    clpwl__table_set_target(t, &own);
}

clpwl_status clpwl_table_create(clpwl_table **out, const clpwl_table_spec *given)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_table_spec own, *spec = &own;
    clpwl_table *t = NULL;
    CHECK(out, CLPWL_ERR_ARGUMENT, "out is NULL: there is no place for the table");
    *out = NULL;
    CHECK(given, CLPWL_ERR_ARGUMENT, "spec is NULL");
    TRY(clpwl__options_take(&own, sizeof own, given, "clpwl_table_spec",
                            "CLPWL_TABLE_SPEC_INIT"));
    TRY(check_spec(spec));
    t = clpwl__calloc(1, sizeof *t);
    CHECK_MEMORY(t);
    t->segments = spec->segments;
    t->partition = spec->partition;
    t->shaper = spec->shaper;
    t->fit = spec->fit;
    t->extend = spec->extend;
    t->symmetry = spec->symmetry;
    t->estimate = spec->estimate;
    t->measured = spec->measured;
    t->proved = map_zeros(spec->proved, NAN);
    if (spec->weighting)
        TRY(copy_weighting(t, spec->weighting));
    take_storage(t, spec->storage, spec->target);
    TRY(clpwl__copy_numbers(&t->knots, spec->knots, spec->segments + 1));
    TRY(clpwl__copy_numbers(&t->values, spec->values, spec->segments + 1));
    if (spec->constraints)
        TRY(copy_constraints(t, spec->constraints));
    TRY(set_tails(t, spec->tails));
    TRY(clpwl__copy_text(&t->function, spec->function ? spec->function : "f"));
    TRY(clpwl__copy_text(&t->opencl, spec->opencl));
    TRY(clpwl__copy_text(&t->opencl_native, spec->opencl_native));
    *out = t;
    t = NULL;
done:
    clpwl_table_free(t);
    return status;
}

void clpwl_table_free(clpwl_table *t)
{
    if (!t)
        return;
    clpwl__free(t->knots);
    clpwl__free(t->values);
    clpwl__free(t->function);
    clpwl__free(t->opencl);
    clpwl__free(t->opencl_native);
    clpwl__free(t->weight);
    clpwl__free(t->held);
    clpwl__free(t);
}

#define GETTER(type, part)                                                                       \
    type clpwl_table_##part(const clpwl_table *t) { return t->part; }
GETTER(size_t, segments)
GETTER(const double *, knots)
GETTER(const double *, values)
GETTER(clpwl_partition, partition)
GETTER(clpwl_shaper, shaper)
GETTER(clpwl_fit, fit)
GETTER(clpwl_extend, extend)
GETTER(clpwl_tails, tails)
GETTER(clpwl_symmetry, symmetry)
GETTER(clpwl_storage, storage)
GETTER(const char *, function)
GETTER(const char *, opencl)
GETTER(const char *, opencl_native)
GETTER(clpwl_error, estimate)
GETTER(clpwl_error, measured)
GETTER(clpwl_error, proved)
#undef GETTER

const clpwl_weighting *clpwl_table_weighting(const clpwl_table *t)
{
    return t->weighted ? &t->weighting : NULL;
}

const clpwl_constraints *clpwl_table_constraints(const clpwl_table *t)
{
    return t->is_held ? &t->constraints : NULL;
}

const clpwl_target *clpwl_table_target(const clpwl_table *t)
{
    return t->target.max_error > 0 ? &t->target : NULL;
}

void clpwl__table_set_target(clpwl_table *t, const clpwl_target *target)
{
    t->target = *target;
    if (target->evidence == CLPWL_EVIDENCE_UNKNOWN && !isnan(target->reached))
        t->target.evidence = CLPWL_EVIDENCE_MEASURED;
}

void clpwl__table_set_measured(clpwl_table *t, clpwl_error measured)
{
    if (clpwl_table_weighting(t))
        t->weighting.measured = measured;
    else
        t->measured = measured;
    if (clpwl_table_target(t))
        t->target.reached = fmax(t->target.reached, clpwl_error_in(&measured, t->target.norm));
}

clpwl_error clpwl__table_measured(const clpwl_table *t)
{
    return clpwl_table_weighting(t) ? t->weighting.measured : t->measured;
}

void clpwl__table_set_plain(clpwl_table *t, clpwl_error measured)
{
    t->measured = measured;
}

void clpwl__table_set_proved(clpwl_table *t, clpwl_error proved)
{
    *(clpwl_table_weighting(t) ? &t->weighting.proved : &t->proved) = map_zeros(proved, DBL_MIN);
}

static clpwl_error prefer(clpwl_error proved, clpwl_error measured)
{
    return (clpwl_error){isnan(proved.l1) ? measured.l1 : proved.l1,
                         isnan(proved.l2) ? measured.l2 : proved.l2,
                         isnan(proved.linf) ? measured.linf : proved.linf};
}

clpwl_error clpwl__table_known(const clpwl_table *t)
{
    return prefer(t->proved, t->measured);
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
        *a = table->knots[0];
    if (b)
        *b = table->knots[table->segments];
}

clpwl__half clpwl__table_half(const clpwl_table *table)
{
    clpwl__half all = {clpwl_table_knots(table), clpwl_table_values(table),
                       clpwl_table_segments(table)};
    if (clpwl_table_symmetry(table) == CLPWL_SYMMETRY_NONE)
        return all;
    size_t middle = all.segments / 2;
    return (clpwl__half){all.knots + middle, all.values + middle, middle};
}

clpwl__law clpwl__table_law(const clpwl_table *table)
{
    return clpwl__law_of(clpwl_table_symmetry(table), clpwl__table_half(table).values[0]);
}
