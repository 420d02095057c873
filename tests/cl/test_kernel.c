/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables in a user's kernel. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "clpwl/device.h"
#include "support/kernels.h"
#include "support/methods.h"
#include "support/tables.h"

enum { N = 1000 };

static const char kernel_text[] =
    "float twice(float x, CLPWL_HANDLE(wave)) { return wave(x) + wave(0.5f * x); }\n"
    "kernel void mine(global const float *x, global float *y, CLPWL_TABLE(wave),\n"
    "                 int n, CLPWL_TABLE(bend))\n"
    "{\n"
    "    CLPWL_BEGIN(wave);\n"
    "    CLPWL_BEGIN(bend);\n"
    "    int i = get_global_id(0);\n"
    "    float at = x[i < n ? i : 0];\n" /* all lanes look up, as shuffle needs */
    "    float v = twice(at, CLPWL_PASS(wave)) + bend(wave(at));\n"
    "    if (i < n)\n"
    "        y[i] = v;\n"
    "}\n";

/* `n` is between the tables: its index depends on the method of the first table. */
static void set_count(cl_kernel k)
{
    cl_int n = N;
    cl_uint i = 0;
    for (char name[128] = ""; strcmp(name, "n") != 0; i++)
        ck_assert_int_eq(clGetKernelArgInfo(k, i, CL_KERNEL_ARG_NAME, sizeof name, name, NULL),
                         CL_SUCCESS);
    ck_assert_int_eq(clSetKernelArg(k, i - 1, sizeof n, &n), CL_SUCCESS);
}

static void run(clpwl_context *c, const clpwl_evaluator *wave, const clpwl_evaluator *bend,
                const char *options, const float *x, float *y)
{
    const clpwl_kernel_table tables[] = {{"wave", wave}, {"bend", bend}};
    cl_kernel k = kernel_build(c, kernel_text, options, tables, 2);
    set_count(k);
    kernel_run(c, k, tables, 2, x, y, N, 1024, 64);
    clReleaseKernel(k);
}

static void check(const clpwl_table *wave, const clpwl_table *bend, double allowed,
                  const float *x, const float *y, const char *a, const char *b)
{
    for (int i = 0; i < N; i++) {
        double v = clpwl_table_value(wave, x[i]);
        if (isnan(x[i])) {
            ck_assert_msg(isnan(y[i]), "%s and %s: NaN became %g", a, b, y[i]);
            continue;
        }
        double right = v + clpwl_table_value(wave, 0.5 * x[i]) + clpwl_table_value(bend, v);
        ck_assert_msg(fabs(y[i] - right) <= allowed, "%s and %s at %g: %g, not %g", a, b, x[i],
                      y[i], right);
    }
}

/* NULL where the device does not have the method, or the method not the storage. */
static clpwl_evaluator *make(clpwl_context *c, const clpwl_table *t, size_t m, int storage)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    o.method = clpwl_method(m)->name;
    o.storage = (clpwl_storage)storage;
    o.use = CLPWL_USE_KERNEL;
    if (clpwl_method(m)->host || is_repeated(m) || !reads_tables(m, 0))
        return NULL;
    return try_evaluator(c, &t, 1, &o);
}

/* Each method with each other method in one kernel, and each storage with each other one; make check takes
 * some pairs, as compiling takes long, and relaxed mathematics with one partner each. */
START_TEST(two_tables_live_in_one_kernel)
{
    clpwl_context *c;
    float x[N], y[N];
    clpwl_table *wave = make_table(0, 1, 31, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    clpwl_table *bend = make_table(-2, 2, 50, CLPWL_PARTITION_OPTIMIZED, CLPWL_EXTEND_MIRROR);
    const size_t methods = clpwl_method_count(), all = methods * CLPWL_STORAGE_ANY;
    int pairs = 0;
    OK(clpwl_context_create(&c, NULL));
    for (int i = 0; i < N; i++)
        x[i] = i % 100 == 99 ? NAN : (float)i / 500 - 0.5f;
    for (size_t a = 0; a < all; a++)
        for (size_t b = 0; b < all; b++) {
            const int one = (int)(a / methods), two = (int)(b / methods);
            if (test_factor() == 1 && (one || two ? (a + 2 * b) % 37 : (a + b) % 5))
                continue;
            clpwl_evaluator *w = make(c, wave, a % methods, one), *v = make(c, bend, b % methods, two);
            if (w && v) {
                run(c, w, v, b == 0 ? "-cl-fast-relaxed-math" : "-cl-std=CL1.2", x, y);
                /* bend's slope multiplies wave's error: at most 50 over 1/12 of the domain. */
                check(wave, bend, 27 * clpwl_evaluator_error(w).linf + clpwl_evaluator_error(v).linf, x, y,
                      clpwl_evaluator_method(w), clpwl_evaluator_method(v));
                pairs++;
            }
            clpwl_evaluator_free(w);
            clpwl_evaluator_free(v);
        }
    ck_assert_int_ge(pairs, 3);
    clpwl_table_free(wave);
    clpwl_table_free(bend);
    clpwl_context_free(c);
}
END_TEST

static const char plain_text[] =
    "kernel void mine(global const float *x, global float *y, CLPWL_TABLE(wave))\n"
    "{\n"
    "    CLPWL_BEGIN(wave);\n"
    "    y[get_global_id(0)] = wave(x[get_global_id(0)]);\n"
    "}\n";

/* Work-groups, or last sub-groups, with fewer items than the table has segments. The caller
 * chooses the size of work-groups, and the library does not know it. */
START_TEST(tables_are_right_in_work_groups_of_any_size)
{
    static const size_t sizes[] = {1, 3, 7, 8, 20, 61};
    clpwl_context *c;
    float x[N], y[N];
    OK(clpwl_context_create(&c, NULL));
    for (int i = 0; i < N; i++)
        x[i] = (float)i / 500 - 0.5f;
    for (size_t m = 0; m < clpwl_method_count(); m++) {
        const clpwl_method_info *method = clpwl_method(m);
        int again = m > 0 && strcmp(method->name, clpwl_method(m - 1)->name) == 0;
        clpwl_table *t = make_table(0, 1, 8, again || strcmp(method->name, "cell") == 0
                                                 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
        clpwl_evaluator *e = method->host || method->name[0] == 'e'
                                 ? NULL : kernel_evaluator(c, t, method->name);
        const clpwl_kernel_table table = {"wave", e};
        cl_kernel k = e ? kernel_build(c, plain_text, NULL, &table, 1) : NULL;
        for (size_t s = 0; k && s < sizeof sizes / sizeof *sizes; s++) {
            size_t groups = N / sizes[s];
            size_t items = groups * sizes[s];
            kernel_run(c, k, &table, 1, x, y, items, items, sizes[s]);
            for (size_t i = 0; i < items; i++)
                ck_assert_msg(fabs(y[i] - clpwl_table_value(t, x[i])) <=
                                  clpwl_evaluator_error(e).linf,
                              "%s, groups of %zu, at %g: %g, not %g", method->name, sizes[s], x[i],
                              y[i], clpwl_table_value(t, x[i]));
        }
        if (k)
            clReleaseKernel(k);
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
    }
    clpwl_context_free(c);
}
END_TEST

START_TEST(the_header_is_the_same_arithmetic_on_the_host)
{
    clpwl_grid g = {.lo = 0, .hi = 4, .origin = 0, .period = 4, .scale = 2, .last = 7};
    ck_assert_int_eq(clpwl_step(clpwl_position(4, g), g.last), 7);
    ck_assert_int_eq(clpwl_step(clpwl_position(0.6f, g), g.last), 1);
    ck_assert(clpwl_inside(5, g, CLPWL_TAIL_CLAMP) == 4);
    ck_assert(clpwl_inside(5, g, CLPWL_TAIL_REPEAT) == 1);
    ck_assert(clpwl_inside(-1, g, CLPWL_TAIL_REPEAT) == 3);
    ck_assert(clpwl_inside(5, g, CLPWL_TAIL_MIRROR) == 3);
    ck_assert(isnan(clpwl_inside(NAN, g, CLPWL_TAIL_CLAMP)));
    ck_assert(isnan(clpwl_inside(INFINITY, g, CLPWL_TAIL_MIRROR)));
    ck_assert(clpwl_number(NAN, g) == 0 && clpwl_number(3, g) == 3);
    ck_assert(isnan(clpwl_keep_nan(1, -NAN, CLPWL_TAIL_CLAMP)));
    ck_assert(clpwl_keep_nan(1, INFINITY, CLPWL_TAIL_CLAMP) == 1);
    ck_assert(isnan(clpwl_keep_nan(1, INFINITY, CLPWL_TAIL_REPEAT)));
    ck_assert(clpwl_tail(1, INFINITY, g, CLPWL_TAIL_ZERO) == 0);
    ck_assert(clpwl_step(-0.25f, 7) == 0 && clpwl_step(99, 7) == 7);
    ck_assert(isnan(clpwl_nan()));
    ck_assert(clpwl_corner(-1, 2, 3, 10) == 8 && clpwl_corner(1, 2, 3, 10) == 13);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("kernel");
    TCase *t = tcase_create("kernel");
    tcase_set_timeout(t, 600);
    tcase_add_test(t, the_header_is_the_same_arithmetic_on_the_host);
    tcase_add_test(t, two_tables_live_in_one_kernel);
    tcase_add_test(t, tables_are_right_in_work_groups_of_any_size);
    suite_add_tcase(s, t);
    return s;
}
