/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weighted and relative errors: estimated and measured. */
#include <gsl/gsl_integration.h>
#include <math.h>
#include "support/callback.h"
#include "clpwl.h"
#include "base/array.h"
#include "base/internal.h"
#include "error/estimate.h"
#include "function/proxy.h"
#include "support/weights.h"

enum { MOST = 64, ROOM = 1000 };

CALLBACK(exp_f, exp(x))
CALLBACK(square_f, x * x)
CALLBACK(j0_f, j0(x))
CALLBACK(wave_f, sin(7 * x) + 0.2)
CALLBACK(line_f, 3 * x)
CALLBACK(flat_f, x < 0.3 ? 0 : (x - 0.3) * (x - 0.3))
CALLBACK(x_w, x)
CALLBACK(one_w, 1)
CALLBACK(small_w, ldexp(1, -40))
CALLBACK(fall_w, exp(-x) + 0.1 * x)
CALLBACK(left_w, x < 1)
CALLBACK(tent_w, fmax(0, 1 - fabs(x - 1)))

static void about(clpwl_error got, double l1, double l2, double linf, double slack)
{
    ck_assert_double_eq_tol(got.l1 / l1, 1, slack);
    ck_assert_double_eq_tol(got.l2 / l2, 1, slack);
    ck_assert_double_eq_tol(got.linf / linf, 1, slack);
}

/* s |f''| is 1 for exp: the relative errors are those of a parabola with f'' = 1, and the
 * best knots of every norm are equidistant; so its estimates are those of uniform ones. */
TEST(relative_estimates_of_exp)
{
    clpwl_function *f = callback(exp_f, -30, 30, NAN);
    clpwl_weight weight = relative(1e-20);
    for (int partition = 0; partition < 2; partition++)
        for (int norm = 0; norm < 3; norm++) {
            clpwl_error e;
            double h = 60.0 / 600;
            OK(clpwl_error_estimate(f, &weight, -30, 30, 600, (clpwl_partition)partition,
                                             (clpwl_norm)norm, CLPWL_FIT_INTERPOLANT, &e));
            /* The relative error of a proxy's f'' is about 1e-6. */
            about(e, 60 * h * h / 12, h * h * sqrt(60.0 / 120), h * h / 8, 1e-5);
        }
    clpwl_function_free(f);
}

/* On a segment of length h, from 0, the interpolant of exp is 1 + k t, k = (e^h - 1) / h,
 * so its relative error is (1 + k t) e^-t - 1, largest at t = 1 - 1/k. It is the same on
 * every segment. */
TEST(relative_errors_of_exp)
{
    clpwl_function *f = callback(exp_f, -40, 40, NAN);
    clpwl_weight weight = relative(1e-30);
    double knots[MOST + 1], values[MOST + 1];
    OK(clpwl_partition_uniform(-40, 40, MOST, knots));
    OK(clpwl_fit_values(CLPWL_FIT_INTERPOLANT, f, NULL, knots, MOST, values));
    double h = 80.0 / MOST, k = expm1(h) / h;
    /* The integral of (1 + k t) e^-t - 1, which is not negative. */
    double l1 = -expm1(-h) + k * (1 - (1 + h) * exp(-h)) - h;
    clpwl_error e;
    OK(clpwl_error_measure(f, &weight, knots, values, MOST, &e));
    ck_assert_double_eq_tol(e.linf / (k * exp(1 / k - 1) - 1), 1, 1e-8);
    ck_assert_double_eq_tol(e.l1 / (MOST * l1), 1, 1e-6); /* quadrature is asked for 1e-7 */
    clpwl_function_free(f);
}

/* The integrands below. */
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

/* GSL's adaptive rule, which does not know the kinks of the integrand. */
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

/* The max by 10^4 values a segment: its error is h^2 / 8 times the second derivative, 1e-8. */
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

TESTS(measured_errors_are_those_of_quadrature, MEASURED)
{
    clpwl_function *f = callback(measured[_i].f, 0, 2, NAN), *w = NULL;
    clpwl_weight weight = relative(measured[_i].floor);
    integrand g = {.f = measured[_i].f, .w = measured[_i].w, .floor = weight.floor};
    double knots[MOST + 1], values[MOST + 1];
    size_t n = 24;
    clpwl_error e;
    if (g.w)
        weight.w = w = callback(g.w, 0, 2, measured[_i].kink);
    OK(clpwl_partition_uniform(0, 2, n, knots));
    OK(clpwl_fit_values(CLPWL_FIT_PROJECTION, f, NULL, knots, n, values)); /* its errors change their sign */
    OK(clpwl_error_measure(f, &weight, knots, values, n, &e));
    ck_assert_double_eq_tol(e.l1 / integral(g, 1, knots, values, n), 1, 1e-6);
    ck_assert_double_eq_tol(e.l2 / sqrt(integral(g, 2, knots, values, n)), 1, 1e-6);
    /* Near a zero of f the samples have a corner of 1/1000 of the spike beside it. */
    ck_assert_double_eq_tol(e.linf / largest(g, knots, values, n), 1,
                            g.f == wave_f && !g.w ? 1e-3 : 1e-6);
    clpwl_function_free(f);
    clpwl_function_free(w);
}

static const double touched = 0.30001; /* no sample */
CALLBACK(touch_f, fabs(x - touched))
CALLBACK(touch_squared_f, (x - touched) * (x - touched))
CALLBACK(steep_zero_f, cbrt(x - touched))

/* v = 1 beside a spike of the relative error that is narrower than the distance of samples. */
TESTS(spikes_between_samples, 3)
{
    static const clpwl_callback row[] = {touch_f, touch_squared_f, steep_zero_f};
    const double knots[] = {0, 1}, values[] = {1, 1};
    for (double floor = 1e-1; floor > 1e-9; floor /= 10) {
        clpwl_function *f = callback(row[_i], 0, 1, NAN);
        clpwl_weight weight = relative(floor);
        clpwl_error e;
        OK(clpwl_error_measure(f, &weight, knots, values, 1, &e));
        ck_assert_double_ge(e.linf * floor, (1 - 1e-7)); /* x, to 1e-16 */
        /* A proxy rounds f to 2^-54. Beside its zero the cubic root differs by 4e-6 from double to double. */
        double slack = 0x1p-53 / floor + (row[_i] == steep_zero_f ? 1e-5 : 0);
        ck_assert_double_le(e.linf * floor, 1 + 1.001 * floor + slack);
        if (row[_i] == touch_f) { /* on both sides, by t = |x - touched| */
            double far[] = {touched, 1 - touched}, l1 = 0, l2 = 0;
            for (int k = 0; k < 2; k++) {
                l1 += 1 - floor / 2 + log(far[k] / floor) - (far[k] - floor);
                l2 += (1 - floor + floor * floor / 3) / floor + 1 / floor - 1 / far[k] -
                      2 * log(far[k] / floor) + far[k] - floor;
            }
            ck_assert_double_eq_tol(e.l1 / l1, 1, 1e-6); /* quadrature is asked for 1e-7 */
            ck_assert_double_eq_tol(e.l2 / sqrt(l2), 1, 1e-6);
        }
        clpwl_function_free(f);
    }
}

static int calls, of_f;
static double places[1 << 17];

static double counted_f(double x, void *user)
{
    (void)user;
    places[calls++] = x;
    return ldexp(100 + 1e-11 * sin(7 * x), of_f);
}

/* A weight of 2^-40 scales the rounding in errors as it scales the errors, and so does f times 2^40: none
 * takes more values of f, and no place is asked twice. Rounding is a thousandth of the errors, which no rule
 * resolves to 1e-7. */
TEST(a_scale_takes_no_longer)
{
    clpwl_function *f = callback(counted_f, 0, 1, NAN);
    double knots[MOST + 1], values[MOST + 1];
    clpwl_error e[3];
    OK(clpwl_partition_uniform(0, 1, MOST, knots));
    for (int i = 0, all = 0; i < 3; i++) {
        clpwl_function *w = callback(i == 1 ? small_w : one_w, 0, 1, NAN);
        clpwl_weight weight = by(w);
        of_f = i == 2 ? 40 : 0;
        OK(clpwl_fit_values(CLPWL_FIT_INTERPOLANT, f, NULL, knots, MOST, values));
        calls = 0;
        OK(clpwl_error_measure(f, &weight, knots, values, MOST, &e[i]));
        ck_assert_int_eq(calls, i ? all : calls);
        all = calls;
        qsort(places, (size_t)calls, sizeof *places, clpwl__compare_doubles);
        for (int k = 1; k < calls; k++)
            ck_assert_double_lt(places[k - 1], places[k]);
        clpwl_function_free(w);
    }
    for (int i = 1, by_w = 40, by_square = 20; i < 3; i++, by_w = by_square = -40)
        about(
            (clpwl_error){ldexp(e[i].l1, by_w), ldexp(e[i].l2, by_square), ldexp(e[i].linf, by_w)},
            e[0].l1, e[0].l2, e[0].linf, 1e-15);
    clpwl_function_free(f);
}

static double counted_w(double x, void *user)
{
    calls++;
    return one_w(x, user);
}

/* The error of a parabola needs six values of the weight on a segment. */
TEST(weights_are_asked_six_times_a_segment)
{
    enum { MANY = 2048 };
    static double knots[MANY + 1], values[MANY + 1];
    clpwl_function *f = callback(square_f, 0, 1, NAN), *w = callback(counted_w, 0, 1, NAN);
    clpwl_weight weight = by(w);
    clpwl_error e;
    int all[2];
    for (int i = 0; i < 2; i++) {
        const int n = MANY >> i;
        const double h = 1.0 / n;
        OK(clpwl_partition_uniform(0, 1, (size_t)n, knots));
        OK(clpwl_fit_values(CLPWL_FIT_INTERPOLANT, f, NULL, knots, (size_t)n, values));
        calls = 0;
        OK(clpwl_error_measure(f, &weight, knots, values, (size_t)n, &e));
        all[i] = calls;
        about(e, h * h / 6, h * h / sqrt(30), h * h / 4, 1e-7);
    }
    ck_assert_int_eq(all[0] - all[1], 6 * MANY / 2);
    clpwl_function_free(f);
    clpwl_function_free(w);
}

/* Each request for memory that is refused is told, and nothing leaks: f has a kink, and a jump of f''. */
TESTS(no_memory_is_told, 3)
{
    static const double knots[] = {0, 1, 2}, values[] = {1, 3, 7};
    clpwl_function *f = callback(flat_f, 0, 2, 0.6), *w = callback(left_w, 0, 2, NAN);
    clpwl_weight weight = by(w);
    const long before = clpwl__live_blocks();
    double inner[17];
    clpwl_error e;
    for (long n = 1, asked = 1; asked + 1 >= n; n++) { /* asked is n, until nothing was refused */
        clpwl__fault_allocation(n);
        clpwl_status status = _i == 0 ? clpwl_partition_optimized(f, 0, 2, 16, CLPWL_NORM_L2, inner)
                              : _i == 1 ? clpwl_error_measure(f, &weight, knots, values, 2, &e)
                                        : clpwl_error_estimate(f, &weight, 0, 2, 8,
                                                               CLPWL_PARTITION_UNIFORM,
                                                               CLPWL_NORM_L2, CLPWL_FIT_ABOVE, &e);
        asked = clpwl__requests();
        clpwl__fault_allocation(0);
        ck_assert_int_eq(clpwl__live_blocks(), before);
        ck_assert_int_eq(status, asked >= n ? CLPWL_ERR_MEMORY : CLPWL_OK);
    }
    clpwl_function_free(f);
    clpwl_function_free(w);
}

/* Near one end the weight is positive: at one Gauss point of the density. */
TESTS(a_narrow_weight_counts, 2)
{
    clpwl_function *f = callback(line_f, 0, 1, NAN), *w;
    clpwl_error e;
    OK(clpwl_function_from_formula(&w, _i ? "x<0.02" : "x>0.98", NULL, 0));
    clpwl_weight weight = by(w);
    OK(clpwl_error_estimate(f, &weight, 0, 1, 4, CLPWL_PARTITION_UNIFORM, CLPWL_NORM_L2,
                            CLPWL_FIT_ABOVE, &e));
    ck_assert_double_le(e.linf, 1e-15);
    clpwl_function_free(f);
    clpwl_function_free(w);
}

TEST(estimates_far_off_are_dropped)
{
    const clpwl_error seen = {10, 1, 1};
    clpwl_error e = {0.99, 10.1, 0.1};
    clpwl__drop_estimates(&e, &seen);
    ck_assert(isnan(e.l1) && isnan(e.l2) && e.linf == 0.1);
}

/* f'' = 2 and w = x on [0,1]: with knots at equal shares the integrals of the weighted errors are, in
 * closed form, c |f''| / N^2 times (int w^p)^(1/p), which is (p + 1)^(-1/p): for p = 1/2, 1/3 and 2/5
 * times w^(1/2). */
TESTS(estimates_of_optimal_knots, 3)
{
    static const struct {
        clpwl_norm norm;
        clpwl_fit fit;
        double right;
    } rows[] = {{CLPWL_NORM_LINF, CLPWL_FIT_INTERPOLANT, 2.0 / 8 * 4 / 9},
                {CLPWL_NORM_L1, CLPWL_FIT_INTERPOLANT, 2.0 / 12 * 27 / 64},
                {CLPWL_NORM_L2, CLPWL_FIT_PROJECTION, 0.04724773}}; /* 2 / sqrt(720) (5/6)^(5/2) */
    clpwl_function *f = callback(square_f, 0, 1, NAN), *w = callback(x_w, 0, 1, NAN);
    clpwl_weight weight = by(w);
    clpwl_error e;
    OK(clpwl_error_estimate(f, &weight, 0, 1, 400, CLPWL_PARTITION_OPTIMIZED, rows[_i].norm, rows[_i].fit, &e));
    /* The floor of the density adds about 1e-4 where the weight vanishes. */
    ck_assert_double_eq_tol(clpwl_error_in(&e, rows[_i].norm) * 400 * 400 / rows[_i].right, 1, 1e-3);
    clpwl_function_free(f);
    clpwl_function_free(w);
}

/* A filter whose weights err by d adds d |f'| h to a segment of length h: of 3 x on [0, 4] that is all, and 16
 * segments have 12 d / 16. The exponent of 2 is found to 1e-10. */
TEST(a_line_is_tilted_by_its_slope)
{
    const clpwl__proxy_wish of_line = {.b = 4};
    const double d = 0x1p-9, right = d / (2 * sqrt(d * 12 / 16 / 8));
    clpwl_function *f = callback(line_f, 0, 4, NAN);
    clpwl__density density = {0};
    clpwl__proxy p;
    OK(clpwl__proxy_create(&p, f, &of_line));
    OK(clpwl__density_create(&density, &p.f, 0, 4, NULL, CLPWL_NORM_LINF, NULL));
    for (int i = 0; i < 2; i++) {
        clpwl__density_tilt_for(&density, CLPWL_FIT_INTERPOLANT, d, i * d * 12 / 16, 16);
        ck_assert_double_eq_tol(density.tilt / right, 1, 1e-9);
    }
    clpwl__density_free(&density);
    clpwl__proxy_free(&p);
    clpwl_function_free(f);
}
