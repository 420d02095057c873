/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl-bgs score: masks in files against truth in files. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "command.h"
#include "message.h"
#include "options.h"
#include "pattern.h"
#include "picture.h"
#include "score.h"

typedef struct score_options {
    const char *roi, *temporal;
    int rule, first, last, json, help;
} score_options;

/* clang-format off */
#define AT(member) offsetof(score_options, member)
static const bgs_option rows[] = {
    {BGS_OPTION_CHOICE, "rule", "WORD", AT(rule), 0, 0, bgs_rules, "which pixels count as what"},
    {BGS_OPTION_TEXT, "roi", "FILE", AT(roi), 0, 0, NULL,
     "picture; pixels count where it is not 0"},
    {BGS_OPTION_TEXT, "temporal-roi", "FILE", AT(temporal), 0, 0, NULL,
     "first and last frame that count, as in CDnet's temporalROI.txt"},
    {BGS_OPTION_COUNT, "first", "N", AT(first), -1, 1000000000, NULL,
     "first frame that counts; -1: the first with a truth"},
    {BGS_OPTION_COUNT, "last", "N", AT(last), -1, 1000000000, NULL,
     "last frame that counts; -1: the last with a truth"},
    {BGS_OPTION_SWITCH, "json", NULL, AT(json), 0, 0, NULL, "the report as JSON"},
    BGS_OPTION_HELP(AT(help)),
    BGS_OPTIONS_END,
};
/* clang-format on */

static int read_temporal(score_options *o)
{
    int code = 0;
    FILE *f = fopen(o->temporal, "r");
    BGS_CHECK(f, "cannot read '%s': %s", o->temporal, strerror(errno));
    BGS_CHECK(fscanf(f, "%d %d", &o->first, &o->last) == 2 && o->first >= 0 &&
                  o->first <= o->last,
              "'%s' must hold the first and the last frame, such as '570 2050'", o->temporal);
done:
    if (f)
        fclose(f);
    return code;
}

static int same_size(const bgs_picture *a, const char *name, const bgs_picture *b,
                     const char *other)
{
    if (a->width == b->width && a->height == b->height)
        return 0;
    return bgs_fail("'%s' has %d x %d pixels, '%s' has %d x %d", name, a->width, a->height, other,
                    b->width, b->height);
}

static int add_pair(bgs_score *s, const score_options *o, const char *mask_name,
                    const char *truth_name, const bgs_picture *roi)
{
    int code = 0;
    bgs_picture mask = {0}, truth = {0};
    BGS_TRY(bgs_picture_read(&truth, truth_name, 1));
    BGS_TRY(bgs_picture_read(&mask, mask_name, 1));
    BGS_TRY(same_size(&mask, mask_name, &truth, truth_name));
    if (roi->data)
        BGS_TRY(same_size(roi, o->roi, &truth, truth_name));
    bgs_score_add(s, (bgs_rule)o->rule, mask.data, truth.data, roi->data,
                  (size_t)mask.width * (size_t)mask.height);
done:
    bgs_picture_free(&mask);
    bgs_picture_free(&truth);
    return code;
}

static int add_sequence(bgs_score *s, const score_options *o, const char *masks,
                        const char *truths, const bgs_picture *roi)
{
    int code = 0;
    bgs_pattern mask, truth;
    char mask_name[BGS_NAME], truth_name[BGS_NAME];
    long first = 0, last = 0;
    BGS_TRY(bgs_pattern_parse(&mask, masks));
    BGS_TRY(bgs_pattern_parse(&truth, truths));
    BGS_CHECK(bgs_pattern_range(&truth, &first, &last) > 0, "there are no pictures '%s'", truths);
    long from = o->first >= 0 ? o->first : first, to = o->last >= 0 ? o->last : last;
    for (long n = from < first ? first : from; n <= to && n <= last; n++) {
        bgs_pattern_name(&truth, n, truth_name);
        if (access(truth_name, F_OK) != 0)
            continue;
        bgs_pattern_name(&mask, n, mask_name);
        BGS_TRY(add_pair(s, o, mask_name, truth_name, roi));
    }
    BGS_CHECK(s->frames > 0,
              "no truth is in the range: frames %ld to %ld count, '%s' has %ld to %ld", from, to,
              truths, first, last);
done:
    return code;
}

static int score(const score_options *o, const char *masks, const char *truths)
{
    int code = 0;
    bgs_score s = {0};
    bgs_picture roi = {0};
    if (o->roi)
        BGS_TRY(bgs_picture_read(&roi, o->roi, 1));
    if (strchr(truths, '%') || strchr(masks, '%'))
        BGS_TRY(add_sequence(&s, o, masks, truths, &roi));
    else
        BGS_TRY(add_pair(&s, o, masks, truths, &roi));
    if (o->json) {
        printf("{");
        bgs_score_print_json(&s);
        printf("}\n");
    } else {
        bgs_score_print(&s);
    }
done:
    bgs_picture_free(&roi);
    return code;
}

int bgs_score_command(int argc, char **argv)
{
    int code = 0, operands = 0;
    score_options o = {.first = -1, .last = -1};
    const bgs_option_group group = {rows, &o};
    BGS_TRY(bgs_options_parse(argc, argv, &group, 1, &operands));
    if (o.help) {
        printf("usage: clpwl-bgs score [OPTION]... MASKS TRUTH\n\n"
               "Compares pictures, or numbered ones such as bin%%06d.png with gt%%06d.png of\n"
               "the same number: recall, specificity, FPR, FNR, PWC (%% of wrong pixels),\n"
               "precision, F over all pixels of all frames that count.\n\n");
        bgs_options_print(&group, 1);
        goto done;
    }
    if (operands != 2)
        return bgs_usage("score takes MASKS and TRUTH, not %d operands", operands);
    if (o.temporal)
        BGS_TRY(read_temporal(&o));
    BGS_TRY(score(&o, argv[1], argv[2]));
done:
    return code;
}
