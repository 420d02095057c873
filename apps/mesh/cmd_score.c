/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-mesh score: a segmentation against those of people. */
#include <stdio.h>
#include "command.h"
#include "score.h"

typedef struct score_options {
    int json;
} score_options;

#define AT(member) offsetof(score_options, member)
static const app_option rows[] = {
    APP_SWITCH(0, "json", json, "prints the errors as JSON"),
    APP_OPTIONS_END,
};

static void print_score(const mesh_score *s, uint32_t faces, int humans, int json)
{
    if (json) {
        printf("{\"faces\": %u, \"humans\": %d, \"rand\": %.9g, \"hamming\": %.9g, "
               "\"missing\": %.9g, \"false_alarm\": %.9g, \"gce\": %.9g, \"lce\": %.9g}\n",
               faces, humans, s->rand, s->hamming, s->missing, s->alarm, s->gce, s->lce);
        return;
    }
    printf("faces        %u, mean of %d segmentation%s\n", faces, humans, app_s((unsigned)humans));
    printf("rand         %.4f of the pairs of faces are together in one, apart in the other\n",
           s->rand);
    printf("hamming      %.4f (missing %.4f, false alarm %.4f)\n", s->hamming, s->missing,
           s->alarm);
    printf("consistency  %.4f global (GCE), %.4f local (LCE)\n", s->gce, s->lce);
}

static int run(void *options, int count, char **names)
{
    int code = 0;
    mesh_seg seg = {0}, human = {0};
    mesh_score mean = {0}, one;
    const int humans = count - 1;
    TRY(mesh_seg_read(&seg, names[0]));
    for (int i = 1; i < count; i++) {
        TRY(mesh_seg_read(&human, names[i]));
        CHECK(human.faces == seg.faces, "'%s' has %u face%s, '%s' %u: they are not of one model",
              names[0], seg.faces, app_s(seg.faces), names[i], human.faces);
        TRY(mesh_score_make(&one, &seg, &human));
        mesh_seg_free(&human);
        mean.rand += one.rand / humans;
        mean.missing += one.missing / humans;
        mean.alarm += one.alarm / humans;
        mean.hamming += one.hamming / humans;
        mean.gce += one.gce / humans;
        mean.lce += one.lce / humans;
    }
    print_score(&mean, seg.faces, humans, ((const score_options *)options)->json);
done:
    mesh_seg_free(&seg);
    mesh_seg_free(&human);
    return code;
}

const app_command mesh_score_command = {
    .name = "score",
    .summary = "compares a segmentation with those of people",
    .synopsis = "SEG HUMAN... [OPTION ...]",
    .text = "Compares SEG with each HUMAN, .seg files of one model, and prints the mean errors: "
            "Rand index, Hamming distance, global and local consistency. All faces count alike; 0: "
            "they are the same.\n",
    .least = 2,
    .most = 1000,
    .rows = {{rows, 0, 0}},
    .size = sizeof(score_options),
    .run = run,
};
