/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two tables inside one kernel of one's own, beam.cl.
 *   beam BEAM.CL   prints the light at a few distances, and how far it is at worst
 *                  from what the C library says; exit status 1 if that is too far
 */
#include <clpwl_cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 4096 };
static const float K = 3.0f, S = 2.0f, REACH = 6.0f;

typedef struct scene {
    clpwl_context *context;
    clpwl_evaluator *j0, *gauss;
    cl_program program;
    cl_kernel kernel;
    cl_mem r, light;
} scene;

/* An evaluator for a function of the catalogue on [0,b]. */
static clpwl_status table(clpwl_evaluator **out, clpwl_context *context, const char *name, double b)
{
    clpwl_function *f = NULL;
    clpwl_table *t = NULL;
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
    how.use = CLPWL_USE_KERNEL;
    wish.b = b;
    wish.max_error = 1e-4;
    clpwl_status status = clpwl_function_from_catalogue(&f, name);
    if (status == CLPWL_OK)
        status = clpwl_design(&t, f, &wish);
    if (status == CLPWL_OK)
        status = clpwl_evaluator_create(out, context, t, &how);
    clpwl_table_free(t);
    clpwl_function_free(f);
    return status;
}

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 16);
    if (file && text)
        text[fread(text, 1, (1 << 16) - 1, file)] = '\0';
    if (file)
        fclose(file);
    return text;
}

static void print_log(cl_program program, cl_device_id device)
{
    static char text[1 << 14];
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof text, text, NULL) ==
        CL_SUCCESS)
        fprintf(stderr, "%s\n", text);
}

/* The device header and the tables' sources stand before the kernel's own. 0 when it was built. */
static int build(scene *s, const char *path)
{
    char *j0 = NULL, *gauss = NULL, *own = read_text(path);
    cl_device_id device = clpwl_context_device(s->context);
    cl_int error = CL_INVALID_VALUE;
    if (own && clpwl_evaluator_source(s->j0, "j0", &j0) == CLPWL_OK &&
        clpwl_evaluator_source(s->gauss, "gauss", &gauss) == CLPWL_OK) {
        const char *parts[] = { clpwl_device_source(), j0, gauss, own };
        s->program =
        clCreateProgramWithSource(clpwl_context_cl(s->context), 4, parts, NULL, &error);
        if (error == CL_SUCCESS)
            error = clBuildProgram(s->program, 1, &device, "", NULL, NULL);
        if (error == CL_BUILD_PROGRAM_FAILURE)
            print_log(s->program, device);
        if (error == CL_SUCCESS)
            s->kernel = clCreateKernel(s->program, "beam", &error);
    }
    clpwl_free(j0);
    clpwl_free(gauss);
    free(own);
    return error;
}

/* Runs the kernel over COUNT distances. 0 when it did. */
static int run(scene *s, const float *r, float *light)
{
    cl_command_queue queue = clpwl_context_queue(s->context);
    cl_context context = clpwl_context_cl(s->context);
    size_t bytes = COUNT * sizeof *r, count = COUNT;
    cl_uint next = 4; /* the tables' arguments stand behind the kernel's own four */
    s->r = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, (void *)r, NULL);
    s->light = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, NULL, NULL);
    return clSetKernelArg(s->kernel, 0, sizeof s->r, &s->r) ||
           clSetKernelArg(s->kernel, 1, sizeof s->light, &s->light) ||
           clSetKernelArg(s->kernel, 2, sizeof K, &K) ||
           clSetKernelArg(s->kernel, 3, sizeof S, &S) ||
           clpwl_evaluator_bind(s->j0, s->kernel, next, &next) ||
           clpwl_evaluator_bind(s->gauss, s->kernel, next, &next) ||
           clEnqueueNDRangeKernel(queue, s->kernel, 1, NULL, &count, NULL, 0, NULL, NULL) ||
           clEnqueueReadBuffer(queue, s->light, CL_TRUE, 0, bytes, light, 0, NULL, NULL);
}

static void drop(scene *s)
{
    if (s->r)
        clReleaseMemObject(s->r);
    if (s->light)
        clReleaseMemObject(s->light);
    if (s->kernel)
        clReleaseKernel(s->kernel);
    if (s->program)
        clReleaseProgram(s->program);
    clpwl_evaluator_free(s->j0);
    clpwl_evaluator_free(s->gauss);
    clpwl_context_free(s->context);
}

static double worst(const float *r, const float *light)
{
    double most = 0;
    for (int i = 0; i < COUNT; i++) {
        double a = j0((double)K * r[i]) * exp(-0.5 * pow((double)r[i] / S, 2));
        most = fmax(most, fabs(light[i] - a * a));
    }
    return most;
}

int main(int argc, char **argv)
{
    static float r[COUNT], light[COUNT];
    scene s = { 0 };
    int failed = argc != 2 || clpwl_context_create(&s.context, NULL) ||
                 table(&s.j0, s.context, "bessel_j0", K * REACH) ||
                 table(&s.gauss, s.context, "gaussian", REACH / S);
    for (int i = 0; i < COUNT; i++)
        r[i] = REACH * (float)i / (COUNT - 1);
    failed = failed || build(&s, argv[1]) || run(&s, r, light);
    drop(&s);
    if (failed) {
        fprintf(stderr, "beam: %s\n", argc == 2 ? clpwl_last_message() : "usage: beam BEAM.CL");
        return EXIT_FAILURE;
    }
    for (int i = 0; i < COUNT; i += COUNT / 8)
        printf("light at %.3f: %.6f\n", r[i], light[i]);
    /* The square of a product of two factors of at most 1, each 1e-4 off. */
    printf("worst error: %.3g, of at most 4e-4\n", worst(r, light));
    return worst(r, light) <= 4.1e-4 ? EXIT_SUCCESS : EXIT_FAILURE;
}
