/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "function/given_jumps.h"
#include <float.h>
#include "base/internal.h"
#include "function/function.h"

/*
 * Whether f jumps at x: over 2h it rises by far more than over h beside it, and more than its rounding.
 * The function sign(x) |x|^p is continuous and comes nearest to a jump. Its quotient is 1 / (2^p - 1), which
 * is 100 for p = 0.014.
 */
static int is_jump(const clpwl_function *f, double x, double h, clpwl_kink *out)
{
    double y[4];
    for (int i = 0; i < 4; i++)
        y[i] = clpwl__function_raw(f, x + (i < 2 ? i - 2 : i - 1) * h);
    double rise = fabs(y[2] - y[1]), beside = fabs(y[1] - y[0]) + fabs(y[3] - y[2]);
    *out = (clpwl_kink){x, y[1], y[2]};
    return rise > 100 * beside + 1e6 * DBL_EPSILON * (fabs(y[1]) + fabs(y[2]));
}

clpwl_status clpwl__find_given_jumps(const clpwl_function *f, double a, double b, clpwl_kink **found,
                                     size_t *count)
{
    clpwl_status status = CLPWL_OK;
    int jumps = 0;
    *count = 0;
    for (size_t i = 0; i < f->place_count; i++)
        jumps |= f->places[i].left != f->places[i].right;
    if (f->places) {
        if (!jumps)
            goto done;
        *found = clpwl__alloc(f->place_count, sizeof **found);
        CHECK_MEMORY(*found);
        for (size_t i = 0; i < f->place_count; i++)
            if (f->places[i].x >= a && f->places[i].x <= b)
                (*found)[(*count)++] = f->places[i];
        goto done;
    }
    if (f->kink_count == 0)
        goto done;
    *found = clpwl__alloc(f->kink_count, sizeof **found);
    CHECK(*found, CLPWL_ERR_MEMORY, "out of memory: %zu kinks", f->kink_count);
    for (size_t i = 0; i < f->kink_count; i++) {
        double x = f->kinks[i], h = 0x1p-36 * fmax(fabs(x), b - a);
        clpwl_kink *k = &(*found)[*count];
        if (x - 2 * h < a || x + 2 * h > b)
            continue;
        int is = is_jump(f, x, h, k) && is_jump(f, x, h / 64, k);
        if (!is)
            k->left = k->right;
        jumps |= is;
        ++*count;
    }
    *count = jumps ? *count : 0;
done:
    return status;
}
