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
    int digits; /* at least, padded with 0 */
} app_pattern;

/* The text must hold one %d or %0Nd. 0 or EXIT_USAGE. */
int app_pattern_parse(app_pattern *out, const char *text);
/* Says which pattern the files are, of which a shell has made several operands. EXIT_USAGE. */
int app_pattern_refuse_files(int count, const char *first);
void app_pattern_name(const app_pattern *pattern, long number, char name[APP_NAME]);
/* The number of files that exist, and the least and largest of their numbers. */
long app_pattern_range(const app_pattern *pattern, long *first, long *last);
/* No output replaces the files that exist. */
int app_pattern_protect(const app_pattern *pattern);

#endif
