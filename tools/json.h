/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of the command: one line, 17 digits, null for a number that is not known. */
#ifndef CLPWL_TOOL_JSON_H
#define CLPWL_TOOL_JSON_H

#include <jansson.h>

json_t *json_number(double value); /* null where it is not finite */
json_t *json_pair(double a, double b);
json_t *json_text(const char *text); /* bytes that are no UTF-8 become '?'; NULL is null */
/* Prints to standard output and releases; an exit code. */
int json_print(json_t *root);

#endif
