/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "advice.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "common/message.h"

/*
 * Warns where a number of segments was asked for that does not show the function. Its mark is a root
 * mean square error above 5 % of the range of the nodal values: a sine has it with five segments a
 * period. Roundings of the values, of one-sided ones 2 digits and more, stay with any number of segments. A
 * weighted design may ignore a part of the function.
 */
static void note_coarse(const clpwl_design_options *o, const clpwl_table *table)
{
    const clpwl_storage storage = o->execution->storage;
    const double most = 0.05, digit = storage == CLPWL_STORAGE_HALF       ? 0x1p-10
                                      : storage == CLPWL_STORAGE_BFLOAT16 ? 0x1p-7
                                                                          : FLT_EPSILON;
    const double *x = clpwl_table_knots(table), *c = clpwl_table_values(table);
    size_t n = clpwl_table_segments(table);
    double least = c[0], largest = c[0];
    for (size_t i = 1; i <= n; i++) {
        least = fmin(least, c[i]);
        largest = fmax(largest, c[i]);
    }
    double error = clpwl_table_measured(table).l2 / sqrt(x[n] - x[0]);
    if (isnan(error) || clpwl_table_target(table) || clpwl_table_weighting(table) ||
        error <= 4 * digit * fmax(fabs(least), fabs(largest)) || error <= most * (largest - least))
        return;
    if (error < largest - least)
        app_note("too few segments (%zu) to approximate this function: the root mean square error "
                 "is %.0f %% of its range; --max-error finds a number of segments", n,
                 100 * error / (largest - least));
    else
        app_note("too few segments (%zu) to approximate this function: the root mean square error, "
                 "%.3g, is larger than the range of the table, %.3g; --max-error finds a number of "
                 "segments", n, error, largest - least);
}

/* An end of the domain that fp32 rounds outwards is outside: no error of the table holds there. By clamp it
 * has the value of the last number inside. */
static void note_end(const clpwl_function *f, const clpwl_table *table, double end, double other)
{
    const int is_clamped = clpwl_table_extend(table) == CLPWL_EXTEND_CLAMP;
    const float rounded = (float)end, read = is_clamped ? nextafterf(rounded, (float)other) : rounded;
    double error = clpwl_table_executed_error(table, NULL).linf, right;
    char outside[32]; /* a number beyond the rounded one, so that a domain from there contains that one */
    int is_outside = end > other ? rounded > end : rounded < end;
    if (!is_outside || clpwl_function_value(f, end, &right) != CLPWL_OK)
        return;
    double value = clpwl_table_value(table, read);
    for (int digits = 9; digits <= 17; digits++) {
        snprintf(outside, sizeof outside, "%.*g", digits, (double)rounded);
        double beyond = strtod(outside, NULL) - (double)rounded;
        if (end > other ? beyond >= 0 : beyond <= 0)
            break;
    }
    if (!(fabs(value - right) <= error))
        app_note("in fp32 the end %.9g of the domain is %.9g, outside: the value there is %.9g, and f is "
                 "%.9g; a domain that ends at %s contains it", end, rounded, value, right, outside);
}

static void note_ends(const clpwl_function *f, const clpwl_design_options *o, const clpwl_table *table)
{
    double a, b;
    clpwl_table_domain(table, &a, &b);
    if (o->weight) /* whose error there may count little */
        return;
    note_end(f, table, a, b);
    note_end(f, table, b, a);
}

/* fp32 rounds arguments such as times in seconds since 1970. The error holds at the rounded arguments. Warns
 * where an eighth of the arguments before rounding has twice the error. */
static void note_rounding(const clpwl_function *f, const clpwl_design_options *o, const clpwl_table *table)
{
    enum { PLACES = 1024 };
    double a, b, y, most = 0, error = clpwl_table_executed_error(table, NULL).linf;
    int count = 0;
    clpwl_table_domain(table, &a, &b);
    const float largest = (float)fmax(fabs(a), fabs(b));
    const double unit = (double)(nextafterf(largest, INFINITY) - largest);
    if (o->weight || b - a > 65536 * unit)
        return;
    for (int i = 0; i < PLACES; i++) {
        double x = a + (b - a) * (i + 0.5) / PLACES;
        if (clpwl_function_value(f, x, &y) != CLPWL_OK)
            return;
        double off = fabs(y - clpwl_table_value(table, (double)(float)x));
        count += off > 2 * error;
        most = fmax(most, off);
    }
    if (count > PLACES / 8)
        app_note("in fp32 arguments are rounded, here by up to %.3g, and the error holds at rounded ones: at "
                 "others it is up to %.3g; subtract an offset from x", unit / 2, most);
}

/* Segments. A refined trial of SHORT takes a twentieth of a second; where f oscillates, some seconds. */
enum { SHORT = 1024, SOON = 4096 };

/* Whether so many segments meet the target as executed, by another partition or by refined knots. */
static int would_do(const clpwl_function *f, const clpwl_design_options *o, clpwl_partition partition,
                    clpwl_effort effort, size_t segments)
{
    clpwl_design_options other = *o;
    clpwl_table *table = NULL;
    clpwl_error e = CLPWL_ERROR_NAN;
    other.max_error = 0;
    other.segments = segments;
    other.partition = partition;
    other.effort = effort;
    other.proving = CLPWL_PROVING_FEATURES;
    int would = clpwl_design(&table, f, &other) == CLPWL_OK &&
                clpwl_error_executed(f, o->weight, table, o->execution, &e) == CLPWL_OK &&
                clpwl_error_in(&e, o->norm) <= o->max_error;
    clpwl_table_free(table);
    return would;
}

/* Names an optimized partition where that takes a small part of many equal segments. MANY take 2 kB. An
 * optimized segment takes a search, and twice the bytes: less than PART may be no gain. Of the 54 functions
 * of the catalogue within 1e-4, 11 have the note: those with a pole, a logarithm or an infinite slope at an
 * end. Refined knots are named where the law has too many, as of x sin(1/x). */
static void note_many(const clpwl_function *f, const clpwl_design_options *o, const clpwl_table *table)
{
    enum { MANY = 512, PART = 16, REFERENCE = 256 };
    const size_t n = clpwl_table_segments(table);
    size_t kinks;
    clpwl_error e;
    double a, b;
    const clpwl_weighting *w = clpwl_table_weighting(table);
    const clpwl_error lines = w ? w->measured : clpwl_table_measured(table);
    clpwl_table_domain(table, &a, &b);
    if (clpwl_error_in(&lines, o->norm) < o->max_error / 2) /* the rest is rounding, which no estimate has */
        return;
    if (n < MANY || !(o->max_error > 0) || clpwl_table_partition(table) != CLPWL_PARTITION_UNIFORM ||
        clpwl_error_estimate(f, o->weight, a, b, REFERENCE, CLPWL_PARTITION_OPTIMIZED, o->norm, o->fit, &e) !=
            CLPWL_OK)
        return;
    if (clpwl_function_find_kinks(f, a, b, NULL, 0, &kinks) != CLPWL_OK)
        return;
    /* A jump takes two knots. */
    double needed = REFERENCE * sqrt(clpwl_error_in(&e, o->norm) / o->max_error) + 2 * (double)kinks + 1;
    double unit = pow(10, fmax(floor(log10(needed)) - 1, 0)); /* two digits */
    if (needed >= (double)n / PART)
        return;
    if (needed > SOON && o->norm == CLPWL_NORM_LINF &&
        would_do(f, o, CLPWL_PARTITION_OPTIMIZED, CLPWL_EFFORT_REFINED, SHORT))
        app_note("--refine takes %d segments or fewer in place of %zu", SHORT, n);
    else
        app_note("--partition optimized takes about %.0f segments in place of %zu",
                 unit * ceil(needed / unit), n);
}

/*
 * Names refined knots, or equal segments, where an optimized partition by its law has too many: f'' has no
 * finite integral, as of x sin(1/x), or more features than the law resolves. In the second case the estimate
 * is too small, and longer trials are worth their time: a refined one of QUICK segments takes a second,
 * one of half of SOON a twentieth.
 */
static void note_unrefined(const clpwl_function *f, const clpwl_design_options *o, const clpwl_table *table)
{
    enum { MANY = 2048, QUICK = 1 << 15 };
    static const size_t parts[] = {32, 8, 2};
    const double known = 0.7;
    const size_t n = clpwl_table_segments(table);
    const clpwl_error estimate = clpwl_table_estimate(table), measured = clpwl_table_measured(table);
    if (n < MANY || !(o->max_error > 0) || o->effort != CLPWL_EFFORT_ASYMPTOTIC ||
        o->norm != CLPWL_NORM_LINF || clpwl_table_partition(table) != CLPWL_PARTITION_OPTIMIZED)
        return;
    int is_known = clpwl_error_in(&estimate, o->norm) > known * clpwl_error_in(&measured, o->norm);
    size_t quick = n > SOON && is_known ? SHORT : QUICK;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t fewer = n / parts[i] / 2 * 2; /* even, for a symmetry */
        if (fewer <= quick && would_do(f, o, CLPWL_PARTITION_OPTIMIZED, CLPWL_EFFORT_REFINED, fewer)) {
            app_note("--refine takes %zu segments or fewer in place of %zu", fewer, n);
            return;
        }
    }
    if (quick == QUICK && would_do(f, o, CLPWL_PARTITION_UNIFORM, CLPWL_EFFORT_ASYMPTOTIC, n / 2 * 2))
        app_note("--partition uniform takes as few segments, in half the bytes");
}

void advice_print(const clpwl_function *f, const clpwl_design_options *o, const clpwl_table *table)
{
    note_coarse(o, table);
    note_ends(f, o, table);
    note_rounding(f, o, table);
    note_many(f, o, table);
    note_unrefined(f, o, table);
}
