/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a target is not met: what a search found, in one sentence. */
#ifndef CLPWL__REFUSAL_H
#define CLPWL__REFUSAL_H

#include "clpwl/design.h"
#include "design/search.h"

/* Returns CLPWL_ERR_TARGET, with the sentence.
 *   options  complete
 *   x        where the last trial had its largest error */
clpwl_status clpwl__refuse(const clpwl_design_options *options, const clpwl__found *found, double x);

#endif
