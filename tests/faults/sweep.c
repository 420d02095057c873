/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep.h"
#include <stdio.h>
#include <stdlib.h>
#include "base/internal.h"
#include "support/suite.h"

enum { MOST_CALLS = 20000 };

typedef struct books {
    long live[CLASSES], blocks;
} books;

static books open_books(const trial *t)
{
    books b = {{0}, clpwl__live_blocks()};
    for (int c = 0; t->layer && c < CLASSES; c++)
        b.live[c] = t->layer->live(c);
    return b;
}

/* A context keeps its programs, and memory for them. */
static int balance(const trial *t, const books *before, const char *where)
{
    static const char *const names[] = FAULT_CLASS_NAMES;
    books now = open_books(t);
    int keeps = t->context != NULL, leaked = !keeps && now.blocks != before->blocks;
    if (leaked)
        printf("%s: %ld blocks of memory leaked\n", where, now.blocks - before->blocks);
    for (int c = 0; c < CLASSES; c++)
        if (now.live[c] != before->live[c] && !(keeps && c == PROGRAM)) {
            printf("%s: %ld %s references leaked\n", where, now.live[c] - before->live[c],
                   names[c]);
            leaked = 1;
        }
    return leaked;
}

/* One fault, then the same operation without it. Returns 0 after the last fault. */
static int step(tally *sum, const operation *o, trial *t, const fault_kind *kind, long n)
{
    char where[200];
    books before = open_books(t);
    t->wrong = 0;
    t->event_failed = 0;
    kind->arm(t, n);
    clpwl_status status = o->run(t);
    int met = kind->has_met(t), told = !met || status == CLPWL_OK || kind->is_told(t, status);
    const char *call = met && t->layer ? t->layer->met() : NULL;
    call = call ? call : "";
    kind->arm(t, 0);
    snprintf(where, sizeof where, "%s%s%s, %s, fault %ld %s", o->name, t->method ? " by " : "",
             t->method ? t->method : "", kind->name, n, call);
    if (!told)
        printf("%s: %s does not tell: %s\n", where, clpwl_status_name(status),
               clpwl_last_message());
    if (t->wrong)
        printf("%s: wrong\n", where);
    if (!met && status != CLPWL_OK) {
        printf("%s: fails without a fault: %s\n", where, clpwl_last_message());
        told = 0;
    }
    sum->leaked += balance(t, &before, where);
    sum->injected += met;
    sum->refused += met && status != CLPWL_OK;
    sum->tolerated += met && status == CLPWL_OK;
    if (met && status == CLPWL_OK && !t->event_failed && getenv("CLPWL_FAULT_VERBOSE"))
        printf("%s: tolerated\n", where);
    sum->wrong += t->wrong || !told;
    if (!met)
        return 0;
    t->wrong = 0;
    status = o->run(t);
    if (status != CLPWL_OK || t->wrong) {
        printf("%s: afterwards it fails: %s\n", where, clpwl_last_message());
        sum->wrong++;
    }
    sum->leaked += balance(t, &before, where);
    return !(t->until && strcmp(call, t->until) == 0);
}

void sweep(tally *sum, const operation *o, trial *t, const fault_kind *kind,
           void (*fresh)(trial *t, int make))
{
    long n;
    int more = 1;
    for (n = 1; more && n <= MOST_CALLS; n += t->stride ? t->stride : 1) {
        books before = open_books(t);
        if (fresh)
            fresh(t, 1);
        more = step(sum, o, t, kind, n);
        if (fresh)
            fresh(t, 0);
        if (fresh)
            sum->leaked += balance(t, &before, "context and all");
    }
    ck_assert_msg(!more, "%s: still faults after %d calls", o->name, MOST_CALLS);
}

void sweep_one_context(tally *sum, const operation *o, trial *t, const fault_kind *kind)
{
    books before = open_books(t);
    sweep_context(t, 1);
    ck_assert_int_eq(o->run(t), CLPWL_OK); /* compiles the programs */
    sweep(sum, o, t, kind, NULL);
    sweep_context(t, 0);
    sum->leaked += balance(t, &before, "context and all");
}

void sweep_context(trial *t, int make)
{
    if (make)
        OK(clpwl_context_create(&t->context, NULL));
    else
        clpwl_context_free(t->context);
    if (!make)
        t->context = NULL;
}

int sweep_takes(size_t method, const operation *o, int partition)
{
    size_t turn = method + (size_t)(o - evaluator_operations) + (size_t)partition;
    return tally_all() || turn % 2 == 0;
}

int sweep_works(trial *t, int host)
{
    if (!host)
        sweep_context(t, 1);
    clpwl_status status = evaluator_operations[0].run(t);
    ck_assert_msg(status == CLPWL_OK || status == CLPWL_ERR_UNSUPPORTED, "%s: %s", t->method,
                  clpwl_last_message());
    if (!host)
        sweep_context(t, 0);
    return status == CLPWL_OK;
}

const char *sweep_method_name(size_t i)
{
    if (i == clpwl_method_count())
        return "auto";
    const char *name = clpwl_method(i)->name;
    return i > 0 && strcmp(name, clpwl_method(i - 1)->name) == 0 ? NULL : name;
}
