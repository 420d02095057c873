/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON: one line, 17 digits, null for an unknown number. */
#ifndef CLPWL_TOOL_JSON_H
#define CLPWL_TOOL_JSON_H

#include <jansson.h>
#include <stdio.h>
#include "clpwl.h"
#include "common/options.h"

/* For commands whose only option is --json. */
typedef struct json_options {
    int json;
} json_options;
extern const app_option json_rows[];

json_t *json_number(double value); /* null if the value is not finite */
json_t *json_pair(double a, double b);
json_t *json_norms(clpwl_error e); /* l1, l2, linf */
json_t *json_text(const char *text); /* bytes that are not UTF-8 become '?'; NULL is null */
/* Adds the members of `more`, which is released, to an object. */
void json_merge(json_t *object, json_t *more);
/* Prints one line to standard output, or to a file, and releases the value; an exit code. An object gets the
 * version of the program. */
int json_print(json_t *root);
int json_write(json_t *root, FILE *out);

#endif
