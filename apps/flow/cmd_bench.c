/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-flow bench: ns a pixel by method, window, weights and size. */
#include <limits.h>
#include <stdio.h>
#include "command.h"
#include "common/clock.h"
#include "scene.h"
#include "score.h"

typedef struct bench_options {
    flow_options flow;
    int rounds;
    const char *device;
} bench_options;

#define AT(member) offsetof(bench_options, member)
static const app_option rows[] = {
    APP_INT(0, "rounds", "N", rounds, 1, 99, "runs of each; medians are printed"),
    APP_DEVICE(device),
    APP_OPTIONS_END,
};

typedef struct way {
    const char *name;
    int method, window, weights, stride;
} way;

static const way ways[] = {
    {"lk box, table", FLOW_LK, FLOW_BOX, FLOW_TABLE, 0},
    {"lk box, exact", FLOW_LK, FLOW_BOX, FLOW_EXACT, 0},
    {"lk gauss, table", FLOW_LK, FLOW_GAUSS, FLOW_TABLE, 0},
    {"lk gauss, exact", FLOW_LK, FLOW_GAUSS, FLOW_EXACT, 0},
    {"ncc blocks", FLOW_NCC, FLOW_BOX, FLOW_TABLE, 0},
    {"ncc dense", FLOW_NCC, FLOW_BOX, FLOW_TABLE, 1},
};
enum { WAYS = sizeof ways / sizeof *ways };

static int measure(clpwl_context *context, const bench_options *o, const way *w,
                   const flow_image pair[2], const flow_field *truth)
{
    int code = 0;
    flow_engine *engine = NULL;
    flow_field flow = {0};
    flow_score score;
    double seconds[99];
    flow_options options = o->flow;
    options.method = w->method;
    options.window = w->window;
    options.weights = w->weights;
    options.stride = w->stride;
    TRY(flow_engine_create(&engine, &options, context));
    for (int i = -1; i < o->rounds; i++) { /* the first run compiles */
        flow_field_free(&flow);
        TRY(flow_run(engine, &pair[0], &pair[1], &flow, NULL, NULL));
        seconds[i < 0 ? 0 : i] = flow_engine_counters(engine).seconds;
    }
    TRY(flow_score_make(&score, &flow, truth, NULL));
    const flow_counters c = flow_engine_counters(engine);
    const double pixels = (double)truth->width * truth->height;
    app_sort(seconds, (size_t)o->rounds);
    printf("%d\t%d\t%s\t%s\t%.1f\t%.1f\t%.4f\t%.1f\n", truth->width, truth->height, w->name,
           c.methods[0] ? c.methods[0] : "-",
           1e9 * app_quantile(seconds, (size_t)o->rounds, 0.5) / pixels,
           1e9 * (app_quantile(seconds, (size_t)o->rounds, 0.75) -
                  app_quantile(seconds, (size_t)o->rounds, 0.25)) / pixels,
           score.aee, (double)c.memory / 1048576);
    fflush(stdout);
done:
    flow_engine_free(engine);
    flow_field_free(&flow);
    return code;
}

static int measure_size(clpwl_context *context, const bench_options *o, int width, int height)
{
    int code = 0;
    flow_scene scene = flow_scene_defaults;
    flow_image pair[2] = {{0}};
    flow_field truth = {0};
    scene.width = width;
    scene.height = height;
    scene.shift[0] = 3.3;
    scene.rotation = 1;
    TRY(flow_scene_make(&scene, &pair[0], &pair[1], &truth));
    for (int i = 0; i < WAYS; i++)
        TRY(measure(context, o, &ways[i], pair, &truth));
done:
    flow_image_free(&pair[0]);
    flow_image_free(&pair[1]);
    flow_field_free(&truth);
    return code;
}

static int parse_size(const char *text, int *width, int *height)
{
    char rest;
    if (sscanf(text, "%dx%d%c", width, height, &rest) == 2 && *width >= 64 && *height >= 64 &&
        *width <= 8192 && *height <= 8192)
        return 0;
    return app_usage("'%s' is not a size WIDTHxHEIGHT of 64 to 8192 px", text);
}

static void set_defaults(void *options)
{
    *(bench_options *)options = (bench_options){.flow = flow_defaults, .rounds = 5};
}

static int run(void *options, int count, char **sizes)
{
    static const char *const usual[] = {"160x120", "320x240", "640x480"};
    const bench_options *o = options;
    int code = 0, width, height;
    clpwl_context *context = NULL;
    for (int i = 0; i < count; i++)
        TRY(parse_size(sizes[i], &width, &height));
    TRY(app_context(&context, o->device));
    printf("# %s, driver %s\nwidth\theight\tway\ttable_method\tns_per_pixel\tquartiles_apart\t"
           "mean_error_px\tdevice_MiB\n",
           clpwl_context_info(context)->name, clpwl_context_info(context)->driver);
    for (int i = 0; i < (count ? count : 3); i++) {
        TRY(parse_size(count ? sizes[i] : usual[i], &width, &height));
        TRY(measure_size(context, o, width, height));
    }
done:
    clpwl_context_free(context);
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
    .rows = {{rows, 0, 0}, {flow_option_rows, offsetof(bench_options, flow), 1}},
    .size = sizeof(bench_options),
    .set_defaults = set_defaults,
    .run = run,
};
