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
#include "cl/cl_suite.h"

enum { LANES = 16, MULTIPLE = 128 };

#define REAL(name)                                                             \
    static __typeof__(&name) real;                                             \
    if (!real)                                                                 \
        *(void **)&real = dlsym(RTLD_NEXT, #name)

static const char *version; /* that the device reports; NULL: its own */
static int is_nvidia, wrong_lane; /* 1: the probe of lanes reads another one */
static char last_options[1000];
static char *last_source; /* of a program with sub-groups */
static clpwl_storage storage = CLPWL_STORAGE_FLOAT32; /* of the evaluators that try_shuffle() creates */

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
    last_source = realloc(last_source, strlen(texts[0]) + strlen(texts[1]) + 1);
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

static clpwl_status try_shuffle(clpwl_evaluator **e, clpwl_context *c, size_t segments, const char *method,
                                clpwl_use use)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_table *t = make_table(0, 1, segments, CLPWL_PARTITION_UNIFORM, CLPWL_EXTEND_CLAMP);
    options.method = method;
    options.use = use;
    options.storage = storage;
    options.max_error = 1; /* auto: time alone decides */
    clpwl_status status = clpwl_evaluator_create(e, c, t, &options);
    if (status == CLPWL_OK && strcmp(method, "shuffle") == 0)
        check_evaluator(*e, t, clpwl_storage_name(storage));
    clpwl_table_free(t);
    return status;
}

/* ---- The tests ----------------------------------------------------------------- */

/* Clang 14 declares vload_half, which needs no extension, with cl_khr_fp16 alone. */
static void compile_by_clang(void)
{
    char command[sizeof last_options + 300];
    if (system("command -v clang >/dev/null") != 0)
        return;
    snprintf(command, sizeof command, "clang -x cl %s %s -Xclang -finclude-default-header -S -o /dev/null -",
             last_options,
             is_nvidia ? "-target nvptx64-nvidia-nvcl -Xclang -target-cpu -Xclang sm_70 "
                         "-Xclang -target-feature -Xclang +ptx64 -Xclang -cl-ext=+cl_khr_fp16"
                       : "-target spir64 -fsyntax-only");
    FILE *f = popen(command, "w");
    fputs(last_source, f);
    ck_assert_msg(pclose(f) == 0, "clang does not build it: %s", command);
}

DEVICE_FIXTURE(open_measuring_context, close_measuring_context)

/* By the properties that the device reports. The default of clang, and of drivers that use it,
 * is CL1.2. This driver may not compile it. */
TEST(the_compiler_is_asked_for_a_language_that_has_sub_groups)
{
    static const char *const versions[][2] = {{"OpenCL 2.0 of one", "-cl-std=CL2.0"},
                                              {"OpenCL 3.0 of one", "-cl-std=CL3.0"}};
    for (int i = 0; i < 2; i++) {
        clpwl_context *c;
        clpwl_evaluator *e;
        version = versions[i][0];
        OK(clpwl_context_create(&c, NULL));
        version = NULL;
        (void)try_shuffle(&e, c, 8, "shuffle", CLPWL_USE_BATCH);
        ck_assert_msg(strstr(last_options, versions[i][1]), "built with '%s'", last_options);
        compile_by_clang();
        clpwl_evaluator_free(e);
        clpwl_context_free(c);
    }
}

/* The sub-groups that run are smaller than the table, so shuffle cannot read it: its values are the
 * buffer's. */
TEST(lanes_that_are_not_there_are_not_read)
{
    for (storage = CLPWL_STORAGE_FLOAT32; storage < CLPWL_STORAGE_ANY; storage++) {
        clpwl_evaluator *e;
        for (size_t segments = 1; segments <= LANES; segments += 5) {
            OK(try_shuffle(&e, context, segments, "shuffle", CLPWL_USE_BATCH));
            clpwl_evaluator_free(e);
        }
        compile_by_clang();
        FAILS(CLPWL_ERR_UNSUPPORTED, "more than the 16 lanes",
              try_shuffle(&e, context, LANES + 1, "shuffle", CLPWL_USE_BATCH));
    }
    storage = CLPWL_STORAGE_FLOAT32;
}

/* Sub-groups stay together in the library's own kernel, which reads arrays. In a user's kernel
 * they may not, so AUTO does not choose shuffle there, even if it is fastest. */
TEST(auto_takes_it_for_arrays_and_not_for_kernels)
{
    const double fast[] = {1e-9, 0, floor((double)time(NULL) / 86400)}; /* ns, error, day */
    char identity[CLPWL__IDENTITY];
    clpwl__context_identity(context, identity);
    clpwl__cache_write(NULL, identity, "shuffle1:batch:uniform:clamp:8:0000000000000000", fast, 3);
    clpwl__cache_write(NULL, identity, "shuffle1:kernel:uniform:clamp:8:0000000000000000", fast, 3);
    for (int use = 0; use < 2; use++) {
        clpwl_evaluator *e;
        OK(try_shuffle(&e, context, 8, "auto", (clpwl_use)use));
        ck_assert_int_eq(strcmp(clpwl_evaluator_method(e), "shuffle") == 0, use == CLPWL_USE_BATCH);
        clpwl_evaluator_free(e);
    }
}

/* By PTX: a probe that reads the right lanes makes warps of 32 lanes, for each storage. Where no warp is
 * whole, as here, the buffer is read. */
TEST(nvidias_lanes_are_probed)
{
    clpwl_evaluator *e;
    is_nvidia = 1;
    for (wrong_lane = 0; wrong_lane < 2; wrong_lane++) {
        clpwl_context *c;
        OK(clpwl_context_create(&c, NULL));
        if (wrong_lane)
            FAILS(CLPWL_ERR_UNSUPPORTED, "lacks cl_khr_subgroup_shuffle",
                  try_shuffle(&e, c, 8, "shuffle", CLPWL_USE_BATCH));
        for (; !wrong_lane && storage < CLPWL_STORAGE_ANY; storage++) {
            FAILS(CLPWL_ERR_UNSUPPORTED, "33 segments are more than the 32 lanes",
                  try_shuffle(&e, c, 33, "shuffle", CLPWL_USE_BATCH));
            OK(try_shuffle(&e, c, 8, "shuffle", CLPWL_USE_BATCH));
            ck_assert_ptr_nonnull(strstr(last_source, "#define CLPWL_PTX 1"));
            compile_by_clang();
            clpwl_evaluator_free(e);
        }
        storage = CLPWL_STORAGE_FLOAT32;
        clpwl_context_free(c);
    }
    is_nvidia = 0;
}
