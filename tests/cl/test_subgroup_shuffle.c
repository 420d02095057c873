/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The method shuffle without a device that has sub-groups. The suite replaces functions of the
 * OpenCL loader: the device reports sub-groups of 16 lanes and a preferred work-group multiple of
 * 128, as Intel's runtime does. Its kernels run in sub-groups of one lane, which a compiler may
 * choose. Clang compiles the sources as it would for the driver of a GPU. As NVIDIA's, the device
 * reports no sub-groups, and its warps are never whole.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <time.h>
#include "cl/device/cl.h"
#include "cl/device/context.h"
#include "base/cache.h"
#include "support/suite.h"
#include "support/tables.h"

enum { LANES = 16, MULTIPLE = 128, N = 1000 };

#define REAL(name)                                                             \
    static __typeof__(&name) real;                                             \
    if (!real)                                                                 \
        *(void **)&real = dlsym(RTLD_NEXT, #name)

static const char *version; /* that the device reports; NULL: its own */
static int is_nvidia, wrong_lane; /* 1: the probe of lanes reads another one */
static char last_options[1000];
static char *last_source; /* of a program with sub-groups */
static clpwl_context *context;
static clpwl_storage storage = CLPWL_STORAGE_FLOAT32; /* of the evaluators that make() creates */
static char folder[] = "/tmp/clpwl-shuffle-XXXXXX";

/* ---- The device ---------------------------------------------------------------- */

static const char one_lane[] = "#define get_sub_group_local_id() 0u\n"
                               "#define get_sub_group_size() 1u\n"
                               "#define sub_group_shuffle(v, lane) ((lane) == 0u ? (v) : 0x7fc00000u)\n";

static const char no_whole_warp[] = "#define CLPWL_LANES_KNOWN\n"
                                    "#define clpwl_lane() 0\n"
                                    "#define clpwl_lanes_hold(last) 0\n"
                                    "#define clpwl_exchange(v, lane) 0x7fc00000u\n";
static const char probe[] = "kernel void clpwl_probe_lanes(global float *y)\n{\n"
                            "    int i = (int)get_global_id(0);\n"
                            "    y[i] = 100 + (5 * (i %% 32) + %d) %% 32;\n}\n";

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t room,
                                   void *value, size_t *size)
{
    REAL(clGetDeviceInfo);
    char text[20000] = "";
    if (what != CL_DEVICE_EXTENSIONS && !(what == CL_DEVICE_VERSION && version) &&
        !(what == CL_DEVICE_VENDOR && is_nvidia))
        return real(device, what, room, value, size);
    if (what == CL_DEVICE_VERSION)
        snprintf(text, sizeof text, "%s", version);
    else if (what == CL_DEVICE_VENDOR)
        strcpy(text, "NVIDIA Corporation");
    else if (is_nvidia)
        return real(device, what, room, value, size);
    else if (real(device, what, sizeof text, text, NULL) == CL_SUCCESS)
        strncat(text, " cl_khr_subgroup_shuffle", sizeof text - strlen(text) - 1);
    if (value)
        snprintf(value, room, "%s", text);
    if (size)
        *size = strlen(text) + 1;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL sub_group_info(cl_kernel kernel, cl_device_id device, cl_uint what,
                                         size_t in_size, const void *in, size_t room, void *value,
                                         size_t *size)
{
    (void)device;
    (void)size;
    ck_assert(kernel && in_size == sizeof(size_t) && *(const size_t *)in > 0);
    ck_assert_uint_eq(what, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE_KHR);
    ck_assert_uint_eq(room, sizeof(size_t));
    *(size_t *)value = LANES;
    return CL_SUCCESS;
}

void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                           const char *name)
{
    REAL(clGetExtensionFunctionAddressForPlatform);
    void *ours;
    *(__typeof__(&sub_group_info) *)&ours = sub_group_info;
    return strncmp(name, "clGetKernelSubGroupInfo", 23) == 0 ? ours : real(platform, name);
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                            cl_kernel_work_group_info what, size_t room,
                                            void *value, size_t *size)
{
    REAL(clGetKernelWorkGroupInfo);
    cl_int code = real(kernel, device, what, room, value, size);
    if (code == CL_SUCCESS && value && what == CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)
        *(size_t *)value = MULTIPLE;
    return code;
}

cl_program CL_API_CALL clCreateProgramWithSource(cl_context c, cl_uint count, const char **texts,
                                                 const size_t *lengths, cl_int *code)
{
    REAL(clCreateProgramWithSource);
    const char *more[] = {is_nvidia ? no_whole_warp : one_lane, texts[0], texts[count - 1]};
    if (count == 2 && strstr(texts[1], "clpwl_probe_lanes") && !strstr(texts[1], "CLPWL_NAME")) {
        char text[sizeof probe + 20];
        const char *ours = text;
        snprintf(text, sizeof text, probe, wrong_lane ? 4 : 3);
        return real(c, 1, &ours, NULL, code);
    }
    if (count != 2 || lengths || !strstr(texts[1], "sub_group_shuffle"))
        return real(c, count, texts, lengths, code);
    free(last_source);
    last_source = malloc(strlen(texts[0]) + strlen(texts[1]) + 1);
    ck_assert_ptr_nonnull(last_source);
    strcpy(stpcpy(last_source, texts[0]), texts[1]);
    return real(c, 3, more, NULL, code);
}

cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                                  const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
                                  void *user)
{
    REAL(clBuildProgram);
    snprintf(last_options, sizeof last_options, "%s", options);
    return real(program, count, devices, options, notify, user);
}

static void setup(void)
{
    ck_assert_ptr_nonnull(mkdtemp(folder));
    setenv("XDG_CACHE_HOME", folder, 1);
    OK(clpwl_context_create(&context, NULL));
}

static void teardown(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    ck_assert_int_eq(system(command), 0);
    clpwl_context_free(context);
    free(last_source);
}

static clpwl_status make(clpwl_evaluator **e, clpwl_context *c, const clpwl_table *t,
                         const char *method, clpwl_use use)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    options.method = method;
    options.use = use;
    options.storage = storage;
    options.max_error = 1; /* auto: time alone decides */
    return clpwl_evaluator_create(e, c, t, &options);
}

/* ---- The tests ----------------------------------------------------------------- */

/* Clang 14 declares vload_half, which needs no extension, with cl_khr_fp16 alone. */
static void compile_by_clang(void)
{
    char path[] = "/tmp/clpwl-shuffle-XXXXXX", command[sizeof last_options + 300];
    if (system("command -v clang >/dev/null") != 0)
        return;
    int fd = mkstemp(path);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    ck_assert(f && fputs(last_source, f) >= 0 && fclose(f) == 0);
    snprintf(command, sizeof command,
             "clang -x cl %s %s -Xclang -finclude-default-header -S -o /dev/null %s", last_options,
             is_nvidia ? "-target nvptx64-nvidia-nvcl -Xclang -target-cpu -Xclang sm_70 "
                         "-Xclang -target-feature -Xclang +ptx64 -Xclang -cl-ext=+cl_khr_fp16"
                       : "-target spir64 -fsyntax-only", path);
    int code = system(command);
    remove(path);
    ck_assert_msg(code == 0, "clang does not build it: %s", command);
}

/* By the properties that the device reports. The default of clang, and of drivers that use it,
 * is CL1.2. */
START_TEST(the_compiler_is_asked_for_a_language_that_has_sub_groups)
{
    static const struct {
        const char *version, *option;
    } cases[] = {{"OpenCL 2.0 of one", "-cl-std=CL2.0"},
                 {"OpenCL 2.1 of one", "-cl-std=CL2.0"},
                 {"OpenCL 3.0 of one", "-cl-std=CL3.0"}};
    clpwl_context *c;
    clpwl_evaluator *e;
    clpwl_table *t = make_table(0, 1, 8, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    version = cases[_i].version;
    OK(clpwl_context_create(&c, NULL));
    version = NULL;
    (void)make(&e, c, t, "shuffle", CLPWL_USE_BATCH); /* this driver may not compile it */
    ck_assert_ptr_nonnull(last_source);
    ck_assert_msg(strstr(last_options, cases[_i].option), "built with '%s'", last_options);
    compile_by_clang();
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
    clpwl_context_free(c);
}
END_TEST

START_TEST(a_table_is_no_larger_than_a_sub_group)
{
    static const size_t segments[] = {1, LANES, LANES + 1, MULTIPLE};
    for (int i = 0; i < 4; i++) {
        clpwl_evaluator *e;
        clpwl_table *t = make_table(0, 1, segments[i], CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
        if (segments[i] <= LANES)
            OK(make(&e, context, t, "shuffle", CLPWL_USE_BATCH));
        else
            FAILS(CLPWL_ERR_UNSUPPORTED, "more than the 16 lanes",
                  make(&e, context, t, "shuffle", CLPWL_USE_BATCH));
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
    }
}
END_TEST

/* The sub-groups that run are smaller than the table, so shuffle cannot read it. */
START_TEST(lanes_that_are_not_there_are_not_read)
{
    storage = (clpwl_storage)_i;
    for (size_t segments = 1; segments <= LANES; segments += 5) {
        float x[N], y[N];
        clpwl_evaluator *e;
        clpwl_table *t = make_table(0, 1, segments, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
        for (int i = 0; i < N; i++)
            x[i] = (float)i / 500 - 0.5f;
        OK(make(&e, context, t, "shuffle", CLPWL_USE_BATCH));
        OK(clpwl_eval(e, x, y, N));
        for (int i = 0; i < N; i++)
            ck_assert_msg(fabs(y[i] - clpwl_table_value(t, x[i])) <= clpwl_evaluator_error(e).linf,
                          "%s, %zu segments, at %g: %g", clpwl_storage_name(storage), segments,
                          x[i], y[i]);
        clpwl_evaluator_free(e);
        clpwl_table_free(t);
    }
    compile_by_clang();
    storage = CLPWL_STORAGE_FLOAT32;
}
END_TEST

/* Sub-groups stay together in the library's own kernel, which reads arrays. In a user's kernel
 * they may not, so AUTO does not choose shuffle there, even if it is fastest. */
START_TEST(auto_takes_it_for_arrays_and_not_for_kernels)
{
    const double fast[] = {1e-9, 0, floor((double)time(NULL) / 86400)}; /* ns, error, day */
    char identity[CLPWL__IDENTITY];
    clpwl_evaluator *e;
    clpwl_table *t = make_table(0, 1, 8, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    clpwl__context_identity(context, identity);
    clpwl__cache_write(NULL, identity, "shuffle1:batch:uniform:clamp:8:0000000000000000", fast, 3);
    clpwl__cache_write(NULL, identity, "shuffle1:kernel:uniform:clamp:8:0000000000000000", fast, 3);
    OK(make(&e, context, t, "auto", CLPWL_USE_BATCH));
    ck_assert_str_eq(clpwl_evaluator_method(e), "shuffle");
    clpwl_evaluator_free(e);
    OK(make(&e, context, t, "auto", CLPWL_USE_KERNEL));
    ck_assert_str_ne(clpwl_evaluator_method(e), "shuffle");
    clpwl_evaluator_free(e);
    clpwl_table_free(t);
}
END_TEST

/* By PTX: a probe that reads the right lanes makes warps of 32 lanes, for each storage. Where no warp is
 * whole, as here, the buffer is read. */
START_TEST(nvidias_lanes_are_probed)
{
    clpwl_context *c;
    clpwl_evaluator *e = NULL;
    is_nvidia = 1;
    wrong_lane = _i == CLPWL_STORAGE_ANY;
    storage = wrong_lane ? CLPWL_STORAGE_FLOAT32 : (clpwl_storage)_i;
    OK(clpwl_context_create(&c, NULL));
    for (size_t segments = 8; segments <= 33; segments += 25) {
        const float x[] = {-1, 0, 0.3f, 0.9f, 1, 2};
        float y[6];
        clpwl_table *t = make_table(0, 1, segments, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
        if (wrong_lane)
            FAILS(CLPWL_ERR_UNSUPPORTED, "lacks cl_khr_subgroup_shuffle",
                  make(&e, c, t, "shuffle", CLPWL_USE_BATCH));
        else if (segments > 32)
            FAILS(CLPWL_ERR_UNSUPPORTED, "33 segments are more than the 32 lanes",
                  make(&e, c, t, "shuffle", CLPWL_USE_BATCH));
        else {
            OK(make(&e, c, t, "shuffle", CLPWL_USE_BATCH));
            ck_assert_ptr_nonnull(strstr(last_source, "#define CLPWL_PTX 1"));
            compile_by_clang();
            OK(clpwl_eval(e, x, y, 6));
            for (int i = 0; i < 6; i++)
                ck_assert(fabs(y[i] - clpwl_table_value(t, x[i])) <= clpwl_evaluator_error(e).linf);
        }
        clpwl_evaluator_free(e);
        e = NULL;
        clpwl_table_free(t);
    }
    clpwl_context_free(c);
    is_nvidia = 0;
    storage = CLPWL_STORAGE_FLOAT32;
}
END_TEST

Suite *suite(void)
{
    runs_in_one_process();
    Suite *s = suite_create("sub-group shuffle");
    TCase *t = tcase_create("shuffle");
    tcase_set_timeout(t, 300);
    tcase_add_unchecked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, the_compiler_is_asked_for_a_language_that_has_sub_groups, 0, 3);
    tcase_add_test(t, a_table_is_no_larger_than_a_sub_group);
    tcase_add_loop_test(t, lanes_that_are_not_there_are_not_read, CLPWL_STORAGE_FLOAT32,
                        CLPWL_STORAGE_ANY);
    tcase_add_test(t, auto_takes_it_for_arrays_and_not_for_kernels);
    tcase_add_loop_test(t, nvidias_lanes_are_probed, CLPWL_STORAGE_FLOAT32, CLPWL_STORAGE_ANY + 1);
    suite_add_tcase(s, t);
    return s;
}
