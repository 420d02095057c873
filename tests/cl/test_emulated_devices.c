/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices that the fault layer emulates: one without a compiler, one of OpenCL 1.1, and one
 * whose filter has weights of 8 bits, as NVIDIA's. */
#include "cl/cl_suite.h"
#include "faults/layer/load.h"
#include "support/wish.h"

static void setup(void);
DEVICE_FIXTURE(setup, close_context)

/* pocl's device "basic", the first, is emulated as one that cannot be used but has a better
 * type. A user can choose it by name. */
TEST(a_device_that_is_not_usable_is_listed_and_not_chosen)
{
    static const char *const faults[] = {"CLPWL_WITHOUT_COMPILER", "CLPWL_OLD"};
    for (int k = 0; k < 2; k++) {
        clpwl_context_options options = CLPWL_CONTEXT_INIT;
        clpwl_device_info *devices;
        clpwl_context *best, *named;
        size_t count;
        setenv(faults[k], "basic", 1);
        OK(clpwl_devices(&devices, &count));
        OK(clpwl_context_create(&best, NULL));
        unsetenv(faults[k]);
        ck_assert_int_eq(clpwl_context_info(best)->usable, 1);
        for (size_t i = 0; i < count; i++) {
            ck_assert_int_eq(devices[i].usable, strstr(devices[i].name, "basic") == NULL);
            options.device = devices[i].name;
            OK(clpwl_context_create(&named, &options));
            ck_assert_str_eq(clpwl_context_info(named)->name, devices[i].name);
            clpwl_context_free(named);
        }
        clpwl_context_free(best);
        clpwl_free(devices);
    }
}

/* Weights are rounded to the nearest; coordinates are rounded to 2^-15. Results are halves between halves,
 * and of 16 bits between normed numbers. */
TEST(the_probe_counts_the_bits)
{
    static const double results[] = {[CLPWL_STORAGE_HALF] = 0x1p-11,
                                     [CLPWL_STORAGE_UNORM16] = 0.5 / 65535,
                                     [CLPWL_STORAGE_UNORM8] = 0.5 / 65535};
    for (int kind = CLPWL_STORAGE_FLOAT32; kind < CLPWL_STORAGE_BFLOAT16; kind++) {
        clpwl_sampler_info s;
        OK(clpwl_context_sampler(context, (clpwl_storage)kind, &s));
        if (s.channels == 0)
            continue; /* no images of this format */
        ck_assert(s.linear && s.weight_bits == 8);
        ck_assert(s.weight_error >= 0x1p-9 && s.weight_error <= 0x1p-9 + 0x1p-14);
        ck_assert(s.value_error >= 0.99 * results[kind] && s.value_error <= 1.001 * results[kind]);
    }
}

/* The reported error holds against f. It is the table's error and the filter's: with weights of
 * 8 bits 1/512 of the largest step. In a large table roundings dominate, and their bounds seldom meet. */
static void verify(const clpwl_table *t, const clpwl_function *f, clpwl_storage storage, double allowed)
{
    clpwl_verify_options how = CLPWL_VERIFY_INIT;
    clpwl_verification seen;
    clpwl_evaluator *e = make(context, t, "image-linear", storage, 0);
    if (!e)
        return;
    how.arguments = 10000;
    OK(clpwl_verify(e, f, &how, &seen));
    EXPECT(seen.holds && seen.seen.linf <= allowed, "%s, %zu segments, %s: %g, reported %g",
           clpwl_table_function(t), clpwl_table_segments(t), clpwl_storage_name(storage), seen.seen.linf,
           seen.bound.linf);
    ck_assert(clpwl_table_segments(t) > 1000 || seen.seen.linf >= 0.5 * seen.bound.linf);
    clpwl_evaluator_free(e);
}

/* The last table is folded. */
TEST(reported_errors_count_the_filter)
{
    static const char *const words[] = {"N=16 uniform",    "N=16 optimized",  "N=256 uniform",
                                        "N=256 optimized", "N=40000 uniform", "N=40000 optimized"};
    for (int k = 0; k < 12; k++) {
        clpwl_table *t;
        wish w;
        begin_wish(&w, k < 6 ? "gaussian" : "bessel_j0", words[k % 6]);
        OK(clpwl_design(&t, w.f, &w.o));
        for (int kind = CLPWL_STORAGE_FLOAT32; kind < (k % 6 < 4 ? CLPWL_STORAGE_ANY : CLPWL_STORAGE_HALF);
             kind++)
            verify(t, w.f, (clpwl_storage)kind, 1);
        clpwl_table_free(t);
        end_wish(&w);
    }
}

/* A table designed for the device has more segments, and meets its target there. For the other, AUTO
 * chooses another method. */
TEST(designs_for_the_device_meet_their_target)
{
    clpwl_sampler_info s;
    OK(clpwl_context_sampler(context, CLPWL_STORAGE_FLOAT32, &s));
    for (int p = 0; s.linear && p < 2; p++) {
        clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
        clpwl_evaluator *e;
        clpwl_table *plain, *designed;
        wish w;
        begin_wish(&w, "gaussian", p ? "E=1e-5 optimized" : "E=1e-5 uniform");
        OK(clpwl_design(&plain, w.f, &w.o));
        OK(clpwl_context_execution(context, CLPWL_STORAGE_FLOAT32, &w.execution));
        ck_assert_uint_eq(w.execution.weight_bits, 8);
        OK(clpwl_design(&designed, w.f, &w.o));
        ck_assert_uint_gt(clpwl_table_segments(designed), clpwl_table_segments(plain));
        verify(designed, w.f, CLPWL_STORAGE_FLOAT32, 1e-5);
        o.use = CLPWL_USE_KERNEL;
        OK(clpwl_evaluator_create(&e, context, plain, &o));
        ck_assert_str_ne(clpwl_evaluator_method(e), "image-linear");
        clpwl_evaluator_free(e);
        clpwl_table_free(plain);
        clpwl_table_free(designed);
        end_wish(&w);
    }
}

/* A kernel of many look-ups may have smaller work-groups than one of a single look-up. */
TEST(auto_measures_in_groups_as_the_kernel_allows)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    clpwl_table *t = make_table(0, 1, 64, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    options.use = CLPWL_USE_KERNEL;
    setenv("CLPWL_MEASURE_GROUP", "16", 1);
    OK(clpwl_evaluator_create(&e, context, t, &options));
    unsetenv("CLPWL_MEASURE_GROUP");
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}

/* Measurements of emulated devices are not kept. */
static void setup(void)
{
    setenv("POCL_DEVICES", "basic pthread", 1);
    setenv("CLPWL_FILTER_BITS", "8", 1);
    unsetenv("HOME");
    unsetenv("XDG_CACHE_HOME");
    (void)layer_or_skip();
    open_context();
}
