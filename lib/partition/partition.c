/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "partition/partition.h"
#include "base/array.h"
#include "base/door.h"
#include "base/internal.h"
#include <float.h>
#include "function/proxy.h"
#include "partition/density_knots.h"

clpwl_status clpwl__check_domain(double a, double b, size_t segments)
{
    clpwl_status status = CLPWL_OK;
    CHECK(isfinite(a) && isfinite(b), CLPWL_ERR_ARGUMENT,
          "the domain [%g, %g] is not finite", a, b);
    CHECK(a < b, CLPWL_ERR_ARGUMENT, "the domain [%g, %g] is %s: the first end must be below "
          "the second", a, b, a == b ? "empty" : "reversed");
    CHECK(fmax(fabs(a), fabs(b)) <= FLT_MAX, CLPWL_ERR_ARGUMENT,
          "the domain [%g, %g] is beyond +-%.8g, the largest float", a, b, FLT_MAX);
    TRY(clpwl__check_segments("a partition", segments));
done:
    return status;
}

clpwl_status clpwl_partition_uniform(double a, double b, size_t segments, double *knots)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    CHECK_GIVEN(knots);
    TRY(clpwl__check_domain(a, b, segments));
    for (size_t i = 0; i <= segments; i++) {
        knots[i] = clpwl__uniform_knot(a, b, segments, i);
        CHECK(i == 0 || knots[i - 1] < knots[i], CLPWL_ERR_ARGUMENT,
              "%zu segments do not fit into [%.17g, %.17g]: it has too few numbers",
              segments, a, b);
    }
done:
    return status;
}

size_t clpwl__find_stride(double a, double b, const double *x, size_t count, size_t most, int is_exact)
{
    for (size_t n = 1; n <= most; n++) {
        const double scale = (double)n / (b - a), off = is_exact ? 0 : 1e-12;
        int is_met = !is_exact || (double)(float)scale * (b - a) == (double)n;
        for (size_t i = 0; i < count && is_met; i++) {
            const double share = scale * (x[i] - a);
            is_met = x[i] <= a || x[i] >= b || fabs(share - rint(share)) <= off * fmax(share, 1);
        }
        if (is_met)
            return n;
    }
    return 0;
}

clpwl_status clpwl_partition_optimized(const clpwl_function *f, double a, double b,
                                       size_t segments, clpwl_norm norm, double *knots)
{
    CLPWL__DOOR;
    clpwl_status status = CLPWL_OK;
    clpwl__density density = {0};
    clpwl__proxy p = {.count = 0};
    const clpwl__proxy_wish wish = {.a = a, .b = b, .norm = norm, .is_guess = 1};
    CHECK_GIVEN(f);
    CHECK_GIVEN(knots);
    CHECK_NAMED(norm, norm);
    TRY(clpwl__check_domain(a, b, segments));
    TRY(clpwl__proxy_create(&p, f, &wish));
    TRY(clpwl__density_create(&density, &p.f, a, b, NULL, norm, NULL));
    TRY(clpwl__density_knots(&density, segments, knots));
done:
    clpwl__density_free(&density);
    clpwl__proxy_free(&p);
    return status;
}
