/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Estimates. On a segment of length h with constant f'' the errors are, with k = |f''|,
 *
 *                    interpolant       best line, and asymptotically the projection
 *   max |e|          h^2 k / 8         h^2 k / 12
 *   integral of |e|  h^3 k / 12        h^3 k / (18 sqrt 3)
 *   integral of e^2  h^5 k^2 / 120     h^5 k^2 / 720
 *
 * The first column has e = k t (h - t) / 2. The second has e = k (t^2 - h^2/12) / 2 about the
 * middle, with zeros at +-h / sqrt 12. The projection is continuous, so it is the best line
 * only where h^2 f'' is equal on both sides of a knot; for large N it nearly is.
 *
 * With segments of length h(x) at x these errors integrate to the paper's eqs. 19, 23, 24 and
 * to the corresponding formulas in the other norms.
 */
#include "clpwl/error.h"
#include "error/estimate.h"
#include "partition/partition.h"
#include "function/proxy.h"
#include "function/weight.h"
#include "base/door.h"
#include "base/internal.h"

typedef struct constants {
    double linf, l1, l2; /* l2: for the integral of e^2 */
} constants;

static const constants of_fit[] = {
    [CLPWL_FIT_INTERPOLANT] = {1.0 / 8, 1.0 / 12, 1.0 / 120},
    [CLPWL_FIT_PROJECTION] = {1.0 / 12, 0.032075014954979206, 1.0 / 720}, /* 1 / (18 sqrt 3) */
    [CLPWL_FIT_LEAST_ABSOLUTE] = {3.0 / 32, 1.0 / 32, 23.0 / 15360},
    /* 1 / (12 sqrt 2) - 1 / 48 */
    [CLPWL_FIT_MINIMAX] = {1.0 / 16, 0.038092231765545620, 7.0 / 3840},
    [CLPWL_FIT_ABOVE] = {1.0 / 8, 1.0 / 12, 1.0 / 120},
    [CLPWL_FIT_BELOW] = {1.0 / 8, 1.0 / 12, 1.0 / 120},
};

/* Consecutive cells with at least one segment. */
typedef struct group {
    double segments;            /* a fraction, too */
    double linf, l1, l2;        /* errors by the local law, with f'' at each point */
    double root2, root3, root5; /* integrals of |f''|^(1/2), ^(1/3), ^(2/5) */
} group;

static void add_point(group *g, const clpwl__density_cell *cell, int k, double h, int weighted,
                      const constants *c)
{
    double width = (cell->r - cell->l) / 2;
    double d2f = cell->d2f[k] * (weighted ? cell->factor[k] : 1);
    double d2f_l2 = cell->d2f[k] * (weighted ? cell->root[k] : 1);
    g->segments += width / h;
    g->linf = fmax(g->linf, c->linf * h * h * d2f);
    g->l1 += width * c->l1 * h * h * d2f;
    g->l2 += width * c->l2 * pow(h * h * d2f_l2, 2);
    g->root2 += width * sqrt(d2f);
    g->root3 += width * cbrt(d2f);
    g->root5 += width * pow(d2f_l2, 0.4);
}

/* The local law, which is the paper's, unless it exceeds the mean law by far. It is unbounded
 * where f'' is unbounded within a segment, as for sqrt at 0. The mean law has the power mean
 * of f'' that optimal knots balance. */
static double choose_law(double local, double mean, double far)
{
    return local <= far * mean ? local : mean;
}

static void add_group(const group *g, const constants *c, clpwl_error *sum)
{
    enum { FAR = 2 };
    double n = fmax(g->segments, 1);
    double linf = c->linf * pow(g->root2 / n, 2);
    double l1 = n * c->l1 * pow(g->root3 / n, 3);
    double l2 = n * c->l2 * pow(g->root5 / n, 5);
    sum->linf = fmax(sum->linf, choose_law(g->linf, linf, FAR));
    sum->l1 += choose_law(g->l1, l1, FAR);
    sum->l2 += choose_law(g->l2, l2, FAR * FAR);
}

static void merge_groups(group *g, const group *more)
{
    g->segments += more->segments;
    g->linf = fmax(g->linf, more->linf);
    g->l1 += more->l1;
    g->l2 += more->l2;
    g->root2 += more->root2;
    g->root3 += more->root3;
    g->root5 += more->root5;
}

void clpwl__density_estimate(const clpwl__density *d, size_t segments,
                             clpwl_partition partition, clpwl_fit fit, int weighted,
                             clpwl_error *out)
{
    const constants *c = &of_fit[fit];
    group last = {0}, g = {0};
    *out = (clpwl_error){0, 0, 0};
    for (size_t i = 0; i < d->cell_count; i++) {
        const clpwl__density_cell *cell = &d->cells[i];
        for (int k = 0; k < 2; k++) {
            double h = (d->b - d->a) / (double)segments;
            if (partition == CLPWL_PARTITION_OPTIMIZED)
                h = d->total / ((double)segments * fmax(clpwl__density_at(d, cell, k), d->floor));
            add_point(&g, cell, k, h, weighted, c);
        }
        if (g.segments >= 1) {
            add_group(&last, c, out);
            last = g;
            g = (group){0};
        }
    }
    merge_groups(&last, &g); /* the rest is less than a segment: it joins the last group */
    add_group(&last, c, out);
    out->l2 = sqrt(out->l2);
}

void clpwl__drop_estimates(clpwl_error *estimate, const clpwl_error *measured)
{
    const double *m[] = {&measured->linf, &measured->l1, &measured->l2};
    double *e[] = {&estimate->linf, &estimate->l1, &estimate->l2};
    for (int i = 0; i < 3; i++)
        if (*e[i] < *m[i] / 10 || *e[i] > *m[i] * 10)
            *e[i] = NAN;
}

void clpwl__density_tilt_for(clpwl__density *d, clpwl_fit fit, double weight_error, double max_error,
                             size_t segments)
{
    enum { HALVINGS = 40 }; /* of the exponent of the error */
    const double c = of_fit[fit].linf;
    double lo = -150, hi = 150;
    if (max_error > 0)
        lo = hi = log2(max_error);
    for (int i = 0; i < HALVINGS && lo < hi; i++) {
        double middle = (lo + hi) / 2, root = sqrt(c * exp2(middle));
        clpwl__density_tilt(d, weight_error / (2 * root));
        *(c / root * d->total > (double)segments ? &lo : &hi) = middle;
    }
    clpwl__density_tilt(d, weight_error / (2 * sqrt(c * exp2(hi))));
}

clpwl_status clpwl_error_estimate(const clpwl_function *f, const clpwl_weight *weight,
                                           double a, double b, size_t segments,
                                           clpwl_partition partition, clpwl_norm norm,
                                           clpwl_fit fit, clpwl_error *out)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_weight own;
    clpwl__density density = {0};
    clpwl__proxy p = {.count = 0};
    clpwl__proxy_wish wish = {.a = a, .b = b, .norm = norm, .is_guess = 1};
    CHECK_GIVEN(f);
    CHECK_GIVEN(out);
    CHECK_NAMED(norm, norm);
    CHECK_NAMED(fit, fit);
    CHECK_NAMED(partition, partition);
    TRY(clpwl__weight_take(&own, &weight));
    TRY(clpwl__check_domain(a, b, segments));
    wish.weight = weight;
    TRY(clpwl__proxy_create(&p, f, &wish));
    TRY(clpwl__density_create(&density, &p.f, a, b, weight, norm, NULL));
    clpwl__density_estimate(&density, segments, partition, fit, 1, out);
done:
    clpwl__density_free(&density);
    clpwl__proxy_free(&p);
    return status;
}
