/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_host: compares the host methods with alternatives, which take turns in one run. Prints TSV
 *
 *     entrant  partition  segments  ns  spread  rival  ratio  wanted
 *
 * after lines with # that name the machine and its load. ns and spread (between the quartiles)
 * are for one value; ratio is the rival's time over the entrant's, the median of the turns, and
 * wanted is the ratio to reach. `bench_host symmetry` takes that part alone.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/clock.h"
#include "measure.h"
#include "rivals.h"

enum { IN_L1 = 4096, IN_MEMORY = 1 << 24, ROWS_MOST = 32 };
enum { NO_TABLE = -1, UNIFORM = CLPWL_PARTITION_UNIFORM, OPTIMIZED = CLPWL_PARTITION_OPTIMIZED };

/* An entrant, and its rival so many rows above. */
typedef struct row {
    const char *name;
    size_t segments;
    int partition;
    int above; /* 0: no rival */
    double wanted;
    clpwl_symmetry symmetry;
} row;

/* What all entrants of a part read. */
static float *x, *y;
static size_t n;
static pairs gathered;

static void copy(const void *none, const float *from, float *to, size_t count)
{
    (void)none;
    memcpy(to, from, count * sizeof *from);
}

static void *copy_share(void *share)
{
    size_t k = (size_t)share, cpus = (size_t)sysconf(_SC_NPROCESSORS_ONLN);
    copy(NULL, x + k * n / cpus, y + k * n / cpus, (k + 1) * n / cpus - k * n / cpus);
    return NULL;
}

/* By one thread for each CPU. */
static void copy_by_all(const void *none, const float *from, float *to, size_t count)
{
    enum { MOST = 256 };
    pthread_t threads[MOST];
    size_t started = 0, cpus = (size_t)sysconf(_SC_NPROCESSORS_ONLN);
    (void)none, (void)from, (void)to, (void)count;
    for (; started < cpus && started < MOST; started++)
        if (pthread_create(&threads[started], NULL, copy_share, (void *)started) != 0)
            fail("no thread");
    while (started > 0)
        pthread_join(threads[--started], NULL);
}

static const struct rival {
    const char *name;
    int lanes; /* of the CPU, at least */
    void (*run)(const void *pairs, const float *x, float *y, size_t n);
} rivals[] = {{"copy", 0, copy}, {"copy-all-cpus", 0, copy_by_all}, {"expf", 0, rival_expf},
              {"expf8", 8, rival_expf8}, {"j0f", 0, rival_j0f}, {"gather8", 8, rival_gather8},
              {"gather16", 16, rival_gather16}};

static double run_rival(const void *rival)
{
    ((const struct rival *)rival)->run(&gathered, x, y, n);
    return 0;
}

static double run_table(const void *evaluator)
{
    check(clpwl_eval((clpwl_evaluator *)evaluator, x, y, n));
    return 0;
}

/* Its state is NULL where this CPU lacks it. */
static entrant enter(const char *function, double a, double b, const row *r)
{
    clpwl_design_options o = CLPWL_DESIGN_INIT;
    entrant e = {.run = r->partition == NO_TABLE ? run_rival : run_table};
    for (size_t i = 0; i < sizeof rivals / sizeof *rivals; i++)
        if (e.run == run_rival && strcmp(r->name, rivals[i].name) == 0 && rival_lanes() >= rivals[i].lanes)
            e.state = &rivals[i];
    o.aim = CLPWL_AIM_NONE;
    o.a = a;
    o.b = b;
    o.segments = r->segments;
    o.symmetry = r->symmetry;
    if (e.run == run_table)
        o.partition = (clpwl_partition)r->partition;
    if (r->segments == 0)
        return e;
    clpwl_table *table = table_of(function, &o);
    const double *v = clpwl_table_values(table);
    if (e.run == run_table) {
        e.state = evaluator_of(NULL, table, r->name, CLPWL_STORAGE_FLOAT32);
    } else { /* (value, slope) for the gathers */
        float *p = memory(2 * r->segments * sizeof *p);
        for (size_t i = 0; i < r->segments; i++) {
            p[2 * i] = (float)v[i];
            p[2 * i + 1] = (float)(v[i + 1] - v[i]);
        }
        free((void *)gathered.pairs);
        gathered = (pairs){(float)a, (float)b, (float)((double)r->segments / (b - a)), (int)r->segments, p};
    }
    clpwl_table_free(table);
    return e;
}

/* Random abscissas on the domain, extended by a twentieth on both sides. */
static void compete(const char *function, double a, double b, size_t values, const row *rows, size_t count)
{
    entrant list[ROWS_MOST];
    const row *entered[ROWS_MOST];
    double ratios[ROWS_MOST];
    size_t place[ROWS_MOST], present = 0; /* place: in the list, from 1 on; 0: absent */
    n = values;
    /* y half a page from x's place in its own: at some distances every load waits for a
     * store that it has only the low bits of its address in common with. */
    float *block = memory((2 * n + 512) * sizeof *block);
    x = random_floats(n, a - 0.05 * (b - a), b + 0.05 * (b - a));
    memcpy(block, x, n * sizeof *x);
    free(x);
    x = block;
    y = x + n + 512;
    for (size_t i = 0; i < count; i++) {
        list[present] = enter(function, a, b, &rows[i]);
        entered[present] = &rows[i];
        place[i] = list[present].state ? ++present : 0;
    }
    take_turns(list, present, app_seconds);
    for (size_t k = 0; k < present; k++) { /* figure_of sorts the seconds: the ratios come first */
        size_t rival = entered[k]->above ? place[entered[k] - rows - entered[k]->above] : 0;
        ratios[k] = rival ? ratio_of(&list[rival - 1], &list[k]) : 0;
    }
    for (size_t k = 0; k < present; k++) {
        const row *r = entered[k];
        figure f = figure_of(list[k].seconds, RUNS, (double)n);
        printf("%s\t%s\t%zu\t%.4f\t%.4f\t", r->name,
               r->symmetry       ? clpwl_symmetry_name(r->symmetry)
               : r->segments > 0 ? clpwl_partition_name((clpwl_partition)(r->partition == OPTIMIZED))
                                 : "-",
               r->segments, f.median, f.spread);
        if (ratios[k] > 0)
            printf("%s\t%.2f\t", (r - r->above)->name, ratios[k]);
        else
            printf("-\t-\t");
        printf(r->wanted > 0 ? "%.2f\n" : "-\n", r->wanted);
        if (list[k].run == run_table)
            clpwl_evaluator_free((clpwl_evaluator *)list[k].state);
    }
    fflush(stdout);
    free(x);
}

/* Half of a table with a symmetry against a whole table of as many segments in memory. */
static void against_whole(const char *function, clpwl_symmetry symmetry)
{
    static const char *const methods[] = {"host-avx512", "host-avx2", "host-scalar"};
    row rows[18];
    size_t count = 0;
    for (int m = 0; m < 3; m++)
        for (size_t stored = 16; stored <= 256; stored *= 4) {
            rows[count++] = (row){methods[m], stored, UNIFORM, 0, 0, CLPWL_SYMMETRY_NONE};
            rows[count++] = (row){methods[m], 2 * stored, UNIFORM, 1, 0, symmetry};
        }
    compete(function, -8, 8, IN_L1, rows, count);
}

int main(int argc, char **argv)
{
    static const row gaussian[] = {
        {"copy", 0, NO_TABLE, 0, 0, 0},         {"expf", 0, NO_TABLE, 0, 0, 0},
        {"host-avx512", 32, UNIFORM, 1, 3, 0},  {"host-avx512", 64, UNIFORM, 2, 0, 0},
        {"host-avx512", 128, UNIFORM, 3, 1.8, 0}, {"host-avx512", 256, UNIFORM, 4, 0, 0},
        {"host-scalar", 128, UNIFORM, 5, 0, 0}, {"expf8", 0, NO_TABLE, 0, 0, 0},
        {"host-avx2", 16, UNIFORM, 1, 2, 0},    {"host-avx2", 32, UNIFORM, 2, 1.4, 0},
        {"host-avx2", 64, UNIFORM, 3, 0, 0},    {"host-avx2", 128, UNIFORM, 4, 0, 0}};
    static const row j0[] = {{"j0f", 0, NO_TABLE, 0, 0, 0}, {"host-avx512", 128, UNIFORM, 1, 100, 0},
                             {"host-avx2", 128, UNIFORM, 2, 0, 0}};
    static const row memory_rows[] = {
        {"copy-all-cpus", 0, NO_TABLE, 0, 0, 0}, {"auto", 32, UNIFORM, 1, 0.71, 0},
        {"auto", 64, UNIFORM, 2, 0.71, 0},       {"auto", 128, UNIFORM, 3, 0.71, 0},
        {"auto", 256, UNIFORM, 4, 0, 0},         {"auto", 512, UNIFORM, 5, 0, 0}};
    heading(argv, NULL);
    puts("entrant\tpartition\tsegments\tns\tspread\trival\tratio\twanted");
    against_whole("gaussian", CLPWL_SYMMETRY_EVEN);
    against_whole("tanh", CLPWL_SYMMETRY_ODD);
    against_whole("gelu", CLPWL_SYMMETRY_RAMP);
    if (argc == 2 && strcmp(argv[1], "symmetry") == 0)
        return 0;
    compete("gaussian", 0, 8, IN_L1, gaussian, sizeof gaussian / sizeof *gaussian);
    compete("bessel_j0", 0, 20, IN_L1, j0, sizeof j0 / sizeof *j0);
    for (int k = 0; k < 4; k++) {
        size_t s = (const size_t[]){32, 128, 512, 4096}[k];
        const row gathers[] = {{"gather16", s, NO_TABLE, 0, 0, 0},      {"host-avx512", s, UNIFORM, 1, 1, 0},
                               {"host-avx512", s, OPTIMIZED, 2, 0, 0}, {"gather8", s, NO_TABLE, 0, 0, 0},
                               {"host-avx2", s, UNIFORM, 1, 1.35, 0},  {"host-avx2", s, OPTIMIZED, 2, 0, 0}};
        compete("bessel_j0", 0, 20, IN_L1, gathers, sizeof gathers / sizeof *gathers);
    }
    compete("bessel_j0", 0, 20, IN_MEMORY, memory_rows, sizeof memory_rows / sizeof *memory_rows);
    return 0;
}
