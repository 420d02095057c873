/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every public operation, as a row of data: what the sweeps of faults drive. An operation
 * makes what it needs, checks the values that it gets, and frees all; so whatever fault
 * met it, the books must balance when it returns.
 */
#ifndef CLPWL_TEST_OPERATIONS_H
#define CLPWL_TEST_OPERATIONS_H

#include "clpwl_cl.h"
#include "faults/layer/fault.h"

/* What an operation works with. */
typedef struct trial {
    const struct fault_layer *layer; /* NULL: not loaded */
    clpwl_context *context;          /* NULL for operations on the host */
    const clpwl_table *table;
    const char *method; /* of operations on evaluators */
    const char *folder; /* for files */
    int variant;        /* which of the operation's, from 0 */
    long stride;        /* of the sweep; 0: every call */
    const char *until;  /* the sweep ends behind this call; NULL: behind the last */
    int wrong;          /* set where a value that came with CLPWL_OK was wrong */
    int event_failed;   /* clpwl_enqueue: set where the event ended with a failure */
} trial;

typedef struct operation {
    const char *name;
    clpwl_status (*run)(trial *t);
    int variants; /* swept one by one: in a row each fault would cost all of them; 0: one */
    int in_part; /* make check takes one of variants 0 and 1, of 2 and 3 and so on; of methods
                    the first that works; of a context's calls each fifth */
} operation;

/* Each ends with a row without a name. */
extern const operation list_operations[];      /* devices, contexts: no context is given */
extern const operation context_operations[];   /* in a context */
extern const operation evaluator_operations[]; /* in a context, by a method */
extern const operation host_operations[];      /* functions, designs, tables, files */
extern const operation numeric_operations[];   /* what a design does not do */

#endif
