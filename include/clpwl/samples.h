/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions from data.
 *
 * Data are rows of x and y, and a choice of what lies between them:
 *
 *   linear     straight lines
 *   monotone   cubics that never leave the range of the two rows beside them (M. Steffen, Astron.
 *              Astrophys. 239 (1990) 443-450); f' is continuous
 *   spline     the natural cubic spline, f'' of which is continuous; it swings beyond the rows where
 *              these turn sharply
 *   step       the y of a row up to the next row
 *
 * Two rows are joined by a line, but for steps. The domain is that of the rows; outside it the function is NaN.
 *
 * Core: clpwl_function_from_samples, clpwl_function_read_samples, clpwl_function_from_data; the rest is
 * advanced (doc/abi.md).
 */
#ifndef CLPWL_SAMPLES_H
#define CLPWL_SAMPLES_H

#include "clpwl/function.h"
#include "clpwl/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The arguments of clpwl_function_from_data. Begin with CLPWL_SAMPLES_INIT. */
typedef struct clpwl_samples {
    size_t size;           /* sizeof(clpwl_samples) */
    const char *name;      /* copied; NULL: "samples" */
    const double *x, *y;   /* n numbers each, finite, in any order; copied */
    size_t n;              /* rows, of which two have different x */
    const double *sigma;   /* the standard deviations of y, n numbers above 0; copied; NULL: equal, and not
                              known */
    clpwl_between between; /* CLPWL_BETWEEN_AUTO: monotone */
} clpwl_samples;

#define CLPWL_SAMPLES_INIT CLPWL_SIZED(clpwl_samples)

/*
 * Makes a function from data. Rows are sorted by x.
 *
 * Rows at one x: where monotone or spline is between rows, they become one, their mean, by 1/sigma^2 where
 * sigma is given. Where linear or step is, equal rows become one, and two that differ are a jump: the first, as
 * given, has the limit from the left, the second the value and the limit from the right. The first of steps is
 * then what the row before it says. An end of the data has no jump.
 *
 * The function's name ends in "(linear)", "(monotone)" or "(step)"; without that it is the spline's.
 *   out  set to the new function, which the caller frees; NULL after a failure
 * CLPWL_ERR_SAMPLES (the message names the row), CLPWL_ERR_ARGUMENT, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_function_from_data(clpwl_function **out, const clpwl_samples *samples);

/* The same from n rows, with what CLPWL_BETWEEN_AUTO takes between them. */
CLPWL_CHECKED clpwl_status clpwl_function_from_samples(clpwl_function **out, const char *name,
                                                       const double *x, const double *y,
                                                       size_t n);

/* How a file is read. Begin with CLPWL_READING_INIT. NULL in its place means the same. */
typedef struct clpwl_reading {
    size_t size;           /* sizeof(clpwl_reading) */
    clpwl_between between; /* CLPWL_BETWEEN_AUTO: linear for .cube, .spi1d, .csp and ICC, else monotone */
    const char *columns;   /* of x and y, or of x, y and the standard deviation of y, by numbers from 1 or
                              by names: "2,3", "R,T", "x,y,sigma". Of a .cube, .spi1d or .csp the channel:
                              "r", "g" or "b". NULL: the only ones, of LAMMPS "r,energy" */
    const char *section;   /* of a table of LAMMPS its keyword, of an ICC profile "rTRC", "gTRC", "bTRC" or
                              "kTRC"; NULL: the only one */
} clpwl_reading;

#define CLPWL_READING_INIT CLPWL_SIZED(clpwl_reading)

/*
 * Makes a function from a file. The format is known by the content:
 *
 *   text    rows of numbers, separated by comma, semicolon, tab or blanks. A decimal comma is read where
 *           commas do not separate. '#' begins a comment. One heading or two, of names and of units, may
 *           come first: lines where no field is a number
 *   .xvg    text of GROMACS with lines that begin with @; one set
 *   .npy    an array with a row for each sample, versions 1 to 3
 *   LAMMPS  tables for pairs, bonds and angles
 *   .cube, .spi1d, .csp   1D tables; of .csp, those whose curves before the table are lines
 *   ICC     tone curves of profiles, where the library has liblcms2. One that is a formula is taken at 4097
 *           points
 *
 *   reading  NULL: as CLPWL_READING_INIT
 * CLPWL_ERR_IO, CLPWL_ERR_SAMPLES (the message names the line), CLPWL_ERR_ARGUMENT (a section or columns
 * where the format has none), CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_function_read_data(clpwl_function **out, const char *path,
                                                    const clpwl_reading *reading);

/* The same with CLPWL_READING_INIT. */
CLPWL_CHECKED clpwl_status clpwl_function_read_samples(clpwl_function **out, const char *path);

/*
 * Makes the smoothing spline of samples without jumps: among all functions whose root mean square distance
 * from the samples is sigma, the one with the least integral of f''^2. It is a natural cubic
 * spline over the same x (C. H. Reinsch, Numer. Math. 10 (1967) 177-183). Its name ends in
 * "smoothed by ...".
 *   samples  a function from at least four samples
 *   sigma    the standard deviation of the noise; of samples with standard deviations of their own, which
 *            weigh them by 1/sigma^2, the harmonic mean. 0: the spline is chosen by generalised
 *            cross-validation (P. Craven, G. Wahba, Numer. Math. 31 (1979) 377-403) and the name tells the
 *            deviation found. A sample without which its neighbours agree to 3 deviations, and with it differ
 *            by 6, is an outlier, which does not count. Where clpwl_function_noise is 0, the new function has
 *            the samples and the name of the old one.
 * CLPWL_ERR_ARGUMENT, CLPWL_ERR_SAMPLES (too few; the noise is estimated from at least 16),
 * CLPWL_ERR_NUMERIC, CLPWL_ERR_MEMORY.
 */
CLPWL_CHECKED clpwl_status clpwl_function_smoothed(clpwl_function **out,
                                                   const clpwl_function *samples, double sigma);

/* What became of data. */
typedef struct clpwl_samples_info {
    clpwl_between between;   /* never CLPWL_BETWEEN_AUTO */
    size_t n;                /* rows left; two of each jump */
    size_t repeated;         /* rows that became one with others */
    int sorted;              /* 1: rows were not in ascending order */
    double noise;            /* standard deviation of y, from the scatter of rows at one x; 0: not known */
    double gap, gap_from;    /* the largest distance of neighbours, and the x where it begins */
    double spacing;          /* the median of these distances */
    double bulge, bulge_at;  /* the largest distance of the curve from straight lines between rows, the x;
                                of steps, the highest jump */
    const char *x_label, *y_label; /* of the file; borrowed from the function; NULL: none */
    const double *x, *y;     /* n rows, ascending; borrowed from the function */
} clpwl_samples_info;

/* Tells what became of data. CLPWL_ERR_ARGUMENT: f is not made from data. */
CLPWL_CHECKED clpwl_status clpwl_function_samples(const clpwl_function *f, clpwl_samples_info *info);

#ifdef __cplusplus
}
#endif
#endif
