/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers to and from text with a decimal point, whatever the program's locale: strtod
 * and printf would read and write a comma in half of Europe. */
#ifndef CLPWL_HOST_NUMBER_H
#define CLPWL_HOST_NUMBER_H

#include <stddef.h>

/* strtod in the C locale. */
double clpwl__number_parse(const char *text, char **end);

/* A short decimal that reads back as the same double ("0.1", "20", "1e-30"). */
enum { CLPWL__NUMBER_ROOM = 40 };
void clpwl__number_format(char text[CLPWL__NUMBER_ROOM], double x);

/* Three digits, never below x: of an error that can be had, so that who asks for it gets it. */
void clpwl__number_above(char text[CLPWL__NUMBER_ROOM], double x);

/* A short float literal of OpenCL C and C ("0.5f", "-2.0f", "1e-30f"). */
void clpwl__number_literal(char text[CLPWL__NUMBER_ROOM], double x);

#endif
