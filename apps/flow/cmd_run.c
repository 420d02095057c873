/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-flow without a command: pictures in, flows and pictures of them out. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "command.h"
#include "common/bound.h"
#include "common/clock.h"
#include "common/differ.h"
#include "common/input.h"
#include "common/output.h"
#include "common/pattern.h"
#include "common/progress.h"
#include "draw.h"
#include "files.h"
#include "score.h"

enum { OUTPUTS = 7 };

typedef struct run_options {
    flow_options flow;
    const char *names[OUTPUTS]; /* in the order of `outputs` */
    const char *mask, *truth, *device;
    double full;
    int json, quiet;
} run_options;

typedef struct job {
    run_options o;
    int is_sequence;
    long pairs, poor; /* so far; those of which less than half is known */
    long number; /* of the pair's first picture */
    app_picture mask;
    flow_image first, second;
    flow_field flow, truth;
    clpwl_context *context;
    flow_engine *engine;
    app_progress progress;
    flow_view view; /* of the pictures and flows above */
} job;

enum { FLOW, COLOR, ARROWS, CONFIDENCE, WARPED, ERRORS, SHEET };
static const struct {
    const char *option;
    int (*draw)(app_picture *out, flow_view *view); /* NULL: the flow itself */
} outputs[OUTPUTS] = {[FLOW] = {"--flow", NULL},
                      [COLOR] = {"--color", flow_draw_colors},
                      [ARROWS] = {"--arrows", flow_draw_arrows},
                      [CONFIDENCE] = {"--confidence", flow_draw_confidence},
                      [WARPED] = {"--warped", flow_draw_warped},
                      [ERRORS] = {"--errors", flow_draw_errors},
                      [SHEET] = {"--sheet", flow_draw_sheet}};

static int write_output(job *j, int i, const char *path)
{
    int code = 0;
    app_picture p = {0};
    if (!outputs[i].draw)
        return flow_write(&j->flow, path);
    TRY(outputs[i].draw(&p, &j->view));
    TRY(app_picture_write(&p, path));
done:
    app_picture_free(&p);
    return code;
}

#define AT(member) offsetof(run_options, member)
static const app_option rows[] = {
    APP_HEADING("Output; for several pairs, NAMES such as out%04d.flo"),
    APP_TEXT('o', "flow", "FILE", names[0], "the flow: .flo (Middlebury), or .png (KITTI, 16 bits)"),
    APP_TEXT(0, "color", "FILE", names[1], "the flow as colours, with a wheel as the legend"),
    APP_TEXT(0, "arrows", "FILE", names[2], "arrows over the first picture"),
    APP_TEXT(0, "confidence", "FILE", names[3], "the confidence, grey"),
    APP_TEXT(0, "warped", "FILE", names[4], "the second picture, warped onto the first"),
    APP_TEXT(0, "errors", "FILE", names[5], "with --truth: |flow - truth|, white from 3 px on"),
    APP_TEXT(0, "sheet", "FILE", names[6],
             "a sheet of the first picture and the colours; with --truth also the truth and the "
             "errors"),
    APP_NUMBER(0, "full", "X", full, 0, 4096,
               "px, the length with full colour; 0: the 99th percentile"),
    APP_SWITCH(0, "json", json, "prints the report as JSON, a line a pair"),
    APP_QUIET(quiet),

    APP_HEADING("Input"),
    APP_TEXT(0, "mask", "FILE", mask,
             "picture of the first one's size; where it is 0 there is no flow, and nothing of it "
             "counts"),
    APP_TEXT(0, "truth", "FILE", truth, "true flow of the pair: the report has the errors"),
    APP_DEVICE(device),
    APP_OPTIONS_END,
};

static int make_engine(job *j)
{
    int code = 0;
    if (j->engine)
        return 0;
    TRY(app_context(&j->context, j->o.device));
    app_progress_compile(&j->progress, clpwl_context_info(j->context)->name);
    TRY(flow_engine_create(&j->engine, &j->o.flow, j->context));
done:
    return code;
}

static int find_flow(job *j)
{
    int code = 0;
    flow_field back = {0};
    flow_field_free(&j->flow);
    TRY(make_engine(j));
    TRY(flow_run(j->engine, &j->first, &j->second, &j->flow, app_progress_show, &j->progress));
    if (j->o.flow.check > 0) {
        TRY(flow_run(j->engine, &j->second, &j->first, &back, app_progress_show, &j->progress));
        flow_check(&j->flow, &back, j->o.flow.check);
    }
done:
    flow_field_free(&back);
    return code;
}

static void report(const job *j, const flow_summary *s, const flow_score *score)
{
    const flow_counters c = flow_engine_counters(j->engine);
    const run_options *o = &j->o;
    char time[APP_TIME], each[APP_TIME], error[APP_BOUND_ROOM];
    const double pixels = (double)j->flow.width * j->flow.height;
    if (o->json) {
        printf("{\"pair\": %ld, \"width\": %d, \"height\": %d, \"method\": \"%s\", "
               "\"levels\": %d, \"reach\": %.9g, \"tiles\": %ld, \"window\": %d, \"iterations\": %d, "
               "\"known\": %.9g, \"mean\": %.9g, \"largest\": %.9g, \"seconds\": %.6g, "
               "\"cpu_seconds\": %.6g, \"ns_per_pixel\": %.6g, "
               "\"device_memory\": %zu, \"table_methods\": [",
               j->number, j->flow.width, j->flow.height, flow_method_name(o->flow.method),
               c.levels, c.reach, c.tiles,
               o->flow.method == FLOW_LK ? 2 * o->flow.radius + 1 : o->flow.block,
               o->flow.method == FLOW_LK ? o->flow.iterations : 1, s->known, s->mean, s->largest,
               c.seconds, c.cpu_seconds, 1e9 * c.seconds / pixels, c.memory);
        for (int i = 0, shown = 0; i < 2; i++)
            if (c.methods[i]) {
                printf("%s", shown++ ? ", " : "");
                app_print_json_text(c.methods[i]);
            }
        printf("], \"table_error\": %.17g, \"device\": ", c.table_error);
        app_print_json_text(clpwl_context_info(j->context)->name);
        printf(", \"score\": ");
        if (score)
            flow_score_print(score, 1);
        else
            printf("null");
        printf("}\n");
        return;
    }
    printf("flow         known at %.1f %% of %d x %d pixels, mean %.2f px, largest %.2f px\n",
           100 * s->known, j->flow.width, j->flow.height, s->mean, s->largest);
    printf("method       %s, %d level%s", flow_method_name(o->flow.method), c.levels,
           app_s((unsigned)c.levels));
    if (c.tiles > c.levels) /* a whole level is one */
        printf(" in %ld tiles", c.tiles);
    printf(", %.1f MiB of device memory\n", (double)c.memory / 1048576);
    if (c.reach < o->flow.motion)
        printf("reach        motion up to %.4g px, by %d level%s; --motion is %.4g\n", c.reach,
               c.levels, app_s((unsigned)c.levels), o->flow.motion);
    if (c.methods[0])
        printf("weights      %s by a table of %d knots, method %s, max error %s as executed\n",
               flow_robust_name(o->flow.robust), o->flow.knots, c.methods[0],
               app_bound(error, c.table_error, 2));
    printf("time         %s, %s a pixel, on %s%s\n", app_time_text(time, c.seconds),
           app_time_text(each, c.seconds / pixels), clpwl_context_info(j->context)->name,
           j->pairs == 1 ? ", compilation of new kernels included" : "");
    if (o->names[COLOR] || o->names[SHEET])
        printf("colours      full at %.3g px\n", j->view.full);
    if (score)
        flow_score_print(score, 0);
}

/* The share of the pixels that count. */
static double find_known(const job *j, const flow_summary *s)
{
    const double pixels = (double)j->first.width * j->first.height;
    double counting = 0;
    for (size_t i = 0; i < (size_t)pixels; i++)
        counting += j->first.at[i][1] > 0;
    return s->known * pixels / fmax(counting, 1);
}

/* Pictures of a flow do not tell a user why most of it is black. */
static void note_poor(const job *j)
{
    const flow_options *o = &j->o.flow;
    const char *why = o->least > 0 || o->check > 0
                          ? "" : ": elsewhere the two pictures share no texture above their noise";
    if (j->o.quiet || j->poor == 0)
        return;
    if (j->is_sequence)
        app_note("less than half of the flow is known in %ld of %ld pair%s%s", j->poor, j->pairs,
                 app_s((unsigned long)j->pairs), why);
    else
        app_note("less than half of the flow is known%s", why);
}

static int name_output(const job *j, const char *text, char name[APP_NAME])
{
    app_pattern pattern;
    if (j->is_sequence) {
        int code = app_pattern_parse(&pattern, text);
        if (code)
            return code;
        app_pattern_name(&pattern, j->number, name);
    } else {
        snprintf(name, APP_NAME, "%s", text);
    }
    return 0;
}

static int process_pair(job *j)
{
    int code = 0;
    char name[APP_NAME];
    flow_score score;
    app_progress_begin(&j->progress, "flow");
    j->progress.on = j->progress.on && !j->o.quiet;
    j->pairs++;
    code = find_flow(j);
    app_progress_end(&j->progress);
    TRY(code);
    j->view = (flow_view){&j->flow, &j->truth, &j->first, &j->second, j->o.full};
    if (j->o.truth)
        TRY(flow_score_make(&score, &j->flow, &j->truth, NULL));
    for (int i = 0; i < OUTPUTS; i++)
        if (j->o.names[i]) {
            TRY(name_output(j, j->o.names[i], name));
            TRY(write_output(j, i, name));
        }
    const flow_summary s = flow_summarize(&j->flow);
    j->poor += find_known(j, &s) < 0.5;
    if (j->o.json || !j->o.quiet)
        report(j, &s, j->o.truth ? &score : NULL);
done:
    return code;
}

static int run_two(job *j, char **names)
{
    int code = 0;
    app_picture first = {0}, second = {0};
    for (int i = 0; i < 2; i++) {
        TRY(app_picture_read_wide(i ? &second : &first, names[i], 3));
        TRY(app_output_protect(names[i]));
    }
    TRY(flow_image_from(&j->first, &first, j->mask.data ? &j->mask : NULL));
    TRY(flow_image_from(&j->second, &second, NULL));
    app_picture_free(&first);
    app_picture_free(&second);
    TRY(process_pair(j));
done:
    app_picture_free(&first);
    app_picture_free(&second);
    return code;
}

static int run_sequence(job *j, const char *name)
{
    int code = 0, more = 0;
    app_input input = {0};
    app_picture before = {0}, now = {0};
    TRY(app_input_open(&input, name, -1));
    input.wide = 1;
    TRY(app_input_next(&input, &before, &more));
    CHECK(more, "'%s' has no pictures", name);
    j->number = input.next - 1;
    TRY(app_input_next(&input, &now, &more));
    CHECK(more, "'%s' has one picture only; a flow needs two", name);
    while (more) {
        flow_image_free(&j->first);
        flow_image_free(&j->second);
        TRY(flow_image_from(&j->first, &before, j->mask.data ? &j->mask : NULL));
        TRY(flow_image_from(&j->second, &now, NULL));
        TRY(process_pair(j));
        const app_picture spare = before;
        before = now;
        now = spare;
        j->number = input.next - 1;
        TRY(app_input_next(&input, &now, &more));
    }
done:
    app_picture_free(&before);
    app_picture_free(&now);
    app_input_close(&input);
    return code;
}

static int check_names(const job *j)
{
    int code = 0, streams = j->o.json;
    for (int i = 0; i < OUTPUTS; i++) {
        const char *name = j->o.names[i];
        if (!name)
            continue;
        CHECK_USAGE(strlen(name) < APP_NAME - 32, "%s: the name is too long", outputs[i].option);
        CHECK_USAGE(!j->is_sequence || strchr(name, '%'),
                    "%s '%s': several pairs take numbered names, such as out%%04d.flo",
                    outputs[i].option, name);
        CHECK_USAGE(j->is_sequence || !strchr(name, '%'),
                    "%s '%s': two pictures have one flow, and its name must hold no %%",
                    outputs[i].option, name);
        TRY(i == FLOW ? flow_can_write(name) : app_picture_can_write(name));
        streams += strcmp(name, "-") == 0;
    }
    CHECK_USAGE(streams <= 1, "standard output takes --flow or --json, not both");
    CHECK_USAGE(!j->o.truth || !j->is_sequence, "--truth is of one pair: name two pictures");
    CHECK_USAGE(!j->o.names[ERRORS] || j->o.truth, "--errors needs --truth");
done:
    return code;
}

static int names_differ(const job *j, char **inputs)
{
    app_named_file files[OUTPUTS + 4] = {{j->is_sequence ? "INPUT" : "FIRST", inputs[0], 1},
                                         {"SECOND", j->is_sequence ? NULL : inputs[1], 1},
                                         {"--mask", j->o.mask, 1},
                                         {"--truth", j->o.truth, 1}};
    for (int i = 0; i < OUTPUTS; i++)
        files[4 + i] = (app_named_file){outputs[i].option, j->o.names[i], 0};
    return app_files_differ(files, OUTPUTS + 4);
}

static void set_defaults(void *options)
{
    *(run_options *)options = (run_options){.flow = flow_defaults};
}

static int run(void *options, int count, char **names)
{
    int code = 0;
    job j = {.o = *(run_options *)options, .is_sequence = count == 1};
    TRY(count > 2 ? app_pattern_refuse_files(count, *names) : 0);
    CHECK_USAGE(count == 2 || strchr(*names, '%') || app_ends_in(*names, ".y4m") ||
                    strcmp(*names, "-") == 0,
                "'%s' is one picture: a flow needs two, or a stream, or numbered pictures such as "
                "in%%06d.png", *names);
    TRY(check_names(&j));
    TRY(names_differ(&j, names));
    TRY(flow_options_check(&j.o.flow));
    if (j.o.names[FLOW] && strcmp(j.o.names[FLOW], "-") == 0)
        j.o.quiet = 1;
    if (j.o.mask) {
        TRY(app_picture_read(&j.mask, j.o.mask, 1));
        TRY(app_output_protect(j.o.mask));
    }
    if (j.o.truth)
        TRY(flow_read(&j.truth, j.o.truth));
    TRY(count == 2 ? run_two(&j, names) : run_sequence(&j, *names));
    note_poor(&j);
done:
    flow_engine_free(j.engine);
    clpwl_context_free(j.context);
    app_picture_free(&j.mask);
    flow_image_free(&j.first);
    flow_image_free(&j.second);
    flow_field_free(&j.flow);
    flow_field_free(&j.truth);
    return code;
}

const app_command flow_run_command = {
    .synopsis = "FIRST SECOND [OPTION ...]\n       clpwl-flow INPUT [OPTION ...]",
    .text = "Finds the motion from the picture FIRST to SECOND, for each pixel, or from each "
            "picture of INPUT to the next: a y4m stream, - for one on standard input, or numbered "
            "pictures such as in%06d.png.\n"
            "  clpwl-flow a.png b.png --flow ab.flo --color ab.png\n",
    .least = 1,
    .most = INT_MAX,
    .rows = {{rows, 0, 0}, {flow_option_rows, offsetof(run_options, flow), 0}},
    .size = sizeof(run_options),
    .set_defaults = set_defaults,
    .run = run,
};
