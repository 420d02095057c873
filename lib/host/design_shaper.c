/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Designs in g(x). With s ascending as g(x) or -g(x), the table for f on [a,b] is that for
 * f(x(s)) on [s(a),s(b)]: its max error is the same in both, and those in L1 and L2 have
 * dx/ds for their weight.
 */
#include "host/design.h"
#include "host/shaper.h"
#include "internal.h"

struct clpwl__shaped {
    clpwl_shaper shaper;
    const clpwl_function *f; /* of x */
    double a, b;             /* in x */
    clpwl_function *in_s;
    clpwl_function *width;   /* dx/ds */
    clpwl_weight weight;
};

static double value_at(double s, void *user)
{
    const clpwl__shaped *p = user;
    return clpwl__function_raw(p->f, fmin(fmax(clpwl__shaper_x(p->shaper, s), p->a), p->b));
}

static double width_at(double s, void *user)
{
    const clpwl__shaped *p = user;
    return clpwl__shaper_width(p->shaper, s);
}

static clpwl_status make_functions(clpwl__shaped *p, double a, double b, double *kinks)
{
    clpwl_status status = CLPWL_OK;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT, width = CLPWL_FUNCTION_SPEC_INIT;
    for (size_t i = 0; i < p->f->kink_count; i++)
        if (p->f->kinks[i] > p->a && p->f->kinks[i] < p->b)
            kinks[spec.kink_count++] = clpwl__shaper_s(p->shaper, p->f->kinks[i]);
    spec.name = p->f->name;
    spec.f = value_at;
    spec.user = p;
    spec.a = a;
    spec.b = b;
    spec.kinks = spec.kink_count ? kinks : NULL;
    spec.opencl = p->f->opencl;
    spec.opencl_native = p->f->opencl_native;
    spec.smooth = p->f->smooth || p->f->d2f; /* what is known of f is known of it in s */
    TRY(clpwl_function_create(&p->in_s, &spec));
    width.f = width_at;
    width.user = p;
    width.smooth = 1;
    width.a = a;
    width.b = b;
    TRY(clpwl_function_create(&p->width, &width));
    p->weight = (clpwl_weight)CLPWL_WEIGHT_INIT;
    p->weight.w = p->width;
done:
    return status;
}

clpwl_status clpwl__shaped_create(clpwl__shaped **out, const clpwl_function *f,
                                  clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    double *kinks = NULL;
    clpwl__shaped *p = NULL;
    TRY(clpwl__shaper_check(o->shaper, o->a, o->b));
    CHECK(o->partition == CLPWL_UNIFORM, CLPWL_ERR_ARGUMENT,
          "the shaper %s is for uniform partitions, not for optimized ones",
          clpwl_shaper_name(o->shaper));
    CHECK(o->extend != CLPWL_REPEAT && o->extend != CLPWL_MIRROR, CLPWL_ERR_ARGUMENT,
          "a table in %s(x) cannot be extended by %s: clamp, zero or nan would be right",
          clpwl_shaper_name(o->shaper), clpwl_extend_name(o->extend));
    CHECK(!o->weight, CLPWL_ERR_ARGUMENT,
          "the shaper %s does not go with weighted or relative errors: ask for plain ones",
          clpwl_shaper_name(o->shaper));
    p = clpwl__calloc(1, sizeof *p);
    CHECK_MEMORY(p);
    kinks = clpwl__alloc(f->kink_count + 1, sizeof *kinks);
    CHECK_MEMORY(kinks);
    p->shaper = o->shaper;
    p->f = f;
    p->a = o->a;
    p->b = o->b;
    o->a = clpwl__shaper_s(p->shaper, p->a);
    o->b = clpwl__shaper_s(p->shaper, p->b);
    TRY(make_functions(p, o->a, o->b, kinks));
    *out = p;
    p = NULL;
done:
    clpwl__shaped_free(p);
    clpwl__free(kinks);
    return status;
}

void clpwl__shaped_free(clpwl__shaped *p)
{
    if (!p)
        return;
    clpwl_function_free(p->in_s);
    clpwl_function_free(p->width);
    clpwl__free(p);
}

const clpwl_function *clpwl__shaped_function(const clpwl__shaped *p)
{
    return p->in_s;
}

const clpwl_weight *clpwl__shaped_weight(const clpwl__shaped *p, clpwl_fit fit)
{
    return fit == CLPWL_PROJECTION || fit == CLPWL_LEAST_ABSOLUTE ? &p->weight : NULL;
}

clpwl_status clpwl__shaped_measure(const clpwl__shaped *p, const clpwl__measure *how,
                                   const double *knots, const double *values, size_t segments,
                                   clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl__measure largest = *how, sums = *how;
    clpwl_error sum = CLPWL_ERROR_UNKNOWN;
    *out = sum;
    largest.norms &= CLPWL__MEASURE_LINF;
    sums.norms &= ~(unsigned)CLPWL__MEASURE_LINF;
    sums.weight = &p->weight;
    if (largest.norms)
        TRY(clpwl__error_measure(&largest, p->in_s, knots, values, segments, out));
    if (sums.norms)
        TRY(clpwl__error_measure(&sums, p->in_s, knots, values, segments, &sum));
    out->l1 = sum.l1;
    out->l2 = sum.l2;
done:
    return status;
}

void clpwl__shaped_spec(const clpwl__shaped *p, clpwl_table_spec *spec, double *knots)
{
    for (size_t i = 0; i <= spec->segments; i++)
        knots[i] = clpwl__shaper_knot(p->shaper, p->a, p->b, spec->segments, i);
    spec->shaper = p->shaper;
    spec->estimate.l1 = spec->estimate.l2 = NAN; /* the formulas know of no weight here */
}

/* A part of the work of a choice. */
typedef struct share {
    const clpwl_design_options *o;
    double from, to;
} share;

static int report(double fraction, void *user)
{
    const share *s = user;
    return s->o->progress(s->from + (s->to - s->from) * fraction, s->o->progress_user);
}

/* How good a table is: its segments, or its error; less is better. */
static double cost(const clpwl_table *table, const clpwl_design_options *o)
{
    clpwl_execution how = clpwl__execution_of(o);
    clpwl_error e = clpwl_table_executed(table, &how);
    return o->max_error > 0 ? (double)clpwl_table_segments(table) : clpwl_error_in(&e, o->norm);
}

static int is_of_the_work(clpwl_status status)
{
    return status == CLPWL_ERR_MEMORY || status == CLPWL_ERR_CANCELLED;
}

clpwl_status clpwl__design_any_shaper(clpwl_table **out, const clpwl_function *f,
                                      const clpwl_design_options *given)
{
    /* Half of the segments, or what they make of the error, are worth a built-in. */
    const double worth = given->max_error > 0 ? 0.5 : 0.25;
    clpwl_status status = CLPWL_OK;
    clpwl_table *best = NULL, *next = NULL;
    clpwl_design_options o = *given;
    share part = {.o = given};
    o.progress = given->progress ? report : NULL;
    o.progress_user = &part;
    /* None comes last: where all fail, the message is its own. */
    for (int k = CLPWL_SHAPER_AUTO - 1; k >= CLPWL_SHAPER_NONE; k--) {
        int suits = !o.weight && o.partition == CLPWL_UNIFORM && o.extend != CLPWL_REPEAT &&
                    o.extend != CLPWL_MIRROR;
        if (k != CLPWL_SHAPER_NONE && !suits)
            continue;
        o.shaper = (clpwl_shaper)k;
        part.from = part.to;
        part.to = (double)(CLPWL_SHAPER_AUTO - k) / CLPWL_SHAPER_AUTO;
        status = clpwl_design(&next, f, &o);
        if (is_of_the_work(status) || (status != CLPWL_OK && k == CLPWL_SHAPER_NONE && !best))
            goto done;
        int better = status == CLPWL_OK &&
                     (!best || (k == CLPWL_SHAPER_NONE ? worth : 1) * cost(next, &o) <
                                   cost(best, &o));
        clpwl_table *worse = better ? best : next;
        best = better ? next : best;
        clpwl_table_free(worse);
        next = NULL;
        status = CLPWL_OK;
    }
    *out = best;
    best = NULL;
done:
    clpwl_table_free(best);
    return status;
}
