/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cost.h"
#include <math.h>
#include <stdio.h>

static const double pi = 3.14159265358979324;

/* -log(1 - theta/pi) has a pole at pi, where a face lies on its neighbour: steeper folds than 179
 * degrees cost as much as that one. */
static const double steepest = 179 / 180.0;

static double cost_of(double theta, int angle)
{
    return angle == MESH_LOG ? -log1p(-theta / pi) : theta;
}

static double from_half(double s, void *angle)
{
    return cost_of(2 * asin(s), *(const int *)angle);
}

static double from_cosine(double c, void *angle)
{
    return cost_of(acos(c), *(const int *)angle);
}

static int make_table(clpwl_evaluator **out, const mesh_options *o, clpwl_context *context)
{
    int code = 0, angle = o->angle;
    clpwl_function *f = NULL;
    clpwl_table *table = NULL;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_design_options design = CLPWL_DESIGN_INIT;
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    spec.name = "angle";
    spec.f = o->by_cosine ? from_cosine : from_half;
    spec.user = &angle;
    spec.a = o->by_cosine ? cos(steepest * pi) : 0;
    spec.b = o->by_cosine ? 1 : sin(steepest * pi / 2);
    design.aim = CLPWL_AIM_NONE;
    design.segments = (size_t)o->knots - 1;
    design.partition = (clpwl_partition)o->partition;
    options.method = o->table_method;
    TRY_LIB(clpwl_function_create(&f, &spec));
    TRY_LIB(clpwl_design(&table, f, &design));
    TRY_LIB(clpwl_evaluator_create(out, context, table, &options));
done:
    clpwl_table_free(table);
    clpwl_function_free(f);
    return code;
}

static int set_by_table(mesh *m, const mesh_options *o, clpwl_context *context,
                        mesh_cost_summary *out)
{
    int code = 0;
    clpwl_evaluator *evaluator = NULL;
    float *at = malloc((m->pair_count + 1) * sizeof *at);
    CHECK(at, "out of memory: the angles of %u pairs", m->pair_count);
    TRY(make_table(&evaluator, o, context));
    for (uint32_t i = 0; i < m->pair_count; i++)
        at[i] = (float)(o->by_cosine ? m->pairs[i].cosine : m->pairs[i].half);
    TRY_LIB(clpwl_eval(evaluator, at, at, m->pair_count));
    for (uint32_t i = 0; i < m->pair_count; i++)
        m->pairs[i].angle = fmax((double)at[i], 0);
    snprintf(out->method, sizeof out->method, "%s", clpwl_evaluator_method(evaluator));
    out->error = clpwl_evaluator_error(evaluator).linf;
done:
    clpwl_evaluator_free(evaluator);
    free(at);
    return code;
}

static void set_exactly(mesh *m, int angle)
{
    for (uint32_t i = 0; i < m->pair_count; i++) {
        const double s = m->pairs[i].half;
        m->pairs[i].angle =
            angle == MESH_COSINE ? 2 * s * s : cost_of(fmin(2 * asin(s), steepest * pi), angle);
    }
}

static double over(double cost, double mean)
{
    return mean > 0 ? cost / mean : 0;
}

int mesh_cost(mesh *m, const mesh_options *o, clpwl_context *context, mesh_cost_summary *out)
{
    int code = 0;
    *out = (mesh_cost_summary){.error = 0};
    if (o->angle == MESH_COSINE || o->is_exact)
        set_exactly(m, o->angle);
    else
        TRY(set_by_table(m, o, context, out));
    m->mean_angle = 0;
    for (uint32_t i = 0; i < m->pair_count; i++) {
        m->pairs[i].angle *= m->pairs[i].is_concave ? 1 : o->eta;
        m->mean_angle += m->pairs[i].angle / m->pair_count;
    }
    for (uint32_t i = 0; i < m->pair_count; i++) {
        mesh_pair *p = &m->pairs[i];
        p->length = (float)(o->alpha * over(p->geodesic, m->mean_geodesic) +
                            (1 - o->alpha) * over(p->angle, m->mean_angle));
    }
done:
    return code;
}
