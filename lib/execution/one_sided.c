/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "execution/one_sided.h"
#include "error/extremum.h"
#include "error/sampling.h"
#include "execution/rounding.h"
#include "execution/storage.h"
#include "execution/weighted.h"

enum {
    RESOLUTION = 4096, /* samples over the domain, at least */
    PIECE_LEAST = 16,
    MOST_ROUNDS = 32 /* a round hands 1/256 of a move at most to the next segment: less than 1e-38 is left */
};

/* Maxima that are nearer to f than this part of the error are searched for between samples. */
static const double near_f = 0.5;

/* Of a value and of a move: what bounds leave to the roundings that moves add. */
static const double spare_part = 1.0 / 64;

/* What the search for a maximum may miss, of the error: clpwl__find_largest reaches some 1e-8. */
static const double missed = 1e-7;

/* A segment and the samples of one piece of it between kinks. */
typedef struct sampled {
    clpwl__segment s;
    double side;        /* 1: f - v must not be positive; -1: not negative */
    double domain, end; /* its width, and its right end */
    clpwl__sampling at; /* of f - v */
} sampled;

/* Raises *wrong to the largest f - v on the wrong side. clpwl__find_largest finds the largest
 * |f - v|: so it is given a line that is far enough away for all of it to have one sign. */
static clpwl_status find_wrong_side(const sampled *p, double size, double *wrong)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__sampling *at = &p->at;
    double far = 2 * size, found;
    clpwl__segment s = p->s;
    s.y0 -= p->side * far;
    s.y1 -= p->side * far;
    for (size_t i = 0; i <= at->n; i++) {
        size_t before = i > 0 ? i - 1 : 0, after = i < at->n ? i + 1 : at->n;
        double middle = p->side * at->e[i];
        *wrong = fmax(*wrong, middle);
        if (middle < p->side * at->e[before] || middle < p->side * at->e[after] ||
            middle < -near_f * size)
            continue;
        double x[3] = {at->x[before], at->x[i], at->x[after]}, e[3];
        e[0] = at->e[before] + p->side * far;
        e[1] = at->e[i] + p->side * far;
        e[2] = at->e[after] + p->side * far;
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
        double steps = fmax(ceil(RESOLUTION * ((to - from) / p->domain)), PIECE_LEAST);
        TRY(clpwl__sample_piece(&p->at, &p->s, from, to, (size_t)steps,
                                clpwl__residual_noise(p->s.f, ends, 1), p->end));
        for (size_t i = 0; i <= p->at.n; i++)
            size = fmax(size, fabs(p->at.e[i]));
        if (size > 0)
            TRY(find_wrong_side(p, size, &wrong));
        most = fmax(most, size);
    }
    *move = wrong + missed * most + clpwl__residual_noise(p->s.f, ends, 1);
done:
    return status;
}

/* The coding of values that have moved. */
static clpwl__coding find_coding(clpwl_storage storage, const double *values, const double *moves,
                                 size_t segments, double side)
{
    double range[2] = {values[0], values[0]}, most = 0;
    for (size_t i = 0; i <= segments; i++) {
        range[0] = fmin(range[0], values[i]);
        range[1] = fmax(range[1], values[i]);
        most = i < segments ? fmax(most, moves[i]) : most;
    }
    range[side > 0] += side * most;
    return clpwl__coding_of(storage, range, 2);
}

/* Nodal value i moves with the segment that needs more. */
static double move_of(const double *moves, size_t segments, size_t i)
{
    return fmax(i > 0 ? moves[i - 1] : 0, i < segments ? moves[i] : 0);
}

/* A bound of what fp32, the storage and the filter's weight add to segment i once its values have moved to
 * `side`, and on to numbers of the storage. The roundings move them too: by less than `spare` of a value or
 * of a rise. */
static double bound_execution(const clpwl_execution *execution, const clpwl__reading *r,
                              const clpwl__coding *coding, const double *knots, const double *values,
                              size_t i, const double *moves, double side)
{
    double left = values[i], right = values[i + 1];
    double at_left = move_of(moves, r->segments, i), at_right = move_of(moves, r->segments, i + 1);
    double move = fmax(at_left, at_right);
    double weight = clpwl__weight_error(execution), value = clpwl__filter_error(execution);
    double place = clpwl__place_error(r, i, knots[i], knots[i + 1]);
    double spare = spare_part + 2 * (weight + place) + value;
    double largest = (fmax(fabs(left), fabs(right)) + move) * (1 + spare);
    double step = clpwl__stored_step(coding, largest) * (1 + spare);
    double rise = (fabs(right - left) + (move - moves[i])) * (1 + spare) + spare_part * move + step;
    largest += step;
    return clpwl__rounding_on(r, i, knots[i], knots[i + 1], rise, largest) +
           clpwl__flushed(knots[i + 1] - knots[i], left + side * at_left, right + side * at_right) +
           clpwl__reading_error(coding, value, largest) * (1 + spare) + weight * rise;
}

clpwl_status clpwl__move_to_side(const clpwl_function *f, clpwl_fit fit, clpwl_partition partition,
                                 clpwl_shaper shaper, const clpwl_execution *execution, const double *knots,
                                 size_t segments, double *values)
{
    clpwl_status status = CLPWL_OK;
    double *base = NULL, *moves, *next, last = 0, side = fit == CLPWL_FIT_ABOVE ? 1 : -1;
    sampled p = {.side = side, .domain = knots[segments] - knots[0], .end = knots[segments]};
    clpwl__reads reads = clpwl__reads_of(execution);
    if (reads == CLPWL__READS_RECORDS)
        reads = CLPWL__READS_ENDS; /* which may round more */
    clpwl__reading r = clpwl__reading_of(partition, shaper, reads, knots[0], knots[segments],
                                         segments);
    base = clpwl__alloc(segments, 3 * sizeof *base);
    CHECK_MEMORY(base);
    moves = base + segments;
    next = moves + segments;
    for (size_t i = 0; i < segments; i++) {
        p.s = clpwl__segment_at(f, NULL, knots, values, i);
        TRY(find_move(&p, &base[i]));
    }
    /* What is added to a segment moves those beside it, too, and adds roundings there. Beside values of 0
     * these are all that is rounded. Rounds end where one adds less than a part that is spare, or more than
     * the one before, as on segments of 1e-38 with coordinates that are flushed. */
    memcpy(moves, base, segments * sizeof *moves);
    for (int round = 0, is_over = 0; !is_over && round < MOST_ROUNDS; round++) {
        clpwl__coding coding = find_coding(execution->storage, values, moves, segments, side);
        double added = 0;
        is_over = 1;
        for (size_t i = 0; i < segments; i++) {
            next[i] = base[i] + bound_execution(execution, &r, &coding, knots, values, i, moves, side);
            is_over = is_over && next[i] <= (1 + spare_part) * moves[i];
            added = fmax(added, next[i] - moves[i]);
        }
        is_over = is_over || (round > 0 && added >= last);
        last = added;
        memcpy(moves, next, segments * sizeof *moves);
    }
    for (size_t i = 0; i <= segments; i++)
        values[i] += side * move_of(moves, segments, i);
done:
    clpwl__sampling_free(&p.at);
    clpwl__free(base);
    return status;
}
