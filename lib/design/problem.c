/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/problem.h"
#include <float.h>
#include <stdio.h>
#include "base/array.h"
#include "base/number.h"
#include "design/constraints.h"
#include "fit/fit.h"
#include "fit/kink_knots.h"
#include "function/weight.h"
#include "table/shaper.h"
#include "table/table.h"

double clpwl__problem_x(const clpwl__problem *problem, double s)
{
    return problem->shaped ? clpwl__shaper_x(problem->shaper, s) : s;
}

clpwl_status clpwl__check_range(const clpwl__problem *problem, const double *s, const double *values,
                                size_t count)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i < count; i++)
        CHECK(!(fabs(values[i]) > FLT_MAX), CLPWL_ERR_ARGUMENT,
              "a table of %s has the value %g at x = %.9g, beyond +-%.8g, the largest float: take a smaller "
              "multiple of f", problem->f->name, values[i], clpwl__problem_x(problem, s[i]), (double)FLT_MAX);
done:
    return status;
}

static clpwl_status shape_problem(clpwl__problem *problem, const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    CHECK(o->partition == CLPWL_PARTITION_UNIFORM, CLPWL_ERR_ARGUMENT,
          "the shaper %s needs a uniform partition, not an optimized one",
          clpwl_shaper_name(o->shaper));
    CHECK(!clpwl__is_periodic(o->extend), CLPWL_ERR_ARGUMENT,
          "a table in %s(x) cannot be extended by %s: clamp, zero, nan or linear would be right",
          clpwl_shaper_name(o->shaper), clpwl_extend_name(o->extend));
    TRY(clpwl__shaped_create(&problem->shaped, problem->f, o->weight, o->shaper, o->a, o->b));
    problem->s0 = clpwl__shaper_s(o->shaper, o->a);
    problem->s1 = clpwl__shaper_s(o->shaper, o->b);
    problem->in_s = *clpwl__shaped_function(problem->shaped);
    const clpwl__proxy_wish wish = {.a = problem->s0, .b = problem->s1, .max_error = o->max_error,
                                    .norm = o->norm, .is_guess = 1, .is_of_proxy = 1,
                                    .weight = clpwl__shaped_weight(problem->shaped, o->norm, 1)};
    TRY(clpwl__proxy_create(&problem->proxy, clpwl__shaped_function(problem->shaped), &wish));
done:
    return status;
}

/* The factor by which an error at x counts, where f(x) = y. 0 if the weight fails there: the
 * fit or the measurement reports that. */
static double weigh_error(const clpwl__problem *problem, clpwl_norm norm, double x, double y)
{
    double factor;
    if (!problem->weight)
        return 1;
    return clpwl__weigh(problem->weight, norm, x, y, &factor) == CLPWL_OK ? factor : 0;
}

static int is_at_end(const clpwl__problem *problem, const clpwl_kink *jump)
{
    return jump->x <= problem->s0 || jump->x >= problem->s1;
}

/*
 * The least weighted Linf of a continuous line at a jump. At best the line passes between the
 * two values, at equal weighted distances. A one-sided line does not pass between them: from
 * one of the values it is as far as the jump is high. So is an interpolant at an end of the domain,
 * where it has the value of f.
 */
static double error_of_jump(const clpwl__problem *problem, clpwl_fit fit, const clpwl_kink *jump,
                            double x)
{
    double height = fabs(jump->right - jump->left);
    double left = weigh_error(problem, CLPWL_NORM_LINF, x, jump->left);
    double right = weigh_error(problem, CLPWL_NORM_LINF, x, jump->right);
    if (clpwl__fit_is_one_sided(fit))
        return height * ((fit == CLPWL_FIT_ABOVE) == (jump->left < jump->right) ? left : right);
    if (fit == CLPWL_FIT_INTERPOLANT && is_at_end(problem, jump))
        return height * (jump->x <= problem->s0 ? right : left);
    return left + right > 0 ? height * left * right / (left + right) : 0;
}

/* The width of the segment that connects the two values of a jump. */
static double gap_at(const clpwl__problem *problem, double s)
{
    return FLT_EPSILON * fmax(fabs(s), (problem->s1 - problem->s0) / 4);
}

/* A limit of a jump for a message. Limits are values of f beside the jump, where a 0 is some 2^-52 of x. */
static double limit_of(const clpwl_kink *jump, double limit)
{
    return fabs(limit) > 1e-9 * fabs(jump->right - jump->left) ? limit : 0;
}

/* The refusal of a target that no line meets at a jump. */
static clpwl_status refuse_jump(const clpwl__problem *problem, const clpwl_design_options *o,
                                const clpwl_kink *jump, double error)
{
    const double gap = gap_at(problem, jump->x);
    char figure[CLPWL__NUMBER_ROOM], remedy[64] = "one table on each side";
    /* limits are values of f beside the jump */
    clpwl__number_apart(figure, error * (1 + 1e-9), o->max_error);
    if (jump->x <= problem->s0)
        snprintf(remedy, sizeof remedy, "a domain that begins at %.9g",
                 clpwl__problem_x(problem, clpwl__float_at_least(problem->s0 + gap)));
    else if (jump->x >= problem->s1)
        snprintf(remedy, sizeof remedy, "a domain that ends at %.9g",
                 clpwl__problem_x(problem, clpwl__float_at_most(problem->s1 - gap)));
    return clpwl__fail(CLPWL_ERR_TARGET,
                       "a max error of %g in %s cannot be met: %s jumps from %g to %g at x = %.10g, where "
                       "the error is %s at best; ask for l1 or l2, or for %s", o->max_error,
                       clpwl_norm_name(o->norm), problem->f->name, limit_of(jump, jump->left),
                       limit_of(jump, jump->right), clpwl__problem_x(problem, jump->x), figure, remedy);
}

/* Refuses a target that no line meets at some jumps, by the one with the largest error. */
static clpwl_status check_jumps(const clpwl__problem *problem, const clpwl_design_options *o,
                                const clpwl_kink *found, size_t count)
{
    const clpwl_kink *worst = NULL;
    double most = o->max_error;
    for (size_t i = 0; i < count; i++) {
        double least = error_of_jump(problem, o->fit, &found[i], clpwl__problem_x(problem, found[i].x));
        if (found[i].left != found[i].right && least > most) {
            worst = &found[i];
            most = least;
        }
    }
    return worst && o->norm == CLPWL_NORM_LINF && o->max_error > 0 ? refuse_jump(problem, o, worst, most)
                                                                    : CLPWL_OK;
}

static clpwl_status take_kinks(clpwl__problem *problem, const clpwl_design_options *o,
                               const clpwl_kink *found, size_t count)
{
    clpwl_status status = CLPWL_OK;
    int is_sharp = o->fit == CLPWL_FIT_INTERPOLANT && o->norm == CLPWL_NORM_LINF && !o->weight;
    double most = is_sharp && o->max_error > 0 ? o->max_error / clpwl__nearly : INFINITY;
    if (count == 0) /* those that f was given remain */
        goto done;
    TRY(clpwl__kink_knots(&problem->in_s, problem->s0, problem->s1, o->norm, o->fit, most, found, count,
                          &problem->kinks, &problem->in_s.kink_count));
    problem->in_s.kinks = problem->kinks;
done:
    return status;
}

/* The jumps of f in s, with their kinks; none where f does not jump. */
static clpwl_status find_jumps(const clpwl__problem *problem, clpwl_kink **found, size_t *count)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_function *f = problem->f;
    int jumps = 0;
    *found = clpwl__alloc(f->place_count + 1, sizeof **found);
    CHECK_MEMORY(*found);
    for (size_t i = 0; i < f->place_count; i++) {
        clpwl_kink *k = &(*found)[i];
        *k = f->places[i];
        jumps |= k->left != k->right;
        if (problem->shaped)
            k->x = clpwl__shaper_s(problem->shaper, k->x);
    }
    *count = jumps ? f->place_count : 0;
done:
    return status;
}

static clpwl_status take_limits(clpwl__problem *problem, const clpwl_design_options *o)
{
    static const double rounding = 0x1p-40; /* of f(2 pi), beside its largest values */
    clpwl_status status = CLPWL_OK;
    const clpwl__proxy *proxy = problem->f->user;
    int has_limits;
    TRY(clpwl__bounds_create(&problem->limits, o, &problem->in_s, problem->s0, problem->s1, &has_limits));
    problem->in_s.limits = has_limits ? &problem->limits : NULL;
    if (o->extend != CLPWL_EXTEND_REPEAT)
        goto done;
    double x[] = {problem->s0, problem->s1}, y[2];
    TRY(clpwl__values(&problem->in_s, x, y, 2));
    if (fabs(y[0] - y[1]) <= rounding * proxy->largest)
        TRY(clpwl__bounds_close(&problem->limits, problem->s0, problem->s1));
done:
    return status;
}

clpwl_status clpwl__add_kinks(clpwl_function *f, double **owned, const double *x, size_t count, double from,
                              double to)
{
    clpwl_status status = CLPWL_OK;
    size_t n = 0;
    double *all = clpwl__alloc(f->kink_count + count + 1, sizeof *all);
    CHECK_MEMORY(all);
    for (; n < f->kink_count; n++)
        all[n] = f->kinks[n];
    for (size_t i = 0; i < count; i++)
        if (from < x[i] && x[i] < to)
            all[n++] = x[i];
    clpwl__free(*owned);
    *owned = f->kinks = all;
    f->kink_count = clpwl__sort_distinct(all, n);
done:
    return status;
}

/* Exact values inside the domain are at knots. */
static clpwl_status add_places(const clpwl__problem *problem, double **owned, clpwl_function *f)
{
    const clpwl__bounds *l = &problem->limits;
    return clpwl__add_kinks(f, owned, l->x, l->count, problem->s0, problem->s1);
}

static clpwl_status inspect_function(clpwl__problem *problem, const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    clpwl_kink *found = NULL;
    size_t count = 0;
    TRY(find_jumps(problem, &found, &count));
    TRY(take_kinks(problem, o, found, count));
    TRY(check_jumps(problem, o, found, count));
    TRY(clpwl__broken_create(&problem->pieces, &problem->in_s, problem->s0, problem->s1));
    TRY(add_places(problem, &problem->kinks, &problem->in_s));
    TRY(add_places(problem, &problem->pieces.kinks, &problem->pieces.f));
done:
    clpwl__free(found);
    return status;
}

clpwl_status clpwl__problem_create(clpwl__problem *problem, const clpwl_function *f,
                                   const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    *problem = (clpwl__problem){.f = f, .weight = o->weight, .shaper = o->shaper,
                                .is_half = o->symmetry != CLPWL_SYMMETRY_NONE, .s0 = o->a, .s1 = o->b,
                                .in_s = *f};
    if (problem->is_half)
        problem->s0 = 0;
    if (f->a == f->b) { /* f may not exist beyond the table's domain */
        problem->in_s.a = o->a;
        problem->in_s.b = o->b;
    }
    if (o->shaper != CLPWL_SHAPER_NONE)
        TRY(shape_problem(problem, o));
    TRY(take_limits(problem, o));
    TRY(inspect_function(problem, o));
done:
    return status;
}

void clpwl__problem_free(clpwl__problem *problem)
{
    clpwl__proxy_free(&problem->proxy);
    clpwl__broken_free(&problem->pieces);
    clpwl__free(problem->kinks);
    clpwl__free(problem->limits.x);
    clpwl__free(problem->limits.y);
    clpwl__shaped_free(problem->shaped);
}

const clpwl_weight *clpwl__problem_weight(const clpwl__problem *problem, clpwl_norm norm)
{
    return problem->shaped
               ? clpwl__shaped_weight(problem->shaped, norm, problem->weight != NULL)
               : problem->weight;
}

clpwl_status clpwl__problem_measure(const clpwl__problem *problem, const clpwl__measure *how,
                                    const double *knots, const double *values, size_t segments,
                                    clpwl_error *out)
{
    if (problem->shaped)
        return clpwl__shaped_measure(problem->shaped, how, &problem->proxy.f, knots, values, segments, out);
    return clpwl__error_measure(how, problem->f, knots, values, segments, out);
}

clpwl_status clpwl__problem_difference(const clpwl__problem *problem, const double *knots,
                                       const double *values, size_t segments, clpwl__difference *out,
                                       double *steepest)
{
    const clpwl__measure how = {.difference = out, .worst = steepest, .give_up = HUGE_VAL};
    clpwl_error none;
    return clpwl__problem_measure(problem, &how, knots, values, segments, &none);
}
