/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tables with a symmetry by every method: within the error that the evaluator reports, and
 * symmetric to the bit, at subnormal numbers, at infinities and beyond the domain too. Derivatives and
 * integrals are in test_calculus_device.c.
 */
#include <stdio.h>
#include "clpwl.h"
#include "support/methods.h"
#include "support/tables.h"

static const clpwl_symmetry laws[] = {CLPWL_SYMMETRY_EVEN, CLPWL_SYMMETRY_ODD, CLPWL_SYMMETRY_RAMP,
                                      CLPWL_SYMMETRY_POINT};
enum { LAWS = 4, ARGUMENTS = 20000 };

static int same_bits(float x, float y)
{
    return memcmp(&x, &y, sizeof x) == 0;
}

/* Any positive fp32 numbers, NaN and infinity, and as many of the domain and near it. */
static void fill_arguments(float *x, double b, uint32_t *state)
{
    static const float special[] = {0, 0x1p-149f, 0x1p-126f, FLT_MIN / 3, FLT_MAX, INFINITY, NAN};
    enum { SPECIAL = sizeof special / sizeof *special };
    for (int i = 0; i < ARGUMENTS; i++) {
        uint32_t bits = (random_bits(state) << 8 ^ random_bits(state)) & 0x7fffffffu;
        memcpy(&x[i], &bits, sizeof bits);
        if (i % 2)
            x[i] = (float)(1.1 * b * random_01(state));
        if (i < SPECIAL)
            x[i] = special[i];
        if (i == SPECIAL)
            x[i] = (float)b;
    }
}

/* Checks `left`, the value at -x, where the value at x is y. Ramp and point add one number to y. That of a
 * ramp is -b at the least, unless the tails are lines. */
static void check_pair(const char *what, const clpwl_table *t, float x, float y, float left)
{
    clpwl_symmetry law = clpwl_table_symmetry(t);
    double a, b;
    clpwl_table_domain(t, &a, &b);
    if (isnan(y) || isnan(left)) {
        EXPECT(isnan(y) && isnan(left), "%s: v(%a) is %a, v(-x) %a", what, x, y, left);
    } else if (law < CLPWL_SYMMETRY_RAMP) {
        EXPECT(same_bits(left, law == CLPWL_SYMMETRY_ODD ? -y : y) || (y == 0 && left == 0),
               "%s: v(%a) is %a, v(-x) %a", what, x, y, left);
        EXPECT(law != CLPWL_SYMMETRY_ODD || x != 0 || y == 0, "%s: v(0) is %a", what, y);
    } else if (x <= b) {
        /* volatile: no excess precision */
        volatile float sum =
            law == CLPWL_SYMMETRY_RAMP ? y - x : (float)(2 * clpwl_table_value(t, 0)) - y;
        if (law == CLPWL_SYMMETRY_POINT && x == 0)
            sum = y;
        EXPECT(sum == left || (fabsf(sum) <= FLT_MIN && fabsf(left) <= FLT_MIN) || x < FLT_MIN,
               "%s: v(%a) is %a, v(-x) %a, not %a", what, x, y, left, sum);
    }
}

static void check_bits(clpwl_evaluator *e, const clpwl_table *t, const char *what)
{
    static float x[ARGUMENTS], y[ARGUMENTS], left[ARGUMENTS];
    uint32_t state = 5;
    double a, b;
    clpwl_table_domain(t, &a, &b);
    fill_arguments(x, b, &state);
    OK(clpwl_eval(e, x, y, ARGUMENTS));
    for (int i = 0; i < ARGUMENTS; i++)
        left[i] = -x[i];
    OK(clpwl_eval(e, left, left, ARGUMENTS)); /* in place */
    for (int i = 0; i < ARGUMENTS; i++)
        check_pair(what, t, x[i], y[i], left[i]);
}

static void check_one(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    char what[160];
    (void)user;
    snprintf(what, sizeof what, "%s, %s, %s, %s, %zu segments, %s", clpwl_method(method)->name,
             clpwl_symmetry_name(clpwl_table_symmetry(*t)),
             clpwl_partition_name(clpwl_table_partition(*t)),
             clpwl_extend_name(clpwl_table_extend(*t)), clpwl_table_segments(*t),
             clpwl_storage_name(clpwl_evaluator_storage(e)));
    check_evaluator(e, *t, what);
    check_bits(e, *t, what);
}

static const clpwl_extend tails[] = {CLPWL_EXTEND_CLAMP, CLPWL_EXTEND_LINEAR, CLPWL_EXTEND_ZERO,
                                     CLPWL_EXTEND_NAN};

/* All sizes of the registers of host methods, and larger ones. */
START_TEST(every_method_keeps_the_law_and_its_bound)
{
    static const size_t halves[] = {1, 7, 16, 32, 33, 64, 100, 128, 200, 256, 1000};
    clpwl_context *c;
    size_t turn = 0, evaluators = 0;
    OK(clpwl_context_create(&c, NULL));
    for (int law = 0; law < LAWS; law++)
        for (int p = 0; p < 2; p++)
            for (size_t k = 0; k < sizeof halves / sizeof *halves; k++, turn++) {
                /* A program of a device for each pair of method and tail takes long. */
                clpwl_extend extend = tails[k < 4 || test_factor() > 1 ? k % 4 : turn % 2];
                clpwl_table *t = make_symmetric(laws[law], k % 2 ? 8 : 2.7, halves[k],
                                                (clpwl_partition)p, extend, (int)k);
                evaluators += with_each_method(c, (const clpwl_table *const *)&t, 1, NULL,
                                               reads_tables, 0, check_one, NULL);
                clpwl_table_free(t);
            }
    ck_assert_uint_ge(evaluators, 5 * turn);
    clpwl_context_free(c);
}
END_TEST

START_TEST(every_storage_keeps_its_bound)
{
    clpwl_context *c;
    OK(clpwl_context_create(&c, NULL));
    for (int s = CLPWL_STORAGE_FLOAT32; s < CLPWL_STORAGE_ANY; s++)
        for (int law = 0; law < LAWS; law++) {
            clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
            clpwl_table *t = make_symmetric(laws[law], 3, 50, (clpwl_partition)(s % 2), tails[law],
                                            s);
            o.storage = (clpwl_storage)s;
            ck_assert_uint_gt(with_each_method(c, (const clpwl_table *const *)&t, 1, &o,
                                               reads_tables, 0, check_one, NULL),
                              0);
            clpwl_table_free(t);
        }
    clpwl_context_free(c);
}
END_TEST

START_TEST(emulated_filters_keep_the_law)
{
    for (int law = 0; law < LAWS; law++) {
        clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
        clpwl_execution filter = CLPWL_EXECUTION_INIT;
        clpwl_table *t = make_symmetric(laws[law], 8, 40, (clpwl_partition)(law % 2),
                                        CLPWL_EXTEND_LINEAR, 1);
        filter.weight_bits = 8;
        o.execution = &filter;
        o.method = "host-scalar";
        clpwl_evaluator *e;
        OK(clpwl_evaluator_create(&e, NULL, t, &o));
        check_evaluator(e, t, "8 bits");
        check_bits(e, t, "8 bits");
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
    }
}
END_TEST

static void check_lanes(clpwl_evaluator *e, const clpwl_table *const *t, size_t method, void *user)
{
    enum { POINTS = 2001 };
    static float x[POINTS], y[4 * POINTS];
    (void)user;
    for (int i = 0; i < POINTS; i++)
        x[i] = (float)(i - POINTS / 2) / (POINTS / 20);
    OK(clpwl_eval(e, x, y, POINTS));
    for (int i = 0; i < POINTS; i++)
        for (int k = 0; k < 4; k++) {
            double right = clpwl_table_value(t[k], x[i]), bound = clpwl_evaluator_error(e).linf;
            EXPECT(fabs(y[4 * i + k] - right) <= bound + 0x1p-22 * fabs(right),
                   "%s: lane %d at %a: %g, not %g", clpwl_method(method)->name, k, x[i],
                   y[4 * i + k], right);
        }
}

START_TEST(tables_that_are_read_at_once_have_one_symmetry)
{
    clpwl_context *c;
    OK(clpwl_context_create(&c, NULL));
    for (int law = 0; law < LAWS; law++) {
        clpwl_table *t[4], *other;
        clpwl_evaluator *e;
        for (int k = 0; k < 4; k++)
            t[k] = make_symmetric(laws[law], 8, 37, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_LINEAR,
                                  k);
        ck_assert_uint_ge(with_each_method(c, (const clpwl_table *const *)t, 4, NULL, reads_tables,
                                           0, check_lanes, NULL),
                          2);
        other = make_symmetric(laws[(law + 1) % LAWS], 8, 37, CLPWL_PARTITION_UNIFORM,
                               CLPWL_EXTEND_LINEAR, 0);
        const clpwl_table *mixed[] = {t[0], other};
        FAILS(CLPWL_ERR_ARGUMENT, "symmetry", clpwl_evaluator_create_vector(&e, c, mixed, 2, NULL));
        clpwl_table_free(other);
        for (int k = 0; k < 4; k++)
            clpwl_table_free(t[k]);
    }
    clpwl_context_free(c);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("symmetry");
    TCase *t = tcase_create("symmetry");
    tcase_set_timeout(t, 3600);
    tcase_add_test(t, every_method_keeps_the_law_and_its_bound);
    tcase_add_test(t, every_storage_keeps_its_bound);
    tcase_add_test(t, emulated_filters_keep_the_law);
    tcase_add_test(t, tables_that_are_read_at_once_have_one_symmetry);
    suite_add_tcase(s, t);
    return s;
}
