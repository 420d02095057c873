/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <sys/wait.h>
#include <unistd.h>
#include "cl/cl_suite.h"
#include "cl/device/context.h"
#include "cl/device/program.h"

static void is_chosen(const char *wish, const clpwl_device_info *expected)
{
    clpwl_context_options options = CLPWL_CONTEXT_INIT;
    clpwl_context *c;
    options.device = wish;
    clpwl_status status = clpwl_context_create(&c, &options);
    ck_assert_int_eq(status, expected ? CLPWL_OK : CLPWL_ERR_NO_DEVICE);
    if (!status) {
        ck_assert_str_eq(clpwl_context_info(c)->platform, expected->platform);
        ck_assert_str_eq(clpwl_context_info(c)->name, expected->name);
    }
    clpwl_context_free(c);
}

DEVICE_FIXTURE(open_context, close_context)

TEST(a_device_is_chosen_by_index_name_or_kind)
{
    const clpwl_device_info *first[2] = {NULL, NULL};
    clpwl_device_info *devices;
    size_t count;
    OK(clpwl_devices(&devices, &count));
    ck_assert_uint_gt(count, 0);
    for (size_t i = count; i-- > 0;) {
        char index[24];
        snprintf(index, sizeof index, "%zu", i);
        is_chosen(index, &devices[i]);
        ck_assert(*devices[i].name && *devices[i].platform && devices[i].compute_units &&
                  devices[i].max_work_group);
        if (devices[i].kind == CLPWL_DEVICE_CPU || devices[i].kind == CLPWL_DEVICE_GPU)
            first[devices[i].kind == CLPWL_DEVICE_GPU] = &devices[i];
    }
    is_chosen("CPU", first[0]);
    is_chosen("gpu", first[1]);
    is_chosen(devices[0].name, &devices[0]);
    clpwl_free(devices);
}

TEST(a_device_that_is_not_there_is_named_beside_those_that_are)
{
    clpwl_context_options options = CLPWL_CONTEXT_INIT;
    clpwl_context *c = (clpwl_context *)&options;
    options.device = "quantum";
    FAILS(CLPWL_ERR_NO_DEVICE, "\"quantum\"; there are: 0 = ", clpwl_context_create(&c, &options));
    ck_assert_ptr_null(c);
    options.device = "9999";
    FAILS(CLPWL_ERR_NO_DEVICE, "9999", clpwl_context_create(&c, &options));
    setenv("CLPWL_DEVICE", "quantum", 1);
    FAILS(CLPWL_ERR_NO_DEVICE, "quantum", clpwl_context_create(&c, NULL));
    unsetenv("CLPWL_DEVICE");
    options.size = 1;
    FAILS(CLPWL_ERR_ARGUMENT, "CLPWL_CONTEXT_INIT", clpwl_context_create(&c, &options));
}

static cl_uint references_of(cl_context its)
{
    cl_uint references = 0;
    ck_assert_int_eq(clGetContextInfo(its, CL_CONTEXT_REFERENCE_COUNT, sizeof references, &references, NULL),
                     CL_SUCCESS);
    return references;
}

/* They outlive the wrapping. Queues of other contexts are refused. The evaluator keeps what it needs:
 * context, queue and table are released before it is used. */
TEST(the_callers_objects_are_wrapped)
{
    const float x = 0.5f;
    float y = 0;
    clpwl_context *own, *wrapped;
    clpwl_table *t = make_table(0, 1, 8, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    double right = clpwl_table_value(t, x);
    OK(clpwl_context_create(&own, NULL));
    cl_uint before = references_of(clpwl_context_cl(own));
    FAILS(CLPWL_ERR_ARGUMENT, "another context",
          clpwl_context_wrap(&wrapped, clpwl_context_cl(own), clpwl_context_device(own),
                             clpwl_context_queue(context), NULL));
    OK(clpwl_context_wrap(&wrapped, clpwl_context_cl(own), clpwl_context_device(own), NULL, NULL));
    ck_assert_ptr_ne(clpwl_context_queue(wrapped), clpwl_context_queue(own));
    clpwl_context_free(wrapped);
    ck_assert_uint_eq(references_of(clpwl_context_cl(own)), before);
    OK(clpwl_context_wrap(&wrapped, clpwl_context_cl(own), clpwl_context_device(own),
                          clpwl_context_queue(own), NULL));
    ck_assert_ptr_eq(clpwl_context_queue(wrapped), clpwl_context_queue(own));
    clpwl_context_free(own);
    clpwl_evaluator *e = make(wrapped, t, "buffer", 0, 0);
    clpwl_context_free(wrapped);
    clpwl_table_free(t);
    OK(clpwl_eval(e, &x, &y, 1));
    ck_assert_double_le(fabs(y - right), clpwl_evaluator_error(e).linf);
    clpwl_evaluator_free(e);
}

TEST(programs_are_built_once)
{
    static const char source[] = "kernel void k(global float *y) { y[0] = clpwl_nan(); }\n";
    cl_program p[3];
    for (int i = 0; i < 3; i++)
        OK(clpwl__program_get(&p[i], context, source, i < 2 ? "" : "-cl-mad-enable"));
    ck_assert(p[0] == p[1] && p[0] != p[2]);
    for (int i = 0; i < 3; i++)
        clReleaseProgram(p[i]);
}

/* On pocl, which filters in full fp32. No image has bfloat16. pocl 3.1 lists CL_R halves among its formats
 * and does not read them. A filter of B bits is off by 2^-B / 2, or by 2^-B if it truncates. */
TEST(the_sampler_is_what_the_probe_says)
{
    for (size_t i = 0; i < count_devices(); i++) {
        clpwl_sampler_info s, again;
        clpwl_context *c = context_of(i);
        const clpwl_device_info *d = clpwl_context_info(c);
        for (int kind = CLPWL_STORAGE_FLOAT32; kind < CLPWL_STORAGE_ANY; kind++) {
            OK(clpwl_context_sampler(c, (clpwl_storage)kind, &s));
            OK(clpwl_context_sampler(c, (clpwl_storage)kind, &again));
            ck_assert_mem_eq(&s, &again, sizeof s);
            ck_assert(s.weight_bits == 0 || s.weight_error <= ldexp(1.01, -(int)s.weight_bits));
            if (!d->images || kind == CLPWL_STORAGE_BFLOAT16)
                ck_assert_int_eq(s.channels, 0);
            else if (strstr(d->platform, "Portable Computing Language") && !getenv("CLPWL_FILTER_BITS"))
                ck_assert(
                    s.linear && s.vectors && s.weight_bits == 0 && s.value_error == 0 &&
                    (!strstr(d->version, "pocl 3.1") || s.channels == (kind == CLPWL_STORAGE_HALF ? 4 : 1)));
        }
        FAILS(CLPWL_ERR_ARGUMENT, "unknown storage", clpwl_context_sampler(c, CLPWL_STORAGE_ANY, &s));
        clpwl_context_free(c);
    }
}

/* All that a child may try; pocl would hang in any call. Returns the number of the first call
 * with a wrong result. */
static int try_in_child(clpwl_context *c, clpwl_evaluator *e)
{
    clpwl_sampler_info sampler;
    clpwl_device_info *devices;
    clpwl_context *another;
    size_t count;
    float x = 0.5f, y;
    alarm(20);
    const clpwl_status tries[] = {
        clpwl_context_sampler(c, CLPWL_STORAGE_HALF, &sampler), clpwl_eval(e, &x, &y, 1),
        clpwl_devices(&devices, &count), clpwl_context_create(&another, NULL),
        clpwl_context_wrap(&another, clpwl_context_cl(c), clpwl_context_device(c), NULL, NULL)};
    for (int i = 0; i < (int)(sizeof tries / sizeof *tries); i++)
        if (tries[i] != CLPWL_ERR_UNSUPPORTED || !strstr(clpwl_last_message(), "fork"))
            return i + 1;
    clpwl_evaluator_free(e);
    clpwl_context_free(c);
    return 0;
}

TEST(a_child_of_fork_is_refused_and_may_free)
{
    clpwl_context *c;
    clpwl_table *t = make_table(0, 1, 8, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    float x = 0.5f, y;
    int result;
    OK(clpwl_context_create(&c, NULL));
    clpwl_evaluator *e = make(c, t, "buffer", 0, 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        _exit(try_in_child(c, e));
    ck_assert_int_eq(waitpid(child, &result, 0), child);
    ck_assert_int_eq(result, 0);
    OK(clpwl_eval(e, &x, &y, 1)); /* the parent's objects still work */
    clpwl_evaluator_free(e);
    clpwl_context_free(c);
    clpwl_table_free(t);
}

/* In a folder of the user's, in none, or in the usual one. */
TEST(measurements_are_kept_where_the_options_say)
{
    static const char *const left[] = {"test $(ls clpwl | wc -l) = 1 && rm -r clpwl", "true",
                                       "test $(ls own | wc -l) = 1 && rm -r own"};
    char home[] = "context-XXXXXX", command[200], *old = strdup(getenv("XDG_CACHE_HOME")), *top;
    ck_assert_ptr_nonnull(mkdtemp(home));
    top = realpath(home, NULL);
    ck_assert_int_eq(setenv("XDG_CACHE_HOME", top, 1), 0);
    for (int i = 0; i < 3; i++) {
        clpwl_context_options options = CLPWL_CONTEXT_INIT;
        clpwl_sampler_info sampler;
        clpwl_context *c;
        snprintf(command, sizeof command, "%s/own", home);
        options.cache = i == 0 ? NULL : i == 1 ? "" : command;
        OK(clpwl_context_create(&c, &options));
        OK(clpwl_context_sampler(c, CLPWL_STORAGE_FLOAT32, &sampler));
        clpwl_context_free(c);
        snprintf(command, sizeof command, "cd %s && %s && test -z \"$(ls)\"", home, left[i]);
        ck_assert_int_eq(system(command), 0);
    }
    ck_assert_int_eq(rmdir(home), 0);
    ck_assert_int_eq(setenv("XDG_CACHE_HOME", old, 1), 0);
    free(top);
    free(old);
}
