/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "execution/shaped_function.h"
#include "function/function.h"
#include "table/shaper.h"
#include "function/weight.h"
#include "base/internal.h"
#include <gsl/gsl_sort.h>

struct clpwl__shaped {
    clpwl_shaper shaper;
    const clpwl_function *f; /* of x */
    const clpwl_function *w; /* of x; NULL: 1 */
    double a, b;             /* in x */
    clpwl_function *in_s, *one, *width, *w_in_s, *w_width; /* f, 1, dx/ds, w, w dx/ds */
    int weighs;
    clpwl_weight even, plain, largest, sums; /* by 1, dx/ds, the weight alone, both */
};

/* Pieces of the domain, equal in x, that are measured one by one: where g presses a part of
 * the domain together, what f and w do there is seen all the same. */
enum { PIECES = 512 };

static double x_of(double s, const clpwl__shaped *p)
{
    return fmin(fmax(clpwl__shaper_x(p->shaper, s), p->a), p->b);
}

static double value_at(double s, void *user)
{
    const clpwl__shaped *p = user;
    return clpwl__function_raw(p->f, x_of(s, p));
}

static double one_at(double s, void *user)
{
    (void)s;
    (void)user;
    return 1;
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

/* In s, those of `of`, which may be NULL, and with `pieces` where these end, ascending. */
static size_t put_kinks(const clpwl__shaped *p, const clpwl_function *of, int pieces,
                        double *kinks)
{
    size_t all = 0, count = 0;
    for (size_t i = 0; of && i < of->kink_count; i++)
        if (of->kinks[i] > p->a && of->kinks[i] < p->b)
            kinks[all++] = clpwl__shaper_s(p->shaper, of->kinks[i]);
    for (int i = 1; pieces && i < PIECES; i++)
        kinks[all++] = clpwl__shaper_s(p->shaper, p->a + (p->b - p->a) * i / PIECES);
    gsl_sort(kinks, 1, all);
    for (size_t i = 0; i < all; i++)
        if (count == 0 || kinks[i] > kinks[count - 1])
            kinks[count++] = kinks[i];
    return count;
}

/* A function of s, with the kinks that one of x has; `of` may be NULL. */
static clpwl_status make(clpwl__shaped *p, clpwl_callback value, const clpwl_function *of,
                         int pieces, clpwl_function **out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    double *kinks = clpwl__alloc((of ? of->kink_count : 0) + PIECES, sizeof *kinks);
    CHECK_MEMORY(kinks);
    spec.kink_count = put_kinks(p, of, pieces, kinks);
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
        TRY(clpwl__weigh(&absolute, CLPWL_NORM_LINF, p->a + (p->b - p->a) * i / POINTS, 0, &ignored));
done:
    return status;
}

static clpwl_status make_weights(clpwl__shaped *p, const clpwl_weight *weight)
{
    clpwl_status status = CLPWL_OK;
    p->even = p->plain = p->largest = p->sums = (clpwl_weight)CLPWL_WEIGHT_INIT;
    TRY(make(p, one_at, NULL, 1, &p->one));
    TRY(make(p, width_at, NULL, 1, &p->width));
    p->even.w = p->one;
    p->plain.w = p->width;
    p->weighs = clpwl__weighs(weight);
    if (!p->weighs)
        goto done;
    TRY(look_at_weight(p, weight));
    p->w = weight->w;
    p->largest.floor = p->sums.floor = weight->floor;
    TRY(make(p, weight_at, p->w, 1, &p->w_in_s));
    TRY(make(p, weighted_width_at, p->w, 1, &p->w_width));
    p->largest.w = p->w_in_s;
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
    TRY(make(p, value_at, f, 0, &p->in_s));
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
    clpwl_function_free(p->one);
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
    if (norm == CLPWL_NORM_LINF)
        return weighted ? &p->largest : NULL;
    return weighted ? &p->sums : &p->plain;
}

clpwl_status clpwl__shaped_measure(const clpwl__shaped *p, const clpwl__measure *how,
                                   const clpwl_function *in_s, const double *knots,
                                   const double *values, size_t segments, clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl__measure largest = *how, sums = *how;
    clpwl_error sum = CLPWL_ERROR_NAN;
    *out = sum;
    largest.norms &= CLPWL__MEASURE_LINF;
    largest.weight = how->weight && p->weighs ? &p->largest : &p->even;
    sums.norms &= ~(unsigned)CLPWL__MEASURE_LINF;
    sums.weight = clpwl__shaped_weight(p, CLPWL_NORM_L2, how->weight != NULL);
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
