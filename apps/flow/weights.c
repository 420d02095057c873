/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "weights.h"
#include <math.h>
#include <stdio.h>

/*
 * The weights w = psi(r) / r of M-estimators, as functions of t = |r| / scale: P. Huber,
 * "Robust Statistics", 1981; M. Black, P. Anandan, "The robust estimation of multiple motions",
 * CVIU 63(1), 1996. A table ends where the weight has fallen below 1 % or to 0.
 */
static double charbonnier(double t, void *unused)
{
    (void)unused;
    return 1 / sqrt(1 + t * t);
}

static double lorentzian(double t, void *unused)
{
    (void)unused;
    return 1 / (1 + 0.5 * t * t);
}

static double welsch(double t, void *unused)
{
    (void)unused;
    return exp(-t * t);
}

static double tukey(double t, void *unused)
{
    (void)unused;
    return t < 1 ? (1 - t * t) * (1 - t * t) : 0;
}

/* A Gaussian of r^2 / radius^2 whose standard deviation is half of the radius. */
static double gauss(double q, void *unused)
{
    (void)unused;
    return exp(-2 * q);
}

typedef struct weight_row {
    clpwl_callback f;
    double end;       /* of the table's domain, from 0 */
    const char *text; /* in OpenCL C, of t */
} weight_row;

static const weight_row robust_rows[] = {
    [FLOW_NONE] = {NULL, 0, "1.0f"},
    [FLOW_CHARBONNIER] = {charbonnier, 100, "rsqrt(1.0f + t * t)"},
    [FLOW_LORENTZIAN] = {lorentzian, 16, "1.0f / (1.0f + 0.5f * t * t)"},
    [FLOW_WELSCH] = {welsch, 4, "exp(-t * t)"},
    [FLOW_TUKEY] = {tukey, 1, "fmax(1.0f - t * t, 0.0f) * fmax(1.0f - t * t, 0.0f)"},
};
static const weight_row window_row = {gauss, 2, "exp(-2.0f * t)"};

static int make_table(flow_weight *w, const weight_row *row, const flow_options *o,
                      clpwl_context *context)
{
    int code = 0;
    clpwl_function *f = NULL;
    clpwl_table *table = NULL;
    clpwl_error error;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_design_options design = CLPWL_DESIGN_INIT;
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    spec.name = row->text;
    spec.f = row->f;
    spec.b = row->end;
    design.aim = CLPWL_AIM_NONE;
    design.segments = (size_t)o->knots - 1;
    options.method = o->table_method;
    options.use = CLPWL_USE_KERNEL;
    TRY_LIB(clpwl_function_create(&f, &spec));
    TRY_LIB(clpwl_design(&table, f, &design));
    TRY_LIB(clpwl_evaluator_create(&w->evaluator, context, table, &options));
    error = clpwl_evaluator_error(w->evaluator);
    w->error = error.linf;
    TRY_LIB(clpwl_evaluator_source(w->evaluator, w->name, &w->source));
done:
    clpwl_table_free(table);
    clpwl_function_free(f);
    return code;
}

/* NAME_TABLE in the parameters, NAME_BEGIN in the kernel, NAME(argument): the weight. */
static void write_text(flow_weight *w, const char *macro, const weight_row *row, double scale,
                       const flow_options *o)
{
    char argument[160];
    int bits = w->evaluator ? o->weight_bits : 0;
    double steps = ldexp((o->knots - 1) / row->end, bits);
    snprintf(argument, sizeof argument, "(x) * %.9ef", 1 / scale);
    if (bits) /* what a linear filter makes of the argument */
        snprintf(argument, sizeof argument, "floor((x) * %.9ef + 0.5f) * %.9ef", steps / scale,
                 1 / steps);
    if (w->evaluator)
        snprintf(w->text, sizeof w->text,
                 "#define %s_TABLE , CLPWL_TABLE(%s)\n#define %s_BEGIN CLPWL_BEGIN(%s);\n"
                 "#define %s(x) %s(%s)\n",
                 macro, w->name, macro, w->name, macro, w->name, argument);
    else
        snprintf(w->text, sizeof w->text,
                 "static inline float %s(float t)\n{\n    (void)t;\n    return %s;\n}\n"
                 "#define %s_TABLE\n#define %s_BEGIN\n#define %s(x) %s(%s)\n",
                 w->name, row->text, macro, macro, macro, w->name, argument);
}

int flow_weights_create(flow_weight out[FLOW_TABLES], const flow_options *o,
                        clpwl_context *context)
{
    int code = 0, tables = o->weights == FLOW_TABLE && o->method == FLOW_LK;
    out[0] = (flow_weight){.name = "robust"};
    out[1] = (flow_weight){.name = "spread"};
    if (tables && o->robust != FLOW_NONE)
        TRY(make_table(&out[0], &robust_rows[o->robust], o, context));
    if (tables && o->window == FLOW_GAUSS)
        TRY(make_table(&out[1], &window_row, o, context));
    write_text(&out[0], "ROBUST", &robust_rows[o->robust], o->scale, o);
    write_text(&out[1], "WINDOW", &window_row, 1, o);
done:
    return code;
}

int flow_weights_bind(const flow_weight *weights, size_t count, cl_kernel kernel)
{
    int code = 0;
    clpwl_kernel_table tables[FLOW_TABLES];
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        if (weights[i].evaluator)
            tables[n++] = (clpwl_kernel_table){weights[i].name, weights[i].evaluator};
    if (n)
        TRY_LIB(clpwl_kernel_bind(kernel, tables, n));
done:
    return code;
}

void flow_weights_free(flow_weight *weights)
{
    for (int i = 0; i < FLOW_TABLES; i++) {
        clpwl_evaluator_free(weights[i].evaluator);
        clpwl_free(weights[i].source);
        weights[i] = (flow_weight){.name = NULL};
    }
}
