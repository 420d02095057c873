/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "execution/shaped_function.h"
#include "base/array.h"
#include "function/function.h"
#include "function/weight.h"
#include "table/shaper.h"

struct clpwl__shaped {
    clpwl_shaper shaper;
    const clpwl_function *f; /* of x */
    const clpwl_function *w; /* of x; NULL: 1 */
    double a, b;             /* in x */
    clpwl_function *in_s, *width, *w_of_s, *w_width; /* of s: f, 1, dx/ds, w, w dx/ds */
    int weighs;
    /* In s, for the max norm and for sums, without and with the weight. */
    clpwl_weight plain_sum, weighted_max, weighted_sum;
};

/* Equal pieces in x, whose ends are kinks of the weights in s. Errors are measured on each
 * piece, so that a part of the domain that g compresses is resolved too. */
enum { PIECES = 512, ASIDE = 4 };

static double x_of(double s, const clpwl__shaped *p)
{
    return fmin(fmax(clpwl__shaper_x(p->shaper, s), p->a), p->b);
}

static double f_in_s(double s, void *user)
{
    const clpwl__shaped *p = user;
    return clpwl__function_raw(p->f, x_of(s, p));
}

/* f or w at many s. */
static void many_in_s(const clpwl__shaped *p, const clpwl_function *of, const double *s, double *y, size_t n)
{
    enum { BLOCK = 512 };
    double x[BLOCK];
    for (size_t i = 0; i < n; i += BLOCK) {
        size_t count = n - i < BLOCK ? n - i : BLOCK;
        for (size_t k = 0; k < count; k++)
            x[k] = x_of(s[i + k], p);
        clpwl__values_raw(of, x, y + i, count);
    }
}

static void many_f_in_s(const double *s, double *y, size_t n, void *user)
{
    const clpwl__shaped *p = user;
    many_in_s(p, p->f, s, y, n);
}

static double width_in_s(double s, void *user)
{
    const clpwl__shaped *p = user;
    return clpwl__shaper_width(p->shaper, s);
}

static double w_in_s(double s, void *user)
{
    const clpwl__shaped *p = user;
    return p->w ? clpwl__function_raw(p->w, x_of(s, p)) : 1;
}

static void many_w_in_s(const double *s, double *y, size_t n, void *user)
{
    const clpwl__shaped *p = user;
    many_in_s(p, p->w, s, y, n);
}

static double weighted_width_in_s(double s, void *user)
{
    return w_in_s(s, user) * width_in_s(s, user);
}

static void many_weighted_widths_in_s(const double *s, double *y, size_t n, void *user)
{
    many_w_in_s(s, y, n, user);
    for (size_t i = 0; i < n; i++)
        y[i] *= width_in_s(s[i], user);
}

/* The numbers beside s that g may give for one x: a few ulp. */
static double step_aside(double s, double direction)
{
    for (int i = 0; i < ASIDE; i++)
        s = nextafter(s, direction);
    return s;
}

/* Collects ascending kinks in s: those of `of`, which may be NULL, and with `pieces` the ends
 * of the pieces. A kink of a weight may be a jump, so that it is three kinks. Returns their
 * number. */
static size_t collect_kinks(const clpwl__shaped *p, const clpwl_function *of, int pieces,
                            double *kinks)
{
    size_t all = 0, count = 0;
    for (size_t i = 0; of && i < of->kink_count; i++)
        if (of->kinks[i] > p->a && of->kinks[i] < p->b) {
            double s = kinks[all++] = clpwl__shaper_s(p->shaper, of->kinks[i]);
            if (pieces) {
                kinks[all++] = step_aside(s, -INFINITY);
                kinks[all++] = step_aside(s, INFINITY);
            }
        }
    for (int i = 1; pieces && i < PIECES; i++)
        kinks[all++] = clpwl__shaper_s(p->shaper, p->a + (p->b - p->a) * i / PIECES);
    qsort(kinks, all, sizeof *kinks, clpwl__compare_doubles);
    for (size_t i = 0; i < all; i++)
        if (count == 0 || kinks[i] > kinks[count - 1])
            kinks[count++] = kinks[i];
    return count;
}

/* Creates a function of s with the kinks of `of`, which is one of x or NULL. */
static clpwl_status create_in_s(clpwl__shaped *p, clpwl_callback value,
                                const clpwl_function *of, int pieces, clpwl_function **out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    double *kinks = clpwl__alloc(3 * (of ? of->kink_count : 0) + PIECES, sizeof *kinks);
    CHECK_MEMORY(kinks);
    spec.kink_count = collect_kinks(p, of, pieces, kinks);
    spec.name = of ? of->name : NULL;
    spec.f = value;
    spec.user = p;
    spec.a = clpwl__shaper_s(p->shaper, p->a);
    spec.b = clpwl__shaper_s(p->shaper, p->b);
    spec.kinks = spec.kink_count ? kinks : NULL;
    spec.smooth = !of || of->smooth; /* all its kinks are known, in s too */
    if (of && of->many)
        spec.many = value == f_in_s                ? many_f_in_s
                    : value == w_in_s              ? many_w_in_s
                    : value == weighted_width_in_s ? many_weighted_widths_in_s
                                                   : NULL;
    if (of == p->f) {
        spec.opencl = of->opencl;
        spec.opencl_native = of->opencl_native;
    }
    TRY(clpwl_function_create(out, &spec));
done:
    clpwl__free(kinks);
    return status;
}

/* Checks w here, in x: messages then name x and not s. */
static clpwl_status check_weight(const clpwl__shaped *p, const clpwl_weight *weight)
{
    enum { POINTS = 256 };
    clpwl_status status = CLPWL_OK;
    clpwl_weight absolute = *weight;
    double ignored;
    absolute.floor = 0;
    for (int i = 0; i <= POINTS; i++)
        TRY(clpwl__weigh(&absolute, CLPWL_NORM_LINF, clpwl__step_at(p->a, p->b, i, POINTS), 0,
                         &ignored));
done:
    return status;
}

static clpwl_status create_weights(clpwl__shaped *p, const clpwl_weight *weight)
{
    clpwl_status status = CLPWL_OK;
    p->plain_sum = p->weighted_max = p->weighted_sum = (clpwl_weight)CLPWL_WEIGHT_INIT;
    TRY(create_in_s(p, width_in_s, NULL, 1, &p->width));
    p->plain_sum.w = p->width;
    p->weighs = clpwl__weighs(weight);
    if (!p->weighs)
        goto done;
    TRY(check_weight(p, weight));
    p->w = weight->w;
    p->weighted_max.floor = p->weighted_sum.floor = weight->floor;
    TRY(create_in_s(p, w_in_s, p->w, 1, &p->w_of_s));
    TRY(create_in_s(p, weighted_width_in_s, p->w, 1, &p->w_width));
    p->weighted_max.w = p->w_of_s;
    p->weighted_sum.w = p->w_width;
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
    TRY(create_in_s(p, f_in_s, f, 0, &p->in_s));
    p->in_s->is_ours = f->is_ours;
    TRY(create_weights(p, weight));
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
    clpwl_function_free(p->w_of_s);
    clpwl_function_free(p->w_width);
    clpwl__free(p);
}

const clpwl_function *clpwl__shaped_function(const clpwl__shaped *p)
{
    return p->in_s;
}

const clpwl_weight *clpwl__shaped_weight(const clpwl__shaped *p, clpwl_norm norm, int weighted)
{
    weighted = weighted && p->weighs;
    if (norm == CLPWL_NORM_LINF)
        return weighted ? &p->weighted_max : NULL;
    return weighted ? &p->weighted_sum : &p->plain_sum;
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
    largest.weight = how->weight && p->weighs ? &p->weighted_max : NULL;
    sums.norms &= ~(unsigned)CLPWL__MEASURE_LINF;
    sums.each = NULL;
    sums.weight = clpwl__shaped_weight(p, CLPWL_NORM_L2, how->weight != NULL);
    if (largest.norms)
        TRY(clpwl__error_measure(&largest, in_s, knots, values, segments, out));
    if (sums.norms)
        TRY(clpwl__error_measure(&sums, in_s, knots, values, segments, &sum));
    out->l1 = sum.l1;
    out->l2 = sum.l2;
    const clpwl_error *doubt = how->weight && p->weighs ? &p->f->doubt_weighted : &p->f->doubt;
    clpwl__add_error(out, doubt);
    for (size_t i = 0; how->each && i < segments; i++)
        how->each[i] += doubt->linf;
done:
    return status;
}

clpwl_status clpwl__shaped_measure_table(const clpwl_function *f, const clpwl_weight *weight,
                                         const clpwl_table *table, const double *values,
                                         double *each, clpwl_error *out)
{
    clpwl_status status = CLPWL_OK;
    const double *x = clpwl_table_knots(table);
    size_t n = clpwl_table_segments(table);
    clpwl_shaper shaper = clpwl_table_shaper(table);
    clpwl_weight own = weight ? *weight : (clpwl_weight)CLPWL_WEIGHT_INIT;
    clpwl__measure how = {.weight = clpwl__weighs(weight) ? &own : NULL, .each = each,
                          .norms = CLPWL__MEASURE_ALL, .give_up = HUGE_VAL};
    clpwl__shaped *p = NULL;
    double *knots = clpwl__alloc(n + 1, sizeof *knots);
    CHECK_MEMORY(knots);
    TRY(clpwl__shaped_create(&p, f, &own, shaper, x[0], x[n]));
    for (size_t i = 0; i <= n; i++)
        knots[i] = clpwl__shaper_s(shaper, x[i]);
    TRY(clpwl__shaped_measure(p, &how, p->in_s, knots, values, n, out));
done:
    clpwl__shaped_free(p);
    clpwl__free(knots);
    return status;
}
