/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spellings of functions and formulas that users type. */
#ifndef CLPWL__SPELLING_H
#define CLPWL__SPELLING_H

#include "base/internal.h"

enum { CLPWL__WORD = 256 }; /* the room of a name */

/* Copies a name of `length` bytes as it is in lists: in small letters, '-' as '_', and the name in
 * the list for a common one such as J0. */
void clpwl__spell_name(const char *name, size_t length, char word[CLPWL__WORD]);

/*
 * Rewrites a formula for muParser: ** becomes ^, a product may be written
 * without a sign (2x, 3 sin(x), (x+1)(x-1)), and names that are unknown become those of
 * clpwl__spell_name where these are known. A name longer than CLPWL__WORD - 1 bytes is kept.
 *   is_known  whether formulas have the name
 *   out       the text; the caller frees it with clpwl__free
 * CLPWL_ERR_MEMORY.
 */
clpwl_status clpwl__spell_formula(const char *text, int (*is_known)(const char *name), char **out);

#endif
