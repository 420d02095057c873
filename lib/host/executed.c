/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The error of a table as it is executed in fp32, with a filter whose weight has B
 * fractional bits. Each segment adds, with c the nodal values and i its index:
 *
 *   coordinate  u = fma(x - origin, scale, offset) carries three roundings and the
 *               sampler's + 0.5 one more: 4 (i + 1) eps segments, times |c_i+1 - c_i|
 *   values      stored, subtracted, interpolated: 4 eps max |c|
 *   weight      2^-(B+1) |c_i+1 - c_i|
 *
 * with eps = 2^-24. An optimised partition locates x against its own knots, which are
 * exact where they are fp32 numbers: d and the slope carry 4 roundings, the ends of a
 * segment shift by what fp32 takes of them. Read from an image, the coordinate
 * i + d / h + 0.5 carries 2 (i + 1) eps more.
 */
#include <float.h>
#include <math.h>
#include "clpwl/table.h"

static const double eps = 0x1p-24;

static double coordinate_error(const clpwl_table *table, size_t i, int from_image)
{
    const double *knots = clpwl_table_knots(table);
    if (clpwl_table_partition(table) == CLPWL_UNIFORM)
        return 4 * eps * (double)(i + 1);
    double shift = fabs(knots[i] - (float)knots[i]) + fabs(knots[i + 1] - (float)knots[i + 1]);
    double sampled = from_image ? 2 * (double)(i + 1) : 0;
    return eps * (4 + sampled) + shift / (knots[i + 1] - knots[i]);
}

clpwl_error clpwl_table_executed(const clpwl_table *table, const clpwl_execution *execution)
{
    clpwl_error e = clpwl_table_measured(table);
    const double *knots = clpwl_table_knots(table), *c = clpwl_table_values(table);
    double weight = 0, linf = 0, l1 = 0, l2 = 0, l2_weight = 0;
    if (execution && execution->weight_error > 0)
        weight = execution->weight_error;
    else if (execution && execution->weight_bits > 0)
        weight = ldexp(1, -(int)execution->weight_bits - 1);
    int from_image = execution && (execution->from_image || weight > 0);
    for (size_t i = 0; i < clpwl_table_segments(table); i++) {
        double h = knots[i + 1] - knots[i], rise = fabs(c[i + 1] - c[i]);
        double rounding = coordinate_error(table, i, from_image) * rise +
                          4 * eps * fmax(fabs(c[i]), fabs(c[i + 1])) + FLT_MIN;
        linf = fmax(linf, rounding + weight * rise);
        l1 += h * (rounding + weight * rise / 2);
        l2 += h * rounding * rounding;
        l2_weight += h * (weight * rise) * (weight * rise) / 3;
    }
    e.linf += linf;
    e.l1 += l1;
    e.l2 = sqrt(e.l2 * e.l2 + l2_weight) + sqrt(l2);
    return e;
}
