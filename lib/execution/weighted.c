/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "execution/weighted.h"
#include "base/array.h"
#include "clpwl/error.h"
#include "error/residual.h"
#include "execution/shaped_function.h"
#include "execution/storage.h"

enum {
    STEPS = 8,        /* of a part */
    RESOLUTION = 4096 /* steps over the domain at least, as in error/measure.c */
};

/* x, f and w at the ends of the steps of a part of a smooth piece. */
typedef struct samples {
    double x[STEPS + 1], y[STEPS + 1], w[STEPS + 1];
} samples;

static clpwl_status sample_part(const clpwl_function *f, const clpwl_weight *weight, double l,
                                double r, samples *s)
{
    clpwl_weight absolute = *weight;
    clpwl_status status = CLPWL_OK;
    absolute.floor = 0;
    for (int i = 0; i <= STEPS; i++) {
        s->x[i] = clpwl__step_at(l, r, i, STEPS);
        TRY(clpwl__value(f, s->x[i], &s->y[i]));
        TRY(clpwl__weigh(&absolute, CLPWL_NORM_LINF, s->x[i], s->y[i], &s->w[i]));
    }
done:
    return status;
}

/* How far a smooth function may exceed both its values at the ends of step i. */
static double bound_overshoot(const double *y, int i)
{
    double left = i > 0 ? fabs(y[i - 1] - 2 * y[i] + y[i + 1]) : 0;
    double right = i + 1 < STEPS ? fabs(y[i] - 2 * y[i + 1] + y[i + 2]) : 0;
    return fmax(left, right) / 2; /* an eighth would do for a constant curvature */
}

/* A lower bound of |f| on step i. */
static double find_least(const samples *s, int i)
{
    if ((s->y[i] < 0) != (s->y[i + 1] < 0))
        return 0;
    return fmax(fmin(fabs(s->y[i]), fabs(s->y[i + 1])) - bound_overshoot(s->y, i), 0);
}

static void add_part(const samples *s, double floor, clpwl__factors *out)
{
    for (int i = 0; i < STEPS; i++) {
        double w = fmax(s->w[i], s->w[i + 1]) + bound_overshoot(s->w, i), h = s->x[i + 1] - s->x[i];
        out->most = fmax(out->most, floor > 0 ? w / fmax(find_least(s, i), floor) : w);
        for (int k = i; k <= i + 1; k++) {
            double relative = floor > 0 ? 1 / fmax(fabs(s->y[k]), floor) : 1;
            out->mean += h / 2 * s->w[k] * relative;
            out->square += h / 2 * s->w[k] * relative * relative;
        }
    }
}

/* Adds a smooth piece, in parts that resolve a thousandth of the domain. */
static clpwl_status add_piece(const clpwl_function *f, const clpwl_weight *weight, double l,
                              double r, double domain, clpwl__factors *out)
{
    clpwl_status status = CLPWL_OK;
    samples s;
    double parts = ceil(RESOLUTION / STEPS * ((r - l) / domain));
    for (double i = 0; i < parts; i++) {
        TRY(sample_part(f, weight, clpwl__step_at(l, r, i, parts),
                        clpwl__step_at(l, r, i + 1, parts), &s));
        add_part(&s, weight->floor, out);
    }
done:
    return status;
}

/* The factors of segment i, made a little wider: fp32 rounds its ends. */
static clpwl_status find_factors(const clpwl_function *f, const clpwl_weight *weight,
                                 const double *knots, size_t segments, size_t i,
                                 clpwl__factors *out)
{
    clpwl_status status = CLPWL_OK;
    double domain = knots[segments] - knots[0];
    double more = 1e-6 * (knots[i + 1] - knots[i]);
    double from = fmax(knots[i] - more, knots[0]);
    double to = fmin(knots[i + 1] + more, knots[segments]);
    *out = (clpwl__factors){0, 0, 0};
    for (double l = from, r; l < to; l = r) {
        r = clpwl__weighted_piece_end(f, weight, l, to);
        TRY(add_piece(f, weight, l, r, domain, out));
    }
    out->mean /= to - from;
    out->square /= to - from;
done:
    return status;
}

clpwl_status clpwl__factors_of(const clpwl_function *f, const clpwl_weight *weight,
                               const clpwl_table *table, clpwl__factors *out)
{
    clpwl_status status = CLPWL_OK;
    size_t segments = clpwl_table_segments(table);
    for (size_t i = 0; i < segments; i++)
        TRY(find_factors(f, weight, clpwl_table_knots(table), segments, i, &out[i]));
done:
    return status;
}

clpwl_status clpwl__executed_weighted(const clpwl_function *f, const clpwl_weight *weight,
                                      const clpwl_table *table, const clpwl_execution *execution,
                                      clpwl_error measured, int of_stored, clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl__factors *factors = NULL;
    if (clpwl__weighs(weight)) {
        factors = clpwl__alloc(clpwl_table_segments(table), sizeof *factors);
        CHECK_MEMORY(factors);
        TRY(clpwl__factors_of(f, weight, table, factors));
    }
    *out = clpwl__executed(table, execution, measured, of_stored, factors);
done:
    clpwl__free(factors);
    return status;
}

/* The error of the table with its values as stored. */
static clpwl_status measure_stored(const clpwl_function *f, const clpwl_weight *weight,
                                   const clpwl_table *table, clpwl_storage storage,
                                   clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    const double *c = clpwl_table_values(table);
    size_t n = clpwl_table_segments(table);
    clpwl__coding coding = clpwl__coding_of(storage, c, n + 1);
    double *values = clpwl__alloc(n + 1, sizeof *values);
    CHECK_MEMORY(values);
    TRY(clpwl__coding_check(&coding));
    for (size_t i = 0; i <= n; i++)
        values[i] = clpwl__stored(&coding, c[i]);
    if (clpwl_table_shaper(table) != CLPWL_SHAPER_NONE)
        TRY(clpwl__shaped_measure_table(f, weight, table, values, out));
    else
        TRY(clpwl_error_measure(f, weight, clpwl_table_knots(table), values, n, out));
done:
    clpwl__free(values);
    return status;
}

clpwl_status clpwl_error_executed(const clpwl_function *f, const clpwl_weight *weight,
                                           const clpwl_table *table,
                                           const clpwl_execution *execution, clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_weight own;
    clpwl_execution how;
    clpwl_error measured;
    CHECK(f && table && out, CLPWL_ERR_ARGUMENT, "%s is NULL",
          !f ? "f" : !table ? "table" : "out");
    TRY(clpwl__weight_take(&own, &weight));
    TRY(clpwl__execution_take(&how, &execution));
    clpwl_storage storage = execution->storage;
    CHECK(storage != CLPWL_STORAGE_ANY, CLPWL_ERR_ARGUMENT,
          "an execution needs a storage: float32, half or unorm16");
    TRY(measure_stored(f, weight, table, storage, &measured));
    TRY(clpwl__executed_weighted(f, weight, table, execution, measured,
                                 storage != CLPWL_STORAGE_FLOAT32, out));
done:
    return status;
}
