/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "clpwl/shaper.h"
#include "cpu/pack.h"
#include <float.h>
#include "execution/rounding.h"
#include "execution/storage.h"
#include "table/symmetry.h"
#include "base/internal.h"

/* A bare conversion rounds to nearest, which may fall outside [a,b]. */
static float smallest_float_from(double a)
{
    float x = (float)a;
    return (double)x < a ? nextafterf(x, INFINITY) : x;
}

static float largest_float_to(double b)
{
    float x = (float)b;
    return (double)x > b ? nextafterf(x, -INFINITY) : x;
}

static clpwl_status pack_domain(clpwl__pack *p, double a, double b)
{
    clpwl_status status = CLPWL_OK;
    double from = clpwl_shaper_value(p->shaper, a), to = clpwl_shaper_value(p->shaper, b);
    clpwl__locating at = clpwl__locating_of(from, to, p->segments);
    double scale = (double)p->segments / (to - from);
    double left = p->symmetry ? -b : a;
    CHECK(fabs(a) <= FLT_MAX && fabs(b) <= FLT_MAX && b - left <= FLT_MAX, CLPWL_ERR_UNSUPPORTED,
          "the domain [%g, %g] is wider than fp32 can hold (%g)", left, b, (double)FLT_MAX);
    p->grid.hi = largest_float_to(b);
    p->grid.lo = p->symmetry ? -p->grid.hi : smallest_float_from(a);
    CHECK(p->grid.lo < p->grid.hi, CLPWL_ERR_UNSUPPORTED,
          "the domain [%.17g, %.17g] holds fewer than two fp32 numbers", a, b);
    CHECK(fabs(scale) <= FLT_MAX && fabs(scale) >= FLT_MIN, CLPWL_ERR_UNSUPPORTED,
          "the domain [%g, %g] over %zu segments needs a scale of %g, outside fp32: %s, or design f(c x) for "
          "a constant c, and give the table x / c", a, b, p->segments, scale,
          fabs(scale) > 1 ? "take a wider domain" : "take more segments");
    p->grid.last = (int)p->segments - 1;
    p->grid.origin = at.origin;
    p->grid.period = (float)(b - a);
    p->grid.scale = at.scale;
    p->grid.offset = at.offset;
done:
    return status;
}

static clpwl_status pack_knots(clpwl__pack *p, const double *knots)
{
    clpwl_status status = CLPWL_OK;
    p->knots = clpwl__alloc(p->segments + 1, sizeof *p->knots);
    CHECK_MEMORY(p->knots);
    for (size_t i = 0; i <= p->segments; i++) {
        p->knots[i] = (float)knots[i];
        CHECK(i == 0 || p->knots[i - 1] < p->knots[i], CLPWL_ERR_UNSUPPORTED,
              "knots %zu and %zu (%.17g, %.17g) are one number in fp32: use fewer segments", i - 1,
              i, knots[i - 1], knots[i]);
    }
done:
    return status;
}

static void pack_records(clpwl__pack *p)
{
    for (size_t i = 0; i < p->segments; i++) {
        double rise = (double)p->values[i + 1] - (double)p->values[i];
        double run = p->knots ? (double)p->knots[i + 1] - (double)p->knots[i] : 1;
        p->records[i] = (clpwl__record){p->values[i], (float)(rise / run)};
    }
}

/* Methods form slopes, those of images the difference of two values: inf where it is
 * beyond fp32, and NaN from there. */
static clpwl_status check_rises(const clpwl__pack *p, const double *knots, const double *values)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i < p->segments; i++)
        CHECK(isfinite(p->records[i].slope) && isfinite(p->values[i + 1] - p->values[i]),
              CLPWL_ERR_UNSUPPORTED, "segment %zu of %zu, from %g at x = %.9g to %g at x = %.9g, is steeper "
              "than fp32 can hold: choose a domain without it, or a shaper", i + 1, p->segments, values[i],
              knots[i], values[i + 1], knots[i + 1]);
done:
    return status;
}

clpwl_status clpwl__pack_create(clpwl__pack **out, const clpwl_table *table, clpwl_storage storage)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__half half = clpwl__table_half(table);
    const double *knots = half.knots, *values = half.values;
    size_t n = half.segments;
    clpwl__coding coding = clpwl__coding_of(storage, values, n + 1);
    clpwl__pack *p = clpwl__calloc(1, sizeof *p);
    *out = NULL;
    CHECK_MEMORY(p);
    p->segments = n;
    p->partition = clpwl_table_partition(table);
    p->shaper = clpwl_table_shaper(table);
    p->extend = clpwl_table_extend(table);
    p->symmetry = clpwl_table_symmetry(table);
    CHECK(n <= INT32_MAX / 2, CLPWL_ERR_UNSUPPORTED, "%zu segments are more than %d", n,
          INT32_MAX / 2);
    p->values = clpwl__alloc(n + 1, sizeof *p->values);
    CHECK_MEMORY(p->values);
    p->records = clpwl__alloc(n, sizeof *p->records);
    CHECK_MEMORY(p->records);
    TRY(pack_domain(p, knots[0], knots[n]));
    if (p->partition == CLPWL_PARTITION_OPTIMIZED)
        TRY(pack_knots(p, knots));
    clpwl_tails tails = clpwl_table_tails(table);
    p->grid.left[0] = (float)tails.left;
    p->grid.right[0] = (float)tails.right;
    p->grid.sum[0] = (float)clpwl__table_law(table).sum;
    TRY(clpwl__coding_check(&coding));
    for (size_t i = 0; i <= n; i++)
        p->values[i] = (float)clpwl__stored(&coding, values[i]);
    pack_records(p);
    TRY(check_rises(p, knots, values));
    if (p->knots)
        TRY(clpwl__pack_cells(p, knots[0], knots[n]));
    TRY(clpwl__pack_planes(p));
    *out = p;
    p = NULL;
done:
    clpwl__pack_free(p);
    return status;
}

void clpwl__pack_free(clpwl__pack *p)
{
    if (!p)
        return;
    clpwl__free(p->values);
    clpwl__free(p->knots);
    clpwl__free(p->records);
    clpwl__free(p->cells);
    clpwl__free(p->planes.block);
    clpwl__free(p);
}
