/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures, drawn by the gnuplot program where it is installed. */
#ifndef CLPWL_GNUPLOT_H
#define CLPWL_GNUPLOT_H

#include <stdio.h>
#include <sys/types.h>

/* A running gnuplot that reads its script from `script`. */
typedef struct gnuplot {
    pid_t pid;
    FILE *script;
} gnuplot;

/* 0 or an exit code, with a message, as both of these. */
int gnuplot_start(gnuplot *g);
int gnuplot_finish(gnuplot *g);

/* Text within double quotes. */
void gnuplot_quote(FILE *script, const char *text);

#endif
