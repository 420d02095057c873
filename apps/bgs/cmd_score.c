/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-bgs score: compares masks in files with truth in files. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "command.h"
#include "score.h"

typedef struct score_options {
    const char *roi, *temporal;
    int rule, first, last, json;
} score_options;

#define AT(member) offsetof(score_options, member)
static const app_option rows[] = {
    APP_CHOICE(0, "rule", "WORD", rule, bgs_rules, "which pixels count, and as what"),
    APP_TEXT(0, "roi", "FILE", roi, "picture; pixels count where it is not 0"),
    APP_TEXT(0, "temporal-roi", "FILE", temporal,
             "first and last frame that count, as in CDnet's temporalROI.txt"),
    APP_INT(0, "first", "N", first, -1, 1000000000,
            "first frame that counts; -1: the first with a truth"),
    APP_INT(0, "last", "N", last, -1, 1000000000,
            "last frame that counts; -1: the last with a truth"),
    APP_SWITCH(0, "json", json, "prints the report as JSON"),
    APP_OPTIONS_END,
};

static int read_temporal(score_options *o)
{
    int code = 0;
    FILE *f = fopen(o->temporal, "r");
    CHECK(f, "cannot read '%s': %s", o->temporal, strerror(errno));
    int count = fscanf(f, "%d %d", &o->first, &o->last);
    CHECK(!ferror(f), "cannot read '%s': %s", o->temporal, strerror(errno));
    CHECK(count == 2 && o->first >= 0 && o->first <= o->last,
          "'%s' must hold the first and the last frame, such as '570 2050'", o->temporal);
done:
    if (f)
        fclose(f);
    return code;
}

static int same_size(const app_picture *a, const char *name, const app_picture *b,
                     const char *other)
{
    if (a->width == b->width && a->height == b->height)
        return 0;
    return app_fail("'%s' has %d x %d pixels, '%s' has %d x %d", name, a->width, a->height, other,
                    b->width, b->height);
}

static int add_pair(bgs_score *s, const score_options *o, const char *mask_name,
                    const char *truth_name, const app_picture *roi)
{
    int code = 0;
    app_picture mask = {0}, truth = {0};
    TRY(app_picture_read(&truth, truth_name, 1));
    TRY(app_picture_read(&mask, mask_name, 1));
    TRY(same_size(&mask, mask_name, &truth, truth_name));
    if (roi->data)
        TRY(same_size(roi, o->roi, &truth, truth_name));
    bgs_score_add(s, (bgs_rule)o->rule, mask.data, truth.data, roi->data,
                  (size_t)mask.width * (size_t)mask.height);
done:
    app_picture_free(&mask);
    app_picture_free(&truth);
    return code;
}

static int add_sequence(bgs_score *s, const score_options *o, const char *masks,
                        const char *truths, const app_picture *roi)
{
    int code = 0;
    app_pattern mask, truth;
    char mask_name[APP_NAME], truth_name[APP_NAME];
    long first = 0, last = 0;
    TRY(app_pattern_parse(&mask, masks));
    TRY(app_pattern_parse(&truth, truths));
    CHECK(app_pattern_range(&truth, &first, &last) > 0, "there are no pictures '%s'", truths);
    long from = o->first >= 0 ? o->first : first, to = o->last >= 0 ? o->last : last;
    for (long n = from < first ? first : from; n <= to && n <= last; n++) {
        app_pattern_name(&truth, n, truth_name);
        if (access(truth_name, F_OK) != 0)
            continue;
        app_pattern_name(&mask, n, mask_name);
        TRY(add_pair(s, o, mask_name, truth_name, roi));
    }
    CHECK(s->frames > 0,
          "no truth is in the range: frames %ld to %ld count; '%s' has %ld to %ld", from, to,
          truths, first, last);
done:
    return code;
}

static int print_score(const score_options *o, const char *masks, const char *truths)
{
    int code = 0;
    bgs_score s = {0};
    app_picture roi = {0};
    if (o->roi)
        TRY(app_picture_read(&roi, o->roi, 1));
    if (strchr(truths, '%') || strchr(masks, '%'))
        TRY(add_sequence(&s, o, masks, truths, &roi));
    else
        TRY(add_pair(&s, o, masks, truths, &roi));
    bgs_score_warn(&s);
    if (o->json) {
        printf("{");
        bgs_score_print_json(&s);
        printf("}\n");
    } else {
        bgs_score_print(&s);
    }
done:
    app_picture_free(&roi);
    return code;
}

static void set_defaults(void *options)
{
    *(score_options *)options = (score_options){.first = -1, .last = -1};
}

static int run(void *options, int count, char **names)
{
    int code = 0;
    score_options *o = options;
    (void)count;
    if (o->temporal)
        TRY(read_temporal(o));
    TRY(print_score(o, names[0], names[1]));
done:
    return code;
}

const app_command bgs_score_command = {
    .name = "score",
    .summary = "compares masks with their truth",
    .synopsis = "MASKS TRUTH [OPTION ...]",
    .text = "Compares two pictures, or numbered ones such as bin%06d.png and gt%06d.png of equal "
            "numbers. Prints recall, specificity, FPR, FNR, PWC (the percentage of wrong pixels), "
            "precision and F over all pixels of all frames that count.\n",
    .least = 2,
    .most = 2,
    .rows = {{rows, 0, 0}},
    .size = sizeof(score_options),
    .set_defaults = set_defaults,
    .run = run,
};
