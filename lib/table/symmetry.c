/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/symmetry.h"
#include <float.h>
#include "base/internal.h"

static int has_sum(clpwl_symmetry symmetry)
{
    return symmetry == CLPWL_SYMMETRY_ODD || symmetry == CLPWL_SYMMETRY_POINT;
}

clpwl__law clpwl__law_of(clpwl_symmetry symmetry, double at_0)
{
    return (clpwl__law){symmetry, symmetry == CLPWL_SYMMETRY_POINT ? 2 * at_0 : 0};
}

double clpwl__law_value(clpwl__law law, double x, double y)
{
    return has_sum(law.symmetry) ? law.sum - y : law.symmetry == CLPWL_SYMMETRY_RAMP ? y - x : y;
}

double clpwl__symmetry_slope(clpwl_symmetry symmetry, double slope)
{
    return has_sum(symmetry) ? slope : symmetry == CLPWL_SYMMETRY_RAMP ? 1 - slope : -slope;
}

clpwl_status clpwl__symmetry_check(const clpwl_table_spec *spec)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_symmetry s = spec->symmetry;
    const size_t n = spec->segments;
    const double *x = spec->knots, *c = spec->values;
    CHECK(s != CLPWL_SYMMETRY_AUTO, CLPWL_ERR_ARGUMENT,
          "auto is not a symmetry of a table; expected none, even, odd, ramp or point");
    CHECK(clpwl_symmetry_name(s), CLPWL_ERR_ARGUMENT,
          "%d is not a symmetry of a table; expected none, even, odd, ramp or point", (int)s);
    if (s == CLPWL_SYMMETRY_NONE)
        goto done;
    const char *name = clpwl_symmetry_name(s);
    CHECK(n % 2 == 0 && x[n / 2] == 0, CLPWL_ERR_ARGUMENT,
          "a table with the symmetry %s has a knot at 0 and as many knots on both sides: its "
          "middle one of "
          "%zu is %.9g",
          name, n + 1, x[n / 2]);
    const clpwl__law law = clpwl__law_of(s, c[n / 2]);
    CHECK(fabs(law.sum) <= FLT_MAX, CLPWL_ERR_ARGUMENT,
          "a table with the symmetry %s has 2 v(0) within +-%.8g: v(0) is %g", name, FLT_MAX,
          c[n / 2]);
    for (size_t i = 0; i <= n / 2; i++) {
        double y = clpwl__law_value(law, x[n - i], c[n - i]);
        CHECK(x[i] == -x[n - i], CLPWL_ERR_ARGUMENT,
              "knot %zu of %zu is %.17g, not %.17g: the table has the symmetry %s", i + 1, n + 1, x[i],
              -x[n - i], name);
        CHECK(c[i] == y, CLPWL_ERR_ARGUMENT,
              "value %zu of %zu, at x = %.9g, is %.17g, not %.17g: the table has the symmetry %s", i + 1,
              n + 1, x[i], c[i], y, name);
    }
done:
    return status;
}

clpwl_status clpwl__symmetry_tails(clpwl_symmetry symmetry, clpwl_tails *tails)
{
    clpwl_status status = CLPWL_OK;
    if (symmetry == CLPWL_SYMMETRY_NONE)
        goto done;
    if (isnan(tails->right))
        tails->right = clpwl__symmetry_slope(symmetry, tails->left);
    if (isnan(tails->left))
        tails->left = clpwl__symmetry_slope(symmetry, tails->right);
    double off = tails->left - clpwl__symmetry_slope(symmetry, tails->right);
    CHECK(isnan(off) ||
              fabs(off) <=
                  (symmetry == CLPWL_SYMMETRY_RAMP ? DBL_EPSILON * (1 + fabs(tails->left)) : 0),
          CLPWL_ERR_ARGUMENT,
          "the slope of the left tail is %.9g, not %.9g: the table has the symmetry %s",
          tails->left, clpwl__symmetry_slope(symmetry, tails->right),
          clpwl_symmetry_name(symmetry));
done:
    return status;
}

void clpwl__reflect(clpwl__law law, const clpwl__half *half, double *knots, double *values)
{
    size_t n = half->segments;
    for (size_t i = 0; i <= n; i++) {
        double x = half->knots[i];
        double y = i == 0 && has_sum(law.symmetry) ? law.sum / 2 : half->values[i];
        knots[n - i] = -x;
        values[n - i] = clpwl__law_value(law, x, y);
        knots[n + i] = x;
        values[n + i] = y;
    }
}
