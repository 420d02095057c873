/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of a table's OpenCL C. The marks are those of clpwl__method.body. */
#ifndef CLPWL_CL_SOURCE_H
#define CLPWL_CL_SOURCE_H

#include "cl/evaluator/method.h"

/* The beginning of a function of x: g; `inside`, the argument in the domain; r, which the
 * method's texts are about; and where they need it i. */
void clpwl__append_place(clpwl__text *t, const clpwl_evaluator *e);

/* `before` lane `after` for each lane of y, as one value. */
void clpwl__append_lanes(clpwl__text *t, const clpwl_evaluator *e, const char *before,
                         const char *y, const char *after);

/* NAME_slope, NAME_integral and NAME_between, as far as e gives them. */
void clpwl__append_calculus(clpwl__text *t, const clpwl_evaluator *e);

#endif
