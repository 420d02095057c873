/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/best_of.h"
#include "design/search.h"
#include <float.h>
#include <stdio.h>

/* The refusal of the choice whose trials came nearest to the target. */
typedef struct nearest {
    clpwl_status status; /* CLPWL_OK: there is none */
    double reached;      /* infinite where the choice is impossible */
    char message[CLPWL__MESSAGE_ROOM];
} nearest;

static void keep_nearest(nearest *n, const clpwl__choice *c, clpwl_status status, double reached)
{
    if (n->status != CLPWL_OK && reached >= n->reached)
        return;
    n->status = status;
    n->reached = reached;
    snprintf(n->message, sizeof n->message, "%s%s%s", c->handicap > 1 ? c->name : "",
             c->handicap > 1 ? " comes nearest: " : "", clpwl_last_message());
}

/* Impossible choices are last. */
static int compare(const void *a, const void *b)
{
    const clpwl__choice *l = a, *r = b;
    return l->cost < r->cost ? -1 : l->cost > r->cost;
}

static double cost_of(const clpwl__choice *c, double segments)
{
    return c->handicap * c->unit * (segments + 1);
}

static clpwl_status guess_costs(const clpwl__choosing *how, clpwl__choice *choices, size_t count, nearest *n)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i < count; i++) {
        clpwl__choice *c = &choices[i];
        status = how->guess(c->what, &c->guess);
        if (clpwl__is_final(status))
            goto done;
        c->is_possible = status == CLPWL_OK;
        c->cost = c->is_possible ? cost_of(c, c->guess) : HUGE_VAL;
        if (!c->is_possible)
            keep_nearest(n, c, status, HUGE_VAL);
    }
    status = CLPWL_OK;
    qsort(choices, count, sizeof *choices, compare);
done:
    return status;
}

clpwl_status clpwl__best_of(const clpwl__choosing *how, clpwl__choice *choices, size_t count,
                            clpwl_table **out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table *best = NULL, *next = NULL;
    double least = HUGE_VAL;
    nearest n = {.status = CLPWL_OK, .reached = HUGE_VAL};
    TRY(guess_costs(how, choices, count, &n));
    for (size_t i = 0; i < count && choices[i].is_possible; i++) {
        clpwl__choice *c = &choices[i];
        double most = (double)how->most, reached = HUGE_VAL;
        if (!how->worth && best)
            most = fmin(most, ceil(least / (c->handicap * c->unit)) - 2);
        if (most < 1 || (best && c->guess > CLPWL__FAR * most))
            continue;
        status = how->design(c->what, (size_t)most, &next, &reached);
        if (clpwl__is_final(status))
            goto done;
        if (status != CLPWL_OK) {
            keep_nearest(&n, c, status, fmin(reached, DBL_MAX));
            c->guess = fmax(c->guess, most + 1);
            c->cost = cost_of(c, c->guess);
            continue;
        }
        c->is_designed = 1;
        c->guess = (double)clpwl_table_segments(next);
        c->cost = cost_of(c, c->guess) * (how->worth ? how->worth(c->what, next) : 1);
        if (!best || c->cost < least) { /* the cost of an error that is not known is NaN */
            clpwl_table_free(best);
            best = next;
            least = c->cost;
        } else {
            clpwl_table_free(next);
        }
        next = NULL;
    }
    CHECK(best, n.status, "%s", n.message);
    status = CLPWL_OK;
    for (size_t i = 0; i < count; i++) /* those that were left out, or refused, cost more */
        if (choices[i].is_possible && !choices[i].is_designed)
            choices[i].cost = fmax(choices[i].cost, nextafter(least, HUGE_VAL));
    qsort(choices, count, sizeof *choices, compare);
    *out = best;
    best = NULL;
done:
    clpwl_table_free(best);
    return status;
}
