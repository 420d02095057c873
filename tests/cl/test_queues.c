/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queues and buffers of the caller: several queues, queues out of order, sub-buffers, objects of
 * another context, and evaluators that are freed while their work is queued. */
#include <pthread.h>
#include <unistd.h>
#include "cl/cl_suite.h"
#include "cl/evaluator/method.h"

enum { N = 3000 };

static clpwl_table *tables[2];
static float x[N], right[N];
static cl_device_id part; /* of the device; NULL: none */

static void setup(void)
{
    open_context();
    for (int p = 0; p < 2; p++)
        tables[p] = make_table(0, 1, 64, (clpwl_partition)p, CLPWL_EXTEND_CLAMP);
    for (int i = 0; i < N; i++)
        x[i] = (float)i / N;
}

static void teardown(void)
{
    clpwl_table_free(tables[0]);
    clpwl_table_free(tables[1]);
    close_context();
    /* Released late: a thread of pocl 3.1 reads a sub-device after its last event. */
    if (part)
        clReleaseDevice(part);
}

static cl_command_queue make_queue(cl_command_queue_properties properties)
{
    cl_int code;
    cl_command_queue queue = clCreateCommandQueue(
        clpwl_context_cl(context), clpwl_context_device(context), properties, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    return queue;
}

static cl_mem make_buffer(const float *from, size_t count)
{
    cl_int code;
    cl_mem_flags flags = CL_MEM_READ_WRITE | (from ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem buffer = clCreateBuffer(clpwl_context_cl(context), flags, count * sizeof *from,
                                   (void *)(uintptr_t)from, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    return buffer;
}

static void read_back(cl_mem from, size_t first, float *to, size_t count)
{
    ck_assert_int_eq(clEnqueueReadBuffer(clpwl_context_queue(context), from, CL_TRUE,
                                         first * sizeof *to, count * sizeof *to, to, 0, NULL,
                                         NULL), CL_SUCCESS);
}

typedef void queue_check(clpwl_evaluator *e);

static void begin_check(clpwl_evaluator *e, const clpwl_table *const *t, size_t m, void *user)
{
    (void)t;
    if (clpwl_method(m)->host && !clpwl_context_info(context)->native_kernels)
        return;
    OK(clpwl_eval(e, x, right, N));
    (*(queue_check **)user)(e);
}

/* By each method; `right` is set to the values of clpwl_eval. */
static void with_each(queue_check *check)
{
    for (int p = 0; p < 2; p++)
        with_each_method(context, (const clpwl_table *const *)&tables[p], 1, NULL, NULL, 0, begin_check,
                         &check);
}

static clpwl_evaluator *by(const char *method)
{
    clpwl_evaluator *e = make(context, tables[0], method, 0, 0);
    OK(clpwl_eval(e, x, right, N));
    return e;
}

/* On pocl's device "basic" clSetUserEventStatus waits for itself (pocl's issue 1177; seen with pocl 3.1). */
static int has_gates(void)
{
    const clpwl_device_info *d = clpwl_context_info(context);
    return strncmp(d->name, "basic", 5) != 0 || !strstr(d->platform, "Portable Computing");
}

static void *open_later(void *gate)
{
    usleep(20000);
    clSetUserEventStatus((cl_event)gate, CL_COMPLETE);
    return NULL;
}

static int state_of(cl_event event)
{
    cl_int state = CL_QUEUED;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    return state;
}

/* Queues behind a gate, which opens or fails; the evaluator is freed before it opens. On a queue out of
 * order, if the driver has one (pocl's is), a later call of clpwl_eval overtakes the work that waits. Work
 * behind a failed event fails. */
static void free_before_the_gate_opens(const char *method, cl_command_queue queue, int is_ordered, int fails)
{
    float y[N];
    cl_int code;
    cl_event done, gate = clCreateUserEvent(clpwl_context_cl(context), &code);
    pthread_t opener;
    clpwl_evaluator *e = by(method);
    cl_mem in = make_buffer(x, N), out = make_buffer(NULL, N);
    OK(clpwl_enqueue(e, queue, in, out, N, 1, &gate, &done));
    if (!is_ordered && strstr(clpwl_context_info(context)->platform, "Portable Computing"))
        OK(clpwl_eval(e, x, y, N));
    if (fails)
        clSetUserEventStatus(gate, -1);
    else
        ck_assert_int_eq(pthread_create(&opener, NULL, open_later, gate), 0);
    clpwl_evaluator_free(e);
    if (fails) {
        ck_assert_int_lt(state_of(done), 0);
    } else {
        ck_assert_int_eq(state_of(done), CL_COMPLETE);
        pthread_join(opener, NULL);
        read_back(out, 0, y, N);
        ck_assert_mem_eq(y, right, sizeof y);
    }
    clReleaseEvent(done);
    clReleaseEvent(gate);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

DEVICE_FIXTURE(setup, teardown)

TEST(free_waits_for_work_on_any_queue)
{
    static const char *const methods[] = {"buffer", "host-scalar", "local", "image-manual"};
    clpwl_context *own = context;
    cl_command_queue_properties can = 0;
    clGetDeviceInfo(clpwl_context_device(own), CL_DEVICE_QUEUE_PROPERTIES, sizeof can, &can, NULL);
    for (int i = 0; has_gates() && i < 4; i++) {
        if ((i == 1 && !clpwl_context_info(own)->native_kernels) ||
            (i == 3 && !clpwl_context_info(own)->images))
            continue;
        cl_command_queue queue = make_queue(0);
        free_before_the_gate_opens(methods[i], queue, 1, 0);
        free_before_the_gate_opens(methods[i], queue, 1, 1);
        clReleaseCommandQueue(queue);
        if (!(can & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
            continue;
        queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
        OK(clpwl_context_wrap(&context, clpwl_context_cl(own), clpwl_context_device(own), queue, NULL));
        free_before_the_gate_opens(methods[i], NULL, 0, 0);
        clpwl_context_free(context);
        context = own;
        clReleaseCommandQueue(queue);
    }
}

/* The smallest step between parts of buffers. */
static size_t find_step(void)
{
    cl_uint bits = 0;
    clGetDeviceInfo(clpwl_context_device(context), CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL);
    return bits / 8 > sizeof(float) ? bits / 8 / sizeof(float) : 1;
}

static cl_mem make_part(cl_mem whole, size_t first, size_t count)
{
    cl_int code;
    cl_buffer_region region = {first * sizeof(float), count * sizeof(float)};
    cl_mem its = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    return its;
}

/* y in a buffer that is older than x's, as pocl 3.1 gives native kernels the addresses of buffers by their
 * age; in x itself; in several launches (the largest one needs more memory than a test has), as in x; and in
 * parts of one buffer, whose rest does not change. Before, in chunks of the host's memory. */
static void check_arrival(clpwl_evaluator *e)
{
    enum { OLDER, ITSELF, LAUNCHES, PARTS, WAYS };
    const size_t step = find_step(), at = step, to = (at + N + step) / step * step, all = to + N + step;
    float *y = malloc(all * sizeof *y);
    e->chunk = N / 3;
    OK(clpwl_eval(e, x, y, N));
    EXPECT(memcmp(y, right, sizeof right) == 0, "%s, in chunks", clpwl_evaluator_method(e));
    for (int way = 0; way < WAYS; way++) {
        const size_t group = e->loops[0].group, most = e->loops[0].most_items;
        for (size_t i = 0; i < all; i++)
            y[i] = i >= at && i < at + N ? x[i - at] : -7;
        cl_mem whole = make_buffer(y, all), in = way < LAUNCHES ? make_buffer(x, N) : make_part(whole, at, N);
        cl_mem out = way == ITSELF ? in : way == OLDER ? whole : make_part(whole, to, N);
        if ((way == LAUNCHES || way == ITSELF) && e->loops[0].group) {
            ck_assert_uint_le(most, (size_t)1 << 31);
            e->loops[0].most_items = 2 * group;
        }
        for (int none = 0; none < 2; none++) {
            cl_event done;
            OK(clpwl_enqueue(e, NULL, in, out, none ? 0 : N, 0, NULL, &done));
            ck_assert_int_eq(clWaitForEvents(1, &done), CL_SUCCESS);
            clReleaseEvent(done);
        }
        e->loops[0].most_items = most;
        if (out != whole)
            FAILS(CLPWL_ERR_ARGUMENT, "holds 3000 floats, not 3001",
                  clpwl_enqueue(e, NULL, in, out, N + 1, 0, NULL, NULL));
        read_back(out, 0, y, N);
        EXPECT(memcmp(y, right, sizeof right) == 0, "%s, way %d", clpwl_evaluator_method(e), way);
        read_back(in, 0, y, N);
        EXPECT(memcmp(y, way == ITSELF ? right : x, sizeof x) == 0, "%s: x", clpwl_evaluator_method(e));
        read_back(whole, 0, y, all);
        ck_assert(way == OLDER || (y[at - 1] == -7 && y[to - 1] == -7 && y[to + N] == -7));
        if (out != in && out != whole)
            clReleaseMemObject(out);
        clReleaseMemObject(in);
        clReleaseMemObject(whole);
    }
    free(y);
}

TEST(values_arrive_where_they_should)
{
    with_each(check_arrival);
}

/* What is undefined in OpenCL is refused, and a part that begins where another ends is not. */
TEST(parts_of_buffers_that_overlap_are_refused)
{
    const size_t step = find_step();
    clpwl_evaluator *e = by("buffer"), *both;
    const clpwl_table *two[] = {tables[0], tables[0]};
    clpwl_evaluator_options options = CLPWL_EVALUATOR_INIT;
    options.method = "buffer";
    OK(clpwl_evaluator_create_vector(&both, context, two, 2, &options));
    cl_mem whole = make_buffer(NULL, 4 * step);
    cl_mem part_at[] = {make_part(whole, 0, 2 * step), make_part(whole, step, 2 * step)};
    const struct { clpwl_evaluator *e; cl_mem x, y; size_t n; int is_refused;
    } cases[] = {{e, part_at[0], part_at[1], step + 1, 1}, {e, whole, part_at[1], step + 1, 1},
                 {e, part_at[0], part_at[1], step, 0},     {e, part_at[1], whole, step, 0},
                 {both, part_at[1], whole, step, 1},       {e, part_at[0], part_at[0], step + 1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        clpwl_status status = clpwl_enqueue(cases[i].e, NULL, cases[i].x, cases[i].y, cases[i].n,
                                            0, NULL, NULL);
        EXPECT(status == (cases[i].is_refused ? CLPWL_ERR_ARGUMENT : CLPWL_OK), "case %zu", i);
    }
    FAILS(CLPWL_ERR_ARGUMENT, "parts of one buffer that overlap",
          clpwl_enqueue_half(e, NULL, part_at[0], part_at[1], 2 * step + 1, 0, NULL, NULL));
    clFinish(clpwl_context_queue(context));
    clReleaseMemObject(part_at[1]); /* NVIDIA's 580 crashes where the first of two that overlap goes first */
    clReleaseMemObject(part_at[0]);
    clReleaseMemObject(whole);
    clpwl_evaluator_free(both);
    clpwl_evaluator_free(e);
}

/* Checked before the call: clCreateSubDevices is NULL in rusticl of Mesa 22.3. */
static int has_parts(cl_device_id device)
{
    cl_uint most = 0;
    clGetDeviceInfo(device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof most, &most, NULL);
    return most > 0;
}

static void check_groups_of_one(clpwl_evaluator *e)
{
    float y[N];
    if (!e->loops[0].group || strcmp(clpwl_evaluator_method(e), "shuffle") == 0)
        return;
    e->loops[0].group = 1;
    e->loops[0].most_items = 100;
    OK(clpwl_eval(e, x, y, N));
    EXPECT(memcmp(y, right, sizeof y) == 0, "%s", clpwl_evaluator_method(e));
}

/* A device may allow only one item in a group, and a sub-device may have one compute unit. Measurements of
 * one do not count for the other. */
TEST(work_groups_of_one_item_on_a_part_of_a_device)
{
    const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                                CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_int code;
    clpwl_context *own = context;
    cl_device_id device = clpwl_context_device(own);
    char whole[CLPWL__IDENTITY], its[CLPWL__IDENTITY];
    if (!has_parts(device) || clCreateSubDevices(device, one, 1, &part, NULL) != CL_SUCCESS)
        return;
    cl_context of_part = clCreateContext(NULL, 1, &part, NULL, NULL, &code);
    ck_assert_int_eq(code, CL_SUCCESS);
    OK(clpwl_context_wrap(&context, of_part, part, NULL, NULL));
    clReleaseContext(of_part);
    ck_assert_uint_eq(clpwl_context_info(context)->compute_units, 1);
    clpwl__context_identity(own, whole);
    clpwl__context_identity(context, its);
    ck_assert_int_eq(strcmp(whole, its) == 0, clpwl_context_info(own)->compute_units == 1);
    with_each(check_groups_of_one);
    clpwl_context_free(context);
    context = own;
}

TEST(objects_of_another_context_are_refused)
{
    clpwl_context *other;
    cl_int code;
    clpwl_evaluator *e = by("buffer");
    OK(clpwl_context_create(&other, NULL));
    cl_mem own = make_buffer(x, N);
    cl_mem foreign = clCreateBuffer(clpwl_context_cl(other), CL_MEM_READ_WRITE, sizeof x, NULL, &code);
    cl_event events[2] = {clCreateUserEvent(clpwl_context_cl(context), &code), NULL};
    cl_event foreign_event = clCreateUserEvent(clpwl_context_cl(other), &code);
    const struct {
        cl_command_queue queue;
        cl_mem x, y;
        cl_uint waits;
        const cl_event *wait;
        const char *part;
    } cases[] = {
        {clpwl_context_queue(other), own, own, 0, NULL, "the queue belongs to another context or device"},
        {NULL, own, own, 2, NULL, "n_wait is 2, but wait is NULL"},
        {NULL, own, own, 2, events, "event 2 of 2 in wait is NULL"},
        {NULL, own, own, 1, &foreign_event, "event 1 of 1 in wait belongs to another context"},
        {NULL, foreign, own, 0, NULL, "buffer x belongs to another context"},
        {NULL, own, foreign, 0, NULL, "buffer y belongs to another context"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        FAILS(CLPWL_ERR_ARGUMENT, cases[i].part,
              clpwl_enqueue(e, cases[i].queue, cases[i].x, cases[i].y, N, cases[i].waits, cases[i].wait, NULL));
    clReleaseEvent(events[0]);
    clReleaseEvent(foreign_event);
    clReleaseMemObject(foreign);
    clReleaseMemObject(own);
    clpwl_context_free(other);
    clpwl_evaluator_free(e);
}

/* Many calls on many queues without waiting: the evaluator keeps only events of unfinished work. */
TEST(a_thousand_enqueued_and_their_queues_released)
{
    clpwl_evaluator *e = by("buffer");
    cl_mem in = make_buffer(x, N), out = make_buffer(NULL, N);
    float y[N];
    for (int round = 0; round < 1000; round++) {
        cl_command_queue queue = make_queue(0);
        cl_event done;
        OK(clpwl_enqueue(e, queue, in, out, N, 0, NULL, &done));
        clReleaseCommandQueue(queue);
        if (round % 4 == 3)
            ck_assert_int_eq(clWaitForEvents(1, &done), CL_SUCCESS);
        clReleaseEvent(done);
    }
    ck_assert_uint_le(e->pending_room, 64);
    read_back(out, 0, y, N);
    ck_assert_mem_eq(y, right, sizeof y);
    clReleaseMemObject(out);
    clReleaseMemObject(in);
    clpwl_evaluator_free(e);
}
