/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "score.h"
#include <math.h>
#include <stdio.h>
#include "common/clock.h"

static const double degrees = 57.295779513082321;
static const double rates[3] = {0.5, 1, 3}, shares[3] = {0.5, 0.75, 0.95};

static double find_angle(const flow_vector *f, const flow_vector *t)
{
    const double dot = 1 + (double)f->u * t->u + (double)f->v * t->v;
    const double cross = hypot((double)f->u * t->v - (double)f->v * t->u,
                               hypot((double)f->u - t->u, (double)f->v - t->v));
    return degrees * atan2(cross, dot); /* acos loses half of the digits of small angles */
}

static int group_of(const flow_vector *t)
{
    const double length = hypot(t->u, t->v);
    return length < 1 ? 0 : length <= 5 ? 1 : 2;
}

int flow_score_make(flow_score *out, const flow_field *flow, const flow_field *truth,
                    const app_picture *mask)
{
    int code = 0;
    const size_t pixels = (size_t)truth->width * (size_t)truth->height;
    double *errors = NULL, sum[FLOW_SPEEDS] = {0}, count[FLOW_SPEEDS] = {0};
    size_t n = 0;
    *out = (flow_score){0};
    CHECK(flow->width == truth->width && flow->height == truth->height,
          "the flow has %d x %d pixels, the truth %d x %d", flow->width, flow->height,
          truth->width, truth->height);
    CHECK(!mask || (mask->width == truth->width && mask->height == truth->height),
          "the mask has %d x %d pixels, the truth %d x %d", mask->width, mask->height,
          truth->width, truth->height);
    errors = malloc(pixels * sizeof *errors);
    CHECK(errors, "out of memory: the errors of %zu pixels", pixels);
    for (size_t i = 0; i < pixels; i++) {
        const flow_vector *f = &flow->at[i], *t = &truth->at[i];
        if (t->known == 0 || (mask && mask->data[i] == 0))
            continue;
        out->known++;
        if (f->known == 0)
            continue;
        const double e = hypot((double)f->u - t->u, (double)f->v - t->v);
        errors[n++] = e;
        out->aae += find_angle(f, t);
        sum[group_of(t)] += e;
        count[group_of(t)]++;
        for (int k = 0; k < 3; k++)
            out->r[k] += e > rates[k];
    }
    CHECK(out->known > 0, "no pixel of the truth counts");
    CHECK(n > 0, "the flow is unknown wherever the truth is known");
    app_sort(errors, n);
    out->found = (double)n;
    out->aee = (sum[0] + sum[1] + sum[2]) / (double)n;
    out->aae /= (double)n;
    for (int k = 0; k < 3; k++) {
        out->r[k] /= (double)n;
        out->a[k] = app_quantile(errors, n, shares[k]);
        out->speed[k] = sum[k] / count[k];
    }
done:
    free(errors);
    return code;
}

void flow_score_print(const flow_score *s, int json)
{
    if (json) {
        printf("{\"pixels\": %.0f, \"density\": %.9g, \"aee\": %.9g, \"aae\": %.9g, "
               "\"r05\": %.9g, \"r1\": %.9g, \"r3\": %.9g, \"a50\": %.9g, \"a75\": %.9g, "
               "\"a95\": %.9g",
               s->known, s->found / s->known, s->aee, s->aae, s->r[0], s->r[1], s->r[2], s->a[0],
               s->a[1], s->a[2]);
        static const char *const names[FLOW_SPEEDS] = {"slow", "middle", "fast"};
        for (int k = 0; k < FLOW_SPEEDS; k++)
            if (isnan(s->speed[k]))
                printf(", \"aee_%s\": null", names[k]);
            else
                printf(", \"aee_%s\": %.9g", names[k], s->speed[k]);
        printf("}");
        return;
    }
    printf("truth        %.0f pixels, %.2f %% of them with a flow\n", s->known,
           100 * s->found / s->known);
    printf("error        mean %.4f px (AEE), %.3f degrees (AAE)\n", s->aee, s->aae);
    printf("quantiles    50 %%: %.4f, 75 %%: %.4f, 95 %%: %.4f px\n", s->a[0], s->a[1], s->a[2]);
    printf("above        0.5 px: %.2f %%, 1 px: %.2f %%, 3 px: %.2f %%\n", 100 * s->r[0],
           100 * s->r[1], 100 * s->r[2]);
    printf("by motion    ");
    static const char *const words[FLOW_SPEEDS] = {"below 1 px", "1 to 5 px", "above 5 px"};
    int shown = 0;
    for (int k = 0; k < FLOW_SPEEDS; k++)
        if (!isnan(s->speed[k]))
            printf("%s%s: %.4f", shown++ ? ", " : "", words[k], s->speed[k]);
    printf(" px\n");
}
