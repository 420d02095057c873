/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The Gaussians of clpwl-bgs side by side (the paper's Table II), and what `auto` makes of
 * them: whole frames of stkde, of noise; ns a pixel, and a sample's Gaussian of three
 * axes, the least of several runs in turns.
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

/* One Gaussian; the times are of a frame, the least seen. */
typedef struct row {
    bgs_model *model;
    double wall, cpu; /* s; cpu: of all threads together */
    double samples;   /* a pixel and frame, that a Gaussian was evaluated for */
} row;

static int measure(row *r, const bgs_frame *f)
{
    int code = 0;
    for (int i = 0; i < 2; i++) {
        double w = now(CLOCK_MONOTONIC), c = now(CLOCK_PROCESS_CPUTIME_ID);
        BGS_TRY(bgs_model_push(r->model, f, NULL));
        w = now(CLOCK_MONOTONIC) - w;
        c = now(CLOCK_PROCESS_CPUTIME_ID) - c;
        r->wall = w < r->wall ? w : r->wall;
        r->cpu = c < r->cpu ? c : r->cpu;
    }
done:
    return code;
}

static int is_per_axis(bgs_gaussian g)
{
    return g == BGS_EXACT || g == BGS_NATIVE || g == BGS_TABLE;
}

static void print(const row *r, int option, int width, int height)
{
    bgs_counters c = bgs_model_counters(r->model);
    double pixels = (double)width * height;
    printf("%d\t%d\t%s\t%s\t%s\t%.1f\t%.1f\t%.1f\t%.3f\t%.1f\n", width, height, words[option],
           words[c.gaussian], c.method ? c.method : "", r->samples, 1e9 * r->wall / pixels,
           1e9 * r->cpu / pixels, 1e9 * r->wall / pixels / r->samples,
           (double)c.memory / 1048576);
    fflush(stdout);
}

static int compare(clpwl_context *context, int width, int height)
{
    int code = 0;
    row rows[BGS_GAUSSIANS] = {{NULL}};
    bgs_frame f = {width, height, malloc((size_t)width * (size_t)height * 3)};
    bgs_options o = bgs_defaults;
    BGS_CHECK(f.rgb, "out of memory: a frame");
    o.every = 1;
    for (int g = 0; g < BGS_GAUSSIANS; g++) {
        o.gaussian = g;
        rows[g] = (row){.wall = 1e30, .cpu = 1e30};
        BGS_TRY(bgs_model_create(&rows[g].model, &o, width, height, context));
        BGS_TRY(warm_up(rows[g].model, &f));
        rows[g].samples = bgs_model_counters(rows[g].model).evaluations;
    }
    for (int round = 0; round < ROUNDS; round++)
        for (int g = 0; g < BGS_GAUSSIANS; g++)
            BGS_TRY(measure(&rows[g], &f));
    for (int g = 0; g < BGS_GAUSSIANS; g++) {
        bgs_counters c = bgs_model_counters(rows[g].model);
        rows[g].samples = (c.evaluations - rows[g].samples) /
                          (2.0 * ROUNDS * width * height * (is_per_axis(c.gaussian) ? 3 : 1));
        print(&rows[g], g, width, height);
    }
done:
    for (int g = 0; g < BGS_GAUSSIANS; g++)
        bgs_model_free(rows[g].model);
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
    printf("# %s, driver %s\n# width\theight\toption\tgaussian\tmethod\tsamples_per_pixel\t"
           "ns_per_pixel\tcpu_ns_per_pixel\tns_per_sample\tdevice_MiB\n",
           clpwl_context_info(context)->name, clpwl_context_info(context)->driver);
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
