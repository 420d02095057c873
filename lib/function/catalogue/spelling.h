/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spellings of functions and formulas that users type. */
#ifndef CLPWL__SPELLING_H
#define CLPWL__SPELLING_H

#include "base/internal.h"

enum { CLPWL__WORD = 256 }; /* the room of a name */

/* Copies a name of `length` bytes as it is in lists: in small letters, '-' as '_', and the name in
 * the list for a common one such as J0. */
void clpwl__spell_name(const char *name, size_t length, char word[CLPWL__WORD]);
/* The same for a name whose last letter is taken for the digit that looks like it, as jo for j0. 0: there is
 * no such digit. */
int clpwl__spell_digit(const char *name, size_t length, char word[CLPWL__WORD]);

#endif
