/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of numbered files: in%06d.jpg. */
#ifndef APP_PATTERN_H
#define APP_PATTERN_H

#include <stddef.h>

enum { APP_NAME = 4096 };

typedef struct app_pattern {
    const char *text; /* borrowed */
    size_t before;    /* characters before the % */
    const char *after;
    int digits; /* at least; 0-padded */
} app_pattern;

/* Exactly one %d or %0Nd; EXIT_USAGE otherwise. */
int app_pattern_parse(app_pattern *out, const char *text);
void app_pattern_name(const app_pattern *pattern, long number, char name[APP_NAME]);
/* The least and the largest number that a file exists for; 0 files or more. */
long app_pattern_range(const app_pattern *pattern, long *first, long *last);

#endif
