/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLPWL__DEFINED_H
#define CLPWL__DEFINED_H

#include "function/function.h"

/*
 * After a failure by a value of f that is not finite: if f has no finite values on an interval, and not at
 * single places alone, the last message becomes one that names the interval.
 */
void clpwl__explain_undefined(const clpwl_function *f, double a, double b);

#endif
