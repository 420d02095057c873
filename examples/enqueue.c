/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A context and a queue of one's own: the look-up waits for the event of the write, the read for
 * that of the look-up. */
#define CL_TARGET_OPENCL_VERSION 120
#define _XOPEN_SOURCE 700 /* j0 */
#include <clpwl_cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int failed, const char *message)
{
    if (failed) {
        fprintf(stderr, "enqueue: %s\n", message);
        exit(EXIT_FAILURE);
    }
}

int main(void)
{
    enum { COUNT = 1 << 16 };
    static float x[COUNT], y[COUNT];
    cl_platform_id platform;
    cl_device_id device;
    for (int i = 0; i < COUNT; i++)
        x[i] = 20.0f * (float)i / (COUNT - 1);

    check(clGetPlatformIDs(1, &platform, NULL) ||
          clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "no device");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(
        context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
    cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof x, NULL, NULL);
    cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof y, NULL, NULL);
    check(!context || !queue || !in || !out, "no context, queue or buffers");

    clpwl_function *f = NULL;
    clpwl_table *table = NULL;
    clpwl_context *wrapped = NULL;
    clpwl_evaluator *evaluator = NULL;
    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    cl_event written, computed;
    wish.max_error = 1e-4;
    check(clpwl_function_from_catalogue(&f, "bessel_j0") || clpwl_design(&table, f, &wish) ||
          clpwl_context_wrap(&wrapped, context, device, NULL, NULL) ||
          clpwl_evaluator_create(&evaluator, wrapped, table, NULL), clpwl_last_message());

    check(clEnqueueWriteBuffer(queue, in, CL_FALSE, 0, sizeof x, x, 0, NULL, &written), "write");
    check(clpwl_enqueue(evaluator, queue, in, out, COUNT, 1, &written, &computed),
          clpwl_last_message());
    check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof y, y, 1, &computed, NULL), "read");
    double worst = 0;
    for (int i = 0; i < COUNT; i++)
        worst = fmax(worst, fabs(y[i] - j0(x[i])));
    printf("worst error: %.3g, of at most %.3g\n", worst, clpwl_evaluator_error(evaluator).linf);

    clpwl_evaluator_free(evaluator), clpwl_context_free(wrapped), clpwl_table_free(table);
    clpwl_function_free(f), clReleaseEvent(written), clReleaseEvent(computed);
    clReleaseMemObject(in), clReleaseMemObject(out);
    clReleaseCommandQueue(queue), clReleaseContext(context);
    return worst <= 1e-4 ? EXIT_SUCCESS : EXIT_FAILURE;
}
