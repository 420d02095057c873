/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "clpwl_cl.h"
#include "cl/device/context.h"
#include "cl/device/program.h"
#include "support/suite.h"
#include "support/tables.h"

START_TEST(a_device_is_chosen_by_index_name_or_quality)
{
    clpwl_context_options options = CLPWL_CONTEXT_INIT;
    clpwl_device_info *devices;
    clpwl_context *c;
    size_t count;
    OK(clpwl_devices(&devices, &count));
    ck_assert_uint_gt(count, 0);
    for (size_t i = 0; i < count; i++) {
        char index[24];
        snprintf(index, sizeof index, "%zu", i);
        options.device = index;
        OK(clpwl_context_create(&c, &options));
        ck_assert_ptr_nonnull(clpwl_context_device(c));
        ck_assert_str_eq(clpwl_context_info(c)->platform, devices[i].platform);
        ck_assert_str_eq(clpwl_context_info(c)->name, devices[i].name);
        clpwl_context_free(c);
        ck_assert(*devices[i].name && *devices[i].platform && devices[i].compute_units &&
                  devices[i].max_work_group);
    }
    const char *const kinds[] = {"CPU", "cpu", "GPU", "gpu"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        clpwl_device_kind kind = i < 2 ? CLPWL_DEVICE_CPU : CLPWL_DEVICE_GPU;
        size_t first = 0;
        while (first < count && devices[first].kind != kind)
            first++;
        options.device = kinds[i];
        clpwl_status status = clpwl_context_create(&c, &options);
        ck_assert_int_eq(status, first < count ? CLPWL_OK : CLPWL_ERR_NO_DEVICE);
        if (status == CLPWL_OK)
            ck_assert_str_eq(clpwl_context_info(c)->name, devices[first].name);
        clpwl_context_free(c);
    }
    options.device = devices[0].name;
    OK(clpwl_context_create(&c, &options));
    ck_assert_str_eq(clpwl_context_info(c)->name, devices[0].name);
    clpwl_context_free(c);
    clpwl_free(devices);
    OK(clpwl_context_create(&c, NULL));
    clpwl_context_free(c);
}
END_TEST

START_TEST(a_device_that_is_not_there_is_named_beside_those_that_are)
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
END_TEST

static cl_uint references_of(cl_context context)
{
    cl_uint references = 0;
    ck_assert_int_eq(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof references,
                                      &references, NULL), CL_SUCCESS);
    return references;
}

START_TEST(the_callers_objects_are_wrapped_and_outlive_the_wrapping)
{
    clpwl_context *own, *wrapped, *other;
    OK(clpwl_context_create(&own, NULL));
    cl_uint before = references_of(clpwl_context_cl(own));
    OK(clpwl_context_wrap(&wrapped, clpwl_context_cl(own), clpwl_context_device(own),
                          clpwl_context_queue(own), NULL));
    ck_assert_ptr_eq(clpwl_context_queue(wrapped), clpwl_context_queue(own));
    ck_assert_str_eq(clpwl_context_info(wrapped)->name, clpwl_context_info(own)->name);
    clpwl_context_free(wrapped);
    OK(clpwl_context_wrap(&wrapped, clpwl_context_cl(own), clpwl_context_device(own), NULL, NULL));
    ck_assert_ptr_ne(clpwl_context_queue(wrapped), clpwl_context_queue(own));
    clpwl_context_free(wrapped);
    ck_assert_uint_eq(references_of(clpwl_context_cl(own)), before);
    OK(clpwl_context_create(&other, NULL));
    FAILS(CLPWL_ERR_ARGUMENT, "another context",
          clpwl_context_wrap(&wrapped, clpwl_context_cl(own), clpwl_context_device(own),
                             clpwl_context_queue(other), NULL));
    clpwl_context_free(other);
    clpwl_context_free(own);
}
END_TEST

/* Context, queue and table are released before the evaluator is used. */
START_TEST(an_evaluator_keeps_what_it_needs)
{
    const float x = 0.5f;
    float y = 0;
    clpwl_context *own, *wrapped;
    clpwl_evaluator *e;
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_table *t = make_table(0, 1, 8, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    double right = clpwl_table_value(t, x);
    options.method = "buffer";
    OK(clpwl_context_create(&own, NULL));
    OK(clpwl_context_wrap(&wrapped, clpwl_context_cl(own), clpwl_context_device(own),
                          clpwl_context_queue(own), NULL));
    clpwl_context_free(own);
    OK(clpwl_evaluator_create(&e, wrapped, t, &options));
    clpwl_context_free(wrapped);
    clpwl_table_free(t);
    OK(clpwl_eval(e, &x, &y, 1));
    ck_assert_double_le(fabs(y - right), clpwl_evaluator_error(e).linf);
    clpwl_evaluator_free(e);
}
END_TEST

START_TEST(programs_are_built_once_and_a_bad_one_is_quoted)
{
    clpwl_context *c;
    cl_program first, second, broken;
    const char *source = "kernel void k(global float *y) { y[0] = clpwl_nan(); }\n";
    OK(clpwl_context_create(&c, NULL));
    OK(clpwl__program_get(&first, c, source, ""));
    OK(clpwl__program_get(&second, c, source, ""));
    ck_assert_ptr_eq(first, second);
    clReleaseProgram(second);
    OK(clpwl__program_get(&second, c, source, "-cl-mad-enable"));
    ck_assert_ptr_ne(first, second);
    FAILS(CLPWL_ERR_BUILD, "clBuildProgram", clpwl__program_get(&broken, c, "not OpenCL", ""));
    clReleaseProgram(first);
    clReleaseProgram(second);
    clpwl_context_free(c);
}
END_TEST

START_TEST(the_sampler_is_what_the_probe_says)
{
    const char *bits = getenv("CLPWL_FILTER_BITS"); /* of the fault layer's devices */
    static const double few_bits[] = {[CLPWL_STORAGE_HALF] = 0x1p-11, /* of their results */
                                      [CLPWL_STORAGE_UNORM16] = 0.5 / 65535,
                                      [CLPWL_STORAGE_UNORM8] = 0.5 / 65535,
                                      [CLPWL_STORAGE_BFLOAT16] = 0};
    clpwl_device_info *devices;
    size_t count;
    OK(clpwl_devices(&devices, &count));
    for (size_t i = 0; i < count; i++) {
        clpwl_context_options options = CLPWL_CONTEXT_INIT;
        clpwl_sampler_info s, again;
        clpwl_context *c;
        char index[24];
        snprintf(index, sizeof index, "%zu", i);
        options.device = index;
        OK(clpwl_context_create(&c, &options));
        for (int kind = CLPWL_STORAGE_FLOAT32; kind < CLPWL_STORAGE_ANY; kind++) {
            OK(clpwl_context_sampler(c, (clpwl_storage)kind, &s));
            OK(clpwl_context_sampler(c, (clpwl_storage)kind, &again));
            ck_assert_mem_eq(&s, &again, sizeof s);
            ck_assert(s.channels == 0 || s.channels == 1 || s.channels == 4);
            ck_assert_uint_le(s.weight_bits, 16);
            /* The weight of a filter of B bits is off by 2^-B / 2, or by 2^-B if the filter
             * truncates. */
            if (s.weight_bits > 0)
                ck_assert_double_le(s.weight_error, ldexp(1.01, -(int)s.weight_bits));
            /* pocl filters these images in full fp32. pocl 3.1 lists CL_R halves among its
             * formats and does not read them. */
            if (!devices[i].images || kind == CLPWL_STORAGE_BFLOAT16) { /* no image has these */
                ck_assert_int_eq(s.channels, 0);
            } else if (strstr(devices[i].platform, "Portable Computing Language")) {
                ck_assert_int_eq(s.linear, 1);
                ck_assert_int_eq(s.vectors, 1);
                ck_assert_uint_eq(s.weight_bits, bits ? (unsigned)atoi(bits) : 0);
                ck_assert_double_le(s.value_error, bits ? few_bits[kind] * 1.001 : 0);
                ck_assert_double_ge(s.value_error, bits ? few_bits[kind] * 0.99 : 0);
                if (strstr(devices[i].version, "pocl 3.1"))
                    ck_assert_int_eq(s.channels, kind == CLPWL_STORAGE_HALF ? 4 : 1);
            }
        }
        FAILS(CLPWL_ERR_ARGUMENT, "unknown storage",
              clpwl_context_sampler(c, CLPWL_STORAGE_ANY, &s));
        clpwl_context_free(c);
    }
    clpwl_free(devices);
}
END_TEST

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

START_TEST(a_child_of_fork_is_refused_and_may_free)
{
    clpwl_context *c;
    clpwl_evaluator *e;
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_table *t = make_table(0, 1, 8, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    float x = 0.5f, y;
    int result;
    options.method = "buffer";
    options.chunk = 1;
    OK(clpwl_context_create(&c, NULL));
    OK(clpwl_evaluator_create(&e, c, t, &options));
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
END_TEST

/* The files in a folder, or -1; they are removed, and the folder. */
static int remove_folder(const char *folder)
{
    char path[512];
    int count = 0;
    DIR *d = opendir(folder);
    if (!d)
        return -1;
    for (struct dirent *e; (e = readdir(d));)
        if (e->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
            ck_assert_int_eq(unlink(path), 0);
            count++;
        }
    closedir(d);
    rmdir(folder);
    return count;
}

START_TEST(measurements_are_kept_where_the_options_say)
{
    char home[] = "context-XXXXXX", own[64], usual[128];
    char *old = strdup(getenv("XDG_CACHE_HOME")), *top;
    const char *const folders[] = {NULL, "", own};
    ck_assert_ptr_nonnull(mkdtemp(home));
    top = realpath(home, NULL);
    snprintf(own, sizeof own, "%s/own", home);
    snprintf(usual, sizeof usual, "%s/clpwl", home);
    ck_assert_int_eq(setenv("XDG_CACHE_HOME", top, 1), 0);
    for (int i = 0; i < 3; i++) {
        clpwl_context_options options = CLPWL_CONTEXT_INIT;
        clpwl_sampler_info sampler;
        clpwl_context *c;
        options.cache = folders[i];
        OK(clpwl_context_create(&c, &options));
        OK(clpwl_context_sampler(c, CLPWL_STORAGE_FLOAT32, &sampler));
        clpwl_context_free(c);
        ck_assert_int_eq(remove_folder(usual), i == 0 ? 1 : -1);
        ck_assert_int_eq(remove_folder(own), i == 2 ? 1 : -1);
    }
    ck_assert_int_eq(rmdir(home), 0);
    ck_assert_int_eq(setenv("XDG_CACHE_HOME", old, 1), 0);
    free(top);
    free(old);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("context");
    TCase *t = tcase_create("context");
    tcase_set_timeout(t, 120);
    tcase_add_test(t, a_device_is_chosen_by_index_name_or_quality);
    tcase_add_test(t, a_device_that_is_not_there_is_named_beside_those_that_are);
    tcase_add_test(t, the_callers_objects_are_wrapped_and_outlive_the_wrapping);
    tcase_add_test(t, an_evaluator_keeps_what_it_needs);
    tcase_add_test(t, programs_are_built_once_and_a_bad_one_is_quoted);
    tcase_add_test(t, the_sampler_is_what_the_probe_says);
    tcase_add_test(t, measurements_are_kept_where_the_options_say);
    tcase_add_test(t, a_child_of_fork_is_refused_and_may_free);
    suite_add_tcase(s, t);
    return s;
}
