/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel densities of clpwl-bgs once more, as their definition reads: plain C, double
 * precision, one pixel and one sample after the other, `exp` for the Gaussian. It shares
 * nothing with the kernels but the options' struct.
 */
#ifndef BGS_REFERENCE_H
#define BGS_REFERENCE_H

#include "bgs/model.h"

typedef struct reference reference;

/* NULL when there is no memory. */
reference *reference_create(const bgs_options *options, int width, int height);
void reference_free(reference *r);
/* p(background) of each pixel, width * height; borrowed until the next push. */
const double *reference_push(reference *r, const unsigned char *rgb);

#endif
