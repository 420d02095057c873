/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What came of the faults of one kind: the lines of the table in doc/TRUST.md. */
#ifndef CLPWL_TEST_TALLY_H
#define CLPWL_TEST_TALLY_H

typedef struct tally {
    long injected;
    long refused;   /* a failure, and a text that names what failed */
    long tolerated; /* success, and all right all the same */
    long leaked, wrong; /* wrong: values, texts, statuses, and what fails afterwards */
} tally;

void tally_add(tally *sum, const tally *more);

/* Prints the line of a table, and fails the test where nothing was met, or anything
 * leaked or was wrong. */
void tally_report(const char *what, const tally *sum);

/* CLPWL_FAULTS=all: nothing is left out for time's sake. */
int tally_all(void);

#endif
