/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-flow bench and compare: time by size and method, errors by motion and table. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include "command.h"
#include "common/clock.h"
#include "common/output.h"
#include "scene.h"
#include "score.h"

typedef struct bench_options {
    flow_options flow;
    double noise;
    int rounds;
    const char *device;
} bench_options;

#define AT(member) offsetof(bench_options, member)
static const app_option bench_rows[] = {
    APP_INT(0, "rounds", "N", rounds, 1, 99, "runs of each; medians are printed"),
    APP_DEVICE(device),
    APP_OPTIONS_END,
};
static const app_option compare_rows[] = {
    APP_NUMBER(0, "noise", "X", noise, 0, 50, "standard deviation of the noise, grey levels"),
    APP_DEVICE(device),
    APP_OPTIONS_END,
};

typedef struct bench {
    clpwl_context *context;
    const bench_options *o;
    const char *scene;
    flow_image pair[2];
    flow_field truth, flow;
} bench;

static int open_bench(bench *b, const bench_options *o)
{
    const clpwl_device_info *info;
    int code = app_context(&b->context, o->device);
    if (code)
        return code;
    b->o = o;
    info = clpwl_context_info(b->context);
    printf("# %s, driver %s\nwidth\theight\tscene\tmethod\trobust\tweights\tknots\ttable_method\t"
           "ns_per_pixel\tquartiles_apart\tcpu_ns_per_pixel\tmean_error_px\tmean_angle_degrees\t"
           "known\tdevice_MiB\n",
           info->name, info->driver);
    return 0;
}

static int make_pair(bench *b, const flow_scene *scene)
{
    flow_image_free(&b->pair[0]);
    flow_image_free(&b->pair[1]);
    flow_field_free(&b->truth);
    return flow_scene_make(scene, &b->pair[0], &b->pair[1], &b->truth);
}

static void close_bench(bench *b)
{
    flow_image_free(&b->pair[0]);
    flow_image_free(&b->pair[1]);
    flow_field_free(&b->truth);
    flow_field_free(&b->flow);
    clpwl_context_free(b->context);
}

typedef struct job {
    bench *b;
    flow_engine *engine;
} job;

static int run_once(void *user, size_t unused, double seconds[2])
{
    const job *j = user;
    (void)unused;
    flow_field_free(&j->b->flow);
    int code = flow_run(j->engine, &j->b->pair[0], &j->b->pair[1], &j->b->flow, NULL, NULL);
    seconds[0] = flow_engine_counters(j->engine).seconds;
    seconds[1] = flow_engine_counters(j->engine).cpu_seconds;
    return code;
}

/* Runs the pair and prints a line. */
static int measure(bench *b, const flow_options *options)
{
    int code = 0;
    job j = {.b = b};
    flow_score score;
    app_times times[1][2];
    const double ns = 1e9 / ((double)b->truth.width * b->truth.height);
    const int is_lk = options->method == FLOW_LK, is_table = options->weights == FLOW_TABLE;
    static const char *const ways[2][2] = {{"lk box", "lk gauss"}, {"ncc blocks", "ncc dense"}};
    TRY(flow_engine_create(&j.engine, options, b->context));
    TRY(app_repeat(run_once, &j, 1, (size_t)b->o->rounds, INFINITY, times));
    TRY(flow_score_make(&score, &b->flow, &b->truth, NULL));
    const flow_counters c = flow_engine_counters(j.engine);
    printf("%d\t%d\t%s\t%s\t%s\t%s\t%d\t%s\t%.1f\t%.1f\t%.1f\t%.6f\t%.5f\t%.4f\t%.1f\n", b->truth.width,
           b->truth.height, b->scene,
           ways[!is_lk][is_lk ? options->window == FLOW_GAUSS : options->stride == 1],
           is_lk ? flow_robust_name(options->robust) : "-",
           !is_lk                     ? "-"
           : !is_table                ? "exact"
           : options->weight_bits > 0 ? "filtered"
                                      : "table",
           is_lk ? options->knots : 0, c.methods[0] ? c.methods[0] : "-",
           ns * times[0][0].median, ns * times[0][0].spread, ns * times[0][1].median, score.aee,
           score.aae, score.found / score.known,
           (double)c.memory / 1048576);
    app_output_flush();
done:
    flow_engine_free(j.engine);
    return code;
}

static const struct {
    int method, window, weights, stride;
} ways[] = {
    {FLOW_LK, FLOW_BOX, FLOW_TABLE, 0},   {FLOW_LK, FLOW_BOX, FLOW_EXACT, 0},
    {FLOW_LK, FLOW_GAUSS, FLOW_TABLE, 0}, {FLOW_LK, FLOW_GAUSS, FLOW_EXACT, 0},
    {FLOW_NCC, FLOW_BOX, FLOW_TABLE, 0},  {FLOW_NCC, FLOW_BOX, FLOW_TABLE, 1},
};

static int measure_size(bench *b, const char *size)
{
    int code = 0;
    flow_scene scene = flow_scene_defaults;
    TRY(app_parse_pixels(size, 64, &scene.width, &scene.height));
    scene.shift[0] = 3.3;
    scene.rotation = 1;
    b->scene = "turn";
    TRY(make_pair(b, &scene));
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        flow_options o = b->o->flow;
        o.method = ways[i].method;
        o.window = ways[i].window;
        o.weights = ways[i].weights;
        o.stride = ways[i].stride;
        TRY(measure(b, &o));
    }
done:
    return code;
}

static void set_bench_defaults(void *options)
{
    *(bench_options *)options = (bench_options){.flow = flow_defaults, .rounds = 5};
}

static int run_bench(void *options, int count, char **sizes)
{
    static const char *const usual[] = {"160x120", "320x240", "640x480"};
    int code = 0, width, height;
    bench b = {NULL};
    for (int i = 0; i < count; i++)
        TRY(app_parse_pixels(sizes[i], 64, &width, &height));
    TRY(open_bench(&b, options));
    for (int i = 0; i < (count ? count : 3); i++)
        TRY(measure_size(&b, count ? sizes[i] : usual[i]));
done:
    close_bench(&b);
    return code;
}

static const struct {
    const char *name;
    double right, down, rotation, zoom, shear;
} motions[] = {{"shift .37 -.21", .37, -.21, 0, 1, 0},
               {"shift 3 2", 3, 2, 0, 1, 0},
               {"rotation 2", 0, 0, 2, 1, 0},
               {"zoom 1.02", 0, 0, 0, 1.02, 0},
               {"shear .03", 0, 0, 0, 1, .03}};

/* Weights by functions, by tables, and by tables with a filter of 8 bits. The first do not depend
 * on the knots: they are measured again, so that each number of knots has its three lines. */
static int compare_knots(bench *b, int knots)
{
    int code = 0;
    for (int i = 0; i < 3; i++) {
        flow_options o = b->o->flow;
        o.method = FLOW_LK;
        o.knots = knots;
        o.weights = i == 0 ? FLOW_EXACT : FLOW_TABLE;
        o.weight_bits = i == 2 ? 8 : 0;
        TRY(measure(b, &o));
    }
done:
    return code;
}

static void set_compare_defaults(void *options)
{
    bench_options *o = options;
    *o = (bench_options){.flow = flow_defaults, .rounds = 1};
    o->flow.knots = 0; /* not given: several */
    o->flow.table_method = "buffer";
}

static int run_compare(void *options, int count, char **unused)
{
    const bench_options *o = options;
    const int least = o->flow.knots ? o->flow.knots : 8, most = o->flow.knots ? o->flow.knots : 256;
    int code = 0;
    bench b = {NULL};
    (void)count;
    (void)unused;
    TRY(open_bench(&b, o));
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        flow_scene scene = flow_scene_defaults;
        scene.shift[0] = motions[i].right;
        scene.shift[1] = motions[i].down;
        scene.rotation = motions[i].rotation;
        scene.zoom = motions[i].zoom;
        scene.shear = motions[i].shear;
        scene.noise = o->noise;
        b.scene = motions[i].name;
        TRY(make_pair(&b, &scene));
        for (int knots = least; knots <= most; knots *= 2)
            TRY(compare_knots(&b, knots));
    }
done:
    close_bench(&b);
    return code;
}

const app_command flow_bench_command = {
    .name = "bench",
    .summary = "measures methods, windows and weights on generated pairs",
    .synopsis = "[WIDTHxHEIGHT ...] [OPTION ...]",
    .text = "Measures each method, with weights by tables and by OpenCL's own functions, on "
            "generated pairs, by default of 160x120, 320x240 and 640x480 pixels. Prints a line of "
            "tab-separated columns for each. The options of the methods are accepted, too.\n",
    .most = INT_MAX,
    .rows = {{bench_rows, 0, 0}, {flow_option_rows, offsetof(bench_options, flow), 1}},
    .size = sizeof(bench_options),
    .set_defaults = set_bench_defaults,
    .run = run_bench,
};

const app_command flow_compare_command = {
    .name = "compare",
    .summary = "compares weights by tables with exact ones on generated pairs",
    .synopsis = "[OPTION ...]",
    .text = "Finds the flow of generated pairs of 320x240 pixels, shifted, rotated, zoomed and "
            "sheared, by lk: with weights by OpenCL's functions, by tables of 8 to 256 knots, and by "
            "such tables with a linear filter of 8 bits. Prints a line of tab-separated columns for "
            "each. The options of lk are accepted, too; with --knots N the tables have N knots.\n",
    .rows = {{compare_rows, 0, 0}, {flow_option_rows, offsetof(bench_options, flow), 1}},
    .size = sizeof(bench_options),
    .set_defaults = set_compare_defaults,
    .run = run_compare,
};
