/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * clpwl-bgs compare: how much of the masks the Gaussian's table changes. Models that differ
 * in nothing else run side by side, each with its own feedback, and their masks are
 * compared with those of `exact`.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "command.h"
#include "input.h"
#include "message.h"
#include "model.h"
#include "options.h"
#include "picture.h"
#include "scene.h"
#include "score.h"

typedef struct compare_options {
    const char *device, *truth;
    int first, frames, rule, help;
    bgs_scene scene;
} compare_options;

/* clang-format off */
#define AT(member) offsetof(compare_options, member)
static const bgs_option rows[] = {
    {BGS_OPTION_COUNT, "first", "N", AT(first), -1, 1000000000, NULL,
     "number of the first frame; -1: the least there is, 0 for a stream"},
    {BGS_OPTION_COUNT, "frames", "N", AT(frames), -1, 1000000000, NULL,
     "frames to read; -1: all, 160 of the generated scene"},
    {BGS_OPTION_TEXT, "truth", "NAMES", AT(truth), 0, 0, NULL,
     "true masks, numbered as the frames; not all need one"},
    {BGS_OPTION_CHOICE, "rule", "WORD", AT(rule), 0, 0, bgs_rules, "how they are scored"},
    BGS_OPTION_DEVICE(AT(device)),
    BGS_OPTION_HELP(AT(help)),
    BGS_OPTIONS_END,
};
/* clang-format on */

#define WORD(name, word, text) word,
static const char *const words[] = {BGS_GAUSSIAN_LIST(WORD)};

typedef struct runner {
    bgs_options options;
    bgs_model *model;
    bgs_mask mask;
    double differ; /* pixels */
    bgs_score score;
} runner;

enum { MOST = 64 };

typedef struct comparison {
    const compare_options *o;
    clpwl_context *context;
    bgs_input input; /* not open for the generated scene */
    bgs_frame frame;
    bgs_picture truth; /* data is NULL where the frame has none */
    bgs_pattern truth_names;
    runner runners[MOST]; /* the first is exact */
    int count;
    long done;     /* frames */
    double pixels; /* compared */
} comparison;

static void add(comparison *c, const bgs_options *o, bgs_gaussian gaussian, int knots,
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

/* A filter that the device lacks is left out. */
static int add_all(comparison *c, const bgs_options *o)
{
    int code = 0;
    static const bgs_gaussian plain[] = {BGS_EXACT, BGS_NATIVE, BGS_EXACT_Q, BGS_NATIVE_Q};
    static const bgs_gaussian tables[] = {BGS_TABLE, BGS_TABLE_Q};
    clpwl_sampler_info sampler;
    BGS_TRY_LIB(clpwl_context_sampler(c->context, CLPWL_STORAGE_FLOAT32, &sampler));
    const int least = o->knots ? o->knots : 32, most = o->knots ? o->knots : 512;
    for (int g = 0; g < 4; g++)
        add(c, o, plain[g], least, NULL, 0, CLPWL_FIT_INTERPOLANT);
    for (int g = 0; g < 2; g++)
        for (int knots = least; knots <= most; knots *= 2) {
            add(c, o, tables[g], knots, "buffer", 0, CLPWL_FIT_INTERPOLANT);
            add(c, o, tables[g], knots, "buffer", 0, CLPWL_FIT_PROJECTION);
            add(c, o, tables[g], knots, "buffer", 8, CLPWL_FIT_INTERPOLANT);
            if (sampler.linear)
                add(c, o, tables[g], knots, "image-linear", 0, CLPWL_FIT_INTERPOLANT);
        }
done:
    return code;
}

static int read_truth(comparison *c, long number)
{
    int code = 0;
    char name[BGS_NAME];
    bgs_picture_free(&c->truth);
    if (!c->o->truth)
        return 0;
    bgs_pattern_name(&c->truth_names, number, name);
    if (access(name, F_OK) != 0)
        return 0;
    BGS_TRY(bgs_picture_read(&c->truth, name, 1));
    BGS_CHECK(c->truth.width == c->frame.width && c->truth.height == c->frame.height,
              "the truth '%s' has %d x %d pixels, the frames have %d x %d", name, c->truth.width,
              c->truth.height, c->frame.width, c->frame.height);
done:
    return code;
}

static int next_of_scene(comparison *c, int *more)
{
    int code = 0;
    const bgs_scene *s = &c->o->scene;
    if (!c->frame.rgb) {
        c->frame = (bgs_frame){s->width, s->height,
                               malloc(3 * (size_t)s->width * (size_t)s->height)};
        BGS_CHECK(c->frame.rgb, "out of memory: a frame");
        BGS_TRY(bgs_picture_make(&c->truth, s->width, s->height, 1, "a truth"));
    }
    bgs_scene_frame(s, (int)c->done, &c->frame, c->truth.data);
    *more = 1;
done:
    return code;
}

static int next(comparison *c, int *more)
{
    int code = 0;
    if (!c->input.name)
        return next_of_scene(c, more);
    BGS_TRY(bgs_input_next(&c->input, &c->frame, more));
    if (*more)
        BGS_TRY(read_truth(c, c->input.next - 1));
done:
    return code;
}

static int run_frame(comparison *c)
{
    int code = 0;
    const bgs_frame *f = &c->frame;
    const size_t pixels = (size_t)f->width * (size_t)f->height;
    for (int i = 0; i < c->count; i++) {
        runner *r = &c->runners[i];
        if (!r->model) {
            r->mask = (bgs_mask){f->width, f->height, malloc(pixels), NULL};
            BGS_CHECK(r->mask.on, "out of memory: a mask");
            BGS_TRY(bgs_model_create(&r->model, &r->options, f->width, f->height, c->context));
        }
        BGS_TRY(bgs_model_push(r->model, f, &r->mask));
        for (size_t p = 0; p < pixels; p++)
            r->differ += r->mask.on[p] != c->runners[0].mask.on[p];
        if (c->truth.data)
            bgs_score_add(&r->score, (bgs_rule)c->o->rule, r->mask.on, c->truth.data, NULL,
                          pixels);
    }
    c->pixels += (double)pixels;
    c->done++;
done:
    return code;
}

static void print(const comparison *c)
{
    char f[32];
    printf("# %s; %ld frames, %.0f pixels, %ld frames with a truth\n"
           "gaussian\tknots\tfit\tmethod\tweight_bits\tpixels_that_differ\tshare\tF\n",
           clpwl_context_info(c->context)->name, c->done, c->pixels, c->runners[0].score.frames);
    for (int i = 0; i < c->count; i++) {
        const runner *r = &c->runners[i];
        int table = r->options.gaussian == BGS_TABLE || r->options.gaussian == BGS_TABLE_Q;
        snprintf(f, sizeof f, r->score.tp > 0 ? "%.5f" : "-", bgs_score_rates(&r->score).f);
        printf("%s\t%d\t%s\t%s\t%d\t%.0f\t%.3g\t%s\n", words[r->options.gaussian],
               table ? r->options.knots : 0,
               table ? clpwl_fit_name((clpwl_fit)r->options.fit) : "-",
               table ? r->options.method : "-", r->options.weight_bits, r->differ,
               r->differ / c->pixels, f);
    }
}

static int compare(comparison *c, const bgs_options *model, const char *input)
{
    int code = 0, more = 1;
    clpwl_context_options wish = CLPWL_CONTEXT_INIT;
    const long frames = c->o->frames < 0 && !input ? 160 : c->o->frames;
    wish.device = c->o->device;
    if (c->o->truth)
        BGS_TRY(bgs_pattern_parse(&c->truth_names, c->o->truth));
    if (input)
        BGS_TRY(bgs_input_open(&c->input, input, c->o->first));
    BGS_TRY_LIB(clpwl_context_create(&c->context, &wish));
    BGS_TRY(add_all(c, model));
    while (frames < 0 || c->done < frames) {
        BGS_TRY(next(c, &more));
        if (!more)
            break;
        BGS_TRY(run_frame(c));
    }
    BGS_CHECK(c->done > 0, "'%s' has no frames", input ? input : "the scene");
    print(c);
done:
    for (int i = 0; i < c->count; i++) {
        bgs_model_free(c->runners[i].model);
        free(c->runners[i].mask.on);
    }
    clpwl_context_free(c->context);
    if (input)
        bgs_input_close(&c->input);
    bgs_picture_free(&c->truth);
    free(c->frame.rgb);
    return code;
}

int bgs_compare_command(int argc, char **argv)
{
    int code = 0, operands = 0;
    static comparison c;
    compare_options o = {.first = -1, .frames = -1, .scene = bgs_scene_defaults};
    bgs_options model = bgs_defaults;
    const bgs_option_group groups[] = {{rows, &o}, {bgs_scene_rows, &o.scene},
                                       {bgs_model_options, &model}};
    model.knots = 0; /* not given: several */
    BGS_TRY(bgs_options_parse(argc, argv, groups, 3, &operands));
    if (o.help) {
        printf("usage: clpwl-bgs compare [OPTION]... [INPUT]\n\n"
               "Runs models side by side that differ in their Gaussian only, and counts the\n"
               "pixels of their masks that are not as with `exact`: native functions, and tables\n"
               "of 32 to 512 knots by buffer, by the linear sampler, and with 8-bit weights. A\n"
               "line each of tab-separated columns; F where there is a truth. Without INPUT the\n"
               "generated scene is taken, of which the last options speak. The options of the\n"
               "model apply, but for those of the Gaussian; --knots N makes tables of these\n"
               "alone.\n\n");
        bgs_options_print(groups, 2);
        goto done;
    }
    if (operands > 1)
        return bgs_usage("compare takes one INPUT or none, not %d", operands);
    if (o.frames == 0)
        return bgs_usage("--frames is 0; it must be -1, for all, or at least 1");
    if (model.model != BGS_STKDE && model.model != BGS_KDE)
        return bgs_usage("compare takes the models stkde and kde: only they have Gaussians");
    c.o = &o;
    BGS_TRY(compare(&c, &model, operands ? argv[1] : NULL));
done:
    return code;
}
