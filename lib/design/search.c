/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The smallest number of segments N that meets a target error. The estimate says where
 * to begin; all that is decided is decided by measuring. The error falls about as 1/N^2
 * but not exactly monotonically: a few numbers below the one found are tried as well.
 */
#include "design/design.h"
#include "design/dips.h"
#include "execution/weighted.h"
#include "base/number.h"
#include "base/internal.h"

enum {
    GROWTH = 4,        /* at most, from one trial to the next */
    STALE_FROM = 4096, /* from here on, growth by GROWTH that gains nothing ends the search */
    WALK = 3,          /* numbers tried just below the one found */
    ALL_BELOW = 64,    /* to here, all numbers down to half of it */
    PROBES = 12,       /* and beyond, numbers further below */
    MANY_PROBES = 64,  /* where an inflection matters more and a trial is quick: up to */
    MANY_BELOW = 4096, /* so many segments */
    FEW_BELOW = 1024,  /* in norms that add up an error that goes up and down here and there */
    REFERENCE = 256,   /* segments of the table that shows what rounding adds */
    FINE = 4096,       /* and of another, where the first will not do */
    DIPS = 48,         /* trials at numbers that suit kinks */
    MOST_DIPS = 1 << 20,
    MOST_STRIDE = 64
};

/*
 * Of hi, to which the probes go down. Tried on functions of bench/corpus, to 1e-2 ... 1e-4:
 *   reach        1/15: up to 15 % more segments (line 173 for 150, wild 631 for 565, airy_ai 104
 *                for 94); 4/15, the probes being as many: up to 5 % more (wild 732 for 700)
 *   MANY_PROBES  12: up to 5.6 % more (wild 739 for 700, line 158 for 150, bessel_j0 312 for
 *                299); 160: 1.7 % fewer at best (chirp 2315 for 2356), and each one is a trial
 *   PROBES       4 and 36: the same tables; 36 in a fifth more time
 * mish and digits came to the same numbers with all of these.
 */
static const double probe_reach = 2.0 / 15;
static const double reliable = 0.9; /* of what rounding adds: that varies a little with N */

typedef struct bracket {
    clpwl__plan *plan;
    double target;
    size_t stride, most;  /* N is a multiple of stride: kinks of f are then knots */
    size_t lo, hi;        /* fails; meets. 0: not known */
    double e_lo, e_hi;
    double rounding;      /* of the trial made last: its share in the error */
    size_t best;          /* of all that were tried */
    double e_best;
    double growth;        /* of N, from one failure to the next */
    size_t mark;          /* a failure that a later, larger one is compared with */
    double e_mark;
    int stale;            /* it was no better */
} bracket;

/* What execution adds to the error of a table with so many segments; NULL: in fp32. */
static clpwl_status rounding(clpwl__plan *plan, size_t segments, const clpwl_execution *how,
                             double *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table *table = NULL;
    clpwl_error none = {0, 0, 0}, e;
    TRY(clpwl__plan_trial(plan, segments, 0, HUGE_VAL, &table));
    TRY(clpwl__plan_executed(plan, table, how, none, &e));
    *out = clpwl_error_in(&e, plan->o.norm);
done:
    clpwl_table_free(table);
    return status;
}

/* What no number of segments gets below, about. */
static clpwl_status find_floor(clpwl__plan *plan, double *floor)
{
    clpwl_status status = CLPWL_OK;
    double finer;
    TRY(rounding(plan, REFERENCE, NULL, floor));
    if ((!plan->o.weight && plan->o.norm == CLPWL_NORM_LINF) || reliable * *floor < plan->o.max_error ||
        FINE > plan->o.max_segments)
        goto done;
    /* A relative one is large where a segment spans magnitudes, for then its largest value
     * is rounded and its smallest one suffers; a sum of them where a long segment is all of
     * a bend. */
    TRY(rounding(plan, FINE, NULL, &finer));
    *floor = fmin(*floor, finer);
done:
    return status;
}

/* The N for which estimate and rounding together come to the target: c2 / N^2 + c1 / N
 * + floor = target, the second from the filter's weight. */
static clpwl_status first_guess(clpwl__plan *plan, double target, double floor, double *n)
{
    clpwl_status status = CLPWL_OK;
    clpwl_error estimate;
    double weight = floor;
    *n = 16;
    if (!plan->has_density)
        goto done;
    if (clpwl__weight_error(&plan->how) > 0)
        TRY(rounding(plan, REFERENCE, &plan->how, &weight));
    clpwl__density_estimate(&plan->density, REFERENCE, plan->o.partition, plan->o.fit, 1,
                            &estimate);
    double c2 = clpwl_error_in(&estimate, plan->o.norm) * REFERENCE * REFERENCE;
    double c1 = (weight - floor) * REFERENCE;
    double left = fmax(target - floor, target / 50);
    *n = ceil((c1 + sqrt(c1 * c1 + 4 * left * c2)) / (2 * left));
done:
    return status;
}

/* The least number of which all kinks' shares of the domain are multiples: then a
 * uniform partition has them as knots. 1 where there is none. */
static size_t find_stride(const clpwl__plan *plan)
{
    size_t count;
    const double *kinks = clpwl_function_kinks(plan->f, &count);
    double a = plan->o.a, width = plan->o.b - a;
    for (size_t stride = 1; stride <= MOST_STRIDE && plan->o.partition == CLPWL_PARTITION_UNIFORM;
         stride++) {
        size_t met = 0;
        for (size_t i = 0; i < count; i++) {
            double share = (double)stride * (kinks[i] - a) / width;
            met += kinks[i] <= a || kinks[i] >= plan->o.b || fabs(share - rint(share)) < 1e-12;
        }
        if (met == count)
            return stride <= plan->o.max_segments ? stride : 1;
    }
    return 1;
}

static clpwl_status measure(bracket *b, size_t segments, double give_up, double *error)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table *table = NULL;
    clpwl__plan *plan = b->plan;
    clpwl_error e;
    plan->from = plan->to;
    plan->to += 0.1 * (1 - plan->to); /* how many trials there will be nobody knows */
    TRY(clpwl__plan_trial(plan, segments, clpwl__measure_of(plan->o.norm), give_up, &table));
    TRY(clpwl__plan_executed(plan, table, &plan->how, clpwl__plan_measured(plan, table), &e));
    *error = clpwl_error_in(&e, plan->o.norm);
    clpwl_error exact = clpwl__plan_measured(plan, table);
    b->rounding = *error - clpwl_error_in(&exact, plan->o.norm);
    if (b->best == 0 || *error < b->e_best) {
        b->best = segments;
        b->e_best = *error;
    }
done:
    clpwl_table_free(table);
    return status;
}

/* Measures where only an error within the target is of interest; else it may be any above. */
static clpwl_status probe(bracket *b, size_t segments, double *error)
{
    clpwl_status status = CLPWL_OK;
    int may;
    *error = HUGE_VAL;
    TRY(clpwl__plan_may(b->plan, segments, b->target - b->rounding / 2, &may));
    if (may)
        TRY(measure(b, segments, b->target, error));
done:
    return status;
}

static size_t to_stride(const bracket *b, double n, size_t least, size_t most)
{
    n = ceil(fmin(n, (double)most) / (double)b->stride);
    size_t m = b->stride * (size_t)n;
    return m < least ? least : m > most ? most : m;
}

/* Where to go from an N that fails: by the law 1/N^2, and ever faster where f does not
 * obey it, as at a singular end. */
static size_t step_up(bracket *b, size_t n, double error)
{
    double law = 1.01 * sqrt(error / b->target);
    b->growth = fmin(fmax(law, b->growth * b->growth), GROWTH);
    return to_stride(b, (double)n * b->growth, n + b->stride, b->most);
}

/* And from one that meets the target. */
static size_t step_down(const bracket *b, size_t n, double error)
{
    double law = 0.99 * sqrt(error / b->target);
    return to_stride(b, (double)n * fmax(law, 1.0 / GROWTH), b->stride, n - b->stride);
}

static int is_stale(bracket *b)
{
    if (b->lo < STALE_FROM || (b->mark && b->lo < GROWTH * b->mark))
        return 0;
    int stale = b->mark && b->e_lo > 0.95 * b->e_mark;
    b->mark = b->lo;
    b->e_mark = b->e_lo;
    return stale;
}

/* Finds an N that fails, where there is one, and one that meets the target. */
static clpwl_status enclose(bracket *b, double guess)
{
    clpwl_status status = CLPWL_OK;
    size_t n = to_stride(b, guess, b->stride, b->most);
    for (;;) {
        double error;
        TRY(measure(b, n, HUGE_VAL, &error));
        if (error <= b->target) {
            b->hi = n;
            b->e_hi = error;
            if (b->lo || n == b->stride)
                break;
            n = step_down(b, n, error);
        } else {
            b->lo = n;
            b->e_lo = error;
            b->stale = is_stale(b);
            if (b->hi || n == b->most || b->stale)
                break;
            n = step_up(b, n, error);
        }
    }
done:
    return status;
}

/* Between the two: turns of the secant of log error over log N, and of halving. */
static clpwl_status narrow(bracket *b)
{
    clpwl_status status = CLPWL_OK;
    for (int turn = 0; b->hi - b->lo > b->stride && b->lo > 0; turn++) {
        double lo = (double)b->lo, hi = (double)b->hi, n = (lo + hi) / 2, error;
        if (turn % 2 == 0 && b->e_hi > 0)
            n = lo * pow(hi / lo, log(b->e_lo / b->target) / log(b->e_lo / b->e_hi));
        size_t at = to_stride(b, n, b->lo + b->stride, b->hi - b->stride);
        TRY(measure(b, at, HUGE_VAL, &error));
        if (error <= b->target) {
            b->hi = at;
            b->e_hi = error;
        } else {
            b->lo = at;
            b->e_lo = error;
        }
    }
done:
    return status;
}

/* hi becomes `at` where that meets the target, too. */
static clpwl_status lower(bracket *b, size_t at, int *lowered)
{
    clpwl_status status = CLPWL_OK;
    double error = HUGE_VAL;
    if (0 < at && at < b->hi && at != b->lo)
        TRY(probe(b, at, &error));
    *lowered = error <= b->target;
    if (*lowered)
        b->hi = at;
done:
    return status;
}

/* How many numbers are tried below hi, and how far down. */
static size_t probes_below(const bracket *b, size_t *reach)
{
    int peaks = b->plan->o.norm == CLPWL_NORM_LINF;
    *reach = (size_t)((double)b->hi * probe_reach);
    if (b->hi <= ALL_BELOW)
        return *reach = b->hi / 2;
    if (peaks)
        return b->hi > MANY_BELOW || b->plan->o.partition == CLPWL_PARTITION_UNIFORM ? PROBES : MANY_PROBES;
    return b->hi > FEW_BELOW ? 0 : b->hi > FEW_BELOW / 4 ? PROBES : MANY_PROBES;
}

/* Tries numbers below hi, the lowest first. */
static clpwl_status leap_down(bracket *b, int *lowered)
{
    clpwl_status status = CLPWL_OK;
    size_t reach, count = probes_below(b, &reach), hi = b->hi, last = 0;
    *lowered = 0;
    for (size_t k = count; k > 0 && !*lowered; k--) {
        size_t at = hi - (reach * k + count - 1) / count;
        if (at != last)
            TRY(lower(b, at, lowered));
        last = at;
    }
done:
    return status;
}

/* The next few; from one that does in strides ever longer. */
static clpwl_status walk_down(bracket *b, int *lowered)
{
    clpwl_status status = CLPWL_OK;
    *lowered = 0;
    for (size_t k = 1; k <= WALK && !*lowered; k++)
        TRY(lower(b, b->hi - k, lowered));
    int more = *lowered;
    for (size_t k = 2; more && k < b->hi; k *= 2)
        TRY(lower(b, b->hi - k, &more));
done:
    return status;
}

/*
 * Below the number found, on any multiple, as long as one turns up that meets the target
 * as well. The max error goes up and down with N where a knot's place about an inflection
 * decides, by some percents of N: it is tried further below, which costs little, as a
 * failure is seen in the first segments.
 */
static clpwl_status go_down(bracket *b)
{
    clpwl_status status = CLPWL_OK;
    int lowered = 1;
    while (lowered) {
        TRY(leap_down(b, &lowered));
        if (!lowered)
            TRY(walk_down(b, &lowered));
    }
done:
    return status;
}

/* The first of the numbers from n on at which the kinks' error is allowed. */
static clpwl_status try_from(bracket *b, const clpwl__dips *dips, size_t n, double allowed,
                             int *lowered)
{
    clpwl_status status = CLPWL_OK;
    *lowered = 0;
    for (int turn = 0; turn < DIPS && n < b->hi && !*lowered; turn++, n++) {
        n = clpwl__dips_next(dips, b->plan->o.norm, n, b->hi, allowed);
        TRY(lower(b, n, lowered));
    }
done:
    return status;
}

/*
 * A uniform partition that cannot have all kinks as knots: the numbers at which they are
 * near enough to knots are tried from the smallest on, and where the first ones fail, the
 * best of all. Fits other than the interpolant halve its error at a kink. `smooth` is the
 * number that f needs without its kinks.
 */
static clpwl_status try_dips(bracket *b, double smooth)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__plan *plan = b->plan;
    clpwl__dips dips = {0};
    double allowed = b->target * (plan->o.fit == CLPWL_FIT_INTERPOLANT ? 1 : 2);
    int lowered;
    if (plan->o.partition != CLPWL_PARTITION_UNIFORM || plan->o.weight || b->stride > 1 ||
        b->hi > MOST_DIPS)
        goto done;
    TRY(clpwl__dips_create(&dips, plan->f, plan->o.a, plan->o.b));
    if (dips.count == 0)
        goto done;
    /* Nothing does with fewer than the smooth parts of f need. */
    size_t n = (size_t)(0.9 * fmin(smooth, (double)b->hi)) + 1;
    TRY(try_from(b, &dips, n, allowed, &lowered));
    for (int turn = 0; turn < DIPS && !lowered; turn++, allowed *= 0.8)
        if (clpwl__dips_count(&dips, plan->o.norm, n, b->hi, allowed, DIPS) <= DIPS)
            break;
    if (!lowered)
        TRY(try_from(b, &dips, n, allowed, &lowered));
done:
    clpwl__dips_free(&dips);
    return status;
}

static clpwl_status run(bracket *b, double floor)
{
    clpwl_status status = CLPWL_OK;
    double guess;
    TRY(first_guess(b->plan, b->target, floor, &guess));
    TRY(enclose(b, guess));
    if (b->hi)
        TRY(narrow(b));
done:
    return status;
}

static bracket new_bracket(clpwl__plan *plan, double target)
{
    bracket b = {.plan = plan, .target = target, .stride = find_stride(plan), .growth = 1};
    b.most = plan->o.max_segments / b.stride * b.stride;
    return b;
}

/*
 * The target is below what rounding leaves of the table that showed it. Refuses it, and says
 * what can be had instead; or lowers the floor, where a table that comes near it shows that
 * rounding leaves less: with fewer segments, whose knots are fp32 numbers, say.
 */
static clpwl_status refuse(clpwl__plan *plan, double *floor)
{
    clpwl_status status = CLPWL_OK;
    bracket b = new_bracket(plan, 2 * *floor);
    TRY(run(&b, *floor));
    size_t n = b.hi ? b.hi : b.best;
    double reached;
    char figure[CLPWL__NUMBER_ROOM];
    TRY(measure(&b, n, HUGE_VAL, &reached));
    clpwl__number_above(figure, reached);
    CHECK(b.rounding < reliable * *floor || reached <= plan->o.max_error, CLPWL_ERR_TARGET,
          "a max error of %g in %s cannot be met: rounding in fp32 alone comes to %.3g; %zu "
          "segments reach %s", plan->o.max_error, clpwl_norm_name(plan->o.norm), *floor, n,
          figure);
    *floor = fmin(*floor, fmin(b.rounding, plan->o.max_error));
done:
    return status;
}

clpwl_status clpwl__plan_search(clpwl__plan *plan, size_t *segments)
{
    clpwl_status status = CLPWL_OK;
    bracket b = new_bracket(plan, plan->o.max_error);
    double floor;
    char figure[CLPWL__NUMBER_ROOM];
    plan->to = 0;
    TRY(find_floor(plan, &floor));
    while (reliable * floor >= b.target)
        TRY(refuse(plan, &floor));
    TRY(clpwl__plan_check_ends(plan, b.most));
    TRY(run(&b, floor));
    clpwl__number_above(figure, b.e_best);
    CHECK(b.hi, CLPWL_ERR_TARGET,
          "a max error of %g in %s cannot be met with at most %zu segments%s: %zu reach %s",
          b.target, clpwl_norm_name(plan->o.norm), b.most,
          b.stale ? ", more gain nothing" : "", b.best, figure);
    TRY(go_down(&b));
    if (b.stride == 1) {
        double smooth;
        TRY(first_guess(plan, b.target, floor, &smooth));
        TRY(try_dips(&b, smooth));
    }
    *segments = b.hi;
done:
    return status;
}
