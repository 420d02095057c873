/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * corpus --prove: the errors that designs report, against proofs. Every design of the corpus whose
 * function is of the catalogue or can be read as a formula is made without a proof, and then proved.
 * Prints TSV
 *
 *     function  a  b  norm  partition  fit  target  segments  measured  proved  least  executed  seen  verdict
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
#include <string.h>
#include "corpus.h"

static const double targets[] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
static const clpwl_norm norms[] = {CLPWL_NORM_LINF, CLPWL_NORM_L2, CLPWL_NORM_L1};
static const clpwl_fit best[] = {CLPWL_FIT_MINIMAX, CLPWL_FIT_PROJECTION, CLPWL_FIT_LEAST_ABSOLUTE};

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

static void prove(const corpus_entry *e, const clpwl_function *f, const clpwl_design_options *o,
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
    printf("%s\t%g\t%g\t%s\t%s\t%s\t%g\t%zu\t%.6g\t%.6g\t%.6g\t%.6g\t%.6g\t%s\n", e->name, e->a, e->b,
           clpwl_norm_name(o->norm), clpwl_partition_name(o->partition), clpwl_fit_name(o->fit),
           o->max_error, clpwl_table_segments(table), clpwl_error_in(&measured, o->norm),
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
static clpwl_function *open_formula(const corpus_entry *e)
{
    clpwl_function *f = NULL;
    if (e->samples)
        return NULL;
    if (!e->f)
        return corpus_open(e);
    return e->formula && clpwl_function_from_formula(&f, e->formula, NULL, 0) == CLPWL_OK ? f : NULL;
}

int corpus_prove(const char *only)
{
    tally sum = {0};
    size_t count;
    const corpus_entry *entries = corpus_entries(&count);
    for (int k = 0; k < 3; k++)
        sum.by[k].least_measured = sum.by[k].least_executed = HUGE_VAL;
    printf("function\ta\tb\tnorm\tpartition\tfit\ttarget\tsegments\tmeasured\tproved\tleast\texecuted\t"
           "seen\tverdict\n");
    for (size_t i = 0; i < count; i++) {
        const corpus_entry *e = &entries[i];
        if (only && strcmp(only, e->name) != 0 && strcmp(only, e->group) != 0)
            continue;
        clpwl_function *f = open_formula(e);
        if (!f) {
            printf("# %s: a callback or samples\n", e->name);
            continue;
        }
        for (int k = 0; k < 3 * 4 * 5; k++) {
            clpwl_design_options o = CLPWL_DESIGN_INIT;
            o.a = e->a;
            o.b = e->b;
            o.max_segments = 1 << 18;
            o.norm = norms[k / 20];
            o.partition = k / 5 & 1 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
            o.fit = k / 5 & 2 ? best[k / 20] : CLPWL_FIT_INTERPOLANT;
            o.max_error = targets[k % 5];
            prove(e, f, &o, &sum);
        }
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
