/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random tables with extreme numbers, by every method, against the table in long double: each
 * value is within the error that the evaluator reports. Numbers that fp32 cannot hold are
 * refused. CLPWL_TEST_FACTOR=N tries N times as many tables, CLPWL_TEST_SEED=S other ones.
 */
#include "cl/cl_suite.h"

enum { CASES = 24 };

static uint32_t seed = 20151;
static size_t tried, worked; /* evaluators */

static const double domains[][2] = {{0, 1},
                                    {-1, 3},
                                    {1000, 1000.001},
                                    {-1e-30, 1e-30},
                                    {1e-38, 4e-38},
                                    {1e-42, 1e-40},
                                    {-1e38, 1e38},
                                    
                                    {0, FLT_MAX},
                                    {1e6, 1e6 + 1},
                                    {-1e-3, 1e10},
                                    {16777215, 16777232},
                                    {0.1, 0.10000002},
                                    {-3e-45, 1e-20}};

/* The magnitude of a nodal value. */
static double magnitude(int kind, uint32_t *state)
{
    static const double fixed[] = {1, 1e-30, 1e30, 1e-42, FLT_MAX, FLT_MIN};
    enum { FIXED = sizeof fixed / sizeof *fixed };
    if (kind < FIXED)
        return fixed[kind];
    if (kind == FIXED) /* a random one for each value */
        return exp2(250 * random_01(state) - 126);
    return random_bits(state) & 4 ? 0 : 1; /* steps and flat pieces */
}

enum { KINDS = 8 };

/* make check has one tail for each size: compiling a program for each pair takes too long. */
static clpwl_table *random_table(uint32_t *state, char *what, size_t room)
{
    static const size_t sizes[] = {1, 2, 3, 64, 65, 1000};
    static const clpwl_extend tails[] = {CLPWL_EXTEND_CLAMP, CLPWL_EXTEND_ZERO, CLPWL_EXTEND_MIRROR, CLPWL_EXTEND_REPEAT,
                                         CLPWL_EXTEND_NAN, CLPWL_EXTEND_LINEAR};
    double values[1001], knots[1001], right[1001], at[1001];
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *table = NULL;
    size_t k = random_bits(state) % (sizeof sizes / sizeof *sizes), n = sizes[k];
    const double *d = domains[random_bits(state) % (sizeof domains / sizeof *domains)];
    int kind = (int)(random_bits(state) % KINDS);
    spec.partition = random_bits(state) & 8 ? CLPWL_PARTITION_UNIFORM : CLPWL_PARTITION_OPTIMIZED;
    spec.extend = test_factor() > 1 ? (clpwl_extend)(random_bits(state) % (CLPWL_EXTEND_LINEAR + 1)) : tails[k];
    for (size_t i = 0; i <= n; i++) {
        double t = (double)i / (double)n;
        if (spec.partition == CLPWL_PARTITION_OPTIMIZED)
            t *= 0.3 + 0.7 * t;
        knots[i] = d[0] + t * (d[1] - d[0]);
        values[i] = (2 * random_01(state) - 1) * magnitude(kind, state);
    }
    knots[n] = d[1];
    int is_periodic = spec.extend == CLPWL_EXTEND_REPEAT || spec.extend == CLPWL_EXTEND_MIRROR;
    if (n % 2 == 0 && !is_periodic) { /* the first half of the values, on [0,b] */
        spec.symmetry = (clpwl_symmetry)(random_bits(state) % CLPWL_SYMMETRY_AUTO);
        memcpy(at, values, sizeof at);
        for (size_t i = 0; i <= n / 2; i++)
            right[i] = d[1] * (knots[i] - knots[0]) / (knots[n / 2] - knots[0]);
        if (spec.symmetry)
            reflect_numbers(spec.symmetry, right, at, n / 2, knots, values);
    }
    spec.knots = knots;
    spec.values = values;
    spec.segments = n;
    spec.measured = (clpwl_error){0, 0, 0};
    snprintf(what, room, "seed %u: %zu segments, %s, %s, %s, [%g, %g], values %d", (unsigned)seed,
             n, clpwl_partition_name(spec.partition), clpwl_extend_name(spec.extend),
             clpwl_symmetry_name(spec.symmetry), knots[0], d[1], kind);
    clpwl_status status = clpwl_table_create(&table, &spec);
    /* Knots that coincide in double are refused. */
    ck_assert_msg(status == CLPWL_OK || status == CLPWL_ERR_ARGUMENT, "%s: %s", what,
                  clpwl_last_message());
    return table;
}

static void check_table(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    (void)method;
    check_evaluator(e, *t, user);
}

static void try_methods(const clpwl_table *t, char *what)
{
    worked += with_each_method(context, &t, 1, NULL, reads_tables, 0, check_table, what);
    for (size_t m = 0; m < clpwl_method_count(); m++)
        tried += reads_tables(m, 0) && !is_repeated(m);
}

static void setup(void);
DEVICE_FIXTURE(setup, close_context)

TEST(hard_numbers_keep_their_bound_or_are_refused)
{
    char what[200];
    uint32_t state = seed;
    for (int i = 0; i < CASES * test_factor(); i++) {
        clpwl_table *table = random_table(&state, what, sizeof what);
        if (table)
            try_methods(table, what);
        clpwl_table_free(table);
    }
    printf("seed %u: %zu evaluators held their bound, %zu were refused\n", (unsigned)seed, worked,
           tried - worked);
    ck_assert_uint_gt(5 * worked, tried);
}

/* Wider than any image: folded into rows, or refused if there are too many rows. */
TEST(a_million_segments)
{
    char what[] = "2^20 or 2^16 segments";
    for (int p = 0; p < 2 && test_factor() > 1; p++) {
        clpwl_table *t = make_table(0, 8, (size_t)1 << (p ? 16 : 20), p, CLPWL_EXTEND_CLAMP);
        try_methods(t, what);
        clpwl_table_free(t);
    }
}

static void setup(void)
{
    const char *wish = getenv("CLPWL_TEST_SEED");
    if (wish)
        seed = (uint32_t)strtoul(wish, NULL, 10);
    open_context();
}
