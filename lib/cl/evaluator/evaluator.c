/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluators: options, creation, properties. */
#include "cl/evaluator/evaluator.h"
#include "base/door.h"
#include "base/options.h"
#include "execution/weighted.h"
#include "table/calculus.h"
#include "table/table.h"

static clpwl_status check_options(const clpwl_evaluator_options *o)
{
    clpwl_status status = CLPWL_OK;
    CHECK(o->max_error >= 0, CLPWL_ERR_ARGUMENT, "max_error is %g; it must be 0 or more",
          o->max_error);
    CHECK(clpwl_norm_name(o->norm), CLPWL_ERR_ARGUMENT, "unknown norm %d", (int)o->norm);
    CHECK(o->use == CLPWL_USE_BATCH || o->use == CLPWL_USE_KERNEL, CLPWL_ERR_ARGUMENT,
          "use %d is neither CLPWL_USE_BATCH nor CLPWL_USE_KERNEL", (int)o->use);
    CHECK(clpwl_storage_name(o->storage), CLPWL_ERR_ARGUMENT, "unknown storage %d",
          (int)o->storage);
    CHECK(clpwl_quantity_name(o->quantity), CLPWL_ERR_ARGUMENT, "unknown quantity %d",
          (int)o->quantity);
done:
    return status;
}

static clpwl_status copy_table(clpwl_table **out, const clpwl_table *t)
{
    clpwl_table_spec spec = t->spec;
    spec.tails = &t->tails;
    return clpwl_table_create(out, &spec);
}

/* The method that the options name, or else CLPWL_METHOD. *out is NULL for auto. */
static clpwl_status find_method(const clpwl__method **out, const clpwl_evaluator_options *o,
                                clpwl_partition partition)
{
    clpwl_status status = CLPWL_OK;
    int is_given = o->method && *o->method;
    const char *name = is_given ? o->method : getenv("CLPWL_METHOD");
    *out = NULL;
    if (!name || !*name || strcmp(name, "auto") == 0)
        goto done;
    status = clpwl__method_find(out, name, partition);
    if (status != CLPWL_OK && !is_given)
        status = clpwl__fail(status, "CLPWL_METHOD: %s", clpwl_last_message());
done:
    return status;
}

static clpwl_status add_table(clpwl_evaluator *e, const clpwl_table *table, size_t k,
                              clpwl_storage storage)
{
    clpwl_status status = CLPWL_OK;
    size_t n = clpwl_table_segments(table);
    CHECK(k == 0 || (n == clpwl_table_segments(e->table[0]) &&
                     clpwl_table_partition(table) == e->pack->partition &&
                     clpwl_table_shaper(table) == e->pack->shaper &&
                     memcmp(clpwl_table_knots(table), clpwl_table_knots(e->table[0]),
                            (n + 1) * sizeof(double)) == 0),
          CLPWL_ERR_ARGUMENT,
          "table %zu has other knots than table 0: one look-up cannot read both", k);
    CHECK(k == 0 || clpwl_table_extend(table) == e->pack->extend, CLPWL_ERR_ARGUMENT,
          "table %zu extends by %s, table 0 by %s: one look-up cannot read both", k,
          clpwl_extend_name(clpwl_table_extend(table)), clpwl_extend_name(e->pack->extend));
    CHECK(k == 0 || clpwl_table_symmetry(table) == e->pack->symmetry, CLPWL_ERR_ARGUMENT,
          "table %zu has the symmetry %s, table 0 the symmetry %s: one look-up cannot read both", k,
          clpwl_symmetry_name(clpwl_table_symmetry(table)), clpwl_symmetry_name(e->pack->symmetry));
    TRY(copy_table(&e->table[k], table));
    TRY(clpwl__pack_create(&e->packs[k], table, storage));
    if (e->quantity == CLPWL_QUANTITY_INTEGRAL)
        TRY(clpwl__table_areas(&e->areas[k], table));
    e->pack = e->packs[0];
done:
    return status;
}

/* The default storage becomes that of the tables, or float32 where they differ. */
static clpwl_status take_storage(clpwl_evaluator_options *o, const clpwl_table *const *tables, size_t count)
{
    clpwl_status status = CLPWL_OK;
    clpwl_storage storage = o->storage;
    for (size_t k = 0; k < count; k++) {
        CHECK(tables[k] || count > 1, CLPWL_ERR_ARGUMENT, "the table is NULL");
        CHECK(tables[k], CLPWL_ERR_ARGUMENT, "table %zu is NULL", k);
        clpwl_storage next = clpwl__storage_for(tables[k], o->storage);
        storage = k > 0 && next != storage ? CLPWL_STORAGE_FLOAT32 : next;
    }
    o->storage = storage;
done:
    return status;
}

/* Seconds that a value takes to a device with memory of its own and back; and seconds of such work that are
 * worth a comparison with the host, which takes some .05 s. */
static const double BUS = 1e-9, BUS_WORTH = 0.5;

static int is_worse(clpwl_error a, clpwl_error b)
{
    return a.l1 > b.l1 || a.l2 > b.l2 || a.linf > b.linf;
}

static clpwl_status create(clpwl_evaluator **out, clpwl_context *context, const clpwl_table *const *tables,
                           size_t count, const clpwl_evaluator_options *given);

/* A table of the host for a table of the device: expressions are more exact. */
static void compare_with_host(clpwl_evaluator *e)
{
    const clpwl_table *tables[] = {e->table[0], e->table[1], e->table[2], e->table[3]};
    clpwl_evaluator_options wish = e->wait.wish;
    clpwl_evaluator *h = NULL;
    double device, host;
    e->wait.worth = 0;
    wish.method = "auto";
    wish.execution = NULL;
    if (!(e->method->needs & NEEDS_EXACT) && create(&h, NULL, tables, e->tables, &wish) == CLPWL_OK &&
        !is_worse(h->error, e->error) && clpwl__evaluator_time_eval(h, &host) == CLPWL_OK &&
        clpwl__evaluator_time_eval(e, &device) == CLPWL_OK && host < device) {
        e->on_host = h;
        h = NULL;
    }
    clpwl_evaluator_free(h);
}

static clpwl_status create(clpwl_evaluator **out, clpwl_context *context,
                           const clpwl_table *const *tables, size_t count,
                           const clpwl_evaluator_options *given)
{
    clpwl_status status = CLPWL_OK;
    clpwl_evaluator_options own, *o = &own;
    clpwl_execution how;
    const clpwl__method *method = NULL;
    clpwl_evaluator *e = NULL;
    TRY(clpwl__options_take(&own, sizeof own, given, "clpwl_evaluator_options",
                            "CLPWL_EVALUATOR_INIT"));
    TRY(check_options(o));
    TRY(clpwl__execution_take(&how, &o->execution, NULL));
    TRY(take_storage(o, tables, count));
    int any = o->storage == CLPWL_STORAGE_ANY;
    if (context)
        TRY(clpwl__context_check(context));
    e = clpwl__calloc(1, sizeof *e);
    CHECK_MEMORY(e);
    e->context = context ? clpwl__context_retain(context) : NULL;
    e->chunk = o->chunk;
    e->weight_bits = how.weight_bits;
    e->quantity = o->quantity;
    e->tables = count;
    e->lanes = count == 3 ? 4 : count;
    for (size_t k = 0; k < count; k++)
        TRY(add_table(e, tables[k], k, any ? CLPWL_STORAGE_FLOAT32 : o->storage));
    TRY(find_method(&method, o, e->pack->partition));
    if (!method || any)
        TRY(clpwl__auto(e, method, o, 1));
    else
        TRY(clpwl__evaluator_ready(e, method, o->storage));
    if (!method && o->use == CLPWL_USE_BATCH && !e->method->info.host && !context->device.info.unified_memory)
        e->wait = (clpwl__wait){.complete = compare_with_host, .wish = *o, .seconds_a_value = BUS,
                                .worth = BUS_WORTH};
    *out = e;
    e = NULL;
done:
    clpwl_evaluator_free(e);
    return status;
}

clpwl_status clpwl_evaluator_create(clpwl_evaluator **out, clpwl_context *context,
                                    const clpwl_table *table,
                                    const clpwl_evaluator_options *options)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    CHECK(out, CLPWL_ERR_ARGUMENT, "clpwl_evaluator_create: out is NULL");
    *out = NULL;
    TRY(create(out, context, &table, 1, options));
done:
    return status;
}

clpwl_status clpwl_evaluator_create_vector(clpwl_evaluator **out, clpwl_context *context,
                                           const clpwl_table *const *tables, size_t count,
                                           const clpwl_evaluator_options *options)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    CHECK(out, CLPWL_ERR_ARGUMENT, "clpwl_evaluator_create_vector: out is NULL");
    *out = NULL;
    CHECK(count >= 2 && count <= 4, CLPWL_ERR_ARGUMENT,
          "clpwl_evaluator_create_vector reads 2 to 4 tables, not %zu", count);
    CHECK(tables, CLPWL_ERR_ARGUMENT, "clpwl_evaluator_create_vector: tables is NULL");
    TRY(create(out, context, tables, count, options));
done:
    return status;
}

/* In the child of a fork() the OpenCL objects of the parent are left alone. */
static void forget(clpwl_evaluator *e)
{
    memset(e->loops, 0, sizeof e->loops);
    memset(e->memory, 0, sizeof e->memory);
    memset(e->stages, 0, sizeof e->stages);
    e->pending_count = 0;
}

void clpwl_evaluator_free(clpwl_evaluator *e)
{
    CLPWL__DOOR;
    if (!e)
        return;
    if (e->context && !clpwl__context_is_ours(e->context))
        forget(e);
    else
        clpwl__auto_keep_work(e);
    /* Queued kernels retain their arguments, but not with all drivers; native kernels read the
     * evaluator itself. */
    clpwl__pending_wait(e);
    clpwl__free(e->pending);
    clpwl_evaluator_free(e->on_host);
    clpwl__staging_free(e);
    clpwl__evaluator_clear(e);
    for (size_t k = 0; k < e->tables; k++) {
        clpwl__pack_free(e->packs[k]);
        clpwl__free(e->areas[k]);
        clpwl_table_free(e->table[k]);
    }
    clpwl_context_free(e->context);
    clpwl__free(e);
}

size_t clpwl_evaluator_lanes(const clpwl_evaluator *e)
{
    return e->lanes;
}

const char *clpwl_evaluator_method(const clpwl_evaluator *e)
{
    return e->method->info.name;
}

const char *clpwl_evaluator_eval_method(const clpwl_evaluator *e)
{
    return clpwl_evaluator_method(e->on_host ? e->on_host : e);
}

clpwl_storage clpwl_evaluator_storage(const clpwl_evaluator *e)
{
    return e->storage;
}

const char *clpwl_evaluator_device(const clpwl_evaluator *e)
{
    return e->context && !e->method->info.host ? e->context->device.info.name : "host";
}

clpwl_error clpwl_evaluator_error(const clpwl_evaluator *e)
{
    CLPWL__DOOR;
    return e->error;
}
