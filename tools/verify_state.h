/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of an interrupted clpwl verify --every, a file of JSON: what was verified, and the results
 * so far. A state of something else is refused.
 */
#ifndef CLPWL_TOOL_VERIFY_STATE_H
#define CLPWL_TOOL_VERIFY_STATE_H

#include "verify_every.h"

/* What is verified: version, table, function, weight, and each row. The caller releases it. */
int verify_identity(const verify_job *j, const clpwl_table *table, const clpwl_function *f,
                    const verify_list *l, json_t **out);
/* Reads the results, if there is a state of this identity; else they are unchanged. all: the
 * arguments of a whole verification. 0 or an exit code. */
int verify_state_read(const char *path, const json_t *identity, size_t all,
                      clpwl_verification *results, size_t count);
int verify_state_write(const char *path, json_t *identity, const clpwl_verification *results,
                       size_t count);

#endif
