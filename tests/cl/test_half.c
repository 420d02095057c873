/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All halves by every method on every device, against the table in long double, rounded once. */
#include "clpwl_cl.h"
#include "support/halves.h"
#include "support/methods.h"
#include "support/tables.h"

static uint16_t all[HALVES];

static void fill_all(void)
{
    for (int i = 0; i < HALVES; i++)
        all[i] = (uint16_t)i;
}

/* The table times 2^power; no power makes its values' roundings other than those of fp32. */
static clpwl_table *make_scaled(double a, double b, size_t segments, int partition, int extend,
                                int power)
{
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *scaled, *t = make_table(a, b, segments, (clpwl_partition)partition,
                                         (clpwl_extend)extend);
    double *values = malloc((segments + 1) * sizeof *values);
    for (size_t i = 0; i <= segments; i++)
        values[i] = ldexp(clpwl_table_values(t)[i], power);
    spec.knots = clpwl_table_knots(t);
    spec.values = values;
    spec.segments = segments;
    spec.partition = (clpwl_partition)partition;
    spec.extend = (clpwl_extend)extend;
    spec.measured = (clpwl_error){0, 0, 0};
    OK(clpwl_table_create(&scaled, &spec));
    clpwl_table_free(t);
    free(values);
    return scaled;
}

/* Rounding is monotone: a value within a span rounds to a half within the span's halves. */
static void check_span(const clpwl_evaluator *e, const line *l, uint16_t x, uint16_t y)
{
    float given = (float)half_value(x);
    span s = span_within(l, given, clpwl_evaluator_error(e).linf);
    if (is_out_of_reach(l, given)) {
        if (half_is_nan(y))
            return;
        s = span_between(l, l->lo, l->hi);
    }
    long double least = half_value(half_of(s.least)), most = half_value(half_of(s.most));
    EXPECT(half_value(y) >= least && half_value(y) <= most,
           "%s: v(%a) = %04x, %Lg, not in [%Lg, %Lg]", clpwl_evaluator_method(e), given, y,
           half_value(y), least, most);
}

/* The table's own error is 0. user: the largest error seen as a part of the reported one. */
static void check_halves(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    static uint16_t y[HALVES];
    line l = line_of(*t);
    double bound = clpwl_evaluator_half_error(e).linf, *most = user;
    (void)method;
    memset(y, 0xff, sizeof y);
    OK(clpwl_eval_half(e, all, y, HALVES));
    for (int i = 0; i < HALVES; i++) {
        float x = (float)half_value(all[i]);
        if (nan_at(&l, x)) {
            EXPECT(half_is_nan(y[i]), "%s: v(%a) = %04x, not NaN", clpwl_evaluator_method(e), x,
                   y[i]);
            continue;
        }
        check_span(e, &l, all[i], y[i]);
        if (!(x >= l.lo && x <= l.hi) || isinf(bound))
            continue;
        double error = (double)fabsl(half_value(y[i]) - value_in(&l, segment_of(&l, x), x));
        EXPECT(error <= bound, "%s: v(%a) = %04x is off by %g, not %g", clpwl_evaluator_method(e),
               x, y[i], error, bound);
        *most = fmax(*most, error / bound);
    }
}

/* Each pair of a method and a case is a program to compile, so make check tries a part of them. */
static int is_tried(size_t method, size_t turn)
{
    return reads_tables(method, turn) && (test_factor() > 1 || (method + turn) % 4 == 0);
}

/* Values that are ordinary halves, subnormal ones, and beyond the largest half. */
START_TEST(every_method_takes_and_gives_every_half)
{
    static const int powers[] = {0, -20, 16, -10};
    clpwl_context *c = context_of((size_t)_i);
    size_t created = 0;
    double most = 0;
    fill_all();
    for (size_t turn = 0; turn < 4; turn++)
        for (int p = 0; p < 2; p++) {
            int extend = (int)(turn + 2 * (size_t)p) % (CLPWL_EXTEND_LINEAR + 1);
            clpwl_table *t = make_scaled(-1.3, 2.1, 20, p, extend, powers[turn]);
            created += with_each_method(c, (const clpwl_table *const *)&t, 1, NULL, is_tried, turn,
                                        check_halves, &most);
            clpwl_table_free(t);
        }
    ck_assert_uint_gt(created, 0);
    ck_assert_double_gt(most, 0.5); /* the bound is no larger than it must be */
    clpwl_context_free(c);
}
END_TEST

START_TEST(the_host_takes_and_gives_every_half)
{
    double most = 0;
    fill_all();
    for (int extend = CLPWL_EXTEND_CLAMP; extend <= CLPWL_EXTEND_LINEAR; extend++)
        for (int p = 0; p < 2; p++) {
            clpwl_table *t = make_scaled(-1.3, 2.1, 20, p, extend, 0);
            with_each_method(NULL, (const clpwl_table *const *)&t, 1, NULL, reads_tables, 0,
                             check_halves, &most);
            clpwl_table_free(t);
        }
    ck_assert_double_gt(most, 0.5);
}
END_TEST

/* The halves of an evaluator's floats, at arguments that are halves. */
static void check_floats(clpwl_evaluator *e, const uint16_t *y, size_t n)
{
    size_t lanes = clpwl_evaluator_lanes(e);
    float *x = malloc(n * sizeof *x), *right = malloc(n * lanes * sizeof *right);
    for (size_t i = 0; i < n; i++)
        x[i] = (float)half_value(all[i]);
    OK(clpwl_eval(e, x, right, n));
    for (size_t i = 0; i < n * lanes; i++)
        EXPECT(isnan(right[i]) ? half_is_nan(y[i]) : y[i] == half_of(right[i]),
               "%s: %04x, not %04x at %zu", clpwl_evaluator_method(e), y[i], half_of(right[i]), i);
    free(x);
    free(right);
}

/* On device memory, beyond the first numbers of a buffer; the numbers around stay. */
static void check_enqueue(clpwl_context *c, clpwl_evaluator *e, const uint16_t *right, size_t n)
{
    size_t lanes = clpwl_evaluator_lanes(e), room = n * lanes + 1;
    uint16_t *y = malloc(room * sizeof *y);
    cl_int code;
    memset(y, 0x5a, room * sizeof *y);
    cl_mem in = clCreateBuffer(clpwl_context_cl(c), CL_MEM_COPY_HOST_PTR, n * sizeof *all, all,
                               &code);
    cl_mem out = clCreateBuffer(clpwl_context_cl(c), CL_MEM_COPY_HOST_PTR, room * sizeof *y, y,
                                &code);
    OK(clpwl_enqueue_half(e, NULL, in, out, n, 0, NULL, NULL));
    clEnqueueReadBuffer(clpwl_context_queue(c), out, CL_TRUE, 0, room * sizeof *y, y, 0, NULL,
                        NULL);
    ck_assert_mem_eq(y, right, n * lanes * sizeof *y);
    ck_assert_uint_eq(y[n * lanes], 0x5a5a);
    FAILS(CLPWL_ERR_ARGUMENT, "clpwl_enqueue_half: buffer x holds",
          clpwl_enqueue_half(e, NULL, in, out, n + 1, 0, NULL, NULL));
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    free(y);
}

typedef struct vector {
    clpwl_context *context;
    size_t chunk;
} vector;

/* Odd addresses and numbers, which are no whole vectors. */
static void check_vector(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    enum { N = HALVES - 3 };
    static uint16_t room[4 * HALVES + 8];
    const vector *of = user;
    uint16_t *y = room;
    (void)t;
    (void)method;
    while ((uintptr_t)y % 16 != 6)
        y++;
    OK(clpwl_eval_half(e, all, y, N));
    check_floats(e, y, N);
    if (of->context && (strncmp(clpwl_evaluator_method(e), "host-", 5) != 0 ||
                        clpwl_context_info(of->context)->native_kernels))
        check_enqueue(of->context, e, y, N);
}

START_TEST(one_table_and_several_by_every_way)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    vector of = {_i < 0 ? NULL : context_of((size_t)_i), 0};
    const clpwl_table *t[4];
    fill_all();
    for (size_t k = 0; k < 4; k++)
        t[k] = make_wave(-1.3, 2.1, 20, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_LINEAR, (int)k);
    for (size_t count = 1; count <= 4; count++) {
        options.chunk = count % 2 ? 0 : 9999;
        with_each_method(of.context, t, count, &options, is_tried, count, check_vector, &of);
    }
    for (size_t k = 0; k < 4; k++)
        clpwl_table_free((clpwl_table *)(uintptr_t)t[k]);
    clpwl_context_free(of.context);
}
END_TEST

/* In place, over many values, by threads and past the caches. */
START_TEST(large_arrays_are_as_small_ones)
{
    enum { N = (1 << 23) + 5 };
    clpwl_evaluator *e;
    clpwl_table *t = make_table(-1.3, 2.1, 20, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    uint16_t *x = malloc(2 * (size_t)N * sizeof *x), *y = x + N;
    static uint16_t right[HALVES];
    fill_all();
    OK(clpwl_evaluator_create(&e, NULL, t, NULL));
    OK(clpwl_eval_half(e, all, right, HALVES));
    for (size_t i = 0; i < N; i++)
        x[i] = all[i % HALVES];
    OK(clpwl_eval_half(e, x, y, N));
    OK(clpwl_eval_half(e, x, x, N));
    for (size_t i = 0; i < N; i += HALVES) {
        size_t n = N - i < HALVES ? N - i : HALVES;
        ck_assert_mem_eq(y + i, right, n * sizeof *y);
        ck_assert_mem_eq(x + i, right, n * sizeof *x);
    }
    free(x);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}
END_TEST

START_TEST(derivatives_and_integrals_are_rounded_too)
{
    clpwl_context *c = context_of((size_t)_i);
    fill_all();
    for (int q = CLPWL_QUANTITY_DERIVATIVE; q <= CLPWL_QUANTITY_INTEGRAL; q++)
        for (int host = 0; host < 2; host++) {
            static uint16_t y[HALVES];
            clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
            clpwl_evaluator *e;
            clpwl_table *t = make_table(-1.3, 2.1, 20, CLPWL_PARTITION_UNIFORM,
                                        CLPWL_EXTEND_CLAMP);
            options.quantity = (clpwl_quantity)q;
            options.method = host ? "host-scalar" : "buffer";
            OK(clpwl_evaluator_create(&e, c, t, &options));
            OK(clpwl_eval_half(e, all, y, HALVES));
            check_floats(e, y, HALVES);
            clpwl_evaluator_free(e);
            clpwl_table_free(t);
        }
    clpwl_context_free(c);
}
END_TEST

/* The rounding is that of each segment's values; one that may reach 65520 has no bound. */
START_TEST(the_error_of_halves_has_the_rounding_of_the_values)
{
    static const struct {
        double value, rounding;
    } rows[] = {{1.5, 0x1p-11}, {0.75, 0x1p-12}, {0x1p-15, 0x1p-25}, {0, 0x1p-25},
                {-60000, 16}, {65519.99, INFINITY}, {1e6, INFINITY}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double knots[] = {0, 1, 3}, values[] = {0, 0, rows[i].value};
        clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
        clpwl_evaluator *e;
        clpwl_table *t;
        spec.knots = knots;
        spec.values = values;
        spec.segments = 2;
        spec.partition = CLPWL_PARTITION_OPTIMIZED;
        spec.measured = (clpwl_error){0, 0, 0};
        OK(clpwl_table_create(&t, &spec));
        OK(clpwl_evaluator_create(&e, NULL, t, NULL));
        clpwl_error floats = clpwl_evaluator_error(e), halves = clpwl_evaluator_half_error(e);
        double r = rows[i].rounding; /* of the second segment; the first one's values are near 0 */
        double small = fmax(0x1p-25, floats.linf * 0x1p-10);
        if (isinf(r)) {
            ck_assert(isinf(halves.linf) && isinf(halves.l1) && isinf(halves.l2));
        } else {
            ck_assert_double_eq_tol(halves.linf, floats.linf + r, 1e-9 * r);
            ck_assert_double_ge(halves.l1, floats.l1 + 2 * r);
            ck_assert_double_le(halves.l1, floats.l1 + 2 * r + small);
            ck_assert_double_ge(halves.l2, floats.l2 + sqrt(2) * r);
            ck_assert_double_le(halves.l2, floats.l2 + sqrt(2) * r + small);
        }
        clpwl_evaluator_free(e);
        spec.measured = (clpwl_error)CLPWL_ERROR_NAN;
        clpwl_table_free(t);
        OK(clpwl_table_create(&t, &spec));
        OK(clpwl_evaluator_create(&e, NULL, t, NULL));
        ck_assert(isnan(clpwl_evaluator_half_error(e).linf));
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
    }
}
END_TEST

START_TEST(wrong_arguments_are_refused)
{
    uint16_t x[8] = {0};
    clpwl_evaluator *e;
    clpwl_table *t = make_table(-1.3, 2.1, 20, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    OK(clpwl_evaluator_create(&e, NULL, t, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "clpwl_eval_half: x and y overlap", clpwl_eval_half(e, x, x + 1, 4));
    FAILS(CLPWL_ERR_ARGUMENT, "clpwl_eval_half: evaluator, x or y is NULL",
          clpwl_eval_half(e, NULL, x, 4));
    FAILS(CLPWL_ERR_UNSUPPORTED, "no OpenCL device; use clpwl_eval_half",
          clpwl_enqueue_half(e, NULL, (cl_mem)x, (cl_mem)x, 4, 0, NULL, NULL));
    OK(clpwl_eval_half(e, x, x + 4, 4));
    OK(clpwl_eval_half(e, NULL, NULL, 0));
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("half arrays");
    TCase *host = tcase_create("host");
    tcase_set_timeout(host, 600);
    tcase_add_test(host, the_host_takes_and_gives_every_half);
    tcase_add_loop_test(host, one_table_and_several_by_every_way, -1, 0);
    tcase_add_test(host, large_arrays_are_as_small_ones);
    tcase_add_test(host, the_error_of_halves_has_the_rounding_of_the_values);
    tcase_add_test(host, wrong_arguments_are_refused);
    suite_add_tcase(s, host);
    TCase *t = tcase_create("devices");
    int device_count = (int)count_devices();
    tcase_set_timeout(t, 600);
    tcase_add_loop_test(t, every_method_takes_and_gives_every_half, 0, device_count);
    tcase_add_loop_test(t, one_table_and_several_by_every_way, 0, device_count);
    tcase_add_loop_test(t, derivatives_and_integrals_are_rounded_too, 0, device_count);
    suite_add_tcase(s, t);
    return s;
}
