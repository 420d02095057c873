/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every OpenCL call of every operation fails once. With CLPWL_FAULTS=all each call fails with
 * each code, and the device is lost from each call on; otherwise the codes take turns. */
#include <math.h>
#include <stdio.h>
#include <sys/stat.h>
#include "cl/evaluator/evaluator.h"
#include "support/suite.h"
#include "layer/load.h"
#include "sweep.h"
#include "support/tables.h"

static const int codes[] = {CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY,
                            CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_BUILD_PROGRAM_FAILURE,
                            CL_DEVICE_NOT_AVAILABLE};
enum { CODES = sizeof codes / sizeof *codes };

static const struct fault_layer *layer;
static int the_code; /* the code of this sweep; 0: the codes take turns */

static int code_at(long n)
{
    return the_code ? the_code : codes[n % CODES];
}

static void arm_once(const trial *t, long n)
{
    t->layer->arm(n, code_at(n), FAULT_ONCE);
}

static void arm_ever(const trial *t, long n)
{
    t->layer->arm(n, code_at(n), FAULT_EVER);
}

static void arm_later(const trial *t, long n)
{
    t->layer->arm(n, code_at(n), n ? FAULT_LATER : FAULT_ONCE);
}

static int has_met(const trial *t)
{
    return t->layer->met() != NULL;
}

/* The message has the names of the call and of the code. */
static int names_the_call(const trial *t, clpwl_status status)
{
    const char *call = t->layer->met(), *text = clpwl_last_message();
    (void)status;
    return strstr(text, call) != NULL && strstr(text, "CL_") != NULL;
}

/* A command that fails later is reported by the call that notices it. */
static int names_a_code(const trial *t, clpwl_status status)
{
    (void)t;
    return status == CLPWL_ERR_OPENCL && strstr(clpwl_last_message(), "CL_") != NULL;
}

/* The library may do without the first call that failed. Then it reports the next one. */
static int names_any_call(const trial *t, clpwl_status status)
{
    const char *text = clpwl_last_message();
    (void)t;
    (void)status;
    return strncmp(text, "cl", 2) == 0 && strstr(text, "CL_") != NULL;
}

static const fault_kind once = {"once", arm_once, has_met, names_the_call};
static const fault_kind ever = {"for good", arm_ever, has_met, names_any_call};
static const fault_kind later = {"in the queue", arm_later, has_met, names_a_code};

typedef void sweep_function(tally *sum, const operation *o, trial *t, const fault_kind *kind);

static void in_none(tally *sum, const operation *o, trial *t, const fault_kind *kind)
{
    sweep(sum, o, t, kind, NULL);
}

static void in_fresh_ones(tally *sum, const operation *o, trial *t, const fault_kind *kind)
{
    sweep(sum, o, t, kind, sweep_context);
}

/* Compiling takes long, and contexts keep programs: calls up to the compilation are swept in new
 * contexts, the others in one context. */
static void in_fresh_ones_and_one(tally *sum, const operation *o, trial *t, const fault_kind *kind)
{
    if (o == evaluator_operations) {
        t->until = "clBuildProgram";
        sweep(sum, o, t, kind, sweep_context);
        t->until = NULL;
    }
    sweep_one_context(sum, o, t, kind);
}

/* The codes in turn, or each code at every call. */
static void sweep_codes(tally *sum, const operation *o, trial *t, const fault_kind *kind,
                        sweep_function *contexts)
{
    the_code = 0;
    if (!tally_all())
        contexts(sum, o, t, kind);
    for (int i = 0; tally_all() && i < CODES; i++) {
        the_code = codes[i];
        contexts(sum, o, t, kind);
    }
}

START_TEST(devices_and_contexts)
{
    for (const operation *o = list_operations; o->name; o++) {
        tally sum = {0};
        trial t = {.layer = layer};
        sweep_codes(&sum, o, &t, &once, in_none);
        if (tally_all())
            sweep_codes(&sum, o, &t, &ever, in_none);
        tally_report(o->name, &sum);
    }
    for (const operation *o = context_operations; o->name; o++) {
        tally sum = {0};
        trial t = {.layer = layer, .stride = o->in_part && !tally_all() ? 5 : 0};
        sweep_codes(&sum, o, &t, &once, in_fresh_ones);
        if (tally_all())
            sweep_codes(&sum, o, &t, &ever, in_fresh_ones);
        tally_report(o->name, &sum);
    }
}
END_TEST

static void sweep_methods(const operation *o, const fault_kind *kind)
{
    size_t count = clpwl_method_count();
    long injected = 0;
    for (size_t i = 0; i <= count; i++) {
        char what[80];
        tally sum = {0};
        trial t = {.layer = layer, .method = sweep_method_name(i)};
        if (!t.method || (o->in_part && injected && !tally_all()))
            continue;
        /* Host methods call OpenCL if they are enqueued, as native kernels. */
        if (i < count && clpwl_method(i)->host && strcmp(o->name, "enqueue") != 0)
            continue;
        /* AUTO measures every method, with hundreds of calls: its sweep has a stride, and is
         * done once. */
        if (i == count && o != evaluator_operations)
            continue;
        t.stride = i < count ? 0 : tally_all() ? 7 : 97;
        for (int p = 0; clpwl_partition_name((clpwl_partition)p); p++) {
            clpwl_table *table = make_table(0, 1, 64, (clpwl_partition)p, CLPWL_EXTEND_CLAMP);
            t.table = table;
            if (sweep_takes(i, o, p) && sweep_works(&t, 0))
                sweep_codes(&sum, o, &t, kind, t.stride ? in_fresh_ones : in_fresh_ones_and_one);
            clpwl_table_free(table);
        }
        snprintf(what, sizeof what, "%s %s, %s", kind->name, o->name, t.method);
        if (sum.injected)
            tally_report(what, &sum);
        injected += sum.injected;
    }
    ck_assert_int_gt(injected, 0);
}

START_TEST(evaluators_by_every_method)
{
    sweep_methods(&evaluator_operations[_i], &once);
}
END_TEST

START_TEST(a_device_that_stays_lost)
{
    if (tally_all())
        sweep_methods(&evaluator_operations[_i], &ever);
}
END_TEST

START_TEST(commands_that_fail_in_the_queue)
{
    sweep_methods(&evaluator_operations[_i], &later);
}
END_TEST

static clpwl_sampler_info sampler_now(clpwl_status *status)
{
    clpwl_sampler_info s = {0};
    clpwl_context *c;
    layer->pause(1);
    OK(clpwl_context_create(&c, NULL));
    layer->pause(0);
    *status = clpwl_context_sampler(c, CLPWL_STORAGE_FLOAT32, &s);
    clpwl_context_free(c);
    return s;
}

/* If an image cannot be created, for lack of memory for example, the library does not keep that
 * on disk: the next process tries again. */
START_TEST(an_image_that_was_refused_once_is_asked_for_again)
{
    char folder[] = "/tmp/clpwl-faults-XXXXXX", command[160];
    clpwl_status status;
    int refused = 0;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    clpwl_sampler_info right = sampler_now(&status);
    OK(status);
    setenv("XDG_CACHE_HOME", folder, 1);
    for (long n = 1; n < 1000; n++) {
        ck_assert_int_eq(system(command), 0);
        ck_assert_int_eq(mkdir(folder, 0700), 0);
        layer->arm(n, CL_MEM_OBJECT_ALLOCATION_FAILURE, FAULT_ONCE);
        (void)sampler_now(&status);
        const char *met = layer->met();
        int image = met && strcmp(met, "clCreateImage") == 0;
        layer->arm(0, 0, FAULT_ONCE);
        if (!met)
            break;
        if (image) {
            clpwl_sampler_info again = sampler_now(&status);
            OK(status);
            ck_assert_mem_eq(&again, &right, sizeof right);
            refused++;
        }
    }
    ck_assert_int_gt(refused, 0);
    unsetenv("XDG_CACHE_HOME");
    ck_assert_int_eq(system(command), 0);
}
END_TEST

/* Each timed command fails once, so that it has no time. Arrays are timed by clpwl_eval on a
 * device that shares the host's memory, and by clpwl_enqueue on others. Returns the number of
 * timed commands. */
static long time_with_faults(clpwl_evaluator *e, clpwl_use use, int unified)
{
    e->context->device.info.unified_memory = unified;
    for (long n = 1;; n++) {
        double ns = 0;
        ck_assert_int_le(n, 500);
        layer->arm(n, CL_OUT_OF_RESOURCES, FAULT_LATER);
        clpwl_status status = clpwl__evaluator_time(e, use, &ns);
        const char *met = layer->met();
        layer->arm(0, 0, FAULT_ONCE);
        ck_assert_msg((status == CLPWL_OK) == !met, "%s did nothing, command %ld: %s, %g ns",
                      met ? met : "none", n, clpwl_status_name(status), ns);
        if (!met)
            return n - 1;
    }
}

START_TEST(what_did_nothing_has_no_time)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_context *c;
    clpwl_evaluator *e;
    clpwl_table *table = make_table(0, 1, 64, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    options.method = "buffer";
    OK(clpwl_context_create(&c, NULL));
    OK(clpwl_evaluator_create(&e, c, table, &options));
    for (int unified = 0; unified < 2; unified++)
        ck_assert_int_ge(time_with_faults(e, CLPWL_USE_BATCH, unified), 6); /* runs, at least */
    ck_assert_int_ge(time_with_faults(e, CLPWL_USE_KERNEL, 0), 6);
    clpwl_evaluator_free(e);
    clpwl_table_free(table);
    clpwl_context_free(c);
}
END_TEST

/* The number of times of kernels that AUTO kept on disk, in a folder of its own. *y is set to
 * the value of the chosen method at x. */
static int times_kept(clpwl_context *c, const clpwl_table *table, long fault, float x, float *y)
{
    char folder[] = "/tmp/clpwl-faults-XXXXXX", command[160];
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    int kept = -1;
    options.use = CLPWL_USE_KERNEL;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("XDG_CACHE_HOME", folder, 1);
    layer->arm(fault, CL_OUT_OF_RESOURCES, FAULT_LATER);
    OK(clpwl_evaluator_create(&e, c, table, &options));
    ck_assert_int_eq(layer->met() != NULL, fault > 0);
    layer->arm(0, 0, FAULT_ONCE);
    unsetenv("XDG_CACHE_HOME");
    OK(clpwl_eval(e, &x, y, 1));
    clpwl_evaluator_free(e);
    snprintf(command, sizeof command, "cat '%s'/clpwl/* | grep -c ':kernel:'; rm -rf '%s'", folder,
             folder);
    FILE *count = popen(command, "r");
    ck_assert(count && fscanf(count, "%d", &kept) == 1);
    pclose(count);
    return kept;
}

/* AUTO neither chooses nor remembers a method whose kernel failed. */
START_TEST(auto_takes_no_method_that_did_nothing)
{
    clpwl_context *c;
    clpwl_sampler_info probed;
    float y = 0;
    clpwl_table *table = make_table(0, 1, 64, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    OK(clpwl_context_create(&c, NULL));
    OK(clpwl_context_sampler(c, CLPWL_STORAGE_FLOAT32, &probed)); /* its commands come no more */
    int all = times_kept(c, table, 0, 0.3f, &y);
    ck_assert_int_ge(all, 3);
    for (long n = 1; n <= 3; n++) {
        ck_assert_int_eq(times_kept(c, table, n, 0.3f, &y), all - 1);
        ck_assert_double_eq_tol(y, clpwl_table_value(table, 0.3f), 0.01); /* of 8 bits even */
    }
    clpwl_table_free(table);
    clpwl_context_free(c);
}
END_TEST

/* A failure by the driver itself: a command that waits for a failed event fails. */
START_TEST(a_wait_that_fails)
{
    enum { M = 1000 };
    float x[M] = {0}, y[M];
    cl_int code, end = CL_COMPLETE;
    cl_event done = NULL;
    clpwl_context *c;
    clpwl_evaluator *e;
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_table *table = make_table(0, 1, 64, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    options.method = "buffer";
    OK(clpwl_context_create(&c, NULL));
    OK(clpwl_evaluator_create(&e, c, table, &options));
    cl_context context = clpwl_context_cl(c);
    cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, x, &code);
    cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof y, NULL, &code);
    cl_event gate = clCreateUserEvent(context, &code);
    OK(clpwl_enqueue(e, NULL, in, out, M, 1, &gate, &done));
    clSetUserEventStatus(gate, CL_OUT_OF_RESOURCES);
    clFinish(clpwl_context_queue(c));
    clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof end, &end, NULL);
    ck_assert_int_lt(end, 0);
    OK(clpwl_eval(e, x, y, M));
    ck_assert_double_eq_tol(y[0], clpwl_table_value(table, 0), 1e-6);
    clReleaseEvent(gate);
    clReleaseEvent(done);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clpwl_evaluator_free(e);
    clpwl_table_free(table);
    clpwl_context_free(c);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    setvbuf(stdout, NULL, _IOLBF, 0);
    Suite *s = suite_create("OpenCL faults");
    TCase *t = tcase_create("faults");
    int count = 0;
    /* The library's cache has no folder: measurements from disk would meet no fault. */
    unsetenv("HOME");
    unsetenv("XDG_CACHE_HOME");
    layer = layer_or_skip();
    while (evaluator_operations[count].name)
        count++;
    tcase_set_timeout(t, 3600);
    tcase_add_test(t, devices_and_contexts);
    tcase_add_loop_test(t, evaluators_by_every_method, 0, count);
    tcase_add_loop_test(t, a_device_that_stays_lost, 0, count);
    tcase_add_loop_test(t, commands_that_fail_in_the_queue, 0, count);
    tcase_add_test(t, an_image_that_was_refused_once_is_asked_for_again);
    tcase_add_test(t, a_wait_that_fails);
    suite_add_tcase(s, t);
    t = tcase_create("timing");
    tcase_set_timeout(t, 600);
    tcase_add_test(t, what_did_nothing_has_no_time);
    tcase_add_test(t, auto_takes_no_method_that_did_nothing);
    suite_add_tcase(s, t);
    return s;
}
