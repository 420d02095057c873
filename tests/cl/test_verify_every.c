/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl_verify_every against plain loops over fp32 numbers; clpwl_verify in l1 and l2. */
#include <math.h>
#include "support/methods.h"

static clpwl_context *context;

static void setup(void)
{
    OK(clpwl_context_create(&context, NULL));
}

static void teardown(void)
{
    clpwl_context_free(context);
}

static clpwl_function *named(const char *name)
{
    clpwl_function *f;
    OK(clpwl_function_from_catalogue(&f, name));
    return f;
}

static clpwl_table *design(const clpwl_function *f, double a, double b, size_t segments,
                           clpwl_partition partition)
{
    clpwl_table *t;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.segments = segments;
    o.partition = partition;
    o.a = a;
    o.b = b;
    OK(clpwl_design(&t, f, &o));
    return t;
}

static clpwl_evaluator *on_host(const clpwl_table *t)
{
    clpwl_evaluator *e;
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    o.method = "host-scalar";
    OK(clpwl_evaluator_create(&e, NULL, t, &o));
    return e;
}

/* What a plain loop over all fp32 numbers from a to b sees, which are fp32 numbers. */
static clpwl_verification plain_loop(clpwl_evaluator *e, const clpwl_function *f,
                                     const clpwl_weight *weight, float a, float b)
{
    enum { ROOM = 10000 };
    static float x[ROOM + 1], y[ROOM];
    clpwl_verification v = {0};
    double l2 = 0, weighted_l2 = 0;
    size_t n = 0;
    for (float at = a; at <= b && n < ROOM; at = nextafterf(at, INFINITY))
        x[n++] = at;
    OK(clpwl_eval(e, x, y, n));
    for (size_t i = 0; i < n; i++) {
        double right, w = 1, s = 1;
        OK(clpwl_function_value(f, x[i], &right));
        double width = ((double)x[i + 1 < n ? i + 1 : i] - x[i > 0 ? i - 1 : 0]) / 2;
        double error = fabs((double)y[i] - right);
        if (error > v.seen.linf) {
            v.seen.linf = error;
            v.x = x[i];
        }
        v.seen.l1 += width * error;
        l2 += width * error * error;
        if (weight && weight->w)
            OK(clpwl_function_value(weight->w, x[i], &w));
        if (weight && weight->floor > 0)
            s = 1 / fmax(fabs(right), weight->floor);
        v.weighted_seen.linf = fmax(v.weighted_seen.linf, w * s * error);
        v.weighted_seen.l1 += width * w * s * error;
        weighted_l2 += width * w * s * s * error * error;
    }
    v.arguments = n;
    v.seen.l2 = sqrt(l2);
    v.weighted_seen.l2 = sqrt(weighted_l2);
    return v;
}

/* 1e-9: some 10^4 roundings of doubles in sums of another order. */
static void same_error(const clpwl_error *a, const clpwl_error *b)
{
    ck_assert(fabs(a->linf - b->linf) <= 1e-15 * b->linf);
    ck_assert(fabs(a->l1 - b->l1) <= 1e-9 * b->l1);
    ck_assert(fabs(a->l2 - b->l2) <= 1e-9 * b->l2);
}

static void near_to(double a, double b)
{
    EXPECT(fabs(a - b) <= 1e-12 * b, "%.17g is not %.17g", a, b); /* some roundings of doubles */
}

typedef struct expected {
    const clpwl_function *f;
    const clpwl_weight *weight;
} expected;

static void check_method(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    const expected *of = user;
    clpwl_verification v = {0};
    clpwl_verify_options o = CLPWL_VERIFY_INIT;
    double a, b;
    clpwl_table_domain(*t, &a, &b);
    o.weight = of->weight;
    OK(clpwl_verify_every(&e, 1, of->f, &o, &v));
    clpwl_verification loop = plain_loop(e, of->f, of->weight, (float)a, (float)b);
    ck_assert(v.arguments == 8390 && loop.arguments == 8390);
    ck_assert_msg(v.evidence == CLPWL_EVIDENCE_EXHAUSTED && v.holds, "%s: %g, bound %g", clpwl_method(method)->name,
                  v.seen.linf, v.bound.linf);
    same_error(&v.seen, &loop.seen);
    ck_assert_double_eq(v.x, loop.x);
    ck_assert_double_eq(fabs(v.got - v.right), v.seen.linf);
    same_error(&v.weighted_seen, of->weight ? &loop.weighted_seen : &(clpwl_error){0, 0, 0});
    if (clpwl_can_prove())
        ck_assert_double_le(v.doubt, 0x1p-50);
    /* As the header has it, for three segments where fp32 numbers are 2^-23 apart; of w s^2 e^2 the factors are
     * w s e and e / floor. */
    const double grid = 3 * 2 * 0x1p-23, most = v.seen.linf, weighted = v.weighted_seen.linf;
    if (strcmp(clpwl_method(method)->name, "host-scalar") != 0)
        return;
    near_to(v.allowed.l1, v.bound.l1 * (1 + 1e-7) + grid * most);
    near_to(v.allowed.l2, hypot(v.bound.l2 * (1 + 1e-7), sqrt(grid) * most));
    if (!of->weight)
        return;
    near_to(v.weighted_allowed.l1, v.weighted_bound.l1 * (1 + 1e-7) + grid * weighted);
    near_to(v.weighted_allowed.l2,
            hypot(v.weighted_bound.l2 * (1 + 1e-7), sqrt(grid * weighted * most / of->weight->floor)));
}

/* Every argument by every method; 1.001 is 1 + 8389 2^-23 in fp32. */
START_TEST(every_argument_counts)
{
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_function *f = named("exp"), *w = named("gaussian");
    weight.w = w;
    weight.floor = 1.0005;
    for (int kind = 0; kind < 4; kind++) {
        expected of = {f, kind & 2 ? &weight : NULL};
        clpwl_table *t = design(f, 1, (double)1.001f, 3, (clpwl_partition)(kind & 1));
        with_each_method(context, (const clpwl_table *const *)&t, 1, NULL, NULL, 0, check_method,
                         &of);
        clpwl_table_free(t);
    }
    clpwl_function_free(f);
    clpwl_function_free(w);
}
END_TEST

/* -0 counts as a number below 0. */
START_TEST(subnormal_and_negative_arguments_count)
{
    const double tiny = 0x1p-127; /* the 2^22nd subnormal number */
    static const double ends[][2] = {{-1, 1}, {0, 1}, {-1, 0}};
    static const size_t counts[] = {2 * ((1 << 22) + 1), (1 << 22) + 1, (1 << 22) + 2};
    const double values[] = {1, 2};
    clpwl_function *f;
    OK(clpwl_function_from_formula(&f, "x", NULL, 0));
    for (int i = 0; i < 3; i++) {
        const double knots[] = {ends[i][0] * tiny, ends[i][1] * tiny};
        clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
        clpwl_verification v = {0};
        clpwl_table *t;
        spec.knots = knots;
        spec.values = values;
        spec.segments = 1;
        OK(clpwl_table_create(&t, &spec));
        clpwl_evaluator *e = on_host(t);
        OK(clpwl_verify_every(&e, 1, f, NULL, &v));
        ck_assert_uint_eq(v.arguments, counts[i]);
        ck_assert_double_eq(v.seen.linf, 2); /* next to the last one, where v rounds to 2 */
        ck_assert_double_ge(v.x, knots[1] - 0.001 * tiny);
        ck_assert(!v.holds); /* the error of this table was never measured */
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
    }
    clpwl_function_free(f);
}
END_TEST

static int stop_each_time(double fraction, void *user)
{
    int *calls = user;
    ck_assert_double_gt(fraction, 0);
    ++*calls;
    return 1;
}

/* [1, 1.5] has 2^22 + 1 arguments, which are five chunks. */
START_TEST(a_cancelled_run_continues_to_the_bit)
{
    clpwl_verify_options o = CLPWL_VERIFY_INIT;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_function *f = named("exp"), *w = named("gaussian");
    clpwl_table *t = design(f, 1, 1.5, 7, CLPWL_PARTITION_OPTIMIZED);
    clpwl_table *other = design(f, 1, 2, 7, CLPWL_PARTITION_OPTIMIZED);
    clpwl_evaluator *e[] = {on_host(t), on_host(t)}, *wide = on_host(other);
    clpwl_verification whole[2], parts[2];
    int calls = 0;
    memset(whole, 0, sizeof whole);
    memset(parts, 0, sizeof parts);
    weight.w = w;
    o.weight = &weight;
    OK(clpwl_verify_every(e, 2, f, &o, whole));
    o.progress = stop_each_time;
    o.progress_user = &calls;
    for (int i = 0; i < 4; i++) {
        FAILS(CLPWL_ERR_CANCELLED, "arguments of 4194305", clpwl_verify_every(e, 2, f, &o, parts));
        ck_assert_uint_eq(parts[0].arguments, (size_t)(i + 1) << 20);
        ck_assert(parts[0].evidence == CLPWL_EVIDENCE_UNKNOWN);
    }
    OK(clpwl_verify_every(e, 2, f, &o, parts));
    ck_assert_int_eq(calls, 5);
    ck_assert_int_eq(memcmp(whole, parts, sizeof whole), 0);
    /* Results that are not those of a cancelled call. */
    FAILS(CLPWL_ERR_ARGUMENT, "result 0 is of an ended call", clpwl_verify_every(e, 2, f, &o, parts));
    memset(parts, 0, sizeof parts);
    parts[0].arguments = parts[1].arguments = 17;
    FAILS(CLPWL_ERR_ARGUMENT, "17 arguments", clpwl_verify_every(e, 2, f, &o, parts));
    parts[0].arguments = 1 << 20;
    FAILS(CLPWL_ERR_ARGUMENT, "result 1", clpwl_verify_every(e, 2, f, &o, parts));
    memset(parts, 0, sizeof parts);
    clpwl_evaluator *const wrong[][2] = {{e[0], wide}, {e[0], NULL}};
    FAILS(CLPWL_ERR_ARGUMENT, "domains", clpwl_verify_every(wrong[0], 2, f, &o, parts));
    FAILS(CLPWL_ERR_ARGUMENT, "evaluator 1", clpwl_verify_every(wrong[1], 2, f, &o, parts));
    FAILS(CLPWL_ERR_ARGUMENT, "count", clpwl_verify_every(e, 0, f, &o, parts));
    clpwl_evaluator_free(wide);
    for (int i = 0; i < 2; i++)
        clpwl_evaluator_free(e[i]);
    clpwl_table_free(t);
    clpwl_table_free(other);
    clpwl_function_free(f);
    clpwl_function_free(w);
}
END_TEST

/* A device's expression that is NaN from an argument on: it is named, and an infinite bound holds nothing. */
START_TEST(what_is_no_number_does_not_hold)
{
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_verification v = {0};
    clpwl_function *root;
    clpwl_evaluator *e;
    clpwl_table *t;
    OK(clpwl_function_from_formula(&root, "sqrt(abs(1.25-x))", NULL, 0));
    spec.knots = (const double[]){1, 1.25, 1.5};
    spec.values = (const double[]){1, 1, 1};
    spec.segments = 2;
    spec.opencl = "sqrt(1.25f - x)";
    OK(clpwl_table_create(&t, &spec));
    o.method = "exact";
    OK(clpwl_evaluator_create(&e, context, t, &o));
    OK(clpwl_verify_every(&e, 1, root, NULL, &v));
    ck_assert(isinf(v.bound.linf) && isinf(v.seen.linf) && isnan(v.got) && !v.holds);
    ck_assert_double_eq(v.x, nextafterf(1.25f, 2));
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
    clpwl_function_free(root);
}
END_TEST

/* A table whose error in l1 or l2, plain or weighted, is reported too small by 1 % breaks its bound in that norm
 * alone. With the right one it holds; one that is not known is not judged. Of 200000 arguments the standard error
 * is below 2e-5 of L1 and of L2; of 500 it is not known. */
START_TEST(each_norm_is_judged)
{
    clpwl_function *f = named("bessel_j0");
    clpwl_table *t = design(f, 10, 20, 50, CLPWL_PARTITION_UNIFORM), *said;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_error weighted;
    static const double factors[] = {0.99, 1, NAN};
    weight.floor = 0.05;
    OK(clpwl_error_measure(f, &weight, clpwl_table_knots(t), clpwl_table_values(t), 50,
                           &weighted));
    for (int kind = 0; kind < 12; kind++) {
        clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
        clpwl_weighting had = {.floor = weight.floor, .estimate = CLPWL_ERROR_NAN,
                               .measured = weighted, .executed = weighted};
        clpwl_verify_options o = CLPWL_VERIFY_INIT;
        clpwl_verification v;
        clpwl_error *e = kind < 6 ? &spec.measured : &had.measured;
        spec.knots = clpwl_table_knots(t);
        spec.values = clpwl_table_values(t);
        spec.segments = 50;
        spec.measured = clpwl_table_measured(t);
        spec.weighting = &had;
        *(kind % 2 ? &e->l1 : &e->l2) *= factors[kind / 2 % 3];
        OK(clpwl_table_create(&said, &spec));
        clpwl_evaluator *evaluator = on_host(said);
        o.weight = &weight;
        for (o.arguments = 500; o.arguments <= 200000; o.arguments *= 400) {
            OK(clpwl_verify(evaluator, f, &o, &v));
            ck_assert_int_eq(v.holds, o.arguments == 500 || kind / 2 % 3 > 0);
            ck_assert(o.arguments > 500 || (isinf(v.allowed.l1) && isinf(v.weighted_allowed.l2)));
        }
        clpwl_evaluator_free(evaluator);
        clpwl_table_free(said);
    }
    clpwl_table_free(t);
    clpwl_function_free(f);
}
END_TEST

/* 400 seeds: l1 deviates by chance, in either direction. No deviation breaks the bound. The standard
 * error is that of the deviations where the strata are longer than segments, and at least that where
 * they are shorter. */
START_TEST(chance_breaks_no_bound)
{
    enum { SEEDS = 400 };
    static const size_t segments[] = {40, 2000};
    clpwl_function *f = named("gaussian");
    for (int k = 0; k < 2; k++) {
        clpwl_table *t = design(f, 0, 8, segments[k], CLPWL_PARTITION_OPTIMIZED);
        clpwl_evaluator *e = on_host(t);
        clpwl_verify_options o = CLPWL_VERIFY_INIT;
        double sum = 0, squares = 0, said = 0, right = clpwl_table_measured(t).l1;
        int above = 0;
        o.arguments = 1000;
        for (o.seed = 1; o.seed <= SEEDS; o.seed++) {
            clpwl_verification v;
            OK(clpwl_verify(e, f, &o, &v));
            ck_assert(v.holds);
            above += v.seen.l1 > right;
            sum += v.seen.l1 - right;
            squares += (v.seen.l1 - right) * (v.seen.l1 - right);
            said += (v.allowed.l1 - v.bound.l1) / 5;
        }
        double deviation = sqrt(squares / SEEDS - sum * sum / SEEDS / SEEDS);
        ck_assert_int_ge(above, SEEDS / 4);
        ck_assert_double_ge(said / SEEDS, deviation);
        /* Of 400 seeds a standard deviation is known to 4 %. The roundings of arguments add. */
        ck_assert(k == 0 || said / SEEDS <= 1.25 * deviation);
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
    }
    clpwl_function_free(f);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("verify every");
    TCase *t = tcase_create("verify every");
    tcase_set_timeout(t, 300);
    tcase_add_unchecked_fixture(t, setup, teardown);
    tcase_add_test(t, every_argument_counts);
    tcase_add_test(t, subnormal_and_negative_arguments_count);
    tcase_add_test(t, a_cancelled_run_continues_to_the_bit);
    tcase_add_test(t, what_is_no_number_does_not_hold);
    tcase_add_test(t, each_norm_is_judged);
    tcase_add_test(t, chance_breaks_no_bound);
    suite_add_tcase(s, t);
    return s;
}
