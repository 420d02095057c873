/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "advice.h"
#include <float.h>
#include <math.h>
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
    app_note("too few segments (%zu) to approximate this function: the root mean square error is "
             "%.3g, and the "
             "range of the table %.3g; --max-error finds a number of segments",
             n, error, largest - least);
}

/* An end of the domain that fp32 rounds outwards is outside: no error of the table holds there. By clamp it
 * has the value of the last number inside. */
static void note_end(const clpwl_function *f, const clpwl_table *table, double end, double other)
{
    const int is_clamped = clpwl_table_extend(table) == CLPWL_EXTEND_CLAMP;
    const float rounded = (float)end, read = is_clamped ? nextafterf(rounded, (float)other) : rounded;
    double error = clpwl_table_executed_error(table, NULL).linf, right;
    int is_outside = end > other ? rounded > end : rounded < end;
    if (!is_outside || clpwl_function_value(f, end, &right) != CLPWL_OK)
        return;
    double value = clpwl_table_value(table, read);
    if (!(fabs(value - right) <= error))
        app_note("in fp32 the end %.9g of the domain is %.9g, outside: the value there is %.9g, "
                 "and f is "
                 "%.9g; a domain that ends at %.17g contains it",
                 end, rounded, value, right, rounded);
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

void advice_print(const clpwl_function *f, const clpwl_design_options *o, const clpwl_table *table)
{
    note_coarse(o, table);
    note_ends(f, o, table);
}
