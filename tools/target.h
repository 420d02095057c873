/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a table was asked for, in words and as JSON. */
#ifndef CLPWL_TOOL_TARGET_H
#define CLPWL_TOOL_TARGET_H

#include <jansson.h>
#include "clpwl.h"

enum { TARGET_ROOM = 128 };

int target_is_one_sided(const clpwl_table *table);
/* Whether a weight has the name and the floor of the design's weight. Both may be none. */
int target_is_weighted_by(const clpwl_table *table, const clpwl_weight *weight);
/* The kind of error in a norm: "linf error", "one-sided relative l2 error". Returns `text`. */
const char *target_kind(const clpwl_table *table, clpwl_norm norm, char text[TARGET_ROOM]);
/* Prints the line on the target, without its end: met or not, with how many segments and bytes. Without a
 * target, the error is that in `norm` of `e`, the table's as it is executed by `how`; NULL: without a
 * filter. */
void target_print(const clpwl_table *table, clpwl_norm norm, clpwl_error e, const clpwl_execution *how);
/* The target, or null. */
json_t *target_json(const clpwl_table *table);
/* What execution adds at most to the error that the target is for. The table must have a target.
 *   evidence  proved: the sum of a proved error and this number is a bound. Measured: the number is the
 *             difference of two measured errors, of a weight or a filter. May be NULL */
double target_execution(const clpwl_table *table, clpwl_evidence *evidence);
/* Where the table's error as executed is: "fp32", or the name of its storage of 8 or 16 bits. */
const char *target_place(const clpwl_table *table);
/* The segments that evaluators store: half of them, with a symmetry. */
size_t target_stored(const clpwl_table *table);
/* The size of their numbers: the values in the table's storage, and the knots in fp32 unless the segments are
 * equal. */
size_t target_bytes(const clpwl_table *table);

#endif
