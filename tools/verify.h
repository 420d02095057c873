/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clpwl verify: evaluators of one table, each with the errors seen: one unless method or storage is
 * "all". Here is what is said of them. */
#ifndef CLPWL_TOOL_VERIFY_H
#define CLPWL_TOOL_VERIFY_H

#include <stdio.h>
#include "json.h"
#include "source.h"

typedef struct verify_job {
    const char *method, *device; /* NULL, or a name; method: or "all" */
    int storage;                 /* a clpwl_storage, or -1: all */
    size_t arguments, seed;
    int every, json;
    const char *report; /* of every; NULL: standard output */
    subject of;
    int is_list;
    char place[512]; /* "PLATFORM: DEVICE, driver VERSION", or "host: CPU" */
    clpwl_evaluator **rows;
    clpwl_verification *seen; /* of each row */
    size_t count, failed;     /* failed: rows that could not be made */
    char why[512];            /* the last method that cannot read the table */
} verify_job;

json_t *verify_json(const verify_job *j, size_t row);
/* A line of a list, below the heading of the place. */
void verify_print(FILE *out, const verify_job *j, size_t row);
/* Notes where f in double is not exact enough. */
void verify_note_doubt(const verify_job *j);
/* Prints one line if the bound does not hold. 0 or an exit code. */
int verify_verdict(const verify_job *j, size_t row);

/* verify_state.c. Verifies every argument by all rows; with a report in a file, begins where the state of
 * a run that was interrupted ends, and writes that state each second. 0 or an exit code. */
int verify_every(verify_job *j);
void verify_state_remove(const verify_job *j); /* after the report */

#endif
