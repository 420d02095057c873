/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hand_written [DEVICE]: the look-up of each device method against one written by hand. Both make
 * the same loads from the same buffers, in the same kernel, and take turns in one run. Prints TSV:
 *
 *     method  storage  partition  segments  library  spread  hand  spread  ratio  lean  ratio
 *
 * in ns a value. `hand` gives what the library does: NaN for NaN, also where an expression would
 * lose it as fmax does, the ends clamped, no read outside the table. `lean` has clamp() and min()
 * alone, whose result for NaN is some value of the table. A ratio is the library's time over the
 * other's, the median of the turns; above 1.05 for `hand` the line ends in "slow". No kernel has a guard, and
 * all run in groups of 256. bench/arrays compares whole arrays.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "common/clock.h"
#include "measure.h"

/* A launch of so many values takes ten times what it costs to queue, on pocl 50 us. On a GPU, whose memory
 * would be all that is measured, each is the first of REPEATS look-ups in the kernel. */
enum { VALUES = 1 << 20, REPEATS = 256, GROUP = 256, LOOK_UPS = 3 };

/* One table, a look-up by hand for it, and that without a treatment of NaN. */
typedef struct contest {
    const char *method;
    clpwl_storage storage;
    clpwl_partition partition;
    const char *parameters; /* the table's arrays, in the order of CLPWL_PASS */
    const char *hand, *lean;
} contest;

/* Beside the arrays a look-up has lo, hi, scale = segments / (hi - lo), last = segments - 1, and
 * the library's grid g for cells and codes. */
#define KEPT "    x = x < lo ? lo : x;\n    x = x > hi ? hi : x;\n"
#define CLAMPED KEPT "    float u = (x - lo) * scale;\n"
#define STEP "    uint k = min((uint)(int)u, (uint)last);\n"
#define LEAN "    float u = clamp((x - lo) * scale, 0.0f, (float)(last + 1));\n" \
             "    int k = min((int)u, last);\n"
#define SOME_NUMBER "    float given = x;\n    x = x > lo ? x : lo;\n    x = x > hi ? hi : x;\n"

/* Scalar loads: compilers for CPUs make vectors of these only. */
#define PARTS(space, d) \
    "    " space " const float *part = (" space " const float *)(t + k);\n" \
    "    return fma(" d ", part[1], part[0]);\n"
#define SEARCH(knot) \
    "    uint k = 0, n = last + 1;\n" \
    "    while (n > 1) {\n" \
    "        uint half_n = n / 2;\n" \
    "        k = x >= " knot " ? k + half_n : k;\n" \
    "        n -= half_n;\n" \
    "    }\n"
#define CLAMPS "    x = clamp(x, lo, hi);\n"
#define RECORD_AT_KNOT PARTS("global", "x - knots[k]")
#define CELL \
    "    global const float *c = (global const float *)(cells + k);\n" \
    "    float d = x - c[0], left = c[2], right = c[3];\n" \
    "    return fma(d, d < 0.0f ? left : right, c[1]);\n"
#define CELL_POSITION "    float u = (x - g.origin) * g.scale;\n"
#define TEXELS \
    "    float a = read_imagef(image, nearest, (int)k).x;\n" \
    "    float b = read_imagef(image, nearest, (int)k + 1).x;\n" \
    "    float y = fma(u - (float)(int)k, b - a, a);\n"
#define FILTERED "    float y = read_imagef(image, linear, u + 0.5f).x;\n"
#define BY_FILTER(decoded) \
    SOME_NUMBER "    float u = (x - lo) * scale;\n" FILTERED \
    "    return isnan(given) ? given : " decoded ";\n", \
    "    float u = clamp((x - lo) * scale, 0.0f, (float)(last + 1));\n" FILTERED \
    "    return " decoded ";\n"
#define BY_TEXELS(decoded) \
    CLAMPED STEP TEXELS "    return " decoded ";\n", LEAN TEXELS "    return " decoded ";\n"
#define CODED "fma(y, g.gain[0], g.bias[0])"
#define ENDS(a, b) \
    "    float a = " a ", b = " b ";\n" \
    "    return fma(fma(u - (float)(int)k, b - a, a), g.gain[0], g.bias[0]);\n"
#define HALVES "    uint w = t[k];\n" \
               ENDS("vload_half(0, (private const half *)&w)", \
                    "vload_half(1, (private const half *)&w)")
#define SHORTS ENDS("(float)(int)(t[k] & 0xffffu)", "(float)(int)(t[k] >> 16)")
#define BYTES ENDS("(float)(int)(t[k] & 0xffu)", "(float)(int)(t[k] >> 8)")
#define BFLOATS \
    "    float a = as_float(t[k] << 16), b = as_float(t[k] & 0xffff0000u);\n" \
    "    return fma(u - (float)(int)k, b - a, a);\n"

#define EQUAL(method, storage, parameters, body) \
    {method, CLPWL_STORAGE_##storage, CLPWL_PARTITION_UNIFORM, parameters, CLAMPED STEP body, LEAN body}
#define RECORDS(method, space, pointer) \
    EQUAL(method, FLOAT32, pointer "float2 *t", PARTS(space, "u - (float)(int)k")), \
    EQUAL(method, HALF, pointer "uint *t", HALVES), EQUAL(method, UNORM16, pointer "uint *t", SHORTS), \
    EQUAL(method, UNORM8, pointer "ushort *t", BYTES), EQUAL(method, BFLOAT16, pointer "uint *t", BFLOATS)
#define IMAGES(method, by) \
    IMAGE(method, FLOAT32, by("y")), IMAGE(method, HALF, by(CODED)), IMAGE(method, UNORM16, by(CODED))
#define IMAGE(method, storage, ...) \
    {method, CLPWL_STORAGE_##storage, CLPWL_PARTITION_UNIFORM, "read_only image1d_t image", __VA_ARGS__}

static const contest contests[] = {
    RECORDS("buffer", "global", "global const "),
    RECORDS("local", "local", "local "),
    IMAGES("image-manual", BY_TEXELS),
    IMAGES("image-linear", BY_FILTER),
    {"buffer", CLPWL_STORAGE_FLOAT32, CLPWL_PARTITION_OPTIMIZED,
     "global const float *knots, global const float2 *t",
     KEPT SEARCH("(knots + half_n)[k]") RECORD_AT_KNOT,
     CLAMPS SEARCH("(knots + half_n)[k]") RECORD_AT_KNOT},
    {"cell", CLPWL_STORAGE_FLOAT32, CLPWL_PARTITION_OPTIMIZED, "global const float4 *cells",
     KEPT CELL_POSITION "    uint k = min((uint)(int)u, (uint)g.last);\n" CELL,
     CLAMPS CELL_POSITION "    int k = min((int)u, g.last);\n" CELL},
    {"exact", CLPWL_STORAGE_FLOAT32, CLPWL_PARTITION_UNIFORM, "",
     "    float given = x;\n" KEPT "    return isnan(given) ? given : exp(-0.5f * x * x);\n",
     CLAMPS "    return exp(-0.5f * x * x);\n"},
};

/* The kernel of each look-up. A group that fills local memory makes many look-ups. */
static const char kernels_text[] =
    "constant sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |\n"
    "                            CLK_FILTER_LINEAR;\n"
    "constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |\n"
    "                             CLK_FILTER_NEAREST;\n"
    "#define OWN_TYPES float x, float lo, float hi, float scale, int last\n"
    "static inline float hand(OWN_TYPES, %s const clpwl_grid g)\n{\n%s}\n"
    "static inline float lean(OWN_TYPES, %s const clpwl_grid g)\n{\n%s}\n"
    "#define LOOP(name, look_up) \\\n"
    "    kernel void name(global const float *x, global float *y, float lo, float hi, \\\n"
    "                     float scale, int last, CLPWL_TABLE(f)) \\\n"
    "    { \\\n"
    "        CLPWL_BEGIN(f); \\\n"
    "        BODY(look_up) \\\n"
    "    }\n"
    "#if REPEATS > 1\n"
    "#define BODY(look_up) \\\n"
    "    size_t i = get_global_id(0); \\\n"
    "    uint state = (uint)i * 2654435761u; \\\n"
    "    float v = x[i], sum = look_up; \\\n"
    "    for (int k = 1; k < REPEATS; k++) { \\\n"
    "        state = state * 1664525u + 1013904223u; \\\n"
    "        v = fma((float)(state >> 8), 8.5f * 0x1p-24f, -0.25f); \\\n"
    "        sum += look_up; \\\n"
    "    } \\\n"
    "    y[i] = sum;\n"
    "#elif %d\n"
    "#define BODY(look_up) \\\n"
    "    size_t i = get_group_id(0) * get_local_size(0) * 64 + get_local_id(0); \\\n"
    "    for (int k = 0; k < 64; k++, i += get_local_size(0)) { \\\n"
    "        float v = x[i]; \\\n"
    "        y[i] = look_up; \\\n"
    "        barrier(CLK_LOCAL_MEM_FENCE); \\\n"
    "    }\n"
    "#else\n"
    "#define BODY(look_up) \\\n"
    "    size_t i = get_global_id(0); \\\n"
    "    float v = x[i]; \\\n"
    "    y[i] = look_up;\n"
    "#endif\n"
    "LOOP(by_library, f(v))\n"
    "LOOP(by_hand, hand(v, lo, hi, scale, last, CLPWL_PASS(f)))\n"
    "LOOP(by_lean, lean(v, lo, hi, scale, last, CLPWL_PASS(f)))\n";

static clpwl_context *context;
static cl_command_queue queue;
static cl_mem x, y;
static int is_cpu;

typedef struct launch {
    cl_kernel kernel;
    size_t items;
} launch;

static void set_arg(cl_kernel kernel, cl_uint i, size_t size, const void *value)
{
    check_cl(clSetKernelArg(kernel, i, size, value), "clSetKernelArg");
}

static void make_kernels(const contest *c, const clpwl_table *t, const clpwl_evaluator *e, int repeats,
                         launch launches[LOOK_UPS])
{
    static const char *const names[LOOK_UPS] = {"by_library", "by_hand", "by_lean"};
    static char text[1 << 14];
    char parameters[128] = "", options[32], *log = NULL;
    cl_program program;
    cl_int code;
    const clpwl_kernel_table table = {"f", e};
    const size_t n = clpwl_table_segments(t);
    const float lo = (float)clpwl_table_knots(t)[0], hi = (float)clpwl_table_knots(t)[n];
    const float scale = (float)n / (hi - lo);
    const cl_int last = (cl_int)n - 1;
    if (*c->parameters)
        snprintf(parameters, sizeof parameters, "%s,", c->parameters);
    snprintf(text, sizeof text, kernels_text, parameters, c->hand, parameters, c->lean,
             c->parameters[0] == 'l');
    snprintf(options, sizeof options, "-DREPEATS=%d", repeats);
    if (clpwl_program_build(&program, &log, context, text, options, &table, 1) != CLPWL_OK)
        fail(log ? log : clpwl_last_message());
    for (int k = 0; k < LOOK_UPS; k++) {
        cl_kernel kernel = clCreateKernel(program, names[k], &code);
        check_cl(code, names[k]);
        check(clpwl_kernel_bind(kernel, &table, 1));
        set_arg(kernel, 0, sizeof x, &x);
        set_arg(kernel, 1, sizeof y, &y);
        set_arg(kernel, 2, sizeof lo, &lo);
        set_arg(kernel, 3, sizeof hi, &hi);
        set_arg(kernel, 4, sizeof scale, &scale);
        set_arg(kernel, 5, sizeof last, &last);
        launches[k] = (launch){kernel, is_cpu && c->parameters[0] == 'l' ? VALUES / 64 : VALUES};
    }
    clReleaseProgram(program);
    clpwl_free(log);
}

static double finish(cl_event event)
{
    check_cl(clFinish(queue), "clFinish");
    double seconds = is_cpu ? 0 : event_seconds(event);
    clReleaseEvent(event);
    return seconds;
}

static double run_kernel(const void *state)
{
    const launch *l = state;
    const size_t group = GROUP;
    cl_event event;
    check_cl(clEnqueueNDRangeKernel(queue, l->kernel, 1, NULL, &l->items, &group, 0, NULL, &event),
             "clEnqueueNDRangeKernel");
    return finish(event);
}

/* All three compute one function, but for rounding. */
static void compare_values(const contest *c, const launch launches[LOOK_UPS], int repeats)
{
    static float made[LOOK_UPS][VALUES];
    for (int k = 0; k < LOOK_UPS; k++) {
        run_kernel(&launches[k]);
        check_cl(clEnqueueReadBuffer(queue, y, CL_TRUE, 0, sizeof made[k], made[k], 0, NULL, NULL),
                 "read");
        for (size_t i = 0; i < VALUES; i++)
            if (!(fabsf(made[k][i] - made[0][i]) <= 1e-5f * (float)repeats) &&
                !(isnan(made[0][i]) && (k == 2 || isnan(made[k][i]))))
                fail(c->method);
    }
}

static void compete(const contest *c, const clpwl_table *t, int repeats,
                    entrant list[LOOK_UPS])
{
    figure f[LOOK_UPS];
    double ratio[LOOK_UPS];
    take_turns(list, LOOK_UPS, is_cpu ? app_cpu_seconds : app_seconds);
    for (int k = 1; k < LOOK_UPS; k++)
        ratio[k] = ratio_of(&list[0], &list[k]);
    for (int k = 0; k < LOOK_UPS; k++)
        f[k] = figure_by_value(app_times_of(list[k].seconds, RUNS), (double)VALUES * repeats);
    printf("%s\t%s\t%s\t%zu\t%.4f\t%.4f\t%.4f\t%.4f\t%.2f\t%.4f\t%.2f%s\n", c->method,
           clpwl_storage_name(c->storage), clpwl_partition_name(c->partition), clpwl_table_segments(t),
           f[0].median, f[0].spread, f[1].median, f[1].spread, ratio[1], f[2].median, ratio[2],
           ratio[1] > 1.05 ? "\tslow" : "");
    fflush(stdout);
}

static void compete_by(const contest *c, const clpwl_table *t, int repeats)
{
    launch launches[LOOK_UPS];
    entrant list[LOOK_UPS];
    clpwl_evaluator *e = evaluator_of(context, t, c->method, c->storage);
    if (!e) {
        printf("# %s: %s\n", c->method, clpwl_last_message());
        return;
    }
    make_kernels(c, t, e, repeats, launches);
    for (int k = 0; k < LOOK_UPS; k++)
        list[k] = (entrant){.run = run_kernel, .state = &launches[k]};
    compare_values(c, launches, repeats);
    compete(c, t, repeats, list);
    for (int k = 0; k < LOOK_UPS; k++)
        clReleaseKernel(launches[k].kernel);
    clpwl_evaluator_free(e);
}

/* Most arguments are in the domain [0,8] of the Gaussian, some are outside, and one is NaN. */
int main(int argc, char **argv)
{
    static const size_t segments[] = {32, 256};
    clpwl_context_options where = CLPWL_CONTEXT_INIT;
    where.device = argc > 1 ? argv[1] : NULL;
    check(clpwl_context_create(&context, &where));
    queue = clpwl_context_queue(context);
    is_cpu = clpwl_context_info(context)->kind == CLPWL_DEVICE_CPU;
    float *host_x = random_floats(VALUES, -0.25, 8.25);
    host_x[VALUES / 2] = NAN;
    x = buffer(context, VALUES * sizeof *host_x, host_x);
    y = buffer(context, VALUES * sizeof *host_x, NULL);
    int repeats = is_cpu ? 1 : REPEATS;
    heading(argv, context);
    printf("# gaussian, %d random abscissas, look-ups for each: %d, %d runs of each in turns, %s\n", VALUES,
           repeats, RUNS, is_cpu ? "ns of processor time" : "ns");
    printf("method\tstorage\tpartition\tsegments\tlibrary\tspread\thand\tspread\tratio\tlean\tratio\n");
    for (int s = 0; s < 2; s++)
        for (size_t i = 0; i < sizeof contests / sizeof *contests; i++) {
            clpwl_design_options wish = CLPWL_DESIGN_INIT;
            wish.aim = CLPWL_AIM_NONE;
            wish.segments = segments[s];
            wish.partition = contests[i].partition;
            clpwl_table *t = table_of("gaussian", &wish);
            compete_by(&contests[i], t, repeats);
            clpwl_table_free(t);
        }
    return EXIT_SUCCESS; /* the process ends: nothing is freed */
}
