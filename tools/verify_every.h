/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl verify --every: all fp32 arguments by several evaluators, and its report. */
#ifndef CLPWL_TOOL_VERIFY_EVERY_H
#define CLPWL_TOOL_VERIFY_EVERY_H

#include "verify.h"

/* An evaluator, and where it runs. */
typedef struct verify_row {
    clpwl_evaluator *evaluator;
    char place[VERIFY_PLACE_ROOM];
} verify_row;

/* Begins with zeros. */
typedef struct verify_list {
    verify_row *rows;
    size_t count;
} verify_list;

/* Takes over the evaluator. 0 or an exit code. */
int verify_list_add(verify_list *l, clpwl_evaluator *e, const clpwl_context *context);
void verify_list_free(verify_list *l);

/* Verifies every argument by the evaluators of the list, which is not empty. The results go to the
 * job's report, which is resumable, or to standard output. The exit code is 1 if a bound is broken. */
int verify_every(const verify_job *j, const clpwl_table *table, const clpwl_function *f,
                 const verify_list *l);

#endif
