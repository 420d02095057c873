/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLPWL_TOOL_VERIFY_ALL_H
#define CLPWL_TOOL_VERIFY_ALL_H

#include "verify.h"

/* Whether the job names several devices, methods or storages. */
int verify_is_sweep(const verify_job *j);
/* Verifies every combination of the job's devices, methods and storages that can read the
 * table, a line each; with `every`, all of them together. The exit code is 1 if a bound is broken, if
 * one fails, or if none can. */
int verify_all(const verify_job *j, const clpwl_table *table, const clpwl_function *f);

#endif
