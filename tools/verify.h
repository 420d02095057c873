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
    source named;
    const char *weight_text;
    clpwl_weight weight; /* floor 0 and w NULL: none */
    clpwl_table *table;
    clpwl_function *f;
    int is_list;
    verify_row *rows;
    clpwl_verification *seen; /* of each row */
    size_t count;
} verify_job;

/* Whether a weighted error is verified, too. */
int verify_has_weight(const verify_job *j);
json_t *verify_json(const verify_job *j, size_t row);
/* A line of a list, below the heading of its place; or several lines on the only one. The first begins with
 * the table. */
void verify_print(FILE *out, verify_job *j, size_t row);
/* How exact f in double is. Notes where that is not exact enough. */
void verify_print_doubt(FILE *out, const verify_job *j);
/* Prints one line if the bound does not hold. 0 or an exit code. */
int verify_verdict(const verify_job *j, size_t row);

#endif
