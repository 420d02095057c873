/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packs for the inline look-ups of programs. */
#include "clpwl_lookup.h"
#include "base/door.h"
#include "base/options.h"
#include "cpu/pack.h"
#include "table/shaper.h"

#define SHAPER(NAME, formula, ulp, least, most, sign, g, inverse, width, slope, integral, float_g, ...) \
    static float at_##NAME(float x) { return float_g; }
#include "table/shapers.def"
#undef SHAPER

static float (*const shapers[])(float x) = {
#define SHAPER(NAME, ...) [CLPWL_SHAPER_##NAME] = at_##NAME,
#include "table/shapers.def"
};

/* Positions from 0 on whose bits are less are of arguments of the domain, and of a step: positions are
 * monotone in x. 0: none, as an argument left of the domain may be at 0, too. With an offset, programs may
 * round a product and a sum. */
static clpwl_uint end_of_positions(const clpwl_grid *g)
{
    const float left = clpwl_position(nextafterf(g->lo, -INFINITY), *g);
    const float end = fminf(clpwl_position(nextafterf(g->hi, INFINITY), *g), (float)g->last + 1);
    if (g->offset == 0)
        return clpwl_bits(end);
    return left < -0x1p-22f * fabsf(g->offset) ? clpwl_bits(end * (1 - 0x1p-22f)) : 0;
}

clpwl_status clpwl_lookup_prepare(clpwl_lookup_table *t, const clpwl_table *table)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_lookup_table own;
    clpwl__pack *p = NULL;
    CHECK(t && table, CLPWL_ERR_ARGUMENT, "clpwl_lookup_prepare: %s is NULL", t ? "table" : "t");
    TRY(clpwl__options_take(&own, sizeof own, t, "clpwl_lookup_table", "CLPWL_LOOKUP_TABLE_INIT"));
    CHECK(!own.pack, CLPWL_ERR_ARGUMENT, "clpwl_lookup_prepare: t is prepared: release it first");
    TRY(clpwl__pack_create(&p, table, clpwl_table_storage(table)));
    const clpwl_uint end = p->symmetry || p->shaper ? 0 : end_of_positions(&p->grid);
    own = (clpwl_lookup_table){
        .size = t->size,
        .pack = p,
        .records = p->records,
        .cells = p->cells,
        .segments_end = p->knots ? 0 : end,
        .cells_end = p->cells ? end : 0,
        .grid = p->grid,
        .extend = (int)p->extend,
        .symmetry = (int)p->symmetry,
        .knots = p->knots,
        .shaper = p->shaper ? shapers[p->shaper] : NULL,
    };
    own.unshifted_segments_end = p->grid.offset == 0 ? own.segments_end : 0;
    own.unshifted_cells_end = p->grid.offset == 0 ? own.cells_end : 0;
    memcpy(t, &own, t->size < sizeof own ? t->size : sizeof own);
done:
    return status;
}

void clpwl_lookup_release(clpwl_lookup_table *t)
{
    if (!t || !t->pack)
        return;
    clpwl__pack_free(t->pack);
    memset((char *)t + sizeof t->size, 0, t->size - sizeof t->size);
}
