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
 * other's, the median of the rounds; above 1.05 for `hand` the line ends in "slow".
 */
#include <math.h>
#include "bench/figure.h"
#include "check.h"
#include "common/clock.h"

/* A launch of so many values takes ten times what it costs to queue, on pocl 50 us. On a GPU, whose memory
 * would be all that is measured, each is the first of REPEATS look-ups in the kernel. */
enum { VALUES = 1 << 20, REPEATS = 256, GROUP = 256, RUNS = 31, LOOK_UPS = 3 };

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
#define RECORD PARTS("global", "u - (float)(int)k")
#define COPIED PARTS("local", "u - (float)(int)k")
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

static const contest contests[] = {
    {"buffer", CLPWL_STORAGE_FLOAT32, CLPWL_PARTITION_UNIFORM, "global const float2 *t",
     CLAMPED STEP RECORD, LEAN RECORD},
    {"buffer", CLPWL_STORAGE_HALF, CLPWL_PARTITION_UNIFORM, "global const uint *t",
     CLAMPED STEP HALVES, LEAN HALVES},
    {"buffer", CLPWL_STORAGE_UNORM16, CLPWL_PARTITION_UNIFORM, "global const uint *t",
     CLAMPED STEP SHORTS, LEAN SHORTS},
    {"buffer", CLPWL_STORAGE_UNORM8, CLPWL_PARTITION_UNIFORM, "global const ushort *t",
     CLAMPED STEP BYTES, LEAN BYTES},
    {"buffer", CLPWL_STORAGE_BFLOAT16, CLPWL_PARTITION_UNIFORM, "global const uint *t",
     CLAMPED STEP BFLOATS, LEAN BFLOATS},
    {"local", CLPWL_STORAGE_FLOAT32, CLPWL_PARTITION_UNIFORM, "local float2 *t",
     CLAMPED STEP COPIED, LEAN COPIED},
    {"local", CLPWL_STORAGE_HALF, CLPWL_PARTITION_UNIFORM, "local uint *t",
     CLAMPED STEP HALVES, LEAN HALVES},
    {"local", CLPWL_STORAGE_UNORM16, CLPWL_PARTITION_UNIFORM, "local uint *t",
     CLAMPED STEP SHORTS, LEAN SHORTS},
    {"local", CLPWL_STORAGE_UNORM8, CLPWL_PARTITION_UNIFORM, "local ushort *t",
     CLAMPED STEP BYTES, LEAN BYTES},
    {"local", CLPWL_STORAGE_BFLOAT16, CLPWL_PARTITION_UNIFORM, "local uint *t",
     CLAMPED STEP BFLOATS, LEAN BFLOATS},
    {"image-manual", CLPWL_STORAGE_FLOAT32, CLPWL_PARTITION_UNIFORM, "read_only image1d_t image",
     BY_TEXELS("y")},
    {"image-manual", CLPWL_STORAGE_HALF, CLPWL_PARTITION_UNIFORM, "read_only image1d_t image",
     BY_TEXELS(CODED)},
    {"image-manual", CLPWL_STORAGE_UNORM16, CLPWL_PARTITION_UNIFORM, "read_only image1d_t image",
     BY_TEXELS(CODED)},
    {"image-linear", CLPWL_STORAGE_FLOAT32, CLPWL_PARTITION_UNIFORM, "read_only image1d_t image",
     BY_FILTER("y")},
    {"image-linear", CLPWL_STORAGE_HALF, CLPWL_PARTITION_UNIFORM, "read_only image1d_t image",
     BY_FILTER(CODED)},
    {"image-linear", CLPWL_STORAGE_UNORM16, CLPWL_PARTITION_UNIFORM, "read_only image1d_t image",
     BY_FILTER(CODED)},
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

typedef struct bench {
    clpwl_context *context;
    cl_command_queue queue;
    clpwl_table *table[2]; /* by partition */
    cl_mem x, y;
    int is_cpu, repeats;
    float *values[LOOK_UPS];
} bench;

static void make_kernels(bench *b, const contest *c, const clpwl_evaluator *e,
                         cl_kernel kernels[LOOK_UPS])
{
    static const char *const names[LOOK_UPS] = {"by_library", "by_hand", "by_lean"};
    static char text[1 << 14];
    char parameters[128] = "", options[32];
    char *log = NULL;
    cl_program program;
    cl_int code;
    const clpwl_kernel_table table = {"f", e};
    const clpwl_table *t = b->table[c->partition];
    const size_t n = clpwl_table_segments(t);
    const float lo = (float)clpwl_table_knots(t)[0], hi = (float)clpwl_table_knots(t)[n];
    const float scale = (float)n / (hi - lo);
    const cl_int last = (cl_int)n - 1;
    if (*c->parameters)
        snprintf(parameters, sizeof parameters, "%s,", c->parameters);
    snprintf(text, sizeof text, kernels_text, parameters, c->hand, parameters, c->lean,
             c->parameters[0] == 'l');
    snprintf(options, sizeof options, "-DREPEATS=%d", b->repeats);
    if (clpwl_program_build(&program, &log, b->context, text, options, &table, 1) != CLPWL_OK)
        fail(log ? log : clpwl_last_message());
    for (int k = 0; k < LOOK_UPS; k++) {
        kernels[k] = clCreateKernel(program, names[k], &code);
        check_cl(code, names[k]);
        check(clpwl_kernel_bind(kernels[k], &table, 1));
        check_cl(clSetKernelArg(kernels[k], 0, sizeof b->x, &b->x), "clSetKernelArg");
        check_cl(clSetKernelArg(kernels[k], 1, sizeof b->y, &b->y), "clSetKernelArg");
        check_cl(clSetKernelArg(kernels[k], 2, sizeof lo, &lo), "clSetKernelArg");
        check_cl(clSetKernelArg(kernels[k], 3, sizeof hi, &hi), "clSetKernelArg");
        check_cl(clSetKernelArg(kernels[k], 4, sizeof scale, &scale), "clSetKernelArg");
        check_cl(clSetKernelArg(kernels[k], 5, sizeof last, &last), "clSetKernelArg");
    }
    clReleaseProgram(program);
    clpwl_free(log);
}

/* On a CPU processor time, which other work of the machine changes little. */
static double run(bench *b, cl_kernel kernel, size_t items)
{
    const size_t group = GROUP;
    cl_event event;
    double began = b->is_cpu ? app_cpu_seconds() : app_seconds();
    check_cl(clEnqueueNDRangeKernel(b->queue, kernel, 1, NULL, &items, &group, 0, NULL, &event),
             "clEnqueueNDRangeKernel");
    check_cl(clFinish(b->queue), "clFinish");
    double took = (b->is_cpu ? app_cpu_seconds() : app_seconds()) - began;
    double device = b->is_cpu ? -1 : event_seconds(event);
    clReleaseEvent(event);
    return device > 0 ? device : took;
}

static double median_ratio(const double *a, const double *b)
{
    double ratios[RUNS];
    for (int i = 0; i < RUNS; i++)
        ratios[i] = a[i] / b[i];
    return app_times_of(ratios, RUNS).median;
}

/* All three compute one function, but for rounding. */
static void compare_values(bench *b, const contest *c, cl_kernel kernels[LOOK_UPS], size_t items)
{
    for (int k = 0; k < LOOK_UPS; k++) {
        run(b, kernels[k], items);
        check_cl(clEnqueueReadBuffer(b->queue, b->y, CL_TRUE, 0, VALUES * sizeof(float),
                                     b->values[k], 0, NULL, NULL), "clEnqueueReadBuffer");
        for (size_t i = 0; i < VALUES; i++)
            if (!(fabsf(b->values[k][i] - b->values[0][i]) <= 1e-5f * (float)b->repeats) &&
                !(isnan(b->values[0][i]) && (k == 2 || isnan(b->values[k][i])))) {
                fprintf(stderr, "hand_written: %s: value %zu is %g, not %g\n", c->method, i,
                        (double)b->values[k][i], (double)b->values[0][i]);
                exit(EXIT_FAILURE);
            }
    }
}

static void compete(bench *b, const contest *c)
{
    double seconds[LOOK_UPS][RUNS], ratio[LOOK_UPS];
    figure f[LOOK_UPS];
    cl_kernel kernels[LOOK_UPS];
    clpwl_evaluator *e;
    clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
    const clpwl_table *t = b->table[c->partition];
    const size_t items = b->is_cpu && c->parameters[0] == 'l' ? VALUES / 64 : VALUES;
    how.method = c->method;
    how.storage = c->storage;
    if (clpwl_evaluator_create(&e, b->context, t, &how) != CLPWL_OK) {
        printf("# %s: %s\n", c->method, clpwl_last_message());
        return;
    }
    make_kernels(b, c, e, kernels);
    compare_values(b, c, kernels, items);
    for (int i = 0; i < RUNS; i++)
        for (int k = 0; k < LOOK_UPS; k++)
            seconds[(k + i) % LOOK_UPS][i] = run(b, kernels[(k + i) % LOOK_UPS], items);
    for (int k = 1; k < LOOK_UPS; k++)
        ratio[k] = median_ratio(seconds[0], seconds[k]);
    for (int k = 0; k < LOOK_UPS; k++) {
        f[k] = figure_of(seconds[k], RUNS, (double)VALUES * b->repeats);
        clReleaseKernel(kernels[k]);
    }
    printf("%s\t%s\t%s\t%zu\t%.4f\t%.4f\t%.4f\t%.4f\t%.2f\t%.4f\t%.2f%s\n", c->method,
           clpwl_storage_name(c->storage), clpwl_partition_name(c->partition),
           clpwl_table_segments(t), f[0].median, f[0].spread, f[1].median, f[1].spread, ratio[1],
           f[2].median, ratio[2], ratio[1] > 1.05 ? "\tslow" : "");
    fflush(stdout);
    clpwl_evaluator_free(e);
}

/* Most arguments are in the domain [0,8] of the Gaussian, some are outside, and one is NaN. */
static void make_arrays(bench *b)
{
    cl_uint state = 1;
    cl_int code;
    float *x = malloc(VALUES * sizeof *x);
    for (int k = 0; k < LOOK_UPS; k++)
        b->values[k] = malloc(VALUES * sizeof(float));
    if (!x || !b->values[0] || !b->values[1] || !b->values[2])
        fail("out of memory");
    for (size_t i = 0; i < VALUES; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = 8.5f * 0x1p-24f * (float)(state >> 8) - 0.25f;
    }
    x[VALUES / 2] = NAN;
    b->x = clCreateBuffer(clpwl_context_cl(b->context), CL_MEM_COPY_HOST_PTR, VALUES * sizeof *x, x,
                          &code);
    check_cl(code, "clCreateBuffer");
    b->y = clCreateBuffer(clpwl_context_cl(b->context), CL_MEM_READ_WRITE, VALUES * sizeof *x, NULL,
                          &code);
    check_cl(code, "clCreateBuffer");
    free(x);
}

static void make_tables(bench *b, size_t segments)
{
    clpwl_function *f;
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    check(clpwl_function_from_catalogue(&f, "gaussian"));
    wish.segments = segments;
    for (int p = 0; p < 2; p++) {
        wish.partition = (clpwl_partition)p;
        check(clpwl_design(&b->table[p], f, &wish));
    }
    clpwl_function_free(f);
}

int main(int argc, char **argv)
{
    static const size_t segments[] = {32, 256};
    bench b = {0};
    clpwl_context_options where = CLPWL_CONTEXT_INIT;
    where.device = argc > 1 ? argv[1] : NULL;
    check(clpwl_context_create(&b.context, &where));
    b.queue = clpwl_context_queue(b.context);
    const clpwl_device_info *info = clpwl_context_info(b.context);
    b.is_cpu = info->kind == CLPWL_DEVICE_CPU;
    b.repeats = b.is_cpu ? 1 : REPEATS;
    make_arrays(&b);
    printf("# command: hand_written%s%s\n", argc > 1 ? " " : "", argc > 1 ? argv[1] : "");
    printf("# device: %s: %s, driver %s\n", info->platform, info->name, info->driver);
    printf("# gaussian, %d random abscissas, look-ups for each: %d, %d runs of each in turns, %s\n", VALUES,
           b.repeats, RUNS, b.is_cpu ? "ns of processor time" : "ns");
    printf("method\tstorage\tpartition\tsegments\tlibrary\tspread\thand\tspread\tratio\tlean\t"
           "ratio\n");
    for (int s = 0; s < 2; s++) {
        make_tables(&b, segments[s]);
        for (size_t i = 0; i < sizeof contests / sizeof *contests; i++)
            compete(&b, &contests[i]);
        for (int p = 0; p < 2; p++)
            clpwl_table_free(b.table[p]);
    }
    clReleaseMemObject(b.x);
    clReleaseMemObject(b.y);
    clpwl_context_free(b.context);
    for (int k = 0; k < LOOK_UPS; k++)
        free(b.values[k]);
    return EXIT_SUCCESS;
}
