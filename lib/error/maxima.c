/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A search starts where the samples say that |e| may exceed the largest one so far, by other pieces too. The
 * searches of many pieces are done ahead with what the samples alone tell of the largest |e|: they are
 * a few more, and those that are not needed count for nothing.
 */
#include "error/maxima.h"
#include "base/array.h"

enum {
    END_STEPS = 64,     /* a point next to an end of a piece is this part of a step away */
    CLOSE_STEPS = 4096, /* a maximum before this part of a step rises by 3e-8 of |e| at most */
    ENDS = 512          /* of pieces: the points next to them are one call of f */
};
/* The part of itself by which |e| may rise from an end before the next sample. */
static const double end_rise = 0.25;

void clpwl__maxima_free(clpwl__maxima *m)
{
    clpwl__free(m->summits);
    memset(m, 0, sizeof *m);
}

static void raise_linf(clpwl__maxima *m, double found, double x)
{
    if (found > m->linf) {
        m->linf = found;
        m->place = x;
    }
}

static clpwl_status list_summit(clpwl__maxima *m, clpwl__piece *p, const clpwl__summit *summit)
{
    clpwl_status status = CLPWL_OK;
    TRY(clpwl__reserve(&m->summits, &m->room, m->count + 1, sizeof *m->summits));
    m->summits[m->count++] = *summit;
    p->summits = m->count;
done:
    return status;
}

/* Finds the maximum around x[1], or has it from a search that was done ahead. These have the same order. */
static clpwl_status search(clpwl__maxima *m, clpwl__piece *p, const double x[3], const double e[3])
{
    clpwl_status status = CLPWL_OK;
    clpwl__summit own = {.segment = p->s};
    memcpy(own.x, x, sizeof own.x);
    memcpy(own.e, e, sizeof own.e);
    if (m->is_ahead) {
        TRY(list_summit(m, p, &own));
        goto done;
    }
    while (p->summit < p->summits && memcmp(m->summits[p->summit].x, x, sizeof own.x) != 0)
        p->summit++;
    if (p->summit < p->summits)
        own.largest = m->summits[p->summit++].largest;
    else
        TRY(clpwl__find_largest(&p->s, x, e, &own.largest));
    raise_linf(m, own.largest, x[1]);
done:
    return status;
}

/* An end of a piece, and the samples there and next to it. */
typedef struct piece_end {
    double x[3], e[3];
    double *between; /* e at x[1]; NaN: not known */
} piece_end;

/* Whether e next to an end tells more: the parabola through samples on one side says little. */
static int may_rise(const clpwl__maxima *m, clpwl__piece *p, int right, piece_end *end)
{
    const clpwl__sampling *at = &p->at;
    size_t i = right ? at->n : 0, next = right ? at->n - 1 : 1;
    *end = (piece_end){{at->x[i], clpwl__step_at(at->x[i], at->x[next], 1, END_STEPS), at->x[next]},
                       {at->e[i], 0, at->e[next]}, &p->next_to[right]};
    double size = fabs(end->e[0]);
    return !(size <= 4 * p->noise || size + end_rise * size <= m->linf || fabs(end->e[2]) > size);
}

static int rises(const piece_end *end)
{
    return (end->e[0] < 0 ? -1 : 1) * end->e[1] > fabs(end->e[0]);
}

/* Whether |e|, which is less at x[1], may rise before: if it bends 4 times as much as the three points do. */
static int may_rise_before(const piece_end *end)
{
    const double *x = end->x, *e = end->e, sign = e[0] < 0 ? -1 : 1, near = fabs(x[1] - x[0]);
    double slope = sign * (e[1] - e[0]) / near, mean = sign * (e[2] - e[0]) / fabs(x[2] - x[0]);
    double bend = fabs(slope - mean) / fabs(x[2] - x[1]);
    return slope > -4 * bend * near;
}

/* The largest |e| close to an end of the piece: whether |e| rises from the end is seen at points next to
 * it. */
static clpwl_status measure_end(clpwl__maxima *m, clpwl__piece *p, int right)
{
    clpwl_status status = CLPWL_OK;
    piece_end end;
    if (!may_rise(m, p, right, &end))
        goto done;
    if (isnan(*end.between))
        TRY(clpwl__weighted_residual(&p->s, CLPWL_NORM_LINF, end.x[1], end.between));
    end.e[1] = *end.between;
    if (!rises(&end) && may_rise_before(&end)) {
        double close = clpwl__step_at(end.x[0], end.x[2], 1, CLOSE_STEPS);
        end.x[2] = end.x[1], end.e[2] = end.e[1];
        end.x[1] = close;
        TRY(clpwl__weighted_residual(&p->s, CLPWL_NORM_LINF, close, &end.e[1]));
    }
    if (!rises(&end))
        goto done;
    if (right) {
        double x2 = end.x[2], e2 = end.e[2];
        end.x[2] = end.x[0], end.e[2] = end.e[0];
        end.x[0] = x2, end.e[0] = e2;
    }
    TRY(search(m, p, end.x, end.e));
done:
    return status;
}

clpwl_status clpwl__maxima_measure(clpwl__maxima *m, clpwl__piece *p)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__sampling *at = &p->at;
    raise_linf(m, at->most, at->place);
    TRY(measure_end(m, p, 0));
    TRY(measure_end(m, p, 1));
    for (size_t i = 1; i < at->n; i++) {
        double x[3] = {at->x[i - 1], at->x[i], at->x[i + 1]};
        double e[3] = {at->e[i - 1], at->e[i], at->e[i + 1]}, size = fabs(e[1]);
        if (fabs(e[0]) > size || fabs(e[2]) > size || size <= 4 * p->noise)
            continue;
        double more = clpwl__sampled_rise(at, i);
        if (size + more <= m->linf || more <= p->noise)
            continue;
        TRY(search(m, p, x, e));
    }
done:
    return status;
}

/* e next to the ends of pieces. */
static clpwl_status look_beside_ends(clpwl__maxima *m, clpwl__piece *pieces, size_t count, int each)
{
    clpwl_status status = CLPWL_OK;
    double x[ENDS], y[ENDS], w[ENDS], *e[ENDS];
    const clpwl__segment *s[ENDS];
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        clpwl__piece *p = &pieces[i];
        m->linf = each && p->is_first ? 0 : m->linf;
        raise_linf(m, p->at.most, p->at.place);
        for (int right = 0; right < 2; right++) {
            piece_end end;
            if (may_rise(m, p, right, &end)) {
                x[n] = end.x[1];
                e[n] = end.between;
                s[n++] = &p->s;
            }
        }
        if (n + 2 <= ENDS && i + 1 < count)
            continue;
        if (n > 0)
            TRY(clpwl__values_and_weights(&p->s, x, y, w, n));
        for (; n > 0; n--)
            TRY(clpwl__weighted_difference(s[n - 1], CLPWL_NORM_LINF, x[n - 1], y[n - 1], w[n - 1],
                                           e[n - 1]));
    }
done:
    return status;
}

clpwl_status clpwl__maxima_ahead(clpwl__maxima *m, clpwl__piece *pieces, size_t count, int each)
{
    clpwl_status status = CLPWL_OK;
    const double linf = m->linf, place = m->place;
    TRY(look_beside_ends(m, pieces, count, each));
    m->linf = linf;
    m->count = 0;
    m->is_ahead = 1;
    for (size_t i = 0; i < count; i++) {
        m->linf = each && pieces[i].is_first ? 0 : m->linf;
        pieces[i].summit = pieces[i].summits = m->count;
        TRY(clpwl__maxima_measure(m, &pieces[i]));
    }
    TRY(clpwl__climb(m->summits, m->count));
done:
    m->is_ahead = 0;
    m->linf = linf;
    m->place = place;
    return status;
}
