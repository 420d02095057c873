/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * corpus: functions of all kinds x target errors x norms x partitions x fits. An independent
 * measurement checks that each target is met, that the table is nearly the smallest one, and that
 * refused targets cannot be met. Prints TSV
 *
 *     group  function  a  b  norm  partition  fit  target  outcome  segments  seen  least
 *
 * and a summary in lines with #, one line for each group: the number of designs by outcome,
 * the segments of all of them together, and the largest quotients seen / target and segments /
 * least. `seen` is the error in fp32 as measured here, `least` the least number of segments
 * that was found to meet the target. outcome is met, refused, or a defect:
 *
 *     MISSED    the error seen is above the target
 *     LARGE     95 % of the segments, or fewer, meet the target, too
 *     COULD     refused, but some number of segments meets the target
 *     FAILED    another error
 *
 * corpus GROUP and corpus FUNCTION run a part, corpus --short the part for `make check`. corpus
 * --dp compares refined knots with the global optimum, corpus --times measures the time of
 * designs, corpus --prove proves the errors, corpus --verify checks the values of devices against their bounds.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "corpus.h"

static const double targets[] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
static const clpwl_norm norms[] = {CLPWL_NORM_LINF, CLPWL_NORM_L2, CLPWL_NORM_L1};
enum { CLOSER = 64 };
/* The relative error of an integral by 32 midpoints, for |e| with kinks. */
static const double quadrature = 1.002;

typedef struct task {
    const corpus_entry *entry;
    const clpwl_function *f;
    clpwl_design_options o;
} task;

enum { MET, REFUSED, MISSED, LARGE, COULD, FAILED, OUTCOMES };
static const char *const outcomes[] = {"met", "refused", "MISSED", "LARGE", "COULD", "FAILED"};

typedef struct summary {
    const char *group;
    size_t counts[OUTCOMES], segments;
    double error, excess; /* largest seen / target and segments / least */
} summary;

enum { GROUPS = 8 };

/* The fit that minimises a norm. */
static clpwl_fit best_fit(clpwl_norm norm)
{
    return norm == CLPWL_NORM_LINF ? CLPWL_FIT_MINIMAX
           : norm == CLPWL_NORM_L2 ? CLPWL_FIT_PROJECTION
                                                                 : CLPWL_FIT_LEAST_ABSOLUTE;
}

static int does(const task *t, size_t segments)
{
    clpwl_design_options o = t->o;
    clpwl_table *table;
    o.max_error = 0;
    o.segments = segments;
    if (clpwl_design(&table, t->f, &o) != CLPWL_OK)
        return 0;
    clpwl_error e = clpwl_table_executed_error(table, NULL);
    clpwl_table_free(table);
    return clpwl_error_in(&e, o.norm) <= t->o.max_error;
}

/* The least number found below n: tries all numbers if they are few, otherwise some. */
static size_t look_below(const task *t, size_t n)
{
    static const double parts[] = {0.95, 0.925, 0.89, 0.83, 0.75, 0.5};
    size_t least = n;
    if (n <= 32) {
        for (size_t k = n - 1; k > 0 && 2 * k >= n; k--)
            least = does(t, k) ? k : least;
        return least;
    }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t k = (size_t)((double)n * parts[i]);
        least = does(t, k) ? k : least;
    }
    return least;
}

/* The least number found that meets a refused target; 0: none. */
static size_t look_above(const task *t)
{
    static const size_t tries[] = {1, 2, 3, 4, 8, 20, 64, 256, 1000, 1024, 4096};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
        if (does(t, tries[i]))
            return tries[i];
    return 0;
}

static double see(const task *t, const clpwl_table *table, size_t closer)
{
    clpwl_error e = corpus_see(t->f, table, closer);
    return clpwl_error_in(&e, t->o.norm);
}

static void run(const task *t, int thorough, summary *of)
{
    clpwl_table *table;
    size_t n = 0, least = 0;
    double seen = NAN;
    int outcome = FAILED;
    clpwl_status status = clpwl_design(&table, t->f, &t->o);
    if (status == CLPWL_OK) {
        double most = t->o.max_error * (t->o.norm == CLPWL_NORM_LINF ? 1 : quadrature);
        n = clpwl_table_segments(table);
        seen = see(t, table, 1);
        if (seen > most) /* f may be singular within a segment */
            seen = see(t, table, CLOSER);
        least = thorough ? look_below(t, n) : n;
        outcome = seen > most ? MISSED : (double)n > 1.05 * (double)least ? LARGE : MET;
        clpwl_table_free(table);
    } else if (status == CLPWL_ERR_TARGET) {
        least = thorough ? look_above(t) : 0;
        outcome = least ? COULD : REFUSED;
    }
    of->counts[outcome]++;
    if (n > 0) {
        of->segments += n;
        of->error = fmax(of->error, seen / t->o.max_error);
        of->excess = fmax(of->excess, (double)n / (double)least);
    }
    printf("%s\t%s\t%g\t%g\t%s\t%s\t%s\t%g\t%s\t%zu\t%.4g\t%zu\n", t->entry->group,
           t->entry->name, t->entry->a, t->entry->b, clpwl_norm_name(t->o.norm),
           clpwl_partition_name(t->o.partition), clpwl_fit_name(t->o.fit), t->o.max_error,
           outcomes[outcome], n, seen, least);
    if (outcome == FAILED)
        printf("# %s\n", clpwl_last_message());
    fflush(stdout);
}

static void run_entry(const corpus_entry *e, int quick, summary *of)
{
    clpwl_function *f = corpus_open(e);
    task t = {.entry = e, .f = f, .o = CLPWL_DESIGN_INIT};
    t.o.a = e->a;
    t.o.b = e->b;
    t.o.max_segments = 1 << 18;
    for (int norm = 0; norm < (quick ? 1 : 3); norm++)
        for (int way = quick; way < 4; way += 1 + 2 * quick)
            for (int k = quick; k < (quick ? 2 : 5); k++) {
                t.o.norm = norms[norm];
                t.o.partition = way & 1 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
                t.o.fit = way & 2 ? best_fit(t.o.norm) : CLPWL_FIT_INTERPOLANT;
                t.o.max_error = targets[k];
                run(&t, !quick || e->f, of);
            }
    clpwl_function_free(f);
}

static void print_summaries(const summary *list, size_t count)
{
    size_t total[OUTCOMES] = {0};
    printf("# group");
    for (int i = 0; i < OUTCOMES; i++)
        printf("\t%s", outcomes[i]);
    printf("\tsegments\tseen/target\tsegments/least\n");
    for (size_t k = 0; k < count; k++) {
        printf("# %s", list[k].group);
        for (int i = 0; i < OUTCOMES; i++) {
            printf("\t%zu", list[k].counts[i]);
            total[i] += list[k].counts[i];
        }
        printf("\t%zu\t%.4f\t%.4f\n", list[k].segments, list[k].error, list[k].excess);
    }
    printf("# %zu met, %zu refused\n# violations:", total[MET], total[REFUSED]);
    for (int i = MISSED; i < OUTCOMES; i++)
        printf(" %zu %s", total[i], outcomes[i]);
    printf("\n");
}

/* The summary of the group: the last in the list, or a new one. */
static summary *summary_of(summary *list, size_t *count, const char *group)
{
    if (*count == 0 || strcmp(list[*count - 1].group, group) != 0)
        list[(*count)++].group = group;
    return &list[*count - 1];
}

int main(int argc, char **argv)
{
    summary summaries[GROUPS] = {{0}};
    size_t groups = 0;
    const char *option = argc > 1 ? argv[1] : "";
    size_t count;
    const corpus_entry *entries = corpus_entries(&count);
    if (strcmp(option, "--dp") == 0)
        return corpus_dp();
    if (strcmp(option, "--times") == 0)
        return corpus_times();
    if (strcmp(option, "--prove") == 0)
        return corpus_prove(argc > 2 ? argv[2] : NULL);
    if (strcmp(option, "--verify") == 0)
        return corpus_verify(argc - 2, argv + 2);
    int quick = strcmp(option, "--short") == 0;
    printf("group\tfunction\ta\tb\tnorm\tpartition\tfit\ttarget\toutcome\tsegments\tseen\tleast\n");
    for (size_t i = 0; i < count; i++)
        if (quick || argc < 2 || strcmp(option, entries[i].name) == 0 ||
            strcmp(option, entries[i].group) == 0)
            run_entry(&entries[i], quick, summary_of(summaries, &groups, entries[i].group));
    print_summaries(summaries, groups);
    return EXIT_SUCCESS;
}
