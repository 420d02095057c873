/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One verification of clpwl verify: its options, its run, and its verdict. */
#ifndef CLPWL_TOOL_VERIFY_H
#define CLPWL_TOOL_VERIFY_H

#include <stdio.h>
#include "json.h"
#include "source.h"

enum { VERIFY_ALL_STORAGES = -1, VERIFY_ARGUMENTS = 10000000, VERIFY_PLACE_ROOM = 512 };

typedef struct verify_job {
    const char *method, *device; /* NULL, a name, or "all" */
    int storage;                 /* a clpwl_storage, or VERIFY_ALL_STORAGES */
    size_t arguments, seed;
    int every, json;
    const char *report; /* of every; NULL: standard output */
    source named;
    const char *weight_text;
    clpwl_weight weight; /* floor 0 and w NULL: none */
} verify_job;

/* Whether a weighted error is verified, too. */
int verify_has_weight(const verify_job *j);
/* The fp32 numbers of the table's domain, -0 as one below 0. */
size_t verify_count_arguments(const clpwl_table *table);
/* The options of an evaluator. Where the job or CLPWL_DEVICE names the device, no method of the
 * host is chosen for it. */
clpwl_evaluator_options verify_how(const verify_job *j, const clpwl_context *context,
                                   const char *method, clpwl_storage storage);
/* "PLATFORM: DEVICE, driver VERSION", or "host: CPU" where a method of the host evaluates. Returns
 * `place`. */
const char *verify_place(const clpwl_evaluator *e, const clpwl_context *context,
                         char place[VERIFY_PLACE_ROOM]);
/* A line that names what is verified. */
void verify_print_place(FILE *out, const verify_job *j, const char *place);
/* Verifies, with a progress bar. 0 or an exit code. */
int verify_run(const verify_job *j, clpwl_evaluator *e, const clpwl_function *f,
               clpwl_verification *seen);
json_t *verify_json(const verify_job *j, const clpwl_evaluator *e, const clpwl_verification *v);
/* The table's target; met: whether the errors seen meet it, or null. */
json_t *verify_target_json(const verify_job *j, const clpwl_table *table, const clpwl_verification *v);
/* Several lines on one verification, without the device. */
void verify_print(FILE *out, const verify_job *j, const clpwl_table *table,
                  const clpwl_evaluator *e, const clpwl_verification *v);
/* One line of a list, and its heading. With a weight, the errors are weighted. */
void verify_print_heading(FILE *out, const verify_job *j);
void verify_print_row(FILE *out, const verify_job *j, const clpwl_table *table, const clpwl_evaluator *e,
                      const clpwl_verification *v);
/* Prints one line if the bound does not hold, which begins with `who`. 0 or an exit code. */
int verify_verdict(const clpwl_verification *v, const char *who);

#endif
