/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time, and what is typical of several measurements of it. */
#ifndef BGS_CLOCK_H
#define BGS_CLOCK_H

/* s, since some time */
double bgs_clock(void);
/* s, that all threads of the process have computed: what else the machine does is not in
 * it, and nothing of what another device does. */
double bgs_clock_cpu(void);
/* Sorts the values. */
double bgs_median(double *values, int count);

#endif
