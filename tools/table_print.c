/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table, printed for people and for programs. */
#include <math.h>
#include "json.h"
#include "tool.h"

static const clpwl_norm norms[] = { CLPWL_L1, CLPWL_L2, CLPWL_LINF };
enum { NORMS = sizeof norms / sizeof *norms };

/* The three reports on the error of a table. */
typedef struct errors {
    clpwl_error estimate, measured, executed;
} errors;

static errors errors_of(const clpwl_table *table)
{
    return (errors){ clpwl_table_estimate(table), clpwl_table_measured(table),
                     clpwl_table_executed(table, NULL) };
}

static void print_error(double value)
{
    if (isnan(value))
        printf("  %-12s", "unknown");
    else
        printf("  %-12.6g", value);
}

int table_print(const clpwl_table *table)
{
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    errors e = errors_of(table);
    printf("function   %s\n", clpwl_table_function(table));
    printf("domain     [%.17g, %.17g], outside: %s\n", knots[0], knots[n],
           clpwl_extend_name(clpwl_table_extend(table)));
    printf("segments   %zu, %s partition, %s\n", n,
           clpwl_partition_name(clpwl_table_partition(table)),
           clpwl_fit_name(clpwl_table_fit(table)));
    printf("error      %-12s  %-12s  %-12s\n", "estimate", "measured", "in fp32");
    for (int i = 0; i < NORMS; i++) {
        printf("  %-7s", clpwl_norm_name(norms[i]));
        print_error(clpwl_error_in(&e.estimate, norms[i]));
        print_error(clpwl_error_in(&e.measured, norms[i]));
        print_error(clpwl_error_in(&e.executed, norms[i]));
        putchar('\n');
    }
    return EXIT_SUCCESS;
}

static json_t *numbers(const double *values, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_number(values[i]));
    return list;
}

int table_print_json(const clpwl_table *table)
{
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    errors e = errors_of(table);
    json_t *error = json_object(), *root = json_object();
    for (int i = 0; i < NORMS; i++) {
        json_t *row = json_object();
        json_object_set_new(row, "estimate", json_number(clpwl_error_in(&e.estimate, norms[i])));
        json_object_set_new(row, "measured", json_number(clpwl_error_in(&e.measured, norms[i])));
        json_object_set_new(row, "executed", json_number(clpwl_error_in(&e.executed, norms[i])));
        json_object_set_new(error, clpwl_norm_name(norms[i]), row);
    }
    json_object_set_new(root, "function", json_text(clpwl_table_function(table)));
    json_object_set_new(root, "domain", json_pair(knots[0], knots[n]));
    json_object_set_new(root, "segments", json_integer((json_int_t)n));
    json_object_set_new(root, "partition",
                        json_string(clpwl_partition_name(clpwl_table_partition(table))));
    json_object_set_new(root, "fit", json_string(clpwl_fit_name(clpwl_table_fit(table))));
    json_object_set_new(root, "extend", json_string(clpwl_extend_name(clpwl_table_extend(table))));
    json_object_set_new(root, "error", error);
    json_object_set_new(root, "knots", numbers(knots, n + 1));
    json_object_set_new(root, "values", numbers(clpwl_table_values(table), n + 1));
    return json_print(root);
}
