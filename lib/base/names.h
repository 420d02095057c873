/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names similar to an unknown one, for messages; identifiers; the words of languages. */
#ifndef CLPWL__NAMES_H
#define CLPWL__NAMES_H

#include <stddef.h>
#include "clpwl/types.h"

/*
 * Writes at most three of the names that are most similar to `name` (edit distance, prefixes) into
 * buffer, as "a, b or c". Where none is similar, writes all names if there are at most three.
 *   names  the address of the first of `count` pointers to names, which are `stride` bytes apart
 */
void clpwl__near_names(const char *name, const void *names, size_t stride, size_t count, char *buffer,
                       size_t room);
/* The i-th of these names. */
static inline const char *clpwl__name_at(const void *names, size_t stride, size_t i)
{
    return *(const char *const *)((const char *)names + i * stride);
}
/* The first of these that is `name`: what begins with its pointer, as a row of a table; or NULL. */
const void *clpwl__row_named(const void *names, size_t stride, size_t count, const char *name);

/* Whether the text is an identifier of C in ASCII: letters, digits and '_'. 0 for NULL. */
int clpwl__is_identifier(const char *text);
/* Whether the language keeps an identifier for itself: a keyword, a type, a macro, a built-in
 * function, or what the headers of an exported table declare. */
int clpwl__is_reserved(const char *name, clpwl_language language);

#endif
