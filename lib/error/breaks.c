/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "error/breaks.h"
#include <float.h>
#include "base/array.h"
#include "function/kinks.h"
#include "function/noise.h"

/* Whether f differs at the two numbers by more than its rounding. A steep f does so too, which
 * costs a few samples. Beside 0 the numbers, and x itself there, are subnormal. */
static int jumps_between(const clpwl_function *f, double l, double r)
{
    double left = clpwl__function_raw(f, l), right = clpwl__function_raw(f, r);
    return fabs(right - left) > 64 * DBL_EPSILON * (fabs(left) + fabs(right)) + DBL_MIN;
}

/* Adds a kink, and the numbers of [a,b] beside it where f jumps. `kinks` has room for three. */
static size_t add_break(const clpwl_function *f, double a, double b, double x, double *kinks)
{
    double before = x > a ? nextafter(x, -INFINITY) : x;
    double behind = x < b ? nextafter(x, INFINITY) : x;
    kinks[0] = x;
    if (!jumps_between(f, before, x) && !jumps_between(f, x, behind))
        return 1;
    kinks[0] = before;
    kinks[1] = x;
    kinks[2] = behind;
    return 3;
}

/* Whether all kinks are known. */
static int is_known(const clpwl_function *f)
{
    return f->smooth || f->d2f;
}

static clpwl_status take_breaks(clpwl__broken *out, double a, double b, const clpwl_kink *found,
                                size_t count)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_function f = out->f;
    size_t all = 0, kept = 0;
    if (count + f.kink_count == 0)
        goto done;
    double *kinks = clpwl__alloc(count + f.kink_count, 3 * sizeof *kinks);
    CHECK(kinks, CLPWL_ERR_MEMORY, "out of memory: %zu kinks", count + f.kink_count);
    for (size_t i = 0; i < f.kink_count; i++)
        all += add_break(&f, a, b, f.kinks[i], kinks + all);
    for (size_t i = 0; i < count; i++)
        all += add_break(&f, a, b, found[i].x, kinks + all);
    qsort(kinks, all, sizeof *kinks, clpwl__compare_doubles);
    for (size_t i = 0; i < all; i++)
        if (kept == 0 || kinks[i] > kinks[kept - 1])
            kinks[kept++] = kinks[i];
    out->kinks = kinks;
    out->f.kinks = kinks;
    out->f.kink_count = kept;
done:
    return status;
}

clpwl_status clpwl__broken_create(clpwl__broken *out, const clpwl_function *f, double a, double b,
                                  const clpwl_kink *found, size_t count)
{
    clpwl_status status = CLPWL_OK;
    clpwl_kink *own = NULL;
    *out = (clpwl__broken){.f = *f};
    if (!found && !is_known(f)) {
        out->f.noise = fmax(f->noise, clpwl__noise_of(f, a, b));
        TRY(clpwl__find_kinks(f, a, b, out->f.noise, &own, &count));
        found = own;
    }
    TRY(take_breaks(out, a, b, found, count));
    out->f.smooth = 1;
done:
    clpwl__free(own);
    return status;
}

void clpwl__broken_free(clpwl__broken *b)
{
    clpwl__free(b->kinks);
    b->kinks = NULL;
}
