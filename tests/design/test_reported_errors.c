/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reported errors are bounds: of functions that oscillate, jump or are narrow, of weights with a
 * jump, and of one-sided tables. bench/bounds tries thousands of designs. */
#include <math.h>
#include <stdlib.h>
#include "support/callback.h"
#include "support/weights.h"

enum { STEPS = 100000, NEIGHBOURS = 4 };

CALLBACK(reciprocal_sine, x * sin(1 / x))
CALLBACK(peak, 1 / (1 + 1e6 * (x - 0.3) * (x - 0.3)))
CALLBACK(fast_sine, sin(1e4 * x))
CALLBACK(needle, exp(-pow((x - 0.3) / 0.000147, 2)))
CALLBACK(dispersion, (x - 0.4182) / 6.35e-05 / (1 + pow((x - 0.4182) / 6.35e-05, 2)))
CALLBACK(jump_and_cusp, 2.369e-05 * (-0.88992 * pow(fabs((x - 283.9472) / 47.11), 0.7) -
                                     1.7338 * (x < 267.978 ? 0 : 1)))
CALLBACK(bell, exp(-x * x) * (x - 0.37))
CALLBACK(sine, sin(x))
CALLBACK(cubic, x * x * x - x)
CALLBACK(logarithm, log(x))
CALLBACK(stair, floor(x) + 0.2 * x * x)
CALLBACK(rough, rint(x * 1e9) - x * 1e9)
CALLBACK(edge, x > 0.5 ? 1 : 0)
CALLBACK(late_edge, x < 3.2 ? 4 : 0.5)
CALLBACK(hill, 0.1 + exp(-20 * (x - 0.4) * (x - 0.4)))
CALLBACK(early_edge, x > 0.3137 ? 1 : 0)

enum { UNIFORM, OPTIMIZED, REFINED };

typedef struct design_case {
    clpwl_callback f;
    double a, b;
    size_t segments;
    int knots;
    clpwl_fit fit;
    clpwl_callback w;
    double floor, place; /* of a relative error; where f or w jumps */
    clpwl_shaper shaper;
} design_case;

static const design_case cases[] = {
    {reciprocal_sine, 0.005, 1, 100, REFINED, CLPWL_FIT_MINIMAX, 0, 0, 0, 0},
    {reciprocal_sine, 0.005, 1, 100, REFINED, CLPWL_FIT_ABOVE, 0, 0, 0, 0},
    {reciprocal_sine, 0.005, 1, 8, UNIFORM, CLPWL_FIT_MINIMAX, 0, 0, 0, 0},
    {reciprocal_sine, 0.005, 1, 8, OPTIMIZED, CLPWL_FIT_BELOW, 0, 0, 0, 0},
    {reciprocal_sine, 0.005, 1, 8, UNIFORM, CLPWL_FIT_ABOVE, 0, 0, 0, 0},
    {peak, 0, 1, 100, UNIFORM, CLPWL_FIT_PROJECTION, 0, 0, 0.3, 0},
    {peak, 0, 1, 100, UNIFORM, CLPWL_FIT_LEAST_ABSOLUTE, 0, 0, 0.3, 0},
    {fast_sine, 0, 1, 2000, UNIFORM, CLPWL_FIT_ABOVE, 0, 0, 0, 0},
    {needle, 0, 1, 2, OPTIMIZED, CLPWL_FIT_PROJECTION, 0, 0, 0.3, 0},
    /* The largest error is 1.1e-7 beside a knot, where the next sample is 0.0001 away. */
    {needle, 0, 1, 100, UNIFORM, CLPWL_FIT_PROJECTION, hill, 0, 0.3, 0},
    /* f is 0 from 0.304 on, where all that is rounded is what roundings before have added. */
    {needle, 0, 1, 9, OPTIMIZED, CLPWL_FIT_BELOW, early_edge, 0, 0.3, 0},
    {dispersion, 0, 1, 128, UNIFORM, CLPWL_FIT_ABOVE, 0, 0, 0.418136500, 0},
    {dispersion, 0, 1, 9, REFINED, CLPWL_FIT_INTERPOLANT, 0, 0, 0.418274031, 0},
    {jump_and_cusp, 254.3, 347.93326, 300, REFINED, CLPWL_FIT_INTERPOLANT, 0, 0, 267.978, 0},
    {jump_and_cusp, 254.3, 347.93326, 300, REFINED, CLPWL_FIT_MINIMAX, 0, 0, 267.978, 0},
    {jump_and_cusp, 254.3, 347.93326, 1412, OPTIMIZED, CLPWL_FIT_INTERPOLANT, 0, 0, 267.978, 0},
    {stair, 0, 4.2, 100, REFINED, CLPWL_FIT_INTERPOLANT, 0, 0, 2, 0},
    {rough, 0, 1, 16, UNIFORM, CLPWL_FIT_INTERPOLANT, 0, 0, 0, 0}, /* it took two minutes */
    {bell, -3, 3, 1412, OPTIMIZED, CLPWL_FIT_PROJECTION, edge, 0, 0.5, 0},
    {sine, -7, 9, 181, REFINED, CLPWL_FIT_ABOVE, edge, 0, 0.5, 0},
    {cubic, -1.5, 2, 9, REFINED, CLPWL_FIT_BELOW, edge, 0, 0.5, 0},
    {logarithm, 1e-4, 2, 1499, OPTIMIZED, CLPWL_FIT_INTERPOLANT, edge, 0.81, 0.5, 0},
    {logarithm, 1e-4, 4, 60, UNIFORM, CLPWL_FIT_MINIMAX, late_edge, 0.81, 3.2, CLPWL_SHAPER_LOG2},
    {sine, 0, 4, 60, UNIFORM, CLPWL_FIT_INTERPOLANT, late_edge, 0, 3.2, CLPWL_SHAPER_SQRT},
};

enum { CASES = sizeof cases / sizeof *cases };

static clpwl_table *design_table(const design_case *c, const clpwl_function *f,
                                 const clpwl_weight *weight)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.a = c->a;
    o.b = c->b;
    o.segments = c->segments;
    o.partition = c->knots == UNIFORM ? CLPWL_PARTITION_UNIFORM : CLPWL_PARTITION_OPTIMIZED;
    o.effort = c->knots == REFINED ? CLPWL_EFFORT_REFINED : CLPWL_EFFORT_ASYMPTOTIC;
    o.fit = c->fit;
    o.norm = c->fit == CLPWL_FIT_PROJECTION       ? CLPWL_NORM_L2
             : c->fit == CLPWL_FIT_LEAST_ABSOLUTE ? CLPWL_NORM_L1
                                                  : CLPWL_NORM_LINF;
    o.shaper = c->shaper;
    return design(f, weight, o);
}

static size_t add_neighbours(const design_case *c, double x, float *out)
{
    float at = (float)x;
    size_t n = 0;
    for (int k = 0; k < NEIGHBOURS; k++)
        at = nextafterf(at, -INFINITY);
    for (int k = 0; k <= 2 * NEIGHBOURS; k++, at = nextafterf(at, INFINITY))
        if ((double)at >= c->a && (double)at <= c->b)
            out[n++] = at;
    return n;
}

/* Equal steps, the knots and where f or w jumps, with their float neighbours. */
static size_t place_arguments(const design_case *c, const clpwl_table *t, float *x)
{
    size_t n = 0, segments = clpwl_table_segments(t);
    for (size_t i = 1; i < STEPS; i++)
        x[n++] = (float)(c->a + (c->b - c->a) * (double)i / STEPS);
    for (size_t i = 0; i <= segments; i++)
        n += add_neighbours(c, clpwl_table_knots(t)[i], x + n);
    return n + add_neighbours(c, c->place, x + n);
}

/* The largest weighted error as executed, at most the reported one, and no value on the wrong side
 * of f. Without a loop over methods: host-scalar is their reference. */
START_TEST(no_error_exceeds_the_reported_one)
{
    const design_case *c = &cases[_i];
    clpwl_function *f = callback(c->f, NULL, c->a, c->b, NAN);
    clpwl_function *w = c->w ? callback(c->w, NULL, 0, 0, NAN) : NULL;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    clpwl_error out;
    weight.w = w;
    weight.floor = c->floor;
    clpwl_table *t = design_table(c, f, w ? &weight : NULL);
    size_t room = STEPS + (2 * NEIGHBOURS + 1) * (c->segments + 2);
    float *x = malloc(room * sizeof *x), *v = malloc(room * sizeof *v);
    ck_assert(x && v);
    size_t n = place_arguments(c, t, x);
    o.method = "host-scalar";
    OK(clpwl_evaluator_create(&e, NULL, t, &o));
    OK(clpwl_eval(e, x, v, n));
    double bound = w ? clpwl_table_weighting(t)->executed.linf
                     : clpwl_table_executed_error(t, NULL).linf;
    OK(clpwl_error_executed(f, w ? &weight : NULL, t, NULL, &out));
    for (size_t i = 0; i < n; i++) {
        double at = (double)x[i], y = c->f(at, NULL), off = (double)v[i] - y;
        double factor = (w ? c->w(at, NULL) : 1) / (c->floor > 0 ? fmax(fabs(y), c->floor) : 1);
        ck_assert_msg(factor * fabs(off) <= bound, "%.9g at %.9g, reported %.9g",
                      factor * fabs(off), at, bound);
        ck_assert_msg(factor * fabs(off) <= out.linf, "%.9g at %.9g, reported by "
                      "clpwl_error_executed %.9g", factor * fabs(off), at, out.linf);
        ck_assert_msg(c->fit != CLPWL_FIT_ABOVE || off >= 0, "below by %g at %.9g", -off, at);
        ck_assert_msg(c->fit != CLPWL_FIT_BELOW || off <= 0, "above by %g at %.9g", off, at);
    }
    clpwl_evaluator_free(e);
    free(x);
    free(v);
    clpwl_table_free(t);
    clpwl_function_free(f);
    clpwl_function_free(w);
}
END_TEST

CALLBACK(saturation, tanh(x))

/* Where tanh is 1 the slopes of long segments are subnormal. A device that flushes them loses the rise, and not
 * the length times FLT_MIN, which is 1.2 here: the design was refused for its rounding. */
START_TEST(long_segments_lose_their_rise_at_most)
{
    clpwl_function *f = callback(saturation, NULL, -1e38, 1e38, NAN);
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_evaluator_options host = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    clpwl_table *table;
    float x, v;
    o.max_error = 1e-3;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    OK(clpwl_design(&table, f, &o));
    ck_assert_uint_lt(clpwl_table_segments(table), 100);
    host.method = "host-scalar";
    OK(clpwl_evaluator_create(&e, NULL, table, &host));
    for (int i = -900; i <= 900; i++) {
        x = copysignf(powf(10, (float)abs(i) / 20 - 7), (float)i);
        OK(clpwl_eval(e, &x, &v, 1));
        ck_assert_double_le(fabs((double)v - tanh((double)x)), o.max_error);
    }
    clpwl_evaluator_free(e);
    clpwl_table_free(table);
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("reported errors");
    TCase *t = tcase_create("bounds");
    tcase_set_timeout(t, 120); /* under valgrind */
    tcase_add_loop_test(t, no_error_exceeds_the_reported_one, 0, CASES);
    tcase_add_test(t, long_segments_lose_their_rise_at_most);
    suite_add_tcase(s, t);
    return s;
}
