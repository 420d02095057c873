/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Near names, for messages, and identifiers. The command compiles names.c too: it needs
 * nothing else. */
#ifndef CLPWL_NAMES_H
#define CLPWL_NAMES_H

#include <stddef.h>

/*
 * Near names for a message: writes at most three of the count names that are near
 * to `name` (edit distance, prefixes), as "a, b or c", into buffer; all names, where
 * none is near and all fit. name_at(i, user) gives the i-th.
 */
void clpwl__near_names(const char *name, const char *(*name_at)(size_t i, const void *user),
                       const void *user, size_t count, char *buffer, size_t room);

/* Whether the text is an identifier of C and of OpenCL C in ASCII. NULL is none. */
int clpwl__is_identifier(const char *text);

#endif
