/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best of several choices: what "auto" means, and what an aim chooses among. */
#ifndef CLPWL__BEST_OF_H
#define CLPWL__BEST_OF_H

#include "clpwl/table.h"
#include "base/internal.h"

/* Whether no other choice is to be tried. */
static inline int clpwl__is_final(clpwl_status status)
{
    return status == CLPWL_ERR_MEMORY || status == CLPWL_ERR_CANCELLED;
}

typedef struct clpwl__choice {
    const char *name;  /* in messages */
    double handicap;   /* its bytes count so many times; at least 1 */
    double unit;       /* bytes a segment */
    double cost;       /* bytes, by the guess or a table, times the handicap and the worth; set */
    double guess;      /* about so many segments, which are off by a factor of 2 at most; set */
    void *what;
    int is_possible;   /* it has a guess; set */
    int is_designed;   /* the guess is that of a table; set */
} clpwl__choice;

typedef struct clpwl__choosing {
    /* About how many segments a choice takes. CLPWL_ERR_TARGET and others: it is impossible. */
    clpwl_status (*guess)(void *what, double *segments);
    /* Its best table with at most so many segments. *reached is the least error of those that were tried,
     * and stays where none was. */
    clpwl_status (*design)(void *what, size_t most, clpwl_table **out, double *reached);
    /* By what its bytes are multiplied, as for its error. NULL: its bytes alone count. */
    double (*worth)(void *what, const clpwl_table *table);
    size_t most; /* segments */
} clpwl__choosing;

/*
 * Designs the choices, those first that cost the least by their guesses, and takes the table whose bytes cost
 * the least. A choice is left out if its guess is twice as large as what would be better.
 *   choices  sorted by their costs: the first one is the best, the next one its runner-up if it is possible
 * The refusal of the choice whose trials came nearest, if no choice has a table; CLPWL_ERR_MEMORY,
 * CLPWL_ERR_CANCELLED.
 */
clpwl_status clpwl__best_of(const clpwl__choosing *how, clpwl__choice *choices, size_t count,
                            clpwl_table **out);

#endif
