/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `clpwl plot`: what is drawn, and how. curves.c and samples.c collect the numbers, axes.c chooses
 * the axes, script.c writes them for gnuplot.
 */
#ifndef CLPWL_PLOT_H
#define CLPWL_PLOT_H

#include <stdio.h>
#include "clpwl.h"

typedef enum plot_log {
    PLOT_LOG_AUTO,
    PLOT_LOG_NONE,
    PLOT_LOG_X,
    PLOT_LOG_Y,
    PLOT_LOG_XY
} plot_log;

/* Inches, and the pixels of an inch in a PNG. */
typedef struct plot_size {
    double width, height, dpi;
} plot_size;

typedef struct plot_font {
    char name[64];
    double points; /* 0: the largest that leaves room, at most 11 */
} plot_font;

/* What the command line asks for. NULL: the default. */
typedef struct plot_style {
    const char *title, *xlabel, *ylabel;
    plot_font font;
    plot_size size;
    int log; /* a plot_log */
} plot_style;

/* Ticks of a range narrower than this share of its numbers need more than five digits. */
#define PLOT_NARROW 1e-3

typedef struct plot_axis {
    double lo, hi;
    int log;
    int power; /* numbers are written in units of 10^power */
} plot_axis;

/* The table, the function and the error at `count` abscissas. f and e are NULL without a
 * function; an element is NaN where f is not finite. */
typedef struct plot_curves {
    size_t count;
    double *x, *v, *f, *e;
} plot_curves;

/* The samples, and the headings of their columns ("": none). */
typedef struct plot_samples {
    size_t count;
    double *x, *y;
    char xlabel[64], ylabel[64];
} plot_samples;

/* The picture's parts. */
typedef struct plot_picture {
    const clpwl_table *table;
    const char *function;       /* the name of the function that is drawn, or NULL */
    const clpwl_weight *weight; /* of the error */
    double target, largest; /* the error that was asked for, and that of the table; NaN: unknown */
    plot_curves curves;
    plot_samples samples;
    plot_axis x, y, e;
} plot_picture;

/* Functions that return int: 0, or an exit code after a message. */

/* curves.c. Fills the curves for an abscissa on the axis x. plot_curves_free takes zeros too. */
int plot_curves_fill(plot_curves *c, const clpwl_table *table, const clpwl_function *f,
                     const clpwl_weight *weight, plot_axis x);
void plot_curves_free(plot_curves *c);
/* The largest |error| of the curve; NaN without any. */
double plot_curves_largest(const plot_curves *c);
/* The data block $NAME of lines "x y". Of many points on a column of the picture, the curve has the
 * first, the least, the greatest and the last. 1 if it has points. */
int plot_curve_write(FILE *script, const char *name, const plot_curves *c, const double *y,
                     plot_axis x_axis, plot_axis y_axis);
/* The error in two data blocks: $error, and where segments are too narrow to be seen, $band: lines
 * "x least greatest" for each of the columns, whose errors become NaN. Returns which of the two
 * have points. */
enum { PLOT_CURVE = 1, PLOT_BAND = 2 };
int plot_error_write(FILE *script, plot_curves *c, const clpwl_table *table, int columns,
                     plot_axis x_axis, plot_axis e_axis);
double plot_number(plot_axis axis, double value); /* in units of 10^power */

/* samples.c. Reads a file that clpwl_function_read_samples has read. */
int plot_samples_read(plot_samples *s, const char *path);
void plot_samples_free(plot_samples *s);

/* axes.c. The axis x is found before the curves, y and e from them. */
int plot_axis_x(const clpwl_table *table, plot_log asked, plot_axis *out);
int plot_axes(plot_picture *p, plot_log asked);

/* script.c. Chooses the size of the font, or refuses one that leaves no room for the curves. */
int plot_font_fit(const plot_picture *p, plot_style *style);
/* Writes the commands for a terminal of gnuplot: pngcairo, svg or pdfcairo. */
int plot_script(FILE *script, plot_picture *p, const plot_style *style, const char *terminal);

#endif
