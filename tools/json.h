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

json_t *json_number(double value);   /* null if the value is not finite */
json_t *json_text(const char *text); /* bytes that are not UTF-8 become '?'; NULL is null */
/*
 * Adds members to an object, "NAME:KIND NAME:KIND ...", of these kinds:
 *   s  text, as json_text       i  int                     p  two numbers, [a, b]
 *   n  double, as json_number   z  size_t                  e  clpwl_error: l1, l2, linf
 *   j  json_t *, which it owns  b  int: true, false, or null where it is negative
 */
void json_add(json_t *object, const char *members, ...);
json_t *json_make(const char *members, ...); /* an object of these */
/* Prints one line to standard output, or to a file, and releases the value; an exit code. An object gets the
 * version of the program. */
int json_print(json_t *root);
int json_write(json_t *root, FILE *out);

/* The same for people: a line for each member that is known, whose name stands behind `before`. Errors in
 * norms are rounded up, but for those that were seen. */
void json_show(json_t *root, const char *before, FILE *out);
int json_end(json_t *root, int json, FILE *out); /* either, and releases the value */

#endif
