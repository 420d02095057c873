/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A context and a queue of one's own, in C++: enqueue.c by clpwl.hpp. */
#define CL_TARGET_OPENCL_VERSION 120
#include <clpwl.hpp>
#include <clpwl_cl.h>
#include <algorithm>
#include <cmath>
#include <cstdio>

int main()
try {
    std::vector<float> x(1 << 16), y(x.size());
    const size_t bytes = x.size() * sizeof(float);
    for (size_t i = 0; i < x.size(); i++)
        x[i] = 20.0f * float(i) / float(x.size() - 1);

    clpwl_design_options wish = CLPWL_DESIGN_INIT;
    wish.max_error = 1e-4;
    const clpwl::table table(clpwl::function::from_catalogue("bessel_j0"), wish);

    cl_platform_id platform;
    cl_device_id device;
    if (clGetPlatformIDs(1, &platform, nullptr) ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr))
        throw std::runtime_error("no device");
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
    cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, nullptr, nullptr);
    cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, bytes, nullptr, nullptr);

    clpwl_context *wrapped = nullptr;
    clpwl::check(clpwl_context_wrap(&wrapped, context, device, queue, nullptr));
    const clpwl::evaluator evaluator(clpwl::context(wrapped), table);
    cl_event written, computed;
    clEnqueueWriteBuffer(queue, in, CL_FALSE, 0, bytes, x.data(), 0, nullptr, &written);
    clpwl::check(clpwl_enqueue(evaluator.get(), queue, in, out, x.size(), 1, &written, &computed));
    if (clEnqueueReadBuffer(queue, out, CL_TRUE, 0, bytes, y.data(), 1, &computed, nullptr))
        throw std::runtime_error("no values were read");

    double worst = 0;
    for (size_t i = 0; i < x.size(); i++)
        worst = std::max(worst, std::fabs(y[i] - ::j0(double(x[i]))));
    std::printf("worst error: %.3g, of at most %.3g\n", worst, evaluator.error().linf);

    clReleaseEvent(written), clReleaseEvent(computed);
    clReleaseMemObject(in), clReleaseMemObject(out);
    clReleaseCommandQueue(queue), clReleaseContext(context);
    return worst <= 1e-4 ? 0 : 1;
} catch (const std::exception &e) {
    std::fprintf(stderr, "enqueue: %s\n", e.what());
    return 1;
}
