/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenCL does not survive fork(): drivers hang in the child of a process that used them. */
#ifndef CLPWL__PROCESS_H
#define CLPWL__PROCESS_H

#include "base/internal.h"

/* Fails in the child of a process that used OpenCL. It comes before any call of OpenCL.
 * CLPWL_ERR_UNSUPPORTED. */
clpwl_status clpwl__process_check(void);

#endif
