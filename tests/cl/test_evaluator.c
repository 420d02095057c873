/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluators beside what every method does (test_methods): exact, refusals, errors, large arrays. */
#include "cl/cl_suite.h"
#include "support/halves.h"
#include "support/wish.h"

DEVICE_FIXTURE(open_context, close_context)

TEST(exact_is_the_expression_inside_and_the_tail_outside)
{
    clpwl_table *t = make_table(0, 6, 10, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_ZERO);
    clpwl_evaluator *e = make(context, t, "exact", 0, 0);
    const float x[] = {0, 1, 3, 6, 7, -1, INFINITY, NAN};
    float y[8];
    OK(clpwl_eval(e, x, y, 8));
    for (int k = 0; k < 7; k++) /* OpenCL C allows cos 4 ulp */
        ck_assert_double_le(fabs(y[k] - (k < 4 ? cos((double)x[k]) : 0)), k < 4 ? 8 * EPS : 0);
    ck_assert_float_nan(y[7]);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}

/* Of x itself nothing is seen but the rounding of the result, 4 EPS of the largest value. exp(-x^2/2) is
 * asked beside 0, its centre, and at no x outside the domain, where a tail takes the place of f. */
TEST(the_error_of_an_expression_is_measured)
{
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    wish w;
    begin_wish(&w, "gaussian", "0:4 N=9");
    for (int i = 0; i < 3; i++) {
        clpwl_table *t;
        spec.knots = spec.values = (const double[]){0, 1, 3};
        spec.segments = 2;
        spec.partition = CLPWL_PARTITION_OPTIMIZED;
        spec.opencl = "x";
        OK(i ? clpwl_design(&t, w.f, &w.o) : clpwl_table_create(&t, &spec));
        clpwl_evaluator *e = make(context, t, i == 2 ? "exact-native" : "exact", 0, 0);
        const double linf = clpwl_evaluator_error(e).linf;
        ck_assert(i == 2 ? linf > 0 : i == 1 ? linf < 1e-5 : linf == 12 * EPS);
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
    }
    end_wish(&w);
}

/* The table has 31 uniform segments; its function has no native expression. */
TEST(what_cannot_be_is_said_in_one_line)
{
    static const struct {
        const char *method;
        int storage, quantity, bits, on_host;
        double target;
        clpwl_status status;
        const char *part;
    } cases[] = {{"bufer", 0, 0, 0, 0, 0, CLPWL_ERR_UNKNOWN_NAME, "buffer"},
                 {"cell", 0, 0, 0, 0, 0, CLPWL_ERR_UNSUPPORTED, "uniform partition"},
                 {"exact-native", 0, 0, 0, 0, 0, CLPWL_ERR_UNSUPPORTED, "no native_"},
                 {"buffer", 0, 0, 25, 0, 0, CLPWL_ERR_ARGUMENT, "at most 24"},
                 {"exact", CLPWL_STORAGE_HALF, 0, 0, 0, 0, CLPWL_ERR_UNSUPPORTED,
                  "cannot store a table as half: use buffer"},
                 {"buffer", 99, 0, 0, 0, 0, CLPWL_ERR_ARGUMENT, "storage 99"},
                 {"buffer", 0, 0, 0, 0, NAN, CLPWL_ERR_ARGUMENT, "max_error"},
                 {"exact", 0, CLPWL_QUANTITY_DERIVATIVE, 0, 0, 0, CLPWL_ERR_UNSUPPORTED,
                  "does not give a derivative: use buffer"},
                 {"host-scalar", CLPWL_STORAGE_HALF, CLPWL_QUANTITY_DERIVATIVE, 0, 1, 0,
                  CLPWL_ERR_UNSUPPORTED, "does not emulate the storage half"}};
    clpwl_table *t = make_table(0, 1, 31, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    clpwl_evaluator *e;
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_verification seen;
    uint16_t x[8] = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        clpwl_execution filter = CLPWL_EXECUTION_INIT;
        filter.weight_bits = (unsigned)cases[i].bits;
        o.execution = cases[i].bits ? &filter : NULL;
        o.method = cases[i].method;
        o.storage = (clpwl_storage)cases[i].storage;
        o.quantity = (clpwl_quantity)cases[i].quantity;
        o.max_error = cases[i].target;
        FAILS(cases[i].status, cases[i].part,
              clpwl_evaluator_create(&e, cases[i].on_host ? NULL : context, t, &o));
    }
    setenv("CLPWL_METHOD", "nonsense", 1);
    FAILS(CLPWL_ERR_UNKNOWN_NAME, "nonsense", clpwl_evaluator_create(&e, context, t, NULL));
    unsetenv("CLPWL_METHOD");
    e = make(NULL, t, "host-scalar", 0, CLPWL_QUANTITY_DERIVATIVE);
    FAILS(CLPWL_ERR_UNSUPPORTED, "clpwl_eval",
          clpwl_enqueue(e, NULL, (cl_mem)e, (cl_mem)e, 1, 0, NULL, NULL));
    ck_assert_str_eq(clpwl_evaluator_device(e), "host");
    clpwl_function *f = function_of("exp");
    FAILS(CLPWL_ERR_ARGUMENT, "not of the derivative", clpwl_verify(e, f, NULL, &seen));
    FAILS(CLPWL_ERR_ARGUMENT, "x and y overlap", clpwl_eval_half(e, x, x + 1, 4));
    OK(clpwl_eval_half(e, x, x + 4, 4));
    OK(clpwl_eval_half(e, NULL, NULL, 0));
    clpwl_function_free(f);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
    t = of_numbers((const double[]){0, 100}, (const double[]){1e38, 1e38}, 1, 0);
    o = (clpwl_evaluator_options)CLPWL_EVALUATOR_INIT;
    o.quantity = CLPWL_QUANTITY_INTEGRAL;
    o.method = "buffer";
    FAILS(CLPWL_ERR_UNSUPPORTED, "the integral of the table is 1e+40, which overflows fp32",
          clpwl_evaluator_create(&e, context, t, &o));
    clpwl_table_free(t);
}

/* Tables that are read at once. Their error is unknown if one of theirs is. Their storage is theirs if
 * they agree. */
TEST(tables_that_do_not_fit_together_are_refused)
{
    const clpwl_extend zero = CLPWL_EXTEND_ZERO;
    const double knots[] = {-1, 0.5, 1}, values[] = {0, 1, 0};
    clpwl_table *t[] = {make_table(-1, 1, 8, 0, zero),
                        make_table(-1, 1, 9, 0, zero),
                        make_table(-1, 1, 8, 0, CLPWL_EXTEND_CLAMP),
                        make_symmetric(CLPWL_SYMMETRY_EVEN, 1, 4, 0, zero, 0),
                        make_symmetric(CLPWL_SYMMETRY_ODD, 1, 4, 0, zero, 0),
                        of_numbers(knots, values, 2, CLPWL_PARTITION_OPTIMIZED)};
    const struct {
        const clpwl_table *two[2];
        const char *part;
    } rows[] = {{{t[0], t[1]}, "table 1 has other knots"},
                {{t[0], t[2]}, "table 1 extends by clamp, table 0 by zero"},
                {{t[4], t[3]}, "symmetry"},
                {{t[0], NULL}, "table 1 is NULL"}};
    clpwl_evaluator *e;
    for (int i = 0; i < 4; i++)
        FAILS(CLPWL_ERR_ARGUMENT, rows[i].part,
              clpwl_evaluator_create_vector(&e, NULL, rows[i].two, 2, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "2 to 4 tables, not 5",
          clpwl_evaluator_create_vector(&e, NULL, (const clpwl_table *const *)t, 5, NULL));
    for (int kind = CLPWL_STORAGE_FLOAT32; kind < CLPWL_STORAGE_ANY; kind++) {
        clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
        clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
        clpwl_table *unknown;
        spec.knots = knots;
        spec.values = values;
        spec.segments = 2;
        spec.partition = CLPWL_PARTITION_OPTIMIZED;
        spec.storage = (clpwl_storage)kind;
        OK(clpwl_table_create(&unknown, &spec));
        o.method = "buffer";
        for (int place = 0; place < 4; place++) {
            const clpwl_table *three[] = {t[5], t[5], t[5]};
            for (int k = 0; k < 3; k++)
                three[k] = place == 3 || place == k ? unknown : three[k];
            OK(clpwl_evaluator_create_vector(&e, context, three, 3, &o));
            ck_assert_double_nan(clpwl_evaluator_error(e).linf);
            ck_assert_int_eq(clpwl_evaluator_storage(e), place == 3 ? kind : CLPWL_STORAGE_FLOAT32);
            clpwl_evaluator_free(e);
        }
        o.method = "cell"; /* which reads floats alone */
        if (kind != CLPWL_STORAGE_FLOAT32)
            FAILS(CLPWL_ERR_UNSUPPORTED, "or the storage float32",
                  clpwl_evaluator_create(&e, context, unknown, &o));
        clpwl_evaluator_free(make(context, unknown, "cell", CLPWL_STORAGE_FLOAT32, 0));
        clpwl_table_free(unknown);
    }
    for (int i = 0; i < 6; i++)
        clpwl_table_free(t[i]);
}

/* Weights k/256 to the nearest: between texels 0 and 1 the value is the weight. */
TEST(a_filter_of_eight_bits_errs_as_the_model_says)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_execution filter = CLPWL_EXECUTION_INIT;
    const double knots[] = {0, 1};
    double worst = 0;
    clpwl_evaluator *e;
    clpwl_table *t = of_numbers(knots, knots, 1, 0);
    filter.weight_bits = 8;
    options.execution = &filter;
    OK(clpwl_evaluator_create(&e, NULL, t, &options));
    for (float x = 0, y; x <= 1; x += 0x1p-12f) {
        OK(clpwl_eval(e, &x, &y, 1));
        ck_assert(y * 256 == rint(y * 256.0));
        worst = fmax(worst, fabs((double)y - x));
    }
    ck_assert_double_eq(worst, 0x1p-9);
    ck_assert(clpwl_evaluator_error(e).linf >= worst && clpwl_evaluator_error(e).linf <= 1.01 * worst);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}

/* In place, over many values, by threads and past the caches. */
TEST(large_arrays_are_as_small_ones)
{
    enum { LARGE = (1 << 23) + 5 };
    clpwl_table *t = make_table(-1.3, 2.1, 20, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    clpwl_evaluator *e = on_host(t);
    uint16_t *x = malloc(2 * (size_t)LARGE * sizeof *x), *y = x + LARGE;
    static uint16_t all[HALVES], right[HALVES];
    for (int i = 0; i < HALVES; i++)
        all[i] = (uint16_t)i;
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

/* The rounding is that of each segment's values: here of the second one's, as the first one's are near 0.
 * One that may reach 65520 has no bound. */
TEST(the_error_of_halves_has_the_rounding_of_the_values)
{
    static const struct {
        double value, rounding;
    } rows[] = {{1.5, 0x1p-11}, {0.75, 0x1p-12}, {0x1p-15, 0x1p-25}, {0, 0x1p-25},
                {-60000, 16}, {65519.99, INFINITY}, {1e6, INFINITY}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double knots[] = {0, 1, 3}, values[] = {0, 0, rows[i].value}, r = rows[i].rounding;
        clpwl_table *t = of_numbers(knots, values, 2, CLPWL_PARTITION_OPTIMIZED);
        clpwl_evaluator *e = on_host(t);
        clpwl_error floats = clpwl_evaluator_error(e), halves = clpwl_evaluator_half_error(e);
        double small = fmax(0x1p-25, floats.linf * 0x1p-10);
        ck_assert(isinf(r) ? isinf(halves.linf) && isinf(halves.l1) && isinf(halves.l2)
                           : fabs(halves.linf - floats.linf - r) <= 1e-9 * r &&
                                 fabs(halves.l1 - floats.l1 - 2 * r - small / 2) <= 0.51 * small &&
                                 fabs(halves.l2 - floats.l2 - sqrt(2) * r - small / 2) <= 0.51 * small);
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
    }
}

/* 10^5 trapezoids: their roundings do not add up. A naive sum in fp32 is off by hundreds of roundings. */
static void check_sum(clpwl_partition partition, const char *method)
{
    clpwl_table *t = make_table(0, 10, 100000, partition, CLPWL_EXTEND_CLAMP);
    clpwl_evaluator *e = make(context, t, method, 0, CLPWL_QUANTITY_INTEGRAL);
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
}

TEST(a_sum_of_many_is_exact_to_a_few_roundings)
{
    check_sum(CLPWL_PARTITION_UNIFORM, "buffer");
    check_sum(CLPWL_PARTITION_OPTIMIZED, "cell");
}

static double shaper_slope(clpwl_shaper shaper, double x)
{
    double h = 1e-5 * fabs(x);
    return (clpwl_shaper_value(shaper, x + h) - clpwl_shaper_value(shaper, x - h)) / (2 * h);
}

static void check_chain(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    enum { N = 500 };
    const clpwl_shaper shaper = clpwl_table_shaper(*t);
    const bounds off = bounds_of(e);
    double a, b;
    float x[N], y[N];
    (void)user;
    clpwl_table_domain(*t, &a, &b);
    for (int i = 0; i < N; i++)
        x[i] = (float)(a + (b - a) * (i + 0.5) / N);
    ck_assert(isnan(off.off.integral) && off.off.derivative < 1e-2);
    OK(clpwl_eval(e, x, y, N));
    for (int i = 0; i < N; i++) {
        double error = INFINITY;
        for (int side = -1; side <= 1; side++) {
            double at = x[i] + side * off.off.reach;
            double chain = shaper_slope(shaper, x[i]) / shaper_slope(shaper, at);
            error = fmin(error, fabs(y[i] - (side ? chain : 1) * clpwl_table_derivative(*t, at)));
        }
        EXPECT(error <= off.off.derivative, "%s by %s at %g: %g", clpwl_shaper_name(shaper),
               clpwl_method(method)->name, x[i], y[i]);
    }
}

/* The chain rule, against the derivative in double, on either side of a knot. */
TEST(tables_with_shapers_have_derivatives)
{
    for (int s = CLPWL_SHAPER_LOG2; s < CLPWL_SHAPER_AUTO; s++) {
        clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
        clpwl_evaluator *e;
        clpwl_table *t;
        wish w;
        begin_wish(&w, "sin(3*x)+x", s == CLPWL_SHAPER_EXP2 ? "-3:5 N=30" : "0.01:5 N=30");
        w.o.shaper = (clpwl_shaper)s;
        OK(clpwl_design(&t, w.f, &w.o));
        o.quantity = CLPWL_QUANTITY_DERIVATIVE;
        with_each_method(context, (const clpwl_table *const *)&t, 1, &o, NULL, 0, check_chain, NULL);
        o.quantity = CLPWL_QUANTITY_INTEGRAL;
        o.method = "buffer";
        FAILS(CLPWL_ERR_UNSUPPORTED, "use host-scalar", clpwl_evaluator_create(&e, context, t, &o));
        e = make(NULL, t, "host-scalar", 0, CLPWL_QUANTITY_INTEGRAL);
        for (float x = 0.02f, y; x < 5; x += 0.01f) {
            OK(clpwl_eval(e, &x, &y, 1));
            ck_assert(fabs(y - clpwl_table_integral(t, w.o.a, x)) <= 2 * EPS * fabs(y));
        }
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
        end_wish(&w);
    }
}
