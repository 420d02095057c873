/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures, drawn by the gnuplot program where it is installed. */
#ifndef CLPWL_GNUPLOT_H
#define CLPWL_GNUPLOT_H

#include <stdio.h>

/* A script, made in memory: gnuplot sees all of it or nothing. */
typedef struct gnuplot {
    FILE *script;
    char *text;
    size_t length;
} gnuplot;

/* 0 or an exit code, with a message, as all of these. */
int gnuplot_begin(gnuplot *g);
/* Runs the script, which sets a terminal and no output: the picture goes to the file.
 * Ends the script in either case. */
int gnuplot_draw(gnuplot *g, FILE *picture);

/* Text within double quotes. */
void gnuplot_quote(FILE *script, const char *text);

#endif
