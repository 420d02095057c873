/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slips of a kernel's author: each is refused, or is right all the same, by every method. */
#include <math.h>
#include "support/kernels.h"
#include "support/methods.h"
#include "support/tables.h"

enum { N = 256 };

static clpwl_context *context;
static clpwl_table *t;     /* of 31 uniform segments */
static clpwl_evaluator *e; /* that reads it by buffer */
static clpwl_kernel_table table = {"wave", NULL};

static void setup(void)
{
    OK(clpwl_context_create(&context, NULL));
    t = make_table(0, 1, 31, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    table.evaluator = e = kernel_evaluator(context, t, "buffer");
}

static void teardown(void)
{
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
    clpwl_context_free(context);
}

/* A slip of the kernel's text, and what the message holds. */
typedef struct slip {
    const char *text, *part;
} slip;

#define HEAD "kernel void mine(global const float *x, global float *y, "
#define BODY "    y[get_global_id(0)] = wave(x[get_global_id(0)]);\n}\n"
static const slip slips[] = {
    {HEAD "CLPWL_TABLE(wave))\n{\n" BODY, "clpwl_needs_CLPWL_BEGIN"},
    {HEAD "int n)\n{\n    CLPWL_BEGIN(wave);\n" BODY, "clpwl_needs_CLPWL_TABLE"},
    {HEAD "CLPWL_TABLE(wave))\n{\n    if (x[0] > 0.5f) {\n        CLPWL_BEGIN(wave);\n    }\n" BODY,
     "clpwl_needs_CLPWL_BEGIN"},
    {"float twice(float x) { return 2.0f * wave(x); }\n" HEAD "CLPWL_TABLE(wave))\n{\n"
     "    CLPWL_BEGIN(wave);\n" BODY, "HANDLE_of_wave"},
    {HEAD "int n, CLPWL_TABLE(wave))\n{\n    if (get_global_id(0) >= n) {\n        return;\n    }\n"
     "    CLPWL_BEGIN(wave);\n" BODY,
     "kernel:6: CLPWL_BEGIN(wave) stands behind the return in line 4"},
    {HEAD "CLPWL_TABLE(wave))\n{\n    CLPWL_BEGIN(wave);\n    y[0] = wave_slope(x[0]);\n}\n",
     "needs_an_evaluator_of_CLPWL_QUANTITY_DERIVATIVE"},
    {HEAD "CLPWL_TABLE(wave))\n{\n    CLPWL_BEGIN(wave);\n    y[0] = wave_integral(x[0]);\n}\n",
     "needs_an_evaluator_of_CLPWL_QUANTITY_INTEGRAL"},
    {HEAD "CLPWL_TABLE(wave))\n{\n    CLPWL_BEGIN(wave);\n    y[0] = wave_between(x[0], x[1]);\n}\n",
     "needs_an_evaluator_of_CLPWL_QUANTITY_INTEGRAL"},
    {HEAD "CLPWL_TABLE(wave))\n{\n    CLPWL_BEGIN(wave);\n    y[0] = wave(x[0]) + nothing;\n}\n",
     "nothing"},
    {HEAD "CLPWL_TABLE(wave), CLPWL_TABLE(wav))\n{\n    CLPWL_BEGIN(wave);\n    CLPWL_BEGIN(wav);\n" BODY,
     "the kernels read a table wav, which is not given; given: wave"},
};

static void check_slip(const slip *s, const clpwl_evaluator *by)
{
    const clpwl_kernel_table its = {"wave", by};
    cl_program p = (cl_program)&p;
    char *log;
    clpwl_status status = clpwl_program_build(&p, &log, context, s->text, NULL, &its, 1);
    const char *method = clpwl_evaluator_method(by), *message = clpwl_last_message();
    ck_assert_msg(status == CLPWL_ERR_BUILD, "%s builds by %s", s->text, method);
    ck_assert_msg(strstr(message, s->part) || (log && strstr(log, s->part)),
                  "%s by %s lacks %s: %s\n%s", s->text, method, s->part, message, log);
    ck_assert_ptr_null(p);
    clpwl_free(log);
}

/* Each slip by each method; make check takes a third of the pairs, as compiling takes long. */
START_TEST(what_is_forgotten_does_not_compile)
{
    enum { SLIPS = sizeof slips / sizeof *slips };
    int tried[SLIPS] = {0};
    for (size_t m = 0; m < clpwl_method_count(); m++)
        for (size_t p = 0; p < 2; p++) {
            clpwl_table *eight = make_table(0, 1, 8, (clpwl_partition)p, CLPWL_EXTEND_CLAMP);
            clpwl_evaluator *by = clpwl_method(m)->host || is_repeated(m)
                                     ? NULL : kernel_evaluator(context, eight, clpwl_method(m)->name);
            for (size_t i = 0; by && i < SLIPS; i++)
                if (test_factor() > 1 || (m + p + i) % 3 == 0) {
                    check_slip(&slips[i], by);
                    tried[i]++;
                }
            clpwl_evaluator_free(by);
            clpwl_table_free(eight);
        }
    for (size_t i = 0; i < SLIPS; i++)
        ck_assert_int_gt(tried[i], 0);
}
END_TEST

/* What is wrong in a kernel is reported by the kernel's own lines, and the log holds all of it. */
START_TEST(compilers_count_the_lines_of_the_kernel)
{
    static const char text[] = "kernel void mine()\n{\n    nothing;\n    nowhere;\n}\n";
    cl_program p;
    for (size_t count = 0; count < 2; count++) {
        char *log;
        FAILS(CLPWL_ERR_BUILD, "error", clpwl_program_build(&p, &log, context, text, NULL, &table,
                                                            count));
        ck_assert_ptr_null(strchr(clpwl_last_message(), '\n'));
        ck_assert_msg(strstr(log, "kernel:3") && strstr(log, "kernel:4"), "%s", log);
        clpwl_free(log);
    }
}
END_TEST

/* Comments, strings and other functions have no part in where CLPWL_BEGIN stands. */
START_TEST(a_return_elsewhere_is_none_before_begin)
{
    static const char text[] =
        "float half_of(float x) { if (x > 0.0f) { return 0.5f * x; } return x; }\n"
        "/* return; } { */ // return {\n"
        "kernel void first(global float *y) { if (y[0] > 0.0f) return; y[0] = half_of(y[0]); }\n"
        HEAD "CLPWL_TABLE(wave))\n{\n    /* return */\n    CLPWL_BEGIN(wave);\n" BODY;
    clReleaseKernel(kernel_build(context, text, NULL, &table, 1));
}
END_TEST

static const char both_text[] =
    HEAD "CLPWL_TABLE(wave2), CLPWL_TABLE(wave))\n{\n    CLPWL_BEGIN(wave);\n"
    "    CLPWL_BEGIN(wave2);\n"
    "    y[get_global_id(0)] = wave(x[get_global_id(0)]) + 16.0f * wave2(x[get_global_id(0)]);\n}\n";

static void fill(float *x)
{
    for (int i = 0; i < N; i++)
        x[i] = (float)i / N;
}

/* Two tables that are alike to a compiler, given in the other order than the kernel's. */
START_TEST(tables_find_their_own_parameters)
{
    float x[N], y[N];
    fill(x);
    clpwl_table *one = make_wave(0, 1, 8, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP, 0);
    clpwl_table *two = make_wave(0, 1, 8, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP, 2);
    for (size_t m = 0; m < clpwl_method_count(); m++) {
        const char *method = clpwl_method(m)->name;
        int is_own = !clpwl_method(m)->host && reads_tables(m, 0) && !is_repeated(m);
        clpwl_evaluator *a = is_own ? kernel_evaluator(context, one, method) : NULL;
        clpwl_evaluator *b = a ? kernel_evaluator(context, two, method) : NULL;
        if (b) {
            const clpwl_kernel_table tables[] = {{"wave", a}, {"wave2", b}};
            cl_kernel k = kernel_build(context, both_text, NULL, tables, 2);
            kernel_run(context, k, tables, 2, x, y, N, N, 64);
            for (int i = 0; i < N; i++) {
                double right = clpwl_table_value(one, x[i]) + 16 * clpwl_table_value(two, x[i]);
                /* and the fp32 rounding of a sum up to 20 */
                ck_assert_msg(fabs(y[i] - right) <= clpwl_evaluator_error(a).linf +
                                                        16 * clpwl_evaluator_error(b).linf + 3e-6,
                              "%s at %g: %g, not %g", method, x[i], y[i], right);
            }
            clReleaseKernel(k);
        }
        clpwl_evaluator_free(a);
        clpwl_evaluator_free(b);
    }
    clpwl_table_free(one);
    clpwl_table_free(two);
}
END_TEST

START_TEST(a_kernel_is_bound_to_what_it_was_built_with)
{
    clpwl_table *bent = make_table(0, 1, 31, CLPWL_PARTITION_OPTIMIZED, CLPWL_EXTEND_CLAMP);
    clpwl_table *more = make_table(0, 1, 64, CLPWL_PARTITION_OPTIMIZED, CLPWL_EXTEND_CLAMP);
    clpwl_evaluator *b = kernel_evaluator(context, bent, "buffer");
    clpwl_evaluator *c = kernel_evaluator(context, more, "buffer");
    const clpwl_kernel_table tables[] = {{"wave", e}, {"wave2", b}};
    const clpwl_kernel_table exchanged[] = {{"wave", b}, {"wave2", e}};
    const clpwl_kernel_table longer[] = {{"wave", e}, {"wave2", c}};
    cl_kernel k = kernel_build(context, both_text, NULL, tables, 2);
    OK(clpwl_kernel_bind(k, tables, 2));
    FAILS(CLPWL_ERR_ARGUMENT, "another evaluator", clpwl_kernel_bind(k, exchanged, 2));
    FAILS(CLPWL_ERR_ARGUMENT, "another evaluator of table wave2", clpwl_kernel_bind(k, longer, 2));
    FAILS(CLPWL_ERR_ARGUMENT, "table wave2, which is not among the 1 given", clpwl_kernel_bind(k, tables, 1));
    clReleaseKernel(k);
    clpwl_evaluator_free(b);
    clpwl_evaluator_free(c);
    clpwl_table_free(bent);
    clpwl_table_free(more);
}
END_TEST

/* A program that was built by hand: drivers keep the parameters' names, or are asked to. */
START_TEST(parameters_without_names_are_refused)
{
    char *source, name[256];
    cl_int code;
    cl_device_id device = clpwl_context_device(context);
    OK(clpwl_evaluator_source(e, "wave", &source));
    const char *texts[] = {clpwl_device_source(), source,
                           HEAD "CLPWL_TABLE(wave))\n{\n    CLPWL_BEGIN(wave);\n" BODY};
    cl_program p = clCreateProgramWithSource(clpwl_context_cl(context), 3, texts, NULL, &code);
    ck_assert_int_eq(clBuildProgram(p, 1, &device, "", NULL, NULL), CL_SUCCESS);
    cl_kernel k = clCreateKernel(p, "mine", &code);
    code = clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_NAME, sizeof name, name, NULL);
    if (code == CL_SUCCESS)
        OK(clpwl_kernel_bind(k, &table, 1));
    else
        FAILS(CLPWL_ERR_ARGUMENT, "-cl-kernel-arg-info",
              clpwl_kernel_bind(k, &table, 1));
    clReleaseKernel(k);
    clReleaseProgram(p);
    clpwl_free(source);
}
END_TEST

static void build_names(const clpwl_evaluator *one, const char *a, const clpwl_evaluator *two,
                        const char *b, clpwl_status expected)
{
    const clpwl_kernel_table tables[] = {{a, one}, {b, two}};
    cl_program p = NULL;
    /* NVIDIA's 580 compiles no kernel without parameters under -cl-kernel-arg-info. */
    clpwl_status status = clpwl_program_build(&p, NULL, context, "kernel void mine(global int *y) { *y = 0; }\n",
                                              NULL, tables, 2);
    ck_assert_msg(status == expected, "%s beside %s: %s", a, b, clpwl_last_message());
    if (p)
        clReleaseProgram(p);
}

/* A table may be called as another one's slope would be, if that one gives no slope. */
START_TEST(two_tables_need_two_names)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *slope;
    options.method = "buffer";
    options.quantity = CLPWL_QUANTITY_DERIVATIVE;
    OK(clpwl_evaluator_create(&slope, context, t, &options));
    build_names(e, "a", e, "a", CLPWL_ERR_ARGUMENT);
    build_names(e, "a", e, "a_slope", CLPWL_OK);
    build_names(e, "a_slope", e, "a", CLPWL_OK);
    build_names(slope, "a", e, "a_slope", CLPWL_ERR_BUILD);
    build_names(e, "a_slope", slope, "a", CLPWL_ERR_BUILD);
    clpwl_evaluator_free(slope);
}
END_TEST

START_TEST(names_of_opencl_c_are_refused)
{
    static const char *const bad[] = {"2nd", "a b", "", "kernel", "exp", "normalize", "float4",
                                      "native_exp", "step", "clpwl_t", "as_float", "image2d_t"};
    static const char *const good[] = {"j0", "gauss", "wave", "expo", "floats", "steps"};
    char *source;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        FAILS(CLPWL_ERR_ARGUMENT, "table's name", clpwl_evaluator_source(e, bad[i], &source));
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        OK(clpwl_evaluator_source(e, good[i], &source));
        clpwl_free(source);
    }
}
END_TEST

/* Every function that clang's own header of OpenCL C declares, where that is installed. */
START_TEST(every_built_in_is_refused)
{
    static const char list[] = "grep -h __ovld /usr/lib/llvm-*/lib/clang/*/include/opencl-c.h "
                               "2>/dev/null | grep -oE '\\b[a-z][a-zA-Z0-9_]*\\(' | "
                               "tr -d '(' | sort -u";
    FILE *names = popen(list, "r");
    char name[128], *source;
    int tried = 0;
    ck_assert_ptr_nonnull(names);
    for (; fscanf(names, "%127s", name) == 1; tried++)
        FAILS(CLPWL_ERR_ARGUMENT, name, clpwl_evaluator_source(e, name, &source));
    pclose(names);
    ck_assert_msg(tried == 0 || tried > 300, "%d", tried);
}
END_TEST

START_TEST(a_host_method_is_for_no_kernel)
{
    clpwl_evaluator *host = kernel_evaluator(NULL, t, "host-scalar");
    const clpwl_kernel_table its = {"wave", host};
    cl_program p;
    char *source;
    FAILS(CLPWL_ERR_UNSUPPORTED, "CLPWL_USE_KERNEL", clpwl_evaluator_source(host, "f", &source));
    FAILS(CLPWL_ERR_UNSUPPORTED, "CLPWL_USE_KERNEL",
          clpwl_program_build(&p, NULL, context, slips[0].text, NULL, &its, 1));
    clpwl_evaluator_free(host);
}
END_TEST

/* The text of tables has parameters g, k and x, and macros of its own. */
START_TEST(macros_of_options_are_those_of_the_kernels)
{
    static const char *const methods[] = {"buffer", "local", "image-manual"};
    static const char text[] = "kernel void mine(global float *y, CLPWL_TABLE(wave))\n"
                               "{\n    CLPWL_BEGIN(wave);\n    y[0] = wave(x) + g + d + sizeof LETTERS;\n}\n";
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        clpwl_evaluator *by = kernel_evaluator(context, t, methods[i]);
        const clpwl_kernel_table its = {"wave", by};
        cl_program p;
        OK(clpwl_program_build(&p, NULL, context, text,
                               "  -Dg=7 -D x=0.5f\t-D   d -DCLPWL_LANES=4 -DLETTERS='\"a b\"' -cl-mad-enable ",
                               &its, 1));
        clReleaseProgram(p);
        FAILS(CLPWL_ERR_BUILD, "kernel:4",
              clpwl_program_build(&p, NULL, context, text, "-Dg=7 -Dx=0.5f -DLETTERS=int -Dd==", &its, 1));
        clpwl_evaluator_free(by);
    }
}
END_TEST

START_TEST(an_evaluator_is_for_programs_of_its_context)
{
    clpwl_context *other;
    OK(clpwl_context_create(&other, NULL));
    clpwl_evaluator *foreign = kernel_evaluator(other, t, "buffer");
    const clpwl_kernel_table of_other = {"wave", foreign};
    cl_program p;
    FAILS(CLPWL_ERR_ARGUMENT, "another context",
          clpwl_program_build(&p, NULL, context, slips[0].text, NULL, &of_other, 1));
    cl_kernel kernel = kernel_build(context, HEAD "CLPWL_TABLE(wave))\n{\n    CLPWL_BEGIN(wave);\n" BODY,
                                    NULL, &table, 1);
    FAILS(CLPWL_ERR_ARGUMENT, "table wave belongs to another context",
          clpwl_kernel_bind(kernel, &of_other, 1));
    OK(clpwl_kernel_bind(kernel, &table, 1));
    clReleaseKernel(kernel);
    clpwl_evaluator_free(foreign);
    clpwl_context_free(other);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("misuse");
    TCase *c = tcase_create("misuse");
    tcase_set_timeout(c, 600);
    tcase_add_unchecked_fixture(c, setup, teardown);
    tcase_add_test(c, what_is_forgotten_does_not_compile);
    tcase_add_test(c, compilers_count_the_lines_of_the_kernel);
    tcase_add_test(c, a_return_elsewhere_is_none_before_begin);
    tcase_add_test(c, tables_find_their_own_parameters);
    tcase_add_test(c, a_kernel_is_bound_to_what_it_was_built_with);
    tcase_add_test(c, parameters_without_names_are_refused);
    tcase_add_test(c, two_tables_need_two_names);
    tcase_add_test(c, names_of_opencl_c_are_refused);
    tcase_add_test(c, every_built_in_is_refused);
    tcase_add_test(c, a_host_method_is_for_no_kernel);
    tcase_add_test(c, an_evaluator_is_for_programs_of_its_context);
    tcase_add_test(c, macros_of_options_are_those_of_the_kernels);
    suite_add_tcase(s, c);
    return s;
}
