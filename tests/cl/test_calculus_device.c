/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives and integrals by evaluators, against sums in long double and closed forms. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "clpwl.h"
#include "support/calculus_reference.h"
#include "support/callback.h"
#include "support/tables.h"

typedef struct both {
    clpwl_context *context;
    clpwl_evaluator_options options; /* of the derivative; the integral's but for the quantity */
    int created;                     /* pairs of evaluators */
} both;

/* The derivative, whose evaluator is `slope`, and the integral. */
static void check_both(clpwl_evaluator *slope, const clpwl_table *const *t, size_t method,
                       void *user)
{
    both *b = user;
    char what[96];
    clpwl_evaluator_options o = b->options;
    o.method = clpwl_method(method)->name;
    o.quantity = CLPWL_QUANTITY_INTEGRAL;
    clpwl_evaluator *sum = try_evaluator(b->context, t, 1, &o);
    if (!sum)
        return;
    line l = line_of(*t);
    size_t n;
    float *x = probes(&l, &n), *y = malloc(n * sizeof *y);
    bounds off = bounds_of(slope);
    snprintf(what, sizeof what, "%s %s %s %zu", o.method,
             clpwl_partition_name(clpwl_table_partition(*t)),
             clpwl_extend_name(clpwl_table_extend(*t)), clpwl_table_segments(*t));
    OK(clpwl_eval(slope, x, y, n));
    for (size_t i = 0; i < n; i++)
        EXPECT(is_slope(*t, x[i], y[i], &off), "%s: v'(%a) is %.9g", what, x[i], y[i]);
    OK(clpwl_eval(sum, x, y, n));
    for (size_t i = 0; i < n; i++)
        check_integral(*t, x[i], y[i], &off, what);
    free(x);
    free(y);
    clpwl_evaluator_free(sum);
    b->created++;
}

static void try_both(both *b, const clpwl_table *t, clpwl_storage storage, method_filter *is_tried,
                     size_t turn)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    o.storage = storage;
    o.quantity = CLPWL_QUANTITY_DERIVATIVE;
    b->options = o;
    with_each_method(b->context, &t, 1, &o, is_tried, turn, check_both, b);
}

/* The source of a tail depends on the method only by how the place is found. So each tail is
 * tried by four methods, in make check with one partition each: a pair is two programs to
 * compile. */
static int finds_another_way(size_t m, size_t turn)
{
    const char *method = clpwl_method(m)->name;
    if (test_factor() == 1 && (m + turn) % 2 != 0)
        return 0;
    return strcmp(method, "image-linear") == 0 || strcmp(method, "buffer") == 0 ||
           strcmp(method, "cell") == 0 || strcmp(method, "host-scalar") == 0;
}

/* Every method on domains near zero and far from it, with mirror, the tail that does most; some
 * methods with each tail. */
START_TEST(every_method_gives_both)
{
    static const struct {
        double a, b;
        size_t segments;
    } domains[] = {{-1.3, 2.1, 37}, {1000.1, 1001.3, 100}, {0, 8, 1}, {-3e-5, 1e-5, 250}};
    for (size_t device = 0; device < count_devices(); device++) {
        both b = {.context = context_of(device)};
        for (int p = 0; p < 2; p++) {
            for (size_t d = 0; d < sizeof domains / sizeof *domains; d++) {
                clpwl_table *t = make_table(domains[d].a, domains[d].b, domains[d].segments,
                                            (clpwl_partition)p, CLPWL_EXTEND_MIRROR);
                try_both(&b, t, CLPWL_STORAGE_FLOAT32, reads_tables, 0);
                clpwl_table_free(t);
            }
            for (int extend = 0; extend <= CLPWL_EXTEND_LINEAR; extend++) {
                clpwl_table *t = make_table(-1.3, 2.1, 37, (clpwl_partition)p,
                                            (clpwl_extend)extend);
                if (extend != CLPWL_EXTEND_MIRROR)
                    try_both(&b, t, CLPWL_STORAGE_FLOAT32, finds_another_way,
                             (size_t)(extend + p));
                clpwl_table_free(t);
            }
        }
        /* buffer and host-scalar read both partitions on every device, cell reads one: on four
         * domains, and with one tail at least. */
        ck_assert_int_ge(b.created, 5 * (4 + 1));
        clpwl_context_free(b.context);
    }
}
END_TEST

START_TEST(values_of_few_bits_are_within_their_bounds)
{
    both b = {.context = context_of(0)};
    for (int p = 0; p < 2; p++)
        for (int storage = CLPWL_STORAGE_HALF; storage < CLPWL_STORAGE_ANY; storage++) {
            clpwl_table *t = make_table(-1, 3, 40, (clpwl_partition)p, CLPWL_EXTEND_CLAMP);
            try_both(&b, t, (clpwl_storage)storage, reads_tables, 0);
            clpwl_table_free(t);
        }
    clpwl_context_free(b.context);
}
END_TEST

/* Each law with each way to find a place, each kind of tails and each storage. */
START_TEST(tables_with_a_symmetry_give_both)
{
    static const clpwl_extend tails[] = {CLPWL_EXTEND_CLAMP, CLPWL_EXTEND_LINEAR,
                                         CLPWL_EXTEND_ZERO, CLPWL_EXTEND_NAN};
    both b = {.context = context_of(0)};
    int turn = 0;
    for (int law = CLPWL_SYMMETRY_EVEN; law < CLPWL_SYMMETRY_AUTO; law++)
        for (int p = 0; p < 2; p++, turn++) {
            clpwl_table *t = make_symmetric((clpwl_symmetry)law, p ? 2.7 : 8, 37, (clpwl_partition)p,
                                            tails[turn % 4], turn);
            try_both(&b, t, CLPWL_STORAGE_FLOAT32, reads_tables, 0);
            try_both(&b, t, (clpwl_storage)(CLPWL_STORAGE_HALF + turn % (CLPWL_STORAGE_ANY - CLPWL_STORAGE_HALF)),
                     reads_tables, 0);
            clpwl_table_free(t);
        }
    ck_assert_int_ge(b.created, turn * (2 + 1)); /* buffer and host-scalar; buffer */
    clpwl_context_free(b.context);
}
END_TEST

/* 10^5 trapezoids: their roundings do not add up. A naive sum in fp32 is off by hundreds of
 * roundings. */
START_TEST(a_sum_of_many_is_exact_to_a_few_roundings)
{
    enum { SEGMENTS = 100000 };
    clpwl_context *c = context_of(0);
    clpwl_table *t = make_table(0, 10, SEGMENTS, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    clpwl_evaluator *e = make(c, t, "buffer", CLPWL_STORAGE_FLOAT32, CLPWL_QUANTITY_INTEGRAL);
    double most = 0, bound = clpwl_evaluator_calculus_error(e).integral;
    float x[500], y[500];
    for (int i = 0; i < 500; i++)
        x[i] = 0.02f * (float)i + 0.001f;
    OK(clpwl_eval(e, x, y, 500));
    for (int i = 0; i < 500; i++) {
        long double right = primitive(t, x[i]);
        most = fmax(most, fabsl(right));
        ck_assert_msg(fabsl(y[i] - right) <= bound, "V(%g) is %g, not %Lg", x[i], y[i], right);
    }
    /* Two roundings of the sum; of the coordinate, in [0,10], at most four times 1.25. */
    ck_assert_double_le(bound, EPS * (2.5 * most + 5 * 10 * 1.25));
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
    clpwl_context_free(c);
}
END_TEST

CALLBACK(gauss, exp(-x * x / 2))
CALLBACK(lorentzian, 1 / (1 + x * x))
CALLBACK(grow, exp(x))
CALLBACK(wave, cos(x))
CALLBACK(rising_wave, sin(3 * x) + x)

static double gauss_primitive(double x)
{
    return sqrt(M_PI / 2) * erf(x / M_SQRT2);
}

static double lorentzian_primitive(double x)
{
    return atan(x);
}

/* An integral is within the L1 error and the roundings of the integral of f. */
START_TEST(integrals_of_known_functions)
{
    static const struct {
        const char *name;
        clpwl_callback f;
        double (*primitive)(double x);
        double a, b;
    } rows[] = {{"gauss", gauss, gauss_primitive, -4, 4},
                {"lorentzian", lorentzian, lorentzian_primitive, -10, 20},
                {"exp", grow, exp, -2, 1},
                {"cos", wave, sin, 0, 50}};
    clpwl_context *c = context_of(0);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (int p = 0; p < 2; p++) {
            clpwl_design_options o = CLPWL_DESIGN_INIT;
            clpwl_table *t;
            float x[400], y[400];
            o.a = rows[r].a;
            o.b = rows[r].b;
            o.max_error = 1e-4;
            o.partition = (clpwl_partition)p;
            clpwl_function *f = callback(rows[r].f, NULL, o.a, o.b, o.a);
            OK(clpwl_design(&t, f, &o));
            clpwl_evaluator *e = make(c, t, p ? "cell" : "buffer", CLPWL_STORAGE_FLOAT32,
                                      CLPWL_QUANTITY_INTEGRAL);
            double bound = clpwl_table_measured(t).l1 + clpwl_evaluator_calculus_error(e).integral;
            for (int i = 0; i < 400; i++)
                x[i] = (float)(o.a + (o.b - o.a) * i / 399);
            OK(clpwl_eval(e, x, y, 400));
            for (int i = 0; i < 400; i++) {
                double right = rows[r].primitive(x[i]) - rows[r].primitive(o.a);
                ck_assert_msg(fabs(y[i] - right) <= bound, "%s at %g: %g, not %g, bound %g",
                              rows[r].name, x[i], y[i], right, bound);
            }
            clpwl_evaluator_free(e);
            clpwl_table_free(t);
            clpwl_function_free(f);
        }
    clpwl_context_free(c);
}
END_TEST

static void check_three(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    enum { N = 300 };
    static float x[N], y[4 * N];
    const clpwl_quantity *quantity = user;
    bounds off = bounds_of(e);
    for (int i = 0; i < N; i++)
        x[i] = -4 + 9 * (float)i / N;
    OK(clpwl_eval(e, x, y, N));
    for (int i = 0; i < 4 * N; i++)
        if (i % 4 == 3)
            EXPECT(y[i] == 0, "lane 3 is %g", y[i]);
        else if (*quantity == CLPWL_QUANTITY_INTEGRAL)
            check_integral(t[i % 4], x[i / 4], y[i], &off, clpwl_method(method)->name);
        else
            EXPECT(is_slope(t[i % 4], x[i / 4], y[i], &off), "v'(%g) is %g", x[i / 4], y[i]);
}

/* Three tables over the same knots: four lanes, the last 0. buffer reads them. */
START_TEST(several_tables_at_once)
{
    clpwl_context *c = context_of(0);
    for (int p = 0; p < 2; p++)
        for (int q = 1; q < 3; q++) {
            clpwl_table *t[3];
            clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
            o.quantity = (clpwl_quantity)q;
            for (int k = 0; k < 3; k++)
                t[k] = make_wave(-1, 2, 20, (clpwl_partition)p, CLPWL_EXTEND_MIRROR, k);
            with_each_method(c, (const clpwl_table *const *)t, 3, &o, reads_tables, 0,
                             check_three, &o.quantity);
            o.method = "buffer";
            clpwl_evaluator *e = try_evaluator(c, (const clpwl_table *const *)t, 3, &o);
            ck_assert_ptr_nonnull(e);
            clpwl_evaluator_free(e);
            for (int k = 0; k < 3; k++)
                clpwl_table_free(t[k]);
        }
    clpwl_context_free(c);
}
END_TEST

static double shaper_slope(clpwl_shaper shaper, double x)
{
    double h = 1e-5 * fabs(x);
    return (clpwl_shaper_value(shaper, x + h) - clpwl_shaper_value(shaper, x - h)) / (2 * h);
}

/* The chain rule, against the derivative in double; sqrt has no derivative at 0. */
START_TEST(tables_with_shapers_have_derivatives)
{
    enum { N = 500 };
    clpwl_context *c = context_of(0);
    for (int s = CLPWL_SHAPER_LOG2; s < CLPWL_SHAPER_AUTO; s++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_table *t;
        float x[N], y[N];
        o.a = s == CLPWL_SHAPER_EXP2 ? -3 : 0.01;
        o.b = 5;
        o.segments = 30;
        o.shaper = (clpwl_shaper)s;
        clpwl_function *f = callback(rising_wave, NULL, o.a, o.b, o.a);
        OK(clpwl_design(&t, f, &o));
        for (size_t m = 0; m < clpwl_method_count(); m++) {
            clpwl_evaluator *e = make(c, t, clpwl_method(m)->name, 0, CLPWL_QUANTITY_DERIVATIVE);
            if (!e)
                continue;
            bounds off = bounds_of(e);
            ck_assert(isnan(off.off.integral) && off.off.derivative < 1e-2);
            for (int i = 0; i < N; i++)
                x[i] = (float)(o.a + (o.b - o.a) * (i + 0.5) / N);
            OK(clpwl_eval(e, x, y, N));
            for (int i = 0; i < N; i++) {
                double g = shaper_slope(o.shaper, x[i]), right = clpwl_table_derivative(t, x[i]);
                double before = clpwl_table_derivative(t, x[i] - off.off.reach);
                double after = clpwl_table_derivative(t, x[i] + off.off.reach);
                before *= g / shaper_slope(o.shaper, x[i] - off.off.reach);
                after *= g / shaper_slope(o.shaper, x[i] + off.off.reach);
                double error = fmin(fmin(fabs(y[i] - before), fabs(y[i] - after)),
                                    fabs(y[i] - right));
                ck_assert_msg(error <= off.off.derivative, "%s by %s at %g: %g, not %g",
                              clpwl_shaper_name(o.shaper), clpwl_method(m)->name, x[i], y[i],
                              right);
            }
            clpwl_evaluator_free(e);
        }
        clpwl_evaluator_options wish = CLPWL_EVALUATOR_INIT;
        clpwl_evaluator *e;
        wish.quantity = CLPWL_QUANTITY_INTEGRAL;
        wish.method = "buffer";
        FAILS(CLPWL_ERR_UNSUPPORTED, "use host-scalar", clpwl_evaluator_create(&e, c, t, &wish));
        wish.method = "host-scalar";
        OK(clpwl_evaluator_create(&e, NULL, t, &wish));
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

START_TEST(auto_takes_a_method_that_can)
{
    clpwl_context *c = context_of(0);
    clpwl_table *t = make_table(0, 1, 31, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    for (int use = 0; use < 2; use++)
        for (int q = 1; q < 3; q++) {
            clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
            clpwl_evaluator *e;
            float x[] = {0.25f, 0.5f, 0.75f}, y[3];
            o.quantity = (clpwl_quantity)q;
            o.use = (clpwl_use)use;
            o.storage = CLPWL_STORAGE_ANY;
            OK(clpwl_evaluator_create(&e, c, t, &o));
            OK(clpwl_eval(e, x, y, 3));
            bounds off = bounds_of(e);
            ck_assert_int_eq(clpwl_evaluator_storage(e), CLPWL_STORAGE_FLOAT32);
            for (int i = 0; i < 3; i++)
                if (q == CLPWL_QUANTITY_INTEGRAL)
                    check_integral(t, x[i], y[i], &off, clpwl_evaluator_method(e));
                else
                    ck_assert(is_slope(t, x[i], y[i], &off));
            clpwl_evaluator_free(e);
        }
    clpwl_table_free(t);
    clpwl_context_free(c);
}
END_TEST

START_TEST(what_cannot_be_is_said)
{
    clpwl_context *c = context_of(0);
    clpwl_table *t = make_table(0, 1, 31, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    o.quantity = CLPWL_QUANTITY_DERIVATIVE;
    o.method = "exact";
    FAILS(CLPWL_ERR_UNSUPPORTED, "method exact does not give a derivative: use buffer",
          clpwl_evaluator_create(&e, c, t, &o));
    o.method = "host-avx2";
    FAILS(CLPWL_ERR_UNSUPPORTED, "use host-scalar", clpwl_evaluator_create(&e, c, t, &o));
    o.method = "host-scalar";
    o.storage = CLPWL_STORAGE_HALF;
    FAILS(CLPWL_ERR_UNSUPPORTED, "does not emulate the storage half", clpwl_evaluator_create(&e, NULL, t, &o));
    o.storage = CLPWL_STORAGE_FLOAT32;
    o.quantity = (clpwl_quantity)3;
    FAILS(CLPWL_ERR_ARGUMENT, "unknown quantity 3", clpwl_evaluator_create(&e, c, t, &o));
    o.quantity = CLPWL_QUANTITY_DERIVATIVE;
    OK(clpwl_evaluator_create(&e, NULL, t, &o));
    clpwl_function *f;
    clpwl_verification seen;
    OK(clpwl_function_from_catalogue(&f, "exp"));
    FAILS(CLPWL_ERR_ARGUMENT, "not of the derivative", clpwl_verify(e, f, NULL, &seen));
    clpwl_function_free(f);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
    ck_assert_str_eq(clpwl_quantity_name(CLPWL_QUANTITY_VALUE), "value");
    ck_assert_ptr_null(clpwl_quantity_name((clpwl_quantity)3));
    /* 1e38 on [0,100]. */
    double knots[] = {0, 100}, values[] = {1e38, 1e38};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
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

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("calculus on devices");
    TCase *t = tcase_create("calculus on devices");
    tcase_set_timeout(t, 600);
    tcase_add_test(t, every_method_gives_both);
    tcase_add_test(t, tables_with_a_symmetry_give_both);
    tcase_add_test(t, values_of_few_bits_are_within_their_bounds);
    tcase_add_test(t, a_sum_of_many_is_exact_to_a_few_roundings);
    tcase_add_test(t, integrals_of_known_functions);
    tcase_add_test(t, several_tables_at_once);
    tcase_add_test(t, tables_with_shapers_have_derivatives);
    tcase_add_test(t, auto_takes_a_method_that_can);
    tcase_add_test(t, what_cannot_be_is_said);
    suite_add_tcase(s, t);
    return s;
}
