/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The Gaussians of clpwl-bgs side by side (the paper's Table II): the background density
 * of stkde on random frames, ns a pixel and a Gaussian of three axes, least of several
 * runs in turns.
 *   bench_bgs_speed [WIDTHxHEIGHT ...]     [160x120 352x288 1280x720]
 */
#include <stdio.h>
#include <time.h>
#include "density.h"

enum { ROUNDS = 5 };

#define WORD(name, word, text) word,
static const char *const words[] = {BGS_GAUSSIAN_LIST(WORD)};

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Noise around a slope, as cameras see it; the same on every run. */
static void fill(bgs_frame *f, unsigned *seed)
{
    for (int i = 0; i < f->width * f->height * 3; i++) {
        *seed = *seed * 1664525u + 1013904223u;
        unsigned noise = (*seed >> 24) % 24 + (*seed >> 16) % 24;
        f->rgb[i] = (unsigned char)(40 + (i / 3 % f->width) * 100 / f->width + (int)noise);
    }
}

/* A model whose samples are all there. */
static int warm_up(bgs_model *m, bgs_frame *f)
{
    int code = 0;
    unsigned seed = 1;
    for (int t = 0; t < bgs_defaults.samples + 2; t++) {
        fill(f, &seed);
        BGS_TRY(bgs_model_push(m, f, NULL));
    }
done:
    return code;
}

static int measure(bgs_model *m, const bgs_frame *f, double *wall, double *cpu)
{
    int code = 0;
    for (int i = 0; i < 2; i++) {
        double w = now(CLOCK_MONOTONIC), c = now(CLOCK_PROCESS_CPUTIME_ID);
        BGS_TRY(bgs_model_push(m, f, NULL));
        w = now(CLOCK_MONOTONIC) - w;
        c = now(CLOCK_PROCESS_CPUTIME_ID) - c;
        *wall = w < *wall ? w : *wall;
        *cpu = c < *cpu ? c : *cpu;
    }
done:
    return code;
}

static int compare(clpwl_context *context, int width, int height)
{
    int code = 0;
    bgs_model *models[BGS_GAUSSIANS] = {NULL};
    bgs_frame f = {width, height, malloc((size_t)width * (size_t)height * 3)};
    bgs_options o = bgs_defaults;
    double wall[BGS_GAUSSIANS], cpu[BGS_GAUSSIANS], pixels = (double)width * height;
    o.every = 1;
    o.method = getenv("BGS_METHOD");
    BGS_CHECK(f.rgb, "out of memory: a frame");
    for (int g = 1; g < BGS_GAUSSIANS; g++) {
        o.gaussian = g;
        wall[g] = cpu[g] = 1e30;
        BGS_TRY(bgs_model_create(&models[g], &o, width, height, context));
        BGS_TRY(warm_up(models[g], &f));
    }
    for (int round = 0; round < ROUNDS; round++)
        for (int g = 1; g < BGS_GAUSSIANS; g++)
            BGS_TRY(measure(models[g], &f, &wall[g], &cpu[g]));
    for (int g = 1; g < BGS_GAUSSIANS; g++) {
        bgs_counters c = bgs_model_counters(models[g]);
        double samples = o.samples * 9.0 + o.fg_frames * 25.0;
        printf("%d\t%d\t%s\t%s\t%.1f\t%.3f\t%.1f\t%.1f\n", width, height, words[g],
               c.method ? c.method : "", 1e9 * wall[g] / pixels, 1e9 * wall[g] / pixels / samples,
               1e9 * cpu[g] / pixels, (double)c.memory / 1048576);
        fflush(stdout);
    }
done:
    for (int g = 1; g < BGS_GAUSSIANS; g++)
        bgs_model_free(models[g]);
    free(f.rgb);
    return code;
}

int main(int argc, char **argv)
{
    int code = 0;
    char *defaults[] = {argv[0], "160x120", "352x288", "1280x720"};
    clpwl_context *context = NULL;
    if (argc < 2)
        argc = 4, argv = defaults;
    BGS_TRY_LIB(clpwl_context_create(&context, NULL));
    printf("# %s\n# width\theight\tgaussian\tmethod\tns_per_pixel\tns_per_sample\t"
           "cpu_ns_per_pixel\tdevice_MiB\n",
           clpwl_context_info(context)->name);
    for (int i = 1; i < argc; i++) {
        int width = 0, height = 0;
        BGS_CHECK(sscanf(argv[i], "%dx%d", &width, &height) == 2 && width > 0 && height > 0,
                  "'%s' is no WIDTHxHEIGHT", argv[i]);
        BGS_TRY(compare(context, width, height));
    }
done:
    clpwl_context_free(context);
    return code;
}
