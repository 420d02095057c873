/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random tables over hard numbers, by every method on every device, against the line in
 * long double: inside the domain each value keeps the bound that the evaluator tells.
 * What fp32 cannot hold is refused. CLPWL_TEST_FACTOR=N tries N times as many tables,
 * CLPWL_TEST_SEED=S others.
 */
#include <stdio.h>
#include "clpwl.h"
#include "support/rough.h"
#include "support/tables.h"
#include "support/tolerance.h"

enum { CASES = 24 };

static uint32_t seed = 20151, worked, refused;

static const double domains[][2] = {
    {0, 1},          {-1, 3},           {1000, 1000.001}, {-1e-30, 1e-30},  {1e-38, 4e-38},
    {1e-42, 1e-40},  {-1e38, 1e38},     {1e37, 3e38},     {0, FLT_MAX},     {1e6, 1e6 + 1},
    {-1e-3, 1e10},   {16777215, 16777232}, {0.1, 0.10000002}, {-3e-45, 1e-20}, {1e-10, 1e10}};

/* Nodal values, by the magnitude of each. */
static double magnitude(int kind, uint32_t *state)
{
    static const double fixed[] = {1, 1e-30, 1e30, 1e-42, FLT_MAX, FLT_MIN};
    enum { FIXED = sizeof fixed / sizeof *fixed };
    if (kind < FIXED)
        return fixed[kind];
    if (kind == FIXED) /* each another one */
        return exp2(250 * random_01(state) - 126);
    return random_bits(state) & 4 ? 0 : 1; /* steps and flat pieces */
}

enum { KINDS = 8 };

/* Few pairs of size and tail in the short form: building programs is what takes time. */
static clpwl_table *random_table(uint32_t *state, char *what, size_t room)
{
    static const size_t sizes[] = {1, 2, 3, 64, 65, 1000};
    static const clpwl_extend tails[] = {CLPWL_EXTEND_CLAMP, CLPWL_EXTEND_ZERO, CLPWL_EXTEND_MIRROR, CLPWL_EXTEND_REPEAT,
                                         CLPWL_EXTEND_NAN, CLPWL_EXTEND_CLAMP};
    double values[1001], knots[1001];
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table = NULL;
    size_t k = random_bits(state) % (sizeof sizes / sizeof *sizes), n = sizes[k];
    const double *d = domains[random_bits(state) % (sizeof domains / sizeof *domains)];
    int kind = (int)(random_bits(state) % KINDS);
    spec.partition = random_bits(state) & 8 ? CLPWL_PARTITION_UNIFORM : CLPWL_PARTITION_OPTIMIZED;
    spec.extend = test_factor() > 1 ? (clpwl_extend)(random_bits(state) % 5) : tails[k];
    for (size_t i = 0; i <= n; i++) {
        double t = (double)i / (double)n;
        if (spec.partition == CLPWL_PARTITION_OPTIMIZED)
            t *= 0.3 + 0.7 * t;
        knots[i] = d[0] + t * (d[1] - d[0]);
        values[i] = (2 * random_01(state) - 1) * magnitude(kind, state);
    }
    knots[n] = d[1];
    spec.knots = knots;
    spec.values = values;
    spec.segments = n;
    spec.measured = (clpwl_error){0, 0, 0};
    snprintf(what, room, "seed %u: %zu segments, %s, %s, [%g, %g], values %d", (unsigned)seed, n,
             clpwl_partition_name(spec.partition), clpwl_extend_name(spec.extend), d[0], d[1],
             kind);
    clpwl_status status = clpwl_table_create(&table, &spec);
    /* Knots may coincide in double, too. */
    ck_assert_msg(status == CLPWL_OK || status == CLPWL_ERR_ARGUMENT, "%s: %s", what,
                  clpwl_last_message());
    return table;
}

static span allowed_at(const line *l, float x, double bound)
{
    int inside = x >= l->lo && x <= l->hi;
    if (!inside && l->extend == CLPWL_EXTEND_ZERO)
        return (span){0, 0};
    span s;
    if (inside || l->extend == CLPWL_EXTEND_CLAMP) {
        x = x < l->lo ? l->lo : x > l->hi ? l->hi : x;
        long double y = value_in(l, segment_of(l, x), x);
        s = (span){y, y};
    } else {
        s = span_folded(l, x);
    }
    return (span){s.least - bound, s.most + bound};
}

/* So far out that fp32 cannot fold x back: any of the table's values, or NaN. */
static int is_out_of_reach(const line *l, float x)
{
    long double from = x - (long double)l->x[0], period = (long double)l->x[l->n] - l->x[0];
    int inside = x >= l->lo && x <= l->hi;
    return !inside && (l->extend == CLPWL_EXTEND_REPEAT || l->extend == CLPWL_EXTEND_MIRROR) &&
           fmaxl(fabsl(from), fabsl(from) / period) > FLT_MAX;
}

static void check_table(clpwl_evaluator *e, const clpwl_table *table, const char *what)
{
    line l = line_of(table);
    size_t n;
    float *x = probes(&l, &n), *y = malloc(n * sizeof *y);
    double bound = clpwl_evaluator_error(e).linf;
    OK(clpwl_eval(e, x, y, n));
    for (size_t i = 0; i < n; i++) {
        if (nan_at(&l, x[i])) {
            EXPECT(isnan(y[i]), "%s, %s: v(%a) = %a, not NaN", what, clpwl_evaluator_method(e),
                   x[i], y[i]);
            continue;
        }
        span s = allowed_at(&l, x[i], bound);
        if (is_out_of_reach(&l, x[i])) {
            if (isnan(y[i]))
                continue;
            s = span_between(&l, l.lo, l.hi);
        }
        EXPECT(y[i] >= s.least && y[i] <= s.most, "%s, %s: v(%a) = %.9g, not in [%.9Lg, %.9Lg]",
               what, clpwl_evaluator_method(e), x[i], y[i], s.least, s.most);
    }
    free(x);
    free(y);
}

static void try_method(clpwl_context *c, const clpwl_table *table, const char *method,
                       const char *what)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    options.method = method;
    clpwl_status status = clpwl_evaluator_create(&e, c, table, &options);
    ck_assert_msg(status == CLPWL_OK || status == CLPWL_ERR_UNSUPPORTED, "%s, %s: %s", what,
                  method, clpwl_last_message());
    if (status == CLPWL_OK) {
        check_table(e, table, what);
        worked++;
    } else {
        refused++;
    }
    clpwl_evaluator_free(e);
}

static void each_method(clpwl_context *c, const clpwl_table *table, const char *what)
{
    for (size_t m = 0; m < clpwl_method_count(); m++)
        if (strncmp(clpwl_method(m)->name, "exact", 5) != 0)
            try_method(c, table, clpwl_method(m)->name, what);
}

START_TEST(hard_numbers_keep_their_bound_or_are_refused)
{
    char what[200];
    clpwl_context *c;
    uint32_t state = seed;
    OK(clpwl_context_create(&c, NULL));
    for (int i = 0; i < CASES * test_factor(); i++) {
        clpwl_table *table = random_table(&state, what, sizeof what);
        if (table)
            each_method(c, table, what);
        clpwl_table_free(table);
    }
    clpwl_context_free(c);
    printf("seed %u: %u evaluators held their bound, %u were refused\n", (unsigned)seed,
           (unsigned)worked, (unsigned)refused);
    ck_assert_uint_gt(worked, refused / 4);
}
END_TEST

/* Texels of 1e30 beside texels of 1e-30: neither spoils the other. */
START_TEST(tables_of_other_magnitudes_share_an_image)
{
    enum { N = 64, POINTS = 1000 };
    static const double scales[] = {1e30, 1e-30, 1, 1e-20};
    static float x[POINTS], y[4 * POINTS];
    double knots[N + 1], values[N + 1];
    clpwl_table *t[4];
    clpwl_context *c;
    clpwl_sampler_info sampler;
    OK(clpwl_context_create(&c, NULL));
    OK(clpwl_context_sampler(c, CLPWL_STORAGE_FLOAT32, &sampler));
    for (int k = 0; k < 4; k++) {
        clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
        for (int i = 0; i <= N; i++) {
            knots[i] = (double)i / N;
            values[i] = (1 + cos(i + k)) * scales[k];
        }
        spec.knots = knots;
        spec.values = values;
        spec.segments = N;
        spec.measured = (clpwl_error){0, 0, 0};
        OK(clpwl_table_create(&t[k], &spec));
    }
    for (int i = 0; i < POINTS; i++)
        x[i] = (float)i / (POINTS - 1);
    for (size_t m = 0; m < clpwl_method_count(); m++) {
        clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
        clpwl_evaluator *e;
        options.method = clpwl_method(m)->name;
        if (clpwl_evaluator_create_vector(&e, c, (const clpwl_table *const *)t, 4, &options) !=
            CLPWL_OK)
            continue;
        int filters = strcmp(options.method, "image-linear") == 0;
        OK(clpwl_eval(e, x, y, POINTS));
        for (int i = 0; i < POINTS; i++)
            for (int k = 0; k < 4; k++) {
                double right = clpwl_table_value(t[k], x[i]);
                double bound = execution_bound(t[k], filters ? sampler.weight_error : 0);
                EXPECT(fabs(y[4 * i + k] - right) <= bound,
                       "%s: lane %d at %g: %g, not %g", options.method, k, x[i], y[4 * i + k],
                       right);
            }
        clpwl_evaluator_free(e);
    }
    for (int k = 0; k < 4; k++)
        clpwl_table_free(t[k]);
    clpwl_context_free(c);
}
END_TEST

/* Wider than any image: folded into rows, or refused where the rows are too many. */
START_TEST(a_million_segments)
{
    clpwl_context *c;
    OK(clpwl_context_create(&c, NULL));
    for (int p = 0; p < 2; p++) {
        clpwl_table *t = make_table(0, 8, (size_t)1 << (p ? 16 : 20), p, CLPWL_EXTEND_CLAMP);
        each_method(c, t, "2^20 or 2^16 segments");
        clpwl_table_free(t);
    }
    clpwl_context_free(c);
}
END_TEST

Suite *suite(void)
{
    const char *wish = getenv("CLPWL_TEST_SEED");
    runs_in_one_process();
    if (wish)
        seed = (uint32_t)strtoul(wish, NULL, 10);
    Suite *s = suite_create("adversarial");
    TCase *t = tcase_create("adversarial");
    tcase_set_timeout(t, 7200);
    tcase_add_test(t, hard_numbers_keep_their_bound_or_are_refused);
    tcase_add_test(t, tables_of_other_magnitudes_share_an_image);
    if (test_factor() > 1)
        tcase_add_test(t, a_million_segments);
    suite_add_tcase(s, t);
    return s;
}
