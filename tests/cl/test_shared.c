/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One evaluation by several evaluators: of sub-devices where the device has them. */
#include "cl/cl_suite.h"
#include "cl/device/context.h"

enum { PARTS = 2, MANY = 3000007 };

/* The halves are kept until the process ends: a thread of pocl 3.1 still releases events when the
 * work is done and everything is freed, and crashes if their device is gone. */
static cl_device_id part[PARTS];
static clpwl_context *its[PARTS];
static clpwl_table *table;
static clpwl_evaluator *evaluators[PARTS];
static float *x, *one, *both;

/* Evaluators of the two halves of a device; of one device twice where it has no halves. clCreateSubDevices
 * is NULL in rusticl of Mesa 22.3. */
static void setup(void)
{
    open_context();
    cl_uint most = 0;
    cl_context halves = NULL;
    const unsigned units = clpwl_context_info(context)->compute_units;
    const cl_device_partition_property half[] = {CL_DEVICE_PARTITION_EQUALLY, units / PARTS, 0};
    clGetDeviceInfo(clpwl_context_device(context), CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof most, &most,
                    NULL);
    if (units >= PARTS && most >= PARTS &&
        clCreateSubDevices(clpwl_context_device(context), half, PARTS, part, NULL) == CL_SUCCESS)
        halves = clCreateContext(NULL, PARTS, part, NULL, NULL, NULL);
    table = make_wave(-3, 5, 100, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP, 0);
    for (int k = 0; k < PARTS; k++) {
        OK(halves ? clpwl_context_wrap(&its[k], halves, part[k], NULL, NULL)
                  : clpwl_context_create(&its[k], NULL));
        evaluators[k] = make(its[k], table, "buffer", 0, 0);
    }
    if (halves)
        clReleaseContext(halves);
    x = malloc(3 * (MANY + 1) * sizeof *x);
    one = x + MANY + 1;
    both = one + MANY + 1;
    for (size_t i = 0; i < MANY; i++)
        x[i] = -4 + 10 * (float)i / MANY;
    OK(clpwl_eval(evaluators[0], x, one, MANY));
}

static void teardown(void)
{
    for (int k = 0; k < PARTS; k++) {
        clpwl_evaluator_free(evaluators[k]);
        clpwl_context_free(its[k]);
    }
    clpwl_table_free(table);
    free(x);
    close_context();
}

DEVICE_FIXTURE(setup, teardown)

/* Values by both are those of one, for every size; each value is somebody's. */
TEST(values_are_those_of_one_evaluator)
{
    static const size_t sizes[] = {0, 1, 65537, MANY};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t n = sizes[i];
        clpwl_share shares[PARTS];
        memset(both, 0xff, (n + 1) * sizeof *both);
        OK(clpwl_eval_shared(evaluators, PARTS, x, both, n, shares));
        ck_assert(memcmp(one, both, n * sizeof *one) == 0 && isnan(both[n]));
        ck_assert_uint_eq(shares[0].values + shares[1].values, n);
        for (int k = 0; k < PARTS; k++)
            ck_assert(shares[k].status == CLPWL_OK && !shares[k].message[0]);
    }
}

/* A context that claims to be of another process fails in each call. On a busy machine the other one may
 * have done everything before the broken one began. */
TEST(the_others_do_what_a_failing_evaluator_leaves)
{
    clpwl_share shares[PARTS];
    const pid_t process = context->process;
    for (int broken = 0; broken < PARTS; broken++) {
        its[broken]->process = 0;
        for (int tries = 0; tries == 0 || (shares[broken].status == CLPWL_OK && tries < 50); tries++) {
            memset(both, 0xff, MANY * sizeof *both);
            OK(clpwl_eval_shared(evaluators, PARTS, x, both, MANY, shares));
        }
        its[broken]->process = process;
        ck_assert_int_eq(memcmp(one, both, MANY * sizeof *one), 0);
        ck_assert(shares[broken].values == 0 && shares[1 - broken].values == MANY &&
                  !shares[1 - broken].status);
        ck_assert(shares[broken].status == CLPWL_ERR_UNSUPPORTED && strstr(shares[broken].message, "fork()"));
    }
    its[0]->process = its[1]->process = 0;
    FAILS(CLPWL_ERR_UNSUPPORTED, "every evaluator failed",
          clpwl_eval_shared(evaluators, PARTS, x, both, MANY, shares));
    its[0]->process = its[1]->process = process;
    for (int k = 0; k < PARTS; k++)
        ck_assert(shares[k].values == 0 && strstr(shares[k].message, "fork()"));
}

/* Outside the domain two tables differ whose tails have other slopes. */
TEST(evaluators_of_other_tables_are_refused)
{
    const double knots[] = {-3, 5}, values[] = {0, 1};
    clpwl_evaluator *e[5] = {[4] = on_host(table)};
    for (int i = 0; i < 4; i++) {
        clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
        const clpwl_tails tails = {0, i < 3 ? 1 : 2};
        clpwl_table *t;
        spec.knots = knots;
        spec.values = values;
        spec.segments = 1;
        spec.extend = i ? CLPWL_EXTEND_LINEAR : CLPWL_EXTEND_CLAMP;
        spec.tails = i ? &tails : NULL;
        OK(clpwl_table_create(&t, &spec));
        e[i] = on_host(t);
        clpwl_table_free(t);
    }
    const struct {
        clpwl_evaluator *two[2];
        const char *part; /* NULL: it is done */
    } rows[] = {{{evaluators[0], evaluators[0]}, "are one"},
                {{evaluators[0], NULL}, "evaluator 1 is NULL"},
                {{e[0], e[1]}, "another table"},
                {{e[1], e[3]}, "another table"},
                {{e[1], e[2]}, NULL},
                {{evaluators[0], e[4]}, NULL}}; /* a device and the host */
    for (int i = 0; i < 6; i++)
        if (rows[i].part)
            FAILS(CLPWL_ERR_ARGUMENT, rows[i].part, clpwl_eval_shared(rows[i].two, 2, x, both, 4, NULL));
        else
            OK(clpwl_eval_shared(rows[i].two, 2, x, both, 4, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "count is 0", clpwl_eval_shared(evaluators, 0, x, both, 4, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "overlap", clpwl_eval_shared(evaluators, PARTS, x, x, 4, NULL));
    for (int i = 0; i < 5; i++)
        clpwl_evaluator_free(e[i]);
}
