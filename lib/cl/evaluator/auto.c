/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The choice of a method. Every method is timed with the table at hand, because no rule fits all
 * devices. The times are kept on disk by device and driver, for a week. The choice is made again for
 * each evaluator, with its own target.
 *
 * A host method is timed in milliseconds. A device method must be compiled first, and that takes
 * longer than most work: where the host can begin, device methods wait until the work is worth it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include "cl/evaluator/evaluator.h"
#include "base/cache.h"
#include "base/hash.h"

enum { MOST = 64, KEY = 160 };

typedef struct candidate {
    const clpwl__method *method;
    clpwl_storage storage;
    double ns; /* INFINITY: the method does not work here, or is not measured yet */
    clpwl_error error;
    enum { MISSING, KEPT, FRESH } time; /* not measured, read from the cache, measured now */
} candidate;

/* What a choice is made from. */
typedef struct choice {
    candidate list[MOST];
    size_t n;
    const clpwl_evaluator_options *o;
    char identity[CLPWL__IDENTITY]; /* of the device, in the cache */
} choice;

static const char *expression(const clpwl_evaluator *e, const clpwl__method *m)
{
    return m->needs & NEEDS_NATIVE  ? clpwl_table_opencl_native(e->table[0])
           : m->needs & NEEDS_EXACT ? clpwl_table_opencl(e->table[0])
                                    : NULL;
}

/* No bound in fp32 of a user's formula is known: its digits may cancel at arguments that were not tried. */
static int is_formula(const clpwl_table *t)
{
    clpwl_function *f = NULL;
    const int is = clpwl_function_from_formula(&f, clpwl_table_function(t), NULL, 0) == CLPWL_OK;
    clpwl_function_free(f);
    return is;
}

/* Sub-group shuffles need the whole sub-group at the look-up. That is known for our own kernel but
 * not for a user's, where shuffle is taken by name only. Host methods serve arrays in memory that
 * the host shares with the device, and evaluators without a device. */
static int is_candidate(const clpwl_evaluator *e, const clpwl__method *m, clpwl_use use)
{
    if (!(m->partitions & (1u << e->pack->partition)))
        return 0;
    if (e->lanes > 1 && !(m->needs & GIVES_VECTORS))
        return 0;
    if (e->quantity != CLPWL_QUANTITY_VALUE && !(m->needs & GIVES_CALCULUS))
        return 0;
    if (m->needs & NEEDS_EXACT && (!expression(e, m) || is_formula(e->table[0])))
        return 0;
    if (m->needs & (NEEDS_EXACT | NEEDS_LINEAR) && clpwl__evaluator_is_one_sided(e))
        return 0;
    if (m->needs & NEEDS_LANES && use == CLPWL_USE_KERNEL)
        return 0;
    if (!m->info.host)
        return e->context != NULL;
    if (e->weight_bits && strcmp(m->info.name, "host-scalar") != 0)
        return 0; /* only the scalar method emulates a filter */
    return !e->context || (use == CLPWL_USE_BATCH && e->context->device.info.native_kernels &&
                           e->context->device.info.kind == CLPWL_DEVICE_CPU);
}

/* Images and buffers have a choice of storage. Host methods emulate the wanted one, unless there is
 * a device that has it. */
static int is_storage(const clpwl_evaluator *e, const clpwl__method *m, clpwl_storage storage,
                      clpwl_storage wanted)
{
    /* max_error does not bound slopes, which codes spoil. */
    if (wanted == CLPWL_STORAGE_ANY &&
        (e->quantity != CLPWL_QUANTITY_VALUE || clpwl__evaluator_is_one_sided(e)))
        wanted = CLPWL_STORAGE_FLOAT32;
    if (wanted == CLPWL_STORAGE_ANY)
        return m->needs & READS_CODES || storage == CLPWL_STORAGE_FLOAT32;
    return storage == wanted && (storage == CLPWL_STORAGE_FLOAT32 || m->needs & READS_CODES ||
                                 (m->info.host && !e->context));
}

/* Makes the key of a measurement from all that it depends on: method, storage, quantity, use, the
 * form of the table and its number of records, and the expression. */
static void make_key(char *key, const clpwl_evaluator *e, const candidate *c, clpwl_use use)
{
    const clpwl__method *m = c->method;
    const char *text = expression(e, m);
    uint64_t hash = text ? clpwl__hash(CLPWL__HASH_START, text, strlen(text)) : 0;
    const double *knots = clpwl_table_knots(e->table[0]);
    double ends[2] = {knots[0], knots[clpwl_table_segments(e->table[0])]};
    hash = text ? clpwl__hash(hash, (const char *)ends, sizeof ends) : 0;
    int is_float = c->storage == CLPWL_STORAGE_FLOAT32;
    clpwl_shaper shaper = e->pack->shaper;
    size_t records = m->needs & NEEDS_CELLS ? e->pack->cell_count : e->pack->segments;
    int is_value = e->quantity == CLPWL_QUANTITY_VALUE;
    snprintf(key, KEY, "%s%zu%s%s%s%s:%s:%s%s%s%s:%s:%zu:%016" PRIx64, m->info.name, e->lanes,
             is_float ? "" : ":", is_float ? "" : clpwl_storage_name(c->storage),
             is_value ? "" : ":", is_value ? "" : clpwl_quantity_name(e->quantity),
             use == CLPWL_USE_KERNEL ? "kernel" : "batch",
             shaper ? clpwl_shaper_name(shaper) : clpwl_partition_name(e->pack->partition),
             shaper ? "-uniform" : "", e->pack->symmetry ? "-" : "",
             e->pack->symmetry ? clpwl_symmetry_name(e->pack->symmetry) : "",
             clpwl_extend_name(e->pack->extend), records, hash);
}

/* Times a candidate. One that fails for any reason cannot be chosen. */
static void measure_candidate(clpwl_evaluator *e, candidate *c, clpwl_use use)
{
    c->ns = INFINITY;
    c->error = (clpwl_error){INFINITY, INFINITY, INFINITY};
    if (clpwl__evaluator_ready(e, c->method, c->storage) != CLPWL_OK)
        return;
    if (clpwl__evaluator_time(e, use, &c->ns) != CLPWL_OK)
        c->ns = INFINITY;
    c->error = e->error;
    clpwl__evaluator_clear(e);
}

/* The numbers that are kept, and for how many days. A measurement under load, or from before the
 * machine changed, would be kept for ever: factors of 4.5 were seen. A new one takes seconds, which
 * a week hides. No time says that a kept one is too slow without measuring again. */
enum { NS, LINF, DAY, NUMBERS, DAYS = 7 };

static double find_day(void)
{
    enum { SECONDS = 86400 };
    return floor((double)time(NULL) / SECONDS);
}

static const char *folder_of(const clpwl_evaluator *e)
{
    return e->context ? e->context->cache : NULL;
}

static void keep_measurement(const clpwl_evaluator *e, const candidate *c, const choice *all)
{
    char key[KEY];
    double numbers[NUMBERS] = {[NS] = c->ns, [DAY] = find_day()};
    if (!isfinite(c->ns))
        return; /* the method may work another time */
    if (c->method->needs & NEEDS_EXACT)
        numbers[LINF] = c->error.linf;
    make_key(key, e, c, all->o->use);
    clpwl__cache_write(folder_of(e), all->identity, key, numbers, NUMBERS);
}

static int read_numbers(const clpwl_evaluator *e, const char *identity, const char *key,
                        double numbers[NUMBERS])
{
    return clpwl__cache_read(folder_of(e), identity, key, numbers, NUMBERS) == NUMBERS &&
           numbers[NS] > 0 && fabs(find_day() - numbers[DAY]) <= DAYS;
}

static void read_time(clpwl_evaluator *e, candidate *c, const choice *all)
{
    char key[KEY];
    double numbers[NUMBERS];
    make_key(key, e, c, all->o->use);
    if (!read_numbers(e, all->identity, key, numbers))
        return;
    c->time = KEPT;
    c->ns = numbers[NS];
    if (c->method->needs & NEEDS_EXACT)
        c->error = clpwl__exact_norms(e, numbers[LINF]);
    else if (clpwl__evaluator_executed(e, c->method, c->storage, &c->error) != CLPWL_OK)
        c->ns = INFINITY;
}

/* Times what is missing: all candidates, or those of the host alone. Then the fastest ones again: another
 * program may have disturbed the machine during one of the first measurements. Those of the host, which take
 * milliseconds, also where they were far slower: after a build host-avx2 was kept with 12 times its time, as
 * slow as host-scalar. */
static void measure_missing(clpwl_evaluator *e, choice *all, int host_alone)
{
    const double near = 1.5, near_host = 8;
    double least = INFINITY;
    for (candidate *c = all->list; c < all->list + all->n; c++) {
        if (c->time == MISSING && (!host_alone || c->method->info.host)) {
            measure_candidate(e, c, all->o->use);
            c->time = FRESH;
            keep_measurement(e, c, all);
        }
        least = fmin(least, c->ns);
    }
    for (candidate *c = all->list; c < all->list + all->n; c++) {
        candidate again = *c;
        if (c->time != FRESH || !(c->ns <= (c->method->info.host ? near_host : near) * least))
            continue;
        c->time = KEPT;
        measure_candidate(e, &again, all->o->use);
        if (again.ns < c->ns) {
            c->ns = again.ns;
            keep_measurement(e, c, all);
        }
    }
}

/* A table made from nodal values has an unknown error. If the options have no max_error, the
 * methods are then compared by the error that they add. */
static void compare_added_errors(const clpwl_evaluator *e, choice *all)
{
    for (candidate *c = all->list; c < all->list + all->n && all->o->max_error == 0; c++)
        if (isfinite(c->ns) && isnan(clpwl_error_in(&c->error, all->o->norm)) &&
            clpwl__evaluator_added(e, c->method, c->storage, &c->error) != CLPWL_OK)
            c->ns = INFINITY;
}

/* The time by which candidates are compared. In a user's kernel a barrier in CLPWL_BEGIN is a trap:
 * work-items that return before it miss it. A method with a barrier must therefore be faster by
 * 10 %, which is more than the times of one method scatter. */
static double cost(const candidate *c, clpwl_use use)
{
    int has_barrier = (c->method->needs & NEEDS_LOCAL) != 0;
    return use == CLPWL_USE_KERNEL && has_barrier ? 1.1 * c->ns : c->ns;
}

/* The fastest candidate whose error is within the limit; NULL: no candidate is. */
static candidate *find_fastest(choice *all, double limit)
{
    const clpwl_use use = all->o->use;
    candidate *best = NULL;
    for (candidate *c = all->list; c < all->list + all->n; c++)
        if (isfinite(c->ns) && clpwl_error_in(&c->error, all->o->norm) <= limit &&
            (!best || cost(c, use) < cost(best, use)))
            best = c;
    return best;
}

/* The candidate with the least error; one with an unknown error comes last. `tables`: 1 leaves
 * out expressions. NULL: no candidate works. */
static const candidate *find_most_exact(const choice *all, int tables)
{
    const candidate *best = NULL;
    double least = NAN;
    for (const candidate *c = all->list; c < all->list + all->n; c++) {
        double error = clpwl_error_in(&c->error, all->o->norm);
        if (!isfinite(c->ns) || (tables && c->method->needs & NEEDS_EXACT))
            continue;
        if (!best || isnan(least) || error < least) {
            best = c;
            least = error;
        }
    }
    return best;
}

static double find_limit(const choice *all)
{
    const candidate *best = find_most_exact(all, 1);
    if (all->o->max_error > 0)
        return all->o->max_error;
    return best ? 1.01 * clpwl_error_in(&best->error, all->o->norm) : INFINITY;
}

static clpwl_status choose_method(clpwl_evaluator *e, choice *all)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_norm norm = all->o->norm;
    double limit = find_limit(all);
    for (;;) {
        candidate *best = find_fastest(all, limit);
        const candidate *least = find_most_exact(all, 0);
        CHECK(least, CLPWL_ERR_UNSUPPORTED, "no method%s can read this table with these options: %s",
              e->context ? "" : " of the host", clpwl_last_message());
        CHECK(best || !isnan(clpwl_error_in(&least->error, norm)), CLPWL_ERR_TARGET,
              "the %s error of this table is unknown, so that no method is known to meet %g; "
              "max_error 0 accepts any",
              clpwl_norm_name(norm), limit);
        CHECK(best, CLPWL_ERR_TARGET,
              "no method meets the %s error %g here; the least error is %g, by %s",
              clpwl_norm_name(norm), limit, clpwl_error_in(&least->error, norm),
              least->method->info.name);
        /* A method that another process measured may fail in this one. */
        status = clpwl__evaluator_ready(e, best->method, best->storage);
        if (status == CLPWL_OK || status == CLPWL_ERR_MEMORY)
            goto done;
        best->ns = INFINITY;
    }
done:
    return status;
}

static void list_candidates(const clpwl_evaluator *e, choice *all, const clpwl__method *only)
{
    clpwl__context_identity(e->context, all->identity);
    for (size_t i = 0; i < clpwl__method_count; i++) {
        const clpwl__method *m = &clpwl__methods[i];
        if (only ? m != only : !is_candidate(e, m, all->o->use))
            continue;
        for (int s = CLPWL_STORAGE_FLOAT32; s < CLPWL__STORAGES && all->n < MOST; s++)
            if (is_storage(e, m, (clpwl_storage)s, all->o->storage))
                all->list[all->n++] = (candidate){
                    .method = m, .storage = (clpwl_storage)s, .ns = INFINITY,
                    .error = {INFINITY, INFINITY, INFINITY}};
    }
}

/* Seconds to compile and time a device method, on pocl: .2 of processor time, and .4 of the clock
 * with five programs beside it. The part of the time of the work that measuring may take: no choice
 * can save more than that time. Seconds of work that are worth a line on disk, which takes 1 ms. */
static const double MEASUREMENT = 0.3, PART = 0.1, WORTH_KEEPING = 0.1;

static size_t count_missing(const choice *all)
{
    size_t count = 0;
    for (size_t i = 0; i < all->n; i++)
        count += all->list[i].time == MISSING;
    return count;
}

/* The candidate of the host that the evaluator can begin with; NULL: the choice is made now. */
static const candidate *find_first(choice *all)
{
    candidate *best = find_fastest(all, find_limit(all));
    return count_missing(all) && best && best->method->info.host ? best : NULL;
}

/* The key of the work of evaluators whose choice waits. The first candidate stands for all. */
static void make_work_key(char *key, const clpwl_evaluator *e, const choice *all)
{
    static const char prefix[] = "work-before-";
    memcpy(key, prefix, sizeof prefix);
    make_key(key + sizeof prefix - 1, e, &all->list[0], all->o->use);
}

static void complete_choice(clpwl_evaluator *e)
{
    const clpwl__method *had = e->method;
    const clpwl_evaluator_options wish = e->wait.wish;
    clpwl_storage storage = e->storage;
    e->wait.worth = 0;
    if (!clpwl__context_is_ours(e->context))
        return; /* the host serves the child of a fork() too */
    clpwl__pending_wait(e); /* native kernels read the evaluator */
    clpwl__evaluator_clear(e);
    if (clpwl__auto(e, NULL, &wish, 0) != CLPWL_OK)
        (void)clpwl__evaluator_ready(e, had, storage);
}

static void begin_wait(clpwl_evaluator *e, const candidate *first, const choice *all)
{
    char key[2 * KEY];
    double numbers[NUMBERS];
    e->wait = (clpwl__wait){.complete = complete_choice, .wish = *all->o,
                            .seconds_a_value = 1e-9 * first->ns,
                            .worth = MEASUREMENT * (double)count_missing(all) / PART};
    make_work_key(key, e, all);
    if (read_numbers(e, all->identity, key, numbers))
        e->wait.before = e->wait.work = numbers[NS];
}

clpwl_status clpwl__auto(clpwl_evaluator *e, const clpwl__method *only,
                         const clpwl_evaluator_options *o, int can_wait)
{
    clpwl_status status = CLPWL_OK;
    choice all = {.o = o};
    list_candidates(e, &all, only);
    for (size_t i = 0; i < all.n; i++)
        read_time(e, &all.list[i], &all);
    for (int host_alone = 1; host_alone >= 0; host_alone--) {
        measure_missing(e, &all, host_alone);
        compare_added_errors(e, &all);
        const candidate *first = can_wait && host_alone ? find_first(&all) : NULL;
        if (first) {
            TRY(clpwl__evaluator_ready(e, first->method, first->storage));
            begin_wait(e, first, &all);
            goto done;
        }
    }
    TRY(choose_method(e, &all));
done:
    return status;
}

void clpwl__auto_keep_work(const clpwl_evaluator *e)
{
    choice all = {.o = &e->wait.wish};
    char key[2 * KEY];
    const double numbers[NUMBERS] = {[NS] = e->wait.work, [DAY] = find_day()};
    if (e->wait.worth == 0 || !e->method->info.host || e->wait.work - e->wait.before < WORTH_KEEPING)
        return;
    list_candidates(e, &all, NULL);
    make_work_key(key, e, &all);
    clpwl__cache_write(folder_of(e), all.identity, key, numbers, NUMBERS);
}
