/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of numbered files: in%06d.jpg. */
#ifndef BGS_PATTERN_H
#define BGS_PATTERN_H

#include <stddef.h>

enum { BGS_NAME = 4096 };

typedef struct bgs_pattern {
    const char *text; /* borrowed */
    size_t before;    /* characters before the % */
    const char *after;
    int digits; /* at least; 0-padded */
} bgs_pattern;

/* Exactly one %d or %0Nd; EXIT_USAGE otherwise. */
int bgs_pattern_parse(bgs_pattern *out, const char *text);
void bgs_pattern_name(const bgs_pattern *pattern, long number, char name[BGS_NAME]);
/* The least and the largest number that a file exists for; 0 files or more. */
long bgs_pattern_range(const bgs_pattern *pattern, long *first, long *last);

#endif
