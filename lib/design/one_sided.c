/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/one_sided.h"
#include "base/array.h"
#include "error/extremum.h"
#include "execution/weighted.h"

enum {
    RESOLUTION = 4096, /* samples over the domain, at least */
    PIECE_LEAST = 16,
    PIECE_MOST = 4096
};

/* Maxima that are nearer to f than this part of the error are searched for between samples. */
static const double near_f = 0.5;

/* What the search for a maximum may miss, of the error: clpwl__find_largest reaches some 1e-8. */
static const double missed = 1e-7;

/* The bound is of the values before they move. The moved values round by a little more. */
static const double margin = 1.01;

/* A segment and the samples of one piece of it between kinks. */
typedef struct sampled {
    clpwl__segment s;
    double side;   /* 1: f - v must not be positive; -1: not negative */
    double domain; /* its width */
    double x[PIECE_MOST + 1], e[PIECE_MOST + 1]; /* e > 0 is on the wrong side */
    size_t n;
} sampled;

static clpwl_status sample_piece(sampled *p, double from, double to)
{
    clpwl_status status = CLPWL_OK;
    double n = fmax(ceil(RESOLUTION * ((to - from) / p->domain)), PIECE_LEAST);
    p->n = (size_t)fmin(n, PIECE_MOST);
    for (size_t i = 0; i <= p->n; i++) {
        p->x[i] = clpwl__step_at(from, to, (double)i, (double)p->n);
        TRY(clpwl__residual(&p->s, p->x[i], &p->e[i]));
        p->e[i] *= p->side;
    }
done:
    return status;
}

/* Raises *wrong to the largest e of the piece. clpwl__find_largest finds the largest |e|: so it is
 * given a line that is far enough away for all e to have one sign. */
static clpwl_status find_wrong_side(const sampled *p, double size, double *wrong)
{
    clpwl_status status = CLPWL_OK;
    double far = 2 * size, found;
    clpwl__segment s = p->s;
    s.y0 -= p->side * far;
    s.y1 -= p->side * far;
    for (size_t i = 0; i <= p->n; i++) {
        size_t before = i > 0 ? i - 1 : 0, after = i < p->n ? i + 1 : p->n;
        *wrong = fmax(*wrong, p->e[i]);
        if (p->e[i] < p->e[before] || p->e[i] < p->e[after] || p->e[i] < -near_f * size)
            continue;
        double x[3] = {p->x[before], p->x[i], p->x[after]}, e[3];
        e[0] = p->side * (p->e[before] + far);
        e[1] = p->side * (p->e[i] + far);
        e[2] = p->side * (p->e[after] + far);
        TRY(clpwl__find_largest(&s, x, e, &found));
        *wrong = fmax(*wrong, found - far);
    }
done:
    return status;
}

/* How far the segment must move, executed exactly, to be nowhere on the wrong side. */
static clpwl_status find_move(sampled *p, double *move)
{
    clpwl_status status = CLPWL_OK;
    double wrong = 0, most = 0, ends[] = {p->s.y0, p->s.y1};
    for (double from = p->s.x0, to; from < p->s.x1; from = to) {
        double size = 0;
        to = clpwl__piece_end(p->s.f, from, p->s.x1);
        TRY(sample_piece(p, from, to));
        for (size_t i = 0; i <= p->n; i++)
            size = fmax(size, fabs(p->e[i]));
        if (size > 0)
            TRY(find_wrong_side(p, size, &wrong));
        most = fmax(most, size);
    }
    *move = wrong + missed * most + clpwl__residual_noise(p->s.f, ends, 1);
done:
    return status;
}

clpwl_status clpwl__move_to_side(const clpwl_function *f, const clpwl_design_options *o,
                                 const double *knots, size_t segments, double *values)
{
    clpwl_status status = CLPWL_OK;
    double *moves = NULL, side = o->fit == CLPWL_FIT_ABOVE ? 1 : -1;
    double weight_error = clpwl__weight_error(o->execution);
    sampled *p = clpwl__alloc(1, sizeof *p);
    CHECK_MEMORY(p);
    moves = clpwl__alloc(segments, sizeof *moves);
    CHECK_MEMORY(moves);
    p->side = side;
    p->domain = knots[segments] - knots[0];
    for (size_t i = 0; i < segments; i++) {
        double l = values[i], r = values[i + 1];
        p->s = clpwl__segment_at(f, NULL, knots, values, i);
        TRY(find_move(p, &moves[i]));
        moves[i] += margin *
                    (clpwl__rounding_on(knots, values, i, o->partition, o->shaper, 1) +
                     o->execution->value_error * fmax(fabs(l), fabs(r)) +
                     weight_error * fabs(r - l));
    }
    for (size_t i = 0; i <= segments; i++)
        values[i] += side * fmax(i > 0 ? moves[i - 1] : 0, i < segments ? moves[i] : 0);
done:
    clpwl__free(p);
    clpwl__free(moves);
    return status;
}
