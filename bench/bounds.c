/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bounds: is any reported max error too small, and by how much is it too large?
 *
 *     bounds [--part K/M] [FUNCTION | GROUP]
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
 * --part K/M takes each M-th design, from the K-th on.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/clock.h"
#define FUNCTIONS "bounds.def"
#include "functions.h"

enum { ARGUMENTS = 100000, /* of each table */ MOST_DESIGNS = 1 << 14 };

typedef struct edge {
    double a, b, at; /* the domain, and where w jumps */
} edge;

/* A case under way. */
typedef struct design {
    const entry *entry;
    const clpwl_function *f;
    clpwl_design_options o;
    const clpwl_table *table;
    clpwl_evaluator *evaluator; /* while errors are sought */
    edge edge;
    clpwl_weight weight;
    double side; /* 1: v must not be below f, -1: above; 0: no side */
    double worst, at, wrong, wrong_at, largest; /* |f| */
} design;

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
    double quotients[MOST_DESIGNS];
    size_t count, below, wrong, exact, failed;
} group;

typedef struct run {
    group groups[64];
    size_t group_count;
    unsigned long part, parts, turn;
} run;

enum { NEIGHBOURS = 3, PEAKS = 48, ROUNDS = 4, STEPS = 16, MOST = 1 << 18 };

/* The weighted error at x, where the table has the value v. */
static double error_at(design *d, float x, float v)
{
    double y, w = 1;
    check(clpwl_function_value(d->f, (double)x, &y));
    if (d->weight.w)
        check(clpwl_function_value(d->weight.w, (double)x, &w));
    if (d->weight.floor > 0)
        w /= fmax(fabs(y), d->weight.floor);
    double e = w * fabs(y - (double)v), wrong = d->side * (y - (double)v);
    d->largest = fmax(d->largest, fabs(y));
    if (e > d->worst) {
        d->worst = e;
        d->at = (double)x;
    }
    if (wrong > d->wrong) {
        d->wrong = wrong;
        d->wrong_at = (double)x;
    }
    return e;
}

static float inside(const design *d, double x)
{
    float at = (float)x;
    if ((double)at < d->o.a)
        return nextafterf((float)d->o.a, INFINITY);
    if ((double)at > d->o.b)
        return nextafterf((float)d->o.b, -INFINITY);
    return at;
}

/* Adds x and its float neighbours. */
static size_t add_neighbours(const design *d, double x, int reach, double *out)
{
    size_t n = 0;
    float at = (float)x;
    for (int k = 0; k < reach; k++)
        at = nextafterf(at, -INFINITY);
    for (int k = 0; k <= 2 * reach; k++, at = nextafterf(at, INFINITY))
        out[n++] = (double)inside(d, (double)at);
    return n;
}

/* Besides, equal steps and random ones in turn; in ascending order. */
static size_t place_arguments(const design *d, double *x)
{
    size_t n = 0, kinks, segments = clpwl_table_segments(d->table);
    const double *knots = clpwl_table_knots(d->table);
    static clpwl_kink found[256];
    double a = d->o.a, b = d->o.b;
    uint64_t state = 7;
    for (size_t i = 0; i <= segments; i++)
        n += add_neighbours(d, knots[i], NEIGHBOURS, x + n);
    check(clpwl_function_find_kinks(d->f, a, b, found, 256, &kinks));
    for (size_t i = 0; i < kinks && i < 256; i++)
        n += add_neighbours(d, found[i].x, 8, x + n);
    n += add_neighbours(d, d->edge.at, 8, x + n);
    n += add_neighbours(d, d->entry->place, 8, x + n);
    for (size_t i = 0; n < ARGUMENTS; i++) {
        double part = i % 2 ? draw(&state) : (double)i / ARGUMENTS;
        x[n++] = (double)inside(d, a + (b - a) * part);
    }
    app_sort(x, n);
    return n;
}

/* The error between two arguments, in ever shorter steps around the largest. */
static void climb(design *d, float l, float r)
{
    float x[STEPS + 1], v[STEPS + 1];
    for (int round = 0; round < ROUNDS && l < r; round++) {
        int best = 0;
        double most = -1;
        for (int i = 0; i <= STEPS; i++)
            x[i] = inside(d, (double)l + ((double)r - (double)l) * i / STEPS);
        check(clpwl_eval(d->evaluator, x, v, STEPS + 1));
        for (int i = 0; i <= STEPS; i++) {
            double e = error_at(d, x[i], v[i]);
            best = e > most ? i : best;
            most = fmax(most, e);
        }
        l = x[best > 0 ? best - 1 : 0];
        r = x[best < STEPS ? best + 1 : STEPS];
    }
}

/* Fills worst, at, wrong, wrong_at and largest, which are 0 before. */
static void see(design *d)
{
    static double places[MOST], e[MOST];
    static float x[MOST], v[MOST];
    int peaks = 0;
    size_t n = place_arguments(d, places);
    for (size_t i = 0; i < n; i++)
        x[i] = (float)places[i];
    check(clpwl_eval(d->evaluator, x, v, n));
    for (size_t i = 0; i < n; i++)
        e[i] = error_at(d, x[i], v[i]);
    double near = 0.98 * d->worst;
    for (size_t i = 1; i + 1 < n && peaks < PEAKS; i++)
        if (e[i] >= near && e[i] >= e[i - 1] && e[i] >= e[i + 1]) {
            climb(d, x[i - 1], x[i + 1]);
            peaks++;
        }
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

static void print_case(const design *d, int weight, const char *what, double much, double at)
{
    printf("%s\t%zu\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%.9g\tx = %.9g\n", d->entry->name, d->o.segments,
           clpwl_partition_name(d->o.partition), clpwl_effort_name(d->o.effort),
           clpwl_fit_name(d->o.fit), clpwl_norm_name(d->o.norm), clpwl_shaper_name(d->o.shaper),
           weight_names[weight], what, much, at);
    fflush(stdout);
}

static void judge(run *r, design *d, int weight)
{
    group *g = group_of(r, d, 0, weight);
    clpwl_table *table;
    if (clpwl_design(&table, d->f, &d->o) != CLPWL_OK) {
        g->failed++;
        print_case(d, weight, clpwl_last_message(), NAN, NAN);
        return;
    }
    d->table = table;
    d->worst = d->wrong = d->at = d->largest = 0;
    d->evaluator = evaluator_of(NULL, table, "host-scalar", CLPWL_STORAGE_FLOAT32);
    if (!d->evaluator)
        fail(clpwl_last_message());
    see(d);
    clpwl_evaluator_free(d->evaluator);
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
        if (g->count == MOST_DESIGNS)
            fail("too many designs of a group");
        g->quotients[g->count++] = q;
        g->below += !holds;
        if (!holds)
            print_case(d, weight, "BELOW", q, d->at);
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
    clpwl_function *f = open_entry(e);
    for (int weight = 0; weight < WEIGHTS; weight++) {
        clpwl_function *w = NULL;
        design d = {.entry = e, .f = f, .o = CLPWL_DESIGN_INIT, .weight = CLPWL_WEIGHT_INIT};
        clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
        d.edge = (edge){e->a, e->b, e->place + 0.0137 * (e->b - e->a)};
        spec.f = callbacks[weight];
        spec.user = &d.edge;
        if (spec.f)
            check(clpwl_function_create(&w, &spec));
        d.weight.w = w;
        d.weight.floor = weight == RELATIVE || weight == RELATIVE_EDGE ? 1e-3 : 0;
        d.o.aim = CLPWL_AIM_NONE;
        d.o.a = e->a;
        d.o.b = e->b;
        d.o.weight = weight == NONE ? NULL : &d.weight;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            d.o.segments = sizes[i];
            run_designs(r, &d, weight);
        }
        clpwl_function_free(w);
    }
    clpwl_function_free(f);
}

static void print_summary(run *r)
{
    size_t designs = 0, below = 0, wrong = 0;
    printf("# group\tweight\tdesigns\tBELOW\tWRONG SIDE\texact\trefused\tleast\t1 %%\tmedian\t99 "
           "%%\tmost\n");
    for (size_t i = 0; i < r->group_count; i++) {
        group *g = &r->groups[i];
        const double *q = g->quotients;
        designs += g->count + g->exact;
        below += g->below;
        wrong += g->wrong;
        printf("# %s\t%zu\t%zu\t%zu\t%zu\t%zu", g->name, g->count, g->below, g->wrong, g->exact,
               g->failed);
        app_sort(g->quotients, g->count);
        if (g->count > 0)
            printf("\t%.5f\t%.5f\t%.5f\t%.5f\t%.5g", q[0], app_quantile(q, g->count, 0.01),
                   app_quantile(q, g->count, 0.5), app_quantile(q, g->count, 0.99), q[g->count - 1]);
        printf("\n");
    }
    printf("# %zu designs, %d arguments each: %zu BELOW, %zu on the WRONG SIDE\n", designs,
           ARGUMENTS, below, wrong);
}

int main(int argc, char **argv)
{
    static run r = {.parts = 1};
    int done = 0;
    if (argc > 2 && strcmp(argv[1], "--part") == 0 && sscanf(argv[2], "%lu/%lu", &r.part, &r.parts) == 2) {
        argc -= 2;
        argv += 2;
    }
    if (argc > 2 || (argc == 2 && argv[1][0] == '-') || r.part >= r.parts)
        fail("usage: bounds [--part K/M] [FUNCTION | GROUP]");
    for (int i = 0; i < ENTRIES; i++)
        if (is_chosen(&entries[i], argv[1])) {
            run_entry(&r, &entries[i]);
            done++;
        }
    if (!done)
        fail("no such function or group in bench/bounds.def");
    print_summary(&r);
    return EXIT_SUCCESS;
}
