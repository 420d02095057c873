/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as OpenCL C: built and run on every device, beside the library's own methods. */
#include <stdio.h>
#include "clpwl/evaluator.h"
#include "export_cases.h"

static clpwl_context *context_of(size_t i)
{
    clpwl_context_options options = CLPWL_CONTEXT_INIT;
    clpwl_context *c;
    char index[24];
    snprintf(index, sizeof index, "%zu", i);
    options.device = index;
    OK(clpwl_context_create(&c, &options));
    return c;
}

static size_t count_devices(void)
{
    clpwl_device_info *devices = NULL;
    size_t count = 0;
    (void)clpwl_devices(&devices, &count);
    clpwl_devices_free(devices);
    return count;
}

/* A kernel that is the exported function and nothing else. */
static void run(clpwl_context *c, const clpwl_table *table, const char *options, const float *x,
                float *y)
{
    static const char kernel_text[] =
        "kernel void each(global const float *x, global float *y)\n"
        "{\n    y[get_global_id(0)] = exported(x[get_global_id(0)]);\n}\n";
    cl_int code;
    char *text;
    size_t items = POINTS, bytes = POINTS * sizeof *x;
    cl_device_id device = clpwl_context_device(c);
    OK(clpwl_table_export(table, CLPWL_LANGUAGE_OPENCL, "exported", &text));
    const char *texts[] = {text, kernel_text};
    cl_program p = clCreateProgramWithSource(clpwl_context_cl(c), 2, texts, NULL, &code);
    code = clBuildProgram(p, 1, &device, options, NULL, NULL);
    ck_assert_msg(code == CL_SUCCESS, "building failed with %d:\n%s", code, text);
    cl_kernel k = clCreateKernel(p, "each", &code);
    cl_mem in = clCreateBuffer(clpwl_context_cl(c), CL_MEM_COPY_HOST_PTR, bytes,
                               (void *)(uintptr_t)x, &code);
    cl_mem out = clCreateBuffer(clpwl_context_cl(c), CL_MEM_READ_WRITE, bytes, NULL, &code);
    clSetKernelArg(k, 0, sizeof in, &in);
    clSetKernelArg(k, 1, sizeof out, &out);
    cl_command_queue q = clpwl_context_queue(c);
    ck_assert_int_eq(clEnqueueNDRangeKernel(q, k, 1, NULL, &items, NULL, 0, NULL, NULL), CL_SUCCESS);
    ck_assert_int_eq(clEnqueueReadBuffer(q, out, CL_TRUE, 0, bytes, y, 0, NULL, NULL), CL_SUCCESS);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseKernel(k);
    clReleaseProgram(p);
    clpwl_export_free(text);
}

/* The same bits as the method whose arithmetic the text has. */
static void same_as_method(clpwl_context *c, const clpwl_table *table, int kind, const float *x,
                           const float *y, int i)
{
    static const char *const methods[KINDS] = {"buffer", "cell", "buffer", "buffer"};
    static float z[POINTS];
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    options.method = methods[kind];
    clpwl_status status = clpwl_evaluator_create(&e, c, table, &options);
    ck_assert_msg(status == CLPWL_OK, "case %d: %s", i, clpwl_last_message());
    OK(clpwl_eval(e, x, z, POINTS));
    for (int k = 0; k < POINTS; k++)
        ck_assert_msg(y[k] == z[k] || (isnan(y[k]) && isnan(z[k])), "case %d at %a: %a, by %s %a",
                      i, x[k], y[k], options.method, z[k]);
    clpwl_evaluator_free(e);
}

START_TEST(there_is_a_device)
{
    ck_assert_uint_gt(count_devices(), 0);
}
END_TEST

START_TEST(the_opencl_text_gives_the_table_and_the_methods_bits)
{
    static float x[POINTS], y[POINTS];
    clpwl_context *c = context_of((size_t)_i);
    for (int i = 0; i < CASES; i++) {
        clpwl_table *table = export_case(i);
        int kind = i / (EXTENDS * SIZES);
        if (kind == 2 && clpwl_table_segments(table) == 1)
            kind = 1; /* one segment has nothing to separate */
        export_arguments(table, x);
        run(c, table, "", x, y);
        export_check(table, x, y, i);
        same_as_method(c, table, kind, x, y, i);
        clpwl_table_free(table);
    }
    clpwl_context_free(c);
}
END_TEST

/* A compiler that is told that there is no NaN leaves it NaN all the same. It may divide
 * as it likes, and so the folds of repeat and mirror are not held to their bound. */
START_TEST(nan_gives_nan_under_relaxed_mathematics)
{
    static float x[POINTS], y[POINTS];
    clpwl_context *c = context_of((size_t)_i);
    for (int i = 0; i < CASES; i++) {
        clpwl_table *table = export_case(i);
        clpwl_extend extend = clpwl_table_extend(table);
        if (clpwl_table_segments(table) == 37) {
            export_arguments(table, x);
            run(c, table, "-cl-fast-relaxed-math", x, y);
            if (extend != CLPWL_REPEAT && extend != CLPWL_MIRROR)
                export_check(table, x, y, i);
            ck_assert_msg(isnan(y[0]) && isnan(y[1]), "case %d: NaN became %g, %g", i, y[0], y[1]);
        }
        clpwl_table_free(table);
    }
    clpwl_context_free(c);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("export to OpenCL");
    TCase *t = tcase_create("export to OpenCL");
    tcase_set_timeout(t, 600);
    tcase_add_test(t, there_is_a_device);
    tcase_add_loop_test(t, the_opencl_text_gives_the_table_and_the_methods_bits, 0,
                        (int)count_devices());
    tcase_add_loop_test(t, nan_gives_nan_under_relaxed_mathematics, 0, (int)count_devices());
    suite_add_tcase(s, t);
    return s;
}
