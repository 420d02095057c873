/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench/bounds: bounds.c designs and judges, bounds_see.c finds the largest error of a table. */
#ifndef BENCH_BOUNDS_H
#define BENCH_BOUNDS_H

#include <stdint.h>
#include "clpwl.h"

enum { ARGUMENTS = 100000 }; /* of each table */

typedef struct entry {
    const char *group, *name;
    double a, b, place;
    clpwl_callback f;
    size_t samples; /* 0: f itself */
    double sigma;
} entry;

typedef struct edge {
    double a, b, at; /* the domain, and where w jumps */
} edge;

/* A case under way. */
typedef struct design {
    const entry *entry;
    const clpwl_function *f;
    clpwl_design_options o;
    const clpwl_table *table;
    clpwl_evaluator *evaluator; /* while errors are sought */
    edge edge;
    clpwl_weight weight;
    double side; /* 1: v must not be below f, -1: above; 0: no side */
    double worst, at, wrong, wrong_at, largest; /* |f| */
} design;

/* Ends the program where a call failed. */
void bounds_check(clpwl_status status);
double bounds_draw(uint64_t *state); /* from 0 to 1 */
/* Fills worst, at, wrong, wrong_at and largest, which are 0 before. A failure: the table has no
 * evaluator. */
clpwl_status bounds_see(design *d);

#endif
