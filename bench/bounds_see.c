/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The errors that a table has at 10^5 arguments, and between those where they are largest. */
#include <math.h>
#include <stdlib.h>
#include "bounds.h"

enum { NEIGHBOURS = 3, PEAKS = 48, ROUNDS = 4, STEPS = 16, MOST = 1 << 18 };

double bounds_draw(uint64_t *state)
{
    *state = *state * 6364136223846793005 + 1442695040888963407;
    return (double)(*state >> 11) * 0x1p-53;
}

/* The weighted error at x, where the table has the value v. */
static double error_at(design *d, float x, float v)
{
    double y, w = 1;
    bounds_check(clpwl_function_value(d->f, (double)x, &y));
    if (d->weight.w)
        bounds_check(clpwl_function_value(d->weight.w, (double)x, &w));
    if (d->weight.floor > 0)
        w /= fmax(fabs(y), d->weight.floor);
    double e = w * fabs(y - (double)v), wrong = d->side * (y - (double)v);
    d->largest = fmax(d->largest, fabs(y));
    if (e > d->worst) {
        d->worst = e;
        d->at = (double)x;
    }
    if (wrong > d->wrong) {
        d->wrong = wrong;
        d->wrong_at = (double)x;
    }
    return e;
}

static float inside(const design *d, double x)
{
    float at = (float)x;
    if ((double)at < d->o.a)
        return nextafterf((float)d->o.a, INFINITY);
    if ((double)at > d->o.b)
        return nextafterf((float)d->o.b, -INFINITY);
    return at;
}

/* x and its float neighbours. */
static size_t add_neighbours(const design *d, double x, int reach, float *out)
{
    size_t n = 0;
    float at = (float)x;
    for (int k = 0; k < reach; k++)
        at = nextafterf(at, -INFINITY);
    for (int k = 0; k <= 2 * reach; k++, at = nextafterf(at, INFINITY))
        out[n++] = inside(d, (double)at);
    return n;
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static size_t place_arguments(const design *d, float *x)
{
    size_t n = 0, kinks, segments = clpwl_table_segments(d->table);
    const double *knots = clpwl_table_knots(d->table);
    static clpwl_kink found[256];
    double a = d->o.a, b = d->o.b;
    uint64_t state = 7;
    for (size_t i = 0; i <= segments; i++)
        n += add_neighbours(d, knots[i], NEIGHBOURS, x + n);
    bounds_check(clpwl_function_find_kinks(d->f, a, b, found, 256, &kinks));
    for (size_t i = 0; i < kinks && i < 256; i++)
        n += add_neighbours(d, found[i].x, 8, x + n);
    n += add_neighbours(d, d->edge.at, 8, x + n);
    n += add_neighbours(d, d->entry->place, 8, x + n);
    for (size_t i = 1; n < ARGUMENTS; i++) { /* equal steps and random ones in turn */
        x[n++] = inside(d, a + (b - a) * (double)i / (ARGUMENTS / 2));
        x[n++] = inside(d, a + (b - a) * bounds_draw(&state));
        if (i == ARGUMENTS / 2)
            break;
    }
    for (; n < ARGUMENTS;)
        x[n++] = inside(d, a + (b - a) * bounds_draw(&state));
    qsort(x, n, sizeof *x, compare_floats);
    return n;
}

/* The error between two arguments, in ever shorter steps around the largest. */
static void climb(design *d, float l, float r)
{
    float x[STEPS + 1], v[STEPS + 1];
    for (int round = 0; round < ROUNDS && l < r; round++) {
        int best = 0;
        double most = -1;
        for (int i = 0; i <= STEPS; i++)
            x[i] = inside(d, (double)l + ((double)r - (double)l) * i / STEPS);
        bounds_check(clpwl_eval(d->evaluator, x, v, STEPS + 1));
        for (int i = 0; i <= STEPS; i++) {
            double e = error_at(d, x[i], v[i]);
            best = e > most ? i : best;
            most = fmax(most, e);
        }
        l = x[best > 0 ? best - 1 : 0];
        r = x[best < STEPS ? best + 1 : STEPS];
    }
}

clpwl_status bounds_see(design *d)
{
    static float x[MOST], v[MOST];
    static double e[MOST];
    clpwl_evaluator_options o = CLPWL_EVALUATOR_INIT;
    o.method = "host-scalar";
    clpwl_status status = clpwl_evaluator_create(&d->evaluator, NULL, d->table, &o);
    if (status != CLPWL_OK)
        return status;
    size_t n = place_arguments(d, x);
    bounds_check(clpwl_eval(d->evaluator, x, v, n));
    for (size_t i = 0; i < n; i++)
        e[i] = error_at(d, x[i], v[i]);
    double near = 0.98 * d->worst;
    int peaks = 0;
    for (size_t i = 1; i + 1 < n && peaks < PEAKS; i++)
        if (e[i] >= near && e[i] >= e[i - 1] && e[i] >= e[i + 1]) {
            climb(d, x[i - 1], x[i + 1]);
            peaks++;
        }
    clpwl_evaluator_free(d->evaluator);
    return CLPWL_OK;
}
