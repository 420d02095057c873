/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "density.h"
#include <math.h>
#include <stdio.h>

/* The differences of the Gaussians. */
typedef struct gaussian_row {
    int per_axis;
    const char *call; /* NULL: a table */
    double end;       /* of the table's domain [0, end] */
} gaussian_row;

static const gaussian_row rows[BGS_GAUSSIANS] = {
    [BGS_EXACT] = {1, "exp", 0},    [BGS_NATIVE] = {1, "native_exp", 0},
    [BGS_TABLE] = {1, NULL, 8},     [BGS_EXACT_Q] = {0, "exp", 0},
    [BGS_NATIVE_Q] = {0, "native_exp", 0}, [BGS_POLY_Q] = {0, "polynomial_exp", 0},
    [BGS_TABLE_Q] = {0, NULL, 64},
};

static double of_axis(double u, void *unused)
{
    (void)unused;
    return exp(-0.5 * u * u);
}

static double of_sum(double q, void *unused)
{
    (void)unused;
    return exp(-0.5 * q);
}

static int make_table(clpwl_table **out, const bgs_options *o, const gaussian_row *row)
{
    int code = 0;
    clpwl_function *f = NULL;
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_design_options design = CLPWL_DESIGN_INIT;
    spec.name = row->per_axis ? "exp(-u^2/2)" : "exp(-q/2)";
    spec.f = row->per_axis ? of_axis : of_sum;
    spec.b = row->end;
    design.aim = CLPWL_AIM_NONE;
    design.segments = (size_t)o->knots - 1;
    design.partition = (clpwl_partition)o->partition;
    design.fit = (clpwl_fit)o->fit;
    TRY_LIB(clpwl_function_create(&f, &spec));
    TRY_LIB(clpwl_design(out, f, &design));
done:
    clpwl_function_free(f);
    return code;
}

static clpwl_status make_evaluator(clpwl_evaluator **out, bgs_model *m, const clpwl_table *table,
                                   const char *method)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    options.method = method;
    options.use = CLPWL_USE_KERNEL;
    return clpwl_evaluator_create(out, m->device.context, table, &options);
}

int bgs_density_has_table(bgs_gaussian gaussian)
{
    return rows[gaussian].end > 0;
}

int bgs_density_can(bgs_model *m, bgs_gaussian gaussian, const char *method)
{
    clpwl_table *table = NULL;
    clpwl_evaluator *evaluator = NULL;
    int can = make_table(&table, &m->o, &rows[gaussian]) == 0 &&
              make_evaluator(&evaluator, m, table, method) == CLPWL_OK;
    clpwl_evaluator_free(evaluator);
    clpwl_table_free(table);
    return can;
}

static void make_options(char *text, size_t room, const bgs_model *m, const gaussian_row *row)
{
    int used = snprintf(text, room,
                        "%s -DLANES=%d -DPER_AXIS=%d -DTABLE_END=%d -cl-kernel-arg-info", m->build,
                        m->device.lanes, row->per_axis, (int)row->end);
    if (row->call)
        snprintf(text + used, room - (size_t)used, " -DEXP=%s", row->call);
    else if (m->o.weight_bits)
        snprintf(text + used, room - (size_t)used, " -DWEIGHT_BITS=%d -DTABLE_SCALE=%.9ef",
                 m->o.weight_bits, (m->o.knots - 1) / row->end);
}

int bgs_density_create(bgs_density *d, bgs_model *m, bgs_gaussian gaussian, const char *method)
{
    int code = 0;
    const gaussian_row *row = &rows[gaussian];
    char options[BGS_OPTIONS_TEXT + 160];
    char *source = NULL;
    clpwl_table *table = NULL;
    cl_program program = NULL;
    *d = (bgs_density){.gaussian = gaussian, .axes = row->per_axis ? 3 : 1};
    make_options(options, sizeof options, m, row);
    if (bgs_density_has_table(gaussian)) {
        TRY(make_table(&table, &m->o, row));
        TRY_LIB(make_evaluator(&d->evaluator, m, table, method));
        TRY_LIB(clpwl_evaluator_source(d->evaluator, "gauss", &source));
    }
    const char *texts[] = {source ? clpwl_device_source() : "", source ? source : "",
                           bgs_source_plane, bgs_source_density};
    TRY(app_build(&m->device, &program, texts, sizeof texts / sizeof *texts, options));
    TRY(app_kernel(&d->background, program, "background"));
    TRY(app_kernel(&d->foreground, program, "foreground"));
    if (d->evaluator) {
        const clpwl_kernel_table gauss = {"gauss", d->evaluator};
        TRY_LIB(clpwl_kernel_bind(d->background, &gauss, 1));
        TRY_LIB(clpwl_kernel_bind(d->foreground, &gauss, 1));
    }
done:
    if (program)
        clReleaseProgram(program);
    clpwl_free(source);
    clpwl_table_free(table);
    if (code)
        bgs_density_free(d);
    return code;
}

void bgs_density_free(bgs_density *d)
{
    if (d->background)
        clReleaseKernel(d->background);
    if (d->foreground)
        clReleaseKernel(d->foreground);
    clpwl_evaluator_free(d->evaluator);
    *d = (bgs_density){.gaussian = BGS_AUTO};
}

int bgs_density_background(bgs_density *d, bgs_model *m, const bgs_density_planes *p, int count,
                           int height)
{
    int code = 0;
    const app_arg args[] = {ARG(p->samples), ARG(count), ARG(p->now), ARG(p->inverse),
                            ARG(p->spatial), ARG(p->rival),   ARG(p->density), ARG(p->evaluated)};
    const cl_uint n = sizeof args / sizeof *args;
    TRY(app_args(d->background, args, n));
    TRY(app_launch_lanes(&m->device, d->background, (size_t)m->layout.width, (size_t)height));
done:
    return code;
}

int bgs_density_foreground(bgs_density *d, bgs_model *m, const bgs_density_planes *p, int count)
{
    int code = 0;
    float inverse = (float)(1 / m->o.fg_color_sigma), uniform = (float)m->o.fg_uniform;
    const float least = (float)m->o.prior_least, gain = (float)m->o.prior_gain;
    const app_arg args[] = {ARG(p->samples), ARG(count), ARG(inverse), ARG(uniform),
                            ARG(p->now), ARG(p->spatial), ARG(p->last), ARG(least), ARG(gain),
                            ARG(p->rival), ARG(p->evaluated)};
    const cl_uint n = sizeof args / sizeof *args;
    TRY(app_args(d->foreground, args, n));
    TRY(app_launch_lanes(&m->device, d->foreground, (size_t)m->layout.width,
                         (size_t)m->layout.height));
done:
    return code;
}
