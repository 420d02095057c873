/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl_verify: the errors seen against those that evaluators report. */
#include <math.h>
#include <pthread.h>
#include "support/methods.h"

static clpwl_function *f;
static clpwl_context *context;

static void setup(void)
{
    OK(clpwl_function_from_catalogue(&f, "bessel_j0"));
    OK(clpwl_context_create(&context, NULL));
}

static void teardown(void)
{
    clpwl_function_free(f);
    clpwl_context_free(context);
}

static clpwl_table *design(size_t segments, clpwl_partition partition)
{
    clpwl_table *t;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.segments = segments;
    o.partition = partition;
    OK(clpwl_design(&t, f, &o));
    return t;
}

static clpwl_evaluator *evaluator(clpwl_table *t, const char *method, unsigned bits)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_execution filter = CLPWL_EXECUTION_INIT;
    filter.weight_bits = bits;
    o.method = method;
    o.execution = &filter;
    return try_evaluator(strncmp(method, "host", 4) == 0 ? NULL : context,
                         (const clpwl_table *const *)&t, 1, &o);
}

/* The bound holds, and is not idle: an interpolant meets its error in the middle of the worst
 * segment. */
static void check_bound(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    clpwl_verify_options *o = user;
    clpwl_verification v;
    o->seed = (uint32_t)method;
    OK(clpwl_verify(e, f, o, &v));
    ck_assert_msg(v.holds, "%s: %g at %g, bound %g", clpwl_method(method)->name, v.seen.linf, v.x,
                  v.bound.linf);
    ck_assert_uint_ge(v.arguments, 50000 + 3 * 99);
    ck_assert_double_ge(v.seen.linf, 0.99 * clpwl_table_measured(*t).linf);
}

START_TEST(every_bound_holds)
{
    clpwl_verify_options o = CLPWL_VERIFY_INIT;
    o.arguments = 50000;
    for (int p = 0; p < 2; p++) {
        clpwl_table *t = design(100, (clpwl_partition)p);
        with_each_method(context, (const clpwl_table *const *)&t, 1, NULL, NULL, 0, check_bound,
                         &o);
        clpwl_table_free(t);
    }
}
END_TEST

static double higher(double x, void *user)
{
    double y;
    OK(clpwl_function_value(user, x, &y));
    return y + 1e-5;
}

/* Methods that compute f itself, and samplers, whose bits may be unknown, are not judged; a sampler for which
 * the table is designed keeps the side. */
static void check_side(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *is_filter)
{
    enum { COUNT = 1 << 13 };
    static float x[COUNT], y[COUNT];
    const char *name = clpwl_method(method)->name;
    int filters = strcmp(name, "image-linear") == 0, is_exact = strncmp(name, "exact", 5) == 0;
    clpwl_verify_options few = CLPWL_VERIFY_INIT;
    clpwl_verification v;
    few.arguments = 20000;
    OK(clpwl_verify(e, f, &few, &v));
    EXPECT(v.holds && (filters || (is_exact ? isnan(v.beyond) : v.beyond == 0)), "%s: beyond by %g at %.9g", name,
           v.beyond, v.beyond_x);
    for (int i = 0; i < COUNT; i++)
        x[i] = 20.0f * (float)i / (COUNT - 1);
    OK(clpwl_eval(e, x, y, COUNT));
    for (int i = 0; i < COUNT && (filters ? *(int *)is_filter : !is_exact); i++) {
        double right;
        OK(clpwl_function_value(f, x[i], &right));
        EXPECT(clpwl_table_fit(t[0]) == CLPWL_FIT_ABOVE ? y[i] >= right : y[i] <= right, "%s: %.9g at %.9g, f is %.17g",
               name, y[i], x[i], right);
    }
}

START_TEST(one_sided_tables_stay_on_their_side)
{
    clpwl_execution filter = CLPWL_EXECUTION_INIT, half = CLPWL_EXECUTION_INIT;
    int is_filter = clpwl_context_execution(context, CLPWL_STORAGE_FLOAT32, &filter) == CLPWL_OK;
    half.storage = CLPWL_STORAGE_HALF;
    for (int kind = 0; kind < (is_filter ? 12 : 8); kind++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
        int filters = kind / 4 == 2;
        clpwl_table *t;
        o.max_error = 1e-2;
        o.partition = (clpwl_partition)(kind & 1);
        o.fit = kind & 2 ? CLPWL_FIT_ABOVE : CLPWL_FIT_BELOW;
        o.execution = kind / 4 == 1 ? &half : filters ? &filter : NULL;
        how.storage = kind / 4 == 1 ? CLPWL_STORAGE_HALF : CLPWL_STORAGE_FLOAT32;
        OK(clpwl_design(&t, f, &o));
        with_each_method(context, (const clpwl_table *const *)&t, 1, &how, NULL, 0, check_side, &filters);
        clpwl_table_free(t);
    }
}
END_TEST

/* Against a function that is 1e-5 higher every error keeps its bound, and the table is not above it. A table
 * without a side is not judged. */
START_TEST(the_wrong_side_does_not_hold)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_verify_options few = CLPWL_VERIFY_INIT;
    clpwl_function *up;
    spec.f = higher;
    spec.user = f;
    few.arguments = 100000;
    OK(clpwl_function_create(&up, &spec));
    o.a = 0.5;
    o.b = 0.75;
    o.segments = 3;
    for (int is_above = 0; is_above < 2; is_above++) {
        clpwl_table *t;
        clpwl_verification v, all = {0};
        o.fit = is_above ? CLPWL_FIT_ABOVE : CLPWL_FIT_MINIMAX;
        OK(clpwl_design(&t, f, &o));
        clpwl_evaluator *e = evaluator(t, "host-scalar", 0);
        OK(clpwl_verify(e, is_above ? up : f, &few, &v));
        ck_assert(v.holds == !is_above && v.seen.linf <= v.bound.linf);
        if (is_above) {
            OK(clpwl_verify_every(&e, 1, up, NULL, &all));
            ck_assert_double_eq_tol(v.beyond, 1e-5, 1e-6);
            ck_assert(v.beyond_x >= 0.5 && v.beyond_x <= 0.75);
            ck_assert(!all.holds && all.beyond >= v.beyond && all.beyond <= 1e-5);
        } else {
            ck_assert(isnan(v.beyond) && isnan(v.beyond_x));
        }
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
    }
    clpwl_function_free(up);
}
END_TEST

static void check_weighted(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    const char *name = clpwl_method(method)->name;
    clpwl_sampler_info sampler;
    clpwl_verification v;
    (void)t;
    OK(clpwl_context_sampler(context, CLPWL_STORAGE_FLOAT32, &sampler));
    OK(clpwl_verify(e, f, user, &v));
    EXPECT(v.holds, "%s: %g at %g, bound %g", name, v.weighted_seen.linf, v.weighted_x, v.weighted_bound.linf);
    /* The bound adds the errors of table and filter, which seldom meet. */
    if (strcmp(name, "image-linear") == 0 && sampler.weight_bits > 0)
        return;
    /* As above; the weight has corners, near which few arguments are. */
    ck_assert_double_ge(v.weighted_seen.linf, 0.97 * v.weighted_bound.linf);
    ck_assert_double_eq_tol(v.weighted_seen.l2 / v.weighted_bound.l2, 1, 0.02);
}

/* The weighted bound holds and is met, for a table designed with the weight and for one designed
 * without. With another function it does not hold. */
START_TEST(every_weighted_bound_holds)
{
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_verify_options how = CLPWL_VERIFY_INIT;
    clpwl_function *w, *other;
    OK(clpwl_function_from_formula(&w, "exp(-x/8)", NULL, 0));
    OK(clpwl_function_from_catalogue(&other, "bessel_j1"));
    weight.w = w;
    weight.floor = 0.05;
    how.weight = &weight;
    how.arguments = 50000;
    for (int kind = 0; kind < 4; kind++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_verification v;
        clpwl_table *t;
        o.segments = 100;
        o.partition = (clpwl_partition)(kind & 1);
        o.weight = kind & 2 ? &weight : NULL;
        OK(clpwl_design(&t, f, &o));
        with_each_method(context, (const clpwl_table *const *)&t, 1, NULL, NULL, 0, check_weighted, &how);
        clpwl_evaluator *e = evaluator(t, "host-scalar", 0);
        OK(clpwl_verify(e, other, &how, &v));
        EXPECT(!v.holds && (kind < 2 || v.weighted_seen.linf > v.weighted_bound.linf), "%d %g %g", kind,
               v.weighted_seen.linf, v.weighted_bound.linf);
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
    }
    clpwl_function_free(w);
    clpwl_function_free(other);
}
END_TEST

/* With weights of 8 bits and many knots the weights cause most of the error, and the bounds
 * hold. The L2 error is that of the model: a uniform error of 2^-8 of the weight, which adds h
 * rise^2 2^-16 / 12 for each segment in quadrature. */
START_TEST(eight_bit_weights_are_in_the_bound)
{
    clpwl_verification v;
    clpwl_verify_options o = CLPWL_VERIFY_INIT;
    clpwl_table *t = design(4095, CLPWL_PARTITION_UNIFORM);
    clpwl_evaluator *e = evaluator(t, "host-scalar", 8);
    o.arguments = 1000000;
    OK(clpwl_verify(e, f, &o, &v));
    ck_assert(v.holds);
    ck_assert_double_ge(v.seen.linf, 3 * clpwl_table_measured(t).linf);
    const double *c = clpwl_table_values(t);
    double model = pow(clpwl_table_measured(t).l2, 2);
    for (int i = 0; i < 4095; i++)
        model += 20.0 / 4095 * pow(c[i + 1] - c[i], 2) * 0x1p-16 / 12;
    ck_assert_double_le(fabs(v.seen.l2 - sqrt(model)), 0.01 * v.seen.l2);
    ck_assert_double_le(v.seen.l2, v.bound.l2);
    ck_assert_double_le(v.seen.l1, v.bound.l1);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}
END_TEST

/* Of numbers, one at a time or many: how often they were asked. */
static size_t calls;

static double raised_cosine(double x, void *user)
{
    (void)user;
    calls++;
    return 2 + cos(x);
}

static void raised_cosines(const double *x, double *y, size_t n, void *user)
{
    (void)user;
    calls++;
    for (size_t i = 0; i < n; i++)
        y[i] = 2 + cos(x[i]);
}

/* By another function, which is its weight, too, of one number at a time or of many: no bit differs. Blocks have
 * 1024 numbers. */
START_TEST(a_broken_bound_is_seen_and_located)
{
    clpwl_verification v[2];
    clpwl_verify_options o = CLPWL_VERIFY_INIT;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_function *g[2];
    clpwl_table *t = design(100, CLPWL_PARTITION_OPTIMIZED);
    clpwl_evaluator *e = evaluator(t, "buffer", 0);
    size_t few = 0;
    o.weight = &weight;
    weight.floor = 0.5;
    for (int many = 0; many < 2; many++) {
        clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
        spec.f = many ? NULL : raised_cosine;
        spec.many = many ? raised_cosines : NULL;
        OK(clpwl_function_create(&g[many], &spec));
        weight.w = g[many];
        for (o.arguments = 100; o.arguments <= 10000; o.arguments += 9900) {
            few = calls;
            calls = 0;
            OK(clpwl_verify(e, g[many], &o, &v[many]));
        }
        EXPECT(!many || calls <= few + 2 * 11, "%zu calls, %zu for few arguments", calls, few);
    }
    ck_assert_mem_eq(&v[0], &v[1], sizeof v[0]);
    ck_assert_int_eq(v->holds, 0);
    ck_assert_double_eq(v->right, 2 + cos(v->x));
    ck_assert_double_eq(fabs(v->got - v->right), v->seen.linf);
    FAILS(CLPWL_ERR_ARGUMENT, "NULL", clpwl_verify(e, NULL, NULL, v));
    o.arguments = (size_t)-1;
    FAILS(CLPWL_ERR_ARGUMENT, "4294967296", clpwl_verify(e, g[0], &o, v));
    clpwl_function_free(g[0]);
    clpwl_function_free(g[1]);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}
END_TEST

static pthread_t caller;

static double holed(double x, void *at)
{
    ck_assert(pthread_equal(pthread_self(), caller));
    calls++;
    return x == *(double *)at ? NAN : 1;
}

/* Of clpwl_verify_every: 0, an end and a knot are tried first: 0 of [-1, 1] came after 10^9 other
 * arguments. -0.99 is among the first 2^20. Callbacks run on the caller's thread. */
START_TEST(likely_holes_are_found_at_once)
{
    const double at[] = {0, 1, -1, (double)0.6f, (double)-0.99f};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_weight weight = CLPWL_WEIGHT_INIT;
    clpwl_table *t;
    caller = pthread_self();
    spec.knots = (const double[]){-1, 0.6, 1};
    spec.values = (const double[]){1, 1, 1};
    spec.segments = 2;
    spec.partition = CLPWL_PARTITION_OPTIMIZED;
    OK(clpwl_table_create(&t, &spec));
    clpwl_evaluator *e = evaluator(t, "host-scalar", 0);
    for (int i = 0; i < 10; i++) {
        double hole = at[i % 5];
        clpwl_function_spec function = CLPWL_FUNCTION_SPEC_INIT;
        clpwl_verify_options o = CLPWL_VERIFY_INIT;
        clpwl_verification v = {0};
        clpwl_function *g;
        function.f = holed;
        function.user = &hole;
        calls = 0;
        OK(clpwl_function_create(&g, &function));
        weight.w = g;
        o.weight = i < 5 ? NULL : &weight;
        FAILS(CLPWL_ERR_NOT_FINITE, "nan at x = ", clpwl_verify_every(&e, 1, i < 5 ? g : f, &o, &v));
        EXPECT(calls < (i % 5 < 4 ? 1 << 17 : 1 << 21), "hole at %g: %zu calls", hole, calls);
        clpwl_function_free(g);
    }
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}
END_TEST

/* The records of a symmetric table are those of its half. clpwl_verify saw half of l1, and the method exact
 * stated half of l1. */
START_TEST(both_sides_of_a_symmetric_table_are_seen)
{
    static const struct {
        const char *f;
        clpwl_symmetry symmetry;
    } each[] = {{"exp(-x^2)", CLPWL_SYMMETRY_EVEN}, {"tanh", CLPWL_SYMMETRY_ODD},
                {"1/(1+exp(-x))", CLPWL_SYMMETRY_POINT}, {"x/(1+exp(-x))", CLPWL_SYMMETRY_RAMP}};
    clpwl_function *own;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_verify_options vo = CLPWL_VERIFY_INIT;
    clpwl_verification v;
    clpwl_error exact;
    const int has_exact = each[_i].symmetry == CLPWL_SYMMETRY_ODD; /* the catalogue has OpenCL C for f */
    OK(has_exact ? clpwl_function_from_catalogue(&own, each[_i].f)
                 : clpwl_function_from_formula(&own, each[_i].f, NULL, 0));
    o.a = -4;
    o.b = 4;
    o.segments = 8;
    o.symmetry = each[_i].symmetry;
    vo.arguments = 100000;
    clpwl_table *t;
    OK(clpwl_design(&t, own, &o));
    clpwl_error known = clpwl_table_measured(t);
    clpwl_evaluator *e = evaluator(t, "host-scalar", 0);
    OK(clpwl_verify(e, own, &vo, &v));
    EXPECT(v.holds && v.arguments >= 100000 + 3 * 9, "%zu", v.arguments);
    EXPECT(fabs(v.seen.l1 / known.l1 - 1) < 1e-3 && fabs(v.seen.l2 / known.l2 - 1) < 1e-3,
           "%s: %g %g, not %g %g", each[_i].f, v.seen.l1, v.seen.l2, known.l1, known.l2);
    clpwl_evaluator_free(e);
    if (has_exact) {
        e = evaluator(t, "exact", 0);
        ck_assert_ptr_nonnull(e);
        exact = clpwl_evaluator_error(e);
        EXPECT(exact.l1 >= 7.99 * exact.linf && exact.l2 >= 2.82 * exact.linf, "%g %g", exact.l1, exact.linf);
        clpwl_evaluator_free(e);
    }
    clpwl_table_free(t);
    clpwl_function_free(own);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("verify");
    TCase *t = tcase_create("verify");
    tcase_set_timeout(t, 300);
    tcase_add_unchecked_fixture(t, setup, teardown);
    tcase_add_test(t, every_bound_holds);
    tcase_add_test(t, every_weighted_bound_holds);
    tcase_add_test(t, one_sided_tables_stay_on_their_side);
    tcase_add_test(t, the_wrong_side_does_not_hold);
    tcase_add_test(t, eight_bit_weights_are_in_the_bound);
    tcase_add_test(t, a_broken_bound_is_seen_and_located);
    tcase_add_loop_test(t, both_sides_of_a_symmetric_table_are_seen, 0, 4);
    tcase_add_test(t, likely_holes_are_found_at_once);
    suite_add_tcase(s, t);
    return s;
}
