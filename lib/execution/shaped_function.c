/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "execution/shaped_function.h"
#include "base/array.h"
#include "function/function.h"
#include "function/weight.h"
#include "table/shaper.h"

/* Functions of s. */
enum { IN_S, WIDTH, W, W_WIDTH, VIEWS };

typedef struct view {
    const clpwl__shaped *p;
    const clpwl_function *of; /* of x; NULL: 1 */
    int has_width;            /* times dx/ds */
    clpwl_function *in_s;
} view;

struct clpwl__shaped {
    clpwl_shaper shaper;
    const clpwl_function *f; /* of x */
    double a, b;             /* in x */
    view views[VIEWS];
    int weighs;
    /* In s, for the max norm and for sums, without and with the weight. */
    clpwl_weight plain_sum, weighted_max, weighted_sum;
};

/* Equal pieces in x, whose ends are kinks of the weights in s. Errors are measured on each
 * piece, so that a part of the domain that g compresses is resolved too. */
enum { PIECES = 512, ASIDE = 4 };

static void evaluate_view(const double *s, double *y, size_t n, void *user)
{
    enum { BLOCK = 512 };
    const view *v = user;
    const clpwl__shaped *p = v->p;
    double x[BLOCK];
    for (size_t i = 0, count; i < n; i += count) {
        count = n - i < BLOCK ? n - i : BLOCK;
        for (size_t k = 0; k < count; k++) {
            x[k] = fmin(fmax(clpwl__shaper_x(p->shaper, s[i + k]), p->a), p->b);
            y[i + k] = 1;
        }
        if (v->of)
            clpwl__values_raw(v->of, x, y + i, count);
        for (size_t k = 0; k < count && v->has_width; k++)
            y[i + k] *= clpwl__shaper_width(p->shaper, s[i + k]);
    }
}

static double value_of_view(double s, void *user)
{
    double y;
    evaluate_view(&s, &y, 1, user);
    return y;
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
    size_t all = 0;
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
    return clpwl__sort_distinct(kinks, all);
}

/* Creates a function of s with the kinks of `of`, which is one of x or NULL. */
static clpwl_status create_view(clpwl__shaped *p, int i, const clpwl_function *of)
{
    clpwl_status status = CLPWL_OK;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    double *kinks = clpwl__alloc(3 * (of ? of->kink_count : 0) + PIECES, sizeof *kinks);
    CHECK_MEMORY(kinks);
    p->views[i] = (view){.p = p, .of = of, .has_width = i == WIDTH || i == W_WIDTH};
    spec.kink_count = collect_kinks(p, of, i != IN_S, kinks);
    spec.name = of ? of->name : NULL;
    spec.f = value_of_view;
    spec.many = of && of->many ? evaluate_view : NULL;
    spec.user = &p->views[i];
    spec.a = clpwl__shaper_s(p->shaper, p->a);
    spec.b = clpwl__shaper_s(p->shaper, p->b);
    spec.kinks = spec.kink_count ? kinks : NULL;
    spec.smooth = !of || of->smooth; /* all its kinks are known, in s too */
    if (of == p->f) {
        spec.opencl = of->opencl;
        spec.opencl_native = of->opencl_native;
    }
    TRY(clpwl_function_create(&p->views[i].in_s, &spec));
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
    TRY(create_view(p, WIDTH, NULL));
    p->plain_sum.w = p->views[WIDTH].in_s;
    p->weighs = clpwl__weighs(weight);
    if (!p->weighs)
        goto done;
    TRY(check_weight(p, weight));
    p->weighted_max.floor = p->weighted_sum.floor = weight->floor;
    TRY(create_view(p, W, weight->w));
    TRY(create_view(p, W_WIDTH, weight->w));
    p->weighted_max.w = p->views[W].in_s;
    p->weighted_sum.w = p->views[W_WIDTH].in_s;
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
    TRY(create_view(p, IN_S, f));
    p->views[IN_S].in_s->is_ours = f->is_ours;
    TRY(create_weights(p, weight));
    *out = p;
    p = NULL;
done:
    clpwl__shaped_free(p);
    return status;
}

void clpwl__shaped_free(clpwl__shaped *p)
{
    for (int i = 0; p && i < VIEWS; i++)
        clpwl_function_free(p->views[i].in_s);
    clpwl__free(p);
}

const clpwl_function *clpwl__shaped_function(const clpwl__shaped *p)
{
    return p->views[IN_S].in_s;
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
    clpwl__add_doubt(out, how->each, segments,
                     how->weight && p->weighs ? &p->f->doubt_weighted : &p->f->doubt);
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
                          .norms = CLPWL__MEASURE_ALL};
    clpwl__shaped *p = NULL;
    double *knots = clpwl__alloc(n + 1, sizeof *knots);
    CHECK_MEMORY(knots);
    TRY(clpwl__shaped_create(&p, f, &own, shaper, x[0], x[n]));
    for (size_t i = 0; i <= n; i++)
        knots[i] = clpwl__shaper_s(shaper, x[i]);
    TRY(clpwl__shaped_measure(p, &how, clpwl__shaped_function(p), knots, values, n, out));
done:
    clpwl__shaped_free(p);
    clpwl__free(knots);
    return status;
}
