/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures, drawn by the program gnuplot. */
#ifndef CLPWL_GNUPLOT_H
#define CLPWL_GNUPLOT_H

#include <stdio.h>

/* A temporary file for the script, which sets a terminal and no output. */
int gnuplot_begin(FILE **script);
/* Runs the script, which prints the picture to a file, and closes it. Both functions return 0,
 * or an exit code after a message. */
int gnuplot_draw(FILE *script, FILE *picture);
/* Writes text as a string of gnuplot that runs and expands nothing. */
void gnuplot_quote(FILE *script, const char *text);

#endif
