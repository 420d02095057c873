/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slips of a kernel's author: each is refused, or is right all the same, by every method. */
#include "cl/cl_suite.h"
#include "support/kernels.h"

static clpwl_table *t;     /* of 31 uniform segments */
static clpwl_evaluator *e; /* that reads it by buffer */
static clpwl_kernel_table table = {"wave", NULL};

static void setup(void)
{
    open_context();
    t = make_table(0, 1, 31, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    table.evaluator = e = kernel_evaluator(context, t, "buffer");
}

static void teardown(void)
{
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
    close_context();
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

enum { SLIPS = sizeof slips / sizeof *slips };
static int tried[SLIPS];

/* Each slip by each method; make check takes a third of the pairs, as compiling takes long. */
static void check_slips(clpwl_evaluator *by, const clpwl_table *const *its, size_t m, void *user)
{
    const clpwl_kernel_table given = {"wave", by};
    (void)user;
    for (size_t i = 0; i < SLIPS; i++) {
        cl_program p = (cl_program)&p;
        char *log;
        if (clpwl_method(m)->host ||
            (test_factor() == 1 && (m + (size_t)clpwl_table_partition(*its) + i) % 3))
            continue;
        clpwl_status status = clpwl_program_build(&p, &log, context, slips[i].text, NULL, &given, 1);
        EXPECT(status == CLPWL_ERR_BUILD && !p, "%s builds by %s", slips[i].text, clpwl_method(m)->name);
        EXPECT(strstr(clpwl_last_message(), slips[i].part) || (log && strstr(log, slips[i].part)),
               "%s by %s lacks %s: %s\n%s", slips[i].text, clpwl_method(m)->name, slips[i].part,
               clpwl_last_message(), log);
        clpwl_free(log);
        tried[i]++;
    }
}

DEVICE_FIXTURE(setup, teardown)

TEST(what_is_forgotten_does_not_compile)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    o.use = CLPWL_USE_KERNEL;
    for (int p = 0; p < 2; p++) {
        clpwl_table *eight = make_table(0, 1, 8, (clpwl_partition)p, CLPWL_EXTEND_CLAMP);
        with_each_method(context, (const clpwl_table *const *)&eight, 1, &o, NULL, 0, check_slips, NULL);
        clpwl_table_free(eight);
    }
    for (size_t i = 0; i < SLIPS; i++)
        ck_assert_int_gt(tried[i], 0);
}

/* What is wrong in a kernel is reported by the kernel's own lines, and the log holds all of it. */
TEST(compilers_count_the_lines_of_the_kernel)
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

/* Comments, strings and other functions have no part in where CLPWL_BEGIN stands. */
TEST(a_return_elsewhere_is_none_before_begin)
{
    static const char text[] =
        "float half_of(float x) { if (x > 0.0f) { return 0.5f * x; } return x; }\n"
        "/* return; } { */ // return {\n"
        "kernel void first(global float *y) { if (y[0] > 0.0f) return; y[0] = half_of(y[0]); }\n"
        HEAD "CLPWL_TABLE(wave))\n{\n    /* return */\n    CLPWL_BEGIN(wave);\n" BODY;
    clReleaseKernel(kernel_build(context, text, NULL, &table, 1));
}

static const char both_text[] =
    HEAD "CLPWL_TABLE(wave2), CLPWL_TABLE(wave))\n{\n    CLPWL_BEGIN(wave);\n"
    "    CLPWL_BEGIN(wave2);\n"
    "    y[get_global_id(0)] = wave(x[get_global_id(0)]) + 16.0f * wave2(x[get_global_id(0)]);\n}\n";

TEST(a_kernel_is_bound_to_what_it_was_built_with)
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

/* A program that was built by hand: drivers keep the parameters' names, or are asked to. */
TEST(parameters_without_names_are_refused)
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

/* A table may be called as another one's slope would be, if that one gives no slope. */
TEST(two_tables_need_two_names)
{
    clpwl_evaluator *slope = make(context, t, "buffer", 0, CLPWL_QUANTITY_DERIVATIVE);
    const struct {
        clpwl_kernel_table tables[2];
        clpwl_status status;
    } rows[] = {{{{"a", e}, {"a", e}}, CLPWL_ERR_ARGUMENT},
                {{{"a", e}, {"a_slope", e}}, CLPWL_OK},
                {{{"a", slope}, {"a_slope", e}}, CLPWL_ERR_BUILD},
                {{{"a_slope", e}, {"a", slope}}, CLPWL_ERR_BUILD}};
    for (int i = 0; i < 4; i++) {
        cl_program p;
        /* NVIDIA's 580 compiles no kernel without parameters under -cl-kernel-arg-info. */
        clpwl_status status = clpwl_program_build(
            &p, NULL, context, "kernel void mine(global int *y) { *y = 0; }\n", NULL, rows[i].tables, 2);
        ck_assert_int_eq(status, rows[i].status);
        if (!status)
            clReleaseProgram(p);
    }
    clpwl_evaluator_free(slope);
}

/* Every function that clang's own header of OpenCL C declares, where that is installed, and what else is
 * taken. */
TEST(names_of_opencl_c_are_refused)
{
    static const char list[] = "printf '2nd kernel float4 native_exp clpwl_t image2d_t ';"
                               "grep -h __ovld /usr/lib/llvm-*/lib/clang/*/include/opencl-c.h 2>/dev/null | "
                               "grep -oE '\\b[a-z][a-zA-Z0-9_]*\\(' | tr -d '(' | sort -u";
    static const char *const good[] = {"j0", "gauss", "expo", "floats", "steps"};
    FILE *names = popen(list, "r");
    char name[128], *source;
    ck_assert_ptr_nonnull(names);
    while (fscanf(names, "%127s", name) == 1)
        FAILS(CLPWL_ERR_ARGUMENT, name, clpwl_evaluator_source(e, name, &source));
    pclose(names);
    FAILS(CLPWL_ERR_ARGUMENT, "a b", clpwl_evaluator_source(e, "a b", &source));
    for (int i = 0; i < 5; i++) {
        OK(clpwl_evaluator_source(e, good[i], &source));
        clpwl_free(source);
    }
}

TEST(a_host_method_is_for_no_kernel)
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

/* The text of tables has parameters g, k and x, and macros of its own. */
TEST(macros_of_options_are_those_of_the_kernels)
{
    static const char text[] = "kernel void mine(global float *y, CLPWL_TABLE(wave))\n"
                               "{\n    CLPWL_BEGIN(wave);\n    y[0] = wave(x) + g + d + sizeof LETTERS;\n}\n";
    cl_program p;
    clReleaseKernel(kernel_build(
        context, text, "  -Dg=7 -D x=0.5f\t-D   d -DCLPWL_LANES=4 -DLETTERS=\"' '\" -cl-mad-enable ",
        &table, 1));
    FAILS(CLPWL_ERR_BUILD, "kernel:4",
          clpwl_program_build(&p, NULL, context, text, "-Dg=7 -Dx=0.5f -DLETTERS=int -Dd==", &table, 1));
}

TEST(an_evaluator_is_for_programs_of_its_context)
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
