/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a model over the Wallflower sequence WavingTrees (b00000.png ... and
 * truth_00247.png) and scores the mask of frame 247.
 *   bench_bgs DIRECTORY [options of clpwl-bgs] */
#include <stdio.h>
#include <string.h>
#include "bgs_png.h"
#include "message.h"
#include "model.h"
#include "options.h"

enum { TRUTH = 247 };

#define WORD(name, word, text) word,
static const char *const words[] = {BGS_GAUSSIAN_LIST(WORD)};

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

int main(int argc, char **argv)
{
    int code = 0, operands = 0, width = 0, height = 0;
    bgs_options o = bgs_defaults;
    const bgs_option_group group = {bgs_model_options, &o};
    clpwl_context *context = NULL;
    bgs_model *model = NULL;
    bgs_mask mask = {0};
    char path[4096];
    BGS_TRY(bgs_options_parse(argc, argv, &group, 1, &operands));
    BGS_CHECK(operands == 1, "usage: bench_bgs DIRECTORY [options]");
    BGS_TRY_LIB(clpwl_context_create(&context, NULL));
    for (int t = 0; t <= TRUTH; t++) {
        bgs_frame f;
        snprintf(path, sizeof path, "%s/b%05d.png", argv[1], t);
        f.rgb = png_read_all(path, 3, &f.width, &f.height);
        BGS_CHECK(f.rgb, "%s is no PNG file", path);
        if (!model) {
            width = f.width, height = f.height;
            mask = (bgs_mask){width, height, malloc((size_t)(width * height)), NULL};
            BGS_TRY(bgs_model_create(&model, &o, width, height, context));
        }
        BGS_TRY(bgs_model_push(model, &f, &mask));
        free(f.rgb);
    }
    snprintf(path, sizeof path, "%s/truth_%05d.png", argv[1], TRUTH);
    unsigned char *truth = png_read_all(path, 1, &width, &height);
    BGS_CHECK(truth, "%s is no PNG file", path);
    bgs_counters c = bgs_model_counters(model);
    printf("F %.4f  %.0f ns/pixel  %.1f evaluations/pixel  %.1f B/pixel  %s %s  resets %ld\n",
           score(mask.on, truth, width * height),
           1e9 * c.seconds / ((double)c.frames * width * height),
           c.evaluations / ((double)c.frames * width * height),
           (double)c.memory / (width * height), words[c.gaussian], c.method ? c.method : "",
           c.resets);
    free(truth);
done:
    free(mask.on);
    bgs_model_free(model);
    clpwl_context_free(context);
    return code;
}
