/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-bgs bench: the Gaussians side by side, as in the paper's Table II. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include "common/clock.h"
#include "common/output.h"
#include "common/progress.h"
#include "command.h"
#include "density.h"
#include "scene.h"

typedef struct bench_options {
    const char *device;
    int rounds;
    bgs_options model;
} bench_options;

#define AT(member) offsetof(bench_options, member)
static const app_option rows[] = {
    APP_INT(0, "rounds", "N", rounds, 1, 99, "runs of each Gaussian; the median counts"),
    APP_DEVICE(device),
    APP_OPTIONS_END,
};

/* A Gaussian: its kernels, while they are outside the model, and what its last frame took. */
typedef struct entry {
    bgs_density density;
    double evaluations;                         /* a frame */
    bgs_counters counters;
} entry;

/* All Gaussians run in one model, so that nothing else differs, not even the memory. */
typedef struct bench {
    bgs_model *model;
    bgs_scene scene;
    app_picture frame;
    unsigned char *truth;
    entry entries[BGS_GAUSSIANS]; /* that of BGS_AUTO is its choice */
    app_progress progress;
    int steps, all; /* frames and choices of Gaussians */
} bench;

static void step(bench *b)
{
    app_progress_show((double)++b->steps / b->all, &b->progress);
}

/* Runs frames until all samples are taken and objects move. BGS_AUTO chooses after the first
 * frame, as in a model. */
static int warm_up(bench *b, const bgs_options *o)
{
    int code = 0;
    for (int t = 0; t < o->samples + 3; t++) {
        bgs_scene_frame(&b->scene, t, &b->frame, b->truth);
        TRY(bgs_model_push(b->model, &b->frame, NULL));
        if (t == 0)
            TRY(bgs_stkde_choose(b->model, BGS_AUTO, &b->entries[BGS_AUTO].density));
        step(b);
    }
    for (int g = BGS_AUTO + 1; g < BGS_GAUSSIANS; g++) {
        TRY(bgs_stkde_choose(b->model, (bgs_gaussian)g, &b->entries[g].density));
        step(b);
    }
done:
    return code;
}

static int run_frame(void *user, size_t gaussian, double seconds[2])
{
    int code = 0;
    bench *b = user;
    entry *e = &b->entries[gaussian];
    bgs_stkde_swap(b->model, &e->density);
    double evaluations = bgs_model_counters(b->model).evaluations;
    double wall = app_seconds(), cpu = app_cpu_seconds();
    TRY(bgs_model_push(b->model, &b->frame, NULL));
    seconds[0] = app_seconds() - wall;
    seconds[1] = app_cpu_seconds() - cpu; /* of all threads together */
    e->counters = bgs_model_counters(b->model);
    e->evaluations = e->counters.evaluations - evaluations;
    step(b);
done:
    bgs_stkde_swap(b->model, &e->density);
    return code;
}

static void print_rows(const bench *b, app_times (*times)[2])
{
    double median[BGS_GAUSSIANS], least = 1e30;
    const double pixels = (double)b->frame.width * b->frame.height;
    for (int g = 0; g < BGS_GAUSSIANS; g++) {
        median[g] = times[g][0].median;
        least = g != BGS_AUTO && median[g] < least ? median[g] : least;
    }
    for (int g = 0; g < BGS_GAUSSIANS; g++) {
        const entry *e = &b->entries[g];
        const bgs_counters *c = &e->counters;
        printf("%d\t%d\t%s\t%s\t%s\t%.1f\t%.1f\t%.1f\t%.4f\t%.1f\t%.1f\n", b->frame.width,
               b->frame.height, bgs_gaussian_name((bgs_gaussian)g), bgs_gaussian_name(c->gaussian),
               c->method ? c->method : "-", e->evaluations / pixels, 1e9 * median[g] / pixels,
               1e9 * times[g][1].median / pixels, 1e9 * median[g] / e->evaluations,
               100 * (median[g] / least - 1), (double)c->memory / 1048576);
    }
    app_output_flush();
}

static int measure_size(clpwl_context *context, const bench_options *o, int width, int height)
{
    int code = 0;
    const size_t pixels = (size_t)width * (size_t)height;
    app_times times[BGS_GAUSSIANS][2];
    bench b = {.scene = bgs_scene_defaults,
               .frame = {width, height, 3, malloc(3 * pixels)},
               .truth = malloc(pixels),
               .all = o->model.samples + 2 + (o->rounds + 2) * BGS_GAUSSIANS};
    app_progress_begin(&b.progress, "frames");
    CHECK(b.frame.data && b.truth, "out of memory: a frame");
    b.scene.width = width;
    b.scene.height = height;
    b.scene.empty = o->model.samples - 8;
    app_progress_compile(&b.progress, clpwl_context_info(context)->name);
    TRY(bgs_model_create(&b.model, &o->model, width, height, context));
    TRY(warm_up(&b, &o->model));
    TRY(app_repeat(run_frame, &b, BGS_GAUSSIANS, (size_t)o->rounds, INFINITY, times));
    app_progress_end(&b.progress);
    print_rows(&b, times);
done:
    app_progress_end(&b.progress);
    for (int g = 0; g < BGS_GAUSSIANS; g++)
        bgs_density_free(&b.entries[g].density);
    bgs_model_free(b.model);
    free(b.frame.data);
    free(b.truth);
    return code;
}

static void set_defaults(void *options)
{
    bench_options *o = options;
    *o = (bench_options){.rounds = 7, .model = bgs_defaults};
    o->model.every = 1;
    o->model.gaussian = BGS_NATIVE_Q; /* before the measurements */
}

static int run(void *options, int count, char **sizes)
{
    static const char *const usual[] = {"160x120", "352x288", "1280x720"};
    const bench_options *o = options;
    int code = 0, width, height;
    clpwl_context *context = NULL;
    bgs_options model = o->model;
    model.gaussian = BGS_AUTO; /* all are measured */
    CHECK_USAGE(bgs_model_has_gaussian(o->model.model),
                "bench measures the models stkde and kde: only they have Gaussians");
    CHECK_USAGE(!app_option_given(bgs_model_options, "gaussian"),
                "--gaussian has no effect: bench measures all of them");
    TRY(bgs_options_check(&model));
    for (int i = 0; i < count; i++)
        TRY(app_parse_pixels(sizes[i], 32, &width, &height));
    TRY(app_context(&context, o->device));
    printf("# %s, driver %s\nwidth\theight\tgaussian\truns\tmethod\tevaluations_per_pixel\t"
           "ns_per_pixel\tcpu_ns_per_pixel\tns_per_evaluation\tpercent_over_best\tdevice_MiB\n",
           clpwl_context_info(context)->name, clpwl_context_info(context)->driver);
    for (int i = 0; i < (count ? count : 3); i++) {
        TRY(app_parse_pixels(count ? sizes[i] : usual[i], 32, &width, &height));
        TRY(measure_size(context, o, width, height));
    }
done:
    clpwl_context_free(context);
    return code;
}

const app_command bgs_bench_command = {
    .name = "bench",
    .summary = "measures all Gaussians on frames of the generated scene",
    .synopsis = "[WIDTHxHEIGHT ...] [OPTION ...]",
    .text = "Measures all Gaussians on frames of the generated scene, by default of 160x120, "
            "352x288 and 1280x720 pixels. Prints a line of tab-separated columns for each. Times "
            "are those of whole frames. The options of the model are accepted, too.\n",
    .most = INT_MAX,
    .rows = {{rows, 0, 0},
             {bgs_choice_options, offsetof(bench_options, model), 1},
             {bgs_model_options, offsetof(bench_options, model), 1}},
    .size = sizeof(bench_options),
    .set_defaults = set_defaults,
    .run = run,
};
