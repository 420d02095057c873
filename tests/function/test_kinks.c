/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinks are found where f has them, and only there. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "support/callback.h"
#include "clpwl.h"

CALLBACK(abs_f, fabs(x - 0.3))
CALLBACK(relu_f, x > 0 ? x : 0)
CALLBACK(clamp_f, x < -1 ? -1 : x > 1 ? 1 : x)
CALLBACK(third_f, fmax(x, 1.0 / 3) + exp(x))
CALLBACK(pi_f, fabs(sin(x)))
CALLBACK(weak_f, sin(3 * x) + 0.05 * fabs(x - 0.71))
CALLBACK(huge_f, 1e12 * fabs(x - 3e6))
CALLBACK(tiny_f, 1e-12 * fabs(x - 3e-6))
CALLBACK(near_end_f, fmax(x, 1e-3))
CALLBACK(knee_f, x < 0.5 ? x * x : x - 0.25 + (x - 0.5) * 1e-2)
CALLBACK(float_f, fabsf((float)x - 0.3f) + sinf((float)x))
CALLBACK(cusp_f, sqrt(fabs(x - 0.2)))
#define ODD_PLACE 862.03455362172986
CALLBACK(odd_cusp_f, sqrt(fabs(x - ODD_PLACE)))
CALLBACK(root_f, cbrt(x))
CALLBACK(step_f, x < 0.3 ? sin(x) : sin(x) + 0.5)
CALLBACK(sign_f, (x > 0) - (x < 0))
CALLBACK(rounded_sign_f, copysign((x + 5) / 10 != 0.48645, (x + 5) / 10 - 0.48645))
CALLBACK(saw_f, x - floor(x))
CALLBACK(triangle_f, acos(cos(x)))
CALLBACK(parts_f, x < 1 ? 1 : x < 2 ? 2 - x : x * x - 4)

static const struct {
    clpwl_callback f;
    double a, b, first; /* NAN: pi, to within rounding */
    size_t count;
    double slack; /* in x */
} rows[] = {
    {abs_f, -1, 1, 0.3, 1, 0},
    {relu_f, -4, 4, 0, 1, 0},
    {relu_f, -1, 7.3, 0, 1, 0},
    {clamp_f, -2, 2, -1, 2, 0},
    {clamp_f, -1.1, 20, -1, 2, 0},
    {third_f, -1, 1, 1.0 / 3, 1, 1e-14}, /* rounding of exp */
    {pi_f, 0.5, 6, M_PI, 1, 1e-15},
    {pi_f, 0.5, 100, M_PI, 31, 1e-14},
    {weak_f, 0, 1, 0.71, 1, 1e-13},  /* rounding over the jump in f' */
    {huge_f, 0, 1e7, 3e6, 1, 0},
    {tiny_f, 0, 1e-5, 3e-6, 1, 0},
    {near_end_f, 0, 100, 1e-3, 1, 0},
    {knee_f, 0, 1, 0.5, 1, 1e-12},
    {float_f, 0, 1, 0.3, 1, 1e-6}, /* a few ulp of fp32 */
    {cusp_f, 0, 1, 0.2, 1, 1e-14},
    {odd_cusp_f, 1, 1000, ODD_PLACE, 1, 3e-12}, /* 25 ulp: the width of the last interval */
    {root_f, -1, 2, 0, 1, 1e-14},
    {step_f, -1, 1, 0.3, 1, 0},
    {sign_f, -1, 2, 0, 1, 1e-300},
    {sign_f, -1, 1, 0, 1, 1e-300}, /* on a point of the scan */
    {rounded_sign_f, -5, 5, -0.1355, 1, 1e-14}, /* 0 at 64 numbers, for which x + 5 is one number */
    {saw_f, 0.5, 9.5, 1, 9, 0},
    {saw_f, 0, 500, 1, 500, 0},
    {saw_f, 0, 2, 1, 2, 0}, /* at 0 the value is the limit, at 2 it is not */
    {sign_f, 0, 1, 0, 1, 0},
    {sign_f, -1, 0, 0, 1, 0},
    {triangle_f, 1, 50, M_PI, 15, 1e-7}, /* the rounding of cos */
    {parts_f, 0, 3, 1, 2, 1e-14},
};

START_TEST(known_kinks_are_found)
{
    clpwl_function *f = callback(rows[_i].f, NULL, rows[_i].a, rows[_i].b, NAN);
    clpwl_kink kinks[512];
    size_t count;
    OK(clpwl_function_find_kinks(f, rows[_i].a, rows[_i].b, kinks, 512, &count));
    ck_assert_uint_eq(count, rows[_i].count);
    ck_assert_double_le(fabs(kinks[0].x - rows[_i].first), rows[_i].slack);
    for (size_t i = 1; i < count; i++)
        ck_assert_double_gt(kinks[i].x, kinks[i - 1].x);
    clpwl_function_free(f);
}
END_TEST

/* At an end the value of f takes the place of the limit outside. */
static double wall;  /* of a box, in steps of 1/4096, where its left one is */
static double width; /* of the box */

CALLBACK(box_f, x + 0.5 * (x > wall / 4096 && x < (wall + width) / 4096))

/* Both walls of a box of some steps of the scan. One was hidden by the other: of boxes of 2.4 to 4.4 steps, 20
 * to 70 % had no kinks, and L1 and L2 without them. */
START_TEST(boxes_have_two_walls)
{
    clpwl_function *f = callback(box_f, NULL, 0, 1, NAN);
    for (width = 2.2; width < 6; width += 0.4)
        for (wall = 700; wall < 704; wall += 0.37) {
            clpwl_kink kinks[4];
            size_t count;
            OK(clpwl_function_find_kinks(f, 0, 1, kinks, 4, &count));
            EXPECT(count == 2, "%zu walls of a box of %g steps at %g", count, width, wall);
            EXPECT(fabs(kinks[1].x - kinks[0].x - width / 4096) < 1e-14, "%.17g and %.17g", kinks[0].x,
                   kinks[1].x);
        }
    clpwl_function_free(f);
}
END_TEST

/* A formula says where its operations switch, however close that is. By values alone 126 of 4089 kinks were found
 * one step of the scan apart, and a design with equal segments took 4194304 and failed. */
START_TEST(dense_kinks_of_formulas_are_found)
{
    static const struct {
        const char *formula;
        double b;
        size_t kinks, segments; /* by an optimized partition within 1e-3; 0: not tried */
    } formulas[] = {
        {"abs(mod(x,2)-1)", 1000, 999, 1000},   {"abs(mod(x,2)-1)", 4090, 4089, 4090},
        {"abs(mod(x,2)-1)", 8190, 8189, 0},     {"abs(sin(pi*x))", 4090, 4089, 0},
        {"max(mod(x,3),1)-mod(x,1)", 300, 300, 0}, {"min(x,2)*(x<2?1:3)", 4, 1, 0},
        {"abs(x-1)^2+sign(x-1)*(x-1)^2", 2, 0, 0}, /* switches without a kink */
        {"rint(255*x^(1/2.2))/255", 1, 255, 0}, {"rint(1000*sin(x))/1000", 1.5, 997, 0},
        {"abs(sin(1e4*x))", 5, 15915, 0},       /* equal samples hit one phase */
        {"floor(1e6*x)", 1, 0, 0},              /* too many */
    };
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    size_t count;
    OK(clpwl_function_from_formula(&f, formulas[_i].formula, NULL, 0));
    OK(clpwl_function_find_kinks(f, 0, formulas[_i].b, NULL, 0, &count));
    ck_assert_uint_eq(count, formulas[_i].kinks);
    o.b = formulas[_i].b;
    o.max_error = 1e-3;
    for (int p = 0; p < 2 && formulas[_i].segments; p++) {
        o.partition = (clpwl_partition)p;
        OK(clpwl_design(&table, f, &o));
        ck_assert_uint_eq(clpwl_table_segments(table), formulas[_i].segments);
        clpwl_table_free(table);
    }
    clpwl_function_free(f);
}
END_TEST

START_TEST(jumps_at_ends_have_both_values)
{
    clpwl_function *f = callback(sign_f, NULL, -1, 1, NAN);
    clpwl_kink k;
    size_t count;
    OK(clpwl_function_find_kinks(f, 0, 1, &k, 1, &count));
    ck_assert_double_eq(k.left, 0);
    ck_assert_double_eq(k.right, 1);
    OK(clpwl_function_find_kinks(f, -1, 0, &k, 1, &count));
    ck_assert_double_eq(k.left, -1);
    ck_assert_double_eq(k.right, 0);
    clpwl_function_free(f);
}
END_TEST

CALLBACK(fast_f, sin(1000 * x))
CALLBACK(faster_f, sin(1e5 * x))
CALLBACK(wild_f, sin(1 / x))
CALLBACK(sqrt_f, sqrt(x))
CALLBACK(sqrt_both_f, sqrt(x * (1 - x)))
CALLBACK(steep_f, pow(x, 0.05))
CALLBACK(log_f, log(x))
CALLBACK(xlogx_f, x > 0 ? x * log(x) : 0)
CALLBACK(acos_f, acos(x))
CALLBACK(single_f, sinf((float)x))
CALLBACK(cube_f, x * x * x)
CALLBACK(quartic_f, x * x * x * x)
CALLBACK(corner_f, sqrt(x * x + 1e-12)) /* rounded off over 1e-6 */
CALLBACK(softplus_f, log1p(exp(-fabs(1e4 * x))) + fmax(1e4 * x, 0))
CALLBACK(spike_f, exp(-x * x * 1e6))
CALLBACK(spline_f, x < 0 ? 0 : x * x) /* f'' jumps, f' does not */
CALLBACK(runge_f, 1 / (1 + 25 * x * x))
CALLBACK(exact_line_f, x < 0 ? 0 : x * x * x)
CALLBACK(flat_f, 3)
CALLBACK(line_f, 3 * x + 0.1)
CALLBACK(blowup_f, 1 / x)
CALLBACK(nan_f, x > 0.4 && x < 0.6 ? (double)NAN : x)
static double noisy_f(double x, void *user)
{
    (void)user;
    return sin(x) + 1e-3 * (fmod(fabs(sin(x * 1e9) * 43758.5453), 1) - 0.5);
}

static const struct {
    clpwl_callback f;
    double a, b;
} smooth[] = {
    {fast_f, 0, 10}, {faster_f, 0, 10}, {wild_f, 0.01, 1}, {wild_f, 0.001, 1},
    {sqrt_f, 0, 1}, {sqrt_f, 1e-12, 1}, {sqrt_both_f, 0, 1}, {steep_f, 0, 1}, {log_f, 1e-6, 1}, {log_f, 1e-300, 1},
    {xlogx_f, 0, 1}, {acos_f, -1, 1}, {single_f, 0, 3}, {single_f, 1000, 1003}, {cube_f, -1, 1},
    {quartic_f, -1, 1}, {corner_f, -1, 1}, {softplus_f, -1, 1}, {spike_f, -1, 1}, {spline_f, -1, 1},
    {runge_f, -1, 1}, {exact_line_f, -1, 1}, {flat_f, 0, 1}, {line_f, 0, 1}, {line_f, -1e9, 1e9},
    {blowup_f, 1e-9, 1}, {nan_f, 0, 1}, {noisy_f, 0, 10}, {noisy_f, 0, 0.01},
};
enum { SMOOTH = sizeof smooth / sizeof *smooth };

static void check_none(const clpwl_function *f, double a, double b)
{
    clpwl_kink k;
    size_t count;
    OK(clpwl_function_find_kinks(f, a, b, &k, 1, &count));
    ck_assert_msg(count == 0, "%s on [%g, %g]: %zu kinks, the first at %.17g (%g, %g)",
                  clpwl_function_name(f), a, b, count, k.x, k.left, k.right);
}

START_TEST(smooth_functions_have_none)
{
    clpwl_function *f = callback(smooth[_i].f, NULL, smooth[_i].a, smooth[_i].b, NAN);
    check_none(f, smooth[_i].a, smooth[_i].b);
    clpwl_function_free(f);
}
END_TEST

/* The whole catalogue has the kinks that its rows name, on several domains. */
START_TEST(the_catalogue_has_those_it_names)
{
    size_t rows_count, known, count;
    const clpwl_catalogue_entry *e = clpwl_catalogue(&rows_count) + _i;
    clpwl_function *f;
    clpwl_kink found[8];
    double a, b;
    OK(clpwl_function_from_catalogue(&f, e->name));
    clpwl_function_domain(f, &a, &b);
    const double *kinks = clpwl_function_kinks(f, &known);
    for (int part = 0; part < 4; part++) {
        double l = a + (b - a) * 0.0371 * part, r = b - (b - a) * 0.0713 * part;
        size_t inside = 0;
        OK(clpwl_function_find_kinks(f, l, r, found, 8, &count));
        for (size_t i = 0; i < known; i++)
            inside += l < kinks[i] && kinks[i] < r;
        if (strncmp(e->name, "srgb", 4) == 0) /* f' jumps by 1e-4 of itself */
            inside = count <= inside ? count : inside;
        ck_assert_msg(count == inside, "%s on [%g, %g]: %zu kinks, not %zu", e->name, l, r, count,
                      inside);
    }
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("kinks");
    TCase *t = tcase_create("kinks");
    size_t entries;
    clpwl_catalogue(&entries);
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, known_kinks_are_found, 0, sizeof rows / sizeof *rows);
    tcase_add_test(t, boxes_have_two_walls);
    tcase_add_loop_test(t, dense_kinks_of_formulas_are_found, 0, 11);
    tcase_add_test(t, jumps_at_ends_have_both_values);
    tcase_add_loop_test(t, smooth_functions_have_none, 0, SMOOTH);
    tcase_add_loop_test(t, the_catalogue_has_those_it_names, 0, (int)entries);
    suite_add_tcase(s, t);
    return s;
}
