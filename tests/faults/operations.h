/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every public operation as a row of a table, for the sweeps of faults. An operation creates what
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
    const char *folder; /* for files */
    int variant;        /* the variant of the operation, from 0 */
    long stride;        /* the step of the sweep; 0: every call */
    const char *until;  /* the sweep ends after this call; NULL: after the last one */
    int wrong;          /* set if a call returned CLPWL_OK and a wrong value */
    int event_failed;   /* clpwl_enqueue: set if the event ended with a failure */
} trial;

typedef struct operation {
    const char *name;
    clpwl_status (*run)(trial *t);
    int variants; /* each is swept alone: together each fault would cost all of them; 0: one */
    int in_part; /* make check takes one of variants 0 and 1, of 2 and 3, ...; the first method
                    that works; every fifth call of a context */
} operation;

/* Each table ends with a row without a name. */
extern const operation list_operations[];      /* devices and contexts; these get no context */
extern const operation context_operations[];   /* in a context */
extern const operation evaluator_operations[]; /* in a context, by a method */
extern const operation host_operations[];      /* functions, designs, tables, files */
extern const operation numeric_operations[];   /* operations that a design does not use */

#endif
