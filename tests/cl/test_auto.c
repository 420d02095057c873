/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of a method by AUTO. clpwl bench measures its speed. */
#include <stdio.h>
#include <time.h>
#include "base/cache.h"
#include "cl/cl_suite.h"
#include "cl/evaluator/evaluator.h"
#include "cpu/pack.h"
#include "support/wish.h"

static char identity[CLPWL__IDENTITY];

static void setup(void)
{
    open_measuring_context();
    clpwl__context_identity(context, identity);
}

/* What AUTO finds: seconds, measured some days ago. */
static void remember(double seconds, double days, const char *key)
{
    const double numbers[] = {seconds, 0, floor((double)time(NULL) / 86400) - days};
    clpwl__cache_write(NULL, identity, key, numbers, 3);
}

/* AUTO, or where it is said another method, in a kernel: all meet the target 1, so time alone decides. */
static clpwl_evaluator *chosen(clpwl_context *c, const clpwl_table *t, clpwl_use use, double max_error,
                               clpwl_storage storage)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    o.use = use;
    o.max_error = max_error;
    o.storage = storage;
    OK(clpwl_evaluator_create(&e, c, t, &o));
    return e;
}

static void takes(const clpwl_table *t, clpwl_use use, double max_error, clpwl_storage storage,
                  const char *method, clpwl_storage its)
{
    clpwl_evaluator *e = chosen(context, t, use, max_error, storage);
    EXPECT(strcmp(clpwl_evaluator_method(e), method) == 0 && clpwl_evaluator_storage(e) == its,
           "%s as %s, not %s", clpwl_evaluator_method(e), clpwl_storage_name(clpwl_evaluator_storage(e)),
           method);
    clpwl_evaluator_free(e);
}

static int is_of_host(const clpwl_evaluator *e)
{
    return strncmp(clpwl_evaluator_method(e), "host-", 5) == 0;
}

/* Within the error; one that is unknown: a few roundings of values up to 3. */
static void check_near(clpwl_evaluator *e, const clpwl_table *t)
{
    enum { POINTS = 101 };
    float x[POINTS], y[POINTS];
    double a, b, bound = clpwl_evaluator_error(e).linf;
    clpwl_table_domain(t, &a, &b);
    for (int i = 0; i < POINTS; i++)
        x[i] = (float)(a + (b - a) * i / (POINTS - 1));
    OK(clpwl_eval(e, x, y, POINTS));
    for (int i = 0; i < POINTS; i++)
        ck_assert_double_le(fabs(y[i] - clpwl_table_value(t, x[i])), isnan(bound) ? 8 * EPS * 3 : bound);
}

DEVICE_FIXTURE(setup, close_measuring_context)

/* The error of 64 segments is 2e-3: below it are the exact methods. */
TEST(a_target_below_the_table_leaves_the_exact_ones_or_nothing)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    clpwl_verification v;
    clpwl_table *t;
    wish w;
    begin_wish(&w, "gaussian", "N=64");
    OK(clpwl_design(&t, w.f, &w.o));
    for (int k = 0; k < 3; k++) {
        e = chosen(context, t, k == 1 ? CLPWL_USE_KERNEL : CLPWL_USE_BATCH, k == 2 ? 1e-5 : 0, 0);
        ck_assert(k == 0 || !is_of_host(e));
        ck_assert(k != 2 || (strncmp(clpwl_evaluator_method(e), "exact", 5) == 0 &&
                             clpwl_evaluator_error(e).linf <= 1e-5));
        OK(clpwl_verify(e, w.f, NULL, &v));
        ck_assert(v.holds);
        clpwl_evaluator_free(e);
    }
    o.max_error = 1e-9;
    FAILS(CLPWL_ERR_TARGET, "the least error is", clpwl_evaluator_create(&e, context, t, &o));
    FAILS(CLPWL_ERR_TARGET, "host-", clpwl_evaluator_create(&e, NULL, t, &o));
    clpwl_table_free(t);
    end_wish(&w);
}

/* Measurements that the test writes to disk show that AUTO reads them. */
TEST(what_was_measured_is_remembered)
{
    clpwl__pack *pack;
    char key[128];
    clpwl_table *t = make_table(0, 1, 37, CLPWL_PARTITION_OPTIMIZED, CLPWL_EXTEND_ZERO);
    remember(1e-6, 0, "buffer1:kernel:optimized:zero:37:0000000000000000");
    takes(t, CLPWL_USE_KERNEL, 1, 0, "buffer", CLPWL_STORAGE_FLOAT32);
    /* Measurements are for a number of cells: with other knots as many segments need more or
     * fewer. */
    OK(clpwl__pack_create(&pack, t, CLPWL_STORAGE_FLOAT32));
    for (size_t more = 2; more-- > 0;) {
        snprintf(key, sizeof key, "cell1:kernel:optimized:zero:%zu:0000000000000000",
                 pack->cell_count + more);
        remember(1e-7, 0, key);
        takes(t, CLPWL_USE_KERNEL, 1, 0, more ? "buffer" : "cell", CLPWL_STORAGE_FLOAT32);
    }
    /* For a week: what is older, or of tomorrow's clock, is measured anew. */
    static const int ages[] = {6, 8, -8};
    for (int i = 0; i < 3; i++) {
        double numbers[3];
        remember(1e-7, ages[i], key);
        clpwl_evaluator_free(chosen(context, t, CLPWL_USE_KERNEL, 1, 0));
        ck_assert_uint_eq(clpwl__cache_read(NULL, identity, key, numbers, 3), 3);
        ck_assert_int_eq(numbers[0] == 1e-7, i == 0);
    }
    clpwl__pack_free(pack);
    clpwl_table_free(t);
}

/* However fast it is, AUTO takes no method that may put values of a one-sided table on the other side. */
TEST(a_one_sided_table_is_read_in_fp32)
{
    static const struct {
        const char *key, *method;
        clpwl_storage storage;
    } fast[] = {
        {"image-linear1:kernel:uniform:clamp:41:0000000000000000", "image-linear", CLPWL_STORAGE_FLOAT32},
        {"buffer1:half:kernel:uniform:clamp:41:0000000000000000", "buffer", CLPWL_STORAGE_HALF}};
    remember(1e-6, 0, "local1:kernel:uniform:clamp:41:0000000000000000");
    for (int i = 0; i < 4; i++) {
        wish w;
        clpwl_table *t;
        begin_wish(&w, "gaussian", i % 2 ? "N=41 above" : "N=41");
        OK(clpwl_design(&t, w.f, &w.o));
        remember(i < 2 ? 1e-8 : 1e-9, 0, fast[i / 2].key);
        if (i % 2)
            takes(t, CLPWL_USE_KERNEL, 1, CLPWL_STORAGE_ANY, "local", CLPWL_STORAGE_FLOAT32);
        else
            takes(t, CLPWL_USE_KERNEL, 1, CLPWL_STORAGE_ANY, fast[i / 2].method, fast[i / 2].storage);
        clpwl_table_free(t);
        end_wish(&w);
    }
}

/* Whether methods of the device were timed with the table of a test of waiting. */
static int is_timed(size_t segments)
{
    char key[128];
    double numbers[3];
    snprintf(key, sizeof key, "buffer1:batch:uniform:zero:%zu:0000000000000000", segments);
    return clpwl__cache_read(NULL, identity, key, numbers, 3) == 3;
}

/* Where the host can begin, methods of the device are compiled and timed only for work that is worth it,
 * which counts that of earlier evaluators. The tests set the work, as none evaluates for half a minute. */
TEST(small_work_measures_no_method_of_the_device)
{
    enum { SEGMENTS = 44 };
    if (!clpwl_context_info(context)->native_kernels)
        return; /* the host is no candidate */
    clpwl_table *t = make_table(0, 1, SEGMENTS, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_ZERO);
    clpwl_evaluator *e;
    double worth = 0;
    for (int run = 0; run < 3; run++) {
        e = chosen(context, t, CLPWL_USE_BATCH, 1, 0);
        worth = e->wait.worth;
        ck_assert_int_eq(is_of_host(e), 1);
        ck_assert_double_gt(worth, 3); /* ten times the time of one compilation, at least */
        ck_assert_double_eq(e->wait.before, run * 0.5 * worth);
        check_near(e, t);
        ck_assert_int_eq(is_timed(SEGMENTS), run == 2);
        ck_assert(run == 2 ? e->wait.worth == 0 : e->wait.work > e->wait.before);
        check_near(e, t);
        e->wait.work = e->wait.before + 0.5 * worth;
        clpwl_evaluator_free(e);
    }
    e = chosen(context, t, CLPWL_USE_BATCH, 1,
               0); /* what works here is known; the rest may work another time */
    ck_assert_double_lt(e->wait.worth, worth / 2);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}

/* The choice is completed while work on the host is queued, and where it fails the host goes on. */
TEST(a_choice_is_completed_between_commands)
{
    enum { POINTS = 4096 };
    static float x[POINTS], y[2][POINTS];
    if (!clpwl_context_info(context)->native_kernels)
        return;
    clpwl_table *t = make_table(0, 1, 45, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_ZERO);
    clpwl_evaluator *e = chosen(context, t, CLPWL_USE_BATCH, 1, 0);
    cl_mem from = clCreateBuffer(clpwl_context_cl(context), CL_MEM_READ_WRITE, sizeof x, NULL, NULL), to[2];
    cl_command_queue q = clpwl_context_queue(context);
    for (int i = 0; i < POINTS; i++)
        x[i] = (float)i / POINTS;
    clEnqueueWriteBuffer(q, from, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL);
    e->wait.wish.max_error = 1e-12; /* no method meets it */
    for (int k = 0; k < 2; k++) {
        to[k] = clCreateBuffer(clpwl_context_cl(context), CL_MEM_READ_WRITE, sizeof x, NULL, NULL);
        OK(clpwl_enqueue(e, NULL, from, to[k], POINTS, 0, NULL, NULL));
        e->wait.work = e->wait.worth;
    }
    ck_assert(e->wait.worth == 0 && is_of_host(e));
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(clEnqueueReadBuffer(q, to[k], CL_TRUE, 0, sizeof x, y[k], 0, NULL, NULL),
                         CL_SUCCESS);
        clReleaseMemObject(to[k]);
    }
    ck_assert_mem_eq(y[0], y[1], sizeof *y);
    check_near(e, t);
    clReleaseMemObject(from);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}

/* A device with memory of its own is compared with the host once the work is worth it, and only clpwl_eval may
 * go over. Which of them is faster here is the machine's matter. */
TEST(arrays_of_the_host_may_stay_there)
{
    static const char *const slow[] = {"image-linear", "image-manual", "local"};
    char key[128];
    clpwl_device_info *info = &context->device.info;
    for (int i = 0; i < 3; i++) {
        snprintf(key, sizeof key, "%s1:batch:uniform:zero:46:0000000000000000", slow[i]);
        remember(1, 0, key);
    }
    clpwl_table *t = make_table(0, 1, 46, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_ZERO);
    info->native_kernels = info->unified_memory = 0;
    clpwl_evaluator *e = chosen(context, t, CLPWL_USE_BATCH, 1, 0);
    ck_assert(!is_of_host(e) && e->wait.worth > 0);
    for (int k = 0; k < 2; k++) {
        check_near(e, t);
        ck_assert_int_eq(e->wait.worth == 0, k);
        ck_assert_int_eq(strcmp(clpwl_evaluator_eval_method(e), clpwl_evaluator_method(e)) != 0,
                         e->on_host != NULL);
        e->wait.work = e->wait.worth;
    }
    if (!e->on_host)
        OK(clpwl_evaluator_create(&e->on_host, NULL, t, NULL));
    ck_assert(strncmp(clpwl_evaluator_eval_method(e), "host-", 5) == 0 && !is_of_host(e));
    check_near(e, t);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}

/* A barrier is a trap in a user's kernel: local must be faster there by more than times scatter. */
TEST(a_kernel_gets_a_barrier_only_for_speed)
{
    clpwl_table *t = make_table(0, 1, 37, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_ZERO);
    remember(1e-6, 0, "buffer1:kernel:uniform:zero:37:0000000000000000");
    remember(1e-6, 0, "buffer1:batch:uniform:zero:37:0000000000000000");
    remember(0.95e-6, 0, "local1:kernel:uniform:zero:37:0000000000000000");
    remember(0.95e-6, 0, "local1:batch:uniform:zero:37:0000000000000000");
    takes(t, CLPWL_USE_KERNEL, 1, 0, "buffer", CLPWL_STORAGE_FLOAT32);
    takes(t, CLPWL_USE_BATCH, 1, 0, "local", CLPWL_STORAGE_FLOAT32);
    remember(0.8e-6, 0, "local1:kernel:uniform:zero:37:0000000000000000");
    takes(t, CLPWL_USE_KERNEL, 1, 0, "local", CLPWL_STORAGE_FLOAT32);
    setenv("CLPWL_METHOD", "image-manual", 1); /* not AUTO's choice */
    takes(t, CLPWL_USE_KERNEL, 1, 0, "image-manual", CLPWL_STORAGE_FLOAT32);
    unsetenv("CLPWL_METHOD");
    clpwl_table_free(t);
}

/* By the times on disk bfloat16 is the fastest, then unorm8. AUTO takes a storage if its error is allowed.
 * The wave is from -1 to 1: bfloat16 is off by 2^-9, unorm8 by about 2^-8, halves by 2^-12, unorm16 by
 * 2^-16. */
TEST(a_storage_is_chosen_where_its_error_is_allowed)
{
    static const struct {
        clpwl_storage storage;
        double seconds, limit;
    } rows[] = {{CLPWL_STORAGE_UNORM8, 5e-8, 1e-2},
                {CLPWL_STORAGE_HALF, 1e-7, 1e-3},
                {CLPWL_STORAGE_UNORM16, 1e-6, 1e-4},
                {CLPWL_STORAGE_FLOAT32, 3e-6, 0}};
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    clpwl_table *t = make_table(0, 1, 41, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_ZERO);
    for (int i = 0; i < 4; i++) {
        char key[128];
        const char *coded = rows[i].storage == CLPWL_STORAGE_FLOAT32 ? ""
                                                                     : clpwl_storage_name(rows[i].storage);
        snprintf(key, sizeof key, "buffer1%s%s:kernel:uniform:zero:41:0000000000000000", *coded ? ":" : "",
                 coded);
        remember(rows[i].seconds * 1e-6, 0, key);
    }
    for (int i = 0; i < 4; i++) {
        takes(t, CLPWL_USE_KERNEL, rows[i].limit, CLPWL_STORAGE_ANY, "buffer", rows[i].storage);
        takes(t, CLPWL_USE_KERNEL, rows[i].limit, CLPWL_STORAGE_FLOAT32, "buffer", CLPWL_STORAGE_FLOAT32);
    }
    o.storage = CLPWL_STORAGE_HALF;
    o.max_error = 1e-5;
    FAILS(CLPWL_ERR_TARGET, "no method meets", clpwl_evaluator_create(&e, context, t, &o));
    clpwl_table_free(t);
}

/* AUTO reads a table of numbers alone, or its inverse, by a method with the least error: not with 16 bits,
 * which are off by up to 4 / 131070. Whether a target is met is not known. */
TEST(a_table_of_unknown_error_is_read)
{
    static const double knots[] = {0, 0.25, 0.5, 0.75, 1}, values[] = {-1.1, -0.5, 0.25, 0.5, 2.9};
    for (int k = 0; k < 12; k++) {
        clpwl_context *where = k < 8 ? context : NULL;
        clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
        clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
        clpwl_table *t, *back;
        spec.knots = knots;
        spec.values = values;
        spec.segments = 4;
        spec.partition = (clpwl_partition)(k & 1);
        OK(clpwl_table_create(&t, &spec));
        OK(clpwl_table_inverse(&back, t, CLPWL_EXTEND_CLAMP));
        clpwl_table *its = k & 2 ? back : t;
        clpwl_evaluator *e = chosen(where, its, (clpwl_use)(k >> 2 & 1), 0, where ? CLPWL_STORAGE_ANY : 0);
        ck_assert(clpwl_evaluator_storage(e) == CLPWL_STORAGE_FLOAT32 &&
                  isnan(clpwl_evaluator_error(e).linf));
        check_near(e, its);
        clpwl_evaluator_free(e);
        o.max_error = 1;
        FAILS(CLPWL_ERR_TARGET, "the linf error of this table is unknown",
              clpwl_evaluator_create(&e, where, its, &o));
        clpwl_table_free(back);
        clpwl_table_free(t);
    }
}

/* Whichever is fastest meets the error; what is given stands; the first refusal is that of equal segments. */
TEST(the_fastest_table_meets_the_error)
{
    clpwl_function *f = function_of("exp(x)");
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_table *t;
    o.b = 1;
    o.max_error = 1e-3;
    for (int i = 0; i < 3; i++) {
        o.aim = i ? CLPWL_AIM_BALANCED : CLPWL_AIM_FASTEST;
        o.given = i == 2 ? 1u << CLPWL_PART_SHAPER : 0;
        OK(clpwl_design_fastest(&t, f, &o, i ? context : NULL, i ? CLPWL_USE_KERNEL : CLPWL_USE_BATCH));
        ck_assert_double_le(clpwl_table_target(t)->reached, 1e-3);
        ck_assert(i != 2 || clpwl_table_shaper(t) == CLPWL_SHAPER_NONE);
        clpwl_table_free(t);
    }
    o.aim = CLPWL_AIM_FASTEST;
    FAILS(CLPWL_ERR_ARGUMENT, "clpwl_design_fastest", clpwl_design(&t, f, &o));
    FAILS(CLPWL_ERR_ARGUMENT, "7", clpwl_design_fastest(&t, f, &o, NULL, (clpwl_use)7));
    o.max_error = 1e-30;
    FAILS(CLPWL_ERR_TARGET, "rounding", clpwl_design_fastest(&t, f, &o, NULL, CLPWL_USE_BATCH));
    ck_assert_ptr_null(t);
    clpwl_function_free(f);
}
