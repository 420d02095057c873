/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "clpwl.h"
#include "operations.h"
#include "support/halves.h"

enum { N = 1000, CHUNK = 300 };

/* The next step, if those before succeeded. */
#define THEN(call) status = status == CLPWL_OK ? (call) : status

/* The test's own OpenCL calls do not fail. */
static void own(const trial *t, int on)
{
    if (t->layer)
        t->layer->pause(on);
}

static void fill(const clpwl_table *table, float *x)
{
    double a = clpwl_table_knots(table)[0];
    double b = clpwl_table_knots(table)[clpwl_table_segments(table)];
    for (int i = 0; i < N; i++)
        x[i] = (float)(a + (b - a) * i / (N - 1));
}

/* Methods without a table compute the function's own expression; see make_table. */
static void compare(trial *t, const clpwl_evaluator *e, const float *x, const float *y)
{
    int exact = strncmp(clpwl_evaluator_method(e), "exact", 5) == 0;
    double bound = exact ? 1e-6 : clpwl_evaluator_error(e).linf;
    for (int i = 0; i < N; i++)
        if (!(fabs(y[i] - (exact ? cos(x[i]) : clpwl_table_value(t->table, x[i]))) <= bound)) {
            if (!t->wrong)
                printf("wrong: %s at %.9g gives %.9g\n", clpwl_evaluator_method(e), x[i], y[i]);
            t->wrong = 1;
        }
}

static clpwl_status make(trial *t, clpwl_evaluator **e, size_t chunk, clpwl_use use)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    options.method = t->method;
    options.chunk = chunk;
    options.use = use;
    return clpwl_evaluator_create(e, t->context, t->table, &options);
}

static clpwl_status list_devices(trial *t)
{
    clpwl_device_info *devices;
    size_t count;
    clpwl_status status = clpwl_devices(&devices, &count);
    t->wrong |= status == CLPWL_OK && (count == 0 || !devices);
    clpwl_free(devices);
    return status;
}

static clpwl_status create_context(trial *t)
{
    clpwl_context *c;
    clpwl_status status = clpwl_context_create(&c, NULL);
    t->wrong |= (status == CLPWL_OK) != (c != NULL);
    if (c) {
        const clpwl_device_info *info = clpwl_context_info(c);
        t->wrong |= !info->compute_units || !info->global_memory || !info->max_allocation ||
                    !info->max_work_group;
    }
    clpwl_context_free(c);
    return status;
}

static clpwl_status wrap_context(trial *t)
{
    clpwl_context *c = NULL;
    cl_int code;
    own(t, 1);
    cl_context context = clpwl_context_cl(t->context);
    cl_device_id device = clpwl_context_device(t->context);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    own(t, 0);
    clpwl_status status = clpwl_context_wrap(&c, context, device, queue, NULL);
    clpwl_context_free(c);
    if (status == CLPWL_OK) {
        status = clpwl_context_wrap(&c, context, device, NULL, NULL);
        clpwl_context_free(c);
    }
    own(t, 1);
    clReleaseCommandQueue(queue);
    own(t, 0);
    return status;
}

static clpwl_status probe_sampler(trial *t)
{
    clpwl_sampler_info info;
    clpwl_status status = clpwl_context_sampler(t->context, CLPWL_STORAGE_FLOAT32, &info);
    /* All platforms of build-aux/check platforms have float images with a filter. */
    t->wrong |= status == CLPWL_OK && clpwl_context_info(t->context)->images &&
                (!info.channels || !info.linear);
    return status;
}

/* The same for images of 8 and 16 bits, by the function that designs use. */
static clpwl_status probe_execution(trial *t)
{
    clpwl_status status = CLPWL_OK;
    for (int s = CLPWL_STORAGE_HALF; status == CLPWL_OK && s < CLPWL_STORAGE_ANY; s++) {
        clpwl_execution how = CLPWL_EXECUTION_INIT;
        status = clpwl_context_execution(t->context, (clpwl_storage)s, &how);
        t->wrong |= status == CLPWL_OK && (!how.from_image || how.storage != (clpwl_storage)s);
        status = status == CLPWL_ERR_UNSUPPORTED ? CLPWL_OK : status;
    }
    return status;
}

/* A vector of four copies of the table. Methods without vectors refuse it. */
static clpwl_status eval_vectors(trial *t)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e = NULL;
    const clpwl_table *tables[] = {t->table, t->table, t->table};
    float x[N], y[4 * N], one[N];
    fill(t->table, x);
    options.method = t->method;
    options.chunk = CHUNK;
    clpwl_status status = clpwl_evaluator_create_vector(&e, t->context, tables, 3, &options);
    if (status == CLPWL_ERR_UNSUPPORTED)
        return CLPWL_OK;
    THEN(clpwl_eval(e, x, y, N));
    for (int lane = 0; status == CLPWL_OK && lane < 3; lane++) {
        for (int i = 0; i < N; i++) {
            one[i] = y[4 * i + lane];
            t->wrong |= y[4 * i + 3] != 0;
        }
        compare(t, e, x, one);
    }
    clpwl_evaluator_free(e);
    return status;
}

/* What a method does not give it refuses. */
static clpwl_status eval_as(trial *t, clpwl_storage storage, clpwl_quantity quantity)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    clpwl_evaluator *e = NULL;
    float x[N], y[N];
    double a = clpwl_table_knots(t->table)[0];
    fill(t->table, x);
    options.method = t->method;
    options.storage = storage;
    options.quantity = quantity;
    clpwl_status status = clpwl_evaluator_create(&e, t->context, t->table, &options);
    if (status == CLPWL_ERR_UNSUPPORTED)
        return CLPWL_OK;
    THEN(clpwl_eval(e, x, y, N));
    if (status == CLPWL_OK && quantity == CLPWL_QUANTITY_VALUE)
        compare(t, e, x, y);
    for (int i = 0; status == CLPWL_OK && quantity == CLPWL_QUANTITY_INTEGRAL && i < N; i++)
        t->wrong |= !(fabs(y[i] - clpwl_table_integral(t->table, a, x[i])) <=
                      clpwl_evaluator_calculus_error(e).integral);
    clpwl_evaluator_free(e);
    return status;
}

static clpwl_status eval_integral(trial *t)
{
    return eval_as(t, CLPWL_STORAGE_FLOAT32, CLPWL_QUANTITY_INTEGRAL);
}

static clpwl_status eval_codes(trial *t)
{
    clpwl_status status = CLPWL_OK;
    for (int s = CLPWL_STORAGE_HALF; status == CLPWL_OK && s < CLPWL_STORAGE_ANY; s++)
        status = eval_as(t, (clpwl_storage)s, CLPWL_QUANTITY_VALUE);
    return status;
}

/* The kernel for halves is made by the first call. exact evaluates f, and its halves are near its floats. */
static clpwl_status eval_halves(trial *t)
{
    clpwl_evaluator *e = NULL;
    float x[N], y[N];
    uint16_t halves[N];
    fill(t->table, x);
    for (int i = 0; i < N; i++)
        halves[i] = half_of(x[i]);
    clpwl_status status = make(t, &e, CHUNK, CLPWL_USE_BATCH);
    THEN(clpwl_eval_half(e, halves, halves, N));
    if (status == CLPWL_OK) {
        double most = clpwl_evaluator_half_error(e).linf;
        for (int i = 0; i < N; i++)
            x[i] = (float)half_value(half_of(x[i]));
        status = clpwl_eval(e, x, y, N);
        for (int i = 0; status == CLPWL_OK && i < N; i++)
            t->wrong |= !(fabs(y[i] - (double)half_value(halves[i])) <= most);
    }
    clpwl_evaluator_free(e);
    return status;
}

/* By two evaluators: a fault of one is made up for by the other one. */
static clpwl_status eval_shared(trial *t)
{
    clpwl_evaluator *e[2] = {NULL, NULL};
    clpwl_share shares[2];
    float x[N], y[N];
    fill(t->table, x);
    clpwl_status status = make(t, &e[0], 0, CLPWL_USE_BATCH);
    THEN(make(t, &e[1], 0, CLPWL_USE_BATCH));
    if (status == CLPWL_OK) {
        status = clpwl_eval_shared(e, 2, x, y, N, shares);
        t->wrong |= status == CLPWL_OK && shares[0].values + shares[1].values != N;
        for (int i = 0; i < 2; i++) /* a failure before any work is nobody's */
            t->wrong |= (shares[i].status != CLPWL_OK) != (shares[i].message[0] != '\0');
    }
    if (status == CLPWL_OK)
        compare(t, e[0], x, y);
    clpwl_evaluator_free(e[0]);
    clpwl_evaluator_free(e[1]);
    return status;
}

static double table_at(double x, void *table)
{
    return clpwl_table_value(table, x);
}

static double cosine(double x, void *user)
{
    (void)user;
    return cos(x);
}

/* Against the table, within the evaluator's reported error. */
static clpwl_status verify(trial *t)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_verify_options options = CLPWL_VERIFY_INIT;
    clpwl_verification seen;
    clpwl_evaluator *e = NULL;
    clpwl_function *f = NULL;
    clpwl_status status = make(t, &e, 0, CLPWL_USE_BATCH);
    int exact = status == CLPWL_OK && strncmp(clpwl_evaluator_method(e), "exact", 5) == 0;
    spec.f = exact ? cosine : table_at;
    spec.user = (void *)(uintptr_t)t->table;
    options.arguments = N;
    THEN(clpwl_function_create(&f, &spec));
    THEN(clpwl_verify(e, f, &options, &seen));
    if (status == CLPWL_OK)
        t->wrong |= seen.arguments < N || (!exact && !seen.holds);
    clpwl_function_free(f);
    clpwl_evaluator_free(e);
    return status;
}

static clpwl_status eval_with(trial *t, size_t chunk, int in_place)
{
    clpwl_evaluator *e = NULL;
    float x[N], y[N];
    fill(t->table, x);
    memcpy(y, x, sizeof y);
    clpwl_status status = make(t, &e, chunk, CLPWL_USE_BATCH);
    THEN(clpwl_eval(e, in_place ? y : x, y, N));
    /* After the call, successful or not, the caller may use x and y again. */
    if (t->layer && e && t->layer->pending()) {
        printf("wrong: commands are pending when clpwl_eval returns\n");
        t->wrong = 1;
    }
    if (status == CLPWL_OK)
        compare(t, e, x, y);
    clpwl_evaluator_free(e);
    return status;
}

static clpwl_status eval_whole(trial *t)
{
    return eval_with(t, 0, 0);
}

static clpwl_status eval_over_itself(trial *t)
{
    return eval_with(t, 0, 1);
}

static clpwl_status eval_chunks(trial *t)
{
    return eval_with(t, CHUNK, 0);
}

/* Enqueued after an event, with an event of its own. */
static clpwl_status enqueue(trial *t)
{
    clpwl_evaluator *e = NULL;
    cl_int code, end = CL_COMPLETE;
    cl_event done = NULL;
    float x[N], y[N];
    fill(t->table, x);
    clpwl_status status = make(t, &e, 0, CLPWL_USE_BATCH);
    if (status != CLPWL_OK || !t->context)
        goto done;
    own(t, 1);
    cl_context context = clpwl_context_cl(t->context);
    cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, x, &code);
    cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof y, NULL, &code);
    cl_event gate = clCreateUserEvent(context, &code);
    clSetUserEventStatus(gate, CL_COMPLETE);
    own(t, 0);
    status = clpwl_enqueue(e, NULL, in, out, N, 1, &gate, &done);
    own(t, 1);
    if (status == CLPWL_OK) {
        clWaitForEvents(1, &done);
        clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof end, &end, NULL);
        t->event_failed = end < 0;
        clEnqueueReadBuffer(clpwl_context_queue(t->context), out, CL_TRUE, 0, sizeof y, y, 0, NULL,
                            NULL);
        if (!t->event_failed)
            compare(t, e, x, y);
        clReleaseEvent(done);
    } else if (done) {
        printf("wrong: an event came with a failure\n");
        t->wrong = 1;
    }
    clReleaseEvent(gate);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    own(t, 0);
done:
    clpwl_evaluator_free(e);
    return status;
}

static const char mine[] =
    "kernel void mine(global const float *x, global float *y, CLPWL_TABLE(wave))\n"
    "{\n"
    "    CLPWL_BEGIN(wave);\n"
    "    size_t i = get_global_id(0);\n"
    "    y[i] = wave(x[i]);\n"
    "}\n";

static void run_mine(const trial *t, cl_kernel kernel, cl_mem in, cl_mem out, float *y)
{
    const size_t items = N;
    cl_command_queue queue = clpwl_context_queue(t->context);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, N * sizeof *y, y, 0, NULL, NULL);
}

/* The table in a kernel of the test. */
static clpwl_status bind(trial *t)
{
    clpwl_evaluator *e = NULL;
    cl_program program = NULL;
    cl_int code;
    float x[N], y[N];
    fill(t->table, x);
    clpwl_status status = make(t, &e, 0, CLPWL_USE_KERNEL);
    const clpwl_kernel_table table = {"wave", e};
    if (status != CLPWL_OK || strncmp(clpwl_evaluator_method(e), "host", 4) == 0)
        goto done;
    status = clpwl_program_build(&program, NULL, t->context, mine, NULL, &table, 1);
    if (status != CLPWL_OK)
        goto done;
    own(t, 1);
    cl_kernel kernel = clCreateKernel(program, "mine", &code);
    cl_mem in = clCreateBuffer(clpwl_context_cl(t->context), CL_MEM_COPY_HOST_PTR, sizeof x, x,
                               &code);
    cl_mem out = clCreateBuffer(clpwl_context_cl(t->context), CL_MEM_READ_WRITE, sizeof y, NULL,
                                &code);
    own(t, 0);
    status = clpwl_kernel_bind(kernel, &table, 1);
    own(t, 1);
    if (status == CLPWL_OK) {
        run_mine(t, kernel, in, out, y);
        compare(t, e, x, y);
    }
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
    own(t, 0);
done:
    if (program)
        clReleaseProgram(program);
    clpwl_evaluator_free(e);
    return status;
}

const operation list_operations[] = {
    {"list the devices", list_devices, 0},
    {"create a context", create_context, 0},
    {NULL, NULL, 0}};

const operation context_operations[] = {
    {"wrap a context", wrap_context, 0},
    {"probe the sampler", probe_sampler, 0},
    {"probe images of codes", probe_execution, 1},
    {NULL, NULL, 0}};

const operation evaluator_operations[] = {{"eval", eval_whole, 0},
                                          {"eval over itself", eval_over_itself, 0},
                                          {"eval in chunks", eval_chunks, 0},
                                          {"eval of vectors", eval_vectors, 0},
                                          {"eval of integrals", eval_integral, 0},
                                          {"eval of codes", eval_codes, 0},
                                          {"eval of halves", eval_halves, 0},
                                          {"eval by two", eval_shared, 0},
                                          {"verify", verify, 1},
                                          {"enqueue", enqueue, 0},
                                          {"bind", bind, 0},
                                          {NULL, NULL, 0}};
