/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "host/shaped.h"
#include "host/function.h"
#include "host/shaper.h"
#include "host/weight.h"
#include "internal.h"

struct clpwl__shaped {
    clpwl_shaper shaper;
    const clpwl_function *f; /* of x */
    const clpwl_function *w; /* of x; NULL: 1 */
    double a, b;             /* in x */
    clpwl_function *in_s, *width, *w_in_s, *w_width; /* f, dx/ds, w, w dx/ds */
    int weighs;
    clpwl_weight plain, largest, sums; /* by dx/ds; by the weight alone; by both */
};

static double x_of(double s, const clpwl__shaped *p)
{
    return fmin(fmax(clpwl__shaper_x(p->shaper, s), p->a), p->b);
}

static double value_at(double s, void *user)
{
    const clpwl__shaped *p = user;
    return clpwl__function_raw(p->f, x_of(s, p));
}

static double width_at(double s, void *user)
{
    const clpwl__shaped *p = user;
    return clpwl__shaper_width(p->shaper, s);
}

static double weight_at(double s, void *user)
{
    const clpwl__shaped *p = user;
    return p->w ? clpwl__function_raw(p->w, x_of(s, p)) : 1;
}

static double weighted_width_at(double s, void *user)
{
    return weight_at(s, user) * width_at(s, user);
}

/* A function of s, with the kinks that one of x has; `of` may be NULL. */
static clpwl_status make(clpwl__shaped *p, clpwl_callback value, const clpwl_function *of,
                         clpwl_function **out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    size_t count = of ? of->kink_count : 0;
    double *kinks = clpwl__alloc(count + 1, sizeof *kinks);
    CHECK_MEMORY(kinks);
    for (size_t i = 0; i < count; i++)
        if (of->kinks[i] > p->a && of->kinks[i] < p->b)
            kinks[spec.kink_count++] = clpwl__shaper_s(p->shaper, of->kinks[i]);
    spec.name = of ? of->name : NULL;
    spec.f = value;
    spec.user = p;
    spec.a = clpwl__shaper_s(p->shaper, p->a);
    spec.b = clpwl__shaper_s(p->shaper, p->b);
    spec.kinks = spec.kink_count ? kinks : NULL;
    spec.smooth = !of || of->smooth || of->d2f; /* what is known of it is known of it in s */
    if (of == p->f) {
        spec.opencl = of->opencl;
        spec.opencl_native = of->opencl_native;
    }
    TRY(clpwl_function_create(out, &spec));
done:
    clpwl__free(kinks);
    return status;
}

/* What is wrong with w is said by its x, and so here and not in s. */
static clpwl_status look_at_weight(const clpwl__shaped *p, const clpwl_weight *weight)
{
    enum { POINTS = 256 };
    clpwl_status status = CLPWL_OK;
    clpwl_weight absolute = *weight;
    double ignored;
    absolute.floor = 0;
    for (int i = 0; i <= POINTS; i++)
        TRY(clpwl__weigh(&absolute, CLPWL_LINF, p->a + (p->b - p->a) * i / POINTS, 0, &ignored));
done:
    return status;
}

static clpwl_status make_weights(clpwl__shaped *p, const clpwl_weight *weight)
{
    clpwl_status status = CLPWL_OK;
    p->plain = p->largest = p->sums = (clpwl_weight)CLPWL_WEIGHT_INIT;
    TRY(make(p, width_at, NULL, &p->width));
    p->plain.w = p->width;
    p->weighs = clpwl__weighs(weight);
    if (!p->weighs)
        goto done;
    TRY(look_at_weight(p, weight));
    p->w = weight->w;
    p->largest.floor = p->sums.floor = weight->floor;
    if (p->w) {
        TRY(make(p, weight_at, p->w, &p->w_in_s));
        p->largest.w = p->w_in_s;
    }
    TRY(make(p, weighted_width_at, p->w, &p->w_width));
    p->sums.w = p->w_width;
done:
    return status;
}

clpwl_status clpwl__shaped_create(clpwl__shaped **out, const clpwl_function *f,
                                  const clpwl_weight *weight, clpwl_shaper shaper, double a,
                                  double b)
{
    clpwl_status status = CLPWL_OK;
    clpwl__shaped *p = NULL;
    TRY(clpwl__shaper_check(shaper, a, b));
    p = clpwl__calloc(1, sizeof *p);
    CHECK_MEMORY(p);
    p->shaper = shaper;
    p->f = f;
    p->a = a;
    p->b = b;
    TRY(make(p, value_at, f, &p->in_s));
    TRY(make_weights(p, weight));
    *out = p;
    p = NULL;
done:
    clpwl__shaped_free(p);
    return status;
}

void clpwl__shaped_free(clpwl__shaped *p)
{
    if (!p)
        return;
    clpwl_function_free(p->in_s);
    clpwl_function_free(p->width);
    clpwl_function_free(p->w_in_s);
    clpwl_function_free(p->w_width);
    clpwl__free(p);
}

const clpwl_function *clpwl__shaped_source(const clpwl__shaped *p)
{
    return p->f;
}

const clpwl_function *clpwl__shaped_function(const clpwl__shaped *p)
{
    return p->in_s;
}

const clpwl_weight *clpwl__shaped_weight(const clpwl__shaped *p, clpwl_norm norm, int weighted)
{
    weighted = weighted && p->weighs;
    if (norm == CLPWL_LINF)
        return weighted ? &p->largest : NULL;
    return weighted ? &p->sums : &p->plain;
}

clpwl_status clpwl__shaped_measure(const clpwl__shaped *p, const clpwl__measure *how,
                                   const clpwl_function *in_s, const double *knots,
                                   const double *values, size_t segments, clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl__measure largest = *how, sums = *how;
    clpwl_error sum = CLPWL_ERROR_UNKNOWN;
    *out = sum;
    largest.norms &= CLPWL__MEASURE_LINF;
    largest.weight = clpwl__shaped_weight(p, CLPWL_LINF, how->weight != NULL);
    sums.norms &= ~(unsigned)CLPWL__MEASURE_LINF;
    sums.weight = clpwl__shaped_weight(p, CLPWL_L2, how->weight != NULL);
    if (largest.norms)
        TRY(clpwl__error_measure(&largest, in_s, knots, values, segments, out));
    if (sums.norms)
        TRY(clpwl__error_measure(&sums, in_s, knots, values, segments, &sum));
    out->l1 = sum.l1;
    out->l2 = sum.l2;
done:
    return status;
}

clpwl_status clpwl__shaped_measure_table(const clpwl_function *f, const clpwl_weight *weight,
                                         const clpwl_table *table, const double *values,
                                         clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    const double *x = clpwl_table_knots(table);
    size_t n = clpwl_table_segments(table);
    clpwl_shaper shaper = clpwl_table_shaper(table);
    clpwl__measure how = {.weight = clpwl__weighs(weight) ? weight : NULL,
                          .norms = CLPWL__MEASURE_ALL, .give_up = HUGE_VAL};
    clpwl__shaped *p = NULL;
    double *knots = clpwl__alloc(n + 1, sizeof *knots);
    CHECK_MEMORY(knots);
    TRY(clpwl__shaped_create(&p, f, weight, shaper, x[0], x[n]));
    for (size_t i = 0; i <= n; i++)
        knots[i] = clpwl__shaper_s(shaper, x[i]);
    TRY(clpwl__shaped_measure(p, &how, p->in_s, knots, values, n, out));
done:
    clpwl__shaped_free(p);
    clpwl__free(knots);
    return status;
}
