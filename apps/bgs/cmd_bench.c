/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-bgs bench: the Gaussians side by side, as in the paper's Table II. */
#include <stdio.h>
#include <string.h>
#include "clock.h"
#include "command.h"
#include "density.h"
#include "options.h"
#include "scene.h"

typedef struct bench_options {
    const char *device;
    int rounds, help;
} bench_options;

enum { ROUNDS_MOST = 99 };

/* clang-format off */
#define AT(member) offsetof(bench_options, member)
static const bgs_option rows[] = {
    {BGS_OPTION_COUNT, "rounds", "N", AT(rounds), 1, ROUNDS_MOST, NULL,
     "runs of each; the median counts"},
    BGS_OPTION_DEVICE(AT(device)),
    BGS_OPTION_HELP(AT(help)),
    BGS_OPTIONS_END,
};
/* clang-format on */

#define WORD(name, word, text) word,
static const char *const words[] = {BGS_GAUSSIAN_LIST(WORD)};

/* A Gaussian: its kernels, while they are not in the model, and what a frame took, s. */
typedef struct entry {
    bgs_density density;
    double wall[ROUNDS_MOST], cpu[ROUNDS_MOST]; /* cpu: of all threads together */
    double evaluations;                         /* a frame */
    bgs_counters counters;
} entry;

/* All run in one model, so that they differ in nothing else, not even in their memory. */
typedef struct bench {
    bgs_model *model;
    bgs_scene scene;
    bgs_frame frame;
    unsigned char *truth;
    entry entries[BGS_GAUSSIANS]; /* BGS_AUTO: its choice */
} bench;

/* Frames until all samples are there and objects move; auto chooses where it would. */
static int warm_up(bench *b, const bgs_options *o)
{
    int code = 0;
    for (int t = 0; t < o->samples + 3; t++) {
        bgs_scene_frame(&b->scene, t, &b->frame, b->truth);
        BGS_TRY(bgs_model_push(b->model, &b->frame, NULL));
        if (t == 0)
            BGS_TRY(bgs_stkde_choose(b->model, BGS_AUTO, &b->entries[BGS_AUTO].density));
    }
    for (int g = BGS_AUTO + 1; g < BGS_GAUSSIANS; g++)
        BGS_TRY(bgs_stkde_choose(b->model, (bgs_gaussian)g, &b->entries[g].density));
done:
    return code;
}

static int run_frame(bench *b, entry *e, int round)
{
    int code = 0;
    bgs_stkde_swap(b->model, &e->density);
    double evaluations = bgs_model_counters(b->model).evaluations;
    double wall = bgs_clock(), cpu = bgs_clock_cpu();
    BGS_TRY(bgs_model_push(b->model, &b->frame, NULL));
    e->wall[round] = bgs_clock() - wall;
    e->cpu[round] = bgs_clock_cpu() - cpu;
    e->counters = bgs_model_counters(b->model);
    e->evaluations = e->counters.evaluations - evaluations;
done:
    bgs_stkde_swap(b->model, &e->density);
    return code;
}

/* In turns, each round beginning with another; the first is not typical and not kept. */
static int race(bench *b, int rounds)
{
    int code = 0;
    for (int round = -1; round < rounds; round++)
        for (int k = 0; k < BGS_GAUSSIANS; k++) {
            entry *e = &b->entries[(k + round + 1) % BGS_GAUSSIANS];
            BGS_TRY(run_frame(b, e, round < 0 ? 0 : round));
        }
done:
    return code;
}

static void print(bench *b, int rounds)
{
    double median[BGS_GAUSSIANS], least = 1e30;
    const double pixels = (double)b->frame.width * b->frame.height;
    for (int g = 0; g < BGS_GAUSSIANS; g++) {
        median[g] = bgs_median(b->entries[g].wall, rounds);
        least = g != BGS_AUTO && median[g] < least ? median[g] : least;
    }
    for (int g = 0; g < BGS_GAUSSIANS; g++) {
        entry *e = &b->entries[g];
        const bgs_counters *c = &e->counters;
        printf("%d\t%d\t%s\t%s\t%s\t%.1f\t%.1f\t%.1f\t%.4f\t%.1f\t%.1f\n", b->frame.width,
               b->frame.height, words[g], words[c->gaussian], c->method ? c->method : "-",
               e->evaluations / pixels, 1e9 * median[g] / pixels,
               1e9 * bgs_median(e->cpu, rounds) / pixels, 1e9 * median[g] / e->evaluations,
               100 * (median[g] / least - 1), (double)c->memory / 1048576);
    }
    fflush(stdout);
}

static int compare(clpwl_context *context, const bgs_options *o, int rounds, int width, int height)
{
    int code = 0;
    const size_t pixels = (size_t)width * (size_t)height;
    static bench b;
    b = (bench){.scene = bgs_scene_defaults, .frame = {width, height, malloc(3 * pixels)},
                .truth = malloc(pixels)};
    BGS_CHECK(b.frame.rgb && b.truth, "out of memory: a frame");
    b.scene.width = width;
    b.scene.height = height;
    b.scene.empty = o->samples - 8;
    BGS_TRY(bgs_model_create(&b.model, o, width, height, context));
    BGS_TRY(warm_up(&b, o));
    BGS_TRY(race(&b, rounds));
    print(&b, rounds);
done:
    for (int g = 0; g < BGS_GAUSSIANS; g++)
        bgs_density_free(&b.entries[g].density);
    bgs_model_free(b.model);
    free(b.frame.rgb);
    free(b.truth);
    return code;
}

static int parse_size(const char *text, int *width, int *height)
{
    char rest;
    if (sscanf(text, "%dx%d%c", width, height, &rest) == 2 && *width >= 32 && *height >= 32 &&
        *width <= 8192 && *height <= 8192)
        return 0;
    return bgs_usage("'%s' is no WIDTHxHEIGHT of 32 to 8192 px", text);
}

static int run(const bench_options *o, const bgs_options *model, char **sizes, int count)
{
    int code = 0, width, height;
    clpwl_context *context = NULL;
    clpwl_context_options wish = CLPWL_CONTEXT_INIT;
    wish.device = o->device;
    for (int i = 0; i < count; i++)
        BGS_TRY(parse_size(sizes[i], &width, &height));
    BGS_TRY_LIB(clpwl_context_create(&context, &wish));
    printf("# %s, driver %s\nwidth\theight\tgaussian\truns\tmethod\tevaluations_per_pixel\t"
           "ns_per_pixel\tcpu_ns_per_pixel\tns_per_evaluation\tpercent_over_best\tdevice_MiB\n",
           clpwl_context_info(context)->name, clpwl_context_info(context)->driver);
    for (int i = 0; i < count; i++) {
        parse_size(sizes[i], &width, &height);
        BGS_TRY(compare(context, model, o->rounds, width, height));
    }
done:
    clpwl_context_free(context);
    return code;
}

int bgs_bench_command(int argc, char **argv)
{
    int code = 0, operands = 0;
    char *usual[] = {"160x120", "352x288", "1280x720"};
    bench_options o = {.rounds = 7};
    bgs_options model = bgs_defaults;
    const bgs_option_group groups[] = {{rows, &o}, {bgs_model_options, &model}};
    model.every = 1;
    model.gaussian = BGS_NATIVE_Q; /* until the race */
    BGS_TRY(bgs_options_parse(argc, argv, groups, 2, &operands));
    if (o.help) {
        printf("usage: clpwl-bgs bench [OPTION]... [WIDTHxHEIGHT]...\n\n"
               "Measures all Gaussians on frames of the generated scene, by default of 160x120,\n"
               "352x288 and 1280x720 pixels: a line each of tab-separated columns. Times are of\n"
               "whole frames. The options of the model apply.\n\n");
        bgs_options_print(groups, 1);
        goto done;
    }
    if (model.model != BGS_STKDE && model.model != BGS_KDE)
        return bgs_usage("bench measures the models stkde and kde: only they have Gaussians");
    BGS_TRY(operands ? run(&o, &model, argv + 1, operands) : run(&o, &model, usual, 3));
done:
    return code;
}
