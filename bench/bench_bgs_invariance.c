/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much of a mask the Gaussian's table changes: models that differ in nothing else
 * run side by side over the Wallflower sequence WavingTrees, each with its own feedback,
 * and their masks are compared with those of `exact`.
 *   bench_bgs_invariance DIRECTORY [FRAMES]
 */
#include <stdio.h>
#include <string.h>
#include "bgs_png.h"
#include "message.h"
#include "model.h"

enum { TRUTH = 247, MOST = 64 };

#define WORD(name, word, text) word,
static const char *const words[] = {BGS_GAUSSIAN_LIST(WORD)};

typedef struct runner {
    bgs_options options;
    bgs_model *model;
    bgs_mask mask;
    double differ;
} runner;

typedef struct bench {
    clpwl_context *context;
    runner runners[MOST]; /* the first is exact */
    int count, frames, width, height;
    double pixels; /* compared */
} bench;

static void add(bench *b, bgs_gaussian gaussian, int knots, const char *method, int bits, int fit)
{
    runner *r = &b->runners[b->count++];
    r->options = bgs_defaults;
    r->options.gaussian = gaussian;
    r->options.method = method;
    r->options.weight_bits = bits;
    r->options.fit = fit;
    if (knots)
        r->options.knots = knots;
}

static void add_all(bench *b)
{
    static const bgs_gaussian tables[] = {BGS_TABLE, BGS_TABLE_Q};
    add(b, BGS_EXACT, 0, NULL, 0, 0);
    add(b, BGS_NATIVE, 0, NULL, 0, 0);
    add(b, BGS_EXACT_Q, 0, NULL, 0, 0);
    add(b, BGS_NATIVE_Q, 0, NULL, 0, 0);
    for (int g = 0; g < 2; g++)
        for (int knots = 32; knots <= 512; knots *= 2) {
            add(b, tables[g], knots, "buffer", 0, CLPWL_INTERPOLANT);
            add(b, tables[g], knots, "buffer", 0, CLPWL_PROJECTION);
            add(b, tables[g], knots, "buffer", 8, CLPWL_INTERPOLANT);
            add(b, tables[g], knots, "image-linear", 0, CLPWL_INTERPOLANT);
        }
}

static int run_frame(bench *b, const bgs_frame *f)
{
    int code = 0;
    for (int i = 0; i < b->count; i++) {
        runner *r = &b->runners[i];
        if (!r->model) {
            r->mask = (bgs_mask){f->width, f->height,
                                 malloc((size_t)f->width * (size_t)f->height), NULL};
            BGS_CHECK(r->mask.on, "out of memory: a mask");
            BGS_TRY(bgs_model_create(&r->model, &r->options, f->width, f->height, b->context));
        }
        BGS_TRY(bgs_model_push(r->model, f, &r->mask));
        for (int p = 0; p < f->width * f->height; p++)
            r->differ += r->mask.on[p] != b->runners[0].mask.on[p];
    }
    b->pixels += (double)f->width * f->height;
done:
    return code;
}

static double score(const unsigned char *mask, const unsigned char *truth, int n)
{
    double hits = 0, wrong = 0;
    for (int i = 0; i < n; i++) {
        int a = mask[i] != 0, b = truth[i] > 127;
        hits += a && b;
        wrong += a != b;
    }
    return 2 * hits / (2 * hits + wrong);
}

static int print(const bench *b, const char *directory)
{
    int code = 0, width, height;
    char path[4096];
    snprintf(path, sizeof path, "%s/truth_%05d.png", directory, TRUTH);
    unsigned char *truth = png_read_all(path, 1, &width, &height);
    BGS_CHECK(truth, "%s is no PNG file", path);
    printf("# %s; %d frames, %.0f pixels\n"
           "# gaussian\tknots\tfit\tmethod\tweight_bits\tpixels_that_differ\tshare\tF\n",
           clpwl_context_info(b->context)->name, b->frames, b->pixels);
    for (int i = 0; i < b->count; i++) {
        const runner *r = &b->runners[i];
        int table = r->options.gaussian == BGS_TABLE || r->options.gaussian == BGS_TABLE_Q;
        printf("%s\t%d\t%s\t%s\t%d\t%.0f\t%.2g\t%.5f\n", words[r->options.gaussian],
               table ? r->options.knots : 0,
               table ? clpwl_fit_name((clpwl_fit)r->options.fit) : "",
               table ? r->options.method : "", r->options.weight_bits, r->differ,
               r->differ / b->pixels,
               b->frames > TRUTH ? score(r->mask.on, truth, width * height) : 0);
    }
done:
    free(truth);
    return code;
}

int main(int argc, char **argv)
{
    int code = 0;
    static bench b;
    char path[4096];
    BGS_CHECK(argc >= 2, "usage: bench_bgs_invariance DIRECTORY [FRAMES]");
    b.frames = argc > 2 ? atoi(argv[2]) : TRUTH + 1;
    BGS_TRY_LIB(clpwl_context_create(&b.context, NULL));
    add_all(&b);
    for (int t = 0; t < b.frames; t++) {
        bgs_frame f;
        snprintf(path, sizeof path, "%s/b%05d.png", argv[1], t);
        f.rgb = png_read_all(path, 3, &f.width, &f.height);
        BGS_CHECK(f.rgb, "%s is no PNG file", path);
        code = run_frame(&b, &f);
        free(f.rgb);
        BGS_TRY(code);
    }
    BGS_TRY(print(&b, argv[1]));
done:
    for (int i = 0; i < b.count; i++) {
        bgs_model_free(b.runners[i].model);
        free(b.runners[i].mask.on);
    }
    clpwl_context_free(b.context);
    return code;
}
