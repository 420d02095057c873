/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel densities of clpwl-bgs by their definition: plain C, double precision, one pixel and
 * one sample after the other, `exp` for the Gaussian. It shares only the struct of options with the
 * kernels.
 */
#ifndef BGS_REFERENCE_H
#define BGS_REFERENCE_H

#include "bgs/model.h"

typedef struct reference reference;

reference *reference_create(const bgs_options *options, int width, int height);
void reference_free(reference *r);
/* p(background) of each pixel, width * height; borrowed until the next push. */
const double *reference_push(reference *r, const unsigned char *rgb);

#endif
