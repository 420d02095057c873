/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names similar to an unknown one, for messages; identifiers. */
#ifndef CLPWL__NAMES_H
#define CLPWL__NAMES_H

#include <stddef.h>

/*
 * Writes at most three of the names that are similar to `name` (edit distance, prefixes) into
 * buffer, as "a, b or c". Where none is similar, writes all names if there are at most three.
 *   name_at  gives the i-th of `count` names
 */
void clpwl__near_names(const char *name, const char *(*name_at)(size_t i, const void *user),
                       const void *user, size_t count, char *buffer, size_t room);

/* Whether the text is an identifier of C and OpenCL C in ASCII. 0 for NULL. */
int clpwl__is_identifier(const char *text);

#endif
