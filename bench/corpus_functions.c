/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "corpus.h"

enum { AT_ENDS = 1024 }; /* midpoints, at least, in the first segment and in the last */

#define CATALOGUE(group, text, a, b)
#define CALLBACK(group, id, a, b, expression)                                                 \
    static double id##_f(double x, void *user)                                                 \
    {                                                                                          \
        (void)user;                                                                            \
        return expression;                                                                     \
    }
#define SAMPLES(id, a, b, n, sigma, expression) CALLBACK(measured, id, a, b, expression)
#include "corpus.def"
#undef CATALOGUE
#undef CALLBACK
#undef SAMPLES

static const corpus_entry entries[] = {
#define CATALOGUE(group, text, a, b) {#group, text, a, b, NULL, 0, 0, NULL},
#define CALLBACK(group, id, a, b, expression) {#group, #id, a, b, id##_f, 0, 0, #expression},
#define SAMPLES(id, a, b, n, sigma, expression) {"measured", #id, a, b, id##_f, n, sigma, NULL},
#include "corpus.def"
};

const corpus_entry *corpus_entries(size_t *count)
{
    *count = sizeof entries / sizeof *entries;
    return entries;
}

void corpus_check(clpwl_status status)
{
    if (status == CLPWL_OK)
        return;
    fprintf(stderr, "corpus: %s\n", clpwl_last_message());
    exit(EXIT_FAILURE);
}

static void *memory(size_t count, size_t size)
{
    void *block = calloc(count, size);
    if (!block) {
        fprintf(stderr, "corpus: out of memory\n");
        exit(EXIT_FAILURE);
    }
    return block;
}

/* Nearly normal: the sum of twelve uniform numbers. */
static double deviate(uint64_t *state)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        *state = *state * 6364136223846793005 + 1442695040888963407;
        sum += (double)(*state >> 11) * 0x1p-53;
    }
    return sum;
}

static clpwl_function *sample(const corpus_entry *e)
{
    clpwl_function *f;
    uint64_t state = 1;
    double *x = memory(e->samples, sizeof *x), *y = memory(e->samples, sizeof *y);
    for (size_t i = 0; i < e->samples; i++) {
        x[i] = e->a + (e->b - e->a) * (double)i / (double)(e->samples - 1);
        y[i] = e->f(x[i], NULL) + e->sigma * deviate(&state);
    }
    corpus_check(clpwl_function_from_samples(&f, e->name, x, y, e->samples));
    free(x);
    free(y);
    return f;
}

clpwl_function *corpus_open(const corpus_entry *e)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_function *f;
    if (e->samples)
        return sample(e);
    spec.name = e->name;
    spec.f = e->f;
    spec.a = e->a;
    spec.b = e->b;
    corpus_check(e->f ? clpwl_function_create(&f, &spec)
                      : clpwl_function_from_catalogue(&f, e->name));
    return f;
}

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
    float *x = memory(room, sizeof *x), *v = memory(room, sizeof *v);
    double *h = memory(room, sizeof *h), y;
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *evaluator;
    clpwl_error seen = {0};
    o.method = "host-scalar";
    corpus_check(clpwl_evaluator_create(&evaluator, NULL, table, &o));
    size_t n = place(clpwl_table_knots(table), segments, points, x, h);
    corpus_check(clpwl_eval(evaluator, x, v, n));
    for (size_t i = 0; i < n; i++) {
        corpus_check(clpwl_function_value(f, (double)x[i], &y));
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
