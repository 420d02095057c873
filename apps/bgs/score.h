/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How well masks agree with a truth. The rule of CDnet 2012/2014 (Goyette et al.,
 * "changedetection.net: A new change detection benchmark dataset", CVPR Workshops
 * 2012): a pixel counts where the ROI is not 0 and the truth is not 170 (unknown); it
 * is positive where the truth is 255, so that shadow (50) and outside (85) are negative.
 * The plain rule: all pixels of the ROI count; positive is what is above 127.
 */
#ifndef BGS_SCORE_H
#define BGS_SCORE_H

#include <stddef.h>
#include "options.h"

typedef enum bgs_rule { BGS_CDNET, BGS_PLAIN } bgs_rule;

extern const bgs_choice bgs_rules[]; /* in that order */

typedef struct bgs_score {
    double tp, fp, fn, tn; /* pixels */
    long frames;
} bgs_score;

typedef struct bgs_rates { /* NAN where the denominator is 0 */
    double recall, specificity, fpr, fnr, pwc, precision, f;
} bgs_rates;

/* Adds a frame. mask: foreground above 127; roi may be NULL. */
void bgs_score_add(bgs_score *score, bgs_rule rule, const unsigned char *mask,
                   const unsigned char *truth, const unsigned char *roi, size_t pixels);
bgs_rates bgs_score_rates(const bgs_score *score);
/* To standard output, one line a rate. */
void bgs_score_print(const bgs_score *score);
/* The members of a JSON object, without its braces. */
void bgs_score_print_json(const bgs_score *score);

#endif
