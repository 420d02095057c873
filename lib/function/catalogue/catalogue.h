/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the catalogue, besides their public entries. */
#ifndef CLPWL__CATALOGUE_H
#define CLPWL__CATALOGUE_H

#include "clpwl/function.h"

/* p: the parameters in the entry's order. */
typedef double clpwl__formula(double x, const double *p);

/* Moves and scales the default domain [a,b] of the entry with the parameters. */
typedef void clpwl__place(const double *p, double *a, double *b);

typedef struct clpwl__row {
    clpwl__formula *f;
    clpwl__place *place;      /* NULL: the domain stays */
    const double *kinks;      /* constant ones */
    size_t kink_count;
    int kinks_are_parameters; /* the first kink_count parameters, which must ascend */
} clpwl__row;

/* NULL: no entry has the name. */
const clpwl_catalogue_entry *clpwl__catalogue_named(const char *name);

/* Each row of catalogue.def names its formulas. */
#define ROW(name, ...)                                                         \
    clpwl__formula clpwl__##name##_f;
#include "function/catalogue/catalogue.def"
#undef ROW

/* p[0] + p[1] [a,b]; p[0] [a,b]; [a,b] / p[0] */
clpwl__place clpwl__place_shift_scale, clpwl__place_scale, clpwl__place_inverse;
clpwl__place clpwl__place_between; /* clamp's */
clpwl__place clpwl__place_lobes;   /* lanczos' */
clpwl__place clpwl__place_voigt;

extern const double clpwl__at_zero[1];
extern const double clpwl__srgb_decode_kink[1], clpwl__srgb_encode_kink[1];

#endif
