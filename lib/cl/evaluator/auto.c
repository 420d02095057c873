/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The choice of a method, by measuring each of them with the table at hand: no rule of
 * ours knows every device. What was measured is kept on disk by device and driver; the
 * choice is made anew, for the error that is asked for.
 */
#include <inttypes.h>
#include <stdio.h>
#include "cl/evaluator/evaluator.h"
#include "base/cache.h"
#include "base/hash.h"

enum { MOST = 32, KEY = 160 };

typedef struct candidate {
    const clpwl__method *method;
    clpwl_storage storage;
    double ns; /* INFINITY: not here */
    clpwl_error error;
    int fresh; /* measured now, not remembered */
} candidate;

static const char *expression(const clpwl_evaluator *e, const clpwl__method *m)
{
    return m->needs & NEEDS_NATIVE  ? clpwl_table_opencl_native(e->table[0])
           : m->needs & NEEDS_EXACT ? clpwl_table_opencl(e->table[0])
                                    : NULL;
}

/* Registers of other lanes hold what they should only where a whole sub-group comes to the
 * look-up at once, which nobody knows of somebody's kernel: there that method is asked for.
 * Host methods serve arrays where the host's memory is the device's, or no device is. */
static int is_candidate(const clpwl_evaluator *e, const clpwl__method *m, clpwl_use use)
{
    if (!(m->partitions & (1u << e->pack->partition)))
        return 0;
    if (e->lanes > 1 && !(m->needs & GIVES_VECTORS))
        return 0;
    if (e->quantity != CLPWL_QUANTITY_VALUE && !(m->needs & GIVES_CALCULUS))
        return 0;
    if (m->needs & NEEDS_EXACT && !expression(e, m))
        return 0;
    if (m->needs & NEEDS_LANES && use == CLPWL_USE_KERNEL)
        return 0;
    if (!m->info.host)
        return e->context != NULL;
    if (e->weight_bits && strcmp(m->info.name, "host-scalar") != 0)
        return 0; /* an emulated filter is the scalar method's */
    return !e->context || (use == CLPWL_USE_BATCH && e->context->device.info.native_kernels &&
                           e->context->device.info.kind == CLPWL_DEVICE_CPU);
}

/* Images have a storage to choose; host methods emulate what was asked for, where there is
 * no image to have it. */
static int is_storage(const clpwl_evaluator *e, const clpwl__method *m, clpwl_storage storage,
                      clpwl_storage wanted)
{
    if (e->quantity != CLPWL_QUANTITY_VALUE && wanted == CLPWL_STORAGE_ANY)
        wanted = CLPWL_STORAGE_FLOAT32; /* max_error says nothing of slopes, which 16 bits spoil */
    if (wanted == CLPWL_STORAGE_ANY)
        return m->needs & NEEDS_IMAGE || storage == CLPWL_STORAGE_FLOAT32;
    return storage == wanted && (storage == CLPWL_STORAGE_FLOAT32 || m->needs & NEEDS_IMAGE ||
                                 (m->info.host && !e->context));
}

/* What a measurement depends on: method, storage, quantity, use, of the table its shape and
 * the number of records that are read, and the expression. */
static void make_key(char *key, const clpwl_evaluator *e, const candidate *c, clpwl_use use)
{
    const clpwl__method *m = c->method;
    const char *text = expression(e, m);
    uint64_t hash = text ? clpwl__hash(CLPWL__HASH_START, text, strlen(text)) : 0;
    const double *knots = clpwl_table_knots(e->table[0]);
    double ends[2] = {knots[0], knots[e->pack->segments]};
    hash = text ? clpwl__hash(hash, (const char *)ends, sizeof ends) : 0;
    int is_float = c->storage == CLPWL_STORAGE_FLOAT32;
    clpwl_shaper shaper = e->pack->shaper;
    size_t records = m->needs & NEEDS_CELLS ? e->pack->cell_count : e->pack->segments;
    int is_value = e->quantity == CLPWL_QUANTITY_VALUE;
    snprintf(key, KEY, "%s%zu%s%s%s%s:%s:%s%s:%s:%zu:%016" PRIx64, m->info.name, e->lanes,
             is_float ? "" : ":", is_float ? "" : clpwl_storage_name(c->storage),
             is_value ? "" : ":", is_value ? "" : clpwl_quantity_name(e->quantity),
             use == CLPWL_USE_KERNEL ? "kernel" : "batch",
             shaper ? clpwl_shaper_name(shaper) : clpwl_partition_name(e->pack->partition),
             shaper ? "-uniform" : "", clpwl_extend_name(e->pack->extend),
             records, hash);
}

/* A method that fails here, for whatever reason, is not one to choose. */
static void measure(clpwl_evaluator *e, candidate *c, clpwl_use use)
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

enum { NS, LINF, NUMBERS };

static void remember(const clpwl_evaluator *e, const candidate *c, clpwl_use use,
                     const char *identity)
{
    char key[KEY];
    double numbers[NUMBERS] = {[NS] = c->ns};
    if (!isfinite(c->ns))
        return; /* it may work another time */
    if (c->method->needs & NEEDS_EXACT)
        numbers[LINF] = c->error.linf;
    make_key(key, e, c, use);
    clpwl__cache_write(e->context ? e->context->cache : NULL, identity, key, numbers, NUMBERS);
}

static void recall_or_measure(clpwl_evaluator *e, candidate *c, clpwl_use use,
                              const char *identity)
{
    char key[KEY];
    double numbers[NUMBERS];
    make_key(key, e, c, use);
    if (clpwl__cache_read(e->context ? e->context->cache : NULL, identity, key, numbers, NUMBERS) == NUMBERS && numbers[NS] > 0) {
        c->ns = numbers[NS];
        if (c->method->needs & NEEDS_EXACT)
            c->error = clpwl__exact_norms(e, numbers[LINF]);
        else if (clpwl__evaluator_executed(e, c->method, c->storage, &c->error) != CLPWL_OK)
            c->ns = INFINITY;
        return;
    }
    measure(e, c, use);
    c->fresh = 1;
    remember(e, c, use, identity);
}

/* Those that came near the fastest run once more, after all the others: a machine that
 * was disturbed for a while was so for one method and not for the next. */
static void measure_again(clpwl_evaluator *e, candidate *list, size_t n, clpwl_use use,
                          const char *identity)
{
    const double near = 1.5;
    double least = INFINITY;
    for (size_t i = 0; i < n; i++)
        least = fmin(least, list[i].ns);
    for (size_t i = 0; i < n; i++) {
        candidate again = list[i];
        if (!list[i].fresh || !(list[i].ns <= near * least))
            continue;
        measure(e, &again, use);
        if (again.ns < list[i].ns) {
            list[i].ns = again.ns;
            remember(e, &list[i], use, identity);
        }
    }
}

/* Where a table's error is not known, as of one that was made from nodal values, and none is
 * asked for, what methods add to it is all that tells them apart. */
static void take_what_is_added(const clpwl_evaluator *e, candidate *list, size_t n,
                               clpwl_norm norm)
{
    for (size_t i = 0; i < n; i++)
        if (isfinite(list[i].ns) && isnan(clpwl_error_in(&list[i].error, norm)) &&
            clpwl__evaluator_added(e, list[i].method, list[i].storage, &list[i].error) != CLPWL_OK)
            list[i].ns = INFINITY;
}

/* The time by which candidates are compared. In a user's kernel a barrier is a trap: items that
 * return before CLPWL_BEGIN miss it. A method with one must be faster by more than the times of
 * one method scatter, which is by up to 8 % between runs. */
static double cost(const candidate *c, clpwl_use use)
{
    int has_barrier = (c->method->needs & NEEDS_LOCAL) != 0;
    return use == CLPWL_USE_KERNEL && has_barrier ? 1.1 * c->ns : c->ns;
}

/* The fastest within the limit; NULL: none. */
static candidate *find_fastest(candidate *list, size_t n, const clpwl_evaluator_options *o,
                               double limit)
{
    candidate *best = NULL;
    for (size_t i = 0; i < n; i++)
        if (isfinite(list[i].ns) && clpwl_error_in(&list[i].error, o->norm) <= limit &&
            (!best || cost(&list[i], o->use) < cost(best, o->use)))
            best = &list[i];
    return best;
}

/* The smallest error there is, any before one that is not known; of the tables only, where
 * the limit is made from it. */
static const candidate *most_exact(const candidate *list, size_t n, clpwl_norm norm, int tables)
{
    const candidate *best = NULL;
    double least = NAN;
    for (size_t i = 0; i < n; i++) {
        double error = clpwl_error_in(&list[i].error, norm);
        if (!isfinite(list[i].ns) || (tables && list[i].method->needs & NEEDS_EXACT))
            continue;
        if (!best || isnan(least) || error < least) {
            best = &list[i];
            least = error;
        }
    }
    return best;
}

static double limit_for(const candidate *list, size_t n, const clpwl_evaluator_options *o)
{
    const candidate *best = most_exact(list, n, o->norm, 1);
    if (o->max_error > 0)
        return o->max_error;
    return best ? 1.01 * clpwl_error_in(&best->error, o->norm) : INFINITY;
}

static clpwl_status choose(clpwl_evaluator *e, candidate *list, size_t n,
                           const clpwl_evaluator_options *o)
{
    clpwl_status status = CLPWL_OK;
    double limit = limit_for(list, n, o);
    for (;;) {
        candidate *best = find_fastest(list, n, o, limit);
        const candidate *least = most_exact(list, n, o->norm, 0);
        CHECK(least, CLPWL_ERR_UNSUPPORTED, "no method reads this table here: %s",
              clpwl_last_message());
        CHECK(best || !isnan(clpwl_error_in(&least->error, o->norm)), CLPWL_ERR_TARGET,
              "the %s error of this table is not known, so that no method is known to meet %g: "
              "max_error 0 asks for none",
              clpwl_norm_name(o->norm), limit);
        CHECK(best, CLPWL_ERR_TARGET,
              "no method meets a %s error of %g here; the least is %g, by %s",
              clpwl_norm_name(o->norm), limit, clpwl_error_in(&least->error, o->norm),
              least->method->info.name);
        /* What was measured in another process may fail in this one. */
        status = clpwl__evaluator_ready(e, best->method, best->storage);
        if (status == CLPWL_OK || status == CLPWL_ERR_MEMORY)
            goto done;
        best->ns = INFINITY;
    }
done:
    return status;
}

static size_t collect(clpwl_evaluator *e, candidate *list, const clpwl__method *only,
                      const clpwl_evaluator_options *o)
{
    size_t n = 0;
    char identity[CLPWL__IDENTITY];
    clpwl__context_identity(e->context, identity);
    for (size_t i = 0; i < clpwl__method_count; i++) {
        const clpwl__method *m = &clpwl__methods[i];
        if (only ? m != only : !is_candidate(e, m, o->use))
            continue;
        for (int s = 0; s < CLPWL__STORAGES && n < MOST; s++)
            if (is_storage(e, m, (clpwl_storage)s, o->storage)) {
                list[n] = (candidate){.method = m, .storage = (clpwl_storage)s};
                recall_or_measure(e, &list[n++], o->use, identity);
            }
    }
    measure_again(e, list, n, o->use, identity);
    if (o->max_error == 0)
        take_what_is_added(e, list, n, o->norm);
    return n;
}

clpwl_status clpwl__auto(clpwl_evaluator *e, const clpwl__method *only,
                         const clpwl_evaluator_options *o)
{
    clpwl_status status = CLPWL_OK;
    candidate list[MOST];
    size_t n = collect(e, list, only, o);
    TRY(choose(e, list, n, o));
done:
    return status;
}
