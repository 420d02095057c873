/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bounds: is any reported max error too small, and by how much is it too large?
 *
 *     bounds [--part K/M] [--weights NAME] [FUNCTION | GROUP]
 *
 * Designs tables for the functions of bench/bounds.def: three numbers of segments, all partitions,
 * efforts, fits and weights, and shapers. Each table is evaluated by the method host-scalar, in the
 * fp32 arithmetic of all methods, at 10^5 arguments: the knots and their float neighbours, both
 * sides of jumps of f and of the weight, equal steps, random ones, and where the largest errors
 * are between those. f is computed in double. Prints
 *
 *   - each design whose reported error is below the largest error seen, with its argument, and each
 *     one-sided table on the wrong side of f
 *   - a line with # for each group and kind of weight: the number of designs, and the least, 1 %,
 *     median, 99 % and largest quotient of the reported error and the largest error seen. Designs
 *     of which roundings are a fifth are a group of their own, those without an error counted only
 *
 * --part K/M takes each M-th design, from the K-th on; --weights none, relative, smooth, edge or
 * relative-edge takes one kind of weight; --loose prints the designs above a quotient of 1.5. After
 * each function, standard error has a forecast.
 */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "bounds.h"

#define FUNCTION(group, id, a, b, place, expression)                                           \
    static double id##_f(double x, void *user)                                                 \
    {                                                                                          \
        (void)user;                                                                            \
        return expression;                                                                     \
    }
#define SAMPLES(id, a, b, n, sigma, expression) FUNCTION(sampled, id, a, b, 0, expression)
#include "bounds.def"
#undef FUNCTION
#undef SAMPLES

static const entry entries[] = {
#define FUNCTION(group, id, a, b, place, expression) {#group, #id, a, b, place, id##_f, 0, 0},
#define SAMPLES(id, a, b, n, sigma, expression)                                                \
    {"sampled", #id, a, b, ((a) + (b)) / 2, id##_f, n, sigma},
#include "bounds.def"
};

enum { ENTRIES = sizeof entries / sizeof *entries };

/* Kinds of weights. The edges are jumps of w. */
enum { NONE, RELATIVE, SMOOTH, EDGE, RELATIVE_EDGE, WEIGHTS };
static const char *const weight_names[] = {"none", "relative", "smooth", "edge", "relative-edge"};

static double smooth_w(double x, void *user)
{
    const edge *e = user;
    double t = (x - e->a) / (e->b - e->a);
    return 0.1 + exp(-20 * (t - 0.4) * (t - 0.4));
}

static double edge_w(double x, void *user)
{
    const edge *e = user;
    return x > e->at ? 1 : 0;
}

static double low_edge_w(double x, void *user)
{
    const edge *e = user;
    return x < e->at ? 5 : 0.2;
}

typedef struct group {
    char name[64];
    double *quotients;
    size_t count, room, below, wrong, exact, failed;
} group;

typedef struct run {
    group groups[64];
    size_t group_count;
    unsigned long part, parts, turn;
    int weights, loose;
    const char *only;
} run;

void bounds_check(clpwl_status status)
{
    if (status == CLPWL_OK)
        return;
    fprintf(stderr, "bounds: %s\n", clpwl_last_message());
    exit(EXIT_FAILURE);
}

static void *need(void *block)
{
    if (!block) {
        fprintf(stderr, "bounds: out of memory\n");
        exit(EXIT_FAILURE);
    }
    return block;
}

static clpwl_function *open_entry(const entry *e)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f;
    uint64_t state = 1;
    spec.name = e->name;
    spec.f = e->f;
    spec.a = e->a;
    spec.b = e->b;
    if (!e->samples) {
        bounds_check(clpwl_function_create(&f, &spec));
        return f;
    }
    double *x = need(calloc(2 * e->samples, sizeof *x)), *y = x + e->samples;
    for (size_t i = 0; i < e->samples; i++) {
        x[i] = e->a + (e->b - e->a) * (double)i / (double)(e->samples - 1);
        y[i] = e->f(x[i], NULL) + e->sigma * 3.4 * (bounds_draw(&state) - 0.5);
    }
    bounds_check(clpwl_function_from_samples(&f, e->name, x, y, e->samples));
    free(x);
    return f;
}

/* A table whose errors are far below an ulp of the largest |f| is exact: what is seen says nothing
 * about a bound of roundings. */
static const double exact = 0x1p-30;

/* A reported error of which the roundings of fp32 are more than this part of the measured one. The
 * bounds of roundings are seldom met, in every segment by another few. */
static const double floor_share = 0.25;

static group *group_of(run *r, const design *d, int at_floor, int weight)
{
    char name[sizeof r->groups->name];
    snprintf(name, sizeof name, "%s\t%s",
             at_floor       ? "at fp32's floor"
             : d->o.shaper  ? "shaped"
                            : d->entry->group,
             weight_names[weight]);
    for (size_t i = 0; i < r->group_count; i++)
        if (strcmp(r->groups[i].name, name) == 0)
            return &r->groups[i];
    snprintf(r->groups[r->group_count].name, sizeof name, "%s", name);
    return &r->groups[r->group_count++];
}

static void print_case(const design *d, int weight, const char *what, double figure, double at)
{
    printf("%s\t%zu\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%.9g\tx = %.9g\n", d->entry->name, d->o.segments,
           clpwl_partition_name(d->o.partition), clpwl_effort_name(d->o.effort),
           clpwl_fit_name(d->o.fit), clpwl_norm_name(d->o.norm), clpwl_shaper_name(d->o.shaper),
           weight_names[weight], what, figure, at);
    fflush(stdout);
}

static void add_quotient(group *g, double q)
{
    if (g->count == g->room) {
        g->room = 2 * g->room + 64;
        g->quotients = need(realloc(g->quotients, g->room * sizeof *g->quotients));
    }
    g->quotients[g->count++] = q;
}

static void judge(run *r, design *d, int weight)
{
    group *g = group_of(r, d, 0, weight);
    clpwl_table *table;
    clock_t from = clock();
    clpwl_status status = clpwl_design(&table, d->f, &d->o);
    double seconds = (double)(clock() - from) / CLOCKS_PER_SEC;
    if (seconds > 5)
        print_case(d, weight, "seconds", seconds, 0);
    d->table = table;
    d->worst = d->wrong = d->at = d->largest = 0;
    if (status != CLPWL_OK || bounds_see(d) != CLPWL_OK) {
        g->failed++;
        print_case(d, weight, clpwl_last_message(), NAN, NAN);
        clpwl_table_free(table);
        return;
    }
    clpwl_error e = d->o.weight ? clpwl_table_weighting(table)->executed
                                : clpwl_table_executed_error(table, NULL);
    clpwl_error measured = d->o.weight ? clpwl_table_weighting(table)->measured
                                       : clpwl_table_measured(table);
    double q = e.linf / d->worst;
    g = group_of(r, d, e.linf > (1 + floor_share) * measured.linf, weight);
    if (d->wrong > 0) {
        g->wrong++;
        print_case(d, weight, "WRONG SIDE", d->wrong, d->wrong_at);
    }
    if (d->worst < exact * d->largest) {
        g->exact++;
    } else {
        int holds = q >= 1 - 8 * DBL_EPSILON; /* both are computed in double */
        add_quotient(g, q);
        g->below += !holds;
        if (!holds || (r->loose && q > 1.5))
            print_case(d, weight, holds ? "loose" : "BELOW", q, d->at);
    }
    clpwl_table_free(table);
}

static clpwl_norm own_norm(clpwl_fit fit)
{
    return fit == CLPWL_FIT_PROJECTION       ? CLPWL_NORM_L2
           : fit == CLPWL_FIT_LEAST_ABSOLUTE ? CLPWL_NORM_L1
                                             : CLPWL_NORM_LINF;
}

/* All fits and partitions of a function, a weight and a number of segments. */
static void run_designs(run *r, design *d, int weight)
{
    static const struct {
        clpwl_partition partition;
        clpwl_effort effort;
        clpwl_shaper shaper;
    } ways[] = {{CLPWL_PARTITION_UNIFORM, CLPWL_EFFORT_ASYMPTOTIC, CLPWL_SHAPER_NONE},
                {CLPWL_PARTITION_OPTIMIZED, CLPWL_EFFORT_ASYMPTOTIC, CLPWL_SHAPER_NONE},
                {CLPWL_PARTITION_OPTIMIZED, CLPWL_EFFORT_REFINED, CLPWL_SHAPER_NONE},
                {CLPWL_PARTITION_UNIFORM, CLPWL_EFFORT_ASYMPTOTIC, CLPWL_SHAPER_SQRT},
                {CLPWL_PARTITION_UNIFORM, CLPWL_EFFORT_ASYMPTOTIC, CLPWL_SHAPER_LOG2}};
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++)
        for (int fit = 0; clpwl_fit_name((clpwl_fit)fit); fit++) {
            clpwl_shaper shaper = ways[way].shaper;
            if (shaper && !(d->o.a > 0 || (d->o.a == 0 && shaper == CLPWL_SHAPER_SQRT)))
                continue;
            d->o.partition = ways[way].partition;
            d->o.effort = ways[way].effort;
            d->o.shaper = shaper;
            d->o.fit = (clpwl_fit)fit;
            d->o.norm = own_norm(d->o.fit);
            d->side = fit == CLPWL_FIT_ABOVE ? 1 : fit == CLPWL_FIT_BELOW ? -1 : 0;
            if (r->turn++ % r->parts == r->part)
                judge(r, d, weight);
        }
}

static void run_entry(run *r, const entry *e)
{
    static const size_t sizes[] = {9, 100, 1412};
    static const clpwl_callback callbacks[] = {NULL, NULL, smooth_w, edge_w, low_edge_w};
    clpwl_function *f = open_entry(e), *w = NULL;
    for (int weight = 0; weight < WEIGHTS; weight++) {
        design d = {.entry = e, .f = f, .o = CLPWL_DESIGN_INIT, .weight = CLPWL_WEIGHT_INIT};
        clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
        if (r->weights >= 0 && r->weights != weight)
            continue;
        d.edge = (edge){e->a, e->b, e->place + 0.0137 * (e->b - e->a)};
        spec.f = callbacks[weight];
        spec.user = &d.edge;
        if (spec.f)
            bounds_check(clpwl_function_create(&w, &spec));
        d.weight.w = w;
        d.weight.floor = weight == RELATIVE || weight == RELATIVE_EDGE ? 1e-3 : 0;
        d.o.a = e->a;
        d.o.b = e->b;
        d.o.weight = weight == NONE ? NULL : &d.weight;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            d.o.segments = sizes[i];
            run_designs(r, &d, weight);
        }
        clpwl_function_free(w);
        w = NULL;
    }
    clpwl_function_free(f);
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_summary(run *r)
{
    size_t designs = 0, below = 0, wrong = 0;
    printf("# group\tweight\tdesigns\tBELOW\tWRONG SIDE\texact\trefused\tleast\t1 %%\tmedian\t99 "
           "%%\tmost\n");
    for (size_t i = 0; i < r->group_count; i++) {
        group *g = &r->groups[i];
        double *q = g->quotients, last = (double)g->count - 1;
        designs += g->count + g->exact;
        below += g->below;
        wrong += g->wrong;
        printf("# %s\t%zu\t%zu\t%zu\t%zu\t%zu", g->name, g->count, g->below, g->wrong, g->exact,
               g->failed);
        if (g->count > 0) {
            qsort(q, g->count, sizeof *q, compare_doubles);
            printf("\t%.5f\t%.5f\t%.5f\t%.5f\t%.5g", q[0], q[(size_t)(0.01 * last)],
                   q[(size_t)(0.5 * last)], q[(size_t)ceil(0.99 * last)], q[g->count - 1]);
        }
        printf("\n");
        free(q);
    }
    printf("# %zu designs, %d arguments each: %zu BELOW, %zu on the WRONG SIDE\n", designs,
           ARGUMENTS, below, wrong);
}

static int read_options(run *r, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--loose") == 0) {
            r->loose = 1;
        } else if (strcmp(argv[i], "--part") == 0 && i + 1 < argc) {
            if (sscanf(argv[++i], "%lu/%lu", &r->part, &r->parts) != 2 || r->part >= r->parts)
                return 0;
        } else if (strcmp(argv[i], "--weights") == 0 && i + 1 < argc) {
            for (r->weights = 0, i++; strcmp(weight_names[r->weights], argv[i]) != 0;)
                if (++r->weights == WEIGHTS)
                    return 0;
        } else if (argv[i][0] != '-') {
            r->only = argv[i];
        } else {
            return 0;
        }
    }
    return 1;
}

static int is_chosen(const run *r, const entry *e)
{
    return !r->only || strcmp(r->only, e->name) == 0 || strcmp(r->only, e->group) == 0;
}

int main(int argc, char **argv)
{
    static run r = {.parts = 1, .weights = -1};
    if (!read_options(&r, argc, argv)) {
        fprintf(stderr, "Usage: bounds [--part K/M] [--weights none|relative|smooth|edge|"
                        "relative-edge] [--loose] [FUNCTION | GROUP]\n");
        return EXIT_FAILURE;
    }
    int chosen = 0, done = 0;
    time_t from = time(NULL);
    for (int i = 0; i < ENTRIES; i++)
        chosen += is_chosen(&r, &entries[i]);
    for (int i = 0; i < ENTRIES; i++) {
        if (!is_chosen(&r, &entries[i]))
            continue;
        run_entry(&r, &entries[i]);
        done++;
        double left = difftime(time(NULL), from) / done * (chosen - done);
        fprintf(stderr, "bounds: %d of %d functions, about %.0f min left\n", done, chosen, left / 60);
    }
    if (!chosen) {
        fprintf(stderr, "bounds: '%s' is neither a function nor a group of bench/bounds.def\n", r.only);
        return EXIT_FAILURE;
    }
    print_summary(&r);
    return EXIT_SUCCESS;
}
