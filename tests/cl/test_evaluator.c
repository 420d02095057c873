/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluators beside what every method does (test_methods): exact, refusals, errors, large arrays. */
#include "clpwl_cl.h"
#include "support/calculus_reference.h"
#include "support/callback.h"
#include "support/halves.h"
#include "support/tables.h"

START_TEST(there_is_a_device)
{
    ck_assert_uint_gt(count_devices(), 0);
}
END_TEST

START_TEST(exact_is_the_expression_inside_and_the_tail_outside)
{
    clpwl_context *c = context_of((size_t)_i);
    clpwl_table *t = make_table(0, 6, 10, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_ZERO);
    clpwl_evaluator *e = make(c, t, "exact", 0, 0);
    float x[] = {0, 1, 3, 6, 7, -1, NAN, INFINITY}, y[8];
    OK(clpwl_eval(e, x, y, 8));
    for (int i = 0; i < 4; i++) /* OpenCL C allows cos 4 ulp */
        ck_assert_double_le(fabs(y[i] - cos((double)x[i])), 8 * EPS);
    ck_assert(y[4] == 0 && y[5] == 0 && isnan(y[6]) && y[7] == 0);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
    clpwl_context_free(c);
}
END_TEST

/* The table has 31 uniform segments; its function has no native expression. */
START_TEST(what_cannot_be_is_said_in_one_line)
{
    static const struct {
        const char *method;
        int storage, quantity, bits, on_host;
        double target;
        clpwl_status status;
        const char *part;
    } cases[] = {
        {"bufer", 0, 0, 0, 0, 0, CLPWL_ERR_UNKNOWN_NAME, "buffer"},
        {"cell", 0, 0, 0, 0, 0, CLPWL_ERR_UNSUPPORTED, "uniform partition"},
        {"exact-native", 0, 0, 0, 0, 0, CLPWL_ERR_UNSUPPORTED, "no native_"},
        {"buffer", 0, 0, 0, 1, 0, CLPWL_ERR_UNSUPPORTED, "needs an OpenCL device"},
        {"buffer", 0, 0, 25, 0, 0, CLPWL_ERR_ARGUMENT, "at most 24"},
        {"exact", CLPWL_STORAGE_HALF, 0, 0, 0, 0, CLPWL_ERR_UNSUPPORTED,
         "cannot store a table as half: use buffer"},
        {"buffer", 99, 0, 0, 0, 0, CLPWL_ERR_ARGUMENT, "storage 99"},
        {"buffer", 0, 0, 0, 0, NAN, CLPWL_ERR_ARGUMENT, "max_error"},
        {"buffer", 0, 3, 0, 0, 0, CLPWL_ERR_ARGUMENT, "unknown quantity 3"},
        {"exact", 0, CLPWL_QUANTITY_DERIVATIVE, 0, 0, 0, CLPWL_ERR_UNSUPPORTED,
         "does not give a derivative: use buffer"},
        {"host-avx2", 0, CLPWL_QUANTITY_DERIVATIVE, 0, 0, 0, CLPWL_ERR_UNSUPPORTED, "use host-scalar"},
        {"host-scalar", CLPWL_STORAGE_HALF, CLPWL_QUANTITY_DERIVATIVE, 0, 1, 0, CLPWL_ERR_UNSUPPORTED,
         "does not emulate the storage half"}};
    clpwl_context *c = context_of(0);
    clpwl_table *t = make_table(0, 1, 31, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    clpwl_evaluator *e;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
        clpwl_execution filter = CLPWL_EXECUTION_INIT;
        filter.weight_bits = (unsigned)cases[i].bits;
        o.execution = cases[i].bits ? &filter : NULL;
        o.method = cases[i].method;
        o.storage = (clpwl_storage)cases[i].storage;
        o.quantity = (clpwl_quantity)cases[i].quantity;
        o.max_error = cases[i].target;
        FAILS(cases[i].status, cases[i].part,
              clpwl_evaluator_create(&e, cases[i].on_host ? NULL : c, t, &o));
    }
    setenv("CLPWL_METHOD", "nonsense", 1);
    FAILS(CLPWL_ERR_UNKNOWN_NAME, "nonsense", clpwl_evaluator_create(&e, c, t, NULL));
    unsetenv("CLPWL_METHOD");
    e = make(NULL, t, "host-scalar", 0, CLPWL_QUANTITY_DERIVATIVE);
    FAILS(CLPWL_ERR_UNSUPPORTED, "clpwl_eval",
          clpwl_enqueue(e, NULL, (cl_mem)e, (cl_mem)e, 1, 0, NULL, NULL));
    ck_assert_str_eq(clpwl_evaluator_device(e), "host");
    clpwl_function *f;
    clpwl_verification seen;
    OK(clpwl_function_from_catalogue(&f, "exp"));
    FAILS(CLPWL_ERR_ARGUMENT, "not of the derivative", clpwl_verify(e, f, NULL, &seen));
    uint16_t x[8] = {0};
    FAILS(CLPWL_ERR_ARGUMENT, "x and y overlap", clpwl_eval_half(e, x, x + 1, 4));
    OK(clpwl_eval_half(e, x, x + 4, 4));
    OK(clpwl_eval_half(e, NULL, NULL, 0));
    OK(clpwl_eval(e, NULL, NULL, 0));
    clpwl_function_free(f);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
    /* 1e38 on [0,100]. */
    double knots[] = {0, 100}, values[] = {1e38, 1e38};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    spec.knots = knots;
    spec.values = values;
    spec.segments = 1;
    OK(clpwl_table_create(&t, &spec));
    o.quantity = CLPWL_QUANTITY_INTEGRAL;
    o.method = "buffer";
    FAILS(CLPWL_ERR_UNSUPPORTED, "the integral of the table is 1e+40, which overflows fp32",
          clpwl_evaluator_create(&e, c, t, &o));
    clpwl_table_free(t);
    clpwl_context_free(c);
}
END_TEST

/* Tables that are read at once. Their error is the worst of theirs, and unknown if one of theirs is. */
START_TEST(tables_that_do_not_fit_together_are_refused)
{
    const clpwl_extend zero = CLPWL_EXTEND_ZERO;
    clpwl_table *t[] = {make_table(-1, 1, 8, 0, zero), make_table(-1, 1, 9, 0, zero),
                        make_table(-1, 1, 8, 0, CLPWL_EXTEND_CLAMP),
                        make_symmetric(CLPWL_SYMMETRY_EVEN, 1, 4, 0, zero, 0), NULL,
                        make_symmetric(CLPWL_SYMMETRY_ODD, 1, 4, 0, zero, 0)};
    static const char *const parts[] = {NULL, "table 1 has other knots",
                                        "table 1 extends by clamp, table 0 by zero", "symmetry",
                                        "table 1 is NULL"};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *unknown;
    clpwl_evaluator *e;
    for (int i = 1; i < 5; i++) {
        const clpwl_table *two[] = {t[i == 3 ? 5 : 0], t[i]};
        FAILS(CLPWL_ERR_ARGUMENT, parts[i], clpwl_evaluator_create_vector(&e, NULL, two, 2, NULL));
    }
    FAILS(CLPWL_ERR_ARGUMENT, "2 to 4 tables, not 5",
          clpwl_evaluator_create_vector(&e, NULL, (const clpwl_table *const *)t, 5, NULL));
    spec.knots = clpwl_table_knots(t[0]);
    spec.values = clpwl_table_values(t[0]);
    spec.segments = 8;
    spec.extend = zero;
    OK(clpwl_table_create(&unknown, &spec));
    for (int place = 0; place < 3; place++) {
        const clpwl_table *three[] = {t[0], t[0], t[0]};
        three[place] = unknown;
        OK(clpwl_evaluator_create_vector(&e, NULL, three, 3, NULL));
        clpwl_error error = clpwl_evaluator_error(e);
        ck_assert_msg(isnan(error.l1) && isnan(error.l2) && isnan(error.linf), "place %d", place);
        clpwl_evaluator_free(e);
    }
    clpwl_table_free(unknown);
    for (int i = 0; i < 6; i++)
        clpwl_table_free(t[i]);
}
END_TEST

/* Weights k/256 to the nearest: between texels 0 and 1 the value is the weight. */
START_TEST(a_filter_of_eight_bits_errs_as_the_model_says)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_execution filter = CLPWL_EXECUTION_INIT;
    clpwl_evaluator *e;
    double knots[] = {0, 1}, worst = 0;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *t;
    static float x[4097], y[4097];
    spec.knots = spec.values = knots;
    spec.segments = 1;
    spec.measured = (clpwl_error){0, 0, 0};
    OK(clpwl_table_create(&t, &spec));
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

/* A table in a storage. */
static clpwl_table *make_stored(clpwl_storage storage, int phase)
{
    clpwl_table *plain = make_wave(0, 1, 40, CLPWL_PARTITION_OPTIMIZED, CLPWL_EXTEND_CLAMP, phase), *t;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    spec.knots = clpwl_table_knots(plain);
    spec.values = clpwl_table_values(plain);
    spec.segments = 40;
    spec.partition = CLPWL_PARTITION_OPTIMIZED;
    spec.storage = storage;
    OK(clpwl_table_create(&t, &spec));
    clpwl_table_free(plain);
    return t;
}

START_TEST(the_default_is_the_storage_of_the_tables)
{
    clpwl_context *c = context_of(0);
    for (int kind = CLPWL_STORAGE_FLOAT32; kind < CLPWL_STORAGE_ANY; kind++) {
        const clpwl_storage other = kind == CLPWL_STORAGE_HALF ? CLPWL_STORAGE_UNORM8 : CLPWL_STORAGE_HALF;
        clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
        clpwl_table *t[] = {make_stored((clpwl_storage)kind, 0), make_stored((clpwl_storage)kind, 1),
                            make_stored(other, 1)};
        const clpwl_table *const differ[] = {t[0], t[2]};
        clpwl_evaluator *e[3] = {NULL, NULL, NULL};
        o.method = "buffer";
        OK(clpwl_evaluator_create(&e[0], c, t[0], &o));
        OK(clpwl_evaluator_create_vector(&e[1], c, (const clpwl_table *const *)t, 2, &o));
        OK(clpwl_evaluator_create_vector(&e[2], c, differ, 2, &o));
        for (int i = 0; i < 3; i++) {
            ck_assert_int_eq(clpwl_evaluator_storage(e[i]), i < 2 ? kind : CLPWL_STORAGE_FLOAT32);
            clpwl_evaluator_free(e[i]);
        }
        o.method = "cell"; /* which reads floats alone */
        if (kind != CLPWL_STORAGE_FLOAT32)
            FAILS(CLPWL_ERR_UNSUPPORTED, "or the storage float32",
                  clpwl_evaluator_create(&e[0], c, t[0], &o));
        o.storage = CLPWL_STORAGE_FLOAT32;
        OK(clpwl_evaluator_create(&e[0], c, t[0], &o));
        clpwl_evaluator_free(e[0]);
        for (int k = 0; k < 3; k++)
            clpwl_table_free(t[k]);
    }
    clpwl_context_free(c);
}
END_TEST

/* In place, over many values, by threads and past the caches. */
START_TEST(large_arrays_are_as_small_ones)
{
    enum { LARGE = (1 << 23) + 5 };
    clpwl_table *t = make_table(-1.3, 2.1, 20, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    clpwl_evaluator *e;
    uint16_t *x = malloc(2 * (size_t)LARGE * sizeof *x), *y = x + LARGE;
    static uint16_t all[HALVES], right[HALVES];
    for (int i = 0; i < HALVES; i++)
        all[i] = (uint16_t)i;
    OK(clpwl_evaluator_create(&e, NULL, t, NULL));
    OK(clpwl_eval_half(e, all, right, HALVES));
    for (size_t i = 0; i < LARGE; i++)
        x[i] = all[i % HALVES];
    OK(clpwl_eval_half(e, x, y, LARGE));
    OK(clpwl_eval_half(e, x, x, LARGE));
    for (size_t i = 0; i < LARGE; i += HALVES) {
        size_t n = LARGE - i < HALVES ? LARGE - i : HALVES;
        ck_assert_mem_eq(y + i, right, n * sizeof *y);
        ck_assert_mem_eq(x + i, right, n * sizeof *x);
    }
    free(x);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}
END_TEST

/* The rounding is that of each segment's values; one that may reach 65520 has no bound. */
START_TEST(the_error_of_halves_has_the_rounding_of_the_values)
{
    static const struct {
        double value, rounding;
    } rows[] = {{1.5, 0x1p-11}, {0.75, 0x1p-12}, {0x1p-15, 0x1p-25}, {0, 0x1p-25},
                {-60000, 16}, {65519.99, INFINITY}, {1e6, INFINITY}};
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        double knots[] = {0, 1, 3}, values[] = {0, 0, rows[i / 2].value}, r = rows[i / 2].rounding;
        clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
        clpwl_evaluator *e;
        clpwl_table *t;
        spec.knots = knots;
        spec.values = values;
        spec.segments = 2;
        spec.partition = CLPWL_PARTITION_OPTIMIZED;
        spec.measured = i % 2 ? (clpwl_error)CLPWL_ERROR_NAN : (clpwl_error){0, 0, 0};
        OK(clpwl_table_create(&t, &spec));
        OK(clpwl_evaluator_create(&e, NULL, t, NULL));
        clpwl_error floats = clpwl_evaluator_error(e), halves = clpwl_evaluator_half_error(e);
        /* r is of the second segment; the first one's values are near 0. */
        double small = fmax(0x1p-25, floats.linf * 0x1p-10);
        if (i % 2) {
            ck_assert(isnan(halves.linf));
        } else if (isinf(r)) {
            ck_assert(isinf(halves.linf) && isinf(halves.l1) && isinf(halves.l2));
        } else {
            ck_assert_double_eq_tol(halves.linf, floats.linf + r, 1e-9 * r);
            ck_assert_double_eq_tol(halves.l1, floats.l1 + 2 * r + small / 2, 0.51 * small);
            ck_assert_double_eq_tol(halves.l2, floats.l2 + sqrt(2) * r + small / 2, 0.51 * small);
        }
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
    }
}
END_TEST

/* 10^5 trapezoids: their roundings do not add up. A naive sum in fp32 is off by hundreds of roundings. */
START_TEST(a_sum_of_many_is_exact_to_a_few_roundings)
{
    clpwl_context *c = context_of(0);
    clpwl_table *t = make_table(0, 10, 100000, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    clpwl_evaluator *e = make(c, t, "buffer", CLPWL_STORAGE_FLOAT32, CLPWL_QUANTITY_INTEGRAL);
    bounds off = bounds_of(e);
    double most = 0;
    float x[500], y[500];
    for (int i = 0; i < 500; i++)
        x[i] = 0.02f * (float)i + 0.001f;
    OK(clpwl_eval(e, x, y, 500));
    for (int i = 0; i < 500; i++) {
        check_integral(t, x[i], y[i], &off, "a sum");
        most = fmax(most, fabs((double)y[i]));
    }
    /* Two roundings of the sum; of the coordinate, in [0,10], at most four times 1.25. */
    ck_assert_double_le(off.off.integral, EPS * (2.5 * most + 5 * 10 * 1.25));
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
    clpwl_context_free(c);
}
END_TEST

CALLBACK(rising_wave, sin(3 * x) + x)

static double shaper_slope(clpwl_shaper shaper, double x)
{
    double h = 1e-5 * fabs(x);
    return (clpwl_shaper_value(shaper, x + h) - clpwl_shaper_value(shaper, x - h)) / (2 * h);
}

/* The chain rule, against the derivative in double, on either side of a knot. */
START_TEST(tables_with_shapers_have_derivatives)
{
    enum { N = 500 };
    clpwl_context *c = context_of(0);
    for (int s = CLPWL_SHAPER_LOG2; s < CLPWL_SHAPER_AUTO; s++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_evaluator_options wish = CLPWL_EVALUATOR_INIT;
        clpwl_evaluator *e;
        clpwl_table *t;
        float x[N], y[N];
        o.a = s == CLPWL_SHAPER_EXP2 ? -3 : 0.01;
        o.b = 5;
        o.segments = 30;
        o.shaper = (clpwl_shaper)s;
        clpwl_function *f = callback(rising_wave, o.a, o.b, o.a);
        OK(clpwl_design(&t, f, &o));
        for (int i = 0; i < N; i++)
            x[i] = (float)(o.a + (o.b - o.a) * (i + 0.5) / N);
        for (size_t m = 0; m < clpwl_method_count(); m++) {
            e = make(c, t, clpwl_method(m)->name, 0, CLPWL_QUANTITY_DERIVATIVE);
            if (!e)
                continue;
            bounds off = bounds_of(e);
            ck_assert(isnan(off.off.integral) && off.off.derivative < 1e-2);
            OK(clpwl_eval(e, x, y, N));
            for (int i = 0; i < N; i++) {
                double g = shaper_slope(o.shaper, x[i]), error = INFINITY;
                for (int side = -1; side <= 1; side++) {
                    double at = x[i] + side * off.off.reach;
                    double chain = side ? g / shaper_slope(o.shaper, at) : 1;
                    error = fmin(error, fabs(y[i] - chain * clpwl_table_derivative(t, at)));
                }
                ck_assert_msg(error <= off.off.derivative, "%s by %s at %g: %g", clpwl_shaper_name(o.shaper),
                              clpwl_method(m)->name, x[i], y[i]);
            }
            clpwl_evaluator_free(e);
        }
        wish.quantity = CLPWL_QUANTITY_INTEGRAL;
        wish.method = "buffer";
        FAILS(CLPWL_ERR_UNSUPPORTED, "use host-scalar", clpwl_evaluator_create(&e, c, t, &wish));
        e = make(NULL, t, "host-scalar", 0, CLPWL_QUANTITY_INTEGRAL);
        OK(clpwl_eval(e, x, y, N));
        for (int i = 0; i < N; i++)
            ck_assert(fabs(y[i] - clpwl_table_integral(t, o.a, x[i])) <= 2 * EPS * fabs(y[i]));
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
        clpwl_function_free(f);
    }
    clpwl_context_free(c);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("evaluator");
    TCase *t = tcase_create("evaluator");
    tcase_set_timeout(t, 600);
    tcase_add_test(t, there_is_a_device);
    tcase_add_test(t, what_cannot_be_is_said_in_one_line);
    tcase_add_test(t, tables_that_do_not_fit_together_are_refused);
    tcase_add_test(t, a_filter_of_eight_bits_errs_as_the_model_says);
    tcase_add_test(t, the_default_is_the_storage_of_the_tables);
    tcase_add_test(t, large_arrays_are_as_small_ones);
    tcase_add_test(t, the_error_of_halves_has_the_rounding_of_the_values);
    tcase_add_test(t, a_sum_of_many_is_exact_to_a_few_roundings);
    tcase_add_test(t, tables_with_shapers_have_derivatives);
    tcase_add_loop_test(t, exact_is_the_expression_inside_and_the_tail_outside, 0, (int)count_devices());
    suite_add_tcase(s, t);
    return s;
}
