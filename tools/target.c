/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "common/bound.h"
#include "common/message.h"
#include "json.h"

int target_is_weighted_by(const clpwl_table *table, const clpwl_weight *weight)
{
    const clpwl_weighting *w = clpwl_table_weighting(table);
    const char *name = weight->w ? clpwl_function_name(weight->w) : NULL, *named = w ? w->weight : NULL;
    return weight->floor == (w ? w->floor : 0) && !name == !named && (!name || strcmp(name, named) == 0);
}

int target_is_one_sided(const clpwl_table *table)
{
    clpwl_fit fit = clpwl_table_fit(table);
    return fit == CLPWL_FIT_ABOVE || fit == CLPWL_FIT_BELOW;
}

const char *target_kind(const clpwl_table *table, clpwl_norm norm, char text[TARGET_ROOM])
{
    const clpwl_weighting *w = clpwl_table_weighting(table);
    snprintf(text, TARGET_ROOM, "%s%s%s error", target_is_one_sided(table) ? "one-sided " : "",
             !w                             ? ""
             : w->floor > 0 && w->weight    ? "relative, weighted "
             : w->floor > 0                 ? "relative "
                                            : "weighted ",
             clpwl_norm_name(norm));
    return text;
}

double target_execution(const clpwl_table *table, clpwl_evidence *evidence)
{
    const clpwl_target *t = clpwl_table_target(table);
    const clpwl_weighting *w = clpwl_table_weighting(table);
    clpwl_error measured = w ? w->measured : clpwl_table_measured(table);
    clpwl_error proved = w ? w->proved : clpwl_table_proved(table);
    double seen = clpwl_error_in(&measured, t->norm), most = clpwl_error_in(&proved, t->norm);
    int is_proved = t->evidence == CLPWL_EVIDENCE_PROVED;
    double cost = t->reached - (is_proved ? most : seen);
    clpwl_execution how = CLPWL_EXECUTION_INIT;
    if (!is_proved && !w && !t->weight_bits) {
        how.storage = t->storage;
        clpwl_error executed = clpwl_table_executed_error(table, &how);
        double bound = clpwl_error_in(&executed, t->norm) - (isnan(most) ? seen : most);
        /* A device's filter, which the table does not name, adds more. 1e-12: the differences are rounded. */
        is_proved = cost <= bound + 1e-12 * t->reached;
        cost = fmax(bound, cost);
    }
    if (evidence)
        *evidence = is_proved ? CLPWL_EVIDENCE_PROVED : CLPWL_EVIDENCE_MEASURED;
    return cost;
}

const char *target_place(const clpwl_table *table)
{
    clpwl_storage storage = clpwl_table_storage(table);
    return storage == CLPWL_STORAGE_FLOAT32 ? "fp32" : clpwl_storage_name(storage);
}

size_t target_stored(const clpwl_table *table)
{
    return clpwl_table_segments(table) / (clpwl_table_symmetry(table) ? 2 : 1);
}

size_t target_bytes(const clpwl_table *table)
{
    clpwl_storage storage = clpwl_table_storage(table);
    size_t value = storage == CLPWL_STORAGE_FLOAT32 ? 4 : storage == CLPWL_STORAGE_UNORM8 ? 1 : 2;
    size_t knot = clpwl_table_partition(table) == CLPWL_PARTITION_UNIFORM ? 0 : sizeof(float);
    return (target_stored(table) + 1) * (value + knot);
}

/* A filter's weight adds to L1 and L2 on the average only. Weighted errors in a filter are
 * measured (clpwl_error_executed). */
static clpwl_evidence find_evidence(const clpwl_table *table, clpwl_norm norm, const clpwl_execution *how)
{
    const clpwl_weighting *w = clpwl_table_weighting(table);
    clpwl_error proved = w ? w->proved : clpwl_table_proved(table);
    int is_measured = how && (w || (how->weight_bits && norm != CLPWL_NORM_LINF));
    return is_measured || isnan(clpwl_error_in(&proved, norm)) ? CLPWL_EVIDENCE_MEASURED
                                                              : CLPWL_EVIDENCE_PROVED;
}

void target_print(const clpwl_table *table, clpwl_norm norm, clpwl_error e, const clpwl_execution *how)
{
    const clpwl_target *t = clpwl_table_target(table);
    double reached = t ? t->reached : clpwl_error_in(&e, norm);
    clpwl_evidence evidence = t ? t->evidence : find_evidence(table, norm, how);
    size_t n = clpwl_table_segments(table);
    char kind[TARGET_ROOM], bound[APP_BOUND_ROOM], figure[64] = "unknown";
    if (!isnan(reached))
        snprintf(figure, sizeof figure, "%s (%s)",
                 app_bound_within(bound, reached, 6, t ? t->max_error : INFINITY),
                 clpwl_evidence_name(evidence));
    printf("target     ");
    if (t)
        printf("%s: %s %s of at most %.10g", t->reached <= t->max_error ? "met" : "NOT met",
               target_kind(table, t->norm, kind), figure, t->max_error);
    else
        printf("none: %s %s", target_kind(table, norm, kind), figure);
    printf(" by %zu segment%s", n, app_s(n));
    if (target_stored(table) < n)
        printf(", %zu of them stored,", target_stored(table));
    printf(" in %zu bytes", target_bytes(table));
    unsigned weight_bits = t ? t->weight_bits : how ? how->weight_bits : 0;
    if (weight_bits)
        printf(", through a filter of %u bits", weight_bits);
    if (clpwl_table_storage(table) != CLPWL_STORAGE_FLOAT32)
        printf(", stored as %s", clpwl_storage_name(clpwl_table_storage(table)));
}

json_t *target_json(const clpwl_table *table)
{
    const clpwl_target *t = clpwl_table_target(table);
    return t ? json_make("max_error:n norm:s reached:n evidence:s met:b storage:s weight_bits:i",
                         t->max_error, clpwl_norm_name(t->norm), t->reached,
                         clpwl_evidence_name(t->evidence), t->reached <= t->max_error,
                         clpwl_storage_name(t->storage), (int)t->weight_bits)
             : json_null();
}
