/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * clpwl-bgs compare: the effect of the Gaussian's table on the masks. Models that differ in
 * their Gaussian alone run side by side, each with its own feedback, and their masks are
 * compared with those of `exact`.
 */
#include <stdio.h>
#include <string.h>
#include "command.h"
#include "common/clock.h"
#include "common/device.h"
#include "common/input.h"
#include "common/progress.h"
#include "model.h"
#include "scene.h"
#include "score.h"

typedef struct compare_options {
    const char *device, *truth;
    int first, frames, rule;
    bgs_scene scene;
    bgs_options model;
} compare_options;

#define AT(member) offsetof(compare_options, member)
static const app_option rows[] = {
    APP_INT(0, "first", "N", first, -1, 1000000000,
            "number of the first frame; -1: the least that exists, 0 for a stream"),
    APP_INT(0, "frames", "N", frames, -1, 1000000000,
            "frames to read; -1: all, 160 of the generated scene"),
    APP_TEXT(0, "truth", "NAMES", truth, "true masks, numbered as the frames; some may be missing"),
    APP_CHOICE(0, "rule", "WORD", rule, bgs_rules, "which pixels count, and as what"),
    APP_DEVICE(device),
    APP_OPTIONS_END,
};

typedef struct runner {
    bgs_options options;
    bgs_model *model;
    bgs_mask mask;
    double differ; /* pixels */
    bgs_score score;
} runner;

enum { MOST = 64, COMPILING = 2 }; /* COMPILING: frames; see BGS_FIRST_FRAMES */

typedef struct comparison {
    const compare_options *o;
    clpwl_context *context;
    app_input input; /* not open for the generated scene */
    app_picture frame;
    app_picture truth; /* data is NULL where the frame has none */
    app_pattern truth_names;
    runner runners[MOST]; /* the first is exact */
    int count;
    long done;     /* frames */
    double pixels; /* compared */
    app_progress progress;
    double ready; /* seconds of the clock when the first two frames were done, which compile */
} comparison;

static void add_runner(comparison *c, const bgs_options *o, bgs_gaussian gaussian, int knots,
                       const char *method, int bits, int fit)
{
    runner *r = &c->runners[c->count++];
    r->options = *o;
    r->options.gaussian = (int)gaussian;
    r->options.method = method;
    r->options.weight_bits = bits;
    r->options.fit = fit;
    r->options.knots = knots;
}

/* The linear sampler is left out if the device has none. */
static int add_all(comparison *c, const bgs_options *o)
{
    int code = 0;
    static const bgs_gaussian plain[] = {BGS_EXACT, BGS_NATIVE, BGS_EXACT_Q, BGS_NATIVE_Q,
                                         BGS_POLY_Q};
    static const bgs_gaussian tables[] = {BGS_TABLE, BGS_TABLE_Q};
    clpwl_sampler_info sampler;
    TRY_LIB(clpwl_context_sampler(c->context, CLPWL_STORAGE_FLOAT32, &sampler));
    const int least = o->knots ? o->knots : 32, most = o->knots ? o->knots : 512;
    for (size_t g = 0; g < sizeof plain / sizeof *plain; g++)
        add_runner(c, o, plain[g], least, NULL, 0, CLPWL_FIT_INTERPOLANT);
    for (int g = 0; g < 2; g++)
        for (int knots = least; knots <= most; knots *= 2) {
            add_runner(c, o, tables[g], knots, "buffer", 0, CLPWL_FIT_INTERPOLANT);
            add_runner(c, o, tables[g], knots, "buffer", 0, CLPWL_FIT_PROJECTION);
            add_runner(c, o, tables[g], knots, "buffer", 8, CLPWL_FIT_INTERPOLANT);
            if (sampler.linear)
                add_runner(c, o, tables[g], knots, "image-linear", 0, CLPWL_FIT_INTERPOLANT);
        }
done:
    return code;
}

static int next_of_scene(comparison *c, int *more)
{
    int code = 0;
    const bgs_scene *s = &c->o->scene;
    if (!c->frame.data) {
        TRY(app_picture_make(&c->frame, s->width, s->height, 3, "a frame"));
        TRY(app_picture_make(&c->truth, s->width, s->height, 1, "a truth"));
    }
    bgs_scene_frame(s, (int)c->done, &c->frame, c->truth.data);
    *more = 1;
done:
    return code;
}

static int next_frame(comparison *c, int *more)
{
    int code = 0;
    if (!c->input.name)
        return next_of_scene(c, more);
    TRY(app_input_next(&c->input, &c->frame, more));
    if (*more && c->o->truth)
        TRY(bgs_truth_read(&c->truth, &c->truth_names, c->input.next - 1, &c->frame));
done:
    return code;
}

static int run_frame(comparison *c)
{
    int code = 0;
    const app_picture *f = &c->frame;
    const size_t pixels = (size_t)f->width * (size_t)f->height;
    for (int i = 0; i < c->count; i++) {
        runner *r = &c->runners[i];
        if (!r->model) {
            r->mask = (bgs_mask){f->width, f->height, malloc(pixels), NULL};
            CHECK(r->mask.on, "out of memory: a mask");
            TRY(bgs_model_create(&r->model, &r->options, f->width, f->height, c->context));
        }
        TRY(bgs_model_push(r->model, f, &r->mask));
        for (size_t p = 0; p < pixels; p++)
            r->differ += r->mask.on[p] != c->runners[0].mask.on[p];
        if (c->truth.data)
            bgs_score_add(&r->score, (bgs_rule)c->o->rule, r->mask.on, c->truth.data, NULL, pixels);
    }
    c->pixels += (double)pixels;
    c->done++;
done:
    return code;
}

static void print_rows(const comparison *c)
{
    char f[32];
    const long truths = c->runners[0].score.frames;
    printf("# %s; %ld frame%s, %.0f pixels, %ld frame%s with a truth\n"
           "gaussian\tknots\tfit\tmethod\tweight_bits\tpixels_that_differ\tshare\tF\n",
           clpwl_context_info(c->context)->name, c->done, app_s((unsigned long)c->done), c->pixels, truths,
           app_s((unsigned long)truths));
    for (int i = 0; i < c->count; i++) {
        const runner *r = &c->runners[i];
        int table = r->options.gaussian == BGS_TABLE || r->options.gaussian == BGS_TABLE_Q;
        snprintf(f, sizeof f, r->score.tp > 0 ? "%.5f" : "-", bgs_score_rates(&r->score).f);
        printf("%s\t%d\t%s\t%s\t%d\t%.0f\t%.3g\t%s\n",
               bgs_gaussian_name((bgs_gaussian)r->options.gaussian), table ? r->options.knots : 0,
               table ? clpwl_fit_name((clpwl_fit)r->options.fit) : "-",
               table ? r->options.method : "-", r->options.weight_bits, r->differ,
               r->differ / c->pixels, f);
    }
}

static int compare(comparison *c, const char *input)
{
    int code = 0, more = 1;
    const long frames = c->o->frames < 0 && !input ? 160 : c->o->frames;
    app_progress_begin(&c->progress, "");
    if (c->o->truth)
        TRY(app_pattern_parse(&c->truth_names, c->o->truth));
    if (input)
        TRY(app_input_open(&c->input, input, c->o->first));
    const long most = input && c->input.most >= 0 && (frames < 0 || c->input.most < frames)
                          ? c->input.most : frames;
    TRY(app_context(&c->context, c->o->device));
    app_progress_compile(&c->progress, clpwl_context_info(c->context)->name);
    TRY(add_all(c, &c->o->model));
    while (frames < 0 || c->done < frames) {
        TRY(next_frame(c, &more));
        if (!more)
            break;
        TRY(run_frame(c));
        c->ready = c->done <= COMPILING ? app_seconds() : c->ready;
        app_progress_count(&c->progress, "frame", c->done, most, COMPILING, c->ready);
    }
    app_progress_end(&c->progress);
    CHECK(c->done > 0, "'%s' has no frames", input ? input : "the scene");
    print_rows(c);
done:
    app_progress_end(&c->progress);
    for (int i = 0; i < c->count; i++) {
        bgs_model_free(c->runners[i].model);
        free(c->runners[i].mask.on);
    }
    clpwl_context_free(c->context);
    app_input_close(&c->input);
    app_picture_free(&c->truth);
    app_picture_free(&c->frame);
    return code;
}

static void set_defaults(void *options)
{
    compare_options *o = options;
    *o = (compare_options){
        .first = -1, .frames = -1, .scene = bgs_scene_defaults, .model = bgs_defaults};
    o->model.knots = 0; /* not given: several */
}

static int run(void *options, int count, char **inputs)
{
    int code = 0;
    const compare_options *o = options;
    comparison c = {.o = o};
    CHECK_USAGE(o->frames != 0, "--frames is 0; it must be -1, for all, or at least 1");
    static const char *const varied[] = {"gaussian", "method", "fit", "weight-bits"};
    CHECK_USAGE(bgs_model_has_gaussian(o->model.model),
                "compare takes the models stkde and kde: only they have Gaussians");
    for (size_t i = 0; i < sizeof varied / sizeof *varied; i++)
        CHECK_USAGE(!app_option_given(bgs_model_options, varied[i]),
                    "--%s has no effect: compare takes several", varied[i]);
    TRY(bgs_options_check(&o->model));
    TRY(compare(&c, count ? inputs[0] : NULL));
done:
    return code;
}

const app_command bgs_compare_command = {
    .name = "compare",
    .summary = "compares the masks of tables with those of exp",
    .synopsis = "[INPUT] [OPTION ...]",
    .text = "Runs models side by side that differ in their Gaussian alone, and counts the pixels "
            "whose masks differ from those of `exact`: for native functions, and for tables of 32 "
            "to 512 knots, read from a buffer, by the linear sampler, and with 8-bit weights. "
            "Prints a line of tab-separated columns for each, with F if there is a truth. Without "
            "INPUT the generated scene is used, which the last options describe. The options of "
            "the model are accepted, except those of the Gaussian; with --knots N the tables have "
            "N knots.\n",
    .most = 1,
    .rows = {{rows, 0, 0},
             {bgs_scene_rows, offsetof(compare_options, scene), 0},
             {bgs_choice_options, offsetof(compare_options, model), 1},
             {bgs_model_options, offsetof(compare_options, model), 1}},
    .size = sizeof(compare_options),
    .set_defaults = set_defaults,
    .run = run,
};
