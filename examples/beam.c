/* SPDX-License-Identifier: GPL-3.0-or-later */
/* beam BEAM.CL: two tables in the kernel of beam.cl, compared with the C library. */
#define CL_TARGET_OPENCL_VERSION 120
#define _XOPEN_SOURCE 700 /* j0 */
#include <clpwl_cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 4096 };
static const float K = 3.0f, S = 2.0f, REACH = 6.0f;

static void check(int failed)
{
    if (failed) {
        fprintf(stderr, "beam: %s\n", clpwl_last_message());
        exit(EXIT_FAILURE);
    }
}

/* A function of the catalogue on [0,b], for a kernel. */
static clpwl_evaluator *table(clpwl_context *context, const char *name, double b)
{
    clpwl_function *f = NULL;
    clpwl_table *t = NULL;
    clpwl_evaluator *e = NULL;
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    clpwl_evaluator_options how = CLPWL_EVALUATOR_INIT;
    wish.b = b;
    wish.max_error = 1e-4;
    how.use = CLPWL_USE_KERNEL;
    check(clpwl_function_from_catalogue(&f, name) || clpwl_design(&t, f, &wish) ||
          clpwl_evaluator_create(&e, context, t, &how));
    clpwl_table_free(t);
    clpwl_function_free(f);
    return e;
}

int main(int argc, char **argv)
{
    static float r[COUNT], light[COUNT];
    static char text[4096];
    const size_t count = COUNT, bytes = sizeof r;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file || !fread(text, 1, sizeof text - 1, file) || fclose(file))
        return fprintf(stderr, "Usage: beam BEAM.CL\n"), EXIT_FAILURE;
    clpwl_context *c = NULL;
    cl_program program = NULL;
    check(clpwl_context_create(&c, NULL));
    clpwl_evaluator *bessel = table(c, "bessel_j0", K * REACH), *bell = table(c, "gaussian", REACH / S);
    const clpwl_kernel_table tables[] = { { "j0", bessel }, { "gauss", bell } };
    check(clpwl_program_build(&program, NULL, c, text, NULL, tables, 2));
    cl_kernel kernel = clCreateKernel(program, "beam", NULL);
    check(clpwl_kernel_bind(kernel, tables, 2));
    double worst = 0;
    for (int i = 0; i < COUNT; i++)
        r[i] = REACH * (float)i / (COUNT - 1);
    cl_command_queue queue = clpwl_context_queue(c);
    cl_mem in = clCreateBuffer(clpwl_context_cl(c), CL_MEM_COPY_HOST_PTR, bytes, r, NULL);
    cl_mem out = clCreateBuffer(clpwl_context_cl(c), CL_MEM_WRITE_ONLY, bytes, NULL, NULL);
    if (clSetKernelArg(kernel, 0, sizeof in, &in) || clSetKernelArg(kernel, 1, sizeof out, &out) ||
        clSetKernelArg(kernel, 2, sizeof K, &K) || clSetKernelArg(kernel, 3, sizeof S, &S) ||
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL) ||
        clEnqueueReadBuffer(queue, out, CL_TRUE, 0, bytes, light, 0, NULL, NULL))
        return fprintf(stderr, "beam: the kernel does not run\n"), EXIT_FAILURE;
    for (int i = 0; i < COUNT; i++) {
        double a = j0((double)K * r[i]) * exp(-0.5 * pow((double)r[i] / S, 2));
        worst = fmax(worst, fabs(light[i] - a * a));
        if (i % (COUNT / 8) == 0)
            printf("light at %.3f: %.6f\n", r[i], light[i]);
    }
    printf("worst error: %.3g, of at most 4e-4\n", worst); /* two factors of at most 1, squared */
    clReleaseMemObject(in), clReleaseMemObject(out), clReleaseKernel(kernel), clReleaseProgram(program);
    clpwl_evaluator_free(bessel), clpwl_evaluator_free(bell), clpwl_context_free(c);
    return worst <= 4.1e-4 ? EXIT_SUCCESS : EXIT_FAILURE;
}
