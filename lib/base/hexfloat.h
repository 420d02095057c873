/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Doubles as exact text. printf("%a") and strtod() follow the locale's decimal
 * point; a table file must not.
 */
#ifndef CLPWL_HOST_HEXFLOAT_H
#define CLPWL_HOST_HEXFLOAT_H

enum { CLPWL__HEX_ROOM = 32 };

/* Writes x as "0x1.8p+3" does: the C locale's %a, or "nan", "inf", "-inf". */
void clpwl__hex_write(double x, char text[CLPWL__HEX_ROOM]);

/* Reads a whole text of that form; 1 on success, 0 for anything else, such as a
 * number that a double does not hold exactly. */
int clpwl__hex_read(const char *text, double *x);

#endif
