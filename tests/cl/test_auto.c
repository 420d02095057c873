/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of a method by AUTO. clpwl bench measures its speed. */
#include <math.h>
#include <stdio.h>
#include <time.h>
#include "cl/evaluator/evaluator.h"
#include "clpwl_cl.h"
#include "base/cache.h"
#include "cpu/pack.h"
#include "support/suite.h"
#include "support/tables.h"

static clpwl_context *context;

static void make_context(void)
{
    char folder[] = "/tmp/clpwl-auto-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("XDG_CACHE_HOME", folder, 1);
    OK(clpwl_context_create(&context, NULL));
}

static void free_context(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", getenv("XDG_CACHE_HOME"));
    ck_assert_int_eq(system(command), 0);
    clpwl_context_free(context);
}

static const clpwl_method_info *info_of(const clpwl_evaluator *e)
{
    for (size_t i = 0; i < clpwl_method_count(); i++)
        if (strcmp(clpwl_method(i)->name, clpwl_evaluator_method(e)) == 0)
            return clpwl_method(i);
    ck_abort_msg("auto took %s, which is no method", clpwl_evaluator_method(e));
    return NULL;
}

static clpwl_table *gaussian(size_t segments)
{
    clpwl_function *f;
    clpwl_table *t;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.segments = segments;
    OK(clpwl_function_from_catalogue(&f, "gaussian"));
    OK(clpwl_design(&t, f, &o));
    clpwl_function_free(f);
    return t;
}

static double today(void)
{
    return floor((double)time(NULL) / 86400);
}

START_TEST(auto_takes_a_method_that_is_right)
{
    float x[101], y[101];
    clpwl_table *t = gaussian(64);
    for (int i = 0; i <= 100; i++)
        x[i] = (float)i * 0.08f;
    for (int use = 0; use < 2; use++) {
        clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
        clpwl_evaluator *e;
        o.use = (clpwl_use)use;
        OK(clpwl_evaluator_create(&e, context, t, &o));
        if (use == CLPWL_USE_KERNEL)
            ck_assert_int_eq(info_of(e)->host, 0);
        OK(clpwl_eval(e, x, y, 101));
        for (int i = 0; i <= 100; i++)
            ck_assert_double_le(fabs(y[i] - exp(-0.5 * x[i] * x[i])),
                                clpwl_evaluator_error(e).linf);
        clpwl_evaluator_free(e);
    }
    clpwl_table_free(t);
}
END_TEST

START_TEST(a_target_below_the_table_leaves_the_exact_ones_or_nothing)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    clpwl_table *t = gaussian(64), *wave = make_table(0, 1, 64, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    o.max_error = 1e-5; /* the error of 64 segments is 2e-3 */
    OK(clpwl_evaluator_create(&e, context, t, &o));
    ck_assert_msg(strncmp(clpwl_evaluator_method(e), "exact", 5) == 0, "%s",
                  clpwl_evaluator_method(e));
    ck_assert_double_le(clpwl_evaluator_error(e).linf, 1e-5);
    clpwl_evaluator_free(e);
    o.max_error = 1e-9;
    FAILS(CLPWL_ERR_TARGET, "the least error is", clpwl_evaluator_create(&e, context, t, &o));
    ck_assert_ptr_null(e);
    FAILS(CLPWL_ERR_TARGET, "host-", clpwl_evaluator_create(&e, NULL, t, &o));
    clpwl_table_free(t);
    clpwl_table_free(wave);
}
END_TEST

/* Measurements that the test writes to disk show that AUTO reads them. */
START_TEST(what_was_measured_is_remembered)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    clpwl__pack *pack;
    char identity[CLPWL__IDENTITY], key[128];
    double numbers[] = {1e-6, 0, today()};
    clpwl_table *t = make_table(0, 1, 37, CLPWL_PARTITION_OPTIMIZED, CLPWL_EXTEND_ZERO);
    clpwl__context_identity(context, identity);
    o.use = CLPWL_USE_KERNEL;
    o.max_error = 1; /* all methods meet it: time alone decides */
    clpwl__cache_write(NULL, identity, "buffer1:kernel:optimized:zero:37:0000000000000000",
                       numbers, 3);
    OK(clpwl_evaluator_create(&e, context, t, &o));
    ck_assert_str_eq(clpwl_evaluator_method(e), "buffer");
    clpwl_evaluator_free(e);
    /* Measurements are for a number of cells: with other knots as many segments need more or
     * fewer. */
    numbers[0] = 1e-7;
    OK(clpwl__pack_create(&pack, t, CLPWL_STORAGE_FLOAT32));
    for (int more = 1; more >= 0; more--) {
        snprintf(key, sizeof key, "cell1:kernel:optimized:zero:%zu:0000000000000000",
                 pack->cell_count + (size_t)more);
        clpwl__cache_write(NULL, identity, key, numbers, 3);
        OK(clpwl_evaluator_create(&e, context, t, &o));
        ck_assert_str_eq(clpwl_evaluator_method(e), more ? "buffer" : "cell");
        clpwl_evaluator_free(e);
    }
    /* For a week: what is older, or of tomorrow's clock, is measured anew. */
    static const struct {
        int age, is_kept;
    } ages[] = {{6, 1}, {8, 0}, {-8, 0}};
    for (int i = 0; i < 3; i++) {
        const double old[] = {1e-7, 0, today() - ages[i].age};
        clpwl__cache_write(NULL, identity, key, old, 3);
        OK(clpwl_evaluator_create(&e, context, t, &o));
        ck_assert_uint_eq(clpwl__cache_read(NULL, identity, key, numbers, 3), 3);
        ck_assert_int_eq(numbers[0] == old[0], ages[i].is_kept);
        ck_assert_int_eq(numbers[2] == old[2], ages[i].is_kept);
        clpwl_evaluator_free(e);
    }
    clpwl__pack_free(pack);
    clpwl_table_free(t);
}
END_TEST

/* However fast it is, AUTO takes no method that may put values of a one-sided table on the other side. */
START_TEST(a_one_sided_table_is_read_in_fp32)
{
    static const char *const fast[] = {"image-linear1", "buffer1:half"};
    double numbers[] = {1e-7, 0, today()};
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_design_options d = CLPWL_DESIGN_INIT;
    clpwl_evaluator *e;
    clpwl_function *f;
    char identity[CLPWL__IDENTITY], key[128];
    clpwl__context_identity(context, identity);
    OK(clpwl_function_from_catalogue(&f, "gaussian"));
    o.use = CLPWL_USE_KERNEL;
    o.storage = CLPWL_STORAGE_ANY;
    o.max_error = 1;
    d.segments = 41;
    for (size_t i = 0; i < sizeof fast / sizeof *fast; i++) {
        numbers[0] /= 10; /* faster than the method before */
        snprintf(key, sizeof key, "%s:kernel:uniform:clamp:41:0000000000000000", fast[i]);
        clpwl__cache_write(NULL, identity, key, numbers, 3);
        for (int side = 0; side < 2; side++) {
            clpwl_table *t;
            d.fit = side ? CLPWL_FIT_ABOVE : CLPWL_FIT_INTERPOLANT;
            OK(clpwl_design(&t, f, &d));
            OK(clpwl_evaluator_create(&e, context, t, &o));
            int is_fast = strncmp(clpwl_evaluator_method(e), fast[i], strcspn(fast[i], "1")) == 0 &&
                          clpwl_evaluator_storage(e) == (i ? CLPWL_STORAGE_HALF : CLPWL_STORAGE_FLOAT32);
            ck_assert_int_eq(is_fast, !side);
            clpwl_evaluator_free(e);
            clpwl_table_free(t);
        }
    }
    clpwl_function_free(f);
}
END_TEST

/* Whether methods of the device were timed with the table of a test of waiting. */
static int is_timed(size_t segments)
{
    char identity[CLPWL__IDENTITY], key[128];
    double numbers[3];
    clpwl__context_identity(context, identity);
    snprintf(key, sizeof key, "buffer1:batch:uniform:zero:%zu:0000000000000000", segments);
    return clpwl__cache_read(NULL, identity, key, numbers, 3) == 3;
}

static void waits_evaluate(clpwl_evaluator *e, const clpwl_table *t)
{
    enum { POINTS = 101 };
    float x[POINTS], y[POINTS];
    for (int i = 0; i < POINTS; i++)
        x[i] = (float)i / (POINTS - 1);
    OK(clpwl_eval(e, x, y, POINTS));
    for (int i = 0; i < POINTS; i++)
        ck_assert_double_le(fabs(y[i] - clpwl_table_value(t, x[i])), clpwl_evaluator_error(e).linf);
}

static clpwl_evaluator *waits_create(const clpwl_table *t)
{
    clpwl_evaluator *e;
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    o.max_error = 1;
    OK(clpwl_evaluator_create(&e, context, t, &o));
    return e;
}

/* Where the host can begin, methods of the device are compiled and timed only for work that is
 * worth it. The tests set the work, as none evaluates for half a minute. */
START_TEST(small_work_measures_no_method_of_the_device)
{
    enum { SEGMENTS = 43 };
    if (!clpwl_context_info(context)->native_kernels)
        return; /* the host is no candidate */
    clpwl_table *t = make_table(0, 1, SEGMENTS, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_ZERO);
    clpwl_evaluator *e = waits_create(t);
    ck_assert_int_eq(info_of(e)->host, 1);
    waits_evaluate(e, t);
    ck_assert_int_eq(is_timed(SEGMENTS), 0);
    ck_assert_double_gt(e->wait.work, 0);
    const double worth = e->wait.worth;
    ck_assert_double_gt(worth, 3); /* ten times the time of one compilation, at least */
    e->wait.work = e->wait.worth;
    waits_evaluate(e, t);
    ck_assert_int_eq(is_timed(SEGMENTS), 1);
    ck_assert_double_eq(e->wait.worth, 0);
    waits_evaluate(e, t);
    clpwl_evaluator_free(e);
    e = waits_create(t); /* what works here is known; the rest may work another time */
    ck_assert_double_lt(e->wait.worth, worth / 2);
    waits_evaluate(e, t);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}
END_TEST

START_TEST(work_of_earlier_evaluators_counts)
{
    enum { SEGMENTS = 44 };
    if (!clpwl_context_info(context)->native_kernels)
        return;
    clpwl_table *t = make_table(0, 1, SEGMENTS, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_ZERO);
    for (int run = 0; run < 3; run++) {
        clpwl_evaluator *e = waits_create(t);
        ck_assert_double_eq(e->wait.before, run * 0.5 * e->wait.worth);
        waits_evaluate(e, t);
        ck_assert_int_eq(is_timed(SEGMENTS), run == 2);
        e->wait.work = e->wait.before + 0.5 * e->wait.worth;
        clpwl_evaluator_free(e);
    }
    clpwl_table_free(t);
}
END_TEST

/* The choice is completed while work on the host is queued, and where it fails the host goes on. */
START_TEST(a_choice_is_completed_between_commands)
{
    enum { SEGMENTS = 45, POINTS = 4096 };
    static float x[POINTS], y[2][POINTS];
    cl_mem from, to[2];
    cl_int code;
    if (!clpwl_context_info(context)->native_kernels)
        return;
    clpwl_table *t = make_table(0, 1, SEGMENTS, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_ZERO);
    clpwl_evaluator *e = waits_create(t);
    for (int i = 0; i < POINTS; i++)
        x[i] = (float)i / POINTS;
    from = clCreateBuffer(clpwl_context_cl(context), CL_MEM_COPY_HOST_PTR, sizeof x, x, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    e->wait.wish.max_error = 1e-12; /* no method meets it */
    for (int k = 0; k < 2; k++) {
        to[k] = clCreateBuffer(clpwl_context_cl(context), CL_MEM_READ_WRITE, sizeof x, NULL, &code);
        ck_assert_int_eq(code, CL_SUCCESS);
        OK(clpwl_enqueue(e, NULL, from, to[k], POINTS, 0, NULL, NULL));
        e->wait.work = e->wait.worth;
    }
    ck_assert_double_eq(e->wait.worth, 0);
    ck_assert_int_eq(info_of(e)->host, 1);
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(clEnqueueReadBuffer(clpwl_context_queue(context), to[k], CL_TRUE, 0,
                                             sizeof x, y[k], 0, NULL, NULL), CL_SUCCESS);
        clReleaseMemObject(to[k]);
    }
    ck_assert_mem_eq(y[0], y[1], sizeof *y);
    waits_evaluate(e, t);
    clReleaseMemObject(from);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}
END_TEST

/* A barrier is a trap in a user's kernel: local must be faster there by more than times scatter. */
START_TEST(a_kernel_gets_a_barrier_only_for_speed)
{
    static const struct {
        clpwl_use use;
        double local; /* its time, where buffer takes 1e-6 */
        const char *expected;
    } cases[] = {{CLPWL_USE_KERNEL, 0.95e-6, "buffer"},
                 {CLPWL_USE_KERNEL, 0.8e-6, "local"},
                 {CLPWL_USE_BATCH, 0.95e-6, "local"}};
    clpwl_table *t = make_table(0, 1, 37, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_ZERO);
    char identity[CLPWL__IDENTITY], key[128];
    clpwl__context_identity(context, identity);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int local = 0; local < 2; local++) {
            const double numbers[] = {local ? cases[i].local : 1e-6, 0, today()};
            snprintf(key, sizeof key, "%s1:%s:uniform:zero:37:0000000000000000",
                     local ? "local" : "buffer",
                     cases[i].use == CLPWL_USE_KERNEL ? "kernel" : "batch");
            clpwl__cache_write(NULL, identity, key, numbers, 3);
            if (!local)
                continue;
            clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
            clpwl_evaluator *e;
            o.use = cases[i].use;
            o.max_error = 1;
            OK(clpwl_evaluator_create(&e, context, t, &o));
            ck_assert_msg(strcmp(clpwl_evaluator_method(e), cases[i].expected) == 0, "%zu: %s", i,
                          clpwl_evaluator_method(e));
            clpwl_evaluator_free(e);
        }
    clpwl_table_free(t);
}
END_TEST

/* By the times on disk halves are the fastest. AUTO takes them if their error is allowed. */
START_TEST(a_storage_is_chosen_where_its_error_is_allowed)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    char identity[CLPWL__IDENTITY], key[128];
    double numbers[] = {0, 0, today()};
    clpwl_sampler_info halves;
    OK(clpwl_context_sampler(context, CLPWL_STORAGE_HALF, &halves));
    if (!halves.channels)
        return; /* a device without images */
    clpwl_table *t = make_table(0, 1, 41, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_ZERO);
    clpwl__context_identity(context, identity);
    o.use = CLPWL_USE_KERNEL;
    o.method = "image-manual";
    static const double ns[] = {[CLPWL_STORAGE_FLOAT32] = 3000, [CLPWL_STORAGE_HALF] = 100,
                                [CLPWL_STORAGE_UNORM16] = 1000, [CLPWL_STORAGE_UNORM8] = 50,
                                [CLPWL_STORAGE_BFLOAT16] = 10 /* no image has it */};
    for (int kind = CLPWL_STORAGE_FLOAT32; kind < CLPWL_STORAGE_ANY; kind++) {
        int is_coded = kind != CLPWL_STORAGE_FLOAT32;
        snprintf(key, sizeof key, "image-manual1%s%s:kernel:uniform:zero:41:0000000000000000",
                 is_coded ? ":" : "", is_coded ? clpwl_storage_name((clpwl_storage)kind) : "");
        numbers[0] = 1e-9 * ns[kind];
        clpwl__cache_write(NULL, identity, key, numbers, 3);
    }
    /* The wave is from -1 to 1: unorm8 is off by about 2^-8, halves by 2^-12, unorm16 by 2^-16. */
    static const struct {
        double limit;
        clpwl_storage storage;
    } cases[] = {{1e-2, CLPWL_STORAGE_UNORM8}, {1e-3, CLPWL_STORAGE_HALF},
                 {1e-4, CLPWL_STORAGE_UNORM16}, {0, CLPWL_STORAGE_FLOAT32}};
    for (int i = 0; i < 4; i++) {
        o.storage = CLPWL_STORAGE_ANY;
        o.max_error = cases[i].limit;
        OK(clpwl_evaluator_create(&e, context, t, &o));
        ck_assert_int_eq(clpwl_evaluator_storage(e), cases[i].storage);
        ck_assert_str_eq(clpwl_evaluator_method(e), "image-manual");
        clpwl_evaluator_free(e);
        o.storage = CLPWL_STORAGE_FLOAT32; /* the default is float32 */
        OK(clpwl_evaluator_create(&e, context, t, &o));
        ck_assert_int_eq(clpwl_evaluator_storage(e), CLPWL_STORAGE_FLOAT32);
        clpwl_evaluator_free(e);
    }
    o.method = "auto";
    o.storage = CLPWL_STORAGE_HALF;
    o.max_error = 1e-5;
    FAILS(CLPWL_ERR_TARGET, "no method meets", clpwl_evaluator_create(&e, context, t, &o));
    o.max_error = 1;
    OK(clpwl_evaluator_create(&e, context, t, &o));
    ck_assert_int_eq(clpwl_evaluator_storage(e), CLPWL_STORAGE_HALF);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}
END_TEST

START_TEST(the_environment_forces_a_method)
{
    clpwl_evaluator *e;
    clpwl_table *t = gaussian(64);
    setenv("CLPWL_METHOD", "local", 1);
    clpwl_status status = clpwl_evaluator_create(&e, context, t, NULL);
    unsetenv("CLPWL_METHOD");
    OK(status);
    ck_assert_str_eq(clpwl_evaluator_method(e), "local");
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}
END_TEST

START_TEST(on_the_host_alone_a_host_method_is_taken)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    clpwl_table *t = gaussian(64);
    OK(clpwl_evaluator_create(&e, NULL, t, NULL));
    ck_assert_int_eq(info_of(e)->host, 1);
    clpwl_evaluator_free(e);
    o.use = CLPWL_USE_KERNEL;
    clpwl_execution filter = CLPWL_EXECUTION_INIT;
    filter.weight_bits = 8;
    o.execution = &filter;
    OK(clpwl_evaluator_create(&e, NULL, t, &o));
    ck_assert_str_eq(clpwl_evaluator_method(e), "host-scalar");
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}
END_TEST

/* A table made from nodal values alone: its error against f is not known. */
static clpwl_table *of_unknown_error(clpwl_partition partition)
{
    static const double knots[] = {0, 0.25, 0.5, 0.75, 1}, values[] = {-1.1, -0.5, 0.25, 0.5, 2.9};
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl_table *t;
    spec.knots = knots;
    spec.values = values;
    spec.segments = 4;
    spec.partition = partition;
    OK(clpwl_table_create(&t, &spec));
    return t;
}

/* AUTO reads such a table, or its inverse, by a method with the least error: not with 16 bits,
 * which are off by up to 4 / 131070. Whether a target is met is not known. */
static void reads_it(clpwl_context *where, const clpwl_table *t, clpwl_use use)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    float x[101], y[101];
    const double *knots = clpwl_table_knots(t);
    for (int i = 0; i <= 100; i++)
        x[i] = (float)(knots[0] + (knots[4] - knots[0]) * i / 100.0);
    o.use = use;
    o.storage = where ? CLPWL_STORAGE_ANY : CLPWL_STORAGE_FLOAT32;
    OK(clpwl_evaluator_create(&e, where, t, &o));
    ck_assert_int_eq(clpwl_evaluator_storage(e), CLPWL_STORAGE_FLOAT32);
    ck_assert(isnan(clpwl_evaluator_error(e).linf));
    OK(clpwl_eval(e, x, y, 101));
    for (int i = 0; i <= 100; i++) /* a few roundings of values up to 3 */
        ck_assert_double_le(fabs(y[i] - clpwl_table_value(t, x[i])), 8 * 0x1p-24 * 3);
    clpwl_evaluator_free(e);
    o.max_error = 1;
    FAILS(CLPWL_ERR_TARGET, "the linf error of this table is unknown",
          clpwl_evaluator_create(&e, where, t, &o));
}

START_TEST(a_table_of_unknown_error_is_read)
{
    for (int p = 0; p < 2; p++) {
        clpwl_table *t = of_unknown_error((clpwl_partition)p), *back;
        OK(clpwl_table_inverse(&back, t, CLPWL_EXTEND_CLAMP));
        for (int use = 0; use < 2; use++) {
            reads_it(context, t, (clpwl_use)use);
            reads_it(context, back, (clpwl_use)use);
        }
        reads_it(NULL, t, CLPWL_USE_BATCH);
        reads_it(NULL, back, CLPWL_USE_BATCH);
        clpwl_table_free(back);
        clpwl_table_free(t);
    }
}
END_TEST

/* Every expression of the catalogue is f on this device, within the reported error. The error is
 * of the size of fp32's rounding. */
START_TEST(expressions_of_the_catalogue_are_their_functions)
{
    enum { POINTS = 2001 };
    static float x[POINTS], y[POINTS];
    size_t count;
    const clpwl_catalogue_entry *rows = clpwl_catalogue(&count);
    for (size_t k = 0; k < count; k++) {
        clpwl_function *f;
        clpwl_table *t;
        clpwl_evaluator *e;
        clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
        double largest = 0;
        o.method = "exact";
        OK(clpwl_function_from_catalogue(&f, rows[k].name));
        if (clpwl_function_opencl(f)) {
            OK(clpwl_design(&t, f, NULL));
            OK(clpwl_evaluator_create(&e, context, t, &o));
            const double *knots = clpwl_table_knots(t), *c = clpwl_table_values(t);
            size_t n = clpwl_table_segments(t);
            for (size_t i = 0; i <= n; i++)
                largest = fmax(largest, fabs(c[i]));
            for (int i = 0; i < POINTS; i++)
                x[i] = fmaxf((float)(knots[0] + (knots[n] - knots[0]) * i / (POINTS - 1.0)),
                             nextafterf((float)knots[0], INFINITY));
            x[POINTS - 1] = nextafterf((float)knots[n], -INFINITY);
            OK(clpwl_eval(e, x, y, POINTS));
            for (int i = 0; i < POINTS; i++) {
                double right = NAN;
                OK(clpwl_function_value(f, x[i], &right));
                /* 64 roundings of the largest value: a few built-ins with at most 16 ulp each. */
                ck_assert_msg(fabs(y[i] - right) <= 128 * 0x1p-24 * largest, "%s(%g): %g, not %g",
                              rows[k].name, x[i], y[i], right);
            }
            clpwl_evaluator_free(e);
            clpwl_table_free(t);
        }
        clpwl_function_free(f);
    }
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("auto");
    TCase *t = tcase_create("auto");
    tcase_set_timeout(t, 300);
    tcase_add_unchecked_fixture(t, make_context, free_context);
    tcase_add_test(t, auto_takes_a_method_that_is_right);
    tcase_add_test(t, a_target_below_the_table_leaves_the_exact_ones_or_nothing);
    tcase_add_test(t, what_was_measured_is_remembered);
    tcase_add_test(t, a_one_sided_table_is_read_in_fp32);
    tcase_add_test(t, small_work_measures_no_method_of_the_device);
    tcase_add_test(t, work_of_earlier_evaluators_counts);
    tcase_add_test(t, a_choice_is_completed_between_commands);
    tcase_add_test(t, a_kernel_gets_a_barrier_only_for_speed);
    tcase_add_test(t, a_storage_is_chosen_where_its_error_is_allowed);
    tcase_add_test(t, the_environment_forces_a_method);
    tcase_add_test(t, on_the_host_alone_a_host_method_is_taken);
    tcase_add_test(t, a_table_of_unknown_error_is_read);
    tcase_add_test(t, expressions_of_the_catalogue_are_their_functions);
    suite_add_tcase(s, t);
    return s;
}
