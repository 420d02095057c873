/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "execution/one_sided.h"
#include "error/extremum.h"
#include "error/sampling.h"
#include "execution/rounding.h"
#include "execution/storage.h"
#include "execution/weighted.h"

enum {
    PIECE_LEAST = 16,
    MOST_ROUNDS = 32 /* a round hands 1/256 of a move at most to the next segment: less than 1e-38 is left */
};

/* Maxima that are nearer to f than this part of the error are searched for between samples. */
static const double near_f = 0.5;

/* Of a value and of a move: what bounds leave to the roundings that moves add. */
static const double spare_part = 1.0 / 64;

/* What the search for a maximum may miss, of the error: clpwl__climb reaches some 1e-8. */
static const double missed = 1e-7;

/* Pieces of segments between kinks, whose samples and searches share calls of f. */
typedef struct search {
    const clpwl_function *f;
    double side;        /* 1: f - v must not be positive; -1: not negative */
    double domain, end; /* its width, and its right end */
    clpwl__piece pieces[CLPWL__PIECES];
    size_t count;
    clpwl__summit *summits;
    size_t summit_count, summit_room;
    double *wrong, *most; /* of each segment: the largest f - v on the wrong side, and the largest |f - v| */
} search;

static clpwl_status add_summit(search *q, const clpwl__segment *s, const double *x, const double *e)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__reserve(&q->summits, &q->summit_room, q->summit_count + 1, sizeof *q->summits));
    q->summits[q->summit_count++] = (clpwl__summit){.segment = *s, .x = {x[0], x[1], x[2]},
                                                    .e = {e[0], e[1], e[2]}};
done:
    return status;
}

static double find_size(const clpwl__sampling *at)
{
    double size = 0;
    for (size_t i = 0; i <= at->n; i++)
        size = fmax(size, fabs(at->e[i]));
    return size;
}

/* Raises the largest f - v on the wrong side to that of the samples, and adds the searches between these. A
 * search finds the largest |f - v|. Its line is moved by `far`, so that f - v has one sign. */
static clpwl_status add_summits(search *q, clpwl__piece *p, double size, double far)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__sampling *at = &p->at;
    clpwl__segment s = p->s;
    s.y0 -= q->side * far;
    s.y1 -= q->side * far;
    p->summit = q->summit_count;
    for (size_t i = 0; size > 0 && i <= at->n; i++) {
        size_t before = i > 0 ? i - 1 : 0, after = i < at->n ? i + 1 : at->n;
        double middle = q->side * at->e[i];
        q->wrong[p->segment] = fmax(q->wrong[p->segment], middle);
        if (middle < q->side * at->e[before] || middle < q->side * at->e[after] ||
            middle < -near_f * size)
            continue;
        double x[3] = {at->x[before], at->x[i], at->x[after]};
        double e[3] = {at->e[before] + q->side * far, at->e[i] + q->side * far,
                       at->e[after] + q->side * far};
        TRY(add_summit(q, &s, x, e));
    }
    p->summits = q->summit_count;
done:
    return status;
}

/* Searches the pieces that wait. */
static clpwl_status search_pieces(search *q)
{
    clpwl_status status = CLPWL_OK;
    double far[CLPWL__PIECES];
    const size_t n = q->count;
    TRY(clpwl__sample_ahead(q->pieces, n));
    q->summit_count = 0;
    for (size_t i = 0; i < n; i++) {
        clpwl__piece *p = &q->pieces[i];
        TRY(clpwl__sample_piece(&p->at, &p->s, p->l, p->r, p->least, p->noise, q->end));
        double size = find_size(&p->at);
        q->most[p->segment] = fmax(q->most[p->segment], size);
        far[i] = 2 * size;
        TRY(add_summits(q, p, size, far[i]));
        clpwl__sampling_hand_on(&p->at, &q->pieces[i + 1 < n ? i + 1 : 0].at);
    }
    TRY(clpwl__climb(q->summits, q->summit_count));
    for (size_t i = 0; i < n; i++) {
        double *wrong = &q->wrong[q->pieces[i].segment];
        for (size_t k = q->pieces[i].summit; k < q->pieces[i].summits; k++)
            *wrong = fmax(*wrong, q->summits[k].largest - far[i]);
    }
    q->count = 0;
done:
    return status;
}

/* Adds the pieces of segment i to those that wait. */
static clpwl_status add_pieces(search *q, const clpwl__segment *s, size_t i)
{
    clpwl_status status = CLPWL_OK;
    const double ends[] = {s->y0, s->y1}, noise = clpwl__residual_noise(q->f, ends, 1);
    for (double l = s->x0, r; l < s->x1; l = r) {
        r = clpwl__piece_end(q->f, l, s->x1);
        clpwl__piece *p = &q->pieces[q->count++];
        double steps = fmax(ceil(CLPWL__RESOLUTION * ((r - l) / q->domain)), PIECE_LEAST);
        *p = (clpwl__piece){.s = *s, .segment = i, .l = l, .r = r, .least = (size_t)steps, .noise = noise,
                            .at = p->at};
        if (q->count == CLPWL__PIECES)
            TRY(search_pieces(q));
    }
done:
    return status;
}

/* How far each segment must move, executed exactly, to be nowhere on the wrong side.
 *   scratch  a number for each segment */
static clpwl_status find_moves(const clpwl_function *f, double side, const double *knots,
                               const double *values, size_t segments, double *moves, double *scratch)
{
    clpwl_status status = CLPWL_OK;
    search *q = clpwl__calloc(1, sizeof *q);
    CHECK_MEMORY(q);
    q->f = f;
    q->side = side;
    q->domain = knots[segments] - knots[0];
    q->end = knots[segments];
    q->wrong = moves;
    q->most = scratch;
    for (size_t i = 0; i < segments; i++) {
        const clpwl__segment s = clpwl__segment_at(f, NULL, knots, values, i);
        q->wrong[i] = q->most[i] = 0;
        TRY(add_pieces(q, &s, i));
    }
    TRY(search_pieces(q));
    for (size_t i = 0; i < segments; i++)
        moves[i] += missed * q->most[i] + clpwl__residual_noise(f, values + i, 1);
done:
    for (size_t i = 0; q && i < CLPWL__PIECES; i++)
        clpwl__sampling_free(&q->pieces[i].at);
    clpwl__free(q ? q->summits : NULL);
    clpwl__free(q);
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
    clpwl__reads reads = clpwl__reads_of(execution);
    if (reads == CLPWL__READS_RECORDS)
        reads = CLPWL__READS_ENDS; /* which may round more */
    clpwl__reading r = clpwl__reading_of(partition, shaper, reads, knots[0], knots[segments],
                                         segments);
    base = clpwl__alloc(segments, 3 * sizeof *base);
    CHECK_MEMORY(base);
    moves = base + segments;
    next = moves + segments;
    TRY(find_moves(f, side, knots, values, segments, base, moves));
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
