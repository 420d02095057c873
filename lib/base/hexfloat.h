/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Doubles as exact text. printf("%a") and strtod() follow the locale's decimal
 * point; a table file must not.
 */
#ifndef CLPWL__HEXFLOAT_H
#define CLPWL__HEXFLOAT_H

enum { CLPWL__HEX_ROOM = 32 };

/* Writes x as %a in the C locale, "0x1.8p+3", or as "nan", "inf", "-inf". */
void clpwl__hex_write(double x, char text[CLPWL__HEX_ROOM]);

/* Reads such a number at the beginning of a text. Returns the end of the number, or NULL for any other text,
 * as of a number that a double does not represent exactly. */
const char *clpwl__hex_read(const char *text, double *x);

#endif
