/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/one_sided.h"
#include "error/extremum.h"
#include "execution/weighted.h"

enum {
    RESOLUTION = 4096, /* samples over the domain, at least */
    PIECE_LEAST = 16,
    PIECE_MOST = 4096
};
static const double close_by = 0.5; /* of the segment's error: how near to touching is looked at */
static const double unseen = 1e-7;  /* of it: what the search for a maximum may leave */
static const double spare = 1.01;   /* for the values that this moves are rounded, too */

typedef struct looking {
    clpwl__segment s;
    double side;    /* 1: f - v is to be negative, -1: positive */
    double domain;
    double x[PIECE_MOST + 1], e[PIECE_MOST + 1]; /* of a piece, e towards the wrong side */
    size_t n;
} looking;

static clpwl_status sample(looking *l, double from, double to)
{
    clpwl_status status = CLPWL_OK;
    double n = fmax(ceil(RESOLUTION * ((to - from) / l->domain)), PIECE_LEAST);
    l->n = (size_t)fmin(n, PIECE_MOST);
    for (size_t i = 0; i <= l->n; i++) {
        l->x[i] = i < l->n ? from + (to - from) * ((double)i / (double)l->n) : to;
        TRY(clpwl__residual(&l->s, l->x[i], &l->e[i]));
        l->e[i] *= l->side;
    }
done:
    return status;
}

/* Raises *wrong to the largest e of the piece, of which those at the samples are known. The
 * search is for the largest |e|: it is given a line so far off that all have one sign. */
static clpwl_status search(const looking *l, double size, double *wrong)
{
    clpwl_status status = CLPWL_OK;
    double far = 2 * size, found;
    clpwl__segment s = l->s;
    s.y0 -= l->side * far;
    s.y1 -= l->side * far;
    for (size_t i = 0; i <= l->n; i++) {
        size_t before = i > 0 ? i - 1 : 0, after = i < l->n ? i + 1 : l->n;
        *wrong = fmax(*wrong, l->e[i]);
        if (l->e[i] < l->e[before] || l->e[i] < l->e[after] || l->e[i] < -close_by * size)
            continue;
        double x[3] = {l->x[before], l->x[i], l->x[after]}, e[3];
        e[0] = l->side * (l->e[before] + far);
        e[1] = l->side * (l->e[i] + far);
        e[2] = l->side * (l->e[after] + far);
        TRY(clpwl__largest(&s, x, e, &found));
        *wrong = fmax(*wrong, found - far);
    }
done:
    return status;
}

/* How far the segment must move so that it is nowhere on the wrong side. */
static clpwl_status measure(looking *l, double *move)
{
    clpwl_status status = CLPWL_OK;
    double wrong = 0, most = 0, ends[] = {l->s.y0, l->s.y1};
    for (double from = l->s.x0, to; from < l->s.x1; from = to) {
        double size = 0;
        to = clpwl__piece_end(l->s.f, from, l->s.x1);
        TRY(sample(l, from, to));
        for (size_t i = 0; i <= l->n; i++)
            size = fmax(size, fabs(l->e[i]));
        if (size > 0)
            TRY(search(l, size, &wrong));
        most = fmax(most, size);
    }
    *move = wrong + unseen * most + clpwl__residual_noise(l->s.f, ends, 1);
done:
    return status;
}

clpwl_status clpwl__clear_of_rounding(clpwl_fit fit, const clpwl_function *f,
                                      clpwl_partition partition, clpwl_shaper shaper,
                                      const clpwl_execution *how, const double *knots,
                                      size_t segments, double *values)
{
    clpwl_status status = CLPWL_OK;
    double *moves = NULL, side = fit == CLPWL_FIT_ABOVE ? 1 : -1;
    double weight = clpwl__weight_error(how);
    looking *l = clpwl__alloc(1, sizeof *l);
    CHECK_MEMORY(l);
    moves = clpwl__alloc(segments, sizeof *moves);
    CHECK_MEMORY(moves);
    l->side = side;
    l->domain = knots[segments] - knots[0];
    for (size_t i = 0; i < segments; i++) {
        l->s = (clpwl__segment){.f = f, .x0 = knots[i], .x1 = knots[i + 1], .y0 = values[i],
                                .y1 = values[i + 1]};
        TRY(measure(l, &moves[i]));
        moves[i] += spare * (clpwl__rounding_on(knots, values, i, partition, shaper, 1) +
                             how->value_error * fmax(fabs(values[i]), fabs(values[i + 1])) +
                             weight * fabs(values[i + 1] - values[i]));
    }
    for (size_t i = 0; i <= segments; i++)
        values[i] += side * fmax(i > 0 ? moves[i - 1] : 0, i < segments ? moves[i] : 0);
done:
    clpwl__free(l);
    clpwl__free(moves);
    return status;
}
