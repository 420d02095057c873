/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * clpwl verify --every, resumable: the state of an interrupted run is a file beside its report, with the
 * results so far. A state of something else is refused.
 */
#ifndef CLPWL_TOOL_VERIFY_STATE_H
#define CLPWL_TOOL_VERIFY_STATE_H

#include "verify.h"

/* Verifies every argument by all rows; with a report, from its state. 0 or an exit code. */
int verify_every(verify_job *j);
/* The report is written. */
void verify_state_remove(const verify_job *j);

#endif
