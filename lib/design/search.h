/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The least number of segments N that meets a target error.
 *
 * A guess gives the first N, and measurements decide: up by the power law of the errors, between a number
 * that fails and one that meets by secants. Likely numbers come next. A walk down ends the search: the error
 * falls about as 1/N^2, but not at each step. What is searched is behind the calls of clpwl__search.
 */
#ifndef CLPWL__SEARCH_H
#define CLPWL__SEARCH_H

#include "base/internal.h"

/* By what guesses of N are off at most: a sine with 1e8 / 2 pi periods. */
enum { CLPWL__FAR = 2 };

/* The error with a number of segments. */
typedef struct clpwl__trial {
    size_t segments; /* 0: there is none */
    double error;    /* that counts for the target; NaN: more than the target for certain, and not known */
    double added;    /* the part of it that need not fall with N */
} clpwl__trial;

typedef struct clpwl__search {
    /* The error with so many segments. None: the caller's time is over. */
    clpwl_status (*measure)(void *user, size_t segments, clpwl__trial *out);
    /* Whether so many can meet the target, where `near` is one that does; *can = 0 is certain. */
    clpwl_status (*can_meet)(void *user, size_t segments, const clpwl__trial *near, int *can);
    /* The first number in [from, to) that may meet the target though its neighbours do not; `to`: there is
     * none. Only multiples of the unit are tried. NULL: there are no such numbers. */
    size_t (*likely)(void *user, size_t from, size_t to);
    void *user;
    double target;
    double guess;   /* of N */
    size_t unit;    /* N is a multiple of this, */
    size_t stride;  /* and of this but for the few numbers that are less than one that meets the target */
    size_t most;    /* the largest N */
    size_t exact;   /* a larger N is found to its 1024th part */
    size_t lawful;  /* from this N on, the error falls with N unless it has a floor */
    double budget;  /* of segments, in all trials */
} clpwl__search;

/* Why a search ended. */
typedef enum clpwl__ended {
    CLPWL__ENDED_FOUND,
    CLPWL__ENDED_MOST,    /* the largest N does not meet the target */
    CLPWL__ENDED_FLOOR,   /* what is added to the error exceeds the target */
    CLPWL__ENDED_PLATEAU, /* more segments gained nothing */
    CLPWL__ENDED_BUDGET,
    CLPWL__ENDED_TIME
} clpwl__ended;

typedef struct clpwl__found {
    size_t segments;    /* the fewest that met the target; 0: none did */
    clpwl__trial best;  /* the trial with the least error; without segments: none ended */
    clpwl__ended ended; /* where segments met the target: BUDGET and TIME, or FOUND */
    double needed;      /* about so many segments meet the target; 0: not known */
    int is_local;       /* the error fell more slowly than 1/N: it is large at some places alone */
} clpwl__found;

/* CLPWL_OK also where none were found. The codes of the calls. */
clpwl_status clpwl__search_fewest(const clpwl__search *s, clpwl__found *out);

#endif
