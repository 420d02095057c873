/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives and integrals. */
#include "cl/evaluator/evaluator.h"
#include "base/door.h"

const char *clpwl__quantity_function(const clpwl_evaluator *e)
{
    static const char *const functions[] = {
        [CLPWL_QUANTITY_VALUE] = "clpwl_t",
        [CLPWL_QUANTITY_DERIVATIVE] = "clpwl_t_slope",
        [CLPWL_QUANTITY_INTEGRAL] = "clpwl_t_integral",
    };
    return functions[e->quantity];
}

/* Whether the values are numbers of the storage: then derivative and integral are the table's own. */
static int is_exact(const clpwl_evaluator *e)
{
    for (size_t k = 0; k < e->tables; k++) {
        const clpwl__half half = clpwl__table_half(e->table[k]);
        for (size_t i = 0; i <= half.segments; i++)
            if (clpwl__stored(&e->coding[k], half.values[i]) != half.values[i])
                return 0;
    }
    return 1;
}

clpwl_status clpwl__quantity_check(const clpwl_evaluator *e)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_method_info *info = &e->method->info;
    const char *quantity = clpwl_quantity_name(e->quantity);
    if (e->quantity == CLPWL_QUANTITY_VALUE)
        goto done;
    CHECK(e->method->needs & GIVES_CALCULUS, CLPWL_ERR_UNSUPPORTED,
          "method %s does not give %s %s: use %s", info->name,
          quantity[0] == 'i' ? "an" : "a", quantity,
          info->host ? "host-scalar" : "buffer");
    CHECK(!info->host || is_exact(e), CLPWL_ERR_UNSUPPORTED,
          "method %s does not emulate the storage %s for the %s: use float32, or buffer on a device",
          info->name, clpwl_storage_name(e->storage), quantity);
    CHECK(e->quantity != CLPWL_QUANTITY_INTEGRAL || info->host ||
              e->pack->shaper == CLPWL_SHAPER_NONE,
          CLPWL_ERR_UNSUPPORTED,
          "method %s does not give the integral of a table with the shaper %s: use host-scalar, or "
          "a table without a shaper", info->name, clpwl_shaper_name(e->pack->shaper));
done:
    return status;
}

clpwl_calculus_error clpwl_evaluator_calculus_error(const clpwl_evaluator *e)
{
    CLPWL__DOOR;
    clpwl_calculus_error worst = {0, 0, 0};
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    how.from_image = (e->method->needs & NEEDS_IMAGE) != 0 || clpwl__has_codes(e);
    how.storage = e->storage;
    for (size_t k = 0; k < e->tables; k++) {
        clpwl_calculus_error error = clpwl_table_executed_calculus_error(e->table[k], &how);
        worst.derivative = clpwl__worse(worst.derivative, error.derivative);
        worst.reach = clpwl__worse(worst.reach, error.reach);
        worst.integral = clpwl__worse(worst.integral, error.integral);
    }
    return worst;
}

int clpwl__has_codes(const clpwl_evaluator *e)
{
    return e->storage != CLPWL_STORAGE_FLOAT32 && (e->method->needs & NEEDS_RECORDS) != 0;
}

size_t clpwl__records_bytes(const clpwl_evaluator *e)
{
    size_t number = clpwl__has_codes(e) ? clpwl__storage_bytes(e->storage) : sizeof(float);
    return e->pack->segments * 2 * e->lanes * number;
}

int clpwl__has_slot(const clpwl_evaluator *e, clpwl__slot slot)
{
    unsigned needs = e->method->needs;
    if (slot == SLOT_AREAS)
        return e->quantity == CLPWL_QUANTITY_INTEGRAL;
    if (clpwl__has_codes(e) && needs & NEEDS_KNOTS) /* codes have no slopes, rules the lengths */
        needs = (needs & ~(unsigned)NEEDS_KNOTS) | NEEDS_RULES;
    return (needs >> slot & 1) != 0;
}
