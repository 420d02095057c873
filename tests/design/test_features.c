/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs of functions with narrow features, and knots at jumps of f''. */
#include <math.h>
#include "support/suite.h"
#include "clpwl.h"

typedef struct design {
    const char *formula;
    double a, b;
    clpwl_fit fit;
    clpwl_effort effort;
    double max_error;  /* 0: `segments` are asked for */
    size_t segments;   /* at most */
    double most;       /* of the measured error; 0: max_error */
} design;

static void try_designs(const design *d, size_t count)
{
    for (size_t i = 0; i < count; i++, d++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_function *f;
        clpwl_table *table;
        OK(clpwl_function_from_formula(&f, d->formula, NULL, 0));
        o.a = d->a;
        o.b = d->b;
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        o.fit = d->fit;
        o.effort = d->effort;
        o.max_error = d->max_error;
        o.segments = d->max_error > 0 ? 0 : d->segments;
        OK(clpwl_design(&table, f, &o));
        double error = clpwl_table_measured(table).linf, most = d->most > 0 ? d->most : d->max_error;
        size_t segments = clpwl_table_segments(table);
        EXPECT(segments <= d->segments && error <= most, "design %zu, %s: %zu segments, %g", i, d->formula,
               segments, error);
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}

#define TRY_DESIGNS(list) try_designs(list, sizeof(list) / sizeof *(list))
#define INTERPOLANT CLPWL_FIT_INTERPOLANT
#define MINIMAX CLPWL_FIT_MINIMAX
#define REFINED CLPWL_EFFORT_REFINED
#define ASYMPTOTIC CLPWL_EFFORT_ASYMPTOTIC
#define TWO "exp(-((x-0.25)/1e-4)^2)+0.5*exp(-((x-0.75123)/3e-6)^2)"
#define THREE "exp(-((x-0.25)/1e-2)^2)+0.3*exp(-((x-0.61)/1e-4)^2)+0.2*exp(-((x-0.8)/3e-5)^2)"

/* The measured error sees a spike whose foot lies at a knot of equal segments. The density does not. */
START_TEST(a_spike_with_its_foot_at_a_knot_takes_few_segments)
{
    static const design designs[] = {
        {"exp(-((x-0.3333)/1e-5)^2)", 0, 1, INTERPOLANT, ASYMPTOTIC, 1e-3, 70, 0},
        {"exp(-((x-0.3333)/1e-5)^2)", 0, 1, INTERPOLANT, REFINED, 1e-3, 70, 0},
        {"exp(-((x-0.33342)/1e-5)^2)", 0, 1, INTERPOLANT, ASYMPTOTIC, 1e-3, 70, 0},
        {"exp(-((x-0.33342)/1e-5)^2)", 0, 1, INTERPOLANT, REFINED, 1e-3, 70, 0},
    };
    TRY_DESIGNS(designs);
}
END_TEST

/* A trial met a spike by chance, and the next trial lost the spike: that took 517 segments for 62, or was
 * refused at 7975. A mesh took the foot of a spike for a kink. A search for six spikes met a new one after it
 * had its number, the number failed, and values were said to vary. */
START_TEST(spikes_of_different_widths_take_few_segments)
{
    static const char six[] = "x*x+0.081*exp(-((x-0.93)/4.1e-06)^2)-0.48*exp(-((x-0.744)/1.7e-05)^2)"
                              "-0.807*exp(-((x-0.1972)/3.6e-06)^2)-0.292*exp(-((x-0.933879)/2e-05)^2)"
                              "+0.482*exp(-((x-0.3291)/5.3e-06)^2)+0.417*exp(-((x-0.42)/1.8e-05)^2)";
    const design designs[] = {
        {THREE, 0, 1, MINIMAX, REFINED, 1e-2, 24, 0},      {THREE, 0, 1, MINIMAX, REFINED, 1e-3, 66, 0},
        {THREE, 0, 1, MINIMAX, REFINED, 1e-4, 212, 0},     {THREE, 0, 1, INTERPOLANT, REFINED, 1e-4, 296, 0},
        {TWO, 0, 1, MINIMAX, REFINED, 1e-3, 64, 0},        {TWO, 0, 1, INTERPOLANT, REFINED, 1e-3, 84, 0},
        {TWO, 0, 1, INTERPOLANT, ASYMPTOTIC, 1e-3, 104, 0},
        {six, 0, 1, INTERPOLANT, ASYMPTOTIC, 3e-4, 462, 0},
    };
    TRY_DESIGNS(designs);
}
END_TEST

/* A number of segments that was given put no knot into a spike: the errors were 1, 1, 0.2 and 1. */
START_TEST(a_number_of_segments_meets_spikes)
{
    static const design designs[] = {
        {"exp(-((x-3.2187654)/1e-5)^2)", 0, 6, MINIMAX, REFINED, 0, 100, 4e-4},
        {"exp(-((x-1.955656)/0.000131)^2)+x^2", 0, 6, INTERPOLANT, REFINED, 0, 100, 2.2e-3},
        {THREE, 0, 1, MINIMAX, REFINED, 0, 65, 1.1e-3},
        {TWO, 0, 1, INTERPOLANT, ASYMPTOTIC, 0, 60, 4e-3},
    };
    TRY_DESIGNS(designs);
}
END_TEST

#define SPIKE "0.1*exp(-((x-4.58595)/1e-4)^2)"

/* The integral of e^2 over the spike, by trapezoids. */
static double square_near_spike(const clpwl_function *f, const clpwl_table *table)
{
    enum { MANY = 20000 };
    const double h = 16e-4 / MANY;
    double sum = 0, y;
    for (int i = 0; i <= MANY; i++) {
        double x = 4.58595 - 8e-4 + h * i;
        OK(clpwl_function_value(f, x, &y));
        sum += h * pow(y - clpwl_table_value(table, x), 2);
    }
    return sum;
}

/* Rules missed the spike that samples had met: the design of one segment had the error 0 in L1 and L2, and
 * was refused, since a proof found 1.1e-3. Knots were moved off a spike where sums did not see it. */
START_TEST(sums_meet_spikes)
{
    static const struct {
        const char *formula;
        clpwl_norm norm;
        clpwl_fit fit;
        clpwl_effort effort;
        double max_error;
        size_t segments;
    } designs[] = {
        {SPIKE, CLPWL_NORM_L2, INTERPOLANT, ASYMPTOTIC, 1.7e-5, 18},
        {SPIKE, CLPWL_NORM_L2, INTERPOLANT, REFINED, 1.7e-5, 16},
        {SPIKE, CLPWL_NORM_L2, CLPWL_FIT_PROJECTION, ASYMPTOTIC, 1.7e-5, 12},
        {SPIKE, CLPWL_NORM_L2, CLPWL_FIT_PROJECTION, REFINED, 1.7e-5, 12},
        {SPIKE, CLPWL_NORM_L1, INTERPOLANT, ASYMPTOTIC, 3e-6, 12},
        {"sin(x)+" SPIKE, CLPWL_NORM_L2, INTERPOLANT, ASYMPTOTIC, 2e-5, 970},
        {"sin(x)+" SPIKE, CLPWL_NORM_L1, INTERPOLANT, ASYMPTOTIC, 2e-5, 1650},
    };
    for (size_t i = 0; i < sizeof designs / sizeof *designs; i++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_function *f;
        clpwl_table *table;
        OK(clpwl_function_from_formula(&f, designs[i].formula, NULL, 0));
        o.a = -2.5;
        o.b = 7.5;
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        o.norm = designs[i].norm;
        o.fit = designs[i].fit;
        o.effort = designs[i].effort;
        o.max_error = designs[i].max_error;
        OK(clpwl_design(&table, f, &o));
        double seen = sqrt(square_near_spike(f, table)), l2 = clpwl_table_measured(table).l2;
        size_t segments = clpwl_table_segments(table);
        EXPECT(segments <= designs[i].segments && seen <= 1.001 * l2, "design %zu: %zu segments, %g of %g", i,
               segments, seen, l2);
        clpwl_table_free(table);
        clpwl_function_free(f);
    }
}
END_TEST

/* A minimax line is as far from f beside a spike as on it: a search met the first target with 887362 segments. */
START_TEST(minimax_lines_meet_spikes_in_sums)
{
    static const double errors[] = {2.3021728866442673e-05, 2.3e-5, 2.35e-5};
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    OK(clpwl_function_from_formula(
        &f, "x^2+exp(-((x-0.791213)/5.3e-06)^2)+exp(-((x-0.759298)/5.3e-06)^2)", NULL, 0));
    o.b = 1;
    o.partition = CLPWL_PARTITION_OPTIMIZED;
    o.norm = CLPWL_NORM_L2;
    o.fit = CLPWL_FIT_MINIMAX;
    for (int i = 0; i < 3; i++) {
        o.max_error = errors[i];
        OK(clpwl_design(&table, f, &o));
        ck_assert_uint_le(clpwl_table_segments(table), 227);
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
END_TEST

/* A segment over a jump of f'' has up to four times the error of its neighbours: these took 80, 66, 37, 98
 * and 193 segments. Refined knots take 51, 39, 24, 59 and 139. */
START_TEST(knots_lie_on_jumps_of_the_curvature)
{
    static const design designs[] = {
        {"max(x,0)^2", -1, 1, INTERPOLANT, ASYMPTOTIC, 1e-4, 53, 0},
        {"max(x-3.88,0)^2/30.8", 0, 10, INTERPOLANT, ASYMPTOTIC, 2.1e-4, 41, 0},
        {"x<2?x^2/2:2*x-2", 0, 50, INTERPOLANT, ASYMPTOTIC, 1e-3, 25, 0},
        {"x<0?0:x<1?x*x*(3-2*x):1", -1, 2, INTERPOLANT, ASYMPTOTIC, 1e-4, 62, 0},
        {"max(x,0)^1.5", -4, 5, INTERPOLANT, ASYMPTOTIC, 1e-4, 141, 0},
    };
    TRY_DESIGNS(designs);
}
END_TEST

/* The domain has 8 fp32 numbers. The knots of a trial with more segments did not ascend, and the refusal
 * named one of these knots. */
START_TEST(a_domain_of_few_floats_is_refused_for_its_rounding)
{
    static const char *const formulas[] = {"max(x-1.0000003,0)^2*1e12", "exp(-((x-1.0000005)/1e-7)^2)"};
    for (int i = 0; i < 2; i++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_function *f;
        clpwl_table *table;
        OK(clpwl_function_from_formula(&f, formulas[i], NULL, 0));
        o.a = 1;
        o.b = 1.000001;
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        o.max_error = 1e-2;
        FAILS(CLPWL_ERR_TARGET, "rounding in fp32 alone comes to", clpwl_design(&table, f, &o));
        clpwl_function_free(f);
    }
}
END_TEST

/* x sin(1/x) oscillates without end at 0. Samples that did not follow f there added 0.4 of the error, so that
 * a search ended at 1024 segments. */
START_TEST(oscillations_without_end_are_measured)
{
    static const design designs[] = {{"x*sin(1/x)", 0, 1, INTERPOLANT, REFINED, 0, 500, 9.5e-4}};
    TRY_DESIGNS(designs);
}
END_TEST

/* The largest error of a table near x, where a spike is so wide; by the weight w. */
static double error_near(const clpwl_function *f, const clpwl_function *w, const clpwl_table *table, double x,
                         double width)
{
    enum { MANY = 20000 };
    double most = 0, y, factor = 1;
    for (int i = 0; i <= MANY; i++) {
        double at = x + 4 * width * (2.0 * i / MANY - 1);
        OK(clpwl_function_value(f, at, &y));
        if (w)
            OK(clpwl_function_value(w, at, &factor));
        most = fmax(most, factor * fabs(y - clpwl_table_value(table, at)));
    }
    return most;
}

/* The spikes are between samples. Nothing is proved of these designs: of three because of f at the end 0, of
 * the last because its weight is samples. The spikes were lost, with errors of 0.2 for 0.001. */
START_TEST(spikes_are_found_where_nothing_is_proved)
{
    static const struct {
        const char *formula;
        double b, x, width;
        int is_weighted;
    } cases[] = {
        {"x^x+0.2*exp(-((x-1.9)/1e-5)^2)", 2, 1.9, 1e-5, 0},
        {"x^x+0.2*exp(-((x-1.3)/3e-6)^2)", 2, 1.3, 3e-6, 0},
        {"exp(-1/x)+0.2*exp(-((x-1.9)/1e-4)^2)", 5, 1.9, 1e-4, 0},
        {"sin(3*x)+0.2*exp(-((x-0.37)/1e-5)^2)", 1, 0.37, 1e-5, 1},
    };
    static const double x[] = {0, 0.5, 1}, y[] = {1, 2, 1};
    for (int i = 0; i < 8; i++) {
        const int k = i / 2;
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_weight weight = CLPWL_WEIGHT_INIT;
        clpwl_function *f, *w = NULL;
        clpwl_table *table;
        OK(clpwl_function_from_formula(&f, cases[k].formula, NULL, 0));
        if (cases[k].is_weighted) {
            OK(clpwl_function_from_points(&w, NULL, x, y, 3));
            weight.w = w;
            o.weight = &weight;
        }
        o.b = cases[k].b;
        o.partition = CLPWL_PARTITION_OPTIMIZED;
        o.effort = i % 2 ? CLPWL_EFFORT_REFINED : CLPWL_EFFORT_ASYMPTOTIC;
        o.max_error = 1e-3;
        OK(clpwl_design(&table, f, &o));
        double error = error_near(f, w, table, cases[k].x, cases[k].width);
        EXPECT(error <= 1e-3, "%s: %g", cases[k].formula, error);
        clpwl_table_free(table);
        clpwl_function_free(f);
        clpwl_function_free(w);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("features");
    TCase *t = tcase_create("features");
    tcase_set_timeout(t, 120); /* under valgrind */
    tcase_add_test(t, a_spike_with_its_foot_at_a_knot_takes_few_segments);
    tcase_add_test(t, spikes_of_different_widths_take_few_segments);
    tcase_add_test(t, a_number_of_segments_meets_spikes);
    tcase_add_test(t, sums_meet_spikes);
    tcase_add_test(t, minimax_lines_meet_spikes_in_sums);
    tcase_add_test(t, knots_lie_on_jumps_of_the_curvature);
    tcase_add_test(t, a_domain_of_few_floats_is_refused_for_its_rounding);
    tcase_add_test(t, oscillations_without_end_are_measured);
    tcase_add_test(t, spikes_are_found_where_nothing_is_proved);
    suite_add_tcase(s, t);
    return s;
}
