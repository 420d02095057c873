/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outcomes of the faults of one kind: a line of the table in doc/TRUST.md. */
#ifndef CLPWL_TEST_TALLY_H
#define CLPWL_TEST_TALLY_H

typedef struct tally {
    long injected;
    long refused;   /* a failure whose message names the call */
    long tolerated; /* success with correct results */
    long leaked, wrong; /* wrong: values, messages, statuses, and later failures */
} tally;

/* Prints the line of the table. The test fails if anything leaked or was wrong, or if no call met a fault
 * that must meet one. */
void tally_report(const char *what, const tally *sum, int must_meet);

/* 1 if CLPWL_FAULTS=all: the sweeps skip nothing to save time. */
int tally_all(void);

#endif
