/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a design must know of f before it begins: where its kinks are, and its noise. */
#include "design/design.h"
#include <float.h>
#include <gsl/gsl_sort.h>
#include "base/number.h"
#include "table/shaper.h"
#include "function/weight.h"
#include "base/internal.h"

/* What an error counts by at x, where f(x) = y; 0 where that cannot be told, which others
 * will say. */
static double count_of(const clpwl__plan *plan, clpwl_norm norm, double x, double y)
{
    double factor;
    if (!plan->o.weight)
        return 1;
    return clpwl__weigh(plan->o.weight, norm, x, y, &factor) == CLPWL_OK ? factor : 0;
}

/*
 * In a max error some deviations of noise are always met among thousands of values, and so
 * among those of the tenth of the domain that counts most; in the other norms the mean is.
 */
static double least_error(const clpwl__plan *plan, double sigma)
{
    enum { POINTS = 400 };
    double by[POINTS], sum = 0, square = 0;
    const clpwl_function *f = plan->shaped ? clpwl__shaped_source(plan->shaped) : plan->f;
    for (int i = 0; i < POINTS; i++) {
        double x = plan->x0 + plan->width * (i + 0.5) / POINTS;
        by[i] = count_of(plan, plan->o.norm, x, clpwl__function_raw(f, x));
        sum += by[i] / POINTS;
        square += by[i] * by[i] / POINTS;
    }
    gsl_sort(by, 1, POINTS);
    return plan->o.norm == CLPWL_NORM_LINF ? 3 * sigma * by[POINTS * 9 / 10]
           : plan->o.norm == CLPWL_NORM_L2 ? 0.9 * sigma * sqrt(plan->width * square)
                                      : 0.7 * sigma * plan->width * sum;
}

/* The error, as it counts, that any continuous line leaves of a jump, which is at x: nearer
 * to one side it is further from the other; on one side of f it leaves all of it. */
static double left_by(const clpwl__plan *plan, const clpwl_kink *k, double x)
{
    double left = count_of(plan, CLPWL_NORM_LINF, x, k->left);
    double right = count_of(plan, CLPWL_NORM_LINF, x, k->right), jump = fabs(k->right - k->left);
    if (plan->o.fit == CLPWL_FIT_ABOVE || plan->o.fit == CLPWL_FIT_BELOW)
        return jump * ((plan->o.fit == CLPWL_FIT_ABOVE) == (k->left < k->right) ? left : right);
    return left + right > 0 ? jump * left * right / (left + right) : 0;
}

static clpwl_status check_noise(const clpwl__plan *plan)
{
    clpwl_status status = CLPWL_OK;
    double sigma = plan->seen.noise, least;
    char figure[CLPWL__NUMBER_ROOM];
    if (plan->o.max_error == 0 || sigma == 0)
        goto done;
    least = least_error(plan, sigma);
    clpwl__number_above(figure, least);
    CHECK(plan->o.max_error >= least, CLPWL_ERR_TARGET,
          "a max error of %g in %s cannot be met: the values of %s are noisy, by about %.2g, "
          "and what a table leaves of that comes to %s", plan->o.max_error,
          clpwl_norm_name(plan->o.norm), plan->seen.name, sigma, figure);
done:
    return status;
}

static clpwl_status check_jumps(const clpwl__plan *plan)
{
    clpwl_status status = CLPWL_OK;
    if (plan->o.norm != CLPWL_NORM_LINF || plan->o.max_error == 0)
        goto done;
    for (size_t i = 0; i < plan->found_count; i++) {
        const clpwl_kink *k = &plan->found[i];
        double at = plan->shaped ? clpwl__shaper_x(plan->o.shaper, k->x) : k->x;
        double least = left_by(plan, k, at);
        char figure[CLPWL__NUMBER_ROOM];
        clpwl__number_above(figure, least);
        CHECK(least <= plan->o.max_error || k->left == k->right, CLPWL_ERR_TARGET,
              "a max error of %g in %s cannot be met: %s jumps from %g to %g at x = %.10g, of "
              "which a continuous line leaves %s at least; ask for l1 or l2, or for a table "
              "on either side", plan->o.max_error, clpwl_norm_name(plan->o.norm), plan->seen.name,
              k->left, k->right, at, figure);
    }
done:
    return status;
}

static double float_to_the_left(double x)
{
    float y = (float)x;
    return (double)(y > x ? nextafterf(y, -INFINITY) : y);
}

static double float_to_the_right(double x)
{
    return -float_to_the_left(-x);
}

/* The kinks as the design takes them: a jump becomes two, as close together as fp32 keeps
 * apart, so that a table may rise from one to the other. They are fp32 numbers, as knots
 * are: else the jump would not be between the knots. */
static size_t place(const clpwl__plan *plan, const clpwl_kink *k, double *out)
{
    double least = FLT_EPSILON * fmax(fabs(k->x), (plan->o.b - plan->o.a) / 4);
    double at = clpwl__function_raw(plan->f, k->x);
    out[0] = k->x;
    if (k->left == k->right)
        return 1;
    double left = fabs(at - k->left), right = fabs(at - k->right);
    double third = fabs(k->right - k->left) / 4; /* nearer than that to neither */
    int behind = left < right && left < third, before = !behind && right < third;
    if (before) {
        out[1] = float_to_the_right(k->x);
        out[0] = float_to_the_left(out[1] - least);
    } else {
        out[0] = float_to_the_left(behind ? k->x : k->x - least);
        out[1] = float_to_the_right((behind ? out[0] : k->x) + least);
    }
    if (plan->o.a < out[0] && out[1] < plan->o.b)
        return 2;
    out[0] = k->x;
    return 1;
}

static clpwl_status take_kinks(clpwl__plan *plan)
{
    clpwl_status status = CLPWL_OK;
    size_t count = 0;
    double places[2];
    TRY(clpwl__find_kinks(&plan->seen, plan->o.a, plan->o.b, plan->seen.noise, &plan->found,
                          &plan->found_count));
    if (plan->found_count == 0)
        goto done;
    double *kinks = clpwl__alloc(2 * plan->found_count, sizeof *kinks);
    CHECK(kinks, CLPWL_ERR_MEMORY, "out of memory: %zu kinks", plan->found_count);
    for (size_t i = 0; i < plan->found_count; i++) {
        size_t n = place(plan, &plan->found[i], places);
        for (size_t k = 0; k < n; k++)
            if (count == 0 || places[k] > kinks[count - 1])
                kinks[count++] = places[k];
    }
    plan->kinks = kinks;
    plan->seen.kinks = kinks;
    plan->seen.kink_count = count;
done:
    return status;
}

clpwl_status clpwl__plan_look(clpwl__plan *plan, const clpwl_function *f)
{
    clpwl_status status = CLPWL_OK;
    int known = f->smooth || f->d2f;
    plan->seen = *f;
    plan->f = &plan->seen;
    if (known)
        goto done;
    plan->seen.noise = clpwl__noise_of(f, plan->o.a, plan->o.b);
    TRY(check_noise(plan));
    TRY(take_kinks(plan));
    TRY(check_jumps(plan));
done:
    return status;
}

void clpwl__plan_forget(clpwl__plan *plan)
{
    clpwl__free(plan->kinks);
    clpwl__free(plan->found);
}
