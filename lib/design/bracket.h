/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two numbers of segments around a target error: the lower fails, the higher meets it. */
#ifndef CLPWL__BRACKET_H
#define CLPWL__BRACKET_H

#include <math.h>
#include "design/plan.h"

/* The share of the rounding floor that does not vary with N. */
static const double clpwl__reliable = 0.9;

typedef struct clpwl__seen {
    size_t n;                   /* 0: none */
    double measured, rounding; /* its error: by the line itself, and by execution */
} clpwl__seen;

typedef struct clpwl__bracket {
    clpwl__plan *plan;
    double target;
    size_t stride, most;  /* N is a multiple of stride, which makes kinks knots; at most `most` */
    size_t lo, hi;        /* lo fails, hi meets the target; 0: not known */
    double e_lo, e_hi;    /* their errors */
    double rounding;      /* the part of the last trial's error by execution */
    size_t best;          /* the N with the least error of all trials; that error, and what execution added */
    double e_best, best_rounding;
    clpwl__seen seen[2];  /* trials, the newest first, of twice the segments of the other one or more */
    double growth;        /* of N, from one failure to the next, at least */
    int rough;            /* any hi will do */
    size_t mark;          /* a failure, with which a later one at a larger N is compared */
    double e_mark;
    int stale;            /* the later one was no better: a larger N gains nothing */
    double floored;       /* what execution adds, if above the target and not less as N grows; 0: not so */
    int late;             /* the budget of time would end before a number met the target */
    int beyond;           /* far more segments than the largest number are needed */
    double needed;        /* in either case about so many; 0: not known */
} clpwl__bracket;

/* For the plan's largest number of segments. No trial is made. */
clpwl__bracket clpwl__bracket_begin(clpwl__plan *plan, double target);

/* Narrows the bracket from a guess of N, unless it has two ends, until lo and hi are neighbours.
 * hi stays 0 if the target is not met. The codes are those of clpwl__plan_trial. */
clpwl_status clpwl__bracket_narrow(clpwl__bracket *b, double guess);

/* The power of N by which a quantity fell between the two trials. */
static inline double clpwl__fall(const clpwl__seen *before, double from, const clpwl__seen *after,
                                 double to)
{
    return log(from / to) / log((double)after->n / (double)before->n);
}

/* About how many segments meet the target, by the square law from the best trial and 2 % more. 0: the law
 * would more than double the segments, the errors of the last trials fall more slowly than 1/N, or an eighth
 * of the error is rounding, which grows with N. */
static inline double clpwl__bracket_needed(const clpwl__bracket *b)
{
    const clpwl__seen *s = b->seen;
    const double power = s[1].n ? clpwl__fall(&s[1], s[1].measured, &s[0], s[0].measured) : 2;
    int is_near = b->best && b->e_best < 4 * b->target && b->best_rounding < b->e_best / 8 && power > 1;
    return is_near ? 1.02 * (double)b->best * sqrt(b->e_best / b->target) : 0;
}

/* Seconds of refined knots for each segment, of minimax with 4096 in bench/results/corpus-times.txt. Few
 * segments take longer where a mesh has to resolve many periods; more take no more for these. */
static const double clpwl__usual_cost = 1.2e-5;

/* Whether so many segments would take too long. Free knots cost no more than usual in a long trial. */
static inline int clpwl__bracket_is_hopeless(const clpwl__bracket *b, double segments)
{
    const clpwl__plan *plan = b->plan;
    double cost = clpwl__plan_has_free_knots(plan) ? fmin(plan->cost, clpwl__usual_cost) : plan->cost;
    return b->best && !b->hi && clpwl__plan_seconds(plan) + cost * segments > clpwl__plan_allowed(plan);
}

/* The error of a trial as executed, in the plan's norm. give_up is clpwl__plan_trial's. */
clpwl_status clpwl__bracket_measure(clpwl__bracket *b, size_t segments, double give_up,
                                    double *error);

/* The same, and the number becomes lo or hi. */
clpwl_status clpwl__bracket_try(clpwl__bracket *b, size_t segments, double *error);

/* Whether a trial of hi, or the search so far, takes so long that no fewer segments are tried. */
int clpwl__bracket_is_long(const clpwl__bracket *b);

/* Fewer segments than those that a bracket found: fewer.c. */

/* Lowers hi while one of the few numbers below it meets the target. The error falls with N, but not at each
 * step. */
clpwl_status clpwl__try_fewer(clpwl__bracket *b);

/*
 * Lowers b->hi to a dip that meets the target. With some numbers of segments all kinks of f happen to lie
 * near knots of a uniform partition. If no number puts knots on all kinks, Linf of a uniform table goes up
 * and down with N, and the smallest N that meets a target is then one of these dips: |sin x| on [0.5, 10]
 * within 1e-4 takes 2147 segments, without looking for dips 28821 (bench/corpus rectified). Only an
 * unweighted design with a uniform partition has dips.
 *   smooth  the number of segments that f needs without its kinks
 * CLPWL_ERR_MEMORY, and the codes of clpwl__plan_trial.
 */
clpwl_status clpwl__try_dips(clpwl__bracket *b, double smooth);

#endif
