/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/problem.h"
#include "base/array.h"
#include "base/number.h"
#include "design/constraints.h"
#include "execution/rounding.h"
#include "fit/fit.h"
#include "fit/kink_knots.h"
#include "table/shaper.h"
#include "table/table.h"

double clpwl__problem_x(const clpwl__problem *problem, double s)
{
    return problem->shaped ? clpwl__shaper_x(problem->shaper, s) : s;
}

static clpwl_status shape_problem(clpwl__problem *problem, const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__form_check(o->partition, o->shaper, o->symmetry, o->extend));
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

/* Of errors at x, where f(x) = y, an error of 1 counts so much. 0 if the weight fails there: the fit or the
 * measurement reports that. */
static double weigh_error(const clpwl__problem *problem, double x, double y)
{
    double factor = 1;
    return clpwl__weigh(problem->weight, CLPWL_NORM_LINF, x, y, &factor) == CLPWL_OK ? factor : 0;
}

/*
 * The least weighted Linf of a continuous line at a jump. At best the line passes between the
 * two values, at equal weighted distances. A one-sided line does not pass between them: from
 * one of the values it is as far as the jump is high. So is an interpolant at an end of the domain,
 * where it has the value of f.
 */
static double error_of_jump(const clpwl__problem *problem, clpwl_fit fit, const clpwl_kink *jump)
{
    const double x = clpwl__problem_x(problem, jump->x), height = fabs(jump->right - jump->left);
    const double left = weigh_error(problem, x, jump->left), right = weigh_error(problem, x, jump->right);
    if (clpwl__fit_is_one_sided(fit))
        return height * ((fit == CLPWL_FIT_ABOVE) == (jump->left < jump->right) ? left : right);
    if (fit == CLPWL_FIT_INTERPOLANT && (jump->x <= problem->s0 || jump->x >= problem->s1))
        return height * (jump->x <= problem->s0 ? right : left);
    return left + right > 0 ? height * left * right / (left + right) : 0;
}

/* Refuses a target that no line meets at some jumps, by the one with the largest error. */
static clpwl_status check_jumps(const clpwl__problem *problem, const clpwl_design_options *o,
                                const clpwl_kink *found, size_t count)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_kink *worst = found;
    double most = 0;
    char figure[CLPWL__NUMBER_ROOM];
    for (size_t i = 0; i < count; i++) {
        const double error = error_of_jump(problem, o->fit, &found[i]);
        worst = error > most ? &found[i] : worst;
        most = fmax(most, error);
    }
    clpwl__number_apart(figure, most * (1 + 1e-9), o->max_error); /* limits are values of f beside the jump */
    CHECK(o->norm != CLPWL_NORM_LINF || o->max_error == 0 || most <= o->max_error, CLPWL_ERR_TARGET,
          "a max error of %g in linf cannot be met: %s jumps by %.3g at x = %.10g, where the error is %s at "
          "best; ask for l1 or l2, or for %s", o->max_error, problem->f->name,
          fabs(worst->right - worst->left), clpwl__problem_x(problem, worst->x), figure,
          worst->x <= problem->s0 || worst->x >= problem->s1 ? "a domain without this end"
                                                             : "one table on each side");
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

/* Where knots lie: at kinks and jumps, if f jumps; else at the kinks that f was given; at exact values. */
static clpwl_status inspect_function(clpwl__problem *problem, const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_function *f = problem->f;
    const clpwl__bounds *l = &problem->limits;
    const size_t count = f->place_count;
    const int is_sharp = o->fit == CLPWL_FIT_INTERPOLANT && o->norm == CLPWL_NORM_LINF && !o->weight &&
                         o->max_error > 0;
    int jumps = 0;
    clpwl_kink *found = clpwl__alloc(count + 1, sizeof *found);
    CHECK_MEMORY(found);
    for (size_t i = 0; i < count; i++) {
        found[i] = f->places[i];
        jumps |= found[i].left != found[i].right;
        if (problem->shaped)
            found[i].x = clpwl__shaper_s(problem->shaper, found[i].x);
    }
    if (jumps) {
        TRY(clpwl__kink_knots(&problem->in_s, problem->s0, problem->s1, o->norm, o->fit,
                              is_sharp ? o->max_error : HUGE_VAL, found, count,
                              &problem->kinks, &problem->in_s.kink_count));
        problem->in_s.kinks = problem->kinks;
        TRY(check_jumps(problem, o, found, count));
    }
    TRY(clpwl__broken_create(&problem->pieces, &problem->in_s, problem->s0, problem->s1));
    TRY(clpwl__add_kinks(&problem->in_s, &problem->kinks, l->x, l->count, problem->s0, problem->s1));
    TRY(clpwl__add_kinks(&problem->pieces.f, &problem->pieces.kinks, l->x, l->count, problem->s0,
                         problem->s1));
done:
    clpwl__free(found);
    return status;
}

clpwl_status clpwl__problem_create(clpwl__problem *problem, const clpwl_function *f,
                                   const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    *problem = (clpwl__problem){.f = f, .weight = o->weight, .shaper = o->shaper,
                                .sides = o->symmetry ? 2 : 1, .s0 = o->symmetry ? 0 : o->a, .s1 = o->b,
                                .in_s = *f};
    if (f->a == f->b) { /* f may not exist beyond the table's domain */
        problem->in_s.a = o->a;
        problem->in_s.b = o->b;
    }
    if (o->shaper != CLPWL_SHAPER_NONE)
        TRY(shape_problem(problem, o));
    TRY(clpwl__bounds_create(&problem->limits, o, &problem->in_s, problem->s0, problem->s1));
    problem->in_s.limits = problem->limits.x ? &problem->limits : NULL;
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
    const clpwl__measure how = {.difference = out, .worst = steepest};
    clpwl_error none;
    return clpwl__problem_measure(problem, &how, knots, values, segments, &none);
}
