/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refuses targets that equal segments cannot meet at a singular end of f, like sqrt's at 0. */
#ifndef CLPWL__SINGULAR_ENDS_H
#define CLPWL__SINGULAR_ENDS_H

#include "design/subject.h"

/*
 * Refuses the options' max_error if the first or the last of `most` equal segments exceeds
 * `target`, that error or the floor of rounding above it. This is seen from a few values of f,
 * before a search that would take long.
 * CLPWL_ERR_TARGET.
 */
clpwl_status clpwl__check_singular_ends(const clpwl__subject *subject,
                                        const clpwl_design_options *options, double target,
                                        size_t most);

#endif
