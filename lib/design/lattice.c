/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/lattice.h"
#include <float.h>
#include <gsl/gsl_statistics_double.h>
#include "base/array.h"
#include "base/number.h"
#include "error/measure.h"
#include "execution/rounding.h"
#include "execution/storage.h"
#include "fit/fit.h"
#include "table/table_value.h"

/*
 * Tried with unorm8 on gelu, exp, 1/x, sin and tanh by 8 to 256 segments:
 *   STATES 15 and 21, of 5 and 7 numbers: the same errors
 *   SHIFTS 1: up to 1.21 times the error (minimax of tanh by 16), at 256 segments up to 1.1
 */
enum {
    STATES = 9,          /* of a knot: three numbers where it is and, if it moves, on both sides of that */
    SHIFTS = 5,          /* of each end of the levels, by quarters of a step */
    MOST_CHOSEN = 1 << 16, /* values of more segments are rounded */
    MOST_SHIFTED = 256,  /* segments; 25 paths through more take long */
    LEAST_STEPS = 16, MOST_STEPS = 64 /* of samples on a segment: few among many segments. By 32 throughout
                                         4 (x^-12 - x^-6) on [0.9, 3] within 1e-2 takes 46 segments for 23 */
};

/* Knots move by these parts of the way to the next one, or less. */
static const double farthest = 0.25, nearest = 0x1p-12;

/* A round that leaves more of the error than this is the last one with its moves. */
static const double gain = 0.99;

/* A place of a knot and a number there. */
typedef struct state {
    double x, y, factor;     /* f and the factor of its errors at x */
    size_t next;             /* the first sample beyond x */
    double number, error;    /* the weighted error */
    double cost;             /* of the best path to this state; of the first node 0, */
    unsigned from;           /* and its state before */
} state;

typedef struct node {
    state list[STATES];
    unsigned count;
} node;

typedef struct line {
    double *knots, *values;
} line;

/* f, and the factors of errors, at ascending x. */
typedef struct samples {
    double *x, *y, *factor;
    size_t count;
} samples;

typedef struct choice {
    line line;
    clpwl__coding coding;
    double cost;
} choice;

typedef struct lattice {
    const clpwl_function *f;
    clpwl_norm norm;
    clpwl_storage storage;
    const clpwl__watch *watch;
    size_t segments;
    samples f_at;
    line now, given; /* now: the caller's */
    choice best;
    double range[2]; /* of the given values */
    double spare;    /* of limits: what roundings take */
    node *nodes;
} lattice;

static clpwl_status create(lattice *l, const clpwl_weight *weight)
{
    clpwl_status status = CLPWL_OK;
    const size_t nodes = l->segments + 1, per = 2 * (size_t)CLPWL__RESOLUTION / l->segments;
    const size_t steps = per < LEAST_STEPS ? LEAST_STEPS : per > MOST_STEPS ? MOST_STEPS : per;
    const size_t count = l->segments * steps + 1;
    double *x = clpwl__alloc(3 * count + 4 * nodes, sizeof *x);
    l->f_at = (samples){x, x + count, x + 2 * count, count};
    CHECK_MEMORY(x);
    l->given = (line){x + 3 * count, x + 3 * count + nodes};
    l->best.line = (line){l->given.values + nodes, l->given.values + 2 * nodes};
    l->nodes = clpwl__alloc(nodes, sizeof *l->nodes);
    CHECK_MEMORY(l->nodes);
    for (size_t i = 0; i + 1 < count; i++)
        x[i] = clpwl__step_at(l->now.knots[i / steps], l->now.knots[i / steps + 1], (double)(i % steps),
                                 (double)steps);
    x[count - 1] = l->now.knots[l->segments];
    TRY(clpwl__values(l->f, x, l->f_at.y, count));
    TRY(clpwl__weigh_many(weight, l->norm, x, l->f_at.y, l->f_at.factor, count));
done:
    return status;
}

static void copy_line(const lattice *l, const line *from, const line *to)
{
    memcpy(to->knots, from->knots, (l->segments + 1) * sizeof *to->knots);
    memcpy(to->values, from->values, (l->segments + 1) * sizeof *to->values);
}

/* A state at x, without a number. */
static state state_at(const samples *s, double x)
{
    const size_t i = clpwl__segment_of(s->x, s->count - 1, x);
    const double t = (x - s->x[i]) / (s->x[i + 1] - s->x[i]);
    return (state){.x = x, .y = s->y[i] + t * (s->y[i + 1] - s->y[i]),
                   .factor = s->factor[i] + t * (s->factor[i + 1] - s->factor[i]), .next = i + 1};
}

/* Limits, unless they are one value, less what roundings take. */
static clpwl__span narrow(const lattice *l, clpwl__span r)
{
    return r.lo < r.hi ? (clpwl__span){r.lo + l->spare, r.hi - l->spare} : r;
}

/* The nearest number within the limits at x; an exact value itself. */
static double number_within(const lattice *l, const clpwl__coding *coding, double x, double number)
{
    const clpwl__span at = narrow(l, clpwl__bounds_at(l->f->limits, x));
    const double near = clpwl__clip(at, number);
    if (near == number || at.lo == at.hi)
        return near;
    number = clpwl__stored_beside(coding, near, 0);
    return near == clpwl__clip(at, number) && near != number
               ? clpwl__stored_beside(coding, near, near == at.lo ? 1 : -1)
               : number;
}

/* Adds the numbers near f + `above` at x, within the limits. */
static void add_states(const lattice *l, const clpwl__coding *coding, node *n, double x, double above)
{
    state s = state_at(&l->f_at, x);
    for (int k = -1; k <= 1; k++) {
        s.number = number_within(l, coding, x, clpwl__stored_beside(coding, s.y + above, k));
        s.error = s.factor * (s.y - s.number);
        n->list[n->count++] = s;
    }
}

/* The states of all nodes. A kink stays. The nodes with the least and the largest value keep the first and
 * the last level, by which the table has the same levels when it is stored.
 *   part  of the way to the next knots, by which a knot may move; 0: none moves */
static void list_states(lattice *l, const clpwl__coding *coding, double part)
{
    const double *knots = l->now.knots, *values = l->now.values;
    const double last_level = clpwl__storage_levels(coding->storage);
    size_t least, most;
    for (size_t i = 0; i <= l->segments; i++) {
        node *n = &l->nodes[i];
        const double above = values[i] - state_at(&l->f_at, knots[i]).y;
        n->count = 0;
        add_states(l, coding, n, knots[i], above);
        const size_t kinks = clpwl__count_up_to(l->f->kinks, l->f->kink_count, knots[i]);
        const int is_kink = kinks > 0 && l->f->kinks[kinks - 1] == knots[i];
        for (int side = -1; part > 0 && !is_kink && 0 < i && i < l->segments && side <= 1; side += 2) {
            const double x = (double)(float)(knots[i] + part * (knots[i + side] - knots[i]));
            if (side * (x - knots[i]) > 0)
                add_states(l, coding, n, x, above);
        }
    }
    gsl_stats_minmax_index(&least, &most, values, 1, l->segments + 1);
    for (unsigned k = 0; last_level && k < STATES; k++) {
        l->nodes[least].list[k].number = clpwl__decode(coding, 0);
        l->nodes[most].list[k].number = clpwl__decode(coding, (uint16_t)last_level);
    }
}

static double power_of(const lattice *l, double e)
{
    return l->norm == CLPWL_NORM_L1 ? fabs(e) : e * e;
}

/* The largest error of the line from p to q, and the integral of |e| (norm L1) or e^2 by trapezoids; or an
 * error above `most`. */
static double cost_of_line(const lattice *l, const state *p, const state *q, double most, double *sum)
{
    const samples *s = &l->f_at;
    const double slope = (q->number - p->number) / (q->x - p->x);
    double largest = fmax(fabs(p->error), fabs(q->error)), x = p->x, before = power_of(l, p->error), now;
    *sum = 0;
    for (size_t i = p->next; largest <= most && s->x[i] < q->x; i++) {
        const double e = s->factor[i] * (s->y[i] - (p->number + slope * (s->x[i] - p->x)));
        largest = fabs(e) > largest ? fabs(e) : largest;
        now = power_of(l, e);
        *sum += (s->x[i] - x) * (before + now) / 2;
        before = now;
        x = s->x[i];
    }
    *sum += (q->x - x) * (before + power_of(l, q->error)) / 2;
    return largest;
}

/* A shortest path, whose knots and values are written. The cost of a path is its largest error, or the sum of
 * its segments' among those whose largest error is within the limit. Returns the cost. */
static double find_path(lattice *l, int is_largest, double limit)
{
    size_t n = l->segments;
    double sum;
    for (size_t i = 1; i <= n; i++)
        for (unsigned k = 0; k < l->nodes[i].count; k++) {
            state *to = &l->nodes[i].list[k];
            to->cost = INFINITY;
            to->from = 0;
            for (unsigned j = 0; j < l->nodes[i - 1].count; j++) {
                const state *from = &l->nodes[i - 1].list[j];
                if (!(from->x < to->x && from->cost < to->cost))
                    continue;
                const double most = is_largest ? to->cost : limit;
                const double largest = cost_of_line(l, from, to, most, &sum);
                const double cost = is_largest ? fmax(from->cost, largest) : from->cost + sum;
                if (largest <= most && cost < to->cost) {
                    to->cost = cost;
                    to->from = j;
                }
            }
        }
    const node *last = &l->nodes[n];
    unsigned at = 0;
    for (unsigned k = 1; k < last->count; k++)
        at = last->list[k].cost < last->list[at].cost ? k : at;
    const double cost = last->list[at].cost;
    for (size_t i = n + 1; i-- > 0; at = l->nodes[i].list[at].from) {
        l->now.knots[i] = l->nodes[i].list[at].x;
        l->now.values[i] = l->nodes[i].list[at].number;
    }
    return cost;
}

/* Replaces the given values by numbers of the coding, and knots where these may move: one round after the
 * other, with shorter moves where a round gains nothing. The best line is kept with its coding. */
static clpwl_status try_coding(lattice *l, clpwl__coding coding, int moves)
{
    clpwl_status status = CLPWL_OK;
    const int is_largest = l->norm == CLPWL_NORM_LINF;
    double part = moves ? farthest : 0, cost = INFINITY;
    copy_line(l, &l->given, &l->now);
    do {
        CHECK(!clpwl__watch_ends(l->watch, 0), CLPWL_ERR_CANCELLED, "cancelled while a path was sought");
        list_states(l, &coding, part);
        const double now = find_path(l, is_largest, INFINITY);
        if (is_largest) /* many paths have the same largest error: the least sum among those */
            (void)find_path(l, 0, now);
        part /= now < gain * cost ? 1 : 2;
        cost = now;
    } while (part > nearest);
    if (cost < l->best.cost) {
        l->best.cost = cost;
        l->best.coding = coding;
        copy_line(l, &l->now, &l->best.line);
    }
done:
    return status;
}

/* The coding for values in the range, which choices exceed a little: a value that grows may double the
 * factor of halves, and tables that have the smaller one have the numbers of both. */
static clpwl__coding coding_for(clpwl_storage storage, const double range[2])
{
    double room = storage == CLPWL_STORAGE_HALF ? 1 + 0x1p-8 : 1;
    double ends[2] = {room * range[0], room * range[1]};
    return clpwl__coding_of(storage, ends, 2);
}

/* Whether the end of the levels is an exact value, as 0 of an odd function. */
static int is_held(const lattice *l, double end)
{
    const clpwl__bounds *limits = l->f->limits;
    for (size_t i = 0; limits && i < limits->count; i++)
        if (limits->y[i] == end)
            return 1;
    return 0;
}

/* Chooses numbers with the ends of the levels in several places. Then knots move, with the best of these
 * ends.
 *   moves  1: knots may move */
static clpwl_status choose(lattice *l, int moves)
{
    clpwl_status status = CLPWL_OK;
    const int shifts = clpwl__storage_levels(l->storage) > 0 && l->segments <= MOST_SHIFTED ? SHIFTS : 1;
    const double *range = l->range;
    l->spare = 16 * clpwl__eps * (range[1] - range[0]); /* some roundings */
    const clpwl__coding plain = coding_for(l->storage, range);
    TRY(clpwl__coding_check(&plain));
    copy_line(l, &l->now, &l->given);
    l->best.cost = INFINITY;
    for (int s = 0; s < shifts * shifts; s++) {
        const int quarters[2] = {s / shifts - shifts / 2, s % shifts - shifts / 2};
        double ends[2];
        int is_moved = 0;
        for (int k = 0; k < 2; k++) {
            is_moved = is_moved || (quarters[k] && is_held(l, range[k]));
            ends[k] = range[k] + 0.25 * quarters[k] * (double)plain.gain;
            if (l->f->limits)
                ends[k] = clpwl__clip(narrow(l, l->f->limits->all), ends[k]);
        }
        const clpwl__coding coding = coding_for(l->storage, ends);
        if (is_moved || clpwl__coding_check(&coding) != CLPWL_OK)
            continue;
        TRY(try_coding(l, coding, 0));
    }
    if (moves)
        TRY(try_coding(l, l->best.coding, 1));
    copy_line(l, &l->best.line, &l->now);
done:
    return status;
}

/* The nearest numbers, or the next ones on one side. On a side the least value has the first level and the
 * largest one the last. */
static void round_values(const lattice *l, int side)
{
    const double levels = clpwl__storage_levels(l->storage);
    clpwl__coding coding = coding_for(l->storage, l->range);
    if (side && levels > 0) {
        coding.bias = (float)(side * clpwl__float_at_least(side * l->range[0]));
        const double step = (l->range[1] - (double)coding.bias) / levels;
        coding.gain = fmaxf((float)(side * clpwl__float_at_least(side * step)), FLT_MIN);
    }
    for (size_t i = 0; i <= l->segments; i++) {
        double *y = &l->now.values[i], near = clpwl__stored(&coding, *y);
        *y = side * (near - *y) < 0 ? clpwl__stored_beside(&coding, *y, side) : near;
    }
}

clpwl_status clpwl__move_to_lattice(const clpwl__problem *problem,
                                    const clpwl_design_options *o, const clpwl__watch *watch,
                                    double *knots, size_t segments, double *values)
{
    clpwl_status status = CLPWL_OK;
    const int side = (o->fit == CLPWL_FIT_ABOVE) - (o->fit == CLPWL_FIT_BELOW);
    lattice l = {.f = &problem->pieces.f, .storage = o->execution->storage, .watch = watch,
                 .norm = o->fit == CLPWL_FIT_INTERPOLANT ? o->norm : clpwl__fit_norm(o->fit),
                 .now = {knots, values}, .segments = segments};
    if (l.storage == CLPWL_STORAGE_FLOAT32)
        goto done;
    gsl_stats_minmax(&l.range[0], &l.range[1], values, 1, segments + 1);
    if (side || segments > MOST_CHOSEN || l.range[0] == l.range[1]) {
        round_values(&l, side);
        goto done;
    }
    TRY(create(&l, clpwl__problem_weight(problem, l.norm)));
    TRY(choose(&l, o->effort != CLPWL_EFFORT_ASYMPTOTIC)); /* their partition is optimized */
done:
    clpwl__free(l.f_at.x);
    clpwl__free(l.nodes);
    return status;
}
