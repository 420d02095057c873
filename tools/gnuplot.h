/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures, drawn by the program gnuplot. */
#ifndef CLPWL_GNUPLOT_H
#define CLPWL_GNUPLOT_H

#include <stdio.h>

/* A script in memory: gnuplot reads all of it or nothing. */
typedef struct gnuplot {
    FILE *script;
    char *text;
    size_t length;
} gnuplot;

/* 0, or an exit code after a message. */
int gnuplot_begin(gnuplot *g);
/* Runs the script and frees it. The script sets a terminal and no output: the picture goes to
 * the file. */
int gnuplot_draw(gnuplot *g, FILE *picture);

/* Writes text in double quotes. */
void gnuplot_quote(FILE *script, const char *text);

#endif
