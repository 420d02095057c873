/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "clpwl.h"
#include "operations.h"
#include "support/halves.h"

enum { N = 1000, CHUNK = 300, LANES = 4 };

/* The next step, if those before succeeded. */
#define THEN(call) status = status == CLPWL_OK ? (call) : status

static void fill(const trial *t, float *x)
{
    const double *knots = clpwl_table_knots(t->table);
    double a = knots[0], b = knots[clpwl_table_segments(t->table)];
    for (int i = 0; i < N; i++) {
        x[i] = (float)(a + (b - a) * i / (N - 1));
        if (t->o->halves)
            x[i] = (float)half_value(half_of(x[i]));
    }
}

static int is_exact(const clpwl_evaluator *e)
{
    return strncmp(clpwl_evaluator_method(e), "exact", 5) == 0;
}

/* Methods without a table compute the function's own expression; see make_table. */
static void compare(trial *t, const clpwl_evaluator *e, const float *x, const float *y, size_t step)
{
    const int integral = t->o->quantity == CLPWL_QUANTITY_INTEGRAL;
    double bound = (is_exact(e) ? 1e-6 : 0) + (integral       ? clpwl_evaluator_calculus_error(e).integral
                                               : t->o->halves ? clpwl_evaluator_half_error(e).linf
                                               : is_exact(e)  ? 0
                                                              : clpwl_evaluator_error(e).linf);
    for (int i = 0; i < N; i++) {
        double right = integral      ? clpwl_table_integral(t->table, clpwl_table_knots(t->table)[0], x[i])
                       : is_exact(e) ? cos(x[i])
                                     : clpwl_table_value(t->table, x[i]);
        if (!(fabs(y[(size_t)i * step] - right) <= bound)) {
            if (!t->wrong)
                printf("wrong: %s at %.9g, not %.9g\n", clpwl_evaluator_method(e), x[i], right);
            t->wrong = 1;
        }
    }
}

static clpwl_status make(const trial *t, clpwl_evaluator **e)
{
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    const clpwl_table *tables[LANES] = {t->table, t->table, t->table, t->table};
    options.method = t->method;
    options.chunk = t->o->chunk;
    options.use = t->o->use;
    options.storage = t->o->storage;
    options.quantity = t->o->quantity;
    return t->o->lanes ? clpwl_evaluator_create_vector(e, t->context, tables, t->o->lanes, &options)
                       : clpwl_evaluator_create(e, t->context, t->table, &options);
}

static clpwl_status eval_halves(clpwl_evaluator *e, const float *x, float *y)
{
    uint16_t halves[N];
    for (int i = 0; i < N; i++)
        halves[i] = half_of(x[i]);
    clpwl_status status = clpwl_eval_half(e, halves, halves, N);
    for (int i = 0; i < N; i++)
        y[i] = (float)half_value(halves[i]);
    return status;
}

static clpwl_status eval(trial *t)
{
    clpwl_evaluator *e = NULL;
    float x[N], y[LANES * N];
    fill(t, x);
    memcpy(y, x, sizeof x);
    clpwl_status status = make(t, &e);
    THEN(t->o->halves ? eval_halves(e, x, y) : clpwl_eval(e, t->o->lanes ? x : y, y, N));
    /* After the call, successful or not, the caller may use x and y again. */
    if (e && t->layer->pending()) {
        printf("wrong: commands are pending when clpwl_eval returns\n");
        t->wrong = 1;
    }
    const size_t step = t->o->lanes ? LANES : 1;
    for (size_t lane = 0; status == CLPWL_OK && lane < step; lane++) {
        for (size_t i = 0; lane >= t->o->lanes && t->o->lanes && i < N; i++)
            t->wrong |= y[LANES * i + lane] != 0;
        if (lane < t->o->lanes || !t->o->lanes)
            compare(t, e, x, y + lane, step);
    }
    clpwl_evaluator_free(e);
    return status;
}

/* In a context without programs or measurements. */
static clpwl_status in_a_new_context(trial *t, clpwl_status run(trial *t))
{
    trial inside = *t;
    clpwl_status status = clpwl_context_create(&inside.context, NULL);
    t->wrong |= (status == CLPWL_OK) != (inside.context != NULL);
    if (status == CLPWL_OK) {
        const clpwl_device_info *info = clpwl_context_info(inside.context);
        t->wrong |= !info->compute_units || !info->global_memory || !info->max_allocation ||
                    !info->max_work_group;
        status = run(&inside);
        t->wrong |= inside.wrong;
    }
    clpwl_context_free(inside.context);
    return status;
}

static clpwl_status eval_anew(trial *t)
{
    return in_a_new_context(t, eval);
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

static clpwl_status wrap_context(trial *t)
{
    clpwl_context *c = NULL;
    cl_int code;
    t->layer->pause(1);
    cl_context context = clpwl_context_cl(t->context);
    cl_device_id device = clpwl_context_device(t->context);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    t->layer->pause(0);
    clpwl_status status = clpwl_context_wrap(&c, context, device, queue, NULL);
    clpwl_context_free(c);
    if (status == CLPWL_OK) {
        status = clpwl_context_wrap(&c, context, device, NULL, NULL);
        clpwl_context_free(c);
    }
    clReleaseCommandQueue(queue);
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

static clpwl_status sampler_anew(trial *t)
{
    return in_a_new_context(t, probe_sampler);
}

static clpwl_status execution_anew(trial *t)
{
    return in_a_new_context(t, probe_execution);
}

/* By two evaluators: a fault of one is made up for by the other one. */
static clpwl_status eval_shared(trial *t)
{
    clpwl_evaluator *e[2] = {NULL, NULL};
    clpwl_share shares[2];
    float x[N], y[N];
    fill(t, x);
    clpwl_status status = make(t, &e[0]);
    THEN(make(t, &e[1]));
    if (status == CLPWL_OK) {
        status = clpwl_eval_shared(e, 2, x, y, N, shares);
        t->wrong |= status == CLPWL_OK && shares[0].values + shares[1].values != N;
        for (int i = 0; i < 2; i++) /* a failure before any work is nobody's */
            t->wrong |= (shares[i].status != CLPWL_OK) != (shares[i].message[0] != '\0');
    }
    if (status == CLPWL_OK)
        compare(t, e[0], x, y, 1);
    clpwl_evaluator_free(e[0]);
    clpwl_evaluator_free(e[1]);
    return status;
}

static double table_at(double x, void *table)
{
    return clpwl_table_value(table, x);
}

/* Against the table, within the evaluator's reported error; exact is not of the table. */
static clpwl_status verify(trial *t)
{
    clpwl_function_spec spec = CLPWL_FUNCTION_SPEC_INIT;
    clpwl_verify_options options = CLPWL_VERIFY_INIT;
    clpwl_verification seen;
    clpwl_evaluator *e = NULL;
    clpwl_function *f = NULL;
    spec.f = table_at;
    spec.user = (void *)(uintptr_t)t->table;
    options.arguments = N;
    clpwl_status status = make(t, &e);
    THEN(clpwl_function_create(&f, &spec));
    THEN(clpwl_verify(e, f, &options, &seen));
    t->wrong |= status == CLPWL_OK && (seen.arguments < N || (!is_exact(e) && !seen.holds));
    clpwl_function_free(f);
    clpwl_evaluator_free(e);
    return status;
}

/* Buffers of the test itself, whose calls do not fail. */
static void make_buffers(const trial *t, float *x, cl_mem *in, cl_mem *out)
{
    cl_int code;
    cl_context context = clpwl_context_cl(t->context);
    *in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, N * sizeof *x, x, &code);
    *out = clCreateBuffer(context, CL_MEM_READ_WRITE, N * sizeof *x, NULL, &code);
}

static void read_back(trial *t, const clpwl_evaluator *e, const float *x, cl_mem out)
{
    float y[N];
    clEnqueueReadBuffer(clpwl_context_queue(t->context), out, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL);
    compare(t, e, x, y, 1);
}

/* Enqueued after an event, with an event of its own. */
static clpwl_status enqueue(trial *t)
{
    clpwl_evaluator *e = NULL;
    cl_int code, end = CL_COMPLETE;
    cl_event done = NULL;
    cl_mem in, out;
    float x[N];
    fill(t, x);
    clpwl_status status = make(t, &e);
    if (status != CLPWL_OK)
        return status;
    t->layer->pause(1);
    make_buffers(t, x, &in, &out);
    cl_event gate = clCreateUserEvent(clpwl_context_cl(t->context), &code);
    clSetUserEventStatus(gate, CL_COMPLETE);
    t->layer->pause(0);
    status = clpwl_enqueue(e, NULL, in, out, N, 1, &gate, &done);
    t->layer->pause(1);
    t->wrong |= (status == CLPWL_OK) != (done != NULL);
    if (status == CLPWL_OK) {
        clWaitForEvents(1, &done);
        clGetEventInfo(done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof end, &end, NULL);
        clFinish(clpwl_context_queue(t->context));
        if (end == CL_COMPLETE)
            read_back(t, e, x, out);
        clReleaseEvent(done);
    }
    t->layer->pause(0);
    clReleaseEvent(gate);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
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

/* The table in a kernel of the test. */
static clpwl_status bind(trial *t)
{
    clpwl_evaluator *e = NULL;
    cl_program program = NULL;
    cl_int code;
    cl_mem in, out;
    const size_t items = N;
    float x[N];
    fill(t, x);
    clpwl_status status = make(t, &e);
    const clpwl_kernel_table table = {"wave", e};
    THEN(clpwl_program_build(&program, NULL, t->context, mine, NULL, &table, 1));
    if (status != CLPWL_OK)
        goto done;
    t->layer->pause(1);
    cl_kernel kernel = clCreateKernel(program, "mine", &code);
    make_buffers(t, x, &in, &out);
    t->layer->pause(0);
    status = clpwl_kernel_bind(kernel, &table, 1);
    t->layer->pause(1);
    if (status == CLPWL_OK) {
        clSetKernelArg(kernel, 0, sizeof in, &in);
        clSetKernelArg(kernel, 1, sizeof out, &out);
        clEnqueueNDRangeKernel(clpwl_context_queue(t->context), kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
        read_back(t, e, x, out);
    }
    t->layer->pause(0);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
done:
    clpwl_evaluator_free(e);
    return status;
}

const operation operations[] = {
    {.name = "list the devices", .run = list_devices},
    {.name = "probe the sampler", .run = sampler_anew, .compiles = 1},
    {.name = "probe images of codes", .run = execution_anew, .compiles = 1},
    {.name = "wrap a context", .run = wrap_context},
    {.name = "eval in a new context", .run = eval_anew, .by_method = 1, .compiles = 2},
    {.name = "eval in chunks", .run = eval, .by_method = 1, .chunk = CHUNK},
    {.name = "eval of vectors", .run = eval, .by_method = 1, .chunk = CHUNK, .lanes = 3},
    {.name = "eval of integrals", .run = eval, .by_method = 1, .quantity = CLPWL_QUANTITY_INTEGRAL},
    {.name = "eval of codes", .run = eval, .by_method = 1, .storage = CLPWL_STORAGE_UNORM8},
    {.name = "eval of halves", .run = eval, .by_method = 1, .halves = 1},
    {.name = "eval by two", .run = eval_shared, .by_method = 1},
    {.name = "verify", .run = verify, .by_method = 1},
    {.name = "enqueue", .run = enqueue, .by_method = 1},
    {.name = "bind", .run = bind, .by_method = 1, .use = CLPWL_USE_KERNEL, .compiles = 1},
    {0}};
