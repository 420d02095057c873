/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Scores of masks against a truth. The rule of CDnet 2012/2014 (Goyette et al.,
 * "changedetection.net: A new change detection benchmark dataset", CVPR Workshops 2012): a
 * pixel counts where the ROI is not 0 and the truth is not 170 (unknown); it is positive where
 * the truth is 255. Shadow (50) and outside (85) are negative. The plain rule: all pixels of
 * the ROI count; those above 127 are positive.
 */
#ifndef BGS_SCORE_H
#define BGS_SCORE_H

#include <stddef.h>
#include "common/options.h"
#include "common/pattern.h"
#include "common/picture.h"

typedef enum bgs_rule { BGS_CDNET, BGS_PLAIN } bgs_rule;

extern const app_choice bgs_rules[]; /* in that order */

typedef struct bgs_score {
    double tp, fp, fn, tn; /* pixels */
    long frames;
    double odd; /* pixels of the truth that are no label of CDnet's */
} bgs_score;

typedef struct bgs_rates { /* NAN where the denominator is 0 */
    double recall, specificity, fpr, fnr, pwc, precision, f;
} bgs_rates;

/* Reads the truth of frame `number`, which must have the frame's size. out->data is NULL where
 * there is no such file. */
int bgs_truth_read(app_picture *out, const app_pattern *names, long number,
                   const app_picture *frame);
/* Adds a frame. mask: foreground above 127; roi may be NULL. */
void bgs_score_add(bgs_score *score, bgs_rule rule, const unsigned char *mask,
                   const unsigned char *truth, const unsigned char *roi, size_t pixels);
bgs_rates bgs_score_rates(const bgs_score *score);
/* Prints one line for each rate. */
void bgs_score_warn(const bgs_score *s); /* a note if the truth does not look like one */
void bgs_score_print(const bgs_score *score);
/* Prints the members of a JSON object, without its braces. */
void bgs_score_print_json(const bgs_score *score);

#endif
