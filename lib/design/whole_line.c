/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/whole_line.h"
#include <float.h>
#include "base/internal.h"
#include "design/constraints.h"
#include "proof/asymptote.h"
#include "clpwl/proof.h"

enum { PLACES = 256 /* of an octave of |x|, from 2^100 on downwards: waves that end in it are seen */ };
static const double nearly = 0.95; /* of the max error, for the tail: roundings and waves take the rest */

typedef struct side {
    const clpwl_function *f;
    const clpwl_design_options *o;
    clpwl__asymptote line;
    int sign; /* of x */
} side;

static double asymptote_at(const side *s, double x)
{
    return s->line.slope * x + s->line.intercept;
}

/* Whether the asymptote is near enough at x, with what fp32 adds to a table's values. A value that is not
 * finite is not one that is too far: so far out a formula may overflow. */
static clpwl_status is_near(const side *s, double x, int *near)
{
    clpwl_status status = CLPWL_OK;
    double factor = 1, y = clpwl__function_raw(s->f, x);
    const double v = asymptote_at(s, x), rounding = 2 * FLT_EPSILON * fabs(v);
    *near = 1;
    if (!isfinite(y))
        goto done;
    TRY(clpwl__weigh(s->o->weight, CLPWL_NORM_LINF, x, y, &factor));
    *near = factor * (fabs(y - v) + rounding) <= nearly * s->o->max_error;
done:
    return status;
}

/* The least |x| down to which the asymptote is near enough; farther out the roundings of v may
 * exceed the error. `least`: the other end, or 0; all are beyond it. */
static clpwl_status find_end(const side *s, double least, double *end)
{
    clpwl_status status = CLPWL_OK;
    double good = 0, x = HUGE_VAL;
    int near = 0;
    for (int k = 0; x > fmax(s->sign * least, FLT_EPSILON) && (near || good == 0); k++) {
        good = near ? x : good;
        x = ldexp(2 - (k % PLACES) / (double)PLACES, 99 - k / PLACES);
        TRY(is_near(s, s->sign * x, &near));
    }
    CHECK(good > 0, CLPWL_ERR_TARGET, "a max error of %g on an infinite domain cannot be met: the asymptote "
          "of %s, %.9g x + %.9g, is nowhere so near in fp32", s->o->max_error, clpwl_function_name(s->f),
          s->line.slope, s->line.intercept);
    if (!near) /* the max error is crossed between x and good */
        for (int i = 0; i < FLT_MANT_DIG; i++) {
            const double middle = x + (good - x) / 2;
            TRY(is_near(s, s->sign * middle, &near));
            *(near ? &good : &x) = middle;
        }
    *end = s->sign * (double)(float)good;
done:
    return status;
}

/* Proves the tail from x on, of which *y becomes the value at x. */
static clpwl_status prove_tail(const side *s, double x, double *y)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_prove_options p = CLPWL_PROVE_INIT;
    clpwl_tails tails = {s->line.slope, s->line.slope};
    clpwl_table *table = NULL;
    clpwl_proof proof;
    *y = clpwl__nearest_number(s->o->execution->storage, asymptote_at(s, x));
    const double inner = nextafterf((float)x, -s->sign * INFINITY), l = fmin(x, inner), r = fmax(x, inner);
    spec.knots = (double[2]){l, r};
    spec.values = (double[2]){*y + s->line.slope * (l - x), *y + s->line.slope * (r - x)};
    spec.segments = 1;
    spec.extend = CLPWL_EXTEND_LINEAR;
    spec.tails = &tails;
    spec.function = clpwl_function_name(s->f);
    TRY(clpwl_table_create(&table, &spec));
    p.weight = s->o->weight;
    p.linf_only = 1;
    p.a = s->sign > 0 ? l : -HUGE_VAL;
    p.b = s->sign > 0 ? HUGE_VAL : r;
    TRY(clpwl_prove(&proof, s->f, table, &p));
    CHECK(proof.bound.linf <= s->o->max_error, CLPWL_ERR_TARGET,
          "a max error of %g on an infinite domain cannot be met: the asymptote of %s, %.9g x + %.9g, errs "
          "by up to %.3g beyond x = %.9g", s->o->max_error, clpwl_function_name(s->f), s->line.slope,
          s->line.intercept, proof.bound.linf, x);
done:
    clpwl_table_free(table);
    return status;
}

/* What an infinite domain excludes. */
static clpwl_status check_options(const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    CHECK(o->max_error > 0 && o->norm == CLPWL_NORM_LINF, CLPWL_ERR_ARGUMENT,
          "the domain from %g to %g: an infinite domain takes a max error in linf", o->a, o->b);
    CHECK(!o->weight || !o->weight->w, CLPWL_ERR_ARGUMENT, "the domain from %g to %g and a weight that is a "
          "function: a finite domain would be right", o->a, o->b);
    CHECK((o->extend == CLPWL_EXTEND_CLAMP || o->extend == CLPWL_EXTEND_LINEAR) && !o->tails,
          CLPWL_ERR_ARGUMENT, "the domain from %g to %g is extended by the asymptotes, not by %s%s", o->a,
          o->b, clpwl_extend_name(o->extend), o->tails ? " with other slopes" : "");
done:
    return status;
}

clpwl_status clpwl__whole_line_take(clpwl__whole_line *out, clpwl_design_options *o, const clpwl_function *f)
{
    clpwl_status status = CLPWL_OK;
    const int is_infinite[2] = {o->a == -HUGE_VAL, o->b == HUGE_VAL};
    clpwl__asymptote lines[2];
    double x[2] = {o->a, o->b};
    side sides[2];
    int is_flat = 1;
    out->y[0] = out->y[1] = NAN;
    if (!is_infinite[0] && !is_infinite[1])
        goto done;
    TRY(check_options(o));
    TRY(clpwl__find_asymptotes(lines, f));
    for (int k = 0; k < 2; k++) {
        sides[k] = (side){.f = f, .o = o, .line = lines[k], .sign = k ? 1 : -1};
        if (!is_infinite[k])
            continue;
        CHECK(!isnan(lines[k].slope), CLPWL_ERR_UNSUPPORTED, "no linear asymptote of %s is known at "
              "%sinfinity: a finite end would be right", clpwl_function_name(f), k ? "" : "-");
        TRY(find_end(&sides[k], is_infinite[!k] ? 0 : x[!k], &x[k]));
        is_flat = is_flat && lines[k].slope == 0;
    }
    const double most = fmax(-x[0], x[1]);
    for (int k = 0; k < 2; k++) {
        if (!is_infinite[k])
            continue;
        if (is_infinite[!k] && most < 1.01 * fabs(x[k])) /* a symmetry needs equal ones */
            x[k] = sides[k].sign * most;
        TRY(prove_tail(&sides[k], x[k], &out->y[k]));
    }
    out->tails = (clpwl_tails){is_infinite[0] ? lines[0].slope : (double)NAN,
                               is_infinite[1] ? lines[1].slope : (double)NAN};
    o->a = x[0];
    o->b = x[1];
    o->extend = is_flat ? CLPWL_EXTEND_CLAMP : CLPWL_EXTEND_LINEAR;
    o->tails = is_flat ? NULL : &out->tails;
done:
    return status;
}
