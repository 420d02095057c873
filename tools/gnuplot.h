/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures, drawn by the program gnuplot. */
#ifndef CLPWL_GNUPLOT_H
#define CLPWL_GNUPLOT_H

#include <stdio.h>

/* A script in memory. It sets a terminal and no output. */
int gnuplot_begin(FILE **script);
/* Closes the script and, if code is 0, runs it and writes the picture to the file `path`, by
 * rename. Both functions return 0, or an exit code after a message. */
int gnuplot_draw(FILE *script, const char *path, int code);
/* Writes text as an expression of gnuplot for a string. Nothing in text is run or expanded. */
void gnuplot_quote(FILE *script, const char *text);
/* The same for a label in enhanced mode. Nothing in text is markup. */
void gnuplot_quote_label(FILE *script, const char *text);
/* Says which font is drawn in place of one that there is not, where fontconfig's fc-match knows. */
void gnuplot_note_font(const char *name);

#endif
