/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spellings of functions and formulas that users type. */
#ifndef CLPWL__SPELLING_H
#define CLPWL__SPELLING_H

#include "base/internal.h"

enum { CLPWL__WORD = 256 }; /* the room of a name */

/* Copies a name as it is in lists: in small letters, '-' as '_', and the name in the list for a common one
 * such as J0. */
void clpwl__spell_name(const char *name, char word[CLPWL__WORD]);
/* The names in a list (base/names.h) that are near a typed one, or the one whose last digit looks like the
 * last letter, as j0 for jo. */
void clpwl__near_spelling(const char *typed, const void *names, size_t stride, size_t count,
                          char near[CLPWL__WORD]);

#endif
