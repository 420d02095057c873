/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of the catalogue in long double and by other means: series, quadrature,
 * differential equations. Nothing here calls the library or GSL. */
#ifndef CLPWL_TEST_REFERENCE_H
#define CLPWL_TEST_REFERENCE_H

#include <stddef.h>

typedef long double reference_formula(long double x, const double *p);

typedef struct reference {
    const char *text;     /* of the catalogue */
    double p[4];          /* the parameters that the text gives */
    reference_formula *f;
} reference;

extern const reference references[];
extern const size_t reference_count;

/* The rounding unit of long double, measured: LDBL_EPSILON, but valgrind computes with 53 bits,
 * and some platforms have no more. Tolerances are in proportion to it. */
long double reference_epsilon(void);

/* int_a^b f(t, x) dt by the double exponential rule, in `panels` pieces. */
long double integrate(long double (*f)(long double t, long double x), long double x,
                      long double a, long double b, int panels);

/* Longer ones, in catalogue_reference_special.c */
reference_formula ref_airy_ai, ref_airy_bi, ref_bessel_i0, ref_bessel_j0, ref_bessel_j1,
    ref_bessel_k0, ref_bessel_y0, ref_dawson, ref_elliptic_k, ref_expint, ref_fermi_dirac_half,
    ref_lambert_w, ref_normal_quantile, ref_si, ref_voigt, ref_zeta;

#endif
