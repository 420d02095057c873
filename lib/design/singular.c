/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "design/singular.h"
#include <float.h>
#include <stdio.h>
#include "base/internal.h"
#include "base/number.h"
#include "function/weight.h"
#include "table/shaper.h"

enum {
    PARTS = 16, /* of a segment, again and again */
    STRIPS = 64, /* of a segment, whose middles give sums */
    PLACES = 8, /* of a point within its segment */
    TURNS = 10, /* divisions by PARTS of the shortest segment: neighbouring numbers remain */
    FAR = 1 << 20 /* segments that show narrow features; a trial takes about a second */
};

/* The residuals of the line of least squares, with weights w, in place of y. */
static void take_residuals(const double *t, const double *w, double *y)
{
    double sum = 0, mean_t = 0, mean_y = 0, square = 0, product = 0;
    for (int i = 0; i < STRIPS; i++) {
        sum += w[i];
        mean_t += w[i] * t[i];
        mean_y += w[i] * y[i];
    }
    mean_t /= sum;
    mean_y /= sum;
    for (int i = 0; i < STRIPS; i++) {
        square += w[i] * (t[i] - mean_t) * (t[i] - mean_t);
        product += w[i] * (t[i] - mean_t) * y[i];
    }
    for (int i = 0; i < STRIPS; i++)
        y[i] -= mean_y + product / square * (t[i] - mean_t);
}

/*
 * A lower bound of the weighted L2 or L1 of any line on the segment from l to r, by strips of equal widths
 * in x. With the residual q of the line of least squares the square of L2 is at least the sum of w q^2, and
 * L1 at least that sum over the largest |q|, as q is orthogonal to all lines. Half of it: the strips
 * estimate the sums. 0 if f or the weight fails there.
 */
static double bound_sum(const clpwl__subject *subject, clpwl_norm norm, double l, double r)
{
    const clpwl_weight *weight = clpwl__subject_weight(subject, norm);
    double x0 = clpwl__subject_x(subject, l), x1 = clpwl__subject_x(subject, r), left = l;
    double s[STRIPS], y[STRIPS], w[STRIPS], sum = 0, most = 0, factor;
    for (int i = 0; i < STRIPS; i++) {
        double x = x0 + (x1 - x0) * ((i + 1.0) / STRIPS);
        double right = i + 1 == STRIPS ? r : subject->shaped ? clpwl__shaper_s(subject->shaper, x) : x;
        s[i] = left + (right - left) / 2;
        w[i] = right - left;
        left = right;
    }
    clpwl__values_raw(&subject->in_s, s, y, STRIPS);
    for (int i = 0; i < STRIPS; i++) {
        if (clpwl__weigh(weight, norm, s[i], y[i], &factor) != CLPWL_OK)
            return 0; /* the search reports it */
        w[i] *= norm == CLPWL_NORM_L2 ? factor * factor : factor;
    }
    take_residuals(s, w, y);
    for (int i = 0; i < STRIPS; i++) {
        sum += w[i] * y[i] * y[i];
        most = fmax(most, fabs(y[i]));
    }
    double least = norm == CLPWL_NORM_L2 ? sqrt(sum) : sum / most;
    return isfinite(least) ? least / 2 : 0;
}

/* The larger of the bounds for the first and the last of n segments, and the end it is from. */
static double bound_end_errors(const clpwl__subject *subject, clpwl_norm norm, size_t n, double *end)
{
    double s0 = subject->s0, s1 = subject->s1, h = (s1 - s0) / (double)n;
    int is_sum = norm != CLPWL_NORM_LINF;
    double first = is_sum ? bound_sum(subject, norm, s0, s0 + h) : clpwl__bound_error(subject, s0, s0 + h);
    double last = is_sum ? bound_sum(subject, norm, s1 - h, s1) : clpwl__bound_error(subject, s1 - h, s1);
    *end = first > last ? s0 : s1;
    return fmax(first, last);
}

/* `target`: the max error, or a floor of rounding above it, which no partition avoids. */
static clpwl_status refuse_place(const clpwl__subject *subject, const clpwl_design_options *o,
                                 size_t most, double s, double least, double target)
{
    clpwl_status status = CLPWL_OK;
    char figure[CLPWL__NUMBER_ROOM], advice[96];
    const double noise = subject->in_s.noise;
    TRY(clpwl__check_gaps(subject, o, o->max_error, s));
    clpwl__number_apart(figure, least, o->max_error);
    if (noise > 0)
        snprintf(advice, sizeof advice, "the values carry noise of about %.2g", noise);
    else if (target > o->max_error)
        snprintf(advice, sizeof advice, "rounding alone comes to about %.3g", target);
    else
        snprintf(advice, sizeof advice, "%s, which has shorter segments there, may meet it",
                 subject->shaped ? "another shaper" : "an optimized partition");
    CHECK(0, CLPWL_ERR_TARGET,
          "a max error of %g in %s cannot be met with at most %zu equal segments%s%s: the one at x = %.9g "
          "has an error of at least %s; %s", o->max_error, clpwl_norm_name(o->norm), clpwl__sides(o) * most,
          subject->shaped ? " in " : "", subject->shaped ? clpwl_shaper_name(subject->shaper) : "",
          clpwl__subject_x(subject, s), figure, advice);
done:
    return status;
}

clpwl_status clpwl__check_singular_ends(const clpwl__subject *subject,
                                        const clpwl_design_options *o, double target,
                                        size_t most)
{
    /* A quarter of the length takes a finite f'' to 1/16 of the error in Linf, 1/32 in L2 and 1/64 in L1, and
     * sqrt to 1/2, 1/4 and 1/8. */
    const double smooth = o->norm == CLPWL_NORM_LINF ? 14 : o->norm == CLPWL_NORM_L2 ? 28 : 56;
    clpwl_status status = CLPWL_OK;
    double end, least, longer;
    if (o->partition != CLPWL_PARTITION_UNIFORM || most < 8)
        goto done;
    longer = bound_end_errors(subject, o->norm, most / 4, &end);
    least = bound_end_errors(subject, o->norm, most, &end);
    if (longer > smooth * least)
        goto done; /* the search ends soon, and its message contains more */
    if (clpwl__least_error(o, least) > target)
        TRY(refuse_place(subject, o, most, end, clpwl__least_error(o, least), target));
done:
    return status;
}

/* The largest bound for n equal segments between l and r, and its place. */
static double bound_between(const clpwl__subject *subject, double l, double r, size_t n, double *at)
{
    double worst = -1;
    for (size_t i = 0; i < n; i++) {
        double from = l + (r - l) * ((double)i / (double)n);
        double to = i + 1 < n ? l + (r - l) * ((double)(i + 1) / (double)n) : r;
        double bound = clpwl__bound_error(subject, from, to);
        if (bound > worst) {
            worst = bound;
            *at = from;
        }
    }
    return worst;
}

/* A lower bound of the weighted Linf of any line on a segment of length h or more that contains s
 * and the next number, wherever the segment begins: it may begin at a kink. */
static double bound_around(const clpwl__subject *subject, double s, double h)
{
    double least = HUGE_VAL, step = h / PLACES;
    for (int i = 0; i < PLACES; i++) {
        /* The part of all segments that begin within a step before l. */
        double l = s - i * step, r = fmax(l + h - step, nextafter(s, HUGE_VAL));
        if (l >= subject->s0 - step && r <= subject->s1 + step)
            least = fmin(least, clpwl__bound_error(subject, fmax(l, subject->s0), fmin(r, subject->s1)));
    }
    return least;
}

/* Refuses the target if a segment of n, from l on, contains a point whose segments have larger errors
 * wherever they begin. Otherwise *parts is the number of its parts that may have less. */
static clpwl_status check_segment(const clpwl__subject *subject, const clpwl_design_options *o,
                                  double target, size_t n, size_t most, double l, size_t *parts)
{
    enum { GROWTH = 4 };
    clpwl_status status = CLPWL_OK;
    double h = (subject->s1 - subject->s0) / (double)n, at = l, least = HUGE_VAL;
    size_t all = (most + n - 1) / n;
    *parts = 1;
    while (least > target && *parts < all) {
        *parts = *parts < all / GROWTH ? GROWTH * *parts : all;
        least = clpwl__least_error(o, bound_between(subject, l, fmin(l + h, subject->s1), *parts, &at));
    }
    if (least > target && least < HUGE_VAL) {
        double part = h / (double)*parts;
        for (int i = 0; i < TURNS; i++, part /= PARTS)
            (void)bound_between(subject, at, fmin(at + part, subject->s1), PARTS, &at);
        least = bound_around(subject, at, (subject->s1 - subject->s0) / (double)most);
        if (least > target && least < HUGE_VAL)
            TRY(refuse_place(subject, o, most, at, least, o->max_error));
    }
done:
    return status;
}

clpwl_status clpwl__check_worst(const clpwl__subject *subject, const clpwl_design_options *o,
                                double target, size_t n, size_t most, double worst)
{
    size_t parts;
    if (o->partition != CLPWL_PARTITION_UNIFORM || o->norm != CLPWL_NORM_LINF)
        return CLPWL_OK;
    return check_segment(subject, o, target, n, most, worst, &parts);
}

clpwl_status clpwl__leave_plateau(const clpwl__subject *subject, const clpwl_design_options *o,
                                  double target, size_t n, size_t most, size_t *next)
{
    clpwl_status status = CLPWL_OK;
    double l;
    size_t parts;
    if (o->partition != CLPWL_PARTITION_UNIFORM || o->norm != CLPWL_NORM_LINF) {
        int is_slow = o->effort != CLPWL_EFFORT_ASYMPTOTIC; /* and knows where segments are needed */
        *next = is_slow || n >= FAR ? n : FAR < most ? FAR : most;
        goto done;
    }
    bound_between(subject, subject->s0, subject->s1, n, &l);
    TRY(check_segment(subject, o, target, n, most, l, &parts));
    *next = parts < most / n ? parts * n : most;
done:
    return status;
}

clpwl_status clpwl__refuse_feature(const clpwl_function *f, const clpwl_design_options *o, double x)
{
    enum { ROOM = 16, SHARES = 4096 /* of the domain: more narrow features are overlooked */ };
    clpwl_status status = CLPWL_OK;
    clpwl_kink kinks[ROOM];
    double reach = (o->b - o->a) / SHARES;
    size_t count = 0;
    if (o->norm == CLPWL_NORM_LINF)
        TRY(clpwl_function_find_kinks(f, fmax(o->a, x - reach), fmin(o->b, x + reach), kinks, ROOM,
                                      &count));
    for (size_t i = 0; i < count && i < ROOM; i++)
        CHECK(fabs(kinks[i].right - kinks[i].left) <= 2 * o->max_error, CLPWL_ERR_TARGET,
              "a max error of %g in linf was not met: %s jumps from %g to %g at x = %.10g, where "
              "a continuous line cannot follow; ask for l1 or l2, or for one table on each side",
              o->max_error, clpwl_function_name(f), kinks[i].left, kinks[i].right, kinks[i].x);
    CHECK(0, CLPWL_ERR_TARGET, "%s; %s or its weight has a narrow feature near x = %.9g",
          clpwl_last_message(), clpwl_function_name(f), x);
done:
    return status;
}

/* A zero of f between l and r, where f has both signs, as a float. */
static double find_zero(const clpwl_function *f, double l, double r)
{
    int is_up = clpwl__function_raw(f, l) < 0;
    for (double x = l + (r - l) / 2; x != l && x != r && (float)l != (float)r; x = l + (r - l) / 2)
        *((clpwl__function_raw(f, x) < 0) == is_up ? &l : &r) = x;
    return (double)(float)(fabs(clpwl__function_raw(f, l)) < fabs(clpwl__function_raw(f, r)) ? l : r);
}

/* Appends the knots around a zero at z, from where |f| is the floor or floats end. */
static void append_grades(const clpwl_function *f, const clpwl_design_options *o, double z, clpwl_kink *kinks,
                          size_t *count, size_t most)
{
    /* Segments in which |x - z| grows by so much have the rounding of the largest value at the least one: a
     * part of the target for some roundings. Beyond 64 few knots are saved. */
    double growth = fmin(fmax(o->max_error / (32 * (double)FLT_EPSILON), 2), 64);
    double next = (double)nextafterf((float)fabs(z), INFINITY);
    double step = fmax(4 * (next - fabs(z)), FLT_MIN), width = o->b - o->a;
    for (int side = -1; side <= 1; side += 2) {
        double h = step;
        while (h < width && fabs(clpwl__function_raw(f, z + side * h)) < o->weight->floor)
            h *= 2;
        for (; h < width; h *= growth) {
            double x = (double)(float)(z + side * h);
            if (o->a < x && x < o->b && *count < most)
                kinks[(*count)++] = (clpwl_kink){.x = x};
        }
    }
    if (o->a < z && z < o->b && *count < most)
        kinks[(*count)++] = (clpwl_kink){.x = z};
}

clpwl_status clpwl__grade_zeros(const clpwl_function *f, const clpwl_design_options *o, clpwl__broken out[2])
{
    enum { SAMPLES = 1024, MOST = 4096 };
    clpwl_status status = CLPWL_OK;
    double x[SAMPLES + 1], y[SAMPLES + 1];
    clpwl_kink *kinks = NULL;
    size_t count = 0;
    out[0] = out[1] = (clpwl__broken){.kinks = NULL};
    if (!o->weight || !(o->weight->floor > 0) || !(o->max_error > 0))
        goto done;
    kinks = clpwl__alloc(MOST, sizeof *kinks);
    CHECK_MEMORY(kinks);
    for (int i = 0; i <= SAMPLES; i++)
        x[i] = i < SAMPLES ? o->a + (o->b - o->a) * ((double)i / SAMPLES) : o->b;
    clpwl__values_raw(f, x, y, SAMPLES + 1);
    for (int i = 0; i <= SAMPLES; i++)
        if (y[i] == 0)
            append_grades(f, o, x[i], kinks, &count, MOST);
        else if (i < SAMPLES && y[i] * y[i + 1] < 0)
            append_grades(f, o, find_zero(f, x[i], x[i + 1]), kinks, &count, MOST);
    if (count == 0)
        goto done;
    TRY(clpwl__broken_create(&out[0], f, o->a, o->b, NULL, 0));
    TRY(clpwl__broken_create(&out[1], &out[0].f, o->a, o->b, kinks, count));
done:
    clpwl__free(kinks);
    return status;
}
