/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linear asymptotes of functions. */
#ifndef CLPWL__ASYMPTOTE_H
#define CLPWL__ASYMPTOTE_H

#include "clpwl/function.h"

/* slope x + intercept, rounded to double; NaN where none is known */
typedef struct clpwl__asymptote {
    double slope, intercept;
} clpwl__asymptote;

/* Those at -infinity and at infinity. The codes of clpwl_find_tails. */
clpwl_status clpwl__find_asymptotes(clpwl__asymptote out[2], const clpwl_function *f);

#endif
