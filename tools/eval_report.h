/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What clpwl eval says beside its values. */
#ifndef CLPWL_TOOL_EVAL_REPORT_H
#define CLPWL_TOOL_EVAL_REPORT_H

#include <stdint.h>
#include "json.h"
#include "reader.h"

typedef struct eval_report {
    int quantity, half, verbose;
    double from, to; /* the domain, */
    float a, b;      /* in fp32 */
    clpwl_extend extend;
    size_t values, outside, ends; /* ends: of the domain, which fp32 rounds outwards */
    double seconds; /* of evaluation alone */
    json_t *y;      /* the values for JSON; NULL: they are written elsewhere */
} eval_report;

void eval_report_begin(eval_report *r, const clpwl_table *table);
/* Counts arguments. */
void eval_report_count(eval_report *r, const float *x, size_t n);
/* On standard error: with `verbose` all, otherwise what may be a mistake. */
void eval_report_tell(const eval_report *r, const clpwl_evaluator *evaluator, const reader *in);
/* One object on standard output, with the values; an exit code. */
int eval_report_json(eval_report *r, const clpwl_evaluator *evaluator);

#endif
