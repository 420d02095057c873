/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weighted and relative errors: estimated, measured, and designed for. */
#include <gsl/gsl_integration.h>
#include <math.h>
#include <stdio.h>
#include "callback.h"
#include "clpwl/design.h"
#include "clpwl/evaluator.h"

enum { MOST = 64, ROOM = 1000 };

CALLBACK(exp_f, exp(x))
CALLBACK(square_f, x * x)
CALLBACK(two, 2)
CALLBACK(j0_f, j0(x))
CALLBACK(wave_f, sin(7 * x) + 0.2)
CALLBACK(x_w, x)
CALLBACK(fall_w, exp(-x) + 0.1 * x)
CALLBACK(left_w, x < 1)
CALLBACK(tent_w, fmax(0, 1 - fabs(x - 1)))
CALLBACK(negative_w, 1.5 - x)
CALLBACK(hole_w, fabs(x - 1.2) < 0.1 ? (double)NAN : 1)

static clpwl_weight relative(double floor)
{
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    weight.floor = floor;
    return weight;
}

static clpwl_weight by(const clpwl_function *w)
{
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    weight.w = w;
    return weight;
}

static void about(clpwl_error got, double l1, double l2, double linf, double slack)
{
    ck_assert_double_eq_tol(got.l1 / l1, 1, slack);
    ck_assert_double_eq_tol(got.l2 / l2, 1, slack);
    ck_assert_double_eq_tol(got.linf / linf, 1, slack);
}

/* s |f''| is 1 for exp: the relative errors are those of a parabola with f'' = 1, and the
 * best knots of every norm are equidistant; so its estimates are those of uniform ones. */
START_TEST(relative_estimates_of_exp)
{
    clpwl_function *f = callback(exp_f, _i ? exp_f : NULL, -30, 30, NAN);
    clpwl_weight weight = relative(1e-20);
    for (int partition = 0; partition < 2; partition++)
        for (int norm = 0; norm < 3; norm++) {
            clpwl_error e;
            double h = 60.0 / 600;
            OK(clpwl_error_estimate_weighted(f, &weight, -30, 30, 600, (clpwl_partition)partition,
                                             (clpwl_norm)norm, CLPWL_INTERPOLANT, &e));
            /* The numerical f'' is good to some 1e-6 of itself. */
            about(e, 60 * h * h / 12, h * h * sqrt(60.0 / 120), h * h / 8, 1e-5);
        }
    clpwl_function_free(f);
}
END_TEST

/* On a segment of length h, from 0, the interpolant of exp is 1 + k t, k = (e^h - 1) / h,
 * so its relative error is (1 + k t) e^-t - 1, largest at t = 1 - 1/k. It is the same on
 * every segment. */
START_TEST(relative_errors_of_exp)
{
    clpwl_function *f = callback(exp_f, NULL, -40, 40, NAN);
    clpwl_weight weight = relative(1e-30);
    double knots[MOST + 1], values[MOST + 1];
    OK(clpwl_partition_uniform(-40, 40, MOST, knots));
    OK(clpwl_fit_interpolant(f, knots, MOST, values));
    double h = 80.0 / MOST, k = expm1(h) / h;
    /* integral of (1 + k t) e^-t - 1: the error is nowhere negative. */
    double l1 = -expm1(-h) + k * (1 - (1 + h) * exp(-h)) - h;
    clpwl_error e;
    OK(clpwl_error_measure_weighted(f, &weight, knots, values, MOST, &e));
    ck_assert_double_eq_tol(e.linf / (k * exp(1 / k - 1) - 1), 1, 1e-8);
    ck_assert_double_eq_tol(e.l1 / (MOST * l1), 1, 1e-6); /* quadrature is asked for 1e-7 */
    clpwl_function_free(f);
}
END_TEST

/* What the quadratures below integrate. */
typedef struct integrand {
    clpwl_callback f, w;
    double floor, x0, x1, y0, y1;
    int power;
} integrand;

static double weighted(double x, void *user)
{
    const integrand *g = user;
    double y = g->f(x, NULL), v = g->y0 + (g->y1 - g->y0) * ((x - g->x0) / (g->x1 - g->x0));
    double s = g->floor > 0 ? 1 / fmax(fabs(y), g->floor) : 1;
    return (g->w ? g->w(x, NULL) : 1) * pow(s * fabs(y - v), g->power);
}

/* GSL's adaptive rule, whose pieces may end at the kinks of the integrand by luck only. */
static double integral(integrand g, int power, const double *knots, const double *values, size_t n)
{
    gsl_integration_workspace *room = gsl_integration_workspace_alloc(ROOM);
    gsl_function function = {weighted, &g};
    double sum = 0;
    g.power = power;
    for (size_t i = 0; i < n; i++) {
        double part, error;
        g.x0 = knots[i], g.x1 = knots[i + 1];
        g.y0 = values[i], g.y1 = values[i + 1];
        gsl_integration_qag(&function, g.x0, g.x1, 1e-16, 1e-9, ROOM, GSL_INTEG_GAUSS15, room,
                            &part, &error);
        sum += part;
    }
    gsl_integration_workspace_free(room);
    return sum;
}

/* And 10^4 values a segment: an error of h^2 / 8 of the maximum's bend, 1e-8. */
static double largest(integrand g, const double *knots, const double *values, size_t n)
{
    double most = 0;
    g.power = 1;
    for (size_t i = 0; i < n; i++) {
        g.x0 = knots[i], g.x1 = knots[i + 1];
        g.y0 = values[i], g.y1 = values[i + 1];
        for (int k = 0; k <= 10000; k++)
            most = fmax(most, weighted(g.x0 + (g.x1 - g.x0) * k / 10000, &g));
    }
    return most;
}

static const struct {
    clpwl_callback f, w;
    double floor, kink; /* of w */
} measured[] = {
    {exp_f, fall_w, 0, NAN}, {j0_f, NULL, 0.1, NAN},  {wave_f, NULL, 1e-3, NAN},
    {j0_f, fall_w, 0.2, NAN}, {exp_f, tent_w, 0, 1}, {wave_f, left_w, 0.5, 1},
    {exp_f, x_w, 1e-9, NAN},
};
enum { MEASURED = sizeof measured / sizeof *measured };

START_TEST(measured_errors_are_those_of_quadrature)
{
    clpwl_function *f = callback(measured[_i].f, NULL, 0, 2, NAN), *w = NULL;
    clpwl_weight weight = relative(measured[_i].floor);
    integrand g = {.f = measured[_i].f, .w = measured[_i].w, .floor = weight.floor};
    double knots[MOST + 1], values[MOST + 1];
    size_t n = 24;
    clpwl_error e;
    if (g.w)
        weight.w = w = callback(g.w, NULL, 0, 2, measured[_i].kink);
    OK(clpwl_partition_uniform(0, 2, n, knots));
    OK(clpwl_fit_projection(f, knots, n, values)); /* its errors change their sign */
    OK(clpwl_error_measure_weighted(f, &weight, knots, values, n, &e));
    ck_assert_double_eq_tol(e.l1 / integral(g, 1, knots, values, n), 1, 1e-6);
    ck_assert_double_eq_tol(e.l2 / sqrt(integral(g, 2, knots, values, n)), 1, 1e-6);
    /* About a zero of f the samples see a corner at 1/1000 of the spike beside it. */
    ck_assert_double_eq_tol(e.linf / largest(g, knots, values, n), 1,
                            g.f == wave_f && !g.w ? 1e-3 : 1e-6);
    clpwl_function_free(f);
    clpwl_function_free(w);
}
END_TEST

/* A weight of 0 hides what is there: the errors are those of the other part alone. */
START_TEST(a_weight_of_zero)
{
    clpwl_function *f = callback(exp_f, exp_f, 0, 2, NAN), *w = callback(left_w, NULL, 0, 2, 1);
    clpwl_weight weight = by(w);
    double knots[MOST + 1], values[MOST + 1];
    clpwl_error all, left;
    OK(clpwl_partition_uniform(0, 2, 32, knots));
    OK(clpwl_fit_interpolant(f, knots, 32, values));
    OK(clpwl_error_measure_weighted(f, &weight, knots, values, 32, &all));
    OK(clpwl_error_measure(f, knots, values, 16, &left));
    about(all, left.l1, left.l2, left.linf, 1e-6);
    clpwl_function_free(f);
    clpwl_function_free(w);
}
END_TEST

START_TEST(no_weight_is_a_weight_of_one)
{
    clpwl_function *f = callback(j0_f, NULL, 0, 20, NAN);
    clpwl_weight one = CLPWL_WEIGHT_INIT;
    double knots[MOST + 1], values[MOST + 1];
    clpwl_error plain, e;
    OK(clpwl_partition_uniform(0, 20, MOST, knots));
    OK(clpwl_fit_interpolant(f, knots, MOST, values));
    OK(clpwl_error_measure(f, knots, values, MOST, &plain));
    OK(clpwl_error_measure_weighted(f, &one, knots, values, MOST, &e));
    ck_assert_mem_eq(&e, &plain, sizeof e);
    OK(clpwl_error_measure_weighted(f, NULL, knots, values, MOST, &e));
    ck_assert_mem_eq(&e, &plain, sizeof e);
    clpwl_function_free(f);
}
END_TEST

START_TEST(hostile_weights_are_refused)
{
    static const struct {
        clpwl_callback w;
        clpwl_status code;
        const char *part;
    } rows[] = {
        {negative_w, CLPWL_ERR_ARGUMENT, "at x = 1.5"},
        {hole_w, CLPWL_ERR_NOT_FINITE, "at x = 1.1"},
    };
    clpwl_function *f = callback(exp_f, NULL, 0, 2, NAN);
    double knots[MOST + 1], values[MOST + 1];
    clpwl_error e;
    OK(clpwl_partition_uniform(0, 2, MOST, knots));
    OK(clpwl_fit_interpolant(f, knots, MOST, values));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        clpwl_function *w = callback(rows[i].w, NULL, 0, 2, NAN);
        clpwl_weight weight = by(w);
        FAILS(rows[i].code, rows[i].part,
              clpwl_error_measure_weighted(f, &weight, knots, values, MOST, &e));
        FAILS(rows[i].code, rows[i].part,
              clpwl_error_estimate_weighted(f, &weight, 0, 2, MOST, CLPWL_OPTIMIZED, CLPWL_L2,
                                            CLPWL_INTERPOLANT, &e));
        clpwl_function_free(w);
    }
    static const double floors[] = {-1, NAN, INFINITY};
    for (int i = 0; i < 3; i++) {
        clpwl_weight weight = relative(floors[i]);
        FAILS(CLPWL_ERR_ARGUMENT, "floor",
              clpwl_error_measure_weighted(f, &weight, knots, values, MOST, &e));
    }
    clpwl_weight weight = {0};
    FAILS(CLPWL_ERR_ARGUMENT, "CLPWL_WEIGHT_INIT",
          clpwl_error_measure_weighted(f, &weight, knots, values, MOST, &e));
    clpwl_function_free(f);
}
END_TEST

/* f'' = 2 and w = x on [0,1]: (w |f''|)^(1/2) integrates to x^(3/2), and so on. With
 * knots at equal shares of it the integrals of the weighted errors are, in closed form,
 * c |f''| / N^2 times (int w^(1/2))^2, (int w^(1/3))^3, (int w^(1/5))^(5/2). */
START_TEST(estimates_of_optimal_knots)
{
    clpwl_function *f = callback(square_f, two, 0, 1, NAN), *w = callback(x_w, NULL, 0, 1, NAN);
    clpwl_weight weight = by(w);
    clpwl_error e;
    double n = 400;
    OK(clpwl_error_estimate_weighted(f, &weight, 0, 1, 400, CLPWL_OPTIMIZED, CLPWL_LINF,
                                     CLPWL_INTERPOLANT, &e));
    /* The density's floor where the weight vanishes takes its share: some 1e-4. */
    ck_assert_double_eq_tol(e.linf * n * n / (2.0 / 8 * pow(2.0 / 3, 2)), 1, 1e-3);
    OK(clpwl_error_estimate_weighted(f, &weight, 0, 1, 400, CLPWL_OPTIMIZED, CLPWL_L1,
                                     CLPWL_INTERPOLANT, &e));
    ck_assert_double_eq_tol(e.l1 * n * n / (2.0 / 12 * pow(3.0 / 4, 3)), 1, 1e-3);
    OK(clpwl_error_estimate_weighted(f, &weight, 0, 1, 400, CLPWL_OPTIMIZED, CLPWL_L2,
                                     CLPWL_PROJECTION, &e));
    ck_assert_double_eq_tol(e.l2 * n * n / (2 / sqrt(720) * pow(5.0 / 6, 2.5)), 1, 1e-3);
    clpwl_function_free(f);
    clpwl_function_free(w);
}
END_TEST

static clpwl_table *design(const clpwl_function *f, const clpwl_weight *weight,
                           clpwl_design_options o)
{
    clpwl_table *table;
    o.size = sizeof o;
    o.weight = weight;
    OK(clpwl_design(&table, f, &o));
    return table;
}

/* f'' = 2 and w = x on [0,1]: the densities are x^(1/2), x^(1/3) and x^(1/5), and knots at
 * equal shares of their integrals are powers. */
START_TEST(knots_at_equal_shares_of_the_weighted_density)
{
    static const double powers[] = {[CLPWL_LINF] = 2.0 / 3, [CLPWL_L1] = 3.0 / 4,
                                    [CLPWL_L2] = 5.0 / 6};
    clpwl_function *f = callback(square_f, two, 0, 1, NAN), *w = callback(x_w, NULL, 0, 1, NAN);
    clpwl_weight weight = by(w);
    clpwl_table *table = design(f, &weight, (clpwl_design_options){.segments = MOST,
                                .partition = CLPWL_OPTIMIZED, .norm = (clpwl_norm)_i});
    for (int i = 0; i <= MOST; i++) /* the floor where w vanishes moves them by some 1e-5 */
        ck_assert_double_eq_tol(clpwl_table_knots(table)[i], pow((double)i / MOST, powers[_i]),
                                1e-4);
    clpwl_table_free(table);
    clpwl_function_free(f);
    clpwl_function_free(w);
}
END_TEST

/* The best knots for relative errors of exp are equidistant; the best values for the
 * interpolant's relative errors 0 ... E are its own less E / (2 + E) of each, and then the
 * errors are that at most on both sides. */
START_TEST(the_best_relative_table_of_exp)
{
    clpwl_function *f = callback(exp_f, exp_f, -20, 20, NAN);
    clpwl_weight weight = relative(1e-30);
    double h = 40.0 / MOST, k = expm1(h) / h, most = k * exp(1 / k - 1) - 1;
    for (int fit = 0; fit < 2; fit++) {
        clpwl_table *table = design(f, &weight, (clpwl_design_options){.segments = MOST,
                                    .partition = CLPWL_OPTIMIZED,
                                    .fit = fit ? CLPWL_MINIMAX : CLPWL_INTERPOLANT});
        const clpwl_weighting *got = clpwl_table_weighting(table);
        ck_assert_ptr_nonnull(got);
        ck_assert_double_eq(got->floor, 1e-30);
        ck_assert_ptr_null(got->weight);
        /* The knots are rounded to fp32, which for the widest is some 1e-6 of h. */
        for (int i = 0; i <= MOST; i++)
            ck_assert_double_eq_tol(clpwl_table_knots(table)[i], -20 + i * h, 1e-5);
        /* The minimax values' search stops at some 1e-6. */
        ck_assert_double_eq_tol(got->measured.linf / (fit ? most / (2 + most) : most), 1, 1e-4);
        ck_assert_double_ge(got->executed.linf, got->measured.linf);
        /* What fp32 adds to a relative error: some roundings of values that are up to 1.9
         * times what they count against. */
        ck_assert_double_le(got->executed.linf, got->measured.linf + 32 * 0x1p-24);
        ck_assert_double_gt(clpwl_table_measured(table).linf, 1e5); /* plain: e^20 times it */
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
END_TEST

/* Every way of the host to evaluate, against f in long double at many floats, in the weight
 * of the design; returns the worst. */
static double worst_seen(const clpwl_table *table, clpwl_callback f, clpwl_callback w,
                         double floor)
{
    enum { CHUNK = 4096, CHUNKS = 16 };
    static const char *const methods[] = {"host-scalar", "host-avx2", "host-avx512"};
    static float at[CHUNK], got[CHUNK];
    const double *knots = clpwl_table_knots(table);
    size_t n = clpwl_table_segments(table);
    double worst = 0;
    for (int m = 0; m < 3; m++) {
        clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
        clpwl_evaluator *evaluator;
        how.method = methods[m];
        if (clpwl_evaluator_create(&evaluator, NULL, table, &how) != CLPWL_OK)
            continue; /* this CPU has no such instructions */
        for (size_t chunk = 0; chunk < CHUNKS; chunk++) {
            for (size_t i = 0; i < CHUNK; i++) {
                double t = ((double)(chunk * CHUNK + i) + 0.37) / (CHUNK * CHUNKS);
                size_t k = (chunk * CHUNK + i) % (n + 1);
                at[i] = (float)(i % 4 ? knots[0] + (knots[n] - knots[0]) * t : knots[k]);
                at[i] = i % 8 == 4 ? nextafterf(at[i], -INFINITY) : at[i];
                at[i] = fminf(fmaxf(at[i], (float)knots[0]), (float)knots[n]);
            }
            OK(clpwl_eval(evaluator, at, got, CHUNK));
            for (size_t i = 0; i < CHUNK; i++) {
                double y = f(at[i], NULL), s = floor > 0 ? 1 / fmax(fabs(y), floor) : 1;
                worst = fmax(worst, (w ? w(at[i], NULL) : 1) * s * fabs((double)got[i] - y));
            }
        }
        clpwl_evaluator_free(evaluator);
    }
    return worst;
}

/* A target is met as executed, and hardly by fewer segments than the law asks for. */
static const struct {
    clpwl_callback f, w;
    double a, b, floor, kink, error;
    clpwl_partition partition;
    clpwl_fit fit;
} targets[] = {
    {exp_f, NULL, -80, 80, 1e-36, NAN, 1e-4, CLPWL_UNIFORM, CLPWL_INTERPOLANT},
    {exp_f, NULL, -80, 80, 1e-36, NAN, 1e-4, CLPWL_OPTIMIZED, CLPWL_INTERPOLANT},
    {exp_f, NULL, -80, 80, 1e-36, NAN, 1e-4, CLPWL_OPTIMIZED, CLPWL_MINIMAX},
    {exp_f, NULL, 0, 3, 1e-9, NAN, 1e-6, CLPWL_OPTIMIZED, CLPWL_PROJECTION},
    {j0_f, NULL, 0, 20, 1e-2, NAN, 1e-4, CLPWL_OPTIMIZED, CLPWL_INTERPOLANT},
    {j0_f, fall_w, 0, 10, 0, NAN, 1e-4, CLPWL_UNIFORM, CLPWL_INTERPOLANT},
    {wave_f, tent_w, 0, 2, 0.1, 1, 1e-4, CLPWL_OPTIMIZED, CLPWL_INTERPOLANT},
    {wave_f, left_w, 0, 2, 0, 1, 1e-5, CLPWL_OPTIMIZED, CLPWL_MINIMAX},
};
enum { TARGETS = sizeof targets / sizeof *targets };

START_TEST(targets_are_met_as_executed)
{
    clpwl_function *f = callback(targets[_i].f, NULL, targets[_i].a, targets[_i].b, NAN);
    clpwl_function *w = NULL;
    clpwl_weight weight = relative(targets[_i].floor);
    if (targets[_i].w)
        weight.w = w = callback(targets[_i].w, NULL, targets[_i].a, targets[_i].b,
                                targets[_i].kink);
    clpwl_table *table = design(f, &weight, (clpwl_design_options){
        .max_error = targets[_i].error, .partition = targets[_i].partition,
        .fit = targets[_i].fit});
    const clpwl_weighting *got = clpwl_table_weighting(table);
    ck_assert_double_le(got->executed.linf, targets[_i].error);
    double seen = worst_seen(table, targets[_i].f, targets[_i].w, targets[_i].floor);
    ck_assert_double_le(seen, got->executed.linf);
    /* The bound is no idle one; most of the gap is for roundings that do not all meet. */
    ck_assert_double_ge(seen, targets[_i].error / 2);
    size_t segments = clpwl_table_segments(table);
    clpwl_table_free(table);
    table = design(f, &weight, (clpwl_design_options){.segments = segments * 9 / 10,
                   .partition = targets[_i].partition, .fit = targets[_i].fit});
    ck_assert_double_gt(clpwl_table_weighting(table)->executed.linf, targets[_i].error);
    clpwl_table_free(table);
    clpwl_function_free(f);
    clpwl_function_free(w);
}
END_TEST

/* Where nothing counts next to nothing is spent: of f'' = 1 all over, with w = 0 on half of
 * the domain, the density's floor leaves that half 1/200 of the knots. */
START_TEST(knots_go_where_the_weight_is)
{
    clpwl_function *f = callback(square_f, two, 0, 2, NAN), *w = callback(left_w, NULL, 0, 2, 1);
    clpwl_weight weight = by(w);
    size_t left = 0;
    clpwl_table *table = design(f, &weight, (clpwl_design_options){.segments = 1000,
                                .partition = CLPWL_OPTIMIZED});
    while (clpwl_table_knots(table)[left] < 1)
        left++;
    ck_assert_uint_ge(left, 990);
    ck_assert_uint_le(left, 999);
    clpwl_table_free(table);
    clpwl_function_free(f);
    clpwl_function_free(w);
}
END_TEST

START_TEST(designs_refuse_hostile_weights)
{
    clpwl_function *f = callback(exp_f, exp_f, 0, 2, NAN);
    clpwl_function *negative = callback(negative_w, NULL, 0, 2, NAN);
    clpwl_function *hole = callback(hole_w, NULL, 0, 2, NAN);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_weight weight = by(negative);
    clpwl_table *table;
    o.weight = &weight;
    for (int fit = 0; fit < 6; fit++)
        for (int partition = 0; partition < 2; partition++) {
            o.segments = 10;
            o.fit = (clpwl_fit)fit;
            o.partition = (clpwl_partition)partition;
            weight.w = negative;
            FAILS(CLPWL_ERR_ARGUMENT, "it must not be negative", clpwl_design(&table, f, &o));
            ck_assert_ptr_null(table);
            weight.w = hole;
            FAILS(CLPWL_ERR_NOT_FINITE, "at x = 1.", clpwl_design(&table, f, &o));
            ck_assert_ptr_null(table);
        }
    weight = relative(-1);
    FAILS(CLPWL_ERR_ARGUMENT, "floor", clpwl_design(&table, f, &o));
    weight = (clpwl_weight){0};
    FAILS(CLPWL_ERR_ARGUMENT, "CLPWL_WEIGHT_INIT", clpwl_design(&table, f, &o));
    weight = relative(1);
    o.segments = 0;
    o.max_error = 1e-9; /* a relative error of 1e-9 in fp32 */
    FAILS(CLPWL_ERR_TARGET, "rounding in fp32", clpwl_design(&table, f, &o));
    clpwl_function_free(f);
    clpwl_function_free(negative);
    clpwl_function_free(hole);
}
END_TEST

/* No weighted error of a table whose lines are straight in g(x) is made up. */
START_TEST(shapers_are_refused)
{
    clpwl_function *f = callback(exp_f, exp_f, 1, 2, NAN);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_weight weight = relative(1);
    clpwl_table *table;
    clpwl_error e;
    o.segments = 8;
    o.shaper = CLPWL_SHAPER_LOG2;
    OK(clpwl_design(&table, f, &o));
    FAILS(CLPWL_ERR_ARGUMENT, "straight in log2(x)",
          clpwl_error_executed_weighted(f, &weight, table, NULL, &e));
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

static void same(const clpwl_error *a, const clpwl_error *b)
{
    ck_assert_mem_eq(a, b, sizeof *a);
}

/* A table does not forget what its error means. */
START_TEST(tables_keep_their_weighting)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f = callback(exp_f, exp_f, 0, 2, NAN), *w;
    clpwl_table *table, *again;
    spec.f = fall_w;
    spec.name = "exp(-x)\n+ \\x";
    OK(clpwl_function_create(&w, &spec));
    for (int i = 1; i < 4; i++) {
        clpwl_weight weight = relative(i & 1 ? 0.25 : 0);
        weight.w = i & 2 ? w : NULL;
        table = design(f, &weight, (clpwl_design_options){.segments = 9});
        OK(clpwl_table_save(table, "weight.clpwl"));
        OK(clpwl_table_load(&again, "weight.clpwl"));
        const clpwl_weighting *one = clpwl_table_weighting(table);
        const clpwl_weighting *other = clpwl_table_weighting(again);
        ck_assert_ptr_nonnull(other);
        ck_assert_double_eq(other->floor, weight.floor);
        ck_assert(!other->weight == !weight.w);
        if (weight.w)
            ck_assert_str_eq(other->weight, spec.name);
        same(&one->estimate, &other->estimate);
        same(&one->measured, &other->measured);
        same(&one->executed, &other->executed);
        ck_assert(isfinite(other->estimate.l1) && isfinite(other->executed.l2));
        clpwl_table_free(table);
        clpwl_table_free(again);
    }
    table = design(f, NULL, (clpwl_design_options){.segments = 9});
    ck_assert_ptr_null(clpwl_table_weighting(table));
    clpwl_table_free(table);
    remove("weight.clpwl");
    clpwl_function_free(f);
    clpwl_function_free(w);
}
END_TEST

START_TEST(weights_through_points)
{
    static const double x[] = {-1, 0, 2, 3}, y[] = {0, 4, 0, 1};
    static const double at[][2] = {{-1.01, 0}, {-1, 0}, {-0.5, 2}, {0, 4}, {1, 2}, {2, 0},
                                   {2.75, 0.75}, {3, 1}, {3.01, 0}, {1e300, 0}};
    clpwl_function *w;
    double value;
    size_t kinks;
    OK(clpwl_weight_from_points(&w, NULL, x, y, 4));
    ck_assert_str_eq(clpwl_function_name(w), "weight");
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        OK(clpwl_function_value(w, at[i][0], &value));
        ck_assert_double_eq(value, at[i][1]);
    }
    clpwl_function_kinks(w, &kinks);
    ck_assert_uint_eq(kinks, 4);
    clpwl_function_free(w);
    static const double bad[][2] = {{1, -1}, {1, NAN}, {1, INFINITY}};
    for (int i = 0; i < 3; i++) {
        FAILS(CLPWL_ERR_SAMPLES, "point 2", clpwl_weight_from_points(&w, "w", x, bad[i], 2));
        ck_assert_ptr_null(w);
    }
    FAILS(CLPWL_ERR_SAMPLES, "point 2", clpwl_weight_from_points(&w, "w", y + 1, y, 2));
    FAILS(CLPWL_ERR_SAMPLES, "1 point", clpwl_weight_from_points(&w, "w", x, y, 1));
    FAILS(CLPWL_ERR_ARGUMENT, "x is NULL", clpwl_weight_from_points(&w, "w", NULL, y, 2));
    FAILS(CLPWL_ERR_ARGUMENT, "out is NULL", clpwl_weight_from_points(NULL, "w", x, y, 2));
}
END_TEST

/* The density of arguments at the quantiles of a normal distribution (by its inverse, from
 * erf by halving) is the normal one; its integral is 1. */
START_TEST(weights_from_arguments)
{
    enum { COUNT = 20000 };
    static double x[COUNT];
    clpwl_function *w;
    double sum = 0, value;
    for (int i = 0; i < COUNT; i++) {
        double p = 2 * (i + 0.5) / COUNT - 1, lo = -9, hi = 9;
        for (int k = 0; k < 60; k++)
            *(erf((lo + hi) / 2 / sqrt(2)) < p ? &lo : &hi) = (lo + hi) / 2;
        x[(i * 7919L) % COUNT] = lo; /* in no order */
    }
    OK(clpwl_weight_from_arguments(&w, "normal", x, COUNT));
    for (double at = -4; at <= 4; at += 1.0 / 64) {
        OK(clpwl_function_value(w, at, &value));
        sum += value / 64;
        /* Bins of 0.3 smooth by h^2 / 24 w'' in themselves and h^2 / 8 w'' by lines: 0.4
         * times 0.015; and are uneven by single counts, 1 / (0.3 COUNT). */
        ck_assert_double_eq_tol(value, exp(-at * at / 2) / sqrt(2 * acos(-1)), 0.007);
    }
    ck_assert_double_eq_tol(sum, 1, 1e-3);
    clpwl_function_free(w);
    /* Two values: a bin and its two slopes. */
    OK(clpwl_weight_from_arguments(&w, NULL, (double[]){3, 1}, 2));
    OK(clpwl_function_value(w, 2, &value));
    ck_assert_double_gt(value, 0);
    clpwl_function_free(w);
    FAILS(CLPWL_ERR_SAMPLES, "all 2 arguments are 5",
          clpwl_weight_from_arguments(&w, NULL, (double[]){5, 5}, 2));
    FAILS(CLPWL_ERR_SAMPLES, "argument 2 is nan",
          clpwl_weight_from_arguments(&w, NULL, (double[]){5, NAN}, 2));
    FAILS(CLPWL_ERR_SAMPLES, "1 argument,",
          clpwl_weight_from_arguments(&w, NULL, (double[]){5}, 1));
    FAILS(CLPWL_ERR_ARGUMENT, "x is NULL", clpwl_weight_from_arguments(&w, NULL, NULL, 2));
    FAILS(CLPWL_ERR_SAMPLES, "too far apart",
          clpwl_weight_from_arguments(&w, NULL, (double[]){-1.7e308, 1.7e308}, 2));
}
END_TEST

/* A weight's name of the user's, whatever is in it, and a design with few, far samples. */
START_TEST(a_density_designs)
{
    static const double x[] = {0.1, 0.2, 0.25, 0.3, 0.31, 0.5};
    clpwl_function *f = callback(exp_f, exp_f, 0, 2, NAN), *w;
    OK(clpwl_weight_from_arguments(&w, "few", x, 6));
    clpwl_weight weight = by(w);
    clpwl_table *table = design(f, &weight, (clpwl_design_options){.max_error = 1e-5,
                                .norm = CLPWL_L2, .partition = CLPWL_OPTIMIZED,
                                .fit = CLPWL_PROJECTION});
    ck_assert_double_le(clpwl_table_weighting(table)->executed.l2, 1e-5);
    clpwl_table_free(table);
    clpwl_function_free(f);
    clpwl_function_free(w);
    f = callback(exp_f, exp_f, 5, 6, NAN);
    OK(clpwl_weight_from_arguments(&w, "elsewhere", x, 6));
    weight.w = w;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.weight = &weight;
    FAILS(CLPWL_ERR_ARGUMENT, "the weight is 0 on all of [5, 6]", clpwl_design(&table, f, &o));
    clpwl_function_free(f);
    clpwl_function_free(w);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("weight");
    TCase *t = tcase_create("weight");
    tcase_set_timeout(t, 120); /* under valgrind */
    tcase_add_loop_test(t, relative_estimates_of_exp, 0, 2);
    tcase_add_test(t, relative_errors_of_exp);
    tcase_add_loop_test(t, measured_errors_are_those_of_quadrature, 0, MEASURED);
    tcase_add_test(t, a_weight_of_zero);
    tcase_add_test(t, no_weight_is_a_weight_of_one);
    tcase_add_test(t, hostile_weights_are_refused);
    tcase_add_test(t, estimates_of_optimal_knots);
    tcase_add_loop_test(t, knots_at_equal_shares_of_the_weighted_density, 0, 3);
    tcase_add_test(t, the_best_relative_table_of_exp);
    tcase_add_loop_test(t, targets_are_met_as_executed, 0, TARGETS);
    tcase_add_test(t, knots_go_where_the_weight_is);
    tcase_add_test(t, designs_refuse_hostile_weights);
    tcase_add_test(t, shapers_are_refused);
    tcase_add_test(t, tables_keep_their_weighting);
    tcase_add_test(t, weights_through_points);
    tcase_add_test(t, weights_from_arguments);
    tcase_add_test(t, a_density_designs);
    suite_add_tcase(s, t);
    return s;
}
