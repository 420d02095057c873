/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays of doubles: steps, order, comparison. */
#ifndef CLPWL__ARRAY_H
#define CLPWL__ARRAY_H

#include "base/internal.h"

/* Point i of n equal steps from l to r; exactly r for i = n. */
static inline double clpwl__step_at(double l, double r, double i, double n)
{
    return i < n ? l + (r - l) * (i / n) : r;
}

/* For qsort: ascending doubles. */
static inline int clpwl__compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts numbers and drops those that are there already. Returns the number of those that remain. */
static inline size_t clpwl__sort_distinct(double *x, size_t n)
{
    size_t kept = 0;
    qsort(x, n, sizeof *x, clpwl__compare_doubles);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || x[i] > x[kept - 1])
            x[kept++] = x[i];
    return kept;
}

/* Copies n numbers.
 *   out  the address of a pointer to double, or to const double; NULL after a failure
 * CLPWL_ERR_MEMORY. */
static inline clpwl_status clpwl__copy_numbers(void *out, const double *x, size_t n)
{
    clpwl_status status = CLPWL_OK;
    double *copy = clpwl__alloc(n, sizeof *copy);
    memcpy(out, &copy, sizeof copy);
    CHECK(copy, CLPWL_ERR_MEMORY, "out of memory: %zu numbers", n);
    memcpy(copy, x, n * sizeof *x);
done:
    return status;
}

/* Checks that an array of n elements, `bytes` each, can be: none exceeds PTRDIFF_MAX bytes.
 * CLPWL_ERR_ARGUMENT. */
static inline clpwl_status clpwl__check_count(const char *where, const char *name, size_t n,
                                              size_t bytes)
{
    clpwl_status status = CLPWL_OK;
    CHECK(n <= PTRDIFF_MAX / bytes, CLPWL_ERR_ARGUMENT, "%s: %s is %zu, more than an array holds",
          where, name, n);
done:
    return status;
}

/* Checks a number of segments, of which `where` ("a table") needs one. CLPWL_ERR_ARGUMENT. */
static inline clpwl_status clpwl__check_segments(const char *where, size_t segments)
{
    clpwl_status status = CLPWL_OK;
    CHECK(segments >= 1, CLPWL_ERR_ARGUMENT, "%s has at least 1 segment, not 0", where);
    CHECK(segments < PTRDIFF_MAX / sizeof(double), CLPWL_ERR_ARGUMENT,
          "%s: %zu segments are more than an array holds", where, segments);
done:
    return status;
}

/* Checks an interval, called `name` in the message. CLPWL_ERR_ARGUMENT. */
static inline clpwl_status clpwl__check_interval(const char *name, double a, double b)
{
    clpwl_status status = CLPWL_OK;
    CHECK(isfinite(a) && isfinite(b) && a < b, CLPWL_ERR_ARGUMENT,
          "%s [%g, %g]: both ends must be finite, the first below the second", name, a, b);
done:
    return status;
}

/* Checks that n numbers are finite and strictly ascending. Each is a `noun` in the message, as "knot".
 * CLPWL_ERR_ARGUMENT. */
static inline clpwl_status clpwl__check_ascending(const char *noun, const double *x, size_t n)
{
    clpwl_status status = CLPWL_OK;
    for (size_t i = 0; i < n; i++) {
        CHECK(isfinite(x[i]), CLPWL_ERR_ARGUMENT, "%s %zu of %zu is %g, not finite", noun, i + 1, n, x[i]);
        CHECK(i == 0 || x[i - 1] < x[i], CLPWL_ERR_ARGUMENT,
              "%s %zu of %zu is %.17g, not above the %s before it, %.17g", noun, i + 1, n, x[i], noun,
              x[i - 1]);
    }
done:
    return status;
}

#endif
