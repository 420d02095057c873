/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include "corpus.h"

enum { AT_ENDS = 1024 }; /* midpoints, at least, in the first segment and in the last */

/* At the ends of the domain f may be singular. */
static size_t points_in(size_t i, size_t segments, size_t points)
{
    return (i == 0 || i == segments - 1) && points < AT_ENDS ? AT_ENDS : points;
}

/* Adds one value: at the midpoint of a part of a segment, where parts are shorter towards the
 * ends; or one that counts only for the largest error. */
static size_t place(const double *knots, size_t segments, size_t points, float *x, double *h)
{
    float a = (float)knots[0], b = (float)knots[segments];
    size_t n = 0;
    for (size_t i = 0; i < segments; i++) {
        double width = knots[i + 1] - knots[i];
        size_t parts = points_in(i, segments, points);
        for (size_t k = 0; k < parts; k++, n++) {
            double t = ((double)k + 0.5) / (double)parts;
            x[n] = (float)(knots[i] + width * (t * t * (3 - 2 * t)));
            h[n] = width * (6 * t * (1 - t)) / (double)parts;
        }
    }
    for (size_t i = 0; i <= segments; i++) {
        float at = (float)knots[i];
        const float beside[] = {nextafterf(at, -INFINITY), at, nextafterf(at, INFINITY)};
        for (int k = 0; k < 3; k++, n++) {
            x[n] = beside[k];
            h[n] = 0;
        }
    }
    for (size_t i = 0; i < n; i++) /* a float neighbour of an end may be outside */
        x[i] = fminf(fmaxf(x[i], a < knots[0] ? nextafterf(a, INFINITY) : a),
                     b > knots[segments] ? nextafterf(b, -INFINITY) : b);
    return n;
}

clpwl_error corpus_see(const clpwl_function *f, const clpwl_table *table, size_t closer)
{
    size_t segments = clpwl_table_segments(table);
    size_t points = closer * (segments < 256 ? 8192 / segments : 32);
    size_t room = segments * points + 2 * AT_ENDS + 3 * (segments + 1);
    float *x = memory(room * sizeof *x), *v = memory(room * sizeof *v);
    double *h = memory(room * sizeof *h), y;
    clpwl_evaluator *evaluator = evaluator_of(NULL, table, "host-scalar", CLPWL_STORAGE_FLOAT32);
    clpwl_error seen = {0};
    size_t n = place(clpwl_table_knots(table), segments, points, x, h);
    check(clpwl_eval(evaluator, x, v, n));
    for (size_t i = 0; i < n; i++) {
        check(clpwl_function_value(f, (double)x[i], &y));
        double e = fabs(y - (double)v[i]);
        seen.linf = fmax(seen.linf, e);
        seen.l1 += h[i] * e;
        seen.l2 += h[i] * e * e;
    }
    seen.l2 = sqrt(seen.l2);
    clpwl_evaluator_free(evaluator);
    free(x);
    free(v);
    free(h);
    return seen;
}
