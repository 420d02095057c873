/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * clpwl verify: a list of evaluators of one table, each with the errors seen; a list of one unless method,
 * storage or device is "all". Here is what is said of them.
 */
#ifndef CLPWL_TOOL_VERIFY_H
#define CLPWL_TOOL_VERIFY_H

#include <stdio.h>
#include "json.h"
#include "source.h"

enum { VERIFY_PLACE_ROOM = 512 };

typedef struct verify_row {
    clpwl_evaluator *evaluator;
    char place[VERIFY_PLACE_ROOM]; /* "PLATFORM: DEVICE, driver VERSION", or "host: CPU" */
} verify_row;

typedef struct verify_job {
    const char *method, *device; /* NULL, a name, or "all" */
    int storage;                 /* a clpwl_storage, or -1: all */
    size_t arguments, seed;
    int every, json;
    const char *report; /* of every; NULL: standard output */
    subject of;
    int is_list;
    verify_row *rows;
    clpwl_verification *seen; /* of each row */
    size_t count;
} verify_job;

json_t *verify_json(const verify_job *j, size_t row);
/* A line of a list, below the heading of its place. */
void verify_print(FILE *out, const verify_job *j, size_t row);
/* Notes where f in double is not exact enough. */
void verify_note_doubt(const verify_job *j);
/* Prints one line if the bound does not hold. 0 or an exit code. */
int verify_verdict(const verify_job *j, size_t row);


/* verify_state.c. Verifies every argument by all rows; with a report in a file, begins where the state of a run
 * that was interrupted ends, and writes that file now and then. 0 or an exit code. */
int verify_every(verify_job *j);
void verify_state_remove(const verify_job *j); /* after the report */

#endif
