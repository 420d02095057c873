/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "execution/one_sided.h"
#include "error/measure.h"
#include "error/residual.h"
#include "execution/rounding.h"
#include "execution/storage.h"
#include "execution/weighted.h"

/* A round hands 1/256 of a move at most to the next segment: less than 1e-38 is left. */
enum { MOST_ROUNDS = 32 };

/* Of a value and of a move: what bounds leave to the roundings that moves add. */
static const double spare_part = 1.0 / 64;

/* How far each segment must move, executed exactly, to be nowhere on the wrong side. */
static clpwl_status find_moves(const clpwl_function *f, int side, const double *knots, const double *values,
                               size_t segments, double *moves)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__measure how = {.norms = CLPWL__MEASURE_LINF, .each = moves, .side = side};
    clpwl_error ignored;
    TRY(clpwl__error_measure(&how, f, knots, values, segments, &ignored));
    for (size_t i = 0; i < segments; i++)
        moves[i] += clpwl__residual_noise(f, values + i, 1);
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
    const int side = fit == CLPWL_FIT_ABOVE ? 1 : -1;
    double *base = NULL, *moves, *next, last = 0;
    clpwl__reads reads = clpwl__reads_of(execution);
    if (reads == CLPWL__READS_RECORDS)
        reads = CLPWL__READS_ENDS; /* which may round more */
    clpwl__reading r = clpwl__reading_of(partition, shaper, reads, knots[0], knots[segments],
                                         segments);
    base = clpwl__alloc(segments, 3 * sizeof *base);
    CHECK_MEMORY(base);
    moves = base + segments;
    next = moves + segments;
    TRY(find_moves(f, side, knots, values, segments, base));
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
    clpwl__free(base);
    return status;
}
