/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/search.h"
#include <stdio.h>
#include "base/internal.h"
#include "base/number.h"
#include "design/bracket.h"
#include "design/fewer.h"
#include "design/lattice.h"
#include "design/singular.h"
#include "error/estimate.h"
#include "execution/weighted.h"
#include "table/table.h"

enum {
    REFERENCE = 250, /* segments of the table that shows what execution adds: 256 fill registers */
    FINE = 4096,     /* segments of another, if the first cannot show it */
    FAR_BEYOND = 2,  /* by what estimates are off at most: a sine with 1e8 / 2 pi periods */
    POWERS = 1 << 14, POWERS_REFINED = 1 << 7 /* segments up to which powers are tried */
};

/* The share of the rounding floor that does not vary with N. */
static const double reliable = 0.9;

/* Seconds of refined knots for each segment, of minimax in bench/results/corpus-times.txt. Few segments take
 * longer where a mesh has to resolve many periods; more take no more for these. */
static const double usual_cost = 6e-5;

/* An error so near the floor is nearly the least. */
static const double nearly = 1 + 1.0 / 64;

/* The error that execution alone adds to a table with so many segments. NULL: in fp32. */
static clpwl_status find_rounding(clpwl__plan *plan, size_t segments,
                                  const clpwl_execution *execution, double *out)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table *table = NULL;
    clpwl_error e;
    TRY(clpwl__plan_trial(plan, segments, 0, HUGE_VAL, &table));
    TRY(clpwl__plan_executed(plan, table, execution, 1, &e));
    *out = clpwl__times_added(plan->o.fit) * clpwl_error_in(&e, plan->o.norm);
done:
    clpwl_table_free(table);
    return status;
}

/* The approximate error floor set by fp32 rounding, for any N. */
static clpwl_status find_floor(clpwl__plan *plan, double *floor)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &plan->o;
    double finer;
    TRY(find_rounding(plan, REFERENCE, NULL, floor));
    if ((!o->weight && o->norm == CLPWL_NORM_LINF) || reliable * *floor < o->max_error ||
        FINE > o->max_segments)
        goto done;
    /* Two floors are too high with long segments. A segment that spans magnitudes has the
     * rounding of its largest value and the relative error of its smallest. The sums L1 and L2
     * take a bend of f as a whole if one segment covers it. */
    TRY(find_rounding(plan, FINE, NULL, &finer));
    *floor = fmin(*floor, finer);
done:
    return status;
}

/* The N at which c2 / N^2 + c1 / N + floor = target. c2 is from the estimate, c1 from the
 * precision of the filter's weight. */
static clpwl_status guess_segments(clpwl__plan *plan, double target, double floor, double *n)
{
    clpwl_status status = CLPWL_OK;
    clpwl_error estimate;
    double with_filter = floor;
    *n = 16;
    if (!plan->has_density)
        goto done;
    if (clpwl__weight_error(plan->o.execution) > 0)
        TRY(find_rounding(plan, REFERENCE, plan->o.execution, &with_filter));
    clpwl__density_estimate(&plan->density, REFERENCE, plan->o.partition, plan->o.fit, 1,
                            &estimate);
    double c2 = clpwl_error_in(&estimate, plan->o.norm) * REFERENCE * REFERENCE;
    double c1 = (with_filter - floor) * REFERENCE;
    double left = fmax(target - floor, target / 50);
    *n = ceil((c1 + sqrt(c1 * c1 + 4 * left * c2)) / (2 * left));
done:
    return status;
}

/* The segments up to which a trial is quick. */
static size_t count_quick(const clpwl__bracket *b)
{
    size_t quick = clpwl__plan_quick(b->plan);
    return b->most < quick ? b->most : quick / b->stride * b->stride;
}

/* If more than a quick number of segments is allowed and guessed, which may be far too high, a trial shows
 * what segments cost: too much, where the square law takes as many, too. If far more are needed than are
 * allowed, no more than is quick are tried. */
static clpwl_status bracket_target(clpwl__bracket *b, double floor)
{
    clpwl_status status = CLPWL_OK;
    clpwl__plan *plan = b->plan;
    double guess, error = HUGE_VAL;
    size_t quick = count_quick(b), first = quick / CLPWL__FIRST / b->stride * b->stride;
    TRY(guess_segments(plan, b->target, floor, &guess));
    int is_long = b->most > quick && guess > (double)quick;
    if (is_long && first > 0 && plan->cost == 0)
        TRY(clpwl__bracket_measure(b, first, HUGE_VAL, &error));
    double left = CLPWL__SECONDS - clpwl__plan_seconds(plan), law = (double)first * sqrt(error / b->target);
    if (error <= b->target)
        b->hi = first, b->e_hi = error, guess = (double)first;
    b->late = b->best && !b->hi && fmin(plan->cost, usual_cost) * fmin(guess, law) > FAR_BEYOND * left;
    if (b->late)
        goto done;
    b->beyond = is_long && guess > FAR_BEYOND * (double)b->most ? guess : 0;
    if (b->beyond > 0)
        b->most = plan->tried && clpwl__plan_is_late(plan, 10 * quick) ? plan->tried : quick;
    if (b->target > floor && clpwl__plan_has_free_knots(plan) && !b->beyond)
        TRY(clpwl__bracket_from_fewest(b, floor, &guess));
    TRY(clpwl__bracket_narrow(b, b->beyond > 0 ? (double)b->most : guess));
done:
    return status;
}

/* What more segments than were tried would reach: the law of the last three trials, as far as it gains
 * more than a hundredth. Returns their number; 0: three trials show no law. */
static size_t predict_reach(const clpwl__bracket *b, double *reached)
{
    const clpwl__seen *seen = b->seen;
    size_t most = b->plan->o.max_segments / b->stride * b->stride, n = seen[0].n;
    if (seen[2].n == 0)
        return 0;
    double power = clpwl__fall(&seen[1], seen[1].measured, &seen[0], seen[0].measured);
    double before = clpwl__fall(&seen[2], seen[2].measured, &seen[1], seen[1].measured);
    double growth = fmax(-clpwl__fall(&seen[1], seen[1].rounding, &seen[0], seen[0].rounding), 0);
    if (!(fmin(power, before) > 0.1 && fabs(power - before) < 0.1 * power))
        return 0;
    power = fmin(power, 2 * power - before); /* it may go on falling */
    *reached = b->e_best;
    while (n < most) {
        size_t next = n < most / 2 ? 2 * n : most;
        double times = (double)next / (double)seen[0].n;
        double error = seen[0].measured * pow(times, -power) +
                       seen[0].rounding * pow(times, growth);
        if (!(error < 0.99 * *reached))
            break;
        *reached = error;
        n = next;
    }
    return n > seen[0].n ? n : 0;
}

static int is_plain(const clpwl_execution *e)
{
    return e->storage == CLPWL_STORAGE_FLOAT32 && e->weight_bits == 0 && e->value_error == 0;
}

/* Whether the floor, for a filter or a storage the rounding of a fine table, is below the target. */
static int may_meet(clpwl__plan *plan)
{
    const clpwl_design_options *o = &plan->o;
    size_t n = FINE < o->max_segments ? FINE : o->max_segments;
    double floor;
    clpwl_status status = is_plain(o->execution) ? find_floor(plan, &floor)
                                                 : find_rounding(plan, n, o->execution, &floor);
    return status == CLPWL_OK && floor < reliable * o->max_error;
}

static int would_meet(const clpwl_function *f, const clpwl_design_options *o)
{
    clpwl__plan other;
    int would = clpwl__plan_create(&other, f, o) == CLPWL_OK && may_meet(&other);
    clpwl__plan_free(&other);
    return would;
}

/* What would round by less: a domain that begins and ends at fp32 numbers, or an optimized partition, whose
 * segments begin at such. Writes at most `room` characters. */
static void write_advice(clpwl__plan *plan, char *out, size_t room)
{
    const clpwl_partition partition = plan->o.partition;
    clpwl_design_options o = plan->o;
    char a[CLPWL__NUMBER_ROOM], b[CLPWL__NUMBER_ROOM];
    out[0] = '\0';
    o.a = clpwl__float_at_least(o.a);
    o.b = clpwl__float_at_most(o.b);
    if ((o.a != plan->o.a || o.b != plan->o.b) && o.a < o.b && would_meet(plan->subject.f, &o)) {
        clpwl__number_format(a, o.a);
        clpwl__number_format(b, o.b);
        snprintf(out, room, "; the domain [%s, %s], whose ends are fp32 numbers, rounds by less", a, b);
        return;
    }
    if (partition == CLPWL_PARTITION_OPTIMIZED || o.shaper != CLPWL_SHAPER_NONE || !plan->has_density)
        return;
    plan->o.partition = CLPWL_PARTITION_OPTIMIZED;
    if (may_meet(plan))
        snprintf(out, room, "; an optimized partition rounds by less");
    plan->o.partition = partition;
}

/* Fails with the line that says why no number of segments meets the target. A floor above the error of the
 * best trial is that of the largest number tried: the rounding of coordinates may grow with the number. */
static clpwl_status refuse_target(const clpwl__bracket *b, double floor)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &b->plan->o;
    char advice[2 * CLPWL__NUMBER_ROOM + 80], figure[CLPWL__NUMBER_ROOM], least[CLPWL__NUMBER_ROOM];
    char about[CLPWL__NUMBER_ROOM], more[CLPWL__NUMBER_ROOM + 40] = "", of[40] = "";
    double reached;
    size_t n = predict_reach(b, &reached);
    const clpwl_execution *filter = o->execution;
    int is_coded = filter->storage != CLPWL_STORAGE_FLOAT32;
    write_advice(b->plan, advice, sizeof advice);
    clpwl__number_above(figure, b->e_best);
    clpwl__number_apart(least, floor, o->max_error);
    if (floor > b->e_best)
        snprintf(of, sizeof of, " with %zu segments", b->lo);
    if (n > 0) {
        clpwl__number_above(about, reached);
        snprintf(more, sizeof more, ", %zu about %s", n, about);
    }
    CHECK(0, CLPWL_ERR_TARGET,
          "a max error of %g in %s cannot be met: %s%s alone comes to %s%s; %zu segment%s reach%s %s%s%s%s%s",
          o->max_error, clpwl_norm_name(o->norm),
          filter->weight_bits || filter->value_error > 0 ? "rounding in the filter" : "rounding in fp32",
          clpwl__fit_is_one_sided(o->fit) ? ", twice in a bound of f," : "", least, of,
          b->best, b->best == 1 ? "" : "s", b->best == 1 ? "es" : "", figure, is_coded ? " in " : "",
          is_coded ? clpwl_storage_name(filter->storage) : "", more, advice);
done:
    return status;
}

/*
 * For a target below the floor. Designs for an error that is nearly the floor, or for as many segments as
 * are quick. If the rounding of that table confirms the floor, or is above the target where no more are
 * quick, the target is refused. Otherwise the floor is lowered to that rounding: fewer segments, for
 * example, may have knots that are exact in fp32.
 */
static clpwl_status check_floor(clpwl__plan *plan, double *floor)
{
    clpwl_status status = CLPWL_OK;
    clpwl__bracket b = clpwl__bracket_begin(plan, nearly * *floor);
    double guess;
    b.rough = 1;
    b.most = count_quick(&b);
    TRY(guess_segments(plan, b.target, *floor, &guess));
    if (guess > (double)b.most)
        guess = (double)b.most / CLPWL__FIRST;
    else if (clpwl__plan_has_free_knots(plan))
        TRY(clpwl__bracket_from_fewest(&b, *floor, &guess));
    TRY(clpwl__bracket_narrow(&b, guess));
    double found = b.best_rounding, most = plan->o.max_error;
    int is_confirmed = found >= reliable * *floor || (!b.hi && reliable * found >= most);
    if (is_confirmed && b.e_best > most)
        TRY(refuse_target(&b, is_plain(plan->o.execution) ? fmin(*floor, found) : found));
    *floor = found < reliable * *floor ? found : fmin(*floor, most);
done:
    return status;
}

/* The error of a storage goes up and down with N. Between powers of sqrt(2) that fail and one that meets the
 * target the fewest are found. */
static clpwl_status try_powers(clpwl__bracket *b)
{
    clpwl_status status = CLPWL_OK;
    size_t last = b->plan->o.effort == CLPWL_EFFORT_ASYMPTOTIC ? POWERS : POWERS_REFINED;
    last = b->lo < last ? b->lo : last;
    b->lo = 0;
    for (int k = 0; !b->hi && exp2(0.5 * k) < (double)last; k++) {
        size_t n = (size_t)rint(exp2(0.5 * k) / (double)b->stride) * b->stride;
        double error;
        if (n > b->lo)
            TRY(clpwl__bracket_try(b, n, &error));
    }
    if (b->hi)
        TRY(clpwl__bracket_narrow(b, (double)b->hi));
done:
    return status;
}

static clpwl_status search_segments(clpwl__plan *plan, size_t *segments)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_storage storage = plan->o.execution->storage;
    clpwl__bracket b = clpwl__bracket_begin(plan, plan->o.max_error);
    char figure[CLPWL__NUMBER_ROOM], plain[CLPWL__NUMBER_ROOM];
    double floor;
    plan->share.to = clpwl__prepared;
    TRY(clpwl__check_stored_ends(&plan->subject, &plan->o));
    TRY(find_floor(plan, &floor));
    TRY(clpwl__check_gaps(&plan->subject, &plan->o, fmax(b.target, floor)));
    if (b.most > CLPWL__QUICK) /* fewer segments are tried soon, and that message contains more */
        TRY(clpwl__check_singular_ends(&plan->subject, &plan->o, fmax(b.target, floor), b.most));
    while (reliable * floor >= b.target)
        TRY(check_floor(plan, &floor));
    TRY(clpwl__check_singular_ends(&plan->subject, &plan->o, b.target, b.most));
    TRY(bracket_target(&b, floor));
    if (!b.hi && storage != CLPWL_STORAGE_FLOAT32 && !b.late)
        TRY(try_powers(&b));
    clpwl__number_above(figure, b.e_best);
    clpwl__number_above(plain, b.plain.measured);
    int is_coded = storage != CLPWL_STORAGE_FLOAT32, is_refined = plan->o.effort != CLPWL_EFFORT_ASYMPTOTIC;
    const char *hint = !is_coded ? "" : is_refined ? "; ask for a larger error or another storage"
                                        : "; ask for refined knots, a larger error or another storage";
    CHECK(b.hi || !b.plain.n, CLPWL_ERR_TARGET,
          "a max error of %g in %s cannot be met in %s: %zu segment%s reach%s %s, more gain little, and in "
          "float32 %zu reach %s%s", b.target, clpwl_norm_name(plan->o.norm), clpwl_storage_name(storage),
          b.best, b.best == 1 ? "" : "s", b.best == 1 ? "es" : "", figure, b.plain.n, plain, hint);
    CHECK(b.hi || !b.beyond, CLPWL_ERR_TARGET,
          "a max error of %g in %s takes about %.2g segments, and at most %zu are allowed: %zu reach %s",
          b.target, clpwl_norm_name(plan->o.norm), b.beyond, plan->o.max_segments, b.best, figure);
    if (!b.hi && (b.late || b.stale))
        TRY(clpwl__check_gaps(&plan->subject, &plan->o, b.target));
    CHECK(b.hi || !b.late, CLPWL_ERR_TARGET,
          "a max error of %g in %s would take more than %d s%s: %zu segment%s reach%s %s; ask for so many "
          "segments", b.target, clpwl_norm_name(plan->o.norm), CLPWL__SECONDS, plan->waits ? "" :
          " of processor time", b.best, b.best == 1 ? "" : "s", b.best == 1 ? "es" : "", figure);
    if (!b.hi && (b.floored || b.best_rounding > b.e_best / 2))
        TRY(refuse_target(&b, b.floored ? b.rounding : b.best_rounding));
    CHECK(b.hi, CLPWL_ERR_TARGET,
          "a max error of %g in %s cannot be met%s%s with at most %zu segments: %zu reach%s %s%s%s", b.target,
          clpwl_norm_name(plan->o.norm), is_coded ? " in " : "", is_coded ? clpwl_storage_name(storage) : "",
          b.most, b.best, b.best == 1 ? "es" : "", figure, b.stale ? ", and more gained nothing" : "", hint);
    TRY(clpwl__try_fewer(&b));
    if (b.stride == 1) {
        double smooth;
        TRY(guess_segments(plan, b.target, floor, &smooth));
        TRY(clpwl__try_dips(&b, smooth));
    }
    *segments = b.hi;
done:
    return status;
}

/* The error as executed: in fp32 of a weighted table, and for the target. */
static clpwl_status record_errors(const clpwl__plan *plan, clpwl_table *table)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_design_options *o = &plan->o;
    clpwl_target target = {.max_error = o->max_error, .norm = o->norm,
                           .storage = o->execution->storage,
                           .weight_bits = o->execution->weight_bits,
                           .evidence = CLPWL_EVIDENCE_MEASURED};
    clpwl_error executed;
    if (o->weight) {
        TRY(clpwl__plan_executed(plan, table, NULL, 0, &executed));
        clpwl__table_set_executed(table, executed);
    }
    if (o->max_error > 0) {
        TRY(clpwl__plan_executed(plan, table, o->execution, 0, &executed));
        target.reached = clpwl_error_in(&executed, o->norm);
        clpwl__table_set_target(table, &target);
    }
done:
    return status;
}

static clpwl_status find_once(clpwl_table **out, clpwl__plan *plan)
{
    clpwl_status status = CLPWL_OK;
    clpwl_table *table = NULL;
    size_t segments = plan->o.segments;
    if (!segments)
        TRY(search_segments(plan, &segments));
    plan->share.from = plan->share.to;
    plan->share.to = 1;
    TRY(clpwl__plan_trial(plan, segments, CLPWL__MEASURE_ALL, HUGE_VAL, &table));
    TRY(record_errors(plan, table));
    *out = table;
    table = NULL;
done:
    clpwl_table_free(table);
    return status;
}

/* Fits and samples for one norm may differ from those for all: then a second search measures all. */
clpwl_status clpwl__find_table(clpwl_table **out, clpwl__plan *plan)
{
    clpwl_status status = CLPWL_OK;
    const clpwl_target *target; /* NULL: a number of segments was asked for */
    char figure[CLPWL__NUMBER_ROOM];
    clpwl_table *table = NULL;
    TRY(find_once(&table, plan));
    target = clpwl_table_target(table);
    if (target && target->reached > target->max_error && plan->norms != CLPWL__MEASURE_ALL) {
        clpwl_table_free(table);
        table = NULL;
        plan->norms = CLPWL__MEASURE_ALL;
        plan->tried = plan->last.segments = plan->kept.segments = 0;
        TRY(find_once(&table, plan));
        target = clpwl_table_target(table);
    }
    clpwl__number_above(figure, target ? target->reached : 0);
    CHECK(!target || target->reached <= target->max_error, CLPWL_ERR_TARGET,
          "a max error of %g in %s was met by %zu segments, which now reach %s: values of f vary from call "
          "to call", target->max_error, clpwl_norm_name(target->norm), clpwl_table_segments(table), figure);
    *out = table;
    table = NULL;
done:
    clpwl_table_free(table);
    return status;
}
