/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalogue's inside: what a row holds besides its public entry. */
#ifndef CLPWL_HOST_CATALOGUE_H
#define CLPWL_HOST_CATALOGUE_H

#include "clpwl/function.h"

/* p: the parameters in the entry's order. */
typedef double clpwl__formula(double x, const double *p);

typedef struct clpwl__row {
    clpwl__formula *f, *d2f; /* d2f NULL: numerical */
    /* Moves the entry's default domain to where f lives with these parameters;
     * NULL: it stays. */
    void (*place)(const double *p, double *a, double *b);
    const double *kinks; /* where they are fixed */
    size_t kink_count;
    /* The kinks are the first kink_count parameters, which must ascend. */
    int kinks_are_parameters;
} clpwl__row;

/* p[0] + p[1] [a, b]; p[0] + [a, b]; p[0] [a, b] */
void clpwl__place_shift_scale(const double *p, double *a, double *b);

/* Rows are listed in catalogue.def: the formulas' names follow from theirs. */
#define ROW(name, ...)                                                         \
    clpwl__formula clpwl__##name##_f, clpwl__##name##_d2f;
#include "host/catalogue.def"
#undef ROW

#endif
