/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One evaluation by several evaluators: of sub-devices where the device has them. */
#define CL_TARGET_OPENCL_VERSION 120
#include <float.h>
#include <stdio.h>
#include <string.h>
#include "clpwl_cl.h"
#include "cl/device/context.h"
#include "support/suite.h"
#include "support/tables.h"

enum { PARTS = 2, MANY = 3000007 };

/* The halves are kept until the process ends: a thread of pocl 3.1 still releases events when the
 * work is done and everything is freed, and crashes if their device is gone. */
static cl_device_id part[PARTS];

/* Evaluators of the two halves of a device; of one device twice where it has no halves. */
typedef struct halves {
    cl_context cl;
    clpwl_context *whole, *context[PARTS];
    clpwl_table *table;
    clpwl_evaluator *evaluator[PARTS];
} halves;

/* Checked before the call: clCreateSubDevices is NULL in rusticl of Mesa 22.3. */
static int has_parts(cl_device_id device)
{
    cl_uint most = 0;
    clGetDeviceInfo(device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof most, &most, NULL);
    return most >= PARTS;
}

static void open_halves(halves *h)
{
    clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
    how.method = "buffer";
    memset(h, 0, sizeof *h);
    h->table = make_wave(-3, 5, 100, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP, 0);
    OK(clpwl_context_create(&h->whole, NULL));
    unsigned units = clpwl_context_info(h->whole)->compute_units;
    cl_device_partition_property half[] = {CL_DEVICE_PARTITION_EQUALLY,
                                           (cl_device_partition_property)(units / PARTS), 0};
    cl_device_id device = clpwl_context_device(h->whole);
    if (part[0] || (units >= PARTS && has_parts(device) &&
                    clCreateSubDevices(device, half, PARTS, part, NULL) == CL_SUCCESS))
        h->cl = clCreateContext(NULL, PARTS, part, NULL, NULL, NULL);
    if (!h->cl)
        puts("the device has no halves: it is taken twice");
    for (int k = 0; k < PARTS; k++) {
        if (h->cl)
            OK(clpwl_context_wrap(&h->context[k], h->cl, part[k], NULL, NULL));
        else
            OK(clpwl_context_create(&h->context[k], NULL));
        OK(clpwl_evaluator_create(&h->evaluator[k], h->context[k], h->table, &how));
    }
}

static void close_halves(halves *h)
{
    for (int k = 0; k < PARTS; k++) {
        clpwl_evaluator_free(h->evaluator[k]);
        clpwl_context_free(h->context[k]);
    }
    if (h->cl)
        clReleaseContext(h->cl);
    clpwl_context_free(h->whole);
    clpwl_table_free(h->table);
}

static float *make_arguments(size_t n)
{
    float *x = malloc(n * sizeof *x);
    ck_assert_ptr_nonnull(x);
    for (size_t i = 0; i < n; i++)
        x[i] = -4 + 10 * (float)i / (float)n;
    return x;
}

/* Values by both are those of one, for every size; each value is somebody's. */
static void check_values(halves *h, size_t n, const float *x)
{
    clpwl_share shares[PARTS];
    float *one = malloc((n + 1) * sizeof *one), *both = malloc((n + 1) * sizeof *both);
    ck_assert(one && both);
    memset(both, 0xff, (n + 1) * sizeof *both);
    OK(clpwl_eval(h->evaluator[0], x, one, n));
    OK(clpwl_eval_shared(h->evaluator, PARTS, x, both, n, shares));
    ck_assert_int_eq(memcmp(one, both, n * sizeof *one), 0);
    ck_assert_msg(isnan(both[n]), "a value beyond %zu was written", n);
    ck_assert_uint_eq(shares[0].values + shares[1].values, n);
    for (int k = 0; k < PARTS; k++)
        ck_assert(shares[k].status == CLPWL_OK && !shares[k].message[0]);
    free(one);
    free(both);
}

START_TEST(values_are_those_of_one_evaluator)
{
    static const size_t sizes[] = {0, 1, 65536, 65537, 500000, MANY};
    halves h;
    float *x = make_arguments(MANY);
    open_halves(&h);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        check_values(&h, sizes[i], x);
    free(x);
    close_halves(&h);
}
END_TEST

/* A context that claims to be of another process fails in each call. */
START_TEST(the_others_do_what_a_failing_evaluator_leaves)
{
    halves h;
    clpwl_share shares[PARTS];
    float *x = make_arguments(MANY), *one = malloc(MANY * sizeof *one),
          *both = malloc(MANY * sizeof *both);
    ck_assert(one && both);
    open_halves(&h);
    OK(clpwl_eval(h.evaluator[0], x, one, MANY));
    for (int broken = 0; broken < PARTS; broken++) {
        pid_t process = h.context[broken]->process;
        h.context[broken]->process = 0;
        /* On a busy machine the other one may have done everything before the broken one began. */
        for (int tries = 0; tries == 0 || (shares[broken].status == CLPWL_OK && tries < 50); tries++) {
            memset(both, 0xff, MANY * sizeof *both);
            OK(clpwl_eval_shared(h.evaluator, PARTS, x, both, MANY, shares));
        }
        h.context[broken]->process = process;
        ck_assert_int_eq(memcmp(one, both, MANY * sizeof *one), 0);
        ck_assert_uint_eq(shares[broken].values, 0);
        ck_assert_uint_eq(shares[1 - broken].values, MANY);
        ck_assert_int_eq(shares[1 - broken].status, CLPWL_OK);
        ck_assert_int_eq(shares[broken].status, CLPWL_ERR_UNSUPPORTED);
        ck_assert(strstr(shares[broken].message, "fork()"));
    }
    h.context[0]->process = h.context[1]->process = 0;
    FAILS(CLPWL_ERR_UNSUPPORTED, "every evaluator failed",
          clpwl_eval_shared(h.evaluator, PARTS, x, both, MANY, shares));
    h.context[0]->process = h.context[1]->process = h.whole->process;
    for (int k = 0; k < PARTS; k++)
        ck_assert(shares[k].values == 0 && strstr(shares[k].message, "fork()"));
    check_values(&h, MANY, x);
    free(x);
    free(one);
    free(both);
    close_halves(&h);
}
END_TEST

START_TEST(what_is_refused)
{
    halves h;
    clpwl_evaluator *other = NULL;
    float x[8] = {0}, y[8];
    open_halves(&h);
    FAILS(CLPWL_ERR_ARGUMENT, "count is 0", clpwl_eval_shared(h.evaluator, 0, x, y, 4, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "overlap", clpwl_eval_shared(h.evaluator, PARTS, x, x, 4, NULL));
    clpwl_evaluator *twice[] = {h.evaluator[0], h.evaluator[0]};
    FAILS(CLPWL_ERR_ARGUMENT, "are one", clpwl_eval_shared(twice, 2, x, y, 4, NULL));
    clpwl_evaluator *none[] = {h.evaluator[0], NULL};
    FAILS(CLPWL_ERR_ARGUMENT, "evaluator 1 is NULL", clpwl_eval_shared(none, 2, x, y, 4, NULL));
    clpwl_table *table = make_wave(-3, 5, 100, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP, 1);
    OK(clpwl_evaluator_create(&other, NULL, table, NULL));
    clpwl_evaluator *mixed[] = {h.evaluator[0], other};
    FAILS(CLPWL_ERR_ARGUMENT, "another table", clpwl_eval_shared(mixed, 2, x, y, 4, NULL));
    clpwl_evaluator_free(other);
    clpwl_table_free(table);
    OK(clpwl_evaluator_create(&other, NULL, h.table, NULL)); /* the host and a device */
    mixed[1] = other;
    OK(clpwl_eval_shared(mixed, 2, x, y, 4, NULL));
    clpwl_evaluator_free(other);
    close_halves(&h);
}
END_TEST

/* Outside the domain two tables differ whose tails have other slopes. */
START_TEST(linear_tails_are_part_of_a_table)
{
    const double knots[] = {0, 1}, values[] = {0, 1};
    const clpwl_tails tails[] = {{0, 1}, {0, 2}};
    clpwl_evaluator *e[3];
    float x[4] = {-1, 0.5f, 2, 3}, y[4];
    for (int i = 0; i < 3; i++) {
        clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
        clpwl_table *table;
        spec.knots = knots;
        spec.values = values;
        spec.segments = 1;
        spec.extend = CLPWL_EXTEND_LINEAR;
        spec.tails = &tails[i / 2];
        OK(clpwl_table_create(&table, &spec));
        OK(clpwl_evaluator_create(&e[i], NULL, table, NULL));
        clpwl_table_free(table);
    }
    OK(clpwl_eval_shared(e, 2, x, y, 4, NULL));
    const float line[4] = {0, 0.5f, 2, 3};
    for (int i = 0; i < 4; i++) /* within a rounding of the values: the method is the CPU's */
        ck_assert_float_eq_tol(y[i], line[i], 2 * FLT_EPSILON);
    FAILS(CLPWL_ERR_ARGUMENT, "another table", clpwl_eval_shared(e, 3, x, y, 4, NULL));
    for (int i = 0; i < 3; i++)
        clpwl_evaluator_free(e[i]);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("shared");
    TCase *c = tcase_create("shared");
    tcase_add_test(c, values_are_those_of_one_evaluator);
    tcase_add_test(c, the_others_do_what_a_failing_evaluator_leaves);
    tcase_add_test(c, what_is_refused);
    tcase_add_test(c, linear_tails_are_part_of_a_table);
    tcase_set_timeout(c, 120);
    suite_add_tcase(s, c);
    return s;
}
