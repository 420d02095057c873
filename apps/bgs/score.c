/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "score.h"
#include <math.h>
#include <stdio.h>
#include <unistd.h>
#include "common/message.h"

const app_choice bgs_rules[] = {
    {"cdnet", "truth 170 does not count; 255 is positive; 0, 50 and 85 are negative"},
    {"plain", "all pixels count; above 127 is positive"},
    {NULL, NULL}};

enum { UNKNOWN = 170, POSITIVE = 255, HALF = 127 };

int bgs_truth_read(app_picture *out, const app_pattern *names, long number,
                   const app_picture *frame)
{
    int code = 0;
    char name[APP_NAME];
    app_picture_free(out);
    app_pattern_name(names, number, name);
    if (access(name, F_OK) != 0)
        return 0;
    TRY(app_picture_read(out, name, 1));
    CHECK(out->width == frame->width && out->height == frame->height,
          "the truth '%s' has %d x %d pixels; the frames have %d x %d", name, out->width,
          out->height, frame->width, frame->height);
done:
    return code;
}

void bgs_score_add(bgs_score *s, bgs_rule rule, const unsigned char *mask,
                   const unsigned char *truth, const unsigned char *roi, size_t pixels)
{
    long counts[2][2] = {{0}};
    for (size_t i = 0; i < pixels; i++) {
        if ((roi && roi[i] == 0) || (rule == BGS_CDNET && truth[i] == UNKNOWN))
            continue;
        s->odd += rule == BGS_CDNET && truth[i] != 0 && truth[i] != 50 && truth[i] != 85 &&
                  truth[i] != POSITIVE;
        int is = rule == BGS_CDNET ? truth[i] == POSITIVE : truth[i] > HALF;
        counts[is][mask[i] > HALF]++;
    }
    s->tn += (double)counts[0][0];
    s->fp += (double)counts[0][1];
    s->fn += (double)counts[1][0];
    s->tp += (double)counts[1][1];
    s->frames++;
}

static double ratio(double a, double b)
{
    return b > 0 ? a / b : NAN;
}

bgs_rates bgs_score_rates(const bgs_score *s)
{
    bgs_rates r;
    r.recall = ratio(s->tp, s->tp + s->fn);
    r.specificity = ratio(s->tn, s->tn + s->fp);
    r.fpr = ratio(s->fp, s->fp + s->tn);
    r.fnr = ratio(s->fn, s->tp + s->fn);
    r.pwc = 100 * ratio(s->fn + s->fp, s->tp + s->fn + s->fp + s->tn);
    r.precision = ratio(s->tp, s->tp + s->fp);
    r.f = ratio(2 * s->tp, 2 * s->tp + s->fp + s->fn); /* 2 P R / (P + R) */
    return r;
}

typedef struct line {
    const char *name;
    double value;
    int digits;
} line;

enum { LINES = 12 };

static void lines_of(const bgs_score *s, line out[LINES])
{
    const bgs_rates r = bgs_score_rates(s);
    const line lines[LINES] = {
        {"frames", (double)s->frames, 0}, {"tp", s->tp, 0},
        {"fp", s->fp, 0},                 {"fn", s->fn, 0},
        {"tn", s->tn, 0},                 {"recall", r.recall, 6},
        {"specificity", r.specificity, 6}, {"fpr", r.fpr, 6},
        {"fnr", r.fnr, 6},                {"pwc", r.pwc, 6},
        {"precision", r.precision, 6},    {"f", r.f, 6}};
    for (int i = 0; i < LINES; i++)
        out[i] = lines[i];
}

void bgs_score_print(const bgs_score *s)
{
    line lines[LINES];
    lines_of(s, lines);
    for (int i = 0; i < LINES; i++)
        if (isnan(lines[i].value))
            printf("%-12s -\n", lines[i].name);
        else
            printf("%-12s %.*f%s\n", lines[i].name, lines[i].digits, lines[i].value,
                   i == 9 ? " %" : "");
}

void bgs_score_print_json(const bgs_score *s)
{
    line lines[LINES];
    lines_of(s, lines);
    for (int i = 0; i < LINES; i++) {
        printf("%s\"%s\": ", i ? ", " : "", lines[i].name);
        if (isnan(lines[i].value))
            printf("null");
        else
            printf("%.17g", lines[i].value);
    }
}

void bgs_score_warn(const bgs_score *s)
{
    const double share = s->odd / (s->tp + s->fp + s->fn + s->tn);
    if (share > 0.01) /* JPEG changes some values beside edges */
        app_note("%.0f %% of the truth's pixels are none of 0, 50, 85, 170 and 255, and count as "
                 "background; --rule plain takes masks of any values", 100 * share);
}
