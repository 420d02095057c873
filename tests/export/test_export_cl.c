/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as OpenCL C: built and run on every device, beside the library's own methods. */
#include "cl/cl_suite.h"
#include "export_cases.h"

/* Cases in one program, because compiling takes long: row k is the function of case k. */
enum { EACH = CASES / KINDS, MOST = KINDS * EXTENDS, TEXTS = MOST + 1 };

typedef struct batch {
    clpwl_storage storage;
    int count, cases[MOST];
    float x[MOST][POINTS], y[MOST][POINTS];
} batch;

static void add_case(batch *b, int i)
{
    clpwl_table *table = export_case(i);
    ck_assert_int_lt(b->count, MOST);
    export_arguments(table, b->x[b->count]);
    b->cases[b->count++] = i;
    clpwl_table_free(table);
}

/* The exported functions, and a kernel of these alone. */
static cl_program build(const batch *b, const char *options)
{
    static char kernel_text[100 * TEXTS];
    char *texts[TEXTS], name[24], *at = kernel_text;
    cl_int code;
    cl_device_id device = clpwl_context_device(context);
    at += sprintf(at, "kernel void each(global const float *x, global float *y)\n{\n"
                      "    size_t i = get_global_id(0) + get_global_size(0) * get_global_id(1);\n"
                      "    switch (get_global_id(1)) {\n");
    for (int k = 0; k < b->count; k++) {
        clpwl_table *table = export_case(b->cases[k]);
        snprintf(name, sizeof name, "exported_%d", k);
        OK(clpwl_table_export_stored(table, CLPWL_LANGUAGE_OPENCL, b->storage, name, &texts[k]));
        at += sprintf(at, "    case %d: y[i] = %s(x[i]); break;\n", k, name);
        clpwl_table_free(table);
    }
    strcpy(at, "    }\n}\n");
    texts[b->count] = kernel_text;
    cl_program p = clCreateProgramWithSource(clpwl_context_cl(context), (cl_uint)b->count + 1,
                                             (const char **)(uintptr_t)texts, NULL, &code);
    code = clBuildProgram(p, 1, &device, options, NULL, NULL);
    ck_assert_msg(code == CL_SUCCESS, "building failed with %d:\n%s", code, texts[0]);
    for (int k = 0; k < b->count; k++)
        clpwl_free(texts[k]);
    return p;
}

static void run(batch *b, const char *options)
{
    cl_int code;
    const size_t items[] = {POINTS, (size_t)b->count}, bytes = items[1] * sizeof *b->x;
    cl_program p = build(b, options);
    cl_kernel k = clCreateKernel(p, "each", &code);
    cl_mem in = clCreateBuffer(clpwl_context_cl(context), CL_MEM_COPY_HOST_PTR, bytes, b->x, &code);
    cl_mem out = clCreateBuffer(clpwl_context_cl(context), CL_MEM_READ_WRITE, bytes, NULL, &code);
    clSetKernelArg(k, 0, sizeof in, &in);
    clSetKernelArg(k, 1, sizeof out, &out);
    cl_command_queue q = clpwl_context_queue(context);
    ck_assert_int_eq(clEnqueueNDRangeKernel(q, k, 2, NULL, items, NULL, 0, NULL, NULL), CL_SUCCESS);
    ck_assert_int_eq(clEnqueueReadBuffer(q, out, CL_TRUE, 0, bytes, b->y, 0, NULL, NULL),
                     CL_SUCCESS);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseKernel(k);
    clReleaseProgram(p);
}

/* The same bits as the method with the same arithmetic. */
static void same_as_method(const clpwl_table *table, const char *method, clpwl_storage storage,
                           const float *x, const float *y, int i)
{
    static float z[POINTS];
    clpwl_evaluator *e = make(context, table, method, storage, 0);
    OK(clpwl_eval(e, x, z, POINTS));
    for (int k = 0; k < POINTS; k++)
        ck_assert_msg(y[k] == z[k] || (isnan(y[k]) && isnan(z[k])), "case %d at %a: %a, by %s %a", i, x[k],
                      y[k], method, z[k]);
    clpwl_evaluator_free(e);
}

DEVICE_FIXTURE(open_context, close_context)

/* All cases against the table; one case in three against a program of the method. Compilers contract a linear
 * tail as they like. */
TEST(the_opencl_text_gives_the_table_and_the_methods_bits)
{
    static batch b;
    for (int kind = 0; kind < KINDS; kind++) {
        b.count = 0;
        for (int i = 0; i < EACH; i++)
            add_case(&b, kind * EACH + i);
        run(&b, "");
        for (int k = 0; k < EACH; k++) {
            int i = b.cases[k];
            clpwl_table *table = export_case(i);
            /* One segment needs no search. */
            int is_cell = (kind == 2 && clpwl_table_segments(table) == 1) || kind == 1 ||
                          (kind == 4 && clpwl_table_partition(table) == CLPWL_PARTITION_OPTIMIZED);
            export_check(table, b.x[k], b.y[k], i, 0);
            if ((test_factor() > 1 || i % 3 == 0) && clpwl_table_extend(table) != CLPWL_EXTEND_LINEAR)
                same_as_method(table, is_cell ? "cell" : "buffer", CLPWL_STORAGE_FLOAT32, b.x[k], b.y[k], i);
            clpwl_table_free(table);
        }
    }
}

/* In codes, a few tables of each storage: the method buffer has the same arithmetic for all kinds. */
TEST(codes_in_the_opencl_text_give_the_methods_bits)
{
    enum { TABLES = 3, APART = 29 /* so that kinds, sizes and tails vary */ };
    static batch b;
    for (int storage = CLPWL_STORAGE_HALF; storage < CLPWL_STORAGE_ANY; storage++) {
        b.count = 0;
        b.storage = (clpwl_storage)storage;
        for (int k = 0; k < TABLES; k++) { /* no linear tail */
            int i = (storage + 4 * k) * APART % CASES;
            add_case(&b, i % EXTENDS == CLPWL_EXTEND_LINEAR ? i - 1 : i);
        }
        run(&b, "");
        for (int k = 0; k < TABLES; k++) {
            clpwl_table *table = export_case(b.cases[k]);
            same_as_method(table, "buffer", b.storage, b.x[k], b.y[k], b.cases[k]);
            clpwl_table_free(table);
        }
    }
    b.storage = CLPWL_STORAGE_FLOAT32;
}

/* NaN stays NaN even if the compiler may assume that there is none. Its divisions are inexact,
 * so repeat and mirror need not keep their bound. */
TEST(nan_gives_nan_under_relaxed_mathematics)
{
    static batch b;
    b.count = 0;
    for (int i = 0; i < CASES; i++)
        if (i / EXTENDS % SIZES == 2)
            add_case(&b, i);
    ck_assert_int_eq(b.count, KINDS * EXTENDS);
    run(&b, "-cl-fast-relaxed-math");
    for (int k = 0; k < b.count; k++) {
        const float *y = b.y[k];
        clpwl_table *table = export_case(b.cases[k]);
        clpwl_extend extend = clpwl_table_extend(table);
        if (extend != CLPWL_EXTEND_REPEAT && extend != CLPWL_EXTEND_MIRROR)
            export_check(table, b.x[k], y, b.cases[k], export_relaxed(table));
        ck_assert_msg(isnan(y[0]) && isnan(y[1]), "case %d: NaN became %g, %g", b.cases[k], y[0],
                      y[1]);
        clpwl_table_free(table);
    }
}
