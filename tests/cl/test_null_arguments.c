/* SPDX-License-Identifier: GPL-3.0-or-later */
/* NULL for each pointer of the public functions: refused by those that return a status, unless the
 * header allows it. Other functions take NULL in place of what they write, and to free it. Counts
 * that no array has, such as (size_t)-1, are refused too. */
#include "support/kernels.h"
#include "support/tables.h"

#define REFUSED(call) FAILS(CLPWL_ERR_ARGUMENT, "NULL", call)

static clpwl_context *context;
static clpwl_function *f;
static clpwl_table *table;
static double knots[] = {0, 1, 2}, values[] = {0, 1, 0};

static void setup(void)
{
    OK(clpwl_context_create(&context, NULL));
    OK(clpwl_function_from_catalogue(&f, "sin"));
    table = make_table(0, 1, 4, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
}

static void teardown(void)
{
    clpwl_table_free(table);
    clpwl_function_free(f);
    clpwl_context_free(context);
}

START_TEST(test_functions)
{
    clpwl_function *out = NULL;
    const clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    const clpwl_kink kink = {0, 0, 0};
    size_t count;
    double x = 0;
    REFUSED(clpwl_function_create(NULL, &spec));
    REFUSED(clpwl_function_create(&out, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "no callback", clpwl_function_create(&out, &spec));
    REFUSED(clpwl_function_from_catalogue(NULL, "sin"));
    REFUSED(clpwl_function_from_catalogue(&out, NULL));
    REFUSED(clpwl_function_from_formula(NULL, "x", NULL, 0));
    REFUSED(clpwl_function_from_formula(&out, NULL, NULL, 0));
    REFUSED(clpwl_function_from_formula(&out, "x", NULL, 1));
    REFUSED(clpwl_function_from_samples(NULL, "f", knots, values, 3));
    REFUSED(clpwl_function_from_samples(&out, "f", NULL, values, 3));
    REFUSED(clpwl_function_from_samples(&out, "f", knots, NULL, 3));
    REFUSED(clpwl_function_from_points(NULL, "f", knots, values, 3));
    REFUSED(clpwl_function_from_points(&out, "f", NULL, values, 3));
    REFUSED(clpwl_function_from_points(&out, "f", knots, NULL, 3));
    REFUSED(clpwl_function_from_arguments(NULL, "f", knots, 3));
    REFUSED(clpwl_function_from_arguments(&out, "f", NULL, 3));
    REFUSED(clpwl_function_read_samples(NULL, "none"));
    REFUSED(clpwl_function_read_samples(&out, NULL));
    REFUSED(clpwl_function_read_weight(NULL, "none"));
    REFUSED(clpwl_function_read_weight(&out, NULL));
    REFUSED(clpwl_function_smoothed(NULL, f, 1));
    REFUSED(clpwl_function_smoothed(&out, NULL, 1));
    ck_assert_ptr_null(out);
    REFUSED(clpwl_function_value(NULL, 1, &x));
    REFUSED(clpwl_function_value(f, 1, NULL));
    REFUSED(clpwl_function_curvature(NULL, 1, &x));
    REFUSED(clpwl_function_curvature(f, 1, NULL));
    REFUSED(clpwl_function_find_kinks(NULL, 0, 1, NULL, 0, &count));
    REFUSED(clpwl_function_find_kinks(f, 0, 1, NULL, 1, &count));
    REFUSED(clpwl_function_find_kinks(f, 0, 1, (clpwl_kink *)&kink, 1, NULL));
    REFUSED(clpwl_function_noise(NULL, 0, 1, &x));
    REFUSED(clpwl_function_noise(f, 0, 1, NULL));
    OK(clpwl_function_from_points(&out, NULL, knots, values, 3));
    clpwl_function_free(out);
    OK(clpwl_function_from_arguments(&out, NULL, knots, 3));
    clpwl_function_free(out);
    clpwl_function_free(NULL);

    clpwl_function_domain(f, NULL, NULL);
    clpwl_function_domain(f, NULL, &x);
    ck_assert_double_gt(x, 0);
    clpwl_function_kinks(f, NULL);
    ck_assert_ptr_nonnull(clpwl_catalogue(NULL));
    ck_assert_ptr_nonnull(clpwl_formula_function(0, NULL));
}
END_TEST

START_TEST(test_names)
{
    REFUSED(clpwl_norm_parse(NULL, "l2"));
    REFUSED(clpwl_norm_parse(&(clpwl_norm){0}, NULL));
    REFUSED(clpwl_evidence_parse(NULL, "proved"));
    REFUSED(clpwl_evidence_parse(&(clpwl_evidence){0}, NULL));
    REFUSED(clpwl_partition_parse(NULL, "uniform"));
    REFUSED(clpwl_partition_parse(&(clpwl_partition){0}, NULL));
    REFUSED(clpwl_fit_parse(NULL, "minimax"));
    REFUSED(clpwl_fit_parse(&(clpwl_fit){0}, NULL));
    REFUSED(clpwl_effort_parse(NULL, "refined"));
    REFUSED(clpwl_effort_parse(&(clpwl_effort){0}, NULL));
    REFUSED(clpwl_extend_parse(NULL, "clamp"));
    REFUSED(clpwl_extend_parse(&(clpwl_extend){0}, NULL));
    REFUSED(clpwl_shaper_parse(NULL, "sqrt"));
    REFUSED(clpwl_shaper_parse(&(clpwl_shaper){0}, NULL));
    REFUSED(clpwl_symmetry_parse(NULL, "odd"));
    REFUSED(clpwl_symmetry_parse(&(clpwl_symmetry){0}, NULL));
    REFUSED(clpwl_storage_parse(NULL, "half"));
    REFUSED(clpwl_storage_parse(&(clpwl_storage){0}, NULL));
    REFUSED(clpwl_quantity_parse(NULL, "value"));
    REFUSED(clpwl_quantity_parse(&(clpwl_quantity){0}, NULL));
    REFUSED(clpwl_language_parse(NULL, "c"));
    REFUSED(clpwl_language_parse(&(clpwl_language){0}, NULL));
    clpwl_free(NULL);
}
END_TEST

START_TEST(test_tables)
{
    clpwl_table *out = NULL;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    char *text = NULL;
    double b = 0;
    REFUSED(clpwl_table_create(NULL, &spec));
    REFUSED(clpwl_table_create(&out, NULL));
    spec.segments = 2;
    spec.knots = knots;
    FAILS(CLPWL_ERR_ARGUMENT, "has no values", clpwl_table_create(&out, &spec));
    spec.knots = NULL;
    spec.values = values;
    FAILS(CLPWL_ERR_ARGUMENT, "has no knots", clpwl_table_create(&out, &spec));
    REFUSED(clpwl_table_save(NULL, "none"));
    REFUSED(clpwl_table_save(table, NULL));
    REFUSED(clpwl_table_load(NULL, "none"));
    REFUSED(clpwl_table_load(&out, NULL));
    REFUSED(clpwl_table_save_text(NULL, &text, NULL));
    REFUSED(clpwl_table_save_text(table, NULL, NULL));
    REFUSED(clpwl_table_load_text(NULL, "", 0));
    REFUSED(clpwl_table_load_text(&out, NULL, 1));
    REFUSED(clpwl_table_export(NULL, CLPWL_LANGUAGE_C, "f", &text));
    REFUSED(clpwl_table_export(table, CLPWL_LANGUAGE_C, NULL, &text));
    REFUSED(clpwl_table_export(table, CLPWL_LANGUAGE_C, "f", NULL));
    REFUSED(clpwl_table_export_stored(table, CLPWL_LANGUAGE_C, CLPWL_STORAGE_HALF, NULL, &text));
    REFUSED(clpwl_table_inverse(NULL, table, CLPWL_EXTEND_CLAMP));
    REFUSED(clpwl_table_inverse(&out, NULL, CLPWL_EXTEND_CLAMP));
    REFUSED(clpwl_table_widen(NULL, table, -1, 2));
    REFUSED(clpwl_table_widen(&out, NULL, -1, 2));
    ck_assert_ptr_null(out);
    ck_assert_ptr_null(text);
    OK(clpwl_table_save_text(table, &text, NULL));
    clpwl_free(text);
    clpwl_table_free(NULL);

    clpwl_table_domain(table, NULL, NULL);
    clpwl_table_domain(table, NULL, &b);
    ck_assert_double_eq(b, 1);
    ck_assert_double_eq(clpwl_table_executed_error(table, NULL).linf,
                        clpwl_table_executed_error(table, &(clpwl_execution)CLPWL_EXECUTION_INIT).linf);
    clpwl_table_executed_calculus_error(table, NULL);
}
END_TEST

START_TEST(test_designs)
{
    clpwl_table *out = NULL;
    clpwl_error error;
    clpwl_proof proof;
    clpwl_tails tails;
    char *text = NULL;
    size_t least;
    REFUSED(clpwl_design(NULL, f, NULL));
    REFUSED(clpwl_design(&out, NULL, NULL));
    REFUSED(clpwl_partition_uniform(0, 1, 2, NULL));
    REFUSED(clpwl_partition_optimized(NULL, 0, 1, 2, CLPWL_NORM_L2, knots));
    REFUSED(clpwl_partition_optimized(f, 0, 1, 2, CLPWL_NORM_L2, NULL));
    REFUSED(clpwl_fit_values(CLPWL_FIT_MINIMAX, NULL, NULL, knots, 2, values));
    REFUSED(clpwl_fit_values(CLPWL_FIT_MINIMAX, f, NULL, NULL, 2, values));
    REFUSED(clpwl_fit_values(CLPWL_FIT_MINIMAX, f, NULL, knots, 2, NULL));
    REFUSED(clpwl_refine_knots(NULL, NULL, CLPWL_NORM_L2, CLPWL_FIT_PROJECTION,
                               CLPWL_EFFORT_REFINED, knots, 2, NULL, NULL));
    REFUSED(clpwl_refine_knots(f, NULL, CLPWL_NORM_L2, CLPWL_FIT_PROJECTION, CLPWL_EFFORT_REFINED,
                               NULL, 2, NULL, NULL));
    REFUSED(clpwl_error_estimate(NULL, NULL, 0, 1, 2, CLPWL_PARTITION_UNIFORM, CLPWL_NORM_L2,
                                 CLPWL_FIT_INTERPOLANT, &error));
    REFUSED(clpwl_error_estimate(f, NULL, 0, 1, 2, CLPWL_PARTITION_UNIFORM, CLPWL_NORM_L2,
                                 CLPWL_FIT_INTERPOLANT, NULL));
    REFUSED(clpwl_error_measure(NULL, NULL, knots, values, 2, &error));
    REFUSED(clpwl_error_measure(f, NULL, NULL, values, 2, &error));
    REFUSED(clpwl_error_measure(f, NULL, knots, NULL, 2, &error));
    REFUSED(clpwl_error_measure(f, NULL, knots, values, 2, NULL));
    REFUSED(clpwl_error_executed(NULL, NULL, table, NULL, &error));
    REFUSED(clpwl_error_executed(f, NULL, NULL, NULL, &error));
    REFUSED(clpwl_error_executed(f, NULL, table, NULL, NULL));
    OK(clpwl_error_executed(f, NULL, table, NULL, &error));
    REFUSED(clpwl_prove(NULL, f, table, NULL));
    REFUSED(clpwl_prove(&proof, NULL, table, NULL));
    REFUSED(clpwl_prove(&proof, f, NULL, NULL));
    REFUSED(clpwl_prove_fewest(NULL, f, 0, 1, 0.1, NULL));
    REFUSED(clpwl_prove_fewest(&least, NULL, 0, 1, 0.1, NULL));
    REFUSED(clpwl_certificate(NULL, f, table, 1));
    REFUSED(clpwl_certificate(&text, NULL, table, 1));
    REFUSED(clpwl_certificate(&text, f, NULL, 1));
    REFUSED(clpwl_find_tails(NULL, f));
    REFUSED(clpwl_find_tails(&tails, NULL));
    ck_assert_ptr_null(out);
    ck_assert_ptr_null(text);
}
END_TEST

/* What a failed call would have made is NULL: the caller frees it. */
#define CLEARS(pointer, call)                                                                      \
    do {                                                                                           \
        (pointer) = (void *)knots;                                                                 \
        REFUSED(call);                                                                             \
        ck_assert_ptr_null(pointer);                                                               \
    } while (0)

START_TEST(results_are_null_after_a_failure)
{
    clpwl_table *t;
    clpwl_function *g;
    clpwl_device_info *rows;
    clpwl_evaluator *e;
    clpwl_context *c;
    char *text;
    size_t count;
    CLEARS(t, clpwl_design(&t, NULL, NULL));
    CLEARS(t, clpwl_table_create(&t, NULL));
    CLEARS(t, clpwl_table_load(&t, NULL));
    CLEARS(t, clpwl_table_load_text(&t, NULL, 3));
    CLEARS(t, clpwl_table_inverse(&t, NULL, CLPWL_EXTEND_CLAMP));
    CLEARS(t, clpwl_table_widen(&t, NULL, 0, 1));
    CLEARS(g, clpwl_function_create(&g, NULL));
    CLEARS(g, clpwl_function_from_formula(&g, NULL, NULL, 0));
    CLEARS(g, clpwl_function_from_catalogue(&g, NULL));
    CLEARS(g, clpwl_function_from_samples(&g, "f", NULL, values, 3));
    CLEARS(g, clpwl_function_from_points(&g, "f", NULL, values, 3));
    CLEARS(g, clpwl_function_from_arguments(&g, "f", NULL, 3));
    CLEARS(g, clpwl_function_read_samples(&g, NULL));
    CLEARS(g, clpwl_function_read_weight(&g, NULL));
    CLEARS(g, clpwl_function_smoothed(&g, NULL, 1));
    CLEARS(text, clpwl_table_save_text(NULL, &text, &count));
    CLEARS(text, clpwl_table_export(NULL, CLPWL_LANGUAGE_C, "f", &text));
    CLEARS(text, clpwl_table_export_stored(NULL, CLPWL_LANGUAGE_C, CLPWL_STORAGE_FLOAT32, "f", &text));
    CLEARS(text, clpwl_certificate(&text, NULL, table, 1));
    CLEARS(text, clpwl_evaluator_source(NULL, "f", &text));
    CLEARS(rows, clpwl_devices(&rows, NULL));
    CLEARS(e, clpwl_evaluator_create(&e, context, NULL, NULL));
    CLEARS(e, clpwl_evaluator_create_vector(&e, context, NULL, 2, NULL));
    CLEARS(c, clpwl_context_wrap(&c, NULL, NULL, NULL, NULL));
}
END_TEST

START_TEST(test_devices)
{
    clpwl_device_info *rows = NULL;
    clpwl_context *out = NULL;
    clpwl_sampler_info sampler;
    clpwl_execution execution;
    size_t count;
    REFUSED(clpwl_devices(NULL, &count));
    REFUSED(clpwl_devices(&rows, NULL));
    REFUSED(clpwl_context_create(NULL, NULL));
    REFUSED(clpwl_context_wrap(NULL, clpwl_context_cl(context), clpwl_context_device(context), NULL,
                               NULL));
    REFUSED(clpwl_context_wrap(&out, NULL, clpwl_context_device(context), NULL, NULL));
    REFUSED(clpwl_context_wrap(&out, clpwl_context_cl(context), NULL, NULL, NULL));
    REFUSED(clpwl_context_sampler(NULL, CLPWL_STORAGE_FLOAT32, &sampler));
    REFUSED(clpwl_context_sampler(context, CLPWL_STORAGE_FLOAT32, NULL));
    REFUSED(clpwl_context_execution(NULL, CLPWL_STORAGE_FLOAT32, &execution));
    REFUSED(clpwl_context_execution(context, CLPWL_STORAGE_FLOAT32, NULL));
    ck_assert_ptr_null(rows);
    ck_assert_ptr_null(out);
    clpwl_context_free(NULL);
}
END_TEST

static void check_evaluations(clpwl_evaluator *e)
{
    clpwl_verification seen;
    clpwl_share share;
    clpwl_evaluator *none = NULL;
    float x[2] = {0, 1}, y[2];
    uint16_t half[2] = {0, 0};
    REFUSED(clpwl_eval(NULL, x, y, 2));
    REFUSED(clpwl_eval(e, NULL, y, 2));
    REFUSED(clpwl_eval(e, x, NULL, 2));
    OK(clpwl_eval(e, NULL, NULL, 0));
    REFUSED(clpwl_eval_half(NULL, half, half, 2));
    REFUSED(clpwl_eval_half(e, NULL, half, 2));
    REFUSED(clpwl_eval_half(e, half, NULL, 2));
    REFUSED(clpwl_eval_shared(NULL, 1, x, y, 2, &share));
    REFUSED(clpwl_eval_shared(&none, 1, x, y, 2, &share));
    REFUSED(clpwl_eval_shared(&e, 1, NULL, y, 2, &share));
    REFUSED(clpwl_eval_shared(&e, 1, x, NULL, 2, &share));
    OK(clpwl_eval_shared(&e, 1, x, y, 2, NULL));
    OK(clpwl_eval_shared(&e, 1, NULL, NULL, 0, NULL));
    REFUSED(clpwl_verify(NULL, f, NULL, &seen));
    REFUSED(clpwl_verify(e, NULL, NULL, &seen));
    REFUSED(clpwl_verify(e, f, NULL, NULL));
    REFUSED(clpwl_verify_every(NULL, 1, f, NULL, &seen));
    REFUSED(clpwl_verify_every(&none, 1, f, NULL, &seen));
    REFUSED(clpwl_verify_every(&e, 1, NULL, NULL, &seen));
    REFUSED(clpwl_verify_every(&e, 1, f, NULL, NULL));
}

START_TEST(test_evaluators)
{
    clpwl_evaluator *e = NULL;
    const clpwl_table *two[2] = {table, NULL};
    REFUSED(clpwl_evaluator_create(NULL, NULL, table, NULL));
    REFUSED(clpwl_evaluator_create(&e, NULL, NULL, NULL));
    REFUSED(clpwl_evaluator_create_vector(NULL, NULL, two, 2, NULL));
    REFUSED(clpwl_evaluator_create_vector(&e, NULL, two, 2, NULL));
    REFUSED(clpwl_evaluator_create_vector(&e, NULL, NULL, 2, NULL));
    ck_assert_ptr_null(e);
    OK(clpwl_evaluator_create(&e, NULL, table, NULL));
    check_evaluations(e);
    clpwl_evaluator_free(e);
    clpwl_evaluator_free(NULL);
}
END_TEST

START_TEST(test_kernels)
{
    clpwl_evaluator *e = kernel_evaluator(context, table, "buffer");
    const clpwl_kernel_table wave = {"wave", e}, nameless = {NULL, e}, empty = {"wave", NULL};
    const char *text = "kernel void mine(CLPWL_TABLE(wave))\n{\n    CLPWL_BEGIN(wave);\n}\n";
    cl_program program = NULL;
    cl_mem x = clCreateBuffer(clpwl_context_cl(context), CL_MEM_READ_WRITE, 64, NULL, NULL);
    char *source = NULL;
    REFUSED(clpwl_evaluator_source(NULL, "f", &source));
    REFUSED(clpwl_evaluator_source(e, NULL, &source));
    REFUSED(clpwl_evaluator_source(e, "f", NULL));
    REFUSED(clpwl_program_build(NULL, NULL, context, text, NULL, &wave, 1));
    REFUSED(clpwl_program_build(&program, NULL, NULL, text, NULL, &wave, 1));
    REFUSED(clpwl_program_build(&program, NULL, context, NULL, NULL, &wave, 1));
    REFUSED(clpwl_program_build(&program, NULL, context, text, NULL, NULL, 1));
    REFUSED(clpwl_program_build(&program, NULL, context, text, NULL, &nameless, 1));
    REFUSED(clpwl_program_build(&program, NULL, context, text, NULL, &empty, 1));
    ck_assert_ptr_null(program);
    ck_assert_ptr_null(source);
    cl_kernel kernel = kernel_build(context, text, NULL, &wave, 1);
    REFUSED(clpwl_kernel_bind(NULL, &wave, 1));
    REFUSED(clpwl_kernel_bind(kernel, NULL, 1));
    REFUSED(clpwl_kernel_bind(kernel, &nameless, 1));
    REFUSED(clpwl_kernel_bind(kernel, &empty, 1));
    REFUSED(clpwl_enqueue(NULL, NULL, x, x, 1, 0, NULL, NULL));
    REFUSED(clpwl_enqueue(e, NULL, NULL, x, 1, 0, NULL, NULL));
    REFUSED(clpwl_enqueue(e, NULL, x, NULL, 1, 0, NULL, NULL));
    REFUSED(clpwl_enqueue(e, NULL, x, x, 1, 1, NULL, NULL));
    REFUSED(clpwl_enqueue_half(NULL, NULL, x, x, 1, 0, NULL, NULL));
    REFUSED(clpwl_enqueue_half(e, NULL, NULL, x, 1, 0, NULL, NULL));
    REFUSED(clpwl_enqueue_half(e, NULL, x, NULL, 1, 0, NULL, NULL));
    REFUSED(clpwl_enqueue_half(e, NULL, x, x, 1, 1, NULL, NULL));
    clReleaseMemObject(x);
    clReleaseKernel(kernel);
    clpwl_evaluator_free(e);
}
END_TEST

/* The library refuses a name that occurs twice; the compiler never sees it. */
START_TEST(test_equal_names)
{
    clpwl_evaluator *e = kernel_evaluator(context, table, "buffer");
    const clpwl_kernel_table twice[] = {{"wave", e}, {"other", e}, {"wave", e}};
    cl_program program = NULL;
    FAILS(CLPWL_ERR_ARGUMENT, "tables 0 and 2 have the same name, \"wave\"",
          clpwl_program_build(&program, NULL, context, "", NULL, twice, 3));
    clpwl_evaluator_free(e);
}
END_TEST

static double identity(double x, void *user)
{
    (void)user;
    return x;
}

static void refuse_count(size_t n)
{
    clpwl_function *out;
    clpwl_table *made;
    clpwl_error error;
    clpwl_function_spec function = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    function.f = identity;
    function.kinks = spec.knots = knots;
    spec.values = values;
    function.kink_count = spec.segments = n;
#define TOO_MANY(call) FAILS(CLPWL_ERR_ARGUMENT, "more than an array holds", call)
    TOO_MANY(clpwl_function_create(&out, &function));
    TOO_MANY(clpwl_function_from_formula(&out, "x", knots, n));
    TOO_MANY(clpwl_function_from_samples(&out, "f", knots, values, n));
    TOO_MANY(clpwl_function_from_points(&out, "f", knots, values, n));
    TOO_MANY(clpwl_function_from_arguments(&out, "f", knots, n));
    TOO_MANY(clpwl_partition_uniform(0, 1, n, knots));
    TOO_MANY(clpwl_partition_optimized(f, 0, 1, n, CLPWL_NORM_L2, knots));
    TOO_MANY(clpwl_fit_values(CLPWL_FIT_INTERPOLANT, f, NULL, knots, n, values));
    TOO_MANY(clpwl_error_estimate(f, NULL, 0, 1, n, CLPWL_PARTITION_UNIFORM, CLPWL_NORM_L2,
                                  CLPWL_FIT_INTERPOLANT, &error));
    TOO_MANY(clpwl_error_measure(f, NULL, knots, values, n, &error));
    TOO_MANY(clpwl_refine_knots(f, NULL, CLPWL_NORM_L2, CLPWL_FIT_INTERPOLANT,
                                CLPWL_EFFORT_REFINED, knots, n, NULL, NULL));
    TOO_MANY(clpwl_table_create(&made, &spec));
}

START_TEST(test_counts)
{
    const size_t counts[] = {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 8};
    clpwl_evaluator *e;
    clpwl_share share;
    clpwl_verification seen = {.arguments = 0};
    clpwl_kernel_table one = {"wave", NULL};
    cl_program program;
    float x[2] = {0}, y[2];
    uint16_t half_x[2] = {0}, half_y[2];
    OK(clpwl_evaluator_create(&e, NULL, table, NULL));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        size_t n = counts[i];
        refuse_count(n);
        TOO_MANY(clpwl_eval_shared(&e, n, x, y, 2, &share));
        TOO_MANY(clpwl_verify_every(&e, n, f, NULL, &seen));
        TOO_MANY(clpwl_program_build(&program, NULL, context, "", NULL, &one, n));
        if (n < SIZE_MAX / 4)
            continue;
        TOO_MANY(clpwl_eval(e, x, y, n));
        TOO_MANY(clpwl_eval_half(e, half_x, half_y, n));
        TOO_MANY(clpwl_eval_shared(&e, 1, x, y, n, &share));
    }
    clpwl_evaluator_free(e);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("null_arguments");
    TCase *c = tcase_create("null_arguments");
    tcase_set_timeout(c, 0);
    tcase_add_unchecked_fixture(c, setup, teardown);
    tcase_add_test(c, test_functions);
    tcase_add_test(c, test_names);
    tcase_add_test(c, test_tables);
    tcase_add_test(c, test_designs);
    tcase_add_test(c, results_are_null_after_a_failure);
    tcase_add_test(c, test_devices);
    tcase_add_test(c, test_evaluators);
    tcase_add_test(c, test_kernels);
    tcase_add_test(c, test_equal_names);
    tcase_add_test(c, test_counts);
    suite_add_tcase(s, c);
    return s;
}
