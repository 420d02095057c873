/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/best_of.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FAR = 2 /* by what guesses are off at most */ };

/* A choice without a handicap is simpler: another one is named if it comes to less than 4/5 of its error. */
static const double far = 1.25;

/* The refusal of the choice whose trials came nearest to the target. */
typedef struct nearest {
    clpwl_status status; /* CLPWL_OK: there is none */
    const char *name;
    double reached;
    char message[CLPWL__MESSAGE_ROOM];
} nearest;

static void keep_nearest(nearest *n, const clpwl__choice *c, clpwl_status status, double reached)
{
    if (n->status != CLPWL_OK && reached > n->reached * (c->handicap > 1 ? 1 : far))
        return;
    n->status = status;
    n->name = c->name;
    n->reached = reached;
    snprintf(n->message, sizeof n->message, "%s", clpwl_last_message());
}

static int compare(const void *a, const void *b)
{
    const clpwl__choice *l = a, *r = b;
    double left = l->handicap * l->unit * l->guess, right = r->handicap * r->unit * r->guess;
    return left < right ? -1 : left > right;
}

/* Puts a table and what it costs where it is better, and what was there into *next. */
static void exchange(clpwl_table **best, double *cost, clpwl_table **next, double *next_cost)
{
    clpwl_table *table = *best;
    double was = *cost;
    if (*best && !(*next_cost < *cost))
        return;
    *best = *next;
    *cost = *next_cost;
    *next = table;
    *next_cost = was;
}

clpwl_status clpwl__best_of(const clpwl__choosing *how, clpwl__choice *choices, size_t count,
                            clpwl_table **out, clpwl_table **runner_up)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table *best = NULL, *second = NULL, *next = NULL;
    double least = HUGE_VAL, least_but_one = HUGE_VAL;
    nearest n = {CLPWL_OK, NULL, HUGE_VAL, ""};
    for (size_t i = 0; i < count; i++) {
        clpwl__choice *c = &choices[i];
        status = how->guess(c->what, &c->guess);
        if (clpwl__is_final(status))
            goto done;
        c->is_possible = status == CLPWL_OK;
        if (!c->is_possible)
            keep_nearest(&n, c, status, HUGE_VAL);
    }
    qsort(choices, count, sizeof *choices, compare);
    for (size_t i = 0; i < count; i++) {
        clpwl__choice *c = &choices[i];
        double unit = c->handicap * c->unit, reached = HUGE_VAL, most = (double)how->most;
        if (!how->worth)
            most = fmin(most, ceil(least / unit) - 2);
        if (!c->is_possible || most < 1 || (best && c->guess > FAR * most))
            continue;
        status = how->design(c->what, (size_t)most, &next, &reached);
        if (clpwl__is_final(status))
            goto done;
        if (status != CLPWL_OK) {
            keep_nearest(&n, c, status, reached);
            continue;
        }
        double cost = unit * (double)(clpwl_table_segments(next) + 1);
        cost *= how->worth ? how->worth(c->what, next) : 1;
        exchange(&best, &least, &next, &cost);
        if (next)
            exchange(&second, &least_but_one, &next, &cost);
        clpwl_table_free(next);
        next = NULL;
    }
    CHECK(best, n.status, "%s%s%s", count > 1 ? n.name : "", count > 1 ? " comes nearest: " : "", n.message);
    status = CLPWL_OK;
    *out = best;
    best = NULL;
    if (runner_up) {
        *runner_up = second;
        second = NULL;
    }
done:
    clpwl_table_free(best);
    clpwl_table_free(second);
    return status;
}
