/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <limits.h>
#include <math.h>
#include "support/callback.h"
#include "support/wish.h"

/* Each fit with each of its norms. */
static const struct way {
    clpwl_norm norm;
    clpwl_fit fit;
} ways[] = {
    {CLPWL_NORM_L2, CLPWL_FIT_INTERPOLANT},   {CLPWL_NORM_L2, CLPWL_FIT_PROJECTION},
    {CLPWL_NORM_L1, CLPWL_FIT_INTERPOLANT},   {CLPWL_NORM_L1, CLPWL_FIT_LEAST_ABSOLUTE},
    {CLPWL_NORM_LINF, CLPWL_FIT_INTERPOLANT}, {CLPWL_NORM_LINF, CLPWL_FIT_MINIMAX},
    {CLPWL_NORM_LINF, CLPWL_FIT_ABOVE},       {CLPWL_NORM_LINF, CLPWL_FIT_BELOW},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* Of a function of the catalogue, or of a formula. */
static clpwl_table *design(const char *name, const struct way *way, clpwl_effort effort, size_t segments)
{
    const clpwl_design_options o = {.size = sizeof o, .segments = segments, .norm = way->norm,
                                    .fit = way->fit, .aim = CLPWL_AIM_NONE,
                                    .partition = CLPWL_PARTITION_OPTIMIZED, .effort = effort};
    clpwl_function *f = function_of(name);
    clpwl_table *table;
    OK(clpwl_design(&table, f, &o));
    clpwl_function_free(f);
    return table;
}

static double error_of(const char *name, const struct way *way, clpwl_effort effort,
                       size_t segments)
{
    clpwl_table *table = design(name, way, effort, segments);
    clpwl_error e = clpwl_table_measured(table);
    const double *x = clpwl_table_knots(table);
    for (size_t i = 1; i < segments; i++)
        ck_assert_double_eq(x[i], (double)(float)x[i]);
    clpwl_table_free(table);
    return clpwl_error_in(&e, way->norm);
}

/*
 * The least error of N chords between points of a uniform grid, or of N best lines; no continuous
 * line has a smaller error than N best lines. All choices, by dynamic programming over prefix sums
 * of moments.
 */
enum { GRID = 1024, PARTS = 4, MOST = 31 };

static long double cost(const long double (*m)[6], const double *y, double a, double h, int i,
                        int j, int chord)
{
    long double s[6], x0 = a + i * h, x1 = a + j * h; /* 1, x, xx, y, xy, yy */
    for (int k = 0; k < 6; k++)
        s[k] = m[j][k] - m[i][k];
    if (chord) {
        long double q = (y[j] - (long double)y[i]) / (x1 - x0), c = y[i] - q * x0;
        return s[5] - 2 * c * s[3] - 2 * q * s[4] + c * c * s[0] + 2 * c * q * s[1] + q * q * s[2];
    }
    long double xx = s[2] - s[1] * s[1] / s[0], xy = s[4] - s[1] * s[3] / s[0];
    return s[5] - s[3] * s[3] / s[0] - xy * xy / xx;
}

static double least_on_grid(clpwl_callback f, double a, double b, int n, int chord)
{
    static long double m[GRID + 1][6], least[MOST + 1][GRID + 1];
    static double at[GRID + 1];
    double h = (b - a) / GRID;
    for (int i = 0; i < GRID; i++) {
        memcpy(m[i + 1], m[i], sizeof m[i]);
        for (int p = 0; p < PARTS; p++) /* midpoint rule on parts: 1e-6 of the error */
        {
            long double x = a + h * (i + (p + 0.5) / PARTS), y = f((double)x, NULL);
            long double w = h / PARTS, t[6] = {1, x, x * x, y, x * y, y * y};
            for (int k = 0; k < 6; k++)
                m[i + 1][k] += w * t[k];
        }
    }
    for (int j = 0; j <= GRID; j++) {
        least[0][j] = j == 0 ? 0 : INFINITY;
        at[j] = f(a + j * h, NULL);
    }
    for (int k = 1; k <= n; k++)
        for (int j = 0; j <= GRID; j++) {
            least[k][j] = INFINITY;
            for (int i = j - 1; i >= 0; i--) {
                long double c = cost((const long double (*)[6])m, at, a, h, i, j, chord);
                least[k][j] = fminl(least[k][j], least[k - 1][i] + c);
                if (c > 1.5L * least[k][j]) /* a longer chord may have a slightly smaller error */
                    break;
            }
        }
    return (double)sqrtl(least[n][GRID]);
}

CALLBACK(gaussian_f, exp(-x * x / 2))
CALLBACK(lorentzian_f, 1 / (acos(-1) * (1 + x * x)))
CALLBACK(j0_f, j0(x))

/* The target: within 1 % of the best on a grid, for interpolant and projection. */
TESTS(refined_is_within_one_percent_of_the_best_on_a_grid, 6)
{
    static const struct {
        const char *name;
        clpwl_callback f;
        double b;
    } rows[] = {{"gaussian", gaussian_f, 8}, {"lorentzian", lorentzian_f, 20}, {"bessel_j0", j0_f, 20}};
    int n = _i % 2 ? 31 : 15;
    if (test_factor() == 1 && _i % 4 > 1) /* every other function, by both numbers */
        return;
    for (int fit = 0; fit < 2; fit++) {
        double best = least_on_grid(rows[_i / 2].f, 0, rows[_i / 2].b, n, fit == 0);
        double got = error_of(rows[_i / 2].name, &ways[fit], CLPWL_EFFORT_REFINED, (size_t)n);
        ck_assert_msg(got <= 1.01 * best, "%s, %d segments, fit %d: %g, on the grid %g",
                      rows[_i / 2].name, n, fit, got, best);
    }
}

/* Every fourth pair of a name and a size, alternating with the fit and the norm. */
TESTS(refined_is_never_worse, WAYS)
{
    static const char *const names[] = {"bessel_j0", "gelu",   "sqrt",       "relu",
                                        "planck",    "lanczos", "srgb_encode", "abs"};
    static const size_t segments[] = {1, 2, 5, 40, 300};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (size_t k = 0; k < sizeof segments / sizeof *segments; k++) {
            if (test_factor() == 1 && (i + k + (size_t)_i) % 4)
                continue;
            double before = error_of(names[i], &ways[_i], CLPWL_EFFORT_ASYMPTOTIC, segments[k]);
            double after = error_of(names[i], &ways[_i], CLPWL_EFFORT_REFINED, segments[k]);
            /* The errors of quadrature and of fp32 knots; 1e-16 for an error of 0. */
            ck_assert_msg(after <= before * (1 + 1e-6) + 1e-15, "%s, %zu segments: %g from %g",
                          names[i], segments[k], after, before);
        }
}

/* At the optimum of the projection the line of each segment is the segment's best line: its
 * error is orthogonal to lines. This holds if f'' keeps its sign. */
TEST(optimal_knots_are_stationary)
{
    clpwl_table *table = design("exp", &ways[1], CLPWL_EFFORT_REFINED, 12);
    const double *x = clpwl_table_knots(table), *c = clpwl_table_values(table);
    for (int i = 0; i < 12; i++) {
        double sum[2] = {0, 0}, size = 0, h = x[i + 1] - x[i];
        for (int k = 0; k < 2000; k++) {
            double t = (k + 0.5) / 2000, e = exp(x[i] + h * t) - c[i] - (c[i + 1] - c[i]) * t;
            sum[0] += e;
            sum[1] += e * t;
            size += fabs(e);
        }
        /* The descent stops within 1/1000 of the least error: the square root of that in the
         * knots. */
        ck_assert_double_le(fabs(sum[0]), 0.1 * size);
        ck_assert_double_le(fabs(sum[1]), 0.1 * size);
    }
    clpwl_table_free(table);
}

/* Corners at fp32 numbers: a table without error exists, and is found or kept. One-sided tables
 * leave room for roundings in fp32: 4 of values up to 8, and as many of their rises. */
TESTS(corners_are_exact, WAYS)
{
    static const char *const names[] = {"abs", "relu", "leaky_relu", "clamp"};
    double room = ways[_i].fit == CLPWL_FIT_ABOVE || ways[_i].fit == CLPWL_FIT_BELOW ? 4e-6 : 1e-14;
    for (int i = 0; i < 4; i++)
        ck_assert_double_le(error_of(names[i], &ways[_i], CLPWL_EFFORT_REFINED, 6), room);
}

/* If no smaller error is possible, the knots stay. */
TEST(knots_without_error_are_left_alone)
{
    static const double given[] = {-1, -0.75, 0, 0.125, 0.25, 1};
    double knots[6];
    clpwl_function *f;
    OK(clpwl_function_from_catalogue(&f, "abs"));
    memcpy(knots, given, sizeof knots);
    OK(clpwl_refine_knots(f, NULL, CLPWL_NORM_LINF, CLPWL_FIT_INTERPOLANT, knots, 5, NULL,
                          NULL));
    for (int i = 0; i < 6; i++)
        ck_assert_double_eq(knots[i], given[i]);
    clpwl_function_free(f);
}

static int stop(double fraction, void *user)
{
    (void)user;
    return fraction >= 0;
}

/* The derivative of the error with respect to a knot beside a jump may be NaN. */
TEST(a_wall)
{
    wish w;
    begin_wish(&w, "atan((x-0.37)/1e-12)", "0:1 optimized l2 projection callback");
    for (w.o.segments = 2; w.o.segments < 13; w.o.segments++) {
        clpwl_table *table;
        double l2[2];
        for (int k = 0; k < 2; k++) {
            w.o.effort = k ? CLPWL_EFFORT_REFINED : CLPWL_EFFORT_ASYMPTOTIC;
            OK(clpwl_design(&table, w.f, &w.o));
            l2[k] = clpwl_table_measured(table).l2;
            clpwl_table_free(table);
        }
        ck_assert_double_le(l2[1], l2[0]);
    }
    end_wish(&w);
}

/* Beside the ends of acos a finer mesh shows errors that a coarser one does not: no path remains there
 * within the error of the path before. */
TEST(a_finer_mesh_may_need_a_larger_error)
{
    static const struct way linf = {CLPWL_NORM_LINF, CLPWL_FIT_INTERPOLANT};
    ck_assert_double_le(error_of("acos", &linf, CLPWL_EFFORT_REFINED, 1024),
                        error_of("acos", &linf, CLPWL_EFFORT_ASYMPTOTIC, 1024));
}

/*
 * The least errors of N chords. By a search of all paths on a mesh, then on finer ones around the knots,
 * each time with all the points: gelu, dawson, srgb_encode, a rectified sine. With as long chords as an error
 * allows, of which formulas tell the ends, from 0 or from both sides of 0: power, cube. From the
 * pigeonhole principle: three peaks of +1 and -1 are on one chord of sine and chirp.
 * 0.02 % is for the end of the bisection and for knots that are floats. It was 0.04 % while the errors
 * between mesh points did not count.
 */
TESTS(interpolants_reach_the_least_error, 8)
{
    static const struct {
        const char *f, *words;
        double error;
    } rows[] = {{"gelu", "-4:4 N=5", 0.0437412464},
                {"dawson", "0:10 N=5", 0.0272161005},
                {"srgb_encode", "0:1 N=8", 0.00617237165},
                {"power:exponent=0.2", "0:1 N=1024", 1.90251063e-6},
                {"sin(x)", "0:50 N=3 callback", 1},
                {"sin(x^2)", "0:10 N=5 callback", 1},
                {"abs(sin(x))", "0.5:10 N=8 callback", 0.150252759},
                {"x^3", "-1:1 N=1024 callback", 1.27194191e-6}};
    clpwl_table *table;
    wish w;
    begin_wish(&w, rows[_i].f, rows[_i].words);
    add_words(&w, "optimized refined");
    OK(clpwl_design(&table, w.f, &w.o));
    double error = clpwl_table_measured(table).linf;
    ck_assert_msg(error <= 1.0002 * rows[_i].error, "%s: %.9g, not %.9g", rows[_i].f, error, rows[_i].error);
    clpwl_table_free(table);
    end_wish(&w);
}

TEST(bad_input)
{
    clpwl_function *f;
    clpwl_table *table;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    double knots[] = {0, 1, 3, 8}, same[] = {0, 1, 1, 8};
    OK(clpwl_function_from_catalogue(&f, "gaussian"));
    o.aim = CLPWL_AIM_NONE;
    o.effort = CLPWL_EFFORT_REFINED;
    FAILS(CLPWL_ERR_ARGUMENT, "need an optimized partition", clpwl_design(&table, f, &o));
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.fit = CLPWL_FIT_PROJECTION;
    FAILS(CLPWL_ERR_ARGUMENT, "refined in the norm l2, not linf", clpwl_design(&table, f, &o));
    o.norm = CLPWL_NORM_L2;
    o.effort = (clpwl_effort)(CLPWL_EFFORT_REFINED + 1);
    FAILS(CLPWL_ERR_ARGUMENT, "not a clpwl_effort", clpwl_design(&table, f, &o));
    FAILS(CLPWL_ERR_ARGUMENT, "not above",
          clpwl_refine_knots(f, NULL, CLPWL_NORM_L2, CLPWL_FIT_PROJECTION, same, 3, NULL, NULL));
    for (int i = 0; i < WAYS; i++) {
        clpwl_status status = clpwl_refine_knots(f, NULL, ways[i].norm, ways[i].fit,
                                                 knots, 3, stop, NULL);
        ck_assert_int_eq(status, CLPWL_ERR_CANCELLED);
        ck_assert_double_eq(knots[1], 1);
    }
    clpwl_function_free(f);
}

/* Finite up to a call, and NaN from there on, as a callback is whose program was interrupted. */
typedef struct failing {
    long calls, last;
} failing;

static double fail_late(double x, void *user)
{
    failing *s = user;
    return s->calls++ < s->last ? exp(x) * sin(9 * x) : NAN;
}

/* Before, knots were written before the array: some of the ends below, without a sanitizer, crashed. */
TESTS(f_may_end_to_be_finite, 3 * WAYS)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    failing s = {0, LONG_MAX};
    clpwl_function *f;
    clpwl_table *table;
    int refused = 0;
    if (test_factor() == 1 && _i % 3 == 2)
        return;
    spec.f = fail_late;
    spec.user = &s;
    spec.b = 2;
    o.aim = CLPWL_AIM_NONE;
    o.segments = (size_t[]){9, 40, 200}[_i % 3];
    o.norm = ways[_i / 3].norm;
    o.fit = ways[_i / 3].fit;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.effort = CLPWL_EFFORT_REFINED;
    const long part = test_factor() > 1 ? 64 : 5;
    for (s.last = 1; s.last == 1 || s.last < 2 * s.calls; s.last += 1 + s.last / part) {
        s.calls = 0;
        clpwl_status status = clpwl_function_create(&f, &spec);
        if (status == CLPWL_OK) {
            status = clpwl_design(&table, f, &o);
            if (status == CLPWL_OK)
                clpwl_table_free(table);
            clpwl_function_free(f);
        }
        refused += status != CLPWL_OK;
        ck_assert(status == CLPWL_OK || status == CLPWL_ERR_NOT_FINITE || status == CLPWL_ERR_NUMERIC ||
                  status == CLPWL_ERR_TARGET || status == CLPWL_ERR_ARGUMENT);
    }
    ck_assert_int_gt(refused, 16);
}
