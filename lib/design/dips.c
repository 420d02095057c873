/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/dips.h"
#include "function/function.h"
#include "base/internal.h"

static const double step = 1e-6; /* of the domain, for the slopes beside a kink */

clpwl_status clpwl__dips_create(clpwl__dips *d, const clpwl_function *f, double a, double b)
{
    clpwl_status status = CLPWL_OK;
    size_t count;
    const double *kinks = clpwl_function_kinks(f, &count);
    double h = step * (b - a);
    d->width = b - a;
    d->share = clpwl__alloc(count + 1, sizeof *d->share);
    CHECK_MEMORY(d->share);
    d->jump = clpwl__alloc(count + 1, sizeof *d->jump);
    CHECK_MEMORY(d->jump);
    for (size_t i = 0; i < count; i++) {
        double x = kinks[i], y = clpwl__function_raw(f, x);
        if (!(a + h < x && x < b - h))
            continue;
        double left = y - clpwl__function_raw(f, x - h), right = clpwl__function_raw(f, x + h) - y;
        d->share[d->count] = (x - a) / (b - a);
        d->jump[d->count] = fabs(right - left) / h;
        d->count++;
    }
done:
    return status;
}

void clpwl__dips_free(clpwl__dips *d)
{
    clpwl__free(d->share);
    clpwl__free(d->jump);
    *d = (clpwl__dips){0};
}

/* What one kink adds to: the max error, the integral of the error, or of its square. */
static double at_kink(const clpwl__dips *d, clpwl_norm norm, size_t i, size_t n)
{
    double h = d->width / (double)n, at = d->share[i] * (double)n, t = at - floor(at);
    double error = d->jump[i] * h * t * (1 - t);
    return norm == CLPWL_NORM_LINF ? error : norm == CLPWL_NORM_L1 ? error * h / 2 : error * error * h / 3;
}

size_t clpwl__dips_next(const clpwl__dips *d, clpwl_norm norm, size_t from, size_t below,
                        double error)
{
    if (norm == CLPWL_NORM_L2)
        error *= error;
    for (size_t n = from; n < below; n++) {
        double sum = 0;
        for (size_t i = 0; i < d->count && sum <= error; i++) {
            double more = at_kink(d, norm, i, n);
            sum = norm == CLPWL_NORM_LINF ? fmax(sum, more) : sum + more;
        }
        if (sum <= error)
            return n;
    }
    return below;
}

size_t clpwl__dips_count(const clpwl__dips *d, clpwl_norm norm, size_t from, size_t below,
                         double error, size_t most)
{
    size_t count = 0;
    while (count <= most && (from = clpwl__dips_next(d, norm, from, below, error)) < below) {
        from++;
        count++;
    }
    return count;
}
