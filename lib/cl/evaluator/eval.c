/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluation of arrays: queued on device memory, or in chunks on host memory. */
#include "cl/evaluator/evaluator.h"
#include "base/array.h"
#include "base/door.h"
#include "base/parallel.h"

static const char *const evals[] = {"clpwl_eval", "clpwl_eval_half"};
static const char *const enqueues[] = {"clpwl_enqueue", "clpwl_enqueue_half"};
static const char *const plurals[] = {"floats", "halves"};

/* Counts values that will be evaluated now, for a choice that waits. The future of the work is not
 * known: it is taken to be as long as its past. */
static void count_work(clpwl_evaluator *e, size_t values)
{
    if (e->wait.worth == 0)
        return;
    e->wait.work += e->wait.seconds_a_value * (double)values;
    if (e->wait.work >= e->wait.worth)
        e->wait.complete(e);
}

/* Launches that follow each other: each waits for the one before it, because the queue may be out of
 * order, and so that a failure makes the rest fail. */
typedef struct chain {
    clpwl_evaluator *evaluator;
    cl_command_queue queue;
    cl_mem x, y;
    size_t group;
    cl_uint n_wait;
    const cl_event *wait; /* of the first one */
    cl_event *last;       /* the last one's; NULL before the first */
} chain;

/* pocl 3.1 aborts where an event fails that nobody but its queue refers to: those before the last one are
 * pending. */
static clpwl_status launch_next(chain *c, cl_kernel kernel, cl_ulong first, cl_ulong end, size_t items)
{
    clpwl_status status = CLPWL_OK;
    cl_event next;
    TRY(clpwl__pending_reserve(c->evaluator));
    SET_ARG(kernel, 0, c->x);
    SET_ARG(kernel, 1, c->y);
    SET_ARG(kernel, 2, first);
    SET_ARG(kernel, 3, end);
    TRY_CL(clEnqueueNDRangeKernel,
           (c->queue, kernel, 1, NULL, &items, &c->group, c->n_wait, c->wait, &next));
    if (*c->last)
        clpwl__pending_add(c->evaluator, *c->last, NULL);
    *c->last = next;
    c->n_wait = 1;
    c->wait = c->last;
done:
    return status;
}

/* Queues the rest of the values, which fills no group, and then the whole groups: their event has the time of
 * nearly all values. *event is that of the last launch; after a failure it is set if a launch was queued. */
static clpwl_status launch_kernel(clpwl_evaluator *e, cl_command_queue queue,
                                  clpwl__element element, cl_mem x, cl_mem y, size_t n,
                                  cl_uint n_wait, const cl_event *wait, cl_event *event)
{
    clpwl_status status = CLPWL_OK;
    const clpwl__array_loop *loop = &e->loops[element];
    chain c = {e, queue, x, y, 0, n_wait, wait, event};
    size_t whole = n, rest;
    TRY(clpwl__evaluator_loop(e, element));
    c.group = loop->group;
    rest = n % (loop->group * loop->span);
    whole -= rest;
    if (rest > 0)
        TRY(launch_next(&c, loop->kernel[CLPWL__REST], whole, n,
                        (rest + loop->group - 1) / loop->group * loop->group));
    for (size_t first = 0, items; first < whole; first = e->strides ? whole : first + items * loop->span) {
        items = (whole - first) / loop->span;
        items = items < loop->most_items ? items : loop->most_items;
        TRY(launch_next(&c, loop->kernel[CLPWL__WHOLE], first, whole, items));
    }
done:
    return status;
}

static clpwl_status check_buffer(const clpwl_evaluator *e, clpwl__element element, cl_mem buffer,
                                 const char *name, size_t n, size_t lanes)
{
    clpwl_status status = CLPWL_OK;
    cl_mem_object_type type = 0;
    cl_context its_context = NULL;
    size_t size = 0, one = clpwl__element_size(element);
    GET(clGetMemObjectInfo, buffer, CL_MEM_TYPE, type);
    CHECK(type == CL_MEM_OBJECT_BUFFER, CLPWL_ERR_ARGUMENT, "%s: %s is not a buffer",
          enqueues[element], name);
    GET(clGetMemObjectInfo, buffer, CL_MEM_CONTEXT, its_context);
    CHECK(its_context == e->context->context, CLPWL_ERR_ARGUMENT,
          "%s: buffer %s belongs to another context", enqueues[element], name);
    GET(clGetMemObjectInfo, buffer, CL_MEM_SIZE, size);
    CHECK(n <= size / one / lanes, CLPWL_ERR_ARGUMENT, "%s: buffer %s holds %zu %s, not %zu",
          enqueues[element], name, size / one, plurals[element], n * lanes);
done:
    return status;
}

static clpwl_status check_overlap(const clpwl_evaluator *e, clpwl__element element, cl_mem x,
                                  cl_mem y, size_t n)
{
    clpwl_status status = CLPWL_OK;
    cl_mem of_x = NULL, of_y = NULL;
    size_t from = 0, to = 0, bytes = n * clpwl__element_size(element);
    CHECK(e->lanes == 1 || x != y, CLPWL_ERR_ARGUMENT,
          "%s: y may be x only if one table is read", enqueues[element]);
    if (x == y)
        goto done;
    TRY(clpwl__find_memory(x, &of_x, &from));
    TRY(clpwl__find_memory(y, &of_y, &to));
    CHECK(of_x != of_y || !clpwl__parts_overlap(from, to, bytes, e->lanes), CLPWL_ERR_ARGUMENT,
          "%s: x and y are parts of one buffer that overlap", enqueues[element]);
done:
    return status;
}

/* pocl reads the list before it checks it. */
static clpwl_status check_wait_list(const clpwl_evaluator *e, const char *name, cl_uint n_wait,
                                    const cl_event *wait)
{
    clpwl_status status = CLPWL_OK;
    CHECK((n_wait > 0) == (wait != NULL), CLPWL_ERR_ARGUMENT, "%s: n_wait is %u, but wait is %s",
          name, n_wait, wait ? "not NULL" : "NULL");
    for (cl_uint i = 0; i < n_wait; i++) {
        cl_context its_context = NULL;
        CHECK(wait[i], CLPWL_ERR_ARGUMENT, "%s: event %u of %u in wait is NULL", name, i + 1, n_wait);
        GET(clGetEventInfo, wait[i], CL_EVENT_CONTEXT, its_context);
        CHECK(its_context == e->context->context, CLPWL_ERR_ARGUMENT,
              "%s: event %u of %u in wait belongs to another context", name, i + 1, n_wait);
    }
done:
    return status;
}

static clpwl_status check_enqueue(const clpwl_evaluator *e, cl_command_queue queue,
                                  clpwl__element element, cl_mem x, cl_mem y, size_t n,
                                  cl_uint n_wait, const cl_event *wait)
{
    clpwl_status status = CLPWL_OK;
    const char *name = enqueues[element];
    CHECK(e && x && y, CLPWL_ERR_ARGUMENT, "%s: evaluator, x or y is NULL", name);
    CHECK(e->context, CLPWL_ERR_UNSUPPORTED, "%s: this evaluator has no OpenCL device; use %s",
          name, evals[element]);
    TRY(clpwl__context_check(e->context));
    if (queue && queue != e->context->queue)
        TRY(clpwl__queue_check(e->context->context, e->context->device.id, queue));
    TRY(check_buffer(e, element, x, "x", n, 1));
    TRY(check_buffer(e, element, y, "y", n, e->lanes));
    TRY(check_overlap(e, element, x, y, n));
    TRY(check_wait_list(e, name, n_wait, wait));
done:
    return status;
}

static clpwl_status enqueue(clpwl_evaluator *e, cl_command_queue queue, clpwl__element element,
                            cl_mem x, cl_mem y, size_t n, cl_uint n_wait, const cl_event *wait,
                            cl_event *event)
{
    clpwl_status status = CLPWL_OK;
    cl_event last = NULL;
    void *memory = NULL;
    TRY(check_enqueue(e, queue, element, x, y, n, n_wait, wait));
    if (e->method->info.host)
        count_work(e, n);
    TRY(clpwl__pending_reserve(e));
    queue = queue ? queue : e->context->queue;
    if (n > 0 && e->method->info.host)
        TRY(clpwl__launch_native(e, queue, element, x, y, n, n_wait, wait, &last, &memory));
    else if (n > 0)
        TRY(launch_kernel(e, queue, element, x, y, n, n_wait, wait, &last));
    else if (event)
        TRY_CL(clEnqueueMarkerWithWaitList, (queue, n_wait, wait, &last));
    if (event) {
        TRY_CL(clRetainEvent, (last));
        *event = last;
    }
done:
    if (last)
        clpwl__pending_add(e, last, memory);
    return status;
}

clpwl_status clpwl_enqueue(clpwl_evaluator *e, cl_command_queue queue, cl_mem x, cl_mem y,
                           size_t n, cl_uint n_wait, const cl_event *wait, cl_event *event)
{
    CLPWL__DOOR;
    return enqueue(e, queue, CLPWL__FLOATS, x, y, n, n_wait, wait, event);
}

clpwl_status clpwl_enqueue_half(clpwl_evaluator *e, cl_command_queue queue, cl_mem x, cl_mem y,
                                size_t n, cl_uint n_wait, const cl_event *wait, cl_event *event)
{
    CLPWL__DOOR;
    return enqueue(e, queue, CLPWL__HALVES, x, y, n, n_wait, wait, event);
}

void clpwl__staging_free(clpwl_evaluator *e)
{
    for (clpwl__stage *s = e->stages; s < e->stages + CLPWL__STAGES; s++) {
        for (int i = 0; i < 2; i++) {
            if (s->host[i])
                clEnqueueUnmapMemObject(s->queue, s->pinned[i], s->host[i], 0, NULL, NULL);
            clpwl__release_cl_mem(&s->pinned[i]);
            clpwl__release_cl_mem(&s->device[i]);
        }
        if (s->queue) {
            clFinish(s->queue);
            clReleaseCommandQueue(s->queue);
        }
    }
    memset(e->stages, 0, sizeof e->stages);
    e->staging_room = 0;
}

/* With one table, one buffer serves x and y: the kernel reads a value before it writes it. Copies to and from
 * a device with memory of its own are several times as fast where the host's is pinned. */
static clpwl_status make_stage(clpwl__stage *s, const clpwl_evaluator *e, size_t bytes)
{
    clpwl_status status = CLPWL_OK;
    cl_int code;
    s->queue = clCreateCommandQueue(e->context->context, e->context->device.id, 0, &code);
    CHECK_CL(code, "clCreateCommandQueue");
    for (size_t i = 0; i < (e->lanes > 1 ? 2 : 1); i++) {
        size_t its = bytes * (i ? e->lanes : 1);
        TRY(clpwl__buffer_create(&s->device[i], e->context, CL_MEM_READ_WRITE, NULL, its));
        TRY(clpwl__buffer_create(&s->pinned[i], e->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, NULL,
                                 its));
        s->host[i] = clEnqueueMapBuffer(s->queue, s->pinned[i], CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, its,
                                        0, NULL, NULL, &code);
        CHECK_CL(code, "clEnqueueMapBuffer");
    }
done:
    return status;
}

static clpwl_status make_stages(clpwl_evaluator *e, size_t bytes, unsigned count)
{
    clpwl_status status = CLPWL_OK;
    if (bytes > e->staging_room)
        clpwl__staging_free(e);
    e->staging_room = bytes > e->staging_room ? bytes : e->staging_room;
    for (unsigned k = 0; k < count; k++)
        if (!e->stages[k].queue)
            TRY(make_stage(&e->stages[k], e, e->staging_room));
done:
    if (status != CLPWL_OK)
        clpwl__staging_free(e);
    return status;
}

/* An evaluation in chunks, each by one of the stages. */
typedef struct copied {
    clpwl_evaluator *evaluator;
    clpwl__arrays arrays;
    size_t chunk;
    pthread_mutex_t lock; /* of the kernel's arguments */
} copied;

/* A failure in the queue is reported by the event alone. Each command therefore waits for the
 * event of the one before it, though the queue is in order. */
static clpwl_status eval_chunk(void *user, unsigned t, size_t k)
{
    clpwl_status status = CLPWL_OK;
    HELD(cl_event) written = NULL;
    HELD(cl_event) computed = NULL;
    HELD(cl_event) read = NULL;
    copied *c = user;
    clpwl_evaluator *e = c->evaluator;
    const clpwl__stage *s = &e->stages[t];
    size_t last = e->lanes > 1, at = k * c->chunk, left = c->arrays.n - at;
    clpwl__arrays a = clpwl__arrays_at(c->arrays, e->lanes, at, left < c->chunk ? left : c->chunk);
    size_t bytes = a.n * clpwl__element_size(a.element);
    memcpy(s->host[0], a.x, bytes);
    TRY_CL(clEnqueueWriteBuffer,
           (s->queue, s->device[0], CL_FALSE, 0, bytes, s->host[0], 0, NULL, &written));
    pthread_mutex_lock(&c->lock);
    status = launch_kernel(e, s->queue, a.element, s->device[0], s->device[last], a.n, 1, &written,
                           &computed);
    pthread_mutex_unlock(&c->lock);
    TRY(status);
    TRY_CL(clEnqueueReadBuffer, (s->queue, s->device[last], CL_FALSE, 0, bytes * e->lanes, s->host[last], 1,
                                 &computed, &read));
    TRY(clpwl__wait_for(read));
    memcpy(a.y, s->host[last], bytes * e->lanes);
done:
    if (status != CLPWL_OK)
        clFinish(s->queue); /* the next chunk uses the same memory */
    return status;
}

/* Threads take the chunks, so that copies both ways and kernels overlap, and that a CPU's copies keep up with
 * the bus. */
static clpwl_status eval_copied(clpwl_evaluator *e, clpwl__arrays a)
{
    clpwl_status status = CLPWL_OK;
    const size_t most = e->chunk && e->chunk < CLPWL__STAGE_VALUES ? e->chunk : CLPWL__STAGE_VALUES;
    copied c = {e, a, a.n < most ? a.n : most, PTHREAD_MUTEX_INITIALIZER};
    clpwl__loop loop = {.rounds = (a.n + c.chunk - 1) / c.chunk, .round = eval_chunk, .user = &c};
    loop.threads = clpwl__loop_threads(0, loop.rounds < CLPWL__STAGES ? loop.rounds : CLPWL__STAGES);
    TRY(make_stages(e, c.chunk * clpwl__element_size(a.element), loop.threads));
    TRY(clpwl__loop_run(&loop));
done:
    return status;
}

static clpwl_status eval_in_place(clpwl_evaluator *e, clpwl__arrays a)
{
    clpwl_status status = CLPWL_OK;
    HELD(cl_mem) in = NULL;
    HELD(cl_mem) out = NULL;
    HELD(cl_event) computed = NULL;
    HELD(cl_event) mapping = NULL;
    HELD(cl_event) unmapped = NULL;
    cl_int code;
    cl_command_queue queue = e->context->queue;
    void *mapped;
    size_t bytes = a.n * clpwl__element_size(a.element);
    TRY(clpwl__buffer_create(&out, e->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, a.y,
                             bytes * e->lanes));
    if (a.x != a.y)
        TRY(clpwl__buffer_create(&in, e->context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, a.x, bytes));
    TRY(launch_kernel(e, queue, a.element, in ? in : out, out, a.n, 0, NULL, &computed));
    mapped = clEnqueueMapBuffer(queue, out, CL_FALSE, CL_MAP_READ, 0, bytes * e->lanes, 1,
                                &computed, &mapping, &code);
    CHECK_CL(code, "clEnqueueMapBuffer");
    TRY(clpwl__wait_for(mapping));
    TRY_CL(clEnqueueUnmapMemObject, (queue, out, mapped, 0, NULL, &unmapped));
    TRY(clpwl__wait_for(unmapped));
done:
    if (status != CLPWL_OK)
        clFinish(queue); /* queued work must not use the caller's memory after the return */
    return status;
}

static int overlap(const clpwl_evaluator *e, clpwl__arrays a)
{
    return clpwl__parts_overlap((uintptr_t)a.x, (uintptr_t)a.y,
                                a.n * clpwl__element_size(a.element), e->lanes);
}

/* Whether a device that works in the host's memory can do so in place. Two buffers over one
 * piece of memory are undefined, and a kernel stores the values of several tables as a vector,
 * which must be aligned to its size. */
static int can_wrap(const clpwl_evaluator *e, clpwl__arrays a)
{
    const clpwl_device_info *info = &e->context->device.info;
    const size_t size = e->lanes * clpwl__element_size(a.element);
    return info->unified_memory && a.n <= info->max_allocation / size && (!e->chunk || a.n <= e->chunk) &&
           (a.x == a.y || !overlap(e, a)) && (uintptr_t)a.y % size == 0;
}

static clpwl_status eval(clpwl_evaluator *e, clpwl__arrays a)
{
    clpwl_status status = CLPWL_OK;
    CHECK(e && (a.n == 0 || (a.x && a.y)), CLPWL_ERR_ARGUMENT,
          "%s: evaluator, x or y is NULL", evals[a.element]);
    TRY(clpwl__check_count(evals[a.element], "n", a.n, e->lanes * clpwl__element_size(a.element)));
    CHECK(!overlap(e, a) || (a.x == a.y && e->lanes == 1), CLPWL_ERR_ARGUMENT,
          "%s: x and y overlap; y may be x itself if one table is read", evals[a.element]);
    if (a.n == 0)
        goto done;
    count_work(e, a.n);
    e = e->on_host ? e->on_host : e;
    if (e->method->info.host) {
        clpwl__eval_on_host(e, a);
        goto done;
    }
    TRY(clpwl__context_check(e->context));
    TRY(can_wrap(e, a) ? eval_in_place(e, a) : eval_copied(e, a));
done:
    return status;
}

clpwl_status clpwl_eval(clpwl_evaluator *e, const float *x, float *y, size_t n)
{
    CLPWL__DOOR;
    return eval(e, clpwl__floats(x, y, n));
}

clpwl_status clpwl_eval_half(clpwl_evaluator *e, const uint16_t *x, uint16_t *y, size_t n)
{
    CLPWL__DOOR;
    return eval(e, (clpwl__arrays){CLPWL__HALVES, x, y, n});
}
