/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Public operations on a device as rows of a table, for the sweeps of faults. An operation creates what
 * it needs, checks the values that it gets, and frees everything: whichever call failed, nothing is
 * left when it returns.
 */
#ifndef CLPWL_TEST_OPERATIONS_H
#define CLPWL_TEST_OPERATIONS_H

#include "clpwl_cl.h"
#include "faults/layer/fault.h"

typedef struct trial trial;

typedef struct operation {
    const char *name;
    clpwl_status (*run)(trial *t);
    int by_method; /* 0: it makes no evaluator */
    size_t chunk, lanes;
    clpwl_use use;
    clpwl_storage storage;
    clpwl_quantity quantity;
    int halves, compiles; /* each time; 2: it is swept by AUTO, too */
} operation;

/* The state of an operation. */
struct trial {
    const operation *o;
    const struct fault_layer *layer;
    clpwl_context *context;
    const clpwl_table *table;
    const char *method;
    int wrong; /* set if a call returned CLPWL_OK and a wrong value */
};

extern const operation operations[]; /* the last row has no name */

#endif
