/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices that the fault layer emulates: one without a compiler, one of OpenCL 1.1, and one
 * whose filter has weights of 8 bits, as NVIDIA's. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "clpwl_cl.h"
#include "faults/layer/load.h"
#include "support/suite.h"
#include "support/tables.h"

static clpwl_context *context;

static void setup(void)
{
    OK(clpwl_context_create(&context, NULL));
}

static void teardown(void)
{
    clpwl_context_free(context);
}

/* pocl's device "basic", the first, is emulated as one that cannot be used but has a better
 * type. */
START_TEST(a_device_that_is_not_usable_is_listed_and_not_chosen)
{
    static const char *const faults[] = {"CLPWL_WITHOUT_COMPILER", "CLPWL_OLD"};
    clpwl_context_options options = CLPWL_CONTEXT_INIT;
    clpwl_device_info *devices;
    clpwl_context *best, *named;
    size_t count;
    setenv(faults[_i], "basic", 1);
    OK(clpwl_devices(&devices, &count));
    OK(clpwl_context_create(&best, NULL));
    unsetenv(faults[_i]);
    ck_assert_int_eq(clpwl_context_info(best)->usable, 1);
    for (size_t i = 0; i < count; i++) {
        ck_assert_int_eq(devices[i].usable, strstr(devices[i].name, "basic") == NULL);
        options.device = devices[i].name; /* a user can choose it by name */
        OK(clpwl_context_create(&named, &options));
        ck_assert_str_eq(clpwl_context_info(named)->name, devices[i].name);
        clpwl_context_free(named);
    }
    clpwl_context_free(best);
    clpwl_free(devices);
}
END_TEST

START_TEST(the_probe_counts_the_bits)
{
    for (int kind = CLPWL_STORAGE_FLOAT32; kind < CLPWL_STORAGE_ANY; kind++) {
        clpwl_sampler_info s;
        OK(clpwl_context_sampler(context, (clpwl_storage)kind, &s));
        if (s.channels == 0)
            continue; /* no images of this format */
        ck_assert_int_eq(s.linear, 1);
        ck_assert_uint_eq(s.weight_bits, 8);
        /* Weights are rounded to the nearest; coordinates are rounded to 2^-15. */
        ck_assert_double_ge(s.weight_error, 0x1p-9);
        ck_assert_double_le(s.weight_error, 0x1p-9 + 0x1p-14);
    }
}
END_TEST

/* The reported error holds against f. It is the table's error and the filter's: with weights of
 * 8 bits 1/512 of the largest step. */
static void verify(const clpwl_table *t, const clpwl_function *f, clpwl_storage storage,
                   double allowed)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_verify_options how = CLPWL_VERIFY_INIT;
    clpwl_verification seen;
    clpwl_evaluator *e;
    options.method = "image-linear";
    options.storage = storage;
    clpwl_status status = clpwl_evaluator_create(&e, context, t, &options);
    if (status == CLPWL_ERR_UNSUPPORTED)
        return;
    OK(status);
    how.arguments = 10000;
    OK(clpwl_verify(e, f, &how, &seen));
    ck_assert_msg(seen.holds, "%s, %zu segments, %s: %g, reported %g", clpwl_table_function(t),
                  clpwl_table_segments(t), clpwl_storage_name(storage), seen.seen.linf,
                  seen.bound.linf);
    /* In a large table roundings dominate, and their bounds seldom meet. */
    int tight = clpwl_table_segments(t) > 1000 || seen.seen.linf >= 0.5 * seen.bound.linf;
    ck_assert_msg(tight, "%s, %zu segments: only %g of %g", clpwl_table_function(t),
                  clpwl_table_segments(t), seen.seen.linf, seen.bound.linf);
    ck_assert(!(allowed > 0) || seen.seen.linf <= allowed);
    clpwl_evaluator_free(e);
}

START_TEST(reported_errors_count_the_filter)
{
    static const char *const names[] = {"gaussian", "bessel_j0"};
    static const size_t sizes[] = {16, 256, 40000}; /* the last is folded */
    for (int k = 0; k < 2; k++) {
        clpwl_function *f;
        OK(clpwl_function_from_catalogue(&f, names[k]));
        for (int s = 0; s < 3; s++)
            for (int p = 0; p < 2; p++) {
                clpwl_design_options o = CLPWL_DESIGN_INIT;
                clpwl_table *t;
                o.segments = sizes[s];
                o.partition = (clpwl_partition)p;
                OK(clpwl_design(&t, f, &o));
                for (int kind = CLPWL_STORAGE_FLOAT32; s < 2 && kind < CLPWL_STORAGE_ANY; kind++)
                    verify(t, f, (clpwl_storage)kind, 0);
                if (s == 2)
                    verify(t, f, CLPWL_STORAGE_FLOAT32, 0);
                clpwl_table_free(t);
            }
        clpwl_function_free(f);
    }
}
END_TEST

/* A table designed for the device has more segments, and meets its target there. */
START_TEST(designs_for_the_device_meet_their_target)
{
    clpwl_execution how;
    clpwl_sampler_info s;
    clpwl_function *f;
    OK(clpwl_context_sampler(context, CLPWL_STORAGE_FLOAT32, &s));
    if (!s.linear)
        return;
    OK(clpwl_context_execution(context, CLPWL_STORAGE_FLOAT32, &how));
    ck_assert_uint_eq(how.weight_bits, 8);
    OK(clpwl_function_from_catalogue(&f, "gaussian"));
    for (int p = 0; p < 2; p++) {
        clpwl_design_options o = CLPWL_DESIGN_INIT;
        clpwl_table *plain, *designed;
        o.max_error = 1e-5;
        o.partition = (clpwl_partition)p;
        OK(clpwl_design(&plain, f, &o));
        o.execution = &how;
        OK(clpwl_design(&designed, f, &o));
        ck_assert_uint_gt(clpwl_table_segments(designed), clpwl_table_segments(plain));
        verify(designed, f, CLPWL_STORAGE_FLOAT32, 1e-5);
        clpwl_table_free(plain);
        clpwl_table_free(designed);
    }
    clpwl_function_free(f);
}
END_TEST

/* If the filter is too coarse for the target, AUTO chooses another method. */
START_TEST(auto_passes_over_a_filter_that_is_too_coarse)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    clpwl_function *f;
    clpwl_table *t;
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    OK(clpwl_function_from_catalogue(&f, "gaussian"));
    o.max_error = 1e-5;
    OK(clpwl_design(&t, f, &o));
    options.use = CLPWL_USE_KERNEL;
    OK(clpwl_evaluator_create(&e, context, t, &options));
    ck_assert_str_ne(clpwl_evaluator_method(e), "image-linear");
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
    clpwl_function_free(f);
}
END_TEST

/* A kernel of many look-ups may have smaller work-groups than one of a single look-up. */
START_TEST(auto_measures_in_groups_as_the_kernel_allows)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    clpwl_table *t = make_table(0, 1, 64, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    options.use = CLPWL_USE_KERNEL;
    setenv("CLPWL_MEASURE_GROUP", "16", 1);
    clpwl_status status = clpwl_evaluator_create(&e, context, t, &options);
    unsetenv("CLPWL_MEASURE_GROUP");
    OK(status);
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    setenv("POCL_DEVICES", "basic pthread", 1);
    setenv("CLPWL_FILTER_BITS", "8", 1);
    /* Measurements of emulated devices are not kept. */
    unsetenv("HOME");
    unsetenv("XDG_CACHE_HOME");
    (void)layer_or_skip();
    Suite *s = suite_create("emulated devices");
    TCase *t = tcase_create("emulated devices");
    tcase_set_timeout(t, 600);
    tcase_add_unchecked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, a_device_that_is_not_usable_is_listed_and_not_chosen, 0, 2);
    tcase_add_test(t, the_probe_counts_the_bits);
    tcase_add_test(t, reported_errors_count_the_filter);
    tcase_add_test(t, designs_for_the_device_meet_their_target);
    tcase_add_test(t, auto_passes_over_a_filter_that_is_too_coarse);
    tcase_add_test(t, auto_measures_in_groups_as_the_kernel_allows);
    suite_add_tcase(s, t);
    return s;
}
