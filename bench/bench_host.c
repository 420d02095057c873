/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_host: compares the host methods with alternatives, which take turns in one run. Prints
 * TSV and asserts nothing:
 *
 *     entrant  partition  segments  ns  spread  rival  ratio  wanted
 *
 * after lines with # that name the machine and its load. ns and spread (between the quartiles)
 * are for one value; ratio is the rival's time over the entrant's, the median of the rounds, and
 * wanted is the ratio to reach. `bench_host symmetry` takes that part alone.
 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "clpwl.h"
#include "bench/figure.h"
#include "rivals.h"

enum { IN_L1 = 4096, ROUNDS = 31, ENTRANTS_MOST = 32 };
static const size_t in_memory = (size_t)1 << 24;

typedef void run_fn(const void *state, const float *x, float *y, size_t n);

typedef struct entrant {
    const char *name;
    size_t segments;       /* 0: no table */
    const char *partition; /* "-": no table */
    run_fn *run;
    const void *state;
    int rival; /* an earlier entrant's index; -1: none */
    double wanted;
    double seconds[ROUNDS];
} entrant;

typedef struct contest {
    const char *function; /* of the catalogue */
    clpwl_symmetry symmetry;
    double a, b;
    size_t n;
    entrant entrants[ENTRANTS_MOST];
    int count;
    float *x, *y;
} contest;

static void check(clpwl_status status)
{
    if (status == CLPWL_OK)
        return;
    fprintf(stderr, "bench_host: %s\n", clpwl_last_message());
    exit(EXIT_FAILURE);
}

static void *memory(size_t bytes)
{
    void *block = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!block) {
        fprintf(stderr, "bench_host: out of memory\n");
        exit(EXIT_FAILURE);
    }
    return block;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void run_table(const void *evaluator, const float *x, float *y, size_t n)
{
    check(clpwl_eval((clpwl_evaluator *)evaluator, x, y, n));
}

static int enter(contest *c, const char *name, run_fn *run, const void *state, int rival,
                 double wanted)
{
    c->entrants[c->count] = (entrant){name, 0, "-", run, state, rival, wanted, {0}};
    return c->count++;
}

static clpwl_table *design(const contest *c, size_t segments, clpwl_partition partition)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    clpwl_function *f;
    clpwl_table *table;
    check(clpwl_function_from_catalogue(&f, c->function));
    o.a = c->a;
    o.b = c->b;
    o.segments = segments;
    o.partition = partition;
    o.symmetry = c->symmetry;
    check(clpwl_design(&table, f, &o));
    clpwl_function_free(f);
    return table;
}

/* Skips a method that this CPU lacks. */
static void enter_table(contest *c, const char *method, size_t segments, clpwl_partition partition,
                        int rival, double wanted)
{
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e;
    clpwl_table *table = design(c, segments, partition);
    o.method = method;
    clpwl_status status = clpwl_evaluator_create(&e, NULL, table, &o);
    clpwl_table_free(table);
    if (status == CLPWL_ERR_UNSUPPORTED)
        return;
    check(status);
    entrant *table_entrant = &c->entrants[enter(c, method, run_table, e, rival, wanted)];
    table_entrant->segments = segments;
    table_entrant->partition = c->symmetry ? clpwl_symmetry_name(c->symmetry)
                                           : clpwl_partition_name(partition);
}

static void leave(contest *c)
{
    for (int i = 0; i < c->count; i++)
        if (c->entrants[i].run == run_table)
            clpwl_evaluator_free((clpwl_evaluator *)c->entrants[i].state);
    free(c->x);
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(contest *c, int rounds)
{
    double ratios[ENTRANTS_MOST];
    for (int i = 0; i < c->count; i++) {
        double ratio[ROUNDS];
        const entrant *e = &c->entrants[i], *rival = e->rival < 0 ? e : &c->entrants[e->rival];
        for (int r = 0; r < rounds; r++)
            ratio[r] = rival->seconds[r] / e->seconds[r];
        qsort(ratio, (size_t)rounds, sizeof *ratio, by_size);
        ratios[i] = ratio[rounds / 2];
    }
    for (int i = 0; i < c->count; i++) { /* figure_of sorts the seconds: the ratios come first */
        entrant *e = &c->entrants[i];
        figure f = figure_of(e->seconds, (size_t)rounds, (double)c->n);
        printf("%s\t%s\t%zu\t%.4f\t%.4f", e->name, e->partition, e->segments, f.median, f.spread);
        if (e->rival >= 0)
            printf("\t%s\t%.2f", c->entrants[e->rival].name, ratios[i]);
        else
            printf("\t-\t-");
        if (e->wanted > 0)
            printf("\t%.2f\n", e->wanted);
        else
            printf("\t-\n");
    }
}

/* Random abscissas on the domain, extended by a twentieth on both sides. */
static void prepare(contest *c, size_t n)
{
    unsigned state = 1;
    c->n = n;
    /* y half a page from x's place in its own: at some distances every load waits for a
     * store that it has only the low bits of its address in common with. */
    c->x = memory((2 * n + 512) * sizeof *c->x);
    c->y = c->x + n + 512;
    for (size_t i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        c->x[i] = (float)(c->a + (c->b - c->a) * (1.1 * (state >> 8) / 0x1p24 - 0.05));
    }
    memset(c->y, 0, n * sizeof *c->y);
}

/* In a round each entrant runs once, for some 100 us, so that a change of the clock or of the
 * load affects all of them. */
static void run(contest *c, int rounds)
{
    int repeats[ENTRANTS_MOST];
    for (int i = 0; i < c->count; i++) {
        const entrant *e = &c->entrants[i];
        e->run(e->state, c->x, c->y, c->n);
        double start = now();
        e->run(e->state, c->x, c->y, c->n);
        double took = now() - start;
        repeats[i] = took < 1e-4 ? (int)(1e-4 / (took + 1e-8)) + 1 : 1;
    }
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < c->count; i++) {
            entrant *e = &c->entrants[i];
            double start = now();
            for (int k = 0; k < repeats[i]; k++)
                e->run(e->state, c->x, c->y, c->n);
            e->seconds[r] = (now() - start) / repeats[i];
        }
    print(c, rounds);
    leave(c);
}

static void run_copy(const void *none, const float *x, float *y, size_t n)
{
    (void)none;
    memcpy(y, x, n * sizeof *x);
}

typedef struct share {
    const float *x;
    float *y;
    size_t n;
} share;

static void *copy_share(void *argument)
{
    share *s = argument;
    memcpy(s->y, s->x, s->n * sizeof *s->x);
    return NULL;
}

/* memcpy by one thread for each CPU. */
static void run_parallel_copy(const void *none, const float *x, float *y, size_t n)
{
    enum { MOST = 256 };
    pthread_t threads[MOST];
    share shares[MOST];
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    size_t count = cpus < 1 ? 1 : cpus > MOST ? MOST : (size_t)cpus, each = n / count;
    (void)none;
    for (size_t k = 0; k < count; k++) {
        shares[k] = (share){x + k * each, y + k * each, k + 1 < count ? each : n - k * each};
        if (k > 0 && pthread_create(&threads[k], NULL, copy_share, &shares[k]) != 0) {
            fprintf(stderr, "bench_host: no thread\n");
            exit(EXIT_FAILURE);
        }
    }
    copy_share(&shares[0]);
    for (size_t k = 1; k < count; k++)
        pthread_join(threads[k], NULL);
}

static void against_expf(void)
{
    contest c = {.function = "gaussian", .a = 0, .b = 8};
    prepare(&c, IN_L1);
    enter(&c, "copy", run_copy, NULL, -1, 0);
    int expf = enter(&c, "expf", rival_expf, NULL, -1, 0);
    enter_table(&c, "host-avx512", 32, CLPWL_PARTITION_UNIFORM, expf, 3);
    enter_table(&c, "host-avx512", 64, CLPWL_PARTITION_UNIFORM, expf, 0);
    enter_table(&c, "host-avx512", 128, CLPWL_PARTITION_UNIFORM, expf, 1.8);
    enter_table(&c, "host-avx512", 256, CLPWL_PARTITION_UNIFORM, expf, 0);
    enter_table(&c, "host-scalar", 128, CLPWL_PARTITION_UNIFORM, expf, 0);
    if (rival_lanes() >= 8) {
        int expf8 = enter(&c, "expf8", rival_expf8, NULL, -1, 0);
        enter_table(&c, "host-avx2", 16, CLPWL_PARTITION_UNIFORM, expf8, 2);
        enter_table(&c, "host-avx2", 32, CLPWL_PARTITION_UNIFORM, expf8, 1.4);
        enter_table(&c, "host-avx2", 64, CLPWL_PARTITION_UNIFORM, expf8, 0);
        enter_table(&c, "host-avx2", 128, CLPWL_PARTITION_UNIFORM, expf8, 0);
    }
    run(&c, ROUNDS);
}

static void against_j0f(void)
{
    contest c = {.function = "bessel_j0", .a = 0, .b = 20};
    prepare(&c, IN_L1);
    int j0f = enter(&c, "j0f", rival_j0f, NULL, -1, 0);
    enter_table(&c, "host-avx512", 128, CLPWL_PARTITION_UNIFORM, j0f, 100);
    enter_table(&c, "host-avx2", 128, CLPWL_PARTITION_UNIFORM, j0f, 0);
    run(&c, ROUNDS);
}

static pairs pairs_of(const contest *c, size_t segments)
{
    clpwl_table *table = design(c, segments, CLPWL_PARTITION_UNIFORM);
    const double *v = clpwl_table_values(table);
    float *p = memory(2 * segments * sizeof *p);
    for (size_t i = 0; i < segments; i++) {
        p[2 * i] = (float)v[i];
        p[2 * i + 1] = (float)(v[i + 1] - v[i]);
    }
    clpwl_table_free(table);
    return (pairs){(float)c->a, (float)c->b, (float)((double)segments / (c->b - c->a)),
                   (int)segments, p};
}

static void against_gathers(size_t segments)
{
    contest c = {.function = "bessel_j0", .a = 0, .b = 20};
    pairs p = pairs_of(&c, segments);
    prepare(&c, IN_L1);
    if (rival_lanes() == 16) {
        int rival = enter(&c, "gather16", rival_gather16, &p, -1, 0);
        enter_table(&c, "host-avx512", segments, CLPWL_PARTITION_UNIFORM, rival, 1);
        enter_table(&c, "host-avx512", segments, CLPWL_PARTITION_OPTIMIZED, rival, 0);
    }
    if (rival_lanes() >= 8) {
        int rival = enter(&c, "gather8", rival_gather8, &p, -1, 0);
        enter_table(&c, "host-avx2", segments, CLPWL_PARTITION_UNIFORM, rival, 1.35);
        enter_table(&c, "host-avx2", segments, CLPWL_PARTITION_OPTIMIZED, rival, 0);
    }
    for (int i = 0; i < c.count; i++) {
        c.entrants[i].segments = segments;
        if (c.entrants[i].rival < 0)
            c.entrants[i].partition = clpwl_partition_name(CLPWL_PARTITION_UNIFORM);
    }
    run(&c, ROUNDS);
    free((void *)p.pairs);
}

/* Half of a table with a symmetry against a whole table of as many segments in memory. */
static void against_whole(const char *function, clpwl_symmetry symmetry)
{
    static const char *const methods[] = {"host-avx512", "host-avx2", "host-scalar"};
    contest c = {.function = function, .a = -8, .b = 8};
    prepare(&c, IN_L1);
    for (int m = 0; m < 3; m++)
        for (size_t stored = 16; stored <= 256; stored *= 4) {
            c.symmetry = CLPWL_SYMMETRY_NONE;
            int count = c.count;
            enter_table(&c, methods[m], stored, CLPWL_PARTITION_UNIFORM, -1, 0);
            c.symmetry = symmetry;
            enter_table(&c, methods[m], 2 * stored, CLPWL_PARTITION_UNIFORM, count, 0);
        }
    run(&c, ROUNDS);
}

static void against_memory(void)
{
    contest c = {.function = "bessel_j0", .a = 0, .b = 20};
    prepare(&c, in_memory);
    int copy = enter(&c, "copy-all-cpus", run_parallel_copy, NULL, -1, 0);
    for (size_t segments = 32; segments <= 512; segments *= 2)
        enter_table(&c, "auto", segments, CLPWL_PARTITION_UNIFORM, copy,
                    segments <= 128 ? 1 / 1.4 : 0);
    run(&c, 15);
}

/* A figure needs its machine. */
static void print_machine(void)
{
    char line[256], cpu[256] = "unknown";
    double load[1] = {NAN};
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "model name : %255[^\n]", cpu) == 1)
            break;
    if (f)
        fclose(f);
    getloadavg(load, 1);
    printf("# command: bench_host\n# cpu: %s, %ld of them\n# compiler: %s\n# load: %.1f\n", cpu,
           sysconf(_SC_NPROCESSORS_ONLN), __VERSION__, load[0]);
}

int main(int argc, char **argv)
{
    print_machine();
    puts("entrant\tpartition\tsegments\tns\tspread\trival\tratio\twanted");
    against_whole("gaussian", CLPWL_SYMMETRY_EVEN);
    against_whole("tanh", CLPWL_SYMMETRY_ODD);
    against_whole("gelu", CLPWL_SYMMETRY_RAMP);
    if (argc == 2 && strcmp(argv[1], "symmetry") == 0)
        return 0;
    against_expf();
    against_j0f();
    against_gathers(32);
    against_gathers(128);
    against_gathers(512);
    against_gathers(4096);
    against_memory();
    return 0;
}
