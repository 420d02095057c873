/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * corpus --prove: the errors that designs report, against proofs. Every design of the corpus whose
 * function is of the catalogue or can be read as a formula is made without a proof, and then proved.
 * Prints TSV
 *
 *     group  function  a  b  norm  partition  fit  target  segments
 *     measured  proved  least  executed  seen  verdict
 *
 * in the norm of the design: the measured error, the bound that is proved, a lower bound, the error as
 * executed, and the error of host-scalar that is seen. This one is measured where the error as executed is
 * more than 1.5 times the proved one: roundings are then a third of it, or more. The verdict is
 *
 *     held      the error as executed is at least the lower bound, and the measured one nearly so
 *     ABOVE     the lower bound is above the error as executed
 *     unproved  no proof within 60 s; a line with # says why
 *
 * and a summary in lines with #. Exit status 1 if one is above.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "corpus.h"

enum { CLOSER = 8 };

typedef struct tally {
    size_t held, above, unproved, refused;
    struct quotients { /* of tables with more than half of the target's error, by norm */
        double least_measured, most_measured; /* measured / proved */
        double least_executed, most_executed; /* executed / proved */
        size_t loose;                         /* executed / proved is above `loose`, */
        double most_seen;                     /* and there executed / seen */
        double widest;                        /* proved / lower bound */
    } by[3];
} tally;

static const double loose = 1.5;

static void prove(const entry *e, const clpwl_function *f, const clpwl_design_options *o,
                  tally *sum)
{
    clpwl_prove_options p = CLPWL_PROVE_INIT;
    clpwl_proof proof;
    clpwl_table *table;
    clpwl_error measured, executed;
    if (clpwl_design(&table, f, o) != CLPWL_OK) {
        sum->refused++;
        return;
    }
    measured = clpwl_table_measured(table);
    executed = clpwl_table_executed_error(table, NULL);
    p.seconds = 60;
    clpwl_status status = clpwl_prove(&proof, f, table, &p);
    double bound = clpwl_error_in(&proof.bound, o->norm), least = clpwl_error_in(&proof.least, o->norm);
    double said = clpwl_error_in(&executed, o->norm);
    int held = status == CLPWL_OK && least <= said;
    int is_counted = held && bound > 0.5 * o->max_error, is_loose = is_counted && said > loose * bound;
    clpwl_error seen = is_loose ? corpus_see(f, table, CLOSER) : (clpwl_error)CLPWL_ERROR_NAN;
    corpus_print(e, o);
    printf("\t%zu\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\t%s\n", clpwl_table_segments(table),
           clpwl_error_in(&measured, o->norm),
           status == CLPWL_OK ? bound : NAN, status == CLPWL_OK ? least : NAN, said,
           clpwl_error_in(&seen, o->norm), status != CLPWL_OK ? "unproved" : held ? "held" : "ABOVE");
    if (status != CLPWL_OK)
        printf("# %s\n", clpwl_last_message());
    fflush(stdout);
    sum->unproved += status != CLPWL_OK;
    sum->held += held;
    sum->above += status == CLPWL_OK && !held;
    if (is_counted) {
        struct quotients *q = &sum->by[o->norm];
        double part = clpwl_error_in(&measured, o->norm) / bound;
        q->least_measured = fmin(q->least_measured, part);
        q->most_measured = fmax(q->most_measured, part);
        q->least_executed = fmin(q->least_executed, said / bound);
        q->most_executed = fmax(q->most_executed, said / bound);
        q->loose += is_loose;
        q->most_seen = is_loose ? fmax(q->most_seen, said / clpwl_error_in(&seen, o->norm)) : q->most_seen;
        q->widest = fmax(q->widest, bound / least);
    }
    clpwl_table_free(table);
}

/* NULL: nothing can be proved of the entry's function. */
static clpwl_function *open_formula(const entry *e)
{
    clpwl_function *f = NULL;
    if (e->samples)
        return NULL;
    if (!e->f)
        return open_entry(e);
    return e->formula && clpwl_function_from_formula(&f, e->formula, NULL, 0) == CLPWL_OK ? f : NULL;
}

int corpus_prove(const char *only)
{
    tally sum = {0};
    for (int k = 0; k < 3; k++)
        sum.by[k].least_measured = sum.by[k].least_executed = HUGE_VAL;
    printf(CORPUS_COLUMNS "\tsegments\tmeasured\tproved\tleast\texecuted\tseen\tverdict\n");
    for (const entry *e = NULL; (e = corpus_next(e, only));) {
        clpwl_function *f = open_formula(e);
        for (int k = 0; f && k < CORPUS_DESIGNS; k++) {
            clpwl_design_options o = corpus_design(e, k);
            prove(e, f, &o, &sum);
        }
        if (!f)
            printf("# %s: a callback or samples\n", e->name);
        clpwl_function_free(f);
    }
    printf("# %zu held, %zu ABOVE, %zu unproved, %zu designs refused\n", sum.held, sum.above,
           sum.unproved, sum.refused);
    printf("# tables with more than half of the target's error: measured / proved, executed / proved, most "
           "of proved / lower bound, tables with executed / proved above %g, most of executed / seen "
           "there\n", loose);
    for (int k = 0; k < 3; k++)
        printf("# %s\t%.5f to %.5f\t%.5f to %.5f\t%.5f\t%zu\t%.5f\n", clpwl_norm_name((clpwl_norm)k),
               sum.by[k].least_measured, sum.by[k].most_measured, sum.by[k].least_executed,
               sum.by[k].most_executed, sum.by[k].widest,
               sum.by[k].loose, sum.by[k].most_seen);
    return sum.above ? EXIT_FAILURE : EXIT_SUCCESS;
}
