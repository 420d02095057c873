/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The error of a table as it is executed: in fp32, through a linear filter whose weight has
 * few bits, from values that are stored in 8 or 16 bits. No state; any thread.
 *
 * A filter with B fractional bits of weight adds to a segment of length h and slope f'
 *
 *   Linf   h |f'| 2^-(B+1)
 *   L2     h |f'| 2^-B / sqrt(12), in quadrature
 *
 * so that beyond some hundred knots the error falls as 1/N instead of 1/N^2.
 *
 * Advanced (doc/abi.md).
 */
#ifndef CLPWL_EXECUTION_H
#define CLPWL_EXECUTION_H

#include "clpwl/table.h"
#include "clpwl/weight.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a device executes a table. Begin with CLPWL_EXECUTION_INIT: fp32, from values in the table's
 * storage. */
typedef struct clpwl_execution {
    size_t size;          /* sizeof(clpwl_execution) */
    unsigned weight_bits; /* fractional bits B of the linear filter's weight, at most 24; 0: full
                             fp32 */
    double weight_error;  /* largest error of the weight; 0: 2^-(B+1), rounding to nearest */
    int from_image;       /* 1: the nodal values at both ends of a segment are read, from an image or
                             as codes. A filter, which has a weight of few bits or a value_error, reads
                             them at an image's coordinate. */
    clpwl_storage storage; /* default: the table's; 8 and 16 bits are then read as codes at both ends */
    double value_error;   /* largest error of the filter's result that is not due to the weight,
                             relative to the largest texel, or to the range of codes; 0: that of fp32,
                             with weight_bits that of NVIDIA's texture units, whose results are halves
                             between halves and multiples of 1/65535 between codes */
} clpwl_execution;

#define CLPWL_EXECUTION_INIT CLPWL_SIZED(clpwl_execution)

/*
 * The error of a table as executed, against f, on [a,b]: the proved error, or the measured one where
 * nothing is proved, plus what fp32 coordinates, stored values and weights of B bits add.
 *
 * Linf is a bound: that error + max_i |c_i - c_(i-1)| 2^-(B+1) + the roundings + the
 * distance of the stored values from c_i. A shaper is taken to be as accurate as OpenCL C
 * requires without relaxed mathematics (log2, sqrt, exp2 3 ulp, rsqrt 2 ulp). L1 and L2 take
 * the weight's error as uniformly distributed.
 *   execution  NULL: that of CLPWL_EXECUTION_INIT
 * The result is NaN where both errors are unknown, and for CLPWL_STORAGE_ANY.
 */
CLPWL_API clpwl_error clpwl_table_executed_error(const clpwl_table *table,
                                                 const clpwl_execution *execution);

/*
 * The weighted error of a table as executed: clpwl_error_measure plus, weighted segment by
 * segment, the terms of clpwl_table_executed_error. Linf is a bound. L1 and L2 take the error of a
 * filter's weight as uniformly distributed, and add bounds of the rest. For 8- and 16-bit storage the stored
 * values are measured against f. clpwl_table_executed_error, which has no f, adds bounds of their distance.
 *   weight     of the error; NULL: none
 *   execution  NULL: that of CLPWL_EXECUTION_INIT
 *   out        written
 * The codes of clpwl_error_measure.
 */
CLPWL_CHECKED clpwl_status clpwl_error_executed(const clpwl_function *f,
                                                const clpwl_weight *weight,
                                                const clpwl_table *table,
                                                const clpwl_execution *execution,
                                                clpwl_error *out);

/* How far values of a table as executed may be from what it is held to. */
typedef struct clpwl_constraints_error {
    double value; /* from an exact value at its place; 0: each is exact */
    double range; /* outside lo ... hi, for any fp32 argument of the domain; 0: none is */
    double integral; /* of v as stored, from that of f which is kept */
    double rounding; /* of any value, by execution: slopes and shapes are those of v but for that */
    double shape;    /* of v as stored: a fall of what is to rise, or how far a value is beyond a chord */
} clpwl_constraints_error;

/*
 * Bounds of these distances, for all arguments, from the table's numbers and the model of execution: in
 * fp32 they are proved. All are 0 without constraints.
 *
 * In fp32 a value is exact at an inner knot where segments have lengths of their own, or where the number of
 * equal ones by b - a, the scale of a coordinate, is an fp32 number, as of 64 segments on [0, 8]. Designs take
 * such a number if there is one. At the ends of the domain some methods round once more.
 *   execution  NULL: that of CLPWL_EXECUTION_INIT
 * NaN for CLPWL_STORAGE_ANY.
 */
CLPWL_API clpwl_constraints_error clpwl_table_constraints_error(const clpwl_table *table,
                                                                const clpwl_execution *execution);

/*
 * Bounds on the fp32 rounding error of derivative and integral as evaluators compute them,
 * relative to clpwl_table_derivative and clpwl_table_integral, for x in [a,b] and without
 * relaxed mathematics. NaN: unknown.
 *
 * The positions of knots are rounded, so that x may fall on the other side of a knot. An
 * integral adds the area of its own segment to the sum up to that segment, which is stored as
 * two floats: roundings do not accumulate, and eps = 2^-24 of the integral and of the
 * coordinate times v remains. Outside [a,b], repeat and mirror add the rounding of the folded
 * x (some eps |x| times v) and 4 eps of the integral.
 */
typedef struct clpwl_calculus_error {
    double derivative; /* for x farther than `reach` from every knot */
    double reach;      /* nearer to a knot the slope may be that of its other side */
    double integral;   /* from a to x. The integral of f differs further, by at most the L1
                          error. */
} clpwl_calculus_error;

/*
 * These bounds for an execution. All are NaN for CLPWL_STORAGE_ANY, and `integral` for tables
 * with a shaper, whose integrals only the host computes. weight_bits has no influence:
 * derivatives and integrals read images without a filter. For 8- and 16-bit storage the derivative is
 * that of the stored values; `derivative` bounds their error over the segment's length.
 *   execution  NULL: that of CLPWL_EXECUTION_INIT
 */
CLPWL_API clpwl_calculus_error
clpwl_table_executed_calculus_error(const clpwl_table *table, const clpwl_execution *execution);

#ifdef __cplusplus
}
#endif
#endif
