/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include "common/bound.h"
#include "common/clock.h"
#include "common/message.h"
#include "run.h"

/* What counts for rates: the frames after the first ones, or all where there are no others. */
typedef struct span {
    double start; /* seconds of the first frames, which compile */
    double frames, seconds, model_seconds, evaluations;
} span;

static span measure_span(const bgs_run *r, const bgs_counters *c, double now)
{
    span s = {r->ready - r->began, (double)r->done, now - r->began, c->seconds, c->evaluations};
    if (r->done > r->done_at_ready) {
        s.frames -= (double)r->done_at_ready;
        s.seconds = now - r->ready;
        s.model_seconds -= r->at_ready.seconds;
        s.evaluations -= r->at_ready.evaluations;
    }
    return s;
}

/* Whether frames came after the start. */
static int has_rate(const bgs_run *r)
{
    return r->done > r->done_at_ready;
}

static void report_json(const bgs_run *r, const bgs_counters *c, double pixels, double now)
{
    const span s = measure_span(r, c, now);
    printf("{\"input\": ");
    app_print_json_text(r->input.name);
    printf(", \"frames\": %ld, \"width\": %d, \"height\": %d, \"resets\": %ld, ", r->done,
           r->frame.width, r->frame.height, c->resets);
    printf("\"seconds\": %.6g, \"cpu_seconds\": %.6g, \"start_seconds\": %.6g, ", now - r->began,
           app_cpu_seconds() - r->cpu_began, s.start);
    if (has_rate(r))
        printf("\"frames_per_second\": %.6g, \"model_frames_per_second\": %.6g, ",
               s.frames / s.seconds, s.frames / s.model_seconds);
    else
        printf("\"frames_per_second\": null, \"model_frames_per_second\": null, ");
    printf("\"model\": \"%s\", \"gaussian\": ", bgs_model_name(r->o.model.model));
    if (bgs_model_has_gaussian(r->o.model.model))
        printf("\"%s\", ", bgs_gaussian_name(c->gaussian));
    else
        printf("null, ");
    printf("\"method\": ");
    if (c->method)
        app_print_json_text(c->method);
    else
        printf("null");
    printf(", \"table_error\": %.17g, \"evaluations\": %.17g, \"evaluations_per_pixel\": %.9g, ",
           c->table_error, c->evaluations, c->evaluations / pixels);
    printf("\"device_memory\": %zu, \"device\": ", c->memory);
    app_print_json_text(clpwl_context_info(r->context)->name);
    printf(", \"score\": ");
    if (r->score.frames) {
        printf("{");
        bgs_score_print_json(&r->score);
        printf("}}\n");
    } else {
        printf("null}\n");
    }
}

static void report_text(const bgs_run *r, const bgs_counters *c, double pixels, double now)
{
    char error[APP_BOUND_ROOM];
    const span s = measure_span(r, c, now);
    printf("frames       %ld of %d x %d in %.1f s\n", r->done, r->frame.width, r->frame.height,
           now - r->began);
    printf("start        %.1f s: kernels are compiled\n", s.start);
    if (has_rate(r))
        printf("rate         %.1f frames/s after that; the model alone: %.1f\n",
               s.frames / s.seconds, s.frames / s.model_seconds);
    else
        printf("rate         none: no frame came after the start\n");
    printf("model        %s, %ld reset%s, %.1f MiB of device memory at most\n",
           bgs_model_name(r->o.model.model), c->resets, app_s((unsigned long)c->resets),
           (double)c->memory / 1048576);
    if (c->evaluations > 0)
        printf("gaussian     %s%s%s, %.0f evaluations a pixel and frame, %.2f ns each\n",
               bgs_gaussian_name(c->gaussian), c->method ? " by " : "", c->method ? c->method : "",
               c->evaluations / pixels,
               s.evaluations > 0 ? 1e9 * s.model_seconds / s.evaluations : 0);
    if (c->method)
        printf("table        max error %s as executed\n", app_bound(error, c->table_error, 2));
    printf("device       %s\n", clpwl_context_info(r->context)->name);
    if (r->score.frames)
        bgs_score_print(&r->score);
}

void bgs_run_report(const bgs_run *r)
{
    const bgs_counters c = bgs_model_counters(r->model);
    const double now = app_seconds();
    const double pixels = (double)r->done * r->frame.width * r->frame.height;
    if (r->o.json)
        report_json(r, &c, pixels, now);
    else if (!r->o.quiet)
        report_text(r, &c, pixels, now);
}
