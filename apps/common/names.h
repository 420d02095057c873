/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parsers for rows of options whose value is a name of the library. The member is an int. */
#ifndef APP_NAMES_H
#define APP_NAMES_H

#include "common/options.h"

int app_parse_aim(const app_option *row, const char *text, void *member);
int app_parse_between(const app_option *row, const char *text, void *member);
int app_parse_extend(const app_option *row, const char *text, void *member);
int app_parse_fit(const app_option *row, const char *text, void *member);
int app_parse_language(const app_option *row, const char *text, void *member);
int app_parse_norm(const app_option *row, const char *text, void *member);
int app_parse_partition(const app_option *row, const char *text, void *member);
int app_parse_shape(const app_option *row, const char *text, void *member);
int app_parse_shaper(const app_option *row, const char *text, void *member);
int app_parse_storage(const app_option *row, const char *text, void *member);
/* The same without "default" and "any". */
int app_parse_stored(const app_option *row, const char *text, void *member);
int app_parse_symmetry(const app_option *row, const char *text, void *member);

#endif
