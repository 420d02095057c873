/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tails as segments. */
#include "clpwl/calculus.h"
#include "base/door.h"
#include "base/internal.h"
#include "clpwl/table.h"
#include "table/symmetry.h"

/* The symmetry of the table on [a,b]. A constant tail of a ramp does not obey the law of segments. */
static clpwl_symmetry symmetry_on(const clpwl_table *table, double a, double b)
{
    clpwl_symmetry symmetry = clpwl_table_symmetry(table);
    int is_ramp_clamped = symmetry == CLPWL_SYMMETRY_RAMP &&
                          clpwl_table_extend(table) == CLPWL_EXTEND_CLAMP &&
                          a < clpwl_table_knots(table)[0];
    return a == -b && !is_ramp_clamped ? symmetry : CLPWL_SYMMETRY_NONE;
}

clpwl_status clpwl_table_widen(clpwl_table **out, const clpwl_table *table, double a, double b)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    double *numbers = NULL, from, to;
    if (out)
        *out = NULL;
    CHECK_GIVEN(out);
    CHECK_GIVEN(table);
    size_t n = clpwl_table_segments(table), used = 0;
    clpwl_extend extend = clpwl_table_extend(table);
    clpwl_tails tails = clpwl_table_tails(table);
    clpwl_table_domain(table, &from, &to);
    CHECK(a <= from && to <= b, CLPWL_ERR_ARGUMENT,
          "[%.10g, %.10g] does not hold the table's domain, [%.10g, %.10g]", a, b, from, to);
    CHECK(extend == CLPWL_EXTEND_CLAMP || extend == CLPWL_EXTEND_LINEAR, CLPWL_ERR_ARGUMENT,
          "a table extended by %s has no straight tails: clamp and linear have",
          clpwl_extend_name(extend));
    CHECK(clpwl_table_shaper(table) == CLPWL_SHAPER_NONE, CLPWL_ERR_ARGUMENT,
          "the table is straight in %s(x), its tails are in x: design a table without a shaper",
          clpwl_shaper_name(clpwl_table_shaper(table)));
    numbers = clpwl__alloc(2 * (n + 3), sizeof *numbers);
    CHECK(numbers, CLPWL_ERR_MEMORY, "out of memory: a table of %zu segments", n + 2);
    double *x = numbers, *c = numbers + n + 3;
    if (a < from)
        x[used++] = a;
    memcpy(x + used, clpwl_table_knots(table), (n + 1) * sizeof *x);
    used += n + 1;
    if (to < b)
        x[used++] = b;
    for (size_t i = 0; i < used; i++)
        c[i] = clpwl_table_value(table, x[i]);
    spec.symmetry = symmetry_on(table, a, b);
    if (spec.symmetry)
        c[0] = clpwl__law_value(clpwl__table_law(table), b, c[used - 1]);
    spec.knots = x;
    spec.values = c;
    spec.segments = used - 1;
    spec.partition = CLPWL_PARTITION_OPTIMIZED;
    spec.fit = clpwl_table_fit(table);
    spec.extend = extend;
    spec.tails = &tails;
    if (extend == CLPWL_EXTEND_CLAMP)
        spec.storage = clpwl_table_storage(table);
    spec.function = clpwl_table_function(table);
    TRY(clpwl_table_create(out, &spec));
done:
    clpwl__free(numbers);
    return status;
}
