/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluators by every method on every device against the table in long double. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "clpwl_cl.h"
#include "support/methods.h"
#include "support/tables.h"
#include "support/tolerance.h"

enum { METHODS = 64 };

/* user: how many evaluators each method had, or NULL. */
static void check_table(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    char what[64];
    snprintf(what, sizeof what, "[%g, %g]", clpwl_table_knots(*t)[0],
             clpwl_table_knots(*t)[clpwl_table_segments(*t)]);
    check_evaluator(e, *t, what);
    if (user)
        ((size_t *)user)[method]++;
}

/* Each pair of a method and a case is a program to compile, so make check tries half of them. */
static int is_tried(size_t method, size_t turn)
{
    return reads_tables(method, turn) && (test_factor() > 1 || (method + turn) % 2 == 0);
}

START_TEST(there_is_a_device)
{
    ck_assert_uint_gt(count_devices(), 0);
}
END_TEST

/* 40000 segments are more than an image is wide. */
START_TEST(every_method_gives_the_table)
{
    static const size_t sizes[] = {1, 2, 3, 31, 32, 33, 1000, 40000};
    size_t used[METHODS] = {0};
    clpwl_context *c = context_of((size_t)_i);
    ck_assert_uint_le(clpwl_method_count(), METHODS);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int p = 0; p < 2; p++) {
            clpwl_table *t = make_table(-1, 3, sizes[k], (clpwl_partition)p, CLPWL_EXTEND_CLAMP);
            with_each_method(c, (const clpwl_table *const *)&t, 1, NULL, is_tried, k + (size_t)p,
                             check_table, used);
            clpwl_table_free(t);
        }
    for (size_t m = 0; m < clpwl_method_count(); m++) {
        const char *name = clpwl_method(m)->name;
        int needs_features = strcmp(name, "shuffle") == 0 || strncmp(name, "image", 5) == 0 ||
                             strncmp(name, "host-", 5) == 0;
        ck_assert_msg(used[m] > 0 || is_repeated(m) || needs_features || !reads_tables(m, 0),
                      "%s never worked", name);
    }
    clpwl_context_free(c);
}
END_TEST

START_TEST(every_method_keeps_every_tail)
{
    clpwl_context *c = context_of((size_t)_i);
    for (int extend = CLPWL_EXTEND_CLAMP; extend <= CLPWL_EXTEND_LINEAR; extend++)
        for (int p = 0; p < 2; p++) {
            clpwl_table *t = make_table(0.1, 1.3, 20, (clpwl_partition)p, (clpwl_extend)extend);
            with_each_method(c, (const clpwl_table *const *)&t, 1, NULL, is_tried,
                             (size_t)(extend + p), check_table, NULL);
            clpwl_table_free(t);
        }
    clpwl_context_free(c);
}
END_TEST

START_TEST(domains_far_from_zero_and_near_it_stay_inside_their_bounds)
{
    static const double domains[][2] = {{1000, 1001}, {-1e-6, 1e-6}, {1e-30, 3e-30},
                                        {-1e10, 1e12}, {1000.1, 1000.7}};
    clpwl_context *c = context_of((size_t)_i);
    for (size_t d = 0; d < sizeof domains / sizeof *domains; d++)
        for (int p = 0; p < 2; p++) {
            clpwl_table *t = make_table(domains[d][0], domains[d][1], 100, (clpwl_partition)p,
                                        CLPWL_EXTEND_CLAMP);
            with_each_method(c, (const clpwl_table *const *)&t, 1, NULL, reads_tables, 0,
                             check_table, NULL);
            clpwl_table_free(t);
        }
    clpwl_context_free(c);
}
END_TEST

START_TEST(the_host_alone_reads_by_its_own_methods)
{
    size_t created = 0;
    for (int p = 0; p < 2; p++) {
        clpwl_table *t = make_table(0, 1, 100, (clpwl_partition)p, CLPWL_EXTEND_ZERO);
        created += with_each_method(NULL, (const clpwl_table *const *)&t, 1, NULL, reads_tables, 0,
                                    check_table, NULL);
        clpwl_table_free(t);
    }
    ck_assert_uint_ge(created, 2);
}
END_TEST

START_TEST(exact_is_the_expression_inside_and_the_tail_outside)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    clpwl_context *c = context_of((size_t)_i);
    clpwl_table *t = make_table(0, 6, 10, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_ZERO);
    float x[] = {0, 1, 3, 6, 7, -1, NAN, INFINITY}, y[8];
    options.method = "exact";
    OK(clpwl_evaluator_create(&e, c, t, &options));
    OK(clpwl_eval(e, x, y, 8));
    for (int i = 0; i < 4; i++) /* OpenCL C allows cos 4 ulp */
        ck_assert_double_le(fabs(y[i] - cos((double)x[i])), 8 * EPS);
    ck_assert(y[4] == 0 && y[5] == 0 && isnan(y[6]) && y[7] == 0);
    clpwl_evaluator_free(e);
    options.method = "exact-native";
    FAILS(CLPWL_ERR_UNSUPPORTED, "no native_", clpwl_evaluator_create(&e, c, t, &options));
    clpwl_table_free(t);
    clpwl_context_free(c);
}
END_TEST

START_TEST(chunks_and_shared_arrays_change_nothing)
{
    enum { N = 100003 };
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *whole, *chunked;
    clpwl_context *c = context_of((size_t)_i);
    clpwl_table *t = make_table(0, 1, 64, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_MIRROR);
    float *x = malloc(3 * N * sizeof *x), *y = x + N, *z = x + 2 * N;
    ck_assert_ptr_nonnull(x);
    options.method = "buffer";
    OK(clpwl_evaluator_create(&whole, c, t, &options));
    options.chunk = 999;
    OK(clpwl_evaluator_create(&chunked, c, t, &options));
    for (int i = 0; i < N; i++)
        x[i] = (float)i / 1000;
    OK(clpwl_eval(whole, x, y, N));
    OK(clpwl_eval(chunked, x, z, N));
    ck_assert_mem_eq(y, z, N * sizeof *y);
    OK(clpwl_eval(whole, x, y, 0));
    memcpy(z, x, N * sizeof *z);
    OK(clpwl_eval(whole, z, z, N));
    ck_assert_mem_eq(y, z, N * sizeof *y);
    free(x);
    clpwl_evaluator_free(whole);
    clpwl_evaluator_free(chunked);
    clpwl_table_free(t);
    clpwl_context_free(c);
}
END_TEST

/* A user event for a command to wait for. NULL on pocl's device "basic": there
 * clSetUserEventStatus waits for itself (pocl's issue 1177; seen with pocl 3.1). */
static cl_event make_gate(clpwl_context *c)
{
    const clpwl_device_info *d = clpwl_context_info(c);
    cl_int code;
    if (strncmp(d->name, "basic", 5) == 0 && strstr(d->platform, "Portable Computing"))
        return NULL;
    cl_event gate = clCreateUserEvent(clpwl_context_cl(c), &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    return gate;
}

START_TEST(enqueue_waits_signals_and_checks_its_buffers)
{
    enum { N = 5000 };
    cl_int code;
    cl_event done_event;
    static float x[N], y[N], z[N];
    clpwl_evaluator *e;
    clpwl_context *c = context_of((size_t)_i);
    clpwl_table *t = make_table(0, 1, 64, CLPWL_PARTITION_OPTIMIZED, CLPWL_EXTEND_CLAMP);
    cl_command_queue queue = clpwl_context_queue(c);
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    options.method = "buffer";
    for (int i = 0; i < N; i++)
        x[i] = (float)i / N;
    OK(clpwl_evaluator_create(&e, c, t, &options));
    cl_mem in = clCreateBuffer(clpwl_context_cl(c), CL_MEM_COPY_HOST_PTR, sizeof x, x, &code);
    cl_mem out = clCreateBuffer(clpwl_context_cl(c), CL_MEM_READ_WRITE, sizeof y, NULL, &code);
    cl_event gate = make_gate(c);
    OK(clpwl_enqueue(e, NULL, in, out, N, gate != NULL, gate ? &gate : NULL, &done_event));
    if (gate)
        clSetUserEventStatus(gate, CL_COMPLETE);
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof y, y, 1, &done_event, NULL);
    OK(clpwl_eval(e, x, z, N));
    ck_assert_mem_eq(y, z, sizeof y);
    clReleaseEvent(done_event);
    OK(clpwl_enqueue(e, queue, in, out, 0, 0, NULL, &done_event));
    ck_assert_int_eq(clWaitForEvents(1, &done_event), CL_SUCCESS);
    FAILS(CLPWL_ERR_ARGUMENT, "holds 5000 floats, not 5001",
          clpwl_enqueue(e, NULL, in, out, N + 1, 0, NULL, NULL));
    clReleaseEvent(done_event);
    if (gate)
        clReleaseEvent(gate);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
    clpwl_context_free(c);
}
END_TEST

/* The values that clpwl_enqueue gives are those that clpwl_eval gave; N of each lane. */
static void check_enqueue(clpwl_context *c, clpwl_evaluator *e, const float *x, const float *y,
                          size_t n)
{
    size_t size = n * sizeof *x, lanes = clpwl_evaluator_lanes(e);
    float *z = malloc(lanes * size);
    cl_int code;
    cl_mem in = clCreateBuffer(clpwl_context_cl(c), CL_MEM_COPY_HOST_PTR, size,
                               (void *)(uintptr_t)x, &code);
    cl_mem out = clCreateBuffer(clpwl_context_cl(c), CL_MEM_READ_WRITE, lanes * size, NULL, &code);
    clpwl_status status = clpwl_enqueue(e, NULL, in, out, n, 0, NULL, NULL);
    if (clpwl_context_info(c)->native_kernels || status != CLPWL_ERR_UNSUPPORTED) {
        OK(status);
        clEnqueueReadBuffer(clpwl_context_queue(c), out, CL_TRUE, 0, lanes * size, z, 0, NULL,
                            NULL);
        ck_assert_mem_eq(y, z, lanes * size);
    }
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    free(z);
}

typedef struct vector {
    clpwl_context *context;
    size_t count; /* of tables */
} vector;

/* Each lane is what its own table gives alone. */
static void check_lanes(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    enum { N = 1000 };
    static float x[N], room[4 * N + 8], alone[N];
    /* y is aligned as a float is, and not as the vector that a look-up of several tables stores. */
    float *y = room;
    while ((uintptr_t)y % 16 != 4)
        y++;
    const vector *of = user;
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    size_t lanes = clpwl_evaluator_lanes(e);
    options.method = clpwl_method(method)->name;
    ck_assert_uint_eq(lanes, of->count == 3 ? 4 : of->count);
    for (int i = 0; i < N; i++)
        x[i] = (float)i / 600 - 0.3f;
    OK(clpwl_eval(e, x, y, N));
    for (size_t k = 0; k < lanes; k++) {
        if (k < of->count) {
            clpwl_evaluator *one = try_evaluator(of->context, &t[k], 1, &options);
            OK(clpwl_eval(one, x, alone, N));
            clpwl_evaluator_free(one);
        }
        for (size_t i = 0; i < N; i++) /* a fused and a plain product differ by a rounding */
            EXPECT(fabsf(y[lanes * i + k] - (k < of->count ? alone[i] : 0)) <= 4 * EPS,
                   "%s, %zu tables: lane %zu at %g", options.method, of->count, k, x[i]);
    }
    check_enqueue(of->context, e, x, y, N);
}

START_TEST(several_tables_are_read_at_once_and_enqueued_by_every_method)
{
    vector of = {context_of((size_t)_i), 0};
    for (int p = 0; p < 2; p++) {
        clpwl_table *t[4];
        for (int k = 0; k < 4; k++)
            t[k] = make_wave(0, 1, 40, (clpwl_partition)p, CLPWL_EXTEND_ZERO, k);
        for (of.count = 1; of.count <= 4; of.count++)
            with_each_method(of.context, (const clpwl_table *const *)t, of.count, NULL, is_tried,
                             of.count + (size_t)p, check_lanes, &of);
        for (int k = 0; k < 4; k++)
            clpwl_table_free(t[k]);
    }
    clpwl_context_free(of.context);
}
END_TEST

/* The error of several tables is the worst of theirs, and unknown if one of theirs is. */
START_TEST(an_unknown_error_stays_unknown_among_known_ones)
{
    static const double values[] = {0, 1, 4, 9, 16, 25, 36, 49, 64};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *known = make_table(0, 1, 8, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP), *unknown;
    spec.knots = clpwl_table_knots(known);
    spec.values = values;
    spec.segments = 8;
    OK(clpwl_table_create(&unknown, &spec));
    for (int place = 0; place < 3; place++) {
        const clpwl_table *three[] = {known, known, known};
        clpwl_evaluator *e;
        three[place] = unknown;
        OK(clpwl_evaluator_create_vector(&e, NULL, three, 3, NULL));
        clpwl_error error = clpwl_evaluator_error(e);
        ck_assert_msg(isnan(error.l1) && isnan(error.l2) && isnan(error.linf), "place %d", place);
        clpwl_evaluator_free(e);
    }
    clpwl_table_free(known);
    clpwl_table_free(unknown);
}
END_TEST

START_TEST(tables_that_do_not_fit_together_are_refused)
{
    clpwl_evaluator *e;
    clpwl_table *a = make_table(0, 1, 8, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_ZERO);
    clpwl_table *finer = make_table(0, 1, 9, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_ZERO);
    clpwl_table *tail = make_table(0, 1, 8, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    const clpwl_table *knots[] = {a, finer}, *tails[] = {a, a, tail}, *gap[] = {a, NULL};
    FAILS(CLPWL_ERR_ARGUMENT, "table 1 has other knots",
          clpwl_evaluator_create_vector(&e, NULL, knots, 2, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "table 2 extends by clamp, table 0 by zero",
          clpwl_evaluator_create_vector(&e, NULL, tails, 3, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "2 to 4 tables, not 5",
          clpwl_evaluator_create_vector(&e, NULL, knots, 5, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "table 1 is NULL",
          clpwl_evaluator_create_vector(&e, NULL, gap, 2, NULL));
    clpwl_table_free(a);
    clpwl_table_free(finer);
    clpwl_table_free(tail);
}
END_TEST

START_TEST(what_cannot_be_is_said_in_one_line)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    clpwl_context *c = context_of(0);
    clpwl_table *uniform = make_table(0, 1, 64, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    options.method = "bufer";
    FAILS(CLPWL_ERR_UNKNOWN_NAME, "buffer", clpwl_evaluator_create(&e, c, uniform, &options));
    options.method = "cell";
    FAILS(CLPWL_ERR_UNSUPPORTED, "uniform partition",
          clpwl_evaluator_create(&e, c, uniform, &options));
    options.method = "buffer";
    FAILS(CLPWL_ERR_UNSUPPORTED, "needs an OpenCL device",
          clpwl_evaluator_create(&e, NULL, uniform, &options));
    clpwl_execution filter = CLPWL_EXECUTION_INIT;
    filter.weight_bits = 25;
    options.execution = &filter;
    FAILS(CLPWL_ERR_ARGUMENT, "at most 24", clpwl_evaluator_create(&e, c, uniform, &options));
    options.execution = NULL;
    options.storage = CLPWL_STORAGE_HALF;
    options.method = "exact";
    FAILS(CLPWL_ERR_UNSUPPORTED, "method exact cannot store a table as half: use buffer",
          clpwl_evaluator_create(&e, c, uniform, &options));
    options.storage = (clpwl_storage)99;
    FAILS(CLPWL_ERR_ARGUMENT, "storage 99", clpwl_evaluator_create(&e, c, uniform, &options));
    options.storage = CLPWL_STORAGE_FLOAT32;
    options.max_error = NAN;
    FAILS(CLPWL_ERR_ARGUMENT, "max_error", clpwl_evaluator_create(&e, c, uniform, &options));
    FAILS(CLPWL_ERR_ARGUMENT, "NULL", clpwl_evaluator_create(&e, c, NULL, NULL));
    setenv("CLPWL_METHOD", "nonsense", 1);
    FAILS(CLPWL_ERR_UNKNOWN_NAME, "nonsense", clpwl_evaluator_create(&e, c, uniform, NULL));
    unsetenv("CLPWL_METHOD");
    OK(clpwl_evaluator_create(&e, NULL, uniform, NULL));
    FAILS(CLPWL_ERR_UNSUPPORTED, "clpwl_eval", clpwl_enqueue(e, NULL, (cl_mem)e, (cl_mem)e, 1, 0,
                                                             NULL, NULL));
    ck_assert_str_eq(clpwl_evaluator_device(e), "host");
    clpwl_evaluator_free(e);
    clpwl_evaluator_free(NULL);
    clpwl_table_free(uniform);
    clpwl_context_free(c);
}
END_TEST

START_TEST(a_filter_of_eight_bits_errs_as_the_model_says)
{
    /* Weights k/256 to the nearest: between texels 0 and 1 the value is the weight. */
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    double knots[] = {0, 1}, values[] = {0, 1}, worst = 0;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *t;
    static float x[4097], y[4097];
    spec.knots = knots;
    spec.values = values;
    spec.segments = 1;
    spec.measured = (clpwl_error){0, 0, 0};
    OK(clpwl_table_create(&t, &spec));
    clpwl_execution filter = CLPWL_EXECUTION_INIT;
    filter.weight_bits = 8;
    options.execution = &filter;
    OK(clpwl_evaluator_create(&e, NULL, t, &options));
    for (int i = 0; i <= 4096; i++)
        x[i] = (float)i / 4096;
    OK(clpwl_eval(e, x, y, 4097));
    for (int i = 0; i <= 4096; i++) {
        ck_assert(y[i] * 256 == rint(y[i] * 256.0));
        worst = fmax(worst, fabs((double)y[i] - x[i]));
    }
    ck_assert_double_eq(worst, 0x1p-9);
    ck_assert_double_ge(clpwl_evaluator_error(e).linf, worst);
    ck_assert_double_le(clpwl_evaluator_error(e).linf, 1.01 * worst);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("evaluator");
    TCase *host = tcase_create("host");
    tcase_add_test(host, the_host_alone_reads_by_its_own_methods);
    tcase_add_test(host, a_filter_of_eight_bits_errs_as_the_model_says);
    suite_add_tcase(s, host);
    TCase *t = tcase_create("devices");
    size_t device_count = count_devices();
    tcase_set_timeout(t, 600);
    tcase_add_test(t, there_is_a_device);
    tcase_add_test(t, what_cannot_be_is_said_in_one_line);
    tcase_add_test(t, an_unknown_error_stays_unknown_among_known_ones);
    tcase_add_test(t, tables_that_do_not_fit_together_are_refused);
    tcase_add_loop_test(t, several_tables_are_read_at_once_and_enqueued_by_every_method, 0,
                        (int)device_count);
    tcase_add_loop_test(t, every_method_gives_the_table, 0, (int)device_count);
    tcase_add_loop_test(t, every_method_keeps_every_tail, 0, (int)device_count);
    tcase_add_loop_test(t, domains_far_from_zero_and_near_it_stay_inside_their_bounds, 0,
                        (int)device_count);
    tcase_add_loop_test(t, exact_is_the_expression_inside_and_the_tail_outside, 0,
                        (int)device_count);
    tcase_add_loop_test(t, chunks_and_shared_arrays_change_nothing, 0, (int)device_count);
    tcase_add_loop_test(t, enqueue_waits_signals_and_checks_its_buffers, 0, (int)device_count);
    suite_add_tcase(s, t);
    return s;
}
