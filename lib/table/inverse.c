/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inverse of a strictly monotone table: knots and values change places. */
#include "clpwl/calculus.h"
#include "base/door.h"
#include "base/internal.h"

static clpwl_status check_monotone(const double *x, const double *c, size_t segments)
{
    clpwl_status status = CLPWL_OK;
    int ascends = c[1] > c[0];
    for (size_t i = 1; i <= segments; i++)
        CHECK(ascends ? c[i] > c[i - 1] : c[i] < c[i - 1], CLPWL_ERR_ARGUMENT,
              "the table has no inverse, as it is not monotone: value %zu of %zu, at x = %.9g, is %.17g, not "
              "%s the value before it, %.17g", i + 1, segments + 1, x[i], c[i], ascends ? "above" : "below",
              c[i - 1]);
done:
    return status;
}

/* The error of the inverse: the error of v divided by the least slope. */
static double estimate_inverse_error(const clpwl_table *table)
{
    const double *x = clpwl_table_knots(table), *c = clpwl_table_values(table);
    double most = 0;
    for (size_t i = 0; i < clpwl_table_segments(table); i++)
        most = fmax(most, (x[i + 1] - x[i]) / fabs(c[i + 1] - c[i]));
    return clpwl_table_measured(table).linf * most;
}

clpwl_status clpwl_table_inverse(clpwl_table **out, const clpwl_table *table, clpwl_extend extend)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl_table_spec spec = CLPWL_TABLE_SPEC_INIT;
    clpwl__text name = {0};
    double *numbers = NULL;
    if (out)
        *out = NULL;
    CHECK_GIVEN(out);
    CHECK_GIVEN(table);
    CHECK_NAMED(extend, extend);
    CHECK(extend == CLPWL_EXTEND_CLAMP || extend == CLPWL_EXTEND_NAN, CLPWL_ERR_ARGUMENT,
          "the extension of an inverse is clamp or nan, not %s", clpwl_extend_name(extend));
    CHECK(clpwl_table_shaper(table) == CLPWL_SHAPER_NONE, CLPWL_ERR_ARGUMENT,
          "the table is piecewise linear in %s(x); its inverse is not piecewise linear: design a "
          "table without a shaper", clpwl_shaper_name(clpwl_table_shaper(table)));
    size_t n = clpwl_table_segments(table);
    const double *x = clpwl_table_knots(table), *c = clpwl_table_values(table);
    TRY(check_monotone(x, c, n));
    numbers = clpwl__alloc(2 * (n + 1), sizeof *numbers);
    CHECK(numbers, CLPWL_ERR_MEMORY, "out of memory: a table of %zu segments", n);
    for (size_t i = 0; i <= n; i++) {
        size_t from = c[n] > c[0] ? i : n - i;
        numbers[i] = c[from];
        numbers[n + 1 + i] = x[from];
    }
    clpwl__append(&name, "inverse of %s", clpwl_table_function(table));
    CHECK(!name.failed, CLPWL_ERR_MEMORY, "out of memory: the name of an inverse");
    spec.knots = numbers;
    spec.values = numbers + n + 1;
    spec.segments = n;
    spec.partition = CLPWL_PARTITION_OPTIMIZED;
    spec.fit = clpwl_table_fit(table);
    spec.extend = extend;
    if (clpwl_table_symmetry(table) == CLPWL_SYMMETRY_ODD)
        spec.symmetry = CLPWL_SYMMETRY_ODD;
    spec.function = name.text;
    spec.estimate.linf = estimate_inverse_error(table);
    TRY(clpwl_table_create(out, &spec));
done:
    clpwl__free(name.text);
    clpwl__free(numbers);
    return status;
}
