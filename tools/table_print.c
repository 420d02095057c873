/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table, printed for people and for programs. */
#include <math.h>
#include "json.h"
#include "tool.h"

static const clpwl_norm norms[] = { CLPWL_NORM_L1, CLPWL_NORM_L2, CLPWL_NORM_LINF };
enum { NORMS = sizeof norms / sizeof *norms };

enum { ESTIMATE, MEASURED, EXECUTED, FILTERED, KINDS };

/* The reports on an error: plain or weighted. */
typedef struct errors {
    clpwl_error kind[KINDS];
    int kinds; /* FILTERED only where it was asked for */
} errors;

static errors plain_errors(const clpwl_table *table, const filtered *with)
{
    errors e = { { clpwl_table_estimate(table), clpwl_table_measured(table),
                   clpwl_table_executed_error(table, NULL) },
                 FILTERED };
    if (with && with->asked) {
        e.kind[FILTERED] = with->plain;
        e.kinds = KINDS;
    }
    return e;
}

static errors weighted_errors(const clpwl_weighting *w, const filtered *with)
{
    errors e = { { w->estimate, w->measured, w->executed }, FILTERED };
    if (with && with->asked) {
        e.kind[FILTERED] = with->weighted;
        e.kinds = KINDS;
    }
    return e;
}

static void print_errors(const char *what, const errors *e, const filtered *with)
{
    printf("%-9s  %-12s  %-12s  %-12s", what, "estimate", "measured", "in fp32");
    if (e->kinds == KINDS && with->device)
        printf("  on %s", with->device);
    else if (e->kinds == KINDS)
        printf("  %u bits", with->how.weight_bits);
    putchar('\n');
    for (int i = 0; i < NORMS; i++) {
        printf("  %-7s", clpwl_norm_name(norms[i]));
        for (int k = 0; k < e->kinds; k++) {
            double value = clpwl_error_in(&e->kind[k], norms[i]);
            if (isnan(value))
                printf("  %-12s", "unknown");
            else
                printf("  %-12.6g", value);
        }
        putchar('\n');
    }
}

/* Which errors count, and these. */
static void print_weighting(const clpwl_weighting *w, const filtered *with)
{
    errors e = weighted_errors(w, with);
    printf("weight     %s", w->weight ? w->weight : "none");
    if (w->floor > 0)
        printf("; errors relative to |f|, or to %g where it is less", w->floor);
    putchar('\n');
    print_errors(w->floor > 0 && !w->weight ? "relative" : "weighted", &e, with);
}

int table_print(const clpwl_table *table, const filtered *with)
{
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    errors e = plain_errors(table, with);
    printf("function   %s\n", clpwl_table_function(table));
    char a[NUMBER_ROOM], b[NUMBER_ROOM];
    printf("domain     [%s, %s], outside: %s\n", number_text(a, knots[0]),
           number_text(b, knots[n]), clpwl_extend_name(clpwl_table_extend(table)));
    printf("segments   %zu, %s partition, %s\n", n,
           clpwl_partition_name(clpwl_table_partition(table)),
           clpwl_fit_name(clpwl_table_fit(table)));
    if (clpwl_table_shaper(table))
        printf("shaper     %s: knots equally far apart, and lines straight, in %s(x)\n",
               clpwl_shaper_name(clpwl_table_shaper(table)),
               clpwl_shaper_name(clpwl_table_shaper(table)));
    print_errors("error", &e, with);
    if (clpwl_table_weighting(table))
        print_weighting(clpwl_table_weighting(table), with);
    return EXIT_SUCCESS;
}

static json_t *numbers(const double *values, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_number(values[i]));
    return list;
}

static json_t *errors_json(const errors *e)
{
    static const char *const names[] = { "estimate", "measured", "executed", "filtered" };
    json_t *all = json_object();
    for (int i = 0; i < NORMS; i++) {
        json_t *row = json_object();
        for (int k = 0; k < e->kinds; k++)
            json_object_set_new(row, names[k], json_number(clpwl_error_in(&e->kind[k], norms[i])));
        json_object_set_new(all, clpwl_norm_name(norms[i]), row);
    }
    return all;
}

static json_t *weighting_json(const clpwl_weighting *w, const filtered *with)
{
    errors e = weighted_errors(w, with);
    json_t *o = json_object();
    json_object_set_new(o, "floor", json_number(w->floor));
    json_object_set_new(o, "weight", w->weight ? json_text(w->weight) : json_null());
    json_object_set_new(o, "error", errors_json(&e));
    return o;
}

int table_print_json(const clpwl_table *table, const filtered *with)
{
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    const clpwl_weighting *weighting = clpwl_table_weighting(table);
    errors e = plain_errors(table, with);
    json_t *root = json_object();
    json_object_set_new(root, "function", json_text(clpwl_table_function(table)));
    json_object_set_new(root, "domain", json_pair(knots[0], knots[n]));
    json_object_set_new(root, "segments", json_integer((json_int_t)n));
    json_object_set_new(root, "partition",
                        json_string(clpwl_partition_name(clpwl_table_partition(table))));
    json_object_set_new(root, "shaper", json_string(clpwl_shaper_name(clpwl_table_shaper(table))));
    json_object_set_new(root, "fit", json_string(clpwl_fit_name(clpwl_table_fit(table))));
    json_object_set_new(root, "extend", json_string(clpwl_extend_name(clpwl_table_extend(table))));
    if (with && with->asked)
        json_object_set_new(root, "weight_bits", json_integer(with->how.weight_bits));
    if (with && with->device)
        json_object_set_new(root, "device", json_text(with->device));
    json_object_set_new(root, "error", errors_json(&e));
    json_object_set_new(root, "weighting",
                        weighting ? weighting_json(weighting, with) : json_null());
    json_object_set_new(root, "knots", numbers(knots, n + 1));
    json_object_set_new(root, "values", numbers(clpwl_table_values(table), n + 1));
    return json_print(root);
}
