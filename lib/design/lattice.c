/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/lattice.h"
#include <float.h>
#include "base/number.h"
#include "design/lattice_knots.h"
#include "error/measure.h"
#include "execution/storage.h"
#include "function/weight.h"
#include "fit/fit.h"

/*
 * Tried with unorm8 on gelu, exp, 1/x, sin and tanh by 8 to 256 segments:
 *   CHOICES 5 and 7: the same errors
 *   SHIFTS  1: up to 1.21 times the error (minimax of tanh by 16), at 256 segments up to 1.1; of
 *           refined knots 0.78 (1/x by 16) to 1.18 times (exp by 16), so that both are tried
 */
enum {
    CHOICES = 3,         /* the number nearest to a value, and those beside it */
    SHIFTS = 5,          /* of each end of the levels, by quarters of a step */
    MOST_SHIFTED = 256,  /* segments; 25 paths through more take long */
    MOST_OF_PATH = 1 << 11, /* segments of a path over knots, too: it takes a second */
    ROUNDS = 16          /* of values and knots in turn */
};

typedef struct lattice {
    clpwl__costing how;
    const double *knots;
    size_t segments;
    clpwl_storage storage;
    int shifts;              /* of each end of the levels: 1 or SHIFTS */
    double *y, *factor;      /* steps + 1 of each segment */
    double (*near)[CHOICES]; /* of each node */
    unsigned char (*from)[CHOICES]; /* the choice before, on the best path to this one */
    double *found;           /* values of a path */
} lattice;

static clpwl_status create(lattice *l)
{
    clpwl_status status = CLPWL_OK;
    size_t nodes = l->segments + 1, samples = l->segments * (l->how.steps + 1);
    l->y = clpwl__alloc(samples, sizeof *l->y);
    CHECK_MEMORY(l->y);
    l->factor = clpwl__alloc(samples, sizeof *l->factor);
    CHECK_MEMORY(l->factor);
    l->near = clpwl__alloc(nodes, sizeof *l->near);
    CHECK_MEMORY(l->near);
    l->from = clpwl__alloc(nodes, sizeof *l->from);
    CHECK_MEMORY(l->from);
    l->found = clpwl__alloc(nodes, sizeof *l->found);
    CHECK_MEMORY(l->found);
done:
    return status;
}

static void destroy(lattice *l)
{
    clpwl__free(l->y);
    clpwl__free(l->factor);
    clpwl__free(l->near);
    clpwl__free(l->from);
    clpwl__free(l->found);
}

static clpwl_status sample(lattice *l)
{
    return clpwl__cost_samples(&l->how, l->knots, l->segments, l->y, l->factor);
}

/* The nodes with the least and the largest value keep the first and the last level, by which the table
 * has the same levels when it is stored. */
static void find_choices(lattice *l, const clpwl__coding *coding, const double *values)
{
    size_t least = 0, most = 0;
    for (size_t i = 0; i <= l->segments; i++) {
        least = values[i] < values[least] ? i : least;
        most = values[i] > values[most] ? i : most;
        for (int k = 0; k < CHOICES; k++)
            l->near[i][k] = clpwl__stored_beside(coding, values[i], k - 1);
    }
    int levels = (int)clpwl__storage_levels(coding->storage);
    for (int k = 0; levels && k < CHOICES; k++) {
        l->near[least][k] = clpwl__decode(coding, 0);
        l->near[most][k] = clpwl__decode(coding, (uint16_t)levels);
    }
}

/* A shortest path. The cost of a path is its largest error, or the sum of its segments' among those whose
 * largest error is within the limit. Writes its values to `found`, and returns its cost. */
static double find_path(lattice *l, int is_largest, double limit)
{
    double to[CHOICES] = {0}, next[CHOICES];
    size_t n = l->segments, stride = l->how.steps + 1;
    int best = 0;
    for (size_t i = 0; i < n; i++) {
        double length = l->knots[i + 1] - l->knots[i];
        for (int k = 0; k < CHOICES; k++) {
            next[k] = INFINITY;
            for (int j = 0; j < CHOICES; j++) {
                clpwl__cost c = clpwl__cost_of_line(&l->how, length, l->y + i * stride,
                                                    l->factor + i * stride, l->near[i][j],
                                                    l->near[i + 1][k]);
                double cost = is_largest ? fmax(to[j], c.largest) : to[j] + c.sum;
                if (c.largest <= limit && cost < next[k]) {
                    next[k] = cost;
                    l->from[i + 1][k] = (unsigned char)j;
                }
            }
        }
        memcpy(to, next, sizeof to);
    }
    for (int k = 1; k < CHOICES; k++)
        best = to[k] < to[best] ? k : best;
    double cost = to[best];
    for (size_t i = n; i > 0; best = l->from[i--][best])
        l->found[i] = l->near[i][best];
    l->found[0] = l->near[0][best];
    return cost;
}

/* In Linf many paths have the same largest error: the least sum among those. */
static double find_best_path(lattice *l)
{
    static const double same = 1 + 1e-9;
    if (l->how.norm != CLPWL_NORM_LINF)
        return find_path(l, 0, INFINITY);
    double largest = find_path(l, 1, INFINITY);
    (void)find_path(l, 0, same * largest);
    return largest;
}

static void find_range(const double *values, size_t segments, double range[2])
{
    range[0] = range[1] = values[0];
    for (size_t i = 1; i <= segments; i++) {
        range[0] = fmin(range[0], values[i]);
        range[1] = fmax(range[1], values[i]);
    }
}

/* The coding for values in the range, which choices exceed a little: a value that grows may double the
 * factor of halves, and tables that have the smaller one have the numbers of both. */
static clpwl__coding coding_for(clpwl_storage storage, const double range[2])
{
    double room = storage == CLPWL_STORAGE_HALF ? 1 + 0x1p-8 : 1;
    double ends[2] = {room * range[0], room * range[1]};
    return clpwl__coding_of(storage, ends, 2);
}

/* Replaces values by those of the best path. The ends of the levels are tried in several places. */
static clpwl_status choose_values(lattice *l, double *values, double *cost)
{
    clpwl_status status = CLPWL_OK;
    size_t bytes = (l->segments + 1) * sizeof *values;
    clpwl_storage storage = l->storage;
    int has_levels = clpwl__storage_levels(storage) > 0;
    int shifts = has_levels && l->segments <= MOST_SHIFTED ? l->shifts : 1;
    double range[2], *best = clpwl__alloc(l->segments + 1, sizeof *best);
    CHECK_MEMORY(best);
    find_range(values, l->segments, range);
    clpwl__coding plain = coding_for(storage, range);
    TRY(clpwl__coding_check(&plain));
    *cost = INFINITY;
    for (int s = 0; s < shifts * shifts; s++) {
        double shift[2] = {0.25 * (s / shifts - shifts / 2), 0.25 * (s % shifts - shifts / 2)};
        double ends[2] = {range[0] + shift[0] * (double)plain.gain,
                          range[1] + shift[1] * (double)plain.gain};
        /* The given value of a pinned function, as 0 of an odd one, stays an end of the levels. */
        int is_moved = (shift[0] != 0 && values[0] == range[0]) || (shift[1] != 0 && values[0] == range[1]);
        if (l->how.f->pinned && is_moved)
            continue;
        clpwl__coding coding = has_levels ? coding_for(storage, ends) : plain;
        if (clpwl__coding_check(&coding) != CLPWL_OK)
            continue;
        find_choices(l, &coding, values);
        double now = find_best_path(l);
        if (now < *cost) {
            *cost = now;
            memcpy(best, l->found, bytes);
        }
    }
    memcpy(values, best, bytes);
done:
    clpwl__free(best);
    return status;
}

/* The next numbers on one side. The least value has the first level and the largest one the last. */
static void move_to_side(clpwl_storage storage, int side, size_t segments, double *values)
{
    double range[2], levels = clpwl__storage_levels(storage);
    find_range(values, segments, range);
    clpwl__coding coding = coding_for(storage, range);
    if (levels > 0 && side * ((double)coding.bias - range[0]) < 0)
        coding.bias = nextafterf(coding.bias, side * INFINITY);
    if (levels > 0)
        coding.gain = fmaxf((float)((range[1] - (double)coding.bias) / levels), FLT_MIN);
    if (levels > 0 && side * (clpwl__decode(&coding, (uint16_t)levels) - range[1]) < 0)
        coding.gain = nextafterf(coding.gain, side * INFINITY);
    for (size_t i = 0; i <= segments; i++) {
        double near = clpwl__stored(&coding, values[i]);
        if (side * (near - values[i]) < 0)
            near = clpwl__stored_beside(&coding, values[i], side);
        values[i] = near;
    }
}

static void round_values(clpwl_storage storage, size_t segments, double *values)
{
    clpwl__coding coding = clpwl__coding_of(storage, values, segments + 1);
    for (size_t i = 0; i <= segments; i++)
        values[i] = clpwl__stored(&coding, values[i]);
}

/* Knots and values, one array behind the other. */
static void copy_pair(double *pair, size_t nodes, const double *knots, const double *values)
{
    memcpy(pair, knots, nodes * sizeof *pair);
    memcpy(pair + nodes, values, nodes * sizeof *pair);
}

static void copy_back(const double *pair, size_t nodes, double *knots, double *values)
{
    memcpy(knots, pair, nodes * sizeof *pair);
    memcpy(values, pair + nodes, nodes * sizeof *pair);
}

/* Values and knots in turn, while that gains. Copies what is better than *least to `best`. */
static clpwl_status improve(lattice *l, const double *kinks, size_t count, double *knots,
                            double *values, double *least, double *best)
{
    clpwl_status status = CLPWL_OK;
    double cost, before = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        TRY(sample(l));
        TRY(choose_values(l, values, &cost));
        if (cost < *least)
            copy_pair(best, l->segments + 1, knots, values);
        *least = fmin(*least, cost);
        if (cost >= clpwl__gain * before)
            break;
        before = cost;
        TRY(clpwl__lattice_knots(&l->how, kinks, count, knots, l->segments, values));
    }
done:
    return status;
}

/* Runs improve() with the values' own ends of the levels, and with several ends if there are some; and from
 * a path over knots and values at once. The first and the last level, which tables keep, may not be on it. */
static clpwl_status move_both(lattice *l, double *knots, double *values)
{
    clpwl_status status = CLPWL_OK;
    size_t nodes = l->segments + 1, count;
    const double *kinks = clpwl_function_kinks(l->how.f, &count);
    int has_levels = clpwl__storage_levels(l->storage) > 0;
    int most = has_levels && l->segments <= MOST_SHIFTED ? SHIFTS : 1;
    double least = INFINITY, *first = clpwl__alloc(4 * nodes, sizeof *first);
    CHECK_MEMORY(first);
    double *best = first + 2 * nodes;
    copy_pair(first, nodes, knots, values);
    for (l->shifts = 1; l->shifts <= most; l->shifts += SHIFTS - 1) {
        copy_back(first, nodes, knots, values);
        TRY(improve(l, kinks, count, knots, values, &least, best));
    }
    if (l->how.norm == CLPWL_NORM_LINF && !has_levels && count == 0 && l->segments <= MOST_OF_PATH) {
        double range[2];
        int found;
        copy_back(first, nodes, knots, values);
        find_range(values, l->segments, range);
        clpwl__coding coding = coding_for(l->storage, range);
        TRY(clpwl__lattice_path(&l->how, &coding, least, knots, l->segments, values, &found));
        if (found)
            TRY(improve(l, kinks, count, knots, values, &least, best));
    }
    copy_back(best, nodes, knots, values);
done:
    clpwl__free(first);
    return status;
}

static clpwl_norm norm_of(const clpwl_design_options *o)
{
    return o->fit == CLPWL_FIT_INTERPOLANT ? o->norm : clpwl__fit_norm(o->fit);
}

clpwl_status clpwl__move_to_lattice(const clpwl__problem *problem,
                                    const clpwl_design_options *o, const clpwl__watch *watch,
                                    double *knots, size_t segments, double *values)
{
    clpwl_status status = CLPWL_OK;
    clpwl_storage storage = o->execution->storage;
    const clpwl_function *f = &problem->pieces.f;
    lattice l = {.knots = knots, .segments = segments, .storage = storage, .shifts = SHIFTS,
                 .how = {.f = f, .norm = norm_of(o), .watch = watch,
                         .weight = clpwl__problem_weight(problem, norm_of(o))}};
    double range[2], cost;
    size_t steps = CLPWL__RESOLUTION / segments;
    if (storage == CLPWL_STORAGE_FLOAT32)
        goto done;
    find_range(values, segments, range);
    if (clpwl__fit_is_one_sided(o->fit)) {
        move_to_side(storage, o->fit == CLPWL_FIT_ABOVE ? 1 : -1, segments, values);
        goto done;
    }
    if (segments > CLPWL__MOST_CHOSEN || range[0] == range[1]) {
        round_values(storage, segments, values);
        goto done;
    }
    l.how.steps = steps < CLPWL__COST_LEAST   ? CLPWL__COST_LEAST
                  : steps > CLPWL__COST_STEPS ? CLPWL__COST_STEPS
                                              : steps;
    TRY(create(&l));
    if (o->partition == CLPWL_PARTITION_OPTIMIZED && o->effort != CLPWL_EFFORT_ASYMPTOTIC) {
        TRY(move_both(&l, knots, values));
    } else {
        TRY(sample(&l));
        TRY(choose_values(&l, values, &cost));
    }
done:
    destroy(&l);
    return status;
}

clpwl_status clpwl__check_stored_ends(const clpwl__problem *problem, const clpwl_design_options *o)
{
    clpwl_status status = CLPWL_OK;
    clpwl_storage storage = o->execution->storage;
    double ends[] = {problem->is_half ? 0 : o->a, o->b}, values[2], weight;
    char figure[CLPWL__NUMBER_ROOM];
    if (o->norm != CLPWL_NORM_LINF || (storage != CLPWL_STORAGE_HALF && storage != CLPWL_STORAGE_BFLOAT16))
        goto done;
    TRY(clpwl__values(problem->f, ends, values, 2));
    TRY(clpwl__check_range(problem, (double[]){problem->s0, problem->s1}, values, 2));
    /* Larger values between the ends leave numbers as dense, or less. */
    clpwl__coding coding = clpwl__coding_of(storage, values, 2);
    for (int i = 0; i < 2; i++) {
        TRY(clpwl__weigh(problem->weight, CLPWL_NORM_LINF, ends[i], values[i], &weight));
        double error = weight * fabs(values[i] - clpwl__stored(&coding, values[i]));
        double rounding = weight * FLT_EPSILON * fabs(values[i]); /* of a look-up in fp32, about */
        clpwl__number_above(figure, error);
        CHECK(error <= o->max_error * (1 + 1e-9) || rounding > o->max_error, CLPWL_ERR_TARGET,
              "a max error of %g in linf cannot be met in %s: at the end x = %.9g, f = %.9g, the nearest "
              "number has the error %s; ask for a larger error or for another storage", o->max_error,
              clpwl_storage_name(storage), ends[i], values[i], figure);
    }
done:
    return status;
}
