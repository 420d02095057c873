/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What clpwl verify is asked for, and what its two forms share. */
#ifndef CLPWL_TOOL_VERIFY_H
#define CLPWL_TOOL_VERIFY_H

#include "json.h"
#include "tool.h"

typedef struct verify_job {
    const char *method, *device; /* NULL, a name, or "all" */
    clpwl_storage storage;
    int all_storages;
    size_t arguments, seed;
    int json;
    source named;
    const char *weight_text;
    clpwl_weight weight; /* of floor 0 and without w: none */
} verify_job;

/* Whether a weighted error is looked at, too. */
int verify_weighs(const verify_job *j);
/* Fills in what was seen, behind a progress bar; 0 or an exit code. */
int verify_run(const verify_job *j, clpwl_evaluator *e, const clpwl_function *f,
               clpwl_verification *seen);
/* The result as an object of JSON. */
json_t *verify_json(const verify_job *j, const clpwl_evaluator *e, const clpwl_verification *v);
/* One line where the bound is broken, which begins with `who`; 0 or an exit code. */
int verify_verdict(const clpwl_verification *v, const char *who);

/* One line for each device, method and storage that reads the table: those named by the
 * job, and of those called "all", all. Exit code: 1 where one is broken or fails, or
 * there is none. */
int verify_all(const verify_job *j, const clpwl_table *table, const clpwl_function *f);

#endif
