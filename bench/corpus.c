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
 * --times measures the time of designs, corpus --values counts what they ask of a callback, corpus
 * --prove proves the errors, corpus --verify checks the values of devices.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define FUNCTIONS "corpus.def"
#include "corpus.h"

enum { CLOSER = 64 };
/* The relative error of an integral by 32 midpoints, for |e| with kinks. */
static const double quadrature = 1.002;

typedef struct task {
    const entry *entry;
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
    corpus_print(t->entry, &t->o);
    printf("\t%s\t%zu\t%.4g\t%zu\n", outcomes[outcome], n, seen, least);
    if (outcome == FAILED)
        printf("# %s\n", clpwl_last_message());
    fflush(stdout);
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

const entry *corpus_next(const entry *e, const char *only)
{
    for (e = e ? e + 1 : entries; e < entries + ENTRIES; e++)
        if (is_chosen(e, only))
            return e;
    return NULL;
}

clpwl_design_options corpus_design(const entry *e, int k)
{
    static const double targets[] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
    static const clpwl_norm norms[] = {CLPWL_NORM_LINF, CLPWL_NORM_L2, CLPWL_NORM_L1};
    static const clpwl_fit best[] = {CLPWL_FIT_MINIMAX, CLPWL_FIT_PROJECTION, CLPWL_FIT_LEAST_ABSOLUTE};
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    o.aim = CLPWL_AIM_NONE;
    o.a = e->a;
    o.b = e->b;
    o.max_segments = 1 << 18;
    o.norm = norms[k / 20];
    o.partition = k / 5 & 1 ? CLPWL_PARTITION_OPTIMIZED : CLPWL_PARTITION_UNIFORM;
    o.fit = k / 5 & 2 ? best[k / 20] : CLPWL_FIT_INTERPOLANT;
    o.max_error = targets[k % 5];
    return o;
}

void corpus_print(const entry *e, const clpwl_design_options *o)
{
    printf("%s\t%s\t%g\t%g\t%s\t%s\t%s\t%g", e->group, e->name, e->a, e->b,
           clpwl_norm_name(o->norm), clpwl_partition_name(o->partition), clpwl_fit_name(o->fit),
           o->max_error);
}

int main(int argc, char **argv)
{
    summary summaries[GROUPS] = {{0}}, *last = summaries;
    const char *option = argc > 1 ? argv[1] : "";
    if (strcmp(option, "--times") == 0)
        return corpus_times();
    if (strcmp(option, "--values") == 0)
        return corpus_values(argc > 2 ? argv[2] : NULL);
    if (strcmp(option, "--prove") == 0)
        return corpus_prove(argc > 2 ? argv[2] : NULL);
    if (strcmp(option, "--verify") == 0)
        return corpus_verify(argc - 2, argv + 2);
    int quick = strcmp(option, "--short") == 0;
    printf(CORPUS_COLUMNS "\toutcome\tsegments\tseen\tleast\n");
    for (const entry *e = NULL; (e = corpus_next(e, quick || argc < 2 ? NULL : option));) {
        task t = {.entry = e, .f = open_entry(e)};
        if (last->group && strcmp(last->group, e->group) != 0)
            last++;
        last->group = e->group;
        for (int k = quick ? CORPUS_QUICK : 0; k < (quick ? CORPUS_QUICK + 1 : CORPUS_DESIGNS); k++) {
            t.o = corpus_design(e, k);
            run(&t, !quick || e->f, last);
        }
        clpwl_function_free((clpwl_function *)t.f);
    }
    print_summaries(summaries, (size_t)(last - summaries) + 1);
    return EXIT_SUCCESS;
}
