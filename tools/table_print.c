/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table_print.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "common/bound.h"
#include "common/message.h"
#include "json.h"
#include "target.h"

static const clpwl_norm norms[] = {CLPWL_NORM_L1, CLPWL_NORM_L2, CLPWL_NORM_LINF};
enum { NORMS = sizeof norms / sizeof *norms };

enum { ESTIMATE, MEASURED, PROVED, EXECUTED, FILTERED, KINDS };

/* The kinds of an error, plain or weighted. */
typedef struct errors {
    clpwl_error kind[KINDS];
    int kinds;  /* KINDS if FILTERED is asked for, otherwise FILTERED */
    int proved; /* 0: in no norm */
    const char *place; /* of EXECUTED: fp32 or the storage */
} errors;

/* Of the table's weighting; NULL: plain. */
static errors list_errors(const clpwl_table *table, const clpwl_weighting *w, const filtered *with)
{
    errors e = {{w ? w->estimate : clpwl_table_estimate(table), w ? w->measured : clpwl_table_measured(table),
                 w ? w->proved : clpwl_table_proved(table),
                 w ? w->executed : clpwl_table_executed_error(table, NULL)},
                with && with->asked ? KINDS : FILTERED, 0, target_place(table)};
    if (with)
        e.kind[FILTERED] = w ? with->weighted : with->plain;
    for (int i = 0; i < NORMS; i++)
        e.proved |= !isnan(clpwl_error_in(&e.kind[PROVED], norms[i]));
    return e;
}

/* A short decimal that reads back as the same double: "0.1", "1e-06". */
enum { NUMBER_ROOM = 32 };
static const char *shortest(char text[NUMBER_ROOM], double x)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, NUMBER_ROOM, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
    return text;
}

static void print_errors(const char *what, const errors *e, const filtered *with)
{
    printf("%-9s  %-12s  %-12s", what, "estimate", "measured");
    if (e->proved)
        printf("  %-12s", "proved");
    printf("  in %-*s", e->kinds < KINDS ? 0 : 9, e->place);
    if (e->kinds == KINDS && with->device)
        printf("  on %s", with->device);
    else if (e->kinds == KINDS)
        printf("  %u bits", with->how.weight_bits);
    putchar('\n');
    char bound[APP_BOUND_ROOM];
    for (int i = 0; i < NORMS; i++) {
        printf("  %-7s", clpwl_norm_name(norms[i]));
        for (int k = 0; k < e->kinds; k++) {
            double value = clpwl_error_in(&e->kind[k], norms[i]);
            if (k == PROVED && !e->proved)
                continue;
            if (isnan(value))
                snprintf(bound, sizeof bound, "unknown");
            else if (k == PROVED && isinf(value))
                snprintf(bound, sizeof bound, "unproved");
            else if (k == ESTIMATE || k == MEASURED)
                snprintf(bound, sizeof bound, "%.6g", value);
            else
                app_bound(bound, value, 6);
            printf("  %-*s", k + 1 < e->kinds ? 12 : 0, bound);
        }
        putchar('\n');
    }
}

/* The weight, and the weighted errors. */
static void print_weighting(const clpwl_table *table, const filtered *with)
{
    const clpwl_weighting *w = clpwl_table_weighting(table);
    errors e = list_errors(table, w, with);
    printf("weight     ");
    app_print_plain(stdout, w->weight ? w->weight : "none");
    if (w->floor > 0)
        printf("; errors relative to |f|, or to %g where |f| is less", w->floor);
    putchar('\n');
    print_errors(w->floor > 0 && !w->weight ? "relative" : "weighted", &e, with);
}

/* What the table is held to, and how far values may be from that in fp32. */
static void print_constraints(const clpwl_table *table)
{
    const clpwl_constraints *c = clpwl_table_constraints(table);
    const clpwl_constraints_error off = clpwl_table_constraints_error(table, NULL);
    const char *comma = "";
    char a[NUMBER_ROOM], b[NUMBER_ROOM], bound[APP_BOUND_ROOM];
    if (!c)
        return;
    printf("held to    ");
    if (isfinite(c->lo) || isfinite(c->hi)) {
        printf("%s%sv%s%s for all x", isfinite(c->lo) ? shortest(a, c->lo) : "",
               isfinite(c->lo) ? " <= " : "", isfinite(c->hi) ? " <= " : "",
               isfinite(c->hi) ? shortest(b, c->hi) : "");
        if (off.range > 0)
            printf(" within %.3g", off.range);
        comma = ", ";
    }
    for (size_t i = 0; i < c->count; i++, comma = ", ")
        printf("%sv(%s) = %s", comma, shortest(a, c->x[i]), shortest(b, c->y[i]));
    if (off.value > 0)
        printf(" within %.3g as some methods round", off.value);
    if (c->shape) {
        printf("%s%s", comma, clpwl_shape_name(c->shape));
        if (off.shape > 0)
            printf(" within %.3g", off.shape);
        comma = ", ";
    }
    if (c->keep_integral) {
        printf("%sthe integral %.9g of f within %.3g", comma, c->integral, off.integral);
        comma = ", ";
    }
    if (c->slope_error > 0)
        printf("%s|f' - v'| <= %s (measured) of at most %.10g", comma, app_bound(bound, c->slope_found, 4),
               c->slope_error);
    putchar('\n');
}

/* What noise of the argument costs. */
static void print_steepness(const clpwl_table *table)
{
    char bound[APP_BOUND_ROOM];
    printf("slope      %s at most: a change d of x adds so many |d| to the error\n",
           app_bound(bound, clpwl_table_steepness(table), 4));
}

static int has_beyond(const filtered *with)
{
    return with && with->beyond.left < with->beyond.right;
}

static void print_beyond(const clpwl_table *table, const filtered *with)
{
    char bound[APP_BOUND_ROOM], a[NUMBER_ROOM], b[NUMBER_ROOM];
    clpwl_tails tails = clpwl_table_tails(table);
    printf("tails      linf <= %s for all real x of [%s, %s] (proved)%s\n",
           app_bound(bound, with->beyond_linf, 6), shortest(a, with->beyond.left),
           shortest(b, with->beyond.right),
           clpwl_table_extend(table) == CLPWL_EXTEND_LINEAR && (tails.left != 0 || tails.right != 0)
               ? "; in fp32 the roundings of linear tails grow with |x|"
               : "");
}

/* A target is of the domain. What clamp and zero give beyond it is said by their names; linear tails are
 * taken for f. Ends the first line. */
static void print_target_beyond(const clpwl_table *table, const filtered *with)
{
    const clpwl_target *t = clpwl_table_target(table);
    int is_whole = has_beyond(with) && isinf(with->beyond.left) && isinf(with->beyond.right);
    char bound[APP_BOUND_ROOM];
    if (t && clpwl_table_extend(table) == CLPWL_EXTEND_LINEAR) {
        if (t->norm != CLPWL_NORM_LINF || !is_whole)
            printf("; on the domain alone, without a bound beyond");
        else if (with->beyond_linf > t->max_error)
            printf("; on the domain alone, %s beyond", app_bound(bound, with->beyond_linf, 6));
    }
    putchar('\n');
}

/* Which curve is meant. */
static void print_samples(const clpwl_samples_info *s)
{
    static const char *const curves[] = {[CLPWL_BETWEEN_LINEAR] = "lines",
                                         [CLPWL_BETWEEN_MONOTONE] = "cubics",
                                         [CLPWL_BETWEEN_SPLINE] = "the natural spline",
                                         [CLPWL_BETWEEN_STEP] = "steps"};
    printf(": %s through %zu samples", curves[s->between], s->n);
    if (s->between == CLPWL_BETWEEN_STEP)
        printf(", the highest of %.3g at x = %.6g", s->bulge, s->bulge_at);
    else if (s->between != CLPWL_BETWEEN_LINEAR)
        printf(", at most %.3g from the lines between them, at x = %.6g", s->bulge, s->bulge_at);
}

static int print_text(const clpwl_table *table, clpwl_norm norm, const filtered *with)
{
    size_t n = clpwl_table_segments(table), stored = target_stored(table);
    const double *knots = clpwl_table_knots(table);
    const clpwl_weighting *w = clpwl_table_weighting(table);
    const clpwl_tails tails = clpwl_table_tails(table);
    errors e = list_errors(table, NULL, with), designed = list_errors(table, w, with);
    target_print(table, norm, designed.kind[e.kinds - 1], e.kinds == KINDS ? &with->how : NULL);
    print_target_beyond(table, with);
    printf("function   ");
    app_print_plain(stdout, clpwl_table_function(table));
    if (with && with->samples.n)
        print_samples(&with->samples);
    putchar('\n');
    char a[NUMBER_ROOM], b[NUMBER_ROOM];
    printf("domain     [%s, %s], outside: %s", shortest(a, knots[0]), shortest(b, knots[n]),
           clpwl_extend_name(clpwl_table_extend(table)));
    if (clpwl_table_extend(table) == CLPWL_EXTEND_LINEAR)
        printf(", slopes %s and %s", shortest(a, tails.left), shortest(b, tails.right));
    putchar('\n');
    printf("segments   %zu, %s partition, %s\n", n,
           clpwl_partition_name(clpwl_table_partition(table)),
           clpwl_fit_name(clpwl_table_fit(table)));
    if (clpwl_table_shaper(table))
        printf("shaper     %s: equal segments and straight lines in %s(x)\n",
               clpwl_shaper_name(clpwl_table_shaper(table)),
               clpwl_shaper_name(clpwl_table_shaper(table)));
    if (clpwl_table_symmetry(table))
        printf("symmetry   %s: the %zu segment%s right of 0 %s stored\n",
               clpwl_symmetry_name(clpwl_table_symmetry(table)), stored, app_s(stored),
               stored == 1 ? "is" : "are");
    print_constraints(table);
    print_errors("error", &e, with);
    if (w)
        print_weighting(table, with);
    print_steepness(table);
    if (has_beyond(with))
        print_beyond(table, with);
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
    static const char *const names[] = {"estimate", "measured", "proved", "executed",
                                        "filtered"};
    json_t *all = json_object();
    for (int i = 0; i < NORMS; i++) {
        json_t *row = json_object();
        for (int k = 0; k < e->kinds; k++)
            json_object_set_new(row, names[k], json_number(clpwl_error_in(&e->kind[k], norms[i])));
        json_object_set_new(all, clpwl_norm_name(norms[i]), row);
    }
    return all;
}

static json_t *weighting_json(const clpwl_table *table, const filtered *with)
{
    const clpwl_weighting *w = clpwl_table_weighting(table);
    if (!w)
        return json_null();
    errors e = list_errors(table, w, with);
    return json_make("floor:n weight:s error:j", w->floor, w->weight, errors_json(&e));
}

static json_t *constraints_json(const clpwl_table *table)
{
    const clpwl_constraints *c = clpwl_table_constraints(table);
    const clpwl_constraints_error off = clpwl_table_constraints_error(table, NULL);
    if (!c)
        return json_null();
    json_t *o = json_make("range:p x:j y:j value_error:n range_error:n", c->lo, c->hi,
                          numbers(c->x, c->count), numbers(c->y, c->count), off.value, off.range);
    if (c->keep_integral)
        json_add(o, "integral:n integral_error:n", c->integral, off.integral);
    if (c->shape)
        json_add(o, "shape:s shape_error:n", clpwl_shape_name(c->shape), off.shape);
    if (c->slope_error > 0)
        json_add(o, "slope_error:n slope_found:n", c->slope_error, c->slope_found);
    return o;
}

static int print_json(const clpwl_table *table, const filtered *with)
{
    size_t n = clpwl_table_segments(table);
    const double *knots = clpwl_table_knots(table);
    errors e = list_errors(table, NULL, with);
    json_t *root = json_make("target:j function:s domain:p segments:z bytes:z storage:s "
                             "partition:s shaper:s fit:s extend:s symmetry:s",
                             target_json(table), clpwl_table_function(table), knots[0], knots[n], n,
                             target_bytes(table), clpwl_storage_name(clpwl_table_storage(table)),
                             clpwl_partition_name(clpwl_table_partition(table)),
                             clpwl_shaper_name(clpwl_table_shaper(table)),
                             clpwl_fit_name(clpwl_table_fit(table)),
                             clpwl_extend_name(clpwl_table_extend(table)),
                             clpwl_symmetry_name(clpwl_table_symmetry(table)));
    if (clpwl_table_extend(table) == CLPWL_EXTEND_LINEAR)
        json_add(root, "tails:p", clpwl_table_tails(table).left, clpwl_table_tails(table).right);
    json_add(root, "steepness:n constraints:j", clpwl_table_steepness(table), constraints_json(table));
    if (has_beyond(with))
        json_add(
            root, "beyond:j",
            json_make("reach:p linf:n", with->beyond.left, with->beyond.right, with->beyond_linf));
    if (with && with->samples.n)
        json_add(root, "samples:j", json_make("between:s count:z bulge:n bulge_at:n",
                                              clpwl_between_name(with->samples.between), with->samples.n,
                                              with->samples.bulge, with->samples.bulge_at));
    if (with && with->asked)
        json_add(root, "weight_bits:i", (int)with->how.weight_bits);
    if (with && with->device)
        json_add(root, "device:s", with->device);
    json_add(root, "error:j weighting:j knots:j values:j", errors_json(&e),
             weighting_json(table, with), numbers(knots, n + 1),
             numbers(clpwl_table_values(table), n + 1));
    return json_print(root);
}

int table_print(const clpwl_table *table, clpwl_norm norm, const filtered *with, int json)
{
    return json ? print_json(table, with) : print_text(table, norm, with);
}
