/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-flow score: a flow against its truth. */
#include <stdio.h>
#include "command.h"
#include "files.h"
#include "score.h"

typedef struct score_options {
    const char *mask;
    int json;
} score_options;

#define AT(member) offsetof(score_options, member)
static const app_option rows[] = {
    APP_TEXT(0, "mask", "FILE", mask, "picture; pixels where it is 0 do not count"),
    APP_SWITCH(0, "json", json, "prints the errors as JSON"),
    APP_OPTIONS_END,
};

static int run(void *options, int count, char **names)
{
    int code = 0;
    const score_options *o = options;
    flow_field flow = {0}, truth = {0};
    app_picture mask = {0};
    flow_score s;
    (void)count;
    TRY(flow_read(&flow, names[0]));
    TRY(flow_read(&truth, names[1]));
    if (o->mask)
        TRY(app_picture_read(&mask, o->mask, 1));
    TRY(flow_score_make(&s, &flow, &truth, o->mask ? &mask : NULL));
    flow_score_print(&s, o->json);
    if (o->json)
        printf("\n");
done:
    flow_field_free(&flow);
    flow_field_free(&truth);
    app_picture_free(&mask);
    return code;
}

const app_command flow_score_command = {
    .name = "score",
    .summary = "compares a flow with its truth",
    .synopsis = "FLOW TRUTH [OPTION ...]",
    .text = "Compares two flows, .flo or KITTI's .png, over the pixels where both are known. "
            "Prints the mean error (AEE), the mean angle between (u, v, 1) and its truth (AAE), "
            "quantiles of the error, the shares of pixels with an error above 0.5, 1 and 3 px, and "
            "the mean error by the size of the true motion.\n",
    .least = 2,
    .most = 2,
    .rows = {{rows, 0, 0}},
    .size = sizeof(score_options),
    .run = run,
};
