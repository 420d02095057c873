/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives and integrals of tables in a user's kernel. */
#include <math.h>
#include <string.h>
#include "clpwl_cl.h"
#include "support/calculus_reference.h"
#include "support/kernels.h"
#include "support/tables.h"

enum { ROWS = 8 }; /* of results */

static const char mine[] =
    "float mean(float x, float w, CLPWL_HANDLE(wave))\n"
    "{ return wave_between(x - w, x + w) / (2.0f * w); }\n"
    "kernel void mine(global const float *x, global float *y, int n, CLPWL_TABLE(wave),\n"
    "                 CLPWL_TABLE(bend))\n"
    "{\n"
    "    CLPWL_BEGIN(wave);\n"
    "    CLPWL_BEGIN(bend);\n"
    "    int me = get_global_id(0), i = min(me, n - 1);\n" /* all lanes: some methods share */
    "    float v = wave(x[i]), s = wave_slope(x[i]), sum = wave_integral(x[i]);\n"
    "    float m = mean(x[i], 0x1p-10f, CLPWL_PASS(wave)), other = bend_slope(x[i]);\n"
    "    float narrow = mean(x[i], 0x1p-16f, CLPWL_PASS(wave));\n"
    "    float back = mean(x[i], -0.03125f, CLPWL_PASS(wave));\n"
    "    float wide = wave_between(x[i], -1.5f) - (wave_integral(-1.5f) - sum);\n"
    "    if (me < n) {\n"
    "        y[i] = v; y[n + i] = s; y[2 * n + i] = sum; y[3 * n + i] = m;\n"
    "        y[4 * n + i] = other; y[5 * n + i] = narrow; y[6 * n + i] = wide; y[7 * n + i] = back;\n"
    "    }\n"
    "}\n";

static void run_mine(clpwl_context *c, const clpwl_evaluator *wave, const clpwl_evaluator *bend,
                     const char *options, const float *x, float *y, int n)
{
    const clpwl_kernel_table tables[] = {{"wave", wave}, {"bend", bend}};
    cl_kernel k = kernel_build(c, mine, options, tables, 2);
    ck_assert_int_eq(clSetKernelArg(k, 2, sizeof n, &n), CL_SUCCESS);
    kernel_run(c, k, tables, 2, x, y, ROWS * (size_t)n, 512, 64);
    clReleaseKernel(k);
}

/* The number of knots on [l,r], or nearer than rounding moves them. */
static size_t count_knots(const clpwl_table *t, double l, double r)
{
    const double *k = clpwl_table_knots(t), near = 4 * EPS * 32;
    size_t count = 0;
    for (size_t i = 0; i <= clpwl_table_segments(t); i++)
        count += l - near <= k[i] && k[i] <= r + near;
    return count;
}

/* The mean of a table on [x - w, x + w], as a kernel finds it by an integral between these. */
static void check_mean(const clpwl_table *t, float x, float w, double y, const bounds *off,
                       const char *method)
{
    const double *k = clpwl_table_knots(t);
    size_t n = clpwl_table_segments(t);
    double longest = 0, most = 0, mean = (double)((integral(t, x + w) - integral(t, x - w)) / (2 * w));
    for (size_t i = 0; i < n; i++)
        longest = fmax(longest, k[i + 1] - k[i]);
    for (size_t i = 0; i <= n; i++)
        most = fmax(most, fabs(clpwl_table_values(t)[i]));
    /* On two segments it has some roundings of the integral over both. */
    double room = off->linf + 8 * EPS * longest * most / (2 * fabs(w)) + 4 * EPS;
    int has_cells = strcmp(method, "cell") == 0; /* which may end within a segment */
    size_t on = count_knots(t, x - fabsf(w), x + fabsf(w));
    if (on == 0 && !has_cells)
        room = off->linf + 4 * EPS;
    if (on > 1 || x - fabsf(w) < k[0] || x + fabsf(w) > k[n])
        room += (2 * off->off.integral + 16 * EPS * fabs(w) * most) / (2 * fabs(w));
    ck_assert_msg(isnan(mean) || fabs(y - mean) <= room, "%s: the mean around %g is %.9g, not %.9g, room %g",
                  method, x, y, mean, room);
}

/* Value, slope, integral and means over narrow spans of one table, with another table in the
 * kernel. */
START_TEST(in_a_kernel_of_ones_own)
{
    enum { N = 500 };
    clpwl_context *c = context_of(0);
    static float x[ROWS * N], y[ROWS * N]; /* kernel_run has as many of x as of y */
    for (int p = 0; p < 4; p++) /* uniform, optimised, with a symmetry */
        for (size_t m = 0; m < clpwl_method_count(); m++) {
            const char *method = clpwl_method(m)->name;
            clpwl_table *t = p < 2 ? make_table(-2, 30, 200, (clpwl_partition)p, CLPWL_EXTEND_CLAMP)
                                   : make_symmetric(CLPWL_SYMMETRY_RAMP, 30, 200,
                                                    (clpwl_partition)(p - 2), CLPWL_EXTEND_CLAMP, 0);
            clpwl_evaluator *e = NULL, *other = make(c, t, "buffer", 0, CLPWL_QUANTITY_DERIVATIVE);
            if (p >= 2 && strcmp(method, "buffer") != 0 && strcmp(method, "cell") != 0)
                method = "none";
            else if (!clpwl_method(m)->host && (m == 0 || strcmp(method, clpwl_method(m - 1)->name)))
                e = make(c, t, method, CLPWL_STORAGE_FLOAT32, CLPWL_QUANTITY_INTEGRAL);
            if (e) {
                bounds off = bounds_of(e);
                for (int i = 0; i < N; i++)
                    x[i] = i == 7 ? NAN : -3 + 35 * (float)i / N;
                run_mine(c, e, other, "", x, y, N);
                for (int i = 0; i < N; i++) {
                    double v = clpwl_table_value(t, x[i]);
                    ck_assert(isnan(v) ? isnan(y[i]) && isnan(y[3 * N + i])
                                       : fabs(y[i] - v) <= clpwl_evaluator_error(e).linf);
                    ck_assert_msg(is_slope(t, x[i], y[N + i], &off), "%s v'(%g) %g", method, x[i],
                                  y[N + i]);
                    ck_assert(is_slope(t, x[i], y[4 * N + i], &off));
                    check_integral(t, x[i], y[2 * N + i], &off, method);
                    check_mean(t, x[i], 0x1p-10f, y[3 * N + i], &off, method);
                    check_mean(t, x[i], 0x1p-16f, y[5 * N + i], &off, method);
                    check_mean(t, x[i], -0.03125f, y[7 * N + i], &off, method);
                    /* Over a wide interval the difference of two integrals. */
                    double both = fabs(y[2 * N + i]) + fabs((double)integral(t, -1.5f));
                    ck_assert_msg(isnan(v) || fabs(x[i] + 1.5) < 0.5 || fabs(y[6 * N + i]) <= 4 * EPS * both,
                                  "%s: from %g to -1.5 between is off by %g", method, x[i], y[6 * N + i]);
                }
            }
            clpwl_evaluator_free(e);
            clpwl_evaluator_free(other);
            clpwl_table_free(t);
        }
    clpwl_context_free(c);
}
END_TEST

/* With -cl-fast-relaxed-math tails and NaN are correct; the bounds need not hold. */
START_TEST(relaxed_mathematics_keeps_nan_and_tails)
{
    enum { N = 6 };
    static const float x[ROWS * N] = {NAN, -9, 99, 1, INFINITY, -INFINITY};
    static float y[ROWS * N];
    clpwl_context *c = context_of(0);
    for (int extend = 0; extend <= CLPWL_EXTEND_LINEAR; extend++) {
        clpwl_table *t = make_table(-2, 30, 200, CLPWL_PARTITION_UNIFORM, (clpwl_extend)extend);
        clpwl_evaluator *e = make(c, t, "buffer", 0, CLPWL_QUANTITY_INTEGRAL);
        run_mine(c, e, e, "-cl-fast-relaxed-math", x, y, N);
        for (int k = 0; k < ROWS; k++)
            ck_assert_msg(isnan(y[k * N]), "%s: %d of NaN is %g",
                          clpwl_extend_name((clpwl_extend)extend), k, y[k * N]);
        for (int i = 1; i < 3; i++) {
            double slope = clpwl_table_derivative(t, x[i]);
            double sum = clpwl_table_integral(t, -2, x[i]);
            ck_assert(isnan(slope) ? isnan(y[N + i]) : fabs(y[N + i] - slope) <= 1e-3);
            ck_assert(isnan(sum) ? isnan(y[2 * N + i]) : fabs(y[2 * N + i] - sum) <= 1e-3);
        }
        if (extend == CLPWL_EXTEND_REPEAT || extend == CLPWL_EXTEND_MIRROR)
            ck_assert(isnan(y[N + 4]) && isnan(y[2 * N + 5]));
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
    }
    clpwl_context_free(c);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("calculus in kernels");
    TCase *t = tcase_create("calculus in kernels");
    tcase_set_timeout(t, 600);
    tcase_add_test(t, in_a_kernel_of_ones_own);
    tcase_add_test(t, relaxed_mathematics_keeps_nan_and_tails);
    suite_add_tcase(s, t);
    return s;
}
