/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/kink_numbers.h"
#include "base/internal.h"

enum { MOST_PLACES = 1 << 24 /* of kinks in all numbers of segments: some tenths of a second */ };

clpwl_status clpwl__kink_numbers_find(clpwl__kink_numbers *k, const clpwl__problem *problem)
{
    clpwl_status status = CLPWL_OK;
    size_t count;
    const clpwl_function *f = &problem->in_s;
    const double *x = clpwl_function_kinks(f, &count);
    const clpwl_weight *weight = clpwl__problem_weight(problem, k->norm);
    const double a = problem->s0;
    k->width = problem->s1 - a;
    const double h = 1e-6 * k->width; /* for the slopes beside a kink */
    k->kinks = clpwl__alloc(count + 1, sizeof *k->kinks);
    CHECK_MEMORY(k->kinks);
    for (size_t i = 0; i < count; i++) {
        if (!(a + h < x[i] && x[i] < problem->s1 - h))
            continue;
        const double y = clpwl__function_raw(f, x[i]);
        const double bend = clpwl__function_raw(f, x[i] - h) - 2 * y + clpwl__function_raw(f, x[i] + h);
        double factor;
        TRY(clpwl__weigh(weight, k->norm, x[i], y, &factor));
        k->kinks[k->count++] = (clpwl__kink_place){(x[i] - a) / k->width, factor * fabs(bend) / h};
    }
done:
    return status;
}

/*
 * What one kink adds to Linf, to the integral of the error, or to the integral of its square. In
 * a segment of length h, with the kink at the part t of it, the interpolant's error at the kink
 * is jump h t (1 - t). It falls linearly to the knots.
 */
static double error_at_kink(const clpwl__kink_numbers *k, size_t i, size_t n)
{
    double h = k->width / (double)n, at = k->kinks[i].share * (double)n, t = at - floor(at);
    double error = k->kinks[i].jump * h * t * (1 - t);
    return k->norm == CLPWL_NORM_LINF ? error
           : k->norm == CLPWL_NORM_L1 ? error * h / 2
                                      : error * error * h / 3;
}

size_t clpwl__kink_number(const clpwl__kink_numbers *k, size_t from, size_t below)
{
    const double most = k->norm == CLPWL_NORM_L2 ? k->allowed * k->allowed : k->allowed;
    size_t n = (size_t)(0.9 * fmin(k->smooth, (double)below)) + 1;
    if (k->count == 0 || below > MOST_PLACES / k->count)
        return below;
    for (n = n < from ? from : n; n < below; n++) {
        double sum = 0;
        for (size_t i = 0; i < k->count && sum <= most; i++) {
            double more = error_at_kink(k, i, n);
            sum = k->norm == CLPWL_NORM_LINF ? fmax(sum, more) : sum + more;
        }
        if (sum <= most && (!k->stride || n % k->stride))
            return n;
    }
    return below;
}
