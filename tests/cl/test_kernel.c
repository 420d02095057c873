/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables, their derivatives and integrals in a user's kernel. */
#include "cl/cl_suite.h"
#include "clpwl/device.h"
#include "support/kernels.h"

enum { N = 1000, ITEMS = 1024 };

/* All lanes look up, as some methods share work. */
static const char pair_text[] =
    "float twice(float x, CLPWL_HANDLE(wave)) { return wave(x) + wave(0.5f * x); }\n"
    "kernel void mine(global const float *x, global float *y, CLPWL_TABLE(wave),\n"
    "                 int n, CLPWL_TABLE(bend))\n"
    "{\n"
    "    CLPWL_BEGIN(wave);\n"
    "    CLPWL_BEGIN(bend);\n"
    "    int i = get_global_id(0);\n"
    "    float at = x[min(i, n - 1)];\n"
    "    float v = twice(at, CLPWL_PASS(wave)) + bend(wave(at));\n"
    "    if (i < n)\n"
    "        y[i] = v;\n"
    "}\n";

/* `n` is between the tables: its index depends on the method of the first table. The tables are given in
 * the other order than the kernel's. */
static void run(const clpwl_evaluator *wave, const clpwl_evaluator *bend, const char *text,
                const char *options, int n, const float *x, float *y, size_t count)
{
    const clpwl_kernel_table tables[] = {{"bend", bend}, {"wave", wave}};
    cl_kernel k = kernel_build(context, text, options, tables, 2);
    cl_uint i = 0;
    for (char name[128] = ""; strcmp(name, "n") != 0; i++)
        ck_assert_int_eq(clGetKernelArgInfo(k, i, CL_KERNEL_ARG_NAME, sizeof name, name, NULL), CL_SUCCESS);
    ck_assert_int_eq(clSetKernelArg(k, i - 1, sizeof n, &n), CL_SUCCESS);
    kernel_run(context, k, tables, 2, x, y, count, ITEMS, 64);
    clReleaseKernel(k);
}

static clpwl_evaluator *of_kernel(const clpwl_table *t, size_t m, size_t storage)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    o.method = clpwl_method(m)->name;
    o.storage = (clpwl_storage)storage;
    o.use = CLPWL_USE_KERNEL;
    return clpwl_method(m)->host || is_repeated(m) || !reads_tables(m, 0) ? NULL
                                                                          : try_evaluator(context, &t, 1, &o);
}

DEVICE_FIXTURE(open_context, close_context)

/* Each method with each other method in one kernel, and each storage with each other one; make check takes
 * some pairs, as compiling takes long, and relaxed mathematics with one partner each. */
TEST(two_tables_live_in_one_kernel)
{
    float x[N], y[N];
    clpwl_table *wave = make_table(0, 1, 31, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    clpwl_table *bend = make_table(-2, 2, 50, CLPWL_PARTITION_OPTIMIZED, CLPWL_EXTEND_MIRROR);
    const size_t methods = clpwl_method_count(), all = methods * CLPWL_STORAGE_ANY;
    int pairs = 0;
    for (int i = 0; i < N; i++)
        x[i] = i % 100 == 99 ? NAN : (float)i / 500 - 0.5f;
    for (size_t a = 0; a < all; a++)
        for (size_t b = 0; b < all; b++) {
            if (test_factor() == 1 &&
                (a >= methods || b >= methods ? (a + 2 * b) % 37 : a != b && (a + b) % 5))
                continue;
            clpwl_evaluator *w = of_kernel(wave, a % methods, a / methods),
                            *v = of_kernel(bend, b % methods, b / methods);
            if (w && v) {
                run(w, v, pair_text, b == 0 ? "-cl-fast-relaxed-math" : "-cl-std=CL1.2", N, x, y, N);
                /* bend's slope multiplies wave's error: at most 50 over 1/12 of the domain. */
                double allowed = 27 * clpwl_evaluator_error(w).linf + clpwl_evaluator_error(v).linf;
                for (int i = 0; i < N; i++) {
                    double at = clpwl_table_value(wave, x[i]);
                    double right = at + clpwl_table_value(wave, 0.5 * x[i]) + clpwl_table_value(bend, at);
                    EXPECT(isnan(x[i]) ? isnan(y[i]) : fabs(y[i] - right) <= allowed,
                           "%s and %s at %g: %g, not %g", clpwl_evaluator_method(w),
                           clpwl_evaluator_method(v), x[i], y[i], right);
                }
                pairs++;
            }
            clpwl_evaluator_free(w);
            clpwl_evaluator_free(v);
        }
    ck_assert_int_ge(pairs, 3);
    clpwl_table_free(wave);
    clpwl_table_free(bend);
}

static int in_kernels(size_t m, size_t is_symmetric)
{
    const char *name = clpwl_method(m)->name;
    return !clpwl_method(m)->host && reads_tables(m, 0) &&
           (!is_symmetric || strcmp(name, "buffer") == 0 || strcmp(name, "cell") == 0);
}

static const char *const dialects[] = {NULL,
                                       "-cl-std=CL3.0 -cl-fast-relaxed-math",
                                       "-cl-std=CL2.0",
                                       "-cl-fast-relaxed-math",
                                       "-cl-std=CL3.0",
                                       "-cl-std=CL2.0 -cl-fast-relaxed-math",
                                       "-cl-finite-math-only"};
enum { DIALECTS = sizeof dialects / sizeof *dialects };

/* The default, CL1.2, has no sub-groups. A compiler may not know one. */
static int is_built(size_t method, const char *options)
{
    cl_program empty;
    int has_sub_groups = options && (strstr(options, "CL2.0") || strstr(options, "CL3.0"));
    if ((strcmp(clpwl_method(method)->name, "shuffle") == 0 && !has_sub_groups) ||
        clpwl_program_build(&empty, NULL, context, "kernel void k(global int *y) { *y = 0; }\n", options,
                            NULL, 0))
        return 0;
    clReleaseProgram(empty);
    return 1;
}

/* Work-groups, or last sub-groups, with fewer items than the table has segments. The caller chooses the
 * size of work-groups, and the library does not know it. Two of the dialects, because compiling takes
 * long; all with CLPWL_TEST_FACTOR. */
static void check_groups(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    static const size_t sizes[] = {1, 7, 20, 61};
    static const char text[] =
        "kernel void mine(global const float *x, global float *y, CLPWL_TABLE(wave))\n{\n"
        "    CLPWL_BEGIN(wave);\n    y[get_global_id(0)] = wave(x[get_global_id(0)]);\n}\n";
    float x[N], y[N];
    (void)user;
    for (int i = 0; i < N; i++)
        x[i] = i % 100 == 99 ? NAN : (float)i / 500 - 0.5f;
    for (size_t d = 0; d < (test_factor() > 1 ? DIALECTS : 2); d++) {
        const clpwl_kernel_table table = {"wave", e};
        const char *options = dialects[(2 * method + d) % DIALECTS];
        cl_kernel k = is_built(method, options) ? kernel_build(context, text, options, &table, 1) : NULL;
        for (size_t s = d % 2; k && s < sizeof sizes / sizeof *sizes; s += 2) {
            size_t items = N / sizes[s] * sizes[s];
            kernel_run(context, k, &table, 1, x, y, items, items, sizes[s]);
            for (size_t i = 0; i < items; i++)
                EXPECT(isnan(x[i])
                           ? isnan(y[i])
                           : fabs(y[i] - clpwl_table_value(*t, x[i])) <= clpwl_evaluator_error(e).linf,
                       "%s, %s, groups of %zu, at %g: %g", clpwl_method(method)->name, options, sizes[s],
                       x[i], y[i]);
        }
        if (k)
            clReleaseKernel(k);
    }
}

TEST(tables_are_right_in_any_dialect_and_work_group)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    o.use = CLPWL_USE_KERNEL;
    for (int p = 0; p < 2; p++) {
        clpwl_table *t = make_table(0, 1, 8, (clpwl_partition)p, CLPWL_EXTEND_CLAMP);
        with_each_method(context, (const clpwl_table *const *)&t, 1, &o, in_kernels, 0, check_groups, NULL);
        clpwl_table_free(t);
    }
}

enum { ROWS = 6, WIDE = 500 }; /* of results */

static const char calculus_text[] =
    "float mean(float x, float w, CLPWL_HANDLE(wave))\n"
    "{ return wave_between(x - w, x + w) / (2.0f * w); }\n"
    "kernel void mine(global const float *x, global float *y, int n, CLPWL_TABLE(wave), CLPWL_TABLE(bend))\n"
    "{\n"
    "    CLPWL_BEGIN(wave);\n"
    "    CLPWL_BEGIN(bend);\n"
    "    int me = get_global_id(0), i = min(me, n - 1);\n"
    "    float sum = wave_integral(x[i]), wide = wave_between(x[i], -1.5f) - (wave_integral(-1.5f) - sum);\n"
    "    float rows[6] = {wave(x[i]), wave_slope(x[i]), sum, bend_slope(x[i]), wide,\n"
    "                     mean(x[i], -0x1p-16f, CLPWL_PASS(wave))};\n"
    "    for (int k = 0; me < n && k < 6; k++)\n"
    "        y[k * n + i] = rows[k];\n"
    "}\n";

/* The mean of a table on a narrow interval, as a kernel finds it by an integral between its ends. Within a
 * segment it has some roundings of values; about a knot, and in cells, which may end within a segment,
 * some of the integral over two; about an end of the domain those of two integrals. */
static void check_mean(const clpwl_table *t, float x, double y, const bounds *off, const char *method)
{
    const double *k = clpwl_table_knots(t), w = 0x1p-16, near = w + 4 * EPS * 32, at = (double)x;
    const size_t n = clpwl_table_segments(t);
    double longest = 0, mean = (double)((integral(t, x + 0x1p-16f) - integral(t, x - 0x1p-16f)) / (2 * w));
    int on = strcmp(method, "cell") == 0;
    for (size_t i = 0; i <= n; i++) {
        longest = i < n ? fmax(longest, k[i + 1] - k[i]) : longest;
        on |= fabs(k[i] - at) <= near;
    }
    double room = off->linf + 4 * EPS + (on ? 8 * EPS * longest * largest_value(t) / (2 * w) : 0);
    if (at - w < k[0] || at + w > k[n])
        room += off->off.integral / w + 8 * EPS * largest_value(t);
    EXPECT(isnan(mean) || fabs(y - mean) <= room, "%s: the mean around %g is %.9g, not %.9g, room %g", method,
           at, y, mean, room);
}

static void check_calculus(clpwl_evaluator *e, const clpwl_table *const *t, size_t m, void *user)
{
    static float x[ROWS * WIDE], y[ROWS][WIDE]; /* kernel_run has as many of x as of y */
    const char *method = clpwl_method(m)->name;
    clpwl_evaluator *other = make(context, *t, "buffer", 0, CLPWL_QUANTITY_DERIVATIVE);
    bounds off = bounds_of(e);
    for (int i = 0; i < WIDE; i++)
        x[i] = i == 7 ? NAN : -3 + 35 * (float)i / WIDE;
    run(e, other, calculus_text, user, WIDE, x, *y, ROWS * WIDE);
    for (int i = 0; i < WIDE; i++) {
        double v = clpwl_table_value(*t, x[i]), both = fabs(y[2][i]) + fabs((double)integral(*t, -1.5f));
        EXPECT(isnan(v) ? isnan(y[0][i]) && isnan(y[5][i]) : fabs(y[0][i] - v) <= off.linf, "%s v(%g)",
               method, x[i]);
        EXPECT(is_slope(*t, x[i], y[1][i], &off) && is_slope(*t, x[i], y[3][i], &off), "%s v'(%g)", method,
               x[i]);
        check_integral(*t, x[i], y[2][i], &off, method);
        check_mean(*t, x[i], y[5][i], &off, method);
        /* Over a wide interval the difference of two integrals. */
        EXPECT(isnan(v) || fabs(x[i] + 1.5) < 0.5 || fabs(y[4][i]) <= 4 * EPS * both, "%s: from %g to -1.5",
               method, x[i]);
    }
    clpwl_evaluator_free(other);
}

/* Uniform, optimised, with a symmetry. */
TEST(derivatives_and_integrals_are_within_their_errors)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    o.quantity = CLPWL_QUANTITY_INTEGRAL;
    for (size_t p = 0; p < 4; p++) {
        const clpwl_partition partition = (clpwl_partition)(p % 2);
        clpwl_table *t = p < 2
                             ? make_table(-2, 30, 200, partition, CLPWL_EXTEND_CLAMP)
                             : make_symmetric(CLPWL_SYMMETRY_RAMP, 30, 200, partition, CLPWL_EXTEND_CLAMP, 0);
        with_each_method(context, (const clpwl_table *const *)&t, 1, &o, in_kernels, p / 2, check_calculus,
                         NULL);
        clpwl_table_free(t);
    }
}

/* With -cl-fast-relaxed-math tails and NaN are correct; the bounds need not hold. */
TEST(relaxed_mathematics_keeps_nan_and_tails)
{
    enum { FEW = 5 };
    static const float x[ROWS * FEW] = {NAN, -9, 99, INFINITY, -INFINITY};
    static float y[ROWS][FEW];
    for (int extend = 0; extend <= CLPWL_EXTEND_LINEAR; extend++) {
        clpwl_table *t = make_table(-2, 30, 200, CLPWL_PARTITION_UNIFORM, (clpwl_extend)extend);
        clpwl_evaluator *e = make(context, t, "buffer", 0, CLPWL_QUANTITY_INTEGRAL);
        run(e, e, calculus_text, "-cl-fast-relaxed-math", FEW, x, *y, ROWS * FEW);
        for (int k = 0; k < ROWS; k++)
            ck_assert_float_nan(y[k][0]);
        for (int i = 1; i < 3; i++) {
            double slope = clpwl_table_derivative(t, x[i]), sum = clpwl_table_integral(t, -2, x[i]);
            ck_assert(isnan(slope) ? isnan(y[1][i]) : fabs(y[1][i] - slope) <= 1e-3);
            ck_assert(isnan(sum) ? isnan(y[2][i]) : fabs(y[2][i] - sum) <= 1e-3);
        }
        if (extend == CLPWL_EXTEND_REPEAT || extend == CLPWL_EXTEND_MIRROR)
            ck_assert(isnan(y[1][3]) && isnan(y[2][4]));
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
    }
}

TEST(the_header_is_the_same_arithmetic_on_the_host)
{
    const clpwl_grid g = {.lo = 0, .hi = 4, .origin = 0, .period = 4, .scale = 2, .last = 7};
    ck_assert(clpwl_step(clpwl_position(0.6f, g), g.last) == 1 && clpwl_step(99, 7) == 7);
    ck_assert(clpwl_inside(5, g, CLPWL_TAIL_CLAMP) == 4 && clpwl_inside(-1, g, CLPWL_TAIL_REPEAT) == 3 &&
              clpwl_inside(5, g, CLPWL_TAIL_MIRROR) == 3);
    ck_assert(clpwl_keep_nan(1, INFINITY, CLPWL_TAIL_CLAMP) == 1 &&
              isnan(clpwl_keep_nan(1, NAN, CLPWL_TAIL_CLAMP)));
    ck_assert(clpwl_tail(1, INFINITY, g, CLPWL_TAIL_ZERO) == 0 && clpwl_corner(1, 2, 3, 10) == 13);
}
