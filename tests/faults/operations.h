/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every public operation on a device as a row of a table, for the sweeps of faults. An operation creates what
 * it needs, checks the values that it gets, and frees everything: whichever call failed, nothing is
 * left when it returns.
 */
#ifndef CLPWL_TEST_OPERATIONS_H
#define CLPWL_TEST_OPERATIONS_H

#include "clpwl_cl.h"
#include "faults/layer/fault.h"

/* The state of an operation. */
typedef struct trial {
    const struct fault_layer *layer; /* NULL: not loaded */
    clpwl_context *context;          /* NULL for operations on the host */
    const clpwl_table *table;
    const char *method; /* of operations on evaluators */
    long stride;       /* the step of the sweep; 0: every call */
    const char *until; /* the sweep ends after this call; NULL: after the last one */
    int wrong;         /* set if a call returned CLPWL_OK and a wrong value */
    int event_failed;  /* clpwl_enqueue: set if the event ended with a failure */
} trial;

typedef struct operation {
    const char *name;
    clpwl_status (*run)(trial *t);
    int in_part; /* but for CLPWL_FAULTS=all, the first method that works; every fifth call of a context */
} operation;

/* Each table ends with a row without a name. */
extern const operation list_operations[];      /* devices and contexts; these get no context */
extern const operation context_operations[];   /* in a context */
extern const operation evaluator_operations[]; /* in a context, by a method */

#endif
