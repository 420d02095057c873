/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress on a terminal, and the report at the end. */
#include <stdio.h>
#include <unistd.h>
#include "clock.h"
#include "run.h"

#define WORD(name, word, text) word,
static const char *const models[] = {BGS_MODEL_LIST(WORD)};
static const char *const gaussians[] = {BGS_GAUSSIAN_LIST(WORD)};

void bgs_progress(bgs_run *r, int last)
{
    const double interval = 0.2; /* s */
    double now = bgs_clock();
    if (r->o.quiet || !isatty(STDERR_FILENO) || (!last && now - r->shown < interval))
        return;
    if (last && r->shown > 0)
        fputs("\r\033[K", stderr);
    else if (!last)
        fprintf(stderr, "\rframe %ld, %.1f frames/s ", r->done,
                (double)r->done / (now - r->began));
    r->shown = now;
}

/* Bytes that would end or break a JSON text become escapes. */
static void print_text(const char *text)
{
    putchar('"');
    for (const unsigned char *p = (const unsigned char *)text; *p; p++)
        if (*p == '"' || *p == '\\')
            printf("\\%c", *p);
        else if (*p < 32 || *p > 126)
            putchar('?');
        else
            putchar(*p);
    putchar('"');
}

static void report_json(const bgs_run *r, const bgs_counters *c, double pixels, double seconds)
{
    printf("{\"input\": ");
    print_text(r->input.name);
    printf(", \"frames\": %ld, \"width\": %d, \"height\": %d, \"resets\": %ld, ", r->done,
           r->frame.width, r->frame.height, c->resets);
    printf("\"seconds\": %.6g, \"frames_per_second\": %.6g, \"model_seconds\": %.6g, ", seconds,
           (double)r->done / seconds, c->seconds);
    printf("\"model\": \"%s\", \"gaussian\": \"%s\", ", models[r->model_options.model],
           gaussians[c->gaussian]);
    printf("\"method\": ");
    if (c->method)
        print_text(c->method);
    else
        printf("null");
    printf(", \"table_error\": %.9g, \"evaluations\": %.17g, \"evaluations_per_pixel\": %.9g, ",
           c->table_error, c->evaluations, c->evaluations / pixels);
    printf("\"device_memory\": %zu, \"device\": ", c->memory);
    print_text(clpwl_context_info(r->context)->name);
    printf(", \"score\": ");
    if (r->score.frames) {
        printf("{");
        bgs_score_print_json(&r->score);
        printf("}}\n");
    } else {
        printf("null}\n");
    }
}

static void report_text(const bgs_run *r, const bgs_counters *c, double pixels, double seconds)
{
    printf("frames       %ld of %d x %d, %.1f a second (the model alone: %.1f)\n", r->done,
           r->frame.width, r->frame.height, (double)r->done / seconds,
           (double)r->done / c->seconds);
    printf("model        %s, %ld resets, %.1f MiB of device memory at most\n",
           models[r->model_options.model], c->resets, (double)c->memory / 1048576);
    if (c->evaluations > 0)
        printf("gaussian     %s%s%s, %.0f evaluations a pixel and frame, %.2f ns each\n",
               gaussians[c->gaussian], c->method ? " by " : "", c->method ? c->method : "",
               c->evaluations / pixels, 1e9 * c->seconds / c->evaluations);
    if (c->method)
        printf("table        max error %.2g as executed\n", c->table_error);
    printf("device       %s\n", clpwl_context_info(r->context)->name);
    if (r->score.frames)
        bgs_score_print(&r->score);
}

void bgs_report(const bgs_run *r)
{
    const bgs_counters c = bgs_model_counters(r->model);
    const double seconds = bgs_clock() - r->began;
    const double pixels = (double)r->done * r->frame.width * r->frame.height;
    if (r->o.json)
        report_json(r, &c, pixels, seconds);
    else if (!r->o.quiet)
        report_text(r, &c, pixels, seconds);
}
