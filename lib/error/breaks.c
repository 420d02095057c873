/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "error/breaks.h"
#include <float.h>
#include "base/array.h"

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

/* Takes the kinks of the proxy; where none was made, those of f. */
static clpwl_status take_breaks(clpwl__broken *out, const clpwl_function *f, double a, double b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_function *of = out->proxy.f.places ? &out->proxy.f : f;
    const size_t count = of->places ? of->place_count : of->kink_count;
    size_t all = 0;
    if (count == 0)
        goto done;
    out->kinks = clpwl__alloc(count, 3 * sizeof *out->kinks);
    CHECK(out->kinks, CLPWL_ERR_MEMORY, "out of memory: %zu kinks", count);
    for (size_t i = 0; i < count; i++)
        all += add_break(f, a, b, of->places ? of->places[i].x : of->kinks[i], out->kinks + all);
    out->f.kinks = out->kinks;
    out->f.kink_count = clpwl__sort_distinct(out->kinks, all);
done:
    return status;
}

clpwl_status clpwl__broken_create(clpwl__broken *out, const clpwl_function *f, double a, double b)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__proxy_wish wish = {.a = a, .b = b, .is_guess = 1};
    clpwl_function at_doubles = *f;
    at_doubles.is_ours = 1;
    *out = (clpwl__broken){.f = *f};
    if (!f->places) {
        status = clpwl__proxy_create(&out->proxy, &at_doubles, &wish);
        TRY(status == CLPWL_ERR_TARGET ? CLPWL_OK : status);
        out->f.seams = out->proxy.f.seams;
        out->f.seam_count = out->proxy.f.seam_count;
        out->f.degree = out->proxy.f.degree;
    }
    TRY(take_breaks(out, f, a, b));
    out->f.smooth = 1;
done:
    return status;
}

void clpwl__broken_free(clpwl__broken *b)
{
    clpwl__proxy_free(&b->proxy);
    clpwl__free(b->kinks);
    b->kinks = NULL;
}
