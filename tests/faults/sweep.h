/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep runs an operation again and again. Each time the fault is one call later. */
#ifndef CLPWL_TEST_SWEEP_H
#define CLPWL_TEST_SWEEP_H

#include "operations.h"
#include "tally.h"

/* One kind of fault: how to set it, and which call it met. */
typedef struct fault_kind {
    const char *name;
    void (*arm)(const trial *t, long n); /* 0: off */
    int (*has_met)(const trial *t);
    /* 1 if the status and the last message name the fault. */
    int (*is_told)(const trial *t, clpwl_status status);
} fault_kind;

/*
 * Sweeps n from 1 until no call meets the fault. After each fault the same operation must succeed
 * with the same trial. The first failure of each kind is printed. `fresh` creates and frees the
 * trial's context for each n; NULL: the trial keeps its context.
 */
void sweep(tally *sum, const operation *o, trial *t, const fault_kind *kind,
           void (*fresh)(trial *t, int make));

/* The same in one context, which keeps its programs. */
void sweep_one_context(tally *sum, const operation *o, trial *t, const fault_kind *kind);

/* Creates the trial's context, or frees it. */
void sweep_context(trial *t, int make);

/* 1 if the method with this number is swept with tables of this partition. make check sweeps
 * each method with one partition, and with the other one in the next operation. */
int sweep_takes(size_t method, const operation *o, int partition);

/* 1 if the trial's method reads its table on this device. */
int sweep_works(trial *t, int host);

/* The name of method i, "auto" after the last one; NULL if it is the name of the method before. */
const char *sweep_method_name(size_t i);

#endif
