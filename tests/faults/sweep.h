/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sweep: an operation again and again, the fault one call further on each time. */
#ifndef CLPWL_TEST_SWEEP_H
#define CLPWL_TEST_SWEEP_H

#include "operations.h"
#include "tally.h"

/* One kind of fault: how it is set, and what it met. */
typedef struct fault_kind {
    const char *name;
    void (*arm)(const trial *t, long n); /* 0: off */
    int (*has_met)(const trial *t);
    /* Whether the status and the last message tell what happened. */
    int (*is_told)(const trial *t, clpwl_status status);
} fault_kind;

/*
 * Sweeps n from 1 until no fault is met; each time the same operation must succeed right
 * afterwards, with the same trial. The first failure of each kind is printed.
 *   fresh  makes the trial's context for each n and frees it; NULL: the trial stays
 */
void sweep(tally *sum, const operation *o, trial *t, const fault_kind *kind,
           void (*fresh)(trial *t, int make));

/* The same in one context, which keeps the programs that it builds. */
void sweep_one_context(tally *sum, const operation *o, trial *t, const fault_kind *kind);

/* Makes the trial's context, or frees it. */
void sweep_context(trial *t, int make);

/* Whether the method with this number is swept over tables of a partition: of the two, make
 * check takes one for each method, the other one in the next operation. */
int sweep_takes(size_t method, const operation *o, int partition);

/* Whether the trial's method reads its table, here. */
int sweep_works(trial *t, int host);

/* The i-th method's name, but NULL where it repeats the one before; behind the last,
 * "auto". */
const char *sweep_method_name(size_t i);

/* The layer, which OPENCL_LAYERS has to name before the first OpenCL call; NULL where
 * the loader did not load it. */
const struct fault_layer *layer_load(void);

#endif
